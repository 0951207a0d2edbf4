// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// Figures 2, 6, 7, 8 and 9 of the video-game study, run again on its levels, on our own, on Korf's
// puzzles and on a game map.
//
//     waymark_gat [--train] [--only platform|levels|tiles|grid] [--results FILE] [--markdown FILE]
//                 [--pictures FOLDER] [--backwards] [--report] [DATA]
//
// Time is counted: expansions times what one took in training. The training is in bench/training,
// so the rest is the same on every machine; --train measures it anew. What is in the results file
// is not run again; a second process may work --backwards on the same results,
// and --report only tells what is there.
#include "bench/studies/gat_figures.h"

#include "bench/kit/dataset.h"
#include "bench/kit/output.h"

#include <stdlib.h>
#include <string.h>

#define FIGURES_COUNT 25u
#define FIGURES_TRAINING_LIMIT 8000u
#define FIGURES_TRAINING_FIRST 400000u ///< those that plan everything first grow large

const char *const gat_specs[GAT_SPEC_COUNT] = {
    [GAT_MULTI] = "lsslrta(move=multi)",
    [GAT_SINGLE] = "lsslrta(move=single)",
    [GAT_DYNAMIC] = "lsslrta(move=dynamic)",
    [GAT_COMPLETE] = "lsslrta(move=multi, target=layer)",
    [GAT_FHAT] = "lsslrta(move=multi, order=fhat)",
    [GAT_SINGLE_FHAT] = "lsslrta(move=single, order=fhat)",
    [GAT_DYNAMIC_FHAT] = "lsslrta(move=dynamic, order=fhat)",
    [GAT_ASTAR] = "astar",
    [GAT_SPEEDY] = "speedy",
};

const char *const gat_labels[GAT_SPEC_COUNT] = {
    [GAT_MULTI] = "multi-step",
    [GAT_SINGLE] = "single-step",
    [GAT_DYNAMIC] = "dynamic",
    [GAT_COMPLETE] = "complete",
    [GAT_FHAT] = "f-hat",
    [GAT_SINGLE_FHAT] = "single-step f-hat",
    [GAT_DYNAMIC_FHAT] = "dynamic f-hat",
    [GAT_ASTAR] = "A*",
    [GAT_SPEEDY] = "Speedy",
};

static const uint64_t figures_durations[] = {1000,     10000,     100000,    1000000,
                                             10000000, 100000000, 1000000000};
static const uint32_t figures_sizes[] = {1,    5,     10,    20,    50,    100,
                                         200,  400,   800,   1000,  2000,  4000,
                                         8000, 10000, 16000, 32000, 64000, 128000};

const gat_domain gat_domains[GAT_DOMAINS] = {
    [GAT_DOMAIN_PLATFORM] = {.name = "platform",
                             .title = "platform levels, 50 x 50",
                             .tests = "25 levels of the study's own generator",
                             .lessons = "25 more",
                             .test_word = "platformer/test/%02u.lvl",
                             .train_word = "platformer/train/%02u.lvl",
                             .duration_count = 7,
                             .limit = 1500000,
                             .limit_first = 25000000,
                             .move_limit = 20000,
                             .episode_limit = 150,
                             .limit_least = 500000,
                             .single_longest = 1000000,
                             .all_specs = true},
    [GAT_DOMAIN_LEVELS] = {.name = "levels",
                           .title = "generated levels, 50 x 50",
                           .tests = "25 levels of our own generator",
                           .lessons = "25 more",
                           .test_word = "levels:25,side=50,seed=1",
                           .train_word = "levels:25,side=50,seed=1001",
                           .duration_count = 7,
                           .limit = 1500000,
                           .limit_first = 25000000,
                           .move_limit = 20000,
                           .episode_limit = 150,
                           .limit_least = 500000,
                           .single_longest = 1000000,
                           .all_specs = true},
    [GAT_DOMAIN_TILES] = {.name = "tiles",
                          .title = "15-puzzle",
                          .tests = "the 25 of Korf's puzzles that IDA* finds easiest",
                          .lessons = "25 random walks of a million moves",
                          .test_word = "puzzle15/korf100.csv",
                          .train_word = "tiles:25",
                          .duration_count = 7,
                          .limit = 3000000,
                          .limit_first = 20000000,
                          .move_limit = 40000,
                          .episode_limit = 200,
                          .limit_least = 1000000},
    [GAT_DOMAIN_GRID] = {.name = "grid",
                         .title = "orz100d",
                         .tests = "the 25 longest problems of orz100d",
                         .lessons = "the 25 longest of orz103d",
                         .test_word = "maps/dao/orz100d.map.scen",
                         .train_word = "maps/dao/orz103d.map.scen",
                         .duration_count = 7,
                         .limit = 1000000,
                         .limit_first = 8000000,
                         .move_limit = 150000,
                         .episode_limit = 200,
                         .limit_least = 300000},
};

/// What the command line says.
typedef struct figures_options {
    const char *results, *markdown, *pictures, *data, *only;
    bool train, backwards, report;
} figures_options;

static void figures_require(way_status status, const char *place, const way_problem *problem)
{
    if (status != WAY_STATUS_OK) {
        fprintf(stderr, "waymark_gat: %s: %s\n", place,
                problem->text[0] ? problem->text : way_status_text(status));
        exit(4);
    }
}

/// Adds what a word stands for; false if the data is not there.
static bool figures_add(gat_instances *instances, const char *data, const char *word)
{
    const bool numbered = strstr(word, "%02u") != NULL;
    for (uint32_t i = 1; i <= (numbered ? FIGURES_COUNT : 1); i++) {
        char name[64];
        char path[1024];
        way_problem problem = {0};
        const char *mark = strstr(word, "%02u");
        if (numbered) {
            snprintf(name, sizeof name, "%.*s%02u%s", (int)(mark - word), word, i, mark + 4);
        } else {
            snprintf(name, sizeof name, "%s", word);
        }
        const bool is_file = !strchr(name, ':');
        snprintf(path, sizeof path, "%s%s%s", is_file ? data : "", is_file ? "/" : "", name);
        const way_status status = gat_instances_add(instances, path, FIGURES_COUNT, &problem);
        if (status == WAY_STATUS_IO) {
            return false;
        }
        figures_require(status, path, &problem);
    }
    return true;
}

static void figures_progress(uint64_t done, uint64_t total, void *user)
{
    fprintf(stderr, "\r%s: %llu of %llu ", (const char *)user, (unsigned long long)done,
            (unsigned long long)total);
    if (done == total) {
        fputc('\n', stderr);
    }
}

/// Chooses the algorithms that a kind of problems is run with.
static uint32_t figures_choose(const gat_domain *domain, const char **specs)
{
    static const gat_spec offline[] = {GAT_SINGLE, GAT_DYNAMIC_FHAT, GAT_ASTAR, GAT_SPEEDY};
    uint32_t count = 0;
    for (uint32_t i = 0; i < GAT_SPEC_COUNT; i++) {
        bool wanted = domain->all_specs;
        for (uint32_t k = 0; k < sizeof offline / sizeof *offline; k++) {
            wanted = wanted || offline[k] == i;
        }
        if (wanted) {
            specs[count++] = gat_specs[i];
        }
    }
    return count;
}

/// Reads the training of a kind of problems, or measures and writes it.
static void figures_train(gat_arrivals *arrivals, const char *data, bool anew)
{
    const gat_domain *domain = arrivals->domain;
    char path[128];
    char title[64];
    way_problem problem;
    snprintf(path, sizeof path, "bench/training/%s.txt", domain->name);
    if (!anew && gat_trainings_read(path, &arrivals->trainings, &problem) == WAY_STATUS_OK) {
        return;
    }
    gat_instances lessons = {0};
    if (!figures_add(&lessons, data, domain->train_word)) {
        fprintf(stderr, "waymark_gat: no %s in %s\n", domain->train_word, data);
        exit(4);
    }
    snprintf(title, sizeof title, "%s, training", domain->name);
    const gat_training_plan plan = {.instances = &lessons,
                                    .specs = arrivals->plan.specs,
                                    .spec_count = arrivals->plan.spec_count,
                                    .sizes = figures_sizes,
                                    .size_count = sizeof figures_sizes / sizeof *figures_sizes,
                                    .limit = FIGURES_TRAINING_LIMIT,
                                    .limit_first = FIGURES_TRAINING_FIRST,
                                    .progress = figures_progress,
                                    .user = title};
    arrivals->trainings.count = 0;
    figures_require(gat_run_training(&plan, &arrivals->trainings, &problem), domain->name,
                    &problem);
    figures_require(gat_trainings_write(path, &arrivals->trainings, &problem), path, &problem);
    gat_instances_free(&lessons);
}

static void figures_run(gat_arrivals *arrivals, const figures_options *options, gat_store *store)
{
    const char *data = dataset_directory(options->data);
    const gat_domain *domain = arrivals->domain;
    static const char *specs[GAT_DOMAINS][GAT_SPEC_COUNT];
    const char **chosen = specs[domain - gat_domains];
    way_problem problem;
    arrivals->there = figures_add(&arrivals->instances, data, domain->test_word);
    if (!arrivals->there) {
        fprintf(stderr, "waymark_gat: skipped, no %s in %s\n", domain->test_word, data);
        return;
    }
    arrivals->plan = (gat_plan){.instances = &arrivals->instances,
                                .specs = chosen,
                                .spec_count = figures_choose(domain, chosen),
                                .durations = figures_durations,
                                .duration_count = domain->duration_count,
                                .trainings = &arrivals->trainings,
                                .limit = domain->limit,
                                .limit_first = domain->limit_first,
                                .move_limit = domain->move_limit,
                                .episode_limit = domain->episode_limit,
                                .limit_least = domain->limit_least,
                                .single_longest = domain->single_longest,
                                .store = store,
                                .backwards = options->backwards,
                                .progress = figures_progress,
                                .user = (void *)(uintptr_t)domain->name};
    figures_train(arrivals, data, options->train);
    if (!options->report) {
        figures_require(gat_run_all(&arrivals->plan, &problem), domain->name, &problem);
    }
}

gat_plan gat_arrivals_choose(const gat_arrivals *arrivals, const gat_spec *chosen, uint32_t count,
                             const char **specs)
{
    gat_plan plan = arrivals->plan;
    for (uint32_t i = 0; i < count; i++) {
        specs[i] = gat_specs[chosen[i]];
    }
    plan.specs = specs;
    plan.spec_count = count;
    return plan;
}

static figures_options figures_parse(int count, char **arguments)
{
    figures_options options = {.pictures = "docs/pictures"};
    for (int i = 1; i < count; i++) {
        const bool more = i + 1 < count;
        if (strcmp(arguments[i], "--results") == 0 && more) {
            options.results = arguments[++i];
        } else if (strcmp(arguments[i], "--markdown") == 0 && more) {
            options.markdown = arguments[++i];
        } else if (strcmp(arguments[i], "--pictures") == 0 && more) {
            options.pictures = arguments[++i];
        } else if (strcmp(arguments[i], "--only") == 0 && more) {
            options.only = arguments[++i];
        } else if (strcmp(arguments[i], "--backwards") == 0) {
            options.backwards = true;
        } else if (strcmp(arguments[i], "--report") == 0) {
            options.report = true;
        } else if (strcmp(arguments[i], "--train") == 0) {
            options.train = true;
        } else {
            options.data = arguments[i];
        }
    }
    return options;
}

int main(int count, char **arguments)
{
    static gat_arrivals arrivals[GAT_DOMAINS];
    const figures_options options = figures_parse(count, arguments);
    way_problem problem;
    gat_store *store = NULL;
    figures_require(gat_store_open(options.results, &store, &problem), "results", &problem);
    for (uint32_t i = 0; i < GAT_DOMAINS; i++) {
        arrivals[i].domain = &gat_domains[i];
        if (!options.only || strcmp(options.only, gat_domains[i].name) == 0) {
            figures_run(&arrivals[i], &options, store);
        }
    }
    output out;
    output_open(&out, options.markdown);
    figures_require(gat_page_print(out.stream, arrivals, options.pictures, &problem),
                    options.pictures, &problem);
    for (uint32_t i = 0; i < GAT_DOMAINS; i++) {
        gat_instances_free(&arrivals[i].instances);
    }
    gat_store_close(store);
    output_close(&out);
    return 0;
}
