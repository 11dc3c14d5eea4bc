// SPDX-License-Identifier: GPL-3.0-or-later
// Every section of five reports is there, drawn, and without a complaint.
import assert from 'node:assert/strict';
import {readFileSync, statSync} from 'node:fs';
import test from 'node:test';
import {assertQuiet, decompositionOf, drawAll, example, opened, pageOf, problemFile, runOf, sweepOf, trajectoryOf} from './support.mjs';

// A mechanism that branches, index 3 in plain equations, events with a section, functions with
// auxiliary unknowns, and a run by arc length.
const RUNS = ['singular_four_bar', 'pendulum', 'henon_heiles', 'double_pendulum_angles', 'discharge_pressure_control'];

for (const name of RUNS) {
  test(`all sections of ${name}`, async () => {
    const run = runOf(example(name));
    const page = await opened(pageOf(run));
    for (const id of ['motion', 'tree', 'hidden', 'leaves', 'numbers']) {
      const section = page.locator(`section#${id}`);
      assert.ok((await section.innerText()).length > 50, `${id} says something`);
    }
    await drawAll(page);
    assert.equal(await page.locator('text=cannot be shown').count(), 0);
    assert.ok(await page.locator('figure.plot canvas').count() >= 4, 'plots are drawn');
    const summary = JSON.parse(readFileSync(`${run}/summary.json`, 'utf8'));
    const numbers = await page.locator('#numbers').innerText();
    for (const text of [summary.command, summary.method, summary.reason, ...summary.references]) assert.ok(numbers.includes(text), text);
    assertQuiet(page);
    await page.context().close();
  });
}

test('the page has the numbers of trajectory.csv, bit for bit', async () => {
  const run = runOf(example('pendulum'));
  const expected = trajectoryOf(run);
  const page = await opened(pageOf(run));
  // Read from the file, not from the page's own decoder.
  const data = JSON.parse(/id="leafwise-data">(.*?)<\/script>/s.exec(readFileSync(pageOf(run), 'utf8'))[1]);
  for (const [index, column] of data.run.columns.entries()) {
    if (!(column.name in expected) || column.role === 'slope') continue;
    const base64 = new RegExp(`id="leafwise-column-${index}">([^<]*)<`).exec(readFileSync(pageOf(run), 'utf8'))[1];
    const bytes = Buffer.from(base64, 'base64');
    const numbers = new Float64Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
    assert.deepEqual([...numbers], expected[column.name], column.name);
  }
  assertQuiet(page);
});

test('without data a report is smaller than 1.5 MB', () => {
  const page = decompositionOf(example('pendulum'));
  assert.ok(statSync(page).size < 1.5e6, `${statSync(page).size} bytes`);
});

test('a decomposition has no motion, but all else', async () => {
  const page = await opened(decompositionOf(example('clairaut'), '--critical'));
  assert.equal(await page.locator('section#motion').count(), 0);
  for (const id of ['tree', 'hidden', 'leaves', 'numbers']) assert.equal(await page.locator(`section#${id}`).count(), 1, id);
  assert.match(await page.locator('#leaf-s1').innerText(), /inside g1/);
  assert.match(await page.locator('#leaf-g1').innerText(), /Critical locus/);
  const numbers = await page.locator('#numbers').innerText();
  for (const text of ['--critical', 'Tuomela', 'y = x*y\' + y\'^2']) assert.ok(numbers.includes(text), text);
  assertQuiet(page);
});

test('contradictory and redundant lines are named', async () => {
  // Exit code 3: the mathematics says no. The page says what contradicts what.
  const contradictory = await opened(decompositionOf(example('inconsistent')));
  const lines = contradictory.locator('figure.table', {hasText: 'Your equations'}).locator('tbody tr');
  assert.equal(await lines.count(), 3);
  for (const text of await lines.allInnerTexts()) assert.match(text, /part of the contradiction on g1/);
  assertQuiet(contradictory);
  const twice = await opened(decompositionOf(problemFile('twice', `unknowns = ["x", "y"]
equations = ["x' + y = 0", "x - y = 1", "2*x - 2*y = 2"]
`)));
  const verdicts = await twice.locator('figure.table', {hasText: 'Your equations'}).locator('tbody tr').allInnerTexts();
  assert.equal(verdicts.filter((text) => /redundant: follows from the others/.test(text)).length, 1, verdicts.join('; '));
  assertQuiet(twice);
});

test('hidden constraints tell their round and their sources', async () => {
  const page = await opened(pageOf(runOf(example('pendulum'), '--leaf', 'exact')));
  const row = page.locator('#hidden figure.table').first().locator('tbody tr').first();
  assert.equal(await row.locator('math').getAttribute('alttext'), "x*x' + y*y' = 0");
  assert.equal(await row.locator('td').nth(1).innerText(), '1');
  // The second derivative of the length, which fixes lambda.
  const second = page.locator('#hidden figure.table').first().locator('tbody tr').nth(1);
  assert.match(await second.locator('math').getAttribute('alttext'), /x'\^2.*= 0/);
  assert.match(await second.locator('math').getAttribute('alttext'), /x\*x''/);
  assert.equal(await second.locator('td').nth(1).innerText(), '2');
  // "equation 3" leads to the user's own line.
  assert.equal(await row.locator('a').first().getAttribute('href'), '#line-equation-3');
  assert.equal(await page.locator('#line-equation-3').innerText(), 'equation 3');
});

test('the leaf at the start is called what it is', async () => {
  const run = runOf(example('pendulum'), '--leaf', 'local');
  const page = await opened(pageOf(run));
  const leaf = JSON.parse(readFileSync(`${run}/decomposition.json`, 'utf8')).leaves[0];
  assert.equal(leaf.status, 'local');
  const card = await page.locator('#leaf-here').innerText();
  assert.match(card, /local/);
  assert.match(card, /Proved in balls of \d+ bits: one leaf through the start/);
  assert.match(card, /Not asked: other leaves/);
  assert.doesNotMatch(card, /involutive/);
  // Lines whose derivatives hold, each as often as it is differentiated.
  const hidden = leaf.hidden.reduce((sum, line) => sum + line.times, 0);
  assert.ok(hidden > 0);
  const words = new RegExp(`${hidden} hidden equation`);
  assert.match(await page.locator('#hidden').innerText(), words);
  assert.match(await page.locator('#hidden figure.table').first().innerText(), /equation 3\s+twice/);
  const count = await page.locator('body').innerText();
  assert.doesNotMatch(count, /no hidden equations/);
  assertQuiet(page);
});

test('the reason of the choice is said', async () => {
  const run = await opened(pageOf(runOf(example('singular_four_bar'))));
  assert.match(await run.locator('#choice').innerText(), /initial point lies on it[\s\S]*missed by/);
  assert.ok(await run.locator('#hidden math').count() > 5, 'equations are MathML');
});

test('light and dark, small screens, print', async () => {
  const file = pageOf(runOf(example('singular_four_bar')));
  const dark = await opened(file, {colorScheme: 'dark', viewport: {width: 420, height: 800}});
  const ground = () => dark.evaluate(() => getComputedStyle(document.body).backgroundColor);
  assert.equal(await ground(), 'rgb(18, 22, 28)');
  await dark.locator('#theme').click();
  assert.equal(await ground(), 'rgb(255, 255, 255)');
  const wider = await dark.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.ok(wider <= 0, `the page is ${wider} dots too wide for a small screen`);
  await dark.emulateMedia({media: 'print'});
  await dark.setViewportSize({width: 720, height: 1000});
  await dark.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  const cut = await dark.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.ok(cut <= 0, `${cut} dots do not fit on paper`);
  assert.equal(await dark.locator('details:not([open])').count(), 0);
  const paper = await dark.pdf({format: 'A4'});
  assert.ok(paper.length > 50000, 'a printed report has its plots');
  assertQuiet(dark);
});

test('everything that can be used has a name for screen readers', async () => {
  const page = await opened(pageOf(runOf(example('singular_four_bar'))));
  await drawAll(page);
  const nameless = await page.evaluate(() => [...document.querySelectorAll('button, select, input, svg[role], [role=img]')]
      .filter((element) => !(element.getAttribute('aria-label') || element.textContent.trim() || element.closest('label')?.textContent.trim() || element.getAttribute('aria-hidden')))
      .map((element) => element.outerHTML.slice(0, 100)));
  assert.deepEqual(nameless, []);
});

test('a system without solutions says where that shows', async () => {
  const page = await opened(decompositionOf(example('inconsistent')));
  const where = page.locator('figure.table', {hasText: 'Contradictions'}).locator('tbody tr');
  assert.equal(await where.count(), 1);
  assert.equal(await where.locator('math').getAttribute('alttext'), '1 = 0');
  // x' = y, y' = 1, x = t^2: of the latter, two derivatives.
  assert.equal(await where.locator('td').nth(1).innerText(), '2');
  assert.match(await where.locator('td').nth(2).innerText(), /equations 1, 2 and 3/);
  assertQuiet(page);
});

test('an underdetermined system says what is free', async () => {
  const page = await opened(decompositionOf(example('underdetermined')));
  assert.match(await page.locator('#leaf-g1').innerText(), /underdetermined[\s\S]*Free functions among: /);
  assertQuiet(page);
});

test('a run that completed nothing does not pretend to', async () => {
  const page = await opened(pageOf(runOf(example('andrews_squeezer'), '--method', 'radau5_index3')));
  await drawAll(page);
  assert.match(await page.locator('#main .intro > .quiet-text').first().innerText(), /^Not completed · radau5_index3 · ended: reached/);
  assert.match(await page.locator('#choice').innerText(), /Not completed/);
  assert.match(await page.locator('#hidden').innerText(), /Not computed/);
  assert.equal(await page.locator('svg.tree').count(), 0);
  assertQuiet(page);
});

test('equations on a branch of the positions come from your constraints', async () => {
  const page = await opened(decompositionOf(example('rhombus_four_bar')));
  const text = await page.locator('#hidden').innerText();
  assert.match(text, /constraints 1, 2 and 3 together/);
  assert.doesNotMatch(text, /its positions/);
  assert.ok(await page.locator('#hidden a[href="#line-constraint-2"]').count() > 0);
});

test('words in tables are not broken, and nothing lies over its neighbour', async () => {
  for (const width of [1280, 420]) {
    const page = await opened(pageOf(runOf(example('singular_four_bar'))), {viewport: {width, height: 900}});
    const broken = await page.evaluate(() => [...document.querySelectorAll('.table td')].filter((cell) => {
      const range = document.createRange();
      range.selectNodeContents(cell);
      const lines = new Set([...range.getClientRects()].map((box) => Math.round(box.top)));
      return /^[a-z]{2,20}$/.test(cell.textContent.trim()) && lines.size > 1;
    }).map((cell) => cell.textContent));
    assert.deepEqual(broken, [], `at ${width}`);
    const over = await page.evaluate(() => [...document.querySelectorAll('.table td')]
        .filter((cell) => cell.scrollWidth > cell.clientWidth + 1).map((cell) => cell.textContent.slice(0, 60)));
    assert.deepEqual(over, [], `at ${width}`);
    await page.context().close();
  }
});

test('each kept run of a sweep has its page', async () => {
  const [folder] = sweepOf(problemFile('swept', `unknowns = ["x"]
equations = ["x'' + k*x = 0"]
parameters = { k = 1 }
initial = { t = 0, x = 1, "x'" = 0 }
integrate = { to = { t = 3 } }
sweep = { k = [1, 2] }
`));
  const page = await opened(pageOf(folder));
  await drawAll(page);
  assert.equal(await page.locator('section').count(), 5);
  assertQuiet(page);
});
