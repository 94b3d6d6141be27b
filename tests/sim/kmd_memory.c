/* SPDX-License-Identifier: MIT */
/* Video, system and own memory, and GPU mappings of it that the manager keeps. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include "tests/sim/kmd_util.h"

#define VA 0x1000000000ull

static void start(struct kx *k, const char *profile)
{
        kx_create(k, profile);
        kx_client(k);
        kx_space(k, false);
}

static void only_touched_memory_is_resident(void **state)
{
        uint8_t *ptr;
        uint32_t mem;
        struct kx k;

        (void)state;
        start(&k, "h200");
        assert_int_equal(
            kx_memory(&k, NV01_MEMORY_LOCAL_USER, 120ull << 30, KX_ATTR_VIDEO, KX_HUGE_B, &mem),
            NV_OK);
        assert_int_equal(kx_gpu_map(&k, mem, VA, 120ull << 30), NV_OK);
        assert_int_equal(kx_stats(&k).vidmem_B, 120ull << 30);
        assert_int_equal(kx_stats(&k).resident_B, 0);
        ptr = kx_cpu_map(&k, mem, true, 120ull << 30);
        ptr[0] = 1;
        ptr[100ull << 30] = 2;
        assert_in_range(kx_stats(&k).resident_B, 8192, 4u << 20);
        assert_int_equal(kx_free(&k, mem), NV_OK);
        assert_int_equal(kx_stats(&k).resident_B, 0);
        munmap(ptr, 120ull << 30);
        kx_destroy(&k);
}

static void freed_memory_comes_back_as_zero(void **state)
{
        uint32_t mem;
        uint8_t *ptr;
        struct kx k;

        (void)state;
        start(&k, "h200,mem=64M");
        for (unsigned i = 0; i < 3; i++) {
                assert_int_equal(
                    kx_memory(&k, NV01_MEMORY_LOCAL_USER, 32u << 20, KX_ATTR_VIDEO, 0, &mem),
                    NV_OK);
                ptr = kx_cpu_map(&k, mem, true, 32u << 20);
                for (unsigned p = 0; p < 32u << 20; p += 4096)
                        assert_int_equal(ptr[p], 0);
                memset(ptr, 0x5a, 32u << 20);
                munmap(ptr, 32u << 20);
                assert_int_equal(kx_free(&k, mem), NV_OK);
        }
        assert_int_equal(kx_memory(&k, NV01_MEMORY_SYSTEM, 1u << 20, KX_ATTR_COMBINED, 0, &mem),
                         NV_OK);
        assert_int_equal(kx_stats(&k).sysmem_B, 1u << 20);
        ptr = kx_cpu_map(&k, mem, false, 1u << 20);
        assert_int_equal(ptr[123], 0);
        ptr[123] = 1;
        munmap(ptr, 1u << 20);
        kx_destroy(&k);
}

static uint64_t page_of(struct kx *k, uint32_t mem)
{
        struct NV0041_CTRL_GET_MEM_PAGE_SIZE_PARAMS p = {0};

        assert_int_equal(kx_ctrl(k, mem, NV0041_CTRL_CMD_GET_MEM_PAGE_SIZE, &p), NV_OK);
        return p.pageSize;
}

static void page_sizes_and_refusals(void **state)
{
        uint32_t mem;
        struct kx k;

        (void)state;
        start(&k, "h200,mem=1G");
        assert_int_equal(kx_memory(&k, NV01_MEMORY_LOCAL_USER, 4096, KX_ATTR_VIDEO_4K, 4096, &mem),
                         NV_OK);
        assert_int_equal(page_of(&k, mem), 4096);
        assert_int_equal(kx_stats(&k).vidmem_B, 4096);
        assert_int_equal(kx_memory(&k, NV01_MEMORY_LOCAL_USER, 65536, KX_ATTR_VIDEO, 65536, &mem),
                         NV_OK);
        assert_int_equal(page_of(&k, mem), 65536);
        assert_int_equal(
            kx_memory(&k, NV01_MEMORY_LOCAL_USER, KX_HUGE_B + 1, KX_ATTR_VIDEO, 0, &mem), NV_OK);
        assert_int_equal(page_of(&k, mem), KX_HUGE_B);
        assert_int_equal(kx_stats(&k).vidmem_B, 4096 + 65536 + 2 * KX_HUGE_B);
        assert_int_equal(kx_memory(&k, NV01_MEMORY_SYSTEM, 10000, KX_ATTR_CACHED, 0, &mem), NV_OK);
        assert_int_equal(page_of(&k, mem), 4096);
        assert_int_equal(kx_stats(&k).sysmem_B, 12288);
        assert_int_equal(kx_memory(&k, NV01_MEMORY_LOCAL_USER, 0, KX_ATTR_VIDEO, 0, NULL),
                         NV_ERR_INVALID_ARGUMENT);
        assert_int_equal(kx_memory(&k, NV01_MEMORY_LOCAL_USER, 4096, KX_ATTR_VIDEO, 3, NULL),
                         NV_ERR_INVALID_ARGUMENT);
        assert_int_equal(kx_memory(&k, NV01_MEMORY_LOCAL_USER, 4096, KX_ATTR_CACHED, 0, NULL),
                         NV_ERR_INVALID_ARGUMENT); /* location PCI */
        assert_int_equal(kx_memory(&k, NV01_MEMORY_LOCAL_USER, 2ull << 30, KX_ATTR_VIDEO, 0, NULL),
                         NV_ERR_NO_MEMORY);
        assert_int_equal(kx_memory(&k, NV01_MEMORY_LOCAL_USER, ~0ull, KX_ATTR_VIDEO, 0, NULL),
                         NV_ERR_NO_MEMORY);
        kx_destroy(&k);
}

/* All memory can be had, to the last page; holes too small for one piece serve a
 * scattered allocation, whose bytes stay in order for CPU and GPU. */
static void fragments_are_used(void **state)
{
        uint32_t mem[16], big;
        uint8_t *ptr;
        struct kx k;

        (void)state;
        start(&k, "h200,mem=64M");
        for (unsigned i = 0; i < 16; i++)
                assert_int_equal(
                    kx_memory(&k, NV01_MEMORY_LOCAL_USER, 4u << 20, KX_ATTR_VIDEO, 0, &mem[i]),
                    NV_OK);
        assert_int_equal(kx_memory(&k, NV01_MEMORY_LOCAL_USER, 4096, KX_ATTR_VIDEO_4K, 0, NULL),
                         NV_ERR_NO_MEMORY);
        for (unsigned i = 0; i < 16; i += 2)
                assert_int_equal(kx_free(&k, mem[i]), NV_OK);
        /* contiguous: no run of 8 MiB is free */
        assert_int_equal(kx_memory(&k, NV01_MEMORY_LOCAL_USER, 8u << 20, 0x10000000, 0, NULL),
                         NV_ERR_NO_MEMORY);
        assert_int_equal(kx_memory(&k, NV01_MEMORY_LOCAL_USER, 32u << 20, KX_ATTR_VIDEO, 0, &big),
                         NV_OK);
        assert_int_equal(kx_gpu_map(&k, big, VA, 32u << 20), NV_OK);
        assert_int_equal(kx_stats(&k).gpu_mappings, 1);
        ptr = kx_cpu_map(&k, big, true, 32u << 20);
        for (unsigned i = 0; i < 8; i++)
                memset(ptr + i * (4u << 20), (int)i + 1, 4u << 20);
        for (unsigned i = 0; i < 8; i++) {
                assert_int_equal(ptr[i * (4u << 20)], i + 1);
                assert_int_equal(ptr[(i + 1) * (4u << 20) - 1], i + 1);
        }
        munmap(ptr, 32u << 20);
        assert_int_equal(kx_gpu_unmap(&k, big, VA, 32u << 20), NV_OK);
        assert_int_equal(kx_free(&k, big), NV_OK);
        for (unsigned i = 1; i < 16; i += 2)
                assert_int_equal(kx_free(&k, mem[i]), NV_OK);
        /* and the whole is one piece again */
        assert_int_equal(kx_memory(&k, NV01_MEMORY_LOCAL_USER, 64u << 20, 0x10000000, 0, &big),
                         NV_OK);
        kx_destroy(&k);
}

static void dma_mappings_follow_the_rules(void **state)
{
        uint64_t va = VA;
        uint32_t mem, small;
        struct kx k;

        (void)state;
        start(&k, "h200,mem=1G");
        assert_int_equal(kx_memory(&k, NV01_MEMORY_LOCAL_USER, 4u << 20, KX_ATTR_VIDEO, 0, &mem),
                         NV_OK);
        assert_int_equal(kx_memory(&k, NV01_MEMORY_LOCAL_USER, 4096, KX_ATTR_VIDEO_4K, 0, &small),
                         NV_OK);
        assert_int_equal(kx_map_dma(&k, mem, 0, 4u << 20, KX_DMA_FIXED, &va), NV_OK);
        assert_int_equal(va, VA);
        /* overlaps, on either side */
        va = VA + (2u << 20);
        assert_int_equal(kx_map_dma(&k, mem, 0, 4u << 20, KX_DMA_FIXED, &va), NV_ERR_NO_MEMORY);
        va = VA - 4096;
        assert_int_equal(kx_map_dma(&k, mem, 0, 8192, KX_DMA_FIXED, &va), NV_ERR_NO_MEMORY);
        va = VA - 4096;
        assert_int_equal(kx_map_dma(&k, small, 0, 4096, KX_DMA_FIXED, &va), NV_OK);
        assert_int_equal(kx_stats(&k).gpu_mappings, 2);
        /* beyond the memory, misaligned, beyond the space, wrong handles */
        va = 2 * VA;
        assert_int_equal(kx_map_dma(&k, mem, 0, 5u << 20, KX_DMA_FIXED, &va), NV_ERR_INVALID_BASE);
        assert_int_equal(kx_map_dma(&k, mem, 4u << 20, 4096, KX_DMA_FIXED, &va),
                         NV_ERR_INVALID_BASE);
        assert_int_equal(kx_map_dma(&k, mem, 0, 0, KX_DMA_FIXED, &va), NV_ERR_INVALID_ARGUMENT);
        va += 512;
        assert_int_equal(kx_map_dma(&k, mem, 0, 4096, KX_DMA_FIXED, &va), NV_ERR_INVALID_OFFSET);
        va = 2 * VA + 4096; /* a 2 MiB page was asked for */
        assert_int_equal(kx_map_dma(&k, mem, 0, 2u << 20, KX_DMA_FIXED | 4u << 8, &va),
                         NV_ERR_INVALID_OFFSET);
        va = 1ull << 49;
        assert_int_equal(kx_map_dma(&k, mem, 0, 4096, KX_DMA_FIXED, &va), NV_ERR_INVALID_ARGUMENT);
        va = 2 * VA;
        assert_int_equal(kx_map_dma(&k, 0x1234, 0, 4096, KX_DMA_FIXED, &va),
                         NV_ERR_OBJECT_NOT_FOUND);
        assert_int_equal(kx_map_dma(&k, k.device, 0, 4096, KX_DMA_FIXED, &va),
                         NV_ERR_INVALID_OBJECT_HANDLE);
        /* a part of it at any page, and where the model likes */
        assert_int_equal(kx_map_dma(&k, mem, 0x1000, 0x3000, KX_DMA_FIXED, &va), NV_OK);
        va = 0;
        assert_int_equal(kx_map_dma(&k, mem, 0, 4u << 20, 0x10, &va), NV_OK);
        assert_int_equal(va & ((2u << 20) - 1), 0);
        assert_in_range(va, 1ull << 32, (1ull << 49) - 1);
        assert_int_equal(kx_stats(&k).gpu_mappings, 4);
        /* unmapping is of one mapping, by its start and its memory */
        assert_int_equal(kx_unmap_dma(&k, mem, VA + 4096), NV_ERR_OBJECT_NOT_FOUND);
        assert_int_equal(kx_unmap_dma(&k, small, VA), NV_ERR_OBJECT_NOT_FOUND);
        assert_int_equal(kx_unmap_dma(&k, mem, VA), NV_OK);
        assert_int_equal(kx_unmap_dma(&k, mem, VA), NV_ERR_OBJECT_NOT_FOUND);
        assert_int_equal(kx_free(&k, mem), NV_OK); /* takes its two with it */
        assert_int_equal(kx_stats(&k).gpu_mappings, 1);
        assert_int_equal(kx_free(&k, k.virt), NV_OK);
        assert_int_equal(kx_stats(&k).gpu_mappings, 0);
        kx_destroy(&k);
}

static void own_pages_are_checked(void **state)
{
        struct nv_ioctl_nvos02_parameters_with_fd p = {
            .params = {.hClass = NV01_MEMORY_SYSTEM_OS_DESCRIPTOR}};
        uint8_t *ptr =
            mmap(NULL, 0x10000, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        struct kx k;
        uint32_t mem;
        int fd;

        (void)state;
        start(&k, "h200,mem=1G");
        fd = kx_open(&k, "/dev/nvidia0");
        /* the node must be the GPU's, and registered */
        assert_int_equal(kx_own_pages(&k, k.ctl, ptr, 0x10000, NULL), 0x80000000u | EINVAL);
        assert_int_equal(kx_own_pages(&k, fd, ptr, 0x10000, NULL), NV_ERR_INVALID_CLIENT);
        assert_int_equal(kx_own_pages(&k, k.dev, NULL, 0x10000, NULL), NV_ERR_INVALID_ADDRESS);
        assert_int_equal(kx_own_pages(&k, k.dev, ptr + 8, 0x1000, NULL), NV_ERR_NOT_SUPPORTED);
        assert_int_equal(kx_own_pages(&k, k.dev, ptr, 0, NULL), NV_ERR_INVALID_LIMIT);
        mprotect(ptr + 0x8000, 0x1000, PROT_NONE);
        assert_int_equal(kx_own_pages(&k, k.dev, ptr, 0x10000, NULL), NV_ERR_INVALID_ADDRESS);
        mprotect(ptr + 0x8000, 0x1000, PROT_READ);
        assert_int_equal(kx_own_pages(&k, k.dev, ptr, 0x10000, NULL), NV_ERR_INVALID_ADDRESS);
        munmap(ptr + 0x8000, 0x8000);
        assert_int_equal(kx_own_pages(&k, k.dev, ptr, 0x10000, NULL), NV_ERR_INVALID_ADDRESS);
        assert_int_equal(kx_own_pages(&k, k.dev, ptr, 0x7001, &mem), NV_OK);
        assert_int_equal(kx_gpu_map(&k, mem, (uintptr_t)ptr, 0x8000), NV_OK);
        /* they are mapped already */
        assert_int_equal(kx_map_memory(&k, k.device, mem, 0, 0x8000, KX_MAP_SYSTEM, fd, NULL),
                         NV_ERR_NOT_SUPPORTED);
        p.params.hRoot = k.root;
        p.params.hObjectParent = k.subdev;
        p.params.flags = 0x40001010;
        p.params.pMemory = (uintptr_t)ptr;
        p.params.limit = 0xfff;
        assert_int_equal(kx_escape(&k, k.dev, NV_ESC_RM_ALLOC_MEMORY,
                                   PEAL_ABI_nv_ioctl_nvos02_parameters_with_fd, &p),
                         0);
        assert_int_equal(p.params.status, NV_ERR_INVALID_OBJECT_PARENT);
        p.params.hObjectParent = k.device;
        p.params.flags = 0x1010; /* wants a mapping made */
        assert_int_equal(kx_escape(&k, k.dev, NV_ESC_RM_ALLOC_MEMORY,
                                   PEAL_ABI_nv_ioctl_nvos02_parameters_with_fd, &p),
                         0);
        assert_int_equal(p.params.status, NV_ERR_INVALID_FLAGS);
        assert_int_equal(kx_gpu_unmap(&k, mem, (uintptr_t)ptr, 0x8000), NV_OK);
        assert_int_equal(kx_free(&k, mem), NV_OK);
        munmap(ptr, 0x8000);
        assert_int_equal(kx_close(&k, fd), 0);
        kx_destroy(&k);
}

/* Many small objects, freed in another order: the lists survive. */
static void churn(void **state)
{
        enum { N = 512 };
        static uint32_t mem[N];
        unsigned seed = 12345;
        struct kx k;

        (void)state;
        start(&k, "h200,mem=256M");
        for (unsigned round = 0; round < 4; round++) {
                for (unsigned i = 0; i < N; i++) {
                        assert_int_equal(kx_memory(&k, NV01_MEMORY_LOCAL_USER,
                                                   4096 * (1 + (seed >> 16) % 32), KX_ATTR_VIDEO_4K,
                                                   0, &mem[i]),
                                         NV_OK);
                        assert_int_equal(kx_gpu_map(&k, mem[i], VA + i * 0x100000ull, 4096), NV_OK);
                        seed = seed * 1103515245 + 12345;
                }
                for (unsigned i = N; i-- > 1;) {
                        unsigned j = (seed >> 8) % (i + 1);
                        uint32_t t = mem[i];

                        mem[i] = mem[j];
                        mem[j] = t;
                        seed = seed * 1103515245 + 12345;
                }
                for (unsigned i = 0; i < N; i++)
                        assert_int_equal(kx_free(&k, mem[i]), NV_OK);
                assert_int_equal(kx_stats(&k).vidmem_B, 0);
                assert_int_equal(kx_stats(&k).gpu_mappings, 0);
        }
        assert_int_equal(kx_memory(&k, NV01_MEMORY_LOCAL_USER, 256u << 20, 0x10000000, 0, &mem[0]),
                         NV_OK);
        kx_destroy(&k);
}

int main(void)
{
        const struct CMUnitTest tests[] = {
            cmocka_unit_test(only_touched_memory_is_resident),
            cmocka_unit_test(freed_memory_comes_back_as_zero),
            cmocka_unit_test(page_sizes_and_refusals),
            cmocka_unit_test(fragments_are_used),
            cmocka_unit_test(dma_mappings_follow_the_rules),
            cmocka_unit_test(own_pages_are_checked),
            cmocka_unit_test(churn),
        };

        return cmocka_run_group_tests(tests, NULL, NULL);
}
