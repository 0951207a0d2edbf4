#!/bin/sh
# SPDX-FileCopyrightText: 2026 The waymark authors
# SPDX-License-Identifier: MIT
#
# dist_test.sh <root> <scratch>: the tarball of the sources has the same bytes whoever makes it, when
# and where. Skipped (77) outside a git checkout.
set -eu

root=$1
scratch=$2
git -C "$root" rev-parse -q --verify HEAD >/dev/null 2>&1 || exit 77
rm -rf "$scratch"
mkdir -p "$scratch"
git clone -q --no-checkout --shared "$root" "$scratch/clone"
git -C "$scratch/clone" checkout -q HEAD -- scripts include

(umask 022 && TZ=UTC LC_ALL=C sh "$root/scripts/make_packages.sh" dist "$scratch/one" >/dev/null)
(
    umask 077
    TZ=Asia/Kathmandu LC_ALL=C.UTF-8 sh "$scratch/clone/scripts/make_packages.sh" dist "$scratch/two"
) >/dev/null
cd "$scratch"
cmp one/*.orig.tar.gz two/*.orig.tar.gz
tar -tzf one/*.orig.tar.gz | grep -q '/include/waymark/base.h$'
