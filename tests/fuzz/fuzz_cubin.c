/* SPDX-License-Identifier: MIT */
/* Any bytes through the loader: container, cubin, every relocation. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "src/code/cubin.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Everything that a user of the result may read, so that a bad pointer shows. */
static uint64_t read_all(const struct peal_cubin *c)
{
        uint64_t sum = 0;

        for (uint32_t i = 0; i < c->kernel_count; i++) {
                const struct peal_cubin_kernel *k = &c->kernels[i];

                sum += strlen(k->name) + (k->undefined ? strlen(k->undefined) : 0);
                if (k->text_section >= c->section_count ||
                    k->text_offset_B > c->sections[k->text_section].size_B ||
                    k->const2_section >= (int)c->section_count)
                        abort();
                for (uint32_t j = 0; j < k->param_count; j++)
                        if (k->params[j].offset_B + (uint64_t)k->params[j].size_B > k->param_size_B)
                                abort();
                sum += peal_cubin_find_kernel(c, k->name) < 0;
        }
        for (uint32_t i = 0; i < c->section_count; i++) {
                const struct peal_cubin_section *s = &c->sections[i];

                sum += strlen(s->name);
                if (s->data && s->size_B)
                        sum += s->data[0] + s->data[s->size_B - 1];
                if (s->kernel >= (int)c->kernel_count || s->align_B == 0)
                        abort();
        }
        for (uint32_t i = 0; i < c->symbol_count; i++) {
                const struct peal_cubin_symbol *s = &c->symbols[i];

                sum += strlen(s->name);
                if (s->section >= (int)c->section_count ||
                    (s->section >= 0 && s->value > c->sections[s->section].size_B))
                        abort();
        }
        return sum;
}

static void apply_all(const struct peal_cubin *c)
{
        uint8_t **copy = calloc(c->section_count + 1ull, sizeof(*copy));

        for (uint32_t i = 0; copy && i < c->section_count; i++) {
                copy[i] = c->sections[i].data ? malloc(c->sections[i].size_B + 1) : NULL;
                if (copy[i])
                        memcpy(copy[i], c->sections[i].data, c->sections[i].size_B);
        }
        for (uint32_t i = 0; copy && i < c->reloc_count; i++) {
                const struct peal_cubin_reloc *r = &c->relocs[i];

                if (r->section < 0 || r->section >= (int)c->section_count || r->symbol < 0 ||
                    r->symbol >= (int)c->symbol_count)
                        abort();
                if (copy[r->section])
                        peal_cubin_apply(c, r, copy[r->section], c->sections[r->section].size_B,
                                         0x7f1234567000 + c->symbols[r->symbol].value);
        }
        for (uint32_t i = 0; copy && i < c->section_count; i++)
                free(copy[i]);
        free(copy);
}

static void load(const void *image, size_t size)
{
        struct peal_cubin cubin;

        if (peal_cubin_parse(image, size, &cubin) < 0)
                return;
        if (read_all(&cubin) == UINT64_MAX)
                abort();
        apply_all(&cubin);
        peal_cubin_release(&cubin);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
        static const uint32_t archs[] = {75, 86, 90, 120};
        const void *cubin;
        size_t cubin_B;

        load(data, size);
        for (size_t i = 0; i < sizeof(archs) / sizeof(archs[0]); i++) {
                if (peal_image_pick(data, size, archs[i], &cubin, &cubin_B) < 0)
                        continue;
                if ((const uint8_t *)cubin < data || cubin_B > size ||
                    (size_t)((const uint8_t *)cubin - data) > size - cubin_B)
                        abort();
                if (cubin != data)
                        load(cubin, cubin_B);
        }
        return 0;
}
