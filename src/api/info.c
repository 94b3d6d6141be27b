/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include "src/api/device.h"
#include "src/api/spec.h"
#include "src/hw/class.h"
#include "src/kmd/error.h"

static int ask_memory(struct peal_device *dev, struct peal_device_info *info)
{
        struct NV2080_CTRL_FB_GET_INFO_V2_PARAMS p = {.fbInfoListSize = 2};
        int r;

        p.fbInfoList[0].index = NV2080_CTRL_FB_INFO_INDEX_HEAP_SIZE;
        p.fbInfoList[1].index = NV2080_CTRL_FB_INFO_INDEX_HEAP_FREE;
        r = peal_rm_control(dev->space.rm, dev->space.subdevice, NV2080_CTRL_CMD_FB_GET_INFO_V2, &p,
                            sizeof(p));
        if (r < 0)
                return r;
        info->memory_B = (uint64_t)p.fbInfoList[0].data << 10;
        info->memory_free_B = (uint64_t)p.fbInfoList[1].data << 10;
        return 0;
}

static void pci_text(const struct nv_ioctl_card_info *card, char *text, size_t size_B)
{
        snprintf(text, size_B, "%04x:%02x:%02x.%x", card->pci_info.domain & 0xffff,
                 card->pci_info.bus, card->pci_info.slot, card->pci_info.function & 7);
}

int peal_device_info(struct peal_device *dev, struct peal_device_info *ret_info)
{
        const struct peal_channels *set = &dev->channels;
        const struct peal_chip *chip = set->chip;
        const struct peal_abi *abi = &dev->space.rm->abi;
        struct peal_device_info info = {.size = sizeof(info)};
        int r = peal_device_usable(dev);

        if (r < 0)
                return r;
        if (ret_info->size != sizeof(info))
                return peal_error(EINVAL, "peal_device_info of %zu bytes; this library has %zu",
                                  ret_info->size, sizeof(info));
        r = ask_memory(dev, &info);
        if (r < 0)
                return r;
        snprintf(info.name, sizeof(info.name), "%s", dev->name);
        snprintf(info.chip, sizeof(info.chip), "%s", chip->name);
        snprintf(info.family, sizeof(info.family), "%s", chip->family);
        snprintf(info.driver, sizeof(info.driver), "%.31s", abi->version);
        snprintf(info.abi_table, sizeof(info.abi_table), "%s", abi->table->tag);
        info.abi_newer = abi->newer;
        peal_uuid_text(dev->space.uuid, info.uuid);
        pci_text(&dev->space.card, info.pci, sizeof(info.pci));
        info.minor = dev->space.card.minor_number;
        info.sm_arch = chip->sm_arch;
        info.sm_count = set->sm_count;
        info.tpc_count = set->tpc_count;
        info.warps_per_sm = chip->warps_per_sm;
        info.compute_class = set->compute_class;
        info.copy_class = set->copy_class;
        info.channel_class = set->channel_class;
        info.compute_class_name = peal_class_name(set->compute_class);
        info.copy_class_name = peal_class_name(set->copy_class);
        info.channel_class_name = peal_class_name(set->channel_class);
        info.qmd_version = peal_qmd_version_name(chip->qmd_version);
        info.shared_per_block_B = chip->shared_per_block_B;
        info.registers_per_sm = chip->registers_per_sm;
        info.max_block_threads = chip->max_block_threads;
        for (int i = 0; i < 3; i++) {
                info.max_block[i] = chip->max_block[i];
                info.max_grid[i] = chip->max_grid[i];
        }
        info.copy_engines = set->copy_engine_count;
        info.address_space = dev->space.uvm ? PEAL_ADDRESS_SPACE_UVM : PEAL_ADDRESS_SPACE_RM;
        info.bar_write_combined = dev->space.place_video;
        info.kernels_run = dev->space.rm->kmd->ops->executes(dev->space.rm->kmd, chip->sm_arch);
        *ret_info = info;
        return 0;
}

int peal_device_list(const char *text,
                     int (*each)(void *ctx, const struct peal_device_entry *entry), void *ctx)
{
        struct nv_ioctl_card_info cards[PEAL_RM_MAX_CARDS];
        struct peal_driver *driver;
        struct peal_spec spec;
        unsigned count = 0;
        int r;

        r = peal_spec_parse(text, &spec);
        if (r == 0)
                r = peal_spec_driver(&spec, &driver);
        if (r < 0)
                return r;
        r = peal_visible_cards(driver, cards, &count);
        for (unsigned i = 0; r == 0 && i < count; i++) {
                char name[160], uuid[48] = "", pci[16];
                struct peal_device_entry entry = {
                    .spec = name, .minor = cards[i].minor_number, .uuid = uuid, .pci = pci};

                if (driver->model)
                        snprintf(name, sizeof(name), "%s%sindex=%u", driver->key,
                                 driver->key[4] ? "," : "", i);
                else
                        snprintf(name, sizeof(name), "nv:%u", i);
                peal_card_uuid(driver, &cards[i], uuid);
                pci_text(&cards[i], pci, sizeof(pci));
                if (each(ctx, &entry))
                        break;
        }
        peal_driver_put(driver);
        return r;
}
