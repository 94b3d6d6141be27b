/* SPDX-License-Identifier: MIT */
/* The model of /dev/nvidia-uvm: address spaces of a process, external ranges in
 * them, channels that may run in them. Statuses: open-gpu-kernel-modules 595.45.04,
 * kernel-open/nvidia-uvm. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "sim/kmd/kmd.h"

/* An external range, or where a channel's context buffers are. */
struct sim_range {
        uint64_t base, size_B;
        struct sim_obj *group; /* whose context buffers, or NULL */
};

struct sim_uvm {
        struct sim_uvm *next;
        struct sim_kmd *kmd;
        uint64_t flags;
        bool has_mm;
        struct {
                bool registered;
                struct sim_vaspace *vs;
        } gpus[SIM_MAX_CARDS];
        struct sim_range *ranges; /* by base */
        size_t range_count, range_cap;
        struct sim_chan *chans;
};

/* ---- ranges ---- */

/* Index of the first range that ends above @base. */
static size_t sim_range_index(const struct sim_uvm *uvm, uint64_t base)
{
        size_t lo = 0, hi = uvm->range_count;

        while (lo < hi) {
                size_t mid = (lo + hi) / 2;

                if (uvm->ranges[mid].base + uvm->ranges[mid].size_B <= base)
                        lo = mid + 1;
                else
                        hi = mid;
        }
        return lo;
}

static struct sim_range *sim_range_find(struct sim_uvm *uvm, uint64_t base)
{
        size_t i = sim_range_index(uvm, base);

        return i < uvm->range_count && uvm->ranges[i].base <= base ? &uvm->ranges[i] : NULL;
}

static bool sim_range_invalid(uint64_t base, uint64_t size_B)
{
        return !size_B || ((base | size_B) & (SIM_PAGE_B - 1)) || base + size_B - 1 < base;
}

static uint32_t sim_range_add(struct sim_uvm *uvm, uint64_t base, uint64_t size_B,
                              struct sim_obj *group)
{
        size_t at = sim_range_index(uvm, base);

        if (at < uvm->range_count && uvm->ranges[at].base < base + size_B)
                return NV_ERR_UVM_ADDRESS_IN_USE;
        if (uvm->range_count == uvm->range_cap) {
                size_t cap = uvm->range_cap ? uvm->range_cap * 2 : 16;
                void *p = realloc(uvm->ranges, cap * sizeof(*uvm->ranges));

                if (!p)
                        return NV_ERR_NO_MEMORY;
                uvm->ranges = p;
                uvm->range_cap = cap;
        }
        memmove(uvm->ranges + at + 1, uvm->ranges + at,
                (uvm->range_count - at) * sizeof(*uvm->ranges));
        uvm->ranges[at] = (struct sim_range){base, size_B, group};
        uvm->range_count++;
        return NV_OK;
}

static void sim_range_remove(struct sim_uvm *uvm, struct sim_range *range)
{
        size_t at = (size_t)(range - uvm->ranges);

        uvm->range_count--;
        memmove(uvm->ranges + at, uvm->ranges + at + 1,
                (uvm->range_count - at) * sizeof(*uvm->ranges));
}

/* Unmaps what lies in [base, base+size) of one GPU. */
static uint32_t sim_uvm_unmap_in(struct sim_vaspace *vs, uint64_t base, uint64_t size_B)
{
        for (size_t i = vs->map_count; i-- > 0;) {
                struct sim_map *map = vs->maps[i];

                if (map->va + map->size_B <= base || map->va >= base + size_B)
                        continue;
                if (map->va < base || map->va + map->size_B > base + size_B) {
                        sim_dmesg(vs->card->kmd,
                                  "UVM: unmapping a part of [0x%llx, +0x%llx) is not modelled",
                                  (unsigned long long)map->va, (unsigned long long)map->size_B);
                        return NV_ERR_NOT_SUPPORTED;
                }
        }
        for (size_t i = vs->map_count; i-- > 0;)
                if (vs->maps[i]->va >= base && vs->maps[i]->va < base + size_B)
                        sim_vaspace_unmap(vs->maps[i]);
        return NV_OK;
}

/* ---- GPUs and their spaces ---- */

static int sim_uvm_card(struct sim_uvm *uvm, const uint8_t uuid[16])
{
        struct sim_card *card = sim_card_by_uuid(uvm->kmd, uuid);

        return card && uvm->gpus[card->index].registered ? (int)card->index : -1;
}

static struct sim_client *sim_uvm_client(struct sim_uvm *uvm, int ctl_fd, uint32_t h_client)
{
        struct sim_node *ctl = sim_node_get(uvm->kmd, ctl_fd);
        struct sim_client *client = sim_client_find(uvm->kmd, h_client);

        if (!ctl || ctl->kind != SIM_NODE_CTL || !client || client->fd != ctl->fd) {
                sim_dmesg(uvm->kmd, "UVM: client 0x%x is not of control descriptor %d", h_client,
                          ctl_fd);
                return NULL;
        }
        return client;
}

static void sim_uvm_drop_vaspace(struct sim_uvm *uvm, unsigned card)
{
        struct sim_vaspace *vs = uvm->gpus[card].vs;
        struct sim_chan *chan, *next;

        if (!vs)
                return;
        for (chan = uvm->chans; chan; chan = next) {
                next = chan->uvm_next;
                if (chan->vs == vs)
                        sim_chan_stop(chan);
        }
        while (vs->map_count)
                sim_vaspace_unmap(vs->maps[vs->map_count - 1]);
        vs->registered = false;
        uvm->gpus[card].vs = NULL;
        sim_vaspace_unref(vs);
}

static uint32_t sim_uvm_register_gpu(struct sim_uvm *uvm, void *params)
{
        struct UVM_REGISTER_GPU_PARAMS *p = params;
        struct sim_card *card = sim_card_by_uuid(uvm->kmd, p->gpu_uuid.uuid);

        if (!card) {
                sim_dmesg(uvm->kmd, "UVM_REGISTER_GPU: no GPU of this UUID");
                return NV_ERR_GPU_UUID_NOT_FOUND;
        }
        if (uvm->gpus[card->index].registered)
                return NV_ERR_INVALID_DEVICE;
        uvm->gpus[card->index].registered = true;
        p->numaEnabled = 0;
        p->numaNodeId = -1;
        return NV_OK;
}

static uint32_t sim_uvm_unregister_gpu(struct sim_uvm *uvm, void *params)
{
        struct UVM_UNREGISTER_GPU_PARAMS *p = params;
        int card = sim_uvm_card(uvm, p->gpu_uuid.uuid);

        if (card < 0)
                return NV_ERR_INVALID_DEVICE;
        sim_uvm_drop_vaspace(uvm, (unsigned)card);
        uvm->gpus[card].registered = false;
        return NV_OK;
}

static uint32_t sim_uvm_register_vaspace(struct sim_uvm *uvm, void *params)
{
        struct UVM_REGISTER_GPU_VASPACE_PARAMS *p = params;
        int card = sim_uvm_card(uvm, p->gpuUuid.uuid);
        struct sim_client *client;
        struct sim_obj *obj;

        if (card < 0) {
                sim_dmesg(uvm->kmd, "UVM_REGISTER_GPU_VASPACE: the GPU is not registered");
                return NV_ERR_INVALID_DEVICE;
        }
        client = sim_uvm_client(uvm, p->rmCtrlFd, p->hClient);
        if (!client)
                return NV_ERR_INVALID_CLIENT;
        obj = sim_obj_find_kind(client, p->hVaSpace, SIM_OBJ_VASPACE);
        if (!obj)
                return NV_ERR_INVALID_OBJECT_HANDLE;
        if (uvm->gpus[card].vs || obj->card->index != (unsigned)card)
                return NV_ERR_INVALID_DEVICE;
        if (!obj->vaspace->external || obj->vaspace->registered) {
                sim_dmesg(uvm->kmd,
                          "UVM_REGISTER_GPU_VASPACE: 0x%x is not an externally owned, "
                          "unregistered space",
                          p->hVaSpace);
                return NV_ERR_INVALID_FLAGS;
        }
        uvm->gpus[card].vs = obj->vaspace;
        obj->vaspace->registered = true;
        sim_vaspace_ref(obj->vaspace);
        return NV_OK;
}

static uint32_t sim_uvm_unregister_vaspace(struct sim_uvm *uvm, void *params)
{
        struct UVM_UNREGISTER_GPU_VASPACE_PARAMS *p = params;
        int card = sim_uvm_card(uvm, p->gpuUuid.uuid);

        if (card < 0 || !uvm->gpus[card].vs)
                return NV_ERR_INVALID_DEVICE;
        sim_uvm_drop_vaspace(uvm, (unsigned)card);
        return NV_OK;
}

/* NVLink peers are on once both are registered; others there are none (measured on
 * two H200s, driver 580.159: enabling answers 0x26 and changes nothing). */
static bool sim_uvm_peers(const struct sim_uvm *uvm, unsigned a, unsigned b)
{
        return a == b || (uvm->gpus[a].registered && uvm->gpus[b].registered &&
                          uvm->kmd->profile.chip->nvlink);
}

static uint32_t sim_uvm_peer_access(struct sim_uvm *uvm, void *params)
{
        struct UVM_ENABLE_PEER_ACCESS_PARAMS *p = params;
        int a = sim_uvm_card(uvm, p->gpuUuidA.uuid), b = sim_uvm_card(uvm, p->gpuUuidB.uuid);

        if (a < 0 || b < 0 || a == b)
                return NV_ERR_INVALID_DEVICE;
        sim_dmesg(uvm->kmd, "UVM peer access between GPUs %d and %d: %s", a, b,
                  sim_uvm_peers(uvm, (unsigned)a, (unsigned)b) ? "always on over NVLink"
                                                               : "not supported");
        return NV_ERR_INVALID_DEVICE;
}

/* ---- channels ---- */

/* The graphics context's buffers take this much address space (an H200's). */
#define SIM_CONTEXT_B 0x52f000u

static uint32_t sim_uvm_context_range(struct sim_uvm *uvm, const struct sim_chan *chan,
                                      uint64_t base, uint64_t size_B)
{
        struct sim_obj *group = chan->obj->parent;

        if (group->group.engine != SIM_ENGINE_GR)
                return NV_OK;
        for (size_t i = 0; i < uvm->range_count; i++)
                if (uvm->ranges[i].group == group)
                        return NV_OK; /* the group's first channel brought them */
        if (sim_range_invalid(base, size_B) || size_B < SIM_CONTEXT_B) {
                sim_dmesg(uvm->kmd,
                          "UVM_REGISTER_CHANNEL: [0x%llx, +0x%llx) does not hold 0x%x "
                          "bytes of context buffers",
                          (unsigned long long)base, (unsigned long long)size_B, SIM_CONTEXT_B);
                return NV_ERR_INVALID_ADDRESS;
        }
        /* the range there belongs to somebody else: INVALID_ADDRESS, uvm_user_channel.c */
        return sim_range_add(uvm, base, size_B, group) ? NV_ERR_INVALID_ADDRESS : NV_OK;
}

static uint32_t sim_uvm_register_channel(struct sim_uvm *uvm, void *params)
{
        struct UVM_REGISTER_CHANNEL_PARAMS *p = params;
        int card = sim_uvm_card(uvm, p->gpuUuid.uuid);
        struct sim_client *client;
        struct sim_obj *obj;
        uint32_t status;

        if (card < 0 || !uvm->gpus[card].vs)
                return NV_ERR_INVALID_DEVICE;
        client = sim_uvm_client(uvm, p->rmCtrlFd, p->hClient);
        if (!client)
                return NV_ERR_INVALID_CLIENT;
        obj = sim_obj_find_kind(client, p->hChannel, SIM_OBJ_CHANNEL);
        if (!obj || obj->chan->uvm || obj->chan->vs != uvm->gpus[card].vs) {
                sim_dmesg(uvm->kmd,
                          "UVM_REGISTER_CHANNEL: 0x%x is not an unregistered channel of "
                          "this space",
                          p->hChannel);
                return NV_ERR_INVALID_CHANNEL;
        }
        status = sim_uvm_context_range(uvm, obj->chan, p->base, p->length);
        if (status)
                return status;
        obj->chan->uvm = uvm;
        obj->chan->uvm_next = uvm->chans;
        uvm->chans = obj->chan;
        if (sim_chan_start(obj->chan)) {
                sim_uvm_forget(obj->chan);
                return NV_ERR_NO_MEMORY;
        }
        return NV_OK;
}

void sim_uvm_forget(struct sim_chan *chan)
{
        struct sim_uvm *uvm = chan->uvm;
        struct sim_obj *group = chan->obj->parent;
        struct sim_chan **link;
        bool last = true;

        for (link = &uvm->chans; *link != chan; link = &(*link)->uvm_next)
                ;
        *link = chan->uvm_next;
        chan->uvm = NULL;
        chan->uvm_next = NULL;
        for (struct sim_chan *c = uvm->chans; c; c = c->uvm_next)
                if (c->obj->parent == group)
                        last = false;
        for (size_t i = 0; last && i < uvm->range_count; i++)
                if (uvm->ranges[i].group == group) {
                        sim_range_remove(uvm, &uvm->ranges[i]);
                        break;
                }
}

static uint32_t sim_uvm_unregister_channel(struct sim_uvm *uvm, void *params)
{
        struct UVM_UNREGISTER_CHANNEL_PARAMS *p = params;
        struct sim_client *client = sim_client_find(uvm->kmd, p->hClient);
        struct sim_obj *obj =
            client ? sim_obj_find_kind(client, p->hChannel, SIM_OBJ_CHANNEL) : NULL;

        if (!obj || obj->chan->uvm != uvm)
                return NV_ERR_INVALID_CHANNEL;
        sim_chan_stop(obj->chan);
        return NV_OK;
}

/* ---- external ranges ---- */

static uint32_t sim_uvm_create_range(struct sim_uvm *uvm, void *params)
{
        struct UVM_CREATE_EXTERNAL_RANGE_PARAMS *p = params;
        uint32_t status;

        if (sim_range_invalid(p->base, p->length)) {
                sim_dmesg(uvm->kmd, "UVM_CREATE_EXTERNAL_RANGE: [0x%llx, +0x%llx) is not of pages",
                          (unsigned long long)p->base, (unsigned long long)p->length);
                return NV_ERR_INVALID_ADDRESS;
        }
        status = sim_range_add(uvm, p->base, p->length, NULL);
        if (status)
                sim_dmesg(uvm->kmd, "UVM_CREATE_EXTERNAL_RANGE: [0x%llx, +0x%llx) overlaps another",
                          (unsigned long long)p->base, (unsigned long long)p->length);
        return status;
}

/* The range that holds all of [base, base+size), or NULL. */
static struct sim_range *sim_range_holding(struct sim_uvm *uvm, uint64_t base, uint64_t size_B)
{
        struct sim_range *range = sim_range_find(uvm, base);

        return range && !range->group && range->base + range->size_B - base >= size_B ? range
                                                                                      : NULL;
}

static uint32_t sim_uvm_map_on(struct sim_uvm *uvm,
                               const struct UVM_MAP_EXTERNAL_ALLOCATION_PARAMS *p,
                               const struct UvmGpuMappingAttributes *attr, struct sim_mem *mem,
                               int *ret_card)
{
        int card = sim_uvm_card(uvm, attr->gpuUuid.uuid);
        struct sim_map_request q = {
            .mem = mem, .va = p->base, .size_B = p->length, .offset = p->offset};
        struct sim_vaspace *vs;
        struct sim_map *map;
        uint32_t status;
        int r;

        if (attr->gpuMappingType >= UvmGpuMappingTypeCount ||
            attr->gpuCachingType >= UvmGpuCachingTypeCount ||
            attr->gpuFormatType >= UvmGpuFormatTypeCount ||
            attr->gpuElementBits >= UvmGpuFormatElementBitsCount ||
            attr->gpuCompressionType >= UvmGpuCompressionTypeCount)
                return NV_ERR_INVALID_ARGUMENT;
        if (card < 0 || !uvm->gpus[card].vs) {
                sim_dmesg(uvm->kmd,
                          "UVM_MAP_EXTERNAL_ALLOCATION: a GPU without a registered space");
                return NV_ERR_INVALID_DEVICE;
        }
        vs = uvm->gpus[card].vs;
        if (p->base >= vs->limit || p->length > vs->limit - p->base || p->base < vs->base)
                return NV_ERR_OUT_OF_RANGE;
        if (!uvm->gpus[mem->card->index].registered ||
            (mem->kind == SIM_MEM_VIDEO && !sim_uvm_peers(uvm, (unsigned)card, mem->card->index))) {
                sim_dmesg(uvm->kmd, "UVM_MAP_EXTERNAL_ALLOCATION: GPU %u's memory on GPU %d",
                          mem->card->index, card);
                return NV_ERR_INVALID_DEVICE;
        }
        if (p->offset >= mem->size_B || p->length > mem->size_B - p->offset) {
                sim_dmesg(uvm->kmd,
                          "UVM_MAP_EXTERNAL_ALLOCATION: [0x%llx, +0x%llx) of 0x%llx bytes",
                          (unsigned long long)p->offset, (unsigned long long)p->length,
                          (unsigned long long)mem->size_B);
                return NV_ERR_INVALID_OFFSET;
        }
        /* the largest page that base, length, offset and the memory's pages allow */
        q.page_B = sim_page_size(p->base | p->length | p->offset, mem->page_B);
        if (!q.page_B)
                return NV_ERR_INVALID_ADDRESS;
        status = sim_uvm_unmap_in(vs, p->base, p->length); /* a new mapping replaces */
        if (status)
                return status;
        q.read_only = attr->gpuMappingType == UvmGpuMappingTypeReadOnly;
        r = sim_vaspace_map(vs, &q, &map);
        if (r)
                return r == -EEXIST ? NV_ERR_UVM_ADDRESS_IN_USE : sim_status(r);
        *ret_card = card;
        return NV_OK;
}

static uint32_t sim_uvm_map(struct sim_uvm *uvm, void *params)
{
        struct UVM_MAP_EXTERNAL_ALLOCATION_PARAMS *p = params;
        uint64_t max = uvm->kmd->abi.major < 550 ? UVM_MAX_GPUS_V1 : UVM_MAX_GPUS;
        struct sim_client *client;
        struct sim_obj *obj;
        uint32_t status = NV_OK, done = 0;
        int card = 0;

        if (sim_range_invalid(p->base, p->length))
                return NV_ERR_INVALID_ADDRESS;
        if (!p->gpuAttributesCount || p->gpuAttributesCount > max) {
                sim_dmesg(uvm->kmd, "UVM_MAP_EXTERNAL_ALLOCATION: %llu GPUs, of 1 to %llu",
                          (unsigned long long)p->gpuAttributesCount, (unsigned long long)max);
                return NV_ERR_INVALID_ARGUMENT;
        }
        if (!sim_range_holding(uvm, p->base, p->length)) {
                sim_dmesg(uvm->kmd,
                          "UVM_MAP_EXTERNAL_ALLOCATION: [0x%llx, +0x%llx) is in no "
                          "external range",
                          (unsigned long long)p->base, (unsigned long long)p->length);
                return NV_ERR_INVALID_ADDRESS;
        }
        client = sim_uvm_client(uvm, p->rmCtrlFd, p->hClient);
        if (!client)
                return NV_ERR_INVALID_CLIENT;
        obj = sim_obj_find_kind(client, p->hMemory, SIM_OBJ_MEMORY);
        if (!obj || obj->mem->kind == SIM_MEM_DOORBELL) {
                sim_dmesg(uvm->kmd, "UVM_MAP_EXTERNAL_ALLOCATION: 0x%x is not memory", p->hMemory);
                return NV_ERR_INVALID_OBJECT_HANDLE;
        }
        for (uint64_t i = 0; i < p->gpuAttributesCount && !status; i++) {
                status = sim_uvm_map_on(uvm, p, &p->perGpuAttributes[i], obj->mem, &card);
                if (!status)
                        done |= 1u << card;
        }
        for (unsigned i = 0; status && i < SIM_MAX_CARDS; i++)
                if (done & 1u << i)
                        sim_uvm_unmap_in(uvm->gpus[i].vs, p->base, p->length);
        return status;
}

static uint32_t sim_uvm_unmap(struct sim_uvm *uvm, void *params)
{
        struct UVM_UNMAP_EXTERNAL_PARAMS *p = params;
        int card = sim_uvm_card(uvm, p->gpuUuid.uuid);

        if (sim_range_invalid(p->base, p->length) || !sim_range_holding(uvm, p->base, p->length))
                return NV_ERR_INVALID_ADDRESS;
        if (card < 0)
                return NV_ERR_INVALID_DEVICE;
        return uvm->gpus[card].vs ? sim_uvm_unmap_in(uvm->gpus[card].vs, p->base, p->length)
                                  : NV_OK;
}

static uint32_t sim_uvm_free(struct sim_uvm *uvm, void *params)
{
        struct UVM_FREE_PARAMS *p = params;
        struct sim_range *range = sim_range_find(uvm, p->base);
        size_t offset, size;
        bool has_length =
            !peal_abi_field(&uvm->kmd->abi, PEAL_ABI_UVM_FREE_PARAMS, "length", &offset, &size);

        if (!range || range->group || range->base != p->base ||
            (has_length && range->size_B != p->length)) {
                sim_dmesg(uvm->kmd, "UVM_FREE: [0x%llx, +0x%llx) is not an external range",
                          (unsigned long long)p->base, (unsigned long long)p->length);
                return NV_ERR_INVALID_ADDRESS;
        }
        for (unsigned i = 0; i < SIM_MAX_CARDS; i++)
                if (uvm->gpus[i].vs)
                        sim_uvm_unmap_in(uvm->gpus[i].vs, range->base, range->size_B);
        sim_range_remove(uvm, range);
        return NV_OK;
}

static uint32_t sim_uvm_validate(struct sim_uvm *uvm, void *params)
{
        struct UVM_VALIDATE_VA_RANGE_PARAMS *p = params;
        const struct sim_range *range = sim_range_find(uvm, p->base);

        return range && range->base == p->base && range->size_B == p->length
                   ? NV_OK
                   : NV_ERR_INVALID_ADDRESS;
}

static uint32_t sim_uvm_pageable(struct sim_uvm *uvm, void *params)
{
        struct UVM_PAGEABLE_MEM_ACCESS_PARAMS *p = params;

        (void)uvm;
        p->pageableMemAccess = 0;
        return NV_OK;
}

/* ---- the file ---- */

static uint32_t sim_uvm_initialize(struct sim_kmd *kmd, struct sim_node *node,
                                   const struct UVM_INITIALIZE_PARAMS *p)
{
        struct sim_uvm *uvm;

        if (node->uvm_mm || p->flags & ~(uint64_t)UVM_INIT_FLAGS_MASK)
                return NV_ERR_INVALID_ARGUMENT;
        if (node->uvm)
                return node->uvm->flags == p->flags ? NV_OK : NV_ERR_INVALID_ARGUMENT;
        uvm = calloc(1, sizeof(*uvm));
        if (!uvm)
                return NV_ERR_NO_MEMORY;
        uvm->kmd = kmd;
        uvm->flags = p->flags;
        uvm->next = kmd->uvms;
        kmd->uvms = uvm;
        node->uvm = uvm;
        return NV_OK;
}

static uint32_t sim_uvm_mm_initialize(struct sim_kmd *kmd, struct sim_node *node,
                                      const struct UVM_MM_INITIALIZE_PARAMS *p)
{
        struct sim_node *other = sim_node_get(kmd, p->uvmFd);

        if (!other || other->kind != SIM_NODE_UVM || !other->uvm || other->uvm_mm || node->uvm ||
            other == node || node->uvm_mm)
                return NV_ERR_INVALID_ARGUMENT;
        if (other->uvm->has_mm)
                return NV_ERR_INVALID_STATE;
        other->uvm->has_mm = true;
        node->uvm_mm = true;
        return NV_OK;
}

void sim_uvm_close(struct sim_kmd *kmd, struct sim_uvm *uvm)
{
        struct sim_uvm **link;

        while (uvm->chans)
                sim_chan_stop(uvm->chans);
        for (unsigned i = 0; i < SIM_MAX_CARDS; i++)
                sim_uvm_drop_vaspace(uvm, i);
        for (link = &kmd->uvms; *link != uvm; link = &(*link)->next)
                ;
        *link = uvm->next;
        free(uvm->ranges);
        free(uvm);
}

#define SIM_UVM_STATUS(type) offsetof(struct type, rmStatus)

static const struct sim_uvm_call {
        uint32_t request;
        enum peal_abi_struct_id id;
        size_t status; /* of the base structure */
        uint32_t (*run)(struct sim_uvm *uvm, void *params);
} sim_uvm_calls[] = {
#define SIM_UVM_CALL(name, run)                                                                    \
        {                                                                                          \
                name, PEAL_ABI_##name##_PARAMS, SIM_UVM_STATUS(name##_PARAMS), run                 \
        }
    SIM_UVM_CALL(UVM_INITIALIZE, NULL),
    SIM_UVM_CALL(UVM_MM_INITIALIZE, NULL),
    SIM_UVM_CALL(UVM_REGISTER_GPU, sim_uvm_register_gpu),
    SIM_UVM_CALL(UVM_UNREGISTER_GPU, sim_uvm_unregister_gpu),
    SIM_UVM_CALL(UVM_REGISTER_GPU_VASPACE, sim_uvm_register_vaspace),
    SIM_UVM_CALL(UVM_UNREGISTER_GPU_VASPACE, sim_uvm_unregister_vaspace),
    SIM_UVM_CALL(UVM_REGISTER_CHANNEL, sim_uvm_register_channel),
    SIM_UVM_CALL(UVM_UNREGISTER_CHANNEL, sim_uvm_unregister_channel),
    SIM_UVM_CALL(UVM_CREATE_EXTERNAL_RANGE, sim_uvm_create_range),
    SIM_UVM_CALL(UVM_MAP_EXTERNAL_ALLOCATION, sim_uvm_map),
    SIM_UVM_CALL(UVM_UNMAP_EXTERNAL, sim_uvm_unmap),
    SIM_UVM_CALL(UVM_FREE, sim_uvm_free),
    SIM_UVM_CALL(UVM_ENABLE_PEER_ACCESS, sim_uvm_peer_access),
    SIM_UVM_CALL(UVM_DISABLE_PEER_ACCESS, sim_uvm_peer_access),
    SIM_UVM_CALL(UVM_PAGEABLE_MEM_ACCESS, sim_uvm_pageable),
    SIM_UVM_CALL(UVM_VALIDATE_VA_RANGE, sim_uvm_validate),
#undef SIM_UVM_CALL
};

union sim_uvm_buf {
        uint64_t align;
        uint8_t bytes[PEAL_ABI_MAX_WIRE_B];
};

static uint32_t sim_uvm_run(struct sim_kmd *kmd, struct sim_node *node,
                            const struct sim_uvm_call *call, void *base)
{
        if (call->request == UVM_INITIALIZE)
                return sim_uvm_initialize(kmd, node, base);
        if (call->request == UVM_MM_INITIALIZE)
                return sim_uvm_mm_initialize(kmd, node, base);
        if (!node->uvm) {
                sim_dmesg(kmd, "%s before UVM_INITIALIZE", peal_uvm_command_name(call->request));
                return NV_ERR_ILLEGAL_ACTION;
        }
        return call->run(node->uvm, base);
}

int sim_uvm_ioctl(struct sim_kmd *kmd, struct sim_node *node, unsigned long request, uint64_t arg)
{
        const struct sim_uvm_call *call = NULL;
        union sim_uvm_buf wire, base;
        const char *name, *field;
        uint32_t status;
        size_t wire_B;

        for (size_t i = 0; i < sizeof(sim_uvm_calls) / sizeof(sim_uvm_calls[0]); i++)
                if (sim_uvm_calls[i].request == request)
                        call = &sim_uvm_calls[i];
        name = peal_uvm_command_name((uint32_t)request);
        wire_B = call ? peal_abi_wire_size(&kmd->abi, call->id) : 0;
        if (!wire_B) {
                sim_dmesg(kmd, "UVM 0x%lx (%s): not modelled", request, name ? name : "unknown");
                return -EINVAL;
        }
        if (sim_user_read(wire.bytes, arg, wire_B))
                return -EFAULT;
        peal_abi_from_wire(&kmd->abi, call->id, wire.bytes, base.bytes);
        status = sim_uvm_run(kmd, node, call, base.bytes);
        if (status) {
                const char *s = peal_rm_status_name(status);

                sim_dmesg(kmd, "%s: %s (0x%x)", name, s ? s : "?", status);
        }
        memcpy(base.bytes + call->status, &status, sizeof(status));
        peal_abi_to_wire(&kmd->abi, call->id, base.bytes, wire.bytes, &field);
        return sim_user_write(arg, wire.bytes, wire_B);
}
