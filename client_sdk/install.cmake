# What a competitor builds against: the libraries, their headers, and a package that CMake finds.
include(CMakePackageConfigHelpers)

set(sdk_layers proto base graph games draw wire bot)
list(TRANSFORM sdk_layers PREPEND quiver_ OUTPUT_VARIABLE sdk_targets)
foreach(layer IN LISTS sdk_layers)
  set_target_properties(quiver_${layer} PROPERTIES EXPORT_NAME ${layer})
endforeach()

install(TARGETS ${sdk_targets} EXPORT quiver_sdk ARCHIVE DESTINATION lib COMPONENT sdk)
# Protobuf's types, and the SDK's own insides, stay inside.
install(DIRECTORY ${CMAKE_CURRENT_LIST_DIR}/ DESTINATION include/quiver_sdk/client_sdk COMPONENT sdk
  FILES_MATCHING PATTERN *.hpp
  PATTERN wire/proto_*.hpp EXCLUDE
  PATTERN bot/link.hpp EXCLUDE
  PATTERN bot/options.hpp EXCLUDE
  PATTERN bot/own_match.hpp EXCLUDE
  PATTERN bot/session.hpp EXCLUDE)

set(package lib/cmake/quiver_sdk)
set(QUIVER_BOOST 1.81)
install(EXPORT quiver_sdk FILE quiver_sdk-targets.cmake NAMESPACE quiver:: DESTINATION ${package} COMPONENT sdk)
configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/quiver_sdk-config.cmake.in
  ${PROJECT_BINARY_DIR}/quiver_sdk-config.cmake INSTALL_DESTINATION ${package})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/quiver_sdk-config-version.cmake
  VERSION ${PROJECT_VERSION} COMPATIBILITY SameMajorVersion)
install(FILES ${PROJECT_BINARY_DIR}/quiver_sdk-config.cmake ${PROJECT_BINARY_DIR}/quiver_sdk-config-version.cmake
  DESTINATION ${package} COMPONENT sdk)

# All that a build needs for `cmake --install --component sdk`.
add_custom_target(sdk DEPENDS ${sdk_targets} quiver_python)

# A copy in the build tree, as it is installed: submissions in C++ are built with it (referee/teams/build/sdk.hpp).
set(staged_sdk ${PROJECT_BINARY_DIR}/referee/staged_sdk)
add_custom_command(OUTPUT ${staged_sdk}.stamp
  COMMAND ${CMAKE_COMMAND} --install ${PROJECT_BINARY_DIR} --prefix ${staged_sdk} --component sdk > ${staged_sdk}.log
  COMMAND ${CMAKE_COMMAND} -E touch ${staged_sdk}.stamp
  DEPENDS ${sdk_targets} quiver_python
  COMMENT "Staging the SDK"
  VERBATIM)
add_custom_target(staged_sdk DEPENDS ${staged_sdk}.stamp)
