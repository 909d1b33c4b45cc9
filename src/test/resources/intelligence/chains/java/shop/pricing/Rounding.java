package shop.pricing;

final class Rounding {

    private Rounding() {
    }

    static long up(long amount) {
        return (amount + 4) / 5 * 5;
    }
}
