/* SPDX-License-Identifier: MIT */
/* Modules: a cubin's sections placed in GPU memory and relocated. */
#ifndef PEAL_LAUNCH_MODULE_H
#define PEAL_LAUNCH_MODULE_H

#include "include/peal/peal.h"
#include "src/chan/queue.h"
#include "src/code/cubin.h"

struct peal_code_kernel {
        const struct peal_cubin_kernel *cubin;
        const char *name; /* lives as long as the device, for reports */
        uint64_t program_va;
        uint32_t local_B;        /* per thread, as the QMD wants it */
        uint32_t shared_fixed_B; /* reserved by the system and static */
        uint32_t max_threads;    /* by registers and launch bounds */
        uint32_t cbank0_B;
        uint32_t qmd[PEAL_QMD_MAX_DW]; /* all but grid, block, bank 0, shared memory */
        uint8_t *cbank0;               /* all but dimensions and arguments */
};

struct peal_code {
        struct peal_channels *set;
        void *image; /* a copy: names and data point into it */
        struct peal_cubin cubin;
        struct peal_memory code; /* text and constants, CPU-mapped */
        struct peal_memory data; /* globals */
        uint64_t *section_va;
        struct peal_code_kernel *kernels;
};

/* Places everything; zeroes and fills globals through @queue, which must be a
 * compute queue, and waits for it. The caller holds @queue's lock. */
int peal_code_load(struct peal_channels *set, struct peal_cmdq *queue, const void *image,
                   size_t image_B, struct peal_code *ret_code);
void peal_code_unload(struct peal_code *code);
int peal_code_global(const struct peal_code *code, const char *name, uint64_t *ret_va,
                     uint64_t *ret_size_B);

/* In kernel.c: what does not change from launch to launch. */
int peal_code_kernel_prepare(struct peal_code *code, uint32_t index);

#endif
