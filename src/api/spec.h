/* SPDX-License-Identifier: MIT */
/* Device names: "auto", "nv:1", "sim:rtx4090,count=2,index=1". */
#ifndef PEAL_API_SPEC_H
#define PEAL_API_SPEC_H

#include <stdbool.h>
#include "src/api/registry.h"

struct peal_spec {
        char key[128];  /* for peal_driver_get; "" for auto */
        unsigned index; /* among the visible devices */
};
/* NULL or "": the environment's PEAL_DEVICE, else "auto". */
int peal_spec_parse(const char *text, struct peal_spec *ret_spec);

/* The driver behind @spec; auto tries the kernel driver, then the model. */
int peal_spec_driver(const struct peal_spec *spec, struct peal_driver **ret_driver);

/* The driver's cards that PEAL_VISIBLE_DEVICES lets through, in its order. */
int peal_visible_cards(struct peal_driver *driver,
                       struct nv_ioctl_card_info cards[PEAL_RM_MAX_CARDS], unsigned *ret_count);
/* "GPU-xxxxxxxx-xxxx-..." of a card that need not be open. */
int peal_card_uuid(struct peal_driver *driver, const struct nv_ioctl_card_info *card,
                   char text[48]);
void peal_uuid_text(const uint8_t uuid[16], char text[48]);

#endif
