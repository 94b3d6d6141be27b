/* SPDX-License-Identifier: MIT */
/* Warps: splits, branches, convergence barriers, and the loop that runs them.
 *
 * A warp is a set of splits (pc, lanes). Only one runs at a time; BSYNC, WARPSYNC
 * and BAR park splits until the lanes they wait for are there. The convergence
 * barriers B0-15 hold one value per lane (the mask of the group), so that two
 * splits may use the same barrier for different groups. After a quantum, or on
 * YIELD, another split gets its turn: lanes that spin cannot starve the lane that
 * would release them. Race-free results do not depend on the order chosen.
 *
 * BSYNC does not wait for ever for lanes that have executed YIELD, which compilers
 * put into loops that poll: if they are all that is missing, the others go ahead,
 * and the barrier's group shrinks to those that stayed behind (the "yielded" state
 * of US patent 10067768). A spin lock in divergent code needs this.
 */
#include "sim/sm/exec.h"

#include <assert.h>
#include <string.h>

/* Turns that polling lanes get before others stop waiting for them: in most loops
 * with a YIELD all lanes come out after a few rounds. */
#define PATIENCE 16

void sm_warp_goto(struct sm_warp *w, uint64_t pc)
{
        uint64_t va = pc & ~(uint64_t)(SM_PAGE_B - 1);
        if (!w->page || w->page->va != va)
                w->page = sm_page_get(w, va);
        if (!w->page) { /* a fault was raised */
                w->ip = NULL;
                return;
        }
        w->ip = &w->page->insn[(pc & (SM_PAGE_B - 1)) / 16];
}

void sm_exec_next_page(struct sm_warp *w, const struct sm_insn *in, uint32_t mask)
{
        (void)in;
        (void)mask;
        sm_warp_goto(w, w->page->va + SM_PAGE_B);
        w->budget++; /* not an instruction */
        if (!w->ip)
                w->budget = 1;
}

static uint64_t next_pc(const struct sm_warp *w)
{
        return w->page->va + (uint64_t)(w->ip - w->page->insn) * 16;
}

/* The running split ends here; its state was saved by the caller or is gone. */
static void leave(struct sm_warp *w)
{
        w->active = 0;
        w->switched = true;
        w->budget = 1;
}

static struct sm_split *push(struct sm_warp *w, uint64_t pc, uint32_t mask,
                             enum sm_split_state state)
{
        assert(w->split_count < 32);
        struct sm_split *s = &w->splits[w->split_count++];
        *s = (struct sm_split){.pc = pc, .mask = mask, .state = (uint8_t)state};
        return s;
}

/* Runnable splits at the same pc become one. */
static void merge(struct sm_warp *w)
{
        for (unsigned i = 0; i < w->split_count; i++) {
                struct sm_split *a = &w->splits[i];
                if (a->state != SM_SPLIT_RUN)
                        continue;
                for (unsigned j = i + 1; j < w->split_count;) {
                        struct sm_split *b = &w->splits[j];
                        if (b->state == SM_SPLIT_RUN && b->pc == a->pc) {
                                a->mask |= b->mask;
                                *b = w->splits[--w->split_count];
                        } else {
                                j++;
                        }
                }
        }
}

static bool try_release(struct sm_warp *w, enum sm_split_state state, uint32_t key, unsigned bar)
{
        uint32_t arrived = 0;
        for (unsigned i = 0; i < w->split_count; i++) {
                const struct sm_split *s = &w->splits[i];
                if (s->state == state && s->key == key && s->bar == bar)
                        arrived |= s->mask;
        }
        uint32_t need = key;
        if (state == SM_SPLIT_BSYNC) /* BREAK may have taken lanes out since */
                need = w->b[bar][sm_first(arrived)];
        if (need & w->alive & ~arrived)
                return false;
        for (unsigned i = 0; i < w->split_count; i++) {
                struct sm_split *s = &w->splits[i];
                if (s->state == state && s->key == key && s->bar == bar)
                        s->state = SM_SPLIT_RUN;
        }
        return true;
}

/* Nothing but lanes that poll can run: those parked at a BSYNC that only they are
 * missing from go on without them. */
static bool release_yielded(struct sm_warp *w)
{
        for (unsigned i = 0; i < w->split_count; i++) {
                const struct sm_split *s = &w->splits[i];
                if (s->state != SM_SPLIT_BSYNC)
                        continue;
                uint32_t arrived = 0, key = s->key;
                unsigned bar = s->bar;
                for (unsigned j = 0; j < w->split_count; j++)
                        if (w->splits[j].state == SM_SPLIT_BSYNC && w->splits[j].key == key &&
                            w->splits[j].bar == bar)
                                arrived |= w->splits[j].mask;
                uint32_t missing = w->b[bar][sm_first(arrived)] & w->alive & ~arrived;
                if (missing & ~w->yielded)
                        continue;
                SM_FOR_LANES(l, missing)
                {
                        w->b[bar][l] &= ~arrived;
                }
                for (unsigned j = 0; j < w->split_count; j++)
                        if (w->splits[j].state == SM_SPLIT_BSYNC && w->splits[j].key == key &&
                            w->splits[j].bar == bar)
                                w->splits[j].state = SM_SPLIT_RUN;
                merge(w);
                return true;
        }
        return false;
}

/* Lanes have exited or left a barrier: somebody may have waited for them. */
static void recheck(struct sm_warp *w)
{
        for (unsigned i = 0; i < w->split_count; i++) {
                struct sm_split *s = &w->splits[i];
                if (s->state == SM_SPLIT_BSYNC || s->state == SM_SPLIT_WARPSYNC)
                        try_release(w, (enum sm_split_state)s->state, s->key, s->bar);
        }
        merge(w);
}

/* @lanes of the running split wait; the rest (if any) goes on. */
static void park(struct sm_warp *w, uint32_t lanes, enum sm_split_state state, uint32_t key,
                 unsigned bar)
{
        struct sm_split *s = push(w, next_pc(w), lanes, state);
        s->key = key;
        s->bar = (uint8_t)bar;
        w->active &= ~lanes;
        w->yielded &= ~lanes;
        if (state == SM_SPLIT_BSYNC || state == SM_SPLIT_WARPSYNC) {
                if (try_release(w, state, key, bar))
                        merge(w);
        }
        if (!w->active)
                leave(w);
}

void sm_warp_branch(struct sm_warp *w, uint32_t taken, uint64_t target)
{
        if (taken == w->active) {
                sm_warp_goto(w, target);
                if (!w->ip)
                        w->budget = 1;
                return;
        }
        push(w, target, taken, SM_SPLIT_RUN);
        w->active &= ~taken;
}

void sm_warp_kill(struct sm_warp *w, uint32_t lanes)
{
        w->alive &= ~lanes;
        w->active &= ~lanes;
        recheck(w);
        for (unsigned n = 0; n < 16; n++)
                if (w->block->bar[n].in_use)
                        sm_barrier_check(w->block, n);
        if (!w->alive) {
                w->done = true;
                w->block->warps_alive--;
                for (unsigned n = 0; n < 16; n++)
                        if (w->block->bar[n].in_use)
                                sm_barrier_check(w->block, n);
        }
        if (w->block->unit->cga_arrived)
                sm_cga_check(w->block->unit);
        if (!w->active)
                leave(w);
}

/* ---- block barriers ---- */

static void barrier_release(struct sm_block *b, unsigned n)
{
        struct sm_barrier *bar = &b->bar[n];
        uint32_t popc = bar->popc;
        bool all = bar->all, any = bar->any;
        for (unsigned i = 0; i < b->warp_count; i++) {
                struct sm_warp *w = &b->warps[i];
                bool woke = false;
                for (unsigned j = 0; j < w->split_count; j++) {
                        struct sm_split *s = &w->splits[j];
                        if (s->state == SM_SPLIT_BAR && s->bar == n) {
                                s->state = SM_SPLIT_RUN;
                                woke = true;
                                if (s->key) { /* a reduction: B2R reads it */
                                        uint32_t op = s->key - 1;
                                        w->result_all[0] = op == 0   ? popc
                                                           : op == 1 ? 0u - all
                                                                     : 0u - any;
                                        w->result_pred = op == 0 ? popc != 0 : op == 1 ? all : any;
                                }
                        }
                }
                if (woke) {
                        merge(w);
                        w->waiting = false;
                }
        }
        memset(bar, 0, sizeof(*bar));
}

/* A warp counts once all its living lanes are there. */
void sm_barrier_check(struct sm_block *b, unsigned n)
{
        struct sm_barrier *bar = &b->bar[n];
        bool waiting = false;
        for (unsigned i = 0; i < b->warp_count; i++) {
                struct sm_warp *w = &b->warps[i];
                if (bar->partial[i] && !(w->alive & ~bar->partial[i])) {
                        bar->count++;
                        bar->partial[i] = 0;
                }
                waiting |= bar->partial[i] != 0;
        }
        uint32_t expected = bar->expected ? bar->expected : b->warps_alive;
        if (bar->count && bar->count >= expected && !(waiting && !bar->expected))
                barrier_release(b, n);
}

/* BAR.SYNC (0), .ARV (1), .RED (2). */
static void x_bar(struct sm_warp *w, const struct sm_insn *in, uint32_t mask)
{
        unsigned n = in->imm[0], op = in->m[SM_M_BAROP];
        uint32_t threads = in->imm[1];
        if (in->b.kind) { /* a register: the barrier, and in form 1 the count above it */
                uint32_t v = sm_lane(w, &in->b, sm_first(mask));
                n = v & 15;
                if (in->form == 1)
                        threads = v >> 16 & 0xfff;
        }
        struct sm_block *b = w->block;
        struct sm_barrier *bar = &b->bar[n];
        uint32_t expected = (threads + 31) / 32;
        if (threads % 32 || expected > b->warp_count) {
                sm_raise(w, in, SM_FAULT_BARRIER, sm_first(mask),
                         "barrier %u waits for %u threads: not a multiple of 32 up to the %u of "
                         "the block",
                         n, threads, b->warp_count * 32);
                return;
        }
        if (!bar->in_use) {
                bar->in_use = true;
                bar->expected = expected;
                bar->all = true;
        } else if (bar->expected != expected) {
                sm_raise(w, in, SM_FAULT_BARRIER, sm_first(mask),
                         "barrier %u is in use for %u warps, here asked for %u (0: all)", n,
                         bar->expected, expected);
                return;
        }
        if (op == 2) {
                uint32_t p = sm_get_pred(w, in, 0) & mask;
                bar->popc += (uint32_t)__builtin_popcount(p);
                bar->all &= p == mask;
                bar->any |= p != 0;
        }
        bar->partial[w->index] |= mask;
        if (op != 1) {
                park(w, mask, SM_SPLIT_BAR, op == 2 ? in->m[SM_M_BARRED] + 1u : 0, n);
        }
        sm_barrier_check(b, n);
}

static void x_b2r(struct sm_warp *w, const struct sm_insn *in, uint32_t mask)
{
        SM_FOR_LANES(l, mask)
        {
                w->r[in->rd][l] = w->result_all[0];
        }
        sm_put_pred(w, in->pd[0], w->result_pred ? SM_FULL : 0, mask);
}

/* ---- branches ---- */

static uint32_t cond(const struct sm_warp *w, const struct sm_insn *in, uint32_t mask)
{
        return mask & sm_get_pred(w, in, 0);
}

static uint64_t target_of(const struct sm_warp *w, const struct sm_insn *in)
{
        return sm_pc_of(w, in) + 16 + (uint64_t)in->rel;
}

static void x_bra(struct sm_warp *w, const struct sm_insn *in, uint32_t mask)
{
        uint32_t taken = cond(w, in, mask);
        if (!taken)
                return;
        if (taken == w->active) {
                int64_t i = (in - w->page->insn) + 1 + in->rel / 16;
                if (i >= 0 && i < SM_PAGE_INSNS) {
                        w->ip = &w->page->insn[i];
                        return;
                }
        }
        sm_warp_branch(w, taken, target_of(w, in));
}

/* BRA.DIV: taken by all when lanes of the mask are missing; .CONV: when none is. */
static void x_bra_div(struct sm_warp *w, const struct sm_insn *in, uint32_t mask)
{
        uint32_t want = in->a.inv ? ~w->ur[in->a.reg] : w->ur[in->a.reg];
        bool diverged = want & w->alive & ~w->active;
        uint32_t taken = cond(w, in, mask);
        if (taken && diverged == (in->m[SM_M_BRAANY] == 2))
                sm_warp_branch(w, taken, target_of(w, in));
}

/* Each group of lanes goes to its own target. */
static void scatter(struct sm_warp *w, const struct sm_insn *in, uint32_t mask, uint64_t base)
{
        while (mask) {
                uint64_t t = sm_reg64(w, in->a.reg, sm_first(mask));
                uint32_t same = 0;
                SM_FOR_LANES(l, mask)
                {
                        same |= (uint32_t)(sm_reg64(w, in->a.reg, l) == t) << l;
                }
                mask &= ~same;
                if ((base + t) & 15) {
                        sm_raise(w, in, SM_FAULT_ILLEGAL, sm_first(same),
                                 "branch to 0x%llx, which is not a multiple of 16",
                                 (unsigned long long)(base + t));
                        return;
                }
                sm_warp_branch(w, same, base + t);
        }
}

static void x_brx(struct sm_warp *w, const struct sm_insn *in, uint32_t mask)
{
        uint32_t taken = cond(w, in, mask);
        if (taken)
                scatter(w, in, taken, target_of(w, in));
}

static void x_ret(struct sm_warp *w, const struct sm_insn *in, uint32_t mask)
{
        uint32_t taken = cond(w, in, mask);
        if (taken)
                scatter(w, in, taken, in->m[SM_M_RETABS] ? (uint64_t)in->rel : target_of(w, in));
}

static void x_call(struct sm_warp *w, const struct sm_insn *in, uint32_t mask)
{
        uint32_t taken = cond(w, in, mask);
        if (!taken)
                return;
        uint64_t base = in->op == SM_OP_CALL_ABS ? (uint64_t)in->rel : target_of(w, in);
        if (in->a.kind == SM_SRC_REG)
                scatter(w, in, taken, base);
        else
                sm_warp_branch(w, taken, base);
}

/* The address of this instruction, or of a label. */
static void x_lepc(struct sm_warp *w, const struct sm_insn *in, uint32_t mask)
{
        uint64_t pc = in->form == 4 ? target_of(w, in) : sm_pc_of(w, in);
        SM_FOR_LANES(l, mask)
        {
                w->r[in->rd][l] = (uint32_t)pc;
                w->r[in->rd + 1][l] = (uint32_t)(pc >> 32);
        }
}

static void x_trap(struct sm_warp *w, const struct sm_insn *in, uint32_t mask)
{
        sm_raise(w, in, SM_FAULT_TRAP, sm_first(mask), "the program traps");
}

static void x_exit(struct sm_warp *w, const struct sm_insn *in, uint32_t mask)
{
        uint32_t lanes = cond(w, in, mask);
        if (lanes)
                sm_warp_kill(w, lanes);
}

static void x_bssy(struct sm_warp *w, const struct sm_insn *in, uint32_t mask)
{
        uint32_t *b = w->b[in->bar];
        uint32_t lanes = cond(w, in, mask);
        for (unsigned l = 0; l < 32; l++)
                b[l] = lanes >> l & 1 ? lanes : b[l];
}

static void x_bsync(struct sm_warp *w, const struct sm_insn *in, uint32_t mask)
{
        const uint32_t *b = w->b[in->bar];
        uint32_t left = cond(w, in, mask);
        while (left) {
                uint32_t group = b[sm_first(left)], lanes = 0;
                SM_FOR_LANES(l, left)
                {
                        lanes |= (uint32_t)(b[l] == group) << l;
                }
                left &= ~lanes;
                /* A lane outside its own mask has broken out: it does not wait. */
                if (!(group & lanes) || !(group & w->alive & ~lanes))
                        continue;
                park(w, lanes, SM_SPLIT_BSYNC, group, in->bar);
        }
}

static void x_break(struct sm_warp *w, const struct sm_insn *in, uint32_t mask)
{
        uint32_t *b = w->b[in->bar];
        uint32_t lanes = cond(w, in, mask);
        if (!lanes)
                return;
        uint32_t group = b[sm_first(lanes)];
        SM_FOR_LANES(l, group)
        {
                b[l] &= ~lanes;
        }
        /* Splits parked under the old value wait for fewer lanes now. */
        for (unsigned i = 0; i < w->split_count; i++) {
                struct sm_split *s = &w->splits[i];
                if (s->state == SM_SPLIT_BSYNC && s->bar == in->bar && s->key == group)
                        s->key = group & ~lanes;
        }
        recheck(w);
}

static void x_bmov_rb(struct sm_warp *w, const struct sm_insn *in, uint32_t mask)
{
        uint32_t *b = w->b[in->bar];
        SM_FOR_LANES(l, mask)
        {
                w->r[in->rd][l] = b[l];
                if (in->m[SM_M_BMOVC])
                        b[l] = 0;
        }
}

static void x_bmov_br(struct sm_warp *w, const struct sm_insn *in, uint32_t mask)
{
        SM_FOR_LANES(l, mask)
        {
                w->b[in->bar][l] = sm_lane(w, &in->b, l);
        }
}

static void warpsync(struct sm_warp *w, uint32_t lanes, uint32_t want)
{
        if (want & w->alive & ~lanes)
                park(w, lanes, SM_SPLIT_WARPSYNC, want, 0);
}

static void x_warpsync(struct sm_warp *w, const struct sm_insn *in, uint32_t mask)
{
        uint32_t left = cond(w, in, mask);
        bool coll_all = in->op == SM_OP_WARPSYNC_COLL && in->a.kind == SM_SRC_NONE;
        if (in->op == SM_OP_WARPSYNC_ALL || in->op == SM_OP_WARPSYNC_IMM || coll_all) {
                if (left)
                        warpsync(w, left, in->op == SM_OP_WARPSYNC_IMM ? in->imm[0] : SM_FULL);
                return;
        }
        const struct sm_src *src = in->b.kind ? &in->b : &in->a;
        while (left) {
                uint32_t want = sm_lane(w, src, sm_first(left)), same = 0;
                SM_FOR_LANES(l, left)
                {
                        same |= (uint32_t)(sm_lane(w, src, l) == want) << l;
                }
                left &= ~same;
                warpsync(w, same, want);
        }
}

static void x_yield(struct sm_warp *w, const struct sm_insn *in, uint32_t mask)
{
        w->yielded |= cond(w, in, mask);
        if (w->split_count)
                w->budget = 1;
}

static void x_nanosleep(struct sm_warp *w, const struct sm_insn *in, uint32_t mask)
{
        w->sync_ops += 16;
        w->yield = true;
        w->budget = 1;
        x_yield(w, in, mask);
}

static void x_nop(struct sm_warp *w, const struct sm_insn *in, uint32_t mask)
{
        (void)w;
        (void)in;
        (void)mask;
}

/* The cluster's barrier: a phase ends when every living lane has arrived. */
void sm_cga_check(struct sm_unit *u)
{
        uint32_t alive = 0;
        for (uint32_t i = 0; i < u->block_count; i++)
                for (uint32_t j = 0; j < u->blocks[i].warp_count; j++)
                        alive += (uint32_t)__builtin_popcount(u->blocks[i].warps[j].alive);
        if (!u->cga_arrived || u->cga_arrived < alive)
                return;
        u->cga_arrived = 0;
        u->cga_phase++;
        for (uint32_t i = 0; i < u->block_count; i++) {
                for (uint32_t j = 0; j < u->blocks[i].warp_count; j++) {
                        struct sm_warp *w = &u->blocks[i].warps[j];
                        for (unsigned k = 0; k < w->split_count; k++)
                                if (w->splits[k].state == SM_SPLIT_CGA)
                                        w->splits[k].state = SM_SPLIT_RUN;
                        merge(w);
                        w->waiting = false;
                }
        }
}

static void x_ucgabar_arv(struct sm_warp *w, const struct sm_insn *in, uint32_t mask)
{
        struct sm_unit *u = w->block->unit;
        (void)in;
        w->cga_key = u->cga_phase;
        u->cga_arrived += (uint32_t)__builtin_popcount(mask);
        sm_cga_check(u);
}

static void x_ucgabar_wait(struct sm_warp *w, const struct sm_insn *in, uint32_t mask)
{
        (void)in;
        if (w->block->unit->cga_phase == w->cga_key)
                park(w, mask, SM_SPLIT_CGA, 0, 0);
}

sm_fn *sm_ctl_bind(struct sm_insn *in)
{
        switch (in->op) {
        case SM_OP_BAR:
                return in->m[SM_M_BAROP] == 3 ? NULL : x_bar;
        case SM_OP_B2R:
                return x_b2r;
        case SM_OP_BRA:
                return x_bra; /* .U promises that all lanes agree; INC, DEC count calls */
        case SM_OP_BRA_COND:
                return in->m[SM_M_BRAANY] >= 2 ? x_bra_div : NULL;
        case SM_OP_BRX:
                return x_brx;
        case SM_OP_RET:
                return x_ret;
        case SM_OP_CALL_REL:
        case SM_OP_CALL_ABS:
                return x_call;
        case SM_OP_LEPC:
                return x_lepc;
        case SM_OP_BPT_TRAP:
                return x_trap;
        case SM_OP_EXIT:
                return in->m[SM_M_EXITK] == 2 ? NULL : x_exit;
        case SM_OP_BSSY:
                return x_bssy;
        case SM_OP_BSYNC:
                return x_bsync;
        case SM_OP_BREAK:
                return x_break;
        case SM_OP_BMOV_RB:
                return x_bmov_rb;
        case SM_OP_BMOV_BR:
                return x_bmov_br;
        case SM_OP_WARPSYNC:
                return in->m[SM_M_WSYNC] ? NULL : x_warpsync;
        case SM_OP_WARPSYNC_ALL:
        case SM_OP_WARPSYNC_IMM:
        case SM_OP_WARPSYNC_COLL:
                return x_warpsync;
        case SM_OP_YIELD:
                return x_yield;
        case SM_OP_NANOSLEEP:
                return x_nanosleep;
        case SM_OP_UCGABAR_ARV:
                return x_ucgabar_arv;
        case SM_OP_UCGABAR_WAIT:
                return x_ucgabar_wait;
        case SM_OP_NOP:
        case SM_OP_DEPBAR: /* every load has completed by now */
        case SM_OP_LDGDEPBAR:
        case SM_OP_ENDCOLLECTIVE:
        case SM_OP_PREEXIT: /* grids run one after the other */
        case SM_OP_ACQBULK:
        case SM_OP_CCTL: /* there is no cache to manage */
                return x_nop;
        default:
                return NULL;
        }
}

/* ---- the loop ---- */

/* Take up a runnable split, the next after the last one; false if none. */
static bool take_split(struct sm_warp *w)
{
        for (unsigned i = 0; i < w->split_count; i++) {
                unsigned j = (w->split_cur + i) % w->split_count;
                struct sm_split s = w->splits[j];
                if (s.state != SM_SPLIT_RUN)
                        continue;
                w->split_count--;
                memmove(&w->splits[j], &w->splits[j + 1],
                        (w->split_count - j) * sizeof(w->splits[0]));
                w->split_cur = w->split_count ? j % w->split_count : 0;
                w->active = s.mask;
                sm_warp_goto(w, s.pc);
                return w->ip != NULL;
        }
        return false;
}

static void rotate(struct sm_warp *w)
{
        push(w, next_pc(w), w->active, SM_SPLIT_RUN);
        w->active = 0;
        merge(w);
}

void sm_warp_run(struct sm_warp *w, int32_t budget)
{
        int32_t left = budget;
        while (left > 0 && !w->done) {
                if (!w->active && !take_split(w)) {
                        w->waiting = true;
                        return;
                }
                w->budget = left;
                w->switched = false;
                w->yield = false;
                int32_t ran = 0;
                do {
                        const struct sm_insn *in = w->ip;
                        uint32_t mask = w->active & (w->p[in->guard] ^ (0u - in->guard_not));
                        w->ip = in + 1;
                        ran++;
                        if (mask)
                                in->fn(w, in, mask);
                } while (--w->budget > 0);
                w->executed += (uint64_t)ran;
                left -= ran;
                if (atomic_load_explicit(&w->grid->stop, memory_order_relaxed))
                        return;
                if (!w->ip)
                        return;
                if (w->active && w->split_count) { /* turn over: let others run */
                        rotate(w);
                        bool alone = w->yielded != 0;
                        for (unsigned i = 0, n = 0; i < w->split_count; i++)
                                alone &= w->splits[i].state != SM_SPLIT_RUN || n++ == 0;
                        if (alone && ++w->patience >= PATIENCE && release_yielded(w))
                                w->patience = 0;
                }
                if (w->yield)
                        return;
        }
}
