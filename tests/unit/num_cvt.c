/* SPDX-License-Identifier: MIT */
/* Conversions against the host's own, and against exact small formats. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <fenv.h>
#include <math.h>

#include "sim/sm/num.h"

static const int host_round[4] = {FE_TONEAREST, FE_DOWNWARD, FE_UPWARD, FE_TOWARDZERO};

static uint64_t rng_state;

static uint64_t rng(void)
{
        uint64_t z = rng_state += 0x9e3779b97f4a7c15ull;

        z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
        z = (z ^ z >> 27) * 0x94d049bb133111ebull;
        return z ^ z >> 31;
}

__attribute__((noinline)) static float host_f32_of_f64(volatile double *d, int mode)
{
        volatile float f;

        fesetround(mode);
        f = (float)*d;
        fesetround(FE_TONEAREST);
        return f;
}

__attribute__((noinline)) static double host_rint(volatile double *d, int mode)
{
        volatile double f;

        fesetround(mode);
        f = nearbyint(*d);
        fesetround(FE_TONEAREST);
        return f;
}

__attribute__((noinline)) static float host_f32_of_s64(volatile int64_t *i, int mode)
{
        volatile float f;

        fesetround(mode);
        f = (float)*i;
        fesetround(FE_TONEAREST);
        return f;
}

__attribute__((noinline)) static double host_f64_of_u64(volatile uint64_t *i, int mode)
{
        volatile double f;
        volatile long double exact =
            *i; /* clang's own conversion is wrong outside round to nearest */

        fesetround(mode);
        f = (double)exact;
        fesetround(FE_TONEAREST);
        return f;
}

static uint64_t rand_double(void)
{
        uint64_t r = rng(), k = rng();

        /* exponents around those of f32 and of integers */
        if (k & 1)
                return (r & 0x800fffffffffffffull) | (0x360 + (k >> 1) % 0x120) << 52;
        return r;
}

static void f64_to_f32(void **state)
{
        (void)state;
        rng_state = 1;
        for (int i = 0; i < 400000; i++) {
                uint64_t a = rand_double();
                volatile double d = sm_f64_of(a);

                for (int r = 0; r < 4; r++) {
                        uint32_t got = (uint32_t)sm_f2f(a, SM_F32, SM_F64, (enum sm_round)r, 0);

                        if (isnan(d)) /* sign and leading payload stay, quiet */
                                assert_int_equal(got, (a >> 32 & 0x80000000u) | 0x7fc00000u |
                                                          (a >> 29 & 0x3fffffu));
                        else
                                assert_int_equal(
                                    got, sm_bits_of_f32(host_f32_of_f64(&d, host_round[r])));
                }
        }
        assert_int_equal(sm_f2f(0x36a0000000000000ull, SM_F32, SM_F64, SM_RN, SM_FTZ), 0);
        assert_int_equal(sm_f2f(0x36a0000000000000ull, SM_F32, SM_F64, SM_RN, 0), 1);
        assert_true(sm_f2f(0x3fc00000, SM_F64, SM_F32, SM_RN, 0) == 0x3ff8000000000000ull);
        assert_true(sm_f2f(0x00000001, SM_F64, SM_F32, SM_RN, 0) == 0x36a0000000000000ull);
        assert_true(sm_f2f(0x80000001, SM_F64, SM_F32, SM_RN, SM_FTZ) == 1ull << 63);
}

/* Every number of a small format converts to itself; a value between two
 * neighbours goes to the one that the rounding names. */
static void small_formats(void **state)
{
        static const struct {
                enum sm_ffmt fmt;
                unsigned count, shift;
        } small[] = {{SM_F16, 0x7c00, 0},
                     {SM_BF16, 0x7f80, 0},
                     {SM_E4M3, 0x7f, 0},
                     {SM_E5M2, 0x7c, 0},
                     {SM_TF32, 0x3fc00, 13}};

        (void)state;
        for (unsigned f = 0; f < sizeof(small) / sizeof(small[0]); f++) {
                enum sm_ffmt fmt = small[f].fmt;
                unsigned shift = small[f].shift;

                for (uint64_t n = 0; n + 1 < small[f].count; n++) {
                        uint64_t lo = n << shift, hi = (n + 1) << shift;
                        double x = sm_f64_of(sm_f2f(lo, SM_F64, fmt, SM_RN, 0));
                        double y = sm_f64_of(sm_f2f(hi, SM_F64, fmt, SM_RN, 0));
                        double mid = x + (y - x) / 2, near_lo = x + (y - x) / 4;
                        uint64_t m = sm_bits_of_f64(mid), q = sm_bits_of_f64(near_lo);

                        assert_true(y > x);
                        assert_true(sm_f2f(sm_bits_of_f64(x), fmt, SM_F64, SM_RP, 0) == lo);
                        assert_true(sm_f2f(m, fmt, SM_F64, SM_RN, 0) == (n & 1 ? hi : lo));
                        assert_true(sm_f2f(m, fmt, SM_F64, SM_RZ, 0) == lo);
                        assert_true(sm_f2f(m, fmt, SM_F64, SM_RM, 0) == lo);
                        assert_true(sm_f2f(m, fmt, SM_F64, SM_RP, 0) == hi);
                        assert_true(sm_f2f(q, fmt, SM_F64, SM_RN, 0) == lo);
                        if (fmt != SM_BF16 && fmt != SM_TF32) { /* a quarter step is an f32 */
                                uint32_t s = sm_bits_of_f32(-(float)mid);
                                unsigned sign = fmt == SM_F16 ? 0x8000 : 0x80;

                                assert_true(sm_f2f(s, fmt, SM_F32, SM_RN, 0) ==
                                            ((n & 1 ? hi : lo) | sign));
                        }
                }
        }
        for (unsigned a = 0; a < 0x10000; a++) {
                uint32_t w = sm_f32_of_f16((uint16_t)a);

                assert_int_equal(w, sm_f2f(a, SM_F32, SM_F16, SM_RN, 0));
                assert_int_equal(sm_f2f(w, SM_F16, SM_F32, SM_RN, 0),
                                 (a & 0x7fff) > 0x7c00 ? 0x7fff : a);
        }
}

static void overflow_and_nan(void **state)
{
        (void)state;
        assert_int_equal(sm_f2f(0x477ff000, SM_F16, SM_F32, SM_RN, 0), 0x7c00);
        assert_int_equal(sm_f2f(0x477fefff, SM_F16, SM_F32, SM_RN, 0), 0x7bff);
        assert_int_equal(sm_f2f(0x477ff000, SM_F16, SM_F32, SM_RZ, 0), 0x7bff);
        assert_int_equal(sm_f2f(0xff800000, SM_F16, SM_F32, SM_RZ, 0), 0xfc00);
        assert_int_equal(sm_f2f(0xff800000, SM_F16, SM_F32, SM_RN, SM_SATFINITE), 0xfbff);
        assert_int_equal(sm_f2f(0x7fc00000, SM_BF16, SM_F32, SM_RN, 0), 0x7fff);
        assert_int_equal(sm_f2f(0x7f7fffff, SM_BF16, SM_F32, SM_RN, 0), 0x7f80);
        assert_int_equal(sm_f2f(0xbf800000, SM_BF16, SM_F32, SM_RN, SM_RELU), 0);
        assert_int_equal(sm_f2f(0x7fc00000, SM_BF16, SM_F32, SM_RN, SM_RELU), 0x7fff);
        assert_int_equal(sm_f2f(0x40000000, SM_F32, SM_F32, SM_RN, SM_SAT), 0x3f800000);
        assert_int_equal(sm_f2f(0x7fc00000, SM_F32, SM_F32, SM_RN, SM_SAT), 0);
        /* e4m3: 448 is the largest, 464 the tie above it */
        assert_int_equal(sm_f2f(0x43e00000, SM_E4M3, SM_F32, SM_RN, 0), 0x7e);
        assert_int_equal(sm_f2f(0x43e80000, SM_E4M3, SM_F32, SM_RN, 0), 0x7e);
        assert_int_equal(sm_f2f(0x43e80001, SM_E4M3, SM_F32, SM_RN, 0), 0x7f);
        assert_int_equal(sm_f2f(0xc3e80001, SM_E4M3, SM_F32, SM_RN, SM_SATFINITE), 0xfe);
        assert_int_equal(sm_f2f(0x7f800000, SM_E4M3, SM_F32, SM_RN, SM_SATFINITE), 0x7e);
        assert_int_equal(sm_f2f(0xffc00000, SM_E4M3, SM_F32, SM_RN, SM_SATFINITE), 0x7f);
        assert_int_equal(sm_f2f(0x7f800000, SM_E5M2, SM_F32, SM_RN, 0), 0x7c);
        assert_int_equal(sm_f2f(0x7f800000, SM_E5M2, SM_F32, SM_RN, SM_SATFINITE), 0x7b);
        assert_int_equal(sm_f2fp_pack(0x3f800000, 0xc0000000, SM_F16, SM_RN, 0), 0x3c00c000);
        assert_int_equal(sm_f2fp_pack(0x3f800000, 0xc0000000, SM_BF16, SM_RN, SM_RELU), 0x3f800000);
        assert_int_equal(sm_f2fp_fp8_pack(0x3f800000, 0xc0000000, 0x12345678, SM_E4M3, 0),
                         0x567838c0);
        assert_int_equal(sm_f2fp_fp8_of_f16x2(0x3c00c000, SM_E5M2, 0), 0x3cc0);
        assert_int_equal(sm_f2fp_f16x2_of_fp8(0x38c0, SM_E4M3, 0), 0x3c00c000);
        assert_int_equal(sm_f2fp_f16x2_of_fp8(0x7fff, SM_E4M3, 0), 0x7fff7fff);
}

static void float_to_int(void **state)
{
        (void)state;
        rng_state = 2;
        for (int i = 0; i < 200000; i++) {
                uint64_t a = rand_double();
                volatile double d = sm_f64_of(a);

                if (isnan(d))
                        continue;
                for (int r = 0; r < 4; r++) {
                        double x = host_rint(&d, host_round[r]);
                        enum sm_round rnd = (enum sm_round)r;
                        uint64_t u64 = x <= 0 ? 0 : x >= 0x1p64 ? UINT64_MAX : (uint64_t)x;
                        int64_t s64 = x >= 0x1p63    ? INT64_MAX
                                      : x <= -0x1p63 ? INT64_MIN
                                                     : (int64_t)x;
                        uint32_t u32 = u64 > UINT32_MAX ? UINT32_MAX : (uint32_t)u64;
                        int32_t s32 = s64 > INT32_MAX   ? INT32_MAX
                                      : s64 < INT32_MIN ? INT32_MIN
                                                        : (int32_t)s64;
                        int32_t s8 = s64 > 127 ? 127 : s64 < -128 ? -128 : (int32_t)s64;

                        assert_true(sm_f2i(a, SM_F64, 64, false, rnd, 0) == u64);
                        assert_true(sm_f2i(a, SM_F64, 64, true, rnd, 0) == (uint64_t)s64);
                        assert_true(sm_f2i(a, SM_F64, 32, false, rnd, 0) == u32);
                        assert_true(sm_f2i(a, SM_F64, 32, true, rnd, 0) == (uint32_t)s32);
                        assert_true(sm_f2i(a, SM_F64, 8, true, rnd, 0) == (uint32_t)s8);
                        assert_true(sm_f2i(a, SM_F64, 16, false, rnd, 0) ==
                                    (u64 > 0xffff ? 0xffff : u64));
                        assert_true(sm_frnd(a, SM_F64, rnd, 0) == sm_bits_of_f64(x));
                        if (x == (float)x && d == (float)d) {
                                uint32_t f = sm_bits_of_f32((float)d);

                                assert_int_equal(sm_frnd(f, SM_F32, rnd, 0),
                                                 sm_bits_of_f32((float)x));
                                assert_true(sm_f2i(f, SM_F32, 32, true, rnd, 0) == (uint32_t)s32);
                        }
                }
        }
        for (unsigned h = 0; h < 0x7c00; h++) { /* every f16 */
                float x = sm_f32_of(sm_f32_of_f16((uint16_t)h));

                assert_int_equal(sm_f2i(h, SM_F16, 32, true, SM_RZ, 0), (int)x);
                assert_int_equal(sm_frnd(h, SM_F16, SM_RP, 0),
                                 sm_f2f(sm_bits_of_f32(ceilf(x)), SM_F16, SM_F32, SM_RN, 0));
        }
        assert_int_equal(sm_f2i(0x7fc00000, SM_F32, 32, true, SM_RN, SM_NTZ), 0);
        assert_int_equal(sm_f2i(0x7fc00000, SM_F32, 32, true, SM_RN, 0), 0x80000000);
        assert_true(sm_f2i(0xffc00000, SM_F32, 64, false, SM_RN, 0) == 1ull << 63);
        assert_int_equal(sm_f2i(0x00000001, SM_F32, 32, false, SM_RP, 0), 1);
        assert_int_equal(sm_f2i(0x00000001, SM_F32, 32, false, SM_RP, SM_FTZ), 0);
        assert_int_equal(sm_frnd(0x80000001, SM_F32, SM_RM, SM_FTZ), 0x80000000);
        assert_int_equal(sm_frnd(0x80000001, SM_F32, SM_RM, 0), 0xbf800000);
        assert_int_equal(sm_frnd(0xbe800000, SM_F32, SM_RN, 0), 0x80000000);
        assert_int_equal(sm_frnd(0x7f800001, SM_F32, SM_RN, 0), SM_NAN_F32);
}

static void int_to_float(void **state)
{
        (void)state;
        rng_state = 3;
        for (int i = 0; i < 400000; i++) {
                uint64_t a = rng() >> (rng() & 63);
                volatile int64_t s = i & 1 ? (int64_t)a : -(int64_t)a;
                volatile uint64_t u = (uint64_t)s;

                for (int r = 0; r < 4; r++) {
                        enum sm_round rnd = (enum sm_round)r;
                        volatile int64_t s32 = (int32_t)s, s16 = (int16_t)s, u8 = (uint8_t)s;

                        assert_int_equal(sm_i2f(u, 64, true, SM_F32, rnd),
                                         sm_bits_of_f32(host_f32_of_s64(&s, host_round[r])));
                        assert_true(sm_i2f(u, 64, false, SM_F64, rnd) ==
                                    sm_bits_of_f64(host_f64_of_u64(&u, host_round[r])));
                        assert_int_equal(sm_i2f(u, 32, true, SM_F32, rnd),
                                         sm_bits_of_f32(host_f32_of_s64(&s32, host_round[r])));
                        assert_int_equal(sm_i2f(u, 16, true, SM_F32, rnd), sm_bits_of_f32(s16));
                        assert_int_equal(sm_i2f(u, 8, false, SM_F32, rnd), sm_bits_of_f32(u8));
                }
        }
        assert_int_equal(sm_i2f(0x10000, 32, false, SM_F16, SM_RN), 0x7c00);
        assert_int_equal(sm_i2f(0x10000, 32, false, SM_F16, SM_RZ), 0x7bff);
        assert_int_equal(sm_i2f(0x80, 8, true, SM_F16, SM_RN), 0xd800);
        assert_int_equal(sm_i2f(0, 64, true, SM_BF16, SM_RM), 0);
        assert_int_equal(sm_i2f(UINT64_MAX, 64, false, SM_F32, SM_RZ), 0x5f7fffff);
}

int main(void)
{
        const struct CMUnitTest tests[] = {
            cmocka_unit_test(f64_to_f32),       cmocka_unit_test(small_formats),
            cmocka_unit_test(overflow_and_nan), cmocka_unit_test(float_to_int),
            cmocka_unit_test(int_to_float),
        };

        return cmocka_run_group_tests(tests, NULL, NULL);
}
