export interface Category {
  children: Category[];
}

export function depth(category: Category): number {
  let deepest = 0;
  for (const child of category.children) {
    deepest = Math.max(deepest, depth(child) + 1);
  }
  return deepest;
}

export function write(value: unknown): string {
  return Array.isArray(value) ? writeList(value) : JSON.stringify(value);
}

function writeList(values: unknown[]): string {
  return values.map((value) => write(value)).join(', ');
}
