package shop.pricing;

public interface Discount {

    long apply(long amount);
}
