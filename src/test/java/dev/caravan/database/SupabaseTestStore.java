package dev.caravan.database;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.McpClient;
import dev.caravan.embedded.ServerHandle;
import dev.caravan.embedded.ServerKind;
import dev.caravan.embedded.SharedServers;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Supplier;

/** PostgREST in front of the embedded PostgreSQL. */
public final class SupabaseTestStore implements TestStore {

    public static final SupabaseTestStore SUPABASE = new SupabaseTestStore();

    private final HttpClient http = HttpClient.newHttpClient();

    private SupabaseTestStore() {
    }

    /** The one of this name; one that is read-only, one with only some tables allowed, and some that are as they should not be. */
    @Override
    public Map<String, Supplier<Object>> otherDatabases() {
        Map<String, Supplier<Object>> settings = new TreeMap<>();
        for (String name : List.of("supabase", "supabase_reports", "supabase_some", "supabase_hasty", "supabase_strange",
                "supabase_keyless", "supabase_gone")) {
            settings.put(name + ".type", () -> "supabase");
            settings.put(name + ".url", () -> server().address());
            settings.put(name + ".key", this::key);
            settings.put(name + ".statement-timeout", () -> "12s");
        }
        settings.put("supabase_reports.read-only", () -> "true");
        settings.put("supabase_some.tables", () -> "supabase_one,supabase_two");
        settings.put("supabase_some.denied-tables", () -> "supabase_two");
        settings.put("supabase_hasty.statement-timeout", () -> "1s");
        settings.put("supabase_strange.key", () -> "no-key-of-this-server");
        settings.put("supabase_keyless.key", () -> "");
        settings.put("supabase_gone.url", () -> "http://127.0.0.1:9");
        return settings;
    }

    public String key() {
        return server().properties().get("caravan.databases.supabase.key");
    }

    @Override
    public ServerHandle server() {
        return SharedServers.get(ServerKind.POSTGREST);
    }

    @Override
    public void create(String table, Map<String, Type> columns) {
        create(table, columns, new String[0]);
    }

    /**
     * The statements change the table's form. PostgREST may still serve an earlier table of the same columns, and for a moment none: the
     * comment tells them apart.
     */
    void create(String table, Map<String, Type> columns, String... statements) {
        SqlTestStore.POSTGRESQL.create(table, columns);
        SqlTestStore.POSTGRESQL.run(statements);
        String comment = "made " + UUID.randomUUID();
        SqlTestStore.POSTGRESQL.run("comment on table " + table + " is '" + comment + "'");
        await().atMost(40, SECONDS).ignoreExceptions()
                .until(() -> served(table).equals(columns.keySet()) && definition(table).path("description").asText().equals(comment));
    }

    /** Statements as an administrator runs them, until PostgREST serves a table with these columns. */
    public void run(String table, Set<String> columns, String... statements) {
        server();
        SqlTestStore.POSTGRESQL.run(statements);
        await().atMost(40, SECONDS).ignoreExceptions().until(() -> served(table).equals(columns));
    }

    private Set<String> served(String table) throws IOException, InterruptedException {
        Set<String> names = new LinkedHashSet<>();
        definition(table).path("properties").fieldNames().forEachRemaining(names::add);
        return names;
    }

    private JsonNode definition(String table) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(server().address())).header("Authorization", "Bearer " + key()).build();
        return McpClient.JSON.readTree(http.send(request, HttpResponse.BodyHandlers.ofString()).body()).path("definitions").path(table);
    }
}
