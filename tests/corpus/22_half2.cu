/* SPDX-License-Identifier: MIT */
#include "common.h"
K k(const half2*x,half2*y,float*f,int n){int i=blockIdx.x*blockDim.x+threadIdx.x;if(i<n){half2 a=x[i],b=y[i];half2 c=__hfma2_sat(a,b,a);c=__hmax2(c,__hmin2(a,b));c=h2exp2(c)+h2sqrt(a)-h2rcp(b);if(__hbgt2(a,b))c=__hneg2(c);y[i]=__hlt2(a,c);y[i+n]=c;f[i]=__half2float(c.x)+(float)__half2int_rn(c.y);y[i+2*n]=__floats2half2_rn(f[i+n],f[i+n+1]);atomicAdd(&y[0],c);}}
