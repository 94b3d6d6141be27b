/* SPDX-License-Identifier: MIT */
#include "common.h"
K k(int*o,int n){int b[64];for(int i=0;i<64;i++)b[i]=i*n;for(int i=0;i<n;i++){int j=(i*7+threadIdx.x)&63;b[j]=b[(j*5+1)&63]+i;}int s=0;for(int i=0;i<64;i++)s+=b[(i*n)&63];o[threadIdx.x]=s;}
