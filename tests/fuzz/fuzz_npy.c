/* SPDX-License-Identifier: MIT */
/* The .npy reader. */
#include <assert.h>
#include "tools/npy.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size_B);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size_B)
{
        size_t offset_B;
        uint64_t count;
        char err[256];
        int type;

        for (type = 0; type < VALUE_TYPE_COUNT; type++) {
                if (npy_parse(data, size_B, (enum value_type)type, &offset_B, &count, err,
                              sizeof(err)) < 0)
                        continue;
                assert(offset_B <= size_B);
                assert(count * value_type_size_B((enum value_type)type) == size_B - offset_B);
        }
        return 0;
}
