/* SPDX-License-Identifier: MIT */
/* Filling a pushbuffer: headers, data and the composed commands.
 *
 * Words go out in ascending order and are never read back: the memory may be
 * write-combined. Every number that a command packs comes from the lists of
 * method_host.h, method_compute.h and method_copy.h.
 */
#include <string.h>
#include "src/hw/class.h"
#include "src/hw/method.h"

static const char *name_of(enum peal_subch subch, uint32_t method)
{
        uint32_t class_id = subch == PEAL_SUBCH_COMPUTE ? BLACKWELL_COMPUTE_B
                            : subch == PEAL_SUBCH_COPY  ? BLACKWELL_DMA_COPY_B
                                                        : TURING_CHANNEL_GPFIFO_A;
        const char *name = NULL;

        if (method >= 0x100)
                name = peal_method_name(class_id, method, NULL);
        if (!name)
                name = peal_method_name(TURING_CHANNEL_GPFIFO_A, method, NULL);
        return name ? name : "unnamed method";
}

static void fail(struct peal_push *p, const char *name, int err)
{
        if (p->err)
                return;
        p->err = err;
        p->err_method = name;
}

/* Writes the header and returns where the @n data words go, or NULL. */
static uint32_t *begin(struct peal_push *p, enum peal_sec_op op, enum peal_subch subch,
                       uint32_t method, unsigned n)
{
        struct peal_method_header h = {op, n, (uint32_t)subch, method};
        uint32_t word, *data;
        int r;

        if (p->err)
                return NULL;
        r = n ? peal_method_header_pack(h, &word) : -EINVAL;
        if (!r && (p->len_dw >= p->cap_dw || n > p->cap_dw - p->len_dw - 1))
                r = -ENOSPC;
        if (r) {
                fail(p, name_of(subch, method), r);
                return NULL;
        }
        p->words[p->len_dw] = word;
        data = p->words + p->len_dw + 1;
        p->len_dw += 1 + n;
        return data;
}

void peal_push_method(struct peal_push *p, enum peal_subch subch, uint32_t method, unsigned n,
                      const uint32_t *data)
{
        uint32_t *out = begin(p, PEAL_SEC_INC_METHOD, subch, method, n);

        for (unsigned i = 0; out && i < n; i++)
                out[i] = data[i];
}

void peal_push_method1(struct peal_push *p, enum peal_subch subch, uint32_t method, uint32_t v0)
{
        uint32_t *out = begin(p, PEAL_SEC_INC_METHOD, subch, method, 1);

        if (out)
                out[0] = v0;
}

void peal_push_non_inc(struct peal_push *p, enum peal_subch subch, uint32_t method, unsigned n,
                       const uint32_t *data)
{
        uint32_t *out = begin(p, PEAL_SEC_NON_INC_METHOD, subch, method, n);

        for (unsigned i = 0; out && i < n; i++)
                out[i] = data[i];
}

/* The sum of -errno of several packs is negative if any failed; which one does not
 * matter, since each can only say -ERANGE. */
static bool packed(struct peal_push *p, const char *name, int sum)
{
        if (sum)
                fail(p, name, -ERANGE);
        return !sum && !p->err;
}

void peal_push_set_object(struct peal_push *p, enum peal_subch subch, uint32_t class_id)
{
        uint32_t w;
        int r = peal_pack_set_object((struct peal_set_object){.nvclass = class_id}, &w);

        if (packed(p, "SET_OBJECT", r))
                peal_push_method1(p, subch, PEAL_HOST_SET_OBJECT, w);
}

/* SEM_ADDR_LO, SEM_ADDR_HI, SEM_PAYLOAD_LO, SEM_PAYLOAD_HI, SEM_EXECUTE: one header. */
static void semaphore(struct peal_push *p, uint64_t va, uint64_t payload, struct peal_sem_execute x)
{
        uint32_t w[5] = {0, 0, (uint32_t)payload, (uint32_t)(payload >> 32), 0};
        uint64_t align = x.release_timestamp ? 16 : 8;

        if (va & (align - 1)) {
                fail(p, "SEM_ADDR_LO", -EINVAL);
                return;
        }
        if (va >> 57) {
                fail(p, "SEM_ADDR_HI", -ERANGE);
                return;
        }
        x.payload_size = PEAL_HOST_SEM_EXECUTE_PAYLOAD_SIZE_64BIT;
        if (packed(p, "SEM_EXECUTE",
                   peal_pack_sem_addr_lo((struct peal_sem_addr_lo){.offset = (uint32_t)va >> 2},
                                         &w[0]) +
                       peal_pack_sem_addr_hi(
                           (struct peal_sem_addr_hi){.offset = (uint32_t)(va >> 32)}, &w[1]) +
                       peal_pack_sem_execute(x, &w[4])))
                peal_push_method(p, PEAL_SUBCH_HOST, PEAL_HOST_SEM_ADDR_LO, 5, w);
}

void peal_push_sem_release(struct peal_push *p, uint64_t va, uint64_t payload, unsigned flags)
{
        if (flags & ~(unsigned)(PEAL_SEM_WFI | PEAL_SEM_TIMESTAMP)) {
                fail(p, "SEM_EXECUTE", -EINVAL);
                return;
        }
        semaphore(p, va, payload,
                  (struct peal_sem_execute){
                      .operation = PEAL_HOST_SEM_EXECUTE_OPERATION_RELEASE,
                      .release_wfi = !!(flags & PEAL_SEM_WFI),
                      .release_timestamp = !!(flags & PEAL_SEM_TIMESTAMP),
                  });
}

void peal_push_sem_acquire_geq(struct peal_push *p, uint64_t va, uint64_t payload, unsigned flags)
{
        if (flags & ~(unsigned)PEAL_SEM_SWITCH_TSG) {
                fail(p, "SEM_EXECUTE", -EINVAL);
                return;
        }
        semaphore(p, va, payload,
                  (struct peal_sem_execute){
                      .operation = PEAL_HOST_SEM_EXECUTE_OPERATION_ACQ_CIRC_GEQ,
                      .acquire_switch_tsg = !!(flags & PEAL_SEM_SWITCH_TSG),
                  });
}

void peal_push_host_wfi(struct peal_push *p)
{
        peal_push_method1(p, PEAL_SUBCH_HOST, PEAL_HOST_WFI, PEAL_HOST_WFI_SCOPE_CURRENT_VEID);
}

void peal_push_non_stall_interrupt(struct peal_push *p)
{
        peal_push_method1(p, PEAL_SUBCH_HOST, PEAL_HOST_NON_STALL_INTERRUPT, 0);
}

/* ---- compute ---- */

static bool is_compute(struct peal_push *p, uint32_t class_id)
{
        if ((class_id & 0xff) == 0xc0 && peal_class_name(class_id))
                return true;
        fail(p, "SET_OBJECT", -EINVAL);
        return false;
}

/* Two methods A (upper) and B (lower), upper half at most @bits wide. */
static void address(struct peal_push *p, enum peal_subch subch, uint32_t method, uint64_t va,
                    unsigned bits)
{
        if (va >> 32 >> bits)
                fail(p, name_of(subch, method), -ERANGE);
        peal_push_method(p, subch, method, 2, (uint32_t[]){(uint32_t)(va >> 32), (uint32_t)va});
}

/* The window's upper half has 17 bits in every class. */
void peal_push_compute_windows(struct peal_push *p, uint64_t shared_window, uint64_t local_window)
{
        address(p, PEAL_SUBCH_COMPUTE, PEAL_COMPUTE_SET_SHADER_SHARED_MEMORY_WINDOW_A,
                shared_window, 17);
        address(p, PEAL_SUBCH_COMPUTE, PEAL_COMPUTE_SET_SHADER_LOCAL_MEMORY_WINDOW_A, local_window,
                17);
}

/* SET_SHADER_LOCAL_MEMORY_A: 8 bits of upper address before Hopper, 25 from it on.
 * NON_THROTTLED_C, MAX_SM_COUNT 0xff: measured on an H200, driver 580.159, that 0xff
 * and the real count both give right results. */
void peal_push_compute_local_memory(struct peal_push *p, uint32_t class_id, uint64_t va,
                                    uint64_t bytes_per_tpc)
{
        uint32_t w[3] = {(uint32_t)(bytes_per_tpc >> 32), (uint32_t)bytes_per_tpc, 0};

        if (!is_compute(p, class_id))
                return;
        if (bytes_per_tpc >> 40) {
                fail(p, "SET_SHADER_LOCAL_MEMORY_NON_THROTTLED_A", -ERANGE);
                return;
        }
        address(p, PEAL_SUBCH_COMPUTE, PEAL_COMPUTE_SET_SHADER_LOCAL_MEMORY_A, va,
                class_id >= HOPPER_COMPUTE_A ? 25 : 17);
        if (packed(p, "SET_SHADER_LOCAL_MEMORY_NON_THROTTLED_C",
                   peal_pack_compute_set_shader_local_memory_non_throttled_c(
                       (struct peal_compute_set_shader_local_memory_non_throttled_c){.max_sm_count =
                                                                                         0xff},
                       &w[2])))
                peal_push_method(p, PEAL_SUBCH_COMPUTE,
                                 PEAL_COMPUTE_SET_SHADER_LOCAL_MEMORY_NON_THROTTLED_A, 3, w);
}

void peal_push_wait_for_idle(struct peal_push *p)
{
        peal_push_method1(p, PEAL_SUBCH_COMPUTE, PEAL_COMPUTE_WAIT_FOR_IDLE, 0);
}

void peal_push_invalidate_shader_caches(struct peal_push *p)
{
        uint32_t w = 0;
        int r = peal_pack_compute_invalidate_shader_caches_no_wfi(
            (struct peal_compute_invalidate_shader_caches_no_wfi){
                .instruction = 1, .global_data = 1, .constant = 1},
            &w);

        if (packed(p, "INVALIDATE_SHADER_CACHES_NO_WFI", r))
                peal_push_method1(p, PEAL_SUBCH_COMPUTE,
                                  PEAL_COMPUTE_INVALIDATE_SHADER_CACHES_NO_WFI, w);
}

void peal_push_launch(struct peal_push *p, uint32_t class_id, uint64_t qmd_va)
{
        uint32_t w = 0, method;
        int r;

        if (!is_compute(p, class_id))
                return;
        if (qmd_va & 0xff) {
                fail(p, "SEND_PCAS_A", -EINVAL);
                return;
        }
        if (qmd_va >> 40) {
                fail(p, "SEND_PCAS_A", -ERANGE);
                return;
        }
        if (class_id == TURING_COMPUTE_A) {
                method = PEAL_COMPUTE_SEND_SIGNALING_PCAS_B;
                r = peal_pack_compute_send_signaling_pcas_b(
                    (struct peal_compute_send_signaling_pcas_b){.invalidate = 1, .schedule = 1},
                    &w);
        } else {
                method = PEAL_COMPUTE_SEND_SIGNALING_PCAS2_B;
                r = peal_pack_compute_send_signaling_pcas2_b(
                    (struct peal_compute_send_signaling_pcas2_b){
                        .pcas_action =
                            PEAL_COMPUTE_SEND_SIGNALING_PCAS2_B_PCAS_ACTION_INVALIDATE_PREFETCH_COPY_SCHEDULE},
                    &w);
        }
        if (!packed(p, "SEND_PCAS_A", r))
                return;
        peal_push_method1(p, PEAL_SUBCH_COMPUTE, PEAL_COMPUTE_SEND_PCAS_A, (uint32_t)(qmd_va >> 8));
        peal_push_method1(p, PEAL_SUBCH_COMPUTE, method, w);
}

void peal_push_inline_data(struct peal_push *p, uint64_t dst_va, const void *data, uint32_t size_B)
{
        unsigned n = size_B / 4, rest = size_B % 4;
        const unsigned char *bytes = data;
        uint32_t launch = 0, *out;

        if (!size_B) {
                fail(p, "LOAD_INLINE_DATA", -EINVAL);
                return;
        }
        if (size_B > PEAL_METHOD_COUNT_MAX * 4u) {
                fail(p, "LOAD_INLINE_DATA", -ERANGE);
                return;
        }
        address(p, PEAL_SUBCH_COMPUTE, PEAL_COMPUTE_OFFSET_OUT_UPPER, dst_va, 25);
        peal_push_method(p, PEAL_SUBCH_COMPUTE, PEAL_COMPUTE_LINE_LENGTH_IN, 2,
                         (uint32_t[]){size_B, 1});
        if (!packed(p, "LAUNCH_DMA",
                    peal_pack_compute_launch_dma(
                        (struct peal_compute_launch_dma){
                            .dst_memory_layout = PEAL_COMPUTE_LAUNCH_DMA_DST_MEMORY_LAYOUT_PITCH,
                            .sysmembar_disable = 1},
                        &launch)))
                return;
        peal_push_method1(p, PEAL_SUBCH_COMPUTE, PEAL_COMPUTE_LAUNCH_DMA, launch);
        out = begin(p, PEAL_SEC_NON_INC_METHOD, PEAL_SUBCH_COMPUTE, PEAL_COMPUTE_LOAD_INLINE_DATA,
                    n + !!rest);
        if (!out)
                return;
        for (unsigned i = 0; i < n; i++) {
                uint32_t w;

                memcpy(&w, bytes + 4 * i, 4);
                out[i] = w;
        }
        if (rest) {
                uint32_t w = 0;

                memcpy(&w, bytes + 4 * n, rest);
                out[n] = w;
        }
}

/* ---- copy engine ---- */

static void copy_launch(struct peal_push *p, struct peal_copy_launch_dma v)
{
        uint32_t w = 0;

        if (packed(p, "LAUNCH_DMA", peal_pack_copy_launch_dma(v, &w)))
                peal_push_method1(p, PEAL_SUBCH_COPY, PEAL_COPY_LAUNCH_DMA, w);
}

/* The upper halves have 17 bits before Hopper and 25 from it on; which of them holds
 * is known only to whoever reserved the addresses. */
static bool copy_address(struct peal_push *p, uint32_t method, uint64_t va)
{
        if (va >> 57)
                fail(p, name_of(PEAL_SUBCH_COPY, method), -ERANGE);
        return !p->err;
}

void peal_push_copy(struct peal_push *p, uint64_t dst_va, uint64_t src_va, uint32_t size_B)
{
        if (!size_B)
                fail(p, "LINE_LENGTH_IN", -EINVAL);
        if (!copy_address(p, PEAL_COPY_OFFSET_IN_UPPER, src_va) ||
            !copy_address(p, PEAL_COPY_OFFSET_OUT_UPPER, dst_va))
                return;
        peal_push_method(p, PEAL_SUBCH_COPY, PEAL_COPY_OFFSET_IN_UPPER, 4,
                         (uint32_t[]){(uint32_t)(src_va >> 32), (uint32_t)src_va,
                                      (uint32_t)(dst_va >> 32), (uint32_t)dst_va});
        peal_push_method(p, PEAL_SUBCH_COPY, PEAL_COPY_LINE_LENGTH_IN, 2, (uint32_t[]){size_B, 1});
        copy_launch(p,
                    (struct peal_copy_launch_dma){
                        .data_transfer_type = PEAL_COPY_LAUNCH_DMA_DATA_TRANSFER_TYPE_NON_PIPELINED,
                        .src_memory_layout = PEAL_COPY_LAUNCH_DMA_SRC_MEMORY_LAYOUT_PITCH,
                        .dst_memory_layout = PEAL_COPY_LAUNCH_DMA_DST_MEMORY_LAYOUT_PITCH,
                    });
}

void peal_push_fill(struct peal_push *p, uint64_t dst_va, uint32_t value, unsigned element_B,
                    uint32_t count)
{
        uint32_t components = 0;

        if (element_B != 1 && element_B != 2 && element_B != 4)
                fail(p, "SET_REMAP_COMPONENTS", -EINVAL);
        else if (dst_va % element_B)
                fail(p, "OFFSET_OUT_LOWER", -EINVAL);
        else if (element_B < 4 && value >> 8 * element_B)
                fail(p, "SET_REMAP_CONST_A", -ERANGE);
        else if (!count)
                fail(p, "LINE_LENGTH_IN", -EINVAL);
        if (!copy_address(p, PEAL_COPY_OFFSET_OUT_UPPER, dst_va))
                return;
        /* One destination component of element_B bytes, taken from constant A; the
         * line length then counts elements. */
        if (!packed(p, "SET_REMAP_COMPONENTS",
                    peal_pack_copy_set_remap_components(
                        (struct peal_copy_set_remap_components){
                            .dst_x = PEAL_COPY_SET_REMAP_COMPONENTS_DST_X_CONST_A,
                            .component_size = element_B - 1},
                        &components)))
                return;
        peal_push_method1(p, PEAL_SUBCH_COPY, PEAL_COPY_SET_REMAP_CONST_A, value);
        peal_push_method1(p, PEAL_SUBCH_COPY, PEAL_COPY_SET_REMAP_COMPONENTS, components);
        peal_push_method(p, PEAL_SUBCH_COPY, PEAL_COPY_OFFSET_OUT_UPPER, 2,
                         (uint32_t[]){(uint32_t)(dst_va >> 32), (uint32_t)dst_va});
        peal_push_method(p, PEAL_SUBCH_COPY, PEAL_COPY_LINE_LENGTH_IN, 2, (uint32_t[]){count, 1});
        copy_launch(p,
                    (struct peal_copy_launch_dma){
                        .data_transfer_type = PEAL_COPY_LAUNCH_DMA_DATA_TRANSFER_TYPE_NON_PIPELINED,
                        .src_memory_layout = PEAL_COPY_LAUNCH_DMA_SRC_MEMORY_LAYOUT_PITCH,
                        .dst_memory_layout = PEAL_COPY_LAUNCH_DMA_DST_MEMORY_LAYOUT_PITCH,
                        .remap_enable = 1,
                    });
}

void peal_push_copy_release(struct peal_push *p, uint64_t va, uint32_t payload, bool timestamp)
{
        if (va & (timestamp ? 15 : 3))
                fail(p, "SET_SEMAPHORE_B", -EINVAL);
        if (!copy_address(p, PEAL_COPY_SET_SEMAPHORE_A, va))
                return;
        peal_push_method(p, PEAL_SUBCH_COPY, PEAL_COPY_SET_SEMAPHORE_A, 3,
                         (uint32_t[]){(uint32_t)(va >> 32), (uint32_t)va, payload});
        copy_launch(p, (struct peal_copy_launch_dma){
                           .data_transfer_type = PEAL_COPY_LAUNCH_DMA_DATA_TRANSFER_TYPE_NONE,
                           .flush_enable = 1,
                           .semaphore_type =
                               timestamp
                                   ? PEAL_COPY_LAUNCH_DMA_SEMAPHORE_TYPE_RELEASE_FOUR_WORD_SEMAPHORE
                                   : PEAL_COPY_LAUNCH_DMA_SEMAPHORE_TYPE_RELEASE_ONE_WORD_SEMAPHORE,
                       });
}
