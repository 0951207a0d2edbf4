# SPDX-FileCopyrightText: 2026 The waymark authors
# SPDX-License-Identifier: MIT
#
# WebAssembly by Debian's clang, lld, wasi-libc and libclang-rt-*-dev-wasm32.
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
set(CMAKE_C_COMPILER clang)
set(CMAKE_C_COMPILER_TARGET wasm32-wasi)
set(CMAKE_C_COMPILE_OPTIONS_PIC "") # one module, linked whole
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
# Vectors of 128 bits and whole-memory operations are in every browser since 2021. errno lives in
# thread-local memory, of which clang knows one kind here.
set(CMAKE_C_FLAGS_INIT "-msimd128 -mbulk-memory -mnontrapping-fptoint -ftls-model=local-exec")
# A link with -O goes through any wasm-opt that clang finds, which may not know these instructions.
set(CMAKE_EXE_LINKER_FLAGS_INIT "-O0")
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
