#!/bin/sh
# SPDX-FileCopyrightText: 2026 The waymark authors
# SPDX-License-Identifier: MIT
#
# study.sh <waymark> <study> <results> [options of the study]: runs a study of the build that the command
# is of; its rows go into the results.
set -eu

programs=$(dirname "$1")/../bench
name=$2
results=$3
shift 3
cd "$(dirname "$0")/.."
exec "$programs/waymark_$name" --db "$results" "$@"
