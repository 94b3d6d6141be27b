/* SPDX-License-Identifier: MIT */
/* Escapes of /dev/nvidiactl and /dev/nvidiaN: sizes, where each may be sent, and who
 * answers. Which node takes which, and the errno for what is refused as a whole:
 * open-gpu-kernel-modules 595.45.04, kernel-open/nvidia/nv.c and escape.c. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include "sim/kmd/kmd.h"

#define SIM_ON_CTL 1u
#define SIM_ON_GPU 2u

/* A client may only be named through the control file it was made on, or through a
 * descriptor registered with that one. */
static struct sim_client *sim_esc_client(struct sim_kmd *kmd, const struct sim_node *node,
                                         uint32_t handle)
{
        struct sim_client *client = sim_client_find(kmd, handle);
        int fd = node->registered >= 0 ? node->registered : node->fd;

        return client && client->fd == fd ? client : NULL;
}

static int sim_esc_free(struct sim_kmd *kmd, struct sim_node *node, void *params)
{
        struct NVOS00_PARAMETERS *p = params;
        struct sim_client *client = sim_esc_client(kmd, node, p->hRoot);
        struct sim_obj *obj;

        if (!client) {
                p->status = NV_ERR_INVALID_CLIENT;
                return 0;
        }
        obj = sim_obj_find(client, p->hObjectOld);
        if (!obj) {
                p->status = NV_ERR_OBJECT_NOT_FOUND;
                return 0;
        }
        p->status = NV_OK;
        if (obj == client->root)
                sim_client_free(client);
        else
                sim_obj_free(obj);
        return 0;
}

static int sim_esc_control(struct sim_kmd *kmd, struct sim_node *node, void *params)
{
        struct NVOS54_PARAMETERS *p = params;
        struct sim_client *client = sim_esc_client(kmd, node, p->hClient);

        p->status = client ? sim_rm_control(client, p) : NV_ERR_INVALID_CLIENT;
        return 0;
}

static int sim_esc_alloc_memory(struct sim_kmd *kmd, struct sim_node *node, void *params)
{
        struct NVOS02_PARAMETERS *p =
            &((struct nv_ioctl_nvos02_parameters_with_fd *)params)->params;
        struct sim_client *client = sim_esc_client(kmd, node, p->hRoot);

        p->status = client ? sim_rm_alloc_os_descriptor(kmd, client, p) : NV_ERR_INVALID_CLIENT;
        return 0;
}

static int sim_esc_dup(struct sim_kmd *kmd, struct sim_node *node, void *params)
{
        struct NVOS55_PARAMETERS *p = params;

        p->status =
            sim_esc_client(kmd, node, p->hClient) ? sim_rm_dup(kmd, p) : NV_ERR_INVALID_CLIENT;
        return 0;
}

static int sim_esc_map_memory(struct sim_kmd *kmd, struct sim_node *node, void *params)
{
        struct nv_ioctl_nvos33_parameters_with_fd *p = params;
        struct sim_client *client = sim_esc_client(kmd, node, p->params.hClient);

        p->params.status =
            client ? sim_rm_map_memory(kmd, client, &p->params, p->fd) : NV_ERR_INVALID_CLIENT;
        return 0;
}

static int sim_esc_unmap_memory(struct sim_kmd *kmd, struct sim_node *node, void *params)
{
        struct NVOS34_PARAMETERS *p = params;
        struct sim_client *client = sim_esc_client(kmd, node, p->hClient);

        p->status = client ? sim_rm_unmap_memory(client, p) : NV_ERR_INVALID_CLIENT;
        return 0;
}

static int sim_esc_map_dma(struct sim_kmd *kmd, struct sim_node *node, void *params)
{
        struct NVOS46_PARAMETERS *p = params;
        struct sim_client *client = sim_esc_client(kmd, node, p->hClient);

        p->status = client ? sim_rm_map_dma(client, p) : NV_ERR_INVALID_CLIENT;
        return 0;
}

static int sim_esc_unmap_dma(struct sim_kmd *kmd, struct sim_node *node, void *params)
{
        struct NVOS47_PARAMETERS *p = params;
        struct sim_client *client = sim_esc_client(kmd, node, p->hClient);
        size_t offset, size;
        bool has_size =
            !peal_abi_field(&kmd->abi, PEAL_ABI_NVOS47_PARAMETERS, "size", &offset, &size);

        p->status = client ? sim_rm_unmap_dma(client, p, has_size) : NV_ERR_INVALID_CLIENT;
        return 0;
}

static int sim_esc_register_fd(struct sim_kmd *kmd, struct sim_node *node, void *params)
{
        struct nv_ioctl_register_fd *p = params;
        struct sim_node *ctl = sim_node_get(kmd, p->ctl_fd);

        if (node->registered >= 0) {
                sim_dmesg(kmd, "REGISTER_FD: the descriptor is registered already");
                return -EINVAL;
        }
        if (!ctl || ctl->kind != SIM_NODE_CTL || ctl == node || ctl->registered >= 0) {
                sim_dmesg(kmd, "REGISTER_FD: %d is not a control descriptor", p->ctl_fd);
                return -EINVAL;
        }
        node->registered = ctl->fd;
        ctl->registrations++;
        return 0;
}

static int sim_esc_version(struct sim_kmd *kmd, struct sim_node *node, void *params)
{
        struct nv_ioctl_rm_api_version *p = params;
        size_t n = strnlen(p->versionString, sizeof(p->versionString));
        bool same =
            n == strlen(kmd->profile.driver) && !memcmp(p->versionString, kmd->profile.driver, n);
        uint32_t cmd = p->cmd;

        (void)node;
        if (kmd->profile.deny_version_str)
                return -EACCES;
        if (cmd != NV_RM_API_VERSION_CMD_STRICT && cmd != NV_RM_API_VERSION_CMD_RELAXED &&
            cmd != NV_RM_API_VERSION_CMD_QUERY) {
                p->reply = NV_RM_API_VERSION_REPLY_UNRECOGNIZED;
                return -EINVAL;
        }
        snprintf(p->versionString, sizeof(p->versionString), "%s", kmd->profile.driver);
        p->reply = NV_RM_API_VERSION_REPLY_RECOGNIZED;
        if (cmd == NV_RM_API_VERSION_CMD_STRICT && !same) {
                sim_dmesg(kmd, "API mismatch: the client is not of release %s",
                          kmd->profile.driver);
                p->reply = NV_RM_API_VERSION_REPLY_UNRECOGNIZED;
                return -EINVAL;
        }
        return 0;
}

static int sim_esc_sys_params(struct sim_kmd *kmd, struct sim_node *node, void *params)
{
        struct nv_ioctl_sys_params *p = params;

        (void)kmd;
        (void)node;
        /* told by the client, kept by the kernel; libcuda sends 0x40000000 */
        return p->memblock_size & (p->memblock_size - 1) ? -EINVAL : 0;
}

static int sim_esc_status_code(struct sim_kmd *kmd, struct sim_node *node, void *params)
{
        struct nv_ioctl_status_code *p = params;

        (void)node;
        for (unsigned i = 0; i < kmd->card_count; i++)
                if (!p->domain && kmd->cards[i]->bus == p->bus && kmd->cards[i]->slot == p->slot) {
                        p->status = NV_OK;
                        return 0;
                }
        return -EINVAL;
}

static int sim_esc_numa_info(struct sim_kmd *kmd, struct sim_node *node, void *params)
{
        struct nv_ioctl_numa_info *p = params;

        (void)kmd;
        (void)node;
        p->nid = -1;
        p->status = NV_IOCTL_NUMA_STATUS_DISABLED;
        return 0;
}

static int sim_esc_wait_open(struct sim_kmd *kmd, struct sim_node *node, void *params)
{
        struct nv_ioctl_wait_open_complete *p = params;

        (void)kmd;
        (void)node;
        p->rc = 0;
        p->adapterStatus = NV_OK;
        return 0;
}

/* Events are recorded, not delivered: the model's descriptors cannot be polled. */
static int sim_esc_alloc_os_event(struct sim_kmd *kmd, struct sim_node *node, void *params)
{
        struct nv_ioctl_alloc_os_event *p = params;
        struct sim_node *target = sim_node_get(kmd, (int)p->fd);

        if (!sim_esc_client(kmd, node, p->hClient))
                p->Status = NV_ERR_INVALID_CLIENT;
        else if (!target || (target->kind != SIM_NODE_GPU && target->kind != SIM_NODE_CTL) ||
                 target->os_event)
                p->Status = NV_ERR_INVALID_ARGUMENT;
        else {
                p->Status = NV_OK;
                target->os_event = true;
        }
        return 0;
}

static int sim_esc_free_os_event(struct sim_kmd *kmd, struct sim_node *node, void *params)
{
        struct nv_ioctl_free_os_event *p = params;
        struct sim_node *target = sim_node_get(kmd, (int)p->fd);

        if (!sim_esc_client(kmd, node, p->hClient))
                p->Status = NV_ERR_INVALID_CLIENT;
        else if (!target || !target->os_event)
                p->Status = NV_ERR_INVALID_EVENT;
        else {
                p->Status = NV_OK;
                target->os_event = false;
        }
        return 0;
}

static const struct sim_esc {
        unsigned nr;
        enum peal_abi_struct_id id;
        unsigned nodes;
        int (*run)(struct sim_kmd *kmd, struct sim_node *node, void *params);
} sim_escs[] = {
    {NV_ESC_RM_FREE, PEAL_ABI_NVOS00_PARAMETERS, SIM_ON_CTL, sim_esc_free},
    {NV_ESC_RM_CONTROL, PEAL_ABI_NVOS54_PARAMETERS, SIM_ON_CTL, sim_esc_control},
    {NV_ESC_RM_ALLOC_MEMORY, PEAL_ABI_nv_ioctl_nvos02_parameters_with_fd, SIM_ON_GPU,
     sim_esc_alloc_memory},
    {NV_ESC_RM_DUP_OBJECT, PEAL_ABI_NVOS55_PARAMETERS, SIM_ON_CTL, sim_esc_dup},
    {NV_ESC_RM_MAP_MEMORY, PEAL_ABI_nv_ioctl_nvos33_parameters_with_fd, SIM_ON_CTL,
     sim_esc_map_memory},
    {NV_ESC_RM_UNMAP_MEMORY, PEAL_ABI_NVOS34_PARAMETERS, SIM_ON_CTL, sim_esc_unmap_memory},
    {NV_ESC_RM_MAP_MEMORY_DMA, PEAL_ABI_NVOS46_PARAMETERS, SIM_ON_CTL, sim_esc_map_dma},
    {NV_ESC_RM_UNMAP_MEMORY_DMA, PEAL_ABI_NVOS47_PARAMETERS, SIM_ON_CTL, sim_esc_unmap_dma},
    {NV_ESC_REGISTER_FD, PEAL_ABI_nv_ioctl_register_fd, SIM_ON_CTL | SIM_ON_GPU,
     sim_esc_register_fd},
    {NV_ESC_CHECK_VERSION_STR, PEAL_ABI_nv_ioctl_rm_api_version, SIM_ON_CTL, sim_esc_version},
    {NV_ESC_SYS_PARAMS, PEAL_ABI_nv_ioctl_sys_params, SIM_ON_CTL, sim_esc_sys_params},
    {NV_ESC_STATUS_CODE, PEAL_ABI_nv_ioctl_status_code, SIM_ON_CTL, sim_esc_status_code},
    {NV_ESC_NUMA_INFO, PEAL_ABI_nv_ioctl_numa_info, SIM_ON_GPU, sim_esc_numa_info},
    {NV_ESC_WAIT_OPEN_COMPLETE, PEAL_ABI_nv_ioctl_wait_open_complete, SIM_ON_CTL | SIM_ON_GPU,
     sim_esc_wait_open},
    {NV_ESC_ALLOC_OS_EVENT, PEAL_ABI_nv_ioctl_alloc_os_event, SIM_ON_CTL | SIM_ON_GPU,
     sim_esc_alloc_os_event},
    {NV_ESC_FREE_OS_EVENT, PEAL_ABI_nv_ioctl_free_os_event, SIM_ON_CTL | SIM_ON_GPU,
     sim_esc_free_os_event},
};

union sim_esc_buf {
        uint64_t align;
        uint8_t bytes[PEAL_ABI_MAX_WIRE_B];
};

static int sim_esc_wrong_node(struct sim_kmd *kmd, unsigned nr)
{
        sim_dmesg(kmd, "%s: not on this node", peal_rm_escape_name(nr));
        return -EINVAL;
}

static int sim_esc_wrong_size(struct sim_kmd *kmd, unsigned nr, uint32_t size_B, size_t wanted)
{
        sim_dmesg(kmd, "%s: %u bytes, release %s takes %zu", peal_rm_escape_name(nr), size_B,
                  kmd->profile.driver, wanted);
        return -EINVAL;
}

static int sim_esc_run(struct sim_kmd *kmd, struct sim_node *node, const struct sim_esc *esc,
                       uint32_t size_B, uint64_t arg)
{
        size_t wire_B = peal_abi_wire_size(&kmd->abi, esc->id);
        union sim_esc_buf wire, base;
        const char *field;
        int r;

        if (!(esc->nodes & (node->kind == SIM_NODE_CTL ? SIM_ON_CTL : SIM_ON_GPU)))
                return sim_esc_wrong_node(kmd, esc->nr);
        if (!wire_B) /* an escape that this release does not have */
                return -EINVAL;
        if (size_B != wire_B)
                return sim_esc_wrong_size(kmd, esc->nr, size_B, wire_B);
        if (sim_user_read(wire.bytes, arg, wire_B))
                return -EFAULT;
        memset(base.bytes, 0, peal_abi_base_size(esc->id));
        peal_abi_from_wire(&kmd->abi, esc->id, wire.bytes, base.bytes);
        r = esc->run(kmd, node, base.bytes);
        peal_abi_to_wire(&kmd->abi, esc->id, base.bytes, wire.bytes, &field);
        if (sim_user_write(arg, wire.bytes, wire_B))
                return -EFAULT;
        return r;
}

static bool sim_class_is_event(uint32_t class_id)
{
        return class_id == NV01_EVENT_OS_EVENT || class_id == 0x5 || class_id == 0x78 ||
               class_id == 0x7e;
}

static int sim_esc_alloc(struct sim_kmd *kmd, struct sim_node *node, uint32_t size_B, uint64_t arg)
{
        struct NVOS64_PARAMETERS p64;
        struct NVOS21_PARAMETERS p21;
        struct sim_client *client;
        bool access = size_B == sizeof(p64);

        if (!access && size_B != sizeof(p21))
                return sim_esc_wrong_size(kmd, NV_ESC_RM_ALLOC, size_B, sizeof(p64));
        if (access) {
                if (sim_user_read(&p64, arg, sizeof(p64)))
                        return -EFAULT;
        } else {
                if (sim_user_read(&p21, arg, sizeof(p21)))
                        return -EFAULT;
                p64 = (struct NVOS64_PARAMETERS){.hRoot = p21.hRoot,
                                                 .hObjectParent = p21.hObjectParent,
                                                 .hObjectNew = p21.hObjectNew,
                                                 .hClass = p21.hClass,
                                                 .pAllocParms = p21.pAllocParms};
        }
        if (node->kind != SIM_NODE_CTL && !sim_class_is_event(p64.hClass))
                return sim_esc_wrong_node(kmd, NV_ESC_RM_ALLOC);
        if (p64.hClass == NV01_ROOT || p64.hClass == 0x1 || p64.hClass == NV01_ROOT_CLIENT) {
                p64.status = sim_client_create(kmd, node->fd, p64.hObjectNew, &p64.hObjectNew);
                /* the optional parameter of the root classes is the bare handle */
                if (!p64.status && p64.pAllocParms)
                        sim_user_write(p64.pAllocParms, &p64.hObjectNew, 4);
        } else {
                client = sim_esc_client(kmd, node, p64.hRoot);
                p64.status = client ? sim_rm_alloc(kmd, node, client, p64.hObjectParent,
                                                   &p64.hObjectNew, p64.hClass, p64.pAllocParms)
                                    : NV_ERR_INVALID_CLIENT;
        }
        if (p64.status)
                sim_dmesg(kmd, "RM_ALLOC class 0x%x under 0x%x: %s (0x%x)", p64.hClass,
                          p64.hObjectParent,
                          peal_rm_status_name(p64.status) ? peal_rm_status_name(p64.status) : "?",
                          p64.status);
        if (access)
                return sim_user_write(arg, &p64, sizeof(p64));
        p21.hObjectNew = p64.hObjectNew;
        p21.status = p64.status;
        return sim_user_write(arg, &p21, sizeof(p21));
}

static int sim_esc_card_info(struct sim_kmd *kmd, struct sim_node *node, uint32_t size_B,
                             uint64_t arg)
{
        size_t wire_B = peal_abi_wire_size(&kmd->abi, PEAL_ABI_nv_ioctl_card_info);
        uint8_t wire[256];
        const char *field;
        int r;

        if (node->kind != SIM_NODE_CTL)
                return sim_esc_wrong_node(kmd, NV_ESC_CARD_INFO);
        if (!size_B || size_B % wire_B)
                return sim_esc_wrong_size(kmd, NV_ESC_CARD_INFO, size_B, wire_B);
        if (size_B / wire_B < kmd->card_count) {
                sim_dmesg(kmd, "CARD_INFO: room for %zu cards, there are %u", size_B / wire_B,
                          kmd->card_count);
                return -EINVAL;
        }
        for (unsigned i = 0; i < size_B / wire_B; i++) {
                const struct sim_card *card = i < kmd->card_count ? kmd->cards[i] : NULL;
                struct nv_ioctl_card_info info = {0};

                if (card) {
                        info.valid = 1;
                        info.pci_info.bus = card->bus;
                        info.pci_info.slot = card->slot;
                        info.pci_info.vendor_id = 0x10de;
                        info.pci_info.device_id = kmd->profile.chip->device_id;
                        info.gpu_id = card->gpu_id;
                        info.interrupt_line = (uint16_t)(41 + card->index);
                        info.reg_address = 0x4002000000 + ((uint64_t)card->index << 24);
                        info.reg_size = 1 << 24;
                        info.fb_address = (uint64_t)(card->index + 1) << 40;
                        info.fb_size = kmd->profile.mem_B;
                        info.minor_number = card->minor;
                }
                peal_abi_to_wire(&kmd->abi, PEAL_ABI_nv_ioctl_card_info, &info, wire, &field);
                r = sim_user_write(arg + i * wire_B, wire, wire_B);
                if (r)
                        return r;
        }
        return 0;
}

static int sim_esc_attach(struct sim_kmd *kmd, struct sim_node *node, uint32_t size_B, uint64_t arg)
{
        uint32_t ids[32];

        if (node->kind != SIM_NODE_CTL)
                return sim_esc_wrong_node(kmd, NV_ESC_ATTACH_GPUS_TO_FD);
        if (!size_B || size_B % 4 || size_B > sizeof(ids))
                return sim_esc_wrong_size(kmd, NV_ESC_ATTACH_GPUS_TO_FD, size_B, 4);
        if (sim_user_read(ids, arg, size_B))
                return -EFAULT;
        for (unsigned i = 0; i < size_B / 4; i++)
                if (ids[i] && !sim_card_by_gpu_id(kmd, ids[i])) {
                        sim_dmesg(kmd, "ATTACH_GPUS_TO_FD: no GPU 0x%x", ids[i]);
                        return -EINVAL;
                }
        return 0;
}

static int sim_esc_update_mapping(struct sim_kmd *kmd, struct sim_node *node, uint32_t size_B,
                                  uint64_t arg)
{
        struct { /* NVOS56_PARAMETERS, the same in every release */
                uint32_t hClient, hDevice, hMemory, pad;
                uint64_t old_address, new_address;
                uint32_t status, pad2;
        } p;
        struct sim_client *client;

        if (node->kind != SIM_NODE_CTL)
                return sim_esc_wrong_node(kmd, NV_ESC_RM_UPDATE_DEVICE_MAPPING_INFO);
        if (size_B != sizeof(p))
                return sim_esc_wrong_size(kmd, NV_ESC_RM_UPDATE_DEVICE_MAPPING_INFO, size_B,
                                          sizeof(p));
        if (sim_user_read(&p, arg, sizeof(p)))
                return -EFAULT;
        client = sim_esc_client(kmd, node, p.hClient);
        p.status = !client ? NV_ERR_INVALID_CLIENT : NV_ERR_OBJECT_NOT_FOUND;
        for (struct sim_cpu_map *map = kmd->cpu_maps; client && map; map = map->next)
                if (map->client == client && map->h_memory == p.hMemory &&
                    map->linear == p.old_address) {
                        map->linear = p.new_address;
                        p.status = NV_OK;
                        break;
                }
        return sim_user_write(arg, &p, sizeof(p));
}

int sim_escape(struct sim_kmd *kmd, struct sim_node *node, unsigned nr, uint32_t size_B,
               uint64_t arg)
{
        struct nv_ioctl_xfer xfer;

        if (nr == NV_ESC_IOCTL_XFER_CMD) {
                if (size_B != sizeof(xfer) || sim_user_read(&xfer, arg, sizeof(xfer)) ||
                    xfer.size > PEAL_ABI_MAX_WIRE_B || xfer.cmd == NV_ESC_IOCTL_XFER_CMD)
                        return -EINVAL;
                nr = xfer.cmd;
                size_B = xfer.size;
                arg = xfer.ptr;
        }
        switch (nr) {
        case NV_ESC_RM_ALLOC:
                return sim_esc_alloc(kmd, node, size_B, arg);
        case NV_ESC_CARD_INFO:
                return sim_esc_card_info(kmd, node, size_B, arg);
        case NV_ESC_ATTACH_GPUS_TO_FD:
                return sim_esc_attach(kmd, node, size_B, arg);
        case NV_ESC_RM_UPDATE_DEVICE_MAPPING_INFO:
                return sim_esc_update_mapping(kmd, node, size_B, arg);
        default:
                break;
        }
        for (size_t i = 0; i < sizeof(sim_escs) / sizeof(sim_escs[0]); i++)
                if (sim_escs[i].nr == nr)
                        return sim_esc_run(kmd, node, &sim_escs[i], size_B, arg);
        sim_dmesg(kmd, "escape 0x%x (%s): not modelled", nr,
                  peal_rm_escape_name(nr) ? peal_rm_escape_name(nr) : "unknown");
        return -EINVAL;
}
