package dev.caravan.context;

import dev.caravan.json.Pointer;
import dev.caravan.rest.BodyFields;
import dev.caravan.rest.RestError;
import dev.caravan.rest.RestFailure;
import dev.caravan.rest.RestRequest;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
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
    public ContextData.Value read(RestRequest request, Exchange exchange) throws ContextFailure, RestFailure {
        Pointer place = ContextFailure.place(request.query().getOrDefault(PLACE, ""));
        return contexts.read(exchange, request.caller(), request.id("id"), place);
    }

    /** Creates elements. Body: {@code {elements:[{key, content}]}}. */
    public ContextData.Value create(RestRequest request, Exchange exchange) throws ContextFailure, RestFailure {
        return change(exchange, request, "create", PLACE, MOUNTED_PLACE, "elements", "version");
    }

    /** Replaces elements. Body: {@code {elements:[{key, content}]}}. */
    public ContextData.Value update(RestRequest request, Exchange exchange) throws ContextFailure, RestFailure {
        return change(exchange, request, "update", PLACE, MOUNTED_PLACE, "elements", "version");
    }

    /** Deletes elements. Body: {@code {keys:[…]}}. */
    public ContextData.Value delete(RestRequest request, Exchange exchange) throws ContextFailure, RestFailure {
        return change(exchange, request, "delete", PLACE, "keys", "version");
    }

    /** @param fields names that the body may have */
    private ContextData.Value change(Exchange exchange, RestRequest request, String type, String... fields)
            throws ContextFailure, RestFailure {
        BodyFields body = BodyFields.of(request.body(), fields);
        ContextData.Change change = ContextTools.change(type, request.body(), "elements");
        ContextData.Origin origin = ContextData.Origin.overRest(type, request.caller());
        return contexts.change(exchange, request.caller(), request.id("id"), place(request.query(), body),
                ContextData.Expected.of(request, body), origin, change).value();
    }

    private static Pointer place(Map<String, String> query, BodyFields body) throws ContextFailure, RestFailure {
        Set<String> places = new LinkedHashSet<>();
        places.add(query.get(PLACE));
        places.add(body.text(PLACE, Integer.MAX_VALUE));
        places.add(body.text(MOUNTED_PLACE, Integer.MAX_VALUE));
        places.remove(null);
        if (places.size() > 1) {
            throw RestError.VALIDATION.of("context.places", PLACE, String.join(", ", places));
        }
        return ContextFailure.place(places.isEmpty() ? "" : places.iterator().next());
    }
}
