/* SPDX-License-Identifier: MIT */
/* Ring entries, method headers and the names of methods. */
#include "src/hw/class.h"
#include "src/hw/method.h"

/* NVC56F_GP_ENTRY0_GET and GP_ENTRY1_GET_HI: 40 bits of address. */
#define GP_VA_LIMIT (1ull << 40)

int peal_gp_entry_pack(uint64_t va, uint32_t len_dw, uint64_t *ret_entry)
{
        if (va & 3 || !len_dw)
                return -EINVAL;
        if (va >= GP_VA_LIMIT || len_dw > PEAL_GP_ENTRY_MAX_DW)
                return -ERANGE;
        *ret_entry = va | (uint64_t)len_dw << 42;
        return 0;
}

/* GP_ENTRY1_LEVEL (bit 41) and GP_ENTRY1_SYNC (bit 63) change nothing about which
 * words are meant; length 0 makes the entry a control entry (GP_ENTRY1_OPCODE), bit
 * 0 a conditional fetch (GP_ENTRY0_FETCH), and bits 1 and 40 belong to no field. */
int peal_gp_entry_unpack(uint64_t entry, uint64_t *ret_va, uint32_t *ret_len_dw)
{
        uint32_t len_dw = (uint32_t)(entry >> 42) & PEAL_GP_ENTRY_MAX_DW;

        if (!len_dw || entry & 3 || entry >> 40 & 1)
                return -EINVAL;
        *ret_va = entry & (GP_VA_LIMIT - 1);
        *ret_len_dw = len_dw;
        return 0;
}

int peal_method_header_pack(struct peal_method_header h, uint32_t *ret_word)
{
        switch (h.op) {
        case PEAL_SEC_GRP0: /* of the old kind only the no-operation word */
                if (h.count || h.subch || h.method)
                        return -EINVAL;
                *ret_word = 0;
                return 0;
        case PEAL_SEC_END_PB_SEGMENT:
                if (h.count || h.subch || h.method)
                        return -EINVAL;
                *ret_word = (uint32_t)PEAL_SEC_END_PB_SEGMENT << 29;
                return 0;
        case PEAL_SEC_INC_METHOD:
        case PEAL_SEC_NON_INC_METHOD:
        case PEAL_SEC_IMMD_DATA_METHOD:
        case PEAL_SEC_ONE_INC:
                break;
        default:
                return -EINVAL;
        }
        if (h.method & 3)
                return -EINVAL;
        if (h.count > PEAL_METHOD_COUNT_MAX || h.subch > 7 || h.method >= PEAL_METHOD_LIMIT)
                return -ERANGE;
        *ret_word = (uint32_t)h.op << 29 | h.count << 16 | h.subch << 13 | h.method >> 2;
        return 0;
}

int peal_method_header_unpack(uint32_t w, struct peal_method_header *ret)
{
        struct peal_method_header h = {
            .op = (enum peal_sec_op)(w >> 29),
            .count = w >> 16 & 0x1fff,
            .subch = w >> 13 & 7,
            .method = (w & 0xfff) << 2,
        };

        switch (w >> 29) {
        case PEAL_SEC_GRP0:
                /* DMA_TERT_OP other than GRP0_INC_METHOD: sub-device masks; that one:
                 * count 28:18, method 12:2 (NVC56F_DMA_METHOD_COUNT_OLD, _ADDRESS_OLD). */
                if (w >> 16 & 3 || w & 3)
                        return -EINVAL;
                h.count = w >> 18 & 0x7ff;
                h.method = w & 0x1ffc;
                break;
        case PEAL_SEC_END_PB_SEGMENT:
                h.count = h.subch = h.method = 0;
                break;
        case PEAL_SEC_INC_METHOD:
        case PEAL_SEC_NON_INC_METHOD:
        case PEAL_SEC_IMMD_DATA_METHOD:
        case PEAL_SEC_ONE_INC:
                if (w & 0x1000) /* bit 12 belongs to no field */
                        return -EINVAL;
                break;
        default:
                return -EINVAL;
        }
        *ret = h;
        return 0;
}

struct method_entry {
        const char *name;
        uint16_t offset, stride, count;
        uint16_t first, last;
};

#define ENTRY(name, offset, stride, count, first, last) {#name, offset, stride, count, first, last},
static const struct method_entry host_methods[] = {PEAL_HOST_METHODS(ENTRY)};
static const struct method_entry compute_methods[] = {PEAL_COMPUTE_METHODS(ENTRY)};
static const struct method_entry copy_methods[] = {PEAL_COPY_METHODS(ENTRY)};

static const struct method_entry *table_of(uint32_t class_id, size_t *ret_n)
{
        switch (class_id & 0xff) { /* the low byte of a class number is its kind */
        case 0x6f:
                *ret_n = sizeof(host_methods) / sizeof(*host_methods);
                return host_methods;
        case 0xc0:
                *ret_n = sizeof(compute_methods) / sizeof(*compute_methods);
                return compute_methods;
        case 0xb5:
                *ret_n = sizeof(copy_methods) / sizeof(*copy_methods);
                return copy_methods;
        default:
                *ret_n = 0;
                return NULL;
        }
}

static const struct method_entry *find(uint32_t class_id, uint32_t method, unsigned *ret_index)
{
        size_t n;
        const struct method_entry *t = table_of(class_id, &n);

        if (!peal_class_name(class_id))
                return NULL;
        for (size_t i = 0; i < n && t[i].offset <= method; i++) {
                uint32_t d = method - t[i].offset;
                unsigned index = t[i].stride ? d / t[i].stride : 0;

                if (class_id < t[i].first || class_id > t[i].last)
                        continue;
                if (index >= t[i].count || d != index * t[i].stride)
                        continue;
                *ret_index = index;
                return &t[i];
        }
        return NULL;
}

const char *peal_method_name(uint32_t class_id, uint32_t method, unsigned *ret_index)
{
        unsigned index = 0;
        const struct method_entry *e = find(class_id, method, &index);

        if (e && ret_index)
                *ret_index = index;
        return e ? e->name : NULL;
}

unsigned peal_method_count(uint32_t class_id, uint32_t method)
{
        unsigned index = 0;
        const struct method_entry *e = find(class_id, method, &index);

        return e ? e->count : 0;
}
