/* SPDX-License-Identifier: MIT */
/* The ARG grammar of `peal run`; no file is read. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include "tools/args.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size_B);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size_B)
{
        char *text = malloc(size_B + 1), err[512], printed[64];
        struct run_arg arg;
        uint64_t again;

        if (text == NULL)
                return 0;
        memcpy(text, data, size_B);
        text[size_B] = '\0';
        if (run_arg_parse(text, 0, &arg, err, sizeof(err)) == 0) {
                assert(arg.output_count <= RUN_OUTPUTS_MAX);
                /* What was read is printed so that it reads back the same. */
                value_print(arg.type, arg.bits, printed, sizeof(printed));
                if (strstr(printed, "nan") == NULL) {
                        assert(value_parse(arg.type, printed, &again, err, sizeof(err)) == 0);
                        assert(again == arg.bits);
                }
                run_arg_release(&arg);
        } else {
                assert(strlen(err) > 0);
        }
        free(text);
        return 0;
}
