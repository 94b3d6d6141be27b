/* SPDX-License-Identifier: MIT */
/* peal bench: start-up and launch, every result checked. */
#include <errno.h>
#include <getopt.h>
#include <inttypes.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include "cmd.h"

extern char **environ;

static const char help[] =
    "Usage: peal bench [OPTION]... [start] [launch]\n"
    "Measure, and check every result:\n"
    "\n"
    "  start   from before the device is opened to the first kernel's result, in a\n"
    "          fresh process, in both address-space modes\n"
    "  launch  launch and wait with fresh arguments; what enqueueing alone costs\n"
    "\n"
    "      --device SPEC         instead of PEAL_DEVICE\n"
    "      --address-space KIND  for launch: rm (default) or uvm\n"
    "  -n, --iterations N        of each measurement (start: 10; launch: until 2 s\n"
    "                            have passed, 20000 at most)\n"
    "      --json                as JSON\n"
    "  -h, --help                show this help\n";

static const uint64_t timeout_ns = 60u * 1000000000ull;

struct row {
        const char *name;
        uint64_t count, min_ns, p50_ns, p99_ns;
};

enum { ROWS_MAX = 16 };

struct bench {
        struct cmd_device where;
        bool json;
        uint64_t iterations; /* 0: the measurement's own */
        struct peal_device_info info;
        unsigned row_count;
        struct row rows[ROWS_MAX];
};

static void add_row(struct bench *bench, const char *name, uint64_t *times_ns, uint64_t count)
{
        struct row *row = &bench->rows[bench->row_count++];

        cmd_sort_u64(times_ns, count);
        row->name = name;
        row->count = count;
        row->min_ns = times_ns[0];
        row->p50_ns = cmd_percentile(times_ns, count, 0.5);
        row->p99_ns = cmd_percentile(times_ns, count, 0.99);
}

/* A device, the built-in kernel `store_u64`, and a word it writes for the CPU. */
struct rig {
        struct peal_device *device;
        struct peal_module *module;
        struct peal_kernel *store, *load;
        struct peal_buffer *word, *work;
        volatile uint64_t *seen;
        struct peal_queue *queue;
        struct peal_signal *signal;
        uint64_t stamp;
};

static void rig_close(struct rig *rig)
{
        peal_queue_destroy(rig->queue);
        peal_signal_destroy(rig->signal);
        peal_buffer_free(rig->word);
        peal_buffer_free(rig->work);
        peal_module_unload(rig->module);
        peal_device_close(rig->device);
}

static int rig_failed(void)
{
        cmd_error("bench", "%s", peal_last_error());
        return EXIT_FAILED;
}

static int rig_open(struct rig *rig, const struct cmd_device *where)
{
        void *seen;
        int status;

        status = cmd_device_open("bench", where, &rig->device);
        if (status != 0)
                return status;
        if (peal_module_load(rig->device, cmd_kernels, (size_t)(cmd_kernels_end - cmd_kernels),
                             &rig->module) < 0 ||
            peal_module_kernel(rig->module, "store_u64", &rig->store) < 0 ||
            peal_buffer_alloc(rig->device, 8, PEAL_BUFFER_HOST, &rig->word) < 0 ||
            peal_buffer_map(rig->word, &seen) < 0)
                return rig_failed();
        rig->seen = seen;
        return 0;
}

static int rig_check(const struct rig *rig, uint64_t want)
{
        uint64_t got = *rig->seen;

        if (got == want)
                return 0;
        cmd_error("bench", "wrong result: the kernel left 0x%" PRIx64 ", expected 0x%" PRIx64, got,
                  want);
        return EXIT_FAILED;
}

static int launch_store(struct rig *rig, uint64_t value)
{
        if (peal_launch(rig->store, PEAL_GRID(1), PEAL_BLOCK(1),
                        PEAL_ARGS(peal_buf(rig->word), peal_u64(value))) < 0)
                return rig_failed();
        return 0;
}

static int launch_and_wait(struct rig *rig, uint64_t value)
{
        int status = launch_store(rig, value);

        if (status != 0)
                return status;
        if (peal_device_synchronize(rig->device, timeout_ns) < 0)
                return rig_failed();
        return rig_check(rig, value);
}

/* The same, spelled out on a queue of its own. */
static int exec_and_wait(struct rig *rig, uint64_t value)
{
        struct peal_launch_config config = {
            .size = sizeof(config), .grid = {1, 1, 1}, .block = {1, 1, 1}};

        /* Errors of the fill are sticky: submit returns the first. */
        peal_queue_exec(rig->queue, rig->store, &config,
                        PEAL_ARGS(peal_buf(rig->word), peal_u64(value)));
        peal_queue_signal(rig->queue, rig->signal, ++rig->stamp);
        if (peal_queue_submit(rig->queue) < 0 ||
            peal_signal_wait(rig->signal, rig->stamp, timeout_ns) < 0)
                return rig_failed();
        return rig_check(rig, value);
}

/* In a process of its own: prints the nanoseconds, or says what failed. */
static int start_child(struct bench *bench)
{
        uint64_t begin_ns = cmd_now_ns(), end_ns;
        struct rig rig = {0};
        int status = rig_open(&rig, &bench->where);

        if (status == 0)
                status = launch_and_wait(&rig, 0x5ea1);
        end_ns = cmd_now_ns();
        rig_close(&rig);
        if (status == 0)
                printf("%" PRIu64 "\n", end_ns - begin_ns);
        return cmd_finish_stdout("bench", status);
}

static int spawn_start(const struct bench *bench, enum peal_address_space space,
                       uint64_t *ret_time_ns)
{
        char program[] = "/proc/self/exe", command[] = "bench", child[] = "--start-child";
        char space_option[] = "--address-space", device_option[] = "--device";
        char space_name[8], *spec = NULL, text[32] = "", *end;
        char *argv[8] = {program, command, child, space_option, space_name};
        posix_spawn_file_actions_t actions;
        size_t got_B = 0;
        ssize_t n;
        pid_t pid;
        int pipe_fd[2], r, wait_status;

        snprintf(space_name, sizeof(space_name), "%s", cmd_address_space_name(space));
        if (bench->where.spec != NULL) {
                spec = strdup(bench->where.spec);
                if (spec == NULL) {
                        cmd_error("bench", "no memory");
                        return EXIT_FAILED;
                }
                argv[5] = device_option;
                argv[6] = spec;
        }
        if (pipe2(pipe_fd, O_CLOEXEC) < 0) {
                cmd_error("bench", "cannot make a pipe: %s", strerror(errno));
                free(spec);
                return EXIT_FAILED;
        }
        posix_spawn_file_actions_init(&actions);
        posix_spawn_file_actions_adddup2(&actions, pipe_fd[1], STDOUT_FILENO);
        r = posix_spawn(&pid, program, &actions, NULL, argv, environ);
        posix_spawn_file_actions_destroy(&actions);
        free(spec);
        close(pipe_fd[1]);
        if (r != 0) {
                close(pipe_fd[0]);
                cmd_error("bench", "cannot start a process: %s", strerror(r));
                return EXIT_FAILED;
        }
        do {
                n = read(pipe_fd[0], text + got_B, sizeof(text) - 1 - got_B);
                if (n > 0)
                        got_B += (size_t)n;
        } while (n > 0 || (n < 0 && errno == EINTR));
        close(pipe_fd[0]);
        while (waitpid(pid, &wait_status, 0) < 0 && errno == EINTR)
                ;
        *ret_time_ns = strtoull(text, &end, 10);
        if (!WIFEXITED(wait_status) || WEXITSTATUS(wait_status) != EXIT_OK || *end != '\n')
                return EXIT_FAILED; /* the child has said why */
        return 0;
}

static int bench_start(struct bench *bench)
{
        static const struct {
                enum peal_address_space space;
                const char *name;
        } modes[] = {{PEAL_ADDRESS_SPACE_RM, "start rm"}, {PEAL_ADDRESS_SPACE_UVM, "start uvm"}};
        uint64_t count = bench->iterations ? bench->iterations : 10, i, *times_ns;
        size_t mode;
        int status = 0;

        times_ns = calloc(count, sizeof(*times_ns));
        if (times_ns == NULL) {
                cmd_error("bench", "no memory for %" PRIu64 " times", count);
                return EXIT_FAILED;
        }
        for (mode = 0; status == 0 && mode < sizeof(modes) / sizeof(modes[0]); mode++) {
                for (i = 0; status == 0 && i < count; i++)
                        status = spawn_start(bench, modes[mode].space, &times_ns[i]);
                if (status == 0)
                        add_row(bench, modes[mode].name, times_ns, count);
        }
        free(times_ns);
        return status;
}

/* The clocks of an idle GPU need 150 to 240 ms of real load to rise (measured on an
 * H200, driver 580.159); launches of one thread are none. */
static int warm_up(struct rig *rig)
{
        const uint32_t elements = 4u << 20;
        uint64_t begin_ns = cmd_now_ns(), burst_ns;
        uint32_t load = 4096; /* what a slow model gets through in no time */

        if (rig->work == NULL &&
            (peal_buffer_alloc(rig->device, elements * 4ull, PEAL_BUFFER_ZERO, &rig->work) < 0 ||
             peal_module_kernel(rig->module, "axpy", &rig->load) < 0))
                return rig_failed();
        do {
                burst_ns = cmd_now_ns();
                for (int i = 0; i < 16; i++)
                        if (peal_launch(rig->load, PEAL_GRID(load / 256), PEAL_BLOCK(256),
                                        PEAL_ARGS(peal_u32(3), peal_buf(rig->work),
                                                  peal_buf(rig->work), peal_u32(load))) < 0)
                                return rig_failed();
                if (peal_device_synchronize(rig->device, timeout_ns) < 0)
                        return rig_failed();
                if (cmd_now_ns() - burst_ns < 10000000u && load < elements)
                        load *= 2;
        } while (cmd_now_ns() - begin_ns < 400000000u);
        return 0;
}

/* Times @once until @count are done, or, when the count is ours, 2 s have passed. */
static int measure(struct bench *bench, struct rig *rig, const char *name,
                   int (*once)(struct rig *rig, uint64_t value), uint64_t *times_ns, uint64_t count)
{
        uint64_t begin_ns, before_ns, after_ns, i;
        int status = warm_up(rig);

        for (i = 0; status == 0 && i < 20; i++)
                status = once(rig, i);
        if (status != 0)
                return status;
        begin_ns = cmd_now_ns();
        for (i = 0; i < count; i++) {
                before_ns = cmd_now_ns();
                status = once(rig, 0x1234567800000000u + i);
                after_ns = cmd_now_ns();
                if (status != 0)
                        return status;
                times_ns[i] = after_ns - before_ns;
                if (bench->iterations == 0 && after_ns - begin_ns > 2000000000u) {
                        i++;
                        break;
                }
        }
        add_row(bench, name, times_ns, i);
        return 0;
}

/* What the CPU pays to enqueue: bursts of 64, so that no ring is full. */
static int measure_enqueue(struct bench *bench, struct rig *rig, uint64_t *times_ns, uint64_t count)
{
        uint64_t begin_ns, before_ns, i, value = 0;
        int j, status = warm_up(rig);

        if (status != 0)
                return status;
        begin_ns = cmd_now_ns();
        for (i = 0; i < count; i++) {
                before_ns = cmd_now_ns();
                for (j = 0; j < 64; j++) {
                        status = launch_store(rig, ++value);
                        if (status != 0)
                                return status;
                }
                times_ns[i] = (cmd_now_ns() - before_ns) / 64;
                if (peal_device_synchronize(rig->device, timeout_ns) < 0)
                        return rig_failed();
                status = rig_check(rig, value);
                if (status != 0)
                        return status;
                if (bench->iterations == 0 && cmd_now_ns() - begin_ns > 2000000000u) {
                        i++;
                        break;
                }
        }
        add_row(bench, "enqueue", times_ns, i);
        return 0;
}

static int bench_launch(struct bench *bench)
{
        uint64_t count = bench->iterations ? bench->iterations : 20000;
        uint64_t *times_ns = calloc(count, sizeof(*times_ns));
        struct rig rig = {0};
        int status;

        if (times_ns == NULL) {
                cmd_error("bench", "no memory for %" PRIu64 " times", count);
                return EXIT_FAILED;
        }
        status = rig_open(&rig, &bench->where);
        if (status == 0 && (peal_queue_create(rig.device, PEAL_QUEUE_COMPUTE, &rig.queue) < 0 ||
                            peal_signal_create(rig.device, 0, &rig.signal) < 0))
                status = rig_failed();
        if (status == 0)
                status = measure(bench, &rig, "launch+wait", launch_and_wait, times_ns, count);
        if (status == 0)
                status = measure(bench, &rig, "exec+signal+wait", exec_and_wait, times_ns, count);
        if (status == 0)
                status = measure_enqueue(bench, &rig, times_ns, count < 2000 ? count : 2000);
        rig_close(&rig);
        free(times_ns);
        return status;
}

/* Opens the device once: for the header, and to fail early. */
static int describe(struct bench *bench)
{
        struct peal_device *device = NULL;
        int status = cmd_device_open("bench", &bench->where, &device);

        if (status != 0)
                return status;
        bench->info.size = sizeof(bench->info);
        if (peal_device_info(device, &bench->info) < 0)
                status = rig_failed();
        if (status == 0 && !bench->info.kernels_run) {
                cmd_error("bench", "%s: this model does not execute sm_%u kernels",
                          bench->info.name, bench->info.sm_arch);
                status = EXIT_FAILED;
        }
        peal_device_close(device);
        return status;
}

static void print_rows(const struct bench *bench)
{
        const struct row *row;
        unsigned i;

        if (bench->json) {
                printf("{\"version\": ");
                cmd_json_string(stdout, peal_version());
                printf(", \"device\": ");
                cmd_json_string(stdout, bench->info.name);
                printf(", \"driver\": ");
                cmd_json_string(stdout, bench->info.driver);
                printf(", \"address_space\": ");
                cmd_json_string(stdout, cmd_address_space_name(bench->info.address_space));
                printf(", \"rows\": [");
        } else {
                printf("# %s, driver %s, peal %s, address space %s\n", bench->info.name,
                       bench->info.driver, peal_version(),
                       cmd_address_space_name(bench->info.address_space));
                printf("%-18s %8s %12s %12s %12s\n", "what", "iters", "min_us", "p50_us", "p99_us");
        }
        for (i = 0; i < bench->row_count; i++) {
                row = &bench->rows[i];
                printf(bench->json ? "%s{\"what\": \"%s\", \"iters\": %" PRIu64
                                     ", \"min_us\": %.3f, \"p50_us\": %.3f, \"p99_us\": %.3f}"
                                   : "%s%-18s %8" PRIu64 " %12.3f %12.3f %12.3f\n",
                       bench->json && i ? ", " : "", row->name, row->count,
                       (double)row->min_ns / 1e3, (double)row->p50_ns / 1e3,
                       (double)row->p99_ns / 1e3);
        }
        if (bench->json)
                printf("]}\n");
}

int cmd_bench(int argc, char **argv)
{
        enum { OPT_DEVICE = 256, OPT_SPACE, OPT_JSON, OPT_CHILD, OPT_CUDA };
        static const struct option options[] = {
            {"device", required_argument, NULL, OPT_DEVICE},
            {"address-space", required_argument, NULL, OPT_SPACE},
            {"iterations", required_argument, NULL, 'n'},
            {"json", no_argument, NULL, OPT_JSON},
            {"start-child", no_argument, NULL, OPT_CHILD},
            {"vs-cuda", no_argument, NULL, OPT_CUDA},
            {"help", no_argument, NULL, 'h'},
            {0},
        };
        struct bench bench = {0};
        bool child = false, start = false, launch = false;
        int c, status = 0;

        while (status == 0 && (c = getopt_long(argc, argv, "n:h", options, NULL)) != -1) {
                switch (c) {
                case OPT_DEVICE:
                        bench.where.spec = optarg;
                        break;
                case OPT_SPACE:
                        status = cmd_address_space("bench", optarg, &bench.where);
                        break;
                case 'n':
                        status =
                            cmd_count("bench", "--iterations", optarg, 10000000, &bench.iterations);
                        break;
                case OPT_JSON:
                        bench.json = true;
                        break;
                case OPT_CHILD:
                        child = true;
                        break;
                case OPT_CUDA:
                        cmd_error("bench", "--vs-cuda is not available in this version");
                        return EXIT_FAILED;
                case 'h':
                        fputs(help, stdout);
                        return cmd_finish_stdout("bench", EXIT_OK);
                default:
                        return cmd_usage_hint("bench");
                }
        }
        if (status != 0)
                return status;
        if (child)
                return start_child(&bench);
        for (; optind < argc; optind++) {
                if (strcmp(argv[optind], "start") == 0) {
                        start = true;
                } else if (strcmp(argv[optind], "launch") == 0) {
                        launch = true;
                } else if (strcmp(argv[optind], "copy") == 0 ||
                           strcmp(argv[optind], "graph") == 0 ||
                           strcmp(argv[optind], "alloc") == 0 ||
                           strcmp(argv[optind], "engine") == 0) {
                        cmd_error("bench", "'%s' is not available in this version", argv[optind]);
                        return EXIT_FAILED;
                } else {
                        cmd_error("bench", "unknown benchmark '%s'", argv[optind]);
                        return cmd_usage_hint("bench");
                }
        }
        if (!start && !launch)
                start = launch = true;
        status = describe(&bench);
        if (status == 0 && start)
                status = bench_start(&bench);
        if (status == 0 && launch)
                status = bench_launch(&bench);
        if (bench.row_count > 0)
                print_rows(&bench);
        return cmd_finish_stdout("bench", status);
}
