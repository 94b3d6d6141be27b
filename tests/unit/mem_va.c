/* SPDX-License-Identifier: MIT */
/* Addresses are aligned, never handed out twice, and come back. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <stdlib.h>
#include "src/mem/va.h"

#define N 600

static void low_addresses_stay_below_2_40(void **state)
{
        struct peal_va va;
        uint64_t a;

        (void)state;
        assert_int_equal(peal_va_init(&va), 0);
        assert_int_equal(peal_va_alloc(&va, 1 << 20, 2 << 20, true, &a), 0);
        assert_true(a + (1 << 20) <= PEAL_VA_LOW_LIMIT);
        assert_int_equal(a % (2 << 20), 0);
        peal_va_fini(&va);
}

static void freed_addresses_are_reused(void **state)
{
        struct peal_va va;
        uint64_t a, b, c;

        (void)state;
        assert_int_equal(peal_va_init(&va), 0);
        assert_int_equal(peal_va_alloc(&va, 8192, 4096, true, &a), 0);
        assert_int_equal(peal_va_alloc(&va, 8192, 4096, true, &b), 0);
        peal_va_free(&va, a, 8192);
        assert_int_equal(peal_va_alloc(&va, 4096, 4096, true, &c), 0);
        assert_true(c == a);
        peal_va_free(&va, c, 4096);
        peal_va_free(&va, b, 8192);
        /* All in one piece again: the largest request fits. */
        assert_int_equal(peal_va_alloc(&va, va.low.size_B, 4096, true, &c), 0);
        assert_true(c == va.low.base);
        peal_va_fini(&va);
}

static void more_than_there_is_is_refused(void **state)
{
        struct peal_va va;
        uint64_t a = 1;

        (void)state;
        assert_int_equal(peal_va_init(&va), 0);
        assert_int_equal(peal_va_alloc(&va, va.low.size_B + 4096, 4096, true, &a), -12);
        assert_int_equal(a, 1);
        peal_va_fini(&va);
}

static void random_ranges_never_overlap(void **state)
{
        struct {
                uint64_t at, size;
        } live[N] = {{0}};
        struct peal_va va;
        uint64_t seed = 1;

        (void)state;
        assert_int_equal(peal_va_init(&va), 0);
        for (int step = 0; step < 20000; step++) {
                unsigned i;

                seed = seed * 6364136223846793005ull + 1442695040888963407ull;
                i = (unsigned)(seed >> 33) % N;
                if (live[i].size) {
                        peal_va_free(&va, live[i].at, live[i].size);
                        live[i].size = 0;
                        continue;
                }
                live[i].size = 4096 * (1 + (seed >> 20) % 64);
                assert_int_equal(peal_va_alloc(&va, live[i].size, 4096ull << (seed >> 50) % 10,
                                               seed >> 63, &live[i].at),
                                 0);
                assert_int_equal(live[i].at % (4096ull << (seed >> 50) % 10), 0);
                if (step % 16)
                        continue;
                for (unsigned j = 0; j < N; j++)
                        assert_true(j == i || !live[j].size ||
                                    live[j].at + live[j].size <= live[i].at ||
                                    live[i].at + live[i].size <= live[j].at);
        }
        for (unsigned j = 0; j < N; j++)
                if (live[j].size)
                        peal_va_free(&va, live[j].at, live[j].size);
        assert_int_equal(va.low.free_count, 1);
        for (size_t k = 0; k < va.high_count; k++)
                assert_int_equal(va.high[k].free_count, 1);
        peal_va_fini(&va);
}

int main(void)
{
        const struct CMUnitTest tests[] = {
            cmocka_unit_test(low_addresses_stay_below_2_40),
            cmocka_unit_test(freed_addresses_are_reused),
            cmocka_unit_test(more_than_there_is_is_refused),
            cmocka_unit_test(random_ranges_never_overlap),
        };

        return cmocka_run_group_tests(tests, NULL, NULL);
}
