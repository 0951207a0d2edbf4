// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "cli/demo.h"

#include "cli/table.h"

cli_demo_cell *cli_demo_at(const cli_demo *demo, uint32_t scene_index, uint32_t algorithm_index)
{
    return &demo->cells[(size_t)scene_index * demo->algorithms + algorithm_index];
}

static bool demo_arrived(const cli_demo_cell *cell)
{
    return cell->state == CLI_DEMO_DONE && cell->outcome == WAY_OUTCOME_ARRIVED;
}

double cli_demo_expansions(const cli_demo_cell *cell)
{
    return (double)cell->expansions;
}

double cli_demo_seconds(const cli_demo_cell *cell)
{
    return cell->seconds;
}

way_cost cli_demo_least_cost(const cli_demo *demo, uint32_t scene_index)
{
    way_cost least = WAY_COST_MAX;
    for (uint32_t i = 0; i < demo->algorithms; i++) {
        const cli_demo_cell *cell = cli_demo_at(demo, scene_index, i);
        if (demo_arrived(cell) && cell->cost < least) {
            least = cell->cost;
        }
    }
    return least;
}

uint32_t cli_demo_best(const cli_demo *demo, uint32_t scene_index, cli_demo_measure measure)
{
    const way_cost least = cli_demo_least_cost(demo, scene_index);
    uint32_t best = UINT32_MAX;
    for (uint32_t i = 0; i < demo->algorithms; i++) {
        const cli_demo_cell *cell = cli_demo_at(demo, scene_index, i);
        const bool counts = demo_arrived(cell) && cell->cost == least;
        if (counts &&
            (best == UINT32_MAX || measure(cell) < measure(cli_demo_at(demo, scene_index, best)))) {
            best = i;
        }
    }
    return best;
}

// By scene ----------------------------------------------------------------------------------------

static void demo_scene_row(const cli_demo *demo, uint32_t index, cli_table *table)
{
    const scene_exhibit *exhibit = scene_gallery_at(index);
    const uint32_t fewest = cli_demo_best(demo, index, cli_demo_expansions);
    const uint32_t fastest = cli_demo_best(demo, index, cli_demo_seconds);
    cli_table_add(table, "%s", exhibit->name);
    cli_table_add(table, "%ux%u", exhibit->request.width, exhibit->request.height);
    cli_table_add(table, "%d", (int)exhibit->neighbours);
    if (fewest == UINT32_MAX) {
        for (uint32_t i = 3; i < table->columns; i++) {
            cli_table_add(table, "%s", "");
        }
        return;
    }
    const cli_demo_cell *cell = cli_demo_at(demo, index, fewest);
    cli_table_add(table, "%s", cli_number_group(cell->cost).text);
    cli_table_add(table, "%.1f", cell->length);
    cli_table_add(table, "%s", cli_number_group(cell->expansions).text);
    cli_table_add(table, "%s", way_algorithm_at(fewest)->name);
    if (demo->times) {
        cli_table_add(table, "%s",
                      cli_number_seconds(cli_demo_at(demo, index, fastest)->seconds).text);
        cli_table_add(table, "%s", way_algorithm_at(fastest)->name);
    }
}

static bool demo_print_scenes(const cli_demo *demo, FILE *stream)
{
    cli_table table = cli_table_begin(
        demo->times ? "<scene >size >neighbours >cost >length >fewest_states <by >least_time <by"
                    : "<scene >size >neighbours >cost >length >fewest_states <by");
    for (uint32_t i = 0; i < demo->scenes; i++) {
        demo_scene_row(demo, i, &table);
    }
    return cli_table_end(&table, stream);
}

// By algorithm ------------------------------------------------------------------------------------

typedef struct demo_sums {
    uint32_t tried, arrived;
    double excess, seconds, slowest; // excess: sum of cost over least cost
    uint64_t expansions;
    size_t agent_bytes, database_bytes; // most
} demo_sums;

static demo_sums demo_sum(const cli_demo *demo, uint32_t algorithm)
{
    demo_sums sums = {0};
    for (uint32_t i = 0; i < demo->scenes; i++) {
        const cli_demo_cell *cell = cli_demo_at(demo, i, algorithm);
        sums.tried += cell->state != CLI_DEMO_UNSUITED && cell->state != CLI_DEMO_SKIPPED;
        if (!demo_arrived(cell)) {
            continue;
        }
        const double least = cli_demo_least_cost(demo, i);
        sums.arrived++;
        sums.excess += least > 0 ? cell->cost / least : 1;
        sums.seconds += cell->seconds;
        sums.slowest = cell->seconds > sums.slowest ? cell->seconds : sums.slowest;
        sums.expansions += cell->expansions;
        if (cell->agent_bytes > sums.agent_bytes) {
            sums.agent_bytes = cell->agent_bytes;
        }
        if (cell->database_bytes > sums.database_bytes) {
            sums.database_bytes = cell->database_bytes;
        }
    }
    return sums;
}

static void demo_algorithm_row(const cli_demo *demo, uint32_t index, cli_table *table)
{
    const way_algorithm *algorithm = way_algorithm_at(index);
    const demo_sums sums = demo_sum(demo, index);
    const uint32_t count = sums.arrived ? sums.arrived : 1;
    cli_table_add(table, "%s", algorithm->name);
    cli_table_add(table, "%s", algorithm->title);
    cli_table_add(table, "%u/%u", sums.arrived, sums.tried);
    if (sums.arrived == 0) {
        for (uint32_t i = 3; i < table->columns; i++) {
            cli_table_add(table, "%s", "");
        }
        return;
    }
    cli_table_add(table, "%+.2f%%", (sums.excess / count - 1) * 100);
    cli_table_add(table, "%s", cli_number_group(sums.expansions / count).text);
    if (demo->times) {
        cli_table_add(table, "%s", cli_number_seconds(sums.seconds / count).text);
        cli_table_add(table, "%s", cli_number_seconds(sums.slowest).text);
        cli_table_add(table, "%s", cli_number_bytes(sums.agent_bytes).text);
        cli_table_add(table, "%s", cli_number_bytes(sums.database_bytes).text);
    }
}

static bool demo_print_algorithms(const cli_demo *demo, FILE *stream)
{
    cli_table table = cli_table_begin(
        demo->times ? "<algorithm <title >arrived >excess >states >time >slowest >memory >database"
                    : "<algorithm <title >arrived >excess >states");
    for (uint32_t i = 0; i < demo->algorithms; i++) {
        demo_algorithm_row(demo, i, &table);
    }
    return cli_table_end(&table, stream);
}

cli_exit cli_demo_print(const cli_demo *demo, FILE *stream)
{
    (void)fputs("The best answer on each scene\n\n", stream);
    bool good = demo_print_scenes(demo, stream);
    (void)fputs("\nWhat each algorithm did: means over the scenes it arrived on, most memory\n\n",
                stream);
    good = demo_print_algorithms(demo, stream) && good;
    return good ? CLI_EXIT_OK : cli_complain_problem("demo", WAY_STATUS_NO_MEMORY, NULL);
}

// CSV ---------------------------------------------------------------------------------------------

void cli_demo_write_csv(const cli_demo *demo, FILE *stream)
{
    static const char *const states[] = {"unsuited", "done", "late", "skipped", "failed"};
    (void)fputs("scene,algorithm,state,outcome,cost,length,expansions,agent_bytes,database_bytes",
                stream);
    (void)fputs(demo->times ? ",seconds\n" : "\n", stream);
    for (uint32_t i = 0; i < demo->scenes * demo->algorithms; i++) {
        const cli_demo_cell *cell = &demo->cells[i];
        (void)fprintf(stream, "%s,%s,%s,", scene_gallery_at(i / demo->algorithms)->name,
                      way_algorithm_at(i % demo->algorithms)->name, states[cell->state]);
        if (cell->state == CLI_DEMO_DONE) {
            (void)fprintf(stream, "%s,%u,%.6f,%llu,%zu,%zu", way_outcome_name(cell->outcome),
                          cell->cost, cell->length, (unsigned long long)cell->expansions,
                          cell->agent_bytes, cell->database_bytes);
        } else {
            (void)fputs(",,,,,", stream);
        }
        if (demo->times) {
            (void)fprintf(stream, cell->state == CLI_DEMO_DONE ? ",%.9f" : ",", cell->seconds);
        }
        (void)fputc('\n', stream);
    }
}
