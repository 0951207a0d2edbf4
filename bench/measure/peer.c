// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#define _POSIX_C_SOURCE 200809L

#include "bench/measure/peer.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

struct bench_peer {
    pid_t process;
    FILE *in, *out; ///< what it reads, and says
    const way_map *map;
    bool cuts;
    way_state *cells; ///< [capacity] of the last way
    uint32_t capacity;
};

// In the child: nothing but the pipes is left.
static _Noreturn void peer_become(const char *path, const int in[2], const int out[2])
{
    (void)dup2(in[0], STDIN_FILENO);
    (void)dup2(out[1], STDOUT_FILENO);
    (void)close(in[1]);
    (void)close(out[0]);
    (void)execl(path, path, (char *)NULL);
    _exit(127);
}

static bool peer_start(bench_peer *peer, const char *path)
{
    int in[2];
    int out[2];
    if (pipe(in) != 0) {
        return false;
    }
    if (pipe(out) != 0) {
        (void)close(in[0]);
        (void)close(in[1]);
        return false;
    }
    // Those who are started later must not keep the ends of this one open.
    (void)fcntl(in[1], F_SETFD, FD_CLOEXEC);
    (void)fcntl(out[0], F_SETFD, FD_CLOEXEC);
    (void)signal(SIGPIPE, SIG_IGN); // one that ended is seen when it does not answer
    peer->process = fork();
    if (peer->process == 0) {
        peer_become(path, in, out);
    }
    (void)close(in[0]);
    (void)close(out[1]);
    peer->in = fdopen(in[1], "w");
    peer->out = fdopen(out[0], "r");
    return peer->process > 0 && peer->in && peer->out;
}

static bool peer_tell_map(bench_peer *peer)
{
    const uint32_t width = way_map_width(peer->map);
    const uint32_t height = way_map_height(peer->map);
    (void)fprintf(peer->in, "map %u %u\n", width, height);
    for (uint32_t y = 0; y < height; y++) {
        for (uint32_t x = 0; x < width; x++) {
            (void)fputc(way_map_terrain(peer->map, way_map_cell(peer->map, x, y)) ? '.' : '@',
                        peer->in);
        }
        (void)fputc('\n', peer->in);
    }
    return fflush(peer->in) == 0;
}

way_status bench_peer_open(const char *folder, const char *name, const way_map *map,
                           bench_peer **out, bench_peer_effort *effort)
{
    char path[1024];
    char rest[16] = "";
    bench_peer *peer = calloc(1, sizeof *peer);
    *out = peer;
    if (!peer) {
        return WAY_STATUS_NO_MEMORY;
    }
    (void)snprintf(path, sizeof path, "%s/%s", folder, name);
    peer->map = map;
    way_status status = access(path, X_OK) == 0 ? WAY_STATUS_OK : WAY_STATUS_NOT_FOUND;
    if (status == WAY_STATUS_OK) {
        status = peer_start(peer, path) && peer_tell_map(peer) &&
                         fscanf(peer->out, " ready %lf %lf%15[^\n]", &effort->seconds,
                                &effort->bytes, rest) >= 2
                     ? WAY_STATUS_OK
                     : WAY_STATUS_IO;
    }
    peer->cuts = strstr(rest, "cuts") != NULL;
    if (status != WAY_STATUS_OK) {
        bench_peer_close(peer);
        *out = NULL;
    }
    return status;
}

void bench_peer_close(bench_peer *peer)
{
    if (!peer) {
        return;
    }
    if (peer->in) {
        (void)fclose(peer->in); // the end of what it reads is the end of it
    }
    if (peer->out) {
        (void)fclose(peer->out);
    }
    while (peer->process > 0 && waitpid(peer->process, NULL, 0) < 0 && errno == EINTR) {
    }
    free(peer->cells);
    free(peer);
}

bool bench_peer_cuts(const bench_peer *peer)
{
    return peer->cuts;
}

// Reads the cells of a way.
static way_status peer_read(bench_peer *peer, uint32_t count)
{
    if (count > peer->capacity) {
        way_state *cells = realloc(peer->cells, count * sizeof *cells);
        if (!cells) {
            return WAY_STATUS_NO_MEMORY;
        }
        peer->cells = cells;
        peer->capacity = count;
    }
    for (uint32_t i = 0; i < count; i++) {
        uint32_t x = 0;
        uint32_t y = 0;
        if (fscanf(peer->out, "%" SCNu32 " %" SCNu32, &x, &y) != 2) {
            return WAY_STATUS_IO;
        }
        peer->cells[i] = way_map_cell(peer->map, x, y);
    }
    return WAY_STATUS_OK;
}

way_status bench_peer_find(bench_peer *peer, const bench_problem *problem, const way_state **cells,
                           uint32_t *count, bench_peer_effort *effort)
{
    uint32_t ends[4];
    way_map_position(peer->map, problem->start, &ends[0], &ends[1]);
    way_map_position(peer->map, problem->goal, &ends[2], &ends[3]);
    (void)fprintf(peer->in, "find %u %u %u %u\n", ends[0], ends[1], ends[2], ends[3]);
    *count = 0;
    if (fflush(peer->in) != 0 ||
        fscanf(peer->out, " path %lf %lf %" SCNu32, &effort->seconds, &effort->bytes, count) != 3) {
        return WAY_STATUS_IO;
    }
    // More cells than the map has are no way, and not worth the memory.
    const uint64_t most = (uint64_t)way_map_width(peer->map) * way_map_height(peer->map);
    const way_status status = *count <= most ? peer_read(peer, *count) : WAY_STATUS_IO;
    *cells = peer->cells;
    return status;
}
