package dev.caravan.database;

import dev.caravan.envelope.NearestNames;
import java.util.Set;
import java.util.function.Supplier;

/**
 * The names of the tables, indexes or collections of one database without columns; {@link Kept} caches them. When a name is not found, the names are
 * read again, at most once a second for each name.
 */
public final class NameCatalogue {

    private static final String ALL = "";

    private final String database;
    private final TableRules rules;
    private final Kept<Set<String>, RuntimeException> kept;

    /** @param reader reads all names except system names */
    public NameCatalogue(String database, DatabaseProperties.Database settings, Supplier<Set<String>> reader) {
        this.database = database;
        this.rules = TableRules.of(database, settings);
        this.kept = new Kept<>(database, all -> reader.get());
    }

    /** @throws DatabaseFailure permission_error if the name is not allowed; query_error with the list of names if it does not exist */
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

    /**
     * Accepts a name that does not exist yet.
     *
     * @throws DatabaseFailure permission_error if the name is not allowed
     */
    public String allowed(String name) throws DatabaseFailure {
        rules.check(name);
        return name;
    }
}
