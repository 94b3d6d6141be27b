/* SPDX-License-Identifier: MIT */
/* Controls that answer lists: classes, engines, and facts by index. Most exist
 * twice, with the list inside (V2, resized by release) and behind a pointer. */
#include <string.h>
#include "sim/kmd/kmd.h"

#define SIM_TO(kind) (1u << SIM_OBJ_##kind)

static const struct sim_profile *sim_profile_of(const struct sim_obj *obj)
{
        return &obj->client->kmd->profile;
}

/* {index, data} as all the info lists have it. */
struct sim_info {
        uint32_t index, data;
};
typedef uint32_t sim_info_fn(struct sim_obj *obj, struct sim_info *info);

static uint32_t sim_info_inline(struct sim_obj *obj, struct sim_info *list, uint32_t count,
                                uint32_t max, sim_info_fn *fn)
{
        uint32_t status = NV_OK;

        if (count > max)
                return NV_ERR_INVALID_ARGUMENT;
        for (uint32_t i = 0; i < count && !status; i++)
                status = fn(obj, &list[i]);
        return status;
}

static uint32_t sim_info_pointer(struct sim_obj *obj, uint64_t list, uint32_t count,
                                 sim_info_fn *fn)
{
        struct sim_info info;
        uint32_t status;

        if (count > 256)
                return NV_ERR_INVALID_ARGUMENT;
        for (uint32_t i = 0; i < count; i++) {
                if (sim_user_read(&info, list + i * sizeof(info), sizeof(info)))
                        return NV_ERR_INVALID_ADDRESS;
                status = fn(obj, &info);
                if (status)
                        return status;
                if (sim_user_write(list + i * sizeof(info), &info, sizeof(info)))
                        return NV_ERR_INVALID_ADDRESS;
        }
        return NV_OK;
}

/* ---- graphics engine ---- */

static uint32_t sim_gr_info(struct sim_obj *obj, struct sim_info *info)
{
        const struct sim_profile *profile = sim_profile_of(obj);
        const struct sim_chip_profile *chip = profile->chip;
        const struct peal_chip *hw = peal_chip_by_compute_class(chip->compute_class);
        uint32_t lanes = chip->sm_version == 0x705 || chip->sm_version == 0x800 ? 64 : 128;

        switch (info->index) {
        case NV2080_CTRL_GR_INFO_INDEX_SHADER_PIPE_COUNT:
                info->data = sim_profile_gpcs(profile);
                break;
        case NV2080_CTRL_GR_INFO_INDEX_SHADER_PIPE_SUB_COUNT:
                info->data = profile->sms / 2; /* TPCs */
                break;
        case NV2080_CTRL_GR_INFO_INDEX_SM_VERSION:
                info->data = chip->sm_version;
                break;
        case NV2080_CTRL_GR_INFO_INDEX_MAX_WARPS_PER_SM:
                info->data = hw ? hw->warps_per_sm : 0;
                break;
        case NV2080_CTRL_GR_INFO_INDEX_MAX_THREADS_PER_WARP:
                info->data = 32;
                break;
        case NV2080_CTRL_GR_INFO_INDEX_MAX_SP_PER_SM:
                info->data = lanes;
                break;
        case NV2080_CTRL_GR_INFO_INDEX_GPU_CORE_COUNT:
                info->data = lanes * profile->sms;
                break;
        case NV2080_CTRL_GR_INFO_INDEX_SM_REG_BANK_COUNT:
                info->data = 4;
                break;
        case NV2080_CTRL_GR_INFO_INDEX_SM_REG_BANK_REG_COUNT:
                info->data = 16384;
                break;
        case NV2080_CTRL_GR_INFO_INDEX_LITTER_NUM_GPCS:
                info->data = chip->gpcs;
                break;
        case NV2080_CTRL_GR_INFO_INDEX_LITTER_NUM_TPC_PER_GPC:
        case NV2080_CTRL_GR_INFO_INDEX_FAMILY_MAX_TPC_PER_GPC:
                info->data = chip->max_tpcs_per_gpc;
                break;
        case NV2080_CTRL_GR_INFO_INDEX_LITTER_NUM_SM_PER_TPC:
                info->data = 2;
                break;
        case NV2080_CTRL_GR_INFO_INDEX_LITTER_NUM_GRS:
                info->data = 1;
                break;
        case NV2080_CTRL_GR_INFO_INDEX_MAX_SUBCONTEXT_COUNT:
        case NV2080_CTRL_GR_INFO_INDEX_MAX_PER_ENGINE_SUBCONTEXT_COUNT:
                info->data = 64;
                break;
        default:
                /* the real one answers 0 for what a chip does not have */
                if (info->index > NV2080_CTRL_GR_INFO_INDEX_MAX)
                        return NV_ERR_INVALID_ARGUMENT;
                info->data = 0;
        }
        return NV_OK;
}

static uint32_t sim_ctrl_gr_info(struct sim_obj *obj, void *params)
{
        const struct NV2080_CTRL_GR_GET_INFO_PARAMS *p = params;

        return sim_info_pointer(obj, p->grInfoList, p->grInfoListSize, sim_gr_info);
}

static uint32_t sim_ctrl_gr_info_v2(struct sim_obj *obj, void *params)
{
        struct NV2080_CTRL_GR_GET_INFO_V2_PARAMS *p = params;

        return sim_info_inline(obj, (struct sim_info *)p->grInfoList, p->grInfoListSize, 58,
                               sim_gr_info);
}

static uint32_t sim_ctrl_gr_info_device(struct sim_obj *obj, void *params)
{
        const struct NV0080_CTRL_GR_GET_INFO_PARAMS *p = params;

        return sim_info_pointer(obj, p->grInfoList, p->grInfoListSize, sim_gr_info);
}

static uint32_t sim_ctrl_gr_info_device_v2(struct sim_obj *obj, void *params)
{
        struct NV0080_CTRL_GR_GET_INFO_V2_PARAMS *p = params;

        return sim_info_inline(obj, (struct sim_info *)p->grInfoList, p->grInfoListSize, 58,
                               sim_gr_info);
}

/* ---- memory, in KiB ---- */

static uint32_t sim_fb_info(struct sim_obj *obj, struct sim_info *info)
{
        const struct sim_pool *pool = &obj->card->vidmem;
        uint32_t size_KiB = (uint32_t)(pool->size_B >> 10);
        uint32_t free_KiB = (uint32_t)((pool->size_B - pool->used_B) >> 10);

        switch (info->index) {
        case NV2080_CTRL_FB_INFO_INDEX_RAM_SIZE:
        case NV2080_CTRL_FB_INFO_INDEX_TOTAL_RAM_SIZE:
        case NV2080_CTRL_FB_INFO_INDEX_USABLE_RAM_SIZE:
        case NV2080_CTRL_FB_INFO_INDEX_HEAP_SIZE:
        case NV2080_CTRL_FB_INFO_INDEX_MAPPABLE_HEAP_SIZE:
        case NV2080_CTRL_FB_INFO_INDEX_BAR1_SIZE:
                info->data = size_KiB;
                break;
        case NV2080_CTRL_FB_INFO_INDEX_HEAP_FREE:
        case NV2080_CTRL_FB_INFO_INDEX_BAR1_AVAIL_SIZE:
                info->data = free_KiB;
                break;
        case NV2080_CTRL_FB_INFO_INDEX_LARGEST_FREE_REGION_SIZE_KB:
        case NV2080_CTRL_FB_INFO_INDEX_BAR1_MAX_CONTIGUOUS_AVAIL_SIZE:
                info->data = (uint32_t)(sim_pool_largest_free_B(pool) >> 10);
                break;
        case NV2080_CTRL_FB_INFO_INDEX_BUS_WIDTH:
                info->data = sim_profile_of(obj)->chip->bus_width;
                break;
        case NV2080_CTRL_FB_INFO_INDEX_L2CACHE_SIZE:
                info->data = sim_profile_of(obj)->chip->l2_KiB << 10;
                break;
        case NV2080_CTRL_FB_INFO_INDEX_NUMA_NODE_ID:
                info->data = 0xffffffff;
                break;
        default:
                if (info->index > NV2080_CTRL_FB_INFO_INDEX_MAX)
                        return NV_ERR_INVALID_ARGUMENT;
                info->data = 0;
        }
        return NV_OK;
}

static uint32_t sim_ctrl_fb_info(struct sim_obj *obj, void *params)
{
        const struct NV2080_CTRL_FB_GET_INFO_PARAMS *p = params;

        return sim_info_pointer(obj, p->fbInfoList, p->fbInfoListSize, sim_fb_info);
}

static uint32_t sim_ctrl_fb_info_v2(struct sim_obj *obj, void *params)
{
        struct NV2080_CTRL_FB_GET_INFO_V2_PARAMS *p = params;

        return sim_info_inline(obj, (struct sim_info *)p->fbInfoList, p->fbInfoListSize, 128,
                               sim_fb_info);
}

/* ---- GPU, bus ---- */

static uint32_t sim_gpu_info(struct sim_obj *obj, struct sim_info *info)
{
        switch (info->index) {
        case NV2080_CTRL_GPU_INFO_INDEX_GPU_SM_VERSION:
                info->data = sim_profile_of(obj)->chip->sm_version;
                break;
        default:
                if (info->index > NV2080_CTRL_GPU_INFO_INDEX_COMPR_BIT_BACKING_COPY_TYPE)
                        return NV_ERR_INVALID_ARGUMENT;
                info->data = 0;
        }
        return NV_OK;
}

static uint32_t sim_ctrl_gpu_info(struct sim_obj *obj, void *params)
{
        const struct NV2080_CTRL_GPU_GET_INFO_PARAMS *p = params;

        return sim_info_pointer(obj, p->gpuInfoList, p->gpuInfoListSize, sim_gpu_info);
}

static uint32_t sim_ctrl_gpu_info_v2(struct sim_obj *obj, void *params)
{
        struct NV2080_CTRL_GPU_GET_INFO_V2_PARAMS *p = params;

        return sim_info_inline(obj, (struct sim_info *)p->gpuInfoList, p->gpuInfoListSize, 70,
                               sim_gpu_info);
}

static uint32_t sim_bus_info(struct sim_obj *obj, struct sim_info *info)
{
        switch (info->index) {
        case NV2080_CTRL_BUS_INFO_INDEX_TYPE:
        case NV2080_CTRL_BUS_INFO_INDEX_INTERFACE_TYPE:
        case NV2080_CTRL_BUS_INFO_INDEX_GPU_INTERFACE_TYPE:
                info->data = 3; /* PCI Express */
                break;
        case NV2080_CTRL_BUS_INFO_INDEX_INTLINE:
                info->data = 41 + obj->card->index;
                break;
        case NV2080_CTRL_BUS_INFO_INDEX_BUS_NUMBER:
                info->data = obj->card->bus;
                break;
        case NV2080_CTRL_BUS_INFO_INDEX_DEVICE_NUMBER:
                info->data = obj->card->slot;
                break;
        case NV2080_CTRL_BUS_INFO_INDEX_PCIE_GPU_LINK_CAPS:
                info->data = 0x105; /* 16 lanes of generation 5 */
                break;
        default:
                if (info->index > NV2080_CTRL_BUS_INFO_INDEX_MAX)
                        return NV_ERR_INVALID_ARGUMENT;
                info->data = 0;
        }
        return NV_OK;
}

static uint32_t sim_ctrl_bus_info(struct sim_obj *obj, void *params)
{
        const struct NV2080_CTRL_BUS_GET_INFO_PARAMS *p = params;

        return sim_info_pointer(obj, p->busInfoList, p->busInfoListSize, sim_bus_info);
}

static uint32_t sim_ctrl_bus_info_v2(struct sim_obj *obj, void *params)
{
        struct NV2080_CTRL_BUS_GET_INFO_V2_PARAMS *p = params;

        return sim_info_inline(obj, (struct sim_info *)p->busInfoList, p->busInfoListSize, 52,
                               sim_bus_info);
}

/* ---- classes, engines ---- */

static uint32_t sim_class_count(const struct sim_chip_profile *chip)
{
        uint32_t n = 0;

        while (n < SIM_MAX_CLASSES && chip->classes[n])
                n++;
        return n;
}

/* Writes @count numbers behind a pointer; with none, only how many there are. */
static uint32_t sim_put_list(uint64_t to, uint32_t *inout_count, const uint32_t *list,
                             uint32_t count)
{
        if (to) {
                if (*inout_count < count)
                        return NV_ERR_BUFFER_TOO_SMALL;
                if (sim_user_write(to, list, count * sizeof(*list)))
                        return NV_ERR_INVALID_ADDRESS;
        }
        *inout_count = count;
        return NV_OK;
}

static uint32_t sim_ctrl_classlist(struct sim_obj *obj, void *params)
{
        struct NV0080_CTRL_GPU_GET_CLASSLIST_PARAMS *p = params;
        const struct sim_chip_profile *chip = sim_profile_of(obj)->chip;
        uint32_t list[SIM_MAX_CLASSES], n = sim_class_count(chip);

        for (uint32_t i = 0; i < n; i++)
                list[i] = chip->classes[i];
        return sim_put_list(p->classList, &p->numClasses, list, n);
}

static uint32_t sim_ctrl_classlist_v2(struct sim_obj *obj, void *params)
{
        struct NV0080_CTRL_GPU_GET_CLASSLIST_V2_PARAMS *p = params;
        const struct sim_chip_profile *chip = sim_profile_of(obj)->chip;

        memset(p, 0, sizeof(*p));
        p->numClasses = sim_class_count(chip);
        for (uint32_t i = 0; i < p->numClasses; i++)
                p->classList[i] = chip->classes[i];
        return NV_OK;
}

static uint32_t sim_engine_list(const struct sim_chip_profile *chip, uint32_t list[1 + SIM_MAX_CE])
{
        list[0] = NV2080_ENGINE_TYPE_GR0;
        for (unsigned i = 0; i < chip->ce_count; i++)
                list[1 + i] = sim_engine_type(i);
        return 1 + chip->ce_count;
}

static uint32_t sim_ctrl_engines(struct sim_obj *obj, void *params)
{
        struct NV2080_CTRL_GPU_GET_ENGINES_PARAMS *p = params;
        uint32_t list[1 + SIM_MAX_CE], n = sim_engine_list(sim_profile_of(obj)->chip, list);

        return sim_put_list(p->engineList, &p->engineCount, list, n);
}

static uint32_t sim_ctrl_engines_v2(struct sim_obj *obj, void *params)
{
        struct NV2080_CTRL_GPU_GET_ENGINES_V2_PARAMS *p = params;

        memset(p, 0, sizeof(*p));
        p->engineCount = sim_engine_list(sim_profile_of(obj)->chip, p->engineList);
        return NV_OK;
}

static uint32_t sim_ctrl_engine_classes(struct sim_obj *obj, void *params)
{
        struct NV2080_CTRL_GPU_GET_ENGINE_CLASSLIST_PARAMS *p = params;
        const struct sim_chip_profile *chip = sim_profile_of(obj)->chip;
        int ce = sim_engine_ce(p->engineType);
        uint32_t list[1] = {0};

        if (p->engineType == NV2080_ENGINE_TYPE_GR0)
                list[0] = chip->compute_class;
        else if (ce >= 0 && (unsigned)ce < chip->ce_count)
                for (unsigned i = 0; i < sim_class_count(chip); i++)
                        if ((chip->classes[i] & 0xff) == 0xb5)
                                list[0] = chip->classes[i];
        if (!list[0])
                return NV_ERR_INVALID_ARGUMENT;
        return sim_put_list(p->classList, &p->numClasses, list, 1);
}

const struct sim_ctrl *sim_ctrl_info(size_t *ret_count)
{
        static const struct sim_ctrl ctrls[] = {
            {NV0080_CTRL_CMD_GPU_GET_CLASSLIST, SIM_TO(DEVICE), sim_ctrl_classlist},
            {NV0080_CTRL_CMD_GPU_GET_CLASSLIST_V2, SIM_TO(DEVICE), sim_ctrl_classlist_v2},
            {NV0080_CTRL_CMD_GR_GET_INFO, SIM_TO(DEVICE), sim_ctrl_gr_info_device},
            {NV0080_CTRL_CMD_GR_GET_INFO_V2, SIM_TO(DEVICE), sim_ctrl_gr_info_device_v2},
            {NV2080_CTRL_CMD_GPU_GET_INFO, SIM_TO(SUBDEVICE), sim_ctrl_gpu_info},
            {NV2080_CTRL_CMD_GPU_GET_INFO_V2, SIM_TO(SUBDEVICE), sim_ctrl_gpu_info_v2},
            {NV2080_CTRL_CMD_GPU_GET_ENGINES, SIM_TO(SUBDEVICE), sim_ctrl_engines},
            {NV2080_CTRL_CMD_GPU_GET_ENGINES_V2, SIM_TO(SUBDEVICE), sim_ctrl_engines_v2},
            {NV2080_CTRL_CMD_GPU_GET_ENGINE_CLASSLIST, SIM_TO(SUBDEVICE), sim_ctrl_engine_classes},
            {NV2080_CTRL_CMD_GR_GET_INFO, SIM_TO(SUBDEVICE), sim_ctrl_gr_info},
            {NV2080_CTRL_CMD_GR_GET_INFO_V2, SIM_TO(SUBDEVICE), sim_ctrl_gr_info_v2},
            {NV2080_CTRL_CMD_FB_GET_INFO, SIM_TO(SUBDEVICE), sim_ctrl_fb_info},
            {NV2080_CTRL_CMD_FB_GET_INFO_V2, SIM_TO(SUBDEVICE), sim_ctrl_fb_info_v2},
            {NV2080_CTRL_CMD_BUS_GET_INFO, SIM_TO(SUBDEVICE), sim_ctrl_bus_info},
            {NV2080_CTRL_CMD_BUS_GET_INFO_V2, SIM_TO(SUBDEVICE), sim_ctrl_bus_info_v2},
        };

        *ret_count = sizeof(ctrls) / sizeof(ctrls[0]);
        return ctrls;
}
