/* SPDX-License-Identifier: MIT */
/* The loader: kernels, arguments, constants, globals, refusals. */
#include "hw.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Runs a kernel that takes an output buffer alone; @words of it come back. */
static void run_out(struct hw *hw, struct peal_kernel *kernel, unsigned threads, uint32_t *ret_out,
                    unsigned words)
{
        struct peal_buffer *out = hw_alloc(hw, words * 4ull, PEAL_BUFFER_ZERO);

        OK(peal_launch(kernel, PEAL_GRID(1), PEAL_BLOCK(threads), PEAL_ARGS(peal_buf(out))));
        OK(peal_copy_out(ret_out, out, 0, words * 4ull));
        peal_buffer_free(out);
}

static void kernels_are_described(void **state)
{
        struct hw *hw = *state;
        struct peal_kernel_info k = {.size = sizeof(k)};
        struct peal_kernel *kernel = hw_kernel(hw, "all_args");
        static const unsigned offset[] = {0, 2, 4, 8, 16, 24, 32, 56};
        static const unsigned size[] = {1, 2, 4, 8, 4, 8, 20, 8};
        unsigned i, offset_B, size_B;

        assert_int_equal(peal_module_kernel_count(hw->module), 17);
        OK(peal_kernel_info(kernel, &k));
        assert_string_equal(k.name, "all_args");
        assert_int_equal(k.param_count, 8);
        assert_int_equal(k.param_size_B, 64);
        assert_true(k.registers >= 8 && k.max_threads == 1024);
        for (i = 0; i < 8; i++) {
                OK(peal_kernel_param(kernel, i, &offset_B, &size_B));
                assert_int_equal(offset_B, offset[i]);
                assert_int_equal(size_B, size[i]);
        }
        REFUSED(peal_kernel_param(kernel, 8, &offset_B, &size_B), EINVAL, "8");
        OK(peal_kernel_info(hw_kernel(hw, "static_shared"), &k));
        assert_int_equal(k.shared_static_B, 4096);
        OK(peal_kernel_info(hw_kernel(hw, "bounded"), &k));
        assert_int_equal(k.max_threads, 128);
        OK(peal_kernel_info(hw_kernel(hw, "local_array"), &k));
        assert_true(k.local_B >= 1024);
        OK(peal_kernel_info(hw_kernel(hw, "no_args"), &k));
        assert_int_equal(k.param_count, 0);
        REFUSED(peal_module_kernel(hw->module, "missing", &kernel), ENOENT, "missing");
        REFUSED(peal_module_kernel(hw->module, NULL, &kernel), ENOENT, "chain_step");
        assert_null(peal_module_kernel_at(hw->module, 1000));
}

static void arguments_of_every_kind_arrive(void **state)
{
        struct hw *hw = *state;
        struct peal_kernel *kernel = hw_kernel(hw, "all_args");
        struct peal_buffer *out = hw_alloc(hw, 11 * 8, PEAL_BUFFER_ZERO);
        const uint32_t five[5] = {0x11111111, 0x22222222, 0x33333333, 0x44444444, 0x55555555};
        const float e = 1.5f;
        const double f = -0.1;
        uint64_t want[11] = {0xab, 0xbeef, 0xdeadbeef, 0x0123456789abcdef}, got[11];
        uint32_t bits;
        int i;

        memcpy(&bits, &e, 4);
        want[4] = bits;
        memcpy(&want[5], &f, 8);
        for (i = 0; i < 5; i++)
                want[6 + i] = five[i];
        OK(peal_launch(kernel, PEAL_GRID(1), PEAL_BLOCK(1),
                       PEAL_ARGS(peal_u8(0xab), peal_u16(0xbeef), peal_u32(0xdeadbeef),
                                 peal_u64(0x0123456789abcdef), peal_f32(e), peal_f64(f),
                                 peal_bytes(five, sizeof(five)), peal_buf(out))));
        OK(peal_copy_out(got, out, 0, sizeof(got)));
        SAME(got, want, sizeof(want));
        peal_buffer_free(out);
}

static const uint32_t pi_digits[64] = {
    3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3, 2, 3, 8, 4, 6, 2, 6, 4, 3, 3, 8, 3, 2, 7, 9, 5,
    0, 2, 8, 8, 4, 1, 9, 7, 1, 6, 9, 3, 9, 9, 3, 7, 5, 1, 0, 5, 8, 2, 0, 9, 7, 4, 9, 4, 4, 5, 9, 2,
};

static void constants_are_read_and_written(void **state)
{
        struct hw *hw = *state;
        struct peal_kernel *sum = hw_kernel(hw, "constant_sum");
        struct peal_kernel *copy_words = hw_kernel(hw, "copy_words");
        struct peal_buffer *from = hw_alloc(hw, 64, 0);
        uint32_t got[64], host[16];
        uint64_t va, size_B;
        unsigned i, round;

        OK(peal_module_global(hw->module, "table", &va, &size_B));
        assert_int_equal(size_B, 256);
        OK(peal_module_global(hw->module, "from_host", &va, &size_B));
        assert_int_equal(size_B, 64);
        REFUSED(peal_module_global(hw->module, "nowhere", &va, &size_B), ENOENT, "nowhere");
        /* Written twice: the second must not be hidden by a constant cache. */
        for (round = 0; round < 2; round++) {
                for (i = 0; i < 16; i++)
                        host[i] = round * 500 + i;
                OK(peal_copy_in(from, 0, host, sizeof(host)));
                OK(peal_launch(copy_words, PEAL_GRID(1), PEAL_BLOCK(16),
                               PEAL_ARGS(peal_u64(va), peal_buf(from), peal_u32(16))));
                run_out(hw, sum, 64, got, 64);
                for (i = 0; i < 64; i++)
                        assert_int_equal(got[i], pi_digits[i] * 1000 + host[i % 16]);
        }
        peal_buffer_free(from);
}

/* Initialised and zeroed globals, a pointer to one, and what a launch leaves; each
 * loading of a module has its own. */
static void globals_begin_as_written_and_stay(void **state)
{
        static const uint32_t init[4] = {11, 22, 33, 44};
        struct hw *hw = *state;
        struct hw twice = *hw;
        struct peal_kernel *globals;
        uint32_t got[65];
        char path[512];
        unsigned load, i;

        hw_kernel(hw, "globals"); /* skips where kernels do not run */
        for (load = 0; load < 2; load++) {
                OK(peal_module_load_file(hw->device, hw_cubin(hw->info.sm_arch, path, sizeof(path)),
                                         &twice.module));
                globals = hw_kernel(&twice, "globals");
                run_out(hw, globals, 64, got, 65);
                for (i = 0; i < 64; i++)
                        assert_int_equal(got[i], init[i % 4] + 33);
                assert_int_equal(got[64], 5);
                run_out(hw, globals, 64, got, 65);
                for (i = 0; i < 64; i++)
                        assert_int_equal(got[i], init[i % 4] + 33 + i);
                assert_int_equal(got[64], 10);
                peal_module_unload(twice.module);
        }
}

static uint32_t switched(uint32_t v)
{
        switch (v % 12) {
        case 0:
                return v * 3;
        case 1:
                return v + 17;
        case 2:
                return v ^ 0x55;
        case 3:
                return v << 3;
        case 4:
                return v - 9;
        case 5:
                return ~v;
        case 6:
                return v * v;
        case 7:
                return v | 0x100;
        case 8:
                return v & 0x1c;
        case 9:
                return v * 5 + 2;
        case 10:
                return v >> 1;
        default:
                return 1000 - v;
        }
}

static void jump_tables_work(void **state)
{
        struct hw *hw = *state;
        struct peal_kernel *switches = hw_kernel(hw, "switches");
        uint32_t got[96], i;

        run_out(hw, switches, 96, got, 96);
        for (i = 0; i < 96; i++)
                assert_int_equal(got[i], switched(i));
}

static void recursion_works(void **state)
{
        static const uint32_t fib[16] = {0,  1,  1,  2,  3,   5,   8,   13,
                                         21, 34, 55, 89, 144, 233, 377, 610};
        struct hw *hw = *state;
        struct peal_kernel *recursion = hw_kernel(hw, "recursion");
        struct peal_buffer *out = hw_alloc(hw, 32 * 4, 0);
        uint32_t got[32], i;

        OK(peal_launch(recursion, PEAL_GRID(1), PEAL_BLOCK(32),
                       PEAL_ARGS(peal_buf(out), peal_u32(8))));
        OK(peal_copy_out(got, out, 0, sizeof(got)));
        for (i = 0; i < 32; i++)
                assert_int_equal(got[i], fib[8 + i % 4]);
        peal_buffer_free(out);
}

static uint8_t *read_cubin(unsigned sm_arch, size_t *ret_size_B)
{
        char path[512];
        FILE *file = fopen(hw_cubin(sm_arch, path, sizeof(path)), "rbe");
        uint8_t *data = malloc(1 << 20);

        assert_true(file != NULL && data != NULL);
        *ret_size_B = fread(data, 1, 1 << 20, file);
        fclose(file);
        assert_true(*ret_size_B > 1000 && *ret_size_B < 1 << 20);
        return data;
}

static void truncated_files_are_refused(void **state)
{
        struct hw *hw = *state;
        struct peal_module *module = NULL;
        size_t size_B, keep_B;
        uint8_t *data, *part;
        int r;

        hw_kernel(hw, "no_args");
        data = read_cubin(hw->info.sm_arch, &size_B);
        for (keep_B = 0; keep_B < size_B; keep_B += 1 + keep_B / 40) {
                part = malloc(keep_B + 1); /* its own block, so that reading past it shows */
                assert_non_null(part);
                memcpy(part, data, keep_B);
                part = realloc(part, keep_B > 0 ? keep_B : 1);
                assert_non_null(part);
                r = peal_module_load(hw->device, part, keep_B, &module);
                free(part);
                if (r != -EINVAL)
                        fail_msg("%zu of %zu bytes: %d", keep_B, size_B, r);
                assert_true(strlen(peal_last_error()) > 0);
        }
        free(data);
}

static void other_architectures_are_refused(void **state)
{
        struct hw *hw = *state;
        struct peal_module *module = NULL;
        unsigned other = hw->info.sm_arch >= 90 ? 86 : 90;
        size_t size_B;
        uint8_t *data = read_cubin(other, &size_B);

        REFUSED(peal_module_load(hw->device, data, size_B, &module), ENOTSUP,
                other == 90 ? "90" : "86");
        free(data);
        REFUSED(peal_module_load(hw->device, "not a cubin at all", 18, &module), EINVAL, "");
        REFUSED(peal_module_load_file(hw->device, "/nonexistent/file.cubin", &module), ENOENT,
                "/nonexistent/file.cubin");
        assert_null(module);
}

static int group(void)
{
        const struct CMUnitTest tests[] = {
            cmocka_unit_test(kernels_are_described),
            cmocka_unit_test(arguments_of_every_kind_arrive),
            cmocka_unit_test(constants_are_read_and_written),
            cmocka_unit_test(globals_begin_as_written_and_stay),
            cmocka_unit_test(jump_tables_work),
            cmocka_unit_test(recursion_works),
            cmocka_unit_test(truncated_files_are_refused),
            cmocka_unit_test(other_architectures_are_refused),
        };

        return cmocka_run_group_tests_name("module", tests, hw_setup, hw_teardown);
}

int main(void)
{
        return hw_main(group);
}
