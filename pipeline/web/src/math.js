// SPDX-License-Identifier: GPL-3.0-or-later
// Expressions as MathML.
import {decomposition} from './data.js';
import {h} from './dom.js';
import {parsed} from './expression.js';

const MATH = 'http://www.w3.org/1998/Math/MathML';
// What is longer is not read as a formula any more, but as text.
const MOST_CHARACTERS = 1500;

const GREEK = {
  alpha: 'α', beta: 'β', gamma: 'γ', delta: 'δ', epsilon: 'ε', zeta: 'ζ', eta: 'η', theta: 'θ',
  iota: 'ι', kappa: 'κ', lambda: 'λ', mu: 'μ', nu: 'ν', xi: 'ξ', pi: 'π', rho: 'ρ', sigma: 'σ',
  tau: 'τ', phi: 'φ', chi: 'χ', psi: 'ψ', omega: 'ω', Gamma: 'Γ', Delta: 'Δ', Theta: 'Θ',
  Lambda: 'Λ', Xi: 'Ξ', Pi: 'Π', Sigma: 'Σ', Phi: 'Φ', Psi: 'Ψ', Omega: 'Ω',
};

function m(tag, ...children) {
  const element = document.createElementNS(MATH, tag);
  element.append(...children);
  return element;
}

/// A name with its index below: x1, lambda12, m_total.
function nameOf(name) {
  const [, stem, index] = /^(.*?[A-Za-z])_?(\d*|_[A-Za-z0-9]+)$/.exec(name) ?? [null, name, ''];
  const letter = m('mi', GREEK[stem] ?? stem);
  return index ? m('msub', letter, m(/\d/.test(index) ? 'mn' : 'mi', index.replace('_', ''))) : letter;
}

function marked(element, order) {
  if (order === 0) return element;
  if (order > 3) return m('msup', element, m('mrow', m('mo', '('), m('mn', String(order)), m('mo', ')')));
  // Fonts draw the prime raised already: as an exponent it would be tiny.
  const mark = m('mo', '′'.repeat(order));
  mark.setAttribute('lspace', '0');
  mark.setAttribute('rspace', '0');
  return m('mrow', element, mark);
}

const originals = new Map();
for (const [name, text] of Object.entries(decomposition.auxiliary)) originals.set(name, parsed(text));

// How tightly a tree binds; what binds less than its place wants is put into parentheses.
const STRENGTH = {equation: 0, sum: 1, difference: 1, negative: 2, product: 3, quotient: 4, power: 5};
const strength = (tree) => STRENGTH[tree.kind] ?? 6;

const isTall = (tree) => tree.kind === 'quotient' || [tree.left, tree.right, tree.inside, tree.argument].some((part) => part && isTall(part));

/// In parentheses; these are as tall as letters but around fractions: fonts without tables for
/// mathematics would have them grow around each index.
function enclosed(tree) {
  return ['(', math(tree), ')'].map((part) => {
    if (typeof part !== 'string') return part;
    const parenthesis = m('mo', part);
    parenthesis.setAttribute('stretchy', String(isTall(tree)));
    return parenthesis;
  });
}

function within(tree, wanted) {
  return strength(tree) >= wanted ? math(tree) : m('mrow', ...enclosed(tree));
}

const RENDER = {
  number: (tree) => m('mn', tree.text),
  name(tree) {
    const original = originals.get(tree.name);
    if (!original) return marked(nameOf(tree.name), tree.order);
    if (tree.order === 0) return math(original);
    return marked(m('mrow', ...enclosed(original)), tree.order);
  },
  call: (tree) => tree.name === 'sqrt'
      ? m('msqrt', math(tree.argument))
      : m('mrow', m('mi', tree.name), m('mo', '\u2061'), ...enclosed(tree.argument)),
  negative: (tree) => m('mrow', m('mo', '−'), within(tree.inside, 2)),
  sum: (tree) => m('mrow', math(tree.left), m('mo', '+'), within(tree.right, 2)),
  difference: (tree) => m('mrow', math(tree.left), m('mo', '−'), within(tree.right, 3)),
  product(tree) {
    const digits = tree.right.kind === 'number';
    const gap = m('mspace');
    gap.setAttribute('width', '0.17em');
    return m('mrow', within(tree.left, 2), digits ? m('mo', '·') : gap, within(tree.right, 3));
  },
  quotient: (tree) => m('mfrac', math(tree.left), math(tree.right)),
  power(tree) {
    const isPlain = tree.left.kind === 'name' && tree.left.order === 0;
    const base = (isPlain && originals.get(tree.left.name)) || tree.left;
    if (base.kind === 'call' && base.name !== 'sqrt' && tree.right.kind === 'number') return powerOfCall(base, tree.right);
    const isLetter = base.kind === 'number' || (base.kind === 'name' && !originals.get(base.name));
    return m('msup', isLetter ? math(base) : within(base, 7), math(tree.right));
  },
  equation: (tree) => m('mrow', math(tree.left), m('mo', '='), math(tree.right)),
};

/// sin²(x): the exponent stands at the function's name.
function powerOfCall(call, exponent) {
  return m('mrow', m('msup', m('mi', call.name), math(exponent)), m('mo', '\u2061'), ...enclosed(call.argument));
}

function math(tree) {
  return RENDER[tree.kind](tree);
}

/// A formula; as text where it is too long or none. `zero`: an expression means "= 0".
export function formula(text, {zero = false} = {}) {
  const whole = zero && !text.includes('=') ? `${text} = 0` : text;
  const tree = whole.length <= MOST_CHARACTERS ? parsed(whole) : null;
  if (!tree) return h('code', {class: 'formula'}, whole);
  const element = m('math', math(tree));
  element.setAttribute('alttext', whole);
  element.setAttribute('class', 'formula');
  return element;
}

/// Equations one below the other, the rest behind a button.
export function formulas(texts, most = 12) {
  const item = (text) => h('li', {}, formula(text, {zero: true}));
  const list = h('ul', {class: 'formulas'}, texts.slice(0, most).map(item));
  if (texts.length > most) {
    const more = h('button', {type: 'button', class: 'quiet', onclick() {
      more.parentElement.remove();
      list.append(...texts.slice(most).map(item));
    }}, `${texts.length - most} more`);
    list.append(h('li', {}, more));
  }
  return list;
}
