/* SPDX-License-Identifier: MIT */
/* This thread's sentence about the last failed call. */
#ifndef PEAL_KMD_ERROR_H
#define PEAL_KMD_ERROR_H

/* Remembers the sentence for peal_last_error() and returns -@err, so that
 * failing reads `return peal_error(EINVAL, "block %u: more than %u", ...)`. The
 * text is cut at 511 bytes. */
int peal_error(int err, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* Puts "WHAT: " before the sentence already there; returns @ret unchanged. For a
 * caller that knows which larger step failed. */
int peal_error_in(int ret, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* "ENOENT (2)": an errno as sentences name it, the same in every locale. */
struct peal_errno_text {
        char text[24];
};
struct peal_errno_text peal_errno_text(int err);

/* Also declared in peal/peal.h: this thread's sentence, "" when nothing failed yet. */
const char *peal_last_error(void) __attribute__((visibility("default")));

#endif
