# context_tree_options(TARGET): language level and warnings that every target of the project shares.
function(context_tree_options target)
  # Designated initialisers that leave members at their defaults are the house's way to fill a struct.
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wconversion -Wshadow -Werror -Wno-missing-field-initializers)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    target_compile_options(${target} PRIVATE -Wno-restrict)  # false alarms on std::string, GCC bug 105651
  endif()
  target_include_directories(${target} PUBLIC ${PROJECT_SOURCE_DIR})
  target_compile_definitions(${target} PRIVATE CONTEXT_TREE_VERSION="${PROJECT_VERSION}")
  if(CONTEXT_TREE_SANITIZE)
    target_compile_options(${target} PUBLIC -fsanitize=${CONTEXT_TREE_SANITIZE} -fno-omit-frame-pointer)
    target_link_options(${target} PUBLIC -fsanitize=${CONTEXT_TREE_SANITIZE})
  endif()
endfunction()

# context_tree_library(NAME FOLDER [PUBLIC|PRIVATE LIBRARY...]...): a static library of the folder's own
# sources (subfolders are libraries of their own).
function(context_tree_library name folder)
  file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${folder}/*.cpp)
  list(FILTER sources EXCLUDE REGEX "/main\\.cpp$")
  if(sources)
    add_library(${name} STATIC ${sources})
    context_tree_options(${name})
    target_link_libraries(${name} ${ARGN})
  else()
    string(REPLACE "PRIVATE" "INTERFACE" links "${ARGN}")
    string(REPLACE "PUBLIC" "INTERFACE" links "${links}")
    add_library(${name} INTERFACE)
    target_link_libraries(${name} ${links})
  endif()
endfunction()
