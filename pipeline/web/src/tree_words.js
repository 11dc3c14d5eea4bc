// SPDX-License-Identifier: GPL-3.0-or-later
// What the completion tree says of a node.
import {decomposition, start} from './data.js';
import {shown} from './dom.js';
import {inYourWords} from './words.js';

export const leafNamed = (name) => decomposition.leaves.find((leaf) => leaf.name === name) ?? (start?.name === name ? start : undefined);

export function secondsText(seconds) {
  return seconds > 0 ? (seconds < 1 ? `${shown(seconds * 1000, 2)} ms` : `${shown(seconds, 3)} s`) : '';
}

/// "dimension 3, index 3" of a node; of a leaf that was merged into another the dimension is its own.
export function numbersOf(node) {
  const leaf = node.leaf ? leafNamed(node.leaf) : null;
  const dimension = node.dimension ?? leaf?.dimension ?? null;
  const parts = [];
  if (dimension !== null) parts.push(dimension < 0 ? 'empty' : `dimension ${dimension}`);
  if (leaf && (leaf.index ?? null) !== null) parts.push(`index ${leaf.index}`);
  if (leaf && leaf.dof !== null) parts.push(`${leaf.dof} d.o.f.`);
  return parts.join(', ');
}

export const titleOf = (node) => (node.leaf ? `${node.operation} ${node.leaf}` : node.operation);
export const whyOf = (node) => (node.why === node.operation ? '' : inYourWords(node.why));

export const MEANINGS = {
  root: 'The system of the file.',
  split: 'Relations without top derivatives. Their solutions split into primes, which are examined one by one.',
  positions: 'One component of the positions; its generators replace the constraints.',
  prime: 'Does not split further. The equations are those of the base down to here.',
  condition: 'A consequence of the equations for the top derivatives that contains none of them.',
  prolongation: 'The relations found so far, differentiated.',
  'rank drop': 'Where the equations for the top derivatives lose rank there may be further solutions.',
  'critical locus': 'Where the direction is not defined or the base is singular; it may contain further solutions.',
  leaf: 'Complete: further differentiation adds nothing.',
  inconsistent: 'No point satisfies these equations, not even a complex one.',
  dropped: 'An inequation of the problem rules it out.',
  local: 'The leaf at the start only, without completion.',
  unexplored: 'Not examined: it does not contain the initial point.',
  unfinished: 'A limit was reached.',
};
