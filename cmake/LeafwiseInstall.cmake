# SPDX-License-Identifier: GPL-3.0-or-later
# The exported package: find_package(leafwise CONFIG) gives leafwise::core|algebra|integrator|
# pipeline, or only core and integrator when built without algebra.

include(CMakePackageConfigHelpers)

set(leafwise_config_dir "${CMAKE_INSTALL_LIBDIR}/cmake/leafwise")

configure_package_config_file(
  "${PROJECT_SOURCE_DIR}/cmake/leafwiseConfig.cmake.in" "${PROJECT_BINARY_DIR}/leafwiseConfig.cmake"
  INSTALL_DESTINATION "${leafwise_config_dir}" PATH_VARS CMAKE_INSTALL_BINDIR)
write_basic_package_version_file("${PROJECT_BINARY_DIR}/leafwiseConfigVersion.cmake"
                                 COMPATIBILITY SameMajorVersion)

install(EXPORT leafwiseTargets NAMESPACE leafwise:: DESTINATION "${leafwise_config_dir}")
install(FILES "${PROJECT_BINARY_DIR}/leafwiseConfig.cmake"
              "${PROJECT_BINARY_DIR}/leafwiseConfigVersion.cmake"
        DESTINATION "${leafwise_config_dir}")
if(LEAFWISE_WITH_ALGEBRA)
  install(FILES "${PROJECT_SOURCE_DIR}/cmake/FindFlint.cmake"
                "${PROJECT_SOURCE_DIR}/cmake/FindArb.cmake"
          "${PROJECT_SOURCE_DIR}/cmake/leafwise_worker_place.cpp.in"
          DESTINATION "${leafwise_config_dir}")
  install(FILES "${PROJECT_SOURCE_DIR}/docs/man/leafwise.1"
          DESTINATION "${CMAKE_INSTALL_MANDIR}/man1")
  install(
    FILES "${PROJECT_SOURCE_DIR}/completion/leafwise.bash"
    DESTINATION "${CMAKE_INSTALL_DATADIR}/bash-completion/completions"
    RENAME leafwise)
  install(FILES "${PROJECT_SOURCE_DIR}/completion/_leafwise"
          DESTINATION "${CMAKE_INSTALL_DATADIR}/zsh/site-functions")
  install(FILES "${PROJECT_SOURCE_DIR}/completion/leafwise.fish"
          DESTINATION "${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d")
  # What the program's help points to: `write_help` finds it from the program's own place. Links
  # between these pages stay true.
  install(FILES "${PROJECT_SOURCE_DIR}/README.md" "${PROJECT_SOURCE_DIR}/KNOWN_ISSUES.md"
                "${PROJECT_SOURCE_DIR}/CHANGELOG.md"
          DESTINATION "${CMAKE_INSTALL_DOCDIR}")
  install(
    DIRECTORY "${PROJECT_SOURCE_DIR}/docs" "${PROJECT_SOURCE_DIR}/examples"
    DESTINATION "${CMAKE_INSTALL_DOCDIR}"
    FILES_MATCHING
    PATTERN "*.md"
    PATTERN "*.toml"
    PATTERN "*.json"
    PATTERN "*.ebnf"
    PATTERN "*.svg"
    PATTERN "*.png"
    PATTERN "__pycache__" EXCLUDE)
endif()
install(FILES "${PROJECT_SOURCE_DIR}/LICENSE" DESTINATION "${CMAKE_INSTALL_DOCDIR}")
