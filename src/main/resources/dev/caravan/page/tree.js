// Shows any JSON value: rows as a table, other values as a tree that is built when it is opened.

import { h } from './dom.js';
import { isObject, isNumber, stringify } from './json.js';

const PAGE = 100;
const MOST_COLUMNS = 40;
const LONG_CELL = 300;

/** Returns whether the value is a list of records. */
export const isRows = value => Array.isArray(value) && value.length > 0 && value.every(isObject);

/** @param open number of levels that are open at first */
export function tree(value, open = 2) {
  return isBranch(value) ? branch(null, value, open) : h('div', { class: 'tree' }, leaf(value));
}

const isBranch = value => Array.isArray(value) || isObject(value);

function leaf(value) {
  if (typeof value === 'string') {
    return value.includes('\n') ? h('pre', { class: 'string' }, value) : h('span', { class: 'string' }, value === '' ? '“”' : value);
  }
  return h('span', { class: isNumber(value) ? 'number' : 'word' }, String(value));
}

function size(value) {
  const count = Array.isArray(value) ? value.length : Object.keys(value).length;
  return Array.isArray(value) ? count + (count === 1 ? ' item' : ' items') : count + (count === 1 ? ' member' : ' members');
}

function branch(name, value, open) {
  const list = h('ul', { class: 'tree' });
  let built = false;
  const build = () => {
    if (!built) {
      built = true;
      more(list, entries(value), 0, open - 1);
    }
  };
  if (name === null) {
    build();
    return isBranch(value) && entries(value).length ? list : h('p', { class: 'muted' }, Array.isArray(value) ? 'An empty list.' : 'An empty object.');
  }
  const element = h('details', { ontoggle: () => element.open && build() },
    h('summary', {}, h('span', { class: 'key' }, name), ' ', h('span', { class: 'muted' }, size(value))), list);
  if (open > 0) {
    build();
    element.open = true;
  }
  return element;
}

const entries = value => Array.isArray(value) ? value.map((each, at) => [String(at), each]) : Object.entries(value);

function more(list, all, from, open) {
  const to = Math.min(all.length, from + PAGE);
  for (const [name, value] of all.slice(from, to)) {
    list.append(h('li', {}, isBranch(value) && entries(value).length ? branch(name, value, open)
      : [h('span', { class: 'key' }, name), ' ', isBranch(value) ? h('span', { class: 'muted' }, size(value)) : leaf(value)]));
  }
  if (to < all.length) {
    list.append(moreButton('li', all.length - to, () => more(list, all, to, open)));
  }
}

function moreButton(element, left, act) {
  const holder = h(element, {}, h('button', {
    type: 'button', class: 'quiet', onclick: () => {
      const before = holder.previousElementSibling;
      holder.remove();
      act();
      before?.nextElementSibling?.setAttribute('tabindex', '-1');
      before?.nextElementSibling?.focus();
    },
  }, 'Show ' + Math.min(PAGE, left) + ' more of ' + left));
  return holder;
}

/** Shows rows as a table; `caption` names it for screen readers. */
export function table(rows, caption) {
  const columns = [...new Set(rows.slice(0, PAGE).flatMap(Object.keys))].slice(0, MOST_COLUMNS);
  const body = h('tbody');
  const scroller = h('div', { class: 'scroller', tabindex: '0', role: 'region', 'aria-label': caption },
    h('table', {}, h('caption', {}, caption), h('thead', {}, h('tr', {}, columns.map(name => h('th', { scope: 'col' }, name)))), body));
  const add = from => {
    const to = Math.min(rows.length, from + PAGE);
    rows.slice(from, to).forEach(row => body.append(h('tr', {}, columns.map(name => cell(row[name])))));
    if (to < rows.length) {
      scroller.append(moreButton('p', rows.length - to, () => add(to)));
    }
  };
  add(0);
  return scroller;
}

function cell(value) {
  if (value === undefined || value === null) {
    return h('td', { class: 'muted' }, value === null ? 'null' : '');
  }
  const text = isBranch(value) ? stringify(value) : String(value);
  return h('td', { class: isNumber(value) ? 'number' : null }, text.length <= LONG_CELL ? text
    : h('details', {}, h('summary', {}, text.slice(0, 80) + '…'), text));
}

/** Shows JSON as text. */
export function raw(value) {
  return h('pre', { class: 'json', tabindex: '0', role: 'region', 'aria-label': 'JSON' }, stringify(value, 2));
}
