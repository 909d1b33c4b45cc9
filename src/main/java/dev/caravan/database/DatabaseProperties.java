package dev.caravan.database;

import dev.caravan.store.BareAddress;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * Settings of {@code caravan.databases.NAME.*}; each is explained in {@code config/application.yaml}.
 *
 * @param databases Databases of the db_* tools, by name.
 */
@ConfigurationProperties("caravan")
public record DatabaseProperties(@DefaultValue Map<String, Database> databases) {

    private static final String NAME = "[a-z][a-z0-9_]{0,39}";

    public DatabaseProperties {
        Map<String, Database> named = new TreeMap<>();
        databases.forEach((name, database) -> {
            if (!name.matches(NAME)) {
                throw new IllegalArgumentException("caravan.databases." + name + ": a name is 1 to 40 of a-z 0-9 _, a letter first");
            }
            named.put(name, database.ofKind(name));
        });
        databases = named;
    }

    /**
     * One database.
     *
     * @param type             Kind of database: postgresql, mysql, sqlite, mongodb, redis, opensearch or supabase. Empty means NAME.
     * @param url              Address of the database.
     * @param username         User, when the url does not name one.
     * @param password         Password of the user.
     * @param key              Supabase: API key.
     * @param schema           PostgreSQL and Supabase: schema of the tables.
     * @param readOnly         Whether the database has only tools that read.
     * @param tables           Tables that tools may use. Empty means all except system tables.
     * @param deniedTables     Tables that tools may not use.
     * @param statementTimeout Timeout of one statement. Keep it below tools.timeout.
     * @param connectTimeout   Timeout of a new connection.
     * @param poolSize         Connections to the database.
     * @param scanLimit        Redis: keys that one call may scan.
     * @param maxRead          Approximate size of the rows that one call reads. Further rows are left out; a single larger row is an error.
     */
    public record Database(
            DatabaseKind type,
            String url,
            String username,
            String password,
            String key,
            @DefaultValue("public") String schema,
            @DefaultValue("false") boolean readOnly,
            @DefaultValue List<String> tables,
            @DefaultValue List<String> deniedTables,
            @DefaultValue("4s") Duration statementTimeout,
            @DefaultValue("2s") Duration connectTimeout,
            @DefaultValue("10") int poolSize,
            @DefaultValue("10000") int scanLimit,
            @DefaultValue("1MB") DataSize maxRead) {

        private Database ofKind(String name) {
            if (url == null || url.isBlank()) {
                throw new IllegalArgumentException("caravan.databases." + name + ".url is missing");
            }
            if (type != null) {
                return bare(name);
            }
            DatabaseKind named = Arrays.stream(DatabaseKind.values()).filter(kind -> kind.word().equals(name)).findFirst()
                    .orElseThrow(() -> new IllegalArgumentException("caravan.databases." + name + ".type is missing; there are "
                            + Arrays.stream(DatabaseKind.values()).map(DatabaseKind::word).collect(Collectors.joining(", "))));
            return new Database(named, url, username, password, key, schema, readOnly, tables, deniedTables, statementTimeout, connectTimeout,
                    poolSize, scanLimit, maxRead).bare(name);
        }

        /** Takes the user and the password out of the url. The clients of MongoDB and Redis read them there. */
        private Database bare(String name) {
            if (type == DatabaseKind.MONGODB || type == DatabaseKind.REDIS) {
                return this;
            }
            BareAddress address = type.family().equals("sql") ? BareAddress.jdbc(url, username, password)
                    : BareAddress.of(url, username, password);
            if (!type.isAddress(address.url())) {
                throw new IllegalArgumentException("caravan.databases." + name + ".url must be " + type.addresses()
                        + " for type " + type.word());
            }
            return new Database(type, address.url(), address.username(), address.password(), key, schema, readOnly, tables,
                    deniedTables, statementTimeout, connectTimeout, poolSize, scanLimit, maxRead);
        }

        /** Leaves out the user, the password and the key. */
        @Override
        public String toString() {
            return "Database[type=" + type + ", url=" + (type == DatabaseKind.MONGODB || type == DatabaseKind.REDIS ? "" : url)
                    + ", statementTimeout=" + statementTimeout + ", poolSize=" + poolSize + "]";
        }
    }
}
