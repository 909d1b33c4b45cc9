export interface Item {
  price: number;
  count: number;
}

export interface Order {
  number: string;
  items: Item[];
}
