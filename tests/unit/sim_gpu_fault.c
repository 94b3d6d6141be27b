/* SPDX-License-Identifier: MIT */
/* What the model refuses: the sentence, the error notifier, who dies and who lives. */
#include "tests/unit/sim_gpu_util.h"

static struct gx x;

static int setup(void **state)
{
        (void)state;
        gx_create(&x, HOPPER_COMPUTE_A);
        gx_queue(&x, 0, SIM_ENGINE_GR, 0, NULL);
        gx_queue(&x, 1, SIM_ENGINE_CE, 2, NULL);
        peal_push_set_object(&x.p, PEAL_SUBCH_COMPUTE, x.compute_class);
        gx_run(&x, 0, 1);
        peal_push_set_object(&x.p, PEAL_SUBCH_COPY, x.copy_class);
        gx_run(&x, 1, 2);
        return 0;
}

static int teardown(void **state)
{
        (void)state;
        gx_destroy(&x);
        return 0;
}

static void method1(enum peal_subch subch, uint32_t method, uint32_t data)
{
        peal_push_method1(&x.p, subch, method, data);
}

/* NvNotification: info32 at 8, info16 at 12, status at 14. */
static void check_notifier(unsigned i, uint32_t info32, uint16_t info16)
{
        uint8_t *n = x.mem + GX_QUEUE(i) + 0x2000;
        uint64_t ns;
        uint32_t v32;
        uint16_t v16;

        memcpy(&ns, n, 8);
        memcpy(&v32, n + 8, 4);
        memcpy(&v16, n + 12, 2);
        assert_int_equal(v32, info32);
        assert_int_equal(v16, info16);
        assert_true(ns && ns <= gx_now_ns());
}

static void a_copy_to_nowhere_kills_its_group_only(void **state)
{
        (void)state;
        gx_queue(&x, 2, SIM_ENGINE_CE, 2, x.q[1].tsg);
        peal_push_copy(&x.p, 0x123456789000, GX_VA + GX_DATA, 64);
        gx_faults(&x, 1,
                  "Xid 31, channel 0x00000001: MMU fault: ENGINE CE2 faulted @ 0x123456789000 "
                  "(copy, OFFSET_OUT), FAULT_PDE, ACCESS_TYPE_VIRT_WRITE");
        check_notifier(1, 31, 0xb);
        /* the group's other queue got the news and runs no more */
        assert_true(gx_wait_error(&x, 2));
        gx_release(&x, 0, 5, 0);
        gx_submit(&x, 2);
        gx_release(&x, 16, 6, 0);
        gx_submit(&x, 1);
        gx_run(&x, 0, 100);
        gx_nap(5000);
        assert_int_equal(*gx_word(&x, GX_SEM), 0);
        assert_int_equal(*gx_word(&x, GX_SEM + 16), 0);
        assert_true(sim_tsg_is_dead(x.q[1].tsg) && !sim_tsg_is_dead(x.q[0].tsg));
        assert_int_equal(x.errors, 1);
}

/* Data up to the hole arrives; the address is that of the hole. */
static void the_fault_names_the_first_byte_missing(void **state)
{
        (void)state;
        memset(x.mem + GX_DATA, 0x5a, 4096);
        peal_push_copy(&x.p, GX_VA + GX_SIZE_B - 100, GX_VA + GX_DATA, 4096);
        gx_faults(&x, 1, "faulted @ 0x201000000 (copy, OFFSET_OUT)");
        assert_int_equal(x.mem[GX_SIZE_B - 1], 0x5a);
}

static void a_copy_from_nowhere_is_a_read(void **state)
{
        (void)state;
        peal_push_copy(&x.p, GX_VA + GX_DATA, 0x10, 64);
        gx_faults(&x, 1, "faulted @ 0x10 (copy, OFFSET_IN), FAULT_PDE, ACCESS_TYPE_VIRT_READ");
}

static void read_only_memory_is_not_written(void **state)
{
        static _Alignas(4096) uint8_t page[4096];
        struct sim_map_flags flags = {.page_B = 4096, .read_only = true};

        (void)state;
        assert_int_equal(sim_vas_map(x.vas, 0x7000, 4096, page, flags), 0);
        peal_push_sem_release(&x.p, 0x7000, 1, 0);
        gx_faults(&x, 0, "faulted @ 0x7000 (SEM_EXECUTE release), FAULT_RO_VIOLATION");
        check_notifier(0, 31, 1);
        assert_int_equal(page[0], 0);
}

#define GR_CASE(name, subch, method, data, text)                                                   \
        static void name(void **state)                                                             \
        {                                                                                          \
                (void)state;                                                                       \
                method1(subch, method, data);                                                      \
                gx_faults(&x, 0, text);                                                            \
        }
#define CE_CASE(name, method, data, text)                                                          \
        static void name(void **state)                                                             \
        {                                                                                          \
                (void)state;                                                                       \
                method1(PEAL_SUBCH_COPY, method, data);                                            \
                gx_faults(&x, 1, text);                                                            \
        }

GR_CASE(unknown_host_method, PEAL_SUBCH_HOST, 0x54, 7,
        "Xid 32, channel 0x00000000: PBDMA error: HOPPER_CHANNEL_GPFIFO_A unknown method (0x0054) "
        "data 0x00000007: no such method")
GR_CASE(illegal_host_method, PEAL_SUBCH_HOST, PEAL_HOST_ILLEGAL, 0, "illegal method")
GR_CASE(unknown_bits_of_a_host_method, PEAL_SUBCH_HOST, PEAL_HOST_SEM_EXECUTE, 1u << 22,
        "SEM_EXECUTE (0x006c) data 0x00400000: unknown bits")
GR_CASE(unknown_semaphore_operation, PEAL_SUBCH_HOST, PEAL_HOST_SEM_EXECUTE, 7, "unknown operation")
GR_CASE(misaligned_semaphore_address, PEAL_SUBCH_HOST, PEAL_HOST_SEM_ADDR_LO, 2,
        "SEM_ADDR_LO (0x005c) data 0x00000002: address is not a multiple of 4")
GR_CASE(privileged_memory_operation, PEAL_SUBCH_HOST, PEAL_HOST_MEM_OP_D,
        (uint32_t)PEAL_HOST_MEM_OP_D_OPERATION_MMU_TLB_INVALIDATE << 27, "operation not modelled")
GR_CASE(unknown_compute_method, PEAL_SUBCH_COMPUTE, 0x4a4, 1,
        "Xid 13, channel 0x00000000: HOPPER_COMPUTE_A unknown method (0x04a4) data 0x00000001: "
        "no such method")
GR_CASE(compute_method_not_modelled, PEAL_SUBCH_COMPUTE, PEAL_COMPUTE_CALL_MME_MACRO, 1,
        "CALL_MME_MACRO (0x3800) data 0x00000001: method not modelled")
GR_CASE(data_without_an_inline_launch, PEAL_SUBCH_COMPUTE, PEAL_COMPUTE_LOAD_INLINE_DATA, 1,
        "LOAD_INLINE_DATA")
GR_CASE(method_on_an_unbound_subchannel, (enum peal_subch)6, 0x300, 1,
        "method 0x0300 data 0x00000001 on subchannel 6, where no object is bound")
GR_CASE(object_not_allocated, PEAL_SUBCH_COPY, 0, AMPERE_COMPUTE_B,
        "class 0xc7c0 (AMPERE_COMPUTE_B) was not allocated in this channel")
GR_CASE(object_of_no_class, PEAL_SUBCH_COPY, 0, 0x1234, "class 0x1234 (unknown)")
GR_CASE(pcas_action_unknown, PEAL_SUBCH_COMPUTE, PEAL_COMPUTE_SEND_SIGNALING_PCAS2_B, 6,
        "PCAS_ACTION not modelled")
CE_CASE(copy_blocklinear, PEAL_COPY_LAUNCH_DMA, 0x82,
        "Xid 41, channel 0x00000001: HOPPER_DMA_COPY_A LAUNCH_DMA (0x0300) data 0x00000082: "
        "BLOCKLINEAR memory layout not modelled")
CE_CASE(copy_physical, PEAL_COPY_LAUNCH_DMA, 0x182 | 1u << 12,
        "PHYSICAL addresses are not open to a user's channel")
CE_CASE(copy_conditional_interrupt, PEAL_COPY_LAUNCH_DMA, 3u << 3, "CONDITIONAL_INTR")
CE_CASE(copy_float_reduction, PEAL_COPY_LAUNCH_DMA, 1u << 3 | 10u << 14 | 1u << 19,
        "SEMAPHORE_REDUCTION not modelled")
CE_CASE(copy_method_not_modelled, PEAL_COPY_SET_SECURE_COPY_MODE, 0, "method not modelled")
CE_CASE(copy_method_unknown, 0x104, 0, "no such method")
CE_CASE(copy_address_too_wide, PEAL_COPY_OFFSET_IN_UPPER, 1u << 25, "unknown bits")

static void timestamps_need_16_bytes_alignment(void **state)
{
        (void)state;
        method1(PEAL_SUBCH_HOST, PEAL_HOST_SEM_ADDR_LO, (uint32_t)(GX_VA + GX_SEM + 8));
        method1(PEAL_SUBCH_HOST, PEAL_HOST_SEM_ADDR_HI, (uint32_t)((GX_VA + GX_SEM) >> 32));
        method1(PEAL_SUBCH_HOST, PEAL_HOST_SEM_EXECUTE, 1 | 1u << 25);
        gx_faults(&x, 0, "semaphore at 0x200040008 is not aligned to its 16 bytes");
}

static void a_word_that_is_no_header(void **state)
{
        (void)state;
        x.words[x.p.len_dw++] = 0xc0000000;
        gx_faults(&x, 0, "0xc0000000 is not a method header (secondary opcode 6)");
        check_notifier(0, 32, 1);
}

static void a_segment_that_ends_in_a_method(void **state)
{
        struct peal_method_header h = {PEAL_SEC_INC_METHOD, 9, 0, PEAL_HOST_SEM_ADDR_LO};

        (void)state;
        peal_method_header_pack(h, &x.words[x.p.len_dw++]);
        gx_enqueue(&x, 0);
        gx_faults(&x, 0, "a segment ends with 9 words of method 0x005c missing");
}

static void a_ring_entry_to_nowhere(void **state)
{
        uint64_t entry;

        (void)state;
        assert_int_equal(peal_gp_entry_pack(0x1000, 4, &entry), 0);
        x.q[0].ring[*x.q[0].put] = entry;
        __atomic_store_n(x.q[0].put, *x.q[0].put + 1, __ATOMIC_RELEASE);
        gx_faults(&x, 0, "faulted @ 0x1000 (pushbuffer), FAULT_PDE, ACCESS_TYPE_VIRT_READ");
}

static void a_put_index_outside_the_ring(void **state)
{
        (void)state;
        __atomic_store_n(x.q[0].put, GX_ENTRIES, __ATOMIC_RELEASE);
        gx_ring(&x, 0, true);
        assert_true(gx_wait_error(&x, 0));
        assert_true(gx_logged(&x, "GPPut 64 is outside the ring of 64 entries"));
}

static void a_control_entry_of_unknown_kind(void **state)
{
        (void)state;
        x.q[0].ring[*x.q[0].put] = 0; /* a NOP is fine */
        x.q[0].ring[*x.q[0].put + 1] = 9ull << 32;
        __atomic_store_n(x.q[0].put, *x.q[0].put + 2, __ATOMIC_RELEASE);
        gx_faults(&x, 0, "opcode 9 is not known");
}

static void a_token_of_nobody_is_reported(void **state)
{
        uint64_t until = gx_now_ns() + 5000000000ull;

        (void)state;
        __atomic_store_n(x.doorbell + PEAL_USERMODE_DOORBELL / 4, 0xabcd, __ATOMIC_SEQ_CST);
        while (!gx_logged(&x, "doorbell: token 0x0000abcd belongs to no channel"))
                assert_true(gx_now_ns() < until);
        gx_run(&x, 0, 3);
}

static void a_removed_class_can_be_bound_no_more(void **state)
{
        (void)state;
        sim_channel_remove_class(x.q[1].channel, x.copy_class);
        peal_push_set_object(&x.p, PEAL_SUBCH_COPY, x.copy_class);
        gx_faults(&x, 1, "class 0xc8b5 (HOPPER_DMA_COPY_A) was not allocated in this channel");
}

static void a_compute_object_needs_the_graphics_engine(void **state)
{
        (void)state;
        sim_channel_add_class(x.q[1].channel, x.compute_class);
        peal_push_set_object(&x.p, PEAL_SUBCH_COMPUTE, x.compute_class);
        gx_faults(&x, 1, "the engine of this channel does not execute class 0xcbc0");
}

/* Any words at all: the model refuses or executes them, and the process lives. */
static void random_words_do_no_harm(void **state)
{
        uint64_t s = 88172645463325252ull;

        (void)state;
        for (unsigned round = 0; round < 60; round++) {
                unsigned gr = round & 1;

                gx_queue(&x, 3, gr ? SIM_ENGINE_GR : SIM_ENGINE_CE, 1, NULL);
                peal_push_set_object(&x.p, PEAL_SUBCH_COPY, x.copy_class);
                if (gr)
                        peal_push_set_object(&x.p, PEAL_SUBCH_COMPUTE, x.compute_class);
                for (unsigned i = 0; i < 400; i++) {
                        static const uint32_t subs[3] = {0, 1, 4};
                        uint32_t header, method;
                        struct peal_method_header h;

                        s ^= s << 13;
                        s ^= s >> 7;
                        s ^= s << 17;
                        method = (uint32_t)(s >> 20) % (s & 1 ? 0x800 : 0x3ffc) & ~3u;
                        h = (struct peal_method_header){PEAL_SEC_INC_METHOD, 1 + (s >> 4) % 3,
                                                        subs[(s >> 8) % 3], method};
                        if (round % 5 == 0) {
                                x.words[x.p.len_dw++] = (uint32_t)s;
                                continue;
                        }
                        assert_int_equal(peal_method_header_pack(h, &header), 0);
                        x.words[x.p.len_dw++] = header;
                        for (unsigned k = 0; k < h.count; k++)
                                x.words[x.p.len_dw++] = s >> 40 & 1 ? (uint32_t)(s >> k) & 0xff
                                                                    : (uint32_t)(s >> (9 * k));
                }
                gx_submit(&x, 3);
                gx_nap(300);
                sim_channel_destroy(x.q[3].channel);
                sim_tsg_destroy(x.q[3].tsg);
                x.q[3].channel = NULL;
                x.q[3].tsg = NULL;
                x.log[0] = 0;
        }
        gx_run(&x, 0, 77); /* unharmed */
}

int main(void)
{
#define CASE(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
        const struct CMUnitTest tests[] = {
            CASE(a_copy_to_nowhere_kills_its_group_only),
            CASE(the_fault_names_the_first_byte_missing),
            CASE(a_copy_from_nowhere_is_a_read),
            CASE(read_only_memory_is_not_written),
            CASE(unknown_host_method),
            CASE(illegal_host_method),
            CASE(unknown_bits_of_a_host_method),
            CASE(unknown_semaphore_operation),
            CASE(misaligned_semaphore_address),
            CASE(privileged_memory_operation),
            CASE(unknown_compute_method),
            CASE(compute_method_not_modelled),
            CASE(data_without_an_inline_launch),
            CASE(method_on_an_unbound_subchannel),
            CASE(object_not_allocated),
            CASE(object_of_no_class),
            CASE(pcas_action_unknown),
            CASE(copy_blocklinear),
            CASE(copy_physical),
            CASE(copy_conditional_interrupt),
            CASE(copy_float_reduction),
            CASE(copy_method_not_modelled),
            CASE(copy_method_unknown),
            CASE(copy_address_too_wide),
            CASE(timestamps_need_16_bytes_alignment),
            CASE(a_word_that_is_no_header),
            CASE(a_segment_that_ends_in_a_method),
            CASE(a_ring_entry_to_nowhere),
            CASE(a_put_index_outside_the_ring),
            CASE(a_control_entry_of_unknown_kind),
            CASE(a_token_of_nobody_is_reported),
            CASE(a_removed_class_can_be_bound_no_more),
            CASE(a_compute_object_needs_the_graphics_engine),
            CASE(random_words_do_no_harm),
        };

        return cmocka_run_group_tests(tests, NULL, NULL);
}
