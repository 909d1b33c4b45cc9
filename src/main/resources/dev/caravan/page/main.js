// Chooses the view and watches the connection to the gateway.

import { h } from './dom.js';
import { stringify } from './json.js';
import { Refused, listen, listTools, pause, plainly } from './mcp.js';
import { askAccess } from './dialog.js';
import { markTool, showTools } from './catalogue.js';
import { toolView } from './tools.js';
import { stateView } from './state.js';

const RETRY = 2000;
// Without an event stream, the list is read again at this interval.
const POLL = 10000;

const main = document.getElementById('main');
const away = document.getElementById('away');

let tools = null;
let refusal = null;
let view = null;
let shown = { route: null, definition: null };

// ---- views ----

function route() {
  const [place, name] = location.hash.replace(/^#\/?/, '').split('/');
  try {
    return place === 'state' ? { view: 'state' } : { view: 'tools', tool: name ? decodeURIComponent(name) : null };
  } catch (notEncoded) {
    return { view: 'tools', tool: name };
  }
}

function draw(moved) {
  const at = route();
  const definition = at.tool && tools ? stringify(tools.find(tool => tool.name === at.tool)) : null;
  const key = stringify(at);
  const stays = !moved && shown.route === key && hasTool();
  if (stays && refusal) { // its call may run, and its result may be read
    if (!view.element.querySelector('.expired')) {
      view.element.prepend(h('div', { class: 'notice expired' }, refused()));
    }
    return;
  }
  view?.element.querySelector('.expired')?.remove();
  if (stays && definition) {
    if (definition !== shown.definition) {
      changed();
    }
    return;
  }
  if (!moved && shown.route === key && at.view === 'state') {
    return;
  }
  view?.leave();
  view = made(at);
  shown = { route: key, definition };
  document.body.dataset.view = at.view === 'state' ? 'state' : at.tool ? 'tool' : 'tools';
  document.title = (at.view === 'state' ? 'State' : at.tool || 'Tools') + ' · Caravan';
  mark('go-tools', at.view === 'tools');
  mark('go-state', at.view === 'state');
  markTool(at.tool || null);
  main.replaceChildren(view.element);
  if (moved) {
    main.focus();
    scrollTo(0, 0);
  }
}

const hasTool = () => Boolean(view?.element.classList.contains('tool'));

// These views stay when the list is refused, since they may be in use.
const lasts = () => hasTool() || route().view === 'state';

function mark(id, current) {
  const anchor = document.getElementById(id);
  if (current) {
    anchor.setAttribute('aria-current', 'page');
  } else {
    anchor.removeAttribute('aria-current');
  }
}

function made(at) {
  if (at.view === 'state') {
    return stateView(error => present('state', error));
  }
  if (refusal) {
    return plain('No access', refused());
  }
  if (!tools) {
    return plain('Tools', h('p', { class: 'muted' }, 'Loading tools…'));
  }
  if (!at.tool) {
    return plain('Tools', h('p', { class: 'muted' }, tools.length ? 'Choose a tool to see its arguments and run it.' : 'There are no tools.'));
  }
  const tool = tools.find(each => each.name === at.tool);
  return tool ? toolView(tool) : plain(at.tool, h('p', {}, 'The tool does not exist or has been withdrawn. It appears here when it becomes available.'));
}

function plain(title, ...content) {
  return { element: h('article', {}, h('h1', {}, title), content), leave() {} };
}

function refused() {
  const why = refusal.status === 401 ? 'The gateway requires credentials.'
    : /Origin|Host/.test(refusal.message) ? 'The gateway does not allow this address. Its operator can add it to caravan.http.allowed-origins.'
      : refusal.status === 403 ? 'Your credentials do not allow this.' : 'The gateway refuses to list its tools.';
  return [h('p', { class: 'failure', role: 'alert' }, why, ' ', h('span', { class: 'muted' }, '(' + refusal.status + ': ' + refusal.message + ')')),
    h('p', {}, h('button', { type: 'button', class: 'primary', onclick: changeAccess }, 'Enter an API key or token'))];
}

// The definition of the open tool has changed. The form keeps its values until the user loads the new one.
function changed() {
  if (!view.element.querySelector('.changed')) {
    view.element.prepend(h('p', { class: 'notice changed', role: 'status' }, 'This tool has changed. ',
      h('button', { type: 'button', onclick: () => draw(true) }, 'Load the new version')));
  }
}

// ---- the gateway ----

// {who reads from the gateway: why the gateway did not answer}
const lost = new Map();

function present(who, error) {
  if (error) {
    lost.set(who, error);
  } else {
    lost.delete(who);
  }
  const first = [...lost.values()][0];
  const text = first ? first.message + '. Trying again…' : '';
  if (away.textContent !== text) { // screen readers say each change
    away.textContent = text;
    away.hidden = !first;
  }
}

let attempt = new AbortController();

async function refresh(signal) {
  const list = await listTools(signal);
  list.sort((one, other) => one.name.localeCompare(other.name));
  tools = list;
  const before = refusal;
  refusal = null;
  present('list', null);
  showTools(tools);
  if (before && !lasts()) {
    shown.route = null;
  }
  draw(false);
}

/** Keeps the list of tools up to date, without end. */
async function follow() {
  for (;;) {
    if (document.hidden) {
      await new Promise(resolve => document.addEventListener('visibilitychange', resolve, { once: true }));
      continue;
    }
    attempt = new AbortController();
    const signal = attempt.signal;
    try {
      await refresh(signal);
      // read the list after the stream is open, so that no change is missed
      await listen(() => refresh(signal).catch(failed => attempt.abort(failed)), signal);
      await pause(RETRY, signal);
    } catch (failed) {
      await wait(signal.aborted ? signal.reason : failed);
    }
  }
}

async function wait(failed) {
  if (failed === LATER) {
    return;
  }
  attempt = new AbortController();
  let millis = RETRY;
  if (failed instanceof Refused && failed.status !== 200 && tools === null || failed instanceof Refused && [401, 403].includes(failed.status)) {
    present('list', null);
    refusal = failed;
    tools = null;
    showTools([]);
    if (!lasts()) {
      shown.route = null;
    }
    draw(false);
    millis = failed.status === 401 || failed.status === 403 ? Infinity : POLL;
  } else if (failed instanceof Refused) {
    present('list', null);
    millis = POLL;
  } else {
    present('list', plainly(failed));
  }
  await (millis === Infinity ? new Promise(resolve => attempt.signal.addEventListener('abort', resolve, { once: true })) : pause(millis, attempt.signal).catch(() => {}));
}

const LATER = new DOMException('Asked anew', 'AbortError');

function anew() {
  attempt.abort(LATER);
}

async function changeAccess() {
  if (await askAccess()) {
    tools = null;
    refusal = null;
    shown.route = null;
    draw(false);
    anew();
  }
}

document.getElementById('access').addEventListener('click', changeAccess);
document.getElementById('skip').addEventListener('click', event => {
  event.preventDefault();
  main.focus();
});
document.addEventListener('visibilitychange', () => document.hidden && anew());
addEventListener('hashchange', () => draw(true));

draw(false);
follow();
