// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "bench/store/study.h"

#include <stdlib.h>
#include <string.h>

#define STUDY_COLUMNS 32u
#define STUDY_WORDS 256u

struct bench_study {
    const char *name;
    const bench_study_part *parts;
    const char *db, *data, *only;
    bench_store *store;
    bench_page *page;
    int64_t run, place;
    way_status status;         ///< the first that was not fine
    char section[STUDY_WORDS]; ///< the last title
    char heads[1024];          ///< of the table
    char contender[STUDY_WORDS];
    uint32_t columns, column;
};

static void study_need(const bench_study *study, way_status status, const char *what)
{
    if (status != WAY_STATUS_OK) {
        (void)fprintf(stderr, "%s: %s: %s\n", study->name, what, way_status_text(status));
        exit(1);
    }
}

// Rows --------------------------------------------------------------------------------------------

/// The head of a column; whether its cells are numbers.
static bool study_head(const bench_study *study, uint32_t column, char out[STUDY_WORDS])
{
    const char *head = study->heads;
    for (uint32_t i = 0; i < column; i++) {
        head += strcspn(head, " ");
        head += *head == ' ';
    }
    const bool number = *head == '>';
    const size_t size = *head ? strcspn(head + 1, " ") : 0;
    (void)snprintf(out, STUDY_WORDS, "%.*s", (int)size, *head ? head + 1 : "");
    for (char *at = out; *at; at++) {
        *at = *at == '_' ? ' ' : *at;
    }
    return number;
}

/// A cell: of whom, what, and how much.
static void study_cell(bench_study *study, const char *text)
{
    char measure[STUDY_WORDS];
    const bool number = study_head(study, study->column, measure);
    char *end = NULL;
    const double value = strtod(text, &end);
    if (study->column == 0) {
        study->contender[0] = '\0';
    }
    if (!number) {
        const size_t used = strlen(study->contender);
        (void)snprintf(study->contender + used, STUDY_WORDS - used, "%s%s", used ? ", " : "", text);
    }
    if (study->status == WAY_STATUS_OK) {
        study->status = bench_store_put(
            study->store,
            number && end != text ? "INSERT INTO figures VALUES (?1,?2,?3,?4,?5,?6,?7,?8,?9)"
                                  : "INSERT INTO figures VALUES (?1,?2,?3,?4,?5,?6,?7,?8,NULL)",
            number && end != text ? "iiiittttr" : "iiiitttt", study->run, study->place++,
            (int64_t)BENCH_PAGE_CELL, (int64_t)0, study->section, study->contender, measure, text,
            value);
    }
    study->column = study->columns ? (study->column + 1) % study->columns : 0;
}

/// Everything else, kept as it is.
static void study_hear(void *user, bench_page_part part, int level, const char *text)
{
    bench_study *study = user;
    if (part == BENCH_PAGE_CELL) {
        study_cell(study, text);
        return;
    }
    if (part == BENCH_PAGE_TITLE) {
        (void)snprintf(study->section, sizeof study->section, "%s", text);
    } else if (part == BENCH_PAGE_TABLE) {
        (void)snprintf(study->heads, sizeof study->heads, "%s", text);
        study->column = 0;
        study->columns = 1;
        for (const char *at = text; *at; at++) {
            study->columns += *at == ' ';
        }
    }
    if (study->status == WAY_STATUS_OK) {
        study->status = bench_store_put(
            study->store, "INSERT INTO figures VALUES (?1,?2,?3,?4,?5,NULL,NULL,?6,NULL)", "iiiitt",
            study->run, study->place++, (int64_t)part, (int64_t)level, study->section, text);
    }
}

// Beginning and ending ----------------------------------------------------------------------------

static _Noreturn void study_usage(const bench_study *study, const bench_study_config *config)
{
    (void)fprintf(stderr, "usage: %s --db FILE [--data FOLDER] [--only PART]", study->name);
    for (const bench_study_option *own = config->options; own && own->name; own++) {
        (void)fprintf(stderr, " [%s VALUE]", own->name);
    }
    for (const bench_study_part *part = config->parts; part && part->name; part++) {
        (void)fprintf(stderr, "%s%s", part == config->parts ? "; parts: " : ", ", part->name);
    }
    (void)fputc('\n', stderr);
    exit(2);
}

static bool study_has(const bench_study_config *config, const char *name)
{
    const bench_study_part *part = config->parts;
    while (part && part->name && strcmp(part->name, name) != 0) {
        part++;
    }
    return !part || part->name;
}

static void study_parse(bench_study *study, const bench_study_config *config, int count,
                        char **arguments)
{
    const bench_study_option usual[] = {
        {"--db", &study->db}, {"--data", &study->data}, {"--only", &study->only}};
    for (int i = 1; i < count; i += 2) {
        const char **value = NULL;
        for (uint32_t k = 0; k < sizeof usual / sizeof *usual; k++) {
            value = strcmp(arguments[i], usual[k].name) == 0 ? usual[k].value : value;
        }
        for (const bench_study_option *own = config->options; own && own->name; own++) {
            value = strcmp(arguments[i], own->name) == 0 ? own->value : value;
        }
        if (!value || i + 1 == count) {
            study_usage(study, config);
        }
        *value = arguments[i + 1];
    }
    if (!study->db || (study->only && !study_has(config, study->only))) {
        study_usage(study, config);
    }
}

/// The run that the rows are of; its command is what was typed, without where the rows go.
static void study_head_begin(bench_study *study, const bench_study_config *config, int count,
                             char **arguments)
{
    char command[STUDY_WORDS];
    const char *slash = strrchr(arguments[0], '/');
    size_t used = (size_t)snprintf(command, sizeof command, "%s", slash ? slash + 1 : arguments[0]);
    for (int i = 1; i + 1 < count && used < sizeof command; i += 2) {
        if (strcmp(arguments[i], "--db") != 0) {
            used += (size_t)snprintf(command + used, sizeof command - used, " %s %s", arguments[i],
                                     arguments[i + 1]);
        }
    }
    const bench_machine machine = bench_machine_look();
    const bench_plan plan = {.suite = {.name = config->name, .title = config->title},
                             .seed = 1,
                             .shard = 1,
                             .shards = 1,
                             .task_count = 1,
                             .whole = 1};
    const bench_run_head head = {
        .plan = &plan, .machine = &machine, .command = command, .workers = 1, .restart = true};
    bool resumed = false;
    // All rows of the study or none: an interrupted one leaves nothing behind.
    study_need(study, bench_store_lock(study->store), study->db);
    study_need(study, bench_store_begin(study->store, &head, &study->run, &resumed), study->db);
}

bench_study *bench_study_begin(const bench_study_config *config, int argument_count,
                               char **arguments)
{
    bench_study *study = calloc(1, sizeof *study);
    if (!study) {
        abort();
    }
    study->name = config->name;
    study->parts = config->parts;
    study->data = getenv("WAYMARK_DATA");
    study_parse(study, config, argument_count, arguments);
    way_problem problem = {0};
    study_need(study, bench_store_open(study->db, true, &study->store, &problem),
               problem.text[0] ? problem.text : study->db);
    study_head_begin(study, config, argument_count, arguments);
    const bench_page_config page = {.title = config->title, .hear = study_hear, .user = study};
    study_need(study, bench_page_create(&page, &study->page), "page");
    return study;
}

bench_page *bench_study_page(bench_study *study)
{
    return study->page;
}

const char *bench_study_data(const bench_study *study)
{
    return study->data && study->data[0] ? study->data : "../shared";
}

bool bench_study_wants(const bench_study *study, const char *part)
{
    return !study->only || strcmp(study->only, part) == 0;
}

int bench_study_run(bench_study *study)
{
    for (const bench_study_part *part = study->parts; part->name; part++) {
        if (bench_study_wants(study, part->name)) {
            part->run(study);
        }
    }
    return bench_study_end(study);
}

int bench_study_end(bench_study *study)
{
    study_need(study, study->status, study->db);
    study_need(study, bench_store_finish(study->store, study->run), study->db);
    study_need(study, bench_store_commit(study->store), study->db);
    bench_page_discard(study->page);
    bench_store_close(study->store);
    free(study);
    return 0;
}

way_status bench_study_show(bench_store *store, int64_t run, int deeper, bench_page *page)
{
    bench_rows rows = bench_rows_begin(
        store, "SELECT part, level, text FROM figures WHERE run = ?1 ORDER BY place", "i", run);
    while (bench_rows_next(&rows)) {
        bench_page_put(page, (bench_page_part)bench_rows_integer(&rows, 0),
                       (int)bench_rows_integer(&rows, 1) + deeper, bench_rows_text(&rows, 2));
    }
    return bench_rows_end(&rows) ? WAY_STATUS_OK : WAY_STATUS_IO;
}
