/* SPDX-License-Identifier: MIT */
/* Two cards: peers as measured on two H200s, driver 580.159. */
#include <stdlib.h>
#include <string.h>
#include "tests/sim/kmd_util.h"

#define VA        0x1000000000ull
#define P2P       0x208010u
#define CLASS_P2P 0x503bu

struct two {
        struct kx k; /* card 0 */
        int dev1;
        uint32_t device1, subdev1, vaspace1, virt1, mem1;
};

static void start(struct two *t, const char *profile)
{
        struct nv_ioctl_register_fd reg;
        struct NV0080_ALLOC_PARAMETERS device = {.deviceId = 1};
        struct NV2080_ALLOC_PARAMETERS subdev = {0};
        struct NV_VASPACE_ALLOCATION_PARAMETERS vas = {0};
        struct NV_MEMORY_VIRTUAL_ALLOCATION_PARAMS virt = {0};
        uint32_t device0;

        kx_create(&t->k, profile);
        kx_client(&t->k);
        kx_space(&t->k, false);
        t->dev1 = kx_open(&t->k, "/dev/nvidia1");
        reg.ctl_fd = t->k.ctl;
        assert_int_equal(kx_ioctl(&t->k, t->dev1, NV_ESC_REGISTER_FD, 4, &reg), 0);
        assert_int_equal(kx_alloc(&t->k, t->k.root, NV01_DEVICE_0, &device, &t->device1), NV_OK);
        assert_int_equal(kx_alloc(&t->k, t->device1, NV20_SUBDEVICE_0, &subdev, &t->subdev1),
                         NV_OK);
        assert_int_equal(kx_alloc(&t->k, t->device1, FERMI_VASPACE_A, &vas, &t->vaspace1), NV_OK);
        virt.hVASpace = t->vaspace1;
        assert_int_equal(kx_alloc(&t->k, t->device1, NV01_MEMORY_VIRTUAL, &virt, &t->virt1), NV_OK);
        device0 = t->k.device;
        t->k.device = t->device1;
        assert_int_equal(
            kx_memory(&t->k, NV01_MEMORY_LOCAL_USER, 4u << 20, KX_ATTR_VIDEO, 0, &t->mem1), NV_OK);
        t->k.device = device0;
}

static void finish(struct two *t)
{
        assert_int_equal(kx_close(&t->k, t->dev1), 0);
        kx_destroy(&t->k);
}

static void connected_by_one_object(void **state)
{
        struct NV503B_ALLOC_PARAMETERS p2p = {0};
        uint64_t va = VA;
        uint32_t pair, sys;
        struct two t;

        (void)state;
        start(&t, "h200,mem=1G,count=2");
        assert_int_equal(kx_map_dma(&t.k, t.mem1, 0, 4u << 20, P2P, &va), NV_ERR_INVALID_STATE);
        assert_int_equal(kx_alloc(&t.k, t.k.root, CLASS_P2P, &p2p, NULL), NV_ERR_INVALID_ARGUMENT);
        p2p.hSubDevice = p2p.hPeerSubDevice = t.k.subdev;
        assert_int_equal(kx_alloc(&t.k, t.k.root, CLASS_P2P, &p2p, NULL), NV_ERR_NOT_SUPPORTED);
        p2p.hPeerSubDevice = t.subdev1;
        assert_int_equal(kx_alloc(&t.k, t.k.device, CLASS_P2P, &p2p, NULL),
                         NV_ERR_INVALID_OBJECT_PARENT);
        assert_int_equal(kx_alloc(&t.k, t.k.root, CLASS_P2P, &p2p, &pair), NV_OK);
        assert_int_equal(kx_map_dma(&t.k, t.mem1, 0, 4u << 20, KX_DMA_FIXED, &va),
                         NV_ERR_INVALID_FLAGS); /* the peer flag is missing */
        assert_int_equal(kx_map_dma(&t.k, t.mem1, 0, 4u << 20, P2P, &va), NV_OK);
        va = 2 * VA; /* a part, elsewhere */
        assert_int_equal(kx_map_dma(&t.k, t.mem1, 2u << 20, 4096, P2P, &va), NV_OK);
        /* host memory of the other device goes with plain flags */
        assert_int_equal(kx_memory(&t.k, NV01_MEMORY_SYSTEM, 8192, KX_ATTR_CACHED, 0, &sys), NV_OK);
        va = 3 * VA;
        assert_int_equal(kx_map_dma(&t.k, sys, 0, 8192, KX_DMA_FIXED, &va), NV_OK);
        /* the owner frees it: the peer's mappings are gone, a later unmap 0x57 */
        assert_int_equal(kx_free(&t.k, t.mem1), NV_OK);
        assert_int_equal(kx_unmap_dma(&t.k, 0, VA), NV_ERR_OBJECT_NOT_FOUND);
        assert_int_equal(kx_stats(&t.k).gpu_mappings, 1);
        assert_int_equal(kx_free(&t.k, pair), NV_OK);
        finish(&t);
}

static void capabilities(void **state)
{
        struct NV0000_CTRL_SYSTEM_GET_P2P_CAPS_V2_PARAMS *v2 = calloc(1, sizeof(*v2));
        struct NV0000_CTRL_SYSTEM_GET_P2P_CAPS_MATRIX_PARAMS matrix = {.grpACount = 2};
        struct two t;

        (void)state;
        for (unsigned nvlink = 0; nvlink < 2; nvlink++) {
                start(&t, nvlink ? "h200,mem=1G,count=2" : "rtx4090,mem=1G,count=2");
                memset(v2, 0, sizeof(*v2));
                v2->gpuCount = 2;
                v2->gpuIds[0] = 6;
                v2->gpuIds[1] = 7;
                assert_int_equal(
                    kx_ctrl(&t.k, t.k.root, NV0000_CTRL_CMD_SYSTEM_GET_P2P_CAPS_V2, v2), NV_OK);
                assert_int_equal(v2->p2pCaps, nvlink ? 0x1b : 0);
                assert_int_equal(v2->p2pOptimalReadCEs, nvlink ? 0x10 : 0);
                assert_int_equal(v2->p2pCapsStatus[0], nvlink ? 0 : 5);
                assert_int_equal(v2->busPeerIds[1], 0xffffffff);
                v2->gpuIds[1] = 9;
                assert_int_equal(
                    kx_ctrl(&t.k, t.k.root, NV0000_CTRL_CMD_SYSTEM_GET_P2P_CAPS_V2, v2),
                    NV_ERR_INVALID_ARGUMENT);
                matrix.gpuIdGrpA[0] = 6;
                matrix.gpuIdGrpA[1] = 7;
                assert_int_equal(
                    kx_ctrl(&t.k, t.k.root, NV0000_CTRL_CMD_SYSTEM_GET_P2P_CAPS_MATRIX, &matrix),
                    NV_OK);
                assert_int_equal(matrix.p2pCaps[0][1], nvlink ? 0x1b : 0);
                assert_int_equal(matrix.p2pCaps[0][0], 0);
                finish(&t);
        }
        free(v2);
}

static uint32_t map_both(struct kx *k, const uint8_t *uuid1, uint32_t mem)
{
        struct UVM_CREATE_EXTERNAL_RANGE_PARAMS range = {.base = VA, .length = 4u << 20};
        struct UVM_MAP_EXTERNAL_ALLOCATION_PARAMS *p = calloc(1, sizeof(*p));
        uint32_t status;

        KX_UVM(k, k->uvm, UVM_CREATE_EXTERNAL_RANGE, &range);
        p->base = VA;
        p->length = 4u << 20;
        p->gpuAttributesCount = 2;
        memcpy(p->perGpuAttributes[0].gpuUuid.uuid, k->uuid, 16);
        memcpy(p->perGpuAttributes[1].gpuUuid.uuid, uuid1, 16);
        p->rmCtrlFd = k->ctl;
        p->hClient = k->root;
        p->hMemory = mem;
        status = KX_UVM(k, k->uvm, UVM_MAP_EXTERNAL_ALLOCATION, p);
        free(p);
        return status;
}

/* With UVM peers over NVLink are on once both are registered, and enabling them
 * says 0x26 all the same. */
static void peers_with_uvm(void **state)
{
        struct UVM_REGISTER_GPU_PARAMS gpu = {.rmCtrlFd = -1};
        struct UVM_REGISTER_GPU_VASPACE_PARAMS space = {0};
        struct UVM_ENABLE_PEER_ACCESS_PARAMS peer = {0};
        struct NV0080_ALLOC_PARAMETERS device = {.deviceId = 1};
        struct NV_VASPACE_ALLOCATION_PARAMETERS vas = {.flags = 0x48, .vaBase = 0x1000};
        uint32_t device1, vaspace1, mem;
        uint8_t uuid1[16];
        struct kx k;
        int dev1;

        (void)state;
        kx_create(&k, "h200,mem=1G,count=2");
        kx_client(&k);
        kx_space(&k, true);
        dev1 = kx_open(&k, "/dev/nvidia1");
        memcpy(uuid1, k.uuid, 16);
        uuid1[8] |= 1;
        assert_int_equal(kx_alloc(&k, k.root, NV01_DEVICE_0, &device, &device1), NV_OK);
        assert_int_equal(kx_alloc(&k, device1, FERMI_VASPACE_A, &vas, &vaspace1), NV_OK);
        assert_int_equal(kx_memory(&k, NV01_MEMORY_LOCAL_USER, 4u << 20, KX_ATTR_VIDEO, 0, &mem),
                         NV_OK);
        assert_int_equal(map_both(&k, uuid1, mem), NV_ERR_INVALID_DEVICE);
        assert_int_equal(kx_stats(&k).gpu_mappings, 0); /* the first was taken back */
        memcpy(peer.gpuUuidA.uuid, k.uuid, 16);
        memcpy(peer.gpuUuidB.uuid, uuid1, 16);
        assert_int_equal(KX_UVM(&k, k.uvm, UVM_ENABLE_PEER_ACCESS, &peer), NV_ERR_INVALID_DEVICE);
        memcpy(gpu.gpu_uuid.uuid, uuid1, 16);
        assert_int_equal(KX_UVM(&k, k.uvm, UVM_REGISTER_GPU, &gpu), NV_OK);
        memcpy(space.gpuUuid.uuid, uuid1, 16);
        space.rmCtrlFd = k.ctl;
        space.hClient = k.root;
        space.hVaSpace = k.vaspace; /* of the other card */
        assert_int_equal(KX_UVM(&k, k.uvm, UVM_REGISTER_GPU_VASPACE, &space),
                         NV_ERR_INVALID_DEVICE);
        space.hVaSpace = vaspace1;
        assert_int_equal(KX_UVM(&k, k.uvm, UVM_REGISTER_GPU_VASPACE, &space), NV_OK);
        assert_int_equal(KX_UVM(&k, k.uvm, UVM_ENABLE_PEER_ACCESS, &peer), 0x26);
        assert_int_equal(map_both(&k, uuid1, mem), NV_OK);
        assert_int_equal(kx_stats(&k).gpu_mappings, 2);
        assert_int_equal(kx_gpu_unmap(&k, mem, VA, 4u << 20), NV_OK);
        assert_int_equal(kx_stats(&k).gpu_mappings, 0);
        assert_int_equal(kx_close(&k, dev1), 0);
        kx_destroy(&k);
}

int main(void)
{
        const struct CMUnitTest tests[] = {
            cmocka_unit_test(connected_by_one_object),
            cmocka_unit_test(capabilities),
            cmocka_unit_test(peers_with_uvm),
        };

        return cmocka_run_group_tests(tests, NULL, NULL);
}
