package dev.caravan.graph;

import com.github.f4b6a3.uuid.UuidCreator;
import dev.caravan.envelope.ErrorCode;
import dev.caravan.envelope.InvalidArgumentException;
import dev.caravan.envelope.NotFoundException;
import dev.caravan.envelope.Text;
import dev.caravan.envelope.ToolException;
import dev.caravan.observe.Family;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.camel.Body;
import org.apache.camel.Exchange;
import org.apache.camel.Header;
import org.apache.camel.Variable;
import org.neo4j.driver.types.Node;
import org.springframework.stereotype.Component;

/**
 * Converts between a tool's arguments, the graph's records and a tool's answer. A node is {@code {id, label, properties}}, a relationship
 * {@code {id, type, fromId, toId, properties}}. The property {@code id} has their id, a UUID of version 7, which sorts by age.
 */
@Component("graph")
@Family.On(Family.GRAPH)
public record Graph(WhiteList whiteList, GraphSchema schema, AnswerSize sizes) {

    private static final String ID = "id";
    private static final String PROPERTIES = "properties";
    private static final int LONGEST_INDEXED = 2_000;

    /** Returns the label for the endpoint that creates a node, after a check against the white list. It has no special characters. */
    public String label(@Header("label") String label) throws ToolException {
        whiteList.label(label);
        return label;
    }

    /** Returns the properties of a new node or relationship, with a new id. */
    public Map<String, Object> withNewId(@Header(PROPERTIES) Map<String, Object> properties) throws ToolException {
        if (properties == null) {
            return withId(null);
        }
        checkIndexed(properties);
        return withId(Cypher.GraphValues.parameters(properties));
    }

    /** @param properties a map, or null */
    static Map<String, Object> withId(Object properties) {
        Map<String, Object> all = new LinkedHashMap<>();
        all.put(ID, UuidCreator.getTimeOrderedEpochPlus1().toString());
        if (properties instanceof Map<?, ?> map) {
            map.forEach((name, value) -> all.put((String) name, value));
        }
        return all;
    }

    /** Returns the arguments with a new id in their {@code properties}. */
    public Map<String, Object> withNewProperties(@Body Map<String, Object> arguments) throws ToolException {
        Map<String, Object> all = new LinkedHashMap<>(arguments);
        all.put(PROPERTIES, withId(arguments.get(PROPERTIES)));
        return all;
    }

    /** Refuses a patch that can't be stored. */
    public void checkPatch(@Header("patch") Map<String, Object> patch) throws ToolException {
        checkIndexed(patch);
    }

    private void checkIndexed(Map<String, Object> properties) throws ToolException {
        for (String name : whiteList.indexedProperties()) {
            if (properties.get(name) instanceof String text && text.codePointCount(0, text.length()) > LONGEST_INDEXED) {
                throw new InvalidArgumentException(Text.of("graph.indexedTooLong", name, LONGEST_INDEXED));
            }
        }
    }

    /** Returns the answer of {@code neo4j_create_node}, from the stored properties. */
    public Map<String, Object> created(@Body Map<String, Object> stored, @Header("label") String label) {
        Map<String, Object> view = new LinkedHashMap<>();
        view.put(ID, stored.get(ID));
        view.put("label", label);
        view.put(PROPERTIES, properties(stored));
        return view;
    }

    /**
     * Returns the node {@code n} of the first record. If there are several records, their number goes to {@code meta} as {@code matches}.
     */
    public Map<String, Object> node(@Body List<Map<String, Object>> records, @Header(ID) String id, Exchange exchange)
            throws ToolException {
        if (records.isEmpty()) {
            throw id == null ? new NotFoundException(Text.of("graph.noSuchNode")) : missingNode(id);
        }
        if (records.get(0).get("matches") instanceof Long matches && matches > 1) {
            exchange.setProperty("meta.matches", matches);
        }
        checkRead(records.get(0).get("n") != null);
        return view((Node) records.get(0).get("n"));
    }

    /**
     * Returns {@code {member: true}} after a change.
     *
     * @param kind node or relationship
     */
    public Map<String, Object> changed(@Body List<Map<String, Object>> records, @Header(ID) String id, String kind, String member)
            throws NotFoundException {
        if ((Long) records.get(0).get("found") == 0) {
            throw new NotFoundException(Text.of("graph." + kind + "NotFound", id));
        }
        return Map.of(member, true);
    }

    /** Returns the answer of {@code neo4j_delete_node}. */
    public Map<String, Object> deletedNode(@Body List<Map<String, Object>> records, @Header(ID) String id) throws ToolException {
        if (records.isEmpty()) {
            throw missingNode(id);
        }
        long relationships = (Long) records.get(0).get("relationships");
        if (relationships > 0) {
            throw new InvalidArgumentException(Text.of("graph.stillRelated", id, relationships));
        }
        return Map.of("deleted", true);
    }

    /** Returns the answer of {@code neo4j_create_relationship}. NOT_FOUND names the missing end. */
    public Map<String, Object> related(@Body List<Map<String, Object>> records, @Header("fromId") String from, @Header("toId") String to)
            throws NotFoundException {
        endpoints(records, from, to);
        return Map.of(ID, records.get(0).get(ID));
    }

    /** Returns the relationship {@code r} of the first record. */
    public Map<String, Object> relationship(@Body List<Map<String, Object>> records, @Header(ID) String id) throws ToolException {
        if (records.isEmpty()) {
            throw new NotFoundException(Text.of("graph.relationshipNotFound", id));
        }
        checkRead(records.get(0).get("r") != null);
        return relationship((Map<?, ?>) records.get(0).get("r"));
    }

    /** Returns the answer of {@code neo4j_find_path}: {@code {nodes, relationships}} in the path's order. */
    public Map<String, Object> path(@Body List<Map<String, Object>> records, @Header("fromId") String from, @Header("toId") String to,
            @Header("maxDepth") Number maxDepth) throws ToolException {
        endpoints(records, from, to);
        if (!(records.get(0).get("nodes") instanceof List<?> nodes)) {
            throw new NotFoundException(Text.of("graph.noPath", from, to, maxDepth));
        }
        checkRead(!Boolean.TRUE.equals(records.get(0).get("cut")));
        return subgraph(nodes.stream().map(node -> view((Node) node)).toList(), relationships(records.get(0).get("relationships")));
    }

    /**
     * Returns the result of {@code neo4j_find_neighbors} within the size limit. Leaves out the furthest nodes first. A start node that is
     * too large loses its properties.
     */
    public Map<String, Object> neighbors(@Body List<Map<String, Object>> records, @Header(ID) String id, Exchange exchange)
            throws NotFoundException {
        if (records.isEmpty()) {
            throw missingNode(id);
        }
        Map<String, Object> record = records.get(0);
        boolean truncated = (Boolean) record.get("truncated");
        AnswerSize.Budget budget = sizes.budget();
        Map<String, Object> answer = new LinkedHashMap<>();
        if (record.containsKey("start")) {
            Map<String, Object> start = record.get("start") == null ? bare(id, "") : view((Node) record.get("start"));
            boolean fits = record.get("start") != null && budget.takes(start);
            answer.put("start", fits ? start : bare(id, start.get("label")));
            truncated |= !fits;
        }
        List<Map<String, Object>> nodes = new ArrayList<>();
        Set<Object> ids = new HashSet<>(Set.of(id));
        for (Object node : (List<?>) record.get("nodes")) {
            Map<String, Object> view = view((Node) node);
            if (!budget.takes(view)) {
                truncated = true;
                break;
            }
            nodes.add(view);
            ids.add(view.get(ID));
        }
        List<Map<String, Object>> relationships = new ArrayList<>();
        for (Map<String, Object> relationship : relationships(record.get("relationships"))) {
            if (ids.contains(relationship.get("fromId")) && ids.contains(relationship.get("toId"))) {
                if (!budget.takes(relationship)) {
                    truncated = true;
                    break;
                }
                relationships.add(relationship);
            }
        }
        if (truncated) {
            exchange.setProperty("meta.truncated", true);
            exchange.setProperty("meta.returned", nodes.size());
        }
        answer.putAll(subgraph(nodes, relationships));
        return answer;
    }

    /** Returns a node without the properties that do not fit. */
    static Map<String, Object> bare(Object id, Object label) {
        Map<String, Object> view = new LinkedHashMap<>();
        view.put(ID, id);
        view.put("label", label);
        view.put(PROPERTIES, Map.of());
        return view;
    }

    private static Map<String, Object> subgraph(List<Map<String, Object>> nodes, List<Map<String, Object>> relationships) {
        Map<String, Object> subgraph = new LinkedHashMap<>();
        subgraph.put("nodes", nodes);
        subgraph.put("relationships", relationships);
        return subgraph;
    }

    /**
     * Adds {@code lucene}, the query for the index, and {@code index}, its name, to the arguments.
     *
     * @param whole     weight of a whole word
     * @param beginning weight of the beginning of a word
     * @param twoTypos  number of letters from which a word may have two typos
     */
    public Map<String, Object> textQuery(@Body Map<String, Object> arguments, @Variable("wholeWord") int whole,
            @Variable("beginning") int beginning,
            @Variable("twoTyposFrom") int twoTypos) {
        Map<String, Object> all = new LinkedHashMap<>(arguments);
        all.put("lucene", new GraphSchema.TextQuery(whole, beginning, twoTypos).of((String) arguments.get("query")));
        all.put("index", schema.textIndex());
        return all;
    }

    /**
     * Returns the answer of {@code neo4j_fuzzy_search}, from a record with {@code nodes} and their {@code scores}. A score s of the index
     * becomes s / (1 + s), which is between 0 and 1.
     */
    public Map<String, Object> hits(@Body List<Map<String, Object>> records, Exchange exchange) {
        List<?> nodes = (List<?>) records.get(0).get("nodes");
        List<?> scores = (List<?>) records.get(0).get("scores");
        List<Map<String, Object>> hits = new ArrayList<>();
        for (Object node : nodes) {
            Map<String, Object> hit = view((Node) node);
            double score = (Double) scores.get(hits.size());
            hit.put("score", Math.round(score / (1 + score) * 10_000) / 10_000.0);
            hits.add(hit);
        }
        if (nodes.size() < scores.size()) {
            exchange.setProperty("meta.truncated", true);
            exchange.setProperty("meta.returned", nodes.size());
        }
        return Map.of("items", hits);
    }

    /** Returns the answer to a query without words. */
    public Map<String, Object> noHits() {
        return Map.of("items", List.of());
    }

    /** Fails if the result is too large to read. */
    private void checkRead(boolean read) throws ToolException {
        if (!read) {
            throw new ToolException(ErrorCode.UPSTREAM_ERROR, Text.of("graph.tooLarge", sizes.mostRead()));
        }
    }

    private static void endpoints(List<Map<String, Object>> records, String from, String to) throws NotFoundException {
        if (!(Boolean) records.get(0).get("fromThere")) {
            throw missingNode(from);
        }
        if (!(Boolean) records.get(0).get("toThere")) {
            throw missingNode(to);
        }
    }

    Map<String, Object> view(Node node) {
        Map<String, Object> view = new LinkedHashMap<>();
        view.put(ID, String.valueOf(node.get(ID).asObject()));
        view.put("label", whiteList.labels().stream().filter(node::hasLabel).findFirst().orElse(""));
        view.put(PROPERTIES, properties(node.asMap()));
        return view;
    }

    private static List<Map<String, Object>> relationships(Object found) {
        return ((List<?>) found).stream().map(relationship -> relationship((Map<?, ?>) relationship)).toList();
    }

    private static Map<String, Object> relationship(Map<?, ?> found) {
        Map<String, Object> view = new LinkedHashMap<>();
        for (String member : List.of(ID, "type", "fromId", "toId")) {
            view.put(member, found.get(member) == null ? null : String.valueOf(found.get(member)));
        }
        view.put(PROPERTIES, properties((Map<?, ?>) found.get(PROPERTIES)));
        return view;
    }

    private static Map<String, Object> properties(Map<?, ?> stored) {
        Map<String, Object> properties = new LinkedHashMap<>();
        stored.forEach((name, value) -> {
            if (!ID.equals(name)) {
                properties.put((String) name, Cypher.GraphValues.json(value));
            }
        });
        return properties;
    }

    private static NotFoundException missingNode(String id) {
        return new NotFoundException(Text.of("graph.nodeNotFound", id));
    }
}
