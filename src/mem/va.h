/* SPDX-License-Identifier: MIT */
/* Virtual addresses: ranges that are free for the GPU and for the CPU alike.
 *
 * A GPU address equals the CPU address of the same memory. So addresses are
 * reserved in the process first (PROT_NONE, nothing committed), which also keeps
 * the ranges of several devices apart without any state outside handles.
 */
#ifndef PEAL_MEM_VA_H
#define PEAL_MEM_VA_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* QMDs and pushbuffers must lie below this (their pointers have 40 bits). */
#define PEAL_VA_LOW_LIMIT (1ull << 40)

struct peal_va_range {
        uint64_t start, end;
};
struct peal_va_arena {
        uint64_t base, size_B;      /* what was reserved */
        struct peal_va_range *free; /* ascending, never touching */
        size_t free_count, free_cap;
};

struct peal_va {
        pthread_mutex_t lock;
        struct peal_va_arena low;   /* below PEAL_VA_LOW_LIMIT */
        struct peal_va_arena *high; /* anywhere; grown on demand */
        size_t high_count;
};

/* -ENOMEM, with a sentence, when no room below 2^40 can be reserved. */
int peal_va_init(struct peal_va *va);
void peal_va_fini(struct peal_va *va);
/* First fit, aligned to @align_B (power of two, at least 4096); @low asks for an
 * address below 2^40. -ENOMEM. */
int peal_va_alloc(struct peal_va *va, uint64_t size_B, uint64_t align_B, bool low,
                  uint64_t *ret_va);
/* The range's pages are PROT_NONE again afterwards, whatever was mapped there. */
void peal_va_free(struct peal_va *va, uint64_t addr, uint64_t size_B);

#endif
