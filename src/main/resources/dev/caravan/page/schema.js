// Reads what a JSON Schema (2020-12) requires of a value, for forms. The gateway validates again.

import { isObject, kind } from './json.js';

const MOST_HOPS = 20;

/** Returns the schema with references and allOf resolved at this level only. */
export function resolved(schema, root, hops = 0) {
  if (!isObject(schema)) {
    return {};
  }
  if (typeof schema.$ref === 'string') {
    const { $ref, ...rest } = schema;
    return hops < MOST_HOPS ? resolved({ ...pointed($ref, root), ...rest }, root, hops + 1) : rest;
  }
  if (Array.isArray(schema.allOf) && hops < MOST_HOPS) {
    const { allOf, ...rest } = schema;
    return allOf.map(part => resolved(part, root, hops + 1)).reduce(merged, rest);
  }
  return schema;
}

function pointed(ref, root) {
  let found = ref === '#' || ref.startsWith('#/') ? root : null;
  for (const step of ref.split('/').slice(1)) {
    const name = decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~');
    found = found !== null && typeof found === 'object' && Object.hasOwn(found, name) ? found[name] : null;
  }
  return isObject(found) ? found : {};
}

/** Merges two schemas. */
export function merged(one, other) {
  const all = { ...one, ...other };
  if (isObject(one.properties) && isObject(other.properties)) {
    all.properties = { ...one.properties, ...other.properties };
  }
  if (one.required && other.required) {
    all.required = [...new Set([...one.required, ...other.required])];
  }
  return all;
}

/** Returns the types that a value may have, without null. */
export function types(schema) {
  const said = Array.isArray(schema.type) ? schema.type : schema.type ? [schema.type] : [];
  const known = said.filter(type => type !== 'null');
  if (known.length || said.length) {
    return known;
  }
  return schema.properties ? ['object'] : schema.items || schema.prefixItems ? ['array'] : [];
}

/** Returns the alternatives that each describe a whole value; none if oneOf and anyOf only say which members go together. */
export function alternatives(schema, root) {
  const list = schema.oneOf || schema.anyOf;
  if (Array.isArray(list)) {
    const { oneOf, anyOf, ...base } = schema;
    const others = list.map(each => resolved(each, root)).filter(each => each.type !== 'null' && !('const' in each && each.const === null));
    const telling = others.filter(each => ['type', 'properties', 'enum', 'const', 'items', 'oneOf', 'anyOf'].some(word => word in each));
    return telling.length === others.length ? others.map(each => ({ label: typeName(each, root), schema: merged(base, each) })) : [];
  }
  const several = types(schema);
  return several.length > 1 ? several.map(type => ({ label: typeName({ type }, root), schema: { ...schema, type } })) : [];
}

/** Returns {value, label} of each allowed value if there are few enough to choose from; null if other values are allowed. */
export function choices(schema) {
  if ('const' in schema) {
    return [{ value: schema.const, label: schema.title || text(schema.const) }];
  }
  if (Array.isArray(schema.enum)) {
    return schema.enum.filter(value => value !== null).map((value, at) => ({ value, label: schema.enumNames?.[at] || text(value) }));
  }
  const list = schema.oneOf || schema.anyOf;
  if (Array.isArray(list) && list.length && list.every(each => isObject(each) && 'const' in each)) {
    return list.map(each => ({ value: each.const, label: each.title || text(each.const) }));
  }
  return null;
}

const text = value => typeof value === 'string' ? value : JSON.stringify(value);

const NAMES = { string: 'text', number: 'number', integer: 'whole number', boolean: 'true or false', array: 'list', object: 'object' };

/** Returns the name of a type for users. */
export function typeName(schema, root) {
  if (schema.title) {
    return schema.title;
  }
  if ('const' in schema) {
    return text(schema.const);
  }
  const names = types(schema).map(type => type === 'array' && isObject(schema.items) ? listName(resolved(schema.items, root), root)
    : type === 'object' && schema.properties ? objectName(schema) : NAMES[type] || type);
  return names.join(' or ') || (schema.enum ? 'choice' : alternatives(schema, root).map(each => each.label).join(' or ') || 'anything');
}

function listName(items, root) {
  const of = types(items);
  return of.length === 1 ? 'list of ' + { string: 'texts', number: 'numbers', integer: 'whole numbers', boolean: 'true or false', object: 'objects', array: 'lists' }[of[0]] : 'list';
}

function objectName(schema) {
  const names = Object.keys(schema.properties);
  return 'object' + (names.length ? ' (' + names.slice(0, 3).join(', ') + (names.length > 3 ? '…' : '') + ')' : '');
}

/** Returns whether a form can show such a value; for others it asks for JSON. */
export function isOpen(schema) {
  const of = types(schema);
  return of.length === 0 || of[0] === 'object' && !Object.keys(schema.properties || {}).length
    || of[0] === 'array' && (!isObject(schema.items) || Boolean(schema.prefixItems));
}

/** Returns whether the value has the schema's type and required members. */
export function fits(schema, value) {
  const of = types(schema);
  const is = kind(value);
  return (of.length === 0 || of.includes(is) || is === 'number' && of.includes('integer'))
    && !(is === 'object' && (schema.required || []).some(name => !Object.hasOwn(value, name)))
    && !('const' in schema && schema.const !== value);
}

/** Returns the other rules as short notes. */
export function limits(schema) {
  const notes = [];
  const range = (from, to, unit) => {
    if (from !== undefined && to !== undefined) {
      notes.push(from + ' to ' + to + unit);
    } else if (from !== undefined) {
      notes.push('at least ' + from + unit);
    } else if (to !== undefined) {
      notes.push('at most ' + to + unit);
    }
  };
  range(schema.minimum, schema.maximum, '');
  if (schema.exclusiveMinimum !== undefined) {
    notes.push('more than ' + schema.exclusiveMinimum);
  }
  if (schema.exclusiveMaximum !== undefined) {
    notes.push('less than ' + schema.exclusiveMaximum);
  }
  if (schema.multipleOf !== undefined) {
    notes.push('a multiple of ' + schema.multipleOf);
  }
  range(schema.minLength > 1 ? schema.minLength : undefined, schema.maxLength, ' characters');
  range(schema.minItems, schema.maxItems, ' items');
  if (schema.format) {
    notes.push(schema.format);
  }
  if (schema.pattern) {
    notes.push('matches ' + schema.pattern);
  }
  if (schema.default !== undefined) {
    notes.push('default ' + text(schema.default));
  }
  if (Array.isArray(schema.examples) && schema.examples.length) {
    notes.push('such as ' + schema.examples.slice(0, 5).map(text).join(', '));
  }
  return notes;
}
