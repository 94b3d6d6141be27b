/* SPDX-License-Identifier: MIT */
/* Any bytes as pushbuffer words, as a QMD of each version and as ring entries. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "src/hw/class.h"
#include "src/hw/method.h"
#include "src/hw/qmd.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* What must hold is checked in every build, NDEBUG or not. */
static void must(int holds)
{
        if (!holds)
                abort();
}

static void take_line(void *ctx, const char *line)
{
        size_t *lines = ctx;

        must(strlen(line) > 0 && strlen(line) < 512 && !strchr(line, '\n'));
        ++*lines;
}

static void fuzz_push(const uint32_t *words, size_t n)
{
        static const uint32_t channels[] = {TURING_CHANNEL_GPFIFO_A, HOPPER_CHANNEL_GPFIFO_A,
                                            BLACKWELL_CHANNEL_GPFIFO_B};
        uint32_t classes[8] = {0,
                               HOPPER_COMPUTE_A,
                               TURING_COMPUTE_A,
                               BLACKWELL_COMPUTE_B,
                               HOPPER_DMA_COPY_A,
                               BLACKWELL_DMA_COPY_B,
                               0xffff,
                               0};
        size_t lines = 0, done;
        uint32_t channel = channels[n % 3];

        done = peal_push_print(channel, classes, words, n, take_line, &lines);
        must(done <= n && lines <= n + 1 && (n == 0 || lines > 0));
        for (unsigned i = 0; i < 8; i++)
                must(classes[i] <= 0xffff);
        for (size_t i = 0; i < n; i++) {
                struct peal_method_header h, again;
                uint32_t word;

                if (peal_method_header_unpack(words[i], &h) || h.op == PEAL_SEC_GRP0 ||
                    h.op == PEAL_SEC_END_PB_SEGMENT)
                        continue;
                must(!peal_method_header_pack(h, &word) && word == words[i]);
                must(!peal_method_header_unpack(word, &again) && again.op == h.op &&
                     again.count == h.count && again.subch == h.subch && again.method == h.method);
        }
}

static void fuzz_qmd(const uint32_t *words, size_t n)
{
        uint32_t in[PEAL_QMD_MAX_DW] = {0}, out[PEAL_QMD_MAX_DW];

        memcpy(in, words, (n < PEAL_QMD_MAX_DW ? n : PEAL_QMD_MAX_DW) * 4);
        for (unsigned v = 0; v < PEAL_QMD_VERSIONS; v++) {
                enum peal_qmd_version version = (enum peal_qmd_version)v;
                const char *field = NULL;
                struct peal_qmd qmd;
                size_t lines = 0;
                int r;

                /* Fuzzed words seldom say the right version: once as they are, once with it. */
                for (unsigned forced = 0; forced < 2; forced++) {
                        unsigned at = v == PEAL_QMD_V05_00 ? 464 : 576;

                        if (forced)
                                (void)peal_bits_set(in, at + 7, at,
                                                    (v + 2) << 4 | (v == PEAL_QMD_V02_03 ? 3 : 0));
                        r = peal_qmd_decode(version, in, &qmd, &field);
                        must(r == 0 || (r == -EINVAL && field));
                        if (r)
                                continue;
                        must(!peal_qmd_encode(version, &qmd, out, &field));
                        must(!memcmp(in, out, peal_qmd_size_B(version)));
                        must(!peal_qmd_patch_block(version, out, qmd.block));
                        must(!peal_qmd_patch_grid(version, out, qmd.grid));
                        must(!memcmp(in, out, peal_qmd_size_B(version)));
                }
                peal_qmd_print(version, in, take_line, &lines);
        }
}

static void fuzz_entries(const uint32_t *words, size_t n)
{
        for (size_t i = 0; i + 1 < n; i += 2) {
                uint64_t entry = (uint64_t)words[i + 1] << 32 | words[i], va, again;
                uint32_t len;

                if (peal_gp_entry_unpack(entry, &va, &len))
                        continue;
                must(va % 4 == 0 && va < 1ull << 40 && len >= 1 && len <= PEAL_GP_ENTRY_MAX_DW);
                must(!peal_gp_entry_pack(va, len, &again));
                must((entry & ~(1ull << 41 | 1ull << 63)) == again);
        }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
        size_t n = size / 4;
        uint32_t *words;

        if (n > 1 << 16)
                n = 1 << 16;
        words = malloc(n ? n * 4 : 1); /* exact, so that a sanitizer sees an overrun */
        if (!words)
                return 0;
        if (n)
                memcpy(words, data, n * 4);
        fuzz_push(words, n);
        fuzz_qmd(words, n);
        fuzz_entries(words, n);
        free(words);
        return 0;
}
