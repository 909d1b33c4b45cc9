package dev.caravan.federation;

import static dev.caravan.offer.ForeignText.LONGEST_DESCRIPTION;
import static dev.caravan.offer.ForeignText.LONGEST_TITLE;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.offer.ForeignText;
import dev.caravan.resource.ForeignResource;
import dev.caravan.upstream.ExposedServers.Exposed;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** Reviews a server's lists of resources, templates and prompts. Keeps definitions within the limits, and the reasons for refusing others. */
final class OfferedContents {

    private static final int LARGEST_DEFINITION = 50_000;
    private static final Pattern PROMPT = Pattern.compile("[A-Za-z0-9_.-]{1,64}");
    private static final Pattern ARGUMENT = Pattern.compile("[A-Za-z_][A-Za-z0-9_-]{0,63}");
    private static final Pattern MIME_TYPE = Pattern.compile("[\\w!#$&^.+-]{1,64}/[\\w!#$&^.+-]{1,64}");

    private final Exposed exposed;
    private final Map<String, ObjectNode> resources = new LinkedHashMap<>();
    private final Map<String, ObjectNode> prompts = new LinkedHashMap<>();
    private final Map<String, String> refused = new TreeMap<>();
    private boolean completes;

    OfferedContents(Exposed exposed) {
        this.exposed = exposed;
    }

    /** Returns {URI or template: definition}. */
    Map<String, ObjectNode> resources() {
        return resources;
    }

    /** Returns {the server's prompt name: definition}. */
    Map<String, ObjectNode> prompts() {
        return prompts;
    }

    /** Whether the server completes arguments of prompts and templates. */
    boolean completes() {
        return completes;
    }

    void setCompletes(boolean completes) {
        this.completes = completes;
    }

    boolean isEmpty() {
        return resources.isEmpty() && prompts.isEmpty();
    }

    /** Returns {URI or name: reason}. */
    Map<String, String> refused() {
        return refused;
    }

    void addResources(JsonNode sent, String key) {
        for (JsonNode each : sent) {
            add(each.path(key).asText("without " + key), () -> {
                ObjectNode definition = JsonNodeFactory.instance.objectNode().put(key, each.path(key).asText());
                ForeignText.put(definition, "name", each.path("name").asText(each.path(key).asText()), LONGEST_TITLE);
                texts(definition, each);
                String type = each.path("mimeType").asText();
                if (MIME_TYPE.matcher(type).matches()) {
                    definition.put("mimeType", type);
                }
                for (String member : new String[] {"size", "annotations", "icons", "_meta"}) {
                    if (each.hasNonNull(member)) {
                        definition.set(member, each.get(member));
                    }
                }
                ForeignResource.check(definition);
                keep(resources, each.path(key).asText(), definition);
            });
        }
    }

    void addPrompts(JsonNode sent) {
        for (JsonNode each : sent) {
            String name = each.path("name").asText();
            add(name, () -> {
                if (!PROMPT.matcher(name).matches() || !PROMPT.matcher(exposed.exposure().prefix() + name).matches()) {
                    throw new IllegalArgumentException("a prompt's name must be 1 to 64 of A-Z a-z 0-9 _ . -");
                }
                ObjectNode definition = JsonNodeFactory.instance.objectNode();
                texts(definition, each);
                ArrayNode arguments = definition.putArray("arguments");
                each.path("arguments").forEach(argument -> {
                    if (!ARGUMENT.matcher(argument.path("name").asText()).matches()) {
                        throw new IllegalArgumentException("an argument's name must be 1 to 64 of A-Z a-z 0-9 _ -");
                    }
                    ObjectNode own = arguments.addObject().put("name", argument.get("name").asText()).put("required", argument.path("required").asBoolean());
                    texts(own, argument);
                });
                keep(prompts, name, definition);
            });
        }
    }

    private static void texts(ObjectNode definition, JsonNode sent) {
        ForeignText.put(definition, "title", sent.path("title").textValue(), LONGEST_TITLE);
        ForeignText.put(definition, "description", sent.path("description").textValue(), LONGEST_DESCRIPTION);
    }

    private void add(String name, Runnable step) {
        try {
            step.run();
        } catch (RuntimeException e) { // an invalid definition must not stop the others
            refused.put(name.length() > LONGEST_TITLE ? name.substring(0, LONGEST_TITLE) + "…" : name, String.valueOf(e.getMessage()));
        }
    }

    private void keep(Map<String, ObjectNode> kept, String key, ObjectNode definition) {
        if (definition.toString().length() > LARGEST_DEFINITION) {
            throw new IllegalArgumentException("its definition has more than " + LARGEST_DEFINITION + " characters");
        }
        if (kept.size() < exposed.exposure().maxTools() && kept.putIfAbsent(key, definition) != null) {
            throw new IllegalArgumentException("the server has it twice");
        }
    }
}
