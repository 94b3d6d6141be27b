#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs every kernel of kernels.txt by `peal run` and compares the buffers it leaves
with recorded ones.

    run.py --peal build/tools/peal --device sim:h200 [--arch 90] [--only NAME]
    run.py --peal build/tools/peal --device nv --record > tests/corpus/expected/sm_90.txt

A line of expected/sm_NN.txt: NAME, then for each buffer argument the sha256 of its
bytes, or, where float additions happen in any order, '~' and the bytes in base64, which
are compared with a tolerance. An architecture without that file is held to what sm_90
left: its instructions differ, their results do not, save those of TENSOR.
Exit status: 0, 1 when something failed, 77 when there is no such device.
"""
import argparse
import base64
import concurrent.futures
import hashlib
import json
import math
import os
import re
import struct
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
FLAGS = {'unordered', 'nocompare', 'sm_90', 'refused'}
BUFFER = re.compile(r'^([a-z0-9]+)\[')
# Tensor cores add the products of one instruction in another way on each generation.
TENSOR = {'wmma', 'mma_ldsm_cpasync', 'tf32_bf16_dmma'}
TOLERANCE = {'f16': 1e-2, 'bf16': 5e-2, 'f32': 1e-5, 'f64': 1e-12}


class Kernel:
    def __init__(self, line, where):
        fields = [field.strip() for field in line.split('|')]
        if len(fields) != 6:
            sys.exit(f'{where}: {len(fields)} fields, not 6')
        self.name, self.cubin, self.kernel = fields[:3]
        self.launch, self.args = fields[3].split(), fields[4].split()
        self.flags = set(fields[5].split())
        if self.flags - FLAGS:
            sys.exit(f'{where}: unknown flag {" ".join(self.flags - FLAGS)}')
        self.buffers = [(i, BUFFER.match(arg).group(1))
                        for i, arg in enumerate(self.args) if BUFFER.match(arg)]

    def path(self, arch):
        if '/' in self.cubin:
            return os.path.join(ROOT, f'{self.cubin}.sm_{arch}.cubin')
        return os.path.join(HERE, 'cubins', f'sm_{arch}', f'{self.cubin}.cubin')


def read_kernels(path):
    kernels = []
    with open(path, encoding='utf-8') as lines:
        for number, line in enumerate(lines, 1):
            if line.strip() and not line.startswith('#'):
                kernels.append(Kernel(line, f'{path}:{number}'))
    return kernels


def elements(path):
    """The bytes of a .npy file that peal has written."""
    with open(path, 'rb') as file:
        data = file.read()
    return data[10 + struct.unpack('<H', data[8:10])[0]:]


def floats(kind, data):
    if kind == 'bf16':
        return [struct.unpack('<f', b'\0\0' + data[i:i + 2])[0] for i in range(0, len(data), 2)]
    code = {'f16': 'e', 'f32': 'f', 'f64': 'd'}[kind]
    return list(struct.unpack(f'<{len(data) // struct.calcsize(code)}{code}', data))


def close(kind, got, want):
    """Sums in another order: an error that is small beside the largest value."""
    if kind not in TOLERANCE:
        return got == want
    got, want = floats(kind, got), floats(kind, want)
    scale = max((abs(w) for w in want if math.isfinite(w)), default=0)
    return len(got) == len(want) and all(
        g == w or (math.isnan(g) and math.isnan(w)) or abs(g - w) <= TOLERANCE[kind] * scale
        for g, w in zip(got, want))


class Outcome:
    def __init__(self, kernel, why=None, record=None):
        self.kernel, self.why, self.record = kernel, why, record


def run(kernel, options, arch, expected):
    with tempfile.TemporaryDirectory() as work:
        args = list(kernel.args)
        for index, _ in kernel.buffers:
            args[index] += f'>{work}/{index}.npy'
        command = [options.peal, 'run', kernel.path(arch), '--device', options.device,
                   '--address-space', options.address_space, '--timeout', str(options.timeout),
                   '-k', kernel.kernel, *kernel.launch, *args]
        try:
            done = subprocess.run(command, capture_output=True, text=True, check=False,
                                  timeout=options.timeout + 60)
        except subprocess.TimeoutExpired:
            return Outcome(kernel, 'it hangs')
        if 'refused' in kernel.flags:
            return Outcome(kernel, None if done.returncode == 1 and done.stderr else
                           f'exit status {done.returncode}, not refused')
        if done.returncode != 0:
            return Outcome(kernel, f'exit status {done.returncode}: {done.stderr.strip()}')
        if 'nocompare' in kernel.flags:
            return Outcome(kernel)
        data = [elements(f'{work}/{index}.npy') for index, _ in kernel.buffers]
    if 'unordered' in kernel.flags:
        record = ['~' + base64.b64encode(d).decode() for d in data]
    else:
        record = [hashlib.sha256(d).hexdigest() for d in data]
    why = None
    if expected is not None:
        why = compare(kernel, data, record, expected.get(kernel.name))
    return Outcome(kernel, why, record)


def compare(kernel, data, record, want):
    if want is None:
        return 'nothing is recorded for it'
    if len(want) != len(record):
        return f'{len(record)} buffers, and {len(want)} are recorded'
    bad = []
    for (index, kind), have, got, expect in zip(kernel.buffers, data, record, want):
        if expect.startswith('~'):
            same = close(kind, have, base64.b64decode(expect[1:]))
        else:
            same = got == expect
        if not same:
            bad.append(f'{index}')
    return f'argument {", ".join(bad)} differs from what is recorded' if bad else None


def read_expected(path):
    if not os.path.exists(path):
        return None
    with open(path, encoding='utf-8') as lines:
        return {line.split()[0]: line.split()[1:]
                for line in lines if line.strip() and not line.startswith('#')}


def device_info(options):
    done = subprocess.run([options.peal, 'info', '--json', '--device', options.device],
                          capture_output=True, text=True, check=False)
    devices = json.loads(done.stdout)['devices'] if done.returncode == 0 else []
    return devices[0] if devices else None


def main():
    parser = argparse.ArgumentParser(description=__doc__.split('\n')[0])
    parser.add_argument('--peal', required=True)
    parser.add_argument('--device', default=os.environ.get('PEAL_DEVICE', 'sim:h200'))
    parser.add_argument('--address-space', default='rm')
    parser.add_argument('--arch', type=int, help="of the cubins; default: the device's")
    parser.add_argument('--only', action='append', help='a kernel by name; may be repeated')
    parser.add_argument('--timeout', type=int, default=60, help='seconds for a kernel')
    parser.add_argument('--jobs', type=int, default=2)
    parser.add_argument('--record', action='store_true', help='print what should be expected')
    options = parser.parse_args()

    info = device_info(options)
    if info is None:
        print(f'skipped: no device {options.device}', file=sys.stderr)
        return 77
    arch = options.arch or info['sm_arch']
    kernels = [k for k in read_kernels(os.path.join(HERE, 'kernels.txt'))
               if ('sm_90' not in k.flags or arch == 90) and
               (not options.only or k.name in options.only)]
    expected = None
    if not options.record:
        expected = read_expected(os.path.join(HERE, 'expected', f'sm_{arch}.txt'))
        borrowed = expected is None
        if borrowed:
            expected = read_expected(os.path.join(HERE, 'expected', 'sm_90.txt'))
        for kernel in kernels:
            if borrowed and kernel.name in TENSOR:
                kernel.flags.add('nocompare')
    failed = 0
    if options.record:
        print(f'# {info["name"]}, driver {info["driver"]}, sm_{arch}')
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for outcome in pool.map(lambda k: run(k, options, arch, expected), kernels):
            if outcome.why:
                failed += 1
                print(f'{outcome.kernel.name}: {outcome.why}', file=sys.stderr)
            elif options.record and outcome.record is not None:
                print(outcome.kernel.name, *outcome.record)
    print(f'{len(kernels) - failed} passed, {failed} failed',
          file=sys.stderr if options.record else sys.stdout)
    return 1 if failed or not kernels else 0


if __name__ == '__main__':
    sys.exit(main())
