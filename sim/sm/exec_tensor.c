/* SPDX-License-Identifier: MIT */
/* HMMA, IMMA, DMMA: the arithmetic is tensor.h's, here are only the operands. */
#include "sim/sm/exec.h"
#include "sim/sm/tensor.h"

#define ROWS(reg) ((const uint32_t(*)[32])(const void *)w->r[reg])

static void whole_warp(struct sm_warp *w, const struct sm_insn *in, uint32_t mask, int r)
{
        if (r < 0)
                sm_exec_refused(w, in, mask);
}

/* The instruction is defined for converged warps only. */
static bool converged(struct sm_warp *w, const struct sm_insn *in, uint32_t mask)
{
        if (mask == SM_FULL)
                return true;
        sm_raise(w, in, SM_FAULT_ILLEGAL, sm_first(mask),
                 "%s with lanes 0x%08x only: it needs the whole warp", in->row->name, mask);
        return false;
}

static void x_hmma(struct sm_warp *w, const struct sm_insn *in, uint32_t mask)
{
        static const enum sm_ffmt from[3] = {SM_F16, SM_BF16, SM_TF32};
        static const unsigned ks[3] = {8, 16, 4};
        if (converged(w, in, mask))
                whole_warp(w, in, mask,
                           sm_hmma(w->grid->l.sm_arch, from[in->m[SM_M_HMMATYPE]],
                                   ks[in->m[SM_M_HMMASIZE]], in->m[SM_M_HMMAACC], &w->r[in->rd],
                                   ROWS(in->a.reg), ROWS(in->b.reg), ROWS(in->c.reg)));
}

static void x_imma(struct sm_warp *w, const struct sm_insn *in, uint32_t mask)
{
        static const enum sm_itype types[4] = {SM_U8, SM_S8, SM_U4, SM_S4};
        static const uint8_t m[7] = {8, 0, 8, 0, 16, 16, 16}, k[7] = {16, 0, 32, 0, 16, 32, 64};
        unsigned s = in->m[SM_M_IMMASIZE8] | in->m[SM_M_IMMASIZE9];
        if (converged(w, in, mask))
                whole_warp(w, in, mask,
                           sm_imma(m[s], k[s], types[in->m[SM_M_IMMAA]], types[in->m[SM_M_IMMAB]],
                                   in->m[SM_M_SAT], &w->r[in->rd], ROWS(in->a.reg), ROWS(in->b.reg),
                                   ROWS(in->c.reg)));
}

static void x_dmma(struct sm_warp *w, const struct sm_insn *in, uint32_t mask)
{
        static const uint8_t m[4] = {8, 16, 16, 16}, k[4] = {4, 4, 8, 16};
        unsigned s = in->m[SM_M_DMMASIZE];
        if (converged(w, in, mask))
                whole_warp(w, in, mask,
                           sm_dmma(m[s], k[s], (enum sm_round)in->m[SM_M_RND], &w->r[in->rd],
                                   ROWS(in->a.reg), ROWS(in->b.reg), ROWS(in->c.reg)));
}

sm_fn *sm_tensor_bind(struct sm_insn *in)
{
        switch (in->op) {
        case SM_OP_HMMA:
                return x_hmma;
        case SM_OP_IMMA:
                return x_imma;
        case SM_OP_DMMA:
                return x_dmma;
        default:
                return NULL;
        }
}
