/* SPDX-License-Identifier: MIT */
/* Drives a fuzz target where there is no libFuzzer: each seed file as it is, then
 * mutations of the seeds for some seconds. Deterministic by number, so that what
 * failed can be run again: STANDALONE_FIRST=N STANDALONE_COUNT=1.
 *
 *   fuzz-NAME SEED...    files, or directories of files
 */
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <sys/stat.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size_B);

enum { SEEDS_MAX = 256, SEED_MAX_B = 1 << 20 };

static struct {
        uint8_t *data;
        size_t size_B;
} seeds[SEEDS_MAX];
static unsigned seed_count;

static uint64_t state;

static uint64_t next_random(void)
{
        uint64_t z = state += 0x9e3779b97f4a7c15u;

        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
        return z ^ (z >> 31);
}

static void add_file(const char *path)
{
        FILE *file = fopen(path, "rbe");
        uint8_t *data;

        if (file == NULL) {
                perror(path);
                exit(1);
        }
        data = malloc(SEED_MAX_B);
        if (data == NULL)
                exit(1);
        if (seed_count < SEEDS_MAX) {
                seeds[seed_count].size_B = fread(data, 1, SEED_MAX_B, file);
                seeds[seed_count++].data = data;
        } else {
                free(data);
        }
        fclose(file);
}

static void add_path(const char *path)
{
        const struct dirent *entry;
        struct stat st;
        char name[1024];
        DIR *dir;

        if (stat(path, &st) < 0)
                return; /* a directory of seeds need not be there */
        if (!S_ISDIR(st.st_mode)) {
                add_file(path);
                return;
        }
        dir = opendir(path);
        if (dir == NULL)
                return;
        while ((entry = readdir(dir)) != NULL) {
                snprintf(name, sizeof(name), "%s/%s", path, entry->d_name);
                if (stat(name, &st) == 0 && S_ISREG(st.st_mode))
                        add_file(name);
        }
        closedir(dir);
}

/* In a block of its own size, so that a sanitizer sees what lies beyond. */
static void run(const uint8_t *data, size_t size_B)
{
        uint8_t *copy = malloc(size_B ? size_B : 1);

        if (copy == NULL)
                exit(1);
        memcpy(copy, data, size_B);
        LLVMFuzzerTestOneInput(copy, size_B);
        free(copy);
}

static void mutate_and_run(uint64_t number, uint8_t *room)
{
        static const uint64_t special[] = {
            0,        1,          0x7f,       0x80,       0xff,       0xffff,    0x10000,
            1u << 31, 0x7fffffff, 0xffffffff, 1ull << 32, 1ull << 63, UINT64_MAX};
        size_t size_B, at, n;
        uint64_t value;
        unsigned i, changes;

        state = number * 0x2545f4914f6cdd1du;
        i = seed_count ? (unsigned)(next_random() % (seed_count + 1)) : 0;
        if (i == seed_count) {
                size_B = next_random() % 512;
                for (at = 0; at < size_B; at++)
                        room[at] = (uint8_t)next_random();
        } else {
                size_B = seeds[i].size_B;
                memcpy(room, seeds[i].data, size_B);
        }
        changes = 1 + (unsigned)(next_random() % 8);
        for (i = 0; i < changes && size_B > 0; i++) {
                at = next_random() % size_B;
                n = 1u << next_random() % 4;
                switch (next_random() % 6) {
                case 0:
                        room[at] ^= (uint8_t)(1u << next_random() % 8);
                        break;
                case 1:
                        room[at] = (uint8_t)next_random();
                        break;
                case 2:
                case 3:
                        at &= ~(n - 1);
                        value = special[next_random() % (sizeof(special) / sizeof(special[0]))];
                        memcpy(room + at, &value, n < size_B - at ? n : size_B - at);
                        break;
                case 4:
                        size_B = at;
                        break;
                default:
                        n = next_random() % (size_B - at) + 1;
                        memmove(room + next_random() % (size_B - n + 1), room + at, n);
                }
        }
        run(room, size_B);
}

int main(int argc, char **argv)
{
        const char *first = getenv("STANDALONE_FIRST"), *count = getenv("STANDALONE_COUNT");
        const char *seconds = getenv("PEAL_FUZZ_SECONDS");
        uint64_t number = first ? strtoull(first, NULL, 10) : 0, done = 0;
        time_t end = time(NULL) + (seconds ? atoi(seconds) : 3);
        uint8_t *room = malloc(SEED_MAX_B);
        unsigned i;

        if (room == NULL)
                return 1;
        for (i = 1; i < (unsigned)argc; i++)
                add_path(argv[i]);
        for (i = 0; count == NULL && i < seed_count; i++)
                run(seeds[i].data, seeds[i].size_B);
        run((const uint8_t *)"", 0);
        while (count ? done < strtoull(count, NULL, 10) : time(NULL) < end) {
                /* Known before it runs, for whoever reads the crash. */
                if (count == NULL && getenv("STANDALONE_VERBOSE") != NULL)
                        fprintf(stderr, "number %llu\n", (unsigned long long)number);
                mutate_and_run(number++, room);
                done++;
        }
        printf("%u seeds, %llu mutations, up to number %llu\n", seed_count,
               (unsigned long long)done, (unsigned long long)number);
        for (i = 0; i < seed_count; i++)
                free(seeds[i].data);
        free(room);
        return 0;
}
