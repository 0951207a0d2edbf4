// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// An entry for the classic track of the Grid-Based Path Planning Competition: a DBA* database is
// made beforehand, opened for the search, and paths are handed out a few moves at a time.
//
// In the competition's start kit this file takes the place of Entry.cpp: with GPPC_ENTRY_ONLY it
// declares nothing of its own but includes the kit's Entry.h. Here a main stands in for its
// program.
#include <waymark/database.h>
#include <waymark/file.h>

#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

#ifdef GPPC_ENTRY_ONLY
#include "Entry.h"
#else
namespace GPPC
{
struct xyLoc {
    int16_t x, y;
};
} // namespace GPPC
typedef GPPC::xyLoc xyLoc;

void PreprocessMap(const std::vector<bool> &bits, int width, int height,
                   const std::string &filename);
void *PrepareForSearch(const std::vector<bool> &bits, int width, int height,
                       const std::string &filename);
bool GetPath(void *data, xyLoc s, xyLoc g, std::vector<xyLoc> &path);
std::string GetName();
#endif
void ReleaseSearch(void *data); // ours: the competition lets the system clean up

namespace
{

struct Entry {
    way_map *map = nullptr;
    way_space *space = nullptr;
    way_navigator *navigator = nullptr;
    way_agent *agent = nullptr;
    way_file database = {};

    bool open(const std::vector<bool> &bits, int width, int height)
    {
        std::vector<uint8_t> weights(bits.begin(), bits.end());
        way_map_config config = way_map_config_default(uint32_t(width), uint32_t(height));
        config.weights = weights.data();
        return way_map_create(&config, &map) == WAY_STATUS_OK &&
               way_space_create_grid(map, 1, nullptr, &space) == WAY_STATUS_OK;
    }

    ~Entry()
    {
        way_agent_destroy(agent);
        way_navigator_destroy(navigator);
        way_space_destroy(space);
        way_map_destroy(map);
        way_file_free(&database);
    }
};

} // namespace

void PreprocessMap(const std::vector<bool> &bits, int width, int height,
                   const std::string &filename)
{
    Entry entry;
    way_database saved = {};
    way_navigator_config config = {};
    config.algorithm = "dba(sector=16, depth=2)";
    if (entry.open(bits, width, height)) {
        config.space = entry.space;
        if (way_navigator_create(&config, &entry.navigator) == WAY_STATUS_OK &&
            way_navigator_save(entry.navigator, nullptr, &saved) == WAY_STATUS_OK) {
            (void)!way_file_write(filename.c_str(), saved.bytes, saved.size, nullptr);
            way_database_free(&saved);
        }
    }
}

void *PrepareForSearch(const std::vector<bool> &bits, int width, int height,
                       const std::string &filename)
{
    Entry *entry = new Entry;
    way_navigator_config config = {};
    way_agent_config unit = {};
    bool good = entry->open(bits, width, height);
    config.space = entry->space;
    good = good &&
           way_file_read(filename.c_str(), 0, nullptr, &entry->database, nullptr) == WAY_STATUS_OK;
    good = good && way_navigator_open(&config, entry->database.bytes, entry->database.size,
                                      &entry->navigator) == WAY_STATUS_OK;
    unit.navigator = entry->navigator;
    good = good && way_agent_create(&unit, &entry->agent) == WAY_STATUS_OK;
    if (!good) {
        delete entry;
        return nullptr;
    }
    return entry;
}

// True when there is nothing more to come. An empty path begins a query.
bool GetPath(void *data, xyLoc s, xyLoc g, std::vector<xyLoc> &path)
{
    Entry *entry = static_cast<Entry *>(data);
    if (path.empty()) {
        way_trip trip = {};
        trip.start = way_map_cell(entry->map, s.x, s.y);
        trip.goal = way_map_cell(entry->map, g.x, g.y);
        if (way_agent_begin(entry->agent, &trip) != WAY_STATUS_OK) {
            return true;
        }
    }
    uint32_t count = 0;
    const way_outcome outcome = way_agent_step(entry->agent, UINT32_MAX);
    const way_state *states = way_agent_path(entry->agent, &count);
    for (size_t i = path.size(); i < count; i++) {
        uint32_t x = 0;
        uint32_t y = 0;
        way_map_position(entry->map, states[i], &x, &y);
        path.push_back({int16_t(x), int16_t(y)});
    }
    if (outcome != WAY_OUTCOME_WORKING && outcome != WAY_OUTCOME_FOUND) {
        path.clear(); // there is no path
    }
    return outcome != WAY_OUTCOME_WORKING;
}

std::string GetName()
{
    return "waymark-dba";
}

void ReleaseSearch(void *data)
{
    delete static_cast<Entry *>(data);
}

#ifndef GPPC_ENTRY_ONLY
int main()
{
    const int side = 64;
    std::vector<bool> bits(size_t(side) * side, true);
    for (int y = 0; y < side - 1; y++) {
        bits[size_t(y * side + 20)] = false;
    }
    const std::string file = "gppc_classic.way";
    PreprocessMap(bits, side, side, file);
    void *data = PrepareForSearch(bits, side, side, file);
    if (!data) {
        return 1;
    }
    int calls = 1;
    std::vector<xyLoc> path;
    while (!GetPath(data, {0, 0}, {63, 0}, path)) {
        calls++;
    }
    ReleaseSearch(data);
    std::remove(file.c_str());
    std::printf("%s: %zu cells in %d calls\n", GetName().c_str(), path.size(), calls);
    const bool there = !path.empty() && path.back().x == 63 && path.back().y == 0;
    return there && calls > 1 ? 0 : 1;
}
#endif
