/* SPDX-License-Identifier: MIT */
/* The operations that data/h200-vectors.txt has results of, operands as num_hw.c makes
 * them. K(number, name, operand bits, result bits, PTX, ours);
 * T(number, name, PTX, registers of A, B, C, kinds of A, B, C, ours). The PTX is what ran
 * on the chip; each is one instruction there, min.f64 and max.f64 two more that select. */
/* clang-format off */
#define NUM_HW_OPS(K) \
        K(0, fadd_n, 32, 32, "add.rn.f32 %0,%1,%2;", sm_fadd(a,b,SM_RN,0)) \
        K(1, fadd_ftz_n, 32, 32, "add.rn.ftz.f32 %0,%1,%2;", sm_fadd(a,b,SM_RN,SM_FTZ)) \
        K(2, fmul_n, 32, 32, "mul.rn.f32 %0,%1,%2;", sm_fmul(a,b,SM_RN,0)) \
        K(3, fmul_ftz_n, 32, 32, "mul.rn.ftz.f32 %0,%1,%2;", sm_fmul(a,b,SM_RN,SM_FTZ)) \
        K(4, ffma_n, 32, 32, "fma.rn.f32 %0,%1,%2,%3;", sm_ffma(a,b,c,SM_RN,0)) \
        K(5, ffma_ftz_n, 32, 32, "fma.rn.ftz.f32 %0,%1,%2,%3;", sm_ffma(a,b,c,SM_RN,SM_FTZ)) \
        K(6, dadd_n, 64, 64, "add.rn.f64 %0,%1,%2;", sm_dadd(a,b,SM_RN)) \
        K(7, dmul_n, 64, 64, "mul.rn.f64 %0,%1,%2;", sm_dmul(a,b,SM_RN)) \
        K(8, dfma_n, 64, 64, "fma.rn.f64 %0,%1,%2,%3;", sm_dfma(a,b,c,SM_RN)) \
        K(9, f2f_f32_f64_n, 64, 32, "cvt.rn.f32.f64 %0,%1;", (uint32_t)sm_f2f(a,SM_F32,SM_F64,SM_RN,0)) \
        K(10, f2f_f32_f64_ftz_n, 64, 32, "cvt.rn.ftz.f32.f64 %0,%1;", (uint32_t)sm_f2f(a,SM_F32,SM_F64,SM_RN,SM_FTZ)) \
        K(11, i2f_s32_n, 32, 32, "cvt.rn.f32.s32 %0,%1;", (uint32_t)sm_i2f(a,32,true,SM_F32,SM_RN)) \
        K(12, i2f_u64_n, 64, 32, "cvt.rn.f32.u64 %0,%1;", (uint32_t)sm_i2f(a,64,false,SM_F32,SM_RN)) \
        K(13, i2d_s64_n, 64, 64, "cvt.rn.f64.s64 %0,%1;", sm_i2f(a,64,true,SM_F64,SM_RN)) \
        K(14, f2i_s32_n, 32, 32, "cvt.rni.s32.f32 %0,%1;", (uint32_t)sm_f2i(a,SM_F32,32,true,SM_RN,SM_NTZ)) \
        K(15, f2i_u32_ftz_n, 32, 32, "cvt.rni.ftz.u32.f32 %0,%1;", (uint32_t)sm_f2i(a,SM_F32,32,false,SM_RN,SM_NTZ|SM_FTZ)) \
        K(16, f2i_s64_n, 32, 64, "cvt.rni.s64.f32 %0,%1;", sm_f2i(a,SM_F32,64,true,SM_RN,0)) \
        K(17, f2i_u64_n, 32, 64, "cvt.rni.u64.f32 %0,%1;", sm_f2i(a,SM_F32,64,false,SM_RN,0)) \
        K(18, d2i_s32_n, 64, 32, "cvt.rni.s32.f64 %0,%1;", (uint32_t)sm_f2i(a,SM_F64,32,true,SM_RN,0)) \
        K(19, d2i_u32_n, 64, 32, "cvt.rni.u32.f64 %0,%1;", (uint32_t)sm_f2i(a,SM_F64,32,false,SM_RN,0)) \
        K(20, d2i_u64_n, 64, 64, "cvt.rni.u64.f64 %0,%1;", sm_f2i(a,SM_F64,64,false,SM_RN,0)) \
        K(21, frnd_n, 32, 32, "cvt.rni.f32.f32 %0,%1;", (uint32_t)sm_frnd(a,SM_F32,SM_RN,0)) \
        K(22, frnd_ftz_n, 32, 32, "cvt.rni.ftz.f32.f32 %0,%1;", (uint32_t)sm_frnd(a,SM_F32,SM_RN,SM_FTZ)) \
        K(23, drnd_n, 64, 64, "cvt.rni.f64.f64 %0,%1;", sm_frnd(a,SM_F64,SM_RN,0)) \
        K(24, fadd_m, 32, 32, "add.rm.f32 %0,%1,%2;", sm_fadd(a,b,SM_RM,0)) \
        K(25, fadd_ftz_m, 32, 32, "add.rm.ftz.f32 %0,%1,%2;", sm_fadd(a,b,SM_RM,SM_FTZ)) \
        K(26, fmul_m, 32, 32, "mul.rm.f32 %0,%1,%2;", sm_fmul(a,b,SM_RM,0)) \
        K(27, fmul_ftz_m, 32, 32, "mul.rm.ftz.f32 %0,%1,%2;", sm_fmul(a,b,SM_RM,SM_FTZ)) \
        K(28, ffma_m, 32, 32, "fma.rm.f32 %0,%1,%2,%3;", sm_ffma(a,b,c,SM_RM,0)) \
        K(29, ffma_ftz_m, 32, 32, "fma.rm.ftz.f32 %0,%1,%2,%3;", sm_ffma(a,b,c,SM_RM,SM_FTZ)) \
        K(30, dadd_m, 64, 64, "add.rm.f64 %0,%1,%2;", sm_dadd(a,b,SM_RM)) \
        K(31, dmul_m, 64, 64, "mul.rm.f64 %0,%1,%2;", sm_dmul(a,b,SM_RM)) \
        K(32, dfma_m, 64, 64, "fma.rm.f64 %0,%1,%2,%3;", sm_dfma(a,b,c,SM_RM)) \
        K(33, f2f_f32_f64_m, 64, 32, "cvt.rm.f32.f64 %0,%1;", (uint32_t)sm_f2f(a,SM_F32,SM_F64,SM_RM,0)) \
        K(34, f2f_f32_f64_ftz_m, 64, 32, "cvt.rm.ftz.f32.f64 %0,%1;", (uint32_t)sm_f2f(a,SM_F32,SM_F64,SM_RM,SM_FTZ)) \
        K(35, i2f_s32_m, 32, 32, "cvt.rm.f32.s32 %0,%1;", (uint32_t)sm_i2f(a,32,true,SM_F32,SM_RM)) \
        K(36, i2f_u64_m, 64, 32, "cvt.rm.f32.u64 %0,%1;", (uint32_t)sm_i2f(a,64,false,SM_F32,SM_RM)) \
        K(37, i2d_s64_m, 64, 64, "cvt.rm.f64.s64 %0,%1;", sm_i2f(a,64,true,SM_F64,SM_RM)) \
        K(38, f2i_s32_m, 32, 32, "cvt.rmi.s32.f32 %0,%1;", (uint32_t)sm_f2i(a,SM_F32,32,true,SM_RM,SM_NTZ)) \
        K(39, f2i_u32_ftz_m, 32, 32, "cvt.rmi.ftz.u32.f32 %0,%1;", (uint32_t)sm_f2i(a,SM_F32,32,false,SM_RM,SM_NTZ|SM_FTZ)) \
        K(40, f2i_s64_m, 32, 64, "cvt.rmi.s64.f32 %0,%1;", sm_f2i(a,SM_F32,64,true,SM_RM,0)) \
        K(41, f2i_u64_m, 32, 64, "cvt.rmi.u64.f32 %0,%1;", sm_f2i(a,SM_F32,64,false,SM_RM,0)) \
        K(42, d2i_s32_m, 64, 32, "cvt.rmi.s32.f64 %0,%1;", (uint32_t)sm_f2i(a,SM_F64,32,true,SM_RM,0)) \
        K(43, d2i_u32_m, 64, 32, "cvt.rmi.u32.f64 %0,%1;", (uint32_t)sm_f2i(a,SM_F64,32,false,SM_RM,0)) \
        K(44, d2i_u64_m, 64, 64, "cvt.rmi.u64.f64 %0,%1;", sm_f2i(a,SM_F64,64,false,SM_RM,0)) \
        K(45, frnd_m, 32, 32, "cvt.rmi.f32.f32 %0,%1;", (uint32_t)sm_frnd(a,SM_F32,SM_RM,0)) \
        K(46, frnd_ftz_m, 32, 32, "cvt.rmi.ftz.f32.f32 %0,%1;", (uint32_t)sm_frnd(a,SM_F32,SM_RM,SM_FTZ)) \
        K(47, drnd_m, 64, 64, "cvt.rmi.f64.f64 %0,%1;", sm_frnd(a,SM_F64,SM_RM,0)) \
        K(48, fadd_p, 32, 32, "add.rp.f32 %0,%1,%2;", sm_fadd(a,b,SM_RP,0)) \
        K(49, fadd_ftz_p, 32, 32, "add.rp.ftz.f32 %0,%1,%2;", sm_fadd(a,b,SM_RP,SM_FTZ)) \
        K(50, fmul_p, 32, 32, "mul.rp.f32 %0,%1,%2;", sm_fmul(a,b,SM_RP,0)) \
        K(51, fmul_ftz_p, 32, 32, "mul.rp.ftz.f32 %0,%1,%2;", sm_fmul(a,b,SM_RP,SM_FTZ)) \
        K(52, ffma_p, 32, 32, "fma.rp.f32 %0,%1,%2,%3;", sm_ffma(a,b,c,SM_RP,0)) \
        K(53, ffma_ftz_p, 32, 32, "fma.rp.ftz.f32 %0,%1,%2,%3;", sm_ffma(a,b,c,SM_RP,SM_FTZ)) \
        K(54, dadd_p, 64, 64, "add.rp.f64 %0,%1,%2;", sm_dadd(a,b,SM_RP)) \
        K(55, dmul_p, 64, 64, "mul.rp.f64 %0,%1,%2;", sm_dmul(a,b,SM_RP)) \
        K(56, dfma_p, 64, 64, "fma.rp.f64 %0,%1,%2,%3;", sm_dfma(a,b,c,SM_RP)) \
        K(57, f2f_f32_f64_p, 64, 32, "cvt.rp.f32.f64 %0,%1;", (uint32_t)sm_f2f(a,SM_F32,SM_F64,SM_RP,0)) \
        K(58, f2f_f32_f64_ftz_p, 64, 32, "cvt.rp.ftz.f32.f64 %0,%1;", (uint32_t)sm_f2f(a,SM_F32,SM_F64,SM_RP,SM_FTZ)) \
        K(59, i2f_s32_p, 32, 32, "cvt.rp.f32.s32 %0,%1;", (uint32_t)sm_i2f(a,32,true,SM_F32,SM_RP)) \
        K(60, i2f_u64_p, 64, 32, "cvt.rp.f32.u64 %0,%1;", (uint32_t)sm_i2f(a,64,false,SM_F32,SM_RP)) \
        K(61, i2d_s64_p, 64, 64, "cvt.rp.f64.s64 %0,%1;", sm_i2f(a,64,true,SM_F64,SM_RP)) \
        K(62, f2i_s32_p, 32, 32, "cvt.rpi.s32.f32 %0,%1;", (uint32_t)sm_f2i(a,SM_F32,32,true,SM_RP,SM_NTZ)) \
        K(63, f2i_u32_ftz_p, 32, 32, "cvt.rpi.ftz.u32.f32 %0,%1;", (uint32_t)sm_f2i(a,SM_F32,32,false,SM_RP,SM_NTZ|SM_FTZ)) \
        K(64, f2i_s64_p, 32, 64, "cvt.rpi.s64.f32 %0,%1;", sm_f2i(a,SM_F32,64,true,SM_RP,0)) \
        K(65, f2i_u64_p, 32, 64, "cvt.rpi.u64.f32 %0,%1;", sm_f2i(a,SM_F32,64,false,SM_RP,0)) \
        K(66, d2i_s32_p, 64, 32, "cvt.rpi.s32.f64 %0,%1;", (uint32_t)sm_f2i(a,SM_F64,32,true,SM_RP,0)) \
        K(67, d2i_u32_p, 64, 32, "cvt.rpi.u32.f64 %0,%1;", (uint32_t)sm_f2i(a,SM_F64,32,false,SM_RP,0)) \
        K(68, d2i_u64_p, 64, 64, "cvt.rpi.u64.f64 %0,%1;", sm_f2i(a,SM_F64,64,false,SM_RP,0)) \
        K(69, frnd_p, 32, 32, "cvt.rpi.f32.f32 %0,%1;", (uint32_t)sm_frnd(a,SM_F32,SM_RP,0)) \
        K(70, frnd_ftz_p, 32, 32, "cvt.rpi.ftz.f32.f32 %0,%1;", (uint32_t)sm_frnd(a,SM_F32,SM_RP,SM_FTZ)) \
        K(71, drnd_p, 64, 64, "cvt.rpi.f64.f64 %0,%1;", sm_frnd(a,SM_F64,SM_RP,0)) \
        K(72, fadd_z, 32, 32, "add.rz.f32 %0,%1,%2;", sm_fadd(a,b,SM_RZ,0)) \
        K(73, fadd_ftz_z, 32, 32, "add.rz.ftz.f32 %0,%1,%2;", sm_fadd(a,b,SM_RZ,SM_FTZ)) \
        K(74, fmul_z, 32, 32, "mul.rz.f32 %0,%1,%2;", sm_fmul(a,b,SM_RZ,0)) \
        K(75, fmul_ftz_z, 32, 32, "mul.rz.ftz.f32 %0,%1,%2;", sm_fmul(a,b,SM_RZ,SM_FTZ)) \
        K(76, ffma_z, 32, 32, "fma.rz.f32 %0,%1,%2,%3;", sm_ffma(a,b,c,SM_RZ,0)) \
        K(77, ffma_ftz_z, 32, 32, "fma.rz.ftz.f32 %0,%1,%2,%3;", sm_ffma(a,b,c,SM_RZ,SM_FTZ)) \
        K(78, dadd_z, 64, 64, "add.rz.f64 %0,%1,%2;", sm_dadd(a,b,SM_RZ)) \
        K(79, dmul_z, 64, 64, "mul.rz.f64 %0,%1,%2;", sm_dmul(a,b,SM_RZ)) \
        K(80, dfma_z, 64, 64, "fma.rz.f64 %0,%1,%2,%3;", sm_dfma(a,b,c,SM_RZ)) \
        K(81, f2f_f32_f64_z, 64, 32, "cvt.rz.f32.f64 %0,%1;", (uint32_t)sm_f2f(a,SM_F32,SM_F64,SM_RZ,0)) \
        K(82, f2f_f32_f64_ftz_z, 64, 32, "cvt.rz.ftz.f32.f64 %0,%1;", (uint32_t)sm_f2f(a,SM_F32,SM_F64,SM_RZ,SM_FTZ)) \
        K(83, i2f_s32_z, 32, 32, "cvt.rz.f32.s32 %0,%1;", (uint32_t)sm_i2f(a,32,true,SM_F32,SM_RZ)) \
        K(84, i2f_u64_z, 64, 32, "cvt.rz.f32.u64 %0,%1;", (uint32_t)sm_i2f(a,64,false,SM_F32,SM_RZ)) \
        K(85, i2d_s64_z, 64, 64, "cvt.rz.f64.s64 %0,%1;", sm_i2f(a,64,true,SM_F64,SM_RZ)) \
        K(86, f2i_s32_z, 32, 32, "cvt.rzi.s32.f32 %0,%1;", (uint32_t)sm_f2i(a,SM_F32,32,true,SM_RZ,SM_NTZ)) \
        K(87, f2i_u32_ftz_z, 32, 32, "cvt.rzi.ftz.u32.f32 %0,%1;", (uint32_t)sm_f2i(a,SM_F32,32,false,SM_RZ,SM_NTZ|SM_FTZ)) \
        K(88, f2i_s64_z, 32, 64, "cvt.rzi.s64.f32 %0,%1;", sm_f2i(a,SM_F32,64,true,SM_RZ,0)) \
        K(89, f2i_u64_z, 32, 64, "cvt.rzi.u64.f32 %0,%1;", sm_f2i(a,SM_F32,64,false,SM_RZ,0)) \
        K(90, d2i_s32_z, 64, 32, "cvt.rzi.s32.f64 %0,%1;", (uint32_t)sm_f2i(a,SM_F64,32,true,SM_RZ,0)) \
        K(91, d2i_u32_z, 64, 32, "cvt.rzi.u32.f64 %0,%1;", (uint32_t)sm_f2i(a,SM_F64,32,false,SM_RZ,0)) \
        K(92, d2i_u64_z, 64, 64, "cvt.rzi.u64.f64 %0,%1;", sm_f2i(a,SM_F64,64,false,SM_RZ,0)) \
        K(93, frnd_z, 32, 32, "cvt.rzi.f32.f32 %0,%1;", (uint32_t)sm_frnd(a,SM_F32,SM_RZ,0)) \
        K(94, frnd_ftz_z, 32, 32, "cvt.rzi.ftz.f32.f32 %0,%1;", (uint32_t)sm_frnd(a,SM_F32,SM_RZ,SM_FTZ)) \
        K(95, drnd_z, 64, 64, "cvt.rzi.f64.f64 %0,%1;", sm_frnd(a,SM_F64,SM_RZ,0)) \
        K(96, fadd_sat, 32, 32, "add.rn.sat.f32 %0,%1,%2;", sm_fadd(a,b,SM_RN,SM_SAT)) \
        K(97, ffma_sat, 32, 32, "fma.rn.sat.f32 %0,%1,%2,%3;", sm_ffma(a,b,c,SM_RN,SM_SAT)) \
        K(98, ffma_ftz_sat, 32, 32, "fma.rn.ftz.sat.f32 %0,%1,%2,%3;", sm_ffma(a,b,c,SM_RN,SM_SAT|SM_FTZ)) \
        K(99, fmin, 32, 32, "min.f32 %0,%1,%2;", sm_fmnmx(a,b,false,0)) \
        K(100, fmax, 32, 32, "max.f32 %0,%1,%2;", sm_fmnmx(a,b,true,0)) \
        K(101, fmin_ftz, 32, 32, "min.ftz.f32 %0,%1,%2;", sm_fmnmx(a,b,false,SM_FTZ)) \
        K(102, fmax_nan, 32, 32, "max.NaN.f32 %0,%1,%2;", sm_fmnmx(a,b,true,SM_NANPROP)) \
        K(103, fmin_xs, 32, 32, "min.xorsign.abs.f32 %0,%1,%2;", sm_fmnmx(a,b,false,SM_XORSIGN)) \
        K(104, fmax_xs, 32, 32, "max.xorsign.abs.f32 %0,%1,%2;", sm_fmnmx(a,b,true,SM_XORSIGN)) \
        K(105, fmax_nan_xs, 32, 32, "max.NaN.xorsign.abs.f32 %0,%1,%2;", sm_fmnmx(a,b,true,SM_XORSIGN|SM_NANPROP)) \
        K(106, dmin, 64, 64, "min.f64 %0,%1,%2;", dmnmx(false,a,b)) \
        K(107, dmax, 64, 64, "max.f64 %0,%1,%2;", dmnmx(true,a,b)) \
        K(110, f64_f32, 32, 64, "cvt.f64.f32 %0,%1;", sm_f2f(a,SM_F64,SM_F32,SM_RN,0)) \
        K(111, f64_f32_ftz, 32, 64, "cvt.ftz.f64.f32 %0,%1;", sm_f2f(a,SM_F64,SM_F32,SM_RN,SM_FTZ)) \
        K(112, f32_sat, 32, 32, "cvt.sat.f32.f32 %0,%1;", (uint32_t)sm_f2f(a,SM_F32,SM_F32,SM_RN,SM_SAT)) \
        K(113, f16_f32_n, 32, 32, "{.reg .b16 t,z; mov.b16 z,0; cvt.rn.f16.f32 t,%1; mov.b32 %0,{t,z};}", (uint32_t)sm_f2f(a,SM_F16,SM_F32,SM_RN,0)) \
        K(114, f16_f32_z, 32, 32, "{.reg .b16 t,z; mov.b16 z,0; cvt.rz.f16.f32 t,%1; mov.b32 %0,{t,z};}", (uint32_t)sm_f2f(a,SM_F16,SM_F32,SM_RZ,0)) \
        K(115, f16_f32_m, 32, 32, "{.reg .b16 t,z; mov.b16 z,0; cvt.rm.f16.f32 t,%1; mov.b32 %0,{t,z};}", (uint32_t)sm_f2f(a,SM_F16,SM_F32,SM_RM,0)) \
        K(116, f16_f64_n, 64, 32, "{.reg .b16 t,z; mov.b16 z,0; cvt.rn.f16.f64 t,%1; mov.b32 %0,{t,z};}", (uint32_t)sm_f2f(a,SM_F16,SM_F64,SM_RN,0)) \
        K(117, bf16_f32_n, 32, 32, "{.reg .b16 t,z; mov.b16 z,0; cvt.rn.bf16.f32 t,%1; mov.b32 %0,{t,z};}", (uint32_t)sm_f2f(a,SM_BF16,SM_F32,SM_RN,0)) \
        K(118, bf16_f32_z_relu, 32, 32, "{.reg .b16 t,z; mov.b16 z,0; cvt.rz.relu.bf16.f32 t,%1; mov.b32 %0,{t,z};}", (uint32_t)sm_f2f(a,SM_BF16,SM_F32,SM_RZ,SM_RELU)) \
        K(119, f16x2_f32, 32, 32, "cvt.rn.f16x2.f32 %0,%1,%2;", sm_f2fp_pack(a,b,SM_F16,SM_RN,0)) \
        K(120, f16x2_relu, 32, 32, "cvt.rn.relu.f16x2.f32 %0,%1,%2;", sm_f2fp_pack(a,b,SM_F16,SM_RN,SM_RELU)) \
        K(121, bf16x2_f32, 32, 32, "cvt.rn.bf16x2.f32 %0,%1,%2;", sm_f2fp_pack(a,b,SM_BF16,SM_RN,0)) \
        K(122, bf16x2_rz, 32, 32, "cvt.rz.bf16x2.f32 %0,%1,%2;", sm_f2fp_pack(a,b,SM_BF16,SM_RZ,0)) \
        K(124, tf32_rn, 32, 32, "cvt.rn.tf32.f32 %0,%1;", (uint32_t)sm_f2f(a,SM_TF32,SM_F32,SM_RN,0)) \
        K(125, tf32_rz, 32, 32, "cvt.rz.tf32.f32 %0,%1;", (uint32_t)sm_f2f(a,SM_TF32,SM_F32,SM_RZ,0)) \
        K(126, e4m3x2, 32, 32, "{.reg .b16 t,z; mov.b16 z,0; cvt.rn.satfinite.e4m3x2.f32 t,%1,%2; mov.b32 %0,{t,z};}", sm_f2fp_fp8_pack(a,b,0,SM_E4M3,SM_SATFINITE)) \
        K(127, e5m2x2, 32, 32, "{.reg .b16 t,z; mov.b16 z,0; cvt.rn.satfinite.e5m2x2.f32 t,%1,%2; mov.b32 %0,{t,z};}", sm_f2fp_fp8_pack(a,b,0,SM_E5M2,SM_SATFINITE)) \
        K(128, e5m2x2_relu, 32, 32, "{.reg .b16 t,z; mov.b16 z,0; cvt.rn.satfinite.relu.e5m2x2.f32 t,%1,%2; mov.b32 %0,{t,z};}", sm_f2fp_fp8_pack(a,b,0,SM_E5M2,SM_SATFINITE|SM_RELU)) \
        K(129, e4m3x2_f16, 32, 32, "{.reg .b16 t,z; mov.b16 z,0; cvt.rn.satfinite.e4m3x2.f16x2 t,%1; mov.b32 %0,{t,z};}", sm_f2fp_fp8_of_f16x2(a,SM_E4M3,SM_SATFINITE)) \
        K(130, e5m2x2_f16, 32, 32, "{.reg .b16 t,z; mov.b16 z,0; cvt.rn.satfinite.e5m2x2.f16x2 t,%1; mov.b32 %0,{t,z};}", sm_f2fp_fp8_of_f16x2(a,SM_E5M2,SM_SATFINITE)) \
        K(131, f16x2_e4m3, 32, 32, "{.reg .b16 s,h; mov.b32 {s,h},%1; cvt.rn.f16x2.e4m3x2 %0,s;}", sm_f2fp_f16x2_of_fp8(a&0xffff,SM_E4M3,0)) \
        K(132, f16x2_e5m2, 32, 32, "{.reg .b16 s,h; mov.b32 {s,h},%1; cvt.rn.f16x2.e5m2x2 %0,s;}", sm_f2fp_f16x2_of_fp8(a&0xffff,SM_E5M2,0)) \
        K(133, f32_f16, 32, 32, "{.reg .b16 s,h; mov.b32 {s,h},%1; cvt.f32.f16 %0,s;}", sm_f32_of_f16((uint16_t)a)) \
        K(134, f64_f16, 32, 64, "{.reg .b16 s,h; mov.b32 {s,h},%1; cvt.f64.f16 %0,s;}", sm_f2f(a&0xffff,SM_F64,SM_F16,SM_RN,0)) \
        K(136, s32_f16, 32, 32, "{.reg .b16 s,h; mov.b32 {s,h},%1; cvt.rzi.s32.f16 %0,s;}", (uint32_t)sm_f2i(a&0xffff,SM_F16,32,true,SM_RZ,SM_NTZ)) \
        K(137, s16_f32, 32, 32, "{.reg .b16 t,z; mov.b16 z,0; cvt.rni.s16.f32 t,%1; mov.b32 %0,{t,z};}", (uint32_t)sm_f2i(a,SM_F32,16,true,SM_RN,SM_NTZ)&0xffff) \
        K(138, u16_f32, 32, 32, "{.reg .b16 t,z; mov.b16 z,0; cvt.rni.u16.f32 t,%1; mov.b32 %0,{t,z};}", (uint32_t)sm_f2i(a,SM_F32,16,false,SM_RN,SM_NTZ)&0xffff) \
        K(139, s8_f32, 32, 32, "cvt.rni.s8.f32 %0,%1;", (uint32_t)sm_f2i(a,SM_F32,8,true,SM_RN,SM_NTZ)) \
        K(140, u8_f32, 32, 32, "cvt.rni.u8.f32 %0,%1;", (uint32_t)sm_f2i(a,SM_F32,8,false,SM_RN,SM_NTZ)) \
        K(141, s16_f64, 64, 32, "{.reg .b16 t,z; mov.b16 z,0; cvt.rni.s16.f64 t,%1; mov.b32 %0,{t,z};}", (uint32_t)sm_f2i(a,SM_F64,16,true,SM_RN,0)&0xffff) \
        K(142, f16_s32, 32, 32, "{.reg .b16 t,z; mov.b16 z,0; cvt.rn.f16.s32 t,%1; mov.b32 %0,{t,z};}", (uint32_t)sm_i2f(a,32,true,SM_F16,SM_RN)) \
        K(143, f16_u64, 64, 32, "{.reg .b16 t,z; mov.b16 z,0; cvt.rz.f16.u64 t,%1; mov.b32 %0,{t,z};}", (uint32_t)sm_i2f(a,64,false,SM_F16,SM_RZ)) \
        K(144, frnd_f16, 32, 32, "{.reg .b16 t,z; mov.b16 z,0; {.reg .b16 s,h; mov.b32 {s,h},%1; cvt.rpi.f16.f16 t,s;} mov.b32 %0,{t,z};}", (uint32_t)sm_frnd(a&0xffff,SM_F16,SM_RP,0)) \
        K(145, hadd2, 32, 32, "add.rn.f16x2 %0,%1,%2;", sm_hadd2(a,b,SM_F16,0)) \
        K(146, hadd2_ftz, 32, 32, "add.rn.ftz.f16x2 %0,%1,%2;", sm_hadd2(a,b,SM_F16,SM_FTZ)) \
        K(147, hadd2_sat, 32, 32, "add.rn.sat.f16x2 %0,%1,%2;", sm_hadd2(a,b,SM_F16,SM_SAT)) \
        K(148, hmul2, 32, 32, "mul.rn.f16x2 %0,%1,%2;", sm_hmul2(a,b,SM_F16,0)) \
        K(149, hmul2_ftz, 32, 32, "mul.rn.ftz.f16x2 %0,%1,%2;", sm_hmul2(a,b,SM_F16,SM_FTZ)) \
        K(150, hfma2, 32, 32, "fma.rn.f16x2 %0,%1,%2,%3;", sm_hfma2(a,b,c,SM_F16,0)) \
        K(151, hfma2_ftz, 32, 32, "fma.rn.ftz.f16x2 %0,%1,%2,%3;", sm_hfma2(a,b,c,SM_F16,SM_FTZ)) \
        K(152, hfma2_sat, 32, 32, "fma.rn.sat.f16x2 %0,%1,%2,%3;", sm_hfma2(a,b,c,SM_F16,SM_SAT)) \
        K(153, hfma2_relu, 32, 32, "fma.rn.relu.f16x2 %0,%1,%2,%3;", sm_hfma2(a,b,c,SM_F16,SM_RELU)) \
        K(154, bfma2, 32, 32, "fma.rn.bf16x2 %0,%1,%2,%3;", sm_hfma2(a,b,c,SM_BF16,0)) \
        K(155, bfma2_relu, 32, 32, "fma.rn.relu.bf16x2 %0,%1,%2,%3;", sm_hfma2(a,b,c,SM_BF16,SM_RELU)) \
        K(156, badd2, 32, 32, "add.rn.bf16x2 %0,%1,%2;", sm_hadd2(a,b,SM_BF16,0)) \
        K(157, bmul2, 32, 32, "mul.rn.bf16x2 %0,%1,%2;", sm_hmul2(a,b,SM_BF16,0)) \
        K(158, hmin2, 32, 32, "min.f16x2 %0,%1,%2;", sm_hmnmx2(a,b,SM_F16,false,0)) \
        K(159, hmax2_nan, 32, 32, "max.NaN.f16x2 %0,%1,%2;", sm_hmnmx2(a,b,SM_F16,true,SM_NANPROP)) \
        K(160, hmin2_ftz, 32, 32, "min.ftz.f16x2 %0,%1,%2;", sm_hmnmx2(a,b,SM_F16,false,SM_FTZ)) \
        K(161, hmin2_xs, 32, 32, "min.xorsign.abs.f16x2 %0,%1,%2;", sm_hmnmx2(a,b,SM_F16,false,SM_XORSIGN)) \
        K(162, bmin2, 32, 32, "min.bf16x2 %0,%1,%2;", sm_hmnmx2(a,b,SM_BF16,false,0)) \
        K(163, bmax2_nan, 32, 32, "max.NaN.bf16x2 %0,%1,%2;", sm_hmnmx2(a,b,SM_BF16,true,SM_NANPROP))

#define NUM_HW_TENSOR(T) \
        T(0, h16816_f32, "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32", 4, 2, 4, 0, 0, 3, sm_hmma(90,SM_F16,16,true,d,a,b,c)) \
        T(1, h1688_f32, "mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32", 2, 1, 4, 0, 0, 3, sm_hmma(90,SM_F16,8,true,d,a,b,c)) \
        T(2, h16816_f16, "mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16", 4, 2, 2, 0, 0, 6, sm_hmma(90,SM_F16,16,false,d,a,b,c)) \
        T(3, h1688_f16, "mma.sync.aligned.m16n8k8.row.col.f16.f16.f16.f16", 2, 1, 2, 0, 0, 6, sm_hmma(90,SM_F16,8,false,d,a,b,c)) \
        T(4, b16816, "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32", 4, 2, 4, 1, 1, 3, sm_hmma(90,SM_BF16,16,true,d,a,b,c)) \
        T(5, b1688, "mma.sync.aligned.m16n8k8.row.col.f32.bf16.bf16.f32", 2, 1, 4, 1, 1, 3, sm_hmma(90,SM_BF16,8,true,d,a,b,c)) \
        T(6, t1688, "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32", 4, 2, 4, 2, 2, 3, sm_hmma(90,SM_TF32,8,true,d,a,b,c)) \
        T(7, t1684, "mma.sync.aligned.m16n8k4.row.col.f32.tf32.tf32.f32", 2, 1, 4, 2, 2, 3, sm_hmma(90,SM_TF32,4,true,d,a,b,c)) \
        T(8, i16832_ss, "mma.sync.aligned.m16n8k32.row.col.satfinite.s32.s8.s8.s32", 4, 2, 4, 5, 5, 5, sm_imma(16,32,SM_S8,SM_S8,true,d,a,b,c)) \
        T(9, i16832_us, "mma.sync.aligned.m16n8k32.row.col.s32.u8.s8.s32", 4, 2, 4, 5, 5, 5, sm_imma(16,32,SM_U8,SM_S8,false,d,a,b,c)) \
        T(10, i16816_su, "mma.sync.aligned.m16n8k16.row.col.s32.s8.u8.s32", 2, 1, 4, 5, 5, 5, sm_imma(16,16,SM_S8,SM_U8,false,d,a,b,c)) \
        T(11, i8816, "mma.sync.aligned.m8n8k16.row.col.s32.s8.s8.s32", 1, 1, 2, 5, 5, 5, sm_imma(8,16,SM_S8,SM_S8,false,d,a,b,c)) \
        T(12, i16864_s4, "mma.sync.aligned.m16n8k64.row.col.satfinite.s32.s4.u4.s32", 4, 2, 4, 5, 5, 5, sm_imma(16,64,SM_S4,SM_U4,true,d,a,b,c)) \
        T(13, b1_16_256_and, "mma.sync.aligned.m16n8k256.row.col.s32.b1.b1.s32.and.popc", 4, 2, 4, 5, 5, 5, sm_imma(16,256,SM_B1_AND,SM_B1_AND,false,d,a,b,c)) \
        T(32, d884, "mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64", 2, 2, 4, 4, 4, 4, sm_dmma(8,4,SM_RN,d,a,b,c)) \
        T(33, d1684, "mma.sync.aligned.m16n8k4.row.col.f64.f64.f64.f64", 4, 2, 8, 4, 4, 4, sm_dmma(16,4,SM_RN,d,a,b,c)) \
        T(34, d1688, "mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64", 8, 4, 8, 4, 4, 4, sm_dmma(16,8,SM_RN,d,a,b,c)) \
        T(35, d16816, "mma.sync.aligned.m16n8k16.row.col.f64.f64.f64.f64", 16, 8, 8, 4, 4, 4, sm_dmma(16,16,SM_RN,d,a,b,c))
/* clang-format on */
