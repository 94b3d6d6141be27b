/* SPDX-License-Identifier: MIT */
/* The right cubin comes out of a container, or the reason why none does. */
#include "code_file.h"

#include <errno.h>

#include "src/code/cubin.h"

extern const char *peal_last_error(void);

static uint32_t pick(const struct code_file *file, uint32_t sm_arch)
{
        const void *cubin;
        size_t cubin_B;
        uint32_t arch;
        bool specific;

        if (peal_image_pick(file->data, file->size_B, sm_arch, &cubin, &cubin_B) < 0)
                return 0;
        assert_true((const uint8_t *)cubin >= file->data &&
                    (const uint8_t *)cubin + cubin_B <= file->data + file->size_B);
        assert_int_equal(peal_cubin_arch(cubin, cubin_B, &arch, &specific), 0);
        return arch;
}

static void bare_cubin(void **state)
{
        struct code_file file = code_file_read("examples/saxpy.sm_86.cubin");

        (void)state;
        assert_int_equal(pick(&file, 86), 86);
        assert_int_equal(pick(&file, 89), 86); /* a newer minor of the same major */
        assert_int_equal(pick(&file, 80), 0);
        assert_non_null(strstr(peal_last_error(), "sm_86 does not run on sm_80"));
        assert_int_equal(pick(&file, 90), 0);
        free(file.data);
        file = code_file_read("tests/corpus/cubins/sm_90/35_sm90only.cubin");
        assert_int_equal(pick(&file, 90), 90);
        assert_int_equal(pick(&file, 91), 0); /* sm_90a: there alone */
        assert_non_null(strstr(peal_last_error(), "sm_90a"));
        free(file.data);
}

static void fatbin(void **state)
{
        struct code_file file = code_file_read("tests/corpus/cubins/saxpy.fatbin");

        (void)state;
        assert_int_equal(pick(&file, 86), 86);
        assert_int_equal(pick(&file, 89), 86);
        assert_int_equal(pick(&file, 90), 90);
        assert_int_equal(pick(&file, 80), 0);
        assert_non_null(strstr(peal_last_error(), "no cubin for sm_80 among 2: sm_86 sm_90"));
        free(file.data);
}

static void compressed_is_refused_by_name(void **state)
{
        struct code_file file = code_file_read("tests/corpus/cubins/packed.fatbin");
        const void *cubin;
        size_t cubin_B;

        (void)state;
        assert_int_equal(peal_image_pick(file.data, file.size_B, 90, &cubin, &cubin_B), -ENOTSUP);
        assert_non_null(strstr(peal_last_error(), "compressed"));
        free(file.data);
}

/* A program as the host compiler links it, as far as it matters: an ELF file of
 * another machine with a section .nv_fatbin that holds two fatbins. */
static struct code_file program_around(const struct code_file *fatbin, const char *section_name)
{
        static const char names[] = "\0.shstrtab\0.nv_fatbin\0.elsewhere";
        size_t padded = (fatbin->size_B + 7) & ~(size_t)7;
        Elf64_Ehdr e = {.e_type = ET_DYN,
                        .e_machine = EM_X86_64,
                        .e_shoff = sizeof(e),
                        .e_shentsize = sizeof(Elf64_Shdr),
                        .e_shnum = 3,
                        .e_shstrndx = 1};
        Elf64_Shdr s[3] = {{0}};
        struct code_file out;

        memcpy(e.e_ident, ELFMAG, SELFMAG);
        e.e_ident[EI_CLASS] = ELFCLASS64;
        e.e_ident[EI_DATA] = ELFDATA2LSB;
        s[1].sh_name = 1;
        s[1].sh_type = SHT_STRTAB;
        s[1].sh_offset = sizeof(e) + sizeof(s);
        s[1].sh_size = sizeof(names);
        s[2].sh_name = strcmp(section_name, ".nv_fatbin") ? 22 : 11;
        s[2].sh_type = SHT_PROGBITS;
        s[2].sh_offset = (s[1].sh_offset + s[1].sh_size + 7) & ~7ull;
        s[2].sh_size = 2 * padded;
        out.size_B = s[2].sh_offset + 2 * padded;
        out.data = calloc(1, out.size_B);
        assert_non_null(out.data);
        memcpy(out.data, &e, sizeof(e));
        memcpy(out.data + sizeof(e), s, sizeof(s));
        memcpy(out.data + s[1].sh_offset, names, sizeof(names));
        memcpy(out.data + s[2].sh_offset, fatbin->data, fatbin->size_B);
        memcpy(out.data + s[2].sh_offset + padded, fatbin->data, fatbin->size_B);
        return out;
}

static void program(void **state)
{
        struct code_file inner = code_file_read("tests/corpus/cubins/saxpy.fatbin");
        struct code_file file = program_around(&inner, ".nv_fatbin");

        (void)state;
        assert_int_equal(pick(&file, 90), 90);
        assert_int_equal(pick(&file, 86), 86);
        assert_int_equal(pick(&file, 75), 0);
        free(file.data);
        file = program_around(&inner, ".elsewhere");
        assert_int_equal(pick(&file, 90), 0);
        assert_non_null(strstr(peal_last_error(), "without a section .nv_fatbin"));
        free(file.data);
        free(inner.data);
}

static void neither(void **state)
{
        static const char text[] = ".version 9.0\n.target sm_90\n";
        const void *cubin;
        size_t cubin_B;

        (void)state;
        assert_int_equal(peal_image_pick(text, sizeof(text), 90, &cubin, &cubin_B), -EINVAL);
        assert_non_null(strstr(peal_last_error(), "neither ELF nor fatbin"));
        assert_int_equal(peal_image_pick("", 0, 90, &cubin, &cubin_B), -EINVAL);
}

static void truncated_everywhere(void **state)
{
        struct code_file file = code_file_read("tests/corpus/cubins/saxpy.fatbin");
        const void *cubin;
        size_t cubin_B;

        (void)state;
        for (size_t n = 0; n < file.size_B; n++) {
                uint8_t *cut = malloc(n ? n : 1);

                assert_non_null(cut);
                memcpy(cut, file.data, n);
                assert_int_equal(peal_image_pick(cut, n, 90, &cubin, &cubin_B), -EINVAL);
                free(cut);
        }
        free(file.data);
}

int main(void)
{
        const struct CMUnitTest tests[] = {
            cmocka_unit_test(bare_cubin),
            cmocka_unit_test(fatbin),
            cmocka_unit_test(compressed_is_refused_by_name),
            cmocka_unit_test(program),
            cmocka_unit_test(neither),
            cmocka_unit_test(truncated_everywhere),
        };

        return cmocka_run_group_tests(tests, NULL, NULL);
}
