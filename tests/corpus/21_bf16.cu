/* SPDX-License-Identifier: MIT */
#include "common.h"
K k(const __nv_bfloat162*x,__nv_bfloat162*y,float*f,int n){int i=blockIdx.x*blockDim.x+threadIdx.x;if(i<n){__nv_bfloat162 a=x[i],b=y[i];y[i]=__hmax2(__hfma2(a,b,a),__hadd2(a,b));float2 t=__bfloat1622float2(__hmul2(a,b));f[i]=t.x+t.y;f[i+n]=__bfloat162float(hexp(a.x))+(__hgt(a.x,b.x)?1.f:0.f);y[i+n]=__float22bfloat162_rn(make_float2(t.x*2,t.y));}}
