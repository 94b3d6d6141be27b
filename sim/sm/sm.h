/* SPDX-License-Identifier: MIT */
/* The SM engine: executes the SASS of one grid at a time, bit for bit.
 *
 * This room knows nothing of rings, QMDs or drivers: sim/gpu fills a struct
 * sm_launch from a QMD, the engine fetches code and data through sm_mem_ops.
 */
#ifndef PEAL_SIM_SM_SM_H
#define PEAL_SIM_SM_SM_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum sm_access { SM_READ, SM_WRITE, SM_ATOMIC, SM_FETCH };

/* How the engine sees GPU memory. Called from several worker threads at once. */
struct sm_mem_ops {
        /* Translate @va for @access. On success returns the host pointer of @va
         * and writes to *ret_run_B how many bytes from @va on are contiguous in
         * host memory with the same rights. NULL: a fault (unmapped, read-only).
         * The engine caches results until *generation changes. */
        void *(*translate)(void *ctx, uint64_t va, enum sm_access access, uint64_t *ret_run_B);
        void *ctx;
        /* Bumped by the owner whenever a mapping goes away or changes. */
        const _Atomic uint64_t *generation;
};

struct sm_cbank {
        bool valid;
        uint64_t address; /* GPU VA */
        uint32_t size_B;
};

/* One grid. Dimensions are in threads, blocks and blocks per cluster. */
struct sm_launch {
        uint32_t sm_arch; /* 75, 80, 86, 89, 90, 100, 120: decides the decode tables */
        uint64_t program_address;
        uint32_t grid[3];    /* blocks, all clusters together */
        uint32_t block[3];   /* threads */
        uint32_t cluster[3]; /* blocks per cluster; 1,1,1 without clusters */
        uint32_t register_count;
        uint32_t barrier_count;
        uint32_t shared_B;      /* QMD SHARED_MEMORY_SIZE: what the block may touch, from 0 */
        uint32_t local_B;       /* per thread */
        uint64_t shared_window; /* base of the generic window, 0 if unset */
        uint64_t local_window;
        struct sm_cbank cbank[8];
        uint32_t sm_count; /* of the modelled chip: %smid, %nsmid */
        uint32_t warps_per_sm;
        uint64_t grid_id;
        uint64_t max_instructions; /* per block, in warp instructions; 0: no limit */
};

enum sm_fault_kind {
        SM_FAULT_NONE,
        SM_FAULT_MMU, /* translate() refused: address, access */
        SM_FAULT_MISALIGNED,
        SM_FAULT_SHARED_RANGE, /* outside the block's shared memory */
        SM_FAULT_LOCAL_RANGE,
        SM_FAULT_CONST_RANGE,   /* bank not valid, or offset past its size */
        SM_FAULT_ILLEGAL,       /* the architecture refuses the encoding (reserved bit set) */
        SM_FAULT_UNIMPLEMENTED, /* known to exist, not modelled: named in text */
        SM_FAULT_ILLEGAL_REGISTER,
        SM_FAULT_BARRIER, /* bad barrier use, or a deadlock of the whole block */
        SM_FAULT_TRAP,    /* BPT.TRAP */
        SM_FAULT_LIMIT,   /* max_instructions reached */
        SM_FAULT_STOPPED, /* sm_engine_stop() */
        SM_FAULT_ARCH,    /* no decode tables for sm_arch */
};

struct sm_fault {
        enum sm_fault_kind kind;
        uint64_t address; /* memory faults */
        enum sm_access access;
        uint64_t pc;      /* GPU VA of the instruction */
        uint64_t word[2]; /* the instruction, low and high half */
        uint32_t block[3], thread[3], sm_id;
        char text[192]; /* one sentence: what, where, the disassembly */
};

struct sm_engine;

/* @workers: host threads that execute blocks (0: as many as the machine has
 * cores, at most 16). Threads start on the first grid and sleep while idle.
 * -ENOMEM, or the error of pthread_create. */
int sm_engine_create(unsigned workers, struct sm_engine **ret_engine);
void sm_engine_destroy(struct sm_engine *engine);

/* Run a whole grid; returns when every block has exited or one has faulted
 * (then the others are stopped). Callable from several threads at once: the
 * workers share the blocks of all grids in flight, so that grids that wait for
 * each other make progress. 0, or -EFAULT with *ret_fault filled. -ENOMEM. */
int sm_run_grid(struct sm_engine *engine, const struct sm_mem_ops *mem,
                const struct sm_launch *launch, struct sm_fault *ret_fault);

/* Make every grid in flight whose mem->ctx is @ctx end with SM_FAULT_STOPPED
 * (all grids when @ctx is NULL). Any thread. */
void sm_engine_stop(struct sm_engine *engine, const void *ctx);

/* Wait until no instruction that began before this call still runs. An owner that
 * takes memory away first bumps *generation, then calls this, then frees the host
 * memory: the engine holds pointers from translate() for one instruction only, and
 * looks at *generation at the start of each. Microseconds; any thread that is not
 * inside translate(). */
void sm_engine_quiesce(struct sm_engine *engine);

/* True when the engine has decode tables for @sm_arch. */
bool sm_arch_supported(uint32_t sm_arch);

/* Disassemble one instruction at @pc in nvdisasm's spelling, without the
 * address comment: "@P0 EXIT ;". Returns the length as snprintf does, or
 * -EINVAL when a reserved bit is set, -ENOTSUP for an unknown opcode. */
int sm_disasm(uint32_t sm_arch, uint64_t pc, const uint64_t word[2], char *buf, size_t size);

#endif
