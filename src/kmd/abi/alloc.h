/* SPDX-License-Identifier: MIT */
/* Parameters of RM_ALLOC by class, layout of release 580. From
 * open-gpu-kernel-modules 580.142: class headers, alloc/alloc_channel.h, and the resource
 * table that says which class takes which structure.
 */
#ifndef PEAL_KMD_ABI_ALLOC_H
#define PEAL_KMD_ABI_ALLOC_H

#include "src/kmd/abi/common.h"
#include "src/kmd/abi/flags.h"

/* (class name, number, structure). */
#define PEAL_ABI_CLASS_PARAMS(P)                                                                   \
        P(NV01_EVENT, 0x5, NV0005_ALLOC_PARAMETERS)                                                \
        P(NV01_MEMORY_SYSTEM, 0x3e, NV_MEMORY_ALLOCATION_PARAMS)                                   \
        P(NV01_MEMORY_LOCAL_USER, 0x40, NV_MEMORY_ALLOCATION_PARAMS)                               \
        P(NV_MEMORY_EXTENDED_USER, 0x42, NV_MEMORY_ALLOCATION_PARAMS)                              \
        P(NV01_MEMORY_VIRTUAL, 0x70, NV_MEMORY_VIRTUAL_ALLOCATION_PARAMS)                          \
        P(NV01_MEMORY_SYSTEM_OS_DESCRIPTOR, 0x71, NV_OS_DESC_MEMORY_ALLOCATION_PARAMS)             \
        P(NV01_EVENT_KERNEL_CALLBACK, 0x78, NV0005_ALLOC_PARAMETERS)                               \
        P(NV01_EVENT_OS_EVENT, 0x79, NV0005_ALLOC_PARAMETERS)                                      \
        P(NV01_EVENT_KERNEL_CALLBACK_EX, 0x7e, NV0005_ALLOC_PARAMETERS)                            \
        P(NV01_DEVICE_0, 0x80, NV0080_ALLOC_PARAMETERS)                                            \
        P(NV20_SUBDEVICE_0, 0x2080, NV2080_ALLOC_PARAMETERS)                                       \
        P(NV50_P2P, 0x503b, NV503B_ALLOC_PARAMETERS)                                               \
        P(NV50_MEMORY_VIRTUAL, 0x50a0, NV_MEMORY_ALLOCATION_PARAMS)                                \
        P(GT200_DEBUGGER, 0x83de, NV83DE_ALLOC_PARAMETERS)                                         \
        P(FERMI_TWOD_A, 0x902d, NV_GR_ALLOCATION_PARAMETERS)                                       \
        P(FERMI_CONTEXT_SHARE_A, 0x9067, NV_CTXSHARE_ALLOCATION_PARAMETERS)                        \
        P(GF100_CHANNEL_GPFIFO, 0x906f, NV_CHANNEL_ALLOC_PARAMS)                                   \
        P(NV01_MEMORY_DEVICELESS, 0x90ce, NV_MEMORY_ALLOCATION_PARAMS)                             \
        P(FERMI_VASPACE_A, 0x90f1, NV_VASPACE_ALLOCATION_PARAMETERS)                               \
        P(KEPLER_CHANNEL_GROUP_A, 0xa06c, NV_CHANNEL_GROUP_ALLOCATION_PARAMETERS)                  \
        P(KEPLER_CHANNEL_GPFIFO_A, 0xa06f, NV_CHANNEL_ALLOC_PARAMS)                                \
        P(KEPLER_INLINE_TO_MEMORY_B, 0xa140, NV_GR_ALLOCATION_PARAMETERS)                          \
        P(KEPLER_CHANNEL_GPFIFO_B, 0xa16f, NV_CHANNEL_ALLOC_PARAMS)                                \
        P(MAXWELL_CHANNEL_GPFIFO_A, 0xb06f, NV_CHANNEL_ALLOC_PARAMS)                               \
        P(MAXWELL_DMA_COPY_A, 0xb0b5, NVB0B5_ALLOCATION_PARAMETERS)                                \
        P(PASCAL_CHANNEL_GPFIFO_A, 0xc06f, NV_CHANNEL_ALLOC_PARAMS)                                \
        P(PASCAL_DMA_COPY_A, 0xc0b5, NVB0B5_ALLOCATION_PARAMETERS)                                 \
        P(VOLTA_CHANNEL_GPFIFO_A, 0xc36f, NV_CHANNEL_ALLOC_PARAMS)                                 \
        P(TURING_CHANNEL_GPFIFO_A, 0xc46f, NV_CHANNEL_ALLOC_PARAMS)                                \
        P(AMPERE_CHANNEL_GPFIFO_A, 0xc56f, NV_CHANNEL_ALLOC_PARAMS)                                \
        P(TURING_A, 0xc597, NV_GR_ALLOCATION_PARAMETERS)                                           \
        P(TURING_DMA_COPY_A, 0xc5b5, NVB0B5_ALLOCATION_PARAMETERS)                                 \
        P(TURING_COMPUTE_A, 0xc5c0, NV_GR_ALLOCATION_PARAMETERS)                                   \
        P(HOPPER_USERMODE_A, 0xc661, NV_HOPPER_USERMODE_A_PARAMS)                                  \
        P(AMPERE_A, 0xc697, NV_GR_ALLOCATION_PARAMETERS)                                           \
        P(AMPERE_DMA_COPY_A, 0xc6b5, NVB0B5_ALLOCATION_PARAMETERS)                                 \
        P(AMPERE_COMPUTE_A, 0xc6c0, NV_GR_ALLOCATION_PARAMETERS)                                   \
        P(BLACKWELL_USERMODE_A, 0xc761, NV_HOPPER_USERMODE_A_PARAMS)                               \
        P(AMPERE_B, 0xc797, NV_GR_ALLOCATION_PARAMETERS)                                           \
        P(AMPERE_DMA_COPY_B, 0xc7b5, NVB0B5_ALLOCATION_PARAMETERS)                                 \
        P(AMPERE_COMPUTE_B, 0xc7c0, NV_GR_ALLOCATION_PARAMETERS)                                   \
        P(HOPPER_CHANNEL_GPFIFO_A, 0xc86f, NV_CHANNEL_ALLOC_PARAMS)                                \
        P(HOPPER_DMA_COPY_A, 0xc8b5, NVB0B5_ALLOCATION_PARAMETERS)                                 \
        P(BLACKWELL_CHANNEL_GPFIFO_A, 0xc96f, NV_CHANNEL_ALLOC_PARAMS)                             \
        P(ADA_A, 0xc997, NV_GR_ALLOCATION_PARAMETERS)                                              \
        P(BLACKWELL_DMA_COPY_A, 0xc9b5, NVB0B5_ALLOCATION_PARAMETERS)                              \
        P(ADA_COMPUTE_A, 0xc9c0, NV_GR_ALLOCATION_PARAMETERS)                                      \
        P(BLACKWELL_CHANNEL_GPFIFO_B, 0xca6f, NV_CHANNEL_ALLOC_PARAMS)                             \
        P(BLACKWELL_DMA_COPY_B, 0xcab5, NVB0B5_ALLOCATION_PARAMETERS)                              \
        P(HOPPER_A, 0xcb97, NV_GR_ALLOCATION_PARAMETERS)                                           \
        P(HOPPER_COMPUTE_A, 0xcbc0, NV_GR_ALLOCATION_PARAMETERS)                                   \
        P(BLACKWELL_INLINE_TO_MEMORY_A, 0xcd40, NV_GR_ALLOCATION_PARAMETERS)                       \
        P(BLACKWELL_A, 0xcd97, NV_GR_ALLOCATION_PARAMETERS)                                        \
        P(BLACKWELL_COMPUTE_A, 0xcdc0, NV_GR_ALLOCATION_PARAMETERS)                                \
        P(BLACKWELL_B, 0xce97, NV_GR_ALLOCATION_PARAMETERS)                                        \
        P(BLACKWELL_COMPUTE_B, 0xcec0, NV_GR_ALLOCATION_PARAMETERS)

#define PEAL_ABI_ALLOC_STRUCTS(S)                                                                  \
        S(NV0000_ALLOC_PARAMETERS)                                                                 \
        S(NV0080_ALLOC_PARAMETERS)                                                                 \
        S(NV2080_ALLOC_PARAMETERS)                                                                 \
        S(NV_HOPPER_USERMODE_A_PARAMS)                                                             \
        S(NV_MEMORY_ALLOCATION_PARAMS)                                                             \
        S(NV_MEMORY_VIRTUAL_ALLOCATION_PARAMS)                                                     \
        S(NV_OS_DESC_MEMORY_ALLOCATION_PARAMS)                                                     \
        S(NV_VASPACE_ALLOCATION_PARAMETERS)                                                        \
        S(NV_CHANNEL_GROUP_ALLOCATION_PARAMETERS)                                                  \
        S(NV_CTXSHARE_ALLOCATION_PARAMETERS)                                                       \
        S(NV_CHANNEL_ALLOC_PARAMS)                                                                 \
        S(NVB0B5_ALLOCATION_PARAMETERS)                                                            \
        S(NV_GR_ALLOCATION_PARAMETERS)                                                             \
        S(NV0005_ALLOC_PARAMETERS)                                                                 \
        S(NV503B_ALLOC_PARAMETERS)                                                                 \
        S(NV83DE_ALLOC_PARAMETERS)                                                                 \
        S(NvNotification)                                                                          \
        S(NvUnixEvent)

/* Explicit padding is named pad_<offset>; every hole is a member, so a structure
 * that was zeroed as a whole has no bytes of ours that leak. */

struct NV0000_ALLOC_PARAMETERS {
        uint32_t hClient;
        uint32_t processID;
        char processName[100];
        uint32_t pad_108;
        uint64_t pOsPidInfo;
};
PEAL_ABI_SIZE(NV0000_ALLOC_PARAMETERS, 120);

struct NV0080_ALLOC_PARAMETERS {
        uint32_t deviceId;
        uint32_t hClientShare;
        uint32_t hTargetClient;
        uint32_t hTargetDevice;
        uint32_t flags;
        uint32_t pad_20;
        uint64_t vaSpaceSize;
        uint64_t vaStartInternal;
        uint64_t vaLimitInternal;
        uint32_t vaMode;
        uint32_t pad_52;
};
PEAL_ABI_SIZE(NV0080_ALLOC_PARAMETERS, 56);

struct NV2080_ALLOC_PARAMETERS {
        uint32_t subDeviceId;
};
PEAL_ABI_SIZE(NV2080_ALLOC_PARAMETERS, 4);

struct NV_HOPPER_USERMODE_A_PARAMS {
        uint8_t bBar1Mapping;
        uint8_t bPriv;
};
PEAL_ABI_SIZE(NV_HOPPER_USERMODE_A_PARAMS, 2);

struct NV_MEMORY_ALLOCATION_PARAMS {
        uint32_t owner;
        uint32_t type;
        uint32_t flags;
        uint32_t width;
        uint32_t height;
        int32_t pitch;
        uint32_t attr;
        uint32_t attr2;
        uint32_t format;
        uint32_t comprCovg;
        uint32_t zcullCovg;
        uint32_t pad_44;
        uint64_t rangeLo;
        uint64_t rangeHi;
        uint64_t size;
        uint64_t alignment;
        uint64_t offset;
        uint64_t limit;
        uint64_t address;
        uint32_t ctagOffset;
        uint32_t hVASpace;
        uint32_t internalflags;
        uint32_t tag;
        int32_t numaNode;
        uint32_t pad_124;
};
PEAL_ABI_SIZE(NV_MEMORY_ALLOCATION_PARAMS, 128);

struct NV_MEMORY_VIRTUAL_ALLOCATION_PARAMS {
        uint64_t offset;
        uint64_t limit;
        uint32_t hVASpace;
        uint32_t pad_20;
};
PEAL_ABI_SIZE(NV_MEMORY_VIRTUAL_ALLOCATION_PARAMS, 24);

struct NV_OS_DESC_MEMORY_ALLOCATION_PARAMS {
        uint32_t type;
        uint32_t flags;
        uint32_t attr;
        uint32_t attr2;
        uint64_t descriptor;
        uint64_t limit;
        uint32_t descriptorType;
        uint32_t tag;
};
PEAL_ABI_SIZE(NV_OS_DESC_MEMORY_ALLOCATION_PARAMS, 40);

struct NV_VASPACE_ALLOCATION_PARAMETERS {
        uint32_t index;
        uint32_t flags;
        uint64_t vaSize;
        uint64_t vaStartInternal;
        uint64_t vaLimitInternal;
        uint32_t bigPageSize;
        uint32_t pad_36;
        uint64_t vaBase;
        uint32_t pasid;
        uint32_t pad_52;
};
PEAL_ABI_SIZE(NV_VASPACE_ALLOCATION_PARAMETERS, 56);

struct NV_CHANNEL_GROUP_ALLOCATION_PARAMETERS {
        uint32_t hObjectError;
        uint32_t hObjectEccError;
        uint32_t hVASpace;
        uint32_t engineType;
        uint8_t bIsCallingContextVgpuPlugin;
        uint8_t pad_17[3];
};
PEAL_ABI_SIZE(NV_CHANNEL_GROUP_ALLOCATION_PARAMETERS, 20);

struct NV_CTXSHARE_ALLOCATION_PARAMETERS {
        uint32_t hVASpace;
        uint32_t flags;
        uint32_t subctxId;
};
PEAL_ABI_SIZE(NV_CTXSHARE_ALLOCATION_PARAMETERS, 12);

struct NV_MEMORY_DESC_PARAMS {
        uint64_t base;
        uint64_t size;
        uint32_t addressSpace;
        uint32_t cacheAttrib;
};
PEAL_ABI_SIZE(NV_MEMORY_DESC_PARAMS, 24);

struct NV_CHANNEL_ALLOC_PARAMS {
        uint32_t hObjectError;
        uint32_t hObjectBuffer;
        uint64_t gpFifoOffset;
        uint32_t gpFifoEntries;
        uint32_t flags;
        uint32_t hContextShare;
        uint32_t hVASpace;
        uint32_t hUserdMemory[8];
        uint64_t userdOffset[8];
        uint32_t engineType;
        uint32_t cid;
        uint32_t subDeviceId;
        uint32_t hObjectEccError;
        struct NV_MEMORY_DESC_PARAMS instanceMem;
        struct NV_MEMORY_DESC_PARAMS userdMem;
        struct NV_MEMORY_DESC_PARAMS ramfcMem;
        struct NV_MEMORY_DESC_PARAMS mthdbufMem;
        uint32_t hPhysChannelGroup;
        uint32_t internalFlags;
        struct NV_MEMORY_DESC_PARAMS errorNotifierMem;
        struct NV_MEMORY_DESC_PARAMS eccErrorNotifierMem;
        uint32_t ProcessID;
        uint32_t SubProcessID;
        uint32_t encryptIv[3];
        uint32_t decryptIv[3];
        uint32_t hmacNonce[8];
        uint32_t tpcConfigID;
        uint32_t pad_364;
};
PEAL_ABI_SIZE(NV_CHANNEL_ALLOC_PARAMS, 368);

struct NVB0B5_ALLOCATION_PARAMETERS {
        uint32_t version;
        uint32_t engineType;
};
PEAL_ABI_SIZE(NVB0B5_ALLOCATION_PARAMETERS, 8);

struct NV_GR_ALLOCATION_PARAMETERS {
        uint32_t version;
        uint32_t flags;
        uint32_t size;
        uint32_t caps;
};
PEAL_ABI_SIZE(NV_GR_ALLOCATION_PARAMETERS, 16);

struct NV0005_ALLOC_PARAMETERS {
        uint32_t hParentClient;
        uint32_t hSrcResource;
        uint32_t hClass;
        uint32_t notifyIndex;
        uint64_t data;
};
PEAL_ABI_SIZE(NV0005_ALLOC_PARAMETERS, 24);

struct NV503B_BAR1_P2P_DMA_INFO {
        uint64_t dma_address;
        uint64_t dma_size;
};
PEAL_ABI_SIZE(NV503B_BAR1_P2P_DMA_INFO, 16);

struct NV503B_ALLOC_PARAMETERS {
        uint32_t hSubDevice;
        uint32_t hPeerSubDevice;
        uint32_t subDevicePeerIdMask;
        uint32_t peerSubDevicePeerIdMask;
        uint64_t mailboxBar1Addr;
        uint32_t mailboxTotalSize;
        uint32_t flags;
        uint32_t subDeviceEgmPeerIdMask;
        uint32_t peerSubDeviceEgmPeerIdMask;
        struct NV503B_BAR1_P2P_DMA_INFO l2pBar1P2PDmaInfo;
        struct NV503B_BAR1_P2P_DMA_INFO p2lBar1P2PDmaInfo;
};
PEAL_ABI_SIZE(NV503B_ALLOC_PARAMETERS, 72);

struct NV83DE_ALLOC_PARAMETERS {
        uint32_t hDebuggerClient_Obsolete;
        uint32_t hAppClient;
        uint32_t hClass3dObject;
};
PEAL_ABI_SIZE(NV83DE_ALLOC_PARAMETERS, 12);

struct NvNotification {
        struct {
                uint32_t nanoseconds[2];
        } timeStamp;
        uint32_t info32;
        uint16_t info16;
        uint16_t status;
};
PEAL_ABI_SIZE(NvNotification, 16);

struct NvUnixEvent {
        uint32_t hObject;
        uint32_t NotifyIndex;
        uint32_t info32;
        uint16_t info16;
        uint8_t pad_14[2];
};
PEAL_ABI_SIZE(NvUnixEvent, 16);

#endif
