package dev.caravan.recall;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.call.CallContext;
import dev.caravan.json.PercentCode;
import dev.caravan.recall.ServiceCall.Service;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.camel.Body;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangeProperty;
import org.apache.camel.Variable;
import org.springframework.stereotype.Component;

/** Lists knowledge networks and their action types, which Ontology Manager knows. */
@Component("actionTypes")
public record ActionTypes(Services services, RecallProperties properties) {

    private static final String NETWORKS = "/api/ontology-manager/in/v1/knowledge-networks";
    private static final String NETWORK = "kn_id";
    private static final String OFFSET = "offset";
    private static final int PAGE = 20;

    /**
     * Builds the request from {@code {kn_id?, name?, object_type?, offset?, limit?}}. Without {@code kn_id}, it is for the networks.
     *
     * @throws RecallException if an id can't be used
     */
    public ServiceCall request(@Body Map<String, Object> arguments, @ExchangeProperty(CallContext.CALLER) String caller, Exchange exchange)
            throws RecallException {
        Object network = arguments.get(NETWORK);
        Map<String, String> asked = new LinkedHashMap<>();
        asked.put(OFFSET, whole(arguments.getOrDefault(OFFSET, 0)));
        asked.put("limit", whole(arguments.getOrDefault("limit", PAGE)));
        asked.put("sort", "name"); // without an order, a page could repeat entries of another
        asked.put("direction", "asc");
        put(asked, "name_pattern", arguments.get("name"));
        Map<String, String> about = Map.of();
        String path = NETWORKS;
        if (network != null) {
            String id = RecallRequests.id(NETWORK, String.valueOf(network));
            about = Map.of(NETWORK, id);
            path += "/" + PercentCode.of(id) + "/action-types";
            put(asked, "object_type_id", arguments.get("object_type"));
        } else if (arguments.get("object_type") != null) {
            throw RecallException.invalid(NETWORK, "blank");
        }
        StringBuilder query = new StringBuilder();
        asked.forEach((name, value) -> query.append(query.isEmpty() ? "" : "&").append(name).append('=').append(PercentCode.of(value)));
        Map<String, String> ids = new LinkedHashMap<>(asked);
        ids.putAll(about);
        return new ServiceCall(Service.ONTOLOGY_MANAGER, RecallException.Kind.SERVICE_FAILED, "GET", path, query.toString(), about,
                RecallRequests.headersOfTool(caller, exchange), properties.timeout().toMillis(), ids, null, System.nanoTime());
    }

    /** Writes a number without a fraction, which JSON allows as 20.0 too. */
    private static String whole(Object number) {
        return String.valueOf(((Number) number).longValue());
    }

    private static void put(Map<String, String> asked, String name, Object value) {
        if (value != null) {
            asked.put(name, String.valueOf(value));
        }
    }

    /** Returns {@code {networks, total, next_offset?}}, or {@code {action_types, total, next_offset?}} of one network. */
    public JsonNode page(@Body ServiceCall.Answer answer, @Variable("serviceCall") ServiceCall call) throws RecallException {
        JsonNode found = services.success(call, answer).json();
        boolean ofNetwork = call.about().containsKey(NETWORK);
        ObjectNode page = JsonNodeFactory.instance.objectNode();
        ArrayNode entries = page.putArray(ofNetwork ? "action_types" : "networks");
        int limit = Integer.parseInt(call.ids().get("limit"));
        for (JsonNode entry : found.path("entries")) {
            if (entry.isObject() && entries.size() < limit) {
                entries.add(ofNetwork ? actionType(entry) : described(entry, NETWORK));
            }
        }
        long next = Long.parseLong(call.ids().get(OFFSET)) + entries.size();
        long total = Math.max(found.path("total_count").asLong(), next);
        page.put("total", total);
        if (next < total && !entries.isEmpty()) {
            page.put("next_offset", next);
        }
        return page;
    }

    private static ObjectNode described(JsonNode entry, String id) {
        ObjectNode shown = JsonNodeFactory.instance.objectNode().put(id, entry.path("id").asText()).put("name",
                entry.path("name").asText());
        String comment = entry.path("comment").asText("");
        return comment.isBlank() ? shown : shown.put("description", comment);
    }

    private static ObjectNode actionType(JsonNode entry) {
        ObjectNode shown = described(entry, "at_id").put("object_type", entry.path("object_type_id").asText());
        if (entry.path("object_type").path("primary_keys").isArray()) {
            shown.set("object_keys", entry.path("object_type").path("primary_keys"));
        }
        shown.put("source", entry.path("action_source").path("type").asText(""));
        ArrayNode inputs = shown.putArray("inputs");
        entry.path("parameters").forEach(parameter -> {
            if ("input".equals(parameter.path("value_from").asText())) {
                inputs.add(parameter.path("name").asText());
            }
        });
        return shown;
    }
}
