/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "src/api/device.h"
#include "src/kmd/error.h"

#define UNLOAD_WAIT_NS 60000000000ull
#define FILE_MAX_B     (2ull << 30)

int peal_module_load(struct peal_device *dev, const void *image, size_t image_B,
                     struct peal_module **ret_module)
{
        struct peal_module *m;
        int r = peal_device_usable(dev);

        if (r < 0)
                return r;
        m = calloc(1, sizeof(*m));
        if (!m)
                return peal_error(ENOMEM, "out of memory");
        pthread_mutex_lock(&dev->compute->q.lock);
        r = peal_code_load(&dev->channels, &dev->compute->q, image, image_B, &m->code);
        pthread_mutex_unlock(&dev->compute->q.lock);
        if (r == 0) {
                m->kernels = calloc(m->code.cubin.kernel_count + 1, sizeof(*m->kernels));
                if (!m->kernels) {
                        peal_code_unload(&m->code);
                        r = peal_error(ENOMEM, "out of memory");
                }
        }
        if (r < 0) {
                free(m);
                return r;
        }
        for (uint32_t i = 0; i < m->code.cubin.kernel_count; i++)
                m->kernels[i] = (struct peal_kernel){.module = m, .index = i};
        m->device = dev;
        peal_local_code_changed(&dev->local);
        peal_list_add(dev, &dev->modules, &m->link);
        *ret_module = m;
        return 0;
}

static int read_whole(int fd, uint8_t *data, size_t size_B, const char *path)
{
        size_t got = 0;

        while (got < size_B) {
                ssize_t n = read(fd, data + got, size_B - got);

                if (n < 0 && errno == EINTR)
                        continue;
                if (n < 0)
                        return peal_error(errno, "%s: %s", path, strerror(errno));
                if (n == 0)
                        return peal_error(EIO, "%s: ended after %zu of %zu bytes", path, got,
                                          size_B);
                got += (size_t)n;
        }
        return 0;
}

int peal_module_load_file(struct peal_device *dev, const char *path,
                          struct peal_module **ret_module)
{
        uint8_t *data = NULL;
        struct stat st;
        int fd, r = 0;

        fd = open(path, O_RDONLY | O_CLOEXEC);
        if (fd < 0)
                return peal_error(errno, "%s: %s", path, strerror(errno));
        if (fstat(fd, &st) < 0)
                r = peal_error(errno, "%s: %s", path, strerror(errno));
        else if (!S_ISREG(st.st_mode))
                r = peal_error(EINVAL, "%s: not a regular file", path);
        else if (st.st_size <= 0 || (uint64_t)st.st_size > FILE_MAX_B)
                r = peal_error(EINVAL, "%s: %lld bytes; 1 to %llu", path, (long long)st.st_size,
                               FILE_MAX_B);
        if (r == 0 && !(data = malloc((size_t)st.st_size)))
                r = peal_error(ENOMEM, "%s: no memory for %lld bytes", path, (long long)st.st_size);
        if (r == 0)
                r = read_whole(fd, data, (size_t)st.st_size, path);
        close(fd);
        if (r == 0)
                r = peal_error_in(peal_module_load(dev, data, (size_t)st.st_size, ret_module), "%s",
                                  path);
        free(data);
        return r;
}

void peal_module_unload(struct peal_module *m)
{
        if (!m || m->device->fork_generation != peal_fork_generation())
                return;
        peal_device_drain(m->device, UNLOAD_WAIT_NS);
        peal_list_remove(m->device, &m->link);
        peal_code_unload(&m->code);
        free(m->kernels);
        free(m);
}

unsigned peal_module_kernel_count(const struct peal_module *m)
{
        return m->code.cubin.kernel_count;
}

struct peal_kernel *peal_module_kernel_at(struct peal_module *m, unsigned index)
{
        return index < m->code.cubin.kernel_count ? &m->kernels[index] : NULL;
}

int peal_module_kernel(struct peal_module *m, const char *name, struct peal_kernel **ret_kernel)
{
        const struct peal_cubin *c = &m->code.cubin;
        char list[300] = "";
        size_t at = 0;
        int i = -1;

        if (name)
                i = peal_cubin_find_kernel(c, name);
        else if (c->kernel_count == 1)
                i = 0;
        if (i >= 0) {
                *ret_kernel = &m->kernels[i];
                return 0;
        }
        for (uint32_t k = 0; k < c->kernel_count && at < sizeof(list); k++)
                at += (size_t)snprintf(list + at, sizeof(list) - at, "%s%s", k ? ", " : "",
                                       c->kernels[k].name);
        if (name)
                return peal_error(ENOENT, "no kernel '%s'; there is: %s", name, list);
        return peal_error(ENOENT, "%u kernels, one must be named: %s", c->kernel_count, list);
}

int peal_module_global(struct peal_module *m, const char *name, uint64_t *ret_gpu_va,
                       uint64_t *ret_size_B)
{
        return peal_code_global(&m->code, name, ret_gpu_va, ret_size_B);
}

int peal_kernel_info(const struct peal_kernel *kernel, struct peal_kernel_info *ret_info)
{
        const struct peal_code_kernel *k = &kernel->module->code.kernels[kernel->index];
        const struct peal_chip *chip = kernel->module->device->channels.chip;
        struct peal_kernel_info info = {.size = sizeof(info)};

        if (ret_info->size != sizeof(info))
                return peal_error(EINVAL, "peal_kernel_info of %zu bytes; this library has %zu",
                                  ret_info->size, sizeof(info));
        info.name = k->cubin->name;
        info.registers = k->cubin->register_count;
        info.barriers = k->cubin->barrier_count;
        info.shared_static_B = k->shared_fixed_B - chip->shared_reserved_B;
        info.shared_dynamic_max_B = chip->shared_per_block_B > info.shared_static_B
                                        ? chip->shared_per_block_B - info.shared_static_B
                                        : 0;
        info.local_B = k->local_B;
        info.max_threads = k->max_threads;
        for (int i = 0; i < 3; i++)
                info.cluster[i] = k->cubin->cluster[i];
        info.param_count = k->cubin->param_count;
        info.param_size_B = k->cubin->param_size_B;
        info.cooperative = k->cubin->cooperative;
        *ret_info = info;
        return 0;
}

int peal_kernel_param(const struct peal_kernel *kernel, unsigned index, unsigned *ret_offset_B,
                      unsigned *ret_size_B)
{
        const struct peal_cubin_kernel *k = kernel->module->code.kernels[kernel->index].cubin;

        if (index >= k->param_count)
                return peal_error(EINVAL, "kernel %s: parameter %u of %u", k->name, index,
                                  k->param_count);
        *ret_offset_B = k->params[index].offset_B;
        *ret_size_B = k->params[index].size_B;
        return 0;
}
