#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The waymark authors
# SPDX-License-Identifier: MIT
"""check_symbols.py BUILD: nothing in the library is there for nobody.

Lists symbols that are global but used in their own object alone (by objects of the build), and functions
and macros of src and lab that neither of them names twice. Tests may look inside, and at bounds; but
functions that only they call are no part of the library, checks of invariants (..._check) apart.
"""
import collections
import os
import re
import subprocess
import sys

COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/|\"(?:\\.|[^\"\\])*\"", re.S)
NAME = re.compile(r"[A-Za-z_]\w*")
INLINE = re.compile(r"^static (?:inline|WAYI_ALWAYS_INLINE) [^;=(]*?(\w+)\(", re.M)
MACRO = re.compile(r"^#\s*define\s+([A-Z]\w+)", re.M)
# Of the system; and what tests compare that no other call tells.
KEPT = {"_XOPEN_SOURCE", "wayi_region_search_cost"}


def listed(*folders):
    names = subprocess.run(["git", "ls-files", *folders], capture_output=True, text=True, check=True).stdout
    return [name for name in names.split() if name.endswith((".c", ".h", ".def")) and os.path.exists(name)]


def symbols(build):
    """Returns {symbol of the library: its object} and {symbol: objects that need it}."""
    home, users = {}, collections.defaultdict(set)
    paths = [os.path.join(folder, file) for folder, _, files in os.walk(build) for file in files]
    # Tests that build it as others do leave objects of their own.
    paths = [path for path in paths if path.endswith(".o") and "/consumer/" not in path and source_of(path)]
    # Of all at once: a process for each takes longer than the rest.
    listing = subprocess.run(["nm", "-gA", *paths], capture_output=True, text=True, check=True)
    for line in listing.stdout.splitlines():
        path, words = line.split(":")[0], line.split(":")[1].split()
        if len(words) == 2:
            users[words[1]].add(path)
        elif "/waymark.dir/" in path:
            home[words[2]] = path
    return home, users


def source_of(path):
    """Whether the source of an object is still there."""
    folder, name = re.sub(r"^.*?/(\w+)/CMakeFiles/\w+\.dir/", r"\1/", path).split("/", 1)
    name = name[:-2]
    return os.path.exists(os.path.join(folder, name)) or ("lab/" in name and os.path.exists(name[name.index("lab/") :]))


def main():
    count = collections.Counter()
    declared = {}
    tested = set()
    for name in listed("src", "lab", "tests"):
        with open(name, encoding="utf-8") as file:
            bare = COMMENT.sub(" ", file.read())
        if name.startswith("tests/"):
            tested.update(NAME.findall(bare))
            continue
        count.update(NAME.findall(bare))
        declared.update({found: name for found in INLINE.findall(bare) + MACRO.findall(bare)})
    complaints = [
        "nobody uses %s (%s)" % (name, where)
        for name, where in declared.items()
        if count[name] < 2 and (name not in tested or not name.isupper())
    ]
    home, users = symbols(sys.argv[1])
    for symbol, path in home.items():
        if not symbol.startswith("wayi_") or symbol.endswith("_check"):
            continue
        inside = [user for user in users[symbol] if "/waymark.dir/" in user and user != path]
        # Declared in a header, defined, and never called.
        if not inside and (not users[symbol] or count[symbol] <= 2):
            complaints.append("%s of %s: %s" % (symbol, os.path.basename(path)[:-2],
                              "only tests call it" if users[symbol] else "only its own file uses it"))
    complaints = [text for text in complaints if not KEPT.intersection(NAME.findall(text))]
    print("\n".join(sorted(complaints)))
    return 1 if complaints else 0


sys.exit(main())
