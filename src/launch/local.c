/* SPDX-License-Identifier: MIT */
#include "src/launch/local.h"

#include <errno.h>
#include <stdlib.h>
#include "src/kmd/error.h"

/* SET_SHADER_LOCAL_MEMORY_NON_THROTTLED counts in these. */
#define PER_TPC_ALIGN_B 0x8000
/* 0x400 of stack and 0x240 that the system keeps: what libcuda starts with. */
#define FIRST_PER_THREAD_B 0x640

void peal_local_init(struct peal_local *local, struct peal_channels *set)
{
        *local = (struct peal_local){.set = set, .code_generation = 1};
        pthread_mutex_init(&local->lock, NULL);
}

void peal_local_fini(struct peal_local *local)
{
        if (!local->set)
                return;
        for (unsigned i = 0; i < local->retired_count; i++)
                peal_memory_free(&local->retired[i]);
        free(local->retired);
        peal_memory_free(&local->memory);
        pthread_mutex_destroy(&local->lock);
        *local = (struct peal_local){0};
}

static int grow(struct peal_local *local, uint32_t per_thread_B)
{
        const struct peal_channels *set = local->set;
        struct peal_memory_request req = {.kind = PEAL_MEMORY_VIDEO};
        struct peal_memory bigger, *retired = local->retired;
        uint64_t per_tpc;
        int r;

        /* Room for every warp that can be resident, for each TPC: 32 lanes, warps
         * per SM of this chip, SMs per TPC. */
        per_tpc = (uint64_t)per_thread_B * 32 * set->chip->warps_per_sm * set->chip->sms_per_tpc;
        per_tpc = (per_tpc + PER_TPC_ALIGN_B - 1) / PER_TPC_ALIGN_B * PER_TPC_ALIGN_B;
        req.size_B = per_tpc * set->tpc_count;
        if (local->memory.size_B) {
                retired = realloc(retired, (local->retired_count + 1) * sizeof(*retired));
                if (!retired)
                        return peal_error(ENOMEM, "out of memory");
                local->retired = retired;
        }
        r = peal_memory_alloc(set->space, &req, &bigger);
        if (r < 0)
                return peal_error_in(r, "local memory of %u bytes a thread, %llu in all",
                                     per_thread_B, (unsigned long long)req.size_B);
        if (local->memory.size_B)
                retired[local->retired_count++] = local->memory;
        local->memory = bigger;
        local->per_thread_B = per_thread_B;
        local->per_tpc_B = per_tpc;
        local->generation++;
        return 0;
}

int peal_local_ensure(struct peal_local *local, uint32_t per_thread_B)
{
        int r = 0;

        pthread_mutex_lock(&local->lock);
        if (per_thread_B < FIRST_PER_THREAD_B)
                per_thread_B = FIRST_PER_THREAD_B;
        if (per_thread_B > local->per_thread_B)
                r = grow(local, per_thread_B);
        pthread_mutex_unlock(&local->lock);
        return r;
}

void peal_local_code_changed(struct peal_local *local)
{
        pthread_mutex_lock(&local->lock);
        local->code_generation++;
        pthread_mutex_unlock(&local->lock);
}

void peal_local_emit(struct peal_local *local, struct peal_cmdq *q)
{
        pthread_mutex_lock(&local->lock);
        if (q->local_generation != local->generation) {
                if (q->local_generation)
                        peal_push_wait_for_idle(&q->push);
                peal_push_compute_local_memory(&q->push, local->set->compute_class,
                                               local->memory.gpu_va, local->per_tpc_B);
                q->local_generation = local->generation;
        }
        if (q->code_generation != local->code_generation) {
                peal_push_invalidate_shader_caches(&q->push);
                q->code_generation = local->code_generation;
        }
        pthread_mutex_unlock(&local->lock);
}
