/* SPDX-License-Identifier: MIT */
/* /dev/nvidia-uvm: initialisation, ranges, external mappings, channels, lifetimes. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "tests/sim/kmd_util.h"

#define VA 0x3000000000ull

static void start(struct kx *k, const char *profile)
{
        kx_create(k, profile);
        kx_client(k);
        kx_space(k, true);
}

static uint32_t create(struct kx *k, uint64_t base, uint64_t size_B)
{
        struct UVM_CREATE_EXTERNAL_RANGE_PARAMS p = {.base = base, .length = size_B};

        return KX_UVM(k, k->uvm, UVM_CREATE_EXTERNAL_RANGE, &p);
}

static uint32_t map(struct kx *k, uint32_t mem, uint64_t base, uint64_t size_B, uint64_t offset,
                    uint64_t gpus, uint32_t type)
{
        struct UVM_MAP_EXTERNAL_ALLOCATION_PARAMS *p = calloc(1, sizeof(*p));
        uint32_t status;

        p->base = base;
        p->length = size_B;
        p->offset = offset;
        p->gpuAttributesCount = gpus;
        memcpy(p->perGpuAttributes[0].gpuUuid.uuid, k->uuid, 16);
        p->perGpuAttributes[0].gpuMappingType = type;
        p->rmCtrlFd = k->ctl;
        p->hClient = k->root;
        p->hMemory = mem;
        status = KX_UVM(k, k->uvm, UVM_MAP_EXTERNAL_ALLOCATION, p);
        free(p);
        return status;
}

static uint32_t unmap(struct kx *k, uint64_t base, uint64_t size_B)
{
        struct UVM_UNMAP_EXTERNAL_PARAMS p = {.base = base, .length = size_B};

        memcpy(p.gpuUuid.uuid, k->uuid, 16);
        return KX_UVM(k, k->uvm, UVM_UNMAP_EXTERNAL, &p);
}

static void initialisation(void **state)
{
        struct UVM_CREATE_EXTERNAL_RANGE_PARAMS range = {.base = VA, .length = 4096};
        struct UVM_INITIALIZE_PARAMS init = {0};
        struct UVM_MM_INITIALIZE_PARAMS mm = {0};
        struct kx k;
        int a, b, c;

        (void)state;
        kx_create(&k, "h200,mem=1G");
        kx_client(&k);
        a = kx_open(&k, "/dev/nvidia-uvm");
        b = kx_open(&k, "/dev/nvidia-uvm");
        c = kx_open(&k, "/dev/nvidia-uvm");
        assert_int_equal(KX_UVM(&k, a, UVM_CREATE_EXTERNAL_RANGE, &range), NV_ERR_ILLEGAL_ACTION);
        mm.uvmFd = a;
        assert_int_equal(KX_UVM(&k, b, UVM_MM_INITIALIZE, &mm), NV_ERR_INVALID_ARGUMENT);
        init.flags = 4;
        assert_int_equal(KX_UVM(&k, a, UVM_INITIALIZE, &init), NV_ERR_INVALID_ARGUMENT);
        init.flags = 0;
        assert_int_equal(KX_UVM(&k, a, UVM_INITIALIZE, &init), NV_OK);
        /* again with the same flags: fine; with others: not */
        assert_int_equal(KX_UVM(&k, a, UVM_INITIALIZE, &init), NV_OK);
        init.flags = UVM_INIT_FLAGS_DISABLE_HMM;
        assert_int_equal(KX_UVM(&k, a, UVM_INITIALIZE, &init), NV_ERR_INVALID_ARGUMENT);
        mm.uvmFd = k.ctl;
        assert_int_equal(KX_UVM(&k, b, UVM_MM_INITIALIZE, &mm), NV_ERR_INVALID_ARGUMENT);
        mm.uvmFd = a;
        assert_int_equal(KX_UVM(&k, b, UVM_MM_INITIALIZE, &mm), NV_OK);
        assert_int_equal(KX_UVM(&k, c, UVM_MM_INITIALIZE, &mm), NV_ERR_INVALID_STATE);
        assert_int_equal(k.kmd->ops->ioctl(k.kmd, a, 0x7777, &mm), -EINVAL);
        assert_true(kx_logged(&k, "UVM 0x7777 (unknown): not modelled"));
        assert_int_equal(k.kmd->ops->ioctl(k.kmd, a, UVM_FREE, NULL), -EFAULT);
        assert_int_equal(kx_close(&k, c), 0);
        assert_int_equal(kx_close(&k, b), 0);
        assert_int_equal(kx_close(&k, a), 0);
        kx_destroy(&k);
}

static void registration_refusals(void **state)
{
        struct UVM_REGISTER_GPU_PARAMS gpu = {.rmCtrlFd = -1};
        struct UVM_REGISTER_GPU_VASPACE_PARAMS space = {0};
        struct UVM_UNREGISTER_GPU_PARAMS gone = {0};
        struct NV_VASPACE_ALLOCATION_PARAMETERS vas = {0};
        uint32_t own;
        struct kx k;

        (void)state;
        start(&k, "h200,mem=1G");
        assert_int_equal(KX_UVM(&k, k.uvm, UVM_REGISTER_GPU, &gpu), NV_ERR_GPU_UUID_NOT_FOUND);
        memcpy(gpu.gpu_uuid.uuid, k.uuid, 16);
        assert_int_equal(KX_UVM(&k, k.uvm, UVM_REGISTER_GPU, &gpu), NV_ERR_INVALID_DEVICE);
        space.rmCtrlFd = k.ctl;
        space.hClient = k.root;
        space.hVaSpace = k.vaspace;
        memcpy(space.gpuUuid.uuid, k.uuid, 16);
        assert_int_equal(KX_UVM(&k, k.uvm, UVM_REGISTER_GPU_VASPACE, &space),
                         NV_ERR_INVALID_DEVICE);
        memcpy(gone.gpu_uuid.uuid, k.uuid, 16);
        assert_int_equal(KX_UVM(&k, k.uvm, UVM_UNREGISTER_GPU, &gone), NV_OK);
        assert_int_equal(KX_UVM(&k, k.uvm, UVM_UNREGISTER_GPU, &gone), NV_ERR_INVALID_DEVICE);
        assert_int_equal(KX_UVM(&k, k.uvm, UVM_REGISTER_GPU_VASPACE, &space),
                         NV_ERR_INVALID_DEVICE);
        assert_int_equal(KX_UVM(&k, k.uvm, UVM_REGISTER_GPU, &gpu), NV_OK);
        space.rmCtrlFd = k.dev;
        assert_int_equal(KX_UVM(&k, k.uvm, UVM_REGISTER_GPU_VASPACE, &space),
                         NV_ERR_INVALID_CLIENT);
        space.rmCtrlFd = k.ctl;
        space.hVaSpace = k.device;
        assert_int_equal(KX_UVM(&k, k.uvm, UVM_REGISTER_GPU_VASPACE, &space),
                         NV_ERR_INVALID_OBJECT_HANDLE);
        /* a space that the manager keeps */
        assert_int_equal(kx_alloc(&k, k.device, FERMI_VASPACE_A, &vas, &own), NV_OK);
        space.hVaSpace = own;
        assert_int_equal(KX_UVM(&k, k.uvm, UVM_REGISTER_GPU_VASPACE, &space), NV_ERR_INVALID_FLAGS);
        space.hVaSpace = k.vaspace;
        assert_int_equal(KX_UVM(&k, k.uvm, UVM_REGISTER_GPU_VASPACE, &space), NV_OK);
        kx_destroy(&k);
}

static void ranges(void **state)
{
        struct UVM_VALIDATE_VA_RANGE_PARAMS valid = {.base = VA, .length = 0x10000};
        struct UVM_FREE_PARAMS p = {.base = VA, .length = 0x10000};
        struct kx k;

        (void)state;
        start(&k, "h200,mem=1G");
        assert_int_equal(create(&k, VA, 0), NV_ERR_INVALID_ADDRESS);
        assert_int_equal(create(&k, VA + 8, 4096), NV_ERR_INVALID_ADDRESS);
        assert_int_equal(create(&k, VA, 4097), NV_ERR_INVALID_ADDRESS);
        assert_int_equal(create(&k, ~0xfffull, 0x2000), NV_ERR_INVALID_ADDRESS);
        assert_int_equal(create(&k, VA, 0x10000), NV_OK);
        assert_int_equal(create(&k, VA, 0x10000), NV_ERR_UVM_ADDRESS_IN_USE);
        assert_int_equal(create(&k, VA + 0xf000, 0x2000), NV_ERR_UVM_ADDRESS_IN_USE);
        assert_int_equal(create(&k, VA - 0x1000, 0x2000), NV_ERR_UVM_ADDRESS_IN_USE);
        assert_int_equal(create(&k, VA - 0x1000, 0x20000), NV_ERR_UVM_ADDRESS_IN_USE);
        assert_int_equal(create(&k, VA + 0x10000, 0x1000), NV_OK);
        assert_int_equal(create(&k, VA - 0x1000, 0x1000), NV_OK);
        assert_int_equal(KX_UVM(&k, k.uvm, UVM_VALIDATE_VA_RANGE, &valid), NV_OK);
        valid.length = 0x8000;
        assert_int_equal(KX_UVM(&k, k.uvm, UVM_VALIDATE_VA_RANGE, &valid), NV_ERR_INVALID_ADDRESS);
        p.base = VA + 0x1000;
        assert_int_equal(KX_UVM(&k, k.uvm, UVM_FREE, &p), NV_ERR_INVALID_ADDRESS);
        p.base = VA;
        p.length = 0x8000;
        assert_int_equal(KX_UVM(&k, k.uvm, UVM_FREE, &p), NV_ERR_INVALID_ADDRESS);
        p.length = 0x10000;
        assert_int_equal(KX_UVM(&k, k.uvm, UVM_FREE, &p), NV_OK);
        assert_int_equal(KX_UVM(&k, k.uvm, UVM_FREE, &p), NV_ERR_INVALID_ADDRESS);
        assert_int_equal(create(&k, VA, 0x10000), NV_OK);
        kx_destroy(&k);
}

static void external_mappings(void **state)
{
        uint32_t mem, small;
        struct kx k;

        (void)state;
        start(&k, "h200,mem=1G");
        assert_int_equal(kx_memory(&k, NV01_MEMORY_LOCAL_USER, 4u << 20, KX_ATTR_VIDEO, 0, &mem),
                         NV_OK);
        assert_int_equal(kx_memory(&k, NV01_MEMORY_LOCAL_USER, 8192, KX_ATTR_VIDEO_4K, 0, &small),
                         NV_OK);
        assert_int_equal(map(&k, mem, VA, 4u << 20, 0, 1, 1),
                         NV_ERR_INVALID_ADDRESS); /* no range */
        assert_int_equal(create(&k, VA, 8u << 20), NV_OK);
        assert_int_equal(map(&k, mem, VA, 4u << 20, 0, 0, 1), NV_ERR_INVALID_ARGUMENT);
        assert_int_equal(map(&k, mem, VA, 4u << 20, 0, 257, 1), NV_ERR_INVALID_ARGUMENT);
        assert_int_equal(map(&k, mem, VA, 4u << 20, 0, 1, 4), NV_ERR_INVALID_ARGUMENT);
        assert_int_equal(map(&k, mem, VA, 8u << 20, 0, 1, 1), NV_ERR_INVALID_OFFSET);
        assert_int_equal(map(&k, mem, VA, 4u << 20, 2u << 20, 1, 1), NV_ERR_INVALID_OFFSET);
        assert_int_equal(map(&k, mem, VA, 16u << 20, 0, 1, 1), NV_ERR_INVALID_ADDRESS);
        assert_int_equal(map(&k, mem, VA + 1, 4096, 0, 1, 1), NV_ERR_INVALID_ADDRESS);
        assert_int_equal(map(&k, mem, VA, 4096, 8, 1, 1), NV_ERR_INVALID_ADDRESS);
        assert_int_equal(map(&k, 0x1234, VA, 4096, 0, 1, 1), NV_ERR_INVALID_OBJECT_HANDLE);
        assert_int_equal(map(&k, k.device, VA, 4096, 0, 1, 1), NV_ERR_INVALID_OBJECT_HANDLE);
        assert_int_equal(kx_stats(&k).gpu_mappings, 0);
        assert_int_equal(map(&k, mem, VA, 4u << 20, 0, 1, 1), NV_OK);
        assert_int_equal(map(&k, small, VA + (4u << 20), 4096, 4096, 1, 3), NV_OK);
        assert_int_equal(kx_stats(&k).gpu_mappings, 2);
        /* a new mapping takes the place of those that it covers */
        assert_int_equal(map(&k, mem, VA, 4u << 20, 0, 1, 2), NV_OK);
        assert_int_equal(kx_stats(&k).gpu_mappings, 2);
        assert_int_equal(unmap(&k, VA, 4096), NV_ERR_NOT_SUPPORTED); /* a part */
        assert_int_equal(unmap(&k, VA, 16u << 20), NV_ERR_INVALID_ADDRESS);
        assert_int_equal(unmap(&k, VA, 4u << 20), NV_OK);
        assert_int_equal(unmap(&k, VA, 4u << 20), NV_OK); /* nothing there */
        assert_int_equal(kx_stats(&k).gpu_mappings, 1);
        /* the mapping keeps the memory (measured) */
        assert_int_equal(map(&k, mem, VA, 4u << 20, 0, 1, 1), NV_OK);
        assert_int_equal(kx_free(&k, mem), NV_OK);
        assert_int_equal(kx_stats(&k).vidmem_B, (4u << 20) + 8192);
        assert_int_equal(kx_gpu_unmap(&k, 0, VA, 8u << 20), NV_OK);
        assert_int_equal(kx_stats(&k).vidmem_B, 8192);
        assert_int_equal(kx_stats(&k).gpu_mappings, 0);
        /* such a space takes no mappings of the manager */
        kx_destroy(&k);
}

static void the_managers_mappings_are_refused(void **state)
{
        struct NV_MEMORY_VIRTUAL_ALLOCATION_PARAMS virt = {0};
        struct kx k;

        (void)state;
        start(&k, "h200,mem=1G");
        virt.hVASpace = k.vaspace;
        assert_int_equal(kx_alloc(&k, k.device, NV01_MEMORY_VIRTUAL, &virt, NULL),
                         NV_ERR_NOT_SUPPORTED);
        kx_destroy(&k);
}

static void channels(void **state)
{
        struct UVM_REGISTER_CHANNEL_PARAMS reg = {0};
        struct UVM_UNREGISTER_CHANNEL_PARAMS gone = {0};
        struct kx k;

        (void)state;
        start(&k, "h200,mem=1G");
        kx_queues(&k, &kx_profiles[0]);
        memcpy(reg.gpuUuid.uuid, k.uuid, 16);
        memcpy(gone.gpuUuid.uuid, k.uuid, 16);
        reg.rmCtrlFd = k.ctl;
        reg.hClient = gone.hClient = k.root;
        reg.hChannel = gone.hChannel = k.channel;
        reg.base = 0x2000000000;
        reg.length = 0x4000000;
        assert_int_equal(KX_UVM(&k, k.uvm, UVM_REGISTER_CHANNEL, &reg), NV_ERR_INVALID_CHANNEL);
        /* the context buffers' place is taken */
        assert_int_equal(create(&k, 0x2000000000, 4096), NV_ERR_UVM_ADDRESS_IN_USE);
        assert_int_equal(KX_UVM(&k, k.uvm, UVM_UNREGISTER_CHANNEL, &gone), NV_OK);
        assert_int_equal(KX_UVM(&k, k.uvm, UVM_UNREGISTER_CHANNEL, &gone), NV_ERR_INVALID_CHANNEL);
        reg.length = 0x1000;
        assert_int_equal(KX_UVM(&k, k.uvm, UVM_REGISTER_CHANNEL, &reg), NV_ERR_INVALID_ADDRESS);
        reg.base = k.ring_va;
        reg.length = 0x4000000;
        assert_int_equal(KX_UVM(&k, k.uvm, UVM_REGISTER_CHANNEL, &reg), NV_ERR_INVALID_ADDRESS);
        reg.base = 0x2000000000;
        reg.hChannel = k.group;
        assert_int_equal(KX_UVM(&k, k.uvm, UVM_REGISTER_CHANNEL, &reg), NV_ERR_INVALID_CHANNEL);
        reg.hChannel = k.channel;
        assert_int_equal(KX_UVM(&k, k.uvm, UVM_REGISTER_CHANNEL, &reg), NV_OK);
        /* the file closes first: channels stop, mappings go, the client lives on */
        assert_int_equal(kx_close(&k, k.uvm), 0);
        k.uvm = -1;
        assert_int_equal(kx_stats(&k).gpu_mappings, 0);
        assert_int_equal(kx_stats(&k).channels, 2);
        assert_int_equal(kx_free(&k, k.channel), NV_OK);
        kx_destroy(&k);
}

/* The client goes first: UVM's space and mappings stay until its file closes. */
static void the_client_closes_first(void **state)
{
        uint32_t mem;
        struct kx k;

        (void)state;
        start(&k, "h200,mem=1G");
        kx_queues(&k, &kx_profiles[0]);
        assert_int_equal(kx_memory(&k, NV01_MEMORY_LOCAL_USER, 4u << 20, KX_ATTR_VIDEO, 0, &mem),
                         NV_OK);
        assert_int_equal(kx_gpu_map(&k, mem, VA, 4u << 20), NV_OK);
        assert_int_equal(kx_close(&k, k.dev), 0);
        assert_int_equal(kx_close(&k, k.ctl), 0);
        k.dev = k.ctl = -1;
        assert_int_equal(kx_stats(&k).clients, 0);
        assert_int_equal(kx_stats(&k).objects, 0);
        assert_int_equal(kx_stats(&k).channels, 0);
        assert_int_equal(kx_stats(&k).gpu_mappings, 2);
        assert_int_equal(kx_stats(&k).vidmem_B, 6u << 20);
        kx_destroy(&k);
}

/* rmStatus is where the running release has it. */
static void status_at_the_releases_offset(void **state)
{
        static const struct {
                const char *profile;
                size_t free_status, map_status, unregister_status;
        } rows[] = {
            {"h200,mem=1G,driver=535.288.01", 16, 1196, 24},
            {"h200,mem=1G,driver=580.142", 16, 9260, 24},
            {"h200,mem=1G,driver=590.48.01", 8, 9260, 8},
        };
        static uint8_t wire[16384];
        uint32_t status;

        (void)state;
        for (unsigned i = 0; i < 3; i++) {
                struct kx k;

                start(&k, rows[i].profile);
                memset(wire, 0, sizeof(wire));
                memset(wire + rows[i].free_status, 0xee, 4);
                assert_int_equal(k.kmd->ops->ioctl(k.kmd, k.uvm, UVM_FREE, wire), 0);
                memcpy(&status, wire + rows[i].free_status, 4);
                assert_int_equal(status, NV_ERR_INVALID_ADDRESS);
                memset(wire, 0, sizeof(wire));
                assert_int_equal(k.kmd->ops->ioctl(k.kmd, k.uvm, UVM_MAP_EXTERNAL_ALLOCATION, wire),
                                 0);
                memcpy(&status, wire + rows[i].map_status, 4);
                assert_int_equal(status, NV_ERR_INVALID_ADDRESS);
                memset(wire, 0, sizeof(wire));
                assert_int_equal(k.kmd->ops->ioctl(k.kmd, k.uvm, UVM_UNREGISTER_CHANNEL, wire), 0);
                memcpy(&status, wire + rows[i].unregister_status, 4);
                assert_int_equal(status, NV_ERR_INVALID_CHANNEL);
                kx_destroy(&k);
        }
}

int main(void)
{
        const struct CMUnitTest tests[] = {
            cmocka_unit_test(initialisation),
            cmocka_unit_test(registration_refusals),
            cmocka_unit_test(ranges),
            cmocka_unit_test(external_mappings),
            cmocka_unit_test(the_managers_mappings_are_refused),
            cmocka_unit_test(channels),
            cmocka_unit_test(the_client_closes_first),
            cmocka_unit_test(status_at_the_releases_offset),
        };

        return cmocka_run_group_tests(tests, NULL, NULL);
}
