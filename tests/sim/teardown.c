/* SPDX-License-Identifier: MIT */
/* Closing a device gives everything back: the model counts what is alive. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <stdio.h>
#include <string.h>
#include "include/peal/peal.h"
#include "sim/sim.h"
#include "src/api/registry.h"

#define OK(call)                                                                                   \
        do {                                                                                       \
                int ok_ = (call);                                                                  \
                if (ok_ < 0)                                                                       \
                        fail_msg("%s: %d: %s", #call, ok_, peal_last_error());                     \
        } while (0)

/* Uses a little of everything and frees part of it: close does the rest. */
static void use(enum peal_address_space space)
{
        struct peal_device_options options = {.size = sizeof(options), .address_space = space};
        struct peal_buffer *video, *host, *own;
        struct peal_queue *copy, *compute;
        struct peal_signal *signal;
        struct peal_device *dev;
        static char page[10000];
        uint32_t word = 5;
        void *ptr;

        OK(peal_device_open("sim:h200,mem=1G", &options, &dev));
        OK(peal_buffer_alloc(dev, 100000, PEAL_BUFFER_ZERO, &video));
        OK(peal_buffer_alloc(dev, 5000, PEAL_BUFFER_HOST, &host));
        OK(peal_buffer_register(dev, page + 3, 9000, 0, &own));
        OK(peal_buffer_map(video, &ptr));
        OK(peal_queue_create(dev, PEAL_QUEUE_COPY, &copy));
        OK(peal_queue_create(dev, PEAL_QUEUE_COMPUTE, &compute));
        OK(peal_signal_create(dev, 0, &signal));
        OK(peal_copy_in(video, 0, &word, 4));
        OK(peal_queue_copy(copy, host, 0, video, 0, 5000));
        OK(peal_queue_signal(copy, signal, 1));
        OK(peal_queue_submit(copy));
        OK(peal_signal_wait(signal, 1, 10000000000ull));
        peal_buffer_free(own);
        peal_queue_destroy(compute);
        peal_device_close(dev);
}

static void close_frees_everything(void **state)
{
        enum peal_address_space space = *(enum peal_address_space *)*state;
        struct sim_stats before, after;
        struct peal_driver *driver;

        OK(peal_driver_get("sim:h200,mem=1G", &driver));
        sim_kmd_stats(driver->kmd, &before);
        assert_int_equal(before.clients, 1);
        assert_int_equal(before.channels, 0);
        for (int turn = 0; turn < 5; turn++) {
                use(space);
                sim_kmd_stats(driver->kmd, &after);
                assert_int_equal(after.fds, before.fds);
                assert_int_equal(after.clients, before.clients);
                assert_int_equal(after.objects, before.objects);
                assert_int_equal(after.mappings, before.mappings);
                assert_int_equal(after.gpu_mappings, before.gpu_mappings);
                assert_int_equal(after.vidmem_B, before.vidmem_B);
                assert_int_equal(after.sysmem_B, before.sysmem_B);
                assert_int_equal(after.channels, before.channels);
        }
        peal_driver_put(driver);
}

static void memory_costs_only_what_is_touched(void **state)
{
        struct sim_stats stats;
        struct peal_driver *driver;
        struct peal_device *dev;
        struct peal_buffer *b;
        uint64_t resident;

        (void)state;
        OK(peal_driver_get("sim:h200", &driver));
        OK(peal_device_open("sim:h200", NULL, &dev));
        OK(peal_buffer_alloc(dev, 100ull << 30, 0, &b));
        sim_kmd_stats(driver->kmd, &stats);
        resident = stats.resident_B;
        assert_true(stats.vidmem_B >= 100ull << 30);
        assert_true(resident < 256ull << 20);
        OK(peal_fill(b, 50ull << 30, 64 << 20, 7, 4));
        OK(peal_device_synchronize(dev, 20000000000ull));
        sim_kmd_stats(driver->kmd, &stats);
        assert_true(stats.resident_B >= resident + (64 << 20));
        peal_buffer_free(b);
        sim_kmd_stats(driver->kmd, &stats);
        assert_true(stats.resident_B < resident + (64 << 20));
        peal_device_close(dev);
        peal_driver_put(driver);
}

int main(void)
{
        static enum peal_address_space rm = PEAL_ADDRESS_SPACE_RM, uvm = PEAL_ADDRESS_SPACE_UVM;
        const struct CMUnitTest tests[] = {
            cmocka_unit_test_prestate(close_frees_everything, &rm),
            cmocka_unit_test_prestate(close_frees_everything, &uvm),
            cmocka_unit_test(memory_costs_only_what_is_touched),
        };

        return cmocka_run_group_tests(tests, NULL, NULL);
}
