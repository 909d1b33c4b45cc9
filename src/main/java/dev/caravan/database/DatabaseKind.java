package dev.caravan.database;

import java.util.Locale;
import java.util.Optional;

/** The products that have database tools. */
public enum DatabaseKind {
    POSTGRESQL("PostgreSQL", "sql", "db-aggregate-sql"),
    MYSQL("MySQL", "sql", "db-aggregate-sql"),
    SQLITE("SQLite", "sql", "db-aggregate-sql"),
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

    /** Returns the product's name, as people write it. */
    String product() {
        return product;
    }

    /**
     * Returns the suffix of the flows: {@code direct:db-VERB-FAMILY}. Each SQL database has its own flows, {@code direct:db-VERB-sql-NAME}.
     */
    public String family() {
        return family;
    }

    /** Returns the template of db_advanced. Returns empty for a read-only database whose template only writes. */
    Optional<String> advancedTemplate(boolean readOnly) {
        return readOnly ? Optional.ofNullable(readingTemplate) : Optional.of("db-advanced-" + family);
    }

    /** Returns whether the database computes aggregates itself. */
    boolean aggregates() {
        return readingTemplate != null;
    }

    public boolean isSql() {
        return family.equals("sql");
    }

    /** Returns whether the flow itself begins a page after the values by which the last row was sorted. Supabase does so by filters. */
    boolean isBeginningAfter() {
        return this != SUPABASE;
    }

    /** Returns a sentence that says what a row is, for the descriptions of tools. It starts with a space; it may be empty. */
    String note() {
        return this == REDIS ? " A row is the JSON string or hash at a key TABLE:ID." : "";
    }

    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Says how an address is written. */
    String addresses() {
        return switch (this) {
            case POSTGRESQL, MYSQL -> "jdbc:" + word() + "://HOST/DATABASE or " + word() + "://[USER:PASSWORD@]HOST/DATABASE";
            case SQLITE -> "jdbc:sqlite:FILE";
            case MONGODB -> "mongodb://[USER:PASSWORD@]HOST/DATABASE";
            case REDIS -> "redis://[USER:PASSWORD@]HOST";
            case OPENSEARCH, SUPABASE -> "https://HOST";
        };
    }

    /** Whether an address without user and password is one of this product. */
    boolean isAddress(String url) {
        return url.matches(switch (this) {
            case POSTGRESQL, SQLITE -> "jdbc:" + word() + ":.+";
            case MYSQL -> "jdbc:(mysql|mariadb):.+";
            case MONGODB -> "mongodb(\\+srv)?://.+";
            case REDIS -> "rediss?://.+";
            case OPENSEARCH, SUPABASE -> "https?://.+";
        });
    }
}
