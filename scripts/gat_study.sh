#!/bin/sh
# SPDX-FileCopyrightText: 2026 The waymark authors
# SPDX-License-Identifier: MIT
#
# gat_study.sh <waymark> <results>: figures 2, 6, 7, 8 and 9 of the study of goal achievement times
# (Burns, Kiesel, Ruml 2013), run again by `waymark gat`; writes docs/bench/gat.md and
# docs/pictures/gat_*.png. Time is counted, so all but the training in bench/training is the same on
# every machine. An interrupted run goes on.
set -eu

waymark=$1
results=$2
cd "$(dirname "$0")/.."
data=${WAYMARK_DATA:-../shared}
page=docs/bench/gat.md.new
mkdir -p "$(dirname "$results")"

multi='lsslrta(move=multi)'
single='lsslrta(move=single)'
dynamic='lsslrta(move=dynamic)'
complete='lsslrta(move=multi, target=layer)'
fhat='lsslrta(move=multi, order=fhat)'
single_fhat='lsslrta(move=single, order=fhat)'
dynamic_fhat='lsslrta(move=dynamic, order=fhat)'

# figure <title> <options>...: one of them, as a block of the page.
figure() {
    title=$1
    shift
    {
        echo
        echo "## $title"
        echo
        echo '```text'
        # shellcheck disable=SC2086 # words
        "$waymark" gat --training "bench/training/$training.txt" --results "$results" $limits "$@" \
            $instances
        echo '```'
    } >>"$page"
}

{
    echo "# Goal achievement time, measured"
    echo
    echo "    make bench-realtime"
    echo
    echo "Figures of Burns, Kiesel and Ruml: Experimental Real-time Heuristic Search Results in a"
    echo "Video Game, 2013, run again by \`waymark gat\` ([how](../gat.md)) at commit"
    echo "\`$(git rev-parse --short=12 HEAD)\`."
} >"$page"

training=levels
limits='--limit 1500000 --limit-first 25000000 --move-limit 20000'
instances='levels:25,side=50,seed=1'
for kind in levels platform; do
    if [ $kind = platform ]; then
        [ -d "$data/platformer/test" ] || continue
        training=platform
        instances=$(echo "$data"/platformer/test/*.lvl)
    fi
    figure "Figure 2, $kind: many steps, one, or a look-ahead sized to the moves" \
        -a "$multi" -a "$single" -a "$dynamic" --plot "docs/pictures/gat_moves_$kind.png"
    figure "Figure 6, $kind: targets and orders of the look-ahead" \
        -a "$multi" -a "$complete" -a "$fhat" --plot "docs/pictures/gat_orders_$kind.png"
    figure "Figure 7, $kind: by f or by f-hat" -a "$single" -a "$dynamic" -a "$single_fhat" \
        -a "$dynamic_fhat" --plot "docs/pictures/gat_both_$kind.png"
    figure "Figure 8, $kind: against searches that plan everything first" -a astar -a speedy \
        -a "$single" -a "$dynamic_fhat" --over optimal --plot "docs/pictures/gat_offline_$kind.png"
    figure "Figure 9, $kind: costs" -a "$single" -a "$dynamic_fhat" --over cost
done
for kind in tiles grid; do
    training=$kind
    case $kind in
    tiles)
        instances=$data/puzzle15/korf100.csv
        limits='--limit 3000000 --limit-first 20000000 --move-limit 40000'
        ;;
    grid)
        instances=$data/maps/dao/orz100d.map.scen
        limits='--limit 1000000 --limit-first 8000000 --move-limit 150000'
        ;;
    esac
    [ -f "$instances" ] || continue
    figure "Figure 8, $kind: against searches that plan everything first" -a astar -a speedy \
        -a "$single" -a "$dynamic_fhat" --over optimal --plot "docs/pictures/gat_offline_$kind.png"
done
mv "$page" docs/bench/gat.md
