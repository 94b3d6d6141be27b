/* SPDX-License-Identifier: MIT */
/* What differs between generations: one description each, found by the compute
 * class that the device's class list offers, never by PCI id. */
#ifndef PEAL_HW_CHIP_H
#define PEAL_HW_CHIP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "src/hw/qmd.h"

/* Byte offsets in constant bank 0 of what the driver must put there; 0xffff for
 * what a generation does not have. */
struct peal_cbank0_layout {
        uint16_t block_dim;      /* 3 words */
        uint16_t grid_dim;       /* 3 words */
        uint16_t shared_window;  /* 64 bits */
        uint16_t local_window;   /* 64 bits */
        uint16_t stack_top;      /* 32 bits: 0xfffdc0 */
        uint16_t dynamic_shared; /* 32 bits */
        uint16_t grid_id;        /* 64 bits */
        uint16_t coop_workspace; /* two words: high at this offset, low at +4 */
        uint16_t sm_count;
        uint16_t shared_total;    /* 32 bits: shared bytes of the block, reserved part included */
        uint16_t shared_reserved; /* 32 bits: shared_reserved_B, taken off for %total_smem_size */
        uint16_t cluster_dim;     /* 3 words; blocks per cluster at cluster_size */
        uint16_t cluster_size;
        uint16_t cluster_inverse; /* 3 floats: 1 / cluster_dim */
        uint16_t cluster_grid;    /* 3 words: the grid in clusters */
        uint16_t params;          /* where arguments start (EIATTR_PARAM_CBANK must agree) */
};

struct peal_chip {
        const char *name;       /* "GH100" */
        const char *family;     /* "Hopper" */
        uint32_t compute_class; /* HOPPER_COMPUTE_A */
        uint32_t sm_arch;       /* 90: the newest cubin architecture it runs */
        uint32_t sass_version;  /* QMD SASS_VERSION: 0x90 */
        enum peal_qmd_version qmd_version;
        uint32_t warps_per_sm; /* 64 on Hopper, 48 on Ada */
        uint32_t sms_per_tpc;  /* 2 */
        uint32_t blocks_per_sm;
        uint32_t registers_per_sm;
        uint32_t shared_per_sm_B;    /* largest SM configuration */
        uint32_t shared_per_block_B; /* most a block may use, opt-in, without the reserved part */
        uint32_t shared_reserved_B;  /* per block, taken by the system: 0x400 from Ampere on */
        /* A cubin's .nv.shared.NAME already counts the reserved bytes (user data start at
         * 0x400) from Hopper on; before, it does not and user data start at 0. */
        bool shared_section_has_reserved;
        const uint16_t *sm_configs_KB;        /* ascending, 0-terminated */
        uint32_t max_block_threads;           /* 1024 */
        uint32_t max_block[3];                /* 1024, 1024, 64 */
        uint32_t max_grid[3];                 /* 2^31-1, 65535, 65535 */
        uint32_t max_cluster_blocks;          /* 8 portable; 0 without clusters */
        uint64_t shared_window, local_window; /* what the driver sets and bank 0 repeats */
        struct peal_cbank0_layout cbank0;
};

/* A cubin runs when its major number equals the chip's and its minor is not above the
 * chip's own: sm_80 and sm_86 run on GA10x (peal_chip_runs()). */
const struct peal_chip *peal_chip_by_compute_class(uint32_t class_id);
const struct peal_chip *peal_chip_at(size_t index); /* NULL past the end */
bool peal_chip_runs(const struct peal_chip *chip, uint32_t sm_arch);
/* Code of the smallest SM configuration that holds @bytes, the reserved ones included
 * (KB / 4 + 1), or -ERANGE. */
int peal_chip_sm_config(const struct peal_chip *chip, uint32_t bytes);

#endif
