// SPDX-License-Identifier: GPL-3.0-or-later
// Equations that nobody wrote: in which round of differentiation they came up, and from what.
import {decomposition, report, run} from './data.js';
import {h} from './dom.js';
import {formula} from './math.js';
import {table} from './table.js';

/// The nodes from the root to the leaf's place in the tree.
function pathTo(name, node = decomposition.tree) {
  if (node.leaf === name) return [node];
  for (const child of node.children) {
    const rest = pathTo(name, child);
    if (rest) return [node, ...rest];
  }
  return null;
}

/// "equations 1 and 3" as links to the user's lines.
function withLinks(text) {
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

const FINDS = new Set(['prolongation', 'condition']);

/// Where an equation first stands on the path; `round` counts differentiations up to there.
function originOf(equation, path) {
  let round = 0;
  for (const [at, node] of path.entries()) {
    if (node.operation === 'prolongation') ++round;
    if (!node.equations.includes(equation)) continue;
    const found = FINDS.has(node.operation) || node.why.includes('from');
    // Splitting rewrites: what it was made of came up just before.
    const source = found ? node : path.slice(0, at).reverse().find((earlier) => FINDS.has(earlier.operation)) ?? node;
    return {round, node: node.name, from: source.why ? `${source.operation}: ${source.why}` : source.operation};
  }
  return {round: path.length > 0 ? round : null, node: null, from: 'written differently in the tree: the leaf\'s own short form'};
}

function hiddenOf(leaf) {
  const path = pathTo(leaf.name) ?? [];
  const rows = leaf.hidden.map((equation) => {
    const origin = originOf(equation, path);
    return [{key: `${equation} = 0`, node: formula(equation, {zero: true})}, origin.round === 0 ? 'none: a branch was chosen' : origin.round,
      {key: origin.from, node: withLinks(origin.from)}, origin.node ?? ''];
  });
  const isChosen = run?.summary.branch === leaf.name;
  return h('div', {class: isChosen ? 'chosen' : null}, rows.length === 0
    ? h('p', {}, h('b', {}, leaf.name), ': nothing hidden; its equations follow from yours without differentiating.')
    : table(`${leaf.name}${isChosen ? ' (chosen)' : ''}: ${rows.length} hidden ${rows.length === 1 ? 'equation' : 'equations'}`,
        ['equation', 'prolongation', 'from', 'node'], rows));
}

/// What the completion says about a line of the user's, leaf by leaf.
function verdictOn(line) {
  const verdicts = [];
  if (decomposition.redundant.includes(line.name)) verdicts.push('redundant: follows from the others');
  for (const leaf of decomposition.leaves) {
    if (leaf.redundant.includes(line.name)) verdicts.push(`redundant on ${leaf.name}: follows from the others there`);
    if (leaf.because.includes(line.name)) verdicts.push(`takes part in the contradiction on ${leaf.name}`);
  }
  return verdicts.join('; ') || '–';
}

function linesTable() {
  const rows = report.lines.map((line) => {
    const verdict = verdictOn(line);
    const force = line.text.startsWith('force: ') ? line.text.slice(7) : null;
    return [
      {key: line.name, node: h('span', {id: `line-${line.name.replace(/\s+/g, '-')}`}, line.name)},
      {key: line.text, node: h('span', {}, force === null ? '' : 'force ', formula(force ?? line.text))},
      line.line || null,
      {key: verdict, node: h('span', {class: verdict === '–' ? null : 'bad'}, verdict)},
    ];
  });
  return table('Your equations', ['name', 'as written', 'line', 'redundant or contradictory'], rows);
}

function indexTable() {
  const rows = decomposition.leaves.map((leaf) => [leaf.name, leaf.status, leaf.dof, leaf.index, leaf.prolongations,
    leaf.rounds, leaf.dimension, leaf.codimension, leaf.freedom, (leaf.paths[0] ?? []).join(' → ')]);
  return table('Along each path', ['leaf', 'status', 'degrees of freedom', 'index', 'prolongations', 'rounds', 'dimension',
    'codimension', 'free functions', 'path'], rows);
}

export function hiddenSection() {
  const known = decomposition.leaves.filter((leaf) => leaf.status === 'involutive' || leaf.status === 'underdetermined');
  return h('section', {id: 'hidden'}, h('h2', {}, 'Hidden constraints'),
      h('p', {}, 'Equations that every solution on a leaf satisfies, though nobody wrote them: they follow by differentiating, or because a branch was chosen.'),
      known.map(hiddenOf), linesTable(), indexTable());
}
