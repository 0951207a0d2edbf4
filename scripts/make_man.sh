#!/bin/sh
# SPDX-FileCopyrightText: 2026 The waymark authors
# SPDX-License-Identifier: MIT
#
# make_man.sh <folder>: a manual page of section 3 for every public header, made of its comments, and
# a page of one line for every function, type and constant that leads there: `man way_map_edit`.
set -eu

folder=$1
cd "$(dirname "$0")/.."
version=$(awk '/#define WAY_VERSION_(MAJOR|MINOR|PATCH)/ { printf "%s%s", dot, $3; dot = "." }' \
    include/waymark/base.h)
rm -rf "$folder"
mkdir -p "$folder"

# page <header>: its manual page; names that it declares go to $folder/names.
page() {
    awk -v name="$1" -v version="$version" -v names="$folder/names" '
    # What roff would take for its own.
    function plain(text) {
        gsub(/\\/, "\\e", text)
        gsub(/-/, "\\-", text)
        gsub(/^[.\x27]/, "\\\\\\&&", text)
        return text
    }
    function say(text) { print plain(text) }
    function end_code() { if (code) { print ".EE\n.RE\n.PP"; code = 0 } }

    # One line of an opening or plain comment: prose, or code where it is indented.
    function tell(line) {
        if (line ~ /^    /) {
            if (!code) { print ".PP\n.RS 4\n.EX"; code = 1 }
            say(substr(line, 5))
        } else if (line == "") {
            if (!code) { print ".PP" }
        } else {
            end_code()
            say(line)
        }
    }

    # The constants of an enum without a name.
    function enumerators_of(text,    list) {
        while (match(text, /WAY_[A-Z0-9_]+ =/)) {
            list = list (list == "" ? "" : ", ") substr(text, RSTART, RLENGTH - 2)
            text = substr(text, RSTART + RLENGTH)
        }
        return list
    }

    # The name that a declaration gives to something, or the names.
    function name_of(text) {
        gsub(/WAY_API|WAY_NODISCARD/, "", text)
        if (text ~ /^#define/) { sub(/^#define /, "", text); sub(/[ (].*/, "", text); return text }
        if (text ~ /^enum \{/) { return enumerators_of(text) }
        if (match(text, /\}[ ]*way_[a-z0-9_]+;/)) {
            text = substr(text, RSTART + 1, RLENGTH - 2)
        } else if (match(text, /way_[a-z0-9_]+\(/)) {
            text = substr(text, RSTART, RLENGTH - 1)
        } else if (match(text, /way_[a-z0-9_]+;/)) {
            text = substr(text, RSTART, RLENGTH - 1)
        } else if (match(text, /way_[a-z0-9_]+ \{/)) {
            text = substr(text, RSTART, RLENGTH - 2)
        } else {
            return ""
        }
        gsub(/ /, "", text)
        return text
    }

    function flush_declaration(    title, lines, count, i) {
        title = name_of(declared)
        if (title == "" || declared ~ /^typedef struct way_[a-z0-9_]+ way_[a-z0-9_]+;/ ||
            title ~ /_(ENUM|LIST)$/ && comment == "") {
            if (title != "" && title !~ /_ENUM$/) { print title > names }
            declared = ""
            return
        }
        count = split(title, lines, ", ")
        for (i = 1; i <= count; i++) { print lines[i] > names }
        print ".SS " title
        gsub(/WAY_API |WAY_NODISCARD /, "", declared)
        print ".EX"
        count = split(declared, lines, "\n")
        for (i = 1; i <= count; i++) { say(lines[i]) }
        print ".EE"
        if (comment != "") { print ".PP"; printf "%s", comment }
        comment = declared = ""
    }

    FNR == 1 { stage = "head" }
    /^\/\/ SPDX-|^#pragma once|^#include/ { next }
    stage == "head" && /^\/\// {
        line = $0
        sub(/^\/\/ ?/, "", line)
        opening[++openings] = line
        next
    }
    stage == "head" {
        stage = "body"
        first = 1
        while (first <= openings && opening[first] == "") { first++ }
        summary = ""
        for (i = first; i <= openings && opening[i] != ""; i++) { summary = summary " " opening[i] }
        # One line for apropos: the first sentence.
        summary = substr(summary, 2)
        sub(/[.:] .*/, "", summary)
        sub(/[.:]$/, "", summary)
        printf ".\\\" Made from include/waymark/%s.h by scripts/make_man.sh; do not edit.\n", name
        printf ".TH WAYMARK_%s 3 \"\" \"waymark %s\" \"waymark library\"\n", toupper(name), version
        print ".SH NAME"
        printf "waymark_%s \\- %s\n", name, plain(summary)
        print ".SH SYNOPSIS\n.B #include <waymark/" name ".h>\n.PP\nLink with \\fI\\-lwaymark\\fR."
        print ".SH DESCRIPTION"
        for (i = first; i <= openings; i++) { tell(opening[i]) }
        end_code()
        opened = 0
    }
    # Attributes and linkage are nobody\x27s concern here.
    /^#if|^#else|^#elif|^#endif|^#undef|^extern "C"|^}$/ && declared == "" {
        if (/^#if defined/) { hidden = 1 }
        if (/^#endif/) { hidden = 0 }
        next
    }
    hidden { next }
    declared == "" && /^\/\/ .* -----/ {
        line = $0
        sub(/^\/\/ /, "", line)
        sub(/ -+$/, "", line)
        print ".SH " toupper(plain(line))
        comment = ""
        opened = 1
        next
    }
    declared == "" && /^\/\/\// {
        line = $0
        sub(/^\/\/\/ ?/, "", line)
        comment = comment plain(line) "\n"
        next
    }
    declared == "" && /^\/\// {
        line = $0
        sub(/^\/\/ ?/, "", line)
        if (line !~ /^-*$/ || line == "") { tell(line) }
        next
    }
    declared == "" && /^[ \t]*$/ { end_code(); comment = ""; next }
    {
        if (declared == "") {
            depth = 0
            end_code()
            if (!opened) { print ".SH INTERFACE"; opened = 1 }
        }
        declared = declared (declared == "" ? "" : "\n") $0
        text = $0
        sub(/\/\/.*/, "", text)
        depth += gsub(/[{(]/, "", text) - gsub(/[})]/, "", text)
        macro = declared ~ /^#define/
        if (macro ? $0 !~ /\\$/ : depth == 0 && text ~ /;[ ]*$|^$/) { flush_declaration() }
        else if (!macro && depth == 0 && declared ~ /^static inline/) { flush_declaration() }
    }
    END {
        print ".SH SEE ALSO\n.BR waymark (1),\n.BR waymark (3)"
    }' "include/waymark/$1.h"
}

for header in include/waymark/*.h; do
    name=$(basename "$header" .h)
    : >"$folder/names"
    page "$name" >"$folder/waymark_$name.3"
    [ -s "$folder/names" ] || rm "$folder/waymark_$name.3" # it only includes others
    while read -r declared; do
        echo ".so man3/waymark_$name.3" >"$folder/$declared.3"
    done <"$folder/names"
done
rm "$folder/names"

# The page of all pages.
{
    echo '.\" Made by scripts/make_man.sh; do not edit.'
    echo ".TH WAYMARK 3 \"\" \"waymark $version\" \"waymark library\""
    printf '.SH NAME\nwaymark \\- real\\-time pathfinding for games\n'
    printf '.SH SYNOPSIS\n.B #include <waymark/waymark.h>\n.PP\nLink with \\fI\\-lwaymark\\fR.\n'
    printf '.SH DESCRIPTION\nEvery function, type and constant has a page of its own name.\n'
    for page in "$folder"/waymark_*.3; do
        sed -n 's/^\(waymark_[a-z]*\) \\- \(.*\)$/.TP\n.BR \1 (3)\n\2/p' "$page"
    done
    printf '.SH SEE ALSO\n.BR waymark (1)\n'
} >"$folder/waymark.3"
