package shop.pricing;

public class NoDiscount implements Discount {

    @Override
    public long apply(long amount) {
        return amount;
    }
}
