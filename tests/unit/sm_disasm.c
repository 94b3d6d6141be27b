/* SPDX-License-Identifier: MIT */
/* The disassembler prints what nvdisasm 13.0 prints, for every distinct shape of
 * instruction in the test corpus, and refuses what is not in its tables.
 *
 * data/sm_disasm.txt holds one row per word: architecture, pc, low and high half,
 * nvdisasm's text with runs of blanks made one and the register-cache hints
 * (".reuse") left out.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "sim/sm/sm.h"

static const char *data_path = "tests/unit/data/sm_disasm.txt";

/* One blank between words, none before the end or around "," and "]". */
static void normalise(char *s)
{
        char *to = s;
        for (const char *p = s; *p && *p != ';' && *p != '\n'; p++) {
                if (*p == ' ' && (p[1] == ' ' || p[1] == ';' || p[1] == ',' || p[1] == ']' ||
                                  p[1] == '\n' || !p[1]))
                        continue;
                *to++ = *p;
        }
        *to = 0;
}

static void same_text(void **state)
{
        (void)state;
        FILE *f = fopen(data_path, "r");
        if (!f)
                fail_msg("cannot open %s", data_path);
        char line[512], got[256];
        unsigned rows = 0, arch, seen[3] = {0};
        unsigned long long pc, lo, hi;
        int at;
        while (fgets(line, sizeof(line), f)) {
                if (sscanf(line, "%u %llx %llx %llx %n", &arch, &pc, &lo, &hi, &at) != 4)
                        fail_msg("row %u: %s", rows, line);
                const uint64_t word[2] = {lo, hi};
                int r = sm_disasm(arch, pc, word, got, sizeof(got));
                if (r < 0)
                        fail_msg("sm_%u %016llx %016llx: error %d, want %s", arch, lo, hi, r,
                                 line + at);
                assert_int_equal(r, strlen(got));
                normalise(got);
                normalise(line + at);
                if (strcmp(got, line + at))
                        fail_msg("sm_%u %016llx %016llx:\n got %s\nwant %s", arch, lo, hi, got,
                                 line + at);
                rows++;
                seen[arch == 90 ? 2 : arch == 89]++;
        }
        fclose(f);
        assert_true(rows > 3000);
        assert_true(seen[0] > 1000 && seen[1] > 0 && seen[2] > 1000);
}

static void refusals(void **state)
{
        (void)state;
        char buf[64] = "untouched";
        /* IMAD R4, R4, c[0x0][0x0], R3, then with a reserved bit, then no opcode */
        const uint64_t good[2] = {0x0000000004047a24, 0x001fca00078e0203};
        const uint64_t reserved[2] = {good[0], good[1] | 1ull << (104 - 64)};
        const uint64_t unknown[2] = {0xfff, 0};
        assert_true(sm_disasm(86, 0, good, buf, sizeof(buf)) > 0);
        assert_string_equal(buf, "IMAD R4, R4, c[0x0][0x0], R3 ;");
        assert_int_equal(sm_disasm(86, 0, reserved, buf, sizeof(buf)), -EINVAL);
        assert_int_equal(sm_disasm(86, 0, unknown, buf, sizeof(buf)), -ENOTSUP);
        assert_int_equal(sm_disasm(70, 0, good, buf, sizeof(buf)), -ENOTSUP);
        assert_false(sm_arch_supported(75));
        assert_true(sm_arch_supported(86) && sm_arch_supported(89) && sm_arch_supported(90));
        assert_int_equal(sm_disasm(86, 0, good, buf, 5), 30); /* as snprintf */
        assert_string_equal(buf, "IMAD");
}

/* Any word gives a text or an error, whatever its bits. */
static void random_words(void **state)
{
        (void)state;
        static const uint32_t arches[] = {86, 89, 90};
        uint64_t s = 88172645463325252ull;
        char buf[128];
        unsigned texts = 0;
        for (int i = 0; i < 300000; i++) {
                uint64_t w[2];
                for (int j = 0; j < 2; j++) {
                        s ^= s << 13;
                        s ^= s >> 7;
                        s ^= s << 17;
                        w[j] = s;
                }
                if (i & 1) /* mostly clear: many of these decode */
                        w[1] &= s & (s >> 9) & (s << 11);
                int r = sm_disasm(arches[i % 3], w[0], w, buf, sizeof(buf));
                assert_true(r == -EINVAL || r == -ENOTSUP || (r > 0 && r < 128));
                texts += r > 0;
        }
        assert_true(texts > 0);
}

int main(int argc, char **argv)
{
        if (argc > 1)
                data_path = argv[1];
        const struct CMUnitTest tests[] = {
            cmocka_unit_test(same_text),
            cmocka_unit_test(refusals),
            cmocka_unit_test(random_words),
        };
        return cmocka_run_group_tests(tests, NULL, NULL);
}
