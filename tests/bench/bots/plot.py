"""A drawing in SVG: one line a bot, the side of the board to the right, the time a game takes upwards.

The time is on a logarithmic scale, which begins at a tenth of a millisecond; what is less is drawn there. Every colour
can be read on white and on black, and each line is named at its end, so that the drawing needs no legend and no colour
vision.
"""
import math

WIDTH, HEIGHT = 760, 440
LEFT, RIGHT, TOP, BOTTOM = 74, 112, 46, 56
INK = "#7f7f7f"
COLOURS = ["#d55e00", "#0090d0", "#009e73", "#b07f00", "#c0649a", "#7a6ff0", "#5f8f2f", "#8a8a8a"]
LABEL_GAP = 15
LEAST = 0.1  # milliseconds


def decades(low, high):
    """The powers of ten that enclose both."""
    return math.floor(math.log10(low)), math.ceil(math.log10(high))


def time_label(power):
    """A time of 10^power milliseconds as people write it."""
    return f"{10 ** power:g} ms" if power < 3 else f"{10 ** (power - 3):g} s"


def spread(places):
    """Moves labels apart that would stand on each other; each stays as near to its place as it can."""
    order = sorted(range(len(places)), key=lambda k: places[k])
    moved = list(places)
    for above, below in zip(order, order[1:]):
        moved[below] = max(moved[below], moved[above] + LABEL_GAP)
    overhang = (moved[order[-1]] - (HEIGHT - BOTTOM)) if order else 0
    if overhang > 0:
        for k in reversed(order):
            moved[k] -= overhang
            lower = [moved[j] for j in order if places[j] < places[k]]
            if not lower or moved[k] - max(lower) >= LABEL_GAP:
                break
    return moved


def text(x, y, words, anchor="start", extra=""):
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" {extra}>{words}</text>'


class Axes:
    def __init__(self, sides, low, high):
        self.sides = sides
        self.bottom, self.top = decades(low, high)

    def x(self, side):
        return LEFT + (WIDTH - LEFT - RIGHT) * (side - self.sides[0]) / (self.sides[-1] - self.sides[0])

    def y(self, millis):
        share = (math.log10(millis) - self.bottom) / (self.top - self.bottom)
        return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * share

    def draw(self):
        parts = []
        for power in range(self.bottom, self.top + 1):
            y = self.y(10**power)
            parts.append(
                f'<line x1="{LEFT}" y1="{y:.1f}" x2="{WIDTH - RIGHT}" y2="{y:.1f}" stroke="{INK}" stroke-opacity="0.35"/>'
            )
            parts.append(text(LEFT - 8, y + 4, time_label(power), "end"))
        for side in self.sides:
            x = self.x(side)
            parts.append(
                f'<line x1="{x:.1f}" y1="{HEIGHT - BOTTOM}" x2="{x:.1f}" y2="{HEIGHT - BOTTOM + 5}" stroke="{INK}"/>'
            )
            parts.append(text(x, HEIGHT - BOTTOM + 20, side, "middle"))
        parts.append(text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 12, "side of the board, cells", "middle"))
        return parts


def svg(title, lines):
    """`lines`: by name, a list of (side, mean milliseconds a game), all with the same sides."""
    lines = {name: [(side, max(millis, LEAST)) for side, millis in line] for name, line in lines.items()}
    points = [millis for line in lines.values() for _, millis in line]
    sides = sorted({side for line in lines.values() for side, _ in line})
    axes = Axes(sides, min(points), max(points))
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" '
        f'font-family="system-ui, sans-serif" font-size="12" fill="{INK}" role="img">',
        f"<title>{title}</title>",
        text(LEFT, 22, title, extra='font-size="14"'),
        *axes.draw(),
    ]
    ends = spread([axes.y(line[-1][1]) for line in lines.values()])
    for (name, line), colour, label_y in zip(lines.items(), COLOURS, ends):
        path = " ".join(f"{axes.x(side):.1f},{axes.y(millis):.1f}" for side, millis in line)
        parts.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>')
        parts += [
            f'<circle cx="{axes.x(side):.1f}" cy="{axes.y(millis):.1f}" r="2.5" fill="{colour}"/>' for side, millis in line
        ]
        parts.append(text(WIDTH - RIGHT + 8, label_y + 4, name, extra=f'fill="{colour}" font-weight="600"'))
    return "\n".join([*parts, "</svg>"]) + "\n"
