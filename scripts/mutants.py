#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The waymark authors
# SPDX-License-Identifier: MIT
"""mutants.py <jobs> <count> <seed> [seconds] [folders] [tests]: makes <count> random faults in src, or in <folders>
such as src/map/,src/core/, and runs the unit tests, or those whose names <tests> matches, that reach them until one
fails: the quick ones first, and for at most <seconds> (60) of processor time. Prints the share that was caught, by
folder, and the faults that nobody noticed; adds all to build/mutants/faults.tsv.

All faults are in one program: a function has a body more for each, and the environment says which to take. Each test
runs once without a fault and notes which it comes by. The objects of build/dev are the rest of the program. Only .c
files are changed. What survives and leaves the same machine code is no fault.
"""
import collections
import concurrent.futures
import json
import os
import pathlib
import random
import re
import resource
import shlex
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
DEV, WORK = ROOT / "build/dev", ROOT / "build/mutants"
SWAPS = [(" < ", " <= "), (" <= ", " < "), (" > ", " >= "), (" >= ", " > "), (" == ", " != "), (" != ", " == "),
         (" && ", " || "), (" || ", " && "), (" + ", " - "), (" - ", " + "), (" * ", " + "), (" / ", " * "),
         (" % ", " / "), (" << ", " >> "), (" >> ", " << "), (" += ", " -= "), (" -= ", " += "), ("++", "--"),
         (" & ", " | "), (" | ", " & ")]
DROPPED = re.compile(r"^\s+(\(void\))?[\w>.\[\]()*&-]+( [-+*/|&^%]?= [^=].*|\(.*\)|\+\+|--);$")
SWITCH = """#include <stdio.h>
#include <stdlib.h>
int wayi_fault;
unsigned char wayi_reached[COUNT];
static void tell(void)
{
    FILE *file = getenv("WAYI_REACHED") ? fopen(getenv("WAYI_REACHED"), "ab") : NULL;
    if (file) {
        fwrite(wayi_reached, 1, COUNT, file);
        fclose(file);
    }
}
__attribute__((constructor)) static void begin(void)
{
    const char *which = getenv("WAYI_FAULT");
    wayi_fault = which ? atoi(which) : 0;
    atexit(tell);
}
"""


def shell(*command, **more):
    return subprocess.run(command, capture_output=True, text=True, errors="replace", **more)


# Faults -------------------------------------------------------------------------------------------

class Fault:
    def __init__(self, path, body, line, kind, was, changed):
        self.path, self.body, self.line, self.kind, self.was, self.changed = path, body, line, kind, was, changed
        self.number, self.told = 0, None


def blank(text):
    """A text without comments and strings, of the same length."""
    return re.sub(r'//[^\n]*|"(\\.|[^"\\\n])*"|\'(\\.|[^\'\\\n])*\'', lambda m: "_" * len(m[0]), text)


def functions(path):
    """The lines of a file, and for each function the first and the last of its body."""
    lines, begun, found = blank((ROOT / path).read_text()).splitlines(), None, []
    for number, line in enumerate(lines, 1):
        if line == "{" and "(" in "".join(lines[max(0, number - 6):number - 1]):
            begun = number + 1
        elif line.startswith("}") and begun:
            found.append((begun, number - 1))
            begun = None
    return lines, found


def faults_of(line):
    """What can go wrong in a line: (kind, where it begins and ends, what is there instead)."""
    found = []
    if re.match(r"\s*(#|case |static const|default:|WAYI_ASSERT|_Static_assert)", line):
        return found
    for old, new in SWAPS:
        for at in (m.start() for m in re.finditer(re.escape(old), line)):
            found.append(("arithmetic" if old.strip() in "+-*/%<<>>+=-=++|&" and old.strip() not in "<>" else
                          "relation", at, at + len(old), new))
    for m in re.finditer(r"(?<![\w.\[])(\d+)(u?)\b(?![\w.\]])", line):
        found.append(("constant", m.start(), m.end(), f"{int(m[1]) + 1}{m[2]}"))
    for m in re.finditer(r"!(?=[\w(])", line):
        found.append(("negation", m.start(), m.end(), ""))
    m = re.match(r"\s*(?:\} else )?(?:if|while) \((.*)\) \{$", line)
    if m:
        found.append(("negation", m.start(1), m.end(1), "!({})"))
    if DROPPED.match(line):
        found.append(("dropped statement", len(line) - len(line.lstrip()), len(line), ";"))
    return found


def draw(count, seed, folders):
    """Evenly over functions, then over kinds."""
    chance, drawn = random.Random(seed), {}
    paths = sorted(str(path.relative_to(ROOT)) for path in ROOT.glob("src/**/*.c"))
    bodies = [(path, body) for path in paths if path.startswith(folders) for body in functions(path)[1]]
    for _ in range(100 * count):
        path, body = chance.choice(bodies)
        lines, real = functions(path)[0], (ROOT / path).read_text().splitlines()
        kinds = collections.defaultdict(list)
        for number in range(body[0], body[1] + 1):
            for kind, begin, end, new in faults_of(lines[number - 1]):
                kinds[kind].append((number, begin, end, new))
        if kinds:
            kind = chance.choice(sorted(kinds))
            number, begin, end, new = chance.choice(kinds[kind])
            was = real[number - 1]
            changed = was[:begin] + new.format(was[begin:end]) + was[end:]
            drawn[path, number, changed] = Fault(path, body, number, kind, was, changed)
        if len(drawn) == count:
            break
    return list(drawn.values())


# The program --------------------------------------------------------------------------------------

def with_faults(path, faults):
    """The text of a file in which each function has a body more for each of its faults."""
    lines = (ROOT / path).read_text().splitlines()
    starts = ["extern int wayi_fault;", "extern unsigned char wayi_reached[];"]
    made = {}
    for fault in faults:
        first, last = fault.body
        body = [fault.changed if n == fault.line else lines[n - 1] for n in range(first, last + 1)]
        head = " ".join(lines[max(0, first - 7):first - 2]).replace("}", ";").split(";")[-1]
        end = "return;" if re.search(r"(^|\s)void \w+\(", head) else "__builtin_trap();"
        made.setdefault(first, []).extend([f"wayi_reached[{fault.number}] = 1;",
                                           f"if (wayi_fault == {fault.number}) {{", *body, end, "}"])
    for first in sorted(made, reverse=True):
        lines[first - 1:first - 1] = made[first]
    return "\n".join(starts + lines) + "\n"


class Program:
    def __init__(self, jobs):
        commands = json.loads((DEV / "compile_commands.json").read_text())
        self.commands = {os.path.relpath(c["file"], ROOT): c["command"] for c in commands
                         if "src/CMakeFiles/waymark.dir" in c["command"]}
        self.pool = concurrent.futures.ThreadPoolExecutor(jobs)
        self.objects = []

    def compile(self, path, text, name):
        """The object of a text in place of a file of src; None if it does not build."""
        source, output = WORK / f"{name}.c", WORK / f"{name}.o"
        source.write_text(text)
        command = shlex.split(self.commands[path])
        command = command[:command.index("-o")] + ["-g0", "-w", "-I", str((ROOT / path).parent), "-o", str(output),
                                                   "-c", str(source)]
        return output if shell(*command, cwd=DEV).returncode == 0 else None

    def build_file(self, path, faults):
        """Of a file that does not build the faults are tried one by one."""
        name = path.replace("/", "_")
        made = self.compile(path, with_faults(path, faults), name)
        if not made:
            for fault in faults:
                if not self.compile(path, with_faults(path, [fault]), name):
                    fault.told = "does not build"
            made = self.compile(path, with_faults(path, [f for f in faults if not f.told]), name)
        return made

    def build(self, faults):
        files = collections.defaultdict(list)
        for number, fault in enumerate(faults, 1):
            fault.number = number
            files[fault.path].append(fault)
        self.objects = list(self.pool.map(lambda file: self.build_file(*file), files.items()))
        switch, output = WORK / "switch.c", WORK / "switch.o"
        switch.write_text(SWITCH.replace("COUNT", str(len(faults) + 1)))
        shell("cc", "-O1", "-c", str(switch), "-o", str(output))
        self.objects = [str(made) for made in self.objects if made] + [str(output)]

    def link(self, name, program):
        """A test's program with the objects in place of what the library has; None if it does not link."""
        target, made = os.path.relpath(program, DEV), WORK / f"{name}.test"
        command = shell("ninja", "-C", str(DEV), "-t", "commands", target).stdout.splitlines()[-1]
        command = command.replace(" src/libwaymark.a", f" {' '.join(self.objects)} src/libwaymark.a", 1)
        command = command.replace(f" -o {target} ", f" -Wl,-S -o {made} ")
        return made if subprocess.run(command, shell=True, cwd=DEV, capture_output=True).returncode == 0 else None

    def is_same(self, fault):
        """Whether a fault leaves the machine code as it is."""
        real = (ROOT / fault.path).read_text()
        lines = real.splitlines()
        lines[fault.line - 1] = fault.changed
        same = [self.compile(fault.path, text, f"same{fault.number}") and
                (WORK / f"same{fault.number}.o").read_bytes() for text in (real, "\n".join(lines) + "\n")]
        return same[0] == same[1]


# Tests --------------------------------------------------------------------------------------------

CAUGHT = collections.Counter()  # faults, by test and folder


class Test:
    def __init__(self, name, command, where):
        self.name, self.command, self.where = name, command, where
        self.program, self.seconds, self.reached = None, 0, b""


def tests_of(build, names):
    listed = json.loads(shell("ctest", "--test-dir", str(build), "-L", "unit", "-LE", "slow",
                              "--show-only=json-v1").stdout)
    for test in listed["tests"]:
        if "/tests/" in test.get("command", [""])[0] and re.search(names, test["name"]):
            where = next(p["value"] for p in test["properties"] if p["name"] == "WORKING_DIRECTORY")
            yield Test(test["name"], test["command"], where)


def limit(seconds):
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))


def run(test, seconds, **environment):
    """(whether it passed, its processor time)"""
    process = subprocess.Popen([str(test.program), *test.command[1:]], cwd=test.where, stdout=subprocess.DEVNULL,
                               stderr=subprocess.DEVNULL, env={**os.environ, **environment},
                               preexec_fn=lambda: limit(seconds))
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = status
    return status == 0, used.ru_utime + used.ru_stime


def prepare(test, program, count, most):
    """Links a test and runs it without a fault; whether it is of use."""
    test.program = program.link(test.name, test.command[0])
    told = WORK / f"{test.name}.reached"
    told.unlink(missing_ok=True)
    if test.program:
        passed, test.seconds = run(test, most, WAYI_REACHED=str(told))
        if passed and told.exists():
            bytes = told.read_bytes()
            test.reached = [any(bytes[k::count + 1]) for k in range(count + 1)]
            if any(test.reached):
                return True
        if not passed:
            print("mutants: without", test.name, "which fails or takes too long", file=sys.stderr)
        test.program.unlink()
    return False


def attempt(fault, program, tests, most):
    """Says who catches a fault, or what else comes of it: first those that are quick and have caught others there.
    Tests that walk the registry take the algorithm alone of which a file is named."""
    left, those = most, [test for test in tests if test.reached[fault.number]]
    folder, only = os.path.dirname(fault.path), f"*: {pathlib.Path(fault.path).stem}"
    walks = [test for test in those if "conformance" in test.name] if folder.startswith("src/search") else []
    those.sort(key=lambda test: (test.seconds + 0.1) / (1 + CAUGHT[test.name, folder]))
    for test, narrow in [(test, {"WAYMARK_ONLY": only}) for test in walks] + [(test, {}) for test in those]:
        if fault.told or (test.seconds > left and not narrow):
            fault.told = fault.told or "nobody, in time"
            break
        passed, seconds = run(test, int(4 * test.seconds) + 3, WAYI_FAULT=str(fault.number), **narrow)
        left -= seconds
        fault.told = None if passed else test.name
        CAUGHT[test.name, folder] += not passed
    if not fault.told or fault.told.startswith("nobody"):
        fault.told = "is the same program" if program.is_same(fault) else \
            fault.told or ("nobody" if those else "nobody comes there")
    return fault


def main():
    jobs, count, seed = (int(word) for word in sys.argv[1:4])
    most = int(sys.argv[4]) if len(sys.argv) > 4 else 60
    folders = tuple(sys.argv[5].split(",")) if len(sys.argv) > 5 else ("src/",)
    WORK.mkdir(parents=True, exist_ok=True)
    done = shell("sh", "scripts/build.sh", "dev", str(jobs), cwd=ROOT)
    if done.returncode != 0:
        sys.exit(done.stdout + done.stderr)
    faults, program = draw(count, seed, folders), Program(jobs)
    program.build(faults)
    tests = list(tests_of(DEV, sys.argv[6] if len(sys.argv) > 6 else ""))
    useful = program.pool.map(lambda test: prepare(test, program, len(faults), most), tests)
    tests = sorted((test for test, use in zip(tests, useful) if use), key=lambda test: test.seconds)
    share, missed = collections.Counter(), []
    with open(WORK / "faults.tsv", "a") as kept:
        for fault in program.pool.map(lambda fault: attempt(fault, program, tests, most), faults):
            print(seed, f"{fault.path}:{fault.line}", fault.kind, fault.was.strip(), fault.changed.strip(), fault.told,
                  sep="\t", file=kept, flush=True)
            if fault.told not in ("does not build", "is the same program"):
                share[os.path.dirname(fault.path), fault.told.startswith("nobody")] += 1
                missed += [fault] if fault.told.startswith("nobody") else []
    print("| folder | faults | caught |\n|---|--:|--:|")
    for folder in sorted({folder for folder, _ in share}):
        print(f"| {folder} | {share[folder, False] + share[folder, True]} | {share[folder, False]} |")
    for fault in missed:
        print(f"\n{fault.path}:{fault.line}: {fault.kind}, caught by {fault.told}\n-   {fault.was.strip()}\n"
              f"+   {fault.changed.strip()}")
    total = sum(share.values())
    print(f"\n{total - len(missed)} of {total} random faults were caught (seed {seed}).")


if __name__ == "__main__":
    main()
