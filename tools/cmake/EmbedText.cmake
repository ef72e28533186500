# anqi_embed(<target> <header> <variable> <file>)
#
# Adds the text of <file> to <target> as the string_view <variable>, which <header> declares in
# namespace anqi. The text may not hold the five characters `)anqi`.

function(anqi_embed target header variable file)
    set(path "${PROJECT_SOURCE_DIR}/${file}")
    file(READ "${path}" text)
    set(generated "${PROJECT_BINARY_DIR}/embedded/${file}.cpp")
    file(CONFIGURE OUTPUT "${generated}"
         CONTENT "#include \"@header@\"\n\nnamespace anqi {\n
const std::string_view @variable@ = R\"anqi(@text@)anqi\";\n\n}  // namespace anqi\n"
         @ONLY)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${path}")
    target_sources(${target} PRIVATE "${generated}")
endfunction()
