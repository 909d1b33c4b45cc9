// Shows the sources of tools, and adds, changes and removes them.

import { h } from './dom.js';
import { confirmed, edited } from './dialog.js';
import { addSource, changeSource, removeSource, sourceSettings } from './mcp.js';

const KIND = { servers: 'MCP server', apis: 'API', kamelets: 'Kamelet' };
const STATE = { connected: 'good', active: 'good', failed: 'bad', refused: 'bad', connecting: 'warn' };
const EXAMPLE = 'url: https://mcp.example.com/mcp\nexpose: {prefix: shop_}\n';

const SETTINGS = { name: 'settings', label: 'Settings', kind: 'code', about: 'YAML, as in the file. *** stands for a secret, and keeps it. Use ${NAME} for a variable that the operator has released.' };
const DOCUMENT = { name: 'document', label: 'OpenAPI document', kind: 'code', about: 'For an API only: YAML or JSON.' };

/** Creates the list of sources. */
export function sources(list) {
  const problem = h('p', { class: 'problem', role: 'alert', hidden: true });
  const failed = error => {
    problem.hidden = false;
    problem.textContent = error.message;
  };
  return h('div', {}, list.length ? table(list, failed) : h('p', { class: 'muted' }, 'None, or you may not see them.'),
    h('div', { class: 'actions' }, h('button', { type: 'button', onclick: () => add().catch(failed) }, 'Add a source')), problem);
}

function table(list, failed) {
  const columns = ['Kind', 'Name', 'State', 'Tools', 'Problem', 'Edit'];
  return h('div', { class: 'scroller', tabindex: '0', role: 'region', 'aria-label': 'Sources of tools' },
    h('table', {}, h('caption', { class: 'offscreen' }, 'Sources of tools'), h('thead', {}, h('tr', {}, columns.map(name => h('th', { scope: 'col' }, name)))),
      h('tbody', {}, list.map(each => h('tr', {}, cells(each, failed).map(cell => h('td', {}, cell)))))));
}

function cells(source, failed) {
  const refused = Object.keys(source.refused).length;
  return [KIND[source.kind] ?? source.kind, source.name, h('span', { class: 'badge ' + (STATE[source.state] || 'plain') }, source.state),
    [source.resource ? h('code', {}, source.resource) : String(source.tools.length), source.waiting.length ? ', ' + source.waiting.length + ' wait for approval' : null],
    [source.problem, source.login ? h('p', {}, h('a', { href: source.login, target: '_blank', rel: 'noopener noreferrer' }, 'Log in for the gateway')) : null,
      refused ? h('p', { class: 'failure' }, refused + ' are not offered') : null],
    source.file ? h('span', { class: 'actions' }, button('Change', source, () => change(source).catch(failed)), button('Remove', source, () => remove(source).catch(failed)))
      : h('span', { class: 'muted' }, 'Not in a file')];
}

const button = (label, source, act) => h('button', { type: 'button', class: 'quiet', 'aria-label': label + ' ' + source.name, onclick: act }, label);

const add = () => edited('Add a source', [{ name: 'kind', label: 'Kind', options: Object.entries(KIND) },
  { name: 'name', label: 'Name', about: 'Letters, digits, _ and -.' }, { ...SETTINGS, value: EXAMPLE }, DOCUMENT], 'Add',
({ kind, name, settings, document }) => addSource({ kind, name, settings, ...(document.trim() ? { document } : {}) }));

async function change(source) {
  const before = await sourceSettings(source.kind, source.name);
  const fields = [{ ...SETTINGS, value: before.settings }, ...(before.document === null ? [] : [{ ...DOCUMENT, value: before.document }])];
  await edited('Change ' + source.name, fields, 'Save', ({ settings, document }) => changeSource(source.kind, source.name,
    { settings, version: before.version, ...(document !== undefined && document !== before.document ? { document } : {}) }));
}

async function remove(source) {
  const { version, file } = await sourceSettings(source.kind, source.name);
  if (await confirmed('Remove ' + source.name + '?', 'Clients lose its tools. ' + file + ' no longer has it.', 'Remove')) {
    await removeSource(source.kind, source.name, version);
  }
}
