/* SPDX-License-Identifier: MIT */
#include "hw.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum peal_address_space hw_space;

bool hw_is_model(void)
{
        const char *spec = getenv("PEAL_DEVICE");

        return spec != NULL && strncmp(spec, "sim", 3) == 0;
}

bool hw_is_tsan(void)
{
#if defined(__SANITIZE_THREAD__)
        return true;
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
        return true;
#else
        return false;
#endif
#else
        return false;
#endif
}

int hw_open(struct peal_device **ret_device)
{
        struct peal_device_options options = {.size = sizeof(options), .address_space = hw_space};

        return peal_device_open(NULL, &options, ret_device);
}

const char *hw_cubin(unsigned sm_arch, char *path, size_t path_B)
{
        /* A cubin of one architecture runs on later ones of the same major. */
        unsigned arch = sm_arch == 87 ? 86 : sm_arch;

        if (arch != 86 && arch != 89 && arch != 90)
                return NULL;
        snprintf(path, path_B, "%s/kernels.sm_%u.cubin", PEAL_TEST_DIR, arch);
        return path;
}

int hw_setup(void **state)
{
        struct hw *hw = calloc(1, sizeof(*hw));
        char path[512];

        if (hw == NULL)
                return -1;
        hw->info.size = sizeof(hw->info);
        if (hw_open(&hw->device) < 0 || peal_device_info(hw->device, &hw->info) < 0)
                goto failed;
        if (hw->info.kernels_run && hw_cubin(hw->info.sm_arch, path, sizeof(path)) != NULL &&
            peal_module_load_file(hw->device, path, &hw->module) < 0)
                goto failed;
        *state = hw;
        return 0;
failed:
        print_error("set-up: %s\n", peal_last_error());
        peal_device_close(hw->device);
        free(hw);
        return -1;
}

int hw_teardown(void **state)
{
        struct hw *hw = *state;

        if (hw == NULL) /* set-up has failed */
                return 0;
        peal_module_unload(hw->module);
        peal_device_close(hw->device);
        free(hw);
        return 0;
}

int hw_main(int (*group)(void))
{
        const char *only = getenv("PEAL_TEST_SPACE");
        struct peal_device *device = NULL;
        int failed = 0, r = hw_open(&device);

        if (r == -ENOENT) {
                fprintf(stderr, "skipped: %s\n", peal_last_error());
                return 77;
        }
        if (r < 0) {
                fprintf(stderr, "cannot open the device: %s\n", peal_last_error());
                return 1;
        }
        peal_device_close(device);
        if (only == NULL || strcmp(only, "rm") == 0) {
                hw_space = PEAL_ADDRESS_SPACE_RM;
                failed += group();
        }
        if (only == NULL || strcmp(only, "uvm") == 0) {
                hw_space = PEAL_ADDRESS_SPACE_UVM;
                failed += group();
        }
        return failed != 0;
}

struct peal_kernel *hw_kernel(struct hw *hw, const char *name)
{
        struct peal_kernel *kernel = NULL;

        if (hw->module == NULL)
                skip();
        OK(peal_module_kernel(hw->module, name, &kernel));
        return kernel;
}

struct peal_buffer *hw_alloc(struct hw *hw, uint64_t size_B, unsigned flags)
{
        struct peal_buffer *buffer = NULL;

        OK(peal_buffer_alloc(hw->device, size_B, flags, &buffer));
        return buffer;
}

uint64_t hw_random(uint64_t seed, uint64_t n)
{
        uint64_t z = seed + (n + 1) * 0x9e3779b97f4a7c15u;

        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
        return z ^ (z >> 31);
}

void hw_fill_random(void *data, size_t size_B, uint64_t seed)
{
        uint8_t *at = data;
        uint64_t word;
        size_t i, n;

        for (i = 0; i < size_B; i += n) {
                word = hw_random(seed, i);
                n = size_B - i < 8 ? size_B - i : 8;
                memcpy(at + i, &word, n);
        }
}

void hw_assert_same(const void *got, const void *want, size_t size_B, const char *file, int line)
{
        const uint8_t *g = got, *w = want;
        size_t i;

        if (memcmp(got, want, size_B) == 0)
                return;
        for (i = 0; g[i] == w[i]; i++)
                ;
        print_error("byte %zu of %zu is %02x, expected %02x\n", i, size_B, g[i], w[i]);
        _fail(file, line);
}

void hw_ok(int r, const char *call, const char *file, int line)
{
        if (r >= 0)
                return;
        print_error("%s: %d (%s): %s\n", call, r, strerror(-r), peal_last_error());
        _fail(file, line);
}

void hw_refused(int r, int want, const char *part, const char *call, const char *file, int line)
{
        if (r == want && strstr(peal_last_error(), part) != NULL)
                return;
        print_error("%s: %d, expected %d (%s) with \"%s\" in the sentence: %s\n", call, r, want,
                    strerror(-want), part, r < 0 ? peal_last_error() : "(it succeeded)");
        _fail(file, line);
}
