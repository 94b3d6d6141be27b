/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "src/api/device.h"
#include "src/kmd/error.h"

#define FREE_WAIT_NS 60000000000ull

static int page_of(unsigned flags, uint32_t *ret_page_B)
{
        unsigned pages = flags & (PEAL_BUFFER_PAGE_4K | PEAL_BUFFER_PAGE_64K | PEAL_BUFFER_PAGE_2M);

        switch (pages) {
        case 0:
                *ret_page_B = 0;
                return 0;
        case PEAL_BUFFER_PAGE_4K:
                *ret_page_B = 4096;
                return 0;
        case PEAL_BUFFER_PAGE_64K:
                *ret_page_B = 65536;
                return 0;
        case PEAL_BUFFER_PAGE_2M:
                *ret_page_B = 2 << 20;
                return 0;
        default:
                return peal_error(EINVAL, "buffer flags 0x%x: more than one page size", flags);
        }
}

static int zero(struct peal_buffer *b)
{
        int r;

        if (b->memory.kind != PEAL_MEMORY_VIDEO) {
                memset(b->memory.cpu_ptr, 0, b->size_B);
                return 0;
        }
        r = peal_fill(b, 0, b->size_B, 0, b->size_B % 4 ? 1 : 4);
        return r < 0 ? r : peal_queue_synchronize(b->device->compute, PEAL_FOREVER);
}

int peal_buffer_alloc(struct peal_device *dev, uint64_t size_B, unsigned flags,
                      struct peal_buffer **ret_buffer)
{
        const unsigned host = PEAL_BUFFER_HOST | PEAL_BUFFER_WRITE_COMBINED;
        const unsigned known = host | PEAL_BUFFER_CPU | PEAL_BUFFER_PAGE_4K | PEAL_BUFFER_PAGE_64K |
                               PEAL_BUFFER_PAGE_2M | PEAL_BUFFER_ZERO;
        struct peal_memory_request req = {.size_B = size_B, .cpu = flags & PEAL_BUFFER_CPU};
        struct peal_buffer *b;
        int r = peal_device_usable(dev);

        if (r < 0)
                return r;
        if (flags & ~known)
                return peal_error(EINVAL, "buffer flags 0x%x: unknown bits 0x%x", flags,
                                  flags & ~known);
        r = page_of(flags, &req.page_B);
        if (r < 0)
                return r;
        if (flags & host && req.page_B > 4096)
                return peal_error(EINVAL, "buffer flags 0x%x: host memory has pages of 4 KiB",
                                  flags);
        req.kind = flags & PEAL_BUFFER_WRITE_COMBINED ? PEAL_MEMORY_HOST_WC
                   : flags & PEAL_BUFFER_HOST         ? PEAL_MEMORY_HOST
                                                      : PEAL_MEMORY_VIDEO;
        b = calloc(1, sizeof(*b));
        if (!b)
                return peal_error(ENOMEM, "out of memory");
        r = peal_memory_alloc(&dev->space, &req, &b->memory);
        if (r < 0) {
                free(b);
                return peal_error_in(r, "buffer of %llu bytes", (unsigned long long)size_B);
        }
        b->device = dev;
        b->gpu_va = b->memory.gpu_va;
        b->size_B = size_B;
        peal_list_add(dev, &dev->buffers, &b->link);
        if (flags & PEAL_BUFFER_ZERO) {
                r = zero(b);
                if (r < 0) {
                        peal_buffer_free(b);
                        return r;
                }
        }
        *ret_buffer = b;
        return 0;
}

int peal_buffer_register(struct peal_device *dev, void *ptr, uint64_t size_B, unsigned flags,
                         struct peal_buffer **ret_buffer)
{
        struct peal_buffer *b;
        int r = peal_device_usable(dev);

        if (r < 0)
                return r;
        if (flags)
                return peal_error(EINVAL, "registration flags 0x%x: none are defined", flags);
        b = calloc(1, sizeof(*b));
        if (!b)
                return peal_error(ENOMEM, "out of memory");
        r = peal_memory_register(&dev->space, ptr, size_B, &b->memory, &b->gpu_va);
        if (r < 0) {
                free(b);
                return peal_error_in(r, "registration of %llu bytes at %p",
                                     (unsigned long long)size_B, ptr);
        }
        b->device = dev;
        b->size_B = size_B;
        b->user_ptr = ptr;
        peal_list_add(dev, &dev->buffers, &b->link);
        *ret_buffer = b;
        return 0;
}

void peal_buffer_free(struct peal_buffer *b)
{
        if (!b || b->device->fork_generation != peal_fork_generation())
                return;
        peal_device_drain(b->device, FREE_WAIT_NS);
        peal_list_remove(b->device, &b->link);
        peal_memory_free(&b->memory);
        free(b);
}

uint64_t peal_buffer_size(const struct peal_buffer *b)
{
        return b->size_B;
}

uint64_t peal_buffer_gpu_va(const struct peal_buffer *b)
{
        return b->gpu_va;
}

struct peal_device *peal_buffer_device(const struct peal_buffer *b)
{
        return b->device;
}

int peal_buffer_map(struct peal_buffer *b, void **ret_ptr)
{
        int r = peal_device_usable(b->device);

        if (r < 0)
                return r;
        pthread_mutex_lock(&b->device->lock);
        if (!b->user_ptr)
                r = peal_memory_map_cpu(&b->memory);
        if (r == 0) {
                b->maps++;
                *ret_ptr = b->user_ptr ? b->user_ptr : b->memory.cpu_ptr;
        }
        pthread_mutex_unlock(&b->device->lock);
        return r;
}

void peal_buffer_unmap(struct peal_buffer *b)
{
        pthread_mutex_lock(&b->device->lock);
        /* The mapping itself stays until the buffer goes: making one costs a system
         * call or three, keeping it costs addresses. */
        if (b->maps)
                b->maps--;
        pthread_mutex_unlock(&b->device->lock);
}
