/* SPDX-License-Identifier: MIT */
/* What stands behind the public handles. */
#ifndef PEAL_API_DEVICE_H
#define PEAL_API_DEVICE_H

#include "include/peal/peal.h"
#include "src/api/registry.h"
#include "src/chan/queue.h"
#include "src/launch/exec.h"

/* Members of a device's lists, so that closing the device leaves nothing. */
struct peal_link {
        struct peal_link *prev, *next;
};

#define PEAL_STAGE_SLOTS  4
#define PEAL_STAGE_SLOT_B (2u << 20)

struct peal_device {
        struct peal_driver *driver;
        unsigned fork_generation;
        struct peal_space space;
        struct peal_channels channels;
        struct peal_signal_pool signal_pool;
        struct peal_local local;
        struct peal_queue *compute; /* the default queue */
        pthread_mutex_t lock;       /* the lists */
        struct peal_link buffers, signals, modules, queues;
        pthread_mutex_t stage_lock; /* the staging slots: one synchronous copy at a time */
        struct peal_memory stage;
        char name[64];
};

struct peal_buffer {
        struct peal_link link;
        struct peal_device *device;
        struct peal_memory memory;
        uint64_t gpu_va, size_B;
        uint8_t *user_ptr; /* registered memory: the caller's own pointer */
        unsigned maps;
};

struct peal_signal {
        struct peal_link link;
        struct peal_device *device;
        struct peal_signal_word word;
        bool borrowed; /* a queue's timeline */
};

struct peal_queue {
        struct peal_link link;
        struct peal_device *device;
        struct peal_cmdq q;
        struct peal_signal timeline;
};

struct peal_kernel {
        struct peal_module *module;
        uint32_t index;
};

struct peal_module {
        struct peal_link link;
        struct peal_device *device;
        struct peal_code code;
        struct peal_kernel *kernels;
};

/* -ECHILD with a sentence when the device was opened by this process's parent. */
int peal_device_usable(const struct peal_device *device);
/* -EIO with the report when any channel of the device has faulted. */
int peal_device_check(struct peal_device *device);
/* Until all queues have run what was submitted; errors are left to who asks next. */
void peal_device_drain(struct peal_device *device, uint64_t timeout_ns);

void peal_list_init(struct peal_link *list);
void peal_list_add(struct peal_device *device, struct peal_link *list, struct peal_link *link);
void peal_list_remove(struct peal_device *device, struct peal_link *link);

#endif
