import { Checkout } from './checkout.js';
import { total as priceOf } from './pricing';

const { depth } = require('./tree');

export const till = {
  sell(order) {
    const checkout = new Checkout();
    return checkout.place(order);
  },
  quote: (order) => priceOf(order.items),
};

console.log(depth(null), till.sell(null));
