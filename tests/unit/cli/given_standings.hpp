// Standings of three entrants, for tests of what shows them.
#pragma once

#include "referee/store/standings.hpp"

namespace quiver::tests {

inline store::Standings cup() {
  store::Standings cup;
  cup.event = "cup";
  cup.tie_break = "Sonneborn-Berger";
  store::Standings::Row ann;
  ann.rank = 1;
  ann.name = "ann";
  ann.points = 9.5;
  ann.games = 12;
  ann.wins = 9;
  ann.draws = 1;
  ann.losses = 2;
  ann.tie_break = 31.25;
  ann.elo = {123.4, 23.4, 243.4, false};
  ann.superiority = 0.987;
  ann.against = {{"bob", 9.5, 12}};
  store::Standings::Row bob;
  bob.rank = 2;
  bob.name = "bob-the-builder";
  bob.points = 2;
  bob.games = 12;
  bob.wins = 2;
  bob.losses = 10;
  bob.elo = {-123.4, -243.4, -3.4, true};
  bob.against = {{"ann", 2, 12}};
  store::Standings::Row new_one;
  new_one.rank = 3;
  new_one.name = "carol";
  cup.rows = {ann, bob, new_one};
  return cup;
}

// The same on two boards.
inline store::Standings cup_on_boards() {
  store::Standings standings = cup();
  standings.boards = {"small", "ring"};
  standings.rows[0].boards = {{4.5, 6}, {5, 6}};
  standings.rows[1].boards = {{1.5, 6}, {0.5, 6}};
  standings.rows[2].boards = {{0, 0}, {0, 0}};
  return standings;
}

}  // namespace quiver::tests
