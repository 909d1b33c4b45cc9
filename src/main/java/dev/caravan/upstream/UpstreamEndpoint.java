package dev.caravan.upstream;

import org.apache.camel.Category;
import org.apache.camel.Consumer;
import org.apache.camel.Processor;
import org.apache.camel.Producer;
import org.apache.camel.spi.UriEndpoint;
import org.apache.camel.spi.UriParam;
import org.apache.camel.spi.UriPath;
import org.apache.camel.support.DefaultEndpoint;

/** A tool of an upstream server. */
@UriEndpoint(scheme = UpstreamComponent.SCHEME, firstVersion = "4.17.0", title = "Upstream MCP server",
        syntax = "upstream:server", producerOnly = true, category = Category.AI)
public class UpstreamEndpoint extends DefaultEndpoint {

    @UriPath(description = "Name of a server in config/upstream.yaml")
    private final String server;
    @UriParam(description = "Name of the tool")
    private String tool;
    @UriParam(defaultValue = "true", description = "Whether a result that says isError fails the step")
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

    public String getTool() {
        return tool;
    }

    public void setTool(String tool) {
        this.tool = tool;
    }

    public boolean isFailOnToolError() {
        return failOnToolError;
    }

    public void setFailOnToolError(boolean failOnToolError) {
        this.failOnToolError = failOnToolError;
    }
}
