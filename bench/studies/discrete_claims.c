// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What the survey says of the discrete searches, each as a figure and the range that confirms it.
#include "bench/studies/discrete.h"

typedef struct claim {
    const char *text;
    const char *figure; ///< the survey's
    double (*measure)(const discrete_tables *tables);
    double low, high; ///< measured within = reproduced
    const char *unit;
    const char *reproduced; ///< what to add when it is
    const char *missed;     ///< why, when it is not
} claim;

static double claim_fringe_time(const discrete_tables *tables)
{
    return discrete_time_ratio(&tables->fine, "fringe", "astar(open=binary)");
}

static double claim_fringe_coarse_time(const discrete_tables *tables)
{
    return discrete_time_ratio(&tables->coarse, "fringe", "astar(open=binary)");
}

static double claim_fringe_unit_time(const discrete_tables *tables)
{
    return discrete_time_ratio(&tables->small, "fringe", "astar(open=binary)");
}

static double claim_fringe_visits(const discrete_tables *tables)
{
    return discrete_work_ratio(&tables->fine, "fringe", "astar(open=binary)");
}

static double claim_fringe_expansions(const discrete_tables *tables)
{
    return discrete_expansion_ratio(&tables->fine, "fringe", "astar(open=binary)");
}

static double claim_unsorted(const discrete_tables *tables)
{
    return discrete_time_ratio(&tables->fine, "astar(open=unsorted)", "astar(open=binary)");
}

static double claim_sorted(const discrete_tables *tables)
{
    return discrete_time_ratio(&tables->fine, "astar(open=sorted)", "astar(open=unsorted)");
}

static double claim_skew(const discrete_tables *tables)
{
    return discrete_time_ratio(&tables->fine, "astar(open=skew)", "astar(open=binary)");
}

static double claim_ties(const discrete_tables *tables)
{
    return discrete_expansion_ratio(&tables->fine, "astar(open=heap4, tie=low_g)",
                                    "astar(open=heap4)");
}

static double claim_fast_queue(const discrete_tables *tables)
{
    return discrete_queue_ratio(&tables->fine, "astar(open=heap4, fast=on)", "astar(open=heap4)");
}

static double claim_fast_time(const discrete_tables *tables)
{
    return discrete_time_ratio(&tables->fine, "astar(open=heap4, fast=on)", "astar(open=heap4)");
}

static double claim_ida_solved(const discrete_tables *tables)
{
    return 100 * discrete_solved(&tables->fine, "idastar");
}

static double claim_memory_visits(const discrete_tables *tables)
{
    return discrete_expansion_ratio(&tables->small, "meidastar", "idastar");
}

static double claim_memory_time(const discrete_tables *tables)
{
    return discrete_time_ratio(&tables->small, "meidastar", "idastar");
}

static double claim_memory_game_time(const discrete_tables *tables)
{
    return discrete_time_ratio(&tables->fine, "meidastar", "astar(open=binary)");
}

static double claim_memory_middle_time(const discrete_tables *tables)
{
    return discrete_time_ratio(&tables->middle, "meidastar", "astar(open=binary)");
}

static double claim_memory_middle_expansions(const discrete_tables *tables)
{
    return discrete_expansion_ratio(&tables->middle, "meidastar", "astar(open=binary)");
}

static double claim_memory_small_time(const discrete_tables *tables)
{
    return discrete_time_ratio(&tables->small, "meidastar", "astar(open=binary)");
}

static double claim_bounded_time(const discrete_tables *tables)
{
    return discrete_time_ratio(&tables->small, "smastar", "astar(open=binary)");
}

static double claim_bounded_tight_time(const discrete_tables *tables)
{
    return discrete_time_ratio(&tables->small, "smastar(nodes=32)", "astar(open=binary)");
}

static double claim_bounded_game_time(const discrete_tables *tables)
{
    return discrete_time_ratio(&tables->fine, "smastar", "astar(open=binary)");
}

static double claim_bounded_against_deepening(const discrete_tables *tables)
{
    return discrete_expansion_ratio(&tables->small, "smastar(nodes=32)", "idastar");
}

static const claim claim_list[] = {
    {"an unsorted open list is dear: A* with it against a binary heap, time", "> 1", claim_unsorted,
     1, INFINITY, " x", "Every pop looks through the whole list.",
     "The frontiers of these problems are too short to tell."},
    {"keeping the list sorted is no cure: sorted against unsorted, time", ">= 1", claim_sorted, 1,
     INFINITY, " x", "Insertions cost more than the pops save.",
     "Ours finds the place by halving and shifts a block of memory, far cheaper than a walk along "
     "a linked list."},
    {"a skew heap is the best heap: against the binary heap, time", "< 1", claim_skew, 0, 1, " x",
     "Merging is all it does, and that is cheap.",
     "Its pointers scatter over memory where an array stays in the cache; a 4-ary heap or "
     "buckets are the better choice today."},
    {"of equal f the smaller g first: expansions against larger g first", "< 1", claim_ties, 0, 1,
     " x", "The last layer of equal f is left sooner that way.",
     "Larger g runs for the goal through the last layer of equal f; smaller g fills that "
     "layer first."},
    {"fast expansion spares queue operations", "< 1", claim_fast_queue, 0, 0.999, " x",
     "Only a successor of equal f is spared the trip.", "No successor had the f of its parent."},
    {"... and with them time", "< 1", claim_fast_time, 0, 1, " x",
     "A little: the tenth of the queue operations that it spares.",
     "With 4-ary heaps what it spares is about what the test costs."},
    {"IDA* is no match on game maps: share of problems solved within the limit", "0",
     claim_ida_solved, 0, 0, " %", "Equal paths are too many to walk one by one.",
     "Some problems are straight enough for it."},
    {"ME-IDA* against IDA*, expansions on scenes of 12 x 12", "< 0.5", claim_memory_visits, 0, 0.5,
     " x", "The table stops it from walking the same cells by other ways.",
     "On scenes this small IDA* does not repeat itself enough."},
    {"ME-IDA* against IDA*, time on scenes of 12 x 12", "< 0.7", claim_memory_time, 0, 0.7, " x",
     "What it no longer repeats is far more than its table costs.",
     "What it no longer repeats is about what its table costs."},
    {"ME-IDA* against A*, time on game maps", "> 19", claim_memory_game_time, 19, INFINITY, " x",
     "Each new f is a walk from the start.",
     "It solved only the easiest problems within the limit."},
    {"... on scenes of 64 x 64", "> 19", claim_memory_middle_time, 19, INFINITY, " x",
     "Each new f is a walk from the start.", "Too few different f for that many rounds."},
    {"... its expansions there, against A*", "> 100", claim_memory_middle_expansions, 100, INFINITY,
     " x", "Each new f is a walk from the start.",
     "Orders of magnitude more, as the survey says, come with longer paths."},
    {"... and on scenes of 12 x 12", "> 19", claim_memory_small_time, 19, INFINITY, " x",
     "Each new f is a walk from the start.",
     "Rounds are few where steps cost 1 and paths are short; the gap grows with the number of "
     "different f, as on the larger scenes."},
    {"SMA* with room for everything against A*, time on scenes of 12 x 12", "3.5 to 17.5",
     claim_bounded_time, 3.5, 17.5, " x", "Backing up f after every successor is what it pays for.",
     "The survey's figures are estimates of work per node."},
    {"... with room for 32 nodes", "> 3.5", claim_bounded_tight_time, 3.5, INFINITY, " x",
     "What was forgotten is grown again.", "The problems fit into so few nodes."},
    {"... on game maps, where it finished", "3.5 to 17.5", claim_bounded_game_time, 3.5, 17.5, " x",
     "On problems that fit into its memory it backs up f and little else.",
     "Growing one successor at a time and backing up its f through all ancestors costs more the "
     "longer the path is; the survey calls it unsuitable, and it is."},
    {"SMA* with little memory expands fewer than IDA*, scenes of 12 x 12", "< 1",
     claim_bounded_against_deepening, 0, 1, " x",
     "Even a few nodes remember more than a bare stack.",
     "Forgetting costs it more than repeating."},
    {"fringe search against A* with a binary heap, time on game maps", "0.75", claim_fringe_time, 0,
     0.9, " x", "Walking a list is cheaper than keeping a heap.",
     "With costs (408, 577) nearly every path has an f of its own: the threshold creeps, and a "
     "list is walked for each."},
    {"... with costs (5, 7)", "0.75", claim_fringe_coarse_time, 0, 0.9, " x",
     "Few different f, few walks of the list: the cost model decides this claim.",
     "Fewer different f bring it closer, but the list is still walked too often."},
    {"... on scenes of 12 x 12 with steps of cost 1", "0.75", claim_fringe_unit_time, 0, 0.9, " x",
     "Few different f, few walks.", "On scenes this small the heap is never deep."},
    {"fringe search looks at far more states than A*, game maps", "> 1", claim_fringe_visits, 1.1,
     INFINITY, " x", "Each look that leaves a state for the next walk is counted.",
     "The threshold rises so fast that few states are looked at twice."},
    {"... and expands more", "> 1", claim_fringe_expansions, 1.01, INFINITY, " x",
     "States are expanded before their best way is known, and again after.",
     "Both expand the states below the optimal f; the last layer decides, and there neither has "
     "an edge."},
};

void discrete_claims_print(FILE *out, const discrete_tables *tables)
{
    fprintf(out, "| claim | survey | ours | |\n|---|--:|--:|---|\n");
    for (size_t i = 0; i < sizeof claim_list / sizeof *claim_list; i++) {
        const claim *it = &claim_list[i];
        const double ours = it->measure(tables);
        if (isnan(ours)) {
            fprintf(out, "| %s | %s | not solved | Not solved within the limit. |\n", it->text,
                    it->figure);
            continue;
        }
        const bool holds = ours >= it->low && ours <= it->high;
        const char *sentence = holds ? it->reproduced : it->missed;
        fprintf(out, "| %s | %s | %.*f%s | %s%s%s |\n", it->text, it->figure,
                ours < 0.1 && ours > 0 ? 4 : 2, ours, it->unit,
                holds ? "Reproduced." : "Not reproduced.", *sentence ? " " : "", sentence);
    }
}
