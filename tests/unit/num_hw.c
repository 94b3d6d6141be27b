/* SPDX-License-Identifier: MIT */
/* Every numeric function against results read off an H200 (driver 580.159), which
 * data/h200-vectors.txt holds: the first 32 of each operation one by one, all 16384 (tensor:
 * the accumulators of 512 tiles) as a sum of hashes. Operands are made from the operation's
 * number; they lean to edges: subnormals, infinities, NaNs with payloads, exponents that
 * cancel. MUFU is in num_mufu.c. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/sm/num.h"
#include "sim/sm/tensor.h"
#include "tests/unit/num_hw_ops.h"

enum {
        VECTORS = 16384,
        TILES = 512,
        FIRST = 32,     /* results in full */
        TILE_LANES = 4, /* of them in one tile */
};

static const char *facts_path;

static uint64_t vmix(uint64_t z)
{
        z += 0x9e3779b97f4a7c15ull;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
        return z ^ (z >> 31);
}
/* half in low 16 */
static uint32_t gen16(uint64_t h)
{
        uint32_t v = (uint32_t)h & 0xffff;
        switch ((h >> 32) & 7) {
        case 0:
                return v & 0x83ff;
        case 1:
                return v | 0x7c00;
        case 2:
                return (v & 0x83ff) | 0x3c00;
        case 3:
                return (v & 0x8000) | ((v & 1) ? 0x3c00 : 0);
        case 4:
                return v & 0x807f;
        case 5:
                return (v & 0x8fff) | 0x3000;
        default:
                return v;
        }
}
static uint32_t gen32(uint64_t h)
{
        uint32_t v = (uint32_t)h;
        switch ((h >> 40) & 15) {
        case 0:
                return v & 0x80ffffffu;
        case 1:
                return v | 0x7f000000u;
        case 2:
        case 3:
                return (v & 0x807fffffu) | (0x3c000000u + ((uint32_t)(h >> 44) & 7) * 0x01000000u);
        case 4: {
                const uint32_t e[16] = {0,          0x80000000u, 1,          0x80000001u,
                                        0x007fffff, 0x00800000,  0x00ffffff, 0x3f000000,
                                        0x3f800000, 0xbf800000u, 0x3f7fffff, 0x7f7fffff,
                                        0x7f800000, 0xff800000u, 0x7fc00001, 0xff800001u};
                return e[v & 15];
        }
        case 5:
                return (v & 0x807fffffu) | (0x4b000000u + ((uint32_t)(h >> 44) & 31) * 0x00800000u);
        case 6:
        case 7:
        case 8:
                return gen16(h) | gen16(vmix(h)) << 16;
        case 9:
                return (v & 0x80000000u) | ((v & 0x7f) << 23) | ((v >> 8 & 1) ? 0x7fffff : 0);
        default:
                return v;
        }
}
static uint64_t gen64(uint64_t h)
{
        uint64_t v = vmix(h);
        switch ((h >> 40) & 15) {
        case 0:
                return v & 0x801fffffffffffffull;
        case 1:
                return v | 0x7fe0000000000000ull;
        case 2:
        case 3:
                return (v & 0x800fffffffffffffull) | ((0x3e0ull + (h >> 44 & 63)) << 52);
        case 4: {
                const uint64_t e[16] = {0,
                                        1ull << 63,
                                        1,
                                        0x000fffffffffffffull,
                                        0x0010000000000000ull,
                                        0x3fe0000000000000ull,
                                        0x3ff0000000000000ull,
                                        0xbff0000000000000ull,
                                        0x7fefffffffffffffull,
                                        0x7ff0000000000000ull,
                                        0xfff0000000000000ull,
                                        0x7ff8000000000123ull,
                                        0xfff8000000000456ull,
                                        0x7ff0000000000789ull,
                                        0xfff0000000000abcull,
                                        0x3ff0000000000001ull};
                return e[v & 15];
        }
        case 5:
        case 6:
                return (v & 0x800fffffffffffffull) | ((0x3ffull + (h >> 44 & 127) - 8) << 52);
        case 7:
                return (v & 0x800fffffffffffffull) | ((0x360ull + (h >> 44 & 255)) << 52);
        case 8:
                return v >> (h & 63);
        default:
                return v;
        }
}
static uint64_t gen(int op, uint32_t i, int j, int bits)
{
        uint64_t h = vmix(((uint64_t)op << 40) | ((uint64_t)i << 8) | j);
        return bits == 32 ? gen32(h) : gen64(h);
}
/* tensor operands: kind 0 f16 pairs, 1 bf16 pairs, 2 tf32, 3 f32, 4 f64 word, 5 raw, 6 f16 acc
 * pairs */
static uint32_t t16(uint64_t h, int mode)
{
        uint32_t v = (uint32_t)h & 0xffff;
        uint32_t k = (h >> 20) & 15;
        if (mode == 1 && k < 4)
                return v & 0x8000;
        if (mode == 2 && k == 0)
                return v & 0x83ff;
        if (mode == 3 && (h >> 20 & 63) == 0)
                return (v & 0x8000) | 0x7c00 | ((h >> 30 & 7) == 0);
        if (mode == 4)
                return (v & 0x83ff) | (0x2c00 + (((uint32_t)(h >> 24) & 7) << 10));
        if (mode == 5)
                return v & 0xbfff;
        if (mode == 0 || mode == 6)
                return (v & 0x83ff) | 0x3000 | ((uint32_t)(h >> 24) & 3) << 10;
        return (v & 0x7c00) == 0x7c00 ? v & 0xbfff : v;
}
static uint32_t tb16(uint64_t h, int mode)
{
        uint32_t v = (uint32_t)h & 0xffff;
        uint32_t k = (h >> 20) & 15;
        uint32_t e = ((uint32_t)(h >> 24) & 31) + 112;
        if (mode == 1 && k < 4)
                return v & 0x8000;
        if (mode == 2)
                return k < 4 ? v & 0x807f : (v & 0x807f) | ((k < 8 ? 1 : e) << 7);
        if (mode == 3 && (h >> 20 & 63) == 0)
                return (v & 0x8000) | 0x7f80 | ((h >> 30 & 7) == 0);
        if (mode == 4)
                return (v & 0x807f) | ((124 + ((uint32_t)(h >> 24) & 7)) << 7);
        if (mode == 5)
                return (v & 0x807f) | (((e & 7) + 60) << 7);
        if (mode == 6)
                return (v & 0x807f) | (((uint32_t)(h >> 24) & 255) % 255) << 7;
        return (v & 0x807f) | (e << 7);
}
static uint32_t t32(uint64_t h, int mode)
{
        uint32_t v = (uint32_t)h;
        uint32_t e = ((uint32_t)(h >> 32) & 31) + 112;
        uint32_t k = (h >> 40) & 15;
        if (mode == 1 && k < 4)
                return v & 0x80000000u;
        if (mode == 2)
                return k < 8 ? v & 0x807fffffu
                             : (v & 0x807fffffu) | ((uint32_t)(h >> 32) & 3) << 23;
        if (mode == 3 && (h >> 40 & 63) == 0)
                return (v & 0x80000000u) | 0x7f800000u | ((h >> 50 & 3) == 0);
        if (mode == 4)
                return (v & 0x807fffffu) | (124u + ((uint32_t)(h >> 32) & 7)) << 23;
        if (mode == 5)
                return (v & 0x807fffffu) | ((e & 7) + 60) << 23;
        if (mode == 6)
                return (v & 0x807fffffu) | (((uint32_t)(h >> 32) & 255) % 255) << 23;
        return (v & 0x807fffffu) | e << 23;
}
static uint32_t tgen(int op, int tile, int reg, int lane, int kind)
{
        uint64_t h = vmix(0x7e50ull << 48 | ((uint64_t)op << 36) | ((uint64_t)tile << 16) |
                          ((uint64_t)reg << 8) | lane);
        int mode = tile & 7;
        switch (kind) {
        case 0:
                return t16(h, mode) | t16(vmix(h), mode) << 16;
        case 1:
                return tb16(h, mode) | tb16(vmix(h), mode) << 16;
        case 2:
        case 3:
                return t32(h, mode);
        case 4:
                return (reg & 1) ? (((uint32_t)h & 0x800fffffu) |
                                    ((0x3f8u + ((uint32_t)(h >> 32) & 15)) << 20))
                                 : (uint32_t)h;
        case 6:
                return t16(h, mode) | t16(vmix(h), mode) << 16;
        default:
                return (uint32_t)h;
        }
}

static uint64_t hash(uint64_t value, uint64_t index)
{
        return vmix(value ^ index * 0x9e3779b97f4a7c15ull);
}

/* What the hardware answered to one operation. */
struct fact {
        uint64_t count, sum, first[FIRST];
};

static void fact_parse(const char *text, struct fact *ret_fact)
{
        char *end;

        ret_fact->count = strtoull(text, &end, 10);
        ret_fact->sum = strtoull(end, &end, 16);
        for (int i = 0; i < FIRST; i++) {
                text = end;
                ret_fact->first[i] = strtoull(text, &end, 16);
                assert_true(end != text);
        }
        assert_true(*end == '\n' || *end == '\0');
}

static void fact_find(int number, const char *name, struct fact *ret_fact)
{
        FILE *file = fopen(facts_path, "r");
        char line[1024], key[64];
        int length = snprintf(key, sizeof(key), "%d %s ", number, name);
        bool found = false;

        if (!file)
                fail_msg("cannot open %s", facts_path);
        while (!found && fgets(line, sizeof(line), file)) {
                assert_true(strlen(line) < sizeof(line) - 1);
                found = !strncmp(line, key, (size_t)length);
        }
        fclose(file);
        if (!found)
                fail_msg("%s has no operation %d %s", facts_path, number, name);
        fact_parse(line + length, ret_fact);
}

/* min.f64 and max.f64 as nvcc makes them: DSETP takes the second operand first, and two
 * NaNs give the first one, quieted. */
static uint64_t dmnmx(bool max, uint64_t a, uint64_t b)
{
        bool take_b, both_nan;

        sm_dsetp_minmax(max, b, a, &take_b, &both_nan);
        return both_nan ? a | 1ull << 51 : take_b ? b : a;
}

#define SCALAR(number, name, in_bits, out_bits, ptx, ours)                                         \
        static uint64_t ours_##name(uint64_t a_, uint64_t b_, uint64_t c_)                         \
        {                                                                                          \
                uint##in_bits##_t a = (uint##in_bits##_t)a_, b = (uint##in_bits##_t)b_;            \
                uint##in_bits##_t c = (uint##in_bits##_t)c_;                                       \
                                                                                                   \
                (void)a, (void)b, (void)c;                                                         \
                return (uint##out_bits##_t)(ours);                                                 \
        }
NUM_HW_OPS(SCALAR)

static const struct {
        int number;
        const char *name;
        int in_bits;
        const char *ptx;
        uint64_t (*ours)(uint64_t a, uint64_t b, uint64_t c);
} scalars[] = {
#define ENTRY(number, name, in_bits, out_bits, ptx, ours)                                          \
        {number, #name, in_bits, ptx, ours_##name},
    NUM_HW_OPS(ENTRY)
#undef ENTRY
};

static void scalar_operations(void **state)
{
        int wrong = 0;

        (void)state;
        for (size_t k = 0; k < sizeof(scalars) / sizeof(scalars[0]); k++) {
                int number = scalars[k].number, bits = scalars[k].in_bits;
                struct fact fact;
                uint64_t sum = 0;

                fact_find(number, scalars[k].name, &fact);
                assert_int_equal(fact.count, VECTORS);
                for (uint32_t i = 0; i < VECTORS; i++) {
                        uint64_t a = gen(number, i, 0, bits), b = gen(number, i, 1, bits);
                        uint64_t c = gen(number, i, 2, bits);
                        uint64_t r = scalars[k].ours(a, b, c);

                        if (i < FIRST && r != fact.first[i]) {
                                print_error("%s of %" PRIx64 " %" PRIx64 " %" PRIx64 ": %" PRIx64
                                            ", the hardware %" PRIx64 "\n",
                                            scalars[k].ptx, a, b, c, r, fact.first[i]);
                                wrong++;
                        }
                        sum += hash(r, i);
                }
                if (sum != fact.sum) {
                        print_error("%s (%s) differs from the hardware\n", scalars[k].name,
                                    scalars[k].ptx);
                        wrong++;
                }
        }
        assert_int_equal(wrong, 0);
}

typedef uint32_t rows[32];

#define TENSOR(number, name, ptx, na, nb, nc, ka, kb, kc, ours)                                    \
        static int ours_##name(rows *d, const rows *a, const rows *b, const rows *c)               \
        {                                                                                          \
                return ours;                                                                       \
        }
NUM_HW_TENSOR(TENSOR)

static const struct {
        int number;
        const char *name, *ptx;
        int a_count, b_count, c_count;
        int a_kind, b_kind, c_kind;
        int (*ours)(rows *d, const rows *a, const rows *b, const rows *c);
} tensors[] = {
#define ENTRY(number, name, ptx, na, nb, nc, ka, kb, kc, ours)                                     \
        {number, #name, ptx, na, nb, nc, ka, kb, kc, ours_##name},
    NUM_HW_TENSOR(ENTRY)
#undef ENTRY
};

static void fill(rows *r, int op, int tile, int first, int count, int kind)
{
        for (int i = 0; i < count; i++)
                for (int lane = 0; lane < 32; lane++)
                        r[i][lane] = tgen(op, tile, first + i, lane, kind);
}

static void tensor_operations(void **state)
{
        static rows a[16], b[8], c[8], d[8];
        int wrong = 0;

        (void)state;
        for (size_t k = 0; k < sizeof(tensors) / sizeof(tensors[0]); k++) {
                int number = tensors[k].number;
                uint64_t sum = 0, index = 0;
                struct fact fact;

                fact_find(number, tensors[k].name, &fact);
                for (int tile = 0; tile < TILES; tile++) {
                        fill(a, number, tile, 0, tensors[k].a_count, tensors[k].a_kind);
                        fill(b, number, tile, 16, tensors[k].b_count, tensors[k].b_kind);
                        fill(c, number, tile, 32, tensors[k].c_count, tensors[k].c_kind);
                        assert_int_equal(
                            tensors[k].ours(d, (const rows *)a, (const rows *)b, (const rows *)c),
                            0);
                        for (int i = 0; i < tensors[k].c_count; i++)
                                for (int lane = 0; lane < 32; lane++)
                                        sum += hash(d[i][lane], index++);
                        for (int lane = 0; lane < TILE_LANES && tile < FIRST / TILE_LANES; lane++) {
                                uint64_t want = fact.first[tile * TILE_LANES + lane];

                                if (d[0][lane] == want)
                                        continue;
                                print_error("%s, tile %d, lane %d: %" PRIx32
                                            ", the hardware %" PRIx64 "\n",
                                            tensors[k].ptx, tile, lane, d[0][lane], want);
                                wrong++;
                        }
                }
                assert_int_equal(fact.count, index);
                if (sum != fact.sum) {
                        print_error("%s (%s) differs from the hardware\n", tensors[k].name,
                                    tensors[k].ptx);
                        wrong++;
                }
        }
        assert_int_equal(wrong, 0);
}

int main(int argc, char **argv)
{
        const struct CMUnitTest tests[] = {
            cmocka_unit_test(scalar_operations),
            cmocka_unit_test(tensor_operations),
        };

        if (argc != 2) {
                fprintf(stderr, "usage: num_hw FILE (h200-vectors.txt)\n");
                return 2;
        }
        facts_path = argv[1];
        return cmocka_run_group_tests(tests, NULL, NULL);
}
