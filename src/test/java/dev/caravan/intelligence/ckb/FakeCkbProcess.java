package dev.caravan.intelligence.ckb;

import static dev.caravan.source.mcp.StdioReplies.error;
import static dev.caravan.source.mcp.StdioReplies.print;
import static dev.caravan.source.mcp.StdioReplies.reply;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/** The process of {@link FakeCkb}: its protocol and its behaviour. */
final class FakeCkbProcess {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int PAGE = 15;
    private static final List<String> TOOLS = List.of("getStatus", "searchSymbols", "getSymbol", "findReferences", "getCallGraph",
            "traceUsage", "explainFile", "explainSymbol",
            "getModuleOverview", "getArchitecture", "analyzeImpact", "listKeyConcepts", "getHotspots", "expandToolset", "justifySymbol",
            "listEntrypoints", "summarizeDiff");

    private final Path directory;
    private final FakeCkbAnswers answers;

    private FakeCkbProcess(Path symbols, Path directory) throws IOException {
        this.directory = directory;
        log("{\"started\":" + ProcessHandle.current().pid() + "}");
        if (behaviour("exit", "").isPresent()) {
            System.err.println("CKB can't read its index");
            System.exit(3);
        }
        answers = new FakeCkbAnswers(JSON.readTree(symbols.toFile()));
    }

    public static void main(String[] paths) throws Exception {
        FakeCkbProcess ckb = new FakeCkbProcess(Path.of(paths[0]), Path.of(paths[1]));
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
            default -> error(request, -32601, "Method not found: " + method);
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
            page.put("nextCursor",
                    Base64.getUrlEncoder().withoutPadding().encodeToString(String.valueOf(first + PAGE).getBytes(StandardCharsets.UTF_8)));
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
            error(request, -32603, "tool not found: " + tool);
        } else if (behaviour("tool-error", tool).isPresent()) {
            ObjectNode result = FakeCkbAnswers.text("the index is locked");
            reply(request, result.put("isError", true));
        } else if (behaviour("garbage-envelope", tool).isPresent()) {
            reply(request, FakeCkbAnswers.text("Segmentation fault"));
        } else if (behaviour("envelope-error", tool).isPresent()) {
            reply(request, FakeCkbAnswers.failed("the index is being rebuilt"));
        } else {
            reply(request, run(tool, arguments));
        }
    }

    private ObjectNode run(String tool, JsonNode arguments) throws IOException {
        boolean scip = behaviour("no-scip", tool).isEmpty();
        return switch (tool) {
            case "getStatus" -> answers.status(scip, behaviour("unhealthy", tool).isEmpty());
            case "searchSymbols" -> answers.search(arguments, scip);
            case "getCallGraph" -> answers.callGraph(arguments);
            case "findReferences" -> answers.references(arguments);
            default -> FakeCkbAnswers.failed(tool + " is none of what this one does");
        };
    }

    /** What follows the word in the line of that behaviour for that tool, or for all; empty if there is none. */
    private Optional<String> behaviour(String word, String tool) throws IOException {
        Path file = directory.resolve(FakeCkb.BEHAVIOUR);
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
        Files.writeString(directory.resolve(FakeCkb.LOG), line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }
}
