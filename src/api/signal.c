/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <stdlib.h>
#include "src/api/device.h"
#include "src/kmd/error.h"

int peal_signal_create(struct peal_device *dev, uint64_t value, struct peal_signal **ret_signal)
{
        struct peal_signal *s;
        int r = peal_device_usable(dev);

        if (r < 0)
                return r;
        s = calloc(1, sizeof(*s));
        if (!s)
                return peal_error(ENOMEM, "out of memory");
        r = peal_signal_word_get(&dev->signal_pool, value, &s->word);
        if (r < 0) {
                free(s);
                return r;
        }
        s->device = dev;
        peal_list_add(dev, &dev->signals, &s->link);
        *ret_signal = s;
        return 0;
}

void peal_signal_destroy(struct peal_signal *s)
{
        if (!s || s->borrowed || s->device->fork_generation != peal_fork_generation())
                return;
        peal_list_remove(s->device, &s->link);
        peal_signal_word_put(&s->device->signal_pool, &s->word);
        free(s);
}

uint64_t peal_signal_value(const struct peal_signal *s)
{
        return peal_signal_word_value(&s->word);
}

void peal_signal_set(struct peal_signal *s, uint64_t value)
{
        __atomic_store_n(&s->word.cpu[0], value, __ATOMIC_RELEASE);
}

uint64_t peal_signal_timestamp_ns(const struct peal_signal *s)
{
        return __atomic_load_n(&s->word.cpu[1], __ATOMIC_ACQUIRE);
}

uint64_t peal_signal_gpu_va(const struct peal_signal *s)
{
        return s->word.gpu_va;
}

static int check_device(void *ctx)
{
        return peal_device_check(ctx);
}

int peal_signal_wait(struct peal_signal *s, uint64_t value, uint64_t timeout_ns)
{
        int r;

        /* The usual case first: no clock, no lock. */
        if (peal_signal_word_value(&s->word) >= value)
                return 0;
        r = peal_device_usable(s->device);
        if (r < 0)
                return r;
        r = peal_wait_word(s->word.cpu, value, peal_deadline(timeout_ns), check_device, s->device);
        if (r == -ETIMEDOUT)
                return peal_error(ETIMEDOUT, "signal is %llu after %llu ms, waited for %llu",
                                  (unsigned long long)peal_signal_word_value(&s->word),
                                  (unsigned long long)timeout_ns / 1000000,
                                  (unsigned long long)value);
        return r;
}
