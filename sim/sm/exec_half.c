/* SPDX-License-Identifier: MIT */
/* Half-precision pairs and conversions between formats. */
#include "sim/sm/exec.h"
#include "sim/sm/num.h"

static unsigned flags_of(const struct sm_insn *in)
{
        const uint8_t *m = in->m;
        return (m[SM_M_FTZ] || m[SM_M_FMZ] == 2 ? SM_FTZ : 0u) | (m[SM_M_FMZ] == 1 ? SM_FMZ : 0u) |
               (m[SM_M_SAT] ? SM_SAT : 0u) | (m[SM_M_NAN] ? SM_NANPROP : 0u) |
               (m[SM_M_XORSIGN] ? SM_XORSIGN : 0u) | (m[SM_M_NTZ] ? SM_NTZ : 0u) |
               (m[SM_M_RELU] ? SM_RELU : 0u) | (m[SM_M_SATFINITE] ? SM_SATFINITE : 0u);
}

/* Halves selected, then their signs changed. */
static uint32_t half2(struct sm_warp *w, const struct sm_src *s, unsigned l)
{
        uint32_t v = sm_lane(w, s, l);
        if (s->swz == 2)
                v = (v & 0xffff) * 0x10001u;
        else if (s->swz == 3)
                v = (v >> 16) * 0x10001u;
        if (s->abs)
                v &= 0x7fff7fffu;
        return v ^ (s->neg ? 0x80008000u : 0);
}

static enum sm_ffmt half_format(const struct sm_insn *in)
{
        return in->m[SM_M_HFMT3] == 2 || in->m[SM_M_HFMT2] == 2 ? SM_BF16 : SM_F16;
}

static void x_hadd2(struct sm_warp *w, const struct sm_insn *in, uint32_t mask)
{
        const enum sm_ffmt f = half_format(in);
        const unsigned flags = flags_of(in);
        SM_FOR_LANES(l, mask)
        {
                uint32_t a = half2(w, &in->a, l), b = half2(w, &in->b, l);
                w->r[in->rd][l] = in->m[SM_M_HFMT3] == 1
                                      ? sm_hadd_f32((uint16_t)a, (uint16_t)b, f, flags)
                                      : sm_hadd2(a, b, f, flags);
        }
}

static void x_hmul2(struct sm_warp *w, const struct sm_insn *in, uint32_t mask)
{
        const enum sm_ffmt f = half_format(in);
        const unsigned flags = flags_of(in);
        SM_FOR_LANES(l, mask)
        {
                uint32_t a = half2(w, &in->a, l), b = half2(w, &in->b, l);
                w->r[in->rd][l] = in->m[SM_M_HFMT3] == 1
                                      ? sm_hmul_f32((uint16_t)a, (uint16_t)b, f, flags)
                                      : sm_hmul2(a, b, f, flags);
        }
}

static void x_hfma2(struct sm_warp *w, const struct sm_insn *in, uint32_t mask)
{
        const enum sm_ffmt f = half_format(in);
        const unsigned flags = flags_of(in);
        SM_FOR_LANES(l, mask)
        {
                uint32_t a = half2(w, &in->a, l), b = half2(w, &in->b, l), c = half2(w, &in->c, l);
                w->r[in->rd][l] = in->m[SM_M_HFMT3] == 1
                                      ? sm_hfma_f32((uint16_t)a, (uint16_t)b, (uint16_t)c, f, flags)
                                      : sm_hfma2(a, b, c, f, flags);
        }
}

static void x_hmnmx2(struct sm_warp *w, const struct sm_insn *in, uint32_t mask)
{
        const enum sm_ffmt f = half_format(in);
        const unsigned flags = flags_of(in);
        const uint32_t min = sm_get_pred(w, in, 0);
        SM_FOR_LANES(l, mask)
        {
                w->r[in->rd][l] =
                    sm_hmnmx2(half2(w, &in->a, l), half2(w, &in->b, l), f, !(min >> l & 1), flags);
        }
}

static void compare2(struct sm_warp *w, const struct sm_insn *in, uint32_t mask, uint32_t *lo,
                     uint32_t *hi)
{
        const enum sm_ffmt f = half_format(in);
        const unsigned flags = flags_of(in);
        const enum sm_fcmp op = (enum sm_fcmp)in->m[SM_M_FCMP];
        uint32_t ps = sm_get_pred(w, in, 0);
        *lo = *hi = 0;
        SM_FOR_LANES(l, mask)
        {
                uint32_t a = half2(w, &in->a, l), b = half2(w, &in->b, l);
                *lo |= (uint32_t)sm_hcmp(op, (uint16_t)a, (uint16_t)b, f, flags) << l;
                *hi |= (uint32_t)sm_hcmp(op, (uint16_t)(a >> 16), (uint16_t)(b >> 16), f, flags)
                       << l;
        }
        *lo = sm_bool(in->m[SM_M_BOOL], *lo, ps);
        *hi = sm_bool(in->m[SM_M_BOOL], *hi, ps);
}

static void x_hsetp2(struct sm_warp *w, const struct sm_insn *in, uint32_t mask)
{
        uint32_t lo, hi;
        compare2(w, in, mask, &lo, &hi);
        sm_put_pred(w, in->pd[0], lo, mask);
        sm_put_pred(w, in->pd[1], hi, mask);
}

static void x_hset2(struct sm_warp *w, const struct sm_insn *in, uint32_t mask)
{
        uint32_t lo, hi;
        compare2(w, in, mask, &lo, &hi);
        uint32_t one = !in->m[SM_M_BF] ? 0xffffu : half_format(in) == SM_BF16 ? 0x3f80u : 0x3c00u;
        SM_FOR_LANES(l, mask)
        {
                w->r[in->rd][l] = (lo >> l & 1 ? one : 0) | (hi >> l & 1 ? one << 16 : 0);
        }
}

/* ---- conversions ---- */

static const enum sm_ffmt formats[5] = {SM_F32, SM_F16, SM_F32, SM_F64, SM_BF16};

/* A source of format @f with its sign modifiers. */
static uint64_t float_source(struct sm_warp *w, const struct sm_src *s, unsigned l, enum sm_ffmt f)
{
        uint64_t v, sign;
        if (f == SM_F64) {
                v = sm_lane_f64(w, s, l);
                sign = 1ull << 63;
        } else {
                v = sm_lane(w, s, l);
                if (f == SM_F32) {
                        sign = 1u << 31;
                } else {
                        v = (s->swz == 3 ? v >> 16 : v) & 0xffff;
                        sign = 1u << 15;
                }
        }
        if (s->abs)
                v &= ~sign;
        return s->neg ? v ^ sign : v;
}

static void put(struct sm_warp *w, const struct sm_insn *in, unsigned l, uint64_t v, bool wide)
{
        w->r[in->rd][l] = (uint32_t)v;
        if (wide)
                w->r[in->rd + 1][l] = (uint32_t)(v >> 32);
}

static void x_f2f(struct sm_warp *w, const struct sm_insn *in, uint32_t mask)
{
        const enum sm_ffmt to = formats[in->m[SM_M_FMTD]], from = formats[in->m[SM_M_FMTS]];
        const unsigned flags = flags_of(in);
        SM_FOR_LANES(l, mask)
        {
                uint64_t v = float_source(w, &in->b, l, from);
                put(w, in, l, sm_f2f(v, to, from, (enum sm_round)in->m[SM_M_RND], flags),
                    to == SM_F64);
        }
}

static void x_f2i(struct sm_warp *w, const struct sm_insn *in, uint32_t mask)
{
        const unsigned type = in->m[SM_M_ITYPE];
        const enum sm_ffmt from = formats[in->m[SM_M_FMTSQ] | in->m[SM_M_FMTSQ9]];
        const unsigned flags = flags_of(in);
        SM_FOR_LANES(l, mask)
        {
                uint64_t v = float_source(w, &in->b, l, from);
                put(w, in, l,
                    sm_f2i(v, from, 8u << (type >> 1), type & 1, (enum sm_round)in->m[SM_M_RNDI],
                           flags),
                    type >= 6);
        }
}

static void x_i2f(struct sm_warp *w, const struct sm_insn *in, uint32_t mask)
{
        const unsigned type = in->m[SM_M_ITYPE];
        const enum sm_ffmt to = formats[in->m[SM_M_FMTDQ]];
        SM_FOR_LANES(l, mask)
        {
                uint64_t v;
                if (type >= 6)
                        v = in->b.kind == SM_SRC_IMM ? (uint64_t)(int64_t)(int32_t)in->b.imm
                                                     : sm_lane_f64(w, &in->b, l);
                else
                        v = sm_lane(w, &in->b, l);
                put(w, in, l,
                    sm_i2f(v, 8u << (type >> 1), type & 1, to, (enum sm_round)in->m[SM_M_RND]),
                    to == SM_F64);
        }
}

static void x_i2fp(struct sm_warp *w, const struct sm_insn *in, uint32_t mask)
{
        const bool is_signed = in->m[SM_M_ITYPEP] & 1;
        SM_FOR_LANES(l, mask)
        {
                w->r[in->rd][l] = (uint32_t)sm_i2f(sm_lane(w, &in->b, l), 32, is_signed, SM_F32,
                                                   (enum sm_round)in->m[SM_M_RZ2]);
        }
}

static void x_frnd(struct sm_warp *w, const struct sm_insn *in, uint32_t mask)
{
        const enum sm_ffmt f = formats[in->m[SM_M_FMTS]];
        const unsigned flags = flags_of(in);
        SM_FOR_LANES(l, mask)
        {
                uint64_t v = float_source(w, &in->b, l, f);
                put(w, in, l, sm_frnd(v, f, (enum sm_round)in->m[SM_M_RNDI], flags), f == SM_F64);
        }
}

static const enum sm_ffmt pack_formats[8] = {SM_F16,  SM_BF16, SM_F16, SM_TF32,
                                             SM_E5M2, SM_E4M3, SM_F16, SM_F16};

static void x_f2fp(struct sm_warp *w, const struct sm_insn *in, uint32_t mask)
{
        const enum sm_ffmt to = in->m[SM_M_F2FPD8] ? SM_BF16 : pack_formats[in->m[SM_M_F2FPD]];
        const unsigned flags = flags_of(in);
        SM_FOR_LANES(l, mask)
        {
                w->r[in->rd][l] = sm_f2fp_pack(sm_lane(w, &in->a, l), sm_lane(w, &in->b, l), to,
                                               (enum sm_round)in->m[SM_M_RZ2], flags);
        }
}

/* Two values to two fp8 in the low half; the upper half comes from C. */
static void x_f2fp_f8(struct sm_warp *w, const struct sm_insn *in, uint32_t mask)
{
        const enum sm_ffmt to = pack_formats[in->m[SM_M_F2FPD]];
        const unsigned flags = flags_of(in);
        SM_FOR_LANES(l, mask)
        {
                uint32_t b = sm_lane(w, &in->b, l), c = sm_lane(w, &in->c, l);
                if (in->m[SM_M_X]) /* from f16x2 */
                        w->r[in->rd][l] = (sm_f2fp_fp8_of_f16x2(b, to, flags) & 0xffff) | c << 16;
                else
                        w->r[in->rd][l] = sm_f2fp_fp8_pack(sm_lane(w, &in->a, l), b, c, to, flags);
        }
}

static void x_f2fp_unpack(struct sm_warp *w, const struct sm_insn *in, uint32_t mask)
{
        const enum sm_ffmt from = in->m[SM_M_F8SRC] == 3 ? SM_E4M3 : SM_E5M2;
        const unsigned flags = flags_of(in);
        SM_FOR_LANES(l, mask)
        {
                w->r[in->rd][l] = sm_f2fp_f16x2_of_fp8(sm_lane(w, &in->b, l), from, flags);
        }
}

static uint32_t clamp_to(uint32_t v, unsigned type)
{
        int32_t lo = type == 1 ? -128 : type == 3 ? -32768 : 0;
        int32_t hi = type == 0 ? 255 : type == 1 ? 127 : type == 2 ? 65535 : 32767;
        int32_t x = (int32_t)v;
        return (uint32_t)(x < lo ? lo : x > hi ? hi : x);
}

static void x_i2i(struct sm_warp *w, const struct sm_insn *in, uint32_t mask)
{
        SM_FOR_LANES(l, mask)
        {
                w->r[in->rd][l] = clamp_to(sm_lane(w, &in->b, l), in->m[SM_M_I2ITYPE]);
        }
}

static void x_i2ip(struct sm_warp *w, const struct sm_insn *in, uint32_t mask)
{
        const unsigned type = in->m[SM_M_I2ITYPE], n = type < 2 ? 8 : 16;
        const uint32_t m = (1u << n) - 1;
        SM_FOR_LANES(l, mask)
        {
                uint32_t a = clamp_to(sm_lane(w, &in->a, l), type) & m;
                uint32_t b = clamp_to(sm_lane(w, &in->b, l), type) & m;
                uint32_t c = n == 8 ? sm_lane(w, &in->c, l) << 16 : 0;
                w->r[in->rd][l] = a << n | b | c;
        }
}

static void x_vabsdiff4(struct sm_warp *w, const struct sm_insn *in, uint32_t mask)
{
        const bool is_signed = in->m[SM_M_VAB4], acc = in->m[SM_M_ACC];
        SM_FOR_LANES(l, mask)
        {
                uint32_t a = sm_lane(w, &in->a, l), b = sm_lane(w, &in->b, l), r = 0;
                for (unsigned i = 0; i < 32; i += 8) {
                        int x = is_signed ? (int8_t)(a >> i) : (int)(a >> i & 255);
                        int y = is_signed ? (int8_t)(b >> i) : (int)(b >> i & 255);
                        uint32_t d = (uint32_t)(x > y ? x - y : y - x);
                        r += acc ? d : (d & 255) << i;
                }
                w->r[in->rd][l] = acc ? r + sm_lane(w, &in->c, l) : r;
        }
}

sm_fn *sm_half_bind(struct sm_insn *in)
{
        switch (in->op) {
        case SM_OP_HADD2:
                return x_hadd2;
        case SM_OP_HMUL2:
                return x_hmul2;
        case SM_OP_HFMA2:
        case SM_OP_HFMA2_MMA:
                return x_hfma2;
        case SM_OP_HMNMX2:
                return x_hmnmx2;
        case SM_OP_HSETP2:
                return x_hsetp2;
        case SM_OP_HSET2:
                return x_hset2;
        case SM_OP_F2F:
                return x_f2f;
        case SM_OP_F2I:
                return x_f2i;
        case SM_OP_I2F:
                return x_i2f;
        case SM_OP_I2FP:
                return x_i2fp;
        case SM_OP_FRND:
                return x_frnd;
        case SM_OP_F2FP:
                return in->m[SM_M_F2FPD] >= 3 ? NULL : x_f2fp;
        case SM_OP_F2FP_F8:
                return in->m[SM_M_F2FPD] < 4 ? NULL : x_f2fp_f8;
        case SM_OP_F2FP_UNPACK:
                return in->m[SM_M_F8SRC] < 2 ? NULL : x_f2fp_unpack;
        case SM_OP_I2I:
                return x_i2i;
        case SM_OP_I2IP:
                return x_i2ip;
        case SM_OP_VABSDIFF4: /* what C adds without .ACC is not known */
                if (!in->m[SM_M_ACC] && (in->c.kind != SM_SRC_REG || in->c.reg != SM_ROW_ZERO))
                        return NULL;
                return x_vabsdiff4;
        default:
                return NULL;
        }
}
