package dev.caravan.context;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.caravan.json.Pointer;
import dev.caravan.rest.BodyFields;
import dev.caravan.rest.RestFailure;
import dev.caravan.rest.RestRequest;
import java.util.List;
import java.util.Map;
import org.apache.camel.Exchange;
import org.springframework.stereotype.Component;

/**
 * The REST operations on the data of a context. Answers have the value at the place, {@code {data}}, also after a change. The parameter
 * {@code json_pointer_path}, or that member of the body, is the place; without it, the whole context.
 */
@Component("tableData")
public record TableData(ContextData contexts) {

    private static final String PLACE = "json_pointer_path";
    private static final String MOUNTED_PLACE = "mounted_json_pointer_path";

    /** Returns the value at the place, {@code {data}}. */
    public JsonNode read(RestRequest request, Exchange exchange) throws ContextFailure, RestFailure {
        Pointer place = ContextFailure.place(request.query().getOrDefault(PLACE, ""));
        return data(contexts.read(exchange, request.caller(), request.id("id"), place));
    }

    /** Creates elements. Body: {@code {elements:[{key, content}]}}. */
    public JsonNode create(RestRequest request, Exchange exchange) throws ContextFailure, RestFailure {
        return change(exchange, request, "create", PLACE, MOUNTED_PLACE, "elements");
    }

    /** Replaces elements. Body: {@code {elements:[{key, content}]}}. */
    public JsonNode update(RestRequest request, Exchange exchange) throws ContextFailure, RestFailure {
        return change(exchange, request, "update", PLACE, "elements");
    }

    /** Deletes elements. Body: {@code {keys:[…]}}. */
    public JsonNode delete(RestRequest request, Exchange exchange) throws ContextFailure, RestFailure {
        return change(exchange, request, "delete", PLACE, "keys");
    }

    /** @param fields names that the body may have */
    private JsonNode change(Exchange exchange, RestRequest request, String type, String... fields) throws ContextFailure, RestFailure {
        BodyFields body = BodyFields.of(request.body(), fields);
        ContextData.Change change = ContextTools.change(type, request.body(), "elements");
        ContextData.Origin origin = ContextData.Origin.overRest(type, request.caller());
        return data(contexts.change(exchange, request.caller(), request.id("id"), place(request.query(), body), origin, change).data());
    }

    private static Pointer place(Map<String, String> query, BodyFields body) throws ContextFailure, RestFailure {
        String place = query.get(PLACE);
        for (String name : List.of(PLACE, MOUNTED_PLACE)) {
            place = place == null ? body.text(name, Integer.MAX_VALUE) : place;
        }
        return ContextFailure.place(place == null ? "" : place);
    }

    private static JsonNode data(JsonNode data) {
        return JsonNodeFactory.instance.objectNode().set("data", data);
    }
}
