// SPDX-License-Identifier: GPL-3.0-or-later
// The screenshots of docs/pictures. With LEAFWISE_PICTURES=docs/pictures they are written there;
// otherwise they are only made, and looked at for being pictures of something.
import assert from 'node:assert/strict';
import {join, resolve} from 'node:path';
import test from 'node:test';
import {assertQuiet, drawAll, example, folder, opened, pageOf, runOf} from './support.mjs';

const target = resolve(process.env.LEAFWISE_PICTURES ?? folder);

async function picture(page, name, anchor) {
  await page.evaluate((selector) => document.querySelector(selector).scrollIntoView({behavior: 'instant'}), anchor);
  await page.waitForTimeout(100);
  const bytes = await page.screenshot({path: join(target, `${name}.png`)});
  // An empty page compresses to a few thousand bytes.
  assert.ok(bytes.length > 20000, `${name}: ${bytes.length} bytes`);
}

test('the singular four-bar, in its motion and as a tree', async () => {
  const page = await opened(pageOf(runOf(example('singular_four_bar'))), {viewport: {width: 1200, height: 800}});
  await drawAll(page);
  await page.locator('.traces').getByLabel('B').check();
  await page.locator('#animation input[type=range]').evaluate((slider) => {
    slider.value = '1.2';
    slider.dispatchEvent(new Event('input', {bubbles: true}));
  });
  await picture(page, 'report-four-bar', 'body');
  await picture(page, 'report-four-bar-tree', '#tree');
  assertQuiet(page);
});

test('the galaxy of Hénon and Heiles, in the dark', async () => {
  const page = await opened(pageOf(runOf(example('henon_heiles'))), {viewport: {width: 1200, height: 800}, colorScheme: 'dark'});
  await drawAll(page);
  await page.evaluate(() => { document.querySelector('[data-plot="Phase plot"]').id = 'phase'; });
  await picture(page, 'report-henon-heiles', '#phase');
  assertQuiet(page);
});
