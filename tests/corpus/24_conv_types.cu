/* SPDX-License-Identifier: MIT */
#include "common.h"
K k(const float*x,const int*q,const double*d,float*y,signed char*c,unsigned short*h,i64*L,int n){int i=blockIdx.x*blockDim.x+threadIdx.x;if(i<n){float v=x[i];y[i]=(float)q[i]+(float)(u32)q[i]+(float)L[i]+(float)c[i]+(float)h[i];c[i]=(signed char)v;h[i]=(unsigned short)v;L[i]=(i64)v+(u64)v+(i64)d[i]+__float2int_rn(v)+__float2uint_ru(v)+__double2int_rz(d[i]);y[i]+=truncf(v)+roundf(v)+floorf(v)+(float)d[i]+(float)(half)v+__saturatef(v)+copysignf(v,y[i]);}}
