# SPDX-FileCopyrightText: 2026 The waymark authors
# SPDX-License-Identifier: MIT
#
# What may be switched. Inside another project only the library is built unless asked for.

option(WAYMARK_BUILD_CLI "Build the waymark command" ${PROJECT_IS_TOP_LEVEL})
option(WAYMARK_BUILD_TESTS "Build the tests" ${PROJECT_IS_TOP_LEVEL})
option(WAYMARK_BUILD_BENCH "Build the benchmarks" ${PROJECT_IS_TOP_LEVEL})
option(WAYMARK_BUILD_EXAMPLES "Build the examples" ${PROJECT_IS_TOP_LEVEL})
option(WAYMARK_BUILD_WEB "Build the site's engine; for the preset wasm" OFF)
option(WAYMARK_INSTALL "Write install rules" ${PROJECT_IS_TOP_LEVEL})
option(WAYMARK_WERROR "Treat warnings as errors" OFF)
option(WAYMARK_HOSTILE "Tiny capacities, poisoned memory, validation after each step" OFF)
option(WAYMARK_HARDEN "Stack protection, fortified calls and full RELRO for the tool" ON)
option(WAYMARK_FUZZ "Build the libFuzzer programs; needs clang" OFF)
option(WAYMARK_NATIVE "Tune for this machine; results stay the same, binaries do not travel" OFF)
option(WAYMARK_LAB "With the laboratory: what papers have and games do without" ON)
set(WAYMARK_ALGORITHMS "" CACHE STRING "Only these algorithms, such as astar;jps; empty = all")
set(WAYMARK_SANITIZE "" CACHE STRING "Sanitizers for every target, such as address,undefined")

if(NOT PROJECT_IS_TOP_LEVEL)
    mark_as_advanced(
        WAYMARK_BUILD_CLI
        WAYMARK_BUILD_TESTS
        WAYMARK_BUILD_BENCH
        WAYMARK_BUILD_EXAMPLES
        WAYMARK_BUILD_WEB
        WAYMARK_INSTALL
        WAYMARK_WERROR
        WAYMARK_HOSTILE
        WAYMARK_HARDEN
        WAYMARK_FUZZ
        WAYMARK_NATIVE
        WAYMARK_LAB
        WAYMARK_ALGORITHMS
        WAYMARK_SANITIZE
    )
endif()

if(PROJECT_IS_TOP_LEVEL)
    option(BUILD_SHARED_LIBS "Build a shared library" OFF)
    set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
    if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
        set(CMAKE_BUILD_TYPE RelWithDebInfo CACHE STRING "Build type" FORCE)
    endif()
endif()
