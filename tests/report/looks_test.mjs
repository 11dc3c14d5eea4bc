// SPDX-License-Identifier: GPL-3.0-or-later
// What a reader sees first, and whether it can be read: places, sizes and contrast, measured.
import assert from 'node:assert/strict';
import test from 'node:test';
import {assertQuiet, drawAll, example, opened, pageOf, problemFile, runOf} from './support.mjs';

// One loop, a long row of loops, in space, and a system without a mechanism.
const RUNS = ['singular_four_bar', 'n_four_bar_10', 'spherical_four_bar', 'discharge_pressure_control'];
const runs = Object.fromEntries(RUNS.map((name) => [name, pageOf(runOf(example(name)))]));
const SCREENS = [{width: 1280, height: 900}, {width: 390, height: 844}];

test('the mechanism and its play button are on the first screen', async () => {
  for (const name of RUNS.slice(0, 3)) {
    const page = await opened(runs[name]);
    for (const selector of ['svg.animation', '.play', '#animation input[type=range]', 'h1']) {
      const {y, height} = await page.locator(selector).boundingBox();
      assert.ok(y >= 0 && y + height <= 900, `${name}: ${selector} ends at ${y + height}`);
    }
    await page.context().close();
  }
});

test('joints and their names are as large in every mechanism and on every screen', async () => {
  for (const name of RUNS.slice(0, 3)) {
    for (const viewport of SCREENS) {
      const page = await opened(runs[name], {viewport});
      const sizes = await page.evaluate(() => ({
        joints: [...document.querySelectorAll('.animation .joint')].map((joint) => joint.getBoundingClientRect().width),
        letters: [...document.querySelectorAll('.animation text')].map((text) => Number(text.getAttribute('font-size')) * text.getScreenCTM().a),
      }));
      // Pixels are fractions on a drawing that is scaled: to a hundredth.
      for (const size of sizes.joints) assert.ok(Math.abs(size - 11) < 0.01, `${name} at ${viewport.width}: a joint of ${size}`);
      for (const size of sizes.letters) assert.ok(Math.abs(size - 14) < 0.01, `${name} at ${viewport.width}: letters of ${size}`);
      await page.context().close();
    }
  }
});

test('a curve is a line, not a staircase', async () => {
  // Beside x, which fills the plot, y rises by a fraction of a pixel in each column of pixels.
  const page = await opened(pageOf(runOf(problemFile('gentle', `unknowns = ["x", "y"]
equations = ["x' = 1", "y' = 1/20"]
initial = { t = 0, x = 0, y = 0.5 }
integrate = { to = { t = 1 }, samples = 1001 }
`))));
  await drawAll(page);
  const off = await page.locator('figure.plot[data-plot="Unknowns"]').evaluate(({plot}) => {
    plot.hidden.add(0);
    const {chart} = plot;
    // The scale of both, with y alone: nothing crosses it but the grid, which is left out as well.
    chart.grid = () => {};
    chart.redraw();
    const context = chart.canvas.getContext('2d');
    let worst = 0;
    for (let left = 20; left < chart.width - 20; ++left) {
      const {data} = context.getImageData(Math.round(chart.left) + left, 12, 1, Math.floor(chart.height) - 4);
      let [weight, sum] = [0, 0];
      for (let top = 0; top < data.length / 4; ++top) {
        weight += data[4 * top + 3];
        sum += data[4 * top + 3] * (top + 0.5);
      }
      const t = chart.xAt(left + 0.5 + Math.round(chart.left) - chart.left);
      worst = Math.max(worst, Math.abs(sum / weight + 12 - 10 - chart.y(0.5 + t / 20)));
    }
    return worst;
  });
  // Rounded points would be off by up to half a pixel; Chromium shades edges in quarters of one.
  assert.ok(off < 0.25, `off by ${off} pixels`);
});

test('letters of the tree have 12 pixels, on every screen', async () => {
  for (const name of ['singular_four_bar', 'n_four_bar_10']) {
    for (const viewport of SCREENS) {
      const page = await opened(runs[name], {viewport});
      await page.locator('svg.tree').scrollIntoViewIfNeeded();
      await page.waitForTimeout(50);
      const least = await page.evaluate(() => {
        const {a} = document.querySelector('svg.tree > g').getScreenCTM();
        const sizes = [...document.querySelectorAll('.tree .card-text *, .tree .fold text')].filter((element) => element.textContent.trim() && !element.closest('msub, msup, msubsup'))
            .map((element) => parseFloat(getComputedStyle(element).fontSize) * (element.closest('.tree') ? a : 1));
        return Math.min(...sizes);
      });
      assert.ok(least >= 12, `${name} at ${viewport.width}: ${least}`);
      await page.context().close();
    }
  }
});

test('the navigation of a phone is whole', async () => {
  const page = await opened(runs.singular_four_bar, {viewport: SCREENS[1]});
  const cut = await page.evaluate(() => [...document.querySelectorAll('nav a, #theme')].filter((link) => {
    const {left, right, top, bottom} = link.getBoundingClientRect();
    const inside = document.querySelector('header').getBoundingClientRect();
    return left < 0 || right > innerWidth || top < inside.top || bottom > inside.bottom;
  }).map((link) => link.textContent));
  assert.deepEqual(cut, []);
  const hidden = await page.evaluate(() => { const nav = document.querySelector('nav'); return nav.scrollWidth - nav.clientWidth; });
  assert.ok(hidden <= 0);
});

/// Texts whose contrast to what is behind them is below 4.5 (WCAG 2.1, 1.4.3).
function faint() {
  const parse = (text) => {
    const numbers = text.match(/[\d.]+/g).map(Number);
    return /^color\(srgb/.test(text) ? [...numbers.slice(0, 3).map((part) => 255 * part), numbers[3] ?? 1] : [...numbers.slice(0, 3), numbers[3] ?? 1];
  };
  const over = ([r, g, b, a], under) => [r, g, b].map((part, i) => a * part + (1 - a) * under[i]);
  const luminance = (colour) => colour.map((part) => part / 255).map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
      .reduce((sum, part, i) => sum + [0.2126, 0.7152, 0.0722][i] * part, 0);
  const paintOf = (element) => {
    const shape = element.matches('g.card') ? element.querySelector(':scope > rect') : element.matches('g.fold') ? element.querySelector('circle') : null;
    return shape ? getComputedStyle(shape).fill : getComputedStyle(element).backgroundColor;
  };
  const ground = (element) => {
    if (!element) return [255, 255, 255];
    const paint = paintOf(element);
    const colour = paint === 'none' ? [0, 0, 0, 0] : parse(paint);
    return colour[3] === 1 ? colour.slice(0, 3) : over(colour, ground(element.parentElement));
  };
  const found = [];
  for (const element of document.querySelectorAll('body *')) {
    const text = [...element.childNodes].filter((node) => node.nodeType === 3).map((node) => node.textContent.trim()).join('');
    if (!text || element.closest(':disabled, option, .hidden-text, script, style, .skip') || element.getClientRects().length === 0) continue;
    const style = getComputedStyle(element);
    const colour = parse(element instanceof SVGElement ? style.fill : style.color);
    let opacity = colour[3];
    for (let above = element; above; above = above.parentElement) opacity *= Number(getComputedStyle(above).opacity);
    const under = ground(element);
    const [light, dark] = [luminance(over([...colour.slice(0, 3), opacity], under)), luminance(under)].sort((a, b) => b - a);
    const ratio = (light + 0.05) / (dark + 0.05);
    if (ratio < 4.5) found.push(`${ratio.toFixed(2)}: ${element.tagName}.${element.getAttribute('class')} "${text.slice(0, 30)}"`);
  }
  return found;
}

test('all texts stand out from their ground, in the light and in the dark', async () => {
  for (const name of ['singular_four_bar', 'discharge_pressure_control']) {
    for (const colorScheme of ['light', 'dark']) {
      const page = await opened(runs[name], {colorScheme});
      await drawAll(page);
      // A curve that is switched off, a node that was found: all that changes its look.
      await page.locator('.plot .legend button').first().click();
      await page.getByRole('searchbox').fill('leaf');
      await page.evaluate(() => { for (const element of document.querySelectorAll('details')) element.open = true; });
      assert.deepEqual(await page.evaluate(faint), [], `${name}, ${colorScheme}`);
      await page.context().close();
    }
  }
});

test('what is below the rounding of its column is 0', async () => {
  const page = await opened(runs.singular_four_bar);
  await drawAll(page);
  const cells = await page.locator('figure.table', {hasText: 'Events: '}).locator('tbody td.number').allInnerTexts();
  assert.ok(cells.includes('0'), 'where the bars are in line, heights are 0');
  for (const cell of cells) assert.doesNotMatch(cell, /e-1[6-9]|e-[2-9]\d/);
  await page.getByRole('button', {name: 'To event'}).click();
  for (const text of await page.locator('figure.plot[data-plot="Unknowns"] .readout, figure.plot[data-plot="Phase plot"] .readout').allInnerTexts()) assert.doesNotMatch(text, /e-(1[6-9]|[2-9]\d)/);
});

test('multipliers are those of constraints; other unknowns are called what they are', async () => {
  const titles = (page) => page.locator('figure.plot').evaluateAll((list) => list.map(({plot}) => plot.title));
  assert.ok((await titles(await opened(runs.singular_four_bar))).includes('Multipliers'));
  const page = await opened(pageOf(runOf(problemFile('forced', `unknowns = ["x", "F"]
equations = ["x'' = F", "x = t^3"]
initial = { t = 0 }
integrate = { to = { t = 1 } }
`))));
  const list = await titles(page);
  assert.ok(list.includes('Algebraic unknowns') && !list.includes('Multipliers'), list.join(', '));
});

test('no row of plots has a hole', async () => {
  for (const width of [1280, 1000, 390]) {
    for (const name of RUNS) {
      const page = await opened(runs[name], {viewport: {width, height: 900}});
      const holes = await page.evaluate(() => [...document.querySelectorAll('.plots')].flatMap((grid) => {
        const edge = grid.getBoundingClientRect().right;
        const rows = new Map();
        for (const card of grid.children) {
          const {top, right} = card.getBoundingClientRect();
          rows.set(Math.round(top), Math.max(rows.get(Math.round(top)) ?? 0, right));
        }
        return [...rows.values()].filter((right) => right < edge - 2);
      }));
      assert.deepEqual(holes, [], `${name} at ${width}`);
      assertQuiet(page);
      await page.context().close();
    }
  }
});
