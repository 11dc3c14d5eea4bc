// SPDX-License-Identifier: GPL-3.0-or-later
// node install.mjs DIRECTORY: playwright-core, as package-lock.json names it, into
// DIRECTORY/node_modules. Where npm cannot, it says so and is skipped: 77.
import {spawnSync} from 'node:child_process';
import {copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {fileURLToPath} from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const [directory] = process.argv.slice(2);
const stamp = join(directory, 'installed');
const lock = readFileSync(join(here, 'package-lock.json'), 'utf8');
if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) process.exit(0);

mkdirSync(directory, {recursive: true});
for (const name of ['package.json', 'package-lock.json']) copyFileSync(join(here, name), join(directory, name));
// No script of a package runs.
const npm = spawnSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error'],
    {cwd: directory, encoding: 'utf8'});
if (npm.status !== 0) {
  console.error(`${npm.stderr ?? ''}${npm.error ? npm.error.message + '\n' : ''}
skipped: the tests of report.html need playwright-core, which npm could not install. Make npm's registry
reachable (npm config get registry; npm ping) and test again.`);
  process.exit(77);
}
writeFileSync(stamp, lock);
