/* SPDX-License-Identifier: MIT */
/* What an H200 (driver 580.159) answered: for each operation the sum of the hashes of
 * its 16384 results (tensor: of the accumulators of 512 tiles), operands as num_hw.c
 * makes them. K(number, name, operand bits, result bits, PTX, ours, sum);
 * T(number, name, PTX, registers of A, B, C, kinds of A, B, C, ours, sum). */
/* clang-format off */
#define NUM_HW_OPS(K) \
        K(0, fadd_n, 32, 32, "add.rn.f32 %0,%1,%2;", sm_fadd(a,b,SM_RN,0), 0xf4c7cf3e24f199e8) \
        K(1, fadd_ftz_n, 32, 32, "add.rn.ftz.f32 %0,%1,%2;", sm_fadd(a,b,SM_RN,SM_FTZ), 0x6d75175c2362f41c) \
        K(2, fmul_n, 32, 32, "mul.rn.f32 %0,%1,%2;", sm_fmul(a,b,SM_RN,0), 0xfe2fc2849b05e212) \
        K(3, fmul_ftz_n, 32, 32, "mul.rn.ftz.f32 %0,%1,%2;", sm_fmul(a,b,SM_RN,SM_FTZ), 0x41d7b8d8a99329ae) \
        K(4, ffma_n, 32, 32, "fma.rn.f32 %0,%1,%2,%3;", sm_ffma(a,b,c,SM_RN,0), 0x5cd6499eb82a292c) \
        K(5, ffma_ftz_n, 32, 32, "fma.rn.ftz.f32 %0,%1,%2,%3;", sm_ffma(a,b,c,SM_RN,SM_FTZ), 0x202b1fe3e1cd0c8e) \
        K(6, dadd_n, 64, 64, "add.rn.f64 %0,%1,%2;", sm_dadd(a,b,SM_RN), 0xc3dd579ee319ee85) \
        K(7, dmul_n, 64, 64, "mul.rn.f64 %0,%1,%2;", sm_dmul(a,b,SM_RN), 0xed008c4a86bd5f61) \
        K(8, dfma_n, 64, 64, "fma.rn.f64 %0,%1,%2,%3;", sm_dfma(a,b,c,SM_RN), 0xae6fcece2a1cdd62) \
        K(9, f2f_f32_f64_n, 64, 32, "cvt.rn.f32.f64 %0,%1;", (uint32_t)sm_f2f(a,SM_F32,SM_F64,SM_RN,0), 0x26ac69a4f932755d) \
        K(10, f2f_f32_f64_ftz_n, 64, 32, "cvt.rn.ftz.f32.f64 %0,%1;", (uint32_t)sm_f2f(a,SM_F32,SM_F64,SM_RN,SM_FTZ), 0x75a4c5faec30275d) \
        K(11, i2f_s32_n, 32, 32, "cvt.rn.f32.s32 %0,%1;", (uint32_t)sm_i2f(a,32,true,SM_F32,SM_RN), 0x5d5d7458d1d63172) \
        K(12, i2f_u64_n, 64, 32, "cvt.rn.f32.u64 %0,%1;", (uint32_t)sm_i2f(a,64,false,SM_F32,SM_RN), 0x7eb255a769148510) \
        K(13, i2d_s64_n, 64, 64, "cvt.rn.f64.s64 %0,%1;", sm_i2f(a,64,true,SM_F64,SM_RN), 0xb749f0107508de57) \
        K(14, f2i_s32_n, 32, 32, "cvt.rni.s32.f32 %0,%1;", (uint32_t)sm_f2i(a,SM_F32,32,true,SM_RN,SM_NTZ), 0x56e2598fb616397b) \
        K(15, f2i_u32_ftz_n, 32, 32, "cvt.rni.ftz.u32.f32 %0,%1;", (uint32_t)sm_f2i(a,SM_F32,32,false,SM_RN,SM_NTZ|SM_FTZ), 0xc1eb3fe09a4d79c2) \
        K(16, f2i_s64_n, 32, 64, "cvt.rni.s64.f32 %0,%1;", sm_f2i(a,SM_F32,64,true,SM_RN,0), 0x1f6ee1c64745a9d8) \
        K(17, f2i_u64_n, 32, 64, "cvt.rni.u64.f32 %0,%1;", sm_f2i(a,SM_F32,64,false,SM_RN,0), 0xc321195d62662a26) \
        K(18, d2i_s32_n, 64, 32, "cvt.rni.s32.f64 %0,%1;", (uint32_t)sm_f2i(a,SM_F64,32,true,SM_RN,0), 0x7695085282fae16b) \
        K(19, d2i_u32_n, 64, 32, "cvt.rni.u32.f64 %0,%1;", (uint32_t)sm_f2i(a,SM_F64,32,false,SM_RN,0), 0x43811c79581460e3) \
        K(20, d2i_u64_n, 64, 64, "cvt.rni.u64.f64 %0,%1;", sm_f2i(a,SM_F64,64,false,SM_RN,0), 0x30c0e9941f4455df) \
        K(21, frnd_n, 32, 32, "cvt.rni.f32.f32 %0,%1;", (uint32_t)sm_frnd(a,SM_F32,SM_RN,0), 0x6ea881b649a9c552) \
        K(22, frnd_ftz_n, 32, 32, "cvt.rni.ftz.f32.f32 %0,%1;", (uint32_t)sm_frnd(a,SM_F32,SM_RN,SM_FTZ), 0x2dbdf4cb97581ae0) \
        K(23, drnd_n, 64, 64, "cvt.rni.f64.f64 %0,%1;", sm_frnd(a,SM_F64,SM_RN,0), 0xdef5708374508aa0) \
        K(24, fadd_m, 32, 32, "add.rm.f32 %0,%1,%2;", sm_fadd(a,b,SM_RM,0), 0x53a97924771277b5) \
        K(25, fadd_ftz_m, 32, 32, "add.rm.ftz.f32 %0,%1,%2;", sm_fadd(a,b,SM_RM,SM_FTZ), 0x7d4f62bea3c5a44e) \
        K(26, fmul_m, 32, 32, "mul.rm.f32 %0,%1,%2;", sm_fmul(a,b,SM_RM,0), 0x244b952a6475a864) \
        K(27, fmul_ftz_m, 32, 32, "mul.rm.ftz.f32 %0,%1,%2;", sm_fmul(a,b,SM_RM,SM_FTZ), 0xa9da7535e4eb0aac) \
        K(28, ffma_m, 32, 32, "fma.rm.f32 %0,%1,%2,%3;", sm_ffma(a,b,c,SM_RM,0), 0x01b82becec07b6c7) \
        K(29, ffma_ftz_m, 32, 32, "fma.rm.ftz.f32 %0,%1,%2,%3;", sm_ffma(a,b,c,SM_RM,SM_FTZ), 0xe3a908266b0ca4f7) \
        K(30, dadd_m, 64, 64, "add.rm.f64 %0,%1,%2;", sm_dadd(a,b,SM_RM), 0x2b2ddd9a9f2b890e) \
        K(31, dmul_m, 64, 64, "mul.rm.f64 %0,%1,%2;", sm_dmul(a,b,SM_RM), 0x8ad098cf57d40286) \
        K(32, dfma_m, 64, 64, "fma.rm.f64 %0,%1,%2,%3;", sm_dfma(a,b,c,SM_RM), 0x807eeef04067e82e) \
        K(33, f2f_f32_f64_m, 64, 32, "cvt.rm.f32.f64 %0,%1;", (uint32_t)sm_f2f(a,SM_F32,SM_F64,SM_RM,0), 0x0d05f4e104d220cf) \
        K(34, f2f_f32_f64_ftz_m, 64, 32, "cvt.rm.ftz.f32.f64 %0,%1;", (uint32_t)sm_f2f(a,SM_F32,SM_F64,SM_RM,SM_FTZ), 0xfc25031305a5cc38) \
        K(35, i2f_s32_m, 32, 32, "cvt.rm.f32.s32 %0,%1;", (uint32_t)sm_i2f(a,32,true,SM_F32,SM_RM), 0x8a375b10ec39ed4a) \
        K(36, i2f_u64_m, 64, 32, "cvt.rm.f32.u64 %0,%1;", (uint32_t)sm_i2f(a,64,false,SM_F32,SM_RM), 0xa8d9d69f5730c695) \
        K(37, i2d_s64_m, 64, 64, "cvt.rm.f64.s64 %0,%1;", sm_i2f(a,64,true,SM_F64,SM_RM), 0x192c2853f3e71d17) \
        K(38, f2i_s32_m, 32, 32, "cvt.rmi.s32.f32 %0,%1;", (uint32_t)sm_f2i(a,SM_F32,32,true,SM_RM,SM_NTZ), 0xd07fee356ee3d993) \
        K(39, f2i_u32_ftz_m, 32, 32, "cvt.rmi.ftz.u32.f32 %0,%1;", (uint32_t)sm_f2i(a,SM_F32,32,false,SM_RM,SM_NTZ|SM_FTZ), 0x168d3bb6519c339d) \
        K(40, f2i_s64_m, 32, 64, "cvt.rmi.s64.f32 %0,%1;", sm_f2i(a,SM_F32,64,true,SM_RM,0), 0x05fef465ddc13b5c) \
        K(41, f2i_u64_m, 32, 64, "cvt.rmi.u64.f32 %0,%1;", sm_f2i(a,SM_F32,64,false,SM_RM,0), 0xa799835113cd00b0) \
        K(42, d2i_s32_m, 64, 32, "cvt.rmi.s32.f64 %0,%1;", (uint32_t)sm_f2i(a,SM_F64,32,true,SM_RM,0), 0xa0bf0f583717c21c) \
        K(43, d2i_u32_m, 64, 32, "cvt.rmi.u32.f64 %0,%1;", (uint32_t)sm_f2i(a,SM_F64,32,false,SM_RM,0), 0x6b05efd27230edfd) \
        K(44, d2i_u64_m, 64, 64, "cvt.rmi.u64.f64 %0,%1;", sm_f2i(a,SM_F64,64,false,SM_RM,0), 0xb6a60a5d2c91d8f9) \
        K(45, frnd_m, 32, 32, "cvt.rmi.f32.f32 %0,%1;", (uint32_t)sm_frnd(a,SM_F32,SM_RM,0), 0xcb10ad3ca27711dd) \
        K(46, frnd_ftz_m, 32, 32, "cvt.rmi.ftz.f32.f32 %0,%1;", (uint32_t)sm_frnd(a,SM_F32,SM_RM,SM_FTZ), 0xf47654911db10523) \
        K(47, drnd_m, 64, 64, "cvt.rmi.f64.f64 %0,%1;", sm_frnd(a,SM_F64,SM_RM,0), 0x3d5841b4ead40cc9) \
        K(48, fadd_p, 32, 32, "add.rp.f32 %0,%1,%2;", sm_fadd(a,b,SM_RP,0), 0xb9cb16d8823e41b8) \
        K(49, fadd_ftz_p, 32, 32, "add.rp.ftz.f32 %0,%1,%2;", sm_fadd(a,b,SM_RP,SM_FTZ), 0xf8f1a93e3e46759c) \
        K(50, fmul_p, 32, 32, "mul.rp.f32 %0,%1,%2;", sm_fmul(a,b,SM_RP,0), 0x578b6e0ef6ce8893) \
        K(51, fmul_ftz_p, 32, 32, "mul.rp.ftz.f32 %0,%1,%2;", sm_fmul(a,b,SM_RP,SM_FTZ), 0x59da106ebab41fe6) \
        K(52, ffma_p, 32, 32, "fma.rp.f32 %0,%1,%2,%3;", sm_ffma(a,b,c,SM_RP,0), 0x72053c8b50f406d3) \
        K(53, ffma_ftz_p, 32, 32, "fma.rp.ftz.f32 %0,%1,%2,%3;", sm_ffma(a,b,c,SM_RP,SM_FTZ), 0x4abc6c0a70c65533) \
        K(54, dadd_p, 64, 64, "add.rp.f64 %0,%1,%2;", sm_dadd(a,b,SM_RP), 0x181a779b715a69e1) \
        K(55, dmul_p, 64, 64, "mul.rp.f64 %0,%1,%2;", sm_dmul(a,b,SM_RP), 0x7c9149292e77e70c) \
        K(56, dfma_p, 64, 64, "fma.rp.f64 %0,%1,%2,%3;", sm_dfma(a,b,c,SM_RP), 0xd6a59f5c7f3afaf5) \
        K(57, f2f_f32_f64_p, 64, 32, "cvt.rp.f32.f64 %0,%1;", (uint32_t)sm_f2f(a,SM_F32,SM_F64,SM_RP,0), 0x83fda51e4bdc24d7) \
        K(58, f2f_f32_f64_ftz_p, 64, 32, "cvt.rp.ftz.f32.f64 %0,%1;", (uint32_t)sm_f2f(a,SM_F32,SM_F64,SM_RP,SM_FTZ), 0xdb5f0d6ada06d0d4) \
        K(59, i2f_s32_p, 32, 32, "cvt.rp.f32.s32 %0,%1;", (uint32_t)sm_i2f(a,32,true,SM_F32,SM_RP), 0xf9e4c2a8cf8c80ac) \
        K(60, i2f_u64_p, 64, 32, "cvt.rp.f32.u64 %0,%1;", (uint32_t)sm_i2f(a,64,false,SM_F32,SM_RP), 0xd0649829dddd332a) \
        K(61, i2d_s64_p, 64, 64, "cvt.rp.f64.s64 %0,%1;", sm_i2f(a,64,true,SM_F64,SM_RP), 0x2f1d828ac76692bc) \
        K(62, f2i_s32_p, 32, 32, "cvt.rpi.s32.f32 %0,%1;", (uint32_t)sm_f2i(a,SM_F32,32,true,SM_RP,SM_NTZ), 0xca2b2c8c7f9a0bcd) \
        K(63, f2i_u32_ftz_p, 32, 32, "cvt.rpi.ftz.u32.f32 %0,%1;", (uint32_t)sm_f2i(a,SM_F32,32,false,SM_RP,SM_NTZ|SM_FTZ), 0xe64854fcc98a2726) \
        K(64, f2i_s64_p, 32, 64, "cvt.rpi.s64.f32 %0,%1;", sm_f2i(a,SM_F32,64,true,SM_RP,0), 0xb0106b32c2cd0ba3) \
        K(65, f2i_u64_p, 32, 64, "cvt.rpi.u64.f32 %0,%1;", sm_f2i(a,SM_F32,64,false,SM_RP,0), 0xb446a1554f4757f2) \
        K(66, d2i_s32_p, 64, 32, "cvt.rpi.s32.f64 %0,%1;", (uint32_t)sm_f2i(a,SM_F64,32,true,SM_RP,0), 0x7a62d862cb54bfa8) \
        K(67, d2i_u32_p, 64, 32, "cvt.rpi.u32.f64 %0,%1;", (uint32_t)sm_f2i(a,SM_F64,32,false,SM_RP,0), 0x63ba18a1eba58ebd) \
        K(68, d2i_u64_p, 64, 64, "cvt.rpi.u64.f64 %0,%1;", sm_f2i(a,SM_F64,64,false,SM_RP,0), 0x5d449c1040349109) \
        K(69, frnd_p, 32, 32, "cvt.rpi.f32.f32 %0,%1;", (uint32_t)sm_frnd(a,SM_F32,SM_RP,0), 0xf07cdaf1701756ad) \
        K(70, frnd_ftz_p, 32, 32, "cvt.rpi.ftz.f32.f32 %0,%1;", (uint32_t)sm_frnd(a,SM_F32,SM_RP,SM_FTZ), 0x5ebccb94191e165f) \
        K(71, drnd_p, 64, 64, "cvt.rpi.f64.f64 %0,%1;", sm_frnd(a,SM_F64,SM_RP,0), 0xd688f5ef34e92d8f) \
        K(72, fadd_z, 32, 32, "add.rz.f32 %0,%1,%2;", sm_fadd(a,b,SM_RZ,0), 0x167aaff913a292ef) \
        K(73, fadd_ftz_z, 32, 32, "add.rz.ftz.f32 %0,%1,%2;", sm_fadd(a,b,SM_RZ,SM_FTZ), 0x4aff9a9b63652b3e) \
        K(74, fmul_z, 32, 32, "mul.rz.f32 %0,%1,%2;", sm_fmul(a,b,SM_RZ,0), 0x6069417f0ef0262b) \
        K(75, fmul_ftz_z, 32, 32, "mul.rz.ftz.f32 %0,%1,%2;", sm_fmul(a,b,SM_RZ,SM_FTZ), 0x82d60d9c79847788) \
        K(76, ffma_z, 32, 32, "fma.rz.f32 %0,%1,%2,%3;", sm_ffma(a,b,c,SM_RZ,0), 0x3933b3c98321e10f) \
        K(77, ffma_ftz_z, 32, 32, "fma.rz.ftz.f32 %0,%1,%2,%3;", sm_ffma(a,b,c,SM_RZ,SM_FTZ), 0xa6c66882a9192f6f) \
        K(78, dadd_z, 64, 64, "add.rz.f64 %0,%1,%2;", sm_dadd(a,b,SM_RZ), 0xb4f1969c586bde2b) \
        K(79, dmul_z, 64, 64, "mul.rz.f64 %0,%1,%2;", sm_dmul(a,b,SM_RZ), 0x4426c79c20e46833) \
        K(80, dfma_z, 64, 64, "fma.rz.f64 %0,%1,%2,%3;", sm_dfma(a,b,c,SM_RZ), 0x775f55705ab631e5) \
        K(81, f2f_f32_f64_z, 64, 32, "cvt.rz.f32.f64 %0,%1;", (uint32_t)sm_f2f(a,SM_F32,SM_F64,SM_RZ,0), 0x1536418e122a2ab7) \
        K(82, f2f_f32_f64_ftz_z, 64, 32, "cvt.rz.ftz.f32.f64 %0,%1;", (uint32_t)sm_f2f(a,SM_F32,SM_F64,SM_RZ,SM_FTZ), 0x8e71fafff3961fc9) \
        K(83, i2f_s32_z, 32, 32, "cvt.rz.f32.s32 %0,%1;", (uint32_t)sm_i2f(a,32,true,SM_F32,SM_RZ), 0xad8897355ea49ee4) \
        K(84, i2f_u64_z, 64, 32, "cvt.rz.f32.u64 %0,%1;", (uint32_t)sm_i2f(a,64,false,SM_F32,SM_RZ), 0xf5262251e3598b74) \
        K(85, i2d_s64_z, 64, 64, "cvt.rz.f64.s64 %0,%1;", sm_i2f(a,64,true,SM_F64,SM_RZ), 0x18704a267f84448f) \
        K(86, f2i_s32_z, 32, 32, "cvt.rzi.s32.f32 %0,%1;", (uint32_t)sm_f2i(a,SM_F32,32,true,SM_RZ,SM_NTZ), 0xecb20aadee085be0) \
        K(87, f2i_u32_ftz_z, 32, 32, "cvt.rzi.ftz.u32.f32 %0,%1;", (uint32_t)sm_f2i(a,SM_F32,32,false,SM_RZ,SM_NTZ|SM_FTZ), 0xd54b98567b0b9203) \
        K(88, f2i_s64_z, 32, 64, "cvt.rzi.s64.f32 %0,%1;", sm_f2i(a,SM_F32,64,true,SM_RZ,0), 0x1c1202fdf1549fae) \
        K(89, f2i_u64_z, 32, 64, "cvt.rzi.u64.f32 %0,%1;", sm_f2i(a,SM_F32,64,false,SM_RZ,0), 0x8c5c5984ea7e093f) \
        K(90, d2i_s32_z, 64, 32, "cvt.rzi.s32.f64 %0,%1;", (uint32_t)sm_f2i(a,SM_F64,32,true,SM_RZ,0), 0x366bd213fd7439cc) \
        K(91, d2i_u32_z, 64, 32, "cvt.rzi.u32.f64 %0,%1;", (uint32_t)sm_f2i(a,SM_F64,32,false,SM_RZ,0), 0xe66de8d2f57d8b78) \
        K(92, d2i_u64_z, 64, 64, "cvt.rzi.u64.f64 %0,%1;", sm_f2i(a,SM_F64,64,false,SM_RZ,0), 0x309355268f50dd27) \
        K(93, frnd_z, 32, 32, "cvt.rzi.f32.f32 %0,%1;", (uint32_t)sm_frnd(a,SM_F32,SM_RZ,0), 0x5bc2ed855f4737ec) \
        K(94, frnd_ftz_z, 32, 32, "cvt.rzi.ftz.f32.f32 %0,%1;", (uint32_t)sm_frnd(a,SM_F32,SM_RZ,SM_FTZ), 0x5f5ef18cd955a8bf) \
        K(95, drnd_z, 64, 64, "cvt.rzi.f64.f64 %0,%1;", sm_frnd(a,SM_F64,SM_RZ,0), 0x413935884b5a9f8d) \
        K(96, fadd_sat, 32, 32, "add.rn.sat.f32 %0,%1,%2;", sm_fadd(a,b,SM_RN,SM_SAT), 0x9c644cdd4fddf9fd) \
        K(97, ffma_sat, 32, 32, "fma.rn.sat.f32 %0,%1,%2,%3;", sm_ffma(a,b,c,SM_RN,SM_SAT), 0xaa46871ad03d814d) \
        K(98, ffma_ftz_sat, 32, 32, "fma.rn.ftz.sat.f32 %0,%1,%2,%3;", sm_ffma(a,b,c,SM_RN,SM_SAT|SM_FTZ), 0x8ed812034dd177a6) \
        K(99, fmin, 32, 32, "min.f32 %0,%1,%2;", sm_fmnmx(a,b,false,0), 0x1d7f1ecda41b88ab) \
        K(100, fmax, 32, 32, "max.f32 %0,%1,%2;", sm_fmnmx(a,b,true,0), 0x4823ad6b52d48af1) \
        K(101, fmin_ftz, 32, 32, "min.ftz.f32 %0,%1,%2;", sm_fmnmx(a,b,false,SM_FTZ), 0xa458adda00fa6d47) \
        K(102, fmax_nan, 32, 32, "max.NaN.f32 %0,%1,%2;", sm_fmnmx(a,b,true,SM_NANPROP), 0xa0c7a5b1c3300326) \
        K(103, fmin_xs, 32, 32, "min.xorsign.abs.f32 %0,%1,%2;", sm_fmnmx(a,b,false,SM_XORSIGN), 0xb956593262bb96d9) \
        K(104, fmax_xs, 32, 32, "max.xorsign.abs.f32 %0,%1,%2;", sm_fmnmx(a,b,true,SM_XORSIGN), 0x58823f138a355654) \
        K(105, fmax_nan_xs, 32, 32, "max.NaN.xorsign.abs.f32 %0,%1,%2;", sm_fmnmx(a,b,true,SM_XORSIGN|SM_NANPROP), 0x9f9779a8b2bf9ce4) \
        K(110, f64_f32, 32, 64, "cvt.f64.f32 %0,%1;", sm_f2f(a,SM_F64,SM_F32,SM_RN,0), 0x9682e75faa33f2a1) \
        K(111, f64_f32_ftz, 32, 64, "cvt.ftz.f64.f32 %0,%1;", sm_f2f(a,SM_F64,SM_F32,SM_RN,SM_FTZ), 0xd7ebd5e71203ba75) \
        K(112, f32_sat, 32, 32, "cvt.sat.f32.f32 %0,%1;", (uint32_t)sm_f2f(a,SM_F32,SM_F32,SM_RN,SM_SAT), 0x2a2363a5e92c8b45) \
        K(113, f16_f32_n, 32, 32, "{.reg .b16 t,z; mov.b16 z,0; cvt.rn.f16.f32 t,%1; mov.b32 %0,{t,z};}", (uint32_t)sm_f2f(a,SM_F16,SM_F32,SM_RN,0), 0xc9445b52212888bf) \
        K(114, f16_f32_z, 32, 32, "{.reg .b16 t,z; mov.b16 z,0; cvt.rz.f16.f32 t,%1; mov.b32 %0,{t,z};}", (uint32_t)sm_f2f(a,SM_F16,SM_F32,SM_RZ,0), 0x14357ca90cb0d9fa) \
        K(115, f16_f32_m, 32, 32, "{.reg .b16 t,z; mov.b16 z,0; cvt.rm.f16.f32 t,%1; mov.b32 %0,{t,z};}", (uint32_t)sm_f2f(a,SM_F16,SM_F32,SM_RM,0), 0x48b7c3cb293e0e92) \
        K(116, f16_f64_n, 64, 32, "{.reg .b16 t,z; mov.b16 z,0; cvt.rn.f16.f64 t,%1; mov.b32 %0,{t,z};}", (uint32_t)sm_f2f(a,SM_F16,SM_F64,SM_RN,0), 0x13fc1ca61910b5c4) \
        K(117, bf16_f32_n, 32, 32, "{.reg .b16 t,z; mov.b16 z,0; cvt.rn.bf16.f32 t,%1; mov.b32 %0,{t,z};}", (uint32_t)sm_f2f(a,SM_BF16,SM_F32,SM_RN,0), 0xe9d473e094d0ab15) \
        K(118, bf16_f32_z_relu, 32, 32, "{.reg .b16 t,z; mov.b16 z,0; cvt.rz.relu.bf16.f32 t,%1; mov.b32 %0,{t,z};}", (uint32_t)sm_f2f(a,SM_BF16,SM_F32,SM_RZ,SM_RELU), 0xbfd653632bbf9235) \
        K(119, f16x2_f32, 32, 32, "cvt.rn.f16x2.f32 %0,%1,%2;", sm_f2fp_pack(a,b,SM_F16,SM_RN,0), 0xbd6d356d80e693b4) \
        K(120, f16x2_relu, 32, 32, "cvt.rn.relu.f16x2.f32 %0,%1,%2;", sm_f2fp_pack(a,b,SM_F16,SM_RN,SM_RELU), 0x33a63a862781cbdb) \
        K(121, bf16x2_f32, 32, 32, "cvt.rn.bf16x2.f32 %0,%1,%2;", sm_f2fp_pack(a,b,SM_BF16,SM_RN,0), 0x6a6c9dce44dd391c) \
        K(122, bf16x2_rz, 32, 32, "cvt.rz.bf16x2.f32 %0,%1,%2;", sm_f2fp_pack(a,b,SM_BF16,SM_RZ,0), 0x6efd3f18c5ac7815) \
        K(124, tf32_rn, 32, 32, "cvt.rn.tf32.f32 %0,%1;", (uint32_t)sm_f2f(a,SM_TF32,SM_F32,SM_RN,0), 0x641d0b33ce2c8ff6) \
        K(125, tf32_rz, 32, 32, "cvt.rz.tf32.f32 %0,%1;", (uint32_t)sm_f2f(a,SM_TF32,SM_F32,SM_RZ,0), 0x5c788187d876ad2d) \
        K(126, e4m3x2, 32, 32, "{.reg .b16 t,z; mov.b16 z,0; cvt.rn.satfinite.e4m3x2.f32 t,%1,%2; mov.b32 %0,{t,z};}", sm_f2fp_fp8_pack(a,b,0,SM_E4M3,SM_SATFINITE), 0x52a97e81e130a1b6) \
        K(127, e5m2x2, 32, 32, "{.reg .b16 t,z; mov.b16 z,0; cvt.rn.satfinite.e5m2x2.f32 t,%1,%2; mov.b32 %0,{t,z};}", sm_f2fp_fp8_pack(a,b,0,SM_E5M2,SM_SATFINITE), 0x876f880cb38a2188) \
        K(128, e5m2x2_relu, 32, 32, "{.reg .b16 t,z; mov.b16 z,0; cvt.rn.satfinite.relu.e5m2x2.f32 t,%1,%2; mov.b32 %0,{t,z};}", sm_f2fp_fp8_pack(a,b,0,SM_E5M2,SM_SATFINITE|SM_RELU), 0x5b2f2726c2526eea) \
        K(129, e4m3x2_f16, 32, 32, "{.reg .b16 t,z; mov.b16 z,0; cvt.rn.satfinite.e4m3x2.f16x2 t,%1; mov.b32 %0,{t,z};}", sm_f2fp_fp8_of_f16x2(a,SM_E4M3,SM_SATFINITE), 0xcadbdec8b82de300) \
        K(130, e5m2x2_f16, 32, 32, "{.reg .b16 t,z; mov.b16 z,0; cvt.rn.satfinite.e5m2x2.f16x2 t,%1; mov.b32 %0,{t,z};}", sm_f2fp_fp8_of_f16x2(a,SM_E5M2,SM_SATFINITE), 0xef99323939dda1d6) \
        K(131, f16x2_e4m3, 32, 32, "{.reg .b16 s,h; mov.b32 {s,h},%1; cvt.rn.f16x2.e4m3x2 %0,s;}", sm_f2fp_f16x2_of_fp8(a&0xffff,SM_E4M3,0), 0x33455e18bb690e40) \
        K(132, f16x2_e5m2, 32, 32, "{.reg .b16 s,h; mov.b32 {s,h},%1; cvt.rn.f16x2.e5m2x2 %0,s;}", sm_f2fp_f16x2_of_fp8(a&0xffff,SM_E5M2,0), 0x997503632f46a91f) \
        K(133, f32_f16, 32, 32, "{.reg .b16 s,h; mov.b32 {s,h},%1; cvt.f32.f16 %0,s;}", sm_f32_of_f16((uint16_t)a), 0x285725c738f7f8f0) \
        K(134, f64_f16, 32, 64, "{.reg .b16 s,h; mov.b32 {s,h},%1; cvt.f64.f16 %0,s;}", sm_f2f(a&0xffff,SM_F64,SM_F16,SM_RN,0), 0xd204abcd0a877adc) \
        K(136, s32_f16, 32, 32, "{.reg .b16 s,h; mov.b32 {s,h},%1; cvt.rzi.s32.f16 %0,s;}", (uint32_t)sm_f2i(a&0xffff,SM_F16,32,true,SM_RZ,SM_NTZ), 0x50da68ab853603ab) \
        K(137, s16_f32, 32, 32, "{.reg .b16 t,z; mov.b16 z,0; cvt.rni.s16.f32 t,%1; mov.b32 %0,{t,z};}", (uint32_t)sm_f2i(a,SM_F32,16,true,SM_RN,SM_NTZ)&0xffff, 0x32537d9444c8fdbd) \
        K(138, u16_f32, 32, 32, "{.reg .b16 t,z; mov.b16 z,0; cvt.rni.u16.f32 t,%1; mov.b32 %0,{t,z};}", (uint32_t)sm_f2i(a,SM_F32,16,false,SM_RN,SM_NTZ)&0xffff, 0x6cb2c35f65d9a7af) \
        K(139, s8_f32, 32, 32, "cvt.rni.s8.f32 %0,%1;", (uint32_t)sm_f2i(a,SM_F32,8,true,SM_RN,SM_NTZ), 0xab6b2352bdf4b969) \
        K(140, u8_f32, 32, 32, "cvt.rni.u8.f32 %0,%1;", (uint32_t)sm_f2i(a,SM_F32,8,false,SM_RN,SM_NTZ), 0xd7cde8493df8f985) \
        K(141, s16_f64, 64, 32, "{.reg .b16 t,z; mov.b16 z,0; cvt.rni.s16.f64 t,%1; mov.b32 %0,{t,z};}", (uint32_t)sm_f2i(a,SM_F64,16,true,SM_RN,0)&0xffff, 0x59776e8df97b38be) \
        K(142, f16_s32, 32, 32, "{.reg .b16 t,z; mov.b16 z,0; cvt.rn.f16.s32 t,%1; mov.b32 %0,{t,z};}", (uint32_t)sm_i2f(a,32,true,SM_F16,SM_RN), 0xd0b34d9642be6506) \
        K(143, f16_u64, 64, 32, "{.reg .b16 t,z; mov.b16 z,0; cvt.rz.f16.u64 t,%1; mov.b32 %0,{t,z};}", (uint32_t)sm_i2f(a,64,false,SM_F16,SM_RZ), 0xb21649cd21b2f326) \
        K(144, frnd_f16, 32, 32, "{.reg .b16 t,z; mov.b16 z,0; {.reg .b16 s,h; mov.b32 {s,h},%1; cvt.rpi.f16.f16 t,s;} mov.b32 %0,{t,z};}", (uint32_t)sm_frnd(a&0xffff,SM_F16,SM_RP,0), 0xf02ff97631e90260) \
        K(145, hadd2, 32, 32, "add.rn.f16x2 %0,%1,%2;", sm_hadd2(a,b,SM_F16,0), 0xa7f7a90264e6af00) \
        K(146, hadd2_ftz, 32, 32, "add.rn.ftz.f16x2 %0,%1,%2;", sm_hadd2(a,b,SM_F16,SM_FTZ), 0x6fa24837adbe4802) \
        K(147, hadd2_sat, 32, 32, "add.rn.sat.f16x2 %0,%1,%2;", sm_hadd2(a,b,SM_F16,SM_SAT), 0xe7c75ae91878e77b) \
        K(148, hmul2, 32, 32, "mul.rn.f16x2 %0,%1,%2;", sm_hmul2(a,b,SM_F16,0), 0xc05b0244385882db) \
        K(149, hmul2_ftz, 32, 32, "mul.rn.ftz.f16x2 %0,%1,%2;", sm_hmul2(a,b,SM_F16,SM_FTZ), 0x81704963e8345b20) \
        K(150, hfma2, 32, 32, "fma.rn.f16x2 %0,%1,%2,%3;", sm_hfma2(a,b,c,SM_F16,0), 0xf8545433c2dba867) \
        K(151, hfma2_ftz, 32, 32, "fma.rn.ftz.f16x2 %0,%1,%2,%3;", sm_hfma2(a,b,c,SM_F16,SM_FTZ), 0xbf0de9be07476603) \
        K(152, hfma2_sat, 32, 32, "fma.rn.sat.f16x2 %0,%1,%2,%3;", sm_hfma2(a,b,c,SM_F16,SM_SAT), 0x901a1c7b35ba8de8) \
        K(153, hfma2_relu, 32, 32, "fma.rn.relu.f16x2 %0,%1,%2,%3;", sm_hfma2(a,b,c,SM_F16,SM_RELU), 0xa12e795a86b655cc) \
        K(154, bfma2, 32, 32, "fma.rn.bf16x2 %0,%1,%2,%3;", sm_hfma2(a,b,c,SM_BF16,0), 0xbe17e9ee8f77353a) \
        K(155, bfma2_relu, 32, 32, "fma.rn.relu.bf16x2 %0,%1,%2,%3;", sm_hfma2(a,b,c,SM_BF16,SM_RELU), 0x1e321d6959bae81a) \
        K(156, badd2, 32, 32, "add.rn.bf16x2 %0,%1,%2;", sm_hadd2(a,b,SM_BF16,0), 0xe4330ae3c7c4cc44) \
        K(157, bmul2, 32, 32, "mul.rn.bf16x2 %0,%1,%2;", sm_hmul2(a,b,SM_BF16,0), 0x1429f443113bbda4) \
        K(158, hmin2, 32, 32, "min.f16x2 %0,%1,%2;", sm_hmnmx2(a,b,SM_F16,false,0), 0x2de2d2490ac7a23f) \
        K(159, hmax2_nan, 32, 32, "max.NaN.f16x2 %0,%1,%2;", sm_hmnmx2(a,b,SM_F16,true,SM_NANPROP), 0xfe74bfbdeab8f21f) \
        K(160, hmin2_ftz, 32, 32, "min.ftz.f16x2 %0,%1,%2;", sm_hmnmx2(a,b,SM_F16,false,SM_FTZ), 0x5d246d5ee69598b5) \
        K(161, hmin2_xs, 32, 32, "min.xorsign.abs.f16x2 %0,%1,%2;", sm_hmnmx2(a,b,SM_F16,false,SM_XORSIGN), 0x8e0ce6ad7c6dba38) \
        K(162, bmin2, 32, 32, "min.bf16x2 %0,%1,%2;", sm_hmnmx2(a,b,SM_BF16,false,0), 0xe5657e4646670b04) \
        K(163, bmax2_nan, 32, 32, "max.NaN.bf16x2 %0,%1,%2;", sm_hmnmx2(a,b,SM_BF16,true,SM_NANPROP), 0x14ce34645a295e84)

#define NUM_HW_TENSOR(T) \
        T(0, h16816_f32, "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32", 4, 2, 4, 0, 0, 3, sm_hmma(90,SM_F16,16,true,d,a,b,c), 0xc27bcb04279cd104) \
        T(1, h1688_f32, "mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32", 2, 1, 4, 0, 0, 3, sm_hmma(90,SM_F16,8,true,d,a,b,c), 0xec8bbe7592f64f25) \
        T(2, h16816_f16, "mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16", 4, 2, 2, 0, 0, 6, sm_hmma(90,SM_F16,16,false,d,a,b,c), 0x3b5e730f6d45a459) \
        T(3, h1688_f16, "mma.sync.aligned.m16n8k8.row.col.f16.f16.f16.f16", 2, 1, 2, 0, 0, 6, sm_hmma(90,SM_F16,8,false,d,a,b,c), 0x02bca1c4128bcfcb) \
        T(4, b16816, "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32", 4, 2, 4, 1, 1, 3, sm_hmma(90,SM_BF16,16,true,d,a,b,c), 0xfbc21f1302a403d2) \
        T(5, b1688, "mma.sync.aligned.m16n8k8.row.col.f32.bf16.bf16.f32", 2, 1, 4, 1, 1, 3, sm_hmma(90,SM_BF16,8,true,d,a,b,c), 0xec1424a58cc34237) \
        T(6, t1688, "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32", 4, 2, 4, 2, 2, 3, sm_hmma(90,SM_TF32,8,true,d,a,b,c), 0xfbacc87a41288c5f) \
        T(7, t1684, "mma.sync.aligned.m16n8k4.row.col.f32.tf32.tf32.f32", 2, 1, 4, 2, 2, 3, sm_hmma(90,SM_TF32,4,true,d,a,b,c), 0x71b0070c85af7d1d) \
        T(8, i16832_ss, "mma.sync.aligned.m16n8k32.row.col.satfinite.s32.s8.s8.s32", 4, 2, 4, 5, 5, 5, sm_imma(16,32,SM_S8,SM_S8,true,d,a,b,c), 0x94877078db80c22b) \
        T(9, i16832_us, "mma.sync.aligned.m16n8k32.row.col.s32.u8.s8.s32", 4, 2, 4, 5, 5, 5, sm_imma(16,32,SM_U8,SM_S8,false,d,a,b,c), 0xce42fd35f1b5d157) \
        T(10, i16816_su, "mma.sync.aligned.m16n8k16.row.col.s32.s8.u8.s32", 2, 1, 4, 5, 5, 5, sm_imma(16,16,SM_S8,SM_U8,false,d,a,b,c), 0xfdff7d5619f6da02) \
        T(11, i8816, "mma.sync.aligned.m8n8k16.row.col.s32.s8.s8.s32", 1, 1, 2, 5, 5, 5, sm_imma(8,16,SM_S8,SM_S8,false,d,a,b,c), 0x2ed2518f57926040) \
        T(12, i16864_s4, "mma.sync.aligned.m16n8k64.row.col.satfinite.s32.s4.u4.s32", 4, 2, 4, 5, 5, 5, sm_imma(16,64,SM_S4,SM_U4,true,d,a,b,c), 0x1b6ea1cc18702f8f) \
        T(13, b1_16_256_and, "mma.sync.aligned.m16n8k256.row.col.s32.b1.b1.s32.and.popc", 4, 2, 4, 5, 5, 5, sm_imma(16,256,SM_B1_AND,SM_B1_AND,false,d,a,b,c), 0x0a3db46a18eaff49) \
        T(32, d884, "mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64", 2, 2, 4, 4, 4, 4, sm_dmma(8,4,SM_RN,d,a,b,c), 0x831f0fb6c5e10ad6) \
        T(33, d1684, "mma.sync.aligned.m16n8k4.row.col.f64.f64.f64.f64", 4, 2, 8, 4, 4, 4, sm_dmma(16,4,SM_RN,d,a,b,c), 0xabf6f9c6fa0f9eec) \
        T(34, d1688, "mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64", 8, 4, 8, 4, 4, 4, sm_dmma(16,8,SM_RN,d,a,b,c), 0x9da3ce2b43fce950) \
        T(35, d16816, "mma.sync.aligned.m16n8k16.row.col.f64.f64.f64.f64", 16, 8, 8, 4, 4, 4, sm_dmma(16,16,SM_RN,d,a,b,c), 0xfe1658b4f65245c9)
/* clang-format on */
