/* SPDX-License-Identifier: MIT */
/* Instructions that the other kernels do not reach; all integers, all exact. */
#include "common.h"
#define A asm volatile
K bytes(const u32 *x, u32 *y)
{
        u32 i = threadIdx.x, a = x[i], b = x[i + 32], c = x[i + 64], r;
        A("prmt.b32.f4e %0,%1,%2,%3;" : "=r"(r) : "r"(a), "r"(b), "r"(c)); y[i] = r;
        A("prmt.b32.b4e %0,%1,%2,%3;" : "=r"(r) : "r"(a), "r"(b), "r"(c)); y[i + 32] = r;
        A("prmt.b32.rc8 %0,%1,%2,%3;" : "=r"(r) : "r"(a), "r"(b), "r"(c)); y[i + 64] = r;
        A("prmt.b32.ecl %0,%1,%2,%3;" : "=r"(r) : "r"(a), "r"(b), "r"(c)); y[i + 96] = r;
        A("prmt.b32.ecr %0,%1,%2,%3;" : "=r"(r) : "r"(a), "r"(b), "r"(c)); y[i + 128] = r;
        A("prmt.b32.rc16 %0,%1,%2,%3;" : "=r"(r) : "r"(a), "r"(b), "r"(c)); y[i + 160] = r;
        A("prmt.b32 %0,%1,%2,%3;" : "=r"(r) : "r"(a), "r"(b), "r"(c)); y[i + 192] = r;
        A("szext.wrap.s32 %0,%1,%2;" : "=r"(r) : "r"(a), "r"(c)); y[i + 224] = r;
        A("szext.clamp.u32 %0,%1,%2;" : "=r"(r) : "r"(a), "r"(c)); y[i + 256] = r;
        A("bmsk.clamp.b32 %0,%1,%2;" : "=r"(r) : "r"(c), "r"(b & 63)); y[i + 288] = r;
        A("bmsk.wrap.b32 %0,%1,%2;" : "=r"(r) : "r"(c), "r"(b)); y[i + 320] = r;
        A("cvt.pack.sat.s16.s32 %0,%1,%2;" : "=r"(r) : "r"(a), "r"(c)); y[i + 352] = r;
        A("cvt.pack.sat.u8.s32.b32 %0,%1,%2,%3;" : "=r"(r) : "r"(a), "r"(c), "r"(b)); y[i + 384] = r;
        A("cvt.sat.s8.s32 %0,%1;" : "=r"(r) : "r"(c)); y[i + 416] = r;
        A("cvt.sat.u16.s32 %0,%1;" : "=r"(r) : "r"(a)); y[i + 448] = r;
        y[i + 480] = __vabsdiffu4(a, b);
        y[i + 512] = __vsadu4(a, b);
        y[i + 544] = __dp2a_hi((int)a, (int)b, (int)c);
        y[i + 576] = __vmaxu2(a, b) + __vmins2(a, b);
}
K longs(const i64 *a, const u64 *b, i64 *o, u32 n)
{
        u32 i = threadIdx.x;
        i64 x = a[i], y = a[i + 32];
        u64 u = b[i], v = b[i + 32] | 1;
        o[i] = x * y + (x < y ? x : y);
        o[i + 32] = (i64)(u * v + (u > v) + __umul64hi(u, v));
        o[i + 64] = __mul64hi(x, y);
        o[i + 96] = x / (y | 1);
        o[i + 128] = (i64)(u % v);
        o[i + 160] = (x << (n & 63)) + (x >> (i & 63)) + (i64)(u >> (i & 63));
        o[i + 192] = -x - y;
        o[i + 224] = llabs(x) + __popcll(u) + __ffsll(x) + __clzll(x);
        o[i + 256] = x == y || u >= v ? x - (i64)u : y;
        o[i + 288] = (i64)__brevll(u);
}
__device__ __noinline__ int triple(int x) { return x * 3 + 1; }
__device__ __noinline__ int flip(int x) { return x ^ 7; }
__device__ int (*table[2])(int) = {triple, flip};
__device__ __noinline__ int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
K calls(int *o, int n)
{
        int i = threadIdx.x;
        o[i] = table[i & 1](i) + 1000 * fib(n + (i & 3));
}
K shuffles(const u32 *x, u32 *o, int n)
{
        u32 i = threadIdx.x, a = x[i];
        u64 b = ((const u64 *)x)[i];
        int p;
        o[i] = __shfl_sync(~0u, a, x[i + 32]);
        o[i + 32] = __shfl_up_sync(~0u, a, n, 16);
        o[i + 64] = __shfl_down_sync(~0u, a, 3, 8);
        o[i + 96] = __shfl_xor_sync(~0u, a, n, 4);
        o[i + 128] = __match_any_sync(~0u, b);
        o[i + 160] = __match_all_sync(~0u, b, &p) + p;
        o[i + 192] = __uni_sync(~0u, a > 3);
        o[i + 224] = __reduce_xor_sync(~0u, a);
        o[i + 256] = __reduce_and_sync(~0u, a | 1);
        o[i + 288] = __reduce_min_sync(~0u, a);
        o[i + 320] = __reduce_min_sync(~0u, (int)a);
        o[i + 352] = __reduce_max_sync(~0u, a);
        if (i & 1)
                o[i + 384] = __shfl_sync(0xaaaaaaaau, a, 5) + __ballot_sync(0xaaaaaaaau, a & 2);
}
K uniform(const int *p, int *o, int n, int m, u64 w)
{
        int s = 0;
        for (int i = 0; i < n; i++) {
                int k = __popc(i) + __clz(i + m) + (int)__brev(i) + min(i, m) + max(i, n);
                s += p[k & 31] * i;
        }
        bool b = n > m && w > 5;
        for (int i = 0; i < m; i++)
                if (b != (i > n))
                        s += i / n + i % m;
        for (u64 j = w; j; j >>= 1)
                s += p[j & 15];
        o[threadIdx.x] = s + (int)(w >> n) + (int)(w * n) + (n > m ? p[n] : p[m]) +
                         (int)__byte_perm(n, m, 0x3254) + abs(n) + (int)(((i64)n * m) >> 32);
}
K shared_atomics(u32 *o, u64 *q)
{
        __shared__ u32 s[16];
        __shared__ u64 t[8];
        u32 i = threadIdx.x;
        if (i < 16)
                s[i] = 100;
        if (i < 8)
                t[i] = 100;
        __syncthreads();
        atomicAdd(&s[0], i);
        atomicMin(&s[1], i);
        atomicMax((int *)&s[2], (int)i);
        atomicInc(&s[3], 200);
        atomicDec(&s[4], 7);
        atomicAnd(&s[5], i | 64);
        atomicOr(&s[6], i);
        atomicXor(&s[7], i);
        atomicAdd(&s[8], 1);
        atomicSub(&s[9], 2);
        if (atomicCAS(&s[10], 100, i + 500) == 100)
                atomicExch(&s[11], 77);
        atomicAdd(&t[0], (u64)i);
        atomicMin(&t[1], (u64)i);
        atomicMax((i64 *)&t[2], (i64)i);
        atomicXor(&t[3], (u64)i << 40);
        if (atomicCAS(&t[4], 100ull, 5ull) == 100)
                atomicExch(&t[5], 1ull << 40);
        __syncthreads();
        if (i < 16)
                o[i] = s[i];
        if (i < 8)
                q[i] = t[i];
}
K warp_id(u32 *o)
{
        u32 i = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z), r;
        A("mov.u32 %0, %%laneid;" : "=r"(r)); o[i * 4] = r;
        A("mov.u32 %0, %%lanemask_le;" : "=r"(r)); o[i * 4 + 1] = r;
        o[i * 4 + 2] = threadIdx.x | threadIdx.y << 8 | threadIdx.z << 16;
        o[i * 4 + 3] = blockIdx.y * 10 + blockIdx.z;
}
