/* SPDX-License-Identifier: MIT */
/* Clients and objects: refusals by their codes, lifetimes, duplicates. */
#include <stdio.h>
#include <errno.h>
#include <string.h>
#include "tests/sim/kmd_util.h"

static void allocation_refusals(void **state)
{
        struct NV0080_ALLOC_PARAMETERS device = {.deviceId = 1};
        struct NV2080_ALLOC_PARAMETERS subdev = {.subDeviceId = 1};
        struct NV_VASPACE_ALLOCATION_PARAMETERS vas = {.flags = 0x40};
        struct NV_MEMORY_VIRTUAL_ALLOCATION_PARAMS virt = {0};
        struct NV_HOPPER_USERMODE_A_PARAMS priv = {.bPriv = 1};
        uint32_t handle, root;
        struct kx k;

        (void)state;
        kx_create(&k, "h200,mem=1G");
        kx_client(&k);
        handle = k.device;
        assert_int_equal(kx_alloc_as(&k, k.ctl, k.device, NV20_SUBDEVICE_0, NULL, &handle),
                         NV_ERR_INSERT_DUPLICATE_NAME);
        assert_int_equal(kx_alloc(&k, 0x1234, NV20_SUBDEVICE_0, NULL, NULL),
                         NV_ERR_INVALID_OBJECT_PARENT);
        assert_int_equal(kx_alloc(&k, k.root, NV20_SUBDEVICE_0, NULL, NULL),
                         NV_ERR_INVALID_OBJECT_PARENT);
        assert_int_equal(kx_alloc(&k, k.device, 0xbeef, NULL, NULL), NV_ERR_INVALID_CLASS);
        assert_true(kx_logged(&k, "class 0xbeef is not modelled"));
        /* classes of other chips */
        assert_int_equal(kx_alloc(&k, k.subdev, BLACKWELL_USERMODE_A, &priv, NULL),
                         NV_ERR_INVALID_CLASS);
        assert_true(kx_logged(&k, "bad class 0xc761 on GH100"));
        assert_int_equal(kx_alloc(&k, k.subdev, HOPPER_USERMODE_A, &priv, NULL),
                         NV_ERR_INSUFFICIENT_PERMISSIONS);
        assert_int_equal(kx_alloc(&k, k.root, NV01_DEVICE_0, &device, NULL), NV_ERR_INVALID_DEVICE);
        assert_int_equal(kx_alloc(&k, k.device, NV20_SUBDEVICE_0, &subdev, NULL),
                         NV_ERR_INVALID_ARGUMENT);
        assert_int_equal(kx_alloc(&k, k.device, FERMI_VASPACE_A, NULL, NULL),
                         NV_ERR_INVALID_ARGUMENT); /* parameters required */
        assert_int_equal(kx_alloc(&k, k.device, FERMI_VASPACE_A, &vas, NULL),
                         NV_ERR_INVALID_ARGUMENT);
        vas.flags = 0x100;
        assert_int_equal(kx_alloc(&k, k.device, FERMI_VASPACE_A, &vas, NULL), NV_ERR_NOT_SUPPORTED);
        assert_int_equal(kx_alloc(&k, k.device, NV01_MEMORY_VIRTUAL, &virt, NULL),
                         NV_ERR_INVALID_OBJECT_HANDLE);
        assert_int_equal(kx_free(&k, 0x1234), NV_ERR_OBJECT_NOT_FOUND);
        /* a client that is not ours */
        root = k.root;
        k.root = 0x1234;
        assert_int_equal(kx_alloc(&k, root, NV01_DEVICE_0, &device, NULL), NV_ERR_INVALID_CLIENT);
        assert_int_equal(kx_free(&k, root), NV_ERR_INVALID_CLIENT);
        k.root = root;
        kx_destroy(&k);
}

/* A client is known through its own control file only. */
static void a_client_belongs_to_its_file(void **state)
{
        struct NV2080_ALLOC_PARAMETERS subdev = {0};
        uint32_t handle = 0;
        struct kx k;
        int other, dev;

        (void)state;
        kx_create(&k, "h200,mem=1G");
        kx_client(&k);
        other = kx_open(&k, "/dev/nvidiactl");
        dev = kx_open(&k, "/dev/nvidia0");
        assert_int_equal(kx_alloc_as(&k, other, k.device, NV20_SUBDEVICE_0, &subdev, &handle),
                         NV_ERR_INVALID_CLIENT);
        assert_int_equal(kx_alloc_as(&k, dev, k.device, NV20_SUBDEVICE_0, &subdev, &handle),
                         0x80000000u | EINVAL);
        assert_int_equal(kx_alloc_as(&k, k.ctl, k.device, NV20_SUBDEVICE_0, &subdev, &handle),
                         NV_OK);
        assert_int_not_equal(handle, 0); /* chosen by the model */
        assert_int_equal(kx_close(&k, other), 0);
        assert_int_equal(kx_close(&k, dev), 0);
        kx_destroy(&k);
}

static void a_device_needs_its_node_open(void **state)
{
        struct NV0000_CTRL_GPU_GET_ID_INFO_V2_PARAMS id = {.gpuId = 6};
        struct NV0000_CTRL_GPU_GET_ATTACHED_IDS_PARAMS ids = {0};
        struct NV0080_ALLOC_PARAMETERS device = {0};
        struct kx k;

        (void)state;
        kx_create(&k, "h200,mem=1G");
        k.ctl = kx_open(&k, "/dev/nvidiactl");
        assert_int_equal(kx_alloc_as(&k, k.ctl, 0, NV01_ROOT_CLIENT, NULL, &k.root), NV_OK);
        assert_int_equal(kx_ctrl(&k, k.root, NV0000_CTRL_CMD_GPU_GET_ID_INFO_V2, &id),
                         NV_ERR_INVALID_ARGUMENT);
        assert_int_equal(kx_ctrl(&k, k.root, NV0000_CTRL_CMD_GPU_GET_ATTACHED_IDS, &ids), NV_OK);
        assert_int_equal(ids.gpuIds[0], 0xffffffff);
        assert_int_equal(kx_alloc(&k, k.root, NV01_DEVICE_0, &device, NULL), NV_ERR_INVALID_DEVICE);
        k.dev = kx_open(&k, "/dev/nvidia0");
        assert_int_equal(kx_ctrl(&k, k.root, NV0000_CTRL_CMD_GPU_GET_ID_INFO_V2, &id), NV_OK);
        assert_int_equal(kx_ctrl(&k, k.root, NV0000_CTRL_CMD_GPU_GET_ATTACHED_IDS, &ids), NV_OK);
        assert_int_equal(ids.gpuIds[0], 6);
        assert_int_equal(kx_alloc(&k, k.root, NV01_DEVICE_0, &device, NULL), NV_OK);
        kx_destroy(&k);
}

/* A process opens a GPU twice through one client: two devices, two trees. */
static void a_client_may_have_two_devices_of_a_gpu(void **state)
{
        struct NV0080_ALLOC_PARAMETERS device = {.vaMode = 2};
        uint32_t second, first, mem;
        struct kx k;

        (void)state;
        kx_create(&k, "h200,mem=1G");
        kx_client(&k);
        assert_int_equal(kx_alloc(&k, k.root, NV01_DEVICE_0, &device, &second), NV_OK);
        first = k.device;
        k.device = second;
        assert_int_equal(kx_memory(&k, NV01_MEMORY_LOCAL_USER, 4096, KX_ATTR_VIDEO, 0, &mem),
                         NV_OK);
        assert_int_equal(kx_free(&k, first), NV_OK);
        assert_int_equal(kx_stats(&k).vidmem_B, 4096);
        assert_int_equal(kx_free(&k, second), NV_OK);
        assert_int_equal(kx_stats(&k).vidmem_B, 0);
        kx_destroy(&k);
}

static void freeing_takes_what_is_under(void **state)
{
        struct kx k;
        uint64_t before;

        (void)state;
        kx_create(&k, "h200,mem=1G");
        kx_client(&k);
        before = kx_stats(&k).objects;
        kx_space(&k, false);
        kx_queues(&k, &kx_profiles[0]);
        assert_int_equal(kx_stats(&k).objects, before + 12);
        assert_int_equal(kx_free(&k, k.group), NV_OK); /* context share, channel, compute */
        assert_int_equal(kx_stats(&k).objects, before + 8);
        assert_int_equal(kx_stats(&k).channels, 1);
        assert_int_equal(kx_free(&k, k.channel), NV_ERR_OBJECT_NOT_FOUND);
        assert_int_equal(kx_free(&k, k.device), NV_OK);
        assert_int_equal(kx_stats(&k).objects, 1);
        assert_int_equal(kx_stats(&k).channels, 0);
        assert_int_equal(kx_stats(&k).gpu_mappings, 0);
        assert_int_equal(kx_stats(&k).vidmem_B, 0);
        assert_int_equal(kx_free(&k, k.root), NV_OK);
        assert_int_equal(kx_stats(&k).clients, 0);
        assert_int_equal(kx_stats(&k).objects, 0);
        kx_destroy(&k);
}

/* A registered descriptor holds the control file: the client lives until both are
 * closed, in either order. */
static void a_registered_descriptor_keeps_the_client(void **state)
{
        struct kx k;

        (void)state;
        kx_create(&k, "h200,mem=1G");
        kx_client(&k);
        assert_int_equal(kx_close(&k, k.ctl), 0);
        assert_int_equal(kx_close(&k, k.ctl), -EBADF);
        assert_int_equal(kx_stats(&k).clients, 1);
        assert_int_equal(kx_stats(&k).fds, 1);
        assert_int_equal(kx_close(&k, k.dev), 0);
        assert_int_equal(kx_stats(&k).clients, 0);
        assert_int_equal(kx_stats(&k).fds, 0);
        k.ctl = k.dev = -1;
        kx_destroy(&k);
}

static uint32_t duplicate(struct kx *k, uint32_t parent, uint32_t src_client, uint32_t src,
                          uint32_t *ret_handle)
{
        struct NVOS55_PARAMETERS p = {
            .hClient = k->root, .hParent = parent, .hClientSrc = src_client, .hObjectSrc = src};

        assert_int_equal(kx_escape(k, k->ctl, NV_ESC_RM_DUP_OBJECT, PEAL_ABI_NVOS55_PARAMETERS, &p),
                         0);
        *ret_handle = p.hObject;
        return p.status;
}

static void a_duplicate_shares_the_memory(void **state)
{
        uint32_t mem, copy, none;
        struct kx k;

        (void)state;
        kx_create(&k, "h200,mem=1G");
        kx_client(&k);
        kx_space(&k, false);
        assert_int_equal(kx_memory(&k, NV01_MEMORY_LOCAL_USER, KX_HUGE_B, KX_ATTR_VIDEO, 0, &mem),
                         NV_OK);
        assert_int_equal(duplicate(&k, k.device, k.root, 0x1234, &none), NV_ERR_OBJECT_NOT_FOUND);
        assert_int_equal(duplicate(&k, k.device, 0x1234, mem, &none), NV_ERR_INVALID_CLIENT);
        assert_int_equal(duplicate(&k, 0x1234, k.root, mem, &none), NV_ERR_INVALID_OBJECT_PARENT);
        assert_int_equal(duplicate(&k, k.device, k.root, k.subdev, &none), NV_ERR_NOT_SUPPORTED);
        assert_int_equal(duplicate(&k, k.device, k.root, mem, &copy), NV_OK);
        assert_int_equal(kx_gpu_map(&k, mem, 0x1000000000, KX_HUGE_B), NV_OK);
        assert_int_equal(kx_gpu_map(&k, copy, 0x2000000000, KX_HUGE_B), NV_OK);
        assert_int_equal(kx_free(&k, mem), NV_OK);
        /* its mapping is gone, the other's stands */
        assert_int_equal(kx_stats(&k).gpu_mappings, 1);
        assert_int_equal(kx_stats(&k).vidmem_B, KX_HUGE_B);
        assert_int_equal(kx_unmap_dma(&k, 0, 0x1000000000), NV_ERR_OBJECT_NOT_FOUND);
        assert_int_equal(kx_free(&k, copy), NV_OK);
        assert_int_equal(kx_stats(&k).vidmem_B, 0);
        kx_destroy(&k);
}

/* NV01_EVENT_OS_EVENT is recorded for a descriptor that has an event. */
static void events_need_an_os_event(void **state)
{
        struct nv_ioctl_alloc_os_event os = {0};
        struct nv_ioctl_free_os_event gone = {0};
        struct NV0005_ALLOC_PARAMETERS event = {.hClass = NV01_EVENT_OS_EVENT,
                                                .notifyIndex = 0x3800000c};
        uint32_t handle = 0x77;
        struct kx k;

        (void)state;
        kx_create(&k, "h200,mem=1G");
        kx_client(&k);
        event.hParentClient = k.root;
        event.hSrcResource = k.subdev;
        event.data = (uint32_t)k.dev;
        assert_int_equal(kx_alloc_as(&k, k.dev, k.subdev, NV01_EVENT_OS_EVENT, &event, &handle),
                         NV_ERR_INVALID_EVENT);
        os.hClient = gone.hClient = k.root;
        os.fd = gone.fd = (uint32_t)k.dev;
        assert_int_equal(
            kx_escape(&k, k.dev, NV_ESC_FREE_OS_EVENT, PEAL_ABI_nv_ioctl_free_os_event, &gone), 0);
        assert_int_equal(gone.Status, NV_ERR_INVALID_EVENT);
        assert_int_equal(
            kx_escape(&k, k.dev, NV_ESC_ALLOC_OS_EVENT, PEAL_ABI_nv_ioctl_alloc_os_event, &os), 0);
        assert_int_equal(os.Status, NV_OK);
        assert_int_equal(kx_alloc_as(&k, k.dev, k.subdev, NV01_EVENT_OS_EVENT, &event, &handle),
                         NV_OK);
        event.hSrcResource = 0x1234;
        handle = 0x78;
        assert_int_equal(kx_alloc_as(&k, k.dev, k.subdev, NV01_EVENT_OS_EVENT, &event, &handle),
                         NV_ERR_INVALID_OBJECT_HANDLE);
        kx_destroy(&k);
}

int main(void)
{
        const struct CMUnitTest tests[] = {
            cmocka_unit_test(allocation_refusals),
            cmocka_unit_test(a_client_belongs_to_its_file),
            cmocka_unit_test(a_device_needs_its_node_open),
            cmocka_unit_test(a_client_may_have_two_devices_of_a_gpu),
            cmocka_unit_test(freeing_takes_what_is_under),
            cmocka_unit_test(a_registered_descriptor_keeps_the_client),
            cmocka_unit_test(a_duplicate_shares_the_memory),
            cmocka_unit_test(events_need_an_os_event),
        };

        return cmocka_run_group_tests(tests, NULL, NULL);
}
