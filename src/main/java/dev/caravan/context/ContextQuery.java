package dev.caravan.context;

import com.fasterxml.jackson.databind.JsonNode;
import io.burt.jmespath.Expression;
import io.burt.jmespath.JmesPathException;
import io.burt.jmespath.parser.ParseException;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/** A compiled JMESPath expression. Not thread-safe. */
public final class ContextQuery {

    private static final int LONGEST = 10_000;

    private final JmesPathRuntime runtime;
    private final Expression<JsonNode> expression;

    private ContextQuery(JmesPathRuntime runtime, Expression<JsonNode> expression) {
        this.runtime = runtime;
        this.expression = expression;
    }

    /** @throws ContextFailure MALFORMED; the message has the error and its position, from 0 */
    public static ContextQuery of(String query) throws ContextFailure {
        if (query.isBlank() || query.length() > LONGEST) {
            throw ContextFailure.malformed("context.queryLength", LONGEST);
        }
        JmesPathText expression = new JmesPathText(query);
        JmesPathRuntime runtime = new JmesPathRuntime();
        try {
            return new ContextQuery(runtime, runtime.compile(expression.text()));
        } catch (ParseException e) {
            throw ContextFailure.malformed("context.querySyntax", StreamSupport.stream(e.spliterator(), false)
                    .map(error -> error.message() + " (" + expression.origin(error.position()) + ")").distinct().collect(Collectors.joining("; ")));
        } catch (JmesPathException e) {
            throw ContextFailure.malformed("context.querySyntax", e.getMessage());
        } catch (StackOverflowError e) {
            throw ContextFailure.malformed("context.queryNested");
        }
    }

    /** Returns the result; null if the expression finds nothing. */
    public JsonNode in(JsonNode data) throws ContextFailure {
        runtime.begin();
        try {
            return JmesPathRuntime.bounded(expression.search(data));
        } catch (JmesPathException e) {
            throw ContextFailure.malformed("context.queryFailed", e.getMessage());
        } catch (StackOverflowError e) {
            throw ContextFailure.malformed("context.queryNested");
        }
    }
}
