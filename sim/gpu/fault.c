/* SPDX-License-Identifier: MIT */
/* Robust-channel errors: the line in the log, the error notifiers, the end of the
 * channel group. */
#include "sim/gpu/model.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>

/* Codes of nverror.h, open-gpu-kernel-modules. */
#define XID_GR_EXCEPTION   13
#define XID_FIFO_MMU_FAULT 31

static const char *const access_names[] = {
    [SM_READ] = "ACCESS_TYPE_VIRT_READ",
    [SM_WRITE] = "ACCESS_TYPE_VIRT_WRITE",
    [SM_ATOMIC] = "ACCESS_TYPE_VIRT_ATOMIC",
    [SM_FETCH] = "ACCESS_TYPE_VIRT_READ (instruction)",
};

void sim_log(struct sim_gpu *gpu, const char *format, ...)
{
        char line[512];
        va_list args;

        if (!gpu->events.log)
                return;
        va_start(args, format);
        vsnprintf(line, sizeof(line), format, args);
        va_end(args);
        gpu->events.log(gpu->events.ctx, line);
}

uint32_t sim_engine_xid(const struct sim_channel *ch)
{
        /* ROBUST_CHANNEL_CE0_ERROR .. CE9_ERROR */
        static const uint8_t copy_xid[] = {39, 40, 41, 70, 71, 72, 75, 76, 77, 85};
        unsigned instance = ch->tsg->instance;

        if (ch->tsg->engine == SIM_ENGINE_GR)
                return XID_GR_EXCEPTION;
        if (instance < sizeof(copy_xid))
                return copy_xid[instance];
        return 126 + instance - 10; /* ROBUST_CHANNEL_CE10_ERROR and on */
}

static void engine_name(const struct sim_tsg *tsg, char *buf, size_t size_B)
{
        if (tsg->engine == SIM_ENGINE_GR)
                snprintf(buf, size_B, "GRAPHICS");
        else
                snprintf(buf, size_B, "CE%u", tsg->instance);
}

/* NvNotification (nvtypes.h): ns in two words, info32, info16, status. Measured on
 * an H200, driver 580.159: info32 is the code, info16 the engine type
 * (NV2080_ENGINE_TYPE_GR0 is 1, COPY0 is 9), status 0xffff. */
static void write_notifier(volatile void *notifier, uint32_t xid, uint16_t engine)
{
        uint64_t now = sim_time_ns();
        uint32_t *word = (uint32_t *)(uintptr_t)notifier;
        uint16_t *half = (uint16_t *)(uintptr_t)notifier;

        if (!notifier)
                return;
        __atomic_store_n(&word[0], (uint32_t)now, __ATOMIC_RELAXED);
        __atomic_store_n(&word[1], (uint32_t)(now >> 32), __ATOMIC_RELAXED);
        __atomic_store_n(&word[2], xid, __ATOMIC_RELAXED);
        __atomic_store_n(&half[6], engine, __ATOMIC_RELAXED);
        __atomic_store_n(&half[7], (uint16_t)0xffff, __ATOMIC_RELEASE);
}

static void kill_group(struct sim_tsg *tsg, uint32_t xid)
{
        struct sim_gpu *gpu = tsg->gpu;
        uint16_t engine = tsg->engine == SIM_ENGINE_GR ? 1 : (uint16_t)(9 + tsg->instance);

        sim_tsg_drop_tasks(tsg);
        pthread_mutex_lock(&gpu->lock);
        for (struct sim_channel *ch = gpu->channels; ch; ch = ch->next) {
                if (ch->tsg != tsg)
                        continue;
                if (gpu->sm)
                        sm_engine_stop(gpu->sm, ch);
                write_notifier(ch->config.notifier, xid, engine);
        }
        pthread_mutex_unlock(&gpu->lock);
        /* A grid between its last look at tsg->dead and the engine was not stopped. */
        atomic_store(&gpu->restop, true);
        if (gpu->events.channel_error)
                gpu->events.channel_error(gpu->events.ctx, xid);
        sim_wake(gpu);
}

int sim_fault(struct sim_channel *ch, uint32_t xid, const char *format, ...)
{
        char text[384];
        va_list args;

        /* One report a group: what follows the first is its consequence. */
        if (atomic_exchange(&ch->tsg->dead, true))
                return -EFAULT;
        va_start(args, format);
        vsnprintf(text, sizeof(text), format, args);
        va_end(args);
        sim_log(ch->gpu, "Xid %u, channel 0x%08x: %s", xid, ch->config.channel_id, text);
        kill_group(ch->tsg, xid);
        return -EFAULT;
}

int sim_fault_memory(struct sim_channel *ch, struct sim_mem_fault fault, const char *who)
{
        char engine[16];

        engine_name(ch->tsg, engine, sizeof(engine));
        return sim_fault(ch, XID_FIFO_MMU_FAULT,
                         "MMU fault: ENGINE %s faulted @ 0x%llx (%s), %s, %s", engine,
                         (unsigned long long)fault.va, who, sim_vas_fault_type(ch->vas, fault.va),
                         access_names[fault.access]);
}

const char *sim_method_text(uint32_t class_id, uint32_t method)
{
        const char *name = peal_method_name(class_id, method, NULL);

        return name ? name : "unknown method";
}

int sim_fault_method(struct sim_channel *ch, uint32_t class_id, uint32_t method, uint32_t data,
                     const char *text)
{
        const char *class_name = peal_class_name(class_id);

        return sim_fault(ch, sim_engine_xid(ch), "%s %s (0x%04x) data 0x%08x: %s",
                         class_name ? class_name : "?", sim_method_text(class_id, method), method,
                         data, text);
}
