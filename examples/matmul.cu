/* SPDX-License-Identifier: MIT */
/* c = a * b for n x n matrices in row order, by tiles of 16 x 16 in shared memory.
 * Blocks of 16 x 16 threads, a grid that covers n x n. */
#define TILE 16

extern "C" __global__ void matmul(const float *a, const float *b, float *c, int n)
{
        __shared__ float ta[TILE][TILE], tb[TILE][TILE];
        int x = threadIdx.x, y = threadIdx.y;
        int row = blockIdx.y * TILE + y, column = blockIdx.x * TILE + x;
        float sum = 0;

        for (int t = 0; t < n; t += TILE) {
                ta[y][x] = row < n && t + x < n ? a[row * n + t + x] : 0;
                tb[y][x] = t + y < n && column < n ? b[(t + y) * n + column] : 0;
                __syncthreads();
                for (int k = 0; k < TILE; k++)
                        sum += ta[y][k] * tb[k][x];
                __syncthreads();
        }
        if (row < n && column < n)
                c[row * n + column] = sum;
}
