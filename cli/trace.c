// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "cli/trace.h"

#include "cli/ground.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const char trace_head_json[] =
    "{\n  \"version\": \"1.4.0\",\n"
    "  \"views\": {\"main\": [{\"$\": \"rect\", \"x\": \"${{ $.x }}\", \"y\": \"${{ $.y }}\",\n"
    "    \"width\": 1, \"height\": 1, \"fill\": \"${{ color[$.type] }}\"}]},\n"
    "  \"pivot\": {\"x\": \"${{ $.x + 0.5 }}\", \"y\": \"${{ $.y + 0.5 }}\", \"scale\": 1},\n"
    "  \"events\": [";

static const char trace_head_yaml[] = "version: 1.4.0\n\nviews:\n  main:\n    - $: rect\n"
                                      "      x: ${{ $.x }}\n      y: ${{ $.y }}\n"
                                      "      width: 1\n      height: 1\n"
                                      "      fill: ${{ color[$.type] }}\n\npivot:\n"
                                      "  x: ${{ $.x + 0.5 }}\n  y: ${{ $.y + 0.5 }}\n"
                                      "  scale: 1\n\nevents:";

static void trace_write(cli_trace *trace, const char *type, const way_event *event)
{
    uint32_t x = 0;
    uint32_t y = 0;
    char parent[16] = "null";
    uint32_t floor = 0;
    (void)way_floors_position(trace->source->map, &trace->source->floors, event->state, &floor, &x,
                              &y);
    x += floor * (way_map_width(trace->source->map) + 1); // floors stand side by side
    if (event->from != WAY_STATE_NONE) {
        (void)snprintf(parent, sizeof parent, "%u", event->from);
    }
    const char *separator = trace->json && trace->any ? ",\n    " : "\n    ";
    (void)fprintf(trace->stream,
                  trace->json ? "%s{\"type\": \"%s\", \"id\": %u, \"pId\": %s, \"x\": %u, "
                                "\"y\": %u, \"g\": %u, \"f\": %u}"
                              : "%.1s  - {type: %s, id: %u, pId: %s, x: %u, y: %u, g: %u, f: %u}",
                  separator, type, event->state, parent, x, y, event->g, event->f);
    trace->any = true;
}

bool cli_trace_begin(cli_trace *trace, const char *path, const struct cli_source *source,
                     const way_trip *trip)
{
    const way_map *map = source->map;
    const char *ending = strrchr(path, '.');
    *trace = (cli_trace){.path = path, .source = source, .expanded = {.state = WAY_STATE_NONE}};
    trace->seen = calloc((size_t)way_map_width(map) * way_map_height(map) / 8 + 1, 1);
    trace->json = ending && strcmp(ending, ".json") == 0;
    trace->stream = fopen(path, "w");
    if (!trace->stream) {
        cli_complain("%s: %s", path, strerror(errno));
        return false;
    }
    (void)fputs(trace->json ? trace_head_json : trace_head_yaml, trace->stream);
    trace_write(trace, "source", &(way_event){.state = trip->start, .from = WAY_STATE_NONE});
    trace_write(trace, "destination", &(way_event){.state = trip->goal, .from = WAY_STATE_NONE});
    return true;
}

// Whether a state is met for the first time.
static bool trace_opens(cli_trace *trace, way_state state)
{
    const uint8_t bit = (uint8_t)(1u << state % 8);
    const bool known = trace->seen && (trace->seen[state / 8] & bit);
    if (trace->seen) {
        trace->seen[state / 8] |= bit;
    }
    return !known;
}

// A state is closed when the next one is expanded, or at the end.
static void trace_shut(cli_trace *trace)
{
    if (trace->expanded.state != WAY_STATE_NONE) {
        trace_write(trace, "closing", &trace->expanded);
        trace->expanded.state = WAY_STATE_NONE;
    }
}

// In the words of the visualiser, which colours those it knows: a first way opens a state, a better
// one updates it, and what was expanded is closed.
void cli_trace_add(cli_trace *trace, const way_event *event)
{
    switch (event->kind) {
    case WAY_EVENT_EXPAND:
        trace_shut(trace);
        trace_write(trace, "expanding", event);
        trace->expanded = *event;
        break;
    case WAY_EVENT_GENERATE:
        trace_write(trace, trace_opens(trace, event->state) ? "opening" : "updating", event);
        break;
    case WAY_EVENT_REOPEN:
        (void)trace_opens(trace, event->state);
        trace_write(trace, "updating", event);
        break;
    case WAY_EVENT_MOVE:
        trace_write(trace, "moving", event);
        break;
    case WAY_EVENT_LEARN:
        trace_write(trace, "learning", event);
        break;
    }
}

bool cli_trace_end(cli_trace *trace, const way_cell *path, uint32_t count)
{
    way_cost g = 0;
    trace_shut(trace);
    free(trace->seen);
    trace->seen = NULL;
    for (uint32_t i = 0; i < count; i++) {
        const way_cell from = i ? path[i - 1] : WAY_STATE_NONE;
        g = i ? way_cost_add(g, cli_ground_step_cost(trace->source, from, path[i])) : 0;
        trace_write(trace, i + 1 < count ? "solution" : "end",
                    &(way_event){.state = path[i], .from = from, .g = g, .f = g});
    }
    (void)fputs(trace->json ? "\n  ]\n}\n" : "\n", trace->stream);
    const bool failed = ferror(trace->stream) != 0;
    if (fclose(trace->stream) != 0 || failed) {
        cli_complain("%s: %s", trace->path, strerror(errno));
        (void)remove(trace->path);
        return false;
    }
    if (trace->lost) {
        cli_complain("%s: the first %llu events of long steps are missing", trace->path,
                     (unsigned long long)trace->lost);
    }
    return true;
}
