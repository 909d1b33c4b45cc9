package dev.caravan.resource;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.mcp.CacheHints;
import dev.caravan.mcp.McpRequest;
import dev.caravan.mcp.Revision;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.springframework.stereotype.Component;

/**
 * Leaves the result of {@code resources/read} as body: {@code {contents:[{uri, mimeType, text|blob, _meta?}]}}, bytes as
 * Base64. A client may keep it, but for its own caller only: a route can see who asks.
 */
@Component("answerRead")
class AnswerRead implements Processor {

    private final CacheHints hints;

    AnswerRead(CacheHints hints) {
        this.hints = hints;
    }

    @Override
    public void process(Exchange exchange) {
        ResourceRead read = ResourceRead.of(exchange);
        Revision revision = McpRequest.of(exchange).revision();
        ResourceSpec spec = read.resource().spec();
        ObjectNode result = JsonNodeFactory.instance.objectNode();
        ObjectNode content = result.putArray("contents").addObject().put("uri", read.uri()).put("mimeType", spec.mimeType().text());
        if (read.content() instanceof byte[] bytes) {
            content.put("blob", bytes);
        } else {
            content.put("text", (String) read.content());
        }
        if (spec.meta() != null && revision.hasMetaOnDefinitions()) {
            content.set("_meta", spec.meta());
        }
        hints.add(result, revision, CacheHints.PRIVATE);
        exchange.getMessage().setBody(result);
    }
}
