package dev.caravan.guide;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.caravan.McpClient;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads outputs as pages show them: JSON values in which {@code …} stands for what is left out, members without the object around them, and
 * lines of text.
 */
final class ShownJson {

    /** The name of a member, or an item: there are others here. */
    static final String MORE = "…";

    private final String text;
    private int at;

    private ShownJson(String text) {
        this.text = text;
    }

    /** The values of a text in their order: a line that isn't JSON is a text node. */
    static List<JsonNode> values(String text) {
        List<JsonNode> values = new ArrayList<>();
        ShownJson reader = new ShownJson(text);
        while (reader.more()) {
            values.add(reader.next());
        }
        return values;
    }

    private boolean more() {
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
        return at < text.length();
    }

    private JsonNode next() {
        int begin = at;
        int data = text.startsWith("data: ", at) ? at + "data: ".length() : at;
        if (data < text.length() && "{[\"".indexOf(text.charAt(data)) >= 0) {
            try {
                at = data;
                return text.charAt(at) == '"' ? members(McpClient.JSON.createObjectNode().put(MORE, true), data) : value();
            } catch (JsonProcessingException | StringIndexOutOfBoundsException | IllegalStateException e) {
                at = begin;
            }
        }
        int end = text.indexOf('\n', at);
        at = end < 0 ? text.length() : end;
        return TextNode.valueOf(text.substring(begin, at).strip());
    }

    private JsonNode value() throws JsonProcessingException {
        more();
        return switch (text.charAt(at)) {
            case '{' -> {
                at++;
                ObjectNode object = members(McpClient.JSON.createObjectNode(), text.length());
                at++;
                yield object;
            }
            case '[' -> items();
            case '"' -> TextNode.valueOf(string());
            case '…' -> {
                at++;
                yield TextNode.valueOf(MORE);
            }
            default -> literal();
        };
    }

    /** Up to the end of their object, or of the text; without an object, up to the next line that isn't indented. */
    private ObjectNode members(ObjectNode object, int begin) throws JsonProcessingException {
        while (more() && text.charAt(at) != '}' && !(at > begin && text.charAt(at - 1) == '\n')) {
            if (text.charAt(at) == '…') {
                object.put(MORE, true);
                at++;
            } else if (text.charAt(at) == ',') {
                at++;
            } else {
                String name = string();
                more();
                if (text.charAt(at++) != ':') {
                    throw new IllegalStateException("no member");
                }
                object.set(name, value());
            }
        }
        return object;
    }

    private ArrayNode items() throws JsonProcessingException {
        ArrayNode array = McpClient.JSON.createArrayNode();
        at++;
        while (more() && text.charAt(at) != ']') {
            if (text.charAt(at) == ',') {
                at++;
            } else {
                array.add(value());
            }
        }
        at++;
        return array;
    }

    private String string() throws JsonProcessingException {
        if (text.charAt(at) != '"') {
            throw new IllegalStateException("no string");
        }
        int end = at + 1;
        while (text.charAt(end) != '"') {
            end += text.charAt(end) == '\\' ? 2 : 1;
        }
        String string = McpClient.JSON.readValue(text.substring(at, end + 1), String.class);
        at = end + 1;
        return string;
    }

    private JsonNode literal() throws JsonProcessingException {
        int end = at;
        while (end < text.length() && ",]}… \n".indexOf(text.charAt(end)) < 0) {
            end++;
        }
        JsonNode literal = McpClient.JSON.readTree(text.substring(at, end));
        at = end;
        return literal;
    }
}
