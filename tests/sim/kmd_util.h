/* SPDX-License-Identifier: MIT */
/* Raw calls to the model's kernel driver for its tests: base structures in, the
 * wire of the modelled release out. */
#ifndef PEAL_TESTS_SIM_KMD_UTIL_H
#define PEAL_TESTS_SIM_KMD_UTIL_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "sim/sim.h"
#include "src/hw/class.h"
#include "src/kmd/abi.h"
#include "src/kmd/seam.h"

/* A client with everything up to a compute queue and a copy queue. */
struct kx {
        struct peal_kmd *kmd;
        struct peal_abi abi;
        int ctl, dev, uvm, uvm_mm;
        uint32_t root, device, subdev, usermode, vaspace, virt;
        uint32_t ring, notifier, group, ctxshare, channel, compute, copy_group, copy_channel, copy;
        uint32_t token, copy_token;
        uint8_t uuid[16];
        uint32_t next_handle;
        uint64_t ring_va;
        volatile uint32_t *doorbell, *ring_cpu;
        bool uvm_mode;
};

/* Classes of a profile that the bring-up needs. */
struct kx_classes {
        const char *profile;
        uint32_t usermode, channel, compute, copy;
        unsigned sms;
};
extern const struct kx_classes kx_profiles[7];

void kx_create(struct kx *k, const char *profile);
/* Closes what is open, checks that nothing is left alive, destroys the model. */
void kx_destroy(struct kx *k);
int kx_open(struct kx *k, const char *path);
int kx_close(struct kx *k, int fd);

/* The ioctl's result; the structure converted both ways. */
int kx_escape(struct kx *k, int fd, unsigned nr, enum peal_abi_struct_id id, void *base);
int kx_ioctl(struct kx *k, int fd, unsigned nr, size_t size_B, void *arg);
/* Statuses. *inout_handle 0: the model chooses. */
uint32_t kx_alloc_as(struct kx *k, int fd, uint32_t parent, uint32_t class_id, void *params,
                     uint32_t *inout_handle);
uint32_t kx_alloc(struct kx *k, uint32_t parent, uint32_t class_id, void *params,
                  uint32_t *ret_handle);
uint32_t kx_free(struct kx *k, uint32_t handle);
uint32_t kx_ctrl(struct kx *k, uint32_t obj, uint32_t cmd, void *base);
uint32_t kx_memory(struct kx *k, uint32_t class_id, uint64_t size_B, uint32_t attr,
                   uint64_t align_B, uint32_t *ret_handle);
uint32_t kx_own_pages(struct kx *k, int fd, void *ptr, uint64_t size_B, uint32_t *ret_handle);
uint32_t kx_map_memory(struct kx *k, uint32_t device, uint32_t memory, uint64_t offset,
                       uint64_t size_B, uint32_t flags, int fd, uint64_t *ret_linear);
uint32_t kx_unmap_memory(struct kx *k, uint32_t device, uint32_t memory, uint64_t linear);
uint32_t kx_map_dma(struct kx *k, uint32_t memory, uint64_t offset, uint64_t size_B, uint32_t flags,
                    uint64_t *inout_va);
uint32_t kx_unmap_dma(struct kx *k, uint32_t memory, uint64_t va);
/* rmStatus of a UVM call; the structure's last field in base layout at @status. */
uint32_t kx_uvm(struct kx *k, int fd, uint32_t request, enum peal_abi_struct_id id, void *base,
                size_t status);
#define KX_UVM(k, fd, name, p)                                                                     \
        kx_uvm(k, fd, name, PEAL_ABI_##name##_PARAMS, p, offsetof(struct name##_PARAMS, rmStatus))

/* ctl, root, card info, device node, device, subdevice; then also UVM files, a space
 * and queues. */
void kx_client(struct kx *k);
void kx_space(struct kx *k, bool uvm_mode);
void kx_queues(struct kx *k, const struct kx_classes *classes);
void kx_teardown(struct kx *k);
/* Maps memory in the mode's way; status. */
uint32_t kx_gpu_map(struct kx *k, uint32_t memory, uint64_t va, uint64_t size_B);
uint32_t kx_gpu_unmap(struct kx *k, uint32_t memory, uint64_t va, uint64_t size_B);
/* The memory's bytes for the CPU. */
void *kx_cpu_map(struct kx *k, uint32_t memory, bool video, uint64_t size_B);
struct sim_stats kx_stats(struct kx *k);
/* Does the model's log have this text? */
bool kx_logged(struct kx *k, const char *text);

#define KX_ATTR_VIDEO    0x18000000u
#define KX_ATTR_VIDEO_4K 0x18800000u
#define KX_ATTR_CACHED   0x3a000000u
#define KX_ATTR_COMBINED 0x5a000000u
#define KX_DMA_FIXED     0x8010u
#define KX_MAP_VIDEO     0x010d0000u
#define KX_MAP_SYSTEM    0x030c8000u
#define KX_HUGE_B        (2u << 20)

#endif
