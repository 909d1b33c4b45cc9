package dev.caravan.source.mcp;

import org.apache.camel.Category;
import org.apache.camel.Consumer;
import org.apache.camel.Processor;
import org.apache.camel.Producer;
import org.apache.camel.spi.UriEndpoint;
import org.apache.camel.spi.UriParam;
import org.apache.camel.spi.UriPath;
import org.apache.camel.support.DefaultEndpoint;

/**
 * A request to an upstream server: calls a tool, lists the tools, reads a resource, gets a prompt or completes an argument. Headers can set another server, tool or timeout
 * for one step. After success, the step removes these headers, so that the next step does not receive them. Do not let callers set these headers:
 * remove them from an incoming request.
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
    /** Header for the step's timeout, including the time to connect: a {@link java.time.Duration}, or milliseconds. The server's own timeouts still apply. */
    public static final String TIMEOUT = "CaravanUpstreamTimeout";
    /**
     * Header for a {@link java.util.concurrent.CompletableFuture} that cancels the step when it is completed in any way. The step then fails with a
     * {@link java.util.concurrent.CancellationException}, and the server is told.
     */
    public static final String CANCELLATION = "CaravanUpstreamCancellation";

    /** The request to the server. */
    public enum Operation {
        /** Replaces the body, a map of arguments, by the tool's {@code CallToolResult} as JSON. */
        CALL_TOOL,
        /** Replaces the body by {@code {"tools":[…]}}: all tools of the server, as it sent them. */
        LIST_TOOLS,
        /** Replaces the body by the result of {@code resources/read} as JSON. */
        READ_RESOURCE,
        /** Replaces the body, a map of arguments, by the result of {@code prompts/get} as JSON. */
        GET_PROMPT,
        /** Replaces the body, the text that was typed, by {@code {"values":[…]}}, as {@code completion/complete} answers. */
        COMPLETE
    }

    @UriPath(description = "Name of a server in config/upstream.yaml.")
    private final String server;
    @UriParam(defaultValue = "callTool", enums = "callTool,listTools,readResource,getPrompt,complete",
            description = "Request to the server: call a tool, list the tools, read a resource, get a prompt, or complete an argument.")
    private Operation operation = Operation.CALL_TOOL;
    @UriParam(description = "Name of the tool. A call needs it here or in the header CaravanUpstreamTool.")
    private String tool;
    @UriParam(description = "Name of the prompt, for getPrompt.")
    private String prompt;
    @UriParam(description = "What has the argument to complete, as a JSON object: type and name of a prompt, or type and uri of a template.")
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
        return new UpstreamProducer(this);
    }

    @Override
    public Consumer createConsumer(Processor processor) {
        throw new UnsupportedOperationException("upstream: can't be consumed from; a route sends to it");
    }

    public String getServer() {
        return server;
    }

    public Operation getOperation() {
        return operation;
    }

    public void setOperation(Operation operation) {
        this.operation = operation;
    }

    public String getTool() {
        return tool;
    }

    public void setTool(String tool) {
        this.tool = tool;
    }

    public String getPrompt() {
        return prompt;
    }

    public void setPrompt(String prompt) {
        this.prompt = prompt;
    }

    public String getReference() {
        return reference;
    }

    public void setReference(String reference) {
        this.reference = reference;
    }

    public String getConstants() {
        return constants;
    }

    public void setConstants(String constants) {
        this.constants = constants;
    }

    public boolean isFailOnToolError() {
        return failOnToolError;
    }

    public void setFailOnToolError(boolean failOnToolError) {
        this.failOnToolError = failOnToolError;
    }
}
