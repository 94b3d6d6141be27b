/* SPDX-License-Identifier: MIT */
#include "common.h"
K k(const float4*p,float4*a,int n){__shared__ float4 s[128];int i=blockIdx.x*128+threadIdx.x;float4 q=p[i];float3 r={0,0,0};for(int t=0;t<n;t+=128){s[threadIdx.x]=p[t+threadIdx.x];__syncthreads();
#pragma unroll 8
for(int j=0;j<128;j++){float4 b=s[j];float dx=b.x-q.x,dy=b.y-q.y,dz=b.z-q.z;float d=dx*dx+dy*dy+dz*dz+1e-3f;float v=rsqrtf(d*d*d)*b.w;r.x+=dx*v;r.y+=dy*v;r.z+=dz*v;}__syncthreads();}a[i]=make_float4(r.x,r.y,r.z,0);}
