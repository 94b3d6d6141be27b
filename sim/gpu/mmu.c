/* SPDX-License-Identifier: MIT */
/* Page tables of an address space: four levels that end in mappings.
 *
 * 49 bits of virtual address (NV_MMU_VER3, dev_mmu.h of open-gpu-doc) are cut
 * 10 + 9 + 9 + 9 + 12. A mapping that covers all that an upper entry stands for
 * takes that entry itself, so 141 GiB cost a few hundred entries.
 */
#include "sim/gpu/model.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define LEVELS 4
static const unsigned level_shift[LEVELS] = {39, 30, 21, 12};
static const unsigned level_bits[LEVELS] = {10, 9, 9, 9};

/* An entry: 0, a struct sim_node *, or a struct sim_mapping * with bit 0 set. */
struct sim_node {
        unsigned used;
        uintptr_t slot[];
};

struct sim_mapping {
        uint64_t va, size_B;
        uint8_t *host;
        struct sim_map_flags flags;
};

static struct sim_node *node_new(unsigned level)
{
        return calloc(1, sizeof(struct sim_node) + (sizeof(uintptr_t) << level_bits[level]));
}

static struct sim_mapping *slot_mapping(uintptr_t slot)
{
        return slot & 1 ? (struct sim_mapping *)(slot - 1) : NULL;
}

static uint64_t slot_span(unsigned level)
{
        return 1ull << level_shift[level];
}

static unsigned slot_index(unsigned level, uint64_t va)
{
        return va >> level_shift[level] & ((1u << level_bits[level]) - 1);
}

/* The part of [start, end) in each entry of @node, one after the other. */
#define FOR_SLOTS(level, start, end, lo, hi)                                                       \
        for (uint64_t lo = (start), hi; lo < (end) && (hi = (lo | (slot_span(level) - 1)) + 1,     \
                                                      hi = hi > (end) ? (end) : hi, true);         \
             lo = hi)

static bool range_empty(const struct sim_node *node, unsigned level, uint64_t start, uint64_t end)
{
        FOR_SLOTS(level, start, end, lo, hi)
        {
                uintptr_t slot = node->slot[slot_index(level, lo)];

                if (!slot)
                        continue;
                if (slot & 1 || !range_empty((const struct sim_node *)slot, level + 1, lo, hi))
                        return false;
        }
        return true;
}

static void range_clear(struct sim_node *node, unsigned level, uint64_t start, uint64_t end)
{
        FOR_SLOTS(level, start, end, lo, hi)
        {
                uintptr_t *slot = &node->slot[slot_index(level, lo)];

                if (!*slot)
                        continue;
                if (!(*slot & 1)) {
                        struct sim_node *child = (struct sim_node *)*slot;

                        range_clear(child, level + 1, lo, hi);
                        if (child->used)
                                continue;
                        free(child);
                }
                *slot = 0;
                node->used--;
        }
}

static int range_set(struct sim_node *node, unsigned level, uint64_t start, uint64_t end,
                     struct sim_mapping *m)
{
        FOR_SLOTS(level, start, end, lo, hi)
        {
                uintptr_t *slot = &node->slot[slot_index(level, lo)];
                int r;

                if (hi - lo == slot_span(level)) {
                        assert(!*slot);
                        *slot = (uintptr_t)m | 1;
                        node->used++;
                        continue;
                }
                if (!*slot) {
                        struct sim_node *child = node_new(level + 1);

                        if (!child)
                                return -ENOMEM;
                        *slot = (uintptr_t)child;
                        node->used++;
                }
                r = range_set((struct sim_node *)*slot, level + 1, lo, hi, m);
                if (r < 0)
                        return r;
        }
        return 0;
}

static struct sim_mapping *lookup(const struct sim_vas *vas, uint64_t va, unsigned *ret_level)
{
        const struct sim_node *node = vas->root;

        *ret_level = 0;
        if (va >> SIM_VA_BITS)
                return NULL;
        for (unsigned level = 0; level < LEVELS; level++) {
                uintptr_t slot = node->slot[slot_index(level, va)];

                *ret_level = level;
                if (!slot)
                        return NULL;
                if (slot & 1)
                        return slot_mapping(slot);
                node = (const struct sim_node *)slot;
        }
        return NULL;
}

void *sim_vas_walk(const struct sim_vas *vas, uint64_t va, enum sm_access access,
                   uint64_t *ret_run_B)
{
        unsigned level;
        const struct sim_mapping *m = lookup(vas, va, &level), *last = m;
        bool writes = access == SM_WRITE || access == SM_ATOMIC;
        uint64_t run;

        if (!m || (writes && m->flags.read_only))
                return NULL;
        run = m->va + m->size_B - va;
        /* Neighbours that go on where this one ends, in both memories. */
        for (unsigned i = 0; i < 16; i++) {
                const struct sim_mapping *n = lookup(vas, last->va + last->size_B, &level);

                if (!n || n->host != last->host + last->size_B ||
                    n->flags.read_only != m->flags.read_only)
                        break;
                run += n->size_B;
                last = n;
        }
        *ret_run_B = run;
        return m->host + (va - m->va);
}

void sim_vas_enter(struct sim_vas *vas)
{
        pthread_rwlock_rdlock(&vas->lock);
        sim_client_memory_begin();
}

void sim_vas_leave(struct sim_vas *vas)
{
        sim_client_memory_end();
        pthread_rwlock_unlock(&vas->lock);
}

static int move_bytes(struct sim_vas *vas, uint64_t va, void *dst, const void *src, size_t size_B,
                      struct sim_mem_fault *ret_fault)
{
        enum sm_access access = src ? SM_WRITE : SM_READ;
        size_t done = 0;
        int r = 0;

        sim_vas_enter(vas);
        while (done < size_B) {
                uint64_t run;
                void *host = sim_vas_walk(vas, va + done, access, &run);

                if (!host) {
                        *ret_fault = (struct sim_mem_fault){va + done, access};
                        r = -EFAULT;
                        break;
                }
                if (run > size_B - done)
                        run = size_B - done;
                if (src)
                        memcpy(host, (const uint8_t *)src + done, run);
                else
                        memcpy((uint8_t *)dst + done, host, run);
                done += run;
        }
        sim_vas_leave(vas);
        return r;
}

int sim_vas_read(struct sim_vas *vas, uint64_t va, void *dst, size_t size_B,
                 struct sim_mem_fault *ret_fault)
{
        return move_bytes(vas, va, dst, NULL, size_B, ret_fault);
}

int sim_vas_write(struct sim_vas *vas, uint64_t va, const void *src, size_t size_B,
                  struct sim_mem_fault *ret_fault)
{
        return move_bytes(vas, va, NULL, src, size_B, ret_fault);
}

/* NVC369_BUF_ENTRY / dev_fault.h name more kinds; these are what can happen here. */
const char *sim_vas_fault_type(struct sim_vas *vas, uint64_t va)
{
        unsigned level;
        bool mapped;

        pthread_rwlock_rdlock(&vas->lock);
        mapped = lookup(vas, va, &level);
        pthread_rwlock_unlock(&vas->lock);
        if (va >> SIM_VA_BITS)
                return "FAULT_VA_LIMIT_VIOLATION";
        if (mapped)
                return "FAULT_RO_VIOLATION";
        return level == LEVELS - 1 ? "FAULT_PTE" : "FAULT_PDE";
}

int sim_vas_create(struct sim_gpu *gpu, struct sim_vas **ret_vas)
{
        struct sim_vas *vas = calloc(1, sizeof(*vas));
        pthread_rwlockattr_t attr;

        if (!vas)
                return -ENOMEM;
        vas->gpu = gpu;
        vas->root = node_new(0);
        if (!vas->root) {
                free(vas);
                return -ENOMEM;
        }
        pthread_rwlockattr_init(&attr);
        /* Engines read all the time: without this an unmap might never get in. */
        pthread_rwlockattr_setkind_np(&attr, PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP);
        pthread_rwlock_init(&vas->lock, &attr);
        pthread_rwlockattr_destroy(&attr);
        atomic_init(&vas->generation, 1);
        atomic_init(&vas->refs, 1);
        *ret_vas = vas;
        return 0;
}

void sim_vas_ref(struct sim_vas *vas)
{
        atomic_fetch_add(&vas->refs, 1);
}

void sim_vas_unref(struct sim_vas *vas)
{
        if (atomic_fetch_sub(&vas->refs, 1) != 1)
                return;
        free(vas->root);
        pthread_rwlock_destroy(&vas->lock);
        free(vas);
}

/* Frees tables and, each once, at its first address, the mappings below @node. */
static void node_clear(struct sim_node *node, unsigned level, uint64_t base)
{
        for (unsigned i = 0; i < 1u << level_bits[level]; i++) {
                uint64_t va = base + i * slot_span(level);
                struct sim_mapping *m = slot_mapping(node->slot[i]);

                if (!m && node->slot[i]) {
                        struct sim_node *child = (struct sim_node *)node->slot[i];

                        node_clear(child, level + 1, va);
                        free(child);
                } else if (m && va + slot_span(level) == m->va + m->size_B) {
                        free(m); /* no later entry names it */
                }
                node->slot[i] = 0;
        }
        node->used = 0;
}

/* After the tables changed: until no engine uses a pointer from before. Host, copy
 * and compute front ends use theirs between sim_vas_enter() and _leave() only, and
 * the writer's lock has waited for them. The SM engine's are good for one instruction
 * after the generation has changed; a grid that comes later sees the new one. */
static void wait_for_grids(struct sim_vas *vas)
{
        if (atomic_load(&vas->grids_inside))
                sm_engine_quiesce(vas->gpu->sm);
}

void sim_vas_destroy(struct sim_vas *vas)
{
        if (!vas)
                return;
        pthread_rwlock_wrlock(&vas->lock);
        node_clear(vas->root, 0, 0);
        atomic_fetch_add(&vas->generation, 1);
        pthread_rwlock_unlock(&vas->lock);
        wait_for_grids(vas);
        sim_vas_unref(vas);
}

static bool page_size_ok(uint32_t page_B)
{
        return page_B == 4096 || page_B == 65536 || page_B == 2u << 20;
}

int sim_vas_map(struct sim_vas *vas, uint64_t va, uint64_t size_B, void *host_ptr,
                struct sim_map_flags flags)
{
        uint64_t limit = 1ull << SIM_VA_BITS;
        struct sim_mapping *m;
        int r = 0;

        if (!page_size_ok(flags.page_B) || !host_ptr || !size_B)
                return -EINVAL;
        if (va % flags.page_B || size_B % flags.page_B || va >= limit || size_B > limit - va)
                return -EINVAL;
        m = malloc(sizeof(*m));
        if (!m)
                return -ENOMEM;
        *m = (struct sim_mapping){va, size_B, host_ptr, flags};
        pthread_rwlock_wrlock(&vas->lock);
        if (!range_empty(vas->root, 0, va, va + size_B)) {
                r = -EEXIST;
        } else {
                r = range_set(vas->root, 0, va, va + size_B, m);
                if (r < 0)
                        range_clear(vas->root, 0, va, va + size_B);
        }
        pthread_rwlock_unlock(&vas->lock);
        if (r < 0)
                free(m);
        return r;
}

int sim_vas_unmap(struct sim_vas *vas, uint64_t va, uint64_t size_B)
{
        struct sim_mapping *m;
        unsigned level;

        pthread_rwlock_wrlock(&vas->lock);
        m = lookup(vas, va, &level);
        if (!m || m->va != va || m->size_B != size_B) {
                pthread_rwlock_unlock(&vas->lock);
                return -ENOENT;
        }
        range_clear(vas->root, 0, va, va + size_B);
        atomic_fetch_add(&vas->generation, 1);
        pthread_rwlock_unlock(&vas->lock);
        wait_for_grids(vas);
        free(m);
        return 0;
}
