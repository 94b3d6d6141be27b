/* SPDX-License-Identifier: MIT */
#include "common.h"
using namespace nvcuda;
K k(const half*A,const half*B,float*C,int N){wmma::fragment<wmma::matrix_a,16,16,16,half,wmma::row_major>a;wmma::fragment<wmma::matrix_b,16,16,16,half,wmma::col_major>b;wmma::fragment<wmma::accumulator,16,16,16,float>c;wmma::fill_fragment(c,0.f);int r=blockIdx.y*16,q=blockIdx.x*16;for(int t=0;t<N;t+=16){wmma::load_matrix_sync(a,A+r*N+t,N);wmma::load_matrix_sync(b,B+q*N+t,N);wmma::mma_sync(c,a,b,c);}wmma::store_matrix_sync(C+r*N+q,c,N,wmma::mem_row_major);}
