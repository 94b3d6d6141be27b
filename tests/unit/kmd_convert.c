/* SPDX-License-Identifier: MIT */
/* Base structures to a release's layout and back. */
#include "kmd_facts.h"
#include <errno.h>

static _Alignas(8) unsigned char base[PEAL_ABI_MAX_WIRE_B], wire[PEAL_ABI_MAX_WIRE_B],
    back[PEAL_ABI_MAX_WIRE_B], again[PEAL_ABI_MAX_WIRE_B];

/* Every field alone: its bytes, and no others, come out where the release has it. */
static void each_field_alone(void **state)
{
        FILE *file = facts_open();
        struct fact fact;
        unsigned moved = 0, refused = 0;

        (void)state;
        while (facts_next(file, 'F', &fact)) {
                enum peal_abi_struct_id id = fact_struct(fact.name);
                unsigned long from[5];

                if (!fact_has(&fact, FACT_BASE))
                        continue;
                fact_numbers(&fact, FACT_BASE, from);
                for (int i = 0; i < FACT_RELEASES; i++) {
                        size_t wire_B = peal_abi_wire_size(&fact_abi[i], id);
                        size_t size_B = from[1] * from[2];
                        const char *lost = NULL;
                        unsigned long to[5];
                        int r;

                        if (wire_B == 0)
                                continue;
                        if (fact_has(&fact, i)) {
                                fact_numbers(&fact, i, to);
                                if (to[1] * to[2] < size_B)
                                        size_B = to[1] * to[2];
                        }
                        memset(base, 0, sizeof(base));
                        for (size_t k = 0; k < size_B; k++)
                                base[from[0] + k] = (unsigned char)(1 + k % 255);
                        memset(wire, 0xee, sizeof(wire));
                        r = peal_abi_to_wire(&fact_abi[i], id, base, wire, &lost);
                        if (!fact_has(&fact, i)) {
                                /* UVM knows these two by other means from 590 on. */
                                bool implied =
                                    strcmp(fact.name, "UVM_FREE_PARAMS") == 0 ||
                                    strcmp(fact.name, "UVM_UNREGISTER_CHANNEL_PARAMS") == 0;
                                /* The other name of bytes that the release does have. */
                                bool other = strcmp(fact.field, "gpuNameString.unicode") == 0;

                                if (other)
                                        continue;
                                assert_int_equal(r, implied ? 0 : -EOPNOTSUPP);
                                if (!implied)
                                        assert_non_null(lost);
                                refused++;
                                continue;
                        }
                        if (r != 0)
                                fail_msg("%s.%s to %s: %d, %s", fact.name, fact.field, fact_tags[i],
                                         r, lost ? lost : "");
                        for (size_t k = 0; k < wire_B; k++) {
                                unsigned char want = 0;

                                if (k >= to[0] && k < to[0] + size_B)
                                        want = (unsigned char)(1 + (k - to[0]) % 255);
                                if (wire[k] != want)
                                        fail_msg("%s.%s to %s: byte %zu is 0x%02x, not 0x%02x",
                                                 fact.name, fact.field, fact_tags[i], k, wire[k],
                                                 want);
                        }
                        assert_int_equal(wire[wire_B], 0xee);
                        memset(back, 0xee, sizeof(back));
                        peal_abi_from_wire(&fact_abi[i], id, wire, back);
                        assert_memory_equal(back, base, peal_abi_base_size(id));
                        assert_int_equal(back[peal_abi_base_size(id)], 0xee);
                        moved += to[0] != from[0];
                }
        }
        fclose(file);
        assert_true(moved > 50);
        assert_true(refused > 20);
}

/* What a release can carry survives the way there and back, however often. */
static void there_and_back(void **state)
{
        uint32_t x = 12345;

        (void)state;
        for (int i = 0; i < FACT_RELEASES; i++) {
                for (int n = 0; n < PEAL_ABI_STRUCT_COUNT; n++) {
                        enum peal_abi_struct_id id = (enum peal_abi_struct_id)n;
                        size_t base_B = peal_abi_base_size(id);
                        size_t wire_B = peal_abi_wire_size(&fact_abi[i], id);
                        const char *lost = NULL;
                        int r;

                        if (wire_B == 0)
                                continue;
                        for (size_t k = 0; k < base_B; k++) {
                                x = x * 1664525 + 1013904223;
                                base[k] = (unsigned char)(x >> 24);
                        }
                        r = peal_abi_to_wire(&fact_abi[i], id, base, wire, &lost);
                        assert_true(r == 0 || r == -EOPNOTSUPP);
                        assert_true((r == 0) == (lost == NULL));
                        if (i == FACT_BASE)
                                assert_int_equal(r, 0);
                        /* After a refusal the wire still holds the rest. */
                        peal_abi_from_wire(&fact_abi[i], id, wire, back);
                        lost = NULL;
                        r = peal_abi_to_wire(&fact_abi[i], id, back, again, &lost);
                        if (r != 0)
                                fail_msg("%s to %s: lost %s of its own", peal_abi_struct_name(id),
                                         fact_tags[i], lost);
                        assert_memory_equal(again, wire, wire_B);
                }
        }
}

static void the_lost_field_is_named(void **state)
{
        struct NVOS46_PARAMETERS map = {.hDma = 7, .flags2 = 1, .dmaOffset = 0x1000};
        struct NV_VASPACE_ALLOCATION_PARAMETERS space = {.pasid = 3};
        struct NV2080_CTRL_FB_GET_INFO_V2_PARAMS info = {.fbInfoListSize = 1};
        struct UVM_MAP_EXTERNAL_ALLOCATION_PARAMS external = {.gpuAttributesCount = 33};
        const char *lost = NULL;

        (void)state;
        assert_int_equal(
            peal_abi_to_wire(&fact_abi[2], PEAL_ABI_NVOS46_PARAMETERS, &map, wire, &lost),
            -EOPNOTSUPP);
        assert_string_equal(lost, "flags2");
        map.flags2 = 0;
        assert_int_equal(
            peal_abi_to_wire(&fact_abi[2], PEAL_ABI_NVOS46_PARAMETERS, &map, wire, &lost), 0);
        assert_int_equal(peal_abi_to_wire(&fact_abi[0], PEAL_ABI_NV_VASPACE_ALLOCATION_PARAMETERS,
                                          &space, wire, &lost),
                         -EOPNOTSUPP);
        assert_string_equal(lost, "pasid");
        /* An array's tail that the release hasn't. */
        info.fbInfoList[100].index = 5;
        assert_int_equal(peal_abi_to_wire(&fact_abi[0], PEAL_ABI_NV2080_CTRL_FB_GET_INFO_V2_PARAMS,
                                          &info, wire, &lost),
                         -EOPNOTSUPP);
        assert_string_equal(lost, "fbInfoList");
        external.perGpuAttributes[32].gpuMappingType = 1;
        assert_int_equal(peal_abi_to_wire(&fact_abi[0], PEAL_ABI_UVM_MAP_EXTERNAL_ALLOCATION_PARAMS,
                                          &external, wire, &lost),
                         -EOPNOTSUPP);
        assert_string_equal(lost, "perGpuAttributes");
        assert_int_equal(peal_abi_to_wire(&fact_abi[1], PEAL_ABI_UVM_MAP_EXTERNAL_ALLOCATION_PARAMS,
                                          &external, wire, &lost),
                         0);
        /* A structure that the release hasn't at all; no place for the name. */
        assert_int_equal(
            peal_abi_to_wire(&fact_abi[0], PEAL_ABI_nv_ioctl_wait_open_complete, base, wire, NULL),
            -EOPNOTSUPP);
}

int main(int argc, char **argv)
{
        const struct CMUnitTest tests[] = {
            cmocka_unit_test(each_field_alone),
            cmocka_unit_test(there_and_back),
            cmocka_unit_test(the_lost_field_is_named),
        };

        fact_path = argc > 1 ? argv[1] : "data/abi-facts.csv";
        return cmocka_run_group_tests(tests, facts_setup, NULL);
}
