# SPDX-FileCopyrightText: 2026 The waymark authors
# SPDX-License-Identifier: MIT
"""The package, with the library compiled into it. In the tree the library's one file and its
declarations are made here; a source distribution holds them."""
import pathlib
import subprocess
import sys

from setuptools import setup

here = pathlib.Path(__file__).resolve().parent
scripts = here.parent.parent / "scripts"
native = here / "native"
if (scripts / "amalgamate.sh").exists():
    native.mkdir(exist_ok=True)
    subprocess.run(["sh", scripts / "amalgamate.sh", native], check=True)
    declarations = subprocess.run([sys.executable, scripts / "api.py", "c"], check=True,
                                  capture_output=True, text=True).stdout
    (native / "declarations.h").write_text(declarations)

setup(cffi_modules=["build_native.py:ffi"])
