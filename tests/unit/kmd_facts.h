/* SPDX-License-Identifier: MIT */
/* Reads data/abi-facts.csv for the tests of src/kmd. The file was made from the
 * headers of six driver releases, and not from the tables that are tested. */
#ifndef KMD_FACTS_H
#define KMD_FACTS_H

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "src/kmd/abi.h"

#define FACT_RELEASES 6
#define FACT_BASE     3 /* 580, the base layout */

static const char *const fact_tags[FACT_RELEASES] = {"535.288.01", "550.163.01", "570.211.01",
                                                     "580.142",    "590.48.01",  "595.45.04"};

struct fact {
        char kind;
        char name[96], field[96];
        char value[FACT_RELEASES][48]; /* "-" where a release has none */
};

static const char *fact_path;
static struct peal_abi fact_abi[FACT_RELEASES];

static inline int facts_setup(void **state)
{
        (void)state;
        for (int i = 0; i < FACT_RELEASES; i++) {
                if (peal_abi_select(fact_tags[i], &fact_abi[i]) < 0)
                        return -1;
        }
        return 0;
}

static inline FILE *facts_open(void)
{
        FILE *file = fopen(fact_path, "r");

        if (!file)
                fail_msg("cannot open %s", fact_path);
        return file;
}

/* The next fact of @kind, false at the end. */
static inline bool facts_next(FILE *file, char kind, struct fact *ret_fact)
{
        char line[512];

        while (fgets(line, sizeof(line), file)) {
                char *rest = line, *part;
                int values = 0;

                line[strcspn(line, "\n")] = '\0';
                if (line[0] != kind || line[1] != ',')
                        continue;
                memset(ret_fact, 0, sizeof(*ret_fact));
                ret_fact->kind = kind;
                strsep(&rest, ",");
                snprintf(ret_fact->name, sizeof(ret_fact->name), "%s", strsep(&rest, ","));
                if (kind == 'F')
                        snprintf(ret_fact->field, sizeof(ret_fact->field), "%s",
                                 strsep(&rest, ","));
                while ((part = strsep(&rest, ",")) && values < FACT_RELEASES)
                        snprintf(ret_fact->value[values++], sizeof(ret_fact->value[0]), "%s", part);
                if (values == 1) {
                        for (; values < FACT_RELEASES; values++)
                                memcpy(ret_fact->value[values], ret_fact->value[0],
                                       sizeof(ret_fact->value[0]));
                }
                if (values != FACT_RELEASES)
                        fail_msg("%s: %d values", ret_fact->name, values);
                return true;
        }
        return false;
}

static inline bool fact_has(const struct fact *fact, int release)
{
        return strcmp(fact->value[release], "-") != 0;
}

/* Up to five numbers "a:b:c:d:e". */
static inline int fact_numbers(const struct fact *fact, int release, unsigned long numbers[5])
{
        char *p = (char *)(uintptr_t)fact->value[release];
        int n = 0;

        while (n < 5) {
                numbers[n++] = strtoul(p, &p, 0);
                if (*p++ != ':')
                        break;
        }
        return n;
}

static inline enum peal_abi_struct_id fact_struct(const char *name)
{
        for (int id = 0; id < PEAL_ABI_STRUCT_COUNT; id++) {
                if (strcmp(peal_abi_struct_name((enum peal_abi_struct_id)id), name) == 0)
                        return (enum peal_abi_struct_id)id;
        }
        fail_msg("no structure %s", name);
        return PEAL_ABI_STRUCT_COUNT;
}

#endif
