// SPDX-License-Identifier: GPL-3.0-or-later
// The plots of the page: scales, zoom.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import test from 'node:test';
import {assertQuiet, drawAll, example, opened, pageOf, problemFile, runOf, trajectoryOf} from './support.mjs';

const four = runOf(example('singular_four_bar'));
const rows = trajectoryOf(four);

const plot = (page, title) => page.locator(`figure.plot[data-plot="${title}"]`);

test('dragging zooms, to rows that were left out before', async () => {
  const page = await opened(pageOf(runOf(example('henon_heiles'))));
  const unknowns = plot(page, 'Unknowns');
  await unknowns.scrollIntoViewIfNeeded();
  const before = await unknowns.evaluate((figure) => ({...figure.plot.chart.scales.x}));
  const box = await unknowns.locator('.plot-over').boundingBox();
  await page.mouse.move(box.x + 100, box.y + 50);
  await page.mouse.down();
  await page.mouse.move(box.x + 160, box.y + 60, {steps: 5});
  await page.mouse.up();
  const zoomed = await unknowns.evaluate((figure) => {
    const {chart, places} = figure.plot;
    return {min: chart.scales.x.min, max: chart.scales.x.max, places: [...places]};
  });
  assert.ok(zoomed.max - zoomed.min < 0.3 * (before.max - before.min));
  zoomed.places.forEach((place, i) => assert.equal(place, zoomed.places[0] + i, 'zoomed in, each row is drawn'));
  await unknowns.getByRole('button', {name: 'Show all'}).click();
  assert.equal(await unknowns.evaluate((figure) => figure.plot.chart.scales.x.max), before.max);
  assertQuiet(page);
});

test('zooming one plot zooms all along the same axis', async () => {
  const page = await opened(pageOf(four));
  await drawAll(page);
  await plot(page, 'Defects').evaluate((figure) => figure.plot.zoom({x: [1, 2]}));
  for (const title of ['Unknowns', 'First derivatives', 'Step sizes', 'Drift of invariants']) {
    await plot(page, title).scrollIntoViewIfNeeded();
    await page.waitForFunction((name) => {
      const {plot: {chart: {scales}, places}} = document.querySelector(`figure.plot[data-plot="${name}"]`);
      return scales.x.min === 1 && scales.x.max === 2 && places.length < 100;
    }, title);
  }
  await plot(page, 'Unknowns').getByRole('button', {name: 'Show all'}).click();
  await plot(page, 'Defects').scrollIntoViewIfNeeded();
  await page.waitForFunction((end) => document.querySelector('figure.plot[data-plot="Defects"]').plot.chart.scales.x.max === end, rows.t.at(-1));
  assertQuiet(page);
});

test('phase plots zoom in both directions; sections have the events', async () => {
  const run = runOf(example('henon_heiles'));
  const events = readFileSync(`${run}/events.csv`, 'utf8').trimEnd().split('\n').slice(1).filter((line) => line.includes('rising'));
  const page = await opened(pageOf(run));
  const section = plot(page, 'Poincaré section');
  await section.scrollIntoViewIfNeeded();
  await section.and(page.locator('[data-drawn]')).waitFor();
  assert.equal(await section.getAttribute('data-crossings'), String(events.length));
  // The same section by interpolation between rows has as many points.
  const options = await section.getByLabel('where').locator('option').evaluateAll((list) => list.map((option) => [option.textContent, option.value]));
  await section.getByLabel('where').selectOption(options.find(([name]) => name === 'x =')[1]);
  assert.ok(Math.abs(Number(await section.getAttribute('data-crossings')) - events.length) <= 1);
  const phase = plot(page, 'Phase plot');
  await phase.scrollIntoViewIfNeeded();
  const before = await phase.evaluate((figure) => [figure.plot.chart.scales.x.max, figure.plot.chart.scales.y.max]);
  const box = await phase.locator('.plot-over').boundingBox();
  await page.mouse.move(box.x + 60, box.y + 40);
  await page.mouse.down();
  await page.mouse.move(box.x + 160, box.y + 120, {steps: 5});
  await page.mouse.up();
  const after = await phase.evaluate((figure) => [figure.plot.chart.scales.x.max, figure.plot.chart.scales.y.max]);
  assert.ok(after[0] < before[0] && after[1] < before[1]);
  assertQuiet(page);
});

test('logarithmic scales are whole decades around what there is', async () => {
  const page = await opened(pageOf(four));
  await drawAll(page);
  for (const title of ['Step sizes', 'Defects', 'Drift of invariants']) {
    const [low, high] = await plot(page, title).evaluate(({plot: {chart}}) => [Math.log10(chart.scales.y.min), Math.log10(chart.scales.y.max)]);
    // A logarithm of a power of ten has rounding of about 1e-15.
    for (const end of [low, high]) assert.ok(Math.abs(end - Math.round(end)) < 1e-9, `${title}: 1e${end}`);
    const largest = await plot(page, title).evaluate(({plot}) => plot.range()[1]);
    assert.ok(Math.log10(largest) <= high + 1e-9 && Math.log10(largest) > high - 1.001, `${title} fills its scale`);
  }
});

test('at first all of the run is shown', async () => {
  const page = await opened(pageOf(four));
  await drawAll(page);
  const ranges = await page.locator('figure.plot').evaluateAll((list) => list.map(({plot: {title, chart: {scales}}}) => [title, scales.x.min, scales.x.max, scales.y.min, scales.y.max]));
  for (const [title, left, right, bottom, top] of ranges) {
    assert.ok(Number.isFinite(bottom) && top > bottom, title);
    const isTime = !/Phase|section/.test(title);
    if (isTime) assert.deepEqual([left, right], [rows.t[0], rows.t.at(-1)], title);
  }
  const [x1] = ranges.filter(([title]) => title === 'Phase plot').map(([, left, right]) => [left, right]);
  assert.ok(x1[0] <= Math.min(...rows.x1) && x1[1] >= Math.max(...rows.x1));
});

test('between the steps of a run a curve is where the solution is', async () => {
  // Steps of about a radian. A curve of 260 pixels shows what is beyond half a percent.
  const page = await opened(pageOf(runOf(problemFile('few', `unknowns = ["x", "z"]
equations = ["x'' + x = 0", "z = 1 + x"]
initial = { t = 0, x = 1, "x'" = 0 }
integrate = { to = { t = 20 }, method = "dop853", rtol = 1e-6, atol = 1e-6 }
`))));
  await drawAll(page);
  const exact = {Unknowns: (t) => Math.cos(t), 'First derivatives': (t) => -Math.sin(t), 'Algebraic unknowns': (t) => 1 + Math.cos(t)};
  for (const [title, value] of Object.entries(exact)) {
    const points = await plot(page, title).evaluate((figure) => figure.plot.drawn[0].points);
    assert.ok(points.length > 100, title);
    for (const [t, y] of points) assert.ok(Math.abs(y - value(t)) < 5e-3, `${title} at ${t}`);
  }
  const [xs, ys] = await plot(page, 'Phase plot').evaluate((figure) => figure.plot.fine().map((list) => [...list]));
  assert.ok(xs.length > 1000);
  xs.forEach((x, i) => assert.ok(Math.abs(Math.hypot(x, ys[i]) - 1) < 5e-3));
  assertQuiet(page);
});
