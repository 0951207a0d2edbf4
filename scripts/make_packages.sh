#!/bin/sh
# SPDX-FileCopyrightText: 2026 The waymark authors
# SPDX-License-Identifier: MIT
#
# make_packages.sh dist|deb|test|wheel|lua|nuget|godot [folder]: the sources of the last commit as a tarball, with the same
# bytes every time; that tarball as Debian packages, checked by lintian; or those packages installed
# into a small Debian of their own and tested there by autopkgtest; a source distribution for Python and
# the wheel that it gives, by Debian's Python and without a network; a folder for LuaJIT and Lua 5.4; a
# package for NuGet; an addon for Godot. The last three are for this machine's kind, with the library
# inside. Results are in build/packages.
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
    unset CMAKE_C_COMPILER_LAUNCHER CMAKE_CXX_COMPILER_LAUNCHER # this machine's, not the chroot's
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

# The library of the one file, as an object and shared; again only when the sources changed.
make_native() {
    native=$out/native
    mkdir -p "$native"
    sh scripts/amalgamate.sh "$native"
    [ -e "$native/waymark.o" ] && cmp -s "$native/waymark.c" "$native/compiled.c" && return
    ${CC:-cc} -std=c17 -O2 -fPIC -I "$native" -c "$native/waymark.c" -o "$native/waymark.o"
    ${CC:-cc} -shared "$native/waymark.o" -lm -o "$native/libwaymark.so"
    cp "$native/waymark.c" "$native/compiled.c"
}

make_lua() {
    folder=$out/waymark-lua-$version
    rm -rf "$folder"
    mkdir -p "$folder"
    cp -r bindings/lua/waymark.lua bindings/lua/waymark bindings/lua/README.md LICENSE "$folder"
    {
        echo 'return [['
        python3 scripts/api.py c
        echo ']]'
    } >"$folder/waymark/declarations.lua"
    python3 scripts/api.py names >"$folder/waymark/names.lua"
    python3 scripts/api.py lua >"$native/core_api.h"
    cp "$native/libwaymark.so" "$folder/waymark"
    if pkg-config --exists lua5.4; then
        # shellcheck disable=SC2046,SC2016 # flags are words; $ORIGIN is the loader's
        ${CC:-cc} -std=c17 -O2 -Wall -Wextra -Wconversion -Werror -shared -fPIC -I include \
            -I "$native" $(pkg-config --cflags lua5.4) bindings/lua/core.c \
            "$native/waymark.o" -lm -Wl,-Bsymbolic -o "$folder/waymark/core.so"
    fi
    tar -czf "$folder.tar.gz" -C "$out" "waymark-lua-$version"
    echo "$folder.tar.gz"
}

# zip <archive> <folder>: packs what is in a folder.
pack_zip() {
    rm -f "$1"
    (cd "$2" && python3 -m zipfile -c "$1" ./*)
    echo "$1"
}

# As NuGet lays it out; there is no nuget in Debian.
make_nuget() {
    folder=$out/nuget
    machine=$(uname -m | sed 's/x86_64/x64/; s/aarch64/arm64/')
    rm -rf "$folder"
    mkdir -p "$folder/lib/net45" "$folder/runtimes/linux-$machine/native" "$folder/_rels"
    python3 scripts/api.py csharp >"$out/Native.cs"
    mcs -unsafe -langversion:7.2 -warnaserror -target:library -out:"$folder/lib/net45/Waymark.dll" \
        bindings/csharp/Waymark.cs bindings/csharp/Search.cs bindings/csharp/Free.cs bindings/csharp/World.cs \
        "$out/Native.cs"
    cp "$native/libwaymark.so" "$folder/runtimes/linux-$machine/native"
    cp bindings/csharp/README.md "$folder"
    cat >"$folder/waymark.nuspec" <<END
<?xml version="1.0" encoding="utf-8"?>
<package xmlns="http://schemas.microsoft.com/packaging/2013/05/nuspec.xsd">
  <metadata>
    <id>waymark</id>
    <version>$version</version>
    <authors>The waymark authors</authors>
    <description>Real-time pathfinding for games</description>
    <license type="expression">MIT</license>
    <readme>README.md</readme>
  </metadata>
</package>
END
    cat >"$folder/_rels/.rels" <<END
<?xml version="1.0" encoding="utf-8"?>
<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">
  <Relationship Type="http://schemas.microsoft.com/packaging/2010/07/manifest" Target="/waymark.nuspec" Id="R1"/>
</Relationships>
END
    cat >"$folder/[Content_Types].xml" <<END
<?xml version="1.0" encoding="utf-8"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
  <Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
  <Default Extension="nuspec" ContentType="application/octet"/>
  <Default Extension="dll" ContentType="application/octet"/>
  <Default Extension="so" ContentType="application/octet"/>
  <Default Extension="md" ContentType="application/octet"/>
</Types>
END
    pack_zip "$out/waymark.$version.nupkg" "$folder"
}

make_godot() {
    folder=$out/godot
    addon=$folder/addons/waymark
    rm -rf "$folder"
    mkdir -p "$addon"
    machine=$(uname -m | sed 's/aarch64/arm64/')
    # shellcheck disable=SC2046 # a list of files
    ${CC:-cc} -std=c17 -O2 -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror -I include -shared \
        -fPIC -fvisibility=hidden $(find bindings/godot -name '*.c' ! -name host.c) "$native/waymark.o" -lm -Wl,-Bsymbolic \
        -o "$addon/libwaymark_godot.$machine.so"
    cp bindings/godot/waymark.gdextension bindings/godot/README.md LICENSE "$addon"
    pack_zip "$out/waymark-godot-$version.zip" "$folder"
}

case $what in
dist) make_tarball ;;
deb)
    make_tarball
    make_debs
    ;;
test) test_debs ;;
wheel) make_wheel ;;
lua | nuget | godot)
    make_native
    "make_$what"
    ;;
*)
    echo "make_packages: one of: dist deb test wheel lua nuget godot" >&2
    exit 2
    ;;
esac
