/* SPDX-License-Identifier: MIT */
#include "src/code/elf.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>

#include "src/kmd/error.h"

static bool range_fits(uint64_t image_B, uint64_t offset_B, uint64_t size_B)
{
        return offset_B <= image_B && size_B <= image_B - offset_B;
}

Elf64_Shdr peal_elf_section(const struct peal_elf *elf, uint32_t index)
{
        Elf64_Shdr s;

        memcpy(&s, elf->image + elf->header.e_shoff + (uint64_t)index * sizeof(s), sizeof(s));
        return s;
}

const char *peal_elf_section_name(const struct peal_elf *elf, const Elf64_Shdr *section)
{
        return section->sh_name < elf->names_B ? elf->names + section->sh_name : "";
}

const uint8_t *peal_elf_section_data(const struct peal_elf *elf, const Elf64_Shdr *section)
{
        if (section->sh_type == SHT_NULL || section->sh_type == SHT_NOBITS)
                return NULL;
        return elf->image + section->sh_offset;
}

int peal_elf_strings(const struct peal_elf *elf, uint32_t index, const char **ret_strings,
                     uint64_t *ret_strings_B)
{
        Elf64_Shdr s;

        if (index >= elf->section_count)
                return peal_error(EINVAL, "string table: section %u of %u", index,
                                  elf->section_count);
        s = peal_elf_section(elf, index);
        if (s.sh_type != SHT_STRTAB)
                return peal_error(EINVAL, "section %u is of type 0x%x, not a string table", index,
                                  s.sh_type);
        if (s.sh_size == 0 || elf->image[s.sh_offset + s.sh_size - 1] != 0)
                return peal_error(EINVAL, "string table in section %u does not end in a NUL",
                                  index);
        *ret_strings = (const char *)elf->image + s.sh_offset;
        *ret_strings_B = s.sh_size;
        return 0;
}

int peal_elf_open(const void *image, uint64_t image_B, struct peal_elf *ret_elf)
{
        struct peal_elf elf = {.image = image, .image_B = image_B};
        uint64_t count;
        uint32_t names;
        int r;

        if (image_B < sizeof(elf.header) || memcmp(image, ELFMAG, SELFMAG) != 0)
                return peal_error(EINVAL, "not an ELF file (%" PRIu64 " bytes)", image_B);
        memcpy(&elf.header, image, sizeof(elf.header));
        if (elf.header.e_ident[EI_CLASS] != ELFCLASS64 ||
            elf.header.e_ident[EI_DATA] != ELFDATA2LSB)
                return peal_error(EINVAL, "ELF class %u, data %u: only 64-bit little-endian",
                                  elf.header.e_ident[EI_CLASS], elf.header.e_ident[EI_DATA]);
        if (elf.header.e_shoff == 0)
                return peal_error(EINVAL, "ELF file without section headers");
        if (elf.header.e_shentsize != sizeof(Elf64_Shdr))
                return peal_error(EINVAL, "ELF section headers of %u bytes instead of %zu",
                                  elf.header.e_shentsize, sizeof(Elf64_Shdr));
        if (!range_fits(image_B, elf.header.e_shoff, sizeof(Elf64_Shdr)))
                return peal_error(
                    EINVAL, "truncated ELF: section headers at 0x%" PRIx64 " of %" PRIu64 " bytes",
                    (uint64_t)elf.header.e_shoff, image_B);
        /* More than 0xfeff sections: the count and the name table's index are
         * in section 0 (System V ABI, "ELF Header", e_shnum and e_shstrndx). */
        count = elf.header.e_shnum;
        if (count == 0)
                count = peal_elf_section(&elf, 0).sh_size;
        names = elf.header.e_shstrndx;
        if (names == SHN_XINDEX)
                names = peal_elf_section(&elf, 0).sh_link;
        if (count == 0 || count > (image_B - elf.header.e_shoff) / sizeof(Elf64_Shdr))
                return peal_error(EINVAL,
                                  "truncated ELF: %" PRIu64 " section headers at 0x%" PRIx64
                                  " of %" PRIu64 " bytes",
                                  count, (uint64_t)elf.header.e_shoff, image_B);
        if (count > UINT32_MAX)
                return peal_error(EINVAL, "ELF with %" PRIu64 " sections", count);
        elf.section_count = (uint32_t)count;
        for (uint32_t i = 0; i < elf.section_count; i++) {
                Elf64_Shdr s = peal_elf_section(&elf, i);

                if (s.sh_type != SHT_NULL && s.sh_type != SHT_NOBITS &&
                    !range_fits(image_B, s.sh_offset, s.sh_size))
                        return peal_error(EINVAL,
                                          "truncated ELF: section %u at 0x%" PRIx64 ", 0x%" PRIx64
                                          " bytes, in a file of %" PRIu64,
                                          i, (uint64_t)s.sh_offset, (uint64_t)s.sh_size, image_B);
        }
        /* Not used, but the last thing in a cubin: its absence means a cut file. */
        if (elf.header.e_phnum && (elf.header.e_phentsize != sizeof(Elf64_Phdr) ||
                                   !range_fits(image_B, elf.header.e_phoff,
                                               (uint64_t)elf.header.e_phnum * sizeof(Elf64_Phdr))))
                return peal_error(EINVAL,
                                  "truncated ELF: %u program headers at 0x%" PRIx64 " of %" PRIu64
                                  " bytes",
                                  elf.header.e_phnum, (uint64_t)elf.header.e_phoff, image_B);
        r = peal_elf_strings(&elf, names, &elf.names, &elf.names_B);
        if (r < 0)
                return peal_error_in(r, "section names");
        *ret_elf = elf;
        return 0;
}
