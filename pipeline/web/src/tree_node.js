// SPDX-License-Identifier: GPL-3.0-or-later
// The nodes of the completion tree, and all that is known of one.
import {h} from './dom.js';
import {formulas} from './math.js';
import {leafNamed, MEANINGS, numbersOf, secondsText, titleOf, whyOf} from './tree_words.js';

/// A node of the decomposition with its relations.
export class TreeNode {
  constructor(data, parent) {
    this.data = data;
    this.parent = parent;
    this.depth = parent ? parent.depth + 1 : 0;
    this.children = data.children.map((child) => new TreeNode(child, this));
  }

  /// Itself first.
  descendants() { return [this, ...this.children.flatMap((child) => child.descendants())]; }
  ancestors() { return [this, ...(this.parent?.ancestors() ?? [])]; }
}

export function nodeDetails(data) {
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
