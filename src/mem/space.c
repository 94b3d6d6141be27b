/* SPDX-License-Identifier: MIT */
#include "src/mem/space.h"

#include <string.h>
#include "src/hw/class.h"
#include "src/kmd/error.h"

/* Lowest address of a UVM-owned space; page 0 stays unmapped. */
#define UVM_VA_BASE 0x1000

static int open_device_objects(struct peal_space *s)
{
        struct NV0000_CTRL_GPU_GET_ID_INFO_V2_PARAMS id = {.gpuId = s->card.gpu_id};
        struct NV0080_ALLOC_PARAMETERS dev = {.hClientShare = s->rm->client};
        struct NV2080_ALLOC_PARAMETERS sub = {0};
        struct NV2080_CTRL_GPU_GET_GID_INFO_PARAMS gid = {.flags = 2 /* binary SHA-1 */,
                                                          .length = 16};
        int r;

        r = peal_rm_control(s->rm, s->rm->client, NV0000_CTRL_CMD_GPU_GET_ID_INFO_V2, &id,
                            sizeof(id));
        if (r < 0)
                return r;
        dev.deviceId = id.deviceInstance;
        /* NV_DEVICE_ALLOCATION_VAMODE_MULTIPLE_VASPACES */
        dev.vaMode = 2;
        r = peal_rm_alloc(s->rm, s->rm->client, NV01_DEVICE_0, &dev, sizeof(dev), &s->device);
        if (r < 0)
                return r;
        sub.subDeviceId = id.subDeviceInstance;
        r = peal_rm_alloc(s->rm, s->device, NV20_SUBDEVICE_0, &sub, sizeof(sub), &s->subdevice);
        if (r < 0)
                return r;
        r = peal_rm_control(s->rm, s->subdevice, NV2080_CTRL_CMD_GPU_GET_GID_INFO, &gid,
                            sizeof(gid));
        if (r < 0)
                return r;
        memcpy(s->uuid, gid.data, sizeof(s->uuid));
        return 0;
}

static int open_vaspace(struct peal_space *s, bool use_uvm)
{
        struct NV_VASPACE_ALLOCATION_PARAMETERS vas = {0};
        struct NV_MEMORY_VIRTUAL_ALLOCATION_PARAMS virt = {0};
        int r;

        if (use_uvm) {
                vas.flags = NV_VASPACE_ALLOCATION_FLAGS_ENABLE_PAGE_FAULTING |
                            NV_VASPACE_ALLOCATION_FLAGS_IS_EXTERNALLY_OWNED;
                vas.vaBase = UVM_VA_BASE;
        }
        r = peal_rm_alloc(s->rm, s->device, FERMI_VASPACE_A, &vas, sizeof(vas), &s->vaspace);
        if (r < 0)
                return r;
        if (!use_uvm) {
                virt.hVASpace = s->vaspace;
                return peal_rm_alloc(s->rm, s->device, NV01_MEMORY_VIRTUAL, &virt, sizeof(virt),
                                     &s->virt);
        }
        r = peal_uvm_open(s->rm, &s->uvm);
        if (r < 0)
                return r;
        r = peal_uvm_register_gpu(s->uvm, s->uuid);
        if (r < 0)
                return r;
        return peal_uvm_register_gpu_vaspace(s->uvm, s->uuid, s->vaspace);
}

int peal_space_open(struct peal_rm *rm, const struct nv_ioctl_card_info *card, bool use_uvm,
                    struct peal_space *ret_space)
{
        struct peal_space s = {.rm = rm, .card = *card, .device_fd = -1, .place_video = true};
        int r;

        r = peal_va_init(&s.va);
        if (r < 0)
                return r;
        r = peal_rm_open_device(rm, card->minor_number, true, &s.device_fd);
        if (r == 0)
                r = open_device_objects(&s);
        if (r == 0)
                r = open_vaspace(&s, use_uvm);
        if (r < 0) {
                peal_space_close(&s);
                return r;
        }
        *ret_space = s;
        return 0;
}

void peal_space_close(struct peal_space *s)
{
        /* Closing UVM's descriptors unregisters the GPU and its spaces. */
        peal_uvm_close(s->uvm);
        if (s->virt)
                peal_rm_free(s->rm, s->device, s->virt);
        if (s->vaspace)
                peal_rm_free(s->rm, s->device, s->vaspace);
        if (s->subdevice)
                peal_rm_free(s->rm, s->device, s->subdevice);
        if (s->device)
                peal_rm_free(s->rm, s->rm->client, s->device);
        if (s->device_fd >= 0)
                s->rm->kmd->ops->close(s->rm->kmd, s->device_fd);
        peal_va_fini(&s->va);
        *s = (struct peal_space){.device_fd = -1};
}
