/* SPDX-License-Identifier: MIT */
/* The model's host engine: doorbells, rings, host methods, semaphores, parking, and
 * what an idle model costs. */
#include "tests/unit/sim_gpu_util.h"

#include <stdlib.h>

static struct gx x;

static int setup(void **state)
{
        (void)state;
        gx_create(&x, HOPPER_COMPUTE_A);
        gx_queue(&x, 0, SIM_ENGINE_GR, 0, NULL);
        gx_queue(&x, 1, SIM_ENGINE_CE, 2, NULL);
        return 0;
}

static int teardown(void **state)
{
        (void)state;
        gx_destroy(&x);
        return 0;
}

static uint32_t *sem(uint32_t offset)
{
        return gx_word(&x, GX_SEM + offset);
}

static void host_word(uint32_t method, uint32_t data)
{
        peal_push_method1(&x.p, PEAL_SUBCH_HOST, method, data);
}

/* SEM_ADDR .. SEM_EXECUTE with an execute word of any kind. */
static void sem_execute(uint32_t offset, uint64_t payload, struct peal_sem_execute e)
{
        uint64_t va = GX_VA + GX_SEM + offset;
        uint32_t w[5] = {(uint32_t)va, (uint32_t)(va >> 32), (uint32_t)payload,
                         (uint32_t)(payload >> 32)};

        assert_int_equal(peal_pack_sem_execute(e, &w[4]), 0);
        peal_push_method(&x.p, PEAL_SUBCH_HOST, PEAL_HOST_SEM_ADDR_LO, 5, w);
}

static void a_release_is_seen_with_and_without_a_hint(void **state)
{
        (void)state;
        gx_release(&x, 0, 11, 0);
        gx_submit(&x, 0);
        assert_true(gx_wait(sem(0), 11));
        gx_nap(50000); /* the thread sleeps by now */
        gx_release(&x, 0, 12, 0);
        gx_enqueue(&x, 0);
        gx_ring(&x, 0, false);
        assert_true(gx_wait(sem(0), 12));
        assert_int_equal(__atomic_load_n(x.q[0].get, __ATOMIC_ACQUIRE), 2);
}

static void nothing_happens_without_a_doorbell_or_without_scheduling(void **state)
{
        (void)state;
        gx_nap(30000); /* past the look that scheduling brought */
        gx_release(&x, 0, 1, 0);
        gx_enqueue(&x, 0);
        gx_nap(30000);
        assert_int_equal(*sem(0), 0);
        gx_ring(&x, 1, true); /* any doorbell: every ring is looked at */
        assert_true(gx_wait(sem(0), 1));
        sim_tsg_schedule(x.q[1].tsg, false);
        gx_release(&x, 16, 2, 0);
        gx_submit(&x, 1);
        gx_nap(30000);
        assert_int_equal(*sem(16), 0);
        sim_tsg_schedule(x.q[1].tsg, true);
        assert_true(gx_wait(sem(16), 2));
}

static void many_entries_wrap_the_ring_in_order(void **state)
{
        (void)state;
        for (uint32_t i = 1; i <= 1000; i++) {
                gx_release(&x, 0, i, PEAL_SEM_WFI);
                gx_submit(&x, 0);
                if (i % 32 == 0)
                        assert_true(gx_wait(sem(0), i));
        }
        assert_true(gx_wait(sem(0), 1000));
        assert_int_equal(__atomic_load_n(x.q[0].get, __ATOMIC_ACQUIRE), 1000 % GX_ENTRIES);
}

static void every_header_form_reaches_its_method(void **state)
{
        struct peal_method_header h = {PEAL_SEC_IMMD_DATA_METHOD, 77, 0, PEAL_HOST_SEM_PAYLOAD_LO};
        uint64_t va = GX_VA + GX_SEM + 32;

        (void)state;
        x.words[x.p.len_dw++] = 0; /* no-operation */
        h = (struct peal_method_header){PEAL_SEC_ONE_INC, 4, 3, PEAL_HOST_SEM_ADDR_LO};
        peal_method_header_pack(h, &x.words[x.p.len_dw++]);
        x.words[x.p.len_dw++] = (uint32_t)va;
        x.words[x.p.len_dw++] = 0xff; /* SEM_ADDR_HI, three times */
        x.words[x.p.len_dw++] = 0xee;
        x.words[x.p.len_dw++] = (uint32_t)(va >> 32);
        h = (struct peal_method_header){PEAL_SEC_IMMD_DATA_METHOD, 77, 0, PEAL_HOST_SEM_PAYLOAD_LO};
        peal_method_header_pack(h, &x.words[x.p.len_dw++]);
        h = (struct peal_method_header){PEAL_SEC_IMMD_DATA_METHOD, 1, 5, PEAL_HOST_SEM_EXECUTE};
        peal_method_header_pack(h, &x.words[x.p.len_dw++]);
        h = (struct peal_method_header){PEAL_SEC_END_PB_SEGMENT, 0, 0, 0};
        peal_method_header_pack(h, &x.words[x.p.len_dw++]);
        x.words[x.p.len_dw++] = 0xffffffff; /* never looked at */
        gx_submit(&x, 0);
        assert_true(gx_wait(sem(32), 77));
        gx_run(&x, 0, 1);
        assert_string_equal(x.log, "");
}

static void timestamps_are_multiples_of_32_and_rise(void **state)
{
        uint64_t last = 0, t;

        (void)state;
        memset(x.mem + GX_SEM, 0xff, 16);
        for (uint32_t i = 1; i <= 5; i++) {
                uint64_t before = gx_now_ns() - 32, after;

                gx_release(&x, 0, i, PEAL_SEM_TIMESTAMP | PEAL_SEM_WFI);
                gx_submit(&x, 0);
                assert_true(gx_wait(sem(0), i));
                memcpy(&t, x.mem + GX_SEM + 8, 8);
                after = gx_now_ns();
                assert_int_equal(t % 32, 0);
                assert_true(t >= before && t <= after && t >= last);
                last = t;
        }
}

static void reductions_compute_in_memory(void **state)
{
        static const struct {
                uint32_t op, format, wide;
                uint64_t old, operand, result;
        } cases[] = {
            {PEAL_HOST_SEM_EXECUTE_REDUCTION_IADD, 1, 0, 5, 7, 12},
            {PEAL_HOST_SEM_EXECUTE_REDUCTION_IADD, 1, 0, 0xffffffff, 2, 1},
            {PEAL_HOST_SEM_EXECUTE_REDUCTION_IADD, 1, 1, 0xffffffff, 2, 0x100000001},
            {PEAL_HOST_SEM_EXECUTE_REDUCTION_IMIN, 1, 0, 5, 0xffffffff, 5},
            {PEAL_HOST_SEM_EXECUTE_REDUCTION_IMIN, 0, 0, 5, 0xffffffff, 0xffffffff},
            {PEAL_HOST_SEM_EXECUTE_REDUCTION_IMAX, 0, 0, 5, 0xffffffff, 5},
            {PEAL_HOST_SEM_EXECUTE_REDUCTION_IMAX, 0, 1, 5, UINT64_MAX, 5},
            {PEAL_HOST_SEM_EXECUTE_REDUCTION_IXOR, 1, 0, 6, 3, 5},
            {PEAL_HOST_SEM_EXECUTE_REDUCTION_IAND, 1, 0, 6, 3, 2},
            {PEAL_HOST_SEM_EXECUTE_REDUCTION_IOR, 1, 0, 6, 3, 7},
            {PEAL_HOST_SEM_EXECUTE_REDUCTION_INC, 1, 0, 6, 7, 7},
            {PEAL_HOST_SEM_EXECUTE_REDUCTION_INC, 1, 0, 7, 7, 0},
            {PEAL_HOST_SEM_EXECUTE_REDUCTION_DEC, 1, 0, 0, 7, 7},
            {PEAL_HOST_SEM_EXECUTE_REDUCTION_DEC, 1, 0, 7, 7, 6},
        };
        uint64_t v;

        (void)state;
        for (unsigned i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
                memcpy(x.mem + GX_SEM, &cases[i].old, 8);
                sem_execute(0, cases[i].operand,
                            (struct peal_sem_execute){
                                .operation = PEAL_HOST_SEM_EXECUTE_OPERATION_REDUCTION,
                                .payload_size = cases[i].wide,
                                .reduction = cases[i].op,
                                .reduction_format = cases[i].format,
                            });
                gx_run(&x, 0, i + 1);
                memcpy(&v, x.mem + GX_SEM, 8);
                assert_int_equal(v, cases[i].result);
        }
}

/* Each acquire parks its queue until the CPU writes a word that fulfils it. */
static void acquires_wait_for_what_they_name(void **state)
{
        static const struct {
                uint32_t operation, wide;
                uint64_t payload, no, yes;
        } cases[] = {
            {PEAL_HOST_SEM_EXECUTE_OPERATION_ACQUIRE, 0, 5, 6, 5},
            {PEAL_HOST_SEM_EXECUTE_OPERATION_ACQUIRE, 1, 5ull << 32, 5, 5ull << 32},
            {PEAL_HOST_SEM_EXECUTE_OPERATION_ACQ_STRICT_GEQ, 0, 5, 4, 0xfffffff0},
            {PEAL_HOST_SEM_EXECUTE_OPERATION_ACQ_CIRC_GEQ, 0, 5, 0xfffffff0, 6},
            {PEAL_HOST_SEM_EXECUTE_OPERATION_ACQ_CIRC_GEQ, 1, UINT64_MAX - 3, UINT64_MAX - 4, 2},
            {PEAL_HOST_SEM_EXECUTE_OPERATION_ACQ_AND, 0, 6, 9, 8 | 2},
            {PEAL_HOST_SEM_EXECUTE_OPERATION_ACQ_NOR, 0, 0xffff0000, 0xffff, 0xfffe},
        };

        (void)state;
        for (uint32_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
                uint64_t *word = (uint64_t *)(void *)(x.mem + GX_SEM + 64);

                __atomic_store_n(word, cases[i].no, __ATOMIC_RELEASE);
                sem_execute(64, cases[i].payload,
                            (struct peal_sem_execute){.operation = cases[i].operation,
                                                      .payload_size = cases[i].wide,
                                                      .acquire_switch_tsg = i & 1});
                gx_release(&x, 0, 100 + i, 0);
                gx_submit(&x, 0);
                /* The other queue goes on meanwhile. */
                gx_run(&x, 1, 200 + i);
                gx_nap(3000);
                assert_int_not_equal(*sem(0), 100 + i);
                __atomic_store_n(word, cases[i].yes, __ATOMIC_RELEASE);
                assert_true(gx_wait(sem(0), 100 + i));
        }
}

static void queues_hand_over_to_each_other(void **state)
{
        (void)state;
        for (uint32_t i = 1; i <= 200; i++) {
                peal_push_sem_acquire_geq(&x.p, GX_VA + GX_SEM + 32, i, PEAL_SEM_SWITCH_TSG);
                peal_push_sem_release(&x.p, GX_VA + GX_SEM + 48, i, 0);
                gx_submit(&x, 1);
                peal_push_sem_release(&x.p, GX_VA + GX_SEM + 32, i, 0);
                peal_push_sem_acquire_geq(&x.p, GX_VA + GX_SEM + 48, i, 0);
                gx_release(&x, 0, i, 0);
                gx_submit(&x, 0);
                if (i % 16 == 0)
                        assert_true(gx_wait(sem(0), i));
        }
        assert_true(gx_wait(sem(0), 200));
}

static void old_semaphores_work(void **state)
{
        uint64_t va = GX_VA + GX_SEM + 128;
        uint32_t w[4] = {(uint32_t)(va >> 32), (uint32_t)va, 9, 2 | 1u << 24 | 1u << 20};

        (void)state;
        *sem(132) = 55;
        peal_push_method(&x.p, PEAL_SUBCH_HOST, PEAL_HOST_SEMAPHOREA, 4, w); /* 4 bytes */
        gx_run(&x, 0, 1);
        assert_int_equal(*sem(128), 9);
        assert_int_equal(*sem(132), 55);
        w[2] = 10;
        w[3] = 2; /* 16 bytes, with a time */
        peal_push_method(&x.p, PEAL_SUBCH_HOST, PEAL_HOST_SEMAPHOREA, 4, w);
        w[3] = 4; /* acquire >= */
        peal_push_method(&x.p, PEAL_SUBCH_HOST, PEAL_HOST_SEMAPHOREA, 4, w);
        gx_run(&x, 0, 2);
        assert_int_equal(*sem(128), 10);
        assert_int_equal(*sem(132), 0);
        assert_int_not_equal(*sem(136), 0);
}

static void waits_barriers_and_interrupts_are_accepted(void **state)
{
        (void)state;
        host_word(PEAL_HOST_NOP, 123);
        host_word(PEAL_HOST_WFI, 0);
        host_word(PEAL_HOST_WFI, 1);
        host_word(PEAL_HOST_FB_FLUSH, 0);
        host_word(PEAL_HOST_SET_REFERENCE, 4);
        host_word(PEAL_HOST_YIELD, 0);
        host_word(PEAL_HOST_MEM_OP_A, 0);
        host_word(PEAL_HOST_MEM_OP_B, 0);
        host_word(PEAL_HOST_MEM_OP_C, 0);
        host_word(PEAL_HOST_MEM_OP_D, (uint32_t)PEAL_HOST_MEM_OP_D_OPERATION_MEMBAR << 27);
        peal_push_non_stall_interrupt(&x.p);
        gx_run(&x, 0, 1);
        assert_int_equal(__atomic_load_n(&x.interrupts, __ATOMIC_ACQUIRE), 1);
        assert_int_equal(sim_gpu_interrupts(x.gpu), 1);
        assert_string_equal(x.log, "");
}

/* Threads of this process and their CPU time, but for the calling one. */
static uint64_t others_cpu_ns(void)
{
        struct timespec all, own;

        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &all);
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &own);
        return (uint64_t)(all.tv_sec - own.tv_sec) * 1000000000 + (uint64_t)all.tv_nsec -
               (uint64_t)own.tv_nsec;
}

static double idle_percent(void)
{
        uint64_t cpu, wall;

        gx_nap(300000);
        cpu = others_cpu_ns();
        wall = gx_now_ns();
        gx_nap(900000);
        return 100.0 * (double)(others_cpu_ns() - cpu) / (double)(gx_now_ns() - wall);
}

static void an_idle_model_costs_under_a_hundredth_of_a_core(void **state)
{
        double idle, parked;

        (void)state;
        gx_run(&x, 0, 1);
        idle = idle_percent();
        peal_push_sem_acquire_geq(&x.p, GX_VA + GX_SEM, 1, 0);
        gx_submit(&x, 0);
        parked = idle_percent();
        print_message("idle %.2f %% of a core, with a parked acquire %.2f %%\n", idle, parked);
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
        (void)idle; /* the sanitizers' own threads and slowness are not the model's */
#else
        assert_true(idle < 1.0);
        assert_true(parked < 2.0);
#endif
}

static int compare(const void *a, const void *b)
{
        const uint64_t *p = a, *q = b;

        return *p < *q ? -1 : *p > *q;
}

static void doorbell_to_semaphore_is_quick(void **state)
{
        enum { N = 2000 };
        static uint64_t ns[N];

        (void)state;
        for (uint32_t i = 0; i < N; i++) {
                uint64_t t;

                gx_release(&x, 0, i + 1, PEAL_SEM_WFI);
                gx_enqueue(&x, 0);
                t = gx_now_ns();
                gx_ring(&x, 0, true);
                while (__atomic_load_n(sem(0), __ATOMIC_ACQUIRE) != i + 1)
                        assert_true(gx_now_ns() - t < 10000000000ull);
                ns[i] = gx_now_ns() - t;
        }
        qsort(ns, N, sizeof(*ns), compare);
        print_message("doorbell to semaphore: median %llu ns, p99 %llu ns\n",
                      (unsigned long long)ns[N / 2], (unsigned long long)ns[N * 99 / 100]);
        assert_true(ns[N / 2] < 5000000);
}

static void a_parked_queue_can_be_destroyed(void **state)
{
        (void)state;
        peal_push_sem_acquire_geq(&x.p, GX_VA + GX_SEM, 1, 0);
        gx_submit(&x, 0);
        peal_push_sem_acquire_geq(&x.p, GX_VA + GX_SEM, 1, PEAL_SEM_SWITCH_TSG);
        gx_submit(&x, 1);
        gx_nap(2000);
        sim_channel_destroy(x.q[0].channel);
        x.q[0].channel = NULL;
        gx_nap(2000); /* queue 1 is left to the end of the test */
}

int main(void)
{
#define CASE(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
        const struct CMUnitTest tests[] = {
            CASE(a_release_is_seen_with_and_without_a_hint),
            CASE(nothing_happens_without_a_doorbell_or_without_scheduling),
            CASE(many_entries_wrap_the_ring_in_order),
            CASE(every_header_form_reaches_its_method),
            CASE(timestamps_are_multiples_of_32_and_rise),
            CASE(reductions_compute_in_memory),
            CASE(acquires_wait_for_what_they_name),
            CASE(queues_hand_over_to_each_other),
            CASE(old_semaphores_work),
            CASE(waits_barriers_and_interrupts_are_accepted),
            CASE(an_idle_model_costs_under_a_hundredth_of_a_core),
            CASE(doorbell_to_semaphore_is_quick),
            CASE(a_parked_queue_can_be_destroyed),
        };

        return cmocka_run_group_tests(tests, NULL, NULL);
}
