/* SPDX-License-Identifier: MIT */
/* Relocation types that cubins for sm_75 to sm_121 by CUDA 13.0 hold, and how each
 * changes its place. docs/cubin.md says how each was established. */
#include "src/code/reloc.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "src/code/parse.h"
#include "src/kmd/error.h"

static const struct peal_reloc_type types[] = {
    {0, "R_CUDA_NONE", PEAL_RELOC_NONE, 0, 0, 0},
    {1, "R_CUDA_32", PEAL_RELOC_ABS32, 0, 0, 4},
    {2, "R_CUDA_64", PEAL_RELOC_ABS64, 0, 0, 8},
    /* Generic addresses: for global memory and code the same as plain ones. */
    {3, "R_CUDA_G32", PEAL_RELOC_ABS32, 0, 0, 4},
    {4, "R_CUDA_G64", PEAL_RELOC_ABS64, 0, 0, 8},
    {55, "R_CUDA_ABS32_32", PEAL_RELOC_ABS32, 32, 32, 8},
    {56, "R_CUDA_ABS32_LO_32", PEAL_RELOC_ABS32_LO, 32, 32, 8},
    {57, "R_CUDA_ABS32_HI_32", PEAL_RELOC_ABS32_HI, 32, 32, 8},
    {58, "R_CUDA_ABS47_34", PEAL_RELOC_CALL, 34, 47, 16},
    {70, "R_CUDA_32_LO", PEAL_RELOC_ABS32_LO, 0, 32, 4},
    {71, "R_CUDA_32_HI", PEAL_RELOC_ABS32_HI, 0, 32, 4},
    {75, "R_CUDA_ABS55_16_34", PEAL_RELOC_CALL_SPLIT, 34, 47, 16},
    {114, "R_CUDA_ABS56_16_34", PEAL_RELOC_CALL_SPLIT, 34, 48, 16},
};

/* Types met that only make sense before linking, or that Peal does not apply. */
static const struct {
        uint32_t type;
        const char *name;
} refused[] = {
    {34, "R_CUDA_FUNC_DESC_32"},      {35, "R_CUDA_FUNC_DESC_64"},
    {59, "R_CUDA_ABS16_32"},          {60, "R_CUDA_ABS24_32"},
    {61, "R_CUDA_FUNC_DESC32_32"},    {62, "R_CUDA_FUNC_DESC32_LO_32"},
    {63, "R_CUDA_FUNC_DESC32_HI_32"}, {72, "R_CUDA_UNUSED_CLEAR32"},
    {73, "R_CUDA_UNUSED_CLEAR64"},    {74, "R_CUDA_ABS24_40"},
    {102, "R_CUDA_UNIFIED"},          {112, "R_CUDA_UNIFIED32_LO_32"},
    {113, "R_CUDA_UNIFIED32_HI_32"},
};

const struct peal_reloc_type *peal_reloc_type_find(uint32_t type)
{
        for (size_t i = 0; i < sizeof(types) / sizeof(types[0]); i++)
                if (types[i].type == type)
                        return &types[i];
        return NULL;
}

const char *peal_reloc_type_name(uint32_t type)
{
        const struct peal_reloc_type *known = peal_reloc_type_find(type);

        if (known)
                return known->name;
        for (size_t i = 0; i < sizeof(refused) / sizeof(refused[0]); i++)
                if (refused[i].type == type)
                        return refused[i].name;
        return "unknown";
}

static uint64_t mask(unsigned bits)
{
        return bits == 64 ? UINT64_MAX : (1ull << bits) - 1;
}

/* Bits [lo, lo + bits) of 128 bits in memory; bits <= 64. */
static uint64_t field_get(const uint8_t *p, unsigned lo, unsigned bits)
{
        uint64_t v = 0;

        for (unsigned i = 0; i < bits; i++)
                v |= (uint64_t)(p[(lo + i) / 8] >> ((lo + i) % 8) & 1) << i;
        return v;
}

static void field_set(uint8_t *p, unsigned lo, unsigned bits, uint64_t v)
{
        for (unsigned i = 0; i < bits; i++) {
                uint8_t bit = (uint8_t)(1u << ((lo + i) % 8));

                if (v >> i & 1)
                        p[(lo + i) / 8] |= bit;
                else
                        p[(lo + i) / 8] &= (uint8_t)~bit;
        }
}

int64_t peal_reloc_addend(const struct peal_reloc_type *type, const uint8_t *place)
{
        switch (type->kind) {
        case PEAL_RELOC_ABS64:
                return (int64_t)peal_load64(place);
        case PEAL_RELOC_ABS32:
        case PEAL_RELOC_ABS32_LO:
                return (int32_t)(type->bits ? field_get(place, type->bit_lo, 32)
                                            : peal_load32(place));
        case PEAL_RELOC_CALL:
                return (int64_t)(field_get(place, type->bit_lo, type->bits) << 2);
        default:
                /* The rest of an address (HI) or a form that no REL table has. */
                return 0;
        }
}

int peal_cubin_apply(const struct peal_cubin *cubin, const struct peal_cubin_reloc *reloc,
                     uint8_t *data, uint64_t data_B, uint64_t symbol_address)
{
        const struct peal_reloc_type *type = peal_reloc_type_find(reloc->type);
        uint64_t v = symbol_address + (uint64_t)reloc->addend;
        const char *symbol = (uint32_t)reloc->symbol < cubin->symbol_count
                                 ? cubin->symbols[reloc->symbol].name
                                 : "?";
        uint8_t *place;

        if (reloc->kind == PEAL_RELOC_NONE)
                return 0;
        if (!type)
                return peal_error(ENOTSUP, "relocation type %u (%s) of \"%s\"", reloc->type,
                                  peal_reloc_type_name(reloc->type), symbol);
        if (reloc->offset_B > data_B || data_B - reloc->offset_B < type->place_B)
                return peal_error(EINVAL,
                                  "relocation %s of \"%s\": offset 0x%" PRIx64
                                  " in a section of 0x%" PRIx64 " bytes",
                                  type->name, symbol, reloc->offset_B, data_B);
        place = data + reloc->offset_B;
        switch (reloc->kind) {
        case PEAL_RELOC_ABS64:
                field_set(place, 0, 64, v);
                return 0;
        case PEAL_RELOC_ABS32:
                if (v > UINT32_MAX)
                        break;
                field_set(place, type->bit_lo, 32, v);
                return 0;
        case PEAL_RELOC_ABS32_LO:
                field_set(place, type->bit_lo, 32, v & UINT32_MAX);
                return 0;
        case PEAL_RELOC_ABS32_HI:
                field_set(place, type->bit_lo, 32, v >> 32);
                return 0;
        case PEAL_RELOC_CALL:
                if (v & 3 || v >> 2 > mask(type->bits))
                        break;
                field_set(place, type->bit_lo, type->bits, v >> 2);
                return 0;
        case PEAL_RELOC_CALL_SPLIT:
                /* sm_90 on: address bits 2-9 beside the opcode, the rest above. */
                if (v & 3 || v >> 10 > mask(type->bits))
                        break;
                field_set(place, 16, 8, v >> 2 & 0xff);
                field_set(place, type->bit_lo, type->bits, v >> 10);
                return 0;
        case PEAL_RELOC_NONE:
                return 0;
        }
        return peal_error(ERANGE, "relocation %s: address 0x%" PRIx64 " of \"%s\" does not fit",
                          type->name, v, symbol);
}

static int add_reloc(struct parse *p, const Elf64_Shdr *table, const Elf64_Rela *rela)
{
        struct section_facts *target = &p->sections[table->sh_info];
        struct peal_cubin_section *section = &p->out.sections[target->loaded];
        uint32_t type = (uint32_t)ELF64_R_TYPE(rela->r_info);
        uint64_t index = ELF64_R_SYM(rela->r_info);
        const struct peal_reloc_type *known = peal_reloc_type_find(type);
        struct peal_cubin_reloc out = {.section = target->loaded, .offset_B = rela->r_offset};
        struct peal_cubin_symbol *symbol;
        Elf64_Sym s;

        if (index >= p->out.symbol_count)
                return peal_error(
                    EINVAL, "%s: relocation at 0x%" PRIx64 ": symbol %" PRIu64 " of %u",
                    section->name, (uint64_t)rela->r_offset, index, p->out.symbol_count);
        symbol = &p->out.symbols[index];
        if (!known)
                return peal_error(ENOTSUP, "%s: relocation type %u (%s) at 0x%" PRIx64 " to \"%s\"",
                                  section->name, type, peal_reloc_type_name(type),
                                  (uint64_t)rela->r_offset, symbol->name);
        if (!section->data)
                return peal_error(EINVAL, "%s: relocation of a section without data",
                                  section->name);
        if (rela->r_offset > section->size_B || section->size_B - rela->r_offset < known->place_B)
                return peal_error(
                    EINVAL, "%s: relocation %s at 0x%" PRIx64 " of 0x%" PRIx64 " bytes",
                    section->name, known->name, (uint64_t)rela->r_offset, section->size_B);
        out.kind = known->kind;
        out.bit_lo = known->bit_lo;
        out.bits = known->bits;
        out.symbol = (int)index;
        out.type = type;
        out.addend = table->sh_type == SHT_RELA
                         ? rela->r_addend
                         : peal_reloc_addend(known, section->data + rela->r_offset);
        s = peal_parse_symbol(p, (uint32_t)index);
        if (symbol->undefined && index != 0) {
                /* The kernel that would use it is not launched. */
                out.kind = PEAL_RELOC_NONE;
        } else if (symbol->section < 0 && s.st_shndx == SHN_COMMON) {
                return peal_error(ENOTSUP, "%s: common symbol \"%s\"", section->name, symbol->name);
        } else if (symbol->section < 0 && s.st_shndx != SHN_UNDEF && s.st_shndx < SHN_LORESERVE &&
                   !p->sections[s.st_shndx].shared) {
                Elf64_Shdr home = peal_elf_section(&p->elf, s.st_shndx);

                return peal_error(ENOTSUP,
                                  "%s: relocation %s to \"%s\" in section %s, which is not loaded",
                                  section->name, known->name, symbol->name,
                                  peal_elf_section_name(&p->elf, &home));
        }
        p->out.relocs[p->out.reloc_count++] = out;
        return 0;
}

/* Entries of a relocation table that patches a loaded section, else 0. */
static int reloc_table(const struct parse *p, const Elf64_Shdr *s, uint64_t *ret_count)
{
        uint64_t entry_B = s->sh_type == SHT_RELA ? sizeof(Elf64_Rela) : sizeof(Elf64_Rel);

        *ret_count = 0;
        if ((s->sh_type != SHT_RELA && s->sh_type != SHT_REL) || s->sh_flags & SHF_CUDA_MERCURY ||
            s->sh_info >= p->elf.section_count || p->sections[s->sh_info].loaded < 0)
                return 0;
        if (s->sh_entsize != entry_B || s->sh_size % entry_B)
                return peal_error(
                    EINVAL, "%s: 0x%" PRIx64 " bytes in entries of %" PRIu64 " instead of %" PRIu64,
                    peal_elf_section_name(&p->elf, s), (uint64_t)s->sh_size,
                    (uint64_t)s->sh_entsize, entry_B);
        *ret_count = s->sh_size / entry_B;
        return 0;
}

int peal_parse_relocs(struct parse *p)
{
        uint64_t count, total = 0;
        int r;

        for (uint32_t i = 1; i < p->elf.section_count; i++) {
                Elf64_Shdr s = peal_elf_section(&p->elf, i);

                r = reloc_table(p, &s, &count);
                if (r < 0)
                        return r;
                total += count;
        }
        if (total > INT32_MAX)
                return peal_error(EINVAL, "%" PRIu64 " relocations", total);
        p->keep->relocs = calloc(total ? total : 1, sizeof(*p->keep->relocs));
        if (!p->keep->relocs)
                return peal_error(ENOMEM, "%" PRIu64 " relocations", total);
        p->out.relocs = p->keep->relocs;
        for (uint32_t i = 1; i < p->elf.section_count; i++) {
                Elf64_Shdr s = peal_elf_section(&p->elf, i);
                const uint8_t *data = peal_elf_section_data(&p->elf, &s);

                if (reloc_table(p, &s, &count) < 0)
                        continue; /* met above */
                for (uint64_t j = 0; j < count; j++) {
                        Elf64_Rela rela = {0};

                        if (s.sh_type == SHT_RELA)
                                memcpy(&rela, data + j * sizeof(rela), sizeof(rela));
                        else
                                memcpy(&rela, data + j * sizeof(Elf64_Rel), sizeof(Elf64_Rel));
                        r = add_reloc(p, &s, &rela);
                        if (r < 0)
                                return r;
                }
        }
        return 0;
}
