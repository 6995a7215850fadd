// The options of the web page: `quiver serve`, `match`, `tournament` and `ladder` share them.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "referee/run/referee.hpp"
#include "referee/web/web.hpp"

namespace quiver::cli {

class Command;

// As they were given; apply_to() checks them.
struct WebOptions {
  std::string listen;
  bool to_everybody = false;
  bool plain = false;  // no TLS, whether there is a certificate or not
  std::vector<std::string> hosts;
  std::vector<std::string> offers;
  std::optional<std::uint32_t> max_bots;
  bool stay = false;

  // What is to be seen there.
  struct Show {
    std::string running;  // the command
    std::string event;
    std::string store;
    std::string recalled;  // the event whose last games the lobby begins with
    std::function<store::Writer::Lag()> lag;
    bool workers = false;  // there may be some to show
  };

  // Binds the options to this object, which must outlive the run of the command.
  void add_to(Command& command);
  // --web-stay too, which is for commands that end by themselves.
  void add_with_stay_to(Command& command);
  // What the referee has to know of it. Throws UsageError.
  void apply_to(run::Settings& settings, bool offers_need_page = true) const;
  // Opens the page; none if it was not asked for. Throws UsageError.
  [[nodiscard]] std::unique_ptr<web::Web> open(run::Referee& referee, const Show& show) const;
};

extern const char* const kWebHelp;
extern const char* const kOfferHelp;
extern const char* const kWebStayHelp;

}  // namespace quiver::cli
