/* SPDX-License-Identifier: MIT */
#include "common.h"
K k(const float*x,float*y,int n){int i=blockIdx.x*blockDim.x+threadIdx.x;if(i<n){float v=x[i];y[i]=sinf(v)+cosf(v)+__sinf(v)*__cosf(v)+tanf(v)+tanhf(v)+powf(v,2.3f)+sqrtf(v)+1.f/v+rsqrtf(v)+exp2f(v)+log2f(v)+erff(v)+__fdividef(v,3.f)+fmodf(v,1.7f)+__tanf(v);}}
