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
points = { O = [0, 0], P = ["x", 0] }
links = [["O", "P"]]
`));
    const page = await opened(pageOf(run));
    await drawAll(page);
    assert.equal(await page.locator('h1').textContent(), title);
    assert.equal(await page.title(), title);
    assert.equal(await page.locator('.description').textContent(), title);
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
