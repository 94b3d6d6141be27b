/* SPDX-License-Identifier: MIT */
/* Conversions between formats, and to and from integers; FRND. */
#include "sim/sm/num_soft.h"

static uint64_t largest_finite(enum sm_ffmt fmt)
{
        switch (fmt) {
        case SM_F16:
                return 0x7bff;
        case SM_BF16:
                return 0x7f7f;
        case SM_TF32:
                return 0x7f7fe000;
        case SM_F32:
                return 0x7f7fffff;
        case SM_F64:
                return 0x7fefffffffffffffull;
        case SM_E4M3:
                return 0x7e;
        case SM_E5M2:
                return 0x7b;
        }
        return 0;
}

static int sign_bit_of(enum sm_ffmt fmt)
{
        switch (fmt) {
        case SM_F16:
        case SM_BF16:
                return 15;
        case SM_TF32:
        case SM_F32:
                return 31;
        case SM_F64:
                return 63;
        case SM_E4M3:
        case SM_E5M2:
                break;
        }
        return 7;
}

static uint64_t one_of(enum sm_ffmt fmt)
{
        switch (fmt) {
        case SM_F16:
                return 0x3c00;
        case SM_BF16:
                return 0x3f80;
        case SM_TF32:
        case SM_F32:
                return 0x3f800000;
        case SM_F64:
                return 0x3ff0000000000000ull;
        case SM_E4M3:
                return 0x38;
        case SM_E5M2:
                break;
        }
        return 0x3c;
}

/* F2F with an f64 on either side keeps a NaN's sign and the leading bits of its
 * payload, and sets the quiet bit; all other conversions give one NaN (an H200, driver
 * 580.159). */
static uint64_t convert_nan(uint64_t a, enum sm_ffmt to, enum sm_ffmt from)
{
        struct sm_layout in = sm_layout_of(from), out = sm_layout_of(to);
        int in_bits = in.precision - 1, out_bits = out.precision - 1;
        uint64_t fraction = a & ((1ull << in_bits) - 1);
        uint64_t sign = a >> sign_bit_of(from) & 1;

        fraction = out_bits > in_bits ? fraction << (out_bits - in_bits)
                                      : fraction >> (in_bits - out_bits);
        return sign << sign_bit_of(to) | ((1ull << out.exp_bits) - 1) << out_bits | fraction |
               1ull << (out_bits - 1);
}

uint64_t sm_f2f(uint64_t a, enum sm_ffmt to, enum sm_ffmt from, enum sm_round round, unsigned flags)
{
        int sign_bit = sign_bit_of(to);
        uint64_t magnitude, max = largest_finite(to), r;
        struct sm_real v;

        if ((flags & SM_FTZ) && from == SM_F32)
                a = sm_f32_flush((uint32_t)a);
        v = sm_unpack(a, from);
        r = sm_pack(v, to, round, (flags & SM_FTZ) && to == SM_F32);
        if (v.class == SM_NAN && flags & SM_SAT) /* PTX ISA, cvt: NaN results become 0 */
                return 0;
        if (v.class == SM_NAN && to != from && (to == SM_F64 || from == SM_F64))
                return convert_nan((flags & SM_FTZ) && from == SM_F32 ? SM_NAN_F32 : a, to, from);
        if (v.class == SM_NAN)
                return r;
        magnitude = r & ~(1ull << sign_bit);
        if ((flags & SM_SATFINITE) && magnitude > max)
                r = (r & (1ull << sign_bit)) | max;
        if ((flags & (SM_SAT | SM_RELU)) && (r >> sign_bit))
                return 0;
        if ((flags & SM_SAT) && r > one_of(to))
                return one_of(to);
        return r;
}

uint32_t sm_f2fp_pack(uint32_t hi, uint32_t lo, enum sm_ffmt to, enum sm_round round,
                      unsigned flags)
{
        return (uint32_t)(sm_f2f(hi, to, SM_F32, round, flags) << 16 |
                          sm_f2f(lo, to, SM_F32, round, flags));
}

uint32_t sm_f2fp_fp8_pack(uint32_t hi, uint32_t lo, uint32_t c, enum sm_ffmt to, unsigned flags)
{
        return (uint32_t)((uint64_t)c << 16 | sm_f2f(hi, to, SM_F32, SM_RN, flags) << 8 |
                          sm_f2f(lo, to, SM_F32, SM_RN, flags));
}

uint32_t sm_f2fp_fp8_of_f16x2(uint32_t a, enum sm_ffmt to, unsigned flags)
{
        return (uint32_t)(sm_f2f(a >> 16, to, SM_F16, SM_RN, flags) << 8 |
                          sm_f2f(a & 0xffffu, to, SM_F16, SM_RN, flags));
}

uint32_t sm_f2fp_f16x2_of_fp8(uint32_t a, enum sm_ffmt from, unsigned flags)
{
        return (uint32_t)(sm_f2f((a >> 8) & 0xffu, SM_F16, from, SM_RN, flags) << 16 |
                          sm_f2f(a & 0xffu, SM_F16, from, SM_RN, flags));
}

/* |v| rounded to an integer below 2^127; *ret_huge: it is 2^64 or more. */
static uint64_t round_to_integer(const struct sm_real *v, enum sm_round round, bool *ret_huge)
{
        uint64_t kept;
        bool half, rest, up;
        int drop = -v->exp;

        *ret_huge = false;
        if (v->class == SM_ZERO)
                return 0;
        if (v->class == SM_INF || sm_msb(v->sig) + v->exp >= 64) {
                *ret_huge = true;
                return UINT64_MAX;
        }
        if (drop <= 0)
                return (uint64_t)v->sig << -drop;
        if (drop > 64) {
                kept = 0;
                half = false;
                rest = true;
        } else {
                kept = drop == 64 ? 0 : (uint64_t)v->sig >> drop;
                half = (uint64_t)v->sig >> (drop - 1) & 1;
                rest = ((uint64_t)v->sig & ((1ull << (drop - 1)) - 1)) != 0;
        }
        switch (round) {
        case SM_RN:
                up = half && (rest || (kept & 1));
                break;
        case SM_RM:
                up = v->sign && (half || rest);
                break;
        case SM_RP:
                up = !v->sign && (half || rest);
                break;
        default:
                up = false;
                break;
        }
        return kept + up; /* a source of at most 53 bits cannot carry out of 64 here */
}

uint64_t sm_f2i(uint64_t a, enum sm_ffmt from, unsigned bits, bool is_signed, enum sm_round round,
                unsigned flags)
{
        uint64_t top = 1ull << (bits - 1), limit, r;
        struct sm_real v;
        bool huge;

        if ((flags & SM_FTZ) && from == SM_F32)
                a = sm_f32_flush((uint32_t)a);
        v = sm_unpack(a, from);
        if (v.class == SM_NAN) {
                r = flags & SM_NTZ ? 0 : top;
        } else {
                r = round_to_integer(&v, round, &huge);
                if (!is_signed) {
                        limit = top | (top - 1);
                        if (v.sign)
                                r = 0;
                        else if (r > limit)
                                r = limit;
                } else if (v.sign) {
                        r = r > top ? top : r;
                        r = -r;
                } else {
                        r = r > top - 1 ? top - 1 : r;
                }
        }
        if (bits == 64)
                return r;
        r &= top | (top - 1);
        if (is_signed && (r & top))
                r |= ~(top | (top - 1));
        return (uint32_t)r;
}

uint64_t sm_i2f(uint64_t a, unsigned bits, bool is_signed, enum sm_ffmt to, enum sm_round round)
{
        struct sm_real v = {.class = SM_FINITE};

        if (bits < 64)
                a &= (1ull << bits) - 1;
        if (is_signed && (a >> (bits - 1) & 1)) {
                v.sign = true;
                a = -a;
                if (bits < 64)
                        a &= (1ull << bits) - 1;
        }
        if (!a)
                return 0;
        if (to == SM_F32 && round == SM_RN) {
                /* the usual case; a host conversion rounds to nearest even too */
                float f = (float)a;

                return sm_bits_of_f32(v.sign ? -f : f);
        }
        v.sig = a;
        return sm_pack(v, to, round, false);
}

uint64_t sm_frnd(uint64_t a, enum sm_ffmt fmt, enum sm_round round, unsigned flags)
{
        struct sm_real v;
        bool huge;

        if ((flags & SM_FTZ) && fmt == SM_F32)
                a = sm_f32_flush((uint32_t)a);
        v = sm_unpack(a, fmt);
        if (v.class == SM_FINITE && v.exp < 0) {
                v.sig = round_to_integer(&v, round, &huge);
                v.exp = 0;
                if (!v.sig)
                        v.class = SM_ZERO; /* of its sign */
        }
        if (v.class == SM_NAN && fmt == SM_F64)
                return a | 0x0008000000000000ull; /* as sm_dadd() */
        return sm_pack(v, fmt, SM_RZ, false);
}
