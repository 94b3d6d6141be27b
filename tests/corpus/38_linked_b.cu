/* SPDX-License-Identifier: MIT */
typedef int (*fn)(int);
extern __device__ int remote(int);
__device__ int shared_table[8] = {5, 6, 7, 8, 9, 10, 11, 12};
__constant__ int remote_constants[4] = {9, 8, 7, 6};
__device__ __noinline__ int other(int x)
{
        return x - 2;
}
__device__ fn remote_functions[2] = {remote, other};
__device__ __noinline__ int remote(int x)
{
        return x * 3 + shared_table[x & 7];
}
struct base {
        int x;
        __device__ virtual int value(int a) = 0;
};
struct first : base {
        __device__ int value(int a) override;
};
__device__ int first::value(int a)
{
        return a + x;
}
