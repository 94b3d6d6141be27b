/* SPDX-License-Identifier: MIT */
#include "src/api/device.h"

#include <errno.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include "src/api/spec.h"
#include "src/kmd/error.h"

/* What tear-down and frees wait for work that still runs. */
#define DRAIN_NS 10000000000ull

#define CONTAINER(link_ptr, type) ((type *)((char *)(link_ptr)-offsetof(type, link)))

const char *peal_version(void)
{
        return PEAL_VERSION;
}

void peal_list_init(struct peal_link *list)
{
        list->prev = list->next = list;
}

void peal_list_add(struct peal_device *dev, struct peal_link *list, struct peal_link *link)
{
        pthread_mutex_lock(&dev->lock);
        link->prev = list->prev;
        link->next = list;
        list->prev->next = link;
        list->prev = link;
        pthread_mutex_unlock(&dev->lock);
}

void peal_list_remove(struct peal_device *dev, struct peal_link *link)
{
        pthread_mutex_lock(&dev->lock);
        link->prev->next = link->next;
        link->next->prev = link->prev;
        pthread_mutex_unlock(&dev->lock);
}

int peal_device_usable(const struct peal_device *dev)
{
        if (dev->fork_generation == peal_fork_generation())
                return 0;
        return peal_error(ECHILD, "this device was opened before fork: the child opens its own");
}

int peal_device_check(struct peal_device *dev)
{
        int r = 0;

        pthread_mutex_lock(&dev->lock);
        for (struct peal_link *l = dev->queues.next; r == 0 && l != &dev->queues; l = l->next)
                r = peal_cmdq_check(&CONTAINER(l, struct peal_queue)->q);
        pthread_mutex_unlock(&dev->lock);
        return r;
}

static int check_device(void *ctx)
{
        return peal_device_check(ctx);
}

/* The waits happen without the lock: what was submitted until now is noted first.
 * Timeline words stay readable as long as the device, whatever becomes of their
 * queues. */
int peal_device_synchronize(struct peal_device *dev, uint64_t timeout_ns)
{
        struct target {
                const volatile uint64_t *word;
                uint64_t value;
        } few[16], *targets = few;
        uint64_t deadline = peal_deadline(timeout_ns);
        size_t count = 0;
        int r = peal_device_usable(dev);

        if (r < 0)
                return r;
        pthread_mutex_lock(&dev->lock);
        for (struct peal_link *l = dev->queues.next; l != &dev->queues; l = l->next)
                count++;
        if (count > sizeof(few) / sizeof(*few))
                targets = malloc(count * sizeof(*targets));
        count = 0;
        for (struct peal_link *l = dev->queues.next; targets && l != &dev->queues; l = l->next) {
                struct peal_cmdq *q = &CONTAINER(l, struct peal_queue)->q;

                targets[count++] = (struct target){
                    q->timeline.cpu, __atomic_load_n(&q->submitted, __ATOMIC_ACQUIRE)};
        }
        pthread_mutex_unlock(&dev->lock);
        if (!targets)
                return peal_error(ENOMEM, "out of memory");
        for (size_t i = 0; r == 0 && i < count; i++) {
                r = peal_wait_word(targets[i].word, targets[i].value, deadline, check_device, dev);
                if (r == -ETIMEDOUT)
                        peal_error(ETIMEDOUT,
                                   "work submitted to the device has not finished "
                                   "(queue %zu of %zu, submit %llu)",
                                   i + 1, count, (unsigned long long)targets[i].value);
        }
        if (targets != few)
                free(targets);
        return r;
}

void peal_device_drain(struct peal_device *dev, uint64_t timeout_ns)
{
        peal_device_synchronize(dev, timeout_ns);
}

static void ask_name(struct peal_device *dev)
{
        struct NV2080_CTRL_GPU_GET_NAME_STRING_PARAMS p = {0};

        if (peal_rm_control(dev->space.rm, dev->space.subdevice,
                            NV2080_CTRL_CMD_GPU_GET_NAME_STRING, &p, sizeof(p)) == 0)
                memcpy(dev->name, p.gpuNameString.ascii, sizeof(dev->name) - 1);
        else
                strcpy(dev->name, dev->channels.chip->name);
}

/* Optional by nature: a refusal changes nothing. */
static void ask_boost(struct peal_device *dev, enum peal_toggle boost)
{
        /* NV2080_CTRL_PERF_BOOST_FLAGS: CMD BOOST_TO_MAX 2, CUDA YES bit 4. */
        struct NV2080_CTRL_PERF_BOOST_PARAMS p = {.flags = 0x12, .duration = 0xffffffff};
        const char *env = getenv("PEAL_BOOST");

        if (boost == PEAL_DEFAULT)
                boost = env && strcmp(env, "1") == 0 ? PEAL_ON : PEAL_OFF;
        if (boost == PEAL_ON)
                peal_rm_control(dev->space.rm, dev->space.subdevice, NV2080_CTRL_CMD_PERF_BOOST, &p,
                                sizeof(p));
}

static int pick_card(struct peal_driver *driver, const struct peal_spec *spec,
                     struct nv_ioctl_card_info *ret_card)
{
        struct nv_ioctl_card_info cards[PEAL_RM_MAX_CARDS];
        unsigned count;
        int r = peal_visible_cards(driver, cards, &count);

        if (r < 0)
                return r;
        if (spec->index >= count)
                return peal_error(ENOENT, "device %u asked for; %s has %u%s", spec->index,
                                  driver->model ? "the model" : "this machine", count,
                                  getenv("PEAL_VISIBLE_DEVICES") ? " (PEAL_VISIBLE_DEVICES is set)"
                                                                 : "");
        *ret_card = cards[spec->index];
        return 0;
}

int peal_device_open(const char *text, const struct peal_device_options *options,
                     struct peal_device **ret_device)
{
        struct peal_device_options opt = {.size = sizeof(opt)};
        struct nv_ioctl_card_info card;
        struct peal_device *dev;
        struct peal_spec spec;
        int r;

        if (options && options->size != sizeof(*options))
                return peal_error(EINVAL, "peal_device_options of %zu bytes; this library has %zu",
                                  options->size, sizeof(*options));
        if (options)
                opt = *options;
        if (opt.address_space > PEAL_ADDRESS_SPACE_UVM)
                return peal_error(EINVAL, "address space %d: 0 (rm) or 1 (uvm)", opt.address_space);
        r = peal_spec_parse(text, &spec);
        if (r < 0)
                return r;
        dev = calloc(1, sizeof(*dev));
        if (!dev)
                return peal_error(ENOMEM, "out of memory");
        dev->fork_generation = peal_fork_generation();
        dev->space.device_fd = -1;
        pthread_mutex_init(&dev->lock, NULL);
        pthread_mutex_init(&dev->stage_lock, NULL);
        peal_list_init(&dev->buffers);
        peal_list_init(&dev->signals);
        peal_list_init(&dev->modules);
        peal_list_init(&dev->queues);
        r = peal_spec_driver(&spec, &dev->driver);
        if (r == 0)
                r = pick_card(dev->driver, &spec, &card);
        if (r == 0)
                r = peal_space_open(dev->driver->rm, &card,
                                    opt.address_space == PEAL_ADDRESS_SPACE_UVM, &dev->space);
        if (r == 0)
                r = peal_channels_open(&dev->space, &dev->channels);
        if (r == 0) {
                peal_signal_pool_init(&dev->signal_pool, &dev->space);
                peal_local_init(&dev->local, &dev->channels);
                ask_name(dev);
                ask_boost(dev, opt.boost);
                r = peal_queue_create(dev, PEAL_QUEUE_COMPUTE, &dev->compute);
        }
        if (r < 0) {
                peal_device_close(dev);
                return r;
        }
        *ret_device = dev;
        return 0;
}

void peal_device_close(struct peal_device *dev)
{
        if (!dev)
                return;
        /* Opened by the parent: its objects are not this process's to free. */
        if (dev->driver && dev->fork_generation != peal_fork_generation())
                return;
        if (dev->channels.space)
                peal_device_drain(dev, DRAIN_NS);
        while (dev->modules.next != &dev->modules)
                peal_module_unload(CONTAINER(dev->modules.next, struct peal_module));
        while (dev->buffers.next != &dev->buffers)
                peal_buffer_free(CONTAINER(dev->buffers.next, struct peal_buffer));
        while (dev->queues.next != &dev->queues)
                peal_queue_destroy(CONTAINER(dev->queues.next, struct peal_queue));
        while (dev->signals.next != &dev->signals)
                peal_signal_destroy(CONTAINER(dev->signals.next, struct peal_signal));
        peal_memory_free(&dev->stage);
        peal_local_fini(&dev->local);
        peal_signal_pool_fini(&dev->signal_pool);
        peal_channels_close(&dev->channels);
        if (dev->space.rm)
                peal_space_close(&dev->space);
        peal_driver_put(dev->driver);
        pthread_mutex_destroy(&dev->lock);
        pthread_mutex_destroy(&dev->stage_lock);
        free(dev);
}
