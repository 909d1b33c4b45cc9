package dev.caravan.recall.local;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.camel.ExchangeProperty;
import org.springframework.stereotype.Component;

/** Ontology Manager for the knowledge networks in {@code config/knowledge-networks/}: lists networks and action types by name. */
@Component("localOntologyManager")
public record LocalOntologyManager(LocalFiles files) {

    /**
     * Returns {@code {entries, total_count}}. {@code asked} has {@code offset} and {@code limit}, and may have
     * {@code kn_id, name_pattern, object_type_id}.
     */
    public JsonNode list(@ExchangeProperty("path") Map<String, String> asked) throws LocalReply.Failure {
        String pattern = asked.getOrDefault("name_pattern", "").toLowerCase(Locale.ROOT);
        String objectType = asked.get("object_type_id");
        List<ObjectNode> entries;
        if (asked.containsKey("kn_id")) {
            Stream<KnowledgeNetwork.ActionType> types = LocalOntologyQuery.network(files, asked.get("kn_id")).actionTypes().values()
                    .stream();
            entries = types
                    .filter(type -> has(pattern, type.name(), type.id(), type.comment())
                            && (objectType == null || objectType.equals(type.objectType().id())))
                    .sorted(Comparator.comparing(KnowledgeNetwork.ActionType::name).thenComparing(KnowledgeNetwork.ActionType::id))
                    .map(LocalOntologyManager::entry).toList();
        } else {
            entries = files.networks().values().stream().filter(network -> has(pattern, network.name(), network.id(), network.comment()))
                    .sorted(Comparator.comparing(KnowledgeNetwork::name).thenComparing(KnowledgeNetwork::id))
                    .map(network -> entry(network.id(), network.name(), network.comment())).toList();
        }
        ObjectNode answer = JsonNodeFactory.instance.objectNode();
        ArrayNode page = answer.putArray("entries");
        entries.stream().skip(Long.parseLong(asked.get("offset"))).limit(Long.parseLong(asked.get("limit"))).forEach(page::add);
        return answer.put("total_count", entries.size());
    }

    private static boolean has(String pattern, String... texts) {
        return Stream.of(texts).anyMatch(text -> text.toLowerCase(Locale.ROOT).contains(pattern));
    }

    private static ObjectNode entry(String id, String name, String comment) {
        return JsonNodeFactory.instance.objectNode().put("id", id).put("name", name).put("comment", comment);
    }

    private static ObjectNode entry(KnowledgeNetwork.ActionType type) {
        ObjectNode entry = entry(type.id(), type.name(), type.comment()).put("object_type_id", type.objectType().id());
        ObjectNode objectType = entry.putObject("object_type").put("id", type.objectType().id()).put("name", type.objectType().name());
        type.objectType().primaryKeys().forEach(objectType.putArray("primary_keys")::add);
        entry.set("action_source", type.source());
        ArrayNode parameters = entry.putArray("parameters");
        type.parameters().forEach(parameter -> parameters.addObject().put("name", parameter.name()).put("value_from",
                parameter.from().name().toLowerCase(Locale.ROOT)));
        return entry;
    }
}
