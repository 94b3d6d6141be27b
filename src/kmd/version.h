/* SPDX-License-Identifier: MIT */
/* Which release of the kernel driver is running. */
#ifndef PEAL_KMD_VERSION_H
#define PEAL_KMD_VERSION_H

#include <stddef.h>
#include <stdint.h>
#include "src/kmd/seam.h"

#define PEAL_VERSION_MAX_B 64

/* The release in the text of /proc/driver/nvidia/version: the first number with
 * dots in its line "NVRM version: ...". -ENOENT: none there. */
int peal_version_parse(const char *text, size_t text_B, char ret_version[PEAL_VERSION_MAX_B]);

/* Asks, in order: /proc/driver/nvidia/version (not there in some containers),
 * NV_ESC_CHECK_VERSION_STR, and the build-version control of root client @client.
 * Each of them looks alike in every release. */
int peal_version_read(struct peal_kmd *kmd, int ctl_fd, uint32_t client,
                      char ret_version[PEAL_VERSION_MAX_B]);

#endif
