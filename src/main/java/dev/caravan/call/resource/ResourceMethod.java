package dev.caravan.call.resource;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.call.Call;
import dev.caravan.call.CallContext;
import dev.caravan.call.CallMethod;
import dev.caravan.call.JsonValues;
import dev.caravan.mcp.CacheHints;
import dev.caravan.mcp.McpException;
import dev.caravan.mcp.McpRequest;
import org.apache.camel.CamelContext;
import org.springframework.stereotype.Component;

/** Implements {@code resources/read}. */
@Component
class ResourceMethod implements CallMethod {

    private final ResourceRegistry resources;
    private final JsonValues values;
    private final CacheHints hints;

    ResourceMethod(CamelContext context, JsonValues values, CacheHints hints) {
        this.resources = ResourceRegistry.of(context);
        this.values = values;
        this.hints = hints;
    }

    @Override
    public String name() {
        return "resources/read";
    }

    @Override
    public Call read(McpRequest request, CallContext context) throws McpException {
        JsonNode uri = request.params().get("uri");
        if (uri == null || !uri.isTextual()) {
            throw McpException.invalidParams("Invalid params: resources/read requires uri, a string");
        }
        return new ResourceRead(uri.textValue(), context, this);
    }

    ResourceRegistry resources() {
        return resources;
    }

    JsonValues values() {
        return values;
    }

    CacheHints hints() {
        return hints;
    }
}
