package dev.caravan.upstream;

import java.time.Duration;

/** How long a caller waits, from when it began: for the connection, all pages and the answer together. */
final class Patience {

    /** As long as the server's own settings let it. */
    static final Patience UNLIMITED = new Patience(null);

    private final Duration whole;
    private final long begin = System.nanoTime();

    private Patience(Duration whole) {
        this.whole = whole;
    }

    static Patience of(Duration whole) {
        return new Patience(whole);
    }

    /** This one, or one of {@code limit} from now on where that ends before it. */
    Patience within(Duration limit) {
        return whole == null || limit.compareTo(left()) <= 0 ? new Patience(limit) : this;
    }

    /** At least 1 ms. */
    Duration left() {
        Duration left = whole.minusNanos(System.nanoTime() - begin);
        return left.toMillis() < 1 ? Duration.ofMillis(1) : left;
    }

    /** What it was at its beginning. */
    Duration whole() {
        return whole;
    }
}
