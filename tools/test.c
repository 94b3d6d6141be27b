/* SPDX-License-Identifier: MIT */
/* peal test: a self-check on the chosen device. Safe anywhere: little memory,
 * well-behaved kernels, bounded waits. */
#include <getopt.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include "args.h"
#include "cmd.h"

static const char help[] =
    "Usage: peal test [OPTION]...\n"
    "Check the chosen device: copies, fills, signals, timestamps, kernels. Safe to run\n"
    "anywhere. Ends in 'N passed, N failed'.\n"
    "\n"
    "      --device SPEC         instead of PEAL_DEVICE\n"
    "      --address-space KIND  rm (default) or uvm\n"
    "      --json                as JSON\n"
    "  -h, --help                show this help\n";

static const uint64_t timeout_ns = 60u * 1000000000ull;

enum outcome { PASSED, FAILED, SKIPPED };

struct test {
        struct cmd_device where;
        bool json;
        struct peal_device *device;
        struct peal_device_info info;
        struct peal_module *module;
        char why[512]; /* of the check that runs */
        unsigned count[3];
};

static enum outcome fail(struct test *test, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));

static enum outcome fail(struct test *test, const char *fmt, ...)
{
        va_list ap;

        va_start(ap, fmt);
        vsnprintf(test->why, sizeof(test->why), fmt, ap);
        va_end(ap);
        return FAILED;
}

static enum outcome fail_last(struct test *test, const char *call)
{
        return fail(test, "%s: %s", call, peal_last_error());
}

static void fill_random(uint8_t *data, size_t size_B, uint64_t seed)
{
        size_t i;

        for (i = 0; i < size_B; i++)
                data[i] = (uint8_t)run_random(seed, i);
}

/* The first byte that differs, or @size_B. */
static size_t first_difference(const uint8_t *a, const uint8_t *b, size_t size_B)
{
        size_t i;

        for (i = 0; i < size_B && a[i] == b[i]; i++)
                ;
        return i;
}

static enum outcome check_info(struct test *test)
{
        test->info.size = sizeof(test->info);
        if (peal_device_info(test->device, &test->info) < 0)
                return fail_last(test, "peal_device_info");
        if (test->info.sm_count == 0 || test->info.memory_B == 0 || test->info.sm_arch == 0)
                return fail(test, "%u SMs, %" PRIu64 " bytes, sm_%u", test->info.sm_count,
                            test->info.memory_B, test->info.sm_arch);
        return PASSED;
}

/* In at one offset, between buffers, out from another; neighbours unharmed. */
static enum outcome check_copy(struct test *test)
{
        enum { ROOM = 1 << 20 };
        static const struct {
                size_t from, to, size_B;
        } cases[] = {{0, 0, 1},       {1, 3, 1},         {5, 0, 7},      {3, 4097, 4099},
                     {0, 0, 65536},   {31, 129, 65537},  {1, 2, 262147}, {0, 0, ROOM},
                     {7, 11, 999983}, {4095, 8191, 4096}};
        uint8_t *in = malloc(ROOM), *out = malloc(ROOM);
        struct peal_buffer *a = NULL, *b = NULL;
        enum outcome outcome = PASSED;
        size_t i, at;

        if (in == NULL || out == NULL) {
                outcome = fail(test, "no memory");
                goto out;
        }
        if (peal_buffer_alloc(test->device, ROOM, PEAL_BUFFER_VIDEO, &a) < 0 ||
            peal_buffer_alloc(test->device, ROOM, PEAL_BUFFER_VIDEO, &b) < 0) {
                outcome = fail_last(test, "peal_buffer_alloc");
                goto out;
        }
        for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
                fill_random(in, cases[i].size_B, i);
                memset(out, 0, cases[i].size_B);
                if (peal_copy_in(a, cases[i].from, in, cases[i].size_B) < 0 ||
                    peal_copy(b, cases[i].to, a, cases[i].from, cases[i].size_B) < 0 ||
                    peal_copy_out(out, b, cases[i].to, cases[i].size_B) < 0) {
                        outcome = fail_last(test, "copy");
                        goto out;
                }
                at = first_difference(in, out, cases[i].size_B);
                if (at < cases[i].size_B) {
                        outcome =
                            fail(test,
                                 "%zu bytes from %zu to %zu: byte %zu is %02x, "
                                 "expected %02x",
                                 cases[i].size_B, cases[i].from, cases[i].to, at, out[at], in[at]);
                        goto out;
                }
        }
out:
        peal_buffer_free(a);
        peal_buffer_free(b);
        free(in);
        free(out);
        return outcome;
}

static enum outcome check_fill(struct test *test)
{
        static const struct {
                uint64_t offset_B, size_B;
                uint32_t value;
                unsigned element_B;
        } fills[] = {{0, 4096, 0, 4},
                     {3, 5, 0xab, 1},
                     {10, 30, 0xbeef, 2},
                     {64, 400, 0x12345678, 4},
                     {2001, 1999, 0x5a, 1}};
        uint8_t want[4096], got[4096];
        struct peal_buffer *buffer = NULL;
        enum outcome outcome = PASSED;
        uint64_t j;
        size_t i, at;

        if (peal_buffer_alloc(test->device, sizeof(got), PEAL_BUFFER_VIDEO, &buffer) < 0)
                return fail_last(test, "peal_buffer_alloc");
        for (i = 0; i < sizeof(fills) / sizeof(fills[0]); i++) {
                for (j = 0; j < fills[i].size_B; j++)
                        want[fills[i].offset_B + j] =
                            (uint8_t)(fills[i].value >> (8 * (j % fills[i].element_B)));
                if (peal_fill(buffer, fills[i].offset_B, fills[i].size_B, fills[i].value,
                              fills[i].element_B) < 0) {
                        outcome = fail_last(test, "peal_fill");
                        goto out;
                }
        }
        if (peal_copy_out(got, buffer, 0, sizeof(got)) < 0) {
                outcome = fail_last(test, "peal_copy_out");
                goto out;
        }
        at = first_difference(want, got, sizeof(got));
        if (at < sizeof(got))
                outcome = fail(test, "byte %zu is %02x, expected %02x", at, got[at], want[at]);
out:
        peal_buffer_free(buffer);
        return outcome;
}

/* A queue waits for the CPU, signals back, with timestamps that move on. */
static enum outcome check_signal(struct test *test)
{
        struct peal_signal *go = NULL, *first = NULL, *second = NULL;
        struct peal_queue *queue = NULL;
        enum outcome outcome = PASSED;

        if (peal_signal_create(test->device, 0, &go) < 0 ||
            peal_signal_create(test->device, 0, &first) < 0 ||
            peal_signal_create(test->device, 0, &second) < 0 ||
            peal_queue_create(test->device, PEAL_QUEUE_COMPUTE, &queue) < 0) {
                outcome = fail_last(test, "create");
                goto out;
        }
        peal_queue_timestamp(queue, first, 1);
        peal_queue_wait(queue, go, 7);
        peal_queue_timestamp(queue, second, 1ull << 40);
        if (peal_queue_submit(queue) < 0 || peal_signal_wait(first, 1, timeout_ns) < 0) {
                outcome = fail_last(test, "first signal");
                goto out_go;
        }
        if (peal_signal_value(second) != 0) {
                outcome = fail(test, "the queue did not wait");
                goto out_go;
        }
        peal_signal_set(go, 7);
        if (peal_signal_wait(second, 1ull << 40, timeout_ns) < 0)
                outcome = fail_last(test, "second signal");
        else if (peal_signal_timestamp_ns(first) == 0 ||
                 peal_signal_timestamp_ns(second) < peal_signal_timestamp_ns(first))
                outcome = fail(test, "timestamps %" PRIu64 " and %" PRIu64 " ns",
                               peal_signal_timestamp_ns(first), peal_signal_timestamp_ns(second));
out_go:
        peal_signal_set(go, 7); /* or the queue would stay parked */
out:
        peal_queue_destroy(queue);
        peal_signal_destroy(go);
        peal_signal_destroy(first);
        peal_signal_destroy(second);
        return outcome;
}

static enum outcome check_load(struct test *test)
{
        if (!test->info.kernels_run)
                return SKIPPED;
        if (peal_module_load(test->device, cmd_kernels, (size_t)(cmd_kernels_end - cmd_kernels),
                             &test->module) < 0)
                return fail_last(test, "peal_module_load");
        return PASSED;
}

static enum outcome check_kernel(struct test *test)
{
        enum { COUNT = 10000 };
        uint32_t *x = malloc(COUNT * 4), *y = malloc(COUNT * 4);
        struct peal_buffer *xb = NULL, *yb = NULL;
        struct peal_kernel *axpy = NULL;
        enum outcome outcome = PASSED;
        uint32_t i;

        if (test->module == NULL) {
                outcome = SKIPPED;
                goto out;
        }
        if (x == NULL || y == NULL) {
                outcome = fail(test, "no memory");
                goto out;
        }
        for (i = 0; i < COUNT; i++) {
                x[i] = (uint32_t)run_random(1, i);
                y[i] = (uint32_t)run_random(2, i);
        }
        if (peal_module_kernel(test->module, "axpy", &axpy) < 0 ||
            peal_buffer_alloc(test->device, COUNT * 4, PEAL_BUFFER_VIDEO, &xb) < 0 ||
            peal_buffer_alloc(test->device, COUNT * 4, PEAL_BUFFER_VIDEO, &yb) < 0 ||
            peal_copy_in(xb, 0, x, COUNT * 4) < 0 || peal_copy_in(yb, 0, y, COUNT * 4) < 0 ||
            peal_launch(axpy, PEAL_GRID((COUNT + 127) / 128), PEAL_BLOCK(128),
                        PEAL_ARGS(peal_u32(3), peal_buf(xb), peal_buf(yb), peal_u32(COUNT))) < 0 ||
            peal_copy_out(y, yb, 0, COUNT * 4) < 0) {
                outcome = fail_last(test, "axpy");
                goto out;
        }
        for (i = 0; i < COUNT; i++) {
                if (y[i] == x[i] * 3 + (uint32_t)run_random(2, i))
                        continue;
                outcome = fail(test, "[%u] is %u, expected %u", i, y[i],
                               x[i] * 3 + (uint32_t)run_random(2, i));
                break;
        }
out:
        peal_buffer_free(xb);
        peal_buffer_free(yb);
        free(x);
        free(y);
        return outcome;
}

/* Many launches in a row, each of which reads what the one before left. */
static enum outcome check_order(struct test *test)
{
        struct peal_buffer *word = NULL;
        struct peal_kernel *step = NULL;
        enum outcome outcome = PASSED;
        uint32_t got = 0, want = 0;
        int i;

        if (test->module == NULL)
                return SKIPPED;
        if (peal_module_kernel(test->module, "chain_step", &step) < 0 ||
            peal_buffer_alloc(test->device, 4, PEAL_BUFFER_VIDEO | PEAL_BUFFER_ZERO, &word) < 0) {
                outcome = fail_last(test, "chain_step");
                goto out;
        }
        for (i = 0; i < 1000; i++) {
                want = want * 3 + 1;
                if (peal_launch(step, PEAL_GRID(1), PEAL_BLOCK(1), PEAL_ARGS(peal_buf(word))) < 0) {
                        outcome = fail_last(test, "peal_launch");
                        goto out;
                }
        }
        if (peal_copy_out(&got, word, 0, 4) < 0)
                outcome = fail_last(test, "peal_copy_out");
        else if (got != want)
                outcome = fail(test, "1000 launches left %u, expected %u", got, want);
out:
        peal_buffer_free(word);
        return outcome;
}

static const struct {
        const char *name;
        enum outcome (*run)(struct test *test);
} checks[] = {
    {"device information", check_info},
    {"copies at odd sizes and offsets", check_copy},
    {"fills", check_fill},
    {"signals and timestamps", check_signal},
    {"load the built-in kernels", check_load},
    {"a kernel's result", check_kernel},
    {"1000 launches in order", check_order},
};

static void report(struct test *test, const char *name, enum outcome outcome, bool first)
{
        static const char *const words[] = {"ok", "FAILED", "skipped"};
        static const char *const json_words[] = {"passed", "failed", "skipped"};

        test->count[outcome]++;
        if (test->json) {
                printf("%s{\"check\": ", first ? "" : ", ");
                cmd_json_string(stdout, name);
                printf(", \"result\": \"%s\"", json_words[outcome]);
                if (outcome == FAILED) {
                        printf(", \"why\": ");
                        cmd_json_string(stdout, test->why);
                }
                printf("}");
        } else {
                printf("%-8s %s\n", words[outcome], name);
                if (outcome == FAILED)
                        printf("         %s\n", test->why);
        }
        fflush(stdout);
}

static void run_checks(struct test *test)
{
        struct peal_device_options options = test->where.options;
        enum outcome outcome;
        size_t i;

        options.size = sizeof(options);
        if (test->json)
                printf("{\"checks\": [");
        outcome = peal_device_open(test->where.spec, &options, &test->device) < 0
                      ? fail_last(test, "peal_device_open")
                      : PASSED;
        report(test, "open the device", outcome, true);
        for (i = 0; outcome == PASSED && i < sizeof(checks) / sizeof(checks[0]); i++)
                report(test, checks[i].name, checks[i].run(test), false);
        peal_module_unload(test->module);
        peal_device_close(test->device);
        if (test->json) {
                printf("], \"device\": ");
                cmd_json_string(stdout, outcome == PASSED ? test->info.name : NULL);
                printf(", \"passed\": %u, \"failed\": %u, \"skipped\": %u}\n", test->count[PASSED],
                       test->count[FAILED], test->count[SKIPPED]);
                return;
        }
        if (outcome == PASSED)
                printf("%s, driver %s, address space %s\n", test->info.name, test->info.driver,
                       cmd_address_space_name(test->info.address_space));
        if (test->count[SKIPPED] > 0)
                printf("%u skipped: this model does not execute sm_%u kernels\n",
                       test->count[SKIPPED], test->info.sm_arch);
        printf("%u passed, %u failed\n", test->count[PASSED], test->count[FAILED]);
}

int cmd_test(int argc, char **argv)
{
        enum { OPT_DEVICE = 256, OPT_SPACE, OPT_JSON };
        static const struct option options[] = {
            {"device", required_argument, NULL, OPT_DEVICE},
            {"address-space", required_argument, NULL, OPT_SPACE},
            {"json", no_argument, NULL, OPT_JSON},
            {"help", no_argument, NULL, 'h'},
            {0},
        };
        struct test test = {0};
        int c;

        while ((c = getopt_long(argc, argv, "h", options, NULL)) != -1) {
                switch (c) {
                case OPT_DEVICE:
                        test.where.spec = optarg;
                        break;
                case OPT_SPACE:
                        if (cmd_address_space("test", optarg, &test.where) != 0)
                                return EXIT_USAGE;
                        break;
                case OPT_JSON:
                        test.json = true;
                        break;
                case 'h':
                        fputs(help, stdout);
                        return cmd_finish_stdout("test", EXIT_OK);
                default:
                        return cmd_usage_hint("test");
                }
        }
        if (optind != argc) {
                cmd_error("test", "unexpected argument '%s'", argv[optind]);
                return cmd_usage_hint("test");
        }
        run_checks(&test);
        return cmd_finish_stdout("test", test.count[FAILED] > 0 ? EXIT_FAILED : EXIT_OK);
}
