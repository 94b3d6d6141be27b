/* SPDX-License-Identifier: MIT */
/* Groups, channels and engine objects: each refusal, tokens, scheduling. */
#include <string.h>
#include "tests/sim/kmd_util.h"

static void start(struct kx *k, const char *profile, bool uvm_mode)
{
        kx_create(k, profile);
        kx_client(k);
        kx_space(k, uvm_mode);
        kx_queues(k, &kx_profiles[0]);
}

static uint32_t channel(struct kx *k, struct NV_CHANNEL_ALLOC_PARAMS p, uint32_t *ret_handle)
{
        return kx_alloc(k, k->group, HOPPER_CHANNEL_GPFIFO_A, &p, ret_handle);
}

static void channel_refusals(void **state)
{
        struct NV_CHANNEL_ALLOC_PARAMS good, p;
        struct NV_CTXSHARE_ALLOCATION_PARAMETERS share;
        uint32_t handle, other_share;
        struct kx k;

        (void)state;
        start(&k, "h200,mem=1G", false);
        good = (struct NV_CHANNEL_ALLOC_PARAMS){
            .hObjectError = k.notifier,
            .gpFifoOffset = k.ring_va + 0x20000,
            .gpFifoEntries = 8192,
            .hContextShare = k.ctxshare,
            .hUserdMemory[0] = k.ring,
            .userdOffset[0] = 0x30000,
        };
        p = good;
        p.gpFifoEntries = 1000;
        assert_int_equal(channel(&k, p, NULL), NV_ERR_INVALID_ARGUMENT);
        assert_true(kx_logged(&k, "1000 ring entries: not a power of two"));
        p.gpFifoEntries = 0;
        assert_int_equal(channel(&k, p, NULL), NV_ERR_INVALID_ARGUMENT);
        p = good;
        p.gpFifoOffset = k.ring_va + KX_HUGE_B - 0x1000; /* runs out of the mapping */
        assert_int_equal(channel(&k, p, NULL), NV_ERR_INVALID_ADDRESS);
        p.gpFifoOffset = 0x7000000000;
        assert_int_equal(channel(&k, p, NULL), NV_ERR_INVALID_ADDRESS);
        p = good;
        p.hUserdMemory[0] = 0;
        assert_int_equal(channel(&k, p, NULL), NV_ERR_INVALID_OBJECT_HANDLE);
        p.hUserdMemory[0] = k.usermode;
        assert_int_equal(channel(&k, p, NULL), NV_ERR_INVALID_OBJECT_HANDLE);
        p = good;
        p.userdOffset[0] = 0x30008;
        assert_int_equal(channel(&k, p, NULL), NV_ERR_INVALID_OFFSET);
        p.userdOffset[0] = KX_HUGE_B;
        assert_int_equal(channel(&k, p, NULL), NV_ERR_INVALID_OFFSET);
        p.userdOffset[0] = ~0ull << 9;
        assert_int_equal(channel(&k, p, NULL), NV_ERR_INVALID_OFFSET);
        p = good;
        p.hObjectError = k.device;
        assert_int_equal(channel(&k, p, NULL), NV_ERR_INVALID_OBJECT_HANDLE);
        p = good;
        p.hVASpace = k.vaspace;
        assert_int_equal(channel(&k, p, NULL), NV_ERR_INVALID_ARGUMENT);
        p = good;
        p.hContextShare = 0; /* the group has channels with one */
        assert_int_equal(channel(&k, p, NULL), NV_ERR_INVALID_ARGUMENT);
        p.hContextShare = k.vaspace;
        assert_int_equal(channel(&k, p, NULL), NV_ERR_INVALID_OBJECT_HANDLE);
        p = good;
        p.engineType = 0xb;
        assert_int_equal(channel(&k, p, NULL), NV_ERR_INVALID_ARGUMENT);
        share = (struct NV_CTXSHARE_ALLOCATION_PARAMETERS){.hVASpace = 0x1234, .flags = 1};
        assert_int_equal(kx_alloc(&k, k.group, FERMI_CONTEXT_SHARE_A, &share, NULL),
                         NV_ERR_INVALID_OBJECT_HANDLE);
        share.hVASpace = k.vaspace;
        assert_int_equal(kx_alloc(&k, k.copy_group, FERMI_CONTEXT_SHARE_A, &share, &other_share),
                         NV_ERR_INVALID_ARGUMENT);
        assert_int_equal(kx_alloc(&k, k.group, BLACKWELL_CHANNEL_GPFIFO_A, &good, NULL),
                         NV_ERR_INVALID_CLASS);
        assert_int_equal(kx_alloc(&k, k.device, HOPPER_CHANNEL_GPFIFO_A, &good, NULL),
                         NV_ERR_INVALID_OBJECT_PARENT);
        assert_int_equal(kx_stats(&k).channels, 2);
        assert_int_equal(channel(&k, good, &handle), NV_OK);
        assert_int_equal(kx_stats(&k).channels, 3);
        /* an older generation's class is in the chip's list */
        assert_int_equal(kx_alloc(&k, k.group, AMPERE_CHANNEL_GPFIFO_A, &good, NULL), NV_OK);
        kx_destroy(&k);
}

static void group_and_engine_refusals(void **state)
{
        struct NV_CHANNEL_GROUP_ALLOCATION_PARAMETERS group = {.engineType = 0xe};
        struct NVB0B5_ALLOCATION_PARAMETERS copy = {.version = 0, .engineType = 5};
        struct kx k;

        (void)state;
        start(&k, "h200,mem=1G", false);
        /* copy engine 5 does not exist on an H200 */
        assert_int_equal(kx_alloc(&k, k.device, KEPLER_CHANNEL_GROUP_A, &group, NULL),
                         NV_ERR_INVALID_ARGUMENT);
        group.engineType = 0;
        assert_int_equal(kx_alloc(&k, k.device, KEPLER_CHANNEL_GROUP_A, &group, NULL),
                         NV_ERR_INVALID_ARGUMENT);
        group.engineType = 1;
        group.hVASpace = 0x1234;
        assert_int_equal(kx_alloc(&k, k.device, KEPLER_CHANNEL_GROUP_A, &group, NULL),
                         NV_ERR_INVALID_OBJECT_HANDLE);
        assert_int_equal(kx_alloc(&k, k.copy_channel, HOPPER_DMA_COPY_A, &copy, NULL),
                         NV_ERR_INVALID_CLASS); /* measured: 0x22, "bad class" */
        assert_true(kx_logged(&k, "bad class 0xc8b5"));
        copy.engineType = 3; /* another engine than the group's */
        assert_int_equal(kx_alloc(&k, k.copy_channel, HOPPER_DMA_COPY_A, &copy, NULL),
                         NV_ERR_INVALID_CLASS);
        copy.engineType = 2; /* not the graphics engine's */
        assert_int_equal(kx_alloc(&k, k.channel, HOPPER_DMA_COPY_A, &copy, NULL),
                         NV_ERR_INVALID_CLASS);
        copy.engineType = 1;
        assert_int_equal(kx_alloc(&k, k.channel, HOPPER_DMA_COPY_A, &copy, NULL), NV_OK);
        assert_int_equal(kx_alloc(&k, k.channel, HOPPER_DMA_COPY_A, &copy, NULL),
                         NV_ERR_STATE_IN_USE);
        assert_int_equal(kx_alloc(&k, k.copy_channel, HOPPER_COMPUTE_A, NULL, NULL),
                         NV_ERR_INVALID_CLASS);
        assert_int_equal(kx_alloc(&k, k.channel, ADA_COMPUTE_A, NULL, NULL), NV_ERR_INVALID_CLASS);
        assert_int_equal(kx_alloc(&k, k.device, HOPPER_COMPUTE_A, NULL, NULL),
                         NV_ERR_INVALID_OBJECT_PARENT);
        kx_destroy(&k);
}

static void tokens_and_channel_ids(void **state)
{
        struct NVC36F_CTRL_CMD_GPFIFO_GET_WORK_SUBMIT_TOKEN_PARAMS token = {0};
        struct NV0080_CTRL_FIFO_GET_CHANNELLIST_PARAMS list = {.numChannels = 2};
        struct NV_CHANNEL_ALLOC_PARAMS p = {0};
        uint32_t handles[2], ids[2] = {0}, channel_handle;
        struct kx k;

        (void)state;
        start(&k, "h200,mem=1G", false);
        handles[0] = k.channel;
        handles[1] = k.copy_channel;
        list.pChannelHandleList = (uintptr_t)handles;
        list.pChannelList = (uintptr_t)ids;
        assert_int_equal(kx_ctrl(&k, k.device, NV0080_CTRL_CMD_FIFO_GET_CHANNELLIST, &list), NV_OK);
        assert_int_equal(ids[0], 10);
        assert_int_equal(ids[1], 11);
        handles[1] = k.ring;
        assert_int_equal(kx_ctrl(&k, k.device, NV0080_CTRL_CMD_FIFO_GET_CHANNELLIST, &list),
                         NV_ERR_INVALID_CHANNEL);
        list.pChannelList = 8;
        assert_int_equal(kx_ctrl(&k, k.device, NV0080_CTRL_CMD_FIFO_GET_CHANNELLIST, &list),
                         NV_ERR_INVALID_ADDRESS);
        p.gpFifoOffset = k.ring_va + 0x20000;
        p.gpFifoEntries = 1024;
        p.hContextShare = k.ctxshare;
        p.hUserdMemory[0] = k.ring;
        p.userdOffset[0] = 0x30000;
        assert_int_equal(channel(&k, p, &channel_handle), NV_OK);
        assert_int_equal(
            kx_ctrl(&k, channel_handle, NVC36F_CTRL_CMD_GPFIFO_GET_WORK_SUBMIT_TOKEN, &token),
            NV_ERR_INVALID_STATE); /* no engine object */
        assert_int_equal(kx_alloc(&k, channel_handle, HOPPER_COMPUTE_A, NULL, NULL), NV_OK);
        assert_int_equal(
            kx_ctrl(&k, channel_handle, NVC36F_CTRL_CMD_GPFIFO_GET_WORK_SUBMIT_TOKEN, &token),
            NV_OK);
        assert_int_equal(token.workSubmitToken, 12);
        /* ids are used again */
        assert_int_equal(kx_free(&k, k.copy_channel), NV_OK);
        p.userdOffset[0] = 0x31000;
        assert_int_equal(channel(&k, p, &channel_handle), NV_OK);
        handles[1] = channel_handle;
        list.pChannelList = (uintptr_t)ids;
        assert_int_equal(kx_ctrl(&k, k.device, NV0080_CTRL_CMD_FIFO_GET_CHANNELLIST, &list), NV_OK);
        assert_int_equal(ids[1], 11);
        kx_destroy(&k);
}

static void controls_of_groups_and_channels(void **state)
{
        struct NVA06C_CTRL_TIMESLICE_PARAMS slice = {.timesliceUs = 1500};
        struct NVA06C_CTRL_PREEMPT_PARAMS preempt = {.bWait = 1};
        struct NVA06F_CTRL_GPFIFO_SCHEDULE_PARAMS off = {0};
        struct NVA06C_CTRL_BIND_PARAMS bind = {.engineType = 1};
        struct NV906F_CTRL_GET_CLASS_ENGINEID_PARAMS engine = {0};
        struct NV2080_CTRL_FIFO_DISABLE_CHANNELS_PARAMS *disable;
        struct NV906F_CTRL_CMD_RESET_CHANNEL_PARAMS reset = {0};
        struct NV2080_CTRL_GR_GET_CTX_BUFFER_SIZE_PARAMS size = {0};
        struct kx k;

        (void)state;
        start(&k, "h200,mem=1G", false);
        assert_int_equal(kx_ctrl(&k, k.group, NVA06C_CTRL_CMD_SET_TIMESLICE, &slice), NV_OK);
        slice.timesliceUs = 0;
        assert_int_equal(kx_ctrl(&k, k.group, NVA06C_CTRL_CMD_SET_TIMESLICE, &slice),
                         NV_ERR_INVALID_ARGUMENT);
        assert_int_equal(kx_ctrl(&k, k.group, NVA06C_CTRL_CMD_GET_TIMESLICE, &slice), NV_OK);
        assert_int_equal(slice.timesliceUs, 1500);
        assert_int_equal(kx_ctrl(&k, k.channel, NVA06C_CTRL_CMD_GET_TIMESLICE, &slice),
                         NV_ERR_INVALID_COMMAND); /* of groups */
        assert_int_equal(kx_ctrl(&k, k.group, NVA06C_CTRL_CMD_PREEMPT, &preempt), NV_OK);
        assert_int_equal(kx_ctrl(&k, k.channel, NVA06F_CTRL_CMD_GPFIFO_SCHEDULE, &off), NV_OK);
        assert_int_equal(kx_ctrl(&k, k.group, NVA06C_CTRL_CMD_PREEMPT, &preempt),
                         NV_ERR_INVALID_STATE);
        assert_int_equal(kx_ctrl(&k, k.group, NVA06C_CTRL_CMD_BIND, &bind), NV_OK);
        bind.engineType = 9;
        assert_int_equal(kx_ctrl(&k, k.group, NVA06C_CTRL_CMD_BIND, &bind),
                         NV_ERR_INVALID_ARGUMENT);
        engine.hObject = k.compute;
        assert_int_equal(kx_ctrl(&k, k.channel, NV906F_CTRL_GET_CLASS_ENGINEID, &engine), NV_OK);
        assert_int_equal(engine.classID, HOPPER_COMPUTE_A);
        engine.hObject = k.copy;
        assert_int_equal(kx_ctrl(&k, k.channel, NV906F_CTRL_GET_CLASS_ENGINEID, &engine),
                         NV_ERR_INVALID_OBJECT_HANDLE);
        size.hChannel = k.channel;
        assert_int_equal(kx_ctrl(&k, k.subdev, NV2080_CTRL_CMD_GR_GET_CTX_BUFFER_SIZE, &size),
                         NV_OK);
        assert_int_equal(size.totalBufferSize, 0x52f000);
        assert_int_equal(kx_ctrl(&k, k.channel, NV906F_CTRL_CMD_RESET_CHANNEL, &reset), NV_OK);
        disable = test_calloc(1, sizeof(*disable));
        disable->bDisable = 1;
        disable->numChannels = 1;
        disable->hClientList[0] = k.root;
        disable->hChannelList[0] = 0x1234;
        assert_int_equal(kx_ctrl(&k, k.subdev, NV2080_CTRL_CMD_FIFO_DISABLE_CHANNELS, disable),
                         NV_ERR_INVALID_CHANNEL);
        disable->hChannelList[0] = k.channel;
        assert_int_equal(kx_ctrl(&k, k.subdev, NV2080_CTRL_CMD_FIFO_DISABLE_CHANNELS, disable),
                         NV_OK);
        assert_int_equal(kx_ctrl(&k, k.channel, NV906F_CTRL_CMD_RESET_CHANNEL, &reset),
                         NV_ERR_INVALID_STATE);
        disable->numChannels = 65;
        assert_int_equal(kx_ctrl(&k, k.subdev, NV2080_CTRL_CMD_FIFO_DISABLE_CHANNELS, disable),
                         NV_ERR_INVALID_ARGUMENT);
        test_free(disable);
        kx_destroy(&k);
}

/* The manager does not run a channel that UVM does not know. */
static void an_unregistered_channel_is_not_scheduled(void **state)
{
        struct NVA06C_CTRL_GPFIFO_SCHEDULE_PARAMS schedule = {.bEnable = 1};
        struct NV_CHANNEL_ALLOC_PARAMS p = {0};
        struct kx k;

        (void)state;
        start(&k, "h200,mem=1G", true);
        p.gpFifoOffset = k.ring_va + 0x20000;
        p.gpFifoEntries = 1024;
        p.hContextShare = k.ctxshare;
        p.hUserdMemory[0] = k.ring;
        p.userdOffset[0] = 0x30000;
        assert_int_equal(channel(&k, p, NULL), NV_OK);
        assert_int_equal(kx_ctrl(&k, k.group, NVA06C_CTRL_CMD_GPFIFO_SCHEDULE, &schedule),
                         NV_ERR_INVALID_STATE);
        assert_true(kx_logged(&k, "is not registered with UVM"));
        kx_destroy(&k);
}

/* A channel keeps its ring's USERD and its notifier alive. */
static void freed_memory_under_a_channel(void **state)
{
        struct kx k;

        (void)state;
        start(&k, "h200,mem=1G", false);
        assert_int_equal(kx_free(&k, k.notifier), NV_OK);
        assert_int_equal(kx_stats(&k).sysmem_B, 4096);
        assert_int_equal(kx_free(&k, k.ring), NV_OK);
        assert_int_equal(kx_stats(&k).vidmem_B, KX_HUGE_B);
        assert_int_equal(kx_free(&k, k.vaspace), NV_OK);
        assert_int_equal(kx_free(&k, k.virt), NV_OK);
        assert_int_equal(kx_free(&k, k.channel), NV_OK);
        assert_int_equal(kx_free(&k, k.copy_group), NV_OK);
        assert_int_equal(kx_stats(&k).vidmem_B, 0);
        assert_int_equal(kx_stats(&k).sysmem_B, 0);
        kx_destroy(&k);
}

int main(void)
{
        const struct CMUnitTest tests[] = {
            cmocka_unit_test(channel_refusals),
            cmocka_unit_test(group_and_engine_refusals),
            cmocka_unit_test(tokens_and_channel_ids),
            cmocka_unit_test(controls_of_groups_and_channels),
            cmocka_unit_test(an_unregistered_channel_is_not_scheduled),
            cmocka_unit_test(freed_memory_under_a_channel),
        };

        return cmocka_run_group_tests(tests, NULL, NULL);
}
