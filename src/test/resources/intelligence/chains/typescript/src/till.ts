import { checkoutFor } from './checkout';
import { Order } from './order';
import { Prices } from './pricing';

export async function sell(order: Order): Promise<number> {
  const checkout = await checkoutFor(new Prices());
  return checkout.place(order);
}

export async function reduced(order: Order): Promise<number> {
  return new Prices().total(order.items, 10);
}
