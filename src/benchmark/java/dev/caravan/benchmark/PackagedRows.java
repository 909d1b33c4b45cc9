package dev.caravan.benchmark;

import static dev.caravan.embedded.ServerKind.MONGO;
import static dev.caravan.embedded.ServerKind.NEO4J;
import static dev.caravan.embedded.ServerKind.POSTGRESQL;
import static dev.caravan.embedded.ServerKind.REDIS;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.model.ReplaceOptions;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import dev.caravan.McpClient;
import dev.caravan.OwnGateway;
import dev.caravan.RestClient;
import dev.caravan.benchmark.Comparison.Goal;
import dev.caravan.embedded.ServerKind;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import io.undertow.Undertow;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Set;
import org.bson.Document;

/** The rows that compare: the gateway beside another server, or beside itself with other settings. */
final class PackagedRows {

    private static final Call BY_KEY = byKey("{}");
    private static final Call ECHO = Call.tool("echo", "{\"text\":\"hello\"}", "\"isError\":false", "hello");
    private static final Call LATEST = Call.tool("db_query_postgresql",
            "{\"table\":\"ordered\",\"order_by\":[\"-at\"],\"limit\":10,\"count\":false}", "\"id\":300000", "\"id\":299991");
    private static final Call MONGO_BY_ID = Call.tool("db_query_mongodb", "{\"table\":\"benchmark\",\"filters\":{\"_id\":\"one\"}}",
            "\"isError\":false", "name of one");
    private static final String API_KEY = "kBenchmark-4f3c0c6f0b1e4c5f9f0e";
    private static final String AUDIENCE = "benchmark";
    private static final int MORE_ROUTES = 1_000;
    static final int BOUND_TOOLS = 10_000;
    private static final double COST = 1.1;

    static final List<PackagedBenchmark.Row> ALL = List.of(
            beside("by-key-32", "db_query_postgresql by key, MCP Toolbox", 32, toolbox(1.5), Set.of(POSTGRESQL),
                    bench -> bench.gateway().asks(BY_KEY), PackagedRows::toolboxByKey),
            beside("by-key-8", "db_query_postgresql by key, MCP Toolbox", 8, toolbox(1.5), Set.of(POSTGRESQL),
                    bench -> bench.gateway().asks(BY_KEY), PackagedRows::toolboxByKey),
            beside("by-key-128", "db_query_postgresql by key, MCP Toolbox", 128, toolbox(1.5), Set.of(POSTGRESQL),
                    bench -> bench.gateway().asks(BY_KEY), PackagedRows::toolboxByKey),
            beside("bare-by-key", "by key by undertow and JDBC alone, MCP Toolbox", 32, toolbox(1.5), Set.of(POSTGRESQL),
                    bench -> bench.bareSql().asks(BY_KEY), PackagedRows::toolboxByKey),
            besideEarlier("earlier-by-key", "by key", Set.of(POSTGRESQL), BY_KEY),
            besideEarlier("earlier-echo", "echo", Set.of(), ECHO),
            new PackagedBenchmark.Row("earlier-recall", Set.of(), PackagedRows::recall),
            beside("page", "a page of ten and its count, MCP Toolbox", 32, Goal.ratio(1.3), Set.of(POSTGRESQL),
                    bench -> bench.gateway().asks(Call.tool("db_query_postgresql",
                            "{\"table\":\"benchmark\",\"limit\":10,\"filters\":{\"status\":\"paid\"}}", "\"count\":" + paid(bench),
                            "\"has_more\":true", "paid")),
                    bench -> bench.toolbox()
                            .asks(Call.tool("by_status", "{\"status\":\"paid\"}", "paid"),
                                    Call.tool("count_status", "{\"status\":\"paid\"}", String.valueOf(paid(bench))))
                            .together()),
            beside("ordered", "the latest 10 of 300,000 rows, undertow and JDBC alone", 1, Goal.ratio(0.5), Set.of(POSTGRESQL),
                    PackagedRows::latest, bench -> bench.bareSql().asks(LATEST)),
            beside("echo", "echo, bare undertow", 32, Goal.ratio(0.7).and("≤ 60 µs", comparison -> comparison.ours().micros() <= 60),
                    Set.of(), bench -> bench.gateway().asks(ECHO),
                    bench -> bench.bare().asks(ECHO)),
            bare("mongo", MONGO, PackagedRows::mongo),
            beside("mongo-query", "db_query_mongodb by id, bare driver", 32, Goal.ratio(0.7), Set.of(MONGO), PackagedRows::mongoById,
                    bench -> bench.bare().asks(MONGO_BY_ID)),
            bare("neo4j", NEO4J, PackagedRows::neo4j),
            bare("redis", REDIS, PackagedRows::redis),
            besidePlain("session", "by key in a legacy session", bench -> session(plain(bench))),
            besidePlain("modern", "by key by protocol 2026-07-28", PackagedRows::modern),
            besidePlain("api-key", "by key with an API key",
                    bench -> bench.gateway("--caravan.security.mode=api-key", "--caravan.security.keys[0].name=benchmark",
                            "--caravan.security.keys[0].sha256=" + OwnGateway.sha256(API_KEY),
                            "--caravan.security.keys[0].scopes=tools:read,tools:call").asks(BY_KEY).with("X-API-Key", API_KEY)),
            besidePlain("jwt", "by key with a JWT", PackagedRows::jwt),
            beside("routes-1000", "echo among 1,000 more tools, the plain gateway", 32, cost(), Set.of(),
                    bench -> bench.gateway(moreRoutes()).asks(ECHO), bench -> bench.gateway().asks(ECHO)),
            beside("instance-10000", "get_all_data in an instance of 10,000 tools, in one of 10", 32, cost(), Set.of(POSTGRESQL),
                    bench -> instance(bench, BOUND_TOOLS),
                    bench -> instance(bench, 10)),
            beside("instance-10000-echo", "echo beside an instance of 10,000 tools, the plain gateway", 32, cost(), Set.of(POSTGRESQL),
                    bench -> {
                Side used = instance(bench, BOUND_TOOLS);
                used.check();
                return Side.of(used.process(), used.port(), ECHO);
            }, bench -> bench.gateway().asks(ECHO)));

    private PackagedRows() {
    }

    private interface Maker {
        Side make(Bench bench) throws Exception;
    }

    private static PackagedBenchmark.Row beside(String name, String work, int connections, Goal goal, Set<ServerKind> databases, Maker ours,
            Maker other) {
        return new PackagedBenchmark.Row(name, databases, bench -> {
            Side our = ours.make(bench);
            our.check();
            bench.findings.calls(work, bench.compare(connections, our, other.make(bench)), goal);
        });
    }

    /** By key, beside the same gateway or one with the shipped settings. */
    private static PackagedBenchmark.Row besidePlain(String name, String work, Maker ours) {
        return beside(name, work + ", the plain one", 32, Goal.ratio(0.85), Set.of(POSTGRESQL), ours, PackagedRows::plain);
    }

    /** Beside the gateway of {@code earlier=FOLDER}. */
    private static PackagedBenchmark.Row besideEarlier(String name, String work, Set<ServerKind> databases, Call call) {
        return beside(name, work + ", the earlier gateway", 32, Goal.ratio(0.95), databases, bench -> bench.gateway().asks(call),
                bench -> bench.earlier().asks(call));
    }

    /** get_action_info over services that answer at once. */
    private static void recall(Bench bench) throws Exception {
        String services = "http://127.0.0.1:" + bench.java(RecallServices.class, "0").port();
        String[] settings = {"--caravan.recall.ontology-query-url=" + services, "--caravan.recall.operator-integration-url=" + services,
                "--caravan.recall.definitions-ttl=0s"};
        Side ours = recall(bench.gateway(settings));
        Side earlier = recall(bench.earlier(settings));
        ours.check();
        bench.findings.calls("get_action_info, the earlier gateway", bench.compare(32, ours, earlier), Goal.ratio(0.95));
    }

    private static Side recall(Bench.Server gateway) {
        return gateway.asks(new Call(RecallServices.BODY, List.of(RecallServices.EXPECTED))).at(RecallServices.PATH)
                .with("x-account-id", "a").with("x-account-type", "user");
    }

    private interface Lookup {
        Call make(Bench bench) throws Exception;
    }

    private static PackagedBenchmark.Row bare(String name, ServerKind database, Lookup lookup) {
        return new PackagedBenchmark.Row(name, Set.of(database), bench -> {
            Call call = lookup.make(bench);
            String work = McpClient.object(call.body()).at("/params/name").textValue() + ", bare driver";
            bench.findings.calls(work, bench.compare(32, bench.gateway().asks(call), bench.bare().asks(call)), Goal.ratio(0.8));
        });
    }

    private static Goal toolbox(double ratio) {
        return Goal.ratio(ratio).and("p99 below", comparison -> comparison.ours().p99() < comparison.other().p99());
    }

    private static Goal cost() {
        return new Goal("µs ≤ " + COST, comparison -> comparison.costRatio() <= COST);
    }

    /** @param meta JSON, as params have it */
    private static Call byKey(String meta) {
        Call call = Call.tool("db_query_postgresql", "{\"table\":\"benchmark\",\"limit\":100,\"filters\":{\"id\":4711}}",
                "\"isError\":false", "name 4711");
        var body = McpClient.object(call.body());
        if (!meta.equals("{}")) {
            body.withObjectProperty("params").set("_meta", McpClient.object(meta));
        }
        return new Call(body.toString(), call.expected());
    }

    private static Side latest(Bench bench) throws Exception {
        bench.execute("drop table if exists ordered", "create table ordered (id int primary key, at timestamptz not null)",
                "insert into ordered select n, timestamptz '2026-01-01Z' + n * interval '1 second' from generate_series(1, 300000) n",
                "create index on ordered (at)", "analyze ordered");
        return bench.gateway().asks(LATEST);
    }

    private static Side plain(Bench bench) throws Exception {
        return bench.gateway().asks(BY_KEY);
    }

    private static Side toolboxByKey(Bench bench) throws Exception {
        return bench.toolbox().asks(Call.tool("by_key", "{\"id\":4711}", "name 4711"));
    }

    private static long paid(Bench bench) throws Exception {
        return bench.number("select count(*) from benchmark where status = 'paid'");
    }

    private static Side session(Side plain) throws Exception {
        plain.check();
        McpClient client = new McpClient(plain.port());
        McpClient.Answer opened = client.post(McpClient.request("initialize",
                McpClient.object(
                        "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{},\"clientInfo\":{\"name\":\"benchmark\",\"version\":\"1\"}"
                                + "}"))
                .toString());
        String session = opened.headers().get("mcp-session-id").get(0);
        client.post("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}", "Mcp-Session-Id", session, "MCP-Protocol-Version",
                "2025-11-25");
        return plain.with("Mcp-Session-Id", session).with("MCP-Protocol-Version", "2025-11-25");
    }

    private static Side modern(Bench bench) throws Exception {
        Call call = byKey("{\"io.modelcontextprotocol/protocolVersion\":\"" + McpClient.MODERN
                + "\",\"io.modelcontextprotocol/clientCapabilities\":{}}");
        Side plain = plain(bench);
        return Side.of(plain.process(), plain.port(), call).with("MCP-Protocol-Version", McpClient.MODERN).with("Mcp-Method", "tools/call")
                .with("Mcp-Name", "db_query_postgresql");
    }

    /** The issuer's keys are served by this JVM; the gateway asks for them every five minutes. */
    private static Side jwt(Bench bench) throws Exception {
        RSAKey key = new RSAKeyGenerator(2048).keyID("benchmark").generate();
        Undertow issuer = Undertow.builder().addHttpListener(0, "127.0.0.1").setIoThreads(1).setWorkerThreads(1)
                .setHandler(exchange -> exchange.getResponseSender().send(new JWKSet(key.toPublicJWK()).toString())).build();
        issuer.start();
        String url = "http://127.0.0.1:" + ((InetSocketAddress) issuer.getListenerInfo().get(0).getAddress()).getPort();
        SignedJWT token = new SignedJWT(new JWSHeader.Builder(JWSAlgorithm.RS256).keyID(key.getKeyID()).build(), new JWTClaimsSet.Builder()
                .issuer(url).audience(AUDIENCE).subject("benchmark")
                .expirationTime(Date.from(Instant.now().plus(Duration.ofHours(4)))).claim("scope", "tools:read tools:call").build());
        token.sign(new RSASSASigner(key));
        return bench.gateway("--caravan.security.mode=oauth2", "--caravan.security.oauth2.issuer=" + url,
                "--caravan.security.oauth2.jwks-uri=" + url + "/keys",
                "--caravan.security.oauth2.audiences=" + AUDIENCE).asks(BY_KEY).with("Authorization", "Bearer " + token.serialize());
    }

    private static Call mongo(Bench bench) throws Exception {
        String id = made(bench, Call.tool("mongo_save_document", "{\"topic\":\"benchmark\",\"content\":\"c\"}", "\"isError\":false"));
        return Call.tool("mongo_find_by_id", "{\"id\":\"" + id + "\"}", "\"isError\":false", id);
    }

    private static Side mongoById(Bench bench) throws Exception {
        String url = bench.databases.properties().get("caravan.databases.mongodb.url");
        try (MongoClient client = MongoClients.create(url)) {
            client.getDatabase(BareServer.MONGO_DATABASE).getCollection("benchmark").replaceOne(new Document("_id", "one"),
                    new Document("_id", "one").append("name", "name of one").append("status", "paid").append("age", 47),
                    new ReplaceOptions().upsert(true));
        }
        return bench.gateway("--caravan.databases.mongodb.url=" + url).asks(MONGO_BY_ID);
    }

    private static Call neo4j(Bench bench) throws Exception {
        String id = made(bench,
                Call.tool("neo4j_create_node", "{\"label\":\"Entity\",\"properties\":{\"name\":\"benchmark\"}}", "\"isError\":false"));
        return Call.tool("neo4j_find_node", "{\"id\":\"" + id + "\"}", "\"isError\":false", id);
    }

    private static Call redis(Bench bench) {
        try (RedisClient client = RedisClient.create(bench.databases.properties().get("caravan.databases.redis.url"));
                StatefulRedisConnection<String, String> connection = client.connect()) {
            connection.sync().set("benchmark:one", "{\"id\":\"one\",\"name\":\"name of one\",\"status\":\"paid\",\"age\":47}");
        }
        return Call.tool("db_query_redis", "{\"table\":\"benchmark\",\"filters\":{\"id\":\"one\"}}", "\"isError\":false", "name of one");
    }

    /** The id of what a call of the gateway has made. */
    private static String made(Bench bench, Call call) throws Exception {
        Bench.Server gateway = bench.gateway();
        gateway.asks(call).check();
        var params = McpClient.object(call.body()).get("params");
        return new McpClient(gateway.port()).envelope(params.get("name").textValue(), params.get("arguments")).at("/data/id").asText();
    }

    /** The routes and 1,000 more tools, a file each. */
    static Path moreRoutes() throws Exception {
        Path routes = Bench.routes("more");
        GatewayBenchmark.routesWithEcho(routes);
        Path more = Files.createDirectories(routes.resolve("tools/more"));
        String echo = Files.readString(routes.resolve("tools/echo.camel.yaml"));
        for (int i = 0; i < MORE_ROUTES; i++) {
            Files.writeString(more.resolve("more_" + i + ".camel.yaml"),
                    echo.replace("id: echo", "id: more_" + i).replace("ai-tool:echo", "ai-tool:more_" + i));
        }
        return routes;
    }

    /** A call of a tool on a small context, in an instance that has so many. */
    static Side instance(Bench bench, int tools) throws Exception {
        Bench.Server gateway = bench.gateway(bench.storeSettings());
        gateway.asks(ECHO).check();
        RestClient rest = new RestClient(gateway.port(), "of-" + tools);
        long table = rest.post("/api/v1/tables", "{\"name\":\"context\",\"data\":{\"rows\":[1,2,\"three of " + tools + "\"]}}").data()
                .get("id").longValue();
        long tool = rest.post("/api/v1/tools", "{\"table_id\":" + table + ",\"type\":\"get_all_data\",\"name\":\"tool0\"}").data().get("id")
                .longValue();
        String key = rest.post("/api/v1/mcp/with_bindings", "{\"bindings\":[{\"tool_id\":" + tool + "}]}").data().get("api_key")
                .textValue();
        bench.store(
                "insert into tool (user_id, table_id, type, name, description) select user_id, table_id, type, 'tool' || n, description "
                        + "from tool, generate_series(1, "
                        + (tools - 1)
                        + ") n where id = " + tool,
                "insert into mcp_binding (user_id, mcp_id, tool_id, tool_name) select b.user_id, b.mcp_id, t.id, t.name from mcp_binding "
                        + "b join tool t on t.table_id = "
                + table + " and t.id <> " + tool + " where b.tool_id = " + tool, "analyze");
        return gateway.asks(Call.tool("tool" + (tools - 1), "{}", "\"isError\":false", "three of " + tools)).at("/mcp/" + key);
    }
}
