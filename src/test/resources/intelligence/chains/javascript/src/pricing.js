export function total(items) {
  return items.map(price).reduce((sum, one) => sum + one, 0);
}

const price = (item) => roundUp(item.price * item.count);

function roundUp(amount) {
  return Math.ceil(amount / 5) * 5;
}
