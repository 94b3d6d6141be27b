/* SPDX-License-Identifier: MIT */
/* Tensor-core instructions of one warp.
 *
 * Arithmetic of a floating-point dot product: products are exact, every term
 * (the addend is one) is aligned to the largest exponent and cut toward zero to
 * some fraction bits, the sum is exact and rounded once: cut for f32, to nearest even for
 * f16. Widths and the split of k by generation are those of microsoft/MMA-Sim
 * (arXiv 2511.10909), which was compared with Volta to Blackwell chips. An exponent is that of the
 * operands' fields: a product is not normalised, a subnormal has the smallest normal
 * exponent; a product with a zero counts for nothing, a zero addend has -126. Equal to an
 * H200 (driver 580.159) on 512 tiles of every shape in tests/unit/num_hw_ops.h.
 */
#include "sim/sm/tensor.h"

#include <errno.h>
#include <string.h>

#include "sim/sm/num_soft.h"

enum { MAX_K = 32 }; /* elements of one dot product */

/* An operand: mantissa * 2^(exp - fraction bits of its format). */
struct term {
        int32_t mantissa;
        int32_t exp;
};

static int fraction_bits_of(enum sm_ffmt fmt)
{
        return sm_layout_of(fmt).precision - 1;
}

/* Split @bits; false for an infinity or NaN. */
static bool split(uint32_t bits, enum sm_ffmt fmt, struct term *ret_term)
{
        struct sm_real v = sm_unpack(bits, fmt);

        if (v.class == SM_ZERO) {
                *ret_term = (struct term){0, -126};
                return true;
        }
        if (v.class != SM_FINITE)
                return false;
        /* sm_unpack() does not normalise a subnormal */
        ret_term->mantissa = v.sign ? -(int32_t)v.sig : (int32_t)v.sig;
        ret_term->exp = v.exp + fraction_bits_of(fmt);
        return true;
}

/* A value that is an infinity or a NaN decides alone. */
static uint32_t special_dot(enum sm_ffmt from, unsigned n, const uint32_t *x, const uint32_t *y,
                            uint32_t c, enum sm_ffmt acc)
{
        struct sm_real sum = sm_unpack(c, acc);

        for (unsigned i = 0; i < n; i++) {
                struct sm_real p = sm_real_mul(sm_unpack(x[i], from), sm_unpack(y[i], from));

                /* finite terms cannot change an infinity, so their sum need not be exact */
                if (p.class == SM_INF || p.class == SM_NAN) {
                        if (sum.class != SM_INF && sum.class != SM_NAN)
                                sum = p;
                        else
                                sum = sm_real_add(sum, p, SM_RN);
                }
        }
        return (uint32_t)sm_pack(sum, acc, SM_RN, false);
}

static int64_t cut(int64_t magnitude_signed, int shift)
{
        uint64_t m;

        if (shift >= 0) /* at most 22 + 25 bits */
                return magnitude_signed * ((int64_t)1 << shift);
        if (shift < -63)
                return 0;
        m = (uint64_t)(magnitude_signed < 0 ? -magnitude_signed : magnitude_signed) >> -shift;
        return magnitude_signed < 0 ? -(int64_t)m : (int64_t)m;
}

/* All operands finite. @fraction_bits: of one product. @width: F of the rule above. */
static uint32_t finite_dot(int fraction_bits, unsigned n, const struct term *x,
                           const struct term *y, uint32_t c, enum sm_ffmt acc, int width,
                           unsigned result_bits)
{
        struct term addend = {0};
        struct sm_real r = {.class = SM_FINITE};
        uint32_t bits;
        int64_t sum;
        int max_exp;

        split(c, acc, &addend);
        max_exp = addend.exp;
        for (unsigned i = 0; i < n; i++) {
                int exp = x[i].exp + y[i].exp;

                if (x[i].mantissa && y[i].mantissa)
                        max_exp = exp > max_exp ? exp : max_exp;
        }
        sum = cut(addend.mantissa, width + addend.exp - max_exp - fraction_bits_of(acc));
        for (unsigned i = 0; i < n; i++)
                sum += cut((int64_t)x[i].mantissa * y[i].mantissa,
                           width + x[i].exp + y[i].exp - max_exp - fraction_bits);
        if (!sum)
                return 0; /* +0, whatever the signs of the zeros */
        r.sign = sum < 0;
        r.sig = (sm_u128)(sum < 0 ? -sum : sum);
        r.exp = max_exp - width;
        if (acc == SM_F16)
                return (uint32_t)sm_pack(r, SM_F16, SM_RN, false);
        if (sm_msb(r.sig) + r.exp >= 128) /* cut, but what overflows is infinite */
                return r.sign ? 0xff800000u : 0x7f800000u;
        bits = (uint32_t)sm_pack(r, SM_F32, SM_RZ, false);
        return bits & ~((1u << (23 - result_bits)) - 1);
}

uint32_t sm_tensor_dot(enum sm_ffmt from, unsigned n, const uint32_t *x, const uint32_t *y,
                       uint32_t c, enum sm_ffmt acc, unsigned width, unsigned result_bits)
{
        struct term tx[MAX_K], ty[MAX_K], addend;
        bool finite = n <= MAX_K && split(c, acc, &addend);

        for (unsigned i = 0; i < n && finite; i++)
                finite = split(x[i], from, &tx[i]) && split(y[i], from, &ty[i]);
        if (!finite)
                return special_dot(from, n, x, y, c, acc);
        return finite_dot(2 * fraction_bits_of(from), n, tx, ty, c, acc, (int)width, result_bits);
}

/* Element @i of a packed register of @bits each. */
static uint32_t element(uint32_t reg, unsigned i, unsigned bits)
{
        return bits == 32 ? reg : (reg >> (i * bits)) & ((1u << bits) - 1);
}

/* Where row @row, column @k of A lives (PTX ISA, "Matrix Fragments for mma"): a register holds
 * 32 / bits neighbours in k, four lanes share a row, registers alternate
 * between rows g and g + 8 and then step in k. B is the same with one row group. */
static uint32_t fetch(const uint32_t reg[][32], unsigned row, unsigned k, unsigned bits,
                      unsigned row_groups)
{
        unsigned per_reg = 32 / bits;
        unsigned step = k / (4 * per_reg), in_step = k % (4 * per_reg);
        unsigned lane = (row % 8) * 4 + in_step / per_reg;

        return element(reg[step * row_groups + row / 8][lane], in_step % per_reg, bits);
}

struct mma_rule {
        int width;      /* fraction bits kept of each term */
        unsigned chunk; /* k of one dot product */
};

static int rule_of(uint32_t sm_arch, enum sm_ffmt from, unsigned k, struct mma_rule *ret_rule)
{
        bool split_k = sm_arch >= 80 && sm_arch < 90;

        ret_rule->chunk = k;
        if (from == SM_TF32) {
                if (sm_arch < 80 || (k != 4 && k != 8))
                        return -ENOTSUP;
                if (split_k)
                        ret_rule->chunk = 4;
        } else if (from == SM_F16 || from == SM_BF16) {
                if (k != 8 && !(k == 16 && sm_arch >= 80))
                        return -ENOTSUP;
                if (from == SM_BF16 && sm_arch < 80)
                        return -ENOTSUP;
                if (split_k)
                        ret_rule->chunk = 8;
        } else {
                return -ENOTSUP;
        }
        if (sm_arch < 75)
                return -ENOTSUP;
        ret_rule->width = sm_arch < 90 ? 24 : 25;
        return 0;
}

/* One side of the product: 16 rows of A or 8 columns of B. */
struct side {
        uint32_t bits[16][16];
        struct term term[16][16];
        bool special[16][16]; /* by row and dot product */
};

static void load_side(struct side *side, const uint32_t reg[][32], unsigned rows, unsigned k,
                      enum sm_ffmt from, unsigned chunk)
{
        unsigned bits = from == SM_TF32 ? 32 : 16;

        for (unsigned row = 0; row < rows; row++) {
                memset(side->special[row], 0, sizeof(side->special[row]));
                for (unsigned i = 0; i < k; i++) {
                        uint32_t v = fetch(reg, row, i, bits, rows / 8);

                        side->bits[row][i] = v;
                        if (!split(v, from, &side->term[row][i]))
                                side->special[row][i / chunk] = true;
                }
        }
}

static uint32_t chained_dot(const struct mma_rule *rule, enum sm_ffmt from, unsigned k,
                            const struct side *a, unsigned i, const struct side *b, unsigned j,
                            uint32_t c, enum sm_ffmt acc)
{
        int fraction_bits = 2 * fraction_bits_of(from);
        uint32_t exp_mask = acc == SM_F32 ? 0x7f800000u : 0x7c00u;

        for (unsigned at = 0; at < k; at += rule->chunk) {
                unsigned part = at / rule->chunk;

                if (a->special[i][part] || b->special[j][part] || (c & exp_mask) == exp_mask)
                        c = special_dot(from, rule->chunk, &a->bits[i][at], &b->bits[j][at], c,
                                        acc);
                else
                        c = finite_dot(fraction_bits, rule->chunk, &a->term[i][at], &b->term[j][at],
                                       c, acc, rule->width, 23);
        }
        return c;
}

int sm_hmma(uint32_t sm_arch, enum sm_ffmt from, unsigned k, bool acc_f32, uint32_t d[][32],
            const uint32_t a[][32], const uint32_t b[][32], const uint32_t c[][32])
{
        uint32_t result[4][32];
        struct side rows, cols;
        struct mma_rule rule;
        int r = rule_of(sm_arch, from, k, &rule);

        if (r < 0)
                return r;
        if (!acc_f32 && from != SM_F16)
                return -ENOTSUP;
        load_side(&rows, a, 16, k, from, rule.chunk);
        load_side(&cols, b, 8, k, from, rule.chunk);
        memset(result, 0, sizeof(result));
        for (unsigned lane = 0; lane < 32; lane++) {
                for (unsigned e = 0; e < 4; e++) {
                        unsigned row = lane / 4 + 8 * (e / 2), col = lane % 4 * 2 + e % 2;

                        if (acc_f32)
                                result[e][lane] = chained_dot(&rule, from, k, &rows, row, &cols,
                                                              col, c[e][lane], SM_F32);
                        else
                                result[e / 2][lane] |=
                                    chained_dot(&rule, from, k, &rows, row, &cols, col,
                                                c[e / 2][lane] >> 16 * (e % 2) & 0xffffu, SM_F16)
                                    << 16 * (e % 2);
                }
        }
        memcpy(d, result, (acc_f32 ? 4 : 2) * sizeof(result[0]));
        return 0;
}

static unsigned bits_of(enum sm_itype type)
{
        switch (type) {
        case SM_S8:
        case SM_U8:
                return 8;
        case SM_S4:
        case SM_U4:
                return 4;
        case SM_B1_XOR:
        case SM_B1_AND:
                break;
        }
        return 1;
}

static int32_t integer_of(uint32_t v, enum sm_itype type)
{
        if (type == SM_S8)
                return (int8_t)v;
        if (type == SM_S4)
                return (int32_t)((v ^ 8) & 15) - 8;
        return (int32_t)v;
}

/* Sum over the 32 / bits elements of one register pair. */
static int32_t register_dot(uint32_t x, uint32_t y, enum sm_itype a_type, enum sm_itype b_type)
{
        unsigned bits = bits_of(a_type);
        int32_t sum = 0;

        if (a_type == SM_B1_XOR)
                return __builtin_popcount(x ^ y);
        if (a_type == SM_B1_AND)
                return __builtin_popcount(x & y);
        for (unsigned i = 0; i < 32 / bits; i++)
                sum += integer_of(element(x, i, bits), a_type) *
                       integer_of(element(y, i, bits), b_type);
        return sum;
}

int sm_imma(unsigned m, unsigned k, enum sm_itype a_type, enum sm_itype b_type, bool sat,
            uint32_t d[][32], const uint32_t a[][32], const uint32_t b[][32],
            const uint32_t c[][32])
{
        unsigned bits = bits_of(a_type), row_groups = m / 8, steps, k_step = 4 * 32 / bits;
        uint32_t result[4][32];

        if ((m != 8 && m != 16) || bits != bits_of(b_type) || (bits == 1 && a_type != b_type))
                return -ENOTSUP;
        if (k != k_step && !(m == 16 && k == 2 * k_step))
                return -ENOTSUP;
        steps = k / k_step;
        for (unsigned lane = 0; lane < 32; lane++) {
                for (unsigned e = 0; e < 2 * row_groups; e++) {
                        unsigned row = lane / 4, col = lane % 4 * 2 + e % 2;
                        int64_t sum = (int32_t)c[e][lane];

                        for (unsigned s = 0; s < steps; s++)
                                for (unsigned t = 0; t < 4; t++)
                                        sum += register_dot(a[s * row_groups + e / 2][row * 4 + t],
                                                            b[s][col * 4 + t], a_type, b_type);
                        if (sat && sum > INT32_MAX)
                                sum = INT32_MAX;
                        if (sat && sum < INT32_MIN)
                                sum = INT32_MIN;
                        result[e][lane] = (uint32_t)sum;
                }
        }
        memcpy(d, result, 2 * row_groups * sizeof(result[0]));
        return 0;
}

static uint64_t pair(const uint32_t reg[][32], unsigned i, unsigned lane)
{
        return (uint64_t)reg[2 * i + 1][lane] << 32 | reg[2 * i][lane];
}

int sm_dmma(unsigned m, unsigned k, enum sm_round round, uint32_t d[][32], const uint32_t a[][32],
            const uint32_t b[][32], const uint32_t c[][32])
{
        unsigned row_groups = m / 8;
        uint32_t result[8][32];

        if (!(m == 8 && k == 4) && !(m == 16 && (k == 4 || k == 8 || k == 16)))
                return -ENOTSUP;
        for (unsigned lane = 0; lane < 32; lane++) {
                for (unsigned e = 0; e < 2 * row_groups; e++) {
                        unsigned row = lane / 4, col = lane % 4 * 2 + e % 2;
                        uint64_t sum = pair(c, e, lane);

                        /* a chain of fused multiply-adds in the order of k (MMA-Sim) */
                        for (unsigned i = 0; i < k; i++)
                                sum = sm_dfma(pair(a, i / 4 * row_groups + e / 2, row * 4 + i % 4),
                                              pair(b, i / 4, col * 4 + i % 4), sum, round);
                        result[2 * e][lane] = (uint32_t)sum;
                        result[2 * e + 1][lane] = (uint32_t)(sum >> 32);
                }
        }
        memcpy(d, result, 4 * row_groups * sizeof(result[0]));
        return 0;
}
