# Installs the build tree BUILD into an empty prefix, then configures, builds and runs the project SOURCE against it.
# Called by ctest with BUILD, SOURCE, WORK (a folder to use up), GENERATOR, COMPILER, MARCH, VERSION,
# C_SOURCE (a program in C).

function(run)
  execute_process(COMMAND ${ARGV} RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(NOT result EQUAL 0)
    list(JOIN ARGV " " command)
    message(FATAL_ERROR "${command}\nfailed (${result}):\n${output}")
  endif()
endfunction()

set(march "")
if(MARCH)
  set(march "-march=${MARCH}")
endif()

file(REMOVE_RECURSE ${WORK})
run(${CMAKE_COMMAND} --install ${BUILD} --prefix ${WORK}/prefix)
run(${CMAKE_COMMAND} -S ${SOURCE} -B ${WORK}/build -G ${GENERATOR} -D CMAKE_CXX_COMPILER=${COMPILER}
    -D CMAKE_BUILD_TYPE=Release -D CMAKE_PREFIX_PATH=${WORK}/prefix -D MARCH=${march} -D
    WANTED_VERSION=${VERSION} -D CMAKE_FIND_USE_PACKAGE_REGISTRY=OFF -D C_SOURCE=${C_SOURCE})
run(${CMAKE_COMMAND} --build ${WORK}/build)
foreach(program plain bits by_name from_c from_c_static)
  run(${WORK}/build/${program})
endforeach()

if(NOT EXISTS ${WORK}/prefix/include/polhode_step.h)
  message(FATAL_ERROR "polhode_step.h is not installed")
endif()

# By pkg-config, without CMake.
find_program(pkg_config pkg-config)
if(pkg_config)
  file(GLOB_RECURSE module ${WORK}/prefix/*/polhode.pc)
  cmake_path(GET module PARENT_PATH where)
  set(ENV{PKG_CONFIG_PATH} ${where})
  cmake_path(GET where PARENT_PATH libraries)
  set(ENV{LD_LIBRARY_PATH} ${libraries})
  run(sh -c "cc ${C_SOURCE} $('${pkg_config}' --cflags --libs polhode) -o ${WORK}/by_pkg_config")
  run(${WORK}/by_pkg_config)
endif()
