/* SPDX-License-Identifier: MIT */
/* The kernels of tests/hw, committed as kernels.sm_NN.cubin:
 *
 *   for a in 86 89 90; do
 *     nvcc -std=c++17 -O3 -arch=sm_$a -cubin -o kernels.sm_$a.cubin kernels.cu
 *   done
 */
typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned u32;
typedef unsigned long long u64;
#define KERNEL extern "C" __global__ void

/* One step of y = y * 3 + 1 for every word, by another block each time: what an
 * earlier launch left must be seen, whichever SM wrote it. */
KERNEL chain_step(u32 *y, u32 n, u32 shift)
{
        u32 i = (blockIdx.x * blockDim.x + threadIdx.x + shift) % n;
        y[i] = y[i] * 3 + 1;
}

KERNEL store_u64(u64 *p, u64 value)
{
        *p = value;
}

/* Every kind of argument, at whatever offset the compiler gives it. */
struct five {
        u32 word[5];
};
KERNEL all_args(u8 a, u16 b, u32 c, u64 d, float e, double f, struct five g, u64 *out)
{
        out[0] = a;
        out[1] = b;
        out[2] = c;
        out[3] = d;
        out[4] = __float_as_uint(e);
        out[5] = __double_as_longlong(f);
        for (int i = 0; i < 5; i++)
                out[6 + i] = g.word[i];
}

/* 16 words for every thread: where it is and how large grid and block are. */
KERNEL where(u32 *out)
{
        u32 block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
        u32 thread = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
        u32 *o = out + 16 * (block * (blockDim.x * blockDim.y * blockDim.z) + thread);
        o[0] = blockIdx.x, o[1] = blockIdx.y, o[2] = blockIdx.z;
        o[3] = threadIdx.x, o[4] = threadIdx.y, o[5] = threadIdx.z;
        o[6] = gridDim.x, o[7] = gridDim.y, o[8] = gridDim.z;
        o[9] = blockDim.x, o[10] = blockDim.y, o[11] = blockDim.z;
}

/* Uses @words of dynamic shared memory, all of it, across threads. */
KERNEL big_shared(u32 *out, u32 words)
{
        extern __shared__ u32 s[];
        for (u32 i = threadIdx.x; i < words; i += blockDim.x)
                s[i] = (i + blockIdx.x) * 2654435761u;
        __syncthreads();
        u32 sum = 0;
        for (u32 i = threadIdx.x; i < words; i += blockDim.x)
                sum = sum * 31 + s[words - 1 - i];
        out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

KERNEL static_shared(u32 *out)
{
        __shared__ u32 s[1024];
        s[threadIdx.x] = threadIdx.x * 7 + blockIdx.x;
        __syncthreads();
        out[blockIdx.x * blockDim.x + threadIdx.x] = s[blockDim.x - 1 - threadIdx.x];
}

/* A private array that the compiler cannot keep in registers. */
KERNEL local_array(u32 *out, u32 rounds)
{
        u32 id = blockIdx.x * blockDim.x + threadIdx.x, a[256];
        for (u32 i = 0; i < 256; i++)
                a[i] = id * 977 + i;
        u32 at = id & 255;
        for (u32 i = 0; i < rounds; i++) {
                a[at] += i;
                at = (a[at] ^ (a[(at + 128) & 255] >> 3)) & 255;
        }
        u32 sum = 0;
        for (u32 i = 0; i < 256; i++)
                sum = sum * 31 + a[i];
        out[id] = sum;
}

/* A few KiB of stack a thread: more than local memory has at first. */
KERNEL local_large(u32 *out, u32 rounds)
{
        u32 id = blockIdx.x * blockDim.x + threadIdx.x, a[4096];
        for (u32 i = 0; i < rounds; i++)
                a[(i * 61 + id) & 4095] = id ^ i;
        u32 sum = 0;
        for (u32 i = 0; i < rounds; i++)
                sum = sum * 31 + a[(i * 61 + id) & 4095];
        out[id] = sum;
}

__device__ __noinline__ u32 fib(u32 n)
{
        return n < 2 ? n : fib(n - 1) + fib(n - 2);
}
KERNEL recursion(u32 *out, u32 n)
{
        out[threadIdx.x] = fib(n + threadIdx.x % 4);
}

__constant__ u32 table[64] = {
        3,  1,  4,  1,  5,  9,  2,  6,  5,  3,  5,  8,  9,  7,  9,  3,  2,  3,  8,  4,  6,  2,
        6,  4,  3,  3,  8,  3,  2,  7,  9,  5,  0,  2,  8,  8,  4,  1,  9,  7,  1,  6,  9,  3,
        9,  9,  3,  7,  5,  1,  0,  5,  8,  2,  0,  9,  7,  4,  9,  4,  4,  5,  9,  2,
};
__constant__ u32 from_host[16]; /* written by the host before the launch */

KERNEL constant_sum(u32 *out)
{
        out[threadIdx.x] = table[threadIdx.x % 64] * 1000 + from_host[threadIdx.x % 16];
}

__device__ u32 g_init[4] = {11, 22, 33, 44};
__device__ u32 g_zero[1024];
__device__ u32 *g_pointer = &g_init[2];
__device__ u64 g_counter;

/* Reads what was initialised, follows the pointer, adds to a counter that stays. */
KERNEL globals(u32 *out)
{
        out[threadIdx.x] = g_init[threadIdx.x % 4] + g_zero[threadIdx.x] + *g_pointer;
        if (threadIdx.x == 0) {
                g_counter += 5;
                out[blockDim.x] = (u32)g_counter;
        }
        g_zero[threadIdx.x] = threadIdx.x;
}

/* A jump table (bank 2 or 4, by the compiler's choice). */
KERNEL switches(u32 *out)
{
        u32 v = threadIdx.x;
        switch (v % 12) {
        case 0: v = v * 3; break;
        case 1: v = v + 17; break;
        case 2: v = v ^ 0x55; break;
        case 3: v = v << 3; break;
        case 4: v = v - 9; break;
        case 5: v = ~v; break;
        case 6: v = v * v; break;
        case 7: v = v | 0x100; break;
        case 8: v = v & 0x1c; break;
        case 9: v = v * 5 + 2; break;
        case 10: v = v >> 1; break;
        default: v = 1000 - v; break;
        }
        out[threadIdx.x] = v;
}

/* Waits, for at most @limit turns, until the host or another queue sets @flag. */
KERNEL spin(volatile u32 *flag, u32 limit, u32 *out)
{
        u32 i = 0;
        while (*flag == 0 && i < limit)
                i++;
        *out = *flag != 0 ? 1 : 2;
}

KERNEL bad_store(u32 *p, u32 value)
{
        p[threadIdx.x] = value;
}

KERNEL copy_words(u32 *to, const u32 *from, u32 n)
{
        u32 i = blockIdx.x * blockDim.x + threadIdx.x;
        if (i < n)
                to[i] = from[i];
}

KERNEL __launch_bounds__(128) bounded(u32 *out)
{
        out[threadIdx.x] = threadIdx.x;
}

KERNEL no_args()
{
}
