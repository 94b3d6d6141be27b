/* SPDX-License-Identifier: MIT */
/* NumPy's .npy files, versions 1 to 3: one array, little-endian, C order
 * (numpy.lib.format). */
#ifndef PEAL_TOOLS_NPY_H
#define PEAL_TOOLS_NPY_H

#include <stddef.h>
#include <stdint.h>
#include "value.h"

/* Reads @path whole. *ret_data is the caller's to free; one byte more than
 * *ret_size_B is there and zero. -errno with a sentence in @err. */
int file_read(const char *path, uint8_t **ret_data, size_t *ret_size_B, char *err, size_t err_B);

/* Whether @data begins as a .npy file. */
bool npy_is(const uint8_t *data, size_t size_B);
/* Checks @data against @type. *ret_offset_B: where the elements begin; *ret_count:
 * how many, over all dimensions. -EINVAL (malformed, truncated, other type or
 * order), with a sentence in @err that names what was found. */
int npy_parse(const uint8_t *data, size_t size_B, enum value_type type, size_t *ret_offset_B,
              uint64_t *ret_count, char *err, size_t err_B);
/* Writes one dimension of @count elements (version 1). bf16, which NumPy lacks,
 * is written as '<u2' with the same bits. */
int npy_write(const char *path, enum value_type type, const void *data, uint64_t count, char *err,
              size_t err_B);

#endif
