/* SPDX-License-Identifier: MIT */
/* Which release is running, and which table serves it. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <errno.h>
#include <string.h>
#include "src/kmd/abi.h"
#include "src/kmd/version.h"

static void the_table_of_a_version(void **state)
{
        static const struct {
                const char *version;
                unsigned table, minor, patch;
                bool newer, between;
        } rows[] = {
            {"535.54.03", 535, 54, 3, false, false},   {"545.23", 535, 23, 0, false, true},
            {"550.163.01", 550, 163, 1, false, false}, {"560.35.03", 550, 35, 3, false, true},
            {"570.86.15", 570, 86, 15, false, false},  {"575.51.02", 575, 51, 2, false, false},
            {"580.159.04", 580, 159, 4, false, false}, {"580.95.05", 580, 95, 5, false, false},
            {"590.48.01", 590, 48, 1, false, false},   {"595.45.04", 595, 45, 4, false, false},
            {"610.1.2", 595, 1, 2, true, false},
        };

        (void)state;
        for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
                struct peal_abi abi;

                assert_int_equal(peal_abi_select(rows[i].version, &abi), 0);
                assert_int_equal(abi.table->major, rows[i].table);
                assert_int_equal(abi.minor, rows[i].minor);
                assert_int_equal(abi.patch, rows[i].patch);
                assert_int_equal(abi.newer, rows[i].newer);
                assert_int_equal(abi.between, rows[i].between);
                assert_string_equal(abi.version, rows[i].version);
        }
}

static void versions_refused(void **state)
{
        static const char *const bad[] = {
            "",
            "580",
            "580.",
            "580.1.",
            ".580.1",
            "v580.1",
            "580.1.2.3",
            "580.1 ",
            "580.x.1",
            "99999999999999999999.1",
            "580.1.99999999999",
            "-580.1",
            " 580.1",
        };
        struct peal_abi abi = {.major = 77};

        (void)state;
        for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
                assert_int_equal(peal_abi_select(bad[i], &abi), -EINVAL);
        assert_int_equal(peal_abi_select(NULL, &abi), -EINVAL);
        assert_int_equal(peal_abi_select("530.41.03", &abi), -ENOTSUP);
        assert_int_equal(peal_abi_select("0.0", &abi), -ENOTSUP);
        assert_int_equal(abi.major, 77); /* untouched */
}

static void expect(const char *text, const char *version)
{
        char got[PEAL_VERSION_MAX_B] = "-";
        int r = peal_version_parse(text, strlen(text), got);

        if (version) {
                assert_int_equal(r, 0);
                assert_string_equal(got, version);
        } else {
                assert_int_equal(r, -ENOENT);
                assert_string_equal(got, "-");
        }
}

static void proc_text(void **state)
{
        (void)state;
        expect("NVRM version: NVIDIA UNIX Open Kernel Module for x86_64  580.159.04  Release Build "
               " (dvs-builder@U22)  Thu Nov  6\nGCC version:  gcc version 12.3.0 (Ubuntu)\n",
               "580.159.04");
        expect("NVRM version: NVIDIA UNIX x86_64 Kernel Module  535.288.01  Wed Dec 1 2025\n",
               "535.288.01");
        expect("NVRM version: NVIDIA UNIX aarch64 Kernel Module\t570.86\r\n", "570.86");
        expect("NVRM version: 590.48.01", "590.48.01");
        /* Lines in another order, and numbers that are no release. */
        expect("GCC version:  gcc version 12.3.0\nNVRM version: X 1 2.3.4.5 .5 6. 550.1.2 9.9\n",
               "550.1.2");
        expect("GCC version:  gcc version 12.3.0\n", NULL);
        expect("NVRM version:\n580.1.2\n", NULL);
        expect("NVRM version: NVIDIA UNIX x86_64 Kernel Module\n", NULL);
        expect("NVRM version: 580..1 5.80.1.2 580.1a\n", NULL);
        expect("NVRM version: 111111111111111111111111111111111111111111111111111111111111111111.1",
               NULL);
        expect("NVRM vers", NULL);
        expect("\n\n\n", NULL);
        expect("", NULL);
}

int main(void)
{
        const struct CMUnitTest tests[] = {
            cmocka_unit_test(the_table_of_a_version),
            cmocka_unit_test(versions_refused),
            cmocka_unit_test(proc_text),
        };

        return cmocka_run_group_tests(tests, NULL, NULL);
}
