package dev.caravan.tool;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
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
    /** The hints that mean nothing for a tool that only reads (MCP, tools, annotations). */
    private static final List<String> HINTS_OF_WRITES = List.of("destructiveHint", "idempotentHint");
    /** The hints that mean the same when they are absent. */
    private static final Map<String, Boolean> DEFAULT_HINTS = Map.of("readOnlyHint", false, "destructiveHint", true, "idempotentHint", false, "openWorldHint", true);

    /**
     * What one list has so far.
     *
     * @param firsts  {schema of arguments: the first tool with it}
     * @param outputs schemas of results
     * @param members members of results
     */
    private record Listing(Map<JsonNode, ObjectNode> firsts, SaidOnce said, Set<JsonNode> outputs, Set<JsonNode> members) {
    }

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
        Listing listing = new Listing(new HashMap<>(), new SaidOnce(), new HashSet<>(), new HashSet<>());
        for (boolean reading : new boolean[] {true, false}) { // tools that read describe first what others share, because a model begins with them
            full.forEach((name, definition) -> {
                if (definition.at("/annotations/readOnlyHint").asBoolean() == reading) {
                    listed.put(name, listed((ObjectNode) definition, isOwn(name, definition), listing));
                }
            });
        }
        return Collections.unmodifiableNavigableMap(listed);
    }

    private boolean isOwn(String name, JsonNode definition) {
        return gateways.find(name).filter(tool -> tool.spec().definition() == definition && !tool.spec().foreign()).isPresent();
    }

    private ObjectNode listed(ObjectNode full, boolean own, Listing listing) {
        ObjectNode listed = JsonNodeFactory.instance.objectNode().setAll(full);
        if (own && definitions != DefinitionDetail.FULL) {
            ObjectNode first = listing.firsts().putIfAbsent(full.get(INPUT), full);
            ObjectNode slim = SlimSchema.arguments((ObjectNode) full.get(INPUT));
            boolean again = first != null && full.at("/inputSchema/properties").size() > 1 && SlimSchema.describes(slim);
            if (again) {
                listed.set(INPUT, SlimSchema.undescribed(slim));
                listed.put(DESCRIPTION, listing.said().described(full.get("name").textValue(), SaidOnce.like(full, first)));
            } else {
                listed.set(INPUT, slim);
                if (full.has(DESCRIPTION)) {
                    listed.put(DESCRIPTION, listing.said().described(full.get("name").textValue(), full.get(DESCRIPTION).asText()));
                }
                if (slim != full.get(INPUT)) {
                    listing.said().shorten(full.get("name").textValue(), slim);
                }
            }
            shortenHints(listed);
            removeTags(listed);
        }
        if (outputs == DefinitionDetail.NONE) {
            listed.remove(OUTPUT);
        } else if (own && outputs == DefinitionDetail.SLIM && listed.get(OUTPUT) instanceof ObjectNode output) {
            if (listing.outputs().add(output) || definitions == DefinitionDetail.FULL) {
                listed.set(OUTPUT, SlimSchema.result(output, listing.members()));
            } else {
                listed.remove(OUTPUT);
            }
        }
        return listed;
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
            if (hints.path("readOnlyHint").asBoolean()) {
                hints.remove(HINTS_OF_WRITES);
            }
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
