// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Walks a path step by step with the oracle's own rules. The message is put together by hand: this
// library does no stdio.
#include "scenes/checker.h"

#include "scenes/rules.h"

#include <stdlib.h>
#include <string.h>

typedef struct checker_text {
    char *at;
    char *end; ///< where the terminating zero must fit
} checker_text;

static void checker_text_add(checker_text *text, const char *word)
{
    const size_t room = (size_t)(text->end - text->at);
    const size_t length = strlen(word) < room ? strlen(word) : room;
    memcpy(text->at, word, length);
    text->at += length;
    *text->at = '\0';
}

static void checker_text_add_number(checker_text *text, uint32_t number)
{
    char digits[11];
    char *at = digits + sizeof digits - 1;
    *at = '\0';
    do {
        *--at = (char)('0' + number % 10);
        number /= 10;
    } while (number > 0);
    checker_text_add(text, at);
}

static void checker_text_add_cell(checker_text *text, const way_map *map, way_cell cell)
{
    const uint32_t width = way_map_width(map);
    if (cell >= (uint64_t)width * way_map_height(map)) {
        checker_text_add(text, "cell ");
        checker_text_add_number(text, cell);
        return;
    }
    checker_text_add(text, "(");
    checker_text_add_number(text, cell % width);
    checker_text_add(text, ", ");
    checker_text_add_number(text, cell / width);
    checker_text_add(text, ")");
}

static checker_text checker_text_begin(checker_report *report)
{
    report->message[0] = '\0';
    return (checker_text){report->message, report->message + sizeof report->message - 1};
}

/// Says that one end of the path is not the right one.
static void checker_blame_end(const way_map *map, checker_fault fault, const checker_trip *trip,
                              checker_report *report)
{
    const bool at_start = fault == CHECKER_FAULT_START;
    report->fault = fault;
    report->index = at_start ? 0 : trip->count - 1;
    checker_text text = checker_text_begin(report);
    checker_text_add(&text, at_start ? "the path starts at " : "the path ends at ");
    checker_text_add_cell(&text, map, trip->cells[report->index]);
    checker_text_add(&text, ", not at ");
    checker_text_add_cell(&text, map, at_start ? trip->start : trip->goal);
}

static checker_fault checker_fault_of(oracle_verdict verdict)
{
    switch (verdict) {
    case ORACLE_LEGAL:
        return CHECKER_FAULT_NONE;
    case ORACLE_OUTSIDE:
        return CHECKER_FAULT_OUTSIDE;
    case ORACLE_APART:
        return CHECKER_FAULT_TELEPORT;
    case ORACLE_BLOCKED:
        return CHECKER_FAULT_BLOCKED;
    case ORACLE_CORNER:
        return CHECKER_FAULT_CORNER;
    }
    return CHECKER_FAULT_TELEPORT;
}

static const char *checker_fault_text(checker_fault fault)
{
    switch (fault) {
    case CHECKER_FAULT_OUTSIDE:
        return " leaves the map";
    case CHECKER_FAULT_BLOCKED:
        return " ends where the unit can't stand";
    case CHECKER_FAULT_CORNER:
        return " cuts a corner";
    default:
        return " is not between neighbours";
    }
}

/// Says that the step into cell `index` of the path is not legal.
static void checker_blame_step(const way_map *map, const checker_trip *trip, uint32_t index,
                               checker_report *report)
{
    report->index = index;
    checker_text text = checker_text_begin(report);
    checker_text_add(&text, "step ");
    checker_text_add_number(&text, index);
    checker_text_add(&text, " from ");
    checker_text_add_cell(&text, map, trip->cells[index - 1]);
    checker_text_add(&text, " to ");
    checker_text_add_cell(&text, map, trip->cells[index]);
    checker_text_add(&text, checker_fault_text(report->fault));
}

/// Adds up legal steps and returns how many cells of the path are sound.
static uint32_t checker_walk(const way_map *map, uint32_t size, const checker_trip *trip,
                             checker_report *report)
{
    const uint32_t lead = oracle_lead(map, trip->cells, trip->count, size);
    for (uint32_t i = 1; i < trip->count; i++) {
        const way_cell from = trip->cells[i - 1];
        const way_cell to = trip->cells[i];
        const way_cost plain = oracle_plain_cost(map, from, to);
        const bool deep = i <= lead;
        report->fault =
            deep ? CHECKER_FAULT_NONE : checker_fault_of(oracle_judge(map, from, to, size));
        if (report->fault != CHECKER_FAULT_NONE) {
            checker_blame_step(map, trip, i, report);
            return i;
        }
        // On the way out of a building ground counts as plain.
        report->cost =
            way_cost_add(report->cost, deep ? plain : oracle_step_cost(map, from, to, size));
        if (oracle_is_diagonal(map, from, to)) {
            report->diagonals++;
        } else {
            report->cardinals++;
        }
    }
    return trip->count;
}

static way_status checker_count_revisits(const way_map *map, const way_cell *cells, uint32_t count,
                                         uint32_t *revisits)
{
    const size_t cell_count = (size_t)way_map_width(map) * way_map_height(map);
    uint8_t *seen = calloc(cell_count / 8 + 1, 1);
    if (!seen) {
        return WAY_STATUS_NO_MEMORY;
    }
    for (uint32_t i = 0; i < count; i++) {
        const uint8_t bit = (uint8_t)(1u << (cells[i] & 7u));
        *revisits += (seen[cells[i] >> 3] & bit) != 0;
        seen[cells[i] >> 3] |= bit;
    }
    free(seen);
    return WAY_STATUS_OK;
}

way_status checker_check(const way_map *map, uint32_t size, const checker_trip *trip,
                         checker_report *out)
{
    if (size == 0) {
        return WAY_STATUS_OUT_OF_RANGE;
    }
    *out = (checker_report){.message = "ok"};
    if (trip->count == 0) {
        out->fault = CHECKER_FAULT_EMPTY;
        memcpy(out->message, "the path is empty", sizeof "the path is empty");
        return WAY_STATUS_OK;
    }
    if (trip->cells[0] != trip->start) {
        checker_blame_end(map, CHECKER_FAULT_START, trip, out);
        return WAY_STATUS_OK;
    }
    if (trip->start >= (uint64_t)way_map_width(map) * way_map_height(map)) {
        out->fault = CHECKER_FAULT_OUTSIDE;
        memcpy(out->message, "the start is not on the map", sizeof "the start is not on the map");
        return WAY_STATUS_OK;
    }
    const uint32_t sound = checker_walk(map, size, trip, out);
    if (sound == trip->count && trip->cells[sound - 1] != trip->goal) {
        checker_blame_end(map, CHECKER_FAULT_GOAL, trip, out);
    }
    out->length = checker_length(out->cardinals, out->diagonals);
    return checker_count_revisits(map, trip->cells, sound, &out->revisits);
}

double checker_length(uint32_t cardinals, uint32_t diagonals)
{
    return cardinals + diagonals * 1.41421356237309504880;
}
