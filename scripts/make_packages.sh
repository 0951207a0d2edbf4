#!/bin/sh
# SPDX-FileCopyrightText: 2026 The waymark authors
# SPDX-License-Identifier: MIT
#
# make_packages.sh dist|deb|test|wheel [folder]: the sources of the last commit as a tarball, with the same
# bytes every time; that tarball as Debian packages, checked by lintian; or those packages installed
# into a small Debian of their own and tested there by autopkgtest; a source distribution for Python and
# the wheel that it gives, by Debian's Python and without a network. Results are in build/packages.
set -eu

what=$1
cd "$(dirname "$0")/.."
version=$(awk '/#define WAY_VERSION_(MAJOR|MINOR|PATCH)/ { printf "%s%s", dot, $3; dot = "." }' \
    include/waymark/base.h)
out=${2:-$PWD/build/packages}
source=$out/waymark-$version
tarball=$out/waymark_$version.orig.tar.gz
mkdir -p "$out"

# git gives every file the time of the commit, and no two umasks the same rights unless told; gzip
# must not add its own time.
make_tarball() {
    git -c tar.umask=0022 archive --format=tar --prefix="waymark-$version/" HEAD |
        gzip -9n >"$tarball"
    echo "$tarball"
}

make_debs() {
    rm -rf "$source" "$out"/*.deb "$out"/*.changes
    tar -xzf "$tarball" -C "$out"
    cp -r "$source/packaging/debian" "$source/debian"
    if ! (cd "$source" && dpkg-buildpackage -us -uc -b) >"$out/deb.log" 2>&1; then
        tail -n 40 "$out/deb.log" >&2
        exit 1
    fi
    # What says nothing of the packages: no distribution, no bug to close.
    (cd "$out" && lintian --allow-root --fail-on error,warning --suppress-tags \
        bad-distribution-in-changes-file,initial-upload-closes-no-bugs ./*.changes)
    ls "$out"/*.deb
}

# The chroot is kept; what a test installs goes into a copy of it.
test_debs() {
    base=$out/chroot
    if [ ! -e "$base.done" ]; then
        rm -rf "$base"
        suite=$(sed -n 's/^VERSION_CODENAME=//p' /etc/os-release)
        mmdebstrap --variant=apt --include=dpkg-dev,build-essential,pkgconf,cmake,ninja-build,man-db \
            "$suite" "$base" >"$out/chroot.log" 2>&1 || { tail -n 20 "$out/chroot.log" >&2; exit 1; }
        : >"$base.done"
    fi
    rm -rf "$out/trial" "$out/autopkgtest"
    cp -a "$base" "$out/trial"
    status=0
    autopkgtest --apt-upgrade --output-dir="$out/autopkgtest" "$out"/*.deb "$source/" -- \
        chroot "$out/trial" >"$out/autopkgtest.log" 2>&1 || status=$?
    sed -n '/@@@@ summary/,$p' "$out/autopkgtest.log"
    rm -rf "$out/trial"
    # 8: no tests were run; 2: some were skipped.
    [ "$status" -eq 0 ] || { tail -n 40 "$out/autopkgtest.log" >&2; exit 1; }
}

make_wheel() {
    rm -f "$out"/waymark-*.whl "$out/waymark-$version.tar.gz"
    (cd bindings/python && /usr/bin/python3 -W ignore setup.py -q sdist -d "$out")
    (cd "$out" && /usr/bin/python3 -m pip wheel -q --no-index --no-build-isolation --no-deps -w "$out" \
        "$out/waymark-$version.tar.gz")
    ls "$out"/waymark-*.whl
}

case $what in
dist) make_tarball ;;
deb)
    make_tarball
    make_debs
    ;;
test) test_debs ;;
wheel) make_wheel ;;
*)
    echo "make_packages: one of: dist deb test wheel" >&2
    exit 2
    ;;
esac
