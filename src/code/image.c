/* SPDX-License-Identifier: MIT */
/* Containers of cubins: fatbins, and ELF programs that hold fatbins. The layout is
 * as ZLUDA (zluda_dump, "FatbinHeader", "FatbinFileHeader") describes it, checked
 * against the output of nvcc 13.0. */
#include "src/code/cubin.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>

#include "src/code/elf.h"
#include "src/kmd/error.h"

#define FATBIN_MAGIC    0xba55ed50u
#define FATBIN_HEADER_B 16
/* Up to and including the flags; real headers are 64 bytes and more. */
#define ENTRY_HEADER_B 48

#define KIND_PTX 1
#define KIND_ELF 2

#define FLAG_LZ4  0x2000u
#define FLAG_ZSTD 0x8000u

#define EM_CUDA 190

struct pick {
        uint32_t sm_arch;
        const uint8_t *best;
        uint64_t best_B;
        uint32_t best_arch;
        bool best_specific;
        /* What was there but does not do, for the message. */
        uint32_t elf_count, ptx_count, packed_count;
        uint32_t seen[8], seen_count;
};

static void remember(struct pick *pick, uint32_t arch)
{
        for (uint32_t i = 0; i < pick->seen_count; i++)
                if (pick->seen[i] == arch)
                        return;
        if (pick->seen_count < sizeof(pick->seen) / sizeof(pick->seen[0]))
                pick->seen[pick->seen_count++] = arch;
}

/* The CUDA programming guide's rule of binary compatibility: same major, minor not
 * above the device's; an architecture-specific one runs on that one alone. */
static bool runs_on(uint32_t arch, bool specific, uint32_t sm_arch)
{
        return specific ? arch == sm_arch : arch / 10 == sm_arch / 10 && arch <= sm_arch;
}

static void consider(struct pick *pick, const uint8_t *cubin, uint64_t cubin_B, uint32_t arch,
                     bool specific)
{
        if (!runs_on(arch, specific, pick->sm_arch))
                return;
        if (pick->best && (arch < pick->best_arch ||
                           (arch == pick->best_arch && (pick->best_specific || !specific))))
                return;
        pick->best = cubin;
        pick->best_B = cubin_B;
        pick->best_arch = arch;
        pick->best_specific = specific;
}

/* One fatbin at @at, which has at least @left_B bytes behind it; its size in
 * *ret_size_B. */
static int walk_fatbin(struct pick *pick, const uint8_t *at, uint64_t left_B, uint64_t *ret_size_B)
{
        uint32_t header_B;
        uint64_t body_B, pos_B;
        int r;

        if (left_B < FATBIN_HEADER_B || peal_load32(at) != FATBIN_MAGIC)
                return peal_error(EINVAL, "not a fatbin");
        header_B = peal_load32(at + 4) >> 16;
        body_B = peal_load64(at + 8);
        if (header_B < FATBIN_HEADER_B || header_B > left_B || body_B > left_B - header_B)
                return peal_error(EINVAL,
                                  "truncated fatbin: header of %u bytes and 0x%" PRIx64
                                  " behind it, in 0x%" PRIx64,
                                  header_B, body_B, left_B);
        at += header_B;
        for (pos_B = 0; pos_B < body_B;) {
                const uint8_t *e = at + pos_B;
                uint64_t rest_B = body_B - pos_B, data_B, flags;
                uint32_t kind, entry_header_B, arch;
                bool specific;

                if (rest_B < ENTRY_HEADER_B)
                        return peal_error(EINVAL,
                                          "truncated fatbin: entry at 0x%" PRIx64 " of 0x%" PRIx64,
                                          pos_B, body_B);
                kind = peal_load32(e) & 0xffff;
                entry_header_B = peal_load32(e + 4);
                data_B = peal_load64(e + 8);
                arch = peal_load32(e + 28);
                flags = peal_load64(e + 40);
                if (entry_header_B < ENTRY_HEADER_B || entry_header_B > rest_B ||
                    data_B > rest_B - entry_header_B)
                        return peal_error(EINVAL,
                                          "truncated fatbin: entry for sm_%u at 0x%" PRIx64
                                          ": header of %u and 0x%" PRIx64 " bytes, in 0x%" PRIx64,
                                          arch, pos_B, entry_header_B, data_B, rest_B);
                pos_B += entry_header_B + data_B;
                if (kind == KIND_PTX) {
                        pick->ptx_count++;
                        continue;
                }
                if (kind != KIND_ELF)
                        continue;
                pick->elf_count++;
                remember(pick, arch);
                if (flags & (FLAG_LZ4 | FLAG_ZSTD)) {
                        pick->packed_count += runs_on(arch, false, pick->sm_arch);
                        continue;
                }
                r = peal_cubin_arch(e + entry_header_B, data_B, &arch, &specific);
                if (r < 0)
                        return peal_error_in(r, "fatbin entry");
                consider(pick, e + entry_header_B, data_B, arch, specific);
        }
        *ret_size_B = header_B + body_B;
        return 0;
}

/* .nv_fatbin holds fatbins one behind the other, padded to 8 bytes. */
static int walk_program(struct pick *pick, const struct peal_elf *elf)
{
        bool found = false;

        for (uint32_t i = 1; i < elf->section_count; i++) {
                Elf64_Shdr s = peal_elf_section(elf, i);
                const char *name = peal_elf_section_name(elf, &s);
                const uint8_t *data = peal_elf_section_data(elf, &s);
                uint64_t pos_B = 0, size_B;
                int r;

                if ((strcmp(name, ".nv_fatbin") != 0 && strcmp(name, "__nv_relfatbin") != 0) ||
                    s.sh_type == SHT_NOBITS || s.sh_type == SHT_NULL)
                        continue;
                found = true;
                while (pos_B < s.sh_size && s.sh_size - pos_B >= FATBIN_HEADER_B) {
                        if (peal_load32(data + pos_B) == 0) {
                                pos_B += 4;
                                continue;
                        }
                        r = walk_fatbin(pick, data + pos_B, s.sh_size - pos_B, &size_B);
                        if (r < 0)
                                return peal_error_in(r, "section %s at 0x%" PRIx64, name, pos_B);
                        pos_B += size_B;
                        pos_B = (pos_B + 7) & ~7ull;
                }
        }
        if (!found)
                return peal_error(EINVAL, "ELF program (machine %u) without a section .nv_fatbin",
                                  elf->header.e_machine);
        return 0;
}

static int nothing_fits(const struct pick *pick)
{
        char list[sizeof(pick->seen) / sizeof(pick->seen[0]) * 12 + 1] = "";
        size_t used = 0;

        if (pick->packed_count)
                return peal_error(
                    ENOTSUP,
                    "the cubin for sm_%u is compressed, which is not supported: build "
                    "with nvcc -no-compress",
                    pick->sm_arch);
        if (!pick->elf_count && pick->ptx_count)
                return peal_error(ENOTSUP, "only PTX, no cubin for sm_%u", pick->sm_arch);
        for (uint32_t i = 0; i < pick->seen_count; i++) {
                uint32_t arch = pick->seen[i] % 10000;
                char digits[5];
                int n = 0;

                memcpy(list + used, i ? " sm_" : "sm_", i ? 4 : 3);
                used += i ? 4 : 3;
                do {
                        digits[n++] = (char)('0' + arch % 10);
                        arch /= 10;
                } while (arch);
                while (n)
                        list[used++] = digits[--n];
                list[used] = 0;
        }
        return peal_error(ENOTSUP, "no cubin for sm_%u among %u: %s", pick->sm_arch,
                          pick->elf_count, pick->elf_count ? list : "none");
}

int peal_image_pick(const void *image, size_t image_B, uint32_t sm_arch, const void **ret_cubin,
                    size_t *ret_cubin_B)
{
        struct pick pick = {.sm_arch = sm_arch};
        const uint8_t *bytes = image;
        struct peal_elf elf;
        uint64_t size_B;
        uint32_t arch;
        bool specific;
        int r;

        if (image_B >= 4 && peal_load32(bytes) == FATBIN_MAGIC) {
                r = walk_fatbin(&pick, bytes, image_B, &size_B);
                if (r < 0)
                        return r;
        } else if (image_B >= SELFMAG && !memcmp(bytes, ELFMAG, SELFMAG)) {
                r = peal_elf_open(image, image_B, &elf);
                if (r < 0)
                        return r;
                if (elf.header.e_machine == EM_CUDA) {
                        r = peal_cubin_arch(image, image_B, &arch, &specific);
                        if (r < 0)
                                return r;
                        if (!runs_on(arch, specific, sm_arch))
                                return peal_error(ENOTSUP,
                                                  "cubin for sm_%u%s does not run on sm_%u", arch,
                                                  specific ? "a" : "", sm_arch);
                        *ret_cubin = image;
                        *ret_cubin_B = image_B;
                        return 0;
                }
                r = walk_program(&pick, &elf);
                if (r < 0)
                        return r;
        } else {
                return peal_error(EINVAL, "neither ELF nor fatbin (%zu bytes)", image_B);
        }
        if (!pick.best)
                return nothing_fits(&pick);
        *ret_cubin = pick.best;
        *ret_cubin_B = pick.best_B;
        return 0;
}
