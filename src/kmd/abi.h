/* SPDX-License-Identifier: MIT */
/* The kernel driver's ioctl ABI: one base layout (release 580) plus, for each
 * other release, the pieces that moved.
 *
 * Callers fill base structures only. The rm and uvm calls convert to the running
 * release's layout ("wire") on the way out and back on the way in; the model
 * converts the other way. Facts: open-gpu-kernel-modules at the release tags.
 */
#ifndef PEAL_KMD_ABI_H
#define PEAL_KMD_ABI_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "src/kmd/abi/escape.h" /* NV_ESC_* numbers, NVOS*, nv_ioctl_* structures */
#include "src/kmd/abi/alloc.h"  /* class parameter structures */
#include "src/kmd/abi/ctrl.h"   /* control commands and their structures, flags */
#include "src/kmd/abi/uvm.h"    /* UVM commands and structures */
#include "src/kmd/abi/status.h" /* NV_OK, NV_ERR_*: X-macro list and enum */

/* Every structure we use has an id: PEAL_ABI_<vendor name>, e.g.
 * PEAL_ABI_NVOS46_PARAMETERS; generated from the lists in abi/. */
#define PEAL_ABI_STRUCTS(S)                                                                        \
        PEAL_ABI_ESCAPE_STRUCTS(S)                                                                 \
        PEAL_ABI_ALLOC_STRUCTS(S)                                                                  \
        PEAL_ABI_CTRL_STRUCTS(S)                                                                   \
        PEAL_ABI_UVM_STRUCTS(S)
#define PEAL_ABI_STRUCT_ENUM(name) PEAL_ABI_##name,
enum peal_abi_struct_id { PEAL_ABI_STRUCTS(PEAL_ABI_STRUCT_ENUM) PEAL_ABI_STRUCT_COUNT };
#undef PEAL_ABI_STRUCT_ENUM

struct peal_abi_release {
        unsigned major;  /* 535, 550, 570, 575, 580, 590, 595 */
        const char *tag; /* the release its facts were read from */
};

/* A running driver: the release table that serves it. */
struct peal_abi {
        const struct peal_abi_release *table;
        unsigned major, minor, patch; /* as the driver reports, e.g. 580, 159, 4 */
        bool newer;                   /* newer than every table: served by the newest */
        bool between; /* a major number without a table: served by the next older one */
        char version[64];
};

/* Parses "580.159.04" and picks the table. -EINVAL: not a version; -ENOTSUP:
 * older than the oldest table (535). */
int peal_abi_select(const char *version, struct peal_abi *ret_abi);

size_t peal_abi_base_size(enum peal_abi_struct_id id);
size_t peal_abi_wire_size(const struct peal_abi *abi, enum peal_abi_struct_id id);
/* Largest wire size of any structure: enough for a stack buffer. */
#define PEAL_ABI_MAX_WIRE_B 16384
/* @wire is zero-filled to its size first; fields the release lacks are dropped
 * (-EOPNOTSUPP naming the field when such a field is not zero). */
int peal_abi_to_wire(const struct peal_abi *abi, enum peal_abi_struct_id id, const void *base,
                     void *wire, const char **ret_field);
/* Fields the release lacks come back as zero. */
void peal_abi_from_wire(const struct peal_abi *abi, enum peal_abi_struct_id id, const void *wire,
                        void *base);
/* Structure of a control command or a class's parameters; -ENOENT when we hold
 * none (the caller then passes bytes through as they are). */
int peal_abi_control_struct(uint32_t cmd, enum peal_abi_struct_id *ret_id);
int peal_abi_class_struct(uint32_t class_id, enum peal_abi_struct_id *ret_id);
const char *peal_abi_struct_name(enum peal_abi_struct_id id);
/* A field by vendor name ("params.hMemory" for nested ones) on the wire, for
 * printers and tests: -ENOENT when the release lacks it. */
int peal_abi_field(const struct peal_abi *abi, enum peal_abi_struct_id id, const char *field,
                   size_t *ret_offset, size_t *ret_size);

/* Names, or NULL. */
const char *peal_rm_status_name(uint32_t status); /* "NV_ERR_INVALID_CLASS" */
/* As the running release names it: 595 gave two numbers new names. */
const char *peal_abi_status_name(const struct peal_abi *abi, uint32_t status);
const char *peal_rm_control_name(uint32_t cmd);  /* "NV2080_CTRL_CMD_GPU_GET_GID_INFO" */
const char *peal_rm_escape_name(uint32_t nr);    /* "NV_ESC_RM_ALLOC" */
const char *peal_uvm_command_name(uint32_t cmd); /* "UVM_REGISTER_GPU" */
const char *peal_rc_error_name(uint32_t code);   /* "ROBUST_CHANNEL_GR_EXCEPTION" for 13 ... */
/* The errno that stands for a status: NV_ERR_NO_MEMORY -> ENOMEM ... else EIO. */
int peal_rm_status_errno(uint32_t status);

#endif
