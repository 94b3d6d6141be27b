/* SPDX-License-Identifier: MIT */
/* tests/corpus/45_engine.cu: lanes, warps, blocks and grids that wait for each other
 * make progress; whatever goes wrong ends the grid with a sentence about it. */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <time.h>
#include <errno.h>
#include <cmocka.h>

#include "tests/unit/sm_kernel.h"

static const char *cubins = "tests/corpus/cubins";
static const uint32_t arches[] = {86, 89, 90};
static struct sk_kernel kernel, other;
static struct sk_memory memory;
static struct sm_engine *engine;

static void load_into(struct sk_kernel *k, const char *name, uint32_t arch)
{
        char path[512];
        snprintf(path, sizeof(path), "%s/sm_%u/45_engine.cubin", cubins, arch);
        if (!sk_load(k, &memory, path, name, arch))
                fail_msg("cannot load %s of %s", name, path);
}

static void load(const char *name, uint32_t arch)
{
        sk_memory_free(&memory);
        sk_memory_init(&memory);
        load_into(&kernel, name, arch);
}

static struct sm_launch launch(struct sk_kernel *k, uint32_t blocks, uint32_t threads)
{
        struct sm_launch l;
        sk_prepare(k, &l, (uint32_t[]){blocks, 1, 1}, (uint32_t[]){threads, 1, 1});
        return l;
}

static void run(uint32_t blocks, uint32_t threads)
{
        struct sm_launch l = launch(&kernel, blocks, threads);
        struct sm_fault f = {0};
        if (sm_run_grid(engine, &memory.ops, &l, &f))
                fail_msg("sm_%u: fault %d: %s", kernel.arch, f.kind, f.text);
}

static struct sm_fault fails(const struct sm_launch *l, enum sm_fault_kind kind, const char *part)
{
        struct sm_fault f = {0};
        assert_int_equal(sm_run_grid(engine, &memory.ops, l, &f), -EFAULT);
        if (f.kind != kind || !strstr(f.text, part))
                fail_msg("sm_%u: fault %d, want %d with \"%s\": %s", l->sm_arch, f.kind, kind, part,
                         f.text);
        return f;
}

#define BUFFER(type, name, count)                                                                  \
        uint64_t name##_va;                                                                        \
        type *name = sk_alloc(&memory, (count) * sizeof(type), true, &name##_va)
#define PTR(name) SK_ARG(&kernel, uint64_t, name##_va)
#define EACH_ARCH for (unsigned arch_i = 0; arch_i < 3; arch_i++)
#define ARCH      arches[arch_i]

/* A spin lock taken by every lane: the classic deadlock of engines in lock step. */
static void spin_lock(void **state)
{
        (void)state;
        EACH_ARCH
        {
                load("lanes", ARCH);
                BUFFER(uint32_t, lock, 1);
                BUFFER(uint32_t, count, 1);
                PTR(lock);
                PTR(count);
                run(3, 70);
                assert_int_equal(*count, 210);
                assert_int_equal(*lock, 0);
        }
}

static void cooperative_grid(void **state)
{
        (void)state;
        EACH_ARCH
        {
                enum { BLOCKS = 60, PHASES = 4 };
                load("grid_barrier", ARCH);
                BUFFER(uint32_t, arrived, 2);
                BUFFER(uint32_t, out, BLOCKS * PHASES);
                PTR(arrived);
                PTR(out);
                SK_ARG(&kernel, uint32_t, PHASES);
                run(BLOCKS, 64);
                assert_int_equal(arrived[0], BLOCKS * PHASES);
                assert_int_equal(arrived[1], 0);
                for (int i = 0; i < BLOCKS * PHASES; i++)
                        assert_int_equal(out[i], i % PHASES + 1);
        }
}

static _Atomic unsigned waiters_done;

static void *run_waiter(void *arg)
{
        static struct sm_fault f;
        struct sm_launch *l = arg;
        struct sm_fault mine = {0};
        int r = sm_run_grid(engine, &memory.ops, l, &mine);
        if (r)
                f = mine;
        atomic_fetch_add(&waiters_done, 1);
        return r ? &f : NULL;
}

/* More waiting grids than workers; the grid that they wait for comes last. */
static void grids_wait_for_each_other(void **state)
{
        (void)state;
        EACH_ARCH
        {
                load("wait_for", ARCH);
                load_into(&other, "set_flag", ARCH);
                BUFFER(uint32_t, flag, 2);
                (void)flag;
                BUFFER(uint32_t, out, 1);
                PTR(flag);
                PTR(out);
                SK_ARG(&other, uint64_t, flag_va);
                struct sm_launch waits = launch(&kernel, 5, 1), sets = launch(&other, 1, 1);
                pthread_t t[4];
                for (int i = 0; i < 4; i++)
                        assert_int_equal(pthread_create(&t[i], NULL, run_waiter, &waits), 0);
                struct timespec ms20 = {0, 20000000};
                nanosleep(&ms20, NULL);
                assert_int_equal(*out, 0);
                struct sm_fault f;
                assert_int_equal(sm_run_grid(engine, &memory.ops, &sets, &f), 0);
                for (int i = 0; i < 4; i++) {
                        void *r;
                        pthread_join(t[i], &r);
                        assert_null(r);
                }
                assert_int_equal(*out, 42);
        }
}

static void divergence(void **state)
{
        (void)state;
        EACH_ARCH
        {
                enum { N = 1000 };
                load("collatz", ARCH);
                BUFFER(uint32_t, x, N);
                BUFFER(uint32_t, y, N);
                for (uint32_t i = 0; i < N; i++)
                        x[i] = i * 37 % 991 + 1;
                PTR(x);
                PTR(y);
                SK_ARG(&kernel, uint32_t, N);
                run(8, 128);
                for (uint32_t i = 0; i < N; i++) {
                        uint32_t v = x[i], steps = 0, odd = 0;
                        while (v != 1) {
                                if (v & 1) {
                                        odd++;
                                        v = 3 * v + 1;
                                        if (v % 7 == 3)
                                                continue;
                                        for (uint32_t k = 0; k < (v & 3); k++) {
                                                steps += k;
                                                if (steps % 5 == 4)
                                                        break;
                                        }
                                } else {
                                        v /= 2;
                                }
                                if (++steps > 300)
                                        break;
                        }
                        assert_int_equal(y[i], steps * 1000 + odd);
                }
        }
}

static void named_barriers(void **state)
{
        (void)state;
        EACH_ARCH
        {
                load("pipeline", ARCH);
                BUFFER(uint32_t, x, 256);
                BUFFER(uint32_t, y, 256);
                for (uint32_t i = 0; i < 256; i++)
                        x[i] = i * i;
                PTR(x);
                PTR(y);
                run(1, 64);
                for (uint32_t i = 0; i < 256; i++)
                        assert_int_equal(y[i], x[i / 32 * 32 + 31 - i % 32] + 1);

                load("registered", ARCH);
                BUFFER(uint32_t, o, 128);
                PTR(o);
                SK_ARG(&kernel, uint32_t, 5);
                SK_ARG(&kernel, uint32_t, 96);
                run(1, 128);
                for (uint32_t i = 0; i < 128; i++)
                        assert_int_equal(o[i], (i < 96 ? 95 - i : 9) * 100 + 5);
        }
}

static void barrier_deadlock(void **state)
{
        (void)state;
        EACH_ARCH
        {
                load("half_missing", ARCH);
                BUFFER(uint32_t, o, 64);
                (void)o;
                PTR(o);
                struct sm_launch l = launch(&kernel, 1, 96);
                l.block[0] = 64; /* so that 96 threads can never come */
                fails(&l, SM_FAULT_BARRIER, "barrier 1 waits for 96 threads");
                l = launch(&kernel, 1, 128);
                struct sm_fault f = fails(&l, SM_FAULT_BARRIER, "deadlock of block 0,0,0");
                assert_non_null(strstr(f.text, "BAR"));
        }
}

static void traps(void **state)
{
        (void)state;
        EACH_ARCH
        {
                load("trap", ARCH);
                BUFFER(uint32_t, x, 64);
                x[41] = 7;
                PTR(x);
                struct sm_launch l = launch(&kernel, 1, 64);
                struct sm_fault f = fails(&l, SM_FAULT_TRAP, "BPT.TRAP");
                assert_int_equal(f.thread[0], 41);
                assert_true(f.pc >= l.program_address);
                assert_true(f.word[0] != 0);
        }
}

static void memory_faults(void **state)
{
        (void)state;
        EACH_ARCH
        for (int i = 0; i < 2; i++) {
                load("store_at", ARCH);
                BUFFER(uint32_t, p, 1024);
                (void)p;
                PTR(p);
                SK_ARG(&kernel, uint64_t, i ? 2 : 4096);
                struct sm_launch l = launch(&kernel, 1, 1);
                struct sm_fault f = fails(&l, i ? SM_FAULT_MISALIGNED : SM_FAULT_MMU,
                                          i ? "misaligned write of 4 bytes" : "write of 4 bytes");
                assert_int_equal(f.address, p_va + (i ? 2 : 4096));
                assert_int_equal(f.access, SM_WRITE);
        }
}

static void shared_and_constant_limits(void **state)
{
        (void)state;
        EACH_ARCH
        {
                load("shared_past_end", ARCH);
                BUFFER(uint32_t, o, 32);
                (void)o;
                PTR(o);
                SK_ARG(&kernel, uint32_t, 40);
                struct sm_launch l = launch(&kernel, 1, 32);
                l.shared_B = (ARCH == 90 ? 1024 : 0) + 200; /* sm_90 keeps the first KiB */
                struct sm_fault f = {0};
                assert_int_equal(sm_run_grid(engine, &memory.ops, &l, &f), 0);
                l.shared_B -= 40; /* dyn[40] is outside now */
                fails(&l, SM_FAULT_SHARED_RANGE, "shared read of 4 bytes");
                l.cbank[0].size_B = 16;
                fails(&l, SM_FAULT_CONST_RANGE, "outside the bank, which has 16 bytes");
                l.cbank[0].address = 0x1234567000;
                f = fails(&l, SM_FAULT_MMU, "constant bank 0");
                l = launch(&kernel, 1, 32);
                l.program_address = 0x7777770000;
                f = fails(&l, SM_FAULT_MMU, "fetch");
        }
}

static void too_few_registers(void **state)
{
        (void)state;
        load("grid_barrier", 86);
        BUFFER(uint32_t, x, 32);
        PTR(x);
        PTR(x);
        SK_ARG(&kernel, uint32_t, 32);
        for (int i = 0; i < 32; i++)
                x[i] = 1;
        struct sm_launch l = launch(&kernel, 1, 32);
        l.register_count = 1; /* eight are given */
        fails(&l, SM_FAULT_ILLEGAL_REGISTER, "register R");
}

static void limit_and_stop(void **state)
{
        (void)state;
        EACH_ARCH
        {
                load("forever", ARCH);
                BUFFER(uint32_t, p, 1);
                (void)p;
                PTR(p);
                struct sm_launch l = launch(&kernel, 3, 64);
                l.max_instructions = 200000;
                fails(&l, SM_FAULT_LIMIT, "more than 200000 warp instructions");
                l.max_instructions = 0;
                pthread_t t;
                void *r;
                atomic_store(&waiters_done, 0);
                assert_int_equal(pthread_create(&t, NULL, run_waiter, &l), 0);
                struct timespec ms10 = {0, 10000000};
                nanosleep(&ms10, NULL);
                sm_engine_stop(engine, &kernel); /* another context: goes on */
                nanosleep(&ms10, NULL);
                while (!atomic_load(&waiters_done)) { /* it may not have begun yet */
                        sm_engine_stop(engine, memory.ops.ctx);
                        nanosleep(&ms10, NULL);
                }
                pthread_join(t, &r);
                assert_non_null(r);
                assert_int_equal(((struct sm_fault *)r)->kind, SM_FAULT_STOPPED);
        }
}

/* The owner takes memory away while a grid runs on it. */
static void unmapping(void **state)
{
        (void)state;
        load("forever", 86);
        BUFFER(uint32_t, p, 1);
        (void)p;
        PTR(p);
        struct sm_launch l = launch(&kernel, 2, 32);
        l.max_instructions = 0;
        pthread_t t;
        void *r;
        assert_int_equal(pthread_create(&t, NULL, run_waiter, &l), 0);
        struct timespec ms10 = {0, 10000000};
        nanosleep(&ms10, NULL);
        for (unsigned i = 0; i < memory.count; i++)
                if (memory.r[i].va == p_va)
                        __atomic_store_n(&memory.r[i].size, 0, __ATOMIC_SEQ_CST);
        atomic_fetch_add(&memory.generation, 1);
        sm_engine_quiesce(engine);
        memset(p, 0xee, 4096); /* nobody reads it any more */
        pthread_join(t, &r);
        assert_non_null(r);
        assert_int_equal(((struct sm_fault *)r)->kind, SM_FAULT_MMU);
        assert_int_equal(((struct sm_fault *)r)->address, p_va);
}

/* Code rewritten between two grids is seen by the second. */
static void rewritten_code(void **state)
{
        (void)state;
        load("store_at", 86);
        BUFFER(uint32_t, p, 1024);
        PTR(p);
        SK_ARG(&kernel, uint64_t, 16);
        struct sm_launch l = launch(&kernel, 1, 1);
        struct sm_fault f;
        assert_int_equal(sm_run_grid(engine, &memory.ops, &l, &f), 0);
        assert_int_equal(p[4], 1);
        p[4] = 0;
        uint64_t run_B;
        uint64_t *code = sk_translate(&memory, l.program_address, SM_FETCH, &run_B);
        const uint64_t was[2] = {code[0], code[1]};
        code[0] = 0x000000000000794d; /* EXIT */
        code[1] = 0x000fea0003800000;
        assert_int_equal(sm_run_grid(engine, &memory.ops, &l, &f), 0);
        assert_int_equal(p[4], 0);
        code[0] = 0xffffffffffff7fff;
        fails(&l, SM_FAULT_UNIMPLEMENTED, "opcode 0xfff is not modelled");
        code[0] = was[0];
        code[1] = was[1] | 1ull << (103 - 64);
        fails(&l, SM_FAULT_ILLEGAL, "illegal instruction");
        code[1] = was[1];
        assert_int_equal(sm_run_grid(engine, &memory.ops, &l, &f), 0);
        assert_int_equal(p[4], 1);
}

static void bad_launches(void **state)
{
        (void)state;
        load("store_at", 86);
        struct sm_launch ok = launch(&kernel, 1, 32), l;
        l = ok;
        l.sm_arch = 75;
        fails(&l, SM_FAULT_ARCH, "sm_75");
        l = ok;
        l.block[1] = 33;
        fails(&l, SM_FAULT_ILLEGAL, "block 32 x 33 x 1");
        l = ok;
        l.cluster[0] = 2;
        fails(&l, SM_FAULT_ILLEGAL, "cluster 2 x 1 x 1");
        l = ok;
        l.register_count = 300;
        fails(&l, SM_FAULT_ILLEGAL, "300 registers");
        l = ok;
        l.program_address |= 4;
        fails(&l, SM_FAULT_ILLEGAL, "not a multiple of 16");
        l = ok;
        l.grid[2] = 0; /* an empty grid is over at once */
        struct sm_fault f;
        assert_int_equal(sm_run_grid(engine, &memory.ops, &l, &f), 0);
}

/* Programs with flipped bits end, well or with a fault; nothing else breaks. */
static void mutated_code(void **state)
{
        (void)state;
        static const char *const names[] = {"collatz", "pipeline", "grid_barrier", "registered"};
        uint64_t s = 0x9e3779b97f4a7c15ull;
        unsigned faults = 0;
        EACH_ARCH
        for (unsigned i = 0; i < 60; i++) {
                load(names[i % 4], ARCH);
                BUFFER(uint32_t, x, 1024);
                for (unsigned j = 0; j < 1024; j++)
                        x[j] = j % 99 + 1;
                PTR(x);
                PTR(x);
                SK_ARG(&kernel, uint32_t, 64);
                struct sm_launch l = launch(&kernel, 2, 64);
                l.max_instructions = 20000;
                uint64_t run_B;
                uint8_t *code = sk_translate(&memory, l.program_address, SM_FETCH, &run_B);
                for (unsigned j = 0; j < 1 + i % 8; j++) {
                        s ^= s << 13;
                        s ^= s >> 7;
                        s ^= s << 17;
                        code[s % 640] ^= (uint8_t)(1u << (s >> 40 & 7));
                }
                struct sm_fault f = {0};
                int r = sm_run_grid(engine, &memory.ops, &l, &f);
                assert_true(!r || (r == -EFAULT && f.kind != SM_FAULT_NONE && f.text[0]));
                faults += r != 0;
        }
        assert_true(faults > 20);
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
            cmocka_unit_test(spin_lock),
            cmocka_unit_test(cooperative_grid),
            cmocka_unit_test(grids_wait_for_each_other),
            cmocka_unit_test(divergence),
            cmocka_unit_test(named_barriers),
            cmocka_unit_test(barrier_deadlock),
            cmocka_unit_test(traps),
            cmocka_unit_test(memory_faults),
            cmocka_unit_test(shared_and_constant_limits),
            cmocka_unit_test(too_few_registers),
            cmocka_unit_test(limit_and_stop),
            cmocka_unit_test(unmapping),
            cmocka_unit_test(rewritten_code),
            cmocka_unit_test(bad_launches),
            cmocka_unit_test(mutated_code),
        };
        return cmocka_run_group_tests(tests, setup, teardown);
}
