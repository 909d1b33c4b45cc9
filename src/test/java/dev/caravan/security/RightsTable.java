package dev.caravan.security;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.McpClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;

/** The decisions of {@code security/rights.md}: who may do what. */
public final class RightsTable {

    private static final Path FILE = Path.of("src/test/resources/security/rights.md");

    /** A JSON-RPC method or a notification. */
    public record Message(String method, List<String> eras, Right right, String tags, String whose, boolean atInstances, String params) {

        public boolean isNotification() {
            return method.startsWith("notifications/");
        }

        /** It as JSON, with these parameters, of a client that knows tasks. */
        public String json(String era, String params) {
            ObjectNode given = McpClient.object(params);
            if (era.equals("modern")) {
                given.putObject("_meta").put("io.modelcontextprotocol/protocolVersion", McpClient.MODERN)
                        .putObject("io.modelcontextprotocol/clientCapabilities")
                        .putObject("extensions").putObject("io.modelcontextprotocol/tasks");
            }
            ObjectNode message = McpClient.request(method, given);
            if (isNotification()) {
                message.remove("id");
            }
            return message.toString();
        }

        /** The scope that it needs; null: none. */
        public String scope() {
            return RightsTable.scope(right);
        }

        @Override
        public String toString() {
            return method;
        }
    }

    /** A request of HTTP; a body {@code messages} stands for each {@link Message}. */
    record Request(String method, String path, Right right, String tags, String whose, String body) {

        boolean takesMessages() {
            return body.equals("messages");
        }

        @Override
        public String toString() {
            return method + " " + path;
        }
    }

    /** What routes consume from. */
    record Entry(String scheme, String who) {
    }

    private RightsTable() {
    }

    public static List<Message> messages() {
        return rows("Messages",
                cells -> new Message(cells.get(0), cells.get(1).equals("both") ? List.of("legacy", "modern") : List.of(cells.get(1)),
                Right.valueOf(cells.get(2)), cells.get(3), cells.get(4), cells.get(5).equals("yes"), cells.get(6)));
    }

    static List<Request> requests() {
        return rows("HTTP",
                cells -> new Request(cells.get(0).substring(0, cells.get(0).indexOf(' ')),
                        cells.get(0).substring(cells.get(0).indexOf(' ') + 1),
                Right.valueOf(cells.get(1)), cells.get(2), cells.get(3), cells.get(4)));
    }

    static List<String> operations() {
        return rows("Operations port", cells -> cells.get(0));
    }

    static List<Entry> entries() {
        return rows("Entries", cells -> new Entry(cells.get(0), cells.get(1)));
    }

    static String scope(Right right) {
        return switch (right) {
            case NONE, ENTER -> null;
            case READ -> "tools:read";
            case CALL -> "tools:call";
            case MANAGE -> "catalogue:write";
            case SOURCES -> "sources:write";
        };
    }

    private static <T> List<T> rows(String heading, Function<List<String>, T> row) {
        try {
            List<T> rows = new ArrayList<>();
            boolean inside = false;
            int line = 0;
            for (String text : Files.readAllLines(FILE)) {
                if (text.startsWith("## ")) {
                    inside = text.equals("## " + heading);
                    line = 0;
                } else if (inside && text.startsWith("|") && ++line > 2) {
                    rows.add(row.apply(Arrays.stream(text.substring(1, text.length() - 1).split("\\|", -1)).map(String::strip).toList()));
                }
            }
            return rows;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
