// SPDX-License-Identifier: GPL-3.0-or-later
// The completion tree as a drawing: root on top, cards that fold, zoom, search.
import {decomposition, run} from './data.js';
import {announce, h, s} from './dom.js';
import {formula} from './math.js';
import {tidy} from './tidy.js';
import {nodeDetails, TreeNode} from './tree_node.js';
import {leafNamed, numbersOf, secondsText, titleOf, whyOf} from './tree_words.js';

/// How cards are laid out: `gapX` between neighbours, `gapY` between levels; `isFlat`: levels go from
/// left to right. What fits into the width and is least high is taken.
const LAYOUTS = [
  {width: 232, height: 104, gapX: 24, gapY: 36, isFlat: false},
  {width: 400, height: 76, gapX: 24, gapY: 30, isFlat: false},
  {width: 232, height: 104, gapX: 24, gapY: 30, isFlat: true},
];
const MANY = 60;  // nodes from which on only what leads to the chosen leaf is open at first
const HIGHEST = 1100;  // of the drawing
const FIRST = 30;  // of them are shown at first, if there is no chosen leaf
const SMALLEST = 0.96;  // at which letters of 12.5 pixels have 12

const chosenLeaf = run?.summary.branch;

export class TreeDrawing {
  constructor(details) {
    this.details = details;
    this.root = new TreeNode(decomposition.tree, null);
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
      const next = level.flatMap((node) => node.children);
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
      if (!this.folded.has(node)) node.children.forEach(walk);
    };
    walk(this.root);
    return list;
  }

  draw() {
    const open = tidy(this.root, (node) => (this.folded.has(node) ? [] : node.children));
    const across = open.map(({place}) => place);
    this.extent = {breadth: Math.max(...across) - Math.min(...across) + 1, levels: Math.max(...open.map(({level}) => level)) + 1};
    this.layout = this.bestLayout();
    this.places = new Map(open.map((entry) => [entry.node, this.placed(entry)]));
    const links = open.filter(({parent}) => parent).map(({node, parent}) => s('path', {
      class: node.data.onPath ? 'link chosen' : 'link', d: this.linkPath(this.places.get(parent.node), this.places.get(node))}));
    this.cards = new Map([...this.places].map(([node, place]) => [node, this.card(node, place)]));
    this.content.replaceChildren(...links, ...this.cards.values());
    this.select(this.cards.has(this.selected) ? this.selected : this.root, false);
  }

  bestLayout() {
    const {breadth, levels} = this.extent;
    const wanted = ({width, height, gapX, gapY, isFlat}) => (isFlat ? {width: levels * (width + gapY), height: breadth * (height + gapX)}
      : {width: breadth * (width + gapX), height: levels * (height + gapY)});
    const fitting = LAYOUTS.filter((layout) => wanted(layout).width <= this.size().width);
    return fitting.reduce((best, layout) => (wanted(layout).height < wanted(best).height ? layout : best), fitting[0] ?? LAYOUTS[0]);
  }

  /// The middle of a card's upper edge.
  placed({place, level}) {
    const {width, height, gapX, gapY, isFlat} = this.layout;
    return isFlat ? {x: level * (width + gapY), y: place * (height + gapX)} : {x: place * (width + gapX), y: level * (height + gapY)};
  }

  linkPath(from, to) {
    const {width, height, gapY, isFlat} = this.layout;
    if (!isFlat) {
      const [start, end] = [from.y + height, to.y];
      return `M${from.x} ${start}C${from.x} ${start + gapY / 2} ${to.x} ${end - gapY / 2} ${to.x} ${end}`;
    }
    const [start, end] = [from.x + width / 2, to.x - width / 2];
    const [y1, y2] = [from.y + height / 2, to.y + height / 2];
    return `M${start} ${y1}C${start + gapY / 2} ${y1} ${end - gapY / 2} ${y2} ${end} ${y2}`;
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
      class: classes.join(' '), transform: `translate(${place.x - this.layout.width / 2} ${place.y})`,
      role: 'treeitem', tabindex: '-1', 'aria-label': label, 'aria-level': node.depth + 1,
      'aria-expanded': foldable ? String(!isFolded) : null, 'data-node': data.name,
      onclick: () => this.select(node, true), ondblclick: () => this.toggle(node),
    }, s('rect', {width: this.layout.width, height: this.layout.height, rx: 8}), this.inside(data),
    foldable ? this.foldMark(node, isFolded) : null);
  }

  inside(data) {
    const [first, ...others] = data.equations;
    const {width, height} = this.layout;
    const time = secondsText(data.seconds);
    return s('foreignObject', {width, height}, h('div', {class: width > 300 ? 'card-text beside' : 'card-text'},
        h('div', {class: 'card-title'}, h('b', {}, titleOf(data)), h('span', {}, time)),
        h('div', {class: 'card-why'}, whyOf(data)),
        h('div', {class: 'card-equation'}, first ? formula(first.length > 120 ? `${first.slice(0, 120)} …` : first, {zero: first.length <= 120}) : null),
        h('div', {class: 'card-foot'}, h('span', {class: 'dimension'}, numbersOf(data)),
            h('span', {}, others.length > 0 && !data.leaf ? `${others.length} more` : ''))));
  }

  foldMark(node, isFolded) {
    const hidden = node.descendants().length - 1;
    return s('g', {class: 'fold', transform: this.layout.isFlat ? `translate(${this.layout.width} ${this.layout.height / 2})` : `translate(${this.layout.width / 2} ${this.layout.height})`,
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
    if (this.bestLayout() !== this.layout) this.draw();
    const card = this.layout;
    const places = [...this.places.values()];
    const left = Math.min(...places.map((place) => place.x)) - card.width / 2;
    const right = Math.max(...places.map((place) => place.x)) + card.width / 2;
    const top = Math.min(...places.map((place) => place.y));
    const bottom = Math.max(...places.map((place) => place.y)) + card.height + 20 - top;
    this.svg.style.height = `${Math.min(HIGHEST, Math.max(160, bottom + 24))}px`;
    const {width, height} = this.size();
    const wanted = Math.min(1, (width - 20) / (right - left), (height - 20) / bottom);
    const scale = Math.max(wanted, SMALLEST);
    const fits = (right - left) * scale <= width;
    this.view = {scale, x: fits ? width / 2 - (scale * (left + right)) / 2 : width / 2, y: 12 - scale * top};
    this.apply();
  }

  reveal(node, always = false) {
    const place = this.places.get(node);
    const {width, height} = this.size();
    const {scale} = this.view;
    const x = this.view.x + scale * place.x;
    const y = this.view.y + scale * place.y;
    const half = (this.layout.width / 2) * scale;
    const inside = x - half >= 0 && x + half <= width && y >= 0 && y + this.layout.height * scale <= height;
    if (inside && !always) return;
    this.view.x += width / 2 - x;
    this.view.y += height / 2 - y - (this.layout.height / 2) * scale;
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
      ArrowRight: () => (this.folded.has(node) ? this.toggle(node) : node.children.length > 0 && this.select(node.children[0], true)),
      ArrowLeft: () => (!this.folded.has(node) && node.children.length > 0 ? this.toggle(node) : node.parent && this.select(node.parent, true)),
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
