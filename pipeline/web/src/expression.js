// SPDX-License-Identifier: GPL-3.0-or-later
// Reads expressions as docs/schemas/expression.ebnf describes them, into small trees:
// {kind: number, text} {kind: name, name, order} {kind: call, name, argument}
// {kind: negative, inside} {kind: sum | product | quotient | difference | power | equation, left, right}
// {kind: derivative, inside, order} for what an auxiliary stands for.

const TOKEN = /\s*(?:(\d+(?:\.\d*)?(?:[eE][+-]?\d+)?|\.\d+)|([A-Za-z][A-Za-z0-9_]*)|('+)|([-+*/^(),=]))/y;

function tokens(text) {
  const list = [];
  TOKEN.lastIndex = 0;
  const end = text.trimEnd().length;
  while (TOKEN.lastIndex < end) {
    const match = TOKEN.exec(text);
    if (!match) throw new SyntaxError('no expression');
    const [, number, name, marks, sign] = match;
    list.push(number ? {number} : name ? {name} : marks ? {marks: marks.length} : {sign});
  }
  return list;
}

class Parser {
  constructor(text) {
    this.list = tokens(text);
    this.at = 0;
  }

  takes(sign) {
    if (this.list[this.at]?.sign !== sign) return false;
    ++this.at;
    return true;
  }

  wants(sign) {
    if (!this.takes(sign)) throw new SyntaxError(`no '${sign}'`);
  }

  equation() {
    const left = this.sum();
    if (this.takes('=')) return {kind: 'equation', left, right: this.sum()};
    return left;
  }

  sum() {
    let left = this.product();
    for (;;) {
      if (this.takes('+')) left = {kind: 'sum', left, right: this.product()};
      else if (this.takes('-')) left = {kind: 'difference', left, right: this.product()};
      else return left;
    }
  }

  product() {
    let left = this.signed();
    for (;;) {
      if (this.takes('*')) left = {kind: 'product', left, right: this.signed()};
      else if (this.takes('/')) left = {kind: 'quotient', left, right: this.signed()};
      else return left;
    }
  }

  signed() {
    if (this.takes('-')) return {kind: 'negative', inside: this.signed()};
    if (this.takes('+')) return this.signed();
    return this.power();
  }

  power() {
    const left = this.atom();
    return this.takes('^') ? {kind: 'power', left, right: this.signed()} : left;
  }

  atom() {
    const token = this.list[this.at++];
    if (token?.number) return {kind: 'number', text: token.number};
    if (token?.sign === '(') {
      const inside = this.sum();
      this.wants(')');
      return inside;
    }
    if (!token?.name) throw new SyntaxError('no operand');
    if (!this.takes('(')) return {kind: 'name', name: token.name, order: this.marks()};
    const argument = this.sum();
    if (token.name === 'der') return this.derivative(argument);
    this.wants(')');
    return {kind: 'call', name: token.name, argument};
  }

  marks() {
    const marks = this.list[this.at]?.marks;
    if (!marks) return 0;
    ++this.at;
    return marks;
  }

  derivative(argument) {
    let order = 1;
    if (this.takes(',')) order = Number(this.list[this.at++]?.number);
    this.wants(')');
    if (argument.kind !== 'name' || !(order > 0)) throw new SyntaxError('no derivative');
    return {kind: 'name', name: argument.name, order: argument.order + order};
  }
}

/// Null for what is no expression.
export function parsed(text) {
  try {
    const parser = new Parser(text);
    const tree = parser.equation();
    return parser.at === parser.list.length ? tree : null;
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RangeError) return null;
    throw error;
  }
}
