// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// `waymark play`: plans a run through a level of the platform game, or slides tiles, and shows it.
#include "cli/commands.h"
#include "cli/play.h"

#include <string.h>

static const cli_option command_play_options[] = {
    {.name = "algo",
     .letter = 'a',
     .type = CLI_TYPE_ALGORITHM,
     .value = "SPEC",
     .help = "the search [weighted(weight=2), for tiles idastar]"},
    {.name = "limit",
     .type = CLI_TYPE_NUMBER,
     .value = "N",
     .min = 1,
     .max = UINT64_MAX,
     .help = "give up after N expansions [30000000]"},
    {.name = "output",
     .letter = 'o',
     .type = CLI_TYPE_FILE,
     .value = "FILE",
     .repeats = true,
     .help = "an animated .gif or a .png of the whole run; may be repeated"},
    {.name = "save",
     .type = CLI_TYPE_FILE,
     .value = "FILE",
     .help = "write the level itself, such as one made by gen:"},
    {.name = "speed",
     .type = CLI_TYPE_NUMBER,
     .value = "PERCENT",
     .min = 1,
     .max = 10000,
     .help = "speed in the terminal; 100 is 50 frames per second [100]"},
    CLI_OPTION_NO_TIMES,
    CLI_OPTION_COLOR,
    {0},
};

static bool command_play_ends_with(const char *text, const char *end)
{
    const size_t size = strlen(text);
    return size > strlen(end) && strcmp(text + size - strlen(end), end) == 0;
}

bool cli_play_is_gif(const char *path)
{
    return command_play_ends_with(path, ".gif");
}

bool cli_play_read_request(const char *text, uint64_t *seed, uint32_t sides[2])
{
    char word[24];
    uint32_t count = 0;
    for (const char *rest = text; rest; count++) {
        const size_t size = strcspn(rest, ",");
        uint64_t number = 0;
        if (count == 3 || size >= sizeof word) {
            return false;
        }
        memcpy(word, rest, size);
        word[size] = 0;
        if (!cli_options_read_number(word, 0, count ? UINT32_MAX : UINT64_MAX, &number)) {
            return false;
        }
        if (count) {
            sides[count - 1] = (uint32_t)number;
        } else {
            *seed = number;
        }
        rest = rest[size] ? rest + size + 1 : NULL;
    }
    return count != 2;
}

static bool command_play_knows_files(const cli_arguments *arguments)
{
    const cli_value *files = cli_options_get(arguments, "output");
    for (uint32_t i = 0; i < files->count; i++) {
        if (!cli_play_is_gif(files->texts[i]) && !command_play_ends_with(files->texts[i], ".png")) {
            cli_complain("play: '%s' is neither .gif nor .png", files->texts[i]);
            return false;
        }
    }
    return true;
}

static cli_exit command_play_run(const cli_arguments *arguments)
{
    const char *game = arguments->operands[0];
    if (!command_play_knows_files(arguments)) {
        return CLI_EXIT_USAGE;
    }
    if (strcmp(game, "platform") == 0) {
        return cli_play_platform(arguments);
    }
    if (strcmp(game, "tiles") == 0) {
        return cli_play_tiles(arguments);
    }
    cli_complain("play: the games are 'platform' and 'tiles', found '%s'", game);
    return CLI_EXIT_USAGE;
}

const cli_command cli_command_play = {
    .name = "play",
    .summary = "Run a knight through a platform level, or slide tiles, and show it",
    .operands = "GAME LEVEL",
    .details =
        "GAME is platform or tiles. A platform LEVEL is a file of tiles (docs/formats.md), or\n"
        "gen:SEED or gen:SEED,WIDTH,HEIGHT for a generated one that can be solved. A LEVEL\n"
        "of tiles is a board such as 8,6,7,2,5,4,3,0,1 (0 is the free cell), or gen:SEED or\n"
        "gen:SEED,COLUMNS,ROWS.\n\n"
        "Without --output it is animated in the terminal; without a terminal, or without\n"
        "colours, everything is printed at once. If the search reaches its limit, the way to\n"
        "the most promising state is shown, and the exit code is 1. Nothing is prepared for these\n"
        "games, so there are no databases to open.\n\n"
        "  waymark play platform gen:7\n"
        "  waymark play platform gen:7 --algo 'astar(open=bucket)' -o run.gif -o run.png\n"
        "  waymark play tiles gen:7\n",
    .options = command_play_options,
    .operand_min = 2,
    .operand_max = 2,
    .completes = "level",
    .run = command_play_run,
};
