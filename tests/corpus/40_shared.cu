/* SPDX-License-Identifier: MIT */
/* Dynamic shared memory, whatever was asked for: written, rotated, read back. */
#include "common.h"
extern __shared__ u32 words[];
K k(u32 *o, u32 count)
{
        for (u32 i = threadIdx.x; i < count; i += blockDim.x)
                words[i] = i * 2654435761u + blockIdx.x;
        __syncthreads();
        u32 sum = 0;
        for (u32 i = threadIdx.x; i < count; i += blockDim.x)
                sum = sum * 31 + words[(i * 7 + 1) % count];
        o[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
