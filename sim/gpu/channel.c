/* SPDX-License-Identifier: MIT */
/* Running a channel: ring entries, pushbuffer words, method headers, and whose
 * method it is. */
#include "sim/gpu/model.h"

#include <errno.h>
#include <string.h>

/* ROBUST_CHANNEL_PBDMA_ERROR, nverror.h: the host engine's own complaints. */
#define XID_PBDMA 32
/* Words and pieces of a copy that a channel may have before the next one's turn. */
#define BUDGET_WORDS  4096
#define BUDGET_PIECES 64

static uint32_t *userd_word(const struct sim_channel *ch, unsigned offset_B)
{
        return (uint32_t *)((uintptr_t)ch->config.userd + offset_B);
}

uint32_t sim_channel_gp_put(const struct sim_channel *ch)
{
        return __atomic_load_n(userd_word(ch, PEAL_USERD_GP_PUT), __ATOMIC_ACQUIRE);
}

bool sim_channel_has_work(const struct sim_channel *ch)
{
        return ch->copy.active || ch->buf_pos < ch->buf_len || ch->seg_left_dw ||
               sim_channel_gp_put(ch) != ch->gp_get;
}

bool sim_channel_has_class(struct sim_channel *ch, uint32_t class_id)
{
        bool found = false;

        pthread_mutex_lock(&ch->gpu->lock);
        for (unsigned i = 0; i < SIM_CLASSES_MAX; i++)
                found |= class_id && ch->classes[i] == class_id;
        pthread_mutex_unlock(&ch->gpu->lock);
        return found;
}

/* GP_ENTRY1_OPCODE, valid when the length is 0 (clc56f.h, clc86f.h). */
static int control_entry(struct sim_channel *ch, uint64_t entry)
{
        uint32_t opcode = entry >> 32 & 0xff, operand = (uint32_t)entry;

        switch (opcode) {
        case 0: /* NOP */
                return 0;
        case 4: /* SET_PB_SEGMENT_EXTENDED_BASE: bits 56:40 of the segments' addresses */
                if (ch->config.channel_class < HOPPER_CHANNEL_GPFIFO_A)
                        break;
                ch->extended_base = (uint64_t)(operand >> 8 & 0x1ffff) << 40;
                return 0;
        }
        return sim_fault(ch, XID_PBDMA,
                         "PBDMA error: GPFIFO entry %u, 0x%016llx: opcode %u is not known",
                         ch->gp_get, (unsigned long long)entry, opcode);
}

/* The next ring entry. 1: there is none. */
static int next_entry(struct sim_channel *ch)
{
        uint32_t put = sim_channel_gp_put(ch), entries = ch->config.gpfifo_entries, len_dw;
        uint64_t entry, va;
        struct sim_mem_fault fault;

        if (put == ch->gp_get)
                return 1;
        if (put >= entries)
                return sim_fault(ch, XID_PBDMA,
                                 "PBDMA error: GPPut %u is outside the ring of %u entries", put,
                                 entries);
        if (sim_vas_read(ch->vas, ch->config.gpfifo_va + 8ull * ch->gp_get, &entry, 8, &fault) < 0)
                return sim_fault_memory(ch, fault, "GPFIFO entry");
        if (!(entry >> 42 & PEAL_GP_ENTRY_MAX_DW)) {
                if (control_entry(ch, entry) < 0)
                        return -EFAULT;
        } else if (peal_gp_entry_unpack(entry, &va, &len_dw) < 0) {
                return sim_fault(ch, XID_PBDMA,
                                 "PBDMA error: GPFIFO entry %u, 0x%016llx, is malformed",
                                 ch->gp_get, (unsigned long long)entry);
        } else {
                ch->seg_va = ch->extended_base | va;
                ch->seg_left_dw = len_dw;
        }
        /* As on hardware, GPGet says what was fetched, not what was done. */
        ch->gp_get = (ch->gp_get + 1) & (entries - 1);
        __atomic_store_n(userd_word(ch, PEAL_USERD_GP_GET), ch->gp_get, __ATOMIC_RELEASE);
        return 0;
}

/* More words into ch->buf. 1: nothing to fetch. */
static int fetch(struct sim_channel *ch)
{
        struct sim_mem_fault fault;
        uint32_t n;
        int r;

        while (!ch->seg_left_dw) {
                if (ch->data_left)
                        return sim_fault(ch, XID_PBDMA,
                                         "PBDMA error: a segment ends with %u words of method "
                                         "0x%04x missing",
                                         ch->data_left, ch->header.method);
                r = next_entry(ch);
                if (r)
                        return r;
        }
        n = ch->seg_left_dw < SIM_FETCH_DW ? ch->seg_left_dw : SIM_FETCH_DW;
        if (sim_vas_read(ch->vas, ch->seg_va, ch->buf, 4ull * n, &fault) < 0)
                return sim_fault_memory(ch, fault, "pushbuffer");
        ch->seg_va += 4ull * n;
        ch->seg_left_dw -= n;
        ch->buf_pos = 0;
        ch->buf_len = n;
        return 0;
}

static bool is_copy_class(uint32_t class_id)
{
        return (class_id & 0xff) == (HOPPER_DMA_COPY_A & 0xff);
}

static bool is_compute_class(uint32_t class_id)
{
        return (class_id & 0xff) == (HOPPER_COMPUTE_A & 0xff);
}

static int set_object(struct sim_channel *ch, uint32_t subch, uint32_t data)
{
        struct peal_set_object v;
        const char *name;

        if (peal_unpack_set_object(data, &v) < 0)
                return sim_fault(ch, XID_PBDMA, "PBDMA error: SET_OBJECT data 0x%08x: unknown bits",
                                 data);
        name = peal_class_name(v.nvclass);
        if (v.engine == PEAL_HOST_SET_OBJECT_ENGINE_SW)
                return sim_fault(ch, XID_PBDMA,
                                 "PBDMA error: SET_OBJECT of a software class, 0x%04x", v.nvclass);
        if (!sim_channel_has_class(ch, v.nvclass))
                return sim_fault(ch, sim_engine_xid(ch),
                                 "SET_OBJECT on subchannel %u: class 0x%04x (%s) was not allocated "
                                 "in this channel",
                                 subch, v.nvclass, name ? name : "unknown");
        if (!is_copy_class(v.nvclass) &&
            !(is_compute_class(v.nvclass) && ch->tsg->engine == SIM_ENGINE_GR))
                return sim_fault(ch, sim_engine_xid(ch),
                                 "SET_OBJECT on subchannel %u: the engine of this channel does not "
                                 "execute class 0x%04x (%s)",
                                 subch, v.nvclass, name ? name : "unknown");
        ch->bound[subch] = v.nvclass;
        return 0;
}

static int run_method(struct sim_channel *ch, uint32_t subch, uint32_t method, uint32_t data)
{
        uint32_t class_id = ch->bound[subch];

        if (method == PEAL_HOST_SET_OBJECT)
                return set_object(ch, subch, data);
        if (method < 0x100)
                return sim_host_method(ch, subch, method, data);
        if (!class_id)
                return sim_fault(
                    ch, XID_PBDMA,
                    "PBDMA error: method 0x%04x data 0x%08x on subchannel %u, where no "
                    "object is bound",
                    method, data, subch);
        if (is_copy_class(class_id))
                return sim_copy_method(ch, class_id, method, data);
        return sim_compute_method(ch, class_id, method, data);
}

/* A word where a header is expected. */
static int run_header(struct sim_channel *ch, uint32_t word)
{
        struct peal_method_header h;

        if (peal_method_header_unpack(word, &h) < 0)
                return sim_fault(ch, XID_PBDMA,
                                 "PBDMA error: 0x%08x is not a method header (secondary opcode %u)",
                                 word, word >> 29);
        if (h.op == PEAL_SEC_IMMD_DATA_METHOD)
                return run_method(ch, h.subch, h.method, h.count);
        if (h.op == PEAL_SEC_END_PB_SEGMENT) {
                ch->seg_left_dw = 0;
                ch->buf_len = ch->buf_pos + 1;
                return 0;
        }
        ch->header = h;
        ch->data_left = h.count;
        return 0;
}

static int run_word(struct sim_channel *ch, uint32_t word)
{
        struct peal_method_header *h = &ch->header;
        int r;

        if (!ch->data_left)
                return run_header(ch, word);
        r = run_method(ch, h->subch, h->method, word);
        if (r)
                return r;
        ch->data_left--;
        switch (h->op) {
        case PEAL_SEC_GRP0:
        case PEAL_SEC_INC_METHOD:
                h->method += 4;
                break;
        case PEAL_SEC_ONE_INC:
                h->method += 4;
                h->op = PEAL_SEC_NON_INC_METHOD;
                break;
        default:
                break;
        }
        return 0;
}

enum sim_step sim_channel_step(struct sim_channel *ch, bool heavy_ok, bool *ret_progress)
{
        unsigned words = 0, pieces = 0;
        int r;

        *ret_progress = false;
        for (;;) {
                if (atomic_load_explicit(&ch->tsg->dead, memory_order_relaxed))
                        return SIM_STEP_DEAD;
                if (atomic_load_explicit(&ch->dying, memory_order_relaxed) ||
                    !atomic_load_explicit(&ch->tsg->scheduled, memory_order_relaxed))
                        return SIM_STEP_IDLE;
                if (ch->copy.active) {
                        if (!heavy_ok && sim_copy_is_heavy(&ch->copy))
                                return SIM_STEP_HEAVY;
                        if (sim_copy_step(ch) < 0)
                                return SIM_STEP_DEAD;
                        *ret_progress = true;
                        if (++pieces == BUDGET_PIECES)
                                return SIM_STEP_AGAIN;
                        continue;
                }
                if (ch->buf_pos == ch->buf_len) {
                        r = fetch(ch);
                        if (r)
                                return r < 0 ? SIM_STEP_DEAD : SIM_STEP_IDLE;
                        *ret_progress = true;
                }
                while (ch->buf_pos < ch->buf_len && !ch->copy.active) {
                        r = run_word(ch, ch->buf[ch->buf_pos]);
                        if (r)
                                return r < 0 ? SIM_STEP_DEAD : SIM_STEP_PARKED;
                        ch->buf_pos++;
                        *ret_progress = true;
                        if (++words == BUDGET_WORDS)
                                return SIM_STEP_AGAIN;
                }
        }
}
