// SPDX-License-Identifier: GPL-3.0-or-later
// The run in plots: series, phase plots, sections, and how well it was computed.
import {allRows, axis, columnsOf, curveOf, decomposition, eventNames, events, isThinned, largestOf, rows, run, series, values} from './data.js';
import {h, shownBeside} from './dom.js';
import {PhasePlot, varies} from './planeplot.js';
import {PoincarePlot} from './poincare.js';
import {table} from './table.js';
import {eventLegend, TimePlot} from './timeplot.js';

const MOST_TOGETHER = 8;  // curves in one plot

const quantity = (column) => ({name: run.columns[column].name, values: () => series(column), curve: () => curveOf(column), column});
const orderOf = (name) => (/'*$/.exec(name)[0].length || Number(/^der\(.*,\s*(\d+)\)$/.exec(name)?.[1] ?? 0));

/// In parts of at most so many curves.
function plotsOf(title, columns, options) {
  const plots = [];
  for (let start = 0; start < columns.length; start += MOST_TOGETHER) {
    const part = columns.slice(start, start + MOST_TOGETHER);
    const numbered = columns.length > MOST_TOGETHER ? `${title}, ${start / MOST_TOGETHER + 1}` : title;
    plots.push(new TimePlot(numbered, part.map((column) => (typeof column === 'number' ? quantity(column) : column)), options).element());
  }
  return plots;
}

const originalOf = (column) => decomposition.auxiliary[run.columns[column].name];
const isAuxiliary = (column) => originalOf(column) !== undefined;
/// Of unknowns and their derivatives.
const jetColumns = () => columnsOf('state').filter((column) => !isAuxiliary(column));

/// With the equation to which it belongs: one of the leaf's own, or one of the file.
function multiplier(column) {
  const {name} = run.columns[column];
  const known = run.summary.multipliers?.find((one) => one.column === name);
  if (!known) return quantity(column);
  return {...quantity(column), name: `${name}, of ${known.of === 'leaf' ? "the leaf's " : ''}${known.equation}`};
}

function seriesPlots() {
  const auxiliary = columnsOf('state').filter(isAuxiliary)
      .map((column) => ({...quantity(column), name: `${run.columns[column].name} = ${originalOf(column)}`}));
  const jets = jetColumns();
  const orders = [...new Set(jets.map((column) => orderOf(run.columns[column].name)))].sort();
  const titles = ['Unknowns', 'First derivatives', 'Second derivatives'];
  return [
    orders.map((order) => plotsOf(titles[order] ?? `Derivatives of order ${order}`, jets.filter((column) => orderOf(run.columns[column].name) === order))),
    plotsOf('Auxiliary unknowns', auxiliary),
    plotsOf('Algebraic unknowns', columnsOf('attached')),
    plotsOf('Multipliers', columnsOf('multiplier').map(multiplier)),
    plotsOf('Forces of your constraints', columnsOf('force').map(multiplier),
      {note: 'The multiplier of each constraint as it stands in the file. Where it is not unique or not bounded, nothing is drawn.'}),
  ];
}

/// The distance of an invariant from where it began.
function driftOf(column) {
  let drift = null;
  let shape = null;
  const distances = (numbers) => {
    const [start] = values(column);
    return numbers.map((value) => Math.abs(value - start));
  };
  return {
    name: run.columns[column].name,
    values: () => (drift ??= distances(series(column))),
    curve() {
      const own = curveOf(column);
      return own && (shape ??= {x: own.x, y: distances(own.y)});
    },
  };
}

function qualityPlots() {
  const invariants = columnsOf('invariant');
  return [
    plotsOf('Step sizes', columnsOf('step').map((column) => ({...quantity(column), name: 'step'})), {log: true}),
    plotsOf('Defects', [...columnsOf('residual').map((column) => ({...quantity(column), name: 'largest', width: 2})),
      ...columnsOf('defect').map((column) => ({...quantity(column), width: 1}))],
    {log: true, note: 'How well each equation f of the leaf holds: |f| / max(‖∇f‖, 1), and the largest of all. 1e-16 is rounding; where it is exactly zero, no point is drawn.'}),
    plotsOf('Drift of invariants', invariants.map(driftOf), {log: true, note: 'The distance from the value at the start; where it is exactly zero, no point is drawn.'}),
    plotsOf('Invariants', invariants),
  ];
}

/// What to draw against what at first: an unknown and its derivative, or the first two unknowns.
function phasePair() {
  const state = jetColumns();
  const names = state.map((column) => run.columns[column].name);
  const [first] = names;
  const rate = names.indexOf(`${first}'`);
  const second = rate >= 0 ? rate : Math.min(1, names.length - 1);
  return [state[0], state[second]];
}

/// The last unknown that the section does not hold fixed, and its derivative.
function sectionPair() {
  const state = jetColumns();
  const names = state.map((column) => run.columns[column].name);
  const met = events.filter((event) => event.name === eventNames[0]);
  const moves = (column) => met.length < 2 || varies(column, met.map((event) => event.values[column]));
  const unknowns = state.filter((_, i) => orderOf(names[i]) === 0);
  const last = unknowns.filter(moves).at(-1) ?? unknowns.at(-1) ?? state[0];
  const rate = state[names.indexOf(`${run.columns[last].name}'`)];
  return [last, rate ?? state.find((column) => column !== last && moves(column)) ?? state[0]];
}

function planePlots() {
  if (jetColumns().length === 0) return [];
  const phase = new PhasePlot('Phase plot', ...phasePair()).element();
  if (isThinned && eventNames.length === 0) return [phase];
  return [phase, new PoincarePlot('Poincaré section', ...sectionPair()).element()];
}

function eventsTable() {
  const columns = run.columns.slice(0, run.columns.findIndex((column) => column.role === 'arclength') + 1);
  const rowsOfEvents = run.events.map((event) => [event.name, event.kind, event.direction, ...event.values.slice(0, columns.length)
      .map((value, column) => (value === null ? null : {key: value, node: shownBeside(value, largestOf(column), 10)}))]);
  const count = run.all_events ? `the first ${run.events.length} of ${run.all_events}` : `${run.events.length}`;
  return table(`Events: ${count}`, ['name', 'kind', 'direction', ...columns.map((column) => column.name)], rowsOfEvents, {most: 50});
}

/// Side by side, so that no row has a hole: three in a row, and two where that comes out even.
function side(plots) {
  const list = plots.flat(Infinity);
  const inTwos = {0: 0, 1: list.length === 1 ? 0 : 4, 2: 2}[list.length % 3];
  list.forEach((plot, i) => plot.classList.toggle('half', i >= list.length - inTwos));
  if (list.length === 1) list[0].classList.add('alone');
  return h('div', {class: 'plots'}, list);
}

function rowsText() {
  const [own, all] = [rows, allRows].map((count) => count.toLocaleString('en'));
  return isThinned ? `${own} of ${all} rows, and the minima and maxima of each curve between them (trajectory.csv has all rows),` : `${own} rows`;
}

export function motionSection() {
  if (rows === 0) return h('section', {id: 'motion'}, h('h2', {}, 'Plots'), h('p', {}, 'The run has no rows.'));
  return h('section', {id: 'motion'}, h('h2', {}, 'Plots'),
      h('p', {class: 'quiet-text'}, `${rowsText()} along ${axis.name}. Drag across a plot to zoom, double-click to show all; the position of the pointer is marked in all plots.`),
      eventLegend(),
      h('h3', {}, 'Series'), side(seriesPlots()),
      h('h3', {}, 'Phase plots and sections'), side(planePlots()),
      h('h3', {}, 'Steps, defects, invariants'), side(qualityPlots()),
      run.events.length > 0 ? eventsTable() : null);
}
