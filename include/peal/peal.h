/* SPDX-License-Identifier: MIT */
/* Peal: compute kernels on NVIDIA GPUs without CUDA.
 *
 * Conventions. Calls that can fail return 0 or -errno, and leave a sentence for
 * peal_last_error() in the calling thread. Results come back through trailing
 * ret_ pointers, written only on success. Sizes carry their unit in the name. Any
 * call may be made from any thread; two threads may use two objects of one device
 * at the same time; one queue is filled by one thread at a time. _free, _close
 * and _destroy accept NULL.
 *
 * Lifetimes. A device outlives its buffers, modules, signals and queues; a module
 * outlives work that uses its kernels. Freeing a buffer that queued work still
 * uses waits for that work.
 *
 * After fork the child may not use what its parent opened: calls return -ECHILD
 * there, and the child may open devices of its own.
 */
#ifndef PEAL_H
#define PEAL_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define PEAL_API __attribute__((visibility("default")))
#else
#define PEAL_API
#endif

#define PEAL_VERSION "0.1.0"
/* The library's own version, which may differ from the header's. */
PEAL_API const char *peal_version(void);
/* What went wrong in this thread's last failing call; "" when nothing did. Valid
 * until the thread's next failing call. */
PEAL_API const char *peal_last_error(void);

/* For any timeout_ns argument: wait without limit. */
#define PEAL_FOREVER UINT64_MAX

/* ------------------------------------------------------------------ devices */
struct peal_device;

enum peal_address_space {
        PEAL_ADDRESS_SPACE_RM = 0,  /* the resource manager keeps the page tables */
        PEAL_ADDRESS_SPACE_UVM = 1, /* unified virtual memory does */
};
enum peal_toggle { PEAL_DEFAULT = 0, PEAL_ON = 1, PEAL_OFF = 2 };

struct peal_device_options {
        size_t size; /* sizeof(struct peal_device_options) */
        enum peal_address_space address_space;
        enum peal_toggle boost; /* ask for the clock boost; default: off, or PEAL_BOOST=1 */
};

/* Open a device. @spec: "auto" (first real GPU, else the model), "nv", "nv:1",
 * "sim", "sim:h200", "sim:rtx4090,count=2,index=1" (index: which of the model's
 * devices, 0 by default) ...; NULL: the environment's PEAL_DEVICE, else "auto".
 * PEAL_VISIBLE_DEVICES ("0,2" or UUIDs) filters and reorders what nv:N counts.
 * @options may be NULL. Opening the same device twice gives two independent
 * devices. -ENOENT: no such device (the sentence says what was looked for);
 * -ENOTSUP: a chip or driver release Peal does not know; -EACCES, -ENOMEM, -EIO. */
PEAL_API int peal_device_open(const char *spec, const struct peal_device_options *options,
                              struct peal_device **ret_device);
/* Waits for work in flight (bounded: a dead channel is not waited for), then frees
 * every GPU object of the device. Buffers, modules, signals and queues that are
 * still there become invalid. */
PEAL_API void peal_device_close(struct peal_device *device);

struct peal_device_info {
        size_t size;        /* in: sizeof(struct peal_device_info) */
        char name[64];      /* "NVIDIA H200" */
        char chip[16];      /* "GH100" */
        char family[16];    /* "Hopper" */
        char driver[32];    /* "580.159.04" */
        char abi_table[32]; /* the release whose layouts are used */
        int abi_newer;      /* 1: the driver is newer than every table */
        char uuid[48];      /* "GPU-xxxxxxxx-xxxx-..." */
        char pci[16];       /* "0000:06:00.0" */
        unsigned minor;     /* /dev/nvidiaN */
        unsigned sm_arch;   /* 90 */
        unsigned sm_count, tpc_count, warps_per_sm;
        unsigned compute_class, copy_class, channel_class;
        const char *compute_class_name, *copy_class_name, *channel_class_name; /* static */
        const char *qmd_version;                                               /* static */
        uint64_t memory_B, memory_free_B;
        uint64_t shared_per_block_B; /* most dynamic + static a block may have */
        unsigned registers_per_sm, max_block_threads;
        unsigned max_block[3];
        uint64_t max_grid[3];
        unsigned copy_engines; /* asynchronous ones */
        enum peal_address_space address_space;
        int bar_write_combined; /* 0: the BAR is mapped uncached: host placement is used */
        int kernels_run;        /* 0: a model that does not execute this architecture */
};
PEAL_API int peal_device_info(struct peal_device *device, struct peal_device_info *ret_info);
/* Wait until all work submitted to the device so far has finished.
 * -ETIMEDOUT, or -EIO after a fault. */
PEAL_API int peal_device_synchronize(struct peal_device *device, uint64_t timeout_ns);

/* What "nv" and @spec would find, without opening channels. Calls @each once a
 * device in peal_device_open's order; a return other than 0 stops. */
struct peal_device_entry {
        const char *spec; /* to open it with */
        const char *name; /* "NVIDIA H200", or NULL when unknown before opening */
        unsigned minor;
        const char *uuid, *pci;
};
PEAL_API int peal_device_list(const char *spec,
                              int (*each)(void *ctx, const struct peal_device_entry *entry),
                              void *ctx);

/* ------------------------------------------------------------------- buffers */
struct peal_buffer;

enum peal_buffer_flags {
        PEAL_BUFFER_VIDEO = 0,               /* memory of the GPU */
        PEAL_BUFFER_HOST = 1 << 0,           /* host memory from the driver, cached, CPU-mapped */
        PEAL_BUFFER_CPU = 1 << 1,            /* video memory that is CPU-mapped from the start */
        PEAL_BUFFER_WRITE_COMBINED = 1 << 2, /* host memory, write-combined for the CPU */
        PEAL_BUFFER_PAGE_4K = 1 << 4,        /* page size of video memory; default by size */
        PEAL_BUFFER_PAGE_64K = 1 << 5,
        PEAL_BUFFER_PAGE_2M = 1 << 6,
        PEAL_BUFFER_ZERO = 1 << 8, /* zero-filled before the call returns */
};
/* @size_B: 1 or more; the GPU mapping is rounded up to a page. -ENOMEM names what
 * was asked and what is free. */
PEAL_API int peal_buffer_alloc(struct peal_device *device, uint64_t size_B, unsigned flags,
                               struct peal_buffer **ret_buffer);
/* Make [@ptr, @ptr + @size_B) of the process visible to the GPU (pinned). Any
 * alignment: whole pages around it are registered. @ptr stays the caller's and
 * must outlive the buffer. -EFAULT, -ENOMEM (rlimit named), -EPERM. */
PEAL_API int peal_buffer_register(struct peal_device *device, void *ptr, uint64_t size_B,
                                  unsigned flags, struct peal_buffer **ret_buffer);
/* Waits for submitted work that may use it, then frees. Never fails. */
PEAL_API void peal_buffer_free(struct peal_buffer *buffer);
PEAL_API uint64_t peal_buffer_size(const struct peal_buffer *buffer); /* as asked, bytes */
PEAL_API uint64_t peal_buffer_gpu_va(const struct peal_buffer *buffer);
PEAL_API struct peal_device *peal_buffer_device(const struct peal_buffer *buffer);
/* Map for the CPU: peal_buffer_size() bytes, valid until the matching unmap or
 * free. Video memory is mapped through the BAR, write-combined: write in order,
 * avoid reading. Counts nest. -ENOTSUP, -ENOMEM. */
PEAL_API int peal_buffer_map(struct peal_buffer *buffer, void **ret_ptr);
PEAL_API void peal_buffer_unmap(struct peal_buffer *buffer);

/* Synchronous copies, in order after the device's default compute queue. Any
 * size and alignment, 0 bytes included; -ERANGE names the buffer's size and what
 * was asked. copy_out returns when the data has arrived; copy_in may return when
 * the source has been read. */
PEAL_API int peal_copy_in(struct peal_buffer *dst, uint64_t dst_offset_B, const void *src,
                          uint64_t size_B);
PEAL_API int peal_copy_out(void *dst, struct peal_buffer *src, uint64_t src_offset_B,
                           uint64_t size_B);
PEAL_API int peal_copy(struct peal_buffer *dst, uint64_t dst_offset_B, struct peal_buffer *src,
                       uint64_t src_offset_B, uint64_t size_B);
/* Fill with elements of @element_B (1, 2 or 4) bytes; offset and size are
 * multiples of it. Asynchronous, in order like a launch. -EINVAL also for a @value
 * wider than its element. */
PEAL_API int peal_fill(struct peal_buffer *dst, uint64_t offset_B, uint64_t size_B, uint32_t value,
                       unsigned element_B);

/* ------------------------------------------------------- modules and kernels */
struct peal_module;
struct peal_kernel;

/* @image: a cubin, a fatbin, or an ELF program that holds one; not needed after
 * the call. -EINVAL: malformed; -ENOTSUP: other architecture, or a feature named
 * in the sentence. */
PEAL_API int peal_module_load(struct peal_device *device, const void *image, size_t image_B,
                              struct peal_module **ret_module);
PEAL_API int peal_module_load_file(struct peal_device *device, const char *path,
                                   struct peal_module **ret_module);
PEAL_API void peal_module_unload(struct peal_module *module);
PEAL_API unsigned peal_module_kernel_count(const struct peal_module *module);
PEAL_API struct peal_kernel *peal_module_kernel_at(struct peal_module *module, unsigned index);
/* @name: as in the cubin (mangled for C++); NULL: the only kernel. Owned by the
 * module. -ENOENT lists what there is. */
PEAL_API int peal_module_kernel(struct peal_module *module, const char *name,
                                struct peal_kernel **ret_kernel);
/* A __device__ or __constant__ variable: its address and size. */
PEAL_API int peal_module_global(struct peal_module *module, const char *name, uint64_t *ret_gpu_va,
                                uint64_t *ret_size_B);

struct peal_kernel_info {
        size_t size; /* in */
        const char *name;
        unsigned registers, barriers;
        unsigned shared_static_B; /* user data, without what the system reserves */
        unsigned shared_dynamic_max_B;
        unsigned local_B;     /* per thread */
        unsigned max_threads; /* a block of this kernel may have on this device */
        unsigned cluster[3];  /* zeros without */
        unsigned param_count, param_size_B;
        int cooperative;
};
PEAL_API int peal_kernel_info(const struct peal_kernel *kernel, struct peal_kernel_info *ret_info);
PEAL_API int peal_kernel_param(const struct peal_kernel *kernel, unsigned index,
                               unsigned *ret_offset_B, unsigned *ret_size_B);

/* -------------------------------------------------------------------- launch */
struct peal_dim3 {
        uint32_t x, y, z;
};
#define PEAL_DIM_PICK_(a, b, c, ...)                                                               \
        ((struct peal_dim3){(uint32_t)(a), (uint32_t)(b), (uint32_t)(c)})
#define PEAL_GRID(...)  PEAL_DIM_PICK_(__VA_ARGS__, 1, 1, 1)
#define PEAL_BLOCK(...) PEAL_DIM_PICK_(__VA_ARGS__, 1, 1, 1)

/* One argument: a value of @size_B bytes, or a buffer's address. */
struct peal_arg {
        uint32_t size_B;
        uint32_t reserved;
        struct peal_buffer *buffer; /* not NULL: the argument is its GPU address */
        const void *data;           /* not NULL: @size_B bytes here (a structure by value) */
        union {
                uint64_t u64;
                int64_t i64;
                double f64;
                float f32;
                uint32_t u32;
                int32_t i32;
                uint16_t u16;
                uint8_t u8;
        } value;
};
struct peal_args {
        const struct peal_arg *arg;
        unsigned count;
};

#define PEAL_ARG_FN_(name, type, member)                                                           \
        static inline struct peal_arg peal_##name(type value)                                      \
        {                                                                                          \
                struct peal_arg a = {sizeof(type), 0, 0, 0, {0}};                                  \
                a.value.member = value;                                                            \
                return a;                                                                          \
        }
PEAL_ARG_FN_(u8, uint8_t, u8)
PEAL_ARG_FN_(u16, uint16_t, u16)
PEAL_ARG_FN_(i32, int32_t, i32)
PEAL_ARG_FN_(u32, uint32_t, u32)
PEAL_ARG_FN_(i64, int64_t, i64)
PEAL_ARG_FN_(u64, uint64_t, u64)
PEAL_ARG_FN_(f32, float, f32)
PEAL_ARG_FN_(f64, double, f64)
#undef PEAL_ARG_FN_
static inline struct peal_arg peal_buf(struct peal_buffer *buffer)
{
        struct peal_arg a = {8, 0, 0, 0, {0}};
        a.buffer = buffer;
        return a;
}
/* A structure by value: @size_B bytes at @data, read during the call. */
static inline struct peal_arg peal_bytes(const void *data, uint32_t size_B)
{
        struct peal_arg a = {0, 0, 0, 0, {0}};
        a.size_B = size_B;
        a.data = data;
        return a;
}
/* PEAL_ARGS(peal_f32(2), peal_buf(x)): in the kernel's order, for the duration of
 * the full expression (C only). */
#define PEAL_ARGS(...)                                                                             \
        ((struct peal_args){(const struct peal_arg[]){__VA_ARGS__},                                \
                            sizeof((const struct peal_arg[]){__VA_ARGS__}) /                       \
                                sizeof(struct peal_arg)})
#define PEAL_NO_ARGS ((struct peal_args){NULL, 0})

struct peal_launch_config {
        size_t size; /* sizeof(struct peal_launch_config) */
        struct peal_dim3 grid, block;
        uint32_t shared_B;        /* dynamic shared memory */
        struct peal_dim3 cluster; /* zeros: what the kernel was compiled for */
};
/* Launch on the device's default compute queue, asynchronously. Arguments are
 * checked against the kernel's parameters: -EINVAL names the parameter's index,
 * its size and what was given; limits of grid, block, shared memory and registers
 * are checked with the limit in the sentence. */
PEAL_API int peal_launch(struct peal_kernel *kernel, struct peal_dim3 grid, struct peal_dim3 block,
                         struct peal_args args);
PEAL_API int peal_launch_config(struct peal_kernel *kernel, const struct peal_launch_config *config,
                                struct peal_args args);

/* ------------------------------------------------------------------- signals */
/* A 64-bit word that the CPU and all engines can wait for and write; time only
 * moves forward on a timeline. Lives in host memory. */
struct peal_signal;
PEAL_API int peal_signal_create(struct peal_device *device, uint64_t value,
                                struct peal_signal **ret_signal);
PEAL_API void peal_signal_destroy(struct peal_signal *signal);
PEAL_API uint64_t peal_signal_value(const struct peal_signal *signal);
PEAL_API void peal_signal_set(struct peal_signal *signal, uint64_t value); /* by the CPU */
/* Nanoseconds of the GPU's clock of the last release that carried a timestamp. */
PEAL_API uint64_t peal_signal_timestamp_ns(const struct peal_signal *signal);
PEAL_API uint64_t peal_signal_gpu_va(const struct peal_signal *signal);
/* Until the signal is >= @value: spins briefly, then sleeps. -ETIMEDOUT; -EIO as
 * soon as a channel of the device has faulted, with the report as the sentence. */
PEAL_API int peal_signal_wait(struct peal_signal *signal, uint64_t value, uint64_t timeout_ns);

/* -------------------------------------------------------------------- queues */
/* A queue is filled, then submitted; what it holds runs in order. Several queues
 * run beside each other. The calls that fill it have a sticky error: the first
 * failure is returned by each later call and by submit, which then drops the
 * fill. */
struct peal_queue;
enum peal_queue_kind { PEAL_QUEUE_COMPUTE = 0, PEAL_QUEUE_COPY = 1 };

PEAL_API int peal_queue_create(struct peal_device *device, enum peal_queue_kind kind,
                               struct peal_queue **ret_queue);
/* Waits for what was submitted (bounded after a fault). */
PEAL_API void peal_queue_destroy(struct peal_queue *queue);
PEAL_API int peal_queue_wait(struct peal_queue *queue, struct peal_signal *signal, uint64_t value);
PEAL_API int peal_queue_signal(struct peal_queue *queue, struct peal_signal *signal,
                               uint64_t value);
/* As signal, with a timestamp beside the value. */
PEAL_API int peal_queue_timestamp(struct peal_queue *queue, struct peal_signal *signal,
                                  uint64_t value);
/* Everything before it finishes before anything after it starts. Compute queues
 * otherwise order launches one after another too; see peal_queue_exec. */
PEAL_API int peal_queue_barrier(struct peal_queue *queue);
/* A launch, ordered after the launches before it in this queue. Compute only. */
PEAL_API int peal_queue_exec(struct peal_queue *queue, struct peal_kernel *kernel,
                             const struct peal_launch_config *config, struct peal_args args);
PEAL_API int peal_queue_copy(struct peal_queue *queue, struct peal_buffer *dst,
                             uint64_t dst_offset_B, struct peal_buffer *src, uint64_t src_offset_B,
                             uint64_t size_B);
PEAL_API int peal_queue_fill(struct peal_queue *queue, struct peal_buffer *dst, uint64_t offset_B,
                             uint64_t size_B, uint32_t value, unsigned element_B);
/* Up to 4096 bytes of @data, read during the call, written by the GPU in order. */
PEAL_API int peal_queue_write(struct peal_queue *queue, struct peal_buffer *dst, uint64_t offset_B,
                              const void *data, uint32_t size_B);
/* Hand what was filled to the GPU. Returns at once; waits, for at most 10 s, only
 * when ring, pushbuffer or argument space is used up by work in flight. */
PEAL_API int peal_queue_submit(struct peal_queue *queue);
/* Wait until everything submitted to this queue has finished. */
PEAL_API int peal_queue_synchronize(struct peal_queue *queue, uint64_t timeout_ns);
/* The value of the queue's own timeline that the last submit reaches, and the
 * timeline: for other queues to wait for. The signal belongs to the queue. */
PEAL_API struct peal_signal *peal_queue_timeline(struct peal_queue *queue, uint64_t *ret_value);

#ifdef __cplusplus
}
#endif
#endif
