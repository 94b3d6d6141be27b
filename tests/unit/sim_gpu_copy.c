/* SPDX-License-Identifier: MIT */
/* The model's copy engine: copies and fills of every shape against a plain loop,
 * semaphores, inline data. */
#include "tests/unit/sim_gpu_util.h"

#include <stdlib.h>

static struct gx x;
static uint8_t *expect; /* what GX_DATA should hold */
#define DATA_B 0x800000u

static uint32_t rnd(void)
{
        static uint64_t s = 0x9e3779b97f4a7c15;

        s = s * 6364136223846793005ull + 1442695040888963407ull;
        return (uint32_t)(s >> 33);
}

static int setup(void **state)
{
        (void)state;
        gx_create(&x, HOPPER_COMPUTE_A);
        gx_queue(&x, 0, SIM_ENGINE_CE, 2, NULL);
        gx_queue(&x, 1, SIM_ENGINE_GR, 0, NULL);
        peal_push_set_object(&x.p, PEAL_SUBCH_COPY, x.copy_class);
        gx_run(&x, 0, 1);
        peal_push_set_object(&x.p, PEAL_SUBCH_COMPUTE, x.compute_class);
        gx_run(&x, 1, 2);
        expect = malloc(DATA_B);
        assert_non_null(expect);
        for (uint32_t i = 0; i < DATA_B; i++)
                expect[i] = (uint8_t)rnd();
        memcpy(x.mem + GX_DATA, expect, DATA_B);
        return 0;
}

static int teardown(void **state)
{
        (void)state;
        free(expect);
        gx_destroy(&x);
        return 0;
}

static void check_data(void)
{
        assert_memory_equal(x.mem + GX_DATA, expect, DATA_B);
}

static void method(uint32_t m, unsigned n, ...)
{
        uint32_t w[8] = {0};
        va_list args;

        va_start(args, n);
        for (unsigned i = 0; i < n; i++)
                w[i] = va_arg(args, uint32_t);
        va_end(args);
        peal_push_method(&x.p, PEAL_SUBCH_COPY, m, n, w);
}

static void offsets(uint32_t src, uint32_t dst)
{
        uint64_t s = GX_VA + GX_DATA + src, d = GX_VA + GX_DATA + dst;

        method(PEAL_COPY_OFFSET_IN_UPPER, 4, (uint32_t)(s >> 32), (uint32_t)s, (uint32_t)(d >> 32),
               (uint32_t)d);
}

static void launch(struct peal_copy_launch_dma l)
{
        uint32_t w = 0;

        l.data_transfer_type = PEAL_COPY_LAUNCH_DMA_DATA_TRANSFER_TYPE_NON_PIPELINED;
        l.src_memory_layout = l.dst_memory_layout = 1;
        l.flush_enable = 1;
        assert_int_equal(peal_pack_copy_launch_dma(l, &w), 0);
        method(PEAL_COPY_LAUNCH_DMA, 1, w);
}

static void odd_sizes_and_offsets_copy_right(void **state)
{
        static const uint32_t sizes[] = {1, 3, 4, 255, 4096, 4097, 65535, 65537, 300001, 3000003};
        uint32_t payload = 10;

        (void)state;
        for (unsigned i = 0; i < 40; i++) {
                uint32_t n = sizes[i % 10], half = DATA_B / 2;
                uint32_t src = rnd() % (half - n), dst = half + rnd() % (half - n);

                memmove(expect + dst, expect + src, n);
                peal_push_copy(&x.p, GX_VA + GX_DATA + dst, GX_VA + GX_DATA + src, n);
                gx_run(&x, 0, payload++);
                check_data();
        }
}

static void lines_with_pitches_copy_right(void **state)
{
        (void)state;
        for (uint32_t i = 0; i < 30; i++) {
                uint32_t length = 1 + rnd() % 700, lines = rnd() % 300;
                uint32_t pitch_in = length + rnd() % 90, pitch_out = length + rnd() % 90;
                uint32_t src = rnd() % 5000, dst = DATA_B / 2 + rnd() % 5000;

                for (uint32_t l = 0; l < lines; l++)
                        memcpy(expect + dst + l * pitch_out, expect + src + l * pitch_in, length);
                offsets(src, dst);
                method(PEAL_COPY_PITCH_IN, 4, pitch_in, pitch_out, length, lines);
                launch((struct peal_copy_launch_dma){.multi_line_enable = 1});
                gx_run(&x, 0, 10 + i);
                check_data();
        }
}

static void line_count_is_ignored_without_multi_line(void **state)
{
        (void)state;
        memcpy(expect + 0x100000, expect, 100);
        offsets(0, 0x100000);
        method(PEAL_COPY_PITCH_IN, 4, 500, 500, 100, 77);
        launch((struct peal_copy_launch_dma){0});
        gx_run(&x, 0, 10);
        check_data();
}

static void fills_write_every_element_size(void **state)
{
        (void)state;
        for (uint32_t i = 0; i < 30; i++) {
                unsigned size = 1u << i % 3;
                uint32_t count = i < 3 ? 200003 : 1 + rnd() % 3000;
                uint32_t value = size == 4 ? rnd() : rnd() & ((1u << 8 * size) - 1);
                uint32_t dst = rnd() % 1000 * size;

                for (uint32_t e = 0; e < count; e++)
                        memcpy(expect + dst + e * size, &value, size);
                peal_push_fill(&x.p, GX_VA + GX_DATA + dst, value, size, count);
                gx_run(&x, 0, 10 + i);
                check_data();
        }
}

/* Components of all sizes and counts, taken from source, constants or left alone. */
static void remapped_copies_pick_components(void **state)
{
        (void)state;
        for (uint32_t i = 0; i < 120; i++) {
                static const uint32_t widths[3] = {1, 2, 4};
                uint32_t w = widths[i % 3], n_src = 1 + rnd() % 4, n_dst = 1 + rnd() % 4;
                uint32_t count = 1 + rnd() % 200, lines = 1 + rnd() % 3, from[4] = {0}, word = 0;
                uint32_t src = rnd() % 999, dst = DATA_B / 2 + rnd() % 999;
                uint32_t constant[2] = {rnd(), rnd()};
                uint32_t pitch_in = count * n_src * w + 5, pitch_out = count * n_dst * w + 3;

                for (unsigned c = 0; c < n_dst; c++) {
                        uint32_t k = i < 40 ? 4 + rnd() % 2 : rnd() % 7;

                        from[c] = k < 4 ? k % n_src : k;
                }
                for (uint32_t e = 0; e < count * lines * n_dst; e++) {
                        uint32_t c = e % n_dst, px = e / n_dst % count, l = e / n_dst / count;
                        uint8_t *d = expect + dst + l * pitch_out + (px * n_dst + c) * w;

                        if (from[c] < 4)
                                memcpy(d, expect + src + l * pitch_in + (px * n_src + from[c]) * w,
                                       w);
                        else if (from[c] < 6)
                                memcpy(d, &constant[from[c] - 4], w);
                }
                offsets(src, dst);
                method(PEAL_COPY_PITCH_IN, 4, pitch_in, pitch_out, count, lines);
                assert_int_equal(peal_pack_copy_set_remap_components(
                                     (struct peal_copy_set_remap_components){
                                         .dst_x = from[0],
                                         .dst_y = from[1],
                                         .dst_z = from[2],
                                         .dst_w = from[3],
                                         .component_size = w - 1,
                                         .num_src_components = n_src - 1,
                                         .num_dst_components = n_dst - 1,
                                     },
                                     &word),
                                 0);
                method(PEAL_COPY_SET_REMAP_CONST_A, 3, constant[0], constant[1], word);
                launch((struct peal_copy_launch_dma){.multi_line_enable = 1, .remap_enable = 1});
                gx_run(&x, 0, 10 + i);
                check_data();
        }
}

static void its_own_semaphores_come_after_the_copy(void **state)
{
        uint64_t t, before = gx_now_ns() - 32;

        (void)state;
        memcpy(expect + 0x500000, expect, 0x200000);
        peal_push_copy(&x.p, GX_VA + GX_DATA + 0x500000, GX_VA + GX_DATA, 0x200000);
        peal_push_copy_release(&x.p, GX_VA + GX_SEM, 71, false);
        gx_submit(&x, 0);
        assert_true(gx_wait(gx_word(&x, GX_SEM), 71));
        check_data();
        *gx_word(&x, GX_SEM + 20) = 99;
        peal_push_copy_release(&x.p, GX_VA + GX_SEM + 16, 72, true);
        gx_submit(&x, 0);
        assert_true(gx_wait(gx_word(&x, GX_SEM + 16), 72));
        assert_int_equal(*gx_word(&x, GX_SEM + 20), 0);
        memcpy(&t, x.mem + GX_SEM + 24, 8);
        assert_true(t % 32 == 0 && t >= before && t <= gx_now_ns());
        /* 64-bit payload, added to what is there; and an interrupt */
        *(uint64_t *)(void *)(x.mem + GX_SEM + 32) = 0xffffffff;
        method(PEAL_COPY_SET_SEMAPHORE_A, 4, (uint32_t)((GX_VA + GX_SEM + 32) >> 32),
               (uint32_t)(GX_VA + GX_SEM + 32), 2u, 1u);
        method(PEAL_COPY_LINE_LENGTH_IN, 1, 0u);
        launch((struct peal_copy_launch_dma){
            .semaphore_type = 1,
            .semaphore_payload_size = 1,
            .semaphore_reduction_enable = 1,
            .semaphore_reduction = PEAL_COPY_LAUNCH_DMA_SEMAPHORE_REDUCTION_IADD,
            .interrupt_type = PEAL_COPY_LAUNCH_DMA_INTERRUPT_TYPE_NON_BLOCKING,
        });
        gx_run(&x, 0, 10);
        assert_true(*(uint64_t *)(void *)(x.mem + GX_SEM + 32) == 0x200000001);
        assert_int_equal(sim_gpu_interrupts(x.gpu), 1);
}

static void a_long_copy_does_not_hold_up_another_queue(void **state)
{
        unsigned overtaken = 0;

        (void)state;
        for (uint32_t i = 0; i < 60; i++)
                peal_push_copy(&x.p, GX_VA + GX_DATA + 0x400000, GX_VA + GX_DATA, 0x400000);
        peal_push_sem_release(&x.p, GX_VA + GX_SEM, 9, 0);
        gx_submit(&x, 0);
        for (uint32_t i = 1; i <= 5; i++) {
                gx_run(&x, 1, 100 + i);
                overtaken += __atomic_load_n(gx_word(&x, GX_SEM), __ATOMIC_ACQUIRE) != 9;
        }
        assert_true(overtaken > 0);
        assert_true(gx_wait(gx_word(&x, GX_SEM), 9));
        memcpy(expect + 0x400000, expect, 0x400000);
        check_data();
}

static void destroying_the_queue_ends_a_long_copy(void **state)
{
        uint64_t start;

        (void)state;
        for (uint32_t i = 0; i < 4000; i++)
                peal_push_copy(&x.p, GX_VA + GX_DATA + 0x400000, GX_VA + GX_DATA, 0x400000);
        gx_submit(&x, 0);
        gx_nap(5000);
        start = gx_now_ns();
        sim_channel_destroy(x.q[0].channel);
        x.q[0].channel = NULL;
        assert_true(gx_now_ns() - start < 1000000000);
}

/* Unmap while a copy runs through it: afterwards nobody touches the memory. */
static void unmap_waits_for_a_copy_under_way(void **state)
{
        struct sim_map_flags flags = {.page_B = 4096};
        uint64_t va = 0x700000000000 & ((1ull << 48) - 1);
        size_t n = 4u << 20;

        (void)state;
        for (unsigned i = 0; i < 20; i++) {
                void *m = mmap(NULL, n, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
                struct sim_tsg *tsg;

                assert_true(m != MAP_FAILED);
                assert_int_equal(sim_vas_map(x.vas, va, n, m, flags), 0);
                gx_queue(&x, 2, SIM_ENGINE_CE, 3, NULL);
                peal_push_set_object(&x.p, PEAL_SUBCH_COPY, x.copy_class);
                for (unsigned k = 0; k < 20; k++)
                        peal_push_copy(&x.p, va, GX_VA + GX_DATA, (uint32_t)n);
                gx_submit(&x, 2);
                gx_nap(i * 100);
                assert_int_equal(sim_vas_unmap(x.vas, va, n), 0);
                munmap(m, n);
                tsg = x.q[2].tsg;
                sim_channel_destroy(x.q[2].channel);
                sim_tsg_destroy(tsg);
                x.q[2].channel = NULL;
                x.q[2].tsg = NULL;
        }
}

static void inline_data_of_any_length_arrives(void **state)
{
        static uint8_t data[20000];

        (void)state;
        for (uint32_t i = 0; i < 40; i++) {
                uint32_t n = i < 9 ? i + 1 : 1 + rnd() % sizeof(data), dst = rnd() % 5000;

                for (uint32_t b = 0; b < n; b++)
                        data[b] = (uint8_t)rnd();
                memcpy(expect + dst, data, n);
                peal_push_inline_data(&x.p, GX_VA + GX_DATA + dst, data, n);
                gx_run(&x, 1, 10 + i);
                check_data();
        }
}

static void inline_data_can_release_a_semaphore(void **state)
{
        uint64_t va = GX_VA + GX_SEM + 64;
        uint32_t dst[4] = {4, 1, (uint32_t)((GX_VA + GX_DATA) >> 32), (uint32_t)(GX_VA + GX_DATA)};
        uint32_t s[3] = {(uint32_t)(va >> 32), (uint32_t)va, 1234}, word, data = 0x55667788;

        (void)state;
        peal_push_method(&x.p, PEAL_SUBCH_COMPUTE, PEAL_COMPUTE_LINE_LENGTH_IN, 4, dst);
        peal_push_method(&x.p, PEAL_SUBCH_COMPUTE, PEAL_COMPUTE_SET_I2M_SEMAPHORE_A, 3, s);
        assert_int_equal(
            peal_pack_compute_launch_dma(
                (struct peal_compute_launch_dma){
                    .dst_memory_layout = 1,
                    .completion_type = PEAL_COMPUTE_LAUNCH_DMA_COMPLETION_TYPE_RELEASE_SEMAPHORE,
                    .semaphore_struct_size = 1,
                },
                &word),
            0);
        peal_push_method1(&x.p, PEAL_SUBCH_COMPUTE, PEAL_COMPUTE_LAUNCH_DMA, word);
        peal_push_non_inc(&x.p, PEAL_SUBCH_COMPUTE, PEAL_COMPUTE_LOAD_INLINE_DATA, 1, &data);
        gx_submit(&x, 1);
        assert_true(gx_wait(gx_word(&x, GX_SEM + 64), 1234));
        assert_int_equal(*gx_word(&x, GX_DATA), 0x55667788);
}

int main(void)
{
#define CASE(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
        const struct CMUnitTest tests[] = {
            CASE(odd_sizes_and_offsets_copy_right),
            CASE(lines_with_pitches_copy_right),
            CASE(line_count_is_ignored_without_multi_line),
            CASE(fills_write_every_element_size),
            CASE(remapped_copies_pick_components),
            CASE(its_own_semaphores_come_after_the_copy),
            CASE(a_long_copy_does_not_hold_up_another_queue),
            CASE(destroying_the_queue_ends_a_long_copy),
            CASE(unmap_waits_for_a_copy_under_way),
            CASE(inline_data_of_any_length_arrives),
            CASE(inline_data_can_release_a_semaphore),
        };

        return cmocka_run_group_tests(tests, NULL, NULL);
}
