/* SPDX-License-Identifier: MIT */
/* Pushbuffer words as text. The words may be anything at all. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include "src/hw/class.h"
#include "src/hw/method.h"

struct word_field {
        const char *name;
        uint8_t hi, lo;
};

struct word_value {
        const char *field, *name;
        uint32_t value;
};

struct word_table {
        const char *method;
        const struct word_field *fields;
        const struct word_value *values;
        size_t field_count, value_count;
};

#define FIELD(member, NAME, hi, lo)        {#NAME, hi, lo},
#define VALUE(METHOD, FIELD, NAME, number) {#FIELD, #NAME, number},
#define NO_VALUE                                                                                   \
        {                                                                                          \
                NULL, NULL, 0                                                                      \
        }
#define FIELDS_OF(ROOM, NAME) ROOM##_##NAME##_fields
#define VALUES_OF(ROOM, NAME) ROOM##_##NAME##_values
#define TABLES(ROOM, NAME)                                                                         \
        static const struct word_field FIELDS_OF(ROOM,                                             \
                                                 NAME)[] = {PEAL_##ROOM##_##NAME##_FIELDS(FIELD)}; \
        static const struct word_value VALUES_OF(ROOM, NAME)[] = {                                 \
            PEAL_##ROOM##_##NAME##_VALUES(VALUE) NO_VALUE};
#define ROW(ROOM, NAME)                                                                            \
        {#NAME, FIELDS_OF(ROOM, NAME), VALUES_OF(ROOM, NAME),                                      \
         sizeof(FIELDS_OF(ROOM, NAME)) / sizeof(struct word_field),                                \
         sizeof(VALUES_OF(ROOM, NAME)) / sizeof(struct word_value) - 1},

#define HOST_TABLES(NAME, suffix)    TABLES(HOST, NAME)
#define COMPUTE_TABLES(NAME, suffix) TABLES(COMPUTE, NAME)
#define COPY_TABLES(NAME, suffix)    TABLES(COPY, NAME)
PEAL_HOST_WORDS(HOST_TABLES)
PEAL_COMPUTE_WORDS(COMPUTE_TABLES)
PEAL_COPY_WORDS(COPY_TABLES)

#define HOST_ROW(NAME, suffix)    ROW(HOST, NAME)
#define COMPUTE_ROW(NAME, suffix) ROW(COMPUTE, NAME)
#define COPY_ROW(NAME, suffix)    ROW(COPY, NAME)
static const struct word_table host_words[] = {PEAL_HOST_WORDS(HOST_ROW)};
static const struct word_table compute_words[] = {PEAL_COMPUTE_WORDS(COMPUTE_ROW)};
static const struct word_table copy_words[] = {PEAL_COPY_WORDS(COPY_ROW)};

static const struct word_table *word_table_of(uint32_t class_id, const char *method)
{
        const struct word_table *t = host_words;
        size_t n = sizeof(host_words) / sizeof(*host_words);

        if ((class_id & 0xff) == 0xc0) {
                t = compute_words;
                n = sizeof(compute_words) / sizeof(*compute_words);
        } else if ((class_id & 0xff) == 0xb5) {
                t = copy_words;
                n = sizeof(copy_words) / sizeof(*copy_words);
        }
        for (size_t i = 0; i < n; i++)
                if (!strcmp(t[i].method, method))
                        return &t[i];
        return NULL;
}

struct line {
        char text[512];
        size_t len;
};

__attribute__((format(printf, 2, 3))) static void say(struct line *l, const char *format, ...)
{
        va_list args;
        int n;

        va_start(args, format);
        n = vsnprintf(l->text + l->len, sizeof(l->text) - l->len, format, args);
        va_end(args);
        if (n > 0)
                l->len +=
                    (size_t)n < sizeof(l->text) - l->len ? (size_t)n : sizeof(l->text) - 1 - l->len;
}

/* " {OPERATION=RELEASE PAYLOAD_SIZE=64BIT 0x40 undefined}": fields that are zero only
 * where the vendor names the zero. */
static void say_fields(struct line *l, const struct word_table *t, uint32_t word)
{
        const char *gap = " {";
        uint32_t known = 0;

        for (size_t f = 0; f < t->field_count; f++) {
                const struct word_field *x = &t->fields[f];
                uint32_t v = (uint32_t)peal_bits_get(&word, x->hi, x->lo);
                const char *name = NULL;

                known |= (uint32_t)(((1ull << (x->hi - x->lo + 1)) - 1) << x->lo);
                for (size_t i = 0; i < t->value_count && !name; i++)
                        if (t->values[i].value == v && !strcmp(t->values[i].field, x->name))
                                name = t->values[i].name;
                if (name)
                        say(l, "%s%s=%s", gap, x->name, name);
                else if (v)
                        say(l, "%s%s=0x%x", gap, x->name, v);
                else
                        continue;
                gap = " ";
        }
        if (word & ~known) {
                say(l, "%s0x%x undefined", gap, word & ~known);
                gap = " ";
        }
        if (gap[1] == '\0')
                say(l, "}");
}

struct print {
        uint32_t channel_class;
        uint32_t *classes;
        void (*emit)(void *ctx, const char *line);
        void *ctx;
};

static void print_word(const struct print *p, const struct peal_method_header *h, uint32_t method,
                       uint32_t word)
{
        uint32_t class_id = method < 0x100 ? p->channel_class : p->classes[h->subch];
        const char *class_name = peal_class_name(class_id), *name;
        const struct word_table *t;
        struct line l = {.len = 0};
        unsigned index = 0;

        say(&l, "subch %u ", h->subch);
        if (!class_id) /* 0 would be NV01_ROOT's */
                say(&l, "no class ");
        else if (class_name)
                say(&l, "%s ", class_name);
        else
                say(&l, "class 0x%04x ", class_id);
        name = peal_method_name(class_id, method, &index);
        if (!name) {
                say(&l, "0x%04x (no such method) = 0x%08x", method, word);
        } else {
                if (peal_method_count(class_id, method) > 1)
                        say(&l, "%s(%u) = 0x%08x", name, index, word);
                else
                        say(&l, "%s = 0x%08x", name, word);
                t = word_table_of(class_id, name);
                if (t)
                        say_fields(&l, t, word);
                if (class_id == p->channel_class && method == PEAL_HOST_SET_OBJECT) {
                        p->classes[h->subch] = word & 0xffff;
                        class_name = peal_class_name(word & 0xffff);
                        say(&l, " %s", class_name ? class_name : "unknown class");
                }
        }
        p->emit(p->ctx, l.text);
}

static void print_note(const struct print *p, const char *what, uint32_t word)
{
        struct line l = {.len = 0};

        say(&l, "%s 0x%08x", what, word);
        p->emit(p->ctx, l.text);
}

size_t peal_push_print(uint32_t channel_class, uint32_t classes[8], const uint32_t *words,
                       size_t len_dw, void (*emit)(void *ctx, const char *line), void *ctx)
{
        const struct print p = {channel_class, classes, emit, ctx};
        size_t at = 0;

        while (at < len_dw) {
                struct peal_method_header h;
                uint32_t method, word = words[at];

                if (peal_method_header_unpack(word, &h)) {
                        print_note(&p, "malformed: no method header", word);
                        return at;
                }
                at++;
                if (h.op == PEAL_SEC_END_PB_SEGMENT) {
                        print_note(&p, "end of segment", word);
                        return at;
                }
                if (h.op == PEAL_SEC_IMMD_DATA_METHOD) {
                        print_word(&p, &h, h.method, h.count);
                        continue;
                }
                if (!h.count) {
                        print_note(&p, "no operation", word);
                        continue;
                }
                method = h.method;
                for (uint32_t i = 0; i < h.count; i++) {
                        if (at == len_dw) {
                                print_note(&p, "malformed: data end before those of header", word);
                                return at;
                        }
                        if (method >= PEAL_METHOD_LIMIT) {
                                print_note(&p, "malformed: past the last method, header", word);
                                return at;
                        }
                        print_word(&p, &h, method, words[at++]);
                        if (h.op == PEAL_SEC_INC_METHOD || h.op == PEAL_SEC_GRP0 ||
                            (h.op == PEAL_SEC_ONE_INC && i == 0))
                                method += 4;
                }
        }
        return at;
}
