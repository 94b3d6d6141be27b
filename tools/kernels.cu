/* SPDX-License-Identifier: MIT */
/* What `peal test` and `peal bench` run; kernels.fatbin is built from this by
 * examples/build-fatbins.sh and committed, so that nobody needs a CUDA toolkit. */
typedef unsigned u32;
typedef unsigned long long u64;

/* One word: the smallest launch whose result can be seen. */
extern "C" __global__ void store_u64(u64 *p, u64 value)
{
        *p = value;
}

/* y = y * 3 + 1 for one word: shows order and loss when launched many times. */
extern "C" __global__ void chain_step(u32 *y)
{
        *y = *y * 3 + 1;
}

extern "C" __global__ void axpy(u32 a, const u32 *x, u32 *y, u32 n)
{
        u32 i = blockIdx.x * blockDim.x + threadIdx.x;
        if (i < n)
                y[i] = a * x[i] + y[i];
}
