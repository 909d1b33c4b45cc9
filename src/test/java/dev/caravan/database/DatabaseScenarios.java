package dev.caravan.database;

import dev.caravan.McpClient;
import dev.caravan.routes.Scenario;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/** What the tools of the six databases with a server of their own are asked for, on a table with an {@code id} and a {@code name}. */
public final class DatabaseScenarios {

    private static final String TABLE = "every_step";
    private static final String ONE = "{\"type\":\"update\",\"filters\":{\"id\":1},\"data\":{\"name\":\"b\"}}";

    private final McpClient client;
    private final AtomicInteger next = new AtomicInteger(100);
    private final List<Scenario> all = new ArrayList<>();

    public DatabaseScenarios(McpClient client) {
        this.client = client;
    }

    public List<Scenario> all() {
        DatabaseTest.STORES.forEach((name, store) -> {
            if (!name.equals("supabase")) {
                store.create(TABLE, TestStore.columns("id INTEGER, name TEXT"));
                call("db_insert_" + name, () -> "\"data\":[{\"id\":" + next.getAndIncrement() + ",\"name\":\"a\"},{\"id\":"
                        + next.getAndIncrement() + ",\"name\":\"a\"}]");
                call("db_query_" + name, () -> "\"filters\":{\"name\":\"a\"},\"limit\":1");
                call("db_query_" + name, () -> "\"filters\":{\"id\":1}");
                call("db_query_" + name, () -> "\"after\":\"\",\"limit\":1");
                call("db_describe_" + name, "{}");
                call("db_describe_" + name, "{\"table\":\"" + TABLE + "\"}");
                call("db_advanced_" + name, () -> "\"operation\":\"aggregate\",\"group_by\":[\"name\"]");
                call("db_update_" + name, () -> "\"filters\":{\"name\":\"a\"},\"data\":{\"name\":\"a\"}");
                call("db_delete_" + name, () -> "\"filters\":{\"name\":\"nobody\"}");
                call("db_query_" + name, () -> "\"filters\":{\"name__unknown\":1}");
                call("db_update_" + name, () -> "\"filters\":{},\"data\":{\"name\":\"a\"}");
                call("db_delete_" + name, () -> "\"filters\":{}");
                add("db_advanced_" + name, () -> "{\"operation\":\"transaction\",\"table\":\"" + TABLE + "\"}");
            }
        });
        for (String name : new String[] {"postgresql", "mysql", "sqlite"}) {
            call("db_advanced_" + name,
                    "{\"operation\":\"transaction\",\"queries\":[{\"query\":\"UPDATE " + TABLE
                            + " SET name = ? WHERE id = 1\",\"params\":[\"b\"]},"
                    + "{\"query\":\"SELECT * FROM " + TABLE + " WHERE id = 1\"}]}");
        }
        call("db_advanced_mongodb",
                "{\"table\":\"" + TABLE + "\",\"operation\":\"aggregate\",\"pipeline\":[{\"$match\":{\"name\":\"a\"}}]}");
        call("db_advanced_mongodb", "{\"table\":\"" + TABLE + "\",\"operation\":\"transaction\",\"operations\":[" + ONE + "]}");
        call("db_advanced_redis", "{\"table\":\"" + TABLE + "\",\"operation\":\"transaction\",\"operations\":[" + ONE + "]}");
        call("db_advanced_opensearch",
                "{\"table\":\"" + TABLE + "\",\"operation\":\"aggregate\",\"aggs\":{\"most\":{\"max\":{\"field\":\"id\"}}}}");
        return all;
    }

    /** @param rest of the arguments, made anew for each call */
    private void call(String tool, Supplier<String> rest) {
        add(tool, () -> "{\"table\":\"" + TABLE + "\"," + rest.get() + "}");
    }

    private void call(String tool, String arguments) {
        add(tool, () -> arguments);
    }

    private void add(String tool, Supplier<String> arguments) {
        all.add(Scenario.of(tool, () -> {
            McpClient.Answer answer = client.call(tool, McpClient.object(arguments.get()));
            return answer.status() + " " + answer.body();
        }));
    }
}
