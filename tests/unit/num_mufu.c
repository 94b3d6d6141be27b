/* SPDX-License-Identifier: MIT */
/* MUFU against sums over all inputs with one top byte, taken on an H200
 * (driver 580.159): rcp, rsqrt, sqrt, ex2, lg2, sin, cos .approx.ftz.f32, rcp and rsqrt
 * .approx.ftz.f64, tanh.approx.f32. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include "sim/sm/num.h"

/* Sum modulo 2^64, over the 2^24 inputs u = top << 24 | i, of the splitmix64 finaliser
 * of (u << 32 | f(u)) + 0x9e3779b97f4a7c15. */
static const struct {
        enum sm_mufu fn;
        uint8_t top;
        uint64_t sum;
} sums[] = {
    {SM_MUFU_RCP, 0x3f, 0xd5d5d2005c66e187ull},    {SM_MUFU_RCP, 0x7e, 0xf0eb76809cd61683ull},
    {SM_MUFU_RSQ, 0x00, 0x2f09087544b45dbaull},    {SM_MUFU_RSQ, 0x3f, 0x353226db532b5802ull},
    {SM_MUFU_SQRT, 0x3f, 0x8fcd03b519606fc5ull},   {SM_MUFU_SQRT, 0x41, 0xedfdd09ed2b5891cull},
    {SM_MUFU_EX2, 0x3f, 0x0e3e16e74005be29ull},    {SM_MUFU_EX2, 0xc2, 0xbdaec10c0589ada8ull},
    {SM_MUFU_LG2, 0x3e, 0x16bc2f17341e6c53ull},    {SM_MUFU_LG2, 0x3f, 0x161518904e640293ull},
    {SM_MUFU_SIN, 0x40, 0xbc3801117a0831d4ull},    {SM_MUFU_SIN, 0xc5, 0x3da23ea10a707041ull},
    {SM_MUFU_RCP64H, 0x3f, 0xaecdcf1d05bc4293ull}, {SM_MUFU_RCP64H, 0x7f, 0xcf21a1a6618747c8ull},
    {SM_MUFU_RSQ64H, 0x00, 0xae59360c267f5d22ull}, {SM_MUFU_RSQ64H, 0x40, 0x6fa37e389ad39174ull},
    {SM_MUFU_TANH, 0x3b, 0x453d5e0539bc1056ull},   {SM_MUFU_TANH, 0x3d, 0x91b66ad3d2fcd0ddull},
    {SM_MUFU_TANH, 0x3e, 0x57f841aaecf882e1ull},   {SM_MUFU_TANH, 0x3f, 0x7ae6efb7428799f0ull},
    {SM_MUFU_TANH, 0x40, 0xfa686d1a649c0228ull},   {SM_MUFU_TANH, 0xbc, 0x2b829edc5182606full},
    {SM_MUFU_COS, 0x3f, 0xf7552ce1d61107caull},    {SM_MUFU_COS, 0x47, 0x74325d3c643917e8ull},
};

static uint64_t mix(uint64_t z)
{
        z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
        z = (z ^ z >> 27) * 0x94d049bb133111ebull;
        return z ^ z >> 31;
}

static void equals_hardware_sums(void **state)
{
        (void)state;
        for (unsigned k = 0; k < sizeof(sums) / sizeof(sums[0]); k++) {
                bool angle = sums[k].fn == SM_MUFU_SIN || sums[k].fn == SM_MUFU_COS;
                uint64_t sum = 0;

                for (uint32_t i = 0; i < 1u << 24; i++) {
                        uint32_t u = (uint32_t)sums[k].top << 24 | i;
                        /* PTX sin and cos multiply by 1 / (2 pi) first */
                        uint32_t x = angle ? sm_fmul(u, 0x3e22f983, SM_RZ, 0) : u;
                        uint32_t y = sm_mufu(sums[k].fn, x);

                        sum += mix(((uint64_t)u << 32 | y) + 0x9e3779b97f4a7c15ull);
                }
                if (sum != sums[k].sum)
                        print_error("function %d, top byte %02x\n", (int)sums[k].fn, sums[k].top);
                assert_true(sum == sums[k].sum);
        }
}

static void edges(void **state)
{
        (void)state;
        assert_int_equal(sm_mufu(SM_MUFU_RCP, 0x80000000), 0xff800000);
        assert_int_equal(sm_mufu(SM_MUFU_RCP, 0x00000001), 0x7f800000);
        assert_int_equal(sm_mufu(SM_MUFU_RCP, 0x7f7fffff), 0);
        assert_int_equal(sm_mufu(SM_MUFU_RCP, 0x3f800000), 0x3f800000);
        assert_int_equal(sm_mufu(SM_MUFU_RSQ, 0xbf800000), SM_NAN_F32);
        assert_int_equal(sm_mufu(SM_MUFU_RSQ, 0x40800000), 0x3f000000);
        assert_int_equal(sm_mufu(SM_MUFU_LG2, 0x80000000), 0xff800000);
        assert_int_equal(sm_mufu(SM_MUFU_LG2, 0x3f000000), 0xbf7ffffe); /* cut, not rounded */
        assert_int_equal(sm_mufu(SM_MUFU_EX2, 0x43000000), 0x7f800000);
        assert_int_equal(sm_mufu(SM_MUFU_EX2, 0xc2fe0000), 0);
        assert_int_equal(sm_mufu(SM_MUFU_SIN, 0x7f800000), SM_NAN_F32);
}

/* The high words of 1 / x and 1 / sqrt(x) of a double, to 2^-20 or so. */
static void double_approximations(void **state)
{
        (void)state;
        assert_int_equal(sm_mufu(SM_MUFU_RCP64H, 0x3ff00000), 0x3ff00000);
        assert_int_equal(sm_mufu(SM_MUFU_RCP64H, 0xc0000000), 0xbfe00000);
        assert_int_equal(sm_mufu(SM_MUFU_RCP64H, 0x00000001), 0x7ff00000);
        assert_int_equal(sm_mufu(SM_MUFU_RCP64H, 0xfff00000), 0x80000000);
        assert_int_equal(sm_mufu(SM_MUFU_RSQ64H, 0x40100000), 0x3fe00000);
        assert_int_equal(sm_mufu(SM_MUFU_RSQ64H, 0xbff00000), SM_NAN_F32);
        for (uint32_t hi = 0x00200000; hi < 0x7fc00000; hi += 0x3217) {
                double x = sm_f64_of((uint64_t)hi << 32);
                double r = sm_f64_of((uint64_t)sm_mufu(SM_MUFU_RCP64H, hi) << 32);
                double q = sm_f64_of((uint64_t)sm_mufu(SM_MUFU_RSQ64H, hi) << 32);

                assert_true(fabs(x * r - 1) < 0x1p-19);
                assert_true(fabs(x * q * q - 1) < 0x1p-18);
        }
}

/* The quotients of nvcc's f64 division do not depend on the last place of the
 * approximation: its Newton steps give the same from a neighbour. */
static void double_division(void **state)
{
        const uint64_t one = 0x3ff0000000000000ull, minus = 1ull << 63;
        uint64_t z = 0;

        (void)state;
        for (int i = 0; i < 300000; i++) {
                uint64_t a = (mix(z += 0x9e3779b97f4a7c15ull) >> 12) | one;
                uint64_t b = (mix(z += 0x9e3779b97f4a7c15ull) >> 12) | one;
                uint64_t approx = sm_mufu(SM_MUFU_RCP64H, (uint32_t)(b >> 32)), r, e, q;

                for (int off = -1; off <= 1; off++) {
                        r = (approx + (uint64_t)off) << 32 | 1;
                        e = sm_dfma(b ^ minus, r, one, SM_RN);
                        e = sm_dfma(e, e, e, SM_RN);
                        r = sm_dfma(r, e, r, SM_RN);
                        e = sm_dfma(b ^ minus, r, one, SM_RN);
                        r = sm_dfma(r, e, r, SM_RN);
                        q = sm_dmul(a, r, SM_RN);
                        e = sm_dfma(b ^ minus, q, a, SM_RN);
                        q = sm_dfma(r, e, q, SM_RN);
                        assert_true(q == sm_bits_of_f64(sm_f64_of(a) / sm_f64_of(b)));
                }
        }
}

static void tanh_edges(void **state)
{
        (void)state;
        assert_int_equal(sm_mufu(SM_MUFU_TANH, 0x80000000), 0x80000000);
        assert_int_equal(sm_mufu(SM_MUFU_TANH, 0x807fffff), 0x807fffff); /* not flushed */
        assert_int_equal(sm_mufu(SM_MUFU_TANH, 0x3b7fffff), 0x3b7fffff);
        assert_int_equal(sm_mufu(SM_MUFU_TANH, 0x3c000000), 0x3bffff00);
        assert_int_equal(sm_mufu(SM_MUFU_TANH, 0x40ffffff), 0x3f7ffffc);
        assert_int_equal(sm_mufu(SM_MUFU_TANH, 0x41000000), 0x3f800000);
        assert_int_equal(sm_mufu(SM_MUFU_TANH, 0xff800000), 0xbf800000);
        assert_int_equal(sm_mufu(SM_MUFU_TANH, 0xffc00000), SM_NAN_F32);
        assert_true(sm_mufu_supported(SM_MUFU_TANH));
        assert_false(sm_mufu_supported((enum sm_mufu)10)); /* nothing is encoded there */
}

int main(void)
{
        const struct CMUnitTest tests[] = {
            cmocka_unit_test(equals_hardware_sums),
            cmocka_unit_test(edges),
            cmocka_unit_test(double_approximations),
            cmocka_unit_test(double_division),
            cmocka_unit_test(tanh_edges),
        };

        return cmocka_run_group_tests(tests, NULL, NULL);
}
