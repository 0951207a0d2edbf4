#!/bin/sh
# SPDX-FileCopyrightText: 2026 The waymark authors
# SPDX-License-Identifier: MIT
#
# pages_test.sh <waymark> <scratch>: the manual page in the tree is the one that the tables make,
# every command has help, and completion knows every command and option.
set -eu

waymark=$1
scratch=$2
cd "$(dirname "$0")/../.."
mkdir -p "$scratch"
failures=0

fail() {
    echo "FAILED: $*"
    failures=1
}

"$waymark" help --man >"$scratch/waymark.1"
if ! diff -u cli/waymark.1 "$scratch/waymark.1"; then
    fail "cli/waymark.1 is old; run: waymark help --man > cli/waymark.1"
fi

for shell in bash zsh fish; do
    "$waymark" completion $shell >"$scratch/$shell"
done
bash -n "$scratch/bash" || fail "bash does not read its completion"

commands=$("$waymark" --help | awk '/^Commands:/ { on = 1; next } /^$/ { on = 0 } on { print $1 }')
[ -n "$commands" ] || fail "no commands in --help"
for command in $commands; do
    "$waymark" "$command" --help >"$scratch/help" || fail "$command --help"
    awk 'length($0) > 100 { exit 1 }' "$scratch/help" || fail "$command --help has long lines"
    options=$(sed -n 's/^ *\(-.,\)\{0,1\} *--\([a-z-]*\).*/\2/p' "$scratch/help")
    for option in $options; do
        [ "$option" = help ] && continue
        grep -q -- "--$option" "$scratch/bash" || fail "bash: $command --$option"
        grep -q -- "--$option" "$scratch/zsh" || fail "zsh: $command --$option"
        grep -q -- "subcommand_from $command' -l $option" "$scratch/fish" ||
            fail "fish: $command --$option"
        grep -q -- "$(echo "$option" | sed 's/-/\\\\-/g')" cli/waymark.1 ||
            fail "manual: $command --$option"
    done
done

# What bash makes of it.
found=$(bash -c "source '$scratch/bash'
    COMP_WORDS=(waymark find --algo ast) COMP_CWORD=3; _waymark; echo \"\${COMPREPLY[*]}\"
    COMP_WORDS=(waymark mapf) COMP_CWORD=1; _waymark; echo \"\${COMPREPLY[*]}\"")
[ "$found" = "astar
mapf" ] || fail "bash completes to: $found"
exit $failures
