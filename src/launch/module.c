/* SPDX-License-Identifier: MIT */
#include "src/launch/module.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "src/kmd/error.h"

/* The SM fetches ahead of the last instruction: on an H200 (driver 580.159) up to
 * 0x1700 bytes past the end of the code were seen to fault when unmapped, and none
 * from 0x1800 on. */
#define CODE_TAIL_B  0x4000
#define TEXT_ALIGN_B 128
/* Constant buffers before Hopper are named in units of 256 bytes by some methods;
 * the QMD asks for less. */
#define BANK_ALIGN_B   256
#define UPLOAD_WAIT_NS 10000000000ull

static uint64_t round_up(uint64_t v, uint64_t align)
{
        return (v + align - 1) / align * align;
}

static bool in_code(const struct peal_cubin_section *s)
{
        return s->kind == PEAL_SEC_TEXT || s->kind == PEAL_SEC_CONST;
}

/* Offsets within the code and the data block, still without their base. */
static int lay_out(struct peal_code *c, uint64_t *ret_code_B, uint64_t *ret_data_B)
{
        uint64_t at[2] = {0, 0};

        /* Text first, so that what follows it is the tail that may be fetched. */
        for (int pass = 0; pass < 2; pass++) {
                for (uint32_t i = 0; i < c->cubin.section_count; i++) {
                        const struct peal_cubin_section *s = &c->cubin.sections[i];
                        uint64_t align = s->align_B ? s->align_B : 1, *where;
                        uint64_t least = s->kind == PEAL_SEC_TEXT ? TEXT_ALIGN_B : BANK_ALIGN_B;

                        if ((s->kind == PEAL_SEC_TEXT) != (pass == 0))
                                continue;
                        where = &at[in_code(s) ? 0 : 1];
                        if (align < least)
                                align = least;
                        *where = round_up(*where, align);
                        c->section_va[i] = *where;
                        /* A bank's size is counted in 16 bytes. */
                        *where += round_up(s->size_B, 16);
                        if (*where > 1ull << 40)
                                return peal_error(EINVAL,
                                                  "section %s: the module needs over 2^40 bytes",
                                                  s->name);
                }
                if (pass == 0)
                        at[0] += CODE_TAIL_B;
        }
        *ret_code_B = at[0];
        *ret_data_B = at[1];
        return 0;
}

static int place(struct peal_code *c)
{
        struct peal_memory_request code = {.kind = PEAL_MEMORY_VIDEO, .low = true, .cpu = true};
        struct peal_memory_request data = {.kind = PEAL_MEMORY_VIDEO};
        int r;

        r = lay_out(c, &code.size_B, &data.size_B);
        if (r < 0)
                return r;
        r = peal_memory_alloc(c->set->space, &code, &c->code);
        if (r == 0 && data.size_B)
                r = peal_memory_alloc(c->set->space, &data, &c->data);
        if (r < 0)
                return r;
        for (uint32_t i = 0; i < c->cubin.section_count; i++)
                c->section_va[i] +=
                    in_code(&c->cubin.sections[i]) ? c->code.gpu_va : c->data.gpu_va;
        return 0;
}

/* A section's bytes with its relocations applied, in ordinary memory. */
static int relocated(const struct peal_code *c, uint32_t section, uint8_t **ret_data)
{
        const struct peal_cubin_section *s = &c->cubin.sections[section];
        uint8_t *data = malloc(s->size_B ? s->size_B : 1);

        if (!data)
                return peal_error(ENOMEM, "section %s: no memory for %llu bytes", s->name,
                                  (unsigned long long)s->size_B);
        memcpy(data, s->data, s->size_B);
        for (uint32_t i = 0; i < c->cubin.reloc_count; i++) {
                const struct peal_cubin_reloc *rel = &c->cubin.relocs[i];
                const struct peal_cubin_symbol *sym;
                int r;

                if (rel->section != (int)section)
                        continue;
                sym = &c->cubin.symbols[rel->symbol];
                /* Relocations to undefined functions do nothing: the kernels that need
                 * them are refused at launch, by name. */
                r = peal_cubin_apply(&c->cubin, rel, data, s->size_B,
                                     sym->section < 0 ? sym->value
                                                      : c->section_va[sym->section] + sym->value);
                if (r < 0) {
                        free(data);
                        return peal_error_in(r, "section %s", s->name);
                }
        }
        *ret_data = data;
        return 0;
}

/* Globals have no CPU mapping (they may be large): through the queue. */
static int upload_global(struct peal_code *c, struct peal_cmdq *q, uint64_t va, const uint8_t *data,
                         uint64_t size_B)
{
        uint64_t whole = size_B & ~3ull;
        int r;

        if (!data) {
                r = whole ? peal_cmdq_fill(q, va, whole, 0, 4) : 0;
                if (r == 0 && size_B > whole)
                        r = peal_cmdq_fill(q, va + whole, size_B - whole, 0, 1);
                return r;
        }
        (void)c;
        for (uint64_t done = 0; done < size_B; done += 4096) {
                uint64_t piece = size_B - done < 4096 ? size_B - done : 4096;

                r = peal_cmdq_write(q, va + done, data + done, (uint32_t)piece);
                if (r < 0)
                        return r;
        }
        return 0;
}

static int upload(struct peal_code *c, struct peal_cmdq *q)
{
        for (uint32_t i = 0; i < c->cubin.section_count; i++) {
                const struct peal_cubin_section *s = &c->cubin.sections[i];
                uint8_t *data = NULL;
                int r = 0;

                if (!s->size_B)
                        continue;
                if (s->data)
                        r = relocated(c, i, &data);
                if (r < 0)
                        return r;
                if (in_code(s))
                        memcpy(c->code.cpu_ptr + (c->section_va[i] - c->code.gpu_va), data,
                               s->size_B);
                else
                        r = upload_global(c, q, c->section_va[i], data, s->size_B);
                free(data);
                if (r < 0)
                        return r;
        }
        return 0;
}

int peal_code_load(struct peal_channels *set, struct peal_cmdq *q, const void *image,
                   size_t image_B, struct peal_code *ret_code)
{
        struct peal_code c = {.set = set};
        const void *cubin;
        size_t cubin_B;
        int r;

        r = peal_image_pick(image, image_B, set->chip->sm_arch, &cubin, &cubin_B);
        if (r < 0)
                return r;
        c.image = malloc(cubin_B ? cubin_B : 1);
        if (!c.image)
                return peal_error(ENOMEM, "no memory for an image of %zu bytes", cubin_B);
        memcpy(c.image, cubin, cubin_B);
        r = peal_cubin_parse(c.image, cubin_B, &c.cubin);
        if (r < 0) {
                free(c.image);
                return r;
        }
        if (!peal_chip_runs(set->chip, c.cubin.sm_arch) ||
            (c.cubin.arch_specific && c.cubin.sm_arch != set->chip->sm_arch)) {
                r = peal_error(ENOTSUP, "code for sm_%u%s; %s runs sm_%u", c.cubin.sm_arch,
                               c.cubin.arch_specific ? "a" : "", set->chip->name,
                               set->chip->sm_arch);
                goto out;
        }
        c.section_va = calloc(c.cubin.section_count + 1, sizeof(*c.section_va));
        c.kernels = calloc(c.cubin.kernel_count + 1, sizeof(*c.kernels));
        r = c.section_va && c.kernels ? 0 : peal_error(ENOMEM, "out of memory");
        if (r == 0)
                r = place(&c);
        if (r == 0)
                r = upload(&c, q);
        for (uint32_t i = 0; r == 0 && i < c.cubin.kernel_count; i++)
                r = peal_code_kernel_prepare(&c, i);
        if (r == 0 && c.data.size_B) {
                r = peal_cmdq_submit(q);
                if (r == 0)
                        r = peal_cmdq_synchronize(q, UPLOAD_WAIT_NS);
        }
out:
        if (r < 0) {
                peal_code_unload(&c);
                return r;
        }
        *ret_code = c;
        return 0;
}

void peal_code_unload(struct peal_code *c)
{
        for (uint32_t i = 0; c->kernels && i < c->cubin.kernel_count; i++)
                free(c->kernels[i].cbank0);
        free(c->kernels);
        free(c->section_va);
        peal_memory_free(&c->data);
        peal_memory_free(&c->code);
        peal_cubin_release(&c->cubin);
        free(c->image);
        *c = (struct peal_code){0};
}

int peal_code_global(const struct peal_code *c, const char *name, uint64_t *ret_va,
                     uint64_t *ret_size_B)
{
        int i = peal_cubin_find_symbol(&c->cubin, name);

        if (i < 0 || !c->cubin.symbols[i].object || c->cubin.symbols[i].section < 0)
                return peal_error(ENOENT, "no variable '%s' in this module", name);
        *ret_va = c->section_va[c->cubin.symbols[i].section] + c->cubin.symbols[i].value;
        *ret_size_B = c->cubin.symbols[i].size_B;
        return 0;
}
