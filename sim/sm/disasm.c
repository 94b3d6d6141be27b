/* SPDX-License-Identifier: MIT */
/* struct sm_insn to text in nvdisasm's spelling, by the table. */
#include "sim/sm/isa.h"
#include "sim/sm/sm.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

struct out {
        char *buf;
        size_t size, len;
        bool first_operand;
};

__attribute__((format(printf, 2, 3))) static void put(struct out *o, const char *fmt, ...)
{
        va_list ap;
        va_start(ap, fmt);
        int n = vsnprintf(o->len < o->size ? o->buf + o->len : NULL,
                          o->len < o->size ? o->size - o->len : 0, fmt, ap);
        va_end(ap);
        if (n > 0)
                o->len += (size_t)n;
}

static void operand(struct out *o)
{
        put(o, o->first_operand ? " " : ", ");
        o->first_operand = false;
}

static void put_reg(struct out *o, unsigned reg, bool uniform)
{
        if (uniform)
                put(o, reg == 63 ? "URZ" : "UR%u", reg);
        else
                put(o, reg == 255 ? "RZ" : "R%u", reg);
}

static void put_pred(struct out *o, unsigned p, bool no, bool uniform)
{
        put(o, "%s%s", no ? "!" : "", uniform ? "U" : "");
        if (p == 7)
                put(o, "PT");
        else
                put(o, "P%u", p);
}

/* nvdisasm prints %.{9,20}g with the shortest of two precisions that it holds
 * enough for the type, integers plainly. */
static void put_float(struct out *o, double v, uint64_t bits, unsigned mant_bits, int digits)
{
        bool negative = bits >> (mant_bits == 52 ? 63 : mant_bits == 23 ? 31 : 15) & 1;
        if (isnan(v)) {
                bool quiet = bits >> (mant_bits - 1) & 1;
                put(o, "%s%s ", negative ? "-" : "+", quiet ? "QNAN" : "SNAN");
        } else if (isinf(v)) {
                put(o, "%sINF ", negative ? "-" : "+");
        } else if (v == 0) {
                put(o, negative ? "-0.0 " : "0");
        } else if (fabs(v) >= 1e9) {
                put(o, "%.20e", v);
        } else {
                put(o, "%.*g", digits, v);
        }
}

static float half_value(unsigned h, bool bf16)
{
        if (bf16) {
                uint32_t u = h << 16;
                float f;
                memcpy(&f, &u, 4);
                return f;
        }
        int e = (int)(h >> 10 & 31);
        float m = (float)(h & 0x3ff);
        float v = e == 31 ? (m != 0 ? NAN : INFINITY)
                  : e     ? ldexpf(1024.0f + m, e - 25)
                          : ldexpf(m, -24);
        return h & 0x8000 ? -v : v;
}

static void put_imm(struct out *o, const struct sm_insn *in, unsigned type, uint32_t v)
{
        switch (type) {
        case SM_IMM_S32:
                if ((int32_t)v < 0)
                        put(o, "-0x%x", -v);
                else
                        put(o, "0x%x", v);
                break;
        case SM_IMM_F32: {
                float f;
                memcpy(&f, &v, 4);
                put_float(o, (double)f, v, 23, 20);
                break;
        }
        case SM_IMM_F64: {
                uint64_t u = (uint64_t)v << 32;
                double d;
                memcpy(&d, &u, 8);
                put_float(o, d, u, 52, 20);
                break;
        }
        case SM_IMM_H2: {
                bool bf16 = in->m[SM_M_HFMT3] == 2 || in->m[SM_M_HFMT2] == 2;
                unsigned mant = bf16 ? 7 : 10;
                put_float(o, (double)half_value(v >> 16, bf16), v >> 16, mant, 20);
                put(o, ", ");
                put_float(o, (double)half_value(v & 0xffff, bf16), v & 0xffff, mant, 20);
                break;
        }
        default:
                put(o, "0x%x", v);
                break;
        }
}

static void put_offset16(struct out *o, int32_t off)
{
        put(o, off < 0 ? "-0x%x" : "0x%x", off < 0 ? -off : off);
}

static void put_source(struct out *o, const struct sm_insn *in, const struct sm_src *s,
                       const struct sm_item *it)
{
        operand(o);
        if (s->kind == SM_SRC_IMM) {
                put_imm(o, in, it->arg, s->imm);
                return;
        }
        put(o, "%s%s%s", s->neg ? "-" : "", s->inv ? "~" : "", s->abs ? "|" : "");
        if (s->kind == SM_SRC_CBUF) {
                put(o, "c[0x%x][", s->bank);
                put_offset16(o, (int32_t)s->imm);
                put(o, "]");
        } else {
                put_reg(o, s->reg, s->kind == SM_SRC_UREG);
        }
        put(o, "%s", s->abs ? "|" : "");
        if (it->lo2 == SM_SM_H || it->lo2 == SM_SM_HC)
                put(o, "%s", s->swz == 2 ? ".H0_H0" : s->swz == 3 ? ".H1_H1" : "");
        else if (s->swz == 3)
                put(o, ".H1");
        if (in->op == SM_OP_IMMA && it->arg >= 16)
                put(o, it->arg == 16 ? ".ROW" : ".COL");
}

static void put_mem(struct out *o, const struct sm_insn *in, unsigned fmt)
{
        operand(o);
        if (fmt == SM_MEMF_CBUF || fmt == SM_MEMF_UCBUF) {
                put(o, "c[0x%x][", in->b.bank);
                if (fmt == SM_MEMF_CBUF && in->a.reg != 255) {
                        put_reg(o, in->a.reg, false);
                        if (in->mem_off) {
                                put(o, "+");
                                put_offset16(o, in->mem_off);
                        }
                } else if (fmt == SM_MEMF_CBUF && !in->mem_off) {
                        put(o, "RZ");
                } else {
                        put_offset16(o, in->mem_off);
                }
                put(o, "]");
                return;
        }
        unsigned reg = fmt == SM_MEMF_ASYNC_S ? in->rd : in->a.reg;
        int32_t off = fmt == SM_MEMF_ASYNC_S ? in->mem_off2 : in->mem_off;
        bool ur = in->mem_flags & SM_MEM_UR && fmt != SM_MEMF_ASYNC_S;
        if (ur && in->mem_flags & SM_MEM_DESC && in->row->fam != SM_FAM_8X && o->buf && in->scratch)
                put(o, "desc[UR%u]", in->ur);
        put(o, "[");
        bool any = false;
        bool add_ur = ur && !(in->mem_flags & SM_MEM_DESC);
        if (reg != 255 || !(add_ur || off)) {
                put_reg(o, reg, false);
                any = true;
                if (fmt != SM_MEMF_ASYNC_S) {
                        if (ur && in->mem_flags & SM_MEM_A64 && reg != 255)
                                put(o, ".64");
                        else if (ur && in->mem_flags & SM_MEM_U32)
                                put(o, ".U32");
                        if (reg != 255)
                                put(o, "%s",
                                    in->mem_flags & SM_MEM_X4    ? ".X4"
                                    : in->mem_flags & SM_MEM_X8  ? ".X8"
                                    : in->mem_flags & SM_MEM_X16 ? ".X16"
                                                                 : "");
                }
        }
        if (add_ur) {
                put(o, "%s", any ? "+" : "");
                put_reg(o, in->ur, true);
                any = true;
        }
        if (off) {
                put(o, "%s", any ? "+" : "");
                put(o, off < 0 ? "-0x%x" : "0x%x", off < 0 ? -off : off);
        }
        put(o, "]");
}

static const char *const sr_names[256] = {
    [0x00] = "SR_LANEID",
    [0x01] = "SR_CLOCK",
    [0x02] = "SR_VIRTCFG",
    [0x03] = "SR_VIRTID",
    [0x0f] = "SR_ORDERING_TICKET",
    [0x20] = "SR_TID",
    [0x21] = "SR_TID.X",
    [0x22] = "SR_TID.Y",
    [0x23] = "SR_TID.Z",
    [0x25] = "SR_CTAID.X",
    [0x26] = "SR_CTAID.Y",
    [0x27] = "SR_CTAID.Z",
    [0x28] = "SR_NTID",
    [0x2e] = "SR_LWINHI",
    [0x2f] = "SR_SWINHI",
    [0x30] = "SR_SWINLO",
    [0x31] = "SR_SWINSZ",
    [0x32] = "SR_SMEMSZ",
    [0x33] = "SR_SMEMBANKS",
    [0x34] = "SR_LWINLO",
    [0x35] = "SR_LWINSZ",
    [0x36] = "SR_LMEMLOSZ",
    [0x37] = "SR_LMEMHIOFF",
    [0x38] = "SR_EQMASK",
    [0x39] = "SR_LTMASK",
    [0x3a] = "SR_LEMASK",
    [0x3b] = "SR_GTMASK",
    [0x3c] = "SR_GEMASK",
    [0x3d] = "SR_REGALLOC",
    [0x3e] = "SR_BARRIERALLOC",
    [0x40] = "SR_GLOBALERRORSTATUS",
    [0x42] = "SR_WARPERRORSTATUS",
    [0x43] = "SR_VIRTUALSMID",
    [0x44] = "SR_VIRTUALENGINEID",
    [0x50] = "SR_CLOCKLO",
    [0x51] = "SR_CLOCKHI",
    [0x52] = "SR_GLOBALTIMERLO",
    [0x53] = "SR_GLOBALTIMERHI",
    [0x60] = "SR_HWTASKID",
    [0xff] = "SRZ",
};

static void put_sr(struct out *o, unsigned sr, bool hopper)
{
        static const char *const cluster[] = {"SR_WARPGROUP_INFO", "SR_WARPGROUPID", "SR_CgaCtaId",
                                              "SR_GpcLocalCgaId"};
        operand(o);
        if (hopper && sr >= 0x86 && sr <= 0x89)
                put(o, "%s", cluster[sr - 0x86]);
        else if (sr_names[sr])
                put(o, "%s", sr_names[sr]);
        else
                put(o, "SR%u", sr);
}

/* IMAD spells its idle operands as other names. */
static const char *imad_alias(const struct sm_insn *in)
{
        if (in->op != SM_OP_IMAD || in->m[SM_M_X])
                return "";
        const struct sm_src *a = &in->a, *b = &in->b, *c = &in->c;
        bool a_rz = a->kind == SM_SRC_REG && a->reg == 255;
        bool b_rz = b->kind == SM_SRC_REG && b->reg == 255;
        bool c_rz = c->kind == SM_SRC_REG && c->reg == 255;
        bool b_one = b->kind == SM_SRC_IMM && b->imm == 1;
        b_rz |= b->kind == SM_SRC_IMM && b->imm == 0;
        if (c->kind != SM_SRC_UREG && b->kind != SM_SRC_UREG && (a_rz || b_rz || (b_one && c_rz)))
                return ".MOV";
        if (b_one && c->kind == SM_SRC_REG)
                return ".IADD";
        if (b->kind == SM_SRC_IMM && c_rz && b->imm != 0x10000 && !(b->imm & (b->imm - 1)))
                return ".SHL";
        return "";
}

static void put_item(struct out *o, const struct sm_insn *in, const struct sm_item *it, uint64_t pc,
                     bool hopper)
{
        bool valid;
        const char *t;
        switch ((enum sm_item_kind)it->kind) {
        case SM_IT_MOD:
                t = sm_mod_text((enum sm_mod)it->arg, in->m[it->arg], &valid);
                if (*t)
                        put(o, ".%s", t);
                break;
        case SM_IT_TEXT:
                put(o, ".%s", sm_item_texts[it->arg]);
                if (it->arg == 1 || it->arg == 2)
                        break;
                break;
        case SM_IT_LITOP:
                operand(o);
                put(o, "%s", sm_item_texts[it->arg]);
                break;
        case SM_IT_RD:
                if (it->lo2 && in->rd == 255) /* VOTE without a register */
                        break;
                operand(o);
                put_reg(o, in->rd, false);
                break;
        case SM_IT_URD:
                operand(o);
                put_reg(o, in->rd, true);
                break;
        case SM_IT_A:
        case SM_IT_UA:
                put_source(o, in, &in->a, it);
                break;
        case SM_IT_B:
        case SM_IT_UB:
        case SM_IT_S:
                put_source(o, in, &in->b, it);
                break;
        case SM_IT_C:
        case SM_IT_UC:
                put_source(o, in, &in->c, it);
                break;
        case SM_IT_PD:
                if (it->arg & 2 && in->pd[it->lo2] == 7)
                        break;
                operand(o);
                put_pred(o, in->pd[it->lo2], false, it->arg & 1);
                break;
        case SM_IT_PSX:
                if (!in->m[it->arg2])
                        break;
                operand(o);
                put_pred(o, in->ps[it->lo2], in->ps_not[it->lo2], it->arg & 1);
                break;
        case SM_IT_PS:
                if (it->arg & 2 && in->ps[it->lo2] == 7 && !in->ps_not[it->lo2])
                        break;
                operand(o);
                put_pred(o, in->ps[it->lo2] & 7, in->ps_not[it->lo2],
                         it->arg & 1 || in->ps[it->lo2] & 0x80);
                break;
        case SM_IT_IMMNZ:
                if (!in->imm[it->lo2])
                        break;
                /* fall through */
        case SM_IT_IMM:
                operand(o);
                put(o, "0x%x", in->imm[it->lo2]);
                break;
        case SM_IT_IMMLUT:
                operand(o);
                put(o, "0x%x", in->imm[0]);
                break;
        case SM_IT_DEPB:
                operand(o);
                put(o, "SB%u", (unsigned)sm_bits(in->word, 44, 3));
                break;
        case SM_IT_SR:
                put_sr(o, in->imm[0], hopper);
                break;
        case SM_IT_MEM:
                put_mem(o, in, it->arg);
                break;
        case SM_IT_BAR:
                operand(o);
                put(o, "B%u", in->bar);
                break;
        case SM_IT_REL: {
                bool absolute = in->op == SM_OP_BRX || in->op == SM_OP_CALL_ABS ||
                                (in->op == SM_OP_RET && in->m[SM_M_RETABS]);
                bool added = in->op == SM_OP_BRX || in->op == SM_OP_RET ||
                             (in->a.kind == SM_SRC_REG && in->op != SM_OP_WARPSYNC_COLL);
                if (in->op == SM_OP_CALL_ABS && added && !in->rel)
                        break;
                int64_t target = absolute ? in->rel : (int64_t)pc + 16 + in->rel;
                if (added)
                        put(o, " ");
                else
                        operand(o);
                if (target < 0)
                        put(o, "-0x%llx", (unsigned long long)-target);
                else
                        put(o, "0x%llx", (unsigned long long)target);
                break;
        }
        default:
                break;
        }
}

int sm_disasm(uint32_t sm_arch, uint64_t pc, const uint64_t word[2], char *buf, size_t size)
{
        struct sm_insn in;
        int r = sm_decode(sm_arch, word, &in);
        if (r < 0)
                return r;
        struct out o = {buf, size, 0, true};
        bool hopper = sm_arch_family(sm_arch) == SM_FAM_90;
        in.scratch = hopper;
        if (size)
                buf[0] = 0;
        if (in.guard != 7 || in.guard_not) {
                put(&o, "@");
                put_pred(&o, in.guard, in.guard_not, sm_guard_is_uniform(&in));
                put(&o, " ");
        }
        put(&o, "%s%s", in.row->name, imad_alias(&in));
        for (const struct sm_item *it = in.row->items; it->kind; it++)
                put_item(&o, &in, it, pc, hopper);
        put(&o, " ;");
        return (int)o.len;
}
