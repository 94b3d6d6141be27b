/* SPDX-License-Identifier: MIT */
/* kernels.fatbin inside the command; PEAL_KERNELS_FATBIN is its path. */
#include "cmd.h"

__asm__(".section .rodata\n"
        ".balign 16\n"
        ".globl cmd_kernels\n"
        ".globl cmd_kernels_end\n"
        "cmd_kernels:\n"
        ".incbin \"" PEAL_KERNELS_FATBIN "\"\n"
        "cmd_kernels_end:\n"
        ".byte 0\n"
        ".text\n");
