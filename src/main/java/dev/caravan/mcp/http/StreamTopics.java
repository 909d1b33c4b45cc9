package dev.caravan.mcp.http;

import dev.caravan.mcp.InstanceTopics;
import dev.caravan.mcp.ListChanges;
import dev.caravan.security.caller.HttpRefusal;
import io.undertow.server.HttpServerExchange;
import io.undertow.util.PathTemplateMatch;
import java.util.Optional;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.stereotype.Component;

/** What a stream is about: the instance that the endpoint's path names as {@code {api_key}}, else the gateway. */
@Component
class StreamTopics {

    static final String API_KEY = "api_key";

    private final ObjectProvider<InstanceTopics> instances;

    StreamTopics(ObjectProvider<InstanceTopics> instances) {
        this.instances = instances;
    }

    /**
     * May block.
     *
     * @throws HttpRefusal 404, if there is no such instance
     */
    String of(HttpServerExchange exchange) throws HttpRefusal {
        PathTemplateMatch match = exchange.getAttachment(PathTemplateMatch.ATTACHMENT_KEY);
        String key = match == null ? null : match.getParameters().get(API_KEY);
        if (key == null) {
            return ListChanges.GATEWAY;
        }
        return Optional.ofNullable(instances.getIfAvailable()).flatMap(known -> known.topic(key))
                .orElseThrow(() -> new HttpRefusal(404, "There is nothing at this address"));
    }
}
