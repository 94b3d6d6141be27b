/* SPDX-License-Identifier: MIT */
/* Mapping memory for the CPU (to be taken by mmap) and for the GPU in spaces that
 * the resource manager keeps. */
#include <stdlib.h>
#include <sys/mman.h>
#include "sim/kmd/kmd.h"

static int sim_map_prot(const struct sim_mem *mem, uint32_t flags, uint32_t *ret_status)
{
        *ret_status = NV_OK;
        switch (PEAL_BITS_GET(NVOS33_FLAGS_ACCESS, flags)) {
        case NVOS33_FLAGS_ACCESS_READ_ONLY:
                return PROT_READ;
        case NVOS33_FLAGS_ACCESS_WRITE_ONLY:
                break;
        case NVOS33_FLAGS_ACCESS_READ_WRITE:
                break;
        default:
                *ret_status = NV_ERR_INVALID_FLAGS;
                return 0;
        }
        if (mem->user_read_only) {
                *ret_status = NV_ERR_INVALID_ACCESS_TYPE;
                return 0;
        }
        return PEAL_BITS_GET(NVOS33_FLAGS_ACCESS, flags) == NVOS33_FLAGS_ACCESS_WRITE_ONLY
                   ? PROT_WRITE
                   : PROT_READ | PROT_WRITE;
}

/* The descriptor a mapping goes through must be of the memory's kind. */
static uint32_t sim_map_node_check(struct sim_kmd *kmd, const struct sim_node *node,
                                   const struct sim_mem *mem, int fd)
{
        enum sim_node_kind wanted = mem->kind == SIM_MEM_SYSTEM ? SIM_NODE_CTL : SIM_NODE_GPU;

        if (!node || node->kind != wanted || (wanted == SIM_NODE_GPU && node->card != mem->card)) {
                sim_dmesg(kmd, "RM_MAP_MEMORY: descriptor %d is not of %s", fd,
                          wanted == SIM_NODE_CTL ? "/dev/nvidiactl" : "the memory's GPU");
                return NV_ERR_INVALID_ARGUMENT;
        }
        if (node->map_mem) {
                sim_dmesg(kmd, "RM_MAP_MEMORY: descriptor %d has a mapping set up already", fd);
                return NV_ERR_STATE_IN_USE;
        }
        return NV_OK;
}

uint32_t sim_rm_map_memory(struct sim_kmd *kmd, struct sim_client *client,
                           struct NVOS33_PARAMETERS *p, int fd)
{
        struct sim_obj *device = sim_obj_find(client, p->hDevice);
        struct sim_obj *obj = sim_obj_find(client, p->hMemory);
        struct sim_node *node = sim_node_get(kmd, fd);
        struct sim_cpu_map *map;
        struct sim_mem *mem;
        uint32_t status;
        int prot;

        if (!device || (device->kind != SIM_OBJ_DEVICE && device->kind != SIM_OBJ_SUBDEVICE))
                return device ? NV_ERR_INVALID_OBJECT_PARENT : NV_ERR_OBJECT_NOT_FOUND;
        if (!obj)
                return NV_ERR_OBJECT_NOT_FOUND;
        if (obj->kind != SIM_OBJ_MEMORY)
                return NV_ERR_INVALID_OBJECT;
        if (obj->card != device->card && obj->mem->kind != SIM_MEM_SYSTEM)
                return NV_ERR_INVALID_OBJECT_PARENT;
        mem = obj->mem;
        if (mem->kind == SIM_MEM_USER) {
                sim_dmesg(kmd, "RM_MAP_MEMORY: own pages are mapped already");
                return NV_ERR_NOT_SUPPORTED;
        }
        if (mem->kind == SIM_MEM_DOORBELL && device->kind != SIM_OBJ_SUBDEVICE)
                return NV_ERR_INVALID_OBJECT_PARENT;
        if (!p->length || p->offset >= mem->size_B || p->length > mem->size_B - p->offset) {
                sim_dmesg(kmd, "RM_MAP_MEMORY: [0x%llx, +0x%llx) of 0x%llx bytes",
                          (unsigned long long)p->offset, (unsigned long long)p->length,
                          (unsigned long long)mem->size_B);
                return NV_ERR_INVALID_LIMIT;
        }
        if ((p->offset | p->length) & (SIM_PAGE_B - 1))
                return NV_ERR_INVALID_OFFSET;
        prot = sim_map_prot(mem, p->flags, &status);
        if (!status)
                status = sim_map_node_check(kmd, node, mem, fd);
        if (status)
                return status;
        map = calloc(1, sizeof(*map));
        if (!map)
                return NV_ERR_NO_MEMORY;
        map->client = client;
        map->h_memory = p->hMemory;
        map->mem = mem;
        map->linear = kmd->next_linear;
        map->size_B = p->length;
        map->next = kmd->cpu_maps;
        kmd->cpu_maps = map;
        kmd->next_linear += p->length + SIM_PAGE_B;
        kmd->stats.mappings++;
        node->map_mem = mem;
        node->map_offset = p->offset;
        node->map_size_B = p->length;
        node->map_prot = prot;
        sim_mem_ref(mem);
        p->pLinearAddress = map->linear;
        return NV_OK;
}

static void sim_cpu_map_free(struct sim_kmd *kmd, struct sim_cpu_map **link)
{
        struct sim_cpu_map *map = *link;

        *link = map->next;
        kmd->stats.mappings--;
        free(map);
}

void sim_cpu_maps_drop(struct sim_client *client, uint32_t h_memory)
{
        struct sim_cpu_map **link = &client->kmd->cpu_maps;

        while (*link)
                if ((*link)->client == client && (!h_memory || (*link)->h_memory == h_memory))
                        sim_cpu_map_free(client->kmd, link);
                else
                        link = &(*link)->next;
}

uint32_t sim_rm_unmap_memory(struct sim_client *client, const struct NVOS34_PARAMETERS *p)
{
        struct sim_cpu_map **link;

        if (!sim_obj_find(client, p->hDevice) || !sim_obj_find(client, p->hMemory))
                return NV_ERR_OBJECT_NOT_FOUND;
        for (link = &client->kmd->cpu_maps; *link; link = &(*link)->next)
                if ((*link)->client == client && (*link)->h_memory == p->hMemory &&
                    (*link)->linear == p->pLinearAddress) {
                        sim_cpu_map_free(client->kmd, link);
                        return NV_OK;
                }
        return NV_ERR_OBJECT_NOT_FOUND;
}

/* ---- GPU ---- */

/* NVOS46_FLAGS_PAGE_SIZE to a page, or by what the addresses allow: with a fixed
 * address the manager takes the largest that fits (virt_mem_allocator_gm107.c). */
static uint32_t sim_dma_page(const struct sim_mem *mem, uint64_t va,
                             const struct NVOS46_PARAMETERS *p)
{
        bool fixed = PEAL_BITS_GET(NVOS46_FLAGS_DMA_OFFSET_FIXED, p->flags);
        uint64_t alignments = p->offset | p->length | (fixed ? va : 0);
        uint32_t limit_B = mem->page_B;

        switch (PEAL_BITS_GET(NVOS46_FLAGS_PAGE_SIZE, p->flags)) {
        case NVOS46_FLAGS_PAGE_SIZE_DEFAULT:
                return sim_page_size(alignments, limit_B);
        case NVOS46_FLAGS_PAGE_SIZE_4KB:
                return alignments & (SIM_PAGE_B - 1) ? 0 : SIM_PAGE_B;
        case NVOS46_FLAGS_PAGE_SIZE_BIG:
                return limit_B < SIM_BIG_PAGE_B || alignments & (SIM_BIG_PAGE_B - 1)
                           ? 0
                           : SIM_BIG_PAGE_B;
        case NVOS46_FLAGS_PAGE_SIZE_HUGE:
                return limit_B < SIM_HUGE_B || alignments & (SIM_HUGE_B - 1) ? 0 : SIM_HUGE_B;
        default:
                return 0;
        }
}

/* Video memory of another GPU: only over a connection, and only said to be so. */
static uint32_t sim_dma_peer_check(struct sim_client *client, const struct sim_obj *virt,
                                   const struct sim_obj *mem, uint32_t flags)
{
        uint32_t p2p = PEAL_BITS_GET(NVOS46_FLAGS_P2P_ENABLE, flags);
        bool peer = mem->mem->kind == SIM_MEM_VIDEO && mem->mem->card != virt->card;
        struct sim_kmd *kmd = client->kmd;

        if (p2p != NVOS46_FLAGS_P2P_ENABLE_NO && p2p != NVOS46_FLAGS_P2P_ENABLE_NOSLI) {
                sim_dmesg(kmd, "RM_MAP_MEMORY_DMA: P2P flag %u is not modelled", p2p);
                return NV_ERR_NOT_SUPPORTED;
        }
        if (!peer)
                return p2p == NVOS46_FLAGS_P2P_ENABLE_NOSLI && mem->mem->kind == SIM_MEM_VIDEO
                           ? NV_ERR_INVALID_STATE
                           : NV_OK;
        if (p2p != NVOS46_FLAGS_P2P_ENABLE_NOSLI) {
                /* the real one would map the mapping GPU's own pages instead */
                sim_dmesg(kmd, "RM_MAP_MEMORY_DMA: GPU %u's memory on GPU %u without the P2P flag",
                          mem->mem->card->index, virt->card->index);
                return NV_ERR_INVALID_FLAGS;
        }
        /* measured on two H200s, driver 580.159: 0x40, also through a duplicate
         * under the mapping device */
        if (mem->card == virt->card || !sim_peers_connected(client, mem->mem->card, virt->card)) {
                sim_dmesg(kmd, "RM_MAP_MEMORY_DMA: no NV50_P2P between GPUs %u and %u",
                          mem->mem->card->index, virt->card->index);
                return NV_ERR_INVALID_STATE;
        }
        return NV_OK;
}

static uint32_t sim_dma_objects(struct sim_client *client, uint32_t h_device, uint32_t h_dma,
                                struct sim_obj **ret_virt)
{
        struct sim_obj *device = sim_obj_find(client, h_device);
        struct sim_obj *virt = sim_obj_find(client, h_dma);

        if (!device || (device->kind != SIM_OBJ_DEVICE && device->kind != SIM_OBJ_SUBDEVICE))
                return device ? NV_ERR_INVALID_OBJECT_PARENT : NV_ERR_OBJECT_NOT_FOUND;
        if (device->kind == SIM_OBJ_SUBDEVICE)
                return NV_ERR_NOT_SUPPORTED; /* unicast mappings, virtual_mem.c */
        if (!virt)
                return NV_ERR_OBJECT_NOT_FOUND;
        if (virt->kind != SIM_OBJ_VIRTUAL)
                return NV_ERR_INVALID_OBJECT_HANDLE;
        if (virt->card != device->card)
                return NV_ERR_INVALID_DEVICE;
        *ret_virt = virt;
        return NV_OK;
}

uint32_t sim_rm_map_dma(struct sim_client *client, struct NVOS46_PARAMETERS *p)
{
        bool fixed = PEAL_BITS_GET(NVOS46_FLAGS_DMA_OFFSET_FIXED, p->flags);
        struct sim_map_request q = {0};
        struct sim_kmd *kmd = client->kmd;
        struct sim_obj *virt, *mem;
        struct sim_map *map;
        uint32_t status;
        int r;

        status = sim_dma_objects(client, p->hDevice, p->hDma, &virt);
        if (status)
                return status;
        mem = sim_obj_find(client, p->hMemory);
        if (!mem)
                return NV_ERR_OBJECT_NOT_FOUND;
        if (mem->kind != SIM_OBJ_MEMORY || mem->mem->kind == SIM_MEM_DOORBELL)
                return NV_ERR_INVALID_OBJECT_HANDLE;
        if (!p->length)
                return NV_ERR_INVALID_ARGUMENT;
        if (p->offset >= mem->mem->size_B || p->length > mem->mem->size_B - p->offset) {
                sim_dmesg(kmd, "RM_MAP_MEMORY_DMA: [0x%llx, +0x%llx) of 0x%llx bytes",
                          (unsigned long long)p->offset, (unsigned long long)p->length,
                          (unsigned long long)mem->mem->size_B);
                return NV_ERR_INVALID_BASE; /* virtual_mem.c */
        }
        status = sim_dma_peer_check(client, virt, mem, p->flags);
        if (status)
                return status;
        q.mem = mem->mem;
        q.mem_obj = mem;
        q.virt_obj = virt;
        q.offset = p->offset;
        q.size_B = (p->length + SIM_PAGE_B - 1) & ~(uint64_t)(SIM_PAGE_B - 1);
        p->length = q.size_B;
        q.page_B = sim_dma_page(q.mem, p->dmaOffset, p);
        if (!q.page_B) {
                sim_dmesg(kmd,
                          "RM_MAP_MEMORY_DMA: address 0x%llx, offset 0x%llx, length 0x%llx do "
                          "not go with the page size (flags 0x%x)",
                          (unsigned long long)p->dmaOffset, (unsigned long long)p->offset,
                          (unsigned long long)p->length, p->flags);
                return NV_ERR_INVALID_OFFSET;
        }
        q.read_only = PEAL_BITS_GET(NVOS46_FLAGS_ACCESS, p->flags) == NVOS46_FLAGS_ACCESS_READ_ONLY;
        q.va = p->dmaOffset;
        if (!fixed) {
                /* low addresses are left to those who ask for them */
                uint64_t lo = virt->virt.lo > 0x100000000 ? virt->virt.lo : 0x100000000;

                r = sim_vaspace_hole(virt->virt.vs, q.size_B, q.page_B, lo, virt->virt.hi, &q.va);
                if (r)
                        return sim_status(r);
        } else if (q.va < virt->virt.lo || q.va >= virt->virt.hi ||
                   q.size_B > virt->virt.hi - q.va) {
                sim_dmesg(kmd, "RM_MAP_MEMORY_DMA: [0x%llx, +0x%llx) outside the virtual object",
                          (unsigned long long)q.va, (unsigned long long)q.size_B);
                return NV_ERR_INVALID_ARGUMENT;
        }
        r = sim_vaspace_map(virt->virt.vs, &q, &map);
        if (r) {
                sim_dmesg(kmd, "RM_MAP_MEMORY_DMA: can't alloc VA space at 0x%llx, 0x%llx bytes",
                          (unsigned long long)q.va, (unsigned long long)q.size_B);
                return sim_status(r);
        }
        p->dmaOffset = q.va;
        return NV_OK;
}

uint32_t sim_rm_unmap_dma(struct sim_client *client, const struct NVOS47_PARAMETERS *p,
                          bool has_size)
{
        struct sim_obj *virt;
        struct sim_map *map;
        uint32_t status;

        status = sim_dma_objects(client, p->hDevice, p->hDma, &virt);
        if (status)
                return status;
        if (p->hMemory && !sim_obj_find(client, p->hMemory))
                return NV_ERR_OBJECT_NOT_FOUND;
        map = sim_vaspace_at(virt->virt.vs, p->dmaOffset);
        if (!map || map->virt_obj != virt)
                return NV_ERR_OBJECT_NOT_FOUND; /* measured: 0x57 */
        if (p->hMemory && map->mem_obj->handle != p->hMemory)
                return NV_ERR_OBJECT_NOT_FOUND;
        if (has_size && p->size && p->size != map->size_B) {
                sim_dmesg(client->kmd,
                          "RM_UNMAP_MEMORY_DMA: 0x%llx bytes of a mapping of 0x%llx: "
                          "parts are not modelled",
                          (unsigned long long)p->size, (unsigned long long)map->size_B);
                return NV_ERR_NOT_SUPPORTED;
        }
        sim_vaspace_unmap(map);
        return NV_OK;
}
