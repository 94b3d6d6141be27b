/* SPDX-License-Identifier: MIT */
/* A checked view of a 64-bit little-endian ELF image of any alignment. Nothing is
 * copied but single headers; every read is bounds-checked first. */
#ifndef PEAL_CODE_ELF_H
#define PEAL_CODE_ELF_H

#include <elf.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct peal_elf {
        const uint8_t *image;
        uint64_t image_B;
        Elf64_Ehdr header;
        uint32_t section_count;
        const char *names; /* the section name table; its last byte is NUL */
        uint64_t names_B;
};

static inline uint32_t peal_load32(const uint8_t *p)
{
        return p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static inline uint64_t peal_load64(const uint8_t *p)
{
        return peal_load32(p) | (uint64_t)peal_load32(p + 4) << 32;
}

static inline void peal_store64(uint8_t *p, uint64_t v)
{
        for (int i = 0; i < 8; i++)
                p[i] = (uint8_t)(v >> (8 * i));
}

/* Checks the file header, the section header table and that every section which
 * occupies the file lies inside it. -EINVAL with a sentence otherwise. */
int peal_elf_open(const void *image, uint64_t image_B, struct peal_elf *ret_elf);
/* Header of section @index, which must be below section_count. */
Elf64_Shdr peal_elf_section(const struct peal_elf *elf, uint32_t index);
/* Name of a section, never NULL. */
const char *peal_elf_section_name(const struct peal_elf *elf, const Elf64_Shdr *section);
/* Bytes of a section, NULL when it does not occupy the file. */
const uint8_t *peal_elf_section_data(const struct peal_elf *elf, const Elf64_Shdr *section);
/* The string table in section @index: -EINVAL unless it is one and ends in NUL. */
int peal_elf_strings(const struct peal_elf *elf, uint32_t index, const char **ret_strings,
                     uint64_t *ret_strings_B);

#endif
