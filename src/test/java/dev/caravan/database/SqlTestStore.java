package dev.caravan.database;

import dev.caravan.embedded.ServerHandle;
import dev.caravan.embedded.ServerKind;
import dev.caravan.embedded.SharedServers;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * A SQL database.
 *
 * @param name  under {@code caravan.databases}
 * @param types of columns, in the database's own words
 */
public record SqlTestStore(String name, ServerKind kind, Map<TestStore.Type, String> types) implements TestStore {

    private static final Map<String, List<String>> OTHERS = Map.of("mysql", List.of("caged", "reports", "plain"));

    /** {name: its connection}. */
    private static final ThreadLocal<Map<String, Connection>> KEPT = ThreadLocal.withInitial(HashMap::new);

    public static final SqlTestStore POSTGRESQL = new SqlTestStore("postgresql", ServerKind.POSTGRESQL,
            Map.of(Type.INTEGER, "int", Type.LONG, "bigint", Type.TEXT, "varchar(300)",
            Type.DECIMAL, "numeric(20,6)", Type.BOOLEAN, "boolean", Type.TIME, "timestamptz", Type.JSON, "jsonb"));
    public static final SqlTestStore MYSQL = new SqlTestStore("mysql", ServerKind.MARIADB,
            Map.of(Type.INTEGER, "int", Type.LONG, "bigint", Type.TEXT, "varchar(300)",
            Type.DECIMAL, "decimal(20,6)", Type.BOOLEAN, "boolean", Type.TIME, "datetime(6)", Type.JSON, "json"));
    public static final SqlTestStore SQLITE = new SqlTestStore("sqlite", ServerKind.SQLITE,
            Map.of(Type.INTEGER, "int", Type.LONG, "bigint", Type.TEXT, "varchar(300)",
            Type.DECIMAL, "decimal(20,6)", Type.BOOLEAN, "boolean", Type.TIME, "timestamp", Type.JSON, "json"));

    @Override
    public ServerHandle server() {
        return SharedServers.get(kind);
    }

    /**
     * One with the name's suffix {@code _caged}, which allows accounts alone, and of MySQL one that is read-only, {@code mysql_reports},
     * one without RETURNING, {@code mysql_plain}, and one of a user who does not exist before a test makes it, {@code mysql_guest}.
     */
    @Override
    public Map<String, Supplier<Object>> otherDatabases() {
        Map<String, Supplier<Object>> settings = new HashMap<>();
        for (String other : OTHERS.getOrDefault(name, List.of("caged"))) {
            settings.put(name + "_" + other + ".type", () -> name);
            for (String property : List.of("url", "username", "password")) {
                settings.put(name + "_" + other + "." + property,
                        () -> server().properties().getOrDefault("caravan.databases." + name + "." + property, ""));
            }
        }
        settings.put(name + "_caged.tables", () -> "accounts");
        if (name.equals("mysql")) {
            settings.put("mysql_reports.read-only", () -> "true");
            settings.put("mysql_guest.type", () -> name);
            settings.put("mysql_guest.url", () -> server().properties().get("caravan.databases.mysql.url"));
            settings.put("mysql_guest.username", () -> "guest");
            settings.put("mysql_guest.password", () -> "guest-secret");
            // The driver says that the server is MySQL, which has no INSERT ... RETURNING.
            settings.put("mysql_plain.url", () -> server().properties().get("caravan.databases.mysql.url") + "?useMysqlMetadata=true");
        }
        return settings;
    }

    @Override
    public void create(String table, Map<String, Type> columns) {
        String key = columns.keySet().iterator().next();
        String definitions = columns.entrySet().stream().map(column -> column.getKey() + " " + types.get(column.getValue()))
                .collect(Collectors.joining(", "));
        run("drop table if exists " + table, "create table " + table + " (" + definitions + ", primary key (" + key + "))");
    }

    /** Statements as an administrator runs them. */
    public void run(String... statements) {
        try (Statement statement = kept().createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** How many rows there are, as an administrator counts them. */
    public long count(String from) {
        try (Statement statement = kept().createStatement();
                ResultSet counted = statement.executeQuery("select count(*) from " + from)) {
            counted.next();
            return counted.getLong(1);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** This thread's connection of an administrator, for single statements. SQLite makes one each time, which costs it nothing. */
    public Connection kept() throws SQLException {
        Connection before = KEPT.get().get(name);
        if (before != null && kind != ServerKind.SQLITE && before.isValid(1)) {
            return before;
        }
        if (before != null) {
            before.close();
        }
        KEPT.get().put(name, connection());
        return KEPT.get().get(name);
    }

    /** A new connection of an administrator, who may hold locks with it. */
    public Connection connection() throws SQLException {
        Map<String, String> properties = server().properties();
        String prefix = "caravan.databases." + name + ".";
        return DriverManager.getConnection(properties.get(prefix + "url"), properties.get(prefix + "username"),
                properties.get(prefix + "password"));
    }
}
