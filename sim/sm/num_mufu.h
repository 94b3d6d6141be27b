/* SPDX-License-Identifier: MIT */
/* Private to num_mufu*.c: the interpolation tables. */
#ifndef PEAL_SIM_SM_NUM_MUFU_H
#define PEAL_SIM_SM_NUM_MUFU_H

#include <stdint.h>

/* One interval of the argument: a + b * t + c * u(t). */
struct sm_mufu_segment {
        int64_t a;
        int32_t b, c;
};

extern const struct sm_mufu_segment sm_mufu_rcp[128];  /* 1/x on [1, 2) */
extern const struct sm_mufu_segment sm_mufu_rsq[128];  /* 1/sqrt(x) on [1, 2), [2, 4) */
extern const struct sm_mufu_segment sm_mufu_sqrt[128]; /* sqrt(x) on [1, 2), [2, 4) */
extern const struct sm_mufu_segment sm_mufu_ex2[64];   /* 2^x on [0, 1) */
extern const struct sm_mufu_segment sm_mufu_lg2[64];   /* log2(x) on [1, 2) */
extern const struct sm_mufu_segment sm_mufu_sin[64];   /* sin(x * pi / 2) on [0, 1) */
extern const struct sm_mufu_segment sm_mufu_tanh[51];  /* tanh(x) on [2^-8, 8), by binade */

#endif
