package shop.pricing;

import java.util.List;
import shop.Item;
import shop.Order;

public class Prices {

    /** Without a discount. */
    public long total(Order order) {
        return total(order.items());
    }

    public long total(Order order, Discount discount) {
        return discount.apply(total(order));
    }

    long total(List<Item> items) {
        long sum = 0;
        for (Item item : items) {
            sum += of(item);
        }
        return sum;
    }

    private static long of(Item item) {
        return Rounding.up(item.price() * item.count());
    }
}
