/* SPDX-License-Identifier: MIT */
/* The seam over system calls. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>
#include "src/kmd/error.h"
#include "src/kmd/seam.h"

static int linux_open(struct peal_kmd *kmd, const char *path, int flags)
{
        int fd;

        (void)kmd;
        do {
                fd = open(path, flags | O_CLOEXEC);
        } while (fd < 0 && errno == EINTR);
        return fd < 0 ? -errno : fd;
}

static int linux_close(struct peal_kmd *kmd, int fd)
{
        (void)kmd;
        /* Not retried: the descriptor is gone even after EINTR, close(2). */
        if (close(fd) < 0 && errno != EINTR)
                return -errno;
        return 0;
}

static ssize_t linux_read(struct peal_kmd *kmd, int fd, void *buf, size_t size_B)
{
        ssize_t n;

        (void)kmd;
        do {
                n = read(fd, buf, size_B);
        } while (n < 0 && errno == EINTR);
        return n < 0 ? -errno : n;
}

static int linux_ioctl(struct peal_kmd *kmd, int fd, unsigned long request, void *arg)
{
        int r;

        (void)kmd;
        do {
                r = ioctl(fd, request, arg);
        } while (r < 0 && (errno == EINTR || errno == EAGAIN));
        return r < 0 ? -errno : r;
}

static int linux_mmap(struct peal_kmd *kmd, void *addr, size_t len_B, int prot, int flags, int fd,
                      off_t offset, void **ret_ptr)
{
        void *ptr = mmap(addr, len_B, prot, flags, fd, offset);

        (void)kmd;
        if (ptr == MAP_FAILED)
                return -errno;
        *ret_ptr = ptr;
        return 0;
}

static int linux_munmap(struct peal_kmd *kmd, void *addr, size_t len_B)
{
        void *ptr = mmap(addr, len_B, PROT_NONE,
                         MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);

        (void)kmd;
        return ptr == MAP_FAILED ? -errno : 0;
}

static void linux_doorbell_hint(struct peal_kmd *kmd)
{
        (void)kmd;
}

static int linux_executes(struct peal_kmd *kmd, uint32_t sm_arch)
{
        (void)kmd;
        (void)sm_arch;
        return 1;
}

static void linux_destroy(struct peal_kmd *kmd)
{
        free(kmd);
}

static const struct peal_kmd_ops linux_ops = {
    .open = linux_open,
    .close = linux_close,
    .read = linux_read,
    .ioctl = linux_ioctl,
    .mmap = linux_mmap,
    .munmap = linux_munmap,
    .doorbell_hint = linux_doorbell_hint,
    .executes = linux_executes,
    .destroy = linux_destroy,
};

int peal_kmd_linux_create(struct peal_kmd **ret_kmd)
{
        struct peal_kmd *kmd = calloc(1, sizeof(*kmd));

        if (!kmd)
                return peal_error(ENOMEM, "no memory for the kernel driver's seam");
        kmd->ops = &linux_ops;
        *ret_kmd = kmd;
        return 0;
}
