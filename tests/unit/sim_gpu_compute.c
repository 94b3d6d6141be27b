/* SPDX-License-Identifier: MIT */
/* The model's compute front end: launches, order, releases, dependents, the
 * scheduler's checks, and grids that are stopped. */
#include "tests/unit/sim_gpu_util.h"

#include <stdlib.h>

static struct gx x;

/* What nvcc 13.0 makes for sm_90 of
 *   step(volatile unsigned *p, unsigned n, unsigned expect)
 *   { for (unsigned i = 0; i < n; i++) (void)p[1]; if (*p == expect) *p = expect + 1; }
 *   spin(volatile unsigned *p) { while (!*p); } */
static const uint64_t step_code[][2] = {
    {0x00000a00ff017b82, 0x000ff00000000800}, {0x00008400ff047b82, 0x000e220000000a00},
    {0x0000860000067ab9, 0x000fe20000000800}, {0x0000820000047ab9, 0x000fe20000000a00},
    {0x00000006ff007c0c, 0x000fda000bf05270}, {0x0000000000188947, 0x000fea0003800000},
    {0x00008400ff027b82, 0x000e620000000a00}, {0x000000ffff007224, 0x000fce00078e00ff},
    {0x0000000100007836, 0x000fe20000000000}, {0x0000040402067981, 0x022568000c1f5900},
    {0x0000000600007c0c, 0x000fda000bf06070}, {0xfffffffc00f08947, 0x004fea000383ffff},
    {0x0000000404007981, 0x001ea2000c1f5900}, {0x00008700ff037b82, 0x000ea40000000800},
    {0x000000030000720c, 0x004fda0003f05270}, {0x000000000000094d, 0x000fea0003800000},
    {0x0000000103037836, 0x000fca0000000000}, {0x0000000304007986, 0x000fe2000c115904},
    {0x000000000000794d, 0x000fea0003800000}, {0xfffffffc00fc7947, 0x000fc0000383ffff},
};
static const uint64_t spin_code[][2] = {
    {0x00000a00ff017b82, 0x000ff00000000800}, {0x00008400ff027b82, 0x000e220000000a00},
    {0x0000820000047ab9, 0x000fca0000000a00}, {0x0000000402007981, 0x001ea4000c1f5900},
    {0x000000ff0000720c, 0x004fda0003f05270}, {0xfffffffc00f48947, 0x000fea000383ffff},
    {0x000000000000794d, 0x000fea0003800000}, {0xfffffffc00fc7947, 0x000fc0000383ffff},
};

#define STEP    (GX_VA + GX_CODE)
#define SPIN    (GX_VA + GX_CODE + 0x400)
#define BANK(i) (GX_CODE + 0x1000 + (i)*0x400u)
#define QMD(i)  (GX_QMD + (i)*0x200u)
#define PARAMS  0x210
#define COUNTER 0x800u /* in the semaphores' page: what step() works on */
#define FLAG    0x900u /* what spin() waits for */

static void start(uint32_t compute_class)
{
        gx_create(&x, compute_class);
        gx_queue(&x, 0, SIM_ENGINE_GR, 0, NULL);
        peal_push_set_object(&x.p, PEAL_SUBCH_COMPUTE, x.compute_class);
        gx_run(&x, 0, 1);
        memcpy(x.mem + GX_CODE, step_code, sizeof(step_code));
        memcpy(x.mem + GX_CODE + 0x400, spin_code, sizeof(spin_code));
}

static int setup(void **state)
{
        (void)state;
        start(HOPPER_COMPUTE_A);
        return 0;
}

static int teardown(void **state)
{
        (void)state;
        gx_destroy(&x);
        return 0;
}

static uint32_t *word(uint32_t offset)
{
        return gx_word(&x, GX_SEM + offset);
}

static void params(unsigned i, uint32_t target, uint32_t n, uint32_t expect)
{
        uint64_t va = GX_VA + GX_SEM + target;
        uint8_t *bank = x.mem + BANK(i);

        memcpy(bank + PARAMS, &va, 8);
        memcpy(bank + PARAMS + 8, &n, 4);
        memcpy(bank + PARAMS + 12, &expect, 4);
}

static struct peal_qmd qmd_of(uint64_t program, unsigned bank)
{
        return (struct peal_qmd){
            .type = PEAL_QMD_GRID_CTA,
            .group_id = 0x3f,
            .sass_version = 0x90,
            .grid = {1, 1, 1},
            .block = {1, 1, 1},
            .program_address = program,
            .register_count = 16,
            .barrier_count = 1,
            .min_sm_config = 3,
            .max_sm_config = 58,
            .target_sm_config = 3,
            .membar = PEAL_MEMBAR_SYS,
            .cbank[0] = {.valid = true, .address = GX_VA + BANK(bank), .size_B = 0x220},
        };
}

static void put(unsigned i, const struct peal_qmd *q)
{
        const char *field = NULL;
        uint32_t words[PEAL_QMD_MAX_DW];

        if (peal_qmd_encode(PEAL_QMD_V04_00, q, words, &field) < 0)
                fail_msg("QMD field %s", field);
        memcpy(x.mem + QMD(i), words, peal_qmd_size_B(PEAL_QMD_V04_00));
}

static void send(unsigned i)
{
        peal_push_launch(&x.p, x.compute_class, GX_VA + QMD(i));
}

/* SEND_PCAS_A of QMD @i with another action. */
static void pcas(unsigned i, uint32_t action)
{
        peal_push_method1(&x.p, PEAL_SUBCH_COMPUTE, PEAL_COMPUTE_SEND_PCAS_A,
                          (uint32_t)((GX_VA + QMD(i)) >> 8));
        peal_push_method1(&x.p, PEAL_SUBCH_COMPUTE, PEAL_COMPUTE_SEND_SIGNALING_PCAS2_B, action);
}

/* QMD @i: step() from @expect on, after @n turns. */
static struct peal_qmd step_qmd(unsigned i, uint32_t n, uint32_t expect)
{
        params(i, COUNTER, n, expect);
        return qmd_of(STEP, i);
}

static void a_kernel_runs_and_releases(void **state)
{
        struct peal_qmd q = step_qmd(0, 3, 0);
        uint64_t t, before = gx_now_ns() - 32;

        (void)state;
        q.release[0] =
            (struct peal_qmd_release){.enable = true, .address = GX_VA + GX_SEM, .payload = 5};
        q.release[1] = (struct peal_qmd_release){
            .enable = true, .timestamp = true, .address = GX_VA + GX_SEM + 16, .payload = 6};
        q.release[2] = (struct peal_qmd_release){.enable = true,
                                                 .payload_64 = true,
                                                 .reduction = true,
                                                 .reduction_op = 0,
                                                 .address = GX_VA + GX_SEM + 32,
                                                 .payload = 1ull << 33};
        *word(32) = 7;
        put(0, &q);
        send(0);
        gx_submit(&x, 0);
        assert_true(gx_wait(word(0), 5));
        assert_int_equal(*word(COUNTER), 1);
        assert_true(gx_wait(word(16), 6));
        memcpy(&t, x.mem + GX_SEM + 24, 8);
        assert_true(t % 32 == 0 && t >= before && t <= gx_now_ns());
        assert_true(gx_wait(word(36), 2));
        assert_int_equal(*word(32), 7);
        assert_string_equal(x.log, "");
}

static void waits_order_grids(void **state)
{
        (void)state;
        for (uint32_t i = 0; i < 12; i++) {
                struct peal_qmd q = step_qmd(i, i % 3 ? 3000 : 0, i);

                put(i, &q);
                send(i);
                if (i % 2)
                        peal_push_wait_for_idle(&x.p);
                else
                        peal_push_host_wfi(&x.p);
        }
        gx_run(&x, 0, 9); /* a release with WFI */
        assert_int_equal(*word(COUNTER), 12);
}

static void a_release_without_wfi_overtakes_a_grid(void **state)
{
        struct peal_qmd q = qmd_of(SPIN, 0);

        (void)state;
        params(0, FLAG, 0, 0);
        put(0, &q);
        send(0);
        gx_release(&x, 0, 3, 0);
        gx_release(&x, 16, 4, PEAL_SEM_WFI);
        gx_submit(&x, 0);
        assert_true(gx_wait(word(0), 3));
        gx_nap(5000);
        assert_int_equal(__atomic_load_n(word(16), __ATOMIC_ACQUIRE), 0);
        __atomic_store_n(word(FLAG), 1, __ATOMIC_RELEASE);
        assert_true(gx_wait(word(16), 4));
}

/* A report semaphore with a time (SET_REPORT_SEMAPHORE_D, four words) comes after
 * the grids before it. */
static void report_semaphores_come_after_grids(void **state)
{
        struct peal_qmd q = step_qmd(0, 5000, 0);
        uint64_t va = GX_VA + GX_SEM + 64;
        uint32_t w[4] = {(uint32_t)(va >> 32), (uint32_t)va, 21, 4};

        (void)state;
        put(0, &q);
        send(0);
        peal_push_method(&x.p, PEAL_SUBCH_COMPUTE, PEAL_COMPUTE_SET_REPORT_SEMAPHORE_A, 4, w);
        gx_submit(&x, 0);
        assert_true(gx_wait(word(64), 21));
        assert_int_equal(*word(COUNTER), 1);
        assert_int_not_equal(*word(72), 0);
}

static void grids_of_two_queues_meet(void **state)
{
        struct peal_qmd q = qmd_of(SPIN, 0), p = step_qmd(1, 0, 0);

        (void)state;
        params(0, COUNTER, 0, 0); /* spins until the other grid has stepped */
        put(0, &q);
        put(1, &p);
        gx_queue(&x, 1, SIM_ENGINE_GR, 0, x.q[0].tsg);
        send(0);
        gx_release(&x, 0, 7, PEAL_SEM_WFI);
        gx_submit(&x, 0);
        gx_nap(3000);
        peal_push_set_object(&x.p, PEAL_SUBCH_COMPUTE, x.compute_class);
        send(1);
        gx_submit(&x, 1);
        assert_true(gx_wait(word(0), 7));
}

static void a_chain_of_dependents_runs_in_order(void **state)
{
        enum { N = 24 };

        (void)state;
        for (uint32_t round = 0; round < 3; round++) {
                for (uint32_t i = 0; i < N; i++) {
                        struct peal_qmd q = step_qmd(i, 50, round * N + i);

                        if (i + 1 < N)
                                q.dependent[0] = (struct peal_qmd_dependent){
                                    true, true, PEAL_QMD_SCHEDULE, GX_VA + QMD(i + 1)};
                        put(i, &q);
                }
                send(0);
                gx_run(&x, 0, 10 + round); /* WFI waits for the whole chain */
                assert_int_equal(*word(COUNTER), (round + 1) * N);
        }
}

/* 0 -> {1, 2} -> 3, where 3 waits for two decrements and was sent first. */
static void a_join_waits_for_all_predecessors(void **state)
{
        struct peal_qmd q;

        (void)state;
        q = step_qmd(3, 0, 1);
        q.dependence_counter = 2;
        q.release[0] =
            (struct peal_qmd_release){.enable = true, .address = GX_VA + GX_SEM, .payload = 8};
        put(3, &q);
        q = qmd_of(SPIN, 2); /* one branch waits for the CPU */
        params(2, FLAG, 0, 0);
        q.dependent[0] =
            (struct peal_qmd_dependent){true, false, PEAL_QMD_DECREMENT_DEPENDENCE, GX_VA + QMD(3)};
        put(2, &q);
        q = step_qmd(1, 0, 0);
        q.dependent[0] =
            (struct peal_qmd_dependent){true, false, PEAL_QMD_DECREMENT_DEPENDENCE, GX_VA + QMD(3)};
        put(1, &q);
        q = (struct peal_qmd){.type = PEAL_QMD_GRID_NULL, .group_id = 0x3f};
        q.dependent[0] =
            (struct peal_qmd_dependent){true, false, PEAL_QMD_SCHEDULE, GX_VA + QMD(1)};
        q.dependent[1] =
            (struct peal_qmd_dependent){true, false, PEAL_QMD_SCHEDULE, GX_VA + QMD(2)};
        put(0, &q);
        send(3);
        send(0);
        gx_submit(&x, 0);
        assert_true(gx_wait(word(COUNTER), 1));
        gx_nap(5000);
        assert_int_equal(__atomic_load_n(word(0), __ATOMIC_ACQUIRE), 0);
        __atomic_store_n(word(FLAG), 1, __ATOMIC_RELEASE);
        assert_true(gx_wait(word(0), 8));
        assert_int_equal(*word(COUNTER), 2);
}

static void a_decrement_of_nothing_underflows(void **state)
{
        struct peal_qmd q = step_qmd(0, 0, 0);

        (void)state;
        q.dependent[0] =
            (struct peal_qmd_dependent){true, false, PEAL_QMD_DECREMENT_DEPENDENCE, GX_VA + QMD(1)};
        put(0, &q);
        send(0);
        gx_release(&x, 0xf10, 1, PEAL_SEM_WFI);
        gx_submit(&x, 0);
        assert_true(gx_wait_error(&x, 0));
        assert_true(gx_logged(&x, "SKEDCHECK36_DEPENDENCE_COUNTER_UNDERFLOW"));
        gx_nap(3000);
        assert_int_equal(*word(0xf10), 0);
}

/* As libcuda's graphs: nodes sent once, last to first, then only the root. */
static void self_copying_nodes_replay(void **state)
{
        enum { N = 5 };

        (void)state;
        for (unsigned i = 0; i < N; i++) {
                struct peal_qmd q = step_qmd(i, 0, i);

                if (i) {
                        q.require_scheduling_pcas = true;
                        q.self_copy_on_completion = true;
                }
                if (i + 1 < N)
                        q.dependent[0] = (struct peal_qmd_dependent){true, true, PEAL_QMD_SCHEDULE,
                                                                     GX_VA + QMD(i + 1)};
                put(i, &q);
        }
        for (unsigned i = N; --i;)
                send(i);
        gx_run(&x, 0, 5);
        assert_int_equal(*word(COUNTER), 0); /* armed, not run */
        for (uint32_t round = 0; round < 20; round++) {
                __atomic_store_n(word(COUNTER), 0, __ATOMIC_RELEASE);
                send(0);
                gx_run(&x, 0, 10 + round);
                assert_int_equal(*word(COUNTER), N);
        }
}

static void self_copy_alone_runs_once(void **state)
{
        struct peal_qmd q = step_qmd(0, 0, 0);

        (void)state;
        q.self_copy_on_completion = true;
        put(0, &q);
        send(0);
        gx_run(&x, 0, 5);
        assert_int_equal(*word(COUNTER), 1);
        send(0);
        gx_faults(&x, 0, "SKEDCHECK22_INVALIDATE_ACTIVE_QMD");
}

static void an_inline_qmd_is_stored_and_run(void **state)
{
        struct peal_qmd q = step_qmd(0, 0, 0);
        uint64_t va = GX_VA + QMD(0);
        uint32_t w[2 + 96], n = 0;

        (void)state;
        assert_int_equal(
            peal_pack_compute_set_inline_qmd_address_a(
                (struct peal_compute_set_inline_qmd_address_a){
                    .qmd_address_shifted8_upper = (uint32_t)(va >> 40), .inline_size = 1},
                &w[n++]),
            0);
        w[n++] = (uint32_t)(va >> 8);
        assert_int_equal(peal_qmd_encode(PEAL_QMD_V04_00, &q, w + n, NULL), 0);
        peal_push_method(&x.p, PEAL_SUBCH_COMPUTE, PEAL_COMPUTE_SET_INLINE_QMD_ADDRESS_A, 98, w);
        gx_run(&x, 0, 4);
        assert_int_equal(*word(COUNTER), 1);
        assert_memory_equal(x.mem + QMD(0), w + 2, 384);
}

static void null_and_typeless_grids(void **state)
{
        struct peal_qmd q = {.type = PEAL_QMD_GRID_NULL, .group_id = 0x3f};
        struct peal_qmd_release r = {.enable = true, .address = GX_VA + GX_SEM, .payload = 5};

        (void)state;
        q.release[0] = r;
        put(0, &q);
        send(0);
        gx_run(&x, 0, 4);
        assert_int_equal(*word(0), 5);
        /* type 0: nothing runs, nothing is reported */
        x.mem[QMD(0) + 2] &= 0x7f;
        x.mem[QMD(0) + 3] &= 0xfc;
        *word(0) = 0;
        send(0);
        gx_run(&x, 0, 6);
        assert_int_equal(*word(0), 0);
        assert_string_equal(x.log, "");
}

static void pcas_actions_without_a_launch(void **state)
{
        struct peal_qmd q = step_qmd(0, 0, 0);

        (void)state;
        q.dependence_counter = 1;
        put(0, &q);
        pcas(0, PEAL_COMPUTE_SEND_SIGNALING_PCAS2_B_PCAS_ACTION_NOP);
        pcas(0, PEAL_COMPUTE_SEND_SIGNALING_PCAS2_B_PCAS_ACTION_PREFETCH);
        pcas(0, PEAL_COMPUTE_SEND_SIGNALING_PCAS2_B_PCAS_ACTION_INVALIDATE);
        pcas(0, PEAL_COMPUTE_SEND_SIGNALING_PCAS2_B_PCAS_ACTION_PREFETCH_SCHEDULE);
        pcas(0, PEAL_COMPUTE_SEND_SIGNALING_PCAS2_B_PCAS_ACTION_INCREMENT_DEPENDENCE);
        pcas(0, PEAL_COMPUTE_SEND_SIGNALING_PCAS2_B_PCAS_ACTION_DECREMENT_DEPENDENCE);
        gx_run(&x, 0, 4);
        assert_int_equal(*word(COUNTER), 0);
        pcas(0, PEAL_COMPUTE_SEND_SIGNALING_PCAS2_B_PCAS_ACTION_DECREMENT_DEPENDENCE);
        gx_run(&x, 0, 5);
        assert_int_equal(*word(COUNTER), 1);
}

/* One field of a good QMD made bad, and the sentence for it. */
static void set_up_check(unsigned i, struct peal_qmd *q)
{
        switch (i) {
        case 0:
                q->max_sm_config = 0;
                break;
        case 1:
                q->min_sm_config = q->target_sm_config = 0;
                break;
        case 2:
                q->target_sm_config = 4;
                break;
        case 3:
                q->shared_B = 9 << 10;
                break;
        case 4:
                q->min_sm_config = q->max_sm_config = q->target_sm_config = 0;
                q->shared_B = 229 << 10;
                break;
        case 5:
                q->block[0] = 0;
                break;
        case 6:
                q->grid[1] = 0;
                break;
        case 7:
                q->block[0] = 1024;
                q->block[1] = 2;
                break;
        case 8:
                q->block[2] = 65;
                break;
        case 9:
                q->block[0] = 1024;
                q->register_count = 72;
                break;
        case 10:
                q->local_high_B = 0x240;
                break;
        case 11:
                q->type = PEAL_QMD_GRID_GPC_CGA;
                q->grid[0] = 17;
                q->cluster[0] = 17;
                q->cluster[1] = q->cluster[2] = 1;
                break;
        }
}

static void the_scheduler_refuses_conflicts(void **state)
{
        static const char *const texts[] = {
            "SKED check SHARED_CONFIG: SM configurations MIN 3, MAX 0, TARGET 3",
            "SKED check SHARED_CONFIG: SM configurations MIN 0, MAX 58, TARGET 0",
            "SKED check SHARED_CONFIG: SM configurations MIN 3, MAX 58, TARGET 4",
            "SKED check SHARED_CONFIG_TOO_SMALL: 9216 bytes, TARGET configuration has 8192",
            "SKED check SHARED_MEMORY_SIZE: 234496 bytes of at most 233472",
            "SKED check CTA_THREAD_DIMENSION_ZERO",
            "SKED check GRID_DIMENSION_ZERO",
            "SKED check TOTAL_THREADS: 2048 threads in a block of at most 1024",
            "SKED check DIMENSION: dimension 2: block 65 of at most 64",
            "SKED check TOTAL_REGISTER_COUNT: 72 registers x 32 warps need 73728 of 65536",
            "SKED check LOCAL_MEMORY_TOTAL_SIZE: 576 bytes a thread need 2359296 a TPC",
            "SKED check CGA: cluster of 17 x 1 x 1 blocks, 1 to 16 allowed",
        };

        (void)state;
        for (unsigned i = 0; i < sizeof(texts) / sizeof(*texts); i++) {
                struct peal_qmd q = step_qmd(0, 0, 0);

                set_up_check(i, &q);
                put(0, &q);
                send(0);
                gx_faults(&x, 0, "Xid 13");
                if (!gx_logged(&x, texts[i]))
                        fail_msg("expected \"%s\", log: %s", texts[i], x.log);
                gx_destroy(&x);
                start(HOPPER_COMPUTE_A);
        }
}

static void local_memory_must_be_there(void **state)
{
        struct peal_qmd q = step_qmd(0, 0, 0);

        (void)state;
        q.local_high_B = 0x240;
        put(0, &q);
        /* 8 SMs are 4 TPCs: 4 times 0x240000 bytes, of which the last is not mapped. */
        peal_push_compute_local_memory(&x.p, x.compute_class, GX_VA + GX_SIZE_B - 3 * 0x240000,
                                       0x240000);
        send(0);
        gx_faults(&x, 0, "(SET_SHADER_LOCAL_MEMORY)");
        gx_destroy(&x);
        start(HOPPER_COMPUTE_A);
        q = step_qmd(0, 0, 0);
        q.local_high_B = 0x240;
        put(0, &q);
        peal_push_compute_local_memory(&x.p, x.compute_class, GX_VA + GX_SIZE_B - 4 * 0x240000,
                                       0x240000);
        send(0);
        gx_run(&x, 0, 3);
        assert_int_equal(*word(COUNTER), 1);
}

static void not_a_qmd(void **state)
{
        (void)state;
        memset(x.mem + QMD(0), 0xff, 384);
        send(0);
        gx_faults(&x, 0, "not a QMDV04_00");
}

static void a_qmd_nowhere(void **state)
{
        (void)state;
        peal_push_launch(&x.p, x.compute_class, 0x1000);
        gx_faults(&x, 0, "MMU fault: ENGINE GRAPHICS faulted @ 0x1000 (QMD)");
}

static void a_kernel_that_writes_nowhere_is_reported(void **state)
{
        struct peal_qmd q = step_qmd(0, 0, 0);
        uint64_t nowhere = 0x7f0000001000;

        (void)state;
        q.release[0] =
            (struct peal_qmd_release){.enable = true, .address = GX_VA + GX_SEM, .payload = 5};
        put(0, &q);
        memcpy(x.mem + BANK(0) + PARAMS, &nowhere, 8);
        send(0);
        gx_release(&x, 16, 1, PEAL_SEM_WFI);
        gx_submit(&x, 0);
        assert_true(gx_wait_error(&x, 0));
        assert_true(gx_logged(&x, "Xid 31, channel 0x00000000: MMU fault: ENGINE GRAPHICS faulted "
                                  "@ 0x7f0000001000"));
        assert_true(gx_logged(&x, "LDG"));
        gx_nap(3000);
        assert_int_equal(*word(0), 0);
        assert_int_equal(*word(16), 0);
}

/* A fault in one queue ends the spinning grid of the other queue of its group. */
static void a_fault_stops_the_groups_grids(void **state)
{
        struct peal_qmd q = qmd_of(SPIN, 0);

        (void)state;
        gx_queue(&x, 1, SIM_ENGINE_GR, 0, x.q[0].tsg);
        params(0, FLAG, 0, 0);
        put(0, &q);
        send(0);
        gx_submit(&x, 0);
        gx_nap(3000);
        peal_push_method1(&x.p, PEAL_SUBCH_HOST, PEAL_HOST_ILLEGAL, 0);
        gx_faults(&x, 1, "illegal method");
        assert_true(gx_wait_error(&x, 0));
}

static void destroying_a_queue_stops_its_grids(void **state)
{
        struct peal_qmd q = qmd_of(SPIN, 0);
        uint64_t t;

        (void)state;
        params(0, FLAG, 0, 0);
        put(0, &q);
        for (unsigned i = 0; i < 20; i++) /* running and queued */
                send(0);
        gx_release(&x, 0, 1, PEAL_SEM_WFI);
        gx_submit(&x, 0);
        gx_nap(5000);
        t = gx_now_ns();
        sim_channel_destroy(x.q[0].channel);
        x.q[0].channel = NULL;
        assert_true(gx_now_ns() - t < 2000000000);
        assert_int_equal(*word(0), 0);
}

/* Memory that a kernel reads is unmapped: it faults, and the unmap does not wait for
 * a kernel that would never end. */
static void unmap_under_a_running_kernel_faults_it(void **state)
{
        struct sim_map_flags flags = {.page_B = 4096};
        struct peal_qmd q = qmd_of(SPIN, 0);
        uint64_t va = 0x30000000;
        void *m = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

        (void)state;
        assert_true(m != MAP_FAILED);
        assert_int_equal(sim_vas_map(x.vas, va, 4096, m, flags), 0);
        params(0, FLAG, 0, 0);
        memcpy(x.mem + BANK(0) + PARAMS, &va, 8);
        put(0, &q);
        send(0);
        gx_submit(&x, 0);
        gx_nap(5000);
        assert_int_equal(sim_vas_unmap(x.vas, va, 4096), 0);
        munmap(m, 4096);
        assert_true(gx_wait_error(&x, 0));
        assert_true(gx_logged(&x, "faulted @ 0x30000000"));
}

static void many_launches_are_taken_in(void **state)
{
        enum { N = 6000 };
        struct peal_qmd q = step_qmd(0, 0, 1);

        (void)state;
        q.release[0] = (struct peal_qmd_release){
            .enable = true, .reduction = true, .address = GX_VA + GX_SEM, .payload = 1};
        put(0, &q);
        for (unsigned i = 0; i < N; i++)
                send(0);
        gx_run(&x, 0, 3);
        assert_int_equal(*word(0), N);
}

static int compare(const void *a, const void *b)
{
        const uint64_t *p = a, *q = b;

        return *p < *q ? -1 : *p > *q;
}

static void launch_to_release_is_quick(void **state)
{
        enum { N = 1000 };
        static uint64_t ns[N];
        struct peal_qmd q = step_qmd(0, 0, 1);

        (void)state;
        q.release[0] = (struct peal_qmd_release){
            .enable = true, .reduction = true, .address = GX_VA + GX_SEM, .payload = 1};
        put(0, &q);
        for (uint32_t i = 0; i < N; i++) {
                uint64_t t;

                send(0);
                gx_enqueue(&x, 0);
                t = gx_now_ns();
                gx_ring(&x, 0, true);
                while (__atomic_load_n(word(0), __ATOMIC_ACQUIRE) != i + 1)
                        assert_true(gx_now_ns() - t < 10000000000ull);
                ns[i] = gx_now_ns() - t;
        }
        qsort(ns, N, sizeof(*ns), compare);
        print_message("launch to release: median %llu ns, p99 %llu ns\n",
                      (unsigned long long)ns[N / 2], (unsigned long long)ns[N * 99 / 100]);
        assert_true(ns[N / 2] < 50000000);
}

/* What the engine does not decode: all but the kernel works, and it says so. */
static void an_unknown_architecture_is_named(void **state)
{
        struct peal_qmd q;
        uint32_t words[PEAL_QMD_MAX_DW];

        (void)state;
        gx_destroy(&x);
        start(BLACKWELL_COMPUTE_B);
        q = qmd_of(STEP, 0);
        q.min_sm_config = q.max_sm_config = q.target_sm_config = 0;
        assert_int_equal(peal_qmd_encode(PEAL_QMD_V05_00, &q, words, NULL), 0);
        memcpy(x.mem + QMD(0), words, peal_qmd_size_B(PEAL_QMD_V05_00));
        send(0);
        gx_faults(&x, 0, "the model does not execute sm_120 code");
}

int main(void)
{
#define CASE(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
        const struct CMUnitTest tests[] = {
            CASE(a_kernel_runs_and_releases),
            CASE(waits_order_grids),
            CASE(a_release_without_wfi_overtakes_a_grid),
            CASE(report_semaphores_come_after_grids),
            CASE(grids_of_two_queues_meet),
            CASE(a_chain_of_dependents_runs_in_order),
            CASE(a_join_waits_for_all_predecessors),
            CASE(a_decrement_of_nothing_underflows),
            CASE(self_copying_nodes_replay),
            CASE(self_copy_alone_runs_once),
            CASE(an_inline_qmd_is_stored_and_run),
            CASE(null_and_typeless_grids),
            CASE(pcas_actions_without_a_launch),
            CASE(the_scheduler_refuses_conflicts),
            CASE(local_memory_must_be_there),
            CASE(not_a_qmd),
            CASE(a_qmd_nowhere),
            CASE(a_kernel_that_writes_nowhere_is_reported),
            CASE(a_fault_stops_the_groups_grids),
            CASE(destroying_a_queue_stops_its_grids),
            CASE(unmap_under_a_running_kernel_faults_it),
            CASE(many_launches_are_taken_in),
            CASE(launch_to_release_is_quick),
            CASE(an_unknown_architecture_is_named),
        };

        return cmocka_run_group_tests(tests, NULL, NULL);
}
