# SPDX-FileCopyrightText: 2026 The waymark authors
# SPDX-License-Identifier: MIT
"""A stand-in for Conan, which is not in Debian: runs the recipe's methods in the order in which Conan
does, with as much of its tools as the recipe uses.

    python3 packaging/stand_ins/conan.py SCRATCH: packages into SCRATCH/package
"""
import pathlib
import shutil
import subprocess
import sys
import types


class ConanFile:
    """What a recipe is made from."""


class Toolchain:
    def __init__(self, recipe):
        self.recipe = recipe
        self.variables = {}

    def generate(self):
        self.recipe.variables = self.variables


class CMake:
    def __init__(self, recipe):
        self.recipe = recipe

    def _run(self, *words):
        subprocess.run(["cmake", *map(str, words)], check=True)

    def configure(self):
        given = [f"-D{name}={'OFF' if value is False else value}"
                 for name, value in self.recipe.variables.items()]
        self._run("-G", "Ninja", "-S", self.recipe.source_folder, "-B", self.recipe.build_folder,
                  "-DCMAKE_BUILD_TYPE=Release", *given)

    def build(self):
        self._run("--build", self.recipe.build_folder)

    def install(self):
        self._run("--install", self.recipe.build_folder, "--prefix", self.recipe.package_folder)


def copy(recipe, pattern, source, target):
    """Conan's copy: `*` also stands for what lies in folders."""
    found = [path for path in pathlib.Path(source).rglob(pattern.split("/")[-1] if "/" in pattern else pattern)
             if path.is_file() and path.relative_to(source).match(pattern)
             or pattern.endswith("/*") and path.is_file()
             and path.relative_to(source).parts[0] == pattern.split("/")[0]]
    if not found:
        raise SystemExit(f"{pattern}: nothing in {source}")
    for path in found:
        place = pathlib.Path(target) / path.relative_to(source)
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(path, place)


def module(name, **members):
    made = types.ModuleType(name)
    made.__dict__.update(members)
    sys.modules[name] = made


def main():
    scratch = pathlib.Path(sys.argv[1]).resolve()
    shutil.rmtree(scratch, ignore_errors=True)
    module("conan", ConanFile=ConanFile)
    module("conan.tools")
    module("conan.tools.cmake", CMake=CMake, CMakeToolchain=Toolchain, cmake_layout=lambda _: None)
    module("conan.tools.files", copy=copy)
    folder = pathlib.Path(__file__).resolve().parent.parent / "conan"
    sys.path.insert(0, str(folder))
    import conanfile
    recipe = conanfile.Waymark()
    recipe.recipe_folder = str(folder)
    recipe.export_sources_folder = recipe.source_folder = str(scratch / "source")
    recipe.build_folder, recipe.package_folder = str(scratch / "build"), str(scratch / "package")
    recipe.options = types.SimpleNamespace(shared=False, algorithms="astar;jps")
    recipe.settings = types.SimpleNamespace(os="Linux")
    properties = {}
    recipe.cpp_info = types.SimpleNamespace(set_property=properties.__setitem__)
    for step in ("export_sources", "layout", "generate", "build", "package", "package_info"):
        getattr(recipe, step)()
    assert recipe.cpp_info.libs == ["waymark"] and properties["cmake_target_name"] == "waymark::waymark"


if __name__ == "__main__":
    main()
