/* SPDX-License-Identifier: MIT */
/* Controls of the device and the subdevice that answer with facts or act. Lists by
 * index are in rm_ctrl_info.c. */
#include <stdio.h>
#include <string.h>
#include <time.h>
#include "sim/kmd/kmd.h"

#define SIM_TO(kind) (1u << SIM_OBJ_##kind)
/* NVLinks of a card that has them: 18 on an H200 (measured). */
#define SIM_NVLINKS 18

static const struct sim_profile *sim_profile_of(const struct sim_obj *obj)
{
        return &obj->client->kmd->profile;
}

uint32_t sim_uuid_format(const struct sim_card *card, bool binary, uint8_t *to)
{
        const uint8_t *u = card->uuid;

        if (binary) {
                memcpy(to, u, 16);
                return 16;
        }
        return (uint32_t)snprintf((char *)to, 48,
                                  "GPU-%02x%02x%02x%02x-%02x%02x-%02x%02x-%02x%02x-"
                                  "%02x%02x%02x%02x%02x%02x",
                                  u[0], u[1], u[2], u[3], u[4], u[5], u[6], u[7], u[8], u[9], u[10],
                                  u[11], u[12], u[13], u[14], u[15]) +
               1;
}

static uint32_t sim_ctrl_gid(struct sim_obj *obj, void *params)
{
        struct NV2080_CTRL_GPU_GET_GID_INFO_PARAMS *p = params;
        uint32_t format = p->flags & 3; /* NV2080_GPU_CMD_GPU_GET_GID_FLAGS_FORMAT */

        if (p->index || p->flags & ~3u || (format != 0 && format != 2)) {
                sim_dmesg(obj->client->kmd, "GPU_GET_GID_INFO: index %u, flags 0x%x", p->index,
                          p->flags);
                return NV_ERR_INVALID_ARGUMENT;
        }
        memset(p->data, 0, sizeof(p->data));
        p->length = sim_uuid_format(obj->card, format == 2, p->data);
        return NV_OK;
}

static uint32_t sim_ctrl_name(struct sim_obj *obj, void *params)
{
        struct NV2080_CTRL_GPU_GET_NAME_STRING_PARAMS *p = params;
        const char *name = sim_profile_of(obj)->chip->name;

        if (p->gpuNameStringFlags) {
                /* 1: two bytes a character, which release 595 has no room for */
                sim_dmesg(obj->client->kmd, "GPU_GET_NAME_STRING: only ASCII is modelled");
                return NV_ERR_NOT_SUPPORTED;
        }
        memset(&p->gpuNameString, 0, sizeof(p->gpuNameString));
        snprintf((char *)p->gpuNameString.ascii, sizeof(p->gpuNameString.ascii), "%s", name);
        return NV_OK;
}

static uint32_t sim_ctrl_short_name(struct sim_obj *obj, void *params)
{
        struct NV2080_CTRL_GPU_GET_SHORT_NAME_STRING_PARAMS *p = params;

        memset(p, 0, sizeof(*p));
        snprintf((char *)p->gpuShortNameString, sizeof(p->gpuShortNameString), "%s",
                 sim_profile_of(obj)->chip->short_name);
        return NV_OK;
}

static uint32_t sim_ctrl_gpu_id(struct sim_obj *obj, void *params)
{
        struct NV2080_CTRL_GPU_GET_ID_PARAMS *p = params;

        p->gpuId = obj->card->gpu_id;
        return NV_OK;
}

static uint32_t sim_ctrl_simulation(struct sim_obj *obj, void *params)
{
        struct NV2080_CTRL_GPU_GET_SIMULATION_INFO_PARAMS *p = params;

        (void)obj;
        p->type = 0; /* NV2080_CTRL_GPU_GET_SIMULATION_INFO_TYPE_NONE, as the real thing */
        return NV_OK;
}

static uint32_t sim_ctrl_compute_mode(struct sim_obj *obj, void *params)
{
        struct NV2080_CTRL_GPU_QUERY_COMPUTE_MODE_RULES_PARAMS *p = params;

        (void)obj;
        p->rules = 0; /* none: any number of clients */
        return NV_OK;
}

static uint32_t sim_ctrl_ecc(struct sim_obj *obj, void *params)
{
        struct NV2080_CTRL_GPU_QUERY_ECC_STATUS_PARAMS *p = params;

        (void)obj;
        memset(p->units, 0, sizeof(p->units)); /* not supported by any unit */
        return NV_OK;
}

static uint32_t sim_ctrl_arch(struct sim_obj *obj, void *params)
{
        struct NV2080_CTRL_MC_GET_ARCH_INFO_PARAMS *p = params;

        memset(p, 0, sizeof(*p));
        p->architecture = sim_profile_of(obj)->chip->arch;
        p->implementation = sim_profile_of(obj)->chip->impl;
        p->revision = 0xa1;
        return NV_OK;
}

static uint32_t sim_ctrl_gsp(struct sim_obj *obj, void *params)
{
        struct NV2080_CTRL_GSP_GET_FEATURES_PARAMS *p = params;

        memset(p, 0, sizeof(*p));
        p->bValid = 1;
        snprintf((char *)p->firmwareVersion, sizeof(p->firmwareVersion), "%s",
                 sim_profile_of(obj)->driver);
        return NV_OK;
}

/* ---- device ---- */

static uint32_t sim_ctrl_subdevices(struct sim_obj *obj, void *params)
{
        struct NV0080_CTRL_GPU_GET_NUM_SUBDEVICES_PARAMS *p = params;

        (void)obj;
        p->numSubDevices = 1;
        return NV_OK;
}

static uint32_t sim_ctrl_virtualization(struct sim_obj *obj, void *params)
{
        struct NV0080_CTRL_GPU_GET_VIRTUALIZATION_MODE_PARAMS *p = params;

        (void)obj;
        p->virtualizationMode = NV0080_CTRL_GPU_VIRTUALIZATION_MODE_NONE;
        return NV_OK;
}

static uint32_t sim_ctrl_cuda_limit(struct sim_obj *obj, void *params)
{
        const struct NV0080_CTRL_PERF_CUDA_LIMIT_CONTROL_PARAMS *p = params;

        (void)obj;
        return p->bCudaLimit <= 1 ? NV_OK : NV_ERR_INVALID_ARGUMENT;
}

static uint32_t sim_ctrl_channel_list(struct sim_obj *obj, void *params)
{
        const struct NV0080_CTRL_FIFO_GET_CHANNELLIST_PARAMS *p = params;

        if (!p->numChannels || p->numChannels > SIM_CHIDS)
                return NV_ERR_INVALID_ARGUMENT;
        for (uint32_t i = 0; i < p->numChannels; i++) {
                struct sim_obj *channel;
                uint32_t handle;

                if (sim_user_read(&handle, p->pChannelHandleList + 4ull * i, 4))
                        return NV_ERR_INVALID_ADDRESS;
                channel = sim_obj_find_kind(obj->client, handle, SIM_OBJ_CHANNEL);
                if (!channel || channel->card != obj->card)
                        return NV_ERR_INVALID_CHANNEL;
                if (sim_user_write(p->pChannelList + 4ull * i, &channel->chan->id, 4))
                        return NV_ERR_INVALID_ADDRESS;
        }
        return NV_OK;
}

/* Capability tables of which no bit is of use to compute. */
static uint32_t sim_ctrl_host_caps(struct sim_obj *obj, void *params)
{
        (void)obj;
        memset(params, 0, sizeof(struct NV0080_CTRL_HOST_GET_CAPS_V2_PARAMS));
        return NV_OK;
}

static uint32_t sim_ctrl_fb_caps(struct sim_obj *obj, void *params)
{
        (void)obj;
        memset(params, 0, sizeof(struct NV0080_CTRL_FB_GET_CAPS_V2_PARAMS));
        return NV_OK;
}

/* ---- engines ---- */

static uint32_t sim_ctrl_ce_caps(struct sim_obj *obj, void *params)
{
        struct NV2080_CTRL_CE_GET_CAPS_V2_PARAMS *p = params;
        const struct sim_chip_profile *chip = sim_profile_of(obj)->chip;
        int ce = sim_engine_ce(p->ceEngineType);

        if (ce < 0 || (unsigned)ce >= chip->ce_count) {
                sim_dmesg(obj->client->kmd, "CE_GET_CAPS: no copy engine of type 0x%x",
                          p->ceEngineType);
                return NV_ERR_NOT_SUPPORTED;
        }
        p->capsTbl[0] = (uint8_t)chip->ce[ce].caps;
        p->capsTbl[1] = (uint8_t)(chip->ce[ce].caps >> 8);
        return NV_OK;
}

static uint32_t sim_ctrl_ce_all_caps(struct sim_obj *obj, void *params)
{
        struct NV2080_CTRL_CE_GET_ALL_CAPS_PARAMS *p = params;
        const struct sim_chip_profile *chip = sim_profile_of(obj)->chip;

        memset(p, 0, sizeof(*p));
        for (unsigned i = 0; i < chip->ce_count; i++) {
                p->capsTbl[i][0] = (uint8_t)chip->ce[i].caps;
                p->capsTbl[i][1] = (uint8_t)(chip->ce[i].caps >> 8);
                p->present |= 1ull << i;
        }
        return NV_OK;
}

static uint32_t sim_ctrl_ce_mask(struct sim_obj *obj, void *params)
{
        struct NV2080_CTRL_CE_GET_CE_PCE_MASK_PARAMS *p = params;
        const struct sim_chip_profile *chip = sim_profile_of(obj)->chip;
        int ce = sim_engine_ce(p->ceEngineType);

        if (ce < 0 || (unsigned)ce >= chip->ce_count) {
                sim_dmesg(obj->client->kmd, "CE_GET_CE_PCE_MASK: no copy engine of type 0x%x",
                          p->ceEngineType);
                return NV_ERR_NOT_SUPPORTED;
        }
        p->pceMask = chip->ce[ce].pce_mask;
        return NV_OK;
}

static uint32_t sim_ctrl_sm_order(struct sim_obj *obj, void *params)
{
        struct NV2080_CTRL_GR_GET_GLOBAL_SM_ORDER_PARAMS *p = params;
        const struct sim_profile *profile = sim_profile_of(obj);
        unsigned tpc = 0, sm = 0;

        memset(p->globalSmId, 0, sizeof(p->globalSmId));
        /* TPC 0 of every GPC, then TPC 1 ... */
        for (unsigned local = 0; tpc < profile->sms / 2; local++)
                for (unsigned gpc = 0; gpc < profile->chip->gpcs; gpc++) {
                        if (local >= sim_profile_tpcs(profile, gpc))
                                continue;
                        for (unsigned k = 0; k < 2; k++, sm++) {
                                p->globalSmId[sm].gpcId = (uint16_t)gpc;
                                p->globalSmId[sm].localTpcId = (uint16_t)local;
                                p->globalSmId[sm].localSmId = (uint16_t)k;
                                p->globalSmId[sm].globalTpcId = (uint16_t)tpc;
                        }
                        tpc++;
                }
        p->numSm = (uint16_t)sm;
        p->numTpc = (uint16_t)tpc;
        return NV_OK;
}

static uint32_t sim_ctrl_gpc_mask(struct sim_obj *obj, void *params)
{
        struct NV2080_CTRL_GR_GET_GPC_MASK_PARAMS *p = params;

        p->gpcMask = (1u << sim_profile_gpcs(sim_profile_of(obj))) - 1;
        return NV_OK;
}

static uint32_t sim_ctrl_tpc_mask(struct sim_obj *obj, void *params)
{
        struct NV2080_CTRL_GR_GET_TPC_MASK_PARAMS *p = params;

        if (p->gpcId >= sim_profile_gpcs(sim_profile_of(obj)))
                return NV_ERR_INVALID_ARGUMENT;
        p->tpcMask = (1u << sim_profile_tpcs(sim_profile_of(obj), p->gpcId)) - 1;
        return NV_OK;
}

static uint32_t sim_ctrl_gr_caps(struct sim_obj *obj, void *params)
{
        struct NV2080_CTRL_GR_GET_CAPS_V2_PARAMS *p = params;

        (void)obj;
        memset(p->capsTbl, 0, sizeof(p->capsTbl));
        p->bCapsPopulated = 1;
        return NV_OK;
}

static uint32_t sim_ctrl_ctx_size(struct sim_obj *obj, void *params)
{
        struct NV2080_CTRL_GR_GET_CTX_BUFFER_SIZE_PARAMS *p = params;

        if (!sim_obj_find_kind(obj->client, p->hChannel, SIM_OBJ_CHANNEL))
                return NV_ERR_INVALID_CHANNEL;
        p->totalBufferSize = 0x52f000; /* an H200's, driver 580.159 */
        return NV_OK;
}

static uint32_t sim_ctrl_preemption(struct sim_obj *obj, void *params)
{
        const struct NV2080_CTRL_GR_SET_CTXSW_PREEMPTION_MODE_PARAMS *p = params;
        struct sim_obj *target = sim_obj_find(obj->client, p->hChannel);

        if (!target || (target->kind != SIM_OBJ_CHANNEL && target->kind != SIM_OBJ_GROUP))
                return NV_ERR_INVALID_CHANNEL;
        return p->cilpPreemptMode <= 2 && p->gfxpPreemptMode <= 2 ? NV_OK : NV_ERR_INVALID_ARGUMENT;
}

static uint32_t sim_ctrl_disable_channels(struct sim_obj *obj, void *params)
{
        const struct NV2080_CTRL_FIFO_DISABLE_CHANNELS_PARAMS *p = params;
        struct sim_kmd *kmd = obj->client->kmd;
        struct sim_obj *channels[64];

        if (!p->numChannels || p->numChannels > 64)
                return NV_ERR_INVALID_ARGUMENT;
        if (!p->bDisable) {
                sim_dmesg(kmd, "FIFO_DISABLE_CHANNELS: enabling again is not modelled");
                return NV_ERR_NOT_SUPPORTED;
        }
        for (uint32_t i = 0; i < p->numChannels; i++) {
                struct sim_client *client = sim_client_find(kmd, p->hClientList[i]);

                channels[i] =
                    client ? sim_obj_find_kind(client, p->hChannelList[i], SIM_OBJ_CHANNEL) : NULL;
                if (!channels[i] || channels[i]->card != obj->card)
                        return NV_ERR_INVALID_CHANNEL;
        }
        for (uint32_t i = 0; i < p->numChannels; i++)
                sim_chan_disable(channels[i]->chan);
        return NV_OK;
}

static uint32_t sim_ctrl_userd_location(struct sim_obj *obj, void *params)
{
        struct NV2080_CTRL_CMD_FIFO_GET_USERD_LOCATION_PARAMS *p = params;

        (void)obj;
        p->aperture = 1;  /* video memory */
        p->attribute = 2; /* write-combined */
        return NV_OK;
}

/* ---- memory system, bus, clocks ---- */

static uint32_t sim_ctrl_flush(struct sim_obj *obj, void *params)
{
        const struct NV2080_CTRL_FB_FLUSH_GPU_CACHE_PARAMS *p = params;

        (void)obj;
        return p->addressArraySize <= 500 ? NV_OK : NV_ERR_INVALID_ARGUMENT;
}

static uint32_t sim_ctrl_regions(struct sim_obj *obj, void *params)
{
        struct NV2080_CTRL_CMD_FB_GET_FB_REGION_INFO_PARAMS *p = params;

        memset(p, 0, sizeof(*p));
        p->numFBRegions = 1;
        p->fbRegion[0].limit = obj->card->vidmem.size_B - 1;
        p->fbRegion[0].performance = 100;
        return NV_OK;
}

static uint32_t sim_ctrl_bus_pci(struct sim_obj *obj, void *params)
{
        struct NV2080_CTRL_BUS_GET_PCI_INFO_PARAMS *p = params;
        const struct sim_chip_profile *chip = sim_profile_of(obj)->chip;

        p->pciDeviceId = (uint32_t)chip->device_id << 16 | 0x10de;
        p->pciSubSystemId = (uint32_t)chip->subsystem_id << 16 | chip->subsystem_vendor;
        p->pciRevisionId = 0xa1;
        p->pciExtDeviceId = 0;
        return NV_OK;
}

static uint32_t sim_ctrl_bars(struct sim_obj *obj, void *params)
{
        struct NV2080_CTRL_BUS_GET_PCI_BAR_INFO_PARAMS *p = params;

        memset(p, 0, sizeof(*p));
        p->pciBarCount = 2;
        p->pciBarInfo[0].barSize = 16;
        p->pciBarInfo[0].barSizeBytes = 16u << 20;
        p->pciBarInfo[1].barSize = (uint32_t)(obj->card->vidmem.size_B >> 20);
        p->pciBarInfo[1].barSizeBytes = obj->card->vidmem.size_B;
        return NV_OK;
}

static uint32_t sim_ctrl_gpu_atomics(struct sim_obj *obj, void *params)
{
        struct NV2080_CTRL_CMD_BUS_GET_PCIE_SUPPORTED_GPU_ATOMICS_PARAMS *p = params;

        (void)obj;
        if (p->capType)
                return NV_ERR_NOT_SUPPORTED; /* measured: to a peer 0x56, to the host all no */
        memset(p->atomicOp, 0, sizeof(p->atomicOp));
        return NV_OK;
}

static uint32_t sim_ctrl_c2c(struct sim_obj *obj, void *params)
{
        (void)obj;
        memset(params, 0, sizeof(struct NV2080_CTRL_CMD_BUS_GET_C2C_INFO_PARAMS));
        return NV_OK;
}

static uint32_t sim_ctrl_boost(struct sim_obj *obj, void *params)
{
        const struct NV2080_CTRL_PERF_BOOST_PARAMS *p = params;

        (void)obj;
        return (p->flags & 3) <= 2 ? NV_OK : NV_ERR_INVALID_ARGUMENT;
}

static uint64_t sim_gpu_time_ns(void)
{
        struct timespec t;

        clock_gettime(CLOCK_MONOTONIC, &t);
        return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static uint32_t sim_ctrl_time(struct sim_obj *obj, void *params)
{
        struct NV2080_CTRL_TIMER_GET_TIME_PARAMS *p = params;

        (void)obj;
        p->time_nsec = sim_gpu_time_ns();
        return NV_OK;
}

static uint32_t sim_ctrl_correlation(struct sim_obj *obj, void *params)
{
        struct NV2080_CTRL_TIMER_GET_GPU_CPU_TIME_CORRELATION_INFO_PARAMS *p = params;
        uint8_t source = p->cpuClkId & 0xf; /* 1 OS time, 2 TSC, 3 platform */

        if (!p->sampleCount || p->sampleCount > 16)
                return NV_ERR_INVALID_ARGUMENT;
        if (source != 1) {
                sim_dmesg(obj->client->kmd,
                          "TIMER correlation: clock %u: only the OS's is modelled", source);
                return NV_ERR_NOT_SUPPORTED;
        }
        for (unsigned i = 0; i < p->sampleCount; i++) {
                struct timespec t;

                clock_gettime(CLOCK_REALTIME, &t);
                p->samples[i].gpuTime = sim_gpu_time_ns();
                p->samples[i].cpuTime = (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
        }
        return NV_OK;
}

static uint32_t sim_ctrl_errors(struct sim_obj *obj, void *params)
{
        struct NV2080_CTRL_RC_GET_ERROR_COUNT_PARAMS *p = params;

        p->errorCount = atomic_load(&obj->card->errors);
        return NV_OK;
}

static uint32_t sim_ctrl_watchdog(struct sim_obj *obj, void *params)
{
        struct NV2080_CTRL_RC_GET_WATCHDOG_INFO_PARAMS *p = params;

        (void)obj;
        p->watchdogStatusFlags = 0;
        return NV_OK;
}

static uint32_t sim_ctrl_notification(struct sim_obj *obj, void *params)
{
        struct NV2080_CTRL_EVENT_SET_NOTIFICATION_PARAMS *p = params;

        (void)obj;
        return p->action <= NV2080_CTRL_EVENT_SET_NOTIFICATION_ACTION_REPEAT
                   ? NV_OK
                   : NV_ERR_INVALID_ARGUMENT;
}

/* ---- NVLink ---- */

static uint32_t sim_links(const struct sim_obj *obj)
{
        return sim_profile_of(obj)->chip->nvlink ? (1u << SIM_NVLINKS) - 1 : 0;
}

static uint32_t sim_ctrl_nvlink_caps(struct sim_obj *obj, void *params)
{
        struct NV2080_CTRL_CMD_NVLINK_GET_NVLINK_CAPS_PARAMS *p = params;

        memset(p, 0, sizeof(*p));
        if (!sim_links(obj))
                return NV_OK;
        p->capsTbl = 0x1 | 0x2 | 0x8; /* supported, P2P, P2P atomics */
        p->lowestNvlinkVersion = p->highestNvlinkVersion =
            NV2080_CTRL_NVLINK_CAPS_NVLINK_VERSION_4_0;
        p->lowestNciVersion = p->highestNciVersion = NV2080_CTRL_NVLINK_CAPS_NCI_VERSION_4_0;
        p->discoveredLinkMask = p->enabledLinkMask = sim_links(obj);
        return NV_OK;
}

static uint32_t sim_ctrl_nvlink_status(struct sim_obj *obj, void *params)
{
        struct NV2080_CTRL_CMD_NVLINK_GET_NVLINK_STATUS_PARAMS *p = params;

        memset(p, 0, sizeof(*p));
        p->enabledLinkMask = sim_links(obj);
        for (unsigned i = 0; i < SIM_NVLINKS && p->enabledLinkMask; i++) {
                struct NV2080_CTRL_NVLINK_LINK_STATUS_INFO *link = &p->linkInfo[i];

                link->capsTbl = 0x1 | 0x2 | 0x8;
                link->linkState = 5; /* as measured: active */
                link->nvlinkVersion = NV2080_CTRL_NVLINK_CAPS_NVLINK_VERSION_4_0;
                link->nciVersion = NV2080_CTRL_NVLINK_CAPS_NCI_VERSION_4_0;
                link->nvlinkLineRateMbps = 106250;
                link->connected = NV2080_CTRL_NVLINK_STATUS_CONNECTED_TRUE;
                link->localDeviceLinkNumber = (uint8_t)i;
                link->remoteDeviceInfo.deviceType = 3; /* switch */
        }
        return NV_OK;
}

static uint32_t sim_ctrl_fabric(struct sim_obj *obj, void *params)
{
        struct NV2080_CTRL_CMD_GET_GPU_FABRIC_PROBE_INFO_PARAMS *p = params;

        memset(p, 0, sizeof(*p));
        p->state = sim_links(obj) ? 3 : 1; /* complete : not supported */
        p->fabricCaps = sim_links(obj) ? 3 : 0;
        return NV_OK;
}

/* ---- debugger ---- */

static uint32_t sim_ctrl_debug_mask(struct sim_obj *obj, void *params)
{
        (void)obj;
        (void)params; /* which exceptions stop an SM; none ever does here */
        return NV_OK;
}

const struct sim_ctrl *sim_ctrl_gpu(size_t *ret_count)
{
        static const struct sim_ctrl ctrls[] = {
            {NV0080_CTRL_CMD_GPU_GET_NUM_SUBDEVICES, SIM_TO(DEVICE), sim_ctrl_subdevices},
            {NV0080_CTRL_CMD_GPU_GET_VIRTUALIZATION_MODE, SIM_TO(DEVICE), sim_ctrl_virtualization},
            {NV0080_CTRL_CMD_PERF_CUDA_LIMIT_SET_CONTROL, SIM_TO(DEVICE), sim_ctrl_cuda_limit},
            {NV0080_CTRL_CMD_FIFO_GET_CHANNELLIST, SIM_TO(DEVICE), sim_ctrl_channel_list},
            {NV0080_CTRL_CMD_HOST_GET_CAPS_V2, SIM_TO(DEVICE), sim_ctrl_host_caps},
            {NV0080_CTRL_CMD_FB_GET_CAPS_V2, SIM_TO(DEVICE), sim_ctrl_fb_caps},
            {NV2080_CTRL_CMD_GPU_GET_GID_INFO, SIM_TO(SUBDEVICE), sim_ctrl_gid},
            {NV2080_CTRL_CMD_GPU_GET_NAME_STRING, SIM_TO(SUBDEVICE), sim_ctrl_name},
            {NV2080_CTRL_CMD_GPU_GET_SHORT_NAME_STRING, SIM_TO(SUBDEVICE), sim_ctrl_short_name},
            {NV2080_CTRL_CMD_GPU_GET_ID, SIM_TO(SUBDEVICE), sim_ctrl_gpu_id},
            {NV2080_CTRL_CMD_GPU_GET_SIMULATION_INFO, SIM_TO(SUBDEVICE), sim_ctrl_simulation},
            {NV2080_CTRL_CMD_GPU_QUERY_COMPUTE_MODE_RULES, SIM_TO(SUBDEVICE),
             sim_ctrl_compute_mode},
            {NV2080_CTRL_CMD_GPU_QUERY_ECC_STATUS, SIM_TO(SUBDEVICE), sim_ctrl_ecc},
            {NV2080_CTRL_CMD_MC_GET_ARCH_INFO, SIM_TO(SUBDEVICE), sim_ctrl_arch},
            {NV2080_CTRL_CMD_GSP_GET_FEATURES, SIM_TO(SUBDEVICE), sim_ctrl_gsp},
            {NV2080_CTRL_CMD_CE_GET_CAPS_V2, SIM_TO(SUBDEVICE), sim_ctrl_ce_caps},
            {NV2080_CTRL_CMD_CE_GET_PHYSICAL_CAPS, SIM_TO(SUBDEVICE), sim_ctrl_ce_caps},
            {NV2080_CTRL_CMD_CE_GET_ALL_CAPS, SIM_TO(SUBDEVICE), sim_ctrl_ce_all_caps},
            {NV2080_CTRL_CMD_CE_GET_CE_PCE_MASK, SIM_TO(SUBDEVICE), sim_ctrl_ce_mask},
            {NV2080_CTRL_CMD_GR_GET_GLOBAL_SM_ORDER, SIM_TO(SUBDEVICE), sim_ctrl_sm_order},
            {NV2080_CTRL_CMD_GR_GET_GPC_MASK, SIM_TO(SUBDEVICE), sim_ctrl_gpc_mask},
            {NV2080_CTRL_CMD_GR_GET_TPC_MASK, SIM_TO(SUBDEVICE), sim_ctrl_tpc_mask},
            {NV2080_CTRL_CMD_GR_GET_CAPS_V2, SIM_TO(SUBDEVICE), sim_ctrl_gr_caps},
            {NV2080_CTRL_CMD_GR_GET_CTX_BUFFER_SIZE, SIM_TO(SUBDEVICE), sim_ctrl_ctx_size},
            {NV2080_CTRL_CMD_GR_SET_CTXSW_PREEMPTION_MODE, SIM_TO(SUBDEVICE), sim_ctrl_preemption},
            {NV2080_CTRL_CMD_FIFO_DISABLE_CHANNELS, SIM_TO(SUBDEVICE), sim_ctrl_disable_channels},
            {NV2080_CTRL_CMD_FIFO_GET_USERD_LOCATION, SIM_TO(SUBDEVICE), sim_ctrl_userd_location},
            {NV2080_CTRL_CMD_FB_FLUSH_GPU_CACHE, SIM_TO(SUBDEVICE), sim_ctrl_flush},
            {NV2080_CTRL_CMD_FB_GET_FB_REGION_INFO, SIM_TO(SUBDEVICE), sim_ctrl_regions},
            {NV2080_CTRL_CMD_BUS_GET_PCI_INFO, SIM_TO(SUBDEVICE), sim_ctrl_bus_pci},
            {NV2080_CTRL_CMD_BUS_GET_PCI_BAR_INFO, SIM_TO(SUBDEVICE), sim_ctrl_bars},
            {NV2080_CTRL_CMD_BUS_GET_PCIE_SUPPORTED_GPU_ATOMICS, SIM_TO(SUBDEVICE),
             sim_ctrl_gpu_atomics},
            {NV2080_CTRL_CMD_BUS_GET_C2C_INFO, SIM_TO(SUBDEVICE), sim_ctrl_c2c},
            {NV2080_CTRL_CMD_PERF_BOOST, SIM_TO(SUBDEVICE), sim_ctrl_boost},
            {NV2080_CTRL_CMD_TIMER_GET_TIME, SIM_TO(SUBDEVICE), sim_ctrl_time},
            {NV2080_CTRL_CMD_TIMER_GET_GPU_CPU_TIME_CORRELATION_INFO, SIM_TO(SUBDEVICE),
             sim_ctrl_correlation},
            {NV2080_CTRL_CMD_RC_GET_ERROR_COUNT, SIM_TO(SUBDEVICE), sim_ctrl_errors},
            {NV2080_CTRL_CMD_RC_GET_WATCHDOG_INFO, SIM_TO(SUBDEVICE), sim_ctrl_watchdog},
            {NV2080_CTRL_CMD_EVENT_SET_NOTIFICATION, SIM_TO(SUBDEVICE), sim_ctrl_notification},
            {NV2080_CTRL_CMD_NVLINK_GET_NVLINK_CAPS, SIM_TO(SUBDEVICE), sim_ctrl_nvlink_caps},
            {NV2080_CTRL_CMD_NVLINK_GET_NVLINK_STATUS, SIM_TO(SUBDEVICE), sim_ctrl_nvlink_status},
            {NV2080_CTRL_CMD_GET_GPU_FABRIC_PROBE_INFO, SIM_TO(SUBDEVICE), sim_ctrl_fabric},
            {NV83DE_CTRL_CMD_DEBUG_SET_EXCEPTION_MASK, SIM_TO(DEBUGGER), sim_ctrl_debug_mask},
        };

        *ret_count = sizeof(ctrls) / sizeof(ctrls[0]);
        return ctrls;
}
