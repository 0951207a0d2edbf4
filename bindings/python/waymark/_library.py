# SPDX-FileCopyrightText: 2026 The waymark authors
# SPDX-License-Identifier: MIT
"""The shared library and its declarations, which lie beside this file in an installed package."""
import os
import pathlib

import cffi

_here = pathlib.Path(__file__).parent
ffi = cffi.FFI()
ffi.cdef((_here / "declarations.h").read_text())
lib = ffi.dlopen(os.environ.get("WAYMARK_LIBRARY", str(_here / "libwaymark.so")))
