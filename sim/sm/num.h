/* SPDX-License-Identifier: MIT */
/* Arithmetic of one SM lane, bit for bit.
 *
 * Every function maps raw register bits to raw register bits. None keeps
 * state, looks at or changes the floating-point environment (which must be the
 * default one: round to nearest, no flush to zero), or traps; all may be called
 * from any thread. Compile with -ffp-contract=off.
 *
 * Operand modifiers (negate, absolute value, half swizzles, guards) are the
 * caller's job: apply them to the bits before the call. On the hardware they act
 * on the raw sign bit, before any flush, and also on NaN.
 *
 * NaN results of f32, f16, bf16 operations are one canonical quiet NaN with a
 * clear sign (SM_NAN_F32 and so on); f64 rules are at sm_dadd().
 */
#ifndef PEAL_SIM_SM_NUM_H
#define PEAL_SIM_SM_NUM_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* The encoding of the rounding field of FADD, FMUL, FFMA, D*, F2F, F2I, I2F. */
enum sm_round {
        SM_RN = 0, /* nearest even; ROUND for FRND and F2I */
        SM_RM = 1, /* down; FLOOR */
        SM_RP = 2, /* up; CEIL */
        SM_RZ = 3, /* toward zero; TRUNC */
};

/* Modifiers, or-ed into @flags. A function ignores those it does not name. */
enum {
        SM_FTZ = 1u << 0,       /* f32 subnormals: zero of the same sign, in and out */
        SM_SAT = 1u << 1,       /* clamp to [0, 1]; NaN becomes +0 */
        SM_FMZ = 1u << 2,       /* FMUL, FFMA: as FTZ, and 0 * anything (NaN, inf) is +0 */
        SM_RELU = 1u << 3,      /* negative results and -0 become +0; NaN stays NaN */
        SM_NANPROP = 1u << 4,   /* min/max with .NAN: a NaN operand gives NaN */
        SM_XORSIGN = 1u << 5,   /* FMNMX/HMNMX2.XORSIGN: sign of the result is sign(a)^sign(b) */
        SM_NTZ = 1u << 6,       /* F2I: a NaN gives 0 instead of the sign-bit pattern */
        SM_SATFINITE = 1u << 7, /* to fp8, f16, bf16, tf32: overflow gives the largest finite */
};

#define SM_NAN_F32 0x7fffffffu
#define SM_NAN_F16 0x7fffu /* also bf16 */
#define SM_NAN_F64 0xfff8000000000000ull

/* The 4-bit comparison field of FSETP, FSET, DSETP, HSETP2, HSET2: bit 0 true
 * if less, bit 1 if equal, bit 2 if greater, bit 3 if unordered. */
enum sm_fcmp {
        SM_FCMP_F = 0,
        SM_FCMP_LT = 1,
        SM_FCMP_EQ = 2,
        SM_FCMP_LE = 3,
        SM_FCMP_GT = 4,
        SM_FCMP_NE = 5, /* ordered and not equal */
        SM_FCMP_GE = 6,
        SM_FCMP_NUM = 7,
        SM_FCMP_NAN = 8,
        SM_FCMP_LTU = 9,
        SM_FCMP_EQU = 10,
        SM_FCMP_LEU = 11,
        SM_FCMP_GTU = 12,
        SM_FCMP_NEU = 13,
        SM_FCMP_GEU = 14,
        SM_FCMP_T = 15,
};

/* Formats of floating-point registers. TF32 sits in 32 bits, the low 13 clear. */
enum sm_ffmt { SM_F16, SM_BF16, SM_TF32, SM_F32, SM_F64, SM_E4M3, SM_E5M2 };

static inline float sm_f32_of(uint32_t bits)
{
        float f;
        memcpy(&f, &bits, sizeof(f));
        return f;
}

static inline uint32_t sm_bits_of_f32(float f)
{
        uint32_t bits;
        memcpy(&bits, &f, sizeof(bits));
        return bits;
}

static inline double sm_f64_of(uint64_t bits)
{
        double d;
        memcpy(&d, &bits, sizeof(d));
        return d;
}

static inline uint64_t sm_bits_of_f64(double d)
{
        uint64_t bits;
        memcpy(&bits, &d, sizeof(bits));
        return bits;
}

static inline bool sm_f32_is_nan(uint32_t a)
{
        return (a & 0x7fffffffu) > 0x7f800000u;
}

/* FTZ of one f32: subnormals become zero of their sign. */
static inline uint32_t sm_f32_flush(uint32_t a)
{
        return (a & 0x7f800000u) ? a : a & 0x80000000u;
}

static inline uint32_t sm_f32_canon(uint32_t a)
{
        return sm_f32_is_nan(a) ? SM_NAN_F32 : a;
}

/* ---- f32 -------------------------------------------------------------- */

/* Round to nearest, no modifier: branch-free, vectorise in a lane loop. These
 * are what sm_fadd() and so on do for (SM_RN, 0). */
static inline uint32_t sm_fadd_rn(uint32_t a, uint32_t b)
{
        return sm_f32_canon(sm_bits_of_f32(sm_f32_of(a) + sm_f32_of(b)));
}

static inline uint32_t sm_fmul_rn(uint32_t a, uint32_t b)
{
        return sm_f32_canon(sm_bits_of_f32(sm_f32_of(a) * sm_f32_of(b)));
}

static inline uint32_t sm_ffma_rn(uint32_t a, uint32_t b, uint32_t c)
{
        return sm_f32_canon(sm_bits_of_f32(fmaf(sm_f32_of(a), sm_f32_of(b), sm_f32_of(c))));
}

/* FADD, FMUL, FFMA. Flags: SM_FTZ, SM_SAT; SM_FMZ for the last two. */
uint32_t sm_fadd(uint32_t a, uint32_t b, enum sm_round round, unsigned flags);
uint32_t sm_fmul(uint32_t a, uint32_t b, enum sm_round round, unsigned flags);
uint32_t sm_ffma(uint32_t a, uint32_t b, uint32_t c, enum sm_round round, unsigned flags);

/* FMNMX: @max selects the larger (the instruction takes the minimum when its
 * predicate is true). One NaN operand: the other one, unless SM_NANPROP; two:
 * NaN. -0 < +0. Flags: SM_FTZ, SM_NANPROP, SM_XORSIGN. */
uint32_t sm_fmnmx(uint32_t a, uint32_t b, bool max, unsigned flags);

/* FSETP, FSET. Flags: SM_FTZ. */
bool sm_fcmp(enum sm_fcmp op, uint32_t a, uint32_t b, unsigned flags);

/* FCHK.DIVIDE: true when a / b needs the slow path of a division. */
bool sm_fchk(uint32_t a, uint32_t b);

/* FRND: to an integral value of the same format (SM_F16, SM_BF16, SM_F32, SM_F64). Flags:
 * SM_FTZ (f32 only: a subnormal counts as zero of its sign before rounding). */
uint64_t sm_frnd(uint64_t a, enum sm_ffmt fmt, enum sm_round round, unsigned flags);

/* FSWZADD of one lane: @op is the lane's 2-bit field: 0 a + b, 1 a - b, 2 b - a,
 * 3 b. @a is the (shuffled) first operand. Flags: SM_FTZ. */
uint32_t sm_fswzadd(uint32_t a, uint32_t b, unsigned op, enum sm_round round, unsigned flags);

/* ---- f64 -------------------------------------------------------------- */

/* DADD, DMUL, DFMA; subnormals always kept. NaN: an operand that is NaN comes
 * through quieted (the first of a, b, c); an invalid operation gives
 * SM_NAN_F64. */
uint64_t sm_dadd(uint64_t a, uint64_t b, enum sm_round round);
uint64_t sm_dmul(uint64_t a, uint64_t b, enum sm_round round);
uint64_t sm_dfma(uint64_t a, uint64_t b, uint64_t c, enum sm_round round);

/* DSETP, all sixteen masks. DSETP.MIN and .MAX use sm_dsetp_minmax(). */
bool sm_dcmp(enum sm_fcmp op, uint64_t a, uint64_t b);

/* DSETP with comparison field 0 (.MIN) or 15 (.MAX), as nvcc's fmin() uses it:
 * *ret_first (first predicate, before it is combined): @a is the result, else @b.
 * *ret_second (second predicate): both are NaN, and nvcc then sets the quiet bit
 * of @b. Seen through min.f64 and max.f64 only. Both are always written. */
void sm_dsetp_minmax(bool max, uint64_t a, uint64_t b, bool *ret_first, bool *ret_second);

/* ---- f16 and bf16 ------------------------------------------------------ */

/* @fmt is SM_F16 or SM_BF16. One rounding (to nearest even). The *2 forms work
 * on both halves of a register, low with low and high with high. Flags:
 * SM_FTZ (.FTZ: f16 or bf16 subnormals to zero, in and out), SM_SAT, SM_RELU; sm_hmul and
 * sm_hfma also SM_FMZ. */
uint16_t sm_hadd(uint16_t a, uint16_t b, enum sm_ffmt fmt, unsigned flags);
uint16_t sm_hmul(uint16_t a, uint16_t b, enum sm_ffmt fmt, unsigned flags);
uint16_t sm_hfma(uint16_t a, uint16_t b, uint16_t c, enum sm_ffmt fmt, unsigned flags);
uint32_t sm_hadd2(uint32_t a, uint32_t b, enum sm_ffmt fmt, unsigned flags);
uint32_t sm_hmul2(uint32_t a, uint32_t b, enum sm_ffmt fmt, unsigned flags);
uint32_t sm_hfma2(uint32_t a, uint32_t b, uint32_t c, enum sm_ffmt fmt, unsigned flags);

/* HADD2.F32, HMUL2.F32, HFMA2.F32: half operands, f32 result. Flags: SM_FTZ, SM_SAT. */
uint32_t sm_hadd_f32(uint16_t a, uint16_t b, enum sm_ffmt fmt, unsigned flags);
uint32_t sm_hmul_f32(uint16_t a, uint16_t b, enum sm_ffmt fmt, unsigned flags);
uint32_t sm_hfma_f32(uint16_t a, uint16_t b, uint16_t c, enum sm_ffmt fmt, unsigned flags);

/* HMNMX2. Rules and flags of sm_fmnmx(). */
uint16_t sm_hmnmx(uint16_t a, uint16_t b, enum sm_ffmt fmt, bool max, unsigned flags);
uint32_t sm_hmnmx2(uint32_t a, uint32_t b, enum sm_ffmt fmt, bool max, unsigned flags);

/* HSETP2, HSET2: one half. Flags: SM_FTZ. */
bool sm_hcmp(enum sm_fcmp op, uint16_t a, uint16_t b, enum sm_ffmt fmt, unsigned flags);

/* ---- conversions -------------------------------------------------------- */

/* F2F between any two of F16, BF16, TF32, F32, F64 (and E4M3, E5M2 as source or
 * destination from or to F16, F32). Flags: SM_FTZ (an f32 source or result), SM_SAT,
 * SM_RELU, SM_SATFINITE. fp8 destinations always saturate to the largest finite
 * value when SM_SATFINITE is set, else overflow to NaN (e4m3) or inf (e5m2). */
uint64_t sm_f2f(uint64_t a, enum sm_ffmt to, enum sm_ffmt from, enum sm_round round,
                unsigned flags);

/* The widening conversions, exact: NaN becomes canonical. */
uint32_t sm_f32_of_f16(uint16_t a);
static inline uint32_t sm_f32_of_bf16(uint16_t a)
{
        return sm_f32_canon((uint32_t)a << 16);
}

/* F2FP.{F16,BF16}.F32.PACK_AB: @hi goes to the upper half (operand A), @lo (B)
 * to the lower. Flags: SM_RELU, SM_SATFINITE. */
uint32_t sm_f2fp_pack(uint32_t hi, uint32_t lo, enum sm_ffmt to, enum sm_round round,
                      unsigned flags);

/* F2FP.{E4M3,E5M2}.F32.PACK_AB_MERGE_C: (c << 16) | fp8(hi) << 8 | fp8(lo). To
 * nearest even. Flags: SM_SATFINITE, SM_RELU. */
uint32_t sm_f2fp_fp8_pack(uint32_t hi, uint32_t lo, uint32_t c, enum sm_ffmt to, unsigned flags);

/* F2FP.{E4M3,E5M2}.F16.PACK_AB: two halves of @a to two fp8 in bits 0-15. */
uint32_t sm_f2fp_fp8_of_f16x2(uint32_t a, enum sm_ffmt to, unsigned flags);

/* F2FP.F16.{E4M3,E5M2}.UNPACK_B: two fp8 in bits 0-15 of @a to f16x2. Flags: SM_RELU. */
uint32_t sm_f2fp_f16x2_of_fp8(uint32_t a, enum sm_ffmt from, unsigned flags);

/* F2I, F2I.64 (@bits 8, 16, 32, 64). The result saturates; it is extended (by
 * its sign if @is_signed) to 32 bits, or is 64 bits. NaN: 0 with SM_NTZ, else
 * the pattern with only the top bit of @bits set. Flags: SM_FTZ (f32 source), SM_NTZ. */
uint64_t sm_f2i(uint64_t a, enum sm_ffmt from, unsigned bits, bool is_signed, enum sm_round round,
                unsigned flags);

/* I2F, I2FP, I2F.64: the low @bits (8, 16, 32, 64) of @a to F16, BF16, F32, F64. */
uint64_t sm_i2f(uint64_t a, unsigned bits, bool is_signed, enum sm_ffmt to, enum sm_round round);

/* ---- MUFU ---------------------------------------------------------------- */

/* The sub-operation field, bits 74-77. */
enum sm_mufu {
        SM_MUFU_COS = 0,
        SM_MUFU_SIN = 1,
        SM_MUFU_EX2 = 2,
        SM_MUFU_LG2 = 3,
        SM_MUFU_RCP = 4,
        SM_MUFU_RSQ = 5,
        SM_MUFU_RCP64H = 6,
        SM_MUFU_RSQ64H = 7,
        SM_MUFU_SQRT = 8,
        SM_MUFU_TANH = 9,
};

/* False for a sub-operation that is not modelled: refuse the instruction. */
bool sm_mufu_supported(enum sm_mufu fn);

/* f32 in, f32 out; RCP64H and RSQ64H: the high words of an f64 in and out. @fn must be
 * supported, else 0x7fffffff. */
uint32_t sm_mufu(enum sm_mufu fn, uint32_t a);

#endif
