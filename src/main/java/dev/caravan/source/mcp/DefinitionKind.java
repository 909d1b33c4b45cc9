package dev.caravan.source.mcp;

import static dev.caravan.source.ForeignText.LONGEST_DESCRIPTION;
import static dev.caravan.source.ForeignText.LONGEST_TITLE;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.call.resource.ForeignResource;
import dev.caravan.source.ForeignText;
import dev.caravan.source.OfferedDefinition;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** What a server defines. Each kind reads a definition of the server's lists, within limits, as the gateway offers it. */
enum DefinitionKind {

    TOOL(exposure -> true) {
        @Override
        String name(JsonNode sent, Exposure exposure) {
            String name = OfferedDefinition.toolName(sent);
            return exposure.offers(name) ? name : null;
        }

        @Override
        OfferedDefinition read(JsonNode sent, Exposure exposure) {
            return OfferedDefinition.ofTool(sent, exposure.prefix(),
                    OfferedDefinition.Override.of(exposure.override(), sent.get("name").textValue()));
        }
    },
    /** Also a resource template. Its name is the URI, or the template. */
    RESOURCE(Exposure::resources) {
        @Override
        OfferedDefinition read(JsonNode sent, Exposure exposure) {
            return ofContent(name(sent, exposure), name(sent, exposure), resource(sent, member(sent)));
        }
    },
    PROMPT(Exposure::prompts) {
        @Override
        OfferedDefinition read(JsonNode sent, Exposure exposure) {
            String name = name(sent, exposure);
            if (!PROMPT_NAME.matcher(name).matches() || !PROMPT_NAME.matcher(exposure.prefix() + name).matches()) {
                throw new IllegalArgumentException("a prompt's name must be 1 to 64 of A-Z a-z 0-9 _ . -");
            }
            return ofContent(name, exposure.prefix() + name, prompt(sent));
        }
    };

    private static final int LARGEST_CONTENT = 50_000;
    private static final Pattern PROMPT_NAME = Pattern.compile("[A-Za-z0-9_.-]{1,64}");
    private static final Pattern ARGUMENT = Pattern.compile("[A-Za-z_][A-Za-z0-9_-]{0,63}");
    private static final Pattern MIME_TYPE = Pattern.compile("[\\w!#$&^.+-]{1,64}/[\\w!#$&^.+-]{1,64}");
    private static final Pattern TIME = Pattern.compile("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d{1,9})?(Z|[+-]\\d\\d:\\d\\d)");

    private final Predicate<Exposure> offers;

    DefinitionKind(Predicate<Exposure> offers) {
        this.offers = offers;
    }

    /** Whether the settings offer definitions of this kind. */
    boolean isOffered(Exposure exposure) {
        return offers.test(exposure);
    }

    /**
     * Reads a definition.
     *
     * @throws RuntimeException with the reason, if it can't be offered
     */
    abstract OfferedDefinition read(JsonNode sent, Exposure exposure);

    /** Returns the name at the server; null if the settings don't offer it. */
    String name(JsonNode sent, Exposure exposure) {
        return sent.path(member(sent)).asText();
    }

    /** Returns the member that names the definition. */
    String member(JsonNode sent) {
        return this != RESOURCE ? "name" : sent.has("uri") ? "uri" : "uriTemplate";
    }

    /** Returns the word for it, such as {@code tool}. */
    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    private static OfferedDefinition ofContent(String original, String name, ObjectNode definition) {
        if (definition.toString().length() > LARGEST_CONTENT) {
            throw new IllegalArgumentException("its definition has more than " + LARGEST_CONTENT + " characters");
        }
        return new OfferedDefinition(original, name, definition, JsonNodeFactory.instance.objectNode());
    }

    private static ObjectNode resource(JsonNode given, String member) {
        ObjectNode sent = ForeignText.definition(given);
        String uri = given.path(member).asText();
        ObjectNode definition = JsonNodeFactory.instance.objectNode().put(member, uri);
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
        OfferedDefinition.icons(definition, sent);
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

    private static ObjectNode prompt(JsonNode sent) {
        ObjectNode definition = JsonNodeFactory.instance.objectNode();
        texts(definition, sent);
        ArrayNode arguments = definition.putArray("arguments");
        sent.path("arguments").forEach(argument -> {
            if (!ARGUMENT.matcher(argument.path("name").asText()).matches()) {
                throw new IllegalArgumentException("an argument's name must be 1 to 64 of A-Z a-z 0-9 _ -");
            }
            ObjectNode own = arguments.addObject().put("name", argument.get("name").asText()).put("required",
                    argument.path("required").asBoolean());
            texts(own, argument);
        });
        return definition;
    }

    private static void texts(ObjectNode definition, JsonNode sent) {
        ForeignText.put(definition, "title", sent.path("title").textValue(), LONGEST_TITLE);
        ForeignText.put(definition, "description", sent.path("description").textValue(), LONGEST_DESCRIPTION);
    }
}
