/* SPDX-License-Identifier: MIT */
/* Constants, initialised and zeroed globals, addresses in globals and constants,
 * function pointers, strings, a switch over a jump table, recursion. */
#include "common.h"
typedef int (*fn)(int);
__device__ int table[4] = {10, 20, 30, 40};
__device__ int zeroed[64];
__device__ int *into = &table[2];
__device__ int **twice = &into;
__device__ const char *text = "peal: a ring of bells";
__constant__ float weight[8] = {1, 2, 4, 8, 16, 32, 64, 128};
__constant__ int *constant_into = &table[1];
__device__ __noinline__ int triple(int x)
{
        return x * 3 + table[x & 3];
}
__device__ __noinline__ int shifted(int x)
{
        return x * 5 + zeroed[x & 63];
}
__device__ fn functions[2] = {triple, shifted};
__device__ __noinline__ int fibonacci(int n)
{
        int local[4];

        local[n & 3] = n;
        if (n < 2)
                return local[n & 3];
        int a = fibonacci(n - 1);
        return a + fibonacci(n - 2) + local[n & 3] - n;
}
K globals(int *o, int n)
{
        int i = threadIdx.x;

        o[i] = table[i & 3] + zeroed[i] + **twice + into[1] + *constant_into + (int)weight[i & 7] * n;
}
K strings(char *o, int n)
{
        int i = threadIdx.x;

        if (i < n)
                o[i] = text[i];
}
K pointers(int *o, int n)
{
        o[threadIdx.x] = functions[(threadIdx.x ^ n) & 1](threadIdx.x);
}
K calls(int *o, int n)
{
        o[threadIdx.x] = triple(threadIdx.x + n) - shifted(n);
}
K recursion(int *o, int n)
{
        o[threadIdx.x] = fibonacci(threadIdx.x % n);
}
K stores(int *o, int n)
{
        int i = threadIdx.x;

        zeroed[i] = i * n;
        __syncthreads();
        o[i] = zeroed[63 - i];
}
