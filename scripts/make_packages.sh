#!/bin/sh
# SPDX-FileCopyrightText: 2026 The waymark authors
# SPDX-License-Identifier: MIT
#
# make_packages.sh dist|deb: the sources of the last commit as a tarball, with the same bytes every
# time; or that tarball as Debian packages, checked by lintian. Results are in build/packages.
set -eu

what=$1
cd "$(dirname "$0")/.."
version=$(awk '/#define WAY_VERSION_(MAJOR|MINOR|PATCH)/ { printf "%s%s", dot, $3; dot = "." }' \
    include/waymark/base.h)
out=$PWD/build/packages
tarball=$out/waymark_$version.orig.tar.gz
mkdir -p "$out"

# git gives every file the time of the commit; gzip must not add its own.
git archive --format=tar --prefix="waymark-$version/" HEAD | gzip -9n >"$tarball"
echo "$tarball"
[ "$what" = deb ] || exit 0

rm -rf "$out/waymark-$version"
tar -xzf "$tarball" -C "$out"
cp -r "$out/waymark-$version/packaging/debian" "$out/waymark-$version/debian"
cd "$out/waymark-$version"
if ! dpkg-buildpackage -us -uc -b >"$out/deb.log" 2>&1; then
    tail -n 40 "$out/deb.log" >&2
    exit 1
fi
cd "$out"
lintian --fail-on error,warning --suppress-tags bad-distribution-in-changes-file,initial-upload-closes-no-bugs,package-has-long-file-name ./*.changes
ls ./*.deb
