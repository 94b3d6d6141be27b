/* SPDX-License-Identifier: MIT */
/* What the scheduler checks before a grid runs, and the SM engine's view of a QMD.
 *
 * Names after "SKED check" are those of nouveau's sked_error table (gk104.c, Linux),
 * where the hardware's check has one. Rules marked (H200) were measured on an H200,
 * driver 580.159; the others follow from the limits of struct peal_chip.
 */
#include "sim/gpu/model.h"

#include <errno.h>
#include <stdio.h>

#define XID_GR_EXCEPTION 13

static int bad(const struct sim_grid *g, const char *check, const char *text)
{
        return sim_fault(g->ch, XID_GR_EXCEPTION, "QMD at 0x%llx: SKED check %s: %s",
                         (unsigned long long)g->qmd_va, check, text);
}

static int check_dims(const struct sim_grid *g, const struct peal_chip *chip)
{
        const struct peal_qmd *q = &g->qmd;
        uint64_t threads = (uint64_t)q->block[0] * q->block[1] * q->block[2];
        char text[160];

        for (unsigned i = 0; i < 3; i++) {
                if (!q->block[i])
                        return bad(g, "CTA_THREAD_DIMENSION_ZERO", "a block dimension is 0");
                if (!q->grid[i])
                        return bad(g, "GRID_DIMENSION_ZERO", "a grid dimension is 0");
                if (q->block[i] > chip->max_block[i] || q->grid[i] > chip->max_grid[i]) {
                        snprintf(text, sizeof(text),
                                 "dimension %u: block %u of at most %u, grid %u of at most %u", i,
                                 q->block[i], chip->max_block[i], q->grid[i], chip->max_grid[i]);
                        return bad(g, "DIMENSION", text);
                }
        }
        if (threads > chip->max_block_threads) {
                snprintf(text, sizeof(text), "%llu threads in a block of at most %u",
                         (unsigned long long)threads, chip->max_block_threads);
                return bad(g, "TOTAL_THREADS", text);
        }
        return 0;
}

static int check_registers(const struct sim_grid *g, const struct peal_chip *chip)
{
        const struct peal_qmd *q = &g->qmd;
        uint32_t warps = (q->block[0] * q->block[1] * q->block[2] + 31) / 32;
        /* Allocated in steps of 8 a thread. */
        uint32_t per_thread = (q->register_count + 7) / 8 * 8;
        uint64_t total = (uint64_t)per_thread * 32 * warps;
        char text[160];

        if (q->register_count > 255)
                return bad(g, "REGISTER_COUNT", "more than 255 registers a thread");
        if (total > chip->registers_per_sm) {
                snprintf(text, sizeof(text), "%u registers x %u warps need %llu of %u", per_thread,
                         warps, (unsigned long long)total, chip->registers_per_sm);
                return bad(g, "TOTAL_REGISTER_COUNT", text);
        }
        return 0;
}

static bool config_known(const struct peal_chip *chip, uint32_t code)
{
        for (const uint16_t *kb = chip->sm_configs_KB; *kb; kb++) {
                if (code == *kb / 4u + 1)
                        return true;
        }
        return false;
}

static int check_shared(const struct sim_grid *g, const struct peal_chip *chip)
{
        const struct peal_qmd *q = &g->qmd;
        uint32_t min = q->min_sm_config, max = q->max_sm_config, target = q->target_sm_config;
        uint32_t limit_B = chip->shared_per_sm_B;
        char text[160];

        /* All zero runs; some zero is Xid 13 (H200). */
        if (min || max || target) {
                snprintf(text, sizeof(text), "SM configurations MIN %u, MAX %u, TARGET %u", min,
                         max, target);
                if (!config_known(chip, min) || !config_known(chip, max) ||
                    !config_known(chip, target) || min > target || target > max)
                        return bad(g, "SHARED_CONFIG", text);
                limit_B = (max - 1) * 4096;
                if (q->shared_B > (target - 1) * 4096) {
                        snprintf(text, sizeof(text), "%u bytes, TARGET configuration has %u",
                                 q->shared_B, (target - 1) * 4096);
                        return bad(g, "SHARED_CONFIG_TOO_SMALL", text);
                }
        }
        if (q->shared_B > limit_B) {
                snprintf(text, sizeof(text), "%u bytes of at most %u", q->shared_B, limit_B);
                return bad(g, "SHARED_MEMORY_SIZE", text);
        }
        return 0;
}

static int check_clusters(const struct sim_grid *g, const struct peal_chip *chip)
{
        const struct peal_qmd *q = &g->qmd;
        uint32_t blocks = q->cluster[0] * q->cluster[1] * q->cluster[2];
        char text[160];

        if (q->type != PEAL_QMD_GRID_GPC_CGA) {
                if (blocks > 1)
                        return bad(g, "CGA", "cluster dimensions, but QMD_TYPE is GRID_CTA");
                return 0;
        }
        if (!chip->max_cluster_blocks)
                return bad(g, "CGA", "the chip has no clusters");
        /* Without the GPC_CGA fields: Xid 13 (H200). 16 blocks are the hardware's limit,
         * 8 the portable one (CUDA C++ Programming Guide, thread block clusters). */
        if (!blocks || blocks > 16) {
                snprintf(text, sizeof(text), "cluster of %u x %u x %u blocks, 1 to 16 allowed",
                         q->cluster[0], q->cluster[1], q->cluster[2]);
                return bad(g, "CGA", text);
        }
        for (unsigned i = 0; i < 3; i++) {
                if (q->grid[i] % q->cluster[i])
                        return bad(g, "CGA", "the grid is not a whole number of clusters");
        }
        return 0;
}

/* The channel's local memory must hold what the hardware would hand out: per thread,
 * for every warp of the two SMs of every TPC. */
static int check_local(const struct sim_grid *g, const struct peal_chip *chip)
{
        const struct sim_compute *c = &g->ch->compute;
        uint32_t sms_per_tpc = chip->sms_per_tpc ? chip->sms_per_tpc : 2;
        uint64_t per_thread = (uint64_t)g->qmd.local_low_B + g->qmd.local_high_B;
        uint64_t need = per_thread * 32 * chip->warps_per_sm * sms_per_tpc, run;
        uint64_t tpcs = (g->ch->gpu->config.sm_count + sms_per_tpc - 1) / sms_per_tpc;
        uint64_t last = c->local_va + c->local_per_tpc_B * tpcs - 1;
        bool first_ok, last_ok;
        char text[192];

        if (!per_thread)
                return 0;
        if (need > c->local_per_tpc_B) {
                snprintf(text, sizeof(text),
                         "%llu bytes a thread need %llu a TPC, "
                         "SET_SHADER_LOCAL_MEMORY_NON_THROTTLED gave %llu",
                         (unsigned long long)per_thread, (unsigned long long)need,
                         (unsigned long long)c->local_per_tpc_B);
                return bad(g, "LOCAL_MEMORY_TOTAL_SIZE", text);
        }
        sim_vas_enter(g->ch->vas);
        first_ok = sim_vas_walk(g->ch->vas, c->local_va, SM_WRITE, &run);
        last_ok = sim_vas_walk(g->ch->vas, last, SM_WRITE, &run);
        sim_vas_leave(g->ch->vas);
        if (first_ok && last_ok)
                return 0;
        return sim_fault_memory(g->ch,
                                (struct sim_mem_fault){first_ok ? last : c->local_va, SM_WRITE},
                                "SET_SHADER_LOCAL_MEMORY");
}

int sim_launch_fill(struct sim_grid *g)
{
        struct sim_channel *ch = g->ch;
        const struct sim_gpu_config *config = &ch->gpu->config;
        const struct peal_chip *chip = config->chip;
        const struct peal_qmd *q = &g->qmd;
        struct sm_launch *l = &g->launch;

        g->runs = q->type == PEAL_QMD_GRID_CTA || q->type == PEAL_QMD_GRID_GPC_CGA;
        if (!g->runs)
                return 0;
        if (check_dims(g, chip) < 0 || check_registers(g, chip) < 0 || check_shared(g, chip) < 0 ||
            check_clusters(g, chip) < 0 || check_local(g, chip) < 0)
                return -EFAULT;
        if (q->program_address % 16)
                return bad(g, "PROGRAM_OFFSET", "the program is not aligned to 16 bytes");
        *l = (struct sm_launch){
            .sm_arch = config->sm_arch,
            .program_address = q->program_address,
            .register_count = q->register_count,
            .barrier_count = q->barrier_count,
            .shared_B = q->shared_B,
            .local_B = q->local_low_B + q->local_high_B,
            .shared_window = ch->compute.shared_window,
            .local_window = ch->compute.local_window,
            .sm_count = config->sm_count,
            .warps_per_sm = chip->warps_per_sm,
            .grid_id = atomic_fetch_add(&ch->gpu->grid_ids, 1) + 1,
            .max_instructions = config->max_instructions,
        };
        for (unsigned i = 0; i < 3; i++) {
                l->grid[i] = q->grid[i];
                l->block[i] = q->block[i];
                l->cluster[i] = q->type == PEAL_QMD_GRID_GPC_CGA ? q->cluster[i] : 1;
        }
        for (unsigned i = 0; i < PEAL_QMD_CBANKS; i++) {
                if (q->cbank[i].size_B > 65536)
                        return bad(g, "CONSTANT_BUFFER_SIZE", "a constant bank exceeds 64 KiB");
                l->cbank[i] =
                    (struct sm_cbank){q->cbank[i].valid, q->cbank[i].address, q->cbank[i].size_B};
        }
        return 0;
}
