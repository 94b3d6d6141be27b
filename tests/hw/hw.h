/* SPDX-License-Identifier: MIT */
/* One body of tests for a GPU and for the model: PEAL_DEVICE says which. A program
 * runs its group once in each address-space mode, and exits 77 (skipped) when the
 * device is not there. Only the public API is used. */
#ifndef PEAL_TESTS_HW_H
#define PEAL_TESTS_HW_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include "peal/peal.h"

/* A wait that is longer than this is a hang. */
#define HW_TIMEOUT_NS (120ull * 1000000000ull)

struct hw {
        struct peal_device *device;
        struct peal_device_info info;
        struct peal_module *module; /* kernels.cu for this architecture, or NULL */
};

/* The mode that the group runs in. */
extern enum peal_address_space hw_space;
/* Whether PEAL_DEVICE names the model: tests are smaller there. */
bool hw_is_model(void);
/* Under ThreadSanitizer a forked child cannot make threads. */
bool hw_is_tsan(void);

/* 0, or -errno as peal_device_open. */
int hw_open(struct peal_device **ret_device);
/* Group set-up and tear-down: *state is a struct hw. */
int hw_setup(void **state);
int hw_teardown(void **state);
/* Runs @group in both modes (or the one in PEAL_TEST_SPACE); for main(). */
int hw_main(int (*group)(void));

/* Path of the kernels for @sm_arch, or NULL when there are none. */
const char *hw_cubin(unsigned sm_arch, char *path, size_t path_B);
/* A kernel of kernels.cu; skips the test where kernels are not run. */
struct peal_kernel *hw_kernel(struct hw *hw, const char *name);
struct peal_buffer *hw_alloc(struct hw *hw, uint64_t size_B, unsigned flags);

/* splitmix64's n-th value; and bytes of it. */
uint64_t hw_random(uint64_t seed, uint64_t n);
void hw_fill_random(void *data, size_t size_B, uint64_t seed);
/* Fails naming the first byte that differs. */
void hw_assert_same(const void *got, const void *want, size_t size_B, const char *file, int line);

void hw_ok(int r, const char *call, const char *file, int line);
void hw_refused(int r, int want, const char *part, const char *call, const char *file, int line);

/* The call succeeds, or the test fails with its sentence. */
#define OK(call) hw_ok((call), #call, __FILE__, __LINE__)
/* The call returns -@error and its sentence contains @part. */
#define REFUSED(call, error, part) hw_refused((call), -(error), (part), #call, __FILE__, __LINE__)
#define SAME(got, want, size_B)    hw_assert_same((got), (want), (size_B), __FILE__, __LINE__)

#endif
