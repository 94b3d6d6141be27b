/* SPDX-License-Identifier: MIT */
/* A cubin's kernels: what the attributes and the call graph say of each. */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "src/code/nvinfo.h"
#include "src/code/parse.h"
#include "src/kmd/error.h"

/* The module's .nv.info: facts by symbol. */
static int read_module_info(struct parse *p, const Elf64_Shdr *s)
{
        struct peal_nvinfo info = {
            .data = peal_elf_section_data(&p->elf, s),
            .size_B = s->sh_size,
            .section = peal_elf_section_name(&p->elf, s),
        };
        struct peal_nvinfo_entry e;
        uint32_t symbol, value;
        int r;

        while ((r = peal_nvinfo_next(&info, &e)) > 0) {
                if (e.attribute != EIATTR_REGCOUNT && e.attribute != EIATTR_FRAME_SIZE &&
                    e.attribute != EIATTR_MIN_STACK_SIZE)
                        continue;
                r = peal_nvinfo_word(&info, &e, 0, &symbol);
                if (r == 0)
                        r = peal_nvinfo_word(&info, &e, 1, &value);
                if (r < 0)
                        return r;
                if (symbol >= p->out.symbol_count)
                        return peal_error(EINVAL, "%s: attribute 0x%02x of symbol %u of %u",
                                          info.section, e.attribute, symbol, p->out.symbol_count);
                if (e.attribute == EIATTR_REGCOUNT) {
                        p->symbols[symbol].register_count = value;
                } else if (e.attribute == EIATTR_FRAME_SIZE) {
                        p->symbols[symbol].frame_B = value;
                } else {
                        p->symbols[symbol].min_stack_B = value;
                        p->symbols[symbol].has_min_stack = true;
                }
        }
        return r;
}

static int add_param(struct parse *p, const struct peal_cubin_param *param)
{
        if (p->param_count == p->param_room) {
                uint32_t room = p->param_room ? 2 * p->param_room : 64;
                struct peal_cubin_param *more = realloc(p->keep->params, room * sizeof(*more));

                if (!more)
                        return peal_error(ENOMEM, "%u kernel parameters", room);
                p->keep->params = more;
                p->param_room = room;
        }
        p->keep->params[p->param_count++] = *param;
        return 0;
}

static int param_order(const void *a, const void *b)
{
        const struct peal_cubin_param *x = a, *y = b;

        return x->ordinal < y->ordinal ? -1 : x->ordinal > y->ordinal;
}

/* Parameters from @first on are the kernel's: sorted, without gaps, inside the block. */
static int check_params(struct parse *p, struct peal_cubin_kernel *k, uint32_t first)
{
        struct peal_cubin_param *params;

        k->param_count = p->param_count - first;
        if (k->param_count == 0)
                return 0;
        params = p->keep->params + first;
        qsort(params, k->param_count, sizeof(*params), param_order);
        for (uint32_t i = 0; i < k->param_count; i++) {
                if (params[i].ordinal != i)
                        return peal_error(EINVAL, "kernel \"%s\": no parameter %u of %u", k->name,
                                          i, k->param_count);
                if (params[i].offset_B > k->param_size_B ||
                    params[i].size_B > k->param_size_B - params[i].offset_B)
                        return peal_error(
                            EINVAL,
                            "kernel \"%s\": parameter %u has %u bytes at %u of the %u "
                            "bytes of arguments",
                            k->name, i, params[i].size_B, params[i].offset_B, k->param_size_B);
        }
        return 0;
}

/* Words 0 to 2 of an entry, as three dimensions with a missing one read as 1. */
static int read_dims(const struct peal_nvinfo *info, const struct peal_nvinfo_entry *e,
                     uint32_t dims[3])
{
        int r = 0;

        for (uint32_t i = 0; i < 3 && r == 0; i++) {
                dims[i] = 1;
                if (i == 0 || e->size_B / 4 > i)
                        r = peal_nvinfo_word(info, e, i, &dims[i]);
        }
        return r;
}

/* One attribute of a kernel. *@base_known: EIATTR_PARAM_CBANK was seen. */
static int take_attribute(struct parse *p, struct peal_cubin_kernel *k,
                          const struct peal_nvinfo *info, const struct peal_nvinfo_entry *e,
                          bool *base_known)
{
        struct peal_cubin_param param;
        uint32_t w[3], dims[3];
        uint64_t threads;
        int r = 0;

        switch (e->attribute) {
        case EIATTR_PARAM_CBANK:
                r = peal_nvinfo_word(info, e, 1, &w[1]);
                if (r < 0)
                        return r;
                k->param_base_B = w[1] & 0xffff;
                k->param_size_B = w[1] >> 16;
                *base_known = true;
                return 0;
        case EIATTR_KPARAM_INFO:
        case EIATTR_KPARAM_INFO_V2:
                for (uint32_t i = 0; i < 3 && r == 0; i++)
                        r = peal_nvinfo_word(info, e, i, &w[i]);
                if (r < 0)
                        return r;
                param.ordinal = w[1] & 0xffff;
                param.offset_B = w[1] >> 16;
                param.size_B = e->attribute == EIATTR_KPARAM_INFO ? w[2] >> 18 : w[2];
                return add_param(p, &param);
        case EIATTR_MAX_THREADS:
                r = read_dims(info, e, dims);
                if (r < 0)
                        return r;
                threads = dims[0] > 65536 || dims[1] > 65536 || dims[2] > 65536
                              ? UINT32_MAX
                              : (uint64_t)dims[0] * dims[1] * dims[2];
                k->max_threads = threads > UINT32_MAX ? UINT32_MAX : (uint32_t)threads;
                return 0;
        case EIATTR_REQNTID:
                return read_dims(info, e, k->req_block);
        case EIATTR_CTA_PER_CLUSTER:
                return read_dims(info, e, k->cluster);
        case EIATTR_NUM_BARRIERS:
                if (e->value > k->barrier_count)
                        k->barrier_count = e->value;
                return 0;
        case EIATTR_CRS_STACK_SIZE:
                r = peal_nvinfo_word(info, e, 0, &w[0]);
                if (r < 0)
                        return r;
                k->recursive |= w[0] == UINT32_MAX;
                return 0;
        case EIATTR_EXTERNS:
                for (uint32_t i = 0; i < e->size_B / 4; i++) {
                        uint32_t symbol = peal_load32(e->data + 4 * i);

                        if (symbol >= p->out.symbol_count)
                                return peal_error(EINVAL, "%s: external symbol %u of %u",
                                                  info->section, symbol, p->out.symbol_count);
                        if (!k->undefined && p->out.symbols[symbol].undefined)
                                k->undefined = p->out.symbols[symbol].name;
                }
                return 0;
        default:
                return 0;
        }
}

static int read_kernel(struct parse *p, uint32_t index, const Elf64_Sym *s)
{
        struct peal_cubin_symbol *symbol = &p->out.symbols[index];
        struct symbol_facts *facts = &p->symbols[index];
        struct peal_cubin_kernel *k = &p->out.kernels[p->out.kernel_count];
        uint32_t first = p->param_count;
        struct section_facts *text;
        struct peal_nvinfo_entry e;
        struct peal_nvinfo info;
        bool base_known = false;
        Elf64_Shdr header, attributes;
        int r;

        if (symbol->section < 0 || p->out.sections[symbol->section].kind != PEAL_SEC_TEXT)
                return peal_error(EINVAL, "kernel \"%s\" is not in a text section", symbol->name);
        text = &p->sections[s->st_shndx];
        header = peal_elf_section(&p->elf, s->st_shndx);
        k->name = symbol->name;
        k->text_section = (uint32_t)symbol->section;
        k->text_offset_B = symbol->value;
        k->text_size_B = symbol->size_B;
        k->const2_section = text->const2;
        k->shared_B = (uint32_t)text->shared_B;
        if (text->shared_B > UINT32_MAX)
                return peal_error(EINVAL, "kernel \"%s\": 0x%" PRIx64 " bytes of shared memory",
                                  k->name, text->shared_B);
        k->frame_B = facts->frame_B;
        k->min_stack_B = facts->has_min_stack ? facts->min_stack_B : facts->frame_B;
        if (k->min_stack_B == UINT32_MAX) {
                k->min_stack_B = k->frame_B;
                k->recursive = true;
        }
        k->register_count = facts->register_count ? facts->register_count : header.sh_info >> 24;
        /* Before CUDA 13 the barriers are in the section's flags. */
        k->barrier_count = header.sh_flags >> 20 & 0x7f;
        if (!text->info)
                return peal_error(EINVAL, "kernel \"%s\": no section .nv.info.%s", k->name,
                                  k->name);
        attributes = peal_elf_section(&p->elf, text->info);
        info = (struct peal_nvinfo){
            .data = peal_elf_section_data(&p->elf, &attributes),
            .size_B = attributes.sh_size,
            .section = peal_elf_section_name(&p->elf, &attributes),
        };
        while ((r = peal_nvinfo_next(&info, &e)) > 0) {
                r = take_attribute(p, k, &info, &e, &base_known);
                if (r < 0)
                        return r;
        }
        if (r < 0)
                return r;
        if (k->register_count == 0 || k->register_count > 256)
                return peal_error(EINVAL, "kernel \"%s\": %u registers", k->name,
                                  k->register_count);
        if (!base_known) {
                /* No parameters: bank 0 ends where they would begin. */
                if (text->const0_B > UINT16_MAX)
                        return peal_error(EINVAL,
                                          "kernel \"%s\": constant bank 0 of 0x%" PRIx64 " bytes",
                                          k->name, text->const0_B);
                k->param_base_B = (uint32_t)text->const0_B;
        }
        r = check_params(p, k, first);
        if (r < 0)
                return r;
        if (!k->undefined)
                k->undefined = facts->needs;
        /* Several entries in one text section share its banks; the first one owns it. */
        if (text->kernel < 0)
                text->kernel = (int32_t)p->out.kernel_count;
        p->out.kernel_count++;
        return 0;
}

/* The call graph's edges (caller and callee symbol) up to its second marker; a
 * marker is symbol 0 with a negative callee. Passes what a function lacks up to
 * all its callers. */
static int read_callgraph(struct parse *p, const Elf64_Shdr *s)
{
        const uint8_t *data = peal_elf_section_data(&p->elf, s);
        uint64_t edges = s->sh_size / 8, count = 0;
        uint32_t n = p->out.symbol_count, done = 0, queued = 0;
        uint32_t *start = NULL, *callers = NULL, *queue = NULL;
        int r = 0;

        for (; count < edges; count++) {
                uint32_t caller = peal_load32(data + 8 * count);
                uint32_t callee = peal_load32(data + 8 * count + 4);

                if (caller == 0 && callee >= 0x80000000u) {
                        if (callee == UINT32_MAX)
                                continue;
                        break;
                }
                if (caller >= n || callee >= n)
                        return peal_error(EINVAL, "call graph: symbols %u and %u of %u", caller,
                                          callee, n);
        }
        if (count > INT32_MAX)
                return peal_error(EINVAL, "call graph of %" PRIu64 " edges", count);
        start = calloc(n + 2ull, sizeof(*start));
        callers = calloc(count + 1, sizeof(*callers));
        queue = calloc(n + 1ull, sizeof(*queue));
        if (!start || !callers || !queue) {
                r = peal_error(ENOMEM, "call graph of %" PRIu64 " edges", count);
                goto out;
        }
        /* Callers grouped by callee: those of c are callers[start[c]..start[c + 1]). */
        for (uint64_t i = 0; i < count; i++) {
                uint32_t callee = peal_load32(data + 8 * i + 4);

                if (callee < n)
                        start[callee + 2]++;
        }
        for (uint32_t i = 2; i < n + 2; i++)
                start[i] += start[i - 1];
        for (uint64_t i = 0; i < count; i++) {
                uint32_t callee = peal_load32(data + 8 * i + 4);

                if (callee < n)
                        callers[start[callee + 1]++] = peal_load32(data + 8 * i);
        }
        for (uint32_t i = 1; i < n; i++) {
                if (p->out.symbols[i].undefined && p->out.symbols[i].name[0] &&
                    ELF64_ST_TYPE(peal_parse_symbol(p, i).st_info) == STT_FUNC) {
                        p->symbols[i].needs = p->out.symbols[i].name;
                        queue[queued++] = i;
                }
        }
        while (done < queued) {
                uint32_t callee = queue[done++];

                for (uint32_t j = start[callee]; j < start[callee + 1]; j++) {
                        if (p->symbols[callers[j]].needs)
                                continue;
                        p->symbols[callers[j]].needs = p->symbols[callee].needs;
                        queue[queued++] = callers[j];
                }
        }
out:
        free(start);
        free(callers);
        free(queue);
        return r;
}

/* ptxas bounds the stack without looking for recursion when the functions lie in
 * the kernel's own section ("$KERNEL$FUNCTION", local): their frames then repeat at
 * will. Its own helpers there are weak and never recurse. */
static void mark_recursive(struct parse *p)
{
        for (uint32_t i = 0; i < p->out.symbol_count; i++) {
                Elf64_Sym s = peal_parse_symbol(p, i);
                int32_t kernel;

                if (ELF64_ST_TYPE(s.st_info) != STT_FUNC || s.st_other & STO_CUDA_ENTRY ||
                    ELF64_ST_BIND(s.st_info) != STB_LOCAL || p->out.symbols[i].section < 0)
                        continue;
                kernel = p->sections[s.st_shndx].kernel;
                if (kernel >= 0)
                        p->out.kernels[kernel].recursive = true;
        }
}

int peal_parse_kernels(struct parse *p)
{
        int r;

        for (uint32_t i = 1; i < p->elf.section_count; i++) {
                Elf64_Shdr s = peal_elf_section(&p->elf, i);

                r = 0;
                if (s.sh_flags & SHF_CUDA_MERCURY)
                        continue;
                if (s.sh_type == SHT_CUDA_INFO && !peal_parse_owner(p, &s))
                        r = read_module_info(p, &s);
                else if (s.sh_type == SHT_CUDA_CALLGRAPH)
                        r = read_callgraph(p, &s);
                if (r < 0)
                        return r;
        }
        for (uint32_t i = 0; i < p->out.symbol_count; i++) {
                Elf64_Sym s = peal_parse_symbol(p, i);

                if (ELF64_ST_TYPE(s.st_info) != STT_FUNC || !(s.st_other & STO_CUDA_ENTRY))
                        continue;
                r = read_kernel(p, i, &s);
                if (r < 0)
                        return r;
        }
        /* The parameters stand still only now. */
        for (uint32_t i = 0, first = 0; i < p->out.kernel_count; i++) {
                if (p->out.kernels[i].param_count)
                        p->out.kernels[i].params = p->keep->params + first;
                first += p->out.kernels[i].param_count;
        }
        for (uint32_t i = 1; i < p->elf.section_count; i++) {
                Elf64_Shdr s = peal_elf_section(&p->elf, i);
                int32_t loaded = p->sections[i].loaded;

                if (loaded < 0)
                        continue;
                p->out.sections[loaded].kernel =
                    p->sections[i].kernel >= 0 || !peal_parse_owner(p, &s)
                        ? p->sections[i].kernel
                        : p->sections[peal_parse_owner(p, &s)].kernel;
        }
        mark_recursive(p);
        return 0;
}
