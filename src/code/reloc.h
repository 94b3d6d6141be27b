/* SPDX-License-Identifier: MIT */
#ifndef PEAL_CODE_RELOC_H
#define PEAL_CODE_RELOC_H

#include <stdint.h>

#include "src/code/cubin.h"

struct peal_reloc_type {
        uint32_t type;
        const char *name;
        enum peal_cubin_reloc_kind kind;
        uint8_t bit_lo, bits;
        uint8_t place_B; /* bytes from the place on that must exist */
};

/* NULL: not one that Peal applies. */
const struct peal_reloc_type *peal_reloc_type_find(uint32_t type);
/* Name of any known type, "unknown" otherwise. */
const char *peal_reloc_type_name(uint32_t type);
/* The addend a REL entry (no addend of its own) keeps in the patched field. */
int64_t peal_reloc_addend(const struct peal_reloc_type *type, const uint8_t *place);

#endif
