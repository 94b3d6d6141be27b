/* SPDX-License-Identifier: MIT */
/* Physical memory: a sparse file, allocated first fit, given back page by page. */
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/falloc.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include "sim/kmd/kmd.h"

static uint64_t sim_align_up(uint64_t value, uint64_t align)
{
        return (value + align - 1) & ~(align - 1);
}

int sim_pool_init(struct sim_pool *pool, uint64_t size_B, const char *name)
{
        int fd, r;
        void *base;

        memset(pool, 0, sizeof(*pool));
        pool->fd = -1;
        pool->free = malloc(16 * sizeof(*pool->free));
        if (!pool->free)
                return -ENOMEM;
        pool->free_cap = 16;
        fd = memfd_create(name, MFD_CLOEXEC);
        if (fd < 0) {
                r = -errno;
                goto out_free;
        }
        if (ftruncate(fd, (off_t)size_B) < 0) {
                r = -errno;
                goto out_fd;
        }
        base = mmap(NULL, size_B, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, fd, 0);
        if (base == MAP_FAILED) {
                r = -errno;
                goto out_fd;
        }
        /* A forked child gets its own model: it must not keep this one's memory. Nor
         * does a core dump want 141 GiB. */
        madvise(base, size_B, MADV_DONTFORK);
        madvise(base, size_B, MADV_DONTDUMP);
        pool->fd = fd;
        pool->base = base;
        pool->size_B = size_B;
        pool->free[0] = (struct sim_extent){0, size_B};
        pool->free_count = 1;
        return 0;
out_fd:
        close(fd);
out_free:
        free(pool->free);
        pool->free = NULL;
        return r;
}

void sim_pool_fini(struct sim_pool *pool, bool keep_pages)
{
        if (!pool->base)
                return;
        if (!keep_pages)
                munmap(pool->base, pool->size_B);
        close(pool->fd);
        free(pool->free);
        memset(pool, 0, sizeof(*pool));
        pool->fd = -1;
}

static int sim_pool_insert(struct sim_pool *pool, size_t at, struct sim_extent extent)
{
        if (pool->free_count == pool->free_cap) {
                size_t cap = pool->free_cap * 2;
                void *p = realloc(pool->free, cap * sizeof(*pool->free));

                if (!p)
                        return -ENOMEM;
                pool->free = p;
                pool->free_cap = cap;
        }
        memmove(pool->free + at + 1, pool->free + at,
                (pool->free_count - at) * sizeof(*pool->free));
        pool->free[at] = extent;
        pool->free_count++;
        return 0;
}

static void sim_pool_remove(struct sim_pool *pool, size_t at)
{
        pool->free_count--;
        memmove(pool->free + at, pool->free + at + 1,
                (pool->free_count - at) * sizeof(*pool->free));
}

/* Takes [offset, offset+size) out of free run @at. */
static int sim_pool_carve(struct sim_pool *pool, size_t at, uint64_t offset, uint64_t size_B)
{
        struct sim_extent run = pool->free[at];
        uint64_t tail = offset + size_B, end = run.offset + run.size_B;

        assert(offset >= run.offset && tail <= end);
        if (offset > run.offset && tail < end) {
                int r = sim_pool_insert(pool, at + 1, (struct sim_extent){tail, end - tail});

                if (r)
                        return r;
                pool->free[at].size_B = offset - run.offset;
        } else if (offset > run.offset) {
                pool->free[at].size_B = offset - run.offset;
        } else if (tail < end) {
                pool->free[at] = (struct sim_extent){tail, end - tail};
        } else {
                sim_pool_remove(pool, at);
        }
        pool->used_B += size_B;
        return 0;
}

static void sim_pool_release(struct sim_pool *pool, struct sim_extent extent)
{
        size_t lo = 0, hi = pool->free_count;
        bool joins_prev, joins_next;

        while (lo < hi) {
                size_t mid = (lo + hi) / 2;

                if (pool->free[mid].offset < extent.offset)
                        lo = mid + 1;
                else
                        hi = mid;
        }
        joins_prev = lo && pool->free[lo - 1].offset + pool->free[lo - 1].size_B == extent.offset;
        joins_next =
            lo < pool->free_count && extent.offset + extent.size_B == pool->free[lo].offset;
        pool->used_B -= extent.size_B;
        if (joins_prev && joins_next) {
                pool->free[lo - 1].size_B += extent.size_B + pool->free[lo].size_B;
                sim_pool_remove(pool, lo);
        } else if (joins_prev) {
                pool->free[lo - 1].size_B += extent.size_B;
        } else if (joins_next) {
                pool->free[lo].offset = extent.offset;
                pool->free[lo].size_B += extent.size_B;
        } else if (sim_pool_insert(pool, lo, extent)) {
                /* Out of host memory for the list: the run stays in use, unreachable. */
                pool->used_B += extent.size_B;
        }
}

static int sim_pool_alloc_contiguous(struct sim_pool *pool, uint64_t size_B, uint64_t align_B,
                                     struct sim_extent *ret_extent)
{
        for (size_t i = 0; i < pool->free_count; i++) {
                uint64_t offset = sim_align_up(pool->free[i].offset, align_B);
                uint64_t end = pool->free[i].offset + pool->free[i].size_B;

                if (offset > end || end - offset < size_B)
                        continue;
                if (sim_pool_carve(pool, i, offset, size_B))
                        return -ENOMEM;
                *ret_extent = (struct sim_extent){offset, size_B};
                return 0;
        }
        return -ENOMEM;
}

/* Pages from wherever there are some, in runs as long as they come. */
static int sim_pool_alloc_scattered(struct sim_pool *pool, uint64_t size_B, uint64_t page_B,
                                    struct sim_extent **ret_extents, unsigned *ret_count)
{
        struct sim_extent *list = NULL;
        unsigned count = 0, cap = 0;
        size_t i = 0;

        while (size_B && i < pool->free_count) {
                uint64_t offset = sim_align_up(pool->free[i].offset, page_B);
                uint64_t end = pool->free[i].offset + pool->free[i].size_B;
                uint64_t take = offset < end ? (end - offset) & ~(page_B - 1) : 0;
                size_t runs = pool->free_count;

                if (!take) {
                        i++;
                        continue;
                }
                if (take > size_B)
                        take = size_B;
                if (count == cap) {
                        void *p = realloc(list, (cap = cap ? cap * 2 : 8) * sizeof(*list));

                        if (!p)
                                goto out;
                        list = p;
                }
                if (sim_pool_carve(pool, i, offset, take))
                        goto out;
                list[count++] = (struct sim_extent){offset, take};
                size_B -= take;
                /* a run left in front of @offset is not wide enough for a page */
                if (pool->free_count >= runs)
                        i++;
        }
        if (size_B)
                goto out;
        *ret_extents = list;
        *ret_count = count;
        return 0;
out:
        for (unsigned k = 0; k < count; k++)
                sim_pool_release(pool, list[k]);
        free(list);
        return -ENOMEM;
}

int sim_pool_alloc(struct sim_pool *pool, uint64_t size_B, uint64_t page_B, uint64_t align_B,
                   bool contiguous, struct sim_extent **ret_extents, unsigned *ret_count)
{
        struct sim_extent extent, *list;

        if (!size_B || size_B > pool->size_B - pool->used_B)
                return -ENOMEM;
        if (!sim_pool_alloc_contiguous(pool, size_B, align_B > page_B ? align_B : page_B,
                                       &extent)) {
                list = malloc(sizeof(*list));
                if (!list) {
                        sim_pool_release(pool, extent);
                        return -ENOMEM;
                }
                *list = extent;
                *ret_extents = list;
                *ret_count = 1;
                return 0;
        }
        if (contiguous)
                return -ENOMEM;
        return sim_pool_alloc_scattered(pool, size_B, page_B, ret_extents, ret_count);
}

void sim_pool_free(struct sim_pool *pool, const struct sim_extent *extents, unsigned count)
{
        for (unsigned i = 0; i < count; i++) {
                if (fallocate(pool->fd, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE,
                              (off_t)extents[i].offset, (off_t)extents[i].size_B) < 0 &&
                    madvise(pool->base + extents[i].offset, extents[i].size_B, MADV_REMOVE) < 0)
                        memset(pool->base + extents[i].offset, 0, extents[i].size_B);
                sim_pool_release(pool, extents[i]);
        }
}

uint64_t sim_pool_largest_free_B(const struct sim_pool *pool)
{
        uint64_t largest = 0;

        for (size_t i = 0; i < pool->free_count; i++)
                if (pool->free[i].size_B > largest)
                        largest = pool->free[i].size_B;
        return largest;
}

uint64_t sim_pool_resident_B(const struct sim_pool *pool)
{
        struct stat st;

        if (!pool->base || fstat(pool->fd, &st) < 0)
                return 0;
        return (uint64_t)st.st_blocks * 512;
}
