/* SPDX-License-Identifier: MIT */
/* Memory and copies: odd sizes and offsets, fills, mappings, own pages. */
#include "hw.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

static void copies_at_odd_sizes_and_offsets(void **state)
{
        enum { ROOM = 3 << 20 };
        struct hw *hw = *state;
        struct peal_buffer *a = hw_alloc(hw, ROOM, 0), *b = hw_alloc(hw, ROOM, 0);
        uint8_t *in = malloc(ROOM), *out = malloc(ROOM), *model = malloc(ROOM);
        uint64_t from, to, size_B, i;

        assert_true(in != NULL && out != NULL && model != NULL);
        hw_fill_random(model, ROOM, 99);
        OK(peal_copy_in(b, 0, model, ROOM));
        for (i = 0; i < (hw_is_model() ? 60 : 300); i++) {
                size_B = hw_random(1, i) >> (40 + hw_random(2, i) % 24);
                size_B = size_B % (ROOM / 2) + 1;
                from = hw_random(3, i) % (ROOM - size_B + 1);
                to = hw_random(4, i) % (ROOM - size_B + 1);
                hw_fill_random(in, size_B, i);
                OK(peal_copy_in(a, from, in, size_B));
                OK(peal_copy(b, to, a, from, size_B));
                memset(out, 0, size_B);
                OK(peal_copy_out(out, b, to, size_B));
                SAME(out, in, size_B);
                memcpy(model + to, in, size_B);
        }
        /* Neighbours are unharmed. */
        OK(peal_copy_out(out, b, 0, ROOM));
        SAME(out, model, ROOM);
        peal_buffer_free(a);
        peal_buffer_free(b);
        free(in);
        free(out);
        free(model);
}

static void copies_beyond_a_buffer_are_refused(void **state)
{
        struct hw *hw = *state;
        struct peal_buffer *a = hw_alloc(hw, 1000, 0), *b = hw_alloc(hw, 500, 0);
        uint8_t bytes[16] = {0};

        OK(peal_copy_in(a, 1000, bytes, 0));
        OK(peal_copy_out(bytes, a, 0, 0));
        OK(peal_copy_in(a, 984, bytes, 16));
        REFUSED(peal_copy_in(a, 985, bytes, 16), ERANGE, "1000");
        REFUSED(peal_copy_out(bytes, a, UINT64_MAX, 16), ERANGE, "1000");
        REFUSED(peal_copy(b, 0, a, 0, 501), ERANGE, "500");
        REFUSED(peal_copy(a, 0, b, 1, 500), ERANGE, "500");
        REFUSED(peal_fill(a, 0, 1004, 0, 4), ERANGE, "1000");
        REFUSED(peal_fill(a, 0, 12, 0, 3), EINVAL, "3");
        REFUSED(peal_fill(a, 2, 12, 0, 4), EINVAL, "4");
        REFUSED(peal_fill(a, 0, 12, 0x100, 1), EINVAL, "0x100");
        assert_int_equal(peal_buffer_size(a), 1000);
        assert_ptr_equal(peal_buffer_device(a), hw->device);
        peal_buffer_free(a);
        peal_buffer_free(b);
}

static void copy_over_4_gib(void **state)
{
        const uint64_t size_B = (4ull << 30) + 4097;
        struct hw *hw = *state;
        struct peal_buffer *a, *b;
        uint8_t *in, *out;

        if ((hw_is_model() && getenv("PEAL_TEST_LARGE") == NULL) ||
            hw->info.memory_free_B < 3 * size_B)
                skip();
        in = mmap(NULL, size_B, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        out = mmap(NULL, size_B, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        assert_true(in != MAP_FAILED && out != MAP_FAILED);
        hw_fill_random(in, size_B, 5);
        a = hw_alloc(hw, size_B, 0);
        b = hw_alloc(hw, size_B, 0);
        OK(peal_fill(b, 0, size_B, 0x5a, 1));
        OK(peal_copy_out(out, b, 0, size_B));
        assert_true(out[0] == 0x5a && out[size_B / 2] == 0x5a && out[size_B - 1] == 0x5a);
        assert_memory_equal(out, out + 1, size_B - 1);
        OK(peal_copy_in(a, 0, in, size_B));
        OK(peal_copy(b, 0, a, 0, size_B));
        OK(peal_copy_out(out, b, 0, size_B));
        SAME(out, in, size_B);
        peal_buffer_free(a);
        peal_buffer_free(b);
        munmap(in, size_B);
        munmap(out, size_B);
}

static void fills_of_each_element_size(void **state)
{
        enum { ROOM = 20000 };
        static const uint32_t value = 0xa1b2c3d4;
        struct hw *hw = *state;
        struct peal_buffer *buffer = hw_alloc(hw, ROOM, PEAL_BUFFER_ZERO);
        uint8_t want[ROOM] = {0}, got[ROOM];
        unsigned element_B, i;
        uint64_t at, size_B, j;
        uint32_t fill;

        for (i = 0; i < 60; i++) {
                element_B = 1u << (i % 3);
                size_B = hw_random(1, i) % (i % 2 ? 40 : 5000) / element_B * element_B;
                at = hw_random(2, i) % (ROOM - size_B) / element_B * element_B;
                fill = (value + i) & (UINT32_MAX >> (32 - 8 * element_B));
                for (j = 0; j < size_B; j++)
                        want[at + j] = (uint8_t)(fill >> (8 * (j % element_B)));
                OK(peal_fill(buffer, at, size_B, fill, element_B));
        }
        OK(peal_copy_out(got, buffer, 0, ROOM));
        SAME(got, want, ROOM);
        peal_buffer_free(buffer);
}

static void each_page_size_holds_its_data(void **state)
{
        static const struct {
                unsigned flag;
                uint64_t page_B;
        } pages[] = {{PEAL_BUFFER_PAGE_4K, 4096},
                     {PEAL_BUFFER_PAGE_64K, 65536},
                     {PEAL_BUFFER_PAGE_2M, 2 << 20}};
        struct hw *hw = *state;
        struct peal_buffer *buffer;
        uint8_t *in, *out;
        uint64_t size_B;
        size_t i;

        for (i = 0; i < sizeof(pages) / sizeof(pages[0]); i++) {
                size_B = pages[i].page_B * 3 - 5;
                in = malloc(size_B);
                out = calloc(1, size_B);
                assert_true(in != NULL && out != NULL);
                hw_fill_random(in, size_B, i);
                buffer = hw_alloc(hw, size_B, pages[i].flag);
                assert_int_equal(peal_buffer_gpu_va(buffer) % pages[i].page_B, 0);
                OK(peal_copy_in(buffer, 0, in, size_B));
                OK(peal_copy_out(out, buffer, 0, size_B));
                SAME(out, in, size_B);
                peal_buffer_free(buffer);
                free(in);
                free(out);
        }
}

static void zeroed_memory_is_zero(void **state)
{
        enum { ROOM = 300001 };
        static const unsigned kinds[] = {PEAL_BUFFER_VIDEO, PEAL_BUFFER_HOST, PEAL_BUFFER_CPU};
        struct hw *hw = *state;
        struct peal_buffer *buffer;
        uint8_t *zero = calloc(1, ROOM), *out = malloc(ROOM);
        size_t i;

        assert_true(zero != NULL && out != NULL);
        for (i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
                /* Dirty what a reused allocation would show. */
                buffer = hw_alloc(hw, ROOM, kinds[i]);
                OK(peal_fill(buffer, 0, ROOM, 0xff, 1));
                peal_buffer_free(buffer);
                buffer = hw_alloc(hw, ROOM, kinds[i] | PEAL_BUFFER_ZERO);
                memset(out, 1, ROOM);
                OK(peal_copy_out(out, buffer, 0, ROOM));
                SAME(out, zero, ROOM);
                peal_buffer_free(buffer);
        }
        free(zero);
        free(out);
}

static void mapped_memory_is_the_same_memory(void **state)
{
        enum { ROOM = 70001 };
        static const unsigned kinds[] = {PEAL_BUFFER_HOST, PEAL_BUFFER_CPU, PEAL_BUFFER_VIDEO,
                                         PEAL_BUFFER_HOST | PEAL_BUFFER_WRITE_COMBINED};
        struct hw *hw = *state;
        struct peal_buffer *buffer;
        uint8_t *in = malloc(ROOM), *out = malloc(ROOM);
        void *ptr, *again;
        size_t i;

        assert_true(in != NULL && out != NULL);
        for (i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
                buffer = hw_alloc(hw, ROOM, kinds[i]);
                OK(peal_buffer_map(buffer, &ptr));
                OK(peal_buffer_map(buffer, &again));
                assert_ptr_equal(ptr, again);
                peal_buffer_unmap(buffer);
                hw_fill_random(in, ROOM, i);
                memcpy(ptr, in, ROOM);
                OK(peal_copy_out(out, buffer, 0, ROOM));
                SAME(out, in, ROOM);
                hw_fill_random(in, ROOM, i + 10);
                OK(peal_copy_in(buffer, 0, in, ROOM));
                OK(peal_device_synchronize(hw->device, HW_TIMEOUT_NS));
                memcpy(out, ptr, ROOM);
                SAME(out, in, ROOM);
                peal_buffer_unmap(buffer);
                peal_buffer_free(buffer);
        }
        free(in);
        free(out);
}

static void own_pages_at_odd_offsets(void **state)
{
        enum { ROOM = 200000 };
        struct hw *hw = *state;
        struct peal_buffer *own = NULL, *video = hw_alloc(hw, ROOM, 0);
        uint8_t *memory = malloc(ROOM), *before = malloc(ROOM), *out = malloc(ROOM);
        uint64_t at, size_B, i;

        assert_true(memory != NULL && before != NULL && out != NULL);
        for (i = 0; i < 12; i++) {
                at = hw_random(1, i) % 9000;
                size_B = i == 0 ? 1 : hw_random(2, i) % (ROOM - 9000) + 1;
                hw_fill_random(memory, ROOM, i);
                memcpy(before, memory, ROOM);
                OK(peal_buffer_register(hw->device, memory + at, size_B, 0, &own));
                assert_int_equal(peal_buffer_size(own), size_B);
                OK(peal_copy(video, 3, own, 0, size_B > ROOM - 3 ? ROOM - 3 : size_B));
                OK(peal_copy_out(out, video, 3, size_B));
                SAME(out, memory + at, size_B);
                hw_fill_random(out, size_B, i + 50);
                OK(peal_copy_in(video, 3, out, size_B));
                OK(peal_copy(own, 0, video, 3, size_B));
                OK(peal_device_synchronize(hw->device, HW_TIMEOUT_NS));
                SAME(memory + at, out, size_B);
                memcpy(before + at, out, size_B);
                SAME(memory, before, ROOM);
                peal_buffer_free(own);
        }
        peal_buffer_free(video);
        free(memory);
        free(before);
        free(out);
}

/* A kernel reads and writes the process's own memory. */
static void kernel_uses_own_pages(void **state)
{
        enum { WORDS = 5000 };
        struct hw *hw = *state;
        struct peal_kernel *copy_words = hw_kernel(hw, "copy_words");
        uint32_t *memory = malloc((2 * WORDS + 3) * 4), *from = memory + 3, *to = from + WORDS;
        struct peal_buffer *a = NULL, *b = NULL;

        assert_non_null(memory);
        hw_fill_random(from, WORDS * 4, 6);
        memset(to, 0, WORDS * 4);
        OK(peal_buffer_register(hw->device, from, WORDS * 4, 0, &a));
        OK(peal_buffer_register(hw->device, to, WORDS * 4, 0, &b));
        OK(peal_launch(copy_words, PEAL_GRID((WORDS + 255) / 256), PEAL_BLOCK(256),
                       PEAL_ARGS(peal_buf(b), peal_buf(a), peal_u32(WORDS))));
        OK(peal_device_synchronize(hw->device, HW_TIMEOUT_NS));
        SAME(to, from, WORDS * 4);
        peal_buffer_free(a);
        peal_buffer_free(b);
        free(memory);
}

static void inline_writes(void **state)
{
        struct hw *hw = *state;
        struct peal_buffer *buffer = hw_alloc(hw, 8192, PEAL_BUFFER_ZERO);
        struct peal_queue *queue = NULL;
        uint8_t in[4096], want[8192] = {0}, got[8192];
        uint32_t size_B, at;
        int i;

        OK(peal_queue_create(hw->device, PEAL_QUEUE_COMPUTE, &queue));
        for (i = 0; i < 20; i++) {
                size_B = i == 0 ? 4096 : (uint32_t)(hw_random(1, (uint64_t)i) % 300 + 1);
                at = (uint32_t)(hw_random(2, (uint64_t)i) % (8192 - size_B));
                hw_fill_random(in, size_B, (uint64_t)i);
                memcpy(want + at, in, size_B);
                OK(peal_queue_write(queue, buffer, at, in, size_B));
        }
        OK(peal_queue_submit(queue));
        OK(peal_queue_synchronize(queue, HW_TIMEOUT_NS));
        OK(peal_copy_out(got, buffer, 0, sizeof(got)));
        SAME(got, want, sizeof(want));
        assert_int_equal(peal_queue_write(queue, buffer, 0, want, 4097), -EINVAL);
        assert_int_equal(peal_queue_submit(queue), -EINVAL);
        peal_queue_destroy(queue);
        peal_buffer_free(buffer);
}

static void addresses_are_reused(void **state)
{
        struct hw *hw = *state;
        uint64_t lowest = UINT64_MAX, highest = 0, va;
        struct peal_buffer *buffer;
        int i;

        for (i = 0; i < 600; i++) {
                buffer = hw_alloc(hw, 4 << 20, 0);
                va = peal_buffer_gpu_va(buffer);
                lowest = va < lowest ? va : lowest;
                highest = va > highest ? va : highest;
                peal_buffer_free(buffer);
        }
        assert_true(highest - lowest < 512ull << 20);
}

static void too_much_memory_is_refused(void **state)
{
        struct hw *hw = *state;
        struct peal_buffer *buffer = NULL;
        int r;

        r = peal_buffer_alloc(hw->device, hw->info.memory_B * 4, 0, &buffer);
        assert_int_equal(r, -ENOMEM);
        assert_true(strlen(peal_last_error()) > 0);
        r = peal_buffer_alloc(hw->device, UINT64_MAX, 0, &buffer);
        assert_true(r == -ENOMEM || r == -EINVAL);
        assert_int_equal(peal_buffer_alloc(hw->device, 0, 0, &buffer), -EINVAL);
        REFUSED(peal_buffer_alloc(hw->device, 16, 1u << 30, &buffer), EINVAL, "40000000");
        assert_int_equal(peal_buffer_register(hw->device, NULL, 16, 0, &buffer) < 0, 1);
        assert_null(buffer);
        /* And the device goes on. */
        buffer = hw_alloc(hw, 1 << 20, 0);
        OK(peal_fill(buffer, 0, 1 << 20, 1, 4));
        peal_buffer_free(buffer);
}

struct worker {
        struct hw *hw;
        unsigned index;
        int r, wrong;
};

static void *work(void *arg)
{
        enum { ROOM = 100000 };
        struct worker *worker = arg;
        struct peal_buffer *buffer = NULL;
        uint8_t *in = malloc(ROOM), *out = malloc(ROOM);
        int i;

        for (i = 0; in != NULL && out != NULL && i < 20 && worker->r == 0; i++) {
                hw_fill_random(in, ROOM, worker->index * 100u + (unsigned)i);
                worker->r = peal_buffer_alloc(worker->hw->device, ROOM, 0, &buffer);
                if (worker->r < 0)
                        break;
                worker->r = peal_copy_in(buffer, 0, in, ROOM);
                if (worker->r == 0)
                        worker->r = peal_copy_out(out, buffer, 0, ROOM);
                worker->wrong += worker->r == 0 && memcmp(in, out, ROOM) != 0;
                peal_buffer_free(buffer);
        }
        free(in);
        free(out);
        return NULL;
}

static void threads_share_a_device(void **state)
{
        struct worker workers[4];
        pthread_t threads[4];
        unsigned i;

        for (i = 0; i < 4; i++) {
                workers[i] = (struct worker){.hw = *state, .index = i};
                assert_int_equal(pthread_create(&threads[i], NULL, work, &workers[i]), 0);
        }
        for (i = 0; i < 4; i++)
                pthread_join(threads[i], NULL);
        for (i = 0; i < 4; i++) {
                assert_int_equal(workers[i].r, 0);
                assert_int_equal(workers[i].wrong, 0);
        }
}

static int group(void)
{
        const struct CMUnitTest tests[] = {
            cmocka_unit_test(copies_at_odd_sizes_and_offsets),
            cmocka_unit_test(copies_beyond_a_buffer_are_refused),
            cmocka_unit_test(copy_over_4_gib),
            cmocka_unit_test(fills_of_each_element_size),
            cmocka_unit_test(each_page_size_holds_its_data),
            cmocka_unit_test(zeroed_memory_is_zero),
            cmocka_unit_test(mapped_memory_is_the_same_memory),
            cmocka_unit_test(own_pages_at_odd_offsets),
            cmocka_unit_test(kernel_uses_own_pages),
            cmocka_unit_test(inline_writes),
            cmocka_unit_test(addresses_are_reused),
            cmocka_unit_test(too_much_memory_is_refused),
            cmocka_unit_test(threads_share_a_device),
        };

        return cmocka_run_group_tests_name("copy", tests, hw_setup, hw_teardown);
}

int main(void)
{
        return hw_main(group);
}
