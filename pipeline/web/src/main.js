// SPDX-License-Identifier: GPL-3.0-or-later
import {decomposition, report, run} from './data.js';
import {button, h} from './dom.js';
import {hiddenSection} from './hidden.js';
import {leavesSection} from './leaves.js';
import {motionSection} from './motion.js';
import {numbersSection} from './numbers.js';
import {redrawPlots} from './plot.js';
import {treeSection} from './tree_section.js';

const THEMES = ['auto', 'light', 'dark'];

function themeButton() {
  const control = button('Theme: auto', () => {
    const next = THEMES[(THEMES.indexOf(document.documentElement.dataset.theme ?? 'auto') + 1) % THEMES.length];
    document.documentElement.dataset.theme = next;
    control.textContent = `Theme: ${next}`;
    redrawPlots();
  }, {class: 'quiet', id: 'theme'});
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

function build() {
  const sections = [
    ...(run ? [['motion', 'Motion', motionSection]] : []),
    ['tree', 'Tree', treeSection],
    ['hidden', 'Hidden constraints', hiddenSection],
    ['leaves', 'Leaves', leavesSection],
    ['numbers', 'Numbers', numbersSection],
  ];
  const branch = decomposition.tree.operation === 'not completed' ? 'Not completed' : `Leaf ${run?.summary.branch}`;
  const summary = run ? `${branch} · ${run.summary.method} · ended: ${run.summary.reason}` : 'Decomposition';
  document.body.append(
      h('a', {class: 'skip', href: '#main'}, 'Skip to the report'),
      h('header', {}, h('div', {class: 'bar'}, h('span', {class: 'brand'}, 'Leafwise'),
          h('nav', {'aria-label': 'Sections'}, sections.map(([id, name]) => h('a', {href: `#${id}`}, name))), themeButton())),
      h('main', {id: 'main', tabindex: '-1'}, h('h1', {}, report.title), h('p', {class: 'quiet-text'}, summary),
          report.description ? h('p', {class: 'description'}, report.description) : null));
  const main = document.getElementById('main');
  for (const [id, name, make] of sections) {
    try {
      main.append(make());
    } catch (error) {
      // One section that fails must not take the others with it.
      console.error(error);
      main.append(h('section', {id}, h('h2', {}, name), h('p', {class: 'bad'}, `This part cannot be shown: ${error.message}`)));
    }
  }
  printWhole();
  document.documentElement.dataset.ready = 'true';
}

build();
