/* SPDX-License-Identifier: MIT */
/* Workers and the blocks of all grids in flight.
 *
 * The unit of work is a cluster of blocks, mostly of one block. A worker runs a
 * unit for a slice of instructions; if it is not finished it goes to the tail of
 * its grid's queue. One more unit is started each time the queue has gone round,
 * and as many again while units look as if they wait for others (many fences,
 * atomics, strong loads): thus blocks that need each other all come to run, and
 * those that do not are finished one after the other.
 */
#include "sim/sm/exec.h"

#include <errno.h>
#include <sched.h>
#include <stddef.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define SLICE      32768 /* warp instructions a unit runs before others get a turn */
#define TURN       1024  /* of one warp */
#define LIVE_B_MAX (1ull << 30)
#define SPIN_OPS   256

bool sm_arch_supported(uint32_t sm_arch)
{
        return sm_arch_family(sm_arch) != 0;
}

/* ---- units ---- */

static uint64_t up64(uint64_t n)
{
        return (n + 63) & ~63ull;
}

static uint64_t unit_bytes(const struct sm_grid *g)
{
        uint64_t block = up64((uint64_t)g->warps * sizeof(struct sm_warp)) +
                         (uint64_t)g->warps * g->rows * 128 + up64(g->l.shared_B + 16ull) +
                         up64((uint64_t)g->warps * 32 * g->l.local_B);
        return up64(sizeof(struct sm_unit)) + up64(g->cluster_size * sizeof(struct sm_block)) +
               g->cluster_size * block;
}

static void place_block(const struct sm_grid *g, uint64_t unit, uint32_t rank, struct sm_block *b)
{
        const uint32_t *c = g->l.cluster;
        uint64_t nx = g->l.grid[0] / c[0], ny = g->l.grid[1] / c[1];
        uint64_t u[3] = {unit % nx, unit / nx % ny, unit / nx / ny};
        uint32_t r[3] = {rank % c[0], rank / c[0] % c[1], rank / c[0] / c[1]};
        for (unsigned i = 0; i < 3; i++)
                b->ctaid[i] = (uint32_t)u[i] * c[i] + r[i];
        b->rank = rank;
        b->sm_id = g->l.sm_count ? (uint32_t)((unit * g->cluster_size + rank) % g->l.sm_count) : 0;
}

static struct sm_unit *unit_start(struct sm_grid *g, struct sm_unit *spare, uint64_t index)
{
        void *mem = spare ? spare->memory : aligned_alloc(64, up64(g->unit_B));
        if (!mem)
                return NULL;
        /* Registers and shared memory are cleared so that runs repeat; in reused
         * memory local memory starts with whatever was there, as on the device. */
        if (!spare)
                memset(mem, 0, g->unit_B);
        else
                memset(mem, 0,
                       up64(sizeof(struct sm_unit)) +
                           up64(g->cluster_size * sizeof(struct sm_block)));
        uint8_t *at = mem;
        struct sm_unit *u = (struct sm_unit *)(void *)at;
        at += up64(sizeof(*u));
        u->memory = mem;
        u->grid = g;
        u->index = index;
        u->block_count = u->blocks_alive = g->cluster_size;
        u->blocks = (struct sm_block *)(void *)at;
        at += up64(g->cluster_size * sizeof(struct sm_block));
        uint8_t *local = (uint8_t *)mem + g->unit_B - g->local_total_B;
        for (uint32_t i = 0; i < g->cluster_size; i++) {
                struct sm_block *b = &u->blocks[i];
                place_block(g, index, i, b);
                b->unit = u;
                b->warp_count = b->warps_alive = g->warps;
                b->warps = (struct sm_warp *)(void *)at;
                at += up64((uint64_t)g->warps * sizeof(struct sm_warp));
                for (uint32_t j = 0; j < g->warps; j++) {
                        struct sm_warp *w = &b->warps[j];
                        uint32_t n = g->threads - j * 32;
                        if (spare)
                                memset(w, 0, offsetof(struct sm_warp, splits));
                        w->r = (uint32_t(*)[32])(void *)at;
                        if (spare)
                                memset(w->r[SM_ROW_R0], 0, (uint64_t)g->reg_limit * 128);
                        at += (uint64_t)g->rows * 128;
                        w->block = b;
                        w->grid = g;
                        w->index = j;
                        w->alive = w->all_lanes = n >= 32 ? SM_FULL : (1u << n) - 1;
                        w->p[7] = w->p[15] = SM_FULL;
                        w->splits[0] = (struct sm_split){
                            .pc = g->l.program_address, .mask = w->alive, .state = SM_SPLIT_RUN};
                        w->split_count = 1;
                }
                b->shared = at;
                if (spare)
                        memset(at, 0, g->l.shared_B);
                at += up64(g->l.shared_B + 16ull);
                if (g->l.local_B) {
                        b->local = local;
                        local += up64((uint64_t)g->warps * 32 * g->l.local_B);
                }
        }
        return u;
}

static void deadlock(struct sm_block *b)
{
        for (uint32_t i = 0; i < b->warp_count; i++) {
                struct sm_warp *w = &b->warps[i];
                if (w->done || !w->split_count)
                        continue;
                struct sm_split *s = &w->splits[0];
                static const char *const what[] = {"?", "BSYNC", "WARPSYNC", "BAR", "UCGABAR_WAIT"};
                uint32_t n = 0;
                for (unsigned j = 0; j < b->warp_count; j++)
                        n += !b->warps[j].done;
                sm_raise(w, NULL, SM_FAULT_BARRIER, sm_first(s->mask),
                         "deadlock of block %u,%u,%u: its %u living warps all wait; warp %u, lanes "
                         "0x%08x, in %s before pc 0x%llx",
                         b->ctaid[0], b->ctaid[1], b->ctaid[2], n, w->index, s->mask,
                         what[s->state], (unsigned long long)s->pc);
                return;
        }
}

/* Returns true when every block of the unit has exited (or the grid stops). */
static bool unit_run(struct sm_worker *k, struct sm_unit *u)
{
        struct sm_grid *g = u->grid;
        const uint64_t limit = g->l.max_instructions;
        int64_t left = SLICE;
        uint32_t sync_ops = 0;
        u->spinning = false;
        while (left > 0 && sync_ops < SPIN_OPS) {
                bool progress = false;
                struct sm_block *stuck = NULL;
                for (uint32_t i = 0; i < u->block_count; i++) {
                        struct sm_block *b = &u->blocks[i];
                        if (!b->warps_alive)
                                continue;
                        stuck = b;
                        for (uint32_t j = 0; j < b->warp_count; j++) {
                                struct sm_warp *w = &b->warps[j];
                                if (w->done || w->waiting)
                                        continue;
                                uint64_t before = w->executed;
                                w->worker = k;
                                w->sync_ops = 0;
                                sm_warp_run(w, TURN);
                                atomic_fetch_add(&k->seq, 2);
                                progress = true;
                                left -= (int64_t)(w->executed - before);
                                sync_ops += w->sync_ops;
                                b->executed += w->executed - before;
                                if (atomic_load_explicit(&g->stop, memory_order_relaxed))
                                        return true;
                                if (limit && b->executed > limit) {
                                        sm_raise(w, NULL, SM_FAULT_LIMIT, 0,
                                                 "block %u,%u,%u ran more than %llu warp "
                                                 "instructions",
                                                 b->ctaid[0], b->ctaid[1], b->ctaid[2],
                                                 (unsigned long long)limit);
                                        return true;
                                }
                        }
                }
                if (!stuck)
                        return true;
                if (!progress) {
                        deadlock(stuck);
                        return true;
                }
        }
        u->spinning = sync_ops >= SPIN_OPS;
        return false;
}

/* ---- scheduling; all under the engine's lock ---- */

static bool grid_startable(const struct sm_grid *g)
{
        return g->next_unit < g->unit_count && g->running + g->paused_count < g->live_max;
}

static struct sm_unit *grid_pick(struct sm_grid *g, struct sm_unit **ret_spare, uint64_t *ret_index)
{
        *ret_spare = NULL;
        if (atomic_load(&g->stop))
                return NULL;
        bool start = grid_startable(g) &&
                     (!g->paused_head || g->burst || g->resumes >= g->paused_count + g->running);
        if (start) {
                *ret_index = g->next_unit++;
                g->resumes = 0;
                if (g->burst)
                        g->burst--;
                *ret_spare = g->spare;
                if (g->spare)
                        g->spare = g->spare->next;
                g->running++;
                return NULL;
        }
        struct sm_unit *u = g->paused_head;
        if (u) {
                g->paused_head = u->next;
                if (!g->paused_head)
                        g->paused_tail = NULL;
                g->paused_count--;
                g->resumes++;
                g->running++;
        }
        return u;
}

static bool grid_over(const struct sm_grid *g)
{
        return !g->running && (atomic_load(&g->stop) || g->units_done == g->unit_count);
}

static void engine_move_back(struct sm_engine *e, struct sm_grid *g)
{
        struct sm_grid **s = &e->grids;
        while (*s && *s != g)
                s = &(*s)->next;
        if (!*s)
                return;
        *s = g->next;
        while (*s)
                s = &(*s)->next;
        g->next = NULL;
        *s = g;
}

static void unit_free(struct sm_unit *u)
{
        free(u->memory);
}

static void *worker_main(void *arg)
{
        struct sm_worker *k = arg;
        struct sm_engine *e = k->engine;
        pthread_mutex_lock(&e->lock);
        while (!e->quit) {
                struct sm_unit *u = NULL, *spare = NULL;
                struct sm_grid *g;
                uint64_t index = UINT64_MAX;
                for (g = e->grids; g; g = g->next) {
                        u = grid_pick(g, &spare, &index);
                        if (u || index != UINT64_MAX)
                                break;
                }
                if (!g) {
                        pthread_cond_wait(&e->work, &e->lock);
                        continue;
                }
                engine_move_back(e, g);
                pthread_mutex_unlock(&e->lock);

                bool over = true;
                atomic_fetch_add(&k->seq, 1);
                if (!u)
                        u = unit_start(g, spare, index);
                if (u)
                        over = unit_run(k, u);
                atomic_fetch_add(&k->seq, 1);

                pthread_mutex_lock(&e->lock);
                g->running--;
                if (!u) {
                        if (!g->faulted) {
                                g->faulted = true;
                                g->fault.kind = SM_FAULT_LIMIT;
                                snprintf(g->fault.text, sizeof(g->fault.text),
                                         "out of memory for a block of %llu bytes",
                                         (unsigned long long)g->unit_B);
                        }
                        atomic_store(&g->stop, true);
                } else if (over) {
                        g->units_done++;
                        u->next = g->spare;
                        g->spare = u;
                } else {
                        u->next = NULL;
                        if (g->paused_tail)
                                g->paused_tail->next = u;
                        else
                                g->paused_head = u;
                        g->paused_tail = u;
                        g->paused_count++;
                        if (u->spinning && !g->burst)
                                g->burst = g->paused_count + g->running;
                        pthread_cond_signal(&e->work);
                }
                if (grid_over(g))
                        pthread_cond_signal(&g->done);
        }
        pthread_mutex_unlock(&e->lock);
        return NULL;
}

/* ---- grids ---- */

__attribute__((format(printf, 3, 4))) static int refuse(struct sm_fault *f, enum sm_fault_kind kind,
                                                        const char *fmt, ...)
{
        va_list ap;
        memset(f, 0, sizeof(*f));
        f->kind = kind;
        va_start(ap, fmt);
        vsnprintf(f->text, sizeof(f->text), fmt, ap);
        va_end(ap);
        return -EFAULT;
}

static int check(const struct sm_launch *l, struct sm_fault *f)
{
        if (!sm_arch_supported(l->sm_arch))
                return refuse(f, SM_FAULT_ARCH, "no decode tables for sm_%u; there are 86, 89, 90",
                              l->sm_arch);
        uint64_t threads = (uint64_t)l->block[0] * l->block[1] * l->block[2];
        if (!threads || threads > 1024 || l->block[0] > 1024 || l->block[1] > 1024)
                return refuse(f, SM_FAULT_ILLEGAL, "block %u x %u x %u: 1 to 1024 threads",
                              l->block[0], l->block[1], l->block[2]);
        uint64_t cluster = (uint64_t)l->cluster[0] * l->cluster[1] * l->cluster[2];
        if (!cluster || cluster > 16 || l->grid[0] % l->cluster[0] || l->grid[1] % l->cluster[1] ||
            l->grid[2] % l->cluster[2])
                return refuse(f, SM_FAULT_ILLEGAL,
                              "cluster %u x %u x %u: 1 to 16 blocks, and it must divide the grid",
                              l->cluster[0], l->cluster[1], l->cluster[2]);
        if (!l->register_count || l->register_count > 256)
                return refuse(f, SM_FAULT_ILLEGAL, "%u registers a thread: 1 to 256",
                              l->register_count);
        if (l->shared_B > 1u << 20 || l->local_B > 1u << 20)
                return refuse(f, SM_FAULT_ILLEGAL,
                              "shared %u bytes, local %u bytes: at most 1 MiB each", l->shared_B,
                              l->local_B);
        if (l->program_address & 15)
                return refuse(f, SM_FAULT_ILLEGAL, "program at 0x%llx: not a multiple of 16",
                              (unsigned long long)l->program_address);
        return 0;
}

/* Constant banks are read once, when the grid starts, as the hardware's constant
 * cache may: a grid cannot count on seeing later writes. */
static int copy_banks(struct sm_grid *g, struct sm_fault *f)
{
        for (unsigned i = 0; i < 8; i++) {
                const struct sm_cbank *b = &g->l.cbank[i];
                if (!b->valid || !b->size_B)
                        continue;
                if (b->size_B > 65536)
                        return refuse(f, SM_FAULT_CONST_RANGE,
                                      "constant bank %u: %u bytes, at most 65536", i, b->size_B);
                g->cbank[i].data = calloc(1, (b->size_B + 15u) & ~15u);
                if (!g->cbank[i].data)
                        return -ENOMEM;
                uint32_t n = 0;
                while (n < b->size_B) {
                        uint64_t run = 0;
                        const uint8_t *s =
                            g->mem->translate(g->mem->ctx, b->address + n, SM_READ, &run);
                        if (!s || !run) {
                                refuse(f, SM_FAULT_MMU, "constant bank %u at 0x%llx: not mapped", i,
                                       (unsigned long long)(b->address + n));
                                f->address = b->address + n;
                                return -EFAULT;
                        }
                        uint32_t part = run < b->size_B - n ? (uint32_t)run : b->size_B - n;
                        memcpy(g->cbank[i].data + n, s, part);
                        n += part;
                }
                g->cbank[i].size_B = b->size_B;
        }
        return 0;
}

static int start_workers(struct sm_engine *e)
{
        while (e->workers_started < e->worker_count) {
                struct sm_worker *k = &e->workers[e->workers_started];
                k->engine = e;
                k->index = e->workers_started;
                int r = pthread_create(&k->thread, NULL, worker_main, k);
                if (r)
                        return e->workers_started ? 0 : -r;
                e->workers_started++;
        }
        return 0;
}

static void grid_free(struct sm_grid *g)
{
        for (struct sm_unit *u = g->spare, *n; u; u = n) {
                n = u->next;
                unit_free(u);
        }
        for (struct sm_unit *u = g->paused_head, *n; u; u = n) {
                n = u->next;
                unit_free(u);
        }
        for (unsigned i = 0; i < 8; i++)
                free(g->cbank[i].data);
        sm_grid_pages_release(g);
        pthread_cond_destroy(&g->done);
        pthread_mutex_destroy(&g->page_lock);
        free(g);
}

int sm_run_grid(struct sm_engine *e, const struct sm_mem_ops *mem, const struct sm_launch *launch,
                struct sm_fault *ret_fault)
{
        int r = check(launch, ret_fault);
        if (r < 0)
                return r;
        struct sm_grid *g = calloc(1, sizeof(*g));
        if (!g)
                return -ENOMEM;
        g->engine = e;
        g->mem = mem;
        g->l = *launch;
        g->cluster_size = launch->cluster[0] * launch->cluster[1] * launch->cluster[2];
        g->threads = launch->block[0] * launch->block[1] * launch->block[2];
        g->warps = (g->threads + 31) / 32;
        g->reg_limit = (launch->register_count + 7) & ~7u; /* allocated by eights */
        g->rows = SM_ROW_R0 + g->reg_limit;
        g->unit_count =
            (uint64_t)launch->grid[0] * launch->grid[1] * launch->grid[2] / g->cluster_size;
        g->local_total_B = g->cluster_size * up64((uint64_t)g->warps * 32 * g->l.local_B);
        g->unit_B = unit_bytes(g);
        g->live_max = LIVE_B_MAX / g->unit_B;
        if (g->live_max < 2 * e->worker_count)
                g->live_max = 2 * e->worker_count;
        pthread_cond_init(&g->done, NULL);
        pthread_mutex_init(&g->page_lock, NULL);

        r = copy_banks(g, ret_fault);
        if (r < 0 || !g->unit_count) {
                grid_free(g);
                return r;
        }
        pthread_mutex_lock(&e->lock);
        r = start_workers(e);
        if (r < 0) {
                pthread_mutex_unlock(&e->lock);
                grid_free(g);
                return r;
        }
        g->serial = ++e->serial;
        struct sm_grid **tail = &e->grids;
        while (*tail)
                tail = &(*tail)->next;
        *tail = g;
        if (g->unit_count > 1)
                pthread_cond_broadcast(&e->work);
        else
                pthread_cond_signal(&e->work);
        while (!grid_over(g))
                pthread_cond_wait(&g->done, &e->lock);
        for (tail = &e->grids; *tail != g;)
                tail = &(*tail)->next;
        *tail = g->next;
        pthread_mutex_unlock(&e->lock);

        r = 0;
        if (g->faulted) {
                *ret_fault = g->fault;
                r = -EFAULT;
        } else if (g->stopped_by_owner) {
                r = refuse(ret_fault, SM_FAULT_STOPPED, "stopped: %llu of %llu units were done",
                           (unsigned long long)g->units_done, (unsigned long long)g->unit_count);
        }
        grid_free(g);
        return r;
}

void sm_engine_stop(struct sm_engine *e, const void *ctx)
{
        pthread_mutex_lock(&e->lock);
        for (struct sm_grid *g = e->grids; g; g = g->next) {
                if (ctx && g->mem->ctx != ctx)
                        continue;
                g->stopped_by_owner = true;
                atomic_store(&g->stop, true);
                if (grid_over(g))
                        pthread_cond_signal(&g->done);
        }
        pthread_mutex_unlock(&e->lock);
}

void sm_engine_quiesce(struct sm_engine *e)
{
        pthread_mutex_lock(&e->lock);
        unsigned n = e->workers_started;
        pthread_mutex_unlock(&e->lock);
        atomic_thread_fence(memory_order_seq_cst);
        for (unsigned i = 0; i < n; i++) {
                uint64_t s = atomic_load(&e->workers[i].seq);
                while (s & 1 && atomic_load(&e->workers[i].seq) == s)
                        sched_yield();
        }
}

int sm_engine_create(unsigned workers, struct sm_engine **ret_engine)
{
        if (!workers) {
                long n = sysconf(_SC_NPROCESSORS_ONLN);
                workers = n < 1 ? 1 : n > 16 ? 16 : (unsigned)n;
        }
        struct sm_engine *e = calloc(1, sizeof(*e));
        if (!e)
                return -ENOMEM;
        e->workers = calloc(workers, sizeof(*e->workers));
        if (!e->workers) {
                free(e);
                return -ENOMEM;
        }
        e->worker_count = workers;
        e->simd = sm_simd_choose();
        pthread_mutex_init(&e->lock, NULL);
        pthread_mutex_init(&e->code_lock, NULL);
        pthread_cond_init(&e->work, NULL);
        *ret_engine = e;
        return 0;
}

void sm_engine_destroy(struct sm_engine *e)
{
        if (!e)
                return;
        sm_engine_stop(e, NULL);
        pthread_mutex_lock(&e->lock);
        e->quit = true;
        pthread_cond_broadcast(&e->work);
        pthread_mutex_unlock(&e->lock);
        for (unsigned i = 0; i < e->workers_started; i++)
                pthread_join(e->workers[i].thread, NULL);
        sm_engine_code_release(e);
        pthread_cond_destroy(&e->work);
        pthread_mutex_destroy(&e->code_lock);
        pthread_mutex_destroy(&e->lock);
        free(e->workers);
        free(e);
}
