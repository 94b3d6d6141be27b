/* SPDX-License-Identifier: MIT */
/* MUFU: the interpolator of the special-function unit.
 *
 * How the unit works was published by its designers: Oberman and Siu, "A
 * High-Performance Area-Efficient Multifunction Interpolator" (ARITH 2005). The top 6 or 7
 * bits of the reduced argument choose a segment, the bits below it are t, and
 * the result is a + b * t + c * t^2 cut (not rounded) to 24 bits, where the square comes from
 * a squarer that leaves out its least significant partial products.
 *
 * How the coefficients here were found: for each segment all 2^16 or 2^17
 * outputs of the hardware bound a + b * t + c * u(t) from both sides. The slack
 * of these bounds is a concave function of (b, c), so climbing it finds whether any
 * integers fit and which; with products of weight below 2^19 left out of t^2,
 * every segment of every function has exactly one pair (b, c), and a few values of a
 * (any of them gives the same outputs; the middle one is kept). The rounding bias of the unit is
 * part of a.
 *
 * tanh has segments of its own in each binade from 2^-8 on, 1 to 16 of them, and t is
 * always 17 bits. Its coefficients come out round: a is a whole number of places of the
 * result, b and c are whole numbers of 2^-15 of a place.
 *
 * Checked against an H200 (driver 580.159): the outputs of all 2^32 inputs are equal for
 * rcp, rsqrt, sqrt, ex2, lg2, sin and cos (.approx.ftz.f32) and tanh (.approx.f32).
 */
#include "sim/sm/num.h"
#include "sim/sm/num_mufu.h"

#define FRACTION 0x7fffffu

/* t^2 of 17 bits without the partial products of weight below 2^19, over 2^19. */
static uint32_t square_cut(uint32_t t)
{
        const uint32_t low = (1u << 19) - 1;
        uint32_t dropped = t & 0x3ffu; /* t_i * t_i at 2^(2i): spread the low 10 bits */

        dropped = (dropped | dropped << 8) & 0x00ff00ffu;
        dropped = (dropped | dropped << 4) & 0x0f0f0f0fu;
        dropped = (dropped | dropped << 2) & 0x33333333u;
        dropped = (dropped | dropped << 1) & 0x55555555u;
        /* 2 * t_i * t_j at 2^(i+j+1), i < j: with i above 8 all are kept */
#define ROW(i) ((t >> ((i) + 1)) << (2 * (i) + 2) & low & -(t >> (i)&1))
        dropped += ROW(0) + ROW(1) + ROW(2) + ROW(3) + ROW(4) + ROW(5) + ROW(6) + ROW(7) + ROW(8);
#undef ROW
        return (uint32_t)(((uint64_t)t * t - dropped) >> 19);
}

static int64_t interpolate(const struct sm_mufu_segment *table, unsigned segment, uint32_t t)
{
        const struct sm_mufu_segment *s = &table[segment];

        return s->a + (int64_t)s->b * t + (int64_t)s->c * square_cut(t);
}

static uint32_t pack(uint32_t sign, int exp, uint32_t fraction)
{
        if (exp <= 0) /* subnormal results are flushed */
                return sign;
        if (exp >= 255)
                return sign | 0x7f800000u;
        return sign | (uint32_t)exp << 23 | fraction;
}

/* @sum * 2^-@weight cut to 24 bits. */
static uint32_t normalise(uint32_t sign, uint64_t sum, int weight)
{
        int msb;

        if (!sum)
                return sign;
        msb = 63 - __builtin_clzll(sum);
        sum = msb >= 23 ? sum >> (msb - 23) : sum << (23 - msb);
        return pack(sign, 127 + msb - weight, (uint32_t)sum & FRACTION);
}

static uint32_t rcp(uint32_t a)
{
        uint32_t sign = a & 0x80000000u, fraction = a & FRACTION;
        int exp = (a >> 23) & 0xff;
        int64_t sum;

        if (exp == 0)
                return sign | 0x7f800000u;
        if (exp == 255)
                return fraction ? SM_NAN_F32 : sign;
        sum = interpolate(sm_mufu_rcp, fraction >> 16, (fraction & 0xffffu) << 1);
        if (sum >> 40) /* only 1/1 reaches one */
                return pack(sign, 254 - exp, (uint32_t)(sum >> 17) & FRACTION);
        return pack(sign, 253 - exp, (uint32_t)(sum >> 16) & FRACTION);
}

/* Segment of x in [1, 4); *ret_half: the exponent of the rest, halved. */
static unsigned root_segment(uint32_t a, int *ret_half)
{
        int exp = (int)(a >> 23) - 127;
        unsigned odd = exp & 1;

        *ret_half = (exp - (int)odd) / 2;
        return odd << 6 | (a & FRACTION) >> 17;
}

static uint32_t rsq(uint32_t a)
{
        unsigned segment;
        int half;
        int64_t sum;

        if (!(a & 0x7f800000u))
                return (a & 0x80000000u) | 0x7f800000u;
        if (a == 0x7f800000u)
                return 0;
        if (a > 0x7f800000u)
                return SM_NAN_F32;
        segment = root_segment(a, &half);
        if (segment == 0 && !(a & FRACTION)) /* powers of four are exact */
                return pack(0, 127 - half, 0);
        sum = interpolate(sm_mufu_rsq, segment, a & 0x1ffffu);
        return pack(0, 126 - half, (uint32_t)(sum >> 16) & FRACTION);
}

static uint32_t square_root(uint32_t a)
{
        unsigned segment;
        int half;
        int64_t sum;

        if (!(a & 0x7f800000u))
                return a & 0x80000000u;
        if (a == 0x7f800000u)
                return a;
        if (a > 0x7f800000u)
                return SM_NAN_F32;
        segment = root_segment(a, &half);
        sum = interpolate(sm_mufu_sqrt, segment, a & 0x1ffffu);
        return pack(0, 127 + half, (uint32_t)(sum >> 17) & FRACTION);
}

/* |a| * 2^23 cut to an integer, for |a| < 2^8 or modulo 2^25. */
static uint32_t fixed_point(uint32_t a, int scale)
{
        int exp = (int)((a >> 23) & 0xff);
        uint32_t sig = (a & FRACTION) | 0x800000u;
        int shift = exp - 127 + scale;

        if (exp == 0 || shift < -23 || shift > 31)
                return 0;
        return shift >= 0 ? sig << shift : sig >> -shift;
}

static uint32_t ex2(uint32_t a)
{
        uint32_t magnitude = a & 0x7fffffffu, fixed, fraction;
        int whole;
        int64_t sum;

        if (magnitude > 0x7f800000u)
                return SM_NAN_F32;
        if (magnitude >= 0x43000000u) /* 128 */
                return a >> 31 ? 0 : 0x7f800000u;
        fixed = fixed_point(a, 0);
        whole = (int)(fixed >> 23);
        fraction = fixed & FRACTION;
        if (a >> 31) {
                whole = -whole;
                if (fraction) { /* one's complement: 2^-23 too small */
                        fraction = ~fraction & FRACTION;
                        whole--;
                }
        }
        sum = interpolate(sm_mufu_ex2, fraction >> 17, fraction & 0x1ffffu);
        return pack(0, 127 + whole, (uint32_t)(sum >> 15) & FRACTION);
}

static uint32_t lg2(uint32_t a)
{
        uint32_t fraction = a & FRACTION;
        int64_t sum;

        if (!(a & 0x7f800000u))
                return 0xff800000u;
        if (a == 0x7f800000u || a == 0x3f800000u)
                return a == 0x3f800000u ? 0 : a;
        if (a > 0x7f800000u)
                return SM_NAN_F32;
        sum = interpolate(sm_mufu_lg2, fraction >> 17, fraction & 0x1ffffu);
        sum += ((int64_t)(a >> 23) - 127) * ((int64_t)1 << 39);
        /* the magnitude is cut at 2^-36 before it is normalised */
        return normalise(a < 0x3f800000u ? 0x80000000u : 0,
                         (uint64_t)(sum < 0 ? -sum : sum) & ~7ull, 39);
}

/* sin(2 pi a), or cos: four quadrants of 2^23 steps each, the odd ones
 * mirrored by a one's complement. */
static uint32_t sin_cos(uint32_t a, bool cosine)
{
        uint32_t fixed, quadrant, fraction, sign;

        if ((a & 0x7f800000u) == 0x7f800000u)
                return SM_NAN_F32;
        fixed = fixed_point(a, 2);
        quadrant = (fixed >> 23) + cosine;
        sign = cosine ? 0 : a & 0x80000000u;
        fraction = (quadrant & 1 ? ~fixed : fixed) & FRACTION;
        if (quadrant & 2)
                sign ^= 0x80000000u;
        return normalise(
            sign, (uint64_t)interpolate(sm_mufu_sin, fraction >> 17, fraction & 0x1ffffu), 37);
}

/* Below 2^-8 the argument itself, subnormals included; from 8 on one. */
static uint32_t hyperbolic_tangent(uint32_t a)
{
        enum { FIRST_EXP = 119, ONE_EXP = 130 };
        static const struct {
                uint8_t first, bits; /* segments of the binade: 2^bits from @first on */
        } binades[ONE_EXP - FIRST_EXP] = {
            {0, 0},  {1, 0},  {2, 0},  {3, 1},  {5, 1},  {7, 2},
            {11, 2}, {15, 2}, {19, 3}, {27, 4}, {43, 3},
        };
        uint32_t sign = a & 0x80000000u, fraction = a & FRACTION, t;
        int exp = (a >> 23) & 0xff, unit;
        unsigned bits, segment;

        if (exp < FIRST_EXP)
                return a;
        if (exp == 255 && fraction)
                return SM_NAN_F32;
        if (exp >= ONE_EXP)
                return sign | 0x3f800000u;
        bits = binades[exp - FIRST_EXP].bits;
        segment = binades[exp - FIRST_EXP].first + (fraction >> (23 - bits));
        t = fraction >> (6 - bits) & 0x1ffffu;
        unit = exp < 126 ? exp : 126; /* the result is about as large as x, but below one */
        return normalise(sign, (uint64_t)interpolate(sm_mufu_tanh, segment, t), 38 + 127 - unit);
}

/* RCP64H and RSQ64H: the high word of a double in and out. The 20 mantissa bits go
 * through the f32 tables; 20 of the 23 bits of the result are kept. Equal to an
 * H200 (driver 580.159) on all 2^32 inputs of each. */
static uint32_t rcp64h(uint32_t a)
{
        uint32_t sign = a & 0x80000000u, r;
        int exp = (a >> 20) & 0x7ff;

        if (exp == 0)
                return sign | 0x7ff00000u;
        if (exp == 0x7ff)
                return a & 0xfffffu ? SM_NAN_F32 : sign;
        r = rcp(0x3f800000u | (a & 0xfffffu) << 3);
        exp = (int)(r >> 23) - 127 + 2046 - exp;
        if (exp <= 0)
                return sign;
        return sign | (uint32_t)exp << 20 | (r & FRACTION) >> 3;
}

static uint32_t rsq64h(uint32_t a)
{
        int exp = (int)((a >> 20) & 0x7ff) - 1023;
        uint32_t r, odd = exp & 1;

        if (exp == -1023)
                return (a & 0x80000000u) | 0x7ff00000u;
        if (a == 0x7ff00000u)
                return 0;
        if (a > 0x7ff00000u)
                return SM_NAN_F32;
        r = rsq((127 + odd) << 23 | (a & 0xfffffu) << 3);
        exp = (int)(r >> 23) - 127 + 1023 - (exp - (int)odd) / 2;
        return (uint32_t)exp << 20 | (r & FRACTION) >> 3;
}

bool sm_mufu_supported(enum sm_mufu fn)
{
        switch (fn) {
        case SM_MUFU_COS:
        case SM_MUFU_SIN:
        case SM_MUFU_EX2:
        case SM_MUFU_LG2:
        case SM_MUFU_RCP:
        case SM_MUFU_RSQ:
        case SM_MUFU_RCP64H:
        case SM_MUFU_RSQ64H:
        case SM_MUFU_SQRT:
        case SM_MUFU_TANH:
                return true;
        }
        return false;
}

uint32_t sm_mufu(enum sm_mufu fn, uint32_t a)
{
        switch (fn) {
        case SM_MUFU_COS:
                return sin_cos(a, true);
        case SM_MUFU_SIN:
                return sin_cos(a, false);
        case SM_MUFU_EX2:
                return ex2(a);
        case SM_MUFU_LG2:
                return lg2(a);
        case SM_MUFU_RCP:
                return rcp(a);
        case SM_MUFU_RSQ:
                return rsq(a);
        case SM_MUFU_RCP64H:
                return rcp64h(a);
        case SM_MUFU_RSQ64H:
                return rsq64h(a);
        case SM_MUFU_SQRT:
                return square_root(a);
        case SM_MUFU_TANH:
                return hyperbolic_tangent(a);
        }
        return SM_NAN_F32;
}
