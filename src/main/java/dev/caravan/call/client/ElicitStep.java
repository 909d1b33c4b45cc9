package dev.caravan.call.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.caravan.call.JsonValues;
import dev.caravan.mcp.input.InputKind;
import java.util.function.Predicate;
import org.apache.camel.Exchange;
import org.apache.camel.Expression;

/** Implements {@code mcp:elicit}: asks the user to fill in a form or to open a URL. */
final class ElicitStep extends AskStep {

    private static final SchemaRegistry SCHEMAS = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12);

    private final Expression message;
    private final Expression url;
    private final ObjectNode requestedSchema;
    private final boolean failOnDecline;
    private final Params params;

    ElicitStep(Options options) {
        super(InputKind.ELICIT, options);
        this.message = options.expression("message");
        this.url = options.expression("url");
        this.requestedSchema = Form.schema(options);
        this.failOnDecline = options.flag("failOnDecline", true);
        this.params = new Params("mcp:elicit");
        if (message == null && (url != null || !requestedSchema.get("properties").isEmpty())) {
            throw new IllegalArgumentException("mcp:elicit: the option message is missing");
        }
    }

    @Override
    ObjectNode params(Exchange exchange) throws Exception {
        if (message == null) {
            return params.ofBody(exchange);
        }
        ObjectNode asked = JsonNodeFactory.instance.objectNode().put("message", message.evaluate(exchange, String.class));
        if (url != null) {
            return asked.put("mode", "url").put("url", url.evaluate(exchange, String.class));
        }
        asked.set("requestedSchema", requestedSchema);
        return asked;
    }

    @Override
    Predicate<JsonNode> fits(ObjectNode asked) {
        if (!asked.path("requestedSchema").isObject()) {
            return answer -> true;
        }
        Schema schema = SCHEMAS.getSchema(asked.get("requestedSchema"));
        return answer -> !"accept".equals(answer.path("action").textValue())
                || schema.validate(answer.has("content") ? answer.get("content") : JsonNodeFactory.instance.objectNode()).isEmpty();
    }

    @Override
    Object body(ObjectNode answer, Exchange exchange) throws Exception {
        String action = answer.get("action").textValue();
        if (failOnDecline && !"accept".equals(action)) {
            throw Failures.declined(action);
        }
        return JsonValues.map(answer);
    }
}
