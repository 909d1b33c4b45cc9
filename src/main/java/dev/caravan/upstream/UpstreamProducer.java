package dev.caravan.upstream;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.envelope.Text;
import dev.caravan.envelope.UpstreamException;
import java.util.Map;
import org.apache.camel.Exchange;
import org.apache.camel.support.CamelContextHelper;
import org.apache.camel.support.DefaultProducer;

/** Sends the body, a map of arguments, to the tool; the body becomes its {@code CallToolResult} as JSON. */
class UpstreamProducer extends DefaultProducer {

    private static final int QUOTED = 500;

    private final UpstreamEndpoint endpoint;

    UpstreamProducer(UpstreamEndpoint endpoint) {
        super(endpoint);
        this.endpoint = endpoint;
    }

    @Override
    public void process(Exchange exchange) throws Exception {
        UpstreamServers servers = CamelContextHelper.mandatoryLookup(exchange.getContext(), "upstreamServers", UpstreamServers.class);
        @SuppressWarnings("unchecked")
        Map<String, Object> arguments = exchange.getMessage().getMandatoryBody(Map.class);
        ObjectNode result = servers.call(endpoint.getServer(), endpoint.getTool(), arguments);
        if (endpoint.isFailOnToolError() && result.path("isError").asBoolean()) {
            throw new UpstreamException(Text.of("upstream.toolFailed", endpoint.getServer(), endpoint.getTool(), words(result)));
        }
        exchange.getMessage().setBody(result);
    }

    private static String words(ObjectNode result) {
        StringBuilder words = new StringBuilder();
        for (JsonNode content : result.path("content")) {
            words.append(content.path("text").asText()).append(' ');
        }
        String text = words.toString().strip();
        return text.length() <= QUOTED ? text : text.substring(0, text.offsetByCodePoints(0, Math.min(QUOTED, text.codePointCount(0, text.length())))) + "…";
    }
}
