/* SPDX-License-Identifier: MIT */
/* Attributes of a cubin: the entries of .nv.info sections. */
#ifndef PEAL_CODE_NVINFO_H
#define PEAL_CODE_NVINFO_H

#include <stdint.h>

/* Numbers as nvcc 13.0 writes them (docs/cubin.md says where each was seen), names
 * as cuobjdump prints them. */
enum {
        EIATTR_MAX_THREADS = 0x05,
        EIATTR_PARAM_CBANK = 0x0a,
        EIATTR_EXTERNS = 0x0f,
        EIATTR_REQNTID = 0x10,
        EIATTR_FRAME_SIZE = 0x11,
        EIATTR_MIN_STACK_SIZE = 0x12,
        EIATTR_KPARAM_INFO = 0x17,
        EIATTR_CBANK_PARAM_SIZE = 0x19,
        EIATTR_CRS_STACK_SIZE = 0x1e,
        EIATTR_REGCOUNT = 0x2f,
        EIATTR_CTA_PER_CLUSTER = 0x3d,
        EIATTR_KPARAM_INFO_V2 = 0x45,
        EIATTR_NUM_BARRIERS = 0x4c,
};

/* How an entry carries its value: none, a byte, 16 bits, or that many bytes after it. */
enum {
        EIFMT_NVAL = 1,
        EIFMT_BVAL = 2,
        EIFMT_HVAL = 3,
        EIFMT_SVAL = 4,
};

struct peal_nvinfo_entry {
        uint8_t format, attribute;
        uint16_t value; /* EIFMT_BVAL, EIFMT_HVAL; else 0 */
        const uint8_t *data;
        uint32_t size_B; /* EIFMT_SVAL; else 0 */
};

struct peal_nvinfo {
        const uint8_t *data;
        uint64_t size_B, at_B;
        const char *section; /* for messages */
};

/* 1 and the next entry, 0 at the end, -EINVAL for an unknown format or a cut one. */
int peal_nvinfo_next(struct peal_nvinfo *info, struct peal_nvinfo_entry *ret_entry);
/* Word @index of an entry's data. -EINVAL naming the attribute when it has fewer. */
int peal_nvinfo_word(const struct peal_nvinfo *info, const struct peal_nvinfo_entry *entry,
                     uint32_t index, uint32_t *ret_word);

#endif
