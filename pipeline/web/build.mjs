// SPDX-License-Identifier: GPL-3.0-or-later
// node build.mjs NODE_MODULES OUTPUT.cpp: the page without its data, as C++ text.
import {createHash} from 'node:crypto';
import {readFileSync, writeFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import {dirname, join, resolve} from 'node:path';
import {fileURLToPath} from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const [modules, output] = process.argv.slice(2).map((path) => resolve(path));
const {buildSync} = createRequire(join(modules, 'any.js'))('esbuild');

function bundled(entry) {
  const result = buildSync({
    entryPoints: [join(here, 'src', entry)],
    nodePaths: [modules],
    bundle: true,
    minify: true,
    write: false,
    format: 'iife',
    target: ['chrome109', 'firefox115', 'safari16'],
    charset: 'utf8',
    legalComments: 'none',
    logLevel: 'warning',
  });
  return result.outputFiles[0].text.trim();
}

/// Their licences ask for it; comments of a page must not hold "--".
function licences() {
  const texts = ['uplot', 'd3-hierarchy'].map((name) => {
    const {version} = JSON.parse(readFileSync(join(modules, name, 'package.json'), 'utf8'));
    return `${name} ${version}\n\n${readFileSync(join(modules, name, 'LICENSE'), 'utf8').trim()}`;
  });
  return texts.join('\n\n').replaceAll('--', '- -');
}

// What could end the element early. In JavaScript it occurs in texts only, where \x3c is the same.
const script = bundled('main.js').replaceAll('</script', '\\x3c/script').replaceAll('<!--', '\\x3c!--');
const style = bundled('style.css');
const hash = createHash('sha256').update(script).digest('base64');
// Neither the network nor any other script: a page that was tampered with stays still.
const policy = `default-src 'none'; script-src 'sha256-${hash}'; style-src 'unsafe-inline'; ` +
    `img-src data: blob:`;

const beforeTitle = `<!DOCTYPE html>
<!--
A report of Leafwise, GPL-3.0-or-later. It holds:

${licences()}
-->
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>`;
const beforeData = `</title>
<style>${style}</style>
</head>
<body>
`;
const afterData = `<script>${script}</script>
</body>
</html>
`;

/// A C++ string literal for each line's worth of text; compilers like short ones.
function literal(text) {
  const bytes = Buffer.from(text, 'utf8');
  const lines = [];
  for (let start = 0; start < bytes.length; start += 4096) {
    let line = '';
    for (const byte of bytes.subarray(start, start + 4096)) {
      const character = String.fromCharCode(byte);
      if (character === '\n') line += '\\n';
      else if (character === '"' || character === '\\' || character === '?') line += '\\' + character;
      else if (byte >= 32 && byte < 127) line += character;
      else line += '\\' + byte.toString(8).padStart(3, '0');
    }
    lines.push(`    "${line}"`);
  }
  return lines.join('\n');
}

writeFileSync(output, `// SPDX-License-Identifier: GPL-3.0-or-later
// Made by pipeline/web/build.mjs.
#include "report_bundle.hpp"

namespace leafwise::pipeline::detail {

const ReportBundle* report_bundle() {
  static constexpr ReportBundle bundle{
${literal(beforeTitle)},
${literal(beforeData)},
${literal(afterData)}};
  return &bundle;
}

}  // namespace leafwise::pipeline::detail
`);
