/* SPDX-License-Identifier: MIT */
/* Clients and the tree of objects under each. */
#include <assert.h>
#include <stdlib.h>
#include "sim/kmd/kmd.h"

static struct sim_obj **sim_client_bucket(struct sim_client *client, uint32_t handle)
{
        return &client->buckets[(handle ^ handle >> 8 ^ handle >> 16) % SIM_CLIENT_BUCKETS];
}

struct sim_client *sim_client_find(struct sim_kmd *kmd, uint32_t handle)
{
        struct sim_client *client;

        for (client = kmd->clients; client; client = client->next)
                if (client->root->handle == handle)
                        return client;
        return NULL;
}

struct sim_obj *sim_obj_find(struct sim_client *client, uint32_t handle)
{
        struct sim_obj *obj;

        for (obj = *sim_client_bucket(client, handle); obj; obj = obj->hash_next)
                if (obj->handle == handle)
                        return obj;
        return NULL;
}

struct sim_obj *sim_obj_find_kind(struct sim_client *client, uint32_t handle,
                                  enum sim_obj_kind kind)
{
        struct sim_obj *obj = handle ? sim_obj_find(client, handle) : NULL;

        return obj && obj->kind == kind ? obj : NULL;
}

struct sim_obj *sim_obj_up(struct sim_obj *obj, enum sim_obj_kind kind)
{
        while (obj && obj->kind != kind)
                obj = obj->parent;
        return obj;
}

uint32_t sim_obj_reserve_handle(struct sim_client *client, uint32_t *handle)
{
        if (*handle)
                return sim_obj_find(client, *handle) ? NV_ERR_INSERT_DUPLICATE_NAME : NV_OK;
        while (sim_obj_find(client, client->next_handle))
                client->next_handle++;
        *handle = client->next_handle++;
        return NV_OK;
}

struct sim_obj *sim_obj_new(struct sim_client *client, struct sim_obj *parent, uint32_t handle,
                            uint32_t class_id, enum sim_obj_kind kind, struct sim_card *card)
{
        struct sim_obj *obj = calloc(1, sizeof(*obj));
        struct sim_obj **bucket = sim_client_bucket(client, handle);

        if (!obj)
                return NULL;
        obj->client = client;
        obj->parent = parent;
        obj->handle = handle;
        obj->class_id = class_id;
        obj->kind = kind;
        obj->card = card;
        obj->hash_next = *bucket;
        *bucket = obj;
        if (parent) {
                obj->next_sibling = parent->children;
                if (parent->children)
                        parent->children->prev_sibling = obj;
                parent->children = obj;
        }
        if (kind == SIM_OBJ_DEVICE)
                card->devices++;
        client->kmd->stats.objects++;
        return obj;
}

/* What the object is, apart from its place in the tree. */
static void sim_obj_release(struct sim_obj *obj)
{
        struct sim_kmd *kmd = obj->client->kmd;

        switch (obj->kind) {
        case SIM_OBJ_DEVICE:
                obj->card->devices--;
                break;
        case SIM_OBJ_VASPACE:
        case SIM_OBJ_CTXSHARE:
                sim_vaspace_unref(obj->vaspace);
                break;
        case SIM_OBJ_VIRTUAL:
                sim_vaspace_unmap_of(kmd, NULL, obj);
                sim_vaspace_unref(obj->virt.vs);
                break;
        case SIM_OBJ_MEMORY:
                /* Measured on two H200s, driver 580.159: in a space that the manager
                 * keeps, mappings end with the handle they were made with. */
                sim_vaspace_unmap_of(kmd, obj, NULL);
                sim_cpu_maps_drop(obj->client, obj->handle);
                sim_mem_unref(obj->mem);
                break;
        case SIM_OBJ_CHANNEL:
                sim_chan_free(obj->chan);
                break;
        case SIM_OBJ_ENGINE:
                if (obj->parent->chan && obj->parent->chan->hw)
                        sim_channel_remove_class(obj->parent->chan->hw, obj->class_id);
                break;
        case SIM_OBJ_GROUP:
                sim_tsg_destroy(obj->group.tsg);
                sim_vaspace_unref(obj->group.vs);
                break;
        default:
                break;
        }
}

void sim_obj_free(struct sim_obj *obj)
{
        struct sim_client *client = obj->client;
        struct sim_obj **link;

        if (obj->kind == SIM_OBJ_CHANNEL)
                sim_chan_stop(obj->chan); /* before its engine objects go */
        while (obj->children)
                sim_obj_free(obj->children);
        sim_obj_release(obj);
        for (link = sim_client_bucket(client, obj->handle); *link != obj;
             link = &(*link)->hash_next)
                ;
        *link = obj->hash_next;
        if (obj->next_sibling)
                obj->next_sibling->prev_sibling = obj->prev_sibling;
        if (obj->prev_sibling)
                obj->prev_sibling->next_sibling = obj->next_sibling;
        else if (obj->parent)
                obj->parent->children = obj->next_sibling;
        client->kmd->stats.objects--;
        free(obj);
}

uint32_t sim_client_create(struct sim_kmd *kmd, int fd, uint32_t wanted, uint32_t *ret_handle)
{
        struct sim_client *client;

        if (wanted && sim_client_find(kmd, wanted))
                return NV_ERR_INSERT_DUPLICATE_NAME;
        while (!wanted) {
                if (!sim_client_find(kmd, kmd->next_client))
                        wanted = kmd->next_client;
                kmd->next_client++;
        }
        client = calloc(1, sizeof(*client));
        if (!client)
                return NV_ERR_NO_MEMORY;
        client->kmd = kmd;
        client->fd = fd;
        client->next_handle = 0xcaf00001;
        client->root = sim_obj_new(client, NULL, wanted, NV01_ROOT_CLIENT, SIM_OBJ_CLIENT, NULL);
        if (!client->root) {
                free(client);
                return NV_ERR_NO_MEMORY;
        }
        client->next = kmd->clients;
        kmd->clients = client;
        kmd->stats.clients++;
        *ret_handle = wanted;
        return NV_OK;
}

void sim_client_free(struct sim_client *client)
{
        struct sim_kmd *kmd = client->kmd;
        struct sim_client **link;

        sim_obj_free(client->root);
        sim_cpu_maps_drop(client, 0);
        for (link = &kmd->clients; *link != client; link = &(*link)->next)
                ;
        *link = client->next;
        kmd->stats.clients--;
        free(client);
}
