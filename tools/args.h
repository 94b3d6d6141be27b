/* SPDX-License-Identifier: MIT */
/* The ARG grammar of `peal run`: TYPE:VALUE, or TYPE[COUNT]:INIT with what to do
 * with the buffer afterwards. No device is involved. */
#ifndef PEAL_TOOLS_ARGS_H
#define PEAL_TOOLS_ARGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "value.h"

enum { RUN_OUTPUTS_MAX = 8 };

enum run_init { RUN_INIT_ZERO, RUN_INIT_SEQ, RUN_INIT_RAND, RUN_INIT_VALUE, RUN_INIT_FILE };
enum run_output_kind { RUN_OUTPUT_NPY, RUN_OUTPUT_TEXT, RUN_OUTPUT_COMPARE };

struct run_output {
        enum run_output_kind kind;
        char *path;    /* owned; NULL for text */
        bool relative; /* RUN_OUTPUT_COMPARE: ~TOL was given */
        double tolerance;
        uint8_t *expected; /* owned; run_arg_load fills it */
};

struct run_arg {
        const char *text; /* as given, for messages */
        enum value_type type;
        bool is_buffer;
        uint64_t bits;  /* the scalar, or RUN_INIT_VALUE's */
        uint64_t count; /* of a buffer; 0 until the file has been read, for TYPE[]:@FILE */
        enum run_init init;
        uint64_t seed;
        char *path; /* RUN_INIT_FILE; owned */
        unsigned output_count;
        struct run_output output[RUN_OUTPUTS_MAX];
        uint8_t *data; /* owned; count elements, by run_arg_load */
};

/* @text stays the caller's and must outlive the result; @index is the argument's
 * position, the seed of `rand` when none is given. -EINVAL, -ERANGE, -ENOMEM with
 * a sentence in @err; nothing to release then. */
int run_arg_parse(const char *text, unsigned index, struct run_arg *ret_arg, char *err,
                  size_t err_B);
/* Reads the files and fills the elements. -errno with a sentence in @err. */
int run_arg_load(struct run_arg *arg, char *err, size_t err_B);
void run_arg_release(struct run_arg *arg);
uint64_t run_arg_size_B(const struct run_arg *arg); /* of a buffer */

/* How many elements of @got differ from @output's expectation; up to @show of them
 * are told about through @tell. */
uint64_t run_arg_compare(const struct run_arg *arg, const struct run_output *output,
                         const uint8_t *got, unsigned show,
                         void (*tell)(void *ctx, const char *sentence), void *ctx);

/* The n-th (from 0) value of the generator behind `rand`. */
uint64_t run_random(uint64_t seed, uint64_t n);

#endif
