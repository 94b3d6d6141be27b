/* SPDX-License-Identifier: MIT */
/* What a modelled machine is: chips by profile, and the keys that change them. */
#ifndef PEAL_SIM_KMD_PROFILE_H
#define PEAL_SIM_KMD_PROFILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SIM_MAX_CE      10
#define SIM_MAX_CLASSES 24
#define SIM_MAX_GPCS    12

/* A logical copy engine. Bit 0 of the capabilities: shares the graphics runlist. */
struct sim_ce {
        uint32_t pce_mask;
        uint16_t caps;
        uint16_t runlist;
};
#define SIM_CE_CAP_GRCE 0x0001

struct sim_chip_profile {
        const char *key;        /* "h200" */
        const char *name;       /* "NVIDIA H200" */
        const char *short_name; /* "GH100" */
        uint16_t device_id, subsystem_id, subsystem_vendor;
        uint32_t arch, impl; /* NV2080_CTRL_MC_ARCH_INFO_ARCHITECTURE_* */
        uint32_t sm_version; /* major << 8 | minor */
        uint32_t compute_class;
        uint16_t classes[SIM_MAX_CLASSES]; /* as the chip's list has them, 0-terminated */
        uint32_t sms, gpcs, max_tpcs_per_gpc;
        uint64_t mem_MiB;
        uint32_t bus_width, l2_KiB, ram_type;
        bool nvlink;
        unsigned ce_count;
        struct sim_ce ce[SIM_MAX_CE];
};

#define SIM_MAX_DENY 16

struct sim_profile {
        const struct sim_chip_profile *chip;
        char driver[64];
        uint64_t mem_B;
        uint32_t sms, count, workers, minor;
        uint64_t limit;
        uint32_t deny[SIM_MAX_DENY]; /* control commands and classes */
        unsigned deny_count;
        bool deny_proc_version, deny_version_str;
};

/* Parses what sim_kmd_create() takes. -EINVAL with the sentence in @err. */
int sim_profile_parse(const char *text, char *err, size_t err_B, struct sim_profile *ret_profile);
bool sim_profile_denies(const struct sim_profile *profile, uint32_t number);
bool sim_profile_has_class(const struct sim_profile *profile, uint32_t class_id);
/* TPCs of GPC @gpc when the chip's TPCs are spread evenly. */
uint32_t sim_profile_tpcs(const struct sim_profile *profile, unsigned gpc);
/* GPCs that have a TPC at all. */
uint32_t sim_profile_gpcs(const struct sim_profile *profile);

#endif
