/* SPDX-License-Identifier: MIT */
/* Signals: 64-bit words in host memory that the CPU polls and engines write,
 * 16 bytes each (value, time in ns), pooled in pages. */
#ifndef PEAL_CHAN_SIGNAL_H
#define PEAL_CHAN_SIGNAL_H

#include <pthread.h>
#include <stdint.h>
#include "src/mem/memory.h"

struct peal_signal_page;
struct peal_signal_pool {
        struct peal_space *space;
        pthread_mutex_t lock;
        struct peal_signal_page *pages;
};
void peal_signal_pool_init(struct peal_signal_pool *pool, struct peal_space *space);
void peal_signal_pool_fini(struct peal_signal_pool *pool);

struct peal_signal_word {
        volatile uint64_t *cpu; /* value at [0], GPU time in ns at [1] */
        uint64_t gpu_va;
        struct peal_signal_page *page;
};
int peal_signal_word_get(struct peal_signal_pool *pool, uint64_t value,
                         struct peal_signal_word *ret_word);
void peal_signal_word_put(struct peal_signal_pool *pool, struct peal_signal_word *word);

static inline uint64_t peal_signal_word_value(const struct peal_signal_word *word)
{
        return __atomic_load_n(&word->cpu[0], __ATOMIC_ACQUIRE);
}

/* Nanoseconds of CLOCK_MONOTONIC. */
uint64_t peal_now_ns(void);
/* @timeout_ns from now as a point in time, UINT64_MAX for no limit. */
uint64_t peal_deadline(uint64_t timeout_ns);

/* Until *@word >= @value: spins a few tens of microseconds, then sleeps ever
 * longer, up to 1 ms. @check (may be NULL) is asked now and then: its negative
 * return ends the wait with that value, since after a fault the word never
 * comes. -ETIMEDOUT, without a sentence: the caller knows what was waited for. */
int peal_wait_word(const volatile uint64_t *word, uint64_t value, uint64_t deadline_ns,
                   int (*check)(void *ctx), void *ctx);

#endif
