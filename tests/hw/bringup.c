/* SPDX-License-Identifier: MIT */
/* Devices come up in both modes, go away without a trace, and are refused by name. */
#include "hw.h"

#include <dirent.h>
#include <errno.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static void info_is_plausible(void **state)
{
        struct hw *hw = *state;
        const struct peal_device_info *d = &hw->info;

        assert_true(d->address_space == hw_space);
        assert_true(strlen(d->name) > 0 && strlen(d->chip) > 0 && strlen(d->driver) > 0);
        assert_memory_equal(d->uuid, "GPU-", 4);
        assert_true(d->sm_arch >= 75 && d->sm_count >= 1 && d->tpc_count >= 1);
        assert_true(d->warps_per_sm >= 32 && d->warps_per_sm <= 64);
        assert_true(d->memory_B >= 1ull << 30 && d->memory_free_B <= d->memory_B);
        assert_true(d->max_block_threads == 1024 && d->registers_per_sm == 65536);
        assert_true(d->max_grid[0] == 2147483647 && d->max_grid[1] == 65535);
        assert_true(d->shared_per_block_B >= 48 * 1024);
        assert_non_null(strstr(d->compute_class_name, "COMPUTE"));
        assert_non_null(strstr(d->copy_class_name, "DMA_COPY"));
        assert_non_null(strstr(d->channel_class_name, "GPFIFO"));
}

struct found {
        unsigned count;
        char spec[64];
};

static int count_entry(void *ctx, const struct peal_device_entry *entry)
{
        struct found *found = ctx;

        if (found->count++ == 0)
                snprintf(found->spec, sizeof(found->spec), "%s", entry->spec);
        return 0;
}

static void list_names_what_can_be_opened(void **state)
{
        struct peal_device *device = NULL;
        struct found found = {0};

        (void)state;
        OK(peal_device_list(NULL, count_entry, &found));
        assert_true(found.count >= 1);
        OK(peal_device_open(found.spec, NULL, &device));
        peal_device_close(device);
}

static void unknown_devices_are_refused(void **state)
{
        struct peal_device *device = NULL;

        (void)state;
        REFUSED(peal_device_open("sim:nosuch", NULL, &device), EINVAL, "nosuch");
        REFUSED(peal_device_open("sim:h200,colour=red", NULL, &device), EINVAL, "colour");
        REFUSED(peal_device_open("sim:h200,count=2,index=7", NULL, &device), ENOENT, "7");
        REFUSED(peal_device_open("nv:4000", NULL, &device), ENOENT, "");
        REFUSED(peal_device_open("abacus", NULL, &device), EINVAL, "abacus");
        assert_null(device);
        assert_true(strlen(peal_last_error()) > 0);
}

static void two_devices_are_independent(void **state)
{
        struct hw *hw = *state;
        struct peal_device *other = NULL;
        struct peal_buffer *a = hw_alloc(hw, 4096, 0), *b = NULL;
        uint8_t in[4096], out[4096];

        OK(hw_open(&other));
        OK(peal_buffer_alloc(other, 4096, 0, &b));
        hw_fill_random(in, sizeof(in), 1);
        OK(peal_copy_in(a, 0, in, sizeof(in)));
        OK(peal_fill(b, 0, 4096, 0x55, 1));
        OK(peal_device_synchronize(other, HW_TIMEOUT_NS));
        peal_buffer_free(b);
        peal_device_close(other);
        OK(peal_copy_out(out, a, 0, sizeof(out)));
        SAME(out, in, sizeof(in));
        peal_buffer_free(a);
}

static unsigned count_fds(void)
{
        DIR *dir = opendir("/proc/self/fd");
        unsigned count = 0;

        assert_non_null(dir);
        while (readdir(dir) != NULL)
                count++;
        closedir(dir);
        return count;
}

static unsigned count_maps(void)
{
        FILE *file = fopen("/proc/self/maps", "re");
        unsigned count = 0;
        int c;

        assert_non_null(file);
        while ((c = getc(file)) != EOF)
                count += c == '\n';
        fclose(file);
        return count;
}

static void use_everything(bool leave_it)
{
        struct hw local = {0}, *hw = &local;
        struct peal_queue *compute = NULL, *copy = NULL;
        struct peal_signal *signal = NULL;
        struct peal_buffer *video, *host, *mapped, *own = NULL;
        uint64_t value = 0;
        char path[512];
        void *ptr;

        OK(hw_open(&hw->device));
        hw->info.size = sizeof(hw->info);
        OK(peal_device_info(hw->device, &hw->info));
        video = hw_alloc(hw, 3 << 20, 0);
        host = hw_alloc(hw, 100000, PEAL_BUFFER_HOST);
        mapped = hw_alloc(hw, 100000, PEAL_BUFFER_CPU);
        OK(peal_buffer_map(mapped, &ptr));
        OK(peal_buffer_register(hw->device, &value, sizeof(value), 0, &own));
        OK(peal_queue_create(hw->device, PEAL_QUEUE_COMPUTE, &compute));
        OK(peal_queue_create(hw->device, PEAL_QUEUE_COPY, &copy));
        OK(peal_signal_create(hw->device, 0, &signal));
        OK(peal_queue_copy(copy, host, 0, video, 0, 100000));
        OK(peal_queue_signal(copy, signal, 1));
        OK(peal_queue_submit(copy));
        OK(peal_signal_wait(signal, 1, HW_TIMEOUT_NS));
        if (hw->info.kernels_run && hw_cubin(hw->info.sm_arch, path, sizeof(path)) != NULL) {
                OK(peal_module_load_file(hw->device, path, &hw->module));
                OK(peal_launch(hw_kernel(hw, "store_u64"), PEAL_GRID(1), PEAL_BLOCK(1),
                               PEAL_ARGS(peal_buf(own), peal_u64(77))));
                OK(peal_launch(hw_kernel(hw, "local_large"), PEAL_GRID(1), PEAL_BLOCK(32),
                               PEAL_ARGS(peal_buf(video), peal_u32(3))));
                OK(peal_device_synchronize(hw->device, HW_TIMEOUT_NS));
                assert_int_equal(value, 77);
        }
        if (!leave_it) {
                peal_queue_destroy(compute);
                peal_queue_destroy(copy);
                peal_signal_destroy(signal);
                peal_buffer_free(own);
                peal_buffer_free(mapped);
                peal_buffer_free(host);
                peal_buffer_free(video);
                peal_module_unload(hw->module);
        }
        peal_device_close(hw->device);
}

/* Twenty lives of a device, in turn tidied up by us and by peal_device_close. */
static void open_and_close_leak_nothing(void **state)
{
        unsigned fds, maps, i;

        (void)state;
        use_everything(false);
        use_everything(true);
        fds = count_fds();
        maps = count_maps();
        for (i = 0; i < 20; i++)
                use_everything(i % 2);
        assert_int_equal(count_fds(), fds);
        /* The C library's own arenas and thread stacks move a little. */
        if (count_maps() > maps + 6)
                fail_msg("%u mappings, %u before", count_maps(), maps);
}

static void null_is_freed_and_closed(void **state)
{
        (void)state;
        peal_device_close(NULL);
        peal_buffer_free(NULL);
        peal_module_unload(NULL);
        peal_signal_destroy(NULL);
        peal_queue_destroy(NULL);
}

/* What the parent opened is not the child's; a device of its own is. */
static void child_has_its_own_devices(void **state)
{
        struct hw *hw = *state;
        struct peal_buffer *buffer = hw_alloc(hw, 4096, 0), *other = NULL;
        struct peal_device *device = NULL;
        uint32_t word = 5, got = 0;
        int status = 0;
        pid_t pid;

        OK(peal_copy_in(buffer, 0, &word, 4));
        pid = fork();
        assert_true(pid >= 0);
        if (pid == 0) {
                if (peal_copy_out(&got, buffer, 0, 4) != -ECHILD)
                        _exit(2);
                if (hw_is_tsan())
                        _exit(0);
                if (hw_open(&device) < 0 || peal_buffer_alloc(device, 4096, 0, &other) < 0)
                        _exit(3);
                if (peal_fill(other, 0, 4096, 9, 4) < 0 || peal_copy_out(&got, other, 4092, 4) < 0)
                        _exit(4);
                peal_device_close(device);
                _exit(got == 9 ? 0 : 5);
        }
        assert_int_equal(waitpid(pid, &status, 0), pid);
        if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
                fail_msg("the child ended with status 0x%x", (unsigned)status);
        OK(peal_copy_out(&got, buffer, 0, 4));
        assert_int_equal(got, 5);
        peal_buffer_free(buffer);
}

static int group(void)
{
        const struct CMUnitTest tests[] = {
            cmocka_unit_test(info_is_plausible),
            cmocka_unit_test(list_names_what_can_be_opened),
            cmocka_unit_test(unknown_devices_are_refused),
            cmocka_unit_test(two_devices_are_independent),
            cmocka_unit_test(open_and_close_leak_nothing),
            cmocka_unit_test(null_is_freed_and_closed),
            cmocka_unit_test(child_has_its_own_devices),
        };

        return cmocka_run_group_tests_name("bringup", tests, hw_setup, hw_teardown);
}

int main(void)
{
        /* One arena for all threads: else each thread that allocates brings mappings of
         * its own, and counting them says nothing on a machine of many cores. */
        mallopt(M_ARENA_MAX, 1);
        return hw_main(group);
}
