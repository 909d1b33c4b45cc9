package dev.caravan.call.tool;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import com.fasterxml.jackson.databind.util.RawValue;
import dev.caravan.call.CallProperties;
import dev.caravan.call.result.KeptResults;
import dev.caravan.envelope.Envelope;
import dev.caravan.envelope.ErrorCode;
import dev.caravan.envelope.Outcome;
import dev.caravan.envelope.Text;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import org.springframework.stereotype.Component;
import org.springframework.util.unit.DataSize;

/**
 * Writes the result of a call in its family's envelope. Limits it to {@code caravan.tools.max-result} bytes of JSON, or to the tool's
 * {@code maxResult}. A list loses items at its end, and the result has {@code truncated}, {@code returned} and {@code total}. The whole is
 * kept for a while, and {@code result} is its URI. A single value that is too large is an error with its size; so is a list whose first
 * item is too large, where the whole is not kept.
 */
@Component
record LimitResult(ObjectMapper mapper, Envelope.FailedMembers failedMembers, CallProperties properties, KeptResults results) {

    /** The bytes for {@code ,"truncated":true,"returned":N,"total":N,"result":"caravan:///results/ID"}. */
    private static final int NOTICE = 128;

    /** The member of a transaction with the results of its statements. */
    private static final String RESULTS = "results";

    /** The length to which texts are cut first; then to a tenth of it, and so on. */
    private static final int LONGEST_TEXT = 10_000;

    /** A result in its family's shape, and the same as text. */
    private record Shaped(JsonNode result, String json) {
    }

    /**
     * Writes the outcome in its family's envelope within the size limit.
     *
     * @return {@code {content, structuredContent, isError, _meta:{traceId, tookMs}}}, with the same JSON as text and as structured content
     */
    ObjectNode answer(ToolCall call) throws JsonProcessingException {
        Shaped shaped = shape(call);
        DataSize own = call.spec().maxResult();
        long limit = (own == null ? properties.maxResult() : own).toBytes();
        long size = shaped.json().length() * 3L <= limit ? 0 : bytes(shaped.json());
        Optional<String> whole = Optional.empty();
        if (size > limit && !call.outcome().failed()) {
            whole = shorten(call, size, limit);
            shaped = shape(call);
        }
        ObjectNode result = call.spec().family() == Family.NONE ? (ObjectNode) shaped.result() : structured(shaped.json());
        if (whole.isPresent() && result.get("content") instanceof ArrayNode content) {
            content.addObject().put("type", "resource_link").put("uri", whole.get()).put("name", call.name() + " result")
                    .put("description", Text.of("result.link").in(call.locale())).put("mimeType", "application/json").put("size", size);
        }
        if (call.outcome().failed() || !result.has("isError")) {
            result.put("isError", call.outcome().failed());
        }
        ObjectNode meta = result.get("_meta") instanceof ObjectNode given ? given : result.putObject("_meta");
        meta.put("traceId", call.context().traceId()).put("tookMs", call.context().tookMs());
        return result;
    }

    private static ObjectNode structured(String json) {
        ObjectNode result = JsonNodeFactory.instance.objectNode();
        result.putArray("content").addObject().put("type", "text").put("text", json);
        result.putRawValue("structuredContent", new RawValue(json));
        return result;
    }

    /** Writes the outcome in its family's envelope: {@code meta} with trace id and duration, the error in the caller's language. */
    private Shaped shape(ToolCall call) throws JsonProcessingException {
        ObjectNode meta = JsonNodeFactory.instance.objectNode().put("traceId", call.context().traceId())
                .put("tookMs", call.context().tookMs());
        Outcome outcome = call.outcome();
        if (call.spec().family() == Family.INTELLIGENCE && outcome instanceof Outcome.Failure failure && !failure.detail()
                .has(Envelope.Intelligence.MEMBERS)) {
            ObjectNode detail = failure.detail().deepCopy();
            detail.set(Envelope.Intelligence.MEMBERS, failedMembers.of(call.name()));
            outcome = new Outcome.Failure(failure.code(), failure.message(), detail);
        }
        JsonNode shaped = call.spec().family().envelope().wrap(outcome, meta.setAll(call.additions()), call.locale());
        return new Shaped(shaped, mapper.writeValueAsString(shaped));
    }

    /** Returns the URI of the whole result; empty if it is not kept. */
    private Optional<String> shorten(ToolCall call, long size, long limit) throws JsonProcessingException {
        Family family = call.spec().family();
        JsonNode data = ((Outcome.Success) call.outcome()).data();
        Optional<String> whole = call.isLinkable() ? results.keep(String.valueOf(call.context().caller()), mapper.writeValueAsBytes(data))
                : Optional.empty();
        ArrayNode list = family.envelope().list(data);
        boolean hasWritten = mayHaveWritten(call.spec());
        boolean isList = list != null && !data.has(RESULTS) && !(hasWritten && list != data && family != Family.DATABASE);
        int total = list == null ? 0 : list.size();
        if (isList) {
            shortened(list, size + NOTICE - limit);
        }
        if (isList && (whole.isPresent() || !list.isEmpty())) {
            call.additions().put("truncated", true).put("returned", list.size()).put("total", total);
            if (family == Family.DATABASE && data instanceof ObjectNode page) {
                page.remove("next"); // it stands after rows that were cut
            }
        } else if (hasWritten && data.isContainerNode()) {
            cut(data, size + NOTICE - limit);
            call.additions().put("truncated", true);
        } else {
            ObjectNode detail = JsonNodeFactory.instance.objectNode().put("bytes", size).put("limit", limit);
            whole.ifPresent(uri -> detail.put("result", uri));
            call.outcome(new Outcome.Failure(ErrorCode.INVALID_ARGUMENT, Text.of("result.tooLarge", size, limit), detail));
        }
        whole.ifPresent(uri -> call.additions().put("result", uri));
        return whole;
    }

    /** Returns whether the tool may have committed a write. Then the result is cut, because an error would make its caller write again. */
    private static boolean mayHaveWritten(ToolSpec spec) {
        JsonNode readOnly = spec.definition().at("/annotations/readOnlyHint");
        return spec.family() == Family.DATABASE ? !readOnly.booleanValue() : readOnly.isBoolean() && !readOnly.booleanValue();
    }

    /** Cuts rows of a transaction's statements, from the last statement on; then the ends of long texts; then items of any list. */
    private void cut(JsonNode data, long tooMuch) throws JsonProcessingException {
        long excess = tooMuch;
        JsonNode results = data.path(RESULTS);
        for (int i = results.size() - 1; i >= 0 && excess > 0; i--) {
            if (results.get(i) instanceof ObjectNode result && result.get("data") instanceof ArrayNode rows) {
                excess = shortened(rows, excess + NOTICE);
                result.put("count", rows.size()).put("truncated", true);
            }
        }
        for (int longest = LONGEST_TEXT; excess > 0 && longest > 0; longest /= 10) {
            excess -= cutTexts(data, longest);
        }
        for (JsonNode member : data) {
            if (excess > 0 && member instanceof ArrayNode list) {
                excess = shortened(list, excess);
            }
        }
    }

    /** Cuts texts in the data and its members to this many characters. Returns how many bytes this saves at least. */
    private static long cutTexts(JsonNode data, int longest) {
        long saved = 0;
        if (data instanceof ObjectNode object) {
            for (Map.Entry<String, JsonNode> member : object.properties()) {
                String text = member.getValue().textValue();
                if (text != null && text.length() > longest + 1) {
                    member.setValue(TextNode.valueOf(text.substring(0, text.offsetByCodePoints(0, text.codePointCount(0, longest))) + "…"));
                    saved += bytes(text) - bytes(member.getValue().textValue());
                }
            }
        }
        for (JsonNode member : data) {
            saved += cutTexts(member, longest);
        }
        return saved;
    }

    /** Cuts items from the end until the result fits. Returns how many bytes are still too many. */
    private long shortened(ArrayNode list, long tooMuch) throws JsonProcessingException {
        long excess = tooMuch;
        while (list.size() > 0 && excess > 0) {
            JsonNode last = list.remove(list.size() - 1);
            excess -= bytes(mapper.writeValueAsString(last)) + 1;
        }
        return excess;
    }

    private static long bytes(String json) {
        return json.getBytes(StandardCharsets.UTF_8).length;
    }
}
