// What a user gives as postgresql://USER@HOST/DATABASE, as libpq's connection parameters.
//
// Pure but for the defaults that libpq takes from the environment.
#pragma once

#include <string>

#include "client_sdk/base/result.hpp"

namespace quiver::store {

struct PostgresUrl {
  std::string shown;       // the URL, quoted; it holds no secret
  std::string parameters;  // as libpq's "key='value' …", with our defaults where the URL is silent

  // An error if it cannot be read, or holds a password: those would stand in lists of processes.
  // `application` is what the server shows of this connection to others.
  static base::Result<PostgresUrl> parse(const std::string& url, const std::string& application);
};

}  // namespace quiver::store
