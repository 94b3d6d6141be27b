/* SPDX-License-Identifier: MIT */
/* Methods of the channel classes themselves (subchannel-independent, offsets below
 * 0x100), their word fields, USERD and the doorbell page.
 *
 * Facts: clc46f.h, clc56f.h, clc76f.h, clc86f.h, clc96f.h, clca6f.h of NVIDIA
 * open-gpu-doc and open-gpu-kernel-modules. The headers of Hopper and later name
 * only part of their methods; what AMPERE_CHANNEL_GPFIFO_A names is taken to hold
 * there too (0x20, 0x5c..0x6c and 0x78 were used on an H200, driver 580.159). A
 * field's width is the widest that any class gives it (SEM_ADDR_HI_OFFSET: 8 bits
 * before Hopper, 25 from Hopper on).
 *
 * Words: struct peal_<method>, peal_pack_<method>(), peal_unpack_<method>(); values
 * are PEAL_HOST_<METHOD>_<FIELD>_<VALUE>.
 */
#ifndef PEAL_HW_METHOD_HOST_H
#define PEAL_HW_METHOD_HOST_H

#include "src/hw/class.h"
#include "src/hw/method_word.h"

/* clang-format off */
/* (NAME, byte offset, stride, count, first class, last class) */
#define PEAL_HOST_METHODS(M) \
        M(SET_OBJECT, 0x0000, 0, 1, TURING_CHANNEL_GPFIFO_A, BLACKWELL_CHANNEL_GPFIFO_B) \
        M(ILLEGAL, 0x0004, 0, 1, TURING_CHANNEL_GPFIFO_A, BLACKWELL_CHANNEL_GPFIFO_B) \
        M(NOP, 0x0008, 0, 1, TURING_CHANNEL_GPFIFO_A, BLACKWELL_CHANNEL_GPFIFO_B) \
        M(SEMAPHOREA, 0x0010, 0, 1, TURING_CHANNEL_GPFIFO_A, BLACKWELL_CHANNEL_GPFIFO_B) \
        M(SEMAPHOREB, 0x0014, 0, 1, TURING_CHANNEL_GPFIFO_A, BLACKWELL_CHANNEL_GPFIFO_B) \
        M(SEMAPHOREC, 0x0018, 0, 1, TURING_CHANNEL_GPFIFO_A, BLACKWELL_CHANNEL_GPFIFO_B) \
        M(SEMAPHORED, 0x001c, 0, 1, TURING_CHANNEL_GPFIFO_A, BLACKWELL_CHANNEL_GPFIFO_B) \
        M(NON_STALL_INTERRUPT, 0x0020, 0, 1, TURING_CHANNEL_GPFIFO_A, BLACKWELL_CHANNEL_GPFIFO_B) \
        M(FB_FLUSH, 0x0024, 0, 1, TURING_CHANNEL_GPFIFO_A, BLACKWELL_CHANNEL_GPFIFO_B) \
        M(MEM_OP_A, 0x0028, 0, 1, TURING_CHANNEL_GPFIFO_A, BLACKWELL_CHANNEL_GPFIFO_B) \
        M(MEM_OP_B, 0x002c, 0, 1, TURING_CHANNEL_GPFIFO_A, BLACKWELL_CHANNEL_GPFIFO_B) \
        M(MEM_OP_C, 0x0030, 0, 1, TURING_CHANNEL_GPFIFO_A, BLACKWELL_CHANNEL_GPFIFO_B) \
        M(MEM_OP_D, 0x0034, 0, 1, TURING_CHANNEL_GPFIFO_A, BLACKWELL_CHANNEL_GPFIFO_B) \
        M(SET_REFERENCE, 0x0050, 0, 1, TURING_CHANNEL_GPFIFO_A, BLACKWELL_CHANNEL_GPFIFO_B) \
        M(SEM_ADDR_LO, 0x005c, 0, 1, TURING_CHANNEL_GPFIFO_A, BLACKWELL_CHANNEL_GPFIFO_B) \
        M(SEM_ADDR_HI, 0x0060, 0, 1, TURING_CHANNEL_GPFIFO_A, BLACKWELL_CHANNEL_GPFIFO_B) \
        M(SEM_PAYLOAD_LO, 0x0064, 0, 1, TURING_CHANNEL_GPFIFO_A, BLACKWELL_CHANNEL_GPFIFO_B) \
        M(SEM_PAYLOAD_HI, 0x0068, 0, 1, TURING_CHANNEL_GPFIFO_A, BLACKWELL_CHANNEL_GPFIFO_B) \
        M(SEM_EXECUTE, 0x006c, 0, 1, TURING_CHANNEL_GPFIFO_A, BLACKWELL_CHANNEL_GPFIFO_B) \
        M(WFI, 0x0078, 0, 1, TURING_CHANNEL_GPFIFO_A, BLACKWELL_CHANNEL_GPFIFO_B) \
        M(CRC_CHECK, 0x007c, 0, 1, TURING_CHANNEL_GPFIFO_A, TURING_CHANNEL_GPFIFO_A) \
        M(YIELD, 0x0080, 0, 1, TURING_CHANNEL_GPFIFO_A, BLACKWELL_CHANNEL_GPFIFO_B) \
        M(CLEAR_FAULTED, 0x0084, 0, 1, TURING_CHANNEL_GPFIFO_A, BLACKWELL_CHANNEL_GPFIFO_B)

#define PEAL_METHOD_ENUM(name, offset, stride, count, first, last) PEAL_HOST_##name = offset,
enum peal_host_method { PEAL_HOST_METHODS(PEAL_METHOD_ENUM) };
#undef PEAL_METHOD_ENUM

#define PEAL_HOST_SET_OBJECT_FIELDS(F) \
        F(nvclass, NVCLASS, 15, 0) \
        F(engine, ENGINE, 20, 16)
#define PEAL_HOST_SET_OBJECT_VALUES(V) \
        V(HOST_SET_OBJECT, ENGINE, SW, 31)

#define PEAL_HOST_SEMAPHOREA_FIELDS(F) \
        F(offset_upper, OFFSET_UPPER, 7, 0)
#define PEAL_HOST_SEMAPHOREA_VALUES(V)

#define PEAL_HOST_SEMAPHOREB_FIELDS(F) \
        F(offset_lower, OFFSET_LOWER, 31, 2)
#define PEAL_HOST_SEMAPHOREB_VALUES(V)

#define PEAL_HOST_SEMAPHORED_FIELDS(F) \
        F(operation, OPERATION, 4, 0) \
        F(acquire_switch, ACQUIRE_SWITCH, 12, 12) \
        F(release_wfi, RELEASE_WFI, 20, 20) \
        F(release_size, RELEASE_SIZE, 24, 24) \
        F(reduction, REDUCTION, 30, 27) \
        F(format, FORMAT, 31, 31)
#define PEAL_HOST_SEMAPHORED_VALUES(V) \
        V(HOST_SEMAPHORED, OPERATION, ACQUIRE, 1) \
        V(HOST_SEMAPHORED, OPERATION, RELEASE, 2) \
        V(HOST_SEMAPHORED, OPERATION, ACQ_GEQ, 4) \
        V(HOST_SEMAPHORED, OPERATION, ACQ_AND, 8) \
        V(HOST_SEMAPHORED, OPERATION, REDUCTION, 16) \
        V(HOST_SEMAPHORED, RELEASE_WFI, EN, 0) \
        V(HOST_SEMAPHORED, RELEASE_WFI, DIS, 1) \
        V(HOST_SEMAPHORED, RELEASE_SIZE, 16BYTE, 0) \
        V(HOST_SEMAPHORED, RELEASE_SIZE, 4BYTE, 1) \
        V(HOST_SEMAPHORED, REDUCTION, MIN, 0) \
        V(HOST_SEMAPHORED, REDUCTION, MAX, 1) \
        V(HOST_SEMAPHORED, REDUCTION, XOR, 2) \
        V(HOST_SEMAPHORED, REDUCTION, AND, 3) \
        V(HOST_SEMAPHORED, REDUCTION, OR, 4) \
        V(HOST_SEMAPHORED, REDUCTION, ADD, 5) \
        V(HOST_SEMAPHORED, REDUCTION, INC, 6) \
        V(HOST_SEMAPHORED, REDUCTION, DEC, 7) \
        V(HOST_SEMAPHORED, FORMAT, SIGNED, 0) \
        V(HOST_SEMAPHORED, FORMAT, UNSIGNED, 1)

#define PEAL_HOST_MEM_OP_A_FIELDS(F) \
        F(tlb_invalidate_invalidation_size, TLB_INVALIDATE_INVALIDATION_SIZE, 5, 0) \
        F(tlb_invalidate_inval_scope, TLB_INVALIDATE_INVAL_SCOPE, 7, 6) \
        F(tlb_invalidate_sysmembar, TLB_INVALIDATE_SYSMEMBAR, 11, 11) \
        F(tlb_invalidate_target_addr_lo, TLB_INVALIDATE_TARGET_ADDR_LO, 31, 12)
#define PEAL_HOST_MEM_OP_A_VALUES(V) \
        V(HOST_MEM_OP_A, TLB_INVALIDATE_INVAL_SCOPE, ALL_TLBS, 0) \
        V(HOST_MEM_OP_A, TLB_INVALIDATE_INVAL_SCOPE, LINK_TLBS, 1) \
        V(HOST_MEM_OP_A, TLB_INVALIDATE_INVAL_SCOPE, NON_LINK_TLBS, 2) \
        V(HOST_MEM_OP_A, TLB_INVALIDATE_INVAL_SCOPE, RSVRVD, 3)

#define PEAL_HOST_MEM_OP_C_FIELDS(F) \
        F(tlb_invalidate_pdb, TLB_INVALIDATE_PDB, 0, 0) \
        F(tlb_invalidate_gpc, TLB_INVALIDATE_GPC, 1, 1) \
        F(tlb_invalidate_replay, TLB_INVALIDATE_REPLAY, 4, 2) \
        F(tlb_invalidate_ack_type, TLB_INVALIDATE_ACK_TYPE, 6, 5) \
        F(tlb_invalidate_page_table_level, TLB_INVALIDATE_PAGE_TABLE_LEVEL, 9, 7) \
        F(tlb_invalidate_pdb_aperture, TLB_INVALIDATE_PDB_APERTURE, 11, 10) \
        F(tlb_invalidate_pdb_addr_lo, TLB_INVALIDATE_PDB_ADDR_LO, 31, 12)
#define PEAL_HOST_MEM_OP_C_VALUES(V) \
        V(HOST_MEM_OP_C, TLB_INVALIDATE_PDB, ONE, 0) \
        V(HOST_MEM_OP_C, TLB_INVALIDATE_PDB, ALL, 1) \
        V(HOST_MEM_OP_C, TLB_INVALIDATE_GPC, ENABLE, 0) \
        V(HOST_MEM_OP_C, TLB_INVALIDATE_GPC, DISABLE, 1) \
        V(HOST_MEM_OP_C, TLB_INVALIDATE_REPLAY, NONE, 0) \
        V(HOST_MEM_OP_C, TLB_INVALIDATE_REPLAY, START, 1) \
        V(HOST_MEM_OP_C, TLB_INVALIDATE_REPLAY, START_ACK_ALL, 2) \
        V(HOST_MEM_OP_C, TLB_INVALIDATE_REPLAY, CANCEL_TARGETED, 3) \
        V(HOST_MEM_OP_C, TLB_INVALIDATE_REPLAY, CANCEL_GLOBAL, 4) \
        V(HOST_MEM_OP_C, TLB_INVALIDATE_REPLAY, CANCEL_VA_GLOBAL, 5) \
        V(HOST_MEM_OP_C, TLB_INVALIDATE_ACK_TYPE, NONE, 0) \
        V(HOST_MEM_OP_C, TLB_INVALIDATE_ACK_TYPE, GLOBALLY, 1) \
        V(HOST_MEM_OP_C, TLB_INVALIDATE_ACK_TYPE, INTRANODE, 2) \
        V(HOST_MEM_OP_C, TLB_INVALIDATE_PAGE_TABLE_LEVEL, ALL, 0) \
        V(HOST_MEM_OP_C, TLB_INVALIDATE_PAGE_TABLE_LEVEL, PTE_ONLY, 1) \
        V(HOST_MEM_OP_C, TLB_INVALIDATE_PAGE_TABLE_LEVEL, UP_TO_PDE0, 2) \
        V(HOST_MEM_OP_C, TLB_INVALIDATE_PAGE_TABLE_LEVEL, UP_TO_PDE1, 3) \
        V(HOST_MEM_OP_C, TLB_INVALIDATE_PAGE_TABLE_LEVEL, UP_TO_PDE2, 4) \
        V(HOST_MEM_OP_C, TLB_INVALIDATE_PAGE_TABLE_LEVEL, UP_TO_PDE3, 5) \
        V(HOST_MEM_OP_C, TLB_INVALIDATE_PAGE_TABLE_LEVEL, UP_TO_PDE4, 6) \
        V(HOST_MEM_OP_C, TLB_INVALIDATE_PAGE_TABLE_LEVEL, UP_TO_PDE5, 7) \
        V(HOST_MEM_OP_C, TLB_INVALIDATE_PDB_APERTURE, VID_MEM, 0) \
        V(HOST_MEM_OP_C, TLB_INVALIDATE_PDB_APERTURE, SYS_MEM_COHERENT, 2) \
        V(HOST_MEM_OP_C, TLB_INVALIDATE_PDB_APERTURE, SYS_MEM_NONCOHERENT, 3)

#define PEAL_HOST_MEM_OP_D_FIELDS(F) \
        F(tlb_invalidate_pdb_addr_hi, TLB_INVALIDATE_PDB_ADDR_HI, 26, 0) \
        F(operation, OPERATION, 31, 27)
#define PEAL_HOST_MEM_OP_D_VALUES(V) \
        V(HOST_MEM_OP_D, OPERATION, MEMBAR, 5) \
        V(HOST_MEM_OP_D, OPERATION, MMU_TLB_INVALIDATE, 9) \
        V(HOST_MEM_OP_D, OPERATION, MMU_TLB_INVALIDATE_TARGETED, 10) \
        V(HOST_MEM_OP_D, OPERATION, MMU_OPERATION, 11) \
        V(HOST_MEM_OP_D, OPERATION, L2_PEERMEM_INVALIDATE, 13) \
        V(HOST_MEM_OP_D, OPERATION, L2_SYSMEM_INVALIDATE, 14) \
        V(HOST_MEM_OP_D, OPERATION, L2_CLEAN_COMPTAGS, 15) \
        V(HOST_MEM_OP_D, OPERATION, L2_FLUSH_DIRTY, 16) \
        V(HOST_MEM_OP_D, OPERATION, L2_SYSMEM_NCOH_INVALIDATE, 17) \
        V(HOST_MEM_OP_D, OPERATION, L2_WAIT_FOR_SYS_PENDING_READS, 21) \
        V(HOST_MEM_OP_D, OPERATION, ACCESS_COUNTER_CLR, 22)

#define PEAL_HOST_SEM_ADDR_LO_FIELDS(F) \
        F(offset, OFFSET, 31, 2)
#define PEAL_HOST_SEM_ADDR_LO_VALUES(V)

#define PEAL_HOST_SEM_ADDR_HI_FIELDS(F) \
        F(offset, OFFSET, 24, 0)
#define PEAL_HOST_SEM_ADDR_HI_VALUES(V)

#define PEAL_HOST_SEM_EXECUTE_FIELDS(F) \
        F(operation, OPERATION, 2, 0) \
        F(acquire_switch_tsg, ACQUIRE_SWITCH_TSG, 12, 12) \
        F(release_wfi, RELEASE_WFI, 20, 20) \
        F(payload_size, PAYLOAD_SIZE, 24, 24) \
        F(release_timestamp, RELEASE_TIMESTAMP, 25, 25) \
        F(reduction, REDUCTION, 30, 27) \
        F(reduction_format, REDUCTION_FORMAT, 31, 31)
#define PEAL_HOST_SEM_EXECUTE_VALUES(V) \
        V(HOST_SEM_EXECUTE, OPERATION, ACQUIRE, 0) \
        V(HOST_SEM_EXECUTE, OPERATION, RELEASE, 1) \
        V(HOST_SEM_EXECUTE, OPERATION, ACQ_STRICT_GEQ, 2) \
        V(HOST_SEM_EXECUTE, OPERATION, ACQ_CIRC_GEQ, 3) \
        V(HOST_SEM_EXECUTE, OPERATION, ACQ_AND, 4) \
        V(HOST_SEM_EXECUTE, OPERATION, ACQ_NOR, 5) \
        V(HOST_SEM_EXECUTE, OPERATION, REDUCTION, 6) \
        V(HOST_SEM_EXECUTE, PAYLOAD_SIZE, 32BIT, 0) \
        V(HOST_SEM_EXECUTE, PAYLOAD_SIZE, 64BIT, 1) \
        V(HOST_SEM_EXECUTE, REDUCTION, IMIN, 0) \
        V(HOST_SEM_EXECUTE, REDUCTION, IMAX, 1) \
        V(HOST_SEM_EXECUTE, REDUCTION, IXOR, 2) \
        V(HOST_SEM_EXECUTE, REDUCTION, IAND, 3) \
        V(HOST_SEM_EXECUTE, REDUCTION, IOR, 4) \
        V(HOST_SEM_EXECUTE, REDUCTION, IADD, 5) \
        V(HOST_SEM_EXECUTE, REDUCTION, INC, 6) \
        V(HOST_SEM_EXECUTE, REDUCTION, DEC, 7) \
        V(HOST_SEM_EXECUTE, REDUCTION_FORMAT, SIGNED, 0) \
        V(HOST_SEM_EXECUTE, REDUCTION_FORMAT, UNSIGNED, 1)

#define PEAL_HOST_WFI_FIELDS(F) \
        F(scope, SCOPE, 0, 0)
#define PEAL_HOST_WFI_VALUES(V) \
        V(HOST_WFI, SCOPE, CURRENT_SCG_TYPE, 0) \
        V(HOST_WFI, SCOPE, CURRENT_VEID, 0) \
        V(HOST_WFI, SCOPE, ALL, 1)

#define PEAL_HOST_YIELD_FIELDS(F) \
        F(op, OP, 1, 0)
#define PEAL_HOST_YIELD_VALUES(V) \
        V(HOST_YIELD, OP, NOP, 0) \
        V(HOST_YIELD, OP, RUNLIST_TIMESLICE, 2) \
        V(HOST_YIELD, OP, TSG, 3)

#define PEAL_HOST_CLEAR_FAULTED_FIELDS(F) \
        F(handle, HANDLE, 30, 0) \
        F(type, TYPE, 31, 31)
#define PEAL_HOST_CLEAR_FAULTED_VALUES(V) \
        V(HOST_CLEAR_FAULTED, TYPE, PBDMA_FAULTED, 0) \
        V(HOST_CLEAR_FAULTED, TYPE, ENG_FAULTED, 1)

/* (METHOD, suffix of struct, pack and unpack) */
#define PEAL_HOST_WORDS(W) \
        W(SET_OBJECT, set_object) \
        W(SEMAPHOREA, semaphorea) \
        W(SEMAPHOREB, semaphoreb) \
        W(SEMAPHORED, semaphored) \
        W(MEM_OP_A, mem_op_a) \
        W(MEM_OP_C, mem_op_c) \
        W(MEM_OP_D, mem_op_d) \
        W(SEM_ADDR_LO, sem_addr_lo) \
        W(SEM_ADDR_HI, sem_addr_hi) \
        W(SEM_EXECUTE, sem_execute) \
        W(WFI, wfi) \
        W(YIELD, yield) \
        W(CLEAR_FAULTED, clear_faulted)

/* clang-format on */
#define PEAL_WORD_OF(NAME, suffix)                                                                 \
        PEAL_WORD_DEFINE(suffix, PEAL_HOST_##NAME##_FIELDS, PEAL_HOST_##NAME##_VALUES)
PEAL_HOST_WORDS(PEAL_WORD_OF)
#undef PEAL_WORD_OF

/* MEM_OP_C means this instead when MEM_OP_D_OPERATION is MEMBAR. */
#define PEAL_HOST_MEM_OP_C_MEMBAR_FIELDS(F) F(membar_type, MEMBAR_TYPE, 2, 0)
#define PEAL_HOST_MEM_OP_C_MEMBAR_VALUES(V)                                                        \
        V(HOST_MEM_OP_C_MEMBAR, TYPE, SYS_MEMBAR, 0)                                               \
        V(HOST_MEM_OP_C_MEMBAR, TYPE, MEMBAR, 1)
PEAL_WORD_DEFINE(mem_op_c_membar, PEAL_HOST_MEM_OP_C_MEMBAR_FIELDS,
                 PEAL_HOST_MEM_OP_C_MEMBAR_VALUES)

/* USERD: byte offsets of the words of a channel's control area that the driver
 * reads and writes (Nvc36fControl and its successors, clc36f.h ... clca6f.h). */
#define PEAL_USERD_GP_GET 0x88
#define PEAL_USERD_GP_PUT 0x8c
#define PEAL_USERD_SIZE_B 512
/* NVC361_NOTIFY_CHANNEL_PENDING (clc361.h): byte offset in the usermode page, where
 * a store of the channel's work submit token tells the host engine to look at
 * GP_PUT. */
#define PEAL_USERMODE_DOORBELL 0x90
#define PEAL_USERMODE_SIZE_B   0x10000

#endif
