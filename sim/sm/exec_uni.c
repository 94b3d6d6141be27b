/* SPDX-License-Identifier: MIT */
/* The uniform datapath: one value per warp. */
#include "sim/sm/exec.h"
#include "sim/sm/exec_int.h"

static uint32_t up(const struct sm_warp *w, const struct sm_insn *in, unsigned i)
{
        return (w->p[8 + (in->ps[i] & 7)] & 1) ^ in->ps_not[i];
}

static void put(struct sm_warp *w, unsigned ur, uint32_t v)
{
        if (ur != 63)
                w->ur[ur] = v;
}

static void put_p(struct sm_warp *w, unsigned p, bool v)
{
        if (p != 7)
                w->p[8 + p] = v ? SM_FULL : 0;
}

#define ABC                                                                                        \
        (void)mask;                                                                                \
        uint32_t a = sm_scalar(w, &in->a), b = sm_scalar(w, &in->b), c = sm_scalar(w, &in->c);     \
        (void)a;                                                                                   \
        (void)b;                                                                                   \
        (void)c

static void u_mov(struct sm_warp *w, const struct sm_insn *in, uint32_t mask)
{
        ABC;
        put(w, in->rd, b);
}

static void u_sel(struct sm_warp *w, const struct sm_insn *in, uint32_t mask)
{
        ABC;
        put(w, in->rd, up(w, in, 0) ? a : b);
}

static void u_isetp(struct sm_warp *w, const struct sm_insn *in, uint32_t mask)
{
        ABC;
        const uint8_t *m = in->m;
        bool sg = m[SM_M_U32];
        bool r = m[SM_M_EX] ? sm_op_icmp_ex(m[SM_M_ICMP], a, b, sg, up(w, in, 1))
                            : sm_op_icmp(m[SM_M_ICMP], a, b, sg);
        bool ps = up(w, in, 0);
        put_p(w, in->pd[0], sm_bool(m[SM_M_BOOL], r, ps) & 1);
        put_p(w, in->pd[1], sm_bool(m[SM_M_BOOL], !r, ps) & 1);
}

static void u_iadd3(struct sm_warp *w, const struct sm_insn *in, uint32_t mask)
{
        ABC;
        uint64_t s = (uint64_t)(a ^ (0u - (in->a.neg | in->a.inv))) +
                     (b ^ (0u - (in->b.neg | in->b.inv))) + (c ^ (0u - (in->c.neg | in->c.inv))) +
                     in->a.neg + in->b.neg + in->c.neg;
        if (in->m[SM_M_X])
                s += up(w, in, 0) + up(w, in, 1);
        put(w, in->rd, (uint32_t)s);
        put_p(w, in->pd[0], s >= 1ull << 32);
        put_p(w, in->pd[1], s >= 2ull << 32);
}

static void u_lea(struct sm_warp *w, const struct sm_insn *in, uint32_t mask)
{
        ABC;
        unsigned s = in->imm[0];
        uint32_t top = in->m[SM_M_SX32] ? (uint32_t)((int32_t)a >> 31) : c;
        uint32_t v = in->m[SM_M_HI] ? (uint32_t)((((uint64_t)top << 32 | a) << s) >> 32) : a << s;
        uint64_t x = (uint64_t)v + (b ^ (0u - (in->b.neg | in->b.inv))) + in->b.neg +
                     (in->m[SM_M_X] ? up(w, in, 0) : 0);
        put(w, in->rd, (uint32_t)x);
        put_p(w, in->pd[0], x >> 32);
}

static void u_lop3(struct sm_warp *w, const struct sm_insn *in, uint32_t mask)
{
        ABC;
        uint32_t lut[8];
        sm_lut_expand(in->imm[0], lut);
        uint32_t r = sm_op_lop3(a, b, c, lut);
        bool ps = up(w, in, 0);
        put(w, in->rd, r);
        put_p(w, in->pd[0], in->m[SM_M_PAND] ? r && ps : r || ps);
}

static void u_prmt(struct sm_warp *w, const struct sm_insn *in, uint32_t mask)
{
        ABC;
        put(w, in->rd, sm_op_prmt(a, b, c, in->m[SM_M_PRMT]));
}

static void u_shf(struct sm_warp *w, const struct sm_insn *in, uint32_t mask)
{
        ABC;
        put(w, in->rd,
            sm_op_shf(a, b, c, in->m[SM_M_SHDIR], in->m[SM_M_WRAP], in->m[SM_M_SHTYPE],
                      in->m[SM_M_HI]));
}

static void u_sgxt(struct sm_warp *w, const struct sm_insn *in, uint32_t mask)
{
        ABC;
        put(w, in->rd, sm_op_sgxt(a, b, in->m[SM_M_WRAP], in->m[SM_M_U32]));
}

static void u_bmsk(struct sm_warp *w, const struct sm_insn *in, uint32_t mask)
{
        ABC;
        put(w, in->rd, sm_op_bmsk(a, b, in->m[SM_M_WRAP]));
}

static void u_plop3(struct sm_warp *w, const struct sm_insn *in, uint32_t mask)
{
        (void)mask;
        unsigned i = up(w, in, 0) << 2 | up(w, in, 1) << 1 | up(w, in, 2);
        put_p(w, in->pd[0], in->imm[0] >> i & 1);
        put_p(w, in->pd[1], in->imm[1] >> i & 1);
}

static void u_imad(struct sm_warp *w, const struct sm_insn *in, uint32_t mask)
{
        ABC;
        put(w, in->rd,
            a * b + (c ^ (0u - (in->c.neg | in->c.inv))) + in->c.neg +
                (in->m[SM_M_X] ? up(w, in, 0) : 0));
}

static void u_wide(struct sm_warp *w, const struct sm_insn *in, uint32_t mask)
{
        ABC;
        uint64_t c64 = sm_lane_f64(w, &in->c, 0);
        if (in->c.kind == SM_SRC_IMM)
                c64 = in->m[SM_M_U32] ? (uint64_t)(int64_t)(int32_t)c : c;
        uint64_t prod =
            in->m[SM_M_U32] ? (uint64_t)((int64_t)(int32_t)a * (int32_t)b) : (uint64_t)a * b;
        uint64_t s = prod + ((c64 ^ (0ull - (in->c.neg | in->c.inv))) + in->c.neg);
        bool carry = s < prod;
        if (in->m[SM_M_X] && up(w, in, 0))
                carry |= ++s == 0;
        if (in->op == SM_OP_UIMAD_WIDE && in->rd != 63) {
                put(w, in->rd, (uint32_t)s);
                put(w, in->rd + 1u, (uint32_t)(s >> 32));
        } else if (in->op == SM_OP_UIMAD_HI) {
                put(w, in->rd, (uint32_t)(s >> 32));
        }
        put_p(w, in->pd[0], carry);
}

static void u_ldc(struct sm_warp *w, const struct sm_insn *in, uint32_t mask)
{
        (void)mask;
        unsigned type = in->m[SM_M_CTYPE];
        uint32_t off = (uint32_t)in->mem_off;
        uint32_t v = sm_cbuf32(w, in->b.bank, off & ~3u);
        switch (type) {
        case 0:
                v = v >> (8 * (off & 3)) & 0xff;
                break;
        case 1:
                v = (uint32_t)(int32_t)(int8_t)(v >> (8 * (off & 3)));
                break;
        case 2:
                v = v >> (8 * (off & 2)) & 0xffff;
                break;
        case 3:
                v = (uint32_t)(int32_t)(int16_t)(v >> (8 * (off & 2)));
                break;
        case 5:
                if (in->rd != 63)
                        put(w, in->rd + 1u, sm_cbuf32(w, in->b.bank, off + 4));
                break;
        default:
                break;
        }
        put(w, in->rd, v);
}

static void u_flo(struct sm_warp *w, const struct sm_insn *in, uint32_t mask)
{
        ABC;
        put(w, in->rd, sm_op_flo(b ^ (0u - in->b.inv), in->m[SM_M_U32], in->m[SM_M_SH]));
}

static void u_brev(struct sm_warp *w, const struct sm_insn *in, uint32_t mask)
{
        ABC;
        put(w, in->rd, sm_op_brev(b));
}

static void u_popc(struct sm_warp *w, const struct sm_insn *in, uint32_t mask)
{
        ABC;
        put(w, in->rd, (uint32_t)__builtin_popcount(b ^ (0u - in->b.inv)));
}

sm_fn *sm_uni_bind(struct sm_insn *in)
{
        unsigned type = in->m[SM_M_CTYPE];
        switch (in->op) {
        case SM_OP_UMOV:
                return u_mov;
        case SM_OP_USEL:
                return u_sel;
        case SM_OP_UISETP:
                return u_isetp;
        case SM_OP_UIADD3:
                return u_iadd3;
        case SM_OP_ULEA:
                return in->a.neg || in->a.inv ? NULL : u_lea;
        case SM_OP_ULOP3:
                return u_lop3;
        case SM_OP_UPRMT:
                return u_prmt;
        case SM_OP_USHF:
                return u_shf;
        case SM_OP_USGXT:
                return u_sgxt;
        case SM_OP_UBMSK:
                return u_bmsk;
        case SM_OP_UPLOP3:
                return u_plop3;
        case SM_OP_UIMAD:
                return u_imad;
        case SM_OP_UIMAD_WIDE:
        case SM_OP_UIMAD_HI:
                return u_wide;
        case SM_OP_ULDC:
                if ((type >= 4 && in->mem_off & 3) || (type >= 2 && in->mem_off & 1))
                        return NULL;
                return u_ldc;
        case SM_OP_UFLO:
                return in->pd[0] == 7 ? u_flo : NULL;
        case SM_OP_UBREV:
                return u_brev;
        case SM_OP_UPOPC:
                return u_popc;
        default:
                return NULL;
        }
}
