// SPDX-License-Identifier: GPL-3.0-or-later
// The animation shows the trajectory; plots zoom, hover, and share one cursor; files can be saved.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import test from 'node:test';
import {assertQuiet, drawAll, example, opened, pageOf, problemFile, runOf, trajectoryOf} from './support.mjs';

const four = runOf(example('singular_four_bar'));
const rows = trajectoryOf(four);

async function setSlider(page, value) {
  await page.locator('#animation input[type=range]').evaluate((slider, number) => {
    slider.value = String(number);
    slider.dispatchEvent(new Event('input', {bubbles: true}));
  }, value);
}

const joint = (page, name) => page.locator(`circle[data-point="${name}"]`).evaluate((circle) => [Number(circle.getAttribute('cx')), Number(circle.getAttribute('cy'))]);

const plot = (page, title) => page.locator(`figure.plot[data-plot="${title}"]`);

test('joints are where the trajectory says, at three times', async () => {
  const page = await opened(pageOf(four));
  const count = rows.t.length;
  for (const row of [0, Math.floor(count / 2), count - 1]) {
    await setSlider(page, rows.t[row]);
    // A slider rounds its value to about 1e-6 of its range, and so does what it shows.
    const near = (actual, expected) => actual.forEach((value, k) => assert.ok(Math.abs(value - expected[k]) < 1e-4, `${value} is not ${expected[k]}`));
    near(await joint(page, 'B'), [rows.x1[row], rows.y1[row]]);
    near(await joint(page, 'C'), [rows.x2[row], rows.y2[row]]);
    near(await joint(page, 'A'), [0, 0]);
    near(await joint(page, 'D'), [2, 0]);
    // The links end at the joints, also on the screen.
    const ends = await page.evaluate(() => {
      const centre = (element) => { const box = element.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]; };
      const [b, c] = ['B', 'C'].map((name) => centre(document.querySelector(`circle[data-point="${name}"]`)));
      const link = document.querySelectorAll('.animation .link')[1].getBoundingClientRect();
      return [Math.min(b[0], c[0]) - link.left, Math.max(b[1], c[1]) - link.bottom];
    });
    for (const difference of ends) assert.ok(Math.abs(difference) < 3, `${difference} dots apart`);
  }
  assertQuiet(page);
});

test('the animation plays, is paused, and leaves bars as long as they are', async () => {
  const page = await opened(pageOf(four));
  const slider = page.locator('#animation input[type=range]');
  await page.getByLabel('speed').selectOption('2');
  await page.getByRole('button', {name: 'Play'}).click();
  await page.waitForFunction(() => Number(document.querySelector('#animation input[type=range]').value) > 0.3);
  await page.getByRole('button', {name: 'Pause'}).click();
  const stopped = await slider.inputValue();
  const [x, y] = await joint(page, 'B');
  // Between rows the drawing interpolates by cubics: much better than a dot.
  assert.ok(Math.abs(Math.hypot(x, y) - 1) < 1e-3, 'the crank keeps its length');
  await page.waitForTimeout(150);
  assert.equal(await slider.inputValue(), stopped);
  assertQuiet(page);
});

test('traces are drawn where they are asked for', async () => {
  const page = await opened(pageOf(four));
  const drawn = () => page.locator('.animation .trace').evaluateAll((list) => list.filter((path) => path.getAttribute('d')).length);
  assert.equal(await drawn(), 1);
  await page.locator('.traces').getByLabel('B').check();
  assert.equal(await drawn(), 2);
});

test('hovering tells the row, in every plot and in the animation', async () => {
  const page = await opened(pageOf(four));
  const unknowns = plot(page, 'Unknowns');
  await unknowns.scrollIntoViewIfNeeded();
  await unknowns.locator('.plot-over').hover({position: {x: 150, y: 80}});
  const text = await unknowns.locator('.readout').innerText();
  const row = Number(/row (\d+)/.exec(text)[1]);
  assert.ok(row > 0 && row < rows.t.length - 1);
  assert.ok(text.includes(`x1 = ${Number(rows.x1[row].toPrecision(10))}`), text);
  const [x] = await joint(page, 'B');
  assert.ok(Math.abs(x - rows.x1[row]) < 1e-12);
  const phase = plot(page, 'Phase plot');
  await phase.scrollIntoViewIfNeeded();
  await page.waitForFunction((wanted) => document.querySelector('[data-plot="Phase plot"] .readout').textContent.includes(`row ${wanted} `), row);
  assertQuiet(page);
});

test('cursors are linked, also with the section, and move by keyboard', async () => {
  const page = await opened(pageOf(four));
  await drawAll(page);
  const section = plot(page, 'Poincaré section');
  const met = readFileSync(`${four}/events.csv`, 'utf8').trimEnd().split('\n').slice(1)
      .map((line) => line.split(',')).filter(([name]) => name === 'collinear').map((cells) => Number(cells[3]));
  assert.equal(await section.getByLabel('where').evaluate((control) => control.selectedOptions[0].textContent), 'event collinear',
      'what was asked for comes before what was watched');
  await setSlider(page, met.at(-1));
  const at = Number(/t = (\S+)/.exec(await section.locator('.readout').innerText())[1]);
  assert.ok(Math.abs(at - met.at(-1)) < 1e-4);
  const row = async (title) => Number(/row (\d+)/.exec(await plot(page, title).locator('.readout').innerText())[1]);
  await setSlider(page, rows.t[100]);
  await plot(page, 'Unknowns').locator('.plot-canvas').focus();
  await page.keyboard.press('ArrowRight');
  assert.equal(await row('Defects'), 101);
  await page.keyboard.press('Shift+ArrowLeft');
  assert.equal(await row('Phase plot'), 100);
  const span = () => plot(page, 'Unknowns').evaluate((figure) => figure.plot.chart.scales.x.max - figure.plot.chart.scales.x.min);
  const whole = await span();
  await page.keyboard.press('+');
  assert.ok(Math.abs(await span() - whole / 2) < 1e-9);
  await page.keyboard.press('0');
  assert.equal(await span(), whole);
  await plot(page, 'Phase plot').locator('.plot-canvas').focus();
  const height = () => plot(page, 'Phase plot').evaluate((figure) => figure.plot.chart.scales.y.max - figure.plot.chart.scales.y.min);
  const before = await height();
  await page.keyboard.press('+');
  assert.ok(Math.abs(await height() - before / 2) < 1e-9, 'phase plots zoom in both directions');
  assertQuiet(page);
});

test('without events a section passes where the run does', async () => {
  const page = await opened(pageOf(runOf(example('discharge_pressure_control'), '--leaf', 'exact')));
  await drawAll(page);
  assert.ok(Number(await plot(page, 'Poincaré section').getAttribute('data-crossings')) > 0);
  // Auxiliary unknowns stand for something: that is said, and nothing is drawn over them at first.
  assert.match(await plot(page, 'Auxiliary unknowns').locator('.legend').innerText(), /tanh/);
  assert.equal(await plot(page, 'Poincaré section').getByLabel('across').evaluate((control) => /^w\d/.test(control.selectedOptions[0].textContent)), false);
  assertQuiet(page);
});

/// What the page saves at a click on `button`.
async function savedBy(page, button) {
  const [file] = await Promise.all([page.waitForEvent('download'), button.click()]);
  return readFileSync(await file.path());
}

// Chromium holds back what is more than ten downloads of one page: each page here saves at most six.
for (const titles of [['Unknowns', 'Phase plot', 'Poincaré section'], ['Step sizes', 'Defects', 'Drift of invariants']]) {
  test(`each plot can be saved as SVG and PNG: ${titles.join(', ')}`, async () => {
    const page = await opened(pageOf(four), {acceptDownloads: true});
    await drawAll(page);
    for (const title of titles) {
      const saved = (kind) => savedBy(page, plot(page, title).getByRole('button', {name: `as ${kind}`}));
      const text = (await saved('SVG')).toString();
      assert.match(text, /^<\?xml[\s\S]*<svg[\s\S]*<\/svg>\n$/);
      assert.ok(text.includes(title));
      assert.ok(!text.includes('NaN'), `${title} has no NaN`);
      assert.equal((await saved('PNG')).subarray(1, 4).toString(), 'PNG', title);
    }
    assertQuiet(page);
  });
}

test('the motion can be saved as SVG and PNG', async () => {
  const page = await opened(pageOf(four), {acceptDownloads: true});
  for (const kind of ['SVG', 'PNG']) {
    const bytes = await savedBy(page, page.getByRole('button', {name: `Save the motion as ${kind}`}));
    assert.ok(bytes.length > 500);
  }
  assertQuiet(page);
});

test('events are marked on every plot along the run', async () => {
  const count = readFileSync(`${four}/events.csv`, 'utf8').trimEnd().split('\n').length - 1;
  assert.ok(count > 0);
  const page = await opened(pageOf(four));
  await drawAll(page);
  for (const title of ['Unknowns', 'First derivatives', 'Multipliers', 'Step sizes', 'Defects', 'Drift of invariants']) {
    assert.equal(await plot(page, title).getAttribute('data-events'), String(count), title);
  }
  assert.equal(await page.locator('#animation .ticks i').count(), count);
});

test('tables are sorted and copied', async () => {
  const page = await opened(pageOf(four), {permissions: ['clipboard-read', 'clipboard-write']});
  const table = page.locator('figure.table', {hasText: 'Seconds by stage'});
  await table.scrollIntoViewIfNeeded();
  await table.getByRole('button', {name: 'seconds', exact: true}).click();
  const seconds = (await table.locator('tbody td:nth-child(2)').allInnerTexts()).map(Number);
  assert.deepEqual(seconds, [...seconds].sort((a, b) => a - b));
  assert.equal(await table.locator('th').nth(1).getAttribute('aria-sort'), 'ascending');
  await table.getByRole('button', {name: 'Copy table'}).click();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  assert.equal(copied.split('\n')[0], 'stage\tseconds');
  assert.equal(copied.trimEnd().split('\n').length, seconds.length + 1);
  assertQuiet(page);
});

test('a curve that folds over its independent variable is drawn along its arc length', async () => {
  const run = runOf(problemFile('circle', `independent = "x"
unknowns = ["y"]
equations = ["x^2 + y^2 = 1"]
[initial]
x = 0
y = 1
[integrate]
to = { arclength = 6 }
[view]
points = { O = [0, 0], P = ["x", "y"] }
links = [["O", "P"]]
`));
  const expected = trajectoryOf(run);
  const page = await opened(pageOf(run));
  await drawAll(page);
  const middle = Math.floor(expected.x.length / 2);
  await setSlider(page, expected._s[middle]);
  const [x, y] = await joint(page, 'P');
  assert.ok(Math.hypot(x - expected.x[middle], y - expected.y[middle]) < 1e-4);
  assert.match(await page.locator('#motion').innerText(), /along arc length/);
  assertQuiet(page);
});

test('backwards, and in space', async () => {
  const run = runOf(problemFile('space', `unknowns = ["a", "b"]
equations = ["a'' + a = 0", "b'' + 4*b = 0"]
initial = { t = 0, a = 1, "a'" = 0, b = 0, "b'" = 1 }
integrate = { to = { t = -5 } }
[view]
points = { O = [0, 0, 0], P = ["a", "b", "a*b"] }
links = [["O", "P"]]
`));
  const page = await opened(pageOf(run));
  await drawAll(page);
  const ends = await page.locator('#animation input[type=range]').evaluate((slider) => [Number(slider.min), Number(slider.max)]);
  assert.deepEqual(ends, [-5, 0]);
  const before = await joint(page, 'P');
  await page.locator('svg.animation').hover({position: {x: 300, y: 100}});
  await page.mouse.down();
  await page.mouse.move(700, 400, {steps: 4});
  await page.mouse.up();
  assert.notDeepEqual(await joint(page, 'P'), before, 'dragging turns it');
  assertQuiet(page);
});
