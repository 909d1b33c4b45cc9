package dev.caravan.database;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** The products that have database tools. */
public enum DatabaseKind {
    POSTGRESQL("PostgreSQL", "sql", "db-aggregate-sql", "jdbc:postgresql:"),
    MYSQL("MySQL", "sql", "db-aggregate-sql", "jdbc:mysql:", "jdbc:mariadb:"),
    SQLITE("SQLite", "sql", "db-aggregate-sql", "jdbc:sqlite:"),
    MONGODB("MongoDB", "mongodb", "db-aggregate-mongodb", "mongodb://", "mongodb+srv://"),
    REDIS("Redis", "redis", null, "redis://", "rediss://"),
    OPENSEARCH("OpenSearch", "opensearch", "db-advanced-opensearch", "https://", "http://"),
    SUPABASE("Supabase", "supabase", null, "https://", "http://");

    private static final String JDBC = "jdbc:";

    /** The product's name, as people write it. */
    final String product;
    private final String family;
    private final String readingTemplate;
    /** What the addresses of this product begin with. */
    final List<String> addresses;

    DatabaseKind(String product, String family, String readingTemplate, String... addresses) {
        this.product = product;
        this.family = family;
        this.readingTemplate = readingTemplate;
        this.addresses = List.of(addresses);
    }

    /** Returns the family, by which the flows of a database are named: {@code direct:db-VERB-FAMILY-NAME}. */
    public String family() {
        return family;
    }

    /** Returns the template of db_advanced. Returns empty for a read-only database whose template only writes. */
    Optional<String> advancedTemplate(boolean readOnly) {
        return readOnly ? Optional.ofNullable(readingTemplate) : Optional.of("db-advanced-" + family);
    }

    public boolean isSql() {
        return family.equals("sql");
    }

    /** Returns a sentence that says what a row is, for the descriptions of tools. It starts with a space; it may be empty. */
    String note() {
        return this == REDIS ? " A row is the JSON string or hash at a key TABLE:ID." : "";
    }

    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the product that the name is, or else the only one with such addresses. */
    static Optional<DatabaseKind> of(String name, String url) {
        List<DatabaseKind> alike = Stream.of(values()).filter(each -> each.accepts(url)).toList();
        return Stream.of(values()).filter(each -> each.word().equals(name)).findFirst()
                .or(() -> alike.size() == 1 ? Optional.of(alike.get(0)) : Optional.empty());
    }

    private boolean accepts(String url) {
        String product = product(url).replaceFirst("^postgres$", "postgresql");
        return addresses.stream().anyMatch(each -> product(each).equals(product));
    }

    /** Returns the letters that an address begins with: {@code jdbc:mysql://} and {@code mysql+driver://} are {@code mysql}. */
    private static String product(String address) {
        return address.replaceFirst("^(?:jdbc:)?([a-z]*)(?s:.*)", "$1");
    }

    /** Returns what people may write at the beginning of an address. */
    List<String> written() {
        return addresses.stream().flatMap(each -> each.startsWith(JDBC)
                ? Stream.of(each.substring(JDBC.length()) + (this == SQLITE ? "" : "//"), each) : Stream.of(each)).toList();
    }
}
