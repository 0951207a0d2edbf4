// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// test_gppc_entries [DATA]: does what the competition's programs do with the two entries: generated
// maps always, its own data where there is some. Paths must be legal; those of the dynamic entry
// must be the best, as long as the scenario says where there is one.
#include "scenes/oracle.h"
#include "scenes/scene.h"
#include "tests/gppc/classic/Entry.h"
#include "tests/gppc/dynamic/Entry.h"

#include <waymark/file.h>
#include <waymark/lab.h>
#include <waymark/waymark.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

void ReleaseSearch(void *data);

namespace
{

int failures = 0;

void expect(bool good, const std::string &what)
{
    if (!good) {
        std::fprintf(stderr, "test_gppc_entries: %s\n", what.c_str());
        failures++;
    }
}

// A map of a generator, or one that is open.
way_map *make_map(const char *generator, uint32_t side, uint64_t seed)
{
    scene made = {};
    way_map *map = nullptr;
    const scene_request request = scene_request_default(generator, side, side, seed);
    if (scene_create(&request, &made, nullptr) != WAY_STATUS_OK ||
        scene_create_map(&made, WAY_NEIGHBOURS_8, WAY_CORNERS_STRICT, &map) != WAY_STATUS_OK) {
        std::abort();
    }
    scene_destroy(&made);
    return map;
}

// The cost of a path of cells, by rules that share nothing with the library; WAY_COST_MAX if a step
// is not legal.
way_cost walk(const way_map *map, const std::vector<xyLoc> &path)
{
    way_cost cost = 0;
    for (size_t i = 1; i < path.size(); i++) {
        const way_cell from = way_map_cell(map, path[i - 1].x, path[i - 1].y);
        const way_cell to = way_map_cell(map, path[i].x, path[i].y);
        cost = way_cost_add(cost, oracle_step_cost(map, from, to, 1));
    }
    return cost;
}

std::vector<bool> bits_of(const way_map *map)
{
    std::vector<bool> bits;
    for (way_cell cell = 0; cell < way_map_width(map) * way_map_height(map); cell++) {
        bits.push_back(way_map_is_passable(map, cell));
    }
    return bits;
}

std::vector<uint8_t> packed(const std::vector<bool> &bits)
{
    std::vector<uint8_t> bytes(bits.size() / 8 + 1, 0);
    for (size_t i = 0; i < bits.size(); i++) {
        bytes[i / 8] = uint8_t(bytes[i / 8] | (bits[i] ? 1 << (i % 8) : 0));
    }
    return bytes;
}

void try_classic(const char *generator)
{
    way_map *map = make_map(generator, 96, 3);
    const std::string file = std::string("test_gppc_") + generator + ".way";
    const std::vector<bool> bits = bits_of(map);
    PreprocessMap(bits, 96, 96, file);
    void *data = PrepareForSearch(bits, 96, 96, file);
    expect(data != nullptr, "the classic entry can't be prepared");
    way_rng rng = way_rng_seed(5);
    for (int round = 0; data && round < 40; round++) {
        const way_cell start = way_rng_below(&rng, 96 * 96);
        const way_cell goal = way_rng_below(&rng, 96 * 96);
        if (!bits[start] || !bits[goal] || start == goal) {
            continue;
        }
        const way_cost best = oracle_cost(map, start, goal, 1);
        std::vector<xyLoc> path;
        int calls = 0;
        while (!GetPath(data, {int16_t(start % 96), int16_t(start / 96)},
                        {int16_t(goal % 96), int16_t(goal / 96)}, path) &&
               ++calls < 100000) {
        }
        if (best == WAY_COST_MAX) {
            expect(path.empty(), "the classic entry finds a path where there is none");
            continue;
        }
        const way_cost cost = walk(map, path);
        expect(!path.empty() && cost != WAY_COST_MAX && cost >= best &&
                   path.back().x == int16_t(goal % 96) && path.back().y == int16_t(goal / 96),
               "the classic entry walks where it must not");
    }
    ReleaseSearch(data);
    std::remove(file.c_str());
    way_map_destroy(map);
}

void check_dynamic(void *data, const way_map *map, way_cell start, way_cell goal)
{
    const uint32_t width = way_map_width(map);
    const gppc_path found = gppc_get_path(data, {uint16_t(start % width), uint16_t(start / width)},
                                          {uint16_t(goal % width), uint16_t(goal / width)});
    std::vector<xyLoc> path;
    for (uint32_t i = 0; i < found.length; i++) {
        path.push_back({int16_t(found.path[i].x), int16_t(found.path[i].y)});
    }
    const way_cost best = oracle_cost(map, start, goal, 1);
    expect(!found.incomplete, "the dynamic entry never ends");
    expect(best == WAY_COST_MAX ? path.empty() : !path.empty() && walk(map, path) == best,
           "the dynamic entry is not the best");
}

void try_dynamic()
{
    way_map *map = make_map("rooms", 64, 2);
    std::vector<uint8_t> bytes = packed(bits_of(map));
    const gppc_patch whole = {bytes.data(), 64, 64, {0, 0}};
    gppc_preprocess_init_map(whole, "");
    void *data = gppc_search_init(whole, "");
    expect(data != nullptr, "the dynamic entry can't be prepared");
    way_rng rng = way_rng_seed(9);
    for (int round = 0; data && round < 120; round++) {
        const uint32_t x = way_rng_below(&rng, 60);
        const uint32_t y = way_rng_below(&rng, 60);
        const uint8_t patch[2] = {uint8_t(way_rng_next(&rng)), uint8_t(way_rng_next(&rng))};
        const gppc_patch change = {patch, 4, 4, {uint16_t(x), uint16_t(y)}};
        for (uint32_t i = 0; i < 16; i++) {
            const way_edit edit = {x + i % 4, y + i / 4, 1, 1, uint8_t(patch[i / 8] >> i % 8 & 1)};
            (void)!way_map_edit(map, &edit, 1);
        }
        gppc_map_change(data, &change, 1);
        const way_cell start = way_rng_below(&rng, 64 * 64);
        const way_cell goal = way_rng_below(&rng, 64 * 64);
        if (way_map_is_passable(map, start) && way_map_is_passable(map, goal) && start != goal) {
            check_dynamic(data, map, start, goal);
        }
    }
    gppc_free_data(data);
    way_map_destroy(map);
}

bool read(const std::string &path, way_file *out)
{
    return way_file_read(path.c_str(), 0, nullptr, out, nullptr) == WAY_STATUS_OK;
}

// The competition's own file: every patch is laid, every few queries are asked.
void try_competition(const std::string &folder)
{
    way_file text = {};
    way_file patch_text = {};
    way_dynamic_scenario scenario = {};
    way_patches patches = {};
    if (!read(folder + "/dao_arena2.scen", &text)) {
        std::printf("no data in %s\n", folder.c_str());
        return;
    }
    expect(read(folder + "/dao_arena2.patch", &patch_text), "there are no patches");
    expect(way_dynamic_scenario_parse(text.bytes, text.size, nullptr, &scenario, nullptr) ==
                   WAY_STATUS_OK &&
               way_patches_parse(patch_text.bytes, patch_text.size, nullptr, &patches, nullptr) ==
                   WAY_STATUS_OK,
           "the competition's file can't be read");
    const std::vector<bool> open(size_t(scenario.width) * scenario.height, true);
    std::vector<uint8_t> bytes = packed(open);
    void *data = gppc_search_init(
        {bytes.data(), uint16_t(scenario.width), uint16_t(scenario.height), {0, 0}}, "");
    uint32_t asked = 0;
    for (uint32_t i = 0; data && i < scenario.count; i++) {
        const way_dynamic_command &command = scenario.commands[i];
        if (command.is_patch) {
            const way_patch &laid = patches.items[command.patch];
            const std::vector<bool> cells(laid.weights,
                                          laid.weights + size_t(laid.width) * laid.height);
            std::vector<uint8_t> small = packed(cells);
            const gppc_patch change = {small.data(),
                                       uint16_t(laid.width),
                                       uint16_t(laid.height),
                                       {uint16_t(command.x), uint16_t(command.y)}};
            gppc_map_change(data, &change, 1);
        } else if (i % 5 == 0) {
            const way_scenario_entry &query = command.query;
            const gppc_path found =
                gppc_get_path(data, {uint16_t(query.start_x), uint16_t(query.start_y)},
                              {uint16_t(query.goal_x), uint16_t(query.goal_y)});
            double length = 0;
            for (uint32_t k = 1; k < found.length; k++) {
                length += std::hypot(double(found.path[k].x) - double(found.path[k - 1].x),
                                     double(found.path[k].y) - double(found.path[k - 1].y));
            }
            expect(std::fabs(length - query.length) < 1e-4 * (1 + query.length),
                   "a query of the competition is answered with another length");
            asked++;
        }
    }
    std::printf("%u queries of the competition\n", asked);
    gppc_free_data(data);
    way_dynamic_scenario_free(&scenario);
    way_patches_free(&patches);
    way_file_free(&text);
    way_file_free(&patch_text);
}

} // namespace

int main(int count, char **words)
{
    expect(!GetName().empty() && gppc_get_name()[0], "an entry has no name");
    try_classic("rooms");
    try_classic("random");
    try_dynamic();
    const char *variable = std::getenv("WAYMARK_DATA");
    const std::string root = count > 1 ? words[1] : variable ? variable : "../shared";
    try_competition(root + "/maps/other/gppc-dynamic");
    return failures ? 1 : 0;
}
