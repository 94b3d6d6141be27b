/* SPDX-License-Identifier: MIT */
/* A cubin's sections, symbols, kernels and relocations. Facts about the format are
 * in docs/cubin.md, each with the test that shows it. */
#include "src/code/cubin.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "src/code/nvinfo.h"
#include "src/code/parse.h"
#include "src/kmd/error.h"

/* LLVM BinaryFormat/ELF.h: EM_CUDA, ELFOSABI_CUDA and ELFOSABI_CUDA_V2, EF_CUDA_SM,
 * EF_CUDA_ACCELERATORS_V1, EF_CUDA_SM_MASK, EF_CUDA_ACCELERATORS. */
#define EM_CUDA                190
#define ELFOSABI_CUDA          0x33
#define ELFOSABI_CUDA_V2       0x41
#define EF_CUDA_SM             0xffu
#define EF_CUDA_ACCELERATED_V1 0x800u
#define EF_CUDA_ACCELERATED    0x8u

/* A zeroed variable or shared block larger than any GPU's memory is nonsense. */
#define NOBITS_MAX_B (1ull << 40)
#define ALIGN_MAX_B  (1ull << 20)
#define BANK_COUNT   18

static bool starts_with(const char *s, const char *prefix)
{
        return strncmp(s, prefix, strlen(prefix)) == 0;
}

static bool is_constant_type(uint32_t type)
{
        return type >= SHT_CUDA_CONSTANT_B0 && type <= SHT_CUDA_CONSTANT_BN;
}

/* ".nv.constant3" and ".nv.constant2.NAME" to their bank; -1: another name. */
static int constant_bank(const char *name)
{
        int bank = 0, digits = 0;

        if (!starts_with(name, ".nv.constant"))
                return -1;
        for (name += strlen(".nv.constant"); *name >= '0' && *name <= '9' && digits < 3; name++) {
                bank = bank * 10 + (*name - '0');
                digits++;
        }
        if (digits == 0 || bank >= BANK_COUNT || (*name && *name != '.'))
                return -1;
        return bank;
}

Elf64_Sym peal_parse_symbol(const struct parse *p, uint32_t index)
{
        Elf64_Shdr table = peal_elf_section(&p->elf, p->symtab);
        Elf64_Sym s;

        memcpy(&s, p->elf.image + table.sh_offset + (uint64_t)index * sizeof(s), sizeof(s));
        return s;
}

uint32_t peal_parse_owner(const struct parse *p, const Elf64_Shdr *s)
{
        return s->sh_flags & SHF_INFO_LINK && s->sh_info < p->elf.section_count ? s->sh_info : 0;
}

/* "sm_90a": an entry of .nv.compat (format byte, attribute byte, value) with
 * attribute 9 says whether the code is for that one architecture. */
static bool compat_says_specific(const struct peal_elf *elf)
{
        for (uint32_t i = 1; i < elf->section_count; i++) {
                Elf64_Shdr s = peal_elf_section(elf, i);
                struct peal_nvinfo info = {.section = ".nv.compat"};
                struct peal_nvinfo_entry e;

                if (s.sh_type != SHT_CUDA_COMPAT || s.sh_flags & SHF_CUDA_MERCURY)
                        continue;
                info.data = peal_elf_section_data(elf, &s);
                info.size_B = s.sh_size;
                /* Made to be skipped by readers that do not know it: no error. */
                while (info.size_B - info.at_B >= 4 && info.data[info.at_B] == EIFMT_BVAL) {
                        if (peal_nvinfo_next(&info, &e) <= 0)
                                break;
                        if (e.attribute == 9)
                                return e.value == 1;
                }
                return false;
        }
        return false;
}

static int arch_read(const struct peal_elf *elf, uint32_t *ret_sm_arch, bool *ret_specific)
{
        uint32_t flags = elf->header.e_flags;
        uint8_t abi = elf->header.e_ident[EI_OSABI];

        if (elf->header.e_machine != EM_CUDA)
                return peal_error(EINVAL, "ELF machine %u: not for CUDA (%u)",
                                  elf->header.e_machine, EM_CUDA);
        switch (abi) {
        case ELFOSABI_CUDA:
                *ret_sm_arch = flags & EF_CUDA_SM;
                *ret_specific = flags & EF_CUDA_ACCELERATED_V1;
                break;
        case ELFOSABI_CUDA_V2:
                *ret_sm_arch = flags >> 8 & EF_CUDA_SM;
                *ret_specific = flags & EF_CUDA_ACCELERATED || compat_says_specific(elf);
                break;
        default:
                return peal_error(ENOTSUP, "CUDA ELF of OS ABI 0x%02x: known are 0x%02x and 0x%02x",
                                  abi, ELFOSABI_CUDA, ELFOSABI_CUDA_V2);
        }
        if (*ret_sm_arch < 10)
                return peal_error(EINVAL, "CUDA ELF for sm_%u (flags 0x%08x)", *ret_sm_arch, flags);
        return 0;
}

int peal_cubin_arch(const void *image, size_t image_B, uint32_t *ret_sm_arch,
                    bool *ret_arch_specific)
{
        struct peal_elf elf;
        uint32_t arch = 0;
        bool specific = false;
        int r = peal_elf_open(image, image_B, &elf);

        if (r < 0)
                return r;
        r = arch_read(&elf, &arch, &specific);
        if (r < 0)
                return r;
        *ret_sm_arch = arch;
        *ret_arch_specific = specific;
        return 0;
}

struct extent {
        uint64_t offset_B, end_B;
        uint32_t section;
};

static int extent_order(const void *a, const void *b)
{
        const struct extent *x = a, *y = b;

        return x->offset_B < y->offset_B ? -1 : x->offset_B > y->offset_B;
}

/* Sections that share bytes would let a small file ask for endless memory. */
static int check_overlap(const struct parse *p)
{
        struct extent *all = calloc(p->elf.section_count, sizeof(*all));
        uint32_t n = 0;
        int r = 0;

        if (!all)
                return peal_error(ENOMEM, "%u sections", p->elf.section_count);
        for (uint32_t i = 1; i < p->elf.section_count; i++) {
                Elf64_Shdr s = peal_elf_section(&p->elf, i);

                /* Mercury's copies do share bytes; nothing here reads them. */
                if (s.sh_type == SHT_NULL || s.sh_type == SHT_NOBITS || s.sh_size == 0 ||
                    s.sh_flags & SHF_CUDA_MERCURY)
                        continue;
                all[n].offset_B = s.sh_offset;
                all[n].end_B = s.sh_offset + s.sh_size;
                all[n++].section = i;
        }
        qsort(all, n, sizeof(*all), extent_order);
        for (uint32_t i = 1; i < n && r == 0; i++)
                if (all[i].offset_B < all[i - 1].end_B)
                        r = peal_error(EINVAL,
                                       "sections %u and %u overlap at 0x%" PRIx64 " in the file",
                                       all[i - 1].section, all[i].section, all[i].offset_B);
        free(all);
        return r;
}

/* Takes section @i into sections[] when it needs GPU memory; else notes what it
 * says about others. */
static int take_section(struct parse *p, uint32_t i)
{
        Elf64_Shdr s = peal_elf_section(&p->elf, i);
        const char *name = peal_elf_section_name(&p->elf, &s);
        struct section_facts *f = &p->sections[i];
        struct peal_cubin_section out = {.name = name, .kernel = -1};
        uint32_t text = peal_parse_owner(p, &s);
        int bank;

        if (s.sh_flags & SHF_CUDA_MERCURY)
                return 0;
        if (s.sh_type == SHT_CUDA_INFO && text) {
                p->sections[text].info = i;
                return 0;
        }
        if (!(s.sh_flags & SHF_ALLOC))
                return 0;
        if (s.sh_addralign > ALIGN_MAX_B || (s.sh_addralign & (s.sh_addralign - 1)))
                return peal_error(EINVAL, "section %u (%s): alignment of 0x%" PRIx64 " bytes", i,
                                  name, (uint64_t)s.sh_addralign);
        if (s.sh_type == SHT_NOBITS && s.sh_size > NOBITS_MAX_B)
                return peal_error(EINVAL, "section %u (%s): 0x%" PRIx64 " bytes of zeros", i, name,
                                  (uint64_t)s.sh_size);
        if (starts_with(name, ".nv.shared") || starts_with(name, ".nv_debug.shared")) {
                f->shared = true;
                if (text)
                        p->sections[text].shared_B = s.sh_size;
                return 0;
        }
        bank = constant_bank(name);
        if (s.sh_flags & SHF_EXECINSTR && s.sh_type == SHT_PROGBITS) {
                out.kind = PEAL_SEC_TEXT;
        } else if (bank == 0) {
                if (text)
                        p->sections[text].const0_B = s.sh_size;
                return 0;
        } else if (bank > 0 && (s.sh_type == SHT_PROGBITS || is_constant_type(s.sh_type))) {
                out.kind = PEAL_SEC_CONST;
                out.bank = (uint32_t)bank;
                if (bank == 2 && text)
                        p->sections[text].const2 = (int32_t)p->out.section_count;
        } else if (!strcmp(name, ".nv.global") &&
                   (s.sh_type == SHT_NOBITS || s.sh_type == SHT_CUDA_GLOBAL)) {
                out.kind = PEAL_SEC_GLOBAL_ZERO;
        } else if (!strcmp(name, ".nv.global.init") &&
                   (s.sh_type == SHT_PROGBITS || s.sh_type == SHT_CUDA_GLOBAL_INIT)) {
                out.kind = PEAL_SEC_GLOBAL_INIT;
        } else {
                /* A relocation that needs it is refused by name later. */
                return 0;
        }
        if (s.sh_type != SHT_NOBITS && out.kind != PEAL_SEC_GLOBAL_ZERO)
                out.data = peal_elf_section_data(&p->elf, &s);
        out.size_B = s.sh_size;
        out.align_B = s.sh_addralign ? s.sh_addralign : 1;
        f->loaded = (int32_t)p->out.section_count;
        p->out.sections[p->out.section_count++] = out;
        return 0;
}

static int read_sections(struct parse *p)
{
        uint32_t n = p->elf.section_count;
        int r;

        p->sections = calloc(n, sizeof(*p->sections));
        p->keep->sections = calloc(n, sizeof(*p->keep->sections));
        if (!p->sections || !p->keep->sections)
                return peal_error(ENOMEM, "%u sections", n);
        p->out.sections = p->keep->sections;
        for (uint32_t i = 0; i < n; i++) {
                p->sections[i].loaded = -1;
                p->sections[i].kernel = -1;
                p->sections[i].const2 = -1;
        }
        for (uint32_t i = 1; i < n; i++) {
                r = take_section(p, i);
                if (r < 0)
                        return r;
        }
        return 0;
}

static int find_symtab(struct parse *p)
{
        for (uint32_t i = 1; i < p->elf.section_count; i++) {
                Elf64_Shdr s = peal_elf_section(&p->elf, i);

                if (s.sh_type != SHT_SYMTAB)
                        continue;
                if (s.sh_entsize != sizeof(Elf64_Sym) || s.sh_size % sizeof(Elf64_Sym))
                        return peal_error(EINVAL,
                                          "symbol table: 0x%" PRIx64 " bytes in entries of %" PRIu64
                                          " instead of %zu",
                                          (uint64_t)s.sh_size, (uint64_t)s.sh_entsize,
                                          sizeof(Elf64_Sym));
                if (s.sh_size / sizeof(Elf64_Sym) > INT32_MAX)
                        return peal_error(EINVAL, "symbol table of 0x%" PRIx64 " bytes",
                                          (uint64_t)s.sh_size);
                p->symtab = i;
                p->out.symbol_count = (uint32_t)(s.sh_size / sizeof(Elf64_Sym));
                return peal_elf_strings(&p->elf, s.sh_link, &p->strings, &p->strings_B);
        }
        return peal_error(EINVAL, "no symbol table");
}

static int read_symbols(struct parse *p)
{
        uint32_t n = p->out.symbol_count, kernels = 0;

        p->keep->symbols = calloc(n ? n : 1, sizeof(*p->keep->symbols));
        p->symbols = calloc(n ? n : 1, sizeof(*p->symbols));
        if (!p->keep->symbols || !p->symbols)
                return peal_error(ENOMEM, "%u symbols", n);
        p->out.symbols = p->keep->symbols;
        for (uint32_t i = 0; i < n; i++) {
                Elf64_Sym s = peal_parse_symbol(p, i);
                struct peal_cubin_symbol *out = &p->out.symbols[i];
                unsigned type = ELF64_ST_TYPE(s.st_info);

                if (s.st_name >= p->strings_B)
                        return peal_error(EINVAL, "symbol %u: name at 0x%x of 0x%" PRIx64 " bytes",
                                          i, s.st_name, p->strings_B);
                out->name = p->strings + s.st_name;
                out->value = s.st_value;
                out->size_B = s.st_size;
                out->global = ELF64_ST_BIND(s.st_info) != STB_LOCAL;
                out->object = type == STT_OBJECT || type == STT_CUDA_OBJECT;
                out->section = -1;
                if (s.st_shndx == SHN_UNDEF) {
                        out->undefined = true;
                        out->value = 0;
                } else if (s.st_shndx < SHN_LORESERVE) {
                        if (s.st_shndx >= p->elf.section_count)
                                return peal_error(EINVAL, "symbol \"%s\": section %u of %u",
                                                  out->name, s.st_shndx, p->elf.section_count);
                        out->section = p->sections[s.st_shndx].loaded;
                }
                if (out->section >= 0) {
                        uint64_t size_B = p->out.sections[out->section].size_B;

                        if (s.st_value > size_B || s.st_size > size_B - s.st_value)
                                return peal_error(EINVAL,
                                                  "symbol \"%s\": 0x%" PRIx64 " bytes at 0x%" PRIx64
                                                  " of section %s, which has 0x%" PRIx64,
                                                  out->name, (uint64_t)s.st_size,
                                                  (uint64_t)s.st_value,
                                                  p->out.sections[out->section].name, size_B);
                }
                kernels += type == STT_FUNC && s.st_other & STO_CUDA_ENTRY;
        }
        p->keep->kernels = calloc(kernels ? kernels : 1, sizeof(*p->keep->kernels));
        if (!p->keep->kernels)
                return peal_error(ENOMEM, "%u kernels", kernels);
        p->out.kernels = p->keep->kernels;
        return 0;
}

static int parse_all(struct parse *p, const void *image, size_t image_B)
{
        int r;

        r = peal_elf_open(image, image_B, &p->elf);
        if (r < 0)
                return r;
        r = arch_read(&p->elf, &p->out.sm_arch, &p->out.arch_specific);
        if (r < 0)
                return r;
        if (p->elf.header.e_type != ET_EXEC)
                return peal_error(ENOTSUP,
                                  "relocatable device code (ELF type %u): link it first "
                                  "(nvcc -dlink -cubin)",
                                  p->elf.header.e_type);
        r = check_overlap(p);
        if (r < 0)
                return r;
        r = read_sections(p);
        if (r < 0)
                return r;
        r = find_symtab(p);
        if (r < 0)
                return r;
        r = read_symbols(p);
        if (r < 0)
                return r;
        r = peal_parse_kernels(p);
        if (r < 0)
                return r;
        return peal_parse_relocs(p);
}

static void storage_free(struct storage *keep)
{
        if (!keep)
                return;
        free(keep->kernels);
        free(keep->sections);
        free(keep->symbols);
        free(keep->relocs);
        free(keep->params);
        free(keep);
}

int peal_cubin_parse(const void *image, size_t image_B, struct peal_cubin *ret_cubin)
{
        struct parse p = {0};
        int r;

        p.keep = calloc(1, sizeof(*p.keep));
        if (!p.keep)
                return peal_error(ENOMEM, "cubin");
        r = parse_all(&p, image, image_B);
        free(p.sections);
        free(p.symbols);
        if (r < 0) {
                storage_free(p.keep);
                return peal_error_in(r, "cubin");
        }
        p.out.storage = p.keep;
        *ret_cubin = p.out;
        return 0;
}

void peal_cubin_release(struct peal_cubin *cubin)
{
        if (!cubin)
                return;
        storage_free(cubin->storage);
        memset(cubin, 0, sizeof(*cubin));
}

int peal_cubin_find_kernel(const struct peal_cubin *cubin, const char *name)
{
        for (uint32_t i = 0; i < cubin->kernel_count; i++)
                if (!strcmp(cubin->kernels[i].name, name))
                        return (int)i;
        return -ENOENT;
}

int peal_cubin_find_symbol(const struct peal_cubin *cubin, const char *name)
{
        int local = -ENOENT;

        for (uint32_t i = 0; i < cubin->symbol_count; i++) {
                const struct peal_cubin_symbol *s = &cubin->symbols[i];

                if (s->undefined || strcmp(s->name, name) != 0)
                        continue;
                if (s->global)
                        return (int)i;
                if (local < 0)
                        local = (int)i;
        }
        return local;
}
