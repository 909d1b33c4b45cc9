package dev.caravan.recall;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.recall.ServiceCall.Service;
import java.io.IOException;
import java.util.Map;
import org.apache.camel.Body;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangeProperty;
import org.springframework.stereotype.Component;

/** Asks Ontology Query for the source and the fixed values of an action on objects. */
@Component("ontologyQuery")
public class OntologyQuery {

    /** Exchange property with the type of the action's source; {@value #NONE} if there is no action. */
    static final String SOURCE = "actionSource";
    static final String NONE = "";

    private final Services services;
    private final String key;

    OntologyQuery(Services services, RecallProperties properties) {
        this.services = services;
        this.key = properties.identitiesKey();
    }

    /** Prepares the request. */
    public void request(@ExchangeProperty(Recall.PROPERTY) Recall recall, Exchange exchange) throws IOException, RecallException {
        Map<String, String> ids = Map.of("kn_id", recall.network(), "at_id", recall.actionType());
        String path = "/api/ontology-query/in/v1/knowledge-networks/" + PathSegment.encoded(recall.network()) + "/action-types/"
                + PathSegment.encoded(recall.actionType());
        ObjectNode body = JsonNodeFactory.instance.objectNode();
        body.set(key, recall.identities());
        services.prepare(exchange, new ServiceCall(Service.ONTOLOGY_QUERY, RecallError.SERVICE_FAILED, "POST", path, ids, recall.headers(), recall.millisLeft()),
                ids, body, Map.of("x-http-method-override", "GET"));
    }

    /** Takes the source and the first action's values from {@code {action_source, actions}}. */
    public void take(@Body ServiceAnswer answer, @ExchangeProperty(Recall.PROPERTY) Recall recall,
            @ExchangeProperty(ServiceCall.PROPERTY) ServiceCall call, Exchange exchange) throws RecallException {
        recall.took(call.millis());
        JsonNode found = services.success(call, answer).json();
        JsonNode source = found.path("action_source");
        JsonNode action = found.path("actions").path(0);
        boolean isThere = source.isObject() && !source.isEmpty() && action.isObject();
        if (isThere) {
            recall.found(source, action.path("parameters").isObject() ? action.get("parameters") : JsonNodeFactory.instance.objectNode());
        }
        exchange.setProperty(SOURCE, isThere ? source.path("type").asText("unknown") : NONE);
    }
}
