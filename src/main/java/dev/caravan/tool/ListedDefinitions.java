package dev.caravan.tool;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import org.apache.camel.CamelContext;
import org.springframework.stereotype.Component;

/**
 * Shortens definitions for {@code tools/list}. With {@code slim}, the gateway's own tools lose what a model knows already. Of tools with the
 * same arguments, such as db_query of each database, only the first describes them, and the others name the first. Definitions of other
 * servers and of users stay unchanged.
 */
@Component
class ListedDefinitions {

    private static final String DESCRIPTION = "description";
    private static final String INPUT = "inputSchema";
    private static final String OUTPUT = "outputSchema";
    private static final String META = "_meta";
    private static final String ANNOTATIONS = "annotations";
    /** The hints that mean the same when they are absent (MCP, tools, annotations). */
    private static final Map<String, Boolean> DEFAULT_HINTS = Map.of("readOnlyHint", false, "destructiveHint", true, "idempotentHint", false, "openWorldHint", true);

    private final ToolRegistry gateways;
    private final DefinitionDetail definitions;
    private final DefinitionDetail outputs;
    /** {full list: shortened list}. A full list stays the same object until it changes. */
    private final Cache<NavigableMap<String, JsonNode>, NavigableMap<String, JsonNode>> lists = Caffeine.newBuilder().weakKeys().build();

    ListedDefinitions(CamelContext context, ToolProperties settings) {
        this.gateways = ToolRegistry.of(context);
        this.definitions = settings.definitions();
        this.outputs = settings.outputSchemas();
    }

    NavigableMap<String, JsonNode> of(NavigableMap<String, JsonNode> full) {
        return definitions == DefinitionDetail.FULL && outputs == DefinitionDetail.FULL ? full : lists.get(full, this::made);
    }

    private NavigableMap<String, JsonNode> made(NavigableMap<String, JsonNode> full) {
        NavigableMap<String, JsonNode> listed = new TreeMap<>();
        Map<JsonNode, ObjectNode> firsts = new HashMap<>();
        full.forEach((name, definition) -> listed.put(name, listed((ObjectNode) definition, isOwn(name, definition), firsts)));
        return Collections.unmodifiableNavigableMap(listed);
    }

    private boolean isOwn(String name, JsonNode definition) {
        return gateways.find(name).filter(tool -> tool.spec().definition() == definition && !tool.spec().foreign()).isPresent();
    }

    private ObjectNode listed(ObjectNode full, boolean own, Map<JsonNode, ObjectNode> firsts) {
        ObjectNode listed = JsonNodeFactory.instance.objectNode().setAll(full);
        boolean again = false;
        ObjectNode first = null;
        if (own && definitions != DefinitionDetail.FULL) {
            first = firsts.putIfAbsent(full.get(INPUT), full);
            ObjectNode slim = SlimSchema.arguments((ObjectNode) full.get(INPUT));
            again = first != null && full.at("/inputSchema/properties").size() > 1 && SlimSchema.describes(slim);
            listed.set(INPUT, again ? SlimSchema.undescribed(slim) : slim);
            if (again) {
                listed.put(DESCRIPTION, different(full, first));
            }
            shortenHints(listed);
            removeTags(listed);
        }
        if (outputs == DefinitionDetail.NONE) {
            listed.remove(OUTPUT);
        } else if (own && outputs == DefinitionDetail.SLIM && listed.get(OUTPUT) instanceof ObjectNode output) {
            if (again && output.equals(first.get(OUTPUT))) {
                listed.remove(OUTPUT);
            } else {
                listed.set(OUTPUT, SlimSchema.result(output));
            }
        }
        return listed;
    }

    /** Returns the sentences that the first tool with these arguments doesn't have, and its name. */
    private static String different(ObjectNode tool, ObjectNode first) {
        Set<String> sentences = new LinkedHashSet<>(sentences(tool));
        sentences.removeAll(sentences(first));
        return (String.join(" ", sentences) + " Otherwise like " + first.get("name").textValue() + ".").strip();
    }

    private static List<String> sentences(ObjectNode tool) {
        return Arrays.asList(tool.path(DESCRIPTION).asText().split("(?<=\\.)\\s+"));
    }

    /** Removes the tags, by which people group tools. */
    private static void removeTags(ObjectNode listed) {
        if (listed.path(META).has(ToolSpec.TAGS)) {
            ObjectNode meta = ((ObjectNode) listed.get(META)).deepCopy().without(ToolSpec.TAGS);
            if (meta.isEmpty()) {
                listed.remove(META);
            } else {
                listed.set(META, meta);
            }
        }
    }

    private static void shortenHints(ObjectNode listed) {
        if (listed.get(ANNOTATIONS) instanceof ObjectNode full) {
            ObjectNode hints = full.deepCopy();
            DEFAULT_HINTS.forEach((hint, usual) -> {
                if (hints.path(hint).isBoolean() && hints.get(hint).booleanValue() == usual) {
                    hints.remove(hint);
                }
            });
            if (hints.isEmpty()) {
                listed.remove(ANNOTATIONS);
            } else {
                listed.set(ANNOTATIONS, hints);
            }
        }
    }
}
