# SPDX-FileCopyrightText: 2026 The waymark authors
# SPDX-License-Identifier: MIT
#
# conan create packaging/conan, from the root of the tree.
import os

from conan import ConanFile
from conan.tools.cmake import CMake, CMakeToolchain, cmake_layout
from conan.tools.files import copy


class Waymark(ConanFile):
    name = "waymark"
    version = "0.1.0"
    description = "Real-time pathfinding for games"
    license = "MIT"
    settings = "os", "compiler", "build_type", "arch"
    options = {"shared": [True, False], "algorithms": [None, "ANY"]}
    default_options = {"shared": False, "algorithms": None}

    def export_sources(self):
        root = os.path.join(self.recipe_folder, "..", "..")
        for pattern in ("CMakeLists.txt", "cmake/*", "include/*", "src/*", "lab/*", "bindings/cpp/*.hpp",
                        "scripts/make_man.sh", "LICENSE"):
            copy(self, pattern, root, self.export_sources_folder)

    def layout(self):
        cmake_layout(self)

    def generate(self):
        toolchain = CMakeToolchain(self)
        for part in ("CLI", "TESTS", "BENCH", "EXAMPLES"):
            toolchain.variables[f"WAYMARK_BUILD_{part}"] = False
        if self.options.algorithms:
            toolchain.variables["WAYMARK_ALGORITHMS"] = str(self.options.algorithms)
        toolchain.generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def package(self):
        CMake(self).install()
        copy(self, "LICENSE", self.source_folder, os.path.join(self.package_folder, "licenses"))

    def package_info(self):
        self.cpp_info.libs = ["waymark"]
        self.cpp_info.set_property("cmake_target_name", "waymark::waymark")
        if self.settings.os in ("Linux", "FreeBSD"):
            self.cpp_info.system_libs = ["m"]
