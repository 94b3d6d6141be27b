/* SPDX-License-Identifier: MIT */
#include "common.h"
K k(const int*x,const int*y,int*z,u32 m,int n){int i=blockIdx.x*blockDim.x+threadIdx.x;if(i<n)z[i]=x[i]/y[i]+x[i]%m+(u32)y[i]/m+x[i]/7+abs(y[i])+max(x[i],y[i])+__mulhi(x[i],y[i]);}
