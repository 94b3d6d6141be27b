/* SPDX-License-Identifier: MIT */
/* Resource-manager calls: allocation, control, mapping. One client.
 *
 * Every failure leaves a sentence that names the call, the class or command, the
 * handles and values that mattered, and the status or errno:
 *   RM_ALLOC HOPPER_COMPUTE_A (0xcbc0) under 0x5c000003: NV_ERR_INVALID_CLASS (0x22)
 * Any thread; calls on one client may overlap.
 */
#ifndef PEAL_KMD_RM_H
#define PEAL_KMD_RM_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "src/kmd/abi.h"
#include "src/kmd/seam.h"

struct peal_rm {
        struct peal_kmd *kmd; /* not owned */
        struct peal_abi abi;
        int ctl_fd; /* /dev/nvidiactl */
        uint32_t client;
        _Atomic uint32_t next_handle;
};

/* Opens /dev/nvidiactl, reads the driver's release (in order:
 * /proc/driver/nvidia/version, NV_ESC_CHECK_VERSION_STR, the build-version
 * control), picks the ABI table and allocates the root client.
 * -ENOENT: no driver (the sentence says what was looked for); -EACCES;
 * -ENOTSUP: a release that is too old. */
int peal_rm_open(struct peal_kmd *kmd, struct peal_rm **ret_rm);
/* Frees the client, and with it what is left under it, and closes the node. */
void peal_rm_close(struct peal_rm *rm);

/* @params: base layout of the class's structure (peal_abi_class_struct), or raw
 * bytes of @params_B for classes without one; NULL, 0 for none. Updated with
 * what the kernel wrote back. */
int peal_rm_alloc(struct peal_rm *rm, uint32_t parent, uint32_t class_id, void *params,
                  size_t params_B, uint32_t *ret_handle);
/* Never fails halfway: the handle is gone afterwards either way. */
int peal_rm_free(struct peal_rm *rm, uint32_t parent, uint32_t handle);
int peal_rm_control(struct peal_rm *rm, uint32_t object, uint32_t cmd, void *params,
                    size_t params_B);
int peal_rm_dup(struct peal_rm *rm, uint32_t parent, uint32_t src_client, uint32_t src_object,
                uint32_t flags, uint32_t *ret_handle);
/* The status of this thread's last call that failed in the resource manager
 * (0 when it failed as a system call): for callers that may go on without. */
uint32_t peal_rm_last_status(void);

/* NV_ESC_RM_MAP_MEMORY, to be followed by mmap of @fd. @flags: NVOS33. */
int peal_rm_map_memory(struct peal_rm *rm, uint32_t device, uint32_t memory, uint64_t offset,
                       uint64_t length_B, uint32_t flags, int fd, uint64_t *ret_linear);
int peal_rm_unmap_memory(struct peal_rm *rm, uint32_t device, uint32_t memory, uint64_t linear,
                         uint32_t flags);
/* GPU mapping in a space that the manager keeps. @flags: NVOS46. @va: wanted
 * address with the FIXED flag; *ret_va what it got. */
int peal_rm_map_dma(struct peal_rm *rm, uint32_t device, uint32_t dma, uint32_t memory,
                    uint64_t offset, uint64_t length_B, uint32_t flags, uint64_t va,
                    uint64_t *ret_va);
/* The whole mapping that begins at @va; @length_B is for the sentence. */
int peal_rm_unmap_dma(struct peal_rm *rm, uint32_t device, uint32_t dma, uint32_t memory,
                      uint64_t va, uint64_t length_B);
/* Pages of this process as memory of the GPU: NV_ESC_RM_ALLOC_MEMORY of
 * NV01_MEMORY_SYSTEM_OS_DESCRIPTOR on @device_fd, which must be registered. */
int peal_rm_alloc_os_descriptor(struct peal_rm *rm, int device_fd, uint32_t device, void *ptr,
                                uint64_t size_B, uint32_t flags, uint32_t *ret_handle);

/* NV_ESC_CARD_INFO: every valid card, in the kernel's order. */
#define PEAL_RM_MAX_CARDS 32
int peal_rm_card_info(struct peal_rm *rm, struct nv_ioctl_card_info cards[PEAL_RM_MAX_CARDS],
                      unsigned *ret_count);
/* Opens /dev/nvidia@minor; @registered: also NV_ESC_REGISTER_FD with ctl_fd. */
int peal_rm_open_device(struct peal_rm *rm, unsigned minor, bool registered, int *ret_fd);

#endif
