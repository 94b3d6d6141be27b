/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <string.h>
#include "src/kmd/abi.h"
#include "src/kmd/error.h"
#include "src/kmd/version.h"

/* "580.159.04", "535.288.01", "570.86": numbers with one or two dots. */
static bool token_is_version(const char *token, size_t length)
{
        unsigned dots = 0;

        if (length == 0 || length >= PEAL_VERSION_MAX_B)
                return false;
        for (size_t i = 0; i < length; i++) {
                if (token[i] == '.') {
                        if (i == 0 || i + 1 == length || token[i - 1] == '.')
                                return false;
                        dots++;
                } else if (token[i] < '0' || token[i] > '9') {
                        return false;
                }
        }
        return dots == 1 || dots == 2;
}

static bool is_space(char c)
{
        return c == ' ' || c == '\t' || c == '\r' || c == '\0';
}

int peal_version_parse(const char *text, size_t text_B, char ret_version[PEAL_VERSION_MAX_B])
{
        static const char head[] = "NVRM version:";
        size_t at = 0;

        while (at < text_B) {
                const char *line = text + at;
                const char *end = memchr(line, '\n', text_B - at);
                size_t length = end ? (size_t)(end - line) : text_B - at;
                size_t i = sizeof(head) - 1;

                at += length + 1;
                if (length < i || memcmp(line, head, i) != 0)
                        continue;
                while (i < length) {
                        size_t start;

                        while (i < length && is_space(line[i]))
                                i++;
                        for (start = i; i < length && !is_space(line[i]); i++)
                                ;
                        if (token_is_version(line + start, i - start)) {
                                memcpy(ret_version, line + start, i - start);
                                ret_version[i - start] = '\0';
                                return 0;
                        }
                }
        }
        return -ENOENT;
}

static int read_proc(struct peal_kmd *kmd, char ret_version[PEAL_VERSION_MAX_B])
{
        char text[2048];
        size_t text_B = 0;
        int fd = kmd->ops->open(kmd, "/proc/driver/nvidia/version", O_RDONLY);

        if (fd < 0)
                return fd;
        while (text_B < sizeof(text)) {
                ssize_t n = kmd->ops->read(kmd, fd, text + text_B, sizeof(text) - text_B);

                if (n <= 0)
                        break;
                text_B += (size_t)n;
        }
        kmd->ops->close(kmd, fd);
        return peal_version_parse(text, text_B, ret_version);
}

static int take(const char *string, size_t size_B, char ret_version[PEAL_VERSION_MAX_B])
{
        size_t length = strnlen(string, size_B);

        if (length == size_B || !token_is_version(string, length))
                return -ENOENT;
        memcpy(ret_version, string, length + 1);
        return 0;
}

static int ask_check(struct peal_kmd *kmd, int ctl_fd, char ret_version[PEAL_VERSION_MAX_B])
{
        struct nv_ioctl_rm_api_version check = {.cmd = NV_RM_API_VERSION_CMD_QUERY};
        int r = kmd->ops->ioctl(kmd, ctl_fd, PEAL_NV_IOCTL(NV_ESC_CHECK_VERSION_STR, sizeof(check)),
                                &check);

        if (r < 0)
                return r;
        return take((const char *)check.versionString, sizeof(check.versionString), ret_version);
}

static int ask_control(struct peal_kmd *kmd, int ctl_fd, uint32_t client,
                       char ret_version[PEAL_VERSION_MAX_B])
{
        char driver[80] = "", version[80] = "", title[80] = "";
        struct NV0000_CTRL_SYSTEM_GET_BUILD_VERSION_PARAMS build = {
            .sizeOfStrings = sizeof(driver),
            .pDriverVersionBuffer = (uintptr_t)driver,
            .pVersionBuffer = (uintptr_t)version,
            .pTitleBuffer = (uintptr_t)title,
        };
        struct NVOS54_PARAMETERS control = {
            .hClient = client,
            .hObject = client,
            .cmd = NV0000_CTRL_CMD_SYSTEM_GET_BUILD_VERSION,
            .params = (uintptr_t)&build,
            .paramsSize = sizeof(build),
        };
        int r = kmd->ops->ioctl(kmd, ctl_fd, PEAL_NV_IOCTL(NV_ESC_RM_CONTROL, sizeof(control)),
                                &control);

        if (r < 0)
                return r;
        if (control.status != NV_OK)
                return -peal_rm_status_errno(control.status);
        return take(driver, sizeof(driver), ret_version);
}

int peal_version_read(struct peal_kmd *kmd, int ctl_fd, uint32_t client,
                      char ret_version[PEAL_VERSION_MAX_B])
{
        int proc, check, control;

        proc = read_proc(kmd, ret_version);
        if (proc == 0)
                return 0;
        check = ask_check(kmd, ctl_fd, ret_version);
        if (check == 0)
                return 0;
        control = ask_control(kmd, ctl_fd, client, ret_version);
        if (control == 0)
                return 0;
        return peal_error(ENOTSUP,
                          "the kernel driver does not say its release: "
                          "/proc/driver/nvidia/version gave %s, NV_ESC_CHECK_VERSION_STR %s, "
                          "NV0000_CTRL_CMD_SYSTEM_GET_BUILD_VERSION %s",
                          peal_errno_text(-proc).text, peal_errno_text(-check).text,
                          peal_errno_text(-control).text);
}
