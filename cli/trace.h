// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// A search, event by event, as a search trace of format 1.4.0: what the Posthoc visualiser opens.
// A file that ends in .json is JSON, any other YAML.
#pragma once

#include "cli/options.h"

#include <waymark/agent.h>

struct cli_source;

typedef struct cli_trace {
    FILE *stream;
    const char *path;
    const struct cli_source *source;
    bool json;
    bool any;           ///< whether there is an event already
    uint8_t *seen;      ///< a bit for each cell: opened before
    way_event expanded; ///< not closed yet; state WAY_STATE_NONE = none
    uint64_t lost;      ///< events that were overwritten before they could be written
} cli_trace;

/// Starts a file with the two ends of a trip. False, after a complaint, if it can't be written.
bool cli_trace_begin(cli_trace *trace, const char *path, const struct cli_source *source,
                     const way_trip *trip);

/// Adds an event of the search.
void cli_trace_add(cli_trace *trace, const way_event *event);

/// Adds the path, start first, and ends the file. False, after a complaint, if something failed.
bool cli_trace_end(cli_trace *trace, const way_cell *path, uint32_t count);
