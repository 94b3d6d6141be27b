/* SPDX-License-Identifier: MIT */
/* Loads and stores. Built per host instruction set like exec_alu.c. */
#include "sim/sm/exec.h"
#include "sim/sm/exec_simd.h"
#include "sim/sm/exec_tlb.h"

static void strong(struct sm_warp *w, const struct sm_insn *in)
{
        if (in->m[SM_M_LDORD] >= 5)
                w->sync_ops++;
}

static bool aligned(struct sm_warp *w, const struct sm_insn *in, unsigned l, enum sm_access access,
                    uint64_t va, unsigned n)
{
        if (!(va & (n - 1)))
                return true;
        sm_raise_memory(w, in, SM_FAULT_MISALIGNED, l, access, va, n);
        return false;
}

/* All 32 lanes in one run of consecutive words: one translation, one copy.
 * The copies are plain: with other threads' accesses in flight any mix of old and
 * new words may be seen, as on the device; tell the sanitizer so. */
#ifndef __has_feature
#define __has_feature(x) 0
#endif
#if defined(__SANITIZE_THREAD__) || __has_feature(thread_sanitizer)
#define SM_BULK 0
#else
#define SM_BULK 1
#endif

/* Sixteen lanes of a load or store of words at @va in one copy, if they are a run
 * or one place that the TLB knows. */
static inline uint8_t *bulk_at(struct sm_warp *w, const uint64_t *va, unsigned pattern,
                               enum sm_access access)
{
        const struct sm_tlb_entry *e = &w->worker->tlb[access][va[0] >> 12 & (SM_TLB_ENTRIES - 1)];
        if (!pattern || va[0] & 3 || va[0] < e->lo || va[0] >= e->hi || e->hi - va[0] < 64)
                return NULL;
        return e->host + (va[0] - e->lo);
}

static void addresses(const struct sm_warp *w, const struct sm_insn *in, uint64_t *va)
{
        uint64_t base = (uint64_t)(int64_t)in->mem_off;
        if ((in->mem_flags & (SM_MEM_UR | SM_MEM_DESC)) == SM_MEM_UR && in->ur != 63)
                base += w->ur[in->ur] | (uint64_t)w->ur[in->ur + 1] << 32;
        const uint32_t *lo = w->r[in->a.reg], *hi = w->r[in->a.reg + 1];
        if (in->mem_flags & SM_MEM_A64)
                for (unsigned l = 0; l < 32; l++)
                        va[l] = (lo[l] | (uint64_t)hi[l] << 32) + base;
        else
                for (unsigned l = 0; l < 32; l++)
                        va[l] = lo[l] + base;
}

static void x_ldg(struct sm_warp *w, const struct sm_insn *in, uint32_t mask)
{
        const unsigned type = in->m[SM_M_MEMTYPE], n = sm_type_B(type);
        uint64_t va[32];
        addresses(w, in, va);
        sm_tlb_sync(w);
        strong(w, in);
        if (SM_BULK && mask == SM_FULL && type == 4) {
                for (unsigned h = 0; h < 32; h += 16) {
                        unsigned p = SM_PATTERN64(va + h, 4);
                        const uint8_t *s = bulk_at(w, va + h, p, SM_READ);
                        if (!s)
                                continue;
                        if (p == 2) {
                                memcpy(&w->r[in->rd][h], s, 64);
                        } else {
                                uint32_t v = sm_load(s, 4);
                                for (unsigned l = 0; l < 16; l++)
                                        w->r[in->rd][h + l] = v;
                        }
                        mask &= ~(0xffffu << h);
                }
                if (!mask)
                        return;
        }
        SM_FOR_LANES(l, mask)
        {
                if (!aligned(w, in, l, SM_READ, va[l], n))
                        return;
                const uint8_t *p = sm_tlb_find(w, va[l], n, SM_READ);
                if (!p) {
                        sm_raise_memory(w, in, SM_FAULT_MMU, l, SM_READ, va[l], n);
                        return;
                }
                sm_load_lane(w, in->rd, l, p, type);
        }
}

static void x_stg(struct sm_warp *w, const struct sm_insn *in, uint32_t mask)
{
        const unsigned type = in->m[SM_M_MEMTYPE], n = sm_type_B(type);
        uint64_t va[32];
        addresses(w, in, va);
        sm_tlb_sync(w);
        if (SM_BULK && mask == SM_FULL && type == 4) {
                for (unsigned h = 0; h < 32; h += 16) {
                        unsigned p = SM_PATTERN64(va + h, 4);
                        uint8_t *to = p == 2 ? bulk_at(w, va + h, p, SM_WRITE) : NULL;
                        if (!to)
                                continue;
                        memcpy(to, &w->r[in->b.reg][h], 64);
                        mask &= ~(0xffffu << h);
                }
                if (!mask)
                        return;
        }
        SM_FOR_LANES(l, mask)
        {
                if (!aligned(w, in, l, SM_WRITE, va[l], n))
                        return;
                uint8_t *p = sm_tlb_find(w, va[l], n, SM_WRITE);
                if (!p) {
                        sm_raise_memory(w, in, SM_FAULT_MMU, l, SM_WRITE, va[l], n);
                        return;
                }
                sm_store_lane(w, in->b.reg, l, p, type);
        }
}

static void x_ld(struct sm_warp *w, const struct sm_insn *in, uint32_t mask)
{
        const unsigned type = in->m[SM_M_MEMTYPE], n = sm_type_B(type);
        uint64_t va[32];
        addresses(w, in, va);
        sm_tlb_sync(w);
        strong(w, in);
        SM_FOR_LANES(l, mask)
        {
                const uint8_t *p = sm_generic_ptr(w, in, l, va[l], n, SM_READ);
                if (!p)
                        return;
                sm_load_lane(w, in->rd, l, p, type);
        }
}

static void x_st(struct sm_warp *w, const struct sm_insn *in, uint32_t mask)
{
        const unsigned type = in->m[SM_M_MEMTYPE], n = sm_type_B(type);
        uint64_t va[32];
        addresses(w, in, va);
        sm_tlb_sync(w);
        SM_FOR_LANES(l, mask)
        {
                uint8_t *p = sm_generic_ptr(w, in, l, va[l], n, SM_WRITE);
                if (!p)
                        return;
                sm_store_lane(w, in->b.reg, l, p, type);
        }
}

/* Shared addresses of all lanes; true when those of @mask are in range and aligned. */
static bool shared_addresses(struct sm_warp *w, const struct sm_insn *in, uint32_t mask, unsigned n,
                             uint32_t *va)
{
        const uint32_t *a = w->r[in->a.reg];
        const uint32_t base =
            (uint32_t)in->mem_off + (in->mem_flags & SM_MEM_UR ? w->ur[in->ur] : 0);
        const unsigned shift = in->mem_flags & SM_MEM_X4    ? 2
                               : in->mem_flags & SM_MEM_X8  ? 3
                               : in->mem_flags & SM_MEM_X16 ? 4
                                                            : 0;
        const uint32_t own = w->block->rank << 24; /* a Hopper address names the block */
        if (w->grid->l.shared_B < n)
                return false;
        const uint32_t last = w->grid->l.shared_B - n, odd = n - 1;
        uint32_t bad[32];
        SM_VECTORISE
        for (unsigned l = 0; l < 32; l++) {
                va[l] = ((a[l] << shift) + base) ^ own;
                bad[l] = (va[l] > last ? 1 : 0) | (va[l] & odd);
        }
        return !(SM_NONZERO(bad) & mask);
}

static void shared_slow(struct sm_warp *w, const struct sm_insn *in, uint32_t mask, unsigned type,
                        bool store)
{
        const unsigned n = sm_type_B(type);
        SM_FOR_LANES(l, mask)
        {
                uint32_t va = sm_addr32(w, in, l);
                if (!aligned(w, in, l, store ? SM_WRITE : SM_READ, va, n))
                        return;
                uint8_t *p = sm_shared_ptr(w, va, n);
                if (!p) {
                        sm_raise_memory(w, in, SM_FAULT_SHARED_RANGE, l, store ? SM_WRITE : SM_READ,
                                        va, n);
                        return;
                }
                if (store)
                        sm_store_lane(w, in->b.reg, l, p, type);
                else
                        sm_load_lane(w, in->rd, l, p, type);
        }
}

/* @words words a lane, to that many rows. Tiled code mostly reads a broadcast or a
 * run of words, in each half of the warp. */
static inline void load_rows(uint32_t (*r)[32], const uint8_t *s, const uint32_t *va,
                             unsigned words)
{
        for (unsigned h = 0; h < 32; h += 16) {
                unsigned p = SM_PATTERN32(va + h, 4);
                if (p == 1) {
                        for (unsigned i = 0; i < words; i++) {
                                uint32_t v;
                                memcpy(&v, s + va[h] + 4 * i, 4);
                                for (unsigned l = 0; l < 16; l++)
                                        r[i][h + l] = v;
                        }
                } else if (p == 2 && words == 1) {
                        memcpy(&r[0][h], s + va[h], 64);
                } else {
                        for (unsigned i = 0; i < words; i++) {
                                SM_VECTORISE
                                for (unsigned l = 0; l < 16; l++) {
                                        uint32_t v;
                                        memcpy(&v, s + va[h + l] + 4 * i, 4);
                                        r[i][h + l] = v;
                                }
                        }
                }
        }
}

static void x_lds(struct sm_warp *w, const struct sm_insn *in, uint32_t mask)
{
        const unsigned type = in->m[SM_M_MEMTYPE], n = sm_type_B(type);
        uint32_t va[32];
        if (!shared_addresses(w, in, mask, n, va)) {
                shared_slow(w, in, mask, type, false);
                return;
        }
        /* Only this worker touches the block's shared memory now: plain copies do. */
        const uint8_t *s = w->block->shared;
        if (mask == SM_FULL && type >= 4) {
                load_rows(&w->r[in->rd], s, va, n / 4);
                return;
        }
        SM_FOR_LANES(l, mask)
        {
                sm_load_lane(w, in->rd, l, s + va[l], type);
        }
}

static void x_sts(struct sm_warp *w, const struct sm_insn *in, uint32_t mask)
{
        const unsigned type = in->m[SM_M_MEMTYPE], n = sm_type_B(type);
        uint32_t va[32];
        if (!shared_addresses(w, in, mask, n, va)) {
                shared_slow(w, in, mask, type, true);
                return;
        }
        uint8_t *s = w->block->shared;
        SM_FOR_LANES(l, mask)
        {
                sm_store_lane(w, in->b.reg, l, s + va[l], type);
        }
}

static void local(struct sm_warp *w, const struct sm_insn *in, uint32_t mask, bool store)
{
        const unsigned type = in->m[SM_M_MEMTYPE], n = sm_type_B(type);
        enum sm_access access = store ? SM_WRITE : SM_READ;
        SM_FOR_LANES(l, mask)
        {
                uint32_t va = sm_addr32(w, in, l);
                if (!aligned(w, in, l, access, va, n))
                        return;
                uint8_t *p = sm_local_ptr(w, l, va, n);
                if (!p) {
                        sm_raise_memory(w, in, SM_FAULT_LOCAL_RANGE, l, access, va, n);
                        return;
                }
                if (store)
                        sm_store_lane(w, in->b.reg, l, p, type);
                else
                        sm_load_lane(w, in->rd, l, p, type);
        }
}

static void x_ldl(struct sm_warp *w, const struct sm_insn *in, uint32_t mask)
{
        local(w, in, mask, false);
}

static void x_stl(struct sm_warp *w, const struct sm_insn *in, uint32_t mask)
{
        local(w, in, mask, true);
}

static void x_ldc(struct sm_warp *w, const struct sm_insn *in, uint32_t mask)
{
        const unsigned type = in->m[SM_M_CTYPE], n = sm_type_B(type), bank = in->b.bank;
        const struct sm_grid *g = w->grid;
        const uint32_t *a = w->r[in->a.reg];
        if (in->a.reg == SM_ROW_ZERO && type == 4 && !(in->mem_off & 3)) {
                uint32_t v = sm_cbuf32(w, bank, (uint32_t)in->mem_off);
                uint32_t *d = w->r[in->rd];
                for (unsigned l = 0; l < 32; l++)
                        d[l] = mask >> l & 1 ? v : d[l];
                return;
        }
        SM_FOR_LANES(l, mask)
        {
                uint32_t off = a[l] + (uint32_t)in->mem_off;
                if (bank >= 8 || (uint64_t)off + n > g->cbank[bank].size_B) {
                        sm_cbuf_bad(w, bank, off);
                        return;
                }
                if (!aligned(w, in, l, SM_READ, off, n))
                        return;
                sm_load_lane(w, in->rd, l, g->cbank[bank].data + off, type);
        }
}

sm_fn *SM_SIMD(sm_mem_bind)(const struct sm_insn *in);

sm_fn *SM_SIMD(sm_mem_bind)(const struct sm_insn *in)
{
        switch (in->op) {
        case SM_OP_LDG:
                return in->pd[0] == 7 ? x_ldg : NULL;
        case SM_OP_STG:
                return x_stg;
        case SM_OP_LD:
                return x_ld;
        case SM_OP_ST:
                return x_st;
        case SM_OP_LDS:
                return x_lds;
        case SM_OP_STS:
                return x_sts;
        case SM_OP_LDL:
                return x_ldl;
        case SM_OP_STL:
                return x_stl;
        case SM_OP_LDC:
                return in->m[SM_M_LCMODE] ? NULL : x_ldc;
        default:
                return NULL;
        }
}
