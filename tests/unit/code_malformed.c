/* SPDX-License-Identifier: MIT */
/* Damaged cubins are refused with a sentence that names the damage, and nothing
 * else happens: no crash, no read outside, no memory kept. */
#include "code_file.h"

#include <errno.h>

#include "src/code/cubin.h"

extern const char *peal_last_error(void);

static struct code_file linked(void)
{
        return code_file_read("tests/corpus/cubins/sm_90/38_linked.cubin");
}

static void refused(const struct code_file *file, int err, const char *sentence)
{
        struct peal_cubin c = {.storage = (void *)-1};
        int r = peal_cubin_parse(file->data, file->size_B, &c);

        if (r != -err || !strstr(peal_last_error(), sentence))
                fail_msg("%d \"%s\" instead of %d \"%s\"", r, peal_last_error(), -err, sentence);
        assert_ptr_equal(c.storage, (void *)-1); /* results are written only on success */
}

static void truncated_everywhere(void **state)
{
        static const char *const paths[] = {"examples/saxpy.sm_90.cubin",
                                            "tests/corpus/cubins/sm_86/39_undefined.cubin"};

        (void)state;
        for (size_t i = 0; i < 2; i++) {
                struct code_file file = code_file_read(paths[i]);
                Elf64_Ehdr e;
                size_t needed;

                memcpy(&e, file.data, sizeof(e));
                needed = e.e_shoff + (size_t)e.e_shnum * sizeof(Elf64_Shdr);
                for (size_t n = 0; n < file.size_B; n++) {
                        uint8_t *cut = malloc(n ? n : 1);
                        struct peal_cubin c;
                        int r;

                        assert_non_null(cut);
                        memcpy(cut, file.data, n);
                        r = peal_cubin_parse(cut, n, &c);
                        /* Only the program headers may lie behind the sections. */
                        if (r == 0 && n < needed)
                                fail_msg("%s: %zu of %zu bytes taken", paths[i], n, file.size_B);
                        if (r == 0)
                                peal_cubin_release(&c);
                        free(cut);
                }
                free(file.data);
        }
}

static void every_byte_changed(void **state)
{
        static const uint8_t change[] = {0x01, 0x80, 0xff};
        struct code_file file = linked();

        (void)state;
        for (size_t n = 0; n < file.size_B * 3; n++) {
                struct peal_cubin c;
                uint8_t *at = &file.data[n / 3], was = *at;
                uint8_t scratch[64] = {0};

                *at ^= change[n % 3];
                if (peal_cubin_parse(file.data, file.size_B, &c) == 0) {
                        for (uint32_t i = 0; i < c.reloc_count; i++)
                                peal_cubin_apply(&c, &c.relocs[i], scratch, sizeof(scratch),
                                                 0x1000);
                        peal_cubin_release(&c);
                }
                *at = was;
        }
        free(file.data);
}

static void headers(void **state)
{
        struct code_file file = linked();
        Elf64_Ehdr *e = (Elf64_Ehdr *)(void *)file.data, was = *e;

        (void)state;
        refused(&(struct code_file){(uint8_t *)"peal", 4}, EINVAL, "not an ELF");
        e->e_ident[EI_CLASS] = ELFCLASS32;
        refused(&file, EINVAL, "only 64-bit");
        *e = was;
        e->e_machine = EM_X86_64;
        refused(&file, EINVAL, "not for CUDA");
        *e = was;
        e->e_ident[EI_OSABI] = 0x42;
        refused(&file, ENOTSUP, "OS ABI 0x42");
        *e = was;
        e->e_type = ET_REL;
        refused(&file, ENOTSUP, "link it first");
        *e = was;
        e->e_shoff = file.size_B;
        refused(&file, EINVAL, "truncated");
        e->e_shoff = UINT64_MAX - 32;
        refused(&file, EINVAL, "truncated");
        *e = was;
        e->e_shnum = 0xfeff;
        refused(&file, EINVAL, "65279 section headers");
        *e = was;
        e->e_shstrndx = 0x1234;
        refused(&file, EINVAL, "section names");
        *e = was;
        e->e_shentsize = 40;
        refused(&file, EINVAL, "of 40 bytes");
        *e = was;
        free(file.data);
        file = code_file_read("tests/corpus/cubins/relocatable.cubin");
        refused(&file, ENOTSUP, "relocatable device code");
        free(file.data);
}

static void sections(void **state)
{
        struct code_file file = linked();
        Elf64_Shdr *s = code_file_section(&file, ".text.linked"), was = *s;
        Elf64_Shdr *rela = code_file_section(&file, ".rela.text.linked"), rela_was = *rela;
        Elf64_Shdr *shared = code_file_section(&file, ".nv.shared.linked");
        Elf64_Shdr *symbols = code_file_section(&file, ".symtab"), symbols_was = *symbols;

        (void)state;
        s->sh_size = 2ull << 30;
        refused(&file, EINVAL, "0x80000000 bytes");
        s->sh_size = UINT64_MAX;
        refused(&file, EINVAL, "truncated");
        *s = was;
        s->sh_offset = 0;
        refused(&file, EINVAL, "overlap");
        *s = was;
        s->sh_addralign = 3;
        refused(&file, EINVAL, "alignment of 0x3");
        s->sh_addralign = 1ull << 40;
        refused(&file, EINVAL, "alignment");
        *s = was;
        s->sh_size = 0x80;
        refused(&file, EINVAL, "\"linked\"");
        *s = was;
        shared->sh_size = 1ull << 33;
        refused(&file, EINVAL, "of shared memory");
        shared->sh_size = UINT64_MAX;
        refused(&file, EINVAL, "bytes of zeros");
        shared->sh_size = 256;
        rela->sh_entsize = 16;
        refused(&file, EINVAL, "entries of 16");
        *rela = rela_was;
        rela->sh_size -= 1;
        refused(&file, EINVAL, ".rela.text.linked");
        *rela = rela_was;
        symbols->sh_size -= 8;
        refused(&file, EINVAL, "symbol table");
        *symbols = symbols_was;
        symbols->sh_type = SHT_PROGBITS;
        refused(&file, EINVAL, "no symbol table");
        *symbols = symbols_was;
        symbols->sh_link = 0;
        refused(&file, EINVAL, "not a string table");
        free(file.data);
}

static void relocations(void **state)
{
        struct code_file file = linked();
        Elf64_Shdr *s = code_file_section(&file, ".rela.text.linked");
        Elf64_Rela *r = (Elf64_Rela *)(void *)(file.data + s->sh_offset), was = *r;

        (void)state;
        r->r_info = ELF64_R_INFO(ELF64_R_SYM(was.r_info), 62);
        refused(&file, ENOTSUP, "relocation type 62 (R_CUDA_FUNC_DESC32_LO_32)");
        r->r_info = ELF64_R_INFO(ELF64_R_SYM(was.r_info), 9999);
        refused(&file, ENOTSUP, "relocation type 9999 (unknown)");
        r->r_info = ELF64_R_INFO(0xffffffull, ELF64_R_TYPE(was.r_info));
        refused(&file, EINVAL, "symbol 16777215");
        *r = was;
        r->r_offset = UINT64_MAX - 3;
        refused(&file, EINVAL, "at 0xfffffffffffffffc");
        *r = was;
        free(file.data);
}

/* Attributes: cut, of an unknown format, of symbols that are not there. */
static void attributes(void **state)
{
        struct code_file file = code_file_read("examples/saxpy.sm_90.cubin");
        Elf64_Shdr *module = code_file_section(&file, ".nv.info"), module_was = *module;
        Elf64_Shdr *s = code_file_section(&file, ".nv.info.saxpy"), was = *s;
        uint8_t *p = file.data + module->sh_offset, *k = file.data + s->sh_offset;
        uint8_t saved[12];

        (void)state;
        module->sh_size -= 2;
        refused(&file, EINVAL, ".nv.info: truncated");
        *module = module_was;
        s->sh_size = 6;
        refused(&file, EINVAL, ".nv.info.saxpy: truncated: attribute 0x37");
        *s = was;
        s->sh_flags = 0;
        refused(&file, EINVAL, "no section .nv.info.saxpy");
        *s = was;
        memcpy(saved, p, sizeof(saved));
        p[0] = 9;
        refused(&file, EINVAL, "unknown format 9");
        memcpy(p, saved, sizeof(saved));
        assert_int_equal(p[1], 0x2f);
        p[5] = 0xff;
        refused(&file, EINVAL, "attribute 0x2f of symbol");
        memcpy(p, saved, sizeof(saved));
        p[1] = 0xee; /* no register count: sh_info >> 24 is none either */
        refused(&file, EINVAL, "kernel \"saxpy\": 0 registers");
        memcpy(p, saved, sizeof(saved));
        while (k[1] != 0x17)
                k += 4 + (k[0] == 4 ? k[2] : 0);
        memcpy(saved, k, sizeof(saved));
        k[8] = 7; /* ordinal */
        refused(&file, EINVAL, "no parameter 3 of 4");
        memcpy(k, saved, sizeof(saved));
        k[11] = 0x77; /* offset */
        refused(&file, EINVAL, "parameter 3 has 4 bytes");
        memcpy(k, saved, sizeof(saved));
        free(file.data);
}

int main(void)
{
        const struct CMUnitTest tests[] = {
            cmocka_unit_test(truncated_everywhere),
            cmocka_unit_test(every_byte_changed),
            cmocka_unit_test(headers),
            cmocka_unit_test(sections),
            cmocka_unit_test(relocations),
            cmocka_unit_test(attributes),
        };

        return cmocka_run_group_tests(tests, NULL, NULL);
}
