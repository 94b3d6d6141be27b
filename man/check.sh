#!/bin/sh
# SPDX-License-Identifier: MIT
# check.sh MAP MANDIR: every symbol that the library exports has its place in the NAME
# section of a page, and no page names what is not exported.
map=$1 man=$2 bad=0 count=0
exported=$(grep -o 'peal_[a-z0-9_]*' "$map" | sort -u)
documented=$(for page in "$man"/peal_*.3; do
        sed -n '/^\.SH NAME/,/^\.SH SYNOPSIS/p' "$page"
done | grep -o 'peal_[a-z0-9_]*' | sort -u)
for symbol in $exported; do
        count=$((count + 1))
        if ! echo "$documented" | grep -qx "$symbol"; then
                echo "$symbol is exported and has no manual page"
                bad=1
        fi
done
for symbol in $documented; do
        if ! echo "$exported" | grep -qx "$symbol"; then
                echo "$symbol has a manual page and is not exported"
                bad=1
        fi
done
if [ "$count" -lt 40 ]; then
        echo "only $count symbols found in $map"
        bad=1
fi
exit $bad
