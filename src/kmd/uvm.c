/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "src/kmd/call.h"
#include "src/kmd/error.h"
#include "src/kmd/uvm.h"

#define UVM_NODE "/dev/nvidia-uvm"

/* "GPU-" and the sixteen bytes in the usual groups. */
struct uuid_text {
        char text[41];
};

static struct uuid_text uuid_print(const uint8_t u[16])
{
        struct uuid_text t;

        snprintf(t.text, sizeof(t.text),
                 "GPU-%02x%02x%02x%02x-%02x%02x-%02x%02x-%02x%02x-%02x%02x%02x%02x%02x%02x", u[0],
                 u[1], u[2], u[3], u[4], u[5], u[6], u[7], u[8], u[9], u[10], u[11], u[12], u[13],
                 u[14], u[15]);
        return t;
}

/* The request has no size in it and the kernel copies its own structure's, so the
 * buffer ends in zeros for a release that knows more fields. @status: rmStatus in
 * @base, which is moved to wherever the release has it. */
static void uvm_ioctl(struct peal_rm *rm, int fd, uint32_t request, enum peal_abi_struct_id id,
                      void *base, const uint32_t *status, struct peal_call *ret_call)
{
        _Alignas(8) unsigned char wire[PEAL_ABI_MAX_WIRE_B];
        size_t wire_B = peal_abi_wire_size(&rm->abi, id);
        size_t tail_B = sizeof(wire) - wire_B < 256 ? sizeof(wire) - wire_B : 256;

        *ret_call = (struct peal_call){0};
        ret_call->r = peal_abi_to_wire(&rm->abi, id, base, wire, &ret_call->lost);
        if (ret_call->r < 0)
                return;
        memset(wire + wire_B, 0, tail_B);
        ret_call->r = rm->kmd->ops->ioctl(rm->kmd, fd, request, wire);
        if (ret_call->r < 0)
                return;
        ret_call->r = 0;
        peal_abi_from_wire(&rm->abi, id, wire, base);
        ret_call->status = *status;
}

#define UVM_CALL(uvm, name, params, ret_call)                                                      \
        uvm_ioctl((uvm)->rm, (uvm)->fd, name, PEAL_ABI_##name##_PARAMS, &(params),                 \
                  &(params).rmStatus, ret_call)

static int node_open(struct peal_kmd *kmd, int *ret_fd)
{
        int fd = kmd->ops->open(kmd, UVM_NODE, O_RDWR | O_CLOEXEC);

        if (fd < 0) {
                return peal_error(-fd,
                                  "open " UVM_NODE ": %s; the uvm mode needs the nvidia-uvm module",
                                  peal_errno_text(-fd).text);
        }
        *ret_fd = fd;
        return 0;
}

int peal_uvm_open(struct peal_rm *rm, struct peal_uvm **ret_uvm)
{
        struct UVM_INITIALIZE_PARAMS init = {0};
        struct UVM_MM_INITIALIZE_PARAMS mm = {0};
        struct peal_uvm *uvm;
        struct peal_call call;
        int r;

        uvm = calloc(1, sizeof(*uvm));
        if (!uvm)
                return peal_error(ENOMEM, "no memory for the UVM descriptors");
        uvm->rm = rm;
        uvm->fd = -1;
        uvm->mm_fd = -1;
        r = node_open(rm->kmd, &uvm->fd);
        if (r < 0)
                goto out;
        UVM_CALL(uvm, UVM_INITIALIZE, init, &call);
        if (peal_call_failed(&rm->abi, &call, &r, "UVM_INITIALIZE, flags 0x%" PRIx64, init.flags))
                goto out;
        r = node_open(rm->kmd, &uvm->mm_fd);
        if (r < 0)
                goto out;
        /* The second descriptor holds the process's memory map for UVM. Kernels without
         * support for that refuse, and work without. */
        mm.uvmFd = uvm->fd;
        uvm_ioctl(rm, uvm->mm_fd, UVM_MM_INITIALIZE, PEAL_ABI_UVM_MM_INITIALIZE_PARAMS, &mm,
                  &mm.rmStatus, &call);
        if (call.r < 0 || call.status != NV_OK) {
                rm->kmd->ops->close(rm->kmd, uvm->mm_fd);
                uvm->mm_fd = -1;
        }
        *ret_uvm = uvm;
        return 0;
out:
        peal_uvm_close(uvm);
        return r;
}

void peal_uvm_close(struct peal_uvm *uvm)
{
        struct peal_kmd *kmd;

        if (!uvm)
                return;
        kmd = uvm->rm->kmd;
        if (uvm->mm_fd >= 0)
                kmd->ops->close(kmd, uvm->mm_fd);
        if (uvm->fd >= 0)
                kmd->ops->close(kmd, uvm->fd);
        free(uvm);
}

int peal_uvm_register_gpu(struct peal_uvm *uvm, const uint8_t uuid[16])
{
        struct UVM_REGISTER_GPU_PARAMS params = {.rmCtrlFd = -1};
        struct peal_call call;
        int r;

        memcpy(params.gpu_uuid.uuid, uuid, 16);
        UVM_CALL(uvm, UVM_REGISTER_GPU, params, &call);
        return peal_call_failed(&uvm->rm->abi, &call, &r, "UVM_REGISTER_GPU %s",
                                uuid_print(uuid).text)
                   ? r
                   : 0;
}

int peal_uvm_unregister_gpu(struct peal_uvm *uvm, const uint8_t uuid[16])
{
        struct UVM_UNREGISTER_GPU_PARAMS params = {0};
        struct peal_call call;
        int r;

        memcpy(params.gpu_uuid.uuid, uuid, 16);
        UVM_CALL(uvm, UVM_UNREGISTER_GPU, params, &call);
        return peal_call_failed(&uvm->rm->abi, &call, &r, "UVM_UNREGISTER_GPU %s",
                                uuid_print(uuid).text)
                   ? r
                   : 0;
}

int peal_uvm_register_gpu_vaspace(struct peal_uvm *uvm, const uint8_t uuid[16], uint32_t vaspace)
{
        struct UVM_REGISTER_GPU_VASPACE_PARAMS params = {
            .rmCtrlFd = uvm->rm->ctl_fd, .hClient = uvm->rm->client, .hVaSpace = vaspace};
        struct peal_call call;
        int r;

        memcpy(params.gpuUuid.uuid, uuid, 16);
        UVM_CALL(uvm, UVM_REGISTER_GPU_VASPACE, params, &call);
        return peal_call_failed(&uvm->rm->abi, &call, &r, "UVM_REGISTER_GPU_VASPACE %s, 0x%08x",
                                uuid_print(uuid).text, vaspace)
                   ? r
                   : 0;
}

int peal_uvm_unregister_gpu_vaspace(struct peal_uvm *uvm, const uint8_t uuid[16])
{
        struct UVM_UNREGISTER_GPU_VASPACE_PARAMS params = {0};
        struct peal_call call;
        int r;

        memcpy(params.gpuUuid.uuid, uuid, 16);
        UVM_CALL(uvm, UVM_UNREGISTER_GPU_VASPACE, params, &call);
        return peal_call_failed(&uvm->rm->abi, &call, &r, "UVM_UNREGISTER_GPU_VASPACE %s",
                                uuid_print(uuid).text)
                   ? r
                   : 0;
}

int peal_uvm_register_channel(struct peal_uvm *uvm, const uint8_t uuid[16], uint32_t channel,
                              uint64_t base, uint64_t length_B)
{
        struct UVM_REGISTER_CHANNEL_PARAMS params = {.rmCtrlFd = uvm->rm->ctl_fd,
                                                     .hClient = uvm->rm->client,
                                                     .hChannel = channel,
                                                     .base = base,
                                                     .length = length_B};
        struct peal_call call;
        int r;

        memcpy(params.gpuUuid.uuid, uuid, 16);
        UVM_CALL(uvm, UVM_REGISTER_CHANNEL, params, &call);
        return peal_call_failed(&uvm->rm->abi, &call, &r,
                                "UVM_REGISTER_CHANNEL 0x%08x of %s, context buffers 0x%" PRIx64
                                " bytes at 0x%" PRIx64,
                                channel, uuid_print(uuid).text, length_B, base)
                   ? r
                   : 0;
}

int peal_uvm_unregister_channel(struct peal_uvm *uvm, const uint8_t uuid[16], uint32_t channel)
{
        struct UVM_UNREGISTER_CHANNEL_PARAMS params = {.hClient = uvm->rm->client,
                                                       .hChannel = channel};
        struct peal_call call;
        int r;

        memcpy(params.gpuUuid.uuid, uuid, 16);
        UVM_CALL(uvm, UVM_UNREGISTER_CHANNEL, params, &call);
        return peal_call_failed(&uvm->rm->abi, &call, &r, "UVM_UNREGISTER_CHANNEL 0x%08x of %s",
                                channel, uuid_print(uuid).text)
                   ? r
                   : 0;
}

int peal_uvm_create_external_range(struct peal_uvm *uvm, uint64_t base, uint64_t length_B)
{
        struct UVM_CREATE_EXTERNAL_RANGE_PARAMS params = {.base = base, .length = length_B};
        struct peal_call call;
        int r;

        UVM_CALL(uvm, UVM_CREATE_EXTERNAL_RANGE, params, &call);
        return peal_call_failed(&uvm->rm->abi, &call, &r,
                                "UVM_CREATE_EXTERNAL_RANGE 0x%" PRIx64 " bytes at 0x%" PRIx64,
                                length_B, base)
                   ? r
                   : 0;
}

int peal_uvm_map_external(struct peal_uvm *uvm, uint64_t base, uint64_t length_B, uint64_t offset,
                          const uint8_t (*uuids)[16], unsigned count, uint32_t memory)
{
        struct UVM_MAP_EXTERNAL_ALLOCATION_PARAMS params = {.base = base,
                                                            .length = length_B,
                                                            .offset = offset,
                                                            .gpuAttributesCount = count,
                                                            .rmCtrlFd = uvm->rm->ctl_fd,
                                                            .hClient = uvm->rm->client,
                                                            .hMemory = memory};
        const unsigned most = sizeof(params.perGpuAttributes) / sizeof(params.perGpuAttributes[0]);
        struct peal_call call;
        int r;

        if (count == 0 || count > most)
                return peal_error(EINVAL, "UVM_MAP_EXTERNAL_ALLOCATION for %u GPUs: 1 to %u", count,
                                  most);
        for (unsigned i = 0; i < count; i++) {
                memcpy(params.perGpuAttributes[i].gpuUuid.uuid, uuids[i], 16);
                params.perGpuAttributes[i].gpuMappingType = UvmGpuMappingTypeReadWriteAtomic;
        }
        UVM_CALL(uvm, UVM_MAP_EXTERNAL_ALLOCATION, params, &call);
        return peal_call_failed(&uvm->rm->abi, &call, &r,
                                "UVM_MAP_EXTERNAL_ALLOCATION 0x%08x, offset 0x%" PRIx64
                                ", 0x%" PRIx64 " bytes at 0x%" PRIx64 " for %u GPUs",
                                memory, offset, length_B, base, count)
                   ? r
                   : 0;
}

int peal_uvm_free(struct peal_uvm *uvm, uint64_t base, uint64_t length_B)
{
        struct UVM_FREE_PARAMS params = {.base = base, .length = length_B};
        struct peal_call call;
        int r;

        UVM_CALL(uvm, UVM_FREE, params, &call);
        return peal_call_failed(&uvm->rm->abi, &call, &r,
                                "UVM_FREE 0x%" PRIx64 " bytes at 0x%" PRIx64, length_B, base)
                   ? r
                   : 0;
}

int peal_uvm_enable_peer_access(struct peal_uvm *uvm, const uint8_t uuid_a[16],
                                const uint8_t uuid_b[16])
{
        struct UVM_ENABLE_PEER_ACCESS_PARAMS params = {0};
        struct peal_call call;
        int r;

        memcpy(params.gpuUuidA.uuid, uuid_a, 16);
        memcpy(params.gpuUuidB.uuid, uuid_b, 16);
        UVM_CALL(uvm, UVM_ENABLE_PEER_ACCESS, params, &call);
        return peal_call_failed(&uvm->rm->abi, &call, &r, "UVM_ENABLE_PEER_ACCESS %s and %s",
                                uuid_print(uuid_a).text, uuid_print(uuid_b).text)
                   ? r
                   : 0;
}

int peal_uvm_disable_peer_access(struct peal_uvm *uvm, const uint8_t uuid_a[16],
                                 const uint8_t uuid_b[16])
{
        struct UVM_DISABLE_PEER_ACCESS_PARAMS params = {0};
        struct peal_call call;
        int r;

        memcpy(params.gpuUuidA.uuid, uuid_a, 16);
        memcpy(params.gpuUuidB.uuid, uuid_b, 16);
        UVM_CALL(uvm, UVM_DISABLE_PEER_ACCESS, params, &call);
        return peal_call_failed(&uvm->rm->abi, &call, &r, "UVM_DISABLE_PEER_ACCESS %s and %s",
                                uuid_print(uuid_a).text, uuid_print(uuid_b).text)
                   ? r
                   : 0;
}
