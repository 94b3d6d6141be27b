/* SPDX-License-Identifier: MIT */
/* f32 arithmetic, comparison and range checks of one lane. */
#include "sim/sm/num_soft.h"

static uint32_t saturate(uint32_t a)
{
        if (sm_f32_is_nan(a) || (a >> 31))
                return 0; /* PTX ISA, add.sat: NaN results become +0.0 */
        return a > 0x3f800000u ? 0x3f800000u : a;
}

static uint32_t finish(uint32_t r, unsigned flags)
{
        if (flags & (SM_FTZ | SM_FMZ))
                r = sm_f32_flush(r);
        return flags & SM_SAT ? saturate(r) : r;
}

/* The f32 next to @d in the direction of @round (not SM_RN). */
static uint32_t directed(double d, enum sm_round round)
{
        float f = (float)d;
        uint32_t bits = sm_bits_of_f32(f);

        if (d != d)
                return SM_NAN_F32;
        /* A step of the bits is a step away from zero, also from the largest
         * finite number to infinity and from zero to the smallest subnormal. */
        switch (round) {
        case SM_RM:
                if (f > d)
                        bits += bits >> 31 ? 1u : -1u;
                break;
        case SM_RP:
                if (f < d)
                        bits += bits >> 31 ? -1u : 1u;
                break;
        default:
                if (fabs((double)f) > fabs(d))
                        bits--;
                break;
        }
        return bits;
}

/* a + b of doubles that are f32 numbers or exact products of two. */
static uint32_t directed_sum(double a, double b, enum sm_round round)
{
        double s = sm_add_to_odd(a, b);

        /* an exact zero is -0 when rounding down, unless both terms were +0 */
        if (s == 0 && round == SM_RM && (sm_bits_of_f64(a) | sm_bits_of_f64(b)))
                return 0x80000000u;
        return directed(s, round);
}

uint32_t sm_fadd(uint32_t a, uint32_t b, enum sm_round round, unsigned flags)
{
        uint32_t r;

        if (flags & SM_FTZ) {
                a = sm_f32_flush(a);
                b = sm_f32_flush(b);
        }
        if (round == SM_RN)
                r = sm_fadd_rn(a, b);
        else
                r = directed_sum(sm_f32_of(a), sm_f32_of(b), round);
        return finish(r, flags);
}

/* A result @r that was rounded up to the smallest normal number from below: with FTZ
 * it is zero, since the rounding that decides has 24 bits and no subnormals (an H200,
 * driver 580.159). @odd: the exact result, or rounded to odd. */
static uint32_t flush_rounded(uint32_t r, double odd, enum sm_round round, unsigned flags)
{
        const uint32_t smallest = 0x00800000, scaled_smallest = 0x20800000; /* times 2^64 */
        double scaled = odd * 0x1p64;
        uint32_t bits;

        if (!(flags & (SM_FTZ | SM_FMZ)) || (r & 0x7fffffffu) != smallest)
                return r;
        bits = round == SM_RN ? sm_bits_of_f32((float)scaled) : directed(scaled, round);
        return (bits & 0x7fffffffu) < scaled_smallest ? r & 0x80000000u : r;
}

static bool fmz_zero(uint32_t a, uint32_t b)
{
        return !(a << 1) || !(b << 1);
}

uint32_t sm_fmul(uint32_t a, uint32_t b, enum sm_round round, unsigned flags)
{
        uint32_t r;

        if (flags & (SM_FTZ | SM_FMZ)) {
                a = sm_f32_flush(a);
                b = sm_f32_flush(b);
        }
        if ((flags & SM_FMZ) && fmz_zero(a, b))
                r = 0;
        else if (round == SM_RN)
                r = sm_fmul_rn(a, b);
        else
                r = directed((double)sm_f32_of(a) * sm_f32_of(b), round);
        r = flush_rounded(r, (double)sm_f32_of(a) * sm_f32_of(b), round, flags);
        return finish(r, flags);
}

uint32_t sm_ffma(uint32_t a, uint32_t b, uint32_t c, enum sm_round round, unsigned flags)
{
        uint32_t r;

        if (flags & (SM_FTZ | SM_FMZ)) {
                a = sm_f32_flush(a);
                b = sm_f32_flush(b);
                c = sm_f32_flush(c);
        }
        if ((flags & SM_FMZ) && fmz_zero(a, b))
                a = b = 0;
        if (round == SM_RN)
                r = sm_ffma_rn(a, b, c);
        else
                r = directed_sum((double)sm_f32_of(a) * sm_f32_of(b), sm_f32_of(c), round);
        r = flush_rounded(r, sm_add_to_odd((double)sm_f32_of(a) * sm_f32_of(b), sm_f32_of(c)),
                          round, flags);
        return finish(r, flags);
}

/* Order of the bits as sign-magnitude integers: -0 comes before +0. */
static int32_t order_of(uint32_t a)
{
        return (int32_t)(a >> 31 ? ~(a & 0x7fffffffu) : a);
}

uint32_t sm_fmnmx(uint32_t a, uint32_t b, bool max, unsigned flags)
{
        bool nan_a = sm_f32_is_nan(a), nan_b = sm_f32_is_nan(b);
        uint32_t sign = 0, r;

        if (flags & SM_FTZ) {
                a = sm_f32_flush(a);
                b = sm_f32_flush(b);
        }
        if (flags & SM_XORSIGN) {
                sign = (a ^ b) & 0x80000000u;
                a &= 0x7fffffffu;
                b &= 0x7fffffffu;
        }
        if ((nan_a && nan_b) || ((flags & SM_NANPROP) && (nan_a || nan_b)))
                return SM_NAN_F32;
        if (nan_a)
                r = b;
        else if (nan_b)
                r = a;
        else
                r = (order_of(a) > order_of(b)) == max ? a : b;
        return r | sign;
}

bool sm_fcmp(enum sm_fcmp op, uint32_t a, uint32_t b, unsigned flags)
{
        unsigned relation;
        float x, y;

        if (flags & SM_FTZ) {
                a = sm_f32_flush(a);
                b = sm_f32_flush(b);
        }
        x = sm_f32_of(a);
        y = sm_f32_of(b);
        relation = x < y ? 1 : x == y ? 2 : x > y ? 4 : 8;
        return (op & relation) != 0;
}

/* nvcc's division is r = rcp(b); r += r * (1 - b * r); q = a * r + 0;
 * q += r * (a - b * q), guarded by FCHK. That is correctly rounded, with the right sign,
 * when rcp(b) is neither flushed nor infinite (b < 2^126), the remainder is exact (its last
 * place, 47 below the first of a, is no smaller than 2^-149) and q is safely normal.
 * The exact ranges that the chip tests are not published; since the slow path is
 * right for every operand, a stricter check gives the same quotients. */
bool sm_fchk(uint32_t a, uint32_t b)
{
        int ea = (a >> 23) & 0xff, eb = (b >> 23) & 0xff;

        if (ea < 26 || ea == 255 || eb < 1 || eb > 252)
                return true;
        return ea - eb < -124 || ea - eb > 125;
}

uint32_t sm_fswzadd(uint32_t a, uint32_t b, unsigned op, enum sm_round round, unsigned flags)
{
        /* Field values: enum FSwzAddOp of Mesa's NAK. */
        switch (op & 3) {
        case 0:
                break;
        case 1:
                b ^= 0x80000000u;
                break;
        case 2:
                a ^= 0x80000000u;
                break;
        default:
                a = 0x80000000u; /* -0 + b is b, zeros included */
                break;
        }
        return sm_fadd(a, b, round, flags & SM_FTZ);
}
