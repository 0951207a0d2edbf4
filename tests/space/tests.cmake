# SPDX-FileCopyrightText: 2026 The waymark authors
# SPDX-License-Identifier: MIT
#
# Worlds beyond the grid. On recorded data: a sample among the quick tests, everything for
# `make test PRESET=data`.
waymark_add_test(test_levels scenes/test_levels.c)
waymark_add_test(test_mesh space/test_mesh.c LIBRARIES m)
waymark_add_test(test_mesh_repair space/test_mesh_repair.c space/mesh_scene.c)
waymark_add_test(test_mesh_sweep space/test_mesh_sweep.c)
waymark_add_test(test_mesh_tiles space/test_mesh_tiles.c space/mesh_scene.c)
waymark_add_test(test_places space/test_places.c LIBRARIES m)
waymark_add_test(test_platform space/test_platform.c)
waymark_add_test(test_tiles space/test_tiles.c)

foreach(name test_korf_data test_platform_data)
    waymark_add_test(${name} space/${name}.c data/data.c LABELS data)
    add_test(NAME ${name}_all COMMAND ${name} all WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
    set_tests_properties(
        ${name}_all
        PROPERTIES LABELS "data;slow" SKIP_RETURN_CODE 77
    )
endforeach()
