/* SPDX-License-Identifier: MIT */
/* Queues made through the kernel driver's model run: rings, doorbells, semaphores,
 * faults, and memory that goes away under them. */
#include <sched.h>
#include <string.h>
#include <time.h>
#include "tests/sim/kmd_util.h"

/* In the ring's memory: pushbuffer and semaphore. */
#define PUSH      0x100000u
#define SEMAPHORE 0x180000u

static bool wait_for(volatile const uint32_t *word, uint32_t value, unsigned ms)
{
        struct timespec pause = {.tv_nsec = 200000};

        for (unsigned i = 0; i < ms * 5; i++) {
                if (__atomic_load_n(word, __ATOMIC_ACQUIRE) == value)
                        return true;
                nanosleep(&pause, NULL);
        }
        return false;
}

/* One ring entry that releases @value to @va by a host semaphore (NVC56F_SEM_ADDR_LO
 * ... SEM_EXECUTE, clc56f.h). */
static void release(struct kx *k, bool copy, uint32_t slot, uint64_t va, uint32_t value, bool hint)
{
        volatile uint32_t *push = k->ring_cpu + (PUSH + slot * 64) / 4;
        volatile uint64_t *ring = (volatile uint64_t *)(k->ring_cpu + (copy ? 0x10000 : 0) / 4);
        volatile uint32_t *userd = k->ring_cpu + ((copy ? 0x10000 : 0) + 0x2000) / 4;
        uint32_t put = userd[0x8c / 4];

        push[0] = 1u << 29 | 5u << 16 | 0x5c >> 2;
        push[1] = (uint32_t)va;
        push[2] = (uint32_t)(va >> 32);
        push[3] = value;
        push[4] = 0;
        push[5] = 1 | 1u << 24; /* release, 64 bits */
        ring[put] = (k->ring_va + PUSH + slot * 64) | 6ull << 42;
        __atomic_thread_fence(__ATOMIC_SEQ_CST);
        __atomic_store_n(&userd[0x8c / 4], (put + 1) & 1023, __ATOMIC_RELEASE);
        __atomic_thread_fence(__ATOMIC_SEQ_CST);
        k->doorbell[0x90 / 4] = copy ? k->copy_token : k->token;
        if (hint)
                k->kmd->ops->doorbell_hint(k->kmd);
}

static void both_queues_run_in_both_modes_on_every_profile(void **state)
{
        char profile[64];

        (void)state;
        for (unsigned i = 0; i < 14; i++) {
                const struct kx_classes *c = &kx_profiles[i / 2];
                volatile uint32_t *sem;
                struct kx k;

                strcpy(profile, c->profile);
                strcat(profile, ",mem=64M");
                kx_create(&k, profile);
                kx_client(&k);
                kx_space(&k, i & 1);
                kx_queues(&k, c);
                sem = k.ring_cpu + SEMAPHORE / 4;
                release(&k, false, 0, k.ring_va + SEMAPHORE, 41, false);
                assert_true(wait_for(sem, 41, 2000)); /* seen without a hint */
                release(&k, true, 1, k.ring_va + SEMAPHORE + 16, 42, true);
                assert_true(wait_for(sem + 4, 42, 2000));
                kx_destroy(&k);
        }
}

static void many_submissions_wrap_the_ring(void **state)
{
        volatile uint32_t *sem;
        struct kx k;

        (void)state;
        kx_create(&k, "h200,mem=64M");
        kx_client(&k);
        kx_space(&k, false);
        kx_queues(&k, &kx_profiles[0]);
        sem = k.ring_cpu + SEMAPHORE / 4;
        for (uint32_t i = 1; i <= 3000; i++) {
                release(&k, i & 1, i % 512, k.ring_va + SEMAPHORE + 16 * (i & 1), i, true);
                if (i % 256 == 0) {
                        assert_true(wait_for(sem, i, 5000));
                        assert_true(wait_for(sem + 4, i - 1, 5000));
                }
        }
        kx_destroy(&k);
}

/* Own pages, system memory and another mode of the same: the queue writes them all. */
static void every_kind_of_memory_is_written(void **state)
{
        static _Alignas(4096) volatile uint32_t own[1024];
        volatile uint32_t *sys;
        uint32_t h_sys, h_own;
        struct kx k;

        (void)state;
        for (unsigned mode = 0; mode < 2; mode++) {
                kx_create(&k, "h200,mem=64M");
                kx_client(&k);
                kx_space(&k, mode);
                kx_queues(&k, &kx_profiles[0]);
                own[5] = 0;
                assert_int_equal(kx_own_pages(&k, k.dev, (void *)(uintptr_t)own, 4096, &h_own),
                                 NV_OK);
                assert_int_equal(kx_gpu_map(&k, h_own, 0x4000000000, 4096), NV_OK);
                assert_int_equal(kx_memory(&k, NV01_MEMORY_SYSTEM, 4096, KX_ATTR_CACHED, 0, &h_sys),
                                 NV_OK);
                assert_int_equal(kx_gpu_map(&k, h_sys, 0x5000000000, 4096), NV_OK);
                sys = kx_cpu_map(&k, h_sys, false, 4096);
                release(&k, false, 0, 0x4000000000 + 24, 7, true);
                release(&k, true, 1, 0x5000000000 + 48, 8, true);
                assert_true(wait_for(own + 6, 7, 2000));
                assert_true(wait_for(sys + 12, 8, 2000));
                own[6] = 0;
                k.kmd->ops->munmap(k.kmd, (void *)(uintptr_t)sys, 4096);
                kx_destroy(&k);
        }
}

/* An address that is not mapped (any more) is a fault: a line in the log, the error
 * notifier's status, and the other queue lives. */
static void a_fault_is_reported(void **state)
{
        volatile uint32_t *sem, *notifier;
        uint32_t memory;
        struct kx k;

        (void)state;
        for (unsigned mode = 0; mode < 2; mode++) {
                kx_create(&k, "h200,mem=64M");
                kx_client(&k);
                kx_space(&k, mode);
                kx_queues(&k, &kx_profiles[0]);
                notifier = kx_cpu_map(&k, k.notifier, false, 4096);
                sem = k.ring_cpu + SEMAPHORE / 4;
                assert_int_equal(
                    kx_memory(&k, NV01_MEMORY_LOCAL_USER, 65536, KX_ATTR_VIDEO, 0, &memory), NV_OK);
                assert_int_equal(kx_gpu_map(&k, memory, 0x6000000000, 65536), NV_OK);
                release(&k, false, 0, 0x6000000000, 1, true);
                release(&k, false, 1, k.ring_va + SEMAPHORE, 1, true);
                assert_true(wait_for(sem, 1, 2000));
                assert_int_equal(kx_gpu_unmap(&k, memory, 0x6000000000, 65536), NV_OK);
                release(&k, false, 2, 0x6000000000, 2, true);
                assert_true(wait_for(notifier + 2, 31, 2000)); /* info32: the Xid */
                assert_int_equal(notifier[3] >> 16, 0xffff);
                assert_true(kx_logged(&k, "Xid"));
                assert_true(kx_logged(&k, "31"));
                release(&k, false, 3, k.ring_va + SEMAPHORE, 3, true);
                release(&k, true, 4, k.ring_va + SEMAPHORE + 16, 4, true);
                assert_true(wait_for(sem + 4, 4, 2000));
                assert_int_equal(sem[0], 1); /* the dead queue stays dead */
                k.kmd->ops->munmap(k.kmd, (void *)(uintptr_t)notifier, 4096);
                assert_int_equal(kx_free(&k, k.group), NV_OK);
                kx_destroy(&k);
        }
}

/* Work that is queued while a group is not scheduled runs when it is. */
static void scheduling_holds_work_back(void **state)
{
        struct NVA06C_CTRL_GPFIFO_SCHEDULE_PARAMS schedule = {0};
        volatile uint32_t *sem;
        struct kx k;

        (void)state;
        kx_create(&k, "h200,mem=64M");
        kx_client(&k);
        kx_space(&k, false);
        kx_queues(&k, &kx_profiles[0]);
        sem = k.ring_cpu + SEMAPHORE / 4;
        assert_int_equal(kx_ctrl(&k, k.group, NVA06C_CTRL_CMD_GPFIFO_SCHEDULE, &schedule), NV_OK);
        release(&k, false, 0, k.ring_va + SEMAPHORE, 5, true);
        assert_false(wait_for(sem, 5, 50));
        schedule.bEnable = 1;
        assert_int_equal(kx_ctrl(&k, k.group, NVA06C_CTRL_CMD_GPFIFO_SCHEDULE, &schedule), NV_OK);
        assert_true(wait_for(sem, 5, 2000));
        kx_destroy(&k);
}

int main(void)
{
        const struct CMUnitTest tests[] = {
            cmocka_unit_test(both_queues_run_in_both_modes_on_every_profile),
            cmocka_unit_test(many_submissions_wrap_the_ring),
            cmocka_unit_test(every_kind_of_memory_is_written),
            cmocka_unit_test(a_fault_is_reported),
            cmocka_unit_test(scheduling_holds_work_back),
        };

        return cmocka_run_group_tests(tests, NULL, NULL);
}
