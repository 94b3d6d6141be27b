/* SPDX-License-Identifier: MIT */
/* Queue meta data: tables against the class headers' bit positions, encoder and decoder
 * against each other with random meanings, and against libcuda's recorded QMDs. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "src/hw/qmd.h"
#include "tests/unit/hw_facts_qmd.h"
#include "tests/unit/hw_recorded.h"

#define COUNT(a) (sizeof(a) / sizeof(*(a)))

static const struct {
        const struct peal_field *facts;
        size_t count;
        unsigned size_B;
        const char *name;
} versions[PEAL_QMD_VERSIONS] = {
    [PEAL_QMD_V02_03] = {fact_qmd_v02, COUNT(fact_qmd_v02), 256, "V02_03"},
    [PEAL_QMD_V03_00] = {fact_qmd_v03, COUNT(fact_qmd_v03), 256, "V03_00"},
    [PEAL_QMD_V04_00] = {fact_qmd_v04, COUNT(fact_qmd_v04), 384, "V04_00"},
    [PEAL_QMD_V05_00] = {fact_qmd_v05, COUNT(fact_qmd_v05), 384, "V05_00"},
};

static const struct peal_field *field_of(enum peal_qmd_version v, const char *name)
{
        size_t n;
        const struct peal_field *f = peal_qmd_fields(v, &n);

        for (size_t i = 0; i < n; i++)
                if (!strcmp(f[i].name, name))
                        return &f[i];
        return NULL;
}

/* V05_00 names the dependents' fields twice: DEPENDENT_QMD<i>_X is element i of
 * DEPENDENT_QMD_X. */
static const struct peal_field *field_or_element(enum peal_qmd_version v, const char *name,
                                                 unsigned *ret_i)
{
        const struct peal_field *f = field_of(v, name);
        char array[64];

        *ret_i = 0;
        if (f || v != PEAL_QMD_V05_00 || strncmp(name, "DEPENDENT_QMD", 13))
                return f;
        *ret_i = (unsigned)(name[13] - '0');
        snprintf(array, sizeof(array), "DEPENDENT_QMD%s", name + 14);
        return field_of(v, array);
}

static void tables_are_what_headers_say(void **state)
{
        (void)state;
        for (unsigned v = 0; v < PEAL_QMD_VERSIONS; v++) {
                size_t n, aliases = 0;
                const struct peal_field *f = peal_qmd_fields((enum peal_qmd_version)v, &n);

                for (size_t i = 0; i < versions[v].count; i++) {
                        const struct peal_field *want = &versions[v].facts[i];
                        unsigned e;
                        const struct peal_field *got =
                            field_or_element((enum peal_qmd_version)v, want->name, &e);

                        assert_non_null(got);
                        assert_int_equal(got->hi + e * got->stride, want->hi);
                        assert_int_equal(got->lo + e * got->stride, want->lo);
                        if (strcmp(got->name, want->name)) {
                                aliases++;
                                continue;
                        }
                        assert_int_equal(got->stride, want->stride);
                        assert_int_equal(got->count, want->count);
                }
                assert_int_equal(n + aliases, versions[v].count);
                for (size_t i = 1; i < n; i++)
                        assert_true(f[i].lo >= f[i - 1].lo);
                /* The encoder relies on it: no field crosses a word. */
                for (size_t i = 0; i < n; i++)
                        for (unsigned e = 0; e < f[i].count; e++)
                                assert_int_equal((f[i].hi + e * f[i].stride) / 32,
                                                 (f[i].lo + e * f[i].stride) / 32);
                assert_int_equal(peal_qmd_size_B((enum peal_qmd_version)v), versions[v].size_B);
                assert_string_equal(peal_qmd_version_name((enum peal_qmd_version)v),
                                    versions[v].name);
        }
        assert_int_equal(peal_qmd_size_B(PEAL_QMD_VERSIONS), 0);
        assert_null(peal_qmd_version_name(PEAL_QMD_VERSIONS));
}

/* ---- random meanings ---- */

static uint64_t seed = 0x9e3779b97f4a7c15;

static uint64_t rnd(unsigned bits)
{
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        return bits == 64 ? seed : seed & ((1ull << bits) - 1);
}

static struct peal_qmd_release random_release(enum peal_qmd_version v)
{
        unsigned address_bits = v >= PEAL_QMD_V04_00 ? 57 : 40;
        struct peal_qmd_release r = {
            .enable = rnd(1),
            .membar_sys = rnd(1),
            .payload_64 = v > PEAL_QMD_V02_03 && rnd(1),
            .reduction = rnd(1),
            .reduction_op = (uint8_t)rnd(3),
            .reduction_format = (uint8_t)rnd(1),
            .address = rnd(address_bits) & ~15ull,
        };

        r.timestamp = r.enable && rnd(1);
        r.payload = rnd(r.payload_64 ? 64 : 32);
        return r;
}

/* Any meaning that version @v can carry, in the form that the decoder gives back. */
static struct peal_qmd random_qmd(enum peal_qmd_version v)
{
        static const enum peal_qmd_membar membars[] = {PEAL_MEMBAR_NONE, PEAL_MEMBAR_SYS,
                                                       PEAL_MEMBAR_GPU};
        static const enum peal_qmd_action actions[] = {PEAL_QMD_INCREMENT_PUT, PEAL_QMD_SCHEDULE,
                                                       PEAL_QMD_INVALIDATE_COPY_SCHEDULE,
                                                       PEAL_QMD_DECREMENT_DEPENDENCE};
        bool v02 = v == PEAL_QMD_V02_03, v04 = v >= PEAL_QMD_V04_00, v05 = v == PEAL_QMD_V05_00;
        struct peal_qmd q;

        memset(&q, 0, sizeof(q));
        q.type = v04 ? (enum peal_qmd_type)(1 + rnd(8) % 3) : PEAL_QMD_GRID_CTA;
        q.group_id = (uint32_t)rnd(6);
        q.sass_version = (uint32_t)rnd(8);
        for (unsigned i = 0; i < 3; i++) {
                q.cluster[i] = q.type == PEAL_QMD_GRID_GPC_CGA ? 1 + (uint32_t)rnd(3) : 1;
                q.grid[i] = (uint32_t)rnd(i ? 16 : 28) * q.cluster[i];
                q.block[i] = (uint32_t)rnd(v05 && i == 2 ? 8 : 16);
        }
        q.program_address = rnd(v04 ? (v05 ? 53 : 57) : 49) & ~15ull;
        q.program_prefetch_B = (uint32_t)rnd(9) * 64;
        if (rnd(1)) {
                q.program_prefetch_address = rnd(49) & ~0xffull;
                if (q.program_prefetch_B &&
                    q.program_prefetch_address == (q.program_address & ~0xffull))
                        q.program_prefetch_address = 0;
        }
        /* The prefetch address has fewer bits than V04_00's program address. */
        if (q.program_prefetch_B && !q.program_prefetch_address)
                q.program_address &= (1ull << 49) - 1;
        q.register_count = (uint32_t)rnd(9);
        q.barrier_count = (uint32_t)rnd(5);
        q.shared_B = v05 ? (uint32_t)rnd(11) * 128 : (uint32_t)rnd(18);
        q.min_sm_config = (uint32_t)rnd(6);
        q.max_sm_config = (uint32_t)rnd(6);
        q.target_sm_config = (uint32_t)rnd(6);
        q.local_low_B = (uint32_t)(v05 ? rnd(16) * 16 : rnd(24));
        q.local_high_B = (uint32_t)(v05 ? rnd(16) * 16 : rnd(24));
        q.no_call_limit = rnd(1);
        q.sampler_via_header = rnd(1);
        q.sm_global_caching = !v04 && rnd(1);
        q.invalidate_texture_header = rnd(1);
        q.invalidate_texture_sampler = rnd(1);
        q.invalidate_texture_data = rnd(1);
        q.invalidate_shader_data = rnd(1);
        q.invalidate_instruction = rnd(1);
        q.invalidate_shader_constant = rnd(1);
        q.membar = membars[rnd(16) % 3];
        q.require_scheduling_pcas = rnd(1);
        if (!v02) {
                q.program_prefetch_post = rnd(1);
                q.self_copy_on_completion = rnd(1);
                q.dependence_counter = (uint32_t)rnd(16);
        }
        if (v04) {
                q.membar_task_chasing = rnd(1);
                q.cga_distribution_mode = (uint32_t)rnd(1);
                q.enable_program_pre_exit = rnd(1);
                q.pre_exit_at_last_cta_launch = rnd(1);
                q.arrive_at_latch = rnd(1);
                q.wait_on_latch = rnd(1);
                q.arrive_at_latch_id = (uint32_t)rnd(32);
                q.wait_on_latch_id = (uint32_t)rnd(32);
        }
        for (unsigned i = 0; i < PEAL_QMD_CBANKS; i++) {
                q.cbank[i].valid = rnd(1);
                q.cbank[i].invalidate = rnd(1);
                q.cbank[i].prefetch = v04   ? (enum peal_qmd_prefetch)(rnd(16) % 3)
                                      : v02 ? PEAL_QMD_PREFETCH_NONE
                                            : (enum peal_qmd_prefetch)(rnd(1) * 2);
                q.cbank[i].address = rnd(v04 ? 57 : 49) & (v04 ? ~63ull : ~15ull);
                q.cbank[i].size_B = (uint32_t)rnd(13) * 16;
        }
        for (unsigned i = 0; i < (v02 ? 2 : 3); i++)
                q.release[i] = random_release(v);
        if (v02) { /* one membar bit for both; a disabled release does not carry it */
                if (q.release[1].enable && q.release[0].enable)
                        q.release[1].membar_sys = q.release[0].membar_sys;
                else if (q.release[1].enable)
                        q.release[0].membar_sys = false;
                else
                        q.release[1].membar_sys = false;
        }
        for (unsigned i = 0; i < (v04 ? 2 : 1); i++) {
                struct peal_qmd_dependent *d = &q.dependent[i];

                d->enable = rnd(1);
                d->prefetch = !v02 && rnd(1);
                d->action = v02 ? (d->enable ? PEAL_QMD_SCHEDULE : (enum peal_qmd_action)0)
                                : actions[rnd(2)];
                d->address = rnd(32) << 8;
        }
        return q;
}

/* Member by member, since structures have padding. */
#define SAME(m)                                                                                    \
        do {                                                                                       \
                if (a->m != b->m)                                                                  \
                        fail_msg("%s differs", #m);                                                \
        } while (0)
static void same(const struct peal_qmd *a, const struct peal_qmd *b)
{
        SAME(type);
        SAME(group_id);
        SAME(sass_version);
        SAME(program_address);
        SAME(program_prefetch_B);
        SAME(program_prefetch_address);
        SAME(program_prefetch_post);
        for (unsigned i = 0; i < 3; i++) {
                SAME(grid[i]);
                SAME(block[i]);
                SAME(cluster[i]);
        }
        SAME(register_count);
        SAME(barrier_count);
        SAME(shared_B);
        SAME(min_sm_config);
        SAME(max_sm_config);
        SAME(target_sm_config);
        SAME(local_low_B);
        SAME(local_high_B);
        SAME(no_call_limit);
        SAME(sampler_via_header);
        SAME(sm_global_caching);
        SAME(invalidate_texture_header);
        SAME(invalidate_texture_sampler);
        SAME(invalidate_texture_data);
        SAME(invalidate_shader_data);
        SAME(invalidate_instruction);
        SAME(invalidate_shader_constant);
        SAME(membar);
        SAME(membar_task_chasing);
        SAME(require_scheduling_pcas);
        SAME(self_copy_on_completion);
        SAME(dependence_counter);
        SAME(cga_distribution_mode);
        SAME(enable_program_pre_exit);
        SAME(pre_exit_at_last_cta_launch);
        SAME(arrive_at_latch);
        SAME(wait_on_latch);
        SAME(arrive_at_latch_id);
        SAME(wait_on_latch_id);
        for (unsigned i = 0; i < PEAL_QMD_CBANKS; i++) {
                SAME(cbank[i].valid);
                SAME(cbank[i].invalidate);
                SAME(cbank[i].prefetch);
                SAME(cbank[i].address);
                SAME(cbank[i].size_B);
        }
        for (unsigned i = 0; i < 3; i++) {
                SAME(release[i].enable);
                SAME(release[i].timestamp);
                SAME(release[i].payload_64);
                SAME(release[i].membar_sys);
                SAME(release[i].reduction);
                SAME(release[i].reduction_op);
                SAME(release[i].reduction_format);
                SAME(release[i].address);
                SAME(release[i].payload);
        }
        for (unsigned i = 0; i < 2; i++) {
                SAME(dependent[i].enable);
                SAME(dependent[i].prefetch);
                SAME(dependent[i].action);
                SAME(dependent[i].address);
        }
}

static void decoder_recovers_what_encoder_wrote(void **state)
{
        (void)state;
        for (unsigned v = 0; v < PEAL_QMD_VERSIONS; v++)
                for (unsigned round = 0; round < 3000; round++) {
                        const struct peal_qmd q = random_qmd((enum peal_qmd_version)v);
                        struct peal_qmd back;
                        uint32_t words[PEAL_QMD_MAX_DW + 1];
                        const char *field = "none";

                        memset(words, 0xa5, sizeof(words));
                        if (peal_qmd_encode((enum peal_qmd_version)v, &q, words, &field))
                                fail_msg("%s: encoder refuses %s", versions[v].name, field);
                        assert_int_equal(words[versions[v].size_B / 4], 0xa5a5a5a5);
                        if (peal_qmd_decode((enum peal_qmd_version)v, words, &back, &field))
                                fail_msg("%s: decoder refuses %s", versions[v].name, field);
                        same(&q, &back);
                }
}

/* Every bit of an empty grid flipped: either the decoder takes it and encodes back the
 * same, or it names the field that the header gives the bit to. */
static void every_bit_is_carried_or_named(void **state)
{
        (void)state;
        for (unsigned v = 0; v < PEAL_QMD_VERSIONS; v++) {
                const struct peal_qmd q = {.type = PEAL_QMD_GRID_CTA};
                unsigned carried = 0, named = 0;
                uint32_t words[PEAL_QMD_MAX_DW], again[PEAL_QMD_MAX_DW];

                assert_int_equal(peal_qmd_encode((enum peal_qmd_version)v, &q, words, NULL), 0);
                for (unsigned b = 0; b < versions[v].size_B * 8; b++) {
                        const char *field = NULL;
                        struct peal_qmd back;
                        bool known = false, named_right = false;
                        int r;

                        words[b / 32] ^= 1u << b % 32;
                        r = peal_qmd_decode((enum peal_qmd_version)v, words, &back, &field);
                        if (!r) {
                                carried++;
                                assert_int_equal(
                                    peal_qmd_encode((enum peal_qmd_version)v, &back, again, NULL),
                                    0);
                                assert_memory_equal(words, again, versions[v].size_B);
                        } else {
                                named++;
                                assert_int_equal(r, -EINVAL);
                                assert_non_null(field);
                                for (size_t i = 0; i < versions[v].count; i++) {
                                        const struct peal_field *f = &versions[v].facts[i];

                                        for (unsigned e = 0; e < f->count; e++)
                                                if (b >= f->lo + e * f->stride &&
                                                    b <= f->hi + e * f->stride) {
                                                        known = true;
                                                        named_right |= !strcmp(f->name, field);
                                                }
                                }
                                /* Two bits change what another field must say, which is
                                 * then refused: V02_03's DEPENDENT_QMD_SCHEDULE_ENABLE
                                 * needs the type GRID, and CTA (2) with its lowest bit
                                 * becomes GPC_CGA (3), which needs a cluster. */
                                if (v == PEAL_QMD_V02_03 && b == 141)
                                        named_right = !strcmp(field, "DEPENDENT_QMD_TYPE");
                                if ((v == PEAL_QMD_V04_00 && b == 23) ||
                                    (v == PEAL_QMD_V05_00 && b == 151))
                                        named_right = !strcmp(field, "GPC_CGA_WIDTH");
                                if (known ? !named_right : strcmp(field, "undefined bit") != 0)
                                        fail_msg("%s bit %u: named %s", versions[v].name, b, field);
                        }
                        words[b / 32] ^= 1u << b % 32;
                }
                assert_true(carried > 400 && named > 400);
        }
}

/* ---- libcuda's own ---- */

static void recorded_qmds_decode_and_encode_to_the_same_words(void **state)
{
        (void)state;
        for (size_t i = 0; i < COUNT(recorded_qmds); i++) {
                struct peal_qmd q;
                uint32_t again[PEAL_QMD_MAX_DW];
                const char *field = "none";

                if (peal_qmd_decode(PEAL_QMD_V04_00, recorded_qmds[i].words, &q, &field))
                        fail_msg("%s: %s", recorded_qmds[i].name, field);
                assert_int_equal(peal_qmd_encode(PEAL_QMD_V04_00, &q, again, &field), 0);
                assert_memory_equal(again, recorded_qmds[i].words, sizeof(again));
        }
}

static const uint32_t *recorded(const char *name)
{
        for (size_t i = 0; i < COUNT(recorded_qmds); i++)
                if (!strcmp(recorded_qmds[i].name, name))
                        return recorded_qmds[i].words;
        fail();
        return NULL;
}

/* The launch that was recorded: saxpy, grid 0x2c1,5,3, block 0x60,2,1, 7 banks. */
static void recorded_launch_means_what_was_launched(void **state)
{
        struct peal_qmd q;

        (void)state;
        assert_int_equal(peal_qmd_decode(PEAL_QMD_V04_00, recorded("stream_2"), &q, NULL), 0);
        assert_int_equal(q.type, PEAL_QMD_GRID_CTA);
        assert_int_equal(q.grid[0], 0x2c1);
        assert_int_equal(q.grid[1], 5);
        assert_int_equal(q.grid[2], 3);
        assert_int_equal(q.block[0], 0x60);
        assert_int_equal(q.block[1], 2);
        assert_int_equal(q.block[2], 1);
        assert_int_equal(q.group_id, 0x3f);
        assert_int_equal(q.sass_version, 0x90);
        assert_int_equal(q.shared_B, 0x400);
        assert_int_equal(q.local_high_B, 0x640);
        assert_int_equal(q.register_count, 16);
        assert_int_equal(q.barrier_count, 1);
        assert_int_equal(q.membar, PEAL_MEMBAR_SYS);
        assert_true(q.program_address == 0x7efa437a0000);
        assert_true(q.program_prefetch_address == 0 && q.program_prefetch_B == 640);
        assert_true(q.cbank[0].valid && q.cbank[0].address == 0x7efa42590000);
        assert_int_equal(q.cbank[0].size_B, 0x300);
        assert_true(q.release[0].enable && !q.release[0].timestamp && !q.release[0].payload_64);
        assert_true(q.release[0].address == 0x204637ab4 && q.release[0].payload == 6);
        assert_true(q.dependent[0].enable && q.dependent[0].prefetch);
        assert_int_equal(q.dependent[0].action, PEAL_QMD_DECREMENT_DEPENDENCE);
        assert_true(q.dependent[0].address == 0x204e58800);
        assert_false(q.cbank[2].valid || q.release[1].enable || q.dependent[1].enable);

        assert_int_equal(peal_qmd_decode(PEAL_QMD_V04_00, recorded("graph_root"), &q, NULL), 0);
        assert_true(q.program_address == 0 && q.program_prefetch_address == 0x7efa437a0000);
        assert_true(q.program_prefetch_post);
        assert_int_equal(q.cbank[5].prefetch, PEAL_QMD_PREFETCH_POST);
        assert_int_equal(peal_qmd_decode(PEAL_QMD_V04_00, recorded("null_root"), &q, NULL), 0);
        assert_int_equal(q.type, PEAL_QMD_GRID_NULL);
        assert_int_equal(q.dependence_counter, 2);
}

/* ---- refusals ---- */

static void refuse(enum peal_qmd_version v, const struct peal_qmd *q, int want, const char *name)
{
        uint32_t words[PEAL_QMD_MAX_DW] = {0xdead};
        const char *field = NULL;

        assert_int_equal(peal_qmd_encode(v, q, words, &field), want);
        assert_non_null(field);
        assert_string_equal(field, name);
        assert_int_equal(words[0], 0xdead);
}

static void encoder_refuses_by_name(void **state)
{
        const struct peal_qmd base = {.type = PEAL_QMD_GRID_CTA};
        struct peal_qmd q;

        (void)state;
        q = base, q.register_count = 512;
        refuse(PEAL_QMD_V04_00, &q, -ERANGE, "REGISTER_COUNT");
        refuse(PEAL_QMD_V02_03, &q, -ERANGE, "REGISTER_COUNT_V");
        q = base, q.block[2] = 256;
        refuse(PEAL_QMD_V05_00, &q, -ERANGE, "CTA_THREAD_DIMENSION2");
        q = base, q.grid[1] = 65536;
        refuse(PEAL_QMD_V03_00, &q, -ERANGE, "CTA_RASTER_HEIGHT");
        refuse(PEAL_QMD_V05_00, &q, -ERANGE, "GRID_HEIGHT");
        q = base, q.shared_B = 100;
        refuse(PEAL_QMD_V05_00, &q, -EINVAL, "SHARED_MEMORY_SIZE_SHIFTED7");
        q = base, q.cbank[3].address = 0x1020;
        refuse(PEAL_QMD_V04_00, &q, -EINVAL, "CONSTANT_BUFFER_ADDR_LOWER_SHIFTED6");
        q.cbank[3].address = 0x1008;
        refuse(PEAL_QMD_V03_00, &q, -EINVAL, "CONSTANT_BUFFER_ADDR_LOWER");
        q = base, q.cbank[0].size_B = 8;
        refuse(PEAL_QMD_V04_00, &q, -EINVAL, "CONSTANT_BUFFER_SIZE_SHIFTED4");
        q = base, q.dependent[0].address = 0x1080;
        q.dependent[0].action = PEAL_QMD_SCHEDULE;
        refuse(PEAL_QMD_V04_00, &q, -EINVAL, "DEPENDENT_QMD0_POINTER");
        q.dependent[0].address = 1ull << 40;
        refuse(PEAL_QMD_V04_00, &q, -ERANGE, "DEPENDENT_QMD0_POINTER");
        q = base, q.dependent[0].action = (enum peal_qmd_action)2;
        refuse(PEAL_QMD_V04_00, &q, -EINVAL, "DEPENDENT_QMD_ACTION");
        q = base, q.dependent[1].enable = true;
        refuse(PEAL_QMD_V03_00, &q, -EINVAL, "DEPENDENT_QMD_ENABLE");
        q = base, q.membar = (enum peal_qmd_membar)2;
        refuse(PEAL_QMD_V04_00, &q, -EINVAL, "CWD_MEMBAR_TYPE");
        q = base, q.release[2].enable = true;
        refuse(PEAL_QMD_V02_03, &q, -EINVAL, "RELEASE_ENABLE");
        q = base, q.release[0].enable = q.release[0].payload_64 = true;
        refuse(PEAL_QMD_V02_03, &q, -EINVAL, "RELEASE_PAYLOAD64B");
        q.release[0].address = 0x1004;
        refuse(PEAL_QMD_V04_00, &q, -EINVAL, "RELEASE_SEMAPHORE0_ADDR_LOWER");
        q = base, q.release[0].payload = 1ull << 32;
        refuse(PEAL_QMD_V04_00, &q, -ERANGE, "RELEASE_SEMAPHORE0_PAYLOAD_UPPER");
        refuse(PEAL_QMD_V02_03, &q, -ERANGE, "RELEASE0_PAYLOAD");
        q = base, q.release[0].enable = q.release[1].enable = true;
        q.release[0].membar_sys = true;
        refuse(PEAL_QMD_V02_03, &q, -EINVAL, "RELEASE_MEMBAR_TYPE");
        q = base, q.sm_global_caching = true;
        refuse(PEAL_QMD_V04_00, &q, -EINVAL, "SM_GLOBAL_CACHING_ENABLE");
        q = base, q.program_prefetch_B = PEAL_QMD_PREFETCH_MAX_B + 64;
        refuse(PEAL_QMD_V04_00, &q, -ERANGE, "PROGRAM_PREFETCH_SIZE");
        q = base, q.program_prefetch_B = 65;
        refuse(PEAL_QMD_V04_00, &q, -EINVAL, "PROGRAM_PREFETCH_SIZE");
        q = base, q.type = (enum peal_qmd_type)0;
        refuse(PEAL_QMD_V04_00, &q, -EINVAL, "QMD_TYPE");
        q.type = PEAL_QMD_GRID_NULL;
        refuse(PEAL_QMD_V03_00, &q, -EINVAL, "QMD_TYPE");
        q = base, q.cluster[0] = 2, q.grid[0] = 4;
        refuse(PEAL_QMD_V04_00, &q, -EINVAL, "GPC_CGA_WIDTH");
        q.type = PEAL_QMD_GRID_GPC_CGA, q.cluster[1] = q.cluster[2] = 1, q.grid[0] = 5;
        refuse(PEAL_QMD_V04_00, &q, -EINVAL, "GRID_WIDTH");
        q.grid[0] = 4, q.cluster[2] = 0;
        refuse(PEAL_QMD_V04_00, &q, -EINVAL, "GPC_CGA_DEPTH");
        refuse(PEAL_QMD_VERSIONS, &base, -EINVAL, "QMD_MAJOR_VERSION");
}

static void decoder_refuses_another_version(void **state)
{
        const struct peal_qmd q = {.type = PEAL_QMD_GRID_CTA};
        uint32_t words[PEAL_QMD_MAX_DW] = {0};
        struct peal_qmd back;
        const char *field = NULL;

        (void)state;
        assert_int_equal(peal_qmd_encode(PEAL_QMD_V03_00, &q, words, NULL), 0);
        assert_int_equal(peal_qmd_decode(PEAL_QMD_V02_03, words, &back, &field), -EINVAL);
        assert_string_equal(field, "QMD_MAJOR_VERSION");
        memset(words, 0, sizeof(words));
        assert_int_equal(peal_qmd_decode(PEAL_QMD_V04_00, words, &back, &field), -EINVAL);
        assert_string_equal(field, "QMD_MAJOR_VERSION");
}

static void clusters_are_counted_as_clusters(void **state)
{
        const struct peal_qmd q = {
            .type = PEAL_QMD_GRID_GPC_CGA, .grid = {24, 6, 5}, .cluster = {4, 2, 1}};
        uint32_t words[PEAL_QMD_MAX_DW];
        struct peal_qmd back;

        (void)state;
        assert_int_equal(peal_qmd_encode(PEAL_QMD_V04_00, &q, words, NULL), 0);
        assert_int_equal(peal_bits_get(words, 1055, 1024), 6);
        assert_int_equal(peal_bits_get(words, 1071, 1056), 3);
        assert_int_equal(peal_bits_get(words, 1103, 1088), 5);
        assert_int_equal(peal_bits_get(words, 2149, 2144), 4);
        assert_int_equal(peal_bits_get(words, 2157, 2152), 2);
        assert_int_equal(peal_qmd_patch_grid(PEAL_QMD_V04_00, words, (uint32_t[]){8, 4, 7}), 0);
        assert_int_equal(peal_qmd_decode(PEAL_QMD_V04_00, words, &back, NULL), 0);
        assert_int_equal(back.grid[0], 8);
        assert_int_equal(back.grid[1], 4);
        assert_int_equal(back.grid[2], 7);
        assert_int_equal(peal_qmd_patch_grid(PEAL_QMD_V04_00, words, (uint32_t[]){9, 4, 7}),
                         -EINVAL);
        assert_int_equal(peal_bits_get(words, 1055, 1024), 2);
}

/* A patched QMD is the one that the encoder makes of the patched meaning. */
static void patches_equal_encoding_anew(void **state)
{
        (void)state;
        for (unsigned n = 0; n < 4 * 1000; n++) {
                enum peal_qmd_version v = (enum peal_qmd_version)(n % PEAL_QMD_VERSIONS);
                struct peal_qmd a = random_qmd(v), b = random_qmd(v);
                unsigned bank = (unsigned)rnd(3), d = v >= PEAL_QMD_V04_00 ? (unsigned)rnd(1) : 0;
                unsigned rel = (unsigned)rnd(1);
                uint32_t words[PEAL_QMD_MAX_DW], want[PEAL_QMD_MAX_DW];

                if (v == PEAL_QMD_V02_03) { /* the shared bit again */
                        a.release[!rel].enable = a.release[!rel].timestamp = false;
                        a.release[0].membar_sys = a.release[1].membar_sys = false;
                        b.release[rel].membar_sys = b.release[rel].enable && rnd(1);
                }
                assert_int_equal(peal_qmd_encode(v, &a, words, NULL), 0);
                for (unsigned i = 0; i < 3; i++) {
                        a.grid[i] = b.grid[i] / b.cluster[i] * a.cluster[i];
                        a.block[i] = b.block[i];
                }
                a.cbank[bank].valid = true;
                a.cbank[bank].address = b.cbank[bank].address;
                a.cbank[bank].size_B = b.cbank[bank].size_B;
                a.shared_B = b.shared_B;
                a.min_sm_config = b.min_sm_config;
                a.max_sm_config = b.max_sm_config;
                a.target_sm_config = b.target_sm_config;
                a.local_high_B = b.local_high_B;
                a.release[rel] = b.release[rel];
                a.dependent[d] = b.dependent[d];
                assert_int_equal(peal_qmd_patch_grid(v, words, a.grid), 0);
                assert_int_equal(peal_qmd_patch_block(v, words, a.block), 0);
                assert_int_equal(peal_qmd_patch_cbank(v, words, bank, a.cbank[bank].address,
                                                      a.cbank[bank].size_B),
                                 0);
                assert_int_equal(peal_qmd_patch_shared(v, words, a.shared_B, a.min_sm_config,
                                                       a.max_sm_config, a.target_sm_config),
                                 0);
                assert_int_equal(peal_qmd_patch_local(v, words, a.local_high_B), 0);
                assert_int_equal(peal_qmd_patch_release(v, words, rel, &a.release[rel]), 0);
                assert_int_equal(peal_qmd_patch_dependent(v, words, d, &a.dependent[d]), 0);
                assert_int_equal(peal_qmd_encode(v, &a, want, NULL), 0);
                assert_memory_equal(words, want, versions[v].size_B);
        }
}

static void refused_patches_write_nothing(void **state)
{
        const struct peal_qmd q = {.type = PEAL_QMD_GRID_CTA, .grid = {1, 2, 3}};
        const struct peal_qmd_release bad = {.enable = true, .address = 2};
        const struct peal_qmd_dependent far = {.action = PEAL_QMD_SCHEDULE, .address = 1ull << 40};
        uint32_t words[PEAL_QMD_MAX_DW], before[PEAL_QMD_MAX_DW];

        (void)state;
        for (unsigned v = 0; v < PEAL_QMD_VERSIONS; v++) {
                enum peal_qmd_version ver = (enum peal_qmd_version)v;

                assert_int_equal(peal_qmd_encode(ver, &q, words, NULL), 0);
                memcpy(before, words, sizeof(before));
                assert_int_equal(peal_qmd_patch_grid(ver, words, (uint32_t[]){7, 7, 65536}),
                                 -ERANGE);
                assert_int_equal(peal_qmd_patch_block(ver, words, (uint32_t[]){7, 65536, 1}),
                                 -ERANGE);
                assert_int_equal(peal_qmd_patch_cbank(ver, words, 8, 0x1000, 16), -EINVAL);
                assert_int_equal(peal_qmd_patch_cbank(ver, words, 1, 0x1000, 24), -EINVAL);
                assert_int_equal(peal_qmd_patch_cbank(ver, words, 1, 0x1001, 16), -EINVAL);
                assert_int_equal(peal_qmd_patch_cbank(ver, words, 1, 1ull << 58, 16), -ERANGE);
                assert_int_equal(peal_qmd_patch_shared(ver, words, 128, 1, 256, 1), -ERANGE);
                assert_int_equal(peal_qmd_patch_local(ver, words, 1u << 24), -ERANGE);
                assert_int_equal(peal_qmd_patch_release(ver, words, 0, &bad), -EINVAL);
                assert_int_equal(peal_qmd_patch_release(ver, words, 3, &q.release[0]), -EINVAL);
                assert_int_equal(peal_qmd_patch_dependent(ver, words, 0, &far), -ERANGE);
                assert_int_equal(peal_qmd_patch_dependent(ver, words, 2, &q.dependent[0]), -EINVAL);
                assert_memory_equal(words, before, versions[v].size_B);
        }
}

struct lines {
        unsigned count;
        bool grid, bank;
};

static void take_line(void *ctx, const char *line)
{
        struct lines *l = ctx;

        l->count++;
        l->grid |= !strcmp(line, "GRID_WIDTH 0x2c1");
        l->bank |= !strcmp(line, "CONSTANT_BUFFER_SIZE_SHIFTED4(7) 0x1000");
}

static void printer_names_what_is_set(void **state)
{
        struct lines l = {0};

        (void)state;
        peal_qmd_print(PEAL_QMD_V04_00, recorded("stream_2"), take_line, &l);
        assert_true(l.grid && l.bank);
        /* Fields that are not zero in the recording, counted with another decoder. */
        assert_int_equal(l.count, 67);
}

int main(void)
{
        const struct CMUnitTest tests[] = {
            cmocka_unit_test(tables_are_what_headers_say),
            cmocka_unit_test(decoder_recovers_what_encoder_wrote),
            cmocka_unit_test(every_bit_is_carried_or_named),
            cmocka_unit_test(recorded_qmds_decode_and_encode_to_the_same_words),
            cmocka_unit_test(recorded_launch_means_what_was_launched),
            cmocka_unit_test(encoder_refuses_by_name),
            cmocka_unit_test(decoder_refuses_another_version),
            cmocka_unit_test(clusters_are_counted_as_clusters),
            cmocka_unit_test(patches_equal_encoding_anew),
            cmocka_unit_test(refused_patches_write_nothing),
            cmocka_unit_test(printer_names_what_is_set),
        };

        return cmocka_run_group_tests(tests, NULL, NULL);
}
