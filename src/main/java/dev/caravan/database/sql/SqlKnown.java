package dev.caravan.database.sql;

import dev.caravan.database.DatabaseKind;
import dev.caravan.database.DatabaseValues;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What the database says now of the names of a statement. Nothing is kept, so that a new table is known at once. Each name stands behind
 * what it is: {@code table} for a table or view of the database's own schema, {@code relation} for other relations (sequences, tables of
 * other schemas in the search path, row types, shadow tables), {@code home} for the own schema, {@code schema} for others,
 * {@code function} for those of the product or of an extension, and {@code foreign} for other functions.
 */
record SqlKnown(Set<String> names) {

    /** @param names folded as the product folds them */
    static SqlKnown of(SqlDatabase database, List<String> names) throws SQLException {
        Set<String> known = new HashSet<>();
        String home = database.settings().schema();
        String all = DatabaseValues.postgresArray(names, String::valueOf);
        String[] parameters = {home, all, home, all, home, all, all};
        try (Connection connection = database.catalogueSource().getConnection()) {
            SqlCatalogue.each(connection, database.catalogue().queries.get("known"),
                    row -> known.add(row.getString(1) + " " + SqlTokens.folded(database.settings().type(), row.getString(2))),
                    database.settings().type() == DatabaseKind.POSTGRESQL ? parameters : new String[0]);
        }
        return new SqlKnown(known);
    }

    /** Returns whether the name is one of these. */
    boolean is(String name, String... whats) {
        return Stream.of(whats).anyMatch(what -> names.contains(what + " " + name));
    }
}
