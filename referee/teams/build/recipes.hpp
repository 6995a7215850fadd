// The scripts that build submissions, for BuildSandbox. Each finds the submission in /submission and sends
// what it makes. Plain values.
#pragma once

#include "referee/teams/build/build_sandbox.hpp"
#include "referee/teams/build/kind.hpp"

namespace quiver::teams {

// An error if this machine lacks what the recipe needs: a compiler, the SDK.
base::Result<BuildJob> job_of(Recipe recipe, const std::string& submission_folder);

}  // namespace quiver::teams
