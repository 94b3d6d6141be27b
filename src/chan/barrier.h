/* SPDX-License-Identifier: MIT */
/* Memory barriers, named for who reads next. */
#ifndef PEAL_CHAN_BARRIER_H
#define PEAL_CHAN_BARRIER_H

#include <stdatomic.h>
#include <stdint.h>

/* Stores before it (plain or to write-combined memory) reach the device before
 * stores after it. */
static inline void peal_barrier_device_reads(void)
{
#if defined(__x86_64__) || defined(__i386__)
        __asm__ volatile("sfence" ::: "memory");
#endif
        atomic_thread_fence(memory_order_seq_cst);
}

/* One store that a device notices. */
static inline void peal_mmio_write32(volatile uint32_t *word, uint32_t value)
{
        __atomic_store_n(word, value, __ATOMIC_RELEASE);
}

static inline void peal_spin_hint(void)
{
#if defined(__x86_64__) || defined(__i386__)
        __builtin_ia32_pause();
#elif defined(__aarch64__)
        __asm__ volatile("yield");
#endif
}

#endif
