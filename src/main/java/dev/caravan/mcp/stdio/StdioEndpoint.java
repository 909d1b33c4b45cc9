package dev.caravan.mcp.stdio;

import org.apache.camel.Category;
import org.apache.camel.Consumer;
import org.apache.camel.Processor;
import org.apache.camel.Producer;
import org.apache.camel.spi.UriEndpoint;
import org.apache.camel.support.CamelContextHelper;
import org.apache.camel.support.DefaultEndpoint;

/** Consumes the lines of standard input. */
@UriEndpoint(scheme = StdioComponent.SCHEME, firstVersion = "4.17.0", title = "MCP on standard input and output", syntax = "stdio:mcp",
        consumerOnly = true, category = Category.AI)
public class StdioEndpoint extends DefaultEndpoint {

    StdioEndpoint(String uri, StdioComponent component) {
        super(uri, component);
    }

    @Override
    public Consumer createConsumer(Processor processor) {
        return new StdioConsumer(this, processor, CamelContextHelper.mandatoryFindSingleByType(getCamelContext(), StdioClient.class));
    }

    @Override
    public Producer createProducer() {
        throw new UnsupportedOperationException("stdio: has no producer. The body at the end of the route goes to the client");
    }
}
