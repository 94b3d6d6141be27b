/* SPDX-License-Identifier: MIT */
/* Signals, waits and queues beside each other. */
#include "hw.h"

#include <errno.h>
#include <pthread.h>
#include <string.h>
#include <time.h>

static uint64_t now_ns(void)
{
        struct timespec ts;

        clock_gettime(CLOCK_MONOTONIC, &ts);
        return (uint64_t)ts.tv_sec * 1000000000u + (uint64_t)ts.tv_nsec;
}

static struct peal_signal *signal_at(struct hw *hw, uint64_t value)
{
        struct peal_signal *signal = NULL;

        OK(peal_signal_create(hw->device, value, &signal));
        assert_true(peal_signal_value(signal) == value);
        return signal;
}

static struct peal_queue *queue_of(struct hw *hw, enum peal_queue_kind kind)
{
        struct peal_queue *queue = NULL;

        OK(peal_queue_create(hw->device, kind, &queue));
        return queue;
}

static void waits_end_in_time(void **state)
{
        struct hw *hw = *state;
        struct peal_signal *signal = signal_at(hw, 3);
        uint64_t begin_ns = now_ns(), took_ns;

        OK(peal_signal_wait(signal, 3, 0));
        OK(peal_signal_wait(signal, 1, 0));
        assert_int_equal(peal_signal_wait(signal, 4, 0), -ETIMEDOUT);
        begin_ns = now_ns();
        assert_int_equal(peal_signal_wait(signal, 4, 100000000), -ETIMEDOUT);
        took_ns = now_ns() - begin_ns;
        assert_true(took_ns >= 100000000);
        assert_true(took_ns < 20000000000u);
        peal_signal_set(signal, 10);
        OK(peal_signal_wait(signal, 4, 0));
        peal_signal_destroy(signal);
}

/* The queue is parked until the CPU comes; others go on meanwhile. */
static void late_signal_from_the_cpu(void **state)
{
        static const enum peal_queue_kind kinds[] = {PEAL_QUEUE_COMPUTE, PEAL_QUEUE_COPY};
        struct hw *hw = *state;
        struct peal_signal *go, *done;
        struct peal_queue *queue;
        struct timespec pause = {0, 50000000};
        struct peal_buffer *buffer = hw_alloc(hw, 4096, PEAL_BUFFER_ZERO);
        uint32_t word = 0;
        size_t i;

        for (i = 0; i < 2; i++) {
                go = signal_at(hw, 0);
                done = signal_at(hw, 0);
                queue = queue_of(hw, kinds[i]);
                OK(peal_queue_wait(queue, go, 5));
                OK(peal_queue_fill(queue, buffer, 0, 4096, 7 + (uint32_t)i, 4));
                OK(peal_queue_signal(queue, done, 1));
                OK(peal_queue_submit(queue));
                assert_int_equal(peal_queue_synchronize(queue, 20000000), -ETIMEDOUT);
                assert_true(peal_signal_value(done) == 0);
                OK(peal_copy_out(&word, buffer, 0, 4));
                assert_int_equal(word, i == 0 ? 0 : 7);
                peal_signal_set(go, 4);
                nanosleep(&pause, NULL);
                assert_true(peal_signal_value(done) == 0);
                peal_signal_set(go, 5);
                OK(peal_signal_wait(done, 1, HW_TIMEOUT_NS));
                OK(peal_copy_out(&word, buffer, 4092, 4));
                assert_int_equal(word, 7 + i);
                peal_queue_destroy(queue);
                peal_signal_destroy(go);
                peal_signal_destroy(done);
        }
        peal_buffer_free(buffer);
}

/* Payloads are 64 bits wide everywhere: waiting and writing, GPU and CPU. */
static void values_roll_over_32_bits_and_reach_64(void **state)
{
        static const uint64_t starts[] = {(1ull << 32) - 3, (1ull << 63) - 3, UINT64_MAX - 20};
        struct hw *hw = *state;
        struct peal_queue *compute = queue_of(hw, PEAL_QUEUE_COMPUTE);
        struct peal_queue *copy = queue_of(hw, PEAL_QUEUE_COPY);
        struct peal_signal *signal;
        uint64_t value;
        size_t i;
        int j;

        for (i = 0; i < sizeof(starts) / sizeof(starts[0]); i++) {
                signal = signal_at(hw, starts[i]);
                value = starts[i];
                for (j = 0; j < 4; j++) {
                        OK(peal_queue_wait(compute, signal, value));
                        OK(peal_queue_signal(compute, signal, value + 1));
                        OK(peal_queue_submit(compute));
                        OK(peal_queue_wait(copy, signal, value + 1));
                        OK(peal_queue_timestamp(copy, signal, value + 2));
                        OK(peal_queue_submit(copy));
                        OK(peal_signal_wait(signal, value + 2, HW_TIMEOUT_NS));
                        value += 2;
                        assert_true(peal_signal_value(signal) == value);
                        assert_int_equal(peal_signal_wait(signal, value + 1, 0), -ETIMEDOUT);
                }
                peal_signal_destroy(signal);
        }
        peal_queue_destroy(compute);
        peal_queue_destroy(copy);
}

/* Compute and copy take turns on one buffer, ordered by signals alone. */
static void queues_order_each_other(void **state)
{
        enum { ROUNDS = 100 };
        struct hw *hw = *state;
        struct peal_kernel *step = hw_kernel(hw, "chain_step");
        struct peal_queue *compute = queue_of(hw, PEAL_QUEUE_COMPUTE);
        struct peal_queue *copy = queue_of(hw, PEAL_QUEUE_COPY);
        struct peal_signal *signal = signal_at(hw, 0);
        struct peal_buffer *a = hw_alloc(hw, 4, PEAL_BUFFER_ZERO), *b = hw_alloc(hw, 4, 0);
        struct peal_launch_config config = {.size = sizeof(config)};
        uint32_t want = 0, got = 0;
        uint64_t i;

        config.grid = config.block = (struct peal_dim3){1, 1, 1};
        for (i = 0; i < ROUNDS; i++) {
                OK(peal_queue_wait(compute, signal, 2 * i));
                OK(peal_queue_exec(compute, step, &config,
                                   PEAL_ARGS(peal_buf(a), peal_u32(1), peal_u32(0))));
                OK(peal_queue_signal(compute, signal, 2 * i + 1));
                OK(peal_queue_submit(compute));
                OK(peal_queue_wait(copy, signal, 2 * i + 1));
                OK(peal_queue_copy(copy, b, 0, a, 0, 4));
                OK(peal_queue_barrier(copy));
                OK(peal_queue_copy(copy, a, 0, b, 0, 4));
                OK(peal_queue_signal(copy, signal, 2 * i + 2));
                OK(peal_queue_submit(copy));
                want = want * 3 + 1;
        }
        OK(peal_signal_wait(signal, 2 * ROUNDS, HW_TIMEOUT_NS));
        OK(peal_copy_out(&got, b, 0, 4));
        assert_int_equal(got, want);
        peal_queue_destroy(compute);
        peal_queue_destroy(copy);
        peal_signal_destroy(signal);
        peal_buffer_free(a);
        peal_buffer_free(b);
}

static void timelines_order_queues(void **state)
{
        struct hw *hw = *state;
        struct peal_queue *first = queue_of(hw, PEAL_QUEUE_COPY);
        struct peal_queue *second = queue_of(hw, PEAL_QUEUE_COMPUTE);
        struct peal_signal *go = signal_at(hw, 0), *timeline;
        struct peal_buffer *buffer = hw_alloc(hw, 64, PEAL_BUFFER_ZERO);
        uint64_t value = 0, later = 0;
        uint32_t word = 0;

        OK(peal_queue_wait(first, go, 1));
        OK(peal_queue_fill(first, buffer, 0, 64, 1, 4));
        OK(peal_queue_submit(first));
        timeline = peal_queue_timeline(first, &value);
        assert_non_null(timeline);
        OK(peal_queue_wait(second, timeline, value));
        OK(peal_queue_fill(second, buffer, 0, 64, 2, 4));
        OK(peal_queue_submit(second));
        peal_signal_set(go, 1);
        OK(peal_queue_synchronize(second, HW_TIMEOUT_NS));
        assert_true(peal_signal_value(timeline) >= value);
        OK(peal_copy_out(&word, buffer, 0, 4));
        assert_int_equal(word, 2);
        OK(peal_queue_fill(first, buffer, 0, 64, 3, 4));
        OK(peal_queue_submit(first));
        peal_queue_timeline(first, &later);
        assert_true(later > value);
        OK(peal_queue_synchronize(first, HW_TIMEOUT_NS));
        peal_queue_destroy(first);
        peal_queue_destroy(second);
        peal_signal_destroy(go);
        peal_buffer_free(buffer);
}

static void timestamps_move_on(void **state)
{
        struct hw *hw = *state;
        struct peal_queue *queue = queue_of(hw, PEAL_QUEUE_COMPUTE);
        struct peal_signal *signal = signal_at(hw, 0);
        struct timespec pause = {0, 20000000};
        uint64_t before_ns, after_ns;

        OK(peal_queue_timestamp(queue, signal, 1));
        OK(peal_queue_submit(queue));
        OK(peal_signal_wait(signal, 1, HW_TIMEOUT_NS));
        before_ns = peal_signal_timestamp_ns(signal);
        nanosleep(&pause, NULL);
        OK(peal_queue_timestamp(queue, signal, 2));
        OK(peal_queue_submit(queue));
        OK(peal_signal_wait(signal, 2, HW_TIMEOUT_NS));
        after_ns = peal_signal_timestamp_ns(signal);
        assert_true(before_ns > 0 && after_ns >= before_ns + 19000000);
        assert_true(after_ns - before_ns < 60000000000u);
        peal_queue_destroy(queue);
        peal_signal_destroy(signal);
}

/* More signals than any pool holds at a time, none lost. */
static void signals_return_to_their_pool(void **state)
{
        struct hw *hw = *state;
        struct peal_signal *keep[100], *signal;
        uint64_t i;

        for (i = 0; i < 100; i++)
                keep[i] = signal_at(hw, i);
        for (i = 0; i < 20000; i++) {
                signal = signal_at(hw, i);
                peal_signal_destroy(signal);
        }
        for (i = 0; i < 100; i++) {
                assert_true(peal_signal_value(keep[i]) == i);
                peal_signal_destroy(keep[i]);
        }
}

/* The first error of a fill comes back from submit, and the fill is dropped. */
static void errors_of_a_fill_stay(void **state)
{
        struct hw *hw = *state;
        struct peal_queue *queue = queue_of(hw, PEAL_QUEUE_COPY);
        struct peal_buffer *buffer = hw_alloc(hw, 64, PEAL_BUFFER_ZERO);
        struct peal_signal *signal = signal_at(hw, 0);
        uint32_t word = 1;

        OK(peal_queue_fill(queue, buffer, 0, 64, 9, 4));
        REFUSED(peal_queue_copy(queue, buffer, 60, buffer, 0, 8), ERANGE, "64");
        assert_int_equal(peal_queue_signal(queue, signal, 1), -ERANGE);
        REFUSED(peal_queue_submit(queue), ERANGE, "64");
        OK(peal_queue_signal(queue, signal, 2));
        OK(peal_queue_submit(queue));
        OK(peal_signal_wait(signal, 2, HW_TIMEOUT_NS));
        OK(peal_copy_out(&word, buffer, 0, 4));
        assert_int_equal(word, 0);
        OK(peal_queue_submit(queue)); /* nothing to submit is fine */
        OK(peal_queue_synchronize(queue, HW_TIMEOUT_NS));
        peal_queue_destroy(queue);
        peal_buffer_free(buffer);
        peal_signal_destroy(signal);
}

static void copy_queues_launch_nothing(void **state)
{
        struct hw *hw = *state;
        struct peal_kernel *no_args = hw_kernel(hw, "no_args");
        struct peal_queue *queue = queue_of(hw, PEAL_QUEUE_COPY);
        struct peal_launch_config config = {.size = sizeof(config)};

        config.grid = config.block = (struct peal_dim3){1, 1, 1};
        assert_true(peal_queue_exec(queue, no_args, &config, PEAL_NO_ARGS) < 0);
        assert_true(strlen(peal_last_error()) > 0);
        assert_true(peal_queue_submit(queue) < 0);
        peal_queue_destroy(queue);
}

/* A kernel spins on a word until the CPU writes it: the wait for it times out before,
 * ends after, and the device is unharmed. */
static void running_kernel_is_waited_for(void **state)
{
        struct hw *hw = *state;
        struct peal_kernel *spin = hw_kernel(hw, "spin");
        struct peal_buffer *flag = hw_alloc(hw, 4, PEAL_BUFFER_HOST | PEAL_BUFFER_ZERO);
        struct peal_buffer *out = hw_alloc(hw, 4, PEAL_BUFFER_ZERO);
        volatile uint32_t *word;
        uint32_t got = 0;
        void *ptr;

        OK(peal_buffer_map(flag, &ptr));
        word = ptr;
        OK(peal_launch(spin, PEAL_GRID(1), PEAL_BLOCK(1),
                       PEAL_ARGS(peal_buf(flag), peal_u32(50000000), peal_buf(out))));
        assert_int_equal(peal_device_synchronize(hw->device, 30000000), -ETIMEDOUT);
        *word = 1;
        OK(peal_device_synchronize(hw->device, HW_TIMEOUT_NS));
        OK(peal_copy_out(&got, out, 0, 4));
        assert_int_equal(got, 1);
        peal_buffer_free(flag);
        peal_buffer_free(out);
}

/* The same, released by another queue: queues do run beside each other. */
static void queues_run_beside_each_other(void **state)
{
        struct hw *hw = *state;
        struct peal_kernel *spin = hw_kernel(hw, "spin");
        struct peal_buffer *flag = hw_alloc(hw, 4, PEAL_BUFFER_ZERO);
        struct peal_buffer *out = hw_alloc(hw, 4, PEAL_BUFFER_ZERO);
        struct peal_queue *compute = queue_of(hw, PEAL_QUEUE_COMPUTE);
        struct peal_queue *copy = queue_of(hw, PEAL_QUEUE_COPY);
        struct peal_launch_config config = {.size = sizeof(config)};
        uint32_t got = 0;

        config.grid = config.block = (struct peal_dim3){1, 1, 1};
        OK(peal_queue_exec(compute, spin, &config,
                           PEAL_ARGS(peal_buf(flag), peal_u32(50000000), peal_buf(out))));
        OK(peal_queue_submit(compute));
        OK(peal_queue_fill(copy, flag, 0, 4, 1, 4));
        OK(peal_queue_submit(copy));
        OK(peal_queue_synchronize(compute, HW_TIMEOUT_NS));
        OK(peal_queue_synchronize(copy, HW_TIMEOUT_NS));
        OK(peal_copy_out(&got, out, 0, 4));
        assert_int_equal(got, 1);
        peal_queue_destroy(compute);
        peal_queue_destroy(copy);
        peal_buffer_free(flag);
        peal_buffer_free(out);
}

static int group(void)
{
        const struct CMUnitTest tests[] = {
            cmocka_unit_test(waits_end_in_time),
            cmocka_unit_test(late_signal_from_the_cpu),
            cmocka_unit_test(values_roll_over_32_bits_and_reach_64),
            cmocka_unit_test(queues_order_each_other),
            cmocka_unit_test(timelines_order_queues),
            cmocka_unit_test(timestamps_move_on),
            cmocka_unit_test(signals_return_to_their_pool),
            cmocka_unit_test(errors_of_a_fill_stay),
            cmocka_unit_test(copy_queues_launch_nothing),
            cmocka_unit_test(running_kernel_is_waited_for),
            cmocka_unit_test(queues_run_beside_each_other),
        };

        return cmocka_run_group_tests_name("signal", tests, hw_setup, hw_teardown);
}

int main(void)
{
        return hw_main(group);
}
