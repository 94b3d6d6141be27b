/* SPDX-License-Identifier: MIT */
#include <stddef.h>
#include "src/hw/class.h"

#define CLASS_CASE(name, number)                                                                   \
        case number:                                                                               \
                return #name;

const char *peal_class_name(uint32_t class_id)
{
        switch (class_id) {
                PEAL_CLASSES(CLASS_CASE)
        default:
                return NULL;
        }
}
