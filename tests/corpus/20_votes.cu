/* SPDX-License-Identifier: MIT */
#include "common.h"
K k(const int*x,u32*o){int i=threadIdx.x,v=x[i];u32 b=__ballot_sync(~0u,v>3);int a=__all_sync(~0u,v>1),c=__any_sync(~0u,v<0);u32 m=__match_any_sync(~0u,v);int p;u32 ma=__match_all_sync(~0u,v,&p);u32 am=__activemask();if(v&1){am^=__activemask();__syncwarp(am);}
#if __CUDA_ARCH__>=800
am+=__reduce_add_sync(~0u,v)+__reduce_max_sync(~0u,v)+__reduce_or_sync(~0u,(u32)v);
#endif
int cnt=__syncthreads_count(v);int aa=__syncthreads_and(v)+__syncthreads_or(v);o[i]=b+a+c+m+ma+p+am+cnt+aa;}
