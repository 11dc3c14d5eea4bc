# SPDX-License-Identifier: GPL-3.0-or-later
"""Motions by means of their own: Runge and Kutta's steps, quadratures, multipliers by elimination."""


def runge_kutta(slope, begin, state, end, steps):
    """Kutta's fourth order in even steps."""
    h = (end - begin) / steps
    x, t = list(state), begin
    for _ in range(steps):
        k1 = slope(t, x)
        k2 = slope(t + h / 2, [u + h / 2 * k for u, k in zip(x, k1)])
        k3 = slope(t + h / 2, [u + h / 2 * k for u, k in zip(x, k2)])
        k4 = slope(t + h, [u + h * k for u, k in zip(x, k3)])
        x = [u + h / 6 * (a + 2 * b + 2 * c + d) for u, a, b, c, d in zip(x, k1, k2, k3, k4)]
        t += h
    return x


def inverse_arc(rate, begin, length):
    """Where a parameter is after this length, if `rate` of length goes with each of it: Simpson's rule and Newton's method."""
    def arc(end):
        count = 2000
        h = (end - begin) / count
        inner = sum((4 if k % 2 else 2) * rate(begin + k * h) for k in range(1, count))
        return h / 3 * (rate(begin) + inner + rate(end))

    low, high = begin, begin
    step = length
    while abs(arc(high)) < abs(length):
        low, high = high, high + step
    for _ in range(60):
        middle = (low + high) / 2
        if abs(arc(middle)) < abs(length):
            low = middle
        else:
            high = middle
    return (low + high) / 2


def solve(matrix, right):
    """Gauss's elimination with partial pivoting."""
    n = len(right)
    rows = [list(row) + [value] for row, value in zip(matrix, right)]
    for k in range(n):
        p = max(range(k, n), key=lambda i: abs(rows[i][k]))
        rows[k], rows[p] = rows[p], rows[k]
        for i in range(k + 1, n):
            factor = rows[i][k] / rows[k][k]
            for j in range(k, n + 1):
                rows[i][j] -= factor * rows[k][j]
    x = [0.0] * n
    for k in reversed(range(n)):
        x[k] = (rows[k][n] - sum(rows[k][j] * x[j] for j in range(k + 1, n))) / rows[k][k]
    return x


def frame_motion(frame, values, force, to, steps=250):
    """Unit masses at the moving points of a frame of bars, from rest: the accelerations by Lagrange's multipliers."""
    place = {name: frame.dimension * k for k, name in enumerate(frame.moving)}
    n, m = len(values), len(frame.bars)

    def slope(_, state):
        q, v = state[:n], state[n:]
        matrix = [[0.0] * (n + m) for _ in range(n + m)]
        right = [float(f) for f in force] + [0.0] * m
        for i in range(n):
            matrix[i][i] = 1.0
        for row, (a, b) in enumerate(frame.bars):
            for k in range(frame.dimension):
                at = [q[place[x] + k] if x in place else frame.at[x][k] for x in (a, b)]
                speed = [v[place[x] + k] if x in place else 0.0 for x in (a, b)]
                for x, sign in ((a, 1), (b, -1)):
                    if x in place:
                        matrix[n + row][place[x] + k] += sign * (at[0] - at[1])
                        matrix[place[x] + k][n + row] += sign * (at[0] - at[1])
                right[n + row] -= (speed[0] - speed[1]) ** 2
        return v + solve(matrix, right)[:n]

    return runge_kutta(slope, 0.0, list(values) + [0.0] * n, to, steps)[:n]
