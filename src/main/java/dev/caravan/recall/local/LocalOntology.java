package dev.caravan.recall.local;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.envelope.ToolException;
import dev.caravan.json.StrictJson;
import dev.caravan.recall.local.KnowledgeNetwork.ActionType;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.camel.Body;
import org.apache.camel.ExchangeProperty;
import org.apache.camel.Header;
import org.springframework.stereotype.Component;

/** Ontology Query and Ontology Manager for the knowledge networks in {@code config/knowledge-networks/}. */
@Component("localOntology")
public record LocalOntology(StrictJson json, LocalFiles.LocalProperties properties, LocalFiles files) {

    /**
     * Returns {@code {action_source, actions, total_count, overall_ms}}, with an action for each existing object, in the requested order.
     */
    public JsonNode query(@Body byte[] body, @ExchangeProperty("path") Map<String, String> path,
            @Header("x-http-method-override") String method) throws ToolException {
        long begin = System.nanoTime();
        if (!"GET".equalsIgnoreCase(method)) {
            throw LocalReply.invalid("The header x-http-method-override must be GET");
        }
        KnowledgeNetwork network = network(path.get("kn_id"));
        ActionType type = network.actionType(path.get("at_id")).orElseThrow(() -> LocalReply.notFound("The knowledge network "
                + network.id() + " has no action type " + path.get("at_id")));
        JsonNode identities = LocalReply.object(json, body).path(properties.identitiesKey());
        if (!identities.isArray()) {
            throw LocalReply.invalid(properties.identitiesKey() + " must be a list of objects");
        }
        ArrayNode actions = JsonNodeFactory.instance.arrayNode();
        identities.forEach(identity -> network.objectType(type).find(identity)
                .ifPresent(object -> actions.add(type.on(object).set("_instance_identity", identity))));
        ObjectNode answer = JsonNodeFactory.instance.objectNode();
        answer.set("action_source", type.actionSource());
        answer.set("actions", actions);
        return answer.put("total_count", actions.size()).put("overall_ms", (System.nanoTime() - begin) / 1_000_000);
    }

    private KnowledgeNetwork network(String id) throws ToolException {
        KnowledgeNetwork network = files.networks().all().get(id);
        if (network == null) {
            throw LocalReply.notFound("Knowledge network not found: " + id);
        }
        return network;
    }

    /**
     * Returns networks, or the action types of one, by name: {@code {entries, total_count}}. {@code asked} has {@code offset} and
     * {@code limit}, and may have {@code kn_id, name_pattern, object_type_id}.
     */
    public JsonNode list(@ExchangeProperty("path") Map<String, String> asked) throws ToolException {
        Stream<ObjectNode> all;
        if (asked.containsKey("kn_id")) {
            KnowledgeNetwork network = network(asked.get("kn_id"));
            all = network.actionTypes().stream()
                    .filter(type -> type.objectType().equals(asked.getOrDefault("object_type_id", type.objectType())))
                    .map(type -> entry(network, type));
        } else {
            all = files.networks().all().values().stream().map(network -> entry(network.id(), network.name(), network.comment()));
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
        KnowledgeNetwork.ObjectType objectType = network.objectType(type);
        ObjectNode entry = entry(type.id(), type.name(), type.comment()).put("object_type_id", objectType.id());
        objectType.primaryKeys().forEach(entry.putObject("object_type").put("id", objectType.id()).put("name", objectType.name())
                .putArray("primary_keys")::add);
        entry.set("action_source", type.actionSource());
        ArrayNode parameters = entry.putArray("parameters");
        type.parameters()
                .forEach(parameter -> parameters.addObject().put("name", parameter.name()).put("value_from", parameter.valueFrom()));
        return entry;
    }
}
