// SPDX-License-Identifier: GPL-3.0-or-later
// What the completion says of equations, in terms of the lines that the user wrote.
import {report} from './data.js';
import {h} from './dom.js';

/// Of a component of the positions the generators come from all constraints.
export function inYourWords(text) {
  const count = report.lines.filter((line) => line.name.startsWith('constraint ')).length;
  const all = Array.from({length: count}, (_, i) => i + 1);
  const list = all.length > 1 ? `constraints ${all.slice(0, -1).join(', ')} and ${all.at(-1)} together` : 'constraint 1';
  return text.replace(/(?:constraints? [\d, and]+ and )?\bits positions\b(?: and constraints? \d+(?:(?:, | and )\d+)*)?/, list);
}

/// "equations 1 and 3" as links to the user's lines.
export function withLinks(text) {
  const named = /\b(equation|constraint)s? ((?:\d+(?:, | and )?)+)/g;
  const parts = [];
  let last = 0;
  for (const match of text.matchAll(named)) {
    const from = match.index + match[0].length - match[2].length;
    parts.push(text.slice(last, from));
    for (const piece of match[2].split(/(\d+)/)) {
      const id = `${match[1]}-${piece}`;
      const known = report.lines.some((line) => line.name === `${match[1]} ${piece}`);
      parts.push(known ? h('a', {href: `#line-${id}`}, piece) : piece);
    }
    last = match.index + match[0].length;
  }
  parts.push(text.slice(last));
  return h('span', {}, parts);
}
