#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The waymark authors
# SPDX-License-Identifier: MIT
"""check_circles.py OBJECTS: no circle of calls among more than three objects of the library.

OBJECTS is the folder of a build that holds them (build/dev/src/CMakeFiles/waymark.dir). Object A uses B
if A has an undefined symbol that B defines. The rooms of a floor that is listed below call only those
before them. Also finds file names that occur twice.
"""
import os
import subprocess
import sys

LIMIT = 3
ROOMS = {"world": "body plan fog order move mind save roof load".split()}


def short(name):
    return name[name.index("lab/") :] if "lab/" in name else name


def read(root):
    """Returns {object: symbols it needs} and {symbol: object that defines it}."""
    defines = {}
    paths = [os.path.join(folder, file) for folder, _, files in os.walk(root) for file in files]
    names = {path: os.path.relpath(path, root)[:-2] for path in paths if path.endswith(".o")}
    # Not of a file that is gone.
    names = {path: name for path, name in names.items() if os.path.exists("src/" + name) or os.path.exists(short(name))}
    needs = {name: set() for name in names.values()}
    listing = subprocess.run(["nm", "-gA", *names], capture_output=True, text=True, check=True)
    for line in listing.stdout.splitlines():
        name, words = names[line.split(":")[0]], line.split(":")[1].split()
        if len(words) == 2 and words[0] == "U":
            needs[name].add(words[1])
        elif len(words) == 3:
            defines[words[2]] = name
    return needs, defines


def circles(edges):
    """Strongly connected components of more than one object, by Tarjan, without recursion."""
    index, low, on, stack, found = {}, {}, set(), [], []
    for root in sorted(edges):
        if root in index:
            continue
        work = [(root, iter(sorted(edges[root])))]
        index[root] = low[root] = len(index)
        stack.append(root)
        on.add(root)
        while work:
            node, rest = work[-1]
            for other in rest:
                if other not in index:
                    index[other] = low[other] = len(index)
                    stack.append(other)
                    on.add(other)
                    work.append((other, iter(sorted(edges[other]))))
                    break
                if other in on:
                    low[node] = min(low[node], index[other])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == index[node]:
                    circle = []
                    while not circle or circle[-1] != node:
                        circle.append(stack.pop())
                        on.discard(circle[-1])
                    if len(circle) > 1:
                        found.append(sorted(circle))
    return found


def main():
    needs, defines = read(sys.argv[1])
    edges = {a: {defines[s] for s in n if defines.get(s, a) != a} for a, n in needs.items()}
    complaints = [
        "a circle of %d objects: %s" % (len(circle), " ".join(map(short, circle)))
        for circle in circles(edges)
        if len(circle) > LIMIT
    ]
    for name, used in sorted(edges.items()):
        for other in sorted(used):
            a, b = (path.split("/") for path in (name, other))
            rooms = ROOMS.get(a[0], [])
            if a[0] == b[0] and a[1] in rooms and b[1] in rooms and rooms.index(a[1]) < rooms.index(b[1]):
                complaints.append("%s calls up into %s" % (name, other))
    names = {}
    for name in subprocess.run(
        ["git", "ls-files", "src", "lab"], capture_output=True, text=True, check=True
    ).stdout.split():
        base = os.path.basename(name)
        if base.endswith((".c", ".h")):
            names.setdefault(base, []).append(name)
    complaints += ["one name: %s" % " ".join(paths) for paths in names.values() if len(paths) > 1]
    for complaint in complaints:
        print(complaint)
    return 1 if complaints else 0


sys.exit(main())
