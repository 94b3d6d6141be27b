/* SPDX-License-Identifier: MIT */
#include "common.h"
K k(const int*x,int*y,int n){__shared__ int ws[32];int i=blockIdx.x*blockDim.x+threadIdx.x,l=threadIdx.x&31,w=threadIdx.x>>5;int v=i<n?x[i]:0;for(int d=1;d<32;d*=2){int t=__shfl_up_sync(~0u,v,d);if(l>=d)v+=t;}if(l==31)ws[w]=v;__syncthreads();if(w==0){int t=ws[l];for(int d=1;d<32;d*=2){int u=__shfl_up_sync(~0u,t,d);if(l>=d)t+=u;}ws[l]=t;}__syncthreads();if(w)v+=ws[w-1];if(i<n)y[i]=v;}
