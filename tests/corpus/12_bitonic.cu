/* SPDX-License-Identifier: MIT */
#include "common.h"
K k(u32*x){__shared__ u32 s[1024];int t=threadIdx.x;s[t]=x[blockIdx.x*1024+t];for(int k=2;k<=1024;k*=2)for(int j=k/2;j;j/=2){__syncthreads();int p=t^j;if(p>t){u32 a=s[t],b=s[p];if(((t&k)==0)==(a>b)){s[t]=b;s[p]=a;}}}__syncthreads();x[blockIdx.x*1024+t]=s[t];}
