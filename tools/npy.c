/* SPDX-License-Identifier: MIT */
#include "npy.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char magic[6] = {'\x93', 'N', 'U', 'M', 'P', 'Y'};

/* What NumPy calls each type, without the byte order; the first is written. */
static const char *const descr[VALUE_TYPE_COUNT][3] = {
    [VALUE_I8] = {"i1"},  [VALUE_U8] = {"u1", "b1"},   [VALUE_I16] = {"i2"}, [VALUE_U16] = {"u2"},
    [VALUE_I32] = {"i4"}, [VALUE_U32] = {"u4"},        [VALUE_I64] = {"i8"}, [VALUE_U64] = {"u8"},
    [VALUE_F16] = {"f2"}, [VALUE_BF16] = {"u2", "V2"}, [VALUE_F32] = {"f4"}, [VALUE_F64] = {"f8"},
};

int file_read(const char *path, uint8_t **ret_data, size_t *ret_size_B, char *err, size_t err_B)
{
        size_t size_B = 0, room_B = 0, got_B;
        uint8_t *data = NULL, *more;
        FILE *file = fopen(path, "rbe");
        int r;

        if (file == NULL) {
                r = -errno;
                snprintf(err, err_B, "cannot open '%s': %s", path, strerror(errno));
                return r;
        }
        do {
                if (room_B - size_B < 2) {
                        room_B = room_B ? room_B * 2 : 65536;
                        more = realloc(data, room_B);
                        if (more == NULL) {
                                r = -ENOMEM;
                                snprintf(err, err_B, "no memory to read '%s' (%zu bytes so far)",
                                         path, size_B);
                                goto out;
                        }
                        data = more;
                }
                got_B = fread(data + size_B, 1, room_B - size_B - 1, file);
                size_B += got_B;
        } while (got_B > 0);
        if (ferror(file)) {
                r = errno ? -errno : -EIO;
                snprintf(err, err_B, "cannot read '%s': %s", path, strerror(-r));
                goto out;
        }
        data[size_B] = 0;
        fclose(file);
        *ret_data = data;
        *ret_size_B = size_B;
        return 0;
out:
        fclose(file);
        free(data);
        return r;
}

bool npy_is(const uint8_t *data, size_t size_B)
{
        return size_B >= sizeof(magic) && memcmp(data, magic, sizeof(magic)) == 0;
}

/* The header is a Python dictionary of three known keys. */
struct header {
        const char *at, *end;
        char descr[16];
        bool fortran, have_descr, have_fortran, have_shape;
        unsigned dims, dims_above_1;
        uint64_t count;
};

static void skip_space(struct header *h)
{
        while (h->at < h->end && (*h->at == ' ' || *h->at == '\n' || *h->at == '\t'))
                h->at++;
}

static bool take(struct header *h, char c)
{
        skip_space(h);
        if (h->at == h->end || *h->at != c)
                return false;
        h->at++;
        return true;
}

static bool take_string(struct header *h, char *text, size_t text_B)
{
        size_t n = 0;
        char quote;

        skip_space(h);
        if (h->at == h->end || (*h->at != '\'' && *h->at != '"'))
                return false;
        quote = *h->at++;
        while (h->at < h->end && *h->at != quote) {
                if (*h->at == '\\' || n + 1 >= text_B)
                        return false;
                text[n++] = *h->at++;
        }
        if (h->at == h->end)
                return false;
        h->at++;
        text[n] = '\0';
        return true;
}

static bool take_word(struct header *h, const char *word)
{
        size_t n = strlen(word);

        skip_space(h);
        if ((size_t)(h->end - h->at) < n || memcmp(h->at, word, n) != 0)
                return false;
        h->at += n;
        return true;
}

static bool take_shape(struct header *h)
{
        uint64_t extent;

        if (!take(h, '('))
                return false;
        h->count = 1;
        while (!take(h, ')')) {
                if (h->at == h->end || *h->at < '0' || *h->at > '9')
                        return false;
                for (extent = 0; h->at < h->end && *h->at >= '0' && *h->at <= '9'; h->at++) {
                        if (__builtin_mul_overflow(extent, (uint64_t)10, &extent) ||
                            __builtin_add_overflow(extent, (uint64_t)(*h->at - '0'), &extent))
                                return false;
                }
                h->dims++;
                h->dims_above_1 += extent > 1;
                if (__builtin_mul_overflow(h->count, extent, &h->count))
                        return false;
                if (!take(h, ',')) {
                        if (!take(h, ')'))
                                return false;
                        break;
                }
        }
        return true;
}

/* Where it failed, for the message: NULL when all is well. */
static const char *parse_header(struct header *h)
{
        char key[16];

        if (!take(h, '{'))
                return "it does not begin with '{'";
        while (!take(h, '}')) {
                if (!take_string(h, key, sizeof(key)) || !take(h, ':'))
                        return "a key is malformed";
                if (strcmp(key, "descr") == 0) {
                        skip_space(h);
                        if (h->at < h->end && *h->at == '[')
                                return "structured types are not supported";
                        if (!take_string(h, h->descr, sizeof(h->descr)))
                                return "'descr' is malformed";
                        h->have_descr = true;
                } else if (strcmp(key, "fortran_order") == 0) {
                        h->fortran = take_word(h, "True");
                        if (!h->fortran && !take_word(h, "False"))
                                return "'fortran_order' is malformed";
                        h->have_fortran = true;
                } else if (strcmp(key, "shape") == 0) {
                        if (h->have_shape || !take_shape(h))
                                return "'shape' is malformed or too large";
                        h->have_shape = true;
                } else {
                        return "it has an unknown key";
                }
                if (!take(h, ',')) {
                        if (!take(h, '}'))
                                return "a ',' or '}' is missing";
                        break;
                }
        }
        if (!h->have_descr || !h->have_fortran || !h->have_shape)
                return "'descr', 'fortran_order' or 'shape' is missing";
        return NULL;
}

static bool descr_fits(const struct header *h, enum value_type type)
{
        int i;

        for (i = 0; i < 3 && descr[type][i] != NULL; i++) {
                if (strcmp(h->descr + 1, descr[type][i]) == 0)
                        return true;
        }
        return false;
}

int npy_parse(const uint8_t *data, size_t size_B, enum value_type type, size_t *ret_offset_B,
              uint64_t *ret_count, char *err, size_t err_B)
{
        struct header h = {0};
        size_t begin_B, header_B;
        uint64_t data_B;
        const char *why;

        if (!npy_is(data, size_B)) {
                snprintf(err, err_B, "it does not begin as a .npy file");
                return -EINVAL;
        }
        if (size_B < 12) {
                snprintf(err, err_B, "it is truncated: %zu bytes", size_B);
                return -EINVAL;
        }
        if (data[6] < 1 || data[6] > 3) {
                snprintf(err, err_B, ".npy version %u.%u is not supported", data[6], data[7]);
                return -EINVAL;
        }
        begin_B = data[6] == 1 ? 10 : 12;
        header_B = (size_t)data[8] | (size_t)data[9] << 8;
        if (data[6] > 1)
                header_B |= (size_t)data[10] << 16 | (size_t)data[11] << 24;
        if (header_B > size_B - begin_B) {
                snprintf(err, err_B, "its header of %zu bytes is truncated (file of %zu bytes)",
                         header_B, size_B);
                return -EINVAL;
        }
        h.at = (const char *)data + begin_B;
        h.end = h.at + header_B;
        why = parse_header(&h);
        if (why != NULL) {
                snprintf(err, err_B, "its .npy header is refused: %s", why);
                return -EINVAL;
        }
        if (strchr("<|=>", h.descr[0]) == NULL || h.descr[0] == '\0') {
                snprintf(err, err_B, "its dtype '%s' is not understood", h.descr);
                return -EINVAL;
        }
        if (h.descr[0] == '>' && value_type_size_B(type) > 1) {
                snprintf(err, err_B, "its dtype '%s' is big-endian, which is not supported",
                         h.descr);
                return -EINVAL;
        }
        if (!descr_fits(&h, type)) {
                snprintf(err, err_B, "its dtype is '%s', and %s is '%s%s'", h.descr,
                         value_type_name(type), value_type_size_B(type) == 1 ? "|" : "<",
                         descr[type][0]);
                return -EINVAL;
        }
        if (h.fortran && h.dims_above_1 > 1) {
                snprintf(err, err_B,
                         "it is in Fortran order, which is not supported (save "
                         "numpy.ascontiguousarray(a))");
                return -EINVAL;
        }
        if (__builtin_mul_overflow(h.count, (uint64_t)value_type_size_B(type), &data_B) ||
            data_B != size_B - begin_B - header_B) {
                snprintf(err, err_B,
                         "its shape wants %llu elements of %u bytes, and %zu bytes are there",
                         (unsigned long long)h.count, value_type_size_B(type),
                         size_B - begin_B - header_B);
                return -EINVAL;
        }
        *ret_offset_B = begin_B + header_B;
        *ret_count = h.count;
        return 0;
}

int npy_write(const char *path, enum value_type type, const void *data, uint64_t count, char *err,
              size_t err_B)
{
        unsigned size_B = value_type_size_B(type);
        char header[128];
        FILE *file;
        int n, bad;

        /* 128 bytes in all, so that the elements are aligned to 64; the header ends
         * in a newline. */
        memcpy(header, magic, sizeof(magic));
        header[6] = 1;
        header[7] = 0;
        header[8] = 118;
        header[9] = 0;
        n = snprintf(header + 10, 118,
                     "{'descr': '%s%s', 'fortran_order': False, 'shape': (%llu,), }",
                     size_B == 1 ? "|" : "<", descr[type][0], (unsigned long long)count);
        memset(header + 10 + n, ' ', (size_t)(117 - n));
        header[127] = '\n';

        file = fopen(path, "wbe");
        if (file == NULL) {
                snprintf(err, err_B, "cannot create '%s': %s", path, strerror(errno));
                return -EIO;
        }
        bad = fwrite(header, sizeof(header), 1, file) != 1;
        bad |= fwrite(data, size_B, count, file) != count;
        bad |= fclose(file) != 0;
        if (bad) {
                snprintf(err, err_B, "cannot write '%s': %s", path, strerror(errno));
                return -EIO;
        }
        return 0;
}
