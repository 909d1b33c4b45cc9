package dev.caravan.database.sql;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.McpClient;
import dev.caravan.database.DatabaseTest;
import dev.caravan.database.SqlTestStore;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.apache.camel.CamelContext;
import org.apache.camel.spi.CamelEvent;
import org.apache.camel.support.EventHelper;
import org.apache.camel.support.EventNotifierSupport;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.springframework.beans.factory.annotation.Autowired;

/** Rows, groups and pages are sorted by the stored value, whatever is shown. Pages with {@code after} have each row once, or are refused at the first page. */
class StoredOrderTest extends DatabaseTest {

    /** Types with values in SQL, in no order. */
    private static final Map<String, Map<String, List<String>>> TYPES = Map.of("postgresql", Map.ofEntries(
            Map.entry("inet", List.of("'10.0.0.10'", "'10.0.0.2'", "'9.0.0.1'", "'10.0.0.2/8'")),
            Map.entry("int[]", List.of("'{10}'", "'{9}'", "'{9,1}'", "'{}'", "null")),
            Map.entry("int4range", List.of("'[10,20)'", "'[9,100)'", "'empty'", "'(,3]'")),
            Map.entry("interval", List.of("'1 mon'", "'30 days'", "'2 days'", "'10 days'", "'-1 day'", "'720:00:00'", "null")),
            Map.entry("money", List.of("'10'", "'9'", "'-3'", "'1000'", "'100'", "null")),
            Map.entry("jsonb", List.of("'10'", "'9'", "'\"a\"'", "'[1]'", "'{\"a\":1}'", "'null'", "null")),
            Map.entry("timestamp", List.of("'0044-03-15 BC'", "'infinity'", "'0044-03-15'", "'2024-01-01'", "'-infinity'")),
            Map.entry("date", List.of("'0044-03-15 BC'", "'0100-01-01 BC'", "'10000-01-01'", "'2024-01-01'")),
            Map.entry("stored_order_domain", List.of("10", "9", "-1", "100")),
            Map.entry("real", List.of("'0.1'", "'nan'", "'-0'", "'1e-45'", "'3e38'", "'-infinity'")),
            Map.entry("bit(4)", List.of("'1010'", "'0111'", "'1000'")),
            Map.entry("stored_order_pair", List.of("'(10,a)'", "'(9,b)'", "'(,)'", "null", "'(9,)'")),
            Map.entry("point", List.of("'(1,2)'"))),
            "mysql", Map.ofEntries(
            Map.entry("tinyint(1)", List.of("0", "1", "2", "3", "-128", "null")),
            Map.entry("bit(64)", List.of("18446744073709551615", "0", "9223372036854775808", "1")),
            Map.entry("bit(1)", List.of("b'1'", "b'0'")),
            Map.entry("datetime", List.of("'0000-00-00'", "'2024-01-02'", "'2024-00-00'", "null", "'2024-01-02 03:04:05'")),
            Map.entry("date", List.of("'0000-00-00'", "'2024-01-02'", "'2024-01-00'")),
            Map.entry("time(6)", List.of("'-838:59:59'", "'10:00:00.000001'", "'10:00:00.000002'", "'838:59:59'", "'9:00'")),
            Map.entry("year", List.of("'2024'", "'0000'", "'1999'", "'2155'", "null")),
            Map.entry("float", List.of("0.1", "16777217", "16777216", "1e-40", "3e38", "-0.0", "16777300")),
            Map.entry("double", List.of("0.1", "1e100", "1.7e308", "1e-300", "5e-324", "0.30000000000000004", "0.3")),
            Map.entry("bigint unsigned", List.of("18446744073709551615", "9223372036854775808", "0", "10", "9")),
            Map.entry("int zerofill", List.of("10", "9", "100")),
            Map.entry("decimal(65,30)", List.of("12345678901234567890123456789012345.123456789012345678901234567891", "12345678901234567890123456789012345.12345678901234567890123456789", "-1")),
            Map.entry("varbinary(9)", List.of("x'00'", "x'0000'", "x'ff'", "''", "x'fe'")),
            Map.entry("uuid", List.of("'00000000-0000-0000-0000-000000000010'", "'00000000-0000-0000-0000-000000000009'")),
            Map.entry("inet6", List.of("'::10'", "'::9'", "'fe80::1'")),
            Map.entry("json", List.of("'10'", "'9'")),
            Map.entry("point", List.of("point(1,2)", "point(0,3)"))),
            "sqlite", Map.ofEntries(
            Map.entry("boolean", List.of("0", "1", "2", "-1", "'yes'", "null", "1.5")),
            Map.entry("integer", List.of("10", "9", "'abc'", "x'00ff'", "2.5", "9223372036854775807", "9e999", "null")),
            Map.entry("text", List.of("'10'", "'9'", "x'ff'", "cast(x'ff41' as text)", "cast(x'fe41' as text)", "'é'", "''", "null")),
            Map.entry("", List.of("10", "'10'", "9", "'9'", "2.5", "x'3130'", "null")),
            Map.entry("real", List.of("0.1", "1e100", "'x'", "-9e999", "0.30000000000000004", "0.3")),
            Map.entry("timestamp", List.of("'2024-01-02 03:04:05'", "'garbage'", "1700000000", "'2024-01-02T03:04:04.5Z'", "null", "2460000.5")),
            Map.entry("date", List.of("'2024-01-02'", "2024", "'10000-01-01'", "null")),
            Map.entry("decimal(10,2)", List.of("10.25", "9", "'n/a'", "123456789012345678901234567890")),
            Map.entry("blob", List.of("x'ff'", "'a'", "1", "x''", "null"))));

    /** Text that is a value of one type or another. */
    private static final List<String> TEXTS = List.of("1", "10", "9", "-1", "a", "B", "true", "f", "{1}", "{10}", "{9}", "{a}", "[1,5)", "[9,100)", "{[1,2)}", "{[10,12)}", "2024-01-02", "0001-02-03 BC", "infinity",
            "10:00", "9:00", "24:00", "1 day", "-1 mon", "10.0.0.10", "10.0.0.2", "fe80::1/64", "08:00:2b:01:02:03", "0a:00:2b:01:02:03", "08:00:2b:01:02:03:04:05", "(1,2)", "(0,3)", "((1,2),(3,4))", "<(1,2),3>",
            "{1,2,3}", "0/16", "0/9", "(0,10)", "(0,9)", "10:20:10", "10:20:10,14", "{\"a\":1}", "[]", "<a/>", "1010", "0190b3c8-0000-7000-8000-000000000001", "a & b", "int4", "pg_class", "english", "postgres", "{10:00}",
            "{2024-01-02}", "{true,false}", "{1 day}");

    @Autowired
    private CamelContext context;

    @Tag("full")
    @TestFactory
    Stream<DynamicTest> rowsAndPagesAreSortedByTheStoredValue() {
        run("postgresql", "drop table if exists stored_order_pg_stored_order_domain, stored_order_pg_stored_order_pair", "drop domain if exists stored_order_domain", "drop type if exists stored_order_pair",
                "create domain stored_order_domain as int", "create type stored_order_pair as (a int, b text)");
        return TYPES.entrySet().stream().flatMap(database -> database.getValue().entrySet().stream().map(type -> DynamicTest.dynamicTest(database.getKey() + " " + type.getKey(),
                () -> check(database.getKey(), type.getKey(), type.getValue()))));
    }

    private void check(String database, String type, List<String> values) throws SQLException {
        String table = "stored_order_" + database.substring(0, 1) + type.replaceAll("[^a-z0-9]", "") + type.length();
        run(database, "drop table if exists " + table, "create table " + table + " (id int primary key, v " + type + ")");
        for (int i = 0; i < 2 * values.size(); i++) {
            run(database, "insert into " + table + " values (" + i + ", " + values.get(i % values.size()) + ")");
        }
        compare(database, table, type.equals("timestamp") && database.equals("sqlite") ? "strftime('%Y-%m-%d %H:%M:%f', v)" : "v");
    }

    /** Compares with the order that the database's own client sees. */
    private void compare(String database, String table, String stored) throws SQLException {
        for (String way : new String[] {"", "-"}) {
            String order = ",\"order_by\":[\"" + way + "v\",\"id\"]";
            List<String> expected = ids(database, "select id from " + table + " order by " + stored + (way.isEmpty() ? "" : " desc") + ", id");
            if (expected == null) {
                failed("query_error", "query", database, "{\"table\":\"" + table + "\"" + order + "}");
                failed("query_error", "query", database, "{\"table\":\"" + table + "\",\"after\":\"\"" + order + "}");
                continue;
            }
            assertThat(done("query", database, "{\"table\":\"" + table + "\"" + order + "}").get("data").findValuesAsText("id")).as(way + " shown").isEqualTo(expected);
            assertThat(done("query", database, "{\"table\":\"" + table + "\",\"columns\":[\"id\"]" + order + "}").get("data").findValuesAsText("id")).as(way + " not shown").isEqualTo(expected);
            List<String> paged = new ArrayList<>();
            JsonNode page = call("query", database, "{\"table\":\"" + table + "\",\"limit\":1,\"after\":\"\"" + order + "}");
            if (page.has("error")) {
                assertThat(page.at("/error/message").asText()).contains("use offset");
                continue;
            }
            page.get("data").findValuesAsText("id").forEach(paged::add);
            while (page.has("next") && paged.size() <= expected.size()) {
                page = done("query", database, "{\"table\":\"" + table + "\",\"limit\":1,\"after\":\"" + page.get("next").asText() + "\"" + order + "}");
                page.get("data").findValuesAsText("id").forEach(paged::add);
            }
            assertThat(paged).as(way + " paged").isEqualTo(expected);
        }
    }

    /** Returns null where the database can't sort so. */
    private static List<String> ids(String database, String query) {
        try (Connection connection = ((SqlTestStore) STORES.get(database)).connection(); Statement statement = connection.createStatement(); ResultSet rows = statement.executeQuery(query)) {
            List<String> ids = new ArrayList<>();
            while (rows.next()) {
                ids.add(rows.getString(1));
            }
            return ids;
        } catch (SQLException e) {
            return null;
        }
    }

    @Test
    @Tag("full")
    void everyTypeOfPostgresqlIsSortedByTheStoredValue() throws SQLException {
        Map<String, Boolean> types = new LinkedHashMap<>();
        try (Connection connection = SqlTestStore.POSTGRESQL.connection(); Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("select format_type(oid, null), typcategory = 'S' from pg_type where typtype in ('b', 'r', 'm')"
                        + " and typnamespace = 'pg_catalog'::regnamespace and typname not like '\\_pg%' and typname not like 'pg\\_%' and typelem not in (select oid from pg_type where typtype = 'p') order by oid")) {
            while (rows.next()) {
                types.put(rows.getString(1), rows.getBoolean(2));
            }
        }
        int compared = 0;
        for (String type : types.keySet()) {
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
                compare("postgresql", table, types.get(type) && !type.endsWith("[]") ? "v collate \"C\"" : "v");
            } catch (AssertionError e) {
                throw new AssertionError(type + ": " + e.getMessage(), e);
            }
            compared++;
        }
        assertThat(compared).isGreaterThan(100);
    }

    @Test
    void groupsAreMadeAndSortedByTheStoredValue() {
        run("postgresql", "drop table if exists stored_groups", "create table stored_groups (id int primary key, ip inet, t timestamp)",
                "insert into stored_groups values (1, '10.0.0.10', '0044-03-15 BC'), (2, '10.0.0.2', '2024-01-01'), (3, '10.0.0.2', '0044-03-15'), (4, '9.0.0.1', 'infinity')");
        assertThat(aggregate("postgresql", "\"group_by\":[\"ip\"]").findValuesAsText("ip")).containsExactly("9.0.0.1", "10.0.0.2", "10.0.0.10");
        assertThat(aggregate("postgresql", "\"group_by\":[\"t\"],\"order_by\":[\"-t\"]").findValuesAsText("t").get(0)).isEqualTo("infinity");
        assertThat(aggregate("postgresql", "\"group_by\":[\"ip\"],\"metrics\":{\"last\":{\"max\":\"t\"}},\"order_by\":[\"last\"]").findValuesAsText("ip"))
                .containsExactly("10.0.0.10", "10.0.0.2", "9.0.0.1");
    }

    private JsonNode aggregate(String database, String arguments) {
        return done("aggregate", database, "{\"table\":\"stored_groups\"," + arguments + "}").get("data");
    }

    @Test
    void anIndexServesAnOrderByTime() throws Exception {
        for (String database : List.of("postgresql", "mysql")) {
            boolean postgresql = database.equals("postgresql");
            run(database, "drop table if exists stored_index", "create table stored_index (id int primary key, at " + (postgresql ? "timestamptz" : "datetime(6)") + ", note varchar(20))",
                    postgresql ? "insert into stored_index select i, timestamptz '2024-01-01' + i * interval '1 second', 'x' from generate_series(1, 20000) i"
                            : "insert into stored_index select seq, '2024-01-01' + interval seq second, 'x' from seq_1_to_20000",
                    "create index stored_index_at on stored_index (at)", postgresql ? "analyze stored_index" : "analyze table stored_index");
            for (String more : new String[] {"", ",\"columns\":[\"id\"]", ",\"after\":\"\"", ",\"filters\":{\"at__gt\":\"2024-01-01T03:00:00Z\"}"}) {
                String query = "{\"table\":\"stored_index\",\"limit\":10,\"order_by\":[\"-at\"]" + more + "}";
                String plan = plan(database, query);
                assertThat(plan).as(database + query).contains("stored_index_at");
                if (postgresql) {
                    assertThat(plan).as(query).containsPattern("Index (Only )?Scan").doesNotContain("Seq Scan").doesNotContain("to_json(at) #>>");
                }
            }
            JsonNode page = done("query", database, "{\"table\":\"stored_index\",\"limit\":10,\"order_by\":[\"-at\"],\"after\":\"\"}");
            assertThat(plan(database, "{\"table\":\"stored_index\",\"limit\":10,\"order_by\":[\"-at\"],\"after\":\"" + page.get("next").asText() + "\"}")).contains("stored_index_at");
            String byKey = "{\"table\":\"stored_index\",\"limit\":10,\"order_by\":[\"id\"],\"after\":\"";
            assertThat(plan(database, byKey + done("query", database, byKey + "\"}").get("next").asText() + "\"}")).contains(postgresql ? "Index Cond" : "range").doesNotContain("Seq Scan");
        }
    }

    /** Explains the very statement of a query, with its values, on a connection of the gateway. */
    private String plan(String database, String query) throws SQLException {
        List<SqlStatement> sent = new CopyOnWriteArrayList<>();
        EventNotifierSupport notes = new EventNotifierSupport() {
            @Override
            public void notify(CamelEvent event) {
                if (event instanceof CamelEvent.ExchangeSendingEvent sending && sending.getEndpoint().getEndpointUri().startsWith("sql:")
                        && sending.getExchange().getMessage().getBody() instanceof SqlStatement statement && statement.text().contains("stored_index")) {
                    sent.add(statement);
                }
            }
        };
        notes.start();
        context.getManagementStrategy().addEventNotifier(notes);
        context.getCamelContextExtension().setEventNotificationApplicable(true);
        try {
            done("query", database, query);
        } finally {
            context.getManagementStrategy().removeEventNotifier(notes);
            context.getCamelContextExtension().setEventNotificationApplicable(EventHelper.eventsApplicable(context));
        }
        try (Connection connection = context.getRegistry().lookupByNameAndType("database-" + database, DataSource.class).getConnection();
                PreparedStatement explain = connection.prepareStatement("explain " + sent.get(0).text())) {
            for (int i = 0; i < sent.get(0).values().size(); i++) {
                explain.setObject(i + 1, sent.get(0).values().get(i));
            }
            StringBuilder plan = new StringBuilder();
            try (ResultSet rows = explain.executeQuery()) {
                while (rows.next()) {
                    for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
                        plan.append(rows.getString(i)).append(' ');
                    }
                    plan.append('\n');
                }
            }
            return plan.toString();
        }
    }

    @Test
    void aCursorThatWouldBeTooLongIsRefusedAtOnce() {
        run("postgresql", "drop table if exists stored_long", "create table stored_long (id int primary key, v text)", "insert into stored_long select i, repeat('x', 9000) || i from generate_series(1, 3) i");
        assertThat(failed("query_error", "query", "postgresql", "{\"table\":\"stored_long\",\"limit\":1,\"order_by\":[\"v\"],\"after\":\"\"}")).contains("too long").contains("offset");
    }

    @Test
    void forgedCursorsAreRefused() {
        run("mysql", "drop table if exists stored_forged", "create table stored_forged (id int primary key)", "insert into stored_forged values (1), (2)");
        for (String values : new String[] {"[\"x\"]", "[\"\"]", "[true]"}) {
            ObjectNode call = McpClient.object("{\"table\":\"stored_forged\"}").put("after", java.util.Base64.getUrlEncoder().encodeToString(
                    ("{\"order\":[\"id\"],\"values\":" + values + "}").getBytes(java.nio.charset.StandardCharsets.UTF_8)));
            assertThat(call("query", "mysql", call).at("/error/type").asText()).isEqualTo("query_error");
        }
    }

    @Test
    void sqliteRowsWithoutAKeyAreNeverLost() {
        run("sqlite", "drop table if exists stored_null_keys", "create table stored_null_keys (k text primary key, v int)",
                "insert into stored_null_keys values (null, 1), (null, 2), ('a', 3), ('b', 4)");
        assertThat(failed("query_error", "query", "sqlite", "{\"table\":\"stored_null_keys\",\"limit\":1,\"after\":\"\"}")).contains("k has null").contains("use offset");
        assertThat(done("query", "sqlite", "{\"table\":\"stored_null_keys\",\"limit\":3,\"after\":\"\"}").has("next")).isTrue();
        run("sqlite", "drop table if exists stored_time_keys", "create table stored_time_keys (k timestamp primary key)",
                "insert into stored_time_keys values ('2024-01-01 00:00:00.0001'), ('2024-01-01 00:00:00.0002')");
        assertThat(failed("query_error", "query", "sqlite", "{\"table\":\"stored_time_keys\",\"limit\":1,\"after\":\"\"}")).contains("use offset");
    }
}
