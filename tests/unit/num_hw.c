/* SPDX-License-Identifier: MIT */
/* Every numeric function against an H200 (driver 580.159): operands are made from the
 * operation's number, results are summed as hashes and compared with the sum of the
 * hardware's own (num_hw_ops.h). Operands lean to edges: subnormals, infinities, NaNs
 * with payloads, exponents that cancel. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include "sim/sm/num.h"
#include "sim/sm/tensor.h"
#include "tests/unit/num_hw_ops.h"

#define VECTORS 16384
#define TILES   512

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

#define SCALAR(number, name, in_bits, out_bits, ptx, ours, want)                                   \
        static uint64_t sum_##name(void)                                                           \
        {                                                                                          \
                uint64_t sum = 0;                                                                  \
                                                                                                   \
                for (uint32_t i = 0; i < VECTORS; i++) {                                           \
                        uint64_t a = gen(number, i, 0, in_bits), b = gen(number, i, 1, in_bits);   \
                        uint64_t c = gen(number, i, 2, in_bits);                                   \
                                                                                                   \
                        (void)a, (void)b, (void)c;                                                 \
                        sum += hash((uint##out_bits##_t)(ours), i);                                \
                }                                                                                  \
                return sum;                                                                        \
        }
NUM_HW_OPS(SCALAR)

static void scalar_operations(void **state)
{
        int wrong = 0;

        (void)state;
#define CHECK(number, name, in_bits, out_bits, ptx, ours, want)                                    \
        if (sum_##name() != want) {                                                                \
                print_error("%s (%s) differs from the hardware\n", #name, ptx);                    \
                wrong++;                                                                           \
        }
        NUM_HW_OPS(CHECK)
#undef CHECK
        assert_int_equal(wrong, 0);
}

struct tile {
        uint32_t a[16][32], b[8][32], c[8][32], d[8][32];
};

static void fill(uint32_t (*rows)[32], int op, int tile, int first, int count, int kind)
{
        for (int i = 0; i < count; i++)
                for (int lane = 0; lane < 32; lane++)
                        rows[i][lane] = tgen(op, tile, first + i, lane, kind);
}

#define TENSOR(number, name, ptx, na, nb, nc, ka, kb, kc, ours, want)                              \
        static uint64_t tensor_##name(struct tile *t)                                              \
        {                                                                                          \
                const uint32_t(*a)[32] = (const uint32_t(*)[32])t->a;                              \
                const uint32_t(*b)[32] = (const uint32_t(*)[32])t->b;                              \
                const uint32_t(*c)[32] = (const uint32_t(*)[32])t->c;                              \
                uint32_t(*d)[32] = t->d;                                                           \
                uint64_t sum = 0, index = 0;                                                       \
                                                                                                   \
                for (int tile = 0; tile < TILES; tile++) {                                         \
                        fill(t->a, number, tile, 0, na, ka);                                       \
                        fill(t->b, number, tile, 16, nb, kb);                                      \
                        fill(t->c, number, tile, 32, nc, kc);                                      \
                        assert_int_equal(ours, 0);                                                 \
                        for (int i = 0; i < nc; i++)                                               \
                                for (int lane = 0; lane < 32; lane++)                              \
                                        sum += hash(d[i][lane], index++);                          \
                }                                                                                  \
                return sum;                                                                        \
        }
NUM_HW_TENSOR(TENSOR)

static void tensor_operations(void **state)
{
        static struct tile tile;
        int wrong = 0;

        (void)state;
#define CHECK(number, name, ptx, na, nb, nc, ka, kb, kc, ours, want)                               \
        if (tensor_##name(&tile) != want) {                                                        \
                print_error("%s (%s) differs from the hardware\n", #name, ptx);                    \
                wrong++;                                                                           \
        }
        NUM_HW_TENSOR(CHECK)
#undef CHECK
        assert_int_equal(wrong, 0);
}

int main(void)
{
        const struct CMUnitTest tests[] = {
            cmocka_unit_test(scalar_operations),
            cmocka_unit_test(tensor_operations),
        };

        return cmocka_run_group_tests(tests, NULL, NULL);
}
