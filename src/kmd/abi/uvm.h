/* SPDX-License-Identifier: MIT */
/* UVM commands and structures, layout of release 580. The ioctl request is the bare
 * number and the kernel copies its own size; rmStatus inside the structure is the
 * result. From open-gpu-kernel-modules 580.142: uvm_ioctl.h, uvm_linux_ioctl.h, uvm_types.h.
 */
#ifndef PEAL_KMD_ABI_UVM_H
#define PEAL_KMD_ABI_UVM_H

#include "src/kmd/abi/common.h"

/* (command, request, structure). */
#define PEAL_ABI_UVM_CALLS(U)                                                                      \
        U(UVM_INITIALIZE, 0x30000001, UVM_INITIALIZE_PARAMS)                                       \
        U(UVM_MM_INITIALIZE, 0x4b, UVM_MM_INITIALIZE_PARAMS)                                       \
        U(UVM_REGISTER_GPU, 0x25, UVM_REGISTER_GPU_PARAMS)                                         \
        U(UVM_UNREGISTER_GPU, 0x26, UVM_UNREGISTER_GPU_PARAMS)                                     \
        U(UVM_REGISTER_GPU_VASPACE, 0x19, UVM_REGISTER_GPU_VASPACE_PARAMS)                         \
        U(UVM_UNREGISTER_GPU_VASPACE, 0x1a, UVM_UNREGISTER_GPU_VASPACE_PARAMS)                     \
        U(UVM_REGISTER_CHANNEL, 0x1b, UVM_REGISTER_CHANNEL_PARAMS)                                 \
        U(UVM_UNREGISTER_CHANNEL, 0x1c, UVM_UNREGISTER_CHANNEL_PARAMS)                             \
        U(UVM_CREATE_EXTERNAL_RANGE, 0x49, UVM_CREATE_EXTERNAL_RANGE_PARAMS)                       \
        U(UVM_MAP_EXTERNAL_ALLOCATION, 0x21, UVM_MAP_EXTERNAL_ALLOCATION_PARAMS)                   \
        U(UVM_UNMAP_EXTERNAL, 0x42, UVM_UNMAP_EXTERNAL_PARAMS)                                     \
        U(UVM_FREE, 0x22, UVM_FREE_PARAMS)                                                         \
        U(UVM_ENABLE_PEER_ACCESS, 0x1d, UVM_ENABLE_PEER_ACCESS_PARAMS)                             \
        U(UVM_DISABLE_PEER_ACCESS, 0x1e, UVM_DISABLE_PEER_ACCESS_PARAMS)                           \
        U(UVM_PAGEABLE_MEM_ACCESS, 0x27, UVM_PAGEABLE_MEM_ACCESS_PARAMS)                           \
        U(UVM_SET_RANGE_GROUP, 0x1f, UVM_SET_RANGE_GROUP_PARAMS)                                   \
        U(UVM_CREATE_RANGE_GROUP, 0x17, UVM_CREATE_RANGE_GROUP_PARAMS)                             \
        U(UVM_DESTROY_RANGE_GROUP, 0x18, UVM_DESTROY_RANGE_GROUP_PARAMS)                           \
        U(UVM_MAP_DYNAMIC_PARALLELISM_REGION, 0x41, UVM_MAP_DYNAMIC_PARALLELISM_REGION_PARAMS)     \
        U(UVM_VALIDATE_VA_RANGE, 0x48, UVM_VALIDATE_VA_RANGE_PARAMS)                               \
        U(UVM_ALLOC_SEMAPHORE_POOL, 0x44, UVM_ALLOC_SEMAPHORE_POOL_PARAMS)                         \
        U(UVM_MIGRATE, 0x33, UVM_MIGRATE_PARAMS)                                                   \
        U(UVM_SET_PREFERRED_LOCATION, 0x2a, UVM_SET_PREFERRED_LOCATION_PARAMS)                     \
        U(UVM_UNSET_PREFERRED_LOCATION, 0x2b, UVM_UNSET_PREFERRED_LOCATION_PARAMS)

#define PEAL_ABI_UVM_ENUM(name, request, type) name = request,
enum peal_abi_uvm_call { PEAL_ABI_UVM_CALLS(PEAL_ABI_UVM_ENUM) };
#undef PEAL_ABI_UVM_ENUM

#define UVM_INIT_FLAGS_DISABLE_HMM                1
#define UVM_INIT_FLAGS_MASK                       3
#define UVM_INIT_FLAGS_MULTI_PROCESS_SHARING_MODE 2
#define UVM_MAX_COUNTERS_PER_IOCTL_CALL           0x20
#define UVM_MAX_GPUS                              0x100
#define UVM_MAX_GPUS_V1                           0x20
#define UVM_MAX_PROCESSORS                        0x101
#define UVM_MAX_PROCESSORS_V1                     0x21
#define UVM_MAX_RANGE_GROUPS_PER_IOCTL_CALL       0x20
#define UVM_MAX_STREAMS_PER_IOCTL_CALL            0x20
#define UVM_MIGRATE_FLAGS_ALL                     7
#define UVM_MIGRATE_FLAGS_TEST_ALL                6
#define UVM_MIGRATE_FLAG_ASYNC                    1
#define UVM_MIGRATE_FLAG_NO_GPU_VA_SPACE          4
#define UVM_MIGRATE_FLAG_SKIP_CPU_MAP             2
#define UvmGpuCachingTypeCount                    3
#define UvmGpuCachingTypeDefault                  0
#define UvmGpuCachingTypeForceCached              2
#define UvmGpuCachingTypeForceUncached            1
#define UvmGpuCompressionTypeCount                2
#define UvmGpuCompressionTypeDefault              0
#define UvmGpuCompressionTypeEnabledNoPlc         1
#define UvmGpuFormatElementBits128                6
#define UvmGpuFormatElementBits16                 2
#define UvmGpuFormatElementBits32                 4
#define UvmGpuFormatElementBits64                 5
#define UvmGpuFormatElementBits8                  1
#define UvmGpuFormatElementBitsCount              7
#define UvmGpuFormatElementBitsDefault            0
#define UvmGpuFormatTypeBlockLinear               1
#define UvmGpuFormatTypeCount                     2
#define UvmGpuFormatTypeDefault                   0
#define UvmGpuMappingTypeCount                    4
#define UvmGpuMappingTypeDefault                  0
#define UvmGpuMappingTypeReadOnly                 3
#define UvmGpuMappingTypeReadWrite                2
#define UvmGpuMappingTypeReadWriteAtomic          1

#define PEAL_ABI_UVM_STRUCTS(S)                                                                    \
        S(UVM_INITIALIZE_PARAMS)                                                                   \
        S(UVM_MM_INITIALIZE_PARAMS)                                                                \
        S(UVM_REGISTER_GPU_PARAMS)                                                                 \
        S(UVM_UNREGISTER_GPU_PARAMS)                                                               \
        S(UVM_REGISTER_GPU_VASPACE_PARAMS)                                                         \
        S(UVM_UNREGISTER_GPU_VASPACE_PARAMS)                                                       \
        S(UVM_REGISTER_CHANNEL_PARAMS)                                                             \
        S(UVM_UNREGISTER_CHANNEL_PARAMS)                                                           \
        S(UVM_CREATE_EXTERNAL_RANGE_PARAMS)                                                        \
        S(UVM_MAP_EXTERNAL_ALLOCATION_PARAMS)                                                      \
        S(UVM_UNMAP_EXTERNAL_PARAMS)                                                               \
        S(UVM_FREE_PARAMS)                                                                         \
        S(UVM_ENABLE_PEER_ACCESS_PARAMS)                                                           \
        S(UVM_DISABLE_PEER_ACCESS_PARAMS)                                                          \
        S(UVM_PAGEABLE_MEM_ACCESS_PARAMS)                                                          \
        S(UVM_SET_RANGE_GROUP_PARAMS)                                                              \
        S(UVM_CREATE_RANGE_GROUP_PARAMS)                                                           \
        S(UVM_DESTROY_RANGE_GROUP_PARAMS)                                                          \
        S(UVM_MAP_DYNAMIC_PARALLELISM_REGION_PARAMS)                                               \
        S(UVM_VALIDATE_VA_RANGE_PARAMS)                                                            \
        S(UVM_ALLOC_SEMAPHORE_POOL_PARAMS)                                                         \
        S(UVM_MIGRATE_PARAMS)                                                                      \
        S(UVM_SET_PREFERRED_LOCATION_PARAMS)                                                       \
        S(UVM_UNSET_PREFERRED_LOCATION_PARAMS)

/* Explicit padding is named pad_<offset>; every hole is a member, so a structure
 * that was zeroed as a whole has no bytes of ours that leak. */

struct UVM_INITIALIZE_PARAMS {
        uint64_t flags;
        uint32_t rmStatus;
        uint32_t pad_12;
};
PEAL_ABI_SIZE(UVM_INITIALIZE_PARAMS, 16);

struct UVM_MM_INITIALIZE_PARAMS {
        int32_t uvmFd;
        uint32_t rmStatus;
};
PEAL_ABI_SIZE(UVM_MM_INITIALIZE_PARAMS, 8);

struct NvProcessorUuid {
        uint8_t uuid[16];
};
PEAL_ABI_SIZE(NvProcessorUuid, 16);

struct UVM_REGISTER_GPU_PARAMS {
        struct NvProcessorUuid gpu_uuid;
        uint8_t numaEnabled;
        uint8_t pad_17[3];
        int32_t numaNodeId;
        int32_t rmCtrlFd;
        uint32_t hClient;
        uint32_t hSmcPartRef;
        uint32_t rmStatus;
};
PEAL_ABI_SIZE(UVM_REGISTER_GPU_PARAMS, 40);

struct UVM_UNREGISTER_GPU_PARAMS {
        struct NvProcessorUuid gpu_uuid;
        uint32_t rmStatus;
};
PEAL_ABI_SIZE(UVM_UNREGISTER_GPU_PARAMS, 20);

struct UVM_REGISTER_GPU_VASPACE_PARAMS {
        struct NvProcessorUuid gpuUuid;
        int32_t rmCtrlFd;
        uint32_t hClient;
        uint32_t hVaSpace;
        uint32_t rmStatus;
};
PEAL_ABI_SIZE(UVM_REGISTER_GPU_VASPACE_PARAMS, 32);

struct UVM_UNREGISTER_GPU_VASPACE_PARAMS {
        struct NvProcessorUuid gpuUuid;
        uint32_t rmStatus;
};
PEAL_ABI_SIZE(UVM_UNREGISTER_GPU_VASPACE_PARAMS, 20);

struct UVM_REGISTER_CHANNEL_PARAMS {
        struct NvProcessorUuid gpuUuid;
        int32_t rmCtrlFd;
        uint32_t hClient;
        uint32_t hChannel;
        uint32_t pad_28;
        uint64_t base;
        uint64_t length;
        uint32_t rmStatus;
        uint32_t pad_52;
};
PEAL_ABI_SIZE(UVM_REGISTER_CHANNEL_PARAMS, 56);

struct UVM_UNREGISTER_CHANNEL_PARAMS {
        struct NvProcessorUuid gpuUuid;
        uint32_t hClient;
        uint32_t hChannel;
        uint32_t rmStatus;
};
PEAL_ABI_SIZE(UVM_UNREGISTER_CHANNEL_PARAMS, 28);

struct UVM_CREATE_EXTERNAL_RANGE_PARAMS {
        uint64_t base;
        uint64_t length;
        uint32_t rmStatus;
        uint32_t pad_20;
};
PEAL_ABI_SIZE(UVM_CREATE_EXTERNAL_RANGE_PARAMS, 24);

struct UvmGpuMappingAttributes {
        struct NvProcessorUuid gpuUuid;
        uint32_t gpuMappingType;
        uint32_t gpuCachingType;
        uint32_t gpuFormatType;
        uint32_t gpuElementBits;
        uint32_t gpuCompressionType;
};
PEAL_ABI_SIZE(UvmGpuMappingAttributes, 36);

struct UVM_MAP_EXTERNAL_ALLOCATION_PARAMS {
        uint64_t base;
        uint64_t length;
        uint64_t offset;
        struct UvmGpuMappingAttributes perGpuAttributes[256];
        uint64_t gpuAttributesCount;
        int32_t rmCtrlFd;
        uint32_t hClient;
        uint32_t hMemory;
        uint32_t rmStatus;
};
PEAL_ABI_SIZE(UVM_MAP_EXTERNAL_ALLOCATION_PARAMS, 9264);

struct UVM_UNMAP_EXTERNAL_PARAMS {
        uint64_t base;
        uint64_t length;
        struct NvProcessorUuid gpuUuid;
        uint32_t rmStatus;
        uint32_t pad_36;
};
PEAL_ABI_SIZE(UVM_UNMAP_EXTERNAL_PARAMS, 40);

struct UVM_FREE_PARAMS {
        uint64_t base;
        uint64_t length;
        uint32_t rmStatus;
        uint32_t pad_20;
};
PEAL_ABI_SIZE(UVM_FREE_PARAMS, 24);

struct UVM_ENABLE_PEER_ACCESS_PARAMS {
        struct NvProcessorUuid gpuUuidA;
        struct NvProcessorUuid gpuUuidB;
        uint32_t rmStatus;
};
PEAL_ABI_SIZE(UVM_ENABLE_PEER_ACCESS_PARAMS, 36);

struct UVM_DISABLE_PEER_ACCESS_PARAMS {
        struct NvProcessorUuid gpuUuidA;
        struct NvProcessorUuid gpuUuidB;
        uint32_t rmStatus;
};
PEAL_ABI_SIZE(UVM_DISABLE_PEER_ACCESS_PARAMS, 36);

struct UVM_PAGEABLE_MEM_ACCESS_PARAMS {
        uint8_t pageableMemAccess;
        uint8_t pad_1[3];
        uint32_t rmStatus;
};
PEAL_ABI_SIZE(UVM_PAGEABLE_MEM_ACCESS_PARAMS, 8);

struct UVM_SET_RANGE_GROUP_PARAMS {
        uint64_t rangeGroupId;
        uint64_t requestedBase;
        uint64_t length;
        uint32_t rmStatus;
        uint32_t pad_28;
};
PEAL_ABI_SIZE(UVM_SET_RANGE_GROUP_PARAMS, 32);

struct UVM_CREATE_RANGE_GROUP_PARAMS {
        uint64_t rangeGroupId;
        uint32_t rmStatus;
        uint32_t pad_12;
};
PEAL_ABI_SIZE(UVM_CREATE_RANGE_GROUP_PARAMS, 16);

struct UVM_DESTROY_RANGE_GROUP_PARAMS {
        uint64_t rangeGroupId;
        uint32_t rmStatus;
        uint32_t pad_12;
};
PEAL_ABI_SIZE(UVM_DESTROY_RANGE_GROUP_PARAMS, 16);

struct UVM_MAP_DYNAMIC_PARALLELISM_REGION_PARAMS {
        uint64_t base;
        uint64_t length;
        struct NvProcessorUuid gpuUuid;
        uint32_t rmStatus;
        uint32_t pad_36;
};
PEAL_ABI_SIZE(UVM_MAP_DYNAMIC_PARALLELISM_REGION_PARAMS, 40);

struct UVM_VALIDATE_VA_RANGE_PARAMS {
        uint64_t base;
        uint64_t length;
        uint32_t rmStatus;
        uint32_t pad_20;
};
PEAL_ABI_SIZE(UVM_VALIDATE_VA_RANGE_PARAMS, 24);

struct UVM_ALLOC_SEMAPHORE_POOL_PARAMS {
        uint64_t base;
        uint64_t length;
        struct UvmGpuMappingAttributes perGpuAttributes[256];
        uint64_t gpuAttributesCount;
        uint32_t rmStatus;
        uint32_t pad_9244;
};
PEAL_ABI_SIZE(UVM_ALLOC_SEMAPHORE_POOL_PARAMS, 9248);

struct UVM_MIGRATE_PARAMS {
        uint64_t base;
        uint64_t length;
        struct NvProcessorUuid destinationUuid;
        uint32_t flags;
        uint32_t pad_36;
        uint64_t semaphoreAddress;
        uint32_t semaphorePayload;
        int32_t cpuNumaNode;
        uint64_t userSpaceStart;
        uint64_t userSpaceLength;
        uint32_t rmStatus;
        uint32_t pad_76;
};
PEAL_ABI_SIZE(UVM_MIGRATE_PARAMS, 80);

struct UVM_SET_PREFERRED_LOCATION_PARAMS {
        uint64_t requestedBase;
        uint64_t length;
        struct NvProcessorUuid preferredLocation;
        int32_t preferredCpuNumaNode;
        uint32_t rmStatus;
};
PEAL_ABI_SIZE(UVM_SET_PREFERRED_LOCATION_PARAMS, 40);

struct UVM_UNSET_PREFERRED_LOCATION_PARAMS {
        uint64_t requestedBase;
        uint64_t length;
        uint32_t rmStatus;
        uint32_t pad_20;
};
PEAL_ABI_SIZE(UVM_UNSET_PREFERRED_LOCATION_PARAMS, 24);

#endif
