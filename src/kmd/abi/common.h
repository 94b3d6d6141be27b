/* SPDX-License-Identifier: MIT */
/* What the structure headers share. */
#ifndef PEAL_KMD_ABI_COMMON_H
#define PEAL_KMD_ABI_COMMON_H

#include <stddef.h>
#include <stdint.h>

#define PEAL_ABI_SIZE(type, size_B) _Static_assert(sizeof(struct type) == (size_B), #type)

/* A vendor bit field NAME is a pair NAME_HI, NAME_LO here; NAME_VALUE is a value
 * for it, not yet shifted:
 *   PEAL_FLAG(NVOS33_FLAGS_CACHING_TYPE, WRITECOMBINED) | ...
 *   PEAL_BITS(NVOS33_FLAGS_CACHING_TYPE, 2)
 *   PEAL_BITS_GET(NVOS33_FLAGS_CACHING_TYPE, flags) */
#define PEAL_BITS(field, value) ((uint32_t)(value) << field##_LO)
#define PEAL_FLAG(field, name)  PEAL_BITS(field, field##_##name)
#define PEAL_BITS_GET(field, word)                                                                 \
        (((uint32_t)(word) >> field##_LO) & (0xffffffffu >> (31 - (field##_HI - field##_LO))))

#endif
