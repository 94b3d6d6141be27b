/* SPDX-License-Identifier: MIT */
#include "src/chan/signal.h"

#include <errno.h>
#include <sched.h>
#include <stdlib.h>
#include <time.h>
#include "src/chan/barrier.h"
#include "src/kmd/error.h"

#define WORD_B        16
#define WORDS         (4096 / WORD_B)
#define SPIN_NS       40000
#define SPIN_ALONE_NS 8000
#define SLEEP_MIN_NS  20000
#define SLEEP_MAX_NS  1000000

struct peal_signal_page {
        struct peal_signal_page *next;
        struct peal_memory memory;
        uint64_t used[WORDS / 64];
};

void peal_signal_pool_init(struct peal_signal_pool *pool, struct peal_space *space)
{
        *pool = (struct peal_signal_pool){.space = space};
        pthread_mutex_init(&pool->lock, NULL);
}

void peal_signal_pool_fini(struct peal_signal_pool *pool)
{
        if (!pool->space)
                return;
        while (pool->pages) {
                struct peal_signal_page *page = pool->pages;

                pool->pages = page->next;
                peal_memory_free(&page->memory);
                free(page);
        }
        pthread_mutex_destroy(&pool->lock);
        pool->space = NULL;
}

static int add_page(struct peal_signal_pool *pool)
{
        struct peal_memory_request req = {.kind = PEAL_MEMORY_HOST, .size_B = 4096, .low = true};
        struct peal_signal_page *page = calloc(1, sizeof(*page));
        int r;

        if (!page)
                return peal_error(ENOMEM, "out of memory");
        r = peal_memory_alloc(pool->space, &req, &page->memory);
        if (r < 0) {
                free(page);
                return r;
        }
        page->next = pool->pages;
        pool->pages = page;
        return 0;
}

static bool take_word(struct peal_signal_page *page, struct peal_signal_word *ret_word)
{
        for (unsigned i = 0; i < WORDS / 64; i++) {
                unsigned bit;

                if (page->used[i] == UINT64_MAX)
                        continue;
                bit = (unsigned)__builtin_ctzll(~page->used[i]);
                page->used[i] |= 1ull << bit;
                bit += i * 64;
                ret_word->cpu = (volatile uint64_t *)(page->memory.cpu_ptr + bit * WORD_B);
                ret_word->gpu_va = page->memory.gpu_va + bit * WORD_B;
                ret_word->page = page;
                return true;
        }
        return false;
}

int peal_signal_word_get(struct peal_signal_pool *pool, uint64_t value,
                         struct peal_signal_word *ret_word)
{
        int r = 0;

        pthread_mutex_lock(&pool->lock);
        for (;;) {
                struct peal_signal_page *page = pool->pages;

                while (page && !take_word(page, ret_word))
                        page = page->next;
                if (page)
                        break;
                r = add_page(pool);
                if (r < 0)
                        break;
        }
        pthread_mutex_unlock(&pool->lock);
        if (r < 0)
                return r;
        __atomic_store_n(&ret_word->cpu[1], 0, __ATOMIC_RELAXED);
        __atomic_store_n(&ret_word->cpu[0], value, __ATOMIC_RELEASE);
        return 0;
}

void peal_signal_word_put(struct peal_signal_pool *pool, struct peal_signal_word *word)
{
        unsigned bit;

        if (!word->page)
                return;
        bit = (unsigned)((word->gpu_va - word->page->memory.gpu_va) / WORD_B);
        pthread_mutex_lock(&pool->lock);
        word->page->used[bit / 64] &= ~(1ull << bit % 64);
        pthread_mutex_unlock(&pool->lock);
        *word = (struct peal_signal_word){0};
}

uint64_t peal_now_ns(void)
{
        struct timespec t;

        clock_gettime(CLOCK_MONOTONIC, &t);
        return (uint64_t)t.tv_sec * 1000000000ull + (uint64_t)t.tv_nsec;
}

uint64_t peal_deadline(uint64_t timeout_ns)
{
        uint64_t now;

        if (timeout_ns == UINT64_MAX)
                return UINT64_MAX;
        now = peal_now_ns();
        return timeout_ns > UINT64_MAX - 1 - now ? UINT64_MAX - 1 : now + timeout_ns;
}

int peal_wait_word(const volatile uint64_t *word, uint64_t value, uint64_t deadline_ns,
                   int (*check)(void *ctx), void *ctx)
{
        uint64_t sleep_ns = SLEEP_MIN_NS, spin_until = 0;

        for (;;) {
                uint64_t now;

                for (unsigned turn = 0; turn < 64; turn++) {
                        if (__atomic_load_n(word, __ATOMIC_ACQUIRE) >= value)
                                return 0;
                        peal_spin_hint();
                }
                now = peal_now_ns();
                if (check) {
                        int r = check(ctx);

                        if (r < 0)
                                return r;
                }
                if (now >= deadline_ns)
                        /* It may have come between the look and the clock. */
                        return __atomic_load_n(word, __ATOMIC_ACQUIRE) >= value ? 0 : -ETIMEDOUT;
                if (!spin_until)
                        spin_until = now + SPIN_NS;
                if (now < spin_until) {
                        /* A while longer, but not against a thread that has work: the
                         * model's may share this core. */
                        if (now > spin_until - SPIN_NS + SPIN_ALONE_NS)
                                sched_yield();
                        continue;
                }
                if (sleep_ns > deadline_ns - now)
                        sleep_ns = deadline_ns - now;
                clock_nanosleep(CLOCK_MONOTONIC, 0, &(struct timespec){.tv_nsec = (long)sleep_ns},
                                NULL);
                sleep_ns = sleep_ns * 2 > SLEEP_MAX_NS ? SLEEP_MAX_NS : sleep_ns * 2;
        }
}
