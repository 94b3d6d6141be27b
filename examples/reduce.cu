/* SPDX-License-Identifier: MIT */
/* *sum += all of x: shuffles in a warp, shared memory in a block of up to 1024
 * threads (a multiple of 32), an atomic addition between blocks. */
extern "C" __global__ void reduce(const float *x, float *sum, int n)
{
        __shared__ float part[32];
        int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
        float v = 0;

        for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
                v += x[i];
        for (int step = 16; step > 0; step /= 2)
                v += __shfl_down_sync(~0u, v, step);
        if (lane == 0)
                part[warp] = v;
        __syncthreads();
        if (warp > 0)
                return;
        v = threadIdx.x < blockDim.x / 32 ? part[lane] : 0;
        for (int step = 16; step > 0; step /= 2)
                v += __shfl_down_sync(~0u, v, step);
        if (lane == 0)
                atomicAdd(sum, v);
}
