// SPDX-License-Identifier: GPL-3.0-or-later
// Modules of the page that need no browser.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import test from 'node:test';
import {byShape, curve, decades, ticks} from '../../pipeline/web/src/decimate.js';
import {parsed} from '../../pipeline/web/src/expression.js';

/// A generator with a seed (Numerical Recipes' linear congruence), so that a failure can be repeated.
function generator(seed) {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

test('decimation keeps the ends, the extrema of every stripe, and the order', () => {
  const random = generator(7);
  for (let attempt = 0; attempt < 50; ++attempt) {
    const count = 10 + Math.floor(random() * 5000);
    let at = 0;
    const x = Array.from({length: count}, () => (at += 1e-3 + random() ** 4));
    const lists = [0, 1, 2].map(() => x.map(() => random() - 0.5));
    const columns = 1 + Math.floor(random() * 60);
    const places = byShape(x, lists, 0, count - 1, columns);
    places.slice(1).forEach((place, i) => assert.ok(place > places[i]));
    assert.equal(places[0], 0);
    assert.equal(places.at(-1), count - 1);
    const kept = new Set(places);
    const width = (x[count - 1] - x[0]) / columns;
    for (let column = 0; column < columns; ++column) {
      const inside = x.map((_, i) => i).filter((i) => x[i] >= x[0] + column * width && (column === columns - 1 || x[i] < x[0] + (column + 1) * width));
      for (const list of lists) {
        if (inside.length === 0) continue;
        const highest = inside.reduce((a, b) => (list[b] > list[a] ? b : a));
        const lowest = inside.reduce((a, b) => (list[b] < list[a] ? b : a));
        // At a stripe's border rounding may give a row to the neighbour, whose extremum it then is or not.
        if (inside.indexOf(highest) > 0 && inside.indexOf(highest) < inside.length - 1) assert.ok(kept.has(highest));
        if (inside.indexOf(lowest) > 0 && inside.indexOf(lowest) < inside.length - 1) assert.ok(kept.has(lowest));
      }
    }
  }
});

test('a decimated curve passes every point within a dot', () => {
  const random = generator(11);
  for (let attempt = 0; attempt < 20; ++attempt) {
    const count = 20000;
    const [a, b] = [1 + 3 * random(), 1 + 3 * random()];
    const xs = Float64Array.from({length: count}, (_, i) => Math.sin((a * i) / 700));
    const ys = Float64Array.from({length: count}, (_, i) => Math.cos((b * i) / 900));
    const window = {x0: -1.1, x1: 1.1, y0: -1.1, y1: 1.1, width: 400, height: 300};
    const drawn = [];
    const add = (x, y) => drawn.push([x, y]);
    curve(xs, ys, window, add, add);
    assert.ok(drawn.length < count);
    for (let i = 0; i < count; i += 97) {
      const x = ((xs[i] + 1.1) / 2.2) * 400;
      const y = 300 - ((ys[i] + 1.1) / 2.2) * 300;
      assert.ok(drawn.some(([u, v]) => Math.hypot(u - x, v - y) < 1), `row ${i}`);
    }
  }
});

test('ticks are round, inside, and about as many as wanted', () => {
  const random = generator(13);
  for (let attempt = 0; attempt < 200; ++attempt) {
    const from = (random() - 0.5) * 10 ** (8 * random() - 4);
    const to = from + 10 ** (8 * random() - 4);
    const list = ticks(from, to);
    assert.ok(list.length >= 1 && list.length <= 8, `${from} … ${to}: ${list}`);
    list.forEach((tick) => assert.ok(tick >= from - 1e-9 * (to - from) && tick <= to + 1e-6 * (to - from)));
  }
  assert.deepEqual(decades(1e-3, 1e1), [1e-3, 1e-2, 1e-1, 1, 10]);
});

/// Back to a text, with parentheses around everything.
function text(tree) {
  switch (tree.kind) {
    case 'number': return tree.text;
    case 'name': return tree.order > 3 ? `der(${tree.name},${tree.order})` : tree.name + "'".repeat(tree.order);
    case 'call': return `${tree.name}(${text(tree.argument)})`;
    case 'negative': return `(-${text(tree.inside)})`;
    case 'equation': return `${text(tree.left)} = ${text(tree.right)}`;
    default: {
      const signs = {sum: '+', difference: '-', product: '*', quotient: '/', power: '^'};
      return `(${text(tree.left)}${signs[tree.kind]}${text(tree.right)})`;
    }
  }
}

test('expressions are read as their grammar says', () => {
  const cases = {
    '-x^2': '(-(x^2))',
    "x'^2": "(x'^2)",
    '2^-1': '(2^(-1))',
    'a^b^c': '(a^(b^c))',
    'a - b - c': '((a-b)-c)',
    'a/b*c': '((a/b)*c)',
    'der(x, 4) + sin(2*t) = 0': '(der(x,4)+sin((2*t))) = 0',
    "der(x', 2)": "x'''",
    '1.5e-3*x1': '(1.5e-3*x1)',
  };
  for (const [written, expected] of Object.entries(cases)) assert.equal(text(parsed(written)), expected, written);
  for (const wrong of ['', 'x +', '(x', 'x y', '<b>', "2'", 'der(2)', 'a = b = c']) assert.equal(parsed(wrong), null, wrong);
});

test('what was written out is read back as the same tree', () => {
  const random = generator(17);
  const make = (depth) => {
    const kind = depth === 0 ? Math.floor(random() * 2) : Math.floor(random() * 9);
    if (kind === 0) return {kind: 'number', text: String(Math.floor(random() * 100))};
    if (kind === 1) return {kind: 'name', name: `x${Math.floor(random() * 9)}`, order: Math.floor(random() * 6)};
    if (kind === 2) return {kind: 'negative', inside: make(depth - 1)};
    if (kind === 3) return {kind: 'call', name: 'sin', argument: make(depth - 1)};
    return {kind: ['sum', 'difference', 'product', 'quotient', 'power'][kind - 4], left: make(depth - 1), right: make(depth - 1)};
  };
  for (let attempt = 0; attempt < 500; ++attempt) {
    const tree = make(4);
    assert.deepEqual(parsed(text(tree)), tree);
  }
});

const source = (name) => readFileSync(new URL(`../../pipeline/web/src/${name}`, import.meta.url), 'utf8');
const channels = (hex) => [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16) / 255);
const linear = (value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
const times = (matrix, vector) => matrix.map((row) => row.reduce((sum, factor, i) => sum + factor * vector[i], 0));

/// CIE Lab of linear sRGB, D65.
function lab(rgb) {
  const [x, y, z] = times([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]], rgb)
      .map((value, i) => value / [0.9505, 1, 1.089][i])
      .map((value) => (value > 0.008856 ? Math.cbrt(value) : 7.787 * value + 16 / 116));
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

// Machado, Oliveira, Fernandes (2009): nothing seen of one of the kinds of cones.
const EYES = {
  all: [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
  protanopia: [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
  deuteranopia: [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]],
};

test('curves can be told apart by every eye: by colour, or by their dashes', () => {
  const palettes = [...source('style.css').matchAll(/--series-0[^}]*?--series-7: #[0-9a-f]{6}/g)]
      .map(([text]) => [...text.matchAll(/--series-\d: (#[0-9a-f]{6})/g)].map(([, hex]) => hex));
  assert.equal(palettes.length, 3);  // light, dark by the system, dark by choice
  const exported = [.../LINES = \[(.*)\];/.exec(source('export.js'))[1].matchAll(/#[0-9a-f]{6}/g)].map(([hex]) => hex);
  assert.deepEqual(exported, palettes[0], 'files that are saved have the colours of the page');
  const dashes = JSON.parse(/DASHES = (\[.*\]);/.exec(source('dom.js'))[1]).map(String);
  assert.equal(dashes.length, 8);
  for (const palette of palettes) {
    for (const [eye, matrix] of Object.entries(EYES)) {
      const seen = palette.map((hex) => lab(times(matrix, channels(hex).map(linear)).map((value) => Math.min(1, Math.max(0, value)))));
      seen.forEach((a, i) => seen.slice(i + 1).forEach((b, k) => {
        if (dashes[i] !== dashes[i + 1 + k]) return;
        // A difference of 2.3 is just noticeable; thin lines want several times that.
        const distance = Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
        assert.ok(distance > 15, `${palette[i]} and ${palette[i + 1 + k]}, ${eye}: ${distance}`);
      }));
    }
  }
});
