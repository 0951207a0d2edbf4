#!/bin/sh
# SPDX-FileCopyrightText: 2026 The waymark authors
# SPDX-License-Identifier: MIT
#
# make_docs.sh [--check] [WAYMARK]: fills in what the command knows best: the table of algorithms in
# README.md and docs/README.md, figures in README.md and docs/algorithms from the pages in docs/bench, the
# facts in docs/algorithms/NAME.md, what docs/bindings.md says of the shape of the API, docs/coverage.md, and programs such as
# examples/NAME.c wherever a page shows them. It replaces what stands between "<!-- begin: KEY -->" and
# "<!-- end -->". With --check it changes nothing and fails if something is missing or not current.
# shellcheck disable=SC2317 # what fills in a page is called by its name
# shellcheck disable=SC2016 # names in back quotes are Markdown
set -eu

check=no
if [ "${1:-}" = --check ]; then
    check=yes
    shift
fi
waymark=$(realpath "${1:-build/release/bin/waymark}")
cd "$(dirname "$0")/.."
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
names=$(sed -n 's/^WAYI_ALGORITHM(\(.*\))$/\1/p' src/search/registry/registry.def lab/lab.def)
failures=0

# what to know first; all of them are on docs/README.md
first="astar jps weighted beacon dba sectors dstarlite arastar lsslrta polyanya hpastar tbastar"

# table <path to the pages> <name>...: one line for each algorithm
table() {
    pages=$1
    shift
    echo "| algorithm | family | |"
    echo "|---|---|---|"
    for name in "$@"; do
        "$waymark" algos "$name" | awk -v page="$pages/$name.md" '
            NR == 1 { title = $0; sub(/ \([a-z0-9_]*\)$/, "", title); gsub(/\*/, "\\*", title) }
            NR == 2 { summary = $0; gsub(/\*/, "\\*", summary) }
            $1 == "family" { family = $2 }
            END { printf "| [%s](%s) | %s | %s |\n", title, page, family, summary }'
    done
}

# facts <name>: what the command says of it, without title, summary and family
facts() {
    echo '```text'
    "$waymark" algos "$1" | sed '1,4d; /^needs *nothing special$/d; s/ *$//'
    echo '```'
}

# ground: which ground algorithms take, by their needs, those of a kind together
ground() {
    echo "| weights | links both ways | links one way | penalties | algorithms |"
    echo "|:-:|:-:|:-:|:-:|---|"
    for name in $names; do
        "$waymark" algos "$name" | awk -v name="$name" '
            $1 == "needs" { needs = $0 }
            END {
                if (needs ~ /points of a mesh/)
                    exit
                links = needs !~ /no links/
                symmetric = needs ~ /symmetric steps/
                grid = needs ~ /grid|neighbours|uniform|diagonals|corners/
                printf "| %s | %s | %s | %s |\t`%s`\n", needs ~ /uniform/ ? "jps" : "yes",
                       links ? "yes" : "jps", links && !symmetric ? "yes" : "jps",
                       links && !symmetric && !grid ? "yes" : "A\\*", name
            }'
    done | awk -F '\t' '
        !($1 in list) { order[++count] = $1 }
        { list[$1] = list[$1] (list[$1] ? ", " : " ") $2 }
        END { for (i = 1; i <= count; i++) print order[i] list[order[i]] " |" }'
}

# families: a line for each family, with links to its algorithms
families() {
    echo "| family | algorithms |"
    echo "|---|---|"
    for name in $names; do
        "$waymark" algos "$name" | awk -v name="$name" '
            NR == 1 { title = $0; sub(/ \([a-z0-9_]*\)$/, "", title); gsub(/\*/, "\\*", title) }
            $1 == "family" { printf "%s\t[%s](algorithms/%s.md)\n", $2, title, name }'
    done | awk -F '\t' '
        !($1 in list) { order[++count] = $1 }
        { list[$1] = list[$1] (list[$1] ? ", " : "") $2 }
        END { for (i = 1; i <= count; i++) print "| " order[i] " | " list[order[i]] " |" }'
}

# cell <page> <heading> <row> <column>: what a table of docs/bench says; <row> is the first cell, or the
# first few with bars between them
cell() {
    # -v would read the backslash of A\* as the beginning of an escape
    row="| $3 |" awk -v heading="$2" -v column="$4" '
        BEGIN { row = ENVIRON["row"] }
        /^#/ { within = index($0, heading) > 0 }
        !/^\|/ { at = 0; next }
        !within { next }
        !at { for (at = split($0, names, / *\| */); at > 1 && names[at] != column; at--) { } next }
        at > 1 && index($0, row) == 1 { split($0, cells, / *\| */); print cells[at]; found = 1; exit }
        END { if (!found) print "?" }' "docs/bench/$1.md"
}

# mean ...: the same without the interval
mean() {
    cell "$@" | sed 's/ (.*//'
}

# figures: what README.md tells of speed
figures() {
    ten="Ten dao maps"
    walls="dao/orz100d | walls across paths; edits=10"
    game="side=512 units=1000"
    echo "| what | measured |"
    echo "|---|---|"
    echo "| an optimal path, cell by cell, on the [longest problems of ten game maps](docs/bench/beacon.md) |" \
        "\`beacon\` $(mean beacon "$ten" "beacon; alone" us) µs," \
        "\`jps\` $(mean beacon "$ten" "jps; alone" us) µs, A\* $(mean beacon "$ten" "astar; alone" us) µs;" \
        "with cold caches $(mean beacon "$ten" "beacon; cold" us), $(mean beacon "$ten" "jps; cold" us)" \
        "and $(mean beacon "$ten" "astar; cold" us) µs |"
    echo "| right after [ten walls across paths](docs/bench/beacon.md#edits), all lengths; until the next index is" \
        "there, \`beacon\` is mostly jump point search |" \
        "\`beacon\` $(mean beacon Edits "$walls" "path us") µs," \
        "\`jps\` $(mean beacon Edits "$walls" "jps us") µs;" \
        "the index is there after $(mean beacon Edits "$walls" "rebuild ms") ms of work |"
    echo "| a world of [1,000 units](docs/bench/world.md), a building going up every second, a team in the fog;" \
        "[budgets](docs/world.md#budgets) for 10,000 |" \
        "planning $(mean world "The game" "$game" "mean, ms") ms per frame," \
        "at most $(mean world "The game" "$game" "longest planning frame, ms")" \
        "(counted work: $(mean world "The game" "$game" "most work in a frame") of 4,000)," \
        "a tick $(mean world "The game" "$game" "tick without planning, ms") ms;" \
        "$(mean world "The game" "$game" "in time %") % arrive in time |"
    echo "| a tick of [100,000 units](docs/bench/world.md#agreement) without planning |" \
        "$(mean world Agreement "units=100000" "ns per unit") ns per unit;" \
        "the whole world holds $(mean world Agreement "units=100000" "world, MB") MB |"
    echo "| paths for [10,000 units in a warehouse](docs/bench/world.md#whole-problems), none in collision |" \
        "$(mean world "Whole problems" "mapf/warehouse-20-40-10-2-2 | units=10000" "in all, s") s |"
}

# The same of algorithms, on their own pages.
figures_jps() {
    ten='Jumps on Dragon Age'
    echo "| speedup over A\* | |"
    echo "|---|--:|"
    echo "| ten maps of Dragon Age, ground that the agent knows | $(cell kernels "$ten" '`jps`' speedup) |"
    echo "| the same with \`keep=off\`, which scans anew each time | $(cell kernels "$ten" '`jps(keep=off)`' speedup) |"
    echo "| while 0.1 % of the ground changes every five moves |" \
        "$(cell incremental "0.1 % of the ground changes, anywhere" '`jps`' speedup) |"
    for ground in "Weighted ground in patches" "Rough ground and noise of weights"; do
        echo "| $ground | $(cell discrete "$ground" '`jps`' speedup) |"
    done
}

figures_astar() {
    echo "| estimate | speedup | trip, µs | preparation, ms | KB |"
    echo "|---|--:|--:|--:|--:|"
    for estimate in space differential; do
        row="\`astar(estimate=$estimate)\`"
        [ "$estimate" != space ] || row="\`astar\`"
        echo "| \`$estimate\` | $(cell estimates "Dragon Age" "$row" speedup) |" \
            "$(cell estimates "Dragon Age" "$row" "trip us") | $(cell estimates "Dragon Age" "$row" "prepare ms") |" \
            "$(cell estimates "Dragon Age" "$row" KB) |"
    done
}

figures_polyanya() {
    ten="Dragon Age"
    echo "| | mean | 95th percentile | worst |"
    echo "|---|--:|--:|--:|"
    echo "| a path of Polyanya, µs | $(mean mesh "$ten" whole us) | $(mean mesh "$ten" whole "us p95") |" \
        "$(mean mesh "$ten" whole "us worst") |"
    echo "| a path of A\* over cells, µs | $(mean mesh "$ten" whole "cells: us") |" \
        "$(mean mesh "$ten" whole "cells: us p95") | $(mean mesh "$ten" whole "cells: us worst") |"
    echo "| its length, times Polyanya's | $(mean mesh "$ten" whole cells/mesh) |" \
        "$(mean mesh "$ten" whole "cells/mesh p95") | $(mean mesh "$ten" whole "cells/mesh worst") |"
    echo "| a string pulled through A\*'s chain of polygons, the same | $(mean mesh "$ten" whole pulled/mesh) |" \
        "| $(mean mesh "$ten" whole "pulled/mesh worst") |"
}

# fill <page> <key>: replaces the part of a page by what is in $scratch/part
fill() {
    awk -v begin="<!-- begin: $2 -->" -v part="$scratch/part" '
        $0 == begin { print; while ((getline line < part) > 0) { print line } skip = 1 }
        $0 == "<!-- end -->" { skip = 0 }
        !skip' "$1" >"$scratch/page"
    if cmp -s "$1" "$scratch/page"; then
        return
    fi
    if [ "$check" = yes ]; then
        echo "$1: not current"
        diff -u "$1" "$scratch/page" | sed -n '3,20p'
        failures=1
    else
        cp "$scratch/page" "$1"
        echo "$1"
    fi
}

# shellcheck disable=SC2086 # lists of words
table docs/algorithms $first >"$scratch/part"
fill README.md algorithms
# fill_figures <page> <command that tells them>
fill_figures() {
    "$2" >"$scratch/part"
    if grep -q '?' "$scratch/part"; then
        echo "$1: docs/bench lacks a figure"
        failures=1
    fi
    fill "$1" figures
}
fill_figures README.md figures
families >"$scratch/part"
fill docs/README.md algorithms
ground >"$scratch/part"
fill docs/ground.md ground
python3 scripts/api.py by-value >"$scratch/part"
fill docs/bindings.md "by value"
python3 scripts/api.py coverage >"$scratch/part" || failures=1
fill docs/coverage.md coverage
for name in $names; do
    if [ ! -f "docs/algorithms/$name.md" ]; then
        echo "docs/algorithms/$name.md: missing; every algorithm has a page"
        failures=1
        continue
    fi
    facts "$name" >"$scratch/part"
    fill "docs/algorithms/$name.md" "waymark algos $name"
    case $name in
    astar | jps | polyanya) fill_figures "docs/algorithms/$name.md" "figures_$name" ;;
    esac
done

for page in README.md docs/*.md; do
    # shellcheck disable=SC2013 # a name has no blanks
    for example in $(sed -n 's/^<!-- begin: \([a-zA-Z_/]*\/[a-zA-Z_]*\.c\) -->$/\1/p' "$page"); do
        {
            echo '```c'
            # Without what the file says of itself: the first lines that are comments or blank.
            awk '!begun && (/^\/\// || !NF) { next } { begun = 1; print }' "$example"
            echo '```'
        } >"$scratch/part"
        fill "$page" "$example"
    done
done
if [ "$failures" -ne 0 ]; then
    echo "make_docs: write what is missing, then run 'sh scripts/make_docs.sh <waymark>' or 'make docs'"
fi
exit "$failures"
