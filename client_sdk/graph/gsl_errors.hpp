// GSL ends the process on an error unless it is told not to.
#pragma once

namespace quiver::graph {

// Makes GSL report errors by its return codes, all of which Graph checks. Every main calls this first.
void turn_off_gsl_abort();

}  // namespace quiver::graph
