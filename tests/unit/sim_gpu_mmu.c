/* SPDX-License-Identifier: MIT */
/* The model's page tables: what maps, what is refused, what reads back. */
#include "tests/unit/sim_gpu_util.h"
#include "sim/gpu/model.h"

#include <errno.h>

static const struct sim_map_flags small = {.page_B = 4096}, mid = {.page_B = 65536},
                                  big = {.page_B = 2u << 20};

static struct sim_gpu *gpu;
static struct sim_vas *vas;
static uint8_t *host;
#define HOST_B (64u << 20)

static int setup(void **state)
{
        const struct peal_chip *chip = peal_chip_by_compute_class(HOPPER_COMPUTE_A);
        struct sim_gpu_config config = {.chip = chip, .sm_arch = 90, .sm_count = 8};

        (void)state;
        assert_int_equal(sim_gpu_create(&config, NULL, &gpu), 0);
        assert_int_equal(sim_vas_create(gpu, &vas), 0);
        host = mmap(NULL, HOST_B, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        return host == MAP_FAILED;
}

static int teardown(void **state)
{
        (void)state;
        sim_vas_destroy(vas);
        sim_gpu_destroy(gpu);
        munmap(host, HOST_B);
        return 0;
}

/* Host offset that @va leads to, and the run; UINT64_MAX: a fault. */
static uint64_t walk(uint64_t va, enum sm_access access, uint64_t *ret_run)
{
        uint8_t *p;

        sim_vas_enter(vas);
        p = sim_vas_walk(vas, va, access, ret_run);
        sim_vas_leave(vas);
        return p ? (uint64_t)(p - host) : UINT64_MAX;
}

static void every_page_size_translates_to_its_ends(void **state)
{
        static const struct {
                uint64_t va, size;
                uint32_t page;
        } cases[] = {
            {0, 4096, 4096},
            {0x1000, 0x3000, 4096},
            {0x10000, 0x30000, 65536},
            {0x200000, 0x200000, 2u << 20},
            {0x7fffff000, 0x2000, 4096}, /* over a 2 MiB and a 1 GiB border */
            {0x7fc00000000 - 0x400000, 0x800000, 2u << 20},
            {(1ull << 49) - 0x1000, 0x1000, 4096}, /* the last page */
            {(1ull << 40) - 0x10000, 0x20000, 65536},
            {0x123000, 0x2dd000, 4096}, /* leaves of two levels */
        };
        uint64_t run;

        (void)state;
        for (unsigned i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
                struct sim_map_flags f = {.page_B = cases[i].page};
                uint64_t va = cases[i].va, size = cases[i].size;

                assert_int_equal(sim_vas_map(vas, va, size, host, f), 0);
                assert_int_equal(walk(va, SM_WRITE, &run), 0);
                assert_int_equal(run, size);
                assert_int_equal(walk(va + size - 1, SM_FETCH, &run), size - 1);
                assert_int_equal(run, 1);
                assert_int_equal(walk(va + size / 2, SM_ATOMIC, &run), size / 2);
                assert_true(walk(va + size, SM_READ, &run) == UINT64_MAX);
                if (va)
                        assert_true(walk(va - 1, SM_READ, &run) == UINT64_MAX);
                assert_int_equal(sim_vas_unmap(vas, va, size), 0);
                assert_true(walk(va, SM_READ, &run) == UINT64_MAX);
        }
}

static void bad_arguments_are_refused(void **state)
{
        (void)state;
        assert_int_equal(sim_vas_map(vas, 0x1001, 0x1000, host, small), -EINVAL);
        assert_int_equal(sim_vas_map(vas, 0x1000, 0x1001, host, small), -EINVAL);
        assert_int_equal(sim_vas_map(vas, 0x1000, 0, host, small), -EINVAL);
        assert_int_equal(sim_vas_map(vas, 0x1000, 0x10000, host, mid), -EINVAL);
        assert_int_equal(sim_vas_map(vas, 0x100000, 0x200000, host, big), -EINVAL);
        assert_int_equal(sim_vas_map(vas, 1ull << 49, 0x1000, host, small), -EINVAL);
        assert_int_equal(sim_vas_map(vas, (1ull << 49) - 0x1000, 0x2000, host, small), -EINVAL);
        assert_int_equal(sim_vas_map(vas, 0x1000, UINT64_MAX - 0xfff, host, small), -EINVAL);
        assert_int_equal(sim_vas_map(vas, 0, 0x2000, host, (struct sim_map_flags){.page_B = 8192}),
                         -EINVAL);
        assert_int_equal(sim_vas_map(vas, 0x1000, 0x1000, NULL, small), -EINVAL);
        assert_int_equal(sim_vas_unmap(vas, 0x1000, 0x1000), -ENOENT);
}

static void overlaps_and_partial_unmaps_are_refused(void **state)
{
        uint64_t run;

        (void)state;
        assert_int_equal(sim_vas_map(vas, 0x400000, 0x400000, host, big), 0);
        assert_int_equal(sim_vas_map(vas, 0x5ff000, 0x1000, host, small), -EEXIST);
        assert_int_equal(sim_vas_map(vas, 0x3ff000, 0x2000, host, small), -EEXIST);
        assert_int_equal(sim_vas_map(vas, 0, 0x1000000, host, big), -EEXIST);
        assert_int_equal(sim_vas_unmap(vas, 0x400000, 0x200000), -ENOENT);
        assert_int_equal(sim_vas_unmap(vas, 0x600000, 0x200000), -ENOENT);
        assert_int_equal(sim_vas_unmap(vas, 0x400000, 0x800000), -ENOENT);
        assert_int_equal(walk(0x7fffff, SM_READ, &run), 0x3fffff);
        /* A refused map leaves nothing behind. */
        assert_true(walk(0x3ff000, SM_READ, &run) == UINT64_MAX);
        assert_int_equal(sim_vas_map(vas, 0x3ff000, 0x1000, host, small), 0);
}

static void read_only_refuses_writes_and_atomics(void **state)
{
        struct sim_map_flags f = {.page_B = 4096, .read_only = true};
        uint64_t run;

        (void)state;
        assert_int_equal(sim_vas_map(vas, 0x1000, 0x1000, host, f), 0);
        assert_int_equal(walk(0x1800, SM_READ, &run), 0x800);
        assert_true(walk(0x1800, SM_WRITE, &run) == UINT64_MAX);
        assert_true(walk(0x1800, SM_ATOMIC, &run) == UINT64_MAX);
        assert_string_equal(sim_vas_fault_type(vas, 0x1800), "FAULT_RO_VIOLATION");
        assert_string_equal(sim_vas_fault_type(vas, 0x2000), "FAULT_PTE");
        assert_string_equal(sim_vas_fault_type(vas, 1ull << 48), "FAULT_PDE");
        assert_string_equal(sim_vas_fault_type(vas, UINT64_MAX), "FAULT_VA_LIMIT_VIOLATION");
}

static void runs_go_on_over_neighbours_that_continue_in_host_memory(void **state)
{
        uint64_t run;

        (void)state;
        assert_int_equal(sim_vas_map(vas, 0x10000, 0x1000, host + 0x5000, small), 0);
        assert_int_equal(sim_vas_map(vas, 0x11000, 0x2000, host + 0x6000, small), 0);
        assert_int_equal(sim_vas_map(vas, 0x13000, 0x1000, host + 0x9000, small), 0);
        assert_int_equal(walk(0x10800, SM_READ, &run), 0x5800);
        assert_int_equal(run, 0x2800);
        assert_int_equal(walk(0x13800, SM_READ, &run), 0x9800);
        assert_int_equal(run, 0x800);
}

static void unmap_bumps_the_generation_and_map_does_not(void **state)
{
        uint64_t before = atomic_load(&vas->generation);

        (void)state;
        assert_int_equal(sim_vas_map(vas, 0x1000, 0x1000, host, small), 0);
        assert_int_equal(atomic_load(&vas->generation), before);
        assert_int_equal(sim_vas_unmap(vas, 0x1000, 0x1000), 0);
        assert_int_equal(atomic_load(&vas->generation), before + 1);
}

/* Against a plain array that says which page leads where. */
static void random_maps_agree_with_a_list(void **state)
{
        enum { PAGES = 4096, MAPS = 64 };
        static uint32_t owner[PAGES]; /* mapping + 1 */
        struct {
                uint32_t page, count;
        } maps[MAPS] = {0};
        uint32_t seed = 12345;
        uint64_t run;

        (void)state;
        memset(owner, 0, sizeof(owner));
        for (unsigned step = 0; step < 4000; step++) {
                unsigned i, page, count;
                bool is_free = true;

                seed = seed * 1664525 + 1013904223;
                i = seed >> 8 & (MAPS - 1);
                if (maps[i].count) {
                        assert_int_equal(
                            sim_vas_unmap(vas, maps[i].page * 4096ull, maps[i].count * 4096ull), 0);
                        for (unsigned p = 0; p < maps[i].count; p++)
                                owner[maps[i].page + p] = 0;
                        maps[i].count = 0;
                        continue;
                }
                page = seed >> 14 & (PAGES - 1);
                seed = seed * 1664525 + 1013904223;
                count = 1 + (seed >> 10) % (seed & 64 ? 1200 : 30);
                if (page + count > PAGES)
                        count = PAGES - page;
                for (unsigned p = 0; p < count; p++)
                        is_free &= !owner[page + p];
                assert_int_equal(
                    sim_vas_map(vas, page * 4096ull, count * 4096ull, host + page * 4096ull, small),
                    is_free ? 0 : -EEXIST);
                if (!is_free)
                        continue;
                maps[i].page = page;
                maps[i].count = count;
                for (unsigned p = 0; p < count; p++)
                        owner[page + p] = i + 1;
                for (unsigned p = 0; p < PAGES; p += 7) {
                        uint64_t at = walk(p * 4096ull + 5, SM_READ, &run);

                        assert_true(at == (owner[p] ? p * 4096ull + 5 : UINT64_MAX));
                }
        }
}

static void reads_and_writes_cross_mappings_and_stop_at_holes(void **state)
{
        struct sim_mem_fault fault = {0};
        uint8_t out[0x3000], in[0x3000];

        (void)state;
        assert_int_equal(sim_vas_map(vas, 0x10000, 0x1000, host + 0x8000, small), 0);
        assert_int_equal(sim_vas_map(vas, 0x11000, 0x1000, host + 0x2000, small), 0);
        for (unsigned i = 0; i < sizeof(in); i++)
                in[i] = (uint8_t)(i * 7 + i / 256);
        assert_int_equal(sim_vas_write(vas, 0x10003, in, 0x1ff0, &fault), 0);
        assert_int_equal(sim_vas_read(vas, 0x10003, out, 0x1ff0, &fault), 0);
        assert_memory_equal(in, out, 0x1ff0);
        assert_memory_equal(host + 0x2000, in + 0xffd, 0xff0);
        assert_int_equal(sim_vas_write(vas, 0x11fff, in, 2, &fault), -EFAULT);
        assert_int_equal(fault.va, 0x12000);
        assert_int_equal(fault.access, SM_WRITE);
        assert_int_equal(sim_vas_read(vas, UINT64_MAX, out, 16, &fault), -EFAULT);
        assert_int_equal(fault.va, UINT64_MAX);
}

int main(void)
{
#define CASE(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
        const struct CMUnitTest tests[] = {
            CASE(every_page_size_translates_to_its_ends),
            CASE(bad_arguments_are_refused),
            CASE(overlaps_and_partial_unmaps_are_refused),
            CASE(read_only_refuses_writes_and_atomics),
            CASE(runs_go_on_over_neighbours_that_continue_in_host_memory),
            CASE(unmap_bumps_the_generation_and_map_does_not),
            CASE(random_maps_agree_with_a_list),
            CASE(reads_and_writes_cross_mappings_and_stop_at_holes),
        };

        return cmocka_run_group_tests(tests, NULL, NULL);
}
