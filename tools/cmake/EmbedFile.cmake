# anqi_embed_file(<target> <symbol> <file>)
#
# Adds the bytes of <file> to <target>, from the C symbol <symbol> up to <symbol>_end.

function(anqi_embed_file target symbol file)
    set(path "${PROJECT_SOURCE_DIR}/${file}")
    set(generated "${PROJECT_BINARY_DIR}/embedded/${symbol}.S")
    file(CONFIGURE OUTPUT "${generated}"
         CONTENT "    .section .rodata
    .balign 64
    .global @symbol@
    .global @symbol@_end
@symbol@:
    .incbin \"@path@\"
@symbol@_end:
    .byte 0
    .section .note.GNU-stack,\"\",%progbits
"
         @ONLY)
    set_source_files_properties("${generated}" PROPERTIES OBJECT_DEPENDS "${path}")
    target_sources(${target} PRIVATE "${generated}")
endfunction()
