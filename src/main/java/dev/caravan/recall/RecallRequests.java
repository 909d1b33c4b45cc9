package dev.caravan.recall;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.caravan.call.CallContext;
import dev.caravan.call.PassedHeaders;
import dev.caravan.rest.RestRequest;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.camel.Body;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangeProperty;
import org.springframework.stereotype.Component;

/** Starts a recall from the caller's request, and checks the request. */
@Component("recalls")
public record RecallRequests(RecallProperties properties, ObjectMapper mapper) {

    private static final String IDENTITY = "unique_identity";
    private static final String LATER_IDENTITY = "_instance_identity";
    private static final String LATER_IDENTITIES = "_instance_identities";
    private static final int LONGEST_ID = 256;
    private static final int LONGEST_VALUE = 2_000;
    private static final int MOST_IDENTITIES = 100;

    /** Reads a REST request: {@code kn_id} and {@code at_id} from the query or the body, the account from headers. */
    public Recall ofRest(@Body RestRequest request, Exchange exchange) throws RecallException {
        Map<String, String> headers = CallContext.ofHeaders(exchange).passed();
        for (String name : List.of(PassedHeaders.ACCOUNT_ID, PassedHeaders.ACCOUNT_TYPE)) {
            if (!headers.containsKey(name)) {
                throw RecallException.invalid(name, "header");
            }
        }
        if (!request.body().isObject()) {
            throw RecallException.invalid("body", "object");
        }
        return recall(id("kn_id", request), id("at_id", request), request.body(), headers);
    }

    /** Reads the arguments of the tool {@code get_action_info}. Without an account, the account is the caller's name at this gateway. */
    public Recall ofTool(@Body Map<String, Object> arguments, @ExchangeProperty(CallContext.CALLER) String caller, Exchange exchange)
            throws RecallException {
        JsonNode body = mapper.valueToTree(arguments);
        return recall(id("kn_id", body.path("kn_id").asText()), id("at_id", body.path("at_id").asText()), body,
                headersOfTool(caller, exchange));
    }

    /** Returns the headers that a tool's call passes on. */
    static Map<String, String> headersOfTool(String caller, Exchange exchange) {
        Map<String, String> headers = new TreeMap<>(PassedHeaders.of(exchange));
        headers.putIfAbsent(PassedHeaders.ACCOUNT_ID, caller);
        headers.putIfAbsent(PassedHeaders.ACCOUNT_TYPE, "user");
        return headers;
    }

    private Recall recall(String network, String actionType, JsonNode body, Map<String, String> headers) throws RecallException {
        return new Recall(network, actionType, identities(body), headers, properties.timeout());
    }

    /** Returns an id for use in a URL path: not blank, and unable to lead to another path. */
    static String id(String field, String text) throws RecallException {
        if (text == null || text.isBlank()) {
            throw RecallException.invalid(field, "blank");
        }
        String stripped = text.strip();
        if (stripped.length() > LONGEST_ID || stripped.matches("\\.{1,2}") || stripped.codePoints().anyMatch(Character::isISOControl)) {
            throw RecallException.invalid(field, "id", LONGEST_ID);
        }
        return stripped;
    }

    private static String id(String name, RestRequest request) throws RecallException {
        String inQuery = request.query().get(name);
        JsonNode inBody = request.body().path(name);
        if (inQuery == null && !inBody.isMissingNode() && !inBody.isNull() && !inBody.isTextual()) {
            throw RecallException.invalid(name, "text");
        }
        return id(name, inQuery != null ? inQuery : inBody.isTextual() ? inBody.textValue() : "");
    }

    private static ArrayNode identities(JsonNode body) throws RecallException {
        ArrayNode identities = JsonNodeFactory.instance.arrayNode();
        JsonNode several = body.path(LATER_IDENTITIES);
        if (!several.isMissingNode() && !several.isNull()) {
            if (!several.isArray() || several.size() > MOST_IDENTITIES) {
                throw RecallException.invalid(LATER_IDENTITIES, "list", MOST_IDENTITIES);
            }
            for (JsonNode one : several) {
                if (!one.isObject() || !one.isEmpty()) {
                    identities.add(identity(LATER_IDENTITIES, one));
                }
            }
        }
        if (identities.isEmpty()) {
            String name = body.hasNonNull(IDENTITY) || !body.hasNonNull(LATER_IDENTITY) ? IDENTITY : LATER_IDENTITY;
            identities.add(identity(name, body.path(name)));
        }
        return identities;
    }

    private static JsonNode identity(String field, JsonNode identity) throws RecallException {
        if (!identity.isObject() || identity.isEmpty()) {
            throw RecallException.invalid(field, "identity");
        }
        for (var member : identity.properties()) {
            JsonNode value = member.getValue();
            if (!value.isValueNode() || value.isNull() || value.isTextual() && value.textValue().length() > LONGEST_VALUE) {
                throw RecallException.invalid(field + "." + member.getKey(), "value", LONGEST_VALUE);
            }
        }
        return identity;
    }
}
