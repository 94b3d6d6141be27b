/* SPDX-License-Identifier: MIT */
/* Inside the model of the kernel driver.
 *
 * One lock per model guards everything here: the resource manager it imitates
 * serves one call at a time as well. The hardware's own threads (sim/gpu) take no
 * lock of this room except the log's, so that calls into sim/gpu may wait for them
 * with the lock held.
 */
#ifndef PEAL_SIM_KMD_KMD_H
#define PEAL_SIM_KMD_KMD_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>
#include "sim/gpu/gpu.h"
#include "sim/kmd/profile.h"
#include "sim/sim.h"
#include "src/hw/class.h"
#include "src/kmd/abi.h"

#define SIM_PAGE_B     4096u
#define SIM_BIG_PAGE_B 65536u
#define SIM_HUGE_B     (2u << 20)

struct sim_kmd;
struct sim_card;
struct sim_client;
struct sim_obj;
struct sim_uvm;

/* ---- copies from and to the caller, user.c ---- */

/* 0 or -EFAULT: a bad address of the caller never takes the model down. */
int sim_user_read(void *dst, uint64_t src, size_t size_B);
int sim_user_write(uint64_t dst, const void *src, size_t size_B);
/* Is every page of [ptr, ptr+size_B) mapped readable (and, if asked, writable)? */
bool sim_user_range_ok(uint64_t ptr, uint64_t size_B, bool writable);

/* ---- backing memory, pool.c ---- */

struct sim_extent {
        uint64_t offset, size_B; /* in the pool's file */
};

/* One sparse memory file and the runs of it that are free, by address. */
struct sim_pool {
        int fd;
        uint8_t *base;
        uint64_t size_B, used_B;
        struct sim_extent *free;
        size_t free_count, free_cap;
};

int sim_pool_init(struct sim_pool *pool, uint64_t size_B, const char *name);
/* @keep_pages: in a forked child, where the pages are the parent's. */
void sim_pool_fini(struct sim_pool *pool, bool keep_pages);
/* First fit. @page_B and @align_B are powers of two; a contiguous allocation has one
 * extent. *ret_extents is malloc'd. -ENOMEM: nothing free that fits. */
int sim_pool_alloc(struct sim_pool *pool, uint64_t size_B, uint64_t page_B, uint64_t align_B,
                   bool contiguous, struct sim_extent **ret_extents, unsigned *ret_count);
/* Gives the pages back to the host too: what is allocated next reads as zero. */
void sim_pool_free(struct sim_pool *pool, const struct sim_extent *extents, unsigned count);
uint64_t sim_pool_largest_free_B(const struct sim_pool *pool);
uint64_t sim_pool_resident_B(const struct sim_pool *pool);

/* ---- memory objects, mem.c ---- */

enum sim_mem_kind { SIM_MEM_VIDEO, SIM_MEM_SYSTEM, SIM_MEM_USER, SIM_MEM_DOORBELL };

/* Counted: by its handles, by mappings of UVM, by a mapping set up on a descriptor. */
struct sim_mem {
        enum sim_mem_kind kind;
        struct sim_kmd *kmd;
        struct sim_card *card; /* whose video memory, or for whom it was allocated */
        uint64_t size_B;
        uint32_t page_B;
        bool device_read_only, user_read_only, write_combined;
        struct sim_extent *extents; /* video, system */
        unsigned extent_count;
        uint8_t *user; /* user: the client's own pages */
        unsigned refs;
};

int sim_mem_create(struct sim_card *card, enum sim_mem_kind kind, uint64_t size_B, uint32_t page_B,
                   uint64_t align_B, bool contiguous, struct sim_mem **ret_mem);
int sim_mem_create_user(struct sim_card *card, void *ptr, uint64_t size_B,
                        struct sim_mem **ret_mem);
int sim_mem_create_doorbell(struct sim_card *card, struct sim_mem **ret_mem);
void sim_mem_ref(struct sim_mem *mem);
void sim_mem_unref(struct sim_mem *mem);
/* Host address of @offset; *ret_run_B: bytes contiguous from there. NULL for the
 * doorbell page. */
uint8_t *sim_mem_ptr(const struct sim_mem *mem, uint64_t offset, uint64_t *ret_run_B);
/* As mmap(2) of [offset, offset+size_B). */
int sim_mem_mmap(struct sim_mem *mem, uint64_t offset, uint64_t size_B, void *addr, int prot,
                 int flags, void **ret_ptr);

/* ---- GPU address spaces, vas.c ---- */

struct sim_vaspace {
        struct sim_vaspace *next; /* of the model */
        struct sim_card *card;
        struct sim_vas *hw;
        bool external;         /* UVM keeps the mappings ... */
        bool registered;       /* ... and has it */
        unsigned refs;         /* handle, virtual objects, context shares, channels, UVM */
        uint64_t base, limit;  /* [base, limit) */
        struct sim_map **maps; /* by address */
        size_t map_count, map_cap;
};

struct sim_map {
        struct sim_vaspace *vs;
        struct sim_mem *mem;
        uint64_t va, size_B, offset;
        /* the handles it was made with, whose end ends it; NULL for UVM's */
        struct sim_obj *mem_obj, *virt_obj;
};

struct sim_map_request {
        struct sim_mem *mem;
        uint64_t va, size_B, offset;
        uint32_t page_B;
        bool read_only;
        struct sim_obj *mem_obj, *virt_obj;
};

int sim_vaspace_create(struct sim_card *card, bool external, uint64_t base, uint64_t limit,
                       struct sim_vaspace **ret_vs);
void sim_vaspace_ref(struct sim_vaspace *vs);
void sim_vaspace_unref(struct sim_vaspace *vs);
/* -EEXIST overlap, -EINVAL alignment or beyond the space, -ENOMEM. */
int sim_vaspace_map(struct sim_vaspace *vs, const struct sim_map_request *request,
                    struct sim_map **ret_map);
void sim_vaspace_unmap(struct sim_map *map);
/* What these handles made, in every space. */
void sim_vaspace_unmap_of(struct sim_kmd *kmd, const struct sim_obj *mem_obj,
                          const struct sim_obj *virt_obj);
/* The mapping that starts at @va, or that contains it. */
struct sim_map *sim_vaspace_at(struct sim_vaspace *vs, uint64_t va);
struct sim_map *sim_vaspace_find(struct sim_vaspace *vs, uint64_t va);
bool sim_vaspace_overlaps(struct sim_vaspace *vs, uint64_t va, uint64_t size_B);
/* First hole of @size_B at @align_B inside [lo, hi). -ENOMEM. */
int sim_vaspace_hole(struct sim_vaspace *vs, uint64_t size_B, uint64_t align_B, uint64_t lo,
                     uint64_t hi, uint64_t *ret_va);
/* Largest of 2 MiB, 64 KiB, 4 KiB that divides all bits of @alignments, at most
 * @limit_B; 0 when not even 4 KiB does. */
uint32_t sim_page_size(uint64_t alignments, uint32_t limit_B);

/* ---- objects, obj.c ---- */

enum sim_obj_kind {
        SIM_OBJ_CLIENT,
        SIM_OBJ_DEVICE,
        SIM_OBJ_SUBDEVICE,
        SIM_OBJ_VASPACE,
        SIM_OBJ_VIRTUAL,
        SIM_OBJ_MEMORY,
        SIM_OBJ_GROUP,
        SIM_OBJ_CTXSHARE,
        SIM_OBJ_CHANNEL,
        SIM_OBJ_ENGINE,
        SIM_OBJ_EVENT,
        SIM_OBJ_DEBUGGER,
        SIM_OBJ_P2P,
};

struct sim_obj {
        struct sim_client *client;
        struct sim_obj *parent, *children, *next_sibling, *prev_sibling;
        struct sim_obj *hash_next;
        uint32_t handle, class_id;
        enum sim_obj_kind kind;
        struct sim_card *card; /* NULL for client, peer, event */
        union {
                struct sim_vaspace *vaspace; /* vaspace, ctxshare */
                struct {
                        struct sim_vaspace *vs;
                        uint64_t lo, hi; /* [lo, hi) */
                } virt;
                struct sim_mem *mem;
                struct {
                        struct sim_tsg *tsg;
                        struct sim_vaspace *vs; /* or NULL */
                        enum sim_engine engine;
                        unsigned instance;
                        uint32_t engine_type, runlist, id;
                        uint64_t timeslice_us;
                        uint32_t interleave;
                        bool scheduled, had_ctxshare, had_plain;
                } group;
                struct sim_chan *chan;
                struct {
                        uint32_t notify_index, src;
                        int fd;
                } event; /* recorded, see rm_alloc.c */
                struct {
                        struct sim_card *a, *b;
                } p2p;
        };
};

/* A channel's own state; the hardware half exists once it may run. */
struct sim_chan {
        struct sim_obj *obj;
        struct sim_channel *hw;
        struct sim_vaspace *vs;
        struct sim_mem *userd, *notifier;
        uint64_t userd_offset;
        uint64_t gpfifo_va;
        uint32_t gpfifo_entries;
        uint32_t id, token;
        bool has_ctxshare;
        struct sim_uvm *uvm; /* where it is registered */
        struct sim_chan *uvm_next;
};

#define SIM_CLIENT_BUCKETS 256
struct sim_client {
        struct sim_kmd *kmd;
        struct sim_client *next;
        int fd; /* of /dev/nvidiactl: closing it frees the client */
        uint32_t next_handle;
        struct sim_obj *root;
        struct sim_obj *buckets[SIM_CLIENT_BUCKETS];
};

struct sim_client *sim_client_find(struct sim_kmd *kmd, uint32_t handle);
void sim_client_free(struct sim_client *client);
uint32_t sim_client_create(struct sim_kmd *kmd, int fd, uint32_t wanted, uint32_t *ret_handle);
struct sim_obj *sim_obj_find(struct sim_client *client, uint32_t handle);
/* As above, of one kind, or NULL. */
struct sim_obj *sim_obj_find_kind(struct sim_client *client, uint32_t handle,
                                  enum sim_obj_kind kind);
/* NV_OK, or why the handle cannot be used; 0 in *handle: one is chosen. */
uint32_t sim_obj_reserve_handle(struct sim_client *client, uint32_t *handle);
struct sim_obj *sim_obj_new(struct sim_client *client, struct sim_obj *parent, uint32_t handle,
                            uint32_t class_id, enum sim_obj_kind kind, struct sim_card *card);
/* With everything under it and everything that refers to it. */
void sim_obj_free(struct sim_obj *obj);
/* Nearest ancestor of that kind, itself included. */
struct sim_obj *sim_obj_up(struct sim_obj *obj, enum sim_obj_kind kind);

/* ---- descriptors, node.c ---- */

enum sim_node_kind { SIM_NODE_FREE, SIM_NODE_CTL, SIM_NODE_GPU, SIM_NODE_UVM, SIM_NODE_TEXT };

struct sim_node {
        enum sim_node_kind kind;
        int fd;
        struct sim_card *card;
        int registered;    /* ctl descriptor of REGISTER_FD, or -1 */
        int registrations; /* descriptors registered with this one, which keep it open */
        bool closed;       /* ... after its close() */
        bool os_event;
        /* the mapping that MAP_MEMORY set up and mmap has not taken yet */
        struct sim_mem *map_mem;
        uint64_t map_offset, map_size_B;
        int map_prot;
        struct sim_uvm *uvm;
        bool uvm_mm;
        char *text;
        size_t text_pos;
};

/* What MAP_MEMORY made, until UNMAP_MEMORY or the memory's end. */
struct sim_cpu_map {
        struct sim_cpu_map *next;
        struct sim_client *client;
        uint32_t h_memory;
        struct sim_mem *mem;
        uint64_t linear, size_B;
};

int sim_node_open(struct sim_kmd *kmd, const char *path);
int sim_node_close(struct sim_kmd *kmd, int fd);
void sim_node_close_all(struct sim_kmd *kmd);
ssize_t sim_node_read(struct sim_kmd *kmd, int fd, void *buf, size_t size_B);
int sim_node_ioctl(struct sim_kmd *kmd, int fd, unsigned long request, uint64_t arg);
int sim_node_mmap(struct sim_kmd *kmd, void *addr, size_t size_B, int prot, int flags, int fd,
                  off_t offset, void **ret_ptr);
struct sim_node *sim_node_get(struct sim_kmd *kmd, int fd);
/* Drops what MAP_MEMORY of this handle left; all of the client's for handle 0. */
void sim_cpu_maps_drop(struct sim_client *client, uint32_t h_memory);

/* ---- the cards and the whole ---- */

struct sim_card {
        struct sim_kmd *kmd;
        unsigned index, minor;
        uint32_t gpu_id;
        uint8_t bus, slot;
        uint8_t uuid[16];
        struct sim_pool vidmem;
        _Atomic(struct sim_gpu *) gpu; /* made when first needed, kept to the end */
        unsigned open_fds, devices;
        uint8_t chid_used[2048 / 8];
        uint32_t next_group;
        _Atomic uint32_t errors; /* groups that died */
};

#define SIM_MAX_CARDS 8
/* Channel ids start here: an H200 gave 0xa to the first channel. */
#define SIM_FIRST_CHID 10
#define SIM_CHIDS      2048

struct sim_kmd {
        struct peal_kmd base;
        pid_t pid;
        struct sim_profile profile;
        struct peal_abi abi;
        pthread_mutex_t lock;
        struct sim_card *cards[SIM_MAX_CARDS];
        unsigned card_count;
        struct sim_pool sysmem;
        struct sim_node *nodes;
        size_t node_count;
        struct sim_client *clients;
        uint32_t next_client;
        struct sim_cpu_map *cpu_maps;
        uint64_t next_linear;
        struct sim_uvm *uvms;
        struct sim_vaspace *spaces;
        struct sim_stats stats; /* but for resident_B */
        pthread_mutex_t log_lock;
        char *log;
        size_t log_B, log_cap;
        bool log_full;
        bool log_echo; /* PEAL_DEBUG: every line to standard error too */
};

/* One line of the model's dmesg, without the newline. */
void sim_dmesg(struct sim_kmd *kmd, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
struct sim_gpu *sim_card_gpu(struct sim_card *card);
struct sim_card *sim_card_by_uuid(struct sim_kmd *kmd, const uint8_t uuid[16]);
struct sim_card *sim_card_by_gpu_id(struct sim_kmd *kmd, uint32_t gpu_id);
bool sim_peers_connected(struct sim_client *client, const struct sim_card *a,
                         const struct sim_card *b);
/* Bytes written: 16 when binary, else "GPU-..." with its end. */
uint32_t sim_uuid_format(const struct sim_card *card, bool binary, uint8_t *to);
/* Status for a failure of memory or mapping code. */
uint32_t sim_status(int err);

/* ---- resource manager ---- */

int sim_escape(struct sim_kmd *kmd, struct sim_node *node, unsigned nr, uint32_t size_B,
               uint64_t arg);

/* rm_alloc.c: *@params_addr: the caller's structure, 0 for none. */
uint32_t sim_rm_alloc(struct sim_kmd *kmd, struct sim_node *node, struct sim_client *client,
                      uint32_t h_parent, uint32_t *h_new, uint32_t class_id, uint64_t params_addr);
uint32_t sim_rm_alloc_os_descriptor(struct sim_kmd *kmd, struct sim_client *client,
                                    struct NVOS02_PARAMETERS *p);
uint32_t sim_rm_dup(struct sim_kmd *kmd, struct NVOS55_PARAMETERS *p);

/* rm_chan.c */
uint32_t sim_rm_alloc_group(struct sim_obj *parent, uint32_t handle,
                            struct NV_CHANNEL_GROUP_ALLOCATION_PARAMETERS *p);
uint32_t sim_rm_alloc_ctxshare(struct sim_obj *parent, uint32_t handle,
                               struct NV_CTXSHARE_ALLOCATION_PARAMETERS *p);
uint32_t sim_rm_alloc_channel(struct sim_obj *parent, uint32_t handle, uint32_t class_id,
                              struct NV_CHANNEL_ALLOC_PARAMS *p);
uint32_t sim_rm_alloc_engine(struct sim_obj *parent, uint32_t handle, uint32_t class_id, bool copy,
                             const struct NVB0B5_ALLOCATION_PARAMETERS *p);
void sim_chan_free(struct sim_chan *chan);
/* Makes the hardware half; stops it. */
int sim_chan_start(struct sim_chan *chan);
void sim_chan_stop(struct sim_chan *chan);
/* It never runs again, but stays allocated. */
uint32_t sim_chan_disable(struct sim_chan *chan);
uint32_t sim_group_schedule(struct sim_obj *group, bool enable);
uint32_t sim_engine_type(unsigned ce);
int sim_engine_ce(uint32_t engine_type); /* copy engine number or -1 */

/* rm_map.c */
uint32_t sim_rm_map_memory(struct sim_kmd *kmd, struct sim_client *client,
                           struct NVOS33_PARAMETERS *p, int fd);
uint32_t sim_rm_unmap_memory(struct sim_client *client, const struct NVOS34_PARAMETERS *p);
uint32_t sim_rm_map_dma(struct sim_client *client, struct NVOS46_PARAMETERS *p);
uint32_t sim_rm_unmap_dma(struct sim_client *client, const struct NVOS47_PARAMETERS *p,
                          bool has_size);

/* rm_ctrl*.c. A handler gets the base structure, which is written back on NV_OK. */
struct sim_ctrl {
        uint32_t cmd;
        uint32_t kinds; /* bit per sim_obj_kind it may be sent to */
        uint32_t (*run)(struct sim_obj *obj, void *params);
};
uint32_t sim_rm_control(struct sim_client *client, const struct NVOS54_PARAMETERS *p);
const struct sim_ctrl *sim_ctrl_client(size_t *ret_count);
const struct sim_ctrl *sim_ctrl_gpu(size_t *ret_count);
const struct sim_ctrl *sim_ctrl_info(size_t *ret_count);
const struct sim_ctrl *sim_ctrl_chan(size_t *ret_count);

/* ---- UVM, uvm.c ---- */

int sim_uvm_ioctl(struct sim_kmd *kmd, struct sim_node *node, unsigned long request, uint64_t arg);
void sim_uvm_close(struct sim_kmd *kmd, struct sim_uvm *uvm);
/* A channel goes away: forget it. */
void sim_uvm_forget(struct sim_chan *chan);

#endif
