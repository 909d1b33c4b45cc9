// Shows the hits of searches: pages, nodes, chunks of text, code and call chains.

import { h, link, time } from './dom.js';
import { isObject, isNumber } from './json.js';
import { tree } from './tree.js';

const all = (list, test) => Array.isArray(list) && list.length > 0 && list.every(each => isObject(each) && test(each));

const score = value => isNumber(value) ? h('span', { class: 'badge', title: String(value) }, 'score ' + Number(value).toFixed(3)) : null;

// ---- the web ----

export const isPages = items => all(items, item => typeof item.url === 'string' && typeof item.title === 'string');

export function pages(items) {
  return h('ol', { class: 'hits' }, items.map(item => h('li', {},
    h('h3', {}, link(item.url, item.title || item.url)),
    h('p', { class: 'where' }, item.url),
    item.snippet ? h('p', {}, item.snippet) : null,
    h('p', { class: 'muted' }, [item.source, Array.isArray(item.engines) ? item.engines.join(', ') : null].filter(Boolean).join(' · '),
      item.publishedAt ? [' · ', time(item.publishedAt)] : null))));
}

// ---- nodes of the graph ----

export const isNodes = items => all(items, item => isNumber(item.score) && typeof item.label === 'string' && isObject(item.properties));

export function nodes(items) {
  return h('ol', { class: 'hits' }, items.map(item => h('li', {},
    h('h3', {}, String(item.properties.name ?? item.properties.title ?? item.id), ' ', h('span', { class: 'badge' }, item.label), ' ', score(item.score)),
    h('p', { class: 'where' }, item.id), tree(item.properties, 1))));
}

// ---- chunks of text ----

export const isChunks = items => all(items, item => isObject(item.chunk) && typeof item.chunk.chunk_text === 'string');

export function chunks(items) {
  return h('ol', { class: 'hits' }, items.map(item => h('li', {},
    h('h3', {}, item.json_path || '(whole document)', ' ', score(item.score)),
    h('pre', { class: 'text' }, item.chunk.chunk_text),
    isNumber(item.chunk.total_chunks) ? h('p', { class: 'muted' }, 'Chunk ' + (Number(item.chunk.chunk_index) + 1) + ' of ' + item.chunk.total_chunks
      + ', characters ' + item.chunk.char_start + ' to ' + item.chunk.char_end) : null)));
}

// ---- code ----

export const isCandidates = items => all(items, item => typeof item.file === 'string' && typeof item.content === 'string');

const lines = (from, to) => from === undefined ? '' : ':' + from + (to === undefined || to === from ? '' : '–' + to);

export function candidates(items) {
  return h('ol', { class: 'hits' }, items.map(item => h('li', {},
    h('h3', {}, h('code', {}, item.file + lines(item.line_start, item.line_end)), ' ', score(item.relevance)),
    h('p', { class: 'muted' }, [item.symbol, item.source && 'found by ' + item.source,
      item.distance > 0 ? item.distance + (item.distance === 1 ? ' call' : ' calls') + ' away' : null].filter(Boolean).join(' · ')),
    h('pre', { class: 'code', tabindex: '0', role: 'region', 'aria-label': 'Code of ' + item.file }, item.content))));
}

export const isChain = chain => isObject(chain) && typeof chain.symbol_id === 'string' && typeof chain.file_path === 'string';

export function chain(root) {
  return h('div', { class: 'chain' }, place(root), ...['callers', 'callees'].map(side => h('section', {},
    h('h3', {}, side === 'callers' ? 'Called by' : 'Calls'),
    root[side]?.length ? calls(root[side], side, 3) : h('p', { class: 'muted' }, 'None known.'))));
}

function place(node) {
  return h('p', {}, h('strong', {}, node.symbol_id), ' ', h('code', {}, node.file_path + ':' + node.line),
    node.cycle ? h('span', { class: 'badge' }, 'shown above') : null);
}

function calls(list, side, open) {
  return h('ul', { class: 'calls' }, list.filter(isObject).map(node => {
    if (!Array.isArray(node[side]) || !node[side].length) {
      return h('li', {}, place(node));
    }
    const inner = h('div');
    let built = false;
    const build = () => {
      if (!built) {
        built = true;
        inner.append(calls(node[side], side, open - 1));
      }
    };
    const element = h('details', { ontoggle: () => element.open && build() }, h('summary', {}, h('strong', {}, node.symbol_id), ' ', h('code', {}, node.file_path + ':' + node.line)), inner);
    if (open > 0) {
      build();
      element.open = true;
    }
    return h('li', {}, element);
  }));
}
