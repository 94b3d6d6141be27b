/* SPDX-License-Identifier: MIT */
#include "src/mem/va.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include "src/kmd/error.h"

#define GiB             (1ull << 30)
#define LOW_ARENA_B     (32 * GiB)
#define LOW_FIRST       (64 * GiB)
#define HIGH_ARENA_B    (64 * GiB)
#define RESERVE_ALIGN_B (2ull << 20)

#ifndef MAP_FIXED_NOREPLACE
#define MAP_FIXED_NOREPLACE 0x100000
#endif

static void *reserve(uint64_t at, uint64_t size_B)
{
        int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | (at ? MAP_FIXED_NOREPLACE : 0);
        void *p = mmap((void *)(uintptr_t)at, size_B, PROT_NONE, flags, -1, 0);

        if (p == MAP_FAILED)
                return NULL;
        /* Kernels before 4.17 take MAP_FIXED_NOREPLACE for a hint. */
        if (at && (uintptr_t)p != at) {
                munmap(p, size_B);
                return NULL;
        }
        return p;
}

static int arena_init(struct peal_va_arena *arena, uint64_t base, uint64_t size_B)
{
        *arena = (struct peal_va_arena){.base = base, .size_B = size_B, .free_cap = 16};
        arena->free = malloc(arena->free_cap * sizeof(*arena->free));
        if (!arena->free)
                return -ENOMEM;
        arena->free[arena->free_count++] = (struct peal_va_range){base, base + size_B};
        return 0;
}

static int arena_alloc(struct peal_va_arena *arena, uint64_t size_B, uint64_t align_B,
                       uint64_t *ret_va)
{
        for (size_t i = 0; i < arena->free_count; i++) {
                struct peal_va_range *r = &arena->free[i];
                uint64_t at = (r->start + align_B - 1) & ~(align_B - 1);

                if (at < r->start || at > r->end || r->end - at < size_B)
                        continue;
                if (at > r->start && at + size_B < r->end) {
                        /* Splits in two: needs one more entry. */
                        if (arena->free_count == arena->free_cap) {
                                size_t cap = arena->free_cap * 2;
                                void *grown = realloc(arena->free, cap * sizeof(*arena->free));

                                if (!grown)
                                        return -ENOMEM;
                                arena->free = grown;
                                arena->free_cap = cap;
                                r = &arena->free[i];
                        }
                        memmove(r + 1, r, (arena->free_count - i) * sizeof(*r));
                        arena->free_count++;
                        r[0].end = at;
                        r[1].start = at + size_B;
                } else if (at > r->start) {
                        r->end = at;
                } else if (at + size_B < r->end) {
                        r->start = at + size_B;
                } else {
                        memmove(r, r + 1, (arena->free_count - i - 1) * sizeof(*r));
                        arena->free_count--;
                }
                *ret_va = at;
                return 0;
        }
        return -ENOMEM;
}

static void arena_free(struct peal_va_arena *arena, uint64_t addr, uint64_t size_B)
{
        struct peal_va_range *f = arena->free;
        size_t i = 0, n = arena->free_count;

        while (i < n && f[i].end < addr)
                i++;
        if (i < n && f[i].end == addr) {
                f[i].end = addr + size_B;
                if (i + 1 < n && f[i + 1].start == f[i].end) {
                        f[i].end = f[i + 1].end;
                        memmove(f + i + 1, f + i + 2, (n - i - 2) * sizeof(*f));
                        arena->free_count--;
                }
                return;
        }
        if (i < n && f[i].start == addr + size_B) {
                f[i].start = addr;
                return;
        }
        if (n == arena->free_cap) {
                void *grown = realloc(f, 2 * n * sizeof(*f));

                if (!grown)
                        return; /* the addresses are lost to reuse, nothing else is */
                arena->free = f = grown;
                arena->free_cap = 2 * n;
        }
        memmove(f + i + 1, f + i, (n - i) * sizeof(*f));
        f[i] = (struct peal_va_range){addr, addr + size_B};
        arena->free_count++;
}

static void arena_fini(struct peal_va_arena *arena)
{
        if (arena->size_B)
                munmap((void *)(uintptr_t)arena->base, arena->size_B);
        free(arena->free);
        *arena = (struct peal_va_arena){0};
}

int peal_va_init(struct peal_va *va)
{
        void *p = NULL;
        int r;

        *va = (struct peal_va){0};
        for (uint64_t at = LOW_FIRST; !p && at + LOW_ARENA_B <= PEAL_VA_LOW_LIMIT;
             at += LOW_ARENA_B)
                p = reserve(at, LOW_ARENA_B);
        if (!p)
                return peal_error(
                    ENOMEM,
                    "no %llu GiB of free addresses below 2^40 in this process (limits "
                    "of address space, ulimit -v; AddressSanitizer needs "
                    "ASAN_OPTIONS=protect_shadow_gap=0)",
                    LOW_ARENA_B / GiB);
        r = arena_init(&va->low, (uintptr_t)p, LOW_ARENA_B);
        if (r < 0) {
                munmap(p, LOW_ARENA_B);
                return peal_error(ENOMEM, "out of memory");
        }
        pthread_mutex_init(&va->lock, NULL);
        return 0;
}

void peal_va_fini(struct peal_va *va)
{
        if (!va->low.size_B)
                return;
        arena_fini(&va->low);
        for (size_t i = 0; i < va->high_count; i++)
                arena_fini(&va->high[i]);
        free(va->high);
        pthread_mutex_destroy(&va->lock);
        *va = (struct peal_va){0};
}

static int high_grow(struct peal_va *va, uint64_t size_B)
{
        uint64_t want = size_B > HIGH_ARENA_B ? size_B : HIGH_ARENA_B;
        struct peal_va_arena *grown;
        uint64_t base;
        void *p;

        want = (want + RESERVE_ALIGN_B - 1) & ~(RESERVE_ALIGN_B - 1);
        if (want < size_B)
                return -ENOMEM;
        grown = realloc(va->high, (va->high_count + 1) * sizeof(*grown));
        if (!grown)
                return -ENOMEM;
        va->high = grown;
        /* mmap aligns to 4 KiB only; ask for one alignment more and trim. */
        p = reserve(0, want + RESERVE_ALIGN_B);
        if (!p)
                return -ENOMEM;
        base = ((uintptr_t)p + RESERVE_ALIGN_B - 1) & ~(RESERVE_ALIGN_B - 1);
        if (base > (uintptr_t)p)
                munmap(p, base - (uintptr_t)p);
        if ((uintptr_t)p + RESERVE_ALIGN_B > base)
                munmap((void *)(uintptr_t)(base + want), (uintptr_t)p + RESERVE_ALIGN_B - base);
        if (arena_init(&va->high[va->high_count], base, want) < 0) {
                munmap((void *)(uintptr_t)base, want);
                return -ENOMEM;
        }
        va->high_count++;
        return 0;
}

int peal_va_alloc(struct peal_va *va, uint64_t size_B, uint64_t align_B, bool low, uint64_t *ret_va)
{
        int r = -ENOMEM;

        if (align_B < 4096)
                align_B = 4096;
        size_B = (size_B + 4095) & ~4095ull;
        pthread_mutex_lock(&va->lock);
        if (low) {
                r = arena_alloc(&va->low, size_B, align_B, ret_va);
        } else {
                for (size_t i = 0; r < 0 && i < va->high_count; i++)
                        r = arena_alloc(&va->high[i], size_B, align_B, ret_va);
                if (r < 0 && high_grow(va, size_B + align_B) == 0)
                        r = arena_alloc(&va->high[va->high_count - 1], size_B, align_B, ret_va);
        }
        pthread_mutex_unlock(&va->lock);
        if (r < 0)
                return peal_error(ENOMEM, "no %llu bytes of %sfree addresses left in this process",
                                  (unsigned long long)size_B, low ? "low (below 2^40) " : "");
        return 0;
}

void peal_va_free(struct peal_va *va, uint64_t addr, uint64_t size_B)
{
        struct peal_va_arena *arena = &va->low;

        size_B = (size_B + 4095) & ~4095ull;
        mmap((void *)(uintptr_t)addr, size_B, PROT_NONE,
             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
        pthread_mutex_lock(&va->lock);
        for (size_t i = 0; i < va->high_count; i++)
                if (addr >= va->high[i].base && addr < va->high[i].base + va->high[i].size_B)
                        arena = &va->high[i];
        arena_free(arena, addr, size_B);
        pthread_mutex_unlock(&va->lock);
}
