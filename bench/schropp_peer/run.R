# SPDX-License-Identifier: GPL-3.0-or-later
# deSolve's radau on Schropp's systems, for bench/schropp --peer. Arguments: the shared library made
# of systems.c; a system; its end; its start, comma-separated; repetitions. One line per tolerance:
#   tolerance seconds overhead functions jacobians position,…
# `seconds` is the fastest of the repetitions of the whole call; `overhead` the fastest of the same
# call over one step's length, which does nearly nothing but what R and deSolve do around a run.
suppressPackageStartupMessages(library(deSolve))
arguments <- commandArgs(trailingOnly = TRUE)
invisible(dyn.load(arguments[1]))
library_name <- sub("\\.so$", "", basename(arguments[1]))
system_name <- arguments[2]
end <- as.numeric(arguments[3])
start <- as.numeric(strsplit(arguments[4], ",")[[1]])
repetitions <- as.integer(arguments[5])
is_pendulum <- startsWith(system_name, "pendulum")
has_jacobian <- system_name == "pendulum_with_jacobian"
indices <- if (is_pendulum) c(2, 2, 1) else c(7, 7, 13)
positions <- if (is_pendulum) 2 else 7
first <- 1e-6
run <- function(to, tolerance) {
  extra <- if (has_jacobian) list(jacfunc = "pendulum_jacobian", jactype = "fullusr") else list()
  do.call(radau, c(list(
    y = start, times = c(0, to), func = if (is_pendulum) "pendulum" else system_name, parms = NULL,
    dllname = library_name, initfunc = NULL, nind = indices, rtol = tolerance, atol = tolerance,
    hini = first, mass = rbind(c(rep(1, 2 * positions), rep(0, length(start) - 2 * positions))),
    massup = 0, massdown = 0, maxsteps = 1e6), extra))
}
fastest <- function(work) {
  best <- Inf
  for (i in seq_len(repetitions)) {
    begin <- Sys.time()
    for (j in 1:5) result <- work()
    best <- min(best, as.numeric(Sys.time() - begin, units = "secs") / 5)
  }
  list(seconds = best, result = result)
}
for (tolerance in 10^-(3:6 * 2)) {
  whole <- fastest(function() run(end, tolerance))
  nothing <- fastest(function() run(first, tolerance))
  state <- whole$result[2, 1 + seq_len(positions)]
  counts <- attr(whole$result, "istate")
  cat(sprintf("%.3g %.9g %.9g %d %d %s\n", tolerance, whole$seconds, nothing$seconds, counts[3],
              counts[4], paste(sprintf("%.17g", state), collapse = ",")))
}
