/* SPDX-License-Identifier: MIT */
/* Methods, their words, headers and ring entries: against facts taken from the class
 * headers, and against words that libcuda sent. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>
#include "src/hw/class.h"
#include "src/hw/method.h"
#include "tests/unit/hw_facts_method.h"

#define COUNT(a) (sizeof(a) / sizeof(*(a)))

static void check_methods(const struct fact_method *facts, size_t n, const uint32_t *classes,
                          size_t class_count, bool part)
{
        for (size_t i = 0; i < n; i++)
                for (size_t c = 0; c < class_count; c++) {
                        bool has = facts[i].classes >> c & 1;
                        unsigned index = 99;
                        const char *name = peal_method_name(classes[c], facts[i].offset, &index);

                        if (has) {
                                assert_non_null(name);
                                assert_string_equal(name, facts[i].name);
                                assert_int_equal(index, 0);
                                if (!facts[i].stride) {
                                        assert_int_equal(
                                            peal_method_count(classes[c], facts[i].offset), 1);
                                        continue;
                                }
                                name = peal_method_name(classes[c],
                                                        facts[i].offset + facts[i].stride, &index);
                                assert_non_null(name);
                                assert_string_equal(name, facts[i].name);
                                assert_int_equal(index, 1);
                        } else if (!part && name) {
                                /* The offset may be another method's in this class. */
                                assert_string_not_equal(name, facts[i].name);
                        }
                }
}

static void methods_are_where_headers_say(void **state)
{
        (void)state;
        /* The channel headers from Hopper on name only part of their methods. */
        check_methods(fact_host_methods, COUNT(fact_host_methods), fact_host_classes,
                      COUNT(fact_host_classes), true);
        check_methods(fact_compute_methods, COUNT(fact_compute_methods), fact_compute_classes,
                      COUNT(fact_compute_classes), false);
        check_methods(fact_copy_methods, COUNT(fact_copy_methods), fact_copy_classes,
                      COUNT(fact_copy_classes), false);
}

/* The other way round: no method that no header names. */
static void no_method_is_invented(void **state)
{
        static const uint32_t classes[] = {BLACKWELL_CHANNEL_GPFIFO_B, BLACKWELL_COMPUTE_B,
                                           BLACKWELL_DMA_COPY_B,       TURING_CHANNEL_GPFIFO_A,
                                           TURING_COMPUTE_A,           TURING_DMA_COPY_A};

        (void)state;
        for (size_t c = 0; c < COUNT(classes); c++) {
                const struct fact_method *facts = c % 3 == 0   ? fact_host_methods
                                                  : c % 3 == 1 ? fact_compute_methods
                                                               : fact_copy_methods;
                size_t n = c % 3 == 0   ? COUNT(fact_host_methods)
                           : c % 3 == 1 ? COUNT(fact_compute_methods)
                                        : COUNT(fact_copy_methods);

                for (uint32_t m = 0; m < 0x5000; m++) {
                        unsigned index = 0;
                        const char *name = peal_method_name(classes[c], m, &index);
                        bool found = false;

                        assert_int_equal(!name, !peal_method_count(classes[c], m));
                        if (!name)
                                continue;
                        assert_true(m < PEAL_METHOD_LIMIT && m % 4 == 0);
                        for (size_t i = 0; i < n && !found; i++)
                                found = !strcmp(facts[i].name, name) &&
                                        facts[i].offset + index * facts[i].stride == m;
                        assert_true(found);
                }
        }
        assert_null(peal_method_name(0, 0, NULL));
        assert_null(peal_method_name(0x12c0, 0x2b4, NULL));
        assert_null(peal_method_name(NV20_SUBDEVICE_0, 0, NULL));
        assert_null(peal_method_name(TURING_COMPUTE_A, PEAL_COMPUTE_SEND_SIGNALING_PCAS2_B, NULL));
}

static void constants_keep_their_offsets(void **state)
{
        (void)state;
        assert_int_equal(PEAL_HOST_SEM_ADDR_LO, 0x5c);
        assert_int_equal(PEAL_HOST_SEM_EXECUTE, 0x6c);
        assert_int_equal(PEAL_HOST_WFI, 0x78);
        assert_int_equal(PEAL_HOST_NON_STALL_INTERRUPT, 0x20);
        assert_int_equal(PEAL_COMPUTE_SEND_PCAS_A, 0x2b4);
        assert_int_equal(PEAL_COMPUTE_SEND_SIGNALING_PCAS2_B, 0x2c0);
        assert_int_equal(PEAL_COMPUTE_INVALIDATE_SHADER_CACHES_NO_WFI, 0x1698);
        assert_int_equal(PEAL_COPY_LAUNCH_DMA, 0x300);
        assert_int_equal(PEAL_COPY_OFFSET_IN_UPPER, 0x400);
        assert_int_equal(PEAL_USERD_GP_GET, 0x88);
        assert_int_equal(PEAL_USERD_GP_PUT, 0x8c);
        assert_int_equal(PEAL_USERMODE_DOORBELL, 0x90);
}

/* ---- fields and values of words ---- */

struct field_row {
        const char *method, *field;
        unsigned hi, lo;
};
struct value_row {
        const char *method, *field, *value;
        uint32_t number;
};

#define HOST_FIELDS(NAME, suffix)    {#NAME, NULL, 0, 0}, PEAL_HOST_##NAME##_FIELDS(FIELD_ROW)
#define COMPUTE_FIELDS(NAME, suffix) {#NAME, NULL, 0, 0}, PEAL_COMPUTE_##NAME##_FIELDS(FIELD_ROW)
#define COPY_FIELDS(NAME, suffix)    {#NAME, NULL, 0, 0}, PEAL_COPY_##NAME##_FIELDS(FIELD_ROW)
/* A value row carries ROOM_METHOD; rows of fields follow the row that names their method. */
#define VALUE_ROW(METHOD, FIELD, NAME, num) {#METHOD, #FIELD, #NAME, num},
#define FIELD_ROW(member, NAME, hi, lo)     {NULL, #NAME, hi, lo},
static const struct field_row host_fields[] = {PEAL_HOST_WORDS(HOST_FIELDS)};
static const struct field_row compute_fields[] = {PEAL_COMPUTE_WORDS(COMPUTE_FIELDS)};
static const struct field_row copy_fields[] = {PEAL_COPY_WORDS(COPY_FIELDS)};

#define HOST_VALUES(NAME, suffix)    PEAL_HOST_##NAME##_VALUES(VALUE_ROW)
#define COMPUTE_VALUES(NAME, suffix) PEAL_COMPUTE_##NAME##_VALUES(VALUE_ROW)
#define COPY_VALUES(NAME, suffix)    PEAL_COPY_##NAME##_VALUES(VALUE_ROW)
static const struct value_row host_values[] = {PEAL_HOST_WORDS(HOST_VALUES)};
static const struct value_row compute_values[] = {PEAL_COMPUTE_WORDS(COMPUTE_VALUES)};
static const struct value_row copy_values[] = {PEAL_COPY_WORDS(COPY_VALUES)};

/* Every field of ours is one of the header's, at its lowest bit, and as wide as the
 * widest class makes it (two are kept narrower, see below). */
static void check_fields(const struct field_row *rows, size_t n, const struct fact_field *facts,
                         size_t fact_count)
{
        const char *method = NULL;
        size_t checked = 0;

        for (size_t i = 0; i < n; i++) {
                unsigned widest = 0;
                bool found = false;

                if (rows[i].method) {
                        method = rows[i].method;
                        continue;
                }
                for (size_t f = 0; f < fact_count; f++) {
                        if (strcmp(facts[f].method, method) ||
                            strcmp(facts[f].field, rows[i].field))
                                continue;
                        found = true;
                        assert_int_equal(facts[f].lo, rows[i].lo);
                        if (facts[f].hi > widest)
                                widest = facts[f].hi;
                }
                assert_true(found);
                checked++;
                /* Both overlap a field of a later class; the later meaning is kept. */
                if (!strcmp(rows[i].field, "VPRMODE"))
                        assert_int_equal(rows[i].hi, 22);
                else if (!strcmp(rows[i].field, "QMD_ADDRESS_SHIFTED8_UPPER"))
                        assert_int_equal(rows[i].hi, 8);
                else
                        assert_int_equal(rows[i].hi, widest);
        }
        assert_true(checked > 10);
}

static void check_values(const char *room, const struct value_row *rows, size_t n,
                         const struct fact_value *facts, size_t fact_count)
{
        for (size_t i = 0; i < n; i++) {
                bool found = false;

                assert_memory_equal(rows[i].method, room, strlen(room));
                for (size_t f = 0; f < fact_count && !found; f++)
                        found = !strcmp(facts[f].method, rows[i].method + strlen(room)) &&
                                !strcmp(facts[f].field, rows[i].field) &&
                                !strcmp(facts[f].value, rows[i].value) &&
                                facts[f].number == rows[i].number;
                if (!found)
                        fail_msg("%s %s %s %u is in no header", rows[i].method, rows[i].field,
                                 rows[i].value, rows[i].number);
        }
}

static void fields_are_where_headers_say(void **state)
{
        (void)state;
        check_fields(host_fields, COUNT(host_fields), fact_host_fields, COUNT(fact_host_fields));
        check_fields(compute_fields, COUNT(compute_fields), fact_compute_fields,
                     COUNT(fact_compute_fields));
        check_fields(copy_fields, COUNT(copy_fields), fact_copy_fields, COUNT(fact_copy_fields));
}

static void values_are_what_headers_say(void **state)
{
        (void)state;
        check_values("HOST_", host_values, COUNT(host_values), fact_host_values,
                     COUNT(fact_host_values));
        check_values("COMPUTE_", compute_values, COUNT(compute_values), fact_compute_values,
                     COUNT(fact_compute_values));
        check_values("COPY_", copy_values, COUNT(copy_values), fact_copy_values,
                     COUNT(fact_copy_values));
}

static void words_pack_and_unpack(void **state)
{
        struct peal_sem_execute x = {.operation = PEAL_HOST_SEM_EXECUTE_OPERATION_RELEASE,
                                     .release_wfi = 1,
                                     .payload_size = 1,
                                     .release_timestamp = 1};
        struct peal_sem_execute y = {.operation = 77};
        struct peal_copy_launch_dma launch;
        struct peal_compute_invalidate_shader_caches_no_wfi inv;
        uint32_t w = 0xdead;

        (void)state;
        assert_int_equal(peal_pack_sem_execute(x, &w), 0);
        assert_int_equal(w, 0x3100001);
        assert_int_equal(peal_unpack_sem_execute(w, &y), 0);
        assert_memory_equal(&x, &y, sizeof(x));

        /* A value too wide is refused and writes nothing; so is an undefined bit. */
        x.operation = 8;
        w = 0xdead;
        assert_int_equal(peal_pack_sem_execute(x, &w), -ERANGE);
        assert_int_equal(w, 0xdead);
        assert_int_equal(peal_unpack_sem_execute(1u << 3, &y), -EINVAL);
        assert_int_equal(y.operation, 1);

        assert_int_equal(peal_unpack_copy_launch_dma(0x182, &launch), 0);
        assert_int_equal(launch.data_transfer_type,
                         PEAL_COPY_LAUNCH_DMA_DATA_TRANSFER_TYPE_NON_PIPELINED);
        assert_int_equal(launch.src_memory_layout, PEAL_COPY_LAUNCH_DMA_SRC_MEMORY_LAYOUT_PITCH);
        assert_int_equal(launch.dst_memory_layout, PEAL_COPY_LAUNCH_DMA_DST_MEMORY_LAYOUT_PITCH);
        assert_int_equal(launch.semaphore_type, 0);
        assert_int_equal(launch.remap_enable, 0);

        assert_int_equal(peal_unpack_compute_invalidate_shader_caches_no_wfi(0x1011, &inv), 0);
        assert_true(inv.instruction && inv.global_data && inv.constant);
}

static void headers_pack_and_unpack(void **state)
{
        static const enum peal_sec_op ops[] = {PEAL_SEC_INC_METHOD, PEAL_SEC_NON_INC_METHOD,
                                               PEAL_SEC_IMMD_DATA_METHOD, PEAL_SEC_ONE_INC};
        struct peal_method_header h;
        uint32_t w;

        (void)state;
        /* Words that libcuda 580.159 sent. */
        assert_int_equal(peal_method_header_unpack(0x20050017, &h), 0);
        assert_int_equal(h.op, PEAL_SEC_INC_METHOD);
        assert_int_equal(h.count, 5);
        assert_int_equal(h.subch, 0);
        assert_int_equal(h.method, PEAL_HOST_SEM_ADDR_LO);
        assert_int_equal(peal_method_header_unpack(0x6060206d, &h), 0);
        assert_int_equal(h.op, PEAL_SEC_NON_INC_METHOD);
        assert_int_equal(h.count, 0x60);
        assert_int_equal(h.subch, 1);
        assert_int_equal(h.method, PEAL_COMPUTE_LOAD_INLINE_DATA);

        for (size_t i = 0; i < COUNT(ops); i++)
                for (uint32_t count = 0; count <= PEAL_METHOD_COUNT_MAX; count += 13)
                        for (uint32_t method = 0; method < PEAL_METHOD_LIMIT; method += 1028) {
                                struct peal_method_header a = {ops[i], count, method % 8, method};

                                assert_int_equal(peal_method_header_pack(a, &w), 0);
                                assert_int_equal(peal_method_header_unpack(w, &h), 0);
                                assert_memory_equal(&a, &h, sizeof(a));
                        }
        /* Every word that unpacks as one of the four packs back to itself. */
        for (uint32_t i = 0; i < 1u << 20; i++) {
                w = i * 4097u;
                if (peal_method_header_unpack(w, &h) || h.op == PEAL_SEC_GRP0 ||
                    h.op == PEAL_SEC_END_PB_SEGMENT)
                        continue;
                {
                        uint32_t again = 0;

                        assert_int_equal(peal_method_header_pack(h, &again), 0);
                        assert_int_equal(again, w);
                }
        }
        w = 0xdead;
        h = (struct peal_method_header){PEAL_SEC_INC_METHOD, 1, 0, 2};
        assert_int_equal(peal_method_header_pack(h, &w), -EINVAL);
        h = (struct peal_method_header){PEAL_SEC_INC_METHOD, 0x2000, 0, 0};
        assert_int_equal(peal_method_header_pack(h, &w), -ERANGE);
        h = (struct peal_method_header){PEAL_SEC_INC_METHOD, 1, 8, 0};
        assert_int_equal(peal_method_header_pack(h, &w), -ERANGE);
        h = (struct peal_method_header){PEAL_SEC_INC_METHOD, 1, 0, 0x4000};
        assert_int_equal(peal_method_header_pack(h, &w), -ERANGE);
        h = (struct peal_method_header){(enum peal_sec_op)2, 1, 0, 0};
        assert_int_equal(peal_method_header_pack(h, &w), -EINVAL);
        assert_int_equal(w, 0xdead);
        assert_int_equal(peal_method_header_unpack(2u << 29, &h), -EINVAL);
        assert_int_equal(peal_method_header_unpack(6u << 29, &h), -EINVAL);
        assert_int_equal(peal_method_header_unpack(1u << 16, &h), -EINVAL); /* sub-device mask */
        assert_int_equal(peal_method_header_unpack(0, &h), 0);
        assert_int_equal(h.count, 0);
}

static void ring_entries_pack_and_unpack(void **state)
{
        uint64_t e = 0, va = 0;
        uint32_t len = 0;

        (void)state;
        assert_int_equal(peal_gp_entry_pack(0x1000000040, 7, &e), 0);
        assert_true(e == (0x1000000040 | 7ull << 42));
        assert_int_equal(peal_gp_entry_unpack(e, &va, &len), 0);
        assert_true(va == 0x1000000040 && len == 7);
        assert_int_equal(peal_gp_entry_pack((1ull << 40) - 4, PEAL_GP_ENTRY_MAX_DW, &e), 0);
        assert_int_equal(peal_gp_entry_unpack(e, &va, &len), 0);
        assert_true(va == (1ull << 40) - 4 && len == PEAL_GP_ENTRY_MAX_DW);
        /* GP_ENTRY1_LEVEL and _SYNC leave the meaning. */
        assert_int_equal(peal_gp_entry_unpack(e | 1ull << 41 | 1ull << 63, &va, &len), 0);
        assert_true(va == (1ull << 40) - 4 && len == PEAL_GP_ENTRY_MAX_DW);

        assert_int_equal(peal_gp_entry_pack(2, 1, &e), -EINVAL);
        assert_int_equal(peal_gp_entry_pack(0x1000, 0, &e), -EINVAL);
        assert_int_equal(peal_gp_entry_pack(1ull << 40, 1, &e), -ERANGE);
        assert_int_equal(peal_gp_entry_pack(0x1000, PEAL_GP_ENTRY_MAX_DW + 1, &e), -ERANGE);
        assert_int_equal(peal_gp_entry_unpack(0, &va, &len), -EINVAL);
        assert_int_equal(peal_gp_entry_unpack(0x1001 | 1ull << 42, &va, &len), -EINVAL);
        assert_int_equal(peal_gp_entry_unpack(0x1000 | 1ull << 42 | 1ull << 40, &va, &len),
                         -EINVAL);
}

static void classes_have_names(void **state)
{
        (void)state;
        assert_string_equal(peal_class_name(0xcbc0), "HOPPER_COMPUTE_A");
        assert_string_equal(peal_class_name(0xc86f), "HOPPER_CHANNEL_GPFIFO_A");
        assert_string_equal(peal_class_name(0), "NV01_ROOT");
        assert_null(peal_class_name(0xffff));
}

int main(void)
{
        const struct CMUnitTest tests[] = {
            cmocka_unit_test(methods_are_where_headers_say),
            cmocka_unit_test(no_method_is_invented),
            cmocka_unit_test(constants_keep_their_offsets),
            cmocka_unit_test(fields_are_where_headers_say),
            cmocka_unit_test(values_are_what_headers_say),
            cmocka_unit_test(words_pack_and_unpack),
            cmocka_unit_test(headers_pack_and_unpack),
            cmocka_unit_test(ring_entries_pack_and_unpack),
            cmocka_unit_test(classes_have_names),
        };

        return cmocka_run_group_tests(tests, NULL, NULL);
}
