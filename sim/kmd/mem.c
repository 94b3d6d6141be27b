/* SPDX-License-Identifier: MIT */
/* Memory that handles name: video, system, the client's own, the doorbell page. */
#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <sys/mman.h>
#include "sim/kmd/kmd.h"

static struct sim_pool *sim_mem_pool(const struct sim_mem *mem)
{
        return mem->kind == SIM_MEM_VIDEO ? &mem->card->vidmem : &mem->kmd->sysmem;
}

static struct sim_mem *sim_mem_new(struct sim_card *card, enum sim_mem_kind kind, uint64_t size_B,
                                   uint32_t page_B)
{
        struct sim_mem *mem = calloc(1, sizeof(*mem));

        if (!mem)
                return NULL;
        mem->kind = kind;
        mem->kmd = card->kmd;
        mem->card = card;
        mem->size_B = size_B;
        mem->page_B = page_B;
        mem->refs = 1;
        return mem;
}

int sim_mem_create(struct sim_card *card, enum sim_mem_kind kind, uint64_t size_B, uint32_t page_B,
                   uint64_t align_B, bool contiguous, struct sim_mem **ret_mem)
{
        struct sim_mem *mem = sim_mem_new(card, kind, size_B, page_B);
        int r;

        if (!mem)
                return -ENOMEM;
        r = sim_pool_alloc(sim_mem_pool(mem), size_B, page_B, align_B, contiguous, &mem->extents,
                           &mem->extent_count);
        if (r) {
                free(mem);
                return r;
        }
        if (kind == SIM_MEM_VIDEO)
                card->kmd->stats.vidmem_B += size_B;
        else
                card->kmd->stats.sysmem_B += size_B;
        *ret_mem = mem;
        return 0;
}

int sim_mem_create_user(struct sim_card *card, void *ptr, uint64_t size_B, struct sim_mem **ret_mem)
{
        struct sim_mem *mem = sim_mem_new(card, SIM_MEM_USER, size_B, SIM_PAGE_B);

        if (!mem)
                return -ENOMEM;
        mem->user = ptr;
        *ret_mem = mem;
        return 0;
}

int sim_mem_create_doorbell(struct sim_card *card, struct sim_mem **ret_mem)
{
        struct sim_mem *mem;

        if (!sim_card_gpu(card))
                return -ENOMEM;
        mem = sim_mem_new(card, SIM_MEM_DOORBELL, 0x10000, SIM_PAGE_B);
        if (!mem)
                return -ENOMEM;
        *ret_mem = mem;
        return 0;
}

void sim_mem_ref(struct sim_mem *mem)
{
        mem->refs++;
}

void sim_mem_unref(struct sim_mem *mem)
{
        if (!mem || --mem->refs)
                return;
        if (mem->extents) {
                sim_pool_free(sim_mem_pool(mem), mem->extents, mem->extent_count);
                if (mem->kind == SIM_MEM_VIDEO)
                        mem->kmd->stats.vidmem_B -= mem->size_B;
                else
                        mem->kmd->stats.sysmem_B -= mem->size_B;
        }
        free(mem->extents);
        free(mem);
}

static uint64_t sim_mem_file_offset(const struct sim_mem *mem, uint64_t offset, uint64_t *ret_run_B)
{
        for (unsigned i = 0; i < mem->extent_count; i++) {
                if (offset < mem->extents[i].size_B) {
                        *ret_run_B = mem->extents[i].size_B - offset;
                        return mem->extents[i].offset + offset;
                }
                offset -= mem->extents[i].size_B;
        }
        assert(!"offset inside the memory");
        *ret_run_B = 0;
        return 0;
}

uint8_t *sim_mem_ptr(const struct sim_mem *mem, uint64_t offset, uint64_t *ret_run_B)
{
        assert(offset < mem->size_B);
        if (mem->kind == SIM_MEM_DOORBELL)
                return NULL;
        if (mem->kind == SIM_MEM_USER) {
                *ret_run_B = mem->size_B - offset;
                return mem->user + offset;
        }
        return sim_mem_pool(mem)->base + sim_mem_file_offset(mem, offset, ret_run_B);
}

/* The file and the place in it of @offset; 0 or -errno. */
static int sim_mem_file(struct sim_mem *mem, uint64_t offset, int *ret_fd,
                        uint64_t *ret_file_offset, uint64_t *ret_run_B)
{
        if (mem->kind == SIM_MEM_USER)
                return -EINVAL;
        if (mem->kind == SIM_MEM_DOORBELL) {
                struct sim_gpu *gpu = sim_card_gpu(mem->card);

                *ret_fd = gpu ? sim_gpu_usermode_fd(gpu) : -1;
                *ret_file_offset = offset;
                *ret_run_B = mem->size_B - offset;
                return *ret_fd < 0 ? -ENODEV : 0;
        }
        *ret_fd = sim_mem_pool(mem)->fd;
        *ret_file_offset = sim_mem_file_offset(mem, offset, ret_run_B);
        return 0;
}

int sim_mem_mmap(struct sim_mem *mem, uint64_t offset, uint64_t size_B, void *addr, int prot,
                 int flags, void **ret_ptr)
{
        uint64_t done = 0, run_B, file_offset;
        uint8_t *base;
        int fd, r;

        /* first the address range, then the pieces over it */
        base = mmap(addr, size_B, PROT_NONE,
                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE |
                        (flags & (MAP_FIXED | MAP_FIXED_NOREPLACE)),
                    -1, 0);
        if (base == MAP_FAILED)
                return -errno;
        if ((flags & MAP_FIXED_NOREPLACE) && base != addr) {
                munmap(base, size_B);
                return -EEXIST;
        }
        while (done < size_B) {
                r = sim_mem_file(mem, offset + done, &fd, &file_offset, &run_B);
                if (r)
                        goto out;
                if (run_B > size_B - done)
                        run_B = size_B - done;
                if (mmap(base + done, run_B, prot, MAP_SHARED | MAP_FIXED | MAP_NORESERVE, fd,
                         (off_t)file_offset) == MAP_FAILED) {
                        r = -errno;
                        goto out;
                }
                done += run_B;
        }
        *ret_ptr = base;
        return 0;
out:
        munmap(base, size_B);
        return r;
}
