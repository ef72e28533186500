# The language, the warnings and the code generation that every target shares.

if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 12)
    message(FATAL_ERROR "g++ ${CMAKE_CXX_COMPILER_VERSION} is too old: anqi needs g++ 12 or newer.")
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 14)
    message(FATAL_ERROR "clang ${CMAKE_CXX_COMPILER_VERSION} is too old: anqi needs clang 14 or newer.")
endif()

if(NOT CMAKE_BUILD_TYPE)
    set(CMAKE_BUILD_TYPE Release CACHE STRING "Release or Debug" FORCE)
endif()

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_CXX_FLAGS_RELEASE "-O3 -DNDEBUG")
set(CMAKE_CXX_FLAGS_DEBUG "-O1 -g -D_GLIBCXX_ASSERTIONS")
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}")
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

# Counting bits in one instruction (2008 and later) is worth a third of the move generator's speed.
if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
    add_compile_options(-march=x86-64-v2)
endif()

# Values are floating point and must be the same with every compiler: no fused multiply-add.
add_compile_options(-ffp-contract=off)
add_compile_options(-Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror)
# A remark on g++ 4.6 at every aligned argument; clang's on vectors that stay within one file.
add_compile_options(-Wno-psabi)

if(ANQI_FUZZ)
    if(NOT CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
        message(FATAL_ERROR "ANQI_FUZZ needs clang: libFuzzer comes with it.")
    endif()
    # Coverage for every layer; only the targets in tests/fuzz link libFuzzer's main.
    add_compile_options(-fsanitize=fuzzer-no-link)
endif()

if(ANQI_SANITIZE)
    add_compile_options("-fsanitize=${ANQI_SANITIZE}" -fno-sanitize-recover=all
                        -fno-omit-frame-pointer)
    add_link_options("-fsanitize=${ANQI_SANITIZE}")
endif()
