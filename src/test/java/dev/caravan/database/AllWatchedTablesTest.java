package dev.caravan.database;

import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;

/** The resource of a table tells changes on every database; {@link WatchedTablesTest} watches two. */
@Tag("full")
class AllWatchedTablesTest extends WatchedTablesTest {

    @Override
    Stream<String> databases() {
        return STORES.keySet().stream();
    }
}
