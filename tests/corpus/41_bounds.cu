/* SPDX-License-Identifier: MIT */
/* Launch bounds, many parameters of all sizes, no parameters at all. */
#include "common.h"
K __launch_bounds__(128, 4) bounds(u32 *o)
{
        o[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x;
}
K many(signed char a, unsigned short b, int c, i64 d, half e, float f, double g, u32 *o, unsigned char h)
{
        o[0] = (u32)a;
        o[1] = b;
        o[2] = (u32)c;
        o[3] = (u32)d;
        o[4] = (u32)(d >> 32);
        o[5] = __half_as_ushort(e);
        o[6] = __float_as_uint(f);
        o[7] = (u32)__double2loint(g);
        o[8] = (u32)__double2hiint(g);
        o[9] = h;
}
K nothing()
{
}
K shape(u32 *o)
{
        u32 t = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
        u32 g = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
        u32 *p = o + 8 * (t + g * blockDim.x * blockDim.y * blockDim.z);

        p[0] = threadIdx.x | threadIdx.y << 8 | threadIdx.z << 16;
        p[1] = blockIdx.x | blockIdx.y << 8 | blockIdx.z << 16;
        p[2] = blockDim.x | blockDim.y << 8 | blockDim.z << 16;
        p[3] = gridDim.x | gridDim.y << 8 | gridDim.z << 16;
        p[4] = t;
        p[5] = g;
}
