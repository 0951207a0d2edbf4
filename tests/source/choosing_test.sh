#!/bin/sh
# SPDX-FileCopyrightText: 2026 The waymark authors
# SPDX-License-Identifier: MIT
#
# choosing_test.sh [choosing.md [counts.csv [choosing.txt]]]: the lines of choosing.txt hold for the counts,
# and every algorithm that the table of docs/choosing.md recommends is in such a line or said not to be.
set -eu

cd "$(dirname "$0")/../.."
page=${1:-docs/choosing.md}
counts=${2:-tests/bench/counts.csv}
lines=${3:-tests/bench/choosing.txt}

awk -v counts="$counts" '
# Columns: suite, set, map, problem, spec, outcome, solved, valid, moves, cost, best, expansions, ...
function cells(line, out,    count, quoted, i, letter) {
    count = 1
    out[1] = ""
    for (i = 1; i <= length(line); i++) {
        letter = substr(line, i, 1)
        if (letter == "\"") {
            quoted = !quoted
        } else if (letter == "," && !quoted) {
            out[++count] = ""
        } else {
            out[count] = out[count] letter
        }
    }
    return count
}

function fail(words) {
    print words
    failures = 1
}

# The mean of a measure, or -1.
function mean(place, measure, spec,    key) {
    key = place SUBSEP spec
    return n[key] ? sum[key, measure] / n[key] : -1
}

function holds(relation, a, b) {
    if (relation == "<") {
        return a < b
    }
    return relation == ">" ? a > b : a > 0.9999 * b && a < 1.0001 * b
}

function check(line,    parts, place, words, count, i, relation, first, second, factor, a, b) {
    split(line, parts, ": ")
    place = parts[1]
    count = split(parts[2], words, " ")
    for (i = 2; i <= count && words[i] !~ /^[<>=]$/; i++) {
        first = first (i > 2 ? " " : "") words[i]
    }
    relation = words[i]
    factor = words[i + 1]
    for (i += 2; i <= count; i++) {
        second = second (second ? " " : "") words[i]
    }
    a = mean(place, words[1], first)
    b = mean(place, words[1], second)
    lines++
    said[substr(first, 1, index(first "(", "(") - 1)] = 1
    said[substr(second, 1, index(second "(", "(") - 1)] = 1
    if (a < 0 || b < 0) {
        fail("not in the counts: " line)
    } else if (!holds(relation, a, factor * b)) {
        fail(line ": no, it is " a / b " times as much")
    }
}

FILENAME == counts {
    cells($0, row)
    key = row[1] " " row[2] SUBSEP row[5]
    n[key]++
    sum[key, "cost"] += row[11] ? row[10] / row[11] : 1
    sum[key, "expansions"] += row[12]
    sum[key, "wait"] += row[18]
    sum[key, "database"] += row[22]
    next
}

/^## / { section = $0 }
section == "## By need" && /^\|/ {
    line = $0
    while (match(line, /`[a-z]+[`(]/)) {
        wanted[substr(line, RSTART + 1, RLENGTH - 2)] = 1
        line = substr(line, RSTART + RLENGTH)
    }
}
/^[a-z]+[0-9]* [a-z0-9]+: / && !/^not / { check($0) }
/^not compared: / {
    for (i = 3; i <= NF; i++) {
        said[$i] = 1
    }
}

END {
    delete wanted["capacity"]
    delete wanted["partial"]
    for (name in wanted) {
        if (!(name in said)) {
            fail(name " is recommended but not compared")
        }
    }
    if (lines < 10) {
        fail("only " lines + 0 " lines were compared")
    }
    exit failures
}
' "$counts" "$page" "$lines"
