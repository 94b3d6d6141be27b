/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "src/hw/class.h"
#include "src/kmd/call.h"
#include "src/kmd/error.h"
#include "src/kmd/layout.h"
#include "src/kmd/version.h"

/* Handles are the caller's to choose; libcuda counts up from here too (traced with
 * driver 580.159). */
#define HANDLE_BASE  0x5c000000u
#define HANDLE_COUNT 0x01000000u

static const char *class_name(uint32_t class_id)
{
        const char *name = peal_class_name(class_id);

        if (name)
                return name;
        switch (class_id) {
#define CLASS(vendor, number, type)                                                                \
        case number:                                                                               \
                return #vendor;
                PEAL_ABI_CLASS_PARAMS(CLASS)
#undef CLASS
        default:
                return "class";
        }
}

static int open_node(struct peal_kmd *kmd, const char *path, int *ret_fd)
{
        int fd = kmd->ops->open(kmd, path, O_RDWR | O_CLOEXEC);

        if (fd >= 0) {
                *ret_fd = fd;
                return 0;
        }
        switch (-fd) {
        case ENOENT:
        case ENXIO:
        case ENODEV:
                return peal_error(ENOENT,
                                  "no NVIDIA kernel driver: open %s: %s; is its module loaded, and "
                                  "its device node in this container?",
                                  path, peal_errno_text(-fd).text);
        default:
                return peal_error(-fd, "open %s: %s", path, peal_errno_text(-fd).text);
        }
}

static int client_alloc(struct peal_rm *rm)
{
        struct NVOS64_PARAMETERS alloc = {.hClass = NV01_ROOT_CLIENT};
        struct peal_call call;
        int r;

        /* Before the release is known: NVOS64 is alike in all of them. */
        call = (struct peal_call){0};
        call.r = rm->kmd->ops->ioctl(rm->kmd, rm->ctl_fd,
                                     PEAL_NV_IOCTL(NV_ESC_RM_ALLOC, sizeof(alloc)), &alloc);
        call.status = alloc.status;
        if (peal_call_failed(&rm->abi, &call, &r, "RM_ALLOC %s (0x%x)", class_name(alloc.hClass),
                             alloc.hClass))
                return r;
        rm->client = alloc.hObjectNew;
        return 0;
}

int peal_rm_open(struct peal_kmd *kmd, struct peal_rm **ret_rm)
{
        char version[PEAL_VERSION_MAX_B];
        struct peal_rm *rm;
        int r;

        rm = calloc(1, sizeof(*rm));
        if (!rm)
                return peal_error(ENOMEM, "no memory for a resource-manager client");
        rm->kmd = kmd;
        rm->ctl_fd = -1;
        r = open_node(kmd, "/dev/nvidiactl", &rm->ctl_fd);
        if (r < 0)
                goto out;
        r = client_alloc(rm);
        if (r < 0)
                goto out;
        r = peal_version_read(kmd, rm->ctl_fd, rm->client, version);
        if (r < 0)
                goto out;
        r = peal_abi_select(version, &rm->abi);
        if (r == -ENOTSUP) {
                peal_error(ENOTSUP, "kernel driver %s is too old: the oldest release served is 535",
                           version);
                goto out;
        }
        if (r < 0) {
                peal_error(-r, "kernel driver release \"%s\" is not a version number", version);
                goto out;
        }
        *ret_rm = rm;
        return 0;
out:
        peal_rm_close(rm);
        return r;
}

void peal_rm_close(struct peal_rm *rm)
{
        if (!rm)
                return;
        if (rm->client) {
                /* The kernel frees what is under it; and all of it again when the
                 * descriptor closes, so the result doesn't matter. */
                struct NVOS00_PARAMETERS params = {
                    .hRoot = rm->client, .hObjectParent = rm->client, .hObjectOld = rm->client};

                rm->kmd->ops->ioctl(rm->kmd, rm->ctl_fd,
                                    PEAL_NV_IOCTL(NV_ESC_RM_FREE, sizeof(params)), &params);
        }
        if (rm->ctl_fd >= 0)
                rm->kmd->ops->close(rm->kmd, rm->ctl_fd);
        free(rm);
}

uint32_t peal_rm_next_handle(struct peal_rm *rm)
{
        uint32_t n;

        do {
                n = (atomic_fetch_add_explicit(&rm->next_handle, 1, memory_order_relaxed) + 1) %
                    HANDLE_COUNT;
        } while (n == 0);
        return HANDLE_BASE + n;
}

/* After 2^24 allocations the numbers come round again, and may meet one that lives. */
#define HANDLE_TRIES 4096

int peal_rm_alloc(struct peal_rm *rm, uint32_t parent, uint32_t class_id, void *params,
                  size_t params_B, uint32_t *ret_handle)
{
        /* The kernel copies as many bytes as it has for the class, whatever size it is
         * told: leave it zeros to read where a newer release knows more fields. */
        _Alignas(8) unsigned char wire[PEAL_ABI_MAX_WIRE_B];
        enum peal_abi_struct_id id;
        bool known = params && peal_abi_class_struct(class_id, &id) == 0;
        struct NVOS64_PARAMETERS alloc;
        struct peal_call call = {0};
        int r;

        if (known && params_B != peal_abi_base_size(id))
                return peal_error(EINVAL, "RM_ALLOC %s (0x%x): %zu bytes of parameters, %s has %zu",
                                  class_name(class_id), class_id, params_B,
                                  peal_abi_struct_name(id), peal_abi_base_size(id));
        if (params_B > sizeof(wire) || (params && params_B == 0) || (!params && params_B))
                return peal_error(EINVAL, "RM_ALLOC %s (0x%x): %zu bytes of parameters at %p",
                                  class_name(class_id), class_id, params_B, params);
        for (unsigned tries = 0;; tries++) {
                uint32_t handle = peal_rm_next_handle(rm);

                if (params) {
                        memset(wire, 0,
                               params_B + 1024 < sizeof(wire) ? params_B + 1024 : sizeof(wire));
                        if (known)
                                call.r = peal_abi_to_wire(&rm->abi, id, params, wire, &call.lost);
                        else
                                memcpy(wire, params, params_B);
                }
                alloc = (struct NVOS64_PARAMETERS){
                    .hRoot = rm->client,
                    .hObjectParent = parent,
                    .hObjectNew = handle,
                    .hClass = class_id,
                    .pAllocParms = params ? (uintptr_t)wire : 0,
                };
                if (call.r >= 0)
                        call.r = rm->kmd->ops->ioctl(rm->kmd, rm->ctl_fd,
                                                     PEAL_NV_IOCTL(NV_ESC_RM_ALLOC, sizeof(alloc)),
                                                     &alloc);
                call.status = alloc.status;
                if (call.r < 0 || call.status != NV_ERR_INSERT_DUPLICATE_NAME ||
                    tries == HANDLE_TRIES)
                        break;
        }
        if (peal_call_failed(&rm->abi, &call, &r, "RM_ALLOC %s (0x%x) under 0x%08x",
                             class_name(class_id), class_id, parent))
                return r;
        if (known)
                peal_abi_from_wire(&rm->abi, id, wire, params);
        else if (params)
                memcpy(params, wire, params_B);
        *ret_handle = alloc.hObjectNew;
        return 0;
}

int peal_rm_free(struct peal_rm *rm, uint32_t parent, uint32_t handle)
{
        struct NVOS00_PARAMETERS params = {
            .hRoot = rm->client, .hObjectParent = parent, .hObjectOld = handle};
        struct peal_call call;
        int r;

        peal_call_escape(rm, rm->ctl_fd, NV_ESC_RM_FREE, PEAL_ABI_NVOS00_PARAMETERS, &params,
                         &call);
        call.status = params.status;
        return peal_call_failed(&rm->abi, &call, &r, "RM_FREE 0x%08x under 0x%08x", handle, parent)
                   ? r
                   : 0;
}

int peal_rm_control(struct peal_rm *rm, uint32_t object, uint32_t cmd, void *params,
                    size_t params_B)
{
        _Alignas(8) unsigned char wire[PEAL_ABI_MAX_WIRE_B];
        enum peal_abi_struct_id id;
        bool known = params && peal_abi_control_struct(cmd, &id) == 0;
        bool moved = known && peal_layout_find(rm->abi.table->major, id);
        const char *name = peal_rm_control_name(cmd);
        struct NVOS54_PARAMETERS control = {.hClient = rm->client, .hObject = object, .cmd = cmd};
        struct peal_call call = {0};
        int r;

        if (!name)
                name = "control";
        if (known && params_B != peal_abi_base_size(id))
                return peal_error(EINVAL,
                                  "RM_CONTROL %s (0x%x): %zu bytes of parameters, %s has %zu", name,
                                  cmd, params_B, peal_abi_struct_name(id), peal_abi_base_size(id));
        if ((params && params_B == 0) || (!params && params_B) || params_B > UINT32_MAX)
                return peal_error(EINVAL, "RM_CONTROL %s (0x%x): %zu bytes of parameters at %p",
                                  name, cmd, params_B, params);
        control.params = moved ? (uintptr_t)wire : (uintptr_t)params;
        control.paramsSize = (uint32_t)(moved ? peal_abi_wire_size(&rm->abi, id) : params_B);
        if (moved)
                call.r = peal_abi_to_wire(&rm->abi, id, params, wire, &call.lost);
        if (call.r >= 0) {
                call.r = rm->kmd->ops->ioctl(rm->kmd, rm->ctl_fd,
                                             PEAL_NV_IOCTL(NV_ESC_RM_CONTROL, sizeof(control)),
                                             &control);
                call.status = control.status;
        }
        if (peal_call_failed(&rm->abi, &call, &r, "RM_CONTROL %s (0x%x) on 0x%08x, %u bytes", name,
                             cmd, object, control.paramsSize))
                return r;
        if (moved)
                peal_abi_from_wire(&rm->abi, id, wire, params);
        return 0;
}

int peal_rm_dup(struct peal_rm *rm, uint32_t parent, uint32_t src_client, uint32_t src_object,
                uint32_t flags, uint32_t *ret_handle)
{
        struct NVOS55_PARAMETERS params = {.hClient = rm->client,
                                           .hParent = parent,
                                           .hObject = peal_rm_next_handle(rm),
                                           .hClientSrc = src_client,
                                           .hObjectSrc = src_object,
                                           .flags = flags};
        struct peal_call call;
        int r;

        peal_call_escape(rm, rm->ctl_fd, NV_ESC_RM_DUP_OBJECT, PEAL_ABI_NVOS55_PARAMETERS, &params,
                         &call);
        call.status = params.status;
        if (peal_call_failed(&rm->abi, &call, &r,
                             "RM_DUP_OBJECT 0x%08x of client 0x%08x under 0x%08x, flags 0x%x",
                             src_object, src_client, parent, flags))
                return r;
        *ret_handle = params.hObject;
        return 0;
}

int peal_rm_card_info(struct peal_rm *rm, struct nv_ioctl_card_info cards[PEAL_RM_MAX_CARDS],
                      unsigned *ret_count)
{
        struct nv_ioctl_card_info all[PEAL_RM_MAX_CARDS];
        struct peal_call call = {0};
        unsigned count = 0;
        int r;

        memset(all, 0, sizeof(all));
        call.r = rm->kmd->ops->ioctl(rm->kmd, rm->ctl_fd,
                                     PEAL_NV_IOCTL(NV_ESC_CARD_INFO, sizeof(all)), all);
        if (peal_call_failed(&rm->abi, &call, &r, "NV_ESC_CARD_INFO of %u cards, %zu bytes",
                             PEAL_RM_MAX_CARDS, sizeof(all)))
                return r;
        for (unsigned i = 0; i < PEAL_RM_MAX_CARDS; i++) {
                if (all[i].valid)
                        cards[count++] = all[i];
        }
        *ret_count = count;
        return 0;
}

int peal_rm_open_device(struct peal_rm *rm, unsigned minor, bool registered, int *ret_fd)
{
        struct nv_ioctl_register_fd params = {.ctl_fd = rm->ctl_fd};
        struct peal_call call;
        char path[32];
        int fd = -1, r;

        snprintf(path, sizeof(path), "/dev/nvidia%u", minor);
        r = open_node(rm->kmd, path, &fd);
        if (r < 0)
                return r;
        if (registered) {
                peal_call_escape(rm, fd, NV_ESC_REGISTER_FD, PEAL_ABI_nv_ioctl_register_fd, &params,
                                 &call);
                if (peal_call_failed(&rm->abi, &call, &r, "NV_ESC_REGISTER_FD of %s", path)) {
                        rm->kmd->ops->close(rm->kmd, fd);
                        return r;
                }
        }
        *ret_fd = fd;
        return 0;
}
