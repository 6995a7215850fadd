"""Tables for docs/play/bots.md, and the place where they stand there."""
import datetime
import math
import os
import pathlib
import re
import subprocess


def percent(count, games):
    return f"{100 * count / games:.0f}" if games else "–"


def result(played):
    """Won, drawn and lost; the draws only where there are any."""
    if not played.games:
        return "–"
    middle = f"–{played.drawn}" if played.drawn else ""
    return f"{played.won}{middle}–{played.lost}"


def matrix(bots, results):
    """How many of 100 games the bot of the row wins against the one of the column, on the usual board."""
    lines = ["| won, % | " + " | ".join(bots) + " |", "|---|" + "---:|" * len(bots)]
    for bot in reversed(bots):
        cells = []
        for other in bots:
            if (bot, other) in results:
                cells.append(percent(results[bot, other].won, results[bot, other].games))
            elif (other, bot) in results:
                cells.append(percent(results[other, bot].lost, results[other, bot].games))
            else:
                cells.append("")
        lines.append(f"| {bot} | " + " | ".join(cells) + " |")
    return lines


def other_boards(boards, results):
    """A row a pair, a column a board: games that the first bot won and lost, draws between them."""
    lines = ["| | " + " | ".join(boards) + " |", "|---|" + "---:|" * len(boards)]
    for pair in results[boards[0]]:
        cells = [result(results[board][pair]) for board in boards]
        lines.append(f"| {pair[0]} – {pair[1]} | " + " | ".join(cells) + " |")
    return lines


def wilson(won, games, z=1.96):
    """The 95 % confidence interval of a share, in percent."""
    if games == 0:
        return 0.0, 100.0
    share = won / games
    middle = share + z * z / (2 * games)
    width = z * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    low, high = ((middle + sign * width) / (1 + z * z / games) for sign in (-1, 1))
    return 100 * max(low, 0.0), 100 * min(high, 1.0)


def verdict(claim, played):
    low, _ = wilson(played.won, played.games)
    if low > claim.percent:
        return "holds"
    return "likely" if 100 * played.won > claim.percent * played.games else "does not hold"


def claim_lines(results):
    lines = ["| claim | won–lost | won, % | 95 % interval | |", "|---|---:|---:|---:|---|"]
    for claim, played in results:
        series = claim.series
        low, high = wilson(played.won, played.games)
        lines.append(
            f"| {' '.join([series.game, *series.options])}, {series.move_time} a move: {series.first} wins over {claim.percent} % against"
            f" {series.second} | {result(played)} | {percent(played.won, played.games)} | {low:.0f} to {high:.0f}"
            f" | {verdict(claim, played)} |"
        )
    return lines


def footing(all_played):
    """How much was played, what went wrong, how long it took, and from which seeds."""
    games = sum(p.games for p in all_played)
    drawn = sum(p.drawn for p in all_played)
    seconds = sum(p.seconds for p in all_played)
    faults = {}
    for played in all_played:
        for reason, count in played.faults().items():
            faults[reason] = faults.get(reason, 0) + count
    out = ", ".join(f"{count} × {reason}" for reason, count in sorted(faults.items()))
    seeds = [seed for played in all_played for seed in played.seeds]
    return (
        f"{games} games, {drawn} drawn; {'out for other reasons than the game: ' + out if out else 'nobody was out for anything but the game'}."
        f" {seconds / 60:.0f} min on {machine()}, {datetime.date.today().isoformat()}, commit {commit()};"
        f" {len(seeds)} seeds from {min(seeds)} to {max(seeds)}, a seed for each {games // len(seeds)} games."
    )


def machine():
    text = pathlib.Path("/proc/cpuinfo").read_text()
    model = re.search(r"^model name\s*: (.*)$", text, re.M)
    return f"{os.cpu_count()} cores of {model.group(1) if model else 'an unknown processor'}"


def commit():
    done = subprocess.run(["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=False)
    return done.stdout.strip() or "unknown"


def put(page, name, lines):
    """Replaces what stands on the page between `<!-- table: NAME -->` and the next `<!-- end -->`."""
    text = pathlib.Path(page).read_text()
    pattern = re.compile(rf"(<!-- table: {re.escape(name)} -->\n).*?(<!-- end -->)", re.S)
    if not pattern.search(text):
        raise RuntimeError(f"{page} has no place for the table {name}")
    body = "\n".join(lines) + "\n"
    pathlib.Path(page).write_text(pattern.sub(lambda m: m.group(1) + body + m.group(2), text))
