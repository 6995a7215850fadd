#include "referee/store/postgres/url.hpp"

#include <libpq-fe.h>
#include <map>
#include <memory>

#include "client_sdk/base/text.hpp"

namespace quiver::store {

using base::Error;

namespace {

struct FreeOptions {
  void operator()(PQconninfoOption* options) const { PQconninfoFree(options); }
};
struct FreeText {
  void operator()(char* text) const { PQfreemem(text); }
};

std::string in_quotes(const std::string& value) {
  std::string out = "'";
  for (const char c : value) {
    if (c == '\'' || c == '\\') out += '\\';
    out += c;
  }
  return out + "'";
}

}  // namespace

base::Result<PostgresUrl> PostgresUrl::parse(const std::string& url, const std::string& application) {
  char* message = nullptr;
  const std::unique_ptr<PQconninfoOption, FreeOptions> options(PQconninfoParse(url.c_str(), &message));
  const std::unique_ptr<char, FreeText> why(message);
  // libpq's sentence repeats the URL, which may hold a password.
  if (!options)
    return base::bad_input(
        "this is no URL of a PostgreSQL database; it looks like postgresql://USER@HOST/DATABASE");
  // A server that is gone is noticed within some seconds, not after the two hours of a plain TCP connection.
  std::map<std::string, std::string> given = {{"connect_timeout", "5"},
                                              {"keepalives_idle", "5"},
                                              {"keepalives_interval", "2"},
                                              {"keepalives_count", "3"},
                                              {"tcp_user_timeout", "10000"}};
  for (const PQconninfoOption* one = options.get(); one->keyword != nullptr; ++one)
    if (one->val != nullptr) given[one->keyword] = one->val;
  for (const char* secret : {"password", "sslpassword"})
    if (given.contains(secret))
      return base::bad_input(
          "a URL must not hold a password, because everybody can read it in the list of "
          "processes; put it into ~/.pgpass, PGPASSFILE or PGPASSWORD");
  given["application_name"] = application;
  given["client_encoding"] = "UTF8";
  PostgresUrl out{base::quoted(url), ""};
  for (const auto& [key, value] : given) out.parameters += key + "=" + in_quotes(value) + " ";
  return out;
}

}  // namespace quiver::store
