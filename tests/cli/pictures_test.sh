#!/bin/sh
# SPDX-FileCopyrightText: 2026 The waymark authors
# SPDX-License-Identifier: MIT
#
# pictures_test.sh <waymark> <scratch>: pictures are whole files of the right kind and size.
set -eu

waymark=$1
scratch=$2
cd "$(dirname "$0")/../.."
rm -rf "$scratch"
mkdir -p "$scratch"
map=tests/cli/data/small.map
failures=0

fail() {
    echo "FAILED: $*"
    failures=1
}

# The width and height in the header of a PNG file.
png_size() {
    od -A n -t u1 -j 16 -N 8 "$1" | awk '{ print $3 * 256 + $4, $7 * 256 + $8 }'
}

"$waymark" draw "$map" --bare --scale 10 -o "$scratch/bare.png" -o "$scratch/bare.svg"
[ "$(png_size "$scratch/bare.png")" = "120 80" ] || fail "bare.png is $(png_size "$scratch/bare.png")"
grep -q 'width="120" height="80"' "$scratch/bare.svg" || fail "bare.svg has another size"
grep -q '^</svg>$' "$scratch/bare.svg" || fail "bare.svg is not closed"

# Floors stand side by side, a column between two, or one is chosen; links are marks at both ends.
house="tests/cli/data/house.map --profile r=1 --bare --scale 10"
# shellcheck disable=SC2086 # words
"$waymark" draw $house -o "$scratch/house.png" -o "$scratch/house.svg" --algo astar \
    --from 0:0,0 --to 1:0,0
# shellcheck disable=SC2086 # words
"$waymark" draw $house --floor 1 -o "$scratch/floor.png"
[ "$(png_size "$scratch/house.png")" = "250 50" ] || fail "house.png is $(png_size "$scratch/house.png")"
[ "$(png_size "$scratch/floor.png")" = "120 50" ] || fail "floor.png is $(png_size "$scratch/floor.png")"
[ "$(grep -c '<circle' "$scratch/house.svg")" = 8 ] || fail "house.svg has other marks"
[ "$(grep -c '<polyline' "$scratch/house.svg")" = 4 ] || fail "house.svg draws its path over stairs"

"$waymark" draw "$map" --from 0,0 --to 11,7 --algo astar --title 'a <b> & "c"' -o "$scratch/t.svg"
grep -q 'a &lt;b> &amp; &quot;c&quot;' "$scratch/t.svg" || fail "the title is not escaped"
grep -q '<polyline' "$scratch/t.svg" || fail "no path in t.svg"

# The same request, the same bytes; another theme, other bytes.
for theme in dark dark light; do
    "$waymark" draw "$map" --from 0,0 --to 11,7 --algo astar --theme $theme -o "$scratch/x.png"
    cksum <"$scratch/x.png" >>"$scratch/sums"
done
[ "$(sort -u "$scratch/sums" | wc -l)" -eq 2 ] || fail "pictures are not repeatable"

# A graph over the map: its lines and dots are in the picture.
"$waymark" draw "$map" --from 0,0 --to 11,7 --algo astar --graph corners -o "$scratch/w.svg"
grep -q '<path fill="none" stroke-width' "$scratch/w.svg" || fail "no links in w.svg"
[ "$(grep -c '<circle' "$scratch/w.svg")" -gt 4 ] || fail "no dots in w.svg"

# A run of the platform game: 24 x 14 tiles of 16 pixels, a picture for each frame at least.
"$waymark-knight" gen:3,24,14 "$scratch/run.gif" >"$scratch/run.txt"
[ "$(od -A n -t u1 -j 6 -N 4 "$scratch/run.gif" | awk '{ print $1 + $2 * 256, $3 + $4 * 256 }')" = \
    "384 224" ] || fail "run.gif has another size"
frames=$(sed -n 's/ frames.*//p' "$scratch/run.txt")
pictures=$(od -A n -v -t x1 "$scratch/run.gif" | tr -d ' \n' | grep -o '21f90404' | wc -l)
[ "$pictures" -ge "$((frames + 1))" ] || fail "run.gif: $pictures pictures of $frames frames"
if "$waymark-knight" "$map" "$scratch/none.gif" 2>/dev/null; then fail "a map is played as a level"; fi

"$waymark" demo --out "$scratch/demo" --no-times >"$scratch/demo.txt"
for picture in path.png changes.png army.gif; do
    [ -s "$scratch/demo/$picture" ] || fail "no $picture"
    grep -q "picture: $scratch/demo/$picture" "$scratch/demo.txt" || fail "nobody told of $picture"
done
grep -q '400 of 400 have arrived' "$scratch/demo.txt" || fail "not all of the army arrived"
grep -qE 'Each found all [0-9]+ paths' "$scratch/demo.txt" || fail "a path was not found"
[ "$(wc -l <"$scratch/demo.txt")" -le 40 ] || fail "the demo does not fit on a screen"
if grep -qE ' [0-9]+/[0-9]+ |nan|inf' "$scratch/demo.txt"; then
    fail "a row of the demo looks like a failure"
fi
exit $failures
