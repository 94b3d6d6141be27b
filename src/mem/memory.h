/* SPDX-License-Identifier: MIT */
/* Memory objects: allocated or registered, mapped for the GPU, and for the CPU
 * when asked. */
#ifndef PEAL_MEM_MEMORY_H
#define PEAL_MEM_MEMORY_H

#include "src/mem/space.h"

enum peal_memory_kind {
        PEAL_MEMORY_VIDEO,
        PEAL_MEMORY_HOST,    /* from the driver, cached */
        PEAL_MEMORY_HOST_WC, /* from the driver, write-combined */
        PEAL_MEMORY_PROCESS, /* the process's own pages, pinned */
};

struct peal_memory {
        struct peal_space *space;
        enum peal_memory_kind kind;
        uint32_t handle;
        uint32_t page_B;
        uint64_t size_B; /* what is mapped: whole pages */
        uint64_t gpu_va;
        bool va_reserved; /* gpu_va came from space->va and goes back there */
        uint8_t *cpu_ptr; /* NULL: not mapped for the CPU */
        uint64_t linear;  /* the manager's name of the CPU mapping */
};

struct peal_memory_request {
        enum peal_memory_kind kind;
        uint64_t size_B;
        uint32_t page_B; /* video: 4096, 65536, 2 MiB; 0: by size */
        bool low;        /* GPU address below 2^40 */
        bool cpu;        /* map for the CPU too; host memory always is */
};
/* -EINVAL, -ENOMEM, -EIO. */
int peal_memory_alloc(struct peal_space *space, const struct peal_memory_request *request,
                      struct peal_memory *ret_memory);
/* Whole pages around [@ptr, @ptr + @size_B); the GPU address of @ptr itself goes
 * to *ret_va: equal to @ptr unless those addresses are taken already. */
int peal_memory_register(struct peal_space *space, void *ptr, uint64_t size_B,
                         struct peal_memory *ret_memory, uint64_t *ret_va);
int peal_memory_map_cpu(struct peal_memory *memory);
void peal_memory_unmap_cpu(struct peal_memory *memory);
/* Nothing may be using it. A zeroed struct is fine. */
void peal_memory_free(struct peal_memory *memory);

#endif
