#!/bin/sh
# SPDX-FileCopyrightText: 2026 The waymark authors
# SPDX-License-Identifier: MIT
#
# data_test.sh <waymark>: a sample of every published scenario in $WAYMARK_DATA/maps.
set -eu

waymark=$1
cd "$(dirname "$0")/../.."
maps=${WAYMARK_DATA:-../shared}/maps
if [ ! -d "$maps" ]; then
    echo "no data in $maps"
    exit 77
fi
"$waymark" bench check "$maps" --algo astar --sample 10
"$waymark" bench check "$maps" --algo jps --sample 40
