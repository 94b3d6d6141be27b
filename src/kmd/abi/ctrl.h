/* SPDX-License-Identifier: MIT */
/* Control commands: numbers, and the structure each one takes. From
 * open-gpu-kernel-modules 580.142: ctrl headers and the exported control tables.
 */
#ifndef PEAL_KMD_ABI_CTRL_H
#define PEAL_KMD_ABI_CTRL_H

#include "src/kmd/abi/ctrl_gpu.h"
#include "src/kmd/abi/ctrl_client.h"
#include "src/kmd/abi/ctrl_chan.h"

/* (command, number, structure). The kernel wants exactly the structure's size. */
#define PEAL_ABI_CONTROLS(C)                                                                       \
        C(NV0000_CTRL_CMD_SYSTEM_GET_BUILD_VERSION, 0x101,                                         \
          NV0000_CTRL_SYSTEM_GET_BUILD_VERSION_PARAMS)                                             \
        C(NV0000_CTRL_CMD_SYSTEM_GET_P2P_CAPS, 0x127, NV0000_CTRL_SYSTEM_GET_P2P_CAPS_PARAMS)      \
        C(NV0000_CTRL_CMD_SYSTEM_GET_P2P_CAPS_V2, 0x12b,                                           \
          NV0000_CTRL_SYSTEM_GET_P2P_CAPS_V2_PARAMS)                                               \
        C(NV0000_CTRL_CMD_SYSTEM_GET_FABRIC_STATUS, 0x136,                                         \
          NV0000_CTRL_SYSTEM_GET_FABRIC_STATUS_PARAMS)                                             \
        C(NV0000_CTRL_CMD_SYSTEM_GET_P2P_CAPS_MATRIX, 0x13a,                                       \
          NV0000_CTRL_SYSTEM_GET_P2P_CAPS_MATRIX_PARAMS)                                           \
        C(NV0000_CTRL_CMD_SYSTEM_GET_BUILD_VERSION_V2, 0x13e,                                      \
          NV0000_CTRL_SYSTEM_GET_BUILD_VERSION_V2_PARAMS)                                          \
        C(NV0000_CTRL_CMD_SYSTEM_GET_FEATURES, 0x1f0, NV0000_CTRL_SYSTEM_GET_FEATURES_PARAMS)      \
        C(NV0000_CTRL_CMD_GPU_GET_ATTACHED_IDS, 0x201, NV0000_CTRL_GPU_GET_ATTACHED_IDS_PARAMS)    \
        C(NV0000_CTRL_CMD_GPU_GET_ID_INFO, 0x202, NV0000_CTRL_GPU_GET_ID_INFO_PARAMS)              \
        C(NV0000_CTRL_CMD_GPU_GET_DEVICE_IDS, 0x204, NV0000_CTRL_GPU_GET_DEVICE_IDS_PARAMS)        \
        C(NV0000_CTRL_CMD_GPU_GET_ID_INFO_V2, 0x205, NV0000_CTRL_GPU_GET_ID_INFO_V2_PARAMS)        \
        C(NV0000_CTRL_CMD_GPU_GET_PROBED_IDS, 0x214, NV0000_CTRL_GPU_GET_PROBED_IDS_PARAMS)        \
        C(NV0000_CTRL_CMD_GPU_ATTACH_IDS, 0x215, NV0000_CTRL_GPU_ATTACH_IDS_PARAMS)                \
        C(NV0000_CTRL_CMD_GPU_DETACH_IDS, 0x216, NV0000_CTRL_GPU_DETACH_IDS_PARAMS)                \
        C(NV0000_CTRL_CMD_GPU_GET_PCI_INFO, 0x21b, NV0000_CTRL_GPU_GET_PCI_INFO_PARAMS)            \
        C(NV0000_CTRL_CMD_GPU_GET_UUID_INFO, 0x274, NV0000_CTRL_GPU_GET_UUID_INFO_PARAMS)          \
        C(NV0000_CTRL_CMD_GPU_GET_UUID_FROM_GPU_ID, 0x275,                                         \
          NV0000_CTRL_GPU_GET_UUID_FROM_GPU_ID_PARAMS)                                             \
        C(NV0000_CTRL_CMD_GPU_GET_MEMOP_ENABLE, 0x27b, NV0000_CTRL_GPU_GET_MEMOP_ENABLE_PARAMS)    \
        C(NV0000_CTRL_CMD_CLIENT_GET_ADDR_SPACE_TYPE, 0xd01,                                       \
          NV0000_CTRL_CLIENT_GET_ADDR_SPACE_TYPE_PARAMS)                                           \
        C(NV0000_CTRL_CMD_CLIENT_SET_INHERITED_SHARE_POLICY, 0xd04,                                \
          NV0000_CTRL_CLIENT_SET_INHERITED_SHARE_POLICY_PARAMS)                                    \
        C(NV0041_CTRL_CMD_GET_SURFACE_PHYS_ATTR, 0x410103,                                         \
          NV0041_CTRL_GET_SURFACE_PHYS_ATTR_PARAMS)                                                \
        C(NV0041_CTRL_CMD_GET_SURFACE_INFO, 0x410110, NV0041_CTRL_GET_SURFACE_INFO_PARAMS)         \
        C(NV0041_CTRL_CMD_GET_MEM_PAGE_SIZE, 0x410118, NV0041_CTRL_GET_MEM_PAGE_SIZE_PARAMS)       \
        C(NV0080_CTRL_CMD_GPU_GET_CLASSLIST, 0x800201, NV0080_CTRL_GPU_GET_CLASSLIST_PARAMS)       \
        C(NV0080_CTRL_CMD_GPU_GET_NUM_SUBDEVICES, 0x800280,                                        \
          NV0080_CTRL_GPU_GET_NUM_SUBDEVICES_PARAMS)                                               \
        C(NV0080_CTRL_CMD_GPU_GET_VIRTUALIZATION_MODE, 0x800289,                                   \
          NV0080_CTRL_GPU_GET_VIRTUALIZATION_MODE_PARAMS)                                          \
        C(NV0080_CTRL_CMD_GPU_GET_CLASSLIST_V2, 0x800292, NV0080_CTRL_GPU_GET_CLASSLIST_V2_PARAMS) \
        C(NV0080_CTRL_CMD_GR_GET_INFO, 0x801104, NV0080_CTRL_GR_GET_INFO_PARAMS)                   \
        C(NV0080_CTRL_CMD_GR_GET_CAPS_V2, 0x801109, NV0080_CTRL_GR_GET_CAPS_V2_PARAMS)             \
        C(NV0080_CTRL_CMD_GR_GET_INFO_V2, 0x801110, NV0080_CTRL_GR_GET_INFO_V2_PARAMS)             \
        C(NV0080_CTRL_CMD_FB_GET_CAPS_V2, 0x801307, NV0080_CTRL_FB_GET_CAPS_V2_PARAMS)             \
        C(NV0080_CTRL_CMD_HOST_GET_CAPS_V2, 0x801402, NV0080_CTRL_HOST_GET_CAPS_V2_PARAMS)         \
        C(NV0080_CTRL_CMD_FIFO_GET_CHANNELLIST, 0x80170d, NV0080_CTRL_FIFO_GET_CHANNELLIST_PARAMS) \
        C(NV0080_CTRL_CMD_FIFO_GET_CAPS_V2, 0x801713, NV0080_CTRL_FIFO_GET_CAPS_V2_PARAMS)         \
        C(NV0080_CTRL_CMD_PERF_CUDA_LIMIT_SET_CONTROL, 0x801909,                                   \
          NV0080_CTRL_PERF_CUDA_LIMIT_CONTROL_PARAMS)                                              \
        C(NV2080_CTRL_CMD_GPU_GET_INFO, 0x20800101, NV2080_CTRL_GPU_GET_INFO_PARAMS)               \
        C(NV2080_CTRL_CMD_GPU_GET_INFO_V2, 0x20800102, NV2080_CTRL_GPU_GET_INFO_V2_PARAMS)         \
        C(NV2080_CTRL_CMD_GPU_GET_NAME_STRING, 0x20800110, NV2080_CTRL_GPU_GET_NAME_STRING_PARAMS) \
        C(NV2080_CTRL_CMD_GPU_GET_SHORT_NAME_STRING, 0x20800111,                                   \
          NV2080_CTRL_GPU_GET_SHORT_NAME_STRING_PARAMS)                                            \
        C(NV2080_CTRL_CMD_GPU_GET_SIMULATION_INFO, 0x20800119,                                     \
          NV2080_CTRL_GPU_GET_SIMULATION_INFO_PARAMS)                                              \
        C(NV2080_CTRL_CMD_GPU_GET_ENGINES, 0x20800123, NV2080_CTRL_GPU_GET_ENGINES_PARAMS)         \
        C(NV2080_CTRL_CMD_GPU_GET_ENGINE_CLASSLIST, 0x20800124,                                    \
          NV2080_CTRL_GPU_GET_ENGINE_CLASSLIST_PARAMS)                                             \
        C(NV2080_CTRL_CMD_GPU_QUERY_ECC_STATUS, 0x2080012f,                                        \
          NV2080_CTRL_GPU_QUERY_ECC_STATUS_PARAMS)                                                 \
        C(NV2080_CTRL_CMD_GPU_QUERY_COMPUTE_MODE_RULES, 0x20800131,                                \
          NV2080_CTRL_GPU_QUERY_COMPUTE_MODE_RULES_PARAMS)                                         \
        C(NV2080_CTRL_CMD_GPU_GET_ID, 0x20800142, NV2080_CTRL_GPU_GET_ID_PARAMS)                   \
        C(NV2080_CTRL_CMD_GPU_GET_GID_INFO, 0x2080014a, NV2080_CTRL_GPU_GET_GID_INFO_PARAMS)       \
        C(NV2080_CTRL_CMD_GPU_GET_ENGINES_V2, 0x20800170, NV2080_CTRL_GPU_GET_ENGINES_V2_PARAMS)   \
        C(NV2080_CTRL_CMD_GPU_GET_PIDS, 0x2080018d, NV2080_CTRL_GPU_GET_PIDS_PARAMS)               \
        C(NV2080_CTRL_CMD_GET_P2P_CAPS, 0x208001a0, NV2080_CTRL_GET_P2P_CAPS_PARAMS)               \
        C(NV2080_CTRL_CMD_GET_GPU_FABRIC_PROBE_INFO, 0x208001a3,                                   \
          NV2080_CTRL_CMD_GET_GPU_FABRIC_PROBE_INFO_PARAMS)                                        \
        C(NV2080_CTRL_CMD_EVENT_SET_NOTIFICATION, 0x20800301,                                      \
          NV2080_CTRL_EVENT_SET_NOTIFICATION_PARAMS)                                               \
        C(NV2080_CTRL_CMD_TIMER_GET_TIME, 0x20800403, NV2080_CTRL_TIMER_GET_TIME_PARAMS)           \
        C(NV2080_CTRL_CMD_TIMER_GET_GPU_CPU_TIME_CORRELATION_INFO, 0x20800406,                     \
          NV2080_CTRL_TIMER_GET_GPU_CPU_TIME_CORRELATION_INFO_PARAMS)                              \
        C(NV2080_CTRL_CMD_FIFO_GET_INFO, 0x20801109, NV2080_CTRL_FIFO_GET_INFO_PARAMS)             \
        C(NV2080_CTRL_CMD_FIFO_DISABLE_CHANNELS, 0x2080110b,                                       \
          NV2080_CTRL_FIFO_DISABLE_CHANNELS_PARAMS)                                                \
        C(NV2080_CTRL_CMD_FIFO_GET_USERD_LOCATION, 0x2080110d,                                     \
          NV2080_CTRL_CMD_FIFO_GET_USERD_LOCATION_PARAMS)                                          \
        C(NV2080_CTRL_CMD_GR_GET_INFO, 0x20801201, NV2080_CTRL_GR_GET_INFO_PARAMS)                 \
        C(NV2080_CTRL_CMD_GR_SET_CTXSW_PREEMPTION_MODE, 0x20801210,                                \
          NV2080_CTRL_GR_SET_CTXSW_PREEMPTION_MODE_PARAMS)                                         \
        C(NV2080_CTRL_CMD_GR_GET_CTX_BUFFER_SIZE, 0x20801218,                                      \
          NV2080_CTRL_GR_GET_CTX_BUFFER_SIZE_PARAMS)                                               \
        C(NV2080_CTRL_CMD_GR_GET_GLOBAL_SM_ORDER, 0x2080121b,                                      \
          NV2080_CTRL_GR_GET_GLOBAL_SM_ORDER_PARAMS)                                               \
        C(NV2080_CTRL_CMD_GR_GET_CAPS_V2, 0x20801227, NV2080_CTRL_GR_GET_CAPS_V2_PARAMS)           \
        C(NV2080_CTRL_CMD_GR_GET_INFO_V2, 0x20801228, NV2080_CTRL_GR_GET_INFO_V2_PARAMS)           \
        C(NV2080_CTRL_CMD_GR_GET_GPC_MASK, 0x2080122a, NV2080_CTRL_GR_GET_GPC_MASK_PARAMS)         \
        C(NV2080_CTRL_CMD_GR_GET_TPC_MASK, 0x2080122b, NV2080_CTRL_GR_GET_TPC_MASK_PARAMS)         \
        C(NV2080_CTRL_CMD_GR_GET_CTXSW_MODES, 0x20801235, NV2080_CTRL_GR_GET_CTXSW_MODES_PARAMS)   \
        C(NV2080_CTRL_CMD_FB_GET_INFO, 0x20801301, NV2080_CTRL_FB_GET_INFO_PARAMS)                 \
        C(NV2080_CTRL_CMD_FB_GET_INFO_V2, 0x20801303, NV2080_CTRL_FB_GET_INFO_V2_PARAMS)           \
        C(NV2080_CTRL_CMD_FB_FLUSH_GPU_CACHE, 0x2080130e, NV2080_CTRL_FB_FLUSH_GPU_CACHE_PARAMS)   \
        C(NV2080_CTRL_CMD_FB_GET_FB_REGION_INFO, 0x20801320,                                       \
          NV2080_CTRL_CMD_FB_GET_FB_REGION_INFO_PARAMS)                                            \
        C(NV2080_CTRL_CMD_MC_GET_ARCH_INFO, 0x20801701, NV2080_CTRL_MC_GET_ARCH_INFO_PARAMS)       \
        C(NV2080_CTRL_CMD_BUS_GET_PCI_INFO, 0x20801801, NV2080_CTRL_BUS_GET_PCI_INFO_PARAMS)       \
        C(NV2080_CTRL_CMD_BUS_GET_INFO, 0x20801802, NV2080_CTRL_BUS_GET_INFO_PARAMS)               \
        C(NV2080_CTRL_CMD_BUS_GET_PCI_BAR_INFO, 0x20801803,                                        \
          NV2080_CTRL_BUS_GET_PCI_BAR_INFO_PARAMS)                                                 \
        C(NV2080_CTRL_CMD_BUS_GET_INFO_V2, 0x20801823, NV2080_CTRL_BUS_GET_INFO_V2_PARAMS)         \
        C(NV2080_CTRL_CMD_BUS_GET_NVLINK_PEER_ID_MASK, 0x20801825,                                 \
          NV2080_CTRL_BUS_GET_NVLINK_PEER_ID_MASK_PARAMS)                                          \
        C(NV2080_CTRL_CMD_BUS_GET_PCIE_SUPPORTED_GPU_ATOMICS, 0x2080182a,                          \
          NV2080_CTRL_CMD_BUS_GET_PCIE_SUPPORTED_GPU_ATOMICS_PARAMS)                               \
        C(NV2080_CTRL_CMD_BUS_GET_C2C_INFO, 0x2080182b, NV2080_CTRL_CMD_BUS_GET_C2C_INFO_PARAMS)   \
        C(NV2080_CTRL_CMD_PERF_BOOST, 0x2080200a, NV2080_CTRL_PERF_BOOST_PARAMS)                   \
        C(NV2080_CTRL_CMD_RC_GET_ERROR_COUNT, 0x20802205, NV2080_CTRL_RC_GET_ERROR_COUNT_PARAMS)   \
        C(NV2080_CTRL_CMD_RC_GET_WATCHDOG_INFO, 0x20802209,                                        \
          NV2080_CTRL_RC_GET_WATCHDOG_INFO_PARAMS)                                                 \
        C(NV2080_CTRL_CMD_CE_GET_CE_PCE_MASK, 0x20802a02, NV2080_CTRL_CE_GET_CE_PCE_MASK_PARAMS)   \
        C(NV2080_CTRL_CMD_CE_GET_CAPS_V2, 0x20802a03, NV2080_CTRL_CE_GET_CAPS_V2_PARAMS)           \
        C(NV2080_CTRL_CMD_CE_GET_PHYSICAL_CAPS, 0x20802a07, NV2080_CTRL_CE_GET_CAPS_V2_PARAMS)     \
        C(NV2080_CTRL_CMD_CE_GET_ALL_CAPS, 0x20802a0a, NV2080_CTRL_CE_GET_ALL_CAPS_PARAMS)         \
        C(NV2080_CTRL_CMD_NVLINK_GET_NVLINK_CAPS, 0x20803001,                                      \
          NV2080_CTRL_CMD_NVLINK_GET_NVLINK_CAPS_PARAMS)                                           \
        C(NV2080_CTRL_CMD_NVLINK_GET_NVLINK_STATUS, 0x20803002,                                    \
          NV2080_CTRL_CMD_NVLINK_GET_NVLINK_STATUS_PARAMS)                                         \
        C(NV2080_CTRL_CMD_GSP_GET_FEATURES, 0x20803601, NV2080_CTRL_GSP_GET_FEATURES_PARAMS)       \
        C(NV83DE_CTRL_CMD_DEBUG_SET_MODE_MMU_DEBUG, 0x83de0307,                                    \
          NV83DE_CTRL_DEBUG_SET_MODE_MMU_DEBUG_PARAMS)                                             \
        C(NV83DE_CTRL_CMD_DEBUG_SET_EXCEPTION_MASK, 0x83de0309,                                    \
          NV83DE_CTRL_DEBUG_SET_EXCEPTION_MASK_PARAMS)                                             \
        C(NV83DE_CTRL_CMD_DEBUG_READ_SINGLE_SM_ERROR_STATE, 0x83de030b,                            \
          NV83DE_CTRL_DEBUG_READ_SINGLE_SM_ERROR_STATE_PARAMS)                                     \
        C(NV83DE_CTRL_CMD_DEBUG_READ_ALL_SM_ERROR_STATES, 0x83de030c,                              \
          NV83DE_CTRL_DEBUG_READ_ALL_SM_ERROR_STATES_PARAMS)                                       \
        C(NV83DE_CTRL_CMD_DEBUG_CLEAR_SINGLE_SM_ERROR_STATE, 0x83de030f,                           \
          NV83DE_CTRL_DEBUG_CLEAR_SINGLE_SM_ERROR_STATE_PARAMS)                                    \
        C(NV83DE_CTRL_CMD_DEBUG_CLEAR_ALL_SM_ERROR_STATES, 0x83de0310,                             \
          NV83DE_CTRL_DEBUG_CLEAR_ALL_SM_ERROR_STATES_PARAMS)                                      \
        C(NV83DE_CTRL_CMD_DEBUG_READ_MMU_FAULT_INFO, 0x83de0328,                                   \
          NV83DE_CTRL_DEBUG_READ_MMU_FAULT_INFO_PARAMS)                                            \
        C(NV906F_CTRL_GET_CLASS_ENGINEID, 0x906f0101, NV906F_CTRL_GET_CLASS_ENGINEID_PARAMS)       \
        C(NV906F_CTRL_CMD_RESET_CHANNEL, 0x906f0102, NV906F_CTRL_CMD_RESET_CHANNEL_PARAMS)         \
        C(NV906F_CTRL_CMD_GET_MMU_FAULT_INFO, 0x906f0106, NV906F_CTRL_GET_MMU_FAULT_INFO_PARAMS)   \
        C(NV90F1_CTRL_CMD_VASPACE_GET_GMMU_FORMAT, 0x90f10101,                                     \
          NV90F1_CTRL_VASPACE_GET_GMMU_FORMAT_PARAMS)                                              \
        C(NVA06C_CTRL_CMD_GPFIFO_SCHEDULE, 0xa06c0101, NVA06C_CTRL_GPFIFO_SCHEDULE_PARAMS)         \
        C(NVA06C_CTRL_CMD_BIND, 0xa06c0102, NVA06C_CTRL_BIND_PARAMS)                               \
        C(NVA06C_CTRL_CMD_SET_TIMESLICE, 0xa06c0103, NVA06C_CTRL_TIMESLICE_PARAMS)                 \
        C(NVA06C_CTRL_CMD_GET_TIMESLICE, 0xa06c0104, NVA06C_CTRL_TIMESLICE_PARAMS)                 \
        C(NVA06C_CTRL_CMD_PREEMPT, 0xa06c0105, NVA06C_CTRL_PREEMPT_PARAMS)                         \
        C(NVA06C_CTRL_CMD_GET_INFO, 0xa06c0106, NVA06C_CTRL_GET_INFO_PARAMS)                       \
        C(NVA06C_CTRL_CMD_SET_INTERLEAVE_LEVEL, 0xa06c0107, NVA06C_CTRL_INTERLEAVE_LEVEL_PARAMS)   \
        C(NVA06C_CTRL_CMD_GET_INTERLEAVE_LEVEL, 0xa06c0108,                                        \
          NVA06C_CTRL_GET_INTERLEAVE_LEVEL_PARAMS)                                                 \
        C(NVA06F_CTRL_CMD_GPFIFO_SCHEDULE, 0xa06f0103, NVA06F_CTRL_GPFIFO_SCHEDULE_PARAMS)         \
        C(NVA06F_CTRL_CMD_BIND, 0xa06f0104, NVA06F_CTRL_BIND_PARAMS)                               \
        C(NVA06F_CTRL_CMD_SET_ERROR_NOTIFIER, 0xa06f0108, NVA06F_CTRL_SET_ERROR_NOTIFIER_PARAMS)   \
        C(NVA06F_CTRL_CMD_STOP_CHANNEL, 0xa06f0112, NVA06F_CTRL_STOP_CHANNEL_PARAMS)               \
        C(NVC36F_CTRL_CMD_GPFIFO_GET_WORK_SUBMIT_TOKEN, 0xc36f0108,                                \
          NVC36F_CTRL_CMD_GPFIFO_GET_WORK_SUBMIT_TOKEN_PARAMS)                                     \
        C(NVC36F_CTRL_CMD_GPFIFO_SET_WORK_SUBMIT_TOKEN_NOTIF_INDEX, 0xc36f010a,                    \
          NVC36F_CTRL_GPFIFO_SET_WORK_SUBMIT_TOKEN_NOTIF_INDEX_PARAMS)

#define NV0000_CTRL_CMD_SYSTEM_GET_BUILD_VERSION                 0x101u
#define NV0000_CTRL_CMD_SYSTEM_GET_P2P_CAPS                      0x127u
#define NV0000_CTRL_CMD_SYSTEM_GET_P2P_CAPS_V2                   0x12bu
#define NV0000_CTRL_CMD_SYSTEM_GET_FABRIC_STATUS                 0x136u
#define NV0000_CTRL_CMD_SYSTEM_GET_P2P_CAPS_MATRIX               0x13au
#define NV0000_CTRL_CMD_SYSTEM_GET_BUILD_VERSION_V2              0x13eu
#define NV0000_CTRL_CMD_SYSTEM_GET_FEATURES                      0x1f0u
#define NV0000_CTRL_CMD_GPU_GET_ATTACHED_IDS                     0x201u
#define NV0000_CTRL_CMD_GPU_GET_ID_INFO                          0x202u
#define NV0000_CTRL_CMD_GPU_GET_DEVICE_IDS                       0x204u
#define NV0000_CTRL_CMD_GPU_GET_ID_INFO_V2                       0x205u
#define NV0000_CTRL_CMD_GPU_GET_PROBED_IDS                       0x214u
#define NV0000_CTRL_CMD_GPU_ATTACH_IDS                           0x215u
#define NV0000_CTRL_CMD_GPU_DETACH_IDS                           0x216u
#define NV0000_CTRL_CMD_GPU_GET_PCI_INFO                         0x21bu
#define NV0000_CTRL_CMD_GPU_GET_UUID_INFO                        0x274u
#define NV0000_CTRL_CMD_GPU_GET_UUID_FROM_GPU_ID                 0x275u
#define NV0000_CTRL_CMD_GPU_GET_MEMOP_ENABLE                     0x27bu
#define NV0000_CTRL_CMD_CLIENT_GET_ADDR_SPACE_TYPE               0xd01u
#define NV0000_CTRL_CMD_CLIENT_SET_INHERITED_SHARE_POLICY        0xd04u
#define NV0041_CTRL_CMD_GET_SURFACE_PHYS_ATTR                    0x410103u
#define NV0041_CTRL_CMD_GET_SURFACE_INFO                         0x410110u
#define NV0041_CTRL_CMD_GET_MEM_PAGE_SIZE                        0x410118u
#define NV0080_CTRL_CMD_GPU_GET_CLASSLIST                        0x800201u
#define NV0080_CTRL_CMD_GPU_GET_NUM_SUBDEVICES                   0x800280u
#define NV0080_CTRL_CMD_GPU_GET_VIRTUALIZATION_MODE              0x800289u
#define NV0080_CTRL_CMD_GPU_GET_CLASSLIST_V2                     0x800292u
#define NV0080_CTRL_CMD_GR_GET_INFO                              0x801104u
#define NV0080_CTRL_CMD_GR_GET_CAPS_V2                           0x801109u
#define NV0080_CTRL_CMD_GR_GET_INFO_V2                           0x801110u
#define NV0080_CTRL_CMD_FB_GET_CAPS_V2                           0x801307u
#define NV0080_CTRL_CMD_HOST_GET_CAPS_V2                         0x801402u
#define NV0080_CTRL_CMD_FIFO_GET_CHANNELLIST                     0x80170du
#define NV0080_CTRL_CMD_FIFO_GET_CAPS_V2                         0x801713u
#define NV0080_CTRL_CMD_PERF_CUDA_LIMIT_SET_CONTROL              0x801909u
#define NV2080_CTRL_CMD_GPU_GET_INFO                             0x20800101u
#define NV2080_CTRL_CMD_GPU_GET_INFO_V2                          0x20800102u
#define NV2080_CTRL_CMD_GPU_GET_NAME_STRING                      0x20800110u
#define NV2080_CTRL_CMD_GPU_GET_SHORT_NAME_STRING                0x20800111u
#define NV2080_CTRL_CMD_GPU_GET_SIMULATION_INFO                  0x20800119u
#define NV2080_CTRL_CMD_GPU_GET_ENGINES                          0x20800123u
#define NV2080_CTRL_CMD_GPU_GET_ENGINE_CLASSLIST                 0x20800124u
#define NV2080_CTRL_CMD_GPU_QUERY_ECC_STATUS                     0x2080012fu
#define NV2080_CTRL_CMD_GPU_QUERY_COMPUTE_MODE_RULES             0x20800131u
#define NV2080_CTRL_CMD_GPU_GET_ID                               0x20800142u
#define NV2080_CTRL_CMD_GPU_GET_GID_INFO                         0x2080014au
#define NV2080_CTRL_CMD_GPU_GET_ENGINES_V2                       0x20800170u
#define NV2080_CTRL_CMD_GPU_GET_PIDS                             0x2080018du
#define NV2080_CTRL_CMD_GET_P2P_CAPS                             0x208001a0u
#define NV2080_CTRL_CMD_GET_GPU_FABRIC_PROBE_INFO                0x208001a3u
#define NV2080_CTRL_CMD_EVENT_SET_NOTIFICATION                   0x20800301u
#define NV2080_CTRL_CMD_TIMER_GET_TIME                           0x20800403u
#define NV2080_CTRL_CMD_TIMER_GET_GPU_CPU_TIME_CORRELATION_INFO  0x20800406u
#define NV2080_CTRL_CMD_FIFO_GET_INFO                            0x20801109u
#define NV2080_CTRL_CMD_FIFO_DISABLE_CHANNELS                    0x2080110bu
#define NV2080_CTRL_CMD_FIFO_GET_USERD_LOCATION                  0x2080110du
#define NV2080_CTRL_CMD_GR_GET_INFO                              0x20801201u
#define NV2080_CTRL_CMD_GR_SET_CTXSW_PREEMPTION_MODE             0x20801210u
#define NV2080_CTRL_CMD_GR_GET_CTX_BUFFER_SIZE                   0x20801218u
#define NV2080_CTRL_CMD_GR_GET_GLOBAL_SM_ORDER                   0x2080121bu
#define NV2080_CTRL_CMD_GR_GET_CAPS_V2                           0x20801227u
#define NV2080_CTRL_CMD_GR_GET_INFO_V2                           0x20801228u
#define NV2080_CTRL_CMD_GR_GET_GPC_MASK                          0x2080122au
#define NV2080_CTRL_CMD_GR_GET_TPC_MASK                          0x2080122bu
#define NV2080_CTRL_CMD_GR_GET_CTXSW_MODES                       0x20801235u
#define NV2080_CTRL_CMD_FB_GET_INFO                              0x20801301u
#define NV2080_CTRL_CMD_FB_GET_INFO_V2                           0x20801303u
#define NV2080_CTRL_CMD_FB_FLUSH_GPU_CACHE                       0x2080130eu
#define NV2080_CTRL_CMD_FB_GET_FB_REGION_INFO                    0x20801320u
#define NV2080_CTRL_CMD_MC_GET_ARCH_INFO                         0x20801701u
#define NV2080_CTRL_CMD_BUS_GET_PCI_INFO                         0x20801801u
#define NV2080_CTRL_CMD_BUS_GET_INFO                             0x20801802u
#define NV2080_CTRL_CMD_BUS_GET_PCI_BAR_INFO                     0x20801803u
#define NV2080_CTRL_CMD_BUS_GET_INFO_V2                          0x20801823u
#define NV2080_CTRL_CMD_BUS_GET_NVLINK_PEER_ID_MASK              0x20801825u
#define NV2080_CTRL_CMD_BUS_GET_PCIE_SUPPORTED_GPU_ATOMICS       0x2080182au
#define NV2080_CTRL_CMD_BUS_GET_C2C_INFO                         0x2080182bu
#define NV2080_CTRL_CMD_PERF_BOOST                               0x2080200au
#define NV2080_CTRL_CMD_RC_GET_ERROR_COUNT                       0x20802205u
#define NV2080_CTRL_CMD_RC_GET_WATCHDOG_INFO                     0x20802209u
#define NV2080_CTRL_CMD_CE_GET_CE_PCE_MASK                       0x20802a02u
#define NV2080_CTRL_CMD_CE_GET_CAPS_V2                           0x20802a03u
#define NV2080_CTRL_CMD_CE_GET_PHYSICAL_CAPS                     0x20802a07u
#define NV2080_CTRL_CMD_CE_GET_ALL_CAPS                          0x20802a0au
#define NV2080_CTRL_CMD_NVLINK_GET_NVLINK_CAPS                   0x20803001u
#define NV2080_CTRL_CMD_NVLINK_GET_NVLINK_STATUS                 0x20803002u
#define NV2080_CTRL_CMD_GSP_GET_FEATURES                         0x20803601u
#define NV83DE_CTRL_CMD_DEBUG_SET_MODE_MMU_DEBUG                 0x83de0307u
#define NV83DE_CTRL_CMD_DEBUG_SET_EXCEPTION_MASK                 0x83de0309u
#define NV83DE_CTRL_CMD_DEBUG_READ_SINGLE_SM_ERROR_STATE         0x83de030bu
#define NV83DE_CTRL_CMD_DEBUG_READ_ALL_SM_ERROR_STATES           0x83de030cu
#define NV83DE_CTRL_CMD_DEBUG_CLEAR_SINGLE_SM_ERROR_STATE        0x83de030fu
#define NV83DE_CTRL_CMD_DEBUG_CLEAR_ALL_SM_ERROR_STATES          0x83de0310u
#define NV83DE_CTRL_CMD_DEBUG_READ_MMU_FAULT_INFO                0x83de0328u
#define NV906F_CTRL_GET_CLASS_ENGINEID                           0x906f0101u
#define NV906F_CTRL_CMD_RESET_CHANNEL                            0x906f0102u
#define NV906F_CTRL_CMD_GET_MMU_FAULT_INFO                       0x906f0106u
#define NV90F1_CTRL_CMD_VASPACE_GET_GMMU_FORMAT                  0x90f10101u
#define NVA06C_CTRL_CMD_GPFIFO_SCHEDULE                          0xa06c0101u
#define NVA06C_CTRL_CMD_BIND                                     0xa06c0102u
#define NVA06C_CTRL_CMD_SET_TIMESLICE                            0xa06c0103u
#define NVA06C_CTRL_CMD_GET_TIMESLICE                            0xa06c0104u
#define NVA06C_CTRL_CMD_PREEMPT                                  0xa06c0105u
#define NVA06C_CTRL_CMD_GET_INFO                                 0xa06c0106u
#define NVA06C_CTRL_CMD_SET_INTERLEAVE_LEVEL                     0xa06c0107u
#define NVA06C_CTRL_CMD_GET_INTERLEAVE_LEVEL                     0xa06c0108u
#define NVA06F_CTRL_CMD_GPFIFO_SCHEDULE                          0xa06f0103u
#define NVA06F_CTRL_CMD_BIND                                     0xa06f0104u
#define NVA06F_CTRL_CMD_SET_ERROR_NOTIFIER                       0xa06f0108u
#define NVA06F_CTRL_CMD_STOP_CHANNEL                             0xa06f0112u
#define NVC36F_CTRL_CMD_GPFIFO_GET_WORK_SUBMIT_TOKEN             0xc36f0108u
#define NVC36F_CTRL_CMD_GPFIFO_SET_WORK_SUBMIT_TOKEN_NOTIF_INDEX 0xc36f010au

#define PEAL_ABI_CTRL_STRUCTS(S)                                                                   \
        S(NV0000_CTRL_GPU_GET_ID_INFO_PARAMS)                                                      \
        S(NV0000_CTRL_GPU_GET_ID_INFO_V2_PARAMS)                                                   \
        S(NV0000_CTRL_GPU_GET_ATTACHED_IDS_PARAMS)                                                 \
        S(NV0000_CTRL_GPU_GET_PROBED_IDS_PARAMS)                                                   \
        S(NV0000_CTRL_GPU_ATTACH_IDS_PARAMS)                                                       \
        S(NV0000_CTRL_GPU_DETACH_IDS_PARAMS)                                                       \
        S(NV0000_CTRL_GPU_GET_DEVICE_IDS_PARAMS)                                                   \
        S(NV0000_CTRL_GPU_GET_PCI_INFO_PARAMS)                                                     \
        S(NV0000_CTRL_GPU_GET_MEMOP_ENABLE_PARAMS)                                                 \
        S(NV0000_CTRL_GPU_GET_UUID_FROM_GPU_ID_PARAMS)                                             \
        S(NV0000_CTRL_GPU_GET_UUID_INFO_PARAMS)                                                    \
        S(NV0000_CTRL_SYSTEM_GET_BUILD_VERSION_PARAMS)                                             \
        S(NV0000_CTRL_SYSTEM_GET_BUILD_VERSION_V2_PARAMS)                                          \
        S(NV0000_CTRL_SYSTEM_GET_P2P_CAPS_PARAMS)                                                  \
        S(NV0000_CTRL_SYSTEM_GET_P2P_CAPS_V2_PARAMS)                                               \
        S(NV0000_CTRL_SYSTEM_GET_P2P_CAPS_MATRIX_PARAMS)                                           \
        S(NV0000_CTRL_SYSTEM_GET_FABRIC_STATUS_PARAMS)                                             \
        S(NV0000_CTRL_SYSTEM_GET_FEATURES_PARAMS)                                                  \
        S(NV0000_CTRL_CLIENT_GET_ADDR_SPACE_TYPE_PARAMS)                                           \
        S(NV0000_CTRL_CLIENT_SET_INHERITED_SHARE_POLICY_PARAMS)                                    \
        S(NV0080_CTRL_GPU_GET_CLASSLIST_PARAMS)                                                    \
        S(NV0080_CTRL_GPU_GET_CLASSLIST_V2_PARAMS)                                                 \
        S(NV0080_CTRL_GPU_GET_NUM_SUBDEVICES_PARAMS)                                               \
        S(NV0080_CTRL_GPU_GET_VIRTUALIZATION_MODE_PARAMS)                                          \
        S(NV0080_CTRL_FIFO_GET_CHANNELLIST_PARAMS)                                                 \
        S(NV0080_CTRL_HOST_GET_CAPS_V2_PARAMS)                                                     \
        S(NV0080_CTRL_FB_GET_CAPS_V2_PARAMS)                                                       \
        S(NV0080_CTRL_GR_GET_CAPS_V2_PARAMS)                                                       \
        S(NV0080_CTRL_FIFO_GET_CAPS_V2_PARAMS)                                                     \
        S(NV0080_CTRL_PERF_CUDA_LIMIT_CONTROL_PARAMS)                                              \
        S(NV0080_CTRL_GR_GET_INFO_PARAMS)                                                          \
        S(NV0080_CTRL_GR_GET_INFO_V2_PARAMS)                                                       \
        S(NV2080_CTRL_GPU_GET_GID_INFO_PARAMS)                                                     \
        S(NV2080_CTRL_GPU_GET_NAME_STRING_PARAMS)                                                  \
        S(NV2080_CTRL_GPU_GET_SHORT_NAME_STRING_PARAMS)                                            \
        S(NV2080_CTRL_GPU_GET_ENGINES_PARAMS)                                                      \
        S(NV2080_CTRL_GPU_GET_ENGINES_V2_PARAMS)                                                   \
        S(NV2080_CTRL_GPU_GET_ENGINE_CLASSLIST_PARAMS)                                             \
        S(NV2080_CTRL_GPU_GET_INFO_PARAMS)                                                         \
        S(NV2080_CTRL_GPU_GET_INFO_V2_PARAMS)                                                      \
        S(NV2080_CTRL_GPU_GET_SIMULATION_INFO_PARAMS)                                              \
        S(NV2080_CTRL_GPU_QUERY_COMPUTE_MODE_RULES_PARAMS)                                         \
        S(NV2080_CTRL_GPU_QUERY_ECC_STATUS_PARAMS)                                                 \
        S(NV2080_CTRL_GPU_GET_ID_PARAMS)                                                           \
        S(NV2080_CTRL_GPU_GET_PIDS_PARAMS)                                                         \
        S(NV2080_CTRL_GET_P2P_CAPS_PARAMS)                                                         \
        S(NV2080_CTRL_CMD_GET_GPU_FABRIC_PROBE_INFO_PARAMS)                                        \
        S(NV2080_CTRL_GR_GET_INFO_PARAMS)                                                          \
        S(NV2080_CTRL_GR_GET_INFO_V2_PARAMS)                                                       \
        S(NV2080_CTRL_GR_GET_CAPS_V2_PARAMS)                                                       \
        S(NV2080_CTRL_GR_GET_GLOBAL_SM_ORDER_PARAMS)                                               \
        S(NV2080_CTRL_GR_GET_CTX_BUFFER_SIZE_PARAMS)                                               \
        S(NV2080_CTRL_GR_SET_CTXSW_PREEMPTION_MODE_PARAMS)                                         \
        S(NV2080_CTRL_GR_GET_GPC_MASK_PARAMS)                                                      \
        S(NV2080_CTRL_GR_GET_TPC_MASK_PARAMS)                                                      \
        S(NV2080_CTRL_GR_GET_CTXSW_MODES_PARAMS)                                                   \
        S(NV2080_CTRL_FB_GET_INFO_PARAMS)                                                          \
        S(NV2080_CTRL_FB_GET_INFO_V2_PARAMS)                                                       \
        S(NV2080_CTRL_FB_FLUSH_GPU_CACHE_PARAMS)                                                   \
        S(NV2080_CTRL_CMD_FB_GET_FB_REGION_INFO_PARAMS)                                            \
        S(NV2080_CTRL_BUS_GET_PCI_INFO_PARAMS)                                                     \
        S(NV2080_CTRL_BUS_GET_INFO_PARAMS)                                                         \
        S(NV2080_CTRL_BUS_GET_INFO_V2_PARAMS)                                                      \
        S(NV2080_CTRL_BUS_GET_PCI_BAR_INFO_PARAMS)                                                 \
        S(NV2080_CTRL_CMD_BUS_GET_PCIE_SUPPORTED_GPU_ATOMICS_PARAMS)                               \
        S(NV2080_CTRL_CMD_BUS_GET_C2C_INFO_PARAMS)                                                 \
        S(NV2080_CTRL_MC_GET_ARCH_INFO_PARAMS)                                                     \
        S(NV2080_CTRL_CE_GET_CAPS_V2_PARAMS)                                                       \
        S(NV2080_CTRL_CE_GET_CE_PCE_MASK_PARAMS)                                                   \
        S(NV2080_CTRL_CE_GET_ALL_CAPS_PARAMS)                                                      \
        S(NV2080_CTRL_PERF_BOOST_PARAMS)                                                           \
        S(NV2080_CTRL_EVENT_SET_NOTIFICATION_PARAMS)                                               \
        S(NV2080_CTRL_TIMER_GET_GPU_CPU_TIME_CORRELATION_INFO_PARAMS)                              \
        S(NV2080_CTRL_TIMER_GET_TIME_PARAMS)                                                       \
        S(NV2080_CTRL_RC_GET_ERROR_COUNT_PARAMS)                                                   \
        S(NV2080_CTRL_RC_GET_WATCHDOG_INFO_PARAMS)                                                 \
        S(NV2080_CTRL_FIFO_DISABLE_CHANNELS_PARAMS)                                                \
        S(NV2080_CTRL_FIFO_GET_INFO_PARAMS)                                                        \
        S(NV2080_CTRL_CMD_FIFO_GET_USERD_LOCATION_PARAMS)                                          \
        S(NV2080_CTRL_GSP_GET_FEATURES_PARAMS)                                                     \
        S(NV2080_CTRL_CMD_NVLINK_GET_NVLINK_STATUS_PARAMS)                                         \
        S(NV2080_CTRL_CMD_NVLINK_GET_NVLINK_CAPS_PARAMS)                                           \
        S(NV2080_CTRL_BUS_GET_NVLINK_PEER_ID_MASK_PARAMS)                                          \
        S(NV0041_CTRL_GET_SURFACE_INFO_PARAMS)                                                     \
        S(NV0041_CTRL_GET_MEM_PAGE_SIZE_PARAMS)                                                    \
        S(NV0041_CTRL_GET_SURFACE_PHYS_ATTR_PARAMS)                                                \
        S(NVC36F_CTRL_CMD_GPFIFO_GET_WORK_SUBMIT_TOKEN_PARAMS)                                     \
        S(NVC36F_CTRL_GPFIFO_SET_WORK_SUBMIT_TOKEN_NOTIF_INDEX_PARAMS)                             \
        S(NVA06C_CTRL_GPFIFO_SCHEDULE_PARAMS)                                                      \
        S(NVA06C_CTRL_BIND_PARAMS)                                                                 \
        S(NVA06C_CTRL_TIMESLICE_PARAMS)                                                            \
        S(NVA06C_CTRL_PREEMPT_PARAMS)                                                              \
        S(NVA06C_CTRL_GET_INFO_PARAMS)                                                             \
        S(NVA06C_CTRL_INTERLEAVE_LEVEL_PARAMS)                                                     \
        S(NVA06C_CTRL_GET_INTERLEAVE_LEVEL_PARAMS)                                                 \
        S(NVA06F_CTRL_GPFIFO_SCHEDULE_PARAMS)                                                      \
        S(NVA06F_CTRL_BIND_PARAMS)                                                                 \
        S(NVA06F_CTRL_STOP_CHANNEL_PARAMS)                                                         \
        S(NVA06F_CTRL_SET_ERROR_NOTIFIER_PARAMS)                                                   \
        S(NV906F_CTRL_CMD_RESET_CHANNEL_PARAMS)                                                    \
        S(NV906F_CTRL_GET_CLASS_ENGINEID_PARAMS)                                                   \
        S(NV906F_CTRL_GET_MMU_FAULT_INFO_PARAMS)                                                   \
        S(NV90F1_CTRL_VASPACE_GET_GMMU_FORMAT_PARAMS)                                              \
        S(NV83DE_CTRL_DEBUG_SET_EXCEPTION_MASK_PARAMS)                                             \
        S(NV83DE_CTRL_DEBUG_READ_ALL_SM_ERROR_STATES_PARAMS)                                       \
        S(NV83DE_CTRL_DEBUG_READ_SINGLE_SM_ERROR_STATE_PARAMS)                                     \
        S(NV83DE_CTRL_DEBUG_CLEAR_ALL_SM_ERROR_STATES_PARAMS)                                      \
        S(NV83DE_CTRL_DEBUG_CLEAR_SINGLE_SM_ERROR_STATE_PARAMS)                                    \
        S(NV83DE_CTRL_DEBUG_SET_MODE_MMU_DEBUG_PARAMS)                                             \
        S(NV83DE_CTRL_DEBUG_READ_MMU_FAULT_INFO_PARAMS)

#endif
