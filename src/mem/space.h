/* SPDX-License-Identifier: MIT */
/* One GPU's objects in the resource manager and its address space: what all
 * memory and all channels of a device hang from. */
#ifndef PEAL_MEM_SPACE_H
#define PEAL_MEM_SPACE_H

#include <stdbool.h>
#include <stdint.h>
#include "src/kmd/rm.h"
#include "src/kmd/uvm.h"
#include "src/mem/va.h"

struct peal_space {
        struct peal_rm *rm;   /* not owned; shared by the devices of one driver */
        struct peal_uvm *uvm; /* NULL: the resource manager keeps the page tables */
        struct nv_ioctl_card_info card;
        int device_fd; /* /dev/nvidiaN, registered */
        uint32_t device, subdevice, vaspace;
        uint32_t virt; /* NV01_MEMORY_VIRTUAL, what DMA maps name; 0 with UVM */
        uint8_t uuid[16];
        struct peal_va va;
        /* Rings, QMDs and pushbuffers go to video memory written through the BAR;
         * false where the BAR turned out to be mapped uncached. */
        bool place_video;
};

/* Opens card @card with page tables kept by RM, or by UVM when @use_uvm. */
int peal_space_open(struct peal_rm *rm, const struct nv_ioctl_card_info *card, bool use_uvm,
                    struct peal_space *ret_space);
/* Everything allocated in it must be gone. */
void peal_space_close(struct peal_space *space);

#endif
