/* SPDX-License-Identifier: MIT */
/* c = a + b on the GPU, by the high-level calls: each does what it says, in order. */
#include <stdio.h>
#include <stdlib.h>
#include "peal/peal.h"

enum { N = 1000 };

static void check(int r)
{
        if (r >= 0)
                return;
        fprintf(stderr, "vecadd: %s\n", peal_last_error());
        exit(1);
}

int main(int argc, char **argv)
{
        static float a[N], b[N], c[N];
        struct peal_buffer *gpu_a, *gpu_b, *gpu_c;
        struct peal_device_info info = {.size = sizeof(info)};
        struct peal_device *device;
        struct peal_module *module;
        struct peal_kernel *vecadd;
        int i, wrong = 0;

        for (i = 0; i < N; i++) {
                a[i] = (float)i;
                b[i] = 0.5f;
        }
        check(peal_device_open(NULL, NULL, &device));
        check(peal_device_info(device, &info));
        printf("%s, driver %s\n", info.name, info.driver);
        /* A fatbin holds the kernel for several architectures. */
        check(
            peal_module_load_file(device, argc > 1 ? argv[1] : "examples/vecadd.fatbin", &module));
        check(peal_module_kernel(module, "vecadd", &vecadd));
        check(peal_buffer_alloc(device, sizeof(a), 0, &gpu_a));
        check(peal_buffer_alloc(device, sizeof(b), 0, &gpu_b));
        check(peal_buffer_alloc(device, sizeof(c), 0, &gpu_c));

        check(peal_copy_in(gpu_a, 0, a, sizeof(a)));
        check(peal_copy_in(gpu_b, 0, b, sizeof(b)));
        check(
            peal_launch(vecadd, PEAL_GRID((N + 255) / 256), PEAL_BLOCK(256),
                        PEAL_ARGS(peal_buf(gpu_a), peal_buf(gpu_b), peal_buf(gpu_c), peal_i32(N))));
        check(peal_copy_out(c, gpu_c, 0, sizeof(c)));

        for (i = 0; i < N; i++)
                wrong += c[i] != a[i] + b[i];
        printf("%d of %d sums are right; the last is %g\n", N - wrong, N, (double)c[N - 1]);

        peal_buffer_free(gpu_a);
        peal_buffer_free(gpu_b);
        peal_buffer_free(gpu_c);
        peal_module_unload(module);
        peal_device_close(device);
        return wrong != 0;
}
