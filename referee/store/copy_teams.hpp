// The part of a copied store that belongs to no event: teams, versions, their bundles, invitations, the audit
// table and settings.
//
// As copy_store.hpp, which calls it: what is there already stays, and everything is compared afterwards. One
// thread.
#pragma once

#include "referee/store/store.hpp"

namespace quiver::store {

// An error if the target has other teams, or if the two differ in the end.
base::Result<void> copy_teams(Store& from, Store& to);

}  // namespace quiver::store
