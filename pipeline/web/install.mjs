// SPDX-License-Identifier: GPL-3.0-or-later
// node install.mjs DIRECTORY [--with-tests]: the libraries of the page, as package-lock.json names
// them, into DIRECTORY/node_modules. The source tree stays as it is.
import {spawnSync} from 'node:child_process';
import {copyFileSync, mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {fileURLToPath} from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const [directory, ...options] = process.argv.slice(2);
const withTests = options.includes('--with-tests');
mkdirSync(directory, {recursive: true});
for (const name of ['package.json', 'package-lock.json']) {
  copyFileSync(join(here, name), join(directory, name));
}

// No script of a package runs: esbuild's own only saves it a few milliseconds.
const npm = spawnSync(
    'npm',
    ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error',
     ...(withTests ? [] : ['--omit=dev'])],
    {cwd: directory, encoding: 'utf8'});
if (npm.status !== 0) {
  const wanted = JSON.parse(readFileSync(join(here, 'package.json'), 'utf8'));
  const names = Object.entries({...wanted.dependencies, ...(withTests ? wanted.devDependencies : {})})
                    .map(([name, version]) => `  ${name} ${version}`);
  console.error(`${npm.stderr ?? ''}${npm.error ? npm.error.message + '\n' : ''}
The report needs packages that npm could not install:
${names.join('\n')}
Either make npm's registry reachable (npm config get registry; npm ping) and build again, which
happens once, or build without report.html:
  cmake --preset release -D LEAFWISE_WITH_REPORT=OFF`);
  process.exit(1);
}
writeFileSync(join(directory, 'installed.stamp'), '');
