# SPDX-FileCopyrightText: 2026 The waymark authors
# SPDX-License-Identifier: MIT
"""A wheel with the shared library inside. scripts/test_bindings.sh copies libwaymark.so and
declarations.h into the package before it calls this."""
from setuptools import Distribution, setup


class Binary(Distribution):
    """The package holds machine code, so its wheel is for one platform."""

    def has_ext_modules(self):
        return True


setup(
    name="waymark",
    version="0.1.0",
    description="Real-time pathfinding for games",
    license="MIT",
    packages=["waymark"],
    package_data={"waymark": ["*.so", "*.h", "*.pyi", "py.typed"]},
    install_requires=["cffi", "numpy"],
    python_requires=">=3.9",
    distclass=Binary,
)
