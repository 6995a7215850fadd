// Makes a bot out of what was submitted: builds it if it is sources, and puts what plays into a folder.
//
// The folder holds everything that the bot needs beside the system. Errors as for BuildSandbox. Blocks; one
// thread.
#pragma once

#include <string>

#include "referee/launch/bot_spec.hpp"
#include "referee/teams/build/build_sandbox.hpp"
#include "referee/teams/build/kind.hpp"
#include "referee/teams/build/unpack.hpp"

namespace quiver::teams {

// A bot that is ready to be started.
struct Product {
  Kind kind = Kind::kPython;
  std::string name;    // of the bot, fit to be a competitor's
  std::string folder;  // of this machine, with all its files
  std::string main;    // the file that is started, relative to it
};

class Builder {
 public:
  // `scratch`: a folder of this machine that stays as long as the product is used. The sandbox must outlive
  // this.
  Builder(std::string scratch, const BuildSandbox& sandbox,
          std::function<void(const std::string& sentence)> note)
      : scratch_(std::move(scratch)), sandbox_(sandbox), note_(std::move(note)) {}

  base::Result<Product> run(const Submission& submission, const FoundKind& found) const;

 private:
  base::Result<Product> as_is(const Submission& submission, const FoundKind& found) const;
  // Runs the build; the folder with what it made, all of it in files of different names.
  base::Result<std::string> make(const Submission& submission, Recipe recipe) const;
  // Puts what was made beside the submission's data.
  base::Result<Product> assemble(const Submission& submission, const FoundKind& found,
                                 const std::string& made) const;

  std::string scratch_;
  const BuildSandbox& sandbox_;
  std::function<void(const std::string& sentence)> note_;
};

// How the referee starts it. The time control is left to the caller. An error is this machine's.
base::Result<launch::BotSpec> bot_of(const Product& product);

// What `quiver match --bot` takes for it, where its file lies in the current folder.
std::string spec_words(const Product& product);

}  // namespace quiver::teams
