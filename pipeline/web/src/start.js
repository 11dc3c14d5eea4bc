// SPDX-License-Identifier: GPL-3.0-or-later
// The leaf at the start, which was found without completing anything.
import {decomposition, run, start} from './data.js';
import {h} from './dom.js';
import {formula} from './math.js';
import {table} from './table.js';
import {withLinks} from './words.js';

/// A completed leaf of the same name says more.
const isAlone = () => !decomposition.leaves.some(({name}) => name === start.name);
export const isOfRun = () => start !== null && run?.summary.branch === start.name && isAlone();

export const countHiddenAtStart = () => start.hidden.reduce((sum, line) => sum + line.times, 0);

const often = (times) => (times === 1 ? 'once' : times === 2 ? 'twice' : `${times} times`);

function standing() {
  const because = start.reason ? `: ${start.reason}` : '';
  if (start.proved.length > 0) return h('p', {}, `Proved in balls of ${start.precision} bits: ${start.proved.join(', ')}.`);
  if (start.status === 'local') return h('p', {}, `Numeric: ${start.numeric.join(', ') || start.reason}.`);
  return h('p', {class: 'bad'}, `Nothing is proved${because}.`);
}

const combinedWords = (line) => (line.put_in ? [line.source, ' with ', formula(line.put_in), ' of ', line.rows[0].source]
  : [line.source, ...line.rows.filter((row) => row.source !== line.source).flatMap((row) => [' + ',
    row.coefficient === '1' ? '' : row.coefficient === null ? '(…)·' : ['(', formula(row.coefficient), ')·'],
    row.source, row.times > 0 ? ` differentiated ${often(row.times)}` : ''])]);

export function startCard() {
  const numbers = [['dimension', start.dimension], ['free functions', start.freedom], ['degrees of freedom', start.dof],
    ['index at most', start.index_at_most]];
  return h('article', {class: isOfRun() ? 'leaf chosen' : 'leaf', id: isAlone() ? `leaf-${start.name}` : 'leaf-at-start'},
      h('h3', {}, `${start.name}, at the start `, h('small', {}, start.status), isOfRun() ? h('span', {class: 'badge'}, 'chosen') : null),
      h('dl', {class: 'numbers'}, numbers.filter(([, value]) => value !== null)
          .map(([name, value]) => h('div', {}, h('dt', {}, name), h('dd', {}, String(value))))),
      standing(),
      start.combined.length > 0 ? [h('p', {}, 'Combined lines:'), h('ul', {}, start.combined.map((line) => h('li', {}, combinedWords(line))))] : null,
      h('p', {class: 'quiet-text'}, `Not asked: ${start.not_asked.join(', ')}.`), knowledgeWords());
}

/// How far exact algebra came beside the run; without it nothing of the other leaves is known.
function knowledgeWords() {
  const knowledge = decomposition.knowledge ?? 'not asked';
  if (knowledge === 'not asked') return null;
  if (knowledge === 'complete') return h('p', {class: 'quiet-text'}, 'Exact algebra beside the run: complete. Its results are on this page.');
  return h('p', {class: 'quiet-text'}, `Exact algebra beside the run: ${knowledge}; --explore SECONDS waits for it.`);
}

/// Lines of the user's whose derivatives hold, too.
export function hiddenAtStart() {
  const count = countHiddenAtStart();
  if (count === 0) return h('p', {}, h('b', {}, start.name), ': no hidden equations; no line needs to be differentiated.');
  return table(`${start.name}${isOfRun() ? ' (chosen)' : ''}: ${count} hidden ${count === 1 ? 'equation' : 'equations'}`, ['line', 'differentiated'],
      start.hidden.map((line) => [{key: line.source, node: withLinks(line.source)}, often(line.times)]), {most: 12});
}

/// What is known of a line: "redundant on here …".
export const verdictsAtStart = (name) => (start?.redundant ?? []).filter((line) => line.source === name)
    .map((line) => `redundant on ${start.name}: follows from the others near the start${line.proof === 'proved' ? '' : `, ${line.proof}`}`);
