// Shows the result of a call: first a summary view, then all data.

import { h, copyButton, freshId } from './dom.js';
import { isObject, isNumber, parse } from './json.js';
import { chart, graph, isChart, isGraph } from './picture.js';
import { candidates, chain, chunks, isCandidates, isChain, isChunks, isNodes, isPages, nodes, pages } from './hits.js';
import { isRows, raw, table, tree } from './tree.js';
import { curl } from './mcp.js';

const IMAGES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];

/**
 * Shows the result of a call or its failure.
 *
 * @param call {tool, args, result?, error?, millis}
 */
export function resultView(call) {
  const answer = call.result ? content(call.result) : undefined;
  const failure = call.error ? { code: call.error.code, message: call.error.message } : failed(call.result, answer);
  const views = call.result ? viewsOf(answer, call) : [];
  views.push({ label: 'curl', build: () => shell(call) });
  return h('section', { class: failure ? 'result failed' : 'result', 'aria-labelledby': 'result-title' },
    h('h2', { id: 'result-title', tabindex: '-1' }, failure ? 'Failed' : 'Succeeded'),
    failure ? h('p', { class: 'failure' }, failure.code !== null && failure.code !== undefined ? h('strong', {}, String(failure.code)) : null, ' ',
      failure.message || 'The tool gives no reason.') : null,
    facts(call, answer), warnings(answer), tabs(views));
}

/** Returns one sentence for screen readers. */
export function summary(call) {
  const failure = call.error || failed(call.result, content(call.result));
  return (failure ? 'Failed: ' + (failure.message || '') : 'Succeeded') + ', in ' + Math.round(call.millis) + ' ms';
}

// ---- the parts of a result ----

function content(result) {
  if (result.structuredContent !== undefined) {
    return result.structuredContent;
  }
  const texts = blocks(result).filter(block => block.type === 'text');
  if (texts.length === 1 && blocks(result).length === 1) {
    try {
      return parse(texts[0].text);
    } catch (plainText) {
      return texts[0].text;
    }
  }
  return blocks(result);
}

const blocks = result => Array.isArray(result.content) ? result.content : [];

function failed(result, answer) {
  if (!result.isError) {
    return null;
  }
  const error = isObject(answer) && isObject(answer.error) ? answer.error : {};
  return { code: error.code ?? error.type, message: error.message ?? (typeof answer === 'string' ? answer : null) };
}

const isEnvelope = answer => isObject(answer) && typeof answer.ok === 'boolean' && 'data' in answer;

function facts(call, answer) {
  const meta = call.result?._meta || {};
  const own = isEnvelope(answer) && isObject(answer.meta) ? answer.meta : {};
  const items = [];
  const add = (name, value) => items.push(h('div', {}, h('dt', {}, name), h('dd', {}, value)));
  const took = meta.tookMs ?? own.tookMs;
  if (took !== undefined) {
    add('Gateway time', took + ' ms');
  }
  add('Total time', Math.round(call.millis) + ' ms');
  const trace = meta.traceId ?? own.traceId;
  if (trace) {
    add('Trace', [h('code', {}, trace), ' ', copyButton('Copy', () => trace)]);
  }
  for (const [name, value] of Object.entries(own)) {
    if (isNumber(value) && name !== 'tookMs' || value === true) {
      add(name, String(value));
    }
  }
  return h('dl', { class: 'facts' }, items);
}

function warnings(answer) {
  const list = isEnvelope(answer) ? answer.meta?.warnings : null;
  return Array.isArray(list) && list.length ? h('details', { class: 'group' }, h('summary', {}, list.length + (list.length === 1 ? ' warning' : ' warnings') + ' about the data'),
    h('ul', {}, list.map(warning => h('li', {}, typeof warning === 'string' ? warning : JSON.stringify(warning))))) : null;
}

// ---- views ----

function viewsOf(answer, call) {
  const data = isEnvelope(answer) ? answer.data : answer;
  const views = [];
  const add = (label, build) => views.push({ label, build });
  if (isObject(data)) {
    if (isChart(data.option)) {
      add('Chart', () => chart(data.option));
    }
    if (isGraph(data)) {
      add('Graph', () => graph(data, call.args.id));
    }
    for (const list of [data.items, data.results]) {
      if (isPages(list)) {
        add('Pages', () => pages(list));
      } else if (isNodes(list)) {
        add('Hits', () => nodes(list));
      } else if (isChunks(list)) {
        add('Hits', () => chunks(list));
      }
    }
    if (isCandidates(data.candidates)) {
      add('Code', () => candidates(data.candidates));
    }
    if (isChain(data.chain)) {
      add('Calls', () => chain(data.chain));
    }
  }
  const rows = [data, data?.items, data?.data, data?.results, data?.rows].find(isRows);
  if (rows && !views.length) {
    add('Table', () => table(rows, rows.length + (rows.length === 1 ? ' row' : ' rows')));
  }
  const other = call.result.structuredContent === undefined ? blocks(call.result).filter(block => block.type !== 'text') : [];
  if (other.length) {
    add('Content', () => h('div', {}, blocks(call.result).map(block)));
  }
  add('Data', () => typeof answer === 'string' ? h('pre', { class: 'text' }, answer) : tree(isEnvelope(answer) && answer.ok ? data : answer));
  add('JSON', () => h('div', {}, copyButton('Copy', () => JSON.stringify(call.result, null, 2)), raw(call.result)));
  return views;
}

function block(each) {
  if (each.type === 'image' && IMAGES.includes(each.mimeType) && /^[A-Za-z0-9+/=]*$/.test(each.data)) {
    return h('img', { src: 'data:' + each.mimeType + ';base64,' + each.data, alt: 'Image from the tool' });
  }
  return each.type === 'text' ? h('pre', { class: 'text' }, each.text) : tree(each);
}

function shell({ tool, args }) {
  const command = curl(tool, args);
  return h('div', {}, copyButton('Copy', () => command), h('pre', { class: 'code', tabindex: '0', role: 'region', 'aria-label': 'Command' }, command));
}

// ---- tabs ----

function tabs(views) {
  const name = freshId('view');
  const panel = h('div', { role: 'tabpanel', id: name + '-panel', tabindex: '0' });
  const buttons = views.map((view, at) => h('button', {
    type: 'button', role: 'tab', id: name + '-' + at, 'aria-controls': panel.id, onclick: () => choose(at), onkeydown: event => step(event, at),
  }, view.label));

  function choose(chosen) {
    buttons.forEach((button, at) => {
      button.setAttribute('aria-selected', String(at === chosen));
      button.tabIndex = at === chosen ? 0 : -1;
    });
    panel.setAttribute('aria-labelledby', buttons[chosen].id);
    panel.replaceChildren(views[chosen].build());
  }

  function step(event, at) {
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: views.length - 1 }[event.key];
    if (to !== undefined) {
      event.preventDefault();
      const next = (to + views.length) % views.length;
      choose(next);
      buttons[next].focus();
    }
  }

  choose(0);
  return h('div', { class: 'tabs' }, h('div', { role: 'tablist', 'aria-label': 'Views of the result' }, buttons), panel);
}
