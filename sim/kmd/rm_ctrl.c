/* SPDX-License-Identifier: MIT */
/* RM_CONTROL: finding the handler, sizes; and the controls of the client itself. */
#include <stdio.h>
#include <string.h>
#include "sim/kmd/kmd.h"

#define SIM_TO(kind) (1u << SIM_OBJ_##kind)

static bool sim_attached(const struct sim_card *card)
{
        return card && (card->open_fds || card->devices);
}

static uint32_t sim_ctrl_id_info_v2(struct sim_obj *obj, void *params)
{
        struct NV0000_CTRL_GPU_GET_ID_INFO_V2_PARAMS *p = params;
        struct sim_card *card = sim_card_by_gpu_id(obj->client->kmd, p->gpuId);

        if (!sim_attached(card)) {
                sim_dmesg(obj->client->kmd, "GPU_GET_ID_INFO_V2: GPU 0x%x is not attached",
                          p->gpuId);
                return NV_ERR_INVALID_ARGUMENT;
        }
        p->gpuFlags = 0x41; /* in use, and as an H200 says */
        p->deviceInstance = card->index;
        p->subDeviceInstance = 0;
        p->sliStatus = 0;
        p->boardId = card->gpu_id;
        p->gpuInstance = card->index;
        p->numaId = -1;
        return NV_OK;
}

static uint32_t sim_ctrl_id_info(struct sim_obj *obj, void *params)
{
        struct NV0000_CTRL_GPU_GET_ID_INFO_PARAMS *p = params;
        struct NV0000_CTRL_GPU_GET_ID_INFO_V2_PARAMS v2 = {.gpuId = p->gpuId};
        uint32_t status = sim_ctrl_id_info_v2(obj, &v2);

        if (status)
                return status;
        p->gpuFlags = v2.gpuFlags;
        p->deviceInstance = v2.deviceInstance;
        p->subDeviceInstance = v2.subDeviceInstance;
        p->sliStatus = v2.sliStatus;
        p->boardId = v2.boardId;
        p->gpuInstance = v2.gpuInstance;
        p->numaId = v2.numaId;
        return NV_OK;
}

static void sim_fill_ids(struct sim_kmd *kmd, bool attached_only, uint32_t ids[32])
{
        unsigned n = 0;

        memset(ids, 0xff, 32 * sizeof(*ids));
        for (unsigned i = 0; i < kmd->card_count; i++)
                if (!attached_only || sim_attached(kmd->cards[i]))
                        ids[n++] = kmd->cards[i]->gpu_id;
}

static uint32_t sim_ctrl_attached_ids(struct sim_obj *obj, void *params)
{
        struct NV0000_CTRL_GPU_GET_ATTACHED_IDS_PARAMS *p = params;

        sim_fill_ids(obj->client->kmd, true, p->gpuIds);
        return NV_OK;
}

static uint32_t sim_ctrl_probed_ids(struct sim_obj *obj, void *params)
{
        struct NV0000_CTRL_GPU_GET_PROBED_IDS_PARAMS *p = params;
        size_t offset, size;

        sim_fill_ids(obj->client->kmd, false, p->gpuIds);
        memset(p->excludedGpuIds, 0xff, sizeof(p->excludedGpuIds));
        /* a field that the release lacks stays zero, so that it converts */
        if (!peal_abi_field(&obj->client->kmd->abi, PEAL_ABI_NV0000_CTRL_GPU_GET_PROBED_IDS_PARAMS,
                            "gpuFlags", &offset, &size))
                memset(p->gpuFlags, 0, sizeof(p->gpuFlags));
        return NV_OK;
}

/* Opening the node attaches; this only says whether it could. 0xffffffff first in
 * the list: all GPUs. */
static uint32_t sim_ctrl_attach_ids(struct sim_obj *obj, void *params)
{
        struct NV0000_CTRL_GPU_ATTACH_IDS_PARAMS *p = params;

        for (unsigned i = 0; i < 32 && p->gpuIds[i] != 0xffffffff; i++)
                if (!sim_card_by_gpu_id(obj->client->kmd, p->gpuIds[i])) {
                        if (!i)
                                p->failedId = p->gpuIds[i];
                        return NV_ERR_INVALID_ARGUMENT;
                }
        p->failedId = 0xffffffff;
        return NV_OK;
}

static uint32_t sim_ctrl_detach_ids(struct sim_obj *obj, void *params)
{
        (void)obj;
        (void)params;
        return NV_OK; /* the last close detaches */
}

static uint32_t sim_ctrl_device_ids(struct sim_obj *obj, void *params)
{
        struct NV0000_CTRL_GPU_GET_DEVICE_IDS_PARAMS *p = params;

        p->deviceIds = 0;
        for (unsigned i = 0; i < obj->client->kmd->card_count; i++)
                if (sim_attached(obj->client->kmd->cards[i]))
                        p->deviceIds |= 1u << i;
        return NV_OK;
}

static uint32_t sim_ctrl_pci_info(struct sim_obj *obj, void *params)
{
        struct NV0000_CTRL_GPU_GET_PCI_INFO_PARAMS *p = params;
        const struct sim_card *card = sim_card_by_gpu_id(obj->client->kmd, p->gpuId);

        if (!card)
                return NV_ERR_INVALID_ARGUMENT;
        p->domain = 0;
        p->bus = card->bus;
        p->slot = card->slot;
        return NV_OK;
}

static uint32_t sim_ctrl_memop(struct sim_obj *obj, void *params)
{
        struct NV0000_CTRL_GPU_GET_MEMOP_ENABLE_PARAMS *p = params;

        (void)obj;
        p->enableMask = 0;
        return NV_OK;
}

static uint32_t sim_ctrl_uuid_from_id(struct sim_obj *obj, void *params)
{
        struct NV0000_CTRL_GPU_GET_UUID_FROM_GPU_ID_PARAMS *p = params;
        const struct sim_card *card = sim_card_by_gpu_id(obj->client->kmd, p->gpuId);

        if (!card)
                return NV_ERR_INVALID_ARGUMENT;
        memset(p->gpuUuid, 0, sizeof(p->gpuUuid));
        p->uuidStrLen = sim_uuid_format(card, (p->flags & 3) == 2, p->gpuUuid);
        return NV_OK;
}

static uint32_t sim_ctrl_uuid_info(struct sim_obj *obj, void *params)
{
        struct NV0000_CTRL_GPU_GET_UUID_INFO_PARAMS *p = params;
        struct sim_kmd *kmd = obj->client->kmd;
        uint8_t text[256];

        for (unsigned i = 0; i < kmd->card_count; i++) {
                uint32_t n = sim_uuid_format(kmd->cards[i], (p->flags & 3) == 2, text);

                if (memcmp(text, p->gpuUuid, n))
                        continue;
                p->gpuId = kmd->cards[i]->gpu_id;
                p->deviceInstance = i;
                p->subdeviceInstance = 0;
                return NV_OK;
        }
        return NV_ERR_GPU_UUID_NOT_FOUND;
}

/* ---- system ---- */

static uint32_t sim_put_string(uint64_t to, uint32_t size_B, const char *text)
{
        char buf[256] = "";

        if (!to)
                return NV_ERR_INVALID_ADDRESS;
        if (!size_B || size_B > sizeof(buf) || strlen(text) >= size_B)
                return NV_ERR_INVALID_STRING_LENGTH;
        strcpy(buf, text);
        return sim_user_write(to, buf, strlen(text) + 1) ? NV_ERR_INVALID_ADDRESS : NV_OK;
}

static uint32_t sim_ctrl_build_version(struct sim_obj *obj, void *params)
{
        struct NV0000_CTRL_SYSTEM_GET_BUILD_VERSION_PARAMS *p = params;
        const char *driver = obj->client->kmd->profile.driver;
        uint32_t status = sim_put_string(p->pDriverVersionBuffer, p->sizeOfStrings, driver);

        if (!status)
                status = sim_put_string(p->pVersionBuffer, p->sizeOfStrings, "peal-sim");
        if (!status)
                status = sim_put_string(p->pTitleBuffer, p->sizeOfStrings, "Peal software GPU");
        p->changelistNumber = p->officialChangelistNumber = 0;
        return status;
}

static uint32_t sim_ctrl_build_version_v2(struct sim_obj *obj, void *params)
{
        struct NV0000_CTRL_SYSTEM_GET_BUILD_VERSION_V2_PARAMS *p = params;

        memset(p, 0, sizeof(*p));
        snprintf(p->driverVersionBuffer, sizeof(p->driverVersionBuffer), "%s",
                 obj->client->kmd->profile.driver);
        snprintf(p->versionBuffer, sizeof(p->versionBuffer), "peal-sim");
        snprintf(p->titleBuffer, sizeof(p->titleBuffer), "Peal software GPU");
        return NV_OK;
}

/* Caps, optimal copy engines of a pair, as two H200s over NVLink say (measured,
 * driver 580.159): write, read, NVLink, atomics; copy engine 4. */
static uint32_t sim_p2p_pair(const struct sim_card *a, const struct sim_card *b, uint32_t *ret_ces)
{
        bool linked = a != b && a->kmd->profile.chip->nvlink;

        *ret_ces = linked ? 0x10 : 0;
        return linked ? 0x1b : 0;
}

static uint32_t sim_p2p_group(struct sim_kmd *kmd, const uint32_t *ids, uint32_t count,
                              uint32_t *ret_ces, uint8_t status[9], uint32_t *ret_caps)
{
        static const uint8_t linked[9] = {0, 0, 0, 0, 5, 5, 5, 5, 5};
        uint32_t caps = 0x1b, ces = 0x10, pair_ces;

        if (!count || count > 32)
                return NV_ERR_INVALID_ARGUMENT;
        for (uint32_t i = 0; i < count; i++)
                if (!sim_card_by_gpu_id(kmd, ids[i]))
                        return NV_ERR_INVALID_ARGUMENT;
        if (count == 1)
                caps = ces = 0;
        for (uint32_t i = 0; i < count; i++)
                for (uint32_t k = 0; k < count; k++)
                        if (i != k) {
                                caps &= sim_p2p_pair(sim_card_by_gpu_id(kmd, ids[i]),
                                                     sim_card_by_gpu_id(kmd, ids[k]), &pair_ces);
                                ces &= pair_ces;
                        }
        memcpy(status, linked, 9);
        if (!caps)
                memset(status, 5, 9); /* NV0000_P2P_CAPS_STATUS_NOT_SUPPORTED */
        *ret_caps = caps;
        *ret_ces = ces;
        return NV_OK;
}

static uint32_t sim_ctrl_p2p_caps(struct sim_obj *obj, void *params)
{
        struct NV0000_CTRL_SYSTEM_GET_P2P_CAPS_PARAMS *p = params;
        uint32_t peers[32 * 32], status;

        status = sim_p2p_group(obj->client->kmd, p->gpuIds, p->gpuCount, &p->p2pOptimalReadCEs,
                               p->p2pCapsStatus, &p->p2pCaps);
        if (status)
                return status;
        p->p2pOptimalWriteCEs = p->p2pOptimalReadCEs;
        memset(peers, 0xff, sizeof(peers));
        if (p->busPeerIds && sim_user_write(p->busPeerIds, peers,
                                            (size_t)p->gpuCount * p->gpuCount * sizeof(*peers)))
                return NV_ERR_INVALID_ADDRESS;
        return NV_OK;
}

static uint32_t sim_ctrl_p2p_caps_v2(struct sim_obj *obj, void *params)
{
        struct NV0000_CTRL_SYSTEM_GET_P2P_CAPS_V2_PARAMS *p = params;
        size_t offset, size;
        uint32_t status;

        status = sim_p2p_group(obj->client->kmd, p->gpuIds, p->gpuCount, &p->p2pOptimalReadCEs,
                               p->p2pCapsStatus, &p->p2pCaps);
        if (status)
                return status;
        p->p2pOptimalWriteCEs = p->p2pOptimalReadCEs;
        memset(p->busPeerIds, 0xff, sizeof(p->busPeerIds));
        if (!peal_abi_field(&obj->client->kmd->abi,
                            PEAL_ABI_NV0000_CTRL_SYSTEM_GET_P2P_CAPS_V2_PARAMS, "busEgmPeerIds",
                            &offset, &size))
                memset(p->busEgmPeerIds, 0xff, sizeof(p->busEgmPeerIds));
        return NV_OK;
}

static uint32_t sim_ctrl_p2p_matrix(struct sim_obj *obj, void *params)
{
        struct NV0000_CTRL_SYSTEM_GET_P2P_CAPS_MATRIX_PARAMS *p = params;
        struct sim_kmd *kmd = obj->client->kmd;
        uint32_t b_count = p->grpBCount ? p->grpBCount : p->grpACount;
        const uint32_t *b_ids = p->grpBCount ? p->gpuIdGrpB : p->gpuIdGrpA;

        if (!p->grpACount || p->grpACount > 8 || b_count > 8)
                return NV_ERR_INVALID_ARGUMENT;
        for (uint32_t i = 0; i < p->grpACount; i++)
                for (uint32_t k = 0; k < b_count; k++) {
                        const struct sim_card *a = sim_card_by_gpu_id(kmd, p->gpuIdGrpA[i]);
                        const struct sim_card *b = sim_card_by_gpu_id(kmd, b_ids[k]);
                        uint32_t ces;

                        if (!a || !b)
                                return NV_ERR_INVALID_ARGUMENT;
                        p->p2pCaps[i][k] = sim_p2p_pair(a, b, &ces);
                        p->a2bOptimalReadCes[i][k] = p->a2bOptimalWriteCes[i][k] = ces;
                        p->b2aOptimalReadCes[i][k] = p->b2aOptimalWriteCes[i][k] = ces;
                }
        return NV_OK;
}

static uint32_t sim_ctrl_fabric_status(struct sim_obj *obj, void *params)
{
        struct NV0000_CTRL_SYSTEM_GET_FABRIC_STATUS_PARAMS *p = params;

        p->fabricStatus = obj->client->kmd->profile.chip->nvlink ? 3 : 1; /* initialized : none */
        return NV_OK;
}

static uint32_t sim_ctrl_features(struct sim_obj *obj, void *params)
{
        struct NV0000_CTRL_SYSTEM_GET_FEATURES_PARAMS *p = params;

        (void)obj;
        p->featuresMask = 8; /* what an H200 machine answers */
        return NV_OK;
}

static uint32_t sim_ctrl_addr_space(struct sim_obj *obj, void *params)
{
        struct NV0000_CTRL_CLIENT_GET_ADDR_SPACE_TYPE_PARAMS *p = params;
        struct sim_obj *mem = sim_obj_find(obj->client, p->hObject);

        if (!mem)
                return NV_ERR_OBJECT_NOT_FOUND;
        if (mem->kind != SIM_OBJ_MEMORY)
                return NV_ERR_INVALID_OBJECT;
        /* NV0000_CTRL_CMD_CLIENT_GET_ADDR_SPACE_TYPE_SYSMEM 1, _VIDMEM 2, _REGMEM 3 */
        p->addrSpaceType = mem->mem->kind == SIM_MEM_VIDEO      ? 2
                           : mem->mem->kind == SIM_MEM_DOORBELL ? 3
                                                                : 1;
        return NV_OK;
}

static uint32_t sim_ctrl_accept(struct sim_obj *obj, void *params)
{
        (void)obj;
        (void)params;
        return NV_OK;
}

/* ---- memory ---- */

static uint32_t sim_ctrl_mem_page_size(struct sim_obj *obj, void *params)
{
        struct NV0041_CTRL_GET_MEM_PAGE_SIZE_PARAMS *p = params;

        p->pageSize = obj->mem->page_B;
        return NV_OK;
}

static uint32_t sim_ctrl_phys_attr(struct sim_obj *obj, void *params)
{
        struct NV0041_CTRL_GET_SURFACE_PHYS_ATTR_PARAMS *p = params;
        size_t at, size;
        uint64_t run_B = 0, offset = p->memOffset;
        const struct sim_mem *mem = obj->mem;

        if (offset >= mem->size_B || mem->kind == SIM_MEM_DOORBELL)
                return NV_ERR_INVALID_ARGUMENT;
        sim_mem_ptr(mem, offset, &run_B);
        for (unsigned i = 0; i < mem->extent_count; i++) {
                if (offset < mem->extents[i].size_B) {
                        p->memOffset = mem->extents[i].offset + offset;
                        break;
                }
                offset -= mem->extents[i].size_B;
        }
        p->memAperture = mem->kind == SIM_MEM_VIDEO ? 0 : 1;
        if (!peal_abi_field(&obj->client->kmd->abi,
                            PEAL_ABI_NV0041_CTRL_GET_SURFACE_PHYS_ATTR_PARAMS, "contigSegmentSize",
                            &at, &size))
                p->contigSegmentSize = run_B;
        return NV_OK;
}

const struct sim_ctrl *sim_ctrl_client(size_t *ret_count)
{
        static const struct sim_ctrl ctrls[] = {
            {NV0000_CTRL_CMD_GPU_GET_ID_INFO, SIM_TO(CLIENT), sim_ctrl_id_info},
            {NV0000_CTRL_CMD_GPU_GET_ID_INFO_V2, SIM_TO(CLIENT), sim_ctrl_id_info_v2},
            {NV0000_CTRL_CMD_GPU_GET_ATTACHED_IDS, SIM_TO(CLIENT), sim_ctrl_attached_ids},
            {NV0000_CTRL_CMD_GPU_GET_PROBED_IDS, SIM_TO(CLIENT), sim_ctrl_probed_ids},
            {NV0000_CTRL_CMD_GPU_ATTACH_IDS, SIM_TO(CLIENT), sim_ctrl_attach_ids},
            {NV0000_CTRL_CMD_GPU_DETACH_IDS, SIM_TO(CLIENT), sim_ctrl_detach_ids},
            {NV0000_CTRL_CMD_GPU_GET_DEVICE_IDS, SIM_TO(CLIENT), sim_ctrl_device_ids},
            {NV0000_CTRL_CMD_GPU_GET_PCI_INFO, SIM_TO(CLIENT), sim_ctrl_pci_info},
            {NV0000_CTRL_CMD_GPU_GET_MEMOP_ENABLE, SIM_TO(CLIENT), sim_ctrl_memop},
            {NV0000_CTRL_CMD_GPU_GET_UUID_FROM_GPU_ID, SIM_TO(CLIENT), sim_ctrl_uuid_from_id},
            {NV0000_CTRL_CMD_GPU_GET_UUID_INFO, SIM_TO(CLIENT), sim_ctrl_uuid_info},
            {NV0000_CTRL_CMD_SYSTEM_GET_BUILD_VERSION, SIM_TO(CLIENT), sim_ctrl_build_version},
            {NV0000_CTRL_CMD_SYSTEM_GET_BUILD_VERSION_V2, SIM_TO(CLIENT),
             sim_ctrl_build_version_v2},
            {NV0000_CTRL_CMD_SYSTEM_GET_P2P_CAPS, SIM_TO(CLIENT), sim_ctrl_p2p_caps},
            {NV0000_CTRL_CMD_SYSTEM_GET_P2P_CAPS_V2, SIM_TO(CLIENT), sim_ctrl_p2p_caps_v2},
            {NV0000_CTRL_CMD_SYSTEM_GET_P2P_CAPS_MATRIX, SIM_TO(CLIENT), sim_ctrl_p2p_matrix},
            {NV0000_CTRL_CMD_SYSTEM_GET_FABRIC_STATUS, SIM_TO(CLIENT), sim_ctrl_fabric_status},
            {NV0000_CTRL_CMD_SYSTEM_GET_FEATURES, SIM_TO(CLIENT), sim_ctrl_features},
            {NV0000_CTRL_CMD_CLIENT_GET_ADDR_SPACE_TYPE, SIM_TO(CLIENT), sim_ctrl_addr_space},
            {NV0000_CTRL_CMD_CLIENT_SET_INHERITED_SHARE_POLICY, SIM_TO(CLIENT), sim_ctrl_accept},
            {NV0041_CTRL_CMD_GET_MEM_PAGE_SIZE, SIM_TO(MEMORY), sim_ctrl_mem_page_size},
            {NV0041_CTRL_CMD_GET_SURFACE_PHYS_ATTR, SIM_TO(MEMORY), sim_ctrl_phys_attr},
        };

        *ret_count = sizeof(ctrls) / sizeof(ctrls[0]);
        return ctrls;
}

static const struct sim_ctrl *sim_ctrl_find(uint32_t cmd)
{
        const struct sim_ctrl *(*const tables[])(size_t *) = {sim_ctrl_client, sim_ctrl_gpu,
                                                              sim_ctrl_info, sim_ctrl_chan};
        size_t count;

        for (unsigned t = 0; t < sizeof(tables) / sizeof(tables[0]); t++) {
                const struct sim_ctrl *table = tables[t](&count);

                for (size_t i = 0; i < count; i++)
                        if (table[i].cmd == cmd)
                                return &table[i];
        }
        return NULL;
}

union sim_ctrl_buf {
        uint64_t align;
        uint8_t bytes[PEAL_ABI_MAX_WIRE_B];
};

uint32_t sim_rm_control(struct sim_client *client, const struct NVOS54_PARAMETERS *p)
{
        const struct sim_ctrl *ctrl = sim_ctrl_find(p->cmd);
        struct sim_obj *obj = sim_obj_find(client, p->hObject);
        const char *name = peal_rm_control_name(p->cmd), *field = "";
        struct sim_kmd *kmd = client->kmd;
        union sim_ctrl_buf wire, base;
        enum peal_abi_struct_id id;
        uint32_t status;
        size_t wire_B;

        if (!obj)
                return NV_ERR_OBJECT_NOT_FOUND;
        if (sim_profile_denies(&kmd->profile, p->cmd))
                return NV_ERR_INSUFFICIENT_PERMISSIONS;
        if (!ctrl || peal_abi_control_struct(p->cmd, &id) ||
            !(wire_B = peal_abi_wire_size(&kmd->abi, id))) {
                sim_dmesg(kmd, "RM_CONTROL 0x%x (%s): not modelled", p->cmd,
                          name ? name : "unknown");
                return NV_ERR_NOT_SUPPORTED;
        }
        if (!(ctrl->kinds & 1u << obj->kind)) {
                sim_dmesg(kmd, "RM_CONTROL %s: not a control of class 0x%x", name, obj->class_id);
                return NV_ERR_INVALID_COMMAND;
        }
        if (p->paramsSize != wire_B) {
                sim_dmesg(kmd, "RM_CONTROL %s: %u bytes, release %s takes %zu", name, p->paramsSize,
                          kmd->profile.driver, wire_B);
                return NV_ERR_INVALID_PARAM_STRUCT;
        }
        if (sim_user_read(wire.bytes, p->params, wire_B))
                return NV_ERR_INVALID_ADDRESS;
        peal_abi_from_wire(&kmd->abi, id, wire.bytes, base.bytes);
        status = ctrl->run(obj, base.bytes);
        if (status) {
                const char *s = peal_rm_status_name(status);

                sim_dmesg(kmd, "RM_CONTROL %s on 0x%x: %s (0x%x)", name, p->hObject, s ? s : "?",
                          status);
                return status;
        }
        if (peal_abi_to_wire(&kmd->abi, id, base.bytes, wire.bytes, &field)) {
                sim_dmesg(kmd, "RM_CONTROL %s: release %s has no %s", name, kmd->profile.driver,
                          field);
                return NV_ERR_GENERIC;
        }
        return sim_user_write(p->params, wire.bytes, wire_B) ? NV_ERR_INVALID_ADDRESS : NV_OK;
}
