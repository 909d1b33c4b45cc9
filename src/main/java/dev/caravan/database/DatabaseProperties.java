package dev.caravan.database;

import dev.caravan.envelope.NearestNames;
import dev.caravan.store.BareAddress;
import io.lettuce.core.RedisURI;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
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

    private static final String TAG = "[A-Za-z0-9._:-]+";
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
     * @param type             Kind of database: postgresql, mysql, sqlite, mongodb, redis, opensearch or supabase. Default: NAME, or
     *                         what the url begins with.
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
     * @param tags             Tags of the database's tools, for toolsets and keys, beside databases and database:NAME.
     */
    public record Database(
            DatabaseKind type, String url, String username, String password, String key, @DefaultValue("public") String schema,
            @DefaultValue("false") boolean readOnly, @DefaultValue List<String> tables, @DefaultValue List<String> deniedTables,
            @DefaultValue("4s") Duration statementTimeout, @DefaultValue("2s") Duration connectTimeout, @DefaultValue("10") int poolSize,
            @DefaultValue("10000") int scanLimit, @DefaultValue("1MB") DataSize maxRead, @DefaultValue List<String> tags) {

        private Database ofKind(String name) {
            String setting = "caravan.databases." + name;
            if (url == null || url.isBlank()) {
                throw new IllegalArgumentException(setting + " has no url. Write its address, such as postgresql://HOST/DATABASE");
            }
            if (!tags.stream().allMatch(tag -> tag.matches(TAG))) {
                throw new IllegalArgumentException(setting + ".tags: a tag has only A-Z a-z 0-9 . _ : -");
            }
            DatabaseKind kind = type != null ? type : DatabaseKind.of(name, url)
                    .orElseThrow(() -> new IllegalArgumentException(setting + " has no type. Write one of "
                            + Arrays.stream(DatabaseKind.values()).map(DatabaseKind::word).collect(Collectors.joining(", "))));
            if (key != null && !key.isEmpty() && kind != DatabaseKind.SUPABASE) {
                throw new IllegalArgumentException(setting + ".key is for Supabase, and the type is " + kind.word()
                        + ". Set username and password instead");
            }
            // the clients of MongoDB and Redis read user and password in the url
            BareAddress address = hasUserInUrl(kind) ? new BareAddress(url, username, password)
                    : kind.isSql() ? BareAddress.jdbc(setting + ".url", url, username, password) : BareAddress.of(url, username, password);
            if (kind.addresses.stream().noneMatch(address.url()::startsWith)) {
                throw new IllegalArgumentException(setting + ".url must begin with "
                        + String.join(" or ", kind.written()) + " for type " + kind.word());
            }
            if (kind == DatabaseKind.MONGODB && BareAddress.mongo(setting + ".url", url, username, password).getDatabase() == null) {
                throw new IllegalArgumentException(setting + ".url must name the database: mongodb://HOST/DATABASE");
            }
            if (kind == DatabaseKind.REDIS) {
                checkRedis(setting, url);
            }
            boolean unnamed = address.username() == null || address.username().isBlank();
            if (unnamed && address.password() != null && !address.password().isEmpty() && !hasUserInUrl(kind)) {
                throw new IllegalArgumentException(setting + " has a password and no username. Set username, or write the user in the url");
            }
            return new Database(kind, address.url(), address.username(), address.password(), key, schema, readOnly, tables, deniedTables,
                    statementTimeout, connectTimeout, poolSize, scanLimit, maxRead, tags);
        }

        private static void checkRedis(String setting, String url) {
            try {
                RedisURI.create(url);
            } catch (IllegalArgumentException e) { // the exception's message would contain the password
                throw new IllegalArgumentException(setting + ".url must be redis://[USER:PASSWORD@]HOST[:PORT][/NUMBER],"
                        + " or rediss:// for TLS. In USER and PASSWORD write %40 for @, %3A for :, %2F for / and %25 for %");
            }
        }

        private static boolean hasUserInUrl(DatabaseKind kind) {
            return kind == DatabaseKind.MONGODB || kind == DatabaseKind.REDIS;
        }

        /** Leaves out the user, the password and the key. */
        @Override
        public String toString() {
            return "Database[type=" + type + ", url=" + (hasUserInUrl(type) ? "" : url)
                    + ", statementTimeout=" + statementTimeout + ", poolSize=" + poolSize + "]";
        }
    }

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

        /** Returns the failure for a table that does not exist, with the nearest of the allowed names. */
        public DatabaseFailure missing(String table, Collection<String> names) {
            return DatabaseFailure.query("database.noTable", database, table,
                    NearestNames.of(table, names.stream().filter(this::allows).toList()));
        }

        public boolean allows(String table) {
            String known = folded ? table.toLowerCase(Locale.ROOT) : table;
            return !denied.contains(known) && (allowed.isEmpty() || allowed.contains(known));
        }

        private static Set<String> fold(List<String> names, boolean folded) {
            return names.stream().map(name -> folded ? name.toLowerCase(Locale.ROOT) : name).collect(Collectors.toCollection(TreeSet::new));
        }
    }
}
