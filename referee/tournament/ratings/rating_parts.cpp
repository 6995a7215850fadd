#include "referee/tournament/ratings/rating_parts.hpp"

#include <boost/dynamic_bitset.hpp>

namespace quiver::tournament {

namespace {

using Row = boost::dynamic_bitset<>;

// Whom each has scored against.
std::vector<Row> scored_against(const Group& group) {
  std::vector<Row> rows(group.who.size(), Row(group.who.size()));
  for (const Group::Pair& pair : group.pairs) {
    if (pair.sums.points > 0) rows[pair.a].set(pair.b);
    if (pair.sums.points < pair.sums.games) rows[pair.b].set(pair.a);
  }
  return rows;
}

// Warshall's closure: what is reached in any number of steps.
std::vector<Row> closed(std::vector<Row> rows) {
  for (std::size_t over = 0; over < rows.size(); ++over)
    for (Row& row : rows)
      if (row[over]) row |= rows[over];
  return rows;
}

}  // namespace

// Strongly connected components of "has scored against", and the transitive reduction between them.
Parts parts_of(const Group& group) {
  const std::vector<Row> direct = scored_against(group);
  const std::vector<Row> reach = closed(direct);
  const std::size_t count = group.who.size();
  Parts parts;
  constexpr std::size_t kNone = ~std::size_t{0};
  parts.part_of.assign(count, kNone);
  for (std::size_t e = 0; e < count; ++e) {
    if (parts.part_of[e] != kNone) continue;
    const std::size_t number = parts.members.size();
    parts.members.emplace_back();
    for (std::size_t other = e; other < count; ++other)
      if (other == e || (reach[e][other] && reach[other][e])) {
        parts.part_of[other] = number;
        parts.members.back().push_back(other);
      }
  }
  // The same among parts, each known by its first member.
  const std::size_t num_parts = parts.members.size();
  std::vector<Row> above(num_parts, Row(num_parts)), met = above;
  for (std::size_t c = 0; c < num_parts; ++c)
    for (std::size_t d = 0; d < num_parts; ++d)
      if (c != d) above[c][d] = reach[parts.members[c].front()][parts.members[d].front()];
  for (std::size_t e = 0; e < count; ++e)
    for (std::size_t other = direct[e].find_first(); other != Row::npos; other = direct[e].find_next(other))
      if (parts.part_of[e] != parts.part_of[other]) met[parts.part_of[e]].set(parts.part_of[other]);
  std::vector<Row> below(num_parts, Row(num_parts));
  for (std::size_t c = 0; c < num_parts; ++c)
    for (std::size_t d = 0; d < num_parts; ++d) below[d][c] = above[c][d];
  for (std::size_t c = 0; c < num_parts; ++c)
    for (std::size_t d = met[c].find_first(); d != Row::npos; d = met[c].find_next(d))
      if (!above[c].intersects(below[d])) parts.links.emplace_back(c, d);
  return parts;
}

}  // namespace quiver::tournament
