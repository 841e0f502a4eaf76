"""Draws how cost grows, as one SVG without any library."""

WIDTH, HEIGHT, LEFT, TOP = 300, 170, 56, 34
SERIES = (("CPU a move, us", lambda report: report["serverCpuUsPerMove"]),
          ("p99, ms", lambda report: report["toAnswerUs"]["p99"] / 1000),
          ("memory, MB", lambda report: report["serverBytes"] / 1048576))


def panel(x0, y0, title, unit, points):
    """One small chart: a line through the points over evenly spaced places, from 0 to the largest value."""
    top = max(value for _, value in points) or 1
    step = WIDTH / max(1, len(points) - 1)
    places = [(x0 + i * step, y0 + HEIGHT * (1 - value / top)) for i, (_, value) in enumerate(points)]
    parts = ['<text x="%g" y="%g" class="title">%s, over %s</text>' % (x0, y0 - 12, unit, title),
             '<path class="axis" d="M%g %gV%gH%g"/>' % (x0, y0, y0 + HEIGHT, x0 + WIDTH),
             '<text x="%g" y="%g" text-anchor="end">%.3g</text>' % (x0 - 6, y0 + 4, top),
             '<text x="%g" y="%g" text-anchor="end">0</text>' % (x0 - 6, y0 + HEIGHT + 4),
             '<polyline points="%s"/>' % " ".join("%.1f,%.1f" % place for place in places)]
    for (x, y), (label, value) in zip(places, points):
        parts.append('<circle cx="%.1f" cy="%.1f" r="3"><title>%g: %.3g</title></circle>' % (x, y, label, value))
        parts.append('<text x="%.1f" y="%g" text-anchor="middle">%g</text>' % (x, y0 + HEIGHT + 16, label))
    return "\n".join(parts)


def growth(grown):
    """grown: name -> [(x, report)]. A row of charts a name, a column a series."""
    rows = [(name, points) for name, points in grown.items() if points]
    column, row = WIDTH + LEFT + 40, HEIGHT + TOP + 40
    drawn = [panel(LEFT + c * column, TOP + r * row, name, unit, [(x, read(report)) for x, report in points])
             for r, (name, points) in enumerate(rows) for c, (unit, read) in enumerate(SERIES)]
    return """<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" font-family="sans-serif" font-size="11">
<style>rect{fill:#fff}text{fill:#333}.title{font-weight:bold}.axis{fill:none;stroke:#888}
polyline{fill:none;stroke:#0072b2;stroke-width:2}circle{fill:#0072b2}</style>
<rect width="100%%" height="100%%"/>
%s
</svg>
""" % (LEFT + len(SERIES) * column, TOP + len(rows) * row, "\n".join(drawn))
