function depth(category) {
  return 1 + Math.max(0, ...category.children.map((child) => depth(child)));
}

function write(value) {
  return Array.isArray(value) ? writeList(value) : JSON.stringify(value);
}

function writeList(values) {
  return '[' + values.map(write).join(', ') + ']';
}

module.exports = { depth, write };
