// SPDX-License-Identifier: GPL-3.0-or-later
// Where the nodes of a tree go: parents in the middle above their children, subtrees side by side as
// closely as their outlines allow (Reingold and Tilford 1981).

/// @param children of a node, [] if it has none or is folded
/// @returns of each node {node, parent, level, place}: `place` across the tree, 1 between neighbours,
/// the root's is 0
export function tidy(root, children) {
  const list = [];
  const visit = (node, parent, level) => {
    const entry = {node, parent, level, place: 0, offset: 0, children: []};
    list.push(entry);
    entry.children = children(node).map((child) => visit(child, entry, level + 1));
    return entry;
  };
  const top = visit(root, null, 0);
  // Children stand behind their parents in the list.
  for (let i = list.length - 1; i >= 0; --i) arrange(list[i]);
  for (const entry of list) entry.place = entry.parent ? entry.parent.place + entry.offset : 0;
  top.offset = 0;
  return list;
}

/// Moves a node's subtrees apart; `outline` becomes [left, right] by level below it, relative to it.
function arrange(entry) {
  const places = [];
  const outline = [];
  for (const child of entry.children) {
    let place = 0;
    child.outline.forEach(([left], level) => {
      if (outline[level]) place = Math.max(place, outline[level][1] + 1 - left);
    });
    places.push(place);
    child.outline.forEach(([left, right], level) => {
      outline[level] = [outline[level]?.[0] ?? left + place, right + place];
    });
  }
  const middle = places.length > 0 ? (places[0] + places.at(-1)) / 2 : 0;
  entry.children.forEach((child, i) => {
    child.offset = places[i] - middle;
    delete child.outline;
  });
  entry.outline = [[0, 0], ...outline.map(([left, right]) => [left - middle, right - middle])];
}
