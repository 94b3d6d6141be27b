/* SPDX-License-Identifier: MIT */
/* Atomics whose final values do not depend on their order. */
#include "common.h"
K k(u32 *p, u64 *q, float *f, double *d, half2 *h, __nv_bfloat162 *b, u32 n)
{
        __shared__ u32 s[8];
        __shared__ float sf;
        u32 i = blockIdx.x * blockDim.x + threadIdx.x, r = i * 2654435761u;

        if (threadIdx.x < 8)
                s[threadIdx.x] = 0;
        if (threadIdx.x == 0)
                sf = 0;
        __syncthreads();
        atomicAdd(p + 0, r);
        atomicSub(p + 1, r);
        atomicMin(p + 2, r);
        atomicMax(p + 3, r);
        atomicMin((int *)p + 4, (int)r);
        atomicMax((int *)p + 5, (int)r);
        atomicAnd(p + 6, r | 0xff00ff00u);
        atomicOr(p + 7, r & 0x00ffff00u);
        atomicXor(p + 8, r);
        atomicInc(p + 9, n);
        atomicDec(p + 10, n);
        atomicExch(p + 11, n);
        if (atomicCAS(p + 12, 0, 77) == 0)
                atomicAdd(p + 13, 1);
        atomicAdd(p + 32 + atomicAdd(p + 14, 1) % 32, 5); /* the tickets are all used once */
        atomicAdd(q + 0, (u64)r << 20);
        atomicMax(q + 1, (u64)r << 16);
        atomicMin(q + 2, (u64)r << 16);
        atomicMin((i64 *)q + 3, (i64)(int)r);
        atomicXor(q + 4, (u64)r * r);
        atomicExch(q + 5, 1234567890123ull);
        u64 old = q[6], seen;
        do {
                seen = old;
                old = atomicCAS(q + 6, seen, seen + i);
        } while (old != seen);
        atomicAdd(f, (float)(i & 15)); /* whole numbers: exact in any order */
        atomicAdd(d, (double)i);
        atomicAdd(h, __floats2half2_rn((float)(i & 1), (float)(i % 3)));
        atomicAdd(b, __floats2bfloat162_rn((float)(i % 64 == 0), (float)(i % 128 == 1)));
        atomicAdd(&s[0], i);
        atomicMax(&s[1], r);
        atomicXor(&s[2], r);
        atomicOr(&s[3], 1u << (i & 31));
        atomicInc(&s[4], 63);
        if (atomicCAS(&s[5], 0, 9) == 0)
                atomicAdd(&s[6], 1);
        atomicExch(&s[7], n);
        atomicAdd(&sf, 2.f);
        __syncthreads();
        if (threadIdx.x < 8)
                atomicAdd(p + 16 + threadIdx.x, s[threadIdx.x]);
        if (threadIdx.x == 0)
                atomicAdd(f + 1, sf);
}
