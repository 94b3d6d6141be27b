/* SPDX-License-Identifier: MIT */
/* The model's kernel driver as the seam sees it: made, asked, taken down. */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include "sim/kmd/kmd.h"
#include "sim/sm/sm.h"

#define SIM_LOG_MAX_B (256u << 10)
/* Host memory handed out by the model; only what is touched costs. */
#define SIM_SYSMEM_B ((uint64_t)256 << 30)

static struct sim_kmd *sim_kmd_of(struct peal_kmd *kmd)
{
        return (struct sim_kmd *)kmd;
}

void sim_dmesg(struct sim_kmd *kmd, const char *fmt, ...)
{
        char line[512];
        va_list ap;
        size_t n;

        va_start(ap, fmt);
        vsnprintf(line, sizeof(line) - 1, fmt, ap); /* leaves room for the newline */
        va_end(ap);
        n = strlen(line);
        line[n++] = '\n';
        line[n] = '\0';
        if (kmd->log_echo)
                fprintf(stderr, "model: %s", line);
        pthread_mutex_lock(&kmd->log_lock);
        if (kmd->log_B + n > SIM_LOG_MAX_B && !kmd->log_full) {
                kmd->log_full = true;
                n = (size_t)snprintf(line, sizeof(line), "log full: what follows is dropped\n");
        } else if (kmd->log_full) {
                n = 0;
        }
        if (kmd->log_B + n > kmd->log_cap) {
                size_t cap = kmd->log_cap ? kmd->log_cap * 2 : 4096;
                char *p = realloc(kmd->log, cap);

                if (p) {
                        kmd->log = p;
                        kmd->log_cap = cap;
                } else {
                        n = 0;
                }
        }
        if (n) {
                memcpy(kmd->log + kmd->log_B, line, n);
                kmd->log_B += n;
        }
        pthread_mutex_unlock(&kmd->log_lock);
}

static void sim_card_log(void *ctx, const char *line)
{
        struct sim_card *card = ctx;

        sim_dmesg(card->kmd, "%s", line);
}

static void sim_card_error(void *ctx, uint32_t xid)
{
        struct sim_card *card = ctx;

        (void)xid; /* its line is in the log */
        atomic_fetch_add(&card->errors, 1);
}

struct sim_gpu *sim_card_gpu(struct sim_card *card)
{
        struct sim_gpu *gpu = atomic_load(&card->gpu);
        const struct sim_profile *profile = &card->kmd->profile;
        uint32_t sm = profile->chip->sm_version;
        struct sim_gpu_config config = {
            .chip = peal_chip_by_compute_class(profile->chip->compute_class),
            .sm_arch = (sm >> 8) * 10 + (sm & 0xff),
            .sm_count = profile->sms,
            .workers = profile->workers,
            .max_instructions = profile->limit,
        };
        struct sim_gpu_events events = {
            .ctx = card, .log = sim_card_log, .channel_error = sim_card_error};
        int r;

        if (gpu)
                return gpu;
        r = config.chip ? sim_gpu_create(&config, &events, &gpu) : -ENODEV;
        if (r) {
                sim_dmesg(card->kmd, "GPU %u: no hardware model for %s: %s", card->index,
                          profile->chip->short_name, strerror(-r));
                return NULL;
        }
        atomic_store(&card->gpu, gpu);
        return gpu;
}

struct sim_card *sim_card_by_uuid(struct sim_kmd *kmd, const uint8_t uuid[16])
{
        for (unsigned i = 0; i < kmd->card_count; i++)
                if (!memcmp(kmd->cards[i]->uuid, uuid, 16))
                        return kmd->cards[i];
        return NULL;
}

struct sim_card *sim_card_by_gpu_id(struct sim_kmd *kmd, uint32_t gpu_id)
{
        for (unsigned i = 0; i < kmd->card_count; i++)
                if (kmd->cards[i]->gpu_id == gpu_id)
                        return kmd->cards[i];
        return NULL;
}

uint32_t sim_status(int err)
{
        switch (err) {
        case 0:
                return NV_OK;
        case -ENOMEM:
        case -EEXIST: /* a fixed address that is taken: the heap has no memory there */
                return NV_ERR_NO_MEMORY;
        case -EINVAL:
                return NV_ERR_INVALID_OFFSET;
        case -EFAULT:
                return NV_ERR_INVALID_ADDRESS;
        default:
                return NV_ERR_GENERIC;
        }
}

/* ---- the table ---- */

/* A forked child has none of the model's threads: nothing here works in it. The
 * driver notices and makes itself a new model. */
static bool sim_kmd_foreign(const struct sim_kmd *kmd)
{
        return kmd->pid != getpid();
}

static int sim_op_open(struct peal_kmd *base, const char *path, int flags)
{
        struct sim_kmd *kmd = sim_kmd_of(base);
        int r;

        (void)flags;
        if (sim_kmd_foreign(kmd))
                return -ENODEV;
        pthread_mutex_lock(&kmd->lock);
        r = sim_node_open(kmd, path);
        pthread_mutex_unlock(&kmd->lock);
        return r;
}

static int sim_op_close(struct peal_kmd *base, int fd)
{
        struct sim_kmd *kmd = sim_kmd_of(base);
        int r;

        if (sim_kmd_foreign(kmd))
                return -ENODEV;
        pthread_mutex_lock(&kmd->lock);
        r = sim_node_close(kmd, fd);
        pthread_mutex_unlock(&kmd->lock);
        return r;
}

static ssize_t sim_op_read(struct peal_kmd *base, int fd, void *buf, size_t size_B)
{
        struct sim_kmd *kmd = sim_kmd_of(base);
        ssize_t r;

        if (sim_kmd_foreign(kmd))
                return -ENODEV;
        pthread_mutex_lock(&kmd->lock);
        r = sim_node_read(kmd, fd, buf, size_B);
        pthread_mutex_unlock(&kmd->lock);
        return r;
}

static int sim_op_ioctl(struct peal_kmd *base, int fd, unsigned long request, void *arg)
{
        struct sim_kmd *kmd = sim_kmd_of(base);
        int r;

        if (sim_kmd_foreign(kmd))
                return -ENODEV;
        pthread_mutex_lock(&kmd->lock);
        r = sim_node_ioctl(kmd, fd, request, (uint64_t)(uintptr_t)arg);
        pthread_mutex_unlock(&kmd->lock);
        return r;
}

static int sim_op_mmap(struct peal_kmd *base, void *addr, size_t len_B, int prot, int flags, int fd,
                       off_t offset, void **ret_ptr)
{
        struct sim_kmd *kmd = sim_kmd_of(base);
        int r;

        if (sim_kmd_foreign(kmd))
                return -ENODEV;
        pthread_mutex_lock(&kmd->lock);
        r = sim_node_mmap(kmd, addr, len_B, prot, flags, fd, offset, ret_ptr);
        pthread_mutex_unlock(&kmd->lock);
        return r;
}

static int sim_op_munmap(struct peal_kmd *base, void *addr, size_t len_B)
{
        (void)base;
        return munmap(addr, len_B) < 0 ? -errno : 0;
}

static int sim_op_executes(struct peal_kmd *base, uint32_t sm_arch)
{
        (void)base;
        return sm_arch_supported(sm_arch);
}

static void sim_op_doorbell_hint(struct peal_kmd *base)
{
        struct sim_kmd *kmd = sim_kmd_of(base);

        for (unsigned i = 0; i < kmd->card_count; i++) {
                struct sim_gpu *gpu = atomic_load(&kmd->cards[i]->gpu);

                if (gpu)
                        sim_gpu_hint(gpu);
        }
}

static void sim_kmd_free(struct sim_kmd *kmd)
{
        for (unsigned i = 0; i < kmd->card_count; i++) {
                struct sim_gpu *gpu = atomic_load(&kmd->cards[i]->gpu);

                if (gpu)
                        sim_gpu_destroy(gpu);
                sim_pool_fini(&kmd->cards[i]->vidmem, false);
                free(kmd->cards[i]);
        }
        sim_pool_fini(&kmd->sysmem, false);
        pthread_mutex_destroy(&kmd->lock);
        pthread_mutex_destroy(&kmd->log_lock);
        free(kmd->nodes);
        free(kmd->log);
        free(kmd);
}

static void sim_op_destroy(struct peal_kmd *base)
{
        struct sim_kmd *kmd = sim_kmd_of(base);

        if (!kmd)
                return;
        if (sim_kmd_foreign(kmd)) {
                /* The parent's threads are not here and its locks may be held for
                 * ever: only the descriptors of the memory are given up. */
                for (unsigned i = 0; i < kmd->card_count; i++)
                        if (kmd->cards[i]->vidmem.base)
                                close(kmd->cards[i]->vidmem.fd);
                if (kmd->sysmem.base)
                        close(kmd->sysmem.fd);
                return;
        }
        pthread_mutex_lock(&kmd->lock);
        sim_node_close_all(kmd);
        pthread_mutex_unlock(&kmd->lock);
        sim_kmd_free(kmd);
}

static const struct peal_kmd_ops sim_kmd_ops = {
    .open = sim_op_open,
    .close = sim_op_close,
    .read = sim_op_read,
    .ioctl = sim_op_ioctl,
    .mmap = sim_op_mmap,
    .munmap = sim_op_munmap,
    .doorbell_hint = sim_op_doorbell_hint,
    .executes = sim_op_executes,
    .destroy = sim_op_destroy,
};

static struct sim_card *sim_card_create(struct sim_kmd *kmd, unsigned index)
{
        static const uint8_t uuid[16] = {0x70, 0x65, 0x61, 0x6c, 0x2d, 0x73, 0x69, 0x6d,
                                         0x80, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00};
        struct sim_card *card = calloc(1, sizeof(*card));

        if (!card)
                return NULL;
        card->kmd = kmd;
        card->index = index;
        card->minor = kmd->profile.minor + index;
        /* as on the machines that were measured: PCI 00:06 is GPU id 6 */
        card->bus = 0;
        card->slot = (uint8_t)(6 + index);
        card->gpu_id = (uint32_t)card->bus << 8 | card->slot;
        memcpy(card->uuid, uuid, 16);
        card->uuid[8] |= (uint8_t)index;
        card->uuid[14] = (uint8_t)(kmd->profile.chip->device_id >> 8);
        card->uuid[15] = (uint8_t)kmd->profile.chip->device_id;
        return card;
}

int sim_kmd_create(const char *profile, char *err, size_t err_B, struct peal_kmd **ret_kmd)
{
        struct sim_kmd *kmd = calloc(1, sizeof(*kmd));
        int r;

        if (!kmd)
                return -ENOMEM;
        r = sim_profile_parse(profile, err, err_B, &kmd->profile);
        if (!r)
                r = peal_abi_select(kmd->profile.driver, &kmd->abi);
        if (r) {
                free(kmd);
                return r;
        }
        kmd->base.ops = &sim_kmd_ops;
        kmd->pid = getpid();
        kmd->log_echo = getenv("PEAL_DEBUG") && atoi(getenv("PEAL_DEBUG")) > 0;
        kmd->next_client = 0xc1d00001;
        kmd->next_linear = 0x1000000000;
        pthread_mutex_init(&kmd->lock, NULL);
        pthread_mutex_init(&kmd->log_lock, NULL);
        for (unsigned i = 0; i < kmd->profile.count; i++) {
                kmd->cards[i] = sim_card_create(kmd, i);
                if (!kmd->cards[i]) {
                        r = -ENOMEM;
                        goto out;
                }
                kmd->card_count++;
                r = sim_pool_init(&kmd->cards[i]->vidmem, kmd->profile.mem_B, "peal-sim-vidmem");
                if (r)
                        goto out;
        }
        r = sim_pool_init(&kmd->sysmem, SIM_SYSMEM_B, "peal-sim-sysmem");
        if (r)
                goto out;
        *ret_kmd = &kmd->base;
        return 0;
out:
        if (err && err_B)
                snprintf(err, err_B, "no address space for the model's memory: %s", strerror(-r));
        sim_kmd_free(kmd);
        return r;
}

void sim_kmd_stats(struct peal_kmd *base, struct sim_stats *ret_stats)
{
        struct sim_kmd *kmd = sim_kmd_of(base);

        pthread_mutex_lock(&kmd->lock);
        *ret_stats = kmd->stats;
        ret_stats->resident_B = sim_pool_resident_B(&kmd->sysmem);
        for (unsigned i = 0; i < kmd->card_count; i++)
                ret_stats->resident_B += sim_pool_resident_B(&kmd->cards[i]->vidmem);
        pthread_mutex_unlock(&kmd->lock);
}

size_t sim_kmd_log(struct peal_kmd *base, char *buf, size_t size_B)
{
        struct sim_kmd *kmd = sim_kmd_of(base);
        size_t n;

        pthread_mutex_lock(&kmd->log_lock);
        n = kmd->log_B;
        if (size_B) {
                size_t take = n < size_B ? n : size_B - 1;

                if (take)
                        memcpy(buf, kmd->log, take);
                buf[take] = 0;
        }
        pthread_mutex_unlock(&kmd->log_lock);
        return n;
}
