#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The waymark authors
# SPDX-License-Identifier: MIT
#
# check_draws.py [FILE...]: no expression draws two random numbers in an order that compilers
# choose. C leaves open which argument of a call, and which side of an operator, comes first, so
# `at(draw(rng), draw(rng))` is another place on another machine. Lists in braces are evaluated
# in order by every compiler that we build with, and so are the sides of && || ?: and commas.
import re
import subprocess
import sys

# A call that is handed the generator: its name, and what its arguments begin with.
DRAW = re.compile(r"\b(\w+)\s*\((?=[^()]*?\b(?:rng|own)\b\s*[,)])")
ASIDE = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|^#.*?(?<!\\)$', re.S | re.M)


def blank(match):
    return re.sub(r"[^\n]", " ", match.group())


def parts(text, start, end, ends):
    """The pieces of an expression between the marks `ends` that stand in no parentheses."""
    depth, first, at = 0, start, start
    while at < end:
        if text[at] in "([":
            depth += 1
        elif text[at] in ")]":
            depth -= 1
        elif depth == 0:
            mark = next((e for e in ends if text.startswith(e, at)), None)
            if mark:
                yield first, at
                at += len(mark)
                first = at
                continue
        at += 1
    yield first, end


def draws(text, start, end):
    """How many draws of the expression are in no order, found from outside inwards."""
    pieces = list(parts(text, start, end, ["&&", "||", "?", ":"]))
    if len(pieces) > 1:
        return max(draws(text, *piece) for piece in pieces)
    count, at = 0, start
    while at < end:
        if text[at] not in "([":
            at += 1
            continue
        close, depth = at, 0
        while close < end:
            depth += {"(": 1, "[": 1, ")": -1, "]": -1}.get(text[close], 0)
            if depth == 0:
                break
            close += 1
        name = re.search(r"\w+\s*$", text[start:at])
        called = name and DRAW.match(text, start + name.start())
        inner = sum(draws(text, *piece) for piece in parts(text, at + 1, close, [","]))
        if inner > 1:
            return inner
        count += 1 if called else inner
        at = close + 1
    return count


def main():
    names = sys.argv[1:] or subprocess.run(["git", "ls-files", "*.c", "*.h", "*.cpp", "*.hpp"], check=True,
                                           capture_output=True, text=True).stdout.split()
    wrong = 0
    for name in names:
        with open(name, encoding="utf-8") as file:
            text = file.read()
        if not DRAW.search(text):
            continue
        text = ASIDE.sub(blank, text)
        at = 0
        for match in re.finditer(r"[;{}]", text):
            for first, last in parts(text, at, match.start(), [","]):
                if len(DRAW.findall(text, first, last)) > 1 and draws(text, first, last) > 1:
                    line = text.count("\n", 0, first + len(text[first:last]) - len(text[first:last].lstrip())) + 1
                    print(f"{name}:{line}: two draws in no order: {' '.join(text[first:last].split())[:90]}")
                    wrong += 1
            at = match.end()
    sys.exit(wrong > 0)


main()
