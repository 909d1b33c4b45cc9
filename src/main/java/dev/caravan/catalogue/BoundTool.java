package dev.caravan.catalogue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.call.CallContext;
import dev.caravan.call.Metered;
import dev.caravan.call.tool.CompiledSchema;
import dev.caravan.call.tool.Family;
import dev.caravan.call.tool.Tool;
import dev.caravan.call.tool.ToolCatalogue;
import dev.caravan.call.tool.ToolSpec;
import dev.caravan.json.SchemaKeyword;
import dev.caravan.routes.Gate;
import dev.caravan.routes.GateRegistry;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangePattern;
import org.apache.camel.ProducerTemplate;
import org.apache.camel.support.DefaultExchange;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.stereotype.Component;

/** A user's tool as an MCP instance has it. To the protocol it is a tool like any other. The route {@code direct:bound-tool} runs it. */
final class BoundTool implements Tool {

    /** Keywords whose values are no schemas. */
    private static final Set<String> OF_VALUES = Set.of("const", "enum", "examples", "default");
    private static final String DATA = "#/$defs/data";

    private final ToolRows.ToolRecord tool;
    private final ToolTypes.ToolType type;
    private final Route route;
    private final long instance;
    private final ObjectNode definition;
    private volatile ToolSpec spec;

    /** @param instance id of the MCP instance */
    BoundTool(ToolRows.ToolRecord tool, ToolTypes.ToolType type, Route route, long instance) {
        this.tool = tool;
        this.type = type;
        this.route = route;
        this.instance = instance;
        this.definition = define();
    }

    private ObjectNode define() {
        ObjectNode shown = JsonNodeFactory.instance.objectNode().put("name", tool.name());
        if (tool.alias() != null && !tool.alias().isBlank()) {
            shown.put("title", tool.alias());
        }
        shown.put("description", tool.description());
        shown.set("inputSchema", tool.inputSchema() == null ? type.input() : SchemaKeyword.withoutBooleans(tool.inputSchema().deepCopy()));
        if (tool.outputSchema() != null) {
            shown.set("outputSchema", Family.STANDARD.schema(output()));
        }
        shown.set("annotations", type.annotations());
        return shown;
    }

    /**
     * Returns the schema of the tool's result. The owner's schema describes the data in it, and is a definition there, so that its
     * references into itself lead to where they did.
     */
    private ObjectNode output() {
        ObjectNode own = SchemaKeyword.withoutBooleans(tool.outputSchema().deepCopy());
        movedBelow(own);
        ObjectNode schema = JsonNodeFactory.instance.objectNode();
        JsonNode dialect = own.remove("$schema");
        if (dialect != null) {
            schema.set("$schema", dialect);
        }
        schema.putObject("$defs").set("data", own);
        if (type.hasData()) {
            schema.put("type", "object").putObject("properties").putObject("data").put("$ref", DATA);
            schema.putArray("required").add("data");
        } else {
            schema.putArray("allOf").addObject().put("$ref", DATA);
        }
        return schema;
    }

    /** Lets references into the schema lead to where it is now. A part with an identifier of its own has its own references. */
    private static void movedBelow(JsonNode part) {
        if (part.has("$id")) {
            return;
        }
        if (part.path("$ref").asText().matches("#(/.*)?")) {
            ((ObjectNode) part).put("$ref", DATA + part.get("$ref").textValue().substring(1));
        }
        part.properties().stream().filter(member -> !OF_VALUES.contains(member.getKey())).forEach(member -> movedBelow(member.getValue()));
        part.valueStream().filter(item -> part.isArray()).forEach(BoundTool::movedBelow);
    }

    ObjectNode definition() {
        return definition;
    }

    /** Builds the specification at the first call, since compiling schemas takes longer than the rest of a listing. */
    @Override
    public ToolSpec spec() {
        ToolSpec made = spec;
        if (made == null) {
            CompiledSchema input = tool.inputSchema() == null ? type.compiledInput()
                    : CompiledSchema.ofArguments((ObjectNode) tool.inputSchema());
            CompiledSchema output = tool.outputSchema() == null ? null
                    : CompiledSchema.of("output_schema", output());
            made = ToolSpec.standard(definition, input, output);
            spec = made;
        }
        return made;
    }

    /** Returns the tool's type for metrics, since users make any number of tools. */
    @Override
    public Metered metered() {
        return Metered.tool("bound:" + tool.type());
    }

    /** Returns an open gate: {@code direct:bound-tool} has limits of its own. */
    @Override
    public Gate gate() {
        return route.openGate();
    }

    /** What the routes in {@code routes/contexts/} read: the arguments as body, and these variables. */
    @Override
    public CompletableFuture<Exchange> run(ObjectNode arguments, CallContext context, ToolCatalogue catalogue) {
        Exchange exchange = new DefaultExchange(route.context());
        exchange.setPattern(ExchangePattern.InOut);
        context.leaveOn(exchange);
        context.running().on(exchange);
        exchange.setVariable("toolId", tool.id());
        exchange.setVariable("toolType", tool.type());
        exchange.setVariable("toolName", tool.name());
        exchange.setVariable("instance", instance);
        exchange.setVariable("owner", tool.userId());
        exchange.setVariable("tableId", tool.tableId());
        exchange.setVariable("jsonPath", tool.jsonPath());
        exchange.setVariable("metadata", tool.metadata() == null ? JsonNodeFactory.instance.objectNode() : tool.metadata());
        exchange.getIn().setBody(arguments);
        return CompletableFuture.completedFuture(route.send(exchange));
    }

    /** Sends calls of bound tools into the routes. */
    @Component
    static class Route implements DisposableBean {

        private static final String ROUTE = "direct:bound-tool";

        private final CamelContext context;
        private final ProducerTemplate producer;
        private final Gate gate;

        Route(CamelContext context) {
            this.context = context;
            this.producer = context.createProducerTemplate();
            this.gate = GateRegistry.of(context).gate("bound-tools");
        }

        CamelContext context() {
            return context;
        }

        Gate openGate() {
            return gate;
        }

        Exchange send(Exchange exchange) {
            return producer.send(ROUTE, exchange);
        }

        @Override
        public void destroy() {
            producer.stop();
        }
    }
}
