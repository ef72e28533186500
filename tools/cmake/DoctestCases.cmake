# anqi_doctest(<target> LABEL <label> [DEPENDS <target>...])
#
# An executable of all .cpp files in the current folder's subfolder <label>, of which every test case
# becomes a test of ctest with that label, so that ctest spreads them and names what failed.
# Two test suites have a meaning here:
#   slow    the case gets the label `slow` too
#   timing  the case measures time and runs alone

function(anqi_doctest target)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "LABEL" "DEPENDS")
    file(GLOB sources CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/${arg_LABEL}/*.cpp")
    if(NOT sources)
        message(FATAL_ERROR "tests/${arg_LABEL} holds no .cpp file")
    endif()
    add_executable(${target} ${sources})
    target_link_libraries(${target} PRIVATE ${arg_DEPENDS})

    set(list_file "${CMAKE_CURRENT_BINARY_DIR}/${target}.cmake")
    add_custom_command(
        TARGET ${target} POST_BUILD
        COMMAND ${CMAKE_COMMAND} "-Dexecutable=$<TARGET_FILE:${target}>" "-Dlabel=${arg_LABEL}"
                "-Dlist_file=${list_file}" -P "${PROJECT_SOURCE_DIR}/tools/cmake/ListDoctestCases.cmake"
        VERBATIM)
    file(WRITE "${list_file}.in"
         "if(EXISTS [==[${list_file}]==])\n  include([==[${list_file}]==])\nelse()\n"
         "  add_test(${target}_NOT_BUILT ${target}_NOT_BUILT)\nendif()\n")
    set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES "${list_file}.in")
endfunction()
