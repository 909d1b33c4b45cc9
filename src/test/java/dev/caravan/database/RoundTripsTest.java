package dev.caravan.database;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;

/** PostgreSQL is asked once for each statement: its driver logs what it sends, and a round trip ends with Sync. */
class RoundTripsTest extends DatabaseTest {

    private static final Logger DRIVER = Logger.getLogger("org.postgresql.core.v3.QueryExecutorImpl");

    @Test
    void pageWithUnfilteredCountTakesTwoRoundTrips() {
        fill();

        assertThat(sent("\"limit\":2")).hasSize(2).allSatisfy(
                trip -> assertThat(trip).as("how many parameters a statement has is not asked").doesNotContain("Describe(statement="));
    }

    @Test
    void pageWithoutCountOrByKeyTakesOneRoundTrip() {
        fill();

        assertThat(sent("\"limit\":2,\"count\":false")).hasSize(1);
        assertThat(sent("\"limit\":1,\"filters\":{\"id\":2}")).hasSize(1);
    }

    private void fill() {
        STORES.get("postgresql").create("trips", TestStore.columns("id INTEGER, name TEXT"));
        done("insert", "postgresql", "{\"table\":\"trips\",\"data\":[{\"id\":1},{\"id\":2},{\"id\":3}]}");
        done("query", "postgresql", "{\"table\":\"trips\",\"limit\":2}");
    }

    /** What the driver sent in each round trip of a query that is run on the table. */
    private List<String> sent(String arguments) {
        Queue<LogRecord> records = new ConcurrentLinkedQueue<>();
        Handler handler = new Handler() {
            @Override
            public void publish(LogRecord entry) {
                records.add(entry);
            }

            @Override
            public void flush() {
            }

            @Override
            public void close() {
            }
        };
        Level before = DRIVER.getLevel();
        DRIVER.setLevel(Level.ALL);
        DRIVER.addHandler(handler);
        try {
            done("query", "postgresql", "{\"table\":\"trips\"," + arguments + "}");
        } finally {
            DRIVER.removeHandler(handler);
            DRIVER.setLevel(before);
        }
        long caller = records.stream().filter(entry -> text(entry).contains("\"trips\"")).findFirst().orElseThrow().getLongThreadID();
        String all = records.stream().filter(entry -> entry.getLongThreadID() == caller).map(RoundTripsTest::text).reduce("",
                (one, other) -> one + "\n" + other);
        return List.of(all.split("FE=> Sync")).stream().filter(trip -> trip.contains("FE=> ")).toList();
    }

    private static String text(LogRecord entry) {
        Object[] values = entry.getParameters();
        return values == null ? entry.getMessage() : java.text.MessageFormat.format(entry.getMessage(), values);
    }
}
