/* SPDX-License-Identifier: MIT */
/* f32 and f64 arithmetic against the host's own, in all four rounding modes. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <fenv.h>
#include <math.h>

#include "sim/sm/num.h"

static const int host_round[4] = {FE_TONEAREST, FE_DOWNWARD, FE_UPWARD, FE_TOWARDZERO};

static const uint32_t edge32[] = {
    0x00000000, 0x80000000, 0x00000001, 0x80000001, 0x007fffff, 0x00800000, 0x80800000,
    0x00800001, 0x00ffffff, 0x33800000, 0x3effffff, 0x3f000000, 0x3f7fffff, 0x3f800000,
    0xbf800000, 0x3f800001, 0x4b7fffff, 0x4b800000, 0x7e800000, 0x7effffff, 0x7f7fffff,
    0xff7fffff, 0x7f800000, 0xff800000, 0x7f800001, 0xffffffff, 0x7fc00000, 0x20000000,
};
#define EDGES32 (sizeof(edge32) / sizeof(edge32[0]))

static uint64_t rng_state;

static uint64_t rng(void)
{
        uint64_t z = rng_state += 0x9e3779b97f4a7c15ull;

        z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
        z = (z ^ z >> 27) * 0x94d049bb133111ebull;
        return z ^ z >> 31;
}

/* random bits, half of them with exponents close to each other or to the ends */
static uint32_t rand32(void)
{
        uint64_t r = rng();
        uint32_t v = (uint32_t)r;

        switch (r >> 60) {
        case 0:
        case 1:
        case 2:
        case 3:
                return (v & 0x807fffffu) | (0x3c + (uint32_t)(r >> 40 & 7)) << 24;
        case 4:
                return v & 0x80ffffffu;
        case 5:
                return v | 0x7e000000u;
        case 6:
                return edge32[v % EDGES32];
        default:
                return v;
        }
}

static uint64_t rand64(void)
{
        uint64_t r = rng(), k = rng();

        switch (k >> 61) {
        case 0:
        case 1:
                return (r & 0x800fffffffffffffull) | (0x3e0ull + (k & 0x3f)) << 52;
        case 2:
                return r & 0x801fffffffffffffull;
        case 3:
                return r | 0x7fe0000000000000ull;
        case 4:
                return (r & 0x8000000000000000ull) | (k & 0x7ff) << 52;
        default:
                return r;
        }
}

/* noinline and volatile keep the operation between the two fesetround() calls */
#define HOST(type, expr)                                                                           \
        do {                                                                                       \
                volatile type out;                                                                 \
                fesetround(mode);                                                                  \
                out = (expr);                                                                      \
                fesetround(FE_TONEAREST);                                                          \
                return out;                                                                        \
        } while (0)

__attribute__((noinline)) static float h_add(volatile float *x, int mode)
{
        HOST(float, x[0] + x[1]);
}

__attribute__((noinline)) static float h_mul(volatile float *x, int mode)
{
        HOST(float, x[0] * x[1]);
}

__attribute__((noinline)) static float h_fma(volatile float *x, int mode)
{
        HOST(float, fmaf(x[0], x[1], x[2]));
}

__attribute__((noinline)) static double h_dadd(volatile double *x, int mode)
{
        HOST(double, x[0] + x[1]);
}

__attribute__((noinline)) static double h_dmul(volatile double *x, int mode)
{
        HOST(double, x[0] * x[1]);
}

__attribute__((noinline)) static double h_dfma(volatile double *x, int mode)
{
        HOST(double, fma(x[0], x[1], x[2]));
}

static uint32_t ref32(float f)
{
        return isnan(f) ? SM_NAN_F32 : sm_bits_of_f32(f);
}

static void check32(uint32_t a, uint32_t b, uint32_t c)
{
        volatile float x[3] = {sm_f32_of(a), sm_f32_of(b), sm_f32_of(c)};

        for (int r = 0; r < 4; r++) {
                assert_int_equal(sm_fadd(a, b, (enum sm_round)r, 0),
                                 ref32(h_add(x, host_round[r])));
                assert_int_equal(sm_fmul(a, b, (enum sm_round)r, 0),
                                 ref32(h_mul(x, host_round[r])));
                assert_int_equal(sm_ffma(a, b, c, (enum sm_round)r, 0),
                                 ref32(h_fma(x, host_round[r])));
        }
}

static void f32_arithmetic(void **state)
{
        (void)state;
        for (unsigned i = 0; i < EDGES32; i++)
                for (unsigned j = 0; j < EDGES32; j++)
                        for (unsigned k = 0; k < EDGES32; k++)
                                check32(edge32[i], edge32[j], edge32[k]);
        rng_state = 1;
        for (int i = 0; i < 150000; i++)
                check32(rand32(), rand32(), rand32());
}

static void f32_modifiers(void **state)
{
        (void)state;
        /* FTZ in and out, keeping the sign */
        assert_int_equal(sm_fadd(0x80000001, 0x80000000, SM_RN, SM_FTZ), 0x80000000);
        assert_int_equal(sm_fadd(0x00800001, 0x80800000, SM_RN, SM_FTZ), 0);
        assert_int_equal(sm_fadd(0x00800001, 0x80800000, SM_RN, 0), 1);
        assert_int_equal(sm_fmul(0x80800000, 0x3f000000, SM_RZ, SM_FTZ), 0x80000000);
        assert_int_equal(sm_ffma(0x00000001, 0x7f000000, 0x80000000, SM_RN, SM_FTZ), 0);
        assert_int_equal(sm_fmul(0x00800000, 0x3f800000, SM_RN, SM_FTZ), 0x00800000);
        /* SAT */
        assert_int_equal(sm_fadd(0x7fc00000, 0, SM_RN, SM_SAT), 0);
        assert_int_equal(sm_fadd(0x3f800000, 0x3f800000, SM_RN, SM_SAT), 0x3f800000);
        assert_int_equal(sm_fadd(0xbf800000, 0, SM_RN, SM_SAT), 0);
        assert_int_equal(sm_fmul(0x80000000, 0x3f800000, SM_RN, SM_SAT), 0);
        assert_int_equal(sm_ffma(0x3f000000, 0x3f000000, 0, SM_RN, SM_SAT), 0x3e800000);
        /* FMZ: zero times anything is zero */
        assert_int_equal(sm_fmul(0x80000000, 0x7f800000, SM_RN, SM_FMZ), 0);
        assert_int_equal(sm_fmul(0x00000001, 0x7fc00000, SM_RN, SM_FMZ), 0);
        assert_int_equal(sm_ffma(0, 0x7fc00000, 0x40000000, SM_RN, SM_FMZ), 0x40000000);
        assert_int_equal(sm_fmul(0x80000000, 0x7f800000, SM_RN, 0), SM_NAN_F32);
        /* FSWZADD */
        assert_int_equal(sm_fswzadd(0x40000000, 0x3f800000, 0, SM_RN, 0), 0x40400000);
        assert_int_equal(sm_fswzadd(0x40000000, 0x3f800000, 1, SM_RN, 0), 0x3f800000);
        assert_int_equal(sm_fswzadd(0x40000000, 0x3f800000, 2, SM_RN, 0), 0xbf800000);
        assert_int_equal(sm_fswzadd(0x40000000, 0x80000000, 3, SM_RN, 0), 0x80000000);
}

static void f32_minmax_compare(void **state)
{
        (void)state;
        assert_int_equal(sm_fmnmx(0, 0x80000000, false, 0), 0x80000000);
        assert_int_equal(sm_fmnmx(0x80000000, 0, false, 0), 0x80000000);
        assert_int_equal(sm_fmnmx(0, 0x80000000, true, 0), 0);
        assert_int_equal(sm_fmnmx(0x80000000, 0, true, 0), 0);
        assert_int_equal(sm_fmnmx(0xffc00001, 0x3f800000, true, 0), 0x3f800000);
        assert_int_equal(sm_fmnmx(0x3f800000, 0x7f800001, false, 0), 0x3f800000);
        assert_int_equal(sm_fmnmx(0x3f800000, 0x7f800001, false, SM_NANPROP), SM_NAN_F32);
        assert_int_equal(sm_fmnmx(0xffc00001, 0x7f800001, false, 0), SM_NAN_F32);
        assert_int_equal(sm_fmnmx(0x80000001, 0x3f800000, false, SM_FTZ), 0x80000000);
        assert_int_equal(sm_fmnmx(0xc0000000, 0x3f800000, true, SM_XORSIGN), 0xc0000000);
        for (unsigned i = 0; i < EDGES32; i++) {
                for (unsigned j = 0; j < EDGES32; j++) {
                        float x = sm_f32_of(edge32[i]), y = sm_f32_of(edge32[j]);
                        bool want[16] = {false,
                                         x<y, x == y, x <= y, x>
                                             y,
                                         x < y || x > y,
                                         x >= y,
                                         !isunordered(x, y),
                                         isunordered(x, y),
                                         !(x >= y),
                                         !(x < y || x > y),
                                         !(x > y),
                                         !(x <= y),
                                         x != y,
                                         !(x < y),
                                         true};

                        for (unsigned op = 0; op < 16; op++) {
                                assert_int_equal(sm_fcmp((enum sm_fcmp)op, edge32[i], edge32[j], 0),
                                                 want[op]);
                                assert_int_equal(
                                    sm_dcmp((enum sm_fcmp)op, sm_bits_of_f64(x), sm_bits_of_f64(y)),
                                    want[op]);
                        }
                        if (!isnan(x) && !isnan(y) && x != y) {
                                assert_int_equal(sm_fmnmx(edge32[i], edge32[j], false, 0),
                                                 sm_bits_of_f32(x < y ? x : y));
                                assert_int_equal(sm_fmnmx(edge32[i], edge32[j], true, 0),
                                                 sm_bits_of_f32(x > y ? x : y));
                        }
                }
        }
        assert_true(sm_fcmp(SM_FCMP_EQ, 0x00000001, 0x80000001, SM_FTZ));
        assert_false(sm_fcmp(SM_FCMP_EQ, 0x00000001, 0x80000001, 0));
}

/* The fast path of nvcc's division, guarded by sm_fchk(), divides correctly. */
static void fchk_guards_division(void **state)
{
        unsigned fast = 0;

        (void)state;
        rng_state = 2;
        for (int i = 0; i < 1000000; i++) {
                uint32_t a = rand32(), b = rand32(), r, e, q, t;

                if (sm_fchk(a, b))
                        continue;
                fast++;
                r = sm_mufu(SM_MUFU_RCP, b);
                e = sm_ffma_rn(b ^ 0x80000000u, r, 0x3f800000);
                r = sm_ffma_rn(r, e, r);
                q = sm_ffma_rn(a, r, 0);
                t = sm_ffma_rn(b ^ 0x80000000u, q, a);
                q = sm_ffma_rn(r, t, q);
                assert_int_equal(q, sm_bits_of_f32(sm_f32_of(a) / sm_f32_of(b)));
        }
        assert_true(fast > 100000);
        assert_true(sm_fchk(0x00000000, 0x3f800000));
        assert_true(sm_fchk(0x3f800000, 0x00000000));
        assert_true(sm_fchk(0x3f800000, 0x7f800000));
        assert_true(sm_fchk(0x7fc00000, 0x3f800000));
        assert_true(sm_fchk(0x7f000000, 0x00800000));
        assert_false(sm_fchk(0x3f800000, 0x40400000));
}

static void check64(uint64_t a, uint64_t b, uint64_t c)
{
        volatile double x[3] = {sm_f64_of(a), sm_f64_of(b), sm_f64_of(c)};
        uint64_t got;
        double want;

        for (int r = 0; r < 4; r++) {
                for (int op = 0; op < 3; op++) {
                        got = op == 0   ? sm_dadd(a, b, (enum sm_round)r)
                              : op == 1 ? sm_dmul(a, b, (enum sm_round)r)
                                        : sm_dfma(a, b, c, (enum sm_round)r);
                        want = op == 0   ? h_dadd(x, host_round[r])
                               : op == 1 ? h_dmul(x, host_round[r])
                                         : h_dfma(x, host_round[r]);
                        if (isnan(want))
                                assert_true(isnan(sm_f64_of(got)));
                        else
                                assert_true(got == sm_bits_of_f64(want));
                }
        }
}

static void f64_arithmetic(void **state)
{
        (void)state;
        for (unsigned i = 0; i < EDGES32; i++)
                for (unsigned j = 0; j < EDGES32; j++)
                        for (unsigned k = 0; k < EDGES32; k++)
                                check64((uint64_t)edge32[i] << 32, (uint64_t)edge32[j] << 32,
                                        (uint64_t)edge32[k] << 32 | 1);
        rng_state = 3;
        for (int i = 0; i < 150000; i++)
                check64(rand64(), rand64(), rand64());
        assert_true(sm_dadd(0x7ff0000000000000ull, 0xfff0000000000000ull, SM_RN) == SM_NAN_F64);
        assert_true(sm_dadd(0, 0x8000000000000000ull, SM_RM) == 0x8000000000000000ull);
}

static void f64_minmax_predicates(void **state)
{
        bool first, second;
        uint64_t nan = 0x7ff8000000000000ull, one = 0x3ff0000000000000ull;

        (void)state;
        sm_dsetp_minmax(false, one, nan, &first, &second);
        assert_true(first && !second);
        sm_dsetp_minmax(false, nan, one, &first, &second);
        assert_true(!first && !second);
        sm_dsetp_minmax(true, nan, nan, &first, &second);
        assert_true(!first && second);
        sm_dsetp_minmax(false, 1ull << 63, 0, &first, &second);
        assert_true(first && !second);
        sm_dsetp_minmax(true, 1ull << 63, 0, &first, &second);
        assert_true(!first && !second);
        sm_dsetp_minmax(true, one, 1ull << 63 | one, &first, &second);
        assert_true(first && !second);
}

int main(void)
{
        const struct CMUnitTest tests[] = {
            cmocka_unit_test(f32_arithmetic),     cmocka_unit_test(f32_modifiers),
            cmocka_unit_test(f32_minmax_compare), cmocka_unit_test(fchk_guards_division),
            cmocka_unit_test(f64_arithmetic),     cmocka_unit_test(f64_minmax_predicates),
        };

        return cmocka_run_group_tests(tests, NULL, NULL);
}
