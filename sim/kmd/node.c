/* SPDX-License-Identifier: MIT */
/* The model's device files: descriptors, and mappings of memory through them. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include "sim/kmd/kmd.h"

/* Far from the process's own descriptors, so that one is never taken for the other. */
#define SIM_FD_BASE 0x40000000

struct sim_node *sim_node_get(struct sim_kmd *kmd, int fd)
{
        size_t i = (size_t)fd - SIM_FD_BASE;

        if (fd < SIM_FD_BASE || i >= kmd->node_count || kmd->nodes[i].kind == SIM_NODE_FREE ||
            kmd->nodes[i].closed)
                return NULL;
        return &kmd->nodes[i];
}

static struct sim_node *sim_node_new(struct sim_kmd *kmd, enum sim_node_kind kind)
{
        struct sim_node *nodes;
        size_t i;

        for (i = 0; i < kmd->node_count && kmd->nodes[i].kind != SIM_NODE_FREE; i++)
                ;
        if (i == kmd->node_count) {
                size_t count = kmd->node_count ? kmd->node_count * 2 : 16;

                nodes = realloc(kmd->nodes, count * sizeof(*nodes));
                if (!nodes)
                        return NULL;
                memset(nodes + kmd->node_count, 0, (count - kmd->node_count) * sizeof(*nodes));
                kmd->nodes = nodes;
                kmd->node_count = count;
        }
        kmd->nodes[i] =
            (struct sim_node){.kind = kind, .fd = SIM_FD_BASE + (int)i, .registered = -1};
        kmd->stats.fds++;
        return &kmd->nodes[i];
}

/* The line of /proc/driver/nvidia/version that names the release, in its form. */
static int sim_node_open_version(struct sim_kmd *kmd)
{
        static const char fmt[] =
            "NVRM version: NVIDIA UNIX Open Kernel Module for x86_64  %s  Release Build  "
            "(peal@sim)\nGCC version:  none\n";
        size_t size_B = sizeof(fmt) + strlen(kmd->profile.driver);
        struct sim_node *node;
        char *text;

        if (kmd->profile.deny_proc_version)
                return -EACCES;
        text = malloc(size_B);
        if (!text)
                return -ENOMEM;
        snprintf(text, size_B, fmt, kmd->profile.driver);
        node = sim_node_new(kmd, SIM_NODE_TEXT);
        if (!node) {
                free(text);
                return -ENOMEM;
        }
        node->text = text;
        return node->fd;
}

static int sim_node_open_kind(struct sim_kmd *kmd, enum sim_node_kind kind, struct sim_card *card)
{
        struct sim_node *node = sim_node_new(kmd, kind);

        if (!node)
                return -ENOMEM;
        node->card = card;
        if (card)
                card->open_fds++;
        return node->fd;
}

int sim_node_open(struct sim_kmd *kmd, const char *path)
{
        static const char gpu[] = "/dev/nvidia";
        unsigned long minor;
        char *end;

        if (!strcmp(path, "/dev/nvidiactl"))
                return sim_node_open_kind(kmd, SIM_NODE_CTL, NULL);
        if (!strcmp(path, "/dev/nvidia-uvm"))
                return sim_node_open_kind(kmd, SIM_NODE_UVM, NULL);
        if (!strcmp(path, "/proc/driver/nvidia/version"))
                return sim_node_open_version(kmd);
        if (strncmp(path, gpu, sizeof(gpu) - 1) || path[sizeof(gpu) - 1] < '0' ||
            path[sizeof(gpu) - 1] > '9')
                return -ENOENT;
        minor = strtoul(path + sizeof(gpu) - 1, &end, 10);
        if (*end)
                return -ENOENT;
        for (unsigned i = 0; i < kmd->card_count; i++)
                if (kmd->cards[i]->minor == minor)
                        return sim_node_open_kind(kmd, SIM_NODE_GPU, kmd->cards[i]);
        return -ENOENT;
}

/* The file behind the descriptor goes: its clients, its link, its address space. */
static void sim_node_release(struct sim_kmd *kmd, struct sim_node *node)
{
        struct sim_client *client, *next;
        int registered = node->registered;

        if (node->kind == SIM_NODE_CTL)
                for (client = kmd->clients; client; client = next) {
                        next = client->next;
                        if (client->fd == node->fd)
                                sim_client_free(client);
                }
        if (node->uvm && !node->uvm_mm)
                sim_uvm_close(kmd, node->uvm);
        if (node->card)
                node->card->open_fds--;
        sim_mem_unref(node->map_mem);
        free(node->text);
        *node = (struct sim_node){.kind = SIM_NODE_FREE};
        if (registered >= 0) {
                struct sim_node *ctl = &kmd->nodes[registered - SIM_FD_BASE];

                if (!--ctl->registrations && ctl->closed)
                        sim_node_release(kmd, ctl);
        }
}

int sim_node_close(struct sim_kmd *kmd, int fd)
{
        struct sim_node *node = sim_node_get(kmd, fd);

        if (!node)
                return -EBADF;
        kmd->stats.fds--;
        /* A registered descriptor holds the control file open (open-gpu-kernel-modules,
         * escape.c, NV_ESC_REGISTER_FD): its clients live on until that one closes. */
        if (node->registrations) {
                node->closed = true;
                return 0;
        }
        sim_node_release(kmd, node);
        return 0;
}

void sim_node_close_all(struct sim_kmd *kmd)
{
        /* UVM first, then devices, then control files: nothing waits for another */
        static const enum sim_node_kind order[] = {SIM_NODE_UVM, SIM_NODE_GPU, SIM_NODE_TEXT,
                                                   SIM_NODE_CTL};

        for (unsigned k = 0; k < 4; k++)
                for (size_t i = 0; i < kmd->node_count; i++)
                        if (kmd->nodes[i].kind == order[k] && !kmd->nodes[i].closed)
                                sim_node_close(kmd, kmd->nodes[i].fd);
}

ssize_t sim_node_read(struct sim_kmd *kmd, int fd, void *buf, size_t size_B)
{
        struct sim_node *node = sim_node_get(kmd, fd);
        size_t left;

        if (!node)
                return -EBADF;
        if (node->kind != SIM_NODE_TEXT)
                return -EINVAL;
        left = strlen(node->text) - node->text_pos;
        if (size_B > left)
                size_B = left;
        memcpy(buf, node->text + node->text_pos, size_B);
        node->text_pos += size_B;
        return (ssize_t)size_B;
}

int sim_node_ioctl(struct sim_kmd *kmd, int fd, unsigned long request, uint64_t arg)
{
        struct sim_node *node = sim_node_get(kmd, fd);

        if (!node)
                return -EBADF;
        switch (node->kind) {
        case SIM_NODE_UVM:
                return sim_uvm_ioctl(kmd, node, request, arg);
        case SIM_NODE_CTL:
        case SIM_NODE_GPU:
                if (_IOC_TYPE(request) != 'F' || _IOC_DIR(request) != (_IOC_READ | _IOC_WRITE) ||
                    request >> 32) {
                        sim_dmesg(kmd, "ioctl 0x%lx: not a request of this driver", request);
                        return -EINVAL;
                }
                return sim_escape(kmd, node, _IOC_NR(request), _IOC_SIZE(request), arg);
        default:
                return -ENOTTY;
        }
}

int sim_node_mmap(struct sim_kmd *kmd, void *addr, size_t size_B, int prot, int flags, int fd,
                  off_t offset, void **ret_ptr)
{
        struct sim_node *node = sim_node_get(kmd, fd);
        int r;

        if (!node)
                return -EBADF;
        if (!node->map_mem) {
                sim_dmesg(kmd, "mmap of a descriptor for which no mapping was set up");
                return -EINVAL;
        }
        if (offset || !(flags & MAP_SHARED)) {
                sim_dmesg(kmd, "mmap: offset %lld, flags 0x%x: only a shared mapping at offset 0",
                          (long long)offset, (unsigned)flags);
                return -EINVAL;
        }
        if (size_B != node->map_size_B) {
                sim_dmesg(kmd, "mmap of 0x%zx bytes: 0x%llx were set up", size_B,
                          (unsigned long long)node->map_size_B);
                return -EINVAL;
        }
        if ((prot & ~node->map_prot) & (PROT_READ | PROT_WRITE | PROT_EXEC)) {
                sim_dmesg(kmd, "mmap with protection %d: only %d was set up", prot, node->map_prot);
                return -EACCES;
        }
        r = sim_mem_mmap(node->map_mem, node->map_offset, size_B, addr, prot, flags, ret_ptr);
        if (r)
                return r;
        sim_mem_unref(node->map_mem);
        node->map_mem = NULL;
        return 0;
}
