/* SPDX-License-Identifier: MIT */
/* Unified virtual memory: the second address-space mode. One pair of
 * descriptors of /dev/nvidia-uvm, closed together. Errors as in rm.h. */
#ifndef PEAL_KMD_UVM_H
#define PEAL_KMD_UVM_H

#include "src/kmd/rm.h"

struct peal_uvm {
        struct peal_rm *rm; /* not owned */
        int fd, mm_fd;      /* mm_fd -1 where UVM_MM_INITIALIZE was refused */
};

int peal_uvm_open(struct peal_rm *rm, struct peal_uvm **ret_uvm);
void peal_uvm_close(struct peal_uvm *uvm);
int peal_uvm_register_gpu(struct peal_uvm *uvm, const uint8_t uuid[16]);
int peal_uvm_unregister_gpu(struct peal_uvm *uvm, const uint8_t uuid[16]);
int peal_uvm_register_gpu_vaspace(struct peal_uvm *uvm, const uint8_t uuid[16], uint32_t vaspace);
int peal_uvm_unregister_gpu_vaspace(struct peal_uvm *uvm, const uint8_t uuid[16]);
/* @base, @length_B: address space for the channel's context buffers; 0, 0 for none. */
int peal_uvm_register_channel(struct peal_uvm *uvm, const uint8_t uuid[16], uint32_t channel,
                              uint64_t base, uint64_t length_B);
int peal_uvm_unregister_channel(struct peal_uvm *uvm, const uint8_t uuid[16], uint32_t channel);
int peal_uvm_create_external_range(struct peal_uvm *uvm, uint64_t base, uint64_t length_B);
/* Map RM memory @memory from @offset at [base, base+length) for each of @count GPUs. */
int peal_uvm_map_external(struct peal_uvm *uvm, uint64_t base, uint64_t length_B, uint64_t offset,
                          const uint8_t (*uuids)[16], unsigned count, uint32_t memory);
/* UVM_FREE of a whole range. */
int peal_uvm_free(struct peal_uvm *uvm, uint64_t base, uint64_t length_B);
int peal_uvm_enable_peer_access(struct peal_uvm *uvm, const uint8_t uuid_a[16],
                                const uint8_t uuid_b[16]);
int peal_uvm_disable_peer_access(struct peal_uvm *uvm, const uint8_t uuid_a[16],
                                 const uint8_t uuid_b[16]);

#endif
