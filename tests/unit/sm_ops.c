/* SPDX-License-Identifier: MIT */
/* tests/corpus/46_ops.cu: integer instructions against their definitions in the PTX
 * manual, on every architecture of the engine. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "tests/unit/sm_kernel.h"

static const char *cubins = "tests/corpus/cubins";
static const uint32_t arches[] = {86, 89, 90};
static struct sk_kernel kernel;
static struct sk_memory memory;
static struct sm_engine *engine;
static uint32_t seed = 7;

static uint32_t rnd(void)
{
        seed = seed * 1664525u + 1013904223u;
        return (seed >> 8 ^ seed << 13) >> (seed & 1 ? 0 : seed >> 27);
}

static void load(const char *name, uint32_t arch)
{
        char path[512];
        snprintf(path, sizeof(path), "%s/sm_%u/46_ops.cubin", cubins, arch);
        sk_memory_free(&memory);
        sk_memory_init(&memory);
        if (!sk_load(&kernel, &memory, path, name, arch))
                fail_msg("cannot load %s of %s", name, path);
}

static void run_grid(const uint32_t grid[3], const uint32_t block[3])
{
        struct sm_launch l;
        struct sm_fault f = {0};
        sk_prepare(&kernel, &l, grid, block);
        if (sm_run_grid(engine, &memory.ops, &l, &f))
                fail_msg("sm_%u: fault %d: %s", kernel.arch, f.kind, f.text);
}

static void run(uint32_t threads)
{
        run_grid((uint32_t[]){1, 1, 1}, (uint32_t[]){threads, 1, 1});
}

#define BUFFER(type, name, count)                                                                  \
        uint64_t name##_va;                                                                        \
        type *name = sk_alloc(&memory, (count) * sizeof(type), true, &name##_va)
#define PTR(name) SK_ARG(&kernel, uint64_t, name##_va)
#define EACH_ARCH for (unsigned arch_i = 0; arch_i < 3; arch_i++)
#define ARCH      arches[arch_i]

static void want(const char *what, unsigned i, uint64_t got, uint64_t expected)
{
        if (got != expected)
                fail_msg("sm_%u %s[%u]: got 0x%llx, want 0x%llx", kernel.arch, what, i,
                         (unsigned long long)got, (unsigned long long)expected);
}

static uint32_t pick(uint64_t x, unsigned n)
{
        return (uint32_t)(x >> 8 * n) & 0xff;
}

static int32_t clamp(int32_t v, int32_t lo, int32_t hi)
{
        return v < lo ? lo : v > hi ? hi : v;
}

static void bytes(void **state)
{
        (void)state;
        EACH_ARCH
        {
                load("bytes", ARCH);
                BUFFER(uint32_t, x, 96);
                BUFFER(uint32_t, y, 640);
                for (int i = 0; i < 96; i++)
                        x[i] = i < 64 ? rnd() : (uint32_t)(i % 2 ? rnd() : rnd() % 40);
                PTR(x);
                PTR(y);
                run(32);
                for (unsigned i = 0; i < 32; i++) {
                        uint32_t a = x[i], b = x[i + 32], c = x[i + 64], w[7] = {0}, s = c & 3;
                        uint64_t ab = a | (uint64_t)b << 32;
                        for (unsigned k = 0; k < 4; k++) {
                                w[0] |= pick(ab, s + k) << 8 * k;
                                w[1] |= pick(ab, (s - k) & 7) << 8 * k;
                                w[2] |= pick(a, s) << 8 * k;
                                w[3] |= pick(a, s > k ? s : k) << 8 * k;
                                w[4] |= pick(a, s < k ? s : k) << 8 * k;
                                w[5] |= pick(a, (s & 1) * 2 + k % 2) << 8 * k;
                                uint32_t sel = c >> 4 * k & 15, v = pick(ab, sel & 7);
                                if (sel & 8)
                                        v = v & 0x80 ? 0xff : 0;
                                w[6] |= v << 8 * k;
                        }
                        for (unsigned k = 0; k < 7; k++)
                                want("prmt", 32 * k + i, y[i + 32 * k], w[k]);
                        unsigned n = c & 31;
                        want("szext.wrap.s32", i, y[i + 224],
                             n ? (uint32_t)((int32_t)(a << (32 - n)) >> (32 - n)) : 0);
                        want("szext.clamp.u32", i, y[i + 256],
                             c >= 32 ? a : a & (uint32_t)((1ull << c) - 1));
                        uint32_t width = b & 63;
                        uint64_t ones = width >= 32 ? 0xffffffffull : (1ull << width) - 1;
                        want("bmsk.clamp", i, y[i + 288], c > 31 ? 0 : (uint32_t)(ones << c));
                        want("bmsk.wrap", i, y[i + 320],
                             (uint32_t)(((1ull << (b & 31)) - 1) << (c & 31)));
                        int32_t sa = (int32_t)a, sc = (int32_t)c;
                        want("cvt.pack.s16", i, y[i + 352],
                             (uint32_t)clamp(sa, -32768, 32767) << 16 |
                                 ((uint32_t)clamp(sc, -32768, 32767) & 0xffff));
                        want("cvt.pack.u8", i, y[i + 384],
                             b << 16 | (uint32_t)clamp(sa, 0, 255) << 8 |
                                 (uint32_t)clamp(sc, 0, 255));
                        want("cvt.sat.s8", i, y[i + 416], (uint32_t)clamp(sc, -128, 127));
                        want("cvt.sat.u16", i, y[i + 448], (uint32_t)clamp(sa, 0, 65535));
                        uint32_t diff = 0, sad = 0, dp = c, mm = 0, mn = 0;
                        for (unsigned k = 0; k < 32; k += 8) {
                                uint32_t p = a >> k & 255, q = b >> k & 255,
                                         d = p > q ? p - q : q - p;
                                diff |= d << k;
                                sad += d;
                        }
                        for (unsigned k = 0; k < 2; k++) {
                                dp += (uint32_t)((int16_t)(a >> 16 * k) *
                                                 (int8_t)(b >> (16 + 8 * k)));
                                uint32_t p = a >> 16 * k & 0xffff, q = b >> 16 * k & 0xffff;
                                mm |= (p > q ? p : q) << 16 * k;
                                mn |= ((int16_t)p < (int16_t)q ? p : q) << 16 * k;
                        }
                        want("vabsdiffu4", i, y[i + 480], diff);
                        want("vsadu4", i, y[i + 512], sad);
                        want("dp2a_hi", i, y[i + 544], dp);
                        want("vmaxu2 + vmins2", i, y[i + 576], (uint32_t)(mm + mn));
                }
        }
}

__extension__ typedef unsigned __int128 u128;

static uint64_t mulhi(uint64_t a, uint64_t b)
{
        return (uint64_t)((u128)a * b >> 64);
}

static void longs(void **state)
{
        (void)state;
        EACH_ARCH
        for (uint32_t n = 0; n < 96; n += 19) {
                load("longs", ARCH);
                BUFFER(int64_t, a, 64);
                BUFFER(uint64_t, b, 64);
                BUFFER(uint64_t, o, 320);
                for (int i = 0; i < 64; i++) {
                        a[i] = (int64_t)((uint64_t)rnd() << 32 | rnd()) >> rnd() % 50;
                        b[i] = ((uint64_t)rnd() << 32 | rnd()) >> rnd() % 50;
                }
                a[3] = a[35] = 0;
                a[4] = a[36];
                PTR(a);
                PTR(b);
                PTR(o);
                SK_ARG(&kernel, uint32_t, n);
                run(32);
                for (unsigned i = 0; i < 32; i++) {
                        int64_t x = a[i], y = a[i + 32];
                        uint64_t u = b[i], v = b[i + 32] | 1, ux = (uint64_t)x, uy = (uint64_t)y;
                        uint64_t h = mulhi(ux, uy) - (x < 0 ? uy : 0) - (y < 0 ? ux : 0), rev = 0;
                        for (int k = 0; k < 64; k++)
                                rev |= (u >> k & 1) << (63 - k);
                        want("mul, min", i, o[i], ux * uy + (x < y ? ux : uy));
                        want("mul u64", i, o[i + 32], u * v + (u > v) + mulhi(u, v));
                        want("mulhi", i, o[i + 64], h);
                        want("div", i, o[i + 96], (uint64_t)(x / (y | 1)));
                        want("rem", i, o[i + 128], u % v);
                        want("shifts", i, o[i + 160],
                             (ux << (n & 63)) + (uint64_t)(x >> (i & 63)) + (u >> (i & 63)));
                        want("neg", i, o[i + 192], 0 - ux - uy);
                        want("counts", i, o[i + 224],
                             (x < 0 ? 0 - ux : ux) + (uint64_t)__builtin_popcountll(u) +
                                 (uint64_t)__builtin_ffsll(x) +
                                 (x ? (uint64_t)__builtin_clzll(ux) : 64));
                        want("compare", i, o[i + 256], x == y || u >= v ? ux - u : uy);
                        want("brev", i, o[i + 288], rev);
                }
        }
}

static void calls(void **state)
{
        (void)state;
        static const int fib[] = {0, 1, 1, 2, 3, 5, 8, 13, 21, 34, 55};
        EACH_ARCH
        {
                load("calls", ARCH);
                BUFFER(int32_t, o, 64);
                PTR(o);
                SK_ARG(&kernel, int32_t, 6);
                run(64);
                for (int i = 0; i < 64; i++)
                        want("calls", (unsigned)i, (uint32_t)o[i],
                             (uint32_t)((i & 1 ? i ^ 7 : i * 3 + 1) + 1000 * fib[6 + (i & 3)]));
        }
}

static void shuffles(void **state)
{
        (void)state;
        EACH_ARCH
        for (int n = 1; n < 40; n += 13) {
                load("shuffles", ARCH);
                BUFFER(uint32_t, x, 64);
                BUFFER(uint32_t, o, 416);
                for (int i = 0; i < 64; i++)
                        x[i] = i < 20 ? 0x40 + (uint32_t)(i / 6) : rnd();
                PTR(x);
                PTR(o);
                SK_ARG(&kernel, int32_t, n);
                run(32);
                uint32_t xr = 0, an = ~0u, mn = ~0u, mx = 0;
                int32_t smn = INT32_MAX;
                for (int i = 0; i < 32; i++) {
                        xr ^= x[i];
                        an &= x[i] | 1;
                        mn = x[i] < mn ? x[i] : mn;
                        mx = x[i] > mx ? x[i] : mx;
                        smn = (int32_t)x[i] < smn ? (int32_t)x[i] : smn;
                }
                for (unsigned i = 0; i < 32; i++) {
                        unsigned up = i % 16 >= (unsigned)(n & 31) ? i - (unsigned)(n & 31) : i;
                        unsigned down = i % 8 + 3 < 8 ? i + 3 : i, xo = i ^ (unsigned)(n & 31);
                        want("idx", i, o[i], x[x[i + 32] & 31]);
                        want("up", i, o[i + 32], x[up]);
                        want("down", i, o[i + 64], x[down]);
                        want("xor", i, o[i + 96], x[xo <= (i | 3) ? xo : i]);
                        uint32_t same = 0, ballot = 0;
                        for (unsigned k = 0; k < 32; k++) {
                                same |=
                                    (uint32_t)(x[2 * k] == x[2 * i] && x[2 * k + 1] == x[2 * i + 1])
                                    << k;
                                if (k & 1)
                                        ballot |= (x[k] >> 1 & 1) << k;
                        }
                        want("match any", i, o[i + 128], same);
                        want("match all", i, o[i + 160], 0);
                        want("uni", i, o[i + 192], mn > 3 ? 1 : o[i + 192] & 1);
                        want("redux xor", i, o[i + 224], xr);
                        want("redux and", i, o[i + 256], an);
                        want("redux min", i, o[i + 288], mn);
                        want("redux smin", i, o[i + 320], (uint32_t)smn);
                        want("redux max", i, o[i + 352], mx);
                        want("odd lanes", i, o[i + 384], i & 1 ? x[5] + ballot : 0);
                }
        }
}

static void uniform(void **state)
{
        (void)state;
        EACH_ARCH
        for (int v = 0; v < 4; v++) {
                int n = v == 1 ? 9 : 20 - v, m = v == 2 ? 31 : 12 + v;
                uint64_t w = v ? 0x123456789abull * (uint64_t)v : 4;
                load("uniform", ARCH);
                BUFFER(int32_t, p, 64);
                BUFFER(int32_t, o, 32);
                for (int i = 0; i < 64; i++)
                        p[i] = (int32_t)rnd();
                PTR(p);
                PTR(o);
                SK_ARG(&kernel, int32_t, n);
                SK_ARG(&kernel, int32_t, m);
                SK_ARG(&kernel, uint64_t, w);
                run(32);
                uint32_t s = 0;
                for (int i = 0; i < n; i++) {
                        uint32_t rev = 0;
                        for (int k = 0; k < 32; k++)
                                rev |= ((uint32_t)i >> k & 1) << (31 - k);
                        uint32_t k = (uint32_t)__builtin_popcount((unsigned)i) +
                                     (uint32_t)__builtin_clz((unsigned)(i + m)) + rev +
                                     (uint32_t)(i < m ? i : m) + (uint32_t)(i > n ? i : n);
                        s += (uint32_t)p[k & 31] * (uint32_t)i;
                }
                int b = n > m && w > 5;
                for (int i = 0; i < m; i++)
                        if (b != (i > n))
                                s += (uint32_t)(i / n + i % m);
                for (uint64_t j = w; j; j >>= 1)
                        s += (uint32_t)p[j & 15];
                uint64_t nm = (uint32_t)n | (uint64_t)(uint32_t)m << 32;
                uint32_t perm = 0;
                for (unsigned k = 0; k < 4; k++)
                        perm |= pick(nm, 0x3254 >> 4 * k & 7) << 8 * k;
                s += (uint32_t)(w >> n) + (uint32_t)(w * (uint64_t)n) +
                     (uint32_t)(n > m ? p[n] : p[m]) + perm + (uint32_t)n;
                for (unsigned i = 0; i < 32; i++)
                        want("uniform", i, (uint32_t)o[i], s);
        }
}

static void shared_atomics(void **state)
{
        (void)state;
        EACH_ARCH
        {
                load("shared_atomics", ARCH);
                BUFFER(uint32_t, o, 16);
                BUFFER(uint64_t, q, 8);
                PTR(o);
                PTR(q);
                run(128);
                uint32_t dec = 100, x = 100;
                uint64_t xl = 100;
                for (uint32_t i = 0; i < 128; i++) {
                        dec = dec == 0 || dec > 7 ? 7 : dec - 1;
                        x ^= i;
                        xl ^= (uint64_t)i << 40;
                }
                const uint32_t w[16] = {100 + 8128, 0,         127, (100 + 128) % 201,
                                        dec,        100 & 64,  127, x,
                                        228,        100 - 256, 0,   77,
                                        100,        100,       100, 100};
                for (unsigned i = 0; i < 16; i++)
                        if (i != 10)
                                want("shared", i, o[i], w[i]);
                assert_true(o[10] >= 500 && o[10] < 628);
                const uint64_t wl[8] = {100 + 8128, 0, 127, xl, 5, 1ull << 40, 100, 100};
                for (unsigned i = 0; i < 8; i++)
                        want("shared 64", i, q[i], wl[i]);
        }
}

static void thread_ids(void **state)
{
        (void)state;
        EACH_ARCH
        {
                load("warp_id", ARCH);
                BUFFER(uint32_t, o, 4 * 105);
                PTR(o);
                run_grid((uint32_t[]){1, 1, 1}, (uint32_t[]){5, 7, 3});
                for (unsigned i = 0; i < 105; i++) {
                        want("laneid", i, o[4 * i], i % 32);
                        want("lanemask_le", i, o[4 * i + 1], (uint32_t)((2ull << i % 32) - 1));
                        want("tid", i, o[4 * i + 2], i % 5 | i / 5 % 7 << 8 | i / 35 << 16);
                        want("ctaid", i, o[4 * i + 3], 0);
                }
        }
}

static int setup(void **state)
{
        (void)state;
        return sm_engine_create(1, &engine);
}

static int teardown(void **state)
{
        (void)state;
        sm_engine_destroy(engine);
        sk_memory_free(&memory);
        return 0;
}

int main(int argc, char **argv)
{
        if (argc > 1)
                cubins = argv[1];
        const struct CMUnitTest tests[] = {
            cmocka_unit_test(bytes),      cmocka_unit_test(longs),
            cmocka_unit_test(calls),      cmocka_unit_test(shuffles),
            cmocka_unit_test(uniform),    cmocka_unit_test(shared_atomics),
            cmocka_unit_test(thread_ids),
        };
        return cmocka_run_group_tests(tests, setup, teardown);
}
