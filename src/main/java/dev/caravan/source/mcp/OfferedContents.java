package dev.caravan.source.mcp;

import static dev.caravan.source.ForeignText.LONGEST_DESCRIPTION;
import static dev.caravan.source.ForeignText.LONGEST_TITLE;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.call.resource.ForeignResource;
import dev.caravan.source.ForeignText;
import dev.caravan.source.mcp.ExposedServers.Exposed;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Reviews a server's lists of resources, templates and prompts. Keeps definitions within the limits, and the reasons for refusing others. With
 * {@code pin}, a new or changed definition of a server that was read before waits for approval.
 */
final class OfferedContents {

    private static final int LARGEST_DEFINITION = 50_000;
    private static final String RESOURCE = "resource ";
    private static final String PROMPT_KEY = "prompt ";
    private static final Pattern PROMPT = Pattern.compile("[A-Za-z0-9_.-]{1,64}");
    private static final Pattern ARGUMENT = Pattern.compile("[A-Za-z_][A-Za-z0-9_-]{0,63}");
    private static final Pattern MIME_TYPE = Pattern.compile("[\\w!#$&^.+-]{1,64}/[\\w!#$&^.+-]{1,64}");

    private static final Pattern TIME = Pattern.compile("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d{1,9})?(Z|[+-]\\d\\d:\\d\\d)");

    private final Exposed exposed;
    private final Map<String, JsonNode> accepted;
    /** {kind and name, as in {@link AcceptedTools}: definition}. */
    private final Map<String, WaitingContent> waiting = new TreeMap<>();
    private final Map<String, ObjectNode> resources = new LinkedHashMap<>();
    private final Map<String, ObjectNode> prompts = new LinkedHashMap<>();
    private final Map<String, String> refused = new TreeMap<>();
    private final boolean wasRead;
    private boolean completes;

    /**
     * @param accepted formerly accepted definitions, by kind and name
     * @param wasRead  whether the server was read before; with {@code pin}, its new definitions then wait
     */
    OfferedContents(Exposed exposed, Map<String, JsonNode> accepted, boolean wasRead) {
        this.exposed = exposed;
        this.accepted = accepted;
        this.wasRead = wasRead;
    }

    /** Returns the contents that were accepted before, for a server that has not answered yet. */
    static OfferedContents recalled(Exposed exposed, Map<String, JsonNode> accepted) {
        OfferedContents contents = new OfferedContents(exposed, accepted, true);
        accepted.forEach((key, definition) -> contents.kept(key).ifPresent(kept -> contents.add(name(key), () -> {
            if (kept.size() < exposed.exposure().maxTools()) {
                boolean resource = kept == contents.resources;
                kept.put(name(key), resource ? resource(definition, definition.has("uri") ? "uri" : "uriTemplate") : (ObjectNode) definition);
            }
        })));
        return contents;
    }

    /** Returns the definitions of the key's kind; empty if the settings don't offer the kind. */
    private Optional<Map<String, ObjectNode>> kept(String key) {
        boolean resource = key.startsWith(RESOURCE);
        boolean offered = resource ? exposed.exposure().resources() : exposed.exposure().prompts();
        return offered ? Optional.of(resource ? resources : prompts) : Optional.empty();
    }

    private static String name(String key) {
        return key.substring(key.indexOf(' ') + 1);
    }

    /** Returns {kind and name: definition} of all offered contents. */
    Map<String, JsonNode> accepted() {
        Map<String, JsonNode> now = new LinkedHashMap<>();
        resources.forEach((uri, definition) -> now.put(RESOURCE + uri, definition));
        prompts.forEach((prompt, definition) -> now.put(PROMPT_KEY + prompt, definition));
        return now;
    }

    /** Returns {kind and name, such as {@code prompt visit}: definition that waits}. */
    Map<String, WaitingContent> waiting() {
        return waiting;
    }

    /** Returns these contents with a waiting definition in place of the former one. */
    OfferedContents with(String approved) {
        Map<String, JsonNode> now = accepted();
        now.put(approved, waiting.get(approved).next());
        OfferedContents contents = recalled(exposed, now);
        contents.completes = completes;
        contents.refused.putAll(refused);
        contents.waiting.putAll(waiting);
        contents.waiting.remove(approved);
        return contents;
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
            add(each.path(key).asText("without " + key), () -> keep(RESOURCE, resources, each.path(key).asText(), resource(each, key)));
        }
    }

    private static ObjectNode resource(JsonNode given, String key) {
        ObjectNode sent = ForeignText.definition(given);
        String uri = given.path(key).asText();
        ObjectNode definition = JsonNodeFactory.instance.objectNode().put(key, uri);
        ForeignText.put(definition, "name", sent.path("name").asText(uri), LONGEST_TITLE);
        texts(definition, sent);
        if (MIME_TYPE.matcher(sent.path("mimeType").asText()).matches()) {
            definition.set("mimeType", sent.get("mimeType"));
        }
        // clients refuse the whole list for a member of another type
        if (sent.path("size").isNumber()) {
            definition.set("size", sent.get("size"));
        }
        if (sent.get("_meta") instanceof ObjectNode meta) {
            definition.set("_meta", meta);
        }
        ObjectNode annotations = annotations(sent.path("annotations"));
        if (!annotations.isEmpty()) {
            definition.set("annotations", annotations);
        }
        for (JsonNode icon : sent.path("icons")) {
            ObjectNode own = definition.withArrayProperty("icons").addObject().put("src", icon.get("src").asText());
            if (icon.path("mimeType").isTextual()) {
                own.set("mimeType", icon.get("mimeType"));
            }
            if (icon.path("sizes").isArray()) {
                icon.get("sizes").forEach(size -> own.withArrayProperty("sizes").add(size.asText()));
            }
        }
        ForeignResource.check(definition);
        return definition;
    }

    private static ObjectNode annotations(JsonNode sent) {
        ObjectNode annotations = JsonNodeFactory.instance.objectNode();
        for (JsonNode role : sent.path("audience")) {
            if (role.asText().equals("user") || role.asText().equals("assistant")) {
                annotations.withArrayProperty("audience").add(role);
            }
        }
        JsonNode priority = sent.path("priority");
        if (priority.isNumber() && priority.asDouble() >= 0 && priority.asDouble() <= 1) {
            annotations.set("priority", priority);
        }
        if (TIME.matcher(sent.path("lastModified").asText()).matches()) {
            annotations.set("lastModified", sent.get("lastModified"));
        }
        return annotations;
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
                keep(PROMPT_KEY, prompts, name, definition);
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

    private void keep(String kind, Map<String, ObjectNode> kept, String key, ObjectNode sent) {
        ObjectNode definition = sent;
        if (definition.toString().length() > LARGEST_DEFINITION) {
            throw new IllegalArgumentException("its definition has more than " + LARGEST_DEFINITION + " characters");
        }
        JsonNode former = accepted.get(kind + key);
        if (exposed.exposure().pin() && (wasRead || !accepted.isEmpty()) && !definition.equals(former)) {
            waiting.put(kind + key, new WaitingContent(key, definition, former instanceof ObjectNode known ? known : null));
            if (!(former instanceof ObjectNode known)) {
                return;
            }
            definition = known;
        }
        if (kept.size() < exposed.exposure().maxTools() && kept.putIfAbsent(key, definition) != null) {
            throw new IllegalArgumentException("the server lists this name or URI twice; only the first is offered");
        }
    }
}
