/* SPDX-License-Identifier: MIT */
/* The element types of `peal run`: parsing, printing, half-precision. */
#ifndef PEAL_TOOLS_VALUE_H
#define PEAL_TOOLS_VALUE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum value_type {
        VALUE_I8,
        VALUE_U8,
        VALUE_I16,
        VALUE_U16,
        VALUE_I32,
        VALUE_U32,
        VALUE_I64,
        VALUE_U64,
        VALUE_F16,
        VALUE_BF16,
        VALUE_F32,
        VALUE_F64,
        VALUE_TYPE_COUNT
};

/* @length: bytes of @name. False when there is no such type. */
bool value_type_find(const char *name, size_t length, enum value_type *ret_type);
const char *value_type_name(enum value_type type);
unsigned value_type_size_B(enum value_type type);
bool value_type_is_float(enum value_type type);

/* The whole of @text as a value of @type, in the low bytes of *ret_bits. Decimal
 * or 0x; floats also as strtod takes them. Out of range, fractions for integers
 * and trailing characters are refused: -EINVAL or -ERANGE, with a sentence in
 * @err. f16 and bf16 are rounded once, to nearest even. */
int value_parse(enum value_type type, const char *text, uint64_t *ret_bits, char *err,
                size_t err_B);

/* The shortest text that reads back as the same value; whole numbers without a
 * fraction or exponent where that is exact. At least 32 bytes at @text. */
void value_print(enum value_type type, uint64_t bits, char *text, size_t text_B);

/* As a double: exact, save for integers beyond 2^53. */
double value_to_double(enum value_type type, uint64_t bits);
/* Integer @i as @type: integers wrap, floats round to nearest even. */
uint64_t value_from_index(enum value_type type, uint64_t i);
/* 64 random bits as @type: integers the whole range, floats in [0, 1). */
uint64_t value_from_random(enum value_type type, uint64_t random);

uint64_t value_load(enum value_type type, const void *at);
void value_store(enum value_type type, void *at, uint64_t bits);

#endif
