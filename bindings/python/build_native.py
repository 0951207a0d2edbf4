# SPDX-FileCopyrightText: 2026 The waymark authors
# SPDX-License-Identifier: MIT
"""waymark._native: the library as one file, and what Python calls of it."""
import pathlib

import cffi

native = pathlib.Path(__file__).resolve().parent / "native"
ffi = cffi.FFI()
ffi.cdef((native / "declarations.h").read_text())
ffi.cdef('extern "Python" void waymark_record(const void *bytes, size_t size, void *user);')
ffi.set_source("waymark._native", '#define WAY_STATIC\n#include "waymark.c"',
               include_dirs=[str(native)], libraries=["m"])
