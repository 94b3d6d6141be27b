/* SPDX-License-Identifier: MIT */
/* What a kernel's launches share: a QMD and a constant bank 0 that lack only what
 * the launch itself says. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "src/kmd/error.h"
#include "src/launch/module.h"

/* The stack starts at 16 MiB less what the system keeps of each thread's local
 * memory (measured with libcuda on an H200: c[0][0x28] = 0xfffdc0). */
#define LOCAL_SYSTEM_B 0x240
#define STACK_TOP      ((16u << 20) - LOCAL_SYSTEM_B)
/* Stack of a kernel whose depth the compiler could not bound: CUDA's default. */
#define STACK_DEFAULT_B 0x400
#define LOCAL_ALIGN_B   16
/* Registers go to warps in units of 256, to a block's warps in groups of 4. */
#define REGISTER_UNIT  256
#define WARP_GROUP     4
#define PREFETCH_MAX_B 0x1000
/* Arguments of a kernel: 4 KiB, 32 764 bytes since CUDA 12.1. */
#define PARAM_MAX_B 32764

static uint32_t round_up(uint32_t v, uint32_t align)
{
        return (v + align - 1) / align * align;
}

static uint32_t most_threads(const struct peal_chip *chip, uint32_t register_count)
{
        uint32_t per_warp = round_up(round_up(register_count, 8) * 32, REGISTER_UNIT);
        uint32_t warps = chip->registers_per_sm / per_warp / WARP_GROUP * WARP_GROUP;

        return warps * 32 < chip->max_block_threads ? warps * 32 : chip->max_block_threads;
}

static void put32(uint8_t *bank, uint16_t offset, uint32_t value)
{
        if (offset != 0xffff)
                memcpy(bank + offset, &value, sizeof(value));
}

static void put64(uint8_t *bank, uint16_t offset, uint64_t value)
{
        if (offset != 0xffff)
                memcpy(bank + offset, &value, sizeof(value));
}

/* What a block has besides dynamic shared memory. From sm_90 on the section counts
 * what the system reserves, before it does not (nvcc 13.0). */
static uint32_t fixed_shared(const struct peal_chip *chip, uint32_t section_B)
{
        if (!chip->shared_section_has_reserved)
                return section_B + chip->shared_reserved_B;
        return section_B > chip->shared_reserved_B ? section_B : chip->shared_reserved_B;
}

static int prepare_bank0(struct peal_code *code, struct peal_code_kernel *k)
{
        const struct peal_chip *chip = code->set->chip;
        const struct peal_cbank0_layout *at = &chip->cbank0;

        if (k->cubin->param_size_B > PARAM_MAX_B)
                return peal_error(EINVAL, "kernel %s: %u bytes of arguments, more than %u",
                                  k->cubin->name, k->cubin->param_size_B, PARAM_MAX_B);
        if (k->cubin->param_size_B && k->cubin->param_base_B != at->params)
                return peal_error(ENOTSUP,
                                  "kernel %s: arguments at c[0][0x%x], %s has them at 0x%x",
                                  k->cubin->name, k->cubin->param_base_B, chip->name, at->params);
        k->cbank0_B = round_up(at->params + k->cubin->param_size_B, 16);
        k->cbank0 = calloc(1, k->cbank0_B);
        if (!k->cbank0)
                return peal_error(ENOMEM, "out of memory");
        put64(k->cbank0, at->shared_window, chip->shared_window);
        put64(k->cbank0, at->local_window, chip->local_window);
        put32(k->cbank0, at->stack_top, STACK_TOP);
        put32(k->cbank0, at->sm_count, code->set->sm_count);
        put32(k->cbank0, at->shared_reserved, chip->shared_reserved_B);
        return 0;
}

static int constant_banks(const struct peal_code *code, uint32_t index, struct peal_qmd *qmd)
{
        for (uint32_t i = 0; i < code->cubin.section_count; i++) {
                const struct peal_cubin_section *s = &code->cubin.sections[i];

                if (s->kind != PEAL_SEC_CONST || !s->bank || !s->size_B ||
                    (s->kernel >= 0 && s->kernel != (int)index))
                        continue;
                if (s->bank >= PEAL_QMD_CBANKS)
                        return peal_error(ENOTSUP, "section %s: constant bank %u of %u", s->name,
                                          s->bank, PEAL_QMD_CBANKS);
                qmd->cbank[s->bank] =
                    (struct peal_qmd_cbank){.valid = true,
                                            .invalidate = true,
                                            .address = code->section_va[i],
                                            .size_B = round_up((uint32_t)s->size_B, 16)};
        }
        return 0;
}

int peal_code_kernel_prepare(struct peal_code *code, uint32_t index)
{
        const struct peal_cubin_kernel *ck = &code->cubin.kernels[index];
        struct peal_code_kernel *k = &code->kernels[index];
        const struct peal_chip *chip = code->set->chip;
        struct peal_qmd qmd = {.type = PEAL_QMD_GRID_CTA};
        uint32_t stack = ck->min_stack_B > ck->frame_B ? ck->min_stack_B : ck->frame_B;
        const char *field = NULL;
        int r;

        k->cubin = ck;
        k->name = peal_channels_name(code->set, ck->name);
        k->program_va = code->section_va[ck->text_section] + ck->text_offset_B;
        if (ck->recursive && stack < STACK_DEFAULT_B)
                stack = STACK_DEFAULT_B;
        k->local_B = round_up(stack + LOCAL_SYSTEM_B, LOCAL_ALIGN_B);
        k->shared_fixed_B = fixed_shared(chip, ck->shared_B);
        if (!ck->register_count)
                return peal_error(EINVAL, "kernel %s: no register count", ck->name);
        k->max_threads = most_threads(chip, ck->register_count);
        if (ck->max_threads && ck->max_threads < k->max_threads)
                k->max_threads = ck->max_threads;
        r = prepare_bank0(code, k);
        if (r < 0)
                return r;

        qmd.group_id = 0x3f;
        qmd.sass_version = chip->sass_version;
        qmd.block[0] = qmd.block[1] = qmd.block[2] = 1;
        for (int i = 0; i < 3; i++)
                qmd.grid[i] = qmd.cluster[i] = ck->cluster[i] ? ck->cluster[i] : 1;
        if (qmd.cluster[0] * qmd.cluster[1] * qmd.cluster[2] > 1)
                qmd.type = PEAL_QMD_GRID_GPC_CGA;
        qmd.program_address = k->program_va;
        qmd.program_prefetch_B =
            ck->text_size_B < PREFETCH_MAX_B ? (uint32_t)ck->text_size_B : PREFETCH_MAX_B;
        qmd.register_count = round_up(ck->register_count, 8);
        qmd.barrier_count = ck->barrier_count ? ck->barrier_count : 1;
        qmd.local_high_B = k->local_B;
        qmd.shared_B = round_up(k->shared_fixed_B, 128);
        r = peal_chip_sm_config(chip, qmd.shared_B);
        if (r < 0)
                return peal_error(EINVAL, "kernel %s: %u bytes of static shared memory; %s has %u",
                                  ck->name, k->shared_fixed_B, chip->name, chip->shared_per_sm_B);
        qmd.min_sm_config = qmd.target_sm_config = (uint32_t)r;
        qmd.max_sm_config = chip->shared_per_sm_B / 1024 / 4 + 1;
        qmd.no_call_limit = qmd.sampler_via_header = true;
        qmd.sm_global_caching = chip->qmd_version <= PEAL_QMD_V03_00;
        qmd.invalidate_texture_header = qmd.invalidate_texture_sampler = true;
        qmd.invalidate_texture_data = qmd.invalidate_shader_data = true;
        qmd.invalidate_shader_constant = true;
        qmd.membar = PEAL_MEMBAR_SYS;
        qmd.cbank[0] = (struct peal_qmd_cbank){
            .valid = true, .invalidate = true, .address = 0, .size_B = k->cbank0_B};
        r = constant_banks(code, index, &qmd);
        if (r < 0)
                return r;
        r = peal_qmd_encode(chip->qmd_version, &qmd, k->qmd, &field);
        if (r < 0)
                return peal_error(-r, "kernel %s: QMD %s: field %s", ck->name,
                                  peal_qmd_version_name(chip->qmd_version), field ? field : "?");
        return 0;
}
