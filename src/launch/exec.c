/* SPDX-License-Identifier: MIT */
#include "src/launch/exec.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "src/kmd/error.h"

#define EXEC_DW      160
#define BANK_STACK_B 2048
#define COOP_WORK_B  256
#define ROUND(v, a)  (((v) + (a)-1) / (a) * (a))

static int check_dims(const struct peal_channels *set, const struct peal_code_kernel *k,
                      const struct peal_launch_config *c)
{
        const struct peal_chip *chip = set->chip;
        const uint32_t grid[3] = {c->grid.x, c->grid.y, c->grid.z};
        const uint32_t block[3] = {c->block.x, c->block.y, c->block.z};
        const uint32_t cluster[3] = {c->cluster.x, c->cluster.y, c->cluster.z};
        uint64_t threads = (uint64_t)block[0] * block[1] * block[2];
        const char *name = k->cubin->name;

        for (int i = 0; i < 3; i++) {
                const uint32_t own = k->cubin->cluster[i], req = k->cubin->req_block[i];

                if (!grid[i] || grid[i] > chip->max_grid[i])
                        return peal_error(EINVAL, "kernel %s: grid %c is %u; 1 to %u", name,
                                          "xyz"[i], grid[i], chip -> max_grid[i]);
                if (!block[i] || block[i] > chip->max_block[i])
                        return peal_error(EINVAL, "kernel %s: block %c is %u; 1 to %u", name,
                                          "xyz"[i], block[i], chip -> max_block[i]);
                if (req && block[i] != req)
                        return peal_error(EINVAL, "kernel %s: block %c is %u; compiled for %u",
                                          name, "xyz"[i], block[i], req);
                if (cluster[i] && cluster[i] != (own ? own : 1))
                        return peal_error(ENOTSUP,
                                          "kernel %s: cluster %c is %u; compiled for %u, and sizes "
                                          "chosen at launch are not available",
                                          name, "xyz"[i], cluster[i], own ? own : 1);
                if (own > 1 && grid[i] % own)
                        return peal_error(
                            EINVAL,
                            "kernel %s: grid %c is %u, not a multiple of the cluster's "
                            "%u",
                            name, "xyz"[i], grid[i], own);
        }
        if (threads > k->max_threads)
                return peal_error(EINVAL,
                                  "kernel %s: %llu threads a block; at most %u (%u registers a "
                                  "thread%s)",
                                  name, (unsigned long long)threads, k->max_threads,
                                  k->cubin->register_count,
                                  k->cubin->max_threads ? ", launch bounds" : "");
        return 0;
}

static int check_shared(const struct peal_channels *set, const struct peal_code_kernel *k,
                        uint32_t dynamic_B)
{
        const struct peal_chip *chip = set->chip;
        uint32_t fixed = k->shared_fixed_B - chip->shared_reserved_B;

        if (dynamic_B > chip->shared_per_block_B || fixed + dynamic_B > chip->shared_per_block_B)
                return peal_error(EINVAL,
                                  "kernel %s: %u bytes of shared memory (%u static, %u dynamic); a "
                                  "block may have %u",
                                  k->cubin->name, fixed + dynamic_B, fixed, dynamic_B,
                                  chip->shared_per_block_B);
        return 0;
}

static int check_args(const struct peal_code_kernel *k, struct peal_args args)
{
        const struct peal_cubin_kernel *ck = k->cubin;

        if (args.count != ck->param_count)
                return peal_error(EINVAL, "kernel %s: %u arguments given, it takes %u", ck->name,
                                  args.count, ck->param_count);
        for (uint32_t i = 0; i < args.count; i++) {
                const struct peal_arg *a = &args.arg[i];
                const struct peal_cubin_param *p = &ck->params[i];

                if (a->size_B != p->size_B)
                        return peal_error(
                            EINVAL, "kernel %s: argument %u has %u bytes, %s of %u given", ck->name,
                            i, p->size_B, a->buffer ? "a buffer" : "a value", a->size_B);
        }
        return 0;
}

int peal_exec_check(const struct peal_channels *set, const struct peal_code_kernel *k,
                    const struct peal_launch_config *c, struct peal_args args)
{
        int r;

        if (c->size != sizeof(*c))
                return peal_error(EINVAL, "peal_launch_config of %zu bytes; this library has %zu",
                                  c->size, sizeof(*c));
        if (k->cubin->undefined)
                return peal_error(ENOTSUP,
                                  "kernel %s needs the device function %s, which is not "
                                  "available",
                                  k->cubin->name, k->cubin->undefined);
        r = check_dims(set, k, c);
        if (r == 0)
                r = check_shared(set, k, c->shared_B);
        if (r == 0)
                r = check_args(k, args);
        return r;
}

static void put32(uint8_t *bank, uint16_t offset, uint32_t value)
{
        if (offset != 0xffff)
                memcpy(bank + offset, &value, sizeof(value));
}

static void put_dims(uint8_t *bank, uint16_t offset, const uint32_t dims[3])
{
        if (offset != 0xffff)
                memcpy(bank + offset, dims, 3 * sizeof(*dims));
}

static void fill_bank0(uint8_t *bank, const struct peal_channels *set,
                       const struct peal_code_kernel *k, const uint32_t grid[3],
                       const uint32_t block[3], uint32_t dynamic_B, uint64_t workspace_va,
                       struct peal_args args)
{
        const struct peal_cbank0_layout *at = &set->chip->cbank0;
        uint32_t cluster[3], clusters[3], blocks = 1;
        float inverse[3];

        memcpy(bank, k->cbank0, k->cbank0_B);
        put_dims(bank, at->block_dim, block);
        put_dims(bank, at->grid_dim, grid);
        put32(bank, at->dynamic_shared, dynamic_B);
        put32(bank, at->shared_total, ROUND(k->shared_fixed_B + dynamic_B, 128));
        for (int i = 0; i < 3; i++) {
                cluster[i] = k->cubin->cluster[i] ? k->cubin->cluster[i] : 1;
                clusters[i] = grid[i] / cluster[i];
                inverse[i] = 1.0f / (float)cluster[i];
                blocks *= cluster[i];
        }
        put_dims(bank, at->cluster_dim, cluster);
        put32(bank, at->cluster_size, blocks);
        put_dims(bank, at->cluster_grid, clusters);
        if (at->cluster_inverse != 0xffff)
                memcpy(bank + at->cluster_inverse, inverse, sizeof(inverse));
        if (workspace_va && at->coop_workspace != 0xffff) {
                put32(bank, at->coop_workspace, (uint32_t)(workspace_va >> 32));
                put32(bank, at->coop_workspace + 4, (uint32_t)workspace_va);
        }
        for (uint32_t i = 0; i < args.count; i++) {
                const struct peal_arg *a = &args.arg[i];
                uint8_t *to = bank + at->params + k->cubin->params[i].offset_B;
                uint64_t va;

                if (a->buffer) {
                        va = peal_buffer_gpu_va(a->buffer);
                        memcpy(to, &va, sizeof(va));
                } else {
                        memcpy(to, a->data ? a->data : &a->value, a->size_B);
                }
        }
}

int peal_exec(struct peal_cmdq *q, struct peal_local *local, const struct peal_code *code,
              const struct peal_code_kernel *k, const struct peal_launch_config *c,
              struct peal_args args)
{
        const struct peal_channels *set = code->set;
        enum peal_qmd_version v = set->chip->qmd_version;
        const uint32_t grid[3] = {c->grid.x, c->grid.y, c->grid.z};
        const uint32_t block[3] = {c->block.x, c->block.y, c->block.z};
        uint32_t qmd_B = peal_qmd_size_B(v), bank_at = ROUND(qmd_B, PEAL_QMD_ALIGN_B);
        uint32_t work_at = bank_at + ROUND(k->cbank0_B, PEAL_QMD_ALIGN_B);
        uint32_t shared_B = ROUND(k->shared_fixed_B + c->shared_B, 128);
        uint32_t qmd[PEAL_QMD_MAX_DW];
        uint8_t on_stack[BANK_STACK_B], *bank = on_stack, *cpu;
        uint64_t va;
        /* No attribute tells a grid-wide barrier from a warp's: every launch gets the
         * zeroed words that one would need. */
        uint32_t workspace_B = set->chip->cbank0.coop_workspace == 0xffff ? 0 : COOP_WORK_B;
        int config, r;

        r = peal_exec_check(set, k, c, args);
        if (r == 0)
                r = peal_local_ensure(local, k->local_B);
        if (r < 0)
                return peal_cmdq_fail(q, r);
        if (k->cbank0_B > sizeof(on_stack)) {
                bank = malloc(k->cbank0_B);
                if (!bank)
                        return peal_cmdq_fail(q, peal_error(ENOMEM, "out of memory"));
        }
        r = peal_cmdq_begin(q, EXEC_DW, true);
        if (r == 0)
                r = peal_cmdq_slot(q, work_at + (workspace_B), &cpu, &va);
        if (r < 0)
                goto out;

        memcpy(qmd, k->qmd, qmd_B);
        config = peal_chip_sm_config(set->chip, shared_B);
        r = config < 0 ? config : peal_qmd_patch_grid(v, qmd, grid);
        if (r == 0)
                r = peal_qmd_patch_block(v, qmd, block);
        if (r == 0)
                r = peal_qmd_patch_cbank(v, qmd, 0, va + bank_at, k->cbank0_B);
        if (r == 0)
                r = peal_qmd_patch_shared(v, qmd, shared_B, (uint32_t)config,
                                          set->chip->shared_per_sm_B / 1024 / 4 + 1,
                                          (uint32_t)config);
        if (r < 0) {
                r = peal_cmdq_fail(q,
                                   peal_error(-r, "kernel %s: a value does not fit its QMD field",
                                              k->cubin->name));
                goto out;
        }
        fill_bank0(bank, set, k, grid, block, c->shared_B, workspace_B ? va + work_at : 0, args);
        /* Write-combined memory: once, in order. */
        memcpy(cpu + bank_at, bank, k->cbank0_B);
        if (workspace_B)
                memset(cpu + work_at, 0, COOP_WORK_B);

        peal_local_emit(local, q);
        peal_push_launch(&q->push, set->compute_class, va);
        peal_cmdq_tail_launch(q, cpu, qmd);
        q->kernel = k->name;
out:
        if (bank != on_stack)
                free(bank);
        return r;
}
