/* SPDX-License-Identifier: MIT */
/* Copies from and to the caller that survive a bad address, as the kernel's do. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>
#include "sim/kmd/kmd.h"

/* Where the system call is refused (a sandbox), the copy is made directly, after
 * a look at the process's map. */
static bool sim_user_refused(void)
{
        return errno == ENOSYS || errno == EPERM || errno == EACCES;
}

int sim_user_read(void *dst, uint64_t src, size_t size_B)
{
        struct iovec local = {dst, size_B}, remote = {(void *)(uintptr_t)src, size_B};
        ssize_t n;

        if (!size_B)
                return 0;
        if (!src)
                return -EFAULT;
        n = process_vm_readv(getpid(), &local, 1, &remote, 1, 0);
        if (n == (ssize_t)size_B)
                return 0;
        if (n >= 0 || !sim_user_refused() || !sim_user_range_ok(src, size_B, false))
                return -EFAULT;
        memcpy(dst, (const void *)(uintptr_t)src, size_B);
        return 0;
}

int sim_user_write(uint64_t dst, const void *src, size_t size_B)
{
        struct iovec local = {(void *)(uintptr_t)src, size_B};
        struct iovec remote = {(void *)(uintptr_t)dst, size_B};
        ssize_t n;

        if (!size_B)
                return 0;
        if (!dst)
                return -EFAULT;
        n = process_vm_writev(getpid(), &local, 1, &remote, 1, 0);
        if (n == (ssize_t)size_B)
                return 0;
        if (n >= 0 || !sim_user_refused() || !sim_user_range_ok(dst, size_B, true))
                return -EFAULT;
        memcpy((void *)(uintptr_t)dst, src, size_B);
        return 0;
}

bool sim_user_range_ok(uint64_t ptr, uint64_t size_B, bool writable)
{
        uint64_t at = ptr, end = ptr + size_B;
        unsigned long long lo, hi;
        char line[512], perms[5];
        FILE *maps;

        if (!ptr || end <= ptr)
                return false;
        maps = fopen("/proc/self/maps", "re");
        if (!maps)
                return false;
        while (at < end && fgets(line, sizeof(line), maps)) {
                if (sscanf(line, "%llx-%llx %4s", &lo, &hi, perms) != 3 || hi <= at)
                        continue;
                if (lo > at || perms[0] != 'r' || (writable && perms[1] != 'w'))
                        break;
                at = hi;
        }
        fclose(maps);
        return at >= end;
}
