/* SPDX-License-Identifier: MIT */
/* The model's GPU, groups and channels: made, found, ended. */
#include "sim/gpu/model.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

int sim_gpu_create(const struct sim_gpu_config *config, const struct sim_gpu_events *events,
                   struct sim_gpu **ret_gpu)
{
        struct sim_gpu *gpu;
        void *page;
        int r;

        if (!config->chip || !config->sm_count)
                return -EINVAL;
        gpu = calloc(1, sizeof(*gpu));
        if (!gpu)
                return -ENOMEM;
        gpu->config = *config;
        if (events)
                gpu->events = *events;
        pthread_mutex_init(&gpu->lock, NULL);
        pthread_cond_init(&gpu->changed, NULL);
        pthread_cond_init(&gpu->heavy_work, NULL);
        gpu->ready_tail = &gpu->ready;
        gpu->heavy_tail = &gpu->heavy;
        gpu->parked_tail = &gpu->parked;
        r = sim_grids_create(gpu);
        if (r < 0)
                goto out_gpu;
        gpu->usermode_fd = memfd_create("peal-usermode", MFD_CLOEXEC);
        if (gpu->usermode_fd < 0 || ftruncate(gpu->usermode_fd, PEAL_USERMODE_SIZE_B) < 0) {
                r = -errno;
                goto out_fd;
        }
        page = mmap(NULL, PEAL_USERMODE_SIZE_B, PROT_READ | PROT_WRITE, MAP_SHARED,
                    gpu->usermode_fd, 0);
        if (page == MAP_FAILED) {
                r = -errno;
                goto out_fd;
        }
        gpu->usermode = page;
        sim_doorbell_reset(gpu);
        r = sm_engine_create(config->workers, &gpu->sm);
        if (r < 0)
                goto out_page;
        r = sim_host_start(gpu);
        if (r < 0)
                goto out_sm;
        *ret_gpu = gpu;
        return 0;
out_sm:
        sm_engine_destroy(gpu->sm);
out_page:
        munmap(page, PEAL_USERMODE_SIZE_B);
out_fd:
        if (gpu->usermode_fd >= 0)
                close(gpu->usermode_fd);
        sim_grids_destroy(gpu);
out_gpu:
        pthread_cond_destroy(&gpu->heavy_work);
        pthread_cond_destroy(&gpu->changed);
        pthread_mutex_destroy(&gpu->lock);
        free(gpu);
        return r;
}

void sim_gpu_destroy(struct sim_gpu *gpu)
{
        if (!gpu)
                return;
        /* Channels should be gone by now; what is left ends here. */
        while (gpu->channels)
                sim_channel_destroy(gpu->channels);
        sim_host_stop(gpu);
        sim_grids_destroy(gpu);
        sm_engine_destroy(gpu->sm);
        munmap((void *)(uintptr_t)gpu->usermode, PEAL_USERMODE_SIZE_B);
        close(gpu->usermode_fd);
        pthread_cond_destroy(&gpu->heavy_work);
        pthread_cond_destroy(&gpu->changed);
        pthread_mutex_destroy(&gpu->lock);
        free(gpu);
}

int sim_gpu_usermode_fd(struct sim_gpu *gpu)
{
        return gpu->usermode_fd;
}

uint64_t sim_gpu_interrupts(struct sim_gpu *gpu)
{
        return atomic_load(&gpu->interrupts);
}

/* ---- groups ---- */
int sim_tsg_create(struct sim_gpu *gpu, enum sim_engine engine, unsigned instance,
                   struct sim_tsg **ret_tsg)
{
        struct sim_tsg *tsg = calloc(1, sizeof(*tsg));

        if (!tsg)
                return -ENOMEM;
        tsg->gpu = gpu;
        tsg->engine = engine;
        tsg->instance = instance;
        atomic_init(&tsg->refs, 1);
        pthread_mutex_init(&tsg->lock, NULL);
        pthread_cond_init(&tsg->grid_done, NULL);
        *ret_tsg = tsg;
        return 0;
}

void sim_tsg_unref(struct sim_tsg *tsg)
{
        if (atomic_fetch_sub(&tsg->refs, 1) != 1)
                return;
        sim_tsg_drop_tasks(tsg);
        pthread_cond_destroy(&tsg->grid_done);
        pthread_mutex_destroy(&tsg->lock);
        free(tsg);
}

void sim_tsg_destroy(struct sim_tsg *tsg)
{
        if (!tsg)
                return;
        sim_tsg_schedule(tsg, false);
        sim_tsg_unref(tsg);
}

void sim_tsg_schedule(struct sim_tsg *tsg, bool enable)
{
        atomic_store(&tsg->scheduled, enable);
        if (enable) {
                /* Work that was rung for while scheduling was off starts now. */
                atomic_store(&tsg->gpu->rescan, true);
                sim_wake(tsg->gpu);
        }
}

bool sim_tsg_is_dead(struct sim_tsg *tsg)
{
        return atomic_load(&tsg->dead);
}

/* ---- channels ---- */
static void *translate(void *ctx, uint64_t va, enum sm_access access, uint64_t *ret_run_B)
{
        struct sim_channel *ch = ctx;
        void *host;

        /* The engine's own bookkeeping keeps the pointer; see wait_for_grids(). */
        sim_vas_enter(ch->vas);
        host = sim_vas_walk(ch->vas, va, access, ret_run_B);
        sim_vas_leave(ch->vas);
        return host;
}

int sim_channel_create(struct sim_gpu *gpu, const struct sim_channel_config *config,
                       struct sim_channel **ret_channel)
{
        uint32_t entries = config->gpfifo_entries;
        struct sim_channel *ch;

        if (!config->tsg || !config->vas || !config->userd || !entries || entries & (entries - 1))
                return -EINVAL;
        if (config->gpfifo_va % 8 || !peal_class_name(config->channel_class))
                return -EINVAL;
        ch = calloc(1, sizeof(*ch));
        if (!ch)
                return -ENOMEM;
        ch->gpu = gpu;
        ch->config = *config;
        ch->vas = config->vas;
        ch->tsg = config->tsg;
        ch->mem = (struct sm_mem_ops){translate, ch, &ch->vas->generation};
        sim_vas_ref(ch->vas);
        atomic_fetch_add(&ch->tsg->refs, 1);
        pthread_mutex_lock(&gpu->lock);
        ch->next = gpu->channels;
        gpu->channels = ch;
        pthread_mutex_unlock(&gpu->lock);
        *ret_channel = ch;
        return 0;
}

void sim_channel_destroy(struct sim_channel *ch)
{
        struct sim_gpu *gpu;

        if (!ch)
                return;
        gpu = ch->gpu;
        atomic_store(&ch->dying, true);
        pthread_mutex_lock(&gpu->lock);
        while (ch->state == SIM_CHAN_RUNNING)
                pthread_cond_wait(&gpu->changed, &gpu->lock);
        sim_channel_unqueue(ch);
        for (struct sim_channel **p = &gpu->channels; *p; p = &(*p)->next) {
                if (*p == ch) {
                        *p = ch->next;
                        break;
                }
        }
        pthread_mutex_unlock(&gpu->lock);
        sim_channel_stop_grids(ch);
        sim_vas_unref(ch->vas);
        sim_tsg_unref(ch->tsg);
        free(ch);
}

void sim_channel_add_class(struct sim_channel *ch, uint32_t class_id)
{
        pthread_mutex_lock(&ch->gpu->lock);
        for (unsigned i = 0; i < SIM_CLASSES_MAX; i++) {
                if (!ch->classes[i]) {
                        ch->classes[i] = class_id;
                        break;
                }
        }
        pthread_mutex_unlock(&ch->gpu->lock);
}

void sim_channel_remove_class(struct sim_channel *ch, uint32_t class_id)
{
        pthread_mutex_lock(&ch->gpu->lock);
        for (unsigned i = 0; i < SIM_CLASSES_MAX; i++) {
                if (ch->classes[i] == class_id) {
                        ch->classes[i] = 0;
                        break;
                }
        }
        pthread_mutex_unlock(&ch->gpu->lock);
}
