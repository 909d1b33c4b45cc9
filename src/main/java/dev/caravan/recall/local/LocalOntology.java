package dev.caravan.recall.local;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.json.StrictJson;
import dev.caravan.recall.RecallException;
import dev.caravan.recall.RecallProperties;
import dev.caravan.recall.local.KnowledgeNetwork.ActionType;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.camel.Body;
import org.apache.camel.ExchangeProperty;
import org.apache.camel.Header;
import org.springframework.stereotype.Component;

/** Ontology Query and Ontology Manager for the knowledge networks in {@code config/knowledge-networks/}. */
@Component("localOntology")
public record LocalOntology(StrictJson json, RecallProperties properties, LocalFiles files) {

    /**
     * Returns {@code {action_source, actions, total_count}}, with an action for each existing object, in the requested order.
     */
    public JsonNode query(@Body byte[] body, @ExchangeProperty("path") Map<String, String> path,
            @Header("x-http-method-override") String method) throws RecallException {
        if (!"GET".equalsIgnoreCase(method)) {
            throw RecallException.of(RecallException.Kind.INVALID, "The header x-http-method-override must be GET");
        }
        KnowledgeNetwork network = network(path.get("kn_id"));
        ActionType type = network.actionType(path.get("at_id"))
                .orElseThrow(() -> notFound("The knowledge network " + network.id() + " has no action type " + path.get("at_id")));
        JsonNode identities = LocalMcp.object(json, body).path(properties.identitiesKey());
        if (!identities.isArray()) {
            throw RecallException.of(RecallException.Kind.INVALID, properties.identitiesKey() + " must be a list of objects");
        }
        ArrayNode actions = JsonNodeFactory.instance.arrayNode();
        identities.forEach(identity -> network.objectType(type).find(identity)
                .ifPresent(object -> actions.add(type.on(object).set("_instance_identity", identity))));
        ObjectNode answer = JsonNodeFactory.instance.objectNode().put("total_count", actions.size());
        answer.set("action_source", type.actionSource());
        return answer.set("actions", actions);
    }

    private KnowledgeNetwork network(String id) throws RecallException {
        return Optional.ofNullable(files.networks().get(id)).orElseThrow(() -> notFound("Knowledge network not found: " + id));
    }

    private static RecallException notFound(String words) {
        return RecallException.of(RecallException.Kind.NOT_FOUND, words);
    }

    /**
     * Returns networks, or the action types of one, by name: {@code {entries, total_count}}. {@code asked} has {@code offset} and
     * {@code limit}, and may have {@code kn_id, name_pattern, object_type_id}.
     */
    public JsonNode list(@ExchangeProperty("path") Map<String, String> asked) throws RecallException {
        Stream<ObjectNode> all;
        if (asked.containsKey("kn_id")) {
            KnowledgeNetwork network = network(asked.get("kn_id"));
            all = network.actionTypes().stream()
                    .filter(type -> type.objectType().equals(asked.getOrDefault("object_type_id", type.objectType())))
                    .map(type -> entry(network, type));
        } else {
            all = files.networks().values().stream().map(network -> entry(network.id(), network.name(), network.comment()));
        }
        String pattern = asked.getOrDefault("name_pattern", "").toLowerCase(Locale.ROOT);
        List<ObjectNode> entries = all.filter(entry -> Stream.of("name", "id", "comment")
                .anyMatch(member -> entry.get(member).textValue().toLowerCase(Locale.ROOT).contains(pattern)))
                .sorted(Comparator.comparing((ObjectNode entry) -> entry.get("name").textValue())
                        .thenComparing(entry -> entry.get("id").textValue()))
                .toList();
        ObjectNode answer = JsonNodeFactory.instance.objectNode().put("total_count", entries.size());
        entries.stream().skip(Long.parseLong(asked.get("offset"))).limit(Long.parseLong(asked.get("limit")))
                .forEach(answer.putArray("entries")::add);
        return answer;
    }

    private static ObjectNode entry(String id, String name, String comment) {
        return JsonNodeFactory.instance.objectNode().put("id", id).put("name", name).put("comment", comment);
    }

    private static ObjectNode entry(KnowledgeNetwork network, ActionType type) {
        KnowledgeNetwork.ObjectType objects = network.objectType(type);
        ObjectNode entry = entry(type.id(), type.name(), type.comment()).put("object_type_id", objects.id());
        objects.primaryKeys().forEach(entry.putObject("object_type").put("name", objects.name()).putArray("primary_keys")::add);
        ArrayNode parameters = entry.set("action_source", type.actionSource()).withArray("parameters");
        type.parameters().forEach(one -> parameters.addObject().put("name", one.name()).put("value_from", one.valueFrom()));
        return entry;
    }
}
