/* SPDX-License-Identifier: MIT */
/* What the executor's files share: warps, blocks, grids, workers.
 *
 * Registers are rows of 32 lanes. Rows below SM_ROW_R0 stand in for RZ: reads see
 * zero rows, writes go to rows that nobody reads, so handlers need no test.
 */
#ifndef PEAL_SIM_SM_EXEC_H
#define PEAL_SIM_SM_EXEC_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "sim/sm/isa.h"
#include "sim/sm/sm.h"

#define SM_FULL        0xffffffffu
#define SM_ROW_ZERO    0
#define SM_ROW_TRASH   16
#define SM_ROW_R0      32
#define SM_PAGE_INSNS  256
#define SM_PAGE_B      4096u
#define SM_TLB_ENTRIES 256
#define SM_WINDOW_B    0x1000000ull /* one block's slice of a generic window */
#define SM_WARPS_MAX   32

enum sm_split_state { SM_SPLIT_RUN, SM_SPLIT_BSYNC, SM_SPLIT_WARPSYNC, SM_SPLIT_BAR, SM_SPLIT_CGA };

/* Lanes of a warp that share a pc. */
struct sm_split {
        uint64_t pc;
        uint32_t mask;
        uint32_t key; /* BSYNC: group mask, WARPSYNC: mask wanted, BAR: barrier */
        uint8_t state;
        uint8_t bar;
};

struct sm_page {
        uint64_t va;
        const void *ctx;
        uint32_t sm_arch;
        _Atomic unsigned refs;
        unsigned max_reg;
        uint32_t valid_B;     /* bytes of words[] that were mapped */
        struct sm_page *next; /* in the engine's bucket */
        uint64_t words[SM_PAGE_INSNS][2];
        struct sm_insn insn[SM_PAGE_INSNS + 1];
};

struct sm_tlb_entry {
        uint64_t lo, hi; /* [lo, hi) of GPU VA; lo == hi: empty */
        uint8_t *host;   /* of lo */
};

struct sm_worker {
        struct sm_engine *engine;
        pthread_t thread;
        unsigned index;
        _Atomic uint64_t seq; /* odd while instructions run */
        uint64_t generation;
        const void *tlb_ctx;
        struct sm_tlb_entry tlb[4][SM_TLB_ENTRIES]; /* by enum sm_access */
        struct sm_page *page_cache[64];
        uint64_t page_grid_serial;
};

struct sm_barrier {
        uint32_t partial[SM_WARPS_MAX]; /* lanes of each warp that have arrived */
        uint32_t red[SM_WARPS_MAX];     /* lanes whose predicate was true, this phase */
        uint32_t count;                 /* whole warps that have arrived */
        uint32_t expected;              /* warps; 0: all of the block */
        uint32_t popc;                  /* reductions so far */
        bool all, any, in_use;
};

struct sm_block;

struct sm_warp {
        uint32_t (*r)[32];
        const struct sm_insn *ip; /* next instruction */
        struct sm_page *page;
        int32_t budget; /* instructions left in this turn; 0 ends it */
        uint32_t active, alive;
        uint32_t yielded; /* lanes that have executed YIELD since they last converged */
        uint32_t patience;
        uint32_t p[16]; /* P0-6, PT, then UP0-6, UPT as all-ones or zero */
        uint32_t ur[64 + 2];
        struct sm_block *block;
        struct sm_grid *grid;
        struct sm_worker *worker;
        unsigned split_count, split_cur;
        uint32_t index;         /* in the block */
        uint32_t result_all[1]; /* B2R.RESULT: last reduction's value */
        uint32_t result_pred;
        uint32_t all_lanes; /* lanes that exist */
        bool done, waiting, yield, switched;
        uint64_t executed;
        uint32_t cga_key;  /* the cluster barrier's phase when this warp arrived */
        uint32_t sync_ops; /* strong loads, atomics, sleeps: signs of a spin loop */
        /* From here on not cleared when a block starts. */
        struct sm_split splits[32];
        uint32_t b[16][32]; /* convergence barriers, one value per lane */
};

struct sm_block {
        struct sm_unit *unit;
        uint32_t ctaid[3], rank; /* rank in its cluster */
        uint32_t sm_id;
        uint32_t warp_count, warps_alive;
        uint8_t *shared;
        uint8_t *local;
        struct sm_warp *warps;
        struct sm_barrier bar[16];
        uint64_t executed;
        uint32_t next_warp;
};

/* What a worker runs at a time: the blocks of a cluster, or one block. */
struct sm_unit {
        struct sm_unit *next;
        struct sm_grid *grid;
        uint64_t index;
        uint32_t block_count, blocks_alive;
        uint32_t cga_arrived; /* lanes, this phase */
        uint32_t cga_phase;
        bool spinning;
        struct sm_block *blocks;
        void *memory;
};

struct sm_grid {
        struct sm_grid *next;
        struct sm_engine *engine;
        const struct sm_mem_ops *mem;
        struct sm_launch l;
        uint64_t serial;
        uint32_t threads, warps, rows, reg_limit;
        uint32_t cluster_size;
        struct {
                uint8_t *data;
                uint32_t size_B;
        } cbank[8];
        uint64_t unit_count, next_unit, units_done;
        uint32_t running, paused_count, resumes, burst;
        struct sm_unit *paused_head, *paused_tail, *spare;
        uint64_t unit_B, local_total_B, live_max;
        _Atomic bool stop; /* a block has faulted, or sm_engine_stop() */
        bool stopped_by_owner;
        bool faulted;
        struct sm_fault fault;
        pthread_cond_t done;
        pthread_mutex_t page_lock;
        struct sm_page *pages[256]; /* hash by address, validated for this grid */
};

struct sm_simd {
        const char *name;
        sm_fn *(*bind)(struct sm_insn *in);
};

struct sm_engine {
        pthread_mutex_t lock;
        pthread_cond_t work;
        struct sm_grid *grids;
        unsigned worker_count, workers_started;
        struct sm_worker *workers;
        bool quit;
        uint64_t serial;
        const struct sm_simd *simd;
        pthread_mutex_t code_lock;
        struct sm_page *code[256];
        unsigned code_pages;
};

/* code.c */
struct sm_page *sm_page_get(struct sm_warp *w, uint64_t va);
void sm_grid_pages_release(struct sm_grid *g);
void sm_engine_code_release(struct sm_engine *e);

/* warp.c */
static inline uint64_t sm_pc_of(const struct sm_warp *w, const struct sm_insn *in)
{
        return w->page->va + (uint64_t)(in - w->page->insn) * 16;
}
void sm_warp_goto(struct sm_warp *w, uint64_t pc);
void sm_warp_run(struct sm_warp *w, int32_t budget);
void sm_warp_branch(struct sm_warp *w, uint32_t taken, uint64_t target);
void sm_warp_kill(struct sm_warp *w, uint32_t lanes);
void sm_barrier_check(struct sm_block *b, unsigned n);
void sm_cga_check(struct sm_unit *u);
sm_fn *sm_ctl_bind(struct sm_insn *in);
sm_fn *sm_coll_bind(struct sm_insn *in);
sm_fn *sm_uni_bind(struct sm_insn *in);
sm_fn *sm_half_bind(struct sm_insn *in);
sm_fn *sm_atom_bind(struct sm_insn *in);
sm_fn *sm_tensor_bind(struct sm_insn *in);
sm_fn sm_exec_next_page, sm_exec_illegal, sm_exec_unknown, sm_exec_refused, sm_exec_bad_register,
    sm_exec_unmapped;

extern const struct sm_simd sm_simd_base, sm_simd_v3, sm_simd_v4;

const struct sm_simd *sm_simd_choose(void);

/* fault.c */
__attribute__((format(printf, 5, 6))) void sm_raise(struct sm_warp *w, const struct sm_insn *in,
                                                    enum sm_fault_kind kind, unsigned lane,
                                                    const char *fmt, ...);
void sm_raise_memory(struct sm_warp *w, const struct sm_insn *in, enum sm_fault_kind kind,
                     unsigned lane, enum sm_access access, uint64_t address, unsigned size_B);

/* mem.c */
void *sm_translate(struct sm_warp *w, uint64_t va, unsigned size_B, enum sm_access access);
uint8_t *sm_shared_ptr(struct sm_warp *w, uint32_t address, unsigned size_B);

static inline uint64_t sm_reg64(const struct sm_warp *w, unsigned row, unsigned lane)
{
        return w->r[row][lane] | (uint64_t)w->r[row + 1][lane] << 32;
}

/* A constant bank word; faults past the end. */
uint32_t sm_cbuf_bad(struct sm_warp *w, unsigned bank, uint32_t offset);
static inline uint32_t sm_cbuf32(struct sm_warp *w, unsigned bank, uint32_t offset)
{
        const struct sm_grid *g = w->grid;
        if (bank < 8 && (uint64_t)offset + 4 <= g->cbank[bank].size_B) {
                uint32_t v;
                __builtin_memcpy(&v, g->cbank[bank].data + offset, 4);
                return v;
        }
        return sm_cbuf_bad(w, bank, offset);
}

static inline uint32_t sm_scalar(struct sm_warp *w, const struct sm_src *s)
{
        switch (s->kind) {
        case SM_SRC_IMM:
                return s->imm;
        case SM_SRC_UREG:
                return w->ur[s->reg];
        case SM_SRC_CBUF:
                return sm_cbuf32(w, s->bank, s->imm);
        default:
                return 0;
        }
}

/* The lanes of a source: its row, or @tmp filled with the one value. */
static inline const uint32_t *sm_lanes(struct sm_warp *w, const struct sm_src *s, uint32_t *tmp)
{
        if (s->kind == SM_SRC_REG)
                return w->r[s->reg];
        uint32_t v = sm_scalar(w, s);
        for (unsigned l = 0; l < 32; l++)
                tmp[l] = v;
        return tmp;
}

/* One lane of a source. */
static inline uint32_t sm_lane(struct sm_warp *w, const struct sm_src *s, unsigned l)
{
        return s->kind == SM_SRC_REG ? w->r[s->reg][l] : sm_scalar(w, s);
}

/* 64-bit sources: register pairs, constant pairs, UR pairs; an f64 immediate is
 * the high word, an integer one is sign-extended by whoever asks. */
static inline uint64_t sm_lane_f64(struct sm_warp *w, const struct sm_src *s, unsigned l)
{
        switch (s->kind) {
        case SM_SRC_REG:
                return sm_reg64(w, s->reg, l);
        case SM_SRC_IMM:
                return (uint64_t)s->imm << 32;
        case SM_SRC_UREG:
                return s->reg == 63 ? 0 : w->ur[s->reg] | (uint64_t)w->ur[s->reg + 1] << 32;
        case SM_SRC_CBUF:
                return sm_cbuf32(w, s->bank, s->imm) | (uint64_t)sm_cbuf32(w, s->bank, s->imm + 4)
                                                           << 32;
        default:
                return 0;
        }
}

static inline void sm_put_pred(struct sm_warp *w, unsigned pd, uint32_t value, uint32_t mask)
{
        if (pd != 7)
                w->p[pd] = (w->p[pd] & ~mask) | (value & mask);
}

static inline uint32_t sm_get_pred(const struct sm_warp *w, const struct sm_insn *in, unsigned i)
{
        unsigned p = in->ps[i] & 7;
        uint32_t v = w->p[in->ps[i] & 0x80 ? 8 + p : p];
        return in->ps_not[i] ? ~v : v;
}

static inline uint32_t sm_bool(unsigned op, uint32_t x, uint32_t y)
{
        return op == 0 ? x & y : op == 1 ? x | y : x ^ y;
}

static inline unsigned sm_first(uint32_t mask)
{
        return (unsigned)__builtin_ctz(mask);
}

#define SM_FOR_LANES(l, mask)                                                                      \
        for (uint32_t l##_m = (mask), l; l##_m && (l = sm_first(l##_m), 1); l##_m &= l##_m - 1)

#endif
