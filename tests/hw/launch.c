/* SPDX-License-Identifier: MIT */
/* Launches: dimensions, limits, shared and local memory, many in flight. */
#include "hw.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static struct peal_launch_config config_of(struct peal_dim3 grid, struct peal_dim3 block,
                                           uint32_t shared_B)
{
        struct peal_launch_config config = {.size = sizeof(config)};

        config.grid = grid;
        config.block = block;
        config.shared_B = shared_B;
        return config;
}

static void wrong_arguments_are_refused(void **state)
{
        struct hw *hw = *state;
        struct peal_kernel *store = hw_kernel(hw, "store_u64");
        struct peal_buffer *out = hw_alloc(hw, 8, 0);
        const struct peal_dim3 one = {1, 1, 1};
        uint64_t got = 0;

        REFUSED(peal_launch(store, one, one, PEAL_NO_ARGS), EINVAL, "2");
        REFUSED(peal_launch(store, one, one, PEAL_ARGS(peal_buf(out))), EINVAL, "1");
        REFUSED(peal_launch(store, one, one, PEAL_ARGS(peal_buf(out), peal_u64(1), peal_u64(1))),
                EINVAL, "3");
        REFUSED(peal_launch(store, one, one, PEAL_ARGS(peal_buf(out), peal_u32(1))), EINVAL, "4");
        REFUSED(peal_launch(store, one, one, PEAL_ARGS(peal_u32(1), peal_u64(1))), EINVAL, "0");
        OK(peal_launch(store, one, one, PEAL_ARGS(peal_buf(out), peal_u64(42))));
        OK(peal_copy_out(&got, out, 0, 8));
        assert_int_equal(got, 42);
        OK(peal_launch(hw_kernel(hw, "no_args"), one, one, PEAL_NO_ARGS));
        OK(peal_device_synchronize(hw->device, HW_TIMEOUT_NS));
        peal_buffer_free(out);
}

static void limits_are_named(void **state)
{
        struct hw *hw = *state;
        struct peal_kernel *no_args = hw_kernel(hw, "no_args"), *bounded = hw_kernel(hw, "bounded");
        struct peal_buffer *out = hw_alloc(hw, 4096, 0);
        struct peal_launch_config config;

        REFUSED(peal_launch(no_args, PEAL_GRID(1), PEAL_BLOCK(1025), PEAL_NO_ARGS), EINVAL, "1024");
        REFUSED(peal_launch(no_args, PEAL_GRID(1), PEAL_BLOCK(64, 32), PEAL_NO_ARGS), EINVAL,
                "1024");
        REFUSED(peal_launch(no_args, PEAL_GRID(1), PEAL_BLOCK(1, 1, 65), PEAL_NO_ARGS), EINVAL,
                "64");
        REFUSED(peal_launch(no_args, PEAL_GRID(1), PEAL_BLOCK(0), PEAL_NO_ARGS), EINVAL, "0");
        REFUSED(peal_launch(no_args, PEAL_GRID(0), PEAL_BLOCK(1), PEAL_NO_ARGS), EINVAL, "0");
        REFUSED(peal_launch(no_args, PEAL_GRID(1, 65536), PEAL_BLOCK(1), PEAL_NO_ARGS), EINVAL,
                "65535");
        REFUSED(peal_launch(no_args, PEAL_GRID(1, 1, 65536), PEAL_BLOCK(1), PEAL_NO_ARGS), EINVAL,
                "65535");
        REFUSED(peal_launch(no_args, PEAL_GRID(2147483648u), PEAL_BLOCK(1), PEAL_NO_ARGS), EINVAL,
                "2147483647");
        REFUSED(peal_launch(bounded, PEAL_GRID(1), PEAL_BLOCK(129), PEAL_ARGS(peal_buf(out))),
                EINVAL, "128");
        config = config_of(PEAL_GRID(1), PEAL_BLOCK(1), (uint32_t)hw->info.shared_per_block_B + 1);
        assert_int_equal(peal_launch_config(no_args, &config, PEAL_NO_ARGS), -EINVAL);
        assert_non_null(strstr(peal_last_error(), "shared"));
        peal_buffer_free(out);
}

static void threads_know_where_they_are(void **state)
{
        static const struct peal_dim3 grids[] = {{7, 1, 1}, {3, 5, 2}, {1, 2, 9}};
        static const struct peal_dim3 blocks[] = {{33, 1, 1}, {5, 3, 7}, {2, 16, 4}};
        struct hw *hw = *state;
        struct peal_kernel *where = hw_kernel(hw, "where");
        struct peal_buffer *out;
        uint32_t *got, *o, block, thread, threads;
        size_t size_B, i;

        for (i = 0; i < 3; i++) {
                const struct peal_dim3 g = grids[i], b = blocks[i];

                threads = b.x * b.y * b.z;
                size_B = (size_t)g.x * g.y * g.z * threads * 64;
                got = malloc(size_B);
                assert_non_null(got);
                out = hw_alloc(hw, size_B, PEAL_BUFFER_ZERO);
                OK(peal_launch(where, g, b, PEAL_ARGS(peal_buf(out))));
                OK(peal_copy_out(got, out, 0, size_B));
                for (block = 0; block < g.x * g.y * g.z; block++) {
                        for (thread = 0; thread < threads; thread++) {
                                const uint32_t want[16] = {
                                    block % g.x,
                                    block / g.x % g.y,
                                    block / (g.x * g.y),
                                    thread % b.x,
                                    thread / b.x % b.y,
                                    thread / (b.x * b.y),
                                    g.x,
                                    g.y,
                                    g.z,
                                    b.x,
                                    b.y,
                                    b.z,
                                };
                                o = got + 16 * ((size_t)block * threads + thread);
                                SAME(o, want, sizeof(want));
                        }
                }
                peal_buffer_free(out);
                free(got);
        }
}

static void check_shared(struct hw *hw, uint32_t shared_B, uint32_t blocks)
{
        enum { THREADS = 128 };
        const uint32_t words = shared_B / 4;
        struct peal_kernel *big_shared = hw_kernel(hw, "big_shared");
        struct peal_buffer *out = hw_alloc(hw, (uint64_t)blocks * THREADS * 4, PEAL_BUFFER_ZERO);
        struct peal_launch_config config =
            config_of(PEAL_GRID(blocks), PEAL_BLOCK(THREADS), shared_B);
        uint32_t *got = malloc((size_t)blocks * THREADS * 4), block, thread, sum, i;

        assert_non_null(got);
        OK(peal_launch_config(big_shared, &config, PEAL_ARGS(peal_buf(out), peal_u32(words))));
        OK(peal_copy_out(got, out, 0, (uint64_t)blocks * THREADS * 4));
        for (block = 0; block < blocks; block++) {
                for (thread = 0; thread < THREADS; thread++) {
                        sum = 0;
                        for (i = thread; i < words; i += THREADS)
                                sum = sum * 31 + (words - 1 - i + block) * 2654435761u;
                        assert_int_equal(got[block * THREADS + thread], sum);
                }
        }
        peal_buffer_free(out);
        free(got);
}

/* 226 KiB on Hopper, elsewhere the most there is. */
static void large_shared_memory(void **state)
{
        struct hw *hw = *state;
        uint64_t most_B = hw->info.shared_per_block_B;

        check_shared(hw, 1000, 3);
        check_shared(hw, 48 * 1024, 5);
        if (most_B >= 226 * 1024)
                check_shared(hw, 226 * 1024, hw_is_model() ? 3 : 400);
        check_shared(hw, (uint32_t)most_B & ~3u, hw_is_model() ? 2 : 400);
        if (hw->info.sm_arch == 90)
                assert_int_equal(most_B, 227 * 1024);
}

static void static_shared_memory(void **state)
{
        struct hw *hw = *state;
        struct peal_kernel *kernel = hw_kernel(hw, "static_shared");
        struct peal_buffer *out = hw_alloc(hw, 4 * 1024 * 4, 0);
        uint32_t *got = malloc(4 * 1024 * 4), i;

        assert_non_null(got);
        OK(peal_launch(kernel, PEAL_GRID(4), PEAL_BLOCK(1024), PEAL_ARGS(peal_buf(out))));
        OK(peal_copy_out(got, out, 0, 4 * 1024 * 4));
        for (i = 0; i < 4 * 1024; i++)
                assert_int_equal(got[i], (1023 - i % 1024) * 7 + i / 1024);
        peal_buffer_free(out);
        free(got);
}

static uint32_t local_array_of(uint32_t id, uint32_t rounds)
{
        uint32_t a[256], at = id & 255, sum = 0, i;

        for (i = 0; i < 256; i++)
                a[i] = id * 977 + i;
        for (i = 0; i < rounds; i++) {
                a[at] += i;
                at = (a[at] ^ (a[(at + 128) & 255] >> 3)) & 255;
        }
        for (i = 0; i < 256; i++)
                sum = sum * 31 + a[i];
        return sum;
}

static uint32_t local_large_of(uint32_t id, uint32_t rounds)
{
        static uint32_t a[4096];
        uint32_t sum = 0, i;

        for (i = 0; i < rounds; i++)
                a[(i * 61 + id) & 4095] = id ^ i;
        for (i = 0; i < rounds; i++)
                sum = sum * 31 + a[(i * 61 + id) & 4095];
        return sum;
}

static void check_local(struct hw *hw, const char *name, uint32_t (*of)(uint32_t, uint32_t),
                        uint32_t blocks, uint32_t threads, uint32_t rounds)
{
        struct peal_kernel *kernel = hw_kernel(hw, name);
        struct peal_buffer *out = hw_alloc(hw, (uint64_t)blocks * threads * 4, 0);
        uint32_t *got = malloc((size_t)blocks * threads * 4), i, want;

        assert_non_null(got);
        OK(peal_launch(kernel, PEAL_GRID(blocks), PEAL_BLOCK(threads),
                       PEAL_ARGS(peal_buf(out), peal_u32(rounds))));
        OK(peal_copy_out(got, out, 0, (uint64_t)blocks * threads * 4));
        for (i = 0; i < blocks * threads; i++) {
                want = of(i, rounds);
                if (got[i] != want)
                        fail_msg("%s, thread %u: %u, expected %u", name, i, got[i], want);
        }
        peal_buffer_free(out);
        free(got);
}

/* Local memory grows on demand, while earlier kernels stay right. */
static void local_memory(void **state)
{
        struct hw *hw = *state;
        bool model = hw_is_model();

        check_local(hw, "local_array", local_array_of, 1, 1, 64);
        check_local(hw, "local_array", local_array_of, model ? 40 : 4000, model ? 64 : 256,
                    model ? 20 : 200);
        check_local(hw, "local_large", local_large_of, model ? 8 : 4000, model ? 32 : 256,
                    model ? 10 : 100);
        check_local(hw, "local_array", local_array_of, model ? 8 : 4000, model ? 64 : 256,
                    model ? 20 : 200);
}

/* After @launches steps over @blocks words, whichever block took which word. */
static void check_chain(struct hw *hw, uint32_t launches, uint32_t blocks, uint32_t threads)
{
        struct peal_kernel *step = hw_kernel(hw, "chain_step");
        uint32_t n = blocks * threads, want = 0, i;
        struct peal_buffer *y = hw_alloc(hw, n * 4ull, PEAL_BUFFER_ZERO);
        uint32_t *got = malloc(n * 4ull);

        assert_non_null(got);
        for (i = 0; i < launches; i++) {
                OK(peal_launch(step, PEAL_GRID(blocks), PEAL_BLOCK(threads),
                               PEAL_ARGS(peal_buf(y), peal_u32(n), peal_u32(i * threads))));
                want = want * 3 + 1;
        }
        OK(peal_device_synchronize(hw->device, HW_TIMEOUT_NS));
        OK(peal_copy_out(got, y, 0, n * 4ull));
        for (i = 0; i < n; i++) {
                if (got[i] != want)
                        fail_msg("word %u after %u launches: %u, expected %u", i, launches, got[i],
                                 want);
        }
        peal_buffer_free(y);
        free(got);
}

/* Rings, pushbuffers and argument space wrap several times; each launch reads what
 * the one before left, so that a lost or reordered one shows. */
static void launches_in_flight_stay_in_order(void **state)
{
        struct hw *hw = *state;

        check_chain(hw, hw_is_model() ? 20000 : 100000, 1, 1);
        check_chain(hw, hw_is_model() ? 100 : 5000, hw_is_model() ? 20 : 264, 32);
}

static void many_launches_in_one_submit(void **state)
{
        struct hw *hw = *state;
        struct peal_kernel *step = hw_kernel(hw, "chain_step");
        struct peal_buffer *y = hw_alloc(hw, 4, PEAL_BUFFER_ZERO);
        struct peal_launch_config config = config_of(PEAL_GRID(1), PEAL_BLOCK(1), 0);
        struct peal_queue *queue = NULL;
        uint32_t want = 0, got = 0, i, round;

        OK(peal_queue_create(hw->device, PEAL_QUEUE_COMPUTE, &queue));
        for (round = 0; round < 3; round++) {
                for (i = 0; i < 1000; i++) {
                        OK(peal_queue_exec(queue, step, &config,
                                           PEAL_ARGS(peal_buf(y), peal_u32(1), peal_u32(0))));
                        want = want * 3 + 1;
                }
                OK(peal_queue_submit(queue));
        }
        for (i = 0; i < 1000; i++) {
                OK(peal_queue_exec(queue, step, &config,
                                   PEAL_ARGS(peal_buf(y), peal_u32(1), peal_u32(0))));
                OK(peal_queue_submit(queue));
                want = want * 3 + 1;
        }
        OK(peal_queue_synchronize(queue, HW_TIMEOUT_NS));
        OK(peal_copy_out(&got, y, 0, 4));
        assert_int_equal(got, want);
        peal_queue_destroy(queue);
        peal_buffer_free(y);
}

static int group(void)
{
        const struct CMUnitTest tests[] = {
            cmocka_unit_test(wrong_arguments_are_refused),
            cmocka_unit_test(limits_are_named),
            cmocka_unit_test(threads_know_where_they_are),
            cmocka_unit_test(large_shared_memory),
            cmocka_unit_test(static_shared_memory),
            cmocka_unit_test(local_memory),
            cmocka_unit_test(launches_in_flight_stay_in_order),
            cmocka_unit_test(many_launches_in_one_submit),
        };

        return cmocka_run_group_tests_name("launch", tests, hw_setup, hw_teardown);
}

int main(void)
{
        return hw_main(group);
}
