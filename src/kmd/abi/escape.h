/* SPDX-License-Identifier: MIT */
/* Escapes of /dev/nvidiactl and /dev/nvidia<minor>: numbers and structures, layout
 * of release 580. From open-gpu-kernel-modules 580.142: nv-ioctl-numbers.h, nv_escape.h,
 * nv-ioctl.h, nvos.h, nv-unix-nvos-params-wrappers.h.
 */
#ifndef PEAL_KMD_ABI_ESCAPE_H
#define PEAL_KMD_ABI_ESCAPE_H

#include "src/kmd/abi/common.h"

#define PEAL_ABI_ESCAPES(E)                                                                        \
        E(NV_ESC_RM_ALLOC_MEMORY, 0x27)                                                            \
        E(NV_ESC_RM_ALLOC_OBJECT, 0x28)                                                            \
        E(NV_ESC_RM_FREE, 0x29)                                                                    \
        E(NV_ESC_RM_CONTROL, 0x2a)                                                                 \
        E(NV_ESC_RM_ALLOC, 0x2b)                                                                   \
        E(NV_ESC_RM_CONFIG_GET, 0x32)                                                              \
        E(NV_ESC_RM_CONFIG_SET, 0x33)                                                              \
        E(NV_ESC_RM_DUP_OBJECT, 0x34)                                                              \
        E(NV_ESC_RM_SHARE, 0x35)                                                                   \
        E(NV_ESC_RM_CONFIG_GET_EX, 0x37)                                                           \
        E(NV_ESC_RM_CONFIG_SET_EX, 0x38)                                                           \
        E(NV_ESC_RM_I2C_ACCESS, 0x39)                                                              \
        E(NV_ESC_RM_IDLE_CHANNELS, 0x41)                                                           \
        E(NV_ESC_RM_VID_HEAP_CONTROL, 0x4a)                                                        \
        E(NV_ESC_RM_ACCESS_REGISTRY, 0x4d)                                                         \
        E(NV_ESC_RM_MAP_MEMORY, 0x4e)                                                              \
        E(NV_ESC_RM_UNMAP_MEMORY, 0x4f)                                                            \
        E(NV_ESC_RM_GET_EVENT_DATA, 0x52)                                                          \
        E(NV_ESC_RM_ALLOC_CONTEXT_DMA2, 0x54)                                                      \
        E(NV_ESC_RM_ADD_VBLANK_CALLBACK, 0x56)                                                     \
        E(NV_ESC_RM_MAP_MEMORY_DMA, 0x57)                                                          \
        E(NV_ESC_RM_UNMAP_MEMORY_DMA, 0x58)                                                        \
        E(NV_ESC_RM_BIND_CONTEXT_DMA, 0x59)                                                        \
        E(NV_ESC_RM_EXPORT_OBJECT_TO_FD, 0x5c)                                                     \
        E(NV_ESC_RM_IMPORT_OBJECT_FROM_FD, 0x5d)                                                   \
        E(NV_ESC_RM_UPDATE_DEVICE_MAPPING_INFO, 0x5e)                                              \
        E(NV_ESC_RM_LOCKLESS_DIAGNOSTIC, 0x5f)                                                     \
        E(NV_ESC_CARD_INFO, 0xc8)                                                                  \
        E(NV_ESC_REGISTER_FD, 0xc9)                                                                \
        E(NV_ESC_ALLOC_OS_EVENT, 0xce)                                                             \
        E(NV_ESC_FREE_OS_EVENT, 0xcf)                                                              \
        E(NV_ESC_STATUS_CODE, 0xd1)                                                                \
        E(NV_ESC_CHECK_VERSION_STR, 0xd2)                                                          \
        E(NV_ESC_IOCTL_XFER_CMD, 0xd3)                                                             \
        E(NV_ESC_ATTACH_GPUS_TO_FD, 0xd4)                                                          \
        E(NV_ESC_QUERY_DEVICE_INTR, 0xd5)                                                          \
        E(NV_ESC_SYS_PARAMS, 0xd6)                                                                 \
        E(NV_ESC_NUMA_INFO, 0xd7)                                                                  \
        E(NV_ESC_SET_NUMA_STATUS, 0xd8)                                                            \
        E(NV_ESC_EXPORT_TO_DMABUF_FD, 0xd9)                                                        \
        E(NV_ESC_WAIT_OPEN_COMPLETE, 0xda)

#define PEAL_ABI_ESCAPE_ENUM(name, nr) name = nr,
enum peal_abi_escape { PEAL_ABI_ESCAPES(PEAL_ABI_ESCAPE_ENUM) };
#undef PEAL_ABI_ESCAPE_ENUM

/* _IOWR('F', nr, size): the number carries the size, and the kernel refuses any
 * size but its own. */
#define PEAL_NV_IOCTL(nr, size_B)                                                                  \
        (0xc0000000ul | ((unsigned long)(size_B) << 16) | ((unsigned long)'F' << 8) | (nr))

#define NV_DMABUF_EXPORT_MAPPING_TYPE_DEFAULT    0
#define NV_DMABUF_EXPORT_MAPPING_TYPE_FORCE_PCIE 1
#define NV_DMABUF_EXPORT_MAX_HANDLES             0x80
#define NV_IOCTL_BASE                            0xc8
#define NV_IOCTL_MAGIC                           0x46
#define NV_IOCTL_NUMA_INFO_MAX_OFFLINE_ADDRESSES 0x40
#define NV_IOCTL_NUMA_STATUS_DISABLED            0
#define NV_IOCTL_NUMA_STATUS_OFFLINE             1
#define NV_IOCTL_NUMA_STATUS_OFFLINE_FAILED      6
#define NV_IOCTL_NUMA_STATUS_OFFLINE_IN_PROGRESS 5
#define NV_IOCTL_NUMA_STATUS_ONLINE              3
#define NV_IOCTL_NUMA_STATUS_ONLINE_FAILED       4
#define NV_IOCTL_NUMA_STATUS_ONLINE_IN_PROGRESS  2
#define NV_RM_API_VERSION_CMD_QUERY              0x32
#define NV_RM_API_VERSION_CMD_RELAXED            0x31
#define NV_RM_API_VERSION_CMD_STRICT             0
#define NV_RM_API_VERSION_REPLY_RECOGNIZED       1
#define NV_RM_API_VERSION_REPLY_UNRECOGNIZED     0
#define NV_RM_API_VERSION_STRING_LENGTH          0x40

#define PEAL_ABI_ESCAPE_STRUCTS(S)                                                                 \
        S(NVOS00_PARAMETERS)                                                                       \
        S(NVOS02_PARAMETERS)                                                                       \
        S(NVOS21_PARAMETERS)                                                                       \
        S(NVOS33_PARAMETERS)                                                                       \
        S(NVOS34_PARAMETERS)                                                                       \
        S(NVOS41_PARAMETERS)                                                                       \
        S(NVOS46_PARAMETERS)                                                                       \
        S(NVOS47_PARAMETERS)                                                                       \
        S(NVOS54_PARAMETERS)                                                                       \
        S(NVOS55_PARAMETERS)                                                                       \
        S(NVOS57_PARAMETERS)                                                                       \
        S(NVOS64_PARAMETERS)                                                                       \
        S(nv_ioctl_nvos02_parameters_with_fd)                                                      \
        S(nv_ioctl_nvos33_parameters_with_fd)                                                      \
        S(nv_ioctl_card_info)                                                                      \
        S(nv_ioctl_register_fd)                                                                    \
        S(nv_ioctl_rm_api_version)                                                                 \
        S(nv_ioctl_sys_params)                                                                     \
        S(nv_ioctl_alloc_os_event)                                                                 \
        S(nv_ioctl_free_os_event)                                                                  \
        S(nv_ioctl_status_code)                                                                    \
        S(nv_ioctl_export_to_dma_buf_fd)                                                           \
        S(nv_ioctl_wait_open_complete)                                                             \
        S(nv_ioctl_numa_info)                                                                      \
        S(nv_ioctl_xfer)

/* Explicit padding is named pad_<offset>; every hole is a member, so a structure
 * that was zeroed as a whole has no bytes of ours that leak. */

struct NVOS00_PARAMETERS {
        uint32_t hRoot;
        uint32_t hObjectParent;
        uint32_t hObjectOld;
        uint32_t status;
};
PEAL_ABI_SIZE(NVOS00_PARAMETERS, 16);

struct NVOS02_PARAMETERS {
        uint32_t hRoot;
        uint32_t hObjectParent;
        uint32_t hObjectNew;
        uint32_t hClass;
        uint32_t flags;
        uint32_t pad_20;
        uint64_t pMemory;
        uint64_t limit;
        uint32_t status;
        uint32_t pad_44;
};
PEAL_ABI_SIZE(NVOS02_PARAMETERS, 48);

struct NVOS21_PARAMETERS {
        uint32_t hRoot;
        uint32_t hObjectParent;
        uint32_t hObjectNew;
        uint32_t hClass;
        uint64_t pAllocParms;
        uint32_t paramsSize;
        uint32_t status;
};
PEAL_ABI_SIZE(NVOS21_PARAMETERS, 32);

struct NVOS33_PARAMETERS {
        uint32_t hClient;
        uint32_t hDevice;
        uint32_t hMemory;
        uint32_t pad_12;
        uint64_t offset;
        uint64_t length;
        uint64_t pLinearAddress;
        uint32_t status;
        uint32_t flags;
};
PEAL_ABI_SIZE(NVOS33_PARAMETERS, 48);

struct NVOS34_PARAMETERS {
        uint32_t hClient;
        uint32_t hDevice;
        uint32_t hMemory;
        uint32_t pad_12;
        uint64_t pLinearAddress;
        uint32_t status;
        uint32_t flags;
};
PEAL_ABI_SIZE(NVOS34_PARAMETERS, 32);

struct NVOS41_PARAMETERS {
        uint64_t pEvent;
        uint32_t MoreEvents;
        uint32_t status;
};
PEAL_ABI_SIZE(NVOS41_PARAMETERS, 16);

struct NVOS46_PARAMETERS {
        uint32_t hClient;
        uint32_t hDevice;
        uint32_t hDma;
        uint32_t hMemory;
        uint64_t offset;
        uint64_t length;
        uint32_t flags;
        uint32_t flags2;
        uint32_t kindOverride;
        uint32_t pad_44;
        uint64_t dmaOffset;
        uint32_t status;
        uint32_t pad_60;
};
PEAL_ABI_SIZE(NVOS46_PARAMETERS, 64);

struct NVOS47_PARAMETERS {
        uint32_t hClient;
        uint32_t hDevice;
        uint32_t hDma;
        uint32_t hMemory;
        uint32_t flags;
        uint32_t pad_20;
        uint64_t dmaOffset;
        uint64_t size;
        uint32_t status;
        uint32_t pad_44;
};
PEAL_ABI_SIZE(NVOS47_PARAMETERS, 48);

struct NVOS54_PARAMETERS {
        uint32_t hClient;
        uint32_t hObject;
        uint32_t cmd;
        uint32_t flags;
        uint64_t params;
        uint32_t paramsSize;
        uint32_t status;
};
PEAL_ABI_SIZE(NVOS54_PARAMETERS, 32);

struct NVOS55_PARAMETERS {
        uint32_t hClient;
        uint32_t hParent;
        uint32_t hObject;
        uint32_t hClientSrc;
        uint32_t hObjectSrc;
        uint32_t flags;
        uint32_t status;
};
PEAL_ABI_SIZE(NVOS55_PARAMETERS, 28);

struct RS_SHARE_POLICY {
        uint32_t target;
        struct {
                uint32_t limbs;
        } accessMask;
        uint16_t type;
        uint8_t action;
        uint8_t pad_11[1];
};
PEAL_ABI_SIZE(RS_SHARE_POLICY, 12);

struct NVOS57_PARAMETERS {
        uint32_t hClient;
        uint32_t hObject;
        struct RS_SHARE_POLICY sharePolicy;
        uint32_t status;
};
PEAL_ABI_SIZE(NVOS57_PARAMETERS, 24);

struct NVOS64_PARAMETERS {
        uint32_t hRoot;
        uint32_t hObjectParent;
        uint32_t hObjectNew;
        uint32_t hClass;
        uint64_t pAllocParms;
        uint64_t pRightsRequested;
        uint32_t paramsSize;
        uint32_t flags;
        uint32_t status;
        uint32_t pad_44;
};
PEAL_ABI_SIZE(NVOS64_PARAMETERS, 48);

struct nv_ioctl_nvos02_parameters_with_fd {
        struct NVOS02_PARAMETERS params;
        int32_t fd;
        uint32_t pad_52;
};
PEAL_ABI_SIZE(nv_ioctl_nvos02_parameters_with_fd, 56);

struct nv_ioctl_nvos33_parameters_with_fd {
        struct NVOS33_PARAMETERS params;
        int32_t fd;
        uint32_t pad_52;
};
PEAL_ABI_SIZE(nv_ioctl_nvos33_parameters_with_fd, 56);

struct nv_pci_info {
        uint32_t domain;
        uint8_t bus;
        uint8_t slot;
        uint8_t function;
        uint8_t pad_7[1];
        uint16_t vendor_id;
        uint16_t device_id;
};
PEAL_ABI_SIZE(nv_pci_info, 12);

struct nv_ioctl_card_info {
        uint8_t valid;
        uint8_t pad_1[3];
        struct nv_pci_info pci_info;
        uint32_t gpu_id;
        uint16_t interrupt_line;
        uint8_t pad_22[2];
        uint64_t reg_address;
        uint64_t reg_size;
        uint64_t fb_address;
        uint64_t fb_size;
        uint32_t minor_number;
        uint8_t dev_name[10];
        uint8_t pad_70[2];
};
PEAL_ABI_SIZE(nv_ioctl_card_info, 72);

struct nv_ioctl_register_fd {
        int32_t ctl_fd;
};
PEAL_ABI_SIZE(nv_ioctl_register_fd, 4);

struct nv_ioctl_rm_api_version {
        uint32_t cmd;
        uint32_t reply;
        char versionString[64];
};
PEAL_ABI_SIZE(nv_ioctl_rm_api_version, 72);

struct nv_ioctl_sys_params {
        uint64_t memblock_size;
};
PEAL_ABI_SIZE(nv_ioctl_sys_params, 8);

struct nv_ioctl_alloc_os_event {
        uint32_t hClient;
        uint32_t hDevice;
        uint32_t fd;
        uint32_t Status;
};
PEAL_ABI_SIZE(nv_ioctl_alloc_os_event, 16);

struct nv_ioctl_free_os_event {
        uint32_t hClient;
        uint32_t hDevice;
        uint32_t fd;
        uint32_t Status;
};
PEAL_ABI_SIZE(nv_ioctl_free_os_event, 16);

struct nv_ioctl_status_code {
        uint32_t domain;
        uint8_t bus;
        uint8_t slot;
        uint8_t pad_6[2];
        uint32_t status;
};
PEAL_ABI_SIZE(nv_ioctl_status_code, 12);

struct nv_ioctl_export_to_dma_buf_fd {
        int32_t fd;
        uint32_t hClient;
        uint32_t totalObjects;
        uint32_t numObjects;
        uint32_t index;
        uint32_t pad_20;
        uint64_t totalSize;
        uint8_t mappingType;
        uint8_t bAllowMmap;
        uint8_t pad_34[2];
        uint32_t handles[128];
        uint32_t pad_548;
        uint64_t offsets[128];
        uint64_t sizes[128];
        uint32_t status;
        uint32_t pad_2604;
};
PEAL_ABI_SIZE(nv_ioctl_export_to_dma_buf_fd, 2608);

struct nv_ioctl_wait_open_complete {
        int32_t rc;
        uint32_t adapterStatus;
};
PEAL_ABI_SIZE(nv_ioctl_wait_open_complete, 8);

struct nv_offline_addresses {
        uint64_t addresses[64];
        uint32_t numEntries;
        uint32_t pad_516;
};
PEAL_ABI_SIZE(nv_offline_addresses, 520);

struct nv_ioctl_numa_info {
        int32_t nid;
        int32_t status;
        uint64_t memblock_size;
        uint64_t numa_mem_addr;
        uint64_t numa_mem_size;
        uint8_t use_auto_online;
        uint8_t pad_33[7];
        struct nv_offline_addresses offline_addresses;
};
PEAL_ABI_SIZE(nv_ioctl_numa_info, 560);

struct nv_ioctl_xfer {
        uint32_t cmd;
        uint32_t size;
        uint64_t ptr;
};
PEAL_ABI_SIZE(nv_ioctl_xfer, 16);

#endif
