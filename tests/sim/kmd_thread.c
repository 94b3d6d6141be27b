/* SPDX-License-Identifier: MIT */
/* Calls from many threads at once, and from a forked child. */
#include <errno.h>
#include <pthread.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
#include "tests/sim/kmd_util.h"

static struct kx shared;

/* No assertions in here: cmocka's belong to the main thread. */
static void *worker(void *arg)
{
        uint64_t va = 0x1000000000ull * (1 + (uintptr_t)arg);
        const struct peal_kmd_ops *ops = shared.kmd->ops;

        for (unsigned i = 0; i < 100; i++) {
                uint32_t handle = 0x10000 * (1 + (uint32_t)(uintptr_t)arg) + i;
                struct NV_MEMORY_ALLOCATION_PARAMS p = {
                    .flags = 0x1c101, .attr = KX_ATTR_VIDEO, .size = 1u << 20};
                struct NVOS64_PARAMETERS alloc = {.hRoot = shared.root,
                                                  .hObjectParent = shared.device,
                                                  .hObjectNew = handle,
                                                  .hClass = NV01_MEMORY_LOCAL_USER,
                                                  .pAllocParms = (uintptr_t)&p};
                struct NVOS46_PARAMETERS map = {.hClient = shared.root,
                                                .hDevice = shared.device,
                                                .hDma = shared.virt,
                                                .hMemory = handle,
                                                .length = 1u << 20,
                                                .flags = KX_DMA_FIXED,
                                                .dmaOffset = va};
                struct NVOS00_PARAMETERS gone = {.hRoot = shared.root, .hObjectOld = handle};
                struct nv_ioctl_nvos33_parameters_with_fd cpu = {
                    .params = {.hClient = shared.root,
                               .hDevice = shared.subdev,
                               .hMemory = handle,
                               .length = 1u << 20,
                               .flags = KX_MAP_VIDEO}};
                void *ptr = NULL;
                int fd;

                if (ops->ioctl(shared.kmd, shared.ctl,
                               PEAL_NV_IOCTL(NV_ESC_RM_ALLOC, sizeof(alloc)), &alloc) ||
                    alloc.status)
                        return (void *)1;
                if (ops->ioctl(shared.kmd, shared.ctl,
                               PEAL_NV_IOCTL(NV_ESC_RM_MAP_MEMORY_DMA, sizeof(map)), &map) ||
                    map.status)
                        return (void *)2;
                fd = ops->open(shared.kmd, "/dev/nvidia0", 0);
                cpu.fd = fd;
                if (ops->ioctl(shared.kmd, shared.ctl,
                               PEAL_NV_IOCTL(NV_ESC_RM_MAP_MEMORY, sizeof(cpu)), &cpu) ||
                    cpu.params.status)
                        return (void *)3;
                if (ops->mmap(shared.kmd, NULL, 1u << 20, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0,
                              &ptr))
                        return (void *)4;
                memset(ptr, (int)i, 4096);
                ops->munmap(shared.kmd, ptr, 1u << 20);
                ops->close(shared.kmd, fd);
                ops->doorbell_hint(shared.kmd);
                if (ops->ioctl(shared.kmd, shared.ctl, PEAL_NV_IOCTL(NV_ESC_RM_FREE, sizeof(gone)),
                               &gone) ||
                    gone.status)
                        return (void *)5;
        }
        return NULL;
}

static void many_threads(void **state)
{
        pthread_t threads[8];
        void *ret;

        (void)state;
        kx_create(&shared, "h200,mem=256M");
        kx_client(&shared);
        kx_space(&shared, false);
        for (uintptr_t i = 0; i < 8; i++)
                assert_int_equal(pthread_create(&threads[i], NULL, worker, (void *)i), 0);
        for (unsigned i = 0; i < 8; i++) {
                assert_int_equal(pthread_join(threads[i], &ret), 0);
                assert_null(ret);
        }
        kx_destroy(&shared);
}

/* A child has none of the model's threads: everything is refused, nothing hangs,
 * and the parent's model is not disturbed. */
static void a_forked_child_is_refused(void **state)
{
        uint32_t handle = 0x77;
        struct kx k;
        int status;
        pid_t pid;

        (void)state;
        kx_create(&k, "h200,mem=64M");
        kx_client(&k);
        kx_space(&k, false);
        kx_queues(&k, &kx_profiles[0]);
        pid = fork();
        assert_true(pid >= 0);
        if (!pid) {
                struct NVOS64_PARAMETERS alloc = {.hRoot = k.root};
                void *ptr;
                char c;

                if (k.kmd->ops->open(k.kmd, "/dev/nvidiactl", 0) != -ENODEV)
                        _exit(1);
                if (k.kmd->ops->ioctl(k.kmd, k.ctl, PEAL_NV_IOCTL(NV_ESC_RM_ALLOC, 48), &alloc) !=
                    -ENODEV)
                        _exit(2);
                if (k.kmd->ops->mmap(k.kmd, NULL, 4096, PROT_READ, MAP_SHARED, k.dev, 0, &ptr) !=
                    -ENODEV)
                        _exit(3);
                if (k.kmd->ops->read(k.kmd, k.ctl, &c, 1) != -ENODEV)
                        _exit(4);
                if (k.kmd->ops->close(k.kmd, k.ctl) != -ENODEV)
                        _exit(5);
                k.kmd->ops->destroy(k.kmd);
                _exit(0);
        }
        assert_int_equal(waitpid(pid, &status, 0), pid);
        assert_true(WIFEXITED(status));
        assert_int_equal(WEXITSTATUS(status), 0);
        assert_int_equal(kx_alloc_as(&k, k.ctl, k.device, NV20_SUBDEVICE_0, NULL, &handle), NV_OK);
        kx_destroy(&k);
}

int main(void)
{
        const struct CMUnitTest tests[] = {
            cmocka_unit_test(many_threads),
            cmocka_unit_test(a_forked_child_is_refused),
        };

        return cmocka_run_group_tests(tests, NULL, NULL);
}
