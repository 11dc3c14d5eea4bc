// SPDX-License-Identifier: GPL-3.0-or-later
// The layout of trees: laws of every tree.
import assert from 'node:assert/strict';
import test from 'node:test';
import {tidy} from '../../pipeline/web/src/tidy.js';

/// A generator with a seed (Numerical Recipes' linear congruence), so that a failure can be repeated.
function generator(seed) {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

function treeOf(random, count) {
  const nodes = [{children: []}];
  while (nodes.length < count) {
    const child = {children: []};
    nodes[Math.floor(random() * nodes.length)].children.push(child);
    nodes.push(child);
  }
  return nodes[0];
}

test('neighbours on a level keep their order and a distance of at least 1, parents stand in the middle', () => {
  const random = generator(3);
  for (let attempt = 0; attempt < 300; ++attempt) {
    const root = treeOf(random, 1 + Math.floor(random() * 80));
    const list = tidy(root, (node) => node.children);
    const at = new Map(list.map((entry) => [entry.node, entry]));
    assert.equal(at.get(root).place, 0);
    let level = [root];
    for (let depth = 0; level.length > 0; ++depth) {
      const places = level.map((node) => at.get(node).place);
      level.forEach((node) => assert.equal(at.get(node).level, depth));
      // Places are sums of halves: exact but for sums of many levels.
      places.slice(1).forEach((place, i) => assert.ok(place - places[i] >= 1 - 1e-9));
      for (const node of level) {
        if (node.children.length === 0) continue;
        const middle = (at.get(node.children[0]).place + at.get(node.children.at(-1)).place) / 2;
        assert.ok(Math.abs(at.get(node).place - middle) < 1e-9);
      }
      level = level.flatMap((node) => node.children);
    }
  }
});

test('equal subtrees are drawn alike, and chains are straight', () => {
  const random = generator(5);
  const shape = (entries, node) => entries.filter((entry) => {
    for (let above = entry; above; above = above.parent) if (above.node === node) return true;
    return false;
  }).map((entry) => entry.place);
  for (let attempt = 0; attempt < 50; ++attempt) {
    const tree = treeOf(random, 30);
    const twin = JSON.parse(JSON.stringify(tree));
    const entries = tidy({children: [tree, twin]}, (node) => node.children);
    const [left, right] = [shape(entries, tree), shape(entries, twin)];
    left.forEach((place, i) => assert.ok(Math.abs(place - left[0] - (right[i] - right[0])) < 1e-9));
  }
  let chain = {children: []};
  for (let i = 0; i < 500; ++i) chain = {children: [chain]};
  assert.ok(tidy(chain, (node) => node.children).every(({place}) => place === 0));
});
