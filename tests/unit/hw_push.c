/* SPDX-License-Identifier: MIT */
/* Composed commands: their words, pinned to what libcuda sent or to words that ran on
 * hardware; the sticky error; the printer. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>
#include "src/hw/class.h"
#include "src/hw/method.h"
#include "tests/unit/hw_recorded.h"

#define COUNT(a) (sizeof(a) / sizeof(*(a)))
#define WORDS(p, ...)                                                                              \
        do {                                                                                       \
                static const uint32_t want_[] = {__VA_ARGS__};                                     \
                                                                                                   \
                assert_int_equal((p)->err, 0);                                                     \
                assert_int_equal((p)->len_dw, COUNT(want_));                                       \
                assert_memory_equal((p)->words, want_, sizeof(want_));                             \
                (p)->len_dw = 0;                                                                   \
        } while (0)

static uint32_t room[512];

static struct peal_push fresh(void)
{
        struct peal_push p;

        memset(room, 0xee, sizeof(room));
        peal_push_init(&p, room, COUNT(room));
        return p;
}

/* libcuda's stretch, built with our commands. */
static void recorded_stretch_is_reproduced(void **state)
{
        const uint32_t *qmd = NULL;
        uint32_t w = 0;
        struct peal_push p = fresh();

        (void)state;
        for (size_t i = 0; i < COUNT(recorded_qmds); i++)
                if (!strcmp(recorded_qmds[i].name, "stream"))
                        qmd = recorded_qmds[i].words;
        assert_non_null(qmd);
        peal_push_launch(&p, HOPPER_COMPUTE_A, 0x204e58000);
        peal_push_inline_data(&p, 0x204e54000, qmd, 384);
        peal_push_inline_data(&p, 0x204637abc, &(uint32_t){5}, 4);
        peal_push_launch(&p, HOPPER_COMPUTE_A, 0x204e54000);
        assert_int_equal(peal_pack_compute_set_report_semaphore_d(
                             (struct peal_compute_set_report_semaphore_d){
                                 .operation = PEAL_COMPUTE_SET_REPORT_SEMAPHORE_D_OPERATION_RELEASE,
                                 .flush_disable = 1},
                             &w),
                         0);
        peal_push_method(&p, PEAL_SUBCH_COMPUTE, PEAL_COMPUTE_SET_REPORT_SEMAPHORE_A, 4,
                         (uint32_t[]){2, 0x0460ffe0, 2, w});
        assert_int_equal(peal_pack_sem_execute(
                             (struct peal_sem_execute){
                                 .operation = PEAL_HOST_SEM_EXECUTE_OPERATION_ACQ_CIRC_GEQ},
                             &w),
                         0);
        peal_push_method(&p, PEAL_SUBCH_HOST, PEAL_HOST_SEM_ADDR_LO, 5,
                         (uint32_t[]){0x04637ab4, 2, 6, 0, w});
        assert_int_equal(p.err, 0);
        assert_int_equal(p.len_dw, COUNT(recorded_push));
        assert_memory_equal(p.words, recorded_push, sizeof(recorded_push));
}

/* Words that ran on an H200 (driver 580.159), and on GA10x and AD10x where tinygrad 0.9.0 sends the
 * same. */
static void commands_are_the_words_that_ran(void **state)
{
        struct peal_push p = fresh();

        (void)state;
        peal_push_set_object(&p, PEAL_SUBCH_COMPUTE, HOPPER_COMPUTE_A);
        WORDS(&p, 0x20012000, 0xcbc0);
        peal_push_sem_release(&p, 0x7f1234567890, 0x1122334455667788, 0);
        WORDS(&p, 0x20050017, 0x34567890, 0x7f12, 0x55667788, 0x11223344, 0x01000001);
        peal_push_sem_release(&p, 0x1000, 9, PEAL_SEM_WFI | PEAL_SEM_TIMESTAMP);
        WORDS(&p, 0x20050017, 0x1000, 0, 9, 0, 0x03100001);
        peal_push_sem_acquire_geq(&p, 0x1008, 9, 0);
        WORDS(&p, 0x20050017, 0x1008, 0, 9, 0, 0x01000003);
        peal_push_sem_acquire_geq(&p, 0x1008, 9, PEAL_SEM_SWITCH_TSG);
        WORDS(&p, 0x20050017, 0x1008, 0, 9, 0, 0x01001003);
        peal_push_host_wfi(&p);
        WORDS(&p, 0x2001001e, 0);
        peal_push_non_stall_interrupt(&p);
        WORDS(&p, 0x20010008, 0);
        peal_push_compute_windows(&p, 0x729400000000, 0x729300000000);
        WORDS(&p, 0x200220a8, 0x7294, 0, 0x200221ec, 0x7293, 0);
        peal_push_compute_local_memory(&p, HOPPER_COMPUTE_A, 0x1234567000, 0x640000);
        WORDS(&p, 0x200221e4, 0x12, 0x34567000, 0x200320b9, 0, 0x640000, 0xff);
        peal_push_wait_for_idle(&p);
        WORDS(&p, 0x20012044, 0);
        peal_push_invalidate_shader_caches(&p);
        WORDS(&p, 0x200125a6, 0x1011);
        peal_push_launch(&p, TURING_COMPUTE_A, 0x1000);
        WORDS(&p, 0x200120ad, 0x10, 0x200120af, 3);
        peal_push_launch(&p, AMPERE_COMPUTE_B, 0x1000);
        WORDS(&p, 0x200120ad, 0x10, 0x200120b0, 0xa);
        peal_push_inline_data(&p, 0x100000001, "abcdef", 6);
        WORDS(&p, 0x20022062, 1, 1, 0x20022060, 6, 1, 0x2001206c, 0x41, 0x6002206d, 0x64636261,
              0x6665);
        peal_push_copy(&p, 0x1100000022, 0x3300000044, 0xffffffff);
        WORDS(&p, 0x20048100, 0x33, 0x44, 0x11, 0x22, 0x20028106, 0xffffffff, 1, 0x200180c0, 0x182);
        peal_push_fill(&p, 0x1100000020, 0xdeadbeef, 4, 100);
        WORDS(&p, 0x200181c0, 0xdeadbeef, 0x200181c2, 0x30004, 0x20028102, 0x11, 0x20, 0x20028106,
              100, 1, 0x200180c0, 0x582);
        peal_push_fill(&p, 0x1100000021, 0xef, 1, 3);
        WORDS(&p, 0x200181c0, 0xef, 0x200181c2, 0x00004, 0x20028102, 0x11, 0x21, 0x20028106, 3, 1,
              0x200180c0, 0x582);
        peal_push_fill(&p, 0x1100000022, 0xbeef, 2, 3);
        WORDS(&p, 0x200181c0, 0xbeef, 0x200181c2, 0x10004, 0x20028102, 0x11, 0x22, 0x20028106, 3, 1,
              0x200180c0, 0x582);
        peal_push_copy_release(&p, 0x100000004, 7, false);
        WORDS(&p, 0x20038090, 1, 4, 7, 0x200180c0, 0xc);
        peal_push_copy_release(&p, 0x100000010, 7, true);
        WORDS(&p, 0x20038090, 1, 0x10, 7, 0x200180c0, 0x14);
        peal_push_non_inc(&p, PEAL_SUBCH_COMPUTE, PEAL_COMPUTE_LOAD_INLINE_DATA, 2,
                          (uint32_t[]){8, 9});
        WORDS(&p, 0x6002206d, 8, 9);
}

#define REFUSED(call, want, method)                                                                \
        do {                                                                                       \
                struct peal_push p = fresh();                                                      \
                uint32_t len;                                                                      \
                                                                                                   \
                call;                                                                              \
                assert_int_equal(p.err, want);                                                     \
                assert_non_null(p.err_method);                                                     \
                assert_string_equal(p.err_method, method);                                         \
                len = p.len_dw;                                                                    \
                peal_push_wait_for_idle(&p);                                                       \
                peal_push_copy(&p, 0, 0, 0);                                                       \
                assert_int_equal(p.len_dw, len);                                                   \
                assert_int_equal(p.err, want);                                                     \
                assert_string_equal(p.err_method, method);                                         \
        } while (0)

static void bad_arguments_stick(void **state)
{
        static const char much[PEAL_METHOD_COUNT_MAX * 4 + 4];

        (void)state;
        REFUSED(peal_push_sem_release(&p, 4, 0, 0), -EINVAL, "SEM_ADDR_LO");
        REFUSED(peal_push_sem_release(&p, 8, 0, PEAL_SEM_TIMESTAMP), -EINVAL, "SEM_ADDR_LO");
        REFUSED(peal_push_sem_release(&p, 1ull << 57, 0, 0), -ERANGE, "SEM_ADDR_HI");
        REFUSED(peal_push_sem_release(&p, 8, 0, PEAL_SEM_SWITCH_TSG), -EINVAL, "SEM_EXECUTE");
        REFUSED(peal_push_sem_acquire_geq(&p, 8, 0, PEAL_SEM_WFI), -EINVAL, "SEM_EXECUTE");
        REFUSED(peal_push_set_object(&p, PEAL_SUBCH_COPY, 0x10000), -ERANGE, "SET_OBJECT");
        REFUSED(peal_push_launch(&p, HOPPER_COMPUTE_A, 0x1080), -EINVAL, "SEND_PCAS_A");
        REFUSED(peal_push_launch(&p, HOPPER_COMPUTE_A, 1ull << 40), -ERANGE, "SEND_PCAS_A");
        REFUSED(peal_push_launch(&p, HOPPER_DMA_COPY_A, 0x1000), -EINVAL, "SET_OBJECT");
        REFUSED(peal_push_compute_windows(&p, 1ull << 49, 0), -ERANGE,
                "SET_SHADER_SHARED_MEMORY_WINDOW_A");
        REFUSED(peal_push_compute_local_memory(&p, ADA_COMPUTE_A, 1ull << 49, 0), -ERANGE,
                "SET_SHADER_LOCAL_MEMORY_A");
        REFUSED(peal_push_compute_local_memory(&p, HOPPER_COMPUTE_A, 0, 1ull << 40), -ERANGE,
                "SET_SHADER_LOCAL_MEMORY_NON_THROTTLED_A");
        REFUSED(peal_push_inline_data(&p, 0, "", 0), -EINVAL, "LOAD_INLINE_DATA");
        REFUSED(peal_push_inline_data(&p, 0, much, sizeof(much)), -ERANGE, "LOAD_INLINE_DATA");
        REFUSED(peal_push_copy(&p, 0, 0, 0), -EINVAL, "LINE_LENGTH_IN");
        REFUSED(peal_push_copy(&p, 0, 1ull << 57, 1), -ERANGE, "OFFSET_IN_UPPER");
        REFUSED(peal_push_fill(&p, 0, 0, 3, 1), -EINVAL, "SET_REMAP_COMPONENTS");
        REFUSED(peal_push_fill(&p, 2, 0, 4, 1), -EINVAL, "OFFSET_OUT_LOWER");
        REFUSED(peal_push_fill(&p, 2, 256, 1, 1), -ERANGE, "SET_REMAP_CONST_A");
        REFUSED(peal_push_fill(&p, 4, 0, 4, 0), -EINVAL, "LINE_LENGTH_IN");
        REFUSED(peal_push_copy_release(&p, 2, 0, false), -EINVAL, "SET_SEMAPHORE_B");
        REFUSED(peal_push_copy_release(&p, 8, 0, true), -EINVAL, "SET_SEMAPHORE_B");
        REFUSED(peal_push_method1(&p, PEAL_SUBCH_COMPUTE, 0x4000, 0), -ERANGE, "unnamed method");
        REFUSED(peal_push_method(&p, PEAL_SUBCH_COMPUTE, 0x100, 0, NULL), -EINVAL, "NO_OPERATION");
}

static void full_room_is_an_error_and_is_not_overrun(void **state)
{
        (void)state;
        for (uint32_t cap = 0; cap < 10; cap++) {
                uint32_t words[12];
                struct peal_push p;

                memset(words, 0xee, sizeof(words));
                peal_push_init(&p, words, cap);
                peal_push_copy(&p, 0x1000, 0x2000, 64); /* 10 words */
                assert_int_equal(p.err, -ENOSPC);
                assert_string_equal(p.err_method, cap < 5   ? "OFFSET_IN_UPPER"
                                                  : cap < 8 ? "LINE_LENGTH_IN"
                                                            : "LAUNCH_DMA");
                assert_true(p.len_dw <= cap);
                for (uint32_t i = cap; i < COUNT(words); i++)
                        assert_int_equal(words[i], 0xeeeeeeee);
        }
}

/* ---- printer ---- */

struct text {
        char lines[160][512];
        unsigned n;
};
static struct text text;

static void take_line(void *ctx, const char *line)
{
        struct text *t = ctx;

        assert_true(strlen(line) < sizeof(t->lines[0]));
        if (t->n < COUNT(t->lines))
                strcpy(t->lines[t->n], line);
        t->n++;
}

static size_t print(uint32_t classes[8], const uint32_t *words, size_t n)
{
        memset(&text, 0, sizeof(text));
        return peal_push_print(HOPPER_CHANNEL_GPFIFO_A, classes, words, n, take_line, &text);
}

static void printer_names_methods_and_fields(void **state)
{
        uint32_t classes[8] = {0};
        struct peal_push p = fresh();

        (void)state;
        peal_push_set_object(&p, PEAL_SUBCH_COMPUTE, HOPPER_COMPUTE_A);
        peal_push_launch(&p, HOPPER_COMPUTE_A, 0x204e58000);
        peal_push_sem_release(&p, 0x1000, 9, PEAL_SEM_WFI);
        peal_push_copy(&p, 0x1000, 0x2000, 64);
        peal_push_method1(&p, PEAL_SUBCH_COMPUTE, PEAL_COMPUTE_LOAD_INLINE_QMD_DATA + 8, 1);
        peal_push_method1(&p, PEAL_SUBCH_COMPUTE, 0x1ff0, 1);
        p.words[p.len_dw++] = 0x80012044; /* immediate */
        assert_int_equal(p.err, 0);
        assert_int_equal(print(classes, p.words, p.len_dw), p.len_dw);
        assert_int_equal(classes[PEAL_SUBCH_COMPUTE], HOPPER_COMPUTE_A);
        assert_string_equal(text.lines[0],
                            "subch 1 HOPPER_CHANNEL_GPFIFO_A SET_OBJECT = 0x0000cbc0 "
                            "{NVCLASS=0xcbc0} HOPPER_COMPUTE_A");
        assert_string_equal(text.lines[1], "subch 1 HOPPER_COMPUTE_A SEND_PCAS_A = 0x0204e580");
        assert_string_equal(text.lines[2],
                            "subch 1 HOPPER_COMPUTE_A SEND_SIGNALING_PCAS2_B = 0x0000000a "
                            "{PCAS_ACTION=INVALIDATE_PREFETCH_COPY_SCHEDULE}");
        assert_string_equal(text.lines[7],
                            "subch 0 HOPPER_CHANNEL_GPFIFO_A SEM_EXECUTE = 0x01100001 "
                            "{OPERATION=RELEASE RELEASE_WFI=0x1 PAYLOAD_SIZE=64BIT "
                            "REDUCTION=IMIN REDUCTION_FORMAT=SIGNED}");
        assert_string_equal(text.lines[8], "subch 4 no class 0x0400 (no such method) = 0x00000000");
        assert_string_equal(text.lines[15],
                            "subch 1 HOPPER_COMPUTE_A LOAD_INLINE_QMD_DATA(2) = 0x00000001");
        assert_string_equal(text.lines[16],
                            "subch 1 HOPPER_COMPUTE_A 0x1ff0 (no such method) = 0x00000001");
        assert_string_equal(text.lines[17], "subch 1 HOPPER_COMPUTE_A WAIT_FOR_IDLE = 0x00000001");
        assert_int_equal(text.n, 18);
}

static void printer_stops_at_malformed_words(void **state)
{
        uint32_t classes[8] = {0};

        (void)state;
        assert_int_equal(print(classes, (uint32_t[]){0x2001001e, 0, 0x40000000, 1}, 4), 2);
        assert_int_equal(text.n, 2);
        assert_string_equal(text.lines[1], "malformed: no method header 0x40000000");
        assert_int_equal(print(classes, (uint32_t[]){0x20050017, 0x1000}, 2), 2);
        assert_int_equal(text.n, 2);
        assert_string_equal(text.lines[1], "malformed: data end before those of header 0x20050017");
        assert_int_equal(print(classes, (uint32_t[]){0x20020fff, 1, 2}, 3), 2);
        assert_string_equal(text.lines[1], "malformed: past the last method, header 0x20020fff");
        assert_int_equal(print(classes, (uint32_t[]){0, 0xe0000000, 0}, 3), 2);
        assert_string_equal(text.lines[0], "no operation 0x00000000");
        assert_string_equal(text.lines[1], "end of segment 0xe0000000");
        assert_int_equal(print(classes, NULL, 0), 0);
        assert_int_equal(text.n, 0);
}

static void printer_takes_any_words(void **state)
{
        uint64_t seed = 0x9e3779b97f4a7c15;
        uint32_t words[64];

        (void)state;
        for (unsigned round = 0; round < 2000; round++) {
                uint32_t classes[8] = {
                    0, HOPPER_COMPUTE_A, TURING_COMPUTE_A, 0xffff, 0xcab5, 0xc5b5, 0x6f, 0xcec0};

                for (size_t i = 0; i < COUNT(words); i++) {
                        seed ^= seed << 13;
                        seed ^= seed >> 7;
                        seed ^= seed << 17;
                        words[i] = (uint32_t)seed;
                        if (i % 4 == 0) /* a plausible header every now and then */
                                words[i] = (words[i] & 0x8000ffff) | 0x20030000;
                }
                assert_true(print(classes, words, COUNT(words)) <= COUNT(words));
        }
}

int main(void)
{
        const struct CMUnitTest tests[] = {
            cmocka_unit_test(recorded_stretch_is_reproduced),
            cmocka_unit_test(commands_are_the_words_that_ran),
            cmocka_unit_test(bad_arguments_stick),
            cmocka_unit_test(full_room_is_an_error_and_is_not_overrun),
            cmocka_unit_test(printer_names_methods_and_fields),
            cmocka_unit_test(printer_stops_at_malformed_words),
            cmocka_unit_test(printer_takes_any_words),
        };

        return cmocka_run_group_tests(tests, NULL, NULL);
}
