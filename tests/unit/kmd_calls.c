/* SPDX-License-Identifier: MIT */
/* RM and UVM calls over a kernel driver that answers as it is told: what they send
 * to which release, and what they say when they fail. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "src/hw/class.h"
#include "src/kmd/error.h"
#include "src/kmd/uvm.h"

#define CTL_FD 100

/* A kernel driver of any release that agrees with everything, until told otherwise. */
struct fake {
        struct peal_kmd kmd;
        const char *release; /* in its ABI and its answers */
        bool no_proc, no_check, no_control;
        const char *open_fails; /* a path */
        int open_error;
        unsigned fail_nr;     /* an escape's number; 0: none */
        int fail_error;       /* errno, or */
        uint32_t fail_status; /* a status */
        uint32_t uvm_fails;
        uint32_t duplicates; /* RM_ALLOC finds that many handles taken */
        /* seen */
        int opens, closes, calls;
        unsigned long request;
        unsigned char arg[PEAL_ABI_MAX_WIRE_B], params[PEAL_ABI_MAX_WIRE_B];
        size_t params_B;
        struct peal_abi abi;
};

static struct fake *fake_of(struct peal_kmd *kmd)
{
        return (struct fake *)(void *)kmd;
}

static int fake_open(struct peal_kmd *kmd, const char *path, int flags)
{
        struct fake *fake = fake_of(kmd);

        (void)flags;
        if (fake->open_fails && strcmp(path, fake->open_fails) == 0)
                return -fake->open_error;
        if (strcmp(path, "/proc/driver/nvidia/version") == 0) {
                if (fake->no_proc)
                        return -ENOENT;
                fake->opens++;
                return CTL_FD + 50;
        }
        return CTL_FD + fake->opens++;
}

static int fake_close(struct peal_kmd *kmd, int fd)
{
        assert_true(fd >= CTL_FD);
        fake_of(kmd)->closes++;
        return 0;
}

static ssize_t fake_read(struct peal_kmd *kmd, int fd, void *buf, size_t size_B)
{
        struct fake *fake = fake_of(kmd);

        assert_int_equal(fd, CTL_FD + 50);
        if (size_B < 2000)
                return 0;
        return snprintf(buf, size_B, "NVRM version: NVIDIA UNIX x86_64 Kernel Module  %s  x\n",
                        fake->release);
}

static void put_status(struct fake *fake, enum peal_abi_struct_id id, const char *field,
                       unsigned char *wire, uint32_t status)
{
        size_t offset, size_B;

        assert_int_equal(peal_abi_field(&fake->abi, id, field, &offset, &size_B), 0);
        memcpy(wire + offset, &status, 4);
}

static int fake_escape(struct fake *fake, unsigned nr, size_t size_B, void *arg)
{
        static const struct {
                unsigned nr;
                enum peal_abi_struct_id id;
                const char *status;
        } rows[] = {
            {NV_ESC_RM_ALLOC, PEAL_ABI_NVOS64_PARAMETERS, "status"},
            {NV_ESC_RM_FREE, PEAL_ABI_NVOS00_PARAMETERS, "status"},
            {NV_ESC_RM_CONTROL, PEAL_ABI_NVOS54_PARAMETERS, "status"},
            {NV_ESC_RM_DUP_OBJECT, PEAL_ABI_NVOS55_PARAMETERS, "status"},
            {NV_ESC_RM_MAP_MEMORY, PEAL_ABI_nv_ioctl_nvos33_parameters_with_fd, "params.status"},
            {NV_ESC_RM_UNMAP_MEMORY, PEAL_ABI_NVOS34_PARAMETERS, "status"},
            {NV_ESC_RM_MAP_MEMORY_DMA, PEAL_ABI_NVOS46_PARAMETERS, "status"},
            {NV_ESC_RM_UNMAP_MEMORY_DMA, PEAL_ABI_NVOS47_PARAMETERS, "status"},
            {NV_ESC_RM_ALLOC_MEMORY, PEAL_ABI_nv_ioctl_nvos02_parameters_with_fd, "params.status"},
            {NV_ESC_CHECK_VERSION_STR, PEAL_ABI_nv_ioctl_rm_api_version, NULL},
            {NV_ESC_REGISTER_FD, PEAL_ABI_nv_ioctl_register_fd, NULL},
            {NV_ESC_CARD_INFO, PEAL_ABI_nv_ioctl_card_info, NULL},
        };
        size_t k;

        memcpy(fake->arg, arg, size_B);
        if (fake->fail_nr == nr && fake->fail_error)
                return -fake->fail_error;
        for (k = 0; k < sizeof(rows) / sizeof(rows[0]) && rows[k].nr != nr; k++)
                ;
        assert_true(k < sizeof(rows) / sizeof(rows[0]));
        if (nr == NV_ESC_CARD_INFO)
                assert_int_equal(size_B, 32 * 72);
        else /* the kernel wants its own size */
                assert_int_equal(size_B, peal_abi_wire_size(&fake->abi, rows[k].id));
        if (nr == NV_ESC_RM_ALLOC) {
                struct NVOS64_PARAMETERS *alloc = arg;

                if (alloc->pAllocParms)
                        memcpy(fake->params, (void *)(uintptr_t)alloc->pAllocParms, 400);
                if (alloc->hClass == NV01_ROOT_CLIENT)
                        alloc->hObjectNew = 0xc1d00001;
                if (fake->duplicates && alloc->hClass != NV01_ROOT_CLIENT) {
                        fake->duplicates--;
                        alloc->status = NV_ERR_INSERT_DUPLICATE_NAME;
                        return 0;
                }
        } else if (nr == NV_ESC_RM_CONTROL) {
                struct NVOS54_PARAMETERS *control = arg;

                fake->params_B = control->paramsSize;
                if (control->cmd == NV0000_CTRL_CMD_SYSTEM_GET_BUILD_VERSION) {
                        struct NV0000_CTRL_SYSTEM_GET_BUILD_VERSION_PARAMS *build =
                            (void *)(uintptr_t)control->params;

                        if (fake->no_control)
                                return -EPERM;
                        snprintf((char *)(uintptr_t)build->pDriverVersionBuffer,
                                 build->sizeOfStrings, "%s", fake->release);
                } else if (control->params) {
                        memcpy(fake->params, (void *)(uintptr_t)control->params,
                               control->paramsSize);
                        memset((void *)(uintptr_t)control->params, 0x5a, control->paramsSize);
                }
        } else if (nr == NV_ESC_CHECK_VERSION_STR) {
                struct nv_ioctl_rm_api_version *check = arg;

                if (fake->no_check)
                        return -EINVAL;
                assert_int_equal(check->cmd, NV_RM_API_VERSION_CMD_QUERY);
                snprintf(check->versionString, sizeof(check->versionString), "%s", fake->release);
        } else if (nr == NV_ESC_CARD_INFO) {
                struct nv_ioctl_card_info *cards = arg;

                cards[1].valid = 1;
                cards[1].gpu_id = 0x600;
                cards[1].minor_number = 3;
                cards[30].valid = 1;
                cards[30].gpu_id = 0x700;
        } else if (nr == NV_ESC_RM_MAP_MEMORY_DMA) {
                size_t offset, field_B;
                uint64_t va = 0x7f0000000000;

                assert_int_equal(
                    peal_abi_field(&fake->abi, rows[k].id, "dmaOffset", &offset, &field_B), 0);
                memcpy((char *)arg + offset, &va, sizeof(va));
        }
        if (fake->fail_nr == nr && fake->fail_status && rows[k].status)
                put_status(fake, rows[k].id, rows[k].status, arg, fake->fail_status);
        return 0;
}

static int fake_ioctl(struct peal_kmd *kmd, int fd, unsigned long request, void *arg)
{
        static const struct {
                uint32_t request;
                enum peal_abi_struct_id id;
        } uvm[] = {
#define ROW(name, request, type) {request, PEAL_ABI_##type},
            PEAL_ABI_UVM_CALLS(ROW)
#undef ROW
        };
        struct fake *fake = fake_of(kmd);

        assert_true(fd >= CTL_FD);
        fake->calls++;
        fake->request = request;
        if ((request >> 8 & 0xff) == 'F')
                return fake_escape(fake, request & 0xff, request >> 16 & 0x3fff, arg);
        for (size_t k = 0; k < sizeof(uvm) / sizeof(uvm[0]); k++) {
                if (uvm[k].request != request)
                        continue;
                memcpy(fake->arg, arg, peal_abi_wire_size(&fake->abi, uvm[k].id));
                if (fake->uvm_fails == request && fake->fail_error)
                        return -fake->fail_error;
                put_status(fake, uvm[k].id, "rmStatus", arg,
                           fake->uvm_fails == request ? fake->fail_status : 0);
                return 0;
        }
        return -ENOTTY;
}

static const struct peal_kmd_ops fake_ops = {
    .open = fake_open, .close = fake_close, .read = fake_read, .ioctl = fake_ioctl};

static void fake_init(struct fake *fake, const char *release)
{
        memset(fake, 0, sizeof(*fake));
        fake->kmd.ops = &fake_ops;
        fake->release = release;
        if (peal_abi_select(release, &fake->abi) < 0)
                assert_int_equal(peal_abi_select("580.1", &fake->abi), 0);
}

static struct peal_rm *open_rm(struct fake *fake, const char *release)
{
        struct peal_rm *rm = NULL;

        fake_init(fake, release);
        assert_int_equal(peal_rm_open(&fake->kmd, &rm), 0);
        return rm;
}

static void the_release_is_asked_three_ways(void **state)
{
        struct fake fake;
        struct peal_rm *rm = NULL;

        (void)state;
        for (int way = 0; way < 4; way++) {
                fake_init(&fake, "570.86.15");
                fake.no_proc = way > 0;
                fake.no_check = way > 1;
                fake.no_control = way > 2;
                if (way < 3) {
                        assert_int_equal(peal_rm_open(&fake.kmd, &rm), 0);
                        assert_string_equal(rm->abi.version, "570.86.15");
                        assert_int_equal(rm->client, 0xc1d00001);
                        peal_rm_close(rm);
                } else {
                        assert_int_equal(peal_rm_open(&fake.kmd, &rm), -ENOTSUP);
                        assert_string_equal(peal_last_error(),
                                            "the kernel driver does not say its release: "
                                            "/proc/driver/nvidia/version gave ENOENT (2), "
                                            "NV_ESC_CHECK_VERSION_STR EINVAL (22), "
                                            "NV0000_CTRL_CMD_SYSTEM_GET_BUILD_VERSION EPERM (1)");
                }
                assert_int_equal(fake.opens, fake.closes);
        }
}

static void opening_fails_by_name(void **state)
{
        struct fake fake;
        struct peal_rm *rm = NULL;
        int fd = -7;

        (void)state;
        fake_init(&fake, "580.1");
        fake.open_fails = "/dev/nvidiactl";
        fake.open_error = ENOENT;
        assert_int_equal(peal_rm_open(&fake.kmd, &rm), -ENOENT);
        assert_non_null(strstr(peal_last_error(), "no NVIDIA kernel driver: open /dev/nvidiactl: "
                                                  "ENOENT (2)"));
        fake.open_error = EACCES;
        assert_int_equal(peal_rm_open(&fake.kmd, &rm), -EACCES);
        assert_string_equal(peal_last_error(), "open /dev/nvidiactl: EACCES (13)");
        assert_null(rm);

        fake_init(&fake, "530.30.02");
        assert_int_equal(peal_rm_open(&fake.kmd, &rm), -ENOTSUP);
        assert_string_equal(peal_last_error(),
                            "kernel driver 530.30.02 is too old: the oldest release served is 535");
        assert_int_equal(fake.opens, fake.closes);

        fake_init(&fake, "580.1");
        fake.fail_nr = NV_ESC_RM_ALLOC;
        fake.fail_status = NV_ERR_OPERATING_SYSTEM;
        assert_int_equal(peal_rm_open(&fake.kmd, &rm), -EIO);
        assert_non_null(strstr(peal_last_error(), "RM_ALLOC NV01_ROOT_CLIENT (0x41): "
                                                  "NV_ERR_OPERATING_SYSTEM (0x"));
        assert_int_equal(fake.opens, fake.closes);

        rm = open_rm(&fake, "580.1");
        fake.open_fails = "/dev/nvidia3";
        fake.open_error = ENXIO;
        assert_int_equal(peal_rm_open_device(rm, 3, true, &fd), -ENOENT);
        assert_non_null(strstr(peal_last_error(), "/dev/nvidia3: ENXIO (6)"));
        fake.open_fails = NULL;
        fake.fail_nr = NV_ESC_REGISTER_FD;
        fake.fail_error = EINVAL;
        assert_int_equal(peal_rm_open_device(rm, 3, true, &fd), -EINVAL);
        assert_string_equal(
            peal_last_error(),
            "NV_ESC_REGISTER_FD of /dev/nvidia3: the system call failed with EINVAL (22)");
        assert_int_equal(fd, -7);
        assert_int_equal(peal_rm_open_device(rm, 3, false, &fd), 0);
        fake.kmd.ops->close(&fake.kmd, fd);
        peal_rm_close(rm);
        assert_int_equal(fake.opens, fake.closes);
        peal_rm_close(NULL);
        peal_uvm_close(NULL);
}

static void allocation(void **state)
{
        struct fake fake;
        struct peal_rm *rm = open_rm(&fake, "580.159.04");
        struct NV_CHANNEL_ALLOC_PARAMS channel = {.gpFifoEntries = 1024, .tpcConfigID = 5};
        uint32_t handle = 0, other = 0;
        unsigned char raw[12] = {1, 2, 3};

        (void)state;
        assert_int_equal(peal_rm_alloc(rm, 0x5c000003, HOPPER_COMPUTE_A, NULL, 0, &handle), 0);
        assert_int_equal(peal_rm_alloc(rm, 0x5c000003, HOPPER_COMPUTE_A, NULL, 0, &other), 0);
        assert_true(handle != other);

        fake.fail_nr = NV_ESC_RM_ALLOC;
        fake.fail_status = NV_ERR_INVALID_CLASS;
        assert_int_equal(peal_rm_alloc(rm, 0x5c000003, HOPPER_COMPUTE_A, NULL, 0, &handle),
                         -ENOTSUP);
        assert_string_equal(peal_last_error(), "RM_ALLOC HOPPER_COMPUTE_A (0xcbc0) under "
                                               "0x5c000003: NV_ERR_INVALID_CLASS (0x22)");
        assert_int_equal(peal_rm_last_status(), NV_ERR_INVALID_CLASS);
        fake.fail_status = 0;
        fake.fail_error = ENOMEM;
        assert_int_equal(peal_rm_alloc(rm, 0x5c000003, 0xcbc0, NULL, 0, &handle), -ENOMEM);
        assert_string_equal(peal_last_error(),
                            "RM_ALLOC HOPPER_COMPUTE_A (0xcbc0) under 0x5c000003: the system call "
                            "failed with ENOMEM (12)");
        assert_int_equal(peal_rm_last_status(), 0);
        fake.fail_nr = 0;

        /* The wrong size is found here and names the right one. */
        assert_int_equal(peal_rm_alloc(rm, 1, HOPPER_CHANNEL_GPFIFO_A, &channel, 360, &handle),
                         -EINVAL);
        assert_string_equal(peal_last_error(),
                            "RM_ALLOC HOPPER_CHANNEL_GPFIFO_A (0xc86f): 360 bytes of parameters, "
                            "NV_CHANNEL_ALLOC_PARAMS has 368");
        assert_int_equal(peal_rm_alloc(rm, 1, 0xc86f, &channel, sizeof(channel), &handle), 0);
        assert_memory_equal(fake.params, &channel, sizeof(channel));
        /* A class without a structure of ours: bytes as they are. */
        assert_int_equal(peal_rm_alloc(rm, 1, 0xcb33, raw, sizeof(raw), &handle), 0);
        assert_memory_equal(fake.params, raw, sizeof(raw));
        assert_int_equal(fake.params[sizeof(raw)], 0);
        assert_int_equal(peal_rm_alloc(rm, 1, 0xcb33, raw, 0, &handle), -EINVAL);
        assert_int_equal(peal_rm_alloc(rm, 1, 0xcb33, NULL, 4, &handle), -EINVAL);
        /* Handles that are taken are passed over. */
        fake.duplicates = 3;
        assert_int_equal(peal_rm_alloc(rm, 1, 0xcbc0, NULL, 0, &other), 0);
        assert_int_equal(other, handle + 4);
        assert_int_equal(fake.duplicates, 0);
        peal_rm_close(rm);

        /* What an older release can't carry is refused by name, before it is asked. */
        rm = open_rm(&fake, "550.54.14");
        fake.calls = 0;
        assert_int_equal(peal_rm_alloc(rm, 0x5c000001, 0xc86f, &channel, sizeof(channel), &handle),
                         -EOPNOTSUPP);
        assert_string_equal(peal_last_error(),
                            "RM_ALLOC HOPPER_CHANNEL_GPFIFO_A (0xc86f) under 0x5c000001: driver "
                            "550.54.14 has no field tpcConfigID");
        assert_int_equal(fake.calls, 0);
        peal_rm_close(rm);
}

static void controls(void **state)
{
        struct fake fake;
        struct peal_rm *rm = open_rm(&fake, "580.159.04");
        struct NV2080_CTRL_GPU_GET_GID_INFO_PARAMS gid = {.flags = 2, .length = 16};
        struct NVA06C_CTRL_GPFIFO_SCHEDULE_PARAMS schedule = {.bEnable = 1};
        struct NV2080_CTRL_FB_GET_INFO_V2_PARAMS fb = {.fbInfoListSize = 1};

        (void)state;
        fake.fail_nr = NV_ESC_RM_CONTROL;
        fake.fail_status = NV_ERR_INVALID_PARAM_STRUCT;
        assert_int_equal(
            peal_rm_control(rm, 0x5c000004, NV2080_CTRL_CMD_GPU_GET_GID_INFO, &gid, sizeof(gid)),
            -EINVAL);
        assert_string_equal(peal_last_error(),
                            "RM_CONTROL NV2080_CTRL_CMD_GPU_GET_GID_INFO (0x2080014a) on "
                            "0x5c000004, 268 bytes: NV_ERR_INVALID_PARAM_STRUCT (0x3a)");
        fake.fail_status = 0xabcd;
        assert_int_equal(peal_rm_control(rm, 5, 0x20808159, &gid, 8), -EIO);
        assert_string_equal(peal_last_error(), "RM_CONTROL control (0x20808159) on 0x00000005, 8 "
                                               "bytes: unknown status (0xabcd)");
        assert_int_equal(peal_rm_last_status(), 0xabcd);
        fake.fail_nr = 0;
        assert_int_equal(peal_rm_control(rm, 5, NV2080_CTRL_CMD_GPU_GET_GID_INFO, &gid, 200),
                         -EINVAL);
        assert_non_null(strstr(peal_last_error(), "200 bytes of parameters, "
                                                  "NV2080_CTRL_GPU_GET_GID_INFO_PARAMS has 268"));
        assert_int_equal(peal_rm_control(rm, 5, 0xa06c0101, &schedule, sizeof(schedule)), 0);
        assert_int_equal(fake.params_B, 3);
        assert_int_equal(schedule.bEnable, 0x5a); /* what came back */
        peal_rm_close(rm);

        rm = open_rm(&fake, "570.211.01");
        memset(&schedule, 0, sizeof(schedule));
        schedule.bEnable = 1;
        assert_int_equal(peal_rm_control(rm, 5, 0xa06c0101, &schedule, sizeof(schedule)), 0);
        assert_int_equal(fake.params_B, 2);
        assert_int_equal(fake.params[0], 1);
        assert_int_equal(peal_rm_control(rm, 5, NV2080_CTRL_CMD_FB_GET_INFO_V2, &fb, sizeof(fb)),
                         0);
        assert_int_equal(fake.params_B, 460);
        assert_int_equal(fb.fbInfoList[56].data, 0x5a5a5a5a);
        assert_int_equal(fb.fbInfoList[57].data, 0); /* the release has 57 */
        peal_rm_close(rm);
}

static void mappings(void **state)
{
        static const char *const releases[] = {"535.288.01", "550.163.01", "570.211.01",
                                               "575.64.05",  "580.159.04", "595.45.04"};

        (void)state;
        for (size_t i = 0; i < sizeof(releases) / sizeof(releases[0]); i++) {
                uint64_t va = 0, linear = 1;
                uint32_t handle = 0;
                struct fake fake;
                struct peal_rm *rm = open_rm(&fake, releases[i]);

                assert_int_equal(peal_rm_map_dma(rm, 1, 2, 3, 0, 0x1000, 0x8010, 0x10000, &va), 0);
                assert_int_equal(va, 0x7f0000000000);
                assert_int_equal(peal_rm_unmap_dma(rm, 1, 2, 3, va, 0x1000), 0);
                fake.fail_nr = NV_ESC_RM_MAP_MEMORY_DMA;
                fake.fail_status = NV_ERR_INVALID_ADDRESS;
                assert_int_equal(peal_rm_map_dma(rm, 1, 2, 3, 0, 0x1000, 0x8010, 0x10000, &va),
                                 -EINVAL);
                assert_non_null(strstr(peal_last_error(),
                                       "RM_MAP_MEMORY_DMA 0x00000003 in 0x00000002, offset 0x0, "
                                       "0x1000 bytes at 0x10000, flags 0x00008010: "
                                       "NV_ERR_INVALID_ADDRESS (0x1e)"));
                fake.fail_nr = NV_ESC_RM_UNMAP_MEMORY_DMA;
                assert_int_equal(peal_rm_unmap_dma(rm, 1, 2, 3, va, 0x1000), -EINVAL);
                fake.fail_nr = NV_ESC_RM_MAP_MEMORY;
                assert_int_equal(peal_rm_map_memory(rm, 1, 3, 0, 0x1000, 0, 9, &linear), -EINVAL);
                assert_int_equal(linear, 1);
                fake.fail_nr = NV_ESC_RM_UNMAP_MEMORY;
                assert_int_equal(peal_rm_unmap_memory(rm, 1, 3, 0x2000, 0), -EINVAL);
                fake.fail_nr = NV_ESC_RM_ALLOC_MEMORY;
                assert_int_equal(peal_rm_alloc_os_descriptor(rm, CTL_FD, 1, &va, 4096, 0, &handle),
                                 -EINVAL);
                assert_non_null(
                    strstr(peal_last_error(), "NV01_MEMORY_SYSTEM_OS_DESCRIPTOR (0x71)"));
                assert_int_equal(peal_rm_alloc_os_descriptor(rm, CTL_FD, 1, &va, 0, 0, &handle),
                                 -EINVAL);
                fake.fail_nr = NV_ESC_RM_DUP_OBJECT;
                assert_int_equal(peal_rm_dup(rm, 1, 2, 3, 0, &handle), -EINVAL);
                fake.fail_nr = NV_ESC_RM_FREE;
                assert_int_equal(peal_rm_free(rm, 1, 2), -EINVAL);
                assert_non_null(strstr(peal_last_error(), "RM_FREE 0x00000002 under 0x00000001: "
                                                          "NV_ERR_INVALID_ADDRESS (0x1e)"));
                assert_int_equal(handle, 0);
                fake.fail_nr = 0;
                assert_int_equal(peal_rm_map_memory(rm, 1, 3, 0, 0x1000, 0, 9, &linear), 0);
                assert_int_equal(peal_rm_alloc_os_descriptor(rm, CTL_FD, 1, &va, 4096, 0, &handle),
                                 0);
                assert_int_equal(peal_rm_free(rm, 1, handle), 0);
                assert_int_equal(peal_rm_dup(rm, 1, 2, 3, 0, &handle), 0);
                peal_rm_close(rm);
                assert_int_equal(fake.opens, fake.closes);
        }
}

static void cards(void **state)
{
        struct nv_ioctl_card_info found[PEAL_RM_MAX_CARDS];
        struct fake fake;
        struct peal_rm *rm = open_rm(&fake, "580.159.04");
        unsigned count = 99;

        (void)state;
        assert_int_equal(peal_rm_card_info(rm, found, &count), 0);
        assert_int_equal(count, 2);
        assert_int_equal(found[0].gpu_id, 0x600);
        assert_int_equal(found[0].minor_number, 3);
        assert_int_equal(found[1].gpu_id, 0x700);
        fake.fail_nr = NV_ESC_CARD_INFO;
        fake.fail_error = EPERM;
        assert_int_equal(peal_rm_card_info(rm, found, &count), -EPERM);
        assert_non_null(strstr(peal_last_error(), "NV_ESC_CARD_INFO of 32 cards, 2304 bytes: the "
                                                  "system call failed with EPERM (1)"));
        peal_rm_close(rm);
}

static void uvm_calls(void **state)
{
        static const char *const releases[] = {"535.288.01", "550.163.01", "580.159.04",
                                               "590.48.01"};
        static const uint8_t uuids[2][16] = {{0xab, 0xcd, 1, 2, 3}, {9}};

        (void)state;
        for (size_t i = 0; i < sizeof(releases) / sizeof(releases[0]); i++) {
                struct fake fake;
                struct peal_rm *rm = open_rm(&fake, releases[i]);
                struct peal_uvm *uvm = NULL;
                size_t offset, size_B;
                uint32_t word;

                fake.uvm_fails = UVM_INITIALIZE;
                fake.fail_status = NV_ERR_NOT_SUPPORTED;
                assert_int_equal(peal_uvm_open(rm, &uvm), -ENOTSUP);
                assert_string_equal(peal_last_error(),
                                    "UVM_INITIALIZE, flags 0x0: NV_ERR_NOT_SUPPORTED (0x56)");
                assert_null(uvm);
                fake.open_fails = "/dev/nvidia-uvm";
                fake.open_error = ENOENT;
                assert_int_equal(peal_uvm_open(rm, &uvm), -ENOENT);
                assert_string_equal(peal_last_error(), "open /dev/nvidia-uvm: ENOENT (2); the uvm "
                                                       "mode needs the nvidia-uvm module");
                fake.open_fails = NULL;
                fake.uvm_fails = UVM_MM_INITIALIZE; /* may be refused */
                assert_int_equal(peal_uvm_open(rm, &uvm), 0);
                assert_int_equal(uvm->mm_fd, -1);
                peal_uvm_close(uvm);
                fake.uvm_fails = 0;
                assert_int_equal(peal_uvm_open(rm, &uvm), 0);
                assert_true(uvm->mm_fd >= 0);

                assert_int_equal(peal_uvm_register_gpu(uvm, uuids[0]), 0);
                assert_int_equal(peal_uvm_register_gpu_vaspace(uvm, uuids[0], 5), 0);
                assert_int_equal(peal_uvm_register_channel(uvm, uuids[0], 6, 0, 0), 0);
                assert_int_equal(peal_uvm_create_external_range(uvm, 0x1000, 0x1000), 0);
                assert_int_equal(peal_uvm_map_external(uvm, 0x1000, 0x1000, 0, uuids, 2, 0x77), 0);
                assert_int_equal(peal_abi_field(&fake.abi,
                                                PEAL_ABI_UVM_MAP_EXTERNAL_ALLOCATION_PARAMS,
                                                "hMemory", &offset, &size_B),
                                 0);
                memcpy(&word, fake.arg + offset, 4);
                assert_int_equal(word, 0x77);
                assert_int_equal(peal_uvm_map_external(uvm, 0x1000, 0x1000, 0, uuids, 0, 7),
                                 -EINVAL);
                assert_int_equal(peal_uvm_map_external(uvm, 0x1000, 0x1000, 0, uuids, 257, 7),
                                 -EINVAL);
                assert_string_equal(peal_last_error(),
                                    "UVM_MAP_EXTERNAL_ALLOCATION for 257 GPUs: 1 to 256");
                assert_int_equal(peal_uvm_free(uvm, 0x1000, 0x1000), 0);
                assert_int_equal(peal_uvm_unregister_channel(uvm, uuids[0], 6), 0);
                assert_int_equal(peal_abi_field(&fake.abi, PEAL_ABI_UVM_UNREGISTER_CHANNEL_PARAMS,
                                                "hChannel", &offset, &size_B),
                                 0);
                memcpy(&word, fake.arg + offset, 4);
                assert_int_equal(word, 6);
                assert_int_equal(peal_uvm_enable_peer_access(uvm, uuids[0], uuids[1]), 0);
                assert_int_equal(peal_uvm_disable_peer_access(uvm, uuids[0], uuids[1]), 0);
                assert_int_equal(peal_uvm_unregister_gpu_vaspace(uvm, uuids[0]), 0);

                /* The status is found where the release puts it. */
                fake.fail_status = NV_ERR_INVALID_ADDRESS;
                fake.uvm_fails = UVM_FREE;
                assert_int_equal(peal_uvm_free(uvm, 0x1000, 0x2000), -EINVAL);
                assert_string_equal(peal_last_error(), "UVM_FREE 0x2000 bytes at 0x1000: "
                                                       "NV_ERR_INVALID_ADDRESS (0x1e)");
                fake.uvm_fails = UVM_UNREGISTER_CHANNEL;
                assert_int_equal(peal_uvm_unregister_channel(uvm, uuids[0], 6), -EINVAL);
                fake.uvm_fails = UVM_MAP_EXTERNAL_ALLOCATION;
                assert_int_equal(peal_uvm_map_external(uvm, 0x1000, 0x1000, 0, uuids, 1, 7),
                                 -EINVAL);
                fake.uvm_fails = UVM_UNREGISTER_GPU;
                assert_int_equal(peal_uvm_unregister_gpu(uvm, uuids[0]), -EINVAL);
                assert_non_null(
                    strstr(peal_last_error(),
                           "UVM_UNREGISTER_GPU GPU-abcd0102-0300-0000-0000-000000000000: "));
                fake.fail_error = EFAULT;
                assert_int_equal(peal_uvm_unregister_gpu(uvm, uuids[0]), -EFAULT);
                assert_non_null(strstr(peal_last_error(), "the system call failed with EFAULT"));
                peal_uvm_close(uvm);
                peal_rm_close(rm);
                assert_int_equal(fake.opens, fake.closes);
        }
}

static void real_system_calls(void **state)
{
        struct peal_kmd *kmd = NULL;
        char buf[16];
        void *ptr;
        int fd;

        (void)state;
        assert_int_equal(peal_kmd_linux_create(&kmd), 0);
        assert_int_equal(kmd->ops->open(kmd, "/nothing/here", 0), -ENOENT);
        assert_int_equal(kmd->ops->close(kmd, -1), -EBADF);
        assert_int_equal(kmd->ops->ioctl(kmd, -1, 0, NULL), -EBADF);
        assert_int_equal(kmd->ops->mmap(kmd, NULL, 4096, 1, 1, -1, 0, &ptr), -EBADF);
        fd = kmd->ops->open(kmd, "/proc/self/comm", 0);
        assert_true(fd >= 0);
        assert_true(kmd->ops->read(kmd, fd, buf, sizeof(buf)) > 0);
        assert_int_equal(kmd->ops->read(kmd, fd, buf, sizeof(buf)), 0);
        assert_int_equal(kmd->ops->ioctl(kmd, fd, PEAL_NV_IOCTL(NV_ESC_CARD_INFO, 72), buf),
                         -ENOTTY);
        assert_int_equal(kmd->ops->close(kmd, fd), 0);
        kmd->ops->doorbell_hint(kmd);
        kmd->ops->destroy(kmd);
}

int main(void)
{
        const struct CMUnitTest tests[] = {
            cmocka_unit_test(the_release_is_asked_three_ways),
            cmocka_unit_test(opening_fails_by_name),
            cmocka_unit_test(allocation),
            cmocka_unit_test(controls),
            cmocka_unit_test(mappings),
            cmocka_unit_test(cards),
            cmocka_unit_test(uvm_calls),
            cmocka_unit_test(real_system_calls),
        };

        return cmocka_run_group_tests(tests, NULL, NULL);
}
