// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The lines of bindings/c/walk.c by way of waymark.hpp, and what only C++ can get wrong.
#include "waymark_more.hpp"

#include <cinttypes>
#include <cstdio>
#include <cstring>
#include <vector>

static const uint32_t side = 32;
static const way_cell goal = side * side - 1;
static int failures = 0;

static void expect(bool holds, const char *what)
{
    if (!holds) {
        std::fprintf(stderr, "does not hold: %s\n", what);
        failures++;
    }
}

static void try_handles()
{
    waymark::map map(32, 32);
    map.edit({{16, 0, 1, 31, 0}});
    waymark::space space(map);
    waymark::navigator plan(space, "jps");
    waymark::agent unit(plan);
    unit.begin(map.cell(2, 2), map.cell(30, 2));
    while (unit.step(10) == WAY_OUTCOME_WORKING) {
    }
    expect(unit.outcome() == WAY_OUTCOME_FOUND, "a sliced trip arrives");
    expect(unit.path()[0] == map.cell(2, 2), "a path starts at the start");
    waymark::agent other(std::move(unit));
    expect(other.path().size() > 28 && !unit.get(), "a moved agent keeps its path");

    waymark::field field(space);
    field.begin({map.cell(30, 2)});
    expect(field.run() == WAY_OUTCOME_FOUND, "a field is complete");
    expect(field.cost(map.cell(2, 2)) == other.cost(), "field and path cost the same");
    std::vector<way_cost> costs(32 * 32);
    field.costs(costs);
    const way_state ends[] = {map.cell(2, 2), map.cell(30, 2)};
    expect(costs[ends[0]] == other.cost() && costs[map.cell(16, 0)] == WAY_COST_MAX, "all costs");
    expect(other.goal() == ends[1] && other.bound_thousandths() == 1000, "the best way there");
    expect(other.holds() && plan.choice().algorithm && !plan.lookahead(), "as it was planned");
    const std::vector<way_cost> table = other.distances({ends, 2}, {ends, 2});
    expect(table[0] == 0 && table[1] == costs[ends[0]] && table[2] == table[1], "a table");

    const waymark::navigator repairs(space, "dstarlite"), base(space, "dba");
    waymark::agent chaser(repairs), parked(base), resumed(base);
    chaser.begin(ends[0], ends[1]);
    chaser.run();
    chaser.advance(2);
    const way_state wall = chaser.path()[3];
    map.edit({{wall % 32, wall / 32, 1, 1, 0}});
    chaser.notify({&wall, 1});
    chaser.set_horizon(4);
    expect(chaser.run() == WAY_OUTCOME_FOUND && chaser.path().size() == 5, "four moves ahead");
    chaser.retarget(map.cell(2, 30));
    expect(chaser.run() == WAY_OUTCOME_FOUND && chaser.position() != ends[0], "another goal");
    map.edit({{wall % 32, wall / 32, 1, 1, 1}});
    parked.begin(ends[0], ends[1]);
    parked.step(base.lookahead());
    resumed.resume(parked.park());
    expect(resumed.run() == parked.run() && resumed.goal() == ends[1], "a trip that was parked");
    expect(resumed.cost() == parked.cost(), "comes to the same");

    auto missing = waymark::navigator::make(space, "nosuch");
    expect(!missing && missing.status() == WAY_STATUS_NOT_FOUND, "a result carries its status");
    expect(missing.problem()[0] != '\0', "a result says what is wrong");
#if defined(__cpp_exceptions)
    bool thrown = false;
    try {
        waymark::navigator broken(space, "astar(open=sieve)");
    } catch (const waymark::error &error) {
        thrown = error.status() != WAY_STATUS_OK;
    }
    expect(thrown, "a constructor throws");
#endif
}

static waymark::map pillars(bool mud)
{
    std::vector<uint8_t> weights(side * side);
    for (uint32_t y = 0; y < side; y++) {
        for (uint32_t x = 0; x < side; x++) {
            const bool free = (x * x + 3 * y + x * y) % 7 != 1;
            weights[y * side + x] = !free ? 0 : mud && (x + 2 * y) % 5 == 0 ? 3 : 1;
        }
    }
    way_map_config config = way_map_config_default(side, side);
    config.weights = weights.data();
    return waymark::map(config);
}

template <typename Path> static void print(const char *name, way_cost cost, const Path &path)
{
    std::printf("%s %" PRIu32 " %016" PRIx64 "\n", name, cost,
                way_hash_bytes(0, path.data(), path.size() * sizeof(way_state)));
}

static void walk_algorithms(const waymark::map &map)
{
    for (const way_algorithm &algorithm : waymark::algorithms()) {
        way_path found{};
        if (way_find(map.get(), algorithm.name, 0, goal, &found)) {
            std::printf("%s unsupported\n", algorithm.name);
            continue;
        }
        const waymark::path path(std::move(found));
        if (path.outcome() == WAY_OUTCOME_LIMIT) {
            std::printf("%s gave up\n", algorithm.name);
        } else {
            print(algorithm.name, path.cost(), path);
        }
    }
}

static void walk_ground(waymark::map &map)
{
    way_profile profile = way_profile_default(1);
    profile.weights[3] = 1;
    const uint32_t number = map.add_profile(profile);
    waymark::path path = waymark::find(waymark::space(map, number), 0, goal, "astar");
    print("profile", path.cost(), path);

    const way_map_link tunnel = {map.cell(2, 2), map.cell(29, 27), 500, 0, true};
    map.add_links({tunnel});
    expect(map.links().size() == 2, "a link both ways counts twice");
    path = waymark::find(waymark::space(map), 0, goal, "astar");
    print("link", path.cost(), path);
    map.remove_links({tunnel});

    std::vector<uint8_t> penalties(side * side);
    for (uint32_t cell = 0; cell < side * side; cell++) {
        const uint32_t x = cell % side;
        penalties[cell] = x > 12 && x < 20 && cell / side < 24 ? 9 : 0;
    }
    path = waymark::find(waymark::space::with_penalties(map, penalties.data()), 0, goal, "astar");
    print("penalty", path.cost(), path);

    const waymark::space space(map);
    waymark::field field(space);
    field.begin({goal});
    field.run();
    std::vector<way_state> cells;
    for (way_state at = 0; at != WAY_STATE_NONE; at = field.next(at)) {
        cells.push_back(at);
    }
    print("field", field.cost(0), cells);
    expect(field.states().size() == way_map_passable_count(map.get()), "a field covers the map");
}

static void walk_database(waymark::map &map)
{
    const waymark::space space(map);
    const waymark::database saved = waymark::navigator(space, "dba(sector=8)").save();
    std::printf("database %zu %016" PRIx64 "\n", saved.size(),
                way_hash_bytes(0, saved.data(), saved.size()));
    auto opened = waymark::navigator::open(space, saved.data(), saved.size());
    waymark::agent unit(opened.value());
    unit.begin(0, goal);
    unit.run();
    print("opened", unit.cost(), unit.path());
    map.edit({{8, 8, 10, 10, 0}});
    expect(!opened->is_current(), "an edit leaves a database behind");
    opened->favour({goal});
    while (!opened->repair(100)) {
    }
    unit.begin(0, goal);
    unit.run();
    print("repaired", unit.cost(), unit.path());
    expect(!waymark::navigator::open(space, saved.data(), 40), "half a database is refused");
}

static void walk_world(waymark::map &map)
{
    waymark::world world(map, 16);
    std::vector<way_unit> units;
    for (way_cell cell = 0; units.size() < 16; cell++) {
        if (map.is_passable(cell)) {
            units.push_back(world.add(cell));
        }
    }
    world.order(units.data(), units.size(), waymark::go(goal));
    for (uint32_t frame = 0; frame < 60; frame++) {
        world.frame(2000);
    }
    uint32_t arrived = 0;
    while (auto event = world.next_event()) {
        arrived += event->kind == WAY_WORLD_ARRIVED;
    }
    std::printf("world %" PRIu32 " %016" PRIx64 "\n", arrived, world.hash());
    uint32_t seen = 0;
    world.each([&](const way_unit_view &view) { seen += world.on(view.cell) == view.unit; });
    expect(seen == 16, "every unit stands where it says");
    world.remove(units[0]);
    expect(!world.unit(units[0]) && world.size() == 15, "a unit that was removed is gone");
}

/// What a call throws says these words. (Without exceptions it would abort.)
template <typename Call> static void fails(const char *words, Call call)
{
#if defined(__cpp_exceptions)
    try {
        call();
        expect(false, words);
    } catch (const waymark::error &error) {
        if (!std::strstr(error.what(), words)) {
            expect(false, words);
            std::fprintf(stderr, "but: %s\n", error.what());
        }
        expect(!std::strstr(error.what(), "out of order"), "it says what to do instead");
    }
#else
    (void)words;
    (void)call;
#endif
}

/// Whatever is out of range is refused with the value and the range, and names are named.
static void try_errors()
{
    waymark::map map(8, 8);
    const waymark::space space(map);
    const waymark::navigator plan(space, "astar");
    waymark::agent unit(plan);
    waymark::field field(space);
    waymark::belief known(map);
    const waymark::navigator repairs(space, "dstarlite");
    waymark::navigator base(space, "dba");
    const way_state far = 64;
    fails("a width is from 1 to 65535, not 0", [] { waymark::map(0, 8); });
    fails("a height is from 1 to 65535, not 70000", [] { waymark::map(8, 70000); });
    fails("x is from 0 to 7, not 9", [&] { map.edit({{0, 0, 1, 1, 0}, {9, 0, 1, 1, 0}}); });
    fails("a height is from 1 to 2, not 3", [&] { map.edit({{0, 6, 1, 3, 0}}); });
    expect(map.weight(0) == 1, "none of two edits was made");
    fails("from 1 to 16, not 17", [&] { map.add_profile(way_profile_default(17)); });
    fails("no profile 99", [&] { map.remove_profile(99); });
    fails("no profile 99", [&] { waymark::space(map, 99); });
    fails("a cell is from 0 to 63, not 64", [&] { map.add_links({{0, 64, 5, 0, false}}); });
    fails("a link is from 1 to 4194304, not 0", [&] { map.add_links({{0, 9, 0, 0, false}}); });
    fails("a link from 0 to 9", [&] { map.remove_links({{0, 9, 5, 0, false}}); });
    fails("'nosuch'", [&] { waymark::find(map, 0, 9, "nosuch"); });
    fails("'nosuch'", [&] { waymark::find(space, 0, 9, "nosuch"); });
    fails("sieve", [&] { waymark::navigator(space, "astar(open=sieve)"); });
    fails("a cell is from 0 to 63, not 64", [&] { waymark::find(map, 0, 64); });
    fails("a state is from 0 to 63, not 64", [&] { unit.begin(64, 0); });
    fails("begin one", [&] { waymark::agent(repairs).retarget(3); });
    fails("a state is from 0 to 63, not 64", [&] { unit.distances({&far, 1}, {&far, 1}); });
    fails("a state is from 0 to 63, not 64", [&] { base.favour({1, 64}); });
    fails("astar", [&] { waymark::navigator(space, "astar").favour({1}); });
    fails("begin one", [&] { waymark::walker(plan).retarget(3); });
    fails("not supported", [&] { unit.retarget(3); });
    fails("no trip to park", [&] { unit.park(); });
    fails("a state is from 0 to 63, not 65", [&] { field.begin({65}); });
    fails("begin one", [&] { waymark::agent(repairs).advance(1); });
    fails("a radius is from 0 to 64, not 65", [&] { waymark::walker(plan, known, 65); });
    fails("a cell is from 0 to 63, not 64", [&] { known.look(1, {{64, 2, false}}); });
    fails("no profile 7", [&] { map.is_reachable(0, 9, 7); });
    fails("no profile 7", [&] { waymark::sees(map, 0, 9, WAY_SIGHT_ANY_ANGLE, 7); });
    fails("there are no goals", [&] { field.begin({}); });
    fails("a map of 4 neighbours", [&] { waymark::solve(map, {0}, {2}); });
    fails("2 starts for 1 goals", [&] { waymark::solve(map, {0, 1}, {2}); });
    fails("units is from 1 to 4194304, not 0", [&] { waymark::world(map, 0); });
    fails("malformed", [] { waymark::restore({1, 2, 3}); });
}

/// What a map, a belief and a world can't be made of.
static void try_makers()
{
    waymark::map map(8, 8);
    const waymark::space space(map);
    const waymark::navigator plan(space, "astar");
    waymark::belief known(map);
    way_map_config odd = way_map_config_default(4, 4);
    odd.neighbours = static_cast<way_neighbours>(5);
    fails("neighbours are 4, 6 or 8, not 5", [&] { waymark::map broken(odd); });
    odd = way_map_config_default(4, 4);
    odd.corners = static_cast<way_corners>(3);
    fails("the rule for corners is from 0 to 2, not 3", [&] { waymark::map broken(odd); });
    odd = way_map_config_default(4, 4);
    odd.costs = {5000, 5000};
    fails("a straight step is from 1 to 4096, not 5000", [&] { waymark::map broken(odd); });
    odd.costs = {10, 30};
    fails("a diagonal step is from 10 to 20, not 30", [&] { waymark::map broken(odd); });
    const waymark::map other(4, 4);
    fails("a belief of another map", [&] { known.share(waymark::belief(other)); });
    fails("another map than the belief's", [&] { waymark::walker(plan, known, 3); });
    fails("no profile 7", [&] { known.space(7); });
    const waymark::path path = waymark::find(map, 0, 9);
    const waymark::states cells(path.data(), path.size());
    fails("no profile 7", [&] { waymark::smooth(map, cells, WAY_SMOOTHING_PULL, 7); });
    const way_smoothing wax = static_cast<way_smoothing>(3);
    fails("a kind is from 0 to 2, not 3", [&] { waymark::smooth(map, cells, wax); });
    way_world_kind kind{};
    way_world_team team{};
    way_world_config config{};
    config.kinds = &kind;
    config.teams = &team;
    config.kind_count = config.team_count = config.unit_capacity = 1;
    config.algorithm = "nosuch";
    fails("no such name: 'nosuch'", [&] { waymark::world(map, config); });
    config.algorithm = nullptr;
    kind.speed = 300;
    fails("a speed is from 0 to 256, not 300", [&] { waymark::world(map, config); });
    kind.speed = 0;
    team.sight_radius = 65;
    fails("a sight is from 0 to 64, not 65", [&] { waymark::world(map, config); });
    fails("malformed", [] { waymark::replay({1, 2, 3}); });
}

/// Rules of neighbours and corners; floors with a ladder between them.
static void try_rules()
{
    static const uint8_t apart[] = {1, 0, 0, 1};
    way_map_config config = way_map_config_default(2, 2);
    config.weights = apart;
    expect(!waymark::find(waymark::map(config), 0, 3), "no way between two corners");
    config.corners = WAY_CORNERS_ANY;
    expect(waymark::find(waymark::map(config), 0, 3).cost() == 577, "but where it is allowed");
    way_map_config four = way_map_config_default(9, 9);
    four.neighbours = WAY_NEIGHBOURS_4;
    expect(waymark::find(waymark::map(four), 0, 80).cost() == 16, "four neighbours");
    waymark::map square(four);
    square.edit({{4, 4, 1, 1, 0}});
    expect(square.nearest_passable(40) != 40 && square.clearance(0) == 4, "who fits where");
    expect(square.distance(0, 80) == 16 && square.hash() != waymark::map(four).hash(), "a map");
    way_map_config house = way_map_config_default(8, 14);
    house.floors = {3, 4};
    waymark::map floors(house);
    const way_cell attic = floors.cell(7, 13);
    expect(!floors.is_reachable(0, attic) && !floors.weight(floors.cell(0, 4)), "floors apart");
    floors.add_links({{floors.cell(7, 3), floors.cell(7, 5), 900, 0, true},
                      {floors.cell(0, 5), floors.cell(0, 10), 900, 0, true}});
    expect(bool(waymark::find(floors, 0, attic)), "by two ladders");
}

/// While a world lives, its map is edited by it alone, and errors say what is wrong.
static void try_world()
{
    waymark::map map(8, 8);
    map.edit({{4, 4, 1, 1, 0}});
    const way_edit wall = {1, 1, 1, 1, 0};
    {
        waymark::world world(map, 4);
        const way_unit unit = world.add(0);
        waymark::map moved = std::move(map);
        expect(moved.try_edit(&wall, 1) == WAY_STATUS_WRONG_STATE, "an edit by hand is refused");
        map = std::move(moved);
        fails("edit it by world::edit", [&] { map.edit({wall}); });
        fails("add links by world::add_links", [&] { map.add_links({{0, 9, 5, 0, false}}); });
        fails("one world to a map", [&] { waymark::world second(map, 4); });
        fails("stands on cell 0", [&] { world.add(0); });
        fails("a wall is in the way on cell 36", [&] { world.add(map.cell(4, 4)); });
        fails("a cell is from 0 to 63, not 64", [&] { world.add(64); });
        fails("no kind 3", [&] { world.add(1, 3); });
        fails("no team 2", [&] { world.add(1, 0, 2); });
        fails("no unit 77", [&] { world.remove(77); });
        way_order follow{};
        follow.kind = WAY_ORDER_FOLLOW;
        fails("follow needs a target", [&] { world.order({unit}, follow); });
        follow.target = 77;
        fails("no unit 77", [&] { world.order({unit}, follow); });
        fails("no unit 77", [&] { world.order({unit, 77}, waymark::go(3)); });
        fails("a cell is from 0 to 63, not 64", [&] { world.order({unit}, waymark::go(64)); });
        way_order odd = waymark::go(3);
        odd.kind = WAY_ORDER_KINDS;
        fails("the kind of an order is from 0 to 7, not 8", [&] { world.order({unit}, odd); });
        odd.kind = WAY_ORDER_ANY;
        fails("a number of cells is from 1 to 8, not 0", [&] { world.order({unit}, odd); });
        const way_cell beyond[] = {5, 64};
        odd.cells = beyond;
        odd.cell_count = 2;
        fails("a cell is from 0 to 63, not 64", [&] { world.order({unit}, odd); });
        fails("from 1 to 1, not 2", [&] { world.edit({{7, 0, 2, 1, 0}}); });
        fails("from 0 to 4, not 5", [&] { world.add_links({{0, 9, 5, 0, false}}, 5); });
        fails("a link from 0 to 9", [&] { world.remove_links({{0, 9, 5, 0, false}}); });
        world.edit({wall});
        world.frame(100);
        expect(map.weight(map.cell(1, 1)) == 0, "the world's own edit counts");
    }
    expect(map.try_edit(&wall, 1) == WAY_STATUS_OK, "then it may be edited again");
}

/// Fog, smoothing, whole problems; a world that is saved, restored and played again.
static void try_more()
{
    waymark::map map(12, 12);
    map.edit({{4, 4, 4, 4, 0}});
    waymark::belief belief(map);
    const waymark::space known = belief.space();
    const waymark::navigator plan(known, "dstarlite");
    waymark::walker walker(plan, belief, 2, false, 4);
    const way_cell from = map.cell(0, 5), to = map.cell(11, 5);
    walker.begin(from, to);
    while (walker.step(500) == WAY_OUTCOME_WORKING) {
    }
    expect(walker.outcome() == WAY_OUTCOME_FOUND && walker.state() == to, "it arrived");
    expect(walker.walk().moves > 11 && belief.weight(map.cell(4, 5)) == 0, "it saw the wall");
    expect(belief.seen(from) && !belief.seen(map.cell(11, 11)), "and no more");
    expect(belief.look(1000, {{map.cell(11, 11), 3, false}}) == 0, "plain as believed");
    expect(waymark::belief(map).share(belief) > 0, "told");
    walker.retarget(from);
    expect(walker.step(500) == WAY_OUTCOME_WORKING, "and back");
    expect(!waymark::sees(map, from, to) && waymark::sees(map, 0, 11), "sight");
    const waymark::path path = waymark::find(map, from, to);
    const auto smooth = waymark::smooth(map, {path.data(), path.size()}, WAY_SMOOTHING_ANY_ANGLE);
    expect(smooth.size() < path.size() && smooth.back() == to, "smoothed");
    way_map_config four = way_map_config_default(8, 8);
    four.neighbours = WAY_NEIGHBOURS_4;
    const waymark::map square(four);
    const auto ticks = waymark::solve(square, {0, 63}, {63, 0}, 100000);
    expect(ticks.size() >= 15 && ticks.back()[0] == 63, "a plan for two");

    waymark::world world(map, 4);
    waymark::bytes record;
    waymark::record(world, record);
    const way_unit unit = world.add(0);
    world.add_links({{0, to, 9, 0, false}}, 1);
    world.order({unit}, waymark::go(to));
    world.frame(1000);
    waymark::world again = waymark::restore(waymark::save(world));
    for (int frame = 0; frame < 20; frame++) {
        world.frame(1000);
        again.frame(1000);
    }
    expect(again.hash() == world.hash() && world.knows(0, 5), "the same future");
    waymark::stop_record(world);
    waymark::replay replay(record);
    uint32_t frames = 0;
    while (const auto same = replay.frame()) {
        expect(*same, "the recorded world");
        frames++;
    }
    expect(frames == 21 && way_world_hash(replay.world()) == world.hash(), "played again");
}

int main()
{
    waymark::map map = pillars(false), mud = pillars(true);
    walk_algorithms(map);
    walk_ground(mud);
    walk_database(map);
    walk_world(map);
    try_errors();
    try_makers();
    try_rules();
    try_world();
    try_more();
    try_handles();
    return failures ? 1 : 0;
}
