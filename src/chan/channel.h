/* SPDX-License-Identifier: MIT */
/* Channels: a ring of pushbuffer entries, a doorbell to ring and an error
 * notifier to watch. One engine object or two hang in each. */
#ifndef PEAL_CHAN_CHANNEL_H
#define PEAL_CHAN_CHANNEL_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include "src/hw/chip.h"
#include "src/mem/memory.h"

#define PEAL_MAX_COPY_ENGINES 20

/* What all channels of a device share. */
struct peal_channels {
        struct peal_space *space;
        const struct peal_chip *chip;
        uint32_t channel_class, compute_class, copy_class;
        uint32_t sm_count, tpc_count;
        uint32_t usermode;                            /* object behind the doorbell page */
        volatile uint32_t *doorbell;                  /* the page's word at 0x90 */
        uint64_t usermode_va;                         /* where the page is mapped */
        uint32_t group, context_share;                /* of the compute channels */
        unsigned copy_engines[PEAL_MAX_COPY_ENGINES]; /* instances that copy beside compute */
        unsigned copy_engine_count;
        pthread_mutex_t lock; /* the members below, and creation */
        unsigned next_copy_engine;
        struct peal_name *names;
        bool group_scheduled;
};

/* Asks the device for classes, SMs and copy engines, and maps the doorbell.
 * -ENOTSUP names the compute classes of a chip that is not described. */
int peal_channels_open(struct peal_space *space, struct peal_channels *ret_set);
void peal_channels_close(struct peal_channels *set);

/* @name, once, for as long as the set lives: reports name kernels of modules that
 * may be gone by then. NULL: no memory. */
const char *peal_channels_name(struct peal_channels *set, const char *name);

struct peal_channel {
        struct peal_channels *set;
        bool compute;
        uint32_t group; /* 0: the set's compute group */
        uint32_t handle;
        uint32_t token;
        uint32_t compute_object, copy_object;
        struct peal_memory ring_memory;     /* ring and USERD, video memory */
        struct peal_memory notifier_memory; /* one NvNotification, host memory */
        volatile uint64_t *ring;
        volatile uint32_t *gp_put;
        uint32_t entries, put;
        uint64_t uvm_base, uvm_length; /* context buffers, with UVM */
        bool uvm_registered;
};

#define PEAL_RING_ENTRIES 8192

/* A compute channel (with the graphics copy engine beside it) or, in a group of
 * its own, a channel of one asynchronous copy engine. */
int peal_channel_create(struct peal_channels *set, bool compute, struct peal_channel *ret_channel);
void peal_channel_destroy(struct peal_channel *channel);
/* Put one entry into the ring and ring the doorbell. The caller has made sure
 * that the ring has room and that @va's words are written. */
void peal_channel_kick(struct peal_channel *channel, uint64_t entry);
/* 0, or -EIO with a sentence once the kernel driver has reported an error. */
int peal_channel_check(const struct peal_channel *channel);

#endif
