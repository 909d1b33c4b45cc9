package dev.caravan.database.sql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.database.SqlTestStore;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Every type that PostgreSQL has is sorted by the stored value, or refused. */
class EveryTypeOrderTest extends OrderedTables {

    /** Text that is a value of one type or another. */
    private static final List<String> TEXTS = List.of("1", "10", "9", "-1", "a", "B", "true", "f", "{1}", "{10}", "{9}", "{a}",
            "[1,5)", "[9,100)", "{[1,2)}", "{[10,12)}", "2024-01-02", "0001-02-03 BC", "infinity", "10:00", "9:00", "24:00", "1 day",
            "-1 mon", "10.0.0.10", "10.0.0.2", "fe80::1/64", "08:00:2b:01:02:03", "0a:00:2b:01:02:03", "08:00:2b:01:02:03:04:05",
            "(1,2)", "(0,3)", "((1,2),(3,4))", "<(1,2),3>", "{1,2,3}", "0/16", "0/9", "(0,10)", "(0,9)", "10:20:10", "10:20:10,14",
            "{\"a\":1}", "[]", "<a/>", "1010", "0190b3c8-0000-7000-8000-000000000001", "a & b", "int4", "pg_class", "english", "postgres",
            "{10:00}", "{2024-01-02}", "{true,false}", "{1 day}");

    @Test
    @Tag("nightly")
    void everyTypeOfPostgresqlIsSortedByTheStoredValue() throws SQLException {
        List<String> types = new ArrayList<>();
        try (Connection connection = SqlTestStore.POSTGRESQL.connection(); Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("select format_type(oid, null) from pg_type"
                        + " where typtype in ('b', 'r', 'm') and typnamespace = 'pg_catalog'::regnamespace"
                        + " and typname not like '\\_pg%' and typname not like 'pg\\_%' and typelem not in"
                        + " (select oid from pg_type where typtype = 'p') order by oid")) {
            while (rows.next()) {
                types.add(rows.getString(1));
            }
        }
        int compared = 0;
        for (String type : types) {
            String table = "stored_order_every";
            run("postgresql", "drop table if exists " + table, "create table " + table + " (id serial primary key, v " + type + ")");
            try (Connection connection = SqlTestStore.POSTGRESQL.connection()) {
                for (String text : TEXTS) {
                    try (var insert = connection.prepareStatement("insert into " + table + " (v) values (cast(? as " + type + "))")) {
                        insert.setString(1, text);
                        insert.execute();
                    } catch (SQLException e) {
                        // no value of that type
                    }
                }
            }
            run("postgresql", "insert into " + table + " (v) values (null)");
            done("describe", "postgresql", "{\"table\":\"" + table + "\"}");
            try {
                compare("postgresql", table, "v");
            } catch (AssertionError e) {
                throw new AssertionError(type + ": " + e.getMessage(), e);
            }
            compared++;
        }
        assertThat(compared).isGreaterThan(100);
    }
}
