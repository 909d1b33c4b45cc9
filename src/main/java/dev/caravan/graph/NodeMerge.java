package dev.caravan.graph;

import dev.caravan.envelope.InvalidArgumentException;
import dev.caravan.envelope.Text;
import dev.caravan.envelope.ToolException;
import dev.caravan.observe.Family;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.apache.camel.Body;
import org.apache.camel.Exchange;
import org.apache.camel.Header;
import org.neo4j.driver.types.Node;
import org.springframework.stereotype.Component;

/**
 * Converts the arguments and the answer of {@code neo4j_create_node} with {@code merge_on}: the node with these values is updated, or
 * created.
 */
@Component("nodeMerge")
@Family.On(Family.GRAPH)
public record NodeMerge(Graph graph, WhiteList whiteList) {

    /**
     * Returns the arguments of the Cypher: {@code patch} has the given properties, {@code properties} also a new id, {@code property} and
     * {@code value} find the node, by an index if one of the properties has one, and {@code lock} is the same text for all calls with the
     * same label and values.
     */
    public Map<String, Object> arguments(@Body Map<String, Object> given, @Header("label") String label,
            @Header("merge_on") List<String> names) throws ToolException {
        Map<?, ?> patch = given.get("properties") instanceof Map<?, ?> map ? map : Map.of();
        Map<String, Object> properties = Graph.withId(patch);
        for (String name : names) {
            if (!patch.containsKey(name)) {
                throw new InvalidArgumentException(Text.of("graph.mergeOn", name));
            }
        }
        graph.checkPatch(properties);
        Map<String, Object> values = new TreeMap<>();
        names.forEach(name -> values.put(name, canonical(properties.get(name))));
        String first = names.stream().filter(name -> whiteList.indexed(name).isPresent()).findFirst().orElse(names.get(0));
        Map<String, Object> all = new LinkedHashMap<>(given);
        all.put("properties", properties);
        all.put("patch", patch);
        all.put("property", first);
        all.put("value", properties.get(first));
        all.put("lock", "merge " + UUID.nameUUIDFromBytes((label + values).getBytes(StandardCharsets.UTF_8)));
        return all;
    }

    /** Returns 1, 1.0 and 1e0 in one form, since they are equal in Cypher. */
    private static Object canonical(Object value) {
        if (value instanceof Collection<?> list) {
            return list.stream().map(NodeMerge::canonical).toList();
        }
        return value instanceof Number number ? new BigDecimal(number.toString()).stripTrailingZeros() : value;
    }

    /**
     * Returns the stored node with {@code created}. If several nodes had the values, their number goes to {@code meta} as {@code matches}.
     */
    public Map<String, Object> answer(@Body List<Map<String, Object>> records, @Header("label") String label, Exchange exchange) {
        Map<String, Object> record = records.get(0);
        long matches = (Long) record.get("matches");
        boolean fits = record.get("n") != null;
        if (!fits) {
            exchange.setProperty("meta.truncated", true);
        }
        if (matches > 1) {
            exchange.setProperty("meta.matches", matches);
        }
        Map<String, Object> view = fits ? graph.view((Node) record.get("n")) : Graph.bare(record.get("id"), label);
        view.put("created", matches == 0);
        return view;
    }
}
