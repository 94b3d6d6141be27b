/* SPDX-License-Identifier: MIT */
/* The generations that Peal knows.
 *
 * Limits: CUDA C++ Programming Guide 13.0, "Technical Specifications per Compute
 * Capability" (warps, blocks, registers, shared memory, grid and block dimensions)
 * and the shared memory capacities of the sections on compute capabilities.
 *
 * Constant bank 0: offsets are those that code compiled by nvcc 13.0 reads, looked up
 * with nvdisasm in kernels that each read one special register or take one generic
 * address, for sm_75, 80, 86, 89, 90, 100 and 120. Hopper's were also written by libcuda 580.159
 * to an H200. What was found otherwise says so.
 */
#include <errno.h>
#include "src/hw/chip.h"
#include "src/hw/class.h"

#define NONE 0xffff

static const uint16_t configs_tu10x[] = {32, 64, 0};
static const uint16_t configs_ga100[] = {8, 16, 32, 64, 100, 132, 164, 0};
static const uint16_t configs_ga10x[] = {8, 16, 32, 64, 100, 0};
static const uint16_t configs_gh100[] = {8, 16, 32, 64, 100, 132, 164, 196, 228, 0};

/* sm_75: the total size has no word here, %total_smem_size reads SR_SMEMSZ alone.
 * 0x8c is %envreg1, 0x90 %envreg2: the cooperative workspace's high and low word. */
#define CBANK0_TURING                                                                              \
        {                                                                                          \
                .block_dim = 0x00, .grid_dim = 0x0c, .shared_window = 0x18, .local_window = 0x20,  \
                .stack_top = 0x28, .dynamic_shared = 0x2c, .grid_id = 0x30,                        \
                .coop_workspace = 0x8c, .sm_count = 0x10c, .shared_total = NONE,                   \
                .shared_reserved = NONE, .cluster_dim = NONE, .cluster_size = NONE,                \
                .cluster_inverse = NONE, .cluster_grid = NONE, .params = 0x160,                    \
        }

/* sm_80, sm_86, sm_89: as Turing, but %total_smem_size is SR_SMEMSZ less 0x114. */
#define CBANK0_AMPERE                                                                              \
        {                                                                                          \
                .block_dim = 0x00, .grid_dim = 0x0c, .shared_window = 0x18, .local_window = 0x20,  \
                .stack_top = 0x28, .dynamic_shared = 0x2c, .grid_id = 0x30,                        \
                .coop_workspace = 0x8c, .sm_count = 0x10c, .shared_total = NONE,                   \
                .shared_reserved = 0x114, .cluster_dim = NONE, .cluster_size = NONE,               \
                .cluster_inverse = NONE, .cluster_grid = NONE, .params = 0x160,                    \
        }

/* sm_90. The shared window is not read by the kernels tried (they take its upper half
 * from SR_SWINHI and suppose the lower to be 0); libcuda writes it to 0x18. */
#define CBANK0_HOPPER                                                                              \
        {                                                                                          \
                .block_dim = 0x00, .grid_dim = 0x0c, .shared_window = 0x18, .local_window = 0x20,  \
                .stack_top = 0x28, .dynamic_shared = 0x2c, .grid_id = 0x30,                        \
                .coop_workspace = 0x44, .sm_count = 0x10c, .shared_total = 0x13c,                  \
                .shared_reserved = 0x114, .cluster_dim = 0x144, .cluster_size = 0x188,             \
                .cluster_inverse = 0x150, .cluster_grid = 0x15c, .params = 0x210,                  \
        }

/* sm_100 and sm_120, alike. The coop_workspace, dynamic_shared, shared_total and
 * cluster_* words are read at these offsets less 0xa0 * SR_CgaSize; what SR_CgaSize
 * reads without clusters was not measured. The shared window is inferred: the words
 * before the local one's. */
#define CBANK0_BLACKWELL                                                                           \
        {                                                                                          \
                .block_dim = 0x360, .grid_dim = 0x370, .shared_window = 0x2f0,                     \
                .local_window = 0x2f8, .stack_top = 0x37c, .dynamic_shared = 0x2ac,                \
                .grid_id = 0x140, .coop_workspace = 0x254, .sm_count = 0x2d0,                      \
                .shared_total = 0x2bc, .shared_reserved = 0x16c, .cluster_dim = 0x2a0,             \
                .cluster_size = 0x2cc, .cluster_inverse = 0x2b0, .cluster_grid = 0x2c0,            \
                .params = 0x380,                                                                   \
        }

/* Windows of the generic address space. SET_SHADER_SHARED_MEMORY_WINDOW and _LOCAL_
 * take 49 bits. tinygrad 0.9.0 used the low pair on GA10x and AD10x; for TU10x and GA100 the
 * same is supposed. The high pair ran on an H200, driver 580.159, and is aligned to
 * 4 GiB, as code from sm_90 on needs (SR_SWINHI); for Blackwell it is inferred. */
#define WINDOWS_LOW  .shared_window = 0xfe000000, .local_window = 0xff000000
#define WINDOWS_HIGH .shared_window = 0x729400000000, .local_window = 0x729300000000

#define COMMON_LIMITS                                                                              \
        .sms_per_tpc = 2, .registers_per_sm = 65536, .max_block_threads = 1024,                    \
        .max_block = {1024, 1024, 64}, .max_grid = {0x7fffffff, 65535, 65535}

/* SASS_VERSION is major in the upper and minor in the lower digit of the SM version
 * that the kernel driver reports (NV2080_CTRL_GR_INFO_SM_VERSION_x_y): 0x90 in
 * libcuda's QMDs on an H200, 0x89 in tinygrad's on AD10x. For the others it is
 * inferred; an H200 runs kernels without it. */
static const struct peal_chip chips[] = {
    {
        .name = "TU10x",
        .family = "Turing",
        .compute_class = TURING_COMPUTE_A,
        .sm_arch = 75,
        .sass_version = 0x75,
        .qmd_version = PEAL_QMD_V02_03,
        .warps_per_sm = 32,
        .blocks_per_sm = 16,
        .shared_per_sm_B = 64 << 10,
        .shared_per_block_B = 64 << 10,
        .sm_configs_KB = configs_tu10x,
        .cbank0 = CBANK0_TURING,
        WINDOWS_LOW,
        COMMON_LIMITS,
    },
    {
        .name = "GA100",
        .family = "Ampere",
        .compute_class = AMPERE_COMPUTE_A,
        .sm_arch = 80,
        .sass_version = 0x80,
        .qmd_version = PEAL_QMD_V03_00,
        .warps_per_sm = 64,
        .blocks_per_sm = 32,
        .shared_per_sm_B = 164 << 10,
        .shared_per_block_B = 163 << 10,
        .shared_reserved_B = 0x400,
        .sm_configs_KB = configs_ga100,
        .cbank0 = CBANK0_AMPERE,
        WINDOWS_LOW,
        COMMON_LIMITS,
    },
    {
        .name = "GA10x",
        .family = "Ampere",
        .compute_class = AMPERE_COMPUTE_B,
        .sm_arch = 86,
        .sass_version = 0x86,
        .qmd_version = PEAL_QMD_V03_00,
        .warps_per_sm = 48,
        .blocks_per_sm = 16,
        .shared_per_sm_B = 100 << 10,
        .shared_per_block_B = 99 << 10,
        .shared_reserved_B = 0x400,
        .sm_configs_KB = configs_ga10x,
        .cbank0 = CBANK0_AMPERE,
        WINDOWS_LOW,
        COMMON_LIMITS,
    },
    {
        .name = "AD10x",
        .family = "Ada",
        .compute_class = ADA_COMPUTE_A,
        .sm_arch = 89,
        .sass_version = 0x89,
        .qmd_version = PEAL_QMD_V03_00,
        .warps_per_sm = 48,
        .blocks_per_sm = 24,
        .shared_per_sm_B = 100 << 10,
        .shared_per_block_B = 99 << 10,
        .shared_reserved_B = 0x400,
        .sm_configs_KB = configs_ga10x,
        .cbank0 = CBANK0_AMPERE,
        WINDOWS_LOW,
        COMMON_LIMITS,
    },
    {
        .name = "GH100",
        .family = "Hopper",
        .compute_class = HOPPER_COMPUTE_A,
        .sm_arch = 90,
        .sass_version = 0x90,
        .qmd_version = PEAL_QMD_V04_00,
        .warps_per_sm = 64,
        .blocks_per_sm = 32,
        .shared_per_sm_B = 228 << 10,
        .shared_per_block_B = 227 << 10,
        .shared_reserved_B = 0x400,
        .shared_section_has_reserved = true,
        .sm_configs_KB = configs_gh100,
        .max_cluster_blocks = 8,
        .cbank0 = CBANK0_HOPPER,
        WINDOWS_HIGH,
        COMMON_LIMITS,
    },
    {
        .name = "GB100",
        .family = "Blackwell",
        .compute_class = BLACKWELL_COMPUTE_A,
        .sm_arch = 100,
        .sass_version = 0xa0,
        .qmd_version = PEAL_QMD_V05_00,
        .warps_per_sm = 64,
        .blocks_per_sm = 32,
        .shared_per_sm_B = 228 << 10,
        .shared_per_block_B = 227 << 10,
        .shared_reserved_B = 0x400,
        .shared_section_has_reserved = true,
        .sm_configs_KB = configs_gh100,
        .max_cluster_blocks = 8,
        .cbank0 = CBANK0_BLACKWELL,
        WINDOWS_HIGH,
        COMMON_LIMITS,
    },
    {
        .name = "GB20x",
        .family = "Blackwell",
        .compute_class = BLACKWELL_COMPUTE_B,
        .sm_arch = 120,
        .sass_version = 0xa4, /* reported as SM version 10.4 */
        .qmd_version = PEAL_QMD_V05_00,
        .warps_per_sm = 48,
        .blocks_per_sm = 24,
        .shared_per_sm_B = 100 << 10,
        .shared_per_block_B = 99 << 10,
        .shared_reserved_B = 0x400,
        .shared_section_has_reserved = true,
        .sm_configs_KB = configs_ga10x,
        .max_cluster_blocks = 8,
        .cbank0 = CBANK0_BLACKWELL,
        WINDOWS_HIGH,
        COMMON_LIMITS,
    },
};

const struct peal_chip *peal_chip_at(size_t index)
{
        return index < sizeof(chips) / sizeof(*chips) ? &chips[index] : NULL;
}

const struct peal_chip *peal_chip_by_compute_class(uint32_t class_id)
{
        for (size_t i = 0; i < sizeof(chips) / sizeof(*chips); i++)
                if (chips[i].compute_class == class_id)
                        return &chips[i];
        return NULL;
}

bool peal_chip_runs(const struct peal_chip *chip, uint32_t sm_arch)
{
        return sm_arch / 10 == chip->sm_arch / 10 && sm_arch % 10 <= chip->sm_arch % 10;
}

int peal_chip_sm_config(const struct peal_chip *chip, uint32_t bytes)
{
        for (const uint16_t *kb = chip->sm_configs_KB; *kb; kb++)
                if (bytes <= (uint32_t)*kb << 10)
                        return *kb / 4 + 1;
        return -ERANGE;
}
