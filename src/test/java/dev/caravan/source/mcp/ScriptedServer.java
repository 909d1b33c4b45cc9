package dev.caravan.source.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.File;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/** An MCP server on standard streams, as a process of its own, whose tools behave as they are named. */
public final class ScriptedServer {

    private static final ObjectMapper JSON = new ObjectMapper()
            .enable(com.fasterxml.jackson.databind.DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .setNodeFactory(com.fasterxml.jackson.databind.node.JsonNodeFactory.withExactBigDecimals(true));
    private static final ExecutorService CALLS = Executors.newCachedThreadPool();
    /** Calls of {@code silent}. */
    private static final AtomicInteger SILENCED = new AtomicInteger();
    /** Calls of {@code hold}. */
    private static final AtomicInteger HELD = new AtomicInteger();
    /** Lets the calls of {@code hold} be answered. */
    private static final CountDownLatch RELEASED = new CountDownLatch(1);
    /** Calls of {@code roots}, by the id of the question. */
    private static final Map<String, JsonNode> ASKING = new ConcurrentHashMap<>();
    /** Ids of calls of {@code silent}. */
    private static final Set<String> UNANSWERED = ConcurrentHashMap.newKeySet();
    /** Ids of cancelled requests. */
    private static final Set<String> CANCELLED = ConcurrentHashMap.newKeySet();
    /** Pings that were answered. */
    private static final AtomicInteger PINGS = new AtomicInteger();
    /** Requests of the list of tools. */
    private static final AtomicInteger LISTS = new AtomicInteger();
    private static volatile List<String> chosen = List.of();
    private static volatile boolean hanging;

    /** More than the SDK's own record of a tool holds. */
    static final List<JsonNode> TOOLS = List.of(
            parse("""
                    {"zebra":1,"name":"plan","title":"方案","description":"🩺 \\u2028","x-cost":0.10000000000000000001,
                     "inputSchema":{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object","x-order":["b","a"],
                      "$defs":{"Patient":{"type":"object","properties":{"weight":{"type":"number","multipleOf":0.00000000000000000001,\
                    "maximum":100.0},
                        "next":{"$ref":"#/$defs/Patient"}},"additionalProperties":{"anyOf":[{"$ref":"#/$defs/Patient"},{"type":"null"}]}}},
                      "properties":{"b":{"$ref":"#/$defs/Patient","description":"beside"},"a":{"enum":[1,"1",null,9007199254740993]}},
                      "additionalProperties":false,"required":[]},
                     "outputSchema":{"type":"object","x":1},"annotations":{"title":"t","readOnlyHint":true,"futureHint":"yes"},
                     "execution":{"taskSupport":"optional"},"_meta":{"com.example/a":{"b":[]}}}"""),
            parse("{\"name\":\"bare\"}"),
            parse("{\"name\":\"odd\",\"inputSchema\":true,\"annotations\":{\"readOnlyHint\":\"perhaps\"},\"icons\":7}"));

    /** A result with types and members that no revision has. */
    public static final String STRANGE = """
            {"content":[{"type":"hologram","depth":0.10000000000000000001,"layers":[{"at":1}],"_meta":{"x/y":null}},
              {"type":"text","text":"a\\u0000b\\u001b[31mc\\u202ed\\r\\n","annotations":{"audience":["user"],"mood":"calm"},"tint":"blue"}],
             "structuredContent":{"future":[{"a":9007199254740993}],"b\\u0007ell":1},"isError":false,"mood":{"of":"day"},\
            "_meta":{"com.example/k":[1]}}""";

    private ScriptedServer() {
    }

    /** The words that start it. */
    public static List<String> command(String... flags) {
        List<String> words = new java.util.ArrayList<>(
                List.of(Path.java(), "-XX:TieredStopAtLevel=1", "-Xshare:auto", "-cp", Path.classes(),
                ScriptedServer.class.getName()));
        words.addAll(List.of(flags));
        return words;
    }

    private static final class Path {

        static String java() {
            return System.getProperty("java.home") + File.separator + "bin" + File.separator + "java";
        }

        /** What this class needs, not the hundreds of jars of the tests. */
        static String classes() {
            return List.of(ScriptedServer.class, ObjectMapper.class, com.fasterxml.jackson.core.JsonFactory.class,
                            com.fasterxml.jackson.annotation.JsonProperty.class).stream()
                    .map(type -> new File(java.net.URI.create(type.getProtectionDomain().getCodeSource().getLocation().toString()))
                            .getPath())
                    .distinct().collect(java.util.stream.Collectors.joining(File.pathSeparator));
        }
    }

    public static void main(String[] flags) throws Exception {
        chosen = List.of(flags);
        if (chosen.contains("refuse")) {
            System.err.println("no licence found");
            System.exit(3);
        }
        for (String flag : flags) {
            for (int tries = 0; flag.startsWith("start-after=") && !new File(flag.substring("start-after=".length())).exists()
                    && tries < 3_000; tries++) {
                sleep(20);
            }
        }
        if (chosen.contains("ignore-term")) {
            Runtime.getRuntime().addShutdownHook(new Thread(() -> sleep(600_000)));
        }
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            JsonNode message = JSON.readTree(line);
            if (message.has("method") && message.has("id")) {
                CALLS.submit(() -> answer(message));
            } else if (message.has("id")) {
                text(ASKING.remove(message.get("id").asText()), message.has("error") ? "error" : message.get("result").toString());
            } else if (message.path("method").asText().equals("notifications/cancelled")) {
                CANCELLED.add(message.at("/params/requestId").asText());
            }
        }
        if (chosen.contains("ignore-end")) {
            sleep(600_000);
        }
        System.exit(0);
    }

    private static void answer(JsonNode request) {
        if (hanging) {
            return;
        }
        switch (request.path("method").asText()) {
            case "initialize" -> reply(request, result -> {
                result.put("protocolVersion", request.at("/params/protocolVersion").asText());
                ObjectNode capabilities = result.putObject("capabilities");
                if (!chosen.contains("no-tools")) {
                    capabilities.putObject("tools");
                }
                result.putObject("serverInfo").put("name", "scripted").put("version", "1");
            });
            case "tools/list" -> list(request, request.at("/params/cursor").asText("1"));
            case "tools/call" -> call(request, request.at("/params/name").asText(), request.at("/params/arguments"));
            case "ping" -> {
                PINGS.incrementAndGet();
                if (chosen.contains("no-ping")) {
                    StdioReplies.error(request, -32601, "Method not found");
                } else {
                    reply(request, result -> { });
                }
            }
            default -> StdioReplies.error(request, -32601, "Method not found");
        }
    }

    /** Three pages of one tool each; what comes after the last depends on the flags. */
    private static void list(JsonNode request, String page) {
        LISTS.incrementAndGet();
        if (chosen.contains("calls") || chosen.contains("many-tools")) {
            reply(request, result -> {
                com.fasterxml.jackson.databind.node.ArrayNode tools = result.putArray("tools");
                List.of("silent", "silenced", "cancelled", "strange", "flood", "lists", "echo")
                        .forEach(name -> tools.addObject().put("name", name).putObject("inputSchema").put("type", "object"));
                for (int i = 0; chosen.contains("many-tools") && i < 10_000; i++) {
                    tools.addObject().put("name", "tool-" + i).put("description", "One of many.").putObject("inputSchema").put("type",
                            "object");
                }
            });
            return;
        }
        if (chosen.contains("one-tool")) {
            reply(request,
                    result -> result.putArray("tools").addObject().put("name", "pid").putObject("inputSchema").put("type", "object"));
            return;
        }
        int number = Integer.parseInt(page);
        if (chosen.contains("slow-pages")) {
            sleep(400);
        }
        reply(request, result -> {
            result.putArray("tools").add(TOOLS.get(number - 1));
            String after = chosen.contains("pages-go-round") ? "1" : chosen.contains("empty-cursor") ? "" : null;
            String next = number < TOOLS.size() ? String.valueOf(number + 1) : after;
            if (next != null) {
                result.put("nextCursor", next);
            }
        });
    }

    private static JsonNode parse(String json) {
        try {
            return JSON.readTree(json);
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private static void call(JsonNode request, String tool, JsonNode arguments) {
        switch (tool) {
            case "echo" -> reply(request, result -> {
                result.putArray("content").addObject().put("type", "text").put("text", arguments.toString());
                result.set("structuredContent", arguments);
            });
            case "strange" -> StdioReplies.reply(request, (ObjectNode) parse(STRANGE));
            case "lists" -> text(request, String.valueOf(LISTS.get()));
            case "flood" -> {
                for (int i = 0; i < arguments.get("messages").asInt(); i++) {
                    StdioReplies.print(
                            "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":{\"level\":\"error\","
                                    + "\"data\":{\"number\":"
                                    + i + "}}}");
                    StdioReplies.print("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\"}");
                }
                text(request, "flooded");
            }
            case "environment" ->
                    text(request, String.join(",", new java.util.TreeSet<>(System.getenv().keySet())) + " SAID=" + System.getenv("SAID"));
            case "meta" -> text(request, request.at("/params/_meta").toString());
            case "pid" -> text(request, String.valueOf(ProcessHandle.current().pid()));
            case "garbage" -> {
                StdioReplies.print("this is no message {");
                StdioReplies.print("too long " + "x".repeat(200_000));
                StdioReplies.print("");
                StdioReplies.print("{\"jsonrpc\":\"2.0\",\"id\":\"nobody\",\"result\":{}}");
                text(request, "after garbage");
            }
            case "big" -> text(request, "x".repeat(arguments.get("size").asInt()));
            case "sleep" -> {
                sleep(arguments.get("ms").asLong());
                text(request, "slept");
            }
            case "silent" -> {
                UNANSWERED.add(request.get("id").asText());
                SILENCED.incrementAndGet();
            }
            case "cancelled" -> text(request, String.valueOf(CANCELLED.stream().filter(UNANSWERED::contains).count()));
            case "roots" -> {
                String id = "question-" + request.get("id").asText();
                ASKING.put(id, request);
                StdioReplies.print(JSON.createObjectNode().put("jsonrpc", "2.0").put("id", id).put("method", "roots/list").toString());
            }
            case "silenced" -> text(request, String.valueOf(SILENCED.get()));
            case "hang" -> hanging = true;
            case "hold" -> {
                HELD.incrementAndGet();
                hold();
                text(request, "held");
            }
            case "held" -> text(request, String.valueOf(HELD.get()));
            case "release" -> {
                RELEASED.countDown();
                text(request, "released");
            }
            case "pings" -> text(request, String.valueOf(PINGS.get()));
            case "crash" -> {
                System.err.println("segmentation fault: core dumped");
                Runtime.getRuntime().halt(139);
            }
            case "fail" -> reply(request, result -> {
                result.putArray("content").addObject().put("type", "text").put("text", "the index is broken");
                result.put("isError", true);
            });
            case "child" -> {
                try {
                    text(request, String.valueOf(new ProcessBuilder("sleep", "600").start().pid()));
                } catch (java.io.IOException e) {
                    StdioReplies.error(request, -32603, e.toString());
                }
            }
            default -> StdioReplies.error(request, -32602, "Unknown tool: " + tool);
        }
    }

    private static void text(JsonNode request, String text) {
        reply(request, result -> result.putArray("content").addObject().put("type", "text").put("text", text));
    }

    private static void reply(JsonNode request, java.util.function.Consumer<ObjectNode> fill) {
        ObjectNode result = JSON.createObjectNode();
        fill.accept(result);
        StdioReplies.reply(request, result);
    }

    private static void hold() {
        try {
            RELEASED.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void sleep(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
