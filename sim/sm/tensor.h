/* SPDX-License-Identifier: MIT */
/* Tensor-core instructions of one whole warp.
 *
 * Fragments are registers of 32 lanes, reg[i][lane], in the layouts that the PTX
 * manual documents for mma.sync; every function reads all operands before it
 * writes, so @d may be @a, @b or @c. No state; any thread.
 */
#ifndef PEAL_SIM_SM_TENSOR_H
#define PEAL_SIM_SM_TENSOR_H

#include <stdbool.h>
#include <stdint.h>

#include "sim/sm/num.h"

enum sm_itype { SM_S8, SM_U8, SM_S4, SM_U4, SM_B1_XOR, SM_B1_AND };

/* HMMA m16n8k@k. @from: SM_F16, SM_BF16, SM_TF32 (k 4, 8; the others 8, 16).
 * @acc_f32: f32 accumulators (c, d: 4 registers), else f16 (2 registers).
 * Registers: a: 2 for f16 k8, 4 for k16; tf32 k4: 2, k8: 4; b: half of a.
 * @sm_arch decides the width of the sum and whether f16 k16 and tf32 k8 run as two chained
 * halves (sm_80 to 89).
 * 0, or -ENOTSUP for a combination that is not modelled. */
int sm_hmma(uint32_t sm_arch, enum sm_ffmt from, unsigned k, bool acc_f32, uint32_t d[][32],
            const uint32_t a[][32], const uint32_t b[][32], const uint32_t c[][32]);

/* IMMA: m8n8k16 (8 bit), m8n8k32 (4 bit): a 1, b 1, c 2 registers; m16n8k16, k32 (8
 * bit), m16n8k32, k64 (4 bit): a 2 or 4, b 1 or 2, c 4. BMMA (SM_B1_*, both types
 * equal): m8n8k128, m16n8k128, m16n8k256. @sat: clamp to s32 at the end, else wrap. */
int sm_imma(unsigned m, unsigned k, enum sm_itype a_type, enum sm_itype b_type, bool sat,
            uint32_t d[][32], const uint32_t a[][32], const uint32_t b[][32],
            const uint32_t c[][32]);

/* DMMA m8n8k4, and sm_90's m16n8k4, k8, k16. f64 values are register pairs, low
 * word first: m8n8k4: a 2, b 2, c 4 registers; m16n8k16: a 16, b 8, c 8. */
int sm_dmma(unsigned m, unsigned k, enum sm_round round, uint32_t d[][32], const uint32_t a[][32],
            const uint32_t b[][32], const uint32_t c[][32]);

/* One element of HGMMA, whose operands come from shared memory: @n products x[i] *
 * y[i] of @from (at most 32: one k block) plus @c, each cut to @width fraction bits
 * after alignment. @acc: SM_F32 (cut to @result_bits fraction bits) or SM_F16. On sm_90: width 25
 * and 23 result bits; 13 and 13 for E4M3 and E5M2. Returns @acc's bits. */
uint32_t sm_tensor_dot(enum sm_ffmt from, unsigned n, const uint32_t *x, const uint32_t *y,
                       uint32_t c, enum sm_ffmt acc, unsigned width, unsigned result_bits);

#endif
