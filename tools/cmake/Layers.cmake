# Functions that declare libraries and programs. Sources are found by pattern and looked up again at
# every build, so there is no file list to keep by hand.

# anqi_layer(<target> <folder> [DEPENDS <target>...])
# A static library of all .cpp files in <folder> and its subfolders. A layer without any is headers only.
function(anqi_layer target folder)
    cmake_parse_arguments(PARSE_ARGV 2 arg "" "" "DEPENDS")
    file(GLOB_RECURSE sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/${folder}/*.cpp")
    if(sources)
        add_library(${target} STATIC ${sources})
        set(scope PUBLIC)
    else()
        add_library(${target} INTERFACE)
        set(scope INTERFACE)
    endif()
    target_include_directories(${target} ${scope} "${PROJECT_SOURCE_DIR}")
    target_link_libraries(${target} ${scope} ${arg_DEPENDS})
endfunction()

# anqi_program(<name> <file of tools/>...)
function(anqi_program name)
    list(TRANSFORM ARGN PREPEND "${PROJECT_SOURCE_DIR}/tools/" OUTPUT_VARIABLE sources)
    add_executable(${name} ${sources})
    target_link_libraries(${name} PRIVATE anqi_protocol anqi_book Boost::program_options fmt::fmt)
endfunction()

# anqi_either(<target> <condition> <source> <source otherwise>)
# Of two sources of a layer that define the same functions, builds the one.
function(anqi_either target condition source otherwise)
    if(${condition})
        set(left_out "${otherwise}")
    else()
        set(left_out "${source}")
    endif()
    set_source_files_properties("${PROJECT_SOURCE_DIR}/${left_out}" TARGET_DIRECTORY ${target}
                                PROPERTIES HEADER_FILE_ONLY ON)
endfunction()
