/* SPDX-License-Identifier: MIT */
/* Sizes, offsets and numbers of the ABI in six releases, against facts read from
 * each release's headers. */
#include "kmd_facts.h"
#include <errno.h>

static void structure_sizes(void **state)
{
        FILE *file = facts_open();
        struct fact fact;
        unsigned seen = 0;

        (void)state;
        while (facts_next(file, 'S', &fact)) {
                enum peal_abi_struct_id id = fact_struct(fact.name);

                for (int i = 0; i < FACT_RELEASES; i++) {
                        size_t want = fact_has(&fact, i) ? strtoul(fact.value[i], NULL, 0) : 0;

                        if (peal_abi_wire_size(&fact_abi[i], id) != want)
                                fail_msg("%s in %s: %zu bytes, not %zu", fact.name, fact_tags[i],
                                         peal_abi_wire_size(&fact_abi[i], id), want);
                        if (i == FACT_BASE)
                                assert_int_equal(peal_abi_base_size(id), want);
                }
                seen++;
        }
        fclose(file);
        assert_int_equal(seen, PEAL_ABI_STRUCT_COUNT);
}

/* Where the base array is the shorter one, a field ends where the base's does. */
static size_t shorter(const struct fact *fact, const unsigned long n[5])
{
        unsigned long base[5];
        size_t size_B = n[1] * n[2];

        fact_numbers(fact, FACT_BASE, base);
        return size_B < base[1] * base[2] ? size_B : base[1] * base[2];
}

static void check_field(const struct fact *fact, int release, enum peal_abi_struct_id id)
{
        unsigned long n[5];
        size_t offset = 0, size_B = 0;
        int count, r = peal_abi_field(&fact_abi[release], id, fact->field, &offset, &size_B);

        if (!fact_has(fact, release)) {
                /* A name that the base hasn't either may be a structure's there. And this
                 * one is another name of bytes that 595 kept. */
                if (r == 0 && fact_has(fact, FACT_BASE) &&
                    strcmp(fact->field, "gpuNameString.unicode") != 0)
                        fail_msg("%s.%s in %s: should not be there", fact->name, fact->field,
                                 fact_tags[release]);
                return;
        }
        if (!fact_has(fact, FACT_BASE)) {
                assert_int_equal(r, -ENOENT);
                return;
        }
        count = fact_numbers(fact, release, n);
        if (r != 0 || offset != n[0] || size_B != shorter(fact, n))
                fail_msg("%s.%s in %s: %d, %zu bytes at %zu, not %lu at %lu", fact->name,
                         fact->field, fact_tags[release], r, size_B, offset, n[1] * n[2], n[0]);
        if (count == 5) { /* an element further on */
                const char *tail = strstr(fact->field, "[]");
                char field[128];

                snprintf(field, sizeof(field), "%.*s[1]%s", (int)(tail - fact->field), fact->field,
                         tail + 2);
                assert_int_equal(peal_abi_field(&fact_abi[release], id, field, &offset, &size_B),
                                 0);
                assert_int_equal(offset, n[0] + n[3]);
        }
}

static void field_offsets(void **state)
{
        FILE *file = facts_open();
        struct fact fact;
        unsigned seen = 0;

        (void)state;
        while (facts_next(file, 'F', &fact)) {
                enum peal_abi_struct_id id = fact_struct(fact.name);

                for (int i = 0; i < FACT_RELEASES; i++)
                        check_field(&fact, i, id);
                seen++;
        }
        fclose(file);
        assert_true(seen > 800);
}

static void controls(void **state)
{
        FILE *file = facts_open();
        struct fact fact;
        unsigned seen = 0;

        (void)state;
        for (; facts_next(file, 'C', &fact); seen++) {
                for (int i = 0; i < FACT_RELEASES; i++) {
                        enum peal_abi_struct_id id;
                        unsigned long n[5];

                        if (!fact_has(&fact, i))
                                continue;
                        fact_numbers(&fact, i, n);
                        if (peal_abi_control_struct((uint32_t)n[0], &id) != 0)
                                fail_msg("%s (0x%lx): no structure", fact.name, n[0]);
                        if (peal_abi_wire_size(&fact_abi[i], id) != n[1])
                                fail_msg("%s in %s: %zu bytes, not %lu", fact.name, fact_tags[i],
                                         peal_abi_wire_size(&fact_abi[i], id), n[1]);
                }
        }
        fclose(file);
        assert_true(seen > 90);
}

static void class_parameters(void **state)
{
        FILE *file = facts_open();
        struct fact fact;
        unsigned seen = 0;

        (void)state;
        for (; facts_next(file, 'A', &fact); seen++) {
                for (int i = 0; i < FACT_RELEASES; i++) {
                        enum peal_abi_struct_id id;
                        unsigned long n[5];

                        if (!fact_has(&fact, i))
                                continue;
                        fact_numbers(&fact, i, n);
                        assert_int_equal(peal_abi_class_struct((uint32_t)n[0], &id), 0);
                        if (peal_abi_wire_size(&fact_abi[i], id) != n[1])
                                fail_msg("%s in %s: %zu bytes, not %lu", fact.name, fact_tags[i],
                                         peal_abi_wire_size(&fact_abi[i], id), n[1]);
                }
        }
        fclose(file);
        assert_true(seen > 50);
}

static void uvm_commands(void **state)
{
        static const struct {
                uint32_t request;
                enum peal_abi_struct_id id;
        } rows[] = {
#define ROW(name, request, type) {request, PEAL_ABI_##type},
            PEAL_ABI_UVM_CALLS(ROW)
#undef ROW
        };
        FILE *file = facts_open();
        struct fact fact;
        unsigned seen = 0;

        (void)state;
        for (; facts_next(file, 'U', &fact); seen++) {
                for (int i = 0; i < FACT_RELEASES; i++) {
                        unsigned long n[5];
                        size_t k;

                        if (!fact_has(&fact, i))
                                continue;
                        fact_numbers(&fact, i, n);
                        for (k = 0; k < sizeof(rows) / sizeof(rows[0]); k++) {
                                if (rows[k].request == n[0])
                                        break;
                        }
                        assert_true(k < sizeof(rows) / sizeof(rows[0]));
                        assert_int_equal(peal_abi_wire_size(&fact_abi[i], rows[k].id), n[1]);
                        assert_string_equal(peal_uvm_command_name((uint32_t)n[0]), fact.name);
                }
        }
        fclose(file);
        assert_int_equal(seen, sizeof(rows) / sizeof(rows[0]));
}

static void escape_numbers(void **state)
{
        FILE *file = facts_open();
        struct fact fact;
        unsigned seen = 0;

        (void)state;
        for (; facts_next(file, 'E', &fact); seen++) {
                for (int i = 0; i < FACT_RELEASES; i++) {
                        if (fact_has(&fact, i))
                                assert_string_equal(
                                    peal_rm_escape_name((uint32_t)strtoul(fact.value[i], NULL, 0)),
                                    fact.name);
                }
        }
        fclose(file);
        assert_true(seen > 30);
}

static void status_numbers(void **state)
{
        FILE *file = facts_open();
        struct fact fact;
        unsigned seen = 0;

        (void)state;
        for (; facts_next(file, 'N', &fact); seen++) {
                for (int i = 0; i < FACT_RELEASES; i++) {
                        const char *name;

                        if (!fact_has(&fact, i))
                                continue;
                        name = peal_abi_status_name(&fact_abi[i],
                                                    (uint32_t)strtoul(fact.value[i], NULL, 0));
                        if (!name || strcmp(name, fact.name) != 0)
                                fail_msg("status %s in %s is %s, not %s", fact.value[i],
                                         fact_tags[i], name ? name : "nothing", fact.name);
                }
        }
        fclose(file);
        assert_true(seen > 140);
}

/* 575 lies between two tables; its own differences, from the headers of 575.64.05. */
static void release_575(void **state)
{
        struct peal_abi abi;
        size_t offset, size_B;

        (void)state;
        assert_int_equal(peal_abi_select("575.64.05", &abi), 0);
        assert_int_equal(abi.table->major, 575);
        assert_int_equal(peal_abi_wire_size(&abi, PEAL_ABI_NVOS46_PARAMETERS), 56);
        assert_int_equal(peal_abi_wire_size(&abi, PEAL_ABI_NVOS47_PARAMETERS), 48);
        assert_int_equal(peal_abi_wire_size(&abi, PEAL_ABI_NVA06C_CTRL_GPFIFO_SCHEDULE_PARAMS), 3);
        assert_int_equal(peal_abi_wire_size(&abi, PEAL_ABI_NVA06F_CTRL_GPFIFO_SCHEDULE_PARAMS), 3);
        assert_int_equal(peal_abi_wire_size(&abi, PEAL_ABI_NV2080_CTRL_GPU_GET_INFO_V2_PARAMS),
                         532);
        assert_int_equal(peal_abi_wire_size(&abi, PEAL_ABI_NV0080_CTRL_GPU_GET_CLASSLIST_V2_PARAMS),
                         404);
        assert_int_equal(peal_abi_wire_size(&abi, PEAL_ABI_NV_VASPACE_ALLOCATION_PARAMETERS), 48);
        assert_int_equal(peal_abi_wire_size(&abi, PEAL_ABI_NV_CHANNEL_ALLOC_PARAMS), 368);
        assert_int_equal(peal_abi_wire_size(&abi, PEAL_ABI_NV2080_CTRL_FB_GET_INFO_V2_PARAMS), 460);
        assert_int_equal(
            peal_abi_wire_size(&abi, PEAL_ABI_NV2080_CTRL_GR_GET_GLOBAL_SM_ORDER_PARAMS), 7192);
        assert_int_equal(peal_abi_field(&abi, PEAL_ABI_NV2080_CTRL_GR_GET_GLOBAL_SM_ORDER_PARAMS,
                                        "globalSmId[2].ugpuId", &offset, &size_B),
                         0);
        assert_int_equal(offset, 2 * 14 + 12);
        assert_int_equal(peal_abi_field(&abi, PEAL_ABI_NV2080_CTRL_GR_GET_GLOBAL_SM_ORDER_PARAMS,
                                        "numTpc", &offset, &size_B),
                         0);
        assert_int_equal(offset, 512 * 14 + 2);
        assert_int_equal(peal_abi_field(&abi, PEAL_ABI_NV2080_CTRL_GR_GET_GLOBAL_SM_ORDER_PARAMS,
                                        "globalSmId[].virtualTpcId", &offset, &size_B),
                         -ENOENT);
}

static void odd_field_names(void **state)
{
        static const char *const names[] = {"",
                                            "nothing",
                                            "[0]",
                                            "linkInfo[64].linkState",
                                            "linkInfo[",
                                            "linkInfo[99999999].linkState",
                                            "linkInfo[x].linkState",
                                            "enabledLinkMask[0].x"};
        size_t offset, size_B;

        (void)state;
        for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
                assert_int_equal(
                    peal_abi_field(&fact_abi[FACT_BASE],
                                   PEAL_ABI_NV2080_CTRL_CMD_NVLINK_GET_NVLINK_STATUS_PARAMS,
                                   names[i], &offset, &size_B),
                    -ENOENT);
}

int main(int argc, char **argv)
{
        const struct CMUnitTest tests[] = {
            cmocka_unit_test(structure_sizes), cmocka_unit_test(field_offsets),
            cmocka_unit_test(controls),        cmocka_unit_test(class_parameters),
            cmocka_unit_test(uvm_commands),    cmocka_unit_test(escape_numbers),
            cmocka_unit_test(status_numbers),  cmocka_unit_test(release_575),
            cmocka_unit_test(odd_field_names),
        };

        fact_path = argc > 1 ? argv[1] : "data/abi-facts.csv";
        return cmocka_run_group_tests(tests, facts_setup, NULL);
}
