/* SPDX-License-Identifier: MIT */
#include "common.h"
K k(const double*x,double*y,int n){int i=blockIdx.x*blockDim.x+threadIdx.x;if(i<n){double v=x[i];y[i]=sqrt(v)/(v+1.0)+exp(v)*log(v+2.0)+fma(v,v,3.0)+fmin(v,2.0)+(double)(float)v+(double)(int)v+pow(v,1.5);}}
