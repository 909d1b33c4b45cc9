package dev.caravan.database;

import java.util.Locale;
import java.util.Optional;

/** The databases there are tools for. */
public enum DatabaseKind {
    POSTGRESQL("PostgreSQL", "sql", null),
    MYSQL("MySQL", "sql", null),
    SQLITE("SQLite", "sql", null),
    MONGODB("MongoDB", "mongodb", "db-aggregate-mongodb"),
    REDIS("Redis", "redis", null),
    OPENSEARCH("OpenSearch", "opensearch", "db-advanced-opensearch"),
    SUPABASE("Supabase", "supabase", null);

    private final String product;
    private final String family;
    private final String readingTemplate;

    DatabaseKind(String product, String family, String readingTemplate) {
        this.product = product;
        this.family = family;
        this.readingTemplate = readingTemplate;
    }

    /** As people write it. */
    String product() {
        return product;
    }

    /** Whose routes it has: {@code direct:db-VERB-FAMILY}; of SQL databases each has its own, {@code direct:db-VERB-sql-NAME}. */
    public String family() {
        return family;
    }

    /** Of db_advanced: the one for a database that is read-only, where there is something it may do. */
    Optional<String> advancedTemplate(boolean readOnly) {
        return readOnly ? Optional.ofNullable(readingTemplate) : Optional.of("db-advanced-" + family);
    }

    public boolean isSql() {
        return family.equals("sql");
    }

    /** For the descriptions of tools: what a row is, where the word does not say it. Empty, or a sentence with a space before it. */
    String note() {
        return this == REDIS ? " A row is the JSON string or hash at a key TABLE:ID, where TABLE has no colon; keys that hold anything else are not seen." : "";
    }

    String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
