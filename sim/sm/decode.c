/* SPDX-License-Identifier: MIT */
/* Words to struct sm_insn, by the table. */
#include "sim/sm/isa.h"

#include <errno.h>
#include <string.h>

unsigned sm_arch_family(uint32_t sm_arch)
{
        switch (sm_arch) {
        case 86:
                return SM_FAM_86;
        case 89:
                return SM_FAM_89;
        case 90:
                return SM_FAM_90;
        default:
                return 0;
        }
}

bool sm_guard_is_uniform(const struct sm_insn *in)
{
        unsigned op9 = in->row->op9;
        return (op9 >= 0x080 && op9 < 0x0c0 && op9 != 0x086) || op9 == 0x1c7;
}

struct cursor {
        const uint64_t *w;
        unsigned fam;
        uint64_t known[2];
        struct sm_insn *in;
        int err;
        bool uniform_read; /* a slot names a uniform register: bit 91 must be set */
        bool bit91_done;
};

static uint64_t take(struct cursor *c, unsigned lo, unsigned n)
{
        for (unsigned i = lo; i < lo + n; i++)
                c->known[i / 64] |= 1ull << (i % 64);
        return n ? sm_bits(c->w, lo, n) : 0;
}

static int64_t take_signed(struct cursor *c, unsigned lo, unsigned n)
{
        uint64_t v = take(c, lo, n);
        return (int64_t)(v << (64 - n)) >> (64 - n);
}

/* Highest register that an operand of @count registers touches. */
static void need(struct cursor *c, unsigned reg, unsigned count)
{
        if (reg == 255 || !count)
                return;
        unsigned align = count > 4 ? 2 : count; /* of f64 fragments only evenness is known */
        if (reg + count > 255 || reg % align)
                c->err = -EINVAL;
        if (reg + count > c->in->max_reg)
                c->in->max_reg = (uint8_t)(reg + count);
}

/* Registers that the operands marked "0" and "3" span: decided by the modifiers,
 * which precede them in every row. */
static unsigned data_regs(const struct sm_insn *in)
{
        const uint8_t *m = in->m;
        switch (in->op) {
        case SM_OP_LD:
        case SM_OP_LDG:
        case SM_OP_LDL:
        case SM_OP_LDS:
        case SM_OP_ST:
        case SM_OP_STG:
        case SM_OP_STL:
        case SM_OP_STS:
                return m[SM_M_MEMTYPE] == 6 ? 4 : m[SM_M_MEMTYPE] == 5 ? 2 : 1;
        case SM_OP_LDC:
        case SM_OP_ULDC:
                return m[SM_M_CTYPE] == 5 ? 2 : 1;
        case SM_OP_ATOM:
        case SM_OP_ATOMG:
        case SM_OP_RED:
                if (m[SM_M_ATOMTYPE8] == 2 || m[SM_M_ATOMTYPE8] == 5 || m[SM_M_ATOMTYPE8] == 6)
                        return 2;
                return m[SM_M_ATOMTYPE9] >= 2 ? 2 : 1;
        case SM_OP_ATOM_F:
        case SM_OP_ATOMG_F:
        case SM_OP_RED_F: {
                static const uint8_t regs[16] = {1, 2, 4, 1, 2, 4, 1, 1, 1, 1, 2, 4, 1, 2, 4, 2};
                return regs[m[SM_M_FATOMTYPE] & 15];
        }
        case SM_OP_ATOMS:
                return m[SM_M_ATOMSTYPE] == 2 ? 2 : 1;
        case SM_OP_ATOM_CAS:
        case SM_OP_ATOMG_CAS:
        case SM_OP_ATOMS_CAS:
                return m[SM_M_CASTYPE] == 2 ? 2 : 1;
        case SM_OP_MATCH:
                return m[SM_M_U64] ? 2 : 1;
        case SM_OP_LDSM:
        case SM_OP_STSM:
                return 1u << m[SM_M_LDSMNUM];
        default:
                return 1;
        }
}

static void tensor_regs(const struct sm_insn *in, unsigned *d, unsigned *a, unsigned *b)
{
        const uint8_t *m = in->m;
        switch (in->op) {
        case SM_OP_HMMA:
                *d = m[SM_M_HMMAACC] ? 4 : 2;
                if (m[SM_M_HMMATYPE] == 2) /* tf32: 1684, 1688 */
                        *a = m[SM_M_HMMASIZE] == 0 ? 4 : 2;
                else
                        *a = m[SM_M_HMMASIZE] == 1 ? 4 : 2;
                *b = *a / 2;
                break;
        case SM_OP_IMMA: {
                unsigned size = m[SM_M_IMMASIZE8] | m[SM_M_IMMASIZE9];
                bool four = m[SM_M_IMMAA] >= 2;
                *d = size == 0 || size == 2 ? 2 : 4;
                *a = size == 0 || size == 2 ? 1 : size == 4 || (size == 5 && four) ? 2 : 4;
                *b = *a > 1 ? *a / 2 : 1;
                break;
        }
        default: { /* DMMA */
                static const uint8_t as[4] = {2, 4, 8, 16};
                *d = m[SM_M_DMMASIZE] ? 8 : 4;
                *a = as[m[SM_M_DMMASIZE] & 3];
                *b = m[SM_M_DMMASIZE] ? *a / 2 : 2;
                break;
        }
        }
}

static unsigned span(const struct sm_insn *in, unsigned n, bool is_dst, unsigned slot)
{
        unsigned d = 1, a = 1, b = 1;
        if (in->op == SM_OP_HMMA || in->op == SM_OP_IMMA || in->op == SM_OP_DMMA) {
                tensor_regs(in, &d, &a, &b);
                return slot == 0 ? a : slot == 1 ? b : d;
        }
        if (n == 0)
                return data_regs(in);
        if (n == 3) { /* conversions with one 64-bit side */
                switch (in->op) {
                case SM_OP_F2F:
                        return (is_dst ? in->m[SM_M_FMTD] : in->m[SM_M_FMTS]) == 3 ? 2 : 1;
                case SM_OP_F2I:
                        return is_dst ? (in->m[SM_M_ITYPE] >= 6 ? 2 : 1)
                                      : ((in->m[SM_M_FMTSQ] | in->m[SM_M_FMTSQ9]) == 3 ? 2 : 1);
                case SM_OP_I2F:
                        return is_dst ? (in->m[SM_M_FMTDQ] == 3 ? 2 : 1)
                                      : (in->m[SM_M_ITYPE] >= 6 ? 2 : 1);
                default:
                        return 1;
                }
        }
        if (n == 2 && in->op == SM_OP_CS2R)
                return in->m[SM_M_CS32] ? 2 : 1;
        return n;
}

/* Modifier bits of a slot; @slot 0: at 24, 1: at 32, 2: at 64. */
static void slot_mods(struct cursor *c, struct sm_src *s, unsigned set, unsigned slot)
{
        static const uint8_t neg[3] = {72, 63, 75}, abs_[3] = {73, 62, 74};
        static const uint8_t hswz[3] = {74, 60, 81}, hneg[3] = {72, 63, 84}, habs[3] = {73, 62, 83};
        switch (set) {
        case SM_SM_F:
                s->neg = (uint8_t)take(c, neg[slot], 1);
                s->abs = (uint8_t)take(c, abs_[slot], 1);
                break;
        case SM_SM_ABSNEG_HI:
                s->neg = (uint8_t)take(c, 63, 1);
                s->abs = (uint8_t)take(c, 62, 1);
                if (c->in->m[SM_M_FMTS] == 1 || c->in->m[SM_M_FMTSQ] == 1 ||
                    c->in->m[SM_M_FMTSQ9] == 1)
                        s->swz = take(c, 60, 1) ? 3 : 0;
                break;
        case SM_SM_I:
                s->neg = (uint8_t)take(c, neg[slot], 1);
                break;
        case SM_SM_X: {
                unsigned v = (unsigned)take(c, neg[slot], 1);
                if (c->in->m[SM_M_X])
                        s->inv = (uint8_t)v;
                else
                        s->neg = (uint8_t)v;
                break;
        }
        case SM_SM_INV:
                s->inv = (uint8_t)take(c, neg[slot], 1);
                break;
        case SM_SM_H:
        case SM_SM_HC:
                s->swz = (uint8_t)take(c, hswz[slot], 2);
                s->neg = (uint8_t)take(c, hneg[slot], 1);
                s->abs = (uint8_t)take(c, habs[slot], 1);
                if (s->swz == 1)
                        c->err = -EINVAL;
                break;
        case SM_SM_HMMA:
                s->neg = (uint8_t)take(c, hneg[slot], 1);
                s->abs = (uint8_t)take(c, habs[slot], 1);
                break;
        default:
                break;
        }
}

static void source(struct cursor *c, const struct sm_item *it, struct sm_src *s, unsigned slot,
                   bool uniform)
{
        struct sm_insn *in = c->in;
        unsigned form = in->form;
        if (slot == 1 && it->lo != 1 && form != 1) { /* constants live only in the slot at 32 */
                switch (form) {
                case 2:
                case 4:
                        s->kind = SM_SRC_IMM;
                        s->imm = (uint32_t)take(c, 32, 32);
                        return;
                case 3:
                case 5:
                        s->kind = SM_SRC_CBUF;
                        s->imm = (uint32_t)take_signed(c, 38, 16);
                        if (s->imm & 3)
                                c->err = -EINVAL;
                        s->bank = (uint8_t)take(c, 54, 5);
                        slot_mods(c, s, it->lo2, slot);
                        return;
                default:
                        s->kind = SM_SRC_UREG;
                        s->reg = (uint16_t)take(c, 32, 6);
                        c->uniform_read = true;
                        slot_mods(c, s, it->lo2, slot);
                        return;
                }
        }
        unsigned lo = slot == 0 ? 24 : slot == 1 ? 32 : 64;
        if (uniform) {
                s->kind = SM_SRC_UREG;
                s->reg = (uint16_t)take(c, lo, 6);
                c->uniform_read = true;
        } else {
                s->kind = SM_SRC_REG;
                s->reg = (uint16_t)take(c, lo, 8);
                need(c, s->reg,
                     span(in, it->w2, false,
                          it->kind == SM_IT_A   ? 0
                          : it->kind == SM_IT_B ? 1
                                                : 2));
        }
        slot_mods(c, s, it->lo2, slot);
}

static void uniform_address(struct cursor *c, unsigned ur_lo, unsigned a64_bit, unsigned desc_bit)
{
        struct sm_insn *in = c->in;
        in->ur = 63;
        c->bit91_done = true;
        unsigned desc = (unsigned)take(c, desc_bit, 1);
        if (take(c, 91, 1)) {
                in->mem_flags |= SM_MEM_UR;
                in->ur = (uint8_t)take(c, ur_lo, 6);
                if (desc)
                        in->mem_flags |= SM_MEM_DESC;
                if (take(c, a64_bit, 1))
                        in->mem_flags |= SM_MEM_A64;
                else
                        in->mem_flags |= SM_MEM_U32;
                if (desc && !(in->mem_flags & SM_MEM_A64))
                        c->err = -EINVAL;
        } else {
                take(c, ur_lo, 6);
                take(c, a64_bit, 1);
                if (in->m[SM_M_E64])
                        in->mem_flags |= SM_MEM_A64;
                if (in->op != SM_OP_RED && in->op != SM_OP_RED_F && in->op != SM_OP_LD)
                        c->err = -EINVAL;
        }
}

static void address_register(struct cursor *c)
{
        struct sm_insn *in = c->in;
        in->a.kind = SM_SRC_REG;
        in->a.reg = (uint16_t)take(c, 24, 8);
        need(c, in->a.reg, in->mem_flags & SM_MEM_A64 ? 2 : 1);
}

static void scaled(struct cursor *c)
{
        static const uint8_t flags[4] = {0, SM_MEM_X4, SM_MEM_X8, SM_MEM_X16};
        c->in->mem_flags |= flags[take(c, 78, 2)];
}

static void memory(struct cursor *c, unsigned fmt)
{
        struct sm_insn *in = c->in;
        in->ur = 63;
        switch (fmt) {
        case SM_MEMF_LDG:
                uniform_address(c, 32, 90, 76);
                break;
        case SM_MEMF_STG:
                uniform_address(c, 64, 90, 76);
                break;
        case SM_MEMF_ATOM:
                uniform_address(c, 64, 70, 71);
                break;
        case SM_MEMF_RED:
                uniform_address(c, 64, 90, 71);
                break;
        case SM_MEMF_PLAIN64:
        case SM_MEMF_CCTL:
        case SM_MEMF_QSPC:
                if (in->m[SM_M_E64])
                        in->mem_flags |= SM_MEM_A64;
                break;
        case SM_MEMF_LDS:
        case SM_MEMF_STS:
                c->bit91_done = true;
                if (in->form == 4 && take(c, 91, 1)) {
                        in->mem_flags |= SM_MEM_UR;
                        in->ur = (uint8_t)take(c, fmt == SM_MEMF_LDS ? 32 : 64, 6);
                }
                if (in->op == SM_OP_LDS || in->op == SM_OP_STS)
                        scaled(c);
                break;
        case SM_MEMF_ATOMS:
                c->bit91_done = true;
                if (in->form == 7 || (in->form == 4 && take(c, 91, 1))) {
                        in->mem_flags |= SM_MEM_UR;
                        in->ur = (uint8_t)take(c, 64, 6);
                }
                scaled(c);
                break;
        case SM_MEMF_ASYNC_S:
                in->rd = (uint16_t)take(c, 16, 8);
                need(c, in->rd, 1);
                in->mem_off2 = (int32_t)take_signed(c, 44, 20);
                in->m[SM_M_E64] = 1;
                return;
        case SM_MEMF_ASYNC_G:
                uniform_address(c, 64, 70, 76);
                in->mem_off = (int32_t)take_signed(c, 32, 12);
                address_register(c);
                return;
        case SM_MEMF_CBUF:
                in->a.kind = SM_SRC_REG;
                in->a.reg = (uint16_t)take(c, 24, 8);
                need(c, in->a.reg, 1);
                /* fall through */
        case SM_MEMF_UCBUF:
                in->mem_off = (int32_t)take_signed(c, 38, 16);
                in->b.bank = (uint8_t)take(c, 54, 5);
                return;
        default:
                break;
        }
        if (fmt == SM_MEMF_CCTL || (in->op == SM_OP_LD && !(in->mem_flags & SM_MEM_UR)))
                in->mem_off = (int32_t)take_signed(c, 32, 32);
        else
                in->mem_off = (int32_t)take_signed(c, 40, 24);
        address_register(c);
}

static void modifier(struct cursor *c, const struct sm_item *it)
{
        enum sm_mod mod = (enum sm_mod)it->arg;
        unsigned w = sm_mod_width(mod);
        unsigned v = (unsigned)take(c, it->lo, w - it->w2);
        if (it->w2)
                v |= (unsigned)take(c, it->lo2, it->w2) << (w - it->w2);
        bool valid;
        sm_mod_text(mod, v, &valid);
        if (!valid)
                c->err = -EINVAL;
        c->in->m[mod] = (uint8_t)v;
}

static void item(struct cursor *c, const struct sm_item *it)
{
        struct sm_insn *in = c->in;
        bool late = in->form == 2 || in->form == 3 || in->form == 7;
        switch ((enum sm_item_kind)it->kind) {
        case SM_IT_MOD:
        case SM_IT_MODSIL:
                modifier(c, it);
                break;
        case SM_IT_FIX:
                take(c, it->lo, it->w2);
                if (it->lo == 91)
                        c->bit91_done = true;
                break;
        case SM_IT_ANY:
                take(c, it->lo, it->w2);
                break;
        case SM_IT_RD:
                in->rd = (uint16_t)take(c, 16, 8);
                need(c, in->rd, span(in, it->arg, true, 2));
                break;
        case SM_IT_URD:
                in->rd = (uint16_t)take(c, 16, 6);
                break;
        case SM_IT_A:
                source(c, it, &in->a, 0, false);
                break;
        case SM_IT_B:
                source(c, it, &in->b, late ? 2 : 1, false);
                break;
        case SM_IT_C:
                source(c, it, &in->c, late && it->lo != 64 ? 1 : 2, false);
                break;
        case SM_IT_S:
                source(c, it, &in->b, 1, false);
                break;
        case SM_IT_UA:
                if (it->arg2) { /* BRA.DIV's mask */
                        in->a.kind = SM_SRC_UREG;
                        in->a.reg = (uint16_t)take(c, 24, 6);
                        in->a.inv = (uint8_t)take(c, it->arg2, 1);
                        break;
                }
                source(c, it, &in->a, 0, true);
                break;
        case SM_IT_UB:
                source(c, it, &in->b, late ? 2 : 1, true);
                break;
        case SM_IT_UC:
                source(c, it, &in->c, late ? 1 : 2, true);
                break;
        case SM_IT_PD:
                in->pd[it->lo2] = (uint8_t)take(c, it->lo, 3);
                break;
        case SM_IT_PS:
        case SM_IT_PSHID:
        case SM_IT_PSX: {
                unsigned idx = it->lo2;
                in->ps[idx] = (uint8_t)take(c, it->lo, 3);
                in->ps_not[idx] = (uint8_t)take(c, it->w2, 1);
                if (it->arg & 4 && take(c, it->arg2, 1))
                        in->ps[idx] |= 0x80; /* a uniform predicate */
                break;
        }
        case SM_IT_IMM:
        case SM_IT_IMMNZ:
        case SM_IT_DEPB:
                in->imm[it->lo2] = (uint32_t)take(c, it->lo, it->w2);
                break;
        case SM_IT_IMMLUT:
                in->imm[0] = (uint32_t)(take(c, 72, 5) << 3 | take(c, 64, 3));
                break;
        case SM_IT_SR:
                in->imm[0] = (uint32_t)take(c, 72, 8);
                break;
        case SM_IT_MEM:
                memory(c, it->arg);
                break;
        case SM_IT_BAR:
                in->bar = (uint8_t)take(c, it->lo, 4);
                break;
        case SM_IT_REL:
                if (it->arg == 1) { /* BSSY: 16-19 is the barrier */
                        in->rel = take_signed(c, 34, 30) * 4;
                } else if (it->arg == 2) {
                        in->rel = take_signed(c, 24, 58);
                } else if (c->fam == SM_FAM_90) { /* eight low bits moved to 16-23 */
                        uint64_t low = take(c, 16, 8);
                        in->rel = (take_signed(c, 34, 48) * 256 + (int64_t)low) * 4;
                } else {
                        in->rel = take_signed(c, 34, 48) * 4;
                }
                break;
        default:
                break;
        }
}

static bool row_fits(const struct sm_row *row, const uint64_t w[2])
{
        for (const struct sm_item *it = row->items; it->kind; it++)
                if (it->kind == SM_IT_FIX &&
                    sm_bits(w, it->lo, it->w2) != (it->w2 == 32 ? 0 : it->lo2))
                        return false;
        return true;
}

/* Fields that are legal alone but not together. */
static bool combination_ok(const struct sm_insn *in)
{
        const uint8_t *m = in->m;
        unsigned op9 = in->row->op9;
        switch (in->op) {
        case SM_OP_BAR:
                return !(m[SM_M_BARDEFER] && (m[SM_M_BAROP] & 1));
        case SM_OP_F2F: {
                bool wide = m[SM_M_FMTD] == 3 || m[SM_M_FMTS] == 3;
                return m[SM_M_FMTD] != m[SM_M_FMTS] && wide == (op9 == 0x110);
        }
        case SM_OP_F2I:
                return (m[SM_M_ITYPE] >= 6 || (m[SM_M_FMTSQ] | m[SM_M_FMTSQ9]) == 3) ==
                       (op9 == 0x111);
        case SM_OP_I2F:
                return (m[SM_M_ITYPE] >= 6 || m[SM_M_FMTDQ] == 3) == (op9 == 0x112);
        case SM_OP_FRND: {
                unsigned d = m[SM_M_FRNDF] | m[SM_M_FMTDQ];
                return d == m[SM_M_FMTS] && (d == 3) == (op9 == 0x113);
        }
        case SM_OP_MUFU:
                return !m[SM_M_MUFUF] || (m[SM_M_MUFU] != 6 && m[SM_M_MUFU] != 7);
        case SM_OP_CCTL:
                return !m[SM_M_E64] || m[SM_M_CCTLOP] < 4 || m[SM_M_CCTLOP] == 5 ||
                       m[SM_M_CCTLOP] > 8;
        case SM_OP_BRA:
        case SM_OP_BRA_COND:
        case SM_OP_CALL_REL:
        case SM_OP_CALL_ABS: /* instructions are 16 bytes */
                return in->a.kind == SM_SRC_REG || !(in->rel & 15);
        case SM_OP_HADD2:
                return m[SM_M_HFMT3] != 1 || (!in->a.abs && in->b.kind != SM_SRC_IMM);
        case SM_OP_ATOM_CAS:
        case SM_OP_ATOMS_CAS:
                return true;
        default:
                return true;
        }
}

static int decode_row(const struct sm_row *row, unsigned fam, const uint64_t w[2],
                      struct sm_insn *in)
{
        memset(in, 0, sizeof(*in));
        in->word[0] = w[0];
        in->word[1] = w[1];
        in->row = row;
        in->op = (uint8_t)row->op;
        in->rd = 255;
        in->pd[0] = in->pd[1] = 7;
        in->ps[0] = in->ps[1] = in->ps[2] = 7;
        in->ur = 63;
        struct cursor c = {.w = w, .fam = fam, .in = in};
        in->form = (uint8_t)sm_bits(w, 9, 3);
        take(&c, 0, 12);
        in->guard = (uint8_t)take(&c, 12, 3);
        in->guard_not = (uint8_t)take(&c, 15, 1);
        take(&c, 105, 21); /* scheduling: ignored by an engine that runs in order */
        for (const struct sm_item *it = row->items; it->kind; it++)
                item(&c, it);
        if (c.uniform_read) {
                if (!take(&c, 91, 1))
                        c.err = -EINVAL;
        }
        if ((w[0] & ~c.known[0]) || (w[1] & ~c.known[1])) {
                in->imm[2] = 0;
                return -EINVAL;
        }
        if (!c.err && !combination_ok(in))
                return -EINVAL;
        return c.err;
}

int sm_decode(uint32_t sm_arch, const uint64_t word[2], struct sm_insn *ret_insn)
{
        unsigned fam = sm_arch_family(sm_arch);
        unsigned op9 = (unsigned)(word[0] & 0x1ff), form = (unsigned)(word[0] >> 9 & 7);
        int r = -ENOTSUP;
        for (size_t i = 0; i < sm_row_count; i++) {
                const struct sm_row *row = &sm_rows[i];
                if (row->op9 != op9 || !(row->fam & fam) || !(row->forms >> form & 1))
                        continue;
                if (!row_fits(row, word)) {
                        r = -EINVAL;
                        continue;
                }
                struct sm_insn in;
                int e = decode_row(row, fam, word, &in);
                if (!e) {
                        in.row_index = (uint16_t)i;
                        *ret_insn = in;
                        return 0;
                }
                r = e;
        }
        return r;
}
