/* SPDX-License-Identifier: MIT */
/* Grids: from a QMD in memory to the SM engine, then releases and dependents.
 *
 * The scheduler's rules for dependence counters, REQUIRE_SCHEDULING_PCAS and
 * SELF_COPY_ON_COMPLETION are those measured on an H200, driver 580.159: a QMD with
 * a counter, once PCAS'd, waits for as many decrements; a decrement of one that
 * waits for none is an underflow; one that requires a scheduling PCAS is only armed
 * by its first and starts with the next (or with a predecessor's SCHEDULE); with
 * self copy it is armed again when it has run.
 */
#include "sim/gpu/model.h"

#include <errno.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define XID_GR_EXCEPTION 13
/* Launch threads that come as soon as they are wanted; more only against a stall. */
#define THREADS_EAGER 4
#define STALL_NS      2000000ull
#define SPIN_NS       20000ull
/* The engine recurses little; blocks run on its own threads. */
#define GRID_STACK_B (1u << 20)

/* ---- QMDs that wait ---- */
static struct sim_task **task_link(struct sim_tsg *tsg, uint64_t qmd_va)
{
        struct sim_task **p = &tsg->tasks[(qmd_va >> 8) % SIM_TASK_BUCKETS];

        while (*p && (*p)->qmd_va != qmd_va)
                p = &(*p)->next;
        return p;
}

static void task_remove(struct sim_task **link)
{
        struct sim_task *t = *link;

        *link = t->next;
        free(t);
}

void sim_tsg_drop_tasks(struct sim_tsg *tsg)
{
        pthread_mutex_lock(&tsg->lock);
        for (unsigned i = 0; i < SIM_TASK_BUCKETS; i++) {
                while (tsg->tasks[i])
                        task_remove(&tsg->tasks[i]);
        }
        pthread_mutex_unlock(&tsg->lock);
}

/* ---- starting ---- */
static void *grid_main(void *arg);

static int add_thread(struct sim_gpu *gpu)
{
        pthread_attr_t attr;
        int r;

        pthread_attr_init(&attr);
        pthread_attr_setstacksize(&attr, GRID_STACK_B);
        r = pthread_create(&gpu->grid_threads[gpu->grid_thread_count], &attr, grid_main, gpu);
        pthread_attr_destroy(&attr);
        if (r == 0)
                gpu->grid_thread_count++;
        return -r;
}

/* Queues @g, which is counted already. */
static int enqueue(struct sim_gpu *gpu, struct sim_grid *g)
{
        int r = 0;

        pthread_mutex_lock(&gpu->grid_lock);
        if (!gpu->grid_idle && gpu->grid_thread_count < THREADS_EAGER) {
                r = add_thread(gpu);
                if (gpu->grid_thread_count)
                        r = 0; /* another will come to it */
        }
        if (r == 0) {
                if (!gpu->grid_head)
                        atomic_store(&gpu->grid_started_ns, sim_time_ns());
                g->next = NULL;
                *gpu->grid_tail = g;
                gpu->grid_tail = &g->next;
                atomic_fetch_add(&gpu->grid_queued, 1);
                pthread_cond_signal(&gpu->grid_work);
        }
        pthread_mutex_unlock(&gpu->grid_lock);
        return r;
}

/* A new grid from @q, checked and counted. */
static int grid_new(struct sim_channel *ch, uint64_t qmd_va, const struct peal_qmd *q,
                    struct sim_grid **ret_grid)
{
        struct sim_grid *g = calloc(1, sizeof(*g));
        int r;

        if (!g)
                return sim_fault(ch, XID_GR_EXCEPTION, "the model is out of memory");
        g->ch = ch;
        g->qmd_va = qmd_va;
        g->qmd = *q;
        r = sim_launch_fill(g);
        if (r < 0) {
                free(g);
                return r;
        }
        pthread_mutex_lock(&ch->tsg->lock);
        atomic_fetch_add(&ch->tsg->grids, 1);
        ch->grids++;
        pthread_mutex_unlock(&ch->tsg->lock);
        *ret_grid = g;
        return 0;
}

static void grid_free(struct sim_grid *g)
{
        struct sim_tsg *tsg = g->ch->tsg;
        struct sim_gpu *gpu = tsg->gpu;

        /* Who waits in sim_channel_stop_grids() frees the channel, and its group may go
         * with it, as soon as the lock is free: the group is held for that long. */
        atomic_fetch_add(&tsg->refs, 1);
        pthread_mutex_lock(&tsg->lock);
        g->ch->grids--;
        atomic_fetch_sub(&tsg->grids, 1);
        pthread_cond_broadcast(&tsg->grid_done);
        pthread_mutex_unlock(&tsg->lock);
        free(g);
        sim_tsg_unref(tsg);
        sim_wake(gpu); /* channels parked in a WFI look again */
}

/* What a request to the scheduler came to. */
enum verdict { RUN, WAIT, ACTIVE, UNDERFLOW, NO_MEMORY };

/* SCHEDULE of a QMD that is held already. Under tsg->lock. */
static enum verdict task_schedule(struct sim_task *t, struct peal_qmd *ret_q)
{
        if (t->running)
                return ACTIVE;
        t->need_pcas = false;
        if (t->counter)
                return WAIT;
        *ret_q = t->qmd;
        return RUN;
}

static struct sim_task *task_new(struct sim_task **link, uint64_t qmd_va, const struct peal_qmd *q)
{
        struct sim_task *t = calloc(1, sizeof(*t));

        if (!t)
                return NULL;
        t->qmd_va = qmd_va;
        t->counter = q->dependence_counter;
        t->need_pcas = q->require_scheduling_pcas;
        t->qmd = *q;
        *link = t;
        return t;
}

/* After RUN: a task that copies itself stays, the others are done with waiting. */
static void task_started(struct sim_task **link, const struct peal_qmd *q)
{
        if (!*link)
                return;
        if (q->self_copy_on_completion)
                (*link)->running = true;
        else
                task_remove(link);
}

static int task_fault(struct sim_channel *ch, uint64_t qmd_va, enum verdict v)
{
        const char *text = v == ACTIVE      ? "SKEDCHECK22_INVALIDATE_ACTIVE_QMD"
                           : v == UNDERFLOW ? "SKEDCHECK36_DEPENDENCE_COUNTER_UNDERFLOW"
                                            : "the model is out of memory";

        return sim_fault(ch, XID_GR_EXCEPTION, "QMD at 0x%llx: %s", (unsigned long long)qmd_va,
                         text);
}

/* QMD_TYPE 0: nothing runs and nothing is reported, measured on an H200, driver
 * 580.159. The decoder knows no such type. */
static bool typeless(enum peal_qmd_version version, const uint32_t *words, const char *field)
{
        size_t n;
        const struct peal_field *f = peal_qmd_fields(version, &n);

        if (!field || strcmp(field, "QMD_TYPE"))
                return false;
        for (size_t i = 0; i < n; i++) {
                if (!strcmp(f[i].name, "QMD_TYPE"))
                        return !peal_bits_get(words, f[i].hi, f[i].lo);
        }
        return false;
}

/* *ret_grid: what is to run now, or NULL. */
static int schedule(struct sim_channel *ch, uint64_t qmd_va, bool invalidate,
                    struct sim_grid **ret_grid)
{
        struct sim_tsg *tsg = ch->tsg;
        enum peal_qmd_version version = ch->gpu->config.chip->qmd_version;
        uint32_t words[PEAL_QMD_MAX_DW] = {0};
        struct sim_mem_fault fault;
        struct sim_task **link;
        struct peal_qmd q;
        const char *field = NULL;
        enum verdict v = RUN;

        *ret_grid = NULL;
        if (sim_vas_read(ch->vas, qmd_va, words, peal_qmd_size_B(version), &fault) < 0)
                return sim_fault_memory(ch, fault, "QMD");
        if (peal_qmd_decode(version, words, &q, &field) < 0) {
                if (typeless(version, words, field))
                        return 0;
                return sim_fault(ch, XID_GR_EXCEPTION, "QMD at 0x%llx: not a QMD%s: %s",
                                 (unsigned long long)qmd_va, peal_qmd_version_name(version),
                                 field ? field : "malformed");
        }
        pthread_mutex_lock(&tsg->lock);
        link = task_link(tsg, qmd_va);
        if (*link && (*link)->running)
                v = ACTIVE;
        else if (*link && invalidate)
                task_remove(link);
        link = task_link(tsg, qmd_va);
        if (v == RUN && *link) {
                v = task_schedule(*link, &q);
        } else if (v == RUN && (q.dependence_counter || q.require_scheduling_pcas ||
                                q.self_copy_on_completion)) {
                if (!task_new(link, qmd_va, &q))
                        v = NO_MEMORY;
                else if (q.dependence_counter || q.require_scheduling_pcas)
                        v = WAIT;
        }
        if (v == RUN)
                task_started(link, &q);
        pthread_mutex_unlock(&tsg->lock);
        if (v == WAIT)
                return 0;
        if (v != RUN)
                return task_fault(ch, qmd_va, v);
        return grid_new(ch, qmd_va, &q, ret_grid);
}

static int decrement(struct sim_channel *ch, uint64_t qmd_va, struct sim_grid **ret_grid)
{
        struct sim_tsg *tsg = ch->tsg;
        struct sim_task **link;
        struct peal_qmd q;
        enum verdict v = WAIT;

        *ret_grid = NULL;
        pthread_mutex_lock(&tsg->lock);
        link = task_link(tsg, qmd_va);
        if (!*link || !(*link)->counter || (*link)->running) {
                v = UNDERFLOW;
        } else if (!--(*link)->counter && !(*link)->need_pcas) {
                q = (*link)->qmd;
                task_started(link, &q);
                v = RUN;
        }
        pthread_mutex_unlock(&tsg->lock);
        if (v == WAIT)
                return 0;
        if (v != RUN)
                return task_fault(ch, qmd_va, v);
        return grid_new(ch, qmd_va, &q, ret_grid);
}

static int start(struct sim_channel *ch, struct sim_grid *g)
{
        int r;

        if (!g)
                return 0;
        r = enqueue(ch->gpu, g);
        if (r < 0) {
                grid_free(g);
                return sim_fault(ch, XID_GR_EXCEPTION, "the model cannot start a launch thread");
        }
        return 0;
}

int sim_qmd_schedule(struct sim_channel *ch, uint64_t qmd_va, bool invalidate)
{
        struct sim_grid *g;
        int r;

        if (atomic_load(&ch->tsg->grids) >= SIM_GRIDS_PER_TSG)
                return SIM_PARK;
        r = schedule(ch, qmd_va, invalidate, &g);
        return r < 0 ? r : start(ch, g);
}

int sim_qmd_decrement(struct sim_channel *ch, uint64_t qmd_va)
{
        struct sim_grid *g;
        int r = decrement(ch, qmd_va, &g);

        return r < 0 ? r : start(ch, g);
}

int sim_qmd_increment(struct sim_channel *ch, uint64_t qmd_va)
{
        struct sim_task **link;
        bool found;

        pthread_mutex_lock(&ch->tsg->lock);
        link = task_link(ch->tsg, qmd_va);
        found = *link && !(*link)->running;
        if (found)
                (*link)->counter++;
        pthread_mutex_unlock(&ch->tsg->lock);
        if (found)
                return 0;
        return sim_fault(ch, XID_GR_EXCEPTION,
                         "QMD at 0x%llx: INCREMENT_DEPENDENCE of a QMD that does not wait",
                         (unsigned long long)qmd_va);
}

int sim_qmd_invalidate(struct sim_channel *ch, uint64_t qmd_va)
{
        struct sim_task **link;
        bool active;

        pthread_mutex_lock(&ch->tsg->lock);
        link = task_link(ch->tsg, qmd_va);
        active = *link && (*link)->running;
        if (*link && !active)
                task_remove(link);
        pthread_mutex_unlock(&ch->tsg->lock);
        return active ? task_fault(ch, qmd_va, ACTIVE) : 0;
}

/* ---- ending ---- */
static int releases(struct sim_grid *g)
{
        for (unsigned i = 0; i < 3; i++) {
                const struct peal_qmd_release *q = &g->qmd.release[i];
                struct sim_release release = {
                    .va = q->address,
                    .payload = q->payload,
                    .wide = q->payload_64,
                    .timestamp = q->timestamp,
                    .reduce = q->reduction,
                    .is_signed = q->reduction_format == 1,
                    .op = sim_compute_reductions[q->reduction_op & 7],
                };

                if (q->enable && sim_release_write(g->ch, &release, "QMD release") < 0)
                        return -EFAULT;
        }
        return 0;
}

/* A self-copying task is back as it was. */
static void rearm(struct sim_grid *g)
{
        struct sim_tsg *tsg = g->ch->tsg;
        struct sim_task *t;

        if (!g->qmd.self_copy_on_completion)
                return;
        pthread_mutex_lock(&tsg->lock);
        t = *task_link(tsg, g->qmd_va);
        /* Without REQUIRE_SCHEDULING_PCAS the copy stays active for ever: a second
         * submission dies (H200). */
        if (t && g->qmd.require_scheduling_pcas) {
                t->running = false;
                t->need_pcas = true;
                t->counter = g->qmd.dependence_counter;
        }
        pthread_mutex_unlock(&tsg->lock);
}

/* Starts what depends on @g; one of them may come back to run on this thread. */
static struct sim_grid *dependents(struct sim_grid *g)
{
        struct sim_grid *mine = NULL;

        for (unsigned i = 0; i < 2; i++) {
                const struct peal_qmd_dependent *d = &g->qmd.dependent[i];
                struct sim_grid *next = NULL;
                int r;

                if (!d->enable)
                        continue;
                switch (d->action) {
                case PEAL_QMD_SCHEDULE:
                case PEAL_QMD_INVALIDATE_COPY_SCHEDULE:
                        r = schedule(g->ch, d->address,
                                     d->action == PEAL_QMD_INVALIDATE_COPY_SCHEDULE, &next);
                        break;
                case PEAL_QMD_DECREMENT_DEPENDENCE:
                        r = decrement(g->ch, d->address, &next);
                        break;
                default:
                        r = sim_fault(g->ch, XID_GR_EXCEPTION,
                                      "QMD at 0x%llx: DEPENDENT_QMD%u_ACTION %u not modelled",
                                      (unsigned long long)g->qmd_va, i, (unsigned)d->action);
                }
                if (r < 0)
                        break;
                if (mine)
                        start(g->ch, next);
                else
                        mine = next;
        }
        return mine;
}

static void report(struct sim_grid *g, int r, const struct sm_fault *f)
{
        char who[256];

        if (r != -EFAULT) {
                sim_fault(g->ch, XID_GR_EXCEPTION, "QMD at 0x%llx: the SM engine failed: %s",
                          (unsigned long long)g->qmd_va, strerror(-r));
                return;
        }
        switch (f->kind) {
        case SM_FAULT_STOPPED:
                return; /* the group or the channel ends: told elsewhere */
        case SM_FAULT_ARCH:
                sim_fault(g->ch, XID_GR_EXCEPTION,
                          "QMD at 0x%llx: the model does not execute sm_%u code",
                          (unsigned long long)g->qmd_va, g->launch.sm_arch);
                return;
        case SM_FAULT_MMU:
                snprintf(who, sizeof(who), "SM %u, block %u,%u,%u, thread %u,%u,%u, pc 0x%llx: %s",
                         f->sm_id, f->block[0], f->block[1], f->block[2], f->thread[0],
                         f->thread[1], f->thread[2], (unsigned long long)f->pc, f->text);
                sim_fault_memory(g->ch, (struct sim_mem_fault){f->address, f->access}, who);
                return;
        default:
                sim_fault(g->ch, XID_GR_EXCEPTION, "Graphics Exception on SM %u: %s", f->sm_id,
                          f->text);
        }
}

/* Runs @g to its end; returns the dependent that follows on this thread. */
static struct sim_grid *run_grid(struct sim_gpu *gpu, struct sim_grid *g)
{
        struct sim_channel *ch = g->ch;
        struct sm_fault fault = {0};
        struct sim_grid *next = NULL;
        bool dropped = atomic_load(&ch->tsg->dead) || atomic_load(&ch->dying);
        int r = 0;

        if (!dropped && g->runs) {
                atomic_store(&gpu->grid_started_ns, sim_time_ns());
                if (!sm_arch_supported(g->launch.sm_arch)) {
                        fault.kind = SM_FAULT_ARCH;
                        r = -EFAULT;
                } else {
                        atomic_fetch_add(&ch->vas->grids_inside, 1);
                        r = sm_run_grid(gpu->sm, &ch->mem, &g->launch, &fault);
                        atomic_fetch_sub(&ch->vas->grids_inside, 1);
                }
                if (r < 0)
                        report(g, r, &fault);
        }
        if (!dropped && r == 0) {
                rearm(g);
                if (releases(g) == 0)
                        next = dependents(g);
        }
        grid_free(g);
        return next;
}

/* ---- threads ---- */
static void *grid_main(void *arg)
{
        struct sim_gpu *gpu = arg;
        struct sim_grid *g;

        pthread_mutex_lock(&gpu->grid_lock);
        for (;;) {
                if (!gpu->grid_head && !gpu->grid_spinning && !atomic_load(&gpu->stop)) {
                        /* The next launch is often near: one thread looks for it. */
                        uint64_t until = sim_time_ns() + SPIN_NS;

                        gpu->grid_spinning = true;
                        gpu->grid_idle++;
                        pthread_mutex_unlock(&gpu->grid_lock);
                        while (!atomic_load(&gpu->grid_queued) && sim_time_ns() < until)
                                sched_yield();
                        pthread_mutex_lock(&gpu->grid_lock);
                        gpu->grid_idle--;
                        gpu->grid_spinning = false;
                }
                while (!gpu->grid_head && !atomic_load(&gpu->stop)) {
                        gpu->grid_idle++;
                        pthread_cond_wait(&gpu->grid_work, &gpu->grid_lock);
                        gpu->grid_idle--;
                }
                g = gpu->grid_head;
                if (!g)
                        break;
                gpu->grid_head = g->next;
                if (!gpu->grid_head)
                        gpu->grid_tail = &gpu->grid_head;
                atomic_fetch_sub(&gpu->grid_queued, 1);
                pthread_mutex_unlock(&gpu->grid_lock);
                while (g)
                        g = run_grid(gpu, g);
                pthread_mutex_lock(&gpu->grid_lock);
        }
        pthread_mutex_unlock(&gpu->grid_lock);
        return NULL;
}

void sim_grids_unstick(struct sim_gpu *gpu)
{
        if (sim_time_ns() - atomic_load(&gpu->grid_started_ns) < STALL_NS)
                return;
        pthread_mutex_lock(&gpu->grid_lock);
        if (gpu->grid_head && !gpu->grid_idle && gpu->grid_thread_count < SIM_GRID_THREADS)
                add_thread(gpu);
        pthread_mutex_unlock(&gpu->grid_lock);
}

void sim_channel_stop_grids(struct sim_channel *ch)
{
        struct sim_gpu *gpu = ch->gpu;
        struct sim_grid *dropped = NULL, *g;
        struct timespec until;

        pthread_mutex_lock(&gpu->grid_lock);
        for (struct sim_grid **p = &gpu->grid_head; (g = *p);) {
                if (g->ch != ch) {
                        p = &g->next;
                        continue;
                }
                *p = g->next;
                g->next = dropped;
                dropped = g;
                atomic_fetch_sub(&gpu->grid_queued, 1);
        }
        gpu->grid_tail = &gpu->grid_head;
        while (*gpu->grid_tail)
                gpu->grid_tail = &(*gpu->grid_tail)->next;
        pthread_mutex_unlock(&gpu->grid_lock);
        while ((g = dropped)) {
                dropped = g->next;
                grid_free(g);
        }
        pthread_mutex_lock(&ch->tsg->lock);
        while (ch->grids) {
                pthread_mutex_unlock(&ch->tsg->lock);
                /* Again and again: a grid may just be on its way into the engine. */
                sm_engine_stop(gpu->sm, ch);
                clock_gettime(CLOCK_REALTIME, &until);
                until.tv_nsec += 1000000;
                if (until.tv_nsec >= 1000000000) {
                        until.tv_nsec -= 1000000000;
                        until.tv_sec++;
                }
                pthread_mutex_lock(&ch->tsg->lock);
                if (ch->grids)
                        pthread_cond_timedwait(&ch->tsg->grid_done, &ch->tsg->lock, &until);
        }
        pthread_mutex_unlock(&ch->tsg->lock);
}

int sim_grids_create(struct sim_gpu *gpu)
{
        pthread_mutex_init(&gpu->grid_lock, NULL);
        pthread_cond_init(&gpu->grid_work, NULL);
        gpu->grid_tail = &gpu->grid_head;
        return 0;
}

void sim_grids_destroy(struct sim_gpu *gpu)
{
        atomic_store(&gpu->stop, true);
        pthread_mutex_lock(&gpu->grid_lock);
        pthread_cond_broadcast(&gpu->grid_work);
        pthread_mutex_unlock(&gpu->grid_lock);
        for (unsigned i = 0; i < gpu->grid_thread_count; i++)
                pthread_join(gpu->grid_threads[i], NULL);
        pthread_cond_destroy(&gpu->grid_work);
        pthread_mutex_destroy(&gpu->grid_lock);
}
