/* SPDX-License-Identifier: MIT */
/* The seam between the driver and a kernel driver: the only way out of libpeal.
 *
 * src/kmd/linux.c fills the table with system calls, sim/kmd with the model.
 * Nothing above this header can tell which one it talks to.
 */
#ifndef PEAL_KMD_SEAM_H
#define PEAL_KMD_SEAM_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

struct peal_kmd;

/* Every call returns a value >= 0 or -errno, and may be made from any thread. */
struct peal_kmd_ops {
        /* @flags: as open(2); O_CLOEXEC is always wanted. Returns a descriptor
         * that only this table understands. */
        int (*open)(struct peal_kmd *kmd, const char *path, int flags);
        int (*close)(struct peal_kmd *kmd, int fd);
        /* For text files under /proc/driver/nvidia. Bytes read, 0 at the end. */
        ssize_t (*read)(struct peal_kmd *kmd, int fd, void *buf, size_t size_B);
        /* Retries EINTR itself. */
        int (*ioctl)(struct peal_kmd *kmd, int fd, unsigned long request, void *arg);
        /* As mmap(2) of a descriptor from open(). *ret_ptr only on success. */
        int (*mmap)(struct peal_kmd *kmd, void *addr, size_t len_B, int prot, int flags, int fd,
                    off_t offset, void **ret_ptr);
        /* Undoes mmap, in one step: the addresses stay reserved (PROT_NONE), so that
         * no other thread's mapping can land there before they are reused. */
        int (*munmap)(struct peal_kmd *kmd, void *addr, size_t len_B);
        /* Called after a doorbell write. A hint: a kernel driver may ignore it, and
         * whoever is rung must notice the write without it. */
        void (*doorbell_hint)(struct peal_kmd *kmd);
        /* 1 when devices behind it execute machine code of @sm_arch (90 for sm_90), 0
         * when they do everything but that. For those who describe a device. */
        int (*executes)(struct peal_kmd *kmd, uint32_t sm_arch);
        void (*destroy)(struct peal_kmd *kmd);
};

/* First member of whatever fills the table. */
struct peal_kmd {
        const struct peal_kmd_ops *ops;
};

/* The real thing: system calls. */
int peal_kmd_linux_create(struct peal_kmd **ret_kmd);

#endif
