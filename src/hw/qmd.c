/* SPDX-License-Identifier: MIT */
/* Encoder, decoder and printer of queue meta data, driven by the versions' layouts. */
#include <stdio.h>
#include <string.h>
#include "src/hw/qmd_layout.h"

#define SCALAR(ID, member)                                                                         \
        {offsetof(struct peal_qmd, member), sizeof(((struct peal_qmd *)0)->member)},
static const struct {
        uint16_t offset;
        uint8_t size;
} scalars[QMD_SCALAR_COUNT] = {QMD_SCALARS(SCALAR)};

static uint64_t scalar_get(const struct peal_qmd *q, unsigned id)
{
        const unsigned char *at = (const unsigned char *)q + scalars[id].offset;
        uint64_t v64;
        uint32_t v32;

        switch (scalars[id].size) {
        case 1:
                return *(const bool *)at;
        case 4:
                memcpy(&v32, at, 4);
                return v32;
        default:
                memcpy(&v64, at, 8);
                return v64;
        }
}

static void scalar_set(struct peal_qmd *q, unsigned id, uint64_t v)
{
        unsigned char *at = (unsigned char *)q + scalars[id].offset;
        uint32_t v32 = (uint32_t)v;

        switch (scalars[id].size) {
        case 1:
                *(bool *)at = v != 0;
                break;
        case 4:
                memcpy(at, &v32, 4);
                break;
        default:
                memcpy(at, &v, 8);
        }
}

/* The vendor's name of slot @id, taken from another version where @l has none. */
static const char *slot_name(const struct qmd_layout *l, unsigned id)
{
        static const enum peal_qmd_version others[] = {PEAL_QMD_V05_00, PEAL_QMD_V03_00,
                                                       PEAL_QMD_V02_03};

        for (size_t i = 0; !l->slot[id].name && i < sizeof(others) / sizeof(*others); i++)
                if (qmd_layout_of(others[i])->slot[id].name)
                        return qmd_layout_of(others[i])->slot[id].name;
        return l->slot[id].name ? l->slot[id].name : "no such field";
}

/* The first failure of a series of puts: what went wrong, and where. @words NULL: only
 * check. */
struct put {
        const struct qmd_layout *l;
        uint32_t *words;
        int err;
        const char *field;
};

static void put_fail(struct put *p, unsigned id, int err)
{
        if (p->err)
                return;
        p->err = err;
        p->field = slot_name(p->l, id);
}

static void put_i(struct put *p, unsigned id, unsigned i, uint64_t v)
{
        int r = qmd_slot_check(&p->l->slot[id], v);

        if (r)
                put_fail(p, id, r);
        else if (!p->err && p->words)
                qmd_slot_put(p->words, &p->l->slot[id], i, v);
}

static void put(struct put *p, unsigned id, uint64_t v)
{
        put_i(p, id, 0, v);
}

int qmd_grid_units(const uint32_t cluster[3], const uint32_t grid[3], uint32_t ret_units[3],
                   unsigned *ret_axis)
{
        for (unsigned i = 0; i < 3; i++) {
                *ret_axis = i;
                if (!cluster[i] || grid[i] % cluster[i])
                        return -EINVAL;
                ret_units[i] = grid[i] / cluster[i];
        }
        return 0;
}

static void put_grid(struct put *p, const struct peal_qmd *q)
{
        static const uint32_t ones[3] = {1, 1, 1};
        bool clusters = q->type == PEAL_QMD_GRID_GPC_CGA;
        uint32_t units[3];
        unsigned axis;

        switch (q->type) {
        case PEAL_QMD_GRID_CTA:
                if (p->l->slot[QMD_TYPE].name)
                        put(p, QMD_TYPE, q->type);
                break;
        case PEAL_QMD_GRID_NULL:
        case PEAL_QMD_GRID_GPC_CGA:
                put(p, QMD_TYPE, q->type);
                break;
        default:
                put_fail(p, QMD_TYPE, -EINVAL);
        }
        for (unsigned i = 0; i < 3; i++) {
                if (clusters)
                        put(p, QMD_CLUSTER_X + i, q->cluster[i]);
                else if (q->cluster[i] > 1)
                        put_fail(p, QMD_CLUSTER_X + i, -EINVAL);
        }
        if (qmd_grid_units(clusters ? q->cluster : ones, q->grid, units, &axis)) {
                put_fail(p, q->cluster[axis] ? QMD_GRID_X + axis : QMD_CLUSTER_X + axis, -EINVAL);
                return;
        }
        for (unsigned i = 0; i < 3; i++)
                put(p, QMD_GRID_X + i, units[i]);
}

/* RELEASE_STRUCTURE_SIZE: SEMAPHORE_FOUR_WORDS 0, ONE_WORD 1, TWO_WORDS 2. */
static unsigned structure_of(const struct peal_qmd_release *r)
{
        if (!r->enable || r->timestamp)
                return 0;
        return r->payload_64 ? 2 : 1;
}

/* V02_03 has one RELEASE_MEMBAR_TYPE for both releases. */
static bool membar_shared(const struct qmd_layout *l)
{
        return l->slot[QMD_RELEASE0 + QMD_R_MEMBAR].lo == l->slot[QMD_RELEASE1 + QMD_R_MEMBAR].lo;
}

static void put_release(struct put *p, unsigned i, const struct peal_qmd_release *r)
{
        static const unsigned bases[3] = {QMD_RELEASE0, QMD_RELEASE1, QMD_RELEASE2};
        unsigned base = bases[i], structure = structure_of(r);
        uint64_t align = structure == 0 ? 16 : structure == 2 ? 8 : 4;

        put(p, base + QMD_R_ENABLE, r->enable);
        put(p, base + QMD_R_PAYLOAD64, r->payload_64);
        put(p, base + QMD_R_STRUCTURE, structure);
        put(p, base + QMD_R_RED_ENABLE, r->reduction);
        put(p, base + QMD_R_RED_OP, r->reduction_op);
        put(p, base + QMD_R_RED_FORMAT, r->reduction_format);
        put(p, base + QMD_R_ADDRESS, r->address);
        put(p, base + QMD_R_PAYLOAD, r->payload); /* V02_03: 32 bits, refused here */
        if (r->enable && r->address & (align - 1))
                put_fail(p, base + QMD_R_ADDRESS, -EINVAL);
        if (!r->payload_64 && r->payload >> 32 && !p->err) {
                p->err = -ERANGE;
                p->field = p->l->slot[base + QMD_R_PAYLOAD].name_hi;
        }
        if (!membar_shared(p->l))
                put(p, base + QMD_R_MEMBAR, r->membar_sys);
}

static void put_shared_membar(struct put *p, const struct peal_qmd_release r[2])
{
        if (r[0].enable && r[1].enable && r[0].membar_sys != r[1].membar_sys)
                put_fail(p, QMD_RELEASE0 + QMD_R_MEMBAR, -EINVAL);
        put(p, QMD_RELEASE0 + QMD_R_MEMBAR,
            !r[0].enable && r[1].enable ? r[1].membar_sys : r[0].membar_sys);
}

static void put_dependent(struct put *p, unsigned i, const struct peal_qmd_dependent *d)
{
        unsigned base = i ? QMD_DEPENDENT1 : QMD_DEPENDENT0;

        switch (d->action) {
        case PEAL_QMD_SCHEDULE:
        case PEAL_QMD_INCREMENT_PUT:
        case PEAL_QMD_INVALIDATE_COPY_SCHEDULE:
        case PEAL_QMD_DECREMENT_DEPENDENCE:
                break;
        default:
                put_fail(p, base + QMD_D_ACTION, -EINVAL);
        }
        put(p, base + QMD_D_ENABLE, d->enable);
        put(p, base + QMD_D_PREFETCH, d->prefetch);
        put(p, base + QMD_D_POINTER, d->address);
        if (p->l->slot[base + QMD_D_TYPE].name) { /* V02_03 schedules a grid, and that is all */
                put(p, base + QMD_D_TYPE, d->enable);
                if (d->action != (d->enable ? PEAL_QMD_SCHEDULE : 0))
                        put_fail(p, base + QMD_D_ACTION, -EINVAL);
        } else {
                put(p, base + QMD_D_ACTION, d->action);
        }
}

static void put_cbank(struct put *p, unsigned i, const struct peal_qmd_cbank *c)
{
        put_i(p, QMD_CBANK_VALID, i, c->valid);
        put_i(p, QMD_CBANK_INVALIDATE, i, c->invalidate);
        put_i(p, QMD_CBANK_PREFETCH, i, c->prefetch);
        put_i(p, QMD_CBANK_ADDRESS, i, c->address);
        put_i(p, QMD_CBANK_SIZE, i, c->size_B);
        if (c->address % p->l->cbank_align_B)
                put_fail(p, QMD_CBANK_ADDRESS, -EINVAL);
        if ((unsigned)c->prefetch > PEAL_QMD_PREFETCH_POST)
                put_fail(p, QMD_CBANK_PREFETCH, -EINVAL);
}

int peal_qmd_encode(enum peal_qmd_version version, const struct peal_qmd *q, uint32_t *words,
                    const char **ret_field)
{
        uint32_t w[PEAL_QMD_MAX_DW] = {0};
        struct put p = {.l = qmd_layout_of(version), .words = w};
        uint64_t prefetch = q->program_prefetch_address;

        if (!p.l) {
                if (ret_field)
                        *ret_field = "QMD_MAJOR_VERSION";
                return -EINVAL;
        }
        put(&p, QMD_MAJOR, p.l->major);
        put(&p, QMD_MINOR, p.l->minor);
        put_grid(&p, q);
        for (unsigned id = 0; id < QMD_SCALAR_COUNT; id++)
                put(&p, id, scalar_get(q, id));
        if (q->membar != PEAL_MEMBAR_NONE && q->membar != PEAL_MEMBAR_SYS &&
            q->membar != PEAL_MEMBAR_GPU)
                put_fail(&p, QMD_MEMBAR, -EINVAL);
        if (!prefetch && q->program_prefetch_B)
                prefetch = q->program_address;
        put(&p, QMD_PREFETCH_ADDRESS, prefetch & ~0xffull);
        for (unsigned i = 0; i < PEAL_QMD_CBANKS; i++)
                put_cbank(&p, i, &q->cbank[i]);
        for (unsigned i = 0; i < 3; i++)
                put_release(&p, i, &q->release[i]);
        if (membar_shared(p.l))
                put_shared_membar(&p, q->release);
        for (unsigned i = 0; i < 2; i++)
                put_dependent(&p, i, &q->dependent[i]);
        if (p.err) {
                if (ret_field)
                        *ret_field = p.field;
                return p.err;
        }
        memcpy(words, w, p.l->size_B);
        return 0;
}

static uint64_t get_i(const struct qmd_layout *l, const uint32_t *words, unsigned id, unsigned i)
{
        return l->slot[id].name ? qmd_slot_get(words, &l->slot[id], i) : 0;
}

static uint64_t get(const struct qmd_layout *l, const uint32_t *words, unsigned id)
{
        return get_i(l, words, id, 0);
}

static void get_releases(const struct qmd_layout *l, const uint32_t *words, struct peal_qmd *q)
{
        static const unsigned bases[3] = {QMD_RELEASE0, QMD_RELEASE1, QMD_RELEASE2};

        for (unsigned i = 0; i < l->releases; i++) {
                struct peal_qmd_release *r = &q->release[i];
                unsigned base = bases[i];

                r->enable = get(l, words, base + QMD_R_ENABLE);
                r->timestamp = r->enable && get(l, words, base + QMD_R_STRUCTURE) == 0;
                r->membar_sys = get(l, words, base + QMD_R_MEMBAR);
                r->payload_64 = get(l, words, base + QMD_R_PAYLOAD64);
                r->reduction = get(l, words, base + QMD_R_RED_ENABLE);
                r->reduction_op = (uint8_t)get(l, words, base + QMD_R_RED_OP);
                r->reduction_format = (uint8_t)get(l, words, base + QMD_R_RED_FORMAT);
                r->address = get(l, words, base + QMD_R_ADDRESS);
                r->payload = get(l, words, base + QMD_R_PAYLOAD);
        }
        if (membar_shared(l)) {
                if (!q->release[1].enable)
                        q->release[1].membar_sys = false;
                else if (!q->release[0].enable)
                        q->release[0].membar_sys = false;
        }
}

static void get_grid(const struct qmd_layout *l, const uint32_t *words, struct peal_qmd *q)
{
        q->type = l->slot[QMD_TYPE].name ? (enum peal_qmd_type)get(l, words, QMD_TYPE)
                                         : PEAL_QMD_GRID_CTA;
        for (unsigned i = 0; i < 3; i++) {
                uint64_t units = get(l, words, QMD_GRID_X + i);

                q->cluster[i] = 1;
                if (q->type == PEAL_QMD_GRID_GPC_CGA)
                        q->cluster[i] = (uint32_t)get(l, words, QMD_CLUSTER_X + i);
                /* A product of more than 32 bits cannot be encoded back: refused there. */
                q->grid[i] = (uint32_t)(units * q->cluster[i]);
        }
}

static const char *field_at(const struct qmd_layout *l, unsigned bit)
{
        for (size_t f = 0; f < l->field_count; f++)
                for (unsigned i = 0; i < l->fields[f].count; i++) {
                        unsigned d = i * l->fields[f].stride;

                        if (bit >= l->fields[f].lo + d && bit <= l->fields[f].hi + d)
                                return l->fields[f].name;
                }
        return "undefined bit";
}

/* What was read is encoded again and must give the same words: so a bit that struct
 * peal_qmd does not carry, or a value that the encoder would refuse, is found and
 * named without a second list of rules. */
int peal_qmd_decode(enum peal_qmd_version version, const uint32_t *words, struct peal_qmd *ret_qmd,
                    const char **ret_field)
{
        const struct qmd_layout *l = qmd_layout_of(version);
        const char *field = NULL;
        struct peal_qmd q = {0};
        uint32_t again[PEAL_QMD_MAX_DW];
        int r;

        if (!ret_field)
                ret_field = &field;
        if (!l || get(l, words, QMD_MAJOR) != l->major) {
                *ret_field = "QMD_MAJOR_VERSION";
                return -EINVAL;
        }
        get_grid(l, words, &q);
        for (unsigned id = 0; id < QMD_SCALAR_COUNT; id++)
                scalar_set(&q, id, get(l, words, id));
        q.program_prefetch_address = get(l, words, QMD_PREFETCH_ADDRESS);
        if (q.program_prefetch_B && q.program_prefetch_address == (q.program_address & ~0xffull))
                q.program_prefetch_address = 0;
        for (unsigned i = 0; i < PEAL_QMD_CBANKS; i++) {
                q.cbank[i].valid = get_i(l, words, QMD_CBANK_VALID, i);
                q.cbank[i].invalidate = get_i(l, words, QMD_CBANK_INVALIDATE, i);
                q.cbank[i].prefetch =
                    (enum peal_qmd_prefetch)get_i(l, words, QMD_CBANK_PREFETCH, i);
                q.cbank[i].address = get_i(l, words, QMD_CBANK_ADDRESS, i);
                q.cbank[i].size_B = (uint32_t)get_i(l, words, QMD_CBANK_SIZE, i);
        }
        get_releases(l, words, &q);
        for (unsigned i = 0; i < l->dependents; i++) {
                unsigned base = i ? QMD_DEPENDENT1 : QMD_DEPENDENT0;
                struct peal_qmd_dependent *d = &q.dependent[i];

                d->enable = get(l, words, base + QMD_D_ENABLE);
                d->prefetch = get(l, words, base + QMD_D_PREFETCH);
                d->action = (enum peal_qmd_action)get(l, words, base + QMD_D_ACTION);
                if (l->slot[base + QMD_D_TYPE].name && d->enable)
                        d->action = PEAL_QMD_SCHEDULE;
                d->address = get(l, words, base + QMD_D_POINTER);
        }

        r = peal_qmd_encode(version, &q, again, ret_field);
        if (r)
                return -EINVAL;
        for (unsigned i = 0; i < l->size_B / 4; i++)
                if (again[i] != words[i]) {
                        *ret_field =
                            field_at(l, 32 * i + (unsigned)__builtin_ctz(again[i] ^ words[i]));
                        return -EINVAL;
                }
        *ret_qmd = q;
        return 0;
}

void peal_qmd_print(enum peal_qmd_version version, const uint32_t *words,
                    void (*emit)(void *ctx, const char *line), void *ctx)
{
        const struct qmd_layout *l = qmd_layout_of(version);
        char line[128];

        if (!l)
                return;
        for (size_t f = 0; f < l->field_count; f++) {
                const struct peal_field *x = &l->fields[f];

                for (unsigned i = 0; i < x->count; i++) {
                        uint64_t v =
                            peal_bits_get(words, x->hi + i * x->stride, x->lo + i * x->stride);

                        if (!v)
                                continue;
                        if (x->count > 1)
                                snprintf(line, sizeof(line), "%s(%u) 0x%llx", x->name, i,
                                         (unsigned long long)v);
                        else
                                snprintf(line, sizeof(line), "%s 0x%llx", x->name,
                                         (unsigned long long)v);
                        emit(ctx, line);
                }
        }
}

/* ---- patches: check everything, then write ---- */

struct patch {
        unsigned id, i;
        uint64_t v;
};

static int patch(const struct qmd_layout *l, uint32_t *words, const struct patch *p, unsigned n)
{
        for (unsigned k = 0; k < n; k++) {
                int r = qmd_slot_check(&l->slot[p[k].id], p[k].v);

                if (r)
                        return r;
        }
        for (unsigned k = 0; k < n; k++)
                qmd_slot_put(words, &l->slot[p[k].id], p[k].i, p[k].v);
        return 0;
}

int peal_qmd_patch_grid(enum peal_qmd_version version, uint32_t *words, const uint32_t grid[3])
{
        const struct qmd_layout *l = qmd_layout_of(version);
        uint32_t cluster[3] = {1, 1, 1}, units[3];
        unsigned axis;

        if (!l)
                return -EINVAL;
        if (get(l, words, QMD_TYPE) == PEAL_QMD_GRID_GPC_CGA)
                for (unsigned i = 0; i < 3; i++)
                        cluster[i] = (uint32_t)get(l, words, QMD_CLUSTER_X + i);
        if (qmd_grid_units(cluster, grid, units, &axis))
                return -EINVAL;
        return patch(l, words,
                     (struct patch[]){{QMD_GRID_X, 0, units[0]},
                                      {QMD_GRID_Y, 0, units[1]},
                                      {QMD_GRID_Z, 0, units[2]}},
                     3);
}

int peal_qmd_patch_block(enum peal_qmd_version version, uint32_t *words, const uint32_t block[3])
{
        const struct qmd_layout *l = qmd_layout_of(version);

        if (!l)
                return -EINVAL;
        return patch(l, words,
                     (struct patch[]){{QMD_BLOCK_X, 0, block[0]},
                                      {QMD_BLOCK_Y, 0, block[1]},
                                      {QMD_BLOCK_Z, 0, block[2]}},
                     3);
}

int peal_qmd_patch_cbank(enum peal_qmd_version version, uint32_t *words, unsigned bank,
                         uint64_t address, uint32_t size_B)
{
        const struct qmd_layout *l = qmd_layout_of(version);

        if (!l || bank >= PEAL_QMD_CBANKS || address % l->cbank_align_B)
                return -EINVAL;
        return patch(l, words,
                     (struct patch[]){{QMD_CBANK_VALID, bank, 1},
                                      {QMD_CBANK_ADDRESS, bank, address},
                                      {QMD_CBANK_SIZE, bank, size_B}},
                     3);
}

int peal_qmd_patch_shared(enum peal_qmd_version version, uint32_t *words, uint32_t shared_B,
                          uint32_t min_cfg, uint32_t max_cfg, uint32_t target_cfg)
{
        const struct qmd_layout *l = qmd_layout_of(version);

        if (!l)
                return -EINVAL;
        return patch(l, words,
                     (struct patch[]){{QMD_SHARED, 0, shared_B},
                                      {QMD_MIN_CONFIG, 0, min_cfg},
                                      {QMD_MAX_CONFIG, 0, max_cfg},
                                      {QMD_TARGET_CONFIG, 0, target_cfg}},
                     4);
}

int peal_qmd_patch_local(enum peal_qmd_version version, uint32_t *words, uint32_t local_high_B)
{
        const struct qmd_layout *l = qmd_layout_of(version);

        if (!l)
                return -EINVAL;
        return patch(l, words, (struct patch[]){{QMD_LOCAL_HIGH, 0, local_high_B}}, 1);
}

/* The rules of releases and dependents are those of the encoder: once to check, once to
 * write. */

static int put_release_at(struct put *p, const uint32_t *words, unsigned index,
                          const struct peal_qmd_release *release)
{
        unsigned other = index ? QMD_RELEASE0 : QMD_RELEASE1;

        put_release(p, index, release);
        if (!membar_shared(p->l))
                return p->err;
        if (!get(p->l, words, other + QMD_R_ENABLE))
                put(p, QMD_RELEASE0 + QMD_R_MEMBAR, release->membar_sys);
        else if (release->enable && get(p->l, words, other + QMD_R_MEMBAR) != release->membar_sys)
                put_fail(p, QMD_RELEASE0 + QMD_R_MEMBAR, -EINVAL);
        return p->err;
}

int peal_qmd_patch_release(enum peal_qmd_version version, uint32_t *words, unsigned index,
                           const struct peal_qmd_release *release)
{
        struct put p = {.l = qmd_layout_of(version)};

        if (!p.l || index >= p.l->releases)
                return -EINVAL;
        if (put_release_at(&p, words, index, release))
                return p.err;
        p.words = words;
        return put_release_at(&p, words, index, release);
}

int peal_qmd_patch_dependent(enum peal_qmd_version version, uint32_t *words, unsigned index,
                             const struct peal_qmd_dependent *dependent)
{
        struct put p = {.l = qmd_layout_of(version)};

        if (!p.l || index >= p.l->dependents)
                return -EINVAL;
        put_dependent(&p, index, dependent);
        if (p.err)
                return p.err;
        p.words = words;
        put_dependent(&p, index, dependent);
        return p.err;
}
