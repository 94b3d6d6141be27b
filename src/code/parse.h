/* SPDX-License-Identifier: MIT */
/* What the parts of the cubin parser share. */
#ifndef PEAL_CODE_PARSE_H
#define PEAL_CODE_PARSE_H

#include "src/code/cubin.h"
#include "src/code/elf.h"

#define SHT_CUDA_INFO        0x70000000u
#define SHT_CUDA_CALLGRAPH   0x70000001u
#define SHT_CUDA_GLOBAL      0x70000007u
#define SHT_CUDA_GLOBAL_INIT 0x70000008u
#define SHT_CUDA_CONSTANT_B0 0x70000064u
#define SHT_CUDA_CONSTANT_BN 0x70000075u
#define SHT_CUDA_COMPAT      0x70000086u

/* Capsule Mercury's second copy of everything (sm_100 on): not machine code. */
#define SHF_CUDA_MERCURY 0x10000000u
#define STO_CUDA_ENTRY   0x10
#define STT_CUDA_OBJECT  13

/* What a section is to the rest; by ELF section index. */
struct section_facts {
        int32_t loaded; /* into sections[], or -1 */
        int32_t kernel; /* of a text section, or -1 */
        uint32_t info;  /* its .nv.info.NAME, or 0 */
        int32_t const2; /* its .nv.constant2.NAME in sections[], or -1 */
        uint64_t shared_B, const0_B;
        bool shared; /* is a .nv.shared section: symbols in it are offsets */
};

/* What the module-wide .nv.info says of a function; by symbol index. */
struct symbol_facts {
        uint32_t register_count, frame_B, min_stack_B;
        bool has_min_stack;
        const char *needs; /* undefined function it reaches, or NULL */
};

/* Owns everything that a parsed cubin points to. */
struct storage {
        struct peal_cubin_kernel *kernels;
        struct peal_cubin_section *sections;
        struct peal_cubin_symbol *symbols;
        struct peal_cubin_reloc *relocs;
        struct peal_cubin_param *params;
};

struct parse {
        struct peal_elf elf;
        struct peal_cubin out;
        struct storage *keep;
        struct section_facts *sections; /* elf.section_count */
        struct symbol_facts *symbols;   /* out.symbol_count */
        uint32_t symtab;
        const char *strings;
        uint64_t strings_B;
        uint32_t param_count, param_room;
};

/* Symbol @index, which must be below out.symbol_count. */
Elf64_Sym peal_parse_symbol(const struct parse *p, uint32_t index);
/* The text section that a per-kernel section belongs to, 0 for none. */
uint32_t peal_parse_owner(const struct parse *p, const Elf64_Shdr *s);
/* out.kernels, from the symbols, .nv.info and the call graph. */
int peal_parse_kernels(struct parse *p);
/* out.relocs, from every table that patches a section in out.sections. */
int peal_parse_relocs(struct parse *p);

#endif
