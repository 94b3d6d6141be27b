/* SPDX-License-Identifier: MIT */
/* What a cubin says of its kernels, sections and symbols reaches the caller. */
#include "code_file.h"

#include <errno.h>

#include "src/code/cubin.h"

extern const char *peal_last_error(void);

static struct peal_cubin parse(const struct code_file *file)
{
        struct peal_cubin c;

        if (peal_cubin_parse(file->data, file->size_B, &c) < 0)
                fail_msg("%s", peal_last_error());
        return c;
}

static const struct peal_cubin_kernel *kernel(const struct peal_cubin *c, const char *name)
{
        int i = peal_cubin_find_kernel(c, name);

        assert_true(i >= 0);
        return &c->kernels[i];
}

static const struct peal_cubin_section *section(const struct peal_cubin *c, const char *name)
{
        for (uint32_t i = 0; i < c->section_count; i++)
                if (!strcmp(c->sections[i].name, name))
                        return &c->sections[i];
        fail_msg("no section %s", name);
        return NULL;
}

static void saxpy_of_every_architecture(void **state)
{
        static const struct {
                const char *path;
                uint32_t arch, base_B;
        } rows[] = {
            {"tests/corpus/cubins/sm_75/saxpy.cubin", 75, 0x160},
            {"tests/corpus/cubins/sm_80/saxpy.cubin", 80, 0x160},
            {"examples/saxpy.sm_86.cubin", 86, 0x160},
            {"examples/saxpy.sm_89.cubin", 89, 0x160},
            {"examples/saxpy.sm_90.cubin", 90, 0x210},
            {"tests/corpus/cubins/sm_100/saxpy.cubin", 100, 0x380},
            {"tests/corpus/cubins/sm_120/saxpy.cubin", 120, 0x380},
        };
        static const struct peal_cubin_param params[] = {
            {0, 0, 4}, {1, 8, 8}, {2, 16, 8}, {3, 24, 4}};

        (void)state;
        for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
                struct code_file file = code_file_read(rows[i].path);
                struct peal_cubin c = parse(&file);
                const struct peal_cubin_kernel *k = kernel(&c, "saxpy");
                const struct peal_cubin_section *text = &c.sections[k->text_section];

                assert_int_equal(c.sm_arch, rows[i].arch);
                assert_false(c.arch_specific);
                assert_int_equal(c.kernel_count, 1);
                assert_int_equal(c.section_count, 1);
                assert_int_equal(c.reloc_count, 0);
                assert_int_equal(text->kind, PEAL_SEC_TEXT);
                assert_int_equal(text->kernel, 0);
                assert_int_equal(text->align_B, 128);
                assert_int_equal(text->size_B, k->text_size_B);
                assert_int_equal(k->text_offset_B, 0);
                assert_in_range(k->register_count, 8, 16);
                assert_int_equal(k->barrier_count, 0);
                assert_int_equal(k->shared_B, 0);
                assert_int_equal(k->min_stack_B, 0);
                assert_false(k->recursive);
                assert_int_equal(k->param_base_B, rows[i].base_B);
                assert_int_equal(k->param_size_B, 28);
                assert_int_equal(k->param_count, 4);
                assert_memory_equal(k->params, params, sizeof(params));
                assert_int_equal(k->const2_section, -1);
                assert_null(k->undefined);
                peal_cubin_release(&c);
                free(file.data);
        }
}

static void attributes_of_a_kernel(void **state)
{
        struct code_file file = code_file_read("tests/corpus/cubins/sm_90/41_bounds.cubin");
        struct peal_cubin c = parse(&file);
        const struct peal_cubin_kernel *k = kernel(&c, "bounds");
        static const struct peal_cubin_param many[] = {{0, 0, 1},  {1, 2, 2},  {2, 4, 4},
                                                       {3, 8, 8},  {4, 16, 2}, {5, 20, 4},
                                                       {6, 24, 8}, {7, 32, 8}, {8, 40, 1}};

        (void)state;
        assert_int_equal(c.kernel_count, 4);
        assert_int_equal(k->max_threads, 128);
        k = kernel(&c, "many");
        assert_int_equal(k->max_threads, 0);
        assert_int_equal(k->param_size_B, 41);
        assert_int_equal(k->param_count, 9);
        assert_memory_equal(k->params, many, sizeof(many));
        k = kernel(&c, "nothing");
        assert_int_equal(k->param_count, 0);
        assert_int_equal(k->param_size_B, 0);
        assert_int_equal(k->param_base_B, 0x210); /* from the size of bank 0 */
        assert_int_equal(peal_cubin_find_kernel(&c, "absent"), -ENOENT);
        peal_cubin_release(&c);
        free(file.data);
}

/* The attributes that no committed cubin has, made from their neighbours. */
static void rarer_attributes(void **state)
{
        struct code_file file = code_file_read("tests/corpus/cubins/sm_90/41_bounds.cubin");
        Elf64_Shdr *s = code_file_section(&file, ".nv.info.bounds");
        const struct peal_cubin_kernel *k;
        struct peal_cubin c;

        (void)state;
        for (uint8_t *p = file.data + s->sh_offset, *end = p + s->sh_size; p < end;
             p += 4 + (p[0] == 4 ? p[2] : 0)) {
                if (p[1] == 0x05) /* MAX_THREADS to REQNTID */
                        p[1] = 0x10;
                if (p[1] == 0x17) { /* KPARAM_INFO to its second form */
                        p[1] = 0x45;
                        memcpy(p + 12, &(uint32_t){8}, 4);
                }
        }
        s = code_file_section(&file, ".nv.info");
        for (uint8_t *p = file.data + s->sh_offset, *end = p + s->sh_size; p < end; p += 4 + p[2])
                if (p[0] == 4 && p[1] == 0x12) /* MIN_STACK_SIZE: cannot be told */
                        memset(p + 8, 0xff, 4);
        c = parse(&file);
        k = kernel(&c, "bounds");
        assert_int_equal(k->max_threads, 0);
        assert_int_equal(k->req_block[0], 128);
        assert_int_equal(k->req_block[1], 1);
        assert_int_equal(k->req_block[2], 1);
        assert_int_equal(k->param_count, 1);
        assert_int_equal(k->params[0].size_B, 8);
        assert_true(k->recursive);
        assert_int_equal(k->min_stack_B, k->frame_B);
        peal_cubin_release(&c);
        free(file.data);
}

static void shared_barriers_stack(void **state)
{
        struct code_file file = code_file_read("tests/corpus/cubins/sm_86/02_mm_f32.cubin");
        struct peal_cubin c = parse(&file);

        (void)state;
        assert_int_equal(kernel(&c, "k")->shared_B, 2 * 16 * 16 * 4);
        assert_int_equal(kernel(&c, "k")->barrier_count, 1);
        peal_cubin_release(&c);
        free(file.data);

        /* From sm_90 on the section counts the 1 KiB that the system keeps. */
        file = code_file_read("tests/corpus/cubins/sm_90/02_mm_f32.cubin");
        c = parse(&file);
        assert_int_equal(kernel(&c, "k")->shared_B, 1024 + 2 * 16 * 16 * 4);
        peal_cubin_release(&c);
        free(file.data);

        file = code_file_read("tests/corpus/cubins/sm_89/17_local.cubin");
        c = parse(&file);
        assert_int_equal(kernel(&c, "k")->frame_B, 256);
        assert_int_equal(kernel(&c, "k")->min_stack_B, 256);
        assert_false(kernel(&c, "k")->recursive);
        peal_cubin_release(&c);
        free(file.data);
}

static void cluster_and_architecture_specific(void **state)
{
        struct code_file file = code_file_read("tests/corpus/cubins/sm_90/35_sm90only.cubin");
        struct peal_cubin c = parse(&file);

        (void)state;
        assert_int_equal(c.sm_arch, 90);
        assert_true(c.arch_specific);
        assert_int_equal(kernel(&c, "clus")->cluster[0], 2);
        assert_int_equal(kernel(&c, "clus")->cluster[1], 1);
        assert_int_equal(kernel(&c, "clus")->cluster[2], 1);
        assert_int_equal(kernel(&c, "dpx")->cluster[0], 0);
        assert_int_equal(kernel(&c, "tma")->params[0].size_B, 128);
        peal_cubin_release(&c);
        free(file.data);
}

static void sections_and_symbols(void **state)
{
        struct code_file file = code_file_read("tests/corpus/cubins/sm_90/37_globals.cubin");
        struct peal_cubin c = parse(&file);
        const struct peal_cubin_section *s;
        int i;

        (void)state;
        s = section(&c, ".nv.constant3");
        assert_int_equal(s->kind, PEAL_SEC_CONST);
        assert_int_equal(s->bank, 3);
        assert_int_equal(s->kernel, -1);
        s = section(&c, ".nv.constant4");
        assert_int_equal(s->bank, 4);
        s = section(&c, ".nv.global.init");
        assert_int_equal(s->kind, PEAL_SEC_GLOBAL_INIT);
        assert_non_null(s->data);
        s = section(&c, ".nv.global");
        assert_int_equal(s->kind, PEAL_SEC_GLOBAL_ZERO);
        assert_int_equal(s->size_B, 256);
        assert_null(s->data);
        i = kernel(&c, "pointers")->const2_section;
        assert_true(i >= 0);
        assert_string_equal(c.sections[i].name, ".nv.constant2.pointers");
        assert_ptr_equal(&c.kernels[c.sections[i].kernel], kernel(&c, "pointers"));

        i = peal_cubin_find_symbol(&c, "table");
        assert_true(i >= 0);
        assert_true(c.symbols[i].object);
        assert_int_equal(c.symbols[i].size_B, 16);
        s = &c.sections[c.symbols[i].section];
        assert_string_equal(s->name, ".nv.global.init");
        assert_memory_equal(s->data + c.symbols[i].value, ((int32_t[]){10, 20, 30, 40}), 16);
        i = peal_cubin_find_symbol(&c, "weight");
        assert_string_equal(c.sections[c.symbols[i].section].name, ".nv.constant3");
        assert_int_equal(peal_cubin_find_symbol(&c, "absent"), -ENOENT);

        /* Functions inside the kernel may call each other without end. */
        assert_true(kernel(&c, "recursion")->recursive);
        assert_false(kernel(&c, "globals")->recursive);
        peal_cubin_release(&c);
        assert_null(c.storage);
        free(file.data);
}

static void undefined_function_is_told_by_kernel(void **state)
{
        struct code_file file = code_file_read("tests/corpus/cubins/sm_86/39_undefined.cubin");
        struct peal_cubin c = parse(&file);
        int i;

        (void)state;
        assert_string_equal(kernel(&c, "prints")->undefined, "vprintf");
        assert_null(kernel(&c, "plain")->undefined);
        for (i = 0; i < (int)c.symbol_count && strcmp(c.symbols[i].name, "vprintf") != 0; i++)
                ;
        assert_true(i < (int)c.symbol_count);
        assert_true(c.symbols[i].undefined);
        assert_int_equal(c.symbols[i].section, -1);
        for (uint32_t j = 0; j < c.reloc_count; j++)
                if (c.relocs[j].symbol == i)
                        assert_int_equal(c.relocs[j].kind, PEAL_RELOC_NONE);
        assert_int_equal(peal_cubin_find_symbol(&c, "vprintf"), -ENOENT);
        peal_cubin_release(&c);
        free(file.data);
}

/* CUDA 11 and 12: OS ABI 0x33, SM in the low byte of the flags, registers and
 * barriers in the text section's header. */
static void older_layout(void **state)
{
        struct code_file file = code_file_read("examples/reduce.sm_86.cubin");
        Elf64_Ehdr *e = (Elf64_Ehdr *)(void *)file.data;
        Elf64_Shdr *info = code_file_section(&file, ".nv.info");
        Elf64_Shdr *attributes = code_file_section(&file, ".nv.info.reduce");
        Elf64_Shdr *text = code_file_section(&file, ".text.reduce");
        struct peal_cubin c;

        (void)state;
        e->e_ident[EI_OSABI] = 0x33;
        e->e_ident[EI_ABIVERSION] = 7;
        e->e_flags = 0x00560556;
        text->sh_info |= 29u << 24;
        text->sh_flags |= 2u << 20;
        /* REGCOUNT and NUM_BARRIERS become attributes that nobody knows. */
        for (uint8_t *p = file.data + info->sh_offset, *end = p + info->sh_size; p < end;
             p += 4 + (p[0] == 4 ? p[2] : 0))
                if (p[1] == 0x2f)
                        p[1] = 0xee;
        for (uint8_t *p = file.data + attributes->sh_offset, *end = p + attributes->sh_size;
             p < end; p += 4 + (p[0] == 4 ? p[2] : 0))
                if (p[1] == 0x4c)
                        p[1] = 0xee;
        c = parse(&file);
        assert_int_equal(c.sm_arch, 86);
        assert_false(c.arch_specific);
        assert_int_equal(kernel(&c, "reduce")->register_count, 29);
        assert_int_equal(kernel(&c, "reduce")->barrier_count, 2);
        peal_cubin_release(&c);
        e->e_flags = 0x005a0d5a;
        c = parse(&file);
        assert_int_equal(c.sm_arch, 90);
        assert_true(c.arch_specific);
        peal_cubin_release(&c);
        free(file.data);
}

static void any_alignment(void **state)
{
        struct code_file file = code_file_read("examples/matmul.sm_90.cubin");
        uint8_t *moved = malloc(file.size_B + 1);
        struct peal_cubin c;

        (void)state;
        assert_non_null(moved);
        memcpy(moved + 1, file.data, file.size_B);
        assert_int_equal(peal_cubin_parse(moved + 1, file.size_B, &c), 0);
        assert_string_equal(c.kernels[0].name, "matmul");
        peal_cubin_release(&c);
        free(moved);
        free(file.data);
}

int main(void)
{
        const struct CMUnitTest tests[] = {
            cmocka_unit_test(saxpy_of_every_architecture),
            cmocka_unit_test(attributes_of_a_kernel),
            cmocka_unit_test(rarer_attributes),
            cmocka_unit_test(shared_barriers_stack),
            cmocka_unit_test(cluster_and_architecture_specific),
            cmocka_unit_test(sections_and_symbols),
            cmocka_unit_test(undefined_function_is_told_by_kernel),
            cmocka_unit_test(older_layout),
            cmocka_unit_test(any_alignment),
        };

        return cmocka_run_group_tests(tests, NULL, NULL);
}
