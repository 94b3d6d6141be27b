/* SPDX-License-Identifier: MIT */
/* Parameters and constants of the controls of NV2080 (subdevice),
 * layout of release 580. From open-gpu-kernel-modules 580.142: ctrl headers.
 */
#ifndef PEAL_KMD_ABI_CTRL_GPU_H
#define PEAL_KMD_ABI_CTRL_GPU_H

#include "src/kmd/abi/common.h"
#include "src/kmd/abi/ctrl_client.h"
#include "src/kmd/abi/ctrl_info.h"

/* Explicit padding is named pad_<offset>; every hole is a member, so a structure
 * that was zeroed as a whole has no bytes of ours that leak. */

struct NV2080_CTRL_GPU_GET_GID_INFO_PARAMS {
        uint32_t index;
        uint32_t flags;
        uint32_t length;
        uint8_t data[256];
};
PEAL_ABI_SIZE(NV2080_CTRL_GPU_GET_GID_INFO_PARAMS, 268);

struct NV2080_CTRL_GPU_GET_NAME_STRING_PARAMS {
        uint32_t gpuNameStringFlags;
        union {
                uint8_t ascii[64];
                uint16_t unicode[64];
        } gpuNameString;
};
PEAL_ABI_SIZE(NV2080_CTRL_GPU_GET_NAME_STRING_PARAMS, 132);

struct NV2080_CTRL_GPU_GET_SHORT_NAME_STRING_PARAMS {
        uint8_t gpuShortNameString[64];
};
PEAL_ABI_SIZE(NV2080_CTRL_GPU_GET_SHORT_NAME_STRING_PARAMS, 64);

struct NV2080_CTRL_GPU_GET_ENGINES_PARAMS {
        uint32_t engineCount;
        uint32_t pad_4;
        uint64_t engineList;
};
PEAL_ABI_SIZE(NV2080_CTRL_GPU_GET_ENGINES_PARAMS, 16);

struct NV2080_CTRL_GPU_GET_ENGINES_V2_PARAMS {
        uint32_t engineCount;
        uint32_t engineList[84];
};
PEAL_ABI_SIZE(NV2080_CTRL_GPU_GET_ENGINES_V2_PARAMS, 340);

struct NV2080_CTRL_GPU_GET_ENGINE_CLASSLIST_PARAMS {
        uint32_t engineType;
        uint32_t numClasses;
        uint64_t classList;
};
PEAL_ABI_SIZE(NV2080_CTRL_GPU_GET_ENGINE_CLASSLIST_PARAMS, 16);

struct NV2080_CTRL_GPU_GET_INFO_PARAMS {
        uint32_t gpuInfoListSize;
        uint32_t pad_4;
        uint64_t gpuInfoList;
};
PEAL_ABI_SIZE(NV2080_CTRL_GPU_GET_INFO_PARAMS, 16);

struct NV2080_CTRL_GPU_INFO {
        uint32_t index;
        uint32_t data;
};
PEAL_ABI_SIZE(NV2080_CTRL_GPU_INFO, 8);

struct NV2080_CTRL_GPU_GET_INFO_V2_PARAMS {
        uint32_t gpuInfoListSize;
        struct NV2080_CTRL_GPU_INFO gpuInfoList[70];
};
PEAL_ABI_SIZE(NV2080_CTRL_GPU_GET_INFO_V2_PARAMS, 564);

struct NV2080_CTRL_GPU_GET_SIMULATION_INFO_PARAMS {
        uint32_t type;
};
PEAL_ABI_SIZE(NV2080_CTRL_GPU_GET_SIMULATION_INFO_PARAMS, 4);

struct NV2080_CTRL_GPU_QUERY_COMPUTE_MODE_RULES_PARAMS {
        uint32_t rules;
};
PEAL_ABI_SIZE(NV2080_CTRL_GPU_QUERY_COMPUTE_MODE_RULES_PARAMS, 4);

struct NV2080_CTRL_GPU_QUERY_ECC_EXCEPTION_STATUS {
        uint64_t count;
};
PEAL_ABI_SIZE(NV2080_CTRL_GPU_QUERY_ECC_EXCEPTION_STATUS, 8);

struct NV2080_CTRL_GPU_QUERY_ECC_UNIT_STATUS {
        uint8_t enabled;
        uint8_t scrubComplete;
        uint8_t supported;
        uint8_t pad_3[5];
        struct NV2080_CTRL_GPU_QUERY_ECC_EXCEPTION_STATUS dbe;
        struct NV2080_CTRL_GPU_QUERY_ECC_EXCEPTION_STATUS dbeNonResettable;
        struct NV2080_CTRL_GPU_QUERY_ECC_EXCEPTION_STATUS sbe;
        struct NV2080_CTRL_GPU_QUERY_ECC_EXCEPTION_STATUS sbeNonResettable;
};
PEAL_ABI_SIZE(NV2080_CTRL_GPU_QUERY_ECC_UNIT_STATUS, 40);

struct NV2080_CTRL_GPU_QUERY_ECC_STATUS_PARAMS {
        struct NV2080_CTRL_GPU_QUERY_ECC_UNIT_STATUS units[36];
        uint8_t bFatalPoisonError;
        uint8_t uncorrectableError;
        uint8_t pad_1442[2];
        uint32_t flags;
        struct NV2080_CTRL_GR_ROUTE_INFO grRouteInfo;
};
PEAL_ABI_SIZE(NV2080_CTRL_GPU_QUERY_ECC_STATUS_PARAMS, 1464);

struct NV2080_CTRL_GPU_GET_ID_PARAMS {
        uint32_t gpuId;
};
PEAL_ABI_SIZE(NV2080_CTRL_GPU_GET_ID_PARAMS, 4);

struct NV2080_CTRL_GPU_GET_PIDS_PARAMS {
        uint32_t idType;
        uint32_t id;
        uint32_t pidTblCount;
        uint32_t pidTbl[950];
};
PEAL_ABI_SIZE(NV2080_CTRL_GPU_GET_PIDS_PARAMS, 3812);

struct NV2080_CTRL_GPU_P2P_PEER_CAPS_PEER_INFO {
        uint32_t gpuId;
        uint8_t gpuUuid[16];
        uint32_t p2pCaps;
        uint32_t p2pOptimalReadCEs;
        uint32_t p2pOptimalWriteCEs;
        uint8_t p2pCapsStatus[9];
        uint8_t pad_41[3];
        uint32_t busPeerId;
        uint32_t busEgmPeerId;
};
PEAL_ABI_SIZE(NV2080_CTRL_GPU_P2P_PEER_CAPS_PEER_INFO, 52);

struct NV2080_CTRL_GET_P2P_CAPS_PARAMS {
        uint8_t bAllCaps;
        uint8_t bUseUuid;
        uint8_t pad_2[2];
        uint32_t peerGpuCount;
        struct NV2080_CTRL_GPU_P2P_PEER_CAPS_PEER_INFO peerGpuCaps[32];
};
PEAL_ABI_SIZE(NV2080_CTRL_GET_P2P_CAPS_PARAMS, 1672);

struct NV2080_CTRL_CMD_GET_GPU_FABRIC_PROBE_INFO_PARAMS {
        uint8_t state;
        uint8_t pad_1[3];
        uint32_t status;
        uint8_t clusterUuid[16];
        uint16_t fabricPartitionId;
        uint8_t pad_26[6];
        uint64_t fabricCaps;
        uint32_t fabricCliqueId;
        uint32_t fabricHealthMask;
        uint8_t fabricHealthSummary;
        uint8_t pad_49[7];
};
PEAL_ABI_SIZE(NV2080_CTRL_CMD_GET_GPU_FABRIC_PROBE_INFO_PARAMS, 56);

struct NV2080_CTRL_GR_GET_INFO_PARAMS {
        uint32_t grInfoListSize;
        uint32_t pad_4;
        uint64_t grInfoList;
        struct NV2080_CTRL_GR_ROUTE_INFO grRouteInfo;
};
PEAL_ABI_SIZE(NV2080_CTRL_GR_GET_INFO_PARAMS, 32);

struct NV2080_CTRL_GR_GET_INFO_V2_PARAMS {
        uint32_t grInfoListSize;
        struct NV2080_CTRL_GR_INFO grInfoList[58];
        uint32_t pad_468;
        struct NV2080_CTRL_GR_ROUTE_INFO grRouteInfo;
};
PEAL_ABI_SIZE(NV2080_CTRL_GR_GET_INFO_V2_PARAMS, 488);

struct NV2080_CTRL_GR_GET_CAPS_V2_PARAMS {
        uint8_t capsTbl[23];
        uint8_t pad_23[1];
        struct NV2080_CTRL_GR_ROUTE_INFO grRouteInfo;
        uint8_t bCapsPopulated;
        uint8_t pad_41[7];
};
PEAL_ABI_SIZE(NV2080_CTRL_GR_GET_CAPS_V2_PARAMS, 48);

struct NV2080_CTRL_GR_GLOBAL_SM_ID {
        uint16_t gpcId;
        uint16_t localTpcId;
        uint16_t localSmId;
        uint16_t globalTpcId;
        uint16_t virtualGpcId;
        uint16_t migratableTpcId;
        uint16_t ugpuId;
        uint16_t physicalCpcId;
        uint16_t virtualTpcId;
};
PEAL_ABI_SIZE(NV2080_CTRL_GR_GLOBAL_SM_ID, 18);

struct NV2080_CTRL_GR_GET_GLOBAL_SM_ORDER_PARAMS {
        struct NV2080_CTRL_GR_GLOBAL_SM_ID globalSmId[512];
        uint16_t numSm;
        uint16_t numTpc;
        uint32_t pad_9220;
        struct NV2080_CTRL_GR_ROUTE_INFO grRouteInfo;
};
PEAL_ABI_SIZE(NV2080_CTRL_GR_GET_GLOBAL_SM_ORDER_PARAMS, 9240);

struct NV2080_CTRL_GR_GET_CTX_BUFFER_SIZE_PARAMS {
        uint32_t hChannel;
        uint32_t pad_4;
        uint64_t totalBufferSize;
};
PEAL_ABI_SIZE(NV2080_CTRL_GR_GET_CTX_BUFFER_SIZE_PARAMS, 16);

struct NV2080_CTRL_GR_SET_CTXSW_PREEMPTION_MODE_PARAMS {
        uint32_t flags;
        uint32_t hChannel;
        uint32_t gfxpPreemptMode;
        uint32_t cilpPreemptMode;
        struct NV2080_CTRL_GR_ROUTE_INFO grRouteInfo;
};
PEAL_ABI_SIZE(NV2080_CTRL_GR_SET_CTXSW_PREEMPTION_MODE_PARAMS, 32);

struct NV2080_CTRL_GR_GET_GPC_MASK_PARAMS {
        struct NV2080_CTRL_GR_ROUTE_INFO grRouteInfo;
        uint32_t gpcMask;
        uint32_t pad_20;
};
PEAL_ABI_SIZE(NV2080_CTRL_GR_GET_GPC_MASK_PARAMS, 24);

struct NV2080_CTRL_GR_GET_TPC_MASK_PARAMS {
        struct NV2080_CTRL_GR_ROUTE_INFO grRouteInfo;
        uint32_t gpcId;
        uint32_t tpcMask;
};
PEAL_ABI_SIZE(NV2080_CTRL_GR_GET_TPC_MASK_PARAMS, 24);

struct NV2080_CTRL_GR_GET_CTXSW_MODES_PARAMS {
        uint32_t hChannel;
        uint32_t zcullMode;
        uint32_t pmMode;
        uint32_t smpcMode;
        uint32_t cilpPreemptMode;
        uint32_t gfxpPreemptMode;
};
PEAL_ABI_SIZE(NV2080_CTRL_GR_GET_CTXSW_MODES_PARAMS, 24);

struct NV2080_CTRL_FB_GET_INFO_PARAMS {
        uint32_t fbInfoListSize;
        uint32_t pad_4;
        uint64_t fbInfoList;
};
PEAL_ABI_SIZE(NV2080_CTRL_FB_GET_INFO_PARAMS, 16);

struct NV2080_CTRL_FB_INFO {
        uint32_t index;
        uint32_t data;
};
PEAL_ABI_SIZE(NV2080_CTRL_FB_INFO, 8);

struct NV2080_CTRL_FB_GET_INFO_V2_PARAMS {
        uint32_t fbInfoListSize;
        struct NV2080_CTRL_FB_INFO fbInfoList[128];
};
PEAL_ABI_SIZE(NV2080_CTRL_FB_GET_INFO_V2_PARAMS, 1028);

struct NV2080_CTRL_FB_FLUSH_GPU_CACHE_PARAMS {
        uint64_t addressArray[500];
        uint32_t addressArraySize;
        uint32_t addressAlign;
        uint64_t memBlockSizeBytes;
        uint32_t flags;
        uint32_t pad_4020;
};
PEAL_ABI_SIZE(NV2080_CTRL_FB_FLUSH_GPU_CACHE_PARAMS, 4024);

struct NV2080_CTRL_CMD_FB_GET_FB_REGION_FB_REGION_INFO {
        uint64_t base;
        uint64_t limit;
        uint64_t reserved;
        uint32_t performance;
        uint8_t supportCompressed;
        uint8_t supportISO;
        uint8_t bProtected;
        uint8_t blackList[18];
        uint8_t pad_49[7];
};
PEAL_ABI_SIZE(NV2080_CTRL_CMD_FB_GET_FB_REGION_FB_REGION_INFO, 56);

struct NV2080_CTRL_CMD_FB_GET_FB_REGION_INFO_PARAMS {
        uint32_t numFBRegions;
        uint32_t pad_4;
        struct NV2080_CTRL_CMD_FB_GET_FB_REGION_FB_REGION_INFO fbRegion[16];
};
PEAL_ABI_SIZE(NV2080_CTRL_CMD_FB_GET_FB_REGION_INFO_PARAMS, 904);

struct NV2080_CTRL_BUS_GET_PCI_INFO_PARAMS {
        uint32_t pciDeviceId;
        uint32_t pciSubSystemId;
        uint32_t pciRevisionId;
        uint32_t pciExtDeviceId;
};
PEAL_ABI_SIZE(NV2080_CTRL_BUS_GET_PCI_INFO_PARAMS, 16);

struct NV2080_CTRL_BUS_GET_INFO_PARAMS {
        uint32_t busInfoListSize;
        uint32_t pad_4;
        uint64_t busInfoList;
};
PEAL_ABI_SIZE(NV2080_CTRL_BUS_GET_INFO_PARAMS, 16);

struct NV2080_CTRL_BUS_INFO {
        uint32_t index;
        uint32_t data;
};
PEAL_ABI_SIZE(NV2080_CTRL_BUS_INFO, 8);

struct NV2080_CTRL_BUS_GET_INFO_V2_PARAMS {
        uint32_t busInfoListSize;
        struct NV2080_CTRL_BUS_INFO busInfoList[52];
};
PEAL_ABI_SIZE(NV2080_CTRL_BUS_GET_INFO_V2_PARAMS, 420);

struct NV2080_CTRL_BUS_PCI_BAR_INFO {
        uint32_t flags;
        uint32_t barSize;
        uint64_t barSizeBytes;
        uint64_t barOffset;
};
PEAL_ABI_SIZE(NV2080_CTRL_BUS_PCI_BAR_INFO, 24);

struct NV2080_CTRL_BUS_GET_PCI_BAR_INFO_PARAMS {
        uint32_t pciBarCount;
        uint32_t pad_4;
        struct NV2080_CTRL_BUS_PCI_BAR_INFO pciBarInfo[8];
};
PEAL_ABI_SIZE(NV2080_CTRL_BUS_GET_PCI_BAR_INFO_PARAMS, 200);

struct NV2080_CTRL_BUS_ATOMIC_OP_INFO {
        uint8_t bSupported;
        uint8_t pad_1[3];
        uint32_t attributes;
};
PEAL_ABI_SIZE(NV2080_CTRL_BUS_ATOMIC_OP_INFO, 8);

struct NV2080_CTRL_CMD_BUS_GET_PCIE_SUPPORTED_GPU_ATOMICS_PARAMS {
        uint32_t capType;
        uint32_t dbdf;
        struct NV2080_CTRL_BUS_ATOMIC_OP_INFO atomicOp[13];
};
PEAL_ABI_SIZE(NV2080_CTRL_CMD_BUS_GET_PCIE_SUPPORTED_GPU_ATOMICS_PARAMS, 112);

struct NV2080_CTRL_CMD_BUS_GET_C2C_INFO_PARAMS {
        uint8_t bIsLinkUp;
        uint8_t bLinkInHS;
        uint8_t pad_2[2];
        uint32_t nrLinks;
        uint32_t maxNrLinks;
        uint32_t linkMask;
        uint32_t perLinkBwMBps;
        uint32_t perLinkLaneWidth;
        uint32_t remoteType;
};
PEAL_ABI_SIZE(NV2080_CTRL_CMD_BUS_GET_C2C_INFO_PARAMS, 28);

struct NV2080_CTRL_MC_GET_ARCH_INFO_PARAMS {
        uint32_t architecture;
        uint32_t implementation;
        uint32_t revision;
        uint8_t subRevision;
        uint8_t pad_13[3];
};
PEAL_ABI_SIZE(NV2080_CTRL_MC_GET_ARCH_INFO_PARAMS, 16);

struct NV2080_CTRL_CE_GET_CAPS_V2_PARAMS {
        uint32_t ceEngineType;
        uint8_t capsTbl[2];
        uint8_t pad_6[2];
};
PEAL_ABI_SIZE(NV2080_CTRL_CE_GET_CAPS_V2_PARAMS, 8);

struct NV2080_CTRL_CE_GET_CE_PCE_MASK_PARAMS {
        uint32_t ceEngineType;
        uint32_t pceMask;
};
PEAL_ABI_SIZE(NV2080_CTRL_CE_GET_CE_PCE_MASK_PARAMS, 8);

struct NV2080_CTRL_CE_GET_ALL_CAPS_PARAMS {
        uint8_t capsTbl[64][2];
        uint64_t present;
};
PEAL_ABI_SIZE(NV2080_CTRL_CE_GET_ALL_CAPS_PARAMS, 136);

struct NV2080_CTRL_PERF_BOOST_PARAMS {
        uint32_t flags;
        uint32_t duration;
};
PEAL_ABI_SIZE(NV2080_CTRL_PERF_BOOST_PARAMS, 8);

struct NV2080_CTRL_EVENT_SET_NOTIFICATION_PARAMS {
        uint32_t event;
        uint32_t action;
        uint8_t bNotifyState;
        uint8_t pad_9[3];
        uint32_t info32;
        uint16_t info16;
        uint8_t pad_18[2];
};
PEAL_ABI_SIZE(NV2080_CTRL_EVENT_SET_NOTIFICATION_PARAMS, 20);

struct NV2080_CTRL_TIMER_GPU_CPU_TIME_SAMPLE {
        uint64_t cpuTime;
        uint64_t gpuTime;
};
PEAL_ABI_SIZE(NV2080_CTRL_TIMER_GPU_CPU_TIME_SAMPLE, 16);

struct NV2080_CTRL_TIMER_GET_GPU_CPU_TIME_CORRELATION_INFO_PARAMS {
        uint8_t cpuClkId;
        uint8_t sampleCount;
        uint8_t pad_2[6];
        struct NV2080_CTRL_TIMER_GPU_CPU_TIME_SAMPLE samples[16];
};
PEAL_ABI_SIZE(NV2080_CTRL_TIMER_GET_GPU_CPU_TIME_CORRELATION_INFO_PARAMS, 264);

struct NV2080_CTRL_TIMER_GET_TIME_PARAMS {
        uint64_t time_nsec;
};
PEAL_ABI_SIZE(NV2080_CTRL_TIMER_GET_TIME_PARAMS, 8);

struct NV2080_CTRL_RC_GET_ERROR_COUNT_PARAMS {
        uint32_t errorCount;
};
PEAL_ABI_SIZE(NV2080_CTRL_RC_GET_ERROR_COUNT_PARAMS, 4);

struct NV2080_CTRL_RC_GET_WATCHDOG_INFO_PARAMS {
        uint32_t watchdogStatusFlags;
};
PEAL_ABI_SIZE(NV2080_CTRL_RC_GET_WATCHDOG_INFO_PARAMS, 4);

struct NV2080_CTRL_FIFO_DISABLE_CHANNELS_PARAMS {
        uint8_t bDisable;
        uint8_t pad_1[3];
        uint32_t numChannels;
        uint8_t bOnlyDisableScheduling;
        uint8_t bRewindGpPut;
        uint8_t pad_10[6];
        uint64_t pRunlistPreemptEvent;
        uint32_t hClientList[64];
        uint32_t hChannelList[64];
};
PEAL_ABI_SIZE(NV2080_CTRL_FIFO_DISABLE_CHANNELS_PARAMS, 536);

struct NV2080_CTRL_FIFO_INFO {
        uint32_t index;
        uint32_t data;
};
PEAL_ABI_SIZE(NV2080_CTRL_FIFO_INFO, 8);

struct NV2080_CTRL_FIFO_GET_INFO_PARAMS {
        uint32_t fifoInfoTblSize;
        struct NV2080_CTRL_FIFO_INFO fifoInfoTbl[256];
        uint32_t engineType;
};
PEAL_ABI_SIZE(NV2080_CTRL_FIFO_GET_INFO_PARAMS, 2056);

struct NV2080_CTRL_CMD_FIFO_GET_USERD_LOCATION_PARAMS {
        uint32_t aperture;
        uint32_t attribute;
};
PEAL_ABI_SIZE(NV2080_CTRL_CMD_FIFO_GET_USERD_LOCATION_PARAMS, 8);

struct NV2080_CTRL_GSP_GET_FEATURES_PARAMS {
        uint32_t gspFeatures;
        uint8_t bValid;
        uint8_t bDefaultGspRmGpu;
        uint8_t firmwareVersion[64];
        uint8_t pad_70[2];
};
PEAL_ABI_SIZE(NV2080_CTRL_GSP_GET_FEATURES_PARAMS, 72);

struct NV2080_CTRL_NVLINK_LINK_MASK {
        uint8_t lenMasks;
        uint8_t pad_1[7];
        uint64_t masks;
};
PEAL_ABI_SIZE(NV2080_CTRL_NVLINK_LINK_MASK, 16);

struct NV2080_CTRL_NVLINK_DEVICE_INFO {
        uint32_t deviceIdFlags;
        uint32_t domain;
        uint16_t bus;
        uint16_t device;
        uint16_t function;
        uint8_t pad_14[2];
        uint32_t pciDeviceId;
        uint32_t pad_20;
        uint64_t deviceType;
        uint8_t deviceUUID[16];
        uint32_t fabricRecoveryStatusMask;
        uint32_t pad_52;
};
PEAL_ABI_SIZE(NV2080_CTRL_NVLINK_DEVICE_INFO, 56);

struct NV2080_CTRL_NVLINK_LINK_STATUS_INFO {
        uint32_t capsTbl;
        uint8_t phyType;
        uint8_t subLinkWidth;
        uint8_t pad_6[2];
        uint32_t linkState;
        uint8_t rxSublinkStatus;
        uint8_t txSublinkStatus;
        uint8_t bLaneReversal;
        uint8_t nvlinkVersion;
        uint8_t nciVersion;
        uint8_t phyVersion;
        uint8_t pad_18[2];
        uint32_t nvlinkLinkClockKHz;
        uint32_t nvlinkCommonClockSpeedKHz;
        uint32_t nvlinkRefClkSpeedKHz;
        uint32_t nvlinkCommonClockSpeedMhz;
        uint32_t nvlinkLineRateMbps;
        uint32_t nvlinkLinkClockMhz;
        uint8_t nvlinkRefClkType;
        uint8_t pad_45[3];
        uint32_t nvlinkLinkDataRateKiBps;
        uint32_t nvlinkRefClkSpeedMhz;
        uint8_t connected;
        uint8_t loopProperty;
        uint8_t remoteDeviceLinkNumber;
        uint8_t localDeviceLinkNumber;
        uint32_t pad_60;
        uint64_t remoteLinkSid;
        uint64_t localLinkSid;
        uint32_t laneRxdetStatusMask;
        uint32_t nvlinkMinL1Threshold;
        uint32_t nvlinkMaxL1Threshold;
        uint32_t nvlinkL1ThresholdUnits;
        struct NV2080_CTRL_NVLINK_DEVICE_INFO remoteDeviceInfo;
        struct NV2080_CTRL_NVLINK_DEVICE_INFO localDeviceInfo;
};
PEAL_ABI_SIZE(NV2080_CTRL_NVLINK_LINK_STATUS_INFO, 208);

struct NV2080_CTRL_CMD_NVLINK_GET_NVLINK_STATUS_PARAMS {
        uint32_t enabledLinkMask;
        uint32_t pad_4;
        struct NV2080_CTRL_NVLINK_LINK_MASK enabledLinks;
        uint8_t bSublinkStateInst;
        uint8_t bNvleModeEnabled;
        uint8_t pad_26[6];
        struct NV2080_CTRL_NVLINK_LINK_STATUS_INFO linkInfo[64];
};
PEAL_ABI_SIZE(NV2080_CTRL_CMD_NVLINK_GET_NVLINK_STATUS_PARAMS, 13344);

struct NV2080_CTRL_CMD_NVLINK_GET_NVLINK_CAPS_PARAMS {
        uint32_t capsTbl;
        uint8_t lowestNvlinkVersion;
        uint8_t highestNvlinkVersion;
        uint8_t lowestNciVersion;
        uint8_t highestNciVersion;
        uint32_t discoveredLinkMask;
        uint32_t enabledLinkMask;
        struct NV2080_CTRL_NVLINK_LINK_MASK discoveredLinks;
        struct NV2080_CTRL_NVLINK_LINK_MASK enabledLinks;
};
PEAL_ABI_SIZE(NV2080_CTRL_CMD_NVLINK_GET_NVLINK_CAPS_PARAMS, 48);

struct NV2080_CTRL_BUS_GET_NVLINK_PEER_ID_MASK_PARAMS {
        uint32_t nvlinkPeerIdMask[32];
};
PEAL_ABI_SIZE(NV2080_CTRL_BUS_GET_NVLINK_PEER_ID_MASK_PARAMS, 128);

#endif
