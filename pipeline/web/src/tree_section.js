// SPDX-License-Identifier: GPL-3.0-or-later
// The section of the completion tree: why this branch, search, buttons, the drawing.
import {decomposition, run} from './data.js';
import {button, h, shown} from './dom.js';
import {formula} from './math.js';
import {TreeDrawing} from './tree.js';

function searchBox(drawing) {
  let found = [];
  let at = -1;
  const count = h('output', {class: 'quiet-text'});
  const box = h('input', {type: 'search', placeholder: 'Search the tree', 'aria-label': 'Search the tree',
    oninput() {
      found = drawing.find(box.value);
      at = -1;
      for (const [node, card] of drawing.cards) card.classList.toggle('found', found.includes(node));
      count.textContent = box.value.trim() ? `${found.length} found` : '';
    },
    onkeydown(event) {
      if (event.key !== 'Enter' || found.length === 0) return;
      at = (at + 1) % found.length;
      drawing.goTo(found[at]);
      box.focus();
      for (const [node, card] of drawing.cards) card.classList.toggle('found', found.includes(node));
      count.textContent = `${at + 1} of ${found.length}`;
    }});
  return [box, count];
}

/// Why the run is where it is.
function reasonOfChoice() {
  if (!run) return null;
  const {selection} = run;
  if (decomposition.tree.operation === 'not completed') {
    return h('div', {class: 'note', id: 'choice'}, h('p', {}, 'Not completed: ', decomposition.tree.why,
        ', and integrates your equations as written. There are no branches to choose from.'));
  }
  const near = (distance) => (distance === null ? 'no point of it is near'
    : `${shown(distance, 3)} away`);
  const how = selection.select === 'initial'
    ? `the initial point lies on it${selection.distance > 0 ? `, within ${shown(selection.distance, 2)}` : ' exactly'} (tolerance ${selection.tolerance.toExponential()})`
    : selection.select === 'root' ? 'completion without splitting was requested (select = "root")'
      : 'it was selected by name';
  const unexplored = decomposition.leaves.filter((leaf) => leaf.status === 'unexplored' && !selection.others.some((other) => other.name === leaf.name));
  const others = [
    ...selection.others.map((other) => h('li', {}, h('b', {}, other.name), `: the initial point is ${near(other.distance)}`,
        other.equation ? ['; ', formula(other.equation), ` is missed by ${shown(other.miss, 3)}`] : '')),
    ...unexplored.map((leaf) => h('li', {}, h('b', {}, leaf.name), ': does not contain the initial point')),
  ];
  return h('div', {class: 'note', id: 'choice'},
      h('p', {}, 'The run is on leaf ', h('b', {}, selection.branch), run.summary.alias ? ` (${run.summary.alias}): ` : ': ', how, '.'),
      selection.start ? h('p', {id: 'start-choice'}, `The start: ${selection.start}.`) : null,
      others.length > 0 ? h('ul', {}, others) : null);
}

export function treeSection() {
  if (decomposition.tree.operation === 'not completed') return h('section', {id: 'tree'}, h('h2', {}, 'Completion tree'), reasonOfChoice());
  const details = h('div', {class: 'details', id: 'node-details', 'aria-live': 'polite'});
  const drawing = new TreeDrawing(details);
  const tools = h('div', {class: 'tools'}, searchBox(drawing),
      button('Fold all', () => { drawing.foldAll((node) => node.depth > 0 || node.data.children.length > 1); drawing.draw(); drawing.fit(); }),
      button('Unfold all', () => { drawing.folded.clear(); drawing.draw(); drawing.fit(); }),
      button('−', () => drawing.zoom(0.8), {'aria-label': 'Zoom out'}), button('+', () => drawing.zoom(1.25), {'aria-label': 'Zoom in'}),
      button('Fit', () => drawing.fit()));
  requestAnimationFrame(() => drawing.fit());
  window.addEventListener('resize', () => drawing.fit());
  window.addEventListener('beforeprint', () => drawing.fit());
  return h('section', {id: 'tree'}, h('h2', {}, 'Completion tree'), reasonOfChoice(), tools,
      h('div', {class: 'tree-box'}, drawing.svg, details),
      h('p', {class: 'quiet-text'}, 'Dimensions are those of the base at that place, the independent variable counted; where none is written, it is not known. ' +
          'Arrows move, Enter folds, + − 0 zoom; drag to move, Ctrl and wheel to zoom.'));
}
