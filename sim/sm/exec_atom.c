/* SPDX-License-Identifier: MIT */
/* Atomics: real ones of the host, since other engines and the CPU share the memory. */
#include "sim/sm/exec_tlb.h"
#include "sim/sm/num.h"

enum kind { K_U32, K_S32, K_U64, K_S64, K_F32, K_F32FTZ, K_F64, K_F16X2, K_BF16X2 };

struct shape {
        enum kind kind;
        unsigned count; /* elements of 32 or 64 bits */
};

static unsigned element_B(enum kind k)
{
        return k == K_U64 || k == K_S64 || k == K_F64 ? 8 : 4;
}

enum { A_ADD, A_MIN, A_MAX, A_INC, A_DEC, A_AND, A_OR, A_XOR, A_EXCH };

static uint64_t combine(enum kind k, unsigned op, uint64_t old, uint64_t v)
{
        uint32_t o = (uint32_t)old, x = (uint32_t)v;
        switch (op) {
        case A_EXCH:
                return v;
        case A_AND:
                return old & v;
        case A_OR:
                return old | v;
        case A_XOR:
                return old ^ v;
        case A_INC:
                return k == K_U64 ? (old >= v ? 0 : old + 1) : o >= x ? 0 : o + 1;
        case A_DEC:
                if (k == K_U64)
                        return old == 0 || old > v ? v : old - 1;
                return o == 0 || o > x ? x : o - 1;
        default:
                break;
        }
        bool max = op == A_MAX;
        switch (k) {
        case K_U32:
                return op == A_ADD ? o + x : (o > x) == max ? o : x;
        case K_S32:
                return op == A_ADD ? o + x : ((int32_t)o > (int32_t)x) == max ? o : x;
        case K_U64:
                return op == A_ADD ? old + v : (old > v) == max ? old : v;
        case K_S64:
                return op == A_ADD ? old + v : ((int64_t)old > (int64_t)v) == max ? old : v;
        case K_F32:
                return sm_fadd(o, x, SM_RN, 0);
        case K_F32FTZ:
                return sm_fadd(o, x, SM_RN, SM_FTZ);
        case K_F64:
                return sm_dadd(old, v, SM_RN);
        default: {
                enum sm_ffmt f = k == K_F16X2 ? SM_F16 : SM_BF16;
                return op == A_ADD ? sm_hadd2(o, x, f, 0) : sm_hmnmx2(o, x, f, max, 0);
        }
        }
}

static uint64_t atomic_at(uint8_t *p, enum kind k, unsigned op, uint64_t v)
{
        if (element_B(k) == 8) {
                uint64_t *q = (uint64_t *)(void *)p;
                uint64_t old = __atomic_load_n(q, __ATOMIC_RELAXED);
                while (!__atomic_compare_exchange_n(q, &old, combine(k, op, old, v), true,
                                                    __ATOMIC_SEQ_CST, __ATOMIC_RELAXED))
                        ;
                return old;
        }
        uint32_t *q = (uint32_t *)(void *)p;
        if (op == A_ADD && (k == K_U32 || k == K_S32))
                return __atomic_fetch_add(q, (uint32_t)v, __ATOMIC_SEQ_CST);
        uint32_t old = __atomic_load_n(q, __ATOMIC_RELAXED);
        while (!__atomic_compare_exchange_n(q, &old, (uint32_t)combine(k, op, old, v), true,
                                            __ATOMIC_SEQ_CST, __ATOMIC_RELAXED))
                ;
        return old;
}

static struct shape shape_of(const struct sm_insn *in)
{
        static const struct shape t8[8] = {{K_U32, 1},   {K_S32, 1}, {K_U64, 1}, {K_F32FTZ, 1},
                                           {K_F16X2, 1}, {K_S64, 1}, {K_F64, 1}, {K_U32, 0}};
        static const struct shape t9[4] = {{K_U32, 1}, {K_S32, 1}, {K_U64, 1}, {K_S64, 1}};
        static const struct shape tf[16] = {
            {K_F16X2, 1}, {K_F16X2, 2}, {K_F16X2, 4}, {K_BF16X2, 1}, {K_BF16X2, 2}, {K_BF16X2, 4},
            {K_U32, 0},   {K_U32, 0},   {K_U32, 0},   {K_F32FTZ, 1}, {K_F32FTZ, 2}, {K_F32FTZ, 4},
            {K_F32, 1},   {K_F32, 2},   {K_F32, 4},   {K_F64, 1}};
        static const struct shape ts[4] = {{K_U32, 1}, {K_S32, 1}, {K_U64, 1}, {K_U32, 0}};
        switch (in->op) {
        case SM_OP_ATOM_F:
        case SM_OP_ATOMG_F:
        case SM_OP_RED_F:
                return tf[in->m[SM_M_FATOMTYPE]];
        case SM_OP_ATOMS:
                return ts[in->m[SM_M_ATOMSTYPE]];
        default:
                if (in->row->fam & SM_FAM_86)
                        return t8[in->m[SM_M_ATOMTYPE8]];
                return t9[in->m[SM_M_ATOMTYPE9]];
        }
}

static unsigned op_of(const struct sm_insn *in)
{
        return in->m[SM_M_ATOMOP] | in->m[SM_M_REDOP] | in->m[SM_M_FATOMOP2];
}

static uint64_t value_at(const struct sm_warp *w, unsigned row, unsigned l, unsigned n)
{
        return n == 8 ? sm_reg64(w, row, l) : w->r[row][l];
}

static void put_old(struct sm_warp *w, unsigned row, unsigned l, unsigned n, uint64_t old)
{
        w->r[row][l] = (uint32_t)old;
        if (n == 8)
                w->r[row + 1][l] = (uint32_t)(old >> 32);
}

static bool in_window(const struct sm_warp *w, uint64_t va)
{
        const struct sm_launch *g = &w->grid->l;
        return (g->shared_window && va - g->shared_window < SM_WINDOW_B * w->grid->cluster_size) ||
               (g->local_window && va - g->local_window < SM_WINDOW_B);
}

/* Host memory of a lane's operand; ATOM addresses are generic, others global. */
static uint8_t *place(struct sm_warp *w, const struct sm_insn *in, unsigned l, uint64_t va,
                      unsigned n)
{
        if (in->op == SM_OP_ATOM || in->op == SM_OP_ATOM_CAS || in->op == SM_OP_ATOM_F)
                return sm_generic_ptr(w, in, l, va, n, SM_ATOMIC);
        if (va & (n - 1)) {
                sm_raise_memory(w, in, SM_FAULT_MISALIGNED, l, SM_ATOMIC, va, n);
                return NULL;
        }
        uint8_t *p = sm_tlb_find(w, va, n, SM_ATOMIC);
        if (!p)
                sm_raise_memory(w, in, SM_FAULT_MMU, l, SM_ATOMIC, va, n);
        return p;
}

static uint8_t *place_shared(struct sm_warp *w, const struct sm_insn *in, unsigned l, unsigned n)
{
        uint32_t va = sm_addr32(w, in, l);
        uint8_t *p = va & (n - 1) ? NULL : sm_shared_ptr(w, va, n);
        if (!p)
                sm_raise_memory(w, in, va & (n - 1) ? SM_FAULT_MISALIGNED : SM_FAULT_SHARED_RANGE,
                                l, SM_ATOMIC, va, n);
        return p;
}

static void x_atomic(struct sm_warp *w, const struct sm_insn *in, uint32_t mask)
{
        const struct shape s = shape_of(in);
        const unsigned n = element_B(s.kind), op = op_of(in);
        const bool red = in->op == SM_OP_RED || in->op == SM_OP_RED_F;
        const bool only_global =
            in->op == SM_OP_ATOM_F || (in->op == SM_OP_ATOM && s.kind >= K_F32);
        uint32_t done = 0;
        w->sync_ops++;
        sm_tlb_sync(w);
        SM_FOR_LANES(l, mask)
        {
                uint64_t va = sm_addr64(w, in, l);
                /* Floats cannot be added in a window: the predicate says so, and the
                 * program takes another way. */
                if (only_global && in_window(w, va))
                        continue;
                uint8_t *p = place(w, in, l, va, n * s.count);
                if (!p)
                        return;
                done |= 1u << l;
                for (unsigned i = 0; i < s.count; i++) {
                        uint64_t old = atomic_at(p + i * n, s.kind, op,
                                                 value_at(w, in->b.reg + i * (n / 4), l, n));
                        if (!red)
                                put_old(w, in->rd + i * (n / 4), l, n, old);
                }
        }
        if (!red)
                sm_put_pred(w, in->pd[0], done, mask);
}

static void x_atoms(struct sm_warp *w, const struct sm_insn *in, uint32_t mask)
{
        const struct shape s = shape_of(in);
        const unsigned n = element_B(s.kind), op = op_of(in);
        w->sync_ops++;
        SM_FOR_LANES(l, mask)
        {
                uint8_t *p = place_shared(w, in, l, n);
                if (!p)
                        return;
                put_old(w, in->rd, l, n, atomic_at(p, s.kind, op, value_at(w, in->b.reg, l, n)));
        }
}

/* Each lane adds one. */
static void x_atoms_popc(struct sm_warp *w, const struct sm_insn *in, uint32_t mask)
{
        w->sync_ops++;
        SM_FOR_LANES(l, mask)
        {
                uint8_t *p = place_shared(w, in, l, 4);
                if (!p)
                        return;
                atomic_at(p, K_U32, A_ADD, 1);
        }
}

/* CAS returns the old value; CAST says with 1 that it stored. */
static void x_cas(struct sm_warp *w, const struct sm_insn *in, uint32_t mask)
{
        const unsigned n = in->m[SM_M_CASTYPE] == 2 ? 8 : 4;
        const bool tell = in->m[SM_M_CASOP] != 0;
        w->sync_ops++;
        sm_tlb_sync(w);
        SM_FOR_LANES(l, mask)
        {
                uint8_t *p = in->op == SM_OP_ATOMS_CAS ? place_shared(w, in, l, n)
                                                       : place(w, in, l, sm_addr64(w, in, l), n);
                if (!p)
                        return;
                uint64_t want = value_at(w, in->b.reg, l, n), v = value_at(w, in->c.reg, l, n), old;
                bool ok;
                if (n == 8) {
                        uint64_t o = want;
                        ok = __atomic_compare_exchange_n((uint64_t *)(void *)p, &o, v, false,
                                                         __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
                        old = o;
                } else {
                        uint32_t o = (uint32_t)want;
                        ok = __atomic_compare_exchange_n((uint32_t *)(void *)p, &o, (uint32_t)v,
                                                         false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
                        old = o;
                }
                put_old(w, in->rd, l, n, tell ? ok : old);
        }
        if (in->op != SM_OP_ATOMS_CAS)
                sm_put_pred(w, in->pd[0], SM_FULL, mask);
}

static bool sound(const struct sm_insn *in)
{
        struct shape s = shape_of(in);
        unsigned op = op_of(in);
        if (!s.count || op > A_EXCH)
                return false;
        switch (s.kind) {
        case K_F32:
        case K_F32FTZ:
        case K_F64:
                return op == A_ADD;
        case K_F16X2:
        case K_BF16X2:
                return op <= A_MAX;
        default:
                return true;
        }
}

sm_fn *sm_atom_bind(struct sm_insn *in)
{
        switch (in->op) {
        case SM_OP_ATOM:
        case SM_OP_ATOMG:
        case SM_OP_RED:
        case SM_OP_ATOM_F:
        case SM_OP_ATOMG_F:
        case SM_OP_RED_F:
                return sound(in) ? x_atomic : NULL;
        case SM_OP_ATOMS:
                return sound(in) ? x_atoms : NULL;
        case SM_OP_ATOMS_POPC:
                return in->rd == SM_ROW_TRASH ? x_atoms_popc : NULL;
        case SM_OP_ATOM_CAS:
        case SM_OP_ATOMG_CAS:
        case SM_OP_ATOMS_CAS:
                return x_cas;
        default:
                return NULL;
        }
}
