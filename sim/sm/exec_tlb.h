/* SPDX-License-Identifier: MIT */
/* GPU addresses to host pointers, and the accesses themselves.
 *
 * Memory is shared with the host's own threads and with other engines, as on a real
 * device: accesses are relaxed atomics of the natural width (two halves for 128
 * bits). x86's order is stronger than what the GPU's memory model asks.
 *
 * A pointer from the TLB is used within one instruction only; sm_tlb_sync() at the
 * start of each memory instruction drops entries of an older generation. Whoever
 * takes memory away bumps the generation and then waits: sm_engine_quiesce().
 */
#ifndef PEAL_SIM_SM_EXEC_TLB_H
#define PEAL_SIM_SM_EXEC_TLB_H

#include <string.h>

#include "sim/sm/exec.h"

void sm_tlb_flush(struct sm_worker *k);
uint8_t *sm_tlb_miss(struct sm_warp *w, uint64_t va, unsigned size_B, enum sm_access access);

static inline void sm_tlb_sync(struct sm_warp *w)
{
        struct sm_worker *k = w->worker;
        uint64_t g = atomic_load_explicit(w->grid->mem->generation, memory_order_acquire);
        if (g != k->generation || k->tlb_ctx != w->grid->mem->ctx) {
                sm_tlb_flush(k);
                k->generation = g;
                k->tlb_ctx = w->grid->mem->ctx;
        }
}

/* NULL: not mapped so. The caller has called sm_tlb_sync() in this instruction. */
static inline uint8_t *sm_tlb_find(struct sm_warp *w, uint64_t va, unsigned size_B,
                                   enum sm_access access)
{
        const struct sm_tlb_entry *e = &w->worker->tlb[access][va >> 12 & (SM_TLB_ENTRIES - 1)];
        if (va >= e->lo && va < e->hi && e->hi - va >= size_B)
                return e->host + (va - e->lo);
        return sm_tlb_miss(w, va, size_B, access);
}

/* Client memory: the client's own accesses are ordered against these by doorbells and
 * semaphores, which ThreadSanitizer does not see when they are words of other
 * mappings of the same pages. So these stay out of its books. */
#if defined(__SANITIZE_THREAD__)
#define SM_CLIENT_MEMORY static __attribute__((no_sanitize("thread"), noinline, unused))
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define SM_CLIENT_MEMORY static __attribute__((disable_sanitizer_instrumentation, noinline, unused))
#endif
#endif
#ifndef SM_CLIENT_MEMORY
#define SM_CLIENT_MEMORY static inline
#endif

SM_CLIENT_MEMORY uint32_t sm_load(const uint8_t *p, unsigned type)
{
        switch (type) {
        case 0:
                return __atomic_load_n(p, __ATOMIC_RELAXED);
        case 1:
                return (uint32_t)(int32_t)(int8_t)__atomic_load_n(p, __ATOMIC_RELAXED);
        case 2:
                return __atomic_load_n((const uint16_t *)(const void *)p, __ATOMIC_RELAXED);
        case 3:
                return (uint32_t)(int32_t)(int16_t)__atomic_load_n(
                    (const uint16_t *)(const void *)p, __ATOMIC_RELAXED);
        default:
                return __atomic_load_n((const uint32_t *)(const void *)p, __ATOMIC_RELAXED);
        }
}

SM_CLIENT_MEMORY uint64_t sm_load64(const uint8_t *p)
{
        return __atomic_load_n((const uint64_t *)(const void *)p, __ATOMIC_RELAXED);
}

SM_CLIENT_MEMORY void sm_store(uint8_t *p, unsigned type, uint32_t v)
{
        if (type < 2)
                __atomic_store_n(p, (uint8_t)v, __ATOMIC_RELAXED);
        else if (type < 4)
                __atomic_store_n((uint16_t *)(void *)p, (uint16_t)v, __ATOMIC_RELAXED);
        else
                __atomic_store_n((uint32_t *)(void *)p, v, __ATOMIC_RELAXED);
}

SM_CLIENT_MEMORY void sm_store64(uint8_t *p, uint64_t v)
{
        __atomic_store_n((uint64_t *)(void *)p, v, __ATOMIC_RELAXED);
}

/* A value of MEMTYPE @type between host memory and lane @l of rows from @row. */
static inline void sm_load_lane(struct sm_warp *w, unsigned row, unsigned l, const uint8_t *p,
                                unsigned type)
{
        if (type < 5) {
                w->r[row][l] = sm_load(p, type);
                return;
        }
        for (unsigned i = 0; i < (type == 6 ? 2u : 1u); i++) {
                uint64_t v = sm_load64(p + 8 * i);
                w->r[row + 2 * i][l] = (uint32_t)v;
                w->r[row + 2 * i + 1][l] = (uint32_t)(v >> 32);
        }
}

static inline void sm_store_lane(struct sm_warp *w, unsigned row, unsigned l, uint8_t *p,
                                 unsigned type)
{
        if (type < 5) {
                sm_store(p, type, w->r[row][l]);
                return;
        }
        for (unsigned i = 0; i < (type == 6 ? 2u : 1u); i++)
                sm_store64(p + 8 * i, sm_reg64(w, row + 2 * i, l));
}

static inline unsigned sm_type_B(unsigned type)
{
        static const uint8_t sizes[8] = {1, 1, 2, 2, 4, 8, 16, 4};
        return sizes[type & 7];
}

/* The address of one lane of a global or generic memory operand. */
static inline uint64_t sm_addr64(const struct sm_warp *w, const struct sm_insn *in, unsigned l)
{
        uint64_t a = w->r[in->a.reg][l];
        if (in->mem_flags & SM_MEM_A64)
                a |= (uint64_t)w->r[in->a.reg + 1][l] << 32;
        if ((in->mem_flags & (SM_MEM_UR | SM_MEM_DESC)) == SM_MEM_UR && in->ur != 63)
                a += w->ur[in->ur] | (uint64_t)w->ur[in->ur + 1] << 32;
        return a + (uint64_t)(int64_t)in->mem_off;
}

/* Of a shared or local one. */
static inline uint32_t sm_addr32(const struct sm_warp *w, const struct sm_insn *in, unsigned l)
{
        uint32_t a = w->r[in->a.reg][l];
        if (in->mem_flags & (SM_MEM_X4 | SM_MEM_X8 | SM_MEM_X16))
                a *= in->mem_flags & SM_MEM_X4 ? 4 : in->mem_flags & SM_MEM_X8 ? 8 : 16;
        if (in->mem_flags & SM_MEM_UR)
                a += w->ur[in->ur];
        return a + (uint32_t)in->mem_off;
}

/* A thread's local memory (the QMD's SHADER_LOCAL_MEMORY_HIGH_SIZE) ends at 16 MiB of
 * the local window: stacks start at 16 MiB - 0x240 and grow down (libcuda's bank 0 on
 * an H200). */
#define SM_LOCAL_TOP (1u << 24)

static inline uint8_t *sm_local_ptr(struct sm_warp *w, unsigned lane, uint32_t address,
                                    unsigned size_B)
{
        uint32_t n = w->grid->l.local_B;
        if (address < SM_LOCAL_TOP - n || (uint64_t)address + size_B > SM_LOCAL_TOP ||
            !w->block->local)
                return NULL;
        return w->block->local + (uint64_t)(w->index * 32 + lane) * n +
               (address - (SM_LOCAL_TOP - n));
}

/* Host memory of one lane's generic address; NULL after a fault was raised. */
uint8_t *sm_generic_ptr(struct sm_warp *w, const struct sm_insn *in, unsigned lane, uint64_t va,
                        unsigned size_B, enum sm_access access);

#endif
