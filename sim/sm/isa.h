/* SPDX-License-Identifier: MIT */
/* The instruction set: one table, read by decoder, disassembler and executor.
 *
 * An instruction is 128 bits: 0-8 opcode, 9-11 operand form, 12-14 guard
 * predicate, 15 its negation, 105-125 scheduling hints, the rest per opcode. All
 * encodings were derived from ptxas 13.0 output beside nvdisasm 13.0's text of it.
 */
#ifndef PEAL_SIM_SM_ISA_H
#define PEAL_SIM_SM_ISA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct sm_warp;
struct sm_insn;

/* Families of identical encodings. */
enum { SM_FAM_86 = 1, SM_FAM_90 = 2, SM_FAM_89 = 4, SM_FAM_8X = 5, SM_FAM_ALL = 7 };

/* Modifiers: name, number of values, the text of each value. "" prints nothing,
 * NULL is a value that the disassembler of the vendor calls invalid: refused. */
#define SM_MODS(F)                                                                                 \
        F(FTZ, "", "FTZ")                                                                          \
        F(SAT, "", "SAT")                                                                          \
        F(RND, "", "RM", "RP", "RZ")                                                               \
        F(RNDI, "", "FLOOR", "CEIL", "TRUNC")                                                      \
        F(RZ2, "", NULL, NULL, "RZ")                                                               \
        F(FMZ, "", "FMZ", "FTZ", NULL)                                                             \
        F(FMZ1, "", "FMZ")                                                                         \
        F(SCALE, NULL, "D8", "D4", "D2", "", "M2", "M4", "M8")                                     \
        F(FCMP, "F", "LT", "EQ", "LE", "GT", "NE", "GE", "NUM", "NAN", "LTU", "EQU", "LEU", "GTU", \
          "NEU", "GEU", "T")                                                                       \
        F(DCMP, "MIN", "LT", "EQ", "LE", "GT", "NE", "GE", "NUM", "NAN", "LTU", "EQU", "LEU",      \
          "GTU", "NEU", "GEU", "MAX")                                                              \
        F(ICMP, "F", "LT", "EQ", "LE", "GT", "NE", "GE", "T")                                      \
        F(BOOL, "AND", "OR", "XOR", NULL)                                                          \
        F(U32, "U32", "")                                                                          \
        F(EX, "", "EX")                                                                            \
        F(X, "", "X")                                                                              \
        F(BF, "", "BF")                                                                            \
        F(HFMT3, "", "F32", "BF16_V2", NULL)                                                       \
        F(HFMT2, "", NULL, "BF16_V2", NULL)                                                        \
        F(HSWZ, "", NULL, "H0_H0", "H1_H1")                                                        \
        F(RELU, "", "RELU")                                                                        \
        F(HI, "", "HI")                                                                            \
        F(SX32, "", "SX32")                                                                        \
        F(PAND, "", "PAND")                                                                        \
        F(PRMT, "", "F4E", "B4E", "RC8", "ECL", "ECR", "RC16", NULL)                               \
        F(SHDIR, "L", "R")                                                                         \
        F(WRAP, "", "W")                                                                           \
        F(SHTYPE, "S64", "U64", "S32", "U32")                                                      \
        F(VTYPE, "U32", "", "U16x2", "S16x2")                                                      \
        F(V16, "", "16x2")                                                                         \
        F(NAN, "", "NAN")                                                                          \
        F(XORSIGN, "", "XORSIGN")                                                                  \
        F(VOTE, "ALL", "ANY", "EQ", NULL)                                                          \
        F(PRB, "", "B1", "B2", "B3")                                                               \
        F(CS32, "32", "")                                                                          \
        F(IDPA, "U8", "S8")                                                                        \
        F(IDPA2, "U16", "S16")                                                                     \
        F(IDPB, "U8", "S8")                                                                        \
        F(IDPH, "2A.LO", "2A.HI")                                                                  \
        F(SH, "", "SH")                                                                            \
        F(MEMTYPE, "U8", "S8", "U16", "S16", "", "64", "128", NULL)                                \
        F(CTYPE, "U8", "S8", "U16", "S16", "", "64", NULL, NULL)                                   \
        F(ASTYPE, NULL, NULL, NULL, NULL, "", "64", "128", NULL)                                   \
        F(E64, NULL, "E")                                                                          \
        F(LDORD, "", "CONSTANT.PRIVATE", "CONSTANT.CTA", "CONSTANT.CTA.PRIVATE", "CONSTANT",       \
          "STRONG.SM", "STRONG.GPU.PRIVATE", "STRONG.GPU", "MMIO.GPU", "CONSTANT.SM",              \
          "STRONG.SYS", "CONSTANT.SM.PRIVATE", "MMIO.SYS", "CONSTANT.VC", "CONSTANT.VC.PRIVATE",   \
          "CONSTANT.GPU")                                                                          \
        F(STORD, "", NULL, NULL, NULL, "STRONG.SM.PRIVATE", "STRONG.SM", "STRONG.GPU.PRIVATE",     \
          "STRONG.GPU", "MMIO.GPU", NULL, "STRONG.SYS", NULL, "MMIO.SYS", NULL, NULL, NULL)        \
        F(ATORD, "", NULL, NULL, NULL, NULL, "STRONG.SM", "STRONG.GPU.PRIVATE", "STRONG.GPU",      \
          "MMIO.GPU", NULL, "STRONG.SYS", NULL, "MMIO.SYS", NULL, NULL, NULL)                      \
        F(ORD0, "", NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL,  \
          NULL, NULL)                                                                              \
        F(EVICT, "EF", "", "EL", "LU", "EU", "NA", NULL, NULL)                                     \
        F(LTC, "", "LTC64B", "LTC128B", "LTC256B")                                                 \
        F(LCMODE, "", "IL", "IS", "ISL")                                                           \
        F(BYPASS, "BYPASS", "")                                                                    \
        F(ZFILL, "", "ZFILL")                                                                      \
        F(ATOMOP, "ADD", "MIN", "MAX", "INC", "DEC", "AND", "OR", "XOR", "EXCH", NULL, NULL, NULL, \
          NULL, NULL, NULL, NULL)                                                                  \
        F(REDOP, "ADD", "MIN", "MAX", "INC", "DEC", "AND", "OR", "XOR")                            \
        F(FATOMOP, "ADD", "MIN", "MAX", NULL, NULL, NULL, NULL, NULL)                              \
        F(FATOMOP2, "ADD", "MIN", "MAX", NULL)                                                     \
        F(ATOMTYPE8, "", "S32", "64", "F32.FTZ.RN", "F16x2.RN", "S64", "F64.RN", NULL)             \
        F(ATOMTYPE9, "", "S32", "64", "S64", NULL, NULL, NULL, NULL)                               \
        F(FATOMTYPE, "F16x2.RN", "F16x4.RN", "F16x8.RN", "BF16x2.RN", "BF16x4.RN", "BF16x8.RN",    \
          NULL, NULL, NULL, "F32.FTZ.RN", "F32x2.FTZ.RN", "F32x4.FTZ.RN", "F32.RN", "F32x2.RN",    \
          "F32x4.RN", "F64.RN")                                                                    \
        F(ATOMSTYPE, "", "S32", "64", NULL, NULL, NULL, NULL, NULL)                                \
        F(CASTYPE, "", NULL, "64", NULL, NULL, NULL, NULL, NULL)                                   \
        F(CASOP, "CAS", "CAST", NULL, "CAST.SPIN")                                                 \
        F(LDSMNUM, "", "2", "4", NULL)                                                             \
        F(LDSMT, "M88", "MT88")                                                                    \
        F(MEMBARSEM, "SC", "ALL", "", "MMIO")                                                      \
        F(MEMBARSCOPE, "CTA", "SM", "GPU", "SYS", NULL, "VC", NULL, NULL)                          \
        F(CCTLOP, "PF1", "PF2", "WB", "IV", "IVALL", "RS", "IVALLP", "WBALL", "WBALLP", "PML2",    \
          "DML2", "RML2", NULL, NULL, NULL, NULL)                                                  \
        F(CCTLC, "", "U", "C", "I")                                                                \
        F(QSPC, "G", "L", "S", "D")                                                                \
        F(REDUX, "", "OR", "XOR", "SUM", "MIN", "MAX", NULL, NULL)                                 \
        F(S32, "", "S32")                                                                          \
        F(BAROP, "SYNC", "ARV", "RED", "SCAN")                                                     \
        F(BARRED, "POPC", "AND", "OR", NULL)                                                       \
        F(BARDEFER, "", "DEFER_BLOCKING")                                                          \
        F(MATCH, "ALL", "ANY")                                                                     \
        F(U64, "", "U64")                                                                          \
        F(BRAINC, "", "INC", "DEC", NULL)                                                          \
        F(BRAU, "", "U")                                                                           \
        F(BRAANY, NULL, "ANY", "DIV", "CONV")                                                      \
        F(EXITK, "", "KEEPREFCOUNT", "PREEMPTED", NULL)                                            \
        F(EXITA, "", "NO_ATEXIT")                                                                  \
        F(SLEEPF, "", "SYNCS", "WARP", "WARP.SYNCS", "RAND", "RAND.SYNCS", "RAND.WARP",            \
          "RAND.WARP.SYNCS")                                                                       \
        F(B2R, "", "RESULT", "WARP", NULL)                                                         \
        F(WSYNC, "", "EXCLUSIVE", "COLLECTIVE", NULL)                                              \
        F(NOINC, "", "NOINC")                                                                      \
        F(RETABS, "REL", "ABS")                                                                    \
        F(NODEC, "", "NODEC")                                                                      \
        F(SHFL, "IDX", "UP", "DOWN", "BFLY")                                                       \
        F(MUFU, "COS", "SIN", "EX2", "LG2", "RCP", "RSQ", "RCP64H", "RSQ64H", "SQRT", "TANH",      \
          NULL, NULL, NULL, NULL, NULL, NULL)                                                      \
        F(MUFUF, "", "F16", "BF16", NULL)                                                          \
        F(FMTD, NULL, "F16", "F32", "F64", "BF16", NULL, NULL, NULL)                               \
        F(FMTDQ, NULL, "F16", "", "F64", "BF16", NULL, NULL, NULL)                                 \
        F(FMTS, NULL, "F16", "F32", "F64", "BF16", NULL, NULL, NULL)                               \
        F(FMTSQ, NULL, "F16", "", "F64", NULL, NULL, NULL, NULL)                                   \
        F(FRNDF, NULL, "F16", "", "F64", "BF16", NULL, NULL, NULL)                                 \
        F(ITYPE, "U8", "S8", "U16", "S16", "U32", "", "U64", "S64")                                \
        F(ITYPE32, "U8", "S8", "U16", "S16", "U32", "", NULL, NULL)                                \
        F(ITYPEP, NULL, NULL, NULL, NULL, "U32", "S32", NULL, NULL)                                \
        F(F32ONLY, NULL, NULL, "F32", NULL, NULL, NULL, NULL, NULL)                                \
        F(NTZ, "", "NTZ")                                                                          \
        F(HALFSEL, "", "H1")                                                                       \
        F(F2FPD, "F16", "BF16", NULL, "TF32", "E5M2", "E4M3", NULL, NULL)                          \
        F(F2FPD8, "", "BF16", NULL, NULL)                                                          \
        F(SATFINITE, "", "SATFINITE")                                                              \
        F(F2FPM, "PACK_AB", "MERGE_C")                                                             \
        F(HMMASIZE, "1688", "16816", "1684", NULL)                                                 \
        F(HMMAACC, "F16", "F32")                                                                   \
        F(HMMATYPE, "", "BF16", "TF32", NULL)                                                      \
        F(IMMASIZE9, "8816", NULL, NULL, NULL, "16816", "16832", NULL, NULL)                       \
        F(IMMASIZE8, "8816", NULL, "8832", NULL, "16816", "16832", "16864", NULL)                  \
        F(IMMAA, "U8", "S8", "U4", "S4")                                                           \
        F(IMMAB, "U8", "S8", "U4", "S4")                                                           \
        F(DMMASIZE, "8x8x4", "16x8x4", "16x8x8", "16x8x16")                                        \
        F(WGOP, "ARRIVE", "DEPBAR.LE", "WAIT", NULL)                                               \
        F(IGNOREKILL, "", "IGNOREKILL")                                                            \
        F(FMTSQ9, NULL, "F16", "", "F64", "BF16", NULL, NULL, NULL)                                \
        F(F8SRC, NULL, "F16", "E5M2", "E4M3")                                                      \
        F(BMOVC, "", "CLEAR")                                                                      \
        F(ACC, "", "ACC")                                                                          \
        F(VAB4, "U8", "")                                                                          \
        F(I2ITYPE, "U8", "S8", "U16", "S16")                                                       \
        F(FSWZND, "", "NDV")

enum sm_mod {
#define F(name, ...) SM_M_##name,
        SM_MODS(F)
#undef F
            SM_M_COUNT
};

/* Mnemonics that execute differently. */
/* clang-format off */
#define SM_OPS(F) \
        F(MOV) F(P2R) F(R2P) F(CS2R) F(VOTE) F(SEL) F(FSEL) F(FMNMX) F(FSET) F(FSETP) \
        F(ISETP) F(VIMNMX3) F(IADD3) F(LEA) F(LOP3) F(IABS) F(VABSDIFF) F(PRMT) F(IMNMX) \
        F(SHF) F(SGXT) F(BMSK) F(PLOP3) F(FMUL) F(FADD) F(FFMA) F(FSWZADD) F(IMAD) \
        F(IMAD_WIDE) F(IDP) F(IMAD_HI) F(DMUL) F(DADD) F(DSETP) F(DFMA) F(PREEXIT) \
        F(ACQBULK) F(ELECT) F(HADD2) F(HMUL2) F(HSET2) F(HSETP2) F(HFMA2) F(HFMA2_MMA) \
        F(VIADD) F(IMMA) F(MOVM) F(LDSM) F(HMMA) F(F2FP) F(DMMA) F(HMNMX2) F(STSM) F(I2FP) \
        F(VIADDMNMX) F(VIMNMX) F(UMOV) F(VOTEU) F(UISETP) F(UIADD3) F(ULEA) F(ULOP3) \
        F(USHF) F(UIMAD) F(UIMAD_WIDE) F(UPRMT) F(USEL) F(UPLOP3) F(USGXT) F(UBMSK) \
        F(UP2UR) F(UR2UP) F(UBREV) F(UIMAD_HI) F(ULDC) F(UFLO) F(UPOPC) F(R2UR) F(FLO) \
        F(BREV) F(FCHK) F(F2F) F(F2I) F(I2F) F(FRND) F(MUFU) F(POPC) F(NOP) F(S2R) F(S2UR) \
        F(DEPBAR) F(ENDCOLLECTIVE) F(B2R) F(BAR) F(BSYNC) F(BREAK) F(CALL_REL) F(CALL_ABS) \
        F(BSSY) F(YIELD) F(BRA) F(BRA_COND) F(WARPSYNC) F(WARPSYNC_ALL) F(WARPSYNC_IMM) \
        F(WARPSYNC_COLL) F(BRX) F(JMP) F(JMX) F(EXIT) F(RET) F(NANOSLEEP) F(BMOV_RB) \
        F(BMOV_BR) F(BPT) F(KILL) F(RPCMOV) F(LD) F(LDG) F(LDC) F(LDL) F(LDS) F(ST) F(STG) \
        F(STL) F(STS) F(SHFL) F(ATOM) F(ATOM_CAS) F(ATOMS) F(ATOMS_CAS) F(RED) F(CCTL) \
        F(MEMBAR) F(MATCH) F(ATOMG) F(ATOMG_CAS) F(ATOM_F) F(ATOMG_F) F(RED_F) F(QSPC) \
        F(ERRBAR) F(CGAERRBAR) F(LDGSTS) F(LDGDEPBAR) F(REDUX) F(FENCE) F(UCGABAR_ARV) \
        F(UCGABAR_WAIT) F(WARPGROUP) F(USETMAXREG) F(ATOMS_POPC) F(LEPC) F(BPT_TRAP) \
        F(VABSDIFF4) F(I2I) F(I2IP) F(F2FP_UNPACK) F(F2FP_F8)
/* clang-format on */

enum sm_op {
#define F(name) SM_OP_##name,
        SM_OPS(F)
#undef F
            SM_OP_COUNT
};

/* What the disassembler does with an immediate. */
enum sm_imm_type { SM_IMM_HEX, SM_IMM_S32, SM_IMM_F32, SM_IMM_F64, SM_IMM_H2 };

enum sm_src_kind { SM_SRC_NONE, SM_SRC_REG, SM_SRC_IMM, SM_SRC_CBUF, SM_SRC_UREG };

struct sm_src {
        uint8_t kind; /* enum sm_src_kind */
        uint8_t bank;
        uint8_t neg, abs, inv;
        uint8_t swz;  /* half selection: SM_M_HSWZ values */
        uint16_t reg; /* 255: RZ, 63: URZ */
        uint32_t imm; /* immediate, or byte offset in the bank */
};

/* Item kinds of a table row, in the order in which they print. */
enum sm_item_kind {
        SM_IT_END = 0,
        /* modifiers */
        SM_IT_MOD,    /* arg: enum sm_mod at lo (width from the table), lo2/w2: upper part */
        SM_IT_MODSIL, /* the same, not printed */
        SM_IT_TEXT,   /* literal modifier, arg: index into sm_item_texts */
        SM_IT_FIX,    /* bits lo..lo+w2-1 must equal lo2 */
        SM_IT_ANY,    /* bits lo..lo+w2-1 may have any value */
        SM_IT_SUFFIX_X,
        /* operands */
        SM_IT_RD, /* register at lo, lo2: registers written (arg: enum of size rule) */
        SM_IT_URD,
        SM_IT_A, /* slot at bit 24 */
        SM_IT_B, /* second operand: slot at 32, or 64 in forms 2, 3, 7 */
        SM_IT_C, /* third operand: slot at 64, or 32 in forms 2, 3, 7 */
        SM_IT_S, /* slot at 32 whatever the form */
        SM_IT_UA,
        SM_IT_UB,
        SM_IT_UC,
        SM_IT_PD,    /* predicate written at lo; arg&1 uniform, arg&2 omit PT, lo2: index */
        SM_IT_PS,    /* predicate read at lo, negation at w2; arg as above, lo2: index */
        SM_IT_PSHID, /* the same, not printed */
        SM_IT_PSX,   /* printed only with .X or .EX */
        SM_IT_PSNOTFIXED,
        SM_IT_IMM,    /* unsigned field at lo of w2 bits, printed in hex; lo2: index into imm[] */
        SM_IT_IMMNZ,  /* the same, not printed if zero */
        SM_IT_IMMLUT, /* PLOP3's split look-up table */
        SM_IT_SR,
        SM_IT_MEM, /* memory operand, arg: enum sm_mem_fmt */
        SM_IT_BAR, /* convergence barrier register at lo */
        SM_IT_REL, /* branch target, arg: layout */
        SM_IT_BARID,
        SM_IT_CBUF,
        SM_IT_DEPB,
        SM_IT_LITOP, /* literal operand, arg: index into sm_item_texts */
        SM_IT_BMOVB,
};

/* Modifier sets of a source slot. */
enum {
        SM_SM_NONE,
        SM_SM_F /* neg, abs */,
        SM_SM_I /* neg */,
        SM_SM_X /* neg, ~ with .X */,
        SM_SM_INV /* ~ */,
        SM_SM_H /* neg, abs, half */,
        SM_SM_HC,
        SM_SM_HMMA,
        SM_SM_ABSNEG_HI
};

struct sm_item {
        uint8_t kind, lo, lo2, w2, arg, arg2;
};

/* Memory operands: which bits hold the uniform register and the address flags. */
enum {
        SM_MEMF_LDG,
        SM_MEMF_STG,
        SM_MEMF_ATOM,
        SM_MEMF_RED,
        SM_MEMF_PLAIN64,
        SM_MEMF_LDS,
        SM_MEMF_STS,
        SM_MEMF_STSU,
        SM_MEMF_PLAIN,
        SM_MEMF_ASYNC_S,
        SM_MEMF_ASYNC_G,
        SM_MEMF_CBUF,
        SM_MEMF_UCBUF,
        SM_MEMF_ATOMS,
        SM_MEMF_QSPC,
        SM_MEMF_CCTL
};

#define SM_ITEMS_MAX 20

struct sm_row {
        uint8_t fam;
        uint16_t op9;
        uint8_t forms; /* bit f: form f exists */
        uint16_t op;
        const char *name;
        struct sm_item items[SM_ITEMS_MAX];
};

extern const struct sm_row sm_rows[];
extern const size_t sm_row_count;
extern const char *const sm_item_texts[];
const char *sm_mod_text(enum sm_mod mod, unsigned value, bool *ret_valid);
unsigned sm_mod_width(enum sm_mod mod);

typedef void sm_fn(struct sm_warp *w, const struct sm_insn *in, uint32_t mask);

/* A decoded instruction. */
struct sm_insn {
        sm_fn *fn; /* the executor's, set when it binds */
        uint8_t guard, guard_not;
        uint8_t form;
        uint8_t op; /* enum sm_op */
        uint16_t row_index;
        uint16_t rd; /* 255: RZ (or 63: URZ) */
        struct sm_src a, b, c;
        uint8_t pd[2]; /* 7: PT */
        uint8_t ps[3], ps_not[3];
        uint8_t scratch; /* executor's */
        uint8_t max_reg; /* registers needed: highest index + 1 */
        uint32_t imm[3];
        uint8_t ur; /* uniform register of a memory operand, 63: none */
        uint8_t mem_flags;
        uint8_t bar;
        uint8_t pad;
        int32_t mem_off, mem_off2;
        int64_t rel; /* branch distance from the next instruction */
        uint8_t m[SM_M_COUNT];
        const struct sm_row *row;
        uint64_t word[2];
};

/* mem_flags */
enum {
        SM_MEM_A64 = 1,  /* register holds 64 bits */
        SM_MEM_UR = 2,   /* add uniform register (64 bits for global, else 32) */
        SM_MEM_DESC = 4, /* ur is a descriptor, not added */
        SM_MEM_X4 = 8,
        SM_MEM_X8 = 16,
        SM_MEM_X16 = 32,
        SM_MEM_U32 = 64, /* register zero-extended */
};

unsigned sm_arch_family(uint32_t sm_arch); /* 0: none */

/* 0; -ENOTSUP for an opcode not in the table, -EINVAL when a bit outside its
 * fields is set or a field has a refused value. */
int sm_decode(uint32_t sm_arch, const uint64_t word[2], struct sm_insn *ret_insn);

/* Instructions of the uniform datapath are guarded by UP0-UP6. */
bool sm_guard_is_uniform(const struct sm_insn *in);

static inline uint64_t sm_bits(const uint64_t w[2], unsigned lo, unsigned n)
{
        uint64_t v = lo >= 64 ? w[1] >> (lo - 64) : w[0] >> lo;
        if (lo < 64 && lo + n > 64)
                v |= w[1] << (64 - lo);
        return n >= 64 ? v : v & ((1ull << n) - 1);
}

#endif
