package dev.caravan.recall;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.caravan.Needs;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The tools of real MCP servers and the operations of real OpenAPI documents become parameters that OpenAI takes. They are npm
 * packages: they need Node and {@code npm ci} in src/test/clients; in CI they may not be skipped.
 */
class RealSchemasTest {

    private static final Path CLIENTS = Path.of("src/test/clients");
    private static final Path MODULES = CLIENTS.resolve("node_modules").toAbsolutePath();
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final List<String> VERBS = List.of("get", "put", "post", "delete", "patch", "head", "options", "trace");

    @BeforeAll
    static void installed() {
        Needs.npm(CLIENTS);
    }

    @Test
    void theToolsOfRealServers(@TempDir Path files) throws Exception {
        Map<String, String> servers = new LinkedHashMap<>();
        servers.put("@modelcontextprotocol/server-everything/dist/index.js", "stdio");
        servers.put("@modelcontextprotocol/server-filesystem/dist/index.js", files.toString());
        servers.put("@modelcontextprotocol/server-memory/dist/index.js", "");
        servers.put("@modelcontextprotocol/server-sequential-thinking/dist/index.js", "");
        servers.put("@modelcontextprotocol/server-github/dist/index.js", "");
        servers.put("@notionhq/notion-mcp-server/bin/cli.mjs", "");
        servers.put("@playwright/mcp/cli.js", "--headless");
        Tally tally = new Tally("Tools of " + servers.size() + " servers");
        for (var server : servers.entrySet()) {
            ArrayNode tools = tools(server.getKey(), server.getValue());
            assertThat(tools).as(server.getKey()).isNotEmpty();
            for (JsonNode tool : tools) {
                JsonNode schema = tool.get("inputSchema");
                JsonNode before = schema.deepCopy();
                long start = System.nanoTime();
                ObjectNode parameters = InputParameters.of(schema);
                tally.converted(server.getKey() + " " + tool.get("name").asText(), parameters, System.nanoTime() - start);
                assertThat(schema).as("the input is not changed").isEqualTo(before);
                assertThat(parameters.get("properties")).as("none of them is left out").hasSameSizeAs(schema.path("properties"));
            }
        }
        tally.tell();
        assertThat(tally.refused).isEmpty();
        assertThat(tally.number).isGreaterThanOrEqualTo(100);
    }

    @ParameterizedTest
    @CsvSource({"@octokit/openapi/generated/api.github.com.json, 1000, 300", "@gitbook/api/spec/openapi.json, 200, 0", "@figma/rest-api-spec/openapi/openapi.yaml, 40, 0",
            "@notionhq/notion-mcp-server/scripts/notion-openapi.json, 20, 0"})
    void theOperationsOfRealDocuments(String path, int atLeast, int examplesThatFit) throws Exception {
        JsonNode document = (path.endsWith(".yaml") ? new YAMLMapper() : JSON).readTree(MODULES.resolve(path).toFile());
        Tally tally = new Tally("Operations of " + path);
        int fitting = 0;
        for (var item : document.get("paths").properties()) {
            for (String verb : VERBS) {
                if (item.getValue().path(verb) instanceof ObjectNode described) {
                    ObjectNode operation = toolbox(document, item.getValue(), described);
                    long start = System.nanoTime();
                    ObjectNode parameters = OperationParameters.of(operation);
                    tally.converted(verb + " " + item.getKey(), parameters, System.nanoTime() - start);
                    for (JsonNode parameter : operation.get("parameters")) {
                        assertThat(parameter.get("in").asText().equals("cookie")
                                || parameters.path("properties").path(parameter.get("in").asText()).path("properties")
                                        .has(parameter.get("name").asText()))
                                .as(verb + " " + item.getKey() + " has " + parameter.get("name")).isTrue();
                    }
                    JsonNode body = operation.at("/request_body/content/application~1json");
                    assertThat(parameters.at("/properties/body/properties").isObject()).as(verb + " " + item.getKey() + " has its body")
                            .isEqualTo(body.has("schema") || operation.get("parameters").isEmpty());
                    for (JsonNode example : examples(document, body)) {
                        boolean fits = fits(original(document, body.get("schema")), example);
                        JsonNode layer = parameters.at("/properties/body");
                        boolean whole = layer.get("properties").has("request_body");
                        assertThat(fits(layer, whole ? JSON.createObjectNode().set("request_body", example) : example))
                                .as(verb + " " + item.getKey() + " takes its example as before: " + example).isEqualTo(fits);
                        fitting += fits ? 1 : 0;
                    }
                }
            }
        }
        tally.tell();
        assertThat(tally.refused).isEmpty();
        assertThat(tally.number).isGreaterThanOrEqualTo(atLeast);
        assertThat(fitting).as("examples of bodies that fit").isGreaterThanOrEqualTo(examplesThatFit);
    }

    private static JsonNode original(JsonNode document, JsonNode schema) {
        ObjectNode original = JSON.createObjectNode();
        original.putArray("allOf").add(schema);
        original.putObject("components").set("schemas", document.at("/components/schemas"));
        return original;
    }

    private static boolean fits(JsonNode schema, JsonNode value) {
        return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12).getSchema(schema).validate(value).isEmpty();
    }

    /** Of bodies; a null says that there is none. */
    private static List<JsonNode> examples(JsonNode document, JsonNode content) {
        List<JsonNode> examples = new ArrayList<>();
        content.path("examples").forEach(example -> examples.add(there(document, example).path("value")));
        if (content.has("example")) {
            examples.add(content.get("example"));
        }
        examples.removeIf(JsonNode::isNull);
        return examples;
    }

    /** As AOI keeps an operation: its parameters whole, request_body for requestBody, and the schemas that it may refer to. */
    private static ObjectNode toolbox(JsonNode document, JsonNode item, JsonNode described) {
        ObjectNode operation = JSON.createObjectNode();
        ArrayNode parameters = operation.putArray("parameters");
        for (JsonNode from : List.of(item, described)) {
            from.path("parameters").forEach(parameter -> parameters.add(there(document, parameter)));
        }
        if (described.has("requestBody")) {
            operation.set("request_body", there(document, described.get("requestBody")));
        }
        ArrayNode responses = operation.putArray("responses");
        described.path("responses").properties().forEach(response -> responses.addObject().put("status_code", response.getKey())
                .set("content", there(document, response.getValue()).path("content")));
        operation.putObject("components").set("schemas", document.at("/components/schemas"));
        return operation;
    }

    private static JsonNode there(JsonNode document, JsonNode described) {
        return described.has("$ref") ? document.at(described.get("$ref").asText().substring(1)) : described;
    }

    private static ArrayNode tools(String script, String argument) throws IOException {
        List<String> command = new ArrayList<>(List.of("node", MODULES.resolve(script).toString()));
        if (!argument.isEmpty()) {
            command.add(argument);
        }
        Process server = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
        CompletableFuture.delayedExecutor(60, TimeUnit.SECONDS).execute(server::destroyForcibly);
        try (OutputStream to = server.getOutputStream(); BufferedReader from = server.inputReader(StandardCharsets.UTF_8)) {
            ObjectNode hello = JSON.createObjectNode().put("protocolVersion", "2025-06-18");
            hello.putObject("capabilities");
            hello.putObject("clientInfo").put("name", "caravan").put("version", "1");
            asked(to, from, 1, "initialize", hello);
            send(to, JSON.createObjectNode().put("jsonrpc", "2.0").put("method", "notifications/initialized"));
            ArrayNode tools = JSON.createArrayNode();
            ObjectNode page = JSON.createObjectNode();
            for (int id = 2; page != null; id++) {
                JsonNode answer = asked(to, from, id, "tools/list", page);
                tools.addAll((ArrayNode) answer.get("tools"));
                page = answer.hasNonNull("nextCursor") ? JSON.createObjectNode().set("cursor", answer.get("nextCursor")) : null;
            }
            return tools;
        } finally {
            server.destroy();
        }
    }

    private static JsonNode asked(OutputStream to, BufferedReader from, int id, String method, JsonNode params) throws IOException {
        ObjectNode request = JSON.createObjectNode().put("jsonrpc", "2.0").put("id", id).put("method", method);
        send(to, request.set("params", params));
        for (String line = from.readLine(); line != null; line = from.readLine()) {
            if (line.startsWith("{")) {
                JsonNode message = JSON.readTree(line);
                if (message.path("id").asInt() == id && !message.has("method")) {
                    assertThat(message.get("error")).isNull();
                    return message.get("result");
                }
            }
        }
        throw new IOException("The server left without an answer to " + method);
    }

    private static void send(OutputStream to, JsonNode message) throws IOException {
        to.write((message + "\n").getBytes(StandardCharsets.UTF_8));
        to.flush();
    }

    /** What OpenAI refuses in a function's parameters. */
    private static List<String> refusals(JsonNode parameters) {
        List<String> refusals = new ArrayList<>(SchemaResolverTest.problems(parameters));
        if (!parameters.path("type").asText().equals("object") || !parameters.path("properties").isObject()) {
            refusals.add("the root is no object with properties");
        }
        Stream.of("oneOf", "anyOf", "allOf", "enum", "not", "const").filter(parameters::has).forEach(keyword -> refusals.add(keyword + " at the root"));
        SchemaResolverTest.keywords(parameters, new HashSet<>()).stream().filter(List.of("$ref", "$defs", "definitions")::contains).forEach(refusals::add);
        arraysWithoutItems(parameters, "", refusals);
        if (depth(parameters) > 60) {
            refusals.add("nested " + depth(parameters) + " deep");
        }
        return refusals;
    }

    private static void arraysWithoutItems(JsonNode schema, String at, List<String> refusals) {
        boolean array = !schema.path("type").isObject() && schema.path("type").toString().contains("\"array\"");
        if (array && !schema.has("items") && !schema.has("prefixItems")) {
            refusals.add(at + " is an array without items");
        }
        for (var member : schema.properties()) {
            if (!List.of("default", "const", "enum", "example", "examples", "discriminator").contains(member.getKey())) {
                arraysWithoutItems(member.getValue(), at + "/" + member.getKey(), refusals);
            }
        }
        if (schema.isArray()) {
            schema.forEach(member -> arraysWithoutItems(member, at, refusals));
        }
    }

    private static int depth(JsonNode node) {
        int deepest = 0;
        for (JsonNode child : node) {
            deepest = Math.max(deepest, depth(child));
        }
        return node.isContainerNode() ? deepest + 1 : 0;
    }

    /** What became of them, for who reads the test's output. */
    private static final class Tally {

        private final String of;
        private final Map<String, List<String>> refused = new LinkedHashMap<>();
        private int number;
        private int largest;
        private int deepest;
        private long total;
        private long slowest;
        private String largestName = "";
        private String slowestName = "";

        Tally(String of) {
            this.of = of;
        }

        void converted(String name, JsonNode parameters, long nanos) {
            number++;
            total += nanos;
            List<String> refusals = refusals(parameters);
            if (!refusals.isEmpty()) {
                refused.put(name, refusals);
            }
            int characters = parameters.toString().length();
            if (characters > largest) {
                largest = characters;
                largestName = name;
            }
            if (nanos > slowest) {
                slowest = nanos;
                slowestName = name;
            }
            deepest = Math.max(deepest, depth(parameters));
        }

        void tell() {
            System.out.printf("%s: %d converted in %d ms; the largest result has %d characters (%s), the deepest %d levels; the slowest took %d ms (%s)%n",
                    of, number, total / 1_000_000, largest, largestName, deepest, slowest / 1_000_000, slowestName);
        }
    }
}
