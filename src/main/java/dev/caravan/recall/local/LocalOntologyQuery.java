package dev.caravan.recall.local;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.json.MalformedJsonException;
import dev.caravan.json.StrictJson;
import java.util.Map;
import org.apache.camel.Body;
import org.apache.camel.ExchangeProperty;
import org.apache.camel.Header;
import org.springframework.stereotype.Component;

/** Ontology Query for the knowledge networks in {@code config/knowledge-networks/}. */
@Component("localOntologyQuery")
public record LocalOntologyQuery(StrictJson json, LocalFiles.LocalProperties properties, LocalFiles files) {

    /**
     * Returns {@code {action_source, actions, total_count, overall_ms}}, with an action for each existing object, in the requested order.
     */
    public JsonNode query(@Body byte[] body, @ExchangeProperty("path") Map<String, String> path,
            @Header("x-http-method-override") String method)
            throws LocalReply.Failure {
        long begin = System.nanoTime();
        if (!"GET".equalsIgnoreCase(method)) {
            throw new LocalReply.Failure(400, "The header x-http-method-override must be GET");
        }
        KnowledgeNetwork network = network(files, path.get("kn_id"));
        KnowledgeNetwork.ActionType type = network.actionTypes().get(path.get("at_id"));
        if (type == null) {
            throw new LocalReply.Failure(404, "The knowledge network " + network.id() + " has no action type " + path.get("at_id"));
        }
        ArrayNode actions = JsonNodeFactory.instance.arrayNode();
        for (JsonNode identity : identities(body)) {
            type.objectType().find(identity).ifPresent(object -> {
                ObjectNode action = type.on(object);
                action.set("_instance_identity", identity);
                actions.add(action);
            });
        }
        ObjectNode answer = JsonNodeFactory.instance.objectNode();
        answer.set("action_source", type.source());
        answer.set("actions", actions);
        return answer.put("total_count", actions.size()).put("overall_ms", (System.nanoTime() - begin) / 1_000_000);
    }

    static KnowledgeNetwork network(LocalFiles files, String id) throws LocalReply.Failure {
        KnowledgeNetwork network = files.networks().get(id);
        if (network == null) {
            throw new LocalReply.Failure(404, "Knowledge network not found: " + id);
        }
        return network;
    }

    private JsonNode identities(byte[] body) throws LocalReply.Failure {
        try {
            JsonNode identities = json.read(body).path(properties.identitiesKey());
            if (identities.isArray()) {
                return identities;
            }
        } catch (MalformedJsonException e) {
            throw new LocalReply.Failure(400, "The body must be JSON: " + e.getMessage());
        }
        throw new LocalReply.Failure(400, properties.identitiesKey() + " must be a list of objects");
    }
}
