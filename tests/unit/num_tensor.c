/* SPDX-License-Identifier: MIT */
/* Tensor-core instructions: layouts through exact matrices, and the cuts of the sum. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <errno.h>
#include <string.h>

#include "sim/sm/tensor.h"

static uint64_t rng_state;

static uint64_t rng(void)
{
        uint64_t z = rng_state += 0x9e3779b97f4a7c15ull;

        z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
        z = (z ^ z >> 27) * 0x94d049bb133111ebull;
        return z ^ z >> 31;
}

struct fragments {
        uint32_t a[16][32], b[8][32], c[8][32], d[8][32];
};

#define A(f) ((const uint32_t(*)[32])(f)->a)
#define B(f) ((const uint32_t(*)[32])(f)->b)
#define C(f) ((const uint32_t(*)[32])(f)->c)

/* PTX ISA, mma fragments: element i of lane's A holds this row and column.
 * @per_reg elements in a register; @groups of 8 rows. */
static void a_place(unsigned lane, unsigned i, unsigned per_reg, unsigned groups, unsigned *row,
                    unsigned *col)
{
        unsigned reg = i / per_reg;

        *row = lane >> 2;
        if (groups == 2 && (reg & 1))
                *row += 8;
        *col = (lane & 3) * per_reg + i % per_reg;
        *col += (reg / groups) * 4 * per_reg;
}

static void put(uint32_t *reg, unsigned i, unsigned per_reg, uint32_t v)
{
        unsigned bits = 32 / per_reg;

        *reg |= v << (i % per_reg * bits);
}

static uint32_t encode(int v, enum sm_ffmt fmt)
{
        return (uint32_t)sm_f2f(sm_bits_of_f32((float)v), fmt, SM_F32, SM_RN, 0);
}

static void float_layout(uint32_t arch, enum sm_ffmt from, unsigned k, bool acc_f32)
{
        static struct fragments f;
        unsigned per_reg = from == SM_TF32 ? 1 : 2;
        int ma[16][16], mb[16][8], mc[16][8];

        memset(&f, 0, sizeof(f));
        for (int i = 0; i < 16; i++)
                for (int j = 0; j < 16; j++)
                        ma[i][j] = (int)(rng() % 17) - 8;
        for (int i = 0; i < 16; i++)
                for (int j = 0; j < 8; j++) {
                        mb[i][j] = (int)(rng() % 17) - 8;
                        mc[i][j] = (int)(rng() % 101) - 50;
                }
        for (unsigned lane = 0; lane < 32; lane++) {
                unsigned row, col;

                for (unsigned i = 0; i < 16 * k / 32; i++) {
                        a_place(lane, i, per_reg, 2, &row, &col);
                        put(&f.a[i / per_reg][lane], i, per_reg, encode(ma[row][col], from));
                }
                for (unsigned i = 0; i < 8 * k / 32; i++) {
                        a_place(lane, i, per_reg, 1, &col, &row);
                        put(&f.b[i / per_reg][lane], i, per_reg, encode(mb[row][col], from));
                }
                for (unsigned i = 0; i < 4; i++) {
                        int v = mc[(lane >> 2) + (i < 2 ? 0 : 8)][(lane & 3) * 2 + (i & 1)];

                        if (acc_f32)
                                f.c[i][lane] = encode(v, SM_F32);
                        else
                                put(&f.c[i / 2][lane], i, 2, encode(v, SM_F16));
                }
        }
        assert_int_equal(sm_hmma(arch, from, k, acc_f32, f.d, A(&f), B(&f), C(&f)), 0);
        for (unsigned lane = 0; lane < 32; lane++) {
                for (unsigned i = 0; i < 4; i++) {
                        unsigned row = (lane >> 2) + (i < 2 ? 0 : 8),
                                 col = (lane & 3) * 2 + (i & 1);
                        int sum = mc[row][col];
                        uint32_t got;

                        for (unsigned n = 0; n < k; n++)
                                sum += ma[row][n] * mb[n][col];
                        got = acc_f32 ? f.d[i][lane] : f.d[i / 2][lane] >> 16 * (i & 1) & 0xffff;
                        assert_int_equal(got, encode(sum, acc_f32 ? SM_F32 : SM_F16));
                }
        }
        /* in place */
        assert_int_equal(sm_hmma(arch, from, k, acc_f32, f.c, A(&f), B(&f), C(&f)), 0);
        assert_memory_equal(f.c, f.d, (acc_f32 ? 4 : 2) * sizeof(f.c[0]));
}

static void hmma_layouts(void **state)
{
        static const uint32_t archs[] = {80, 86, 89, 90, 100, 120};

        (void)state;
        rng_state = 1;
        for (unsigned i = 0; i < sizeof(archs) / sizeof(archs[0]); i++) {
                float_layout(archs[i], SM_F16, 8, true);
                float_layout(archs[i], SM_F16, 8, false);
                float_layout(archs[i], SM_F16, 16, true);
                float_layout(archs[i], SM_F16, 16, false);
                float_layout(archs[i], SM_BF16, 8, true);
                float_layout(archs[i], SM_BF16, 16, true);
                float_layout(archs[i], SM_TF32, 4, true);
                float_layout(archs[i], SM_TF32, 8, true);
        }
        float_layout(75, SM_F16, 8, true);
}

/* D[0][0] of an m16n8k16 f16 product whose row and column are given. */
static uint32_t corner(uint32_t arch, const uint16_t *x, const uint16_t *y, uint32_t c)
{
        static struct fragments f;

        memset(&f, 0, sizeof(f));
        for (unsigned i = 0; i < 16; i++) {
                f.a[i / 8 * 2][i % 8 / 2] |= (uint32_t)x[i] << 16 * (i & 1);
                f.b[i / 8][i % 8 / 2] |= (uint32_t)y[i] << 16 * (i & 1);
        }
        f.c[0][0] = c;
        assert_int_equal(sm_hmma(arch, SM_F16, 16, true, f.d, A(&f), B(&f), C(&f)), 0);
        return f.d[0][0];
}

static void hmma_sum_is_cut(void **state)
{
        /* 0x0c00: 2^-12, 0x0800: 2^-13, 0x1000: 2^-11 */
        uint16_t x[16] = {0}, y[16] = {0};

        (void)state;
        /* four terms of 2^-25 against 1: kept with 25 bits, lost with 24 */
        for (int i = 0; i < 4; i++) {
                x[i] = 0x0800;
                y[i] = 0x0c00;
        }
        assert_int_equal(corner(90, x, y, 0x3f800000), 0x3f800001);
        assert_int_equal(corner(86, x, y, 0x3f800000), 0x3f800000);
        assert_int_equal(corner(90, x, y, 0xbf800000), 0xbf7ffffe);
        assert_int_equal(corner(86, x, y, 0), 0x34800000 - 0x00800000);
        /* two terms of 2^-24, in one half and in two */
        memset(x, 0, sizeof(x));
        x[0] = x[1] = 0x0c00;
        y[0] = y[1] = 0x0c00;
        assert_int_equal(corner(86, x, y, 0x3f800000), 0x3f800001);
        x[9] = x[1];
        y[9] = y[1];
        x[1] = y[1] = 0;
        assert_int_equal(corner(86, x, y, 0x3f800000), 0x3f800000);
        assert_int_equal(corner(90, x, y, 0x3f800000), 0x3f800001);
        /* each term is cut toward zero on its own: -3 * 2^-26 keeps -2^-25 */
        memset(x, 0, sizeof(x));
        x[0] = x[1] = 0x8a00; /* -1.5 * 2^-13 */
        y[0] = y[1] = 0x0c00;
        assert_int_equal(corner(90, x, y, 0x3f800000), 0x3f7fffff);
        /* a product is not normalised: 1.5 * 1.5 counts as exponent 0 */
        x[0] = y[0] = 0x3e00;
        x[1] = 0x0800;
        y[1] = 0x0c00;
        x[2] = 0xbe00;
        y[2] = 0x3e00;
        assert_int_equal(corner(90, x, y, 0), 0x33000000);
}

static void hmma_specials(void **state)
{
        uint16_t x[16] = {0}, y[16] = {0};

        (void)state;
        for (uint32_t arch = 86; arch <= 90; arch += 4) {
                memset(x, 0, sizeof(x));
                memset(y, 0, sizeof(y));
                assert_int_equal(corner(arch, x, y, 0x80000000), 0);
                x[3] = 0x7c00;
                assert_int_equal(corner(arch, x, y, 0), SM_NAN_F32);
                y[3] = 0xbc00;
                assert_int_equal(corner(arch, x, y, 0), 0xff800000);
                assert_int_equal(corner(arch, x, y, 0xff800000), 0xff800000);
                assert_int_equal(corner(arch, x, y, 0x7f800000), SM_NAN_F32);
                x[12] = y[12] = 0x7c00;
                assert_int_equal(corner(arch, x, y, 0), SM_NAN_F32);
                x[3] = 0;
                y[3] = 0xfe00;
                assert_int_equal(corner(arch, x, y, 0), SM_NAN_F32);
                y[3] = 0;
                assert_int_equal(corner(arch, x, y, 0), 0x7f800000);
                /* f16 subnormals count: 2^-24 * 2^-24 */
                x[12] = y[12] = 0x0001;
                assert_int_equal(corner(arch, x, y, 0), (127 - 48) << 23);
                /* f32 subnormals count too */
                x[12] = 0;
                assert_int_equal(corner(arch, x, y, 0x00000001), 0x00000001);
        }
        x[0] = y[0] = 0x7bff;
        assert_int_equal(corner(90, x, y, 0x7f7fffff), 0x7f7fffff);
}

static void dot_overflow_and_fp8(void **state)
{
        uint32_t x[32] = {0}, y[32] = {0};

        (void)state;
        x[0] = y[0] = 0x7f00; /* bf16 2^127 */
        assert_int_equal(sm_tensor_dot(SM_BF16, 16, x, y, 0, SM_F32, 25, 23), 0x7f800000);
        x[0] = 0x7c00; /* f16 infinity */
        y[0] = 0x3c00;
        assert_int_equal(sm_tensor_dot(SM_F16, 16, x, y, 0, SM_F16, 25, 23), 0x7c00);
        x[0] = y[0] = 0x7bff; /* 65504^2 */
        assert_int_equal(sm_tensor_dot(SM_F16, 16, x, y, 0, SM_F16, 25, 23), 0x7c00);
        /* f16 accumulators round to nearest even: 2048 + 1, 2048 + 3 */
        x[0] = 0x3c00;
        y[0] = 0x3c00;
        assert_int_equal(sm_tensor_dot(SM_F16, 16, x, y, 0x6800, SM_F16, 25, 23), 0x6800);
        y[0] = 0x4200;
        assert_int_equal(sm_tensor_dot(SM_F16, 16, x, y, 0x6800, SM_F16, 25, 23), 0x6802);
        /* e4m3: 1 * 1 + 2^-14 is cut to 13 bits */
        x[0] = y[0] = 0x38;
        assert_int_equal(sm_tensor_dot(SM_E4M3, 32, x, y, 0x38800000, SM_F32, 13, 13), 0x3f800000);
        assert_int_equal(sm_tensor_dot(SM_E4M3, 32, x, y, 0x39000000, SM_F32, 13, 13), 0x3f800400);
}

static void integer_layout(unsigned m, unsigned k, enum sm_itype at, enum sm_itype bt, bool sat)
{
        static struct fragments f;
        static int ma[16][256], mb[256][8];
        unsigned bits = at == SM_S8 || at == SM_U8 ? 8 : at == SM_S4 || at == SM_U4 ? 4 : 1;
        unsigned per_reg = 32 / bits, mask = (1u << bits) - 1;
        int low_a = at == SM_S8 || at == SM_S4 ? -(1 << (bits - 1)) : 0;
        int low_b = bt == SM_S8 || bt == SM_S4 ? -(1 << (bits - 1)) : 0;

        memset(&f, 0, sizeof(f));
        for (unsigned i = 0; i < 16; i++)
                for (unsigned j = 0; j < k; j++)
                        ma[i][j] = low_a + (int)(rng() & mask);
        for (unsigned i = 0; i < k; i++)
                for (unsigned j = 0; j < 8; j++)
                        mb[i][j] = low_b + (int)(rng() & mask);
        for (unsigned lane = 0; lane < 32; lane++) {
                unsigned row, col;

                for (unsigned i = 0; i < m * k / 32; i++) {
                        a_place(lane, i, per_reg, m / 8, &row, &col);
                        put(&f.a[i / per_reg][lane], i, per_reg, (unsigned)ma[row][col] & mask);
                }
                for (unsigned i = 0; i < 8 * k / 32; i++) {
                        a_place(lane, i, per_reg, 1, &col, &row);
                        put(&f.b[i / per_reg][lane], i, per_reg, (unsigned)mb[row][col] & mask);
                }
                for (unsigned i = 0; i < 4; i++)
                        f.c[i][lane] = (uint32_t)rng() | (i & 1 ? 0x7fffff00u : 0);
        }
        assert_int_equal(sm_imma(m, k, at, bt, sat, f.d, A(&f), B(&f), C(&f)), 0);
        for (unsigned lane = 0; lane < 32; lane++) {
                for (unsigned i = 0; i < m / 4; i++) {
                        unsigned row = (lane >> 2) + (i < 2 ? 0 : 8),
                                 col = (lane & 3) * 2 + (i & 1);
                        long long sum = (int32_t)f.c[i][lane];

                        for (unsigned n = 0; n < k; n++) {
                                if (at == SM_B1_XOR)
                                        sum += ma[row][n] ^ mb[n][col];
                                else if (at == SM_B1_AND)
                                        sum += ma[row][n] & mb[n][col];
                                else
                                        sum += ma[row][n] * mb[n][col];
                        }
                        if (sat)
                                sum = sum > INT32_MAX   ? INT32_MAX
                                      : sum < INT32_MIN ? INT32_MIN
                                                        : sum;
                        assert_int_equal(f.d[i][lane], (uint32_t)sum);
                }
        }
}

static void imma_layouts(void **state)
{
        static struct fragments f;

        (void)state;
        rng_state = 2;
        for (int sat = 0; sat < 2; sat++) {
                for (int a = SM_S8; a <= SM_U8; a++) {
                        for (int b = SM_S8; b <= SM_U8; b++) {
                                integer_layout(8, 16, (enum sm_itype)a, (enum sm_itype)b, sat);
                                integer_layout(16, 16, (enum sm_itype)a, (enum sm_itype)b, sat);
                                integer_layout(16, 32, (enum sm_itype)a, (enum sm_itype)b, sat);
                        }
                }
                for (int a = SM_S4; a <= SM_U4; a++) {
                        for (int b = SM_S4; b <= SM_U4; b++) {
                                integer_layout(8, 32, (enum sm_itype)a, (enum sm_itype)b, sat);
                                integer_layout(16, 32, (enum sm_itype)a, (enum sm_itype)b, sat);
                                integer_layout(16, 64, (enum sm_itype)a, (enum sm_itype)b, sat);
                        }
                }
        }
        for (int a = SM_B1_XOR; a <= SM_B1_AND; a++) {
                integer_layout(8, 128, (enum sm_itype)a, (enum sm_itype)a, false);
                integer_layout(16, 128, (enum sm_itype)a, (enum sm_itype)a, false);
                integer_layout(16, 256, (enum sm_itype)a, (enum sm_itype)a, false);
        }
        assert_int_equal(sm_imma(8, 32, SM_S8, SM_S8, false, f.d, A(&f), B(&f), C(&f)), -ENOTSUP);
        assert_int_equal(sm_imma(16, 32, SM_S8, SM_S4, false, f.d, A(&f), B(&f), C(&f)), -ENOTSUP);
        assert_int_equal(sm_imma(12, 16, SM_S8, SM_S8, false, f.d, A(&f), B(&f), C(&f)), -ENOTSUP);
}

static void put64(uint32_t reg[][32], unsigned i, unsigned lane, double v)
{
        uint64_t bits = sm_bits_of_f64(v);

        reg[2 * i][lane] = (uint32_t)bits;
        reg[2 * i + 1][lane] = (uint32_t)(bits >> 32);
}

static void dmma_layout(unsigned m, unsigned k)
{
        static struct fragments f;
        double ma[16][16], mb[16][8], mc[16][8];

        memset(&f, 0, sizeof(f));
        for (int i = 0; i < 16; i++) {
                for (int j = 0; j < 16; j++)
                        ma[i][j] = sm_f64_of((rng() >> 12) | 0x3ff0000000000000ull) - 1.5;
                for (int j = 0; j < 8; j++) {
                        mb[i][j] = sm_f64_of((rng() >> 12) | 0x3ff0000000000000ull) - 1.5;
                        mc[i][j] = (double)(int)(rng() % 9) - 4;
                }
        }
        for (unsigned lane = 0; lane < 32; lane++) {
                unsigned row, col;

                for (unsigned i = 0; i < m * k / 32; i++) {
                        a_place(lane, i, 1, m / 8, &row, &col);
                        put64(f.a, i, lane, ma[row][col]);
                }
                for (unsigned i = 0; i < 8 * k / 32; i++) {
                        a_place(lane, i, 1, 1, &col, &row);
                        put64(f.b, i, lane, mb[row][col]);
                }
                for (unsigned i = 0; i < m / 4; i++)
                        put64(f.c, i, lane,
                              mc[(lane >> 2) + (i < 2 ? 0 : 8)][(lane & 3) * 2 + (i & 1)]);
        }
        assert_int_equal(sm_dmma(m, k, SM_RN, f.d, A(&f), B(&f), C(&f)), 0);
        for (unsigned lane = 0; lane < 32; lane++) {
                for (unsigned i = 0; i < m / 4; i++) {
                        unsigned row = (lane >> 2) + (i < 2 ? 0 : 8),
                                 col = (lane & 3) * 2 + (i & 1);
                        double sum = mc[row][col];

                        for (unsigned n = 0; n < k; n++)
                                sum = fma(ma[row][n], mb[n][col], sum);
                        assert_true(((uint64_t)f.d[2 * i + 1][lane] << 32 | f.d[2 * i][lane]) ==
                                    sm_bits_of_f64(sum));
                }
        }
}

static void dmma_layouts(void **state)
{
        static struct fragments f;

        (void)state;
        rng_state = 3;
        for (int i = 0; i < 20; i++) {
                dmma_layout(8, 4);
                dmma_layout(16, 4);
                dmma_layout(16, 8);
                dmma_layout(16, 16);
        }
        assert_int_equal(sm_dmma(8, 8, SM_RN, f.d, A(&f), B(&f), C(&f)), -ENOTSUP);
}

static void refused(void **state)
{
        static struct fragments f;

        (void)state;
        assert_int_equal(sm_hmma(70, SM_F16, 8, true, f.d, A(&f), B(&f), C(&f)), -ENOTSUP);
        assert_int_equal(sm_hmma(75, SM_F16, 16, true, f.d, A(&f), B(&f), C(&f)), -ENOTSUP);
        assert_int_equal(sm_hmma(75, SM_BF16, 8, true, f.d, A(&f), B(&f), C(&f)), -ENOTSUP);
        assert_int_equal(sm_hmma(90, SM_BF16, 16, false, f.d, A(&f), B(&f), C(&f)), -ENOTSUP);
        assert_int_equal(sm_hmma(90, SM_TF32, 16, true, f.d, A(&f), B(&f), C(&f)), -ENOTSUP);
        assert_int_equal(sm_hmma(90, SM_E4M3, 16, true, f.d, A(&f), B(&f), C(&f)), -ENOTSUP);
        assert_int_equal(sm_hmma(90, SM_F16, 32, true, f.d, A(&f), B(&f), C(&f)), -ENOTSUP);
}

int main(void)
{
        const struct CMUnitTest tests[] = {
            cmocka_unit_test(hmma_layouts),  cmocka_unit_test(hmma_sum_is_cut),
            cmocka_unit_test(hmma_specials), cmocka_unit_test(dot_overflow_and_fp8),
            cmocka_unit_test(imma_layouts),  cmocka_unit_test(dmma_layouts),
            cmocka_unit_test(refused),
        };

        return cmocka_run_group_tests(tests, NULL, NULL);
}
