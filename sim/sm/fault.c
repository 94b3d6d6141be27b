/* SPDX-License-Identifier: MIT */
/* The first fault of a grid is kept, with a sentence; the grid then stops. */
#include "sim/sm/exec.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static void fill(struct sm_warp *w, const struct sm_insn *in, enum sm_fault_kind kind,
                 unsigned lane, struct sm_fault *f)
{
        const struct sm_block *b = w->block;
        const uint32_t *dim = w->grid->l.block;
        uint32_t t = w->index * 32 + lane;
        memset(f, 0, sizeof(*f));
        f->kind = kind;
        f->access = SM_FETCH;
        if (in && w->page && in >= w->page->insn && in < w->page->insn + SM_PAGE_INSNS) {
                f->pc = sm_pc_of(w, in);
                f->word[0] = in->word[0];
                f->word[1] = in->word[1];
        }
        memcpy(f->block, b->ctaid, sizeof(f->block));
        f->thread[0] = t % dim[0];
        f->thread[1] = t / dim[0] % dim[1];
        f->thread[2] = t / dim[0] / dim[1];
        f->sm_id = b->sm_id;
}

static void record(struct sm_warp *w, const struct sm_fault *f)
{
        struct sm_grid *g = w->grid;
        pthread_mutex_lock(&g->engine->lock);
        if (!g->faulted) {
                g->faulted = true;
                g->fault = *f;
        }
        pthread_mutex_unlock(&g->engine->lock);
        atomic_store(&g->stop, true);
        w->budget = 1;
}

static void finish(struct sm_warp *w, struct sm_fault *f, size_t n)
{
        char dis[96];
        const uint32_t *b = f->block, *t = f->thread;
        if (n >= sizeof(f->text))
                n = sizeof(f->text) - 1;
        if (!f->pc) {
                record(w, f);
                return;
        }
        if (sm_disasm(w->grid->l.sm_arch, f->pc, f->word, dis, sizeof(dis)) < 0)
                snprintf(dis, sizeof(dis), "%016llx %016llx", (unsigned long long)f->word[0],
                         (unsigned long long)f->word[1]);
        snprintf(f->text + n, sizeof(f->text) - n,
                 ", at pc 0x%llx, block %u,%u,%u thread %u,%u,%u: %s", (unsigned long long)f->pc,
                 b[0], b[1], b[2], t[0], t[1], t[2], dis);
        record(w, f);
}

void sm_raise(struct sm_warp *w, const struct sm_insn *in, enum sm_fault_kind kind, unsigned lane,
              const char *fmt, ...)
{
        struct sm_fault f;
        fill(w, in, kind, lane, &f);
        va_list ap;
        va_start(ap, fmt);
        int n = vsnprintf(f.text, sizeof(f.text), fmt, ap);
        va_end(ap);
        finish(w, &f, n < 0 ? 0 : (size_t)n);
}

void sm_raise_memory(struct sm_warp *w, const struct sm_insn *in, enum sm_fault_kind kind,
                     unsigned lane, enum sm_access access, uint64_t address, unsigned size_B)
{
        static const char *const what[] = {"read", "write", "atomic", "fetch"};
        struct sm_fault f;
        fill(w, in, kind, lane, &f);
        f.address = address;
        f.access = access;
        int n = 0;
        switch (kind) {
        case SM_FAULT_MISALIGNED:
                n = snprintf(f.text, sizeof(f.text), "misaligned %s of %u bytes at 0x%llx",
                             what[access], size_B, (unsigned long long)address);
                break;
        case SM_FAULT_SHARED_RANGE:
                n = snprintf(f.text, sizeof(f.text),
                             "shared %s of %u bytes at 0x%llx, block has %u bytes", what[access],
                             size_B, (unsigned long long)address, w->grid->l.shared_B);
                break;
        case SM_FAULT_LOCAL_RANGE:
                n = snprintf(f.text, sizeof(f.text),
                             "local %s of %u bytes at 0x%llx, a thread has %u bytes", what[access],
                             size_B, (unsigned long long)address, w->grid->l.local_B);
                break;
        default:
                n = snprintf(f.text, sizeof(f.text), "%s of %u bytes at 0x%llx: not mapped so",
                             what[access], size_B, (unsigned long long)address);
                break;
        }
        finish(w, &f, n < 0 ? 0 : (size_t)n);
}

/* Handlers of words that do not run. */

void sm_exec_illegal(struct sm_warp *w, const struct sm_insn *in, uint32_t mask)
{
        sm_raise(w, in, SM_FAULT_ILLEGAL, sm_first(mask), "illegal instruction %016llx %016llx",
                 (unsigned long long)in->word[0], (unsigned long long)in->word[1]);
}

void sm_exec_unknown(struct sm_warp *w, const struct sm_insn *in, uint32_t mask)
{
        sm_raise(w, in, SM_FAULT_UNIMPLEMENTED, sm_first(mask),
                 "opcode 0x%03x is not modelled (%016llx %016llx)", (unsigned)(in->word[0] & 0xfff),
                 (unsigned long long)in->word[0], (unsigned long long)in->word[1]);
}

void sm_exec_refused(struct sm_warp *w, const struct sm_insn *in, uint32_t mask)
{
        sm_raise(w, in, SM_FAULT_UNIMPLEMENTED, sm_first(mask),
                 "%s with these modifiers is not modelled (%016llx %016llx)", in->row->name,
                 (unsigned long long)in->word[0], (unsigned long long)in->word[1]);
}

void sm_exec_bad_register(struct sm_warp *w, const struct sm_insn *in, uint32_t mask)
{
        sm_raise(w, in, SM_FAULT_ILLEGAL_REGISTER, sm_first(mask),
                 "register R%u, the kernel has %u", in->max_reg - 1u, w->grid->l.register_count);
}

void sm_exec_unmapped(struct sm_warp *w, const struct sm_insn *in, uint32_t mask)
{
        sm_raise_memory(w, in, SM_FAULT_MMU, sm_first(mask), SM_FETCH, sm_pc_of(w, in), 16);
}

uint32_t sm_cbuf_bad(struct sm_warp *w, unsigned bank, uint32_t offset)
{
        uint32_t size = bank < 8 ? w->grid->cbank[bank].size_B : 0;
        sm_raise(w, w->ip ? w->ip - 1 : NULL, SM_FAULT_CONST_RANGE, sm_first(w->active | 1u << 31),
                 "c[0x%x][0x%x] is outside the bank, which has %u bytes", bank, offset, size);
        return 0;
}
