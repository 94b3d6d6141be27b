/* SPDX-License-Identifier: MIT */
/* The host thread: doorbell, whose turn it is, parked channels, sleep; and the
 * threads for long copies.
 *
 * Nobody traps the doorbell: a store to it is seen by looking. The thread looks
 * without pause while there is work and shortly after, then ever less often, so that
 * an idle model costs well under 1 % of a core; sim_gpu_hint() ends a sleep at once.
 */
#include "sim/gpu/model.h"

#include <errno.h>
#include <linux/futex.h>
#include <sched.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/* What the word holds when nobody has rung since: no token is like it. Exchanged,
 * so that the same token twice is seen twice. */
#define NO_TOKEN UINT32_MAX
#define SPIN_NS  100000ull
/* NVC361_TIME_0 and _TIME_1, clc361.h: the GPU's nanoseconds in the same page. */
#define USERMODE_TIME_0 0x80
#define USERMODE_TIME_1 0x84

static uint32_t *usermode_word(struct sim_gpu *gpu, unsigned offset_B)
{
        return (uint32_t *)((uintptr_t)gpu->usermode + offset_B);
}

void sim_doorbell_reset(struct sim_gpu *gpu)
{
        __atomic_store_n(usermode_word(gpu, PEAL_USERMODE_DOORBELL), NO_TOKEN, __ATOMIC_RELEASE);
}

static long futex(_Atomic uint32_t *word, int op, uint32_t value, const struct timespec *timeout)
{
        return syscall(SYS_futex, word, op, value, timeout, NULL, 0);
}

void sim_wake(struct sim_gpu *gpu)
{
        atomic_fetch_add(&gpu->wake_seq, 1);
        if (atomic_load(&gpu->sleeping))
                futex(&gpu->wake_seq, FUTEX_WAKE_PRIVATE, 1, NULL);
}

void sim_gpu_hint(struct sim_gpu *gpu)
{
        sim_wake(gpu);
        /* The caller often waits in a loop next. Should the host thread sit on the same
         * processor, it would not run before the next tick, milliseconds later. */
        sched_yield();
}

/* ---- queues, under gpu->lock ---- */
static void queue_put(struct sim_channel *ch, struct sim_channel ***tail, enum sim_chan_state state)
{
        ch->state = state;
        ch->queue_next = NULL;
        **tail = ch;
        *tail = &ch->queue_next;
}

static struct sim_channel *queue_take(struct sim_channel **head, struct sim_channel ***tail)
{
        struct sim_channel *ch = *head;

        if (!ch)
                return NULL;
        *head = ch->queue_next;
        if (!*head)
                *tail = head;
        ch->state = SIM_CHAN_RUNNING;
        return ch;
}

static void queue_remove(struct sim_channel *ch, struct sim_channel **head,
                         struct sim_channel ***tail)
{
        struct sim_channel **p = head;

        while (*p && *p != ch)
                p = &(*p)->queue_next;
        if (*p)
                *p = ch->queue_next;
        *tail = head;
        while (**tail)
                *tail = &(**tail)->queue_next;
}

void sim_channel_unqueue(struct sim_channel *ch)
{
        struct sim_gpu *gpu = ch->gpu;

        switch (ch->state) {
        case SIM_CHAN_READY:
                queue_remove(ch, &gpu->ready, &gpu->ready_tail);
                break;
        case SIM_CHAN_HEAVY:
                queue_remove(ch, &gpu->heavy, &gpu->heavy_tail);
                break;
        case SIM_CHAN_PARKED:
                queue_remove(ch, &gpu->parked, &gpu->parked_tail);
                gpu->parked_count--;
                break;
        default:
                break;
        }
        ch->state = SIM_CHAN_IDLE;
}

static bool runnable(const struct sim_channel *ch)
{
        return atomic_load(&ch->tsg->scheduled) && !atomic_load(&ch->tsg->dead) &&
               !atomic_load(&ch->dying) && sim_channel_has_work(ch);
}

/* ---- copy threads ---- */
static void *copy_main(void *arg);

/* Under gpu->lock. */
static void hand_over(struct sim_gpu *gpu, struct sim_channel *ch)
{
        if (!gpu->copy_idle && gpu->copy_thread_count < SIM_COPY_THREADS &&
            pthread_create(&gpu->copy_threads[gpu->copy_thread_count], NULL, copy_main, gpu) == 0)
                gpu->copy_thread_count++;
        if (!gpu->copy_thread_count) {
                /* No thread to be had: in pieces on the host thread, then. */
                ch->light_only = true;
                queue_put(ch, &gpu->ready_tail, SIM_CHAN_READY);
                return;
        }
        queue_put(ch, &gpu->heavy_tail, SIM_CHAN_HEAVY);
        pthread_cond_signal(&gpu->heavy_work);
}

/* What becomes of a channel after its turn. */
static void settle(struct sim_gpu *gpu, struct sim_channel *ch, enum sim_step step,
                   bool on_copy_thread)
{
        pthread_mutex_lock(&gpu->lock);
        switch (step) {
        case SIM_STEP_AGAIN:
                if (on_copy_thread)
                        queue_put(ch, &gpu->heavy_tail, SIM_CHAN_HEAVY);
                else
                        queue_put(ch, &gpu->ready_tail, SIM_CHAN_READY);
                break;
        case SIM_STEP_HEAVY:
                hand_over(gpu, ch);
                break;
        case SIM_STEP_PARKED:
                queue_put(ch, &gpu->parked_tail, SIM_CHAN_PARKED);
                gpu->parked_count++;
                break;
        case SIM_STEP_IDLE:
        case SIM_STEP_DEAD:
                ch->state = SIM_CHAN_IDLE;
                /* A doorbell that came during the turn found the channel running. */
                if (step == SIM_STEP_IDLE && runnable(ch))
                        queue_put(ch, &gpu->ready_tail, SIM_CHAN_READY);
                break;
        }
        if (atomic_load(&ch->dying))
                pthread_cond_broadcast(&gpu->changed);
        pthread_mutex_unlock(&gpu->lock);
        if (on_copy_thread && step != SIM_STEP_AGAIN)
                sim_wake(gpu);
}

static void *copy_main(void *arg)
{
        struct sim_gpu *gpu = arg;
        struct sim_channel *ch;
        enum sim_step step;
        bool progress;

        pthread_mutex_lock(&gpu->lock);
        while (!atomic_load(&gpu->stop)) {
                ch = queue_take(&gpu->heavy, &gpu->heavy_tail);
                if (!ch) {
                        gpu->copy_idle++;
                        pthread_cond_wait(&gpu->heavy_work, &gpu->lock);
                        gpu->copy_idle--;
                        continue;
                }
                pthread_mutex_unlock(&gpu->lock);
                step = sim_channel_step(ch, true, &progress);
                settle(gpu, ch, step, true);
                pthread_mutex_lock(&gpu->lock);
        }
        pthread_mutex_unlock(&gpu->lock);
        return NULL;
}

/* ---- the host thread ---- */
/* Which channels have new ring entries? All are asked: two tokens between two looks
 * leave only the later one. */
static void scan(struct sim_gpu *gpu, uint32_t token)
{
        bool known = token == NO_TOKEN;

        pthread_mutex_lock(&gpu->lock);
        for (struct sim_channel *ch = gpu->channels; ch; ch = ch->next) {
                known |= ch->config.token == token;
                if (ch->state == SIM_CHAN_IDLE && runnable(ch))
                        queue_put(ch, &gpu->ready_tail, SIM_CHAN_READY);
        }
        pthread_mutex_unlock(&gpu->lock);
        if (!known)
                sim_log(gpu, "doorbell: token 0x%08x belongs to no channel", token);
}

static bool look_at_doorbell(struct sim_gpu *gpu)
{
        uint32_t *word = usermode_word(gpu, PEAL_USERMODE_DOORBELL), token = NO_TOKEN;
        bool rescan = atomic_load_explicit(&gpu->rescan, memory_order_relaxed) &&
                      atomic_exchange(&gpu->rescan, false);

        if (__atomic_load_n(word, __ATOMIC_RELAXED) != NO_TOKEN)
                token = __atomic_exchange_n(word, NO_TOKEN, __ATOMIC_ACQ_REL);
        if (token == NO_TOKEN && !rescan)
                return false;
        scan(gpu, token);
        return true;
}

/* Each channel that is ready now has one turn. */
static bool run_ready(struct sim_gpu *gpu)
{
        struct sim_channel *ch;
        enum sim_step step;
        bool progress, any = false;

        for (unsigned turns = 0; turns < 64; turns++) {
                pthread_mutex_lock(&gpu->lock);
                ch = queue_take(&gpu->ready, &gpu->ready_tail);
                pthread_mutex_unlock(&gpu->lock);
                if (!ch)
                        break;
                step = sim_channel_step(ch, ch->light_only, &progress);
                settle(gpu, ch, step, false);
                any = true;
        }
        return any;
}

/* Parked channels try their word again; true when one got on. */
static bool poll_parked(struct sim_gpu *gpu)
{
        struct sim_channel *ch;
        enum sim_step step;
        bool progress, any = false;
        unsigned n;

        pthread_mutex_lock(&gpu->lock);
        n = gpu->parked_count;
        pthread_mutex_unlock(&gpu->lock);
        while (n--) {
                pthread_mutex_lock(&gpu->lock);
                ch = queue_take(&gpu->parked, &gpu->parked_tail);
                if (ch)
                        gpu->parked_count--;
                pthread_mutex_unlock(&gpu->lock);
                if (!ch)
                        break;
                step = sim_channel_step(ch, ch->light_only, &progress);
                settle(gpu, ch, step, false);
                any |= progress;
        }
        return any;
}

/* Until no dead group has grids left. */
static void stop_dead_grids(struct sim_gpu *gpu)
{
        bool any = false;

        pthread_mutex_lock(&gpu->lock);
        atomic_store(&gpu->restop, false);
        for (struct sim_channel *ch = gpu->channels; ch; ch = ch->next) {
                if (!atomic_load(&ch->tsg->dead) || !atomic_load(&ch->tsg->grids))
                        continue;
                sm_engine_stop(gpu->sm, ch);
                any = true;
        }
        if (any)
                atomic_store(&gpu->restop, true);
        pthread_mutex_unlock(&gpu->lock);
}

static uint64_t mono_ns(void)
{
        struct timespec t;

        clock_gettime(CLOCK_MONOTONIC, &t);
        return (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
}

/* How long to sleep after @idle_ns without work. */
static uint64_t back_off_ns(uint64_t idle_ns, bool waiting)
{
        if (idle_ns < 2000000)
                return 50000;
        if (idle_ns < 20000000)
                return 200000;
        if (idle_ns < 200000000)
                return 500000;
        /* A semaphore that the CPU writes comes without a bell. */
        return waiting && idle_ns < 1000000000 ? 1000000 : 2500000;
}

static void doze(struct sim_gpu *gpu, uint32_t seq, uint64_t ns)
{
        struct timespec t = {(time_t)(ns / 1000000000), (long)(ns % 1000000000)};

        atomic_store(&gpu->sleeping, 1);
        if (atomic_load(&gpu->wake_seq) == seq &&
            __atomic_load_n(usermode_word(gpu, PEAL_USERMODE_DOORBELL), __ATOMIC_RELAXED) ==
                NO_TOKEN)
                futex(&gpu->wake_seq, FUTEX_WAIT_PRIVATE, seq, &t);
        atomic_store(&gpu->sleeping, 0);
}

static void tell_time(struct sim_gpu *gpu)
{
        uint64_t now = sim_time_ns();

        __atomic_store_n(usermode_word(gpu, USERMODE_TIME_1), (uint32_t)(now >> 32),
                         __ATOMIC_RELAXED);
        __atomic_store_n(usermode_word(gpu, USERMODE_TIME_0), (uint32_t)now, __ATOMIC_RELAXED);
}

static void *host_main(void *arg)
{
        struct sim_gpu *gpu = arg;
        uint32_t last_seq = atomic_load(&gpu->wake_seq);
        uint64_t idle_since = mono_ns();

        while (!atomic_load(&gpu->stop)) {
                uint32_t seq = atomic_load(&gpu->wake_seq);
                bool busy = look_at_doorbell(gpu);
                bool queued = atomic_load_explicit(&gpu->grid_queued, memory_order_relaxed);
                uint64_t now, idle_ns;

                busy |= run_ready(gpu);
                busy |= poll_parked(gpu);
                if (queued)
                        sim_grids_unstick(gpu);
                if (atomic_load_explicit(&gpu->restop, memory_order_relaxed)) {
                        stop_dead_grids(gpu);
                        queued = true;
                }
                now = mono_ns();
                if (busy || seq != last_seq)
                        idle_since = now;
                last_seq = seq;
                idle_ns = now - idle_since;
                if (busy)
                        continue;
                tell_time(gpu);
                if (idle_ns < SPIN_NS) {
                        sched_yield();
                        continue;
                }
                doze(gpu, seq, queued ? 1000000 : back_off_ns(idle_ns, gpu->parked_count));
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
        sim_wake(gpu);
        if (gpu->host_started)
                pthread_join(gpu->host_thread, NULL);
        pthread_mutex_lock(&gpu->lock);
        pthread_cond_broadcast(&gpu->heavy_work);
        pthread_mutex_unlock(&gpu->lock);
        for (unsigned i = 0; i < gpu->copy_thread_count; i++)
                pthread_join(gpu->copy_threads[i], NULL);
}
