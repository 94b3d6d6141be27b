/* SPDX-License-Identifier: MIT */
/* What the subcommands of `peal` share. */
#ifndef PEAL_TOOLS_CMD_H
#define PEAL_TOOLS_CMD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include "peal/peal.h"

/* The command's exit statuses. */
enum { EXIT_OK = 0, EXIT_FAILED = 1, EXIT_USAGE = 2 };

int cmd_info(int argc, char **argv);
int cmd_run(int argc, char **argv);
int cmd_bench(int argc, char **argv);
int cmd_test(int argc, char **argv);

/* "peal SUBCOMMAND: ..." on stderr. */
void cmd_error(const char *subcommand, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* After getopt_long said '?': points at --help; returns EXIT_USAGE. */
int cmd_usage_hint(const char *subcommand);
/* Results that did not reach stdout (a full disk, a closed pipe) are a failure:
 * @status, or EXIT_FAILED with a message. */
int cmd_finish_stdout(const char *subcommand, int status);

/* Where to run, as the options --device and --address-space gave it. */
struct cmd_device {
        const char *spec; /* NULL: the environment's choice */
        struct peal_device_options options;
};
/* @text: "rm" or "uvm". */
int cmd_address_space(const char *subcommand, const char *text, struct cmd_device *device);
const char *cmd_address_space_name(enum peal_address_space space);
/* Opens, or says why not on stderr; 0 or EXIT_FAILED. */
int cmd_device_open(const char *subcommand, const struct cmd_device *device,
                    struct peal_device **ret_device);

/* A decimal count in 1..@max for option @what; 0 or EXIT_USAGE with a message. */
int cmd_count(const char *subcommand, const char *what, const char *text, uint64_t max,
              uint64_t *ret_count);

/* @text as a JSON string, quotes included; NULL becomes null. */
void cmd_json_string(FILE *out, const char *text);

/* tools/kernels.fatbin, as built in. */
extern const unsigned char cmd_kernels[], cmd_kernels_end[];

uint64_t cmd_now_ns(void);
/* Sorts @values. @fraction 0.5: the median. @count 1 or more. */
void cmd_sort_u64(uint64_t *values, size_t count);
uint64_t cmd_percentile(const uint64_t *sorted, size_t count, double fraction);

#endif
