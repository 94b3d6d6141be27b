/* SPDX-License-Identifier: MIT */
#include "src/api/registry.h"

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "sim/sim.h"
#include "src/kmd/error.h"

static pthread_mutex_t registry_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_once_t registry_once = PTHREAD_ONCE_INIT;
static struct peal_driver *registry;
static _Atomic unsigned fork_generation = 1;

/* Only the forking thread lives on in the child: hold the lock over the fork, so
 * that the list is whole there. */
static void before_fork(void)
{
        pthread_mutex_lock(&registry_lock);
}

static void in_parent(void)
{
        pthread_mutex_unlock(&registry_lock);
}

static void in_child(void)
{
        /* The parent's descriptors and threads are not ours to use or to free. */
        registry = NULL;
        atomic_fetch_add(&fork_generation, 1);
        pthread_mutex_unlock(&registry_lock);
}

static void registry_start(void)
{
        pthread_atfork(before_fork, in_parent, in_child);
}

unsigned peal_fork_generation(void)
{
        return atomic_load_explicit(&fork_generation, memory_order_relaxed);
}

static int create(const char *key, struct peal_driver **ret_driver)
{
        struct peal_driver *d = calloc(1, sizeof(*d));
        char why[256] = "";
        int r;

        if (!d)
                return peal_error(ENOMEM, "out of memory");
        d->model = strncmp(key, "sim:", 4) == 0;
        snprintf(d->key, sizeof(d->key), "%s", key);
        if (d->model) {
                r = sim_kmd_create(key + 4, why, sizeof(why), &d->kmd);
                if (r < 0)
                        peal_error(-r, "device '%s': %s", key, why);
        } else {
                r = peal_kmd_linux_create(&d->kmd);
        }
        if (r == 0)
                r = peal_rm_open(d->kmd, &d->rm);
        if (r < 0) {
                if (d->kmd)
                        d->kmd->ops->destroy(d->kmd);
                free(d);
                return r;
        }
        d->fork_generation = peal_fork_generation();
        *ret_driver = d;
        return 0;
}

int peal_driver_get(const char *key, struct peal_driver **ret_driver)
{
        struct peal_driver *d;
        int r = 0;

        if (strlen(key) >= sizeof(d->key))
                return peal_error(EINVAL, "a device name of %zu characters: at most %zu",
                                  strlen(key), sizeof(d->key) - 1);
        pthread_once(&registry_once, registry_start);
        pthread_mutex_lock(&registry_lock);
        for (d = registry; d; d = d->next)
                if (strcmp(d->key, key) == 0)
                        break;
        if (!d) {
                r = create(key, &d);
                if (r == 0) {
                        d->next = registry;
                        registry = d;
                }
        }
        if (r == 0) {
                d->refs++;
                *ret_driver = d;
        }
        pthread_mutex_unlock(&registry_lock);
        return r;
}

void peal_driver_put(struct peal_driver *d)
{
        if (!d || d->fork_generation != peal_fork_generation())
                return;
        pthread_mutex_lock(&registry_lock);
        if (--d->refs == 0) {
                struct peal_driver **at = &registry;

                while (*at != d)
                        at = &(*at)->next;
                *at = d->next;
                peal_rm_close(d->rm);
                d->kmd->ops->destroy(d->kmd);
                free(d);
        }
        pthread_mutex_unlock(&registry_lock);
}
