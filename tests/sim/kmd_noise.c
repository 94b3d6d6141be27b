/* SPDX-License-Identifier: MIT */
/* Whatever a client sends, the model answers: random structures, handles that live
 * and that do not, sizes near the ends. Nothing crashes, nothing is left. */
#include <stdlib.h>
#include <string.h>
#include "tests/sim/kmd_util.h"

static uint64_t seed = 0x9e3779b97f4a7c15ull;

static uint64_t roll(void)
{
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        return seed;
}

static uint64_t pick_value(void)
{
        static const uint64_t edges[] = {0,
                                         1,
                                         2,
                                         7,
                                         4095,
                                         4096,
                                         0x10000,
                                         2u << 20,
                                         1u << 30,
                                         0xffffffff,
                                         ~0ull,
                                         ~0ull << 12,
                                         1ull << 49,
                                         (1ull << 49) - 4096,
                                         0x1000000000,
                                         0x48,
                                         0x80000000};

        return roll() & 3 ? edges[roll() % (sizeof(edges) / sizeof(edges[0]))] : roll();
}

static uint32_t pick_handle(struct kx *k)
{
        if (roll() & 7)
                return 0x5c000001 + (uint32_t)(roll() % (k->next_handle - 0x5c000000 + 2));
        return roll() & 1 ? k->root : (uint32_t)pick_value();
}

static uint32_t pick_class(void)
{
        static const uint32_t classes[] = {0x80,   0x2080, 0x3e,   0x40,   0x70,   0x71,   0x79,
                                           0x90f1, 0xa06c, 0x9067, 0xc86f, 0xcbc0, 0xc8b5, 0xc661,
                                           0x503b, 0x83de, 0xc56f, 0x41,   0x5,    0xbeef};

        return classes[roll() % (sizeof(classes) / sizeof(classes[0]))];
}

static void noise_alloc(struct kx *k)
{
        static uint64_t params[64];
        struct NVOS64_PARAMETERS p = {.hRoot = k->root,
                                      .hObjectParent = pick_handle(k),
                                      .hObjectNew = ++k->next_handle,
                                      .hClass = pick_class(),
                                      .pAllocParms = roll() & 7 ? (uintptr_t)params : 0};

        if (p.hClass == 0x41)
                p.pAllocParms = 0;
        for (unsigned i = 0; i < 64; i++)
                params[i] =
                    roll() & 1 ? pick_value() : (uint64_t)pick_handle(k) << 32 | pick_handle(k);
        kx_ioctl(k, k->ctl, NV_ESC_RM_ALLOC, sizeof(p), &p);
}

/* Sound allocations too, so that there is something to stumble over. */
static void sound_alloc(struct kx *k)
{
        struct NV_CHANNEL_ALLOC_PARAMS chan = {
            .gpFifoOffset = k->ring_va,
            .gpFifoEntries = 64,
            .hContextShare = k->ctxshare,
            .hUserdMemory[0] = k->ring,
            .userdOffset[0] = (roll() & 0xff) << 9,
        };
        uint64_t size_B = 4096 << roll() % 12, va = (roll() & 0xff) << 21;
        uint32_t memory;

        if (roll() & 7) {
                bool video = roll() & 1;

                if (!kx_memory(k, video ? NV01_MEMORY_LOCAL_USER : NV01_MEMORY_SYSTEM, size_B,
                               video ? KX_ATTR_VIDEO : KX_ATTR_CACHED, 0, &memory))
                        kx_gpu_map(k, memory, va, size_B);
                return;
        }
        kx_alloc(k, k->group, HOPPER_CHANNEL_GPFIFO_A, &chan, NULL);
}

static void noise_map(struct kx *k)
{
        uint64_t va = roll() & 1 ? pick_value() : (roll() & 0xff) << 21;
        uint32_t memory = pick_handle(k), device = k->device, dma = k->virt;

        switch (roll() % 4) {
        case 0:
                k->device = pick_handle(k);
                k->virt = pick_handle(k);
                break;
        case 1:
                k->virt = pick_handle(k);
                break;
        default:
                break;
        }
        if (roll() & 1)
                kx_map_dma(k, memory, pick_value(), pick_value(), (uint32_t)pick_value() | 0x8000,
                           &va);
        else
                kx_unmap_dma(k, memory, va);
        k->device = device;
        k->virt = dma;
}

static void noise_cpu(struct kx *k)
{
        int fd = kx_open(k, roll() & 1 ? "/dev/nvidia0" : "/dev/nvidiactl");
        uint64_t size_B = pick_value();
        void *ptr;

        if (!kx_map_memory(k, pick_handle(k), pick_handle(k), pick_value(), size_B,
                           (uint32_t)pick_value(), fd, NULL) &&
            size_B < 1u << 30 && !k->kmd->ops->mmap(k->kmd, NULL, size_B, 1, 1, fd, 0, &ptr))
                k->kmd->ops->munmap(k->kmd, ptr, size_B);
        kx_close(k, fd);
        kx_unmap_memory(k, pick_handle(k), pick_handle(k), pick_value());
}

static void noise_control(struct kx *k)
{
        static const uint32_t cmds[] = {
#define CMD(name, cmd, type) cmd,
            PEAL_ABI_CONTROLS(CMD)
#undef CMD
        };
        static uint64_t params[2048];
        uint32_t cmd = cmds[roll() % (sizeof(cmds) / sizeof(cmds[0]))];
        struct NVOS54_PARAMETERS p = {
            .hClient = k->root, .hObject = pick_handle(k), .cmd = cmd, .params = (uintptr_t)params};
        enum peal_abi_struct_id id;

        for (unsigned i = 0; i < 64; i++)
                params[i] = roll() & 1 ? pick_value() & 0xffff0000ffffffffull
                                       : (uint64_t)pick_handle(k) << 32 | pick_handle(k);
        if (!peal_abi_control_struct(cmd, &id))
                p.paramsSize = (uint32_t)peal_abi_wire_size(&k->abi, id);
        kx_ioctl(k, k->ctl, NV_ESC_RM_CONTROL, sizeof(p), &p);
}

static void noise_uvm(struct kx *k)
{
        static const uint32_t calls[] = {
#define CALL(name, request, type) request,
            PEAL_ABI_UVM_CALLS(CALL)
#undef CALL
        };
        static uint64_t wire[2048];
        uint32_t call = calls[roll() % (sizeof(calls) / sizeof(calls[0]))];

        if ((call == UVM_UNREGISTER_GPU || call == UVM_UNREGISTER_GPU_VASPACE) && roll() & 127)
                return;
        for (unsigned i = 0; i < 16; i++)
                wire[i] = pick_value();
        if (roll() & 1)
                memcpy((uint8_t *)wire + (roll() & 1 ? 0 : 24), k->uuid, 16);
        k->kmd->ops->ioctl(k->kmd, roll() & 7 ? k->uvm : k->uvm_mm, call, wire);
}

static void run(const char *profile, bool uvm_mode, unsigned rounds)
{
        struct kx k;

        kx_create(&k, profile);
        kx_client(&k);
        kx_space(&k, uvm_mode);
        kx_queues(&k, &kx_profiles[0]);
        for (unsigned i = 0; i < rounds; i++)
                switch (roll() % (uvm_mode ? 7 : 6)) {
                case 0:
                        noise_alloc(&k);
                        break;
                case 1:
                        noise_map(&k);
                        break;
                case 2:
                        noise_cpu(&k);
                        break;
                case 3:
                        noise_control(&k);
                        break;
                case 4: {
                        uint32_t handle = pick_handle(&k);

                        /* the queues' own objects last a while */
                        if (handle > k.copy + 2 ? handle != k.root : (roll() & 255) == 0)
                                kx_free(&k, handle);
                        break;
                }
                case 5:
                        sound_alloc(&k);
                        break;
                default:
                        noise_uvm(&k);
                }
        kx_destroy(&k);
}

static void noise(void **state)
{
        (void)state;
        for (unsigned i = 0; i < 10; i++) {
                run("h200,mem=256M,count=2", false, 2000);
                run("h200,mem=256M,driver=535.288.01", true, 2000);
                run("h200,mem=256M,driver=590.48.01", true, 2000);
        }
}

int main(void)
{
        const struct CMUnitTest tests[] = {cmocka_unit_test(noise)};

        return cmocka_run_group_tests(tests, NULL, NULL);
}
