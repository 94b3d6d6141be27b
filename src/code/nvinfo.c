/* SPDX-License-Identifier: MIT */
#include "src/code/nvinfo.h"

#include <errno.h>
#include <inttypes.h>

#include "src/code/elf.h"
#include "src/kmd/error.h"

int peal_nvinfo_next(struct peal_nvinfo *info, struct peal_nvinfo_entry *ret_entry)
{
        struct peal_nvinfo_entry e = {0};
        uint64_t left_B = info->size_B - info->at_B;
        const uint8_t *p = info->data + info->at_B;
        uint16_t field;

        if (left_B == 0)
                return 0;
        if (left_B < 4)
                return peal_error(EINVAL,
                                  "%s: truncated: %" PRIu64 " bytes left at 0x%" PRIx64
                                  ", an attribute has 4 or more",
                                  info->section, left_B, info->at_B);
        e.format = p[0];
        e.attribute = p[1];
        field = (uint16_t)(p[2] | p[3] << 8);
        switch (e.format) {
        case EIFMT_NVAL:
                break;
        case EIFMT_BVAL:
                e.value = field & 0xff;
                break;
        case EIFMT_HVAL:
                e.value = field;
                break;
        case EIFMT_SVAL:
                if (field > left_B - 4)
                        return peal_error(EINVAL,
                                          "%s: truncated: attribute 0x%02x at 0x%" PRIx64
                                          " has %u bytes, %" PRIu64 " are left",
                                          info->section, e.attribute, info->at_B, field,
                                          left_B - 4);
                e.data = p + 4;
                e.size_B = field;
                break;
        default:
                return peal_error(EINVAL,
                                  "%s: attribute 0x%02x at 0x%" PRIx64 ": unknown format %u",
                                  info->section, e.attribute, info->at_B, e.format);
        }
        info->at_B += 4 + e.size_B;
        *ret_entry = e;
        return 1;
}

int peal_nvinfo_word(const struct peal_nvinfo *info, const struct peal_nvinfo_entry *entry,
                     uint32_t index, uint32_t *ret_word)
{
        if (entry->size_B / 4 <= index)
                return peal_error(
                    EINVAL, "%s: attribute 0x%02x of format %u has %u bytes: no word %u",
                    info->section, entry->attribute, entry->format, entry->size_B, index);
        *ret_word = peal_load32(entry->data + 4 * (uint64_t)index);
        return 0;
}
