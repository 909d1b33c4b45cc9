import { total } from './pricing.js';
import * as audit from './audit.js';
import Store from './store.js';

/** Takes orders. */
export class Checkout {
  constructor(store = new Store()) {
    this.store = store;
    this.ledger = new Store();
  }

  place(order) {
    this.#check(order);
    const amount = total(order.items);
    this.ledger.save(order.number, amount);
    audit.record('placed', order.number);
    return amount;
  }

  #check(order) {
    if (order.items.length === 0) {
      throw new EmptyOrderError(order.number);
    }
  }
}

class EmptyOrderError extends Error {
  constructor(number) {
    super(`order ${number} is empty`);
  }
}
