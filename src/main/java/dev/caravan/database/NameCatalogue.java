package dev.caravan.database;

import java.util.Set;
import java.util.function.Supplier;

/**
 * Names of the tables, or whatever they are called, that one database without columns has; they are {@link Kept}. When one is not found they
 * are read once more, though not more often than every second for one name.
 */
public final class NameCatalogue {

    private static final String ALL = "";

    private final String database;
    private final TableRules rules;
    private final Kept<Set<String>, RuntimeException> kept;

    /** @param reader of all names but those of the system */
    public NameCatalogue(String database, DatabaseProperties.Database settings, Supplier<Set<String>> reader) {
        this.database = database;
        this.rules = TableRules.of(database, settings);
        this.kept = new Kept<>(database, all -> reader.get());
    }

    /** @throws DatabaseFailure permission_error if that name is not allowed, query_error naming those there are if there is none */
    public String existing(String name) throws DatabaseFailure {
        rules.check(name);
        Set<String> names = kept.get(ALL);
        if (!names.contains(name)) {
            names = kept.again(ALL, name);
        }
        if (!names.contains(name)) {
            throw DatabaseFailure.query("database.noTable", database, name, NearestNames.of(name, names.stream().filter(rules::allows).toList()));
        }
        return name;
    }

    /** @throws DatabaseFailure permission_error if that name is not allowed; it need not be there */
    public String allowed(String name) throws DatabaseFailure {
        rules.check(name);
        return name;
    }
}
