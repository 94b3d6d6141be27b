/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <stdlib.h>
#include "src/api/device.h"
#include "src/kmd/error.h"

#define DESTROY_WAIT_NS 10000000000ull

int peal_queue_create(struct peal_device *dev, enum peal_queue_kind kind,
                      struct peal_queue **ret_queue)
{
        struct peal_queue *queue;
        int r = peal_device_usable(dev);

        if (r < 0)
                return r;
        if (kind != PEAL_QUEUE_COMPUTE && kind != PEAL_QUEUE_COPY)
                return peal_error(EINVAL, "queue kind %d: 0 (compute) or 1 (copy)", kind);
        queue = calloc(1, sizeof(*queue));
        if (!queue)
                return peal_error(ENOMEM, "out of memory");
        r = peal_cmdq_create(&dev->channels, &dev->signal_pool, kind == PEAL_QUEUE_COMPUTE,
                             &queue->q);
        if (r < 0) {
                free(queue);
                return r;
        }
        queue->device = dev;
        queue->timeline =
            (struct peal_signal){.device = dev, .word = queue->q.timeline, .borrowed = true};
        peal_list_add(dev, &dev->queues, &queue->link);
        *ret_queue = queue;
        return 0;
}

void peal_queue_destroy(struct peal_queue *queue)
{
        if (!queue || queue->device->fork_generation != peal_fork_generation())
                return;
        peal_list_remove(queue->device, &queue->link);
        peal_cmdq_destroy(&queue->q, DESTROY_WAIT_NS);
        free(queue);
}

/* Locked, with the child-of-fork check done; pairs with end(). */
static int begin(struct peal_queue *queue)
{
        int r = peal_device_usable(queue->device);

        if (r == 0)
                pthread_mutex_lock(&queue->q.lock);
        return r;
}

/* Also after a refusal: submit clears the queue's sticky error. */
static int submit_after(struct peal_queue *queue, int r)
{
        int s = peal_cmdq_submit(&queue->q);

        return r < 0 ? r : s;
}

static int end(struct peal_queue *queue, int r)
{
        pthread_mutex_unlock(&queue->q.lock);
        return r;
}

static int check_range(struct peal_queue *queue, const struct peal_buffer *b, uint64_t offset_B,
                       uint64_t size_B)
{
        if (b->device != queue->device)
                return peal_cmdq_fail(
                    &queue->q, peal_error(EXDEV, "a buffer of another device than the queue's"));
        if (offset_B <= b->size_B && size_B <= b->size_B - offset_B)
                return 0;
        return peal_cmdq_fail(&queue->q,
                              peal_error(ERANGE, "%llu bytes at offset %llu of a buffer of %llu",
                                         (unsigned long long)size_B, (unsigned long long)offset_B,
                                         (unsigned long long)b->size_B));
}

static int check_signal(struct peal_queue *queue, const struct peal_signal *s)
{
        if (s->device == queue->device)
                return 0;
        return peal_cmdq_fail(&queue->q,
                              peal_error(EXDEV, "a signal of another device than the queue's"));
}

int peal_queue_wait(struct peal_queue *queue, struct peal_signal *signal, uint64_t value)
{
        int r = begin(queue);

        if (r < 0)
                return r;
        r = check_signal(queue, signal);
        if (r == 0)
                r = peal_cmdq_wait(&queue->q, signal->word.gpu_va, value);
        return end(queue, r);
}

static int add_signal(struct peal_queue *queue, struct peal_signal *signal, uint64_t value,
                      bool timestamp)
{
        int r = begin(queue);

        if (r < 0)
                return r;
        r = check_signal(queue, signal);
        if (r == 0 && signal->borrowed)
                r = peal_cmdq_fail(&queue->q,
                                   peal_error(EINVAL, "a queue's timeline is signalled by "
                                                      "its submits alone"));
        if (r == 0)
                r = peal_cmdq_signal(&queue->q, signal->word.gpu_va, value, timestamp);
        return end(queue, r);
}

int peal_queue_signal(struct peal_queue *queue, struct peal_signal *signal, uint64_t value)
{
        return add_signal(queue, signal, value, false);
}

int peal_queue_timestamp(struct peal_queue *queue, struct peal_signal *signal, uint64_t value)
{
        return add_signal(queue, signal, value, true);
}

int peal_queue_barrier(struct peal_queue *queue)
{
        int r = begin(queue);

        return r < 0 ? r : end(queue, peal_cmdq_barrier(&queue->q));
}

static int add_exec(struct peal_queue *queue, struct peal_kernel *kernel,
                    const struct peal_launch_config *config, struct peal_args args)
{
        struct peal_module *module = kernel->module;
        int r = 0;

        if (module->device != queue->device)
                r = peal_error(EXDEV, "a kernel of another device than the queue's");
        else if (!queue->q.channel.compute)
                r = peal_error(EINVAL, "a launch on a copy queue");
        for (unsigned i = 0; r == 0 && i < args.count; i++)
                if (args.arg[i].buffer && args.arg[i].buffer->device != queue->device)
                        r = peal_error(EXDEV, "argument %u: a buffer of another device", i);
        if (r < 0)
                return peal_cmdq_fail(&queue->q, r);
        return peal_exec(&queue->q, &queue->device->local, &module->code,
                         &module->code.kernels[kernel->index], config, args);
}

int peal_queue_exec(struct peal_queue *queue, struct peal_kernel *kernel,
                    const struct peal_launch_config *config, struct peal_args args)
{
        int r = begin(queue);

        return r < 0 ? r : end(queue, add_exec(queue, kernel, config, args));
}

int peal_launch_config(struct peal_kernel *kernel, const struct peal_launch_config *config,
                       struct peal_args args)
{
        struct peal_queue *queue = kernel->module->device->compute;
        int r = begin(queue);

        return r < 0 ? r : end(queue, submit_after(queue, add_exec(queue, kernel, config, args)));
}

int peal_launch(struct peal_kernel *kernel, struct peal_dim3 grid, struct peal_dim3 block,
                struct peal_args args)
{
        struct peal_launch_config config = {.size = sizeof(config), .grid = grid, .block = block};

        return peal_launch_config(kernel, &config, args);
}

static int add_copy(struct peal_queue *queue, struct peal_buffer *dst, uint64_t dst_offset_B,
                    struct peal_buffer *src, uint64_t src_offset_B, uint64_t size_B)
{
        int r = check_range(queue, dst, dst_offset_B, size_B);

        if (r == 0)
                r = check_range(queue, src, src_offset_B, size_B);
        if (r == 0)
                r = peal_cmdq_copy(&queue->q, dst->gpu_va + dst_offset_B,
                                   src->gpu_va + src_offset_B, size_B);
        return r;
}

int peal_queue_copy(struct peal_queue *queue, struct peal_buffer *dst, uint64_t dst_offset_B,
                    struct peal_buffer *src, uint64_t src_offset_B, uint64_t size_B)
{
        int r = begin(queue);

        return r < 0 ? r
                     : end(queue, add_copy(queue, dst, dst_offset_B, src, src_offset_B, size_B));
}

int peal_copy(struct peal_buffer *dst, uint64_t dst_offset_B, struct peal_buffer *src,
              uint64_t src_offset_B, uint64_t size_B)
{
        struct peal_queue *queue = dst->device->compute;
        int r = begin(queue);

        if (r < 0)
                return r;
        r = add_copy(queue, dst, dst_offset_B, src, src_offset_B, size_B);
        return end(queue, submit_after(queue, r));
}

static int add_fill(struct peal_queue *queue, struct peal_buffer *dst, uint64_t offset_B,
                    uint64_t size_B, uint32_t value, unsigned element_B)
{
        int r = 0;

        if (element_B != 1 && element_B != 2 && element_B != 4)
                r = peal_error(EINVAL, "fill elements of %u bytes: 1, 2 or 4", element_B);
        else if (offset_B % element_B || size_B % element_B)
                r = peal_error(EINVAL,
                               "fill of %llu bytes at %llu: not multiples of the element's %u",
                               (unsigned long long)size_B, (unsigned long long)offset_B, element_B);
        else if (element_B < 4 && value >> 8 * element_B)
                r = peal_error(EINVAL, "fill value 0x%x is wider than %u bytes", value, element_B);
        if (r < 0)
                return peal_cmdq_fail(&queue->q, r);
        r = check_range(queue, dst, offset_B, size_B);
        if (r == 0)
                r = peal_cmdq_fill(&queue->q, dst->gpu_va + offset_B, size_B, value, element_B);
        return r;
}

int peal_queue_fill(struct peal_queue *queue, struct peal_buffer *dst, uint64_t offset_B,
                    uint64_t size_B, uint32_t value, unsigned element_B)
{
        int r = begin(queue);

        return r < 0 ? r : end(queue, add_fill(queue, dst, offset_B, size_B, value, element_B));
}

int peal_fill(struct peal_buffer *dst, uint64_t offset_B, uint64_t size_B, uint32_t value,
              unsigned element_B)
{
        struct peal_queue *queue = dst->device->compute;
        int r = begin(queue);

        if (r < 0)
                return r;
        r = add_fill(queue, dst, offset_B, size_B, value, element_B);
        return end(queue, submit_after(queue, r));
}

int peal_queue_write(struct peal_queue *queue, struct peal_buffer *dst, uint64_t offset_B,
                     const void *data, uint32_t size_B)
{
        int r = begin(queue);

        if (r < 0)
                return r;
        r = check_range(queue, dst, offset_B, size_B);
        if (r == 0)
                r = peal_cmdq_write(&queue->q, dst->gpu_va + offset_B, data, size_B);
        return end(queue, r);
}

int peal_queue_submit(struct peal_queue *queue)
{
        int r = begin(queue);

        return r < 0 ? r : end(queue, peal_cmdq_submit(&queue->q));
}

int peal_queue_synchronize(struct peal_queue *queue, uint64_t timeout_ns)
{
        int r = peal_device_usable(queue->device);

        if (r == 0)
                r = peal_cmdq_check(&queue->q);
        return r < 0 ? r : peal_cmdq_synchronize(&queue->q, timeout_ns);
}

struct peal_signal *peal_queue_timeline(struct peal_queue *queue, uint64_t *ret_value)
{
        pthread_mutex_lock(&queue->q.lock);
        *ret_value = queue->q.submitted;
        pthread_mutex_unlock(&queue->q.lock);
        return &queue->timeline;
}
