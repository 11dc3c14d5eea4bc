// SPDX-License-Identifier: GPL-3.0-or-later
// What the tests of report.html share: runs of the program, and Debian's Chromium.
// Environment: LEAFWISE_PROGRAM, LEAFWISE_WEB (the folder where install.mjs put node_modules).
import assert from 'node:assert/strict';
import {execFileSync, spawnSync} from 'node:child_process';
import {existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import {after} from 'node:test';
import {fileURLToPath, pathToFileURL} from 'node:url';

const SKIPPED = 77;  // for ctest
export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const program = process.env.LEAFWISE_PROGRAM;
const browserPath = process.env.LEAFWISE_CHROMIUM ?? '/usr/bin/chromium';

if (!existsSync(browserPath)) {
  console.log(`skipped: there is no ${browserPath}; scripts/bootstrap test installs Debian's package chromium`);
  process.exit(SKIPPED);
}

if (!existsSync(join(process.env.LEAFWISE_WEB, 'node_modules', 'playwright-core'))) {
  console.log('skipped: there is no playwright-core; the test "report: playwright-core" says why');
  process.exit(SKIPPED);
}

/// Removed when the tests are over.
export const folder = mkdtempSync(join(tmpdir(), 'leafwise-report-'));
const {chromium} = createRequire(join(process.env.LEAFWISE_WEB, 'any.js'))('playwright-core');
let browser = null;

after(async () => {
  await browser?.close();
  rmSync(folder, {recursive: true, force: true});
});

async function started() {
  // The sandbox wants rights that tests as root do not have; the rest keeps Chromium off the network.
  browser ??= await chromium.launch({executablePath: browserPath, args: ['--no-sandbox', '--disable-gpu', '--disable-quic',
    '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync']});
  return browser;
}

export const example = (name) => join(root, 'examples', `${name}.toml`);

/// A problem file with this text.
export function problemFile(name, text) {
  const path = join(folder, `${name}.toml`);
  writeFileSync(path, text);
  return path;
}

let count = 0;

/// `leafwise run`: the folder with its results.
export function runOf(file, ...options) {
  const output = join(folder, `run-${++count}`);
  execFileSync(program, ['run', file, '-o', output, '--quiet', ...options], {env: {...process.env, XDG_CACHE_HOME: join(folder, 'cache')}});
  return output;
}

/// `leafwise decompose --format html`: the page, also of a system without solutions (exit code 3).
export function decompositionOf(file, ...options) {
  const output = join(folder, `decomposition-${++count}.html`);
  const {status, stderr} = spawnSync(program, ['decompose', file, '--format', 'html', '-o', output, '--quiet', ...options],
      {env: {...process.env, XDG_CACHE_HOME: join(folder, 'cache')}, encoding: 'utf8'});
  assert.ok(status === 0 || status === 3, stderr);
  return output;
}

/// `leafwise sweep --keep`: the folders of its runs.
export function sweepOf(file) {
  const output = join(folder, `sweep-${++count}`);
  execFileSync(program, ['sweep', file, '-o', output, '--keep', '--quiet'], {env: {...process.env, XDG_CACHE_HOME: join(folder, 'cache')}});
  return readdirSync(output).filter((name) => name.startsWith('run-')).sort().map((name) => join(output, name));
}

export const pageOf = (run) => join(run, 'report.html');

/// trajectory.csv as columns of numbers.
export function trajectoryOf(run) {
  const [header, ...lines] = readFileSync(join(run, 'trajectory.csv'), 'utf8').trimEnd().split('\n');
  const names = header.split(',');
  const columns = Object.fromEntries(names.map((name) => [name, []]));
  for (const line of lines) line.split(',').forEach((cell, i) => columns[names[i]].push(cell === '' ? NaN : Number(cell)));
  return columns;
}

/// A page in the browser. Whatever it says on the console, fails with, or asks the network for is
/// kept in `complaints`.
export async function opened(path, options = {}) {
  const context = await (await started()).newContext({viewport: {width: 1280, height: 900}, ...options});
  const page = await context.newPage();
  page.complaints = [];
  page.on('console', (message) => { if (message.type() !== 'debug') page.complaints.push(`${message.type()}: ${message.text()}`); });
  page.on('pageerror', (error) => page.complaints.push(`error: ${error.message}`));
  page.on('dialog', (dialog) => {
    page.complaints.push(`dialog: ${dialog.message()}`);
    dialog.dismiss();
  });
  page.on('request', (request) => {
    if (!/^(file|data|blob):/.test(request.url())) page.complaints.push(`asks for ${request.url()}`);
  });
  await page.goto(pathToFileURL(path).href);
  await page.waitForSelector('html[data-ready]', {state: 'attached'});
  return page;
}

/// Scrolls through the page, so that every plot is drawn.
export async function drawAll(page) {
  const plots = await page.locator('figure.plot').all();
  for (const plot of plots) {
    await plot.scrollIntoViewIfNeeded();
    await plot.and(page.locator('[data-drawn]')).waitFor();
  }
}

export function assertQuiet(page) {
  assert.deepEqual(page.complaints, []);
}
