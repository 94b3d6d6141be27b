/* SPDX-License-Identifier: MIT */
/* Test support: a model GPU with one address space and queues made by hand, without
 * the kernel driver's model. */
#ifndef PEAL_TESTS_UNIT_SIM_GPU_UTIL_H
#define PEAL_TESTS_UNIT_SIM_GPU_UTIL_H

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "sim/gpu/gpu.h"
#include "src/hw/class.h"
#include "src/hw/method.h"
#include "src/hw/qmd.h"

#define GX_VA      0x200000000ull
#define GX_SIZE_B  (16u << 20)
#define GX_ENTRIES 64u
/* Offsets in the memory. Queue i has a page of its own for ring, USERD, notifier. */
#define GX_QUEUE(i) ((i)*0x4000u)
#define GX_SEM      0x40000u
#define GX_QMD      0x50000u
#define GX_CODE     0x60000u
#define GX_PUSH     0x100000u
#define GX_PUSH_B   0x100000u
#define GX_DATA     0x400000u

struct gx_queue {
        struct sim_tsg *tsg;
        struct sim_channel *channel;
        volatile uint64_t *ring;
        uint32_t *get, *put;
        uint16_t *notifier_status;
        uint32_t token;
};

struct gx {
        struct sim_gpu *gpu;
        struct sim_vas *vas;
        uint8_t *mem;
        uint32_t *doorbell;
        struct gx_queue q[8];
        uint32_t compute_class, copy_class, channel_class;
        uint32_t push_at;
        uint32_t words[0x10000];
        struct peal_push p; /* filled by the test, sent by gx_submit() */
        pthread_mutex_t lock;
        char log[4096];
        unsigned interrupts, errors;
};

static inline void gx_log(void *ctx, const char *line)
{
        struct gx *x = ctx;
        size_t n;

        pthread_mutex_lock(&x->lock);
        n = strlen(x->log);
        snprintf(x->log + n, sizeof(x->log) - n, "%s\n", line);
        pthread_mutex_unlock(&x->lock);
}

static inline void gx_interrupt(void *ctx, uint32_t channel_id)
{
        struct gx *x = ctx;

        (void)channel_id;
        __atomic_fetch_add(&x->interrupts, 1, __ATOMIC_ACQ_REL);
}

static inline void gx_channel_error(void *ctx, uint32_t xid)
{
        struct gx *x = ctx;

        (void)xid;
        __atomic_fetch_add(&x->errors, 1, __ATOMIC_ACQ_REL);
}

static inline bool gx_logged(struct gx *x, const char *text)
{
        bool found;

        pthread_mutex_lock(&x->lock);
        found = strstr(x->log, text);
        pthread_mutex_unlock(&x->lock);
        return found;
}

static inline void gx_create(struct gx *x, uint32_t compute_class)
{
        const struct peal_chip *chip = peal_chip_by_compute_class(compute_class);
        struct sim_gpu_config config = {.chip = chip, .sm_count = 8, .workers = 2};
        struct sim_gpu_events events = {x, gx_log, gx_interrupt, gx_channel_error};
        struct sim_map_flags flags = {.page_B = 65536};

        memset(x, 0, sizeof(*x));
        pthread_mutex_init(&x->lock, NULL);
        assert_non_null(chip);
        config.sm_arch = chip->sm_arch;
        x->compute_class = compute_class;
        x->copy_class = compute_class == TURING_COMPUTE_A ? TURING_DMA_COPY_A : HOPPER_DMA_COPY_A;
        x->channel_class =
            compute_class == TURING_COMPUTE_A ? TURING_CHANNEL_GPFIFO_A : HOPPER_CHANNEL_GPFIFO_A;
        assert_int_equal(sim_gpu_create(&config, &events, &x->gpu), 0);
        assert_int_equal(sim_vas_create(x->gpu, &x->vas), 0);
        x->mem = mmap(NULL, GX_SIZE_B, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
        assert_true(x->mem != MAP_FAILED);
        assert_int_equal(sim_vas_map(x->vas, GX_VA, GX_SIZE_B, x->mem, flags), 0);
        x->doorbell =
            mmap(NULL, 0x10000, PROT_READ | PROT_WRITE, MAP_SHARED, sim_gpu_usermode_fd(x->gpu), 0);
        assert_true((void *)x->doorbell != MAP_FAILED);
        peal_push_init(&x->p, x->words, sizeof(x->words) / 4);
}

/* A queue in a group of its own, or in that of @share. */
static inline void gx_queue(struct gx *x, unsigned i, enum sim_engine engine, unsigned instance,
                            struct sim_tsg *share)
{
        struct gx_queue *q = &x->q[i];
        uint8_t *page = x->mem + GX_QUEUE(i);
        struct sim_channel_config config = {
            .vas = x->vas,
            .gpfifo_va = GX_VA + GX_QUEUE(i),
            .gpfifo_entries = GX_ENTRIES,
            .userd = page + 0x1000,
            .notifier = page + 0x2000,
            .token = 0x10000u * i + 7,
            .channel_class = x->channel_class,
            .channel_id = i,
        };

        memset(page, 0, 0x4000);
        q->tsg = share;
        if (!share)
                assert_int_equal(sim_tsg_create(x->gpu, engine, instance, &q->tsg), 0);
        config.tsg = q->tsg;
        assert_int_equal(sim_channel_create(x->gpu, &config, &q->channel), 0);
        if (engine == SIM_ENGINE_GR)
                sim_channel_add_class(q->channel, x->compute_class);
        sim_channel_add_class(q->channel, x->copy_class);
        sim_tsg_schedule(q->tsg, true);
        q->ring = (volatile uint64_t *)(void *)page;
        q->get = (uint32_t *)(void *)(page + 0x1000 + PEAL_USERD_GP_GET);
        q->put = (uint32_t *)(void *)(page + 0x1000 + PEAL_USERD_GP_PUT);
        q->notifier_status = (uint16_t *)(void *)(page + 0x2000 + 14);
        q->token = config.token;
}

static inline void gx_destroy(struct gx *x)
{
        for (unsigned i = 0; i < 8; i++)
                sim_channel_destroy(x->q[i].channel);
        for (unsigned i = 0; i < 8; i++) {
                bool last = x->q[i].tsg;

                for (unsigned j = i + 1; j < 8; j++)
                        last &= x->q[j].tsg != x->q[i].tsg;
                if (last)
                        sim_tsg_destroy(x->q[i].tsg);
        }
        sim_vas_destroy(x->vas);
        munmap(x->doorbell, 0x10000);
        sim_gpu_destroy(x->gpu);
        munmap(x->mem, GX_SIZE_B);
        pthread_mutex_destroy(&x->lock);
}

static inline void gx_ring(struct gx *x, unsigned i, bool hint)
{
        __atomic_store_n(x->doorbell + PEAL_USERMODE_DOORBELL / 4, x->q[i].token, __ATOMIC_SEQ_CST);
        if (hint)
                sim_gpu_hint(x->gpu);
}

/* Puts the words of x->p into memory and a ring entry for them; no doorbell. */
static inline void gx_enqueue(struct gx *x, unsigned i)
{
        struct gx_queue *q = &x->q[i];
        uint32_t put = __atomic_load_n(q->put, __ATOMIC_RELAXED), n = x->p.len_dw;
        uint64_t entry;

        assert_int_equal(x->p.err, 0);
        if (x->push_at + 4 * n > GX_PUSH_B)
                x->push_at = 0;
        memcpy(x->mem + GX_PUSH + x->push_at, x->words, 4ull * n);
        assert_int_equal(peal_gp_entry_pack(GX_VA + GX_PUSH + x->push_at, n, &entry), 0);
        x->push_at += 4 * n;
        q->ring[put] = entry;
        __atomic_store_n(q->put, (put + 1) % GX_ENTRIES, __ATOMIC_RELEASE);
        peal_push_init(&x->p, x->words, sizeof(x->words) / 4);
}

static inline void gx_submit(struct gx *x, unsigned i)
{
        gx_enqueue(x, i);
        gx_ring(x, i, true);
}

static inline uint32_t *gx_word(struct gx *x, uint32_t offset)
{
        return (uint32_t *)(void *)(x->mem + offset);
}

static inline uint64_t gx_now_ns(void)
{
        struct timespec t;

        clock_gettime(CLOCK_MONOTONIC, &t);
        return (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
}

static inline void gx_nap(unsigned us)
{
        struct timespec t = {0, us * 1000};

        nanosleep(&t, NULL);
}

/* Until the word has @value; false after 10 s. */
static inline bool gx_wait(uint32_t *word, uint32_t value)
{
        uint64_t until = gx_now_ns() + 10000000000ull;

        while (__atomic_load_n(word, __ATOMIC_ACQUIRE) != value) {
                if (gx_now_ns() > until)
                        return false;
                gx_nap(20);
        }
        return true;
}

static inline bool gx_wait_error(struct gx *x, unsigned i)
{
        uint64_t until = gx_now_ns() + 10000000000ull;

        while (__atomic_load_n(x->q[i].notifier_status, __ATOMIC_ACQUIRE) != 0xffff) {
                if (gx_now_ns() > until)
                        return false;
                gx_nap(20);
        }
        return true;
}

static inline void gx_release(struct gx *x, uint32_t sem, uint32_t payload, unsigned flags)
{
        peal_push_sem_release(&x->p, GX_VA + GX_SEM + sem, payload, flags);
}

/* Sends x->p followed by a release of @payload and waits for it. */
static inline void gx_run(struct gx *x, unsigned i, uint32_t payload)
{
        gx_release(x, 0xf00, payload, PEAL_SEM_WFI);
        gx_submit(x, i);
        if (!gx_wait(gx_word(x, GX_SEM + 0xf00), payload))
                fail_msg("no release; log: %s", x->log);
}

/* Sends x->p, which must fault with @text in the log. */
static inline void gx_faults(struct gx *x, unsigned i, const char *text)
{
        gx_release(x, 0xf00, 0xdead, PEAL_SEM_WFI);
        gx_submit(x, i);
        if (!gx_wait_error(x, i))
                fail_msg("no fault; expected %s", text);
        if (!gx_logged(x, text))
                fail_msg("expected \"%s\", log: %s", text, x->log);
        assert_int_not_equal(*gx_word(x, GX_SEM + 0xf00), 0xdead);
}

#endif
