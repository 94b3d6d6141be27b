/* SPDX-License-Identifier: MIT */
/* The tables under abi.c: fields of the base layout, and where releases differ. */
#ifndef PEAL_KMD_LAYOUT_H
#define PEAL_KMD_LAYOUT_H

#include <stddef.h>
#include <stdint.h>
#include "src/kmd/abi.h"

/* @count runs of @size_B bytes, @wire_step and @base_step apart. */
struct peal_piece {
        uint32_t wire, base, size_B, count, wire_step, base_step;
};

/* A structure's layout in releases @first..@last, where it is not the base one. */
struct peal_layout {
        enum peal_abi_struct_id id;
        unsigned first, last;
        uint32_t wire_B;     /* 0: the releases have no such structure */
        const char *implied; /* a field whose loss changes nothing, or NULL */
        const struct peal_piece *pieces;
        unsigned piece_count;
};

struct peal_abi_field_row {
        enum peal_abi_struct_id id;
        const char *name; /* members of arrays as list[0].member */
        uint32_t offset, element_B, count;
};

/* NULL where release @major has the base layout. */
const struct peal_layout *peal_layout_find(unsigned major, enum peal_abi_struct_id id);
size_t peal_layout_base_size(enum peal_abi_struct_id id);
const char *peal_layout_name(enum peal_abi_struct_id id);
/* In the order of the structure; a nested structure stands before its members. */
const struct peal_abi_field_row *peal_layout_fields(enum peal_abi_struct_id id,
                                                    unsigned *ret_count);

#endif
