// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// `waymark algos`: what the registry knows.
#include "cli/commands.h"
#include "cli/json.h"
#include "cli/table.h"
#include "cli/trip.h"

#include <string.h>

static const cli_option command_algos_options[] = {CLI_OPTION_JSON, {0}};

typedef struct command_algos_list {
    char text[256];
} command_algos_list;

// The texts of the bits that are set, with commas between.
static command_algos_list command_algos_bits(uint32_t bits, const char *(*text_of)(uint32_t))
{
    command_algos_list list = {""};
    size_t size = 0;
    for (uint32_t bit = 1; bit && size < sizeof list.text; bit <<= 1) {
        if (bits & bit) {
            size += (size_t)snprintf(list.text + size, sizeof list.text - size, "%s%s",
                                     size ? ", " : "", text_of(bit));
        }
    }
    return list;
}

static void command_algos_value(const way_param *param, int32_t value, char *text, size_t size)
{
    switch (param->type) {
    case WAY_PARAM_RATIO:
        (void)snprintf(text, size, "%g", value / 1000.0);
        break;
    case WAY_PARAM_CHOICE:
        (void)snprintf(text, size, "%s", param->choices[value]);
        break;
    case WAY_PARAM_SWITCH:
        (void)snprintf(text, size, "%s", value ? "on" : "off");
        break;
    default:
        (void)snprintf(text, size, "%d", value);
    }
}

static void command_algos_range(const way_param *param, char *text, size_t size)
{
    if (param->type == WAY_PARAM_SWITCH) {
        (void)snprintf(text, size, "on, off");
        return;
    }
    if (param->type != WAY_PARAM_CHOICE) {
        char least[32];
        char most[32];
        command_algos_value(param, param->min, least, sizeof least);
        command_algos_value(param, param->max, most, sizeof most);
        (void)snprintf(text, size, "%s to %s", least, most);
        return;
    }
    size_t used = 0;
    for (int32_t i = 0; i <= param->max && used < size; i++) {
        used +=
            (size_t)snprintf(text + used, size - used, "%s%s", i ? ", " : "", param->choices[i]);
    }
}

// One algorithm -----------------------------------------------------------------------------------

static cli_exit command_algos_show(const way_algorithm *algorithm)
{
    (void)printf("%s (%s)\n%s.\n\n", algorithm->title, algorithm->name, algorithm->summary);
    (void)printf("family     %s\n", algorithm->family);
    (void)printf("promises   %s\n", command_algos_bits(algorithm->traits, way_trait_text).text);
    const command_algos_list needs = command_algos_bits(algorithm->needs, way_need_text);
    (void)printf("needs      %s\n", needs.text[0] ? needs.text : "nothing special");
    (void)printf("reference  %s\n", algorithm->reference);
    if (algorithm->param_count == 0) {
        (void)puts("\nIt has no parameters.");
        return CLI_EXIT_OK;
    }
    (void)putchar('\n');
    cli_table table = cli_table_begin("<parameter <default <values <meaning");
    for (uint32_t i = 0; i < algorithm->param_count; i++) {
        const way_param *param = &algorithm->params[i];
        char preset[64];
        char range[256];
        command_algos_value(param, param->default_value, preset, sizeof preset);
        command_algos_range(param, range, sizeof range);
        cli_table_add(&table, "%s", param->name);
        cli_table_add(&table, "%s", preset);
        cli_table_add(&table, "%s", range);
        cli_table_add(&table, "%s", param->help);
    }
    return cli_table_end(&table, stdout) ? CLI_EXIT_OK : CLI_EXIT_SYSTEM;
}

// JSON --------------------------------------------------------------------------------------------

static void command_algos_json_bits(cli_json *json, const char *key, uint32_t bits,
                                    const char *(*text_of)(uint32_t))
{
    cli_json_open_inline(json, key, '[');
    for (uint32_t bit = 1; bit; bit <<= 1) {
        if (bits & bit) {
            cli_json_text(json, NULL, text_of(bit));
        }
    }
    cli_json_close(json);
}

static void command_algos_json_param(cli_json *json, const way_param *param)
{
    static const char *const types[] = {"integer", "ratio", "choice", "switch"};
    char text[64];
    cli_json_open_inline(json, NULL, '{');
    cli_json_text(json, "name", param->name);
    cli_json_text(json, "type", types[param->type]);
    cli_json_text(json, "help", param->help);
    command_algos_value(param, param->default_value, text, sizeof text);
    cli_json_text(json, "default", text);
    if (param->type == WAY_PARAM_CHOICE) {
        cli_json_open_inline(json, "choices", '[');
        for (int32_t i = 0; i <= param->max; i++) {
            cli_json_text(json, NULL, param->choices[i]);
        }
        cli_json_close(json);
    } else if (param->type != WAY_PARAM_SWITCH) {
        const double unit = param->type == WAY_PARAM_RATIO ? 1000 : 1;
        cli_json_decimal(json, "min", param->min / unit, unit > 1 ? 3 : 0);
        cli_json_decimal(json, "max", param->max / unit, unit > 1 ? 3 : 0);
    }
    cli_json_close(json);
}

static void command_algos_json(cli_json *json, const way_algorithm *algorithm)
{
    cli_json_open(json, NULL, '{');
    cli_json_text(json, "name", algorithm->name);
    cli_json_text(json, "title", algorithm->title);
    cli_json_text(json, "family", algorithm->family);
    cli_json_text(json, "summary", algorithm->summary);
    cli_json_text(json, "reference", algorithm->reference);
    command_algos_json_bits(json, "traits", algorithm->traits, way_trait_text);
    command_algos_json_bits(json, "needs", algorithm->needs, way_need_text);
    cli_json_open(json, "params", '[');
    for (uint32_t i = 0; i < algorithm->param_count; i++) {
        command_algos_json_param(json, &algorithm->params[i]);
    }
    cli_json_close(json);
    cli_json_close(json);
}

// All ---------------------------------------------------------------------------------------------

static cli_exit command_algos_list_all(void)
{
    cli_table table = cli_table_begin("<name <title <family <promises <needs");
    for (uint32_t i = 0; i < way_algorithm_count(); i++) {
        const way_algorithm *algorithm = way_algorithm_at(i);
        cli_table_add(&table, "%s", algorithm->name);
        cli_table_add(&table, "%s", algorithm->title);
        cli_table_add(&table, "%s", algorithm->family);
        cli_table_add(&table, "%s", command_algos_bits(algorithm->traits, way_trait_text).text);
        cli_table_add(&table, "%s", command_algos_bits(algorithm->needs, way_need_text).text);
    }
    if (!cli_table_end(&table, stdout)) {
        return CLI_EXIT_SYSTEM;
    }
    (void)puts("\nOther names:");
    const char *spec = NULL;
    const char *name = way_algorithm_alias_at(0, &spec);
    for (uint32_t i = 1; name; name = way_algorithm_alias_at(i++, &spec)) {
        (void)printf("%s  %s\n", name, spec);
    }
    return CLI_EXIT_OK;
}

static cli_exit command_algos_run(const cli_arguments *arguments)
{
    const bool json = cli_options_has(arguments, "json");
    const way_algorithm *one = NULL;
    if (arguments->operand_count > 0 && strcmp(arguments->operands[0], "auto") == 0) {
        cli_complain("auto is not an algorithm of its own: it chooses one that suits the map; "
                     "'waymark find MAP --algo auto' says which and why");
        return CLI_EXIT_USAGE;
    }
    if (arguments->operand_count > 0) {
        one = cli_trip_algorithm(arguments->operands[0]);
        if (!one) {
            return CLI_EXIT_USAGE;
        }
    }
    if (!json) {
        return one ? command_algos_show(one) : command_algos_list_all();
    }
    cli_json out = cli_json_begin(stdout);
    if (one) {
        command_algos_json(&out, one);
        return CLI_EXIT_OK;
    }
    cli_json_open(&out, NULL, '[');
    for (uint32_t i = 0; i < way_algorithm_count(); i++) {
        command_algos_json(&out, way_algorithm_at(i));
    }
    cli_json_close(&out);
    return CLI_EXIT_OK;
}

const cli_command cli_command_algos = {
    .name = "algos",
    .summary = "List the algorithms, or show one with its parameters",
    .operands = "[NAME]",
    .details = "Parameters are given in brackets after the name: 'astar(open=bucket, fast=on)'.\n",
    .options = command_algos_options,
    .operand_max = 1,
    .completes = "algorithm",
    .run = command_algos_run,
};
