/* SPDX-License-Identifier: MIT */
/* Profiles: what they stand for, their keys, and sentences for what is wrong. */
#include <stdio.h>
#include <string.h>
#include "tests/sim/kmd_util.h"

static void refused(const char *profile, const char *sentence)
{
        struct peal_kmd *kmd = NULL;
        char err[256] = "";

        assert_int_equal(sim_kmd_create(profile, err, sizeof(err), &kmd), -22);
        assert_null(kmd);
        if (!strstr(err, sentence))
                fail_msg("%s: \"%s\" does not say \"%s\"", profile, err, sentence);
}

static void errors_name_key_value_and_limit(void **state)
{
        (void)state;
        refused("h100", "\"h100\": no such profile; one of h200, rtx4090");
        refused("h200,mem", "\"mem\": not KEY=VALUE");
        refused("h200,mem=", "mem=: not a size like 4G");
        refused("h200,mem=4Q", "mem=4Q: not a size");
        refused("h200,mem=1M", "mem=1M: outside 32M to 1T");
        refused("h200,mem=2T", "mem=2T: outside 32M to 1T");
        refused("h200,mem=33M", "mem=33M: not a multiple of 2M");
        refused("h200,mem=99999999999999999999", "not a size");
        refused("h200,sms=133", "sms=133: outside 2 to 132");
        refused("h200,sms=3", "sms=3: odd");
        refused("h200,sms=x", "sms=x: not a number");
        refused("h200,count=0", "count=0: outside 1 to 8");
        refused("h200,count=9", "count=9: outside 1 to 8");
        refused("h200,workers=-1", "workers=-1: not a number");
        refused("h200,limit=x", "limit=x: not a number");
        refused("h200,minor=201", "minor=201: outside 0 to 200");
        refused("h200,driver=470.82", "driver=470.82: older than 535");
        refused("h200,driver=abc", "driver=abc: not a release");
        refused("h200,deny=", "deny=: empty");
        refused("h200,deny=everything", "deny=everything: not one of perf_boost");
        refused("h200,colour=red", "colour=red: unknown key; one of driver, mem");
        refused("h200,mem=1G,mem=2G", "mem is given twice");
}

static uint32_t fb_info(struct kx *k, uint32_t index)
{
        struct NV2080_CTRL_FB_GET_INFO_V2_PARAMS p = {.fbInfoListSize = 1};

        p.fbInfoList[0].index = index;
        assert_int_equal(kx_ctrl(k, k->subdev, NV2080_CTRL_CMD_FB_GET_INFO_V2, &p), NV_OK);
        return p.fbInfoList[0].data;
}

static void keys_change_the_machine(void **state)
{
        struct NV2080_CTRL_GR_GET_INFO_V2_PARAMS gr = {.grInfoListSize = 2};
        struct nv_ioctl_card_info cards[32];
        struct kx k;

        (void)state;
        kx_create(&k, "h200,driver=570.86,mem=4G,sms=8,count=3,minor=5");
        kx_client(&k);
        memset(cards, 0, sizeof(cards));
        assert_int_equal(kx_ioctl(&k, k.ctl, NV_ESC_CARD_INFO, sizeof(cards), cards), 0);
        for (unsigned i = 0; i < 32; i++) {
                assert_int_equal(cards[i].valid, i < 3);
                if (i < 3) {
                        assert_int_equal(cards[i].minor_number, 5 + i);
                        assert_int_equal(cards[i].gpu_id, 6 + i);
                        assert_int_equal(cards[i].pci_info.device_id, 0x2335);
                }
        }
        assert_int_equal(fb_info(&k, NV2080_CTRL_FB_INFO_INDEX_TOTAL_RAM_SIZE), 4u << 20);
        gr.grInfoList[0].index = NV2080_CTRL_GR_INFO_INDEX_SHADER_PIPE_SUB_COUNT;
        gr.grInfoList[1].index = NV2080_CTRL_GR_INFO_INDEX_SM_VERSION;
        assert_int_equal(kx_ctrl(&k, k.subdev, NV2080_CTRL_CMD_GR_GET_INFO_V2, &gr), NV_OK);
        assert_int_equal(gr.grInfoList[0].data, 4);
        assert_int_equal(gr.grInfoList[1].data, 0x900);
        /* the nodes have the minors, not the indices */
        assert_int_equal(kx_open(&k, "/dev/nvidia0"), -2);
        assert_int_equal(kx_open(&k, "/dev/nvidia8"), -2);
        kx_destroy(&k);
}

static void empty_and_bare_keys_mean_h200(void **state)
{
        static const char *const same[] = {"", "h200", "count=1"};

        (void)state;
        for (unsigned i = 0; i < 3; i++) {
                struct NV2080_CTRL_GPU_GET_NAME_STRING_PARAMS name = {0};
                struct kx k;

                kx_create(&k, same[i]);
                kx_client(&k);
                assert_int_equal(kx_ctrl(&k, k.subdev, NV2080_CTRL_CMD_GPU_GET_NAME_STRING, &name),
                                 NV_OK);
                assert_string_equal((const char *)name.gpuNameString.ascii, "NVIDIA H200");
                assert_int_equal(fb_info(&k, NV2080_CTRL_FB_INFO_INDEX_TOTAL_RAM_SIZE) >> 10,
                                 143770);
                kx_destroy(&k);
        }
}

static void deny_answers_insufficient_permissions(void **state)
{
        struct NV2080_CTRL_PERF_BOOST_PARAMS boost = {.flags = 0x12, .duration = ~0u};
        struct nv_ioctl_rm_api_version version = {.cmd = NV_RM_API_VERSION_CMD_QUERY};
        struct NV2080_CTRL_CE_GET_CAPS_V2_PARAMS caps = {.ceEngineType = 9};
        struct NV0005_ALLOC_PARAMETERS event = {0};
        struct kx k;

        (void)state;
        kx_create(&k, "h200,mem=1G");
        kx_client(&k);
        assert_int_equal(kx_ctrl(&k, k.subdev, NV2080_CTRL_CMD_PERF_BOOST, &boost), NV_OK);
        assert_true(kx_open(&k, "/proc/driver/nvidia/version") >= 0);
        k.kmd->ops->destroy(k.kmd);
        kx_create(&k, "h200,mem=1G,deny=perf_boost+proc_version+version_str+event+0x20802a03");
        kx_client(&k);
        assert_int_equal(kx_ctrl(&k, k.subdev, NV2080_CTRL_CMD_PERF_BOOST, &boost),
                         NV_ERR_INSUFFICIENT_PERMISSIONS);
        assert_int_equal(kx_ctrl(&k, k.subdev, NV2080_CTRL_CMD_CE_GET_CAPS_V2, &caps),
                         NV_ERR_INSUFFICIENT_PERMISSIONS);
        assert_int_equal(kx_alloc(&k, k.subdev, NV01_EVENT_OS_EVENT, &event, NULL),
                         NV_ERR_INSUFFICIENT_PERMISSIONS);
        assert_int_equal(kx_open(&k, "/proc/driver/nvidia/version"), -13);
        assert_int_equal(kx_escape(&k, k.ctl, NV_ESC_CHECK_VERSION_STR,
                                   PEAL_ABI_nv_ioctl_rm_api_version, &version),
                         -13);
        kx_destroy(&k);
}

/* 141 GiB of profile cost what is touched. */
static void an_idle_model_takes_no_memory(void **state)
{
        struct kx k;

        (void)state;
        kx_create(&k, "h200,count=8");
        assert_int_equal(kx_stats(&k).resident_B, 0);
        kx_client(&k);
        kx_space(&k, false);
        assert_int_equal(kx_stats(&k).resident_B, 0);
        kx_destroy(&k);
}

int main(void)
{
        const struct CMUnitTest tests[] = {
            cmocka_unit_test(errors_name_key_value_and_limit),
            cmocka_unit_test(keys_change_the_machine),
            cmocka_unit_test(empty_and_bare_keys_mean_h200),
            cmocka_unit_test(deny_answers_insufficient_permissions),
            cmocka_unit_test(an_idle_model_takes_no_memory),
        };

        return cmocka_run_group_tests(tests, NULL, NULL);
}
