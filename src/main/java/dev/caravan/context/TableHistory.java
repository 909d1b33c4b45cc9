package dev.caravan.context;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.envelope.Text;
import dev.caravan.json.Pointer;
import dev.caravan.rest.BodyFields;
import dev.caravan.rest.IfMatch;
import dev.caravan.rest.PageRequest;
import dev.caravan.rest.RestFailure;
import dev.caravan.rest.RestRequest;
import org.apache.camel.Exchange;
import org.apache.camel.Variable;
import org.springframework.stereotype.Component;

/** Lists and undoes the changes of a context, over REST and for bound tools of the types history and undo. */
@Component("tableHistory")
public record TableHistory(ContextHistory history, ContextData contexts, ObjectMapper mapper) {

    private static final int PAGE = 100;
    private static final int PAGE_OF_TOOL = 20;
    private static final int LARGEST_PAGE_OF_TOOL = 100;

    /** Returns a page of the changes of the caller's context, the newest first. */
    public PageRequest.Part list(RestRequest request) throws RestFailure, ContextFailure {
        PageRequest page = PageRequest.of(request.query(), PAGE);
        return page.part(history.list(request.caller(), request.id("id"), Pointer.ROOT, page.skip(), page.oneMore()).changes());
    }

    /** Undoes a change. Body: {@code {change, version}}. Returns {@code {version, undone}}. */
    public JsonNode undo(RestRequest request, Exchange exchange) throws RestFailure, ContextFailure {
        BodyFields fields = BodyFields.of(request.body(), "change", "version");
        long change = fields.id("change");
        ContextData.Expected expected = new ContextData.Expected(fields.id("version"), request.match());
        return undone(change, contexts.undo(exchange, request.caller(), request.id("id"), Pointer.ROOT, change, expected,
                ContextData.Origin.overRest("undo", request.caller())));
    }

    /**
     * Returns {@code {version, changes, has_more}} of the changes within the tool's place. Paths are relative to it. Arguments:
     * {@code {skip?, limit?}}.
     */
    public JsonNode listOfTool(@Variable("owner") String owner, @Variable("tableId") long table, @Variable("jsonPath") String place,
            JsonNode arguments) throws ContextFailure {
        long skip = Math.max(0, arguments.path("skip").asLong(0));
        int limit = Math.max(1, Math.min(LARGEST_PAGE_OF_TOOL, arguments.path("limit").asInt(PAGE_OF_TOOL)));
        ContextHistory.Page page = history.list(owner, table, ContextFailure.place(place), skip, limit + 1);
        ObjectNode answer = JsonNodeFactory.instance.objectNode().put("version", page.version());
        answer.set("changes", mapper.valueToTree(page.changes().stream().limit(limit).toList()));
        return answer.put("has_more", page.changes().size() > limit);
    }

    /** Undoes a change within the tool's place. Arguments: {@code {change, version}}. Returns {@code {version, undone}}. */
    public JsonNode undoOfTool(@Variable("owner") String owner, @Variable("tableId") long table, @Variable("jsonPath") String place,
            Exchange exchange,
            JsonNode arguments) throws ContextFailure {
        long change = number(arguments, "change");
        ContextData.Expected expected = new ContextData.Expected(number(arguments, "version"), IfMatch.NOTHING);
        return undone(change, contexts.undo(exchange, owner, table, ContextFailure.place(place), change, expected,
                ContextData.Origin.ofTool("undo", exchange)));
    }

    private static long number(JsonNode arguments, String name) throws ContextFailure {
        JsonNode value = arguments.path(name);
        if (!value.isIntegralNumber() || !value.canConvertToLong()) {
            throw ContextFailure.Kind.FIELD.of("context.argument", name, Text.of("context.argument.number"));
        }
        return value.longValue();
    }

    private static JsonNode undone(long change, ContextData.State now) {
        return JsonNodeFactory.instance.objectNode().put("version", now.version()).put("undone", change);
    }
}
