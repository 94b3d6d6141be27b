/* SPDX-License-Identifier: MIT */
/* The ARG grammar of `peal run`, and .npy files. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "tools/args.h"
#include "tools/npy.h"

static void parse(struct run_arg *arg, const char *text)
{
        char err[512] = "";

        if (run_arg_parse(text, 3, arg, err, sizeof(err)) < 0)
                fail_msg("'%s': %s", text, err);
}

static void refuse(const char *text, int error, const char *part)
{
        struct run_arg arg;
        char err[512] = "";
        int r = run_arg_parse(text, 0, &arg, err, sizeof(err));

        if (r != -error || strstr(err, part) == NULL)
                fail_msg("'%s': %d, \"%s\"; expected %d with \"%s\"", text, r, err, -error, part);
}

static void scalars_and_buffers(void **state)
{
        struct run_arg arg;

        (void)state;
        parse(&arg, "f32:2");
        assert_false(arg.is_buffer);
        assert_true(arg.type == VALUE_F32 && arg.bits == 0x40000000);
        run_arg_release(&arg);

        parse(&arg, "f32[1024]:1>-");
        assert_true(arg.is_buffer && arg.count == 1024 && arg.init == RUN_INIT_VALUE);
        assert_int_equal(arg.output_count, 1);
        assert_true(arg.output[0].kind == RUN_OUTPUT_TEXT);
        assert_true(run_arg_size_B(&arg) == 4096);
        run_arg_release(&arg);

        parse(&arg, "u8[5]:rand");
        assert_true(arg.init == RUN_INIT_RAND && arg.seed == 3);
        run_arg_release(&arg);

        parse(&arg, "u8[5]:rand=0x10=ref.npy~1e-3>out.npy>-");
        assert_true(arg.init == RUN_INIT_RAND && arg.seed == 16 && arg.output_count == 3);
        assert_true(arg.output[0].kind == RUN_OUTPUT_COMPARE && arg.output[0].relative);
        assert_string_equal(arg.output[0].path, "ref.npy");
        assert_true(arg.output[0].tolerance == 1e-3);
        assert_true(arg.output[1].kind == RUN_OUTPUT_NPY);
        assert_string_equal(arg.output[1].path, "out.npy");
        run_arg_release(&arg);

        parse(&arg, "bf16[]:@in.npy=ref");
        assert_true(arg.init == RUN_INIT_FILE && arg.count == 0 && !arg.output[0].relative);
        assert_string_equal(arg.path, "in.npy");
        run_arg_release(&arg);
}

static void wrong_arguments_are_refused(void **state)
{
        (void)state;
        refuse("5", EINVAL, "TYPE");
        refuse("f33:1", EINVAL, "f33");
        refuse("f32", EINVAL, "TYPE");
        refuse("f32:", EINVAL, "f32");
        refuse("i8:200", ERANGE, "-128..127");
        refuse("f32[4:zero", EINVAL, "']'");
        refuse("f32[4]zero", EINVAL, "':'");
        refuse("f32[x]:zero", EINVAL, "x");
        refuse("f32[0]:zero", ERANGE, "1 element");
        refuse("f32[99999999999999999999]:zero", ERANGE, "99999999999999999999");
        refuse("f32[]:zero", EINVAL, "count");
        refuse("f32[4]:", EINVAL, "INIT");
        refuse("f32[4]:some", EINVAL, "some");
        refuse("u8[4]:256", ERANGE, "256");
        refuse("u8[4]:rand=file", EINVAL, "rand=SEED");
        refuse("u8[4]:zero>", EINVAL, "file name");
        refuse("u8[4]:zero=", EINVAL, "file name");
        refuse("u8[4]:zero=~1", EINVAL, "file name");
        refuse("u8[4]:zero=x~-1", EINVAL, "tolerance");
        refuse("u8[4]:zero=x~nan", EINVAL, "tolerance");
        refuse("u8[4]:@", EINVAL, "file name");
        refuse("u8[4]:zero>->->->->->->->->-", EINVAL, "8");
}

static void elements_are_filled(void **state)
{
        struct run_arg arg;
        char err[256];
        uint16_t *u16;
        uint32_t i;

        (void)state;
        parse(&arg, "u16[5]:seq");
        assert_int_equal(run_arg_load(&arg, err, sizeof(err)), 0);
        u16 = (uint16_t *)arg.data;
        for (i = 0; i < 5; i++)
                assert_int_equal(u16[i], i);
        run_arg_release(&arg);
        parse(&arg, "u64[2]:rand=0");
        assert_int_equal(run_arg_load(&arg, err, sizeof(err)), 0);
        /* The first values of splitmix64 from 0. */
        assert_true(value_load(VALUE_U64, arg.data) == 0xe220a8397b1dcdafu);
        assert_true(value_load(VALUE_U64, arg.data + 8) == 0x6e789e6aa1b965f4u);
        run_arg_release(&arg);
}

static void count_told(void *ctx, const char *sentence)
{
        assert_true(strlen(sentence) > 0);
        ++*(unsigned *)ctx;
}

/* Into a file and back, then compared bit by bit and with a tolerance. */
static void files_go_round(void **state)
{
        static const float values[] = {1, -2.5f, 3e30f, 0};
        const float off[] = {1.0001f, -2.5f, 3e30f, 0};
        char path[] = "/tmp/peal-cmd-args-XXXXXX", text[128], err[512];
        struct run_arg arg;
        unsigned told = 0;
        int fd = mkstemp(path);

        (void)state;
        assert_true(fd >= 0);
        close(fd);
        assert_int_equal(npy_write(path, VALUE_F32, values, 4, err, sizeof(err)), 0);
        snprintf(text, sizeof(text), "f32[]:@%s=%s=%s~1e-3", path, path, path);
        parse(&arg, text);
        assert_int_equal(run_arg_load(&arg, err, sizeof(err)), 0);
        assert_int_equal(arg.count, 4);
        assert_memory_equal(arg.data, values, sizeof(values));
        assert_true(run_arg_compare(&arg, &arg.output[0], arg.data, 5, count_told, &told) == 0);
        assert_true(
            run_arg_compare(&arg, &arg.output[0], (const uint8_t *)off, 5, count_told, &told) == 1);
        assert_int_equal(told, 1);
        assert_true(
            run_arg_compare(&arg, &arg.output[1], (const uint8_t *)off, 5, count_told, &told) == 0);
        run_arg_release(&arg);

        snprintf(text, sizeof(text), "f32[3]:@%s", path);
        parse(&arg, text);
        assert_int_equal(run_arg_load(&arg, err, sizeof(err)), -EINVAL);
        assert_non_null(strstr(err, "4 elements"));
        run_arg_release(&arg);
        snprintf(text, sizeof(text), "i32[4]:@%s", path);
        parse(&arg, text);
        assert_int_equal(run_arg_load(&arg, err, sizeof(err)), -EINVAL);
        assert_non_null(strstr(err, "<f4"));
        run_arg_release(&arg);
        parse(&arg, "i32[4]:@/nonexistent/x.npy");
        assert_int_equal(run_arg_load(&arg, err, sizeof(err)), -ENOENT);
        assert_non_null(strstr(err, "/nonexistent/x.npy"));
        run_arg_release(&arg);
        unlink(path);
}

static int read_npy(const char *header, size_t data_B, enum value_type type, char *err,
                    size_t err_B)
{
        uint8_t file[512] = {0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0};
        size_t n = strlen(header), offset_B;
        uint64_t count;

        file[8] = (uint8_t)n;
        file[9] = (uint8_t)(n >> 8);
        memcpy(file + 10, header, n);
        return npy_parse(file, 10 + n + data_B, type, &offset_B, &count, err, err_B);
}

static void npy_headers(void **state)
{
        static const struct {
                const char *header;
                size_t data_B;
                enum value_type type;
                const char *part; /* of the refusal; NULL: taken */
        } cases[] = {
            {"{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }", 24, VALUE_F32, NULL},
            {"{\"shape\":(2,),\"descr\":\"<f4\",\"fortran_order\":True}\n", 8, VALUE_F32, NULL},
            {"{'descr': '=i8', 'fortran_order': False, 'shape': ()}", 8, VALUE_I64, NULL},
            {"{'descr': '<V2', 'fortran_order': False, 'shape': (1,)}", 2, VALUE_BF16, NULL},
            {"{'descr': '>u1', 'fortran_order': False, 'shape': (1,)}", 1, VALUE_U8, NULL},
            {"{'descr': '>f4', 'fortran_order': False, 'shape': (1,)}", 4, VALUE_F32, "big-endian"},
            {"{'descr': '<f4', 'fortran_order': True, 'shape': (2, 3)}", 24, VALUE_F32, "Fortran"},
            {"{'descr': '<f8', 'fortran_order': False, 'shape': (1,)}", 8, VALUE_F32, "<f8"},
            {"{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (1,)}", 4, VALUE_F32,
             "structured"},
            {"{'descr': '<f4', 'fortran_order': False, 'shape': (2,)}", 7, VALUE_F32, "7 bytes"},
            {"{'descr': '<f4', 'fortran_order': False, 'shape': (2,)}", 9, VALUE_F32, "9 bytes"},
            {"{'descr': '<f4', 'fortran_order': False, 'shape': (4294967296, 4294967296)}", 8,
             VALUE_F32, "shape"},
            {"{'descr': '<f4', 'fortran_order': False}", 4, VALUE_F32, "missing"},
            {"{'descr': '<f4', 'fortran_order': Maybe, 'shape': (1,)}", 4, VALUE_F32,
             "fortran_order"},
            {"{'descr': '<f4', 'colour': 1}", 4, VALUE_F32, "unknown key"},
            {"[]", 4, VALUE_F32, "{"},
        };
        char err[256];
        size_t i;
        int r;

        (void)state;
        for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
                err[0] = '\0';
                r = read_npy(cases[i].header, cases[i].data_B, cases[i].type, err, sizeof(err));
                if (cases[i].part == NULL ? r != 0 : r != -EINVAL || !strstr(err, cases[i].part))
                        fail_msg("%s: %d, %s", cases[i].header, r, err);
        }
}

int main(void)
{
        const struct CMUnitTest tests[] = {
            cmocka_unit_test(scalars_and_buffers), cmocka_unit_test(wrong_arguments_are_refused),
            cmocka_unit_test(elements_are_filled), cmocka_unit_test(files_go_round),
            cmocka_unit_test(npy_headers),
        };

        return cmocka_run_group_tests(tests, NULL, NULL);
}
