/* SPDX-License-Identifier: MIT */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include "src/kmd/call.h"
#include "src/kmd/error.h"

static _Thread_local uint32_t last_status;

uint32_t peal_rm_last_status(void)
{
        return last_status;
}

void peal_call_escape(const struct peal_rm *rm, int fd, unsigned nr, enum peal_abi_struct_id id,
                      void *base, struct peal_call *ret_call)
{
        _Alignas(8) unsigned char wire[PEAL_ABI_MAX_WIRE_B];
        size_t wire_B = peal_abi_wire_size(&rm->abi, id);

        *ret_call = (struct peal_call){0};
        ret_call->r = peal_abi_to_wire(&rm->abi, id, base, wire, &ret_call->lost);
        if (ret_call->r < 0)
                return;
        ret_call->r = rm->kmd->ops->ioctl(rm->kmd, fd, PEAL_NV_IOCTL(nr, wire_B), wire);
        if (ret_call->r < 0)
                return;
        ret_call->r = 0;
        peal_abi_from_wire(&rm->abi, id, wire, base);
}

bool peal_call_failed(const struct peal_abi *abi, const struct peal_call *call, int *ret_r,
                      const char *fmt, ...)
{
        char what[320];
        const char *name;
        va_list ap;

        if (call->r >= 0 && call->status == NV_OK)
                return false;
        va_start(ap, fmt);
        vsnprintf(what, sizeof(what), fmt, ap);
        va_end(ap);
        last_status = call->r < 0 ? 0 : call->status;
        if (call->lost) {
                *ret_r = peal_error(-call->r, "%s: driver %s has no field %s", what, abi->version,
                                    call->lost);
        } else if (call->r < 0) {
                *ret_r = peal_error(-call->r, "%s: the system call failed with %s", what,
                                    peal_errno_text(-call->r).text);
        } else {
                name = peal_abi_status_name(abi, call->status);
                *ret_r = peal_error(peal_rm_status_errno(call->status), "%s: %s (0x%x)", what,
                                    name ? name : "unknown status", call->status);
        }
        return true;
}
