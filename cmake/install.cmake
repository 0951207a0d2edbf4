# SPDX-FileCopyrightText: 2026 The waymark authors
# SPDX-License-Identifier: MIT
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(waymark_package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/waymark)

install(TARGETS waymark EXPORT waymarkTargets)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/waymark DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(
    FILES
        ${PROJECT_SOURCE_DIR}/bindings/cpp/waymark.hpp
        ${PROJECT_SOURCE_DIR}/bindings/cpp/waymark_base.hpp
        ${PROJECT_SOURCE_DIR}/bindings/cpp/waymark_world.hpp
        ${PROJECT_SOURCE_DIR}/bindings/cpp/waymark_more.hpp
    DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
    OPTIONAL
)
install(
    FILES ${PROJECT_SOURCE_DIR}/build/site/explorer.html
    DESTINATION ${CMAKE_INSTALL_DATADIR}/waymark
    OPTIONAL
)
install(
    EXPORT waymarkTargets
    NAMESPACE waymark::
    DESTINATION ${waymark_package_dir}
)

configure_package_config_file(
    ${PROJECT_SOURCE_DIR}/cmake/waymarkConfig.cmake.in
    ${PROJECT_BINARY_DIR}/package/waymarkConfig.cmake
    INSTALL_DESTINATION ${waymark_package_dir}
)
# Before 1.0 a minor version may break; afterwards only a major one may.
if(PROJECT_VERSION_MAJOR EQUAL 0)
    set(waymark_compatibility SameMinorVersion)
else()
    set(waymark_compatibility SameMajorVersion)
endif()
write_basic_package_version_file(
    ${PROJECT_BINARY_DIR}/package/waymarkConfigVersion.cmake
    COMPATIBILITY ${waymark_compatibility}
)
install(
    FILES
        ${PROJECT_BINARY_DIR}/package/waymarkConfig.cmake
        ${PROJECT_BINARY_DIR}/package/waymarkConfigVersion.cmake
    DESTINATION ${waymark_package_dir}
)

# The prefix is told relative to the .pc file, so that an installed tree may be moved.
cmake_path(APPEND waymark_pc_includedir "\${prefix}" "${CMAKE_INSTALL_INCLUDEDIR}")
cmake_path(APPEND waymark_pc_libdir "\${prefix}" "${CMAKE_INSTALL_LIBDIR}")
if(IS_ABSOLUTE "${CMAKE_INSTALL_LIBDIR}")
    set(waymark_pc_prefix "${CMAKE_INSTALL_PREFIX}")
else()
    file(RELATIVE_PATH waymark_pc_prefix "/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/")
    string(REGEX REPLACE "/$" "" waymark_pc_prefix "\${pcfiledir}/${waymark_pc_prefix}")
endif()
# A static library cannot say what it needs.
if(UNIX AND NOT BUILD_SHARED_LIBS)
    set(waymark_pc_libs " -lm")
endif()
# Users of the shared library need WAY_SHARED.
if(BUILD_SHARED_LIBS)
    set(waymark_pc_cflags " -DWAY_SHARED")
endif()
configure_file(
    ${PROJECT_SOURCE_DIR}/cmake/waymark.pc.in ${PROJECT_BINARY_DIR}/package/waymark.pc @ONLY
)
install(
    FILES ${PROJECT_BINARY_DIR}/package/waymark.pc
    DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig
)

# Manual pages of the API, made from the headers where there is a shell.
find_program(WAYMARK_SHELL sh)
mark_as_advanced(WAYMARK_SHELL)
if(UNIX AND WAYMARK_SHELL AND EXISTS ${PROJECT_SOURCE_DIR}/scripts/make_man.sh)
    file(GLOB waymark_headers CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/include/waymark/*.h)
    add_custom_command(
        OUTPUT ${PROJECT_BINARY_DIR}/man/man3/waymark.3
        COMMAND ${WAYMARK_SHELL} ${PROJECT_SOURCE_DIR}/scripts/make_man.sh
                ${PROJECT_BINARY_DIR}/man/man3
        DEPENDS ${waymark_headers} ${PROJECT_SOURCE_DIR}/scripts/make_man.sh
        COMMENT "Making the manual pages of the API"
        VERBATIM
    )
    add_custom_target(waymark_man ALL DEPENDS ${PROJECT_BINARY_DIR}/man/man3/waymark.3)
    install(DIRECTORY ${PROJECT_BINARY_DIR}/man/man3 DESTINATION ${CMAKE_INSTALL_MANDIR})
endif()

set(waymark_cli_dir ${PROJECT_SOURCE_DIR}/cli)
if(TARGET waymark_cli)
    install(TARGETS waymark_cli)
    install(FILES ${waymark_cli_dir}/waymark.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 OPTIONAL)
    install(
        FILES ${PROJECT_BINARY_DIR}/completion/waymark.bash
        DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions
        RENAME waymark
        OPTIONAL
    )
    install(
        FILES ${PROJECT_BINARY_DIR}/completion/_waymark
        DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions
        OPTIONAL
    )
    install(
        FILES ${PROJECT_BINARY_DIR}/completion/waymark.fish
        DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d
        OPTIONAL
    )
endif()
