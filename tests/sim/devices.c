/* SPDX-License-Identifier: MIT */
/* Every profile and driver release opens; PEAL_VISIBLE_DEVICES and minor numbers
 * are honoured; bad names are refused with a sentence. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "include/peal/peal.h"

#define OK(call)                                                                                   \
        do {                                                                                       \
                int ok_ = (call);                                                                  \
                if (ok_ < 0)                                                                       \
                        fail_msg("%s: %d: %s", #call, ok_, peal_last_error());                     \
        } while (0)

static void round_trip(struct peal_device *dev)
{
        uint8_t in[9999], out[9999] = {0};
        struct peal_buffer *b;

        for (size_t i = 0; i < sizeof(in); i++)
                in[i] = (uint8_t)(i * 7 + 3);
        OK(peal_buffer_alloc(dev, 20000, 0, &b));
        OK(peal_copy_in(b, 11, in, sizeof(in)));
        OK(peal_copy_out(out, b, 11, sizeof(out)));
        assert_memory_equal(in, out, sizeof(in));
        peal_buffer_free(b);
}

static void open_info(const char *spec, enum peal_address_space space,
                      struct peal_device_info *info)
{
        struct peal_device_options options = {.size = sizeof(options), .address_space = space};
        struct peal_device *dev;

        OK(peal_device_open(spec, &options, &dev));
        *info = (struct peal_device_info){.size = sizeof(*info)};
        OK(peal_device_info(dev, info));
        round_trip(dev);
        peal_device_close(dev);
}

static void every_profile(void **state)
{
        static const struct {
                const char *spec, *chip, *qmd;
                unsigned sm_arch, sms;
        } profiles[] = {
            {"sim:h200", "GH100", "V04_00", 90, 132},
            {"sim:rtx4090", "AD10x", "V03_00", 89, 128},
            {"sim:rtx3090", "GA10x", "V03_00", 86, 82},
            {"sim:a100", "GA100", "V03_00", 80, 108},
            {"sim:rtx5090", "GB20x", "V05_00", 120, 170},
            {"sim:rtx2080ti", "TU10x", "V02_03", 75, 68},
        };

        (void)state;
        for (size_t i = 0; i < sizeof(profiles) / sizeof(*profiles); i++)
                for (int space = 0; space < 2; space++) {
                        struct peal_device_info info;

                        open_info(profiles[i].spec, space, &info);
                        assert_string_equal(info.chip, profiles[i].chip);
                        assert_string_equal(info.qmd_version, profiles[i].qmd);
                        assert_int_equal(info.sm_arch, profiles[i].sm_arch);
                        assert_int_equal(info.sm_count, profiles[i].sms);
                        assert_int_equal(info.address_space, space);
                }
}

static void every_release(void **state)
{
        static const char *const releases[] = {"535.288.01", "550.163.01", "570.86",   "575.64.05",
                                               "580.159.04", "590.48.01",  "595.45.04"};

        (void)state;
        for (size_t i = 0; i < sizeof(releases) / sizeof(*releases); i++)
                for (int space = 0; space < 2; space++) {
                        struct peal_device_info info;
                        char spec[64];

                        snprintf(spec, sizeof(spec), "sim:h200,driver=%s", releases[i]);
                        open_info(spec, space, &info);
                        assert_memory_equal(info.driver, releases[i], 6);
                        assert_memory_equal(info.abi_table, releases[i], 3);
                        assert_int_equal(info.abi_newer, 0);
                }
}

static void newer_release_is_served_and_said(void **state)
{
        struct peal_device_info info;

        (void)state;
        open_info("sim:h200,driver=999.10", PEAL_ADDRESS_SPACE_RM, &info);
        assert_int_equal(info.abi_newer, 1);
        assert_memory_equal(info.abi_table, "595", 3);
}

static void bad_names_are_refused(void **state)
{
        static const struct {
                const char *spec;
                int err;
                const char *part;
        } bad[] = {
            {"cuda", -EINVAL, "cuda"},          {"nv:x", -EINVAL, "'x'"},
            {"sim:h300", -EINVAL, "h300"},      {"sim:h200,colour=red", -EINVAL, "colour"},
            {"sim:h200,sms=0", -EINVAL, "sms"}, {"sim:h200,driver=470.1", -EINVAL, "470"},
            {"sim:h200,index=1", -ENOENT, "1"},
        };

        (void)state;
        for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++) {
                struct peal_device *dev = NULL;
                int r = peal_device_open(bad[i].spec, NULL, &dev);

                if (r != bad[i].err || !strstr(peal_last_error(), bad[i].part))
                        fail_msg("%s: %d: %s", bad[i].spec, r, peal_last_error());
                assert_null(dev);
        }
}

static int count(void *ctx, const struct peal_device_entry *entry)
{
        struct peal_device *dev;

        OK(peal_device_open(entry->spec, NULL, &dev));
        peal_device_close(dev);
        ++*(int *)ctx;
        return 0;
}

static void visible_devices(void **state)
{
        struct peal_device_info first, second, info;
        struct peal_device *dev = NULL;
        char filter[64];
        int n = 0;

        (void)state;
        unsetenv("PEAL_VISIBLE_DEVICES");
        open_info("sim:rtx4090,count=3,index=0", 0, &first);
        open_info("sim:rtx4090,count=3,index=1", 0, &second);
        assert_string_not_equal(first.uuid, second.uuid);
        assert_int_not_equal(first.minor, second.minor);
        OK(peal_device_list("sim:rtx4090,count=3", count, &n));
        assert_int_equal(n, 3);

        setenv("PEAL_VISIBLE_DEVICES", "1", 1);
        open_info("sim:rtx4090,count=3", 0, &info);
        assert_string_equal(info.uuid, second.uuid);
        assert_int_equal(peal_device_open("sim:rtx4090,count=3,index=1", NULL, &dev), -ENOENT);

        snprintf(filter, sizeof(filter), "2,%.20s", first.uuid);
        setenv("PEAL_VISIBLE_DEVICES", filter, 1);
        open_info("sim:rtx4090,count=3,index=1", 0, &info);
        assert_string_equal(info.uuid, first.uuid);

        setenv("PEAL_VISIBLE_DEVICES", "one", 1);
        assert_int_equal(peal_device_open("sim:rtx4090,count=3", NULL, &dev), -EINVAL);
        assert_non_null(strstr(peal_last_error(), "one"));
        setenv("PEAL_VISIBLE_DEVICES", "", 1);
        assert_int_equal(peal_device_open("sim:rtx4090,count=3", NULL, &dev), -ENOENT);
        unsetenv("PEAL_VISIBLE_DEVICES");
}

static void memory_runs_out_by_name(void **state)
{
        struct peal_buffer *b = NULL;
        struct peal_device *dev;

        (void)state;
        OK(peal_device_open("sim:h200,mem=1G", NULL, &dev));
        assert_int_equal(peal_buffer_alloc(dev, 2ull << 30, 0, &b), -ENOMEM);
        assert_non_null(strstr(peal_last_error(), "2147483648"));
        round_trip(dev);
        peal_device_close(dev);
}

int main(void)
{
        const struct CMUnitTest tests[] = {
            cmocka_unit_test(every_profile),
            cmocka_unit_test(every_release),
            cmocka_unit_test(newer_release_is_served_and_said),
            cmocka_unit_test(bad_names_are_refused),
            cmocka_unit_test(visible_devices),
            cmocka_unit_test(memory_runs_out_by_name),
        };

        return cmocka_run_group_tests(tests, NULL, NULL);
}
