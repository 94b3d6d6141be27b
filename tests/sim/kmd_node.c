/* SPDX-License-Identifier: MIT */
/* Device files of the model: names, descriptors, escapes on the wrong node, mmap. */
#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include "tests/sim/kmd_util.h"

static void unknown_names_do_not_open(void **state)
{
        static const char *const names[] = {"/dev/nvidia1",
                                            "/dev/nvidia",
                                            "/dev/nvidia0x",
                                            "/dev/nvidiactl0",
                                            "/dev/nvidia-uvm-tools",
                                            "",
                                            "/proc/driver/nvidia/params",
                                            "/etc/passwd"};
        struct kx k;

        (void)state;
        kx_create(&k, "h200,mem=1G");
        for (unsigned i = 0; i < sizeof(names) / sizeof(names[0]); i++)
                assert_int_equal(kx_open(&k, names[i]), -ENOENT);
        kx_destroy(&k);
}

static void descriptors_are_private_numbers(void **state)
{
        struct kx k;
        char c;
        int fd;

        (void)state;
        kx_create(&k, "h200,mem=1G");
        fd = kx_open(&k, "/dev/nvidiactl");
        assert_true(fd >= 1 << 30);
        assert_int_equal(kx_stats(&k).fds, 1);
        assert_int_equal(kx_close(&k, 0), -EBADF);
        assert_int_equal(kx_close(&k, -1), -EBADF);
        assert_int_equal(kx_close(&k, fd + 1), -EBADF);
        assert_int_equal(k.kmd->ops->read(k.kmd, fd, &c, 1), -EINVAL);
        assert_int_equal(kx_close(&k, fd), 0);
        assert_int_equal(kx_close(&k, fd), -EBADF);
        assert_int_equal(kx_ioctl(&k, fd, NV_ESC_SYS_PARAMS, 8, &c), -EBADF);
        kx_destroy(&k);
}

static void proc_version_names_the_release(void **state)
{
        char text[256] = "";
        struct kx k;
        ssize_t n;
        int fd;

        (void)state;
        kx_create(&k, "rtx4090,driver=550.163.01");
        fd = kx_open(&k, "/proc/driver/nvidia/version");
        n = k.kmd->ops->read(k.kmd, fd, text, 10);
        assert_int_equal(n, 10);
        n = k.kmd->ops->read(k.kmd, fd, text + 10, sizeof(text) - 11);
        assert_true(n > 0);
        assert_non_null(strstr(text, "NVRM version: "));
        assert_non_null(strstr(text, "  550.163.01  "));
        assert_int_equal(k.kmd->ops->read(k.kmd, fd, text, sizeof(text)), 0);
        assert_int_equal(kx_ioctl(&k, fd, NV_ESC_SYS_PARAMS, 8, text), -ENOTTY);
        assert_int_equal(kx_close(&k, fd), 0);
        kx_destroy(&k);
}

static void version_check_is_strict_or_asks(void **state)
{
        struct nv_ioctl_rm_api_version p = {.cmd = NV_RM_API_VERSION_CMD_QUERY};
        struct kx k;

        (void)state;
        kx_create(&k, "h200,driver=535.288.01");
        k.ctl = kx_open(&k, "/dev/nvidiactl");
        assert_int_equal(
            kx_escape(&k, k.ctl, NV_ESC_CHECK_VERSION_STR, PEAL_ABI_nv_ioctl_rm_api_version, &p),
            0);
        assert_string_equal(p.versionString, "535.288.01");
        assert_int_equal(p.reply, NV_RM_API_VERSION_REPLY_RECOGNIZED);
        p.cmd = NV_RM_API_VERSION_CMD_STRICT;
        assert_int_equal(
            kx_escape(&k, k.ctl, NV_ESC_CHECK_VERSION_STR, PEAL_ABI_nv_ioctl_rm_api_version, &p),
            0);
        strcpy(p.versionString, "535.288.02");
        p.cmd = NV_RM_API_VERSION_CMD_STRICT;
        assert_int_equal(
            kx_escape(&k, k.ctl, NV_ESC_CHECK_VERSION_STR, PEAL_ABI_nv_ioctl_rm_api_version, &p),
            -EINVAL);
        assert_int_equal(p.reply, NV_RM_API_VERSION_REPLY_UNRECOGNIZED);
        kx_destroy(&k);
}

static void escapes_check_node_size_and_pointer(void **state)
{
        struct nv_ioctl_sys_params sys = {.memblock_size = 0x40000000};
        struct nv_ioctl_register_fd reg;
        uint8_t cards[32 * 72] = {0};
        struct kx k;

        (void)state;
        kx_create(&k, "h200,mem=1G");
        kx_client(&k);
        assert_int_equal(kx_ioctl(&k, k.ctl, NV_ESC_SYS_PARAMS, 8, &sys), 0);
        assert_int_equal(kx_ioctl(&k, k.dev, NV_ESC_SYS_PARAMS, 8, &sys), -EINVAL);
        assert_int_equal(kx_ioctl(&k, k.ctl, NV_ESC_SYS_PARAMS, 16, &sys), -EINVAL);
        assert_int_equal(kx_ioctl(&k, k.ctl, NV_ESC_SYS_PARAMS, 8, NULL), -EFAULT);
        assert_int_equal(kx_ioctl(&k, k.ctl, NV_ESC_SYS_PARAMS, 8, (void *)8), -EFAULT);
        assert_int_equal(kx_ioctl(&k, k.ctl, 0x63, 8, &sys), -EINVAL);
        assert_true(kx_logged(&k, "escape 0x63 (unknown): not modelled"));
        assert_int_equal(k.kmd->ops->ioctl(k.kmd, k.ctl, 0x25, &sys), -EINVAL);
        assert_int_equal(kx_ioctl(&k, k.ctl, NV_ESC_CARD_INFO, 71, cards), -EINVAL);
        assert_int_equal(kx_ioctl(&k, k.dev, NV_ESC_CARD_INFO, sizeof(cards), cards), -EINVAL);
        reg.ctl_fd = k.ctl;
        assert_int_equal(kx_ioctl(&k, k.dev, NV_ESC_REGISTER_FD, 4, &reg), -EINVAL); /* twice */
        reg.ctl_fd = k.dev;
        assert_int_equal(kx_ioctl(&k, k.ctl, NV_ESC_REGISTER_FD, 4, &reg), -EINVAL);
        reg.ctl_fd = k.ctl;
        assert_int_equal(kx_ioctl(&k, k.ctl, NV_ESC_REGISTER_FD, 4, &reg), -EINVAL); /* itself */
        kx_destroy(&k);
}

static void long_way_round_by_the_transfer_escape(void **state)
{
        struct NVOS21_PARAMETERS p = {.hClass = NV01_ROOT_CLIENT};
        struct nv_ioctl_xfer xfer = {
            .cmd = NV_ESC_RM_ALLOC, .size = sizeof(p), .ptr = (uintptr_t)&p};
        struct kx k;

        (void)state;
        kx_create(&k, "h200,mem=1G");
        k.ctl = kx_open(&k, "/dev/nvidiactl");
        assert_int_equal(kx_ioctl(&k, k.ctl, NV_ESC_IOCTL_XFER_CMD, sizeof(xfer), &xfer), 0);
        assert_int_equal(p.status, NV_OK);
        assert_int_equal(kx_stats(&k).clients, 1);
        xfer.size = 1u << 30;
        assert_int_equal(kx_ioctl(&k, k.ctl, NV_ESC_IOCTL_XFER_CMD, sizeof(xfer), &xfer), -EINVAL);
        kx_destroy(&k);
}

static int mmap_fd(struct kx *k, int fd, uint64_t size_B, int prot, int flags, void *addr,
                   void **ret_ptr)
{
        return k->kmd->ops->mmap(k->kmd, addr, size_B, prot, flags, fd, 0, ret_ptr);
}

static void mmap_takes_what_was_set_up_once(void **state)
{
        void *ptr = NULL, *hole;
        uint32_t mem, mem2;
        uint64_t linear;
        struct kx k;
        int fd;

        (void)state;
        kx_create(&k, "h200,mem=1G");
        kx_client(&k);
        assert_int_equal(kx_memory(&k, NV01_MEMORY_LOCAL_USER, 0x10000, KX_ATTR_VIDEO, 0, &mem),
                         NV_OK);
        assert_int_equal(kx_memory(&k, NV01_MEMORY_SYSTEM, 0x3000, KX_ATTR_CACHED, 0, &mem2),
                         NV_OK);
        fd = kx_open(&k, "/dev/nvidia0");
        assert_int_equal(mmap_fd(&k, fd, 0x10000, PROT_READ, MAP_SHARED, NULL, &ptr), -EINVAL);
        /* system memory does not go through a GPU's node, nor video through ctl */
        assert_int_equal(kx_map_memory(&k, k.device, mem2, 0, 0x3000, KX_MAP_SYSTEM, fd, NULL),
                         NV_ERR_INVALID_ARGUMENT);
        assert_int_equal(kx_map_memory(&k, k.subdev, mem, 0, 0x10000, KX_MAP_VIDEO, k.ctl, NULL),
                         NV_ERR_INVALID_ARGUMENT);
        /* limits and rights */
        assert_int_equal(kx_map_memory(&k, k.subdev, mem, 0, 0x11000, KX_MAP_VIDEO, fd, NULL),
                         NV_ERR_INVALID_LIMIT);
        assert_int_equal(kx_map_memory(&k, k.subdev, mem, 0x10000, 0x1000, KX_MAP_VIDEO, fd, NULL),
                         NV_ERR_INVALID_LIMIT);
        assert_int_equal(kx_map_memory(&k, k.subdev, mem, 0x800, 0x1000, KX_MAP_VIDEO, fd, NULL),
                         NV_ERR_INVALID_OFFSET);
        assert_int_equal(kx_map_memory(&k, k.subdev, 0x1234, 0, 0x1000, KX_MAP_VIDEO, fd, NULL),
                         NV_ERR_OBJECT_NOT_FOUND);
        assert_int_equal(kx_map_memory(&k, k.root, mem, 0, 0x1000, KX_MAP_VIDEO, fd, NULL),
                         NV_ERR_INVALID_OBJECT_PARENT);
        assert_int_equal(kx_map_memory(&k, k.subdev, k.device, 0, 0x1000, KX_MAP_VIDEO, fd, NULL),
                         NV_ERR_INVALID_OBJECT);
        assert_int_equal(kx_stats(&k).mappings, 0);
        /* read only, the second half */
        assert_int_equal(
            kx_map_memory(&k, k.subdev, mem, 0x8000, 0x8000, KX_MAP_VIDEO | 1, fd, &linear), NV_OK);
        assert_int_equal(kx_stats(&k).mappings, 1);
        assert_int_equal(kx_map_memory(&k, k.subdev, mem, 0, 0x8000, KX_MAP_VIDEO, fd, NULL),
                         NV_ERR_STATE_IN_USE);
        assert_int_equal(mmap_fd(&k, fd, 0x4000, PROT_READ, MAP_SHARED, NULL, &ptr), -EINVAL);
        assert_int_equal(mmap_fd(&k, fd, 0x10000, PROT_READ, MAP_SHARED, NULL, &ptr), -EINVAL);
        assert_int_equal(mmap_fd(&k, fd, 0x8000, PROT_READ, MAP_PRIVATE, NULL, &ptr), -EINVAL);
        assert_int_equal(mmap_fd(&k, fd, 0x8000, PROT_READ | PROT_WRITE, MAP_SHARED, NULL, &ptr),
                         -EACCES);
        assert_null(ptr);
        hole = mmap(NULL, 0x8000, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        assert_int_equal(
            mmap_fd(&k, fd, 0x8000, PROT_READ, MAP_SHARED | MAP_FIXED_NOREPLACE, hole, &ptr),
            -EEXIST);
        assert_int_equal(mmap_fd(&k, fd, 0x8000, PROT_READ, MAP_SHARED | MAP_FIXED, hole, &ptr), 0);
        assert_ptr_equal(ptr, hole);
        assert_int_equal(((volatile uint8_t *)ptr)[0x7fff], 0);
        /* taken: not again */
        assert_int_equal(mmap_fd(&k, fd, 0x8000, PROT_READ, MAP_SHARED, NULL, &ptr), -EINVAL);
        assert_int_equal(kx_close(&k, fd), 0);
        assert_int_equal(((volatile uint8_t *)ptr)[0], 0); /* the mapping stays */
        assert_int_equal(kx_unmap_memory(&k, k.subdev, mem, linear + 1), NV_ERR_OBJECT_NOT_FOUND);
        assert_int_equal(kx_unmap_memory(&k, k.subdev, mem, linear), NV_OK);
        assert_int_equal(kx_unmap_memory(&k, k.subdev, mem, linear), NV_ERR_OBJECT_NOT_FOUND);
        assert_int_equal(kx_stats(&k).mappings, 0);
        assert_int_equal(k.kmd->ops->munmap(k.kmd, hole, 0x8000), 0);
        kx_destroy(&k);
}

/* A mapping set up and never taken, or taken after its memory was freed. */
static void a_set_up_mapping_holds_its_memory(void **state)
{
        void *ptr = NULL;
        struct kx k;
        uint32_t mem;
        int fd, fd2;

        (void)state;
        kx_create(&k, "h200,mem=1G");
        kx_client(&k);
        assert_int_equal(kx_memory(&k, NV01_MEMORY_LOCAL_USER, 0x10000, KX_ATTR_VIDEO, 0, &mem),
                         NV_OK);
        fd = kx_open(&k, "/dev/nvidia0");
        fd2 = kx_open(&k, "/dev/nvidia0");
        assert_int_equal(kx_map_memory(&k, k.subdev, mem, 0, 0x10000, KX_MAP_VIDEO, fd, NULL),
                         NV_OK);
        assert_int_equal(kx_map_memory(&k, k.subdev, mem, 0, 0x10000, KX_MAP_VIDEO, fd2, NULL),
                         NV_OK);
        assert_int_equal(kx_free(&k, mem), NV_OK);
        assert_int_equal(kx_stats(&k).mappings, 0);
        assert_int_equal(kx_stats(&k).vidmem_B, 0x10000);
        assert_int_equal(mmap_fd(&k, fd, 0x10000, PROT_READ | PROT_WRITE, MAP_SHARED, NULL, &ptr),
                         0);
        munmap(ptr, 0x10000);
        assert_int_equal(kx_close(&k, fd2), 0);
        assert_int_equal(kx_stats(&k).vidmem_B, 0);
        assert_int_equal(kx_close(&k, fd), 0);
        kx_destroy(&k);
}

int main(void)
{
        const struct CMUnitTest tests[] = {
            cmocka_unit_test(unknown_names_do_not_open),
            cmocka_unit_test(descriptors_are_private_numbers),
            cmocka_unit_test(proc_version_names_the_release),
            cmocka_unit_test(version_check_is_strict_or_asks),
            cmocka_unit_test(escapes_check_node_size_and_pointer),
            cmocka_unit_test(long_way_round_by_the_transfer_escape),
            cmocka_unit_test(mmap_takes_what_was_set_up_once),
            cmocka_unit_test(a_set_up_mapping_holds_its_memory),
        };

        return cmocka_run_group_tests(tests, NULL, NULL);
}
