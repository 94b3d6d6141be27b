/* SPDX-License-Identifier: MIT */
/* The compute front end: methods of NVC5C0 ... NVCEC0 (clc5c0.h ... clcec0.h).
 * Grids themselves are in launch.c. */
#include "sim/gpu/model.h"

#include <errno.h>
#include <string.h>

#define PER_TPC_UNIT_B 0x8000

static uint64_t upper(uint64_t reg, uint32_t data)
{
        return (reg & UINT32_MAX) | (uint64_t)data << 32;
}

static uint64_t lower(uint64_t reg, uint32_t data)
{
        return (reg & ~(uint64_t)UINT32_MAX) | data;
}

struct word {
        struct sim_channel *ch;
        uint32_t class_id, method, data;
};

static int refuse(const struct word *w, const char *text)
{
        return sim_fault_method(w->ch, w->class_id, w->method, w->data, text);
}

static int set_upper(const struct word *w, unsigned bits, uint64_t *reg)
{
        if (w->data >> bits)
                return refuse(w, "unknown bits");
        *reg = upper(*reg, w->data);
        return 0;
}

static int set_lower(const struct word *w, uint64_t *reg)
{
        *reg = lower(*reg, w->data);
        return 0;
}

/* Grids of the group, as WFI sees them (pbdma.c). */
static bool engine_busy(const struct sim_channel *ch)
{
        return atomic_load(&ch->tsg->grids) != 0;
}

/* ---- inline data to memory ---- */
static int flush_inline(const struct word *w)
{
        struct sim_compute *c = &w->ch->compute;
        struct sim_mem_fault fault;

        if (sim_vas_write(w->ch->vas, c->i2m_dst, c->i2m_buf, c->i2m_staged_B, &fault) < 0) {
                c->i2m_active = false;
                return sim_fault_memory(w->ch, fault, "inline data, OFFSET_OUT");
        }
        c->i2m_dst += c->i2m_staged_B;
        c->i2m_staged_B = 0;
        return 0;
}

static int finish_inline(const struct word *w)
{
        struct sim_compute *c = &w->ch->compute;
        struct sim_release release = {
            .va = c->i2m_sem_va,
            .payload = c->i2m_payload,
            .timestamp = c->i2m_launch.semaphore_struct_size ==
                         PEAL_COMPUTE_LAUNCH_DMA_SEMAPHORE_STRUCT_SIZE_FOUR_WORDS,
        };

        c->i2m_active = false;
        if (c->i2m_launch.interrupt_type == PEAL_COMPUTE_LAUNCH_DMA_INTERRUPT_TYPE_INTERRUPT)
                sim_interrupt(w->ch);
        if (c->i2m_launch.completion_type !=
            PEAL_COMPUTE_LAUNCH_DMA_COMPLETION_TYPE_RELEASE_SEMAPHORE)
                return 0;
        return sim_release_write(w->ch, &release, "LAUNCH_DMA release");
}

static int launch_inline(const struct word *w)
{
        struct sim_compute *c = &w->ch->compute;

        if (peal_unpack_compute_launch_dma(w->data, &c->i2m_launch) < 0)
                return refuse(w, "unknown bits");
        if (c->i2m_launch.dst_memory_layout != PEAL_COMPUTE_LAUNCH_DMA_DST_MEMORY_LAYOUT_PITCH)
                return refuse(w, "BLOCKLINEAR memory layout not modelled");
        if (c->i2m_launch.reduction_enable)
                return refuse(w, "reductions of inline data not modelled");
        if (c->i2m_lines != 1)
                return refuse(w, "LINE_COUNT other than 1 not modelled");
        if (!c->i2m_line_B)
                return refuse(w, "LINE_LENGTH_IN is 0");
        c->i2m_active = true;
        c->i2m_left_B = c->i2m_line_B;
        c->i2m_staged_B = 0;
        return 0;
}

static int load_inline(const struct word *w)
{
        struct sim_compute *c = &w->ch->compute;
        uint32_t n = c->i2m_left_B < 4 ? c->i2m_left_B : 4;

        if (!c->i2m_active)
                return refuse(w, "no LAUNCH_DMA waits for data");
        memcpy(c->i2m_buf + c->i2m_staged_B, &w->data, n);
        c->i2m_staged_B += n;
        c->i2m_left_B -= n;
        if (c->i2m_left_B && c->i2m_staged_B < SIM_INLINE_B)
                return 0;
        if (flush_inline(w) < 0)
                return -EFAULT;
        return c->i2m_left_B ? 0 : finish_inline(w);
}

/* ---- launches ---- */
static int pcas(const struct word *w)
{
        uint64_t qmd_va = (uint64_t)w->ch->compute.pcas_shifted8 << 8;
        struct peal_compute_send_signaling_pcas_b v;

        /* Ampere kept the method; only Turing's driver sends it. */
        if (peal_unpack_compute_send_signaling_pcas_b(w->data, &v) < 0)
                return refuse(w, "unknown bits");
        if (v.schedule)
                return sim_qmd_schedule(w->ch, qmd_va, v.invalidate);
        return v.invalidate ? sim_qmd_invalidate(w->ch, qmd_va) : 0;
}

static int pcas2(const struct word *w)
{
        uint64_t qmd_va = (uint64_t)w->ch->compute.pcas_shifted8 << 8;
        struct peal_compute_send_signaling_pcas2_b v;

        if (peal_unpack_compute_send_signaling_pcas2_b(w->data, &v) < 0)
                return refuse(w, "unknown bits");
        if (v.select || v.offset_minus_one)
                return refuse(w, "SELECT and OFFSET_MINUS_ONE not modelled");
        switch (v.pcas_action) {
        case PEAL_COMPUTE_SEND_SIGNALING_PCAS2_B_PCAS_ACTION_NOP:
        case PEAL_COMPUTE_SEND_SIGNALING_PCAS2_B_PCAS_ACTION_PREFETCH:
                return 0;
        case PEAL_COMPUTE_SEND_SIGNALING_PCAS2_B_PCAS_ACTION_INVALIDATE:
                return sim_qmd_invalidate(w->ch, qmd_va);
        case PEAL_COMPUTE_SEND_SIGNALING_PCAS2_B_PCAS_ACTION_SCHEDULE:
        case PEAL_COMPUTE_SEND_SIGNALING_PCAS2_B_PCAS_ACTION_PREFETCH_SCHEDULE:
                return sim_qmd_schedule(w->ch, qmd_va, false);
        case PEAL_COMPUTE_SEND_SIGNALING_PCAS2_B_PCAS_ACTION_INVALIDATE_COPY_SCHEDULE:
        case PEAL_COMPUTE_SEND_SIGNALING_PCAS2_B_PCAS_ACTION_INVALIDATE_PREFETCH_COPY_SCHEDULE:
                return sim_qmd_schedule(w->ch, qmd_va, true);
        case PEAL_COMPUTE_SEND_SIGNALING_PCAS2_B_PCAS_ACTION_DECREMENT_DEPENDENCE:
                return sim_qmd_decrement(w->ch, qmd_va);
        case PEAL_COMPUTE_SEND_SIGNALING_PCAS2_B_PCAS_ACTION_INCREMENT_DEPENDENCE:
                return sim_qmd_increment(w->ch, qmd_va);
        default:
                return refuse(w, "PCAS_ACTION not modelled");
        }
}

/* ---- report semaphores ---- */
/* RED_ADD 0, MIN, MAX, INC, DEC, AND, OR, XOR 7 */
static const enum sim_red reductions[8] = {
    SIM_RED_ADD, SIM_RED_MIN, SIM_RED_MAX, SIM_RED_INC,
    SIM_RED_DEC, SIM_RED_AND, SIM_RED_OR,  SIM_RED_XOR,
};

static int report_semaphore_d(const struct word *w)
{
        struct sim_compute *c = &w->ch->compute;
        struct peal_compute_set_report_semaphore_d v;
        struct sim_release release;

        if (peal_unpack_compute_set_report_semaphore_d(w->data, &v) < 0)
                return refuse(w, "unknown bits");
        if (v.operation != 0 /* RELEASE */)
                return refuse(w, "OPERATION other than RELEASE not modelled");
        if (v.conditional_trap)
                return refuse(w, "CONDITIONAL_TRAP not modelled");
        /* The release comes after the work before it. */
        if (engine_busy(w->ch))
                return SIM_PARK;
        release = (struct sim_release){
            .va = c->report_va,
            .payload = c->report_payload,
            .timestamp =
                v.structure_size == PEAL_COMPUTE_SET_REPORT_SEMAPHORE_D_STRUCTURE_SIZE_FOUR_WORDS,
            .reduce = v.reduction_enable,
            .is_signed = v.reduction_format == 1,
            .op = reductions[v.reduction_op],
        };
        if (v.awaken_enable)
                sim_interrupt(w->ch);
        return sim_release_write(w->ch, &release, "report semaphore");
}

static int report_execute(const struct word *w)
{
        struct sim_compute *c = &w->ch->compute;
        struct peal_compute_report_semaphore_execute v;
        struct sim_release release;

        if (peal_unpack_compute_report_semaphore_execute(w->data, &v) < 0)
                return refuse(w, "unknown bits");
        if (v.operation != PEAL_COMPUTE_REPORT_SEMAPHORE_EXECUTE_OPERATION_RELEASE)
                return refuse(w, "OPERATION other than RELEASE not modelled");
        if (v.trap_type != PEAL_COMPUTE_REPORT_SEMAPHORE_EXECUTE_TRAP_TYPE_TRAP_NONE)
                return refuse(w, "TRAP_TYPE not modelled");
        if (engine_busy(w->ch))
                return SIM_PARK;
        release = (struct sim_release){
            .va = c->report2_va,
            .payload = c->report2_payload,
            .wide = v.payload_size64,
            .timestamp = v.structure_size ==
                         PEAL_COMPUTE_REPORT_SEMAPHORE_EXECUTE_STRUCTURE_SIZE_SEMAPHORE_FOUR_WORDS,
            .reduce = v.reduction_enable,
            .is_signed =
                v.reduction_format == PEAL_COMPUTE_REPORT_SEMAPHORE_EXECUTE_REDUCTION_FORMAT_SIGNED,
            .op = reductions[v.reduction_op],
        };
        if (v.awaken_enable)
                sim_interrupt(w->ch);
        return sim_release_write(w->ch, &release, "report semaphore");
}

/* ---- everything else ---- */
static int local_per_tpc(const struct word *w)
{
        struct sim_compute *c = &w->ch->compute;

        if (w->data % PER_TPC_UNIT_B)
                return refuse(w, "not a multiple of 0x8000 bytes per TPC");
        return set_lower(w, &c->local_per_tpc_B);
}

static int invalidate(const struct word *w)
{
        struct peal_compute_invalidate_shader_caches_no_wfi v;

        /* The engine checks its decoded code against memory at every grid. */
        if (peal_unpack_compute_invalidate_shader_caches_no_wfi(w->data, &v) < 0)
                return refuse(w, "unknown bits");
        return 0;
}

int sim_compute_method(struct sim_channel *ch, uint32_t class_id, uint32_t method, uint32_t data)
{
        const struct word w = {ch, class_id, method, data};
        struct sim_compute *c = &ch->compute;

        if (!peal_method_name(class_id, method, NULL))
                return refuse(&w, "no such method");
        switch (method) {
        case PEAL_COMPUTE_NO_OPERATION:
        case PEAL_COMPUTE_PIPE_NOP:
                return 0;
        case PEAL_COMPUTE_WAIT_FOR_IDLE:
                if (data)
                        return refuse(&w, "unknown bits");
                return engine_busy(ch) ? SIM_PARK : 0;
        case PEAL_COMPUTE_SET_SHADER_SHARED_MEMORY_WINDOW_A:
                return set_upper(&w, 17, &c->shared_window);
        case PEAL_COMPUTE_SET_SHADER_SHARED_MEMORY_WINDOW_B:
                return set_lower(&w, &c->shared_window);
        case PEAL_COMPUTE_SET_SHADER_LOCAL_MEMORY_WINDOW_A:
                return set_upper(&w, 17, &c->local_window);
        case PEAL_COMPUTE_SET_SHADER_LOCAL_MEMORY_WINDOW_B:
                return set_lower(&w, &c->local_window);
        case PEAL_COMPUTE_SET_SHADER_LOCAL_MEMORY_A:
                return set_upper(&w, 17, &c->local_va);
        case PEAL_COMPUTE_SET_SHADER_LOCAL_MEMORY_B:
                return set_lower(&w, &c->local_va);
        case PEAL_COMPUTE_SET_SHADER_LOCAL_MEMORY_NON_THROTTLED_A:
                return set_upper(&w, 8, &c->local_per_tpc_B);
        case PEAL_COMPUTE_SET_SHADER_LOCAL_MEMORY_NON_THROTTLED_B:
                return local_per_tpc(&w);
        case PEAL_COMPUTE_SET_SHADER_LOCAL_MEMORY_NON_THROTTLED_C:
                /* The largest number of SMs that may use it; the model uses all it has. */
                if ((data & 0x1ff) == 0)
                        return refuse(&w, "MAX_SM_COUNT is 0");
                return 0;
        case PEAL_COMPUTE_INVALIDATE_SHADER_CACHES:
                if (engine_busy(ch))
                        return SIM_PARK;
                return 0;
        case PEAL_COMPUTE_INVALIDATE_SHADER_CACHES_NO_WFI:
                return invalidate(&w);
        case PEAL_COMPUTE_INVALIDATE_SKED_CACHES:
                return 0;

        case PEAL_COMPUTE_SEND_PCAS_A:
                c->pcas_shifted8 = data;
                return 0;
        case PEAL_COMPUTE_SEND_SIGNALING_PCAS_B:
                return pcas(&w);
        case PEAL_COMPUTE_SEND_SIGNALING_PCAS2_B:
                return pcas2(&w);

        case PEAL_COMPUTE_LINE_LENGTH_IN:
                c->i2m_line_B = data;
                return 0;
        case PEAL_COMPUTE_LINE_COUNT:
                c->i2m_lines = data;
                return 0;
        case PEAL_COMPUTE_OFFSET_OUT_UPPER:
                return set_upper(&w, 17 + 8 * (class_id >= HOPPER_COMPUTE_A), &c->i2m_dst);
        case PEAL_COMPUTE_OFFSET_OUT:
                return set_lower(&w, &c->i2m_dst);
        case PEAL_COMPUTE_SET_I2M_SEMAPHORE_A:
                return set_upper(&w, 17 + 8 * (class_id >= HOPPER_COMPUTE_A), &c->i2m_sem_va);
        case PEAL_COMPUTE_SET_I2M_SEMAPHORE_B:
                return set_lower(&w, &c->i2m_sem_va);
        case PEAL_COMPUTE_SET_I2M_SEMAPHORE_C:
                c->i2m_payload = data;
                return 0;
        case PEAL_COMPUTE_LAUNCH_DMA:
                return launch_inline(&w);
        case PEAL_COMPUTE_LOAD_INLINE_DATA:
                return load_inline(&w);

        case PEAL_COMPUTE_SET_REPORT_SEMAPHORE_A:
                return set_upper(&w, 25, &c->report_va);
        case PEAL_COMPUTE_SET_REPORT_SEMAPHORE_B:
                return set_lower(&w, &c->report_va);
        case PEAL_COMPUTE_SET_REPORT_SEMAPHORE_C:
                c->report_payload = data;
                return 0;
        case PEAL_COMPUTE_SET_REPORT_SEMAPHORE_D:
                return report_semaphore_d(&w);
        case PEAL_COMPUTE_SET_REPORT_SEMAPHORE_ADDRESS_UPPER:
                return set_upper(&w, 25, &c->report2_va);
        case PEAL_COMPUTE_SET_REPORT_SEMAPHORE_ADDRESS_LOWER:
                return set_lower(&w, &c->report2_va);
        case PEAL_COMPUTE_SET_REPORT_SEMAPHORE_PAYLOAD_UPPER:
                c->report2_payload = upper(c->report2_payload, data);
                return 0;
        case PEAL_COMPUTE_SET_REPORT_SEMAPHORE_PAYLOAD_LOWER:
                return set_lower(&w, &c->report2_payload);
        case PEAL_COMPUTE_REPORT_SEMAPHORE_EXECUTE:
                return report_execute(&w);
        default:
                return refuse(&w, "method not modelled");
        }
}
