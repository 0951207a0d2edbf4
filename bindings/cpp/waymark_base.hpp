// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// What waymark.hpp and waymark_world.hpp stand on: errors, results, owners, views.
#pragma once

#include <waymark/all.h>

#include <cstdlib>
#include <initializer_list>
#include <memory>
#include <string>
#include <utility>
#include <vector>

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

/// That a call came out of order says nothing to those who are told why.
[[noreturn]] inline void fail(way_status status, const std::string &more = "")
{
#if defined(__cpp_exceptions)
    const std::string what = way_status_text(status);
    throw error(status, more.empty()                       ? what
                        : status == WAY_STATUS_WRONG_STATE ? more
                                                           : what + ": " + more);
#else
    (void)status;
    (void)more;
    std::abort();
#endif
}

inline void check(way_status status, const char *more = "")
{
    if (status != WAY_STATUS_OK) {
        fail(status, more);
    }
}

/// Asks `why` what is wrong only if something is.
template <typename Why>
auto check(way_status status, Why why) -> decltype(std::string(why()), void())
{
    if (status != WAY_STATUS_OK) {
        fail(status, why());
    }
}

/// What is wrong with a number, with its range; "" if nothing is.
inline std::string beyond(const char *what, int64_t low, int64_t high, int64_t value)
{
    return value >= low && value <= high
               ? ""
               : std::string(what) + " is from " + std::to_string(low) + " to " +
                     std::to_string(high) + ", not " + std::to_string(value);
}

/// The first that is wrong of several; "" if none is.
inline std::string first(std::initializer_list<std::string> faults)
{
    for (const std::string &fault : faults) {
        if (!fault.empty()) {
            return fault;
        }
    }
    return "";
}

/// What to do where a call goes on with a trip that there isn't.
inline const char *begin_one(way_status status)
{
    return status == WAY_STATUS_WRONG_STATE ? "there is no trip to go on with; begin one" : "";
}

/// What is wrong with a cell, a profile, edits or links of a map; "" if nothing is.
inline std::string no_cell(const way_map *map, way_cell cell)
{
    return beyond("a cell", 0, int64_t{way_map_width(map)} * way_map_height(map) - 1, cell);
}

inline std::string no_profile(const way_map *map, uint32_t profile)
{
    way_profile found{};
    return profile == 1 || way_map_profile(map, profile, &found)
               ? ""
               : "no profile " + std::to_string(profile);
}

inline std::string no_edit(const way_map *map, std::initializer_list<way_edit> edits)
{
    const int64_t width = way_map_width(map), height = way_map_height(map);
    std::string fault;
    for (const way_edit &edit : edits) {
        fault = first({fault, beyond("x", 0, width - 1, edit.x), beyond("y", 0, height - 1, edit.y),
                       beyond("a width", 1, width - edit.x, edit.width),
                       beyond("a height", 1, height - edit.y, edit.height)});
    }
    return fault;
}

inline std::string no_link(const way_map *map, std::initializer_list<way_map_link> links)
{
    std::string fault;
    for (const way_map_link &link : links) {
        fault = first({fault, no_cell(map, link.from), no_cell(map, link.to),
                       beyond("the cost of a link", 1, 1 << 22, link.cost),
                       link.profile ? no_profile(map, link.profile) : ""});
    }
    return fault.empty() && links.size() ? "a link from " + std::to_string(links.begin()->from) +
                                               " to " + std::to_string(links.begin()->to)
                                         : fault;
}

/// What is wrong with the rules of a map; with what a world is made of.
inline std::string no_rules(const way_map_config &config)
{
    const way_cost_model costs = config.costs;
    const bool eight = config.neighbours == WAY_NEIGHBOURS_8 || !config.neighbours;
    const bool some = eight || config.neighbours == 4 || config.neighbours == 6;
    return first(
        {some ? "" : "neighbours are 4, 6 or 8, not " + std::to_string(config.neighbours),
         beyond("the rule for corners", 0, WAY_CORNERS_ANY, config.corners),
         beyond("the cost of a straight step", costs.diagonal ? 1 : 0, 4096, costs.cardinal),
         !costs.cardinal ? ""
                         : beyond("the cost of a diagonal step", eight ? costs.cardinal : 0,
                                  2 * costs.cardinal, costs.diagonal)});
}

inline std::string no_world(const way_world_config &config)
{
    std::string fault = first({beyond("units", 1, WAY_WORLD_UNITS_MAX, config.unit_capacity),
                               beyond("kinds", 1, WAY_WORLD_KINDS_MAX, config.kind_count),
                               beyond("teams", 0, WAY_WORLD_TEAMS_MAX, config.team_count),
                               beyond("frames per tick", 0, 64, config.frames_per_tick)});
    for (uint32_t i = 0; fault.empty() && config.kinds && i < config.kind_count; i++) {
        const way_world_kind &kind = config.kinds[i];
        fault = first({beyond("a size", 0, WAY_MAP_UNIT_MAX, kind.size),
                       beyond("a speed", 0, WAY_SPEED_FULL, kind.speed),
                       beyond("a turn", 0, 4096, kind.turn)});
    }
    for (uint32_t i = 0; fault.empty() && config.teams && i < config.team_count; i++) {
        fault = beyond("a sight", 0, 64, config.teams[i].sight_radius);
    }
    return first({fault, config.algorithm ? std::string("'") + config.algorithm + "'" : ""});
}

inline void check(way_status status, const way_problem *problem)
{
    check(status, problem ? problem->text : "");
}

/// A pointer with the C function that takes it back.
template <typename T, void (*destroy)(T *)> struct closer {
    void operator()(T *pointer) const noexcept
    {
        destroy(pointer);
    }
};

/// Has a pointer of the library's; can be moved, not copied.
template <typename T, void (*destroy)(T *)> class owner
{
  public:
    owner() = default;
    explicit owner(T *owned) : handle_(owned)
    {
    }
    T *get() const noexcept
    {
        return handle_.get();
    }

  protected:
    /// Takes what a call made, if it worked.
    template <typename Call> way_status take(Call call)
    {
        T *made = nullptr;
        const way_status status = call(&made);
        handle_.reset(made);
        return status;
    }

  private:
    std::unique_ptr<T, closer<T, destroy>> handle_;
};

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

} // namespace waymark
