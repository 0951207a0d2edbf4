// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// The lines of bindings/c/walk.c by way of waymark.hpp, and what only C++ can get wrong.
#include "waymark.hpp"

#include <cinttypes>
#include <cstdio>
#include <vector>

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
    while (unit.step(10) == WAY_OUTCOME_MOVING) {
    }
    expect(unit.outcome() == WAY_OUTCOME_ARRIVED, "a sliced trip arrives");
    expect(unit.path()[0] == map.cell(2, 2), "a path starts at the start");
    waymark::agent other(std::move(unit));
    expect(other.path().size() > 28 && !unit.get(), "a moved agent keeps its path");

    waymark::field field(space);
    field.begin({map.cell(30, 2)});
    expect(field.run() == WAY_OUTCOME_ARRIVED, "a field is complete");
    expect(field.cost(map.cell(2, 2)) == other.cost(), "field and path cost the same");

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

int main()
{
    const uint32_t side = 32;
    std::vector<uint8_t> weights(side * side);
    for (uint32_t y = 0; y < side; y++) {
        for (uint32_t x = 0; x < side; x++) {
            weights[y * side + x] = (x * x + 3 * y + x * y) % 7 != 1;
        }
    }
    way_map_config config = way_map_config_default(side, side);
    config.weights = weights.data();
    const waymark::map map(config);
    for (const way_algorithm &algorithm : waymark::algorithms()) {
        way_path found{};
        if (way_find(map.get(), algorithm.name, 0, side * side - 1, &found)) {
            std::printf("%s unsupported\n", algorithm.name);
            continue;
        }
        const waymark::path path(std::move(found));
        std::printf("%s %" PRIu32 " %016" PRIx64 "\n", algorithm.name, path.cost(),
                    way_hash_bytes(0, path.data(), path.size() * sizeof(way_state)));
    }
    try_handles();
    return failures ? 1 : 0;
}
