/* SPDX-License-Identifier: MIT */
/* "prints" needs vprintf and "plain" does not: the module loads, and only "prints"
 * is refused. */
#include <cstdio>
extern "C" __global__ void prints(int n)
{
        printf("%d\n", n);
}
extern "C" __global__ void plain(int *o)
{
        o[threadIdx.x] = 7 * threadIdx.x;
}
