"""What is measured: the boards of the tables, and the claims."""
import dataclasses
import itertools

from series import Series

USUAL_GAMES = 100
OTHER_GAMES = 20
SLOW_GAMES = 30  # at 500 ms a move

# By game: the usual board first.
BOARDS = {
    "amazons": [
        ("10 × 10", ()),
        ("6 × 6", ("--size", "6")),
        ("donut 9", ("--board", "donut", "--size", "9")),
        ("eight 8", ("--board", "eight", "--size", "8")),
        ("clover 10", ("--board", "clover", "--size", "10")),
    ],
    "quoridor": [
        ("9 × 9", ()),
        ("5 × 5", ("--size", "5")),
        ("13 × 13", ("--size", "13")),
        ("donut 9", ("--board", "donut", "--size", "9")),
    ],
    "connect4": [
        ("6 × 7", ()),
        ("4 × 4", ("--rows", "4", "--cols", "4")),
        ("10 × 10", ("--rows", "10", "--cols", "10")),
        ("15 × 15", ("--rows", "15", "--cols", "15")),
        ("line of 5", ("--line", "5")),
    ],
    "hex": [
        ("11 × 11", ()),
        ("7 × 7", ("--size", "7")),
        ("14 × 14", ("--size", "14")),
        ("7 × 7, no swap", ("--size", "7", "--swap-rule", "off")),
    ],
}

TITLES = {"amazons": "Amazons", "quoridor": "Quoridor", "connect4": "Connect Four", "hex": "Hex"}


def pairs(bots):
    """Every pair once, the bot that comes later in the catalogue first."""
    return [(second, first) for first, second in itertools.combinations(bots, 2)]


def table_series(game, bots, games=None):
    """The series of a game's tables, by board."""
    plan = {}
    for number, (board, options) in enumerate(BOARDS[game]):
        count = games or (OTHER_GAMES if number else USUAL_GAMES)
        plan[board] = [Series(game, a, b, count, options) for a, b in pairs(bots)]
    return plan


@dataclasses.dataclass(frozen=True)
class Claim:
    series: Series
    percent: int  # of the games that the first bot wins: more than that


def claims(bots_of, games=None):
    """All claims about bots that there are."""
    games, slow = games or USUAL_GAMES, games or SLOW_GAMES
    amazons = bots_of("amazons")
    made = [Claim(Series("amazons", bot, "random", games), 80) for bot in amazons if bot != "random"]
    made += [Claim(Series("amazons", "territory", weaker, games), 80) for weaker in ("offensive", "defensive")]
    made += [
        Claim(Series("amazons", bot, "territory", slow, move_time="500ms"), 70) for bot in ("alphabeta", "mcts")
    ]
    made += [
        Claim(Series("quoridor", "minimax", "shortest-path", games), 80),
        Claim(Series("quoridor", "shortest-path", "random", games), 95),
        Claim(Series("connect4", "minimax", "random", games), 95),
        Claim(Series("hex", "mcts", "random", games, ("--size", "7")), 95),
        Claim(Series("hex", "mcts", "resistance", slow, move_time="500ms"), 80),
    ]
    return [c for c in made if {c.series.first, c.series.second} <= set(bots_of(c.series.game))]


# The time a game takes by the side of the board: the bot begins, against chance.
PLOT_SIDES = range(5, 21, 5)
PLOT_GAMES = 5


def plot_series(bot, side, games=None):
    return Series("amazons", bot, "random", games or PLOT_GAMES, ("--size", str(side)), swap=False)
