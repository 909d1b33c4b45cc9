// Creates elements without HTML, so that text from tools stays text.

/**
 * Creates an element. Attributes with the value null or false are left out; functions are listeners (onclick); `class` and others are
 * attributes as in HTML. Children are nodes, text or lists of them; null is left out.
 */
export function h(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === 'function') {
      element.addEventListener(key.slice(2), value);
    } else if (value === true) {
      element.setAttribute(key, '');
    } else if (value !== null && value !== undefined && value !== false) {
      element.setAttribute(key, value);
    }
  }
  element.append(...children.flat(Infinity).filter(child => child !== null && child !== undefined && child !== false));
  return element;
}

let last = 0;

/** Returns a unique id for an element. */
export function freshId(prefix) {
  last += 1;
  return prefix + '-' + last;
}

/** Creates a link to another site, or only text if the address is not an HTTP address. */
export function link(url, text) {
  let target = null;
  try {
    target = new URL(url);
  } catch (noUrl) {
    // an invalid address is shown as text
  }
  return target && (target.protocol === 'https:' || target.protocol === 'http:')
    ? h('a', { href: target.href, rel: 'noopener noreferrer', target: '_blank' }, text)
    : h('span', {}, text);
}

/** Creates a button that copies a text and confirms it. */
export function copyButton(label, text) {
  const said = h('span', { class: 'said', role: 'status' });
  const button = h('button', {
    type: 'button', class: 'quiet', onclick: async () => {
      said.textContent = await copy(text()) ? 'Copied' : 'Copy failed. Select the text instead';
      setTimeout(() => {
        said.textContent = '';
      }, 3000);
    },
  }, label);
  return h('span', { class: 'copy' }, button, said);
}

async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch (notAllowed) {
    return copyBySelection(text);
  }
}

// Browsers allow the clipboard on secure pages only.
function copyBySelection(text) {
  const focused = document.activeElement;
  const area = h('textarea', { class: 'offscreen', 'aria-hidden': 'true', tabindex: '-1' });
  area.value = text;
  (document.querySelector('dialog[open]') || document.body).append(area);
  area.select();
  let copied = false;
  try {
    copied = document.execCommand('copy');
  } catch (notOffered) {
    // the result tells the caller
  }
  area.remove();
  focused?.focus();
  return copied;
}

/** Shows a time in the browser's format, with the exact time as its title. */
export function time(iso) {
  const date = new Date(iso);
  return Number.isNaN(date.getTime()) ? h('span', {}, String(iso))
    : h('time', { datetime: iso, title: iso }, date.toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'medium' }));
}
