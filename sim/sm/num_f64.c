/* SPDX-License-Identifier: MIT */
/* f64 arithmetic and comparison of one lane. */
#include "sim/sm/num_soft.h"

static bool is_nan(uint64_t a)
{
        return (a & ~(1ull << 63)) > 0x7ff0000000000000ull;
}

/* A NaN operand comes through with its quiet bit set; of several the first of a, the
 * addend, b (an H200, driver 580.159: 65 536 operand triples of DFMA). */
static uint64_t propagate(uint64_t a, uint64_t b, uint64_t addend)
{
        uint64_t nan = is_nan(a) ? a : is_nan(addend) ? addend : b;

        return nan | 0x0008000000000000ull;
}

/* The host's default NaN has the sign set as well, but only on x86. */
static uint64_t from_host(double d)
{
        return d != d ? SM_NAN_F64 : sm_bits_of_f64(d);
}

uint64_t sm_dadd(uint64_t a, uint64_t b, enum sm_round round)
{
        if (is_nan(a) || is_nan(b))
                return propagate(a, b, b);
        if (round == SM_RN)
                return from_host(sm_f64_of(a) + sm_f64_of(b));
        return sm_pack(sm_real_add(sm_unpack(a, SM_F64), sm_unpack(b, SM_F64), round), SM_F64,
                       round, false);
}

uint64_t sm_dmul(uint64_t a, uint64_t b, enum sm_round round)
{
        if (is_nan(a) || is_nan(b))
                return propagate(a, b, b);
        if (round == SM_RN)
                return from_host(sm_f64_of(a) * sm_f64_of(b));
        return sm_pack(sm_real_mul(sm_unpack(a, SM_F64), sm_unpack(b, SM_F64)), SM_F64, round,
                       false);
}

uint64_t sm_dfma(uint64_t a, uint64_t b, uint64_t c, enum sm_round round)
{
        if (is_nan(a) || is_nan(b) || is_nan(c))
                return propagate(a, b, c);
        if (round == SM_RN)
                return from_host(fma(sm_f64_of(a), sm_f64_of(b), sm_f64_of(c)));
        return sm_pack(
            sm_real_fma(sm_unpack(a, SM_F64), sm_unpack(b, SM_F64), sm_unpack(c, SM_F64), round),
            SM_F64, round, false);
}

bool sm_dcmp(enum sm_fcmp op, uint64_t a, uint64_t b)
{
        double x = sm_f64_of(a), y = sm_f64_of(b);
        unsigned relation = x < y ? 1 : x == y ? 2 : x > y ? 4 : 8;

        return (op & relation) != 0;
}

void sm_dsetp_minmax(bool max, uint64_t a, uint64_t b, bool *ret_first, bool *ret_second)
{
        int64_t x = (int64_t)a, y = (int64_t)b;

        /* as sign-magnitude integers, so that -0 < +0 */
        x = x < 0 ? (int64_t)(~((uint64_t)x & INT64_MAX)) : x;
        y = y < 0 ? (int64_t)(~((uint64_t)y & INT64_MAX)) : y;
        *ret_second = is_nan(a) && is_nan(b);
        if (is_nan(a))
                *ret_first = false;
        else if (is_nan(b))
                *ret_first = true;
        else
                *ret_first = max ? x > y : x < y;
}
