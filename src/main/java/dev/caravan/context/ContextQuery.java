package dev.caravan.context;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.envelope.ToolException;
import dev.caravan.json.JmesPath;

/** A compiled JMESPath expression on a context. Not thread-safe. */
public final class ContextQuery {

    private final JmesPath expression;

    private ContextQuery(JmesPath expression) {
        this.expression = expression;
    }

    /** @throws ContextFailure MALFORMED; the message has the error and its position, from 0 */
    public static ContextQuery of(String query) throws ContextFailure {
        try {
            return new ContextQuery(JmesPath.of(query));
        } catch (ToolException e) {
            throw ContextFailure.malformed(e.text());
        }
    }

    /** Returns the result; null if the expression finds nothing. */
    public JsonNode in(JsonNode data) throws ContextFailure {
        try {
            return expression.in(data);
        } catch (ToolException e) {
            throw ContextFailure.malformed(e.text());
        }
    }
}
