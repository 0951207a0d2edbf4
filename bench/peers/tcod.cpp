// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// libtcod's path finding, which goes round corners.
#include "bench/peers/peer.hpp"

#include <libtcod.h>

class library
{
  public:
    explicit library(const grid &ground) : map(TCOD_map_new(ground.width, ground.height))
    {
        for (int y = 0; y < ground.height; y++) {
            for (int x = 0; x < ground.width; x++) {
                TCOD_map_set_properties(map, x, y, ground.at(x, y), ground.at(x, y));
            }
        }
        finder = TCOD_path_new_using_map(map, 1.41421356f);
    }
    ~library()
    {
        TCOD_path_delete(finder);
        TCOD_map_delete(map);
    }
    path find(int x, int y, int to_x, int to_y)
    {
        path way;
        if (TCOD_path_compute(finder, x, y, to_x, to_y)) {
            way.push_back({x, y});
            for (int i = 0; i < TCOD_path_size(finder); i++) {
                int at_x, at_y;
                TCOD_path_get(finder, i, &at_x, &at_y);
                way.push_back({at_x, at_y});
            }
        }
        return way;
    }

  private:
    TCOD_map_t map;
    TCOD_path_t finder;
};

int main()
{
    return peer_run<library>(" cuts");
}
