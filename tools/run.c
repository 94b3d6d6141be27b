/* SPDX-License-Identifier: MIT */
/* peal run: load a file, launch a kernel, print or check the results. */
#include <errno.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>
#include "args.h"
#include "cmd.h"
#include "npy.h"

static const char help[] =
    "Usage: peal run FILE [OPTION]... [ARG]...\n"
    "Load a cubin or fatbin, launch a kernel of it, print or check the results.\n"
    "\n"
    "  -k, --kernel NAME         the kernel; may be left out when there is only one\n"
    "  -g, --grid X[,Y[,Z]]      blocks (default 1)\n"
    "  -b, --block X[,Y[,Z]]     threads of a block (default 1)\n"
    "      --smem BYTES          dynamic shared memory (default 0)\n"
    "  -n, --repeat N            launch N times, on the same buffers\n"
    "      --time                print the GPU's time for a launch, on stderr\n"
    "      --timeout SECONDS     give up waiting (default: no limit)\n"
    "      --device SPEC         instead of PEAL_DEVICE\n"
    "      --address-space KIND  rm (default) or uvm\n"
    "  -h, --help                show this help\n"
    "\n"
    "ARG, in the kernel's order: TYPE:VALUE, or for a buffer TYPE[COUNT]:INIT, with\n"
    "TYPE i8 u8 i16 u16 i32 u32 i64 u64 f16 bf16 f32 f64 and INIT zero, seq (0,1,2...),\n"
    "rand, rand=SEED, a number, or @FILE (.npy or raw bytes). After INIT may follow\n"
    ">FILE (write .npy), >- (print, one value a line), =FILE (compare bitwise) or\n"
    "=FILE~TOL (relative tolerance).\n"
    "\n"
    "  peal run examples/saxpy.fatbin -k saxpy -g 4 -b 256 \\\n"
    "      f32:2 'f32[1024]:seq' 'f32[1024]:1>-' i32:1024\n";

struct run {
        const char *file, *kernel_name;
        struct peal_dim3 grid, block;
        uint32_t shared_B;
        uint64_t repeat, timeout_ns;
        bool time;
        struct cmd_device where;
        unsigned arg_count;
        struct run_arg *args;

        struct peal_device *device;
        struct peal_module *module;
        struct peal_kernel *kernel;
        struct peal_buffer **buffers; /* arg_count; NULL for scalars */
        struct peal_arg *values;
        struct peal_queue *queue;
        struct peal_signal *before, *after;
};

static int parse_dim3(const char *what, const char *text, struct peal_dim3 *ret_dim)
{
        uint32_t dim[3] = {1, 1, 1};
        const char *at = text;
        unsigned long long value;
        char *end;
        int i;

        for (i = 0; i < 3; i++) {
                if (*at < '0' || *at > '9')
                        break;
                errno = 0;
                value = strtoull(at, &end, 10);
                if (errno == ERANGE || value < 1 || value > UINT32_MAX) {
                        cmd_error("run", "%s '%s': %.*s is outside 1..%lu", what, text,
                                  (int)(end - at), at, (unsigned long)UINT32_MAX);
                        return EXIT_USAGE;
                }
                dim[i] = (uint32_t)value;
                if (*end == '\0') {
                        *ret_dim = (struct peal_dim3){dim[0], dim[1], dim[2]};
                        return 0;
                }
                if (*end != ',')
                        break;
                at = end + 1;
        }
        cmd_error("run", "%s '%s': not X, X,Y or X,Y,Z", what, text);
        return EXIT_USAGE;
}

static int parse_options(int argc, char **argv, struct run *run, bool *ret_help)
{
        enum { OPT_SMEM = 256, OPT_TIME, OPT_TIMEOUT, OPT_DEVICE, OPT_SPACE };
        static const struct option options[] = {
            {"kernel", required_argument, NULL, 'k'},
            {"grid", required_argument, NULL, 'g'},
            {"block", required_argument, NULL, 'b'},
            {"smem", required_argument, NULL, OPT_SMEM},
            {"repeat", required_argument, NULL, 'n'},
            {"time", no_argument, NULL, OPT_TIME},
            {"timeout", required_argument, NULL, OPT_TIMEOUT},
            {"device", required_argument, NULL, OPT_DEVICE},
            {"address-space", required_argument, NULL, OPT_SPACE},
            {"help", no_argument, NULL, 'h'},
            {0},
        };
        uint64_t number;
        int c, r = 0;

        while (r == 0 && (c = getopt_long(argc, argv, "k:g:b:n:h", options, NULL)) != -1) {
                switch (c) {
                case 'k':
                        run->kernel_name = optarg;
                        break;
                case 'g':
                        r = parse_dim3("--grid", optarg, &run->grid);
                        break;
                case 'b':
                        r = parse_dim3("--block", optarg, &run->block);
                        break;
                case 'n':
                        r = cmd_count("run", "--repeat", optarg, 1000000000, &run->repeat);
                        break;
                case OPT_SMEM:
                        if (strcmp(optarg, "0") == 0) {
                                run->shared_B = 0;
                                break;
                        }
                        r = cmd_count("run", "--smem", optarg, UINT32_MAX, &number);
                        if (r == 0)
                                run->shared_B = (uint32_t)number;
                        break;
                case OPT_TIME:
                        run->time = true;
                        break;
                case OPT_TIMEOUT:
                        r = cmd_count("run", "--timeout", optarg, 1000000000, &number);
                        if (r == 0)
                                run->timeout_ns = number * 1000000000u;
                        break;
                case OPT_DEVICE:
                        run->where.spec = optarg;
                        break;
                case OPT_SPACE:
                        r = cmd_address_space("run", optarg, &run->where);
                        break;
                case 'h':
                        *ret_help = true;
                        return 0;
                default:
                        return cmd_usage_hint("run");
                }
        }
        if (r != 0)
                return r;
        if (optind == argc) {
                cmd_error("run", "FILE is missing");
                return cmd_usage_hint("run");
        }
        run->file = argv[optind++];
        return 0;
}

static int parse_args(int argc, char **argv, struct run *run)
{
        unsigned count = (unsigned)(argc - optind), i;
        char err[512];

        if (count == 0)
                return 0;
        run->args = calloc(count, sizeof(*run->args));
        run->buffers = calloc(count, sizeof(*run->buffers));
        run->values = calloc(count, sizeof(*run->values));
        if (run->args == NULL || run->buffers == NULL || run->values == NULL) {
                cmd_error("run", "no memory");
                return EXIT_FAILED;
        }
        for (i = 0; i < count; i++) {
                if (run_arg_parse(argv[optind + (int)i], i, &run->args[i], err, sizeof(err)) < 0) {
                        cmd_error("run", "argument %u '%s': %s", i, argv[optind + (int)i], err);
                        return EXIT_USAGE;
                }
                run->arg_count = i + 1;
        }
        return 0;
}

static bool ends_with(const char *text, const char *end)
{
        size_t n = strlen(text), m = strlen(end);

        return n >= m && strcmp(text + n - m, end) == 0;
}

static int load_kernel(struct run *run)
{
        struct peal_kernel_info info;
        unsigned i, count;

        if (ends_with(run->file, ".ptx") || ends_with(run->file, ".cu")) {
                cmd_error("run",
                          "'%s': compiling is not available in this version; give a cubin "
                          "or fatbin (nvcc -cubin)",
                          run->file);
                return EXIT_FAILED;
        }
        if (peal_module_load_file(run->device, run->file, &run->module) < 0) {
                cmd_error("run", "%s", peal_last_error());
                return EXIT_FAILED;
        }
        count = peal_module_kernel_count(run->module);
        if (run->kernel_name == NULL && count > 1) {
                cmd_error("run", "'%s' holds %u kernels; choose one with -k:", run->file, count);
                for (i = 0; i < count; i++) {
                        info.size = sizeof(info);
                        if (peal_kernel_info(peal_module_kernel_at(run->module, i), &info) == 0)
                                fprintf(stderr, "  %s\n", info.name);
                }
                return EXIT_USAGE;
        }
        if (peal_module_kernel(run->module, run->kernel_name, &run->kernel) < 0) {
                cmd_error("run", "%s", peal_last_error());
                return EXIT_FAILED;
        }
        return 0;
}

static int check_args(const struct run *run)
{
        struct peal_kernel_info info = {.size = sizeof(info)};
        unsigned i, offset_B, size_B, given_B;

        if (peal_kernel_info(run->kernel, &info) < 0) {
                cmd_error("run", "%s", peal_last_error());
                return EXIT_FAILED;
        }
        if (info.param_count != run->arg_count) {
                cmd_error("run", "kernel '%s' takes %u argument%s, and %u %s given", info.name,
                          info.param_count, info.param_count == 1 ? "" : "s", run->arg_count,
                          run->arg_count == 1 ? "was" : "were");
                for (i = run->arg_count; i < info.param_count; i++) {
                        if (peal_kernel_param(run->kernel, i, &offset_B, &size_B) == 0)
                                fprintf(stderr, "  parameter %u of %u bytes is missing\n", i,
                                        size_B);
                }
                return EXIT_USAGE;
        }
        for (i = 0; i < run->arg_count; i++) {
                if (peal_kernel_param(run->kernel, i, &offset_B, &size_B) < 0) {
                        cmd_error("run", "%s", peal_last_error());
                        return EXIT_FAILED;
                }
                given_B = run->args[i].is_buffer ? 8 : value_type_size_B(run->args[i].type);
                if (given_B == size_B)
                        continue;
                cmd_error("run",
                          "argument %u '%s' is %s of %u bytes, and parameter %u of kernel '%s' "
                          "has %u bytes",
                          i, run->args[i].text,
                          run->args[i].is_buffer ? "a buffer's address" : "a value", given_B, i,
                          info.name, size_B);
                return EXIT_USAGE;
        }
        return 0;
}

static int place_args(struct run *run)
{
        struct run_arg *arg;
        char err[512];
        unsigned i;

        for (i = 0; i < run->arg_count; i++) {
                arg = &run->args[i];
                if (!arg->is_buffer) {
                        run->values[i].size_B = value_type_size_B(arg->type);
                        run->values[i].value.u64 = arg->bits;
                        continue;
                }
                if (run_arg_load(arg, err, sizeof(err)) < 0) {
                        cmd_error("run", "argument %u '%s': %s", i, arg->text, err);
                        return EXIT_FAILED;
                }
                if (peal_buffer_alloc(run->device, run_arg_size_B(arg), PEAL_BUFFER_VIDEO,
                                      &run->buffers[i]) < 0 ||
                    peal_copy_in(run->buffers[i], 0, arg->data, run_arg_size_B(arg)) < 0) {
                        cmd_error("run", "argument %u '%s': %s", i, arg->text, peal_last_error());
                        return EXIT_FAILED;
                }
                run->values[i] = peal_buf(run->buffers[i]);
        }
        return 0;
}

static struct peal_launch_config launch_config(const struct run *run)
{
        struct peal_launch_config config = {.size = sizeof(config)};

        config.grid = run->grid;
        config.block = run->block;
        config.shared_B = run->shared_B;
        return config;
}

/* A model whose engine does not decode the architecture does everything but the
 * kernel itself. */
static int launch_failed(const struct run *run)
{
        struct peal_device_info info = {.size = sizeof(info)};
        char why[512];

        snprintf(why, sizeof(why), "%s", peal_last_error());
        if (peal_device_info(run->device, &info) == 0 && !info.kernels_run)
                cmd_error("run", "%s: this model does not execute sm_%u kernels: %s", info.name,
                          info.sm_arch, why);
        else
                cmd_error("run", "%s", why);
        return EXIT_FAILED;
}

static int launch(struct run *run)
{
        struct peal_launch_config config = launch_config(run);
        struct peal_args args = {run->values, run->arg_count};
        uint64_t i;

        for (i = 0; i < run->repeat; i++) {
                if (peal_launch_config(run->kernel, &config, args) < 0)
                        goto failed;
        }
        if (peal_device_synchronize(run->device, run->timeout_ns) < 0)
                goto failed;
        return 0;
failed:
        return launch_failed(run);
}

/* One launch between two timestamps at a time. */
static int launch_timed(struct run *run)
{
        struct peal_launch_config config = launch_config(run);
        struct peal_args args = {run->values, run->arg_count};
        uint64_t i, *times_ns = calloc(run->repeat, sizeof(*times_ns));

        if (times_ns == NULL) {
                cmd_error("run", "no memory for %llu times", (unsigned long long)run->repeat);
                return EXIT_FAILED;
        }
        if (peal_queue_create(run->device, PEAL_QUEUE_COMPUTE, &run->queue) < 0 ||
            peal_signal_create(run->device, 0, &run->before) < 0 ||
            peal_signal_create(run->device, 0, &run->after) < 0)
                goto failed;
        for (i = 0; i < run->repeat; i++) {
                /* The queue's error is sticky: submit returns the first. */
                peal_queue_timestamp(run->queue, run->before, i + 1);
                peal_queue_exec(run->queue, run->kernel, &config, args);
                peal_queue_timestamp(run->queue, run->after, i + 1);
                if (peal_queue_submit(run->queue) < 0 ||
                    peal_signal_wait(run->after, i + 1, run->timeout_ns) < 0)
                        goto failed;
                times_ns[i] =
                    peal_signal_timestamp_ns(run->after) - peal_signal_timestamp_ns(run->before);
        }
        cmd_sort_u64(times_ns, run->repeat);
        fprintf(stderr, "time: %.3f us median of %llu (min %.3f, max %.3f)\n",
                (double)cmd_percentile(times_ns, run->repeat, 0.5) / 1e3,
                (unsigned long long)run->repeat, (double)times_ns[0] / 1e3,
                (double)times_ns[run->repeat - 1] / 1e3);
        free(times_ns);
        return 0;
failed:
        free(times_ns);
        return launch_failed(run);
}

static void print_elements(const struct run_arg *arg, const uint8_t *data)
{
        unsigned element_B = value_type_size_B(arg->type);
        char text[40];
        uint64_t i;

        for (i = 0; i < arg->count && !ferror(stdout); i++) {
                value_print(arg->type, value_load(arg->type, data + i * element_B), text,
                            sizeof(text));
                puts(text);
        }
}

static void tell_difference(void *ctx, const char *sentence)
{
        (void)ctx;
        fprintf(stderr, "  %s\n", sentence);
}

static int output_arg(struct run *run, unsigned index)
{
        struct run_arg *arg = &run->args[index];
        const struct run_output *output;
        uint64_t differing;
        char err[512];
        unsigned i;
        int status = EXIT_OK;

        /* The initial contents are no longer needed: the results take their place. */
        if (peal_copy_out(arg->data, run->buffers[index], 0, run_arg_size_B(arg)) < 0) {
                cmd_error("run", "argument %u '%s': %s", index, arg->text, peal_last_error());
                return EXIT_FAILED;
        }
        for (i = 0; i < arg->output_count; i++) {
                output = &arg->output[i];
                switch (output->kind) {
                case RUN_OUTPUT_TEXT:
                        print_elements(arg, arg->data);
                        break;
                case RUN_OUTPUT_NPY:
                        if (npy_write(output->path, arg->type, arg->data, arg->count, err,
                                      sizeof(err)) < 0) {
                                cmd_error("run", "argument %u: %s", index, err);
                                status = EXIT_FAILED;
                        }
                        break;
                case RUN_OUTPUT_COMPARE:
                        differing =
                            run_arg_compare(arg, output, arg->data, 5, tell_difference, NULL);
                        if (differing == 0)
                                break;
                        cmd_error("run", "argument %u: %llu of %llu elements differ from '%s'",
                                  index, (unsigned long long)differing,
                                  (unsigned long long)arg->count, output->path);
                        status = EXIT_FAILED;
                        break;
                }
        }
        return status;
}

/* All of them, also after one that differs. */
static int output_args(struct run *run)
{
        int status = EXIT_OK;
        unsigned i;

        for (i = 0; i < run->arg_count; i++) {
                if (run->args[i].output_count > 0 && output_arg(run, i) != EXIT_OK)
                        status = EXIT_FAILED;
        }
        return status;
}

static void release(struct run *run)
{
        unsigned i;

        peal_queue_destroy(run->queue);
        peal_signal_destroy(run->before);
        peal_signal_destroy(run->after);
        for (i = 0; i < run->arg_count; i++) {
                peal_buffer_free(run->buffers[i]);
                run_arg_release(&run->args[i]);
        }
        free(run->args);
        free(run->buffers);
        free(run->values);
        peal_module_unload(run->module);
        peal_device_close(run->device);
}

int cmd_run(int argc, char **argv)
{
        struct run run = {
            .grid = {1, 1, 1}, .block = {1, 1, 1}, .repeat = 1, .timeout_ns = PEAL_FOREVER};
        bool want_help = false;
        int status;

        status = parse_options(argc, argv, &run, &want_help);
        if (want_help) {
                fputs(help, stdout);
                return cmd_finish_stdout("run", EXIT_OK);
        }
        if (status == 0)
                status = parse_args(argc, argv, &run);
        if (status == 0)
                status = cmd_device_open("run", &run.where, &run.device);
        if (status == 0)
                status = load_kernel(&run);
        if (status == 0)
                status = check_args(&run);
        if (status == 0)
                status = place_args(&run);
        if (status == 0)
                status = run.time ? launch_timed(&run) : launch(&run);
        if (status == 0)
                status = output_args(&run);
        release(&run);
        return cmd_finish_stdout("run", status);
}
