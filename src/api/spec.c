/* SPDX-License-Identifier: MIT */
#include "src/api/spec.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "src/kmd/error.h"

static int parse_index(const char *text, size_t len, const char *whole, unsigned *ret_index)
{
        unsigned v = 0;

        if (!len || len > 4)
                goto bad;
        for (size_t i = 0; i < len; i++) {
                if (!isdigit((unsigned char)text[i]))
                        goto bad;
                v = v * 10 + (unsigned)(text[i] - '0');
        }
        *ret_index = v;
        return 0;
bad:
        return peal_error(EINVAL, "device '%s': '%.*s' is not an index (0 to 9999)", whole,
                          (int)len, text);
}

/* Copies the profile without its "index=N", which picks a device of the model. */
static int parse_model(const char *text, const char *profile, struct peal_spec *spec)
{
        size_t at = 4;

        strcpy(spec->key, "sim:");
        while (*profile) {
                size_t len = strcspn(profile, ",");
                int r;

                if (strncmp(profile, "index=", 6) == 0) {
                        r = parse_index(profile + 6, len - 6, text, &spec->index);
                        if (r < 0)
                                return r;
                } else {
                        if (at + len + 2 > sizeof(spec->key))
                                return peal_error(EINVAL, "device '%s': too long", text);
                        if (at > 4)
                                spec->key[at++] = ',';
                        memcpy(spec->key + at, profile, len);
                        at += len;
                }
                profile += len;
                if (*profile == ',')
                        profile++;
        }
        spec->key[at] = '\0';
        return 0;
}

int peal_spec_parse(const char *text, struct peal_spec *ret_spec)
{
        struct peal_spec spec = {.key = ""};
        int r = 0;

        if (!text || !*text)
                text = getenv("PEAL_DEVICE");
        if (!text || !*text)
                text = "auto";
        if (strcmp(text, "nv") == 0) {
                strcpy(spec.key, "nv");
        } else if (strncmp(text, "nv:", 3) == 0) {
                strcpy(spec.key, "nv");
                r = parse_index(text + 3, strlen(text + 3), text, &spec.index);
        } else if (strcmp(text, "sim") == 0) {
                strcpy(spec.key, "sim:");
        } else if (strncmp(text, "sim:", 4) == 0) {
                r = parse_model(text, text + 4, &spec);
        } else if (strcmp(text, "auto") != 0) {
                r = peal_error(
                    EINVAL, "device '%s': none of auto, nv, nv:INDEX, sim, sim:PROFILE[,KEY=VALUE]",
                    text);
        }
        if (r == 0)
                *ret_spec = spec;
        return r;
}

int peal_spec_driver(const struct peal_spec *spec, struct peal_driver **ret_driver)
{
        struct nv_ioctl_card_info cards[PEAL_RM_MAX_CARDS];
        struct peal_driver *d;
        unsigned count;
        int r;

        if (spec->key[0])
                return peal_driver_get(spec->key, ret_driver);
        r = peal_driver_get("nv", &d);
        if (r == 0) {
                r = peal_visible_cards(d, cards, &count);
                if (r == 0 && count) {
                        *ret_driver = d;
                        return 0;
                }
                peal_driver_put(d);
                if (r < 0)
                        return r;
        } else if (r != -ENOENT && r != -ENODEV && r != -ENXIO) {
                return r; /* a driver is there and something is wrong: say so */
        }
        return peal_driver_get("sim:", ret_driver);
}

void peal_uuid_text(const uint8_t u[16], char text[48])
{
        snprintf(text, 48,
                 "GPU-%02x%02x%02x%02x-%02x%02x-%02x%02x-%02x%02x-%02x%02x%02x%02x%02x%02x", u[0],
                 u[1], u[2], u[3], u[4], u[5], u[6], u[7], u[8], u[9], u[10], u[11], u[12], u[13],
                 u[14], u[15]);
}

int peal_card_uuid(struct peal_driver *d, const struct nv_ioctl_card_info *card, char text[48])
{
        struct NV0000_CTRL_GPU_GET_UUID_FROM_GPU_ID_PARAMS p = {.gpuId = card->gpu_id};
        int r;

        p.flags = 2; /* binary */
        r = peal_rm_control(d->rm, d->rm->client, NV0000_CTRL_CMD_GPU_GET_UUID_FROM_GPU_ID, &p,
                            sizeof(p));
        if (r == 0)
                peal_uuid_text((const uint8_t *)p.gpuUuid, text);
        return r;
}

static int find_card(struct peal_driver *d, const struct nv_ioctl_card_info *all, unsigned count,
                     const char *word, size_t len, unsigned *ret_index)
{
        char uuid[48];

        if (len >= 5 && strncmp(word, "GPU-", 4) == 0) {
                for (unsigned i = 0; i < count; i++)
                        if (peal_card_uuid(d, &all[i], uuid) == 0 && len <= strlen(uuid) &&
                            strncmp(uuid, word, len) == 0) {
                                *ret_index = i;
                                return 0;
                        }
                return -ENOENT;
        }
        for (size_t i = 0; i < len; i++)
                if (!isdigit((unsigned char)word[i]))
                        return peal_error(EINVAL,
                                          "PEAL_VISIBLE_DEVICES: '%.*s' is neither an index nor a "
                                          "UUID that begins with GPU-",
                                          (int)len, word);
        *ret_index = (unsigned)strtoul(word, NULL, 10);
        return len && *ret_index < count ? 0 : -ENOENT;
}

int peal_visible_cards(struct peal_driver *d, struct nv_ioctl_card_info cards[PEAL_RM_MAX_CARDS],
                       unsigned *ret_count)
{
        struct nv_ioctl_card_info all[PEAL_RM_MAX_CARDS];
        const char *filter = getenv("PEAL_VISIBLE_DEVICES");
        uint64_t taken = 0;
        unsigned count, n = 0;
        int r;

        r = peal_rm_card_info(d->rm, all, &count);
        if (r < 0)
                return r;
        if (!filter) {
                memcpy(cards, all, sizeof(all));
                *ret_count = count;
                return 0;
        }
        /* As users know it from CUDA_VISIBLE_DEVICES: the list ends at the first
         * entry that names no device; an empty list hides all. */
        while (*filter) {
                size_t len = strcspn(filter, ",");
                unsigned i = 0;

                r = find_card(d, all, count, filter, len, &i);
                if (r == -EINVAL)
                        return r;
                if (r < 0)
                        break;
                if (taken >> i & 1)
                        return peal_error(EINVAL, "PEAL_VISIBLE_DEVICES names device %u twice", i);
                taken |= 1ull << i;
                cards[n++] = all[i];
                filter += len;
                if (*filter == ',')
                        filter++;
        }
        *ret_count = n;
        return 0;
}
