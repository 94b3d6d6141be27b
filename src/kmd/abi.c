/* SPDX-License-Identifier: MIT */
/* Which layout a running driver uses, and the way there and back. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "src/kmd/abi.h"
#include "src/kmd/layout.h"

/* The newest tag of each branch whose headers were read; 575 only as far as it
 * differs from its neighbours. */
static const struct peal_abi_release releases[] = {
    {535, "535.288.01"}, {550, "550.163.01"}, {570, "570.211.01"}, {575, "575.64.05"},
    {580, "580.142"},    {590, "590.48.01"},  {595, "595.45.04"},
};
#define RELEASE_COUNT (sizeof(releases) / sizeof(releases[0]))

/* A decimal number and what follows it; false without a digit or above 65535. */
static bool parse_number(const char **text, unsigned *ret_value)
{
        const char *p = *text;
        unsigned value = 0;

        if (*p < '0' || *p > '9')
                return false;
        for (; *p >= '0' && *p <= '9'; p++) {
                value = value * 10 + (unsigned)(*p - '0');
                if (value > 65535)
                        return false;
        }
        *text = p;
        *ret_value = value;
        return true;
}

int peal_abi_select(const char *version, struct peal_abi *ret_abi)
{
        struct peal_abi abi = {0};
        const char *p = version;
        size_t i, length;

        if (!version || !parse_number(&p, &abi.major) || *p++ != '.' ||
            !parse_number(&p, &abi.minor))
                return -EINVAL;
        if (*p == '.') {
                p++;
                if (!parse_number(&p, &abi.patch))
                        return -EINVAL;
        }
        length = (size_t)(p - version);
        if (*p != '\0' || length >= sizeof(abi.version))
                return -EINVAL;
        memcpy(abi.version, version, length);
        if (abi.major < releases[0].major)
                return -ENOTSUP;
        for (i = RELEASE_COUNT; releases[i - 1].major > abi.major; i--)
                ;
        abi.table = &releases[i - 1];
        abi.newer = abi.major > releases[RELEASE_COUNT - 1].major;
        abi.between = !abi.newer && abi.major != abi.table->major;
        *ret_abi = abi;
        return 0;
}

size_t peal_abi_base_size(enum peal_abi_struct_id id)
{
        return peal_layout_base_size(id);
}

size_t peal_abi_wire_size(const struct peal_abi *abi, enum peal_abi_struct_id id)
{
        const struct peal_layout *layout = peal_layout_find(abi->table->major, id);

        return layout ? layout->wire_B : peal_layout_base_size(id);
}

static void piece_copy(const struct peal_piece *piece, const void *base, void *wire, bool out)
{
        for (unsigned i = 0; i < piece->count; i++) {
                unsigned char *w = (unsigned char *)wire + piece->wire + i * piece->wire_step;
                unsigned char *b =
                    (unsigned char *)(uintptr_t)base + piece->base + i * piece->base_step;

                if (out)
                        memcpy(w, b, piece->size_B);
                else
                        memcpy(b, w, piece->size_B);
        }
}

static size_t row_size(const struct peal_abi_field_row *row)
{
        return (size_t)row->element_B * row->count;
}

/* @row is @outer, or a member of it. */
static bool row_is_within(const struct peal_abi_field_row *row,
                          const struct peal_abi_field_row *outer)
{
        size_t length = strlen(outer->name);

        return strncmp(row->name, outer->name, length) == 0 &&
               (row->name[length] == '\0' || row->name[length] == '.' || row->name[length] == '[');
}

int peal_abi_to_wire(const struct peal_abi *abi, enum peal_abi_struct_id id, const void *base,
                     void *wire, const char **ret_field)
{
        const struct peal_layout *layout = peal_layout_find(abi->table->major, id);
        _Alignas(8) unsigned char back[PEAL_ABI_MAX_WIRE_B];
        const struct peal_abi_field_row *row;
        unsigned row_count;

        if (!layout) {
                memcpy(wire, base, peal_layout_base_size(id));
                return 0;
        }
        if (layout->wire_B == 0) {
                if (ret_field)
                        *ret_field = peal_layout_name(id);
                return -EOPNOTSUPP;
        }
        memset(wire, 0, layout->wire_B);
        for (unsigned i = 0; i < layout->piece_count; i++)
                piece_copy(&layout->pieces[i], base, wire, true);

        /* What does not come back the same was lost on the way. */
        peal_abi_from_wire(abi, id, wire, back);
        row = peal_layout_fields(id, &row_count);
        for (unsigned i = 0, next; i < row_count; i = next) {
                const struct peal_abi_field_row *lost = NULL;

                /* A nested structure's row, then its members', which say more (but not
                 * of array elements after the first). */
                for (next = i; next < row_count && row_is_within(&row[next], &row[i]); next++) {
                        if (memcmp((const unsigned char *)base + row[next].offset,
                                   back + row[next].offset, row_size(&row[next])) != 0)
                                lost = &row[next];
                }
                if (!lost || (layout->implied && strcmp(layout->implied, lost->name) == 0))
                        continue;
                if (ret_field)
                        *ret_field = lost->name;
                return -EOPNOTSUPP;
        }
        return 0;
}

void peal_abi_from_wire(const struct peal_abi *abi, enum peal_abi_struct_id id, const void *wire,
                        void *base)
{
        const struct peal_layout *layout = peal_layout_find(abi->table->major, id);

        if (!layout) {
                memcpy(base, wire, peal_layout_base_size(id));
                return;
        }
        memset(base, 0, peal_layout_base_size(id));
        for (unsigned i = 0; i < layout->piece_count; i++)
                piece_copy(&layout->pieces[i], base, (void *)(uintptr_t)wire, false);
}

/* Rows sorted by number, which the lists in abi/ are. */
struct number_row {
        uint32_t number;
        enum peal_abi_struct_id id;
};

static const struct number_row control_rows[] = {
#define CONTROL(name, cmd, type) {cmd, PEAL_ABI_##type},
    PEAL_ABI_CONTROLS(CONTROL)
#undef CONTROL
};

static const struct number_row class_rows[] = {
#define CLASS(name, number, type) {number, PEAL_ABI_##type},
    PEAL_ABI_CLASS_PARAMS(CLASS)
#undef CLASS
};

static int number_compare(const void *a, const void *b)
{
        uint32_t x = ((const struct number_row *)a)->number;
        uint32_t y = ((const struct number_row *)b)->number;

        return (x > y) - (x < y);
}

int peal_abi_control_struct(uint32_t cmd, enum peal_abi_struct_id *ret_id)
{
        struct number_row key = {.number = cmd};
        const struct number_row *row =
            bsearch(&key, control_rows, sizeof(control_rows) / sizeof(control_rows[0]),
                    sizeof(control_rows[0]), number_compare);

        if (!row)
                return -ENOENT;
        *ret_id = row->id;
        return 0;
}

int peal_abi_class_struct(uint32_t class_id, enum peal_abi_struct_id *ret_id)
{
        struct number_row key = {.number = class_id};
        const struct number_row *row =
            bsearch(&key, class_rows, sizeof(class_rows) / sizeof(class_rows[0]),
                    sizeof(class_rows[0]), number_compare);

        if (!row)
                return -ENOENT;
        *ret_id = row->id;
        return 0;
}

const char *peal_abi_struct_name(enum peal_abi_struct_id id)
{
        return peal_layout_name(id);
}

/* Finds the row for "a.b" or "list[].x", and how far the index that @field may hold
 * ("list[3].x") moves it: in element steps of the array @ret_array. */
static const struct peal_abi_field_row *field_find(enum peal_abi_struct_id id, const char *field,
                                                   const struct peal_abi_field_row **ret_array,
                                                   unsigned *ret_index)
{
        const char *open = strchr(field, '[');
        const struct peal_abi_field_row *row;
        unsigned count, index = 0;
        size_t head = 0;
        const char *tail = NULL;

        row = peal_layout_fields(id, &count);
        *ret_array = NULL;
        *ret_index = 0;
        if (open) {
                const char *p = open + 1;

                head = (size_t)(open - field);
                if (*p != ']' && !parse_number(&p, &index))
                        return NULL;
                if (*p != ']')
                        return NULL;
                tail = p + 1;
                for (unsigned i = 0; i < count; i++) {
                        if (strncmp(row[i].name, field, head) == 0 && row[i].name[head] == '\0')
                                *ret_array = &row[i];
                }
                if (!*ret_array || index >= (*ret_array)->count)
                        return NULL;
                *ret_index = index;
        }
        for (unsigned i = 0; i < count; i++) {
                if (!open && strcmp(row[i].name, field) == 0)
                        return &row[i];
                if (open && *tail != '\0' && strncmp(row[i].name, field, head) == 0 &&
                    strncmp(row[i].name + head, "[0]", 3) == 0 &&
                    strcmp(row[i].name + head + 3, tail) == 0)
                        return &row[i];
        }
        return NULL;
}

int peal_abi_field(const struct peal_abi *abi, enum peal_abi_struct_id id, const char *field,
                   size_t *ret_offset, size_t *ret_size)
{
        const struct peal_layout *layout = peal_layout_find(abi->table->major, id);
        const struct peal_abi_field_row *array, *row;
        unsigned index;
        size_t offset, size_B;

        row = field_find(id, field, &array, &index);
        if (!row)
                return -ENOENT;
        offset = row->offset + (array ? (size_t)index * array->element_B : 0);
        size_B = (size_t)row->element_B * row->count;
        if (!layout) {
                *ret_offset = offset;
                *ret_size = size_B;
                return 0;
        }
        for (unsigned i = 0; i < layout->piece_count; i++) {
                const struct peal_piece *piece = &layout->pieces[i];

                for (unsigned k = 0; k < piece->count; k++) {
                        size_t start = piece->base + (size_t)k * piece->base_step;

                        if (offset < start || offset >= start + piece->size_B)
                                continue;
                        *ret_offset = piece->wire + (size_t)k * piece->wire_step + (offset - start);
                        if (piece->count > 1 && k == 0 && row->count > 1 &&
                            row->element_B == piece->base_step)
                                size_B = (size_t)piece->wire_step * piece->count;
                        else if (size_B > piece->size_B - (offset - start))
                                size_B = piece->size_B - (offset - start);
                        *ret_size = size_B;
                        return 0;
                }
        }
        return -ENOENT;
}
