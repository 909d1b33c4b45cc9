package dev.caravan.json;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.envelope.ErrorCode;
import dev.caravan.envelope.Text;
import dev.caravan.envelope.ToolException;
import io.burt.jmespath.Expression;
import io.burt.jmespath.JmesPathException;
import io.burt.jmespath.parser.ParseException;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/** A compiled JMESPath expression. Not thread-safe. */
public final class JmesPath {

    private static final int LONGEST = 10_000;

    private final JmesPathRuntime runtime;
    private final Expression<JsonNode> expression;

    private JmesPath(JmesPathRuntime runtime, Expression<JsonNode> expression) {
        this.runtime = runtime;
        this.expression = expression;
    }

    /** @throws ToolException INVALID_ARGUMENT; the message has the error and its position, from 0 */
    public static JmesPath of(String query) throws ToolException {
        if (query.isBlank() || query.length() > LONGEST) {
            throw invalid("context.queryLength", LONGEST);
        }
        JmesPathText expression = new JmesPathText(query);
        JmesPathRuntime runtime = new JmesPathRuntime();
        try {
            return new JmesPath(runtime, runtime.compile(expression.text()));
        } catch (ParseException e) {
            throw invalid("context.querySyntax", StreamSupport.stream(e.spliterator(), false)
                    .map(error -> error.message() + " (" + expression.origin(error.position()) + ")").distinct().collect(Collectors.joining("; ")));
        } catch (JmesPathException e) {
            throw invalid("context.querySyntax", e.getMessage());
        } catch (StackOverflowError e) {
            throw invalid("context.queryNested");
        }
    }

    /** Returns the result; JSON null if the expression finds nothing. */
    public JsonNode in(JsonNode data) throws ToolException {
        runtime.begin();
        try {
            return JmesPathRuntime.bounded(expression.search(data));
        } catch (JmesPathException e) {
            throw invalid("context.queryFailed", e.getMessage());
        } catch (StackOverflowError e) {
            throw invalid("context.queryNested");
        }
    }

    private static ToolException invalid(String key, Object... arguments) {
        return new ToolException(ErrorCode.INVALID_ARGUMENT, Text.of(key, arguments));
    }
}
