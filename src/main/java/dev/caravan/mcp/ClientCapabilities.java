package dev.caravan.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;

/**
 * Holds the kinds of input that a client declares it can give.
 *
 * @param declared {@code {elicitation:{form,url}, sampling:{tools,context}, roots:{}}}, with the declared members only. Do not change it
 */
public record ClientCapabilities(ObjectNode declared) {

    public static final ClientCapabilities NONE = new ClientCapabilities(JsonNodeFactory.instance.objectNode());

    private static final Map<String, List<String>> KNOWN = Map.of(
            "elicitation", List.of("form", "url"), "sampling", List.of("tools", "context"), "roots", List.of());

    /**
     * Reads the capabilities that the gateway uses.
     *
     * @param given {@code ClientCapabilities} of the protocol; unknown members are ignored
     */
    public static ClientCapabilities of(JsonNode given) {
        ObjectNode declared = JsonNodeFactory.instance.objectNode();
        KNOWN.forEach((name, parts) -> {
            if (given.path(name).isObject()) {
                ObjectNode capability = declared.putObject(name);
                parts.stream().filter(part -> given.path(name).path(part).isObject()).forEach(capability::putObject);
            }
        });
        return new ClientCapabilities(declared);
    }

    /** Returns whether the client shows forms. An empty {@code elicitation} means forms too. */
    public boolean hasForms() {
        JsonNode elicitation = declared.path("elicitation");
        return elicitation.isObject() && (elicitation.isEmpty() || elicitation.has("form"));
    }

    /**
     * Returns whether the client declares this capability.
     *
     * @param path such as {@code sampling} or {@code elicitation.url}
     */
    public boolean has(String path) {
        return path.equals("elicitation") ? hasForms() : declared.at(pointer(path)).isObject();
    }

    /** Returns {@code ClientCapabilities} with this capability only, for {@code data.requiredCapabilities} of an error. */
    public static ObjectNode only(String path) {
        ObjectNode whole = JsonNodeFactory.instance.objectNode();
        whole.withObject(pointer(path));
        return whole;
    }

    private static String pointer(String path) {
        return "/" + path.replace('.', '/');
    }
}
