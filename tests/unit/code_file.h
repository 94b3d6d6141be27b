/* SPDX-License-Identifier: MIT */
/* Reads a committed file for the loader's tests. */
#ifndef PEAL_TESTS_CODE_FILE_H
#define PEAL_TESTS_CODE_FILE_H

#include <elf.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

struct code_file {
        uint8_t *data;
        size_t size_B;
};

/* @path from the top of the source tree. The data has no byte to spare, so that a
 * sanitizer sees every read past the end; free() it. */
static inline struct code_file code_file_read(const char *path)
{
        struct code_file file = {0};
        char full[4096];
        FILE *f;
        long size;

        snprintf(full, sizeof(full), "%s/%s", PEAL_SOURCE_ROOT, path);
        f = fopen(full, "rb");
        if (!f)
                fail_msg("cannot open %s", full);
        assert_int_equal(fseek(f, 0, SEEK_END), 0);
        size = ftell(f);
        assert_true(size > 0);
        rewind(f);
        file.data = malloc((size_t)size);
        assert_non_null(file.data);
        file.size_B = (size_t)size;
        assert_int_equal(fread(file.data, 1, file.size_B, f), file.size_B);
        fclose(f);
        return file;
}

/* A section's header inside a writable image: for a test that damages it. */
static inline Elf64_Shdr *code_file_section(struct code_file *file, const char *name)
{
        Elf64_Ehdr *e = (Elf64_Ehdr *)(void *)file->data;
        Elf64_Shdr *s = (Elf64_Shdr *)(void *)(file->data + e->e_shoff);
        const char *names = (const char *)file->data + s[e->e_shstrndx].sh_offset;

        for (unsigned i = 1; i < e->e_shnum; i++)
                if (!strcmp(names + s[i].sh_name, name))
                        return &s[i];
        fail_msg("no section %s", name);
        return NULL;
}

#endif
