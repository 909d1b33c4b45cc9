package dev.caravan.intelligence.ckb;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * CKB as a process of its own, as far as its protocol goes: one request after the other, protocol 2024-11-05 whatever is asked
 * for, no ping, lists of tools by pages of 15, answers as one text with an envelope, failures in {@code envelope.error} and never
 * in {@code isError}.
 *
 * <p>Its symbols are read at start from a JSON file:
 * <pre>{"symbols": [{"id": "ckb:shop:sym:pay", "name": "pay", "kind": "method", "container": "Orders", "path": "src/Orders.java", "line": 12,
 *                "calls": [{"to": "ckb:shop:sym:save", "line": 14}, …]}, …],
 *  "references": [{"symbol": "ckb:shop:sym:pay", "path": "src/Menu.java", "line": 3, "kind": "reference", "test": false}, …]}</pre>
 * Each call is a reference too. {@code container}, {@code kind}, {@code calls} and {@code references} may be missing.
 *
 * <p>Its behaviour is what the file {@code behaviour} in its directory says, which may change while it runs ({@link #behave}):
 * lines, each of which is one of these words, followed by the name of the tool that it is for, where it is for one alone:
 * <ul>
 * <li>{@code unhealthy}: getStatus says so; {@code no-scip}: symbols have ts- ids and no graph
 * <li>{@code hang}: answers nothing until the behaviour changes; {@code slow MS}: answers that much later
 * <li>{@code crash}: ends in mid-call; {@code exit}: ends at start, with words on its error output
 * <li>{@code garbage-line}: writes a line that is no message before each answer; {@code garbage-envelope}: its text is no
 * envelope; {@code garbage-result}: the result is none
 * <li>{@code envelope-error}, {@code rpc-error}, {@code tool-error} (the last as isError, as CKB itself never does)
 * </ul>
 * All that it is asked, and that it started, is in {@code requests.log} in the same directory, one JSON object a line
 * ({@link #requests}, {@link #starts}).
 */
public final class FakeCkb {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final PrintStream OUT = new PrintStream(System.out, false, StandardCharsets.UTF_8);
    private static final String BEHAVIOUR = "behaviour";
    private static final String LOG = "requests.log";
    private static final int PAGE = 15;
    private static final int MOST_NODES = 100;
    private static final List<String> TOOLS = List.of("getStatus", "searchSymbols", "getSymbol", "findReferences", "getCallGraph", "traceUsage", "explainFile", "explainSymbol",
            "getModuleOverview", "getArchitecture", "analyzeImpact", "listKeyConcepts", "getHotspots", "expandToolset", "justifySymbol", "listEntrypoints", "summarizeDiff");

    private final Path directory;
    private final Map<String, JsonNode> symbols = new LinkedHashMap<>();
    private final JsonNode references;

    private FakeCkb(Path symbols, Path directory) throws IOException {
        this.directory = directory;
        log("{\"started\":" + ProcessHandle.current().pid() + "}");
        if (behaviour("exit", "").isPresent()) {
            System.err.println("CKB can't read its index");
            System.exit(3);
        }
        JsonNode file = JSON.readTree(symbols.toFile());
        file.path("symbols").forEach(symbol -> this.symbols.put(symbol.get("id").asText(), symbol));
        this.references = file.path("references");
    }

    /**
     * The words that start it.
     *
     * @param symbols   the JSON file
     * @param directory for its behaviour and its log
     */
    public static List<String> command(Path symbols, Path directory) {
        return List.of(System.getProperty("java.home") + File.separator + "bin" + File.separator + "java", "-XX:TieredStopAtLevel=1", "-Xshare:auto", "-XX:+UseSerialGC", "-Xmx64m",
                "-cp", classes(), FakeCkb.class.getName(), symbols.toAbsolutePath().toString(), directory.toAbsolutePath().toString());
    }

    /** What this class needs, not the hundreds of jars of the tests. */
    private static String classes() {
        return Stream.of(FakeCkb.class, ObjectMapper.class, com.fasterxml.jackson.core.JsonFactory.class, com.fasterxml.jackson.annotation.JsonProperty.class)
                .map(type -> new File(URI.create(type.getProtectionDomain().getCodeSource().getLocation().toString())).getPath())
                .distinct().collect(Collectors.joining(File.pathSeparator));
    }

    /** From now on; no lines: as it should. */
    public static void behave(Path directory, String... lines) {
        try {
            Path written = Files.createTempFile(directory, BEHAVIOUR, null);
            Files.write(written, List.of(lines));
            Files.move(written, directory.resolve(BEHAVIOUR), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** All requests so far: {@code {method, tool?, arguments?, pid}}. */
    public static List<JsonNode> requests(Path directory) {
        return log(directory).stream().filter(line -> line.has("method")).toList();
    }

    /** Those that call this tool. */
    public static List<JsonNode> requests(Path directory, String tool) {
        return requests(directory).stream().filter(request -> request.path("tool").asText().equals(tool)).toList();
    }

    /** The process ids of all starts so far. */
    public static List<Long> starts(Path directory) {
        return log(directory).stream().filter(line -> line.has("started")).map(line -> line.get("started").asLong()).toList();
    }

    private static List<JsonNode> log(Path directory) {
        try {
            List<JsonNode> lines = new ArrayList<>();
            for (String line : Files.exists(directory.resolve(LOG)) ? Files.readAllLines(directory.resolve(LOG)) : List.<String>of()) {
                lines.add(JSON.readTree(line));
            }
            return lines;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static void main(String[] paths) throws Exception {
        FakeCkb ckb = new FakeCkb(Path.of(paths[0]), Path.of(paths[1]));
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            JsonNode message = JSON.readTree(line);
            if (message.has("id")) {
                ckb.answer(message);
            }
        }
    }

    private void answer(JsonNode request) throws Exception {
        String method = request.path("method").asText();
        String tool = request.at("/params/name").asText();
        ObjectNode entry = JSON.createObjectNode().put("method", method).put("pid", ProcessHandle.current().pid());
        if (method.equals("tools/call")) {
            entry.put("tool", tool).set("arguments", request.at("/params/arguments"));
        }
        log(entry.toString());
        switch (method) {
            case "initialize" -> {
                ObjectNode result = JSON.createObjectNode().put("protocolVersion", "2024-11-05");
                result.putObject("capabilities").putObject("tools").put("listChanged", true);
                result.withObject("/capabilities").putObject("resources");
                result.putObject("serverInfo").put("name", "ckb").put("version", "7.5.0");
                reply(request, result);
            }
            case "tools/list" -> reply(request, page(request.at("/params/cursor").asText()));
            case "tools/call" -> call(request, tool, request.at("/params/arguments"));
            default -> refuse(request, -32601, "Method not found: " + method);
        }
    }

    private static ObjectNode page(String cursor) {
        int first = cursor.isEmpty() ? 0 : Integer.parseInt(new String(Base64.getUrlDecoder().decode(cursor), StandardCharsets.UTF_8));
        ObjectNode page = JSON.createObjectNode();
        ArrayNode tools = page.putArray("tools");
        TOOLS.stream().skip(first).limit(PAGE).forEach(tool -> {
            ObjectNode one = tools.addObject().put("name", tool).put("description", tool);
            one.putObject("inputSchema").put("type", "object");
        });
        if (first + PAGE < TOOLS.size()) {
            page.put("nextCursor", Base64.getUrlEncoder().withoutPadding().encodeToString(String.valueOf(first + PAGE).getBytes(StandardCharsets.UTF_8)));
        }
        return page;
    }

    private void call(JsonNode request, String tool, JsonNode arguments) throws Exception {
        Optional<String> slow = behaviour("slow", tool);
        if (slow.isPresent()) {
            Thread.sleep(Long.parseLong(slow.get()));
        }
        while (behaviour("hang", tool).isPresent()) {
            Thread.sleep(20);
        }
        if (behaviour("crash", tool).isPresent()) {
            System.err.println("fatal error: concurrent map writes");
            Runtime.getRuntime().halt(2);
        }
        if (behaviour("garbage-line", tool).isPresent()) {
            print("panic: runtime error {");
        }
        if (behaviour("garbage-result", tool).isPresent()) {
            print("{\"jsonrpc\":\"2.0\",\"id\":" + request.get("id") + ",\"result\":[\"what\"]}");
        } else if (!TOOLS.contains(tool) || behaviour("rpc-error", tool).isPresent()) {
            refuse(request, -32603, "tool not found: " + tool);
        } else if (behaviour("tool-error", tool).isPresent()) {
            ObjectNode result = text("the index is locked");
            reply(request, result.put("isError", true));
        } else if (behaviour("garbage-envelope", tool).isPresent()) {
            reply(request, text("Segmentation fault"));
        } else if (behaviour("envelope-error", tool).isPresent()) {
            reply(request, failed("the index is being rebuilt"));
        } else {
            reply(request, run(tool, arguments));
        }
    }

    private ObjectNode run(String tool, JsonNode arguments) throws IOException {
        boolean scip = behaviour("no-scip", tool).isEmpty();
        String id = arguments.path("symbolId").asText();
        return switch (tool) {
            case "getStatus" -> status(scip);
            case "searchSymbols" -> arguments.path("query").isTextual() ? search(arguments.get("query").asText(), arguments.path("limit").asInt(20), scip)
                    : failed("missing or invalid 'query' parameter");
            case "getCallGraph" -> symbols.containsKey(id) ? callGraph(id, arguments.path("direction").asText("both"), Math.min(4, Math.max(1, arguments.path("depth").asInt(1))))
                    : failed("getCallGraph failed: symbol not found: " + id);
            case "findReferences" -> symbols.containsKey(id) ? uses(id, arguments.path("limit").asInt(100), arguments.path("includeTests").asBoolean())
                    : failed("find references failed: symbol not found: " + id);
            default -> failed(tool + " is none of what this one does");
        };
    }

    private ObjectNode status(boolean scip) throws IOException {
        boolean healthy = behaviour("unhealthy", "getStatus").isEmpty();
        ObjectNode data = JSON.createObjectNode().put("status", healthy ? "healthy" : "unhealthy").put("healthy", healthy);
        ArrayNode backends = data.putArray("backends");
        backends.addObject().put("id", "scip").put("available", scip).put("healthy", scip).put("details", scip ? "Symbols: " + symbols.size() : "Index not found.")
                .putArray("capabilities").add("symbol-search").add("find-references");
        backends.addObject().put("id", "lsp").put("available", !healthy).put("healthy", false).put("details", "").putArray("capabilities").add("symbol-search");
        backends.addObject().put("id", "git").put("available", true).put("healthy", true).put("details", "Ready").putArray("capabilities").add("blame");
        data.putObject("cache").put("sizeBytes", 0).put("queriesCached", 0).put("viewsCached", 0).put("hitRate", 0.0);
        data.putObject("repoState").put("dirty", false).put("repoStateId", "r1").put("headCommit", "dd72337");
        data.putObject("preset").put("active", "core").put("exposed", 14).put("total", 76).put("expanded", false);
        return enveloped(data, "git");
    }

    private ObjectNode search(String query, int limit, boolean scip) {
        List<JsonNode> found = symbols.values().stream()
                .filter(symbol -> symbol.get("name").asText().toLowerCase(Locale.ROOT).contains(query.toLowerCase(Locale.ROOT))).toList();
        ObjectNode data = JSON.createObjectNode();
        ArrayNode list = data.putArray("symbols");
        for (JsonNode symbol : found.subList(0, Math.min(limit, found.size()))) {
            String id = symbol.get("id").asText();
            ObjectNode one = list.addObject().put("stableId", scip ? id : "ts-%016x".formatted((long) id.hashCode() & 0xffffffffL)).put("name", symbol.get("name").asText())
                    .put("kind", symbol.path("kind").asText("function")).put("score", 1.0);
            if (symbol.has("container")) {
                one.put("containerName", symbol.get("container").asText());
            }
            one.putObject("location").put("fileId", symbol.get("path").asText()).put("startLine", symbol.get("line").asInt()).put("startColumn", 1);
        }
        return enveloped(data.put("totalCount", found.size()), scip ? "scip" : "treesitter");
    }

    /** As CKB does: the root has no location, and 2 is the depth of all that is not called directly. */
    private ObjectNode callGraph(String root, String direction, int depth) {
        ObjectNode data = JSON.createObjectNode().put("ckbVersion", "7.5.0").put("schemaVersion", 1).put("tool", "getCallGraph");
        data.putObject("resolved").put("symbolId", root).put("resolvedFrom", "id").put("confidence", 1.0);
        data.put("root", root);
        ArrayNode nodes = data.putArray("nodes");
        nodes.addObject().put("id", root).put("symbolId", root).put("name", symbols.get(root).get("name").asText()).put("depth", 0).put("role", "root").put("score", 1.0);
        Map<String, String> roles = new LinkedHashMap<>();
        Set<List<String>> edges = new java.util.LinkedHashSet<>();
        if (!direction.equals("callees")) {
            walk(root, depth, true, roles, edges);
        }
        if (!direction.equals("callers")) {
            walk(root, depth, false, roles, edges);
        }
        roles.forEach((id, role) -> {
            JsonNode symbol = symbols.get(id);
            boolean direct = !role.equals("transitive");
            ObjectNode node = nodes.addObject().put("id", id).put("symbolId", id).put("name", symbol.get("name").asText());
            node.putObject("location").put("fileId", symbol.get("path").asText()).put("startLine", symbol.get("line").asInt()).put("startColumn", 1);
            node.put("depth", direct ? 1 : 2).put("role", role).put("score", direct ? 1.0 : 0.5);
        });
        ArrayNode list = data.putArray("edges");
        edges.forEach(edge -> list.addObject().put("from", edge.get(0)).put("to", edge.get(1)));
        return enveloped(data, "scip");
    }

    private void walk(String root, int depth, boolean callers, Map<String, String> roles, Set<List<String>> edges) {
        Map<String, Integer> distances = new LinkedHashMap<>(Map.of(root, 0));
        Deque<String> reached = new ArrayDeque<>(List.of(root));
        while (!reached.isEmpty()) {
            String id = reached.remove();
            int distance = distances.get(id) + 1;
            for (String next : distance > depth ? Set.<String>of() : callers ? callers(id) : callees(id)) {
                edges.add(callers ? List.of(next, id) : List.of(id, next));
                if (distances.size() < MOST_NODES && distances.putIfAbsent(next, distance) == null) {
                    reached.add(next);
                    roles.putIfAbsent(next, distance > 1 ? "transitive" : callers ? "caller" : "callee");
                }
            }
        }
    }

    private Set<String> callees(String id) {
        Set<String> callees = new TreeSet<>();
        symbols.get(id).path("calls").forEach(call -> callees.add(call.get("to").asText()));
        callees.retainAll(symbols.keySet());
        return callees;
    }

    private Set<String> callers(String id) {
        return symbols.keySet().stream().filter(caller -> callees(caller).contains(id)).collect(Collectors.toCollection(TreeSet::new));
    }

    private ObjectNode uses(String id, int limit, boolean withTests) {
        ArrayNode uses = JSON.createArrayNode();
        for (JsonNode symbol : symbols.values()) {
            for (JsonNode call : symbol.path("calls")) {
                if (call.get("to").asText().equals(id)) {
                    use(uses, "call", symbol.get("path").asText(), call.get("line").asInt(), false);
                }
            }
        }
        for (JsonNode reference : references) {
            if (reference.get("symbol").asText().equals(id) && (withTests || !reference.path("test").asBoolean())) {
                use(uses, reference.path("kind").asText("reference"), reference.get("path").asText(), reference.get("line").asInt(), reference.path("test").asBoolean());
            }
        }
        ObjectNode data = JSON.createObjectNode().put("totalCount", uses.size());
        while (uses.size() > limit) {
            uses.remove(uses.size() - 1);
        }
        data.set("references", uses);
        return enveloped(data, "scip");
    }

    private static void use(ArrayNode uses, String kind, String path, int line, boolean test) {
        uses.addObject().put("kind", kind).put("isTest", test).put("context", "// Context at " + path + ":" + line + ":1")
                .putObject("location").put("fileId", path).put("startLine", line).put("startColumn", 1).put("endLine", line).put("endColumn", 2);
    }

    private static ObjectNode enveloped(ObjectNode data, String backend) {
        ObjectNode envelope = JSON.createObjectNode().put("schemaVersion", "1.0");
        envelope.set("data", data);
        ObjectNode meta = envelope.putObject("meta");
        meta.putObject("confidence").put("score", 0.95).put("tier", "high").putArray("reasons");
        meta.putObject("provenance").put("repoStateId", "r1").putArray("backends").add(backend);
        envelope.putArray("warnings");
        envelope.putNull("error");
        envelope.putArray("suggestedNextCalls");
        return text(envelope.toString());
    }

    private static ObjectNode failed(String error) {
        return text(JSON.createObjectNode().put("schemaVersion", "1.0").putNull("data").put("error", error).toString());
    }

    private static ObjectNode text(String text) {
        ObjectNode result = JSON.createObjectNode();
        result.putArray("content").addObject().put("type", "text").put("text", text);
        return result;
    }

    /** What follows the word in the line of that behaviour for that tool, or for all; empty if there is none. */
    private Optional<String> behaviour(String word, String tool) throws IOException {
        Path file = directory.resolve(BEHAVIOUR);
        for (String line : Files.exists(file) ? Files.readAllLines(file) : List.<String>of()) {
            List<String> words = new ArrayList<>(List.of(line.strip().split("\\s+")));
            boolean forAll = words.stream().noneMatch(TOOLS::contains);
            if (words.remove(0).equals(word) && (forAll || words.remove(tool))) {
                return Optional.of(String.join(" ", words));
            }
        }
        return Optional.empty();
    }

    private void log(String line) throws IOException {
        Files.writeString(directory.resolve(LOG), line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    private static void reply(JsonNode request, ObjectNode result) {
        ObjectNode answer = JSON.createObjectNode().put("jsonrpc", "2.0");
        answer.set("id", request.get("id"));
        answer.set("result", result);
        print(answer.toString());
    }

    private static void refuse(JsonNode request, int code, String message) {
        ObjectNode answer = JSON.createObjectNode().put("jsonrpc", "2.0");
        answer.set("id", request.get("id"));
        answer.putObject("error").put("code", code).put("message", message);
        print(answer.toString());
    }

    private static void print(String line) {
        OUT.println(line);
        OUT.flush();
    }
}
