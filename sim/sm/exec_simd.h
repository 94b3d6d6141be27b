/* SPDX-License-Identifier: MIT */
/* Names and helpers of one build of the vector handlers. The build is told its
 * instruction set by -DSM_SIMD_V3 or -DSM_SIMD_V4 (x86-64-v3, -v4); none: baseline. */
#ifndef PEAL_SIM_SM_EXEC_SIMD_H
#define PEAL_SIM_SM_EXEC_SIMD_H

#include <stdint.h>

#if defined(SM_SIMD_V4)
#define SM_SIMD(name) name##_v4
#define SM_SIMD_NAME  "x86-64-v4"
#include <immintrin.h>
#elif defined(SM_SIMD_V3)
#define SM_SIMD(name) name##_v3
#define SM_SIMD_NAME  "x86-64-v3"
#include <immintrin.h>
#else
#define SM_SIMD(name) name##_base
#define SM_SIMD_NAME  "baseline"
#endif

/* Rows are whole or distinct, so no iteration depends on another. */
#if defined(__clang__)
#define SM_VECTORISE _Pragma("clang loop vectorize(assume_safety)")
#else
#define SM_VECTORISE _Pragma("GCC ivdep")
#endif

/* Bit l: t[l] is not zero. */
static inline uint32_t SM_NONZERO(const uint32_t *t)
{
#if defined(SM_SIMD_V4)
        __m512i lo = _mm512_loadu_si512(t), hi = _mm512_loadu_si512(t + 16);
        return (uint32_t)_mm512_test_epi32_mask(lo, lo) | (uint32_t)_mm512_test_epi32_mask(hi, hi)
                                                              << 16;
#elif defined(SM_SIMD_V3)
        uint32_t r = 0;
        for (unsigned i = 0; i < 4; i++) {
                __m256i v = _mm256_loadu_si256((const __m256i *)(t + 8 * i));
                __m256i z = _mm256_cmpeq_epi32(v, _mm256_setzero_si256());
                r |= (uint32_t)(~_mm256_movemask_ps(_mm256_castsi256_ps(z)) & 0xff) << (8 * i);
        }
        return r;
#else
        uint32_t r = 0;
        for (unsigned l = 0; l < 32; l++)
                r |= (uint32_t)(t[l] != 0) << l;
        return r;
#endif
}

/* Sixteen addresses: 1 when all are the same, 2 when they rise by @n, else 0. */
static inline unsigned SM_PATTERN32(const uint32_t *va, unsigned n)
{
#if defined(SM_SIMD_V4)
        const __m512i iota = _mm512_set_epi32(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
        __m512i v = _mm512_loadu_si512(va), b = _mm512_set1_epi32((int)va[0]);
        if (!_mm512_cmpneq_epi32_mask(v, b))
                return 1;
        b = _mm512_add_epi32(b, _mm512_mullo_epi32(iota, _mm512_set1_epi32((int)n)));
        return _mm512_cmpneq_epi32_mask(v, b) ? 0 : 2;
#else
        unsigned step = va[1] == va[0] ? 0 : n;
        for (unsigned l = 1; l < 16; l++)
                if (va[l] != va[0] + l * step)
                        return 0;
        return step ? 2 : 1;
#endif
}

static inline unsigned SM_PATTERN64(const uint64_t *va, unsigned n)
{
#if defined(SM_SIMD_V4)
        const __m512i iota = _mm512_set_epi64(7, 6, 5, 4, 3, 2, 1, 0);
        __m512i lo = _mm512_loadu_si512(va), hi = _mm512_loadu_si512(va + 8);
        __m512i b = _mm512_set1_epi64((long long)va[0]);
        if (!(_mm512_cmpneq_epi64_mask(lo, b) | _mm512_cmpneq_epi64_mask(hi, b)))
                return 1;
        b = _mm512_add_epi64(b, _mm512_mul_epu32(iota, _mm512_set1_epi64(n)));
        __m512i b8 = _mm512_add_epi64(b, _mm512_set1_epi64(8ll * n));
        return _mm512_cmpneq_epi64_mask(lo, b) | _mm512_cmpneq_epi64_mask(hi, b8) ? 0 : 2;
#else
        unsigned step = va[1] == va[0] ? 0 : n;
        for (unsigned l = 1; l < 16; l++)
                if (va[l] != va[0] + (uint64_t)l * step)
                        return 0;
        return step ? 2 : 1;
#endif
}

#endif
