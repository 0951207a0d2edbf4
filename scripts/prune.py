#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The waymark authors
# SPDX-License-Identifier: MIT
"""prune.py <names>: copies a C text, without the functions, tables and macros that nothing needs which is
needed by these names. For scripts/amalgamate.sh; it knows how this project lays code out, no more of C.
"""
import re
import sys

WORD = re.compile(r"[A-Za-z_]\w*")
ATTRIBUTE = re.compile(r"\b(WAYI?_[A-Z_]+|__attribute__)\b")


def blocks(lines):
    """Yields (comments, code) of all that stands at the left margin."""
    comments, code = [], []
    depth = 0
    for line in lines:
        if not code and line.startswith("//"):
            comments.append(line)
            continue
        if not code and not line.strip():
            comments = []  # of a section or a file, most of which may be gone
            continue
        code.append(line)
        plain = re.sub(r'//.*|"(?:\\.|[^"\\])*"|\'(?:\\.|[^\'\\])*\'', "", line)
        if code[0].startswith("#"):
            done = not line.endswith("\\")
        elif code[0] in ('extern "C" {', "}"):
            done = True
        else:
            depth += sum(plain.count(c) for c in "({[") - sum(plain.count(c) for c in ")}]")
            done = depth == 0 and (plain.rstrip().endswith(";") or plain.startswith("}"))
            done = done or depth == 0 and re.fullmatch(r"[A-Z_]+\(.*\)", plain.strip())
        if done:
            yield comments, code
            comments, code = [], []


def names_of(code):
    """What a block defines, if it may be left out when nothing needs that."""
    text = "\n".join(code)
    if text.startswith("#"):
        macro = re.match(r"#\s*define (\w+)", text)
        kept = not macro or re.match(r"_|WAY_(BUILDING|API|NO|STATIC|HOSTILE)", macro[1])
        return [] if kept else [macro[1]]
    plain = ATTRIBUTE.sub("", re.sub(r"//[^\n]*", "", text))
    if re.match(r"extern|static_assert|[A-Z_]+\(", plain.strip()):
        return []
    if re.match(r"(typedef )?enum", plain):
        return WORD.findall(plain)
    if re.match(r"typedef", plain):
        tag = re.match(r"typedef (?:struct|union) (\w+)", plain)
        named = re.search(r"\(\*(\w+)\)\(|(\w+)(?:\[\w+\])?;\s*$", plain)
        return ([tag[1]] if tag else []) + ([named[1] or named[2]] if named else [])
    if re.match(r"(struct|union) \w+ {", plain):
        return [plain.split()[1]]
    return WORD.findall(re.split(r"[({=;\[]", plain, maxsplit=1)[0])[-1:]


def main(names):
    parts = list(blocks(sys.stdin.read().split("\n")))
    defined, uses, live = {}, [], set()
    for index, (_, code) in enumerate(parts):
        names_here = names_of(code)
        uses.append(set(WORD.findall(re.sub(r"//.*", "", "\n".join(code)))))
        for name in names_here:
            defined.setdefault(name, []).append(index)
        if not names_here:
            live.add(index)
    open_names = set(names).union(*(uses[index] for index in live))
    while open_names:
        found = [index for index in defined.pop(open_names.pop(), ()) if index not in live]
        live.update(found)
        open_names.update(*(uses[index] for index in found))
    for index, (comments, code) in enumerate(parts):
        if index in live:
            print("\n".join(comments + code), end="\n" if code[0].startswith("#") else "\n\n")


main(sys.argv[1].split())
