// Shows one tool: its description, a form for its arguments, and the result of a call.

import { h, copyButton } from './dom.js';
import { isObject, stringify } from './json.js';
import { json, schemaForm } from './form.js';
import { answered, confirmed } from './dialog.js';
import { effect, titleOf } from './catalogue.js';
import { resultView, summary } from './result.js';
import { raw } from './tree.js';
import { Away, Refused, callTool, curl } from './mcp.js';

// The arguments of each tool while the page is open.
const drafts = new Map();

const EFFECTS = { reads: 'only reads', adds: 'only adds', changes: 'may change or delete' };

/** Creates the view of a tool: its element, and how to leave it. */
export function toolView(tool) {
  const output = h('div', { class: 'output' });
  const status = h('p', { class: 'status', role: 'status' });
  const problem = h('div', { class: 'problem', role: 'alert', hidden: true });
  const run = h('button', { type: 'submit', class: 'primary', title: 'Ctrl+Enter' }, 'Run');
  const cancel = h('button', { type: 'button', hidden: true, onclick: () => running?.abort(new DOMException('Cancelled', 'AbortError')) }, 'Cancel');
  const args = argumentsOf(tool.inputSchema, drafts.get(tool.name));
  const left = new AbortController();
  let running = null;

  function given() {
    const { value, problems } = args.read();
    problem.hidden = problems.length === 0;
    problem.replaceChildren(...(problems.length ? [h('p', {}, problems.length === 1 ? 'One argument is not valid:' : problems.length + ' arguments are not valid:'),
      h('ul', {}, problems.map(each => h('li', {}, each.message)))] : []));
    problems[0]?.control.focus();
    return problems.length ? null : { value };
  }

  async function start() {
    const ready = running ? null : given();
    if (!ready || effect(tool) === 'changes' && !await confirmed('Run ' + tool.name + '?',
      'It may change or delete data. You can’t undo this here.', 'Run it', left.signal)) {
      return;
    }
    running = new AbortController();
    run.disabled = true;
    cancel.hidden = false;
    cancel.focus();
    output.replaceChildren();
    status.textContent = 'Running…';
    const begun = performance.now();
    const call = { tool, args: ready.value };
    try {
      call.result = await callTool(tool, ready.value, {
        signal: running.signal, ask: answered,
        onProgress: at => {
          status.textContent = 'Running: ' + [at.message, at.total ? at.progress + ' of ' + at.total : at.message ? null : at.progress].filter(Boolean).join(', ');
        },
        onTask: task => {
          status.textContent = 'Running as task ' + task.taskId + ': ' + (task.statusMessage || task.status);
        },
      });
    } catch (failed) {
      call.error = failed.name === 'AbortError' ? { message: 'Cancelled' }
        : failed instanceof Refused || failed instanceof Away ? { code: failed.code ?? (failed.status > 200 ? 'HTTP ' + failed.status : null), message: failed.message }
          : { message: 'The answer is not valid: ' + failed.message };
    }
    call.millis = performance.now() - begun;
    running = null;
    run.disabled = false;
    const wasFocused = document.activeElement === cancel || document.activeElement === document.body;
    cancel.hidden = true;
    status.textContent = summary(call);
    output.replaceChildren(resultView(call));
    if (wasFocused && element.isConnected) {
      output.querySelector('h2').focus();
    }
  }

  const element = h('article', { class: 'tool' },
    h('a', { class: 'back', href: '#/tools' }, '← All tools'),
    h('h1', {}, titleOf(tool)),
    h('p', { class: 'hints' }, titleOf(tool) === tool.name ? null : [h('code', {}, tool.name), ' '], hints(tool).map(hint => [h('span', { class: 'badge ' + hint.kind }, hint.text), ' ']).flat()),
    h('p', { class: 'description' }, tool.description || ''),
    h('form', {
      novalidate: true, onsubmit: event => {
        event.preventDefault();
        start();
      },
      // in a field of several lines, Enter alone adds a line
      onkeydown: event => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
          event.preventDefault();
          start();
        }
      },
    }, args.element, problem,
    h('div', { class: 'actions' }, run, cancel, copyButton('Copy as curl', () => curl(tool, args.peek())))),
    h('details', { class: 'group' }, h('summary', {}, 'Schema'), raw({ inputSchema: tool.inputSchema, outputSchema: tool.outputSchema })),
    status, output);

  return {
    element,
    leave() {
      drafts.set(tool.name, args.draft());
      left.abort();
      running?.abort(new DOMException('Cancelled', 'AbortError'));
    },
  };
}

function hints(tool) {
  const said = tool.annotations || {};
  const list = [{ kind: effect(tool), text: EFFECTS[effect(tool)] }];
  if (said.idempotentHint === true && effect(tool) !== 'reads') {
    list.push({ kind: 'plain', text: 'safe to repeat' });
  }
  if (said.openWorldHint === true) {
    list.push({ kind: 'plain', text: 'uses external systems' });
  }
  return list;
}

// The arguments as a form or as JSON, with the same values in both. A draft is { value } of the form or { text } of JSON.
function argumentsOf(schema, draft) {
  let form = schemaForm(schema, draft?.value);
  const area = h('textarea', { id: 'arguments', rows: '10', class: 'code', spellcheck: 'false', 'aria-describedby': 'arguments-problem' });
  const wrong = h('p', { class: 'problem', id: 'arguments-problem', hidden: true });
  const text = h('div', { class: 'field', hidden: true }, h('label', { for: 'arguments' }, 'Arguments as a JSON object'), area, wrong);
  const holder = h('div', {}, form.element);
  const asForm = option('Form', true);
  const asJson = option('JSON', false);

  function option(label, checked) {
    const input = h('input', { type: 'radio', name: 'mode', value: label, onchange: change });
    input.checked = checked;
    return { input, element: h('label', {}, input, ' ', label) };
  }

  function change() {
    if (asJson.input.checked) {
      area.value = stringify(form.read().value, 2);
      say('');
    } else {
      const { value, problems } = readText();
      if (problems.length) {
        asJson.input.checked = true;
        area.focus();
        return;
      }
      form = schemaForm(schema, value);
      holder.replaceChildren(form.element);
    }
    text.hidden = !asJson.input.checked;
    holder.hidden = asJson.input.checked;
  }

  function say(message) {
    wrong.textContent = message;
    wrong.hidden = !message;
    area.setAttribute('aria-invalid', String(Boolean(message)));
  }

  function readText() {
    try {
      const value = json(area.value.trim() || '{}');
      if (!isObject(value)) {
        throw new Error('Arguments must be a JSON object');
      }
      say('');
      return { value, problems: [] };
    } catch (unusable) {
      say(unusable.message);
      return { value: {}, problems: [{ message: unusable.message, control: area }] };
    }
  }

  if (draft?.text !== undefined) {
    asJson.input.checked = true;
    area.value = draft.text;
    text.hidden = false;
    holder.hidden = true;
  }

  return {
    element: h('div', { class: 'arguments' }, h('fieldset', { class: 'mode' }, h('legend', {}, 'Arguments'), asForm.element, asJson.element), holder, text),
    read: () => asJson.input.checked ? readText() : form.read(),
    draft: () => asJson.input.checked ? { text: area.value } : { value: form.read().value },
    /** Returns the valid arguments, without showing errors. */
    peek() {
      if (!asJson.input.checked) {
        return form.read().value;
      }
      try {
        const value = json(area.value.trim() || '{}');
        return isObject(value) ? value : {};
      } catch (unusable) {
        return {};
      }
    },
  };
}
