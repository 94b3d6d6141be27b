/* SPDX-License-Identifier: MIT */
/* Local memory: what threads spill and stack into. One area serves all channels
 * of a device; it grows when a kernel asks for more per thread. */
#ifndef PEAL_LAUNCH_LOCAL_H
#define PEAL_LAUNCH_LOCAL_H

#include "src/chan/queue.h"

struct peal_local {
        struct peal_channels *set;
        pthread_mutex_t lock;
        uint64_t generation;      /* 0: nothing allocated yet */
        uint64_t code_generation; /* counts module loads: caches to invalidate */
        uint32_t per_thread_B;
        uint64_t per_tpc_B;
        struct peal_memory memory;
        /* Areas that channels may still use; freed with the device. */
        struct peal_memory *retired;
        unsigned retired_count;
};
void peal_local_init(struct peal_local *local, struct peal_channels *set);
void peal_local_fini(struct peal_local *local);
/* At least @per_thread_B for every thread that can be resident. -ENOMEM names
 * the bytes per thread and in total. */
int peal_local_ensure(struct peal_local *local, uint32_t per_thread_B);
void peal_local_code_changed(struct peal_local *local);
/* Emits what @queue has not seen yet: a new area, new code. Needs 64 words. */
void peal_local_emit(struct peal_local *local, struct peal_cmdq *queue);

#endif
