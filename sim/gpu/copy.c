/* SPDX-License-Identifier: MIT */
/* The copy engine: NVC8B5 and its relatives (clc5b5.h ... clcab5.h).
 *
 * A transfer runs in pieces on the thread that runs its channel, so that a long one
 * can be moved to another thread, stopped, and can see an unmap in the middle.
 */
#include "sim/gpu/model.h"

#include <errno.h>
#include <string.h>

/* One piece, under one stay in the address space. */
#define PIECE_B (256u << 10)

static uint64_t upper(uint64_t reg, uint32_t data)
{
        return (reg & UINT32_MAX) | (uint64_t)data << 32;
}

static uint64_t lower(uint64_t reg, uint32_t data)
{
        return (reg & ~(uint64_t)UINT32_MAX) | data;
}

static int set_upper(struct sim_channel *ch, uint32_t class_id, uint32_t method, uint32_t data,
                     uint64_t *reg)
{
        /* 17 bits up to Ada, 25 from Hopper on. */
        if (data >> (class_id >= HOPPER_DMA_COPY_A ? 25 : 17))
                return sim_fault_method(ch, class_id, method, data, "unknown bits");
        *reg = upper(*reg, data);
        return 0;
}

/* ---- what LAUNCH_DMA asks for ---- */
static const char *launch_problem(uint32_t class_id, const struct peal_copy_launch_dma *l)
{
        bool hopper = class_id >= HOPPER_DMA_COPY_A;

        if (l->data_transfer_type > PEAL_COPY_LAUNCH_DMA_DATA_TRANSFER_TYPE_NON_PIPELINED)
                return "DATA_TRANSFER_TYPE not modelled";
        if (l->semaphore_type ==
            PEAL_COPY_LAUNCH_DMA_SEMAPHORE_TYPE_RELEASE_CONDITIONAL_INTR_SEMAPHORE)
                return "SEMAPHORE_TYPE RELEASE_CONDITIONAL_INTR_SEMAPHORE not modelled";
        if (l->interrupt_type > PEAL_COPY_LAUNCH_DMA_INTERRUPT_TYPE_NON_BLOCKING)
                return "unknown INTERRUPT_TYPE";
        /* Bits 20 and 21 are SRC_BYPASS_L2 and DST_BYPASS_L2 before Hopper: harmless. */
        if (hopper && l->copy_type)
                return "COPY_TYPE other than DEFAULT not modelled";
        if (l->vprmode || (hopper && l->memory_scrub_enable) || (!hopper && l->memory_scrub_enable))
                return "VPRMODE and MEMORY_SCRUB_ENABLE not modelled";
        if (l->semaphore_payload_size && class_id < AMPERE_DMA_COPY_B)
                return "the class has no SEMAPHORE_PAYLOAD_SIZE";
        if (l->semaphore_reduction_enable &&
            l->semaphore_reduction > PEAL_COPY_LAUNCH_DMA_SEMAPHORE_REDUCTION_DEC)
                return "SEMAPHORE_REDUCTION not modelled";
        if (l->data_transfer_type == PEAL_COPY_LAUNCH_DMA_DATA_TRANSFER_TYPE_NONE)
                return NULL;
        if (l->src_memory_layout != PEAL_COPY_LAUNCH_DMA_SRC_MEMORY_LAYOUT_PITCH ||
            l->dst_memory_layout != PEAL_COPY_LAUNCH_DMA_DST_MEMORY_LAYOUT_PITCH)
                return "BLOCKLINEAR memory layout not modelled";
        if (l->src_type != PEAL_COPY_LAUNCH_DMA_SRC_TYPE_VIRTUAL ||
            l->dst_type != PEAL_COPY_LAUNCH_DMA_DST_TYPE_VIRTUAL)
                return "PHYSICAL addresses are not open to a user's channel";
        return NULL;
}

static uint32_t component_source(const struct sim_copy *c, unsigned i)
{
        const struct peal_copy_set_remap_components *m = &c->comp;
        const uint32_t from[4] = {m->dst_x, m->dst_y, m->dst_z, m->dst_w};

        return from[i];
}

/* SRC_X..SRC_W are 0..3, CONST_A 4, CONST_B 5, NO_WRITE 6. */
static const char *remap_problem(struct sim_copy *c)
{
        unsigned n_src = c->comp.num_src_components + 1, n_dst = c->comp.num_dst_components + 1;

        c->comp_B = c->comp.component_size + 1;
        if (c->comp_B == 3)
                return "COMPONENT_SIZE THREE not modelled";
        c->pixel_in_B = n_src * c->comp_B;
        c->pixel_out_B = n_dst * c->comp_B;
        c->filled = true;
        for (unsigned i = 0; i < n_dst; i++) {
                uint32_t from = component_source(c, i);

                if (from > 6)
                        return "SET_REMAP_COMPONENTS: unknown source of a component";
                if (from < 4 && from >= n_src)
                        return "SET_REMAP_COMPONENTS: a component's source is past "
                               "NUM_SRC_COMPONENTS";
                if (from < 4 || from == 6)
                        c->filled = false;
        }
        return NULL;
}

static int launch(struct sim_channel *ch, uint32_t class_id, uint32_t method, uint32_t data)
{
        struct sim_copy *c = &ch->copy;
        const char *problem;

        if (peal_unpack_copy_launch_dma(data, &c->launch) < 0)
                return sim_fault_method(ch, class_id, method, data, "unknown bits");
        problem = launch_problem(class_id, &c->launch);
        c->pixel_in_B = c->pixel_out_B = 1;
        c->filled = false;
        if (!problem && c->launch.remap_enable && c->launch.data_transfer_type) {
                if (peal_unpack_copy_set_remap_components(c->remap, &c->comp) < 0)
                        problem = "SET_REMAP_COMPONENTS: unknown bits";
                else
                        problem = remap_problem(c);
        }
        if (problem)
                return sim_fault_method(ch, class_id, method, data, problem);
        c->lines = c->launch.multi_line_enable ? c->line_count : 1;
        if (!c->launch.data_transfer_type)
                c->lines = 0;
        c->line = 0;
        c->done_B = 0;
        c->line_B = (uint64_t)c->line_length * c->pixel_out_B;
        c->active = true;
        return 0;
}

/* ---- moving ---- */
static uint64_t line_base(uint64_t base, uint32_t pitch, uint32_t line)
{
        /* Addresses wrap at 64 bits and then fault in the page tables. */
        return base + (uint64_t)pitch * line;
}

/* A piece of the present line: 0, or -EFAULT with *ret_fault. */
static int piece_plain(struct sim_channel *ch, uint64_t src, uint64_t dst, uint64_t size_B,
                       struct sim_mem_fault *ret_fault)
{
        uint64_t src_run, dst_run;
        void *s = sim_vas_walk(ch->vas, src, SM_READ, &src_run);
        void *d = sim_vas_walk(ch->vas, dst, SM_WRITE, &dst_run);

        if (!s || !d) {
                *ret_fault = s ? (struct sim_mem_fault){dst, SM_WRITE}
                               : (struct sim_mem_fault){src, SM_READ};
                return -EFAULT;
        }
        if (size_B > src_run)
                size_B = src_run;
        if (size_B > dst_run)
                size_B = dst_run;
        memmove(d, s, size_B);
        ch->copy.done_B += size_B;
        return 0;
}

static void constant_pixel(const struct sim_copy *c, uint8_t pixel[16])
{
        for (unsigned i = 0; i < c->pixel_out_B / c->comp_B; i++) {
                uint32_t v = component_source(c, i) == 4 ? c->const_a : c->const_b;

                memcpy(pixel + i * c->comp_B, &v, c->comp_B);
        }
}

static int piece_fill(struct sim_channel *ch, uint64_t dst, uint64_t size_B,
                      struct sim_mem_fault *ret_fault)
{
        struct sim_copy *c = &ch->copy;
        uint64_t run, done = 0;
        uint8_t *d = sim_vas_walk(ch->vas, dst, SM_WRITE, &run), pixel[16], pattern[48 * 16];
        /* Several pixels in a row, from the byte of the pixel that comes next. */
        unsigned p = c->pixel_out_B, phase = (unsigned)(c->done_B % p);
        unsigned pattern_B = sizeof(pattern) / p * p;

        if (!d) {
                *ret_fault = (struct sim_mem_fault){dst, SM_WRITE};
                return -EFAULT;
        }
        constant_pixel(c, pixel);
        for (unsigned i = 0; i < pattern_B; i++)
                pattern[i] = pixel[(phase + i) % p];
        if (size_B > run)
                size_B = run;
        while (done < size_B) {
                uint64_t n = size_B - done < pattern_B ? size_B - done : pattern_B;

                memcpy(d + done, pattern, n);
                done += n;
        }
        c->done_B += size_B;
        return 0;
}

/* Components picked one by one. */
static int piece_remap(struct sim_channel *ch, uint64_t src_line, uint64_t dst_line,
                       uint64_t size_B, struct sim_mem_fault *ret_fault)
{
        struct sim_copy *c = &ch->copy;
        unsigned n_dst = c->pixel_out_B / c->comp_B;

        for (uint64_t end = c->done_B + size_B; c->done_B < end; c->done_B += c->pixel_out_B) {
                uint64_t pixel = c->done_B / c->pixel_out_B, run;

                for (unsigned i = 0; i < n_dst; i++) {
                        uint64_t dst = dst_line + c->done_B + i * c->comp_B;
                        uint32_t from = component_source(c, i), v = 0;

                        if (from == 6)
                                continue;
                        v = from == 4 ? c->const_a : c->const_b;
                        for (unsigned b = 0; from < 4 && b < c->comp_B; b++) {
                                uint64_t a =
                                    src_line + pixel * c->pixel_in_B + from * c->comp_B + b;
                                const uint8_t *s = sim_vas_walk(ch->vas, a, SM_READ, &run);

                                if (!s) {
                                        *ret_fault = (struct sim_mem_fault){a, SM_READ};
                                        return -EFAULT;
                                }
                                memcpy((uint8_t *)&v + b, s, 1);
                        }
                        for (unsigned b = 0; b < c->comp_B; b++) {
                                uint8_t *d = sim_vas_walk(ch->vas, dst + b, SM_WRITE, &run);

                                if (!d) {
                                        *ret_fault = (struct sim_mem_fault){dst + b, SM_WRITE};
                                        return -EFAULT;
                                }
                                memcpy(d, (const uint8_t *)&v + b, 1);
                        }
                }
        }
        return 0;
}

static int finish(struct sim_channel *ch)
{
        struct sim_copy *c = &ch->copy;
        const struct peal_copy_launch_dma *l = &c->launch;
        struct sim_release release = {
            .va = c->sem_va,
            .payload = l->semaphore_payload_size ? c->sem_payload : (uint32_t)c->sem_payload,
            .wide = l->semaphore_payload_size,
            .timestamp = l->semaphore_type ==
                         PEAL_COPY_LAUNCH_DMA_SEMAPHORE_TYPE_RELEASE_FOUR_WORD_SEMAPHORE,
            .reduce = l->semaphore_reduction_enable,
            .is_signed =
                l->semaphore_reduction_sign == PEAL_COPY_LAUNCH_DMA_SEMAPHORE_REDUCTION_SIGN_SIGNED,
            .op = (enum sim_red)l->semaphore_reduction,
        };
        int r = 0;

        c->active = false;
        if (l->flush_enable)
                sim_barrier();
        if (l->semaphore_type)
                r = sim_release_write(ch, &release, "copy engine's semaphore");
        if (r == 0 && l->interrupt_type)
                sim_interrupt(ch);
        return r;
}

static int move_piece(struct sim_channel *ch, uint64_t *budget_B, struct sim_mem_fault *ret_fault)
{
        struct sim_copy *c = &ch->copy;
        uint64_t src = line_base(c->src, c->pitch_in, c->line);
        uint64_t dst = line_base(c->dst, c->pitch_out, c->line);
        uint64_t left = c->line_B - c->done_B, was = c->done_B;
        int r = 0;

        if (left > *budget_B)
                left = *budget_B;
        if (!left)
                r = 0;
        else if (!c->launch.remap_enable)
                r = piece_plain(ch, src + was, dst + was, left, ret_fault);
        else if (c->filled)
                r = piece_fill(ch, dst + was, left, ret_fault);
        else
                r = piece_remap(ch, src, dst, left - left % c->pixel_out_B, ret_fault);
        *budget_B -= c->done_B - was;
        if (r == 0 && c->done_B == c->line_B) {
                c->done_B = 0;
                c->line++;
        }
        return r;
}

int sim_copy_step(struct sim_channel *ch)
{
        struct sim_copy *c = &ch->copy;
        struct sim_mem_fault fault;
        uint64_t budget_B = PIECE_B;
        unsigned budget_lines = 4096;
        int r = 0;

        sim_vas_enter(ch->vas);
        while (r == 0 && c->line < c->lines && budget_lines-- && budget_B >= c->pixel_out_B)
                r = move_piece(ch, &budget_B, &fault);
        sim_vas_leave(ch->vas);
        if (r < 0) {
                c->active = false;
                return sim_fault_memory(
                    ch, fault, fault.access == SM_READ ? "copy, OFFSET_IN" : "copy, OFFSET_OUT");
        }
        return c->line < c->lines ? 0 : finish(ch);
}

bool sim_copy_is_heavy(const struct sim_copy *c)
{
        __extension__ unsigned __int128 total_B =
            (unsigned __int128)(c->lines - c->line) * c->line_B;
        bool slow = c->launch.remap_enable && !c->filled;

        return total_B > (slow ? SIM_LIGHT_COPY_B / 16 : SIM_LIGHT_COPY_B) ||
               c->lines - c->line > 1024;
}

/* ---- methods ---- */
int sim_copy_method(struct sim_channel *ch, uint32_t class_id, uint32_t method, uint32_t data)
{
        struct sim_copy *c = &ch->copy;

        switch (method) {
        case PEAL_COPY_NOP:
                return 0;
        case PEAL_COPY_OFFSET_IN_UPPER:
                return set_upper(ch, class_id, method, data, &c->src);
        case PEAL_COPY_OFFSET_IN_LOWER:
                c->src = lower(c->src, data);
                return 0;
        case PEAL_COPY_OFFSET_OUT_UPPER:
                return set_upper(ch, class_id, method, data, &c->dst);
        case PEAL_COPY_OFFSET_OUT_LOWER:
                c->dst = lower(c->dst, data);
                return 0;
        case PEAL_COPY_PITCH_IN:
                c->pitch_in = data;
                return 0;
        case PEAL_COPY_PITCH_OUT:
                c->pitch_out = data;
                return 0;
        case PEAL_COPY_LINE_LENGTH_IN:
                c->line_length = data;
                return 0;
        case PEAL_COPY_LINE_COUNT:
                c->line_count = data;
                return 0;
        case PEAL_COPY_SET_REMAP_CONST_A:
                c->const_a = data;
                return 0;
        case PEAL_COPY_SET_REMAP_CONST_B:
                c->const_b = data;
                return 0;
        case PEAL_COPY_SET_REMAP_COMPONENTS:
                c->remap = data;
                return 0;
        case PEAL_COPY_SET_SEMAPHORE_A:
                return set_upper(ch, class_id, method, data, &c->sem_va);
        case PEAL_COPY_SET_SEMAPHORE_B:
                c->sem_va = lower(c->sem_va, data);
                return 0;
        case PEAL_COPY_SET_SEMAPHORE_PAYLOAD:
                c->sem_payload = lower(c->sem_payload, data);
                return 0;
        case PEAL_COPY_SET_SEMAPHORE_PAYLOAD_UPPER:
                if (class_id < AMPERE_DMA_COPY_B)
                        break;
                c->sem_payload = upper(c->sem_payload, data);
                return 0;
        case PEAL_COPY_SET_RENDER_ENABLE_C:
                if (data != PEAL_COPY_SET_RENDER_ENABLE_C_MODE_TRUE)
                        return sim_fault_method(ch, class_id, method, data,
                                                "conditional copies not modelled");
                return 0;
        case PEAL_COPY_LAUNCH_DMA:
                return launch(ch, class_id, method, data);
        }
        return sim_fault_method(ch, class_id, method, data,
                                peal_method_name(class_id, method, NULL) ? "method not modelled"
                                                                         : "no such method");
}
