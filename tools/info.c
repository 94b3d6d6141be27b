/* SPDX-License-Identifier: MIT */
/* peal info: devices, what Peal makes of them, and what is missing. */
#include <dirent.h>
#include <errno.h>
#include <getopt.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "cmd.h"

static const char help[] =
    "Usage: peal info [OPTION]...\n"
    "Show the devices, the driver, the classes chosen and the limits; where there is\n"
    "no GPU, what is missing and why.\n"
    "\n"
    "      --device SPEC         only what SPEC names, instead of PEAL_DEVICE\n"
    "      --address-space KIND  rm (default) or uvm\n"
    "      --json                as JSON\n"
    "  -h, --help                show this help\n";

enum { PROBLEMS_MAX = 16 };

struct info {
        struct cmd_device where;
        bool json;
        unsigned count; /* devices opened or tried */
        unsigned failed;
        unsigned problem_count;
        char problem[PROBLEMS_MAX][320];
};

static void problem(struct info *info, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

static void problem(struct info *info, const char *fmt, ...)
{
        va_list ap;

        if (info->problem_count == PROBLEMS_MAX)
                return;
        va_start(ap, fmt);
        vsnprintf(info->problem[info->problem_count++], sizeof(info->problem[0]), fmt, ap);
        va_end(ap);
}

static void print_text(const char *spec, const struct peal_device_info *d)
{
        printf("%s: %s\n", spec, d->name);
        printf("  chip             %s (%s), sm_%u\n", d->chip, d->family, d->sm_arch);
        printf("  driver           %s, layouts of %s%s\n", d->driver, d->abi_table,
               d->abi_newer ? " (the driver is newer than what Peal knows)" : "");
        printf("  uuid             %s\n", d->uuid);
        printf("  pci              %s, /dev/nvidia%u\n", d->pci, d->minor);
        printf("  memory           %.2f GiB, %.2f GiB free\n",
               (double)d->memory_B / (1024.0 * 1024 * 1024),
               (double)d->memory_free_B / (1024.0 * 1024 * 1024));
        printf("  multiprocessors  %u (%u TPCs), %u warps each, %u registers each\n", d->sm_count,
               d->tpc_count, d->warps_per_sm, d->registers_per_sm);
        printf("  block            at most %u threads, %u x %u x %u; shared memory %" PRIu64
               " bytes\n",
               d->max_block_threads, d->max_block[0], d->max_block[1], d->max_block[2],
               d->shared_per_block_B);
        printf("  grid             at most %" PRIu64 " x %" PRIu64 " x %" PRIu64 "\n",
               d->max_grid[0], d->max_grid[1], d->max_grid[2]);
        printf("  classes          compute %s (0x%04x), copy %s (0x%04x), channel %s (0x%04x)\n",
               d->compute_class_name, d->compute_class, d->copy_class_name, d->copy_class,
               d->channel_class_name, d->channel_class);
        printf("  qmd              %s\n", d->qmd_version);
        printf("  copy engines     %u\n", d->copy_engines);
        printf("  address space    %s\n", cmd_address_space_name(d->address_space));
        printf("  bar              %s\n", d->bar_write_combined
                                              ? "write-combined"
                                              : "uncached: rings and arguments are in host memory");
        if (!d->kernels_run)
                printf("  kernels          not executed: the model has no engine for sm_%u yet\n",
                       d->sm_arch);
}

static void json_member(const char *name, const char *text)
{
        printf(", \"%s\": ", name);
        cmd_json_string(stdout, text);
}

static void json_number(const char *name, uint64_t value)
{
        printf(", \"%s\": %" PRIu64, name, value);
}

static void print_json(const char *spec, const struct peal_device_info *d)
{
        printf("{\"spec\": ");
        cmd_json_string(stdout, spec);
        json_member("name", d->name);
        json_member("chip", d->chip);
        json_member("family", d->family);
        json_number("sm_arch", d->sm_arch);
        json_member("driver", d->driver);
        json_member("abi_table", d->abi_table);
        printf(", \"abi_newer\": %s", d->abi_newer ? "true" : "false");
        json_member("uuid", d->uuid);
        json_member("pci", d->pci);
        json_number("minor", d->minor);
        json_number("memory_B", d->memory_B);
        json_number("memory_free_B", d->memory_free_B);
        json_number("sm_count", d->sm_count);
        json_number("tpc_count", d->tpc_count);
        json_number("warps_per_sm", d->warps_per_sm);
        json_number("registers_per_sm", d->registers_per_sm);
        json_number("shared_per_block_B", d->shared_per_block_B);
        json_number("max_block_threads", d->max_block_threads);
        printf(", \"max_block\": [%u, %u, %u]", d->max_block[0], d->max_block[1], d->max_block[2]);
        printf(", \"max_grid\": [%" PRIu64 ", %" PRIu64 ", %" PRIu64 "]", d->max_grid[0],
               d->max_grid[1], d->max_grid[2]);
        json_member("compute_class", d->compute_class_name);
        json_member("copy_class", d->copy_class_name);
        json_member("channel_class", d->channel_class_name);
        json_member("qmd_version", d->qmd_version);
        json_number("copy_engines", d->copy_engines);
        json_member("address_space", cmd_address_space_name(d->address_space));
        printf(", \"bar_write_combined\": %s", d->bar_write_combined ? "true" : "false");
        printf(", \"kernels_run\": %s}", d->kernels_run ? "true" : "false");
}

static int show_device(void *ctx, const struct peal_device_entry *entry)
{
        struct info *info = ctx;
        struct peal_device_options options = info->where.options;
        struct peal_device_info d = {.size = sizeof(d)};
        struct peal_device *device = NULL;

        options.size = sizeof(options);
        if (peal_device_open(entry->spec, &options, &device) < 0 ||
            peal_device_info(device, &d) < 0) {
                problem(info, "%s: %s", entry->spec, peal_last_error());
                info->failed++;
        } else if (info->json) {
                printf("%s", info->count ? ", " : "");
                print_json(entry->spec, &d);
                info->count++;
        } else {
                printf("%s", info->count ? "\n" : "");
                print_text(entry->spec, &d);
                info->count++;
        }
        peal_device_close(device);
        return 0;
}

/* A line of a small file in /sys or /proc; false when it cannot be read. */
static bool read_line(const char *path, char *line, size_t line_B)
{
        FILE *file = fopen(path, "re");
        bool there;

        if (file == NULL)
                return false;
        there = fgets(line, (int)line_B, file) != NULL;
        if (there)
                line[strcspn(line, "\n")] = '\0';
        fclose(file);
        return there;
}

/* Display controllers of NVIDIA's on the PCI bus: vendor 10de, class 03. */
static unsigned count_pci(char *first, size_t first_B)
{
        DIR *dir = opendir("/sys/bus/pci/devices");
        const struct dirent *entry;
        char path[512], vendor[32], class[32];
        unsigned count = 0;

        if (dir == NULL)
                return 0;
        while ((entry = readdir(dir)) != NULL) {
                if (entry->d_name[0] == '.')
                        continue;
                snprintf(path, sizeof(path), "/sys/bus/pci/devices/%s/vendor", entry->d_name);
                if (!read_line(path, vendor, sizeof(vendor)) || strcmp(vendor, "0x10de") != 0)
                        continue;
                snprintf(path, sizeof(path), "/sys/bus/pci/devices/%s/class", entry->d_name);
                if (!read_line(path, class, sizeof(class)) || strncmp(class, "0x03", 4) != 0)
                        continue;
                if (count++ == 0)
                        snprintf(first, first_B, "%s", entry->d_name);
        }
        closedir(dir);
        return count;
}

static void explain_node(struct info *info, const char *path)
{
        if (access(path, F_OK) != 0)
                problem(info, "%s is missing", path);
        else if (access(path, R_OK | W_OK) != 0)
                problem(info, "%s cannot be opened for reading and writing: %s", path,
                        strerror(errno));
}

/* Why there is no GPU here, as far as can be seen from outside the driver. */
static void explain_no_gpu(struct info *info)
{
        char line[256], first[256] = "";
        unsigned pci = count_pci(first, sizeof(first));
        bool module = access("/proc/driver/nvidia/version", F_OK) == 0;

        if (pci == 0)
                problem(info, "no NVIDIA GPU is on the PCI bus (/sys/bus/pci/devices)");
        else
                problem(info, "%u NVIDIA GPU%s on the PCI bus, the first at %s", pci,
                        pci == 1 ? " is" : "s are", first);
        if (!module)
                problem(info, "the kernel driver is not loaded (/proc/driver/nvidia is missing)");
        else if (read_line("/proc/driver/nvidia/version", line, sizeof(line)))
                problem(info, "the kernel driver is loaded: %s", line);
        explain_node(info, "/dev/nvidiactl");
        if (getenv("PEAL_VISIBLE_DEVICES") != NULL)
                problem(info, "PEAL_VISIBLE_DEVICES is '%s'", getenv("PEAL_VISIBLE_DEVICES"));
}

/* Opens every device that @spec stands for: one, when it says which. */
static void list(struct info *info, const char *spec)
{
        struct peal_device_entry one = {.spec = spec};

        if (strncmp(spec, "nv:", 3) == 0 || strstr(spec, "index=") != NULL) {
                show_device(info, &one);
                return;
        }
        if (peal_device_list(spec, show_device, info) < 0)
                problem(info, "%s: %s", spec, peal_last_error());
}

static void show(struct info *info)
{
        const char *spec = info->where.spec;
        bool automatic;
        unsigned i;

        if (spec == NULL)
                spec = getenv("PEAL_DEVICE");
        automatic = spec == NULL || spec[0] == '\0' || strcmp(spec, "auto") == 0;

        if (info->json) {
                printf("{\"version\": ");
                cmd_json_string(stdout, peal_version());
                printf(", \"devices\": [");
        } else {
                printf("Peal %s\n\n", peal_version());
        }
        if (automatic) {
                list(info, "nv");
                if (info->count == 0) {
                        explain_no_gpu(info);
                        list(info, "sim");
                }
        } else {
                list(info, spec);
                if (info->count == 0 && strncmp(spec, "nv", 2) == 0)
                        explain_no_gpu(info);
        }
        if (info->json) {
                printf("], \"problems\": [");
                for (i = 0; i < info->problem_count; i++) {
                        printf("%s", i ? ", " : "");
                        cmd_json_string(stdout, info->problem[i]);
                }
                printf("]}\n");
                return;
        }
        if (info->problem_count > 0)
                printf("%s%s:\n", info->count ? "\n" : "",
                       info->failed ? "What went wrong" : "No GPU is used");
        for (i = 0; i < info->problem_count; i++)
                printf("  %s\n", info->problem[i]);
        if (info->count == 0)
                printf("\nThe software GPU needs no hardware: PEAL_DEVICE=sim (or sim:h200, "
                       "sim:rtx4090 ...)\n");
}

int cmd_info(int argc, char **argv)
{
        enum { OPT_DEVICE = 256, OPT_SPACE, OPT_JSON };
        static const struct option options[] = {
            {"device", required_argument, NULL, OPT_DEVICE},
            {"address-space", required_argument, NULL, OPT_SPACE},
            {"json", no_argument, NULL, OPT_JSON},
            {"help", no_argument, NULL, 'h'},
            {0},
        };
        struct info info = {0};
        int c;

        while ((c = getopt_long(argc, argv, "h", options, NULL)) != -1) {
                switch (c) {
                case OPT_DEVICE:
                        info.where.spec = optarg;
                        break;
                case OPT_SPACE:
                        if (cmd_address_space("info", optarg, &info.where) != 0)
                                return EXIT_USAGE;
                        break;
                case OPT_JSON:
                        info.json = true;
                        break;
                case 'h':
                        fputs(help, stdout);
                        return cmd_finish_stdout("info", EXIT_OK);
                default:
                        return cmd_usage_hint("info");
                }
        }
        if (optind != argc) {
                cmd_error("info", "unexpected argument '%s'", argv[optind]);
                return cmd_usage_hint("info");
        }
        show(&info);
        return cmd_finish_stdout("info", EXIT_OK);
}
