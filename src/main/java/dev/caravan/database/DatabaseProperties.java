package dev.caravan.database;

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
 * @param databases by the suffix that their tools have
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
     * @param type             null: what its name says
     * @param url              in the form of its driver
     * @param username         null where the url says it, or there is none
     * @param key              of Supabase: what its API is called with
     * @param schema           of PostgreSQL and Supabase: the one whose tables there are
     * @param readOnly         no tool writes, and neither can the connection where the database knows such a thing
     * @param tables           that may be touched; empty: all but those of the system
     * @param deniedTables     that may not
     * @param statementTimeout of one statement, enforced by the database too
     * @param connectTimeout   until a connection is there
     * @param poolSize         connections at once
     * @param scanLimit        of Redis: how many records a call may read through
     * @param maxRead          values that a call reads, about; rows beyond are left out, as if the page was smaller; one row that is larger is an error
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
                return this;
            }
            DatabaseKind named = Arrays.stream(DatabaseKind.values()).filter(kind -> kind.word().equals(name)).findFirst()
                    .orElseThrow(() -> new IllegalArgumentException("caravan.databases." + name + ".type is missing; there are "
                            + Arrays.stream(DatabaseKind.values()).map(DatabaseKind::word).collect(Collectors.joining(", "))));
            return new Database(named, url, username, password, key, schema, readOnly, tables, deniedTables, statementTimeout, connectTimeout,
                    poolSize, scanLimit, maxRead);
        }
    }
}
