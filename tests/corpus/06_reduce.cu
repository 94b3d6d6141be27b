/* SPDX-License-Identifier: MIT */
#include "common.h"
K k(const float*x,float*o,int*oi,int n){__shared__ float s[32];float v=0;for(int i=blockIdx.x*blockDim.x+threadIdx.x;i<n;i+=gridDim.x*blockDim.x)v+=x[i];for(int d=16;d;d/=2)v+=__shfl_down_sync(~0u,v,d);if(threadIdx.x%32==0)s[threadIdx.x/32]=v;__syncthreads();if(threadIdx.x<32){v=threadIdx.x<blockDim.x/32?s[threadIdx.x]:0;for(int d=16;d;d/=2)v+=__shfl_xor_sync(~0u,v,d);if(!threadIdx.x){atomicAdd(o,v);atomicMax(oi,(int)v);atomicCAS(oi+1,0,1);}}}
