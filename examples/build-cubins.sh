#!/bin/sh
# SPDX-License-Identifier: MIT
# Rebuilds every committed cubin, here and in tests/corpus/cubins, from its .cu.
# Only whoever changes a kernel needs this, and nvcc (13.0 was used).
set -eu
cd "$(dirname "$0")/.."
nvcc=${NVCC:-nvcc}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
compile()
{
        echo "$3"
        "$nvcc" -std=c++17 -O3 -arch="$1" -cubin -o "$3" "$2"
}

for arch in 86 89 90; do
        for name in saxpy vecadd matmul reduce; do
                compile "sm_$arch" "examples/$name.cu" "examples/$name.sm_$arch.cubin"
        done
done

out=tests/corpus/cubins
for arch in 75 80 100 120; do
        mkdir -p "$out/sm_$arch"
        compile "sm_$arch" examples/saxpy.cu "$out/sm_$arch/saxpy.cubin"
done
for arch in 86 89 90; do
        mkdir -p "$out/sm_$arch"
        for source in tests/corpus/[0-9]*.cu; do
                name=$(basename "$source" .cu)
                case $name in
                35_sm90only)
                        if [ "$arch" = 90 ]; then
                                compile sm_90a "$source" "$out/sm_90/$name.cubin"
                        fi
                        ;;
                38_linked_*)
                        "$nvcc" -std=c++17 -O3 -rdc=true -arch="sm_$arch" -c -o "$work/$name.o" \
                                "$source"
                        ;;
                *)
                        compile "sm_$arch" "$source" "$out/sm_$arch/$name.cubin"
                        ;;
                esac
        done
        echo "$out/sm_$arch/38_linked.cubin"
        "$nvcc" -arch="sm_$arch" -dlink -cubin -o "$out/sm_$arch/38_linked.cubin" \
                "$work/38_linked_a.o" "$work/38_linked_b.o"
done

# What the container tests read: two uncompressed cubins and PTX; all compressed.
common="-std=c++17 -O3 -fatbin -gencode arch=compute_86,code=sm_86
        -gencode arch=compute_90,code=sm_90 -gencode arch=compute_90,code=compute_90"
# shellcheck disable=SC2086
"$nvcc" $common --compress-mode=none -o "$out/saxpy.fatbin" examples/saxpy.cu
"$nvcc" -std=c++17 -O3 -fatbin -arch=sm_90 --compress-mode=size -o "$out/packed.fatbin" \
        tests/corpus/13_fp64.cu
"$nvcc" -std=c++17 -O3 -rdc=true -arch=sm_90 -cubin -o "$out/relocatable.cubin" \
        tests/corpus/38_linked_b.cu
