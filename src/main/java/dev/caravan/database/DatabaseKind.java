package dev.caravan.database;

import java.util.Locale;

/** The databases there are tools for. */
public enum DatabaseKind {
    POSTGRESQL("PostgreSQL", "sql"),
    MYSQL("MySQL", "sql"),
    SQLITE("SQLite", "sql");

    private final String product;
    private final String family;

    DatabaseKind(String product, String family) {
        this.product = product;
        this.family = family;
    }

    /** As people write it. */
    String product() {
        return product;
    }

    /** Whose routes it has: {@code direct:db-VERB-FAMILY}. */
    String family() {
        return family;
    }

    boolean isSql() {
        return family.equals("sql");
    }

    String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
