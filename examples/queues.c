/* SPDX-License-Identifier: MIT */
/* c = a + b by explicit queues: a copy queue brings the data in and the result out, a
 * compute queue launches between them, and one signal's timeline orders the three. */
#include <stdio.h>
#include <stdlib.h>
#include "peal/peal.h"

enum { N = 1000, SIZE_B = N * 4 };

static void check(int r)
{
        if (r >= 0)
                return;
        fprintf(stderr, "queues: %s\n", peal_last_error());
        exit(1);
}

int main(int argc, char **argv)
{
        struct peal_launch_config config = {.size = sizeof(config)};
        struct peal_buffer *host, *a, *b, *c;
        struct peal_queue *copy, *compute;
        struct peal_signal *done;
        struct peal_device *device;
        struct peal_module *module;
        struct peal_kernel *vecadd;
        float *f;
        int i, wrong = 0;

        check(peal_device_open(NULL, NULL, &device));
        check(
            peal_module_load_file(device, argc > 1 ? argv[1] : "examples/vecadd.fatbin", &module));
        check(peal_module_kernel(module, "vecadd", &vecadd));
        check(peal_buffer_alloc(device, 3 * SIZE_B, PEAL_BUFFER_HOST, &host));
        check(peal_buffer_map(host, (void **)&f));
        check(peal_buffer_alloc(device, SIZE_B, 0, &a));
        check(peal_buffer_alloc(device, SIZE_B, 0, &b));
        check(peal_buffer_alloc(device, SIZE_B, 0, &c));
        check(peal_queue_create(device, PEAL_QUEUE_COPY, &copy));
        check(peal_queue_create(device, PEAL_QUEUE_COMPUTE, &compute));
        check(peal_signal_create(device, 0, &done));
        for (i = 0; i < N; i++) {
                f[i] = (float)i;
                f[N + i] = 0.5f;
        }

        /* Errors of a fill stay with the queue: submit returns the first. */
        peal_queue_copy(copy, a, 0, host, 0, SIZE_B);
        peal_queue_copy(copy, b, 0, host, SIZE_B, SIZE_B);
        peal_queue_signal(copy, done, 1);
        check(peal_queue_submit(copy));

        config.grid = PEAL_GRID((N + 255) / 256);
        config.block = PEAL_BLOCK(256);
        peal_queue_wait(compute, done, 1);
        peal_queue_exec(compute, vecadd, &config,
                        PEAL_ARGS(peal_buf(a), peal_buf(b), peal_buf(c), peal_i32(N)));
        peal_queue_signal(compute, done, 2);
        check(peal_queue_submit(compute));

        peal_queue_wait(copy, done, 2);
        peal_queue_copy(copy, host, 2 * SIZE_B, c, 0, SIZE_B);
        peal_queue_signal(copy, done, 3);
        check(peal_queue_submit(copy));

        check(peal_signal_wait(done, 3, 60000000000u)); /* a minute */
        for (i = 0; i < N; i++)
                wrong += f[2 * N + i] != f[i] + f[N + i];
        printf("%d of %d sums are right; the last is %g\n", N - wrong, N, (double)f[3 * N - 1]);

        peal_signal_destroy(done);
        peal_queue_destroy(compute);
        peal_queue_destroy(copy);
        peal_device_close(device); /* buffers and module go with it */
        return wrong != 0;
}
