/* SPDX-License-Identifier: MIT */
/* The resource manager's mapping calls: for the CPU, for the GPU, and of the
 * process's own pages. */
#include <errno.h>
#include <inttypes.h>
#include "src/hw/class.h"
#include "src/kmd/call.h"
#include "src/kmd/error.h"

int peal_rm_map_memory(struct peal_rm *rm, uint32_t device, uint32_t memory, uint64_t offset,
                       uint64_t length_B, uint32_t flags, int fd, uint64_t *ret_linear)
{
        struct nv_ioctl_nvos33_parameters_with_fd map = {
            .params = {.hClient = rm->client,
                       .hDevice = device,
                       .hMemory = memory,
                       .offset = offset,
                       .length = length_B,
                       .flags = flags},
            .fd = fd,
        };
        struct peal_call call;
        int r;

        peal_call_escape(rm, rm->ctl_fd, NV_ESC_RM_MAP_MEMORY,
                         PEAL_ABI_nv_ioctl_nvos33_parameters_with_fd, &map, &call);
        call.status = map.params.status;
        if (peal_call_failed(&rm->abi, &call, &r,
                             "RM_MAP_MEMORY 0x%08x on 0x%08x, offset 0x%" PRIx64 ", 0x%" PRIx64
                             " bytes, flags 0x%08x",
                             memory, device, offset, length_B, flags))
                return r;
        if (ret_linear)
                *ret_linear = map.params.pLinearAddress;
        return 0;
}

int peal_rm_unmap_memory(struct peal_rm *rm, uint32_t device, uint32_t memory, uint64_t linear,
                         uint32_t flags)
{
        struct NVOS34_PARAMETERS unmap = {.hClient = rm->client,
                                          .hDevice = device,
                                          .hMemory = memory,
                                          .pLinearAddress = linear,
                                          .flags = flags};
        struct peal_call call;
        int r;

        peal_call_escape(rm, rm->ctl_fd, NV_ESC_RM_UNMAP_MEMORY, PEAL_ABI_NVOS34_PARAMETERS, &unmap,
                         &call);
        call.status = unmap.status;
        return peal_call_failed(&rm->abi, &call, &r,
                                "RM_UNMAP_MEMORY 0x%08x on 0x%08x, address 0x%" PRIx64, memory,
                                device, linear)
                   ? r
                   : 0;
}

int peal_rm_map_dma(struct peal_rm *rm, uint32_t device, uint32_t dma, uint32_t memory,
                    uint64_t offset, uint64_t length_B, uint32_t flags, uint64_t va,
                    uint64_t *ret_va)
{
        struct NVOS46_PARAMETERS map = {.hClient = rm->client,
                                        .hDevice = device,
                                        .hDma = dma,
                                        .hMemory = memory,
                                        .offset = offset,
                                        .length = length_B,
                                        .flags = flags,
                                        .dmaOffset = va};
        struct peal_call call;
        int r;

        peal_call_escape(rm, rm->ctl_fd, NV_ESC_RM_MAP_MEMORY_DMA, PEAL_ABI_NVOS46_PARAMETERS, &map,
                         &call);
        call.status = map.status;
        if (peal_call_failed(&rm->abi, &call, &r,
                             "RM_MAP_MEMORY_DMA 0x%08x in 0x%08x, offset 0x%" PRIx64 ", 0x%" PRIx64
                             " bytes at 0x%" PRIx64 ", flags 0x%08x",
                             memory, dma, offset, length_B, va, flags))
                return r;
        if (ret_va)
                *ret_va = map.dmaOffset;
        return 0;
}

int peal_rm_unmap_dma(struct peal_rm *rm, uint32_t device, uint32_t dma, uint32_t memory,
                      uint64_t va, uint64_t length_B)
{
        /* Size 0: the whole mapping that begins at @va (measured on an H200, driver
         * 580.159), which is also all that release 535 can do. */
        struct NVOS47_PARAMETERS unmap = {.hClient = rm->client,
                                          .hDevice = device,
                                          .hDma = dma,
                                          .hMemory = memory,
                                          .dmaOffset = va};
        struct peal_call call;
        int r;

        peal_call_escape(rm, rm->ctl_fd, NV_ESC_RM_UNMAP_MEMORY_DMA, PEAL_ABI_NVOS47_PARAMETERS,
                         &unmap, &call);
        call.status = unmap.status;
        return peal_call_failed(&rm->abi, &call, &r,
                                "RM_UNMAP_MEMORY_DMA 0x%08x in 0x%08x, 0x%" PRIx64
                                " bytes at 0x%" PRIx64,
                                memory, dma, length_B, va)
                   ? r
                   : 0;
}

int peal_rm_alloc_os_descriptor(struct peal_rm *rm, int device_fd, uint32_t device, void *ptr,
                                uint64_t size_B, uint32_t flags, uint32_t *ret_handle)
{
        struct nv_ioctl_nvos02_parameters_with_fd alloc = {
            .params = {.hRoot = rm->client,
                       .hObjectParent = device,
                       .hClass = NV01_MEMORY_SYSTEM_OS_DESCRIPTOR,
                       .flags = flags,
                       .pMemory = (uintptr_t)ptr,
                       .limit = size_B - 1},
            .fd = -1,
        };
        struct peal_call call;
        int r;

        if (size_B == 0)
                return peal_error(EINVAL, "RM_ALLOC_MEMORY of host pages at %p: 0 bytes", ptr);
        alloc.params.hObjectNew = peal_rm_next_handle(rm);
        peal_call_escape(rm, device_fd, NV_ESC_RM_ALLOC_MEMORY,
                         PEAL_ABI_nv_ioctl_nvos02_parameters_with_fd, &alloc, &call);
        call.status = alloc.params.status;
        if (peal_call_failed(&rm->abi, &call, &r,
                             "RM_ALLOC_MEMORY %s (0x%x) under 0x%08x, 0x%" PRIx64
                             " bytes at %p, flags 0x%08x",
                             "NV01_MEMORY_SYSTEM_OS_DESCRIPTOR", alloc.params.hClass, device,
                             size_B, ptr, flags))
                return r;
        *ret_handle = alloc.params.hObjectNew;
        return 0;
}
