/* SPDX-License-Identifier: MIT */
/* The kernels of tests/corpus run in the SM engine on every architecture it has,
 * and give what the same arithmetic gives on the CPU. */
#include <errno.h>
#include <math.h>
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

static void load_named(const char *file, const char *name, uint32_t arch)
{
        char path[512];
        snprintf(path, sizeof(path), "%s/sm_%u/%s.cubin", cubins, arch, file);
        sk_memory_free(&memory);
        sk_memory_init(&memory);
        if (!sk_load(&kernel, &memory, path, name, arch))
                fail_msg("cannot load %s", path);
}

static void load(const char *file, uint32_t arch)
{
        load_named(file, "k", arch);
}

static void run(uint32_t gx, uint32_t gy, uint32_t bx, uint32_t by)
{
        struct sm_launch l;
        struct sm_fault f = {0};
        sk_prepare(&kernel, &l, (uint32_t[]){gx, gy, 1}, (uint32_t[]){bx, by, 1});
        if (sm_run_grid(engine, &memory.ops, &l, &f))
                fail_msg("sm_%u: fault %d: %s", kernel.arch, f.kind, f.text);
}

#define BUFFER(type, name, count)                                                                  \
        uint64_t name##_va;                                                                        \
        type *name = sk_alloc(&memory, (count) * sizeof(type), true, &name##_va)
#define PTR(name) SK_ARG(&kernel, uint64_t, name##_va)
#define INT(v)    SK_ARG(&kernel, int32_t, v)
#define EACH_ARCH for (unsigned arch_i = 0; arch_i < 3; arch_i++)
#define ARCH      arches[arch_i]

static uint32_t seed = 1;
static uint32_t rnd(void)
{
        seed = seed * 1664525u + 1013904223u;
        return seed >> 8 ^ seed << 13;
}

static uint32_t f2u(float f)
{
        uint32_t u;
        memcpy(&u, &f, 4);
        return u;
}

static float u2f(uint32_t u)
{
        float f;
        memcpy(&f, &u, 4);
        return f;
}

static void near(double got, double want, double rel, double abs_, const char *what, int i)
{
        if (isnan(want) && isnan(got))
                return;
        if (!(fabs(got - want) <= rel * fabs(want) + abs_) && got != want)
                fail_msg("sm_%u %s[%d]: got %.17g, want %.17g", kernel.arch, what, i, got, want);
}

/* Integers up to 2048 as f16, up to 256 as bf16. */
static uint16_t half_of(int v)
{
        if (!v)
                return 0;
        int e = 0;
        unsigned m = (unsigned)abs(v);
        while (m >> (e + 1))
                e++;
        return (uint16_t)((v < 0 ? 0x8000u : 0) | (unsigned)(e + 15) << 10 |
                          ((m << 10 >> e) & 0x3ff));
}

static float half_value(uint16_t h)
{
        int e = h >> 10 & 31;
        float m = (float)(h & 0x3ff), v;
        v = e == 31 ? (m != 0 ? NAN : INFINITY) : e ? ldexpf(1024 + m, e - 25) : ldexpf(m, -24);
        return h & 0x8000 ? -v : v;
}

static uint16_t bf16_of(float f)
{
        return (uint16_t)(f2u(f) >> 16);
}

static void saxpy(void **state)
{
        (void)state;
        EACH_ARCH
        {
                int n = 1000;
                load("01_saxpy", ARCH);
                BUFFER(float, x, n);
                BUFFER(float, y, n);
                for (int i = 0; i < n; i++) {
                        x[i] = (float)rnd() * 1e-4f;
                        y[i] = (float)i;
                }
                SK_ARG(&kernel, float, 2.5f);
                PTR(x);
                PTR(y);
                INT(n);
                run(4, 1, 256, 1);
                for (int i = 0; i < n; i++)
                        assert_int_equal(f2u(y[i]), f2u(fmaf(2.5f, x[i], (float)i)));
        }
}

static void matmul(void **state)
{
        (void)state;
        EACH_ARCH
        {
                int n = 64;
                load("02_mm_f32", ARCH);
                BUFFER(float, a, n *n);
                BUFFER(float, b, n *n);
                BUFFER(float, c, n *n);
                for (int i = 0; i < n * n; i++) {
                        a[i] = (float)(int32_t)rnd() * 1e-9f;
                        b[i] = (float)(int32_t)rnd() * 1e-9f;
                }
                PTR(a);
                PTR(b);
                PTR(c);
                INT(n);
                run(4, 4, 16, 16);
                for (int i = 0; i < n; i++)
                        for (int j = 0; j < n; j++) {
                                float s = 0;
                                for (int k = 0; k < n; k++)
                                        s = fmaf(a[i * n + k], b[k * n + j], s);
                                assert_int_equal(f2u(c[i * n + j]), f2u(s));
                        }
        }
}

static void tensor_f16(void **state)
{
        (void)state;
        static const char *const files[] = {"04_wmma", "05_mma_ldsm_cpasync"};
        EACH_ARCH
        for (int v = 0; v < 2; v++) {
                int n = 64;
                load(files[v], ARCH);
                BUFFER(uint16_t, a, n * n);
                BUFFER(uint16_t, b, n * n);
                BUFFER(float, c, n *n);
                int ai[64 * 64], bi[64 * 64];
                for (int i = 0; i < n * n; i++) {
                        ai[i] = (int)(rnd() % 33) - 16;
                        bi[i] = (int)(rnd() % 33) - 16;
                        a[i] = half_of(ai[i]);
                        b[i] = half_of(bi[i]);
                }
                PTR(a);
                PTR(b);
                PTR(c);
                INT(n);
                if (v)
                        run(1, 1, 128, 1);
                else
                        run(4, 4, 32, 1);
                for (int i = 0; i < n; i++)
                        for (int j = 0; j < (v ? 32 : n); j++) { /* 05 computes half of its tile */
                                int s = 0;
                                for (int k = 0; k < n; k++)
                                        s += ai[i * n + k] * bi[j * n + k];
                                near(c[i * n + j], s, 0, 0, files[v], i * n + j);
                        }
        }
}

static void reduce(void **state)
{
        (void)state;
        EACH_ARCH
        {
                int n = 5000;
                load("06_reduce", ARCH);
                BUFFER(float, x, n);
                BUFFER(float, o, 1);
                BUFFER(int32_t, oi, 2);
                double sum = 0;
                for (int i = 0; i < n; i++) {
                        x[i] = (float)(rnd() % 1000) - 400;
                        sum += x[i];
                }
                PTR(x);
                PTR(o);
                PTR(oi);
                INT(n);
                run(5, 1, 256, 1);
                near(o[0], sum, 0, 0, "sum", 0);
                assert_int_equal(oi[1], 1);
                assert_true(oi[0] > 0 && oi[0] <= (int32_t)sum);
        }
}

static void layernorm(void **state)
{
        (void)state;
        EACH_ARCH
        {
                int n = 512;
                load("08_layernorm", ARCH);
                BUFFER(float, x, 2 * n);
                BUFFER(float, g, n);
                BUFFER(float, b, n);
                BUFFER(float, y, 2 * n);
                for (int i = 0; i < 2 * n; i++)
                        x[i] = (float)(rnd() % 2000) / 100 - 7;
                for (int i = 0; i < n; i++) {
                        g[i] = 1 + (float)(i % 5) / 8;
                        b[i] = (float)(i % 7);
                }
                PTR(x);
                PTR(g);
                PTR(b);
                PTR(y);
                INT(n);
                run(2, 1, 128, 1);
                for (int r = 0; r < 2; r++) {
                        double s = 0, q = 0;
                        for (int i = 0; i < n; i++) {
                                s += x[r * n + i];
                                q += (double)x[r * n + i] * x[r * n + i];
                        }
                        double mu = s / n, rs = 1 / sqrt(q / n - mu * mu + 1e-5);
                        for (int i = 0; i < n; i++)
                                near(y[r * n + i], (x[r * n + i] - mu) * rs * g[i] + b[i], 1e-4,
                                     1e-4, "layernorm", r * n + i);
                }
        }
}

static void conv(void **state)
{
        (void)state;
        EACH_ARCH
        {
                int h = 20, w = 21, ch = 2;
                load("09_conv", ARCH);
                float weights[64 * 9];
                for (int i = 0; i < 64 * 9; i++)
                        weights[i] = (float)(int32_t)(rnd() % 200) / 64 - 1;
                memcpy(kernel.bank[3], weights, sizeof(weights));
                kernel.bank_B[3] = sizeof(weights);
                BUFFER(float, x, ch *h *w);
                BUFFER(float, y, h *w);
                for (int i = 0; i < ch * h * w; i++)
                        x[i] = (float)(int32_t)(rnd() % 2000) / 100 - 9;
                PTR(x);
                PTR(y);
                INT(h);
                INT(w);
                INT(ch);
                run(2, 2, 16, 16);
                for (int oy = 0; oy < h; oy++)
                        for (int ox = 0; ox < w; ox++) {
                                float s = 0;
                                for (int c = 0; c < ch; c++)
                                        for (int i = -1; i <= 1; i++)
                                                for (int j = -1; j <= 1; j++) {
                                                        int yy = oy + i, xx = ox + j;
                                                        if (yy >= 0 && yy < h && xx >= 0 && xx < w)
                                                                s = fmaf(
                                                                    x[(c * h + yy) * w + xx],
                                                                    weights[(i + 1) * 3 + j + 1],
                                                                    s);
                                                }
                                near(y[oy * w + ox], s > 0 ? s : 0, 0, 0, "conv", oy * w + ox);
                        }
        }
}

static void scan(void **state)
{
        (void)state;
        EACH_ARCH
        {
                int n = 1000, s = 0;
                load("10_scan", ARCH);
                BUFFER(int32_t, x, n);
                BUFFER(int32_t, y, n);
                for (int i = 0; i < n; i++)
                        x[i] = (int32_t)(rnd() % 100) - 30;
                PTR(x);
                PTR(y);
                INT(n);
                run(1, 1, 1024, 1);
                for (int i = 0; i < n; i++)
                        assert_int_equal(y[i], s += x[i]);
        }
}

static void bitonic(void **state)
{
        (void)state;
        EACH_ARCH
        {
                load("12_bitonic", ARCH);
                BUFFER(uint32_t, x, 2048);
                uint32_t sum = 0;
                for (int i = 0; i < 2048; i++)
                        sum += x[i] = rnd();
                PTR(x);
                run(2, 1, 1024, 1);
                for (int i = 0; i < 2048; i++) {
                        sum -= x[i];
                        if (i % 1024)
                                assert_true(x[i - 1] <= x[i]);
                }
                assert_int_equal(sum, 0);
        }
}

static void fp64(void **state)
{
        (void)state;
        EACH_ARCH
        {
                int n = 100;
                load("13_fp64", ARCH);
                BUFFER(double, x, n);
                BUFFER(double, y, n);
                for (int i = 0; i < n; i++)
                        x[i] = i < 3 ? 0.001 * (i + 1) : (double)(rnd() % 100000) / 3000;
                PTR(x);
                PTR(y);
                INT(n);
                run(1, 1, 128, 1);
                for (int i = 0; i < n; i++) {
                        double v = x[i];
                        double want = sqrt(v) / (v + 1.0) + exp(v) * log(v + 2.0) + fma(v, v, 3.0) +
                                      fmin(v, 2.0) + (double)(float)v + (double)(int)v +
                                      pow(v, 1.5);
                        near(y[i], want, 1e-14, 0, "fp64", i);
                }
        }
}

static void integer_division(void **state)
{
        (void)state;
        EACH_ARCH
        {
                int n = 400;
                uint32_t m = 77;
                load("15_intdiv", ARCH);
                BUFFER(int32_t, x, n);
                BUFFER(int32_t, y, n);
                BUFFER(int32_t, z, n);
                for (int i = 0; i < n; i++) {
                        x[i] = (int32_t)rnd();
                        y[i] = (int32_t)(rnd() >> rnd() % 32) | 1;
                }
                PTR(x);
                PTR(y);
                PTR(z);
                SK_ARG(&kernel, uint32_t, m);
                INT(n);
                run(2, 1, 256, 1);
                for (int i = 0; i < n; i++) {
                        int64_t hi = ((int64_t)x[i] * y[i]) >> 32;
                        uint32_t want = (uint32_t)((int64_t)x[i] / y[i]) + (uint32_t)x[i] % m +
                                        (uint32_t)y[i] / m + (uint32_t)(x[i] / 7) +
                                        (uint32_t)llabs(y[i]) +
                                        (uint32_t)(x[i] > y[i] ? x[i] : y[i]) + (uint32_t)hi;
                        assert_int_equal((uint32_t)z[i], want);
                }
        }
}

static void transcendentals(void **state)
{
        (void)state;
        EACH_ARCH
        {
                int n = 200;
                load("16_sincos", ARCH);
                BUFFER(float, x, n);
                BUFFER(float, y, n);
                for (int i = 0; i < n; i++)
                        x[i] = 0.05f + (float)(rnd() % 1000) * (i % 10 == 9 ? 300.0f : 0.001f);
                PTR(x);
                PTR(y);
                INT(n);
                run(1, 1, 256, 1);
                for (int i = 0; i < n; i++) {
                        double v = x[i];
                        if (v > 3) /* the fast functions lose their arguments there */
                                continue;
                        double want = sin(v) + cos(v) + sin(v) * cos(v) + tan(v) + tanh(v) +
                                      pow(v, 2.3f) + sqrt(v) + 1 / v + 1 / sqrt(v) + exp2(v) +
                                      log2(v) + erf(v) + v / 3 + fmod(v, 1.7f) + tan(v);
                        near(y[i], want, 3e-5, 3e-5, "sincos", i);
                }
        }
}

static void local_arrays(void **state)
{
        (void)state;
        EACH_ARCH
        {
                int n = 23;
                load("17_local", ARCH);
                BUFFER(int32_t, o, 64);
                PTR(o);
                INT(n);
                run(1, 1, 64, 1);
                for (int t = 0; t < 64; t++) {
                        int b[64], s = 0;
                        for (int i = 0; i < 64; i++)
                                b[i] = i * n;
                        for (int i = 0; i < n; i++) {
                                int j = (i * 7 + t) & 63;
                                b[j] = b[(j * 5 + 1) & 63] + i;
                        }
                        for (int i = 0; i < 64; i++)
                                s += b[(i * n) & 63];
                        assert_int_equal(o[t], s);
                }
        }
}

static void switches(void **state)
{
        (void)state;
        EACH_ARCH
        {
                int n = 130;
                load("18_switch", ARCH);
                BUFFER(int32_t, op, n);
                BUFFER(float, a, n);
                BUFFER(float, b, n);
                BUFFER(float, y, 2 * n);
                float y0[260];
                for (int i = 0; i < n; i++) {
                        op[i] = i % 13 == 6 && i < 7 ? 0 : i % 13;
                        a[i] = 0.25f * (float)(i % 9);
                        b[i] = (float)(i % 4) + 0.5f;
                }
                for (int i = 0; i < 2 * n; i++)
                        y0[i] = y[i] = (float)(i % 3);
                PTR(op);
                PTR(a);
                PTR(b);
                PTR(y);
                INT(n);
                run(1, 1, 160, 1);
                for (int i = 1; i < n; i++) {
                        float x = a[i], z = b[i];
                        switch (op[i]) {
                        case 0:
                                x = x + z;
                                break;
                        case 1:
                                x = x * z;
                                near(y[i + n], x, 0, 0, "switch second", i);
                                break;
                        case 2:
                                x = x / z;
                                break;
                        case 3:
                                x = sqrtf(x) + z;
                                break;
                        case 4:
                                for (int j = 0; j < (int)z; j++)
                                        x = fmaf(x, x, 1);
                                break;
                        case 5:
                                x = sinf(z);
                                break;
                        case 6:
                                x = y0[i] * z;
                                break;
                        case 7:
                                x = floorf(x);
                                break;
                        case 8:
                                x = ceilf(x) + rintf(z);
                                break;
                        case 9:
                                x = y0[i];
                                break;
                        case 10:
                                x = expf(x);
                                break;
                        default:
                                x = 0;
                        }
                        near(y[i], x, op[i] == 5 || op[i] == 10 ? 1e-6 : 0, 0, "switch", i);
                }
        }
}

static void votes(void **state)
{
        (void)state;
        EACH_ARCH
        {
                load("20_votes", ARCH);
                BUFFER(int32_t, x, 64);
                BUFFER(uint32_t, o, 64);
                for (int i = 0; i < 64; i++)
                        x[i] = 2 * (int32_t)(rnd() % 5) + (i < 32 ? 2 : -4);
                PTR(x);
                PTR(o);
                run(1, 1, 64, 1);
                int cnt = 0, all = 1, any = 0;
                for (int i = 0; i < 64; i++) {
                        cnt += x[i] != 0;
                        all &= x[i] != 0;
                        any |= x[i] != 0;
                }
                for (int w = 0; w < 64; w += 32) {
                        uint32_t b = 0, or_ = 0, sum = 0;
                        int a = 1, c = 0, same = 1, max = -100;
                        for (int l = 0; l < 32; l++) {
                                int v = x[w + l];
                                b |= (uint32_t)(v > 3) << l;
                                a &= v > 1;
                                c |= v < 0;
                                same &= v == x[w];
                                sum += (uint32_t)v;
                                max = v > max ? v : max;
                                or_ |= (uint32_t)v;
                        }
                        for (int l = 0; l < 32; l++) {
                                uint32_t m = 0;
                                for (int k = 0; k < 32; k++)
                                        m |= (uint32_t)(x[w + k] == x[w + l]) << k;
                                uint32_t am = 0xffffffffu + sum + (uint32_t)max + or_;
                                uint32_t want = b + (uint32_t)(a + c) + m +
                                                (same ? 0xffffffffu : 0) + (uint32_t)same + am +
                                                (uint32_t)(cnt + all + any);
                                assert_int_equal(o[w + l], want);
                        }
                }
        }
}

static void bits(void **state)
{
        (void)state;
        EACH_ARCH
        {
                int n = 256;
                load("23_dp4a_bits", ARCH);
                BUFFER(int32_t, x, n);
                BUFFER(uint32_t, u, n);
                BUFFER(int32_t, y, n);
                for (int i = 0; i < n; i++) {
                        x[i] = i < 4 ? i - 2 : (int32_t)(rnd() >> rnd() % 32);
                        u[i] = i < 4 ? (uint32_t)i : rnd();
                }
                PTR(x);
                PTR(u);
                PTR(y);
                INT(n);
                run(1, 1, 256, 1);
                for (int i = 0; i < n; i++) {
                        int32_t a = x[i];
                        uint32_t b = u[i], ua = (uint32_t)a, s = 5, t;
                        for (int k = 0; k < 4; k++)
                                s += (uint32_t)((int8_t)(ua >> 8 * k) * (int8_t)(b >> 8 * k));
                        s += 7;
                        for (int k = 0; k < 4; k++)
                                s += (ua >> 8 * k & 255) * (b >> 8 * k & 255);
                        s += 3;
                        for (int k = 0; k < 2; k++)
                                s += (uint32_t)((int16_t)(ua >> 16 * k) * (int8_t)(b >> 8 * k));
                        s += (uint32_t)__builtin_popcount(ua);
                        s += ua ? (uint32_t)__builtin_clz(ua) : 32;
                        s += (uint32_t)__builtin_ffs(a);
                        t = 0;
                        for (int k = 0; k < 32; k++)
                                t |= (b >> k & 1) << (31 - k);
                        s += t;
                        s += (uint32_t)__builtin_popcountll(((uint64_t)b << 20) |
                                                            (uint64_t)(int64_t)a);
                        uint64_t both = ua | (uint64_t)b << 32;
                        uint32_t perm = 0;
                        for (int k = 0; k < 4; k++)
                                perm |= (uint32_t)(both >> 8 * (0x3715 >> 4 * k & 7) & 255)
                                        << 8 * k;
                        s += perm;
                        s += (uint32_t)((((uint64_t)b << 32 | ua) << (i & 31)) >> 32);
                        s += (uint32_t)((((uint64_t)b << 32) | ua) >> 5);
                        s += ((ua + b) & 0xffff) | ((ua & 0xffff0000u) + (b & 0xffff0000u));
                        t = 0;
                        for (int k = 0; k < 4; k++) {
                                int8_t p = (int8_t)(ua >> 8 * k), q = (int8_t)(b >> 8 * k);
                                t |= (uint32_t)(uint8_t)(p > q ? p : q) << 8 * k;
                        }
                        s += t;
                        s += (uint32_t)(llabs((int64_t)a - (int32_t)b)) + 1;
                        s += b >> 3 & 127;
                        int pos = a & 7;
                        s += (uint32_t)((int32_t)(b << (32 - 7 - pos)) >> 25);
                        s += (b & ~(0x1ffu << 5)) | (ua & 0x1ff) << 5;
                        t = ua ^ b ^ s;
                        assert_int_equal((uint32_t)y[i], s ^ t);
                }
        }
}

static void conversions(void **state)
{
        (void)state;
        EACH_ARCH
        {
                int n = 64;
                load("24_conv_types", ARCH);
                BUFFER(float, x, n);
                BUFFER(int32_t, q, n);
                BUFFER(double, d, n);
                BUFFER(float, y, n);
                BUFFER(int8_t, c, n);
                BUFFER(uint16_t, h, n);
                BUFFER(int64_t, L, n);
                int8_t c0[64];
                uint16_t h0[64];
                int64_t L0[64];
                for (int i = 0; i < n; i++) {
                        x[i] = (float)(rnd() % 100000) / 997;
                        q[i] = (int32_t)rnd();
                        d[i] = (double)(int32_t)rnd() / 77;
                        c0[i] = c[i] = (int8_t)rnd();
                        h0[i] = h[i] = (uint16_t)rnd();
                        L0[i] = L[i] = (int64_t)((uint64_t)rnd() << 32 | rnd());
                }
                PTR(x);
                PTR(q);
                PTR(d);
                PTR(y);
                PTR(c);
                PTR(h);
                PTR(L);
                INT(n);
                run(1, 1, 64, 1);
                for (int i = 0; i < n; i++) {
                        float v = x[i];
                        float s = (float)q[i] + (float)(uint32_t)q[i] + (float)L0[i] +
                                  (float)c0[i] + (float)h0[i];
                        int64_t want = (int64_t)v + (int64_t)(uint64_t)v + (int64_t)d[i] +
                                       (int64_t)rintf(v) + (int64_t)(uint32_t)ceilf(v) +
                                       (int64_t)(int32_t)d[i];
                        assert_int_equal(L[i], want);
                        assert_int_equal(c[i], (int8_t)(int)v);
                        assert_int_equal(h[i], (uint16_t)v);
                        double more = truncf(v) + roundf(v) + floorf(v) + d[i] + v +
                                      (v > 1 ? 1 : v) + copysignf(v, s);
                        near(y[i], (double)s + more, 1e-5, 0.1, "conv", i);
                }
        }
}

static void tensor_s8(void **state)
{
        (void)state;
        EACH_ARCH
        {
                int n = 32;
                load("25_imma", ARCH);
                BUFFER(int8_t, a, n * n);
                BUFFER(int8_t, b, n * n);
                BUFFER(int32_t, c, n * n);
                for (int i = 0; i < n * n; i++) {
                        a[i] = (int8_t)rnd();
                        b[i] = (int8_t)rnd();
                }
                PTR(a);
                PTR(b);
                PTR(c);
                INT(n);
                run(2, 2, 32, 1);
                for (int i = 0; i < n; i++)
                        for (int j = 0; j < n; j++) {
                                int s = 0;
                                for (int k = 0; k < n; k++)
                                        s += a[i * n + k] * b[j * n + k];
                                assert_int_equal(c[i * n + j], s);
                        }
        }
}

/* One m16n8k8 tf32, then one m16n8k16 bf16 on the same registers, then m8n8k4 f64. */
static void tensor_others(void **state)
{
        (void)state;
        EACH_ARCH
        {
                load("26_tf32_bf16_dmma", ARCH);
                BUFFER(uint32_t, a, 128);
                BUFFER(uint32_t, b, 64);
                BUFFER(float, c, 128);
                BUFFER(double, da, 64);
                BUFFER(double, dc, 64);
                /* bf16 pairs whose low half is zero are tf32 numbers as well */
                for (int i = 0; i < 128; i++)
                        a[i] = f2u((float)(int)(rnd() % 9) - 4);
                for (int i = 0; i < 64; i++) {
                        b[i] = f2u((float)(int)(rnd() % 9) - 4);
                        da[i] = (double)(rnd() % 100) / 7;
                        dc[i] = (double)(rnd() % 100) / 3;
                }
                for (int i = 0; i < 128; i++)
                        c[i] = (float)(i % 11);
                float c0[128];
                double dc0[64];
                memcpy(c0, c, sizeof(c0));
                memcpy(dc0, dc, sizeof(dc0));
                PTR(a);
                PTR(b);
                PTR(c);
                PTR(da);
                PTR(dc);
                run(1, 1, 32, 1);
                for (int l = 0; l < 32; l++)
                        for (int r = 0; r < 4; r++) {
                                int row = l / 4 + 8 * (r / 2), col = 2 * (l % 4) + r % 2;
                                float s = c0[l + 32 * r];
                                for (int k = 0; k < 8; k++) { /* tf32: a0 row, a1 +8, a2 k+4, a3 */
                                        int lane = (row % 8) * 4 + k % 4;
                                        int reg = (row / 8) + 2 * (k / 4);
                                        s += u2f(a[lane + 32 * reg]) *
                                             u2f(b[col * 4 + k % 4 + 32 * (k / 4)]);
                                }
                                for (int k = 0; k < 16; k++) {
                                        int lane = (row % 8) * 4 + k % 8 / 2;
                                        int reg = (row / 8) + 2 * (k / 8);
                                        uint32_t x = a[lane + 32 * reg],
                                                 y = b[col * 4 + k % 8 / 2 + 32 * (k / 8)];
                                        if (k & 1)
                                                s += u2f(x & 0xffff0000u) * u2f(y & 0xffff0000u);
                                        else
                                                s += u2f(x << 16) * u2f(y << 16);
                                }
                                near(c[l + 32 * r], s, 0, 0, "mma", l + 32 * r);
                        }
                for (int l = 0; l < 32; l++)
                        for (int r = 0; r < 2; r++) {
                                double s = dc0[l + 32 * r];
                                int row = l / 4, col = 2 * (l % 4) + r;
                                for (int k = 0; k < 4; k++)
                                        s = fma(da[row * 4 + k], da[32 + col * 4 + k], s);
                                near(dc[l + 32 * r], s, 0, 0, "dmma", l + 32 * r);
                        }
        }
}

static void halves(void **state)
{
        (void)state;
        EACH_ARCH
        {
                int n = 64;
                load("21_bf16", ARCH);
                BUFFER(uint32_t, x, n);
                BUFFER(uint32_t, y, 2 * n);
                BUFFER(float, f, 2 * n);
                float a[128], b[128];
                for (int i = 0; i < 2 * n; i++) {
                        a[i] = (float)(int)(rnd() % 41) / 8 - 2.5f;
                        b[i] = (float)(int)(rnd() % 41) / 8 - 2.5f;
                        x[i / 2] |= (uint32_t)bf16_of(a[i]) << 16 * (i & 1);
                        y[i / 2] |= (uint32_t)bf16_of(b[i]) << 16 * (i & 1);
                }
                PTR(x);
                PTR(y);
                PTR(f);
                INT(n);
                run(1, 1, 64, 1);
                for (int i = 0; i < n; i++) {
                        float t[2];
                        for (int j = 0; j < 2; j++) {
                                float p = a[2 * i + j], q = b[2 * i + j];
                                float fm = fmaf(p, q, p), ad = p + q;
                                near(u2f(y[i] >> 16 * j << 16), fm > ad ? fm : ad, 1.0 / 256, 0,
                                     "bf16", i);
                                t[j] = p * q;
                                near(u2f(y[i + n] >> 16 * j << 16), (2 - j) * t[j], 1.0 / 128, 0,
                                     "bf16x2", i);
                        }
                        near(f[i], (double)t[0] + t[1], 1.0 / 128, 0.1, "sum", i);
                        near(f[i + n], exp(a[2 * i]) + (a[2 * i] > b[2 * i]), 1.0 / 100, 0, "exp",
                             i);
                }

                load("22_half2", ARCH);
                BUFFER(uint32_t, hx, n);
                BUFFER(uint32_t, hy, 3 * n + 1);
                BUFFER(float, hf, 2 * n + 1);
                for (int i = 0; i < n; i++) {
                        hx[i] = (uint32_t)half_of((int)(rnd() % 3)) * 0x10001u;
                        hy[i] = (uint32_t)half_of(1 + (int)(rnd() % 3)) * 0x10001u;
                }
                uint32_t y0[64];
                memcpy(y0, hy, sizeof(y0));
                PTR(hx);
                PTR(hy);
                PTR(hf);
                INT(n);
                run(1, 1, 64, 1);
                for (int i = 1; i < n; i++) {
                        double p = half_value((uint16_t)hx[i]), q = half_value((uint16_t)y0[i]);
                        double c = p * q + p;
                        c = c > 1 ? 1 : c;
                        double mn = p < q ? p : q;
                        c = c > mn ? c : mn;
                        c = exp2(c) + sqrt(p) - 1 / q;
                        if (p > q)
                                c = -c;
                        near(half_value((uint16_t)hy[i + n]), c, 0.004, 0.002, "half2", i);
                        near(half_value((uint16_t)(hy[i + n] >> 16)), c, 0.004, 0.002, "half2 hi",
                             i);
                        float got = half_value((uint16_t)hy[i + n]);
                        assert_int_equal(hy[i] & 0xffff, p < got ? 0x3c00 : 0);
                        near(hf[i], got + rintf(got), 0, 0, "float", i);
                }
        }
}

static void atomics(void **state)
{
        (void)state;
        EACH_ARCH
        {
                load("27_atomics", ARCH);
                int n = 5;
                BUFFER(uint32_t, p, 128);
                BUFFER(uint64_t, q, 64);
                BUFFER(float, f, 32);
                BUFFER(double, d, 1);
                BUFFER(uint32_t, h, 4);
                (void)f;
                (void)h;
                p[0] = 2;
                p[1] = 3;
                p[3] = 0xffffffff;
                p[4] = 0x100;
                p[5] = 0xabc;
                p[6] = 1000;
                p[7] = 5000;
                p[8] = 3;
                p[9] = 77;
                q[0] = 4;
                PTR(p);
                PTR(q);
                PTR(f);
                PTR(d);
                PTR(h);
                INT(n);
                run(1, 1, 32, 1);
                uint32_t inc = 2, dec = 3, and_ = 0xffffffffu, or_ = 0x100, xor_ = 0xabc;
                uint64_t q0 = 4;
                for (uint32_t i = 0; i < 32; i++) {
                        inc = inc >= 5 ? 0 : inc + 1;
                        dec = dec == 0 || dec > 5 ? 5 : dec - 1;
                        and_ &= i;
                        or_ |= i;
                        xor_ ^= i;
                        if (q0 == i)
                                q0 = 5;
                }
                assert_int_equal(p[0], inc);
                assert_int_equal(p[1], dec);
                assert_true(p[2] < 32);
                assert_int_equal(p[3], and_);
                assert_int_equal(p[4], or_);
                assert_int_equal(p[5], xor_);
                assert_int_equal(p[6], 0);
                assert_int_equal(p[7], 5000 - 496);
                assert_int_equal(p[10], 77);
                assert_int_equal(p[11], 32 * 77);
                assert_int_equal(q[1], 96);
                assert_int_equal(q[2], 9);
                near(d[0], 64, 0, 0, "f64 add", 0);
                assert_true(p[51] < 4 ||
                            p[51] > 4); /* p[i+20] and p[i+21] race; only that it ran */
                assert_true(q[40] > 1000000000ull * 1000000000ull); /* nanoseconds since 1970 */
        }
}

static void generic(void **state)
{
        (void)state;
        EACH_ARCH
        for (int n = 0; n < 4; n++) {
                load("28_generic", ARCH);
                BUFFER(int32_t, o, 32);
                PTR(o);
                INT(n);
                run(1, 1, 1, 1);
                /* one thread: nothing races */
                int gv[4] = {1, 2, 3, 4}, s[32] = {0}, l[8], *p;
                for (int i = 0; i < 8; i++)
                        l[i] = i * n;
                s[0] = n;
                p = n & 1 ? s + (n & 31) : n & 2 ? &l[n & 7] : &gv[n & 3];
                if (p != s + (n & 31) || n == 0)
                        *p += 3;
                bool shared = n & 1;
                if (shared && n != 0)
                        continue; /* reads shared memory that only other threads would write */
                gv[0] += shared ? 0 : 1;
                int global = !(n & 1) && !(n & 2);
                assert_int_equal(o[0], *p + l[(n * 3) & 7] + 0 + global);
        }
}

static void nbody(void **state)
{
        (void)state;
        EACH_ARCH
        {
                int n = 256;
                load("29_nbody", ARCH);
                BUFFER(float, p, 4 * n);
                BUFFER(float, a, 4 * n);
                for (int i = 0; i < 4 * n; i++)
                        p[i] = (float)(rnd() % 1000) / 100;
                PTR(p);
                PTR(a);
                INT(n);
                run(2, 1, 128, 1);
                for (int i = 0; i < n; i++) {
                        double r[3] = {0, 0, 0};
                        for (int j = 0; j < n; j++) {
                                double dv[3], dd = 1e-3;
                                for (int k = 0; k < 3; k++) {
                                        dv[k] = (double)p[4 * j + k] - p[4 * i + k];
                                        dd += dv[k] * dv[k];
                                }
                                double v = p[4 * j + 3] / sqrt(dd * dd * dd);
                                for (int k = 0; k < 3; k++)
                                        r[k] += dv[k] * v;
                        }
                        for (int k = 0; k < 3; k++)
                                near(a[4 * i + k], r[k], 1e-3, 0.02, "nbody", 4 * i + k);
                }
        }
}

static void groups(void **state)
{
        (void)state;
        EACH_ARCH
        {
                int n = 128;
                load("32_stencil_coop", ARCH);
                BUFFER(float, x, n);
                BUFFER(float, y, 2 * n);
                for (int i = 0; i < n; i++)
                        x[i] = (float)(rnd() % 100);
                PTR(x);
                PTR(y);
                INT(n);
                run(2, 1, 64, 1);
                for (int i = 0; i < n; i++) {
                        float v = 0;
                        for (int k = 0; k < 8; k++)
                                v += x[i / 8 * 8 + k];
                        near(y[i + n], v + 32, 0, 0, "coalesced", i);
                        if (i & 1)
                                near(y[i], v + 16 + (float)(i % 32 / 2), 0, 0, "odd lanes", i);
                }
        }
}

static void wide_memory(void **state)
{
        (void)state;
        EACH_ARCH
        {
                load("34_ldmem", ARCH);
                BUFFER(uint8_t, p, 4096);
                BUFFER(uint8_t, o, 8192);
                for (int i = 0; i < 4096; i++)
                        p[i] = (uint8_t)rnd();
                PTR(p);
                PTR(o);
                INT(0);
                run(1, 1, 64, 1);
                for (int i = 0; i < 64; i++) {
                        uint16_t h;
                        memcpy(&h, o + 2 * (i + 1100), 2);
                        assert_memory_equal(o + 16 * i, p + 16 * i, 16);
                        assert_memory_equal(o + 16 * (i + 64), p + 16 * (63 - i), 16);
                        assert_memory_equal(o + 16 * (i + 164), p + 16 * i, 4);
                        assert_memory_equal(o + 16 * (i + 164) + 4, p + 16 * i + 4, 12);
                        assert_memory_equal(o + 4 * (i + 990), p + 16 * i, 4);
                        assert_int_equal(o[i + 5000], p[i + 7]);
                        assert_int_equal(h, (uint16_t)(p[2 * i] + 256 * p[2 * i + 1] + p[i + 7]));
                        if (i >= 12) /* what later stores do not overlap */
                                assert_memory_equal(o + 4 * (i + 900), p + 4 * i, 4);
                }
        }
}

/* Two blocks of a cluster read and add to each other's shared memory. */
static void cluster(void **state)
{
        (void)state;
        load_named("35_sm90only", "clus", 90);
        BUFFER(float, o, 512);
        PTR(o);
        struct sm_launch l;
        struct sm_fault f = {0};
        sk_prepare(&kernel, &l, (uint32_t[]){4, 1, 1}, (uint32_t[]){128, 1, 1});
        l.cluster[0] = 2;
        if (sm_run_grid(engine, &memory.ops, &l, &f))
                fail_msg("fault %d: %s", f.kind, f.text);
        for (int b = 1; b < 4; b++)
                for (int t = 0; t < 127; t++) /* element 0 is being added to meanwhile */
                        near(o[128 * b + t], 127 - t + ((b & 1) ^ 1), 0, 0, "cluster", 128 * b + t);
        l.cluster[0] = 1;
        l.grid[0] = 1; /* alone, the partner's memory does not exist */
        assert_int_equal(sm_run_grid(engine, &memory.ops, &l, &f), -EFAULT);
}

static void hopper_integers(void **state)
{
        (void)state;
        load_named("35_sm90only", "dpx", 90);
        BUFFER(int32_t, x, 300);
        BUFFER(uint16_t, h, 32);
        int32_t x0[300];
        for (int i = 0; i < 300; i++)
                x0[i] = x[i] = (int32_t)rnd() >> 4;
        PTR(x);
        PTR(h);
        kernel.shared_B = 2048;
        run(1, 1, 32, 1);
#define MAX(a, b) ((a) > (b) ? (a) : (b))
        for (int i = 0; i < 32; i++) {
                int32_t want = MAX(x0[i] + x0[i + 1], x0[i + 2]) +
                               MAX(MAX(x0[i + 3], x0[i + 4]), x0[i + 5]) +
                               MAX(x0[i + 6], x0[i + 7]);
                assert_int_equal(x[i], want);
                assert_int_equal(x[i + 99], i == 0);
                assert_int_equal(h[i] & 255, 0x40);
        }
        for (int r = 0; r < 8; r++)
                for (int c = 0; c < 8; c++) {
                        uint32_t from = (uint32_t)x[4 * c + r / 2] >> 16 * (r & 1) & 0xffff;
                        uint32_t to = (uint32_t)x[200 + 4 * r + c / 2] >> 16 * (c & 1) & 0xffff;
                        assert_int_equal(to, from);
                }
        assert_int_equal(h[0] >> 8, 0);
        assert_int_equal(h[1] >> 8, 0x3c); /* 1.5 */
        assert_int_equal(h[2] >> 8, 0x44); /* 3 */
}

static int setup(void **state)
{
        (void)state;
        return sm_engine_create(2, &engine);
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
            cmocka_unit_test(saxpy),
            cmocka_unit_test(matmul),
            cmocka_unit_test(tensor_f16),
            cmocka_unit_test(reduce),
            cmocka_unit_test(layernorm),
            cmocka_unit_test(conv),
            cmocka_unit_test(scan),
            cmocka_unit_test(bitonic),
            cmocka_unit_test(fp64),
            cmocka_unit_test(integer_division),
            cmocka_unit_test(transcendentals),
            cmocka_unit_test(local_arrays),
            cmocka_unit_test(switches),
            cmocka_unit_test(votes),
            cmocka_unit_test(bits),
            cmocka_unit_test(conversions),
            cmocka_unit_test(tensor_s8),
            cmocka_unit_test(tensor_others),
            cmocka_unit_test(halves),
            cmocka_unit_test(atomics),
            cmocka_unit_test(generic),
            cmocka_unit_test(nbody),
            cmocka_unit_test(groups),
            cmocka_unit_test(wide_memory),
            cmocka_unit_test(cluster),
            cmocka_unit_test(hopper_integers),
        };
        return cmocka_run_group_tests(tests, setup, teardown);
}
