// Shows the sources of tools, and adds, changes and removes them.

import { h } from './dom.js';
import { confirmed, edited } from './dialog.js';
import { addSource, changeSource, removeSource, sourceSettings } from './mcp.js';

const KIND = { servers: 'MCP server', apis: 'API', kamelets: 'Kamelet' };
const STATE = { connected: 'good', active: 'good', failed: 'bad', refused: 'bad', connecting: 'warn' };
const EXAMPLE = 'url: https://mcp.example.com/mcp\nexpose: {prefix: shop_}\n';

const SETTINGS = { name: 'settings', label: 'Settings', kind: 'code', about: 'YAML, as in the file. *** stands for a secret, and keeps it. Use ${NAME} for a variable that the operator has released.' };
const DOCUMENT = { name: 'document', label: 'OpenAPI document', kind: 'code', about: 'For an API only: YAML or JSON.' };

/** Creates the list of sources. `act(run)` runs an action `run(signal)` and shows why it failed. */
export function sources(list, act) {
  return h('div', {}, list.length ? table(list, act) : h('p', { class: 'muted' }, 'None, or you may not see them.'),
    h('div', { class: 'actions' }, h('button', { type: 'button', 'data-key': 'add', onclick: () => act(add) }, 'Add a source')));
}

function table(list, act) {
  const columns = ['Kind', 'Name', 'State', 'Tools', 'Problem', 'Edit'];
  return h('div', { class: 'scroller', tabindex: '0', role: 'region', 'aria-label': 'Sources of tools', 'data-key': 'Sources of tools' },
    h('table', {}, h('caption', { class: 'offscreen' }, 'Sources of tools'), h('thead', {}, h('tr', {}, columns.map(name => h('th', { scope: 'col' }, name)))),
      h('tbody', {}, list.map(each => h('tr', {}, cells(each, act).map(cell => h('td', {}, cell)))))));
}

function cells(source, act) {
  const refused = Object.keys(source.refused).length;
  return [KIND[source.kind] ?? source.kind, source.name, h('span', { class: 'badge ' + (STATE[source.state] || 'plain') }, source.state),
    [source.resource ? h('code', {}, source.resource) : String(source.tools.length), source.waiting.length ? ', ' + source.waiting.length + ' wait for approval' : null],
    [source.problem, source.login ? h('p', {}, h('a', { href: source.login, target: '_blank', rel: 'noopener noreferrer' }, 'Log in for the gateway')) : null,
      refused ? h('p', { class: 'failure' }, refused + ' are not offered') : null],
    source.file ? h('span', { class: 'actions' }, button('Change', source, () => act(signal => change(source, signal))), button('Remove', source, () => act(signal => remove(source, signal))))
      : h('span', { class: 'muted' }, 'Not in a file')];
}

const button = (label, source, onclick) => h('button', { type: 'button', class: 'quiet', 'aria-label': label + ' ' + source.name, 'data-key': [label, source.kind, source.name].join(' '), onclick }, label);

const add = signal => edited('Add a source', [{ name: 'kind', label: 'Kind', options: Object.entries(KIND) },
  { name: 'name', label: 'Name', about: 'Letters, digits, _ and -.' }, { ...SETTINGS, value: EXAMPLE }, DOCUMENT], 'Add',
({ kind, name, settings, document }) => addSource({ kind, name, settings, ...(document.trim() ? { document } : {}) }), signal);

async function change(source, signal) {
  const before = await sourceSettings(source.kind, source.name);
  const fields = [{ ...SETTINGS, value: before.settings }, ...(before.document === null ? [] : [{ ...DOCUMENT, value: before.document }])];
  await edited('Change ' + source.name, fields, 'Save', ({ settings, document }) => changeSource(source.kind, source.name,
    { settings, version: before.version, ...(document !== undefined && document !== before.document ? { document } : {}) }), signal);
}

async function remove(source, signal) {
  const { version, file } = await sourceSettings(source.kind, source.name);
  if (await confirmed('Remove ' + source.name + '?', 'Clients lose its tools. ' + file + ' no longer has it.', 'Remove', signal)) {
    await removeSource(source.kind, source.name, version);
  }
}
