/* SPDX-License-Identifier: MIT */
#include "cmd.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

void cmd_error(const char *subcommand, const char *fmt, ...)
{
        va_list ap;

        /* What was printed so far comes first when both go to one place. */
        fflush(stdout);
        va_start(ap, fmt);
        fprintf(stderr, "peal %s: ", subcommand);
        vfprintf(stderr, fmt, ap);
        fputc('\n', stderr);
        va_end(ap);
}

int cmd_usage_hint(const char *subcommand)
{
        fprintf(stderr, "Try 'peal %s --help' for more information.\n", subcommand);
        return EXIT_USAGE;
}

int cmd_finish_stdout(const char *subcommand, int status)
{
        bool bad = ferror(stdout);

        errno = 0;
        if (fflush(stdout) != 0)
                bad = true;
        if (!bad)
                return status;
        cmd_error(subcommand, "cannot write to standard output: %s",
                  errno ? strerror(errno) : "an earlier write failed");
        return status == EXIT_OK ? EXIT_FAILED : status;
}

int cmd_address_space(const char *subcommand, const char *text, struct cmd_device *device)
{
        if (strcmp(text, "rm") == 0) {
                device->options.address_space = PEAL_ADDRESS_SPACE_RM;
                return 0;
        }
        if (strcmp(text, "uvm") == 0) {
                device->options.address_space = PEAL_ADDRESS_SPACE_UVM;
                return 0;
        }
        cmd_error(subcommand, "--address-space '%s': it is 'rm' or 'uvm'", text);
        return EXIT_USAGE;
}

const char *cmd_address_space_name(enum peal_address_space space)
{
        return space == PEAL_ADDRESS_SPACE_UVM ? "uvm" : "rm";
}

int cmd_device_open(const char *subcommand, const struct cmd_device *device,
                    struct peal_device **ret_device)
{
        struct peal_device_options options = device->options;
        int r;

        options.size = sizeof(options);
        r = peal_device_open(device->spec, &options, ret_device);
        if (r == 0)
                return 0;
        cmd_error(subcommand, "cannot open the device: %s", peal_last_error());
        return EXIT_FAILED;
}

int cmd_count(const char *subcommand, const char *what, const char *text, uint64_t max,
              uint64_t *ret_count)
{
        unsigned long long value;
        char *end;

        errno = 0;
        value = strtoull(text, &end, 10);
        if (text[0] < '0' || text[0] > '9' || *end != '\0') {
                cmd_error(subcommand, "%s '%s': not a count", what, text);
                return EXIT_USAGE;
        }
        if (errno == ERANGE || value < 1 || value > max) {
                cmd_error(subcommand, "%s %s: outside 1..%llu", what, text,
                          (unsigned long long)max);
                return EXIT_USAGE;
        }
        *ret_count = value;
        return 0;
}

/* Length of the UTF-8 sequence at @s, 0 when it is not one (overlong forms,
 * surrogates and values above 10FFFF included, RFC 3629). */
static size_t utf8_length(const unsigned char *s)
{
        size_t i, length;

        if (s[0] >= 0xc2 && s[0] <= 0xdf)
                length = 2;
        else if (s[0] >= 0xe0 && s[0] <= 0xef)
                length = 3;
        else if (s[0] >= 0xf0 && s[0] <= 0xf4)
                length = 4;
        else
                return 0;
        for (i = 1; i < length; i++) {
                if ((s[i] & 0xc0) != 0x80)
                        return 0;
        }
        if ((s[0] == 0xe0 && s[1] < 0xa0) || (s[0] == 0xed && s[1] > 0x9f) ||
            (s[0] == 0xf0 && s[1] < 0x90) || (s[0] == 0xf4 && s[1] > 0x8f))
                return 0;
        return length;
}

void cmd_json_string(FILE *out, const char *text)
{
        const unsigned char *s = (const unsigned char *)text;
        size_t length;

        if (text == NULL) {
                fputs("null", out);
                return;
        }
        fputc('"', out);
        while (*s != '\0') {
                if (*s == '"' || *s == '\\') {
                        fputc('\\', out);
                        fputc(*s++, out);
                } else if (*s < 0x20) {
                        fprintf(out, "\\u%04x", *s++);
                } else if (*s < 0x80) {
                        fputc(*s++, out);
                } else {
                        length = utf8_length(s);
                        if (length == 0) {
                                fputs("\\ufffd", out);
                                s++;
                        } else {
                                fwrite(s, 1, length, out);
                                s += length;
                        }
                }
        }
        fputc('"', out);
}

uint64_t cmd_now_ns(void)
{
        struct timespec ts;

        clock_gettime(CLOCK_MONOTONIC, &ts);
        return (uint64_t)ts.tv_sec * 1000000000u + (uint64_t)ts.tv_nsec;
}

static int compare_u64(const void *a, const void *b)
{
        uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

        return (x > y) - (x < y);
}

void cmd_sort_u64(uint64_t *values, size_t count)
{
        qsort(values, count, sizeof(*values), compare_u64);
}

uint64_t cmd_percentile(const uint64_t *sorted, size_t count, double fraction)
{
        size_t index = (size_t)((double)(count - 1) * fraction + 0.5);

        return sorted[index < count ? index : count - 1];
}
