/* SPDX-License-Identifier: MIT */
#include "common.h"
K k(const float*A,const float*B,float*C,int N){__shared__ float a[16][16],b[16][16];int tx=threadIdx.x,ty=threadIdx.y,r=blockIdx.y*16+ty,c=blockIdx.x*16+tx;float s=0;for(int t=0;t<N;t+=16){a[ty][tx]=A[r*N+t+tx];b[ty][tx]=B[(t+ty)*N+c];__syncthreads();
#pragma unroll
for(int k=0;k<16;k++)s+=a[ty][k]*b[k][tx];__syncthreads();}C[r*N+c]=s;}
