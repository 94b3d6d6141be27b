/* SPDX-License-Identifier: MIT */
/* peal: dispatch to the subcommands. */
#include <string.h>
#include "cmd.h"

static const struct {
        const char *name;
        int (*run)(int argc, char **argv); /* NULL: not in this version */
} commands[] = {
    {"info", cmd_info}, {"run", cmd_run}, {"bench", cmd_bench}, {"test", cmd_test},
    {"trace", NULL},    {"dump", NULL},   {"disasm", NULL},     {"compile", NULL},
};

static const char help[] =
    "Usage: peal COMMAND [OPTION]... [ARG]...\n"
    "Run compute kernels on NVIDIA GPUs without CUDA, or on a software GPU.\n"
    "\n"
    "  info    show devices, driver, limits, and what is missing\n"
    "  run     load a cubin or fatbin, launch a kernel, print or check results\n"
    "  bench   measure start-up and launch\n"
    "  test    check the chosen device, safe to run anywhere\n"
    "\n"
    "  -h, --help     show this help; 'peal COMMAND --help' for a command's\n"
    "      --version  show the version\n"
    "\n"
    "PEAL_DEVICE picks the device: auto (the first GPU, else the model), nv,\n"
    "nv:1, sim, sim:h200, sim:rtx4090 ...\n"
    "Exit status: 0 done, 1 failed, 2 wrong usage.\n";

int main(int argc, char **argv)
{
        size_t i;

        if (argc < 2) {
                fputs(help, stderr);
                return EXIT_USAGE;
        }
        if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0 ||
            strcmp(argv[1], "help") == 0) {
                fputs(help, stdout);
                return cmd_finish_stdout("help", EXIT_OK);
        }
        if (strcmp(argv[1], "--version") == 0) {
                printf("peal %s\n", peal_version());
                return cmd_finish_stdout("--version", EXIT_OK);
        }
        for (i = 0; i < sizeof(commands) / sizeof(commands[0]); i++) {
                if (strcmp(argv[1], commands[i].name) != 0)
                        continue;
                if (commands[i].run == NULL) {
                        fprintf(stderr, "peal: '%s' is not available in this version\n", argv[1]);
                        return EXIT_FAILED;
                }
                return commands[i].run(argc - 1, argv + 1);
        }
        fprintf(stderr, "peal: unknown %s '%s'\nTry 'peal --help' for more information.\n",
                argv[1][0] == '-' ? "option" : "command", argv[1]);
        return EXIT_USAGE;
}
