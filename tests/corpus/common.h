/* SPDX-License-Identifier: MIT */
#include <cuda_fp16.h>
#include <cuda_bf16.h>
#include <mma.h>
#include <cooperative_groups.h>
#include <cuda_pipeline_primitives.h>
typedef unsigned u32; typedef unsigned long long u64; typedef long long i64;
#define K extern "C" __global__ void
