/* SPDX-License-Identifier: MIT */
/* Bit fields in arrays of 32-bit words: the one way to read or write them.
 *
 * Vendor headers name a field by its highest and lowest bit counted from the
 * start of the structure; so do these tables.
 */
#ifndef PEAL_HW_FIELD_H
#define PEAL_HW_FIELD_H

#include <errno.h>
#include <stdint.h>

struct peal_field {
        const char *name; /* the vendor's, without the class prefix */
        uint16_t hi, lo;
        /* Arrays: element i lies at lo + i * stride. count is 1 for a scalar. */
        uint16_t stride, count;
};

static inline uint64_t peal_bits_get(const uint32_t *words, unsigned hi, unsigned lo)
{
        uint64_t v = 0;
        unsigned got = 0, width = hi - lo + 1;

        while (got < width) {
                unsigned bit = lo + got, take = 32 - bit % 32;

                if (take > width - got)
                        take = width - got;
                v |= ((uint64_t)(words[bit / 32] >> bit % 32) & ((1ull << take) - 1)) << got;
                got += take;
        }
        return v;
}

/* -ERANGE, and nothing written, when @v is wider than the field: masking it
 * would hide the bug until the GPU hangs. */
static inline int peal_bits_set(uint32_t *words, unsigned hi, unsigned lo, uint64_t v)
{
        unsigned put = 0, width = hi - lo + 1;

        if (width < 64 && v >> width)
                return -ERANGE;
        while (put < width) {
                unsigned bit = lo + put, take = 32 - bit % 32;
                uint32_t mask;

                if (take > width - put)
                        take = width - put;
                mask = (uint32_t)(((1ull << take) - 1) << bit % 32);
                words[bit / 32] =
                    (words[bit / 32] & ~mask) | ((uint32_t)(v >> put << bit % 32) & mask);
                put += take;
        }
        return 0;
}

#endif
