/* SPDX-License-Identifier: MIT */
/* The model's hardware: what sits behind the kernel driver's model (sim/kmd).
 *
 * Memory is host memory; addresses are translated by the model's own page
 * tables. Doorbells are words in a page that nobody traps: a host thread per
 * GPU sees them asynchronously. sim/kmd owns every object here and calls with
 * any thread; each call is safe against the GPU's own threads.
 */
#ifndef PEAL_SIM_GPU_GPU_H
#define PEAL_SIM_GPU_GPU_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "src/hw/chip.h"

struct sim_gpu;
struct sim_vas;
struct sim_tsg;
struct sim_channel;

struct sim_gpu_config {
        const struct peal_chip *chip; /* generation: QMD version, limits, warps */
        uint32_t sm_arch;             /* 75, 80, 86, 89, 90, 100, 120 */
        uint32_t sm_count;
        uint32_t workers;          /* 0: default */
        uint64_t max_instructions; /* per block; 0: no limit */
};

/* Where a fault or a message goes. Called from the GPU's threads, with none of
 * the GPU's locks held; any may be NULL. They must not destroy objects of the GPU
 * or wait for it. */
struct sim_gpu_events {
        void *ctx;
        void (*log)(void *ctx, const char *line);
        /* A channel asked for an interrupt (NON_STALL_INTERRUPT, AWAKEN_ENABLE ...). */
        void (*interrupt)(void *ctx, uint32_t channel_id);
        /* A group died; the line is in the log, the notifiers are written. */
        void (*channel_error)(void *ctx, uint32_t xid);
};

int sim_gpu_create(const struct sim_gpu_config *config, const struct sim_gpu_events *events,
                   struct sim_gpu **ret_gpu);
void sim_gpu_destroy(struct sim_gpu *gpu);
/* The 64 KiB usermode page (doorbell at 0x90): page-aligned memory in @memfd at
 * offset 0, so that clients can map it too. Owned by the GPU. */
int sim_gpu_usermode_fd(struct sim_gpu *gpu);
/* Wakes the host thread at once; without it a doorbell is seen by polling. */
void sim_gpu_hint(struct sim_gpu *gpu);
/* How many interrupts channels have asked for so far. */
uint64_t sim_gpu_interrupts(struct sim_gpu *gpu);

/* ---- address spaces: 49-bit VA, pages of 4 KiB, 64 KiB and 2 MiB ---- */
int sim_vas_create(struct sim_gpu *gpu, struct sim_vas **ret_vas);
void sim_vas_destroy(struct sim_vas *vas);
struct sim_map_flags {
        uint32_t page_B; /* 4096, 65536 or 2 MiB */
        bool read_only;
        bool no_atomics; /* host memory behind PCIe: atomics allowed, see docs */
        bool sysmem;
};
/* Map @size_B bytes at @va to contiguous host memory @host_ptr (which must stay
 * valid until unmapped). -EEXIST: overlaps a mapping; -EINVAL: alignment or
 * beyond 49 bits; -ENOMEM. */
int sim_vas_map(struct sim_vas *vas, uint64_t va, uint64_t size_B, void *host_ptr,
                struct sim_map_flags flags);
/* Unmap exactly one earlier mapping; waits until no access is under way through
 * it. -ENOENT when [va, va+size_B) is not one. */
int sim_vas_unmap(struct sim_vas *vas, uint64_t va, uint64_t size_B);

/* ---- channels ---- */
enum sim_engine { SIM_ENGINE_GR, SIM_ENGINE_CE };
/* A group: channels that die together on a fault; one runlist entry. */
int sim_tsg_create(struct sim_gpu *gpu, enum sim_engine engine, unsigned instance,
                   struct sim_tsg **ret_tsg);
void sim_tsg_destroy(struct sim_tsg *tsg);

struct sim_channel_config {
        struct sim_tsg *tsg;
        struct sim_vas *vas;
        uint64_t gpfifo_va;
        uint32_t gpfifo_entries; /* power of two */
        volatile void *userd;    /* host pointer: GPGet at 0x88, GPPut at 0x8c */
        volatile void *notifier; /* host pointer of the error notifier, or NULL */
        uint32_t token;          /* what the client writes to the doorbell */
        uint32_t channel_class;  /* e.g. HOPPER_CHANNEL_GPFIFO_A */
        uint32_t channel_id;
};
int sim_channel_create(struct sim_gpu *gpu, const struct sim_channel_config *config,
                       struct sim_channel **ret_channel);
/* Waits until the channel's work has stopped; work not fetched is dropped. */
void sim_channel_destroy(struct sim_channel *channel);
/* An engine object was allocated in the channel: SET_OBJECT may now name it. */
void sim_channel_add_class(struct sim_channel *channel, uint32_t class_id);
void sim_channel_remove_class(struct sim_channel *channel, uint32_t class_id);
/* Scheduling on or off (NVA06C_CTRL_CMD_GPFIFO_SCHEDULE); off by default. */
void sim_tsg_schedule(struct sim_tsg *tsg, bool enable);
/* After a fault: what was left in the group's channels was dropped. */
bool sim_tsg_is_dead(struct sim_tsg *tsg);

#endif
