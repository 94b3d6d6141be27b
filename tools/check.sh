#!/bin/sh
# SPDX-License-Identifier: MIT
# check.sh PEAL EXAMPLES: the command from outside, on the model. Prints what differs.
peal=$1 examples=$2 bad=0
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
PEAL_DEVICE=sim:h200
export PEAL_DEVICE

# status, a part of stderr ("" for nothing on stderr), then the command
expect() {
        want=$1 part=$2
        shift 2
        "$peal" "$@" >"$dir/out" 2>"$dir/err"
        got=$?
        if [ $got -ne "$want" ]; then
                echo "peal $*: exit status $got, expected $want"
                sed 's/^/  /' "$dir/err"
                bad=1
        elif [ -z "$part" ] && [ -s "$dir/err" ]; then
                echo "peal $*: says on stderr:"
                sed 's/^/  /' "$dir/err"
                bad=1
        elif ! grep -qF -e "$part" "$dir/err" && [ -n "$part" ]; then
                echo "peal $*: stderr without \"$part\":"
                sed 's/^/  /' "$dir/err"
                bad=1
        fi
}

# a line that stdout has
has() {
        if ! grep -q -e "$1" "$dir/out"; then
                echo "stdout without \"$1\":"
                head -n 20 "$dir/out" | sed 's/^/  /'
                bad=1
        fi
}

json() {
        if ! python3 -m json.tool "$dir/out" >/dev/null; then
                echo 'stdout is not JSON:'
                cat "$dir/out"
                bad=1
        fi
}

expect 2 Usage
expect 0 '' --help
has '^Usage: peal'
expect 0 '' --version
has '^peal [0-9]'
expect 2 unknown nosuch
expect 2 unknown --nosuch
for command in info run bench test; do
        expect 0 '' $command --help
        has "^Usage: peal $command"
        expect 2 nosuch $command --nosuch
done
for command in trace dump disasm compile; do
        expect 1 'not available in this version' $command
done

expect 0 '' info
has 'H200'
has 'sm_90'
expect 0 '' info --json
json
has '"chip": "GH100"'
expect 0 '' info --device sim:rtx2080ti
has 'not executed'
expect 0 '' info --device nv:4000 --json
json
has '"devices": \[\]'
expect 2 unexpected info more
expect 2 rm info --address-space fast

saxpy="$examples/saxpy.fatbin"
expect 0 '' run "$saxpy" -k saxpy -g 4 -b 256 f32:2 'f32[1024]:seq' 'f32[1024]:1>-' i32:1024
if [ "$(awk 'NR * 2 - 1 == $1' "$dir/out" | wc -l)" -ne 1024 ] || [ "$(wc -l <"$dir/out")" -ne 1024 ]; then
        echo 'saxpy does not print 1, 3, 5 ... 2047'
        bad=1
fi
for device in sim:rtx4090 sim:rtx3090; do
        expect 0 '' run "$saxpy" --device $device -g 4 -b 256 f32:2 'f32[1024]:seq' 'f32[1024]:1>-' i32:1024
        has '^2047$'
done
# Options may stand anywhere; into a file, out of it, compared.
expect 0 '' run -g 4 "$saxpy" f32:2 'f32[1024]:seq' "f32[1024]:1>$dir/y.npy" i32:1024 -b 256
expect 0 '' run "$saxpy" -g 4 -b 256 f32:2 'f32[1024]:seq' "f32[1024]:1=$dir/y.npy" i32:1024
expect 1 'elements differ' run "$saxpy" -g 4 -b 256 f32:3 'f32[1024]:seq' "f32[1024]:1=$dir/y.npy" i32:1024
expect 0 '' run "$saxpy" -g 4 -b 256 f32:2.000001 'f32[1024]:seq' "f32[1024]:1=$dir/y.npy~1e-5" i32:1024
expect 0 '' run "$saxpy" -g 4 -b 256 f32:0 'f32[1024]:seq' "f32[]:@$dir/y.npy>-" i32:1024
has '^2047$'
expect 0 'time:' run "$saxpy" -n 5 --time --address-space uvm -g 4 -b 256 f32:2 'f32[1024]:seq' 'f32[1024]:1' i32:1024

# What does not fit is refused with the index, the size and what was given.
expect 2 'takes 4 arguments' run "$saxpy" f32:2
expect 2 'parameter 3' run "$saxpy" f32:2 'f32[8]:seq' 'f32[8]:1' i64:8
expect 2 'argument 0' run "$saxpy" f64:2 'f32[8]:seq' 'f32[8]:1' i32:8
expect 2 'argument 1' run "$saxpy" f32:2 f32:1 'f32[8]:1' i32:8
expect 2 "unknown type 'f31'" run "$saxpy" f31:2
expect 1 nosuch run "$saxpy" -k nosuch
expect 1 /nonexistent run /nonexistent/file.cubin
expect 1 'not available in this version' run kernel.cu
expect 1 'not available in this version' run kernel.ptx
expect 2 FILE run
expect 2 grid run "$saxpy" -g 0
expect 2 block run "$saxpy" -b 1,2,3,4
expect 1 1024 run "$saxpy" -b 2000 f32:2 'f32[8]:seq' 'f32[8]:1' i32:8
expect 1 'npy' run "$saxpy" f32:2 "f32[8]:@$dir/none.npy" 'f32[8]:1' i32:8
expect 1 nosuch run "$saxpy" --device sim:nosuch f32:2 'f32[8]:seq' 'f32[8]:1' i32:8

expect 0 '' test
has ', 0 failed$'
expect 0 '' test --address-space uvm
has ', 0 failed$'
expect 0 '' test --json
json
expect 0 '' test --device sim:rtx2080ti
has 'skipped'

expect 0 '' bench -n 3 start launch
has '^start rm '
has '^start uvm '
has '^launch+wait '
expect 0 '' bench -n 3 --json launch
json
expect 1 'not available' bench copy
expect 2 unknown bench nosuch
expect 1 'not available' bench --vs-cuda

if ! "$peal" info >/dev/full 2>"$dir/err"; then
        grep -q 'standard output' "$dir/err" || { echo 'a full disk is not told'; bad=1; }
else
        echo 'a full disk goes unnoticed'
        bad=1
fi
exit $bad
