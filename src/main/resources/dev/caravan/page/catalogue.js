// The list of tools beside the view: grouped by tag, searchable.

import { h } from './dom.js';

export const titleOf = tool => tool.title || tool.annotations?.title || tool.name;

const tagsOf = tool => {
  const tags = tool._meta?.['dev.caravan/tags'];
  return Array.isArray(tags) && tags.length ? tags.map(String) : ['other'];
};

/** Returns the effect of a tool from its hints, with the protocol's defaults. */
export function effect(tool) {
  const hints = tool.annotations || {};
  return hints.readOnlyHint === true ? 'reads' : hints.destructiveHint === false ? 'adds' : 'changes';
}

const search = document.getElementById('search');
const groups = document.getElementById('groups');
const count = document.getElementById('count');
let tools = [];
let chosen = null;

/** Shows a list of tools. */
export function showTools(list) {
  tools = list;
  draw();
}

/** Marks the open tool. */
export function markTool(name) {
  chosen = name;
  groups.querySelectorAll('a').forEach(each => mark(each));
}

function mark(anchor) {
  if (anchor.dataset.tool === chosen) {
    anchor.setAttribute('aria-current', 'page');
  } else {
    anchor.removeAttribute('aria-current');
  }
}

function draw() {
  const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
  const hits = tools.map(tool => {
    const text = [tool.name, titleOf(tool), tool.description || '', ...tagsOf(tool)].join(' ').toLowerCase();
    return words.filter(word => text.includes(word)).length;
  });
  const most = Math.max(0, ...hits);
  const found = tools.filter((tool, at) => hits[at] === most && (most > 0 || words.length === 0)); // people search in sentences
  const byTag = new Map();
  for (const tool of found) {
    for (const tag of tagsOf(tool)) {
      byTag.set(tag, [...(byTag.get(tag) || []), tool]);
    }
  }
  const focused = document.activeElement?.dataset?.tool;
  groups.replaceChildren(...[...byTag].sort(([one], [other]) => (one === 'other') - (other === 'other') || one.localeCompare(other))
    .map(([tag, list]) => h('section', {}, h('h2', {}, tag), h('ul', {}, list.map(entry)))));
  count.textContent = found.length + (found.length === 1 ? ' tool' : ' tools') + (found.length < tools.length ? ' of ' + tools.length : '');
  if (focused && !groups.contains(document.activeElement)) {
    [...groups.querySelectorAll('a')].find(each => each.dataset.tool === focused)?.focus();
  }
}

function entry(tool) {
  const anchor = h('a', { href: '#/tools/' + encodeURIComponent(tool.name), 'data-tool': tool.name }, h('span', { class: 'name' }, tool.name), ' ',
    h('span', { class: 'effect ' + effect(tool) }, effect(tool)));
  mark(anchor);
  return h('li', {}, anchor);
}

search.addEventListener('input', draw);
