// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The siege of bindings/c/siege.c by way of waymark.hpp.
#include "waymark_world.hpp"

#include <cstdio>
#include <vector>

static void draw(const waymark::map &map, waymark::states marks)
{
    std::vector<std::string> rows(1);
    for (uint8_t weight : map.weights()) {
        rows.resize(rows.size() + (rows.back().size() == map.width()));
        rows.back() += "#.?~"[weight];
    }
    for (way_state cell : marks) {
        rows[cell / map.width()][cell % map.width()] = 'o';
    }
    for (const std::string &row : rows) {
        std::puts(row.c_str());
    }
}

static void tell(const char *name, const waymark::path &path)
{
    std::printf("%s: %zu cells, cost %u\n", name, path.size(), path.cost());
}

int main()
{
    // Plain ground, a river with a bridge, a town behind a wall.
    waymark::map map(48, 16);
    map.edit({{12, 0, 4, 16, 3},
              {12, 14, 4, 1, 1},
              {32, 2, 1, 12, 0},
              {45, 2, 1, 12, 0},
              {32, 2, 14, 1, 0},
              {32, 13, 14, 1, 0}});
    const way_cell camp = map.cell(2, 8), keep = map.cell(40, 8);
    std::printf("the wall stands: %s\n", map.is_reachable(camp, keep) ? "a way" : "no way");
    map.edit({{32, 7, 1, 2, 1}});

    // Those on foot wade, boats need not; archers above the breach; a tunnel.
    tell("on foot", waymark::find(map, camp, keep));
    way_profile boat = way_profile_default(1);
    boat.weights[3] = 1;
    tell("by boat", waymark::find(waymark::space(map, map.add_profile(boat)), camp, keep));
    std::vector<uint8_t> danger(48 * 16);
    for (uint32_t y = 5; y < 11; y++) {
        std::fill_n(danger.begin() + map.cell(26, y), 10, uint8_t{20});
    }
    const waymark::space archers = waymark::space::with_penalties(map, danger.data());
    tell("under fire", waymark::find(archers, camp, keep));
    const way_map_link tunnel = {map.cell(20, 3), map.cell(38, 4), 4000, 0, true};
    map.add_links({tunnel});
    tell("by the tunnel", waymark::find(archers, camp, keep));
    map.remove_links({tunnel});

    // A messenger who plans a little per frame, by a database that was saved and opened.
    waymark::space space(map);
    waymark::database saved = waymark::navigator(space, "dba(sector=8)").save();
    auto opened = waymark::navigator::open(space, saved.data(), saved.size());
    if (!opened) {
        return std::puts(opened.problem());
    }
    waymark::agent rider(*opened);
    rider.begin(camp, keep);
    while (rider.step(20) == WAY_OUTCOME_WORKING) {
        // the next frame
    }
    std::printf("the messenger: cost %u\n", rider.cost());
    draw(map, rider.path());

    // Everybody through the breach, by one call per frame.
    waymark::world world(map, 12);
    std::vector<way_unit> army;
    for (uint32_t y = 2; y < 14; y++) {
        army.push_back(world.add(map.cell(20, y)));
    }
    world.order(army.data(), army.size(), waymark::go(keep));
    for (int frame = 0; frame < 100; frame++) {
        world.frame(2000);
    }
    std::vector<way_state> at;
    world.each([&](const way_unit_view &view) { at.push_back(view.cell); });
    std::puts("the army:");
    draw(map, {at.data(), at.size()});
}
