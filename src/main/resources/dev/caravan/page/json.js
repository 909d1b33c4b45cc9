// Reads and writes JSON without losing digits: numbers that a double can't hold keep their text.

/** A number whose text is kept, because a double would change it. */
export class Exact {
  constructor(source) {
    this.source = source;
  }

  toString() {
    return this.source;
  }

  toJSON() {
    return typeof JSON.rawJSON === 'function' ? JSON.rawJSON(this.source) : Number(this.source);
  }
}

const canonical = source => source.replace(/^(-?)(\d+)(?:\.(\d*?)0*)?(?:[eE].*)?$/, (all, sign, whole, part) => sign + whole + (part ? '.' + part : ''));

/** Reads a number from its text. */
export function number(source) {
  const value = Number(source);
  const same = /[eE]/.test(source) || String(value) === canonical(source) || Object.is(value, -0);
  return same && Number.isFinite(value) ? value : new Exact(source);
}

/** @throws SyntaxError */
export function parse(text) {
  return JSON.parse(text, (key, value, context) => typeof value === 'number' && context && typeof context.source === 'string'
    ? number(context.source) : value);
}

export function stringify(value, indent) {
  return JSON.stringify(value, null, indent);
}

export const isNumber = value => typeof value === 'number' || value instanceof Exact;

export const isObject = value => value !== null && typeof value === 'object' && !Array.isArray(value) && !(value instanceof Exact);

/** Returns the type of a JSON value, by JSON Schema's names. */
export function kind(value) {
  return value === null ? 'null' : Array.isArray(value) ? 'array' : isNumber(value) ? 'number' : typeof value;
}
