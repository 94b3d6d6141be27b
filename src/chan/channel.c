/* SPDX-License-Identifier: MIT */
#include "src/chan/channel.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include "src/chan/barrier.h"
#include "src/chan/signal.h"
#include "src/hw/class.h"
#include "src/hw/method.h"
#include "src/kmd/error.h"

#define USERMODE_B 0x10000
/* 4 KiB that take longer than this were not combined. */
#define UNCACHED_4K_NS 20000
/* Address space that UVM gives to the channel's context buffers: the manager asks
 * for 0x52f000 on an H200; 64 MiB leaves room for every chip. */
#define UVM_CONTEXT_B (64ull << 20)

static bool class_in(const uint32_t *list, uint32_t count, uint32_t class_id)
{
        for (uint32_t i = 0; i < count; i++)
                if (list[i] == class_id)
                        return true;
        return false;
}

static uint32_t newest_in(const uint32_t *list, uint32_t count, const uint32_t *newest_first)
{
        for (; *newest_first; newest_first++)
                if (class_in(list, count, *newest_first))
                        return *newest_first;
        return 0;
}

static int pick_classes(struct peal_channels *set, uint32_t *ret_usermode_class)
{
        static const uint32_t channels[] = {BLACKWELL_CHANNEL_GPFIFO_B,
                                            BLACKWELL_CHANNEL_GPFIFO_A,
                                            HOPPER_CHANNEL_GPFIFO_A,
                                            AMPERE_CHANNEL_GPFIFO_B,
                                            AMPERE_CHANNEL_GPFIFO_A,
                                            TURING_CHANNEL_GPFIFO_A,
                                            0};
        static const uint32_t copies[] = {BLACKWELL_DMA_COPY_B,
                                          BLACKWELL_DMA_COPY_A,
                                          HOPPER_DMA_COPY_A,
                                          AMPERE_DMA_COPY_B,
                                          AMPERE_DMA_COPY_A,
                                          TURING_DMA_COPY_A,
                                          0};
        static const uint32_t usermodes[] = {BLACKWELL_USERMODE_A, HOPPER_USERMODE_A,
                                             AMPERE_USERMODE_A, TURING_USERMODE_A, 0};
        struct NV0080_CTRL_GPU_GET_CLASSLIST_V2_PARAMS p = {0};
        struct peal_space *s = set->space;
        const struct peal_chip *chip;
        char text[160] = "";
        size_t at = 0;
        int r;

        r = peal_rm_control(s->rm, s->device, NV0080_CTRL_CMD_GPU_GET_CLASSLIST_V2, &p, sizeof(p));
        if (r < 0)
                return r;
        if (p.numClasses > sizeof(p.classList) / sizeof(*p.classList))
                p.numClasses = sizeof(p.classList) / sizeof(*p.classList);
        for (size_t i = 0; (chip = peal_chip_at(i)); i++)
                if (class_in(p.classList, p.numClasses, chip->compute_class))
                        set->chip = chip; /* ascending: the newest stays */
        set->channel_class = newest_in(p.classList, p.numClasses, channels);
        set->copy_class = newest_in(p.classList, p.numClasses, copies);
        *ret_usermode_class = newest_in(p.classList, p.numClasses, usermodes);
        if (set->chip && set->channel_class && set->copy_class && *ret_usermode_class) {
                set->compute_class = set->chip->compute_class;
                return 0;
        }
        for (uint32_t i = 0; i < p.numClasses && at < sizeof(text); i++)
                if ((p.classList[i] & 0xff) == 0xc0)
                        at +=
                            (size_t)snprintf(text + at, sizeof(text) - at, " 0x%x", p.classList[i]);
        if (!set->chip)
                return peal_error(ENOTSUP,
                                  "no described chip offers this device's compute classes:%s",
                                  at ? text : " none");
        return peal_error(ENOTSUP, "%s without a channel, copy or user-mode class that is known",
                          set->chip->name);
}

static int count_sms(struct peal_channels *set)
{
        struct peal_space *s = set->space;
        struct NV2080_CTRL_GR_GET_GLOBAL_SM_ORDER_PARAMS order = {0};
        int r;

        r = peal_rm_control(s->rm, s->subdevice, NV2080_CTRL_CMD_GR_GET_GLOBAL_SM_ORDER, &order,
                            sizeof(order));
        if (r < 0)
                return r;
        if (!order.numSm)
                return peal_error(EIO, "the driver reports a GPU without SMs");
        set->sm_count = order.numSm;
        set->tpc_count = order.numTpc
                             ? order.numTpc
                             : (order.numSm + set->chip->sms_per_tpc - 1) / set->chip->sms_per_tpc;
        return 0;
}

static unsigned copy_engine_type(unsigned instance)
{
        return instance < 10 ? NV2080_ENGINE_TYPE_COPY0 + instance
                             : NV2080_ENGINE_TYPE_COPY10 + (instance - 10);
}

static int find_copy_engines(struct peal_channels *set)
{
        struct NV2080_CTRL_GPU_GET_ENGINES_V2_PARAMS p = {0};
        struct peal_space *s = set->space;
        unsigned last = 0;
        bool any = false;
        int r;

        r = peal_rm_control(s->rm, s->subdevice, NV2080_CTRL_CMD_GPU_GET_ENGINES_V2, &p, sizeof(p));
        if (r < 0)
                return r;
        if (p.engineCount > sizeof(p.engineList) / sizeof(*p.engineList))
                p.engineCount = sizeof(p.engineList) / sizeof(*p.engineList);
        for (unsigned i = 0; i < PEAL_MAX_COPY_ENGINES; i++) {
                struct NV2080_CTRL_CE_GET_CAPS_V2_PARAMS caps = {.ceEngineType =
                                                                     copy_engine_type(i)};

                if (!class_in(p.engineList, p.engineCount, copy_engine_type(i)))
                        continue;
                any = true;
                last = i;
                /* The engine that graphics shares copies in between kernels, not
                 * beside them. A driver that will not tell: taken as separate. */
                r = peal_rm_control(s->rm, s->subdevice, NV2080_CTRL_CMD_CE_GET_CAPS_V2, &caps,
                                    sizeof(caps));
                if (r == 0 && caps.capsTbl[0] & 1 /* NV2080_CTRL_CE_CAPS_CE_GRCE 0:0x01 */)
                        continue;
                set->copy_engines[set->copy_engine_count++] = i;
        }
        if (any && !set->copy_engine_count)
                set->copy_engines[set->copy_engine_count++] = last;
        if (!any)
                return peal_error(ENOTSUP, "the driver reports no copy engine");
        return 0;
}

static int map_doorbell(struct peal_channels *set, uint32_t usermode_class)
{
        struct NV_HOPPER_USERMODE_A_PARAMS p = {.bBar1Mapping = 1};
        bool bar1 = usermode_class == HOPPER_USERMODE_A || usermode_class == BLACKWELL_USERMODE_A;
        uint32_t flags = PEAL_FLAG(NVOS33_FLAGS_ACCESS, WRITE_ONLY) |
                         PEAL_FLAG(NVOS33_FLAGS_RESERVE_ON_UNMAP, ENABLE);
        struct peal_space *s = set->space;
        struct peal_kmd *kmd = s->rm->kmd;
        uint64_t linear;
        void *ptr;
        int fd, r;

        /* From Hopper on the page can be mapped through BAR1 (measured on an H200:
         * as fast as BAR0), which is what a guest may be offered alone. */
        r = peal_rm_alloc(s->rm, s->subdevice, usermode_class, bar1 ? &p : NULL,
                          bar1 ? sizeof(p) : 0, &set->usermode);
        if (r < 0)
                return r;
        flags |= bar1 ? PEAL_FLAG(NVOS33_FLAGS_MAPPING, REFLECTED) |
                            PEAL_FLAG(NVOS33_FLAGS_CACHING_TYPE, UNCACHED)
                      : PEAL_FLAG(NVOS33_FLAGS_CACHING_TYPE, DEFAULT);
        r = peal_va_alloc(&s->va, USERMODE_B, USERMODE_B, false, &set->usermode_va);
        if (r < 0)
                return r;
        r = peal_rm_open_device(s->rm, s->card.minor_number, false, &fd);
        if (r < 0)
                return r;
        r = peal_rm_map_memory(s->rm, s->subdevice, set->usermode, 0, USERMODE_B, flags, fd,
                               &linear);
        if (r == 0) {
                r = kmd->ops->mmap(kmd, (void *)(uintptr_t)set->usermode_va, USERMODE_B, PROT_WRITE,
                                   MAP_SHARED | MAP_FIXED, fd, 0, &ptr);
                if (r < 0)
                        peal_error(-r, "cannot map the doorbell page");
                else
                        set->doorbell = (volatile uint32_t *)((char *)ptr + PEAL_USERMODE_DOORBELL);
        }
        kmd->ops->close(kmd, fd);
        return r;
}

static int make_compute_group(struct peal_channels *set)
{
        struct NV_CHANNEL_GROUP_ALLOCATION_PARAMETERS g = {.engineType = NV2080_ENGINE_TYPE_GR0};
        struct NV_CTXSHARE_ALLOCATION_PARAMETERS c = {0};
        struct peal_space *s = set->space;
        int r;

        r = peal_rm_alloc(s->rm, s->device, KEPLER_CHANNEL_GROUP_A, &g, sizeof(g), &set->group);
        if (r < 0)
                return r;
        c.hVASpace = s->vaspace;
        c.flags = 1; /* NV_CTXSHARE_ALLOCATION_FLAGS_SUBCONTEXT_ASYNC */
        return peal_rm_alloc(s->rm, set->group, FERMI_CONTEXT_SHARE_A, &c, sizeof(c),
                             &set->context_share);
}

int peal_channels_open(struct peal_space *space, struct peal_channels *ret_set)
{
        struct peal_channels *set = ret_set;
        uint32_t usermode_class = 0;
        int r;

        *set = (struct peal_channels){.space = space};
        pthread_mutex_init(&set->lock, NULL);
        r = pick_classes(set, &usermode_class);
        if (r == 0)
                r = count_sms(set);
        if (r == 0)
                r = find_copy_engines(set);
        if (r == 0)
                r = map_doorbell(set, usermode_class);
        if (r == 0)
                r = make_compute_group(set);
        if (r < 0)
                peal_channels_close(set);
        return r;
}

struct peal_name {
        struct peal_name *next;
        char text[];
};

const char *peal_channels_name(struct peal_channels *set, const char *name)
{
        struct peal_name *n;

        pthread_mutex_lock(&set->lock);
        for (n = set->names; n; n = n->next)
                if (strcmp(n->text, name) == 0)
                        break;
        if (!n && (n = malloc(sizeof(*n) + strlen(name) + 1))) {
                strcpy(n->text, name);
                n->next = set->names;
                set->names = n;
        }
        pthread_mutex_unlock(&set->lock);
        return n ? n->text : NULL;
}

void peal_channels_close(struct peal_channels *set)
{
        struct peal_space *s = set->space;

        if (!s)
                return;
        if (set->context_share)
                peal_rm_free(s->rm, set->group, set->context_share);
        if (set->group)
                peal_rm_free(s->rm, s->device, set->group);
        if (set->doorbell)
                s->rm->kmd->ops->munmap(s->rm->kmd, (void *)(uintptr_t)set->usermode_va,
                                        USERMODE_B);
        if (set->usermode)
                peal_rm_free(s->rm, s->subdevice, set->usermode);
        if (set->usermode_va)
                peal_va_free(&s->va, set->usermode_va, USERMODE_B);
        while (set->names) {
                struct peal_name *n = set->names;

                set->names = n->next;
                free(n);
        }
        pthread_mutex_destroy(&set->lock);
        *set = (struct peal_channels){0};
}

/* Clears USERD (a recycled page may hold an old index, which the GPU would run up
 * to) and learns on the way how the BAR is mapped: write-combined, 4 KiB take
 * 0.4 us on an H200; uncached, each store is a bus transaction of its own. */
static void clear_userd(struct peal_channel *c)
{
        uint64_t best_ns = UINT64_MAX;

        for (int turn = 0; turn < 3; turn++) {
                uint64_t start = peal_now_ns(), took;

                memset(c->ring_memory.cpu_ptr + PEAL_RING_ENTRIES * 8, 0, 4096);
                peal_barrier_device_reads();
                took = peal_now_ns() - start;
                if (took < best_ns)
                        best_ns = took;
        }
        if (best_ns > UNCACHED_4K_NS)
                c->set->space->place_video = false;
}

static int alloc_channel_memory(struct peal_channel *c)
{
        /* Polled by the kernel driver and the GPU: the ring and USERD stay in video
         * memory on every machine; only the CPU writes them, in order. */
        struct peal_memory_request ring = {.kind = PEAL_MEMORY_VIDEO,
                                           .size_B = PEAL_RING_ENTRIES * 8 + 4096,
                                           .low = true,
                                           .cpu = true};
        struct peal_memory_request note = {.kind = PEAL_MEMORY_HOST, .size_B = 4096, .low = true};
        int r;

        r = peal_memory_alloc(c->set->space, &ring, &c->ring_memory);
        if (r < 0)
                return r;
        c->entries = PEAL_RING_ENTRIES;
        c->ring = (volatile uint64_t *)c->ring_memory.cpu_ptr;
        c->gp_put = (volatile uint32_t *)(c->ring_memory.cpu_ptr + PEAL_RING_ENTRIES * 8 +
                                          PEAL_USERD_GP_PUT);
        clear_userd(c);
        r = peal_memory_alloc(c->set->space, &note, &c->notifier_memory);
        if (r == 0)
                memset(c->notifier_memory.cpu_ptr, 0, sizeof(struct NvNotification));
        return r;
}

static int alloc_objects(struct peal_channel *c, unsigned copy_instance)
{
        struct NVB0B5_ALLOCATION_PARAMETERS copy = {0};
        struct peal_channels *set = c->set;
        struct peal_rm *rm = set->space->rm;
        int r = 0;

        if (c->compute)
                r = peal_rm_alloc(rm, c->handle, set->compute_class, NULL, 0, &c->compute_object);
        if (r < 0)
                return r;
        if (c->compute) {
                /* Version 0 counts engine types: the graphics engine's own copy engine. */
                copy.engineType = NV2080_ENGINE_TYPE_GR0;
        } else {
                copy.engineType = copy_instance;
        }
        return peal_rm_alloc(rm, c->handle, set->copy_class, &copy, sizeof(copy), &c->copy_object);
}

static int create_locked(struct peal_channel *c, unsigned copy_instance)
{
        struct NVC36F_CTRL_CMD_GPFIFO_GET_WORK_SUBMIT_TOKEN_PARAMS token = {.workSubmitToken =
                                                                                0xffffffff};
        struct NVA06C_CTRL_GPFIFO_SCHEDULE_PARAMS schedule = {.bEnable = 1};
        struct NV_CHANNEL_GROUP_ALLOCATION_PARAMETERS group = {0};
        struct NV_CHANNEL_ALLOC_PARAMS p = {0};
        struct peal_channels *set = c->set;
        struct peal_space *s = set->space;
        uint32_t parent = set->group;
        int r;

        if (!c->compute) {
                group.hVASpace = s->vaspace;
                group.engineType = copy_engine_type(copy_instance);
                r = peal_rm_alloc(s->rm, s->device, KEPLER_CHANNEL_GROUP_A, &group, sizeof(group),
                                  &c->group);
                if (r < 0)
                        return r;
                parent = c->group;
        }
        p.hObjectError = c->notifier_memory.handle;
        p.hObjectBuffer = c->ring_memory.handle;
        p.gpFifoOffset = c->ring_memory.gpu_va;
        p.gpFifoEntries = c->entries;
        p.hContextShare = c->compute ? set->context_share : 0;
        p.hUserdMemory[0] = c->ring_memory.handle;
        p.userdOffset[0] = PEAL_RING_ENTRIES * 8;
        r = peal_rm_alloc(s->rm, parent, set->channel_class, &p, sizeof(p), &c->handle);
        if (r < 0)
                return r;
        r = alloc_objects(c, copy_instance);
        if (r < 0)
                return r;
        r = peal_rm_control(s->rm, c->handle, NVC36F_CTRL_CMD_GPFIFO_GET_WORK_SUBMIT_TOKEN, &token,
                            sizeof(token));
        if (r < 0)
                return r;
        c->token = token.workSubmitToken;
        if (s->uvm) {
                if (c->compute) {
                        r = peal_va_alloc(&s->va, UVM_CONTEXT_B, 2 << 20, false, &c->uvm_base);
                        if (r < 0)
                                return r;
                        c->uvm_length = UVM_CONTEXT_B;
                }
                r = peal_uvm_register_channel(s->uvm, s->uuid, c->handle, c->uvm_base,
                                              c->uvm_length);
                if (r < 0)
                        return r;
                c->uvm_registered = true;
        }
        if (c->compute && set->group_scheduled)
                return 0; /* a channel that joins a scheduled group runs at once */
        r = peal_rm_control(s->rm, parent, NVA06C_CTRL_CMD_GPFIFO_SCHEDULE, &schedule,
                            sizeof(schedule));
        if (r == 0 && c->compute)
                set->group_scheduled = true;
        return r;
}

int peal_channel_create(struct peal_channels *set, bool compute, struct peal_channel *ret_channel)
{
        struct peal_channel c = {.set = set, .compute = compute};
        unsigned instance = 0;
        int r;

        pthread_mutex_lock(&set->lock);
        if (!compute)
                instance = set->copy_engines[set->next_copy_engine++ % set->copy_engine_count];
        r = alloc_channel_memory(&c);
        if (r == 0)
                r = create_locked(&c, instance);
        pthread_mutex_unlock(&set->lock);
        if (r < 0) {
                peal_channel_destroy(&c);
                return peal_error_in(r, compute ? "compute channel" : "copy channel");
        }
        *ret_channel = c;
        return 0;
}

void peal_channel_destroy(struct peal_channel *c)
{
        struct peal_space *s = c->set ? c->set->space : NULL;

        if (!s)
                return;
        if (c->uvm_registered)
                peal_uvm_unregister_channel(s->uvm, s->uuid, c->handle);
        if (c->handle)
                peal_rm_free(s->rm, c->group ? c->group : c->set->group, c->handle);
        if (c->group)
                peal_rm_free(s->rm, s->device, c->group);
        if (c->uvm_base)
                peal_va_free(&s->va, c->uvm_base, c->uvm_length);
        peal_memory_free(&c->ring_memory);
        peal_memory_free(&c->notifier_memory);
        *c = (struct peal_channel){0};
}

void peal_channel_kick(struct peal_channel *c, uint64_t entry)
{
        struct peal_kmd *kmd = c->set->space->rm->kmd;

        __atomic_store_n(&c->ring[c->put], entry, __ATOMIC_RELAXED);
        c->put = (c->put + 1) % c->entries;
        /* The pushbuffer and the entry are read after the index, the index after
         * the doorbell. */
        peal_barrier_device_reads();
        peal_mmio_write32(c->gp_put, c->put);
        peal_barrier_device_reads();
        peal_mmio_write32(c->set->doorbell, c->token);
        kmd->ops->doorbell_hint(kmd);
}

int peal_channel_check(const struct peal_channel *c)
{
        const volatile struct NvNotification *n = (const void *)c->notifier_memory.cpu_ptr;
        const char *name;
        uint16_t status = __atomic_load_n(&n->status, __ATOMIC_ACQUIRE);

        if (!status)
                return 0;
        name = peal_rc_error_name(n->info32);
        return peal_error(EIO, "%s channel: error %u (%s), engine type %u, notifier status 0x%x",
                          c->compute ? "compute" : "copy", n->info32, name ? name : "no name",
                          n->info16, status);
}
