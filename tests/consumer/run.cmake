# Installs the build tree BUILD into an empty prefix, then configures, builds and runs the project SOURCE against it.
# Called by ctest with BUILD, SOURCE, WORK (a folder to use up), GENERATOR, COMPILER, MARCH, VERSION.

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
    WANTED_VERSION=${VERSION} -D CMAKE_FIND_USE_PACKAGE_REGISTRY=OFF)
run(${CMAKE_COMMAND} --build ${WORK}/build)
foreach(program plain bits by_name)
  run(${WORK}/build/${program})
endforeach()
