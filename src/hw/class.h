/* SPDX-License-Identifier: MIT */
/* Class numbers, in the vendor's spelling, and their names. */
#ifndef PEAL_HW_CLASS_H
#define PEAL_HW_CLASS_H

#include <stdint.h>

/* clang-format off */
/* (NAME, number): open-gpu-kernel-modules, src/common/sdk/nvidia/inc/class. */
#define PEAL_CLASSES(C)                       \
        C(NV01_ROOT, 0x0000)                  \
        C(NV01_ROOT_CLIENT, 0x0041)           \
        C(NV01_DEVICE_0, 0x0080)              \
        C(NV20_SUBDEVICE_0, 0x2080)           \
        C(NV01_MEMORY_SYSTEM, 0x003e)         \
        C(NV01_MEMORY_LOCAL_USER, 0x0040)     \
        C(NV01_MEMORY_SYSTEM_OS_DESCRIPTOR, 0x0071) \
        C(NV01_MEMORY_VIRTUAL, 0x0070)        \
        C(NV01_EVENT_OS_EVENT, 0x0079)        \
        C(FERMI_VASPACE_A, 0x90f1)            \
        C(KEPLER_CHANNEL_GROUP_A, 0xa06c)     \
        C(FERMI_CONTEXT_SHARE_A, 0x9067)      \
        C(VOLTA_USERMODE_A, 0xc361)           \
        C(TURING_USERMODE_A, 0xc461)          \
        C(AMPERE_USERMODE_A, 0xc561)          \
        C(HOPPER_USERMODE_A, 0xc661)          \
        C(BLACKWELL_USERMODE_A, 0xc761)       \
        C(TURING_CHANNEL_GPFIFO_A, 0xc46f)    \
        C(AMPERE_CHANNEL_GPFIFO_A, 0xc56f)    \
        C(AMPERE_CHANNEL_GPFIFO_B, 0xc76f)    \
        C(HOPPER_CHANNEL_GPFIFO_A, 0xc86f)    \
        C(BLACKWELL_CHANNEL_GPFIFO_A, 0xc96f) \
        C(BLACKWELL_CHANNEL_GPFIFO_B, 0xca6f) \
        C(TURING_COMPUTE_A, 0xc5c0)           \
        C(AMPERE_COMPUTE_A, 0xc6c0)           \
        C(AMPERE_COMPUTE_B, 0xc7c0)           \
        C(ADA_COMPUTE_A, 0xc9c0)              \
        C(HOPPER_COMPUTE_A, 0xcbc0)           \
        C(BLACKWELL_COMPUTE_A, 0xcdc0)        \
        C(BLACKWELL_COMPUTE_B, 0xcec0)        \
        C(TURING_DMA_COPY_A, 0xc5b5)          \
        C(AMPERE_DMA_COPY_A, 0xc6b5)          \
        C(AMPERE_DMA_COPY_B, 0xc7b5)          \
        C(HOPPER_DMA_COPY_A, 0xc8b5)          \
        C(BLACKWELL_DMA_COPY_A, 0xc9b5)       \
        C(BLACKWELL_DMA_COPY_B, 0xcab5)
/* clang-format on */

#define PEAL_CLASS_ENUM(name, number) name = number,
enum peal_class { PEAL_CLASSES(PEAL_CLASS_ENUM) };
#undef PEAL_CLASS_ENUM

/* "HOPPER_COMPUTE_A", or NULL. */
const char *peal_class_name(uint32_t class_id);

#endif
