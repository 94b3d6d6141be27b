/* SPDX-License-Identifier: MIT */
/* A kernel's fault is a report in bounded time, and harms nobody else. */
#include "hw.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

/* Nothing is ever mapped here. */
#define BAD_ADDRESS 0x600dead0000ull

/* A device of its own, broken by a store to @address (0: a misaligned one within a
 * buffer of its own), then closed. */
static void break_device(struct hw *hw, uint64_t address, const char *part)
{
        struct hw own = {.info = hw->info};
        struct peal_buffer *buffer;
        struct peal_kernel *store;
        uint32_t word = 0;
        char path[512];

        OK(hw_open(&own.device));
        OK(peal_module_load_file(own.device, hw_cubin(hw->info.sm_arch, path, sizeof(path)),
                                 &own.module));
        buffer = hw_alloc(&own, 4096, PEAL_BUFFER_ZERO);
        if (address == 0)
                address = peal_buffer_gpu_va(buffer) + 2;
        store = hw_kernel(&own, "bad_store");
        OK(peal_launch(store, PEAL_GRID(1), PEAL_BLOCK(1),
                       PEAL_ARGS(peal_u64(address), peal_u32(1))));
        REFUSED(peal_device_synchronize(own.device, HW_TIMEOUT_NS), EIO, part);
        print_message("%s\n", peal_last_error());
        /* Later calls fail as well, and soon. */
        assert_true(peal_copy_out(&word, buffer, 0, 4) < 0 ||
                    peal_device_synchronize(own.device, HW_TIMEOUT_NS) == 0);
        peal_buffer_free(buffer);
        peal_module_unload(own.module);
        peal_device_close(own.device);
}

static void device_works(struct hw *hw)
{
        struct peal_buffer *buffer = hw_alloc(hw, 8, PEAL_BUFFER_ZERO);
        uint64_t got = 0;

        OK(peal_launch(hw_kernel(hw, "store_u64"), PEAL_GRID(1), PEAL_BLOCK(1),
                       PEAL_ARGS(peal_buf(buffer), peal_u64(0x123456789a))));
        OK(peal_copy_out(&got, buffer, 0, 8));
        assert_true(got == 0x123456789a);
        peal_buffer_free(buffer);
}

static void store_to_nowhere(void **state)
{
        struct hw *hw = *state, again = {.info = hw->info};
        char path[512];

        hw_kernel(hw, "bad_store"); /* skips where kernels do not run */
        break_device(hw, BAD_ADDRESS, "");
        device_works(hw); /* open all the while */
        OK(hw_open(&again.device));
        OK(peal_module_load_file(again.device, hw_cubin(hw->info.sm_arch, path, sizeof(path)),
                                 &again.module));
        device_works(&again);
        peal_module_unload(again.module);
        peal_device_close(again.device);
}

static void misaligned_store(void **state)
{
        struct hw *hw = *state;

        hw_kernel(hw, "bad_store");
        break_device(hw, 0, "");
        device_works(hw);
}

/* A wait on a signal that the dead queue would have written. */
static void signal_of_a_dead_queue(void **state)
{
        struct hw *hw = *state, own = {.info = hw->info};
        struct peal_launch_config config = {.size = sizeof(config)};
        struct peal_queue *queue = NULL;
        struct peal_signal *signal = NULL;
        char path[512];

        hw_kernel(hw, "bad_store");
        config.grid = config.block = (struct peal_dim3){1, 1, 1};
        OK(hw_open(&own.device));
        OK(peal_module_load_file(own.device, hw_cubin(hw->info.sm_arch, path, sizeof(path)),
                                 &own.module));
        OK(peal_queue_create(own.device, PEAL_QUEUE_COMPUTE, &queue));
        OK(peal_signal_create(own.device, 0, &signal));
        OK(peal_queue_exec(queue, hw_kernel(&own, "bad_store"), &config,
                           PEAL_ARGS(peal_u64(BAD_ADDRESS), peal_u32(1))));
        OK(peal_queue_signal(queue, signal, 1));
        OK(peal_queue_submit(queue));
        assert_int_equal(peal_signal_wait(signal, 1, HW_TIMEOUT_NS), -EIO);
        assert_true(strlen(peal_last_error()) > 0);
        peal_queue_destroy(queue);
        peal_signal_destroy(signal);
        peal_module_unload(own.module);
        peal_device_close(own.device);
        device_works(hw);
}

static int group(void)
{
        const struct CMUnitTest tests[] = {
            cmocka_unit_test(store_to_nowhere),
            cmocka_unit_test(misaligned_store),
            cmocka_unit_test(signal_of_a_dead_queue),
        };

        return cmocka_run_group_tests_name("fault", tests, hw_setup, hw_teardown);
}

int main(void)
{
        return hw_main(group);
}
