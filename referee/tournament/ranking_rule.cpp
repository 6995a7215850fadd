#include "referee/tournament/ranking_rule.hpp"

#include "referee/tournament/formats/format.hpp"
#include "referee/tournament/plan.hpp"

namespace quiver::tournament {

std::string ranking_rule(const store::Event& event) {
  const Plan plan = Plan::parse(event.plan);
  const std::string format = plan.find("format").value_or("");
  if (event.kind == "ladder" || format == "gauntlet") return "ranked by rating";
  const std::uint32_t games = plan.number("games", 1);
  const std::string ties = "a tie that is level after " + std::to_string(games) +
                           " games gets two more at a time, up to " + std::to_string(knockout_limit(games)) +
                           " in all; then the better seed goes on";
  if (format == "knockout") return ties + ". Ranked by the round that was reached";
  if (format == "double-elimination")
    return ties + ", and in the final the unbeaten one has won. Ranked by the round of the second defeat";
  if (format == "swiss") return "ranked by points, then by Buchholz, the points of all opponents";
  if (!format.empty())
    return "ranked by points, as a share of those that were to be had, then by Sonneborn-Berger";
  return "";
}

}  // namespace quiver::tournament
