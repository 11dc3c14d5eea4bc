// SPDX-License-Identifier: GPL-3.0-or-later
// What a problem file says stays text, whatever it says.
import assert from 'node:assert/strict';
import test from 'node:test';
import {assertQuiet, drawAll, opened, pageOf, problemFile, runOf} from './support.mjs';

const HOSTILE = [
  '<script>alert(1)</script>',
  '</script><script>alert(2)</script>',
  '</title><img src=x onerror=alert(3)>',
  '<!-- <script>',
  '"><svg onload=alert(4)>',
  '&lt;b&gt; &amp; </noscript><iframe src=javascript:alert(5)>',
];

for (const [index, title] of HOSTILE.entries()) {
  test(`a title stays text: ${title}`, async () => {
    const quoted = JSON.stringify(title);
    const run = runOf(problemFile(`hostile-${index}`, `title = ${quoted}
description = ${quoted}
unknowns = ["x"]
equations = ["x'' + x = 0"]
[initial]
x = 1
"x'" = 0
[invariants]
${quoted} = "x^2 + x'^2"
[integrate]
to = { t = 5 }
[[events]]
name = ${quoted}
when = "x"
[view]
points = { O = [0, 0], ${quoted} = ["x", 0] }
links = [["O", ${quoted}]]
`));
    const page = await opened(pageOf(run));
    await drawAll(page);
    assert.equal(await page.locator('h1').textContent(), title);
    assert.equal(await page.title(), title);
    assert.equal(await page.locator('.description').textContent(), title);
    // Everywhere that a name can be: event, invariant, point.
    assert.ok((await page.locator('.legend.events').textContent()).includes(title));
    assert.ok((await page.locator('figure.plot[data-plot="Invariants"] .legend button').getAttribute('title')).includes(title));
    assert.equal(await page.locator('.animation text').nth(1).textContent(), title);
    assert.ok((await page.locator('.traces').textContent()).includes(title));
    const svg = await page.locator('figure.plot[data-plot="Invariants"]').evaluate(({plot}) => new XMLSerializer().serializeToString(plot.picture().svg()));
    assert.doesNotMatch(svg, /<(script|img|iframe)/);
    const elements = await page.evaluate(() => document.querySelectorAll('img, iframe, svg[onload]').length);
    assert.equal(elements, 0);
    assertQuiet(page);
    await page.context().close();
  });
}

test('a script that was slipped in does not run', async () => {
  const {readFileSync, writeFileSync} = await import('node:fs');
  const path = pageOf(runOf(problemFile('slipped', `unknowns = ["x"]
equations = ["x' = 1"]
initial = { t = 0, x = 0 }
integrate = { to = { t = 1 } }
`)));
  writeFileSync(path, readFileSync(path, 'utf8').replace('<body>', '<body><script>document.documentElement.dataset.slipped = "yes"</script>'));
  const page = await opened(path);
  assert.equal(await page.evaluate(() => document.documentElement.dataset.slipped), undefined);
  assert.ok(page.complaints.some((complaint) => /Content Security Policy/i.test(complaint)));
});

test('what turns the direction of writing is shown, not obeyed', async () => {
  const title = 'left \u202Ethgir\u202C \u2066x\u2069 \u200F';
  const quoted = JSON.stringify(title);
  const page = await opened(pageOf(runOf(problemFile('turned', `title = ${quoted}
description = ${quoted}
unknowns = ["x"] # ${title}
equations = ["x'' + x = 0"]
initial = { t = 0, x = 1, "x'" = 0 }
integrate = { to = { t = 5 } }
[[events]]
name = ${quoted}
when = "x"
`))));
  await drawAll(page);
  const shown = 'left \\u202Ethgir\\u202C \\u2066x\\u2069 \\u200F';
  assert.equal(await page.locator('h1').textContent(), shown);
  assert.equal(await page.title(), shown);
  assert.ok((await page.locator('.legend.events').textContent()).includes(shown));
  assert.doesNotMatch(await page.content(), /[\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069]/);
  assertQuiet(page);
  await page.context().close();
});

test('a file name stays text', async () => {
  const name = '<img src=x onerror=alert(1)> & "quoted"';
  const page = await opened(pageOf(runOf(problemFile(name, `unknowns = ["x"]
equations = ["x' = 1"]
initial = { t = 0, x = 0 }
integrate = { to = { t = 1 } }
`))));
  await drawAll(page);
  // Without a title of its own the file's name is it.
  assert.ok((await page.locator('h1').textContent()).includes(name));
  assert.ok((await page.locator('#numbers').textContent()).includes(name));
  assert.equal(await page.locator('img').count(), 0);
  assertQuiet(page);
});
