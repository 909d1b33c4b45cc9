package dev.caravan.resource;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.call.Audited;
import dev.caravan.call.CallContext;
import dev.caravan.mcp.McpException;
import dev.caravan.mcp.McpRequest;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.springframework.stereotype.Component;

/** Reads {@code params} of {@code resources/read} into a {@link ResourceRead}, and finds the resource. */
@Component("openRead")
class OpenRead implements Processor {

    private final ResourceRegistry resources;

    OpenRead(CamelContext context) {
        this.resources = ResourceRegistry.of(context);
    }

    @Override
    public void process(Exchange exchange) throws McpException {
        McpRequest request = McpRequest.of(exchange);
        JsonNode uri = request.params().get("uri");
        if (uri == null || !uri.isTextual()) {
            throw McpException.invalidParams("Invalid params: resources/read needs the string uri");
        }
        ResourceRead read = new ResourceRead(uri.textValue(), CallContext.of(exchange));
        exchange.setProperty(ResourceRead.PROPERTY, read);
        exchange.setProperty(Audited.PROPERTY, read);
        read.found(resources.read(read.uri(), read.context().rights())
                .orElseThrow(() -> McpException.resourceNotFound(read.uri(), request.revision())));
    }
}
