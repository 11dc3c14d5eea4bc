// SPDX-License-Identifier: GPL-3.0-or-later
// The completion tree: folding, keyboard, search, the chosen branch; a tree of a hundred nodes.
import assert from 'node:assert/strict';
import {readFileSync, writeFileSync} from 'node:fs';
import test from 'node:test';
import {assertQuiet, decompositionOf, example, opened, pageOf, problemFile, runOf} from './support.mjs';

const cards = (page) => page.locator('.tree .card');

test('the tree folds and unfolds', async () => {
  const page = await opened(decompositionOf(example('rhombus_four_bar')));
  const all = await cards(page).count();
  assert.ok(all > 10);
  await page.locator('.tree .card[data-node="root.1"] .fold').click();
  assert.equal(await cards(page).count(), 2);
  assert.equal(await page.locator('.card[data-node="root.1"]').getAttribute('aria-expanded'), 'false');
  await page.locator('.tree .card[data-node="root.1"] .fold').click();
  assert.equal(await cards(page).count(), all);
  assertQuiet(page);
});

test('the tree obeys the keyboard', async () => {
  const page = await opened(decompositionOf(example('rhombus_four_bar')));
  const all = await cards(page).count();
  await page.locator('.card[data-node="root"]').focus();
  await page.keyboard.press('ArrowDown');
  assert.equal(await page.evaluate(() => document.activeElement.dataset.node), 'root.1');
  await page.keyboard.press('Enter');
  assert.equal(await cards(page).count(), 2);
  assert.equal(await page.evaluate(() => document.activeElement.dataset.node), 'root.1');
  await page.keyboard.press('ArrowRight');
  assert.equal(await cards(page).count(), all);
  await page.keyboard.press('End');
  assert.match(await page.locator('#node-details').innerText(), /leaf g3/);
  assertQuiet(page);
});

test('search goes to what it finds, folded or not', async () => {
  const page = await opened(decompositionOf(example('rhombus_four_bar')));
  await page.getByRole('button', {name: 'Fold all', exact: true}).click();
  await page.getByRole('searchbox').fill('leaf g2');
  await page.keyboard.press('Enter');
  assert.match(await page.locator('#node-details').innerText(), /leaf g2/);
  assert.equal(await page.locator('.card[aria-selected="true"]').count(), 1);
  assertQuiet(page);
});

test('the chosen branch is marked from the root to its leaf', async () => {
  const run = runOf(example('singular_four_bar'));
  const {tree} = JSON.parse(readFileSync(`${run}/decomposition.json`, 'utf8'));
  const {branch} = JSON.parse(readFileSync(`${run}/summary.json`, 'utf8'));
  const path = (node) => (node.leaf === branch ? [node.name] : node.children.flatMap((child) => path(child).flatMap((name, i) => (i ? [name] : [node.name, name]))));
  const page = await opened(pageOf(run));
  const marked = await page.locator('.card.chosen').evaluateAll((list) => list.map((card) => card.dataset.node));
  assert.deepEqual(marked.sort(), path(tree).sort());
});

const nodesOf = (tree) => [tree, ...tree.children.flatMap(nodesOf)];

test('each node shows its dimension, or says that it is not known', async () => {
  const run = runOf(example('n_four_bar_2'), '--leaf', 'exact');
  const {tree} = JSON.parse(readFileSync(`${run}/decomposition.json`, 'utf8'));
  const page = await opened(pageOf(run));
  const nodes = nodesOf(tree);
  // A steered tree has nodes of both kinds: what was not looked into has no dimension.
  assert.ok(nodes.filter(({dimension}) => dimension !== null).length > 5);
  assert.ok(nodes.some(({dimension}) => dimension === null));
  for (const node of nodes) {
    const card = page.locator(`.card[data-node="${node.name}"]`);
    const shown = await card.locator('.dimension').textContent();
    await card.locator('rect').click({force: true});
    const details = await page.locator('#node-details').innerText();
    if (node.dimension === null) {
      assert.equal(shown, '', node.name);
      assert.match(details, /dimension not known/);
    } else {
      assert.match(shown, new RegExp(`^dimension ${node.dimension}\\b`), node.name);
      assert.match(details, new RegExp(`dimension ${node.dimension}\\b`));
      assert.match(await card.getAttribute('aria-label'), new RegExp(`dimension ${node.dimension}\\b`));
    }
  }
  assertQuiet(page);
});

test('the tree zooms: by buttons, by keys, by the wheel, and back', async () => {
  const page = await opened(decompositionOf(example('rhombus_four_bar')));
  const scale = () => page.locator('svg.tree > g').evaluate((group) => group.getCTM().a);
  const first = await scale();
  await page.getByRole('button', {name: 'Zoom in'}).click();
  const nearer = await scale();
  assert.ok(nearer > 1.2 * first);
  await page.locator('.card[data-node="root"]').focus();
  await page.keyboard.press('-');
  assert.ok(await scale() < nearer);
  await page.locator('svg.tree').hover();
  await page.keyboard.down('Control');
  await page.mouse.wheel(0, -300);
  await page.keyboard.up('Control');
  await page.waitForFunction((before) => document.querySelector('svg.tree > g').getCTM().a > 1.5 * before, first);
  await page.getByRole('button', {name: 'Fit'}).click();
  assert.ok(Math.abs(await scale() - first) < 1e-6);
  assertQuiet(page);
});

test('a system of more than a hundred nodes begins folded, and shows all', async () => {
  const product = Array.from({length: 6}, (_, i) => `(x - ${i + 1})`).join('*');
  const file = decompositionOf(problemFile('many', `unknowns = ["x", "y", "z"]
equations = ["${product} = 0", "(y' - z)*(y - x) = 0", "z*(z - x)*(z + y) = 0"]
`));
  const page = await opened(file);
  const total = await page.evaluate(() => {
    const count = (node) => 1 + node.children.reduce((sum, child) => sum + count(child), 0);
    return count(JSON.parse(document.getElementById('leafwise-data').textContent).decomposition.tree);
  });
  assert.ok(total > 100, `${total} nodes`);
  const first = await cards(page).count();
  assert.ok(first > 3 && first <= 30, `${first} are shown at first`);
  await page.getByRole('button', {name: 'Unfold all'}).click();
  assert.equal(await cards(page).count(), total);
  // All of them by keyboard: down to the last and back.
  await page.locator('.card[data-node="root"]').focus();
  await page.keyboard.press('End');
  assert.equal(await page.locator('.card[aria-selected="true"]').count(), 1);
  await page.keyboard.press('Home');
  assert.equal(await page.evaluate(() => document.activeElement.dataset.node), 'root');
  assertQuiet(page);
});

test('a hundred nodes are drawn, none over another, in letters that can be read', async () => {
  const file = decompositionOf(example('rhombus_four_bar'));
  const text = readFileSync(file, 'utf8').replace(/(id="leafwise-data">)(.*?)(<\/script>)/s, (whole, before, json, after) => {
    const data = JSON.parse(json);
    const node = (name, depth) => ({name, operation: 'split', why: 'made for the test', equations: ['x1^2 - 1'], seconds: 0.001, leaf: null,
      children: depth === 0 ? [] : [1, 2, 3].map((k) => node(`${name}.${k}`, depth - 1))});
    data.decomposition.tree = node('root', 4);
    return before + JSON.stringify(data).replaceAll('<', '\\u003c') + after;
  });
  writeFileSync(file, text);
  const page = await opened(file);
  assert.ok(await cards(page).count() < 30, 'much is folded at first');
  await page.getByRole('button', {name: 'Unfold all'}).click();
  assert.equal(await cards(page).count(), 121);
  const {overlaps, height} = await page.evaluate(() => {
    const boxes = [...document.querySelectorAll('.tree .card > rect')].map((rect) => rect.getBoundingClientRect());
    let overlapping = 0;
    boxes.forEach((a, i) => boxes.slice(i + 1).forEach((b) => {
      if (a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom) ++overlapping;
    }));
    return {overlaps: overlapping, height: document.querySelector('.card-title b').getBoundingClientRect().height};
  });
  assert.equal(overlaps, 0);
  assert.ok(height >= 9, `letters are ${height} dots high`);
  assertQuiet(page);
});
