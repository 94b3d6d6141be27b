/* SPDX-License-Identifier: MIT */
/* The process's root clients: one for the kernel driver, one for each model,
 * created on first open, counted, and given up in a forked child. The only state
 * of the library that no handle holds. */
#ifndef PEAL_API_REGISTRY_H
#define PEAL_API_REGISTRY_H

#include <stdbool.h>
#include "src/kmd/rm.h"

struct peal_driver {
        struct peal_driver *next;
        char key[128]; /* "nv", or "sim:" and the profile */
        struct peal_kmd *kmd;
        struct peal_rm *rm;
        unsigned refs;
        unsigned fork_generation;
        bool model;
};

/* @key: "nv" or "sim:PROFILE". -ENOENT: no kernel driver. */
int peal_driver_get(const char *key, struct peal_driver **ret_driver);
void peal_driver_put(struct peal_driver *driver);
/* Changes in a forked child. */
unsigned peal_fork_generation(void);

#endif
