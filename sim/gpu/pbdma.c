/* SPDX-License-Identifier: MIT */
/* Methods of the channel classes: semaphores, waits, barriers. */
#include "sim/gpu/model.h"

#include <errno.h>

#define XID_PBDMA 32

static int refuse(struct sim_channel *ch, uint32_t method, uint32_t data, const char *text)
{
        uint32_t class_id = ch->config.channel_class;
        const char *class_name = peal_class_name(class_id);

        return sim_fault(ch, XID_PBDMA, "PBDMA error: %s %s (0x%04x) data 0x%08x: %s",
                         class_name ? class_name : "?", sim_method_text(class_id, method), method,
                         data, text);
}

bool sim_engine_busy(const struct sim_channel *ch)
{
        /* In this order: a grid that faults marks its group dead before it ends. A dead
         * engine never gets idle. */
        return atomic_load(&ch->tsg->grids) != 0 || atomic_load(&ch->tsg->dead);
}

static uint64_t low_mask(bool wide)
{
        return wide ? UINT64_MAX : UINT32_MAX;
}

/* NVC56F_SEM_EXECUTE_OPERATION_ACQ_*. */
static bool acquired(uint32_t operation, uint64_t memory, uint64_t payload, bool wide)
{
        switch (operation) {
        case PEAL_HOST_SEM_EXECUTE_OPERATION_ACQUIRE:
                return memory == payload;
        case PEAL_HOST_SEM_EXECUTE_OPERATION_ACQ_STRICT_GEQ:
                return memory >= payload;
        case PEAL_HOST_SEM_EXECUTE_OPERATION_ACQ_CIRC_GEQ:
                return wide ? (int64_t)(memory - payload) >= 0
                            : (int32_t)((uint32_t)memory - (uint32_t)payload) >= 0;
        case PEAL_HOST_SEM_EXECUTE_OPERATION_ACQ_AND:
                return memory & payload;
        default: /* ACQ_NOR */
                return (memory | payload) != low_mask(wide);
        }
}

static int sem_execute(struct sim_channel *ch, uint32_t method, uint32_t data)
{
        struct peal_sem_execute x;
        uint64_t va = (uint64_t)ch->sem_addr_hi << 32 | ch->sem_addr_lo;
        uint64_t payload = (uint64_t)ch->sem_payload_hi << 32 | ch->sem_payload_lo, memory;
        struct sim_release release;
        int r;

        if (peal_unpack_sem_execute(data, &x) < 0)
                return refuse(ch, method, data, "unknown bits");
        if (x.operation > PEAL_HOST_SEM_EXECUTE_OPERATION_REDUCTION)
                return refuse(ch, method, data, "unknown operation");
        if (!x.payload_size)
                payload &= UINT32_MAX;
        if (x.operation != PEAL_HOST_SEM_EXECUTE_OPERATION_RELEASE &&
            x.operation != PEAL_HOST_SEM_EXECUTE_OPERATION_REDUCTION) {
                r = sim_semaphore_read(ch, va, x.payload_size, "SEM_EXECUTE acquire", &memory);
                if (r < 0)
                        return r;
                return acquired(x.operation, memory, payload, x.payload_size) ? 0 : SIM_PARK;
        }
        /* RELEASE_WFI_DIS is 0 and EN is 1 here; the old SEMAPHORED has it reversed. */
        if (x.release_wfi && sim_engine_busy(ch))
                return SIM_PARK;
        release = (struct sim_release){
            .va = va,
            .payload = payload,
            .wide = x.payload_size,
            .timestamp = x.release_timestamp,
            .reduce = x.operation == PEAL_HOST_SEM_EXECUTE_OPERATION_REDUCTION,
            .is_signed = x.reduction_format == PEAL_HOST_SEM_EXECUTE_REDUCTION_FORMAT_SIGNED,
            .op = (enum sim_red)x.reduction,
        };
        if (release.reduce && x.reduction > PEAL_HOST_SEM_EXECUTE_REDUCTION_DEC)
                return refuse(ch, method, data, "unknown reduction");
        return sim_release_write(ch, &release, "SEM_EXECUTE release");
}

static int semaphored(struct sim_channel *ch, uint32_t method, uint32_t data)
{
        struct peal_semaphored x;
        uint64_t va = (uint64_t)ch->sem_a << 32 | ch->sem_b, memory;
        struct sim_release release;
        int r;

        if (peal_unpack_semaphored(data, &x) < 0)
                return refuse(ch, method, data, "unknown bits");
        switch (x.operation) {
        case PEAL_HOST_SEMAPHORED_OPERATION_ACQUIRE:
        case PEAL_HOST_SEMAPHORED_OPERATION_ACQ_GEQ:
        case PEAL_HOST_SEMAPHORED_OPERATION_ACQ_AND:
                r = sim_semaphore_read(ch, va, false, "SEMAPHORED acquire", &memory);
                if (r < 0)
                        return r;
                if (x.operation == PEAL_HOST_SEMAPHORED_OPERATION_ACQUIRE)
                        r = memory == ch->sem_c;
                else if (x.operation == PEAL_HOST_SEMAPHORED_OPERATION_ACQ_AND)
                        r = (memory & ch->sem_c) != 0;
                else
                        r = (int32_t)((uint32_t)memory - ch->sem_c) >= 0;
                return r ? 0 : SIM_PARK;
        case PEAL_HOST_SEMAPHORED_OPERATION_RELEASE:
        case PEAL_HOST_SEMAPHORED_OPERATION_REDUCTION:
                break;
        default:
                return refuse(ch, method, data, "unknown operation");
        }
        if (x.release_wfi == PEAL_HOST_SEMAPHORED_RELEASE_WFI_EN && sim_engine_busy(ch))
                return SIM_PARK;
        release = (struct sim_release){
            .va = va,
            .payload = ch->sem_c,
            .timestamp = x.release_size == PEAL_HOST_SEMAPHORED_RELEASE_SIZE_16BYTE,
            .reduce = x.operation == PEAL_HOST_SEMAPHORED_OPERATION_REDUCTION,
            .is_signed = x.format == PEAL_HOST_SEMAPHORED_FORMAT_SIGNED,
            .op = (enum sim_red)x.reduction,
        };
        if (release.reduce && x.reduction > PEAL_HOST_SEMAPHORED_REDUCTION_DEC)
                return refuse(ch, method, data, "unknown reduction");
        return sim_release_write(ch, &release, "SEMAPHORED release");
}

/* Caches and TLBs hold nothing that memory does not here: barriers are fences. */
static int mem_op(struct sim_channel *ch, uint32_t method, uint32_t data)
{
        struct peal_mem_op_d x;

        if (peal_unpack_mem_op_d(data, &x) < 0)
                return refuse(ch, method, data, "unknown bits");
        switch (x.operation) {
        case PEAL_HOST_MEM_OP_D_OPERATION_MEMBAR:
        case PEAL_HOST_MEM_OP_D_OPERATION_L2_PEERMEM_INVALIDATE:
        case PEAL_HOST_MEM_OP_D_OPERATION_L2_SYSMEM_INVALIDATE:
        case PEAL_HOST_MEM_OP_D_OPERATION_L2_CLEAN_COMPTAGS:
        case PEAL_HOST_MEM_OP_D_OPERATION_L2_FLUSH_DIRTY:
        case PEAL_HOST_MEM_OP_D_OPERATION_L2_WAIT_FOR_SYS_PENDING_READS:
                sim_barrier();
                return 0;
        default:
                return refuse(ch, method, data, "operation not modelled");
        }
}

static int set_upper(struct sim_channel *ch, uint32_t method, uint32_t data, uint32_t *reg)
{
        /* SEM_ADDR_HI_OFFSET is 7:0 before Hopper, 24:0 from there on. */
        unsigned bits =
            method == PEAL_HOST_SEM_ADDR_HI && ch->config.channel_class >= HOPPER_CHANNEL_GPFIFO_A
                ? 25
                : 8;

        if (data >> bits)
                return refuse(ch, method, data, "unknown bits");
        *reg = data;
        return 0;
}

static int set_lower(struct sim_channel *ch, uint32_t method, uint32_t data, uint32_t *reg)
{
        if (data & 3)
                return refuse(ch, method, data, "address is not a multiple of 4");
        *reg = data;
        return 0;
}

int sim_host_method(struct sim_channel *ch, uint32_t subch, uint32_t method, uint32_t data)
{
        (void)subch; /* the same on every subchannel */
        switch (method) {
        case PEAL_HOST_NOP:
                return 0;
        case PEAL_HOST_SEM_ADDR_LO:
                return set_lower(ch, method, data, &ch->sem_addr_lo);
        case PEAL_HOST_SEM_ADDR_HI:
                return set_upper(ch, method, data, &ch->sem_addr_hi);
        case PEAL_HOST_SEM_PAYLOAD_LO:
                ch->sem_payload_lo = data;
                return 0;
        case PEAL_HOST_SEM_PAYLOAD_HI:
                ch->sem_payload_hi = data;
                return 0;
        case PEAL_HOST_SEM_EXECUTE:
                return sem_execute(ch, method, data);
        case PEAL_HOST_SEMAPHOREA:
                return set_upper(ch, method, data, &ch->sem_a);
        case PEAL_HOST_SEMAPHOREB:
                return set_lower(ch, method, data, &ch->sem_b);
        case PEAL_HOST_SEMAPHOREC:
                ch->sem_c = data;
                return 0;
        case PEAL_HOST_SEMAPHORED:
                return semaphored(ch, method, data);
        case PEAL_HOST_WFI:
                if (data > 1)
                        return refuse(ch, method, data, "unknown bits");
                return sim_engine_busy(ch) ? SIM_PARK : 0;
        case PEAL_HOST_NON_STALL_INTERRUPT:
                sim_interrupt(ch);
                return 0;
        case PEAL_HOST_FB_FLUSH:
                sim_barrier();
                return 0;
        case PEAL_HOST_MEM_OP_A:
                ch->mem_op_a = data;
                return 0;
        case PEAL_HOST_MEM_OP_B:
                ch->mem_op_b = data;
                return 0;
        case PEAL_HOST_MEM_OP_C:
                ch->mem_op_c = data;
                return 0;
        case PEAL_HOST_MEM_OP_D:
                return mem_op(ch, method, data);
        case PEAL_HOST_SET_REFERENCE:
                /* The host engine's reference count, which nothing can read here. That
                 * it waits for the engine is an assumption, on the safe side. */
                return sim_engine_busy(ch) ? SIM_PARK : 0;
        case PEAL_HOST_YIELD:
                if (data == 1 || data > 3)
                        return refuse(ch, method, data, "unknown operation");
                return 0; /* groups do not take turns: there is nothing to give up */
        case PEAL_HOST_ILLEGAL:
                return refuse(ch, method, data, "illegal method");
        default:
                return refuse(ch, method, data,
                              peal_method_name(ch->config.channel_class, method, NULL)
                                  ? "method not modelled"
                                  : "no such method");
        }
}
