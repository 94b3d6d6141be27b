/* SPDX-License-Identifier: MIT */
/* Which build of the vector handlers suits this host. PEAL_SIM_SIMD=base or v3 asks
 * for less, to compare them. */
#include "sim/sm/exec.h"

#include <stdlib.h>
#include <string.h>

const struct sm_simd *sm_simd_choose(void)
{
#if defined(__x86_64__) && defined(SM_HAVE_SIMD)
        __builtin_cpu_init();
        const char *force = getenv("PEAL_SIM_SIMD");
        bool v3 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
                  __builtin_cpu_supports("bmi2");
        bool v4 = v3 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                  __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
        if (force && !strcmp(force, "base"))
                return &sm_simd_base;
        if (force && !strcmp(force, "v3") && v3)
                return &sm_simd_v3;
        if (v4)
                return &sm_simd_v4;
        if (v3)
                return &sm_simd_v3;
#endif
        return &sm_simd_base;
}
