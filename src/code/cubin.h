/* SPDX-License-Identifier: MIT */
/* Reading cubins: an ELF image to kernels, symbols and what has to be placed in
 * GPU memory. No device is involved: src/launch places and relocates. */
#ifndef PEAL_CODE_CUBIN_H
#define PEAL_CODE_CUBIN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct peal_cubin_param {
        uint32_t ordinal, offset_B, size_B; /* offset within the argument block */
};

struct peal_cubin_kernel {
        const char *name;
        uint32_t text_section;  /* index into sections[] */
        uint64_t text_offset_B; /* of the entry within that section */
        uint64_t text_size_B;
        uint32_t register_count; /* EIATTR_REGCOUNT, else sh_info >> 24 */
        uint32_t barrier_count;  /* at least what the attributes say; 0 if none */
        uint32_t shared_B;     /* static, system-reserved part included when the cubin counts it */
        uint32_t frame_B;      /* EIATTR_FRAME_SIZE */
        uint32_t min_stack_B;  /* EIATTR_MIN_STACK_SIZE */
        bool recursive;        /* the compiler could not bound the stack */
        uint32_t max_threads;  /* launch bounds, 0 when none */
        uint32_t req_block[3]; /* required block, zeros when none */
        uint32_t cluster[3];   /* required cluster, zeros when none */
        bool cooperative;      /* never set: no attribute tells a grid-wide barrier */
        uint32_t param_base_B; /* where bank 0 holds the arguments */
        uint32_t param_size_B;
        uint32_t param_count;
        const struct peal_cubin_param *params; /* by ordinal */
        int const2_section;                    /* .nv.constant2.NAME, or -1 */
        const char *undefined; /* external function it may call that nobody has, or NULL */
};

enum peal_cubin_kind {
        PEAL_SEC_TEXT,        /* code */
        PEAL_SEC_CONST,       /* constant bank `bank` */
        PEAL_SEC_GLOBAL_INIT, /* initialised globals */
        PEAL_SEC_GLOBAL_ZERO, /* zeroed globals (NOBITS) */
};

/* A section that takes GPU memory. */
struct peal_cubin_section {
        const char *name;
        enum peal_cubin_kind kind;
        uint32_t bank;       /* PEAL_SEC_CONST */
        int kernel;          /* index of the kernel it belongs to, -1 for the module */
        const uint8_t *data; /* into the image; NULL for zeroed */
        uint64_t size_B, align_B;
};

struct peal_cubin_symbol {
        const char *name;
        int section;    /* into sections[]; -1: takes no memory, @value is its address */
        uint64_t value; /* offset within the section */
        uint64_t size_B;
        bool global;    /* visible outside its file */
        bool object;    /* a variable, not a function */
        bool undefined; /* defined nowhere in the image; section -1, value 0 */
};

enum peal_cubin_reloc_kind {
        PEAL_RELOC_ABS32,      /* word = low 32 bits */
        PEAL_RELOC_ABS64,      /* 64-bit address */
        PEAL_RELOC_ABS32_LO,   /* low 32 bits at a bit position of an instruction */
        PEAL_RELOC_ABS32_HI,   /* high 32 bits likewise */
        PEAL_RELOC_NONE,       /* leaves the place alone: undefined target, launch refused */
        PEAL_RELOC_CALL,       /* address >> 2 at a bit position (CALL.ABS to sm_89) */
        PEAL_RELOC_CALL_SPLIT, /* address bits 2-9 at bit 16, the rest at bit_lo (sm_90 on) */
};
struct peal_cubin_reloc {
        int section; /* which section is patched */
        uint64_t offset_B;
        enum peal_cubin_reloc_kind kind;
        uint8_t bit_lo, bits; /* where in the 128-bit instruction or word; 0, 0: whole word(s) */
        int symbol;           /* into symbols[] */
        int64_t addend;
        uint32_t type; /* the ELF number, for messages */
};

struct peal_cubin {
        uint32_t sm_arch;   /* 90 */
        bool arch_specific; /* sm_90a: runs on that architecture alone */
        uint32_t kernel_count, section_count, symbol_count, reloc_count;
        struct peal_cubin_kernel *kernels;
        struct peal_cubin_section *sections;
        struct peal_cubin_symbol *symbols;
        struct peal_cubin_reloc *relocs;
        void *storage; /* owns all of the above */
};

/* @image must outlive the result (names and data point into it) and may have any
 * alignment. Refuses by name, with a sentence for peal_last_error(): not an ELF,
 * not for CUDA, truncated (which table, offset, size), a kernel without the
 * attributes it needs, an unknown relocation type that code needs. -EINVAL,
 * -ENOTSUP, -ENOMEM. Bounded time and memory for any input. */
int peal_cubin_parse(const void *image, size_t image_B, struct peal_cubin *ret_cubin);
void peal_cubin_release(struct peal_cubin *cubin);
/* Index of kernel or symbol @name, or -ENOENT. */
int peal_cubin_find_kernel(const struct peal_cubin *cubin, const char *name);
int peal_cubin_find_symbol(const struct peal_cubin *cubin, const char *name);

/* Architecture of a cubin without parsing the rest: as in struct peal_cubin. */
int peal_cubin_arch(const void *image, size_t image_B, uint32_t *ret_sm_arch,
                    bool *ret_arch_specific);

/* Applies @reloc to @data (a copy of the section, in ordinary memory) with the
 * symbol's final address. -ERANGE when it does not fit. */
int peal_cubin_apply(const struct peal_cubin *cubin, const struct peal_cubin_reloc *reloc,
                     uint8_t *data, uint64_t data_B, uint64_t symbol_address);

/* Containers: an image may be a cubin, a fatbin, or an ELF program that holds
 * fatbins (.nv_fatbin). Picks the best cubin for @sm_arch: the newest of the same
 * major not above it. Uncompressed entries only; compressed or PTX-only images
 * are refused by name (-ENOTSUP). *ret_cubin points into @image. */
int peal_image_pick(const void *image, size_t image_B, uint32_t sm_arch, const void **ret_cubin,
                    size_t *ret_cubin_B);

#endif
