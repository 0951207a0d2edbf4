// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// For C++17: fog and walkers in it, smoothed paths, whole problems, worlds that are kept and
// replayed.
//
//     waymark::belief belief(map);
//     waymark::space known = belief.space();            // what is believed, to plan on
//     waymark::navigator plan(known, "dstarlite");
//     waymark::walker scout(plan, belief, 8);
//     scout.begin(start, goal);
//     while (scout.step(500) == WAY_OUTCOME_WORKING) { draw(scout.state()); }
#pragma once

#include "waymark_world.hpp"

namespace waymark
{

/// What a team believes of a map, which is borrowed.
class belief : public detail::owner<way_belief, way_belief_destroy>
{
  public:
    belief() = default;
    explicit belief(const map &truth, uint8_t unseen = 1, bool known_links = false)
    {
        way_belief_config config{};
        config.known_links = known_links;
        config.truth = truth.get();
        config.unseen = unseen;
        detail::check(take([&](way_belief **made) { return way_belief_create(&config, made); }));
    }
    /// What is believed, for units of a profile: navigators and fields plan on it.
    waymark::space space(uint32_t profile = 1) const
    {
        way_space *made = nullptr;
        detail::check(way_space_create_grid(way_belief_map(get()), profile, nullptr, &made),
                      [&] { return detail::no_profile(way_belief_map(get()), profile); });
        return waymark::space(made);
    }
    /// The weight that a cell is believed to have.
    uint8_t weight(way_cell cell) const
    {
        return way_map_terrain(way_belief_map(get()), cell);
    }
    /// Looks around at a time, which never goes back; how many cells differed.
    uint32_t look(uint32_t now, std::initializer_list<way_sensor> sensors)
    {
        uint32_t changed = 0;
        const uint32_t count = static_cast<uint32_t>(sensors.size());
        detail::check(way_belief_look(get(), now, sensors.begin(), count, &changed), [&] {
            std::string fault;
            for (const way_sensor &sensor : sensors) {
                fault = detail::first(
                    {fault, detail::no_cell(way_belief_map(get()), sensor.cell),
                     detail::beyond("a radius", 0, WAY_SENSOR_RADIUS_MAX, sensor.radius)});
            }
            return fault.empty() ? "time does not go back" : fault;
        });
        return changed;
    }
    /// Learns what another team knows; the newer look at each cell wins.
    uint32_t share(const belief &other)
    {
        uint32_t changed = 0;
        detail::check(way_belief_share(get(), other.get(), &changed), "a belief of another map");
        return changed;
    }
    /// When a cell was looked at last; 0 if never.
    uint32_t seen(way_cell cell) const
    {
        return way_belief_seen(get(), cell);
    }
};

/// A unit that walks: notices edits, plans again, moves. Borrows what it is made of. With
/// `foresight`, what breaks its plan farther ahead than so many moves is seen to when it has come
/// that near: far fewer plans, not always the best.
class walker : public detail::owner<way_walker, way_walker_destroy>
{
  public:
    walker() = default;
    explicit walker(const navigator &plan, uint32_t foresight = 0)
    {
        open(plan, nullptr, {}, foresight);
    }
    /// Looks around in a belief, on whose space the navigator plans.
    walker(const navigator &plan, const belief &known, uint32_t radius, bool line_of_sight = false,
           uint32_t foresight = 0)
    {
        open(plan, known.get(), {0, radius, line_of_sight}, foresight);
    }
    void begin(way_state start, way_state goal)
    {
        detail::check(way_walker_begin(get(), start, goal), [&] {
            return detail::first({space::outside(space_, start), space::outside(space_, goal)});
        });
    }
    void retarget(way_state goal)
    {
        const way_status status = way_walker_retarget(get(), goal);
        detail::check(status, [&] {
            return detail::first({space::outside(space_, goal), detail::begin_one(status)});
        });
    }
    /// Plans for up to `budget` expansions and, once a plan is ready, makes one move.
    way_outcome step(uint32_t budget)
    {
        return way_walker_step(get(), budget);
    }
    way_outcome outcome() const
    {
        return way_walker_outcome(get());
    }
    /// Where it stands; WAY_STATE_NONE before it has begun.
    way_state state() const
    {
        return way_walker_state(get());
    }
    /// What the walk has come to so far: moves, cost, plans, changes.
    way_walk walk() const
    {
        return way_walker_walk(get());
    }

  private:
    void open(const navigator &plan, way_belief *known, const way_sensor &sensor,
              uint32_t foresight)
    {
        way_walker_config config{};
        config.navigator = plan.get();
        config.belief = known;
        config.sensor = sensor;
        config.foresight = foresight;
        space_ = way_navigator_space(plan.get());
        const auto make = [&](way_walker **made) { return way_walker_create(&config, made); };
        detail::check(take(make), [&] {
            const std::string fault =
                detail::beyond("a radius", 0, WAY_SENSOR_RADIUS_MAX, sensor.radius);
            return !fault.empty() || !known
                       ? fault
                       : "the navigator plans on another map than the belief's";
        });
    }

    const way_space *space_ = nullptr; ///< of the navigator
};

/// Whether nothing is between two cells.
inline bool sees(const map &ground, way_cell a, way_cell b, way_sight sight = WAY_SIGHT_ANY_ANGLE,
                 uint32_t profile = 1)
{
    return way_map_sees(ground.get(), a, b, sight, ground.known(profile));
}

/// The cells of a path with fewer turns that is no costlier.
inline std::vector<way_cell> smooth(const map &ground, states path,
                                    way_smoothing kind = WAY_SMOOTHING_PULL, uint32_t profile = 1)
{
    std::vector<way_cell> cells(path.begin(), path.end());
    uint32_t count = static_cast<uint32_t>(cells.size());
    way_smoothing_config config{};
    config.map = ground.get();
    config.unit_size = profile;
    config.kind = kind;
    detail::check(way_path_smooth(&config, cells.data(), &count), [&] {
        return detail::first({detail::no_profile(ground.get(), profile),
                              detail::beyond("a kind", 0, WAY_SMOOTHING_ANY_ANGLE, kind)});
    });
    cells.resize(count);
    return cells;
}

/// Ways for many units at once on a map of four neighbours: the cells of all units for each tick;
/// none without a plan. `improve` is how much work to spend on a better one.
inline std::vector<std::vector<way_cell>> solve(const map &ground,
                                                const std::vector<way_cell> &starts,
                                                const std::vector<way_cell> &goals,
                                                uint64_t improve = 0, uint64_t seed = 0)
{
    detail::check(starts.size() == goals.size() ? WAY_STATUS_OK : WAY_STATUS_INVALID_ARGUMENT, [&] {
        return std::to_string(starts.size()) + " starts for " + std::to_string(goals.size()) +
               " goals";
    });
    way_mapf_config config{};
    way_mapf_plan plan{};
    config.map = ground.get();
    config.starts = starts.data();
    config.goals = goals.data();
    config.count = static_cast<uint32_t>(starts.size());
    config.seed = seed;
    detail::check(way_mapf_solve(&config, &plan),
                  way_map_neighbours(ground.get()) != WAY_NEIGHBOURS_4
                      ? "many units at once need a map of 4 neighbours"
                      : "starts and goals are free cells, a cell of its own for each unit");
    way_status status = WAY_STATUS_OK;
    if (improve && plan.cells) {
        status = way_mapf_improve(&config, &plan, improve);
    }
    std::vector<std::vector<way_cell>> ticks;
    for (uint32_t tick = 0; plan.cells && tick <= plan.makespan; tick++) {
        const way_cell *at = plan.cells + std::size_t{tick} * plan.count;
        ticks.emplace_back(at, at + plan.count);
    }
    way_mapf_free(&plan);
    detail::check(status);
    return ticks;
}

using bytes = std::vector<uint8_t>;

/// Everything that decides what will happen in a world.
inline bytes save(const world &kept)
{
    std::size_t size = 0;
    (void)!way_world_save(kept.get(), nullptr, 0, &size); // says how many bytes there are
    bytes saved(size);
    detail::check(way_world_save(kept.get(), saved.data(), size, &size));
    return saved;
}

/// A world as it was saved; it has a map of its own, way_world_map.
inline world restore(const bytes &saved)
{
    way_world *made = nullptr;
    way_problem problem{};
    detail::check(way_world_restore(saved.data(), saved.size(), nullptr, &made, &problem),
                  &problem);
    return world(made);
}

/// Adds everything that happens in a world to `to`, until stop_record; `to` must live as long.
inline void record(world &kept, bytes &to)
{
    const way_world_recorder add = [](const void *piece, std::size_t size, void *user) {
        const uint8_t *first = static_cast<const uint8_t *>(piece);
        static_cast<bytes *>(user)->insert(static_cast<bytes *>(user)->end(), first, first + size);
    };
    detail::check(way_world_record(kept.get(), add, &to));
}

inline void stop_record(world &kept)
{
    detail::check(way_world_record(kept.get(), nullptr, nullptr));
}

/// A record that is played again. Borrows the record.
class replay : public detail::owner<way_replay, way_replay_destroy>
{
  public:
    replay() = default;
    explicit replay(const bytes &record)
    {
        way_problem problem{};
        const auto open = [&](way_replay **made) {
            return way_replay_create(record.data(), record.size(), nullptr, made, &problem);
        };
        detail::check(take(open), &problem);
    }
    /// Whether the world is the recorded one after one frame more; nothing at the end of the
    /// record.
    std::optional<bool> frame()
    {
        bool over = false, same = false;
        detail::check(way_replay_frame(get(), &over, &same));
        return over ? std::nullopt : std::optional<bool>(same);
    }
    /// The world as it is, to look at.
    const way_world *world() const
    {
        return way_replay_world(get());
    }
};

} // namespace waymark
