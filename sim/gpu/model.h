/* SPDX-License-Identifier: MIT */
/* Inside the model's hardware: what its files share. Nobody else includes this.
 *
 * Threads. One host thread a GPU looks at the doorbell, runs every channel that
 * has work (chan_step()) and polls the channels parked in a semaphore acquire.
 * What would keep it long (copies above SIM_LIGHT_COPY_B) moves, channel and all,
 * to a pool of copy threads; grids run on launch threads, which call the SM
 * engine. A channel is run by one thread at a time.
 *
 * Locks. gpu->lock: lists, scheduling states, the queues of the pools. tsg->lock:
 * armed QMDs and the count of grids. vas->lock: page tables. None is taken while
 * another is held, except gpu->lock around tsg->lock.
 */
#ifndef PEAL_SIM_GPU_MODEL_H
#define PEAL_SIM_GPU_MODEL_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "sim/gpu/gpu.h"
#include "sim/sm/sm.h"
#include "src/hw/class.h"
#include "src/hw/method.h"
#include "src/hw/qmd.h"

/* ---- ThreadSanitizer ---- */
/* The same page may be mapped twice (client and model), and the words that order
 * accesses then have two addresses: the tool sees no order between a client's
 * plain access and the model's. Accesses of the model to client memory are
 * therefore left out of its books; they are ordered by semaphores, as on a GPU. */
#if defined(__SANITIZE_THREAD__)
#define SIM_TSAN 1
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define SIM_TSAN 1
#endif
#endif
#ifdef SIM_TSAN
void AnnotateIgnoreReadsBegin(const char *file, int line);
void AnnotateIgnoreReadsEnd(const char *file, int line);
void AnnotateIgnoreWritesBegin(const char *file, int line);
void AnnotateIgnoreWritesEnd(const char *file, int line);
#endif
static inline void sim_client_memory_begin(void)
{
#ifdef SIM_TSAN
        AnnotateIgnoreReadsBegin(__FILE__, __LINE__);
        AnnotateIgnoreWritesBegin(__FILE__, __LINE__);
#endif
}
static inline void sim_client_memory_end(void)
{
#ifdef SIM_TSAN
        AnnotateIgnoreWritesEnd(__FILE__, __LINE__);
        AnnotateIgnoreReadsEnd(__FILE__, __LINE__);
#endif
}

/* A full barrier between accesses to client memory. */
static inline void sim_barrier(void)
{
        __sync_synchronize();
}

/* ---- address spaces (mmu.c) ---- */
#define SIM_VA_BITS 49

struct sim_mapping;
struct sim_node;

struct sim_vas {
        struct sim_gpu *gpu;
        pthread_rwlock_t lock;
        struct sim_node *root;
        _Atomic uint64_t generation; /* bumped by every unmap */
        _Atomic unsigned refs;
        /* Grids inside sm_run_grid(): the engine may hold translations of its own. */
        _Atomic unsigned grids_inside;
};

struct sim_mem_fault {
        uint64_t va;
        enum sm_access access;
};

/* Between these two, host pointers that sim_vas_walk() returned stay valid: an
 * unmap waits. Short stretches only; does not nest. */
void sim_vas_enter(struct sim_vas *vas);
void sim_vas_leave(struct sim_vas *vas);
/* NULL: unmapped, or not allowed. *ret_run_B: contiguous bytes from @va on. */
void *sim_vas_walk(const struct sim_vas *vas, uint64_t va, enum sm_access access,
                   uint64_t *ret_run_B);
/* 0 or -EFAULT with *ret_fault; may have moved part of the bytes. */
int sim_vas_read(struct sim_vas *vas, uint64_t va, void *dst, size_t size_B,
                 struct sim_mem_fault *ret_fault);
int sim_vas_write(struct sim_vas *vas, uint64_t va, const void *src, size_t size_B,
                  struct sim_mem_fault *ret_fault);
/* "FAULT_PDE", "FAULT_PTE" or "FAULT_RO_VIOLATION": why @access fails at @va. */
const char *sim_vas_fault_type(struct sim_vas *vas, uint64_t va);
void sim_vas_ref(struct sim_vas *vas);
void sim_vas_unref(struct sim_vas *vas);

/* ---- memory semaphores (sem.c) ---- */
enum sim_red {
        SIM_RED_MIN,
        SIM_RED_MAX,
        SIM_RED_XOR,
        SIM_RED_AND,
        SIM_RED_OR,
        SIM_RED_ADD,
        SIM_RED_INC,
        SIM_RED_DEC,
};

struct sim_release {
        uint64_t va;
        uint64_t payload;
        bool wide;      /* 64-bit payload */
        bool timestamp; /* 16 bytes: payload, zero or upper half, ns at +8 */
        bool reduce;
        bool is_signed;
        enum sim_red op;
};

/* Nanoseconds; every time seen on an H200 (driver 580.159) was a multiple of 32. */
uint64_t sim_time_ns(void);

/* ---- the copy engine's registers and the copy under way (copy.c) ---- */
#define SIM_LIGHT_COPY_B (64u << 10)

struct sim_copy {
        /* Registers. */
        uint64_t src, dst, sem_va, sem_payload;
        uint32_t pitch_in, pitch_out, line_length, line_count;
        uint32_t const_a, const_b, remap;
        /* The transfer under way. */
        bool active;
        bool filled; /* only constants: the source is not read */
        struct peal_copy_launch_dma launch;
        struct peal_copy_set_remap_components comp;
        uint32_t line, lines;
        uint64_t done_B, line_B; /* within the line, in bytes of the destination */
        uint32_t pixel_in_B, pixel_out_B, comp_B;
};

/* ---- the compute class's registers (compute.c) ---- */
#define SIM_INLINE_B 4096
struct sim_compute {
        uint64_t shared_window, local_window;
        uint64_t local_va, local_per_tpc_B;
        uint32_t pcas_shifted8;
        uint64_t report_va, report2_va, report2_payload;
        uint32_t report_payload;
        /* Inline data to memory. */
        uint64_t i2m_dst, i2m_sem_va;
        uint32_t i2m_line_B, i2m_lines, i2m_payload;
        bool i2m_active;
        struct peal_compute_launch_dma i2m_launch;
        uint32_t i2m_left_B, i2m_staged_B;
        uint8_t i2m_buf[SIM_INLINE_B];
        /* Inline QMD. */
        uint64_t iqmd_va;
        uint32_t iqmd_dw; /* 0: no address yet */
        uint32_t iqmd[PEAL_QMD_MAX_DW];
};

/* ---- channels ---- */
enum sim_chan_state {
        SIM_CHAN_IDLE,
        SIM_CHAN_READY,  /* in gpu->ready, for the host thread */
        SIM_CHAN_HEAVY,  /* in gpu->heavy, for the copy threads */
        SIM_CHAN_PARKED, /* in gpu->parked, polled by the host thread */
        SIM_CHAN_RUNNING,
};

#define SIM_FETCH_DW    512
#define SIM_CLASSES_MAX 16

struct sim_channel {
        struct sim_gpu *gpu;
        struct sim_channel_config config;
        struct sim_vas *vas;
        struct sim_tsg *tsg;
        struct sim_channel *next;       /* gpu->channels */
        struct sim_channel *queue_next; /* whichever queue the state names */
        enum sim_chan_state state;
        bool light_only; /* no copy thread could be made: copies on the host thread */
        _Atomic bool dying;

        uint32_t classes[SIM_CLASSES_MAX]; /* under gpu->lock */

        /* Only the thread that runs the channel touches what follows. */
        uint32_t gp_get;
        uint64_t extended_base; /* GP_ENTRY1_OPCODE_SET_PB_SEGMENT_EXTENDED_BASE */
        uint64_t seg_va;
        uint32_t seg_left_dw;
        uint32_t buf[SIM_FETCH_DW], buf_pos, buf_len;
        struct peal_method_header header;
        uint32_t data_left; /* words of the method still to come */
        uint32_t bound[8];  /* class of each subchannel */
        uint32_t sem_addr_lo, sem_addr_hi, sem_payload_lo, sem_payload_hi;
        uint32_t sem_a, sem_b, sem_c;
        uint32_t mem_op_a, mem_op_b, mem_op_c;
        struct sim_copy copy;
        struct sim_compute compute;

        struct sm_mem_ops mem; /* for grids of this channel; ctx is the channel */
        unsigned grids;        /* queued or running, under tsg->lock */
};

/* A QMD that the scheduler holds: it waits for its predecessors, or for the
 * scheduling PCAS that it asks for. */
struct sim_task {
        struct sim_task *next;
        uint64_t qmd_va;
        uint32_t counter;
        bool need_pcas;
        bool running; /* self copy: back to waiting when the grid is done */
        struct peal_qmd qmd;
};

#define SIM_TASK_BUCKETS 256

struct sim_tsg {
        struct sim_gpu *gpu;
        enum sim_engine engine;
        unsigned instance;
        _Atomic unsigned refs;
        _Atomic bool scheduled;
        _Atomic bool dead;
        pthread_mutex_t lock;
        pthread_cond_t grid_done;
        struct sim_task *tasks[SIM_TASK_BUCKETS];
        _Atomic unsigned grids; /* queued or running; written under lock */
};

/* ---- grids (launch.c) ---- */
struct sim_grid {
        struct sim_grid *next;
        struct sim_channel *ch;
        uint64_t qmd_va;
        struct peal_qmd qmd;
        struct sm_launch launch;
        bool runs; /* false: a null grid, only its releases and dependents */
};

#define SIM_COPY_THREADS  4
#define SIM_GRID_THREADS  128
#define SIM_GRIDS_PER_TSG 1024 /* more park the channel */

struct sim_gpu {
        struct sim_gpu_config config;
        struct sim_gpu_events events;
        struct sm_engine *sm;
        int usermode_fd;
        volatile uint8_t *usermode;

        pthread_mutex_t lock;
        pthread_cond_t changed; /* a channel stopped running */
        struct sim_channel *channels;
        struct sim_channel *ready, **ready_tail;
        struct sim_channel *heavy, **heavy_tail;
        struct sim_channel *parked, **parked_tail;
        _Atomic unsigned parked_count;

        _Atomic bool stop;
        _Atomic uint32_t wake_seq; /* futex; every event bumps it */
        _Atomic uint32_t sleeping;
        _Atomic bool rescan;
        _Atomic bool restop; /* a group died: its grids may still be on their way */
        pthread_t host_thread;
        bool host_started;

        pthread_cond_t heavy_work; /* with lock */
        pthread_t copy_threads[SIM_COPY_THREADS];
        unsigned copy_thread_count, copy_idle;

        pthread_mutex_t grid_lock;
        pthread_cond_t grid_work;
        struct sim_grid *grid_head, **grid_tail;
        _Atomic unsigned grid_queued;
        _Atomic uint64_t grid_started_ns;
        pthread_t grid_threads[SIM_GRID_THREADS];
        unsigned grid_thread_count, grid_idle;
        bool grid_spinning;

        _Atomic uint64_t grid_ids;
        _Atomic uint64_t interrupts;
};

/* ---- running a channel (channel.c) ---- */
#define SIM_PARK 1 /* a method's answer: not now, try the same word again */

enum sim_step {
        SIM_STEP_IDLE,
        SIM_STEP_AGAIN, /* budget used up */
        SIM_STEP_HEAVY, /* a long copy comes: let a copy thread go on */
        SIM_STEP_PARKED,
        SIM_STEP_DEAD,
};
/* *ret_progress: a word was executed, or a piece copied. */
enum sim_step sim_channel_step(struct sim_channel *ch, bool heavy_ok, bool *ret_progress);
/* Something to do that needs no doorbell any more. */
bool sim_channel_has_work(const struct sim_channel *ch);
uint32_t sim_channel_gp_put(const struct sim_channel *ch);
bool sim_channel_has_class(struct sim_channel *ch, uint32_t class_id);

/* One word to a method; 0, SIM_PARK, or -EFAULT after sim_fault(). */
int sim_host_method(struct sim_channel *ch, uint32_t subch, uint32_t method, uint32_t data);
int sim_copy_method(struct sim_channel *ch, uint32_t class_id, uint32_t method, uint32_t data);
int sim_compute_method(struct sim_channel *ch, uint32_t class_id, uint32_t method, uint32_t data);
/* The part of the compute class that writes memory itself (inline.c); SIM_NOT_MINE:
 * some other method. */
#define SIM_NOT_MINE 2
/* What a wait for idle waits for: grids of the channel's group. Copies are done when
 * the channel's next word is executed. Two groups are two contexts that share the
 * engine in turns, so one does not wait for the other's grids. */
bool sim_engine_busy(const struct sim_channel *ch);
int sim_inline_method(struct sim_channel *ch, uint32_t class_id, uint32_t method, uint32_t data);
unsigned sim_compute_address_bits(uint32_t class_id, uint32_t method);
extern const enum sim_red sim_compute_reductions[8];
int sim_copy_step(struct sim_channel *ch);
bool sim_copy_is_heavy(const struct sim_copy *copy);

/* sem.c, for a channel: 0 or -EFAULT after sim_fault(). */
int sim_release_write(struct sim_channel *ch, const struct sim_release *release, const char *who);
/* -EFAULT after sim_fault(); *ret_value: 32 or 64 bits. */
int sim_semaphore_read(struct sim_channel *ch, uint64_t va, bool wide, const char *who,
                       uint64_t *ret_value);
void sim_interrupt(struct sim_channel *ch);

/* launch.c: SEND_PCAS of a QMD. 0, SIM_PARK (too many grids), -EFAULT. */
int sim_qmd_schedule(struct sim_channel *ch, uint64_t qmd_va, bool invalidate);
int sim_qmd_invalidate(struct sim_channel *ch, uint64_t qmd_va);
int sim_qmd_decrement(struct sim_channel *ch, uint64_t qmd_va);
int sim_qmd_increment(struct sim_channel *ch, uint64_t qmd_va);
void sim_tsg_drop_tasks(struct sim_tsg *tsg);
void sim_tsg_unref(struct sim_tsg *tsg);
/* Stops what is queued or running for @ch and waits for it. */
void sim_channel_stop_grids(struct sim_channel *ch);
/* More launch threads when queued grids wait for running ones that do not end. */
void sim_grids_unstick(struct sim_gpu *gpu);
int sim_grids_create(struct sim_gpu *gpu);
void sim_grids_destroy(struct sim_gpu *gpu);
/* launch_check.c: the scheduler's checks and the engine's view of a QMD. 0, or
 * -EFAULT after sim_fault(). */
int sim_launch_fill(struct sim_grid *grid);

/* ---- faults (fault.c) ---- */
/* "SEM_EXECUTE", or "unknown method". */
const char *sim_method_text(uint32_t class_id, uint32_t method);
/* Kills the channel's group: one line to the log, the error notifiers, running
 * grids stopped. @xid: the robust-channel error code. Returns -EFAULT. */
int sim_fault(struct sim_channel *ch, uint32_t xid, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
int sim_fault_memory(struct sim_channel *ch, struct sim_mem_fault fault, const char *who);
/* Exception of the engine that executes @class_id's methods. */
uint32_t sim_engine_xid(const struct sim_channel *ch);
/* "method NAME (0x300) data 0x182 of CLASS: TEXT" with the engine's code. */
int sim_fault_method(struct sim_channel *ch, uint32_t class_id, uint32_t method, uint32_t data,
                     const char *text);
void sim_log(struct sim_gpu *gpu, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* ---- the host thread (host.c) ---- */
int sim_host_start(struct sim_gpu *gpu);
void sim_host_stop(struct sim_gpu *gpu);
/* sim_gpu_hint() for the GPU's own threads. */
void sim_wake(struct sim_gpu *gpu);
/* Doorbell page of a new GPU: no token yet. */
void sim_doorbell_reset(struct sim_gpu *gpu);
/* Under gpu->lock: take the channel off whatever queue it is in. */
void sim_channel_unqueue(struct sim_channel *ch);

#endif
