/* SPDX-License-Identifier: MIT */
#include "common.h"
#define R9(f) .25f*(f),.5f,-.125f*(f),.75f,1.f+(f),-.5f,.0625f,-.25f*(f),.375f,
#define R8(f) R9(f+0)R9(f+1)R9(f+2)R9(f+3)R9(f+4)R9(f+5)R9(f+6)R9(f+7)
__constant__ float W[64*9]={R8(0)R8(8)R8(16)R8(24)R8(32)R8(40)R8(48)R8(56)};
K k(const float*x,float*y,int H,int Wd,int C){int ox=blockIdx.x*16+threadIdx.x,oy=blockIdx.y*16+threadIdx.y,f=blockIdx.z;if(ox>=Wd||oy>=H)return;float s=0;for(int c=0;c<C;c++)for(int i=-1;i<=1;i++)for(int j=-1;j<=1;j++){int yy=oy+i,xx=ox+j;if(yy>=0&&yy<H&&xx>=0&&xx<Wd)s+=x[(c*H+yy)*Wd+xx]*W[f*9+(i+1)*3+j+1];}y[(f*H+oy)*Wd+ox]=fmaxf(s,0.f);}
