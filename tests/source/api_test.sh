#!/bin/sh
# SPDX-FileCopyrightText: 2026 The waymark authors
# SPDX-License-Identifier: MIT
#
# api_test.sh <root> <cc> <scratch>: the description of the API is whole: it names what the headers
# declare, its declarations compile to the same types, and bindings reach or leave out, with a reason,
# every function. Planted faults are found.
set -eu

root=$1
cc=$2
scratch=$3
rm -rf "$scratch"
mkdir -p "$scratch/scripts"
cp "$root/scripts/api.py" "$scratch/scripts"
cp -r "$root/include" "$root/bindings" "$scratch"
cd "$scratch"

# As many functions as the headers mark, and each with the statuses and ranges that its comment names.
python3 scripts/api.py json >api.json
python3 - <<'END'
import json, pathlib, re
api = json.load(open("api.json"))
text = "".join(path.read_text() for path in pathlib.Path("include/waymark").glob("*.h"))
marked = set(re.findall(r"^WAY_API [^;]*?\b(way_\w+)\(", text, flags=re.M))
assert marked == set(api["functions"]), marked ^ set(api["functions"])
look = api["functions"]["way_belief_look"]
known = ["NO_MEMORY", "INVALID_ARGUMENT", "OUT_OF_RANGE", "UNSUPPORTED"]
assert look["statuses"] == known, look["statuses"]
now = look["parameters"][1]
assert (now["min"], now["max"]) == (1, 2**32 - 1) and look["parameters"][4]["optional"]
mover = {field["name"]: field for field in api["structs"]["way_mover"]["fields"]}
assert (mover["wish_y"]["min"], mover["wish_y"]["max"]) == (-2**18, 2**18)
config = {field["name"]: field for field in api["structs"]["way_world_config"]["fields"]}
assert config["kind_count"]["max"] == 16 and config["teams"]["length"] == "team_count"
assert config["lanes"]["zero"] == "4" and config["teams"]["optional"]
fields = [field for struct in api["structs"].values() for field in struct["fields"]]
assert sum("range" in field for field in fields) >= 40
assert not [field for field in fields if not re.fullmatch(r"\w+", field["name"])]
END

# A newcomer sees one page: what to know first, and nothing of the other headers.
first=$root/include/waymark/waymark.h
lines=$(wc -l <"$first")
functions=$(grep -c '^WAY_API' "$first")
if [ "$lines" -gt 260 ] || [ "$functions" -gt 31 ]; then
    echo "waymark.h: $lines lines, $functions functions" >&2
    exit 1
fi
[ "$(sed -n 's/^#include <waymark\/\(.*\).h>/\1/p' "$first" | tr '\n' ' ')" = "base unit " ] ||
    { echo "waymark.h includes more than base.h and unit.h" >&2; exit 1; }

# The declarations stand beside the headers: redeclared with other types, a compiler would object.
{
    echo '#include <waymark/all.h>'
    python3 scripts/api.py c | grep -v '^typedef\|^enum\|^struct'
} >both.c
"$cc" -std=c17 -Werror -I include -c both.c -o both.o

# expect <what> <pattern>: coverage fails and says so.
expect() {
    if python3 scripts/api.py coverage >table.md 2>log || ! grep -q "$2" log; then
        cat log
        echo "not found: $1"
        exit 1
    fi
}

python3 scripts/api.py coverage >table.md
cp bindings/left_out.txt kept.txt
sed -i.old '/way_rng_/d; /way_\* /d' bindings/left_out.txt
expect "a function that is left out without a reason" "C# neither reaches way_rng_seed"
cp kept.txt bindings/left_out.txt
sed -i.old '/[.]allocator/d' bindings/left_out.txt
expect "an option without a reason" "Lua neither reaches way_map_config.allocator"
cp kept.txt bindings/left_out.txt
echo "* | way_map_create | no reason" >>bindings/left_out.txt
expect "a reason that explains nothing" "nothing is left out by 'way_map_create'"
cp kept.txt bindings/left_out.txt
echo "every binding: way_pool_statistics" >>bindings/left_out.txt
expect "what no binding may leave out" "npm does not reach way_pool_statistics, as every binding does"
