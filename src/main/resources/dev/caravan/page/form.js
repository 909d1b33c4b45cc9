// Builds a form from a JSON Schema. Each field reads its value and shows its error beside its control.

import { h, freshId } from './dom.js';
import { isObject, number, parse, stringify, kind } from './json.js';
import { alternatives, choices, fits, isOpen, limits, resolved, typeName, types } from './schema.js';

// Below this depth, a field asks for JSON.
const MOST_DEPTH = 8;
const LONG_TEXT = 1500;
const NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;

/**
 * Builds a form for the members of an object. `read()` returns {value, problems: [{message, control}]}.
 *
 * @param initial initial value, or undefined
 */
export function schemaForm(schema, initial) {
  const root = isObject(schema) ? schema : {};
  const body = members(resolved(root, root), { root, depth: 0 }, isObject(initial) ? initial : {});
  return {
    element: h('div', { class: 'fields' }, body.elements),
    read() {
      const problems = [];
      return { value: body.read(problems), problems };
    },
  };
}

// ---- objects ----

function members(schema, at, initial) {
  const required = new Set(Array.isArray(schema.required) ? schema.required : []);
  const names = Object.keys(isObject(schema.properties) ? schema.properties : {}).filter(name => schema.properties[name] !== false);
  names.sort((one, other) => required.has(other) - required.has(one));
  const fields = names.map(name => [name, field(schema.properties[name], {
    name, required: required.has(name), root: at.root, depth: at.depth + 1,
  }, Object.hasOwn(initial, name) ? initial[name] : undefined)]);
  let rest = Object.fromEntries(Object.entries(initial).filter(([name]) => !names.includes(name)));
  const others = schema.additionalProperties === true || isObject(schema.additionalProperties) || isObject(schema.patternProperties)
    ? jsonField({ type: 'object', description: schema.additionalProperties?.description }, { name: names.length ? 'Other members' : 'Members' },
      Object.keys(rest).length ? rest : undefined)
    : null;
  const elements = fields.map(([, each]) => each.element);
  if (others) {
    elements.push(others.element);
  }
  if (!elements.length) {
    elements.push(h('p', { class: 'muted' }, 'Nothing to fill in.'));
  }
  return {
    elements,
    read(problems) {
      const value = {};
      for (const [name, each] of fields) {
        const given = each.read(problems);
        if (given !== undefined) {
          put(value, name, given);
        }
      }
      if (others) {
        rest = others.read(problems) || {};
      }
      for (const [name, given] of Object.entries(rest)) {
        put(value, name, given);
      }
      return value;
    },
    clear: () => fields.forEach(([, each]) => each.clear()),
  };
}

// Returns whether a value is empty at every depth.
const isEmpty = value => isObject(value) && Object.values(value).every(isEmpty);

// A member may have any name, including __proto__.
function put(object, name, value) {
  Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true });
}

// ---- one field ----

function field(raw, at, initial) {
  const schema = resolved(raw, at.root);
  if (choices(schema)) {
    return choiceField(schema, at, initial);
  }
  const several = alternatives(schema, at.root);
  if (several.length > 1) {
    return alternativesField(schema, several, at, initial);
  }
  if (several.length === 1) {
    return field(several[0].schema, at, initial);
  }
  if (isOpen(schema) || at.depth > MOST_DEPTH) {
    return jsonField(schema, at, initial);
  }
  switch (types(schema)[0]) {
    case 'string': return textField(schema, at, initial);
    case 'number': case 'integer': return numberField(schema, at, initial);
    case 'boolean': return truthField(schema, at, initial);
    case 'array': return listField(schema, at, initial);
    case 'object': return objectField(schema, at, initial);
    default: return jsonField(schema, at, initial);
  }
}

/** Builds label, description, control and error text, and returns how to set the error. */
function framed(schema, at, control, typed = typeName(schema, at.root)) {
  control.id = freshId('field');
  const about = h('p', { class: 'about', id: freshId('about') }, schema.description || '');
  const notes = limits(schema);
  const limit = h('p', { class: 'limits', id: freshId('limits') }, notes.join(' · '));
  const problem = h('p', { class: 'problem', id: freshId('problem'), hidden: true });
  control.setAttribute('aria-describedby', [schema.description && about.id, notes.length && limit.id, problem.id].filter(Boolean).join(' '));
  if (at.required) {
    control.setAttribute('aria-required', 'true');
  }
  control.dataset.name = at.name;
  const say = message => {
    problem.textContent = message || '';
    problem.hidden = !message;
    if (message) {
      control.setAttribute('aria-invalid', 'true');
    } else {
      control.removeAttribute('aria-invalid');
    }
  };
  const element = h('div', { class: 'field' },
    h('label', { for: control.id }, h('span', { class: 'name' }, at.name), ' ', h('span', { class: 'type' }, typed),
      at.required ? h('span', { class: 'required' }, ' required') : null),
    schema.description ? about : null, control, notes.length ? limit : null, problem);
  return { element, say };
}

/** Builds a field with one control. `value()` returns undefined for an empty field and throws an Error with the reason. */
function simple(schema, at, control, value, typed) {
  const { element, say } = framed(schema, at, control, typed);
  return {
    element,
    read(problems) {
      try {
        const given = value();
        if (given === undefined && at.required) {
          throw new Error('Required');
        }
        say('');
        return given;
      } catch (wrong) {
        say(wrong.message);
        problems.push({ message: at.name + ': ' + wrong.message, control });
        return undefined;
      }
    },
    clear: () => say(''),
  };
}

function began(schema, at, initial) {
  return initial === undefined && at.required ? schema.default : initial;
}

function textField(schema, at, initial) {
  const long = schema.maxLength === undefined ? /content|text|body/i.test(at.name) : schema.maxLength > LONG_TEXT;
  const control = long ? h('textarea', { rows: '2', spellcheck: 'false' }) : h('input', { type: 'text', autocomplete: 'off', spellcheck: 'false' });
  const begin = began(schema, at, initial);
  control.value = begin === undefined || begin === null ? '' : String(begin);
  const made = simple(schema, at, control, () => {
    const text = control.value;
    if (text === '') {
      return undefined;
    }
    const length = [...text].length;
    if (schema.maxLength !== undefined && length > schema.maxLength) {
      throw new Error('Must have at most ' + schema.maxLength + ' characters, has ' + length);
    }
    if (schema.minLength !== undefined && length < schema.minLength) {
      throw new Error('Must have at least ' + schema.minLength + ' characters');
    }
    if (schema.pattern && matches(schema.pattern, text) === false) {
      throw new Error('Must match ' + schema.pattern);
    }
    return text;
  });
  if (!long && Array.isArray(schema.examples)) {
    const list = h('datalist', { id: freshId('examples') }, schema.examples.map(each => h('option', { value: String(each) })));
    control.setAttribute('list', list.id);
    made.element.append(list);
  }
  return made;
}

// Returns null if this browser does not support the pattern.
function matches(pattern, text) {
  try {
    return new RegExp(pattern, 'u').test(text);
  } catch (unreadable) {
    return null;
  }
}

function numberField(schema, at, initial) {
  const whole = types(schema)[0] === 'integer';
  const control = h('input', { type: 'text', inputmode: whole ? 'numeric' : 'decimal', autocomplete: 'off', class: 'short' });
  const begin = began(schema, at, initial);
  control.value = begin === undefined || begin === null ? '' : String(begin);
  return simple(schema, at, control, () => {
    const text = control.value.trim();
    if (text === '') {
      return undefined;
    }
    if (!NUMBER.test(text) || whole && !/^-?\d+$/.test(text)) {
      throw new Error(whole ? 'Must be a whole number' : 'Must be a number, such as 1.5');
    }
    const value = number(text);
    const size = Number(text);
    if (size < schema.minimum || size <= schema.exclusiveMinimum) {
      throw new Error('Must be ' + (schema.minimum !== undefined ? 'at least ' + schema.minimum : 'more than ' + schema.exclusiveMinimum));
    }
    if (size > schema.maximum || size >= schema.exclusiveMaximum) {
      throw new Error('Must be ' + (schema.maximum !== undefined ? 'at most ' + schema.maximum : 'less than ' + schema.exclusiveMaximum));
    }
    return value;
  });
}

function truthField(schema, at, initial) {
  return picked(schema, at, [{ value: true, label: 'true' }, { value: false, label: 'false' }], initial);
}

function choiceField(schema, at, initial) {
  return picked(schema, at, choices(schema), initial, 'choice');
}

function picked(schema, at, options, initial, typed) {
  const control = h('select', {}, h('option', { value: '' }, '—'), options.map((option, index) => h('option', { value: String(index) }, option.label)));
  const begin = 'const' in schema && at.required ? schema.const : began(schema, at, initial);
  const index = options.findIndex(option => stringify(option.value) === stringify(begin));
  control.value = begin === undefined || index < 0 ? '' : String(index);
  return simple(schema, at, control, () => control.value === '' ? undefined : options[Number(control.value)].value, typed);
}

function jsonField(schema, at, initial) {
  const of = types(schema);
  const control = h('textarea', { rows: '3', spellcheck: 'false', class: 'code', placeholder: of[0] === 'array' ? '[]' : of[0] === 'object' ? '{}' : '' });
  const begin = began(schema, at, initial);
  control.value = begin === undefined ? '' : stringify(begin, 2);
  return simple(schema, at, control, () => {
    if (control.value.trim() === '') {
      return undefined;
    }
    return typed(of, json(control.value));
  }, typeName(schema, at.root) + ', as JSON');
}

/** @throws Error with the position of the mistake */
export function json(text) {
  try {
    return parse(text);
  } catch (wrong) {
    throw new Error('Not valid JSON: ' + wrong.message);
  }
}

function typed(of, value) {
  const is = kind(value);
  if (of.length && !of.includes(is) && !(is === 'number' && of.includes('integer')) && is !== 'null') {
    throw new Error('Must be JSON of type ' + of.join(' or '));
  }
  return value;
}

// ---- groups ----

function heading(schema, at) {
  return [h('span', { class: 'name' }, at.name), ' ', h('span', { class: 'type' }, at.typed || typeName({ ...schema, title: undefined }, at.root)),
    at.required ? h('span', { class: 'required' }, ' required') : null];
}

const about = schema => schema.description ? h('p', { class: 'about' }, schema.description) : null;

/** Builds the group when it is first opened, so that a deep schema costs nothing before. An empty optional group is left out. */
function objectField(schema, at, initial) {
  if (at.required) {
    const body = members(schema, at, isObject(initial) ? initial : {});
    return { element: h('fieldset', {}, h('legend', {}, heading(schema, at)), about(schema), body.elements), read: body.read, clear: body.clear };
  }
  let body = null;
  const content = h('div', { class: 'fields' });
  const build = () => {
    if (!body) {
      body = members(schema, at, isObject(initial) ? initial : {});
      content.append(...body.elements);
    }
  };
  const element = h('details', { class: 'group', ontoggle: () => element.open && build() }, h('summary', {}, heading(schema, at)), about(schema), content);
  if (isObject(initial)) {
    build();
    element.open = true;
  }
  return {
    element,
    read(problems) {
      if (!body) {
        return undefined;
      }
      const own = [];
      const value = body.read(own);
      const missingOnly = isEmpty(value) && own.every(problem => problem.message.endsWith('Required'));
      if (missingOnly) {
        body.clear();
        return undefined;
      }
      if (own.length) {
        element.open = true;
      }
      problems.push(...own.map(problem => ({ ...problem, message: at.name + ' › ' + problem.message })));
      return value;
    },
    clear: () => body?.clear(),
  };
}

function listField(schema, at, initial) {
  const itemSchema = resolved(schema.items, at.root);
  if (isOpen(itemSchema) && !choices(itemSchema) && alternatives(itemSchema, at.root).length < 2) {
    return jsonField(schema, at, initial);
  }
  const items = [];
  const list = h('ol', { class: 'items' });
  const problem = h('p', { class: 'problem', hidden: true, id: freshId('problem') });
  const add = h('button', { type: 'button', class: 'quiet', 'aria-describedby': problem.id, onclick: () => append(undefined, true) }, 'Add to ' + at.name);
  add.dataset.name = at.name;

  function append(value, focus) {
    const made = field(schema.items, { name: 'Item ' + (items.length + 1), required: true, root: at.root, depth: at.depth + 1 }, value);
    const row = h('li', {}, made.element, h('button', {
      type: 'button', class: 'quiet', onclick: () => {
        items.splice(items.indexOf(made), 1);
        row.remove();
        add.focus();
      },
    }, 'Remove'));
    items.push(made);
    list.append(row);
    if (focus) {
      row.querySelector('input, select, textarea, summary, button')?.focus();
    }
  }

  const begin = began(schema, at, initial);
  (Array.isArray(begin) ? begin : at.required && schema.minItems > 0 ? [undefined] : []).forEach(value => append(value, false));
  const say = message => {
    problem.textContent = message;
    problem.hidden = !message;
  };
  return {
    element: h('fieldset', {}, h('legend', {}, heading(schema, at)), about(schema),
      limits(schema).length ? h('p', { class: 'limits' }, limits(schema).join(' · ')) : null, list, add, problem),
    read(problems) {
      say('');
      if (!items.length && !at.required) {
        return undefined;
      }
      const own = [];
      const value = items.map(item => item.read(own)).filter(given => given !== undefined);
      problems.push(...own.map(each => ({ ...each, message: at.name + ' › ' + each.message })));
      const wrong = schema.minItems > items.length ? 'Must have at least ' + schema.minItems + ' items'
        : schema.maxItems < items.length ? 'Must have at most ' + schema.maxItems + ' items' : '';
      if (wrong) {
        say(wrong);
        problems.push({ message: at.name + ': ' + wrong, control: add });
      }
      return value;
    },
    clear: () => say(''),
  };
}

function alternativesField(schema, several, at, initial) {
  const select = h('select', { id: freshId('field') }, at.required ? null : h('option', { value: '' }, '—'),
    several.map((each, index) => h('option', { value: String(index) }, each.label)));
  select.dataset.name = at.name;
  const content = h('div', { class: 'alternative' });
  let body = null;
  const show = value => {
    const chosen = several[Number(select.value)];
    body = select.value === '' ? null : field(chosen.schema === undefined ? {} : { ...chosen.schema, description: undefined },
      { ...at, name: at.name, required: true, typed: chosen.label, depth: at.depth + 1 }, value);
    content.replaceChildren(...(body ? [body.element] : []));
  };
  select.addEventListener('change', () => show(undefined));
  const fitting = initial === undefined ? -1 : several.findIndex(each => fits(each.schema, initial));
  select.value = fitting >= 0 ? String(fitting) : at.required ? '0' : '';
  show(initial);
  const notes = limits({ default: schema.default, examples: schema.examples });
  return {
    element: h('fieldset', {}, h('legend', {}, heading(schema, { ...at, typed: 'one of ' + several.length })), about(schema),
      notes.length ? h('p', { class: 'limits' }, notes.join(' · ')) : null,
      h('div', { class: 'field' }, h('label', { for: select.id }, 'Kind of ' + at.name), select), content),
    read: problems => body ? body.read(problems) : undefined,
    clear: () => body?.clear(),
  };
}
