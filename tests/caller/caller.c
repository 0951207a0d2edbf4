// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Calls every public function, in random order, with arguments drawn from what the headers say of
// them and from what lies at their edges: boundary values, rubbish, handles that are gone, memory
// that runs out. Nothing may crash or hang, a status that is returned must be one that the header
// tells of, and what a world saves must load and go on the same.
//
//     caller FROM TO [CALLS]     seeds, and how many calls each makes
//
// The calls are written by scripts/caller.py; by_hand.h holds those for which notes do not suffice.
// With CALLER_TRACE set it names each call before it makes it.
#define _XOPEN_SOURCE 700 // for setitimer

#include <waymark/all.h>
#include <waymark/file.h>
#include <waymark/lab.h>

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

enum {
    OBJECTS_MAX = 48,
    PARENTS_MAX = 6,
    BLOBS_MAX = 8,
    BYTES_MAX = 1 << 28, ///< that all objects of a seed may hold
    SECONDS_MAX = 60     ///< of a processor, for one seed
};

/// Something that calls made, or lent.
typedef struct object {
    int type;
    void *pointer;    ///< NULL where there is none
    bool owned;       ///< by us
    bool constant;    ///< lent to be looked at
    uint32_t maker;   ///< the call
    uint32_t parents; ///< how many others it may need
    void *parent[PARENTS_MAX];
} object;

/// Memory of a call or, if kept, of the seed.
typedef struct block {
    struct block *next;
    uint64_t bytes[];
} block;

typedef struct blob {
    uint8_t *bytes;
    size_t size;
} blob;

typedef struct caller {
    way_rng rng;
    object objects[OBJECTS_MAX];
    blob blobs[BLOBS_MAX];
    block *drawn, *kept;
    void *used[PARENTS_MAX]; ///< objects that the arguments of this call name
    uint32_t used_count;
    bool lacks;    ///< an object for one of the arguments
    uint32_t call; ///< that is made now
    uint64_t now;
    uint64_t allocations; ///< that still work
    way_allocator pool;   ///< the one made last
    uint8_t *record;
    size_t record_size;
    const way_world *recorded; ///< whose bytes these are
} caller;

static caller *current;
static uint64_t current_seed;
static size_t held; ///< bytes of all allocators

static const char *calls_made_by(uint32_t call);
static bool calls_tell_of(uint32_t call, way_status status);

/// Says which seed and call found something, and stops.
#define CHECK(what)                                                                                \
    ((what) ? (void)0                                                                              \
            : (fprintf(stderr, "caller: seed %llu, %s: %s\n", (unsigned long long)current_seed,    \
                       current ? calls_made_by(current->call) : "", #what),                        \
               abort()))

#include "caller_types.h"

// Memory ------------------------------------------------------------------------------------------

static void *plain_alloc(size_t size, void *user)
{
    (void)user;
    if (size > BYTES_MAX || held + size > BYTES_MAX) {
        return NULL;
    }
    held += size;
    return malloc(size);
}

static void plain_free(void *pointer, size_t size, void *user)
{
    (void)user;
    held -= size;
    free(pointer);
}

/// Fails now and then.
static void *weak_alloc(size_t size, void *user)
{
    (void)user;
    if (current->allocations == 0) {
        current->allocations = way_rng_below(&current->rng, 400);
        return NULL;
    }
    current->allocations--;
    return plain_alloc(size, NULL);
}

static const way_allocator plain_allocator = {plain_alloc, plain_free, NULL};
static const way_allocator weak_allocator = {weak_alloc, plain_free, NULL};

static void *block_make(block **list, size_t size)
{
    block *made = calloc(1, sizeof *made + size);
    CHECK(made != NULL);
    made->next = *list;
    *list = made;
    return made->bytes;
}

static void blocks_free(block **list)
{
    while (*list) {
        block *next = (*list)->next;
        free(*list);
        *list = next;
    }
}

// Drawing -----------------------------------------------------------------------------------------

static uint64_t draw(caller *c, uint64_t below)
{
    return below ? way_rng_next(&c->rng) % below : 0;
}

/// A list of zeros for the arguments of this call; one for longer.
static void *draw_list(caller *c, size_t size, uint32_t count)
{
    return block_make(&c->drawn, size * count);
}

static void *draw_kept(caller *c, uint32_t size)
{
    return block_make(&c->kept, size);
}

/// What a call that fails at once need not read: as many as it may have at all, or a few.
static uint32_t list_room(uint64_t count)
{
    return count > 64 ? 64 : (uint32_t)count;
}

static uint32_t draw_count(caller *c, uint32_t low, uint32_t high)
{
    const uint64_t chance = draw(c, 40);
    return chance == 0           ? (low ? low - 1 : 0)
           : chance == 1 && high ? (high == UINT32_MAX ? high : high + 1)
                                 : low + (uint32_t)draw(c, high && high < 8 ? high - low + 1 : 8);
}

static uint64_t draw_number(caller *c, const char *name, uint64_t low, uint64_t high)
{
    static const uint64_t edges[] = {0,   1,    2,     63,    64,        65,
                                     255, 4096, 65535, 65536, INT32_MAX, UINT32_MAX};
    if (strstr(name, "limit") || strstr(name, "capacity") || strstr(name, "_max")) {
        return draw(c, 3) ? 0 : draw(c, 500);
    }
    if (strcmp(name, "profile") == 0) {
        return draw(c, 12) ? draw(c, 4) : edges[draw(c, 12)];
    }
    if (strlen(name) == 1 || strstr(name, "width") || strstr(name, "height") ||
        strstr(name, "_x") || strstr(name, "_y")) {
        return draw(c, 20) ? draw(c, 24) : edges[draw(c, 12)];
    }
    switch (draw(c, 12)) {
    case 0:
        return edges[draw(c, 12)];
    case 1:
        return low;
    case 2:
        return high ? high : UINT32_MAX;
    case 3:
        return high ? high + 1 : low - 1;
    default:
        return low + draw(c, high && high < 200 ? high - low + 1 : 200);
    }
}

static int64_t draw_signed(caller *c, int64_t low, int64_t high)
{
    static const int64_t edges[] = {0, 1, -1, INT32_MIN, INT32_MAX, 4096, -4096};
    switch (draw(c, 20)) {
    case 0:
        return edges[draw(c, 7)];
    case 1:
        return low;
    case 2:
        return high;
    case 3:
        return high < INT32_MAX ? high + 1 : high;
    default:
        return high > low ? low + (int64_t)draw(c, (uint64_t)(high - low) + 1)
                          : (int64_t)draw(c, 2000) - 200;
    }
}

static uint32_t draw_enum(caller *c, uint32_t count)
{
    return (uint32_t)(draw(c, 30) ? draw(c, count) : draw(c, 300));
}

static double draw_double(caller *c)
{
    static const double edges[] = {0, 1, -1, 0.5, 1e300, -1e300};
    return draw(c, 4) ? (double)draw(c, 1000) / 8 : edges[draw(c, 6)];
}

static uint32_t draw_cell(caller *c)
{
    return (uint32_t)(draw(c, 16)  ? draw(c, draw(c, 2) ? 60 : 600)
                      : draw(c, 2) ? WAY_CELL_NONE
                                   : way_rng_next(&c->rng));
}

static uint32_t draw_side(caller *c)
{
    static const uint32_t edges[] = {0, 1, 2, 3, 65535, 65536, UINT32_MAX};
    return (uint32_t)(draw(c, 30) ? 1 + draw(c, draw(c, 3) ? 12 : 33) : edges[draw(c, 7)]);
}

static const way_allocator *draw_allocator(caller *c)
{
    switch (draw(c, 8)) {
    case 0:
        return &weak_allocator;
    case 1:
        return c->pool.alloc ? &c->pool : &plain_allocator;
    default:
        return &plain_allocator;
    }
}

static bool (*draw_cancelled(caller *c))(void *user)
{
    (void)c;
    return NULL;
}

static bool job_cancelled(void *user)
{
    return draw(user, 50) == 0;
}

static void serial_for(uint32_t count, void (*body)(uint32_t index, void *argument), void *argument,
                       void *user)
{
    (void)user;
    for (uint32_t k = count; k-- > 0;) {
        body(k, argument);
    }
}

static void (*draw_parallel_for(caller *c))(uint32_t count,
                                            void (*body)(uint32_t index, void *argument),
                                            void *argument, void *user)
{
    return draw(c, 2) ? serial_for : NULL;
}

static const way_job *draw_job(caller *c)
{
    way_job *job = draw_kept(c, sizeof *job);
    *job = (way_job){NULL, draw(c, 2) ? job_cancelled : NULL, draw_parallel_for(c), c};
    return draw(c, 3) ? NULL : job;
}

static way_problem *draw_problem(caller *c)
{
    return draw(c, 2) ? NULL : draw_list(c, sizeof(way_problem), 1);
}

static way_observer *draw_observer(caller *c)
{
    if (draw(c, 6)) {
        return NULL;
    }
    way_observer *observer = draw_kept(c, sizeof *observer);
    observer->capacity = (uint32_t)draw(c, 40);
    observer->events = draw_kept(c, observer->capacity * (uint32_t)sizeof *observer->events);
    return observer;
}

/// The name of an algorithm, with a parameter, or nonsense.
static const char *draw_string(caller *c, const char *name)
{
    if (strcmp(name, "path") == 0) {
        return draw(c, 2) ? "caller.tmp" : "nowhere";
    }
    const way_algorithm *algorithm = way_algorithm_at((uint32_t)draw(c, way_algorithm_count()));
    char *text = draw_kept(c, 160);
    const char *plain[] = {
        "auto", "astar", "jps", "", "nonsense", "astar(", "lsslrta(move=dynamic)"};
    if (draw(c, 3) == 0) {
        return plain[draw(c, draw(c, 4) ? 3 : 7)];
    }
    if (algorithm->param_count == 0 || draw(c, 3)) {
        return algorithm->name;
    }
    const way_param *parameter = &algorithm->params[draw(c, algorithm->param_count)];
    if (strstr(algorithm->name, "idastar") && strcmp(parameter->name, "limit") == 0) {
        return algorithm->name; // without a limit it takes for ever
    }
    const int32_t span = parameter->max - parameter->min;
    const int32_t value =
        draw(c, 3) == 0 ? parameter->max
        : draw(c, 3)    ? parameter->min + (int32_t)draw(c, (uint64_t)(span < 20 ? span : 20) + 1)
                        : parameter->default_value;
    const char *choice = parameter->choices && value >= parameter->min && value <= parameter->max
                             ? parameter->choices[value - parameter->min]
                             : NULL;
    if (choice) {
        snprintf(text, 160, "%s(%s=%s)", algorithm->name, parameter->name, choice);
    } else {
        snprintf(text, 160, "%s(%s=%d)", algorithm->name, parameter->name, (int)value);
    }
    return text;
}

/// A file of some format, whole or not.
static const char *draw_text(caller *c, size_t *size)
{
    static const char *const texts[] = {
        "type octile\nheight 3\nwidth 4\nmap\n.@..\n.S..\n..T.\n",
        "type octile\nheight 7\nwidth 3\nfloors 2\nmap\n...\n...\n...\n@@@\n...\n.@.\n...\n"
        "links\n0:2,0 1:2,0 1224 both\n",
        "version 1\n3\ta.map\t4\t3\t0\t0\t3\t2\t3.41421356\n",
        "waymark-graph 1\nundirected\nnode 0\nnode 1\nnode 2\nlink 0 1 4\nlink 1 2 7\n",
        "waymark-mesh 1\nvertex 0 0 0\nvertex 1 4 0\nvertex 2 4 2.5\nvertex 3 0 2.5\n"
        "vertex 4 -1.25 1\npolygon 0 0 1 2 3\npolygon 1 0 3 4\n",
        "0,0 3,2 1224 both\n1,0 0,2 408\n",
        "# a boat\nsize=2, *=0, W=1\n",
        "1 8 6 0\n########\n#  d   #\n#      #\n#   ## #\n#u     #\n########\n",
        "version 2\nheight 3\nwidth 4\ncost 1 octile\npatch a.patch\ncommands\nP 0 1 1 1\n"
        "Q 0 0 0 3 2 3.41421356\n",
        "type patch\npatches 2\npatch 0\nheight 1\nwidth 2\nmap\n@.\npatch 1\nheight 2\nwidth 1\n"
        "map\n.\n@\n",
        "",
    };
    const char *text = texts[draw(c, sizeof texts / sizeof *texts)];
    *size = strlen(text);
    char *copy = draw_list(c, 1, (uint32_t)*size + 1);
    memcpy(copy, text, *size);
    for (uint64_t k = draw(c, 6) < 4 ? 0 : draw(c, 4); k > 0 && *size; k--) {
        copy[draw(c, *size)] = (char)draw(c, 256);
    }
    *size -= draw(c, 8) ? 0 : draw(c, *size);
    return copy;
}

/// Bytes that a call gave before, whole or not.
static const void *draw_blob(caller *c, size_t *size)
{
    const blob *drawn = &c->blobs[draw(c, BLOBS_MAX)];
    *size = drawn->size;
    uint8_t *copy = draw_list(c, 1, (uint32_t)*size + 1);
    if (*size) {
        memcpy(copy, drawn->bytes, *size);
        for (uint64_t k = draw(c, 3) ? 0 : draw(c, 4); k > 0; k--) {
            copy[draw(c, draw(c, 2) || *size < 200 ? *size : 200)] = (uint8_t)draw(c, 256);
        }
        *size -= draw(c, 10) ? 0 : draw(c, *size);
    }
    return copy;
}

static void keep_blob(caller *c, const void *bytes, size_t size)
{
    blob *kept = &c->blobs[draw(c, BLOBS_MAX)];
    free(kept->bytes);
    *kept = (blob){malloc(size + 1), size};
    CHECK(kept->bytes != NULL);
    memcpy(kept->bytes, bytes, size);
}

static void take_record(const void *bytes, size_t size, void *user)
{
    caller *c = user;
    if (c->record_size + size > 1u << 20) {
        return;
    }
    c->record = realloc(c->record, c->record_size + size);
    CHECK(c->record != NULL);
    memcpy(c->record + c->record_size, bytes, size);
    c->record_size += size;
}

// Objects -----------------------------------------------------------------------------------------

static void use(caller *c, void *pointer)
{
    if (c->used_count < PARENTS_MAX) {
        c->used[c->used_count++] = pointer;
    }
}

/// Any of a type; `constant`: it will only be looked at. Maps that worlds stand on are edited by
/// the world, so they are given away to be written to seldom.
static void *draw_object(caller *c, int type, bool constant)
{
    for (uint32_t tries = 0; tries < 3 * OBJECTS_MAX; tries++) {
        const object *one = &c->objects[draw(c, OBJECTS_MAX)];
        if (one->pointer && one->type == type && (constant || !one->constant)) {
            use(c, one->pointer);
            return one->pointer;
        }
    }
    c->lacks = true;
    return NULL;
}

static void *draw_value(caller *c, size_t size)
{
    (void)c;
    void *value = calloc(1, size);
    CHECK(value != NULL);
    return value;
}

static object *find(caller *c, const void *pointer)
{
    for (uint32_t k = 0; k < OBJECTS_MAX; k++) {
        if (pointer && c->objects[k].pointer == pointer) {
            return &c->objects[k];
        }
    }
    return NULL;
}

static void drop(caller *c, const void *pointer);

/// Lets those go that may need an object, but not those of one type.
static void drop_users(caller *c, const void *pointer, int but)
{
    for (uint32_t k = 0; k < OBJECTS_MAX; k++) {
        const object *other = &c->objects[k];
        for (uint32_t p = 0; other->pointer && p < other->parents; p++) {
            if (other->parent[p] == pointer && other->type != but) {
                drop(c, other->pointer);
                break;
            }
        }
    }
}

/// Lets an object go, those that may need it first; of a world, those on its map too, which may use
/// a profile that goes with it.
static void drop(caller *c, const void *pointer)
{
    object *one = find(c, pointer);
    if (!one) {
        return;
    }
    drop_users(c, pointer, TYPE_COUNT);
    for (uint32_t p = 0; one->type == TYPE_way_world && p < one->parents; p++) {
        drop_users(c, one->parent[p], TYPE_way_world);
    }
    object gone = *one;
    one->pointer = NULL;
    if (gone.owned) {
        droppers[gone.type](gone.pointer);
    }
}

/// Whether an object goes when another does.
static bool needs(caller *c, const object *one, const void *other)
{
    for (uint32_t p = 0; p < one->parents; p++) {
        const object *parent = find(c, one->parent[p]);
        if (one->parent[p] == other || (parent && parent != one && needs(c, parent, other))) {
            return true;
        }
    }
    return false;
}

/// In a free place, or in that of something that it does not need.
static void enter(caller *c, const object *made)
{
    object *place = &c->objects[draw(c, OBJECTS_MAX)];
    for (uint32_t tries = 0; place->pointer && tries < 4 * OBJECTS_MAX; tries++) {
        place = &c->objects[draw(c, OBJECTS_MAX)];
    }
    const bool spares = place->type != TYPE_way_world && !needs(c, made, place->pointer);
    if (!place->pointer || spares) {
        drop(c, place->pointer);
        *place = *made;
    } else if (made->owned) {
        droppers[made->type](made->pointer);
    }
}

static void enter_with(caller *c, object *made)
{
    made->maker = c->call;
    made->parents = c->used_count;
    memcpy(made->parent, c->used, sizeof c->used);
    enter(c, made);
}

/// Takes note of what a call made; nothing if it did not.
static void made(caller *c, int type, void *pointer, bool ok)
{
    object new = {.type = type, .pointer = pointer, .owned = true};
    if (ok) {
        CHECK(pointer != NULL);
        enter_with(c, &new);
    } else if (is_value[type]) {
        free(pointer); // of ours, and empty
    } else {
        CHECK(pointer == NULL);
    }
}

/// The same for what needs an object that the arguments did not name.
static void made_of(caller *c, int type, void *pointer, void *parent)
{
    use(c, parent);
    if (find(c, parent)) {
        made(c, type, pointer, true);
    } else {
        droppers[type](pointer);
    }
}

/// Takes note of what belongs to an object of the arguments.
static void lent(caller *c, int type, const void *pointer, bool constant)
{
    if (pointer && !find(c, pointer)) {
        object new = {.type = type, .constant = constant};
        memcpy(&new.pointer, &pointer, sizeof pointer);
        enter_with(c, &new);
    }
}

/// Whether a space is of the kind that a call is for.
static bool is_space(caller *c, const way_space *space, const char *kind)
{
    const object *one = find(c, space);
    return one && strstr(calls_made_by(one->maker), kind);
}

static way_unit draw_unit(caller *c)
{
    for (uint32_t k = 0; k < c->used_count && draw(c, 10); k++) {
        const object *one = find(c, c->used[k]);
        if (one && one->type == TYPE_way_world) {
            const uint32_t slots = way_world_slot_count(one->pointer);
            return way_world_unit_in_slot(one->pointer, (uint32_t)draw(c, slots + 1));
        }
    }
    return draw(c, 4) ? WAY_UNIT_NONE : draw(c, 2) ? draw(c, 20) : way_rng_next(&c->rng);
}

/// A way over a map, or cells at random.
static way_cell *draw_walk(caller *c, const way_map *map, uint32_t count)
{
    way_cell *cells = draw_list(c, sizeof *cells, list_room(count));
    for (uint32_t k = 0; k < list_room(count); k++) {
        const uint32_t side = way_map_width(map);
        const uint32_t next[] = {1, side, side + 1, side - 1};
        cells[k] = k && draw(c, 60) ? cells[k - 1] + next[draw(c, draw(c, 3) ? 1 : 4)]
                                    : draw_cell(c) % (side * way_map_height(map) + 2);
    }
    return cells;
}

// What calls give ---------------------------------------------------------------------------------

static volatile uint64_t looked; ///< so that everything is read

static void look_bytes(const void *bytes, size_t size)
{
    looked += bytes && size ? way_hash_bytes(0, bytes, size) : 0;
}

static void look_text(const char *text)
{
    look_bytes(text, text ? strlen(text) : 0);
}

static bool look_outcome(way_outcome outcome)
{
    CHECK((uint32_t)outcome < WAY_OUTCOME_COUNT);
    return outcome == WAY_OUTCOME_FOUND;
}

static uint32_t seen[CALL_COUNT]; ///< a bit for each status that came
static uint64_t times[CALL_COUNT];

static bool tell(caller *c, uint32_t call, way_status status)
{
    (void)c;
    CHECK((uint32_t)status < WAY_STATUS_COUNT);
    if (!calls_tell_of(call, status)) {
        fprintf(stderr, "caller: seed %llu: %s gave %s, which its comment does not tell of\n",
                (unsigned long long)current_seed, calls_made_by(call), way_status_name(status));
        abort();
    }
    seen[call] |= 1u << status;
    return status == WAY_STATUS_OK;
}

#include "caller_calls.h"

// Running -----------------------------------------------------------------------------------------

static const char *calls_made_by(uint32_t call)
{
    return calls[call].name;
}

static bool calls_tell_of(uint32_t call, way_status status)
{
    return calls[call].statuses >> (uint32_t)status & 1u;
}

static char late_text[80];

static void late(int signal)
{
    (void)signal;
    (void)!write(STDERR_FILENO, late_text, strlen(late_text));
    abort();
}

/// Which headers a seed calls most: all of them, worlds, searches, or what is small.
static bool is_theme(uint64_t theme, const char *header)
{
    static const char *const themes[] = {"", "world world_more unit waymark ground",
                                         "agent database field waymark ground algorithm fog space",
                                         "mesh lab format mapf path steer space waymark"};
    return strstr(themes[theme], header) != NULL || theme == 0;
}

/// Any call; makers of what all others need often, and seldom one that takes things away.
static uint32_t draw_call(caller *c)
{
    static const uint32_t makers[] = {
        CALL_way_map_create,   CALL_way_space_create_grid, CALL_way_navigator_create,
        CALL_way_agent_create, CALL_way_agent_begin,       CALL_way_agent_step,
        CALL_way_world_create, CALL_way_world_add,         CALL_way_world_add,
        CALL_way_world_order,  CALL_way_world_frame,       CALL_way_world_frame};
    if (draw(c, 4) == 0) {
        return makers[draw(c, sizeof makers / sizeof *makers)];
    }
    const uint32_t call = (uint32_t)draw(c, CALL_COUNT);
    static const char *const rare[] = {"_destroy", "_free", "_remove", "_reset", "_divide"};
    for (uint32_t k = 0; k < sizeof rare / sizeof *rare; k++) {
        if (strstr(calls[call].name, rare[k]) && draw(c, 8)) {
            return draw_call(c);
        }
    }
    return call;
}

static void run(uint64_t seed, uint64_t count)
{
    static caller c;
    c = (caller){.rng = way_rng_seed(seed), .allocations = 100};
    current = &c;
    const bool trace = getenv("CALLER_TRACE") != NULL;
    snprintf(late_text, sizeof late_text, "caller: seed %llu: a call does not come back\n",
             (unsigned long long)seed);
    const struct itimerval most = {{0, 0}, {SECONDS_MAX, 0}};
    setitimer(ITIMER_PROF, &most, NULL);
    for (uint64_t made_calls = 0; made_calls < count; made_calls++) {
        do {
            c.call = draw_call(&c);
        } while (!is_theme(seed % 4, calls[c.call].header) && draw(&c, 12));
        c.used_count = 0;
        c.lacks = false;
        if (trace) {
            fprintf(stderr, "%llu %s\n", (unsigned long long)made_calls, calls[c.call].name);
        }
        calls[c.call].call(&c);
        times[c.call] += !c.lacks;
        blocks_free(&c.drawn);
    }
    for (uint32_t k = 0; k < OBJECTS_MAX; k++) {
        drop(&c, c.objects[k].pointer);
    }
    for (uint32_t k = 0; k < BLOBS_MAX; k++) {
        free(c.blobs[k].bytes);
    }
    free(c.record);
    blocks_free(&c.kept);
    setitimer(ITIMER_PROF, &(struct itimerval){{0, 0}, {0, 0}}, NULL);
}

/// What many seeds have left out.
static void report(void)
{
    for (uint32_t k = 0; k < CALL_COUNT; k++) {
        if (times[k] == 0 || (calls[k].fails && !(seen[k] & 1u << WAY_STATUS_OK))) {
            printf("%s: never %s\n", calls[k].name, times[k] ? "worked" : "called");
        }
    }
}

int main(int count, char **words)
{
    const uint64_t from = count > 1 ? strtoull(words[1], NULL, 10) : 0;
    const uint64_t to = count > 2 ? strtoull(words[2], NULL, 10) : from + 1;
    const uint64_t each = count > 3 ? strtoull(words[3], NULL, 10) : 1000;
    signal(SIGPROF, late);
    for (uint64_t seed = from; seed < to; seed++) {
        current_seed = seed;
        run(seed, each);
    }
    uint64_t calls_made = 0;
    for (uint32_t k = 0; k < CALL_COUNT; k++) {
        calls_made += times[k];
    }
    if (to - from >= 100) {
        report();
    }
    printf("%llu calls of %u functions, seeds %llu to %llu\n", (unsigned long long)calls_made,
           (unsigned)CALL_COUNT, (unsigned long long)from, (unsigned long long)(to - 1));
    return 0;
}
