package dev.caravan.store;

import java.io.File;
import java.time.Duration;
import org.awaitility.Awaitility;

/** The tables of a store. A gateway makes them one after the other, and does not wait for them when it starts. */
public final class StoreTables {

    private static final File MIGRATIONS = new File("src/main/resources/db/migration");

    private StoreTables() {
    }

    /** Waits until all tables are there, and the store is reached: a class that ran before may have restarted the database. */
    public static void await(Store store) {
        Awaitility.await("the tables of the store").atMost(Duration.ofMinutes(2)).ignoreExceptions().until(() -> MIGRATIONS.list().length
                == store.run(jdbc -> jdbc.sql("select max(version::int) from caravan_schema_history where success").query(Integer.class)
                        .single()));
    }
}
