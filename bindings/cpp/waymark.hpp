// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// waymark for C++17: handles that clean up after themselves, views instead of pointers and counts,
// and a choice between exceptions and results. Header only; every call is the C call.
//
//     waymark::map map(64, 64);
//     map.edit({{20, 0, 1, 40, 0}});
//     waymark::path path = waymark::find(map, map.cell(2, 2), map.cell(60, 60));
//     for (way_cell cell : path) { walk_to(cell); }
//
// Constructors and `value()` throw waymark::error. Without exceptions, or where a failure is
// nothing special, take the `make` functions, which return a result:
//
//     auto plan = waymark::navigator::make(space, "dba");
//     if (!plan) { return plan.status(); }
//     waymark::agent unit(*plan);
#pragma once

#include "waymark_base.hpp"

namespace waymark
{

class world;

/// A map that can change. While a world that was made of it lives, that world alone edits it: calls
/// here say WRONG_STATE.
class map : public detail::owner<way_map, way_map_destroy>
{
  public:
    map() = default;
    explicit map(const way_map_config &config)
    {
        detail::check(open(config), [&] {
            return detail::first({detail::beyond("a width", 1, WAY_MAP_SIDE_MAX, config.width),
                                  detail::beyond("a height", 1, WAY_MAP_SIDE_MAX, config.height),
                                  detail::no_rules(config),
                                  detail::beyond("a number of cells", 1, WAY_MAP_CELLS_MAX,
                                                 int64_t{config.width} * config.height)});
        });
    }
    /// Plain ground, eight neighbours, no cut corners.
    map(uint32_t width, uint32_t height) : map(way_map_config_default(width, height))
    {
    }

    static result<map> make(const way_map_config &config)
    {
        map made;
        const way_status status = made.open(config);
        return status ? result<map>(status) : result<map>(std::move(made));
    }

    way_status try_edit(const way_edit *edits, std::size_t count)
    {
        return world_.expired() ? way_map_edit(get(), edits, static_cast<uint32_t>(count))
                                : WAY_STATUS_WRONG_STATE;
    }
    void edit(std::initializer_list<way_edit> edits)
    {
        refuse("a world lives on this map; edit it by world::edit");
        detail::check(try_edit(edits.begin(), edits.size()),
                      [&] { return detail::no_edit(get(), edits); });
    }
    void add_unit_size(uint32_t size)
    {
        (void)add_profile(way_profile_default(size));
    }
    /// Prepares the map for units of a profile and says its number.
    uint32_t add_profile(const way_profile &profile)
    {
        uint32_t number = 0;
        detail::check(way_map_add_profile(get(), &profile, &number), [&] {
            return detail::beyond("the size of a unit", 1, WAY_MAP_UNIT_MAX, profile.unit_size);
        });
        return number;
    }
    void remove_profile(uint32_t profile)
    {
        detail::check(way_map_remove_profile(get(), profile),
                      [&] { return detail::no_profile(get(), profile); });
    }
    void add_links(std::initializer_list<way_map_link> links)
    {
        refuse("a world lives on this map; add links by world::add_links");
        detail::check(way_map_add_links(get(), links.begin(), static_cast<uint32_t>(links.size())),
                      [&] { return detail::no_link(get(), links); });
    }
    void remove_links(std::initializer_list<way_map_link> links)
    {
        refuse("a world lives on this map; remove links by world::remove_links");
        detail::check(
            way_map_remove_links(get(), links.begin(), static_cast<uint32_t>(links.size())),
            [&] { return detail::no_link(get(), links); });
    }
    /// The links, one way each.
    std::vector<way_map_link> links() const
    {
        std::vector<way_map_link> all;
        for (uint32_t i = 0; i < way_map_link_count(get()); i++) {
            all.push_back(way_map_link_at(get(), i));
        }
        return all;
    }

    uint32_t width() const
    {
        return way_map_width(get());
    }
    uint32_t height() const
    {
        return way_map_height(get());
    }
    uint64_t revision() const
    {
        return way_map_revision(get());
    }
    way_cell cell(int64_t x, int64_t y) const
    {
        return way_map_cell(get(), x, y);
    }
    uint8_t weight(way_cell cell) const
    {
        return way_map_terrain(get(), cell);
    }
    /// All weights, row by row.
    std::vector<uint8_t> weights() const
    {
        std::vector<uint8_t> all(std::size_t{width()} * height());
        const way_rect area = {0, 0, width(), height()};
        detail::check(way_map_read(get(), &area, all.data()));
        return all;
    }
    bool is_passable(way_cell cell) const
    {
        return way_map_is_passable(get(), cell);
    }
    bool is_reachable(way_cell from, way_cell to, uint32_t profile = 1) const
    {
        return way_map_is_reachable(get(), from, to, known(profile));
    }
    way_cell nearest_reachable(way_cell from, way_cell goal, uint32_t profile = 1) const
    {
        return way_map_nearest_reachable(get(), from, goal, known(profile));
    }
    /// The nearest cell on which a unit can stand; WAY_CELL_NONE if there is none.
    way_cell nearest_passable(way_cell cell, uint32_t profile = 1) const
    {
        return way_map_nearest_passable(get(), cell, known(profile));
    }
    /// The largest unit of a profile that can stand with its top left corner there.
    uint32_t clearance(way_cell cell, uint32_t profile = 1) const
    {
        return way_map_clearance(get(), cell, known(profile));
    }
    /// The cost over open ground.
    way_cost distance(way_cell a, way_cell b) const
    {
        return way_map_estimate(get(), a, b);
    }
    /// Of what decides paths of plain units; the same on every machine.
    uint64_t hash() const
    {
        return way_map_hash(get());
    }
    /// A profile that the map was prepared for; plain units are always there.
    uint32_t known(uint32_t profile) const
    {
        way_profile found;
        const bool there = profile == 1 || way_map_profile(get(), profile, &found);
        detail::check(there ? WAY_STATUS_OK : WAY_STATUS_NOT_FOUND,
                      [&] { return detail::no_profile(get(), profile); });
        return profile;
    }

  private:
    friend class world;

    way_status open(const way_map_config &config)
    {
        return take([&](way_map **made) { return way_map_create(&config, made); });
    }
    /// Editing by hand would leave a world behind its map.
    void refuse(const char *call) const
    {
        if (!world_.expired()) {
            detail::fail(WAY_STATUS_WRONG_STATE, call);
        }
    }

    mutable std::weak_ptr<const char> world_; ///< the world that lives on it
};

/// What a search walks on. Borrows the map.
class space : public detail::owner<way_space, way_space_destroy>
{
  public:
    space() = default;
    explicit space(const map &ground, uint32_t profile = 1)
    {
        const auto open = [&](way_space **made) {
            return way_space_create_grid(ground.get(), profile, nullptr, made);
        };
        detail::check(take(open), [&] { return detail::no_profile(ground.get(), profile); });
    }
    /// What an algorithm searches: lines at any angle for those that need them, else the grid.
    static space made_for(const map &ground, const char *algorithm, uint32_t profile = 1)
    {
        space made;
        const auto open = [&](way_space **out) {
            return way_space_create_for(ground.get(), profile, algorithm, nullptr, out);
        };
        detail::check(made.take(open), [&] {
            const std::string fault = detail::no_profile(ground.get(), profile);
            return fault.empty() ? algorithm : fault;
        });
        return made;
    }
    /// The map with penalties [width * height], which are borrowed and may be written to at any
    /// time; one point costs `unit`, or a straight step if that is 0.
    static space with_penalties(const map &ground, const uint8_t *penalties, way_cost unit = 0,
                                uint32_t profile = 1)
    {
        way_penalty_config config{};
        config.map = ground.get();
        config.profile = profile;
        config.penalties = penalties;
        config.unit = unit;
        space made;
        const auto open = [&](way_space **out) { return way_space_create_penalty(&config, out); };
        detail::check(made.take(open), [&] {
            return detail::first({detail::no_profile(ground.get(), profile),
                                  detail::beyond("a unit", 0, WAY_PENALTY_UNIT_MAX, unit)});
        });
        return made;
    }
    /// Takes over any other space, such as one of way_space_create_graph.
    explicit space(way_space *owned) : owner(owned)
    {
    }
    /// What is wrong with a state, where their number is known; "" if nothing is.
    static std::string outside(const way_space *space, way_state state)
    {
        return !space->state_count ? ""
                                   : detail::beyond("a state", 0, space->state_count - 1, state);
    }
};

/// The bytes of a saved database.
class database
{
  public:
    database() = default;
    explicit database(way_database &&owned) : bytes_(owned)
    {
    }
    database(database &&other) noexcept : bytes_(std::exchange(other.bytes_, way_database{}))
    {
    }
    database &operator=(database &&other) noexcept
    {
        std::swap(bytes_, other.bytes_);
        return *this;
    }
    ~database()
    {
        way_database_free(&bytes_);
    }
    const void *data() const noexcept
    {
        return bytes_.bytes;
    }
    std::size_t size() const noexcept
    {
        return bytes_.size;
    }

  private:
    way_database bytes_{};
};

/// An algorithm prepared for a space. Borrows the space.
class navigator : public detail::owner<way_navigator, way_navigator_destroy>
{
  public:
    navigator() = default;
    explicit navigator(const space &ground, const char *algorithm = "auto",
                       const way_job *job = nullptr)
    {
        way_problem problem{};
        detail::check(prepare(ground, algorithm, job, problem), &problem);
    }

    static result<navigator> make(const space &ground, const char *algorithm = "auto",
                                  const way_job *job = nullptr)
    {
        navigator made;
        way_problem problem{};
        const way_status status = made.prepare(ground, algorithm, job, problem);
        return status ? result<navigator>(status, problem) : result<navigator>(std::move(made));
    }

    /// A navigator of saved bytes, such as a mapped file. They are borrowed and start at a multiple
    /// of 8.
    static result<navigator> open(const space &ground, const void *bytes, std::size_t size)
    {
        navigator made;
        way_problem problem{};
        const way_navigator_config config = described(ground, nullptr, nullptr, problem);
        const way_status status = made.take(
            [&](way_navigator **out) { return way_navigator_open(&config, bytes, size, out); });
        return status ? result<navigator>(status, problem) : result<navigator>(std::move(made));
    }
    /// What was prepared, to be kept.
    database save() const
    {
        way_database saved{};
        detail::check(way_navigator_save(get(), nullptr, &saved));
        return database(std::move(saved));
    }
    bool is_current() const
    {
        return way_navigator_is_current(get());
    }
    /// Brings the database up to date with edits; true when it is.
    bool repair(uint32_t budget)
    {
        bool done = false;
        detail::check(way_navigator_repair(get(), budget, &done));
        return done;
    }
    /// Repairs begin around these cells until told otherwise.
    void favour(std::initializer_list<way_cell> cells)
    {
        const uint32_t count = static_cast<uint32_t>(cells.size());
        detail::check(way_navigator_favour(get(), cells.begin(), count), [&] {
            std::string fault =
                detail::beyond("a number of cells", 0, WAY_NAVIGATOR_FAVOURED_MAX, count);
            for (way_cell cell : cells) {
                fault = detail::first({fault, space::outside(way_navigator_space(get()), cell)});
            }
            return fault.empty() ? algorithm().name : fault;
        });
    }
    /// The algorithm that makes the trips, and why.
    way_choice choice() const
    {
        return way_navigator_choice(get());
    }
    /// The most expansions between two moves of a real-time search; 0 for others.
    uint32_t lookahead() const
    {
        return way_navigator_lookahead(get());
    }
    const way_algorithm &algorithm() const
    {
        return *way_navigator_algorithm(get());
    }
    std::size_t bytes() const
    {
        return way_navigator_bytes(get());
    }

  private:
    static way_navigator_config described(const space &ground, const char *algorithm,
                                          const way_job *job, way_problem &problem)
    {
        way_navigator_config config{};
        config.space = ground.get();
        config.algorithm = algorithm;
        config.job = job;
        config.problem = &problem;
        return config;
    }
    way_status prepare(const space &ground, const char *algorithm, const way_job *job,
                       way_problem &problem)
    {
        const way_navigator_config config = described(ground, algorithm, job, problem);
        return take([&](way_navigator **made) { return way_navigator_create(&config, made); });
    }
};

/// One trip at a time. Borrows the navigator.
class agent : public detail::owner<way_agent, way_agent_destroy>
{
  public:
    agent() = default;
    explicit agent(const navigator &plan, way_store store = WAY_STORE_AUTO)
    {
        way_agent_config config{};
        config.navigator = plan.get();
        config.store = store;
        space_ = way_navigator_space(plan.get());
        detail::check(take([&](way_agent **made) { return way_agent_create(&config, made); }));
    }

    way_status try_begin(const way_trip &trip)
    {
        return way_agent_begin(get(), &trip);
    }
    void begin(const way_trip &trip)
    {
        detail::check(try_begin(trip), [&] {
            return detail::first(
                {space::outside(space_, trip.start), space::outside(space_, trip.goal)});
        });
    }
    void begin(way_state start, way_state goal)
    {
        way_trip trip{};
        trip.start = start;
        trip.goal = goal;
        begin(trip);
    }
    way_outcome step(uint32_t budget)
    {
        return way_agent_step(get(), budget);
    }
    way_outcome run()
    {
        return way_agent_run(get());
    }
    void advance(uint32_t moves)
    {
        const way_status status = way_agent_advance(get(), moves);
        detail::check(status, detail::begin_one(status));
    }
    void cancel()
    {
        way_agent_cancel(get());
    }
    /// Gives the trip another goal.
    void retarget(way_state goal)
    {
        const way_status status = way_agent_retarget(get(), goal);
        detail::check(status, [&] {
            return detail::first({space::outside(space_, goal), detail::begin_one(status)});
        });
    }
    /// Tells an incremental search of states that changed.
    void notify(states changed)
    {
        const uint32_t count = static_cast<uint32_t>(changed.size());
        const way_status status = way_agent_notify(get(), changed.data(), count);
        detail::check(status, [&] {
            std::string fault;
            for (way_state state : changed) {
                fault = detail::first({fault, space::outside(space_, state)});
            }
            return fault.empty() ? detail::begin_one(status) : fault;
        });
    }
    /// How many moves ahead an incremental search lays out its path; 0 = all the way.
    void set_horizon(uint32_t moves)
    {
        way_agent_set_horizon(get(), moves);
    }
    /// What it takes to go on with the trip, which `resume` takes.
    std::vector<uint8_t> park() const
    {
        std::vector<uint8_t> parked(65536);
        std::size_t size = 0;
        detail::check(way_agent_park(get(), parked.data(), parked.size(), &size),
                      "no trip to park, or in the middle of a look-ahead");
        parked.resize(size);
        return parked;
    }
    void resume(const std::vector<uint8_t> &parked)
    {
        detail::check(way_agent_resume(get(), parked.data(), parked.size()));
    }
    /// What trips from each of some states to each of others cost, row by row; WAY_COST_MAX where
    /// there is no way.
    std::vector<way_cost> distances(states from, states to)
    {
        std::vector<way_cost> costs(from.size() * to.size());
        const way_distances question = {from.data(), static_cast<uint32_t>(from.size()), to.data(),
                                        static_cast<uint32_t>(to.size())};
        detail::check(way_agent_distances(get(), &question, costs.data()), [&] {
            std::string fault = from.empty() || to.empty() ? "there are no states" : "";
            for (states side : {from, to}) {
                for (way_state state : side) {
                    fault = detail::first({fault, space::outside(space_, state)});
                }
            }
            return fault;
        });
        return costs;
    }

    /// Where it is: its start, or where `advance` took it.
    way_state position() const
    {
        return way_agent_position(get());
    }
    /// The goal in force: the one asked for, its replacement, or the one that was reached.
    way_state goal() const
    {
        return way_agent_goal(get());
    }
    /// The path costs at most this many thousandths of the best; UINT32_MAX if nothing is proven.
    uint32_t bound_thousandths() const
    {
        return way_agent_bound_thousandths(get());
    }
    /// Whether the path is still legal, from a move on.
    bool holds(uint32_t from = 0) const
    {
        return way_agent_path_holds(get(), from);
    }
    way_outcome outcome() const
    {
        return way_agent_outcome(get());
    }
    way_cost cost() const
    {
        return way_agent_cost(get());
    }
    way_stats stats() const
    {
        return way_agent_stats(get());
    }
    /// The moves committed so far, start first. Good until the next call on the agent.
    states path() const
    {
        uint32_t count = 0;
        const way_state *data = way_agent_path(get(), &count);
        return {data, count};
    }

  private:
    const way_space *space_ = nullptr; ///< of the navigator
};

/// Costs to (or from) many states at once. Borrows the space.
class field : public detail::owner<way_field, way_field_destroy>
{
  public:
    field() = default;
    explicit field(const space &ground, bool backward = true)
    {
        way_field_config config{};
        config.space = ground.get();
        space_ = config.space;
        config.backward = backward;
        detail::check(take([&](way_field **made) { return way_field_create(&config, made); }));
    }

    void begin(std::initializer_list<way_state> sources, way_cost limit = WAY_COST_MAX)
    {
        begin(waymark::states(sources.begin(), sources.size()), limit);
    }
    void begin(waymark::states sources, way_cost limit = WAY_COST_MAX)
    {
        const uint32_t count = static_cast<uint32_t>(sources.size());
        detail::check(way_field_begin(get(), sources.data(), count, limit), [&] {
            std::string fault = count ? "" : "there are no goals";
            for (uint32_t i = 0; i < count && fault.empty(); i++) {
                fault = space::outside(space_, sources[i]);
            }
            return fault;
        });
    }
    /// The settled states, cheapest first. Good until the next begin.
    waymark::states states() const
    {
        uint32_t count = 0;
        const way_state *data = way_field_states(get(), &count);
        return {data, count};
    }
    way_outcome step(uint32_t budget)
    {
        return way_field_step(get(), budget);
    }
    way_outcome run()
    {
        return way_field_run(get());
    }
    way_cost cost(way_state state) const
    {
        return way_field_cost(get(), state);
    }
    /// Of as many states as fit, from 0 on; WAY_COST_MAX where there is no way.
    void costs(std::vector<way_cost> &into) const
    {
        way_field_costs(get(), into.data(), static_cast<uint32_t>(into.size()));
    }
    way_state next(way_state state) const
    {
        return way_field_next(get(), state);
    }

  private:
    const way_space *space_ = nullptr;
};

/// A path that owns its cells.
class path
{
  public:
    path() = default;
    explicit path(way_path &&owned) : path_(owned)
    {
    }
    path(path &&other) noexcept : path_(std::exchange(other.path_, way_path{}))
    {
    }
    path &operator=(path &&other) noexcept
    {
        std::swap(path_, other.path_);
        return *this;
    }
    ~path()
    {
        way_path_free(&path_);
    }

    explicit operator bool() const noexcept
    {
        return path_.outcome == WAY_OUTCOME_FOUND;
    }
    way_outcome outcome() const noexcept
    {
        return path_.outcome;
    }
    way_cost cost() const noexcept
    {
        return path_.cost;
    }
    const way_stats &stats() const noexcept
    {
        return path_.stats;
    }
    const way_state *data() const noexcept
    {
        return path_.states;
    }
    std::size_t size() const noexcept
    {
        return path_.count;
    }
    const way_state *begin() const noexcept
    {
        return path_.states;
    }
    const way_state *end() const noexcept
    {
        return path_.states + path_.count;
    }
    way_state operator[](std::size_t index) const noexcept
    {
        return path_.states[index];
    }

  private:
    way_path path_{};
};

namespace detail
{
/// Why there is no navigator of an algorithm.
inline std::string refusal(const space &ground, const char *algorithm)
{
    return navigator::make(ground, algorithm).problem();
}
} // namespace detail

/// One trip, prepared from scratch: keep a navigator and an agent for more than one.
inline path find(const map &ground, way_cell start, way_cell goal, const char *algorithm = "auto")
{
    way_path found{};
    detail::check(way_find(ground.get(), algorithm, start, goal, &found), [&] {
        const std::string fault = detail::first(
            {detail::no_cell(ground.get(), start), detail::no_cell(ground.get(), goal)});
        return fault.empty() ? detail::refusal(space::made_for(ground, algorithm), algorithm)
                             : fault;
    });
    return path(std::move(found));
}

/// The same in any space: for units of another profile, with penalties.
inline path find(const space &ground, way_state start, way_state goal,
                 const char *algorithm = "auto")
{
    way_path found{};
    detail::check(way_find_in(ground.get(), algorithm, start, goal, &found), [&] {
        const std::string fault = detail::first(
            {space::outside(ground.get(), start), space::outside(ground.get(), goal)});
        return fault.empty() ? detail::refusal(ground, algorithm) : fault;
    });
    return path(std::move(found));
}

/// The registry, for range-based loops.
class algorithms
{
  public:
    class iterator
    {
      public:
        explicit iterator(uint32_t index) : index_(index)
        {
        }
        const way_algorithm &operator*() const
        {
            return *way_algorithm_at(index_);
        }
        iterator &operator++()
        {
            ++index_;
            return *this;
        }
        bool operator!=(const iterator &other) const
        {
            return index_ != other.index_;
        }

      private:
        uint32_t index_;
    };
    iterator begin() const
    {
        return iterator(0);
    }
    iterator end() const
    {
        return iterator(way_algorithm_count());
    }
};

} // namespace waymark
