/* SPDX-License-Identifier: MIT */
/* RM_ALLOC of everything but what schedules work: devices, spaces, memory, peers,
 * events. Statuses as open-gpu-kernel-modules 595.45.04 gives them where it was read. */
#include <string.h>
#include "sim/kmd/kmd.h"

#define SIM_CLASS_P2P      0x503b /* NV50_P2P */
#define SIM_CLASS_DEBUGGER 0x83de /* GT200_DEBUGGER */

/* Where a class may be allocated. */
#define SIM_UNDER(kind) (1u << SIM_OBJ_##kind)

/* One mapped address is at most 49 bits wide (Pascal and later). */
#define SIM_VA_LIMIT ((uint64_t)1 << 49)

static uint32_t sim_alloc_device(struct sim_client *client, uint32_t handle,
                                 const struct NV0080_ALLOC_PARAMETERS *p)
{
        struct sim_kmd *kmd = client->kmd;
        struct sim_card *card;

        if (p->deviceId >= kmd->card_count) {
                sim_dmesg(kmd, "NV01_DEVICE_0: device %u, there are %u", p->deviceId,
                          kmd->card_count);
                return NV_ERR_INVALID_DEVICE;
        }
        card = kmd->cards[p->deviceId];
        if (!card->open_fds && !card->devices) {
                sim_dmesg(kmd, "NV01_DEVICE_0: device %u is not attached: open its node first",
                          p->deviceId);
                return NV_ERR_INVALID_DEVICE;
        }
        if (p->hClientShare && !sim_client_find(kmd, p->hClientShare))
                return NV_ERR_INVALID_CLIENT;
        if (p->vaMode > 2)
                return NV_ERR_INVALID_ARGUMENT;
        return sim_obj_new(client, client->root, handle, NV01_DEVICE_0, SIM_OBJ_DEVICE, card)
                   ? NV_OK
                   : NV_ERR_NO_MEMORY;
}

static uint32_t sim_alloc_subdevice(struct sim_obj *device, uint32_t handle,
                                    const struct NV2080_ALLOC_PARAMETERS *p)
{
        if (p->subDeviceId) {
                sim_dmesg(device->client->kmd, "NV20_SUBDEVICE_0: subdevice %u of 1",
                          p->subDeviceId);
                return NV_ERR_INVALID_ARGUMENT;
        }
        return sim_obj_new(device->client, device, handle, NV20_SUBDEVICE_0, SIM_OBJ_SUBDEVICE,
                           device->card)
                   ? NV_OK
                   : NV_ERR_NO_MEMORY;
}

static uint32_t sim_alloc_memory_obj(struct sim_obj *parent, uint32_t handle, uint32_t class_id,
                                     struct sim_mem *mem)
{
        struct sim_obj *obj =
            sim_obj_new(parent->client, parent, handle, class_id, SIM_OBJ_MEMORY, mem->card);

        if (!obj) {
                sim_mem_unref(mem);
                return NV_ERR_NO_MEMORY;
        }
        obj->mem = mem;
        return NV_OK;
}

static uint32_t sim_alloc_usermode(struct sim_obj *parent, uint32_t handle, uint32_t class_id,
                                   const struct NV_HOPPER_USERMODE_A_PARAMS *p)
{
        struct sim_mem *mem;
        int r;

        if (p && p->bPriv)
                return NV_ERR_INSUFFICIENT_PERMISSIONS;
        r = sim_mem_create_doorbell(parent->card, &mem);
        return r ? sim_status(r) : sim_alloc_memory_obj(parent, handle, class_id, mem);
}

static uint32_t sim_alloc_vaspace(struct sim_obj *device, uint32_t handle,
                                  struct NV_VASPACE_ALLOCATION_PARAMETERS *p)
{
        const uint32_t external = 0x8 /* IS_EXTERNALLY_OWNED */;
        const uint32_t faulting = 0x40 /* ENABLE_PAGE_FAULTING */;
        uint64_t limit = p->vaSize ? p->vaBase + p->vaSize : SIM_VA_LIMIT;
        struct sim_kmd *kmd = device->client->kmd;
        struct sim_vaspace *vs;
        struct sim_obj *obj;
        int r;

        /* NV_VASPACE_ALLOCATION_FLAGS_*, cl90f1.h */
        if (p->flags & ~(external | faulting)) {
                sim_dmesg(kmd, "FERMI_VASPACE_A: flags 0x%x: only 0 and 0x48 are modelled",
                          p->flags);
                return NV_ERR_NOT_SUPPORTED;
        }
        if (p->flags == external || p->flags == faulting) {
                sim_dmesg(kmd,
                          "FERMI_VASPACE_A: flags 0x%x: page faulting and external ownership "
                          "go together",
                          p->flags);
                return NV_ERR_INVALID_ARGUMENT;
        }
        if (limit > SIM_VA_LIMIT || limit <= p->vaBase || p->index)
                return NV_ERR_INVALID_ARGUMENT;
        r = sim_vaspace_create(device->card, p->flags & external, p->vaBase, limit, &vs);
        if (r)
                return sim_status(r);
        obj = sim_obj_new(device->client, device, handle, FERMI_VASPACE_A, SIM_OBJ_VASPACE,
                          device->card);
        if (!obj) {
                sim_vaspace_unref(vs);
                return NV_ERR_NO_MEMORY;
        }
        obj->vaspace = vs;
        p->vaSize = limit - p->vaBase;
        p->bigPageSize = SIM_BIG_PAGE_B;
        return NV_OK;
}

static uint32_t sim_alloc_virtual(struct sim_obj *device, uint32_t handle,
                                  struct NV_MEMORY_VIRTUAL_ALLOCATION_PARAMS *p)
{
        struct sim_obj *space = sim_obj_find_kind(device->client, p->hVASpace, SIM_OBJ_VASPACE);
        struct sim_obj *obj;
        struct sim_vaspace *vs;

        if (!space || space->card != device->card) {
                sim_dmesg(device->client->kmd,
                          "NV01_MEMORY_VIRTUAL: 0x%x is not an address space "
                          "of this device",
                          p->hVASpace);
                return NV_ERR_INVALID_OBJECT_HANDLE;
        }
        vs = space->vaspace;
        if (vs->external) {
                sim_dmesg(device->client->kmd, "NV01_MEMORY_VIRTUAL: the space belongs to UVM");
                return NV_ERR_NOT_SUPPORTED;
        }
        if (p->limit && p->limit < p->offset)
                return NV_ERR_INVALID_LIMIT;
        obj = sim_obj_new(device->client, device, handle, NV01_MEMORY_VIRTUAL, SIM_OBJ_VIRTUAL,
                          device->card);
        if (!obj)
                return NV_ERR_NO_MEMORY;
        obj->virt.vs = vs;
        obj->virt.lo = p->offset > vs->base ? p->offset : vs->base;
        obj->virt.hi = p->limit && p->limit < vs->limit ? p->limit + 1 : vs->limit;
        sim_vaspace_ref(vs);
        p->limit = obj->virt.hi - 1;
        return NV_OK;
}

/* Page size by NVOS32_ATTR_PAGE_SIZE; the default takes the largest that the size
 * fills. */
static uint32_t sim_memory_page(const struct NV_MEMORY_ALLOCATION_PARAMS *p, bool video)
{
        switch (PEAL_BITS_GET(NVOS32_ATTR_PAGE_SIZE, p->attr)) {
        case NVOS32_ATTR_PAGE_SIZE_4KB:
                return SIM_PAGE_B;
        case NVOS32_ATTR_PAGE_SIZE_BIG:
                return SIM_BIG_PAGE_B;
        case NVOS32_ATTR_PAGE_SIZE_HUGE:
                return SIM_HUGE_B;
        default:
                if (!video)
                        return SIM_PAGE_B;
                return p->size >= SIM_HUGE_B       ? SIM_HUGE_B
                       : p->size >= SIM_BIG_PAGE_B ? SIM_BIG_PAGE_B
                                                   : SIM_PAGE_B;
        }
}

static uint32_t sim_alloc_memory(struct sim_obj *device, uint32_t handle, uint32_t class_id,
                                 struct NV_MEMORY_ALLOCATION_PARAMS *p)
{
        const uint32_t refused = NVOS32_ALLOC_FLAGS_VIRTUAL |
                                 NVOS32_ALLOC_FLAGS_FIXED_ADDRESS_ALLOCATE |
                                 NVOS32_ALLOC_FLAGS_EXTERNALLY_MANAGED;
        bool video = class_id == NV01_MEMORY_LOCAL_USER;
        struct sim_kmd *kmd = device->client->kmd;
        uint32_t location = PEAL_BITS_GET(NVOS32_ATTR_LOCATION, p->attr);
        uint32_t page_B = sim_memory_page(p, video), physicality, coherency;
        uint64_t size_B, align_B = p->alignment;
        struct sim_mem *mem;
        uint32_t status;
        int r;

        if (location == NVOS32_ATTR_LOCATION_ANY)
                location = video ? NVOS32_ATTR_LOCATION_VIDMEM : NVOS32_ATTR_LOCATION_PCI;
        if (location != (video ? NVOS32_ATTR_LOCATION_VIDMEM : NVOS32_ATTR_LOCATION_PCI)) {
                sim_dmesg(kmd, "memory class 0x%x: location %u", class_id, location);
                return NV_ERR_INVALID_ARGUMENT;
        }
        if (p->flags & refused) {
                sim_dmesg(kmd, "memory class 0x%x: flags 0x%x are not modelled", class_id,
                          p->flags & refused);
                return NV_ERR_NOT_SUPPORTED;
        }
        if (!p->size || p->size > (uint64_t)1 << 48)
                return p->size ? NV_ERR_NO_MEMORY : NV_ERR_INVALID_ARGUMENT;
        if (align_B & (align_B - 1)) {
                sim_dmesg(kmd, "memory class 0x%x: alignment 0x%llx is not a power of two",
                          class_id, (unsigned long long)align_B);
                return NV_ERR_INVALID_ARGUMENT;
        }
        size_B = (p->size + page_B - 1) & ~(uint64_t)(page_B - 1);
        physicality = PEAL_BITS_GET(NVOS32_ATTR_PHYSICALITY, p->attr);
        r = sim_mem_create(device->card, video ? SIM_MEM_VIDEO : SIM_MEM_SYSTEM, size_B, page_B,
                           align_B ? align_B : page_B,
                           physicality == NVOS32_ATTR_PHYSICALITY_CONTIGUOUS ||
                               (video && physicality == NVOS32_ATTR_PHYSICALITY_DEFAULT),
                           &mem);
        if (r)
                return sim_status(r);
        coherency = PEAL_BITS_GET(NVOS32_ATTR_COHERENCY, p->attr);
        mem->write_combined = video || coherency == NVOS32_ATTR_COHERENCY_WRITE_COMBINE;
        mem->user_read_only = PEAL_BITS_GET(NVOS32_ATTR2_PROTECTION_USER, p->attr2);
        mem->device_read_only = PEAL_BITS_GET(NVOS32_ATTR2_PROTECTION_DEVICE, p->attr2);
        status = sim_alloc_memory_obj(device, handle, class_id, mem);
        if (status)
                return status;
        p->size = size_B;
        p->limit = size_B - 1;
        p->offset = mem->extents[0].offset;
        p->attr = (p->attr & ~PEAL_BITS(NVOS32_ATTR_PAGE_SIZE, 3)) |
                  PEAL_BITS(NVOS32_ATTR_PAGE_SIZE, page_B == SIM_PAGE_B       ? 1
                                                   : page_B == SIM_BIG_PAGE_B ? 2
                                                                              : 3);
        return NV_OK;
}

uint32_t sim_rm_alloc_os_descriptor(struct sim_kmd *kmd, struct sim_client *client,
                                    struct NVOS02_PARAMETERS *p)
{
        struct sim_obj *device = sim_obj_find(client, p->hObjectParent);
        bool read_only = PEAL_BITS_GET(NVOS02_FLAGS_ALLOC_USER_READ_ONLY, p->flags);
        struct sim_mem *mem;
        uint64_t size_B;
        uint32_t status;
        int r;

        if (p->hClass != NV01_MEMORY_SYSTEM_OS_DESCRIPTOR) {
                sim_dmesg(kmd, "RM_ALLOC_MEMORY: class 0x%x; only own pages (0x71) go this way",
                          p->hClass);
                return NV_ERR_NOT_SUPPORTED;
        }
        if (!device || device->kind != SIM_OBJ_DEVICE)
                return NV_ERR_INVALID_OBJECT_PARENT;
        status = sim_obj_reserve_handle(client, &p->hObjectNew);
        if (status)
                return status;
        if (PEAL_BITS_GET(NVOS02_FLAGS_LOCATION, p->flags) != NVOS02_FLAGS_LOCATION_PCI ||
            PEAL_BITS_GET(NVOS02_FLAGS_MAPPING, p->flags) != NVOS02_FLAGS_MAPPING_NO_MAP) {
                sim_dmesg(kmd, "own pages: flags 0x%x: need location PCI and no mapping", p->flags);
                return NV_ERR_INVALID_FLAGS;
        }
        if (p->pMemory & (SIM_PAGE_B - 1)) {
                sim_dmesg(kmd, "own pages: 0x%llx is not at a page",
                          (unsigned long long)p->pMemory);
                return NV_ERR_NOT_SUPPORTED;
        }
        if (p->limit + 1 == 0)
                return NV_ERR_INVALID_LIMIT;
        size_B = (p->limit + SIM_PAGE_B) & ~(uint64_t)(SIM_PAGE_B - 1);
        if (size_B < p->limit || !sim_user_range_ok(p->pMemory, size_B, !read_only)) {
                sim_dmesg(kmd, "own pages: [0x%llx, +0x%llx) is not all mapped and accessible",
                          (unsigned long long)p->pMemory, (unsigned long long)size_B);
                return NV_ERR_INVALID_ADDRESS;
        }
        r = sim_mem_create_user(device->card, (void *)(uintptr_t)p->pMemory, size_B, &mem);
        if (r)
                return sim_status(r);
        mem->user_read_only = read_only;
        mem->device_read_only =
            read_only || PEAL_BITS_GET(NVOS02_FLAGS_ALLOC_DEVICE_READ_ONLY, p->flags);
        return sim_alloc_memory_obj(device, p->hObjectNew, NV01_MEMORY_SYSTEM_OS_DESCRIPTOR, mem);
}

static uint32_t sim_alloc_p2p(struct sim_client *client, uint32_t handle,
                              const struct NV503B_ALLOC_PARAMETERS *p)
{
        struct sim_obj *a = sim_obj_find_kind(client, p->hSubDevice, SIM_OBJ_SUBDEVICE);
        struct sim_obj *b = sim_obj_find_kind(client, p->hPeerSubDevice, SIM_OBJ_SUBDEVICE);
        struct sim_obj *obj;

        if (!a || !b)
                return NV_ERR_INVALID_ARGUMENT;
        if (a->card == b->card || !client->kmd->profile.chip->nvlink) {
                sim_dmesg(client->kmd, "NV50_P2P: GPUs %u and %u are not connected", a->card->index,
                          b->card->index);
                return NV_ERR_NOT_SUPPORTED;
        }
        obj = sim_obj_new(client, client->root, handle, SIM_CLASS_P2P, SIM_OBJ_P2P, NULL);
        if (!obj)
                return NV_ERR_NO_MEMORY;
        obj->p2p.a = a->card;
        obj->p2p.b = b->card;
        return NV_OK;
}

bool sim_peers_connected(struct sim_client *client, const struct sim_card *a,
                         const struct sim_card *b)
{
        for (struct sim_obj *o = client->root->children; o; o = o->next_sibling)
                if (o->kind == SIM_OBJ_P2P &&
                    ((o->p2p.a == a && o->p2p.b == b) || (o->p2p.a == b && o->p2p.b == a)))
                        return true;
        return false;
}

/* Recorded only: the model's descriptors cannot be polled, so nobody could wait. */
static uint32_t sim_alloc_event(struct sim_kmd *kmd, struct sim_obj *parent, uint32_t handle,
                                uint32_t class_id, const struct NV0005_ALLOC_PARAMETERS *p)
{
        struct sim_node *node = sim_node_get(kmd, (int)p->data);
        struct sim_client *source = sim_client_find(
            kmd, p->hParentClient ? p->hParentClient : parent->client->root->handle);
        struct sim_obj *obj;

        if (class_id != NV01_EVENT_OS_EVENT || (p->hClass && p->hClass != NV01_EVENT_OS_EVENT)) {
                sim_dmesg(kmd, "event class 0x%x/0x%x: only NV01_EVENT_OS_EVENT is for clients",
                          class_id, p->hClass);
                return NV_ERR_INVALID_CLASS;
        }
        if (!source || !sim_obj_find(source, p->hSrcResource))
                return NV_ERR_INVALID_OBJECT_HANDLE;
        if (!node || !node->os_event) {
                sim_dmesg(kmd, "NV01_EVENT_OS_EVENT: descriptor %d has no event (ALLOC_OS_EVENT)",
                          (int)p->data);
                return NV_ERR_INVALID_EVENT;
        }
        obj = sim_obj_new(parent->client, parent, handle, class_id, SIM_OBJ_EVENT, parent->card);
        if (!obj)
                return NV_ERR_NO_MEMORY;
        obj->event.notify_index = p->notifyIndex;
        obj->event.src = p->hSrcResource;
        obj->event.fd = (int)p->data;
        return NV_OK;
}

static uint32_t sim_alloc_debugger(struct sim_obj *parent, uint32_t handle,
                                   const struct NV83DE_ALLOC_PARAMETERS *p)
{
        struct sim_client *app = sim_client_find(parent->client->kmd, p->hAppClient);
        struct sim_obj *engine;

        if (!app)
                return NV_ERR_INVALID_CLIENT;
        engine = sim_obj_find_kind(app, p->hClass3dObject, SIM_OBJ_ENGINE);
        if (!engine || engine->class_id != parent->client->kmd->profile.chip->compute_class)
                return NV_ERR_INVALID_OBJECT_HANDLE;
        return sim_obj_new(parent->client, parent, handle, SIM_CLASS_DEBUGGER, SIM_OBJ_DEBUGGER,
                           parent->card)
                   ? NV_OK
                   : NV_ERR_NO_MEMORY;
}

/* ---- by class ---- */

enum sim_alloc_kind {
        SIM_ALLOC_DEVICE,
        SIM_ALLOC_SUBDEVICE,
        SIM_ALLOC_USERMODE,
        SIM_ALLOC_VASPACE,
        SIM_ALLOC_VIRTUAL,
        SIM_ALLOC_MEMORY,
        SIM_ALLOC_GROUP,
        SIM_ALLOC_CTXSHARE,
        SIM_ALLOC_CHANNEL,
        SIM_ALLOC_COMPUTE,
        SIM_ALLOC_COPY,
        SIM_ALLOC_P2P,
        SIM_ALLOC_EVENT,
        SIM_ALLOC_DEBUGGER,
};

static const struct sim_alloc_class {
        uint32_t class_id;
        enum sim_alloc_kind kind;
        uint32_t parents;
        bool per_chip;        /* only where the chip's class list has it */
        bool params_required; /* the resource table's "required" */
} sim_alloc_classes[] = {
    {NV01_DEVICE_0, SIM_ALLOC_DEVICE, SIM_UNDER(CLIENT), false, false},
    {NV20_SUBDEVICE_0, SIM_ALLOC_SUBDEVICE, SIM_UNDER(DEVICE), false, false},
    {VOLTA_USERMODE_A, SIM_ALLOC_USERMODE, SIM_UNDER(SUBDEVICE), true, false},
    {TURING_USERMODE_A, SIM_ALLOC_USERMODE, SIM_UNDER(SUBDEVICE), true, false},
    {AMPERE_USERMODE_A, SIM_ALLOC_USERMODE, SIM_UNDER(SUBDEVICE), true, false},
    {HOPPER_USERMODE_A, SIM_ALLOC_USERMODE, SIM_UNDER(SUBDEVICE), true, false},
    {BLACKWELL_USERMODE_A, SIM_ALLOC_USERMODE, SIM_UNDER(SUBDEVICE), true, false},
    {FERMI_VASPACE_A, SIM_ALLOC_VASPACE, SIM_UNDER(DEVICE), true, true},
    {NV01_MEMORY_VIRTUAL, SIM_ALLOC_VIRTUAL, SIM_UNDER(DEVICE), true, true},
    {NV01_MEMORY_SYSTEM, SIM_ALLOC_MEMORY, SIM_UNDER(DEVICE), false, true},
    {NV01_MEMORY_LOCAL_USER, SIM_ALLOC_MEMORY, SIM_UNDER(DEVICE), false, true},
    {KEPLER_CHANNEL_GROUP_A, SIM_ALLOC_GROUP, SIM_UNDER(DEVICE), true, false},
    {FERMI_CONTEXT_SHARE_A, SIM_ALLOC_CTXSHARE, SIM_UNDER(GROUP), true, true},
    {0xc36f, SIM_ALLOC_CHANNEL, SIM_UNDER(GROUP), true, true},
    {TURING_CHANNEL_GPFIFO_A, SIM_ALLOC_CHANNEL, SIM_UNDER(GROUP), true, true},
    {AMPERE_CHANNEL_GPFIFO_A, SIM_ALLOC_CHANNEL, SIM_UNDER(GROUP), true, true},
    {HOPPER_CHANNEL_GPFIFO_A, SIM_ALLOC_CHANNEL, SIM_UNDER(GROUP), true, true},
    {BLACKWELL_CHANNEL_GPFIFO_A, SIM_ALLOC_CHANNEL, SIM_UNDER(GROUP), true, true},
    {BLACKWELL_CHANNEL_GPFIFO_B, SIM_ALLOC_CHANNEL, SIM_UNDER(GROUP), true, true},
    {TURING_COMPUTE_A, SIM_ALLOC_COMPUTE, SIM_UNDER(CHANNEL), true, false},
    {AMPERE_COMPUTE_A, SIM_ALLOC_COMPUTE, SIM_UNDER(CHANNEL), true, false},
    {AMPERE_COMPUTE_B, SIM_ALLOC_COMPUTE, SIM_UNDER(CHANNEL), true, false},
    {ADA_COMPUTE_A, SIM_ALLOC_COMPUTE, SIM_UNDER(CHANNEL), true, false},
    {HOPPER_COMPUTE_A, SIM_ALLOC_COMPUTE, SIM_UNDER(CHANNEL), true, false},
    {BLACKWELL_COMPUTE_A, SIM_ALLOC_COMPUTE, SIM_UNDER(CHANNEL), true, false},
    {BLACKWELL_COMPUTE_B, SIM_ALLOC_COMPUTE, SIM_UNDER(CHANNEL), true, false},
    {TURING_DMA_COPY_A, SIM_ALLOC_COPY, SIM_UNDER(CHANNEL), true, true},
    {AMPERE_DMA_COPY_A, SIM_ALLOC_COPY, SIM_UNDER(CHANNEL), true, true},
    {AMPERE_DMA_COPY_B, SIM_ALLOC_COPY, SIM_UNDER(CHANNEL), true, true},
    {HOPPER_DMA_COPY_A, SIM_ALLOC_COPY, SIM_UNDER(CHANNEL), true, true},
    {BLACKWELL_DMA_COPY_A, SIM_ALLOC_COPY, SIM_UNDER(CHANNEL), true, true},
    {BLACKWELL_DMA_COPY_B, SIM_ALLOC_COPY, SIM_UNDER(CHANNEL), true, true},
    {SIM_CLASS_P2P, SIM_ALLOC_P2P, SIM_UNDER(CLIENT), true, true},
    {SIM_CLASS_DEBUGGER, SIM_ALLOC_DEBUGGER, SIM_UNDER(DEVICE), false, true},
    {0x5, SIM_ALLOC_EVENT, ~0u, false, true},
    {NV01_EVENT_OS_EVENT, SIM_ALLOC_EVENT, ~0u, false, true},
    {0x78, SIM_ALLOC_EVENT, ~0u, false, true},
    {0x7e, SIM_ALLOC_EVENT, ~0u, false, true},
};

union sim_alloc_params {
        struct NV0080_ALLOC_PARAMETERS device;
        struct NV2080_ALLOC_PARAMETERS subdevice;
        struct NV_HOPPER_USERMODE_A_PARAMS usermode;
        struct NV_VASPACE_ALLOCATION_PARAMETERS vaspace;
        struct NV_MEMORY_VIRTUAL_ALLOCATION_PARAMS virt;
        struct NV_MEMORY_ALLOCATION_PARAMS memory;
        struct NV_CHANNEL_GROUP_ALLOCATION_PARAMETERS group;
        struct NV_CTXSHARE_ALLOCATION_PARAMETERS ctxshare;
        struct NV_CHANNEL_ALLOC_PARAMS channel;
        struct NVB0B5_ALLOCATION_PARAMETERS copy;
        struct NV503B_ALLOC_PARAMETERS p2p;
        struct NV0005_ALLOC_PARAMETERS event;
        struct NV83DE_ALLOC_PARAMETERS debugger;
        uint8_t wire[512];
};

static uint32_t sim_alloc_run(struct sim_kmd *kmd, const struct sim_alloc_class *class,
                              struct sim_obj *parent, uint32_t handle, union sim_alloc_params *p)
{
        switch (class->kind) {
        case SIM_ALLOC_DEVICE:
                return sim_alloc_device(parent->client, handle, &p->device);
        case SIM_ALLOC_SUBDEVICE:
                return sim_alloc_subdevice(parent, handle, &p->subdevice);
        case SIM_ALLOC_USERMODE:
                return sim_alloc_usermode(parent, handle, class->class_id, &p->usermode);
        case SIM_ALLOC_VASPACE:
                return sim_alloc_vaspace(parent, handle, &p->vaspace);
        case SIM_ALLOC_VIRTUAL:
                return sim_alloc_virtual(parent, handle, &p->virt);
        case SIM_ALLOC_MEMORY:
                return sim_alloc_memory(parent, handle, class->class_id, &p->memory);
        case SIM_ALLOC_GROUP:
                return sim_rm_alloc_group(parent, handle, &p->group);
        case SIM_ALLOC_CTXSHARE:
                return sim_rm_alloc_ctxshare(parent, handle, &p->ctxshare);
        case SIM_ALLOC_CHANNEL:
                return sim_rm_alloc_channel(parent, handle, class->class_id, &p->channel);
        case SIM_ALLOC_COMPUTE:
                return sim_rm_alloc_engine(parent, handle, class->class_id, false, NULL);
        case SIM_ALLOC_COPY:
                return sim_rm_alloc_engine(parent, handle, class->class_id, true, &p->copy);
        case SIM_ALLOC_P2P:
                return sim_alloc_p2p(parent->client, handle, &p->p2p);
        case SIM_ALLOC_EVENT:
                return sim_alloc_event(kmd, parent, handle, class->class_id, &p->event);
        case SIM_ALLOC_DEBUGGER:
                return sim_alloc_debugger(parent, handle, &p->debugger);
        }
        return NV_ERR_INVALID_CLASS;
}

/* Why the class cannot be allocated there, or NV_OK. */
static uint32_t sim_alloc_check(struct sim_kmd *kmd, const struct sim_alloc_class *class,
                                uint32_t class_id, const struct sim_obj *parent, uint32_t h_parent)
{
        if (!class) {
                sim_dmesg(kmd, "RM_ALLOC: class 0x%x is not modelled", class_id);
                return NV_ERR_INVALID_CLASS;
        }
        if (!parent) {
                sim_dmesg(kmd, "RM_ALLOC: no parent 0x%x", h_parent);
                return NV_ERR_INVALID_OBJECT_PARENT;
        }
        if (!(class->parents & 1u << parent->kind)) {
                sim_dmesg(kmd, "RM_ALLOC: class 0x%x does not go under class 0x%x", class_id,
                          parent->class_id);
                return NV_ERR_INVALID_OBJECT_PARENT;
        }
        if (class->per_chip && !sim_profile_has_class(&kmd->profile, class_id)) {
                sim_dmesg(kmd, "RM_ALLOC: bad class 0x%x on %s", class_id,
                          kmd->profile.chip->short_name);
                return NV_ERR_INVALID_CLASS;
        }
        if (sim_profile_denies(&kmd->profile, class_id))
                return NV_ERR_INSUFFICIENT_PERMISSIONS;
        return NV_OK;
}

uint32_t sim_rm_alloc(struct sim_kmd *kmd, struct sim_node *node, struct sim_client *client,
                      uint32_t h_parent, uint32_t *h_new, uint32_t class_id, uint64_t params_addr)
{
        const struct sim_alloc_class *class = NULL;
        struct sim_obj *parent = sim_obj_find(client, h_parent);
        union sim_alloc_params wire, base;
        enum peal_abi_struct_id id;
        bool has_params = !peal_abi_class_struct(class_id, &id);
        size_t wire_B = has_params ? peal_abi_wire_size(&kmd->abi, id) : 0;
        const char *field;
        uint32_t status;

        (void)node;
        for (size_t i = 0; i < sizeof(sim_alloc_classes) / sizeof(sim_alloc_classes[0]); i++)
                if (sim_alloc_classes[i].class_id == class_id)
                        class = &sim_alloc_classes[i];
        status = sim_alloc_check(kmd, class, class_id, parent, h_parent);
        if (!status)
                status = sim_obj_reserve_handle(client, h_new);
        if (status)
                return status;
        memset(&base, 0, sizeof(base));
        /* Copied at the kernel's own size for the class: the caller's size field does
         * not limit it (resource table of rmapi). */
        if (has_params && params_addr) {
                if (wire_B > sizeof(wire) || sim_user_read(&wire, params_addr, wire_B))
                        return NV_ERR_INVALID_ADDRESS;
                peal_abi_from_wire(&kmd->abi, id, &wire, &base);
        } else if (class->params_required) {
                sim_dmesg(kmd, "RM_ALLOC: class 0x%x needs parameters", class_id);
                return NV_ERR_INVALID_ARGUMENT;
        }
        status = sim_alloc_run(kmd, class, parent, *h_new, &base);
        if (!status && has_params && params_addr) {
                peal_abi_to_wire(&kmd->abi, id, &base, &wire, &field);
                if (sim_user_write(params_addr, &wire, wire_B)) {
                        sim_obj_free(sim_obj_find(client, *h_new));
                        return NV_ERR_INVALID_ADDRESS;
                }
        }
        return status;
}

uint32_t sim_rm_dup(struct sim_kmd *kmd, struct NVOS55_PARAMETERS *p)
{
        struct sim_client *client = sim_client_find(kmd, p->hClient);
        struct sim_client *src_client = sim_client_find(kmd, p->hClientSrc);
        struct sim_obj *parent = sim_obj_find(client, p->hParent), *src, *obj;
        uint32_t status;

        if (!src_client)
                return NV_ERR_INVALID_CLIENT;
        src = sim_obj_find(src_client, p->hObjectSrc);
        if (!src)
                return NV_ERR_OBJECT_NOT_FOUND;
        if (!parent)
                return NV_ERR_INVALID_OBJECT_PARENT;
        if (src->kind != SIM_OBJ_MEMORY && src->kind != SIM_OBJ_VASPACE) {
                sim_dmesg(kmd, "RM_DUP_OBJECT: class 0x%x: only memory and address spaces",
                          src->class_id);
                return NV_ERR_NOT_SUPPORTED;
        }
        if (parent->kind !=
            (src->mem && src->kind == SIM_OBJ_MEMORY && src->mem->kind == SIM_MEM_DOORBELL
                 ? SIM_OBJ_SUBDEVICE
                 : SIM_OBJ_DEVICE))
                return NV_ERR_INVALID_OBJECT_PARENT;
        if (src->kind == SIM_OBJ_VASPACE && parent->card != src->card)
                return NV_ERR_INVALID_OBJECT_PARENT;
        status = sim_obj_reserve_handle(client, &p->hObject);
        if (status)
                return status;
        obj = sim_obj_new(client, parent, p->hObject, src->class_id, src->kind, parent->card);
        if (!obj)
                return NV_ERR_NO_MEMORY;
        if (src->kind == SIM_OBJ_MEMORY) {
                obj->mem = src->mem;
                sim_mem_ref(obj->mem);
        } else {
                obj->vaspace = src->vaspace;
                sim_vaspace_ref(obj->vaspace);
        }
        return NV_OK;
}
