/* SPDX-License-Identifier: MIT */
#include "common.h"
__device__ int gv[4]={1,2,3,4};
K k(int*o,int n){__shared__ int s[32];int l[8];for(int i=0;i<8;i++)l[i]=i*n;s[threadIdx.x]=n;__syncthreads();int*p=(n&1)?s+(n&31):(n&2)?&l[n&7]:&gv[n&3];*p+=3;atomicAdd((n&1)?s:gv,1);o[threadIdx.x]=*p+l[(n*3)&7]+__isShared(p)+__isGlobal(p);}
