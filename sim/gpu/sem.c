/* SPDX-License-Identifier: MIT */
/* Semaphores in memory: what host, copy and compute engines release and acquire. */
#include "sim/gpu/model.h"

#include <errno.h>
#include <time.h>

uint64_t sim_time_ns(void)
{
        struct timespec t;

        clock_gettime(CLOCK_MONOTONIC, &t);
        return ((uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec) & ~31ull;
}

static uint64_t reduce(uint64_t old, uint64_t v, const struct sim_release *r)
{
        int64_t so = r->wide ? (int64_t)old : (int32_t)old;
        int64_t sv = r->wide ? (int64_t)v : (int32_t)v;
        bool less = r->is_signed ? so < sv : old < v;

        switch (r->op) {
        case SIM_RED_MIN:
                return less ? old : v;
        case SIM_RED_MAX:
                return less ? v : old;
        case SIM_RED_XOR:
                return old ^ v;
        case SIM_RED_AND:
                return old & v;
        case SIM_RED_OR:
                return old | v;
        case SIM_RED_ADD:
                return old + v;
        case SIM_RED_INC:
                return old >= v ? 0 : old + 1;
        case SIM_RED_DEC:
                return old == 0 || old > v ? v : old - 1;
        }
        return old;
}

static void store(void *host, const struct sim_release *r)
{
        uint32_t *w = host;

        if (r->wide) {
                uint64_t *p = host, old = __atomic_load_n(p, __ATOMIC_RELAXED);

                if (!r->reduce) {
                        __atomic_store_n(p, r->payload, __ATOMIC_RELEASE);
                        return;
                }
                while (!__atomic_compare_exchange_n(p, &old, reduce(old, r->payload, r), false,
                                                    __ATOMIC_ACQ_REL, __ATOMIC_RELAXED))
                        ;
                return;
        }
        if (r->timestamp && !r->reduce)
                __atomic_store_n(w + 1, 0u, __ATOMIC_RELAXED);
        if (!r->reduce) {
                __atomic_store_n(w, (uint32_t)r->payload, __ATOMIC_RELEASE);
                return;
        }
        for (uint32_t old = __atomic_load_n(w, __ATOMIC_RELAXED);;) {
                uint32_t v = (uint32_t)reduce(old, (uint32_t)r->payload, r);

                if (__atomic_compare_exchange_n(w, &old, v, false, __ATOMIC_ACQ_REL,
                                                __ATOMIC_RELAXED))
                        return;
        }
}

int sim_release_write(struct sim_channel *ch, const struct sim_release *r, const char *who)
{
        unsigned size_B = r->timestamp ? 16 : r->wide ? 8 : 4;
        enum sm_access access = r->reduce ? SM_ATOMIC : SM_WRITE;
        uint64_t run;
        void *host;

        if (r->va % size_B)
                return sim_fault(ch, sim_engine_xid(ch),
                                 "%s: semaphore at 0x%llx is not aligned to its %u bytes", who,
                                 (unsigned long long)r->va, size_B);
        sim_vas_enter(ch->vas);
        host = sim_vas_walk(ch->vas, r->va, access, &run);
        if (host) {
                /* Whoever sees the payload sees everything before it, the time too. */
                sim_barrier();
                if (r->timestamp)
                        __atomic_store_n((uint64_t *)host + 1, sim_time_ns(), __ATOMIC_RELAXED);
                store(host, r);
        }
        sim_vas_leave(ch->vas);
        if (!host)
                return sim_fault_memory(ch, (struct sim_mem_fault){r->va, access}, who);
        /* Channels that wait in an acquire look again at once. */
        sim_wake(ch->gpu);
        return 0;
}

int sim_semaphore_read(struct sim_channel *ch, uint64_t va, bool wide, const char *who,
                       uint64_t *ret_value)
{
        uint64_t run;
        void *host;

        if (va % (wide ? 8 : 4))
                return sim_fault(ch, sim_engine_xid(ch),
                                 "%s: semaphore at 0x%llx is not aligned to its %u bytes", who,
                                 (unsigned long long)va, wide ? 8u : 4u);
        sim_vas_enter(ch->vas);
        host = sim_vas_walk(ch->vas, va, SM_READ, &run);
        if (host && wide)
                *ret_value = __atomic_load_n((uint64_t *)host, __ATOMIC_ACQUIRE);
        else if (host)
                *ret_value = __atomic_load_n((uint32_t *)host, __ATOMIC_ACQUIRE);
        sim_vas_leave(ch->vas);
        if (!host)
                return sim_fault_memory(ch, (struct sim_mem_fault){va, SM_READ}, who);
        return 0;
}

void sim_interrupt(struct sim_channel *ch)
{
        atomic_fetch_add(&ch->gpu->interrupts, 1);
        if (ch->gpu->events.interrupt)
                ch->gpu->events.interrupt(ch->gpu->events.ctx, ch->config.channel_id);
}
