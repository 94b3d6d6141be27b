/* SPDX-License-Identifier: MIT */
/* Chip descriptions: found by class, limits of the CUDA programming guide's table,
 * bank 0 offsets as compiled code reads them, and internal consistency. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>
#include <errno.h>
#include "src/hw/chip.h"
#include "src/hw/class.h"

/* CUDA C++ Programming Guide 13.0, technical specifications per compute capability. */
static const struct {
        const char *name;
        uint32_t class_id, sm, warps, blocks, shared_KB, block_KB;
        enum peal_qmd_version qmd;
} table[] = {
    {"TU10x", TURING_COMPUTE_A, 75, 32, 16, 64, 64, PEAL_QMD_V02_03},
    {"GA100", AMPERE_COMPUTE_A, 80, 64, 32, 164, 163, PEAL_QMD_V03_00},
    {"GA10x", AMPERE_COMPUTE_B, 86, 48, 16, 100, 99, PEAL_QMD_V03_00},
    {"AD10x", ADA_COMPUTE_A, 89, 48, 24, 100, 99, PEAL_QMD_V03_00},
    {"GH100", HOPPER_COMPUTE_A, 90, 64, 32, 228, 227, PEAL_QMD_V04_00},
    {"GB100", BLACKWELL_COMPUTE_A, 100, 64, 32, 228, 227, PEAL_QMD_V05_00},
    {"GB20x", BLACKWELL_COMPUTE_B, 120, 48, 24, 100, 99, PEAL_QMD_V05_00},
};
#define CHIPS (sizeof(table) / sizeof(*table))

static const struct peal_chip *chip(uint32_t class_id)
{
        const struct peal_chip *c = peal_chip_by_compute_class(class_id);

        assert_non_null(c);
        return c;
}

static void limits_are_the_guides(void **state)
{
        (void)state;
        for (size_t i = 0; i < CHIPS; i++) {
                const struct peal_chip *c = chip(table[i].class_id);

                assert_string_equal(c->name, table[i].name);
                assert_non_null(c->family);
                assert_ptr_equal(peal_chip_at(i), c);
                assert_int_equal(c->compute_class, table[i].class_id);
                assert_int_equal(c->sm_arch, table[i].sm);
                assert_int_equal(c->warps_per_sm, table[i].warps);
                assert_int_equal(c->blocks_per_sm, table[i].blocks);
                assert_int_equal(c->shared_per_sm_B, table[i].shared_KB * 1024);
                assert_int_equal(c->shared_per_block_B, table[i].block_KB * 1024);
                assert_int_equal(c->qmd_version, table[i].qmd);
                assert_int_equal(c->registers_per_sm, 65536);
                assert_int_equal(c->max_block_threads, 1024);
                assert_int_equal(c->max_block[2], 64);
                assert_int_equal(c->max_grid[0], 0x7fffffff);
                assert_int_equal(c->max_grid[1], 65535);
                assert_int_equal(c->max_cluster_blocks, table[i].sm >= 90 ? 8 : 0);
        }
        assert_null(peal_chip_at(CHIPS));
        assert_null(peal_chip_by_compute_class(0xc3c0));
        assert_null(peal_chip_by_compute_class(0));
}

static void configurations_hold_what_they_say(void **state)
{
        (void)state;
        for (size_t i = 0; i < CHIPS; i++) {
                const struct peal_chip *c = peal_chip_at(i);
                unsigned last = 0;

                for (const uint16_t *kb = c->sm_configs_KB; *kb; kb++) {
                        assert_true(*kb > last && *kb % 4 == 0 && *kb / 4 + 1 < 64);
                        assert_int_equal(peal_chip_sm_config(c, last ? last * 1024 + 1 : 0),
                                         *kb / 4 + 1);
                        assert_int_equal(peal_chip_sm_config(c, *kb * 1024u), *kb / 4 + 1);
                        last = *kb;
                }
                assert_int_equal(last * 1024, c->shared_per_sm_B);
                assert_int_equal(c->shared_per_block_B + c->shared_reserved_B, c->shared_per_sm_B);
                assert_int_equal(peal_chip_sm_config(c, c->shared_per_sm_B + 1), -ERANGE);
        }
        /* libcuda on an H200: MAX 0x3a, and 5 for a block of 0x400 bytes at more than 8
         * blocks on an SM, i.e. 16 KiB. */
        assert_int_equal(peal_chip_sm_config(chip(HOPPER_COMPUTE_A), 228 << 10), 0x3a);
        assert_int_equal(peal_chip_sm_config(chip(HOPPER_COMPUTE_A), 16 << 10), 5);
}

static void cubins_run_within_a_major_version(void **state)
{
        (void)state;
        assert_true(peal_chip_runs(chip(AMPERE_COMPUTE_B), 86));
        assert_true(peal_chip_runs(chip(AMPERE_COMPUTE_B), 80));
        assert_true(peal_chip_runs(chip(ADA_COMPUTE_A), 86));
        assert_true(peal_chip_runs(chip(HOPPER_COMPUTE_A), 90));
        assert_true(peal_chip_runs(chip(BLACKWELL_COMPUTE_B), 120));
        assert_false(peal_chip_runs(chip(AMPERE_COMPUTE_B), 89));
        assert_false(peal_chip_runs(chip(AMPERE_COMPUTE_A), 86));
        assert_false(peal_chip_runs(chip(HOPPER_COMPUTE_A), 89));
        assert_false(peal_chip_runs(chip(BLACKWELL_COMPUTE_B), 100));
        assert_false(peal_chip_runs(chip(BLACKWELL_COMPUTE_A), 120));
        assert_false(peal_chip_runs(chip(BLACKWELL_COMPUTE_A), 103));
        assert_false(peal_chip_runs(chip(TURING_COMPUTE_A), 70 + 6));
}

/* Offsets that nvcc 13.0's code reads for the special registers. */
static void bank_0_is_where_code_reads_it(void **state)
{
        (void)state;
        for (size_t i = 0; i < CHIPS; i++) {
                const struct peal_chip *c = peal_chip_at(i);
                const struct peal_cbank0_layout *b = &c->cbank0;
                bool blackwell = c->sm_arch >= 100, hopper = c->sm_arch == 90;

                assert_int_equal(b->params, blackwell ? 0x380 : hopper ? 0x210 : 0x160);
                assert_int_equal(b->block_dim, blackwell ? 0x360 : 0);
                assert_int_equal(b->grid_dim, blackwell ? 0x370 : 0xc);
                assert_int_equal(b->stack_top, blackwell ? 0x37c : 0x28);
                assert_int_equal(b->local_window, blackwell ? 0x2f8 : 0x20);
                assert_int_equal(b->shared_window, blackwell ? 0x2f0 : 0x18);
                assert_int_equal(b->dynamic_shared, blackwell ? 0x2ac : 0x2c);
                assert_int_equal(b->grid_id, blackwell ? 0x140 : 0x30);
                assert_int_equal(b->sm_count, blackwell ? 0x2d0 : 0x10c);
                assert_int_equal(b->coop_workspace, blackwell ? 0x254 : hopper ? 0x44 : 0x8c);
                assert_int_equal(b->shared_reserved, blackwell          ? 0x16c
                                                     : c->sm_arch == 75 ? 0xffff
                                                                        : 0x114);
                assert_int_equal(b->shared_total, blackwell ? 0x2bc : hopper ? 0x13c : 0xffff);
                assert_int_equal(b->cluster_dim, blackwell ? 0x2a0 : hopper ? 0x144 : 0xffff);
                assert_int_equal(b->cluster_size, blackwell ? 0x2cc : hopper ? 0x188 : 0xffff);
                assert_int_equal(b->cluster_inverse, blackwell ? 0x2b0 : hopper ? 0x150 : 0xffff);
                assert_int_equal(b->cluster_grid, blackwell ? 0x2c0 : hopper ? 0x15c : 0xffff);
        }
}

/* No two entries of a layout share a byte, and all lie before the arguments. */
static void bank_0_entries_do_not_overlap(void **state)
{
        (void)state;
        for (size_t i = 0; i < CHIPS; i++) {
                const struct peal_cbank0_layout *b = &peal_chip_at(i)->cbank0;
                const struct {
                        uint16_t at, size;
                } entries[] = {
                    {b->block_dim, 12},   {b->grid_dim, 12},        {b->shared_window, 8},
                    {b->local_window, 8}, {b->stack_top, 4},        {b->dynamic_shared, 4},
                    {b->grid_id, 8},      {b->coop_workspace, 8},   {b->sm_count, 4},
                    {b->shared_total, 4}, {b->shared_reserved, 4},  {b->cluster_dim, 12},
                    {b->cluster_size, 4}, {b->cluster_inverse, 12}, {b->cluster_grid, 12},
                };
                unsigned char used[0x400] = {0};

                for (size_t e = 0; e < sizeof(entries) / sizeof(*entries); e++) {
                        if (entries[e].at == 0xffff)
                                continue;
                        assert_true(entries[e].at % 4 == 0);
                        assert_true(entries[e].at + entries[e].size <= b->params);
                        for (unsigned k = 0; k < entries[e].size; k++)
                                assert_int_equal(used[entries[e].at + k]++, 0);
                }
        }
}

/* The windows are 16 MiB each, fit SET_SHADER_*_WINDOW_A/B (49 bits), lie apart, and
 * from sm_90 on start where the lower half of the address is 0. */
static void windows_fit_and_lie_apart(void **state)
{
        (void)state;
        for (size_t i = 0; i < CHIPS; i++) {
                const struct peal_chip *c = peal_chip_at(i);
                uint64_t s = c->shared_window, l = c->local_window;

                assert_true(!(s >> 49) && !(l >> 49));
                assert_true(s % (16 << 20) == 0 && l % (16 << 20) == 0);
                assert_true((s > l ? s - l : l - s) >= 16 << 20);
                if (c->sm_arch >= 90)
                        assert_true((uint32_t)s == 0 && (uint32_t)l == 0);
        }
}

int main(void)
{
        const struct CMUnitTest tests[] = {
            cmocka_unit_test(limits_are_the_guides),
            cmocka_unit_test(configurations_hold_what_they_say),
            cmocka_unit_test(cubins_run_within_a_major_version),
            cmocka_unit_test(bank_0_is_where_code_reads_it),
            cmocka_unit_test(bank_0_entries_do_not_overlap),
            cmocka_unit_test(windows_fit_and_lie_apart),
        };

        return cmocka_run_group_tests(tests, NULL, NULL);
}
