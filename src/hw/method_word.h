/* SPDX-License-Identifier: MIT */
/* From one list of fields: the struct of a method's word, its pack and unpack, and
 * the names of its values.
 *
 * A list of fields is F(member, VENDOR_NAME, highest bit, lowest bit) per field; a
 * list of values is V(METHOD, FIELD, VALUE, number) per value.
 */
#ifndef PEAL_HW_METHOD_WORD_H
#define PEAL_HW_METHOD_WORD_H

#include "src/hw/field.h"

#define PEAL_WORD_MEMBER(member, NAME, hi, lo) uint32_t member;
#define PEAL_WORD_PACK(member, NAME, hi, lo)                                                       \
        if (peal_bits_set(&w, hi, lo, v.member))                                                   \
                return -ERANGE;
#define PEAL_WORD_UNPACK(member, NAME, hi, lo)                                                     \
        v.member = (uint32_t)peal_bits_get(&w, hi, lo);                                            \
        known |= (uint32_t)(((1ull << ((hi) - (lo) + 1)) - 1) << (lo));
#define PEAL_WORD_VALUE(METHOD, FIELD, VALUE, number) PEAL_##METHOD##_##FIELD##_##VALUE = number,

/* struct peal_<suffix>;
 * int peal_pack_<suffix>(struct peal_<suffix> v, uint32_t *ret_word): -ERANGE, and
 *     nothing written, when a value is wider than its field;
 * int peal_unpack_<suffix>(uint32_t w, struct peal_<suffix> *ret_v): -EINVAL, and
 *     nothing written, when a bit is set that belongs to no field.                   */
#define PEAL_WORD_DEFINE(suffix, FIELDS, VALUES)                                                   \
        struct peal_##suffix {                                                                     \
                FIELDS(PEAL_WORD_MEMBER)                                                           \
        };                                                                                         \
        enum peal_##suffix##_value{VALUES(PEAL_WORD_VALUE) peal_##suffix##_values_end = -1};       \
        static inline int peal_pack_##suffix(struct peal_##suffix v, uint32_t *ret_word)           \
        {                                                                                          \
                uint32_t w = 0;                                                                    \
                                                                                                   \
                FIELDS(PEAL_WORD_PACK)                                                             \
                *ret_word = w;                                                                     \
                return 0;                                                                          \
        }                                                                                          \
        static inline int peal_unpack_##suffix(uint32_t w, struct peal_##suffix *ret_v)            \
        {                                                                                          \
                struct peal_##suffix v;                                                            \
                uint32_t known = 0;                                                                \
                                                                                                   \
                FIELDS(PEAL_WORD_UNPACK)                                                           \
                if (w & ~known)                                                                    \
                        return -EINVAL;                                                            \
                *ret_v = v;                                                                        \
                return 0;                                                                          \
        }

#endif
