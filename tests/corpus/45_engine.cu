/* SPDX-License-Identifier: MIT */
/* What an engine must get right beside arithmetic: progress of lanes, warps, blocks
 * and grids that wait for each other, divergence, barriers, faults. */
#include "common.h"
K lanes(u32 *lock, u32 *count)
{
        while (atomicCAS(lock, 0, 1))
                ;
        __threadfence();
        *(volatile u32 *)count = *(volatile u32 *)count + 1;
        __threadfence();
        atomicExch(lock, 0);
}
K grid_barrier(u32 *arrived, u32 *out, u32 phases)
{
        for (u32 p = 1; p <= phases; p++) {
                out[blockIdx.x * phases + p - 1] = p;
                __syncthreads();
                if (threadIdx.x == 0) {
                        __threadfence();
                        atomicAdd(arrived, 1);
                        while (*(volatile u32 *)arrived < p * gridDim.x)
                                ;
                        __threadfence();
                }
                __syncthreads();
                if (((volatile u32 *)out)[(blockIdx.x + 1) % gridDim.x * phases + p - 1] != p)
                        atomicAdd(arrived + 1, 1);
                __syncthreads();
        }
}
K wait_for(u32 *flag, u32 *out)
{
        while (!*(volatile u32 *)flag)
                __nanosleep(100);
        *out = *(volatile u32 *)(flag + 1);
}
K set_flag(u32 *flag)
{
        flag[1] = 42;
        __threadfence();
        *(volatile u32 *)flag = 1;
}
K trap(u32 *x)
{
        if (x[threadIdx.x] == 7)
                __trap();
        x[threadIdx.x] = 1;
}
K store_at(u32 *p, u64 offset)
{
        *(u32 *)((char *)p + offset) = 1;
}
K forever(volatile u32 *p)
{
        while (*p != 0xffffffff)
                ;
}
K collatz(const u32 *x, u32 *y, u32 n)
{
        u32 i = blockIdx.x * blockDim.x + threadIdx.x;
        if (i >= n)
                return;
        u32 v = x[i], steps = 0, odd = 0;
        while (v != 1) {
                if (v & 1) {
                        odd++;
                        v = 3 * v + 1;
                        if (v % 7 == 3)
                                continue;
                        for (u32 k = 0; k < (v & 3); k++) {
                                steps += k;
                                if (steps % 5 == 4)
                                        break;
                        }
                } else {
                        v /= 2;
                }
                if (++steps > 300)
                        break;
        }
        y[i] = steps * 1000 + odd;
}
K pipeline(const u32 *x, u32 *y)
{ /* warp 0 fills, warp 1 drains, through two named barriers */
        __shared__ u32 buf[32];
        u32 l = threadIdx.x & 31;
        for (u32 k = 0; k < 8; k++) {
                if (threadIdx.x < 32) {
                        buf[l] = x[k * 32 + l] + 1;
                        asm volatile("barrier.cta.arrive 1, 64;\nbarrier.cta.sync 2, 64;" ::: "memory");
                } else {
                        asm volatile("barrier.cta.sync 1, 64;" ::: "memory");
                        y[k * 32 + l] = buf[31 - l];
                        asm volatile("barrier.cta.arrive 2, 64;" ::: "memory");
                }
        }
}
K registered(u32 *o, u32 id, u32 threads)
{ /* a barrier whose number and size come in registers, and a reduction */
        __shared__ u32 s[128];
        u32 i = threadIdx.x, r = 9;
        s[i] = i;
        if (i < threads)
                asm volatile("barrier.cta.sync %0, %1;" ::"r"(id), "r"(threads) : "memory");
        if (i < threads)
                r = s[threads - 1 - i];
        asm volatile("{.reg .pred p; setp.lt.u32 p, %1, 5; barrier.cta.red.popc.u32 %0, 4, 128, p;}"
                     : "=r"(i) : "r"(threadIdx.x));
        o[threadIdx.x] = r * 100 + i;
}
K half_missing(u32 *o)
{ /* the second warp never comes */
        if (threadIdx.x < 32)
                asm volatile("barrier.cta.sync 1, 96;" ::: "memory");
        o[threadIdx.x] = 1;
}
K shared_past_end(u32 *o, u32 at)
{
        extern __shared__ u32 dyn[];
        dyn[threadIdx.x] = 1;
        __syncthreads();
        o[threadIdx.x] = dyn[at];
}
