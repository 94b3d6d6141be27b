/* SPDX-License-Identifier: MIT */
/* Vector integer and f32/f64 instructions. Compiled several times, once per
 * instruction set of the host, with SM_SIMD naming the result; every loop over
 * the lanes is written for the compiler to vectorise, without divergence when
 * all 32 lanes are on.
 */
#include <math.h>

#include "sim/sm/exec.h"
#include "sim/sm/exec_int.h"
#include "sim/sm/exec_simd.h"
#include "sim/sm/num.h"

/* d[l] = expr(l) for the lanes of @mask. Rows never overlap partially. */
#define EACH(expr)                                                                                 \
        do {                                                                                       \
                if (mask == SM_FULL) {                                                             \
                        SM_VECTORISE                                                               \
                        for (unsigned l = 0; l < 32; l++)                                          \
                                d[l] = (expr);                                                     \
                } else {                                                                           \
                        SM_VECTORISE                                                               \
                        for (unsigned l = 0; l < 32; l++)                                          \
                                d[l] = mask >> l & 1 ? (expr) : d[l];                              \
                }                                                                                  \
        } while (0)

/* The same when expr is too heavy to compute for idle lanes. */
#define EACH_SLOW(expr)                                                                            \
        SM_FOR_LANES(l, mask)                                                                      \
        {                                                                                          \
                d[l] = (expr);                                                                     \
        }

#define D uint32_t *d = w->r[in->rd]
#define SRC(x)                                                                                     \
        uint32_t tmp_##x[32];                                                                      \
        const uint32_t *x = sm_lanes(w, &in->x, tmp_##x)

/* neg and abs of f32 as two masks: v & keep ^ flip */
#define FSRC(x)                                                                                    \
        SRC(x);                                                                                    \
        const uint32_t keep_##x = in->x.abs ? 0x7fffffffu : ~0u;                                   \
        const uint32_t flip_##x = in->x.neg ? 0x80000000u : 0u
#define FV(x)    ((x[l] & keep_##x) ^ flip_##x)
#define PLAIN(x) (!in->x.neg && !in->x.abs)

static unsigned fflags(const struct sm_insn *in)
{
        return (in->m[SM_M_FTZ] || in->m[SM_M_FMZ] == 2 ? SM_FTZ : 0u) |
               (in->m[SM_M_FMZ] == 1 ? SM_FMZ : 0u) | (in->m[SM_M_SAT] ? SM_SAT : 0u) |
               (in->m[SM_M_NAN] ? SM_NANPROP : 0u) | (in->m[SM_M_XORSIGN] ? SM_XORSIGN : 0u) |
               (in->m[SM_M_NTZ] ? SM_NTZ : 0u) | (in->m[SM_M_RELU] ? SM_RELU : 0u) |
               (in->m[SM_M_SATFINITE] ? SM_SATFINITE : 0u);
}

/* ---- moves, logic ---- */

static void x_mov(struct sm_warp *w, const struct sm_insn *in, uint32_t mask)
{
        D;
        SRC(b);
        EACH(b[l]);
}

static void x_sel(struct sm_warp *w, const struct sm_insn *in, uint32_t mask)
{
        D;
        SRC(a);
        SRC(b);
        uint32_t p = sm_get_pred(w, in, 0);
        EACH(p >> l & 1 ? a[l] : b[l]);
}

static void x_lop3(struct sm_warp *w, const struct sm_insn *in, uint32_t mask)
{
        D;
        SRC(a);
        SRC(b);
        SRC(c);
        uint32_t lut[8];
        sm_lut_expand(in->imm[0], lut);
        if (in->pd[0] != 7) {
                uint32_t t[32];
                for (unsigned l = 0; l < 32; l++)
                        t[l] = sm_op_lop3(a[l], b[l], c[l], lut);
                uint32_t nz = SM_NONZERO(t), p = sm_get_pred(w, in, 0);
                EACH(t[l]);
                sm_put_pred(w, in->pd[0], in->m[SM_M_PAND] ? nz & p : nz | p, mask);
                return;
        }
        EACH(sm_op_lop3(a[l], b[l], c[l], lut));
}

static void x_and(struct sm_warp *w, const struct sm_insn *in, uint32_t mask)
{
        D;
        SRC(a);
        SRC(b);
        EACH(a[l] & b[l]);
}

static void x_or(struct sm_warp *w, const struct sm_insn *in, uint32_t mask)
{
        D;
        SRC(a);
        SRC(b);
        EACH(a[l] | b[l]);
}

static void x_xor(struct sm_warp *w, const struct sm_insn *in, uint32_t mask)
{
        D;
        SRC(a);
        SRC(b);
        EACH(a[l] ^ b[l]);
}

static void x_prmt(struct sm_warp *w, const struct sm_insn *in, uint32_t mask)
{
        D;
        SRC(a);
        SRC(b);
        SRC(c);
        const unsigned mode = in->m[SM_M_PRMT];
        EACH_SLOW(sm_op_prmt(a[l], b[l], c[l], mode));
}

static void x_shf(struct sm_warp *w, const struct sm_insn *in, uint32_t mask)
{
        D;
        SRC(a);
        SRC(b);
        SRC(c);
        const unsigned right = in->m[SM_M_SHDIR], wrap = in->m[SM_M_WRAP],
                       type = in->m[SM_M_SHTYPE], high = in->m[SM_M_HI];
        EACH_SLOW(sm_op_shf(a[l], b[l], c[l], right, wrap, type, high));
}

/* A shift of one word by a constant below 32. */
static void x_shl_const(struct sm_warp *w, const struct sm_insn *in, uint32_t mask)
{
        D;
        SRC(a);
        const unsigned s = in->b.imm;
        EACH(a[l] << s);
}

static void x_shr_const(struct sm_warp *w, const struct sm_insn *in, uint32_t mask)
{
        D;
        SRC(c);
        const unsigned s = in->b.imm;
        EACH(c[l] >> s);
}

static void x_sar_const(struct sm_warp *w, const struct sm_insn *in, uint32_t mask)
{
        D;
        SRC(c);
        const unsigned s = in->b.imm;
        EACH((uint32_t)((int32_t)c[l] >> s));
}

static void x_sgxt(struct sm_warp *w, const struct sm_insn *in, uint32_t mask)
{
        D;
        SRC(a);
        SRC(b);
        const unsigned wrap = in->m[SM_M_WRAP], sg = in->m[SM_M_U32];
        EACH_SLOW(sm_op_sgxt(a[l], b[l], wrap, sg));
}

static void x_bmsk(struct sm_warp *w, const struct sm_insn *in, uint32_t mask)
{
        D;
        SRC(a);
        SRC(b);
        const unsigned wrap = in->m[SM_M_WRAP];
        EACH_SLOW(sm_op_bmsk(a[l], b[l], wrap));
}

/* ---- integers ---- */

static void x_iadd3_plain(struct sm_warp *w, const struct sm_insn *in, uint32_t mask)
{
        D;
        SRC(a);
        SRC(b);
        SRC(c);
        EACH(a[l] + b[l] + c[l]);
}

static void x_iadd3_neg(struct sm_warp *w, const struct sm_insn *in, uint32_t mask)
{
        D;
        SRC(a);
        SRC(b);
        SRC(c);
        const uint32_t na = 0u - in->a.neg, nb = 0u - in->b.neg, nc = 0u - in->c.neg;
        const uint32_t k = (uint32_t)in->a.neg + in->b.neg + in->c.neg;
        EACH((a[l] ^ na) + (b[l] ^ nb) + (c[l] ^ nc) + k);
}

/* With carries. A subtracted operand counts as its complement plus one, 33 bits
 * wide, so that the carry out of a - b is "no borrow". */
static void x_iadd3(struct sm_warp *w, const struct sm_insn *in, uint32_t mask)
{
        D;
        SRC(a);
        SRC(b);
        SRC(c);
        const uint32_t na = 0u - (in->a.neg | in->a.inv), nb = 0u - (in->b.neg | in->b.inv),
                       nc = 0u - (in->c.neg | in->c.inv);
        const uint64_t k = (uint64_t)in->a.neg + in->b.neg + in->c.neg;
        uint32_t p0 = 0, p1 = 0, c0[32], c1[32], t[32];
        if (in->m[SM_M_X]) {
                p0 = sm_get_pred(w, in, 0);
                p1 = sm_get_pred(w, in, 1);
        }
        for (unsigned l = 0; l < 32; l++) {
                uint64_t s = (uint64_t)(a[l] ^ na) + (b[l] ^ nb) + (c[l] ^ nc) + k + (p0 >> l & 1) +
                             (p1 >> l & 1);
                t[l] = (uint32_t)s;
                c0[l] = s >= 1ull << 32;
                c1[l] = s >= 2ull << 32;
        }
        EACH(t[l]);
        if (in->pd[0] != 7)
                sm_put_pred(w, in->pd[0], SM_NONZERO(c0), mask);
        if (in->pd[1] != 7)
                sm_put_pred(w, in->pd[1], SM_NONZERO(c1), mask);
}

static void x_lea(struct sm_warp *w, const struct sm_insn *in, uint32_t mask)
{
        D;
        SRC(a);
        SRC(b);
        SRC(c);
        const unsigned s = in->imm[0], hi = in->m[SM_M_HI], sx = in->m[SM_M_SX32];
        const uint32_t nb = 0u - (in->b.neg | in->b.inv);
        const uint64_t k = in->b.neg;
        uint32_t cin = in->m[SM_M_X] ? sm_get_pred(w, in, 0) : 0, t[32], co[32];
        for (unsigned l = 0; l < 32; l++) {
                uint32_t top = sx ? (uint32_t)((int32_t)a[l] >> 31) : c[l];
                uint32_t v = hi ? (uint32_t)((((uint64_t)top << 32 | a[l]) << s) >> 32) : a[l] << s;
                uint64_t x = (uint64_t)v + (b[l] ^ nb) + k + (cin >> l & 1);
                t[l] = (uint32_t)x;
                co[l] = (uint32_t)(x >> 32);
        }
        EACH(t[l]);
        if (in->pd[0] != 7)
                sm_put_pred(w, in->pd[0], SM_NONZERO(co), mask);
}

static void x_lea_plain(struct sm_warp *w, const struct sm_insn *in, uint32_t mask)
{
        D;
        SRC(a);
        SRC(b);
        const unsigned s = in->imm[0];
        EACH((a[l] << s) + b[l]);
}

static void x_imad_plain(struct sm_warp *w, const struct sm_insn *in, uint32_t mask)
{
        D;
        SRC(a);
        SRC(b);
        SRC(c);
        EACH(a[l] * b[l] + c[l]);
}

static void x_imad_mov(struct sm_warp *w, const struct sm_insn *in, uint32_t mask)
{
        D;
        SRC(c);
        EACH(c[l]);
}

static void x_imad(struct sm_warp *w, const struct sm_insn *in, uint32_t mask)
{
        D;
        SRC(a);
        SRC(b);
        SRC(c);
        const uint32_t nc = 0u - (in->c.neg | in->c.inv), k = in->c.neg;
        const uint32_t p = in->m[SM_M_X] ? sm_get_pred(w, in, 0) : 0;
        EACH(a[l] * b[l] + (c[l] ^ nc) + k + (p >> l & 1));
}

/* IMAD.WIDE and .HI: 32 x 32 + 64 bits. */
static void wide(struct sm_warp *w, const struct sm_insn *in, uint32_t mask, bool hi)
{
        SRC(a);
        SRC(b);
        const bool sg = in->m[SM_M_U32];
        uint32_t lo[32], h[32], co[32];
        uint32_t cl[32], ch[32];
        if (in->c.kind == SM_SRC_REG) {
                __builtin_memcpy(cl, w->r[in->c.reg], 128);
                __builtin_memcpy(ch, w->r[in->c.reg + 1], 128);
        } else {
                uint64_t v = in->c.kind == SM_SRC_IMM ? (uint64_t)(int64_t)(int32_t)in->c.imm
                                                      : sm_lane_f64(w, &in->c, 0);
                if (in->c.kind == SM_SRC_IMM && !sg)
                        v = in->c.imm;
                for (unsigned l = 0; l < 32; l++) {
                        cl[l] = (uint32_t)v;
                        ch[l] = (uint32_t)(v >> 32);
                }
        }
        const uint64_t nc = 0ull - (in->c.neg | in->c.inv), k = in->c.neg;
        const uint32_t p = in->m[SM_M_X] ? sm_get_pred(w, in, 0) : 0;
        for (unsigned l = 0; l < 32; l++) {
                uint64_t prod =
                    sg ? (uint64_t)((int64_t)(int32_t)a[l] * (int32_t)b[l]) : (uint64_t)a[l] * b[l];
                uint64_t c = ((cl[l] | (uint64_t)ch[l] << 32) ^ nc) + k;
                uint64_t s = prod + c, s2 = s + (p >> l & 1);
                lo[l] = (uint32_t)s2;
                h[l] = (uint32_t)(s2 >> 32);
                co[l] = (s < prod) | (s2 < s);
        }
        uint32_t *d = w->r[in->rd];
        if (hi) {
                EACH(h[l]);
        } else {
                EACH(lo[l]);
                d = w->r[in->rd + 1];
                EACH(h[l]);
        }
        if (in->pd[0] != 7)
                sm_put_pred(w, in->pd[0], SM_NONZERO(co), mask);
}

static void x_imad_wide(struct sm_warp *w, const struct sm_insn *in, uint32_t mask)
{
        wide(w, in, mask, false);
}

static void x_imad_hi(struct sm_warp *w, const struct sm_insn *in, uint32_t mask)
{
        wide(w, in, mask, true);
}

static void x_isetp(struct sm_warp *w, const struct sm_insn *in, uint32_t mask)
{
        SRC(a);
        SRC(b);
        const unsigned op = in->m[SM_M_ICMP];
        const bool sg = in->m[SM_M_U32];
        uint32_t t[32], r;
        const uint32_t lt = 0u - (op & 1), eq = 0u - (op >> 1 & 1), gt = 0u - (op >> 2 & 1);
        const uint32_t bias = sg ? 0x80000000u : 0;
        if (in->m[SM_M_EX]) {
                uint32_t low = sm_get_pred(w, in, 1);
                for (unsigned l = 0; l < 32; l++)
                        t[l] = sm_op_icmp_ex(op, a[l], b[l], sg, low >> l & 1);
        } else {
                SM_VECTORISE
                for (unsigned l = 0; l < 32; l++) {
                        uint32_t x = a[l] ^ bias, y = b[l] ^ bias;
                        t[l] = (x < y ? lt : 0) | (x == y ? eq : 0) | (x > y ? gt : 0);
                }
        }
        r = SM_NONZERO(t);
        uint32_t ps = sm_get_pred(w, in, 0);
        sm_put_pred(w, in->pd[0], sm_bool(in->m[SM_M_BOOL], r, ps), mask);
        if (in->pd[1] != 7)
                sm_put_pred(w, in->pd[1], sm_bool(in->m[SM_M_BOOL], ~r, ps), mask);
}

static void x_iabs(struct sm_warp *w, const struct sm_insn *in, uint32_t mask)
{
        D;
        SRC(b);
        EACH((int32_t)b[l] < 0 ? 0u - b[l] : b[l]);
}

static void x_imnmx(struct sm_warp *w, const struct sm_insn *in, uint32_t mask)
{
        D;
        SRC(a);
        SRC(b);
        const unsigned type = in->m[SM_M_VTYPE] | in->m[SM_M_U32], relu = in->m[SM_M_RELU];
        const uint32_t min = sm_get_pred(w, in, 0);
        if (type < 2 && !relu) {
                const uint32_t bias = type ? 0x80000000u : 0;
                EACH(((a[l] ^ bias) < (b[l] ^ bias)) == (min >> l & 1) ? a[l] : b[l]);
                return;
        }
        SM_FOR_LANES(l, mask)
        {
                uint32_t v = sm_op_minmax(a[l], b[l], !(min >> l & 1), type);
                d[l] = relu ? sm_op_relu(v, type) : v;
        }
}

static void x_viaddmnmx(struct sm_warp *w, const struct sm_insn *in, uint32_t mask)
{
        D;
        SRC(a);
        SRC(b);
        SRC(c);
        const unsigned type = in->m[SM_M_VTYPE], relu = in->m[SM_M_RELU];
        const uint32_t min = sm_get_pred(w, in, 0);
        SM_FOR_LANES(l, mask)
        {
                uint32_t y =
                    in->b.neg ? (type < 2 ? 0u - b[l] : sm_op_add16x2(~b[l], 0x00010001u)) : b[l];
                uint32_t s = type < 2 ? a[l] + y : sm_op_add16x2(a[l], y);
                uint32_t v = sm_op_minmax(s, c[l], !(min >> l & 1), type);
                d[l] = relu ? sm_op_relu(v, type) : v;
        }
}

static void x_vimnmx3(struct sm_warp *w, const struct sm_insn *in, uint32_t mask)
{
        D;
        SRC(a);
        SRC(b);
        SRC(c);
        const unsigned type = in->m[SM_M_VTYPE], relu = in->m[SM_M_RELU];
        const uint32_t min = sm_get_pred(w, in, 0);
        SM_FOR_LANES(l, mask)
        {
                bool max = !(min >> l & 1);
                uint32_t v = sm_op_minmax(sm_op_minmax(a[l], b[l], max, type), c[l], max, type);
                d[l] = relu ? sm_op_relu(v, type) : v;
        }
}

static void x_viadd(struct sm_warp *w, const struct sm_insn *in, uint32_t mask)
{
        D;
        SRC(a);
        SRC(b);
        const uint32_t nb = 0u - in->b.neg, k = in->b.neg;
        if (in->m[SM_M_V16]) {
                EACH(sm_op_add16x2(a[l], in->b.neg ? sm_op_add16x2(~b[l], 0x00010001u) : b[l]));
                return;
        }
        EACH(a[l] + (b[l] ^ nb) + k);
}

static void x_vabsdiff(struct sm_warp *w, const struct sm_insn *in, uint32_t mask)
{
        D;
        SRC(a);
        SRC(b);
        SRC(c);
        const uint32_t bias = in->m[SM_M_U32] ? 0x80000000u : 0;
        EACH(((a[l] ^ bias) > (b[l] ^ bias) ? a[l] - b[l] : b[l] - a[l]) + c[l]);
}

static void x_idp(struct sm_warp *w, const struct sm_insn *in, uint32_t mask)
{
        D;
        SRC(a);
        SRC(b);
        SRC(c);
        const bool dp2 = in->m[SM_M_X];
        SM_FOR_LANES(l, mask)
        {
                uint32_t acc = in->c.neg ? 0u - c[l] : c[l];
                d[l] = dp2 ? sm_op_dp2a(a[l], b[l], acc, in->m[SM_M_IDPA2], in->m[SM_M_IDPB],
                                        in->m[SM_M_IDPH])
                           : sm_op_dp4a(a[l], b[l], acc, in->m[SM_M_IDPA], in->m[SM_M_IDPB]);
        }
}

static void x_flo(struct sm_warp *w, const struct sm_insn *in, uint32_t mask)
{
        D;
        SRC(b);
        const uint32_t inv = 0u - in->b.inv;
        const unsigned sg = in->m[SM_M_U32], sh = in->m[SM_M_SH];
        EACH_SLOW(sm_op_flo(b[l] ^ inv, sg, sh));
}

static void x_popc(struct sm_warp *w, const struct sm_insn *in, uint32_t mask)
{
        D;
        SRC(b);
        const uint32_t inv = 0u - in->b.inv;
        EACH((uint32_t)__builtin_popcount(b[l] ^ inv));
}

static void x_brev(struct sm_warp *w, const struct sm_insn *in, uint32_t mask)
{
        D;
        SRC(b);
        EACH(sm_op_brev(b[l]));
}

static void x_p2r(struct sm_warp *w, const struct sm_insn *in, uint32_t mask)
{
        D;
        SRC(a);
        SRC(b);
        SM_FOR_LANES(l, mask)
        {
                uint32_t v = 0;
                for (unsigned i = 0; i < 7; i++)
                        v |= (w->p[i] >> l & 1) << i;
                d[l] = (a[l] & ~b[l]) | (v & b[l]);
        }
}

static void x_r2p(struct sm_warp *w, const struct sm_insn *in, uint32_t mask)
{
        SRC(a);
        SRC(b);
        SM_FOR_LANES(l, mask)
        {
                for (unsigned i = 0; i < 7; i++)
                        if (b[l] >> i & 1)
                                sm_put_pred(w, i, 0u - (a[l] >> i & 1), 1u << l);
        }
}

static void x_plop3(struct sm_warp *w, const struct sm_insn *in, uint32_t mask)
{
        uint32_t a = sm_get_pred(w, in, 0), b = sm_get_pred(w, in, 1), c = sm_get_pred(w, in, 2);
        uint32_t lut[8];
        sm_lut_expand(in->imm[0], lut);
        uint32_t x = sm_op_lop3(a, b, c, lut);
        sm_lut_expand(in->imm[1], lut);
        uint32_t y = sm_op_lop3(a, b, c, lut);
        sm_put_pred(w, in->pd[0], x, mask);
        sm_put_pred(w, in->pd[1], y, mask);
}

/* ---- f32 ---- */

static void x_fadd_plain(struct sm_warp *w, const struct sm_insn *in, uint32_t mask)
{
        D;
        FSRC(a);
        FSRC(b);
        EACH(sm_fadd_rn(FV(a), FV(b)));
}

static void x_fadd(struct sm_warp *w, const struct sm_insn *in, uint32_t mask)
{
        D;
        FSRC(a);
        FSRC(b);
        const unsigned f = fflags(in);
        const enum sm_round r = (enum sm_round)in->m[SM_M_RND];
        EACH_SLOW(sm_fadd(FV(a), FV(b), r, f));
}

static void x_fmul_plain(struct sm_warp *w, const struct sm_insn *in, uint32_t mask)
{
        D;
        FSRC(a);
        FSRC(b);
        EACH(sm_fmul_rn(FV(a), FV(b)));
}

static void x_fmul(struct sm_warp *w, const struct sm_insn *in, uint32_t mask)
{
        D;
        FSRC(a);
        FSRC(b);
        const unsigned f = fflags(in);
        const enum sm_round r = (enum sm_round)in->m[SM_M_RND];
        EACH_SLOW(sm_fmul(FV(a), FV(b), r, f));
}

static void x_ffma_bare(struct sm_warp *w, const struct sm_insn *in, uint32_t mask)
{
        D;
        SRC(a);
        SRC(b);
        SRC(c);
        EACH(sm_ffma_rn(a[l], b[l], c[l]));
}

static void x_ffma_plain(struct sm_warp *w, const struct sm_insn *in, uint32_t mask)
{
        D;
        FSRC(a);
        FSRC(b);
        FSRC(c);
        EACH(sm_ffma_rn(FV(a), FV(b), FV(c)));
}

static void x_ffma(struct sm_warp *w, const struct sm_insn *in, uint32_t mask)
{
        D;
        FSRC(a);
        FSRC(b);
        FSRC(c);
        const unsigned f = fflags(in);
        const enum sm_round r = (enum sm_round)in->m[SM_M_RND];
        EACH_SLOW(sm_ffma(FV(a), FV(b), FV(c), r, f));
}

static void x_fmnmx(struct sm_warp *w, const struct sm_insn *in, uint32_t mask)
{
        D;
        FSRC(a);
        FSRC(b);
        const unsigned f = fflags(in);
        const uint32_t min = sm_get_pred(w, in, 0);
        EACH_SLOW(sm_fmnmx(FV(a), FV(b), !(min >> l & 1), f));
}

static void x_fsel(struct sm_warp *w, const struct sm_insn *in, uint32_t mask)
{
        D;
        FSRC(a);
        FSRC(b);
        const uint32_t p = sm_get_pred(w, in, 0);
        if (in->m[SM_M_FTZ]) {
                EACH(sm_f32_flush(p >> l & 1 ? FV(a) : FV(b)));
                return;
        }
        EACH(p >> l & 1 ? FV(a) : FV(b));
}

static uint32_t fcompare(struct sm_warp *w, const struct sm_insn *in)
{
        FSRC(a);
        FSRC(b);
        const unsigned op = in->m[SM_M_FCMP], ftz = in->m[SM_M_FTZ];
        const uint32_t lt = 0u - (op & 1), eq = 0u - (op >> 1 & 1), gt = 0u - (op >> 2 & 1),
                       un = 0u - (op >> 3 & 1);
        uint32_t t[32];
        if (ftz) {
                SM_VECTORISE
                for (unsigned l = 0; l < 32; l++) {
                        float x = sm_f32_of(sm_f32_flush(FV(a))),
                              y = sm_f32_of(sm_f32_flush(FV(b)));
                        t[l] = (x < y ? lt : 0) | (x == y ? eq : 0) | (x > y ? gt : 0) |
                               (x != x || y != y ? un : 0);
                }
        } else {
                SM_VECTORISE
                for (unsigned l = 0; l < 32; l++) {
                        float x = sm_f32_of(FV(a)), y = sm_f32_of(FV(b));
                        t[l] = (x < y ? lt : 0) | (x == y ? eq : 0) | (x > y ? gt : 0) |
                               (x != x || y != y ? un : 0);
                }
        }
        return SM_NONZERO(t);
}

static void x_fsetp(struct sm_warp *w, const struct sm_insn *in, uint32_t mask)
{
        uint32_t r = fcompare(w, in), ps = sm_get_pred(w, in, 0);
        sm_put_pred(w, in->pd[0], sm_bool(in->m[SM_M_BOOL], r, ps), mask);
        sm_put_pred(w, in->pd[1], sm_bool(in->m[SM_M_BOOL], ~r, ps), mask);
}

static void x_fset(struct sm_warp *w, const struct sm_insn *in, uint32_t mask)
{
        D;
        uint32_t r = sm_bool(in->m[SM_M_BOOL], fcompare(w, in), sm_get_pred(w, in, 0));
        EACH(r >> l & 1 ? 0x3f800000u : 0);
}

static void x_fchk(struct sm_warp *w, const struct sm_insn *in, uint32_t mask)
{
        FSRC(a);
        FSRC(b);
        uint32_t r = 0;
        SM_FOR_LANES(l, mask)
        {
                r |= (uint32_t)sm_fchk(FV(a), FV(b)) << l;
        }
        sm_put_pred(w, in->pd[0], r, mask);
}

static void x_mufu(struct sm_warp *w, const struct sm_insn *in, uint32_t mask)
{
        D;
        FSRC(b);
        const enum sm_mufu fn = (enum sm_mufu)in->m[SM_M_MUFU];
        EACH_SLOW(sm_mufu(fn, FV(b)));
}

/* ---- f64 ---- */

static inline uint64_t f64(struct sm_warp *w, const struct sm_src *s, unsigned l)
{
        uint64_t v = sm_lane_f64(w, s, l);
        if (s->abs)
                v &= ~(1ull << 63);
        return v ^ (uint64_t)s->neg << 63;
}

#define D64(expr)                                                                                  \
        SM_FOR_LANES(l, mask)                                                                      \
        {                                                                                          \
                uint64_t v = (expr);                                                               \
                w->r[in->rd][l] = (uint32_t)v;                                                     \
                w->r[in->rd + 1][l] = (uint32_t)(v >> 32);                                         \
        }

static void x_dadd(struct sm_warp *w, const struct sm_insn *in, uint32_t mask)
{
        const enum sm_round r = (enum sm_round)in->m[SM_M_RND];
        D64(sm_dadd(f64(w, &in->a, l), f64(w, &in->c, l), r));
}

static void x_dmul(struct sm_warp *w, const struct sm_insn *in, uint32_t mask)
{
        const enum sm_round r = (enum sm_round)in->m[SM_M_RND];
        D64(sm_dmul(f64(w, &in->a, l), f64(w, &in->b, l), r));
}

static void x_dfma(struct sm_warp *w, const struct sm_insn *in, uint32_t mask)
{
        const enum sm_round r = (enum sm_round)in->m[SM_M_RND];
        D64(sm_dfma(f64(w, &in->a, l), f64(w, &in->b, l), f64(w, &in->c, l), r));
}

static void x_dsetp(struct sm_warp *w, const struct sm_insn *in, uint32_t mask)
{
        const unsigned op = in->m[SM_M_DCMP];
        uint32_t r = 0, r2 = 0, ps = sm_get_pred(w, in, 0);
        SM_FOR_LANES(l, mask)
        {
                uint64_t a = f64(w, &in->a, l), b = f64(w, &in->b, l);
                bool x, y;
                if (op == 0 || op == 15) {
                        sm_dsetp_minmax(op == 15, a, b, &x, &y);
                } else {
                        x = sm_dcmp((enum sm_fcmp)op, a, b);
                        y = !x;
                }
                r |= (uint32_t)x << l;
                r2 |= (uint32_t)y << l;
        }
        sm_put_pred(w, in->pd[0], sm_bool(in->m[SM_M_BOOL], r, ps), mask);
        sm_put_pred(w, in->pd[1], sm_bool(in->m[SM_M_BOOL], r2, ps), mask);
}

/* ---- binding ---- */

static bool rz(const struct sm_src *s)
{
        return s->kind == SM_SRC_REG && s->reg == SM_ROW_ZERO;
}

static sm_fn *bind_shf(const struct sm_insn *in)
{
        const uint8_t *m = in->m;
        if (in->b.kind != SM_SRC_IMM || in->b.imm >= 32)
                return x_shf;
        if (!m[SM_M_SHDIR] && !m[SM_M_HI] && m[SM_M_SHTYPE] >= 2)
                return x_shl_const; /* the low word does not see C */
        if (m[SM_M_SHDIR] && m[SM_M_HI] && m[SM_M_SHTYPE] == 3)
                return x_shr_const;
        if (m[SM_M_SHDIR] && m[SM_M_HI] && m[SM_M_SHTYPE] == 2)
                return x_sar_const;
        return x_shf;
}

sm_fn *SM_SIMD(sm_mem_bind)(const struct sm_insn *in);

static sm_fn *SM_SIMD(bind)(struct sm_insn *in)
{
        const uint8_t *m = in->m;
        switch (in->op) {
        case SM_OP_MOV:
                return x_mov;
        case SM_OP_SEL:
                return x_sel;
        case SM_OP_LOP3:
                if (in->pd[0] == 7 && in->imm[0] == 0xc0)
                        return x_and;
                if (in->pd[0] == 7 && in->imm[0] == 0xfc)
                        return x_or;
                if (in->pd[0] == 7 && in->imm[0] == 0x3c)
                        return x_xor;
                return x_lop3;
        case SM_OP_PRMT:
                return x_prmt;
        case SM_OP_SHF:
                return bind_shf(in);
        case SM_OP_SGXT:
                return x_sgxt;
        case SM_OP_BMSK:
                return x_bmsk;
        case SM_OP_IADD3:
                if (m[SM_M_X] || in->pd[0] != 7 || in->pd[1] != 7)
                        return x_iadd3;
                return in->a.neg | in->b.neg | in->c.neg ? x_iadd3_neg : x_iadd3_plain;
        case SM_OP_LEA:
                if (in->a.neg || in->a.inv)
                        return NULL; /* order of shift and negation is not known */
                if (in->pd[0] == 7 && !m[SM_M_X] && !m[SM_M_HI] && !in->b.neg)
                        return x_lea_plain;
                return x_lea;
        case SM_OP_IMAD:
                if (m[SM_M_X] || in->c.neg || in->c.inv)
                        return x_imad;
                return rz(&in->a) || rz(&in->b) ? x_imad_mov : x_imad_plain;
        case SM_OP_IMAD_WIDE:
                return x_imad_wide;
        case SM_OP_IMAD_HI:
                return x_imad_hi;
        case SM_OP_ISETP:
                return x_isetp;
        case SM_OP_IABS:
                return x_iabs;
        case SM_OP_IMNMX:
        case SM_OP_VIMNMX:
                return x_imnmx;
        case SM_OP_VIADDMNMX:
                return x_viaddmnmx;
        case SM_OP_VIMNMX3:
                return x_vimnmx3;
        case SM_OP_VIADD:
                return x_viadd;
        case SM_OP_VABSDIFF:
                return in->pd[0] == 7 ? x_vabsdiff : NULL;
        case SM_OP_IDP:
                return x_idp;
        case SM_OP_FLO:
                return in->pd[0] == 7 ? x_flo : NULL;
        case SM_OP_POPC:
                return x_popc;
        case SM_OP_BREV:
                return x_brev;
        case SM_OP_P2R:
                return m[SM_M_PRB] ? NULL : x_p2r;
        case SM_OP_R2P:
                return m[SM_M_PRB] ? NULL : x_r2p;
        case SM_OP_PLOP3:
                return x_plop3;
        case SM_OP_FADD:
                return m[SM_M_FTZ] || m[SM_M_RND] || m[SM_M_SAT] ? x_fadd : x_fadd_plain;
        case SM_OP_FMUL:
                if (m[SM_M_SCALE] != 4)
                        return NULL;
                return m[SM_M_FMZ] || m[SM_M_RND] || m[SM_M_SAT] ? x_fmul : x_fmul_plain;
        case SM_OP_FFMA:
                if (m[SM_M_FMZ] || m[SM_M_RND] || m[SM_M_SAT])
                        return x_ffma;
                return PLAIN(a) && PLAIN(b) && PLAIN(c) ? x_ffma_bare : x_ffma_plain;
        case SM_OP_FMNMX:
                return x_fmnmx;
        case SM_OP_FSEL:
                return x_fsel;
        case SM_OP_FSETP:
                return x_fsetp;
        case SM_OP_FSET:
                return x_fset;
        case SM_OP_FCHK:
                return x_fchk;
        case SM_OP_MUFU:
                if (m[SM_M_MUFUF] || !sm_mufu_supported((enum sm_mufu)m[SM_M_MUFU]))
                        return NULL;
                return x_mufu;
        case SM_OP_DADD:
                return x_dadd;
        case SM_OP_DMUL:
                return x_dmul;
        case SM_OP_DFMA:
                return x_dfma;
        case SM_OP_DSETP:
                return x_dsetp;
        default:
                return SM_SIMD(sm_mem_bind)(in);
        }
}

const struct sm_simd SM_SIMD(sm_simd) = {SM_SIMD_NAME, SM_SIMD(bind)};
