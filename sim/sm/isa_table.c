/* SPDX-License-Identifier: MIT */
/* The table of instructions; isa.h says how it is read. Rows of one opcode are
 * tried in order: the first whose fixed bits match is taken. */
#include "sim/sm/isa.h"

#include <assert.h>

const char *const sm_item_texts[] = {
    "LUT",
    "WIDE",
    "HI",
    "MMA",
    "4A",
    "PACK_AB",
    "PACK_AB_MERGE_C",
    "F32",
    "BF",
    "RESULT",
    "16",
    "LE",
    "REL",
    "ABS",
    "COLLECTIVE",
    "ALL",
    "32",
    "CLEAR",
    "64",
    "U",
    "DIV",
    "CONV",
    "VIEW",
    "ASYNC",
    "S",
    "G",
    "PR",
    "884",
    "NOINC",
    "SB0",
    "ANY",
    "MT88",
    "TRY_ALLOC",
    "DEALLOC",
    "CTAPOOL",
    "TRAP",
    "UNPACK_B",
    "F16",
    "PQUAD",
    "DRAIN",
    "E",
    "POPC",
    "INC",
    "S32",
    "SAT",
    "UNPACK_B_MERGE_C",
    "F16",
};
enum {
        T_LUT,
        T_WIDE,
        T_HI,
        T_MMA,
        T_4A,
        T_PACK_AB,
        T_PACK_MERGE,
        T_F32,
        T_BF,
        T_RESULT,
        T_16,
        T_LE,
        T_REL,
        T_ABS,
        T_COLL,
        T_ALL,
        T_32,
        T_CLEAR,
        T_64,
        T_U,
        T_DIV,
        T_CONV,
        T_VIEW,
        T_ASYNC,
        T_S,
        T_G,
        T_PR,
        T_884,
        T_NOINC,
        T_SB0,
        T_ANY,
        T_MT88,
        T_TRY,
        T_DEALLOC,
        T_POOL,
        T_TRAP,
        T_UNPACK_B,
        T_F16,
        T_PQUAD,
        T_DRAIN,
        T_E,
        T_POPC,
        T_INC,
        T_S32,
        T_SAT,
        T_UNPACK_MERGE,
        T_F16B,
};

#define F(name, ...) static const char *const names_##name[] = {__VA_ARGS__};
SM_MODS(F)
#undef F

static const struct {
        const char *const *names;
        unsigned count;
} mods[SM_M_COUNT] = {
#define F(name, ...) [SM_M_##name] = {names_##name, sizeof(names_##name) / sizeof(char *)},
    SM_MODS(F)
#undef F
};

const char *sm_mod_text(enum sm_mod mod, unsigned value, bool *ret_valid)
{
        *ret_valid = value < mods[mod].count && mods[mod].names[value];
        return *ret_valid ? mods[mod].names[value] : "";
}

unsigned sm_mod_width(enum sm_mod mod)
{
        unsigned w = 1;
        while ((1u << w) < mods[mod].count)
                w++;
        return w;
}

/* Operand forms (bits 9-11). Two- and three-source instructions put a constant
 * in the second source (4 immediate, 5 c[][], 6 UR) or the third (2, 3, 7). */
#define F1   0x02
#define F2   0x04
#define F4   0x10
#define F5   0x20
#define F6   0x40
#define F7   0x80
#define F_B  0x72 /* 1, 4, 5, 6 */
#define F_C  0x8e /* 1, 2, 3, 7 */
#define F_BC 0xfe
#define F_U  0x12 /* uniform datapath: 1, 4 */
#define F_U3 0x16 /* with three sources: 1, 2, 4 */

/* clang-format off */
#define M(mod, lo) {SM_IT_MOD, lo, 0, 0, SM_M_##mod, 0}
#define MX(mod, lo, lo2, w2) {SM_IT_MOD, lo, lo2, w2, SM_M_##mod, 0}
#define MS(mod, lo) {SM_IT_MODSIL, lo, 0, 0, SM_M_##mod, 0}
#define T(t) {SM_IT_TEXT, 0, 0, 0, T_##t, 0}
#define L(t) {SM_IT_LITOP, 0, 0, 0, T_##t, 0}
#define FIX(lo, n, v) {SM_IT_FIX, lo, v, n, 0, 0}
#define ANY(lo, n) {SM_IT_ANY, lo, 0, n, 0, 0}
#define RD {SM_IT_RD, 16, 0, 0, 1, 0}
#define RDN(n) {SM_IT_RD, 16, 0, 0, n, 0}
#define URD {SM_IT_URD, 16, 0, 0, 1, 0}
#define URDN(n) {SM_IT_URD, 16, 0, 0, n, 0}
#define A_(m, imm, n) {SM_IT_A, 24, m, n, imm, 0}
#define B_(m, imm, n) {SM_IT_B, 0, m, n, imm, 0}
#define C_(m, imm, n) {SM_IT_C, 0, m, n, imm, 0}
#define S_(m, imm, n) {SM_IT_S, 0, m, n, imm, 0}
#define A  A_(SM_SM_NONE, SM_IMM_HEX, 1)
#define B  B_(SM_SM_NONE, SM_IMM_HEX, 1)
#define C  C_(SM_SM_NONE, SM_IMM_HEX, 1)
#define S  S_(SM_SM_NONE, SM_IMM_HEX, 1)
#define AF A_(SM_SM_F, SM_IMM_F32, 1)
#define BF B_(SM_SM_F, SM_IMM_F32, 1)
#define CF C_(SM_SM_F, SM_IMM_F32, 1)
#define SF S_(SM_SM_F, SM_IMM_F32, 1)
#define AD A_(SM_SM_F, SM_IMM_F64, 2)
#define BD B_(SM_SM_F, SM_IMM_F64, 2)
#define CD C_(SM_SM_F, SM_IMM_F64, 2)
#define SD S_(SM_SM_F, SM_IMM_F64, 2)
#define AX A_(SM_SM_X, SM_IMM_S32, 1)
#define BX B_(SM_SM_X, SM_IMM_S32, 1)
#define CX C_(SM_SM_X, SM_IMM_S32, 1)
#define AI A_(SM_SM_I, SM_IMM_S32, 1)
#define BS B_(SM_SM_NONE, SM_IMM_S32, 1)
#define UA {SM_IT_UA, 24, SM_SM_NONE, 1, SM_IMM_HEX, 0}
#define UB {SM_IT_UB, 0, SM_SM_NONE, 1, SM_IMM_HEX, 0}
#define UC {SM_IT_UC, 0, SM_SM_NONE, 1, SM_IMM_HEX, 0}
#define UBS {SM_IT_UB, 0, SM_SM_NONE, 1, SM_IMM_S32, 0}
#define UAX {SM_IT_UA, 24, SM_SM_X, 1, SM_IMM_S32, 0}
#define UBX {SM_IT_UB, 0, SM_SM_X, 1, SM_IMM_S32, 0}
#define UCX {SM_IT_UC, 0, SM_SM_X, 1, SM_IMM_S32, 0}
#define UBINV {SM_IT_UB, 0, SM_SM_INV, 1, SM_IMM_HEX, 0}
#define PD0 {SM_IT_PD, 81, 0, 0, 0, 0}
#define PD1 {SM_IT_PD, 84, 1, 0, 0, 0}
#define PD0O {SM_IT_PD, 81, 0, 0, 2, 0}
#define PD1O {SM_IT_PD, 84, 1, 0, 2, 0}
#define UPD0 {SM_IT_PD, 81, 0, 0, 1, 0}
#define UPD1 {SM_IT_PD, 84, 1, 0, 1, 0}
#define UPD0O {SM_IT_PD, 81, 0, 0, 3, 0}
#define UPD1O {SM_IT_PD, 84, 1, 0, 3, 0}
#define PS0 {SM_IT_PS, 87, 0, 90, 0, 0}
#define PS0O {SM_IT_PS, 87, 0, 90, 2, 0}
#define PS1 {SM_IT_PS, 77, 1, 80, 0, 0}
#define PS2 {SM_IT_PS, 68, 2, 71, 0, 0}
#define UPS0 {SM_IT_PS, 87, 0, 90, 1, 0}
#define UPS1 {SM_IT_PS, 77, 1, 80, 1, 0}
#define UPS2 {SM_IT_PS, 68, 2, 71, 1, 0}
#define PSX0 {SM_IT_PSX, 87, 0, 90, 0, SM_M_X}
#define PSX1 {SM_IT_PSX, 77, 1, 80, 0, SM_M_X}
#define PSEX {SM_IT_PSX, 68, 1, 71, 0, SM_M_EX}
#define UPSX0 {SM_IT_PSX, 87, 0, 90, 1, SM_M_X}
#define UPSX1 {SM_IT_PSX, 77, 1, 80, 1, SM_M_X}
#define UPSEX {SM_IT_PSX, 68, 1, 71, 1, SM_M_EX}
#define IMM(lo, n, i) {SM_IT_IMM, lo, i, n, 0, 0}
#define IMMNZ(lo, n, i) {SM_IT_IMMNZ, lo, i, n, 0, 0}
#define MEM(fmt) {SM_IT_MEM, 0, 0, 0, SM_MEMF_##fmt, 0}
#define BREG {SM_IT_BAR, 16, 0, 0, 0, 0}
#define REL_LO8 {SM_IT_REL, 34, 0, 48, 0, 0}
#define REL_34 {SM_IT_REL, 34, 0, 30, 1, 0}
#define REL_BYTES {SM_IT_REL, 24, 0, 58, 2, 0}
#define SR {SM_IT_SR, 72, 0, 8, 0, 0}
#define ROW8(op9, forms, name, op, ...) {SM_FAM_8X, op9, forms, SM_OP_##op, name, {__VA_ARGS__}}
#define ROW89(op9, forms, name, op, ...) {SM_FAM_89 | SM_FAM_90, op9, forms, SM_OP_##op, name, {__VA_ARGS__}}
#define ROW86(op9, forms, name, op, ...) {SM_FAM_86, op9, forms, SM_OP_##op, name, {__VA_ARGS__}}
#define ROW9(op9, forms, name, op, ...) {SM_FAM_90, op9, forms, SM_OP_##op, name, {__VA_ARGS__}}
#define ROW(op9, forms, name, op, ...) {SM_FAM_ALL, op9, forms, SM_OP_##op, name, {__VA_ARGS__}}

#define LDG_MODS M(E64, 72), M(EVICT, 84), M(LTC, 68), M(MEMTYPE, 73), M(LDORD, 77)
#define STG_MODS M(E64, 72), M(EVICT, 84), M(MEMTYPE, 73), M(STORD, 77)
/* clang-format on */

const struct sm_row sm_rows[] = {
    /* moves, selects */

    ROW(0x002, F_B, "MOV", MOV, RD, S, FIX(72, 4, 15)),
    ROW(0x003, F4, "P2R", P2R, M(PRB, 76), RD, L(PR), A, S_(SM_SM_NONE, SM_IMM_S32, 1)),
    ROW(0x004, F4, "R2P", R2P, M(PRB, 76), L(PR), A, S_(SM_SM_NONE, SM_IMM_S32, 1)),
    ROW(0x005, F4, "CS2R", CS2R, M(CS32, 80), RDN(2), SR),
    ROW(0x006, F4, "VOTE", VOTE, M(VOTE, 72), {SM_IT_RD, 16, 1, 0, 1, 0}, PD0, PS0),
    ROW(0x007, F_B, "SEL", SEL, RD, A, B, PS0),
    ROW(0x008, F_B, "FSEL", FSEL, M(FTZ, 80), RD, AF, BF, PS0),
    ROW(0x016, F_BC, "PRMT", PRMT, M(PRMT, 72), RD, A, B, C),
    ROW(0x019, F_BC, "SHF", SHF, M(SHDIR, 76), M(WRAP, 75), M(SHTYPE, 73), M(HI, 80), RD, A, B, C),
    ROW(0x01a, F_B, "SGXT", SGXT, M(WRAP, 75), M(U32, 73), RD, A, B),
    ROW(0x01b, F_B, "BMSK", BMSK, M(WRAP, 75), RD, A, B),
    ROW(0x01c, F4, "PLOP3", PLOP3, T(LUT), PD0, PD1, PS0, PS1, {SM_IT_PS, 68, 2, 71, 4, 67},
        {SM_IT_IMMLUT, 72, 0, 0, 0, 0}, IMM(16, 8, 1)),

    /* f32 */

    ROW(0x009, F_B, "FMNMX", FMNMX, M(FTZ, 80), M(NAN, 81), M(XORSIGN, 82), RD, AF, BF, PS0),
    ROW(0x00a, F_B, "FSET", FSET, T(BF), M(FCMP, 76), M(FTZ, 80), M(BOOL, 74), RD, AF, BF, PS0),
    ROW(0x00b, F_B, "FSETP", FSETP, M(FCMP, 76), M(FTZ, 80), M(BOOL, 74), PD0, PD1, AF, BF, PS0),
    ROW(0x020, F_B, "FMUL", FMUL, MX(FMZ, 76, 80, 1), M(SCALE, 84), M(RND, 78), M(SAT, 77), RD, AF,
        BF),
    ROW(0x021, F_C, "FADD", FADD, M(FTZ, 80), M(RND, 78), M(SAT, 77), RD, AF, SF),
    ROW(0x023, F_BC, "FFMA", FFMA, MX(FMZ, 76, 80, 1), M(RND, 78), M(SAT, 77), RD, AF, BF, CF),
    ROW(0x102, F_B, "FCHK", FCHK, PD0, AF, SF),
    ROW9(0x108, F_B, "MUFU", MUFU, M(MUFU, 74), M(MUFUF, 72), RD, SF),
    ROW8(0x108, F_B, "MUFU", MUFU, M(MUFU, 74), FIX(72, 2, 0), RD, SF),

    /* integers */

    ROW(0x00c, F_B, "ISETP", ISETP, M(ICMP, 76), M(U32, 73), M(BOOL, 74), M(EX, 72), PD0, PD1, A,
        BS, PS0, PSEX),
    ROW(0x010, F_BC, "IADD3", IADD3, M(X, 74), RD, PD0O, PD1O, AX, BX, CX, PSX0, PSX1),
    ROW(0x011, F_B, "LEA", LEA, FIX(80, 1, 0), FIX(73, 1, 0), M(X, 74), RD, PD0O, AX,
        B_(SM_SM_X, SM_IMM_HEX, 1), ANY(64, 8), FIX(84, 3, 0), IMM(75, 5, 0), PSX0),
    ROW(0x011, F_B, "LEA", LEA, FIX(80, 1, 1), T(HI), FIX(73, 1, 0), M(X, 74), RD, PD0O, AX,
        B_(SM_SM_X, SM_IMM_HEX, 1), C, FIX(84, 3, 0), IMM(75, 5, 0), PSX0, MS(HI, 80)),
    ROW(0x011, F_B, "LEA", LEA, FIX(80, 1, 1), T(HI), FIX(73, 1, 1), M(X, 74), M(SX32, 73), RD,
        PD0O, AX, B_(SM_SM_X, SM_IMM_HEX, 1), ANY(64, 8), FIX(84, 3, 0), IMM(75, 5, 0), PSX0,
        MS(HI, 80)),
    ROW(0x012, F_BC, "LOP3", LOP3, T(LUT), M(PAND, 80), PD0O, RD, A, B, C, IMM(72, 8, 0), PS0,
        FIX(84, 3, 0)),
    ROW(0x013, F_B, "IABS", IABS, RD, S),
    ROW(0x014, F_BC, "VABSDIFF", VABSDIFF, M(U32, 73), RD, PD0O, A, B, C),
    ROW(0x015, F_BC, "VABSDIFF4", VABSDIFF4, M(VAB4, 73), M(ACC, 75), RD, A, B, C, FIX(81, 3, 7)),
    ROW(0x038, F_B, "I2I", I2I, M(I2ITYPE, 76), T(S32), T(SAT), RD, S),
    ROW8(0x039, F_BC, "I2IP", I2IP, M(I2ITYPE, 76), T(S32), T(SAT), RD, A, B, C),
    ROW9(0x039, F_BC, "I2IP", I2IP, M(I2ITYPE, 76), T(S32), T(SAT), FIX(74, 1, 1), RD, A, B, C),
    ROW8(0x017, F_B, "IMNMX", IMNMX, M(U32, 73), RD, A, B_(SM_SM_NONE, SM_IMM_S32, 1), PS0),
    ROW(0x024, F_BC, "IMAD", IMAD, M(U32, 73), M(X, 74), RD, A, BS, CX, PSX0, FIX(81, 3, 7)),
    ROW(0x025, F_BC, "IMAD", IMAD_WIDE, T(WIDE), M(U32, 73), M(X, 74), RDN(2), PD0O, A, BS,
        C_(SM_SM_X, SM_IMM_S32, 2), PSX0),
    ROW(0x027, F_BC, "IMAD", IMAD_HI, T(HI), M(U32, 73), M(X, 74), RD, PD0O, A, BS,
        C_(SM_SM_X, SM_IMM_S32, 2), PSX0),
    ROW(0x026, F_BC, "IDP", IDP, FIX(76, 2, 0), T(4A), M(IDPA, 73), M(IDPB, 74), RD, A, B,
        C_(SM_SM_I, SM_IMM_HEX, 1)),
    ROW(0x026, F_BC, "IDP", IDP, FIX(76, 1, 1), M(IDPH, 77), M(IDPA2, 73), M(IDPB, 74), RD, A, B,
        C_(SM_SM_I, SM_IMM_HEX, 1), MS(X, 76)),
    ROW(0x100, F_B, "FLO", FLO, M(U32, 73), M(SH, 74), RD, PD0O, S_(SM_SM_INV, SM_IMM_HEX, 1)),
    ROW(0x101, F_B, "BREV", BREV, RD, S),
    ROW(0x109, F_B, "POPC", POPC, RD, S_(SM_SM_INV, SM_IMM_HEX, 1)),
    ROW9(0x00f, F_BC, "VIMNMX3", VIMNMX3, M(VTYPE, 72), M(RELU, 76), RD, A, B, C, PS0),
    ROW9(0x036, F_B, "VIADD", VIADD, M(V16, 73), RD, A, B_(SM_SM_I, SM_IMM_HEX, 1)),
    ROW9(0x046, F_BC, "VIADDMNMX", VIADDMNMX, M(VTYPE, 72), M(RELU, 76), RD, A,
         B_(SM_SM_I, SM_IMM_HEX, 1), C, PS0),
    ROW9(0x048, F_B, "VIMNMX", VIMNMX, M(VTYPE, 72), M(RELU, 76), RD, A, BS, PS0, FIX(81, 6, 63)),

    /* f64 */

    ROW(0x028, F_B, "DMUL", DMUL, M(RND, 78), RDN(2), AD, BD),
    ROW(0x029, F_C, "DADD", DADD, M(RND, 78), RDN(2), AD, CD),
    ROW(0x02a, F_C, "DSETP", DSETP, M(DCMP, 76), M(BOOL, 74), PD0, PD1, AD, SD, PS0),
    ROW(0x02b, F_BC, "DFMA", DFMA, M(RND, 78), RDN(2), AD, BD, CD),

    /* halves */

    ROW(0x030, F_C, "HADD2", HADD2, MX(HFMT3, 78, 85, 1), M(FTZ, 80), M(SAT, 77), RD,
        A_(SM_SM_H, SM_IMM_H2, 1), S_(SM_SM_H, SM_IMM_H2, 1)),
    ROW(0x032, F_B, "HMUL2", HMUL2, MX(HFMT3, 78, 85, 1), MX(FMZ, 76, 80, 1), M(SAT, 77), RD,
        A_(SM_SM_H, SM_IMM_H2, 1), B_(SM_SM_H, SM_IMM_H2, 1)),
    ROW(0x031, F_BC, "HFMA2", HFMA2, MX(HFMT3, 78, 85, 1), MX(FMZ, 76, 80, 1), M(SAT, 77),
        FIX(79, 1, 0), FIX(86, 1, 0), RD, A_(SM_SM_H, SM_IMM_H2, 1), B_(SM_SM_H, SM_IMM_H2, 1),
        C_(SM_SM_HC, SM_IMM_H2, 1)),
    ROW(0x031, F_BC, "HFMA2", HFMA2, MX(HFMT3, 78, 85, 1), MX(FMZ, 76, 80, 1), FIX(79, 1, 1),
        M(RELU, 79), M(SAT, 77), FIX(86, 5, 14), RD, A_(SM_SM_H, SM_IMM_H2, 1),
        B_(SM_SM_H, SM_IMM_H2, 1), C_(SM_SM_HC, SM_IMM_H2, 1)),
    ROW(0x035, F_BC, "HFMA2", HFMA2_MMA, T(MMA), MX(HFMT2, 78, 85, 1), MX(FMZ, 76, 80, 1),
        M(SAT, 77), FIX(79, 1, 0), RD, A_(SM_SM_HMMA, SM_IMM_H2, 1), B_(SM_SM_HMMA, SM_IMM_H2, 1),
        C_(SM_SM_HMMA, SM_IMM_H2, 1)),
    ROW(0x035, F_BC, "HFMA2", HFMA2_MMA, T(MMA), MX(HFMT2, 78, 85, 1), MX(FMZ, 76, 80, 1),
        FIX(79, 1, 1), M(RELU, 79), M(SAT, 77), FIX(86, 5, 14), RD, A_(SM_SM_HMMA, SM_IMM_H2, 1),
        B_(SM_SM_HMMA, SM_IMM_H2, 1), C_(SM_SM_HMMA, SM_IMM_H2, 1)),
    ROW9(0x033, F_C, "HSET2", HSET2, M(HFMT2, 64), M(BF, 71), M(FCMP, 76), M(FTZ, 80), M(BOOL, 69),
         RD, A_(SM_SM_H, SM_IMM_H2, 1), S_(SM_SM_H, SM_IMM_H2, 1), PS0),
    ROW9(0x034, F_C, "HSETP2", HSETP2, M(HFMT2, 64), M(FCMP, 76), M(FTZ, 80), M(BOOL, 69),
         FIX(71, 1, 0), PD0, PD1, A_(SM_SM_H, SM_IMM_H2, 1), S_(SM_SM_H, SM_IMM_H2, 1), PS0),
    ROW8(0x033, F_C, "HSET2", HSET2, FIX(64, 2, 0), M(BF, 71), M(FCMP, 76), M(FTZ, 80), M(BOOL, 69),
         RD, A_(SM_SM_H, SM_IMM_H2, 1), S_(SM_SM_H, SM_IMM_H2, 1), PS0),
    ROW8(0x034, F_C, "HSETP2", HSETP2, FIX(64, 2, 0), M(FCMP, 76), M(FTZ, 80), M(BOOL, 69),
         FIX(71, 1, 0), PD0, PD1, A_(SM_SM_H, SM_IMM_H2, 1), S_(SM_SM_H, SM_IMM_H2, 1), PS0),
    ROW(0x040, F_C, "HMNMX2", HMNMX2, MX(HFMT2, 78, 85, 1), M(FTZ, 80), M(NAN, 81), M(XORSIGN, 82),
        RD, A_(SM_SM_H, SM_IMM_H2, 1), S_(SM_SM_H, SM_IMM_H2, 1), PS0),

    /* conversions */

    ROW89(0x03e, F_BC, "F2FP", F2FP, FIX(87, 4, 0), FIX(78, 1, 0), FIX(72, 3, 0), M(SATFINITE, 77),
          M(RELU, 75), MX(F2FPD, 76, 86, 2), T(F32), T(PACK_AB), M(RZ2, 79), RD,
          A_(SM_SM_NONE, SM_IMM_F32, 1), B_(SM_SM_NONE, SM_IMM_F32, 1), FIX(64, 8, 255)),
    ROW89(0x03e, F_BC, "F2FP", F2FP_F8, FIX(87, 4, 9), FIX(78, 1, 1), FIX(72, 3, 0),
          M(SATFINITE, 77), M(RELU, 75), MX(F2FPD, 76, 86, 2), T(F32), T(PACK_MERGE), RD,
          A_(SM_SM_NONE, SM_IMM_F32, 1), B_(SM_SM_NONE, SM_IMM_F32, 1), C),
    ROW89(0x03e, F1, "F2FP", F2FP_F8, FIX(87, 4, 9), FIX(78, 1, 0), FIX(72, 3, 2), M(SATFINITE, 77),
          M(RELU, 75), MX(F2FPD, 76, 86, 2), T(F16B), T(UNPACK_MERGE), RD, FIX(24, 8, 255), B, C,
          MS(X, 73)),
    ROW89(0x03e, F1, "F2FP", F2FP_UNPACK, FIX(86, 5, 8), FIX(76, 3, 0), FIX(72, 1, 0), M(RELU, 75),
          T(F16B), M(F8SRC, 73), T(UNPACK_B), RD, FIX(24, 8, 255), B, FIX(64, 8, 255)),
    ROW86(0x03e, F_BC, "F2FP", F2FP, FIX(78, 1, 0), FIX(86, 1, 0), M(SATFINITE, 77), M(RELU, 75),
          M(F2FPD8, 76), T(PACK_AB), M(RZ2, 79), RD, A_(SM_SM_NONE, SM_IMM_F32, 1),
          B_(SM_SM_NONE, SM_IMM_F32, 1), FIX(64, 8, 255)),
    ROW(0x045, F_B, "I2FP", I2FP, M(F32ONLY, 75), MX(ITYPEP, 74, 84, 2), M(RZ2, 78), RD, S),
    ROW(0x104, F_B, "F2F", F2F, M(FTZ, 80), M(FMTD, 75), M(FMTS, 84), M(RND, 78), RD,
        S_(SM_SM_ABSNEG_HI, SM_IMM_F32, 1)),
    ROW(0x110, F_B, "F2F", F2F, M(FTZ, 80), M(FMTD, 75), M(FMTS, 84), M(RND, 78),
        {SM_IT_RD, 16, 0, 0, 3, 0}, S_(SM_SM_ABSNEG_HI, SM_IMM_F64, 3)),
    ROW8(0x105, F_B, "F2I", F2I, M(FTZ, 80), MX(ITYPE, 72, 75, 2), M(FMTSQ, 84), M(RNDI, 78),
         M(NTZ, 77), RD, S_(SM_SM_ABSNEG_HI, SM_IMM_F32, 1)),
    ROW8(0x111, F_B, "F2I", F2I, M(FTZ, 80), MX(ITYPE, 72, 75, 2), M(FMTSQ, 84), M(RNDI, 78),
         M(NTZ, 77), {SM_IT_RD, 16, 0, 0, 3, 0}, S_(SM_SM_ABSNEG_HI, SM_IMM_F64, 3)),
    ROW9(0x105, F_B, "F2I", F2I, M(FTZ, 80), MX(ITYPE, 72, 75, 2), M(FMTSQ9, 84), M(RNDI, 78),
         M(NTZ, 77), RD, S_(SM_SM_ABSNEG_HI, SM_IMM_F32, 1)),
    ROW9(0x111, F_B, "F2I", F2I, M(FTZ, 80), MX(ITYPE, 72, 75, 2), M(FMTSQ9, 84), M(RNDI, 78),
         M(NTZ, 77), {SM_IT_RD, 16, 0, 0, 3, 0}, S_(SM_SM_ABSNEG_HI, SM_IMM_F64, 3)),
    ROW(0x106, F_B, "I2F", I2F, M(FMTDQ, 75), MX(ITYPE, 74, 84, 2), M(RND, 78), RD, S),
    ROW(0x112, F_B, "I2F", I2F, M(FMTDQ, 75), MX(ITYPE, 74, 84, 2), M(RND, 78),
        {SM_IT_RD, 16, 0, 0, 3, 0}, S_(SM_SM_NONE, SM_IMM_HEX, 3)),
    ROW(0x107, F_B, "FRND", FRND, M(FTZ, 80), M(FRNDF, 75), MS(FMTS, 84), M(RNDI, 78), RD,
        S_(SM_SM_ABSNEG_HI, SM_IMM_F32, 1)),
    ROW(0x113, F_B, "FRND", FRND, M(FTZ, 80), M(FMTDQ, 75), MS(FMTS, 84), M(RNDI, 78), RDN(2), SD),

    /* tensor cores */

    ROW9(0x037, F1, "IMMA", IMMA, MX(IMMASIZE9, 75, 85, 2), MX(IMMAA, 76, 83, 1),
         MX(IMMAB, 78, 84, 1), M(SAT, 82), FIX(73, 2, 2), FIX(83, 2, 0), RDN(0),
         A_(SM_SM_NONE, 16, 0), B_(SM_SM_NONE, 17, 0), C_(SM_SM_NONE, 0, 0)),
    ROW8(0x037, F1, "IMMA", IMMA, MX(IMMASIZE8, 75, 85, 2), MX(IMMAA, 76, 83, 1),
         MX(IMMAB, 78, 84, 1), M(SAT, 82), FIX(73, 2, 2), RDN(0), A_(SM_SM_NONE, 16, 0),
         B_(SM_SM_NONE, 17, 0), C_(SM_SM_NONE, 0, 0)),
    ROW(0x03c, F1, "HMMA", HMMA, MX(HMMASIZE, 75, 78, 1), M(HMMAACC, 76), M(HMMATYPE, 82), RDN(0),
        A_(SM_SM_NONE, 0, 0), B_(SM_SM_NONE, 0, 0), C_(SM_SM_NONE, 0, 0)),
    ROW9(0x03f, F1, "DMMA", DMMA, M(DMMASIZE, 76), M(RND, 78), RDN(0), A_(SM_SM_NONE, 0, 0),
         B_(SM_SM_NONE, 0, 0), C_(SM_SM_NONE, 0, 0)),
    ROW8(0x03f, F1, "DMMA", DMMA, T(884), M(RND, 78), RDN(0), A_(SM_SM_NONE, 0, 0),
         B_(SM_SM_NONE, 0, 0), C_(SM_SM_NONE, 0, 0)),
    ROW(0x03a, F1, "MOVM", MOVM, T(16), T(MT88), RD, A),
    ROW(0x03b, F4, "LDSM", LDSM, T(16), M(LDSMT, 78), M(LDSMNUM, 72), RDN(0), MEM(LDS)),
    ROW9(0x044, F4, "STSM", STSM, T(16), M(LDSMT, 78), M(LDSMNUM, 72), MEM(STS),
         {SM_IT_S, 1, SM_SM_NONE, 0, 0, 0}),

    /* uniform datapath */

    ROW(0x082, 0x50, "UMOV", UMOV, URD, UB),
    ROW(0x086, F4, "VOTEU", VOTEU, M(VOTE, 72), URD, UPD0, PS0),
    ROW(0x087, F_U, "USEL", USEL, URD, UA, UB, UPS0),
    ROW(0x08c, F_U, "UISETP", UISETP, M(ICMP, 76), M(U32, 73), M(BOOL, 74), M(EX, 72), UPD0, UPD1,
        UA, UBS, UPS0, UPSEX),
    ROW(0x090, F_U3, "UIADD3", UIADD3, M(X, 74), URD, UPD0O, UPD1O, UAX, UBX, UCX, UPSX0, UPSX1),
    ROW(0x091, F_U, "ULEA", ULEA, FIX(80, 1, 0), FIX(73, 1, 0), M(X, 74), URD, UPD0O, UAX,
        {SM_IT_UB, 0, SM_SM_X, 1, SM_IMM_HEX, 0}, ANY(64, 8), FIX(84, 3, 0), IMM(75, 5, 0), UPSX0),
    ROW(0x091, F_U, "ULEA", ULEA, FIX(80, 1, 1), T(HI), FIX(73, 1, 0), M(X, 74), URD, UPD0O, UAX,
        {SM_IT_UB, 0, SM_SM_X, 1, SM_IMM_HEX, 0}, UC, FIX(84, 3, 0), IMM(75, 5, 0), UPSX0,
        MS(HI, 80)),
    ROW(0x091, F_U, "ULEA", ULEA, FIX(80, 1, 1), T(HI), FIX(73, 1, 1), M(X, 74), M(SX32, 73), URD,
        UPD0O, UAX, {SM_IT_UB, 0, SM_SM_X, 1, SM_IMM_HEX, 0}, ANY(64, 8), FIX(84, 3, 0),
        IMM(75, 5, 0), UPSX0, MS(HI, 80)),
    ROW(0x092, F_U3, "ULOP3", ULOP3, T(LUT), M(PAND, 80), UPD0O, URD, UA, UB, UC, IMM(72, 8, 0),
        UPS0, FIX(84, 3, 0)),
    ROW(0x096, F_U3, "UPRMT", UPRMT, M(PRMT, 72), URD, UA, UB, UC),
    ROW(0x099, F_U3, "USHF", USHF, M(SHDIR, 76), M(WRAP, 75), M(SHTYPE, 73), M(HI, 80), URD, UA, UB,
        UC),
    ROW(0x09a, F_U, "USGXT", USGXT, M(WRAP, 75), M(U32, 73), URD, UA, UB),
    ROW(0x09b, F_U, "UBMSK", UBMSK, M(WRAP, 75), URD, UA, UB),
    ROW(0x09c, F4, "UPLOP3", UPLOP3, T(LUT), UPD0, UPD1, UPS0, UPS1, UPS2,
        {SM_IT_IMMLUT, 72, 0, 0, 0, 0}, IMM(16, 8, 1)),
    ROW(0x0a4, F_U3, "UIMAD", UIMAD, M(U32, 73), M(X, 74), URD, UA, UBS, UCX, UPSX0, FIX(81, 3, 7)),
    ROW(0x0a5, F_U3, "UIMAD", UIMAD_WIDE, T(WIDE), M(U32, 73), M(X, 74), URDN(2), UPD0O, UA, UBS,
        {SM_IT_UC, 0, SM_SM_X, 2, SM_IMM_S32, 0}, UPSX0),
    ROW(0x0a7, F_U3, "UIMAD", UIMAD_HI, T(HI), M(U32, 73), M(X, 74), URD, UPD0O, UA, UBS,
        {SM_IT_UC, 0, SM_SM_X, 2, SM_IMM_S32, 0}, UPSX0),
    ROW(0x0b9, F5, "ULDC", ULDC, M(CTYPE, 73), URDN(0), MEM(UCBUF)),
    ROW(0x0bd, F_U, "UFLO", UFLO, M(U32, 73), M(SH, 74), URD, UPD0O, UBINV),
    ROW(0x0be, F_U, "UBREV", UBREV, URD, UB),
    ROW(0x0bf, F_U, "UPOPC", UPOPC, URD, UBINV),
    ROW9(0x0ca, F1, "R2UR", R2UR, PD0O, URD, A),
    ROW8(0x1c2, F1, "R2UR", R2UR, PD0O, URD, A),
    ROW(0x1c3, F4, "S2UR", S2UR, URD, SR),
    ROW(0x1c4, F1, "REDUX", REDUX, M(REDUX, 78), M(S32, 73), URD, A),

    /* control */

    ROW(0x118, F4, "NOP", NOP, ANY(32, 0)),
    ROW(0x119, F4, "S2R", S2R, RD, SR),
    ROW(0x11a, F4, "DEPBAR", DEPBAR, FIX(47, 1, 1), T(LE), {SM_IT_DEPB, 44, 0, 3, 0, 0},
        IMM(38, 6, 0)),
    ROW9(0x11b, F4, "ENDCOLLECTIVE", ENDCOLLECTIVE, FIX(87, 4, 7)),
    ROW(0x11c, F1, "B2R", B2R, FIX(78, 2, 1), T(RESULT), RD, PD0O),
    ROW(0x11d, F5, "BAR", BAR, FIX(77, 3, 2), M(BAROP, 77), M(BARRED, 74), M(BARDEFER, 80),
        IMM(54, 4, 0), IMMNZ(42, 12, 1), PS0),
    ROW(0x11d, F5, "BAR", BAR, FIX(79, 1, 0), M(BAROP, 77), M(BARDEFER, 80), IMM(54, 4, 0),
        IMMNZ(42, 12, 1)),
    ROW(0x11d, F1, "BAR", BAR, FIX(77, 3, 2), M(BAROP, 77), M(BARRED, 74), M(BARDEFER, 80), B,
        {SM_IT_S, 1, SM_SM_NONE, 1, 0, 0}, PS0),
    ROW(0x11d, F1, "BAR", BAR, FIX(79, 1, 0), M(BAROP, 77), M(BARDEFER, 80), B,
        {SM_IT_S, 1, SM_SM_NONE, 1, 0, 0}),
    ROW(0x11d, F2, "BAR", BAR, FIX(77, 3, 2), M(BAROP, 77), M(BARRED, 74), M(BARDEFER, 80),
        {SM_IT_S, 1, SM_SM_NONE, 1, 0, 0}, IMMNZ(42, 12, 1), PS0),
    ROW(0x11d, F2, "BAR", BAR, FIX(79, 1, 0), M(BAROP, 77), M(BARDEFER, 80),
        {SM_IT_S, 1, SM_SM_NONE, 1, 0, 0}, IMMNZ(42, 12, 1)),
    ROW(0x141, F4, "BSYNC", BSYNC, PS0O, BREG),
    ROW(0x142, F4, "BREAK", BREAK, PS0O, BREG),
    ROW(0x143, F1, "CALL", CALL_ABS, T(ABS), M(NOINC, 86), PS0O, A_(SM_SM_NONE, 0, 2), REL_LO8),
    ROW(0x143, F4, "CALL", CALL_ABS, T(ABS), M(NOINC, 86), PS0O, REL_LO8),
    ROW(0x144, F1, "CALL", CALL_REL, T(REL), M(NOINC, 86), PS0O, A_(SM_SM_NONE, 0, 2), REL_LO8),
    ROW(0x144, F4, "CALL", CALL_REL, T(REL), M(NOINC, 86), PS0O, REL_LO8),
    ROW(0x145, F4, "BSSY", BSSY, PS0O, BREG, REL_34),
    ROW(0x146, F4, "YIELD", YIELD, PS0O),
    ROW(0x147, F4, "BRA", BRA, FIX(91, 1, 0), FIX(84, 1, 0), M(BRAU, 32), FIX(33, 1, 0),
        M(BRAINC, 85), PS0O, REL_LO8),
    ROW(0x147, F4, "BRA", BRA_COND, FIX(91, 1, 0), FIX(84, 1, 1), M(BRAU, 32), T(ANY),
        FIX(33, 1, 0), M(BRAINC, 85), PS0O, REL_LO8),
    ROW(0x147, F4, "BRA", BRA_COND, FIX(91, 1, 1), FIX(33, 1, 1), M(BRAANY, 32), M(BRAINC, 85),
        PS0O, {SM_IT_UA, 24, SM_SM_INV, 1, 0, 30}, REL_LO8),
    ROW(0x14e, F1, "LEPC", LEPC, RDN(2)),
    ROW9(0x14e, F4, "LEPC", LEPC, RDN(2), REL_BYTES),
    ROW(0x155, F1, "BMOV", BMOV_RB, T(32), M(BMOVC, 84), RD, {SM_IT_BAR, 24, 0, 0, 0, 0},
        FIX(28, 2, 0)),
    ROW(0x156, F1, "BMOV", BMOV_BR, T(32), {SM_IT_BAR, 24, 0, 0, 0, 0}, FIX(28, 2, 0), S),
    ROW(0x15c, F4, "BPT", BPT_TRAP, FIX(84, 3, 3), T(TRAP), IMM(34, 3, 0)),
    ROW9(0x148, F4, "WARPSYNC", WARPSYNC_COLL, FIX(85, 2, 2), T(COLL), T(ALL), PS0O, REL_LO8),
    ROW8(0x148, F4, "WARPSYNC", WARPSYNC_IMM, PS0O, IMM(32, 32, 0)),
    ROW9(0x148, F4, "WARPSYNC", WARPSYNC_ALL, T(ALL), PS0O, FIX(32, 32, 0)),
    ROW9(0x148, F1, "WARPSYNC", WARPSYNC_COLL, FIX(85, 2, 2), T(COLL), PS0O, A, REL_LO8),
    ROW9(0x148, F1, "WARPSYNC", WARPSYNC, PS0O, A),
    ROW8(0x148, F1, "WARPSYNC", WARPSYNC, PS0O, S),
    ROW(0x149, F4, "BRX", BRX, M(BRAINC, 85), PS0O, A_(SM_SM_NONE, 0, 2),
        {SM_IT_REL, 34, 0, 48, 3, 0}),
    ROW(0x14d, F4, "EXIT", EXIT, M(EXITK, 84), M(EXITA, 86), PS0O),
    ROW(0x150, F4, "RET", RET, M(RETABS, 85), M(NODEC, 86), PS0O, A_(SM_SM_NONE, 0, 2), REL_LO8),
    ROW(0x15d, F1, "NANOSLEEP", NANOSLEEP, M(SLEEPF, 84), PS0O, S),
    ROW(0x15d, F4, "NANOSLEEP", NANOSLEEP, M(SLEEPF, 84), PS0O, IMM(32, 32, 0)),

    /* memory */

    ROW(0x180, F4, "LD", LD, LDG_MODS, RDN(0), MEM(LDG)),
    ROW(0x181, F4, "LDG", LDG, LDG_MODS, PD0O, RDN(0), MEM(LDG)),
    ROW(0x182, F5, "LDC", LDC, M(LCMODE, 78), M(CTYPE, 73), RDN(0), MEM(CBUF)),
    ROW(0x183, F4, "LDL", LDL, M(EVICT, 84), M(MEMTYPE, 73), RDN(0), MEM(PLAIN)),
    ROW(0x184, F4, "LDS", LDS, M(MEMTYPE, 73), RDN(0), MEM(LDS)),
    ROW(0x185, F4, "ST", ST, STG_MODS, MEM(STG), {SM_IT_S, 1, SM_SM_NONE, 0, 0, 0}),
    ROW(0x186, F4, "STG", STG, STG_MODS, MEM(STG), {SM_IT_S, 1, SM_SM_NONE, 0, 0, 0}),
    ROW(0x187, F1, "STL", STL, M(EVICT, 84), M(MEMTYPE, 73), MEM(PLAIN),
        {SM_IT_S, 1, SM_SM_NONE, 0, 0, 0}),
    ROW(0x188, F1 | F4, "STS", STS, M(MEMTYPE, 73), MEM(STS), {SM_IT_S, 1, SM_SM_NONE, 0, 0, 0}),
    ROW(0x189, F1, "SHFL", SHFL, M(SHFL, 58), PD0, RD, A, B, C),
    ROW(0x189, F2, "SHFL", SHFL, M(SHFL, 58), PD0, RD, A, {SM_IT_S, 1, SM_SM_NONE, 1, 0, 0},
        IMM(40, 13, 1)),
    ROW(0x189, F4, "SHFL", SHFL, M(SHFL, 58), PD0, RD, A, IMM(53, 5, 0),
        {SM_IT_C, 64, SM_SM_NONE, 1, 0, 0}),
    ROW(0x189, F7, "SHFL", SHFL, M(SHFL, 58), PD0, RD, A, IMM(53, 5, 0), IMM(40, 13, 1)),
    ROW8(0x18a, F4, "ATOM", ATOM, M(E64, 72), M(ATOMOP, 87), M(EVICT, 84), M(ATOMTYPE8, 73),
         M(ATORD, 77), PD0, RDN(0), MEM(ATOM), {SM_IT_S, 1, SM_SM_NONE, 0, 0, 0}),
    ROW8(0x1a8, F4, "ATOMG", ATOMG, M(E64, 72), M(ATOMOP, 87), M(EVICT, 84), M(ATOMTYPE8, 73),
         M(ATORD, 77), PD0, RDN(0), MEM(ATOM), {SM_IT_S, 1, SM_SM_NONE, 0, 0, 0}),
    ROW8(0x18e, F4, "RED", RED, M(E64, 72), M(REDOP, 87), M(EVICT, 84), M(ATOMTYPE8, 73),
         M(ATORD, 77), MEM(RED), {SM_IT_S, 1, SM_SM_NONE, 0, 0, 0}),
    ROW9(0x18a, F4, "ATOM", ATOM, M(E64, 72), M(ATOMOP, 87), M(EVICT, 84), M(ATOMTYPE9, 73),
         M(ATORD, 77), PD0, RDN(0), MEM(ATOM), {SM_IT_S, 1, SM_SM_NONE, 0, 0, 0}),
    ROW9(0x1a8, F4, "ATOMG", ATOMG, M(E64, 72), M(ATOMOP, 87), M(EVICT, 84), M(ATOMTYPE9, 73),
         M(ATORD, 77), PD0, RDN(0), MEM(ATOM), {SM_IT_S, 1, SM_SM_NONE, 0, 0, 0}),
    ROW9(0x18e, F4, "REDG", RED, M(E64, 72), M(REDOP, 87), M(EVICT, 84), M(ATOMTYPE9, 73),
         M(ATORD, 77), MEM(RED), {SM_IT_S, 1, SM_SM_NONE, 0, 0, 0}),
    ROW9(0x1a2, F4, "ATOM", ATOM_F, M(E64, 72), M(FATOMOP2, 88), M(EVICT, 84), M(FATOMTYPE, 73),
         M(ATORD, 77), PD0, RDN(0), MEM(ATOM), {SM_IT_S, 1, SM_SM_NONE, 0, 0, 0}),
    ROW9(0x1a3, F4, "ATOMG", ATOMG_F, M(E64, 72), M(FATOMOP2, 88), M(EVICT, 84), M(FATOMTYPE, 73),
         M(ATORD, 77), PD0, RDN(0), MEM(ATOM), {SM_IT_S, 1, SM_SM_NONE, 0, 0, 0}),
    ROW9(0x1a6, F4, "REDG", RED_F, M(E64, 72), M(FATOMOP2, 88), M(EVICT, 84), M(FATOMTYPE, 73),
         M(ATORD, 77), MEM(RED), {SM_IT_S, 1, SM_SM_NONE, 0, 0, 0}),
    ROW(0x18b, F1, "ATOM", ATOM_CAS, M(E64, 72), M(CASOP, 87), M(EVICT, 84), M(CASTYPE, 73),
        M(ATORD, 77), PD0, RDN(0), MEM(PLAIN64), {SM_IT_S, 1, SM_SM_NONE, 0, 0, 0},
        {SM_IT_C, 64, SM_SM_NONE, 0, 0, 0}),
    ROW(0x1a9, F1, "ATOMG", ATOMG_CAS, M(E64, 72), FIX(87, 4, 0), M(CASOP, 87), M(EVICT, 84),
        M(CASTYPE, 73), M(ATORD, 77), PD0, RDN(0), MEM(PLAIN64), {SM_IT_S, 1, SM_SM_NONE, 0, 0, 0},
        {SM_IT_C, 64, SM_SM_NONE, 0, 0, 0}),
    ROW(0x18c, F1 | F4, "ATOMS", ATOMS, M(ATOMOP, 87), M(ATOMSTYPE, 73), RDN(0), MEM(ATOMS),
        {SM_IT_S, 1, SM_SM_NONE, 0, 0, 0}),
    ROW8(0x18c, F7, "ATOMS", ATOMS_POPC, FIX(87, 5, 26), T(POPC), T(INC), T(32), RD, MEM(ATOMS)),
    ROW9(0x18c, F7, "ATOMS", ATOMS_POPC, FIX(87, 5, 27), T(POPC), T(INC), T(32), RD, MEM(ATOMS)),
    ROW(0x18d, F1, "ATOMS", ATOMS_CAS, M(CASOP, 87), M(CASTYPE, 73), RDN(0), MEM(ATOMS),
        {SM_IT_S, 1, SM_SM_NONE, 0, 0, 0}, {SM_IT_C, 64, SM_SM_NONE, 0, 0, 0}),
    ROW(0x18f, F4, "CCTL", CCTL, FIX(90, 1, 0), FIX(72, 1, 0), FIX(87, 3, 4), M(CCTLC, 78),
        M(CCTLOP, 87), FIX(24, 8, 255)),
    ROW(0x18f, F4, "CCTL", CCTL, M(E64, 72), M(CCTLC, 78), M(CCTLOP, 87), MEM(CCTL)),
    ROW(0x192, F4, "MEMBAR", MEMBAR, M(MEMBARSEM, 79), M(MEMBARSCOPE, 76)),
    ROW(0x1a1, F1, "MATCH", MATCH, FIX(79, 1, 1), M(MATCH, 79), M(U64, 73), RD,
        A_(SM_SM_NONE, 0, 0), FIX(81, 3, 7)),
    ROW(0x1a1, F1, "MATCH", MATCH, FIX(79, 1, 0), M(MATCH, 79), M(U64, 73), PD0, RD,
        A_(SM_SM_NONE, 0, 0)),
    ROW(0x1aa, F1, "QSPC", QSPC, M(E64, 72), M(QSPC, 73), PD0, RD, MEM(QSPC)),
    ROW(0x1ab, F4, "ERRBAR", ERRBAR, ANY(32, 0)),
    ROW9(0x1ab, F2, "CGAERRBAR", CGAERRBAR, ANY(32, 0)),
    ROW(0x1ae, F7, "LDGSTS", LDGSTS, T(E), M(BYPASS, 81), M(EVICT, 84), M(LTC, 71), M(ASTYPE, 73),
        M(ORD0, 77), M(ZFILL, 82), MEM(ASYNC_S), MEM(ASYNC_G), PS0O),
    ROW(0x1af, F4, "LDGDEPBAR", LDGDEPBAR, ANY(32, 0)),

    /* Hopper */

    ROW9(0x02d, F4, "PREEXIT", PREEXIT, ANY(32, 0)),
    ROW9(0x02e, F4, "ACQBULK", ACQBULK, ANY(32, 0)),
    ROW9(0x02f, F4, "ELECT", ELECT, M(IGNOREKILL, 85), PD0, URD, PS0),
    ROW9(0x1c7, F4, "UCGABAR_ARV", UCGABAR_ARV, FIX(91, 1, 1)),
    ROW9(0x1c7, F6, "UCGABAR_WAIT", UCGABAR_WAIT, FIX(91, 1, 1)),
    ROW9(0x1c6, F1, "FENCE", FENCE, FIX(72, 1, 0), T(VIEW), T(ASYNC), T(S)),
};
const size_t sm_row_count = sizeof(sm_rows) / sizeof(sm_rows[0]);
