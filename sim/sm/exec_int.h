/* SPDX-License-Identifier: MIT */
/* Integer semantics of one lane, shared by the vector and the uniform datapath.
 * All verified against compiled kernels whose results are known. */
#ifndef PEAL_SIM_SM_EXEC_INT_H
#define PEAL_SIM_SM_EXEC_INT_H

#include <stdint.h>

#include "sim/sm/isa.h"

static inline uint32_t sm_op_lop3(uint32_t a, uint32_t b, uint32_t c, const uint32_t lut[8])
{
        uint32_t m0 = (c & lut[1]) | (~c & lut[0]), m1 = (c & lut[3]) | (~c & lut[2]);
        uint32_t m2 = (c & lut[5]) | (~c & lut[4]), m3 = (c & lut[7]) | (~c & lut[6]);
        uint32_t n0 = (b & m1) | (~b & m0), n1 = (b & m3) | (~b & m2);
        return (a & n1) | (~a & n0);
}

static inline void sm_lut_expand(unsigned lut, uint32_t out[8])
{
        for (unsigned i = 0; i < 8; i++)
                out[i] = 0u - (lut >> i & 1);
}

/* SHF: a 64-bit value lo:hi is shifted by @s, one word of it is the result. */
static inline uint32_t sm_op_shf(uint32_t lo, uint32_t s, uint32_t hi, unsigned right,
                                 unsigned wrap, unsigned type, unsigned high)
{
        unsigned bits = type < 2 ? 64 : 32;
        if (wrap)
                s &= bits - 1;
        else if (s > bits)
                s = bits;
        uint64_t x = lo | (uint64_t)hi << 32, y;
        if (!right)
                y = s > 63 ? 0 : x << s;
        else if (type & 1)
                y = s > 63 ? 0 : x >> s;
        else
                y = (uint64_t)((int64_t)x >> (s > 63 ? 63 : s));
        return (uint32_t)(high ? y >> 32 : y);
}

static inline uint32_t sm_op_prmt(uint32_t a, uint32_t sel, uint32_t c, unsigned mode)
{
        uint64_t x = a | (uint64_t)c << 32;
        uint32_t r = 0;
        unsigned s = sel & 3;
        for (unsigned i = 0; i < 4; i++) {
                unsigned n;
                switch (mode) {
                case 0:
                        n = sel >> (4 * i) & 7;
                        break;
                case 1: /* F4E */
                        n = (s + i) & 7;
                        break;
                case 2: /* B4E */
                        n = (s - i) & 7;
                        break;
                case 3: /* RC8 */
                        n = s;
                        break;
                case 4: /* ECL */
                        n = s > i ? s : i;
                        break;
                case 5: /* ECR */
                        n = s < i ? s : i;
                        break;
                default: /* RC16 */
                        n = (s & 1) * 2 + (i & 1);
                        break;
                }
                uint32_t byte = (uint32_t)(x >> (8 * n)) & 0xff;
                if (mode == 0 && sel >> (4 * i) & 8)
                        byte = byte & 0x80 ? 0xff : 0;
                r |= byte << (8 * i);
        }
        return r;
}

static inline uint32_t sm_op_sgxt(uint32_t a, uint32_t n, unsigned wrap, unsigned is_signed)
{
        if (wrap)
                n &= 31;
        if (n >= 32)
                return a;
        if (n == 0)
                return 0;
        return is_signed ? (uint32_t)((int32_t)(a << (32 - n)) >> (32 - n)) : a & ((1u << n) - 1);
}

static inline uint32_t sm_op_bmsk(uint32_t pos, uint32_t width, unsigned wrap)
{
        if (wrap) {
                pos &= 31;
                width &= 31;
        }
        if (pos > 31)
                return 0;
        uint32_t m = width >= 32 ? ~0u : (1u << width) - 1;
        return m << pos;
}

static inline uint32_t sm_op_flo(uint32_t a, unsigned is_signed, unsigned sh)
{
        if (is_signed && (int32_t)a < 0)
                a = ~a;
        if (!a)
                return ~0u;
        unsigned i = 31u - (unsigned)__builtin_clz(a);
        return sh ? 31 - i : i;
}

static inline uint32_t sm_op_brev(uint32_t x)
{
        x = (x >> 1 & 0x55555555u) | (x & 0x55555555u) << 1;
        x = (x >> 2 & 0x33333333u) | (x & 0x33333333u) << 2;
        x = (x >> 4 & 0x0f0f0f0fu) | (x & 0x0f0f0f0fu) << 4;
        return __builtin_bswap32(x);
}

static inline bool sm_op_icmp(unsigned op, uint32_t a, uint32_t b, bool is_signed)
{
        bool lt = is_signed ? (int32_t)a < (int32_t)b : a < b;
        bool eq = a == b;
        return (op & 1 && lt) || (op & 2 && eq) || (op & 4 && !lt && !eq);
}

/* The high word of a two-word comparison; @low is the low words' result. */
static inline bool sm_op_icmp_ex(unsigned op, uint32_t a, uint32_t b, bool is_signed, bool low)
{
        if (op == 0 || op == 7)
                return op == 7;
        return a == b ? low : sm_op_icmp(op & 5, a, b, is_signed);
}

static inline uint32_t sm_op_dp4a(uint32_t a, uint32_t b, uint32_t c, unsigned sa, unsigned sb)
{
        for (unsigned i = 0; i < 4; i++) {
                uint32_t x = a >> (8 * i) & 0xff, y = b >> (8 * i) & 0xff;
                if (sa)
                        x = (uint32_t)(int32_t)(int8_t)x;
                if (sb)
                        y = (uint32_t)(int32_t)(int8_t)y;
                c += x * y;
        }
        return c;
}

static inline uint32_t sm_op_dp2a(uint32_t a, uint32_t b, uint32_t c, unsigned sa, unsigned sb,
                                  unsigned hi)
{
        for (unsigned i = 0; i < 2; i++) {
                uint32_t x = a >> (16 * i) & 0xffff, y = b >> (8 * (i + 2 * hi)) & 0xff;
                if (sa)
                        x = (uint32_t)(int32_t)(int16_t)x;
                if (sb)
                        y = (uint32_t)(int32_t)(int8_t)y;
                c += x * y;
        }
        return c;
}

/* VIMNMX and friends; @type: 0 U32, 1 S32, 2 U16x2, 3 S16x2. */
static inline uint32_t sm_op_minmax(uint32_t a, uint32_t b, bool max, unsigned type)
{
        if (type == 0)
                return (a > b) == max ? a : b;
        if (type == 1)
                return ((int32_t)a > (int32_t)b) == max ? a : b;
        uint32_t r = 0;
        for (unsigned i = 0; i < 32; i += 16) {
                uint32_t x = a >> i & 0xffff, y = b >> i & 0xffff;
                bool gt = type == 2 ? x > y : (int16_t)x > (int16_t)y;
                r |= (gt == max ? x : y) << i;
        }
        return r;
}

static inline uint32_t sm_op_relu(uint32_t a, unsigned type)
{
        if (type == 1)
                return (int32_t)a < 0 ? 0 : a;
        if (type == 3)
                return (a & 0x8000 ? 0 : a & 0xffff) | (a & 0x80000000u ? 0 : a & 0xffff0000u);
        return a;
}

static inline uint32_t sm_op_add16x2(uint32_t a, uint32_t b)
{
        return ((a + b) & 0xffff) | ((a & 0xffff0000u) + (b & 0xffff0000u));
}

#endif
