/* SPDX-License-Identifier: MIT */
/* f16 and bf16 arithmetic: exact or rounded to odd in double, then rounded once.
 *
 * Products of two halves are exact in double (at most 22 bits) and so is every
 * sum of two f16. Other sums can need more than 53 bits: sm_add_to_odd().
 */
#include "sim/sm/num_soft.h"

uint32_t sm_f32_of_f16(uint16_t a)
{
        uint32_t sign = (uint32_t)(a & 0x8000u) << 16;
        uint32_t exp = (a >> 10) & 0x1f, fraction = a & 0x3ffu;

        if (exp == 0) /* zero or subnormal: fraction * 2^-24, exact */
                return sign | sm_bits_of_f32((float)(int)fraction * 0x1p-24f);
        if (exp == 31)
                return fraction ? SM_NAN_F32 : sign | 0x7f800000u;
        return sign | (exp + 112) << 23 | fraction << 13;
}

static double widen(uint16_t a, enum sm_ffmt fmt)
{
        return sm_f32_of(fmt == SM_F16 ? sm_f32_of_f16(a) : sm_f32_of_bf16(a));
}

/* Round a double to nearest even. */
static uint16_t narrow(double d, enum sm_ffmt fmt)
{
        uint64_t bits = sm_bits_of_f64(d), sig, kept, rest, half;
        unsigned fraction_bits = fmt == SM_F16 ? 10 : 7;
        int bias = fmt == SM_F16 ? 15 : 127;
        uint16_t sign = (uint16_t)(bits >> 48 & 0x8000u);
        uint16_t inf = fmt == SM_F16 ? 0x7c00u : 0x7f80u;
        int exp = (int)(bits >> 52 & 0x7ff);
        int field = exp - 1023 + bias; /* exponent field of the result */
        int drop = 52 - (int)fraction_bits;

        if (d != d)
                return SM_NAN_F16;
        if (exp == 0) /* the exact values here are far above the double subnormals */
                return sign;
        sig = (bits & 0xfffffffffffffull) | 1ull << 52;
        if (field >= (fmt == SM_F16 ? 31 : 255))
                return sign | inf;
        if (field < 1) {
                drop += 1 - field;
                field = 1;
        }
        if (drop > 54)
                return sign;
        kept = sig >> drop;
        rest = sig & ((1ull << drop) - 1);
        half = 1ull << (drop - 1);
        kept += rest > half || (rest == half && (kept & 1));
        /* the implicit one carries into the exponent field; overflow lands on inf */
        return (uint16_t)(sign | (kept + ((uint64_t)(field - 1) << fraction_bits)));
}

static bool half_is_nan(uint16_t a, enum sm_ffmt fmt)
{
        return (a & 0x7fffu) > (fmt == SM_F16 ? 0x7c00u : 0x7f80u);
}

static uint16_t half_flush(uint16_t a, enum sm_ffmt fmt)
{
        return a & (fmt == SM_F16 ? 0x7c00u : 0x7f80u) ? a : a & 0x8000u;
}

static uint16_t half_finish(double d, enum sm_ffmt fmt, unsigned flags)
{
        uint16_t one = fmt == SM_F16 ? 0x3c00u : 0x3f80u;
        uint16_t r = narrow(d, fmt);

        if (flags & (SM_FTZ | SM_FMZ))
                r = half_flush(r, fmt);
        if (flags & SM_SAT) {
                if (half_is_nan(r, fmt) || (r & 0x8000u))
                        return 0;
                return r > one ? one : r;
        }
        if ((flags & SM_RELU) && (r & 0x8000u))
                return 0; /* the canonical NaN is positive */
        return r;
}

static void half_flush_in(uint16_t *a, uint16_t *b, enum sm_ffmt fmt, unsigned flags)
{
        if (flags & (SM_FTZ | SM_FMZ)) {
                *a = half_flush(*a, fmt);
                *b = half_flush(*b, fmt);
        }
}

static bool fmz_zero(uint16_t a, uint16_t b, unsigned flags)
{
        return (flags & SM_FMZ) && (!(a & 0x7fffu) || !(b & 0x7fffu));
}

uint16_t sm_hadd(uint16_t a, uint16_t b, enum sm_ffmt fmt, unsigned flags)
{
        half_flush_in(&a, &b, fmt, flags);
        /* two bf16 can lie 2^254 apart */
        return half_finish(sm_add_to_odd(widen(a, fmt), widen(b, fmt)), fmt, flags);
}

uint16_t sm_hmul(uint16_t a, uint16_t b, enum sm_ffmt fmt, unsigned flags)
{
        half_flush_in(&a, &b, fmt, flags);
        if (fmz_zero(a, b, flags))
                return half_finish(0.0, fmt, flags);
        return half_finish(widen(a, fmt) * widen(b, fmt), fmt, flags);
}

uint16_t sm_hfma(uint16_t a, uint16_t b, uint16_t c, enum sm_ffmt fmt, unsigned flags)
{
        half_flush_in(&a, &b, fmt, flags);
        if (flags & (SM_FTZ | SM_FMZ))
                c = half_flush(c, fmt);
        if (fmz_zero(a, b, flags))
                a = b = 0;
        return half_finish(sm_add_to_odd(widen(a, fmt) * widen(b, fmt), widen(c, fmt)), fmt, flags);
}

uint32_t sm_hadd2(uint32_t a, uint32_t b, enum sm_ffmt fmt, unsigned flags)
{
        return sm_hadd((uint16_t)a, (uint16_t)b, fmt, flags) |
               (uint32_t)sm_hadd((uint16_t)(a >> 16), (uint16_t)(b >> 16), fmt, flags) << 16;
}

uint32_t sm_hmul2(uint32_t a, uint32_t b, enum sm_ffmt fmt, unsigned flags)
{
        return sm_hmul((uint16_t)a, (uint16_t)b, fmt, flags) |
               (uint32_t)sm_hmul((uint16_t)(a >> 16), (uint16_t)(b >> 16), fmt, flags) << 16;
}

uint32_t sm_hfma2(uint32_t a, uint32_t b, uint32_t c, enum sm_ffmt fmt, unsigned flags)
{
        return sm_hfma((uint16_t)a, (uint16_t)b, (uint16_t)c, fmt, flags) |
               (uint32_t)sm_hfma((uint16_t)(a >> 16), (uint16_t)(b >> 16), (uint16_t)(c >> 16), fmt,
                                 flags)
                   << 16;
}

uint32_t sm_hadd_f32(uint16_t a, uint16_t b, enum sm_ffmt fmt, unsigned flags)
{
        half_flush_in(&a, &b, fmt, flags & SM_FTZ);
        return sm_fadd(sm_bits_of_f32((float)widen(a, fmt)), sm_bits_of_f32((float)widen(b, fmt)),
                       SM_RN, flags & (SM_FTZ | SM_SAT));
}

uint32_t sm_hmul_f32(uint16_t a, uint16_t b, enum sm_ffmt fmt, unsigned flags)
{
        half_flush_in(&a, &b, fmt, flags & SM_FTZ);
        return sm_fmul(sm_bits_of_f32((float)widen(a, fmt)), sm_bits_of_f32((float)widen(b, fmt)),
                       SM_RN, flags & (SM_FTZ | SM_SAT));
}

uint32_t sm_hfma_f32(uint16_t a, uint16_t b, uint16_t c, enum sm_ffmt fmt, unsigned flags)
{
        half_flush_in(&a, &b, fmt, flags & SM_FTZ);
        if (flags & SM_FTZ)
                c = half_flush(c, fmt);
        return sm_ffma(sm_bits_of_f32((float)widen(a, fmt)), sm_bits_of_f32((float)widen(b, fmt)),
                       sm_bits_of_f32((float)widen(c, fmt)), SM_RN, flags & (SM_FTZ | SM_SAT));
}

uint16_t sm_hmnmx(uint16_t a, uint16_t b, enum sm_ffmt fmt, bool max, unsigned flags)
{
        bool nan_a = half_is_nan(a, fmt), nan_b = half_is_nan(b, fmt);
        uint16_t sign = 0, r;

        half_flush_in(&a, &b, fmt, flags & SM_FTZ);
        if (flags & SM_XORSIGN) {
                sign = (a ^ b) & 0x8000u;
                a &= 0x7fffu;
                b &= 0x7fffu;
        }
        if ((nan_a && nan_b) || ((flags & SM_NANPROP) && (nan_a || nan_b)))
                return SM_NAN_F16;
        if (nan_a) {
                r = b;
        } else if (nan_b) {
                r = a;
        } else {
                /* as sign-magnitude integers, so that -0 < +0 */
                int x = a & 0x8000u ? -1 - (a & 0x7fff) : a;
                int y = b & 0x8000u ? -1 - (b & 0x7fff) : b;

                r = (x > y) == max ? a : b;
        }
        return r | sign;
}

uint32_t sm_hmnmx2(uint32_t a, uint32_t b, enum sm_ffmt fmt, bool max, unsigned flags)
{
        return sm_hmnmx((uint16_t)a, (uint16_t)b, fmt, max, flags) |
               (uint32_t)sm_hmnmx((uint16_t)(a >> 16), (uint16_t)(b >> 16), fmt, max, flags) << 16;
}

bool sm_hcmp(enum sm_fcmp op, uint16_t a, uint16_t b, enum sm_ffmt fmt, unsigned flags)
{
        double x, y;
        unsigned relation;

        half_flush_in(&a, &b, fmt, flags & SM_FTZ);
        x = widen(a, fmt);
        y = widen(b, fmt);
        relation = x < y ? 1 : x == y ? 2 : x > y ? 4 : 8;
        return (op & relation) != 0;
}
