#!/bin/sh
# SPDX-FileCopyrightText: 2026 The waymark authors
# SPDX-License-Identifier: MIT
#
# test_bindings.sh [names]: builds and tests every binding that this machine has the tools for, or those
# named, and says which it skipped and why. All must print the same paths as the program in bindings/c;
# packages are installed into clean folders and used from there.
set -eu

cd "$(dirname "$0")/.."
root=$PWD
out=$root/build/bindings
library=$out/src/libwaymark.so
only=$*
case " $only " in *" python "* | *" npm "* | *" windows "*) only="amalgamation $only" ;; esac # they need its program
passed=0
failed=0
skipped=0

has() {
    for tool in "$@"; do
        command -v "$tool" >/dev/null 2>&1 || return 1
    done
}

# check <name> <function>: runs it in a shell of its own and counts.
check() {
    case " ${only:-$1} " in *" $1 "*) ;; *) return 0 ;; esac
    set +e
    (
        set -e
        "$2"
    ) >"$out/$1.log" 2>&1
    status=$?
    set -e
    if [ "$status" -eq 0 ]; then
        echo "bindings: $1: ok"
        passed=$((passed + 1))
    else
        cat "$out/$1.log"
        echo "bindings: $1: FAILED"
        failed=$((failed + 1))
    fi
}

skip() {
    case " ${only:-$1} " in *" $1 "*) ;; *) return 0 ;; esac
    echo "bindings: $1: skipped, $2"
    skipped=$((skipped + 1))
}

# same <file>: it holds the paths that C finds.
same() {
    diff -u "$out/walk.txt" "$1"
}

# same_game <file>: the same for what is built from the one file, which leaves the laboratory out.
same_game() {
    diff -u "$out/walk_game.txt" "$1"
}

# siege <command>...: the program that docs/bindings.md shows prints what C's does.
siege() {
    "$@" >"$out/siege_here.txt"
    diff -u "$out/siege.txt" "$out/siege_here.txt"
}

build_library() {
    cmake -S . -B "$out" -G Ninja -DCMAKE_BUILD_TYPE=Release -DBUILD_SHARED_LIBS=ON \
        -DWAYMARK_BUILD_TESTS=OFF -DWAYMARK_BUILD_CLI=OFF -DWAYMARK_BUILD_BENCH=OFF \
        -DWAYMARK_BUILD_EXAMPLES=OFF
    cmake --build "$out"
    cc -std=c17 -O2 -I include bindings/c/walk.c -L "$out/src" -lwaymark -Wl,-rpath,"$out/src" \
        -o "$out/walk"
    "$out/walk" >"$out/walk.txt"
    sed -n 's/^WAYI_ALGORITHM(\(.*\))$/^\1 /p' lab/lab.def >"$out/lab.txt"
    grep -v -f "$out/lab.txt" "$out/walk.txt" >"$out/walk_game.txt"
    cc -std=c17 -O2 -Wall -Wextra -Werror -I include bindings/c/siege.c -L "$out/src" -lwaymark \
        -Wl,-rpath,"$out/src" -o "$out/siege"
    "$out/siege" >"$out/siege.txt"
    # shellcheck disable=SC2016 # marks of a code block
    sed -n '/^the messenger/,/^```/{/^```/!p;}' docs/bindings.md >"$out/siege_docs.txt"
    sed -n '/^the messenger/,/^the army/{/^the army/!p;}' "$out/siege.txt" | diff - "$out/siege_docs.txt"
}

test_amalgamation() {
    sh scripts/amalgamate.sh "$out/amalgamation"
    cd "$out/amalgamation"
    flags="-Wall -Wextra -Werror -DWAYMARK_ONE_FILE -I ."
    # shellcheck disable=SC2086 # flags are words
    cc -std=c17 -O1 $flags -c waymark.c -o waymark.o
    # shellcheck disable=SC2086
    cc -std=c17 $flags "$root/bindings/c/walk.c" waymark.o -lm -o walk
    ./walk >walk.txt
    same_game walk.txt
    # From C++20; and included whole, as C.
    mkdir -p waymark
    cp waymark.h waymark
    cp waymark.h waymark/all.h
    c++ -std=c++20 -Wall -Wextra -Werror -I . "$root/bindings/cpp/walk.cpp" waymark.o -lm -o walk_cpp
    ./walk_cpp >walk_cpp.txt
    same_game walk_cpp.txt
    # shellcheck disable=SC2086
    cc -std=c17 -O0 $flags "$root/bindings/c/one_file.c" -lm -o one_file
    [ "$(./one_file)" = "found, 80 cells" ]
    [ "$(nm -g --defined-only one_file | grep -c ' way_')" -eq 0 ]
    # A subset has what was asked for and nothing else.
    sh "$root/scripts/amalgamate.sh" "$out/subset" "astar;jps"
    cd "$out/subset"
    # shellcheck disable=SC2086
    cc -std=c17 $flags -DWALK_ALGORITHMS_ONLY -DWAY_STATIC -include ./waymark.c \
        "$root/bindings/c/walk.c" -lm -o walk
    ./walk >walk.txt
    grep -E '^(astar|jps) ' "$out/walk.txt" | diff - walk.txt
    [ "$(nm -g --defined-only walk | grep -c ' way_')" -eq 0 ]
    # Maps and paths alone, a quarter of the whole.
    sh "$root/scripts/amalgamate.sh" --paths "$out/paths" "astar;jps"
    cd "$out/paths"
    # shellcheck disable=SC2086
    cc -std=c17 -O0 $flags "$root/bindings/c/one_file.c" -lm -o one_file
    [ "$(./one_file)" = "found, 80 cells" ]
    [ $((4 * $(cat waymark.[ch] | wc -c))) -le "$(cat "$out"/amalgamation/waymark.[ch] | wc -c)" ]
}

test_cpp() {
    for flags in -std=c++17 -std=c++20 "-std=c++17 -fno-exceptions"; do
        # shellcheck disable=SC2086 # flags are words
        c++ $flags -Wall -Wextra -Wpedantic -Wconversion -Werror -I include bindings/cpp/walk.cpp \
            -L "$out/src" -lwaymark -Wl,-rpath,"$out/src" -o "$out/walk_cpp"
        "$out/walk_cpp" >"$out/walk_cpp.txt"
        same "$out/walk_cpp.txt"
        # shellcheck disable=SC2086
        c++ $flags -Wall -Wextra -Wpedantic -Wconversion -Werror -I include bindings/cpp/siege.cpp \
            -L "$out/src" -lwaymark -Wl,-rpath,"$out/src" -o "$out/siege_cpp"
        siege "$out/siege_cpp"
    done
}

place_lua() {
    rm -rf "$out/lua"
    mkdir -p "$out/lua"
    cp -r bindings/lua/waymark.lua bindings/lua/waymark "$out/lua"
    {
        echo 'return [['
        python3 scripts/api.py c
        echo ']]'
    } >"$out/lua/waymark/declarations.lua"
    python3 scripts/api.py names >"$out/lua/waymark/names.lua"
    python3 scripts/api.py lua >"$out/core_api.h"
}

test_luajit() {
    WAYMARK_LIBRARY=$library LUA_PATH="$out/lua/?.lua" luajit bindings/lua/test.lua >"$out/luajit.txt"
    same "$out/luajit.txt"
    export WAYMARK_LIBRARY="$library" LUA_PATH="$out/lua/?.lua"
    siege luajit bindings/lua/siege.lua
}

test_lua() {
    # shellcheck disable=SC2046 # flags are words
    cc -std=c17 -O2 -Wall -Wextra -Wconversion -Werror -shared -fPIC -I include \
        -I "$out" $(pkg-config --cflags lua5.4) bindings/lua/core.c -L "$out/src" -lwaymark \
        -Wl,-rpath,"$out/src" -o "$out/lua/waymark/core.so"
    export LUA_PATH="$out/lua/?.lua" LUA_CPATH="$out/lua/?.so"
    lua5.4 bindings/lua/test.lua >"$out/lua.txt"
    same "$out/lua.txt"
    siege lua5.4 bindings/lua/siege.lua
}

# From the package alone, without a variable that names a library.
test_lua_package() {
    clean=$out/lua_package
    rm -rf "$clean"
    mkdir -p "$clean"
    sh scripts/make_packages.sh lua "$out/packages"
    tar -xzf "$out"/packages/waymark-lua-*.tar.gz --strip-components 1 -C "$clean"
    cp bindings/lua/siege.lua bindings/lua/test.lua "$clean"
    cd "$clean"
    export LUA_PATH="$clean/?.lua" LUA_CPATH="$clean/?.so"
    for lua in luajit lua5.4; do
        if has $lua; then
            siege $lua siege.lua
            $lua test.lua >walk.txt
            same_game walk.txt
        fi
    done
}

# pixels <picture> <colour>: how many have it, or nearly.
pixels() {
    convert "$1" -fuzz 3% -fill white -opaque "$2" -fill black +opaque white \
        -format '%[fx:int(mean*w*h+.5)]' info:
}

# The game plays itself; its picture must show a maze of towers, the way through it, and creeps.
test_love() {
    rm -f "$out/towers.png"
    WAYMARK_LIBRARY=$library LUA_PATH="$out/lua/?.lua;;" TOWERS_SCREENSHOT="$out/towers.png" \
        timeout 300 xvfb-run -a -s '-screen 0 1024x768x24' love bindings/lua/towers
    [ "$(identify -format '%wx%h' "$out/towers.png")" = 960x672 ]
    [ "$(pixels "$out/towers.png" '#C7B785')" -gt 20000 ]
    [ "$(pixels "$out/towers.png" '#3D6A99')" -gt 1000 ]
    [ "$(pixels "$out/towers.png" '#E6594D')" -gt 100 ]
}

# The wheel, made of the source distribution, in an environment of its own; then straight from the tree.
test_python() {
    rm -rf "$out/python"
    mkdir -p "$out/python"
    sh scripts/make_packages.sh wheel "$out/python"
    cp -r bindings/python/tests bindings/python/siege.py bindings/python/bench.py "$out/python"
    cd "$out/python"
    "$python" -m venv --system-site-packages wheel
    wheel/bin/pip install -q --no-index --no-deps waymark-*.whl
    WAYMARK_WALK="$out/amalgamation/walk" wheel/bin/python -m pytest -q -p no:cacheprovider tests
    siege wheel/bin/python siege.py
    "$python" -m venv --system-site-packages tree
    tree/bin/pip install -q --no-index --no-deps --no-build-isolation "$root/bindings/python"
    siege tree/bin/python siege.py
}

# Packed, installed into a clean folder, and tested there by its own name.
test_npm() {
    WAYMARK_NPM=$out/npm-installed sh scripts/package_npm.sh "$out/npm-packed"
    cd "$out/npm-installed"
    cp "$root/bindings/npm/test.mjs" "$root/bindings/npm/siege.mjs" .
    WAYMARK_WALK="$out/amalgamation/walk" node --test test.mjs
    siege node siege.mjs
}

# What the package is tested and compared with.
install_npm_tools() {
    cp bindings/npm/package.json bindings/npm/package-lock.json "$out/npm-installed"
    cd "$out/npm-installed"
    mv node_modules/waymark waymark
    npm install --silent --no-save --ignore-scripts && mv waymark node_modules/waymark
}

# Every bundler, and none, in a real browser.
test_browser() {
    cd "$out/npm-installed"
    node "$root/bindings/npm/browser.mjs" node_modules/waymark
}

test_types() {
    cd "$out/npm-installed"
    cp "$root/bindings/npm/types.ts" .
    cp types.ts types.cts
    node_modules/.bin/tsc --noEmit --strict --module nodenext --target es2022 --noUnusedLocals types.ts types.cts
}

test_csharp() {
    mkdir -p "$out/csharp"
    export LD_LIBRARY_PATH="$out/src"
    python3 scripts/api.py csharp >"$out/csharp/Native.cs"
    for program in Walk Siege; do
        mcs -unsafe -langversion:7.2 -warnaserror -main:$program -out:"$out/csharp/$program.exe" \
            bindings/csharp/*.cs "$out/csharp/Native.cs"
    done
    mono "$out/csharp/Walk.exe" >"$out/csharp.txt"
    same "$out/csharp.txt"
    siege mono "$out/csharp/Siege.exe"
}

# Unpacked as NuGet would; a program that knows the assembly alone.
test_nuget() {
    clean=$out/nuget_package
    rm -rf "$clean"
    mkdir -p "$clean"
    sh scripts/make_packages.sh nuget "$out/packages"
    unzip -q "$out"/packages/waymark.*.nupkg -d "$clean"
    cp bindings/csharp/Siege.cs "$clean"
    cd "$clean"
    "$python" -c 'import xml.dom.minidom as m; m.parse("waymark.nuspec"); m.parse("[Content_Types].xml")'
    cp lib/net45/Waymark.dll .
    mcs -langversion:7.2 -r:Waymark.dll -out:Siege.exe Siege.cs
    LD_LIBRARY_PATH=$(echo "$clean"/runtimes/*/native) && export LD_LIBRARY_PATH
    siege mono Siege.exe
}

# Without a Godot 4: loaded by a stand-in that plays its interface.
test_godot() {
    mkdir -p "$out/godot"
    flags="-std=c17 -O2 -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror -I include"
    link="-L $out/src -lwaymark -Wl,-rpath,$out/src"
    # shellcheck disable=SC2086,SC2046 # flags are words
    cc $flags -shared -fPIC -fvisibility=hidden $(find bindings/godot -name '*.c' ! -name host.c) $link -o "$out/godot/libwaymark_godot.so"
    # shellcheck disable=SC2086
    cc -std=c17 -O1 -Wall -Wextra -Werror -I include bindings/godot/host.c $link -ldl \
        -o "$out/godot/host"
    (cd "$out/godot" && ./host "$out/godot/libwaymark_godot.so" "$root/bindings/godot/siege.gd" >walk.txt)
    head -n "$(wc -l <"$out/godot/walk.txt")" "$out/walk.txt" | diff -u - "$out/godot/walk.txt"
    [ "$(wc -l <"$out/godot/walk.txt")" -gt 40 ]
    # The addon, unpacked into a project, holds the library itself.
    rm -rf "$out/godot/project"
    sh scripts/make_packages.sh godot "$out/packages"
    unzip -q "$out"/packages/waymark-godot-*.zip -d "$out/godot/project"
    cd "$out/godot/project/addons/waymark"
    machine=$(uname -m | sed 's/aarch64/arm64/')
    grep -q "libwaymark_godot.$machine.so" waymark.gdextension
    "$out/godot/host" "$PWD/libwaymark_godot.$machine.so" "$root/bindings/godot/siege.gd" >walk.txt
}

# Debian's wine64 alone has no name of its own.
wine=$(command -v wine || command -v /usr/lib/wine/wine64) || wine=

# Static and as a DLL; run where wine runs programs for x86-64.
test_windows() {
    one=$out/amalgamation
    mkdir -p "$out/windows"
    cd "$out/windows"
    mingw="x86_64-w64-mingw32-gcc -std=c17 -O1 -Wall -Wextra -Werror -DWAYMARK_ONE_FILE -I $one"
    # shellcheck disable=SC2086 # flags are words
    $mingw "$root/bindings/c/walk.c" "$one/waymark.c" -static -o walk_static.exe
    # shellcheck disable=SC2086
    $mingw -DWAY_SHARED -shared -static-libgcc "$one/waymark.c" -Wl,--out-implib,libwaymark.dll.a -o waymark.dll
    # shellcheck disable=SC2086
    $mingw -DWAY_SHARED "$root/bindings/c/walk.c" -L . -lwaymark -o walk_dll.exe
    # The DLL exports what the one file declares, and nothing else.
    x86_64-w64-mingw32-objdump -p waymark.dll |
        sed -n 's/^.*\[ *[0-9]*\] \([^ +]*\)$/\1/p' | sort >exports.txt
    nm -g --defined-only "$one/waymark.o" | sed -n 's/.* \(way_[a-z0-9_]*\)$/\1/p' | sort |
        diff - exports.txt
    [ "$(wc -l <exports.txt)" -gt 200 ]
    if [ "$(uname -m)" = x86_64 ] && [ -n "$wine" ]; then
        export WINEPREFIX="$out/wine"
        for program in walk_static.exe walk_dll.exe; do
            WINEDEBUG=-all "$wine" "$program" | tr -d '\r' >walk.txt
            same_game walk.txt
        done
    fi
}

# The recipes, run by stand-ins for their tools; a program then finds what they packaged.
test_recipes() {
    "$python" packaging/stand_ins/conan.py "$out/conan"
    cmake -DSCRATCH="$out/vcpkg" -P packaging/stand_ins/vcpkg.cmake
    "$python" -c 'import json; json.load(open("packaging/vcpkg/vcpkg.json"))'
    version=$(sed -n 's/^ *version = "\(.*\)"/\1/p' packaging/conan/conanfile.py)
    for package in conan vcpkg; do
        cmake -G Ninja -S tests/consumer -B "$out/$package/consumer" -DWAYMARK_VERSION="$version" \
            -DCMAKE_PREFIX_PATH="$out/$package/package"
        cmake --build "$out/$package/consumer"
        [ "$("$out/$package/consumer/consumer_c")" = "$version" ]
    done
}

mkdir -p "$out"
echo "bindings: building the shared library"
if ! build_library >"$out/library.log" 2>&1; then
    cat "$out/library.log"
    exit 1
fi

check amalgamation test_amalgamation
check cpp test_cpp
place_lua
if has luajit; then check luajit test_luajit; else skip luajit "no luajit"; fi
if has lua5.4 && pkg-config --exists lua5.4; then
    check lua test_lua
else
    skip lua "no lua5.4 with headers"
fi
if has luajit || has lua5.4; then
    check lua-package test_lua_package
else
    skip lua-package "no Lua"
fi
if has love xvfb-run identify convert; then
    check love test_love
else
    skip love "no love, Xvfb or ImageMagick"
fi
python=/usr/bin/python3
if "$python" -c 'import cffi, numpy, pytest, setuptools, wheel, pip, venv' 2>/dev/null; then
    check python test_python
else
    skip python "no Python with cffi, numpy, pytest, setuptools, wheel, pip and venv"
fi
if has clang wasm-ld node npm && [ -e /usr/lib/wasm32-wasi/libc.a ] && [ -d web/node_modules/esbuild ]; then
    check npm test_npm
    if (install_npm_tools) >"$out/npm_tools.log" 2>&1; then
        check types test_types
        if has chromium; then check browser test_browser; else skip browser "no chromium"; fi
    else
        skip types "npm could not install TypeScript"
        skip browser "npm could not install the bundlers"
    fi
else
    skip npm "no clang for WebAssembly, no node, or none of the site's tools (sh scripts/setup.sh web)"
fi
if [ -x "$python" ]; then check recipes test_recipes; else skip recipes "no Python"; fi
skip recipes-run "built by stand-ins; Conan and vcpkg are not in Debian"
check godot test_godot
if ! has godot4; then skip godot-run "built and loaded by a stand-in, but no Godot 4 in Debian, npm or PyPI"; fi
if has mcs mono; then
    check csharp test_csharp
    check nuget test_nuget
else
    skip csharp "no mono"
    skip nuget "no mono"
fi
if has x86_64-w64-mingw32-gcc; then
    check windows test_windows
    if [ "$(uname -m)" != x86_64 ] || [ -z "$wine" ]; then
        skip windows-run "built, but no wine for x86-64 programs here"
    fi
else
    skip windows "no mingw-w64"
fi

echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" -eq 0 ]
