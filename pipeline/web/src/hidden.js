// SPDX-License-Identifier: GPL-3.0-or-later
// Equations that nobody wrote: in which round of differentiation they came up, and from what.
import {decomposition, report, run, start} from './data.js';
import {h} from './dom.js';
import {formula, formulas} from './math.js';
import {hiddenAtStart, verdictsAtStart} from './start.js';
import {table} from './table.js';
import {inYourWords, withLinks} from './words.js';

/// The nodes from the root to the leaf's place in the tree.
function pathTo(name, node = decomposition.tree) {
  if (node.leaf === name) return [node];
  for (const child of node.children) {
    const rest = pathTo(name, child);
    if (rest) return [node, ...rest];
  }
  return null;
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
    const why = inYourWords(source.why);
    return {round, node: node.name, path: path.slice(0, at + 1), from: why && why !== source.operation ? `${source.operation}: ${why}` : source.operation};
  }
  return {round: path.length > 0 ? round : null, node: null, path: [], from: 'written differently in the tree: the leaf\'s own short form'};
}

const MANY = 6;  // leaves from which on the tables of those not chosen are folded

/// Of an equation that came up without differentiating.
function withoutRounds(path) {
  if (path.some((node) => node.operation === 'critical locus')) return 'none: a critical locus was looked into';
  return path.some((node) => node.children.length > 1) ? 'none: a branch was chosen' : 'none: it follows at once';
}

const lettersOf = (equation) => equation.match(/der\([^)]*\)|[A-Za-z]\w*'*/g) ?? [];

/// Derivatives of relations that hold for the highest derivatives and multipliers: they are in the
/// leaf's linear part, which is solved and so written differently.
function furtherOf(leaf, path) {
  const seen = new Set([...leaf.equations, ...leaf.hidden, ...decomposition.tree.equations]);
  const top = new Set(leaf.linear.unknowns);
  let round = 0;
  return path.filter((node) => node.operation === 'prolongation').flatMap((node) => {
    ++round;
    const fresh = node.equations.filter((equation) => !seen.has(equation) && lettersOf(equation).some((name) => top.has(name)));
    for (const equation of fresh) seen.add(equation);
    return fresh.map((equation) => ({equation, round, node}));
  });
}

/// How many equations of a leaf nobody wrote.
export const countHidden = (leaf) => leaf.hidden.length + furtherOf(leaf, pathTo(leaf.name) ?? []).length;

function hiddenOf(leaf) {
  const path = pathTo(leaf.name) ?? [];
  const rows = leaf.hidden.map((equation) => {
    const origin = originOf(equation, path);
    return [{key: `${equation} = 0`, node: h('div', {class: 'wide'}, formula(equation, {zero: true}))}, origin.round === 0 ? withoutRounds(origin.path) : origin.round,
      {key: origin.from, node: withLinks(origin.from)}, origin.node ?? ''];
  });
  const further = furtherOf(leaf, path);
  for (const {equation, round, node} of further) {
    const from = `${node.operation}: ${inYourWords(node.why)}`;
    rows.push([{key: `${equation} = 0`, node: h('div', {class: 'wide'}, formula(equation, {zero: true}))}, round,
      {key: from, node: withLinks(from)}, node.name]);
  }
  const isChosen = run?.summary.branch === leaf.name;
  if (rows.length === 0) return h('p', {}, h('b', {}, leaf.name), ': no hidden equations; its equations follow from yours without differentiation.');
  const title = `${leaf.name}${isChosen ? ' (chosen)' : ''}: ${rows.length} hidden ${rows.length === 1 ? 'equation' : 'equations'}` +
      (further.length > 0 ? `, ${further.length} of them for the highest derivatives` : '');
  const found = table(title, ['equation', 'prolongation', 'from', 'node'], rows, {most: 12});
  return decomposition.leaves.length > MANY && !isChosen ? h('details', {}, h('summary', {}, title), found) : found;
}

/// What the completion says about a line of the user's, leaf by leaf.
function verdictOn(line) {
  const verdicts = [];
  if (decomposition.redundant.includes(line.name)) verdicts.push('redundant: follows from the others');
  verdicts.push(...verdictsAtStart(line.name));
  for (const leaf of decomposition.leaves) {
    if (leaf.redundant.includes(line.name)) verdicts.push(`redundant on ${leaf.name}: follows from the others there`);
    if (leaf.because.includes(line.name)) verdicts.push(`part of the contradiction on ${leaf.name}`);
  }
  return verdicts.join('; ') || '–';
}

const haveNoSolutions = () => decomposition.complete && decomposition.leaves.every((leaf) => leaf.status === 'inconsistent');

/// Where there are no solutions at all: in which prolongation that showed, and from what.
function contradictions() {
  if (!haveNoSolutions()) return null;
  const rows = [];
  const walk = (node, path) => {
    const here = [...path, node];
    if (node.operation === 'inconsistent') {
      const shows = here.slice().reverse().find((earlier) => earlier.equations.length > 0);
      rows.push([{key: shows?.equations.join(', ') ?? '', node: shows ? formulas(shows.equations) : null},
        here.filter((earlier) => earlier.operation === 'prolongation').length,
        {key: node.why, node: withLinks(inYourWords(node.why))}, node.name]);
    }
    node.children.forEach((child) => walk(child, here));
  };
  walk(decomposition.tree, []);
  return rows.length > 0 ? table('Contradictions', ['what follows', 'prolongation', 'why', 'node'], rows) : null;
}

function linesTable() {
  const rows = report.lines.map((line) => {
    const verdict = verdictOn(line);
    const force = line.text.startsWith('force: ') ? line.text.slice(7) : null;
    return [
      {key: line.name, node: h('span', {id: `line-${line.name.replace(/\s+/g, '-')}`}, line.name)},
      {key: line.text, node: h('div', {class: 'wide'}, force === null ? '' : 'force ', formula(force ?? line.text))},
      line.line || null,
      {key: verdict, node: h('span', {class: verdict === '–' ? null : 'bad'}, verdict)},
    ];
  });
  return table('Your equations', ['name', 'as written', 'line', 'redundant or contradictory'], rows);
}

function indexTable() {
  if (decomposition.leaves.length === 0) return null;
  // Of what was not completed these count nothing.
  const counted = (leaf, value) => (['inconsistent', 'unexplored'].includes(leaf.status) ? null : value);
  const rows = decomposition.leaves.map((leaf) => [leaf.name, leaf.status, leaf.dof, leaf.index, counted(leaf, leaf.prolongations),
    counted(leaf, leaf.rounds), leaf.dimension, leaf.codimension, leaf.freedom, leaf.paths.map((path) => path.join(' → ')).join(' | ')]);
  return table('Along each path', ['leaf', 'status', 'degrees of freedom', 'index', 'prolongations', 'rounds', 'dimension',
    'codimension', 'free functions', 'path'], rows);
}

export function hiddenSection() {
  const known = decomposition.leaves.filter((leaf) => leaf.status === 'involutive' || leaf.status === 'underdetermined');
  const words = decomposition.tree.operation === 'not completed'
    ? `Not computed: ${decomposition.reason}. The equations are integrated as written.`
    : known.length > 0 || start ? 'Equations that every solution on a leaf satisfies although they are not in the file: they follow by differentiation, or from the choice of a branch.'
      : haveNoSolutions() ? 'There are no solutions: the equations contradict each other.'
        : `None are known: ${decomposition.reason ?? 'no leaf was examined'}.`;
  return h('section', {id: 'hidden'}, h('h2', {}, 'Hidden constraints'), h('p', {}, words),
      start ? hiddenAtStart() : null, known.map(hiddenOf), contradictions(), linesTable(), indexTable());
}
