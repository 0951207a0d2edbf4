// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// A world of units for C++17: give orders, call one function per frame, draw.
//
//     waymark::world world(map, 1000);
//     way_unit unit = world.add(map.cell(2, 2));
//     world.order({unit}, waymark::go(map.cell(60, 60)));
//     for (;;) {
//         world.frame(8000);
//         world.each([](const way_unit_view &view) { draw(view); });
//     }
#pragma once

#include "waymark.hpp"

#include <optional>

namespace waymark
{

/// An order to stand on a cell, or as near as can be.
inline way_order go(way_cell cell)
{
    way_order order{};
    order.kind = WAY_ORDER_GO;
    order.cell = cell;
    return order;
}

/// Units that plan and move together. Borrows the map, which only `edit` may change meanwhile.
class world : public detail::owner<way_world, way_world_destroy>
{
  public:
    world() = default;
    /// With the kinds, teams and rules of a configuration, but for its map.
    world(const map &ground, const way_world_config &config)
    {
        enter(ground, config);
    }
    /// One kind of unit of one cell, one team that sees everything.
    world(const map &ground, uint32_t unit_capacity)
    {
        way_world_kind kind{};
        kind.size = 1;
        way_world_config config{};
        config.kinds = &kind;
        config.kind_count = 1;
        config.unit_capacity = unit_capacity;
        enter(ground, config);
    }
    /// Takes over a world that the library made.
    explicit world(way_world *owned) : owner(owned)
    {
    }
    static result<world> make(const map &ground, const way_world_config &config)
    {
        world made;
        const way_status status = made.open(ground, config);
        return status ? result<world>(status) : result<world>(std::move(made));
    }

    way_status try_add(const way_unit_config &config, way_unit &unit)
    {
        return way_world_add(get(), &config, &unit);
    }
    way_unit add(way_cell cell, uint32_t kind = 0, uint32_t team = 0)
    {
        way_unit unit = WAY_UNIT_NONE;
        const way_status status = try_add({cell, kind, team}, unit);
        detail::check(status, [&] { return hindrance(status, {cell, kind, team}); });
        return unit;
    }
    void remove(way_unit unit)
    {
        detail::check(way_world_remove(get(), unit), [&] { return missing(&unit, 1); });
    }
    void order(const way_unit *units, std::size_t count, const way_order &order)
    {
        detail::check(way_world_order(get(), units, static_cast<uint32_t>(count), &order),
                      [&] { return fault(units, count, order); });
    }
    void order(std::initializer_list<way_unit> units, const way_order &order)
    {
        this->order(units.begin(), units.size(), order);
    }
    void edit(std::initializer_list<way_edit> edits)
    {
        detail::check(way_world_edit(get(), edits.begin(), static_cast<uint32_t>(edits.size())),
                      [&] { return detail::no_edit(way_world_map(get()), edits); });
    }
    /// With a capacity at most so many units are on these links at once (lifts).
    void add_links(std::initializer_list<way_map_link> links, uint32_t capacity = 0)
    {
        const uint32_t count = static_cast<uint32_t>(links.size());
        detail::check(way_world_add_links(get(), links.begin(), count, capacity), [&] {
            return detail::first({detail::beyond("a capacity", 0, WAY_WORLD_LIFT_MAX, capacity),
                                  detail::no_link(way_world_map(get()), links)});
        });
    }
    void remove_links(std::initializer_list<way_map_link> links)
    {
        const uint32_t count = static_cast<uint32_t>(links.size());
        detail::check(way_world_remove_links(get(), links.begin(), count),
                      [&] { return detail::no_link(way_world_map(get()), links); });
    }
    /// Whether a team has ever seen a cell.
    bool knows(uint32_t team, way_cell cell) const
    {
        return way_world_team_knows(get(), team, cell);
    }
    void frame(uint32_t budget)
    {
        detail::check(way_world_frame(get(), budget));
    }

    /// Nothing if the unit is gone.
    std::optional<way_unit_view> unit(way_unit unit) const
    {
        way_unit_view view{};
        return way_world_unit(get(), unit, &view) ? std::optional<way_unit_view>(view)
                                                  : std::nullopt;
    }
    /// Calls `see` with the view of every unit.
    template <typename See> void each(See see) const
    {
        for (uint32_t place = 0; place < way_world_slot_count(get()); place++) {
            way_unit_view view{};
            if (way_world_unit(get(), way_world_unit_in_slot(get(), place), &view)) {
                see(static_cast<const way_unit_view &>(view));
            }
        }
    }
    uint32_t size() const
    {
        return way_world_unit_count(get());
    }
    way_unit on(way_cell cell) const
    {
        return way_world_unit_on(get(), cell);
    }
    /// The oldest event that nobody has taken yet.
    std::optional<way_world_event> next_event()
    {
        way_world_event event{};
        return way_world_event_next(get(), &event) ? std::optional<way_world_event>(event)
                                                   : std::nullopt;
    }
    way_world_stats statistics() const
    {
        return way_world_statistics(get());
    }
    /// The same on every machine that made the same calls.
    uint64_t hash() const
    {
        return way_world_hash(get());
    }

  private:
    way_status open(const map &ground, way_world_config config)
    {
        config.map = ground.get();
        if (!ground.world_.expired()) {
            return WAY_STATUS_WRONG_STATE;
        }
        const way_status status =
            take([&](way_world **made) { return way_world_create(&config, made); });
        if (status == WAY_STATUS_OK) {
            ground.world_ = here_;
        }
        return status;
    }
    void enter(const map &ground, const way_world_config &config)
    {
        detail::check(open(ground, config), [&] {
            return detail::first({ground.world_.expired() ? "" : "there is one world to a map",
                                  detail::no_world(config)});
        });
    }
    /// Which of some units there isn't; "" if all are there.
    std::string missing(const way_unit *units, std::size_t count) const
    {
        std::size_t at = 0;
        for (; at < count && unit(units[at]); at++) {
        }
        return at < count ? "no unit " + std::to_string(units[at]) : "";
    }
    /// Why an order can't be given.
    std::string fault(const way_unit *units, std::size_t count, const way_order &order) const
    {
        std::string cells;
        if (order.kind == WAY_ORDER_ANY) {
            cells = detail::beyond("a number of cells", 1, WAY_ORDER_CELLS_MAX, order.cell_count);
            for (uint32_t k = 0; cells.empty() && order.cells && k < order.cell_count; k++) {
                cells = detail::no_cell(way_world_map(get()), order.cells[k]);
            }
        }
        return detail::first({detail::beyond("the kind of an order", 0, WAY_ORDER_FLEE, order.kind),
                              missing(units, count), order.target ? missing(&order.target, 1) : "",
                              cells, detail::no_cell(way_world_map(get()), order.cell),
                              order.kind == WAY_ORDER_FOLLOW && !order.target
                                  ? "an order to follow needs a target"
                                  : ""});
    }
    /// Why no unit can be put on a cell.
    std::string hindrance(way_status status, const way_unit_config &unit) const
    {
        const auto number = [](const char *what, uint64_t value) {
            return what + std::to_string(value);
        };
        const way_map *map = way_world_map(get());
        const uint32_t profile = way_world_kind_profile(get(), unit.kind);
        return detail::first(
            {detail::no_cell(map, unit.cell), profile ? "" : number("no kind ", unit.kind),
             status == WAY_STATUS_OUT_OF_RANGE ? number("no team ", unit.team) : "",
             status == WAY_STATUS_TOO_LARGE ? number("all units are there: ", size()) : "",
             way_map_weight(map, unit.cell, profile)
                 ? ""
                 : number("a wall is in the way on cell ", unit.cell),
             on(unit.cell) ? number("unit ", on(unit.cell)) + number(" stands on cell ", unit.cell)
                           : "another unit is in the way"});
    }

    std::shared_ptr<const char> here_ = std::make_shared<const char>('w'); ///< as long as it lives
};

} // namespace waymark
