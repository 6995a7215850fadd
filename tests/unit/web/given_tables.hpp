// VisitorGames of a launch_policy that offers a bot, and one that is gone, with people who are not real.
#pragma once

#include <initializer_list>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "referee/web/visitor_games.hpp"
#include "tests/unit/web/fake_people.hpp"

namespace quiver::tests {

class GivenTables : public testing::Test {
 protected:
  static web::VisitorRules rules() {
    web::VisitorRules rules;
    rules.offers = {{"rolf", "/bin/true"}, {"gone", "/no/such/program"}};
    return rules;
  }
  static v1::TableRequest request(std::initializer_list<const char*> seats, const char* game = "connect4") {
    v1::TableRequest asked;
    asked.set_game(game);
    for (const char* seat : seats) asked.add_seats(seat);
    return asked;
  }
  // The status it was denied with; 200 if it was granted.
  template <class T>
  static unsigned status(const web::Granted<T>& granted) {
    if (!granted) {
      EXPECT_FALSE(granted.error().sentence.empty());
    }
    return granted ? 200 : granted.error().status;
  }
  unsigned asked(const v1::TableRequest& request) { return status(tables.open(request, here, now)); }

  // Somebody's page comes.
  web::VisitorGames::Place sit(const std::string& token) {
    const web::VisitorGames::Place place = tables.find(token).value();
    tables.arrive(place, now);
    return place;
  }
  web::Granted<v1::SeatTicket> claim(const std::string& key, const std::string& name = "") {
    v1::SeatClaim claim;
    claim.set_key(key);
    claim.set_name(name);
    return tables.claim(claim);
  }

  base::Time now = base::Time{} + std::chrono::hours(1);
  net::AddressKey here{1};  // whoever asks is there
  FakePeople people;
  std::vector<std::string> changed;
  web::VisitorGames tables{people, rules(), [this](const std::string& table) { changed.push_back(table); }};
};

}  // namespace quiver::tests
