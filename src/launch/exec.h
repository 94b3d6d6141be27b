/* SPDX-License-Identifier: MIT */
/* Launches: checks, constant bank 0, the QMD, local memory. */
#ifndef PEAL_LAUNCH_EXEC_H
#define PEAL_LAUNCH_EXEC_H

#include "src/launch/local.h"
#include "src/launch/module.h"

/* Adds a launch to @queue (locked by the caller), ordered after what it holds. */
int peal_exec(struct peal_cmdq *queue, struct peal_local *local, const struct peal_code *code,
              const struct peal_code_kernel *kernel, const struct peal_launch_config *config,
              struct peal_args args);
/* All checks of a launch, without launching. */
int peal_exec_check(const struct peal_channels *set, const struct peal_code_kernel *kernel,
                    const struct peal_launch_config *config, struct peal_args args);

#endif
