// Dialogs that block the page until they are answered. Escape closes each.

import { h, freshId } from './dom.js';
import { schemaForm } from './form.js';
import { access, plainly } from './mcp.js';

/** Shows a dialog until `settle(answer)` is called. An aborted `signal` answers with `otherwise`, and so does Escape, unless the dialog `stays()`. */
function shown(title, otherwise, fill, signal = null, stays = () => false) {
  return new Promise(resolve => {
    const name = freshId('dialog');
    const opener = document.activeElement?.dataset.key;
    const dialog = h('dialog', { 'aria-labelledby': name });
    let settled = false;
    const settle = answer => {
      if (settled) {
        return;
      }
      settled = true;
      signal?.removeEventListener('abort', gone);
      dialog.close();
      dialog.remove();
      if (document.activeElement === document.body && opener) { // drawn again meanwhile
        document.querySelector('[data-key="' + CSS.escape(opener) + '"]')?.focus();
      }
      resolve(answer);
    };
    const gone = () => settle(otherwise);
    signal?.addEventListener('abort', gone);
    dialog.append(h('h2', { id: name }, title), ...fill(settle));
    dialog.addEventListener('close', gone); // a browser may close it in spite of 'cancel'
    dialog.addEventListener('cancel', event => {
      event.preventDefault();
      if (!stays()) {
        settle(otherwise);
      }
    });
    document.body.append(dialog);
    dialog.showModal();
    if (signal?.aborted) {
      gone();
    }
  });
}

function submitting(act, ...children) {
  return h('form', {
    novalidate: true, onsubmit: event => {
      event.preventDefault();
      act();
    },
  }, ...children);
}

const plain = (label, act) => h('button', { type: 'button', onclick: act }, label);

/** Asks for a confirmation and returns whether it was given. */
export function confirmed(title, text, yes, signal) {
  return shown(title, false, settle => [h('p', {}, text),
    h('div', { class: 'actions' }, plain('Cancel', () => settle(false)), h('button', { type: 'button', class: 'danger', onclick: () => settle(true) }, yes))], signal);
}

/** Shows a tool's question (`elicitation/create`) and returns the answer in the protocol's shape. */
export function answered(request, signal) {
  if (request.method !== 'elicitation/create') {
    return Promise.resolve({ action: 'cancel' });
  }
  const form = schemaForm(request.params.requestedSchema || {});
  return shown('The tool asks', { action: 'cancel' }, settle => [h('p', {}, request.params.message || ''),
    submitting(() => {
      const { value, problems } = form.read();
      if (problems.length) {
        problems[0].control.focus();
      } else {
        settle({ action: 'accept', content: value });
      }
    }, form.element, h('div', { class: 'actions' }, plain('Decline', () => settle({ action: 'decline' })), h('button', { type: 'submit', class: 'primary' }, 'Answer')))], signal);
}

/**
 * Shows a form until `act(values)` succeeds, and tells why it fails. Fields are `{ name, label, about, value, kind, options }`: text, or `kind: 'code'` for many
 * lines, or a choice of `options`. Returns whether it was done.
 */
export function edited(title, fields, yes, act, signal) {
  const problem = h('p', { class: 'problem', role: 'alert', hidden: true });
  const controls = fields.map(({ options, kind, value }) => {
    const id = freshId('field');
    const control = options ? h('select', { id }, options.map(([key, label]) => h('option', { value: key }, label)))
      : kind === 'code' ? h('textarea', { id, class: 'code', rows: '10', spellcheck: 'false', 'aria-describedby': id + '-about' })
        : h('input', { id, type: 'text', autocomplete: 'off', spellcheck: 'false', 'aria-describedby': id + '-about' });
    if (value !== undefined) {
      control.value = value;
    }
    return control;
  });
  const elements = fields.map(({ label, about }, i) => h('div', { class: 'field' }, h('label', { for: controls[i].id }, label),
    about ? h('p', { class: 'about', id: controls[i].id + '-about' }, about) : null, controls[i]));
  const submit = h('button', { type: 'submit', class: 'primary' }, yes);
  return shown(title, false, settle => {
    const save = async () => {
      submit.disabled = true;
      try {
        await act(Object.fromEntries(fields.map(({ name }, i) => [name, controls[i].value])));
        settle(true);
      } catch (failed) {
        problem.hidden = false;
        problem.textContent = plainly(failed).message;
        submit.disabled = false;
      }
    };
    return [submitting(save, elements, problem, h('div', { class: 'actions' }, plain('Cancel', () => submit.disabled || settle(false)), submit))];
  }, signal, () => submit.disabled);
}

/** Asks for credentials and keeps them in this tab. Returns whether they changed. */
export function askAccess() {
  const secret = (label, about, value) => {
    const id = freshId('field');
    const input = h('input', { id, type: 'password', autocomplete: 'off', spellcheck: 'false', 'aria-describedby': id + '-about' });
    input.value = value;
    return { input, element: h('div', { class: 'field' }, h('label', { for: id }, label), h('p', { class: 'about', id: id + '-about' }, about), input) };
  };
  const token = secret('API key or access token', 'Sent as Authorization: Bearer. Leave it empty if the gateway requires no credentials.', access.token);
  const instance = secret('Key of an MCP instance', 'Shows the tools of this instance instead of the gateway’s own. Leave it empty for the gateway.', access.instance);
  const save = (settle, one, other) => {
    access.set(one.trim(), other.trim());
    settle(true);
  };
  return shown('Access', false, settle => [submitting(() => save(settle, token.input.value, instance.input.value), token.element, instance.element,
    h('p', { class: 'muted' }, 'Kept in this tab only, until it is closed.'),
    h('div', { class: 'actions' }, plain('Cancel', () => settle(false)), plain('Forget both', () => save(settle, '', '')),
      h('button', { type: 'submit', class: 'primary' }, 'Use')))]);
}
