// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#define _POSIX_C_SOURCE 200809L

#include "bench/kit/output.h"

#include "bench/kit/require.h"

#include <waymark/file.h>

#include <stdlib.h>

void output_open(output *out, const char *path)
{
    *out = (output){.stream = stdout, .path = path};
    if (path) {
        out->stream = open_memstream(&out->text, &out->size);
        require_ok(out->stream ? WAY_STATUS_OK : WAY_STATUS_NO_MEMORY, path);
    }
}

void output_close(output *out)
{
    if (out->path) {
        require_ok(fclose(out->stream) == 0 ? WAY_STATUS_OK : WAY_STATUS_NO_MEMORY, out->path);
        require_ok(way_file_write(out->path, out->text, out->size, NULL), out->path);
        free(out->text);
    }
    *out = (output){.stream = NULL};
}
