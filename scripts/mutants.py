#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The waymark authors
# SPDX-License-Identifier: MIT
"""mutants.py <jobs> <count> <seed> [seconds] [folders]: makes <count> random faults in src, or in <folders>
such as src/map/,src/core/, one at a time, and runs the unit tests that reach the line until one fails, the
quick ones first and for at most <seconds> (60) of processor time. Prints the share that was caught, by folder,
and the faults that nobody noticed; adds all to build/mutants/faults.tsv. The objects of build/dev are the rest
of the program; gcov and build/mutants/cover tell once which tests reach which lines (delete build/mutants/reached
to count again).

Only .c files are changed. A fault that does not build, or leaves the same machine code, is drawn again.
"""
import collections
import concurrent.futures
import glob
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
COVER = WORK / "cover"
SWAPS = [(" < ", " <= "), (" <= ", " < "), (" > ", " >= "), (" >= ", " > "), (" == ", " != "), (" != ", " == "),
         (" && ", " || "), (" || ", " && "), (" + ", " - "), (" - ", " + "), (" * ", " + "), (" / ", " * "),
         (" % ", " / "), (" << ", " >> "), (" >> ", " << "), (" += ", " -= "), (" -= ", " += "), ("++", "--"),
         (" & ", " | "), (" | ", " & ")]
DROPPED = re.compile(r"^\s+(\(void\))?[\w>.\[\]()*&-]+( [-+*/|&^%]?= [^=].*|\(.*\)|\+\+|--);$")


def shell(*command, **more):
    return subprocess.run(command, capture_output=True, text=True, errors="replace", **more)


# Where tests lead ---------------------------------------------------------------------------------

def tests_of(build):
    listed = json.loads(shell("ctest", "--test-dir", str(build), "-L", "unit", "-LE", "slow",
                              "--show-only=json-v1").stdout)
    found = {}
    for test in listed["tests"]:
        if "/tests/" in test.get("command", [""])[0]:
            where = next(p["value"] for p in test["properties"] if p["name"] == "WORKING_DIRECTORY")
            found[test["name"]] = (test["command"], where)
    return found


def limit(seconds):
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))


def run(command, where, seconds, environment=None):
    """(whether it passed, its processor time)"""
    process = subprocess.Popen(command, cwd=where, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                               env={**os.environ, **(environment or {})}, preexec_fn=lambda: limit(seconds))
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = status
    return status == 0, used.ru_utime + used.ru_stime


def reached_by(name, command, where, most):
    """The lines of src that a test reaches: {file: [lines]}, and its time. None of one that takes too long."""
    kept = WORK / "reached" / name
    if kept.exists():
        return json.loads(kept.read_text())
    counts = WORK / "counts" / name
    passed, seconds = run(command, where, 2 * most, {"GCOV_PREFIX": str(counts), "GCOV_PREFIX_STRIP": "0"})
    lines = {}
    found = glob.glob(f"{counts}/**/src/CMakeFiles/waymark.dir/**/*.gcda", recursive=True) if passed else []
    for count in found:
        os.symlink(count[len(str(counts)):-5] + ".gcno", count[:-5] + ".gcno")
        told = shell("gcov", "--json-format", "--stdout", count).stdout
        for file in (entry for part in told.splitlines() for entry in json.loads(part)["files"]):
            path = os.path.relpath(os.path.join(COVER, file["file"]), ROOT)
            if path.startswith("src/") and path.endswith(".c"):
                lines[path] = [line["line_number"] for line in file["lines"] if line["count"]]
    shell("rm", "-rf", str(counts))
    kept.parent.mkdir(parents=True, exist_ok=True)
    kept.write_text(json.dumps([lines, seconds]))
    return lines, seconds


def build(jobs):
    cover = ["cmake", "-S", str(ROOT), "-B", str(COVER), "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Debug",
             "-DCMAKE_C_FLAGS=--coverage", "-DCMAKE_C_FLAGS_DEBUG=-O1", "-DCMAKE_EXE_LINKER_FLAGS=--coverage",
             "-DWAYMARK_BUILD_BENCH=OFF", "-DWAYMARK_BUILD_CLI=OFF", "-DWAYMARK_BUILD_EXAMPLES=OFF"]
    WORK.mkdir(parents=True, exist_ok=True)
    for command in (["sh", "scripts/build.sh", "dev", jobs], cover, ["ninja", "-C", str(COVER), "-j", jobs]):
        done = shell(*command, cwd=ROOT)
        if done.returncode != 0:
            sys.exit(done.stdout + done.stderr)


def coverage(pool, most):
    tests = tests_of(COVER)
    told = list(pool.map(lambda name: reached_by(name, *tests[name], most), tests))
    slow = [name for name, (lines, _) in zip(tests, told) if not lines]
    if slow:
        print("mutants: without those that take too long, fail or reach nothing:", *slow, file=sys.stderr)
    return dict(zip(tests, told))


# Faults -------------------------------------------------------------------------------------------

def blank(text):
    """A text without comments and strings, of the same length."""
    return re.sub(r'//[^\n]*|"(\\.|[^"\\\n])*"|\'(\\.|[^\'\\\n])*\'', lambda m: "_" * len(m[0]), text)


def functions(path):
    """For each function of a file the lines of its body."""
    lines, begun, found = blank((ROOT / path).read_text()).splitlines(), None, []
    for number, line in enumerate(lines, 1):
        if line == "{" and "(" in "".join(lines[max(0, number - 6):number - 1]):
            begun = number + 1
        elif line.startswith("}") and begun:
            found.append((begun, number - 1))
            begun = None
    return lines, found


def faults_of(line):
    """What can go wrong in a line: (kind, the changed line)."""
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


class Faults:
    def __init__(self, seed, folders):
        self.random = random.Random(seed)
        paths = sorted(str(path.relative_to(ROOT)) for path in ROOT.glob("src/**/*.c"))
        self.bodies = [(path, body) for path in paths if path.startswith(folders) for body in functions(path)[1]]

    def draw(self):
        """Evenly over functions, then over kinds: (path, line, kind, the line as it is, as it becomes)."""
        while True:
            path, (first, last) = self.random.choice(self.bodies)
            lines, real = functions(path)[0], (ROOT / path).read_text().splitlines()
            kinds = collections.defaultdict(list)
            for number in range(first, last + 1):
                for kind, begin, end, new in faults_of(lines[number - 1]):
                    kinds[kind].append((number, begin, end, new))
            if kinds:
                kind = self.random.choice(sorted(kinds))
                number, begin, end, new = self.random.choice(kinds[kind])
                was = real[number - 1]
                return path, number, kind, was, was[:begin] + new.format(was[begin:end]) + was[end:]


class Builder:
    def __init__(self):
        commands = json.loads((DEV / "compile_commands.json").read_text())
        self.compile = {os.path.relpath(c["file"], ROOT): c["command"] for c in commands
                        if "src/CMakeFiles/waymark.dir" in c["command"]}
        self.links = {}

    def object(self, path, text, where):
        source, output = where / pathlib.Path(path).name, where / "fault.o"
        source.write_text(text)
        command = shlex.split(self.compile[path])
        command = command[:command.index("-o")] + ["-g0", "-w", "-o", str(output), "-c", str(source)]
        return output.read_bytes() if shell(*command, cwd=DEV).returncode == 0 else None

    def link(self, program, where):
        """A test's program with the object in place of what the library has."""
        target = os.path.relpath(program, DEV)
        if target not in self.links:
            self.links[target] = shell("ninja", "-C", str(DEV), "-t", "commands", target).stdout.splitlines()[-1]
        command = self.links[target].replace(" src/libwaymark.a", f" {where}/fault.o src/libwaymark.a")
        command = command.replace(f" -o {target} ", f" -Wl,-S -o {where}/test ")
        return subprocess.run(command, shell=True, cwd=DEV, capture_output=True).returncode == 0


def attempt(number, fault, builder, reached, tests, most):
    """(who caught it, or what else came of it)"""
    path, line, _, _, changed = fault
    where = WORK / f"fault{number}"
    where.mkdir(parents=True, exist_ok=True)
    real = (ROOT / path).read_text()
    lines = real.splitlines(keepends=True)
    lines[line - 1] = changed + "\n"
    plain = builder.object(path, real, where)
    object = builder.object(path, "".join(lines), where)
    if object is None or object == plain:
        told = "does not build" if object is None else "is the same program"
    else:
        told, left = None, most
        those = sorted((seconds, name) for name, (files, seconds) in reached.items()
                       if line in files.get(path, []) and name in tests)
        for seconds, name in those:
            if seconds > left:
                told = "nobody, in time"
                break
            left -= seconds
            command, cwd = tests[name]
            if not builder.link(command[0], where):
                told = "does not build"
                break
            if not run([f"{where}/test", *command[1:]], cwd, int(4 * seconds) + 3)[0]:
                told = name
                break
        told = told or ("nobody" if those else "nobody comes there")
    shell("rm", "-r", str(where))
    return told


def main():
    jobs, count, seed = (int(word) for word in sys.argv[1:4])
    most = int(sys.argv[4]) if len(sys.argv) > 4 else 60
    build(sys.argv[1])
    folders = tuple(sys.argv[5].split(",")) if len(sys.argv) > 5 else ("src/",)
    faults, builder, tests = Faults(seed, folders), Builder(), tests_of(DEV)
    share, missed = collections.Counter(), []
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool, open(WORK / "faults.tsv", "a") as kept:
        reached = coverage(pool, most)
        waiting, number, done = {}, 0, 0
        while done < count:
            while len(waiting) < jobs and done + len(waiting) < count:
                fault, number = faults.draw(), number + 1
                waiting[pool.submit(attempt, number, fault, builder, reached, tests, most)] = fault
            for over in concurrent.futures.wait(waiting, return_when=concurrent.futures.FIRST_COMPLETED)[0]:
                path, line, kind, was, changed = fault = waiting.pop(over)
                told = over.result()
                print(seed, f"{path}:{line}", kind, was.strip(), changed.strip(), told, sep="\t", file=kept, flush=True)
                if told not in ("does not build", "is the same program"):
                    done += 1
                    share[path.split("/")[1], told.startswith("nobody")] += 1
                    missed += [(fault, told)] if told.startswith("nobody") else []
    print("| folder | faults | caught |\n|---|--:|--:|")
    for folder in sorted({folder for folder, _ in share}):
        caught, lost = share[folder, False], share[folder, True]
        print(f"| {folder} | {caught + lost} | {caught} |")
    for (path, line, kind, was, changed), told in missed:
        print(f"\n{path}:{line}: {kind}, caught by {told}\n-   {was.strip()}\n+   {changed.strip()}")
    print(f"\n{count - len(missed)} of {count} random faults were caught (seed {seed}).")


if __name__ == "__main__":
    main()
