/* SPDX-License-Identifier: MIT */
/* Controls: sizes by release, what is unknown, and the facts they tell. */
#include <stdio.h>
#include <string.h>
#include "tests/sim/kmd_util.h"

static uint32_t raw(struct kx *k, uint32_t obj, uint32_t cmd, uint64_t params, uint32_t size_B)
{
        struct NVOS54_PARAMETERS p = {
            .hClient = k->root, .hObject = obj, .cmd = cmd, .params = params, .paramsSize = size_B};

        assert_int_equal(kx_ioctl(k, k->ctl, NV_ESC_RM_CONTROL, sizeof(p), &p), 0);
        return p.status;
}

static void refusals(void **state)
{
        struct NVC36F_CTRL_CMD_GPFIFO_GET_WORK_SUBMIT_TOKEN_PARAMS token = {0};
        uint32_t id = 0;
        struct kx k;

        (void)state;
        kx_create(&k, "h200,mem=1G");
        kx_client(&k);
        assert_int_equal(raw(&k, k.subdev, NV2080_CTRL_CMD_GPU_GET_ID, (uintptr_t)&id, 4), NV_OK);
        assert_int_equal(id, 6);
        assert_int_equal(raw(&k, k.subdev, NV2080_CTRL_CMD_GPU_GET_ID, (uintptr_t)&id, 8),
                         NV_ERR_INVALID_PARAM_STRUCT);
        assert_int_equal(raw(&k, k.subdev, NV2080_CTRL_CMD_GPU_GET_ID, 0, 4),
                         NV_ERR_INVALID_ADDRESS);
        assert_int_equal(raw(&k, k.subdev, NV2080_CTRL_CMD_GPU_GET_ID, 0x10, 4),
                         NV_ERR_INVALID_ADDRESS);
        assert_int_equal(raw(&k, 0x1234, NV2080_CTRL_CMD_GPU_GET_ID, (uintptr_t)&id, 4),
                         NV_ERR_OBJECT_NOT_FOUND);
        assert_int_equal(raw(&k, k.device, NV2080_CTRL_CMD_GPU_GET_ID, (uintptr_t)&id, 4),
                         NV_ERR_INVALID_COMMAND);
        assert_int_equal(raw(&k, k.subdev, 0x2080ffff, (uintptr_t)&id, 4), NV_ERR_NOT_SUPPORTED);
        assert_true(kx_logged(&k, "RM_CONTROL 0x2080ffff (unknown): not modelled"));
        assert_int_equal(
            kx_ctrl(&k, k.subdev, NVC36F_CTRL_CMD_GPFIFO_GET_WORK_SUBMIT_TOKEN, &token),
            NV_ERR_INVALID_COMMAND);
        kx_destroy(&k);
}

/* Sizes that moved: what one release takes, another refuses. */
static void sizes_by_release(void **state)
{
        static const struct {
                const char *driver;
                uint32_t schedule_B, name_B, probed_B, classlist_B, sm_order_B;
        } rows[] = {
            {"535.288.01", 2, 132, 256, 644, 6168}, {"550.163.01", 2, 132, 256, 700, 6168},
            {"570.211.01", 2, 132, 256, 404, 6168}, {"575.64.05", 3, 132, 256, 404, 7192},
            {"580.142", 3, 132, 384, 804, 9240},    {"590.48.01", 3, 132, 384, 804, 9240},
            {"595.45.04", 3, 68, 384, 804, 9240},
        };
        static uint8_t buf[16384];
        char profile[64];

        (void)state;
        for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
                const uint32_t sizes[][3] = {
                    {0, NV2080_CTRL_CMD_GPU_GET_NAME_STRING, rows[i].name_B},
                    {1, NV0000_CTRL_CMD_GPU_GET_PROBED_IDS, rows[i].probed_B},
                    {2, NV0080_CTRL_CMD_GPU_GET_CLASSLIST_V2, rows[i].classlist_B},
                    {0, NV2080_CTRL_CMD_GR_GET_GLOBAL_SM_ORDER, rows[i].sm_order_B},
                };
                struct kx k;

                snprintf(profile, sizeof(profile), "h200,mem=1G,driver=%s", rows[i].driver);
                kx_create(&k, profile);
                kx_client(&k);
                kx_space(&k, false);
                kx_queues(&k, &kx_profiles[0]);
                for (unsigned s = 0; s < 4; s++) {
                        uint32_t obj = sizes[s][0] == 0   ? k.subdev
                                       : sizes[s][0] == 1 ? k.root
                                                          : k.device;

                        for (int32_t d = -4; d <= 4; d += 4) {
                                memset(buf, 0, sizeof(buf));
                                assert_int_equal(raw(&k, obj, sizes[s][1], (uintptr_t)buf,
                                                     sizes[s][2] + (uint32_t)d),
                                                 d ? NV_ERR_INVALID_PARAM_STRUCT : NV_OK);
                        }
                }
                memset(buf, 1, 4);
                assert_int_equal(raw(&k, k.group, NVA06C_CTRL_CMD_GPFIFO_SCHEDULE, (uintptr_t)buf,
                                     rows[i].schedule_B),
                                 NV_OK);
                assert_int_equal(raw(&k, k.group, NVA06C_CTRL_CMD_GPFIFO_SCHEDULE, (uintptr_t)buf,
                                     5 - rows[i].schedule_B),
                                 NV_ERR_INVALID_PARAM_STRUCT);
                kx_destroy(&k);
        }
}

static bool has(const uint32_t *list, uint32_t count, uint32_t value)
{
        for (uint32_t i = 0; i < count; i++)
                if (list[i] == value)
                        return true;
        return false;
}

static void class_lists_by_pointer_and_inside(void **state)
{
        (void)state;
        for (unsigned i = 0; i < 7; i++) {
                const struct kx_classes *c = &kx_profiles[i];
                struct NV0080_CTRL_GPU_GET_CLASSLIST_PARAMS p = {0};
                struct NV0080_CTRL_GPU_GET_CLASSLIST_V2_PARAMS v2 = {0};
                uint32_t list[64];
                struct kx k;

                kx_create(&k, c->profile);
                kx_client(&k);
                assert_int_equal(kx_ctrl(&k, k.device, NV0080_CTRL_CMD_GPU_GET_CLASSLIST_V2, &v2),
                                 NV_OK);
                assert_true(has(v2.classList, v2.numClasses, c->compute));
                assert_true(has(v2.classList, v2.numClasses, c->copy));
                assert_true(has(v2.classList, v2.numClasses, c->channel));
                assert_true(has(v2.classList, v2.numClasses, c->usermode));
                for (unsigned other = 0; other < 7; other++)
                        if (other != i)
                                assert_false(
                                    has(v2.classList, v2.numClasses, kx_profiles[other].compute));
                /* how many, too few, the list */
                assert_int_equal(kx_ctrl(&k, k.device, NV0080_CTRL_CMD_GPU_GET_CLASSLIST, &p),
                                 NV_OK);
                assert_int_equal(p.numClasses, v2.numClasses);
                p.classList = (uintptr_t)list;
                p.numClasses--;
                assert_int_equal(kx_ctrl(&k, k.device, NV0080_CTRL_CMD_GPU_GET_CLASSLIST, &p),
                                 NV_ERR_BUFFER_TOO_SMALL);
                p.numClasses = 64;
                assert_int_equal(kx_ctrl(&k, k.device, NV0080_CTRL_CMD_GPU_GET_CLASSLIST, &p),
                                 NV_OK);
                assert_memory_equal(list, v2.classList, p.numClasses * 4);
                p.classList = 0x10;
                assert_int_equal(kx_ctrl(&k, k.device, NV0080_CTRL_CMD_GPU_GET_CLASSLIST, &p),
                                 NV_ERR_INVALID_ADDRESS);
                kx_destroy(&k);
        }
}

static void engines_as_on_an_h200(void **state)
{
        static const uint32_t masks[] = {0x5000, 0xa000, 0x5000, 0xa000, 0xfff};
        static const uint8_t caps[] = {0xe3, 0xe3, 0xe6, 0xea, 0xf0};
        struct NV2080_CTRL_GPU_GET_ENGINES_V2_PARAMS engines = {0};
        struct kx k;

        (void)state;
        kx_create(&k, "h200,mem=1G");
        kx_client(&k);
        assert_int_equal(kx_ctrl(&k, k.subdev, NV2080_CTRL_CMD_GPU_GET_ENGINES_V2, &engines),
                         NV_OK);
        assert_int_equal(engines.engineCount, 6);
        assert_int_equal(engines.engineList[0], 1);
        for (uint32_t i = 0; i < 6; i++) {
                struct NV2080_CTRL_CE_GET_CE_PCE_MASK_PARAMS mask = {.ceEngineType = 9 + i};
                struct NV2080_CTRL_CE_GET_CAPS_V2_PARAMS cap = {.ceEngineType = 9 + i};
                uint32_t status = i < 5 ? NV_OK : NV_ERR_NOT_SUPPORTED;

                assert_int_equal(kx_ctrl(&k, k.subdev, NV2080_CTRL_CMD_CE_GET_CE_PCE_MASK, &mask),
                                 status);
                assert_int_equal(kx_ctrl(&k, k.subdev, NV2080_CTRL_CMD_CE_GET_CAPS_V2, &cap),
                                 status);
                if (i == 5)
                        break;
                assert_int_equal(engines.engineList[1 + i], 9 + i);
                assert_int_equal(mask.pceMask, masks[i]);
                assert_int_equal(cap.capsTbl[0], caps[i]);
                assert_int_equal(cap.capsTbl[1], 3);
        }
        kx_destroy(&k);
}

static void facts_by_index(void **state)
{
        struct NV2080_CTRL_GR_INFO list[] = {
            {NV2080_CTRL_GR_INFO_INDEX_LITTER_NUM_GPCS, 0},
            {NV2080_CTRL_GR_INFO_INDEX_LITTER_NUM_TPC_PER_GPC, 0},
            {NV2080_CTRL_GR_INFO_INDEX_LITTER_NUM_SM_PER_TPC, 0},
            {NV2080_CTRL_GR_INFO_INDEX_MAX_WARPS_PER_SM, 0},
            {NV2080_CTRL_GR_INFO_INDEX_SHADER_PIPE_SUB_COUNT, 0},
        };
        struct NV2080_CTRL_GR_GET_INFO_PARAMS gr = {.grInfoListSize = 5,
                                                    .grInfoList = (uintptr_t)list};
        struct NV2080_CTRL_MC_GET_ARCH_INFO_PARAMS arch = {0};
        struct NV2080_CTRL_FB_INFO fb[2] = {{NV2080_CTRL_FB_INFO_INDEX_HEAP_FREE, 0},
                                            {NV2080_CTRL_FB_INFO_INDEX_TOTAL_RAM_SIZE, 0}};
        struct NV2080_CTRL_FB_GET_INFO_PARAMS fbp = {.fbInfoListSize = 2,
                                                     .fbInfoList = (uintptr_t)fb};
        struct NV2080_CTRL_BUS_GET_PCI_INFO_PARAMS pci = {0};
        struct kx k;

        (void)state;
        kx_create(&k, "rtx4090");
        kx_client(&k);
        assert_int_equal(kx_ctrl(&k, k.subdev, NV2080_CTRL_CMD_GR_GET_INFO, &gr), NV_OK);
        assert_int_equal(list[0].data, 11);
        assert_int_equal(list[1].data, 6);
        assert_int_equal(list[2].data, 2);
        assert_int_equal(list[3].data, 48);
        assert_int_equal(list[4].data, 64);
        list[2].index = 0x1000;
        assert_int_equal(kx_ctrl(&k, k.subdev, NV2080_CTRL_CMD_GR_GET_INFO, &gr),
                         NV_ERR_INVALID_ARGUMENT);
        gr.grInfoList = 0x10;
        assert_int_equal(kx_ctrl(&k, k.subdev, NV2080_CTRL_CMD_GR_GET_INFO, &gr),
                         NV_ERR_INVALID_ADDRESS);
        assert_int_equal(kx_ctrl(&k, k.subdev, NV2080_CTRL_CMD_MC_GET_ARCH_INFO, &arch), NV_OK);
        assert_int_equal(arch.architecture, 0x190);
        assert_int_equal(arch.implementation, 2);
        assert_int_equal(kx_ctrl(&k, k.subdev, NV2080_CTRL_CMD_BUS_GET_PCI_INFO, &pci), NV_OK);
        assert_int_equal(pci.pciDeviceId, 0x268410de);
        assert_int_equal(kx_memory(&k, NV01_MEMORY_LOCAL_USER, 1u << 30, KX_ATTR_VIDEO, 0, NULL),
                         NV_OK);
        assert_int_equal(kx_ctrl(&k, k.subdev, NV2080_CTRL_CMD_FB_GET_INFO, &fbp), NV_OK);
        assert_int_equal(fb[1].data, 24564u << 10);
        assert_int_equal(fb[1].data - fb[0].data, 1u << 20);
        kx_destroy(&k);
}

static void identity(void **state)
{
        struct NV2080_CTRL_GPU_GET_GID_INFO_PARAMS gid = {.flags = 0};
        struct NV0000_CTRL_GPU_GET_UUID_FROM_GPU_ID_PARAMS from = {.gpuId = 6, .flags = 2};
        struct NV0000_CTRL_GPU_GET_UUID_INFO_PARAMS info = {.flags = 2};
        char driver[64] = "", version[64] = "", title[64] = "";
        struct NV0000_CTRL_SYSTEM_GET_BUILD_VERSION_PARAMS build = {
            .sizeOfStrings = 64,
            .pDriverVersionBuffer = (uintptr_t)driver,
            .pVersionBuffer = (uintptr_t)version,
            .pTitleBuffer = (uintptr_t)title};
        struct kx k;

        (void)state;
        kx_create(&k, "a100,driver=590.48.01");
        kx_client(&k);
        assert_int_equal(kx_ctrl(&k, k.subdev, NV2080_CTRL_CMD_GPU_GET_GID_INFO, &gid), NV_OK);
        assert_memory_equal(gid.data, "GPU-", 4);
        assert_int_equal(gid.length, 41);
        gid.flags = 1;
        assert_int_equal(kx_ctrl(&k, k.subdev, NV2080_CTRL_CMD_GPU_GET_GID_INFO, &gid),
                         NV_ERR_INVALID_ARGUMENT);
        assert_int_equal(kx_ctrl(&k, k.root, NV0000_CTRL_CMD_GPU_GET_UUID_FROM_GPU_ID, &from),
                         NV_OK);
        assert_memory_equal(from.gpuUuid, k.uuid, 16);
        memcpy(info.gpuUuid, k.uuid, 16);
        assert_int_equal(kx_ctrl(&k, k.root, NV0000_CTRL_CMD_GPU_GET_UUID_INFO, &info), NV_OK);
        assert_int_equal(info.gpuId, 6);
        info.gpuUuid[0] ^= 1;
        assert_int_equal(kx_ctrl(&k, k.root, NV0000_CTRL_CMD_GPU_GET_UUID_INFO, &info),
                         NV_ERR_GPU_UUID_NOT_FOUND);
        assert_int_equal(kx_ctrl(&k, k.root, NV0000_CTRL_CMD_SYSTEM_GET_BUILD_VERSION, &build),
                         NV_OK);
        assert_string_equal(driver, "590.48.01");
        build.sizeOfStrings = 4;
        assert_int_equal(kx_ctrl(&k, k.root, NV0000_CTRL_CMD_SYSTEM_GET_BUILD_VERSION, &build),
                         NV_ERR_INVALID_STRING_LENGTH);
        kx_destroy(&k);
}

static void time_goes_on(void **state)
{
        struct NV2080_CTRL_TIMER_GET_TIME_PARAMS a = {0}, b = {0};
        struct NV2080_CTRL_TIMER_GET_GPU_CPU_TIME_CORRELATION_INFO_PARAMS c = {.cpuClkId = 1,
                                                                               .sampleCount = 4};
        struct kx k;

        (void)state;
        kx_create(&k, "h200,mem=1G");
        kx_client(&k);
        assert_int_equal(kx_ctrl(&k, k.subdev, NV2080_CTRL_CMD_TIMER_GET_TIME, &a), NV_OK);
        assert_int_equal(
            kx_ctrl(&k, k.subdev, NV2080_CTRL_CMD_TIMER_GET_GPU_CPU_TIME_CORRELATION_INFO, &c),
            NV_OK);
        assert_int_equal(kx_ctrl(&k, k.subdev, NV2080_CTRL_CMD_TIMER_GET_TIME, &b), NV_OK);
        assert_true(a.time_nsec <= c.samples[0].gpuTime);
        assert_true(c.samples[3].gpuTime <= b.time_nsec);
        c.sampleCount = 17;
        assert_int_equal(
            kx_ctrl(&k, k.subdev, NV2080_CTRL_CMD_TIMER_GET_GPU_CPU_TIME_CORRELATION_INFO, &c),
            NV_ERR_INVALID_ARGUMENT);
        kx_destroy(&k);
}

int main(void)
{
        const struct CMUnitTest tests[] = {
            cmocka_unit_test(refusals),
            cmocka_unit_test(sizes_by_release),
            cmocka_unit_test(class_lists_by_pointer_and_inside),
            cmocka_unit_test(engines_as_on_an_h200),
            cmocka_unit_test(facts_by_index),
            cmocka_unit_test(identity),
            cmocka_unit_test(time_goes_on),
        };

        return cmocka_run_group_tests(tests, NULL, NULL);
}
