/* SPDX-License-Identifier: MIT */
/* Names for numbers, and this thread's sentence. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <errno.h>
#include <pthread.h>
#include <string.h>
#include "src/kmd/abi.h"
#include "src/kmd/error.h"

static void every_control_we_call_has_its_name(void **state)
{
        /* Kernel clients only: not in the table of what a user may ask for. */
        static const uint32_t kernel_only[] = {NV2080_CTRL_CMD_CE_GET_PHYSICAL_CAPS,
                                               NV90F1_CTRL_CMD_VASPACE_GET_GMMU_FORMAT};
        static const struct {
                uint32_t cmd;
                const char *name;
        } rows[] = {
#define ROW(name, cmd, type) {cmd, #name},
            PEAL_ABI_CONTROLS(ROW)
#undef ROW
        };

        (void)state;
        for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
                const char *name = peal_rm_control_name(rows[i].cmd);

                if (i > 0) /* the tables are searched by halves */
                        assert_true(rows[i - 1].cmd < rows[i].cmd);
                if (rows[i].cmd == kernel_only[0] || rows[i].cmd == kernel_only[1])
                        continue;
                assert_non_null(name);
                assert_string_equal(name, rows[i].name);
        }
}

static void the_class_list_is_in_order(void **state)
{
        static const uint32_t classes[] = {
#define ROW(name, number, type) number,
            PEAL_ABI_CLASS_PARAMS(ROW)
#undef ROW
        };

        (void)state;
        for (size_t i = 1; i < sizeof(classes) / sizeof(classes[0]); i++)
                assert_true(classes[i - 1] < classes[i]);
}

static void some_names(void **state)
{
        (void)state;
        assert_string_equal(peal_rm_status_name(0), "NV_OK");
        assert_string_equal(peal_rm_status_name(0x22), "NV_ERR_INVALID_CLASS");
        assert_string_equal(peal_rm_status_name(0x51), "NV_ERR_NO_MEMORY");
        assert_null(peal_rm_status_name(0xdeadbeef));
        assert_string_equal(peal_rm_control_name(0xc36f0108),
                            "NVC36F_CTRL_CMD_GPFIFO_GET_WORK_SUBMIT_TOKEN");
        assert_string_equal(peal_rm_control_name(0x83de0309),
                            "NV83DE_CTRL_CMD_DEBUG_SET_EXCEPTION_MASK");
        assert_null(peal_rm_control_name(0x20808159));
        assert_null(peal_rm_control_name(0));
        assert_string_equal(peal_rm_escape_name(0x2b), "NV_ESC_RM_ALLOC");
        assert_string_equal(peal_rm_escape_name(0xc8), "NV_ESC_CARD_INFO");
        assert_null(peal_rm_escape_name(0x1000));
        assert_string_equal(peal_uvm_command_name(0x30000001), "UVM_INITIALIZE");
        assert_string_equal(peal_uvm_command_name(0x21), "UVM_MAP_EXTERNAL_ALLOCATION");
        assert_null(peal_uvm_command_name(0x12345));
        assert_string_equal(peal_rc_error_name(13), "ROBUST_CHANNEL_GR_EXCEPTION");
        assert_string_equal(peal_rc_error_name(31), "ROBUST_CHANNEL_FIFO_ERROR_MMU_ERR_FLT");
        assert_string_equal(peal_rc_error_name(79), "ROBUST_CHANNEL_GPU_HAS_FALLEN_OFF_THE_BUS");
        assert_null(peal_rc_error_name(9999));
        assert_null(peal_abi_struct_name(PEAL_ABI_STRUCT_COUNT));
}

static void statuses_as_errno(void **state)
{
        (void)state;
        assert_int_equal(peal_rm_status_errno(NV_OK), 0);
        assert_int_equal(peal_rm_status_errno(NV_ERR_NO_MEMORY), ENOMEM);
        assert_int_equal(peal_rm_status_errno(NV_ERR_INSUFFICIENT_PERMISSIONS), EACCES);
        assert_int_equal(peal_rm_status_errno(NV_ERR_NOT_SUPPORTED), ENOTSUP);
        assert_int_equal(peal_rm_status_errno(NV_ERR_INVALID_ARGUMENT), EINVAL);
        assert_int_equal(peal_rm_status_errno(NV_ERR_GENERIC), EIO);
        assert_int_equal(peal_rm_status_errno(0xdeadbeef), EIO);
}

static void *other_thread(void *arg)
{
        (void)arg;
        return peal_last_error()[0] == '\0' ? (void *)1 : NULL;
}

static void sentences(void **state)
{
        char expected[512], longest[700];
        pthread_t thread;
        void *clean;

        (void)state;
        assert_string_equal(peal_last_error(), "");
        assert_int_equal(peal_error(EINVAL, "block %d: more than %d", 9, 8), -EINVAL);
        assert_string_equal(peal_last_error(), "block 9: more than 8");
        assert_int_equal(peal_error_in(-EINVAL, "launch of %s", "saxpy"), -EINVAL);
        assert_string_equal(peal_last_error(), "launch of saxpy: block 9: more than 8");
        /* The old sentence as an argument of the new one. */
        assert_int_equal(peal_error(EIO, "again: %s", peal_last_error()), -EIO);
        assert_string_equal(peal_last_error(), "again: launch of saxpy: block 9: more than 8");
        assert_int_equal(pthread_create(&thread, NULL, other_thread, NULL), 0);
        pthread_join(thread, &clean);
        assert_non_null(clean);
        /* Cut at 511 bytes, both ways. */
        memset(longest, 'x', sizeof(longest));
        longest[sizeof(longest) - 1] = '\0';
        peal_error(EIO, "%s", longest);
        assert_int_equal(strlen(peal_last_error()), 511);
        peal_error_in(-EIO, "y");
        assert_int_equal(strlen(peal_last_error()), 511);
        memset(expected, 'x', sizeof(expected));
        memcpy(expected, "y: ", 3);
        expected[511] = '\0';
        assert_string_equal(peal_last_error(), expected);
        peal_error_in(-EIO, "%s", longest);
        assert_int_equal(strlen(peal_last_error()), 511);
        assert_string_equal(peal_errno_text(ENOENT).text, "ENOENT (2)");
        assert_string_equal(peal_errno_text(12345).text, "errno (12345)");
}

int main(void)
{
        const struct CMUnitTest tests[] = {
            cmocka_unit_test(sentences),
            cmocka_unit_test(every_control_we_call_has_its_name),
            cmocka_unit_test(the_class_list_is_in_order),
            cmocka_unit_test(some_names),
            cmocka_unit_test(statuses_as_errno),
        };

        return cmocka_run_group_tests(tests, NULL, NULL);
}
