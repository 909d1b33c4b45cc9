package dev.caravan.call.tool;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.call.CallContext;
import dev.caravan.call.DefinitionConsumer;
import dev.caravan.call.DefinitionKind;
import dev.caravan.call.DefinitionList;
import dev.caravan.call.DefinitionRegistry;
import dev.caravan.call.JsonValues;
import dev.caravan.envelope.Envelope;
import dev.caravan.envelope.ErrorCode;
import dev.caravan.envelope.NotFoundException;
import dev.caravan.envelope.Text;
import dev.caravan.envelope.ToolException;
import dev.caravan.mcp.ListChanges;
import dev.caravan.mcp.ListPages;
import dev.caravan.mcp.ToolRights;
import dev.caravan.routes.Gate;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.apache.camel.Body;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.Header;
import org.apache.camel.Variable;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

/** The gateway's own catalogue: the tools whose routes run, by name. */
@Component
public record ToolRegistry(DefinitionRegistry<ToolSpec> tools) implements ToolCatalogue {

    /** A tool whose route runs. */
    private record RouteTool(DefinitionConsumer<ToolSpec> route) implements Tool {

        @Override
        public ToolSpec spec() {
            return route.definition();
        }

        @Override
        public Gate gate() {
            return route.gate();
        }

        /** Runs the route. The arguments are the body, as a map; declared arguments are headers too, as in Camel's component. */
        @Override
        public CompletableFuture<Exchange> run(ObjectNode given, CallContext context, ToolCatalogue catalogue) {
            Map<String, Object> arguments = JsonValues.map(given);
            Map<String, Object> declared = new HashMap<>();
            spec().properties().forEach(property -> declared.put(property.getKey(), arguments.get(property.getKey())));
            return route.run(context, arguments, declared, exchange -> {
                exchange.setProperty(ToolCatalogue.PROPERTY, catalogue);
                exchange.setProperty(Envelope.READS, spec().hint("readOnlyHint"));
            }, ran -> { });
        }
    }

    @Autowired
    ToolRegistry(CamelContext context) {
        this(DefinitionRegistry.of(context, DefinitionKind.TOOL));
    }

    @Override
    public Optional<Tool> find(String name) {
        return tools.find(name).map(RouteTool::new);
    }

    @Override
    public NavigableMap<String, JsonNode> definitions() {
        return tools.definitions();
    }

    NavigableMap<String, JsonNode> definitions(ToolRights rights) {
        return tools.definitions(rights);
    }

    /** Returns the definitions of the tools that lead to others, by name. Lists show them in mode discover only. */
    public NavigableMap<String, JsonNode> discovery() {
        NavigableMap<String, JsonNode> discovery = new TreeMap<>();
        tools.consumers().stream().map(DefinitionConsumer::definition).filter(ToolSpec::discovery)
                .forEach(tool -> discovery.put(tool.name(), tool.definition()));
        return discovery;
    }

    /** Answers {@code tools/list} from the caller's catalogue. */
    @Component("listTools")
    static class ListTools extends DefinitionList {

        private final ToolRegistry gateways;

        ListTools(ToolRegistry gateways, CamelContext context, ListPages pages, ListChanges changes) {
            super(DefinitionKind.TOOL, context, pages, changes);
            this.gateways = gateways;
        }

        @Override
        public boolean isOfInstances() {
            return true;
        }

        @Override
        protected NavigableMap<String, JsonNode> definitions(Exchange exchange, ToolRights rights) {
            ToolCatalogue catalogue = ToolCatalogue.of(exchange, gateways);
            return rights == ToolRights.ALL ? catalogue.definitions() : permitted(catalogue, rights);
        }

        private static NavigableMap<String, JsonNode> permitted(ToolCatalogue catalogue, ToolRights rights) {
            NavigableMap<String, JsonNode> permitted = new TreeMap<>();
            rights.shown(ListChanges.TOOLS, catalogue.definitions()).forEach((name, definition) -> catalogue.find(name)
                    .filter(tool -> tool.spec().discovery() || rights.see(tool.spec()))
                    .ifPresent(tool -> permitted.put(name, definition)));
            return permitted;
        }
    }

    /** A step for tools that some arguments let do what another tool does. */
    @Component("otherTools")
    public record OtherTools(ToolRegistry gateways) {

        /**
         * Checks that the caller may call another tool too.
         *
         * @throws ToolException FORBIDDEN if the caller's catalogue doesn't have this tool, or the caller lacks the right
         */
        public void require(@Variable("otherTool") String name, Exchange exchange) throws ToolException {
            ToolRights rights = ToolRights.of(exchange);
            if (!ToolCatalogue.of(exchange, gateways).mayCall(name, rights)) {
                throw new ToolException(ErrorCode.FORBIDDEN, Text.of("call.otherTool", name));
            }
        }
    }

    /** Provides the definitions of the gateway's own tools to routes. */
    @Component("toolSchemas")
    public record ToolSchemas(ToolRegistry tools) {

        /** Returns the tool's definition as {@code tools/list} shows it to this caller. */
        public JsonNode definition(@Header("name") String name, Exchange exchange) throws NotFoundException {
            return Optional.ofNullable(tools.definitions(ToolRights.of(exchange)).get(name))
                    .orElseThrow(() -> new NotFoundException(Text.of("tool.notFound", name)));
        }

        /** Returns the names of this caller's tools that begin with the typed text. */
        public List<String> names(@Body String typed, Exchange exchange) {
            String beginning = typed.toLowerCase(Locale.ROOT);
            return tools.definitions(ToolRights.of(exchange)).keySet().stream()
                    .filter(name -> name.toLowerCase(Locale.ROOT).startsWith(beginning)).toList();
        }
    }
}
