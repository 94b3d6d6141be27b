/* SPDX-License-Identifier: MIT */
#include "common.h"
using namespace nvcuda;
K k(const signed char*A,const signed char*B,int*C,int N){wmma::fragment<wmma::matrix_a,16,16,16,signed char,wmma::row_major>a;wmma::fragment<wmma::matrix_b,16,16,16,signed char,wmma::col_major>b;wmma::fragment<wmma::accumulator,16,16,16,int>c;wmma::fill_fragment(c,0);for(int t=0;t<N;t+=16){wmma::load_matrix_sync(a,A+blockIdx.x*16*N+t,N);wmma::load_matrix_sync(b,B+blockIdx.y*16*N+t,N);wmma::mma_sync(c,a,b,c);}wmma::store_matrix_sync(C+blockIdx.x*16*N+blockIdx.y*16,c,N,wmma::mem_row_major);}
