/* SPDX-License-Identifier: MIT */
#include <assert.h>
#include <stddef.h>
#include "src/kmd/layout.h"

/* The structures are where the lists say they are. */
#define FIELD(type, field, at, element, n)                                                         \
        _Static_assert(offsetof(struct type, field) == (at) &&                                     \
                           sizeof(((struct type *)0)->field) == (element) * (n),                   \
                       #type "." #field);
#include "src/kmd/abi/fields.inc"
#undef FIELD

static const struct peal_abi_field_row fields[] = {
#define FIELD(type, field, at, element, n) {PEAL_ABI_##type, #field, at, element, n},
#include "src/kmd/abi/fields.inc"
#undef FIELD
};
#define FIELD_COUNT (sizeof(fields) / sizeof(fields[0]))

static const struct {
        const char *name;
        uint32_t size_B;
} structs[] = {
#define STRUCT(type) {#type, sizeof(struct type)},
    PEAL_ABI_STRUCTS(STRUCT)
#undef STRUCT
};
#define STRUCT_COUNT (sizeof(structs) / sizeof(structs[0]))
_Static_assert(STRUCT_COUNT == PEAL_ABI_STRUCT_COUNT, "one row a structure");

#define STRUCT(type) _Static_assert(sizeof(struct type) <= PEAL_ABI_MAX_WIRE_B, #type);
PEAL_ABI_STRUCTS(STRUCT)
#undef STRUCT

#define P(wire, base, size_B)                                                                      \
        {                                                                                          \
                wire, base, size_B, 1, 0, 0                                                        \
        }
#define R(wire, base, size_B, count, wire_step, base_step)                                         \
        {                                                                                          \
                wire, base, size_B, count, wire_step, base_step                                    \
        }
#define DRIFT(type, from, to, size, field, ...)                                                    \
        {PEAL_ABI_##type,                                                                          \
         from,                                                                                     \
         to,                                                                                       \
         size,                                                                                     \
         field,                                                                                    \
         (const struct peal_piece[]){__VA_ARGS__},                                                 \
         sizeof((const struct peal_piece[]){__VA_ARGS__}) / sizeof(struct peal_piece)},
#define ABSENT(type, from, to) {PEAL_ABI_##type, from, to, 0, NULL, NULL, 0},
static const struct peal_layout layouts[] = {
#include "src/kmd/abi/drift.inc"
};
#undef ABSENT
#undef DRIFT
#undef R
#undef P
#define LAYOUT_COUNT (sizeof(layouts) / sizeof(layouts[0]))

const struct peal_layout *peal_layout_find(unsigned major, enum peal_abi_struct_id id)
{
        size_t low = 0, high = LAYOUT_COUNT;

        assert((size_t)id < STRUCT_COUNT);
        while (low < high) { /* the first row of @id, or of a later one */
                size_t middle = low + (high - low) / 2;

                if (layouts[middle].id < id)
                        low = middle + 1;
                else
                        high = middle;
        }
        for (; low < LAYOUT_COUNT && layouts[low].id == id; low++) {
                if (layouts[low].first <= major && major <= layouts[low].last)
                        return &layouts[low];
        }
        return NULL;
}

size_t peal_layout_base_size(enum peal_abi_struct_id id)
{
        assert((size_t)id < STRUCT_COUNT);
        return structs[id].size_B;
}

const char *peal_layout_name(enum peal_abi_struct_id id)
{
        return (size_t)id < STRUCT_COUNT ? structs[id].name : NULL;
}

const struct peal_abi_field_row *peal_layout_fields(enum peal_abi_struct_id id, unsigned *ret_count)
{
        size_t low = 0, high = FIELD_COUNT, end;

        while (low < high) {
                size_t middle = low + (high - low) / 2;

                if (fields[middle].id < id)
                        low = middle + 1;
                else
                        high = middle;
        }
        for (end = low; end < FIELD_COUNT && fields[end].id == id; end++)
                ;
        *ret_count = (unsigned)(end - low);
        return &fields[low];
}
