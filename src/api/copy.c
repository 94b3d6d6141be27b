/* SPDX-License-Identifier: MIT */
/* Synchronous copies, on the default compute queue's own copy engine and so in
 * order with launches; pageable memory goes through a ring of staging slots. */
#include <errno.h>
#include <string.h>
#include "src/api/device.h"
#include "src/kmd/error.h"

#define INLINE_MAX_B 4096
#define COPY_WAIT_NS PEAL_FOREVER

static int check_range(const struct peal_buffer *b, uint64_t offset_B, uint64_t size_B)
{
        if (offset_B <= b->size_B && size_B <= b->size_B - offset_B)
                return 0;
        return peal_error(ERANGE, "%llu bytes at offset %llu of a buffer of %llu",
                          (unsigned long long)size_B, (unsigned long long)offset_B,
                          (unsigned long long)b->size_B);
}

/* With dev->stage_lock held. */
static int need_stage(struct peal_device *dev)
{
        struct peal_memory_request req = {.kind = PEAL_MEMORY_HOST,
                                          .size_B = PEAL_STAGE_SLOTS * PEAL_STAGE_SLOT_B};

        return dev->stage.space ? 0 : peal_memory_alloc(&dev->space, &req, &dev->stage);
}

static int wait_value(struct peal_queue *queue, uint64_t value)
{
        struct peal_signal *timeline = &queue->timeline;

        return peal_signal_wait(timeline, value, COPY_WAIT_NS);
}

/* One piece between buffer and slot: filled and submitted; *ret_value when done. */
static int stage_piece(struct peal_queue *queue, uint64_t dst_va, uint64_t src_va, uint64_t size_B,
                       uint64_t *ret_value)
{
        int r, submitted;

        pthread_mutex_lock(&queue->q.lock);
        r = peal_cmdq_copy(&queue->q, dst_va, src_va, size_B);
        submitted = peal_cmdq_submit(&queue->q);
        r = r < 0 ? r : submitted;
        *ret_value = queue->q.submitted;
        pthread_mutex_unlock(&queue->q.lock);
        return r;
}

static int copy_in_staged(struct peal_buffer *dst, uint64_t dst_va, const uint8_t *src,
                          uint64_t size_B)
{
        struct peal_device *dev = dst->device;
        uint64_t value[PEAL_STAGE_SLOTS] = {0};
        int r = need_stage(dev);

        for (unsigned slot = 0; r == 0 && size_B; slot = (slot + 1) % PEAL_STAGE_SLOTS) {
                uint64_t piece = size_B < PEAL_STAGE_SLOT_B ? size_B : PEAL_STAGE_SLOT_B;
                uint64_t at = (uint64_t)slot * PEAL_STAGE_SLOT_B;

                r = wait_value(dev->compute, value[slot]);
                if (r < 0)
                        break;
                memcpy(dev->stage.cpu_ptr + at, src, piece);
                r = stage_piece(dev->compute, dst_va, dev->stage.gpu_va + at, piece, &value[slot]);
                dst_va += piece;
                src += piece;
                size_B -= piece;
        }
        for (unsigned slot = 0; slot < PEAL_STAGE_SLOTS; slot++) {
                int done = wait_value(dev->compute, value[slot]);

                r = r < 0 ? r : done;
        }
        return r;
}

static int copy_out_staged(uint8_t *dst, struct peal_buffer *src, uint64_t src_va, uint64_t size_B)
{
        struct peal_device *dev = src->device;
        uint64_t value[PEAL_STAGE_SLOTS] = {0}, piece_B[PEAL_STAGE_SLOTS] = {0};
        uint64_t asked = 0, got = 0;
        unsigned in = 0, out = 0;
        int r = need_stage(dev);

        while (r == 0 && got < size_B) {
                if (asked < size_B && in - out < PEAL_STAGE_SLOTS) {
                        unsigned slot = in++ % PEAL_STAGE_SLOTS;
                        uint64_t left = size_B - asked;

                        piece_B[slot] = left < PEAL_STAGE_SLOT_B ? left : PEAL_STAGE_SLOT_B;
                        r = stage_piece(dev->compute,
                                        dev->stage.gpu_va + (uint64_t)slot * PEAL_STAGE_SLOT_B,
                                        src_va + asked, piece_B[slot], &value[slot]);
                        asked += piece_B[slot];
                } else {
                        unsigned slot = out++ % PEAL_STAGE_SLOTS;

                        r = wait_value(dev->compute, value[slot]);
                        if (r < 0)
                                break;
                        memcpy(dst + got, dev->stage.cpu_ptr + (uint64_t)slot * PEAL_STAGE_SLOT_B,
                               piece_B[slot]);
                        got += piece_B[slot];
                }
        }
        /* Never leave with a slot that the GPU may still write. */
        for (; out != in; out++)
                wait_value(dev->compute, value[out % PEAL_STAGE_SLOTS]);
        return r;
}

int peal_copy_in(struct peal_buffer *dst, uint64_t dst_offset_B, const void *src, uint64_t size_B)
{
        struct peal_device *dev = dst->device;
        uint64_t va = dst->gpu_va + dst_offset_B;
        int r = peal_device_usable(dev), submitted;

        if (r == 0)
                r = check_range(dst, dst_offset_B, size_B);
        if (r < 0 || !size_B)
                return r;
        if (size_B <= INLINE_MAX_B) {
                pthread_mutex_lock(&dev->compute->q.lock);
                r = peal_cmdq_write(&dev->compute->q, va, src, (uint32_t)size_B);
                submitted = peal_cmdq_submit(&dev->compute->q);
                r = r < 0 ? r : submitted;
                pthread_mutex_unlock(&dev->compute->q.lock);
                return r;
        }
        pthread_mutex_lock(&dev->stage_lock);
        r = copy_in_staged(dst, va, src, size_B);
        pthread_mutex_unlock(&dev->stage_lock);
        return r;
}

int peal_copy_out(void *dst, struct peal_buffer *src, uint64_t src_offset_B, uint64_t size_B)
{
        struct peal_device *dev = src->device;
        int r = peal_device_usable(dev);

        if (r == 0)
                r = check_range(src, src_offset_B, size_B);
        if (r < 0 || !size_B)
                return r;
        pthread_mutex_lock(&dev->stage_lock);
        r = copy_out_staged(dst, src, src->gpu_va + src_offset_B, size_B);
        pthread_mutex_unlock(&dev->stage_lock);
        return r;
}
