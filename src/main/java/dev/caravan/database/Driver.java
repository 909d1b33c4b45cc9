package dev.caravan.database;

import dev.caravan.database.TableDescription.TableSummary;
import dev.caravan.observe.Check;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiFunction;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.boot.actuate.health.Health;
import org.springframework.stereotype.Component;

/** One family of databases: describes tables, says whether a database answers, and what a failure means. */
public abstract class Driver<D> implements DisposableBean {

    private final String family;
    protected final List<String> key;
    private final Map<String, D> databases = new TreeMap<>();

    /**
     * The meaning of a failure.
     *
     * @param message the database's own message; the caller gets a cleaned form of it
     */
    public record Meaning(DatabaseFailure.Type type, String message) {
    }

    /**
     * @param family {@link DatabaseKind#family()}
     * @param key    columns that identify a row in every table
     */
    protected Driver(String family, String... key) {
        this.family = family;
        this.key = List.of(key);
    }

    /** Opens the configured databases of the family. */
    protected final void open(DatabaseProperties properties, BiFunction<String, DatabaseProperties.Database, D> opening) {
        properties.databases().forEach((name, settings) -> {
            if (settings.type().family().equals(family)) {
                databases.put(name, opening.apply(name, settings));
            }
        });
    }

    protected final Set<String> names() {
        return databases.keySet();
    }

    public final D get(String database) {
        return databases.get(database);
    }

    @Override
    public void destroy() throws Exception {
        for (D database : databases.values()) {
            if (database instanceof AutoCloseable open) {
                open.close();
            }
        }
    }

    /** @throws Exception if the database does not answer */
    public abstract void ping(String database) throws Exception;

    /**
     * Classifies a failure.
     *
     * @param cause the failure; its causes are searched too
     * @return empty if this family did not cause the failure
     */
    public abstract Optional<Meaning> meaning(String database, Throwable cause);

    /** Returns all tables except system tables. */
    public abstract List<TableSummary> tables(String database) throws Exception;

    /** @throws DatabaseFailure permission_error if the table is not allowed; query_error with the nearest names if it does not exist */
    public abstract TableDescription table(String database, String table) throws Exception;

    /** Finds the driver of each database, and checks the databases. The name of a check in health is {@code database-NAME}. */
    @Component
    record DatabaseDrivers(DatabaseProperties properties, List<Driver<?>> drivers) implements Check.Several {

        /** @param database name under {@code caravan.databases} */
        Driver<?> of(String database) {
            String family = properties.databases().get(database).type().family();
            return drivers.stream().filter(driver -> driver.family.equals(family)).findFirst().orElseThrow();
        }

        @Override
        public List<Check> all() {
            return properties.databases().entrySet().stream().<Check>map(entry -> new Pinged(of(entry.getKey()), entry.getKey(),
                    entry.getValue())).toList();
        }

        private record Pinged(Driver<?> driver, String database, DatabaseProperties.Database settings) implements Check {

            @Override
            public String name() {
                return "database-" + database;
            }

            @Override
            public String title() {
                return "Database " + database + " (" + settings.type().product + ") at " + Check.place(settings.url());
            }

            @Override
            public Health ask() throws Exception {
                try {
                    driver.ping(database);
                } catch (Exception e) {
                    Meaning meaning = driver.meaning(database, e).orElseThrow(() -> e);
                    if (meaning.type() != DatabaseFailure.Type.CONNECTION && meaning.type() != DatabaseFailure.Type.TIMEOUT) {
                        throw new RefusedException(DatabaseFailure.ExplainedFailures.clean(meaning.message(), settings));
                    }
                    throw e;
                }
                return Check.up(Map.of("type", settings.type().word()));
            }
        }
    }
}
