/* SPDX-License-Identifier: MIT */
/* Decoded code, by pages of 4 KiB of program memory.
 *
 * The engine keeps pages from grid to grid with a copy of the words they were made
 * from. A grid compares the words again the first time it enters a page, so code
 * rewritten between grids is seen; code that changes under a running grid is not.
 */
#include "sim/sm/exec.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define CODE_PAGES_MAX 4096

static bool writes_uniform(const struct sm_insn *in)
{
        for (const struct sm_item *it = in->row->items; it->kind; it++)
                if (it->kind == SM_IT_URD)
                        return true;
        return false;
}

static void to_row(struct sm_src *s)
{
        if (s->kind == SM_SRC_REG)
                s->reg = s->reg == 255 ? SM_ROW_ZERO : (uint16_t)(s->reg + SM_ROW_R0);
}

static void bind(const struct sm_simd *simd, struct sm_insn *in)
{
        to_row(&in->a);
        to_row(&in->b);
        to_row(&in->c);
        if (!writes_uniform(in)) {
                if (in->rd == 255)
                        in->rd = in->op == SM_OP_LDGSTS ? SM_ROW_ZERO : SM_ROW_TRASH;
                else
                        in->rd = (uint16_t)(in->rd + SM_ROW_R0);
        }
        if (sm_guard_is_uniform(in))
                in->guard = (uint8_t)(in->guard + 8);
        sm_fn *fn = simd->bind(in);
        if (!fn)
                fn = sm_ctl_bind(in);
        if (!fn)
                fn = sm_coll_bind(in);
        if (!fn)
                fn = sm_uni_bind(in);
        if (!fn)
                fn = sm_half_bind(in);
        if (!fn)
                fn = sm_atom_bind(in);
        if (!fn)
                fn = sm_tensor_bind(in);
        in->fn = fn ? fn : sm_exec_refused;
}

static void decode_page(const struct sm_simd *simd, struct sm_page *p)
{
        for (unsigned i = 0; i < SM_PAGE_INSNS; i++) {
                struct sm_insn *in = &p->insn[i];
                int r = i * 16 < p->valid_B ? sm_decode(p->sm_arch, p->words[i], in) : -EFAULT;
                if (!r) {
                        bind(simd, in);
                        if (in->max_reg > p->max_reg)
                                p->max_reg = in->max_reg;
                        continue;
                }
                memset(in, 0, sizeof(*in));
                memcpy(in->word, p->words[i], 16);
                in->guard = (uint8_t)sm_bits(in->word, 12, 3);
                in->guard_not = (uint8_t)sm_bits(in->word, 15, 1);
                if (r == -EFAULT) {
                        in->guard = 7;
                        in->guard_not = 0;
                }
                in->fn = r == -EINVAL    ? sm_exec_illegal
                         : r == -ENOTSUP ? sm_exec_unknown
                                         : sm_exec_unmapped;
        }
        struct sm_insn *end = &p->insn[SM_PAGE_INSNS];
        memset(end, 0, sizeof(*end));
        end->guard = 7;
        end->fn = sm_exec_next_page;
}

static void unref(struct sm_page *p)
{
        if (p && atomic_fetch_sub(&p->refs, 1) == 1)
                free(p);
}

/* Current words of the page at @va; returns the bytes that are mapped. */
static uint32_t fetch_words(const struct sm_mem_ops *m, uint64_t va, uint8_t *to)
{
        uint32_t n = 0;
        while (n < SM_PAGE_B) {
                uint64_t run = 0;
                const uint8_t *s = m->translate(m->ctx, va + n, SM_FETCH, &run);
                if (!s || !run)
                        break;
                uint32_t part = run < SM_PAGE_B - n ? (uint32_t)run : SM_PAGE_B - n;
                memcpy(to + n, s, part);
                n += part;
        }
        return n & ~15u;
}

static unsigned bucket(uint64_t va)
{
        return (unsigned)(va >> 12 ^ va >> 20) & 255;
}

/* A page equal to @words from the engine's cache, or a new one in its place. */
static struct sm_page *engine_page(struct sm_engine *e, const struct sm_grid *g, uint64_t va,
                                   const uint8_t *words, uint32_t valid_B)
{
        struct sm_page **slot = &e->code[bucket(va)], *p;
        for (; (p = *slot); slot = &p->next) {
                if (p->va != va || p->ctx != g->mem->ctx || p->sm_arch != g->l.sm_arch)
                        continue;
                if (p->valid_B == valid_B && !memcmp(p->words, words, valid_B)) {
                        atomic_fetch_add(&p->refs, 1);
                        return p;
                }
                *slot = p->next; /* rewritten since */
                e->code_pages--;
                unref(p);
                break;
        }
        p = calloc(1, sizeof(*p));
        if (!p)
                return NULL;
        p->va = va;
        p->ctx = g->mem->ctx;
        p->sm_arch = g->l.sm_arch;
        p->valid_B = valid_B;
        memcpy(p->words, words, valid_B);
        decode_page(e->simd, p);
        atomic_store(&p->refs, 2);
        if (e->code_pages >= CODE_PAGES_MAX) {
                struct sm_page **s = &e->code[bucket(va)];
                for (unsigned i = 0; !*s && i < 256; i++)
                        s = &e->code[i];
                struct sm_page *old = *s;
                *s = old->next;
                e->code_pages--;
                unref(old);
        }
        p->next = e->code[bucket(va)];
        e->code[bucket(va)] = p;
        e->code_pages++;
        return p;
}

/* A copy in which instructions beyond the grid's registers fault. */
static struct sm_page *limited(struct sm_page *p, const struct sm_grid *g)
{
        if (p->max_reg <= g->reg_limit)
                return p;
        struct sm_page *q = malloc(sizeof(*q));
        if (q) {
                memcpy(q, p, sizeof(*q));
                atomic_store(&q->refs, 1);
                q->next = NULL;
                for (unsigned i = 0; i < SM_PAGE_INSNS; i++)
                        if (q->insn[i].max_reg > g->reg_limit)
                                q->insn[i].fn = sm_exec_bad_register;
        }
        unref(p);
        return q;
}

struct sm_page *sm_page_get(struct sm_warp *w, uint64_t va)
{
        struct sm_grid *g = w->grid;
        struct sm_worker *k = w->worker;
        if (k->page_grid_serial != g->serial) {
                memset(k->page_cache, 0, sizeof(k->page_cache));
                k->page_grid_serial = g->serial;
        }
        struct sm_page **fast = &k->page_cache[va >> 12 & 63];
        if (*fast && (*fast)->va == va)
                return *fast;
        pthread_mutex_lock(&g->page_lock);
        struct sm_page **slot = &g->pages[bucket(va)];
        for (unsigned i = 0; i < 256 && *slot && (*slot)->va != va; i++)
                slot = &g->pages[(bucket(va) + i + 1) & 255];
        struct sm_page *p = *slot;
        bool full = p && p->va != va;
        uint32_t n = 0;
        if (!p) {
                uint8_t words[SM_PAGE_B];
                n = fetch_words(g->mem, va, words);
                if (n) {
                        pthread_mutex_lock(&g->engine->code_lock);
                        p = engine_page(g->engine, g, va, words, n);
                        pthread_mutex_unlock(&g->engine->code_lock);
                        if (p)
                                p = limited(p, g);
                        *slot = p;
                }
        }
        pthread_mutex_unlock(&g->page_lock);
        if (full || (!p && n)) {
                sm_raise(w, NULL, SM_FAULT_UNIMPLEMENTED, sm_first(w->active | 1u << 31),
                         full ? "more than 1 MiB of code in one grid, at 0x%llx"
                              : "out of memory for code at 0x%llx",
                         (unsigned long long)va);
                return NULL;
        }
        if (!p) {
                sm_raise_memory(w, NULL, SM_FAULT_MMU, sm_first(w->active | 1u << 31), SM_FETCH, va,
                                16);
                return NULL;
        }
        *fast = p;
        return p;
}

void sm_grid_pages_release(struct sm_grid *g)
{
        for (unsigned i = 0; i < 256; i++)
                unref(g->pages[i]);
}

void sm_engine_code_release(struct sm_engine *e)
{
        for (unsigned i = 0; i < 256; i++) {
                while (e->code[i]) {
                        struct sm_page *p = e->code[i];
                        e->code[i] = p->next;
                        unref(p);
                }
        }
}
