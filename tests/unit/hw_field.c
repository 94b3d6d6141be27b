/* SPDX-License-Identifier: MIT */
/* Bit fields in word arrays: against a bit-by-bit reference. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>
#include "src/hw/field.h"

static uint64_t next(uint64_t *s)
{
        *s ^= *s << 13;
        *s ^= *s >> 7;
        *s ^= *s << 17;
        return *s;
}

static uint64_t slow_get(const uint32_t *w, unsigned hi, unsigned lo)
{
        uint64_t v = 0;

        for (unsigned b = lo; b <= hi; b++)
                v |= (uint64_t)(w[b / 32] >> b % 32 & 1) << (b - lo);
        return v;
}

static void every_position_and_width(void **state)
{
        uint64_t seed = 0x9e3779b97f4a7c15;

        (void)state;
        for (unsigned lo = 0; lo < 96; lo++)
                for (unsigned width = 1; width <= 64; width++) {
                        unsigned hi = lo + width - 1;
                        uint32_t w[6], before[6];
                        uint64_t v = next(&seed);

                        if (width < 64)
                                v &= (1ull << width) - 1;
                        for (unsigned i = 0; i < 6; i++)
                                w[i] = before[i] = (uint32_t)next(&seed);
                        assert_true(peal_bits_get(w, hi, lo) == slow_get(w, hi, lo));
                        assert_int_equal(peal_bits_set(w, hi, lo, v), 0);
                        assert_true(peal_bits_get(w, hi, lo) == v);
                        assert_true(slow_get(w, hi, lo) == v);
                        for (unsigned b = 0; b < 192; b++)
                                if (b < lo || b > hi)
                                        assert_int_equal(w[b / 32] >> b % 32 & 1,
                                                         before[b / 32] >> b % 32 & 1);
                }
}

static void too_wide_writes_nothing(void **state)
{
        (void)state;
        for (unsigned lo = 0; lo < 70; lo++)
                for (unsigned width = 1; width < 64; width++) {
                        uint32_t w[5] = {1, 2, 3, 4, 5};
                        const uint32_t before[5] = {1, 2, 3, 4, 5};

                        assert_int_equal(peal_bits_set(w, lo + width - 1, lo, 1ull << width),
                                         -ERANGE);
                        assert_int_equal(peal_bits_set(w, lo + width - 1, lo, UINT64_MAX), -ERANGE);
                        assert_memory_equal(w, before, sizeof(w));
                }
}

int main(void)
{
        const struct CMUnitTest tests[] = {
            cmocka_unit_test(every_position_and_width),
            cmocka_unit_test(too_wide_writes_nothing),
        };

        return cmocka_run_group_tests(tests, NULL, NULL);
}
