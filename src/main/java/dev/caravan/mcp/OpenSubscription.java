package dev.caravan.mcp;

import java.util.List;
import java.util.Set;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.springframework.stereotype.Component;

/** Answers {@code subscriptions/listen}. The answer stays open and carries the changes that the client asked for and the gateway offers. */
@Component("listen")
record OpenSubscription(List<ServerCapability> capabilities, ListenSubscription.ListenableResources resources,
        ListenSubscription.ListenableTasks tasks) implements Processor {

    @Override
    public void process(Exchange exchange) throws McpException {
        McpRequest request = McpRequest.of(exchange);
        ListenSubscription.ListenStream stream = ListenSubscription.ListenStream.of(exchange);
        if (stream == null) {
            throw McpException.notAcceptable("subscriptions/listen answers with an event stream: use HTTP with Accept: text/event-stream");
        }
        ListenSubscription.Subscription asked = ListenSubscription.Subscription.of(request.params().get("notifications"));
        boolean instance = exchange.getProperty(McpRequest.API_KEY) != null;
        ToolRights rights = ToolRights.of(exchange);
        Set<String> own = asked.tasks().isEmpty() ? Set.of() : tasks.of(exchange, asked.tasks());
        stream.open(new ListenSubscription(request.id(), asked.only(
                list -> capabilities.stream()
                        .anyMatch(capability -> capability.name().equals(list) && (capability.isOfInstances() || !instance)),
                uri -> !instance && resources.has(uri, rights),
                own::contains)));
        exchange.getMessage().setBody(WriteReply.Reply.ACCEPTED);
    }
}
