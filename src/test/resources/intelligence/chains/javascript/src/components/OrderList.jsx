import { till } from '../till.js';

function OrderRow({ order, onSell }) {
  return <li onClick={() => onSell(order)}>{order.number}</li>;
}

export default function OrderList({ orders }) {
  const sell = (order) => till.sell(order);
  return (
    <ul>
      {orders.map((order) => <OrderRow order={order} onSell={sell} />)}
    </ul>
  );
}
