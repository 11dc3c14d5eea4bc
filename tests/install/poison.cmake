# SPDX-License-Identifier: GPL-3.0-or-later

# write_poison(<dir>): headers called like those of the libraries that core and integrator must not
# need, each an #error. Leaves in `poison_dirs` the include directories, and in `poisoned_headers`
# the real files they stand for.
#
# Which headers these are is asked from the packages that are installed; the best known ones are
# always among them, so that the proof does not become empty where dpkg is not at home.
function(write_poison dir)
  set(packages
      libflint-dev libflint-arb-dev libgmp-dev libmpfr-dev libsingular4-dev libseccomp-dev
      libtomlplusplus-dev
      nlohmann-json3-dev libboost-program-options1.74-dev)
  set(real "")
  foreach(package IN LISTS packages)
    execute_process(
      COMMAND dpkg-query -L ${package}
      OUTPUT_VARIABLE files
      ERROR_QUIET)
    string(REPLACE "\n" ";" files "${files}")
    list(FILTER files INCLUDE REGEX "^/usr/include/.*\\.(h|hh|hpp|hxx|inl|inc)$")
    list(APPEND real ${files})
  endforeach()
  file(GLOB_RECURSE more LIST_DIRECTORIES false /usr/include/flint/* /usr/include/toml++/*
       /usr/include/nlohmann/* /usr/include/boost/program_options/* /usr/include/singular/*
       /usr/include/*/singular/*)
  list(APPEND real ${more})
  list(REMOVE_DUPLICATES real)

  set(names
      flint/flint.h flint/fmpz.h flint/fmpq.h flint/arb.h arb.h gmp.h gmpxx.h mpfr.h
      Singular/libsingular.h singular/Singular/libsingular.h toml++/toml.h toml++/toml.hpp
      nlohmann/json.hpp boost/program_options.hpp seccomp.h)
  foreach(file IN LISTS real)
    # As seen from /usr/include, from the architecture's directory, and from Singular's own.
    string(REGEX REPLACE "^/usr/include/([^/]*-linux-gnu[^/]*/)?" "" name "${file}")
    list(APPEND names "${name}")
    if(name MATCHES "^singular/(.*)$")
      list(APPEND names "${CMAKE_MATCH_1}")
    endif()
  endforeach()
  list(REMOVE_DUPLICATES names)

  foreach(name IN LISTS names)
    if(NOT EXISTS "${dir}/${name}") # rewritten files would rebuild everything
      file(WRITE "${dir}/${name}" "#error \"poison: <${name}> in a build without algebra\"\n")
    endif()
  endforeach()
  list(LENGTH names count)
  message(STATUS "${count} poisoned headers")
  set(poison_names "${names}" PARENT_SCOPE)
  set(poisoned_headers "${real}" PARENT_SCOPE)
endfunction()
