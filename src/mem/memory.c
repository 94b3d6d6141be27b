/* SPDX-License-Identifier: MIT */
#include "src/mem/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <sys/mman.h>
#include "src/hw/class.h"
#include "src/kmd/error.h"

#define KiB64 (64u << 10)
#define MiB2  (2u << 20)

/* nvos.h: a type of 0 is NVOS32_TYPE_IMAGE, which is what buffers are. */
#define NVOS32_TYPE_BUFFER 0

static uint64_t round_up(uint64_t v, uint64_t align)
{
        return (v + align - 1) & ~(align - 1);
}

static int map_gpu(struct peal_memory *m)
{
        struct peal_space *s = m->space;
        uint32_t flags = PEAL_FLAG(NVOS46_FLAGS_DMA_OFFSET_FIXED, TRUE) |
                         PEAL_FLAG(NVOS46_FLAGS_CACHE_SNOOP, ENABLE);
        uint64_t got;
        int r;

        if (!s->uvm) {
                r = peal_rm_map_dma(s->rm, s->device, s->virt, m->handle, 0, m->size_B, flags,
                                    m->gpu_va, &got);
                if (r == 0 && got != m->gpu_va) {
                        peal_rm_unmap_dma(s->rm, s->device, s->virt, m->handle, got, m->size_B);
                        return peal_error(EIO, "asked for GPU address 0x%llx, got 0x%llx",
                                          (unsigned long long)m->gpu_va, (unsigned long long)got);
                }
                return r;
        }
        r = peal_uvm_create_external_range(s->uvm, m->gpu_va, m->size_B);
        if (r < 0)
                return r;
        r = peal_uvm_map_external(s->uvm, m->gpu_va, m->size_B, 0, (const uint8_t(*)[16]) & s->uuid,
                                  1, m->handle);
        if (r < 0)
                peal_uvm_free(s->uvm, m->gpu_va, m->size_B);
        return r;
}

static void unmap_gpu(struct peal_memory *m)
{
        struct peal_space *s = m->space;

        if (s->uvm)
                peal_uvm_free(s->uvm, m->gpu_va, m->size_B);
        else
                peal_rm_unmap_dma(s->rm, s->device, s->virt, m->handle, m->gpu_va, m->size_B);
}

int peal_memory_map_cpu(struct peal_memory *m)
{
        struct peal_space *s = m->space;
        struct peal_kmd *kmd = s->rm->kmd;
        bool video = m->kind == PEAL_MEMORY_VIDEO;
        uint32_t owner = video ? s->subdevice : s->device;
        uint32_t flags = PEAL_FLAG(NVOS33_FLAGS_MAP_FIXED, ENABLE) |
                         PEAL_FLAG(NVOS33_FLAGS_RESERVE_ON_UNMAP, ENABLE);
        void *ptr;
        int fd, r;

        if (m->cpu_ptr)
                return 0;
        flags |= video ? PEAL_FLAG(NVOS33_FLAGS_MAPPING, REFLECTED) |
                             PEAL_FLAG(NVOS33_FLAGS_CACHING_TYPE, WRITECOMBINED)
                       : PEAL_FLAG(NVOS33_FLAGS_MAPPING, DIRECT) |
                             PEAL_FLAG(NVOS33_FLAGS_CACHING_TYPE, DEFAULT);
        /* A mapping takes a fresh descriptor; mmap keeps what it needs, so the
         * descriptor can go at once. */
        if (video)
                r = peal_rm_open_device(s->rm, s->card.minor_number, false, &fd);
        else
                r = fd = kmd->ops->open(kmd, "/dev/nvidiactl", O_RDWR);
        if (r < 0)
                return video ? r : peal_error(-r, "cannot open /dev/nvidiactl for a mapping");
        r = peal_rm_map_memory(s->rm, owner, m->handle, 0, m->size_B, flags, fd, &m->linear);
        if (r == 0) {
                r = kmd->ops->mmap(kmd, (void *)(uintptr_t)m->gpu_va, m->size_B,
                                   PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, fd, 0, &ptr);
                if (r < 0) {
                        peal_rm_unmap_memory(s->rm, owner, m->handle, m->linear, 0);
                        peal_error(-r, "cannot map %llu bytes of %s memory for the CPU",
                                   (unsigned long long)m->size_B, video ? "video" : "host");
                } else {
                        m->cpu_ptr = ptr;
                }
        }
        kmd->ops->close(kmd, fd);
        return r;
}

void peal_memory_unmap_cpu(struct peal_memory *m)
{
        struct peal_space *s = m->space;
        uint32_t owner = m->kind == PEAL_MEMORY_VIDEO ? s->subdevice : s->device;

        if (!m->cpu_ptr || m->kind == PEAL_MEMORY_PROCESS)
                return;
        s->rm->kmd->ops->munmap(s->rm->kmd, m->cpu_ptr, m->size_B);
        peal_rm_unmap_memory(s->rm, owner, m->handle, m->linear, 0);
        m->cpu_ptr = NULL;
}

static int alloc_video(struct peal_memory *m)
{
        struct NV_MEMORY_ALLOCATION_PARAMS p = {.owner = m->space->rm->client};

        p.type = NVOS32_TYPE_BUFFER;
        p.flags = NVOS32_ALLOC_FLAGS_ALIGNMENT_FORCE | NVOS32_ALLOC_FLAGS_IGNORE_BANK_PLACEMENT |
                  NVOS32_ALLOC_FLAGS_MAP_NOT_REQUIRED | NVOS32_ALLOC_FLAGS_MEMORY_HANDLE_PROVIDED |
                  NVOS32_ALLOC_FLAGS_PERSISTENT_VIDMEM;
        p.attr = PEAL_FLAG(NVOS32_ATTR_PHYSICALITY, ALLOW_NONCONTIGUOUS) |
                 PEAL_FLAG(NVOS32_ATTR_LOCATION, VIDMEM);
        if (m->page_B == 4096)
                p.attr |= PEAL_FLAG(NVOS32_ATTR_PAGE_SIZE, 4KB);
        else if (m->page_B == KiB64)
                p.attr |= PEAL_FLAG(NVOS32_ATTR_PAGE_SIZE, BIG);
        /* 2 MiB pages are what the default gives for such sizes and alignments. */
        p.size = m->size_B;
        p.alignment = m->page_B;
        return peal_rm_alloc(m->space->rm, m->space->device, NV01_MEMORY_LOCAL_USER, &p, sizeof(p),
                             &m->handle);
}

static int alloc_host(struct peal_memory *m)
{
        struct NV_MEMORY_ALLOCATION_PARAMS p = {.owner = m->space->rm->client};

        p.type = NVOS32_TYPE_BUFFER;
        p.flags = NVOS32_ALLOC_FLAGS_IGNORE_BANK_PLACEMENT | NVOS32_ALLOC_FLAGS_MAP_NOT_REQUIRED |
                  NVOS32_ALLOC_FLAGS_MEMORY_HANDLE_PROVIDED;
        p.attr = PEAL_FLAG(NVOS32_ATTR_PHYSICALITY, ALLOW_NONCONTIGUOUS) |
                 PEAL_FLAG(NVOS32_ATTR_LOCATION, PCI) |
                 (m->kind == PEAL_MEMORY_HOST ? PEAL_FLAG(NVOS32_ATTR_COHERENCY, CACHED)
                                              : PEAL_FLAG(NVOS32_ATTR_COHERENCY, WRITE_COMBINE));
        p.size = m->size_B;
        return peal_rm_alloc(m->space->rm, m->space->device, NV01_MEMORY_SYSTEM, &p, sizeof(p),
                             &m->handle);
}

int peal_memory_alloc(struct peal_space *space, const struct peal_memory_request *req,
                      struct peal_memory *ret_memory)
{
        struct peal_memory m = {.space = space, .kind = req->kind, .page_B = req->page_B};
        int r;

        if (!req->size_B)
                return peal_error(EINVAL, "a buffer of 0 bytes");
        if (req->size_B > 1ull << 46)
                return peal_error(ENOMEM, "a buffer of %llu bytes: more than any GPU maps (2^46)",
                                  (unsigned long long)req->size_B);
        if (req->kind != PEAL_MEMORY_VIDEO)
                m.page_B = 4096;
        else if (!m.page_B)
                m.page_B = req->size_B >= MiB2 ? MiB2 : req->size_B >= KiB64 ? KiB64 : 4096;
        m.size_B = round_up(req->size_B, m.page_B);
        /* Host memory is aligned to 2 MiB too once it is that large, for large pages. */
        r = peal_va_alloc(&space->va, m.size_B, m.size_B >= MiB2 ? MiB2 : m.page_B, req->low,
                          &m.gpu_va);
        if (r < 0)
                return r;
        m.va_reserved = true;
        r = req->kind == PEAL_MEMORY_VIDEO ? alloc_video(&m) : alloc_host(&m);
        if (r < 0)
                goto out_va;
        if (req->cpu || req->kind != PEAL_MEMORY_VIDEO) {
                r = peal_memory_map_cpu(&m);
                if (r < 0)
                        goto out_handle;
        }
        r = map_gpu(&m);
        if (r < 0)
                goto out_cpu;
        *ret_memory = m;
        return 0;
out_cpu:
        peal_memory_unmap_cpu(&m);
out_handle:
        peal_rm_free(space->rm, space->device, m.handle);
out_va:
        peal_va_free(&space->va, m.gpu_va, m.size_B);
        return r;
}

int peal_memory_register(struct peal_space *space, void *ptr, uint64_t size_B,
                         struct peal_memory *ret_memory, uint64_t *ret_va)
{
        struct peal_memory m = {.space = space, .kind = PEAL_MEMORY_PROCESS, .page_B = 4096};
        uint64_t start = (uintptr_t)ptr & ~4095ull, lead = (uintptr_t)ptr - start;
        uint32_t flags = PEAL_FLAG(NVOS02_FLAGS_PHYSICALITY, NONCONTIGUOUS) |
                         PEAL_FLAG(NVOS02_FLAGS_COHERENCY, CACHED) |
                         PEAL_FLAG(NVOS02_FLAGS_MAPPING, NO_MAP);
        int r;

        if (!ptr || !size_B)
                return peal_error(EINVAL, "registering %llu bytes at %p",
                                  (unsigned long long)size_B, ptr);
        if (size_B > 1ull << 46 || (uintptr_t)ptr + size_B < (uintptr_t)ptr)
                return peal_error(EINVAL, "registering %llu bytes at %p: past the address space",
                                  (unsigned long long)size_B, ptr);
        m.size_B = round_up(lead + size_B, 4096);
        m.cpu_ptr = (uint8_t *)(uintptr_t)start;
        m.gpu_va = start;
        r = peal_rm_alloc_os_descriptor(space->rm, space->device_fd, space->device,
                                        (void *)(uintptr_t)start, m.size_B, flags, &m.handle);
        if (r < 0)
                return r;
        r = map_gpu(&m);
        if (r < 0) {
                /* These pages are mapped already under their own address, for another
                 * registration: any other address serves. */
                r = peal_va_alloc(&space->va, m.size_B, 4096, false, &m.gpu_va);
                if (r == 0) {
                        m.va_reserved = true;
                        r = map_gpu(&m);
                        if (r < 0)
                                peal_va_free(&space->va, m.gpu_va, m.size_B);
                }
        }
        if (r < 0) {
                peal_rm_free(space->rm, space->device, m.handle);
                return r;
        }
        *ret_memory = m;
        *ret_va = m.gpu_va + lead;
        return 0;
}

void peal_memory_free(struct peal_memory *m)
{
        if (!m->space)
                return;
        unmap_gpu(m);
        peal_memory_unmap_cpu(m);
        peal_rm_free(m->space->rm, m->space->device, m->handle);
        if (m->va_reserved)
                peal_va_free(&m->space->va, m->gpu_va, m->size_B);
        *m = (struct peal_memory){0};
}
