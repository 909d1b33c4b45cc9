package dev.caravan.database;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Says which tables of a database the tools may use. System tables are never allowed. */
public record TableRules(String database, Set<String> allowed, Set<String> denied, boolean folded) {

    public static TableRules of(String name, DatabaseProperties.Database settings) {
        boolean folded = settings.type() == DatabaseKind.SQLITE || settings.type() == DatabaseKind.MYSQL;
        return new TableRules(name, fold(settings.tables(), folded), fold(settings.deniedTables(), folded), folded);
    }

    /** @throws DatabaseFailure permission_error if the table is not allowed; the message lists the allowed tables, if any */
    public void check(String table) throws DatabaseFailure {
        if (!allows(table)) {
            throw allowed.isEmpty() ? DatabaseFailure.permission("database.deniedTable", table, database)
                    : DatabaseFailure.permission("database.notAllowedTable", table, database, String.join(", ", allowed));
        }
    }

    /** Checks the table behind an alias. The alias itself has been checked. */
    public void checkDenied(String table) throws DatabaseFailure {
        if (isDenied(table)) {
            throw DatabaseFailure.permission("database.deniedTable", table, database);
        }
    }

    /** Returns whether the settings deny the table, whatever other tables they allow. */
    public boolean isDenied(String table) {
        return denied.contains(table);
    }

    public boolean allows(String table) {
        String known = folded ? table.toLowerCase(Locale.ROOT) : table;
        return !denied.contains(known) && (allowed.isEmpty() || allowed.contains(known));
    }

    private static Set<String> fold(List<String> names, boolean folded) {
        return names.stream().map(name -> folded ? name.toLowerCase(Locale.ROOT) : name).collect(Collectors.toCollection(TreeSet::new));
    }
}
