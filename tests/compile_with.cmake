# polhode_compile_with(<program> COMPILER <compiler> SOURCES <source>... [FLAGS <flag>...] [OBJECT])
#
# Compiles with a compiler and flags of its own, as steps of the build: side by side with all others, and again only when
# something has changed. OBJECT: one source, not linked. A compiler that is not there fails when it is called.
function(polhode_compile_with program)
  cmake_parse_arguments(PARSE_ARGV 1 with "OBJECT" "COMPILER" "SOURCES;FLAGS")
  set(compile ${CMAKE_CXX_COMPILER_LAUNCHER} ${with_COMPILER} -std=c++20 -Wno-psabi -I ${PROJECT_SOURCE_DIR}/include ${with_FLAGS})
  cmake_path(GET program PARENT_PATH folder)
  file(MAKE_DIRECTORY ${folder})
  set(objects)
  foreach(source IN LISTS with_SOURCES)
    cmake_path(GET source STEM name)
    set(object ${program}.o)
    if(NOT with_OBJECT)
      set(object ${program}-${name}.o)
    endif()
    add_custom_command(
      OUTPUT ${object}
      COMMAND ${compile} -MD -MF ${object}.d -c ${source} -o ${object}
      DEPENDS ${source}
      DEPFILE ${object}.d
      COMMENT "Compiling ${name}: ${object}"
      VERBATIM)
    list(APPEND objects ${object})
  endforeach()
  if(NOT with_OBJECT)
    add_custom_command(OUTPUT ${program} COMMAND ${with_COMPILER} ${objects} -o ${program} DEPENDS ${objects} VERBATIM)
  endif()
endfunction()

# The flags of polhode::same_bits.
set(POLHODE_SAME_BITS_FLAGS -DPOLHODE_SAME_BITS -ffp-contract=off -fno-math-errno -fno-trapping-math)
