package dev.caravan.tool.discovery;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.caravan.envelope.Text;
import dev.caravan.mcp.ToolRights;
import dev.caravan.tool.ToolCatalogue;
import dev.caravan.tool.ToolRegistry;
import dev.caravan.tool.discovery.ToolRanking.Candidate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.Header;
import org.springframework.stereotype.Component;

/** Finds tools for the route {@code find_tools}, among those that the caller may call. */
@Component("toolSearch")
public class ToolSearch {

    private static final String WARNINGS = "meta.warnings";
    private static final String TAGS = "/_meta/dev.caravan~1tags";
    /** The members of a definition that a model needs to call the tool. */
    private static final List<String> SHOWN = List.of("name", "title", "description", "inputSchema", "annotations");

    private final ToolRegistry gateways;
    private final ToolVectors vectors;
    private final Synonyms synonyms = new Synonyms();
    /** Texts by definition. A definition stays the same object until it changes. */
    private final Cache<JsonNode, ToolText> texts = Caffeine.newBuilder().weakKeys().build();

    ToolSearch(CamelContext context, ToolVectors vectors) {
        this.gateways = ToolRegistry.of(context);
        this.vectors = vectors;
    }

    /**
     * Returns {@code {tools:[{name, title?, description, inputSchema, annotations?}], searched}}, best first.
     *
     * @param tags only tools with one of these tags; null or empty means all
     */
    public ObjectNode find(@Header("query") String query, @Header("limit") int limit, @Header("tags") List<?> tags, Exchange exchange) throws InterruptedException {
        NavigableMap<String, JsonNode> tools = tools(exchange, tags == null ? List.of() : tags);
        List<Candidate> candidates = candidates(tools);
        float[] question = vectors.ofQuestion(query);
        if (question == null || candidates.stream().anyMatch(candidate -> candidate.vector() == null)) {
            exchange.setProperty(WARNINGS, List.of(Text.of("discovery.words")));
        }
        ObjectNode result = JsonNodeFactory.instance.objectNode();
        ArrayNode found = result.putArray("tools");
        new ToolRanking(candidates).best(synonyms.concepts(query), question, limit).forEach(name -> found.add(shown(tools.get(name))));
        return result.put("searched", tools.size());
    }

    private NavigableMap<String, JsonNode> tools(Exchange exchange, List<?> tags) {
        ToolCatalogue catalogue = ToolCatalogue.of(exchange, gateways);
        ToolRights rights = ToolRights.of(exchange);
        NavigableMap<String, JsonNode> tools = new TreeMap<>(catalogue.definitions());
        if (rights != ToolRights.ALL) {
            tools.keySet().removeIf(name -> catalogue.find(name).filter(tool -> rights.see(tool.spec().tags())).isEmpty());
        }
        if (!tags.isEmpty()) {
            tools.values().removeIf(definition -> !hasOneOf(tags, definition.at(TAGS)));
        }
        return tools;
    }

    private static boolean hasOneOf(List<?> tags, JsonNode own) {
        for (JsonNode tag : own) {
            if (tags.contains(tag.textValue())) {
                return true;
            }
        }
        return false;
    }

    private List<Candidate> candidates(NavigableMap<String, JsonNode> tools) {
        Map<String, ToolText> described = new TreeMap<>();
        tools.forEach((name, definition) -> described.put(name, texts.get(definition, ToolText::of)));
        Map<String, float[]> known = vectors.of(described.values().stream().map(ToolText::passage).distinct().toList());
        List<Candidate> candidates = new ArrayList<>(described.size());
        described.forEach((name, text) -> candidates.add(new Candidate(name, text, known.get(text.passage()))));
        return candidates;
    }

    private static ObjectNode shown(JsonNode definition) {
        ObjectNode shown = JsonNodeFactory.instance.objectNode();
        SHOWN.stream().filter(definition::has).forEach(member -> shown.set(member, definition.get(member)));
        return shown;
    }
}
