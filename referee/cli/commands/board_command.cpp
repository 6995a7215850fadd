#include <memory>
#include <string>

#include "client_sdk/draw/board.hpp"
#include "client_sdk/wire/course_json.hpp"
#include "client_sdk/wire/position_json.hpp"
#include "referee/cli/commands/commands.hpp"
#include "referee/cli/options/command_line.hpp"
#include "referee/cli/options/position_options.hpp"
#include "referee/cli/options/usage_error.hpp"
#include "referee/cli/reports/output.hpp"

namespace quiver::cli {

namespace {

struct BoardCommand {
  PositionOptions position;
  std::string color = "auto";
  bool graph = false;
  bool json = false;
  bool course_json = false;

  void run() const;
};

std::string board_help() {
  return "usage: quiver board GAME [options]\n\nDraws a position in the terminal.\n\n" + position_help() +
         R"(  --color WHEN         auto, always or never (respects NO_COLOR)
  --json               the position as a line of JSON; with --graph, the graph
  --graph              the arcs that no wall cuts, as lines "from to direction"
  --course-json        the moves in the JSON of the course's ladder (Amazons)

examples: quiver board amazons --board eight --size 12
          quiver board quoridor --moves "e2 e8 e3h"
)";
}

void print_arcs(const games::Position& position, Output& out) {
  const graph::Graph& graph = position.graph();
  for (std::uint32_t v = 0; v < graph.num_vertices(); ++v) {
    const graph::Graph::Row row = graph.row(base::Vertex{v});
    for (std::size_t k = 0; k < row.targets.size(); ++k)
      if (position.is_open(base::Vertex{v}, static_cast<graph::Direction>(row.directions[k])))
        out << std::to_string(v) + " " + std::to_string(row.targets[k]) + " " +
                   std::to_string(row.directions[k]) + "\n";
  }
}

void BoardCommand::run() const {
  if (json && course_json) throw UsageError("give --json or --course-json, not both");
  const games::Position board = position.position();
  Output out;
  if (course_json) {
    auto text = wire::write_course_json(position.events());
    if (!text) throw UsageError(text.error().sentence);
    out << *text << "\n";
  } else if (json) {
    out << wire::position_json(board, graph) << "\n";
  } else if (graph) {
    print_arcs(board, out);
  } else {
    const bool colors = color == "always" || (color == "auto" && Output::has_colors());
    out << draw::board(board, colors) << draw::status(board, colors);
  }
  out.finish();
}

}  // namespace

void add_board_command(CommandLine& program) {
  Command& command = program.add("board");
  auto board = std::make_shared<BoardCommand>();
  board->position.add_to(command);
  command.choice("--color", board->color, {"auto", "always", "never"});
  command.flag("--graph", board->graph);
  command.flag("--json", board->json);
  command.flag("--course-json", board->course_json);
  command.help(board_help());
  command.run([board] {
    board->run();
    return 0;
  });
}

}  // namespace quiver::cli
