# install.cmake -- npm ci in the build folder: cmake -D NPM= -D SOURCE= -D BUILD= -D WITH_TESTS= -P install.cmake
#
# A second try helps where the network hiccups.

file(MAKE_DIRECTORY ${BUILD})
file(COPY ${SOURCE}/package.json ${SOURCE}/package-lock.json ${SOURCE}/.npmrc DESTINATION ${BUILD})
set(command ${NPM} ci --no-audit --no-fund --loglevel=error)
if(NOT WITH_TESTS)
  list(APPEND command --omit=dev)
endif()
foreach(try first second)
  execute_process(COMMAND ${command} WORKING_DIRECTORY ${BUILD}
                  RESULT_VARIABLE result OUTPUT_QUIET ERROR_VARIABLE messages)
  if(result EQUAL 0)
    file(TOUCH ${BUILD}/installed)
    return()
  endif()
  message(STATUS "npm ci: the ${try} try failed")
endforeach()
message(FATAL_ERROR "${messages}\n"
  "npm could not fetch the packages of the report page (three, uplot, esbuild: web/report/package-lock.json).\n"
  "Is the network up, and does `npm ping` answer? Behind a proxy, npm needs its settings: npm help config.\n"
  "Without the program (-D POLHODE_BUILD_PROGRAM=OFF) nothing of this is needed.")
