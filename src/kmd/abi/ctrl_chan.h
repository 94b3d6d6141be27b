/* SPDX-License-Identifier: MIT */
/* Parameters and constants of the controls of channels, groups, memory, address spaces and the
 * debugger, layout of release 580. From open-gpu-kernel-modules 580.142: ctrl headers.
 */
#ifndef PEAL_KMD_ABI_CTRL_CHAN_H
#define PEAL_KMD_ABI_CTRL_CHAN_H

#include "src/kmd/abi/common.h"

#define NV0041_CTRL_CMD_GET_SURFACE_PHYS_ATTR_APERTURE_SYSMEM                      1
#define NV0041_CTRL_CMD_GET_SURFACE_PHYS_ATTR_APERTURE_VIDMEM                      0
#define NV0041_CTRL_CMD_GET_SURFACE_TILING_FORMAT_FB                               1
#define NV0041_CTRL_CMD_GET_SURFACE_TILING_FORMAT_FB_1HIGH                         2
#define NV0041_CTRL_CMD_GET_SURFACE_TILING_FORMAT_FB_4HIGH                         3
#define NV0041_CTRL_CMD_GET_SURFACE_TILING_FORMAT_INVALID                          0
#define NV0041_CTRL_CMD_GET_SURFACE_TILING_FORMAT_UMA_1HIGH                        4
#define NV0041_CTRL_CMD_GET_SURFACE_TILING_FORMAT_UMA_4HIGH                        5
#define NV0041_CTRL_GET_SURFACE_PHYS_ATTR_GPU_CACHED                               1
#define NV0041_CTRL_GET_SURFACE_PHYS_ATTR_GPU_CACHED_UNKNOWN                       0
#define NV0041_CTRL_GET_SURFACE_PHYS_ATTR_GPU_UNCACHED                             2
#define NV0041_CTRL_MEMORY                                                         1
#define NV0041_CTRL_RESERVED                                                       0
#define NV0041_CTRL_SURFACE_FLUSH_GPU_CACHE_FLAGS_INVALIDATE_HI                    1
#define NV0041_CTRL_SURFACE_FLUSH_GPU_CACHE_FLAGS_INVALIDATE_LO                    1
#define NV0041_CTRL_SURFACE_FLUSH_GPU_CACHE_FLAGS_INVALIDATE_NO                    0
#define NV0041_CTRL_SURFACE_FLUSH_GPU_CACHE_FLAGS_INVALIDATE_YES                   1
#define NV0041_CTRL_SURFACE_FLUSH_GPU_CACHE_FLAGS_WRITE_BACK_HI                    0
#define NV0041_CTRL_SURFACE_FLUSH_GPU_CACHE_FLAGS_WRITE_BACK_LO                    0
#define NV0041_CTRL_SURFACE_FLUSH_GPU_CACHE_FLAGS_WRITE_BACK_NO                    0
#define NV0041_CTRL_SURFACE_FLUSH_GPU_CACHE_FLAGS_WRITE_BACK_YES                   1
#define NV0041_CTRL_SURFACE_INFO_ATTRS_COMPR                                       2
#define NV0041_CTRL_SURFACE_INFO_ATTRS_ZCULL                                       4
#define NV0041_CTRL_SURFACE_INFO_INDEX_ADDR_SPACE_TYPE                             9
#define NV0041_CTRL_SURFACE_INFO_INDEX_ATTRS                                       1
#define NV0041_CTRL_SURFACE_INFO_INDEX_COMPR_COVERAGE                              5
#define NV0041_CTRL_SURFACE_INFO_INDEX_PHYS_ATTR                                   8
#define NV0041_CTRL_SURFACE_INFO_INDEX_PHYS_SIZE                                   7
#define NV0041_CTRL_SURFACE_INFO_INDEX_PHYS_SIZE_HI                                3
#define NV0041_CTRL_SURFACE_INFO_INDEX_PHYS_SIZE_LO                                2
#define NV0041_CTRL_SURFACE_INFO_PHYS_ATTR_CPU_COHERENCY_HI                        31
#define NV0041_CTRL_SURFACE_INFO_PHYS_ATTR_CPU_COHERENCY_LO                        29
#define NV0041_CTRL_SURFACE_INFO_PHYS_ATTR_CPU_COHERENCY_CACHED                    1
#define NV0041_CTRL_SURFACE_INFO_PHYS_ATTR_CPU_COHERENCY_UNCACHED                  0
#define NV0041_CTRL_SURFACE_INFO_PHYS_ATTR_CPU_COHERENCY_WRITE_BACK                5
#define NV0041_CTRL_SURFACE_INFO_PHYS_ATTR_CPU_COHERENCY_WRITE_COMBINE             2
#define NV0041_CTRL_SURFACE_INFO_PHYS_ATTR_CPU_COHERENCY_WRITE_PROTECT             4
#define NV0041_CTRL_SURFACE_INFO_PHYS_ATTR_CPU_COHERENCY_WRITE_THROUGH             3
#define NV0041_CTRL_SURFACE_INFO_PHYS_ATTR_FORMAT_HI                               17
#define NV0041_CTRL_SURFACE_INFO_PHYS_ATTR_FORMAT_LO                               16
#define NV0041_CTRL_SURFACE_INFO_PHYS_ATTR_FORMAT_BLOCK_LINEAR                     2
#define NV0041_CTRL_SURFACE_INFO_PHYS_ATTR_FORMAT_PITCH                            0
#define NV0041_CTRL_SURFACE_INFO_PHYS_ATTR_FORMAT_SWIZZLED                         1
#define NV0041_CTRL_SURFACE_INFO_PHYS_ATTR_PAGE_SIZE_HI                            24
#define NV0041_CTRL_SURFACE_INFO_PHYS_ATTR_PAGE_SIZE_LO                            23
#define NV0041_CTRL_SURFACE_INFO_PHYS_ATTR_PAGE_SIZE_4KB                           1
#define NV0041_CTRL_SURFACE_INFO_PHYS_ATTR_PAGE_SIZE_BIG                           2
#define NV0041_CTRL_SURFACE_INFO_PHYS_ATTR_PAGE_SIZE_DEFAULT                       0
#define NV0041_CTRL_SURFACE_INFO_PHYS_ATTR_PAGE_SIZE_HUGE                          3
#define NV0041_CTRL_SURFACE_INFO_PHYS_SIZE_SCALE_FACTOR                            0x1000
#define NV83DE_CTRL_CMD_DEBUG_GET_MODE_ERRBAR_DEBUG_DISABLED                       0
#define NV83DE_CTRL_CMD_DEBUG_GET_MODE_ERRBAR_DEBUG_ENABLED                        1
#define NV83DE_CTRL_CMD_DEBUG_GET_MODE_MMU_DEBUG_DISABLED                          2
#define NV83DE_CTRL_CMD_DEBUG_GET_MODE_MMU_DEBUG_ENABLED                           1
#define NV83DE_CTRL_CMD_DEBUG_GET_MODE_MMU_GCC_DEBUG_DISABLED                      2
#define NV83DE_CTRL_CMD_DEBUG_GET_MODE_MMU_GCC_DEBUG_ENABLED                       1
#define NV83DE_CTRL_CMD_DEBUG_RELEASE_MMU_DEBUG_REQUESTS                           3
#define NV83DE_CTRL_CMD_DEBUG_RELEASE_MMU_GCC_DEBUG_REQUESTS                       3
#define NV83DE_CTRL_CMD_DEBUG_SET_MODE_ERRBAR_DEBUG_DISABLE                        0
#define NV83DE_CTRL_CMD_DEBUG_SET_MODE_ERRBAR_DEBUG_ENABLE                         1
#define NV83DE_CTRL_CMD_DEBUG_SET_MODE_MMU_DEBUG_DISABLE                           2
#define NV83DE_CTRL_CMD_DEBUG_SET_MODE_MMU_DEBUG_ENABLE                            1
#define NV83DE_CTRL_CMD_DEBUG_SET_MODE_MMU_GCC_DEBUG_DISABLE                       2
#define NV83DE_CTRL_CMD_DEBUG_SET_MODE_MMU_GCC_DEBUG_ENABLE                        1
#define NV83DE_CTRL_CMD_DEBUG_SUSPEND_ALL_CONTEXTS_FOR_CLIENT_HAS_RESIDENT_CHANNEL 1
#define NV83DE_CTRL_CMD_DEBUG_SUSPEND_ALL_CONTEXTS_FOR_CLIENT_PARAMS_DEFINED       1
#define NV83DE_CTRL_DEBUG                                                          3
#define NV83DE_CTRL_DEBUG_MAX_SMS_PER_CALL                                         0x64
#define NV83DE_CTRL_DEBUG_READ_MMU_FAULT_INFO_MAX_ENTRIES                          4
#define NV83DE_CTRL_DEBUG_SET_EXCEPTION_MASK_ALL                                   0xffff
#define NV83DE_CTRL_DEBUG_SET_EXCEPTION_MASK_CILP                                  0x10
#define NV83DE_CTRL_DEBUG_SET_EXCEPTION_MASK_FATAL                                 1
#define NV83DE_CTRL_DEBUG_SET_EXCEPTION_MASK_INT                                   8
#define NV83DE_CTRL_DEBUG_SET_EXCEPTION_MASK_NONE                                  0
#define NV83DE_CTRL_DEBUG_SET_EXCEPTION_MASK_PREEMPTION_STARTED                    0x20
#define NV83DE_CTRL_DEBUG_SET_EXCEPTION_MASK_SINGLE_STEP                           4
#define NV83DE_CTRL_DEBUG_SET_EXCEPTION_MASK_TRAP                                  2
#define NV83DE_CTRL_DEBUG_SET_NEXT_STOP_TRIGGER_TYPE_BROADCSAT                     2
#define NV83DE_CTRL_DEBUG_SET_NEXT_STOP_TRIGGER_TYPE_SINGLE_SM                     1
#define NV83DE_CTRL_DEBUG_SET_SINGLE_SM_STOP_TRIGGER_BROADCAST                     0xffffffffu
#define NV83DE_CTRL_DEBUG_SET_SINGLE_STEP_INTERRUPT_HANDLING_NONPAUSING            1
#define NV83DE_CTRL_DEBUG_SET_SINGLE_STEP_INTERRUPT_HANDLING_PAUSING               2
#define NV83DE_CTRL_FIFO                                                           2
#define NV83DE_CTRL_GPU_EXEC_REG_OPS_MAX_OPS                                       0x64
#define NV83DE_CTRL_GR                                                             1
#define NV83DE_CTRL_INTERNAL                                                       4
#define NV83DE_CTRL_RESERVED                                                       0
#define NV906F_CTRL_CMD_INTERNAL_RESET_CHANNEL_REASON_FAKE_ERROR                   4
#define NV906F_CTRL_CMD_RESET_CHANNEL_REASON_DEFAULT                               0
#define NV906F_CTRL_CMD_RESET_CHANNEL_REASON_ENUM_MAX                              3
#define NV906F_CTRL_CMD_RESET_CHANNEL_REASON_MMU_FLT                               2
#define NV906F_CTRL_CMD_RESET_CHANNEL_REASON_VERIF                                 1
#define NV906F_CTRL_GPFIFO                                                         1
#define NV906F_CTRL_MMU_FAULT_SHADER_TYPES                                         7
#define NV906F_CTRL_MMU_FAULT_SHADER_TYPE_COMPUTE                                  6
#define NV906F_CTRL_MMU_FAULT_SHADER_TYPE_GEOMETRY                                 4
#define NV906F_CTRL_MMU_FAULT_SHADER_TYPE_PIXEL                                    5
#define NV906F_CTRL_MMU_FAULT_SHADER_TYPE_TESSELLATION                             3
#define NV906F_CTRL_MMU_FAULT_SHADER_TYPE_TESSELLATION_INIT                        2
#define NV906F_CTRL_MMU_FAULT_SHADER_TYPE_VERTEX                                   1
#define NV906F_CTRL_MMU_FAULT_SHADER_TYPE_VERTEX_CULL_BEFORE_FETCH                 0
#define NV906F_CTRL_MMU_FAULT_STRING_LEN                                           0x20
#define NV906F_CTRL_RESERVED                                                       0
#define NVA06C_CTRL_CMD_PREEMPT_MAX_MANUAL_TIMEOUT_US                              0xf4240
#define NVA06C_CTRL_GPFIFO                                                         1
#define NVA06C_CTRL_INTERLEAVE_LEVEL_HIGH                                          2
#define NVA06C_CTRL_INTERLEAVE_LEVEL_LOW                                           0
#define NVA06C_CTRL_INTERLEAVE_LEVEL_MEDIUM                                        1
#define NVA06C_CTRL_INTERNAL                                                       2
#define NVA06C_CTRL_INTERNAL_PROMOTE_FAULT_METHOD_BUFFERS_MAX_RUNQUEUES            2
#define NVA06C_CTRL_PROGRAM_VIDMEM_PROMOTE_SIZE_128B                               2
#define NVA06C_CTRL_PROGRAM_VIDMEM_PROMOTE_SIZE_64B                                1
#define NVA06C_CTRL_PROGRAM_VIDMEM_PROMOTE_SIZE_NONE                               0
#define NVA06C_CTRL_RESERVED                                                       0
#define NVA06F_CTRL_GPFIFO                                                         1
#define NVA06F_CTRL_INTERNAL                                                       3
#define NVA06F_CTRL_RESERVED                                                       0
#define NVC36F_CTRL_CMD_GPFIFO_FAULT_METHOD_BUFFER_MAX_RUNQUEUES                   2
#define NVC36F_CTRL_GPFIFO                                                         1
#define NVC36F_CTRL_INTERNAL                                                       3
#define NVC36F_CTRL_RESERVED                                                       0

/* Explicit padding is named pad_<offset>; every hole is a member, so a structure
 * that was zeroed as a whole has no bytes of ours that leak. */

struct NV0041_CTRL_GET_SURFACE_INFO_PARAMS {
        uint32_t surfaceInfoListSize;
        uint32_t pad_4;
        uint64_t surfaceInfoList;
};
PEAL_ABI_SIZE(NV0041_CTRL_GET_SURFACE_INFO_PARAMS, 16);

struct NV0041_CTRL_GET_MEM_PAGE_SIZE_PARAMS {
        uint64_t pageSize;
};
PEAL_ABI_SIZE(NV0041_CTRL_GET_MEM_PAGE_SIZE_PARAMS, 8);

struct NV0041_CTRL_GET_SURFACE_PHYS_ATTR_PARAMS {
        uint64_t memOffset;
        uint32_t memFormat;
        uint32_t comprOffset;
        uint32_t comprFormat;
        uint32_t memAperture;
        uint32_t gpuCacheAttr;
        uint32_t gpuP2PCacheAttr;
        uint32_t mmuContext;
        uint32_t pad_36;
        uint64_t contigSegmentSize;
};
PEAL_ABI_SIZE(NV0041_CTRL_GET_SURFACE_PHYS_ATTR_PARAMS, 48);

struct NVC36F_CTRL_CMD_GPFIFO_GET_WORK_SUBMIT_TOKEN_PARAMS {
        uint32_t workSubmitToken;
};
PEAL_ABI_SIZE(NVC36F_CTRL_CMD_GPFIFO_GET_WORK_SUBMIT_TOKEN_PARAMS, 4);

struct NVC36F_CTRL_GPFIFO_SET_WORK_SUBMIT_TOKEN_NOTIF_INDEX_PARAMS {
        uint32_t index;
};
PEAL_ABI_SIZE(NVC36F_CTRL_GPFIFO_SET_WORK_SUBMIT_TOKEN_NOTIF_INDEX_PARAMS, 4);

struct NVA06C_CTRL_GPFIFO_SCHEDULE_PARAMS {
        uint8_t bEnable;
        uint8_t bSkipSubmit;
        uint8_t bSkipEnable;
};
PEAL_ABI_SIZE(NVA06C_CTRL_GPFIFO_SCHEDULE_PARAMS, 3);

struct NVA06C_CTRL_BIND_PARAMS {
        uint32_t engineType;
};
PEAL_ABI_SIZE(NVA06C_CTRL_BIND_PARAMS, 4);

struct NVA06C_CTRL_TIMESLICE_PARAMS {
        uint64_t timesliceUs;
};
PEAL_ABI_SIZE(NVA06C_CTRL_TIMESLICE_PARAMS, 8);

struct NVA06C_CTRL_PREEMPT_PARAMS {
        uint8_t bWait;
        uint8_t bManualTimeout;
        uint8_t pad_2[2];
        uint32_t timeoutUs;
};
PEAL_ABI_SIZE(NVA06C_CTRL_PREEMPT_PARAMS, 8);

struct NVA06C_CTRL_GET_INFO_PARAMS {
        uint32_t tsgID;
};
PEAL_ABI_SIZE(NVA06C_CTRL_GET_INFO_PARAMS, 4);

struct NVA06C_CTRL_INTERLEAVE_LEVEL_PARAMS {
        uint32_t tsgInterleaveLevel;
};
PEAL_ABI_SIZE(NVA06C_CTRL_INTERLEAVE_LEVEL_PARAMS, 4);

struct NVA06C_CTRL_GET_INTERLEAVE_LEVEL_PARAMS {
        uint32_t tsgInterleaveLevel;
};
PEAL_ABI_SIZE(NVA06C_CTRL_GET_INTERLEAVE_LEVEL_PARAMS, 4);

struct NVA06F_CTRL_GPFIFO_SCHEDULE_PARAMS {
        uint8_t bEnable;
        uint8_t bSkipSubmit;
        uint8_t bSkipEnable;
};
PEAL_ABI_SIZE(NVA06F_CTRL_GPFIFO_SCHEDULE_PARAMS, 3);

struct NVA06F_CTRL_BIND_PARAMS {
        uint32_t engineType;
};
PEAL_ABI_SIZE(NVA06F_CTRL_BIND_PARAMS, 4);

struct NVA06F_CTRL_STOP_CHANNEL_PARAMS {
        uint8_t bImmediate;
};
PEAL_ABI_SIZE(NVA06F_CTRL_STOP_CHANNEL_PARAMS, 1);

struct NVA06F_CTRL_SET_ERROR_NOTIFIER_PARAMS {
        uint8_t bNotifyEachChannelInTSG;
};
PEAL_ABI_SIZE(NVA06F_CTRL_SET_ERROR_NOTIFIER_PARAMS, 1);

struct NV906F_CTRL_CMD_RESET_CHANNEL_PARAMS {
        uint32_t engineID;
        uint32_t subdeviceInstance;
        uint32_t resetReason;
        uint8_t bIsRcPending;
        uint8_t pad_13[3];
};
PEAL_ABI_SIZE(NV906F_CTRL_CMD_RESET_CHANNEL_PARAMS, 16);

struct NV906F_CTRL_GET_CLASS_ENGINEID_PARAMS {
        uint32_t hObject;
        uint32_t classEngineID;
        uint32_t classID;
        uint32_t engineID;
};
PEAL_ABI_SIZE(NV906F_CTRL_GET_CLASS_ENGINEID_PARAMS, 16);

struct NV906F_CTRL_GET_MMU_FAULT_INFO_PARAMS {
        uint32_t addrHi;
        uint32_t addrLo;
        uint32_t faultType;
        char faultString[32];
        uint32_t pad_44;
        uint64_t shaderProgramVA[7];
};
PEAL_ABI_SIZE(NV906F_CTRL_GET_MMU_FAULT_INFO_PARAMS, 104);

struct NV90F1_CTRL_VASPACE_GET_GMMU_FORMAT_PARAMS {
        uint32_t hSubDevice;
        uint32_t subDeviceId;
        uint64_t pFmt;
};
PEAL_ABI_SIZE(NV90F1_CTRL_VASPACE_GET_GMMU_FORMAT_PARAMS, 16);

struct NV83DE_CTRL_DEBUG_SET_EXCEPTION_MASK_PARAMS {
        uint32_t exceptionMask;
};
PEAL_ABI_SIZE(NV83DE_CTRL_DEBUG_SET_EXCEPTION_MASK_PARAMS, 4);

struct NV83DE_SM_ERROR_STATE_REGISTERS {
        uint32_t hwwGlobalEsr;
        uint32_t hwwWarpEsr;
        uint32_t hwwWarpEsrPc;
        uint32_t hwwGlobalEsrReportMask;
        uint32_t hwwWarpEsrReportMask;
        uint32_t pad_20;
        uint64_t hwwEsrAddr;
        uint64_t hwwWarpEsrPc64;
        uint32_t hwwCgaEsr;
        uint32_t hwwCgaEsrReportMask;
};
PEAL_ABI_SIZE(NV83DE_SM_ERROR_STATE_REGISTERS, 48);

struct NV83DE_MMU_FAULT_INFO {
        uint8_t valid;
        uint8_t pad_1[3];
        uint32_t faultInfo;
};
PEAL_ABI_SIZE(NV83DE_MMU_FAULT_INFO, 8);

struct NV83DE_CTRL_DEBUG_READ_ALL_SM_ERROR_STATES_PARAMS {
        uint32_t hTargetChannel;
        uint32_t numSMsToRead;
        struct NV83DE_SM_ERROR_STATE_REGISTERS smErrorStateArray[100];
        uint32_t mmuFaultInfo;
        struct NV83DE_MMU_FAULT_INFO mmuFault;
        uint32_t startingSM;
};
PEAL_ABI_SIZE(NV83DE_CTRL_DEBUG_READ_ALL_SM_ERROR_STATES_PARAMS, 4824);

struct NV83DE_CTRL_DEBUG_READ_SINGLE_SM_ERROR_STATE_PARAMS {
        uint32_t hTargetChannel;
        uint32_t smID;
        struct NV83DE_SM_ERROR_STATE_REGISTERS smErrorState;
};
PEAL_ABI_SIZE(NV83DE_CTRL_DEBUG_READ_SINGLE_SM_ERROR_STATE_PARAMS, 56);

struct NV83DE_CTRL_DEBUG_CLEAR_ALL_SM_ERROR_STATES_PARAMS {
        uint32_t hTargetChannel;
        uint32_t numSMsToClear;
};
PEAL_ABI_SIZE(NV83DE_CTRL_DEBUG_CLEAR_ALL_SM_ERROR_STATES_PARAMS, 8);

struct NV83DE_CTRL_DEBUG_CLEAR_SINGLE_SM_ERROR_STATE_PARAMS {
        uint32_t hTargetChannel;
        uint32_t smID;
};
PEAL_ABI_SIZE(NV83DE_CTRL_DEBUG_CLEAR_SINGLE_SM_ERROR_STATE_PARAMS, 8);

struct NV83DE_CTRL_DEBUG_SET_MODE_MMU_DEBUG_PARAMS {
        uint32_t action;
};
PEAL_ABI_SIZE(NV83DE_CTRL_DEBUG_SET_MODE_MMU_DEBUG_PARAMS, 4);

struct NV83DE_CTRL_DEBUG_READ_MMU_FAULT_INFO_ENTRY {
        uint64_t faultAddress;
        uint32_t faultType;
        uint32_t accessType;
};
PEAL_ABI_SIZE(NV83DE_CTRL_DEBUG_READ_MMU_FAULT_INFO_ENTRY, 16);

struct NV83DE_CTRL_DEBUG_READ_MMU_FAULT_INFO_PARAMS {
        struct NV83DE_CTRL_DEBUG_READ_MMU_FAULT_INFO_ENTRY mmuFaultInfoList[4];
        uint32_t count;
        uint32_t pad_68;
};
PEAL_ABI_SIZE(NV83DE_CTRL_DEBUG_READ_MMU_FAULT_INFO_PARAMS, 72);

#endif
