/* SPDX-License-Identifier: MIT */
/* Parameters and constants of the controls of NV0000 (client) and NV0080 (device),
 * layout of release 580. From open-gpu-kernel-modules 580.142: ctrl headers.
 */
#ifndef PEAL_KMD_ABI_CTRL_CLIENT_H
#define PEAL_KMD_ABI_CTRL_CLIENT_H

#include "src/kmd/abi/common.h"

#define NV0000_CTRL_GET_SYSTEM_FABRIC_STATUS_INITIALIZED                 4
#define NV0000_CTRL_GET_SYSTEM_FABRIC_STATUS_IN_PROGRESS                 3
#define NV0000_CTRL_GET_SYSTEM_FABRIC_STATUS_SKIP                        1
#define NV0000_CTRL_GET_SYSTEM_FABRIC_STATUS_UNINITIALIZED               2
#define NV0000_CTRL_GPU_ACCOUNTING_STATE_DISABLED                        1
#define NV0000_CTRL_GPU_ACCOUNTING_STATE_ENABLED                         0
#define NV0000_CTRL_GPU_ATTACH_ALL_PROBED_IDS                            0xffff
#define NV0000_CTRL_GPU_DETACH_ALL_ATTACHED_IDS                          0xffff
#define NV0000_CTRL_GPU_DRAIN_STATE_DISABLED                             0
#define NV0000_CTRL_GPU_DRAIN_STATE_ENABLED                              1
#define NV0000_CTRL_GPU_DRAIN_STATE_FLAG_LINK_DISABLE                    2
#define NV0000_CTRL_GPU_DRAIN_STATE_FLAG_REMOVE_DEVICE                   1
#define NV0000_CTRL_GPU_FLAGS_MEMOP_ENABLE                               1
#define NV0000_CTRL_GPU_ID_INFO_ATS_ENABLED_HI                           6
#define NV0000_CTRL_GPU_ID_INFO_ATS_ENABLED_LO                           6
#define NV0000_CTRL_GPU_ID_INFO_ATS_ENABLED_FALSE                        0
#define NV0000_CTRL_GPU_ID_INFO_ATS_ENABLED_TRUE                         1
#define NV0000_CTRL_GPU_ID_INFO_BOOT_MASTER_HI                           3
#define NV0000_CTRL_GPU_ID_INFO_BOOT_MASTER_LO                           3
#define NV0000_CTRL_GPU_ID_INFO_BOOT_MASTER_FALSE                        0
#define NV0000_CTRL_GPU_ID_INFO_BOOT_MASTER_TRUE                         1
#define NV0000_CTRL_GPU_ID_INFO_IN_USE_HI                                0
#define NV0000_CTRL_GPU_ID_INFO_IN_USE_LO                                0
#define NV0000_CTRL_GPU_ID_INFO_IN_USE_FALSE                             0
#define NV0000_CTRL_GPU_ID_INFO_IN_USE_TRUE                              1
#define NV0000_CTRL_GPU_ID_INFO_LINKED_INTO_SLI_DEVICE_HI                1
#define NV0000_CTRL_GPU_ID_INFO_LINKED_INTO_SLI_DEVICE_LO                1
#define NV0000_CTRL_GPU_ID_INFO_LINKED_INTO_SLI_DEVICE_FALSE             0
#define NV0000_CTRL_GPU_ID_INFO_LINKED_INTO_SLI_DEVICE_TRUE              1
#define NV0000_CTRL_GPU_ID_INFO_MOBILE_HI                                2
#define NV0000_CTRL_GPU_ID_INFO_MOBILE_LO                                2
#define NV0000_CTRL_GPU_ID_INFO_MOBILE_FALSE                             0
#define NV0000_CTRL_GPU_ID_INFO_MOBILE_TRUE                              1
#define NV0000_CTRL_GPU_ID_INFO_SOC_HI                                   5
#define NV0000_CTRL_GPU_ID_INFO_SOC_LO                                   5
#define NV0000_CTRL_GPU_ID_INFO_SOC_FALSE                                0
#define NV0000_CTRL_GPU_ID_INFO_SOC_TRUE                                 1
#define NV0000_CTRL_GPU_ID_INFO_SOC_TYPE_HI                              8
#define NV0000_CTRL_GPU_ID_INFO_SOC_TYPE_LO                              7
#define NV0000_CTRL_GPU_ID_INFO_SOC_TYPE_DISPLAY                         1
#define NV0000_CTRL_GPU_ID_INFO_SOC_TYPE_DISPLAY_AND_IGPU                3
#define NV0000_CTRL_GPU_ID_INFO_SOC_TYPE_IGPU                            2
#define NV0000_CTRL_GPU_ID_INFO_SOC_TYPE_NONE                            0
#define NV0000_CTRL_GPU_IMAGE_TYPE_BINDATA_IMAGE                         3
#define NV0000_CTRL_GPU_IMAGE_TYPE_GSP                                   1
#define NV0000_CTRL_GPU_IMAGE_TYPE_GSP_LOG                               2
#define NV0000_CTRL_GPU_INVALID_ID                                       0xffffffffu
#define NV0000_CTRL_GPU_LEGACY_CONFIG_MAX_PARAM_DATA                     0x175
#define NV0000_CTRL_GPU_LEGACY_CONFIG_MAX_PROPERTIES_IN                  6
#define NV0000_CTRL_GPU_LEGACY_CONFIG_MAX_PROPERTIES_OUT                 5
#define NV0000_CTRL_GPU_LEGACY_CONFIG_OP_TYPE_GET_EX                     2
#define NV0000_CTRL_GPU_LEGACY_CONFIG_OP_TYPE_RESERVED                   4
#define NV0000_CTRL_GPU_LEGACY_CONFIG_OP_TYPE_SET_EX                     3
#define NV0000_CTRL_GPU_MAX_ACTIVE_DEVICES                               0x100
#define NV0000_CTRL_GPU_MAX_ATTACHED_GPUS                                0x20
#define NV0000_CTRL_GPU_MAX_PROBED_GPUS                                  0x20
#define NV0000_CTRL_GPU_MAX_SZNAME                                       0x80
#define NV0000_CTRL_GPU_MAX_VIDEO_LINKS                                  8
#define NV0000_CTRL_GPU_PROBED_ID_FLAGS_SOC_DISPLAY_HI                   0
#define NV0000_CTRL_GPU_PROBED_ID_FLAGS_SOC_DISPLAY_LO                   0
#define NV0000_CTRL_GPU_PROBED_ID_FLAGS_SOC_DISPLAY_FALSE                0
#define NV0000_CTRL_GPU_PROBED_ID_FLAGS_SOC_DISPLAY_TRUE                 1
#define NV0000_CTRL_NO_NUMA_NODE                                         -1
#define NV0000_CTRL_P2P_CAPS_INDEX_ATOMICS                               3
#define NV0000_CTRL_P2P_CAPS_INDEX_C2C                                   7
#define NV0000_CTRL_P2P_CAPS_INDEX_LOOPBACK                              5
#define NV0000_CTRL_P2P_CAPS_INDEX_NVLINK                                2
#define NV0000_CTRL_P2P_CAPS_INDEX_PCI                                   6
#define NV0000_CTRL_P2P_CAPS_INDEX_PCI_BAR1                              8
#define NV0000_CTRL_P2P_CAPS_INDEX_PROP                                  4
#define NV0000_CTRL_P2P_CAPS_INDEX_READ                                  0
#define NV0000_CTRL_P2P_CAPS_INDEX_TABLE_SIZE                            9
#define NV0000_CTRL_P2P_CAPS_INDEX_WRITE                                 1
#define NV0000_CTRL_SYSTEM_GET_P2P_CAPS_ATOMICS_SUPPORTED_HI             4
#define NV0000_CTRL_SYSTEM_GET_P2P_CAPS_ATOMICS_SUPPORTED_LO             4
#define NV0000_CTRL_SYSTEM_GET_P2P_CAPS_ATOMICS_SUPPORTED_FALSE          0
#define NV0000_CTRL_SYSTEM_GET_P2P_CAPS_ATOMICS_SUPPORTED_TRUE           1
#define NV0000_CTRL_SYSTEM_GET_P2P_CAPS_C2C_SUPPORTED_HI                 12
#define NV0000_CTRL_SYSTEM_GET_P2P_CAPS_C2C_SUPPORTED_LO                 12
#define NV0000_CTRL_SYSTEM_GET_P2P_CAPS_C2C_SUPPORTED_FALSE              0
#define NV0000_CTRL_SYSTEM_GET_P2P_CAPS_C2C_SUPPORTED_TRUE               1
#define NV0000_CTRL_SYSTEM_GET_P2P_CAPS_INDIRECT_ATOMICS_SUPPORTED_HI    9
#define NV0000_CTRL_SYSTEM_GET_P2P_CAPS_INDIRECT_ATOMICS_SUPPORTED_LO    9
#define NV0000_CTRL_SYSTEM_GET_P2P_CAPS_INDIRECT_ATOMICS_SUPPORTED_FALSE 0
#define NV0000_CTRL_SYSTEM_GET_P2P_CAPS_INDIRECT_ATOMICS_SUPPORTED_TRUE  1
#define NV0000_CTRL_SYSTEM_GET_P2P_CAPS_INDIRECT_NVLINK_SUPPORTED_HI     10
#define NV0000_CTRL_SYSTEM_GET_P2P_CAPS_INDIRECT_NVLINK_SUPPORTED_LO     10
#define NV0000_CTRL_SYSTEM_GET_P2P_CAPS_INDIRECT_NVLINK_SUPPORTED_FALSE  0
#define NV0000_CTRL_SYSTEM_GET_P2P_CAPS_INDIRECT_NVLINK_SUPPORTED_TRUE   1
#define NV0000_CTRL_SYSTEM_GET_P2P_CAPS_INDIRECT_READS_SUPPORTED_HI      8
#define NV0000_CTRL_SYSTEM_GET_P2P_CAPS_INDIRECT_READS_SUPPORTED_LO      8
#define NV0000_CTRL_SYSTEM_GET_P2P_CAPS_INDIRECT_READS_SUPPORTED_FALSE   0
#define NV0000_CTRL_SYSTEM_GET_P2P_CAPS_INDIRECT_READS_SUPPORTED_TRUE    1
#define NV0000_CTRL_SYSTEM_GET_P2P_CAPS_INDIRECT_WRITES_SUPPORTED_HI     7
#define NV0000_CTRL_SYSTEM_GET_P2P_CAPS_INDIRECT_WRITES_SUPPORTED_LO     7
#define NV0000_CTRL_SYSTEM_GET_P2P_CAPS_INDIRECT_WRITES_SUPPORTED_FALSE  0
#define NV0000_CTRL_SYSTEM_GET_P2P_CAPS_INDIRECT_WRITES_SUPPORTED_TRUE   1
#define NV0000_CTRL_SYSTEM_GET_P2P_CAPS_INVALID_PEER                     0xffffffffu
#define NV0000_CTRL_SYSTEM_GET_P2P_CAPS_LOOPBACK_SUPPORTED_HI            5
#define NV0000_CTRL_SYSTEM_GET_P2P_CAPS_LOOPBACK_SUPPORTED_LO            5
#define NV0000_CTRL_SYSTEM_GET_P2P_CAPS_LOOPBACK_SUPPORTED_FALSE         0
#define NV0000_CTRL_SYSTEM_GET_P2P_CAPS_LOOPBACK_SUPPORTED_TRUE          1
#define NV0000_CTRL_SYSTEM_GET_P2P_CAPS_NVLINK_SUPPORTED_HI              3
#define NV0000_CTRL_SYSTEM_GET_P2P_CAPS_NVLINK_SUPPORTED_LO              3
#define NV0000_CTRL_SYSTEM_GET_P2P_CAPS_NVLINK_SUPPORTED_FALSE           0
#define NV0000_CTRL_SYSTEM_GET_P2P_CAPS_NVLINK_SUPPORTED_TRUE            1
#define NV0000_CTRL_SYSTEM_GET_P2P_CAPS_PCI_BAR1_SUPPORTED_HI            13
#define NV0000_CTRL_SYSTEM_GET_P2P_CAPS_PCI_BAR1_SUPPORTED_LO            13
#define NV0000_CTRL_SYSTEM_GET_P2P_CAPS_PCI_BAR1_SUPPORTED_FALSE         0
#define NV0000_CTRL_SYSTEM_GET_P2P_CAPS_PCI_BAR1_SUPPORTED_TRUE          1
#define NV0000_CTRL_SYSTEM_GET_P2P_CAPS_PCI_SUPPORTED_HI                 6
#define NV0000_CTRL_SYSTEM_GET_P2P_CAPS_PCI_SUPPORTED_LO                 6
#define NV0000_CTRL_SYSTEM_GET_P2P_CAPS_PCI_SUPPORTED_FALSE              0
#define NV0000_CTRL_SYSTEM_GET_P2P_CAPS_PCI_SUPPORTED_TRUE               1
#define NV0000_CTRL_SYSTEM_GET_P2P_CAPS_PROP_SUPPORTED_HI                2
#define NV0000_CTRL_SYSTEM_GET_P2P_CAPS_PROP_SUPPORTED_LO                2
#define NV0000_CTRL_SYSTEM_GET_P2P_CAPS_PROP_SUPPORTED_FALSE             0
#define NV0000_CTRL_SYSTEM_GET_P2P_CAPS_PROP_SUPPORTED_TRUE              1
#define NV0000_CTRL_SYSTEM_GET_P2P_CAPS_READS_SUPPORTED_HI               1
#define NV0000_CTRL_SYSTEM_GET_P2P_CAPS_READS_SUPPORTED_LO               1
#define NV0000_CTRL_SYSTEM_GET_P2P_CAPS_READS_SUPPORTED_FALSE            0
#define NV0000_CTRL_SYSTEM_GET_P2P_CAPS_READS_SUPPORTED_TRUE             1
#define NV0000_CTRL_SYSTEM_GET_P2P_CAPS_WRITES_SUPPORTED_HI              0
#define NV0000_CTRL_SYSTEM_GET_P2P_CAPS_WRITES_SUPPORTED_LO              0
#define NV0000_CTRL_SYSTEM_GET_P2P_CAPS_WRITES_SUPPORTED_FALSE           0
#define NV0000_CTRL_SYSTEM_GET_P2P_CAPS_WRITES_SUPPORTED_TRUE            1
#define NV0000_P2P_CAPS_STATUS_CHIPSET_NOT_SUPPORTED                     1
#define NV0000_P2P_CAPS_STATUS_DISABLED_BY_REGKEY                        4
#define NV0000_P2P_CAPS_STATUS_GPU_NOT_SUPPORTED                         2
#define NV0000_P2P_CAPS_STATUS_IOH_TOPOLOGY_NOT_SUPPORTED                3
#define NV0000_P2P_CAPS_STATUS_NOT_SUPPORTED                             5
#define NV0000_P2P_CAPS_STATUS_OK                                        0
#define NV0080_CTRL_GPU_CLASSLIST_MAX_SIZE                               0xc8
#define NV0080_CTRL_GPU_VIRTUALIZATION_MODE_HOST                         3
#define NV0080_CTRL_GPU_VIRTUALIZATION_MODE_HOST_VSGA                    4
#define NV0080_CTRL_GPU_VIRTUALIZATION_MODE_NMOS                         1
#define NV0080_CTRL_GPU_VIRTUALIZATION_MODE_NONE                         0
#define NV0080_CTRL_GPU_VIRTUALIZATION_MODE_VGX                          2
#define NV0080_CTRL_GR_INFO_INDEX_BUFFER_ALIGNMENT                       3
#define NV0080_CTRL_GR_INFO_INDEX_DUMMY                                  0x33
#define NV0080_CTRL_GR_INFO_INDEX_FAMILY_MAX_TPC_PER_GPC                 0x2a
#define NV0080_CTRL_GR_INFO_INDEX_FB_MEMORY_REQUEST_GRANULARITY          0x11
#define NV0080_CTRL_GR_INFO_INDEX_GEOM_GS_OBUF_ENTRIES                   15
#define NV0080_CTRL_GR_INFO_INDEX_GEOM_XBUF_ENTRIES                      0x10
#define NV0080_CTRL_GR_INFO_INDEX_GFX_CAPABILITIES                       0x34
#define NV0080_CTRL_GR_INFO_INDEX_GPU_CORE_COUNT                         0x1d
#define NV0080_CTRL_GR_INFO_INDEX_HOST_MEMORY_REQUEST_GRANULARITY        0x12
#define NV0080_CTRL_GR_INFO_INDEX_LITTER_MAX_NUM_SMC_ENGINES_PER_DIELET  0x39
#define NV0080_CTRL_GR_INFO_INDEX_LITTER_MIN_SUBCTX_PER_SMC_ENG          0x37
#define NV0080_CTRL_GR_INFO_INDEX_LITTER_NUM_FBPAS                       0x1b
#define NV0080_CTRL_GR_INFO_INDEX_LITTER_NUM_FBPA_PER_FBP                0x2b
#define NV0080_CTRL_GR_INFO_INDEX_LITTER_NUM_FBPS                        0x15
#define NV0080_CTRL_GR_INFO_INDEX_LITTER_NUM_GFXC_SMC_ENGINES            0x33
#define NV0080_CTRL_GR_INFO_INDEX_LITTER_NUM_GPCMMU_PER_GPC              0x27
#define NV0080_CTRL_GR_INFO_INDEX_LITTER_NUM_GPCS                        0x14
#define NV0080_CTRL_GR_INFO_INDEX_LITTER_NUM_GPCS_PER_DIELET             0x38
#define NV0080_CTRL_GR_INFO_INDEX_LITTER_NUM_GRS                         0x24
#define NV0080_CTRL_GR_INFO_INDEX_LITTER_NUM_HSHUB_FBP_PORTS             0x21
#define NV0080_CTRL_GR_INFO_INDEX_LITTER_NUM_LTCS                        0x25
#define NV0080_CTRL_GR_INFO_INDEX_LITTER_NUM_LTC_PER_FBP                 0x28
#define NV0080_CTRL_GR_INFO_INDEX_LITTER_NUM_LTC_SLICES                  0x26
#define NV0080_CTRL_GR_INFO_INDEX_LITTER_NUM_MIN_FBPS                    0x18
#define NV0080_CTRL_GR_INFO_INDEX_LITTER_NUM_MXBAR_FBP_PORTS             0x19
#define NV0080_CTRL_GR_INFO_INDEX_LITTER_NUM_MXBAR_HUB_PORTS             0x1f
#define NV0080_CTRL_GR_INFO_INDEX_LITTER_NUM_PES_PER_GPC                 0x1c
#define NV0080_CTRL_GR_INFO_INDEX_LITTER_NUM_ROP_PER_GPC                 0x29
#define NV0080_CTRL_GR_INFO_INDEX_LITTER_NUM_SLICES_PER_LTC              0x32
#define NV0080_CTRL_GR_INFO_INDEX_LITTER_NUM_SM_PER_TPC                  0x20
#define NV0080_CTRL_GR_INFO_INDEX_LITTER_NUM_TPCS_PER_PES                0x1e
#define NV0080_CTRL_GR_INFO_INDEX_LITTER_NUM_TPC_PER_GPC                 0x17
#define NV0080_CTRL_GR_INFO_INDEX_LITTER_NUM_ZCULL_BANKS                 0x16
#define NV0080_CTRL_GR_INFO_INDEX_MAX                                    0x39
#define NV0080_CTRL_GR_INFO_INDEX_MAXCLIPS                               0
#define NV0080_CTRL_GR_INFO_INDEX_MAX_LEGACY_SUBCONTEXT_COUNT            0x2d
#define NV0080_CTRL_GR_INFO_INDEX_MAX_MIG_ENGINES                        0x35
#define NV0080_CTRL_GR_INFO_INDEX_MAX_PARTITIONABLE_GPCS                 0x36
#define NV0080_CTRL_GR_INFO_INDEX_MAX_PER_ENGINE_SUBCONTEXT_COUNT        0x2e
#define NV0080_CTRL_GR_INFO_INDEX_MAX_SP_PER_SM                          0x13
#define NV0080_CTRL_GR_INFO_INDEX_MAX_SUBCONTEXT_COUNT                   0x2c
#define NV0080_CTRL_GR_INFO_INDEX_MAX_THREADS_PER_WARP                   14
#define NV0080_CTRL_GR_INFO_INDEX_MAX_WARPS_PER_SM                       13
#define NV0080_CTRL_GR_INFO_INDEX_MIN_ATTRS_BUG_261894                   1
#define NV0080_CTRL_GR_INFO_INDEX_RT_CORE_COUNT                          0x22
#define NV0080_CTRL_GR_INFO_INDEX_SHADER_PIPE_COUNT                      7
#define NV0080_CTRL_GR_INFO_INDEX_SHADER_PIPE_SUB_COUNT                  9
#define NV0080_CTRL_GR_INFO_INDEX_SM_REG_BANK_COUNT                      10
#define NV0080_CTRL_GR_INFO_INDEX_SM_REG_BANK_REG_COUNT                  11
#define NV0080_CTRL_GR_INFO_INDEX_SM_VERSION                             12
#define NV0080_CTRL_GR_INFO_INDEX_SWIZZLE_ALIGNMENT                      4
#define NV0080_CTRL_GR_INFO_INDEX_TENSOR_CORE_COUNT                      0x23
#define NV0080_CTRL_GR_INFO_INDEX_THREAD_STACK_SCALING_FACTOR            8
#define NV0080_CTRL_GR_INFO_INDEX_TIMESLICE_ENABLED                      0x1a
#define NV0080_CTRL_GR_INFO_INDEX_VERTEX_CACHE_SIZE                      5
#define NV0080_CTRL_GR_INFO_INDEX_VPE_COUNT                              6
#define NV0080_CTRL_GR_INFO_MAX_SIZE                                     0x3a
#define NV0080_CTRL_GR_INFO_XBUF_MAX_PSETS_PER_BANK                      2

/* Explicit padding is named pad_<offset>; every hole is a member, so a structure
 * that was zeroed as a whole has no bytes of ours that leak. */

struct NV0000_CTRL_GPU_GET_ID_INFO_PARAMS {
        uint32_t gpuId;
        uint32_t gpuFlags;
        uint32_t deviceInstance;
        uint32_t subDeviceInstance;
        uint64_t szName;
        uint32_t sliStatus;
        uint32_t boardId;
        uint32_t gpuInstance;
        int32_t numaId;
};
PEAL_ABI_SIZE(NV0000_CTRL_GPU_GET_ID_INFO_PARAMS, 40);

struct NV0000_CTRL_GPU_GET_ID_INFO_V2_PARAMS {
        uint32_t gpuId;
        uint32_t gpuFlags;
        uint32_t deviceInstance;
        uint32_t subDeviceInstance;
        uint32_t sliStatus;
        uint32_t boardId;
        uint32_t gpuInstance;
        int32_t numaId;
};
PEAL_ABI_SIZE(NV0000_CTRL_GPU_GET_ID_INFO_V2_PARAMS, 32);

struct NV0000_CTRL_GPU_GET_ATTACHED_IDS_PARAMS {
        uint32_t gpuIds[32];
};
PEAL_ABI_SIZE(NV0000_CTRL_GPU_GET_ATTACHED_IDS_PARAMS, 128);

struct NV0000_CTRL_GPU_GET_PROBED_IDS_PARAMS {
        uint32_t gpuIds[32];
        uint32_t excludedGpuIds[32];
        uint32_t gpuFlags[32];
};
PEAL_ABI_SIZE(NV0000_CTRL_GPU_GET_PROBED_IDS_PARAMS, 384);

struct NV0000_CTRL_GPU_ATTACH_IDS_PARAMS {
        uint32_t gpuIds[32];
        uint32_t failedId;
};
PEAL_ABI_SIZE(NV0000_CTRL_GPU_ATTACH_IDS_PARAMS, 132);

struct NV0000_CTRL_GPU_DETACH_IDS_PARAMS {
        uint32_t gpuIds[32];
};
PEAL_ABI_SIZE(NV0000_CTRL_GPU_DETACH_IDS_PARAMS, 128);

struct NV0000_CTRL_GPU_GET_DEVICE_IDS_PARAMS {
        uint32_t deviceIds;
};
PEAL_ABI_SIZE(NV0000_CTRL_GPU_GET_DEVICE_IDS_PARAMS, 4);

struct NV0000_CTRL_GPU_GET_PCI_INFO_PARAMS {
        uint32_t gpuId;
        uint32_t domain;
        uint16_t bus;
        uint16_t slot;
};
PEAL_ABI_SIZE(NV0000_CTRL_GPU_GET_PCI_INFO_PARAMS, 12);

struct NV0000_CTRL_GPU_GET_MEMOP_ENABLE_PARAMS {
        uint32_t enableMask;
};
PEAL_ABI_SIZE(NV0000_CTRL_GPU_GET_MEMOP_ENABLE_PARAMS, 4);

struct NV0000_CTRL_GPU_GET_UUID_FROM_GPU_ID_PARAMS {
        uint32_t gpuId;
        uint32_t flags;
        uint8_t gpuUuid[256];
        uint32_t uuidStrLen;
};
PEAL_ABI_SIZE(NV0000_CTRL_GPU_GET_UUID_FROM_GPU_ID_PARAMS, 268);

struct NV0000_CTRL_GPU_GET_UUID_INFO_PARAMS {
        uint8_t gpuUuid[256];
        uint32_t flags;
        uint32_t gpuId;
        uint32_t deviceInstance;
        uint32_t subdeviceInstance;
};
PEAL_ABI_SIZE(NV0000_CTRL_GPU_GET_UUID_INFO_PARAMS, 272);

struct NV0000_CTRL_SYSTEM_GET_BUILD_VERSION_PARAMS {
        uint32_t sizeOfStrings;
        uint32_t pad_4;
        uint64_t pDriverVersionBuffer;
        uint64_t pVersionBuffer;
        uint64_t pTitleBuffer;
        uint32_t changelistNumber;
        uint32_t officialChangelistNumber;
};
PEAL_ABI_SIZE(NV0000_CTRL_SYSTEM_GET_BUILD_VERSION_PARAMS, 40);

struct NV0000_CTRL_SYSTEM_GET_BUILD_VERSION_V2_PARAMS {
        char driverVersionBuffer[256];
        char versionBuffer[256];
        char driverBranch[256];
        char titleBuffer[256];
        uint32_t changelistNumber;
        uint32_t officialChangelistNumber;
};
PEAL_ABI_SIZE(NV0000_CTRL_SYSTEM_GET_BUILD_VERSION_V2_PARAMS, 1032);

struct NV0000_CTRL_SYSTEM_GET_P2P_CAPS_PARAMS {
        uint32_t gpuIds[32];
        uint32_t gpuCount;
        uint32_t p2pCaps;
        uint32_t p2pOptimalReadCEs;
        uint32_t p2pOptimalWriteCEs;
        uint8_t p2pCapsStatus[9];
        uint8_t pad_153[7];
        uint64_t busPeerIds;
        uint64_t busEgmPeerIds;
};
PEAL_ABI_SIZE(NV0000_CTRL_SYSTEM_GET_P2P_CAPS_PARAMS, 176);

struct NV0000_CTRL_SYSTEM_GET_P2P_CAPS_V2_PARAMS {
        uint32_t gpuIds[32];
        uint32_t gpuCount;
        uint32_t p2pCaps;
        uint32_t p2pOptimalReadCEs;
        uint32_t p2pOptimalWriteCEs;
        uint8_t p2pCapsStatus[9];
        uint8_t pad_153[3];
        uint32_t busPeerIds[1024];
        uint32_t busEgmPeerIds[1024];
};
PEAL_ABI_SIZE(NV0000_CTRL_SYSTEM_GET_P2P_CAPS_V2_PARAMS, 8348);

struct NV0000_CTRL_SYSTEM_GET_P2P_CAPS_MATRIX_PARAMS {
        uint32_t grpACount;
        uint32_t grpBCount;
        uint32_t gpuIdGrpA[8];
        uint32_t gpuIdGrpB[8];
        uint32_t p2pCaps[8][8];
        uint32_t a2bOptimalReadCes[8][8];
        uint32_t a2bOptimalWriteCes[8][8];
        uint32_t b2aOptimalReadCes[8][8];
        uint32_t b2aOptimalWriteCes[8][8];
};
PEAL_ABI_SIZE(NV0000_CTRL_SYSTEM_GET_P2P_CAPS_MATRIX_PARAMS, 1352);

struct NV0000_CTRL_SYSTEM_GET_FABRIC_STATUS_PARAMS {
        uint32_t fabricStatus;
};
PEAL_ABI_SIZE(NV0000_CTRL_SYSTEM_GET_FABRIC_STATUS_PARAMS, 4);

struct NV0000_CTRL_SYSTEM_GET_FEATURES_PARAMS {
        uint32_t featuresMask;
};
PEAL_ABI_SIZE(NV0000_CTRL_SYSTEM_GET_FEATURES_PARAMS, 4);

struct NV0000_CTRL_CLIENT_GET_ADDR_SPACE_TYPE_PARAMS {
        uint32_t hObject;
        uint32_t mapFlags;
        uint32_t addrSpaceType;
};
PEAL_ABI_SIZE(NV0000_CTRL_CLIENT_GET_ADDR_SPACE_TYPE_PARAMS, 12);

struct NV0000_CTRL_CLIENT_SET_INHERITED_SHARE_POLICY_PARAMS {
        struct RS_SHARE_POLICY sharePolicy;
};
PEAL_ABI_SIZE(NV0000_CTRL_CLIENT_SET_INHERITED_SHARE_POLICY_PARAMS, 12);

struct NV0080_CTRL_GPU_GET_CLASSLIST_PARAMS {
        uint32_t numClasses;
        uint32_t pad_4;
        uint64_t classList;
};
PEAL_ABI_SIZE(NV0080_CTRL_GPU_GET_CLASSLIST_PARAMS, 16);

struct NV0080_CTRL_GPU_GET_CLASSLIST_V2_PARAMS {
        uint32_t numClasses;
        uint32_t classList[200];
};
PEAL_ABI_SIZE(NV0080_CTRL_GPU_GET_CLASSLIST_V2_PARAMS, 804);

struct NV0080_CTRL_GPU_GET_NUM_SUBDEVICES_PARAMS {
        uint32_t numSubDevices;
};
PEAL_ABI_SIZE(NV0080_CTRL_GPU_GET_NUM_SUBDEVICES_PARAMS, 4);

struct NV0080_CTRL_GPU_GET_VIRTUALIZATION_MODE_PARAMS {
        uint32_t virtualizationMode;
        uint8_t isGridBuild;
        uint8_t pad_5[3];
};
PEAL_ABI_SIZE(NV0080_CTRL_GPU_GET_VIRTUALIZATION_MODE_PARAMS, 8);

struct NV0080_CTRL_FIFO_GET_CHANNELLIST_PARAMS {
        uint32_t numChannels;
        uint32_t pad_4;
        uint64_t pChannelHandleList;
        uint64_t pChannelList;
};
PEAL_ABI_SIZE(NV0080_CTRL_FIFO_GET_CHANNELLIST_PARAMS, 24);

struct NV0080_CTRL_HOST_GET_CAPS_V2_PARAMS {
        uint8_t capsTbl[3];
};
PEAL_ABI_SIZE(NV0080_CTRL_HOST_GET_CAPS_V2_PARAMS, 3);

struct NV0080_CTRL_FB_GET_CAPS_V2_PARAMS {
        uint8_t capsTbl[3];
};
PEAL_ABI_SIZE(NV0080_CTRL_FB_GET_CAPS_V2_PARAMS, 3);

struct NV2080_CTRL_GR_ROUTE_INFO {
        uint32_t flags;
        uint32_t pad_4;
        uint64_t route;
};
PEAL_ABI_SIZE(NV2080_CTRL_GR_ROUTE_INFO, 16);

struct NV0080_CTRL_GR_GET_CAPS_V2_PARAMS {
        uint8_t capsTbl[23];
        uint8_t pad_23[1];
        struct NV2080_CTRL_GR_ROUTE_INFO grRouteInfo;
        uint8_t bCapsPopulated;
        uint8_t pad_41[7];
};
PEAL_ABI_SIZE(NV0080_CTRL_GR_GET_CAPS_V2_PARAMS, 48);

struct NV0080_CTRL_FIFO_GET_CAPS_V2_PARAMS {
        uint8_t capsTbl[2];
};
PEAL_ABI_SIZE(NV0080_CTRL_FIFO_GET_CAPS_V2_PARAMS, 2);

struct NV0080_CTRL_PERF_CUDA_LIMIT_CONTROL_PARAMS {
        uint8_t bCudaLimit;
};
PEAL_ABI_SIZE(NV0080_CTRL_PERF_CUDA_LIMIT_CONTROL_PARAMS, 1);

struct NV0080_CTRL_GR_GET_INFO_PARAMS {
        uint32_t grInfoListSize;
        uint32_t pad_4;
        uint64_t grInfoList;
};
PEAL_ABI_SIZE(NV0080_CTRL_GR_GET_INFO_PARAMS, 16);

struct NV2080_CTRL_GR_INFO {
        uint32_t index;
        uint32_t data;
};
PEAL_ABI_SIZE(NV2080_CTRL_GR_INFO, 8);

struct NV0080_CTRL_GR_GET_INFO_V2_PARAMS {
        uint32_t grInfoListSize;
        struct NV2080_CTRL_GR_INFO grInfoList[58];
        uint32_t pad_468;
        struct NV2080_CTRL_GR_ROUTE_INFO grRouteInfo;
};
PEAL_ABI_SIZE(NV0080_CTRL_GR_GET_INFO_V2_PARAMS, 488);

#endif
