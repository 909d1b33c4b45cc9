import type { Order } from './order';
import { Prices } from './pricing';
import { Store, MemoryStore } from './store';

/** Takes orders. */
export class Checkout {
  constructor(private readonly prices: Prices, private readonly store: Store = new MemoryStore()) {}

  async place(order: Order): Promise<number> {
    const amount = this.prices.total(order.items);
    await this.store.save(order.number, amount);
    return amount;
  }

  quote(order: Order): string {
    return this.prices.total(order.number);
  }
}

export async function checkoutFor(prices: Prices): Promise<Checkout> {
  return new Checkout(prices);
}
