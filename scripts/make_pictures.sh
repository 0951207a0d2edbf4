#!/bin/sh
# SPDX-FileCopyrightText: 2026 The waymark authors
# SPDX-License-Identifier: MIT
#
# make_pictures.sh [WAYMARK [FOLDER]]: draws every picture of the documentation with the command
# itself. The same pictures come out on every machine. The site reads from here what a page shows.
set -eu

waymark=${1:-build/release/bin/waymark}
folder=${2:-docs/pictures}
mkdir -p "$folder"

# picture <name> <arguments of draw>...
picture() {
    name=$1
    shift
    "$waymark" draw "$@" -o "$folder/$name.png" >/dev/null
}

# regions <name> <map> <algorithm>: builds a database and draws its regions with their places.
regions() {
    scratch=$(mktemp)
    "$waymark" build "$2" --algo "$3" -o "$scratch" >/dev/null
    "$waymark" info "$scratch" --map "$2" -o "$folder/$1.png" >/dev/null
    rm -f "$scratch"
}

picture hero scene:deep-caves --algo astar --algo jps --size 1500

# One for each algorithm, beside what it is best compared with.
picture dijkstra scene:old-town --algo dijkstra --algo astar --size 900
picture astar scene:frontier --algo 'astar(open=heap4, tie=low_g)' \
    --algo 'astar(open=heap4, tie=high_g)' --size 900
picture hexes scene:hive --algo astar --size 700
picture floors gen:rooms,width=40,height=24,floors=3,seed=5 --title House --algo astar --size 1200
picture jps scene:compound --algo astar --algo jps --size 900
picture weighted scene:compound --algo astar --algo 'weighted(weight=3)' --size 900
picture greedy scene:dead-ends --algo astar --algo greedy --size 900
picture speedy scene:manor --algo greedy --algo speedy --size 900
picture fringe scene:manor --algo astar --algo fringe --size 900
picture bidirectional scene:old-town --algo astar --algo bidirectional --size 900
picture idastar gen:random,width=12,height=12,seed=4 --title 'Random blocks' --neighbours 4 \
    --algo astar --algo idastar --size 900
picture meidastar gen:rooms,width=33,height=33,seed=3 --title Rooms --algo astar --algo meidastar --size 800
picture smastar gen:random,width=24,height=24,seed=2 --title 'Random blocks' --neighbours 4 \
    --algo 'smastar(nodes=1000)' --algo 'smastar(nodes=52)' --size 900
picture dba scene:compound --algo astar --algo dba --size 900
picture hcdps scene:compound --algo astar --algo hcdps --size 900
regions dba_regions scene:compound 'dba(sector=16)'
regions hcdps_regions scene:compound 'hcdps(spacing=16)'
picture cpd gen:caves,width=64,height=48,seed=2 --title Caves --algo astar --algo cpd --size 900
picture regioncpd gen:caves,width=64,height=48,seed=2 --title Caves --algo astar --algo regioncpd --size 900
picture dlrta scene:manor --algo astar --algo 'dlrta(level=4)' --size 900
picture knnlrta scene:manor --algo astar --algo 'knnlrta(records=1000)' --size 900
picture sglrta gen:caves,width=64,height=48,seed=2 --title Caves --algo astar --algo sglrta --size 900
picture prastar scene:compound --algo astar --algo prastar --size 900
picture sectors scene:compound --algo astar --algo sectors --size 900
picture sgastar scene:frontier --algo astar --algo sgastar --size 900
picture hpastar scene:compound --regions --algo 'hpastar(levels=1)' --size 800
picture hpastar-levels scene:compound --algo astar --algo hpastar --size 860
picture dhpastar scene:old-town --algo hpastar --algo dhpastar --size 900
picture smoothing gen:bunker,width=72,height=60,seed=15 --title 'SGA*' --no-expansions \
    --algo 'sgastar(variant=v1, informed=off)' --smooth none --smooth rays --smooth angle \
    --smooth spline --size 1500
picture lrtastar gen:rooms,width=24,height=24,seed=1 --title Rooms --algo lrtastar \
    --algo 'lrtastar(rule=rta)' --size 700
picture lsslrta scene:old-town --algo 'lsslrta(lookahead=20)' --algo lsslrta --size 900
picture rtaa scene:manor --algo lsslrta --algo rtaa --scale 3
picture rtd scene:old-town --algo 'lsslrta(move=single, lookahead=50)' --algo 'rtd(lookahead=100)' \
    --size 900
picture frit gen:caves,width=64,height=48,seed=2 --title Caves \
    --algo 'rtaa(lookahead=20, target=border)' --algo 'frit(lookahead=20)' --size 640
picture tbaa gen:caves,width=64,height=48,seed=4 --title Caves --algo 'tbastar(lookahead=20)' \
    --algo 'tbaa(lookahead=20, away=restart)' --size 900
picture tbastar scene:old-town --algo astar --algo tbastar --size 900

picture beacon scene:compound --algo astar --algo beacon --size 900

# Worlds beyond the grid.
"$waymark-knight" gen:4,40,22 "$folder/platform.gif" 'astar(open=bucket)' >/dev/null
picture lpastar scene:old-town --algo astar --algo lpastar --size 900
picture dstarlite scene:compound --algo astar --algo dstarlite --size 900
picture mtdstarlite scene:manor --algo dstarlite --algo mtdstarlite --size 900
picture dstar scene:compound --algo dstarlite --algo dstar --size 900
picture arastar scene:compound --algo astar --algo 'arastar(bound=2.5)' --size 900
picture adstar scene:compound --algo dstarlite --algo 'adstar(bound=2.5)' --size 900
picture adaptive scene:manor --algo astar --algo adaptive --size 900
picture gaa scene:old-town --algo dstarlite --algo gaa --size 900
picture mtadaptive scene:frontier --algo dstarlite --algo mtadaptive --size 900
picture backward scene:dead-ends --algo astar --algo backward --size 900
picture anya scene:compound --algo astar --algo anya --size 900
picture lazytheta scene:compound --algo astar --algo lazytheta --size 900
picture polyanya scene:compound --graph mesh --algo astar --algo polyanya --size 900
"$waymark" sim gen:caves,width=72,height=48,seed=5 --units 110 --ticks 160 --edits 60 -o "$folder/world.gif" >/dev/null
"$waymark" sim gen:bunker,width=72,height=40,seed=1,room=16,corridor=4,wall=2 --units 24 --ticks 200 --march -o "$folder/march.gif" >/dev/null
for world in corners waypoints mesh; do
    picture $world gen:bunker,width=48,height=30,seed=1,room=14,corridor=3,wall=2 --title Bunker \
        --graph $world --algo astar --size 480
done
