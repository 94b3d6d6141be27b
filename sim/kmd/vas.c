/* SPDX-License-Identifier: MIT */
/* GPU address spaces: which memory is mapped where, by address. */
#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "sim/kmd/kmd.h"

int sim_vaspace_create(struct sim_card *card, bool external, uint64_t base, uint64_t limit,
                       struct sim_vaspace **ret_vs)
{
        struct sim_gpu *gpu = sim_card_gpu(card);
        struct sim_vaspace *vs;
        int r;

        if (!gpu)
                return -ENOMEM;
        vs = calloc(1, sizeof(*vs));
        if (!vs)
                return -ENOMEM;
        r = sim_vas_create(gpu, &vs->hw);
        if (r) {
                free(vs);
                return r;
        }
        vs->card = card;
        vs->external = external;
        vs->base = base;
        vs->limit = limit;
        vs->refs = 1;
        vs->next = card->kmd->spaces;
        card->kmd->spaces = vs;
        *ret_vs = vs;
        return 0;
}

void sim_vaspace_ref(struct sim_vaspace *vs)
{
        vs->refs++;
}

void sim_vaspace_unref(struct sim_vaspace *vs)
{
        struct sim_vaspace **link;

        if (!vs || --vs->refs)
                return;
        while (vs->map_count)
                sim_vaspace_unmap(vs->maps[vs->map_count - 1]);
        for (link = &vs->card->kmd->spaces; *link != vs; link = &(*link)->next)
                ;
        *link = vs->next;
        sim_vas_destroy(vs->hw);
        free(vs->maps);
        free(vs);
}

/* Index of the first mapping that ends above @va. */
static size_t sim_vaspace_index(const struct sim_vaspace *vs, uint64_t va)
{
        size_t lo = 0, hi = vs->map_count;

        while (lo < hi) {
                size_t mid = (lo + hi) / 2;

                if (vs->maps[mid]->va + vs->maps[mid]->size_B <= va)
                        lo = mid + 1;
                else
                        hi = mid;
        }
        return lo;
}

struct sim_map *sim_vaspace_find(struct sim_vaspace *vs, uint64_t va)
{
        size_t i = sim_vaspace_index(vs, va);

        return i < vs->map_count && vs->maps[i]->va <= va ? vs->maps[i] : NULL;
}

struct sim_map *sim_vaspace_at(struct sim_vaspace *vs, uint64_t va)
{
        struct sim_map *map = sim_vaspace_find(vs, va);

        return map && map->va == va ? map : NULL;
}

bool sim_vaspace_overlaps(struct sim_vaspace *vs, uint64_t va, uint64_t size_B)
{
        size_t i = sim_vaspace_index(vs, va);

        return i < vs->map_count && vs->maps[i]->va < va + size_B;
}

int sim_vaspace_hole(struct sim_vaspace *vs, uint64_t size_B, uint64_t align_B, uint64_t lo,
                     uint64_t hi, uint64_t *ret_va)
{
        uint64_t va = (lo + align_B - 1) & ~(align_B - 1);

        for (size_t i = sim_vaspace_index(vs, va); va < hi && hi - va >= size_B; i++) {
                if (i >= vs->map_count || vs->maps[i]->va >= va + size_B) {
                        *ret_va = va;
                        return 0;
                }
                va = (vs->maps[i]->va + vs->maps[i]->size_B + align_B - 1) & ~(align_B - 1);
        }
        return -ENOMEM;
}

uint32_t sim_page_size(uint64_t alignments, uint32_t limit_B)
{
        static const uint32_t sizes[] = {SIM_HUGE_B, SIM_BIG_PAGE_B, SIM_PAGE_B};

        for (unsigned i = 0; i < 3; i++)
                if (sizes[i] <= limit_B && !(alignments & (sizes[i] - 1)))
                        return sizes[i];
        return 0;
}

/* Takes the hardware's mappings of the first @size_B bytes away again. */
static void sim_vaspace_unmap_hw(struct sim_vaspace *vs, const struct sim_mem *mem, uint64_t va,
                                 uint64_t offset, uint64_t size_B)
{
        uint64_t done = 0, run_B;

        while (done < size_B) {
                sim_mem_ptr(mem, offset + done, &run_B);
                if (run_B > size_B - done)
                        run_B = size_B - done;
                sim_vas_unmap(vs->hw, va + done, run_B);
                done += run_B;
        }
}

static int sim_vaspace_map_hw(struct sim_vaspace *vs, const struct sim_map_request *q)
{
        struct sim_map_flags flags = {
            .page_B = q->page_B,
            .read_only = q->read_only || q->mem->device_read_only,
            .sysmem = q->mem->kind != SIM_MEM_VIDEO,
        };
        uint64_t done = 0, run_B;
        uint8_t *ptr;
        int r;

        while (done < q->size_B) {
                ptr = sim_mem_ptr(q->mem, q->offset + done, &run_B);
                if (run_B > q->size_B - done)
                        run_B = q->size_B - done;
                r = sim_vas_map(vs->hw, q->va + done, run_B, ptr, flags);
                if (r) {
                        sim_vaspace_unmap_hw(vs, q->mem, q->va, q->offset, done);
                        return r;
                }
                done += run_B;
        }
        return 0;
}

int sim_vaspace_map(struct sim_vaspace *vs, const struct sim_map_request *q,
                    struct sim_map **ret_map)
{
        struct sim_map *map;
        size_t at;
        int r;

        assert(q->mem->kind != SIM_MEM_DOORBELL);
        if (!q->size_B || ((q->va | q->size_B | q->offset) & (q->page_B - 1)) || q->va < vs->base ||
            q->va >= vs->limit || q->size_B > vs->limit - q->va)
                return -EINVAL;
        if (sim_vaspace_overlaps(vs, q->va, q->size_B))
                return -EEXIST;
        if (vs->map_count == vs->map_cap) {
                size_t cap = vs->map_cap ? vs->map_cap * 2 : 16;
                void *p = realloc(vs->maps, cap * sizeof(*vs->maps));

                if (!p)
                        return -ENOMEM;
                vs->maps = p;
                vs->map_cap = cap;
        }
        map = calloc(1, sizeof(*map));
        if (!map)
                return -ENOMEM;
        r = sim_vaspace_map_hw(vs, q);
        if (r) {
                free(map);
                return r;
        }
        map->vs = vs;
        map->mem = q->mem;
        map->va = q->va;
        map->size_B = q->size_B;
        map->offset = q->offset;
        map->mem_obj = q->mem_obj;
        map->virt_obj = q->virt_obj;
        sim_mem_ref(q->mem);
        at = sim_vaspace_index(vs, q->va);
        memmove(vs->maps + at + 1, vs->maps + at, (vs->map_count - at) * sizeof(*vs->maps));
        vs->maps[at] = map;
        vs->map_count++;
        vs->card->kmd->stats.gpu_mappings++;
        *ret_map = map;
        return 0;
}

void sim_vaspace_unmap(struct sim_map *map)
{
        struct sim_vaspace *vs = map->vs;
        size_t at = sim_vaspace_index(vs, map->va);

        assert(at < vs->map_count && vs->maps[at] == map);
        sim_vaspace_unmap_hw(vs, map->mem, map->va, map->offset, map->size_B);
        vs->map_count--;
        memmove(vs->maps + at, vs->maps + at + 1, (vs->map_count - at) * sizeof(*vs->maps));
        vs->card->kmd->stats.gpu_mappings--;
        sim_mem_unref(map->mem);
        free(map);
}

void sim_vaspace_unmap_of(struct sim_kmd *kmd, const struct sim_obj *mem_obj,
                          const struct sim_obj *virt_obj)
{
        for (struct sim_vaspace *vs = kmd->spaces; vs; vs = vs->next)
                for (size_t i = vs->map_count; i-- > 0;)
                        if ((mem_obj && vs->maps[i]->mem_obj == mem_obj) ||
                            (virt_obj && vs->maps[i]->virt_obj == virt_obj))
                                sim_vaspace_unmap(vs->maps[i]);
}
