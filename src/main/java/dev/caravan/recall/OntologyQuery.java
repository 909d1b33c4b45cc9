package dev.caravan.recall;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.json.PercentCode;
import dev.caravan.recall.ServiceCall.Service;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.camel.Body;
import org.apache.camel.Variable;
import org.springframework.stereotype.Component;

/** Asks Ontology Query for the source of an action, and for its fixed values on each object. */
@Component("ontologyQuery")
public record OntologyQuery(Services services, RecallProperties properties) {

    private static final String NONE = "";
    /** Maximum number of actions in an answer, as many as a caller may name objects. */
    private static final int MOST_ACTIONS = 100;

    /** Builds the request for an action. */
    public ServiceCall request(@Variable("recall") Recall recall) {
        Map<String, String> ids = Map.of("kn_id", recall.network(), "at_id", recall.actionType());
        String path = "/api/ontology-query/in/v1/knowledge-networks/" + PercentCode.of(recall.network()) + "/action-types/"
                + PercentCode.of(recall.actionType());
        ObjectNode body = JsonNodeFactory.instance.objectNode();
        body.set(properties.identitiesKey(), recall.identities());
        return new ServiceCall(Service.ONTOLOGY_QUERY, RecallException.Kind.SERVICE_FAILED, "POST", path, ids, recall.headers(),
                recall.millisLeft(), ids, body);
    }

    /**
     * Takes the source and the actions' values from {@code {action_source, actions}}. Returns the type of the source, or empty text if
     * there is no action.
     */
    public String take(@Body ServiceCall.Answer answer, @Variable("recall") Recall recall,
            @Variable("serviceCall") ServiceCall call) throws RecallException {
        recall.took(call.millis());
        JsonNode found = services.success(call, answer).json();
        JsonNode source = found.path("action_source");
        JsonNode actions = found.path("actions");
        if (!source.isObject() || source.isEmpty() || !actions.path(0).isObject()) {
            return NONE;
        }
        List<Recall.Action> taken = new ArrayList<>();
        for (JsonNode action : actions) {
            if (action.isObject() && taken.size() < MOST_ACTIONS) {
                JsonNode fixed = action.path("parameters");
                taken.add(new Recall.Action(fixed.isObject() ? fixed : JsonNodeFactory.instance.objectNode(),
                        action.path("_instance_identity")));
            }
        }
        recall.found(source, taken, actions.size());
        return source.path("type").asText("unknown");
    }
}
