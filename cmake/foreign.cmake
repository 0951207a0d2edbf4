# SPDX-FileCopyrightText: 2026 The waymark authors
# SPDX-License-Identifier: MIT
#
# A toolchain for the other of the two architectures, run under qemu: aarch64 on x86-64, x86-64
# elsewhere. scripts/setup.sh foreign installs it on Debian.
if(CMAKE_HOST_SYSTEM_PROCESSOR STREQUAL "x86_64")
    set(CMAKE_SYSTEM_PROCESSOR aarch64)
else()
    set(CMAKE_SYSTEM_PROCESSOR x86_64)
endif()
set(CMAKE_SYSTEM_NAME Linux)
set(foreign_triplet ${CMAKE_SYSTEM_PROCESSOR}-linux-gnu)
set(CMAKE_C_COMPILER ${foreign_triplet}-gcc)
set(CMAKE_CXX_COMPILER ${foreign_triplet}-g++)
set(CMAKE_LIBRARY_ARCHITECTURE ${foreign_triplet})
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-${CMAKE_SYSTEM_PROCESSOR})
set(ENV{PKG_CONFIG_LIBDIR} /usr/lib/${foreign_triplet}/pkgconfig)
