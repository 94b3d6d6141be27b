/* SPDX-License-Identifier: MIT */
#include "sim/kmd/profile.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "sim/kmd/kmd.h"

/* Class lists: open-gpu-kernel-modules 595.45.04, src/nvidia/generated/
 * g_gpu_class_list.c, the compute, copy, channel and usermode classes and the ones
 * every chip has. Copy engines of GH100, masks, capabilities and runlists: measured
 * on an H200, driver 580.159; those of the other chips are a plausible guess (the
 * number of them is the class list's for TU102, GA102 and AD102). */
#define SIM_COMMON_CLASSES                                                                         \
        NV01_MEMORY_VIRTUAL, FERMI_VASPACE_A, KEPLER_CHANNEL_GROUP_A, FERMI_CONTEXT_SHARE_A, 0x503b
#define SIM_OLD_CLASSES 0xc36f /* VOLTA_CHANNEL_GPFIFO_A */, TURING_CHANNEL_GPFIFO_A

#define SIM_FIVE_CES                                                                               \
        {                                                                                          \
                {0x1, 0x03e3, 0}, {0x2, 0x03e3, 0}, {0x1, 0x03e6, 1}, {0x2, 0x03ea, 2},            \
                {                                                                                  \
                        0xc, 0x03e0, 3                                                             \
                }                                                                                  \
        }

static const struct sim_chip_profile sim_chips[] = {
    {
        .key = "h200",
        .name = "NVIDIA H200",
        .short_name = "GH100",
        .device_id = 0x2335,
        .subsystem_id = 0x18be,
        .subsystem_vendor = 0x10de,
        .arch = NV2080_CTRL_MC_ARCH_INFO_ARCHITECTURE_GH100,
        .impl = 0,
        .sm_version = 0x900,
        .compute_class = HOPPER_COMPUTE_A,
        .classes = {SIM_COMMON_CLASSES, VOLTA_USERMODE_A, TURING_USERMODE_A, AMPERE_USERMODE_A,
                    HOPPER_USERMODE_A, SIM_OLD_CLASSES, AMPERE_CHANNEL_GPFIFO_A,
                    HOPPER_CHANNEL_GPFIFO_A, HOPPER_COMPUTE_A, HOPPER_DMA_COPY_A},
        .sms = 132,
        .gpcs = 8,
        .max_tpcs_per_gpc = 9,
        .mem_MiB = 143771,
        .bus_width = 6144,
        .l2_KiB = 51200,
        .nvlink = true,
        .ce_count = 5,
        .ce = {{0x5000, 0x03e3, 0},
               {0xa000, 0x03e3, 0},
               {0x5000, 0x03e6, 1},
               {0xa000, 0x03ea, 3},
               {0x0fff, 0x03f0, 10}},
    },
    {
        .key = "rtx4090",
        .name = "NVIDIA GeForce RTX 4090",
        .short_name = "AD102",
        .device_id = 0x2684,
        .subsystem_id = 0x167c,
        .subsystem_vendor = 0x10de,
        .arch = NV2080_CTRL_MC_ARCH_INFO_ARCHITECTURE_AD100,
        .impl = 2,
        .sm_version = 0x809,
        .compute_class = ADA_COMPUTE_A,
        .classes = {SIM_COMMON_CLASSES, VOLTA_USERMODE_A, TURING_USERMODE_A, AMPERE_USERMODE_A,
                    SIM_OLD_CLASSES, AMPERE_CHANNEL_GPFIFO_A, ADA_COMPUTE_A, AMPERE_DMA_COPY_B},
        .sms = 128,
        .gpcs = 11,
        .max_tpcs_per_gpc = 6,
        .mem_MiB = 24564,
        .bus_width = 384,
        .l2_KiB = 73728,
        .ce_count = 5,
        .ce = SIM_FIVE_CES,
    },
    {
        .key = "rtx3090",
        .name = "NVIDIA GeForce RTX 3090",
        .short_name = "GA102",
        .device_id = 0x2204,
        .subsystem_id = 0x147d,
        .subsystem_vendor = 0x10de,
        .arch = NV2080_CTRL_MC_ARCH_INFO_ARCHITECTURE_GA100,
        .impl = 2,
        .sm_version = 0x806,
        .compute_class = AMPERE_COMPUTE_B,
        .classes = {SIM_COMMON_CLASSES, VOLTA_USERMODE_A, TURING_USERMODE_A, AMPERE_USERMODE_A,
                    SIM_OLD_CLASSES, AMPERE_CHANNEL_GPFIFO_A, AMPERE_COMPUTE_B, AMPERE_DMA_COPY_B},
        .sms = 82,
        .gpcs = 7,
        .max_tpcs_per_gpc = 6,
        .mem_MiB = 24576,
        .bus_width = 384,
        .l2_KiB = 6144,
        .ce_count = 5,
        .ce = SIM_FIVE_CES,
    },
    {
        .key = "a100",
        .name = "NVIDIA A100-SXM4-80GB",
        .short_name = "GA100",
        .device_id = 0x20b2,
        .subsystem_id = 0x147f,
        .subsystem_vendor = 0x10de,
        .arch = NV2080_CTRL_MC_ARCH_INFO_ARCHITECTURE_GA100,
        .impl = 0,
        .sm_version = 0x800,
        .compute_class = AMPERE_COMPUTE_A,
        .classes = {SIM_COMMON_CLASSES, VOLTA_USERMODE_A, TURING_USERMODE_A, AMPERE_USERMODE_A,
                    SIM_OLD_CLASSES, AMPERE_CHANNEL_GPFIFO_A, AMPERE_COMPUTE_A, AMPERE_DMA_COPY_A},
        .sms = 108,
        .gpcs = 7,
        .max_tpcs_per_gpc = 8,
        .mem_MiB = 81920,
        .bus_width = 5120,
        .l2_KiB = 40960,
        .nvlink = true,
        .ce_count = 5,
        .ce = SIM_FIVE_CES,
    },
    {
        .key = "rtx5090",
        .name = "NVIDIA GeForce RTX 5090",
        .short_name = "GB202",
        .device_id = 0x2b85,
        .subsystem_id = 0x2057,
        .subsystem_vendor = 0x10de,
        .arch = NV2080_CTRL_MC_ARCH_INFO_ARCHITECTURE_GB200,
        .impl = 2,
        .sm_version = 0xc00,
        .compute_class = BLACKWELL_COMPUTE_B,
        .classes = {SIM_COMMON_CLASSES, VOLTA_USERMODE_A, TURING_USERMODE_A, AMPERE_USERMODE_A,
                    HOPPER_USERMODE_A, BLACKWELL_USERMODE_A, SIM_OLD_CLASSES,
                    AMPERE_CHANNEL_GPFIFO_A, HOPPER_CHANNEL_GPFIFO_A, BLACKWELL_CHANNEL_GPFIFO_A,
                    BLACKWELL_CHANNEL_GPFIFO_B, BLACKWELL_COMPUTE_B, BLACKWELL_DMA_COPY_B},
        .sms = 170,
        .gpcs = 11,
        .max_tpcs_per_gpc = 8,
        .mem_MiB = 32606,
        .bus_width = 512,
        .l2_KiB = 98304,
        .ce_count = 5,
        .ce = SIM_FIVE_CES,
    },
    {
        .key = "rtx2080ti",
        .name = "NVIDIA GeForce RTX 2080 Ti",
        .short_name = "TU102",
        .device_id = 0x1e07,
        .subsystem_id = 0x12fa,
        .subsystem_vendor = 0x10de,
        .arch = NV2080_CTRL_MC_ARCH_INFO_ARCHITECTURE_TU100,
        .impl = 2,
        .sm_version = 0x705,
        .compute_class = TURING_COMPUTE_A,
        .classes = {SIM_COMMON_CLASSES, VOLTA_USERMODE_A, TURING_USERMODE_A, SIM_OLD_CLASSES,
                    TURING_COMPUTE_A, TURING_DMA_COPY_A},
        .sms = 68,
        .gpcs = 6,
        .max_tpcs_per_gpc = 6,
        .mem_MiB = 11264,
        .bus_width = 352,
        .l2_KiB = 5632,
        .ce_count = 5,
        .ce = SIM_FIVE_CES,
    },
    {
        .key = "b200",
        .name = "NVIDIA B200",
        .short_name = "GB100",
        .device_id = 0x2901,
        .subsystem_id = 0x1999,
        .subsystem_vendor = 0x10de,
        .arch = NV2080_CTRL_MC_ARCH_INFO_ARCHITECTURE_GB100,
        .impl = 0,
        .sm_version = 0xa00,
        .compute_class = BLACKWELL_COMPUTE_A,
        .classes = {SIM_COMMON_CLASSES, VOLTA_USERMODE_A, TURING_USERMODE_A, AMPERE_USERMODE_A,
                    HOPPER_USERMODE_A, SIM_OLD_CLASSES, AMPERE_CHANNEL_GPFIFO_A,
                    HOPPER_CHANNEL_GPFIFO_A, BLACKWELL_CHANNEL_GPFIFO_A, BLACKWELL_COMPUTE_A,
                    BLACKWELL_DMA_COPY_A},
        .sms = 148,
        .gpcs = 8,
        .max_tpcs_per_gpc = 10,
        .mem_MiB = 183358,
        .bus_width = 8192,
        .l2_KiB = 129024,
        .nvlink = true,
        .ce_count = 5,
        .ce = {{0x5000, 0x03e3, 0},
               {0xa000, 0x03e3, 0},
               {0x5000, 0x03e6, 1},
               {0xa000, 0x03ea, 3},
               {0x0fff, 0x03f0, 10}},
    },
};

/* What deny= knows by name; any control command or class goes by number. */
static const struct sim_deny_name {
        const char *name;
        uint32_t numbers[2];
} sim_deny_names[] = {
    {"perf_boost", {NV2080_CTRL_CMD_PERF_BOOST}},
    {"debugger", {0x83de}}, /* GT200_DEBUGGER */
    {"p2p", {0x503b}},      /* NV50_P2P */
    {"event", {NV01_EVENT_OS_EVENT}},
    {"timeslice", {NVA06C_CTRL_CMD_SET_TIMESLICE}},
    {"preemption", {NV2080_CTRL_CMD_GR_SET_CTXSW_PREEMPTION_MODE}},
    {"cuda_limit", {NV0080_CTRL_CMD_PERF_CUDA_LIMIT_SET_CONTROL}},
    {"build_version",
     {NV0000_CTRL_CMD_SYSTEM_GET_BUILD_VERSION, NV0000_CTRL_CMD_SYSTEM_GET_BUILD_VERSION_V2}},
};
#define SIM_DENY_NAMES                                                                             \
        "perf_boost, debugger, p2p, event, timeslice, preemption, cuda_limit, build_version, "     \
        "proc_version, version_str or a number 0x..."

__attribute__((format(printf, 3, 4))) static int sim_profile_fail(char *err, size_t err_B,
                                                                  const char *fmt, ...)
{
        va_list ap;

        if (err && err_B) {
                va_start(ap, fmt);
                vsnprintf(err, err_B, fmt, ap);
                va_end(ap);
        }
        return -EINVAL;
}

static int sim_parse_number(const char *text, bool size, uint64_t *ret_value)
{
        static const char units[] = "KMGT";
        unsigned long long value;
        const char *unit;
        char *end;
        unsigned shift = 0;

        if (*text < '0' || *text > '9')
                return -EINVAL;
        errno = 0;
        value = strtoull(text, &end, 0);
        if (errno)
                return -ERANGE;
        if (size && *end) {
                unit = strchr(units, *end & ~0x20);
                if (unit && *unit) {
                        shift = 10 * (unsigned)(unit - units + 1);
                        end++;
                        if (*end == 'i')
                                end++;
                }
                if (*end == 'B')
                        end++;
        }
        if (*end)
                return -EINVAL;
        if (value << shift >> shift != value)
                return -ERANGE;
        *ret_value = value << shift;
        return 0;
}

static int sim_parse_ranged(const char *key, const char *value, uint64_t lo, uint64_t hi, char *err,
                            size_t err_B, uint64_t *ret_value)
{
        uint64_t v;

        if (sim_parse_number(value, false, &v))
                return sim_profile_fail(err, err_B, "%s=%s: not a number", key, value);
        if (v < lo || v > hi)
                return sim_profile_fail(err, err_B, "%s=%s: outside %llu to %llu", key, value,
                                        (unsigned long long)lo, (unsigned long long)hi);
        *ret_value = v;
        return 0;
}

static int sim_parse_mem(const char *value, char *err, size_t err_B, uint64_t *ret_value)
{
        uint64_t v;

        if (sim_parse_number(value, true, &v))
                return sim_profile_fail(err, err_B, "mem=%s: not a size like 4G or 512M", value);
        if (v < 16 * (uint64_t)SIM_HUGE_B || v > (uint64_t)1 << 40)
                return sim_profile_fail(err, err_B, "mem=%s: outside 32M to 1T", value);
        if (v % SIM_HUGE_B)
                return sim_profile_fail(err, err_B, "mem=%s: not a multiple of 2M", value);
        *ret_value = v;
        return 0;
}

static int sim_deny_add(struct sim_profile *profile, uint32_t number)
{
        if (profile->deny_count == SIM_MAX_DENY)
                return -ENOSPC;
        profile->deny[profile->deny_count++] = number;
        return 0;
}

static int sim_parse_deny_one(struct sim_profile *profile, const char *name)
{
        uint64_t number;

        if (!strcmp(name, "proc_version")) {
                profile->deny_proc_version = true;
                return 0;
        }
        if (!strcmp(name, "version_str")) {
                profile->deny_version_str = true;
                return 0;
        }
        for (size_t i = 0; i < sizeof(sim_deny_names) / sizeof(sim_deny_names[0]); i++) {
                int r = 0;

                if (strcmp(name, sim_deny_names[i].name))
                        continue;
                for (unsigned k = 0; k < 2 && sim_deny_names[i].numbers[k] && !r; k++)
                        r = sim_deny_add(profile, sim_deny_names[i].numbers[k]);
                return r;
        }
        if (!strncmp(name, "0x", 2) && !sim_parse_number(name, false, &number) &&
            number <= UINT32_MAX)
                return sim_deny_add(profile, (uint32_t)number);
        return -EINVAL;
}

static int sim_parse_deny(struct sim_profile *profile, char *value, char *err, size_t err_B)
{
        char *save = NULL;
        int r;

        if (!*value)
                return sim_profile_fail(err, err_B, "deny=: empty; one of %s", SIM_DENY_NAMES);
        for (char *name = strtok_r(value, "+", &save); name; name = strtok_r(NULL, "+", &save)) {
                r = sim_parse_deny_one(profile, name);
                if (r == -ENOSPC)
                        return sim_profile_fail(err, err_B, "deny=%s: more than %u numbers", name,
                                                SIM_MAX_DENY);
                if (r)
                        return sim_profile_fail(err, err_B, "deny=%s: not one of %s", name,
                                                SIM_DENY_NAMES);
        }
        return 0;
}

static int sim_parse_driver(struct sim_profile *profile, const char *value, char *err, size_t err_B)
{
        struct peal_abi abi;
        int r;

        if (strlen(value) >= sizeof(profile->driver))
                return sim_profile_fail(err, err_B, "driver=%s: longer than %zu characters", value,
                                        sizeof(profile->driver) - 1);
        r = peal_abi_select(value, &abi);
        if (r == -ENOTSUP)
                return sim_profile_fail(err, err_B, "driver=%s: older than 535, the oldest release",
                                        value);
        if (r)
                return sim_profile_fail(err, err_B, "driver=%s: not a release like 580.159.04",
                                        value);
        strcpy(profile->driver, value);
        return 0;
}

static int sim_parse_key(struct sim_profile *p, const char *key, char *value, char *err,
                         size_t err_B)
{
        uint64_t v;
        int r;

        if (!strcmp(key, "driver"))
                return sim_parse_driver(p, value, err, err_B);
        if (!strcmp(key, "mem"))
                return sim_parse_mem(value, err, err_B, &p->mem_B);
        if (!strcmp(key, "deny"))
                return sim_parse_deny(p, value, err, err_B);
        if (!strcmp(key, "sms")) {
                r = sim_parse_ranged(key, value, 2, p->chip->sms, err, err_B, &v);
                if (r)
                        return r;
                if (v & 1)
                        return sim_profile_fail(err, err_B, "sms=%s: odd; SMs come in pairs",
                                                value);
                p->sms = (uint32_t)v;
                return 0;
        }
        if (!strcmp(key, "count")) {
                r = sim_parse_ranged(key, value, 1, SIM_MAX_CARDS, err, err_B, &v);
                if (!r)
                        p->count = (uint32_t)v;
                return r;
        }
        if (!strcmp(key, "workers")) {
                r = sim_parse_ranged(key, value, 0, 256, err, err_B, &v);
                if (!r)
                        p->workers = (uint32_t)v;
                return r;
        }
        if (!strcmp(key, "minor")) {
                r = sim_parse_ranged(key, value, 0, 200, err, err_B, &v);
                if (!r)
                        p->minor = (uint32_t)v;
                return r;
        }
        if (!strcmp(key, "limit"))
                return sim_parse_ranged(key, value, 0, UINT64_MAX, err, err_B, &p->limit);
        return sim_profile_fail(
            err, err_B,
            "%s=%s: unknown key; one of driver, mem, sms, count, workers, limit, deny, minor", key,
            value);
}

static const struct sim_chip_profile *sim_chip_find(const char *key)
{
        for (size_t i = 0; i < sizeof(sim_chips) / sizeof(sim_chips[0]); i++)
                if (!strcmp(key, sim_chips[i].key))
                        return &sim_chips[i];
        return NULL;
}

static int sim_chip_unknown(const char *key, char *err, size_t err_B)
{
        char list[256] = "";

        for (size_t i = 0; i < sizeof(sim_chips) / sizeof(sim_chips[0]); i++) {
                strcat(list, i ? ", " : "");
                strcat(list, sim_chips[i].key);
        }
        return sim_profile_fail(err, err_B, "\"%s\": no such profile; one of %s", key, list);
}

int sim_profile_parse(const char *text, char *err, size_t err_B, struct sim_profile *ret_profile)
{
        struct sim_profile p = {.count = 1, .driver = "580.159.04"};
        char seen[16][16] = {""};
        unsigned seen_count = 0;
        char buf[512];
        char *save = NULL, *token, *value;
        int r;

        if (!text || !*text)
                text = "h200";
        if (strlen(text) >= sizeof(buf))
                return sim_profile_fail(err, err_B, "profile of %zu characters: more than %zu",
                                        strlen(text), sizeof(buf) - 1);
        strcpy(buf, text);
        token = strtok_r(buf, ",", &save);
        /* "driver=570.86" alone changes the default profile */
        if (token && strchr(token, '=')) {
                p.chip = sim_chip_find("h200");
        } else {
                p.chip = sim_chip_find(token ? token : "");
                if (!p.chip)
                        return sim_chip_unknown(token ? token : "", err, err_B);
                token = strtok_r(NULL, ",", &save);
        }
        p.sms = p.chip->sms;
        p.mem_B = p.chip->mem_MiB << 20 & ~(uint64_t)(SIM_HUGE_B - 1);
        for (; token; token = strtok_r(NULL, ",", &save)) {
                value = strchr(token, '=');
                if (!value)
                        return sim_profile_fail(err, err_B, "\"%s\": not KEY=VALUE", token);
                *value++ = 0;
                for (unsigned i = 0; i < seen_count; i++)
                        if (!strcmp(seen[i], token))
                                return sim_profile_fail(err, err_B, "%s=%s: %s is given twice",
                                                        token, value, token);
                r = sim_parse_key(&p, token, value, err, err_B);
                if (r)
                        return r;
                snprintf(seen[seen_count++], sizeof(seen[0]), "%.15s", token);
        }
        *ret_profile = p;
        return 0;
}

bool sim_profile_denies(const struct sim_profile *profile, uint32_t number)
{
        for (unsigned i = 0; i < profile->deny_count; i++)
                if (profile->deny[i] == number)
                        return true;
        return false;
}

bool sim_profile_has_class(const struct sim_profile *profile, uint32_t class_id)
{
        for (unsigned i = 0; i < SIM_MAX_CLASSES && profile->chip->classes[i]; i++)
                if (profile->chip->classes[i] == class_id)
                        return true;
        return false;
}

uint32_t sim_profile_tpcs(const struct sim_profile *profile, unsigned gpc)
{
        uint32_t tpcs = profile->sms / 2, gpcs = profile->chip->gpcs;

        return gpc < gpcs ? tpcs / gpcs + (gpc < tpcs % gpcs) : 0;
}

uint32_t sim_profile_gpcs(const struct sim_profile *profile)
{
        uint32_t tpcs = profile->sms / 2;

        return tpcs < profile->chip->gpcs ? tpcs : profile->chip->gpcs;
}
