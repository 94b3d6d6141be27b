/* SPDX-License-Identifier: MIT */
#include "common.h"
namespace cg=cooperative_groups;
K k(const float*x,float*y,int n){auto b=cg::this_thread_block();auto t=cg::tiled_partition<8>(b);int i=blockIdx.x*blockDim.x+threadIdx.x;float v=x[i];for(int d=4;d;d/=2)v+=t.shfl_xor(v,d);auto c=cg::coalesced_threads();if(threadIdx.x&1){auto g=cg::coalesced_threads();y[i]=v+g.size()+g.thread_rank();}b.sync();y[i+n]=v+c.size();}
