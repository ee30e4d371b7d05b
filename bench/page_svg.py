"""page_svg.py -- line pictures with logarithmic axes, as SVG that is readable on light and on dark paper

Colours are in a style of the picture itself, so that it follows the reader's choice wherever it is shown as an image.
"""

import math

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 760, 430, 62, 190, 34, 48
STYLE = """text{font:12px system-ui,sans-serif;fill:#333}.title{font-weight:600;font-size:14px}.grid{stroke:#ddd}.axis{stroke:#888;fill:none}
path.line{fill:none;stroke-width:2}.peer{stroke-dasharray:6 4}.halo{stroke:#fff;stroke-width:3;paint-order:stroke;stroke-linejoin:round}
.c0{stroke:#1f5fb0;fill:#1f5fb0}.c1{stroke:#0b8a6a;fill:#0b8a6a}.c2{stroke:#7048b6;fill:#7048b6}.c3{stroke:#2b8cbe;fill:#2b8cbe}
.c4{stroke:#c4442a;fill:#c4442a}.c5{stroke:#b57905;fill:#b57905}.c6{stroke:#a8326f;fill:#a8326f}.c7{stroke:#6b6b6b;fill:#6b6b6b}
text.label{stroke:none;font-size:11.5px}
@media (prefers-color-scheme:dark){svg{background:#16181c}text{fill:#ddd}.grid{stroke:#33373d}.axis{stroke:#888}.halo{stroke:#16181c}
.c0{stroke:#6ea8f0;fill:#6ea8f0}.c1{stroke:#4fc9a4;fill:#4fc9a4}.c2{stroke:#b497f0;fill:#b497f0}.c3{stroke:#7fc7ea;fill:#7fc7ea}
.c4{stroke:#ff8a6e;fill:#ff8a6e}.c5{stroke:#f0bb4a;fill:#f0bb4a}.c6{stroke:#f07fb4;fill:#f07fb4}.c7{stroke:#aaa;fill:#aaa}text.label{stroke:none}}"""


def power(exponent):
    """10^exponent for people: 0.01, 1, 100, or 10 with a raised exponent."""
    if -2 <= exponent <= 3:
        return f"{10.0 ** exponent:g}"
    sign = "\N{MINUS SIGN}" if exponent < 0 else ""
    return f'10<tspan dy="-5" font-size="9">{sign}{abs(exponent)}</tspan>'


def spread(wanted, gap, low, high):
    """Heights of labels, as near to those wanted as they can be without touching."""
    order = sorted(range(len(wanted)), key=lambda i: wanted[i])
    placed = list(wanted)
    for a, b in zip(order, order[1:]):
        placed[b] = max(placed[b], placed[a] + gap)
    limit = high
    for i in reversed(order):  # push back what has left the picture
        placed[i] = min(placed[i], limit)
        limit = placed[i] - gap
    return [max(low, y) for y in placed]


def picture(title, x_label, y_label, lines, falling_x=False):
    """lines: (name, is_peer, [(x, y), ...]); both axes are logarithmic; falling_x: small x on the right."""
    lines = [(name, peer, [(x, y) for x, y in points if x > 0 and y > 0]) for name, peer, points in lines]
    lines = [line for line in lines if line[2]]
    xs = [math.log10(x) for line in lines for x, _ in line[2]]
    ys = [math.log10(y) for line in lines for _, y in line[2]]
    x0, x1 = math.floor(min(xs) + 1e-9), math.ceil(max(xs) - 1e-9)
    y0, y1 = math.floor(min(ys)), math.ceil(max(ys))
    if x0 == x1:
        x1 += 1
    if y0 == y1:
        y1 += 1
    wide, high = WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM

    def at_x(x):
        part = (math.log10(x) - x0) / (x1 - x0)
        return LEFT + wide * (1 - part if falling_x else part)

    def at_y(y):
        return TOP + high * (1 - (math.log10(y) - y0) / (y1 - y0))

    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" role="img">',
           f"<title>{title}</title><style>{STYLE}</style>", f'<text class="title" x="{LEFT}" y="20">{title}</text>']
    for e in range(x0, x1 + 1):
        x = at_x(10.0 ** e)
        out.append(f'<path class="grid" d="M{x:.1f} {TOP}V{TOP + high}"/><text x="{x:.1f}" y="{TOP + high + 17}" text-anchor="middle">{power(e)}</text>')
    for e in range(y0, y1 + 1):
        if y1 - y0 > 10 and e % 2:
            continue
        y = at_y(10.0 ** e)
        out.append(f'<path class="grid" d="M{LEFT} {y:.1f}H{LEFT + wide}"/><text x="{LEFT - 7}" y="{y + 4:.1f}" text-anchor="end">{power(e)}</text>')
    out.append(f'<path class="axis" d="M{LEFT} {TOP}V{TOP + high}H{LEFT + wide}"/>')
    out.append(f'<text x="{LEFT + wide / 2}" y="{HEIGHT - 10}" text-anchor="middle">{x_label}</text>')
    out.append(f'<text transform="translate(16 {TOP + high / 2}) rotate(-90)" text-anchor="middle">{y_label}</text>')
    ours = peers = 0
    ends = []
    for name, peer, points in lines:
        colour = 4 + peers % 4 if peer else ours % 4
        peers, ours = peers + peer, ours + (not peer)
        points = sorted(points, key=lambda p: at_x(p[0]))
        d = "M" + "L".join(f"{at_x(x):.1f} {at_y(y):.1f}" for x, y in points)
        out.append(f'<path class="line c{colour}{" peer" if peer else ""}" style="fill:none" d="{d}"/>')
        out += [f'<circle class="c{colour}" cx="{at_x(x):.1f}" cy="{at_y(y):.1f}" r="2.6"/>' for x, y in points]
        ends.append((name, colour, at_x(points[-1][0]), at_y(points[-1][1])))
    heights = spread([y for *_, y in ends], 15, TOP + 5, TOP + high)
    for (name, colour, x, y), height in zip(ends, heights):
        right = LEFT + wide + 14
        out.append(f'<path class="c{colour}" style="fill:none" stroke-opacity=".45" d="M{x + 4:.1f} {y:.1f}L{right - 3} {height:.1f}"/>')
        out.append(f'<text class="label c{colour}" x="{right}" y="{height + 4:.1f}">{name}</text>')
    return "\n".join(out) + "\n</svg>\n"
