#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Computes the states of references.toml that no paper and no closed form gives.

usage: make_references.py

Nothing of Leafwise is used. Each system is written down anew, in other coordinates where there are
better ones, and integrated by extrapolation of the explicit midpoint rule (Gragg, Bulirsch, Stoer) in
24 decimals; two step counts have to agree to 1e-12. Needs mpmath. No test runs this: references.toml
has the results.
"""

import sys

from mpmath import acos, asin, cos, matrix, lu_solve, mp, mpf, pi, sin, sqrt

mp.dps = 24
COLUMNS = 10
G = mpf("9.81")


def midpoint(field, state, length, steps):
    """Gragg's smoothed midpoint rule."""
    h = length / steps
    before = state
    now = [a + h * b for a, b in zip(state, field(state))]
    for _ in range(steps - 1):
        rate = field(now)
        before, now = now, [a + 2 * h * b for a, b in zip(before, rate)]
    rate = field(now)
    return [(a + b + h * c) / 2 for a, b, c in zip(now, before, rate)]


def extrapolated(field, state, length):
    rows = []
    for j in range(COLUMNS):
        steps = 2 * (j + 1)
        row = [midpoint(field, state, length, steps)]
        for k in range(j):
            factor = (mpf(steps) / (2 * (j - k))) ** 2 - 1
            row.append([a + (a - b) / factor for a, b in zip(row[k], rows[-1][k])])
        rows.append(row)
    return rows[-1][-1]


def integrated(field, state, length, steps):
    results = []
    for count in (steps, steps + steps // 3):
        now = [mpf(a) for a in state]
        for _ in range(count):
            now = extrapolated(field, now, mpf(length) / count)
        results.append(now)
    difference = max(abs(a - b) for a, b in zip(*results))
    if difference > mpf("1e-12"):
        sys.exit(f"two step counts differ by {difference}")
    return results[1]


def one_freedom(inertia, slope_of_inertia, force):
    """a(q) q'' + a'(q) q'^2/2 = f(q)."""

    def field(state):
        q, v = state
        return [v, (force(q) - slope_of_inertia(q) * v * v / 2) / inertia(q)]

    return field


def asymptotic_curve():
    """y^2 p^2 - 2 p + x^2 = 0 in (x, y, p), by arc length, x growing at the start."""

    def field(state):
        x, y, p = state
        slope = 2 * y * y * p - 2
        rate = [slope, p * slope, -(2 * x + 2 * y * p * p * p)]
        length = sqrt(sum(r * r for r in rate))
        return [-r / length for r in rate]

    return dict(zip(("x", "y"), integrated(field, [0, 1, 0], 4, 40)))


def slider_crank():
    """The crank's angle alone: r = 1, l = 2, m = 1, M = 2."""

    def slope(q):  # ds/dq, s = cos q + sqrt(4 - sin^2 q)
        return -sin(q) - sin(q) * cos(q) / sqrt(4 - sin(q) ** 2)

    def second(q):
        root = sqrt(4 - sin(q) ** 2)
        return -cos(q) - (cos(q) ** 2 - sin(q) ** 2) / root - (sin(q) * cos(q)) ** 2 / root**3

    field = one_freedom(
        lambda q: 1 + 2 * slope(q) ** 2, lambda q: 4 * slope(q) * second(q), lambda q: -G * cos(q)
    )
    q, _ = integrated(field, [pi / 2, -2], 5, 100)
    return {"x": cos(q), "y": sin(q), "s": cos(q) + sqrt(4 - sin(q) ** 2)}


def isosceles_slider_crank():
    field = one_freedom(
        lambda q: 1 + 4 * sin(q) ** 2, lambda q: 8 * sin(q) * cos(q), lambda q: -cos(q)
    )
    q, _ = integrated(field, [pi / 3, 0], 20, 80)
    return {"x": cos(q), "y": sin(q), "s": 2 * cos(q)}


def nodal_cubic():
    """The curve is (s^2 - 1, s^3 - s), and passes its double point at s = 1 and s = -1."""
    field = one_freedom(
        lambda s: 4 * s * s + (3 * s * s - 1) ** 2,
        lambda s: 8 * s + 12 * s * (3 * s * s - 1),
        lambda s: 1 - 3 * s * s,
    )
    s, v = integrated(field, [0, mpf(-1) / 2], 5, 60)
    return {"x": s * s - 1, "y": s**3 - s, "x'": 2 * s * v, "y'": (3 * s * s - 1) * v}


def swinging(torque, length):
    """A point on a circle from 60 degrees at rest: q'' = torque - g cos q."""
    field = one_freedom(lambda q: mpf(1), lambda q: mpf(0), lambda q: torque - G * cos(q))
    return integrated(field, [pi / 3, 0], length, 100)


def rhombus():
    q, v = swinging(mpf(0), 10)
    return {"x1": cos(q), "y1": sin(q), "x2": 1 + cos(q), "y2": sin(q), "x1'": -v * sin(q), "y2'": v * cos(q)}


def parallelogram():
    """Both masses move alike: the torque 0.8 turns 0.3."""
    q, v = swinging(mpf(8) / 3, 5)
    return {"x1": cos(q), "y1": sin(q), "x2": 2 + cos(q), "y2": sin(q), "x1'": -v * sin(q), "y2'": v * cos(q)}


def double_pendulum():
    def field(state):
        a, b, u, v = state
        c, s = cos(a - b), sin(a - b)
        f = -s * v * v - 2 * G * sin(a)
        g = s * u * u - G * sin(b)
        determinant = 2 - c * c
        return [u, v, (f - c * g) / determinant, (2 * g - c * f) / determinant]

    a, b, u, v = integrated(field, [pi / 2, pi / 2, 0, 0], 10, 360)
    return {"th1": a, "th2": b, "th1'": u, "th2'": v}


def constrained(mass, force, jacobian, curvature, size):
    """q'' from M q'' + G^T lambda = F and G q'' = -curvature, by one linear system."""

    def field(state):
        q, v = state[:size], state[size:]
        m, f, g, c = mass(q), force(q, v), jacobian(q), curvature(q, v)
        count = len(g)
        system = matrix(size + count, size + count)
        right = matrix(size + count, 1)
        for i in range(size):
            right[i] = f[i]
            for j in range(size):
                system[i, j] = m[i][j]
            for k in range(count):
                system[i, size + k] = system[size + k, i] = g[k][i]
        for k in range(count):
            right[size + k] = -c[k]
        solution = lu_solve(system, right)
        return [*v, *(solution[i] for i in range(size))]

    return field


def closed_double_pendulum():
    """In three angles: the masses are a double pendulum, the bar turns about its pivot."""
    l = (mpf(1), mpf(2), mpf(3) / 2)
    m3 = mpf("0.6")

    def mass(q):
        c = 2 * cos(q[0] - q[1])
        return [[2, c, 0], [c, 4, 0], [0, 0, m3 * l[2] ** 2 / 3]]

    def force(q, v):
        s = 2 * sin(q[0] - q[1])
        return [
            -s * v[1] ** 2 - 2 * G * sin(q[0]),
            s * v[0] ** 2 - 2 * G * sin(q[1]),
            -m3 * G * l[2] * sin(q[2]) / 2,
        ]

    signs = (1, 1, -1)

    def jacobian(q):
        return [
            [sign * a * cos(b) for sign, a, b in zip(signs, l, q)],
            [-sign * a * sin(b) for sign, a, b in zip(signs, l, q)],
        ]

    def curvature(q, v):
        return [
            sum(-sign * a * sin(b) * c * c for sign, a, b, c in zip(signs, l, q, v)),
            sum(-sign * a * cos(b) * c * c for sign, a, b, c in zip(signs, l, q, v)),
        ]

    # The bar's end (2.375, -y) is 2 from (1, 0) and 1.5 from (2, 0).
    third = asin(mpf(1) / 4)
    second = acos(mpf(3) / 4 * cos(third))
    field = constrained(mass, force, jacobian, curvature, 3)
    q = integrated(field, [pi / 2, second, third, 0, 0, 0], 5, 50)
    return {"x1": sin(q[0]), "y1": -cos(q[0]), "th": q[2], "th'": q[5]}


def spherical_four_bar():
    """In the angles of B about A and of C about D; the arc BC is the constraint."""
    d = (mpf(3) / 5, mpf(4) / 5)
    ab, cd, bc = mpf(4) / 5, mpf(2) / 3, mpf(1) / 2
    r, s = sqrt(1 - ab**2), sqrt(1 - cd**2)

    def parts(q):
        """B, C with first and second derivatives by their own angles."""
        a, b = q
        b0 = (ab, r * cos(a), r * sin(a))
        b1 = (mpf(0), -r * sin(a), r * cos(a))
        b2 = (mpf(0), -r * cos(a), -r * sin(a))
        # Across D in the plane of the fixed joints is (-4/5, 3/5, 0).
        c0 = (cd * d[0] - s * cos(b) * d[1], cd * d[1] + s * cos(b) * d[0], s * sin(b))
        c1 = (s * sin(b) * d[1], -s * sin(b) * d[0], s * cos(b))
        c2 = (s * cos(b) * d[1], -s * cos(b) * d[0], -s * sin(b))
        return b0, b1, b2, c0, c1, c2

    def dot(u, v):
        return sum(x * y for x, y in zip(u, v))

    def curvature(q, v):
        b0, b1, b2, c0, c1, c2 = parts(q)
        return [dot(b2, c0) * v[0] ** 2 + 2 * dot(b1, c1) * v[0] * v[1] + dot(b0, c2) * v[1] ** 2]

    def jacobian(q):
        b0, b1, _, c0, c1, _ = parts(q)
        return [[dot(b1, c0), dot(b0, c1)]]

    field = constrained(
        lambda q: [[r**2, 0], [0, s**2]],
        lambda q, v: [-G * r * cos(q[0]), -G * s * cos(q[1])],
        jacobian,
        curvature,
        2,
    )
    # From B = (4/5, 0, 3/5) and y' = 3: C by bisection, on the side with y > 0 and z > 0.
    first = pi / 2
    low, high = mpf("0.1"), pi / 2

    def miss(b):
        p = parts((first, b))
        return dot(p[0], p[3]) - bc

    if miss(low) * miss(high) > 0:
        low, high = pi / 2, pi - mpf("0.1")
    for _ in range(90):
        middle = (low + high) / 2
        low, high = (low, middle) if miss(low) * miss(middle) <= 0 else (middle, high)
    second = (low + high) / 2
    rate = -3 / r
    g = jacobian((first, second))[0]
    q = integrated(field, [first, second, rate, -g[0] * rate / g[1]], 5, 300)
    b0, b1, _, c0, _, _ = parts(q[:2])
    return {"y1": b0[1], "z1": b0[2], "x2": c0[0], "y2": c0[1], "z2": c0[2], "y1'": b1[1] * q[2]}


def tumbling_body():
    """Euler's equations with moments of inertia 1, 2 and 3."""

    def field(state):
        a, b, c = state
        return [-b * c, c * a, -a * b / 3]

    w = integrated(field, [mpf(1) / 10, 1, 0], 40, 160)
    return dict(zip(("w1", "w2", "w3"), w))


SYSTEMS = {
    "asymptotic_curve_s4": asymptotic_curve,
    "slider_crank_t5": slider_crank,
    "isosceles_slider_crank_t20": isosceles_slider_crank,
    "nodal_cubic_t5": nodal_cubic,
    "rhombus_t10": rhombus,
    "parallelogram_t5": parallelogram,
    "double_pendulum_t10": double_pendulum,
    "closed_double_pendulum_t5": closed_double_pendulum,
    "spherical_four_bar_t5": spherical_four_bar,
    "tumbling_body_t40": tumbling_body,
}


def main():
    for name, compute in SYSTEMS.items():
        print(f"[{name}]")
        print('origin = "make_references.py"')
        for key, value in compute().items():
            shown = mp.nstr(value, 17)
            print(f'"{key}" = {shown}' if "'" in key else f"{key} = {shown}")
        print(flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
