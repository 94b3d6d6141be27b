/* SPDX-License-Identifier: MIT */
/* Pushbuffer words, ring entries and the methods of host, compute and copy
 * classes: encoders, decoders and names from one list each.
 *
 * method_host.h, method_compute.h and method_copy.h hold the lists; each entry
 * is (NAME, byte offset, stride, count, first class, last class) in the vendor's
 * spelling, with its fields, so that peal_method_name() and the pushbuffer printer
 * agree with the encoder by construction.
 */
#ifndef PEAL_HW_METHOD_H
#define PEAL_HW_METHOD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "src/hw/field.h"

/* Method offsets, in bytes, as PEAL_HOST_<NAME>, PEAL_COMPUTE_<NAME> and
 * PEAL_COPY_<NAME>, e.g. PEAL_HOST_SEM_ADDR_LO 0x5c, PEAL_COMPUTE_SEND_PCAS_A
 * 0x2b4, PEAL_COPY_LAUNCH_DMA 0x300; fields of method words as structs with
 * pack functions, e.g.
 *   peal_pack_sem_execute((struct peal_sem_execute){.operation = ..}, &word)
 *   peal_unpack_compute_launch_dma(word, &launch)
 *   peal_unpack_copy_launch_dma(word, &launch)
 * Host words carry the bare name, compute and copy words their room's; see
 * method_word.h. */
#include "src/hw/method_host.h"
#include "src/hw/method_compute.h"
#include "src/hw/method_copy.h"

enum peal_subch { PEAL_SUBCH_HOST = 0, PEAL_SUBCH_COMPUTE = 1, PEAL_SUBCH_COPY = 4 };

/* ---- ring entries (NVC56F_GP_ENTRY*, clc56f.h) ---- */
#define PEAL_GP_ENTRY_MAX_DW ((1u << 21) - 1)
/* @va: 4-byte aligned, below 2^40 (49 bits from Hopper on are not used here);
 * @len_dw: 1..PEAL_GP_ENTRY_MAX_DW. -EINVAL / -ERANGE. */
int peal_gp_entry_pack(uint64_t va, uint32_t len_dw, uint64_t *ret_entry);
int peal_gp_entry_unpack(uint64_t entry, uint64_t *ret_va, uint32_t *ret_len_dw);

/* ---- method headers (NVC56F_DMA_*, clc56f.h) ---- */
enum peal_sec_op {
        PEAL_SEC_GRP0 = 0,
        PEAL_SEC_INC_METHOD = 1,
        PEAL_SEC_NON_INC_METHOD = 3,
        PEAL_SEC_IMMD_DATA_METHOD = 4,
        PEAL_SEC_ONE_INC = 5,
        PEAL_SEC_END_PB_SEGMENT = 7,
};
#define PEAL_METHOD_COUNT_MAX 0x1fff
#define PEAL_METHOD_LIMIT     0x4000 /* 12 bits of word address */
struct peal_method_header {
        enum peal_sec_op op;
        uint32_t count;  /* words that follow; for IMMD the data itself (13 bits) */
        uint32_t subch;  /* 0..7 */
        uint32_t method; /* byte offset, multiple of 4, below 0x4000 */
};
int peal_method_header_pack(struct peal_method_header header, uint32_t *ret_word);
int peal_method_header_unpack(uint32_t word, struct peal_method_header *ret_header);

/* ---- a filled stretch of pushbuffer words, with a sticky error ---- */
/* Emit many, check once: the first failure stays in err (-errno) with the name
 * of the method in err_method, and later emits do nothing. */
struct peal_push {
        uint32_t *words; /* may be write-combined memory: written in order, never read */
        uint32_t len_dw, cap_dw;
        int err;
        const char *err_method;
};
static inline void peal_push_init(struct peal_push *p, uint32_t *words, uint32_t cap_dw)
{
        *p = (struct peal_push){.words = words, .cap_dw = cap_dw};
}
/* INC_METHOD with @n data words. */
void peal_push_method(struct peal_push *p, enum peal_subch subch, uint32_t method, unsigned n,
                      const uint32_t *data);
void peal_push_method1(struct peal_push *p, enum peal_subch subch, uint32_t method, uint32_t v0);
/* NON_INC_METHOD: all @n words to the same method (inline data). */
void peal_push_non_inc(struct peal_push *p, enum peal_subch subch, uint32_t method, unsigned n,
                       const uint32_t *data);

/* Composed commands; each documents the words it emits and its source. */
void peal_push_set_object(struct peal_push *p, enum peal_subch subch, uint32_t class_id);
enum peal_sem_flags {
        PEAL_SEM_WFI = 1,       /* release waits for the engine to be idle */
        PEAL_SEM_TIMESTAMP = 2, /* 16 bytes: payload at 0, ns at 8 */
        PEAL_SEM_SWITCH_TSG = 4 /* acquire: give up the time slice while waiting */
};
void peal_push_sem_release(struct peal_push *p, uint64_t va, uint64_t payload, unsigned flags);
/* Waits until the 64-bit word at @va is at or past @payload: ACQ_CIRC_GEQ (operation
 * 3), which compares the difference as a signed number, (int64_t)(word - payload) >= 0,
 * so that a timeline may roll over. SEM_EXECUTE with a 64-bit payload ran so on an
 * H200, driver 580.159. */
void peal_push_sem_acquire_geq(struct peal_push *p, uint64_t va, uint64_t payload, unsigned flags);
void peal_push_host_wfi(struct peal_push *p);
void peal_push_non_stall_interrupt(struct peal_push *p);
/* Compute: windows, local memory, launch. @class_id decides the variant. */
void peal_push_compute_windows(struct peal_push *p, uint64_t shared_window, uint64_t local_window);
void peal_push_compute_local_memory(struct peal_push *p, uint32_t class_id, uint64_t va,
                                    uint64_t bytes_per_tpc);
void peal_push_wait_for_idle(struct peal_push *p);
void peal_push_invalidate_shader_caches(struct peal_push *p);
/* SEND_PCAS_A and the signalling word of the class (SEND_SIGNALING_PCAS_B on
 * Turing, SEND_SIGNALING_PCAS2_B from Ampere on, action 0xa). */
void peal_push_launch(struct peal_push *p, uint32_t class_id, uint64_t qmd_va);
/* Inline data to memory, at most PEAL_METHOD_COUNT_MAX words per call. */
void peal_push_inline_data(struct peal_push *p, uint64_t dst_va, const void *data, uint32_t size_B);
/* Copy engine. @size_B 1..2^32-1; any alignment. */
void peal_push_copy(struct peal_push *p, uint64_t dst_va, uint64_t src_va, uint32_t size_B);
/* Fill @count elements of @element_B (1, 2 or 4) bytes with @value. */
void peal_push_fill(struct peal_push *p, uint64_t dst_va, uint32_t value, unsigned element_B,
                    uint32_t count);
/* One-word (32-bit payload) or 16-byte timestamped semaphore of the copy engine
 * itself, after its earlier copies. */
void peal_push_copy_release(struct peal_push *p, uint64_t va, uint32_t payload, bool timestamp);

/* ---- names and a printer ---- */
/* "SEM_EXECUTE" for a method of @class_id (a channel, compute or copy class), or
 * NULL when that class has no such method (in our tables). *ret_index gets i for
 * METHOD(i) arrays. */
const char *peal_method_name(uint32_t class_id, uint32_t method, unsigned *ret_index);
/* Elements of the array that @method belongs to, 1 for a scalar, 0 where
 * peal_method_name() gives NULL. */
unsigned peal_method_count(uint32_t class_id, uint32_t method);
/* Decodes words to lines "subch 1 HOPPER_COMPUTE_A SEND_PCAS_A = 0x0204e580" with
 * a method's fields by name. @classes[8]: class bound to each subchannel, 0 none,
 * updated by SET_OBJECT on the way; @channel_class: whose host methods. Returns
 * the words consumed; malformed input ends in a line that says so. Never reads
 * past @len_dw. */
size_t peal_push_print(uint32_t channel_class, uint32_t classes[8], const uint32_t *words,
                       size_t len_dw, void (*emit)(void *ctx, const char *line), void *ctx);

#endif
