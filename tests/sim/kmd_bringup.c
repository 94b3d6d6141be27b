/* SPDX-License-Identifier: MIT */
/* The order of calls that hardware accepts (measured on an H200, driver 580.159)
 * brings up queues on every profile, in both modes, on every release. */
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include "tests/sim/kmd_util.h"

static void bringup(const char *profile, const struct kx_classes *classes, bool uvm_mode)
{
        struct NV2080_CTRL_GR_GET_GLOBAL_SM_ORDER_PARAMS *order;
        struct kx k;

        kx_create(&k, profile);
        kx_client(&k);
        kx_space(&k, uvm_mode);
        kx_queues(&k, classes);
        /* measured tokens: runlist in the high half, channel ids from 10 */
        assert_int_equal(k.token, 0x0000000a);
        assert_int_equal(k.copy_token, 0x0001000b);
        assert_int_equal(kx_stats(&k).channels, 2);
        order = test_calloc(1, sizeof(*order));
        assert_int_equal(kx_ctrl(&k, k.subdev, NV2080_CTRL_CMD_GR_GET_GLOBAL_SM_ORDER, order),
                         NV_OK);
        assert_int_equal(order->numSm, classes->sms);
        assert_int_equal(order->numTpc, classes->sms / 2);
        test_free(order);
        kx_destroy(&k);
}

static void every_profile_in_both_modes(void **state)
{
        (void)state;
        for (unsigned i = 0; i < 7; i++) {
                bringup(kx_profiles[i].profile, &kx_profiles[i], false);
                bringup(kx_profiles[i].profile, &kx_profiles[i], true);
        }
}

static void every_release_in_both_modes(void **state)
{
        static const char *const releases[] = {
            "535.288.01", "550.163.01", "560.35.03", "570.211.01", "570.86", "575.64.05",
            "580.142",    "580.159.04", "590.48.01", "595.45.04",  "999.1"};
        char profile[64];

        (void)state;
        for (unsigned i = 0; i < sizeof(releases) / sizeof(releases[0]); i++) {
                snprintf(profile, sizeof(profile), "h200,driver=%s", releases[i]);
                bringup(profile, &kx_profiles[0], false);
                bringup(profile, &kx_profiles[0], true);
        }
}

/* A release's call is refused by a kernel of another where the size differs. */
static void another_releases_size_is_refused(void **state)
{
        struct NVOS46_PARAMETERS p = {0};
        struct kx k;

        (void)state;
        kx_create(&k, "h200,driver=570.211.01");
        kx_client(&k);
        kx_space(&k, false);
        assert_int_equal(kx_ioctl(&k, k.ctl, NV_ESC_RM_MAP_MEMORY_DMA, sizeof(p), &p), -22);
        assert_true(
            kx_logged(&k, "NV_ESC_RM_MAP_MEMORY_DMA: 64 bytes, release 570.211.01 takes 56"));
        kx_destroy(&k);
}

static void twice_in_one_model(void **state)
{
        struct kx k;

        (void)state;
        kx_create(&k, "h200,mem=1G");
        for (unsigned i = 0; i < 20; i++) {
                kx_client(&k);
                kx_space(&k, i & 1);
                kx_queues(&k, &kx_profiles[0]);
                assert_int_equal(k.token, 0x0000000a);
                kx_teardown(&k);
                assert_int_equal(kx_stats(&k).objects, 0);
                k.next_handle = 0x5c000000;
        }
        kx_destroy(&k);
}

/* Destroying a model in which everything still lives is safe. */
static void destroy_with_things_alive(void **state)
{
        struct kx k;

        (void)state;
        for (unsigned uvm_mode = 0; uvm_mode < 2; uvm_mode++) {
                kx_create(&k, "h200,mem=1G");
                kx_client(&k);
                kx_space(&k, uvm_mode);
                kx_queues(&k, &kx_profiles[0]);
                munmap((void *)(uintptr_t)k.doorbell, 0x10000);
                munmap((void *)(uintptr_t)k.ring_cpu, KX_HUGE_B);
                k.kmd->ops->destroy(k.kmd);
        }
}

int main(void)
{
        const struct CMUnitTest tests[] = {
            cmocka_unit_test(every_profile_in_both_modes),
            cmocka_unit_test(every_release_in_both_modes),
            cmocka_unit_test(another_releases_size_is_refused),
            cmocka_unit_test(twice_in_one_model),
            cmocka_unit_test(destroy_with_things_alive),
        };

        return cmocka_run_group_tests(tests, NULL, NULL);
}
