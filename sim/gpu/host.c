/* SPDX-License-Identifier: MIT */
/* The host thread: sees doorbells, runs channels, polls the parked ones; and the
 * copy threads that take over what is long.
 *
 * Nobody traps the doorbell page. The thread looks at the doorbell word while there
 * is work or was a moment ago, then sleeps: a hint wakes it at once, and without one
 * it looks again every few milliseconds.
 */
#include "sim/gpu/model.h"

#include <errno.h>
#include <linux/futex.h>
#include <sched.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/* Not a token: the token's high half is the runlist. */
#define NO_TOKEN UINT32_MAX
/* How long to look without sleeping after the last thing that happened. */
#define SPIN_NS 50000ull
/* The longest sleep: with channels parked (a CPU may write their semaphore without
 * notice), and with nothing at all going on. */
#define PARKED_SLEEP_NS 200000ull
#define IDLE_SLEEP_NS   10000000ull
#define FIRST_SLEEP_NS  20000ull

static uint32_t *doorbell(const struct sim_gpu *gpu)
{
        return (uint32_t *)((uintptr_t)gpu->usermode + PEAL_USERMODE_DOORBELL);
}

void sim_doorbell_reset(struct sim_gpu *gpu)
{
        __atomic_store_n(doorbell(gpu), NO_TOKEN, __ATOMIC_RELEASE);
}

void sim_gpu_hint(struct sim_gpu *gpu)
{
        atomic_fetch_add(&gpu->wake_seq, 1);
        if (atomic_load(&gpu->sleeping))
                syscall(SYS_futex, &gpu->wake_seq, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
}

/* ---- queues of channels, under gpu->lock ---- */
static void push(struct sim_channel *ch, enum sim_chan_state state)
{
        struct sim_gpu *gpu = ch->gpu;
        struct sim_channel ***tail = state == SIM_CHAN_READY   ? &gpu->ready_tail
                                     : state == SIM_CHAN_HEAVY ? &gpu->heavy_tail
                                                               : &gpu->parked_tail;

        ch->state = state;
        ch->queue_next = NULL;
        **tail = ch;
        *tail = &ch->queue_next;
        if (state == SIM_CHAN_PARKED)
                gpu->parked_count++;
}

static void take(struct sim_channel *ch, struct sim_channel **head, struct sim_channel ***tail)
{
        struct sim_channel **p = head;

        while (*p && *p != ch)
                p = &(*p)->queue_next;
        if (!*p)
                return;
        *p = ch->queue_next;
        if (!*p)
                *tail = p;
        ch->queue_next = NULL;
}

void sim_channel_unqueue(struct sim_channel *ch)
{
        struct sim_gpu *gpu = ch->gpu;

        switch (ch->state) {
        case SIM_CHAN_READY:
                take(ch, &gpu->ready, &gpu->ready_tail);
                break;
        case SIM_CHAN_HEAVY:
                take(ch, &gpu->heavy, &gpu->heavy_tail);
                break;
        case SIM_CHAN_PARKED:
                take(ch, &gpu->parked, &gpu->parked_tail);
                gpu->parked_count--;
                break;
        case SIM_CHAN_IDLE:
        case SIM_CHAN_RUNNING:
                break;
        }
        ch->state = SIM_CHAN_IDLE;
}

static struct sim_channel *pop(struct sim_channel **head, struct sim_channel ***tail)
{
        struct sim_channel *ch = *head;

        if (ch) {
                take(ch, head, tail);
                ch->state = SIM_CHAN_RUNNING;
        }
        return ch;
}

static bool may_run(const struct sim_channel *ch)
{
        return !atomic_load(&ch->dying) && !atomic_load(&ch->tsg->dead) &&
               atomic_load(&ch->tsg->scheduled);
}

static void *copy_main(void *arg);

/* Where a channel goes after a stretch of running. */
static void settle(struct sim_channel *ch, enum sim_step step)
{
        struct sim_gpu *gpu = ch->gpu;

        ch->state = SIM_CHAN_IDLE;
        pthread_cond_broadcast(&gpu->changed);
        if (!may_run(ch))
                return;
        switch (step) {
        case SIM_STEP_IDLE:
                /* A doorbell may have been seen while it ran. */
                if (sim_channel_has_work(ch))
                        push(ch, SIM_CHAN_READY);
                break;
        case SIM_STEP_AGAIN:
                push(ch, SIM_CHAN_READY);
                break;
        case SIM_STEP_PARKED:
                push(ch, SIM_CHAN_PARKED);
                break;
        case SIM_STEP_HEAVY:
                push(ch, SIM_CHAN_HEAVY);
                if (!gpu->copy_idle && gpu->copy_thread_count < SIM_COPY_THREADS &&
                    pthread_create(&gpu->copy_threads[gpu->copy_thread_count], NULL, copy_main,
                                   gpu) == 0)
                        gpu->copy_thread_count++;
                if (gpu->copy_thread_count)
                        pthread_cond_signal(&gpu->heavy_work);
                else /* no thread to be had: the host thread copies in between */
                        gpu->heavy_here = true;
                break;
        case SIM_STEP_DEAD:
                break;
        }
}

static void *copy_main(void *arg)
{
        struct sim_gpu *gpu = arg;
        struct sim_channel *ch;
        enum sim_step step;
        bool progress;

        pthread_mutex_lock(&gpu->lock);
        while (!atomic_load(&gpu->stop)) {
                ch = pop(&gpu->heavy, &gpu->heavy_tail);
                if (!ch) {
                        gpu->copy_idle++;
                        pthread_cond_wait(&gpu->heavy_work, &gpu->lock);
                        gpu->copy_idle--;
                        continue;
                }
                pthread_mutex_unlock(&gpu->lock);
                step = sim_channel_step(ch, true, &progress);
                pthread_mutex_lock(&gpu->lock);
                settle(ch, step);
                if (gpu->ready || gpu->parked)
                        sim_gpu_hint(gpu);
        }
        pthread_mutex_unlock(&gpu->lock);
        return NULL;
}

/* ---- the host thread ---- */
/* After a doorbell: every channel is looked at, so that two tokens written between
 * two looks lose nothing. */
static void scan(struct sim_gpu *gpu)
{
        for (struct sim_channel *ch = gpu->channels; ch; ch = ch->next) {
                if (ch->state == SIM_CHAN_IDLE && may_run(ch) && sim_channel_has_work(ch))
                        push(ch, SIM_CHAN_READY);
        }
}

/* One turn of every channel that is ready or parked. Under gpu->lock, which is given
 * up in between. */
static bool run_turn(struct sim_gpu *gpu)
{
        unsigned parked = gpu->parked_count;
        bool any = false, progress;
        struct sim_channel *ch;
        enum sim_step step;

        for (;;) {
                ch = pop(&gpu->ready, &gpu->ready_tail);
                if (!ch && gpu->heavy_here)
                        ch = pop(&gpu->heavy, &gpu->heavy_tail);
                if (!ch && parked) {
                        parked--;
                        ch = gpu->parked;
                        if (ch) {
                                sim_channel_unqueue(ch);
                                ch->state = SIM_CHAN_RUNNING;
                        }
                }
                if (!ch)
                        break;
                pthread_mutex_unlock(&gpu->lock);
                step = sim_channel_step(ch, gpu->heavy_here, &progress);
                pthread_mutex_lock(&gpu->lock);
                settle(ch, step);
                any |= progress;
        }
        return any;
}

static void sleep_until_woken(struct sim_gpu *gpu, uint32_t seq, uint64_t sleep_ns)
{
        struct timespec t = {.tv_nsec = (long)sleep_ns};

        atomic_store(&gpu->sleeping, 1);
        if (atomic_load(&gpu->wake_seq) == seq)
                syscall(SYS_futex, &gpu->wake_seq, FUTEX_WAIT_PRIVATE, seq, &t, NULL, 0);
        atomic_store(&gpu->sleeping, 0);
}

static void *host_main(void *arg)
{
        struct sim_gpu *gpu = arg;
        uint64_t sleep_ns = FIRST_SLEEP_NS, last_ns = sim_time_ns();

        while (!atomic_load(&gpu->stop)) {
                uint32_t seq = atomic_load(&gpu->wake_seq);
                bool rung =
                    __atomic_exchange_n(doorbell(gpu), NO_TOKEN, __ATOMIC_ACQ_REL) != NO_TOKEN;
                bool busy, waiting;

                rung |= atomic_exchange(&gpu->rescan, false);
                pthread_mutex_lock(&gpu->lock);
                if (rung)
                        scan(gpu);
                busy = run_turn(gpu) || rung || gpu->ready;
                waiting = gpu->parked != NULL;
                pthread_mutex_unlock(&gpu->lock);
                if (atomic_load(&gpu->grid_queued))
                        sim_grids_unstick(gpu);
                if (busy) {
                        last_ns = sim_time_ns();
                        sleep_ns = FIRST_SLEEP_NS;
                        continue;
                }
                if (sim_time_ns() - last_ns < SPIN_NS) {
                        sched_yield();
                        continue;
                }
                waiting |= atomic_load(&gpu->grid_queued) != 0;
                if (waiting && sleep_ns > PARKED_SLEEP_NS)
                        sleep_ns = PARKED_SLEEP_NS;
                sleep_until_woken(gpu, seq, sleep_ns);
                sleep_ns = sleep_ns * 2 > IDLE_SLEEP_NS ? IDLE_SLEEP_NS : sleep_ns * 2;
                if (atomic_load(&gpu->wake_seq) != seq)
                        last_ns = sim_time_ns();
        }
        return NULL;
}

int sim_host_start(struct sim_gpu *gpu)
{
        int r = pthread_create(&gpu->host_thread, NULL, host_main, gpu);

        gpu->host_started = r == 0;
        return -r;
}

void sim_host_stop(struct sim_gpu *gpu)
{
        atomic_store(&gpu->stop, true);
        sim_gpu_hint(gpu);
        if (gpu->host_started)
                pthread_join(gpu->host_thread, NULL);
        pthread_mutex_lock(&gpu->lock);
        pthread_cond_broadcast(&gpu->heavy_work);
        pthread_mutex_unlock(&gpu->lock);
        for (unsigned i = 0; i < gpu->copy_thread_count; i++)
                pthread_join(gpu->copy_threads[i], NULL);
}
