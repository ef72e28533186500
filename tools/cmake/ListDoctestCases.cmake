# Script, run after a test executable has been linked: asks it for its test cases and writes an
# add_test() for each into ${list_file}, which ctest reads. Needs: executable, label, list_file.
cmake_minimum_required(VERSION 3.25)

# Sets `out` to the names of the test cases that the given filters leave.
function(list_cases out)
    execute_process(
        COMMAND "${executable}" --list-test-cases --no-intro=true --no-colors=true ${ARGN}
        OUTPUT_VARIABLE text
        RESULT_VARIABLE status)
    if(NOT status EQUAL 0)
        message(FATAL_ERROR "${executable} --list-test-cases failed (${status}):\n${text}")
    endif()
    # In a CMake list these would separate or join elements; doctest's filters know `?` for any
    # character.
    string(REGEX REPLACE "[][;\\\\]" "?" text "${text}")
    string(REGEX REPLACE "\n" ";" lines "${text}")
    list(FILTER lines EXCLUDE REGEX "^(\\[doctest\\?|\\?doctest\\?|=====|$)")
    set(${out} "${lines}" PARENT_SCOPE)
endfunction()

set(known "")
set(script "")

# Adds the cases to `script` with the given properties.
function(add_cases properties)
    foreach(case IN LISTS ARGN)
        if(case IN_LIST known)
            message(FATAL_ERROR "Two test cases of ${executable} are called \"${case}\".")
        endif()
        list(APPEND known "${case}")
        string(REPLACE "," "?" filter "${case}")
        string(APPEND script
               "add_test([==[${label}: ${case}]==] [==[${executable}]==] "
               "[==[--test-case=${filter}]==] --case-sensitive=true --no-intro=true)\n"
               "set_tests_properties([==[${label}: ${case}]==] PROPERTIES TIMEOUT 900 "
               "FAIL_REGULAR_EXPRESSION [==[test cases: +0 ]==] ${properties})\n")
    endforeach()
    set(known "${known}" PARENT_SCOPE)
    set(script "${script}" PARENT_SCOPE)
endfunction()

list_cases(slow "--test-suite=slow")
list_cases(timing "--test-suite=timing")
list_cases(ordinary "--test-suite-exclude=slow,timing")
add_cases("LABELS [==[${label};slow]==]" ${slow})
add_cases("LABELS ${label} RUN_SERIAL TRUE" ${timing})
add_cases("LABELS ${label}" ${ordinary})
file(WRITE "${list_file}" "${script}")
