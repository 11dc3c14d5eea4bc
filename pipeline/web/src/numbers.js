// SPDX-License-Identifier: GPL-3.0-or-later
// How it was computed, and how to compute it again.
import {decomposition, report, run} from './data.js';
import {button, copy, h, shown} from './dom.js';
import {table} from './table.js';

const number = (value, digits = 10) => (value === null ? null : {key: value, node: shown(value, digits)});

function codeBlock(title, text) {
  return h('figure', {class: 'code'}, h('figcaption', {}, h('span', {}, title),
      button('Copy', () => copy(text), {class: 'quiet', 'aria-label': `Copy: ${title}`})), h('pre', {tabindex: '0'}, text));
}

function runTables() {
  const {summary, settings} = run;
  const seconds = Object.entries(summary.seconds).map(([stage, value]) => [stage, value]);
  const invariants = Object.entries(summary.invariants).map(([name, value]) => [name, number(value.start), number(value.end), number(value.drift, 3), value.changes === undefined ? '' : value.changes ? 'no: the system changes it' : 'yes (numeric)']);
  const singular = summary.singular;
  return [
    h('p', {class: 'note'}, 'Ended: ', h('b', {}, summary.reason), summary.message ? `. ${summary.message}` : ''),
    table('Result', ['quantity', 'value'], [['branch', summary.alias ? `${summary.branch} (${summary.alias})` : summary.branch], ['ended', summary.reason],
      [decomposition.independent, number(summary.t, 17)], ['arc length', number(summary.arclength, 17)],
      ['steps', summary.steps], ['rejected', summary.rejected], ['largest residual', number(summary.max_residual, 3)],
      ['initial shift', number(summary.initial_shift, 3)], ['seed', summary.seed]]),
    table('Method and settings', ['setting', 'value'], Object.entries(settings)),
    table('Counters', ['counted', 'times'], Object.entries(summary.counters)),
    table('Seconds by stage', ['stage', 'seconds'], seconds),
    invariants.length > 0 ? table('Invariants', ['name', 'start', 'end', 'largest change', 'conserved'], invariants) : null,
    table('State at the end', ['name', 'value'], Object.entries(summary.state).map(([name, value]) => [name, number(value, 17)])),
    summary.change_points.length > 0 ? table('Change points passed', [decomposition.independent], summary.change_points.map((place) => [number(place, 17)])) : null,
    singular ? table('Where the direction is lost', ['name', 'value'], Object.entries(singular.point).map(([name, value]) => [name, number(value, 17)])) : null,
    summary.warnings.length > 0 ? table('Warnings', ['warning'], summary.warnings.map((warning) => [warning])) : null,
    cite(summary.references),
  ];
}

function cite(references) {
  return h('figure', {class: 'code'}, h('figcaption', {}, h('span', {}, 'Cite'),
      button('Copy', () => copy(references.join('\n')), {class: 'quiet', 'aria-label': 'Copy: references'})),
  h('ul', {}, references.map((reference) => h('li', {}, reference))));
}

/// Of a decomposition without a run.
function algebraTables() {
  const count = (node) => node.children.reduce((sum, child) => sum + count(child), 1);
  return [table('Algebra', ['quantity', 'value'], [['seconds', decomposition.seconds], ['leaves', decomposition.leaves.length],
    ['nodes of the tree', count(decomposition.tree)], ['completion', decomposition.completion],
    ['complete', decomposition.complete ? 'yes' : `no: ${decomposition.reason}`], ['seed', decomposition.seed]]),
  cite(report.references)];
}

function decompositionTable() {
  const tree = [];
  const walk = (node) => {
    tree.push([node.name, node.operation, node.why, node.equations.length, node.dimension, node.seconds, node.leaf ?? '']);
    node.children.forEach(walk);
  };
  walk(decomposition.tree);
  const parameters = Object.entries(decomposition.parameters);
  return [
    table('Algebra, step by step', ['node', 'operation', 'why', 'equations', 'dimension', 'seconds', 'leaf'], tree, {most: 30, wide: true}),
    parameters.length > 0 ? table('Parameters', ['name', 'exact value'], parameters) : null,
  ];
}

export function numbersSection() {
  return h('section', {id: 'numbers'}, h('h2', {}, 'Numbers'),
      h('div', {class: 'tables'}, run ? runTables() : algebraTables(), decompositionTable()),
      codeBlock('Command', report.command),
      codeBlock(`Problem file: ${report.file}`, report.source),
      h('p', {class: 'quiet-text'}, `Leafwise ${report.version}; SHA-256 of the problem file ${decomposition.problem.sha256}`));
}
