// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Two answers of one search: where can this unit go, and which way does everybody run?
#include <waymark/field.h>

#include <stdio.h>

#define WIDTH 24u
#define HEIGHT 10u

/// Draws the map; cells of the field show what `letter` makes of them.
static void draw(const way_map *map, const way_field *field,
                 char (*letter)(const way_field *, way_cell))
{
    for (way_cell cell = 0; cell < WIDTH * HEIGHT; cell++) {
        const bool known = way_field_cost(field, cell) != WAY_COST_MAX;
        putchar(!way_map_is_passable(map, cell) ? '#' : known ? letter(field, cell) : '.');
        if (cell % WIDTH == WIDTH - 1) {
            putchar('\n');
        }
    }
    putchar('\n');
}

/// Steps from the unit, as a digit.
static char range_letter(const way_field *field, way_cell cell)
{
    return (char)('0' + way_field_cost(field, cell));
}

/// The direction of the next step.
static char flow_letter(const way_field *field, way_cell cell)
{
    const way_cell next = way_field_next(field, cell);
    return next == WAY_STATE_NONE ? '*'
           : next == cell + 1     ? '>'
           : next + 1 == cell     ? '<'
           : next > cell          ? 'v'
                                  : '^';
}

static way_status show(const way_map *map, way_space *space, bool backward, way_cost limit)
{
    way_field *field = NULL;
    const way_cell source = way_map_cell(map, 5, 5);
    const way_field_config config = {.space = space, .backward = backward};
    way_status status = way_field_create(&config, &field);
    status = status ? status : way_field_begin(field, &source, 1, limit);
    if (!status) {
        // A field can be sliced like a trip: way_field_step(field, budget).
        uint32_t count = 0;
        const way_outcome outcome = way_field_run(field);
        way_field_states(field, &count);
        printf("%s: %s, %u cells\n", backward ? "flow field" : "movement range",
               way_outcome_text(outcome), count);
        draw(map, field, backward ? flow_letter : range_letter);
    }
    way_field_destroy(field);
    return status;
}

int main(void)
{
    way_map_config config = way_map_config_default(WIDTH, HEIGHT);
    config.neighbours = WAY_NEIGHBOURS_4; // steps cost 1
    const way_edit walls[] = {{.x = 8, .y = 0, .width = 1, .height = 8},
                              {.x = 14, .y = 3, .width = 1, .height = 7}};
    way_map *map = NULL;
    way_space *space = NULL;
    way_status status = way_map_create(&config, &map);
    status = status ? status : way_map_edit(map, walls, 2);
    status = status ? status : way_space_create_grid(map, 1, NULL, &space);
    status = status ? status : show(map, space, false, 6);
    status = status ? status : show(map, space, true, WAY_COST_MAX);
    way_space_destroy(space);
    way_map_destroy(map);
    if (status) {
        fprintf(stderr, "%s\n", way_status_text(status));
    }
    return status ? 1 : 0;
}
