package dev.caravan.mcp.http;

import dev.caravan.http.AdmittedRequest;
import dev.caravan.mcp.InstanceTopics;
import dev.caravan.mcp.ListChanges;
import dev.caravan.security.FailedLogins;
import dev.caravan.security.HttpRefusal;
import io.undertow.server.HttpServerExchange;
import io.undertow.util.PathTemplateMatch;
import java.util.Optional;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.stereotype.Component;

/** Finds the topic of a stream: the MCP instance that the path names as {@code {api_key}}, else the gateway. */
@Component
class StreamTopics {

    static final String API_KEY = "api_key";

    private final ObjectProvider<InstanceTopics> instances;
    private final FailedLogins wrongKeys;

    StreamTopics(ObjectProvider<InstanceTopics> instances, FailedLogins wrongKeys) {
        this.instances = instances;
        this.wrongKeys = wrongKeys;
    }

    /**
     * Returns the topic. May block.
     *
     * @throws HttpRefusal 404, if no such instance exists; 429, if too many wrong keys came from the address
     */
    String of(HttpServerExchange exchange) throws HttpRefusal {
        PathTemplateMatch match = exchange.getAttachment(PathTemplateMatch.ATTACHMENT_KEY);
        String key = match == null ? null : match.getParameters().get(API_KEY);
        if (key == null) {
            return ListChanges.GATEWAY;
        }
        return Optional.ofNullable(instances.getIfAvailable()).flatMap(known -> known.topic(key))
                .orElseThrow(() -> wrongKeys.count(AdmittedRequest.address(exchange))
                        .orElseGet(() -> new HttpRefusal(404, "No MCP endpoint at this address. Check the path and the API key")));
    }
}
