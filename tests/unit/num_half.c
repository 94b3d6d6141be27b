/* SPDX-License-Identifier: MIT */
/* f16 and bf16 arithmetic against exact integers rounded by search. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <math.h>

#include "sim/sm/num.h"

__extension__ typedef __int128 i128;

static uint64_t rng_state;

static uint64_t rng(void)
{
        uint64_t z = rng_state += 0x9e3779b97f4a7c15ull;

        z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
        z = (z ^ z >> 27) * 0x94d049bb133111ebull;
        return z ^ z >> 31;
}

/* A finite f16 as a multiple of 2^-24. */
static int64_t fixed(uint16_t a)
{
        int exp = (a >> 10) & 0x1f;
        int64_t m = a & 0x3ff;

        if (exp)
                m = (m | 0x400) << (exp - 1);
        return a & 0x8000 ? -m : m;
}

/* To nearest even of @v * 2^-48, by looking for the neighbours among all f16. */
static uint16_t round_f16(i128 v, bool zero_negative)
{
        i128 m = v < 0 ? -v : v, below, above;
        uint16_t sign = v < 0 || (v == 0 && zero_negative) ? 0x8000 : 0, lo = 0, hi = 0x7c00, mid;

        while (hi - lo > 1) { /* 0x7c00 stands for 2^16 here */
                mid = (uint16_t)((lo + hi) / 2);
                if ((i128)fixed(mid) * (1 << 24) <= m)
                        lo = mid;
                else
                        hi = mid;
        }
        below = m - (i128)fixed(lo) * (1 << 24);
        above = (hi == 0x7c00 ? (i128)1 << 64 : (i128)fixed(hi) * (1 << 24)) - m;
        if (below > above || (below == above && (lo & 1)))
                lo = hi;
        return sign | lo;
}

static bool special(uint16_t a)
{
        return (a & 0x7c00) == 0x7c00;
}

static void check_f16(uint16_t a, uint16_t b, uint16_t c)
{
        uint16_t add = sm_hadd(a, b, SM_F16, 0), mul = sm_hmul(a, b, SM_F16, 0);
        uint16_t mad = sm_hfma(a, b, c, SM_F16, 0);
        bool product_negative = (a ^ b) & 0x8000;

        if (special(a) || special(b) || special(c)) {
                float x = sm_f32_of(sm_f32_of_f16(a)), y = sm_f32_of(sm_f32_of_f16(b));
                float z = sm_f32_of(sm_f32_of_f16(c)), r = x * y + z;

                if (!isfinite(r)) {
                        uint16_t want = isnan(r) ? 0x7fff : r < 0 ? 0xfc00 : 0x7c00;

                        assert_int_equal(mad, want);
                }
                return;
        }
        assert_int_equal(add, round_f16((i128)(fixed(a) + fixed(b)) * (1 << 24), (a & b) >> 15));
        assert_int_equal(mul, round_f16((i128)fixed(a) * fixed(b), product_negative));
        assert_int_equal(mad, round_f16((i128)fixed(a) * fixed(b) + (i128)fixed(c) * (1 << 24),
                                        product_negative && (c & 0x8000)));
}

static void f16_arithmetic(void **state)
{
        static const uint16_t edge[] = {0,      0x8000, 1,      0x8001, 0x3ff,  0x400,  0x401,
                                        0x3c00, 0x3bff, 0x3c01, 0x7bff, 0xfbff, 0x7c00, 0xfc00,
                                        0x7c01, 0xfe00, 0x1400, 0x1000, 0x6800, 0x7800};
        enum { N = sizeof(edge) / sizeof(edge[0]) };

        (void)state;
        for (int i = 0; i < N; i++)
                for (int j = 0; j < N; j++)
                        for (int k = 0; k < N; k++)
                                check_f16(edge[i], edge[j], edge[k]);
        rng_state = 1;
        for (int i = 0; i < 2000000; i++) {
                uint64_t r = rng();

                check_f16((uint16_t)r, (uint16_t)(r >> 16), (uint16_t)(r >> 32));
        }
        /* products whose last bit meets a far smaller addend at a tie */
        for (int i = 0; i < 400000; i++) {
                uint64_t r = rng();

                check_f16((uint16_t)((r & 0x83ff) | 0x4000),
                          (uint16_t)((r >> 16 & 0x83ff) | 0x4400), (uint16_t)(r >> 32 & 0x8003));
        }
}

/* bf16: 8 bits of precision; the same, on exponents that keep the exact value in 128 bits. */
static uint16_t round_bf16_ref(i128 v, int exp2)
{
        i128 m = v < 0 ? -v : v, rest, half;
        int msb = 0, drop;
        uint16_t kept;

        if (!m)
                return 0;
        for (i128 t = m; t > 1; t >>= 1)
                msb++;
        drop = msb - 7;
        if (drop <= 0) {
                kept = (uint16_t)(m << -drop);
        } else {
                kept = (uint16_t)(m >> drop);
                rest = m & (((i128)1 << drop) - 1);
                half = (i128)1 << (drop - 1);
                kept += rest > half || (rest == half && (kept & 1));
        }
        return (uint16_t)((v < 0 ? 0x8000 : 0) | (kept + ((msb + exp2 + 126) << 7)));
}

static void bf16_arithmetic(void **state)
{
        (void)state;
        rng_state = 2;
        for (int i = 0; i < 1000000; i++) {
                uint64_t r = rng();
                unsigned ea = 110 + (r >> 48) % 18, eb = 110 + (r >> 53) % 18;
                unsigned ec = 80 + (r >> 58) % 60;
                i128 ma = (r & 0x7f) | 0x80, mb = (r >> 8 & 0x7f) | 0x80,
                     mc = (r >> 16 & 0x7f) | 0x80;
                uint16_t sa = r >> 24 & 1, sb = r >> 25 & 1, sc = r >> 26 & 1, got, want;
                uint16_t a = (uint16_t)(sa << 15 | ea << 7 | (ma & 0x7f));
                uint16_t b = (uint16_t)(sb << 15 | eb << 7 | (mb & 0x7f));
                uint16_t c = (uint16_t)(sc << 15 | ec << 7 | (mc & 0x7f));
                /* product: 2^(ea + eb - 268); c: 2^(ec - 134); common unit 2^-70 */
                i128 p = (ma * mb) << (ea + eb - 268 + 70), q = mc << (ec - 134 + 70);

                if (sa != sb)
                        p = -p;
                if (sc)
                        q = -q;
                got = sm_hfma(a, b, c, SM_BF16, 0);
                want = round_bf16_ref(p + q, -70);
                assert_int_equal(got, want);
                assert_int_equal(sm_hmul(a, b, SM_BF16, 0), round_bf16_ref(p, -70));
        }
        assert_int_equal(sm_hmul(0x0080, 0x3f00, SM_BF16, 0), 0x0040);
        assert_int_equal(sm_hmul(0x0080, 0x3f00, SM_BF16, SM_FTZ), 0);
        assert_int_equal(sm_hmul(0x7f7f, 0x4000, SM_BF16, 0), 0x7f80);
        assert_int_equal(sm_hadd(0x7f7f, 0x0001, SM_BF16, 0), 0x7f7f);
        assert_int_equal(sm_hadd(0x7f80, 0xff80, SM_BF16, 0), 0x7fff);
        assert_int_equal(sm_hfma(0x0001, 0x0001, 0x0001, SM_BF16, 0), 0x0001);
}

static void modifiers(void **state)
{
        (void)state;
        assert_int_equal(sm_hadd(0x3c00, 0x3c00, SM_F16, SM_SAT), 0x3c00);
        assert_int_equal(sm_hadd(0xbc00, 0, SM_F16, SM_SAT), 0);
        assert_int_equal(sm_hadd(0x7e00, 0, SM_F16, SM_SAT), 0);
        assert_int_equal(sm_hfma(0xbc00, 0x3c00, 0, SM_F16, SM_RELU), 0);
        assert_int_equal(sm_hfma(0xfe01, 0x3c00, 0, SM_F16, SM_RELU), 0x7fff);
        assert_int_equal(sm_hfma(0x3c00, 0x3c00, 0, SM_F16, SM_RELU), 0x3c00);
        assert_int_equal(sm_hadd(1, 0x8400, SM_F16, SM_FTZ), 0x8400);
        assert_int_equal(sm_hadd(1, 1, SM_F16, SM_FTZ), 0);
        assert_int_equal(sm_hmul(0, 0x7c00, SM_F16, SM_FMZ), 0);
        assert_int_equal(sm_hadd2(0x3c004000, 0x3c003c00, SM_F16, 0), 0x40004200);
        assert_int_equal(sm_hmul2(0x3c004000, 0x40004000, SM_F16, 0), 0x40004400);
        assert_int_equal(sm_hfma2(0x3c004000, 0x40004000, 0x3c00bc00, SM_F16, 0), 0x42004200);
        assert_int_equal(sm_hadd_f32(0x3c00, 0x8000, SM_F16, 0), 0x3f800000);
        assert_int_equal(sm_hadd_f32(0x8000, 0xfe00, SM_F16, 0), SM_NAN_F32);
        assert_int_equal(sm_hmul_f32(0x3c01, 0x3c01, SM_F16, 0), 0x3f804008);
        assert_int_equal(sm_hfma_f32(0x3c01, 0x3c01, 0xbc00, SM_F16, 0), 0x3b001000);
}

static void minmax_compare(void **state)
{
        (void)state;
        assert_int_equal(sm_hmnmx(0, 0x8000, SM_F16, false, 0), 0x8000);
        assert_int_equal(sm_hmnmx(0x8000, 0, SM_F16, true, 0), 0);
        assert_int_equal(sm_hmnmx(0x7c01, 0x3c00, SM_F16, true, 0), 0x3c00);
        assert_int_equal(sm_hmnmx(0x7c01, 0x3c00, SM_F16, true, SM_NANPROP), 0x7fff);
        assert_int_equal(sm_hmnmx(0x7c01, 0x7e00, SM_F16, true, 0), 0x7fff);
        /* 0x7c01 is a number in bf16 */
        assert_int_equal(sm_hmnmx(0x7c01, 0x3c00, SM_BF16, true, 0), 0x7c01);
        assert_int_equal(sm_hmnmx2(0xbc003c00, 0x4000c000, SM_F16, false, 0), 0xbc00c000);
        for (unsigned a = 0; a < 0x10000; a += 0x1ff) {
                for (unsigned b = 0; b < 0x10000; b += 0x155) {
                        float x = sm_f32_of(sm_f32_of_f16((uint16_t)a));
                        float y = sm_f32_of(sm_f32_of_f16((uint16_t)b));

                        assert_int_equal(sm_hcmp(SM_FCMP_LT, (uint16_t)a, (uint16_t)b, SM_F16, 0),
                                         x < y);
                        assert_int_equal(sm_hcmp(SM_FCMP_GEU, (uint16_t)a, (uint16_t)b, SM_F16, 0),
                                         !(x < y));
                        assert_int_equal(sm_hcmp(SM_FCMP_NAN, (uint16_t)a, (uint16_t)b, SM_F16, 0),
                                         isunordered(x, y));
                }
        }
        assert_true(sm_hcmp(SM_FCMP_EQ, 0x0001, 0x8001, SM_BF16, SM_FTZ));
}

int main(void)
{
        const struct CMUnitTest tests[] = {
            cmocka_unit_test(f16_arithmetic),
            cmocka_unit_test(bf16_arithmetic),
            cmocka_unit_test(modifiers),
            cmocka_unit_test(minmax_compare),
        };

        return cmocka_run_group_tests(tests, NULL, NULL);
}
