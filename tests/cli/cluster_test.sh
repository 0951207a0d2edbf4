#!/bin/sh
# SPDX-FileCopyrightText: 2026 The waymark authors
# SPDX-License-Identifier: MIT
#
# cluster_test.sh <waymark> <scratch>: the recipes of docs/cluster.md, for real: rows made by MPI, with
# a rank lost on the way, by a Slurm array and by GNU parallel are those of a run in one piece. What is
# not installed is told of and left out; without any of them the test is skipped.
set -eu

waymark=$1
scratch=$2
mpi=$(dirname "$waymark")/waymark-mpi
rm -rf "$scratch"
mkdir -p "$scratch"
cd "$scratch"
PATH=$(dirname "$waymark"):$PATH
export PATH
failures=0
done_any=0

fail() {
    echo "FAILED: $*"
    failures=1
}

# same <what> <db>: its last run has the rows of the whole one.
same() {
    waymark bench export --db "$2" --csv found.csv --no-times || fail "$1: export"
    cmp whole.csv found.csv || fail "$1: other rows"
    waymark bench runs --db "$2" | grep -q ' finished ' || fail "$1: not finished"
}

options='--counts --problems 2'
# shellcheck disable=SC2086
waymark bench quick $options --db whole.db >/dev/null
waymark bench export --db whole.db --csv whole.csv --no-times

try_parallel() {
    # shellcheck disable=SC2086
    parallel --will-cite -j 2 waymark bench quick $options --shard '{}'/3 --db 'par{}.db' ::: 1 2 3 \
        >/dev/null
    waymark bench merge --db parallel.db par1.db par2.db par3.db >/dev/null || fail "parallel: merge"
    same "GNU parallel" parallel.db
}

mpirun_here() {
    OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 \
        timeout 120 mpirun --oversubscribe --mca btl self,vader,tcp "$@"
}

try_mpi() {
    # shellcheck disable=SC2086
    mpirun_here -n 4 "$mpi" bench quick $options --db mpi.db 2>err || fail "mpirun: $(cat err)"
    same "mpirun" mpi.db
    ls mpi.db.rank* >/dev/null 2>&1 && fail "files of ranks are left"

    # Databases.
    waymark info gen:caves,width=96,height=96,seed=1 --save a.map >/dev/null
    waymark info gen:rooms,width=96,height=96,seed=2 --save b.map >/dev/null
    waymark info gen:city,width=96,height=96,seed=3 --save c.map >/dev/null
    mpirun_here -n 2 "$mpi" build a.map b.map c.map --algo dba --output baked 2>err ||
        fail "bake: $(cat err)"
    for map in a b c; do
        waymark build $map.map --algo dba --output $map.way >/dev/null
        cmp $map.way baked/$map.way || fail "baked/$map.way differs"
    done

    # A rank is killed while it works: the others do what it had.
    lost=lost$$.db
    WAYMARK_MPI_PATIENCE=3 mpirun_here --enable-recovery -n 4 "$mpi" bench quick --repetitions 15 \
        --problems 2 --db "$lost" 2>err &
    job=$!
    victim=
    tries=0
    while [ -z "$victim" ] && [ $tries -lt 200 ]; do
        tries=$((tries + 1))
        # A rank is the parent of a process that works on its file.
        worker=$(pgrep -f "db $lost.rank[123] --shard" | head -n 1 || true)
        [ -n "$worker" ] && victim=$(ps -o ppid= -p "$worker" | tr -d ' ')
        sleep 0.05
    done
    if [ -n "$victim" ]; then
        kill -9 "$victim"
        kill -9 "$worker" 2>/dev/null || true
    else
        fail "no rank was seen at work"
    fi
    wait $job || true # mpirun tells of the rank that was lost
    waymark bench export --db "$lost" --csv found.csv --no-times || fail "lost: export"
    cmp whole.csv found.csv || fail "lost rank: other rows: $(cat err)"
    grep -q 'its work goes to others' err || fail "the loss was not noticed: $(cat err)"

    # A job that was cut short as a whole is gone on with.
    waymark bench quick --counts --problems 2 --shard 2/5 --db cut.db.rank0 >/dev/null
    # shellcheck disable=SC2086
    mpirun_here -n 2 "$mpi" bench quick $options --db cut.db 2>err || fail "cut: $(cat err)"
    grep -q '4 of 5 shards' err || fail "what was there is run again: $(cat err)"
    same "a job gone on with" cut.db
}

# shellcheck disable=SC2317 # a trap
slurm_stop() {
    for name in slurmd slurmctld munged; do
        [ -f "slurm/$name.pid" ] && kill "$(cat "slurm/$name.pid")" 2>/dev/null
    done
    return 0
}

try_slurm() {
    host=$(hostname -s)
    mkdir -p slurm/state slurm/spool slurm/log
    here=$PWD/slurm
    dd if=/dev/urandom of=slurm/key bs=1024 count=1 2>/dev/null
    chmod 400 slurm/key
    munged --key-file="$here/key" --socket="$here/munge.sock" --pid-file="$here/munged.pid" \
        --log-file="$here/log/munged" --seed-file="$here/seed" --force 2>/dev/null
    cat >slurm/slurm.conf <<CONF
ClusterName=test
SlurmctldHost=$host(127.0.0.1)
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket=$here/munge.sock
CredType=cred/munge
SlurmctldPort=16817
SlurmdPort=16818
StateSaveLocation=$here/state
SlurmdSpoolDir=$here/spool
SlurmctldPidFile=$here/slurmctld.pid
SlurmdPidFile=$here/slurmd.pid
SlurmctldLogFile=$here/log/slurmctld
SlurmdLogFile=$here/log/slurmd
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
SelectType=select/cons_tres
SchedulerType=sched/backfill
MpiDefault=none
ReturnToService=2
NodeName=$host NodeAddr=127.0.0.1 CPUs=$(nproc) State=UNKNOWN
PartitionName=all Nodes=$host Default=YES State=UP MaxTime=INFINITE OverSubscribe=FORCE:4
CONF
    SLURM_CONF=$here/slurm.conf
    export SLURM_CONF
    trap slurm_stop EXIT
    slurmctld -c && slurmd -N "$host" || return 1
    tries=0
    until sinfo -h -o %t 2>/dev/null | grep -q 'idle\|mix'; do
        tries=$((tries + 1))
        [ $tries -lt 60 ] || return 1
        sleep 0.5
    done
    cat >bench.sbatch <<'JOB'
#!/bin/sh
#SBATCH --job-name=waymark
#SBATCH --array=1-3
#SBATCH --cpus-per-task=1
#SBATCH --output=slurm/log/job-%a
waymark bench quick --counts --problems 2 --shard "$SLURM_ARRAY_TASK_ID/3" \
    --db "part$SLURM_ARRAY_TASK_ID.db"
JOB
    array=$(sbatch --parsable bench.sbatch) || return 1
    sbatch --wait --dependency=afterok:"$array" --output=slurm/log/merge \
        --wrap 'waymark bench merge --db slurm.db part1.db part2.db part3.db' >/dev/null || return 1
    same "Slurm array" slurm.db
}

if command -v parallel >/dev/null 2>&1; then
    try_parallel
    done_any=1
else
    echo "no GNU parallel"
fi
if [ -x "$mpi" ] && command -v mpirun >/dev/null 2>&1; then
    try_mpi
    done_any=1
else
    echo "no MPI"
fi
if command -v slurmctld >/dev/null 2>&1 && command -v munged >/dev/null 2>&1 &&
    [ "$(id -u)" -eq 0 ]; then
    try_slurm || fail "Slurm: $(tail -n 5 slurm/log/* 2>/dev/null)"
    done_any=1
else
    echo "no Slurm, or not root"
fi
[ $done_any -eq 1 ] || exit 77
exit $failures
