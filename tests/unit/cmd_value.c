/* SPDX-License-Identifier: MIT */
/* Elements of `peal run`: parsing, rounding, printing. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "tools/value.h"

static uint64_t parsed(enum value_type type, const char *text)
{
        uint64_t bits = 0;
        char err[256] = "";
        int r = value_parse(type, text, &bits, err, sizeof(err));

        if (r < 0)
                fail_msg("%s '%s': %s", value_type_name(type), text, err);
        return bits;
}

static int refused(enum value_type type, const char *text)
{
        uint64_t bits = 0;
        char err[256] = "";
        int r = value_parse(type, text, &bits, err, sizeof(err));

        assert_true(r == 0 || strlen(err) > 0);
        return r;
}

static void integers(void **state)
{
        (void)state;
        assert_true(parsed(VALUE_I8, "-128") == 0x80);
        assert_true(parsed(VALUE_U8, "0xff") == 0xff);
        assert_true(parsed(VALUE_I64, "-9223372036854775808") == 1ull << 63);
        assert_true(parsed(VALUE_U64, "18446744073709551615") == UINT64_MAX);
        assert_true(parsed(VALUE_I32, "-0x80000000") == 0x80000000);
        assert_true(parsed(VALUE_U32, "010") == 10);
        assert_int_equal(refused(VALUE_I8, "128"), -ERANGE);
        assert_int_equal(refused(VALUE_I8, "-129"), -ERANGE);
        assert_int_equal(refused(VALUE_I8, "0xff"), -ERANGE);
        assert_int_equal(refused(VALUE_U16, "65536"), -ERANGE);
        assert_int_equal(refused(VALUE_U16, "-1"), -ERANGE);
        assert_int_equal(refused(VALUE_U64, "18446744073709551616"), -ERANGE);
        assert_int_equal(refused(VALUE_I32, "1.5"), -EINVAL);
        assert_int_equal(refused(VALUE_I32, ""), -EINVAL);
        assert_int_equal(refused(VALUE_I32, " 1"), -EINVAL);
        assert_int_equal(refused(VALUE_I32, "--1"), -EINVAL);
        assert_int_equal(refused(VALUE_I32, "0x"), -EINVAL);
        assert_int_equal(refused(VALUE_I32, "1 "), -EINVAL);
}

static void floats(void **state)
{
        (void)state;
        assert_true(parsed(VALUE_F32, "1.5") == 0x3fc00000);
        assert_true(parsed(VALUE_F64, "-0") == 1ull << 63);
        assert_true(parsed(VALUE_F32, "inf") == 0x7f800000);
        assert_true(parsed(VALUE_F32, "1e-46") == 0);
        assert_int_equal(refused(VALUE_F32, "1e39"), -ERANGE);
        assert_int_equal(refused(VALUE_F64, "1e999"), -ERANGE);
        assert_int_equal(refused(VALUE_F32, "one"), -EINVAL);
        assert_int_equal(refused(VALUE_F32, "1x"), -EINVAL);
        assert_int_equal(refused(VALUE_F32, ""), -EINVAL);
}

static void halves_round_once_to_nearest_even(void **state)
{
        (void)state;
        assert_true(parsed(VALUE_F16, "1") == 0x3c00);
        assert_true(parsed(VALUE_F16, "65504") == 0x7bff);
        assert_true(parsed(VALUE_F16, "65519.99") == 0x7bff);
        assert_int_equal(refused(VALUE_F16, "65520"), -ERANGE);
        assert_true(parsed(VALUE_F16, "2049") == 0x6800); /* tie, to even: 2048 */
        assert_true(parsed(VALUE_F16, "2051") == 0x6802); /* tie, to even: 2052 */
        assert_true(parsed(VALUE_F16, "0x1p-24") == 1);
        assert_true(parsed(VALUE_F16, "0x1p-25") == 0); /* tie, to even */
        assert_true(parsed(VALUE_F16, "0x1.8p-24") == 2);
        assert_true(parsed(VALUE_F16, "0x1.ffcp-15") == 0x400); /* to the least normal */
        assert_true(parsed(VALUE_F16, "-0") == 0x8000);
        /* A hair above a tie, lost if a double were rounded to nearest before. */
        assert_true(parsed(VALUE_F16, "1.00048828125000000000000000000001") == 0x3c01);
        assert_true(parsed(VALUE_F16, "1.00048828125") == 0x3c00);
        assert_true(parsed(VALUE_F16, "1.00048828124999999999999999999999") == 0x3c00);
        assert_true(parsed(VALUE_F16, "-1.00048828125000000000000000000001") == 0xbc01);
        assert_true(parsed(VALUE_BF16, "1.00390625") == 0x3f80);
        assert_true(parsed(VALUE_BF16, "1.00390625000000000000000000000001") == 0x3f81);
        assert_true(parsed(VALUE_BF16, "3.14159265") == 0x4049);
        assert_true(parsed(VALUE_BF16, "inf") == 0x7f80);
        assert_true(isnan(value_to_double(VALUE_BF16, parsed(VALUE_BF16, "nan"))));
}

static void every_half_is_printed_and_read_back(void **state)
{
        static const enum value_type types[] = {VALUE_F16, VALUE_BF16};
        char text[64];
        uint64_t bits;
        int i;

        (void)state;
        for (i = 0; i < 2; i++) {
                for (bits = 0; bits < 0x10000; bits++) {
                        value_print(types[i], bits, text, sizeof(text));
                        if (isnan(value_to_double(types[i], bits)))
                                assert_non_null(strstr(text, "nan"));
                        else
                                assert_true(parsed(types[i], text) == bits);
                }
        }
}

static void prints_plainly(void **state)
{
        static const struct {
                enum value_type type;
                const char *in, *out;
        } cases[] = {
            {VALUE_F32, "1", "1"},
            {VALUE_F32, "2047", "2047"},
            {VALUE_F32, "2000000", "2000000"},
            {VALUE_F32, "0.1", "0.1"},
            {VALUE_F32, "-0", "-0"},
            {VALUE_F32, "1e30", "1e+30"},
            {VALUE_F32, "16777217", "16777216"},
            {VALUE_F32, "0.333333333", "0.33333334"},
            {VALUE_F64, "0.1", "0.1"},
            {VALUE_F64, "0.30000000000000004", "0.30000000000000004"},
            {VALUE_F64, "123456789012", "123456789012"},
            {VALUE_F16, "0.1", "0.09998"},
            {VALUE_BF16, "3.14159", "3.14"},
            {VALUE_I8, "-128", "-128"},
            {VALUE_I32, "-1", "-1"},
            {VALUE_U64, "18446744073709551615", "18446744073709551615"},
            {VALUE_F32, "-inf", "-inf"},
        };
        char text[64];
        size_t i;

        (void)state;
        for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
                value_print(cases[i].type, parsed(cases[i].type, cases[i].in), text, sizeof(text));
                assert_string_equal(text, cases[i].out);
        }
}

static void sequences_and_random_values_fit(void **state)
{
        uint64_t random;
        double value;

        (void)state;
        assert_true(value_from_index(VALUE_U8, 257) == 1);
        assert_true(value_from_index(VALUE_I16, 65535) == 0xffff);
        assert_true(value_from_index(VALUE_F16, 2049) == 0x6800);
        assert_true(value_from_index(VALUE_F32, 3) == 0x40400000);
        for (random = UINT64_MAX; random != 0; random >>= 1) {
                value = value_to_double(VALUE_F16, value_from_random(VALUE_F16, random));
                assert_true(value >= 0 && value < 1);
                value = value_to_double(VALUE_BF16, value_from_random(VALUE_BF16, random));
                assert_true(value >= 0 && value < 1);
                value = value_to_double(VALUE_F32, value_from_random(VALUE_F32, random));
                assert_true(value >= 0 && value < 1);
                value = value_to_double(VALUE_F64, value_from_random(VALUE_F64, random));
                assert_true(value >= 0 && value < 1);
        }
}

int main(void)
{
        const struct CMUnitTest tests[] = {
            cmocka_unit_test(integers),
            cmocka_unit_test(floats),
            cmocka_unit_test(halves_round_once_to_nearest_even),
            cmocka_unit_test(every_half_is_printed_and_read_back),
            cmocka_unit_test(prints_plainly),
            cmocka_unit_test(sequences_and_random_values_fit),
        };

        return cmocka_run_group_tests(tests, NULL, NULL);
}
