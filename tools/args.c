/* SPDX-License-Identifier: MIT */
#include "args.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "npy.h"

/* splitmix64 (Steele, Lea, Flood, "Fast splittable pseudorandom number
 * generators", OOPSLA 2014), which can be started at any place. */
uint64_t run_random(uint64_t seed, uint64_t n)
{
        uint64_t z = seed + (n + 1) * 0x9e3779b97f4a7c15u;

        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
        return z ^ (z >> 31);
}

uint64_t run_arg_size_B(const struct run_arg *arg)
{
        return arg->count * value_type_size_B(arg->type);
}

void run_arg_release(struct run_arg *arg)
{
        unsigned i;

        for (i = 0; i < arg->output_count; i++) {
                free(arg->output[i].path);
                free(arg->output[i].expected);
        }
        free(arg->path);
        free(arg->data);
        memset(arg, 0, sizeof(*arg));
}

/* INIT and file names end where an output begins. */
static size_t part_length(const char *text)
{
        return strcspn(text, ">=");
}

static int take_path(const char *text, size_t length, const char *what, char **ret_path, char *err,
                     size_t err_B)
{
        if (length == 0) {
                snprintf(err, err_B, "a file name is missing after '%s'", what);
                return -EINVAL;
        }
        *ret_path = strndup(text, length);
        if (*ret_path == NULL) {
                snprintf(err, err_B, "no memory");
                return -ENOMEM;
        }
        return 0;
}

static int parse_count(struct run_arg *arg, const char *text, size_t length, char *err,
                       size_t err_B)
{
        uint64_t limit = (UINT64_MAX >> 1) / value_type_size_B(arg->type);
        size_t i;

        arg->count = 0;
        for (i = 0; i < length; i++) {
                if (text[i] < '0' || text[i] > '9') {
                        snprintf(err, err_B, "the count '%.*s' is not a number", (int)length, text);
                        return -EINVAL;
                }
                if (__builtin_mul_overflow(arg->count, (uint64_t)10, &arg->count) ||
                    __builtin_add_overflow(arg->count, (uint64_t)(text[i] - '0'), &arg->count) ||
                    arg->count > limit) {
                        snprintf(err, err_B, "the count %.*s is more than %llu", (int)length, text,
                                 (unsigned long long)limit);
                        return -ERANGE;
                }
        }
        if (length > 0 && arg->count == 0) {
                snprintf(err, err_B, "a buffer has 1 element or more, and 0 was given");
                return -ERANGE;
        }
        return 0;
}

/* "rand=SEED", where "=SEED" looks like the beginning of a comparison. */
static int parse_seed(struct run_arg *arg, const char **at, char *err, size_t err_B)
{
        char number[32];
        const char *text = *at + 1;
        size_t length = part_length(text);

        if (length == 0 || length >= sizeof(number))
                goto bad;
        memcpy(number, text, length);
        number[length] = '\0';
        if (value_parse(VALUE_U64, number, &arg->seed, err, err_B) < 0)
                goto bad;
        *at = text + length;
        return 0;
bad:
        snprintf(err, err_B,
                 "rand=%.*s: the seed is a number (to compare afterwards: rand=SEED=FILE)",
                 (int)(length < 60 ? length : 60), text);
        return -EINVAL;
}

static int parse_init(struct run_arg *arg, const char **at, char *err, size_t err_B)
{
        const char *text = *at;
        size_t length = part_length(text);
        char number[128];
        int r;

        *at = text + length;
        if (length == 0) {
                snprintf(err, err_B, "INIT is missing: zero, seq, rand, a number or @FILE");
                return -EINVAL;
        }
        if (text[0] == '@') {
                arg->init = RUN_INIT_FILE;
                return take_path(text + 1, length - 1, "@", &arg->path, err, err_B);
        }
        if (length == 4 && memcmp(text, "zero", 4) == 0) {
                arg->init = RUN_INIT_ZERO;
                return 0;
        }
        if (length == 3 && memcmp(text, "seq", 3) == 0) {
                arg->init = RUN_INIT_SEQ;
                return 0;
        }
        if (length == 4 && memcmp(text, "rand", 4) == 0) {
                arg->init = RUN_INIT_RAND;
                return **at == '=' ? parse_seed(arg, at, err, err_B) : 0;
        }
        if (length >= sizeof(number)) {
                snprintf(err, err_B, "INIT '%.60s...' is too long for a number", text);
                return -EINVAL;
        }
        memcpy(number, text, length);
        number[length] = '\0';
        arg->init = RUN_INIT_VALUE;
        r = value_parse(arg->type, number, &arg->bits, err, err_B);
        if (r == -EINVAL)
                snprintf(err, err_B, "INIT '%.60s' is not zero, seq, rand, @FILE, or a %s", number,
                         value_type_name(arg->type));
        return r;
}

static int parse_tolerance(struct run_output *output, const char *text, char *err, size_t err_B)
{
        char *end;

        output->tolerance = strtod(text, &end);
        if (end == text || *end != '\0' || !(output->tolerance >= 0) ||
            !isfinite(output->tolerance)) {
                snprintf(err, err_B, "the tolerance '~%.60s' is not a number of 0 or more", text);
                return -EINVAL;
        }
        output->relative = true;
        return 0;
}

static int parse_output(struct run_arg *arg, const char **at, char *err, size_t err_B)
{
        struct run_output *output = &arg->output[arg->output_count];
        const char *text = *at + 1;
        size_t length = part_length(text);
        char *tilde;
        int r;

        if (arg->output_count == RUN_OUTPUTS_MAX) {
                snprintf(err, err_B, "more than %d outputs", RUN_OUTPUTS_MAX);
                return -EINVAL;
        }
        if (**at == '>' && length == 1 && text[0] == '-') {
                output->kind = RUN_OUTPUT_TEXT;
                arg->output_count++;
                *at = text + length;
                return 0;
        }
        output->kind = **at == '>' ? RUN_OUTPUT_NPY : RUN_OUTPUT_COMPARE;
        r = take_path(text, length, **at == '>' ? ">" : "=", &output->path, err, err_B);
        if (r < 0)
                return r;
        arg->output_count++; /* from here run_arg_release frees it */
        *at = text + length;
        tilde = output->kind == RUN_OUTPUT_COMPARE ? strrchr(output->path, '~') : NULL;
        if (tilde == NULL)
                return 0;
        *tilde = '\0';
        if (output->path[0] == '\0') {
                snprintf(err, err_B, "a file name is missing after '='");
                return -EINVAL;
        }
        return parse_tolerance(output, tilde + 1, err, err_B);
}

static int parse_buffer(struct run_arg *arg, const char *at, char *err, size_t err_B)
{
        const char *close = strchr(at, ']');
        bool counted;
        int r;

        if (close == NULL || close[1] != ':') {
                snprintf(err, err_B, "a buffer is TYPE[COUNT]:INIT, and %s",
                         close == NULL ? "']' is missing" : "':' does not follow ']'");
                return -EINVAL;
        }
        r = parse_count(arg, at, (size_t)(close - at), err, err_B);
        if (r < 0)
                return r;
        counted = close != at;
        at = close + 2;
        r = parse_init(arg, &at, err, err_B);
        if (r < 0)
                return r;
        if (!counted && arg->init != RUN_INIT_FILE) {
                snprintf(err, err_B, "the count is missing (only @FILE brings its own)");
                return -EINVAL;
        }
        while (*at != '\0') {
                r = parse_output(arg, &at, err, err_B);
                if (r < 0)
                        return r;
        }
        return 0;
}

int run_arg_parse(const char *text, unsigned index, struct run_arg *ret_arg, char *err,
                  size_t err_B)
{
        struct run_arg arg = {.text = text, .seed = index};
        size_t length = strcspn(text, ":[");
        int r;

        if (text[length] == '\0') {
                snprintf(err, err_B, "it is neither TYPE:VALUE nor TYPE[COUNT]:INIT");
                return -EINVAL;
        }
        if (!value_type_find(text, length, &arg.type)) {
                snprintf(err, err_B,
                         "unknown type '%.*s' (i8 u8 i16 u16 i32 u32 i64 u64 f16 bf16 f32 f64)",
                         (int)(length < 60 ? length : 60), text);
                return -EINVAL;
        }
        if (text[length] == ':') {
                r = value_parse(arg.type, text + length + 1, &arg.bits, err, err_B);
        } else {
                arg.is_buffer = true;
                r = parse_buffer(&arg, text + length + 1, err, err_B);
        }
        if (r < 0) {
                run_arg_release(&arg);
                return r;
        }
        *ret_arg = arg;
        return 0;
}

/* The elements of @path, .npy or raw. *@count 0: whatever is there. */
static int load_elements(const char *path, enum value_type type, uint64_t *count,
                         uint8_t **ret_data, char *err, size_t err_B)
{
        size_t size_B, offset_B = 0, path_length = strlen(path);
        unsigned element_B = value_type_size_B(type);
        uint8_t *data;
        uint64_t there;
        char why[256];
        bool named;
        int r;

        r = file_read(path, &data, &size_B, err, err_B);
        if (r < 0)
                return r;
        named = path_length >= 4 && strcmp(path + path_length - 4, ".npy") == 0;
        if (named || npy_is(data, size_B)) {
                r = npy_parse(data, size_B, type, &offset_B, &there, why, sizeof(why));
                if (r < 0) {
                        snprintf(err, err_B, "'%s': %s", path, why);
                        goto out;
                }
        } else {
                there = size_B / element_B;
                if (size_B % element_B != 0) {
                        snprintf(err, err_B, "'%s': %zu bytes are not a multiple of %s's %u", path,
                                 size_B, value_type_name(type), element_B);
                        r = -EINVAL;
                        goto out;
                }
        }
        if (there == 0 || (*count != 0 && there != *count)) {
                if (*count != 0)
                        snprintf(err, err_B, "'%s': %llu elements of %s, where %llu are wanted",
                                 path, (unsigned long long)there, value_type_name(type),
                                 (unsigned long long)*count);
                else
                        snprintf(err, err_B, "'%s': no elements", path);
                r = -EINVAL;
                goto out;
        }
        memmove(data, data + offset_B, there * element_B);
        *count = there;
        *ret_data = data;
        return 0;
out:
        free(data);
        return r;
}

static int fill_elements(struct run_arg *arg, char *err, size_t err_B)
{
        unsigned element_B = value_type_size_B(arg->type);
        uint64_t i, bits;

        arg->data = calloc(arg->count, element_B);
        if (arg->data == NULL) {
                snprintf(err, err_B, "no memory for %llu elements of %u bytes",
                         (unsigned long long)arg->count, element_B);
                return -ENOMEM;
        }
        for (i = 0; arg->init != RUN_INIT_ZERO && i < arg->count; i++) {
                bits = arg->init == RUN_INIT_SEQ ? value_from_index(arg->type, i)
                       : arg->init == RUN_INIT_RAND
                           ? value_from_random(arg->type, run_random(arg->seed, i))
                           : arg->bits;
                value_store(arg->type, arg->data + i * element_B, bits);
        }
        return 0;
}

int run_arg_load(struct run_arg *arg, char *err, size_t err_B)
{
        unsigned i;
        int r;

        if (!arg->is_buffer)
                return 0;
        if (arg->init == RUN_INIT_FILE)
                r = load_elements(arg->path, arg->type, &arg->count, &arg->data, err, err_B);
        else
                r = fill_elements(arg, err, err_B);
        for (i = 0; r == 0 && i < arg->output_count; i++) {
                if (arg->output[i].kind == RUN_OUTPUT_COMPARE)
                        r = load_elements(arg->output[i].path, arg->type, &arg->count,
                                          &arg->output[i].expected, err, err_B);
        }
        return r;
}

static bool equal_relative(enum value_type type, uint64_t got, uint64_t want, double tolerance)
{
        double g = value_to_double(type, got), w = value_to_double(type, want);

        if (got == want || (isnan(g) && isnan(w)))
                return true;
        /* Infinities are equal only to themselves. */
        if (!isfinite(g) || !isfinite(w))
                return g == w;
        return fabs(g - w) <= tolerance * fabs(w);
}

uint64_t run_arg_compare(const struct run_arg *arg, const struct run_output *output,
                         const uint8_t *got, unsigned show,
                         void (*tell)(void *ctx, const char *sentence), void *ctx)
{
        unsigned element_B = value_type_size_B(arg->type);
        uint64_t i, g, w, differing = 0;
        char g_text[40], w_text[40], sentence[160];

        for (i = 0; i < arg->count; i++) {
                g = value_load(arg->type, got + i * element_B);
                w = value_load(arg->type, output->expected + i * element_B);
                if (output->relative ? equal_relative(arg->type, g, w, output->tolerance) : g == w)
                        continue;
                if (differing++ >= show)
                        continue;
                value_print(arg->type, g, g_text, sizeof(g_text));
                value_print(arg->type, w, w_text, sizeof(w_text));
                snprintf(sentence, sizeof(sentence),
                         "[%llu] is %s (0x%0*llx), expected %s (0x%0*llx)", (unsigned long long)i,
                         g_text, (int)element_B * 2, (unsigned long long)g, w_text,
                         (int)element_B * 2, (unsigned long long)w);
                tell(ctx, sentence);
        }
        return differing;
}
