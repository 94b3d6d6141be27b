/* SPDX-License-Identifier: MIT */
/* Exact values and the one rounding; see num_soft.h. */
#include "sim/sm/num_soft.h"

struct sm_real sm_unpack(uint64_t bits, enum sm_ffmt fmt)
{
        struct sm_layout l;
        struct sm_real v = {.class = SM_ZERO};
        uint64_t fraction, exp_max, exp;
        int fraction_bits, bias;

        if (fmt == SM_TF32) {
                /* a tf32 operand is an f32 whose low 13 bits are not looked at */
                bits = (uint32_t)bits >> 13;
        }
        l = sm_layout_of(fmt);
        fraction_bits = l.precision - 1;
        exp_max = (1ull << l.exp_bits) - 1;
        bias = (int)(exp_max >> 1);
        fraction = bits & ((1ull << fraction_bits) - 1);
        exp = (bits >> fraction_bits) & exp_max;
        v.sign = (bits >> (fraction_bits + l.exp_bits)) & 1;
        if (fmt == SM_E4M3) {
                /* no infinity, and only the all-ones fraction is a NaN */
                if (exp == exp_max && fraction == 7) {
                        v.class = SM_NAN;
                        return v;
                }
        } else if (exp == exp_max) {
                v.class = fraction ? SM_NAN : SM_INF;
                return v;
        }
        if (exp) {
                fraction |= 1ull << fraction_bits;
                exp--;
        }
        if (fraction) {
                v.class = SM_FINITE;
                v.sig = fraction;
                v.exp = (int)exp + 1 - bias - fraction_bits;
        }
        return v;
}

static uint64_t nan_of(enum sm_ffmt fmt)
{
        switch (fmt) {
        case SM_F16:
        case SM_BF16:
                return SM_NAN_F16;
        case SM_F64:
                return SM_NAN_F64;
        case SM_E4M3:
        case SM_E5M2:
                return 0x7f;
        case SM_TF32:
                return 0x7fffe000; /* the canonical one, cut to its width */
        case SM_F32:
                break;
        }
        return SM_NAN_F32;
}

uint64_t sm_pack(struct sm_real v, enum sm_ffmt fmt, enum sm_round round, bool flush)
{
        struct sm_layout l = sm_layout_of(fmt);
        int fraction_bits = l.precision - 1;
        uint64_t exp_max = (1ull << l.exp_bits) - 1;
        int bias = (int)(exp_max >> 1);
        uint64_t sign = (uint64_t)v.sign << (fraction_bits + l.exp_bits);
        uint64_t inf = exp_max << fraction_bits;
        uint64_t kept;
        int msb, lsb_exp, drop;
        bool half, rest, up;

        if (fmt == SM_E4M3)
                inf |= 7; /* what overflows has no infinity to go to: NaN */
        switch (v.class) {
        case SM_NAN:
                return nan_of(fmt);
        case SM_INF:
                kept = inf;
                goto out;
        case SM_ZERO:
                kept = 0;
                goto out;
        case SM_FINITE:
                break;
        }
        msb = sm_msb(v.sig);
        /* weight of the last place: of the result's binade, or of the subnormals */
        lsb_exp = v.exp + msb - fraction_bits;
        if (lsb_exp < 1 - bias - fraction_bits)
                lsb_exp = 1 - bias - fraction_bits;
        drop = lsb_exp - v.exp;
        if (drop <= 0) {
                kept = (uint64_t)(v.sig << -drop);
                half = rest = false;
        } else if (drop > 127) {
                kept = 0;
                half = false;
                rest = true;
        } else {
                kept = (uint64_t)(v.sig >> drop);
                half = (v.sig >> (drop - 1)) & 1;
                rest = (v.sig & (((sm_u128)1 << (drop - 1)) - 1)) != 0;
        }
        switch (round) {
        case SM_RN:
                up = half && (rest || (kept & 1));
                break;
        case SM_RM:
                up = v.sign && (half || rest);
                break;
        case SM_RP:
                up = !v.sign && (half || rest);
                break;
        default:
                up = false;
                break;
        }
        kept += up;
        /* The implicit one adds itself into the exponent field: a subnormal that
         * rounds up to the smallest normal and a carry past the top both work. */
        lsb_exp += bias + fraction_bits - 1;
        if (kept >> fraction_bits) {
                if (lsb_exp >= (int)exp_max) {
                        kept = inf;
                        lsb_exp = 0;
                } else {
                        kept += (uint64_t)lsb_exp << fraction_bits;
                }
        } else if (flush) {
                kept = 0;
        }
        if (kept >= inf) {
                bool to_max =
                    round == SM_RZ || (round == SM_RM && !v.sign) || (round == SM_RP && v.sign);

                kept = to_max ? inf - 1 : inf;
        }
out:
        kept |= sign;
        return fmt == SM_TF32 ? kept << 13 : kept;
}

/* v * 2^-shift with the bits shifted out or-ed into bit 0. */
static sm_u128 shift_right_sticky(sm_u128 v, int shift)
{
        if (shift <= 0)
                return v;
        if (shift > 127)
                return v != 0;
        return (v >> shift) | ((v & (((sm_u128)1 << shift) - 1)) != 0);
}

static struct sm_real real_nan(void)
{
        return (struct sm_real){.class = SM_NAN};
}

struct sm_real sm_real_mul(struct sm_real a, struct sm_real b)
{
        struct sm_real r = {.sign = a.sign != b.sign};

        if (a.class == SM_NAN || b.class == SM_NAN)
                return real_nan();
        if (a.class == SM_INF || b.class == SM_INF) {
                if (a.class == SM_ZERO || b.class == SM_ZERO)
                        return real_nan();
                r.class = SM_INF;
                return r;
        }
        if (a.class == SM_ZERO || b.class == SM_ZERO) {
                r.class = SM_ZERO;
                return r;
        }
        r.class = SM_FINITE;
        r.sig = a.sig * b.sig;
        r.exp = a.exp + b.exp;
        return r;
}

struct sm_real sm_real_add(struct sm_real a, struct sm_real b, enum sm_round round)
{
        int msb_a, msb_b, top;
        sm_u128 x, y;

        if (a.class == SM_NAN || b.class == SM_NAN)
                return real_nan();
        if (a.class == SM_INF || b.class == SM_INF) {
                if (a.class == b.class && a.sign != b.sign)
                        return real_nan();
                return a.class == SM_INF ? a : b;
        }
        if (a.class == SM_ZERO && b.class == SM_ZERO) {
                if (a.sign != b.sign)
                        a.sign = round == SM_RM;
                return a;
        }
        if (a.class == SM_ZERO)
                return b;
        if (b.class == SM_ZERO)
                return a;
        msb_a = sm_msb(a.sig);
        msb_b = sm_msb(b.sig);
        if (msb_a + a.exp < msb_b + b.exp) {
                struct sm_real t = a;
                int m = msb_a;

                a = b;
                b = t;
                msb_a = msb_b;
                msb_b = m;
        }
        /* The larger goes to bit 124. Both have at most 106 bits, so nothing is lost
         * where the two are close enough to cancel; else a sticky bit is enough. */
        top = a.exp + msb_a - 124;
        x = a.sig << (124 - msb_a);
        y = b.exp >= top ? b.sig << (b.exp - top) : shift_right_sticky(b.sig, top - b.exp);
        a.exp = top;
        if (a.sign == b.sign) {
                a.sig = x + y;
        } else if (x == y) {
                a.class = SM_ZERO;
                a.sign = round == SM_RM;
        } else if (x > y) {
                a.sig = x - y;
        } else {
                a.sig = y - x;
                a.sign = b.sign;
        }
        return a;
}

struct sm_real sm_real_fma(struct sm_real a, struct sm_real b, struct sm_real c,
                           enum sm_round round)
{
        return sm_real_add(sm_real_mul(a, b), c, round);
}
