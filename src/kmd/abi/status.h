/* SPDX-License-Identifier: MIT */
/* Results of the resource manager and of UVM, as in release 580 (nvstatuscodes.h;
 * names that other releases use for a number: peal_abi_status_name()).
 */
#ifndef PEAL_KMD_ABI_STATUS_H
#define PEAL_KMD_ABI_STATUS_H

#include <stdint.h>

#define PEAL_ABI_STATUSES(S)                                                                       \
        S(NV_OK, 0x0)                                                                              \
        S(NV_ERR_BROKEN_FB, 0x1)                                                                   \
        S(NV_ERR_BUFFER_TOO_SMALL, 0x2)                                                            \
        S(NV_ERR_BUSY_RETRY, 0x3)                                                                  \
        S(NV_ERR_CALLBACK_NOT_SCHEDULED, 0x4)                                                      \
        S(NV_ERR_CARD_NOT_PRESENT, 0x5)                                                            \
        S(NV_ERR_CYCLE_DETECTED, 0x6)                                                              \
        S(NV_ERR_DMA_IN_USE, 0x7)                                                                  \
        S(NV_ERR_DMA_MEM_NOT_LOCKED, 0x8)                                                          \
        S(NV_ERR_DMA_MEM_NOT_UNLOCKED, 0x9)                                                        \
        S(NV_ERR_DUAL_LINK_INUSE, 0xa)                                                             \
        S(NV_ERR_ECC_ERROR, 0xb)                                                                   \
        S(NV_ERR_FIFO_BAD_ACCESS, 0xc)                                                             \
        S(NV_ERR_FREQ_NOT_SUPPORTED, 0xd)                                                          \
        S(NV_ERR_GPU_DMA_NOT_INITIALIZED, 0xe)                                                     \
        S(NV_ERR_GPU_IS_LOST, 0xf)                                                                 \
        S(NV_ERR_GPU_IN_FULLCHIP_RESET, 0x10)                                                      \
        S(NV_ERR_GPU_NOT_FULL_POWER, 0x11)                                                         \
        S(NV_ERR_GPU_UUID_NOT_FOUND, 0x12)                                                         \
        S(NV_ERR_HOT_SWITCH, 0x13)                                                                 \
        S(NV_ERR_I2C_ERROR, 0x14)                                                                  \
        S(NV_ERR_I2C_SPEED_TOO_HIGH, 0x15)                                                         \
        S(NV_ERR_ILLEGAL_ACTION, 0x16)                                                             \
        S(NV_ERR_IN_USE, 0x17)                                                                     \
        S(NV_ERR_INFLATE_COMPRESSED_DATA_FAILED, 0x18)                                             \
        S(NV_ERR_INSERT_DUPLICATE_NAME, 0x19)                                                      \
        S(NV_ERR_INSUFFICIENT_RESOURCES, 0x1a)                                                     \
        S(NV_ERR_INSUFFICIENT_PERMISSIONS, 0x1b)                                                   \
        S(NV_ERR_INSUFFICIENT_POWER, 0x1c)                                                         \
        S(NV_ERR_INVALID_ACCESS_TYPE, 0x1d)                                                        \
        S(NV_ERR_INVALID_ADDRESS, 0x1e)                                                            \
        S(NV_ERR_INVALID_ARGUMENT, 0x1f)                                                           \
        S(NV_ERR_INVALID_BASE, 0x20)                                                               \
        S(NV_ERR_INVALID_CHANNEL, 0x21)                                                            \
        S(NV_ERR_INVALID_CLASS, 0x22)                                                              \
        S(NV_ERR_INVALID_CLIENT, 0x23)                                                             \
        S(NV_ERR_INVALID_COMMAND, 0x24)                                                            \
        S(NV_ERR_INVALID_DATA, 0x25)                                                               \
        S(NV_ERR_INVALID_DEVICE, 0x26)                                                             \
        S(NV_ERR_INVALID_DMA_SPECIFIER, 0x27)                                                      \
        S(NV_ERR_INVALID_EVENT, 0x28)                                                              \
        S(NV_ERR_INVALID_FLAGS, 0x29)                                                              \
        S(NV_ERR_INVALID_FUNCTION, 0x2a)                                                           \
        S(NV_ERR_INVALID_HEAP, 0x2b)                                                               \
        S(NV_ERR_INVALID_INDEX, 0x2c)                                                              \
        S(NV_ERR_INVALID_IRQ_LEVEL, 0x2d)                                                          \
        S(NV_ERR_INVALID_LIMIT, 0x2e)                                                              \
        S(NV_ERR_INVALID_LOCK_STATE, 0x2f)                                                         \
        S(NV_ERR_INVALID_METHOD, 0x30)                                                             \
        S(NV_ERR_INVALID_OBJECT, 0x31)                                                             \
        S(NV_ERR_INVALID_OBJECT_BUFFER, 0x32)                                                      \
        S(NV_ERR_INVALID_OBJECT_HANDLE, 0x33)                                                      \
        S(NV_ERR_INVALID_OBJECT_NEW, 0x34)                                                         \
        S(NV_ERR_INVALID_OBJECT_OLD, 0x35)                                                         \
        S(NV_ERR_INVALID_OBJECT_PARENT, 0x36)                                                      \
        S(NV_ERR_INVALID_OFFSET, 0x37)                                                             \
        S(NV_ERR_INVALID_OPERATION, 0x38)                                                          \
        S(NV_ERR_INVALID_OWNER, 0x39)                                                              \
        S(NV_ERR_INVALID_PARAM_STRUCT, 0x3a)                                                       \
        S(NV_ERR_INVALID_PARAMETER, 0x3b)                                                          \
        S(NV_ERR_INVALID_PATH, 0x3c)                                                               \
        S(NV_ERR_INVALID_POINTER, 0x3d)                                                            \
        S(NV_ERR_INVALID_REGISTRY_KEY, 0x3e)                                                       \
        S(NV_ERR_INVALID_REQUEST, 0x3f)                                                            \
        S(NV_ERR_INVALID_STATE, 0x40)                                                              \
        S(NV_ERR_INVALID_STRING_LENGTH, 0x41)                                                      \
        S(NV_ERR_INVALID_READ, 0x42)                                                               \
        S(NV_ERR_INVALID_WRITE, 0x43)                                                              \
        S(NV_ERR_INVALID_XLATE, 0x44)                                                              \
        S(NV_ERR_IRQ_NOT_FIRING, 0x45)                                                             \
        S(NV_ERR_IRQ_EDGE_TRIGGERED, 0x46)                                                         \
        S(NV_ERR_MEMORY_TRAINING_FAILED, 0x47)                                                     \
        S(NV_ERR_MISMATCHED_SLAVE, 0x48)                                                           \
        S(NV_ERR_MISMATCHED_TARGET, 0x49)                                                          \
        S(NV_ERR_MISSING_TABLE_ENTRY, 0x4a)                                                        \
        S(NV_ERR_MODULE_LOAD_FAILED, 0x4b)                                                         \
        S(NV_ERR_MORE_DATA_AVAILABLE, 0x4c)                                                        \
        S(NV_ERR_MORE_PROCESSING_REQUIRED, 0x4d)                                                   \
        S(NV_ERR_MULTIPLE_MEMORY_TYPES, 0x4e)                                                      \
        S(NV_ERR_NO_FREE_FIFOS, 0x4f)                                                              \
        S(NV_ERR_NO_INTR_PENDING, 0x50)                                                            \
        S(NV_ERR_NO_MEMORY, 0x51)                                                                  \
        S(NV_ERR_NO_SUCH_DOMAIN, 0x52)                                                             \
        S(NV_ERR_NO_VALID_PATH, 0x53)                                                              \
        S(NV_ERR_NOT_COMPATIBLE, 0x54)                                                             \
        S(NV_ERR_NOT_READY, 0x55)                                                                  \
        S(NV_ERR_NOT_SUPPORTED, 0x56)                                                              \
        S(NV_ERR_OBJECT_NOT_FOUND, 0x57)                                                           \
        S(NV_ERR_OBJECT_TYPE_MISMATCH, 0x58)                                                       \
        S(NV_ERR_OPERATING_SYSTEM, 0x59)                                                           \
        S(NV_ERR_OTHER_DEVICE_FOUND, 0x5a)                                                         \
        S(NV_ERR_OUT_OF_RANGE, 0x5b)                                                               \
        S(NV_ERR_OVERLAPPING_UVM_COMMIT, 0x5c)                                                     \
        S(NV_ERR_PAGE_TABLE_NOT_AVAIL, 0x5d)                                                       \
        S(NV_ERR_PID_NOT_FOUND, 0x5e)                                                              \
        S(NV_ERR_PROTECTION_FAULT, 0x5f)                                                           \
        S(NV_ERR_RC_ERROR, 0x60)                                                                   \
        S(NV_ERR_REJECTED_VBIOS, 0x61)                                                             \
        S(NV_ERR_RESET_REQUIRED, 0x62)                                                             \
        S(NV_ERR_STATE_IN_USE, 0x63)                                                               \
        S(NV_ERR_SIGNAL_PENDING, 0x64)                                                             \
        S(NV_ERR_TIMEOUT, 0x65)                                                                    \
        S(NV_ERR_TIMEOUT_RETRY, 0x66)                                                              \
        S(NV_ERR_TOO_MANY_PRIMARIES, 0x67)                                                         \
        S(NV_ERR_UVM_ADDRESS_IN_USE, 0x68)                                                         \
        S(NV_ERR_MAX_SESSION_LIMIT_REACHED, 0x69)                                                  \
        S(NV_ERR_LIB_RM_VERSION_MISMATCH, 0x6a)                                                    \
        S(NV_ERR_PRIV_SEC_VIOLATION, 0x6b)                                                         \
        S(NV_ERR_GPU_IN_DEBUG_MODE, 0x6c)                                                          \
        S(NV_ERR_FEATURE_NOT_ENABLED, 0x6d)                                                        \
        S(NV_ERR_RESOURCE_LOST, 0x6e)                                                              \
        S(NV_ERR_PMU_NOT_READY, 0x6f)                                                              \
        S(NV_ERR_FLCN_ERROR, 0x70)                                                                 \
        S(NV_ERR_FATAL_ERROR, 0x71)                                                                \
        S(NV_ERR_MEMORY_ERROR, 0x72)                                                               \
        S(NV_ERR_INVALID_LICENSE, 0x73)                                                            \
        S(NV_ERR_NVLINK_INIT_ERROR, 0x74)                                                          \
        S(NV_ERR_NVLINK_MINION_ERROR, 0x75)                                                        \
        S(NV_ERR_NVLINK_CLOCK_ERROR, 0x76)                                                         \
        S(NV_ERR_NVLINK_TRAINING_ERROR, 0x77)                                                      \
        S(NV_ERR_NVLINK_CONFIGURATION_ERROR, 0x78)                                                 \
        S(NV_ERR_RISCV_ERROR, 0x79)                                                                \
        S(NV_ERR_FABRIC_MANAGER_NOT_PRESENT, 0x7a)                                                 \
        S(NV_ERR_ALREADY_SIGNALLED, 0x7b)                                                          \
        S(NV_ERR_QUEUE_TASK_SLOT_NOT_AVAILABLE, 0x7c)                                              \
        S(NV_ERR_KEY_ROTATION_IN_PROGRESS, 0x7d)                                                   \
        S(NV_ERR_TEST_ONLY_CODE_NOT_ENABLED, 0x7e)                                                 \
        S(NV_ERR_SECURE_BOOT_FAILED, 0x7f)                                                         \
        S(NV_ERR_INSUFFICIENT_ZBC_ENTRY, 0x80)                                                     \
        S(NV_ERR_NVLINK_FABRIC_NOT_READY, 0x81)                                                    \
        S(NV_ERR_NVLINK_FABRIC_FAILURE, 0x82)                                                      \
        S(NV_ERR_GPU_MEMORY_ONLINING_FAILURE, 0x83)                                                \
        S(NV_ERR_REDUCTION_MANAGER_NOT_AVAILABLE, 0x84)                                            \
        S(NV_ERR_THRESHOLD_CROSSED, 0x85)                                                          \
        S(NV_ERR_RESOURCE_RETIREMENT_ERROR, 0x86)                                                  \
        S(NV_ERR_FABRIC_STATE_OUT_OF_SYNC, 0x87)                                                   \
        S(NV_ERR_BUFFER_FULL, 0x88)                                                                \
        S(NV_ERR_BUFFER_EMPTY, 0x89)                                                               \
        S(NV_ERR_MC_FLA_OFFSET_TABLE_FULL, 0x8a)                                                   \
        S(NV_ERR_DMA_XFER_FAILED, 0x8b)                                                            \
        S(NV_ERR_GENERIC, 0xffff)                                                                  \
        S(NV_WARN_HOT_SWITCH, 0x10001)                                                             \
        S(NV_WARN_INCORRECT_PERFMON_DATA, 0x10002)                                                 \
        S(NV_WARN_MISMATCHED_SLAVE, 0x10003)                                                       \
        S(NV_WARN_MISMATCHED_TARGET, 0x10004)                                                      \
        S(NV_WARN_MORE_PROCESSING_REQUIRED, 0x10005)                                               \
        S(NV_WARN_NOTHING_TO_DO, 0x10006)                                                          \
        S(NV_WARN_NULL_OBJECT, 0x10007)                                                            \
        S(NV_WARN_OUT_OF_RANGE, 0x10008)                                                           \
        S(NV_WARN_THRESHOLD_CROSSED, 0x10009)

#define PEAL_ABI_STATUS_ENUM(name, number) name = number,
enum peal_abi_status { PEAL_ABI_STATUSES(PEAL_ABI_STATUS_ENUM) };
#undef PEAL_ABI_STATUS_ENUM

#endif
