/* SPDX-License-Identifier: MIT */
/* The software GPU as seen by whoever selects it: a kmd made from a profile. */
#ifndef PEAL_SIM_SIM_H
#define PEAL_SIM_SIM_H

#include <stddef.h>
#include <stdint.h>
#include "src/kmd/seam.h"

/* @profile: what follows "sim" or "sim:" in PEAL_DEVICE, e.g. "h200",
 * "rtx4090,count=2", "h200,driver=570.86,mem=4G,sms=8". "" means "h200".
 * Keys: driver=RELEASE, mem=SIZE, sms=N, count=N, workers=N, limit=N
 * (warp instructions a block may run, 0 without limit), deny=NAME[+NAME]
 * (optional controls answered with NV_ERR_INSUFFICIENT_PERMISSIONS).
 * -EINVAL with a sentence in @err naming the key, the value and the limit. */
int sim_kmd_create(const char *profile, char *err, size_t err_B, struct peal_kmd **ret_kmd);

/* What is alive inside the model; all zero once every client has closed. */
struct sim_stats {
        uint64_t fds, clients, objects, mappings, gpu_mappings, vidmem_B, sysmem_B, channels;
        uint64_t resident_B; /* memory of the host that the model's memory really takes */
};
void sim_kmd_stats(struct peal_kmd *kmd, struct sim_stats *ret_stats);

/* The model's dmesg: text of all lines so far, e.g. "Xid 31 ...". Any thread.
 * Returns the length needed, as snprintf. */
size_t sim_kmd_log(struct peal_kmd *kmd, char *buf, size_t size_B);

#endif
