package dev.caravan.recall;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.recall.ServiceCall.Service;
import java.util.Map;
import org.apache.camel.Body;
import org.apache.camel.Variable;
import org.springframework.stereotype.Component;

/** Asks Ontology Query for the source and the fixed values of an action on objects. */
@Component("ontologyQuery")
public class OntologyQuery {

    private static final String NONE = "";

    private final Services services;
    private final String key;

    OntologyQuery(Services services, RecallProperties properties) {
        this.services = services;
        this.key = properties.identitiesKey();
    }

    /** Builds the request for an action. */
    public ServiceCall request(@Variable("recall") Recall recall) {
        Map<String, String> ids = Map.of("kn_id", recall.network(), "at_id", recall.actionType());
        String path = "/api/ontology-query/in/v1/knowledge-networks/" + PathSegment.encoded(recall.network()) + "/action-types/"
                + PathSegment.encoded(recall.actionType());
        ObjectNode body = JsonNodeFactory.instance.objectNode();
        body.set(key, recall.identities());
        return new ServiceCall(Service.ONTOLOGY_QUERY, RecallError.SERVICE_FAILED, "POST", path, ids, recall.headers(), recall.millisLeft(), ids, body);
    }

    /**
     * Takes the source and the first action's values from {@code {action_source, actions}}. Returns the type of the source, or empty text if there is
     * no action.
     */
    public String take(@Body ServiceAnswer answer, @Variable("recall") Recall recall,
            @Variable("serviceCall") ServiceCall call) throws RecallException {
        recall.took(call.millis());
        JsonNode found = services.success(call, answer).json();
        JsonNode source = found.path("action_source");
        JsonNode action = found.path("actions").path(0);
        boolean isThere = source.isObject() && !source.isEmpty() && action.isObject();
        if (isThere) {
            recall.found(source, action.path("parameters").isObject() ? action.get("parameters") : JsonNodeFactory.instance.objectNode());
        }
        return isThere ? source.path("type").asText("unknown") : NONE;
    }
}
