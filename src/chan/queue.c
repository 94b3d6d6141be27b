/* SPDX-License-Identifier: MIT */
#include "src/chan/queue.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "include/peal/peal.h"
#include "src/chan/barrier.h"
#include "src/kmd/error.h"

#define WORDS_B       (1u << 20)
#define SLOTS_B       (4u << 20)
#define STAGE_DW      4096        /* the fill's first size */
#define STAGE_MAX_DW  (64u << 10) /* beyond it, the fill so far is submitted */
#define SPACE_WAIT_NS 10000000000ull
#define COPY_PIECE_B  (2ull << 30) /* LINE_LENGTH_IN has 32 bits */
#define FILL_PIECE    (1u << 30)
#define WRITE_MAX_B   4096

/* Words that the longest single emission needs, closing words included. */
#define EMIT_MAX_DW 64
#define CLOSE_DW    32

/* Reserves @size_B contiguous bytes; *ret_at is the offset in the region. */
static bool span_alloc(struct peal_span_ring *ring, uint64_t size_B, uint64_t align_B,
                       uint64_t *ret_at)
{
        uint64_t head = (ring->head + align_B - 1) & ~(align_B - 1);
        uint64_t at = head % ring->size_B;

        if (at + size_B > ring->size_B) { /* does not fit before the end: start over */
                head += ring->size_B - at;
                at = 0;
        }
        if (head + size_B - ring->tail > ring->size_B)
                return false;
        ring->head = head + size_B;
        *ret_at = at;
        return true;
}

static int check_channel(void *ctx)
{
        return peal_cmdq_check(ctx);
}

int peal_cmdq_check(const struct peal_cmdq *q)
{
        uint64_t done;
        const char *kernel;
        int r = peal_channel_check(&q->channel);

        if (r == 0)
                return 0;
        done = peal_signal_word_value(&q->timeline);
        kernel = done < q->submitted ? q->records[(done + 1) % PEAL_RING_ENTRIES].kernel : NULL;
        if (kernel)
                return peal_error_in(r, "kernel %s, submit %llu", kernel,
                                     (unsigned long long)done + 1);
        return r;
}

static void reclaim(struct peal_cmdq *q)
{
        uint64_t done = peal_signal_word_value(&q->timeline);

        if (done > q->submitted) /* not ours to say: memory was overwritten */
                done = q->submitted;
        if (done <= q->reclaimed)
                return;
        q->words.tail = q->records[done % PEAL_RING_ENTRIES].push_head;
        q->slots.tail = q->records[done % PEAL_RING_ENTRIES].slot_head;
        q->reclaimed = done;
}

/* Waits until the oldest submit in flight has given its space back. */
static int wait_oldest(struct peal_cmdq *q, const char *what)
{
        int r;

        reclaim(q);
        if (q->reclaimed == q->submitted)
                return peal_error(ENOSPC, "one fill needs more %s than a queue has", what);
        r = peal_wait_word(q->timeline.cpu, q->reclaimed + 1, peal_deadline(SPACE_WAIT_NS),
                           check_channel, q);
        if (r == -ETIMEDOUT)
                return peal_error(
                    ETIMEDOUT, "no room for %s: submit %llu has been running for %llu s", what,
                    (unsigned long long)q->reclaimed + 1, SPACE_WAIT_NS / 1000000000ull);
        reclaim(q);
        return r;
}

int peal_cmdq_create(struct peal_channels *set, struct peal_signal_pool *pool, bool compute,
                     struct peal_cmdq *q)
{
        struct peal_memory_request req = {.size_B = WORDS_B + SLOTS_B, .low = true, .cpu = true};
        uint32_t *stage;
        int r;

        *q = (struct peal_cmdq){.set = set, .pool = pool};
        pthread_mutex_init(&q->lock, NULL);
        q->records = calloc(PEAL_RING_ENTRIES, sizeof(*q->records));
        stage = malloc(STAGE_DW * sizeof(*stage));
        peal_push_init(&q->push, stage, stage ? STAGE_DW : 0);
        r = q->records && stage ? 0 : peal_error(ENOMEM, "out of memory");
        if (r == 0)
                r = peal_signal_word_get(pool, 0, &q->timeline);
        if (r == 0)
                r = peal_signal_word_get(pool, 0, &q->copied);
        if (r == 0)
                r = peal_channel_create(set, compute, &q->channel);
        /* After the first channel, which has seen how the BAR is mapped. */
        req.kind = set->space->place_video ? PEAL_MEMORY_VIDEO : PEAL_MEMORY_HOST_WC;
        if (r == 0)
                r = peal_memory_alloc(set->space, &req, &q->command_memory);
        if (r < 0) {
                peal_cmdq_destroy(q, 0);
                return r;
        }
        q->words = (struct peal_span_ring){.cpu = q->command_memory.cpu_ptr,
                                           .gpu_va = q->command_memory.gpu_va,
                                           .size_B = WORDS_B};
        q->slots = (struct peal_span_ring){.cpu = q->command_memory.cpu_ptr + WORDS_B,
                                           .gpu_va = q->command_memory.gpu_va + WORDS_B,
                                           .size_B = SLOTS_B};
        return 0;
}

void peal_cmdq_destroy(struct peal_cmdq *q, uint64_t timeout_ns)
{
        if (!q->set)
                return;
        if (q->channel.set)
                peal_cmdq_synchronize(q, timeout_ns);
        peal_channel_destroy(&q->channel);
        peal_memory_free(&q->command_memory);
        peal_signal_word_put(q->pool, &q->timeline);
        peal_signal_word_put(q->pool, &q->copied);
        free(q->push.words);
        free(q->records);
        pthread_mutex_destroy(&q->lock);
        *q = (struct peal_cmdq){0};
}

int peal_cmdq_fail(struct peal_cmdq *q, int err)
{
        if (!q->err) {
                q->err = err;
                snprintf(q->err_text, sizeof(q->err_text), "%s", peal_last_error());
        }
        return err;
}

static int sticky(const struct peal_cmdq *q)
{
        return q->err ? peal_error(-q->err, "%s", q->err_text) : 0;
}

/* Room for @words more words in the fill, plus what closes it. */
static int room(struct peal_cmdq *q, unsigned words)
{
        uint32_t need = q->push.len_dw + words + CLOSE_DW;
        uint32_t *grown;

        if (need <= q->push.cap_dw)
                return 0;
        if (need > STAGE_MAX_DW) {
                int r = peal_cmdq_submit(q);

                if (r < 0)
                        return peal_cmdq_fail(q, r);
                return room(q, words);
        }
        while (q->push.cap_dw < need)
                q->push.cap_dw *= 2;
        grown = realloc(q->push.words, q->push.cap_dw * sizeof(*grown));
        if (!grown)
                return peal_cmdq_fail(q, peal_error(ENOMEM, "out of memory"));
        q->push.words = grown;
        return 0;
}

/* Something follows the launch: its QMD is final as it is. */
static void write_tail(struct peal_cmdq *q)
{
        if (!q->tail_cpu)
                return;
        /* Write-combined memory: once, in order. */
        memcpy(q->tail_cpu, q->tail_qmd, peal_qmd_size_B(q->set->chip->qmd_version));
        q->tail_cpu = NULL;
}

void peal_cmdq_tail_launch(struct peal_cmdq *q, uint8_t *cpu, const uint32_t *qmd)
{
        q->tail_cpu = cpu;
        memcpy(q->tail_qmd, qmd, peal_qmd_size_B(q->set->chip->qmd_version));
        q->engine_busy = true;
}

/* The last launch reports the end of the submit itself: 0.7 us sooner on an H200
 * than a release of the host engine that waits for idle. Launches of a queue run
 * one after another, so it is also the end of all before it. Its membar to system
 * scope makes results visible first. */
static bool release_by_tail(struct peal_cmdq *q, uint64_t value)
{
        struct peal_qmd_release release = {
            .enable = true, .payload_64 = true, .address = q->timeline.gpu_va, .payload = value};

        if (!q->tail_cpu || q->set->chip->qmd_version == PEAL_QMD_V02_03)
                return false; /* Turing's releases have 32-bit payloads */
        return peal_qmd_patch_release(q->set->chip->qmd_version, q->tail_qmd, 0, &release) == 0;
}

static void set_up(struct peal_cmdq *q)
{
        const struct peal_channels *set = q->set;

        q->set_up = true;
        if (q->channel.compute) {
                peal_push_set_object(&q->push, PEAL_SUBCH_COMPUTE, set->compute_class);
                peal_push_compute_windows(&q->push, set->chip->shared_window,
                                          set->chip->local_window);
        }
        peal_push_set_object(&q->push, PEAL_SUBCH_COPY, set->copy_class);
}

/* The graphics copy engine reports to `copied`; later work waits for it there. */
static void await_copies(struct peal_cmdq *q)
{
        if (!q->copy_busy)
                return;
        peal_push_copy_release(&q->push, q->copied.gpu_va, ++q->copy_payload, false);
        peal_push_sem_acquire_geq(&q->push, q->copied.gpu_va, q->copy_payload, 0);
        if (q->copy_payload == UINT32_MAX) {
                /* Its payload has 32 bits: start again, in order. */
                peal_push_sem_release(&q->push, q->copied.gpu_va, 0, 0);
                q->copy_payload = 0;
        }
        q->copy_busy = false;
}

int peal_cmdq_begin(struct peal_cmdq *q, unsigned words, bool after_engine)
{
        int r = sticky(q);

        if (r == 0)
                r = room(q, words + EMIT_MAX_DW);
        if (r < 0)
                return r;
        write_tail(q);
        if (!q->set_up)
                set_up(q);
        await_copies(q);
        if (q->engine_busy && !q->push.len_dw && peal_cmdq_idle(q))
                q->engine_busy = false;
        if (after_engine && q->engine_busy) {
                peal_push_wait_for_idle(&q->push);
                q->engine_busy = false;
        }
        return 0;
}

int peal_cmdq_wait(struct peal_cmdq *q, uint64_t signal_va, uint64_t value)
{
        int r = sticky(q);

        if (r == 0)
                r = room(q, EMIT_MAX_DW);
        if (r < 0)
                return r;
        write_tail(q);
        peal_push_sem_acquire_geq(&q->push, signal_va, value, 0);
        return 0;
}

int peal_cmdq_signal(struct peal_cmdq *q, uint64_t signal_va, uint64_t value, bool timestamp)
{
        int r = peal_cmdq_begin(q, EMIT_MAX_DW, false);

        if (r < 0)
                return r;
        peal_push_sem_release(&q->push, signal_va, value,
                              PEAL_SEM_WFI | (timestamp ? PEAL_SEM_TIMESTAMP : 0));
        q->engine_busy = false; /* the release waited for idle */
        return 0;
}

int peal_cmdq_barrier(struct peal_cmdq *q)
{
        int r = peal_cmdq_begin(q, EMIT_MAX_DW, false);

        if (r < 0)
                return r;
        peal_push_host_wfi(&q->push);
        q->engine_busy = false;
        return 0;
}

/* Before copies: launches of this channel must be through. */
static int begin_copy(struct peal_cmdq *q)
{
        int r = sticky(q);

        if (r == 0)
                r = room(q, 2 * EMIT_MAX_DW);
        if (r < 0)
                return r;
        write_tail(q);
        if (!q->set_up)
                set_up(q);
        if (q->engine_busy) {
                peal_push_host_wfi(&q->push);
                q->engine_busy = false;
        }
        return 0;
}

int peal_cmdq_copy(struct peal_cmdq *q, uint64_t dst_va, uint64_t src_va, uint64_t size_B)
{
        while (size_B) {
                uint64_t piece = size_B < COPY_PIECE_B ? size_B : COPY_PIECE_B;
                int r = begin_copy(q);

                if (r < 0)
                        return r;
                peal_push_copy(&q->push, dst_va, src_va, (uint32_t)piece);
                q->copy_busy = q->channel.compute;
                dst_va += piece;
                src_va += piece;
                size_B -= piece;
        }
        return sticky(q);
}

int peal_cmdq_fill(struct peal_cmdq *q, uint64_t dst_va, uint64_t size_B, uint32_t value,
                   unsigned element_B)
{
        uint64_t left = size_B / element_B;

        while (left) {
                uint32_t piece = left < FILL_PIECE ? (uint32_t)left : FILL_PIECE;
                int r = begin_copy(q);

                if (r < 0)
                        return r;
                peal_push_fill(&q->push, dst_va, value, element_B, piece);
                q->copy_busy = q->channel.compute;
                dst_va += (uint64_t)piece * element_B;
                left -= piece;
        }
        return sticky(q);
}

int peal_cmdq_write(struct peal_cmdq *q, uint64_t dst_va, const void *data, uint32_t size_B)
{
        uint64_t va;
        uint8_t *cpu;
        int r;

        if (!size_B)
                return sticky(q);
        if (size_B > WRITE_MAX_B)
                return peal_cmdq_fail(q, peal_error(EINVAL,
                                                    "an inline write of %u bytes: more than %u",
                                                    size_B, WRITE_MAX_B));
        if (q->channel.compute) {
                r = peal_cmdq_begin(q, EMIT_MAX_DW + size_B / 4 + 1, true);
                if (r < 0)
                        return r;
                peal_push_inline_data(&q->push, dst_va, data, size_B);
                q->engine_busy = true;
                return 0;
        }
        r = sticky(q);
        /* Room first: a submit between slot and copy would give the slot away. */
        if (r == 0)
                r = room(q, 4 * EMIT_MAX_DW);
        if (r == 0)
                r = peal_cmdq_slot(q, size_B, &cpu, &va);
        if (r < 0)
                return r;
        memcpy(cpu, data, size_B);
        return peal_cmdq_copy(q, dst_va, va, size_B);
}

int peal_cmdq_slot(struct peal_cmdq *q, uint32_t size_B, uint8_t **ret_cpu, uint64_t *ret_va)
{
        uint64_t at;

        while (!span_alloc(&q->slots, size_B, PEAL_QMD_ALIGN_B, &at)) {
                int r;

                reclaim(q);
                if (span_alloc(&q->slots, size_B, PEAL_QMD_ALIGN_B, &at))
                        break;
                /* Nothing in flight to wait for: this fill itself holds the room. */
                r = q->reclaimed == q->submitted && q->push.len_dw ? peal_cmdq_submit(q)
                                                                   : wait_oldest(q, "arguments");
                if (r < 0)
                        return peal_cmdq_fail(q, r);
        }
        *ret_cpu = q->slots.cpu + at;
        *ret_va = q->slots.gpu_va + at;
        return 0;
}

static void drop_fill(struct peal_cmdq *q)
{
        peal_push_init(&q->push, q->push.words, q->push.cap_dw);
        q->kernel = NULL;
        q->tail_cpu = NULL;
        /* What the dropped words would have set is not set. */
        q->set_up = false;
        q->local_generation = q->code_generation = 0;
        q->copy_busy = false;
        q->engine_busy = true;
        q->slots.head = q->submitted ? q->records[q->submitted % PEAL_RING_ENTRIES].slot_head : 0;
}

int peal_cmdq_submit(struct peal_cmdq *q)
{
        uint64_t value = q->submitted + 1, at = 0, entry;
        bool by_tail = false;
        uint32_t bytes;
        int r = sticky(q);

        if (r == 0 && !q->push.len_dw)
                return 0;
        if (r == 0 && (r = peal_channel_check(&q->channel)) < 0)
                r = peal_cmdq_check(q);
        if (r == 0) {
                await_copies(q);
                by_tail = release_by_tail(q, value);
                write_tail(q);
                if (!by_tail)
                        peal_push_sem_release(&q->push, q->timeline.gpu_va, value, PEAL_SEM_WFI);
                if (q->push.err)
                        r = peal_error(-q->push.err, "pushbuffer: %s: %s", q->push.err_method,
                                       q->push.err == -ERANGE ? "a value is wider than its field"
                                                              : "no room");
        }
        bytes = q->push.len_dw * 4;
        while (r == 0 && (q->submitted - q->reclaimed >= PEAL_RING_ENTRIES - 1 ||
                          !span_alloc(&q->words, bytes, 4, &at))) {
                reclaim(q);
                if (q->submitted - q->reclaimed < PEAL_RING_ENTRIES - 1 &&
                    span_alloc(&q->words, bytes, 4, &at))
                        break;
                r = wait_oldest(q, "pushbuffer words or ring entries");
        }
        if (r == 0)
                r = peal_gp_entry_pack(q->words.gpu_va + at, q->push.len_dw, &entry);
        if (r < 0) {
                drop_fill(q);
                q->err = 0;
                return r;
        }
        memcpy(q->words.cpu + at, q->push.words, bytes);
        q->records[value % PEAL_RING_ENTRIES] = (struct peal_submit_record){
            .push_head = q->words.head, .slot_head = q->slots.head, .kernel = q->kernel};
        __atomic_store_n(&q->submitted, value, __ATOMIC_RELEASE);
        peal_channel_kick(&q->channel, entry);
        peal_push_init(&q->push, q->push.words, q->push.cap_dw);
        q->kernel = NULL;
        q->engine_busy = by_tail; /* the host's release waited for idle */
        return 0;
}

bool peal_cmdq_idle(const struct peal_cmdq *q)
{
        return peal_signal_word_value(&q->timeline) >=
               __atomic_load_n(&q->submitted, __ATOMIC_ACQUIRE);
}

int peal_cmdq_synchronize(struct peal_cmdq *q, uint64_t timeout_ns)
{
        int r;

        if (peal_cmdq_idle(q))
                return 0;
        r = peal_wait_word(q->timeline.cpu, q->submitted, peal_deadline(timeout_ns), check_channel,
                           q);
        if (r == -ETIMEDOUT)
                return peal_error(ETIMEDOUT, "%s queue: submit %llu of %llu has not finished",
                                  q->channel.compute ? "compute" : "copy",
                                  (unsigned long long)peal_signal_word_value(&q->timeline) + 1,
                                  (unsigned long long)q->submitted);
        return r;
}
