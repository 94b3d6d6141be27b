/* SPDX-License-Identifier: MIT */
/* Where each version keeps what struct peal_qmd says: private to qmd*.c. */
#ifndef PEAL_HW_QMD_LAYOUT_H
#define PEAL_HW_QMD_LAYOUT_H

#include "src/hw/qmd.h"

/* One value: name NULL when the version has no such field. The field holds value >>
 * shift; the bits shifted out must be zero. Element i of an array lies i * stride
 * further. A value may lie in two fields, of which the first fills a word and the
 * second (name_hi) holds the rest. */
struct qmd_slot {
        const char *name, *name_hi;
        uint16_t hi, lo;
        uint16_t hi2, lo2;
        uint8_t stride, shift;
};

/* Values that are one scalar member of struct peal_qmd. */
#define QMD_SCALARS(S)                                                                             \
        S(GROUP_ID, group_id)                                                                      \
        S(SASS_VERSION, sass_version)                                                              \
        S(BLOCK_X, block[0])                                                                       \
        S(BLOCK_Y, block[1])                                                                       \
        S(BLOCK_Z, block[2])                                                                       \
        S(PROGRAM_ADDRESS, program_address)                                                        \
        S(PREFETCH_SIZE, program_prefetch_B)                                                       \
        S(PREFETCH_POST, program_prefetch_post)                                                    \
        S(REGISTER_COUNT, register_count)                                                          \
        S(BARRIER_COUNT, barrier_count)                                                            \
        S(SHARED, shared_B)                                                                        \
        S(MIN_CONFIG, min_sm_config)                                                               \
        S(MAX_CONFIG, max_sm_config)                                                               \
        S(TARGET_CONFIG, target_sm_config)                                                         \
        S(LOCAL_LOW, local_low_B)                                                                  \
        S(LOCAL_HIGH, local_high_B)                                                                \
        S(NO_CALL_LIMIT, no_call_limit)                                                            \
        S(SAMPLER_VIA_HEADER, sampler_via_header)                                                  \
        S(SM_GLOBAL_CACHING, sm_global_caching)                                                    \
        S(INVALIDATE_TEXTURE_HEADER, invalidate_texture_header)                                    \
        S(INVALIDATE_TEXTURE_SAMPLER, invalidate_texture_sampler)                                  \
        S(INVALIDATE_TEXTURE_DATA, invalidate_texture_data)                                        \
        S(INVALIDATE_SHADER_DATA, invalidate_shader_data)                                          \
        S(INVALIDATE_INSTRUCTION, invalidate_instruction)                                          \
        S(INVALIDATE_SHADER_CONSTANT, invalidate_shader_constant)                                  \
        S(MEMBAR, membar)                                                                          \
        S(TASK_CHASING, membar_task_chasing)                                                       \
        S(REQUIRE_PCAS, require_scheduling_pcas)                                                   \
        S(SELF_COPY, self_copy_on_completion)                                                      \
        S(DEPENDENCE_COUNTER, dependence_counter)                                                  \
        S(CGA_MODE, cga_distribution_mode)                                                         \
        S(PRE_EXIT, enable_program_pre_exit)                                                       \
        S(PRE_EXIT_LAST, pre_exit_at_last_cta_launch)                                              \
        S(ARRIVE_LATCH, arrive_at_latch)                                                           \
        S(WAIT_LATCH, wait_on_latch)                                                               \
        S(ARRIVE_LATCH_ID, arrive_at_latch_id)                                                     \
        S(WAIT_LATCH_ID, wait_on_latch_id)

#define QMD_SLOT_ENUM(ID, member) QMD_##ID,
enum qmd_slot_id {
        QMD_SCALARS(QMD_SLOT_ENUM) QMD_SCALAR_COUNT,
        QMD_MAJOR = QMD_SCALAR_COUNT,
        QMD_MINOR,
        QMD_TYPE,
        QMD_GRID_X,
        QMD_GRID_Y,
        QMD_GRID_Z,
        QMD_CLUSTER_X,
        QMD_CLUSTER_Y,
        QMD_CLUSTER_Z,
        QMD_PREFETCH_ADDRESS,
        QMD_CBANK_VALID,
        QMD_CBANK_INVALIDATE,
        QMD_CBANK_PREFETCH,
        QMD_CBANK_ADDRESS,
        QMD_CBANK_SIZE,
        QMD_RELEASE0,
        QMD_RELEASE1 = QMD_RELEASE0 + 10,
        QMD_RELEASE2 = QMD_RELEASE1 + 10,
        QMD_DEPENDENT0 = QMD_RELEASE2 + 10,
        QMD_DEPENDENT1 = QMD_DEPENDENT0 + 5,
        QMD_SLOTS = QMD_DEPENDENT1 + 5
};
#undef QMD_SLOT_ENUM

/* Added to QMD_RELEASE<i>. */
enum qmd_release_slot {
        QMD_R_ENABLE,
        QMD_R_STRUCTURE,
        QMD_R_MEMBAR,
        QMD_R_PAYLOAD64,
        QMD_R_RED_ENABLE,
        QMD_R_RED_OP,
        QMD_R_RED_FORMAT,
        QMD_R_ADDRESS,
        QMD_R_PAYLOAD,
        QMD_R_SLOTS
};
/* Added to QMD_DEPENDENT<i>. TYPE is V02_03's and must say GRID. */
enum qmd_dependent_slot { QMD_D_ENABLE, QMD_D_ACTION, QMD_D_PREFETCH, QMD_D_POINTER, QMD_D_TYPE };

struct qmd_layout {
        const char *name;
        const struct peal_field *fields;
        size_t field_count;
        unsigned size_B, major, minor, releases, dependents, cbank_align_B;
        struct qmd_slot slot[QMD_SLOTS];
};

/* NULL for an unknown version. */
const struct qmd_layout *qmd_layout_of(enum peal_qmd_version version);
/* A grid's size in clusters; -EINVAL and the axis at fault when it does not divide. */
int qmd_grid_units(const uint32_t cluster[3], const uint32_t grid[3], uint32_t ret_units[3],
                   unsigned *ret_axis);

/* No field of any version crosses a word, so the general loop of field.h is not needed. */
static inline uint32_t qmd_word_get(const uint32_t *words, unsigned hi, unsigned lo)
{
        return words[lo / 32] >> lo % 32 & ((2u << (hi - lo)) - 1);
}

static inline void qmd_word_put(uint32_t *words, unsigned hi, unsigned lo, uint32_t v)
{
        uint32_t mask = ((2u << (hi - lo)) - 1) << lo % 32;

        words[lo / 32] = (words[lo / 32] & ~mask) | v << lo % 32;
}

static inline uint64_t qmd_slot_get(const uint32_t *words, const struct qmd_slot *s, unsigned i)
{
        unsigned d = i * s->stride;
        uint64_t v = qmd_word_get(words, s->hi + d, s->lo + d);

        if (s->name_hi)
                v |= (uint64_t)qmd_word_get(words, s->hi2 + d, s->lo2 + d) << 32;
        return v << s->shift;
}

/* -EINVAL: absent and wanted, or misaligned; -ERANGE: too wide. */
static inline int qmd_slot_check(const struct qmd_slot *s, uint64_t v)
{
        unsigned width;

        if (!s->name)
                return v ? -EINVAL : 0;
        width = s->hi - s->lo + 1u + (s->name_hi ? s->hi2 - s->lo2 + 1u : 0) + s->shift;
        if (v & ((1ull << s->shift) - 1))
                return -EINVAL;
        return width < 64 && v >> width ? -ERANGE : 0;
}

/* After qmd_slot_check(). */
static inline void qmd_slot_put(uint32_t *words, const struct qmd_slot *s, unsigned i, uint64_t v)
{
        unsigned d = i * s->stride;

        if (!s->name)
                return;
        v >>= s->shift;
        if (s->name_hi) { /* whose lower half fills a word */
                qmd_word_put(words, s->hi2 + d, s->lo2 + d, (uint32_t)(v >> 32));
                v = (uint32_t)v;
        }
        qmd_word_put(words, s->hi + d, s->lo + d, (uint32_t)v);
}

#endif
