package shop.pricing;

public class PercentDiscount implements Discount {

    private final int percent;

    public PercentDiscount(int percent) {
        this.percent = percent;
    }

    @Override
    public long apply(long amount) {
        return Rounding.up(amount * (100 - percent) / 100);
    }
}
