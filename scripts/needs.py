# SPDX-FileCopyrightText: 2026 The waymark authors
# SPDX-License-Identifier: MIT
"""Which sources some functions need, for scripts/amalgamate.sh.

    needs.py <names> <source>... : the sources, in their order, that define the names, or what those name
                                   in turn, through inline functions and macros of headers as well

A name is enough, whether or not the code is ever run: nothing is missed, and a little is taken too many.
"""
import pathlib
import re
import sys

NAME = re.compile(r"\bway[a-z]?_\w+|\bWAY[A-Z]?_\w+")
FUNCTION = re.compile(r"^(?!static|extern|typedef|return|#)[a-z][\w \t*]*[ *](way[a-z]?_\w+)\(", re.M)
TABLE = re.compile(r"^(?!static|extern|typedef|#)(?:const )?[a-z][\w \t*]*[ *](wayi_\w+)(?:\[[^\]]*\])* =", re.M)


def plain(path):
    return re.sub(r"//.*|\"(?:\\.|[^\"\\\n])*\"", "", pathlib.Path(path).read_text())


def blocks(text):
    """The inline functions and macros of a header, by name, with all that they name."""
    found = {}
    for block in re.split(r"\n(?=\S)", text.replace("\\\n", " ")):
        head = re.match(r"#\s*define (\w+)|static (?:inline |const )?[^({=]*?(\w+)[({\[ ]", block)
        if head:
            found.setdefault(head[1] or head[2], set()).update(NAME.findall(block))
    return found


def main(names, sources):
    inline, defines, beside, uses = {}, {}, {}, {}
    for header in pathlib.Path("src").rglob("*.h"):
        text = plain(header)
        for name, named in blocks(text).items():
            inline.setdefault(name, set()).update(named)
        for name in FUNCTION.findall(text):  # made by a macro, if nothing else: look beside the header
            beside.setdefault(name, str(header)[:-1] + "c")
    for source in sources:
        text = plain(source)
        uses[source] = set(NAME.findall(text))
        for name in FUNCTION.findall(text) + TABLE.findall(text):
            defines.setdefault(name, source)
    seen, taken, open_names = set(), set(), list(names)
    while open_names:
        name = open_names.pop()
        if name in seen:
            continue
        seen.add(name)
        open_names += inline.get(name, ())
        source = defines.get(name, beside.get(name))
        if source in uses and source not in taken:
            taken.add(source)
            open_names += uses[source]
    print("\n".join(source for source in sources if source in taken))


main(sys.argv[1].split(), sys.argv[2:])
