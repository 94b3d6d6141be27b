/* SPDX-License-Identifier: MIT */
/* Command queues: filled in ordinary memory, copied to the GPU on submit, in
 * order, with a timeline that says how far the GPU has come.
 *
 * Space is counted, never assumed: ring entries, pushbuffer words and argument
 * slots come back only when the timeline has passed the submit that used them.
 * Calls on one queue hold its lock (peal_queue_lock), except the const ones.
 */
#ifndef PEAL_CHAN_QUEUE_H
#define PEAL_CHAN_QUEUE_H

#include "src/chan/channel.h"
#include "src/chan/signal.h"
#include "src/hw/method.h"

/* A circular region; both ends are byte counts that only grow. */
struct peal_span_ring {
        uint8_t *cpu;
        uint64_t gpu_va, size_B;
        uint64_t head, tail;
};

/* What a submit used: given back when the timeline reaches its value. */
struct peal_submit_record {
        uint64_t push_head, slot_head;
        const char *kernel; /* last one launched in it, or NULL */
};

struct peal_cmdq {
        pthread_mutex_t lock;
        struct peal_channels *set;
        struct peal_channel channel;
        struct peal_memory command_memory; /* pushbuffer words and argument slots */
        struct peal_span_ring words, slots;
        struct peal_signal_word timeline; /* borrowed from the device's pool */
        struct peal_signal_word copied;   /* where the graphics copy engine reports */
        struct peal_signal_pool *pool;
        uint64_t submitted;                 /* timeline value of the last submit */
        uint64_t reclaimed;                 /* up to here, space has been given back */
        struct peal_submit_record *records; /* PEAL_RING_ENTRIES, by value */
        /* The fill in progress. */
        struct peal_push push;
        int err; /* sticky, with its sentence */
        char err_text[256];
        const char *kernel;
        bool set_up;      /* objects bound, windows set */
        bool engine_busy; /* launches or inline data since the last wait for idle */
        /* The launch that ends the fill so far: its QMD is written when it is known
         * whether the submit's timeline value can be released by it. */
        uint8_t *tail_cpu; /* where it goes; NULL: the fill does not end in a launch */
        uint32_t tail_qmd[PEAL_QMD_MAX_DW];
        bool copy_busy; /* copies of the graphics copy engine, not yet waited for */
        uint32_t copy_payload;
        /* For src/launch: which local memory and which code this channel has seen. */
        uint64_t local_generation, code_generation;
};

int peal_cmdq_create(struct peal_channels *set, struct peal_signal_pool *pool, bool compute,
                     struct peal_cmdq *ret_queue);
/* Waits up to @timeout_ns for what was submitted, then tears down. */
void peal_cmdq_destroy(struct peal_cmdq *queue, uint64_t timeout_ns);

/* Filling. Each returns the sticky error if there is one. */
int peal_cmdq_wait(struct peal_cmdq *queue, uint64_t signal_va, uint64_t value);
int peal_cmdq_signal(struct peal_cmdq *queue, uint64_t signal_va, uint64_t value, bool timestamp);
int peal_cmdq_barrier(struct peal_cmdq *queue);
/* Any size; pieces of what one method can carry. */
int peal_cmdq_copy(struct peal_cmdq *queue, uint64_t dst_va, uint64_t src_va, uint64_t size_B);
int peal_cmdq_fill(struct peal_cmdq *queue, uint64_t dst_va, uint64_t size_B, uint32_t value,
                   unsigned element_B);
/* Compute: inline data. Copy queues: through an argument slot. @size_B <= 4096. */
int peal_cmdq_write(struct peal_cmdq *queue, uint64_t dst_va, const void *data, uint32_t size_B);
int peal_cmdq_submit(struct peal_cmdq *queue);

/* For src/launch: orders what comes next after all before it, and makes room for
 * @words more words. Then the caller emits into queue->push. */
int peal_cmdq_begin(struct peal_cmdq *queue, unsigned words, bool after_engine);
/* A piece of GPU-visible memory, 256-byte aligned, that stays until this fill has
 * run. May submit what was filled so far to find room: call it after
 * peal_cmdq_begin, whose room it leaves intact, and before emitting. */
int peal_cmdq_slot(struct peal_cmdq *queue, uint32_t size_B, uint8_t **ret_cpu, uint64_t *ret_va);
/* The launch just emitted has its QMD at @cpu; @qmd (peal_qmd_size_B bytes) is
 * written there before it can run. */
void peal_cmdq_tail_launch(struct peal_cmdq *queue, uint8_t *cpu, const uint32_t *qmd);
/* Makes @err sticky, with this thread's sentence. Returns it. */
int peal_cmdq_fail(struct peal_cmdq *queue, int err);

bool peal_cmdq_idle(const struct peal_cmdq *queue);
/* Until all submitted so far has run. -ETIMEDOUT; -EIO after a fault. */
int peal_cmdq_synchronize(struct peal_cmdq *queue, uint64_t timeout_ns);
/* -EIO with the report when the channel has faulted: names the kernel. */
int peal_cmdq_check(const struct peal_cmdq *queue);

#endif
