// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// kNN LRTA*: best paths between random pairs of cells, kept as subgoals that hill climbing
// connects. An agent looks for the records whose ends are most like its start and its goal (the
// larger of the two distances counts), takes the first of the `similar` best whose start it can
// climb to and from whose end it can climb to its goal, and follows it: a walk of climbs only.
// Without such a record it goes for the goal by LRTA*, which learns its way out of dead ends and
// arrives in the end; every `again` moves it may ask once more from where it has come to.
//
// Checks climb at most `cutoff` cells each. Reference: Bulitko, Bjornsson, Lawrence, Case-Based
// Subgoaling in Real-Time Heuristic Search for Video Game Pathfinding, 2010. All records are
// compared with; random pairs come from a seed.
#include "base/bits.h"
#include "base/job.h"
#include "lab/subgoal/lrta.h"
#include "search/subgoal/walk.h"

/// Records of a map that nobody said a number for: the paper's 10,000 where it has cells enough.
#define KNNLRTA_CELLS 10u
#define KNNLRTA_FEW 200u
#define KNNLRTA_MANY 10000u

#define KNNLRTA_PIECES 64u
#define KNNLRTA_RECORDS 16u ///< per piece, at least
#define KNNLRTA_SIMILAR_MAX 32u
#define KNNLRTA_TRIES 64u

enum { KNNLRTA_COUNT, KNNLRTA_SIMILAR, KNNLRTA_CUTOFF, KNNLRTA_AGAIN, KNNLRTA_SEED };

static const way_param knnlrta_params[] = {
    [KNNLRTA_COUNT] = {"records", "paths kept; 0 = automatic: one per ten cells, 200 to 10,000",
                       WAY_PARAM_INTEGER, 0, 0, 1000000, NULL},
    [KNNLRTA_SIMILAR] = {"similar", "records that are tried", WAY_PARAM_INTEGER, 10, 1,
                         (int32_t)KNNLRTA_SIMILAR_MAX, NULL},
    [KNNLRTA_CUTOFF] = {"cutoff", "most cells a check climbs", WAY_PARAM_INTEGER, 250, 1, 10000,
                        NULL},
    [KNNLRTA_AGAIN] = {"again", "moves after which a unit without a record asks again; 0 = never",
                       WAY_PARAM_INTEGER, 30, 0, 1000000, NULL},
    [KNNLRTA_SEED] = {"seed", "seed of the random pairs", WAY_PARAM_INTEGER, 1, 0, INT32_MAX, NULL},
};

/// A path: its ends, and where its subgoals are. The path's end is the last of them.
typedef struct knnlrta_record {
    way_cell start, goal;
    uint32_t first;
    uint32_t count;
} knnlrta_record;

typedef struct knnlrta_database {
    knnlrta_record *records;
    size_t records_count;
    way_cell *subgoals;
    size_t subgoals_count;
} knnlrta_database;

static const wayi_blob_list knnlrta_lists[] = {
    WAYI_BLOB_LIST(WAYI_BLOB_TAG('P', 'A', 'T', 'H'), knnlrta_database, records),
    WAYI_BLOB_LIST(WAYI_BLOB_TAG('S', 'U', 'B', 'G'), knnlrta_database, subgoals),
};

// Preparation -------------------------------------------------------------------------------------

typedef struct knnlrta_job {
    knnlrta_database *database;
    way_navigator *searches;                 ///< for best paths
    uint32_t each;                           ///< records of a piece, but the last
    wayi_path_buffer pieces[KNNLRTA_PIECES]; ///< the subgoals of a part of the records each
    way_allocator allocator;
} knnlrta_job;

/// Records are drawn as words.
#define KNNLRTA_WORDS (uint32_t)(sizeof(knnlrta_record) / sizeof(uint32_t))

/// Draws two different cells that a walk connects, unless luck runs out; false without memory.
static bool knnlrta_draw(const way_space *space, const wayi_path_buffer *cells, way_rng *rng,
                         wayi_path_buffer *records)
{
    for (uint32_t i = 0; i < KNNLRTA_TRIES; i++) {
        uint32_t words[KNNLRTA_WORDS] = {0};
        words[0] = cells->states[way_rng_below(rng, cells->count)];
        words[1] = cells->states[way_rng_below(rng, cells->count)];
        if (words[0] != words[1] && wayi_space_may_reach(space, words[0], words[1])) {
            return wayi_path_buffer_append(records, words, KNNLRTA_WORDS);
        }
    }
    return true;
}

static way_status knnlrta_draw_all(way_navigator *navigator)
{
    knnlrta_database *database = navigator->database;
    const way_space *space = navigator->space;
    const way_allocator *allocator = &navigator->allocator;
    wayi_path_buffer cells;
    wayi_path_buffer_init(&cells, allocator);
    bool fits = wayi_walk_cells(space, &cells);
    if (navigator->params[KNNLRTA_COUNT] == 0) {
        const uint32_t suits = cells.count / KNNLRTA_CELLS;
        navigator->params[KNNLRTA_COUNT] = (int32_t)(suits < KNNLRTA_FEW    ? KNNLRTA_FEW
                                                     : suits > KNNLRTA_MANY ? KNNLRTA_MANY
                                                                            : suits);
    }
    // No more records than there are pairs of cells.
    const uint32_t asked = (uint32_t)navigator->params[KNNLRTA_COUNT];
    const uint64_t pairs = (uint64_t)cells.count * (cells.count - 1);
    const uint32_t wanted = pairs < asked ? (uint32_t)pairs : asked;
    wayi_path_buffer records;
    wayi_path_buffer_init(&records, allocator);
    // Not the pairs that somebody with the same seed tries them with.
    way_rng rng = way_rng_seed(wayi_bits_mix((uint32_t)navigator->params[KNNLRTA_SEED]));
    for (uint32_t i = 0; fits && i < wanted; i++) {
        fits = knnlrta_draw(space, &cells, &rng, &records);
    }
    const bool whole = wayi_path_buffer_join(&records, 1, KNNLRTA_WORDS, allocator,
                                             (void **)&database->records, &database->records_count);
    wayi_path_buffer_fini(&cells);
    return fits && whole ? WAY_STATUS_OK : WAY_STATUS_NO_MEMORY;
}

/// Appends the subgoals of a record, and its goal. A climb that costs no more than the estimate is
/// a best way and needs no search.
static way_status knnlrta_make_record(way_agent *agent, const knnlrta_record *record,
                                      wayi_path_buffer *subgoals)
{
    const wayi_grid *grid = wayi_space_grid(agent->space);
    const way_trip trip = {.start = record->start, .goal = record->goal};
    const way_state *path = NULL;
    uint32_t count = 0;
    way_cost cost = 0;
    if (!wayi_climb_reaches(grid, trip.start, trip.goal, UINT32_MAX, &cost) ||
        cost != wayi_grid_distance(grid, trip.start, trip.goal)) {
        const way_status status = way_agent_begin(agent, &trip);
        const way_outcome outcome =
            status == WAY_STATUS_OK ? way_agent_run(agent) : WAY_OUTCOME_CAPACITY;
        if (outcome != WAY_OUTCOME_FOUND) {
            return outcome == WAY_OUTCOME_NO_PATH ? WAY_STATUS_TOO_LARGE : WAY_STATUS_NO_MEMORY;
        }
        path = way_agent_path(agent, &count);
    }
    if (!wayi_path_buffer_reserve(subgoals, subgoals->count + count + 1)) {
        return WAY_STATUS_NO_MEMORY;
    }
    if (count) {
        subgoals->count +=
            wayi_climb_compress(grid, NULL, path, count, subgoals->states + subgoals->count, &cost);
    }
    subgoals->states[subgoals->count++] = record->goal;
    return WAY_STATUS_OK;
}

static way_status knnlrta_make_piece(uint32_t index, void *argument)
{
    knnlrta_job *job = argument;
    wayi_path_buffer *subgoals = &job->pieces[index];
    const way_agent_config config = {.navigator = job->searches, .allocator = &job->allocator};
    way_agent *agent = NULL;
    way_status status = way_agent_create(&config, &agent);
    const size_t count = job->database->records_count;
    const size_t last = ((size_t)index + 1) * job->each;
    for (size_t i = (size_t)index * job->each; i < last && i < count && status == WAY_STATUS_OK;
         i++) {
        knnlrta_record *record = &job->database->records[i];
        const uint32_t before = subgoals->count;
        status = knnlrta_make_record(agent, record, subgoals);
        record->count = subgoals->count - before;
    }
    way_agent_destroy(agent);
    return status;
}

static way_status knnlrta_prepare(way_navigator *navigator, const way_job *job)
{
    knnlrta_database *database = navigator->database;
    way_status status = knnlrta_draw_all(navigator);
    if (status != WAY_STATUS_OK) {
        return status;
    }
    const uint32_t count = (uint32_t)database->records_count;
    knnlrta_job work = {.database = database,
                        .each = KNNLRTA_RECORDS + count / KNNLRTA_PIECES,
                        .allocator = navigator->allocator};
    const uint32_t pieces = 1 + count / work.each;
    for (uint32_t i = 0; i < pieces; i++) {
        wayi_path_buffer_init(&work.pieces[i], &navigator->allocator);
    }
    const way_navigator_config searches = {
        .space = navigator->space, .algorithm = "jps", .allocator = &navigator->allocator};
    status = navigator->roof->create(&searches, &work.searches);
    if (status == WAY_STATUS_OK) {
        status = wayi_job_run((wayi_job_stage){job, 0, 1000}, pieces, knnlrta_make_piece, &work);
    }
    way_navigator_destroy(work.searches);
    for (uint32_t i = 1; i < count; i++) {
        const knnlrta_record *before = &database->records[i - 1];
        database->records[i].first = before->first + before->count;
    }
    const bool fits =
        wayi_path_buffer_join(work.pieces, pieces, 1, &navigator->allocator,
                              (void **)&database->subgoals, &database->subgoals_count);
    return status == WAY_STATUS_OK && !fits ? WAY_STATUS_NO_MEMORY : status;
}

/// Whether records and subgoals lead to what there is.
static way_status knnlrta_open(way_navigator *navigator, const wayi_blob *blob)
{
    (void)blob;
    const knnlrta_database *database = navigator->database;
    const uint32_t cells = way_space_map(navigator->space)->cell_count;
    bool sound = database->records_count <= (uint32_t)navigator->params[KNNLRTA_COUNT];
    for (size_t i = 0; i < database->records_count && sound; i++) {
        const knnlrta_record *record = &database->records[i];
        sound = record->start < cells && record->goal < cells &&
                record->count <= database->subgoals_count &&
                record->first <= database->subgoals_count - record->count;
    }
    for (size_t i = 0; i < database->subgoals_count && sound; i++) {
        sound = database->subgoals[i] < cells;
    }
    return sound ? WAY_STATUS_OK : WAY_STATUS_BAD_FORMAT;
}

// Agents ------------------------------------------------------------------------------------------

typedef enum knnlrta_stage {
    KNNLRTA_STAGE_GOAL,  ///< checking the climb to the goal
    KNNLRTA_STAGE_START, ///< ... to the start of a record
    KNNLRTA_STAGE_END,   ///< ... from its end to the goal
    KNNLRTA_STAGE_WALK
} knnlrta_stage;

typedef struct knnlrta_memory {
    wayi_lrta lrta;
    wayi_climb check;
    uint32_t check_left; ///< cells that the check may still climb
    uint32_t best[KNNLRTA_SIMILAR_MAX];
    uint32_t best_count;
    uint32_t candidate; ///< of `best`
    uint32_t record;    ///< being followed, or UINT32_MAX
    uint32_t next;      ///< subgoal of it; 0 = its start
    uint32_t wandered;  ///< moves since it asked
    way_cell cell;
    knnlrta_stage stage;
    bool climbs; ///< by what was checked, or as long as that goes
} knnlrta_memory;

static way_status knnlrta_create(way_agent *agent)
{
    knnlrta_memory *memory = agent->memory;
    wayi_lrta_init(&memory->lrta, agent->capacity, &agent->allocator);
    return WAY_STATUS_OK;
}

static void knnlrta_destroy(way_agent *agent)
{
    knnlrta_memory *memory = agent->memory;
    wayi_hash_table_fini(&memory->lrta.learned);
}

static void knnlrta_check(way_agent *agent, knnlrta_stage stage, way_cell from, way_cell to)
{
    knnlrta_memory *memory = agent->memory;
    memory->stage = stage;
    memory->check = wayi_climb_begin(wayi_space_grid(agent->space), from, to);
    memory->check_left = (uint32_t)agent->navigator->params[KNNLRTA_CUTOFF];
}

static way_status knnlrta_begin(way_agent *agent)
{
    knnlrta_memory *memory = agent->memory;
    memory->cell = agent->start;
    memory->record = UINT32_MAX;
    memory->next = 0;
    memory->wandered = 0;
    memory->climbs = true;
    wayi_lrta_aim(&memory->lrta, agent->goal.state);
    knnlrta_check(agent, KNNLRTA_STAGE_GOAL, memory->cell, agent->goal.state);
    return WAY_STATUS_OK;
}

/// How unlike the trip a record is.
static way_cost knnlrta_unlike(const way_agent *agent, const knnlrta_record *record)
{
    const knnlrta_memory *memory = agent->memory;
    const wayi_grid *grid = wayi_space_grid(agent->space);
    const way_cost start = wayi_grid_distance(grid, memory->cell, record->start);
    const way_cost goal = wayi_grid_distance(grid, record->goal, agent->goal.state);
    return start > goal ? start : goal;
}

/// Finds the records most like the trip; of equals the earlier ones.
static void knnlrta_rank(way_agent *agent)
{
    knnlrta_memory *memory = agent->memory;
    const knnlrta_database *database = agent->navigator->database;
    const uint32_t wanted = (uint32_t)agent->navigator->params[KNNLRTA_SIMILAR];
    way_cost costs[KNNLRTA_SIMILAR_MAX];
    memory->best_count = 0;
    for (uint32_t i = 0; i < database->records_count; i++) {
        const way_cost cost = knnlrta_unlike(agent, &database->records[i]);
        if (memory->best_count == wanted && cost >= costs[wanted - 1]) {
            continue;
        }
        uint32_t hole = memory->best_count < wanted ? memory->best_count++ : memory->best_count - 1;
        for (; hole > 0 && costs[hole - 1] > cost; hole--) {
            costs[hole] = costs[hole - 1];
            memory->best[hole] = memory->best[hole - 1];
        }
        costs[hole] = cost;
        memory->best[hole] = i;
    }
}

static void knnlrta_try(way_agent *agent, uint32_t candidate)
{
    knnlrta_memory *memory = agent->memory;
    const knnlrta_database *database = agent->navigator->database;
    memory->candidate = candidate;
    if (candidate == memory->best_count) {
        memory->stage = KNNLRTA_STAGE_WALK;
        return;
    }
    knnlrta_check(agent, KNNLRTA_STAGE_START, memory->cell,
                  database->records[memory->best[candidate]].start);
}

/// Goes on after a check.
static void knnlrta_judge(way_agent *agent, bool reached)
{
    knnlrta_memory *memory = agent->memory;
    const knnlrta_database *database = agent->navigator->database;
    if (memory->stage == KNNLRTA_STAGE_GOAL && !reached) {
        knnlrta_rank(agent);
        knnlrta_try(agent, 0);
    } else if (!reached) {
        knnlrta_try(agent, memory->candidate + 1);
    } else if (memory->stage == KNNLRTA_STAGE_START) {
        knnlrta_check(agent, KNNLRTA_STAGE_END,
                      database->records[memory->best[memory->candidate]].goal, agent->goal.state);
    } else {
        if (memory->stage == KNNLRTA_STAGE_END) {
            memory->record = memory->best[memory->candidate];
            memory->next = 0;
        }
        memory->stage = KNNLRTA_STAGE_WALK;
        memory->climbs = true;
    }
}

/// Where to go now: the next cell of the record, or the goal.
static way_cell knnlrta_target(const way_agent *agent)
{
    knnlrta_memory *memory = agent->memory;
    const knnlrta_database *database = agent->navigator->database;
    while (memory->record != UINT32_MAX) {
        const knnlrta_record *record = &database->records[memory->record];
        if (memory->next > record->count) {
            break;
        }
        const way_cell target =
            memory->next ? database->subgoals[record->first + memory->next - 1] : record->start;
        if (target != memory->cell) {
            return target;
        }
        memory->next++;
    }
    return agent->goal.state;
}

static way_outcome knnlrta_move(way_agent *agent)
{
    knnlrta_memory *memory = agent->memory;
    const wayi_grid *grid = wayi_space_grid(agent->space);
    const way_cell target = knnlrta_target(agent);
    wayi_walk_look(agent, memory->cell, agent->cost);
    // While nothing was learned the climb is what LRTA* would do, ties apart.
    const uint32_t direction =
        memory->climbs ? wayi_climb_next(grid, memory->cell, target) : WAYI_CLIMB_STUCK;
    if (direction != WAYI_CLIMB_STUCK) {
        return wayi_walk_step(agent, &memory->cell, direction);
    }
    memory->record = UINT32_MAX;
    memory->climbs = false;
    memory->wandered++;
    return wayi_lrta_step(&memory->lrta, agent, &memory->cell);
}

static way_outcome knnlrta_step(way_agent *agent, uint32_t budget)
{
    knnlrta_memory *memory = agent->memory;
    if (memory->cell == agent->goal.state) {
        return WAY_OUTCOME_FOUND;
    }
    const uint32_t again = (uint32_t)agent->navigator->params[KNNLRTA_AGAIN];
    if (again && memory->wandered >= again) {
        memory->wandered = 0;
        knnlrta_check(agent, KNNLRTA_STAGE_GOAL, memory->cell, agent->goal.state);
    }
    while (budget && memory->stage != KNNLRTA_STAGE_WALK) {
        const way_outcome outcome =
            wayi_walk_check(agent, &memory->check, &memory->check_left, &budget);
        if (outcome != WAY_OUTCOME_WORKING) {
            knnlrta_judge(agent, outcome == WAY_OUTCOME_FOUND);
        }
    }
    return budget ? knnlrta_move(agent) : WAY_OUTCOME_WORKING;
}

static uint32_t knnlrta_lookahead(const way_navigator *navigator)
{
    const uint32_t checks = 1 + 2 * (uint32_t)navigator->params[KNNLRTA_SIMILAR];
    return checks * (uint32_t)navigator->params[KNNLRTA_CUTOFF] + 1;
}

const wayi_algorithm wayi_algorithm_knnlrta = {
    .info = {.name = "knnlrta",
             .title = "kNN LRTA*",
             .family = "subgoal",
             .summary = "Hill climbing along the most similar of many prepared paths",
             .reference = "Bulitko, Bjornsson, Lawrence, Case-Based Subgoaling in Real-Time "
                          "Heuristic Search for Video Game Pathfinding, 2010",
             WAYI_WALK_KIND,
             WAYI_PARAMS(knnlrta_params)},
    .database.size = sizeof(knnlrta_database),
    .memory_size = sizeof(knnlrta_memory),
    .database.prepare = knnlrta_prepare,
    WAYI_LISTS(knnlrta_lists),
    .database.open = knnlrta_open,
    .lookahead = knnlrta_lookahead,
    .create = knnlrta_create,
    .destroy = knnlrta_destroy,
    .begin = knnlrta_begin,
    .step = knnlrta_step,
};
