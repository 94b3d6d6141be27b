/* SPDX-License-Identifier: MIT */
/* Channel groups, context shares, channels and the engine objects in them.
 *
 * The hardware half of a channel (sim_channel) exists while it may run: at once in
 * a space that the manager keeps, from UVM_REGISTER_CHANNEL on in one of UVM's. */
#include <stdlib.h>
#include <string.h>
#include "sim/kmd/kmd.h"

/* NV_RAMUSERD_CHAN_SIZE: what a channel has of the USERD memory. */
#define SIM_USERD_B 512u
/* NV_CHANNELGPFIFO_NOTIFICATION_TYPE__SIZE_1 entries of 16 bytes. */
#define SIM_NOTIFIER_B (3u * 16)
/* NV2080_ENGINE_TYPE_*, cl2080.h */
#define SIM_ENGINE_TYPE_GR0    0x1u
#define SIM_ENGINE_TYPE_COPY0  0x9u
#define SIM_ENGINE_TYPE_COPY10 0x34u

uint32_t sim_engine_type(unsigned ce)
{
        return ce < 10 ? SIM_ENGINE_TYPE_COPY0 + ce : SIM_ENGINE_TYPE_COPY10 + ce - 10;
}

int sim_engine_ce(uint32_t engine_type)
{
        if (engine_type >= SIM_ENGINE_TYPE_COPY0 && engine_type < SIM_ENGINE_TYPE_COPY0 + 10)
                return (int)(engine_type - SIM_ENGINE_TYPE_COPY0);
        if (engine_type >= SIM_ENGINE_TYPE_COPY10 && engine_type < SIM_ENGINE_TYPE_COPY10 + 10)
                return (int)(engine_type - SIM_ENGINE_TYPE_COPY10) + 10;
        return -1;
}

static struct sim_vaspace *sim_chan_vaspace(struct sim_obj *any, uint32_t handle)
{
        struct sim_obj *space = sim_obj_find_kind(any->client, handle, SIM_OBJ_VASPACE);

        return space && space->card == any->card ? space->vaspace : NULL;
}

uint32_t sim_rm_alloc_group(struct sim_obj *parent, uint32_t handle,
                            struct NV_CHANNEL_GROUP_ALLOCATION_PARAMETERS *p)
{
        const struct sim_chip_profile *chip = parent->client->kmd->profile.chip;
        struct sim_kmd *kmd = parent->client->kmd;
        int ce = sim_engine_ce(p->engineType);
        struct sim_vaspace *vs = NULL;
        struct sim_gpu *gpu = sim_card_gpu(parent->card);
        struct sim_tsg *tsg;
        struct sim_obj *obj;
        int r;

        if (p->engineType != SIM_ENGINE_TYPE_GR0 && (ce < 0 || (unsigned)ce >= chip->ce_count)) {
                sim_dmesg(kmd, "KEPLER_CHANNEL_GROUP_A: no engine of type 0x%x on %s",
                          p->engineType, chip->short_name);
                return NV_ERR_INVALID_ARGUMENT;
        }
        if (p->hVASpace) {
                vs = sim_chan_vaspace(parent, p->hVASpace);
                if (!vs)
                        return NV_ERR_INVALID_OBJECT_HANDLE;
        }
        if (!gpu)
                return NV_ERR_NO_MEMORY;
        r = sim_tsg_create(gpu, ce < 0 ? SIM_ENGINE_GR : SIM_ENGINE_CE, ce < 0 ? 0 : (unsigned)ce,
                           &tsg);
        if (r)
                return sim_status(r);
        obj = sim_obj_new(parent->client, parent, handle, KEPLER_CHANNEL_GROUP_A, SIM_OBJ_GROUP,
                          parent->card);
        if (!obj) {
                sim_tsg_destroy(tsg);
                return NV_ERR_NO_MEMORY;
        }
        if (vs)
                sim_vaspace_ref(vs);
        obj->group.tsg = tsg;
        obj->group.vs = vs;
        obj->group.engine = ce < 0 ? SIM_ENGINE_GR : SIM_ENGINE_CE;
        obj->group.instance = ce < 0 ? 0 : (unsigned)ce;
        obj->group.engine_type = p->engineType;
        obj->group.runlist = ce < 0 ? 0 : chip->ce[ce].runlist;
        obj->group.id = parent->card->next_group++;
        obj->group.timeslice_us = 2000;
        return NV_OK;
}

uint32_t sim_rm_alloc_ctxshare(struct sim_obj *parent, uint32_t handle,
                               struct NV_CTXSHARE_ALLOCATION_PARAMETERS *p)
{
        struct sim_vaspace *vs = sim_chan_vaspace(parent, p->hVASpace);
        struct sim_obj *obj;
        uint32_t id = 0;

        if (!vs) {
                sim_dmesg(parent->client->kmd,
                          "FERMI_CONTEXT_SHARE_A: 0x%x is not an address space of this device",
                          p->hVASpace);
                return NV_ERR_INVALID_OBJECT_HANDLE;
        }
        if (parent->group.engine != SIM_ENGINE_GR)
                return NV_ERR_INVALID_ARGUMENT;
        if (p->flags > 2) /* NV_CTXSHARE_ALLOCATION_FLAGS_SUBCONTEXT_SPECIFIED */
                return NV_ERR_INVALID_ARGUMENT;
        for (struct sim_obj *o = parent->children; o; o = o->next_sibling)
                id += o->kind == SIM_OBJ_CTXSHARE;
        if (id >= 64)
                return NV_ERR_INSUFFICIENT_RESOURCES;
        obj = sim_obj_new(parent->client, parent, handle, FERMI_CONTEXT_SHARE_A, SIM_OBJ_CTXSHARE,
                          parent->card);
        if (!obj)
                return NV_ERR_NO_MEMORY;
        obj->vaspace = vs;
        sim_vaspace_ref(vs);
        p->subctxId = id;
        return NV_OK;
}

/* Where the channel's pushbuffers are looked up, or why nowhere. */
static uint32_t sim_channel_space(struct sim_obj *group, const struct NV_CHANNEL_ALLOC_PARAMS *p,
                                  struct sim_vaspace **ret_vs)
{
        struct sim_kmd *kmd = group->client->kmd;
        struct sim_obj *share;

        /* Two rules of kernel_channel.c: not both, and in a group of the client's no
         * space at all. */
        if (p->hVASpace) {
                sim_dmesg(kmd, "channel: a channel in a group takes no address space of its own");
                return NV_ERR_INVALID_ARGUMENT;
        }
        if ((p->hContextShare && group->group.had_plain) ||
            (!p->hContextShare && group->group.had_ctxshare)) {
                sim_dmesg(kmd, "channel: all channels of a group have a context share, or none");
                return NV_ERR_INVALID_ARGUMENT;
        }
        if (!p->hContextShare) {
                if (!group->group.vs) {
                        sim_dmesg(kmd, "channel: neither a context share nor a space of the group");
                        return NV_ERR_INVALID_ARGUMENT;
                }
                *ret_vs = group->group.vs;
                return NV_OK;
        }
        share = sim_obj_find_kind(group->client, p->hContextShare, SIM_OBJ_CTXSHARE);
        if (!share)
                return NV_ERR_INVALID_OBJECT_HANDLE;
        if (share->parent != group) {
                sim_dmesg(kmd, "channel: context share 0x%x is of another group", p->hContextShare);
                return NV_ERR_INVALID_OBJECT_PARENT;
        }
        *ret_vs = share->vaspace;
        return NV_OK;
}

static uint32_t sim_channel_ring(struct sim_obj *group, const struct NV_CHANNEL_ALLOC_PARAMS *p,
                                 struct sim_vaspace *vs)
{
        struct sim_kmd *kmd = group->client->kmd;
        uint64_t end = p->gpFifoOffset + (uint64_t)p->gpFifoEntries * 8, va = p->gpFifoOffset;
        struct sim_map *map;

        if (!p->gpFifoEntries || (p->gpFifoEntries & (p->gpFifoEntries - 1)) ||
            p->gpFifoEntries > 1u << 27) {
                sim_dmesg(kmd, "channel: %u ring entries: not a power of two", p->gpFifoEntries);
                return NV_ERR_INVALID_ARGUMENT;
        }
        if (va & 7)
                return NV_ERR_INVALID_ARGUMENT;
        for (; va < end; va = map->va + map->size_B) {
                map = sim_vaspace_find(vs, va);
                if (!map) {
                        sim_dmesg(kmd, "channel: ring at 0x%llx: 0x%llx is not mapped",
                                  (unsigned long long)p->gpFifoOffset, (unsigned long long)va);
                        return NV_ERR_INVALID_ADDRESS;
                }
        }
        return NV_OK;
}

static uint32_t sim_channel_userd(struct sim_obj *group, const struct NV_CHANNEL_ALLOC_PARAMS *p,
                                  struct sim_mem **ret_userd, struct sim_mem **ret_notifier)
{
        struct sim_kmd *kmd = group->client->kmd;
        struct sim_obj *userd, *error;

        userd = sim_obj_find_kind(group->client, p->hUserdMemory[0], SIM_OBJ_MEMORY);
        if (!userd || userd->mem->kind == SIM_MEM_DOORBELL) {
                sim_dmesg(kmd, "channel: USERD 0x%x is not memory", p->hUserdMemory[0]);
                return NV_ERR_INVALID_OBJECT_HANDLE;
        }
        if (p->userdOffset[0] & (SIM_USERD_B - 1) || userd->mem->size_B < SIM_USERD_B ||
            p->userdOffset[0] > userd->mem->size_B - SIM_USERD_B) {
                sim_dmesg(kmd, "channel: USERD offset 0x%llx in 0x%llx bytes, in steps of %u",
                          (unsigned long long)p->userdOffset[0],
                          (unsigned long long)userd->mem->size_B, SIM_USERD_B);
                return NV_ERR_INVALID_OFFSET;
        }
        *ret_userd = userd->mem;
        *ret_notifier = NULL;
        if (!p->hObjectError)
                return NV_OK;
        error = sim_obj_find_kind(group->client, p->hObjectError, SIM_OBJ_MEMORY);
        if (!error || error->mem->kind == SIM_MEM_DOORBELL) {
                sim_dmesg(kmd, "channel: error notifier 0x%x is not memory", p->hObjectError);
                return NV_ERR_INVALID_OBJECT_HANDLE;
        }
        if (error->mem->size_B < SIM_NOTIFIER_B) {
                sim_dmesg(kmd, "channel: error notifier of 0x%llx bytes, less than %u",
                          (unsigned long long)error->mem->size_B, SIM_NOTIFIER_B);
                return NV_ERR_INVALID_LIMIT;
        }
        *ret_notifier = error->mem;
        return NV_OK;
}

static int sim_chid_take(struct sim_card *card)
{
        for (int id = SIM_FIRST_CHID; id < SIM_CHIDS; id++)
                if (!(card->chid_used[id / 8] & 1u << id % 8)) {
                        card->chid_used[id / 8] |= (uint8_t)(1u << id % 8);
                        return id;
                }
        return -1;
}

static void sim_chid_give(struct sim_card *card, uint32_t id)
{
        card->chid_used[id / 8] &= (uint8_t) ~(1u << id % 8);
}

/* A channel begins with an empty ring, as the manager clears the USERD it is given. */
static void sim_chan_clear_userd(struct sim_chan *chan)
{
        uint64_t run_B;

        memset(sim_mem_ptr(chan->userd, chan->userd_offset, &run_B), 0, SIM_USERD_B);
}

uint32_t sim_rm_alloc_channel(struct sim_obj *group, uint32_t handle, uint32_t class_id,
                              struct NV_CHANNEL_ALLOC_PARAMS *p)
{
        struct sim_mem *userd, *notifier;
        struct sim_vaspace *vs;
        struct sim_chan *chan;
        struct sim_obj *obj;
        uint32_t status;
        int id;

        if (p->engineType && p->engineType != group->group.engine_type) {
                sim_dmesg(group->client->kmd, "channel: engine type 0x%x in a group of type 0x%x",
                          p->engineType, group->group.engine_type);
                return NV_ERR_INVALID_ARGUMENT;
        }
        status = sim_channel_space(group, p, &vs);
        if (!status)
                status = sim_channel_ring(group, p, vs);
        if (!status)
                status = sim_channel_userd(group, p, &userd, &notifier);
        if (status)
                return status;
        id = sim_chid_take(group->card);
        if (id < 0)
                return NV_ERR_NO_FREE_FIFOS;
        status = NV_ERR_NO_MEMORY;
        chan = calloc(1, sizeof(*chan));
        if (!chan)
                goto out_id;
        obj = sim_obj_new(group->client, group, handle, class_id, SIM_OBJ_CHANNEL, group->card);
        if (!obj) {
                free(chan);
                goto out_id;
        }
        obj->chan = chan;
        chan->obj = obj;
        chan->vs = vs;
        chan->userd = userd;
        chan->userd_offset = p->userdOffset[0];
        chan->notifier = notifier;
        chan->gpfifo_va = p->gpFifoOffset;
        chan->gpfifo_entries = p->gpFifoEntries;
        chan->id = (uint32_t)id;
        /* Measured on an H200, driver 580.159: runlist in the high half. */
        chan->token = group->group.runlist << 16 | (uint32_t)id;
        chan->has_ctxshare = p->hContextShare != 0;
        sim_vaspace_ref(vs);
        sim_mem_ref(userd);
        if (notifier)
                sim_mem_ref(notifier);
        group->client->kmd->stats.channels++;
        sim_chan_clear_userd(chan);
        if (!vs->external && sim_chan_start(chan)) {
                sim_obj_free(obj);
                return NV_ERR_NO_MEMORY;
        }
        if (chan->has_ctxshare)
                group->group.had_ctxshare = true;
        else
                group->group.had_plain = true;
        p->cid = (uint32_t)id;
        return NV_OK;
out_id:
        sim_chid_give(group->card, (uint32_t)id);
        return status;
}

int sim_chan_start(struct sim_chan *chan)
{
        struct sim_obj *group = chan->obj->parent;
        uint64_t run_B;
        struct sim_channel_config config = {
            .tsg = group->group.tsg,
            .vas = chan->vs->hw,
            .gpfifo_va = chan->gpfifo_va,
            .gpfifo_entries = chan->gpfifo_entries,
            .userd = sim_mem_ptr(chan->userd, chan->userd_offset, &run_B),
            .notifier = chan->notifier ? sim_mem_ptr(chan->notifier, 0, &run_B) : NULL,
            .token = chan->token,
            .channel_class = chan->obj->class_id,
            .channel_id = chan->id,
        };
        int r;

        if (chan->hw)
                return 0;
        r = sim_channel_create(sim_card_gpu(group->card), &config, &chan->hw);
        if (r) {
                chan->hw = NULL;
                return r;
        }
        for (struct sim_obj *o = chan->obj->children; o; o = o->next_sibling)
                if (o->kind == SIM_OBJ_ENGINE)
                        sim_channel_add_class(chan->hw, o->class_id);
        return 0;
}

void sim_chan_stop(struct sim_chan *chan)
{
        if (chan->uvm)
                sim_uvm_forget(chan);
        if (chan->hw)
                sim_channel_destroy(chan->hw);
        chan->hw = NULL;
}

void sim_chan_free(struct sim_chan *chan)
{
        struct sim_obj *group = chan->obj->parent;
        bool last = true;

        sim_chan_stop(chan);
        for (struct sim_obj *o = group->children; o; o = o->next_sibling)
                if (o->kind == SIM_OBJ_CHANNEL && o != chan->obj)
                        last = false;
        if (last)
                group->group.had_ctxshare = group->group.had_plain = false;
        sim_chid_give(group->card, chan->id);
        sim_vaspace_unref(chan->vs);
        sim_mem_unref(chan->userd);
        sim_mem_unref(chan->notifier);
        chan->obj->client->kmd->stats.channels--;
        free(chan);
}

/* Which copy engine an NVB0B5_ALLOCATION_PARAMETERS names: version 0 by instance,
 * version 1 by engine type (clb0b5sw.h). */
static int sim_copy_instance(const struct NVB0B5_ALLOCATION_PARAMETERS *p)
{
        if (p->version == 0)
                return p->engineType < 20 ? (int)p->engineType : -1;
        return p->version == 1 ? sim_engine_ce(p->engineType) : -1;
}

uint32_t sim_rm_alloc_engine(struct sim_obj *parent, uint32_t handle, uint32_t class_id, bool copy,
                             const struct NVB0B5_ALLOCATION_PARAMETERS *p)
{
        const struct sim_chip_profile *chip = parent->client->kmd->profile.chip;
        struct sim_kmd *kmd = parent->client->kmd;
        struct sim_obj *group = parent->parent, *obj;
        bool gr = group->group.engine == SIM_ENGINE_GR;
        int ce = copy ? sim_copy_instance(p) : -1;

        if (copy && (ce < 0 || (unsigned)ce >= chip->ce_count)) {
                sim_dmesg(kmd, "bad class 0x%x: no copy engine {%u, %u} on %s", class_id,
                          p->version, p->engineType, chip->short_name);
                return NV_ERR_INVALID_CLASS;
        }
        if (copy ? gr ? !(chip->ce[ce].caps & SIM_CE_CAP_GRCE)
                      : (unsigned)ce != group->group.instance
                 : !gr) {
                sim_dmesg(kmd, "class 0x%x is not of the group's engine (type 0x%x)", class_id,
                          group->group.engine_type);
                return NV_ERR_INVALID_CLASS;
        }
        for (struct sim_obj *o = parent->children; o; o = o->next_sibling)
                if (o->kind == SIM_OBJ_ENGINE && o->class_id == class_id)
                        return NV_ERR_STATE_IN_USE;
        obj = sim_obj_new(parent->client, parent, handle, class_id, SIM_OBJ_ENGINE, parent->card);
        if (!obj)
                return NV_ERR_NO_MEMORY;
        if (parent->chan->hw)
                sim_channel_add_class(parent->chan->hw, class_id);
        return NV_OK;
}

uint32_t sim_group_schedule(struct sim_obj *group, bool enable)
{
        /* A channel in UVM's space has no context buffers until it is registered, and
         * the manager refuses to run it (kernel_channel.c, kchannelIsSchedulable). */
        for (struct sim_obj *o = group->children; o && enable; o = o->next_sibling)
                if (o->kind == SIM_OBJ_CHANNEL && o->chan->vs->external && !o->chan->uvm) {
                        sim_dmesg(group->client->kmd,
                                  "GPFIFO_SCHEDULE: channel 0x%x is not registered with UVM",
                                  o->handle);
                        return NV_ERR_INVALID_STATE;
                }
        group->group.scheduled = enable;
        sim_tsg_schedule(group->group.tsg, enable);
        return NV_OK;
}

/* ---- controls of groups and channels ---- */

static struct sim_obj *sim_ctrl_group_of(struct sim_obj *obj)
{
        return sim_obj_up(obj, SIM_OBJ_GROUP);
}

static uint32_t sim_ctrl_group_schedule(struct sim_obj *obj, void *params)
{
        const struct NVA06C_CTRL_GPFIFO_SCHEDULE_PARAMS *p = params;

        return sim_group_schedule(sim_ctrl_group_of(obj), p->bEnable);
}

static uint32_t sim_ctrl_chan_schedule(struct sim_obj *obj, void *params)
{
        const struct NVA06F_CTRL_GPFIFO_SCHEDULE_PARAMS *p = params;

        return sim_group_schedule(sim_ctrl_group_of(obj), p->bEnable);
}

static uint32_t sim_ctrl_group_bind(struct sim_obj *obj, void *params)
{
        const struct NVA06C_CTRL_BIND_PARAMS *p = params;

        return p->engineType == sim_ctrl_group_of(obj)->group.engine_type ? NV_OK
                                                                          : NV_ERR_INVALID_ARGUMENT;
}

static uint32_t sim_ctrl_chan_bind(struct sim_obj *obj, void *params)
{
        const struct NVA06F_CTRL_BIND_PARAMS *p = params;

        return p->engineType == sim_ctrl_group_of(obj)->group.engine_type ? NV_OK
                                                                          : NV_ERR_INVALID_ARGUMENT;
}

static uint32_t sim_ctrl_set_timeslice(struct sim_obj *obj, void *params)
{
        const struct NVA06C_CTRL_TIMESLICE_PARAMS *p = params;

        if (!p->timesliceUs || p->timesliceUs > 1000000)
                return NV_ERR_INVALID_ARGUMENT;
        obj->group.timeslice_us = p->timesliceUs;
        return NV_OK;
}

static uint32_t sim_ctrl_get_timeslice(struct sim_obj *obj, void *params)
{
        struct NVA06C_CTRL_TIMESLICE_PARAMS *p = params;

        p->timesliceUs = obj->group.timeslice_us;
        return NV_OK;
}

static uint32_t sim_ctrl_preempt(struct sim_obj *obj, void *params)
{
        (void)params;
        if (!obj->group.scheduled)
                return NV_ERR_INVALID_STATE;
        /* off the runlist and on again, which waits for what is under way */
        sim_tsg_schedule(obj->group.tsg, false);
        sim_tsg_schedule(obj->group.tsg, true);
        return NV_OK;
}

static uint32_t sim_ctrl_group_info(struct sim_obj *obj, void *params)
{
        struct NVA06C_CTRL_GET_INFO_PARAMS *p = params;

        p->tsgID = obj->group.id;
        return NV_OK;
}

static uint32_t sim_ctrl_set_interleave(struct sim_obj *obj, void *params)
{
        const struct NVA06C_CTRL_INTERLEAVE_LEVEL_PARAMS *p = params;

        if (p->tsgInterleaveLevel > 2)
                return NV_ERR_INVALID_ARGUMENT;
        obj->group.interleave = p->tsgInterleaveLevel;
        return NV_OK;
}

static uint32_t sim_ctrl_get_interleave(struct sim_obj *obj, void *params)
{
        struct NVA06C_CTRL_GET_INTERLEAVE_LEVEL_PARAMS *p = params;

        p->tsgInterleaveLevel = obj->group.interleave;
        return NV_OK;
}

static uint32_t sim_ctrl_token(struct sim_obj *obj, void *params)
{
        struct NVC36F_CTRL_CMD_GPFIFO_GET_WORK_SUBMIT_TOKEN_PARAMS *p = params;

        for (struct sim_obj *o = obj->children; o; o = o->next_sibling)
                if (o->kind == SIM_OBJ_ENGINE) {
                        p->workSubmitToken = obj->chan->token;
                        return NV_OK;
                }
        sim_dmesg(obj->client->kmd, "GET_WORK_SUBMIT_TOKEN: channel 0x%x has no engine object yet",
                  obj->handle);
        return NV_ERR_INVALID_STATE;
}

static uint32_t sim_ctrl_token_notif(struct sim_obj *obj, void *params)
{
        const struct NVC36F_CTRL_GPFIFO_SET_WORK_SUBMIT_TOKEN_NOTIF_INDEX_PARAMS *p = params;

        (void)obj;
        return p->index < 3 ? NV_OK : NV_ERR_INVALID_INDEX;
}

static uint32_t sim_ctrl_class_engine(struct sim_obj *obj, void *params)
{
        struct NV906F_CTRL_GET_CLASS_ENGINEID_PARAMS *p = params;
        struct sim_obj *engine = sim_obj_find_kind(obj->client, p->hObject, SIM_OBJ_ENGINE);

        if (!engine || engine->parent != obj)
                return NV_ERR_INVALID_OBJECT_HANDLE;
        p->classID = engine->class_id;
        p->classEngineID = engine->class_id;
        p->engineID = sim_ctrl_group_of(obj)->group.engine_type;
        return NV_OK;
}

uint32_t sim_chan_disable(struct sim_chan *chan)
{
        if (!chan->hw)
                return NV_ERR_INVALID_STATE;
        sim_channel_destroy(chan->hw);
        chan->hw = NULL;
        return NV_OK;
}

/* The client gives its channel up: what it has not fetched is dropped. */
static uint32_t sim_ctrl_reset_channel(struct sim_obj *obj, void *params)
{
        struct sim_chan *chan = obj->chan;

        (void)params;
        if (!chan->hw)
                return NV_ERR_INVALID_STATE;
        sim_channel_destroy(chan->hw);
        chan->hw = NULL;
        sim_chan_clear_userd(chan);
        return sim_chan_start(chan) ? NV_ERR_NO_MEMORY : NV_OK;
}

static uint32_t sim_ctrl_stop_channel(struct sim_obj *obj, void *params)
{
        (void)params;
        return sim_chan_disable(obj->chan);
}

static uint32_t sim_ctrl_error_notifier(struct sim_obj *obj, void *params)
{
        (void)params;
        return obj->chan->notifier ? NV_OK : NV_ERR_INVALID_STATE;
}

#define SIM_TO(kind) (1u << SIM_OBJ_##kind)

const struct sim_ctrl *sim_ctrl_chan(size_t *ret_count)
{
        static const struct sim_ctrl ctrls[] = {
            {NVA06C_CTRL_CMD_GPFIFO_SCHEDULE, SIM_TO(GROUP), sim_ctrl_group_schedule},
            {NVA06C_CTRL_CMD_BIND, SIM_TO(GROUP), sim_ctrl_group_bind},
            {NVA06C_CTRL_CMD_SET_TIMESLICE, SIM_TO(GROUP), sim_ctrl_set_timeslice},
            {NVA06C_CTRL_CMD_GET_TIMESLICE, SIM_TO(GROUP), sim_ctrl_get_timeslice},
            {NVA06C_CTRL_CMD_PREEMPT, SIM_TO(GROUP), sim_ctrl_preempt},
            {NVA06C_CTRL_CMD_GET_INFO, SIM_TO(GROUP), sim_ctrl_group_info},
            {NVA06C_CTRL_CMD_SET_INTERLEAVE_LEVEL, SIM_TO(GROUP), sim_ctrl_set_interleave},
            {NVA06C_CTRL_CMD_GET_INTERLEAVE_LEVEL, SIM_TO(GROUP), sim_ctrl_get_interleave},
            {NVA06F_CTRL_CMD_GPFIFO_SCHEDULE, SIM_TO(CHANNEL), sim_ctrl_chan_schedule},
            {NVA06F_CTRL_CMD_BIND, SIM_TO(CHANNEL), sim_ctrl_chan_bind},
            {NVA06F_CTRL_CMD_SET_ERROR_NOTIFIER, SIM_TO(CHANNEL), sim_ctrl_error_notifier},
            {NVA06F_CTRL_CMD_STOP_CHANNEL, SIM_TO(CHANNEL), sim_ctrl_stop_channel},
            {NVC36F_CTRL_CMD_GPFIFO_GET_WORK_SUBMIT_TOKEN, SIM_TO(CHANNEL), sim_ctrl_token},
            {NVC36F_CTRL_CMD_GPFIFO_SET_WORK_SUBMIT_TOKEN_NOTIF_INDEX, SIM_TO(CHANNEL),
             sim_ctrl_token_notif},
            {NV906F_CTRL_GET_CLASS_ENGINEID, SIM_TO(CHANNEL), sim_ctrl_class_engine},
            {NV906F_CTRL_CMD_RESET_CHANNEL, SIM_TO(CHANNEL), sim_ctrl_reset_channel},
        };

        *ret_count = sizeof(ctrls) / sizeof(ctrls[0]);
        return ctrls;
}
