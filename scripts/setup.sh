#!/bin/sh
# SPDX-FileCopyrightText: 2026 The waymark authors
# SPDX-License-Identifier: MIT
#
# Installs what a Debian machine lacks for one purpose: build, test, demo, bench, peers (other people's
# libraries to measure beside), cluster (MPI, Slurm, GNU parallel), lint, coverage, matrix (compilers and
# emulators of other machines), web, or foreign (the other architecture, for which Debian's package lists are
# fetched too).
# Silent and quick when nothing is missing. Elsewhere it only names what is missing.
set -eu

purpose=${1:-build}
packages="gcc g++ libc6-dev cmake ninja-build pkgconf libpng-dev libsqlite3-dev"
commands="cc c++ cmake ninja pkg-config"
case $purpose in
build) ;;
test)
    packages="$packages libcmocka-dev libsdl2-dev clang-format shellcheck universal-ctags python3"
    commands="$commands clang-format shellcheck ctags python3"
    ;;
demo) packages="$packages libsdl2-dev" ;;
bench) packages="$packages valgrind" ;;
peers)
    packages="$packages libboost-graph-dev libtcod-dev python3-networkx python3-skimage"
    command -v npm >/dev/null 2>&1 || packages="$packages nodejs npm"
    ;;
cluster)
    packages="$packages libopenmpi-dev openmpi-bin slurmctld slurmd slurm-client munge parallel"
    packages="$packages sqlite3"
    ;;
lint)
    packages="$packages libcmocka-dev clang clang-format clang-tidy cppcheck shellcheck"
    packages="$packages universal-ctags python3"
    commands="$commands clang clang-format clang-tidy cppcheck shellcheck ctags"
    ;;
coverage) packages="$packages libcmocka-dev gcovr" ;;
matrix)
    case $(uname -m) in
    x86_64) packages="$packages gcc-aarch64-linux-gnu libc6-dev-arm64-cross" ;;
    *) packages="$packages gcc-x86-64-linux-gnu libc6-dev-amd64-cross" ;;
    esac
    packages="$packages clang lld wasi-libc libclang-rt-dev-wasm32 qemu-user"
    packages="$packages gcc-arm-linux-gnueabihf libc6-dev-armhf-cross"
    packages="$packages gcc-s390x-linux-gnu libc6-dev-s390x-cross"
    commands="$commands clang qemu-arm qemu-s390x"
    command -v node >/dev/null 2>&1 || packages="$packages nodejs"
    ;;
deb) packages="$packages debhelper dpkg-dev fakeroot lintian autopkgtest mmdebstrap" ;;
foreign)
    case $(uname -m) in
    x86_64) architecture=arm64 triplet=aarch64-linux-gnu tools=aarch64-linux-gnu ;;
    *) architecture=amd64 triplet=x86_64-linux-gnu tools=x86-64-linux-gnu ;;
    esac
    packages="$packages qemu-user gcc-$tools g++-$tools libc6-dev-$architecture-cross"
    packages="$packages libcmocka-dev:$architecture"
    commands="$commands qemu-${triplet%%-*} $triplet-gcc $triplet-g++"
    ;;
bindings)
    packages="$packages clang lld llvm wasi-libc libclang-rt-dev-wasm32 luajit lua5.4 liblua5.4-dev"
    packages="$packages love xvfb xauth imagemagick python3-cffi python3-numpy python3-pytest"
    packages="$packages python3-networkx python3-skimage python3-setuptools python3-wheel"
    packages="$packages python3-pip python3-venv python3-dev mono-mcs mono-runtime libmono-system-core4.0-cil unzip"
    packages="$packages gcc-mingw-w64-x86-64"
    [ "$(uname -m)" != x86_64 ] || packages="$packages wine64"
    ;;
web)
    packages="$packages clang lld llvm wasi-libc libclang-rt-dev-wasm32 binaryen chromium zopfli"
    commands="$commands clang wasm-ld llvm-ar wasm-opt chromium zopfli node npm"
    # Any Node.js from 18 on will do, Debian's own too.
    command -v npm >/dev/null 2>&1 || packages="$packages nodejs npm"
    ;;
*)
    echo "setup: one of: $(sed -n 's/^\([a-z]*\)).*/\1/p' "$0" | tr '\n' ' ')" >&2
    exit 2
    ;;
esac

missing_packages() {
    for package in $packages; do
        # One line for each architecture that it is installed for.
        dpkg-query -W -f '${db:Status-Status}\n' "$package" 2>/dev/null | grep -qx installed ||
            printf '%s ' "$package"
    done
}

missing_commands() {
    for command in $commands; do
        command -v "$command" >/dev/null 2>&1 || printf '%s ' "$command"
    done
}

# Whether we are root, or may become root without a password.
can_install() {
    [ "$(id -u)" -eq 0 ] || { command -v sudo >/dev/null 2>&1 && sudo -n true 2>/dev/null; }
}

# Runs apt-get as root, whoever we are.
apt() {
    if [ "$(id -u)" -eq 0 ]; then
        DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=300 "$@"
    else
        sudo -n env DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=300 "$@"
    fi
}

# Lets apt know packages of another architecture than this machine's.
add_architecture() {
    if [ "$(id -u)" -eq 0 ]; then
        dpkg --add-architecture "$1"
    else
        sudo -n dpkg --add-architecture "$1"
    fi
}

install_packages() {
    # The package lists may be absent or old: refresh them only if the first attempt fails.
    # shellcheck disable=SC2086 # a list of words
    apt install -y --no-install-recommends $1 >/dev/null 2>&1 ||
        { apt update >/dev/null && apt install -y --no-install-recommends $1 >/dev/null; }
}

check_cmake() {
    version=$(cmake --version | awk 'NR == 1 { print $3 }')
    if ! echo "$version" | awk -F. '{ exit !($1 > 3 || ($1 == 3 && $2 >= 25)) }'; then
        echo "setup: CMake 3.25 or newer is needed; this is $version" >&2
        exit 1
    fi
}

if command -v dpkg-query >/dev/null 2>&1 && command -v apt-get >/dev/null 2>&1; then
    missing=$(missing_packages)
    if [ -n "$missing" ]; then
        if ! can_install; then
            echo "setup: please run as root: apt-get install $missing" >&2
            exit 1
        fi
        echo "setup: installing $missing"
        [ -z "${architecture:-}" ] || add_architecture "$architecture"
        if ! install_packages "$missing"; then
            echo "setup: could not install; please run as root: apt-get install $missing" >&2
            exit 1
        fi
    fi
else
    missing=$(missing_commands)
    if [ -n "$missing" ]; then
        echo "setup: please install: $missing (and libcmocka, libpng, sqlite3)" >&2
        exit 1
    fi
fi
check_cmake

# What the site is made with, as its lock file says; again only when that changed. (`npm ci` refuses
# lock files that leave out what is for other machines.)
install_modules() {
    stamp=web/node_modules/.installed
    if ! cmp -s web/package-lock.json "$stamp"; then
        echo "setup: installing the site's packages"
        (cd web && npm install --silent --no-save --ignore-scripts) && cp web/package-lock.json "$stamp"
    fi
}

if [ "$purpose" = web ]; then
    cd "$(dirname "$0")/.." && install_modules
fi
