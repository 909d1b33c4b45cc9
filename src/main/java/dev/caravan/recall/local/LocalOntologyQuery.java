package dev.caravan.recall.local;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.json.MalformedJsonException;
import dev.caravan.json.StrictJson;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.camel.Body;
import org.apache.camel.ExchangeProperty;
import org.apache.camel.Header;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Ontology Query for the knowledge networks in {@code config/knowledge-networks/}. */
@Component("localOntologyQuery")
public class LocalOntologyQuery {

    private static final Logger LOG = LoggerFactory.getLogger(LocalOntologyQuery.class);

    private final StrictJson json;
    private final String key;
    private final Map<String, KnowledgeNetwork> networks = new LinkedHashMap<>();

    LocalOntologyQuery(StrictJson json, LocalProperties properties) {
        this.json = json;
        this.key = properties.identitiesKey();
        if (properties.local()) {
            for (var file : Folder.files(properties.knowledgeNetworks(), ".yaml")) {
                KnowledgeNetwork network = KnowledgeFile.read(file);
                if (networks.put(network.id(), network) != null) {
                    throw new IllegalStateException(file + ": another network has the id " + network.id());
                }
            }
            LOG.info("Local recall ready knowledgeNetworks={}", networks.keySet());
        }
    }

    /** Returns {@code {action_source, actions, total_count, overall_ms}}, with an action for each existing object, in the requested order. */
    public JsonNode query(@Body byte[] body, @ExchangeProperty("path") Map<String, String> path, @Header("x-http-method-override") String method)
            throws LocalFailure {
        long begin = System.nanoTime();
        if (!"GET".equalsIgnoreCase(method)) {
            throw new LocalFailure(400, "The header x-http-method-override must be GET");
        }
        KnowledgeNetwork network = networks.get(path.get("kn_id"));
        if (network == null) {
            throw new LocalFailure(404, "Knowledge network not found: " + path.get("kn_id"));
        }
        ActionType type = network.actionTypes().get(path.get("at_id"));
        if (type == null) {
            throw new LocalFailure(404, "The knowledge network " + network.id() + " has no action type " + path.get("at_id"));
        }
        ArrayNode actions = JsonNodeFactory.instance.arrayNode();
        for (JsonNode identity : identities(body)) {
            type.objectType().find(identity).ifPresent(object -> actions.add(type.on(object)));
        }
        ObjectNode answer = JsonNodeFactory.instance.objectNode();
        answer.set("action_source", type.source());
        answer.set("actions", actions);
        return answer.put("total_count", actions.size()).put("overall_ms", (System.nanoTime() - begin) / 1_000_000);
    }

    private JsonNode identities(byte[] body) throws LocalFailure {
        try {
            JsonNode identities = json.read(body).path(key);
            if (identities.isArray()) {
                return identities;
            }
        } catch (MalformedJsonException e) {
            throw new LocalFailure(400, "The body must be JSON: " + e.getMessage());
        }
        throw new LocalFailure(400, key + " must be a list of objects");
    }
}
