/* SPDX-License-Identifier: MIT */
/* Test support: a cubin from tests/corpus, just enough of it to run one kernel in
 * the SM engine, and a small GPU memory. Not a loader: no checks beyond asserts.
 */
#ifndef PEAL_TESTS_UNIT_SM_KERNEL_H
#define PEAL_TESTS_UNIT_SM_KERNEL_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/sm/sm.h"

#define SK_SHARED_WINDOW 0x7f0000000000ull
#define SK_LOCAL_WINDOW  0x7f1000000000ull
#define SK_REGIONS       32

struct sk_region {
        uint64_t va, size;
        uint8_t *host;
        bool writable;
};

struct sk_memory {
        struct sk_region r[SK_REGIONS];
        unsigned count;
        uint64_t next_va;
        _Atomic uint64_t generation;
        struct sm_mem_ops ops;
};

struct sk_kernel {
        uint32_t arch, registers, shared_B;
        uint64_t program;
        uint8_t bank[8][65536];
        uint32_t bank_B[8];
        uint64_t bank_va[8];
        uint32_t param_at, param_end;
        struct sk_memory *mem;
};

static inline void *sk_translate(void *ctx, uint64_t va, enum sm_access access, uint64_t *ret_run_B)
{
        struct sk_memory *m = ctx;
        for (unsigned i = 0; i < m->count; i++) {
                struct sk_region *r = &m->r[i];
                uint64_t size = __atomic_load_n(&r->size, __ATOMIC_RELAXED);
                if (va - r->va < size && (r->writable || access == SM_READ || access == SM_FETCH)) {
                        *ret_run_B = size - (va - r->va);
                        return r->host + (va - r->va);
                }
        }
        return NULL;
}

static inline void sk_memory_init(struct sk_memory *m)
{
        uint64_t generation = m->generation + 1; /* whatever was mapped before is gone */
        memset(m, 0, sizeof(*m));
        m->generation = generation;
        m->next_va = 0x10000000;
        m->ops =
            (struct sm_mem_ops){.translate = sk_translate, .ctx = m, .generation = &m->generation};
}

static inline void sk_memory_free(struct sk_memory *m)
{
        for (unsigned i = 0; i < m->count; i++)
                free(m->r[i].host);
        m->count = 0;
}

/* Host pointer of new zeroed GPU memory. */
static inline void *sk_alloc(struct sk_memory *m, uint64_t size, bool writable, uint64_t *ret_va)
{
        if (m->count == SK_REGIONS)
                abort();
        struct sk_region *r = &m->r[m->count++];
        r->size = (size + 4095) & ~4095ull;
        r->host = aligned_alloc(4096, r->size);
        memset(r->host, 0, r->size);
        r->va = m->next_va;
        r->writable = writable;
        m->next_va += r->size + 0x100000;
        *ret_va = r->va;
        return r->host;
}

static inline uint64_t sk_u(const uint8_t *p, unsigned n)
{
        uint64_t v = 0;
        memcpy(&v, p, n);
        return v;
}

/* Load kernel @name of the cubin at @path into @m. False: no such file. */
static inline bool sk_load(struct sk_kernel *k, struct sk_memory *m, const char *path,
                           const char *name, uint32_t arch)
{
        static uint8_t file[1 << 20];
        FILE *f = fopen(path, "rb");
        if (!f)
                return false;
        size_t n = fread(file, 1, sizeof(file), f);
        fclose(f);
        if (n < 64)
                return false;
        memset(k, 0, sizeof(*k));
        k->arch = arch;
        k->mem = m;
        k->param_at = arch >= 90 ? 0x210 : 0x160;
        const uint8_t *sh = file + sk_u(file + 0x28, 8);
        unsigned shnum = (unsigned)sk_u(file + 0x3c, 2), shstr = (unsigned)sk_u(file + 0x3e, 2);
        const char *names = (const char *)file + sk_u(sh + 64 * shstr + 0x18, 8);
        uint64_t va_of[128] = {0};
        char want[128];
        int symtab = -1;
        for (unsigned i = 0; i < shnum && i < 128; i++) {
                const uint8_t *s = sh + 64 * i;
                const char *sn = names + sk_u(s, 4);
                uint64_t off = sk_u(s + 0x18, 8), size = sk_u(s + 0x20, 8);
                unsigned type = (unsigned)sk_u(s + 4, 4);
                if (type == 2)
                        symtab = (int)i;
                snprintf(want, sizeof(want), ".text.%s", name);
                if (!strcmp(sn, want)) {
                        void *p = sk_alloc(m, size, false, &k->program);
                        memcpy(p, file + off, size);
                        if (sk_u(s + 0x2c, 4) >> 24)
                                k->registers = (uint32_t)sk_u(s + 0x2c, 4) >> 24;
                        va_of[i] = k->program;
                }
                for (unsigned b = 0; b < 5; b++) {
                        char wide[128];
                        snprintf(want, sizeof(want), ".nv.constant%u.%s", b, name);
                        snprintf(wide, sizeof(wide), ".nv.constant%u", b);
                        if (!strcmp(sn, want) || !strcmp(sn, wide)) {
                                memcpy(k->bank[b], file + off, size);
                                k->bank_B[b] = (uint32_t)size;
                        }
                }
                snprintf(want, sizeof(want), ".nv.shared.%s", name);
                if (!strcmp(sn, want))
                        k->shared_B = (uint32_t)size;
                if (!strcmp(sn, ".nv.info")) { /* EIATTR_REGCOUNT: the most of any kernel */
                        for (uint64_t o = 0; o + 12 <= size;) {
                                const uint8_t *a = file + off + o;
                                if (a[0] == 4 && a[1] == 0x2f && sk_u(a + 8, 4) > k->registers)
                                        k->registers = (uint32_t)sk_u(a + 8, 4);
                                o += 4 + (a[0] == 4 ? sk_u(a + 2, 2) : 0);
                        }
                }
                if (!strcmp(sn, ".nv.global") || !strcmp(sn, ".nv.global.init")) {
                        void *p = sk_alloc(m, size, true, &va_of[i]);
                        if (type != 8)
                                memcpy(p, file + off, size);
                }
        }
        if (!k->program || symtab < 0)
                return false;
        const uint8_t *syms = file + sk_u(sh + 64 * symtab + 0x18, 8);
        for (unsigned i = 0; i < shnum; i++) { /* addresses in constants and globals */
                const uint8_t *s = sh + 64 * i;
                const char *sn = names + sk_u(s, 4);
                bool rela = !strncmp(sn, ".rela.nv.", 9);
                if (!rela && strncmp(sn, ".rel.nv.", 8))
                        continue;
                unsigned es = rela ? 24 : 16, target = (unsigned)sk_u(s + 0x2c, 4);
                const char *tn = names + sk_u(sh + 64 * target, 4);
                uint8_t *to = !strncmp(tn, ".nv.constant", 12) && tn[12] - '0' < 8
                                  ? k->bank[tn[12] - '0']
                                  : NULL;
                uint64_t run;
                if (!strncmp(tn, ".nv.global", 10))
                        to = sk_translate(m, va_of[target], SM_WRITE, &run);
                for (uint64_t o = 0; to && o + es <= sk_u(s + 0x20, 8); o += es) {
                        const uint8_t *r = file + sk_u(s + 0x18, 8) + o;
                        const uint8_t *sym = syms + 24 * sk_u(r + 12, 4);
                        uint64_t v = va_of[sk_u(sym + 6, 2)] + sk_u(sym + 8, 8) +
                                     (rela ? sk_u(r + 16, 8) : 0);
                        memcpy(to + sk_u(r, 8), &v, 8);
                }
        }
        return true;
}

/* Append an argument, aligned to its size. */
static inline void sk_arg(struct sk_kernel *k, const void *v, unsigned size)
{
        k->param_end = (k->param_end + size - 1) / size * size;
        memcpy(k->bank[0] + k->param_at + k->param_end, v, size);
        k->param_end += size;
}

#define SK_ARG(k, type, value)                                                                     \
        do {                                                                                       \
                type sk_v = (value);                                                               \
                sk_arg(k, &sk_v, sizeof(sk_v));                                                    \
        } while (0)

static inline void sk_prepare(struct sk_kernel *k, struct sm_launch *l, const uint32_t grid[3],
                              const uint32_t block[3])
{
        memset(l, 0, sizeof(*l));
        l->sm_arch = k->arch;
        l->program_address = k->program;
        memcpy(l->grid, grid, 12);
        memcpy(l->block, block, 12);
        l->cluster[0] = l->cluster[1] = l->cluster[2] = 1;
        l->register_count = k->registers;
        l->barrier_count = 16;
        l->shared_B = k->shared_B;
        l->local_B = 4096;
        l->shared_window = SK_SHARED_WINDOW;
        l->local_window = SK_LOCAL_WINDOW;
        l->sm_count = 4;
        l->warps_per_sm = 64;
        l->max_instructions = 100000000;
        uint8_t *c = k->bank[0];
        memcpy(c, block, 12);
        memcpy(c + 0x0c, grid, 12);
        memcpy(c + 0x18, &l->shared_window, 8);
        memcpy(c + 0x20, &l->local_window, 8);
        /* The stack starts where local memory ends, at 16 MiB. */
        memcpy(c + 0x28, &(uint32_t){1u << 24}, 4);
        if (k->bank_B[0] < k->param_at + k->param_end)
                k->bank_B[0] = k->param_at + k->param_end;
        for (unsigned b = 0; b < 8; b++) {
                if (!k->bank_B[b])
                        continue;
                if (!k->bank_va[b])
                        sk_alloc(k->mem, 65536, false, &k->bank_va[b]);
                for (unsigned i = 0; i < k->mem->count; i++)
                        if (k->mem->r[i].va == k->bank_va[b])
                                memcpy(k->mem->r[i].host, k->bank[b], 65536);
                l->cbank[b] = (struct sm_cbank){true, k->bank_va[b], k->bank_B[b]};
        }
}

#endif
