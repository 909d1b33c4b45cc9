// The page: which view is shown, and whether the gateway is there.

import { h } from './dom.js';
import { stringify } from './json.js';
import { Away, Refused, listen, listTools, pause } from './mcp.js';
import { askAccess } from './dialog.js';
import { markTool, showTools } from './catalogue.js';
import { toolView } from './tools.js';
import { stateView } from './state.js';

const RETRY = 2000;
// Where no stream can be had, the list is asked for again so often.
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
  if (!moved && shown.route === key && view?.element.classList.contains('tool') && definition && !refusal) {
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
    return stateView(error => present(error instanceof Away ? error : null));
  }
  if (refusal) {
    return plain('No access', refused());
  }
  if (!tools) {
    return plain('Tools', h('p', { class: 'muted' }, 'Asking the gateway for its tools…'));
  }
  if (!at.tool) {
    return plain('Tools', h('p', { class: 'muted' }, tools.length ? 'Choose a tool to see what it takes, and to run it.' : 'There are no tools.'));
  }
  const tool = tools.find(each => each.name === at.tool);
  return tool ? toolView(tool) : plain(at.tool, h('p', {}, 'There is no tool of that name, or it was withdrawn. It is shown here as soon as it is there.'));
}

function plain(title, ...content) {
  return { element: h('article', {}, h('h1', {}, title), content), leave() {} };
}

function refused() {
  const why = refusal.status === 401 ? 'The gateway wants to know who you are.'
    : /Origin|Host/.test(refusal.message) ? 'The gateway does not expect a page at this address. Its operator can allow it with caravan.http.allowed-origins.'
      : refusal.status === 403 ? 'What you have may not be used for this.' : 'The gateway refuses to list its tools.';
  return [h('p', { class: 'failure', role: 'alert' }, why, ' ', h('span', { class: 'muted' }, '(' + refusal.status + ': ' + refusal.message + ')')),
    h('p', {}, h('button', { type: 'button', class: 'primary', onclick: changeAccess }, 'Enter an API key or token'))];
}

// The definition of the open tool is another one now; what was filled in stays till the form is taken anew.
function changed() {
  if (!view.element.querySelector('.changed')) {
    view.element.prepend(h('p', { class: 'notice changed', role: 'status' }, 'This tool has changed. ',
      h('button', { type: 'button', onclick: () => draw(true) }, 'Show it as it is now')));
  }
}

// ---- the gateway ----

function present(error) {
  away.hidden = !error;
  away.textContent = error ? error.message + '. Trying again…' : '';
}

let attempt = new AbortController();

async function refresh(signal) {
  const list = await listTools(signal);
  list.sort((one, other) => one.name.localeCompare(other.name));
  tools = list;
  const before = refusal;
  refusal = null;
  present(null);
  showTools(tools);
  if (before) {
    shown.route = null;
  }
  draw(false);
}

/** Keeps the list of tools as it is at the gateway, for ever. */
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
      // from when the stream is open, so that no change is missed
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
    present(null);
    refusal = failed;
    tools = null;
    showTools([]);
    shown.route = null;
    draw(false);
    millis = failed.status === 401 || failed.status === 403 ? Infinity : POLL;
  } else if (failed instanceof Refused) {
    millis = POLL;
  } else {
    present(failed instanceof Away ? failed : new Away('The gateway’s answer can’t be understood'));
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
