/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include "src/kmd/error.h"

#define SENTENCE_B 512

static _Thread_local char sentence[SENTENCE_B];

int peal_error(int err, const char *fmt, ...)
{
        /* Through a buffer of its own: an argument may be the old sentence. */
        char text[SENTENCE_B];
        va_list ap;

        va_start(ap, fmt);
        vsnprintf(text, sizeof(text), fmt, ap);
        va_end(ap);
        memcpy(sentence, text, sizeof(sentence));
        return err > 0 ? -err : err;
}

int peal_error_in(int ret, const char *fmt, ...)
{
        char text[SENTENCE_B];
        va_list ap;
        int n;

        va_start(ap, fmt);
        n = vsnprintf(text, sizeof(text), fmt, ap);
        va_end(ap);
        if (n < 0)
                return ret;
        if ((size_t)n >= sizeof(text))
                n = SENTENCE_B - 1;
        for (const char *part = ": "; *part && n < SENTENCE_B - 1; part++)
                text[n++] = *part;
        for (const char *part = sentence; *part && n < SENTENCE_B - 1; part++)
                text[n++] = *part;
        text[n] = '\0';
        memcpy(sentence, text, sizeof(sentence));
        return ret;
}

const char *peal_last_error(void)
{
        return sentence;
}

struct peal_errno_text peal_errno_text(int err)
{
        static const struct {
                int number;
                const char *name;
        } rows[] = {
            {EPERM, "EPERM"},         {ENOENT, "ENOENT"},
            {EINTR, "EINTR"},         {EIO, "EIO"},
            {ENXIO, "ENXIO"},         {E2BIG, "E2BIG"},
            {EBADF, "EBADF"},         {EAGAIN, "EAGAIN"},
            {ENOMEM, "ENOMEM"},       {EACCES, "EACCES"},
            {EFAULT, "EFAULT"},       {EBUSY, "EBUSY"},
            {EEXIST, "EEXIST"},       {ENODEV, "ENODEV"},
            {EINVAL, "EINVAL"},       {ENFILE, "ENFILE"},
            {EMFILE, "EMFILE"},       {ENOTTY, "ENOTTY"},
            {ENOSPC, "ENOSPC"},       {EPIPE, "EPIPE"},
            {ERANGE, "ERANGE"},       {ENOSYS, "ENOSYS"},
            {ENOTSUP, "ENOTSUP"},     {EOVERFLOW, "EOVERFLOW"},
            {ETIMEDOUT, "ETIMEDOUT"}, {EPROTO, "EPROTO"},
            {ECANCELED, "ECANCELED"},
        };
        struct peal_errno_text t;
        const char *name = "errno";

        for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
                if (rows[i].number == err)
                        name = rows[i].name;
        }
        snprintf(t.text, sizeof(t.text), "%s (%d)", name, err);
        return t;
}
