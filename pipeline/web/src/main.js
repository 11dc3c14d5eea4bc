// SPDX-License-Identifier: GPL-3.0-or-later
import {animation} from './animation.js';
import {decomposition, report, run} from './data.js';
import {button, h} from './dom.js';
import {facts, stateAtCursor} from './facts.js';
import {hiddenSection} from './hidden.js';
import {leavesSection} from './leaves.js';
import {motionSection} from './motion.js';
import {numbersSection} from './numbers.js';
import {redrawPlots} from './plot.js';
import {treeSection} from './tree_section.js';

const THEMES = ['auto', 'light', 'dark'];

function themeButton() {
  const control = button('', () => {
    const next = THEMES[(THEMES.indexOf(document.documentElement.dataset.theme ?? 'auto') + 1) % THEMES.length];
    document.documentElement.dataset.theme = next;
    name(next);
    redrawPlots();
  }, {class: 'quiet', id: 'theme'});
  const name = (theme) => control.replaceChildren(h('span', {'aria-hidden': 'true'}, '◐ '), h('span', {class: 'theme-word'}, 'Theme: '), theme);
  name('auto');
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', redrawPlots);
  return control;
}

/// On paper everything is light, and what is folded away is there.
function printWhole() {
  let before = 'auto';
  let opened = [];
  window.addEventListener('beforeprint', () => {
    before = document.documentElement.dataset.theme ?? 'auto';
    document.documentElement.dataset.theme = 'light';
    opened = [...document.querySelectorAll('details:not([open])')];
    for (const element of opened) element.open = true;
    redrawPlots();
  });
  window.addEventListener('afterprint', () => {
    document.documentElement.dataset.theme = before;
    for (const element of opened) element.open = false;
    redrawPlots();
  });
}

/// One part that fails must not take the others with it.
function guarded(make, id, name) {
  try {
    return make();
  } catch (error) {
    console.error(error);
    return h('section', {id}, h('h2', {}, name), h('p', {class: 'bad'}, `This part cannot be shown: ${error.message}`));
  }
}

/// Title and facts, beside the mechanism if there is one.
function top() {
  const branch = decomposition.tree.operation === 'not completed' ? 'Not completed' : `Leaf ${run?.summary.branch}${run?.summary.alias ? ` (${run.summary.alias})` : ''}`;
  const summary = run ? `${branch} · ${run.summary.method} · ended: ${run.summary.reason}` : 'Decomposition';
  const moving = guarded(animation, 'animation', 'Motion');
  return h('div', {class: moving ? 'top with-motion' : 'top'},
      h('div', {class: 'intro'}, h('h1', {}, report.title), h('p', {class: 'quiet-text'}, summary)), moving,
      h('div', {class: 'about'}, guarded(facts, 'facts', 'Facts'), guarded(stateAtCursor, 'state', 'State')),
      report.description ? h('p', {class: 'description'}, report.description) : null);
}

function build() {
  const sections = [
    ...(run ? [['motion', 'Plots', motionSection]] : []),
    ['tree', 'Tree', treeSection],
    ['hidden', 'Hidden constraints', hiddenSection],
    ['leaves', 'Leaves', leavesSection],
    ['numbers', 'Numbers', numbersSection],
  ];
  const first = top();
  const links = [...(run?.view ? [['main', 'Motion']] : []), ...sections];
  document.body.append(
      h('a', {class: 'skip', href: '#main'}, 'Skip to the report'),
      h('header', {}, h('div', {class: 'bar'}, h('span', {class: 'brand'}, 'Leafwise'),
          h('nav', {'aria-label': 'Sections'}, links.map(([id, name]) => h('a', {href: `#${id}`}, name))), themeButton())),
      h('main', {id: 'main', tabindex: '-1'}, first));
  const main = document.getElementById('main');
  for (const [id, name, make] of sections) main.append(guarded(make, id, name));
  printWhole();
  document.documentElement.dataset.ready = 'true';
}

build();
