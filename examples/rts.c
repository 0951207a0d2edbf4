// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
//
// A small game in a window: select units with the left button, send them with the right one (Shift:
// afterwards), B builds a house at the pointer, D tears one down, H holds, S stops, F shows what
// the red team knows, arrows scroll. The library does the rest. Needs SDL 2.
//
//     example_rts [--frames N] [--screenshot FILE.bmp]   // without a window, for tests
#include <waymark/ground.h>
#include <waymark/world_more.h>

#include <SDL.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE = 128, ZOOM = 12, WIDTH = 960, HEIGHT = 640, MINI = 160, UNITS = 400, GRAPH = 160 };

typedef struct rts_game {
    way_map *map;
    way_world *world;
    way_unit units[UNITS];
    bool selected[UNITS];
    uint32_t count;
    SDL_Window *window;
    SDL_Surface *surface; // without a window
    SDL_Renderer *renderer;
    int camera_x, camera_y; // pixels
    int drag_x, drag_y;     // where the left button went down; -1 = it is up
    bool fog;
    way_rng rng;
    double times[GRAPH]; // of the last frames, in milliseconds
    uint32_t frame;
} rts_game;

// World -------------------------------------------------------------------------------------------

/// Hills of walls and swamps; the same on every machine.
static way_status game_make_map(rts_game *game)
{
    static uint8_t weights[SIDE * SIDE];
    memset(weights, 1, sizeof weights);
    for (int patch = 0; patch < 260; patch++) {
        const uint32_t size = 3 + way_rng_below(&game->rng, 7);
        const uint32_t x = way_rng_below(&game->rng, SIDE - size);
        const uint32_t y = way_rng_below(&game->rng, SIDE - size);
        for (uint32_t k = 0; k < size * size; k++) {
            weights[(y + k / size) * SIDE + x + k % size] = patch < 90 ? 3 : 0;
        }
    }
    for (uint32_t k = 0; k < 2 * 24 * 24; k++) { // room for both teams
        const uint32_t corner = k / (24 * 24) * (SIDE - 24);
        weights[(corner + k / 24 % 24) * SIDE + corner + k % 24] = 1;
    }
    way_map_config config = way_map_config_default(SIDE, SIDE);
    config.weights = weights;
    return way_map_create(&config, &game->map);
}

static way_status game_make_world(rts_game *game)
{
    const way_world_kind kinds[] = {{.size = 1}, {.size = 2, .speed = 160, .turn = 32}};
    const way_world_team teams[] = {{.fog = false}, {.fog = true, .sight_radius = 7}};
    const way_world_config config = {.map = game->map,
                                     .kinds = kinds,
                                     .kind_count = 2,
                                     .teams = teams,
                                     .team_count = 2,
                                     .unit_capacity = UNITS,
                                     .frames_per_tick = 6};
    way_status status = way_world_create(&config, &game->world);
    for (uint32_t tries = 0; status == WAY_STATUS_OK && tries < 4000 && game->count < UNITS;
         tries++) {
        const uint32_t team = game->count % 2;
        const uint32_t corner = team * (SIDE - 24);
        const uint32_t row = corner + way_rng_below(&game->rng, 23);
        const way_unit_config unit = {.cell = row * SIDE + corner + way_rng_below(&game->rng, 23),
                                      .kind = game->count % 8 == 7,
                                      .team = team};
        game->count +=
            way_world_add(game->world, &unit, &game->units[game->count]) == WAY_STATUS_OK;
    }
    return status;
}

static void game_order(rts_game *game, way_order order)
{
    way_unit chosen[UNITS];
    uint32_t count = 0;
    for (uint32_t k = 0; k < game->count; k++) {
        if (game->selected[k]) {
            chosen[count++] = game->units[k];
        }
    }
    if (count && way_world_order(game->world, chosen, count, &order) != WAY_STATUS_OK) {
        (void)fprintf(stderr, "nobody heard\n");
    }
}

static void game_build(rts_game *game, way_cell cell, uint8_t weight)
{
    const uint32_t x = cell % SIDE < SIDE - 4 ? cell % SIDE : SIDE - 4;
    const uint32_t y = cell / SIDE < SIDE - 4 ? cell / SIDE : SIDE - 4;
    const way_edit edit = {x, y, 4, 4, weight};
    if (way_world_edit(game->world, &edit, 1)) {
        (void)fprintf(stderr, "no room\n");
    }
}

/// The red team has a mind of its own: every now and then some of it go somewhere.
static void game_opponent(rts_game *game)
{
    way_unit group[24];
    uint32_t count = 0;
    for (uint32_t k = 1; k < game->count && count < 24; k += 2) {
        way_unit_view view;
        if (way_world_unit(game->world, game->units[k], &view) && view.state == WAY_UNIT_IDLE &&
            way_rng_below(&game->rng, 4) == 0) {
            group[count++] = view.unit;
        }
    }
    const way_order order = {.kind = WAY_ORDER_GO,
                             .cell = way_rng_below(&game->rng, SIDE * SIDE),
                             .formation = WAY_FORMATION_BOX};
    if (count && way_world_order(game->world, group, count, &order)) {
        (void)fprintf(stderr, "the red team did not hear\n");
    }
}

// Drawing -----------------------------------------------------------------------------------------

static void game_fill(const rts_game *game, int x, int y, int width, int height, uint32_t color)
{
    const SDL_Rect rect = {x, y, width, height};
    (void)SDL_SetRenderDrawColor(game->renderer, (uint8_t)(color >> 16), (uint8_t)(color >> 8),
                                 (uint8_t)color, 255);
    (void)SDL_RenderFillRect(game->renderer, &rect);
}

static uint32_t game_ground_color(const rts_game *game, way_cell cell)
{
    const uint8_t weight = way_map_terrain(game->map, cell);
    if (game->fog && !way_world_team_knows(game->world, 1, cell)) {
        return 0x1b1d24;
    }
    return weight == 0 ? 0x4a4f5c : weight > 1 ? 0x6f7f4a : 0xb9b48c;
}

static void game_draw_ground(const rts_game *game)
{
    for (int y = game->camera_y / ZOOM; y <= (game->camera_y + HEIGHT) / ZOOM; y++) {
        for (int x = game->camera_x / ZOOM; x <= (game->camera_x + WIDTH) / ZOOM; x++) {
            const way_cell cell = way_map_cell(game->map, x, y);
            if (cell != WAY_CELL_NONE) {
                game_fill(game, x * ZOOM - game->camera_x, y * ZOOM - game->camera_y, ZOOM, ZOOM,
                          game_ground_color(game, cell));
            }
        }
    }
}

static void game_draw_units(const rts_game *game)
{
    for (uint32_t k = 0; k < game->count; k++) {
        way_unit_view view;
        if (!way_world_unit(game->world, game->units[k], &view)) {
            continue;
        }
        const int side = view.size * ZOOM - ZOOM / 2 + 2; // the room that it is sure to have
        const int x = view.x * ZOOM / 1024 - game->camera_x - side / 2;
        const int y = view.y * ZOOM / 1024 - game->camera_y - side / 2;
        if (game->selected[k]) {
            game_fill(game, x - 2, y - 2, side + 4, side + 4, 0xffffff);
        }
        game_fill(game, x, y, side, side, view.team ? 0xc0392b : 0x2c6fbb);
    }
}

/// The whole map in the corner, and a white frame for what the window shows.
static void game_draw_mini(const rts_game *game)
{
    const int left = WIDTH - MINI - 8;
    for (int k = 0; k < MINI * MINI; k++) {
        const uint32_t x = (uint32_t)(k % MINI * SIDE / MINI);
        const uint32_t y = (uint32_t)(k / MINI * SIDE / MINI);
        const way_unit unit = way_world_unit_on(game->world, y * SIDE + x);
        way_unit_view view = {0};
        const bool there = unit != WAY_UNIT_NONE && way_world_unit(game->world, unit, &view);
        game_fill(game, left + k % MINI, 8 + k / MINI, 1, 1,
                  there ? (view.team ? 0xff5544 : 0x66aaff)
                        : game_ground_color(game, y * SIDE + x));
    }
    const SDL_Rect frame = {left + game->camera_x * MINI / (SIDE * ZOOM),
                            8 + game->camera_y * MINI / (SIDE * ZOOM), WIDTH * MINI / (SIDE * ZOOM),
                            HEIGHT * MINI / (SIDE * ZOOM)};
    (void)SDL_SetRenderDrawColor(game->renderer, 255, 255, 255, 255);
    (void)SDL_RenderDrawRect(game->renderer, &frame);
}

/// What the frames took; the line is at two milliseconds.
static void game_draw_graph(const rts_game *game)
{
    game_fill(game, 8, HEIGHT - 72, GRAPH + 4, 64, 0x20242c);
    for (int k = 0; k < GRAPH; k++) {
        const double time = game->times[(game->frame + (uint32_t)k) % GRAPH];
        const int height = time > 4 ? 60 : (int)(time * 15);
        game_fill(game, 10 + k, HEIGHT - 10 - height, 1, height, time > 2 ? 0xe74c3c : 0x58d68d);
    }
    game_fill(game, 10, HEIGHT - 40, GRAPH, 1, 0xffffff);
}

static void game_draw(rts_game *game)
{
    (void)SDL_SetRenderDrawColor(game->renderer, 16, 18, 22, 255);
    (void)SDL_RenderClear(game->renderer);
    game_draw_ground(game);
    game_draw_units(game);
    game_draw_mini(game);
    game_draw_graph(game);
    if (game->drag_x >= 0) {
        int x = 0, y = 0;
        (void)SDL_GetMouseState(&x, &y);
        const SDL_Rect box = {game->drag_x < x ? game->drag_x : x,
                              game->drag_y < y ? game->drag_y : y, abs(x - game->drag_x),
                              abs(y - game->drag_y)};
        (void)SDL_SetRenderDrawColor(game->renderer, 255, 255, 255, 255);
        (void)SDL_RenderDrawRect(game->renderer, &box);
    }
    SDL_RenderPresent(game->renderer);
}

// Hands -------------------------------------------------------------------------------------------

static way_cell game_pointed(const rts_game *game, int x, int y)
{
    return way_map_cell(game->map, (x + game->camera_x) / ZOOM, (y + game->camera_y) / ZOOM);
}

/// Selects the blue units in the box that was drawn.
static void game_select(rts_game *game, int x, int y)
{
    const int left = (x < game->drag_x ? x : game->drag_x) - 4 + game->camera_x;
    const int right = (x < game->drag_x ? game->drag_x : x) + 4 + game->camera_x;
    const int top = (y < game->drag_y ? y : game->drag_y) - 4 + game->camera_y;
    const int bottom = (y < game->drag_y ? game->drag_y : y) + 4 + game->camera_y;
    for (uint32_t k = 0; k < game->count; k++) {
        way_unit_view view;
        game->selected[k] = false;
        if (way_world_unit(game->world, game->units[k], &view) && view.team == 0) {
            const int px = view.x * ZOOM / 1024;
            const int py = view.y * ZOOM / 1024;
            game->selected[k] = px >= left && px <= right && py >= top && py <= bottom;
        }
    }
    game->drag_x = -1;
}

static int game_clamp(int value, int most)
{
    return value < 0 ? 0 : value > most ? most : value;
}

static void game_press(rts_game *game, SDL_Keycode key)
{
    int x = 0, y = 0;
    (void)SDL_GetMouseState(&x, &y);
    const way_cell cell = game_pointed(game, x, y);
    switch (key) {
    case SDLK_b:
    case SDLK_d:
        if (cell != WAY_CELL_NONE) {
            game_build(game, cell, key == SDLK_d);
        }
        break;
    case SDLK_h:
    case SDLK_s:
        game_order(game, (way_order){.kind = key == SDLK_h ? WAY_ORDER_HOLD : WAY_ORDER_STOP});
        break;
    case SDLK_f:
        game->fog = !game->fog;
        break;
    default:
        x = game->camera_x + (key == SDLK_RIGHT) * 60 - (key == SDLK_LEFT) * 60;
        y = game->camera_y + (key == SDLK_DOWN) * 60 - (key == SDLK_UP) * 60;
        game->camera_x = game_clamp(x, SIDE * ZOOM - WIDTH);
        game->camera_y = game_clamp(y, SIDE * ZOOM - HEIGHT);
    }
}

/// Obeys the player; false if he leaves.
static bool game_listen(rts_game *game)
{
    SDL_Event event;
    while (SDL_PollEvent(&event)) {
        if (event.type == SDL_QUIT ||
            (event.type == SDL_KEYDOWN && event.key.keysym.sym == SDLK_ESCAPE)) {
            return false;
        }
        if (event.type == SDL_KEYDOWN) {
            game_press(game, event.key.keysym.sym);
        } else if (event.type == SDL_MOUSEBUTTONDOWN && event.button.button == SDL_BUTTON_LEFT) {
            game->drag_x = event.button.x;
            game->drag_y = event.button.y;
        } else if (event.type == SDL_MOUSEBUTTONUP && event.button.button == SDL_BUTTON_LEFT) {
            game_select(game, event.button.x, event.button.y);
        } else if (event.type == SDL_MOUSEBUTTONDOWN && event.button.button == SDL_BUTTON_RIGHT) {
            const way_cell cell = game_pointed(game, event.button.x, event.button.y);
            const bool after = (SDL_GetModState() & KMOD_SHIFT) != 0;
            if (cell != WAY_CELL_NONE) {
                game_order(game, (way_order){.kind = WAY_ORDER_GO,
                                             .cell = cell,
                                             .queued = after,
                                             .urgency = WAY_URGENCY_SELECTED});
            }
        }
    }
    return true;
}

/// What a player would do, for runs without one.
static void game_pretend(rts_game *game)
{
    if (game->frame == 10) {
        for (uint32_t k = 0; k < game->count; k += 2) {
            game->selected[k] = true;
        }
        game_order(game, (way_order){.kind = WAY_ORDER_GO, .cell = SIDE / 2 * SIDE + SIDE / 2});
    }
    if (game->frame % 60 == 30) {
        game_build(game, way_rng_below(&game->rng, SIDE * SIDE), game->frame % 120 == 30 ? 0 : 1);
    }
    game->camera_x = SIDE * ZOOM / 5;
    game->camera_y = SIDE * ZOOM / 5;
}

// Running -----------------------------------------------------------------------------------------

static way_status game_step(rts_game *game)
{
    const uint64_t start = SDL_GetPerformanceCounter();
    const way_status status = way_world_frame(game->world, 4000);
    game->times[game->frame++ % GRAPH] = (double)(SDL_GetPerformanceCounter() - start) * 1000 /
                                         (double)SDL_GetPerformanceFrequency();
    if (game->frame % 120 == 1) {
        game_opponent(game);
    }
    return status;
}

static bool game_open(rts_game *game, bool hidden)
{
    if (SDL_Init(hidden ? SDL_INIT_TIMER : SDL_INIT_VIDEO) != 0) {
        return false;
    }
    if (hidden) {
        game->surface =
            SDL_CreateRGBSurfaceWithFormat(0, WIDTH, HEIGHT, 32, SDL_PIXELFORMAT_RGB888);
        game->renderer = game->surface ? SDL_CreateSoftwareRenderer(game->surface) : NULL;
    } else {
        game->window = SDL_CreateWindow("waymark", SDL_WINDOWPOS_CENTERED, SDL_WINDOWPOS_CENTERED,
                                        WIDTH, HEIGHT, 0);
        game->renderer =
            game->window ? SDL_CreateRenderer(game->window, -1, SDL_RENDERER_PRESENTVSYNC) : NULL;
    }
    return game->renderer != NULL;
}

int main(int argc, char *argv[])
{
    rts_game game = {.drag_x = -1, .rng = way_rng_seed(7)};
    uint32_t frames = 0;
    const char *screenshot = NULL;
    for (int k = 1; k + 1 < argc; k += 2) {
        frames =
            strcmp(argv[k], "--frames") == 0 ? (uint32_t)strtoul(argv[k + 1], NULL, 10) : frames;
        screenshot = strcmp(argv[k], "--screenshot") == 0 ? argv[k + 1] : screenshot;
    }
    way_status status = game_make_map(&game);
    status = status ? status : game_make_world(&game);
    bool fine = game_open(&game, frames > 0);
    while (fine && status == WAY_STATUS_OK && (frames == 0 || game.frame < frames)) {
        fine = frames ? (game_pretend(&game), true) : game_listen(&game);
        status = game_step(&game);
        if (frames == 0 || game.frame == frames) {
            game_draw(&game);
        }
    }
    const bool shot = !screenshot || !game.surface || SDL_SaveBMP(game.surface, screenshot) == 0;
    (void)printf("%u units, tick %u, hash %016llx\n", game.count,
                 game.world ? way_world_statistics(game.world).tick : 0,
                 game.world ? (unsigned long long)way_world_hash(game.world) : 0ull);
    SDL_DestroyRenderer(game.renderer);
    SDL_FreeSurface(game.surface);
    SDL_DestroyWindow(game.window);
    SDL_Quit();
    way_world_destroy(game.world);
    way_map_destroy(game.map);
    return status == WAY_STATUS_OK && shot && (fine || frames == 0) ? 0 : 1;
}
