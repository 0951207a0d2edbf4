// SPDX-FileCopyrightText: 2026 The waymark authors
// SPDX-License-Identifier: MIT
#include "cli/picture_file.h"

#include "cli/image.h"
#include "cli/svg.h"

#include <string.h>

static bool picture_file_ends_with(const char *text, const char *end)
{
    const size_t size = strlen(text);
    return size > strlen(end) && strcmp(text + size - strlen(end), end) == 0;
}

cli_exit cli_picture_write(const cli_picture *picture, const char *path)
{
    way_problem problem = {0};
    way_status status = WAY_STATUS_OK;
    if (picture_file_ends_with(path, ".svg")) {
        status = cli_svg_write(picture, path, &problem);
    } else if (picture_file_ends_with(path, ".png")) {
        cli_image image = {0};
        status = cli_image_draw(picture, &image);
        if (status == WAY_STATUS_OK) {
            status = cli_image_write_png(&image, path, &problem);
            cli_image_destroy(&image);
        }
    } else {
        cli_complain("'%s' ends neither in .png nor in .svg", path);
        return CLI_EXIT_USAGE;
    }
    if (status == WAY_STATUS_TOO_LARGE) {
        cli_complain("%s: the picture would be larger than %u pixels per side; try --scale 1", path,
                     CLI_IMAGE_SIDE_MAX);
        return CLI_EXIT_USAGE;
    }
    return status == WAY_STATUS_OK ? CLI_EXIT_OK : cli_complain_problem(path, status, &problem);
}
