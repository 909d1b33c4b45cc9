// Shows the state of the gateway and refreshes it every 2 seconds while the view is open, and less often while it is refused.

import { h, time } from './dom.js';
import { approve, exposedServers, pause, plainly, sourceList, state, Away, Refused } from './mcp.js';
import { confirmed } from './dialog.js';
import { stringify } from './json.js';
import { sources } from './sources.js';

const EVERY = 2000;
const REFUSED = 30000;
// An answer that takes longer does not come.
const LONGEST = 20000;

/** Creates the view. Calls `connected(error)` after each refresh of a part: with an `Away` if any part has one, else null. */
export function stateView(connected) {
  const stopped = new AbortController();
  const card = (title, build) => section(title, build, stopped.signal);
  const updated = h('p', { class: 'muted', id: 'updated' }, 'Loading…');
  const refused = h('p', { class: 'problem', role: 'alert', hidden: true });
  const sections = {
    broken: card('Rejected edits', broken),
    families: card('Families of tools', families),
    breakers: card('Circuit breakers', breakers),
    sources: card('Sources of tools', (list, act) => list ? sources(list, act) : quiet('The REST API of this gateway has no list of sources.')),
    upstream: card('Upstream MCP servers', upstream),
    exposed: card('Tools of upstream servers', exposed),
    tasks: card('Tasks', tasks),
    searchIndexes: card('Search indexes', searchIndexes),
    codeIndexes: card('Code indexes', codeIndexes),
    routes: card('Routes', routes),
  };
  const element = h('article', { class: 'state' }, h('h1', {}, 'State'), updated, refused, Object.values(sections).map(each => each.element));

  // {function that reads a part: its last error or null}. Another part that succeeds must not hide the error.
  const failures = new Map();

  function say(part, error) {
    if (stopped.signal.aborted) {
      return; // nothing of a view that was left is told
    }
    failures.set(part, error);
    const refusal = [...failures.values()].find(each => each instanceof Refused);
    refused.hidden = !refusal;
    const text = refusal ? (refusal.status === 401 || refusal.status === 403 ? 'Your credentials do not allow the state: ' : 'The state can’t be loaded: ') + refusal.message : '';
    if (refused.textContent !== text) { // screen readers say each change
      refused.textContent = text;
    }
    connected([...failures.values()].find(each => each instanceof Away) ?? null);
  }

  async function look(read, show) {
    while (!stopped.signal.aborted) {
      let every = EVERY;
      while (document.hidden) {
        await seen();
      }
      const late = AbortSignal.timeout(LONGEST);
      try {
        show(await read(AbortSignal.any([stopped.signal, late])));
        say(read, null);
      } catch (failed) {
        say(read, plainly(failed));
        if (failed instanceof Refused) { // many wrong credentials would block the address
          every = [401, 403].includes(failed.status) ? REFUSED : Math.max(EVERY, failed.retryAfter);
        }
      }
      await pause(every, stopped.signal).catch(() => {});
    }
  }

  look(signal => state('state', signal), answer => {
    updated.textContent = 'State of this gateway at ' + new Date(answer.time).toLocaleTimeString() + '.';
    sections.broken.show(answer.broken);
    sections.families.show(answer.families);
    sections.breakers.show(answer.breakers);
    sections.upstream.show(answer.upstream);
    sections.routes.show({ count: answer.routes, files: answer.files });
  });
  look(signal => state('state/work', signal), answer => {
    for (const name of ['tasks', 'searchIndexes', 'codeIndexes']) {
      sections[name].show(answer[name]);
    }
  });
  // the routes of the REST API can be taken out of a gateway
  const orNone = failed => {
    if (failed instanceof Refused && failed.status === 404) {
      return null;
    }
    throw failed;
  };
  look(signal => exposedServers(signal).catch(orNone), answer => sections.exposed.show(answer));
  look(signal => sourceList(signal).catch(orNone), answer => sections.sources.show(answer));
  return {
    element,
    leave() {
      stopped.abort();
      connected(null);
    },
  };
}

const seen = () => new Promise(resolve => document.addEventListener('visibilitychange', resolve, { once: true }));

/**
 * Redraws only when its data has changed, and keeps what is open, focused or scrolled. `build(answer, act)` makes its content. `act(run, prefix)` runs one
 * action `run(signal)` at a time and shows why it failed. `signal` aborts when the view is left.
 */
function section(title, build, signal) {
  const content = h('div', {}, h('p', { class: 'muted' }, 'Loading…'));
  const problem = h('p', { class: 'problem', role: 'alert', hidden: true });
  let shown = null;
  let busy = false;

  async function act(run, prefix = '') {
    if (busy) {
      return;
    }
    busy = true;
    problem.hidden = true;
    try {
      await run(signal);
    } catch (failed) {
      problem.textContent = prefix + plainly(failed).message;
      problem.hidden = false;
    } finally {
      busy = false;
    }
  }

  return {
    element: h('section', { class: 'card' }, h('h2', {}, title), content, problem),
    show(answer) {
      const now = stringify(answer);
      if (now === shown) {
        return;
      }
      const open = new Set([...content.querySelectorAll('details[open]')].map(each => each.dataset.key));
      const focused = content.contains(document.activeElement) ? document.activeElement.closest('[data-key]')?.dataset.key : null;
      const scrolled = new Map([...content.querySelectorAll(SCROLLERS)].map(each => [each.dataset.key, [each.scrollLeft, each.scrollTop]]));
      content.replaceChildren(build(answer, act));
      shown = now;
      content.querySelectorAll('details').forEach(each => {
        each.open = open.has(each.dataset.key);
      });
      content.querySelectorAll(SCROLLERS).forEach(each => {
        each.scrollTo(...scrolled.get(each.dataset.key) ?? [0, 0]);
      });
      const again = focused ? [...content.querySelectorAll('[data-key]')].find(each => each.dataset.key === focused) : null;
      (again?.matches('details') ? again.querySelector('summary') : again)?.focus({ preventScroll: true });
    },
  };
}

const SCROLLERS = '.scroller, pre[data-key]';

const quiet = text => h('p', { class: 'muted' }, text);

const hidden = () => quiet('Only visible to callers who may use every tool.');

const badge = (text, kind) => h('span', { class: 'badge ' + kind }, text);

function table(caption, columns, rows) {
  return h('div', { class: 'scroller', tabindex: '0', role: 'region', 'aria-label': caption, 'data-key': caption },
    h('table', {}, h('caption', { class: 'offscreen' }, caption), h('thead', {}, h('tr', {}, columns.map(name => h('th', { scope: 'col' }, name)))),
      h('tbody', {}, rows.map(cells => h('tr', {}, cells.map(cell => h('td', {}, cell === null || cell === undefined ? '' : cell)))))));
}

function broken(files) {
  if (!files) {
    return hidden();
  }
  return files.length ? h('ul', { class: 'broken' }, files.map(file => h('li', {},
    h('code', {}, file.file + (file.line ? ':' + file.line + (file.column ? ':' + file.column : '') : '')), ' ',
    badge(file.serving ? 'last good version is active' : 'not active', file.serving ? 'warn' : 'bad'),
    h('p', { class: 'failure' }, file.message), h('p', { class: 'muted' }, 'Since ', time(file.since))))) : quiet('None: all route files are active.');
}

function families(list) {
  if (!list) {
    return hidden();
  }
  return table('Families of tools', ['Name', 'State', 'Switched on by'], list.map(each => [each.name,
    badge(each.on ? 'on' : 'off', each.on ? 'good' : 'plain'), h('code', {}, each.setting)]));
}

const BREAKER = { closed: 'good', open: 'bad', half_open: 'warn' };

function breakers(list) {
  if (!list) {
    return hidden();
  }
  return list.length ? table('Circuit breakers', ['Name', 'State', 'Failed calls', 'Blocked calls'], list.map(each => [each.name,
    badge(each.state.replace('_', ' '), BREAKER[each.state] || 'plain'), each.failed + ' of ' + each.calls, String(each.notPermitted)])) : quiet('None.');
}

const UPSTREAM = { connected: 'good', failed: 'bad', connecting: 'warn' };

function upstream(list) {
  if (!list) {
    return hidden();
  }
  return list.length ? table('Upstream MCP servers', ['Name', 'State', 'Server', 'Since', 'Problem'], list.map(each => [each.name,
    badge(each.state, UPSTREAM[each.state] || 'plain'), [each.server, each.transport].filter(Boolean).join(', '), time(each.since),
    each.problem ? [each.problem, each.nextTry ? ['; next try ', time(each.nextTry)] : null] : ''])) : quiet('None are configured.');
}

/** Shows what exposed servers offer and which of their definitions wait, with a button that approves each. */
function exposed(list, act) {
  if (!list) {
    return quiet('The REST API of this gateway has no list of upstream servers.');
  }
  if (!list.length) {
    return quiet('None are offered to you.');
  }
  const waiting = list.flatMap(server => server.waiting.map(each => ({ server: server.name, ...each })));
  return h('div', {}, table('Tools of upstream servers', ['Server', 'Tools', 'Read', 'Problem'], list.map(server => [server.name, String(server.tools.length),
    [server.read_at ? time(server.read_at) : 'not since the start', server.stale ? [' ', badge('stale', 'warn')] : null],
    [server.problem, Object.entries(server.refused).map(([tool, why]) => h('p', { class: 'failure' }, tool + ' is not offered: ' + why))]])),
  waiting.length ? h('h3', {}, 'Definitions that wait for approval') : null, waiting.map(each => definition(each, act)));
}

function definition(waits, act) {
  const key = [waits.server, waits.kind, waits.tool].join(' ');
  const ask = async signal => {
    if (await confirmed('Approve ' + waits.name + '?', 'Clients then see the new definition of this ' + waits.kind + ' of ' + waits.server + '.', 'Approve', signal)) {
      await approve(waits.server, waits.kind, waits.tool, waits.after);
    }
  };
  return h('details', { 'data-key': key, class: 'waiting' }, h('summary', {}, h('code', {}, waits.name), ' of ' + waits.server + ' ',
    waits.before ? waits.changes.map(each => [' ', badge(each + ' changed', 'warn')]) : badge('new', 'plain'), waits.weaker.map(each => [' ', badge(each + ' is weaker', 'bad')])),
  waits.before ? [h('h4', {}, 'Offered now'), json(waits.before, key + ' before')] : null, h('h4', {}, 'Waits'), json(waits.after, key + ' after'),
  h('div', { class: 'actions' }, h('button', { type: 'button', 'data-key': 'approve ' + key, onclick: () => act(ask, 'Not approved: ') }, 'Approve')));
}

const json = (value, key) => h('pre', { tabindex: '0', 'data-key': key }, stringify(value, 2));

/** Shows the data of a database, or its problem. */
function part(known, empty, build) {
  return known.problem ? h('p', { class: 'failure' }, known.problem) : !known.items ? hidden() : known.items.length ? build(known.items) : quiet(empty);
}

const WORK = { ready: 'good', completed: 'good', error: 'bad', failed: 'bad', indexing: 'warn', working: 'warn', building: 'warn', input_required: 'warn' };

const status = text => badge(text.replace('_', ' '), WORK[text] || 'plain');

const progress = (done, total, label) => total > 0 ? h('progress', { max: String(total), value: String(Math.min(done, total)), 'aria-label': label }) : null;

function tasks(known) {
  return part(known, 'You have none.', list => table('Tasks', ['Task', 'Status', 'Started', 'Updated'], list.map(each => [h('code', {}, each.taskId),
    [status(each.status), each.statusMessage ? ' ' + each.statusMessage : null], time(each.createdAt), time(each.lastUpdatedAt)])));
}

function searchIndexes(known) {
  return part(known, 'You have no search tools.', list => table('Search indexes', ['Tool', 'Status', 'Chunks', 'Since'], list.map(({ tool, index }) => [tool,
    [status(index.status), index.last_error ? h('p', { class: 'failure' }, index.last_error) : null],
    index.chunks_count === null ? '' : [progress(index.indexed_chunks_count ?? 0, index.chunks_count, 'Chunks of ' + tool), ' ', (index.indexed_chunks_count ?? 0) + ' of ' + index.chunks_count],
    index.finished_at || index.started_at ? time(index.finished_at || index.started_at) : ''])));
}

function codeIndexes(known) {
  return part(known, 'No workspaces are configured.', list => table('Code indexes', ['Workspace', 'Status', 'Files', 'Definitions', 'Since'], list.map(({ workspace, index }) => {
    const phase = index.phase.toLowerCase();
    return [workspace, [status(phase), index.lastError ? h('p', { class: 'failure' }, index.lastError) : null],
      phase === 'building' ? [progress(index.done, index.total, 'Files of ' + workspace), ' ', index.done + ' of ' + index.total] : String(index.files), String(index.symbols),
      index.finishedAt || index.startedAt ? time(index.finishedAt || index.startedAt) : ''];
  })));
}

function routes({ count, files }) {
  return h('div', {}, h('p', {}, count + ' routes' + (files ? ' in ' + files.length + ' files.' : '.')),
    files ? h('div', { class: 'files' }, files.map(file => h('details', { 'data-key': file.file }, h('summary', {}, h('code', {}, file.file), ' ', h('span', { class: 'muted' }, String(file.routes.length))),
      h('ul', { class: 'ids' }, file.routes.map(id => h('li', {}, h('code', {}, id))))))) : hidden());
}
