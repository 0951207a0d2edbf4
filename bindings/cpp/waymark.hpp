// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// waymark for C++17: handles that clean up after themselves, views instead of pointers and counts,
// and a choice between exceptions and results. Header only; every call is the C call.
//
//     waymark::map map(64, 64);
//     map.edit({{20, 0, 1, 40, 0}});
//     waymark::path path = waymark::find(map, map.cell(2, 2), map.cell(60, 60), "jps");
//     for (way_cell cell : path) { walk_to(cell); }
//
// Constructors and `value()` throw waymark::error. Without exceptions, or where a failure is
// nothing special, take the `make` functions, which return a result:
//
//     auto plan = waymark::navigator::make(space, "dba");
//     if (!plan) { return plan.status(); }
//     waymark::agent unit(*plan);
#pragma once

#include <waymark/waymark.h>

#include <cstdlib>
#include <initializer_list>
#include <memory>
#include <string>
#include <utility>

#if defined(__cpp_exceptions)
#include <stdexcept>
#endif

namespace waymark
{

#if defined(__cpp_exceptions)
/// What constructors and result::value throw.
class error : public std::runtime_error
{
  public:
    error(way_status status, const std::string &what) : std::runtime_error(what), status_(status)
    {
    }
    way_status status() const noexcept
    {
        return status_;
    }

  private:
    way_status status_;
};
#endif

namespace detail
{

[[noreturn]] inline void fail(way_status status, const way_problem *problem = nullptr)
{
#if defined(__cpp_exceptions)
    std::string what = way_status_text(status);
    if (problem && problem->text[0]) {
        what += std::string(": ") + problem->text;
    }
    throw error(status, what);
#else
    (void)status;
    (void)problem;
    std::abort();
#endif
}

inline void check(way_status status, const way_problem *problem = nullptr)
{
    if (status != WAY_STATUS_OK) {
        fail(status, problem);
    }
}

/// A pointer with the C function that takes it back.
template <typename T, void (*destroy)(T *)> struct closer {
    void operator()(T *pointer) const noexcept
    {
        destroy(pointer);
    }
};
template <typename T, void (*destroy)(T *)> using handle = std::unique_ptr<T, closer<T, destroy>>;

} // namespace detail

/// A value, or the status that says why there is none.
template <typename T> class result
{
  public:
    result(T value) : value_(std::move(value)), status_(WAY_STATUS_OK)
    {
    }
    result(way_status status, const way_problem &problem = {}) : status_(status), problem_(problem)
    {
    }

    explicit operator bool() const noexcept
    {
        return status_ == WAY_STATUS_OK;
    }
    way_status status() const noexcept
    {
        return status_;
    }
    /// What was wrong, in words; "" if nothing.
    const char *problem() const noexcept
    {
        return problem_.text;
    }
    /// The value; throws, or aborts where there are no exceptions.
    T &value()
    {
        detail::check(status_, &problem_);
        return value_;
    }
    T &operator*() noexcept
    {
        return value_;
    }
    T *operator->() noexcept
    {
        return &value_;
    }

  private:
    T value_{};
    way_status status_;
    way_problem problem_{};
};

/// States in somebody else's memory; a std::span takes it.
class states
{
  public:
    states() = default;
    states(const way_state *data, std::size_t size) : data_(data), size_(size)
    {
    }
    const way_state *data() const noexcept
    {
        return data_;
    }
    std::size_t size() const noexcept
    {
        return size_;
    }
    bool empty() const noexcept
    {
        return size_ == 0;
    }
    const way_state *begin() const noexcept
    {
        return data_;
    }
    const way_state *end() const noexcept
    {
        return data_ + size_;
    }
    way_state operator[](std::size_t index) const noexcept
    {
        return data_[index];
    }

  private:
    const way_state *data_ = nullptr;
    std::size_t size_ = 0;
};

/// A map that can change.
class map
{
  public:
    map() = default;
    explicit map(const way_map_config &config)
    {
        detail::check(open(config));
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
        return way_map_edit(get(), edits, static_cast<uint32_t>(count));
    }
    void edit(std::initializer_list<way_edit> edits)
    {
        detail::check(try_edit(edits.begin(), edits.size()));
    }
    void add_unit_size(uint32_t size)
    {
        detail::check(way_map_add_unit_size(get(), size));
    }
    uint32_t add_profile(const way_profile &profile)
    {
        uint32_t number = 0;
        detail::check(way_map_add_profile(get(), &profile, &number));
        return number;
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
        return way_map_weight(get(), cell);
    }
    bool is_passable(way_cell cell) const
    {
        return way_map_is_passable(get(), cell);
    }
    bool is_reachable(way_cell from, way_cell to, uint32_t profile = 1) const
    {
        return way_map_is_reachable(get(), from, to, profile);
    }
    way_cell nearest_reachable(way_cell from, way_cell goal, uint32_t profile = 1) const
    {
        return way_map_nearest_reachable(get(), from, goal, profile);
    }
    way_map *get() const noexcept
    {
        return handle_.get();
    }

  private:
    way_status open(const way_map_config &config)
    {
        way_map *made = nullptr;
        const way_status status = way_map_create(&config, &made);
        handle_.reset(made);
        return status;
    }
    detail::handle<way_map, way_map_destroy> handle_;
};

/// What a search walks on. Borrows the map.
class space
{
  public:
    space() = default;
    explicit space(const map &ground, uint32_t profile = 1)
    {
        way_space *made = nullptr;
        detail::check(way_space_create_grid(ground.get(), profile, nullptr, &made));
        handle_.reset(made);
    }
    /// Takes over any other space, such as one of way_space_create_graph.
    explicit space(way_space *owned) : handle_(owned)
    {
    }
    way_space *get() const noexcept
    {
        return handle_.get();
    }

  private:
    detail::handle<way_space, way_space_destroy> handle_;
};

/// An algorithm prepared for a space. Borrows the space.
class navigator
{
  public:
    navigator() = default;
    explicit navigator(const space &ground, const char *algorithm = "astar",
                       const way_job *job = nullptr)
    {
        way_problem problem{};
        detail::check(open(ground, algorithm, job, problem), &problem);
    }

    static result<navigator> make(const space &ground, const char *algorithm = "astar",
                                  const way_job *job = nullptr)
    {
        navigator made;
        way_problem problem{};
        const way_status status = made.open(ground, algorithm, job, problem);
        return status ? result<navigator>(status, problem) : result<navigator>(std::move(made));
    }

    /// Brings the database up to date with edits; true when it is.
    bool repair(uint32_t budget)
    {
        bool done = false;
        detail::check(way_navigator_repair(get(), budget, &done));
        return done;
    }
    const way_algorithm &algorithm() const
    {
        return *way_navigator_algorithm(get());
    }
    std::size_t bytes() const
    {
        return way_navigator_bytes(get());
    }
    way_navigator *get() const noexcept
    {
        return handle_.get();
    }

  private:
    way_status open(const space &ground, const char *algorithm, const way_job *job,
                    way_problem &problem)
    {
        way_navigator_config config{};
        config.space = ground.get();
        config.algorithm = algorithm;
        config.job = job;
        config.problem = &problem;
        way_navigator *made = nullptr;
        const way_status status = way_navigator_create(&config, &made);
        handle_.reset(made);
        return status;
    }
    detail::handle<way_navigator, way_navigator_destroy> handle_;
};

/// One trip at a time. Borrows the navigator.
class agent
{
  public:
    agent() = default;
    explicit agent(const navigator &plan, way_store store = WAY_STORE_AUTO)
    {
        way_agent_config config{};
        config.navigator = plan.get();
        config.store = store;
        way_agent *made = nullptr;
        detail::check(way_agent_create(&config, &made));
        handle_.reset(made);
    }

    way_status try_begin(const way_trip &trip)
    {
        return way_agent_begin(get(), &trip);
    }
    void begin(const way_trip &trip)
    {
        detail::check(try_begin(trip));
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
        detail::check(way_agent_advance(get(), moves));
    }
    void cancel()
    {
        way_agent_cancel(get());
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
    way_agent *get() const noexcept
    {
        return handle_.get();
    }

  private:
    detail::handle<way_agent, way_agent_destroy> handle_;
};

/// Costs to (or from) many states at once. Borrows the space.
class field
{
  public:
    field() = default;
    explicit field(const space &ground, bool backward = true)
    {
        way_field_config config{};
        config.space = ground.get();
        config.backward = backward;
        way_field *made = nullptr;
        detail::check(way_field_create(&config, &made));
        handle_.reset(made);
    }

    void begin(std::initializer_list<way_state> sources, way_cost limit = WAY_COST_MAX)
    {
        detail::check(
            way_field_begin(get(), sources.begin(), static_cast<uint32_t>(sources.size()), limit));
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
    way_state next(way_state state) const
    {
        return way_field_next(get(), state);
    }
    way_field *get() const noexcept
    {
        return handle_.get();
    }

  private:
    detail::handle<way_field, way_field_destroy> handle_;
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
        return path_.outcome == WAY_OUTCOME_ARRIVED;
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

/// One trip, prepared from scratch: keep a navigator and an agent for more than one.
inline path find(const map &ground, way_cell start, way_cell goal, const char *algorithm = "astar")
{
    way_path found{};
    detail::check(way_find(ground.get(), algorithm, start, goal, &found));
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
