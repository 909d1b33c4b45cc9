package dev.caravan.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;

/**
 * What a client says that it can be asked.
 *
 * @param declared {@code {elicitation:{form,url}, sampling:{tools,context}, roots:{}}}, as far as it is declared; nothing else of
 *                 what the client sent. Not to be changed
 */
public record ClientCapabilities(ObjectNode declared) {

    public static final ClientCapabilities NONE = new ClientCapabilities(JsonNodeFactory.instance.objectNode());

    private static final Map<String, List<String>> KNOWN = Map.of(
            "elicitation", List.of("form", "url"), "sampling", List.of("tools", "context"), "roots", List.of());

    /** @param given {@code ClientCapabilities} of the protocol; what is none of it counts as nothing */
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

    /** Forms, which an empty {@code elicitation} means too. */
    public boolean hasForms() {
        JsonNode elicitation = declared.path("elicitation");
        return elicitation.isObject() && (elicitation.isEmpty() || elicitation.has("form"));
    }

    /** @param path as {@code sampling} or {@code elicitation.url} */
    public boolean has(String path) {
        JsonNode node = declared;
        for (String part : path.split("\\.")) {
            node = node.path(part);
        }
        return path.equals("elicitation") ? hasForms() : node.isObject();
    }

    /** {@code ClientCapabilities} with that alone, for {@code data.requiredCapabilities} of an error. */
    public static ObjectNode only(String path) {
        ObjectNode whole = JsonNodeFactory.instance.objectNode();
        ObjectNode node = whole;
        for (String part : path.split("\\.")) {
            node = node.putObject(part);
        }
        return whole;
    }
}
