import { Item } from '../order';

export class Prices {
  total(number: string): string;
  total(items: Item[]): number;
  total(items: Item[], percent: number): number;
  total(of: string | Item[], percent = 0): number | string {
    if (typeof of === 'string') {
      return `price of ${of}`;
    }
    return discounted(of.reduce((sum, item) => sum + price(item), 0), percent);
  }
}

function price(item: Item): number {
  return roundUp(item.price * item.count);
}

function discounted(amount: number, percent: number): number {
  return roundUp((amount * (100 - percent)) / 100);
}

const roundUp = (amount: number): number => Math.ceil(amount / 5) * 5;
