// SPDX-License-Identifier: GPL-3.0-or-later
// What is known of each leaf.
import {decomposition, report, run, start} from './data.js';
import {h} from './dom.js';
import {formulas} from './math.js';
import {startCard} from './start.js';

const QUESTIONS = [
  ['smooth', 'smooth', 'The Jacobian of its equations has full rank at every point.'],
  ['complete_intersection', 'complete intersection', 'It needs no more equations than its codimension.'],
  ['prime', 'prime', 'It does not split further.'],
  ['absolutely_prime', 'prime over ℂ', 'It does not split over the complex numbers either.'],
  ['rank_drops_followed', 'rank drops followed', 'What may hide where the linear part loses rank was looked at.'],
];

const answer = (value, label, title) => h('li', {class: `answer ${value}`, title},
    h('span', {'aria-hidden': 'true'}, value === 'yes' ? '✓' : value === 'no' ? '✗' : '?'), ` ${label}`,
    h('span', {class: 'hidden-text'}, `: ${value}`));

/// Reports of earlier versions say nothing of it.
const REAL = {points: 'unknown', regular: 'unknown', why: null};

function realWords({points, regular, why}) {
  if (points === 'no') return `Real points: none; ${why}.`;
  if (regular === 'no') return `Real points: singular ones ${points === 'yes' ? 'only' : 'at most'}; ${why}.`;
  return regular === 'yes' ? `Real in its full dimension: ${why}.` : null;
}

const isComplete = (leaf) => leaf.status === 'involutive' || leaf.status === 'underdetermined';

const OF_COMPLETE = new Set(['rounds', 'prolongations']);

/// Which numbers there are is said by the program (`leaf_facts`).
function numbersOf(leaf) {
  const isTold = (key) => isComplete(leaf) || !OF_COMPLETE.has(key);
  const list = [...report.leafFacts.filter(({key}) => isTold(key) && !(key === 'physical_dimension' && leaf[key] === leaf.dimension))
      .map(({key, label}) => [label, leaf[key]]), ['rounds', isTold('rounds') ? leaf.rounds : null]];
  return h('dl', {class: 'numbers'}, list.filter(([, value]) => value !== null && value !== undefined)
      .map(([name, value]) => h('div', {}, h('dt', {}, name), h('dd', {}, String(value)))));
}

function critical(leaf) {
  if (leaf.critical === null) return h('p', {class: 'quiet-text'}, 'Critical locus: not computed for this report (leafwise decompose --critical looks for it).');
  if (leaf.critical.length === 0) return h('p', {}, 'Critical locus: none, anywhere over ℂ.');
  return [h('h4', {}, 'Critical locus'), h('p', {}, 'Directions are lost, or the base is singular, where'),
    leaf.critical.map((component) => formulas(component))];
}

function card(leaf) {
  const isChosen = run?.summary.branch === leaf.name;
  const inside = leaf.inside ? `A singular solution inside ${leaf.inside}; essential: ${leaf.essential}.` : null;
  const known = isComplete(leaf);
  return h('article', {class: isChosen ? 'leaf chosen' : 'leaf', id: `leaf-${leaf.name}`},
      h('h3', {}, leaf.alias ? `${leaf.name} (${leaf.alias})` : leaf.name, ' ', h('small', {}, leaf.status), isChosen ? h('span', {class: 'badge'}, 'chosen') : null),
      inside ? h('p', {}, inside) : null,
      leaf.because.length > 0 ? h('p', {class: 'bad'}, `These contradict each other: ${leaf.because.join(', ')}.`) : null,
      numbersOf(leaf),
      known ? h('ul', {class: 'answers'}, QUESTIONS.map(([key, label, title]) => answer(leaf[key], label, title)),
          answer((leaf.real ?? REAL).regular, 'real in its full dimension', 'It has regular real points; then they have its dimension and its degrees of freedom.'),
          answer(leaf.verified ? 'yes' : 'unknown', 'proved', 'Checked by means other than those that found it.')) : null,
      known && realWords(leaf.real ?? REAL) ? h('p', {class: 'quiet-text'}, realWords(leaf.real ?? REAL)) : null,
      leaf.verified_by.length > 0 ? h('p', {class: 'quiet-text'}, `Proved by: ${leaf.verified_by.join('; ')}.`) : null,
      (leaf.probable ?? []).length > 0 ? h('p', {class: 'quiet-text'}, `Probable: ${leaf.probable.join('; ')}.`) : null,
      leaf.free.length > 0 ? h('p', {}, `Free functions among: ${leaf.free.join(', ')} (motion ${leaf.motion}).`) : null,
      leaf.equations.length > 0 ? [h('h4', {}, 'Equations of the base'), formulas(leaf.equations)] : null,
      leaf.linear.equations.length > 0 ? h('details', {}, h('summary', {}, `Linear part: ${leaf.linear.equations.length} ${leaf.linear.equations.length === 1 ? 'equation' : 'equations'} for ${leaf.linear.unknowns.join(', ')}`), formulas(leaf.linear.equations)) : null,
      known ? critical(leaf) : null);
}

export function leavesSection() {
  const chosenFirst = decomposition.leaves.slice().sort((a, b) =>
    Number(b.name === run?.summary.branch) - Number(a.name === run?.summary.branch));
  return h('section', {id: 'leaves'}, h('h2', {}, 'Leaves and certificates'),
      decomposition.complete ? null : h('p', {class: start ? 'quiet-text' : 'bad'}, `Not complete: ${decomposition.reason ?? 'a limit was reached'}.`),
      decomposition.leaves.length > 0 || start ? null : h('p', {}, 'There are no leaves to tell of.'),
      h('div', {class: 'leaf-cards'}, start ? startCard() : null, chosenFirst.map(card)));
}
