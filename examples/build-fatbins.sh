#!/bin/sh
# SPDX-License-Identifier: MIT
# Rebuilds the committed fatbins of the examples and of the command. Only whoever
# changes a kernel needs this, and nvcc (13.0 was used).
set -eu
cd "$(dirname "$0")/.."
nvcc=${NVCC:-nvcc}
arches=
for arch in 75 80 86 89 90 100 120; do
        arches="$arches -gencode arch=compute_$arch,code=sm_$arch"
done
for file in examples/saxpy examples/vecadd tools/kernels; do
        echo "$file.fatbin"
        # shellcheck disable=SC2086
        "$nvcc" -std=c++17 -O3 -fatbin --compress-mode=none $arches -o "$file.fatbin" "$file.cu"
done
