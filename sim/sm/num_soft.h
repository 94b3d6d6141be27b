/* SPDX-License-Identifier: MIT */
/* Private to num_*.c: one exact value and one rounding, for any binary format.
 *
 * The plain host operations cover round to nearest; everything else (directed
 * roundings, halves, conversions) unpacks to an integer significand, computes
 * exactly or with a sticky bit, and rounds once here.
 */
#ifndef PEAL_SIM_SM_NUM_SOFT_H
#define PEAL_SIM_SM_NUM_SOFT_H

#include "sim/sm/num.h"

/* gcc and clang have it on every 64-bit host; it is not ISO C */
__extension__ typedef unsigned __int128 sm_u128;

enum sm_class { SM_ZERO, SM_FINITE, SM_INF, SM_NAN };

/* (-1)^sign * sig * 2^exp; sig != 0 for SM_FINITE only. Bit 0 of sig may be a
 * sticky bit when at least three bits lie below the last place kept. */
struct sm_real {
        enum sm_class class;
        bool sign;
        int exp;
        sm_u128 sig;
};

/* Significand bits with the leading one, exponent field bits; width in all. */
struct sm_layout {
        int precision;
        int exp_bits;
};

static inline struct sm_layout sm_layout_of(enum sm_ffmt fmt)
{
        static const struct sm_layout layout[] = {
            [SM_F16] = {11, 5},  [SM_BF16] = {8, 8}, [SM_TF32] = {11, 8}, [SM_F32] = {24, 8},
            [SM_F64] = {53, 11}, [SM_E4M3] = {4, 4}, [SM_E5M2] = {3, 5},
        };
        return layout[fmt];
}

static inline int sm_msb(sm_u128 v)
{
        uint64_t hi = (uint64_t)(v >> 64);

        return hi ? 127 - __builtin_clzll(hi) : 63 - __builtin_clzll((uint64_t)v);
}

/* a + b in double, rounded to odd when inexact: the 53 bits of the result round once
 * more, to any format of at most 51 bits and in any direction, as the exact sum would
 * (Boldo and Melquiond, "Emulation of a FMA and correctly rounded sums", 2008). The
 * sum must not overflow, nor its error underflow. */
static inline double sm_add_to_odd(double a, double b)
{
        double s = a + b;
        double b_part = s - a;
        double error = (a - (s - b_part)) + (b - b_part); /* Knuth's TwoSum: exact */
        uint64_t bits;

        if (error == 0 || !isfinite(s))
                return s;
        bits = sm_bits_of_f64(s);
        /* cut toward zero, then let the last bit stand for the rest */
        if ((error > 0) != (s > 0))
                bits--;
        return sm_f64_of(bits | 1);
}

struct sm_real sm_unpack(uint64_t bits, enum sm_ffmt fmt);

/* Round @v once. Overflow follows IEEE 754: infinity or the largest finite by @round. NaN: the
 * canonical one of @fmt. @flush: a result below the smallest normal becomes zero. */
uint64_t sm_pack(struct sm_real v, enum sm_ffmt fmt, enum sm_round round, bool flush);

/* a * b + c, a * b, a + b with the sign rules of IEEE 754 for zeros under @round. NaN if
 * any operand is NaN or the operation is invalid. Significands of operands: 53 bits for
 * the first two, at most 106 for sm_real_add(). */
struct sm_real sm_real_fma(struct sm_real a, struct sm_real b, struct sm_real c,
                           enum sm_round round);
struct sm_real sm_real_mul(struct sm_real a, struct sm_real b);
struct sm_real sm_real_add(struct sm_real a, struct sm_real b, enum sm_round round);

#endif
