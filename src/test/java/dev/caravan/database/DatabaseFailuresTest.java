package dev.caravan.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.caravan.database.DatabaseFailure.ExplainedFailures;
import dev.caravan.database.DatabaseFailure.Type;
import dev.caravan.database.Driver.DatabaseDrivers;
import dev.caravan.database.TableDescription.TableSummary;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.springframework.util.unit.DataSize;

/** A failure's message keeps what helps the caller. */
class DatabaseFailuresTest {

    /** Takes every failure for a wrong query. */
    private static final class AnyQuery extends Driver<Object> {

        AnyQuery() {
            super("supabase");
        }

        @Override
        public void ping(String database) {
            throw new UnsupportedOperationException(database);
        }

        @Override
        public Optional<Meaning> meaning(String database, Throwable cause) {
            return Optional.of(new Meaning(Type.QUERY, cause.getMessage()));
        }

        @Override
        public List<TableSummary> tables(String database) {
            throw new UnsupportedOperationException(database);
        }

        @Override
        public TableDescription table(String database, String table) {
            throw new UnsupportedOperationException(database);
        }
    }

    @Test
    void messagesLoseAddressesAndSecrets() {
        DatabaseProperties.Database settings = new DatabaseProperties.Database(DatabaseKind.SUPABASE,
                "http://db.internal/shop", "u", "hunter2-secret", "k3y-secret", "public", false,
                List.of(), List.of(), Duration.ofSeconds(4), Duration.ofSeconds(2), 1, 1, DataSize.ofMegabytes(1), List.of());
        DatabaseProperties properties = new DatabaseProperties(Map.of("shop", settings));
        ExplainedFailures failures = new ExplainedFailures(properties, new DatabaseDrivers(properties, List.of(new AnyQuery())));
        Exception thrown = new IllegalStateException(
                "ERROR: value \"hunter2-secret\" of k3y-secret at jdbc:postgresql://u:p@db.internal:5432/shop?ssl=1 is wrong\n  Hint: "
                        + "none\n  Where: line 3");

        DatabaseFailure failure = (DatabaseFailure) failures.explained(thrown, "shop");

        assertThat(failure.text().in(Locale.ENGLISH)).isEqualTo("shop: value \"…\" of … at … is wrong; Hint: none");
    }

    @Test
    void detailsAreTranslatedToo() {
        List<DatabaseFailure> failures = List.of(
                catchThrowableOfType(DatabaseFailure.class, () -> new Advanced().check(Map.of("operation", "transaction", "pipeline", 1))),
                catchThrowableOfType(DatabaseFailure.class, () -> Filters.of(Map.of("a__isnull", 1), "a"::equals)));

        assertThat(failures).map(failure -> failure.text().in(Locale.ENGLISH)).containsExactly(
                "pipeline can't stand beside operation: transaction. Leave one of them out",
                "a__isnull must be true or false");
        assertThat(failures).map(failure -> failure.text().in(Locale.CHINESE)).containsExactly(
                "pipeline 不能与 operation: transaction 同时使用；请去掉其中一个",
                "a__isnull 须为 true 或 false");
    }
}
