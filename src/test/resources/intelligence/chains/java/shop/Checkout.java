package shop;

import shop.pricing.Discount;
import shop.pricing.Prices;

/** Takes orders. */
public class Checkout {

    private final Prices prices;
    private final Ledger ledger = new Ledger();

    public Checkout(Prices prices) {
        this.prices = prices;
    }

    public Receipt place(Order order, Discount discount) {
        order.check();
        long amount = prices.total(order, discount);
        ledger.book(order.number(), amount);
        return new Receipt(order.number(), amount);
    }

    public Receipt quote(Order order) {
        return new Receipt(order.number(), prices.total(order));
    }
}
