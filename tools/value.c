/* SPDX-License-Identifier: MIT */
#include "value.h"

#include <assert.h>
#include <errno.h>
#include <fenv.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
        const char *name;
        unsigned size_B;
        bool is_float, is_signed;
} types[VALUE_TYPE_COUNT] = {
    [VALUE_I8] = {"i8", 1, false, true},   [VALUE_U8] = {"u8", 1, false, false},
    [VALUE_I16] = {"i16", 2, false, true}, [VALUE_U16] = {"u16", 2, false, false},
    [VALUE_I32] = {"i32", 4, false, true}, [VALUE_U32] = {"u32", 4, false, false},
    [VALUE_I64] = {"i64", 8, false, true}, [VALUE_U64] = {"u64", 8, false, false},
    [VALUE_F16] = {"f16", 2, true, true},  [VALUE_BF16] = {"bf16", 2, true, true},
    [VALUE_F32] = {"f32", 4, true, true},  [VALUE_F64] = {"f64", 8, true, true},
};

bool value_type_find(const char *name, size_t length, enum value_type *ret_type)
{
        int i;

        for (i = 0; i < VALUE_TYPE_COUNT; i++) {
                if (strlen(types[i].name) == length && memcmp(types[i].name, name, length) == 0) {
                        *ret_type = (enum value_type)i;
                        return true;
                }
        }
        return false;
}

const char *value_type_name(enum value_type type)
{
        return types[type].name;
}

unsigned value_type_size_B(enum value_type type)
{
        return types[type].size_B;
}

bool value_type_is_float(enum value_type type)
{
        return types[type].is_float;
}

uint64_t value_load(enum value_type type, const void *at)
{
        uint64_t bits = 0;

        memcpy(&bits, at, types[type].size_B); /* little-endian hosts only, as the library */
        return bits;
}

void value_store(enum value_type type, void *at, uint64_t bits)
{
        memcpy(at, &bits, types[type].size_B);
}

/* A 16-bit float with @mantissa_bits of fraction (10: f16, 7: bf16). */
static double small_to_double(uint64_t bits, int mantissa_bits)
{
        int exponent_bits = 15 - mantissa_bits, bias = (1 << (exponent_bits - 1)) - 1;
        int exponent = (int)(bits >> mantissa_bits) & ((1 << exponent_bits) - 1);
        double fraction = (double)(bits & ((1u << mantissa_bits) - 1));
        double value;

        if (exponent == (1 << exponent_bits) - 1)
                value = fraction != 0 ? NAN : INFINITY;
        else if (exponent == 0)
                value = ldexp(fraction, 1 - bias - mantissa_bits);
        else
                value =
                    ldexp(fraction + (double)(1 << mantissa_bits), exponent - bias - mantissa_bits);
        return (bits & 0x8000) ? -value : value;
}

/* To nearest even. Infinity when too large. */
static uint64_t small_from_double(double value, int mantissa_bits)
{
        int exponent_bits = 15 - mantissa_bits, bias = (1 << (exponent_bits - 1)) - 1;
        uint64_t sign = signbit(value) ? 0x8000 : 0;
        uint64_t infinity = (uint64_t)((1 << exponent_bits) - 1) << mantissa_bits;
        double units, whole, rest;
        uint64_t mantissa;
        int exponent;

        if (isnan(value))
                return sign | infinity | 1u << (mantissa_bits - 1);
        value = fabs(value);
        if (isinf(value))
                return sign | infinity;
        if (value == 0)
                return sign;
        frexp(value, &exponent); /* value = 0.1xxx * 2^exponent */
        exponent--;
        if (exponent < 1 - bias)
                exponent = 1 - bias; /* subnormal: the unit stays that of the least normal */
        /* Exact: a scaling by a power of two of a double far from its own limits. */
        units = ldexp(value, mantissa_bits - exponent);
        whole = floor(units);
        rest = units - whole;
        mantissa = (uint64_t)whole;
        if (rest > 0.5 || (rest == 0.5 && (mantissa & 1)))
                mantissa++;
        /* The hidden bit, when present, adds one to the exponent field: so a carry
         * out of the fraction moves to the next exponent by itself. */
        mantissa += (uint64_t)(exponent + bias - 1) << mantissa_bits;
        return sign | (mantissa >= infinity ? infinity : mantissa);
}

static int small_bits(enum value_type type)
{
        return type == VALUE_F16 ? 10 : 7;
}

double value_to_double(enum value_type type, uint64_t bits)
{
        float f32;
        double f64;

        switch (type) {
        case VALUE_I8:
                return (int8_t)bits;
        case VALUE_I16:
                return (int16_t)bits;
        case VALUE_I32:
                return (int32_t)bits;
        case VALUE_I64:
                return (double)(int64_t)bits;
        case VALUE_F16:
        case VALUE_BF16:
                return small_to_double(bits, small_bits(type));
        case VALUE_F32:
                memcpy(&f32, &bits, sizeof(f32));
                return (double)f32;
        case VALUE_F64:
                memcpy(&f64, &bits, sizeof(f64));
                return f64;
        default:
                return (double)bits;
        }
}

static uint64_t bits_of_float(float value)
{
        uint32_t bits;

        memcpy(&bits, &value, sizeof(bits));
        return bits;
}

static uint64_t bits_of_double(double value)
{
        uint64_t bits;

        memcpy(&bits, &value, sizeof(bits));
        return bits;
}

static uint64_t truncate_to(enum value_type type, uint64_t bits)
{
        unsigned size_B = types[type].size_B;

        return size_B == 8 ? bits : bits & ((1ull << (8 * size_B)) - 1);
}

uint64_t value_from_index(enum value_type type, uint64_t i)
{
        switch (type) {
        case VALUE_F16:
        case VALUE_BF16:
                /* Counts stay far below 2^53, so the double is exact. */
                return small_from_double((double)i, small_bits(type));
        case VALUE_F32:
                return bits_of_float((float)i);
        case VALUE_F64:
                return bits_of_double((double)i);
        default:
                return truncate_to(type, i);
        }
}

uint64_t value_from_random(enum value_type type, uint64_t random)
{
        switch (type) {
        case VALUE_F16:
                return small_from_double(ldexp((double)(random >> 53), -11), 10);
        case VALUE_BF16:
                return small_from_double(ldexp((double)(random >> 56), -8), 7);
        case VALUE_F32:
                return bits_of_float(ldexpf((float)(random >> 40), -24));
        case VALUE_F64:
                return bits_of_double(ldexp((double)(random >> 11), -53));
        default:
                return truncate_to(type, random);
        }
}

static int refuse(char *err, size_t err_B, enum value_type type, const char *text, const char *why,
                  int r)
{
        snprintf(err, err_B, "'%.60s' is not a value of type %s: %s", text, types[type].name, why);
        return r;
}

static int parse_integer(enum value_type type, const char *text, uint64_t *ret_bits, char *err,
                         size_t err_B)
{
        unsigned bits = 8 * types[type].size_B;
        uint64_t largest = bits == 64 ? UINT64_MAX : (1ull << bits) - 1;
        bool negative = text[0] == '-';
        const char *digits = text + (text[0] == '-' || text[0] == '+');
        unsigned long long magnitude;
        char range[80], *end;
        int base = 10;

        if (digits[0] == '0' && (digits[1] == 'x' || digits[1] == 'X')) {
                base = 16;
                digits += 2;
        }
        /* strtoull would take another sign and white space here. */
        if (!((digits[0] >= '0' && digits[0] <= '9') ||
              (base == 16 &&
               ((digits[0] >= 'a' && digits[0] <= 'f') || (digits[0] >= 'A' && digits[0] <= 'F')))))
                return refuse(err, err_B, type, text, "not a number", -EINVAL);
        errno = 0;
        magnitude = strtoull(digits, &end, base);
        if (*end != '\0')
                return refuse(err, err_B, type, text, "not a whole number", -EINVAL);
        if (types[type].is_signed) {
                snprintf(range, sizeof(range), "outside %lld..%lld",
                         (long long)(-(int64_t)(largest >> 1) - 1), (long long)(largest >> 1));
                largest = (largest >> 1) + negative;
        } else {
                snprintf(range, sizeof(range), "outside 0..%llu", (unsigned long long)largest);
                if (negative)
                        largest = 0;
        }
        if (errno == ERANGE || magnitude > largest)
                return refuse(err, err_B, type, text, range, -ERANGE);
        *ret_bits = truncate_to(type, negative ? 0 - (uint64_t)magnitude : magnitude);
        return 0;
}

/* Reads @text so that a later rounding to fewer bits is as if from the exact
 * number: where a double cannot hold it, the neighbour with an odd mantissa. */
static double read_round_to_odd(const char *text, char **end)
{
        int before = fegetround();
        double down, up;

        fesetround(FE_DOWNWARD);
        down = strtod(text, end);
        fesetround(FE_UPWARD);
        up = strtod(text, end);
        fesetround(before);
        /* -0: both are; NaN differs from itself but is no neighbour */
        if (down == up || isnan(down))
                return up;
        return (bits_of_double(down) & 1) ? down : up;
}

static int parse_float(enum value_type type, const char *text, uint64_t *ret_bits, char *err,
                       size_t err_B)
{
        const char *first = text + (text[0] == '-' || text[0] == '+');
        uint64_t bits;
        char *end;

        /* strtod skips white space, which "1 2" or " 1" is not meant to have. */
        if (first[0] == '\0' || strchr(" \t\n\v\f\r", first[0]) != NULL)
                return refuse(err, err_B, type, text, "not a number", -EINVAL);
        if (type == VALUE_F32)
                bits = bits_of_float(strtof(text, &end));
        else if (type == VALUE_F64)
                bits = bits_of_double(strtod(text, &end));
        else
                bits = small_from_double(read_round_to_odd(text, &end), small_bits(type));
        if (end == text || *end != '\0')
                return refuse(err, err_B, type, text, "not a number", -EINVAL);
        if (isinf(value_to_double(type, bits)) && first[0] != 'i' && first[0] != 'I')
                return refuse(err, err_B, type, text, "too large (write 'inf' for infinity)",
                              -ERANGE);
        *ret_bits = bits;
        return 0;
}

int value_parse(enum value_type type, const char *text, uint64_t *ret_bits, char *err, size_t err_B)
{
        assert((unsigned)type < VALUE_TYPE_COUNT);
        if (types[type].is_float)
                return parse_float(type, text, ret_bits, err, err_B);
        return parse_integer(type, text, ret_bits, err, err_B);
}

static void print_float(enum value_type type, uint64_t bits, char *text, size_t text_B)
{
        double value = value_to_double(type, bits);
        /* Digits that always suffice to read the value back, and the count from which
         * trying is worth it; C17 5.2.4.2.2 DECIMAL_DIG for the widths involved. */
        int digits = type == VALUE_F64 ? 15 : type == VALUE_F32 ? 6 : type == VALUE_F16 ? 4 : 3;
        int enough = type == VALUE_F64 ? 17 : type == VALUE_F32 ? 9 : type == VALUE_F16 ? 5 : 4;
        double whole_limit = type == VALUE_F64 ? 1e15 : type == VALUE_F32 ? 1e9 : 1e6;
        uint64_t again;
        char err[96];

        if (isfinite(value) && fabs(value) < whole_limit && value == rint(value)) {
                snprintf(text, text_B, "%.0f", value);
                return;
        }
        for (; digits < enough; digits++) {
                snprintf(text, text_B, "%.*g", digits, value);
                if (!isfinite(value) ||
                    (value_parse(type, text, &again, err, sizeof(err)) == 0 && again == bits))
                        return;
        }
        snprintf(text, text_B, "%.*g", enough, value);
}

void value_print(enum value_type type, uint64_t bits, char *text, size_t text_B)
{
        switch (type) {
        case VALUE_I8:
        case VALUE_I16:
        case VALUE_I32:
        case VALUE_I64:
                snprintf(text, text_B, "%lld",
                         (long long)(int64_t)(type == VALUE_I8    ? (int8_t)bits
                                              : type == VALUE_I16 ? (int16_t)bits
                                              : type == VALUE_I32 ? (int32_t)bits
                                                                  : (int64_t)bits));
                break;
        case VALUE_F16:
        case VALUE_BF16:
        case VALUE_F32:
        case VALUE_F64:
                print_float(type, bits, text, text_B);
                break;
        default:
                snprintf(text, text_B, "%llu", (unsigned long long)bits);
        }
}
