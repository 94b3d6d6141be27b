/* SPDX-License-Identifier: MIT */
/* Every relocation type met writes the bits it should. The expected encodings are
 * those of CUDA 13.0's own assembler for calls whose distance it knew: relative and
 * absolute calls share the field. */
#include "code_file.h"

#include <errno.h>

#include "src/code/cubin.h"

extern const char *peal_last_error(void);

static struct peal_cubin_symbol symbols[] = {{.name = "callee"}};
static const struct peal_cubin one = {.symbol_count = 1, .symbols = symbols};

static int apply(uint32_t type, enum peal_cubin_reloc_kind kind, int64_t addend, uint8_t *data,
                 uint64_t data_B, uint64_t address)
{
        struct peal_cubin_reloc r = {.kind = kind, .type = type, .addend = addend};

        return peal_cubin_apply(&one, &r, data, data_B, address);
}

static uint64_t word(const uint8_t *p)
{
        uint64_t v;

        memcpy(&v, p, 8);
        return v;
}

static void whole_words(void **state)
{
        uint8_t d[16];

        (void)state;
        memset(d, 0xee, sizeof(d));
        assert_int_equal(apply(2, PEAL_RELOC_ABS64, 8, d, 16, 0x7f0012345670), 0);
        assert_int_equal(word(d), 0x7f0012345678);
        assert_int_equal(word(d + 8), 0xeeeeeeeeeeeeeeee);
        assert_int_equal(apply(4, PEAL_RELOC_ABS64, -16, d, 8, 0x1000), 0);
        assert_int_equal(word(d), 0xff0);
        assert_int_equal(apply(1, PEAL_RELOC_ABS32, 0, d, 8, 0xfffffffe), 0);
        assert_int_equal(word(d), 0xfffffffe);
        assert_int_equal(apply(70, PEAL_RELOC_ABS32_LO, 0, d, 8, 0x123456789abc), 0);
        assert_int_equal(word(d), 0x56789abc);
        assert_int_equal(apply(71, PEAL_RELOC_ABS32_HI, 0, d, 8, 0x123456789abc), 0);
        assert_int_equal(word(d), 0x1234);
        /* A generic address, as a global's initial value. */
        assert_int_equal(apply(3, PEAL_RELOC_ABS32, 0, d, 4, 0x77), 0);
        assert_int_equal(word(d), 0x77);
}

/* MOV Rn, imm: the immediate is bits 32 to 63. */
static void halves_in_an_instruction(void **state)
{
        uint8_t d[16] = {0x02, 0x78, 0x04, 0x00, 0,    0,    0,    0,
                         0x00, 0x0f, 0,    0,    0x00, 0xe2, 0x0f, 0x00};

        (void)state;
        assert_int_equal(apply(56, PEAL_RELOC_ABS32_LO, 4, d, 16, 0x7fabcdef0120), 0);
        assert_int_equal(word(d), 0xcdef012400047802);
        assert_int_equal(apply(57, PEAL_RELOC_ABS32_HI, 4, d, 16, 0x7fabcdef0120), 0);
        assert_int_equal(word(d), 0x00007fab00047802);
        assert_int_equal(apply(55, PEAL_RELOC_ABS32, 0, d, 16, 0x10203040), 0);
        assert_int_equal(word(d), 0x1020304000047802);
        assert_int_equal(word(d + 8), 0x000fe20000000f00);
        /* The carry of the addend reaches the high half. */
        assert_int_equal(apply(57, PEAL_RELOC_ABS32_HI, 0x20, d, 16, 0x1fffffff0), 0);
        assert_int_equal(word(d) >> 32, 2);
}

static void calls(void **state)
{
        uint8_t d[16] = {0};

        (void)state;
        /* To sm_89: address bits 2 to 48 at bit 34. */
        assert_int_equal(apply(58, PEAL_RELOC_CALL, 0, d, 16, 0x7f1234567880), 0);
        assert_int_equal(word(d), (0x7f1234567880ull >> 2) << 34);
        assert_int_equal(word(d + 8), 0x7f1234567880ull >> 32);
        assert_int_equal(apply(58, PEAL_RELOC_CALL, 0, d, 16, 1ull << 49), -ERANGE);
        assert_non_null(strstr(peal_last_error(), "callee"));
        assert_int_equal(apply(58, PEAL_RELOC_CALL, 0, d, 16, 0x1002), -ERANGE);

        /* From sm_90 on: bits 2 to 9 at bit 16, the rest at bit 34. */
        memset(d, 0, sizeof(d));
        assert_int_equal(apply(75, PEAL_RELOC_CALL_SPLIT, 0, d, 16, 0x180), 0);
        assert_int_equal(word(d), 0x60ull << 16); /* CALL.REL +0x180 of nvcc has 0x60 there */
        assert_int_equal(apply(75, PEAL_RELOC_CALL_SPLIT, 0x80, d, 16, 0x7f1234567800), 0);
        assert_int_equal(word(d), (0x7f1234567880ull >> 10) << 34 | 0x20ull << 16);
        assert_int_equal(word(d + 8), 0x7f1234567880ull >> 40);
        assert_int_equal(apply(75, PEAL_RELOC_CALL_SPLIT, 0, d, 16, 1ull << 57), -ERANGE);
        assert_int_equal(apply(114, PEAL_RELOC_CALL_SPLIT, 0, d, 16, 1ull << 57), 0);
}

static void bounds_and_ranges(void **state)
{
        uint8_t d[16] = {0};

        (void)state;
        assert_int_equal(apply(1, PEAL_RELOC_ABS32, 0, d, 16, 1ull << 32), -ERANGE);
        assert_int_equal(apply(2, PEAL_RELOC_ABS64, 0, d, 7, 0), -EINVAL);
        assert_int_equal(apply(56, PEAL_RELOC_ABS32_LO, 0, d, 7, 0), -EINVAL);
        assert_int_equal(apply(58, PEAL_RELOC_CALL, 0, d, 15, 0), -EINVAL);
        assert_int_equal(apply(9999, PEAL_RELOC_ABS64, 0, d, 16, 0), -ENOTSUP);
        assert_int_equal(apply(2, PEAL_RELOC_NONE, 0, d, 0, 5), 0);
        assert_int_equal(word(d), 0);
}

/* Places everything at made-up addresses and reads some of it back. */
static void linked_cubin(void **state)
{
        static const char *const paths[] = {"tests/corpus/cubins/sm_86/38_linked.cubin",
                                            "tests/corpus/cubins/sm_89/38_linked.cubin",
                                            "tests/corpus/cubins/sm_90/38_linked.cubin"};

        (void)state;
        for (size_t n = 0; n < 3; n++) {
                struct code_file file = code_file_read(paths[n]);
                struct peal_cubin c;
                uint64_t at = 0x7f0000000000, address[64], remote, other;
                uint8_t *copy[64];
                uint32_t seen_call = 0, seen_lo = 0, seen_64 = 0;
                int i;

                assert_int_equal(peal_cubin_parse(file.data, file.size_B, &c), 0);
                assert_in_range(c.section_count, 1, 64);
                for (uint32_t j = 0; j < c.section_count; j++) {
                        address[j] = at;
                        at += (c.sections[j].size_B + 4095) & ~4095ull;
                        copy[j] = malloc(c.sections[j].size_B + 1);
                        assert_non_null(copy[j]);
                        memcpy(copy[j], c.sections[j].data, c.sections[j].size_B);
                }
                for (uint32_t j = 0; j < c.reloc_count; j++) {
                        const struct peal_cubin_reloc *r = &c.relocs[j];
                        const struct peal_cubin_symbol *s = &c.symbols[r->symbol];
                        uint64_t a = (s->section < 0 ? 0 : address[s->section]) + s->value;

                        assert_int_equal(peal_cubin_apply(&c, r, copy[r->section],
                                                          c.sections[r->section].size_B, a),
                                         0);
                        seen_call += r->type == 58 || r->type == 75;
                        seen_lo += r->type == 56;
                        seen_64 += r->type == 2;
                }
                assert_true(seen_call > 0 && seen_lo > 0 && seen_64 > 0);
                i = peal_cubin_find_symbol(&c, "_Z6remotei");
                assert_true(i >= 0);
                remote = address[c.symbols[i].section] + c.symbols[i].value;
                i = peal_cubin_find_symbol(&c, "_Z5otheri");
                other = address[c.symbols[i].section] + c.symbols[i].value;
                i = peal_cubin_find_symbol(&c, "remote_functions");
                assert_true(i >= 0);
                assert_int_equal(word(copy[c.symbols[i].section] + c.symbols[i].value), remote);
                assert_int_equal(word(copy[c.symbols[i].section] + c.symbols[i].value + 8), other);
                for (uint32_t j = 0; j < c.section_count; j++)
                        free(copy[j]);
                peal_cubin_release(&c);
                free(file.data);
        }
}

int main(void)
{
        const struct CMUnitTest tests[] = {
            cmocka_unit_test(whole_words),  cmocka_unit_test(halves_in_an_instruction),
            cmocka_unit_test(calls),        cmocka_unit_test(bounds_and_ranges),
            cmocka_unit_test(linked_cubin),
        };

        return cmocka_run_group_tests(tests, NULL, NULL);
}
