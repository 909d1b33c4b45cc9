package dev.caravan.source.mcp;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.call.InlineJson;
import dev.caravan.call.JsonValues;
import dev.caravan.call.PassedHeaders;
import dev.caravan.envelope.NotFoundException;
import dev.caravan.envelope.Text;
import dev.caravan.envelope.UpstreamException;
import dev.caravan.observe.ClientSpan;
import dev.caravan.observe.Traces;
import dev.caravan.source.CallDeadline;
import dev.caravan.source.ForeignText;
import dev.caravan.source.oauth.LoginQuestion;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.camel.Category;
import org.apache.camel.Consumer;
import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.apache.camel.NoTypeConversionAvailableException;
import org.apache.camel.Processor;
import org.apache.camel.Producer;
import org.apache.camel.spi.UriEndpoint;
import org.apache.camel.spi.UriParam;
import org.apache.camel.spi.UriPath;
import org.apache.camel.support.CamelContextHelper;
import org.apache.camel.support.DefaultEndpoint;
import org.apache.camel.support.DefaultProducer;

/**
 * A request to an upstream server: calls a tool, lists the tools, reads a resource, gets a prompt or completes an argument. Headers can set
 * another server, tool or timeout for one step. After success, the step removes these headers, so that the next step does not receive them.
 * Do not let callers set these headers: remove them from an incoming request.
 */
@UriEndpoint(scheme = UpstreamComponent.SCHEME, firstVersion = "4.17.0", title = "Upstream MCP server",
        syntax = "upstream:server", producerOnly = true, category = Category.AI)
public class UpstreamEndpoint extends DefaultEndpoint {

    /** Header for the server's name, which may be any text. It takes precedence over the URI. */
    public static final String SERVER = "CaravanUpstreamServer";
    /** Header for the tool's name, which may be any text. It takes precedence over the option. */
    public static final String TOOL = "CaravanUpstreamTool";
    /** Header for the URI of the resource to read. */
    public static final String URI = "CaravanUpstreamUri";
    /** Header for the name of the argument to complete. */
    public static final String ARGUMENT = "CaravanUpstreamArgument";
    /** Header for the other arguments, a map, whose values help to complete the argument. */
    public static final String ARGUMENTS = "CaravanUpstreamArguments";
    /**
     * Header for the step's timeout, including the time to connect: a {@link java.time.Duration}, or milliseconds. The server's own
     * timeouts still apply.
     */
    public static final String TIMEOUT = "CaravanUpstreamTimeout";
    /** The request to the server. */
    public enum Operation {
        /** Replaces the body, a map of arguments, by the tool's {@code CallToolResult} as JSON. */
        CALL_TOOL,
        /** Waits until the server is connected, at most its {@code start-timeout}. Leaves the message as it is. */
        CONNECT,
        /** Replaces the body by {@code {"tools":[…]}}: all tools of the server, as it sent them. */
        LIST_TOOLS,
        /** Replaces the body by the result of {@code resources/read} as JSON. */
        READ_RESOURCE,
        /** Replaces the body, a map of arguments, by the result of {@code prompts/get} as JSON. */
        GET_PROMPT,
        /** Replaces the body, the text that was typed, by {@code {"values":[…]}}, as {@code completion/complete} answers. */
        COMPLETE
    }

    @UriPath(description = "Name of a server in config/servers.")
    private final String server;
    @UriParam(defaultValue = "callTool", enums = "callTool,connect,listTools,readResource,getPrompt,complete",
            description = "Request to the server: call a tool, wait for the connection, list the tools, read a resource, get a prompt, or "
                    + "complete an argument.")
    private Operation operation = Operation.CALL_TOOL;
    @UriParam(description = "Name of the tool. A call needs it here or in the header CaravanUpstreamTool.")
    private String tool;
    @UriParam(description = "Name of the prompt, for getPrompt.")
    private String prompt;
    @UriParam(description = "What has the argument to complete, as a JSON object: type and name of a prompt, or type and uri of a "
            + "template.")
    private String reference;
    @UriParam(description = "Arguments of every call, as a JSON object. They take precedence over those of the body.")
    private String constants;
    @UriParam(defaultValue = "true", description = "Whether the step fails when the result has isError: true.")
    private boolean failOnToolError = true;

    UpstreamEndpoint(String uri, UpstreamComponent component, String server) {
        super(uri, component);
        this.server = server;
    }

    @Override
    public Producer createProducer() {
        return new UpstreamProducer();
    }

    @Override
    public Consumer createConsumer(Processor processor) {
        throw new UnsupportedOperationException("upstream: can't be consumed from; a route sends to it");
    }

    public void setOperation(Operation operation) {
        this.operation = operation;
    }

    public void setTool(String tool) {
        this.tool = tool;
    }

    public void setPrompt(String prompt) {
        this.prompt = prompt;
    }

    public void setReference(String reference) {
        this.reference = reference;
    }

    public void setConstants(String constants) {
        this.constants = constants;
    }

    public void setFailOnToolError(boolean failOnToolError) {
        this.failOnToolError = failOnToolError;
    }

    /** Sends the request of the endpoint and the exchange to the server. The answer becomes the body, as JSON. */
    final class UpstreamProducer extends DefaultProducer {

        private static final int QUOTED = 500;
        /** Error codes of legacy and modern servers for an unknown resource. */
        private static final int NOT_FOUND = -32002;
        private static final int INVALID_PARAMS = -32602;

        private final Map<String, Object> fixed;
        private final ObjectNode ref;

        UpstreamProducer() {
            super(UpstreamEndpoint.this);
            ObjectNode given = InlineJson.objectIfGiven("constants", constants);
            this.fixed = given == null ? Map.of() : JsonValues.map(given);
            this.ref = InlineJson.objectIfGiven("reference", reference);
        }

        @Override
        public void process(Exchange exchange) throws Exception {
            ConnectedServers servers = CamelContextHelper.mandatoryLookup(exchange.getContext(), "upstreamServers", ConnectedServers.class);
            Message message = exchange.getMessage();
            String server = message.getHeader(SERVER, UpstreamEndpoint.this.server, String.class);
            if (operation == Operation.CONNECT) {
                servers.ask(server, connection -> connection);
                return;
            }
            CallDeadline patience = patience(exchange);
            message.setBody(switch (operation) {
                case LIST_TOOLS -> servers.tools(server, patience);
                case COMPLETE -> servers.ask(server, message.getHeader(ARGUMENT, String.class), "completion/complete", completion(message),
                        CallRelay.of(exchange), patience).path("completion");
                default -> LoginQuestion.retried(exchange, patience.within(LoginQuestion.LONGEST), () -> switch (operation) {
                    case READ_RESOURCE -> read(servers, server, exchange, patience);
                    case GET_PROMPT -> servers.ask(server, prompt, "prompts/get", prompt(message), CallRelay.of(exchange), patience);
                    default -> call(servers, server, exchange, patience);
                });
            });
            List.of(SERVER, TOOL, URI, ARGUMENT, ARGUMENTS, TIMEOUT).forEach(message::removeHeader);
        }

        private ObjectNode read(ConnectedServers servers, String server, Exchange exchange, CallDeadline patience) throws Exception {
            String uri = exchange.getMessage().getHeader(URI, String.class);
            if (uri == null) {
                throw new IllegalArgumentException(UpstreamEndpoint.this + " needs the header " + URI);
            }
            try {
                return servers.ask(server, uri, "resources/read", ServerSession.params().put("uri", uri), CallRelay.of(exchange), patience);
            } catch (RefusedCallException e) {
                throw e.rpcCode() == NOT_FOUND || e.rpcCode() == INVALID_PARAMS ? new NotFoundException("no such resource") : e;
            }
        }

        private ObjectNode completion(Message message) {
            String argument = message.getHeader(ARGUMENT, String.class);
            if (ref == null || argument == null) {
                throw new IllegalArgumentException(UpstreamEndpoint.this + " needs the option reference and the header " + ARGUMENT);
            }
            ObjectNode params = ServerSession.params().set("ref", ref);
            params.putObject("argument").put("name", argument).put("value", message.getBody() == null ? "" : message.getBody(String.class));
            if (message.getHeader(ARGUMENTS) instanceof Map<?, ?> given && !given.isEmpty()) {
                ObjectNode others = params.putObject("context").putObject("arguments");
                given.forEach((name, value) -> others.put(String.valueOf(name), String.valueOf(value)));
            }
            return params;
        }

        private ObjectNode prompt(Message message) {
            ObjectNode params = ServerSession.params().put("name", prompt);
            ObjectNode arguments = params.putObject("arguments");
            if (message.getBody() instanceof Map<?, ?> given) {
                given.forEach((name, value) -> arguments.put(String.valueOf(name), String.valueOf(value)));
            }
            return params;
        }

        private ObjectNode call(ConnectedServers servers, String server, Exchange exchange, CallDeadline patience) throws Exception {
            Message message = exchange.getMessage();
            String tool = message.getHeader(TOOL, UpstreamEndpoint.this.tool, String.class);
            if (tool == null) {
                throw new IllegalArgumentException(UpstreamEndpoint.this + " needs the option tool or the header " + TOOL);
            }
            @SuppressWarnings("unchecked")
            Map<String, Object> arguments = message.getMandatoryBody(Map.class);
            if (!fixed.isEmpty()) {
                arguments = new LinkedHashMap<>(arguments);
                arguments.putAll(fixed);
            }
            ObjectNode result = call(servers, server, tool, arguments, exchange, patience);
            if (failOnToolError && result.path("isError").asBoolean()) {
                throw new UpstreamException(Text.of("upstream.toolFailed", server, tool, words(result)));
            }
            return result;
        }

        /**
         * Calls the tool as a span of the exchange's trace. Without tracing here, the server receives the caller's own {@code traceparent}.
         */
        private ObjectNode call(ConnectedServers servers, String server, String tool, Map<String, Object> arguments,
                Exchange exchange, CallDeadline patience)
                throws Exception {
            String passed = PassedHeaders.of(exchange).get("traceparent");
            Traces traces = Traces.of(exchange.getContext());
            if (traces == null) {
                return servers.call(server, tool, arguments, passed, CallRelay.of(exchange), patience);
            }
            Map<String, String> attributes = Map.of("mcp.method.name", "tools/call", "gen_ai.tool.name", tool, "server.address", server);
            try (ClientSpan step = traces.step("tools/call " + tool, attributes)) {
                try {
                    return servers.call(server, tool, arguments, step.traceparent() == null ? passed : step.traceparent(),
                            CallRelay.of(exchange), patience);
                } catch (Exception e) {
                    step.failed(e);
                    throw e;
                }
            }
        }

        private static CallDeadline patience(Exchange exchange) throws NoTypeConversionAvailableException {
            Object limit = exchange.getMessage().getHeader(TIMEOUT);
            if (limit == null) {
                return CallDeadline.UNLIMITED;
            }
            return CallDeadline.of(limit instanceof Duration whole ? whole
                    : Duration.ofMillis(exchange.getContext().getTypeConverter().mandatoryConvertTo(Long.class, exchange, limit)));
        }

        private static String words(ObjectNode result) {
            return ForeignText.clean(String.join(" ", result.path("content").findValuesAsText("text")), QUOTED);
        }
    }
}
