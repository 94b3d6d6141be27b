/* SPDX-License-Identifier: MIT */
#include "tests/sim/kmd_util.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

const struct kx_classes kx_profiles[7] = {
    {"h200", HOPPER_USERMODE_A, HOPPER_CHANNEL_GPFIFO_A, HOPPER_COMPUTE_A, HOPPER_DMA_COPY_A, 132},
    {"rtx4090", AMPERE_USERMODE_A, AMPERE_CHANNEL_GPFIFO_A, ADA_COMPUTE_A, AMPERE_DMA_COPY_B, 128},
    {"rtx3090", TURING_USERMODE_A, AMPERE_CHANNEL_GPFIFO_A, AMPERE_COMPUTE_B, AMPERE_DMA_COPY_B,
     82},
    {"a100", AMPERE_USERMODE_A, AMPERE_CHANNEL_GPFIFO_A, AMPERE_COMPUTE_A, AMPERE_DMA_COPY_A, 108},
    {"rtx5090", BLACKWELL_USERMODE_A, BLACKWELL_CHANNEL_GPFIFO_B, BLACKWELL_COMPUTE_B,
     BLACKWELL_DMA_COPY_B, 170},
    {"rtx2080ti", TURING_USERMODE_A, TURING_CHANNEL_GPFIFO_A, TURING_COMPUTE_A, TURING_DMA_COPY_A,
     68},
    {"b200", HOPPER_USERMODE_A, BLACKWELL_CHANNEL_GPFIFO_A, BLACKWELL_COMPUTE_A,
     BLACKWELL_DMA_COPY_A, 148},
};

void kx_create(struct kx *k, const char *profile)
{
        const char *driver = strstr(profile, "driver=");
        char release[64] = "580.159.04", err[256] = "";

        memset(k, 0, sizeof(*k));
        k->ctl = k->dev = k->uvm = k->uvm_mm = -1;
        k->next_handle = 0x5c000000;
        if (sim_kmd_create(profile, err, sizeof(err), &k->kmd))
                fail_msg("%s: %s", profile, err);
        if (driver) {
                snprintf(release, sizeof(release), "%s", driver + 7);
                release[strcspn(release, ",")] = 0;
        }
        assert_int_equal(peal_abi_select(release, &k->abi), 0);
}

struct sim_stats kx_stats(struct kx *k)
{
        struct sim_stats stats;

        sim_kmd_stats(k->kmd, &stats);
        return stats;
}

void kx_destroy(struct kx *k)
{
        struct sim_stats s;

        kx_teardown(k);
        s = kx_stats(k);
        assert_int_equal(s.fds, 0);
        assert_int_equal(s.clients, 0);
        assert_int_equal(s.objects, 0);
        assert_int_equal(s.mappings, 0);
        assert_int_equal(s.gpu_mappings, 0);
        assert_int_equal(s.vidmem_B, 0);
        assert_int_equal(s.sysmem_B, 0);
        assert_int_equal(s.channels, 0);
        assert_int_equal(s.resident_B, 0);
        k->kmd->ops->destroy(k->kmd);
        k->kmd = NULL;
}

int kx_open(struct kx *k, const char *path)
{
        return k->kmd->ops->open(k->kmd, path, O_RDWR | O_CLOEXEC);
}

int kx_close(struct kx *k, int fd)
{
        return k->kmd->ops->close(k->kmd, fd);
}

int kx_ioctl(struct kx *k, int fd, unsigned nr, size_t size_B, void *arg)
{
        return k->kmd->ops->ioctl(k->kmd, fd, PEAL_NV_IOCTL(nr, size_B), arg);
}

int kx_escape(struct kx *k, int fd, unsigned nr, enum peal_abi_struct_id id, void *base)
{
        _Alignas(8) uint8_t wire[PEAL_ABI_MAX_WIRE_B];
        const char *field = "";
        int r;

        if (peal_abi_to_wire(&k->abi, id, base, wire, &field))
                fail_msg("%s is not in this release", field);
        r = kx_ioctl(k, fd, nr, peal_abi_wire_size(&k->abi, id), wire);
        peal_abi_from_wire(&k->abi, id, wire, base);
        return r;
}

uint32_t kx_alloc_as(struct kx *k, int fd, uint32_t parent, uint32_t class_id, void *params,
                     uint32_t *inout_handle)
{
        _Alignas(8) uint8_t wire[PEAL_ABI_MAX_WIRE_B];
        struct NVOS64_PARAMETERS p = {.hRoot = k->root,
                                      .hObjectParent = parent,
                                      .hObjectNew = *inout_handle,
                                      .hClass = class_id};
        enum peal_abi_struct_id id;
        const char *field = "";
        int r;

        if (params) {
                assert_int_equal(peal_abi_class_struct(class_id, &id), 0);
                if (peal_abi_to_wire(&k->abi, id, params, wire, &field))
                        fail_msg("%s is not in this release", field);
                p.pAllocParms = (uintptr_t)wire;
        }
        r = kx_ioctl(k, fd, NV_ESC_RM_ALLOC, sizeof(p), &p);
        if (r)
                return 0x80000000u | (uint32_t)-r;
        if (params)
                peal_abi_from_wire(&k->abi, id, wire, params);
        *inout_handle = p.hObjectNew;
        return p.status;
}

uint32_t kx_alloc(struct kx *k, uint32_t parent, uint32_t class_id, void *params,
                  uint32_t *ret_handle)
{
        uint32_t handle = ++k->next_handle, status;

        status = kx_alloc_as(k, k->ctl, parent, class_id, params, &handle);
        if (!status && ret_handle)
                *ret_handle = handle;
        return status;
}

uint32_t kx_free(struct kx *k, uint32_t handle)
{
        struct NVOS00_PARAMETERS p = {.hRoot = k->root, .hObjectOld = handle};

        assert_int_equal(kx_escape(k, k->ctl, NV_ESC_RM_FREE, PEAL_ABI_NVOS00_PARAMETERS, &p), 0);
        return p.status;
}

uint32_t kx_ctrl(struct kx *k, uint32_t obj, uint32_t cmd, void *base)
{
        _Alignas(8) uint8_t wire[PEAL_ABI_MAX_WIRE_B];
        struct NVOS54_PARAMETERS p = {
            .hClient = k->root, .hObject = obj, .cmd = cmd, .params = (uintptr_t)wire};
        enum peal_abi_struct_id id;
        const char *field = "";

        assert_int_equal(peal_abi_control_struct(cmd, &id), 0);
        if (peal_abi_to_wire(&k->abi, id, base, wire, &field))
                fail_msg("%s is not in this release", field);
        p.paramsSize = (uint32_t)peal_abi_wire_size(&k->abi, id);
        assert_int_equal(kx_ioctl(k, k->ctl, NV_ESC_RM_CONTROL, sizeof(p), &p), 0);
        peal_abi_from_wire(&k->abi, id, wire, base);
        return p.status;
}

uint32_t kx_memory(struct kx *k, uint32_t class_id, uint64_t size_B, uint32_t attr,
                   uint64_t align_B, uint32_t *ret_handle)
{
        struct NV_MEMORY_ALLOCATION_PARAMS p = {
            .owner = k->root,
            .flags = class_id == NV01_MEMORY_LOCAL_USER ? 0x1c101 : 0xc001,
            .attr = attr,
            .size = size_B,
            .alignment = align_B,
        };

        return kx_alloc(k, k->device, class_id, &p, ret_handle);
}

uint32_t kx_own_pages(struct kx *k, int fd, void *ptr, uint64_t size_B, uint32_t *ret_handle)
{
        struct nv_ioctl_nvos02_parameters_with_fd p = {
            .params = {.hRoot = k->root,
                       .hObjectParent = k->device,
                       .hObjectNew = ++k->next_handle,
                       .hClass = NV01_MEMORY_SYSTEM_OS_DESCRIPTOR,
                       .flags = 0x40001010,
                       .pMemory = (uintptr_t)ptr,
                       .limit = size_B - 1},
            .fd = -1,
        };
        int r = kx_escape(k, fd, NV_ESC_RM_ALLOC_MEMORY,
                          PEAL_ABI_nv_ioctl_nvos02_parameters_with_fd, &p);

        if (r)
                return 0x80000000u | (uint32_t)-r;
        if (!p.params.status && ret_handle)
                *ret_handle = p.params.hObjectNew;
        return p.params.status;
}

uint32_t kx_map_memory(struct kx *k, uint32_t device, uint32_t memory, uint64_t offset,
                       uint64_t size_B, uint32_t flags, int fd, uint64_t *ret_linear)
{
        struct nv_ioctl_nvos33_parameters_with_fd p = {
            .params = {.hClient = k->root,
                       .hDevice = device,
                       .hMemory = memory,
                       .offset = offset,
                       .length = size_B,
                       .flags = flags},
            .fd = fd,
        };

        assert_int_equal(kx_escape(k, k->ctl, NV_ESC_RM_MAP_MEMORY,
                                   PEAL_ABI_nv_ioctl_nvos33_parameters_with_fd, &p),
                         0);
        if (ret_linear)
                *ret_linear = p.params.pLinearAddress;
        return p.params.status;
}

uint32_t kx_unmap_memory(struct kx *k, uint32_t device, uint32_t memory, uint64_t linear)
{
        struct NVOS34_PARAMETERS p = {
            .hClient = k->root, .hDevice = device, .hMemory = memory, .pLinearAddress = linear};

        assert_int_equal(
            kx_escape(k, k->ctl, NV_ESC_RM_UNMAP_MEMORY, PEAL_ABI_NVOS34_PARAMETERS, &p), 0);
        return p.status;
}

uint32_t kx_map_dma(struct kx *k, uint32_t memory, uint64_t offset, uint64_t size_B, uint32_t flags,
                    uint64_t *inout_va)
{
        struct NVOS46_PARAMETERS p = {.hClient = k->root,
                                      .hDevice = k->device,
                                      .hDma = k->virt,
                                      .hMemory = memory,
                                      .offset = offset,
                                      .length = size_B,
                                      .flags = flags,
                                      .dmaOffset = *inout_va};

        assert_int_equal(
            kx_escape(k, k->ctl, NV_ESC_RM_MAP_MEMORY_DMA, PEAL_ABI_NVOS46_PARAMETERS, &p), 0);
        *inout_va = p.dmaOffset;
        return p.status;
}

uint32_t kx_unmap_dma(struct kx *k, uint32_t memory, uint64_t va)
{
        struct NVOS47_PARAMETERS p = {.hClient = k->root,
                                      .hDevice = k->device,
                                      .hDma = k->virt,
                                      .hMemory = memory,
                                      .dmaOffset = va};

        assert_int_equal(
            kx_escape(k, k->ctl, NV_ESC_RM_UNMAP_MEMORY_DMA, PEAL_ABI_NVOS47_PARAMETERS, &p), 0);
        return p.status;
}

uint32_t kx_uvm(struct kx *k, int fd, uint32_t request, enum peal_abi_struct_id id, void *base,
                size_t status)
{
        _Alignas(8) uint8_t wire[PEAL_ABI_MAX_WIRE_B];
        const char *field = "";
        uint32_t s;

        if (peal_abi_to_wire(&k->abi, id, base, wire, &field))
                fail_msg("%s is not in this release", field);
        assert_int_equal(k->kmd->ops->ioctl(k->kmd, fd, request, wire), 0);
        peal_abi_from_wire(&k->abi, id, wire, base);
        memcpy(&s, (uint8_t *)base + status, sizeof(s));
        return s;
}

void kx_client(struct kx *k)
{
        struct nv_ioctl_card_info cards[32] = {0};
        struct NV0000_CTRL_GPU_GET_ID_INFO_V2_PARAMS id = {0};
        struct NV2080_CTRL_GPU_GET_GID_INFO_PARAMS gid = {.flags = 2, .length = 16};
        struct NV0080_ALLOC_PARAMETERS device = {.vaMode = 2};
        struct NV2080_ALLOC_PARAMETERS subdev = {0};
        struct nv_ioctl_register_fd reg;
        char path[32];

        k->ctl = kx_open(k, "/dev/nvidiactl");
        assert_true(k->ctl >= 0);
        assert_int_equal(kx_alloc_as(k, k->ctl, 0, NV01_ROOT_CLIENT, NULL, &k->root), NV_OK);
        assert_int_not_equal(k->root, 0);
        assert_int_equal(kx_ioctl(k, k->ctl, NV_ESC_CARD_INFO, sizeof(cards), cards), 0);
        assert_int_equal(cards[0].valid, 1);
        snprintf(path, sizeof(path), "/dev/nvidia%u", cards[0].minor_number);
        k->dev = kx_open(k, path);
        assert_true(k->dev >= 0);
        reg.ctl_fd = k->ctl;
        assert_int_equal(
            kx_escape(k, k->dev, NV_ESC_REGISTER_FD, PEAL_ABI_nv_ioctl_register_fd, &reg), 0);
        id.gpuId = cards[0].gpu_id;
        assert_int_equal(kx_ctrl(k, k->root, NV0000_CTRL_CMD_GPU_GET_ID_INFO_V2, &id), NV_OK);
        device.deviceId = id.deviceInstance;
        device.hClientShare = k->root;
        assert_int_equal(kx_alloc(k, k->root, NV01_DEVICE_0, &device, &k->device), NV_OK);
        assert_int_equal(kx_alloc(k, k->device, NV20_SUBDEVICE_0, &subdev, &k->subdev), NV_OK);
        assert_int_equal(kx_ctrl(k, k->subdev, NV2080_CTRL_CMD_GPU_GET_GID_INFO, &gid), NV_OK);
        memcpy(k->uuid, gid.data, 16);
}

void kx_space(struct kx *k, bool uvm_mode)
{
        struct NV_VASPACE_ALLOCATION_PARAMETERS vas = {.flags = uvm_mode ? 0x48 : 0,
                                                       .vaBase = uvm_mode ? 0x1000 : 0};
        struct NV_MEMORY_VIRTUAL_ALLOCATION_PARAMS virt = {0};
        struct UVM_INITIALIZE_PARAMS init = {0};
        struct UVM_MM_INITIALIZE_PARAMS mm = {0};
        struct UVM_REGISTER_GPU_PARAMS gpu = {.rmCtrlFd = -1};
        struct UVM_REGISTER_GPU_VASPACE_PARAMS space = {0};

        k->uvm_mode = uvm_mode;
        assert_int_equal(kx_alloc(k, k->device, FERMI_VASPACE_A, &vas, &k->vaspace), NV_OK);
        if (!uvm_mode) {
                virt.hVASpace = k->vaspace;
                assert_int_equal(kx_alloc(k, k->device, NV01_MEMORY_VIRTUAL, &virt, &k->virt),
                                 NV_OK);
                return;
        }
        k->uvm = kx_open(k, "/dev/nvidia-uvm");
        k->uvm_mm = kx_open(k, "/dev/nvidia-uvm");
        assert_true(k->uvm >= 0 && k->uvm_mm >= 0);
        assert_int_equal(KX_UVM(k, k->uvm, UVM_INITIALIZE, &init), NV_OK);
        mm.uvmFd = k->uvm;
        assert_int_equal(KX_UVM(k, k->uvm_mm, UVM_MM_INITIALIZE, &mm), NV_OK);
        memcpy(gpu.gpu_uuid.uuid, k->uuid, 16);
        assert_int_equal(KX_UVM(k, k->uvm, UVM_REGISTER_GPU, &gpu), NV_OK);
        memcpy(space.gpuUuid.uuid, k->uuid, 16);
        space.rmCtrlFd = k->ctl;
        space.hClient = k->root;
        space.hVaSpace = k->vaspace;
        assert_int_equal(KX_UVM(k, k->uvm, UVM_REGISTER_GPU_VASPACE, &space), NV_OK);
}

uint32_t kx_gpu_map(struct kx *k, uint32_t memory, uint64_t va, uint64_t size_B)
{
        struct UVM_CREATE_EXTERNAL_RANGE_PARAMS range = {.base = va, .length = size_B};
        struct UVM_MAP_EXTERNAL_ALLOCATION_PARAMS *map;
        uint64_t at = va;
        uint32_t status;

        if (!k->uvm_mode)
                return kx_map_dma(k, memory, 0, size_B, KX_DMA_FIXED, &at);
        status = KX_UVM(k, k->uvm, UVM_CREATE_EXTERNAL_RANGE, &range);
        if (status)
                return status;
        map = test_calloc(1, sizeof(*map));
        map->base = va;
        map->length = size_B;
        map->gpuAttributesCount = 1;
        memcpy(map->perGpuAttributes[0].gpuUuid.uuid, k->uuid, 16);
        map->perGpuAttributes[0].gpuMappingType = 1;
        map->rmCtrlFd = k->ctl;
        map->hClient = k->root;
        map->hMemory = memory;
        status = KX_UVM(k, k->uvm, UVM_MAP_EXTERNAL_ALLOCATION, map);
        test_free(map);
        return status;
}

uint32_t kx_gpu_unmap(struct kx *k, uint32_t memory, uint64_t va, uint64_t size_B)
{
        struct UVM_FREE_PARAMS p = {.base = va, .length = size_B};
        size_t offset, size;

        if (!k->uvm_mode)
                return kx_unmap_dma(k, memory, va);
        if (peal_abi_field(&k->abi, PEAL_ABI_UVM_FREE_PARAMS, "length", &offset, &size))
                p.length = 0;
        return KX_UVM(k, k->uvm, UVM_FREE, &p);
}

void *kx_cpu_map(struct kx *k, uint32_t memory, bool video, uint64_t size_B)
{
        int fd = kx_open(k, video ? "/dev/nvidia0" : "/dev/nvidiactl");
        void *ptr = NULL;

        assert_true(fd >= 0);
        assert_int_equal(kx_map_memory(k, video ? k->subdev : k->device, memory, 0, size_B,
                                       video ? KX_MAP_VIDEO : KX_MAP_SYSTEM, fd, NULL),
                         NV_OK);
        assert_int_equal(k->kmd->ops->mmap(k->kmd, NULL, size_B, PROT_READ | PROT_WRITE, MAP_SHARED,
                                           fd, 0, &ptr),
                         0);
        assert_int_equal(kx_close(k, fd), 0);
        return ptr;
}

static void kx_channel(struct kx *k, const struct kx_classes *c, uint32_t group, uint32_t ctxshare,
                       uint64_t offset, uint32_t *ret_channel)
{
        struct NV_CHANNEL_ALLOC_PARAMS p = {
            .hObjectError = k->notifier,
            .gpFifoOffset = k->ring_va + offset,
            .gpFifoEntries = 1024,
            .hContextShare = ctxshare,
            .hUserdMemory[0] = k->ring,
            .userdOffset[0] = offset + 0x2000,
        };

        assert_int_equal(kx_alloc(k, group, c->channel, &p, ret_channel), NV_OK);
}

static void kx_channel_finish(struct kx *k, uint32_t group, uint32_t channel, uint64_t context_B,
                              uint32_t *ret_token)
{
        struct NVC36F_CTRL_CMD_GPFIFO_GET_WORK_SUBMIT_TOKEN_PARAMS token = {0};
        struct NVA06C_CTRL_GPFIFO_SCHEDULE_PARAMS schedule = {.bEnable = 1};
        struct UVM_REGISTER_CHANNEL_PARAMS reg = {
            .rmCtrlFd = k->ctl, .hClient = k->root, .hChannel = channel};

        assert_int_equal(kx_ctrl(k, channel, NVC36F_CTRL_CMD_GPFIFO_GET_WORK_SUBMIT_TOKEN, &token),
                         NV_OK);
        *ret_token = token.workSubmitToken;
        if (k->uvm_mode) {
                memcpy(reg.gpuUuid.uuid, k->uuid, 16);
                reg.base = context_B ? 0x2000000000 : 0;
                reg.length = context_B;
                assert_int_equal(KX_UVM(k, k->uvm, UVM_REGISTER_CHANNEL, &reg), NV_OK);
        }
        assert_int_equal(kx_ctrl(k, group, NVA06C_CTRL_CMD_GPFIFO_SCHEDULE, &schedule), NV_OK);
}

void kx_queues(struct kx *k, const struct kx_classes *c)
{
        struct NV_CHANNEL_GROUP_ALLOCATION_PARAMETERS group = {.engineType = 1};
        struct NV_CTXSHARE_ALLOCATION_PARAMETERS share = {.hVASpace = k->vaspace, .flags = 1};
        struct NVB0B5_ALLOCATION_PARAMETERS copy = {.version = 0, .engineType = 2};
        struct NV_HOPPER_USERMODE_A_PARAMS usermode = {.bBar1Mapping = 1};
        bool hopper = c->usermode == HOPPER_USERMODE_A || c->usermode == BLACKWELL_USERMODE_A;
        void *ptr = NULL;
        int fd;

        assert_int_equal(
            kx_alloc(k, k->subdev, c->usermode, hopper ? &usermode : NULL, &k->usermode), NV_OK);
        fd = kx_open(k, "/dev/nvidia0");
        assert_int_equal(kx_map_memory(k, k->subdev, k->usermode, 0, 0x10000, 0x00890002, fd, NULL),
                         NV_OK);
        assert_int_equal(
            k->kmd->ops->mmap(k->kmd, NULL, 0x10000, PROT_WRITE, MAP_SHARED, fd, 0, &ptr), 0);
        k->doorbell = ptr;
        assert_int_equal(kx_close(k, fd), 0);
        k->ring_va = 0x1000000000;
        assert_int_equal(
            kx_memory(k, NV01_MEMORY_LOCAL_USER, KX_HUGE_B, KX_ATTR_VIDEO, KX_HUGE_B, &k->ring),
            NV_OK);
        assert_int_equal(kx_gpu_map(k, k->ring, k->ring_va, KX_HUGE_B), NV_OK);
        k->ring_cpu = kx_cpu_map(k, k->ring, true, KX_HUGE_B);
        assert_int_equal(kx_memory(k, NV01_MEMORY_SYSTEM, 4096, KX_ATTR_CACHED, 0, &k->notifier),
                         NV_OK);
        assert_int_equal(kx_alloc(k, k->device, KEPLER_CHANNEL_GROUP_A, &group, &k->group), NV_OK);
        assert_int_equal(kx_alloc(k, k->group, FERMI_CONTEXT_SHARE_A, &share, &k->ctxshare), NV_OK);
        kx_channel(k, c, k->group, k->ctxshare, 0, &k->channel);
        assert_int_equal(kx_alloc(k, k->channel, c->compute, NULL, &k->compute), NV_OK);
        kx_channel_finish(k, k->group, k->channel, 0x4000000, &k->token);

        group.engineType = 9 + 2;
        group.hVASpace = k->vaspace;
        assert_int_equal(kx_alloc(k, k->device, KEPLER_CHANNEL_GROUP_A, &group, &k->copy_group),
                         NV_OK);
        kx_channel(k, c, k->copy_group, 0, 0x10000, &k->copy_channel);
        assert_int_equal(kx_alloc(k, k->copy_channel, c->copy, &copy, &k->copy), NV_OK);
        kx_channel_finish(k, k->copy_group, k->copy_channel, 0, &k->copy_token);
}

void kx_teardown(struct kx *k)
{
        int *fds[] = {&k->uvm_mm, &k->uvm, &k->dev, &k->ctl};

        if (k->doorbell)
                assert_int_equal(
                    k->kmd->ops->munmap(k->kmd, (void *)(uintptr_t)k->doorbell, 0x10000), 0);
        if (k->ring_cpu)
                assert_int_equal(
                    k->kmd->ops->munmap(k->kmd, (void *)(uintptr_t)k->ring_cpu, KX_HUGE_B), 0);
        k->doorbell = k->ring_cpu = NULL;
        for (unsigned i = 0; i < 4; i++)
                if (*fds[i] >= 0) {
                        assert_int_equal(kx_close(k, *fds[i]), 0);
                        *fds[i] = -1;
                }
        k->root = 0;
}

bool kx_logged(struct kx *k, const char *text)
{
        size_t n = sim_kmd_log(k->kmd, NULL, 0) + 1;
        char *log = test_malloc(n);
        bool found;

        sim_kmd_log(k->kmd, log, n);
        found = strstr(log, text) != NULL;
        test_free(log);
        return found;
}
