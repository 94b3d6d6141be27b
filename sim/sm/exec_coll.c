/* SPDX-License-Identifier: MIT */
/* Instructions that look across the lanes of a warp, special registers, fences,
 * and the copies with fragment layouts. */
#include <time.h>

#include "sim/sm/exec_tlb.h"

/* ---- votes, matches, reductions, shuffles ---- */

static uint32_t vote(unsigned op, uint32_t votes, uint32_t mask)
{
        if (op == 0)
                return votes == mask;
        if (op == 1)
                return votes != 0;
        return votes == mask || votes == 0;
}

static void x_vote(struct sm_warp *w, const struct sm_insn *in, uint32_t mask)
{
        uint32_t votes = sm_get_pred(w, in, 0) & mask;
        SM_FOR_LANES(l, mask)
        {
                w->r[in->rd][l] = votes;
        }
        sm_put_pred(w, in->pd[0], vote(in->m[SM_M_VOTE], votes, mask) ? SM_FULL : 0, mask);
}

static void x_voteu(struct sm_warp *w, const struct sm_insn *in, uint32_t mask)
{
        uint32_t votes = sm_get_pred(w, in, 0) & mask;
        if (in->rd != 63)
                w->ur[in->rd] = votes;
        if (in->pd[0] != 7)
                w->p[8 + in->pd[0]] = vote(in->m[SM_M_VOTE], votes, mask) ? SM_FULL : 0;
}

static void x_match(struct sm_warp *w, const struct sm_insn *in, uint32_t mask)
{
        uint64_t v[32];
        for (unsigned l = 0; l < 32; l++)
                v[l] = in->m[SM_M_U64] ? sm_reg64(w, in->a.reg, l) : w->r[in->a.reg][l];
        if (in->m[SM_M_MATCH]) {
                SM_FOR_LANES(l, mask)
                {
                        uint32_t same = 0;
                        SM_FOR_LANES(k, mask)
                        {
                                same |= (uint32_t)(v[k] == v[l]) << k;
                        }
                        w->r[in->rd][l] = same;
                }
                return;
        }
        bool all = true;
        SM_FOR_LANES(l, mask)
        {
                all &= v[l] == v[sm_first(mask)];
        }
        SM_FOR_LANES(l, mask)
        {
                w->r[in->rd][l] = all ? mask : 0;
        }
        sm_put_pred(w, in->pd[0], all ? SM_FULL : 0, mask);
}

static void x_redux(struct sm_warp *w, const struct sm_insn *in, uint32_t mask)
{
        const unsigned op = in->m[SM_M_REDUX], sg = in->m[SM_M_S32];
        uint32_t v = w->r[in->a.reg][sm_first(mask)];
        SM_FOR_LANES(l, mask & (mask - 1))
        {
                uint32_t x = w->r[in->a.reg][l];
                switch (op) {
                case 0:
                        v &= x;
                        break;
                case 1:
                        v |= x;
                        break;
                case 2:
                        v ^= x;
                        break;
                case 3:
                        v += x;
                        break;
                case 4:
                        v = (sg ? (int32_t)x < (int32_t)v : x < v) ? x : v;
                        break;
                default:
                        v = (sg ? (int32_t)x > (int32_t)v : x > v) ? x : v;
                        break;
                }
        }
        if (in->rd != 63)
                w->ur[in->rd] = v;
}

static void x_shfl(struct sm_warp *w, const struct sm_insn *in, uint32_t mask)
{
        uint32_t a[32], valid = 0;
        const unsigned mode = in->m[SM_M_SHFL];
        memcpy(a, w->r[in->a.reg], sizeof(a));
        SM_FOR_LANES(l, mask)
        {
                uint32_t b = in->b.kind ? w->r[in->b.reg][l] : in->imm[0];
                uint32_t c = in->c.kind ? w->r[in->c.reg][l] : in->imm[1];
                uint32_t seg = c >> 8 & 31, clamp = c & 31;
                b &= 31;
                int32_t max = (int32_t)((l & seg) | (clamp & ~seg)), j;
                bool ok;
                switch (mode) {
                case 0:
                        j = (int32_t)((l & seg) | (b & ~seg));
                        ok = j <= max;
                        break;
                case 1:
                        j = (int32_t)l - (int32_t)b;
                        ok = j >= max;
                        break;
                case 2:
                        j = (int32_t)(l + b);
                        ok = j <= max;
                        break;
                default:
                        j = (int32_t)(l ^ b);
                        ok = j <= max;
                        break;
                }
                if (!ok)
                        j = (int32_t)l;
                w->r[in->rd][l] = a[j & 31];
                valid |= (uint32_t)ok << l;
        }
        sm_put_pred(w, in->pd[0], valid, mask);
}

static void x_elect(struct sm_warp *w, const struct sm_insn *in, uint32_t mask)
{
        uint32_t lanes = mask & sm_get_pred(w, in, 0);
        uint32_t leader = lanes ? sm_first(lanes) : 0;
        if (in->rd != 63)
                w->ur[in->rd] = leader;
        sm_put_pred(w, in->pd[0], lanes ? 1u << leader : 0, mask);
}

/* ---- special registers ---- */

static uint64_t now(clockid_t id)
{
        struct timespec t;
        clock_gettime(id, &t);
        return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

/* False: not modelled. */
static bool special(const struct sm_warp *w, unsigned sr, unsigned lane, uint64_t *v)
{
        const struct sm_launch *l = &w->grid->l;
        uint32_t t = w->index * 32 + lane;
        switch (sr) {
        case 0x00:
                *v = lane;
                return true;
        case 0x01:
        case 0x50:
                *v = now(CLOCK_MONOTONIC);
                return true;
        case 0x51:
                *v = now(CLOCK_MONOTONIC) >> 32;
                return true;
        case 0x21:
                *v = t % l->block[0];
                return true;
        case 0x22:
                *v = t / l->block[0] % l->block[1];
                return true;
        case 0x23:
                *v = t / l->block[0] / l->block[1];
                return true;
        case 0x25:
        case 0x26:
        case 0x27:
                *v = w->block->ctaid[sr - 0x25];
                return true;
        case 0x2e:
                *v = l->local_window >> 32;
                return true;
        case 0x2f:
                *v = l->shared_window >> 32;
                return true;
        case 0x30:
                *v = (uint32_t)l->shared_window;
                return true;
        case 0x34:
                *v = (uint32_t)l->local_window;
                return true;
        case 0x38:
                *v = 1u << lane;
                return true;
        case 0x39:
                *v = (1u << lane) - 1;
                return true;
        case 0x3a:
                *v = (2u << lane) - 1;
                return true;
        case 0x3b:
                *v = ~((2u << lane) - 1);
                return true;
        case 0x3c:
                *v = ~((1u << lane) - 1);
                return true;
        case 0x43:
                *v = w->block->sm_id;
                return true;
        case 0x52:
                *v = now(CLOCK_REALTIME);
                return true;
        case 0x53:
                *v = now(CLOCK_REALTIME) >> 32;
                return true;
        case 0x88:
                *v = w->block->rank;
                return l->sm_arch == 90;
        case 0xff:
                *v = 0;
                return true;
        default:
                return false;
        }
}

static bool per_lane(unsigned sr)
{
        return sr == 0 || (sr >= 0x21 && sr <= 0x23) || (sr >= 0x38 && sr <= 0x3c);
}

static void x_s2r(struct sm_warp *w, const struct sm_insn *in, uint32_t mask)
{
        if (in->imm[0] == 0x21 && w->grid->l.block[0] >= 32 && w->grid->l.block[0] % 32 == 0) {
                uint32_t base = w->index * 32 % w->grid->l.block[0];
                SM_FOR_LANES(l, mask)
                {
                        w->r[in->rd][l] = base + l;
                }
                return;
        }
        if (!per_lane(in->imm[0])) {
                uint64_t v;
                if (!special(w, in->imm[0], sm_first(mask), &v)) {
                        sm_exec_refused(w, in, mask);
                        return;
                }
                SM_FOR_LANES(l, mask)
                {
                        w->r[in->rd][l] = (uint32_t)v;
                }
                return;
        }
        SM_FOR_LANES(l, mask)
        {
                uint64_t v;
                if (!special(w, in->imm[0], l, &v)) {
                        sm_exec_refused(w, in, mask);
                        return;
                }
                w->r[in->rd][l] = (uint32_t)v;
        }
}

static void x_cs2r(struct sm_warp *w, const struct sm_insn *in, uint32_t mask)
{
        uint64_t v;
        if (!special(w, in->imm[0], sm_first(mask), &v)) {
                sm_exec_refused(w, in, mask);
                return;
        }
        SM_FOR_LANES(l, mask)
        {
                w->r[in->rd][l] = (uint32_t)v;
                if (!in->m[SM_M_CS32])
                        continue;
                w->r[in->rd + 1][l] = (uint32_t)(v >> 32);
        }
}

static void x_s2ur(struct sm_warp *w, const struct sm_insn *in, uint32_t mask)
{
        uint64_t v;
        if (!special(w, in->imm[0], sm_first(mask), &v)) {
                sm_exec_refused(w, in, mask);
                return;
        }
        if (in->rd != 63)
                w->ur[in->rd] = (uint32_t)v;
}

static void x_r2ur(struct sm_warp *w, const struct sm_insn *in, uint32_t mask)
{
        if (in->rd != 63)
                w->ur[in->rd] = w->r[in->a.reg][sm_first(mask)];
}

/* ---- memory without arithmetic ---- */

static void x_membar(struct sm_warp *w, const struct sm_insn *in, uint32_t mask)
{
        (void)in;
        (void)mask;
        w->sync_ops++;
        atomic_thread_fence(memory_order_seq_cst);
}

static void x_nothing(struct sm_warp *w, const struct sm_insn *in, uint32_t mask)
{
        (void)w;
        (void)in;
        (void)mask;
}

static void x_qspc(struct sm_warp *w, const struct sm_insn *in, uint32_t mask)
{
        const struct sm_launch *g = &w->grid->l;
        uint32_t r = 0;
        SM_FOR_LANES(l, mask)
        {
                uint64_t va = sm_addr64(w, in, l);
                uint64_t off = va - g->shared_window;
                bool shared = g->shared_window && off < SM_WINDOW_B * w->grid->cluster_size;
                bool own = shared && off >> 24 == w->block->rank;
                bool local = g->local_window && va - g->local_window < SM_WINDOW_B;
                bool is = false;
                switch (in->m[SM_M_QSPC]) {
                case 0:
                        is = !shared && !local;
                        break;
                case 1:
                        is = local;
                        break;
                case 2:
                        is = own;
                        break;
                default:
                        is = shared && !own;
                        break;
                }
                r |= (uint32_t)is << l;
        }
        sm_put_pred(w, in->pd[0], r, mask);
}

static void x_ldgsts(struct sm_warp *w, const struct sm_insn *in, uint32_t mask)
{
        const unsigned n = sm_type_B(in->m[SM_M_ASTYPE]);
        uint32_t p = sm_get_pred(w, in, 0);
        sm_tlb_sync(w);
        SM_FOR_LANES(l, mask)
        {
                uint64_t from = sm_addr64(w, in, l);
                uint32_t to = w->r[in->rd][l] + (uint32_t)in->mem_off2;
                if ((to & (n - 1)) || ((p >> l & 1) && (from & (n - 1)))) {
                        sm_raise_memory(w, in, SM_FAULT_MISALIGNED, l, SM_READ,
                                        to & (n - 1) ? to : from, n);
                        return;
                }
                uint8_t *d = sm_shared_ptr(w, to, n);
                if (!d) {
                        sm_raise_memory(w, in, SM_FAULT_SHARED_RANGE, l, SM_WRITE, to, n);
                        return;
                }
                if (!(p >> l & 1)) {
                        memset(d, 0, n);
                        continue;
                }
                const uint8_t *s = sm_tlb_find(w, from, n, SM_READ);
                if (!s) {
                        sm_raise_memory(w, in, SM_FAULT_MMU, l, SM_READ, from, n);
                        return;
                }
                for (unsigned i = 0; i < n; i += 4)
                        sm_store(d + i, 4, sm_load(s + i, 4));
        }
}

/* Eight 8x8 matrices of halves: lane 8i+r gives the address of row r of matrix i;
 * lane t holds elements 2(t%4), 2(t%4)+1 of row t/4, or of the transpose. */
static void matrix(struct sm_warp *w, const struct sm_insn *in, uint32_t mask, bool store)
{
        const unsigned n = 1u << in->m[SM_M_LDSMNUM], trans = in->m[SM_M_LDSMT];
        enum sm_access access = store ? SM_WRITE : SM_READ;
        uint8_t *row[32];
        for (unsigned l = 0; l < 8 * n; l++) {
                uint32_t va = sm_addr32(w, in, l);
                if (va & 15) {
                        sm_raise_memory(w, in, SM_FAULT_MISALIGNED, l, access, va, 16);
                        return;
                }
                row[l] = sm_shared_ptr(w, va, 16);
                if (!row[l]) {
                        sm_raise_memory(w, in, SM_FAULT_SHARED_RANGE, l, access, va, 16);
                        return;
                }
        }
        for (unsigned i = 0; i < n; i++) {
                uint32_t v[32];
                SM_FOR_LANES(l, mask)
                {
                        unsigned r = l / 4, c = 2 * (l % 4);
                        for (unsigned h = 0; h < 2; h++) {
                                uint8_t *p = trans ? row[8 * i + c + h] + 2 * r
                                                   : row[8 * i + r] + 2 * (c + h);
                                if (store) {
                                        sm_store(p, 2, w->r[in->b.reg + i][l] >> (16 * h));
                                } else {
                                        uint32_t x = sm_load(p, 2);
                                        v[l] = h ? v[l] | x << 16 : x;
                                }
                        }
                }
                if (store)
                        continue;
                SM_FOR_LANES(l, mask)
                {
                        w->r[in->rd + i][l] = v[l];
                }
        }
}

static void x_ldsm(struct sm_warp *w, const struct sm_insn *in, uint32_t mask)
{
        matrix(w, in, mask, false);
}

static void x_stsm(struct sm_warp *w, const struct sm_insn *in, uint32_t mask)
{
        matrix(w, in, mask, true);
}

static void x_movm(struct sm_warp *w, const struct sm_insn *in, uint32_t mask)
{
        uint32_t a[32];
        memcpy(a, w->r[in->a.reg], sizeof(a));
        SM_FOR_LANES(l, mask)
        {
                unsigned r = l / 4, c = 2 * (l % 4);
                uint32_t lo = a[4 * c + r / 2] >> (16 * (r & 1)) & 0xffff;
                uint32_t hi = a[4 * (c + 1) + r / 2] >> (16 * (r & 1)) & 0xffff;
                w->r[in->rd][l] = lo | hi << 16;
        }
}

sm_fn *sm_coll_bind(struct sm_insn *in)
{
        switch (in->op) {
        case SM_OP_VOTE:
                return x_vote;
        case SM_OP_VOTEU:
                return x_voteu;
        case SM_OP_MATCH:
                return x_match;
        case SM_OP_REDUX:
                return x_redux;
        case SM_OP_SHFL:
                return x_shfl;
        case SM_OP_ELECT:
                return x_elect;
        case SM_OP_S2R:
                return x_s2r;
        case SM_OP_CS2R:
                return x_cs2r;
        case SM_OP_S2UR:
                return x_s2ur;
        case SM_OP_R2UR:
                return in->pd[0] == 7 ? x_r2ur : NULL;
        case SM_OP_MEMBAR:
                return x_membar;
        case SM_OP_ERRBAR:
        case SM_OP_CGAERRBAR:
        case SM_OP_FENCE:
                return x_nothing;
        case SM_OP_QSPC:
                return in->rd == SM_ROW_TRASH ? x_qspc : NULL;
        case SM_OP_LDGSTS:
                if (!in->m[SM_M_ZFILL] && (in->ps[0] != 7 || in->ps_not[0]))
                        return NULL;
                return x_ldgsts;
        case SM_OP_LDSM:
                return x_ldsm;
        case SM_OP_STSM:
                return x_stsm;
        case SM_OP_MOVM:
                return x_movm;
        default:
                return NULL;
        }
}
