package shop;

import shop.pricing.PercentDiscount;
import shop.pricing.Prices;

public class Till {

    private final Checkout checkout = new Checkout(new Prices());

    public Receipt sell(Order order) {
        return checkout.place(order, new PercentDiscount(10));
    }
}
