// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What peers in C++ have in common: reading maps and problems, saying what came of them
// (bench/measure/peer.h).
#pragma once

#include <cstdio>
#include <ctime>
#include <string>
#include <sys/resource.h>
#include <utility>
#include <vector>

struct grid {
    int width = 0, height = 0;
    std::vector<char> open;
    bool at(int x, int y) const
    {
        return x >= 0 && y >= 0 && x < width && y < height && open[y * width + x];
    }
    /// Whether a diagonal step, or any other, is one of ours: no corners are cut.
    bool steps(int x, int y, int dx, int dy) const
    {
        return at(x + dx, y + dy) && at(x + dx, y) && at(x, y + dy);
    }
};

using path = std::vector<std::pair<int, int>>;

inline double peer_now()
{
    timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return now.tv_sec + now.tv_nsec * 1e-9;
}

inline double peer_bytes()
{
    rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss * 1024.0;
}

/// Answers until there are no more questions. `Library` is made of a grid, and its find(x, y, x, y)
/// gives the cells of a way, both ends included.
template <class Library> int peer_run(const char *rules)
{
    grid ground;
    if (std::scanf(" map %d %d", &ground.width, &ground.height) != 2) {
        return 1;
    }
    for (int y = 0; y < ground.height; y++) {
        std::string row(ground.width + 1, '\0');
        if (std::scanf(" %[.@]", &row[0]) != 1) {
            return 1;
        }
        for (int x = 0; x < ground.width; x++) {
            ground.open.push_back(row[x] == '.');
        }
    }
    const double held = peer_bytes();
    double begun = peer_now();
    Library library(ground);
    std::printf("ready %.9f %.0f%s\n", peer_now() - begun, peer_bytes() - held, rules);
    std::fflush(stdout);
    int x, y, to_x, to_y;
    while (std::scanf(" find %d %d %d %d", &x, &y, &to_x, &to_y) == 4) {
        begun = peer_now();
        const path way = library.find(x, y, to_x, to_y);
        const double seconds = peer_now() - begun;
        std::printf("path %.9f %.0f %zu", seconds, peer_bytes() - held, way.size());
        for (const auto &cell : way) {
            std::printf(" %d %d", cell.first, cell.second);
        }
        std::printf("\n");
        std::fflush(stdout);
    }
    return 0;
}
