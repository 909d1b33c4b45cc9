package dev.caravan.source.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** Writes the replies of an MCP server on standard streams, one a line. */
public final class StdioReplies {

    private static final PrintStream OUT = new PrintStream(System.out, false, StandardCharsets.UTF_8);

    private StdioReplies() {
    }

    public static void reply(JsonNode request, ObjectNode result) {
        print(reply(request).set("result", result).toString());
    }

    public static void error(JsonNode request, int code, String message) {
        ObjectNode reply = reply(request);
        reply.putObject("error").put("code", code).put("message", message);
        print(reply.toString());
    }

    private static ObjectNode reply(JsonNode request) {
        return JsonNodeFactory.instance.objectNode().put("jsonrpc", "2.0").set("id", request.get("id"));
    }

    /** Writes any line, also one that is no message. */
    public static synchronized void print(String line) {
        OUT.println(line);
        OUT.flush();
    }
}
