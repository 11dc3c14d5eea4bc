// SPDX-License-Identifier: GPL-3.0-or-later
// The completion tree as a drawing: root on top, cards that fold, zoom, search.
import {hierarchy, tree as layout} from 'd3-hierarchy';
import {decomposition, run} from './data.js';
import {announce, h, s} from './dom.js';
import {formula, formulas} from './math.js';
import {leafNamed, MEANINGS, numbersOf, secondsText, titleOf, whyOf} from './tree_words.js';

const CARD = {width: 232, height: 104, gapX: 24, gapY: 36};
const MANY = 60;  // nodes from which on only what leads to the chosen leaf is open at first
const HIGHEST = 1100;  // of the drawing
const FIRST = 30;  // of them are shown at first, if there is no chosen leaf
const SMALLEST = 0.7;  // at which letters can still be read

const chosenLeaf = run?.summary.branch;

export class TreeDrawing {
  constructor(details) {
    this.details = details;
    this.root = hierarchy(decomposition.tree, (node) => node.children);
    this.nodes = this.root.descendants();
    this.folded = new Set();
    this.selected = this.nodes.find((node) => node.data.leaf && node.data.leaf === chosenLeaf) ?? this.root;
    this.view = {x: 0, y: 0, scale: 1};
    this.content = s('g');
    this.svg = s('svg', {class: 'tree', role: 'tree', 'aria-label': 'Completion tree'}, this.content);
    for (const node of this.nodes) node.data.onPath = false;
    this.markChosen();
    if (this.nodes.length > MANY) this.foldMany();
    this.listen();
    this.draw();
  }

  markChosen() {
    if (!chosenLeaf) return;
    for (const leaf of this.nodes.filter((node) => node.data.leaf === chosenLeaf)) {
      for (const node of leaf.ancestors()) node.data.onPath = true;
    }
  }

  /// Open is what leads to the chosen leaf; without one, as many levels as can be taken in.
  foldMany() {
    if (chosenLeaf) return this.foldAll((node) => node.depth > 0 && !node.data.onPath);
    this.foldAll(() => true);
    let level = [this.root];
    let count = 1;
    while (level.length > 0) {
      const next = level.flatMap((node) => node.children ?? []);
      count += next.length;
      if (count > FIRST) break;
      for (const node of level) this.folded.delete(node);
      level = next;
    }
  }

  foldAll(which) {
    for (const node of this.nodes) {
      if (node.data.children.length > 0 && which(node)) this.folded.add(node);
    }
  }

  visible() {
    const list = [];
    const walk = (node) => {
      list.push(node);
      if (!this.folded.has(node)) (node.children ?? []).forEach(walk);
    };
    walk(this.root);
    return list;
  }

  draw() {
    const {width, height, gapX, gapY} = CARD;
    const open = hierarchy(this.root, (node) => (this.folded.has(node) ? null : node.children));
    layout().nodeSize([width + gapX, height + gapY]).separation(() => 1)(open);
    this.places = new Map(open.descendants().map((place) => [place.data, place]));
    const links = open.links().map(({source, target}) => s('path', {
      class: target.data.data.onPath ? 'link chosen' : 'link',
      d: `M${source.x} ${source.y + height}C${source.x} ${source.y + height + gapY / 2} ${target.x} ${target.y - gapY / 2} ${target.x} ${target.y}`,
    }));
    this.cards = new Map(open.descendants().map((place) => [place.data, this.card(place.data, place)]));
    this.content.replaceChildren(...links, ...this.cards.values());
    this.select(this.cards.has(this.selected) ? this.selected : this.root, false);
  }

  card(node, place) {
    const data = node.data;
    const leaf = data.leaf ? leafNamed(data.leaf) : null;
    const foldable = data.children.length > 0;
    const isFolded = this.folded.has(node);
    const classes = ['card', data.operation.replace(/\W+/g, '-'), data.onPath ? 'chosen' : '', leaf ? 'is-leaf' : ''];
    const label = [titleOf(data), whyOf(data), numbersOf(data), leaf ? '' : `${data.equations.length} equations`,
      secondsText(data.seconds), data.onPath && leaf ? 'chosen' : ''].filter(Boolean).join(', ');
    return s('g', {
      class: classes.join(' '), transform: `translate(${place.x - CARD.width / 2} ${place.y})`,
      role: 'treeitem', tabindex: '-1', 'aria-label': label, 'aria-level': node.depth + 1,
      'aria-expanded': foldable ? String(!isFolded) : null, 'data-node': data.name,
      onclick: () => this.select(node, true), ondblclick: () => this.toggle(node),
    }, s('rect', {width: CARD.width, height: CARD.height, rx: 8}), this.inside(data),
    foldable ? this.foldMark(node, isFolded) : null);
  }

  inside(data) {
    const [first, ...others] = data.equations;
    const time = secondsText(data.seconds);
    return s('foreignObject', {width: CARD.width, height: CARD.height}, h('div', {class: 'card-text'},
        h('div', {class: 'card-title'}, h('b', {}, titleOf(data)), h('span', {}, time)),
        h('div', {class: 'card-why'}, whyOf(data)),
        h('div', {class: 'card-equation'}, first ? formula(first.length > 120 ? `${first.slice(0, 120)} …` : first, {zero: first.length <= 120}) : null),
        h('div', {class: 'card-foot'}, h('span', {class: 'dimension'}, numbersOf(data)),
            h('span', {}, others.length > 0 && !data.leaf ? `${others.length} more` : ''))));
  }

  foldMark(node, isFolded) {
    const hidden = node.descendants().length - 1;
    return s('g', {class: 'fold', transform: `translate(${CARD.width / 2} ${CARD.height})`,
      onclick: (event) => {
        event.stopPropagation();
        this.toggle(node);
      }}, s('title', {}, isFolded ? `show ${hidden} below` : 'fold'), s('circle', {r: isFolded ? 7 + 3 * String(hidden).length : 9}),
    s('text', {'text-anchor': 'middle', dy: '0.35em'}, isFolded ? `+${hidden}` : '−'));
  }

  toggle(node) {
    if (node.data.children.length === 0) return;
    const isFolded = this.folded.has(node);
    if (isFolded) this.folded.delete(node);
    else this.folded.add(node);
    this.selected = node;
    this.draw();
    announce(isFolded ? 'unfolded' : 'folded');
    if (this.svg.contains(document.activeElement) || document.activeElement === document.body) this.focus();
  }

  select(node, focus) {
    this.selected = node;
    for (const [other, card] of this.cards) {
      card.setAttribute('aria-selected', String(other === node));
      card.setAttribute('tabindex', other === node ? '0' : '-1');
    }
    this.details.replaceChildren(...nodeDetails(node.data));
    if (focus) this.focus();
  }

  focus() {
    this.cards.get(this.selected).focus({preventScroll: true});
    this.reveal(this.selected);
  }

  /// Unfolds what is above a node and shows it.
  goTo(node) {
    for (const above of node.ancestors().slice(1)) this.folded.delete(above);
    this.draw();
    this.select(node, true);
    this.reveal(node, true);
  }

  apply() {
    const {x, y, scale} = this.view;
    this.content.setAttribute('transform', `translate(${x} ${y}) scale(${scale})`);
  }

  size() {
    const box = this.svg.getBoundingClientRect();
    return {width: box.width || 900, height: box.height || 500};
  }

  /// All of it, as long as it can be read; then from the root down.
  fit() {
    const places = [...this.places.values()];
    const left = Math.min(...places.map((place) => place.x)) - CARD.width / 2;
    const right = Math.max(...places.map((place) => place.x)) + CARD.width / 2;
    const bottom = Math.max(...places.map((place) => place.y)) + CARD.height + 20;
    this.svg.style.height = `${Math.min(HIGHEST, Math.max(280, SMALLEST * bottom + 24, Math.min(bottom + 24, 820)))}px`;
    const {width, height} = this.size();
    const wanted = Math.min(1, (width - 20) / (right - left), (height - 20) / bottom);
    const scale = Math.max(wanted, SMALLEST);
    const fits = (right - left) * scale <= width;
    this.view = {scale, x: fits ? width / 2 - (scale * (left + right)) / 2 : width / 2, y: 12};
    this.apply();
  }

  reveal(node, always = false) {
    const place = this.places.get(node);
    const {width, height} = this.size();
    const {scale} = this.view;
    const x = this.view.x + scale * place.x;
    const y = this.view.y + scale * place.y;
    const half = (CARD.width / 2) * scale;
    const inside = x - half >= 0 && x + half <= width && y >= 0 && y + CARD.height * scale <= height;
    if (inside && !always) return;
    this.view.x += width / 2 - x;
    this.view.y += height / 2 - y - (CARD.height / 2) * scale;
    this.apply();
  }

  zoom(factor, at) {
    const {width, height} = this.size();
    const point = at ?? {x: width / 2, y: height / 2};
    const scale = Math.min(3, Math.max(0.08, this.view.scale * factor));
    const ratio = scale / this.view.scale;
    this.view = {scale, x: point.x - ratio * (point.x - this.view.x), y: point.y - ratio * (point.y - this.view.y)};
    this.apply();
  }

  listen() {
    this.svg.addEventListener('wheel', (event) => {
      if (!event.ctrlKey && !event.metaKey) return;  // the page scrolls
      event.preventDefault();
      const box = this.svg.getBoundingClientRect();
      this.zoom(Math.exp(-event.deltaY / 300), {x: event.clientX - box.left, y: event.clientY - box.top});
    }, {passive: false});
    let last = null;
    this.svg.addEventListener('pointerdown', (event) => { last = event; });
    this.svg.addEventListener('pointermove', (event) => {
      if (!last || !(event.buttons & 1)) return;
      this.view.x += event.clientX - last.clientX;
      this.view.y += event.clientY - last.clientY;
      last = event;
      this.apply();
    });
    this.svg.addEventListener('keydown', (event) => this.key(event));
  }

  key(event) {
    const node = this.selected;
    const list = this.visible();
    const at = list.indexOf(node);
    const actions = {
      ArrowDown: () => this.select(list[Math.min(at + 1, list.length - 1)], true),
      ArrowUp: () => this.select(list[Math.max(at - 1, 0)], true),
      ArrowRight: () => (this.folded.has(node) ? this.toggle(node) : node.children && this.select(node.children[0], true)),
      ArrowLeft: () => (!this.folded.has(node) && node.children ? this.toggle(node) : node.parent && this.select(node.parent, true)),
      Home: () => this.select(this.root, true),
      End: () => this.select(list[list.length - 1], true),
      Enter: () => this.toggle(node),
      ' ': () => this.toggle(node),
      '+': () => this.zoom(1.25),
      '-': () => this.zoom(0.8),
      0: () => this.fit(),
    };
    if (!actions[event.key]) return;
    event.preventDefault();
    actions[event.key]();
  }

  /// The nodes that have this text, from the selected one on.
  find(text) {
    const wanted = text.trim().toLowerCase();
    if (!wanted) return [];
    const has = ({data}) => [data.name, titleOf(data), data.why, numbersOf(data), ...data.equations].some((part) => part.toLowerCase().includes(wanted));
    return this.nodes.filter(has);
  }
}

function nodeDetails(data) {
  const leaf = data.leaf ? leafNamed(data.leaf) : null;
  const time = secondsText(data.seconds);
  return [
    h('h3', {}, titleOf(data), h('small', {}, ` ${data.name}`)),
    h('p', {}, [whyOf(data), numbersOf(data) || 'dimension not known', time ? `took ${time}` : ''].filter(Boolean).join(' · ')),
    MEANINGS[data.operation] ? h('p', {class: 'quiet-text'}, MEANINGS[data.operation]) : null,
    data.equations.length > 0 ? formulas(data.equations) : null,
    leaf ? h('p', {}, h('a', {href: `#leaf-${leaf.name}`}, `certificates of ${leaf.name}`)) : null,
  ].filter(Boolean);
}
