/* SPDX-License-Identifier: MIT */
/* Numbers of the kernel driver's interface by name. */
#include <errno.h>
#include <stdlib.h>
#include "src/kmd/abi.h"

struct name_row {
        uint32_t number;
        const char *name;
};

static int row_compare(const void *a, const void *b)
{
        uint32_t x = ((const struct name_row *)a)->number;
        uint32_t y = ((const struct name_row *)b)->number;

        return (x > y) - (x < y);
}

/* @rows: ascending. */
static const char *row_find(const struct name_row *rows, size_t count, uint32_t number)
{
        struct name_row key = {.number = number};
        const struct name_row *row = bsearch(&key, rows, count, sizeof(*rows), row_compare);

        return row ? row->name : NULL;
}
#define ROW_FIND(rows, number) row_find(rows, sizeof(rows) / sizeof((rows)[0]), number)

static const struct name_row statuses[] = {
#define STATUS(name, number) {number, #name},
    PEAL_ABI_STATUSES(STATUS)
#undef STATUS
};

static const struct name_row escapes[] = {
#define ESCAPE(name, nr) {nr, #name},
    PEAL_ABI_ESCAPES(ESCAPE)
#undef ESCAPE
};

static const struct name_row controls[] = {
#define CONTROL(number, name) {number, #name},
#include "src/kmd/abi/control_names.inc"
#undef CONTROL
};

static const struct name_row uvm_commands[] = {
#define UVM(request, name) {request, #name},
#include "src/kmd/abi/uvm_names.inc"
#undef UVM
};

static const struct name_row rc_errors[] = {
#define RC(code, name) {code, #name},
#include "src/kmd/abi/rc_names.inc"
#undef RC
};

const char *peal_rm_status_name(uint32_t status)
{
        return ROW_FIND(statuses, status);
}

const char *peal_abi_status_name(const struct peal_abi *abi, uint32_t status)
{
        /* nvstatuscodes.h of 550.163.01 and of 595.45.04. */
        static const struct name_row until_550[] = {
            {0x81, "NV_ERR_NVSWITCH_FABRIC_NOT_READY"},
            {0x82, "NV_ERR_NVSWITCH_FABRIC_FAILURE"},
        };
        static const struct name_row from_595[] = {
            {0x8b, "NV_ERR_OPERATION_ABORTED"},
            {0x8c, "NV_ERR_DMA_XFER_FAILED"},
        };
        const char *name = NULL;

        if (abi && abi->table && abi->table->major <= 550)
                name = ROW_FIND(until_550, status);
        else if (abi && abi->table && abi->table->major >= 595)
                name = ROW_FIND(from_595, status);
        return name ? name : peal_rm_status_name(status);
}

const char *peal_rm_control_name(uint32_t cmd)
{
        return ROW_FIND(controls, cmd);
}

const char *peal_rm_escape_name(uint32_t nr)
{
        return ROW_FIND(escapes, nr);
}

const char *peal_uvm_command_name(uint32_t cmd)
{
        return ROW_FIND(uvm_commands, cmd);
}

const char *peal_rc_error_name(uint32_t code)
{
        return ROW_FIND(rc_errors, code);
}

int peal_rm_status_errno(uint32_t status)
{
        switch (status) {
        case NV_OK:
                return 0;
        case NV_ERR_NO_MEMORY:
        case NV_ERR_INSUFFICIENT_RESOURCES:
                return ENOMEM;
        case NV_ERR_NOT_SUPPORTED:
        case NV_ERR_FEATURE_NOT_ENABLED:
        case NV_ERR_INVALID_CLASS:
                return ENOTSUP;
        case NV_ERR_INSUFFICIENT_PERMISSIONS:
        case NV_ERR_INVALID_ACCESS_TYPE:
                return EACCES;
        case NV_ERR_INVALID_ARGUMENT:
        case NV_ERR_INVALID_PARAMETER:
        case NV_ERR_INVALID_PARAM_STRUCT:
        case NV_ERR_INVALID_FLAGS:
        case NV_ERR_INVALID_OFFSET:
        case NV_ERR_INVALID_LIMIT:
        case NV_ERR_INVALID_ADDRESS:
                return EINVAL;
        case NV_ERR_OBJECT_NOT_FOUND:
        case NV_ERR_INVALID_OBJECT_HANDLE:
        case NV_ERR_INVALID_OBJECT_PARENT:
                return ENOENT;
        case NV_ERR_STATE_IN_USE:
        case NV_ERR_IN_USE:
        case NV_ERR_BUSY_RETRY:
                return EBUSY;
        case NV_ERR_TIMEOUT:
        case NV_ERR_TIMEOUT_RETRY:
                return ETIMEDOUT;
        case NV_ERR_GPU_IS_LOST:
                return ENODEV;
        default:
                return EIO;
        }
}
