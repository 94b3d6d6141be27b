/* SPDX-License-Identifier: MIT */
/* What the RM and UVM calls share: the trip over the ioctl and the sentence when it
 * fails. Inside src/kmd only. */
#ifndef PEAL_KMD_CALL_H
#define PEAL_KMD_CALL_H

#include "src/kmd/rm.h"

/* How a call went: the system call's result, the manager's status, and the field
 * that the running release lacks (the call was then not made). */
struct peal_call {
        int r;
        uint32_t status;
        const char *lost;
};

/* Escape @nr of @fd with base structure @id, there and back. */
void peal_call_escape(const struct peal_rm *rm, int fd, unsigned nr, enum peal_abi_struct_id id,
                      void *base, struct peal_call *ret_call);
uint32_t peal_rm_next_handle(struct peal_rm *rm);
/* Whether it failed; the sentence "@fmt...: why" is then left behind and *ret_r the
 * value to return. */
bool peal_call_failed(const struct peal_abi *abi, const struct peal_call *call, int *ret_r,
                      const char *fmt, ...) __attribute__((format(printf, 4, 5)));

#endif
