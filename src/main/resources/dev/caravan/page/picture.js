// Draws charts and graphs with ECharts, which is loaded for the first one.

import './option.js';
import { h, freshId } from './dom.js';
import { isObject } from './json.js';
import { table, tree } from './tree.js';

const prefersDark = matchMedia('(prefers-color-scheme: dark)');
const prefersCalm = matchMedia('(prefers-reduced-motion: reduce)');
// ECharts empties its element by setting HTML to an empty text. Nothing else may set HTML.
globalThis.trustedTypes?.createPolicy('default', { createHTML: html => html === '' ? '' : null });

let script = null;

function echarts() {
  script ??= import('./echarts.js').then(() => globalThis.echarts).catch(failed => {
    script = null;
    throw failed;
  });
  return script;
}

/** Creates an element that draws the option when it is on the page. `onClick` gets ECharts' events. */
function drawn(option, label, onClick) {
  const figure = h('div', { class: 'picture', role: 'img', 'aria-label': label });
  const problem = h('p', { class: 'problem', role: 'alert', hidden: true });
  let chart = null;
  let width = 0;
  const draw = async () => {
    try {
      const library = await echarts();
      if (!figure.isConnected) {
        return;
      }
      chart?.dispose();
      chart = library.init(figure, prefersDark.matches ? 'dark' : null, { renderer: 'canvas' });
      chart.setOption(globalThis.preparedOption(option(), prefersCalm.matches));
      if (onClick) {
        chart.on('click', onClick);
      }
    } catch (unusable) {
      chart?.dispose();
      chart = null;
      figure.hidden = true;
      problem.textContent = 'The chart can’t be drawn: ' + unusable.message;
      problem.hidden = false;
    }
  };
  const resized = new ResizeObserver(() => {
    if (!figure.isConnected) {
      resized.disconnect();
      prefersDark.removeEventListener('change', draw);
      chart?.dispose();
      chart = null;
    } else if (figure.clientWidth && !width) {
      width = figure.clientWidth;
      draw();
    } else if (figure.clientWidth && figure.clientWidth !== width) {
      width = figure.clientWidth;
      chart?.resize();
    }
  });
  resized.observe(figure);
  prefersDark.addEventListener('change', draw);
  return h('div', {}, figure, problem);
}

// ---- charts ----

export const isChart = option => isObject(option) && (Array.isArray(option.series) || isObject(option.series) || isObject(option.baseOption));

export function chart(option) {
  const title = [option.title].flat().map(each => each?.text).filter(Boolean).join(', ') || 'Chart';
  const rows = points(option);
  return h('div', {}, drawn(() => option, title),
    rows.length ? h('details', { class: 'group' }, h('summary', {}, 'Data'), table(rows, title)) : null);
}

// Returns the data of a chart as rows, for screen readers.
function points(option) {
  const names = [option.xAxis].flat()[0]?.data;
  const rows = [];
  for (const series of [option.series].flat().filter(isObject)) {
    (Array.isArray(series.data) ? series.data : []).forEach((point, at) => {
      const value = isObject(point) ? point.value : point;
      const row = series.name ? { series: series.name } : {};
      if (isObject(point) && point.name !== undefined) {
        row.name = point.name;
      }
      if (Array.isArray(value)) {
        value.forEach((each, axis) => {
          row[['x', 'y'][axis] || 'value ' + axis] = each;
        });
      } else {
        if (Array.isArray(names) && row.name === undefined) {
          row.x = names[at];
        }
        row.value = value;
      }
      rows.push(row);
    });
  }
  return rows;
}

// ---- graphs ----

export const isGraph = data => isObject(data) && Array.isArray(data.nodes) && Array.isArray(data.relationships)
  && data.nodes.every(isObject) && data.relationships.every(isObject);

const nameOf = node => String(node.properties?.name ?? node.properties?.title ?? node.id ?? '?');

/** @param start id of the node that was asked about; edited routes may answer neighbours without it */
export function graph({ start: first, nodes: others, relationships }, start) {
  const found = isObject(first) ? [first, ...others] : others;
  const known = new Set(found.map(node => String(node.id)));
  const ends = [...new Set(relationships.flatMap(each => [each.fromId, each.toId]).filter(id => id !== null && id !== undefined).map(String))];
  const nodes = [...ends.filter(id => !known.has(id)).map(id => id === start ? { id, label: 'start', properties: { name: 'start' } }
    : { id, label: 'elsewhere', properties: {} }), ...found];
  const byId = new Map(nodes.map(node => [String(node.id), node]));
  const details = h('div', { class: 'details', id: freshId('details'), 'aria-live': 'polite' });
  const label = nodes.length + (nodes.length === 1 ? ' node' : ' nodes') + ' and ' + relationships.length
    + (relationships.length === 1 ? ' relationship' : ' relationships');

  const show = (title, type, thing) => details.replaceChildren(
    h('h3', {}, title, ' ', h('span', { class: 'badge' }, type)), tree({ id: thing.id, ...thing.properties }, 2));
  const showNode = node => show(nameOf(node), String(node.label), node);
  const end = id => byId.has(String(id)) ? nameOf(byId.get(String(id))) : String(id);
  const showRelationship = each => show(end(each.fromId) + ' → ' + end(each.toId), String(each.type), each);

  const picture = nodes.length ? drawn(() => graphOption(nodes, relationships, byId), 'Graph of ' + label, event => {
    if (event.dataType === 'node') {
      showNode(byId.get(event.data.id));
    } else if (event.dataType === 'edge') {
      showRelationship(relationships[event.data.at]);
    }
  }) : null;
  return h('div', {}, h('p', { class: 'muted' }, label + (nodes.length ? '. Choose one to see its properties.' : '.')), picture, details,
    nodes.length ? list('Nodes', ['name', 'label'], nodes.map(node => [button(nameOf(node), () => showNode(node)), String(node.label)])) : null,
    relationships.length ? list('Relationships', ['from', 'type', 'to'], relationships.map(each => [end(each.fromId),
      button(String(each.type), () => showRelationship(each)), end(each.toId)])) : null);
}

function button(text, act) {
  return h('button', { type: 'button', class: 'link', onclick: act }, text);
}

function list(caption, columns, rows) {
  return h('div', { class: 'scroller', tabindex: '0', role: 'region', 'aria-label': caption },
    h('table', {}, h('caption', {}, caption), h('thead', {}, h('tr', {}, columns.map(name => h('th', { scope: 'col' }, name)))),
      h('tbody', {}, rows.map(row => h('tr', {}, row.map(cell => h('td', {}, cell)))))));
}

function graphOption(nodes, relationships, byId) {
  const labels = [...new Set(nodes.map(node => String(node.label)))];
  const crowded = nodes.length > 40;
  return {
    legend: labels.length > 1 ? { data: labels, bottom: 0 } : undefined,
    tooltip: { confine: true },
    series: [{
      type: 'graph', layout: 'force', draggable: true, roam: 'move', symbolSize: crowded ? 16 : 30,
      force: { repulsion: crowded ? 90 : 480, edgeLength: crowded ? 50 : 150, gravity: 0.12, layoutAnimation: !prefersCalm.matches && !crowded },
      categories: labels.map(name => ({ name })),
      label: { show: !crowded, position: 'bottom', width: 130, overflow: 'truncate' },
      edgeSymbol: ['none', 'arrow'], edgeSymbolSize: 8,
      edgeLabel: { show: !crowded, fontSize: 10 },
      lineStyle: { width: 1.5, curveness: 0.08 },
      emphasis: { focus: 'adjacency' },
      data: [...byId].map(([id, node]) => ({ id, name: nameOf(node), category: labels.indexOf(String(node.label)), value: String(node.label) })),
      links: relationships.map((each, at) => ({ each, at })).filter(({ each }) => byId.has(String(each.fromId)) && byId.has(String(each.toId)))
        .map(({ each, at }) => ({ source: String(each.fromId), target: String(each.toId), value: String(each.type), at,
          label: { show: !crowded, formatter: plain(String(each.type)) } })),
    }],
  };
}

// ECharts would read braces as placeholders.
const plain = text => text.replace(/[{}|]/g, ' ');
