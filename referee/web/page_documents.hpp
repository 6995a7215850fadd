// The files of the page as they are sent: compressed once, with what index.html says of this run.
//
// index.html says what there is here, so that the page need not ask before it shows its navigation, and what
// an administrator says to all. One thread.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "referee/web/http/document.hpp"
#include "referee/web/http/http_server.hpp"

namespace quiver::web {

class PageDocuments {
 public:
  // The words of what there is: "ladder store teams".
  explicit PageDocuments(std::string about) : about_(std::move(about)) {}
  void set_about(std::string about) {
    about_ = std::move(about);
    made_.clear();
  }

  // The answer to a request for the file below /page/, or for index.html; none if there is no such file.
  std::optional<Response> response(const Request& request, const std::string& name,
                                   const std::string& announcement);

 private:
  std::string about_;
  std::string announcement_;              // that index.html was made with
  std::map<std::string, Document> made_;  // those that were asked for
};

// The text as the value of an attribute in markup.
std::string in_markup(std::string_view text);

}  // namespace quiver::web
