#!/bin/sh
# SPDX-FileCopyrightText: 2026 The waymark authors
# SPDX-License-Identifier: MIT
#
# check_floors.sh [root]: checks every #include against the floors of the house.
#   - src: a file includes its own floor and lower ones, and names the floor ("core/heap.h");
#   - lab, what papers have and games do without, includes src; src includes nothing of lab, but that
#     the registry lists its algorithms;
#   - the families in src/search know nothing of each other, nor does src/search of them;
#   - src has no files, threads or clock, but for src/file; public headers include only their kind;
#   - tools (scenes, bench, cli, web, examples) see <waymark/...>, their own folder, and below.
set -eu

root=${1:-$(dirname "$0")/..}
cd "$root"

list_files() {
    for folder in include src lab scenes bench cli web examples tests; do
        if [ -d "$folder" ]; then
            find "$folder" -name node_modules -prune -o \
                -type f \( -name '*.[ch]' -o -name '*.def' -o -name '*.cpp' \) -print
        fi
    done | sort
}

files=$(list_files)
if [ -z "$files" ]; then
    echo "check_floors: no sources in $root" >&2
    exit 2
fi

# shellcheck disable=SC2086 # a list of words
awk '
function complain(why) {
    printf "%s:%d: %s: %s\n", FILENAME, FNR, why, target
    failures++
}

function words(text, set,    list, count, i) {
    count = split(text, list, " ")
    for (i = 1; i <= count; i++) {
        set[list[i]] = i
    }
}

function check_source(    floor, parts, own, other) {
    floor = place[2]
    if (target == "lab/lab.def" && FILENAME ~ /^src\/search\/registry\//) {
        return
    }
    if (!(floor in rank)) {
        complain("unknown floor " floor)
    }
    if (angled) {
        if ((target in banned || target ~ /^sys\//) && floor != "file") {
            complain("the library has no files, threads or clock")
        } else if (target ~ /\// && target !~ /^(waymark|sys)\//) {
            complain("own headers are included in quotes")
        }
        return
    }
    split(target, parts, "/")
    if (!(parts[1] in rank)) {
        complain("the include names no floor")
    } else if (rank[parts[1]] > rank[floor]) {
        complain("upward include from " floor)
    } else if (parts[1] == "search" && parts[2] in family) {
        own = (floor == "search" && place[3] in family) ? place[3] : ""
        other = parts[2]
        if (own != other && rank[floor] == rank["search"]) {
            complain((own == "" ? "search" : own) " includes the family " other)
        }
    }
}

function check_lab(    parts) {
    if (angled) {
        if (target in banned || target ~ /^sys\//) {
            complain("the library has no files, threads or clock")
        }
        return
    }
    split(target, parts, "/")
    if (parts[1] != "lab" && !(parts[1] in rank)) {
        complain("the laboratory includes itself and src")
    } else if (parts[1] == "lab" && parts[2] != place[2]) {
        complain("rooms of the laboratory know nothing of each other")
    }
}

function check_public() {
    if (!angled) {
        complain("public headers include <waymark/...> only")
    } else if (target ~ /\// && target !~ /^waymark\//) {
        complain("public headers include <waymark/...> only")
    } else if (target in banned && FILENAME !~ /\/file\.h$/) {
        complain("the library has no files, threads or clock")
    }
}

function check_tool(    parts) {
    if (angled) {
        return
    }
    split(target, parts, "/")
    if (target == "Entry.h" && FILENAME ~ /^examples\/gppc_/) {
        return # of the kit that the entry is put into
    }
    if (!((place[1] " " parts[1]) in sees)) {
        complain(place[1] " may not include this")
    }
}

BEGIN {
    words("base core map space mesh format search path mapf steer world file", rank)
    words("discrete incremental anytime realtime hierarchical subgoal anyangle beacon", family)
    words("stdio.h pthread.h threads.h time.h unistd.h fcntl.h", banned)
    split("scenes scenes,bench bench,bench scenes,cli cli,cli bench,cli scenes,web web,web scenes," \
          "examples examples", pairs, ",")
    for (i in pairs) {
        sees[pairs[i]] = 1
    }
}

/^[ \t]*#[ \t]*include[ \t]*["<]/ {
    angled = ($0 ~ /^[ \t]*#[ \t]*include[ \t]*</)
    target = $0
    sub(/^[^"<]*["<]/, "", target)
    sub(/[">].*$/, "", target)
    split(FILENAME, place, "/")
    if (target ~ /(^|\/)\.\.?\//) {
        complain("relative include")
    } else if (place[1] == "src") {
        check_source()
    } else if (place[1] == "lab") {
        check_lab()
    } else if (place[1] == "include") {
        check_public()
    } else if (place[1] != "tests") {
        check_tool()
    }
}

END {
    if (failures) {
        printf "check_floors: %d wrong includes\n", failures
        exit 1
    }
}
' $files
