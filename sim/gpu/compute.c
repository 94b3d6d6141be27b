/* SPDX-License-Identifier: MIT */
/* Methods of the compute classes (clc5c0.h ... clcec0.h): state, launches, report
 * semaphores. Inline data and inline QMDs are in inline.c.
 */
#include "sim/gpu/model.h"

#include <errno.h>

static int refuse(struct sim_channel *ch, uint32_t class_id, uint32_t method, uint32_t data,
                  const char *text)
{
        return sim_fault_method(ch, class_id, method, data, text);
}

/* Upper halves of addresses: 8 bits before Hopper, 25 from there on; of the windows
 * 17 bits in all classes. */
static int upper(struct sim_channel *ch, uint32_t class_id, uint32_t method, uint32_t data,
                 unsigned bits, uint64_t *reg)
{
        if (bits < 32 && data >> bits)
                return refuse(ch, class_id, method, data, "unknown bits");
        *reg = (*reg & UINT32_MAX) | (uint64_t)data << 32;
        return 0;
}

static int lower(uint32_t data, uint64_t *reg)
{
        *reg = (*reg & ~(uint64_t)UINT32_MAX) | data;
        return 0;
}

unsigned sim_compute_address_bits(uint32_t class_id, uint32_t method)
{
        if (class_id >= HOPPER_COMPUTE_A)
                return 25;
        /* clc9c0.h and before: semaphores have 40-bit addresses, memory 49. */
        return method == PEAL_COMPUTE_SET_I2M_SEMAPHORE_A ||
                       method == PEAL_COMPUTE_SET_REPORT_SEMAPHORE_A
                   ? 8
                   : 17;
}

const enum sim_red sim_compute_reductions[8] = {
    /* RED_ADD 0, RED_MIN, RED_MAX, RED_INC, RED_DEC, RED_AND, RED_OR, RED_XOR 7 */
    SIM_RED_ADD, SIM_RED_MIN, SIM_RED_MAX, SIM_RED_INC,
    SIM_RED_DEC, SIM_RED_AND, SIM_RED_OR,  SIM_RED_XOR,
};

/* ---- launches ---- */
static int pcas(struct sim_channel *ch, uint32_t class_id, uint32_t method, uint32_t data)
{
        uint64_t qmd_va = (uint64_t)ch->compute.pcas_shifted8 << 8;
        struct peal_compute_send_signaling_pcas_b x;

        if (peal_unpack_compute_send_signaling_pcas_b(data, &x) < 0)
                return refuse(ch, class_id, method, data, "unknown bits");
        if (x.schedule)
                return sim_qmd_schedule(ch, qmd_va, x.invalidate);
        return x.invalidate ? sim_qmd_invalidate(ch, qmd_va) : 0;
}

static int pcas2(struct sim_channel *ch, uint32_t class_id, uint32_t method, uint32_t data)
{
        uint64_t qmd_va = (uint64_t)ch->compute.pcas_shifted8 << 8;
        struct peal_compute_send_signaling_pcas2_b x;

        if (!peal_method_name(class_id, method, NULL))
                return refuse(ch, class_id, method, data, "no such method");
        if (peal_unpack_compute_send_signaling_pcas2_b(data, &x) < 0)
                return refuse(ch, class_id, method, data, "unknown bits");
        if (x.select || x.offset_minus_one)
                return refuse(ch, class_id, method, data,
                              "SELECT and OFFSET_MINUS_ONE not modelled");
        switch (x.pcas_action) {
        case PEAL_COMPUTE_SEND_SIGNALING_PCAS2_B_PCAS_ACTION_NOP:
        case PEAL_COMPUTE_SEND_SIGNALING_PCAS2_B_PCAS_ACTION_PREFETCH:
                return 0;
        case PEAL_COMPUTE_SEND_SIGNALING_PCAS2_B_PCAS_ACTION_INVALIDATE:
                return sim_qmd_invalidate(ch, qmd_va);
        case PEAL_COMPUTE_SEND_SIGNALING_PCAS2_B_PCAS_ACTION_SCHEDULE:
        case PEAL_COMPUTE_SEND_SIGNALING_PCAS2_B_PCAS_ACTION_PREFETCH_SCHEDULE:
                return sim_qmd_schedule(ch, qmd_va, false);
        case PEAL_COMPUTE_SEND_SIGNALING_PCAS2_B_PCAS_ACTION_INVALIDATE_COPY_SCHEDULE:
        case PEAL_COMPUTE_SEND_SIGNALING_PCAS2_B_PCAS_ACTION_INVALIDATE_PREFETCH_COPY_SCHEDULE:
                return sim_qmd_schedule(ch, qmd_va, true);
        case PEAL_COMPUTE_SEND_SIGNALING_PCAS2_B_PCAS_ACTION_DECREMENT_DEPENDENCE:
                return sim_qmd_decrement(ch, qmd_va);
        case PEAL_COMPUTE_SEND_SIGNALING_PCAS2_B_PCAS_ACTION_INCREMENT_DEPENDENCE:
                return sim_qmd_increment(ch, qmd_va);
        default:
                return refuse(ch, class_id, method, data, "PCAS_ACTION not modelled");
        }
}

/* ---- report semaphores ---- */
/* They come after the grids before them: libcuda reports the end of a stream's work
 * so, without a wait of its own (seen in its pushbuffers, driver 580.159). */
static int report(struct sim_channel *ch, uint32_t class_id, uint32_t method, uint32_t data)
{
        struct peal_compute_set_report_semaphore_d x;
        struct sim_release release;
        int r;

        if (peal_unpack_compute_set_report_semaphore_d(data, &x) < 0)
                return refuse(ch, class_id, method, data, "unknown bits");
        if (x.operation != PEAL_COMPUTE_SET_REPORT_SEMAPHORE_D_OPERATION_RELEASE ||
            x.conditional_trap)
                return refuse(ch, class_id, method, data, "only OPERATION RELEASE is modelled");
        if (x.reduction_format > PEAL_COMPUTE_SET_REPORT_SEMAPHORE_D_REDUCTION_FORMAT_SIGNED_32)
                return refuse(ch, class_id, method, data, "unknown REDUCTION_FORMAT");
        if (sim_engine_busy(ch))
                return SIM_PARK;
        release = (struct sim_release){
            .va = ch->compute.report_va,
            .payload = ch->compute.report_payload,
            .timestamp =
                x.structure_size == PEAL_COMPUTE_SET_REPORT_SEMAPHORE_D_STRUCTURE_SIZE_FOUR_WORDS,
            .reduce = x.reduction_enable,
            .is_signed = x.reduction_format,
            .op = sim_compute_reductions[x.reduction_op],
        };
        r = sim_release_write(ch, &release, "SET_REPORT_SEMAPHORE");
        if (r == 0 && x.awaken_enable)
                sim_interrupt(ch);
        return r;
}

static int report2(struct sim_channel *ch, uint32_t class_id, uint32_t method, uint32_t data)
{
        struct peal_compute_report_semaphore_execute x;
        struct sim_release release;
        int r;

        if (!peal_method_name(class_id, method, NULL))
                return refuse(ch, class_id, method, data, "no such method");
        if (peal_unpack_compute_report_semaphore_execute(data, &x) < 0)
                return refuse(ch, class_id, method, data, "unknown bits");
        if (x.operation != PEAL_COMPUTE_REPORT_SEMAPHORE_EXECUTE_OPERATION_RELEASE || x.trap_type)
                return refuse(ch, class_id, method, data, "only OPERATION RELEASE is modelled");
        if (x.structure_size >
                PEAL_COMPUTE_REPORT_SEMAPHORE_EXECUTE_STRUCTURE_SIZE_SEMAPHORE_TWO_WORDS ||
            x.reduction_format > PEAL_COMPUTE_REPORT_SEMAPHORE_EXECUTE_REDUCTION_FORMAT_SIGNED)
                return refuse(ch, class_id, method, data, "unknown STRUCTURE_SIZE or format");
        if (sim_engine_busy(ch))
                return SIM_PARK;
        release = (struct sim_release){
            .va = ch->compute.report2_va,
            .payload = ch->compute.report2_payload,
            .wide = x.payload_size64,
            .timestamp = x.structure_size ==
                         PEAL_COMPUTE_REPORT_SEMAPHORE_EXECUTE_STRUCTURE_SIZE_SEMAPHORE_FOUR_WORDS,
            .reduce = x.reduction_enable,
            .is_signed = x.reduction_format,
            .op = sim_compute_reductions[x.reduction_op],
        };
        r = sim_release_write(ch, &release, "REPORT_SEMAPHORE_EXECUTE");
        if (r == 0 && x.awaken_enable)
                sim_interrupt(ch);
        return r;
}

/* ---- state without an effect here ---- */
/* Caches (there are none), hints, and state of units that the SM engine reports by
 * name when a kernel uses them (textures, the trap handler). */
static bool harmless(uint32_t method)
{
        switch (method) {
        case PEAL_COMPUTE_NO_OPERATION:
        case PEAL_COMPUTE_PIPE_NOP:
        case PEAL_COMPUTE_SEND_GO_IDLE:
        case PEAL_COMPUTE_INVALIDATE_SHADER_CACHES:
        case PEAL_COMPUTE_INVALIDATE_SHADER_CACHES_NO_WFI:
        case PEAL_COMPUTE_INVALIDATE_SKED_CACHES:
        case PEAL_COMPUTE_INVALIDATE_TEXTURE_HEADER_CACHE:
        case PEAL_COMPUTE_INVALIDATE_TEXTURE_HEADER_CACHE_NO_WFI:
        case PEAL_COMPUTE_INVALIDATE_TEXTURE_DATA_CACHE:
        case PEAL_COMPUTE_INVALIDATE_TEXTURE_DATA_CACHE_NO_WFI:
        case PEAL_COMPUTE_INVALIDATE_SAMPLER_CACHE:
        case PEAL_COMPUTE_INVALIDATE_SAMPLER_CACHE_NO_WFI:
        case PEAL_COMPUTE_SET_SHADER_CACHE_CONTROL:
        case PEAL_COMPUTE_SET_SKED_CACHE_CONTROL:
        case PEAL_COMPUTE_SET_SPA_VERSION:
        case PEAL_COMPUTE_SET_COMPUTE_CLASS_VERSION:
        case PEAL_COMPUTE_SET_QMD_VERSION:
        case PEAL_COMPUTE_SET_CWD_SLOT_COUNT:
        case PEAL_COMPUTE_SET_SM_TIMEOUT_INTERVAL:
        case PEAL_COMPUTE_SET_SHADER_EXCEPTIONS:
        case PEAL_COMPUTE_ACTIVATE_PERF_SETTINGS_FOR_COMPUTE_CONTEXT:
        case PEAL_COMPUTE_SET_TEXTURE_HEADER_VERSION:
        case PEAL_COMPUTE_SET_TEX_SAMPLER_POOL_A:
        case PEAL_COMPUTE_SET_TEX_SAMPLER_POOL_B:
        case PEAL_COMPUTE_SET_TEX_SAMPLER_POOL_C:
        case PEAL_COMPUTE_SET_TEX_HEADER_POOL_A:
        case PEAL_COMPUTE_SET_TEX_HEADER_POOL_B:
        case PEAL_COMPUTE_SET_TEX_HEADER_POOL_C:
        case PEAL_COMPUTE_SET_BINDLESS_TEXTURE:
        case PEAL_COMPUTE_SET_TRAP_HANDLER_A:
        case PEAL_COMPUTE_SET_TRAP_HANDLER_B:
        case PEAL_COMPUTE_SET_VALID_SPAN_OVERFLOW_AREA_A:
        case PEAL_COMPUTE_SET_VALID_SPAN_OVERFLOW_AREA_B:
        case PEAL_COMPUTE_SET_VALID_SPAN_OVERFLOW_AREA_C:
        case PEAL_COMPUTE_SET_SPARE00:
        case PEAL_COMPUTE_SET_SPARE01:
        case PEAL_COMPUTE_SET_SPARE02:
        case PEAL_COMPUTE_SET_SPARE03:
                return true;
        default:
                return false;
        }
}

/* Waits for grids: the caches are invalidated between them (the names without
 * _NO_WFI). */
static bool waits(uint32_t method)
{
        switch (method) {
        case PEAL_COMPUTE_INVALIDATE_SHADER_CACHES:
        case PEAL_COMPUTE_INVALIDATE_TEXTURE_HEADER_CACHE:
        case PEAL_COMPUTE_INVALIDATE_TEXTURE_DATA_CACHE:
        case PEAL_COMPUTE_INVALIDATE_SAMPLER_CACHE:
                return true;
        default:
                return false;
        }
}

static int other_method(struct sim_channel *ch, uint32_t class_id, uint32_t method, uint32_t data)
{
        if (!peal_method_name(class_id, method, NULL))
                return refuse(ch, class_id, method, data, "no such method");
        if (harmless(method))
                return waits(method) && sim_engine_busy(ch) ? SIM_PARK : 0;
        switch (method) {
        case PEAL_COMPUTE_SET_RENDER_ENABLE_C:
        case PEAL_COMPUTE_SET_GLOBAL_RENDER_ENABLE_C:
                if (data != PEAL_COMPUTE_SET_RENDER_ENABLE_C_MODE_TRUE)
                        return refuse(ch, class_id, method, data,
                                      "conditional launches not modelled");
                return 0;
        case PEAL_COMPUTE_SET_RENDER_ENABLE_A:
        case PEAL_COMPUTE_SET_RENDER_ENABLE_B:
        case PEAL_COMPUTE_SET_GLOBAL_RENDER_ENABLE_A:
        case PEAL_COMPUTE_SET_GLOBAL_RENDER_ENABLE_B:
                return 0; /* an address that only the refused modes use */
        case PEAL_COMPUTE_SET_RENDER_ENABLE_OVERRIDE:
                if (data > PEAL_COMPUTE_SET_RENDER_ENABLE_OVERRIDE_MODE_ALWAYS_RENDER)
                        return refuse(ch, class_id, method, data,
                                      "conditional launches not modelled");
                return 0;
        default:
                return refuse(ch, class_id, method, data, "method not modelled");
        }
}

int sim_compute_method(struct sim_channel *ch, uint32_t class_id, uint32_t method, uint32_t data)
{
        struct sim_compute *c = &ch->compute;
        unsigned bits = sim_compute_address_bits(class_id, method);
        int r;

        r = sim_inline_method(ch, class_id, method, data);
        if (r != SIM_NOT_MINE)
                return r;
        switch (method) {
        case PEAL_COMPUTE_WAIT_FOR_IDLE:
                if (data)
                        return refuse(ch, class_id, method, data, "unknown bits");
                return sim_engine_busy(ch) ? SIM_PARK : 0;
        case PEAL_COMPUTE_SET_SHADER_SHARED_MEMORY_WINDOW_A:
                return upper(ch, class_id, method, data, 17, &c->shared_window);
        case PEAL_COMPUTE_SET_SHADER_SHARED_MEMORY_WINDOW_B:
                return lower(data, &c->shared_window);
        case PEAL_COMPUTE_SET_SHADER_LOCAL_MEMORY_WINDOW_A:
                return upper(ch, class_id, method, data, 17, &c->local_window);
        case PEAL_COMPUTE_SET_SHADER_LOCAL_MEMORY_WINDOW_B:
                return lower(data, &c->local_window);
        case PEAL_COMPUTE_SET_SHADER_LOCAL_MEMORY_A:
                return upper(ch, class_id, method, data, bits, &c->local_va);
        case PEAL_COMPUTE_SET_SHADER_LOCAL_MEMORY_B:
                return lower(data, &c->local_va);
        case PEAL_COMPUTE_SET_SHADER_LOCAL_MEMORY_NON_THROTTLED_A:
                return upper(ch, class_id, method, data, 8, &c->local_per_tpc_B);
        case PEAL_COMPUTE_SET_SHADER_LOCAL_MEMORY_NON_THROTTLED_B:
                if (data % 0x8000)
                        return refuse(ch, class_id, method, data,
                                      "not a multiple of 0x8000 bytes per TPC");
                return lower(data, &c->local_per_tpc_B);
        case PEAL_COMPUTE_SET_SHADER_LOCAL_MEMORY_NON_THROTTLED_C:
                /* 0xff and the true count ran alike (H200). */
                if (!(data & 0x1ff))
                        return refuse(ch, class_id, method, data, "MAX_SM_COUNT is 0");
                return 0;
        case PEAL_COMPUTE_SEND_PCAS_A:
                c->pcas_shifted8 = data;
                return 0;
        case PEAL_COMPUTE_SEND_SIGNALING_PCAS_B:
                return pcas(ch, class_id, method, data);
        case PEAL_COMPUTE_SEND_SIGNALING_PCAS2_B:
                return pcas2(ch, class_id, method, data);
        case PEAL_COMPUTE_SET_REPORT_SEMAPHORE_A:
                return upper(ch, class_id, method, data, bits, &c->report_va);
        case PEAL_COMPUTE_SET_REPORT_SEMAPHORE_B:
                return lower(data, &c->report_va);
        case PEAL_COMPUTE_SET_REPORT_SEMAPHORE_C:
                c->report_payload = data;
                return 0;
        case PEAL_COMPUTE_SET_REPORT_SEMAPHORE_D:
                return report(ch, class_id, method, data);
        case PEAL_COMPUTE_SET_REPORT_SEMAPHORE_ADDRESS_UPPER:
                return upper(ch, class_id, method, data, bits, &c->report2_va);
        case PEAL_COMPUTE_SET_REPORT_SEMAPHORE_ADDRESS_LOWER:
                return lower(data, &c->report2_va);
        case PEAL_COMPUTE_SET_REPORT_SEMAPHORE_PAYLOAD_UPPER:
                return upper(ch, class_id, method, data, 32, &c->report2_payload);
        case PEAL_COMPUTE_SET_REPORT_SEMAPHORE_PAYLOAD_LOWER:
                return lower(data, &c->report2_payload);
        case PEAL_COMPUTE_REPORT_SEMAPHORE_EXECUTE:
                return report2(ch, class_id, method, data);
        default:
                return other_method(ch, class_id, method, data);
        }
}
