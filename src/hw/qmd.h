/* SPDX-License-Identifier: MIT */
/* Queue meta data: the descriptor of one grid, in every version from Turing on.
 *
 * A struct peal_qmd says what is meant; the version's field table says where it
 * lies. One table a version (qmd_v02.h, qmd_v03.h, qmd_v04.h, qmd_v05.h) gives
 * encoder, decoder and printer.
 */
#ifndef PEAL_HW_QMD_H
#define PEAL_HW_QMD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "src/hw/field.h"

enum peal_qmd_version {
        PEAL_QMD_V02_03, /* TURING_COMPUTE_A, 256 bytes */
        PEAL_QMD_V03_00, /* AMPERE_COMPUTE_A/B, ADA_COMPUTE_A, 256 bytes */
        PEAL_QMD_V04_00, /* HOPPER_COMPUTE_A, 384 bytes */
        PEAL_QMD_V05_00, /* BLACKWELL_COMPUTE_A/B, 384 bytes */
        PEAL_QMD_VERSIONS
};

#define PEAL_QMD_MAX_DW  96
#define PEAL_QMD_ALIGN_B 256
#define PEAL_QMD_CBANKS  8
/* PROGRAM_PREFETCH_SIZE: 9 bits of 64 bytes. */
#define PEAL_QMD_PREFETCH_MAX_B (511u * 64)

enum peal_qmd_type { PEAL_QMD_GRID_NULL = 1, PEAL_QMD_GRID_CTA = 2, PEAL_QMD_GRID_GPC_CGA = 3 };
enum peal_qmd_membar { PEAL_MEMBAR_NONE = 0, PEAL_MEMBAR_SYS = 1, PEAL_MEMBAR_GPU = 3 };
/* Values of V03_00 and later; V02_03 knows SCHEDULE only. */
enum peal_qmd_action {
        PEAL_QMD_INCREMENT_PUT = 0,
        PEAL_QMD_SCHEDULE = 1,
        PEAL_QMD_INVALIDATE_COPY_SCHEDULE = 3,
        PEAL_QMD_DECREMENT_DEPENDENCE = 4,
};

struct peal_qmd_release {
        bool enable;    /* without it the rest is carried along, except timestamp: the
                         * structure size is then four words, decoded as no timestamp */
        bool timestamp; /* structure of 16 bytes with a time in ns at +8, else one word/two words */
        bool payload_64;          /* payload is 64 bits wide (V03_00 and later) */
        bool membar_sys;          /* the release's own FE_SYSMEMBAR; V02_03: one bit for both */
        bool reduction;           /* reduce into memory instead of storing */
        uint8_t reduction_op;     /* RED_ADD 0, MIN, MAX, INC, DEC, AND, OR, XOR */
        uint8_t reduction_format; /* UNSIGNED 0, SIGNED 1 */
        uint64_t address;         /* aligned to what is written: 4, 8 or 16 bytes */
        uint64_t payload;
};

struct peal_qmd_dependent {
        bool enable;
        bool prefetch;
        enum peal_qmd_action action; /* V02_03: SCHEDULE, or 0 when not enabled */
        uint64_t address;            /* of the dependent QMD, 256-byte aligned, below 2^40 */
};

/* Values of V04_00 and later; V03_00 knows NONE and POST, V02_03 NONE only. */
enum peal_qmd_prefetch {
        PEAL_QMD_PREFETCH_NONE = 0,
        PEAL_QMD_PREFETCH_PRE = 1,
        PEAL_QMD_PREFETCH_POST = 2
};

struct peal_qmd_cbank {
        bool valid;
        bool invalidate;
        enum peal_qmd_prefetch prefetch;
        uint64_t address; /* 64-byte aligned from V04_00 on, 16-byte aligned before */
        uint32_t size_B;  /* multiple of 16 */
};

struct peal_qmd {
        enum peal_qmd_type type;
        uint32_t group_id; /* 0x3f: none */
        uint32_t sass_version;
        uint32_t grid[3];    /* blocks; with clusters still blocks: the encoder divides */
        uint32_t block[3];   /* threads */
        uint32_t cluster[3]; /* blocks per cluster, 1,1,1 (or zeros) without */
        uint64_t program_address;
        /* Code bytes to prefetch, a multiple of 64, at most PEAL_QMD_PREFETCH_MAX_B, from
         * program_prefetch_address (0: from program_address) down to 256; 0 none. */
        uint32_t program_prefetch_B;
        uint64_t program_prefetch_address;
        bool program_prefetch_post; /* V03 and later: PREFETCH_POST instead of at launch */
        uint32_t register_count;
        uint32_t barrier_count;
        uint32_t shared_B;
        /* SM configuration codes (KiB / 4 + 1); see struct peal_chip. */
        uint32_t min_sm_config, max_sm_config, target_sm_config;
        uint32_t local_low_B, local_high_B; /* per thread */
        bool no_call_limit;                 /* API_VISIBLE_CALL_LIMIT = NO_CHECK */
        bool sampler_via_header;            /* SAMPLER_INDEX */
        bool sm_global_caching;             /* V02, V03 */
        bool invalidate_texture_header, invalidate_texture_sampler, invalidate_texture_data;
        bool invalidate_shader_data, invalidate_instruction, invalidate_shader_constant;
        enum peal_qmd_membar membar;
        bool membar_task_chasing; /* V04 and later */
        bool require_scheduling_pcas;
        bool self_copy_on_completion;   /* V03 and later */
        uint32_t dependence_counter;    /* V03 and later */
        uint32_t cga_distribution_mode; /* V04 and later */
        /* V04 and later; libcuda's QMDs have them. */
        bool enable_program_pre_exit, pre_exit_at_last_cta_launch;
        bool arrive_at_latch, wait_on_latch;
        uint32_t arrive_at_latch_id, wait_on_latch_id;
        struct peal_qmd_cbank cbank[PEAL_QMD_CBANKS];
        struct peal_qmd_release release[3];     /* V02_03 has two */
        struct peal_qmd_dependent dependent[2]; /* V02_03 and V03_00 have one */
};

unsigned peal_qmd_size_B(enum peal_qmd_version version); /* 256 or 384 */
/* "V04_00" ... */
const char *peal_qmd_version_name(enum peal_qmd_version version);

/* Writes all peal_qmd_size_B() bytes of @words. -ERANGE: a value does not fit
 * its field; -EINVAL: misaligned, or the version does not have what was asked
 * (a 64-bit payload or a third release on V02_03, clusters before V04_00 ...).
 * *ret_field (may be NULL): the vendor's name of the field at fault. */
int peal_qmd_encode(enum peal_qmd_version version, const struct peal_qmd *qmd, uint32_t *words,
                    const char **ret_field);
/* The inverse, strict: -EINVAL with *ret_field when a bit is set that this
 * struct does not carry (*ret_field is the vendor's field name, or "bit N" from
 * a static string "undefined bit") or QMD_MAJOR_VERSION is another one. */
int peal_qmd_decode(enum peal_qmd_version version, const uint32_t *words, struct peal_qmd *ret_qmd,
                    const char **ret_field);

/* Hot path: patch fields of an encoded QMD in place, with the same checks; nothing is
 * written when one fails. They touch only the words of the fields named, but read them
 * first (and patch_grid the cluster's): @words is ordinary cached memory, to be copied
 * out afterwards, never the write-combined copy that the GPU reads. */
int peal_qmd_patch_grid(enum peal_qmd_version version, uint32_t *words, const uint32_t grid[3]);
int peal_qmd_patch_block(enum peal_qmd_version version, uint32_t *words, const uint32_t block[3]);
int peal_qmd_patch_cbank(enum peal_qmd_version version, uint32_t *words, unsigned bank,
                         uint64_t address, uint32_t size_B);
int peal_qmd_patch_shared(enum peal_qmd_version version, uint32_t *words, uint32_t shared_B,
                          uint32_t min_cfg, uint32_t max_cfg, uint32_t target_cfg);
/* Bytes per thread: the high part only. */
int peal_qmd_patch_local(enum peal_qmd_version version, uint32_t *words, uint32_t local_high_B);
int peal_qmd_patch_release(enum peal_qmd_version version, uint32_t *words, unsigned index,
                           const struct peal_qmd_release *release);
int peal_qmd_patch_dependent(enum peal_qmd_version version, uint32_t *words, unsigned index,
                             const struct peal_qmd_dependent *dependent);

/* The whole table of a version, ordered by position; *ret_count entries. */
const struct peal_field *peal_qmd_fields(enum peal_qmd_version version, size_t *ret_count);
/* One "NAME value" line for each field that is not zero, to @emit. */
void peal_qmd_print(enum peal_qmd_version version, const uint32_t *words,
                    void (*emit)(void *ctx, const char *line), void *ctx);

#endif
