/* SPDX-License-Identifier: MIT */
/* The TLB's slow path, shared and generic addresses. */
#include "sim/sm/exec_tlb.h"

void sm_tlb_flush(struct sm_worker *k)
{
        memset(k->tlb, 0, sizeof(k->tlb));
}

uint8_t *sm_tlb_miss(struct sm_warp *w, uint64_t va, unsigned size_B, enum sm_access access)
{
        const struct sm_mem_ops *m = w->grid->mem;
        struct sm_tlb_entry *e = &w->worker->tlb[access][va >> 12 & (SM_TLB_ENTRIES - 1)];
        uint64_t page = va & ~4095ull, run = 0;
        uint8_t *host = m->translate(m->ctx, page, access, &run);
        if (!host || va - page >= run) { /* a mapping that begins inside this page */
                page = va;
                host = m->translate(m->ctx, page, access, &run);
        }
        if (!host || va - page >= run || run - (va - page) < size_B)
                return NULL;
        /* Only this page: the entry is found by the address's page number. */
        e->lo = page;
        e->hi = run > 4096 + 128 ? page + 4096 + 128 : page + run;
        e->host = host;
        return host + (va - page);
}

uint8_t *sm_shared_ptr(struct sm_warp *w, uint32_t address, unsigned size_B)
{
        struct sm_block *b = w->block;
        uint32_t rank = address >> 24, off = address & 0xffffff;
        if (rank >= b->unit->block_count)
                return NULL;
        if (w->grid->cluster_size == 1 && rank)
                return NULL;
        struct sm_block *to = &b->unit->blocks[rank];
        if (off + (uint64_t)size_B > w->grid->l.shared_B)
                return NULL;
        return to->shared + off;
}

uint8_t *sm_generic_ptr(struct sm_warp *w, const struct sm_insn *in, unsigned lane, uint64_t va,
                        unsigned size_B, enum sm_access access)
{
        const struct sm_launch *l = &w->grid->l;
        if (va & (size_B - 1)) {
                sm_raise_memory(w, in, SM_FAULT_MISALIGNED, lane, access, va, size_B);
                return NULL;
        }
        if (l->shared_window && va - l->shared_window < SM_WINDOW_B * w->grid->cluster_size) {
                uint8_t *p = sm_shared_ptr(w, (uint32_t)(va - l->shared_window), size_B);
                if (!p)
                        sm_raise_memory(w, in, SM_FAULT_SHARED_RANGE, lane, access,
                                        va - l->shared_window, size_B);
                return p;
        }
        if (l->local_window && va - l->local_window < SM_WINDOW_B) {
                uint8_t *p = sm_local_ptr(w, lane, (uint32_t)(va - l->local_window), size_B);
                if (!p)
                        sm_raise_memory(w, in, SM_FAULT_LOCAL_RANGE, lane, access,
                                        va - l->local_window, size_B);
                return p;
        }
        uint8_t *p = sm_tlb_find(w, va, size_B, access);
        if (!p)
                sm_raise_memory(w, in, SM_FAULT_MMU, lane, access, va, size_B);
        return p;
}
