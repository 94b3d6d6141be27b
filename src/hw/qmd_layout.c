/* SPDX-License-Identifier: MIT */
/* The versions' tables, and which of their fields means what in struct peal_qmd. */
#include <assert.h>
#include "src/hw/qmd_layout.h"
#include "src/hw/qmd_v02.h"
#include "src/hw/qmd_v03.h"
#include "src/hw/qmd_v04.h"
#include "src/hw/qmd_v05.h"

#define FIELD(NAME, hi, lo, stride, count) {#NAME, hi, lo, stride, count},
static const struct peal_field v02_fields[] = {PEAL_QMD_V02_03_FIELDS(FIELD)};
static const struct peal_field v03_fields[] = {PEAL_QMD_V03_00_FIELDS(FIELD)};
static const struct peal_field v04_fields[] = {PEAL_QMD_V04_00_FIELDS(FIELD)};
static const struct peal_field v05_fields[] = {PEAL_QMD_V05_00_FIELDS(FIELD)};

/* Positions as constants: V04_GRID_WIDTH_HI, _LO, _STRIDE. */
#define POS(V, NAME, hi, lo, stride)                                                               \
        V##_##NAME##_HI = hi, V##_##NAME##_LO = lo, V##_##NAME##_ST = stride,
#define POS02(NAME, hi, lo, stride, count) POS(V02, NAME, hi, lo, stride)
#define POS03(NAME, hi, lo, stride, count) POS(V03, NAME, hi, lo, stride)
#define POS04(NAME, hi, lo, stride, count) POS(V04, NAME, hi, lo, stride)
#define POS05(NAME, hi, lo, stride, count) POS(V05, NAME, hi, lo, stride)
enum { PEAL_QMD_V02_03_FIELDS(POS02) };
enum { PEAL_QMD_V03_00_FIELDS(POS03) };
enum { PEAL_QMD_V04_00_FIELDS(POS04) };
enum { PEAL_QMD_V05_00_FIELDS(POS05) };

/* Field NAME of version V, its value shifted right by @s; element i of an array; a
 * value in two fields. */
#define AT_I(V, NAME, s, i)                                                                        \
        {                                                                                          \
                .name = #NAME, .hi = V##_##NAME##_HI + (i)*V##_##NAME##_ST,                        \
                .lo = V##_##NAME##_LO + (i)*V##_##NAME##_ST, .stride = V##_##NAME##_ST,            \
                .shift = (s)                                                                       \
        }
#define AT_S(V, NAME, s) AT_I(V, NAME, s, 0)
#define AT(V, NAME)      AT_I(V, NAME, 0, 0)
#define PAIR(V, LOWER, UPPER, s)                                                                   \
        {                                                                                          \
                .name = #LOWER, .name_hi = #UPPER, .hi = V##_##LOWER##_HI, .lo = V##_##LOWER##_LO, \
                .hi2 = V##_##UPPER##_HI, .lo2 = V##_##UPPER##_LO, .stride = V##_##LOWER##_ST,      \
                .shift = (s)                                                                       \
        }

/* What V02_03 and V03_00 share, but for the positions. */
#define SHARED_BEFORE_V04(V)                                                                       \
        [QMD_GROUP_ID] = AT(V, QMD_GROUP_ID), [QMD_SASS_VERSION] = AT(V, SASS_VERSION),            \
        [QMD_PROGRAM_ADDRESS] = PAIR(V, PROGRAM_ADDRESS_LOWER, PROGRAM_ADDRESS_UPPER, 0),          \
        [QMD_REGISTER_COUNT] = AT(V, REGISTER_COUNT_V), [QMD_SHARED] = AT(V, SHARED_MEMORY_SIZE),  \
        [QMD_LOCAL_LOW] = AT(V, SHADER_LOCAL_MEMORY_LOW_SIZE),                                     \
        [QMD_LOCAL_HIGH] = AT(V, SHADER_LOCAL_MEMORY_HIGH_SIZE),                                   \
        [QMD_SM_GLOBAL_CACHING] = AT(V, SM_GLOBAL_CACHING_ENABLE),                                 \
        [QMD_MINOR] = AT(V, QMD_VERSION), [QMD_GRID_X] = AT(V, CTA_RASTER_WIDTH),                  \
        [QMD_GRID_Y] = AT(V, CTA_RASTER_HEIGHT), [QMD_GRID_Z] = AT(V, CTA_RASTER_DEPTH),           \
        [QMD_CBANK_ADDRESS] = PAIR(V, CONSTANT_BUFFER_ADDR_LOWER, CONSTANT_BUFFER_ADDR_UPPER, 0)

/* What V04_00 and V05_00 share, but for the positions. */
#define SHARED_FROM_V04(V)                                                                         \
        [QMD_GROUP_ID] = AT(V, QMD_GROUP_ID), [QMD_SASS_VERSION] = AT(V, SASS_VERSION),            \
        [QMD_REGISTER_COUNT] = AT(V, REGISTER_COUNT),                                              \
        [QMD_TASK_CHASING] = AT(V, CWD_MEMBAR_TASK_CHASING_ENABLE),                                \
        [QMD_CGA_MODE] = AT(V, CGA_CTA_DISTRIBUTION_MODE),                                         \
        [QMD_PRE_EXIT] = AT(V, ENABLE_PROGRAM_PRE_EXIT),                                           \
        [QMD_PRE_EXIT_LAST] = AT(V, PRE_EXIT_AT_LAST_CTA_LAUNCH),                                  \
        [QMD_ARRIVE_LATCH] = AT(V, ARRIVE_AT_LATCH_VALID),                                         \
        [QMD_WAIT_LATCH] = AT(V, WAIT_ON_LATCH_VALID),                                             \
        [QMD_ARRIVE_LATCH_ID] = AT(V, ARRIVE_AT_LATCH_ID),                                         \
        [QMD_WAIT_LATCH_ID] = AT(V, WAIT_ON_LATCH_ID), [QMD_MINOR] = AT(V, QMD_MINOR_VERSION),     \
        [QMD_TYPE] = AT(V, QMD_TYPE), [QMD_GRID_X] = AT(V, GRID_WIDTH),                            \
        [QMD_GRID_Y] = AT(V, GRID_HEIGHT), [QMD_GRID_Z] = AT(V, GRID_DEPTH),                       \
        [QMD_CLUSTER_X] = AT(V, GPC_CGA_WIDTH), [QMD_CLUSTER_Y] = AT(V, GPC_CGA_HEIGHT),           \
        [QMD_CLUSTER_Z] = AT(V, GPC_CGA_DEPTH),                                                    \
        [QMD_CBANK_PREFETCH] = AT(V, CONSTANT_BUFFER_PREFETCH),                                    \
        [QMD_CBANK_ADDRESS] =                                                                      \
            PAIR(V, CONSTANT_BUFFER_ADDR_LOWER_SHIFTED6, CONSTANT_BUFFER_ADDR_UPPER_SHIFTED6, 6),  \
        RELEASE_FROM_V04(V, 0), RELEASE_FROM_V04(V, 1), RELEASE_FROM_V04(V, 2)

/* All versions. */
#define SHARED(V)                                                                                  \
        [QMD_BLOCK_X] = AT(V, CTA_THREAD_DIMENSION0),                                              \
        [QMD_BLOCK_Y] = AT(V, CTA_THREAD_DIMENSION1),                                              \
        [QMD_BLOCK_Z] = AT(V, CTA_THREAD_DIMENSION2),                                              \
        [QMD_PREFETCH_SIZE] = AT_S(V, PROGRAM_PREFETCH_SIZE, 6),                                   \
        [QMD_BARRIER_COUNT] = AT(V, BARRIER_COUNT),                                                \
        [QMD_MIN_CONFIG] = AT(V, MIN_SM_CONFIG_SHARED_MEM_SIZE),                                   \
        [QMD_MAX_CONFIG] = AT(V, MAX_SM_CONFIG_SHARED_MEM_SIZE),                                   \
        [QMD_TARGET_CONFIG] = AT(V, TARGET_SM_CONFIG_SHARED_MEM_SIZE),                             \
        [QMD_NO_CALL_LIMIT] = AT(V, API_VISIBLE_CALL_LIMIT),                                       \
        [QMD_SAMPLER_VIA_HEADER] = AT(V, SAMPLER_INDEX),                                           \
        [QMD_INVALIDATE_TEXTURE_HEADER] = AT(V, INVALIDATE_TEXTURE_HEADER_CACHE),                  \
        [QMD_INVALIDATE_TEXTURE_SAMPLER] = AT(V, INVALIDATE_TEXTURE_SAMPLER_CACHE),                \
        [QMD_INVALIDATE_TEXTURE_DATA] = AT(V, INVALIDATE_TEXTURE_DATA_CACHE),                      \
        [QMD_INVALIDATE_SHADER_DATA] = AT(V, INVALIDATE_SHADER_DATA_CACHE),                        \
        [QMD_INVALIDATE_INSTRUCTION] = AT(V, INVALIDATE_INSTRUCTION_CACHE),                        \
        [QMD_INVALIDATE_SHADER_CONSTANT] = AT(V, INVALIDATE_SHADER_CONSTANT_CACHE),                \
        [QMD_MEMBAR] = AT(V, CWD_MEMBAR_TYPE),                                                     \
        [QMD_REQUIRE_PCAS] = AT(V, REQUIRE_SCHEDULING_PCAS),                                       \
        [QMD_MAJOR] = AT(V, QMD_MAJOR_VERSION),                                                    \
        [QMD_PREFETCH_ADDRESS] =                                                                   \
            PAIR(V, PROGRAM_PREFETCH_ADDR_LOWER_SHIFTED, PROGRAM_PREFETCH_ADDR_UPPER_SHIFTED, 8),  \
        [QMD_CBANK_VALID] = AT(V, CONSTANT_BUFFER_VALID),                                          \
        [QMD_CBANK_INVALIDATE] = AT(V, CONSTANT_BUFFER_INVALIDATE),                                \
        [QMD_CBANK_SIZE] = AT_S(V, CONSTANT_BUFFER_SIZE_SHIFTED4, 4)

/* From V03_00 on. */
#define SHARED_FROM_V03(V)                                                                         \
        [QMD_PREFETCH_POST] = AT(V, PROGRAM_PREFETCH_TYPE),                                        \
        [QMD_SELF_COPY] = AT(V, SELF_COPY_ON_COMPLETION),                                          \
        [QMD_DEPENDENCE_COUNTER] = AT(V, DEPENDENCE_COUNTER)

#define RELEASE_V02(V, i)                                                                          \
        [QMD_RELEASE##i +                                                                          \
            QMD_R_ENABLE] = AT(V, SEMAPHORE_RELEASE_ENABLE##i),                                    \
            [QMD_RELEASE##i + QMD_R_STRUCTURE] = AT(V, RELEASE##i##_STRUCTURE_SIZE),               \
            [QMD_RELEASE##i + QMD_R_MEMBAR] = AT(V, RELEASE_MEMBAR_TYPE),                          \
            [QMD_RELEASE##i + QMD_R_RED_ENABLE] = AT(V, RELEASE##i##_REDUCTION_ENABLE),            \
            [QMD_RELEASE##i + QMD_R_RED_OP] = AT(V, RELEASE##i##_REDUCTION_OP),                    \
            [QMD_RELEASE##i + QMD_R_RED_FORMAT] = AT(V, RELEASE##i##_REDUCTION_FORMAT),            \
            [QMD_RELEASE##i + QMD_R_ADDRESS] =                                                     \
                PAIR(V, RELEASE##i##_ADDRESS_LOWER, RELEASE##i##_ADDRESS_UPPER, 0),                \
            [QMD_RELEASE##i + QMD_R_PAYLOAD] = AT(V, RELEASE##i##_PAYLOAD)

#define RELEASE_V03(V, i)                                                                          \
        [QMD_RELEASE##i +                                                                          \
            QMD_R_ENABLE] = AT(V, RELEASE##i##_ENABLE),                                            \
            [QMD_RELEASE##i + QMD_R_STRUCTURE] = AT(V, RELEASE##i##_STRUCTURE_SIZE),               \
            [QMD_RELEASE##i + QMD_R_MEMBAR] = AT(V, RELEASE##i##_MEMBAR_TYPE),                     \
            [QMD_RELEASE##i + QMD_R_PAYLOAD64] = AT(V, RELEASE##i##_PAYLOAD64B),                   \
            [QMD_RELEASE##i + QMD_R_RED_ENABLE] = AT(V, RELEASE##i##_REDUCTION_ENABLE),            \
            [QMD_RELEASE##i + QMD_R_RED_OP] = AT(V, RELEASE##i##_REDUCTION_OP),                    \
            [QMD_RELEASE##i + QMD_R_RED_FORMAT] = AT(V, RELEASE##i##_REDUCTION_FORMAT),            \
            [QMD_RELEASE##i + QMD_R_ADDRESS] =                                                     \
                PAIR(V, RELEASE##i##_ADDRESS_LOWER, RELEASE##i##_ADDRESS_UPPER, 0),                \
            [QMD_RELEASE##i + QMD_R_PAYLOAD] =                                                     \
                PAIR(V, RELEASE##i##_PAYLOAD_LOWER, RELEASE##i##_PAYLOAD_UPPER, 0)

#define RELEASE_FROM_V04(V, i)                                                                     \
        [QMD_RELEASE##i +                                                                          \
            QMD_R_ENABLE] = AT_I(V, RELEASE_ENABLE, 0, i),                                         \
            [QMD_RELEASE##i + QMD_R_STRUCTURE] = AT_I(V, RELEASE_STRUCTURE_SIZE, 0, i),            \
            [QMD_RELEASE##i + QMD_R_MEMBAR] = AT_I(V, RELEASE_MEMBAR_TYPE, 0, i),                  \
            [QMD_RELEASE##i + QMD_R_PAYLOAD64] = AT_I(V, RELEASE_PAYLOAD64B, 0, i),                \
            [QMD_RELEASE##i + QMD_R_RED_ENABLE] = AT_I(V, RELEASE_REDUCTION_ENABLE, 0, i),         \
            [QMD_RELEASE##i + QMD_R_RED_OP] = AT_I(V, RELEASE_REDUCTION_OP, 0, i),                 \
            [QMD_RELEASE##i + QMD_R_RED_FORMAT] = AT_I(V, RELEASE_REDUCTION_FORMAT, 0, i),         \
            [QMD_RELEASE##i + QMD_R_ADDRESS] =                                                     \
                PAIR(V, RELEASE_SEMAPHORE##i##_ADDR_LOWER, RELEASE_SEMAPHORE##i##_ADDR_UPPER, 0),  \
            [QMD_RELEASE##i + QMD_R_PAYLOAD] = PAIR(V, RELEASE_SEMAPHORE##i##_PAYLOAD_LOWER,       \
                                                    RELEASE_SEMAPHORE##i##_PAYLOAD_UPPER, 0)

#define DEPENDENT_V03(V, i)                                                                        \
        [QMD_DEPENDENT##i +                                                                        \
            QMD_D_ENABLE] = AT(V, DEPENDENT_QMD##i##_ENABLE),                                      \
            [QMD_DEPENDENT##i + QMD_D_ACTION] = AT(V, DEPENDENT_QMD##i##_ACTION),                  \
            [QMD_DEPENDENT##i + QMD_D_PREFETCH] = AT(V, DEPENDENT_QMD##i##_PREFETCH),              \
            [QMD_DEPENDENT##i + QMD_D_POINTER] = AT_S(V, DEPENDENT_QMD##i##_POINTER, 8)

#define DEPENDENT_ARRAY(V, i)                                                                      \
        [QMD_DEPENDENT##i +                                                                        \
            QMD_D_ENABLE] = AT_I(V, DEPENDENT_QMD_ENABLE, 0, i),                                   \
            [QMD_DEPENDENT##i + QMD_D_ACTION] = AT_I(V, DEPENDENT_QMD_ACTION, 0, i),               \
            [QMD_DEPENDENT##i + QMD_D_PREFETCH] = AT_I(V, DEPENDENT_QMD_PREFETCH, 0, i)

#define TABLE(name) .fields = name, .field_count = sizeof(name) / sizeof(*(name))

static const struct qmd_layout layouts[PEAL_QMD_VERSIONS] = {
    [PEAL_QMD_V02_03] =
        {
            .name = "V02_03",
            TABLE(v02_fields),
            .size_B = 256,
            .major = 2,
            .minor = 3,
            .releases = 2,
            .dependents = 1,
            .cbank_align_B = 16,
            .slot = {SHARED(V02), SHARED_BEFORE_V04(V02), RELEASE_V02(V02, 0), RELEASE_V02(V02, 1),
                     [QMD_DEPENDENT0 + QMD_D_ENABLE] = AT(V02, DEPENDENT_QMD_SCHEDULE_ENABLE),
                     [QMD_DEPENDENT0 + QMD_D_TYPE] = AT(V02, DEPENDENT_QMD_TYPE),
                     [QMD_DEPENDENT0 + QMD_D_POINTER] = AT_S(V02, DEPENDENT_QMD_POINTER, 8)},
        },
    [PEAL_QMD_V03_00] =
        {
            .name = "V03_00",
            TABLE(v03_fields),
            .size_B = 256,
            .major = 3,
            .minor = 0,
            .releases = 3,
            .dependents = 1, /* no header names a pointer of the second */
            .cbank_align_B = 16,
            /* PREFETCH_POST is one bit: value 2 of the later enumeration. */
            .slot = {SHARED(V03), SHARED_BEFORE_V04(V03), SHARED_FROM_V03(V03), RELEASE_V03(V03, 0),
                     RELEASE_V03(V03, 1), RELEASE_V03(V03, 2), DEPENDENT_V03(V03, 0),
                     [QMD_CBANK_PREFETCH] = AT_S(V03, CONSTANT_BUFFER_PREFETCH_POST, 1)},
        },
    [PEAL_QMD_V04_00] =
        {
            .name = "V04_00",
            TABLE(v04_fields),
            .size_B = 384,
            .major = 4,
            .minor = 0,
            .releases = 3,
            .dependents = 2,
            .cbank_align_B = 64,
            .slot = {SHARED(V04), SHARED_FROM_V03(V04), SHARED_FROM_V04(V04),
                     DEPENDENT_ARRAY(V04, 0), DEPENDENT_ARRAY(V04, 1),
                     [QMD_PROGRAM_ADDRESS] =
                         PAIR(V04, PROGRAM_ADDRESS_LOWER, PROGRAM_ADDRESS_UPPER, 0),
                     [QMD_SHARED] = AT(V04, SHARED_MEMORY_SIZE),
                     [QMD_LOCAL_LOW] = AT(V04, SHADER_LOCAL_MEMORY_LOW_SIZE),
                     [QMD_LOCAL_HIGH] = AT(V04, SHADER_LOCAL_MEMORY_HIGH_SIZE),
                     [QMD_DEPENDENT0 + QMD_D_POINTER] = AT_S(V04, DEPENDENT_QMD0_POINTER, 8),
                     [QMD_DEPENDENT1 + QMD_D_POINTER] = AT_S(V04, DEPENDENT_QMD1_POINTER, 8)},
        },
    [PEAL_QMD_V05_00] =
        {
            .name = "V05_00",
            TABLE(v05_fields),
            .size_B = 384,
            .major = 5,
            .minor = 0,
            .releases = 3,
            .dependents = 2,
            .cbank_align_B = 64,
            .slot = {SHARED(V05), SHARED_FROM_V03(V05), SHARED_FROM_V04(V05),
                     DEPENDENT_ARRAY(V05, 0), DEPENDENT_ARRAY(V05, 1),
                     [QMD_PROGRAM_ADDRESS] = PAIR(V05, PROGRAM_ADDRESS_LOWER_SHIFTED4,
                                                  PROGRAM_ADDRESS_UPPER_SHIFTED4, 4),
                     [QMD_SHARED] = AT_S(V05, SHARED_MEMORY_SIZE_SHIFTED7, 7),
                     [QMD_LOCAL_LOW] = AT_S(V05, SHADER_LOCAL_MEMORY_LOW_SIZE_SHIFTED4, 4),
                     [QMD_LOCAL_HIGH] = AT_S(V05, SHADER_LOCAL_MEMORY_HIGH_SIZE_SHIFTED4, 4),
                     [QMD_DEPENDENT0 + QMD_D_POINTER] = AT_I(V05, DEPENDENT_QMD_POINTER, 8, 0),
                     [QMD_DEPENDENT1 + QMD_D_POINTER] = AT_I(V05, DEPENDENT_QMD_POINTER, 8, 1)},
        },
};

static_assert(QMD_RELEASE1 - QMD_RELEASE0 >= (int)QMD_R_SLOTS, "release slots overlap");

const struct qmd_layout *qmd_layout_of(enum peal_qmd_version version)
{
        return (unsigned)version < PEAL_QMD_VERSIONS ? &layouts[version] : NULL;
}

unsigned peal_qmd_size_B(enum peal_qmd_version version)
{
        const struct qmd_layout *l = qmd_layout_of(version);

        return l ? l->size_B : 0;
}

const char *peal_qmd_version_name(enum peal_qmd_version version)
{
        const struct qmd_layout *l = qmd_layout_of(version);

        return l ? l->name : NULL;
}

const struct peal_field *peal_qmd_fields(enum peal_qmd_version version, size_t *ret_count)
{
        const struct qmd_layout *l = qmd_layout_of(version);

        *ret_count = l ? l->field_count : 0;
        return l ? l->fields : NULL;
}
