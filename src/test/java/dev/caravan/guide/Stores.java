package dev.caravan.guide;

import dev.caravan.embedded.ServerKind;
import dev.caravan.embedded.SharedServers;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.flywaydb.core.Flyway;

/** Databases of the shared PostgreSQL with the tables of the gateway's store, by their JDBC addresses. */
final class Stores {

    static final Map<String, String> SERVER = SharedServers.get(ServerKind.POSTGRESQL).properties();

    private Stores() {
    }

    /** Makes a database with the tables of that version, such as {@code 8} or {@code latest}. */
    static String migrated(String name, String version) throws Exception {
        String store = store(name, "template0");
        Flyway.configure().dataSource(store, SERVER.get("caravan.store.username"), SERVER.get("caravan.store.password"))
                .table("caravan_schema_history").target(version).load().migrate();
        return store;
    }

    static String store(String name, String template) throws Exception {
        execute(SERVER.get("caravan.store.url"), "drop database if exists " + name, "create database " + name + " template " + template);
        return SERVER.get("caravan.store.url").replaceFirst("/\\w+$", "/" + name);
    }

    static void execute(String url, String... statements) throws Exception {
        try (Connection connection = connection(url); Statement statement = connection.createStatement()) {
            for (String each : statements) {
                statement.execute(each);
            }
        }
    }

    static List<String> rows(String url, String query) throws Exception {
        List<String> rows = new ArrayList<>();
        try (Connection connection = connection(url); ResultSet result = connection.createStatement().executeQuery(query)) {
            while (result.next()) {
                List<String> row = new ArrayList<>();
                for (int i = 1; i <= result.getMetaData().getColumnCount(); i++) {
                    row.add(result.getString(i));
                }
                rows.add(String.join(" ", row));
            }
        }
        return rows;
    }

    private static Connection connection(String url) throws Exception {
        return DriverManager.getConnection(url, SERVER.get("caravan.store.username"), SERVER.get("caravan.store.password"));
    }
}
