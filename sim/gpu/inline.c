/* SPDX-License-Identifier: MIT */
/* Inline data and inline QMDs: words in the pushbuffer that go to memory. */
#include "sim/gpu/model.h"

#include <errno.h>
#include <string.h>

static int flush(struct sim_channel *ch)
{
        struct sim_compute *c = &ch->compute;
        struct sim_mem_fault fault;
        uint32_t n = c->i2m_staged_B;

        if (!n)
                return 0;
        c->i2m_staged_B = 0;
        if (sim_vas_write(ch->vas, c->i2m_dst, c->i2m_buf, n, &fault) < 0)
                return sim_fault_memory(ch, fault, "inline data, OFFSET_OUT");
        c->i2m_dst += n;
        return 0;
}

static int finish(struct sim_channel *ch)
{
        struct sim_compute *c = &ch->compute;
        const struct peal_compute_launch_dma *l = &c->i2m_launch;
        struct sim_release release = {
            .va = c->i2m_sem_va,
            .payload = c->i2m_payload,
            .timestamp = l->semaphore_struct_size ==
                         PEAL_COMPUTE_LAUNCH_DMA_SEMAPHORE_STRUCT_SIZE_FOUR_WORDS,
            .reduce = l->reduction_enable,
            .is_signed = l->reduction_format == PEAL_COMPUTE_LAUNCH_DMA_REDUCTION_FORMAT_SIGNED_32,
            .op = sim_compute_reductions[l->reduction_op],
        };
        int r = flush(ch);

        c->i2m_active = false;
        if (r == 0 &&
            l->completion_type == PEAL_COMPUTE_LAUNCH_DMA_COMPLETION_TYPE_RELEASE_SEMAPHORE)
                r = sim_release_write(ch, &release, "inline data's semaphore");
        if (r == 0 && l->interrupt_type)
                sim_interrupt(ch);
        return r;
}

static int launch(struct sim_channel *ch, uint32_t class_id, uint32_t method, uint32_t data)
{
        struct sim_compute *c = &ch->compute;
        struct peal_compute_launch_dma *l = &c->i2m_launch;

        if (c->i2m_active)
                return sim_fault_method(ch, class_id, method, data,
                                        "the inline transfer before lacks data");
        if (peal_unpack_compute_launch_dma(data, l) < 0)
                return sim_fault_method(ch, class_id, method, data, "unknown bits");
        if (l->dst_memory_layout != PEAL_COMPUTE_LAUNCH_DMA_DST_MEMORY_LAYOUT_PITCH)
                return sim_fault_method(ch, class_id, method, data,
                                        "BLOCKLINEAR memory layout not modelled");
        if (l->completion_type > PEAL_COMPUTE_LAUNCH_DMA_COMPLETION_TYPE_RELEASE_SEMAPHORE ||
            l->interrupt_type > 1 || l->reduction_format > 1)
                return sim_fault_method(ch, class_id, method, data, "unknown value of a field");
        if (c->i2m_lines != 1)
                return sim_fault_method(ch, class_id, method, data,
                                        "inline data with LINE_COUNT other than 1 not modelled");
        c->i2m_left_B = c->i2m_line_B;
        c->i2m_staged_B = 0;
        c->i2m_active = true;
        return c->i2m_left_B ? 0 : finish(ch);
}

static int load(struct sim_channel *ch, uint32_t class_id, uint32_t method, uint32_t data)
{
        struct sim_compute *c = &ch->compute;
        uint32_t n = c->i2m_left_B < 4 ? c->i2m_left_B : 4;

        if (!c->i2m_active)
                return sim_fault_method(ch, class_id, method, data,
                                        "more data than LINE_LENGTH_IN, or no LAUNCH_DMA");
        memcpy(c->i2m_buf + c->i2m_staged_B, &data, n);
        c->i2m_staged_B += n;
        c->i2m_left_B -= n;
        if (!c->i2m_left_B)
                return finish(ch);
        return c->i2m_staged_B == SIM_INLINE_B ? flush(ch) : 0;
}

/* NVC6C0_SET_INLINE_QMD_ADDRESS_A: its words come by LOAD_INLINE_QMD_DATA(i); the
 * last one stores the QMD and schedules it. */
static int inline_qmd(struct sim_channel *ch, uint32_t class_id, uint32_t method, uint32_t data)
{
        struct sim_compute *c = &ch->compute;
        uint32_t i = (method - PEAL_COMPUTE_LOAD_INLINE_QMD_DATA) / 4;
        struct sim_mem_fault fault;

        if (i >= c->iqmd_dw)
                return sim_fault_method(ch, class_id, method, data,
                                        "past the size that SET_INLINE_QMD_ADDRESS_A named");
        c->iqmd[i] = data;
        if (i + 1 < c->iqmd_dw)
                return 0;
        if (atomic_load(&ch->tsg->grids) >= SIM_GRIDS_PER_TSG)
                return SIM_PARK;
        if (sim_vas_write(ch->vas, c->iqmd_va, c->iqmd, 4ull * c->iqmd_dw, &fault) < 0)
                return sim_fault_memory(ch, fault, "inline QMD");
        return sim_qmd_schedule(ch, c->iqmd_va, true);
}

static int inline_qmd_address(struct sim_channel *ch, uint32_t class_id, uint32_t method,
                              uint32_t data)
{
        struct sim_compute *c = &ch->compute;
        struct peal_compute_set_inline_qmd_address_a x;

        if (peal_unpack_compute_set_inline_qmd_address_a(data, &x) < 0)
                return sim_fault_method(ch, class_id, method, data, "unknown bits");
        c->iqmd_dw = x.inline_size ? 96 : 64;
        c->iqmd_va = (c->iqmd_va & ((1ull << 40) - 1)) | (uint64_t)x.qmd_address_shifted8_upper
                                                             << 40;
        return 0;
}

static int set_upper(struct sim_channel *ch, uint32_t class_id, uint32_t method, uint32_t data,
                     uint64_t *reg)
{
        if (data >> sim_compute_address_bits(class_id, method))
                return sim_fault_method(ch, class_id, method, data, "unknown bits");
        *reg = (*reg & UINT32_MAX) | (uint64_t)data << 32;
        return 0;
}

static void set_lower(uint32_t data, uint64_t *reg)
{
        *reg = (*reg & ~(uint64_t)UINT32_MAX) | data;
}

int sim_inline_method(struct sim_channel *ch, uint32_t class_id, uint32_t method, uint32_t data)
{
        struct sim_compute *c = &ch->compute;

        if (c->i2m_active && method != PEAL_COMPUTE_LOAD_INLINE_DATA)
                return sim_fault_method(ch, class_id, method, data,
                                        "an inline transfer lacks data");
        switch (method) {
        case PEAL_COMPUTE_LINE_LENGTH_IN:
                c->i2m_line_B = data;
                return 0;
        case PEAL_COMPUTE_LINE_COUNT:
                c->i2m_lines = data;
                return 0;
        case PEAL_COMPUTE_OFFSET_OUT_UPPER:
                return set_upper(ch, class_id, method, data, &c->i2m_dst);
        case PEAL_COMPUTE_OFFSET_OUT:
                set_lower(data, &c->i2m_dst);
                return 0;
        case PEAL_COMPUTE_PITCH_OUT:
                return 0; /* of use with several lines only, which are refused */
        case PEAL_COMPUTE_SET_I2M_SEMAPHORE_A:
                return set_upper(ch, class_id, method, data, &c->i2m_sem_va);
        case PEAL_COMPUTE_SET_I2M_SEMAPHORE_B:
                set_lower(data, &c->i2m_sem_va);
                return 0;
        case PEAL_COMPUTE_SET_I2M_SEMAPHORE_C:
                c->i2m_payload = data;
                return 0;
        case PEAL_COMPUTE_LAUNCH_DMA:
                return launch(ch, class_id, method, data);
        case PEAL_COMPUTE_LOAD_INLINE_DATA:
                return load(ch, class_id, method, data);
        case PEAL_COMPUTE_SET_INLINE_QMD_ADDRESS_A:
                return inline_qmd_address(ch, class_id, method, data);
        case PEAL_COMPUTE_SET_INLINE_QMD_ADDRESS_B:
                c->iqmd_va = (c->iqmd_va & ~((1ull << 40) - 1)) | (uint64_t)data << 8;
                return 0;
        }
        if (method >= PEAL_COMPUTE_LOAD_INLINE_QMD_DATA &&
            method < PEAL_COMPUTE_LOAD_INLINE_QMD_DATA + 4 * PEAL_QMD_MAX_DW)
                return inline_qmd(ch, class_id, method, data);
        return SIM_NOT_MINE;
}
