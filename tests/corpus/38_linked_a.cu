/* SPDX-License-Identifier: MIT */
/* With 38_linked_b.cu: separate compilation, so that calls, addresses and virtual
 * functions are relocations in the code. */
typedef int (*fn)(int);
extern __device__ int shared_table[8];
extern __device__ int remote(int);
extern __device__ fn remote_functions[2];
extern __constant__ int remote_constants[4];
__device__ fn own_pointer = remote;
__constant__ fn constant_functions[2] = {remote, remote};
__shared__ int block_words[64];
struct base {
        int x;
        __device__ virtual int value(int a) = 0;
};
struct first : base {
        __device__ int value(int a) override;
};
struct second : base {
        __device__ int value(int a) override
        {
                return a * 7 + x;
        }
};
extern "C" __global__ void linked(int *o, int n)
{
        int i = threadIdx.x;

        block_words[i] = i * n;
        __syncthreads();
        o[i] = remote(block_words[63 - i]) + remote_functions[i & 1](n) + remote_constants[i & 3] +
               own_pointer(i) + constant_functions[i & 1](3) + shared_table[i & 7];
}
extern "C" __global__ void virtuals(int *o, int n)
{
        first d;
        second e;
        base *b = ((n + threadIdx.x) & 1) ? (base *)&d : (base *)&e;

        d.x = n;
        e.x = n + 1;
        o[threadIdx.x] = b->value(threadIdx.x);
}
