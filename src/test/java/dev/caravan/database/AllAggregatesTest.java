package dev.caravan.database;

import org.junit.jupiter.api.Tag;

/** Every aggregate of {@link AggregateTest} is asked of every database. */
@Tag("full")
class AllAggregatesTest extends AggregateTest {

    @Override
    protected int parts(int usual) {
        return 1;
    }
}
